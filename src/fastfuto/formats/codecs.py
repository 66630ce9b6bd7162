"""The text formats, by their names: here each format is registered, and nowhere else."""

from __future__ import annotations

from importlib import import_module

from .codec import Codec

__all__ = ["CODECS", "NAMES", "codec_of"]

_MODULES = (
    "sadman",
    "pycsp3",
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
    "sudoku",
    "source",
    "plain",
    "cover",
)
"""If a text begins like texts in several formats, the first of these is the one meant."""

_modules = [import_module(f".{name}", __package__) for name in _MODULES]

CODECS: dict[str, Codec] = {
    codec.name: codec
    for module in _modules
    for codec in (module.CODECS if hasattr(module, "CODECS") else (module.CODEC,))
}
"""All formats; a module has one, or several that differ in details."""

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
