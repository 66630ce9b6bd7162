"""Sudoku as a string or grid of digits, with ``. 0 _ * x X -`` for blank cells.

A frame of ``+ - | =`` and lines with an initial ``#`` are skipped. Values above 9 are letters or numbers.
"""

from __future__ import annotations

import itertools
import math
import re
from typing import NamedTuple

import numpy as np

from ..errors import ParseError, PuzzleError
from ..puzzles import Sudoku
from ..puzzles.sudoku import GREATEST_CHARACTER, GREATEST_NUMBER
from .codec import Both, check_values
from .tokens import Reader

MIN_ROWS, MAX_ROWS = 4, 64
"""Smaller grids are read only if the format is named, because any number could be such a grid."""

MAX_LETTERS = 35
"""The largest value with one character."""

_RUN = re.compile(r"(?:[0-9.]{16}|[0-9.]{36}|[0-9.]{81})\n?")
"""The usual form of a grid, which is read at once. A text of 64 characters may also be the candidates of 4 x 4
cells."""
_FRAME = re.compile(r"[-+=|\s]*[+=][-+=|\s]*|(?=[^-=\n]*([-=])\1\1)[-+=|:.'*\s]{13,}")
_SIGN = re.compile("[<>^]")
_DASHES = re.compile(r"[-|\s]*")
_WORD = re.compile(r"[^\s|]+")
_NUMBER = re.compile(r"[0-9]{1,9}|[._*xX-]")
_BLANKS = ".0_*-xX"
_DIGITS = 9
_SHORT_RUN = 16
"""Cells of the smallest grid in one line."""
_LONG_ROW = 10
"""Fewest words of a row in which each word is a cell."""
_LONGEST = 2000
"""Most characters of a line."""


class _Line(NamedTuple):
    """A row or a line of a frame: its start and end, its words, and the text and place of each cell."""

    start: int
    end: int
    n_words: int
    cells: list[tuple[str, int]]
    is_frame: bool


def _parse(text: str) -> Sudoku:
    if _RUN.fullmatch(text):
        return Sudoku.parse(text)
    return parse_grid(Reader(text, "#"))


def parse_grid(scan: Reader) -> Sudoku:
    """Read a grid from the rest of a text."""
    lines = _lines(scan)
    rows = [line for line in lines if line.cells and not line.is_frame]
    if len(rows) < len(lines) and not _is_square(rows) and _is_square(lines):
        rows = lines  # The possible frames are rows of blank cells.
    if not rows:
        raise scan.error("expected a Sudoku, found only the lines of a frame", lines[0].start if lines else 0)
    first = rows[0]
    n = len(first.cells)
    if len(rows) > 1:
        _check_rows(scan, rows)
    else:
        n = math.isqrt(n)
        if first.n_words > 1 or n * n != len(first.cells) or n > MAX_LETTERS:
            what = "n * n characters without blanks between them, or a line for each row"
            if first.n_words == 1 and len(first.cells) + 1 >= _SHORT_RUN:
                what = f"n * n characters, such as 81, in one line, found {len(first.cells)}"
            raise scan.error(f"expected a Sudoku: {what}", first.start)
        if n > 1 and all(text in ("_", "v", "V") for text, _ in first.cells[1::2]):
            raise scan.error(
                "this seems to be a Futoshiki; read it with the format futoshiki.org", first.start
            )
        if size := _size_of_candidates(first.cells):
            what = f"this seems to be a grid of {size} x {size} cells with {size} characters for each"
            raise scan.error(f"{what}; read it with the format sudoku-candidates", first.start)
    if n > MAX_ROWS:
        raise scan.error(f"expected a Sudoku of at most {MAX_ROWS} rows, found {n}", first.start)
    values = _values(scan, [cell for row in rows for cell in row.cells], n)
    box = _drawn_box(scan, lines, rows) if len(rows) > 1 else None
    return scan.made(lambda: Sudoku(np.array(values).reshape(n, n), box=box), first.start)


def _size_of_candidates(cells: list[tuple[str, int]]) -> int:
    """Return n if the characters are n candidates for each of n * n cells, such as ``1.3......``, or 0.

    A line of 729 digits and dots would otherwise have 27 values, of which only nine occur.
    """
    n: int = round(len(cells) ** (1 / 3))
    if n == 1 or n**3 != len(cells):
        return 0
    if n == _DIGITS and all(text in ".0123456789" for text, _ in cells):
        return n
    groups = [[text for text, _ in cells[k : k + n]] for k in range(0, n**3, n)]
    usual = [{np.base_repr(value, 36), ".", "0"} for value in range(1, n + 1)]
    is_listed = all(
        text in known for group in groups for text, known in zip(group, usual, strict=True)
    ) and all(set(group) - {".", "0"} for group in groups)
    return n if is_listed else 0


def _lines(scan: Reader) -> list[_Line]:
    """Return the lines that have cells or may belong to a frame."""
    lines: list[_Line] = []
    while scan.found():
        start, end = scan.line()
        if len(lines) == 2 * MAX_ROWS or end - start > _LONGEST:
            what = "more than 64 rows" if lines else f"a line of more than {_LONGEST} characters"
            raise scan.error(f"this is not a Sudoku: it has {what}", start)
        line = scan.signs[start:end]
        if (sign := _SIGN.search(line)) and (not lines or len(lines) < len(lines[0].cells)):
            raise _unknown(scan, start + sign.start())
        if not _FRAME.fullmatch(line):
            words = list(_WORD.finditer(line))
            if len(words) >= _LONG_ROW and all(_NUMBER.fullmatch(word[0]) for word in words):
                cells = [(word[0], start + word.start()) for word in words]
            else:
                cells = [(c, start + k) for word in words for k, c in enumerate(word[0], word.start())]
            lines.append(_Line(start, end, len(words), cells, bool(_DASHES.fullmatch(line))))
        elif lines:
            lines.append(_Line(start, end, 0, [], True))
        scan.at = end
    return lines


def _is_square(rows: list[_Line]) -> bool:
    return all(len(row.cells) == len(rows) for row in rows)


def _check_rows(scan: Reader, rows: list[_Line]) -> None:
    """Check that each row has as many cells as there are rows."""
    n = len(rows[0].cells)
    is_run = all(row.n_words == 1 for row in rows[:2]) and math.isqrt(n) ** 2 == n == len(rows[1].cells)
    if is_run and n >= MIN_ROWS**2 and not any(c.isalpha() for row in rows for c, _ in row.cells):
        raise scan.error(
            "each line seems to be a separate grid; read the text with load_many()", rows[0].start
        )
    for r, row in enumerate(rows):
        if r == n:
            raise scan.error(
                f"expected {n} rows in a Sudoku with {n} columns, but the text continues", row.start
            )
        if len(row.cells) != n:
            message = f"expected {n} cells in row {r + 1} of the Sudoku, as in the first row, found {len(row.cells)}"
            raise scan.error(message, row.start)
    if len(rows) < n:
        raise scan.error(f"expected {n} rows of {n} cells, found {len(rows)} rows", rows[-1].end)
    gaps = [scan.text[above.end : row.start] for above, row in itertools.pairwise(rows)]
    if all(gap.isspace() and gap.count("\n") > 1 for gap in gaps):
        # Such a grid could also be a Futoshiki without signs.
        raise scan.error("expected the rows of a Sudoku without a blank line below each of them", rows[0].end)


def _drawn_box(scan: Reader, lines: list[_Line], rows: list[_Line]) -> tuple[int, int] | None:
    """Return the height and the width of the boxes that bars, blanks, dashes and blank lines show, or None."""
    n = len(rows)
    widths = {_widths(scan.signs[row.start : row.end], row.n_words == len(row.cells)) for row in rows}
    if len(widths) > 1:
        raise scan.error(
            "the bars or blanks between boxes are at different places in the rows", rows[0].start
        )
    heights, above = [0], rows[0]
    for line in lines:
        if line not in rows:
            heights += [0] if heights[-1] else []
        else:
            is_apart = scan.text.count("\n", above.end, line.start) > 1 and heights[-1] > 0
            heights += [1] if is_apart else []
            heights[-1] += not is_apart
            above = line
    [across], down = widths, tuple(filter(None, heights))
    sides = [sizes[0] for sizes in (down, across) if 1 < len(sizes) < n]
    if not sides:
        return None
    if any(len({*sizes}) > 1 for sizes in (down, across)) or n % sides[0]:
        raise scan.error(
            "the bars, blanks or blank lines are not at the edges of boxes; write the regions of a jigsaw in JSON",
            rows[0].start,
        )
    if len(sides) == 2:
        return sides[0], sides[1]
    return (n // sides[0], sides[0]) if 1 < len(across) < n else (sides[0], n // sides[0])


def _widths(line: str, is_spaced: bool) -> tuple[int, ...]:
    """Return the number of cells in each part of a row that bars, or blanks, separate."""
    text = line.strip(" \t|")
    if "|" in text:
        parts = [part for part in text.split("|") if part.strip()]
    elif not is_spaced:
        parts = text.split()
    else:
        parts = re.split(" {2,}", text) if re.search(r"\S \S", text) and "\t" not in text else [text]
    return tuple(len(part.split()) if is_spaced else len(part.replace(" ", "")) for part in parts)


def _values(scan: Reader, cells: list[tuple[str, int]], n: int) -> list[int]:
    """Return the values of cells, with 0 for a blank cell. If no cell has a digit, the letter A is 1, otherwise 10."""
    texts = [text.upper() if text.isascii() else "" for text, _ in cells]
    letters = {text for text in texts if text.isalpha() and n > _DIGITS}
    has_digits = any(text.isdigit() and int(text) for text in texts)
    first = 10 if has_digits or letters <= {"X"} else 1
    blanks = {*texts} & {*_BLANKS} - ({"X"} if n >= first + ord("X") - ord("A") else set())
    letters -= blanks
    if n > _DIGITS and len(blanks) > 1 and (doubtful := blanks & {"0", "X"}):
        at = min(map(texts.index, doubtful))
        message = f"this {texts[at]} may be a value, because other blank cells are written in another way"
        raise scan.error(message, cells[at][1])
    if first == 1 and all(int(text, 36) <= n for text in letters):
        at = min(map(texts.index, letters))
        message = f"expected a digit in some cell: without one, A may be 1 or 10, and {texts[at]} is unknown"
        raise scan.error(message, cells[at][1])
    values = []
    for text, (_, at) in zip(texts, cells, strict=True):
        if text.isdigit():
            values.append(int(text))
        elif text in blanks:
            values.append(0)
        elif text in letters:
            values.append(ord(text) - ord("A") + first)
        else:
            raise _unknown(scan, at)
    return values


def _unknown(scan: Reader, at: int) -> ParseError:
    """Return the error of a character that cannot be a cell."""
    return scan.error(f"expected a digit or one of {' '.join(_BLANKS)}, found {scan.text[at]!r}", at)


def _format(puzzle: Sudoku) -> str:
    if not puzzle.has_default_boxes:
        raise PuzzleError(
            "the format sudoku cannot hold regions other than the usual boxes; use the format json"
        )
    if puzzle.inequalities:
        raise PuzzleError("the format sudoku cannot hold inequalities; use the format json")
    greatest = GREATEST_CHARACTER if puzzle.n <= 9 else GREATEST_NUMBER
    check_values(puzzle.clues, greatest, "the format sudoku holds values")
    return str(puzzle)


BOTH = Both(_parse, _format, lambda puzzle: puzzle.n >= MIN_ROWS)
