"""The text formats, by their names: here each format is registered, and nowhere else."""

from __future__ import annotations

from importlib import import_module

from .codec import Codec

__all__ = ["CODECS", "NAMES", "codec_of"]

_MODULES = (
    "json",
    "tatham",
    "kakuro",
    "permutations",
    "cover",
    "sudoku",
    "latin",
    "source",
    "plain",
)
"""If a text begins like texts in several formats, the first of these is the one meant."""

CODECS: dict[str, Codec] = {
    codec.name: codec for codec in (import_module(f".{name}", __package__).CODEC for name in _MODULES)
}
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
