"""Grids of candidates: the values that each cell may have, as in the notes of a player.

A Sudoku has n characters for each cell (``1.3......``), or a word such as ``13`` in rows with or without a frame. A
Futoshiki has a word for each cell, with signs between the words.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ..errors import ParseError, PuzzleError
from ..model import Model
from ..puzzles import Futoshiki, Sudoku
from ..puzzles.grid import Grid
from .codec import Both, check_held
from .futoshikis import assemble, signs_of
from .tokens import Reader

LARGEST = 9

G = TypeVar("G", bound=Grid)

_RUN = re.compile(r"([0-9.]{8,729})(?!\S)")
_FRAME = re.compile(r"(?=[^\n]*[-+=*])[-+.:'*|=\s]++")
_WORD = re.compile(r"[^\s|:]+")
_CELL = re.compile(r"([1-9]+)")
_SIGN = re.compile(r"[ \t|]*([<>]?)[ \t|]*")
_UNDER = re.compile(r"[\^v|. \t-]+")
_MARK = re.compile(r"[\^v.|-]")


class _Word(NamedTuple):
    """The candidates of a cell, and their place in the text."""

    values: tuple[int, ...]
    start: int
    end: int


def _word(scan: Reader, text: str, start: int) -> _Word:
    if not _CELL.fullmatch(text) or any(a >= b for a, b in itertools.pairwise(text)):
        raise scan.error(f"expected candidates in ascending order, such as 135, found {text[:20]!r}", start)
    return _Word(tuple(map(int, text)), start, start + len(text))


def _not_square(scan: Reader, row: int, n: int, start: int) -> ParseError:
    """Return the error of a row with `n` cells, or more, at `start`."""
    found = str(n) if n <= LARGEST else f"more than {LARGEST}"
    message = (
        f"expected a square grid of at most {LARGEST} x {LARGEST} cells, found {found} cells in row {row}"
    )
    return scan.error(message, start)


def _puzzle(scan: Reader, puzzle: G, rows: Sequence[Sequence[_Word]]) -> G | Model:
    """Return the puzzle with these candidates, as a puzzle with clues or, if clues cannot express them, as a Model."""
    n = puzzle.n
    for row in rows:
        for word in row:
            if word.values[-1] > n:
                raise scan.error(f"expected candidates from 1 to {n}, found {word.values[-1]}", word.start)
    values = [word.values for row in rows for word in row]
    if all(len(each) in (1, n) for each in values):
        clues = np.array([each[0] if len(each) == 1 else 0 for each in values])
        return puzzle.with_clues(clues.reshape(n, n))
    model = puzzle.model()
    assert isinstance(model, Model)
    return Model(model.skeleton, values, model.inequalities)


def _parse_sudoku(text: str) -> Sudoku | Model:
    scan = Reader(text)
    if (run := scan.take(_RUN)) is not None:
        at = scan.last
        scan.finish()
        n = round(len(run) ** (1 / 3))
        if n**3 != len(run):
            raise scan.error(f"expected n * n cells of n characters each, found {len(run)} characters", at)
        words = []
        for k in range(0, n**3, n):
            group = run[k : k + n]
            values = tuple(value for value, character in enumerate(group, 1) if character == str(value))
            if len(values) != sum(character not in ".0" for character in group) or not values:
                raise scan.error(
                    f"expected each candidate at its own position in a cell, such as '1.3', found {group!r}",
                    at + k,
                )
            words.append(_Word(values, at + k, at + k + n))
        rows = [words[r * n : (r + 1) * n] for r in range(n)]
    else:
        rows = _table(scan)
        n = len(rows)
    return scan.made(lambda: _puzzle(scan, Sudoku(np.zeros((n, n), int)), rows), 0)


def _table(scan: Reader) -> list[list[_Word]]:
    """Return the rows of a table without its frame."""
    rows: list[list[_Word]] = []
    while scan.found():
        start, end = scan.line()
        line = scan.signs[start:end]
        scan.at = end
        if _FRAME.fullmatch(line):
            continue
        found = itertools.islice(_WORD.finditer(line), LARGEST + 1)
        words = [(each[0], start + each.start()) for each in found]
        rows.append([_word(scan, *each) for each in words])
        if len(words) != len(rows[0]) or len(rows) > len(rows[0]) or len(words) > LARGEST:
            raise _not_square(scan, len(rows), len(words), start)
    if not rows or len(rows) < len(rows[0]):
        raise scan.error("expected as many rows as columns, but the text ends", len(scan.text.rstrip()))
    return rows


def _parse_futoshiki(text: str) -> Futoshiki | Model:
    scan = Reader(text)
    rows: list[list[_Word]] = []
    beside: list[str] = []
    under: list[tuple[int, str]] = []
    while scan.found():
        start, end = scan.line()
        line = scan.signs[start:end]
        scan.at = end
        if rows and len(under) < len(rows) and _UNDER.fullmatch(line):
            under.append((start, line))
            continue
        row, signs, at = list[_Word](), "", start
        while len(row) <= LARGEST and (cell := _CELL.match(scan.signs, at, end)) is not None:
            row.append(_word(scan, cell[0], cell.start()))
            sign = _SIGN.match(scan.signs, cell.end(), end)
            assert sign is not None
            signs, at = signs + (sign[1] or "-"), sign.end()
        n = len(row)
        if n > LARGEST:
            raise _not_square(scan, len(rows) + 1, n, start)
        if at < end or not row or signs[-1] != "-":
            raise scan.error("expected candidates such as 135, and '<' or '>' between two cells", at)
        if rows and (n != len(rows[0]) or len(rows) == n):
            raise _not_square(scan, len(rows) + 1, n, start)
        if len(under) < len(rows):
            under.append((start, ""))
        rows.append(row)
        beside.append(signs[:-1])
    n = len(rows[0])
    if len(rows) < n or len(under) != n - 1:
        raise scan.error("expected as many rows as columns, but the text ends", len(scan.text.rstrip()))
    between = [_under(scan, *line, rows[r], rows[r + 1]) for r, line in enumerate(under)]
    return _puzzle(scan, assemble(np.zeros((n, n), int).tolist(), beside, between), rows)


def _under(scan: Reader, start: int, line: str, above: list[_Word], below: list[_Word]) -> str:
    """Return the signs of a line between two rows: one for each column, or signs each placed between two cells."""
    marks = list(_MARK.finditer(line))
    if len(marks) == len(above):
        return "".join(mark[0] for mark in marks)
    signs = ["-"] * len(above)
    for mark in marks:
        at = start + mark.start()
        column = _column(scan, at, above)
        if mark[0] not in "^v" or column is None or column != _column(scan, at, below):
            what = f"{mark[0]!r} is not under a cell: write a sign for each of the {len(above)} columns, '-' for none"
            raise scan.error(what, at)
        signs[column] = mark[0]
    return "".join(signs)


def _column(scan: Reader, at: int, row: list[_Word]) -> int | None:
    """Return the column of the cell in a row that is above or below a place.

    The result is None if there is no such cell, or if a tab, whose width is unknown, hides the column.
    """
    begin, first = (scan.signs.rfind("\n", 0, place) + 1 for place in (at, row[0].start))
    if "\t" in scan.signs[begin:at] or "\t" in scan.signs[first : row[-1].end]:
        return None
    place = at - begin + first
    return next((c for c, word in enumerate(row) if word.start <= place < word.end), None)


def _words_of(puzzle: Grid, name: str) -> list[list[str]]:
    """Return the candidates of each cell."""
    n = puzzle.n
    check_held(puzzle, name, 2, LARGEST, n)
    every = "".join(map(str, range(1, n + 1)))
    return [[str(clue) if clue else every for clue in row] for row in puzzle.clues.tolist()]


def _format_sudoku(puzzle: Sudoku) -> str:
    name = "sudoku-candidates"
    if not puzzle.has_default_boxes or puzzle.inequalities:
        raise PuzzleError(f"the format {name} holds only grids with the usual boxes and no inequalities")
    cells = [word for row in _words_of(puzzle, name) for word in row]
    values = range(1, puzzle.n + 1)
    return "".join(str(value) if str(value) in cell else "." for cell in cells for value in values) + "\n"


def _format_futoshiki(puzzle: Futoshiki) -> str:
    n, name = puzzle.n, "futoshiki-candidates"
    words = _words_of(puzzle, name)
    if puzzle.is_complete:
        raise PuzzleError(
            f"the format {name} cannot hold a complete grid, in which no cell has several candidates"
        )
    beside, under = signs_of(puzzle, "-")
    lines = []
    for r in range(n):
        signs = [f" {sign if sign != '-' else ' '} " for sign in beside[r]]
        row = "".join(word.ljust(n) + sign for word, sign in zip(words[r], [*signs, ""], strict=True))
        lines += (
            [row.rstrip(), "   ".join(sign.ljust(n) for sign in under[r]).rstrip()]
            if r < n - 1
            else [row.rstrip()]
        )
    return "\n".join(lines) + "\n"


def _is_open(puzzle: Any) -> bool:
    """Return whether a cell has several candidates; otherwise the text is a grid of values."""
    return isinstance(puzzle, Model) or not puzzle.is_complete


SUDOKU = Both(
    _parse_sudoku,
    _format_sudoku,
    lambda puzzle: (
        _is_open(puzzle) and (puzzle.n_values if isinstance(puzzle, Model) else puzzle.n) == LARGEST
    ),
)
FUTOSHIKI = Both(
    _parse_futoshiki, _format_futoshiki, lambda puzzle: _is_open(puzzle) and len(puzzle.inequalities) > 0
)
