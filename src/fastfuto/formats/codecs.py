"""The text formats, by their names: here each format is registered, and nowhere else."""

from __future__ import annotations

from importlib import import_module

from .codec import Codec
from .native import NATIVE

_FORMATS = (
    "sadman",
    "pycsp3",
    "dimacs",
    "json",
    "tatham",
    "url",
    "pzprjs",
    "opensudoku",
    "futorules",
    "futoshiki_org",
    "janko",
    "adjacent",
    "permutations",
    "synlogic",
    "chuk",
    "reasoning_gym",
    "sudoku_extreme",
    "kakuro_layouts",
    "kakuro",
    "start_rel",
    "minizinc",
    "asp",
    "essence",
    "picture",
    "csv",
    "relations",
    "clusters",
    "matrix",
    "latin",
    "qcp",
    "sudoku",
    "source",
    "plain",
    "cover",
    "typed",
)
"""If a text begins like texts in several formats, the first of these is the one meant."""


def _codecs(name: str) -> tuple[Codec, ...]:
    """Return a native format, or those of a module, which has one or several that differ in details."""
    if name in NATIVE:
        return (NATIVE[name],)
    module = import_module(f".{name}", __package__)
    return module.CODECS if hasattr(module, "CODECS") else (module.CODEC,)


CODECS: dict[str, Codec] = {codec.name: codec for name in _FORMATS for codec in _codecs(name)}
"""All formats."""

NAMES = tuple(CODECS)
"""Names of all formats."""


def codec_of(name: str) -> Codec:
    """Return the format of this name.

    Raises
    ------
    ValueError
        If there is no such format.
    """
    try:
        return CODECS[name]
    except KeyError:
        raise ValueError(f"there is no format {name!r}; the formats are {', '.join(NAMES)}") from None
