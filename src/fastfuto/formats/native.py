"""The native texts of the families: each lives in its own module, here are only their names."""

from __future__ import annotations

import re

from ..errors import ParseError, PuzzleError
from ..puzzles import ExactCover, Futoshiki, Kakuro, Sudoku
from ..puzzles.futoshiki import format_source, parse_source
from ..puzzles.text import clean, parse_error
from .codec import Codec

__all__ = ["COVER", "KAKURO", "SOURCE", "SUDOKU"]


def _parse_sudoku(text: str) -> Sudoku:
    lines = clean(text).rstrip().split("\n")
    if len(lines) > 1 and not any(line.strip() for line in lines[1::2]):
        # Otherwise it could not be told from a Futoshiki without signs.
        raise parse_error(clean(text), 0, "a Sudoku has no blank line below every row")
    if len(lines) > 1 and len(lines[0].strip()) in (16, 36, 64, 81):
        raise parse_error(clean(text), 0, "a grid for each line, it seems: `fastfuto batch` takes them")
    try:
        puzzle = Sudoku.parse(text)
    except PuzzleError as error:
        raise parse_error(clean(text), 0, str(error)) from None
    if puzzle.n < 4:
        raise parse_error(clean(text), 0, f"a Sudoku has at least 4 rows, found {puzzle.n}")
    return puzzle


def _parse_cover(text: str) -> ExactCover:
    cover = ExactCover.parse(text)
    if len(cover.items) < 2 or not cover.options or not any(map(_LETTER.search, map(str, cover.items))):
        # Otherwise any word would be one, and many a grid of numbers.
        raise parse_error(clean(text), 0, "an exact cover has two items or more, with letters, and an option")
    return cover


def _parse_kakuro(text: str) -> Kakuro:
    puzzle = Kakuro.parse(text)
    if "*" not in text and "(" not in text:
        raise ParseError("a Kakuro has black cells", line=1, column=1, source=text.partition("\n")[0])
    return puzzle


_LETTER = re.compile(r"[^\W\d_]")
_NUMBERS = re.compile(r"\s*(-?[0-9]+(\s+-?[0-9]+)?\s*)?$|.*\|", re.MULTILINE)

SOURCE = Codec("source", Futoshiki, parse_source, format_source, _NUMBERS)
SUDOKU = Codec("sudoku", Sudoku, _parse_sudoku, str, re.compile(r"\s*[0-9.]{16,}"))
KAKURO = Codec("kakuro", Kakuro, _parse_kakuro, str, re.compile(r"\s*[0-9]+\s+[0-9]+\s*[*(]"))
COVER = Codec("cover", ExactCover, _parse_cover, str, re.compile(r"\s*[A-Za-z]\w* +[A-Za-z]"))
