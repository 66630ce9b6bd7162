"""The native formats of families, which `parse` and `str` of a family read and write."""

from __future__ import annotations

import numpy as np

from ..puzzles import Adjacent, Futoshiki, Kakuro, LatinSquare, Permutations
from .codec import Both, check_values


def _format_kakuro(puzzle: Kakuro) -> str:
    check_values(np.asarray(puzzle), 9, "the format kakuro holds digits")
    return str(puzzle)


def _has_black_cells(puzzle: Kakuro) -> bool:
    """Return whether there are black cells; without them, the text could be a Futoshiki without signs."""
    return any(not isinstance(entry, int) for row in puzzle.rows for entry in row)


_NUMBER, _VALUE, _BLANKS = r"-?[0-9]{1,9}+(?![0-9])", r"(?:\.|-?[0-9]++)", r"[^\S\n]"
_SOURCE = re.compile(
    rf"{_NUMBER}(?:\s+{_NUMBER}){{0,2}}\s*(?:[|<>]|\Z)|{_NUMBER}(?:[^\S\n]+{_NUMBER})?[^\S\n]*\n", re.ASCII
)
"""Up to three numbers and a sign, or a line of at most two numbers."""
_LATIN = re.compile(
    rf"\s*{_VALUE}(?:{_BLANKS}+{_VALUE}){{2,}}{_BLANKS}*\n{_BLANKS}*{_VALUE}{_BLANKS}+{_VALUE}"
)
"""Rows of numbers. A bare matrix is ambiguous, so this format must be named."""
_KAKURO = re.compile(r"[0-9]++\s++[0-9]++[\s0-9]*+[*(]")

NATIVE = {
    codec.name: codec
    for codec in (
        Codec("source", Futoshiki, Futoshiki.parse, str, _SOURCE),
        Codec("latin", LatinSquare, LatinSquare.parse, str, _LATIN, detected=False),
        Codec("adjacent", Adjacent, Adjacent.parse, str, re.compile(r"adjacent\b")),
        Codec("kakuro", Kakuro, Kakuro.parse, _format_kakuro, _KAKURO, is_clear=_has_black_cells),
        Codec("permutations", Permutations, Permutations.parse, str, re.compile(r"permutations\b")),
    )
}
"""The formats, by their names in the registry."""
