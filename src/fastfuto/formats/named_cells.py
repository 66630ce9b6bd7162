"""Values and signs by the names of their cells, such as ``A1 = 3`` and ``r1c2 < r1c3``, below a grid or its size."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..puzzles import Cell
from .fields import Field, Rows, with_signs
from .futoshikis import Pairs
from .sheets import Line, in_words, lines_of
from .tokens import Reader
from .unwrapping import BULLET, CELL_NAME, RELATION_HEADING, Unwrapped

_PART = re.compile(r"(?:\([^()\n]*\)|[^,;\n])+")
_FACT = re.compile(rf"\s*{BULLET}{CELL_NAME}\s*(?:([<>])\s*{CELL_NAME}|(?:=|:|is)\s*([0-9]{{1,3}}))\s*")
_SIZE = re.compile(r"\s*(?:(?:n|size)\s*[=:]?\s*)?([0-9]{1,3})(?:\s*x\s*\1)?\s*", re.IGNORECASE)


def by_name(inside: Unwrapped) -> Unwrapped | None:
    """Return the grid of values and signs by name as a text, or None if there are none.

    Letters are rows, as in the format start-rel-lesser.

    Raises
    ------
    ParseError
        If a cell is outside the grid, or two cells are not neighbours.
    """
    lines = [
        line for line in lines_of(inside) if line.text.strip() and not RELATION_HEADING.fullmatch(line.text)
    ]
    first = next((k for k, line in enumerate(lines) if _FACT.match(line.text)), 0)
    if first == 0 or (grid := _grid(inside, lines[:first])) is None:
        return None
    n = len(grid)
    pairs = Pairs(Reader(inside.text), n)
    signs = dict[tuple[int, int], Field]()
    for line in lines[first:]:
        for part in _PART.finditer(line.text):
            if not part[0].strip():
                continue
            at = line.at + part.start() + len(part[0]) - len(part[0].lstrip())
            if (fact := _FACT.fullmatch(part[0])) is None:
                why = "expected two cells with a sign between them, or a cell and its value"
                raise inside.error(why, at)
            r, c = one = _cell(fact.groups()[:6])
            if sign := fact[7]:
                other = _cell(fact.groups()[7:13])
                pairs.add(*((one, other) if sign == "<" else (other, one)), at)
                between = r + other[0], c + other[1]
                if between in signs:
                    raise inside.error("this sign is listed twice", at)
                known = "<>" if r == other[0] else "^v"
                signs[between] = Field(known[(sign == "<") != (one < other)], at)
            elif min(one) < 0 or max(one) >= n or grid[r][c].text != "0":
                raise inside.error("this cell is not in the grid, or has a value already", at)
            elif not 1 <= int(fact[14]) <= n:
                raise inside.error(f"expected a value from 1 to {n}, found {fact[14]}", at)
            else:
                grid[r][c] = Field(fact[14], at)
    rows = [
        [
            signs.get((i, j), Field("", grid[i // 2][j // 2].at)) if i % 2 or j % 2 else grid[i // 2][j // 2]
            for j in range(2 * n - 1)
        ]
        for i in range(2 * n - 1)
    ]
    return with_signs(rows, inside.error).of(inside)


def _grid(inside: Unwrapped, lines: list[Line]) -> Rows | None:
    """Return the values of a grid, or of an empty grid below its size, with their places."""
    if len(lines) == 1 and (size := _SIZE.fullmatch(lines[0].text)) and int(size[1]) > 1:
        n = int(size[1])
        return [[Field("0", lines[0].at)] * n for _ in range(n)]
    if len(lines) > 2 and lines[0].text.strip() == str(len(lines) - 1):
        lines = lines[1:]
    start, end = lines[0].at, lines[-1].at + len(lines[-1].text)
    part = Unwrapped(inside.text[start:end], list(range(start, end + 1)), "", True)
    if (shown := in_words(part, has_relations=True)) is None:
        return None
    rows: Rows = []
    at = 0
    for line in shown.text.splitlines():
        row = list[Field]()
        for word in line.split(" "):
            row.append(Field("0" if word == "." else word, shown.places[at]))
            at += len(word) + 1
        rows.append(row)
    return rows


def _cell(names: Sequence[str | None]) -> Cell:
    """Return a cell by its name: row and column, a letter and a column, or a pair of numbers."""
    row, column, letter, number, r, c = names
    if letter is not None:
        return ord(letter.lower()) - ord("a"), int(number or 0) - 1
    return int(row or r or 0) - 1, int(column or c or 0) - 1
