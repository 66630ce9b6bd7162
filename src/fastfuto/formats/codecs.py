"""The text formats, by their names: here each format is registered, and nowhere else."""

from __future__ import annotations

from . import cover, json, kakuro, latin, permutations, plain, source, sudoku, tatham
from .codec import Codec

__all__ = ["CODECS", "NAMES", "codec_of"]

CODECS: dict[str, Codec] = {
    module.CODEC.name: module.CODEC
    for module in (json, tatham, kakuro, permutations, cover, sudoku, latin, source, plain)
}
"""All formats. If a text begins like texts in several of them, the first of these is the one meant."""

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
