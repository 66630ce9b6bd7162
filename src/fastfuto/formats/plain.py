"""Plain grids: 2n - 1 lines of 2n - 1 characters, n from 2 to 9, laid out as on paper."""

from __future__ import annotations

import re

import numpy as np

from ..errors import ParseError
from ..puzzles import Futoshiki, Inequality
from ..puzzles.futoshiki import relation
from ..puzzles.text import Scanner
from .codec import Both, check_held

SMALLEST, LARGEST = 2, 9
"""A single character is ambiguous, and a value has one digit."""

_LONGEST = 2 * LARGEST - 1

_VALUES = frozenset("123456789")
_BLANK_CELLS = frozenset(" \t._·•∙*~-0")
_NO_SIGN = frozenset(" \t|-._·+")
"""The fillers in places without a sign; a line has only one kind."""
_KNOWN = ((_VALUES | _BLANK_CELLS, _NO_SIGN | {"<", ">"}), (_NO_SIGN | {"^", "v"}, _NO_SIGN))
"""Allowed characters in odd and in even columns of a line of cells, and of a line below cells."""
_SIGNS = frozenset("<>^v")
_SIGN = re.compile("[<>^v]")


def _parse(text: str) -> Futoshiki:
    scan = Scanner(text)
    if scan.text.count("\n") > _LONGEST + 1:
        raise _wrong_line(scan, _LONGEST, f"a plain grid has at most {_LONGEST} lines")
    lines = scan.signs.split("\n")
    inequalities: list[Inequality] = []
    for i, line in enumerate(lines):
        if len(line.rstrip()) > _LONGEST:
            raise _wrong_line(scan, i, f"a line of a plain grid has at most {_LONGEST} characters", _LONGEST)
        known = _KNOWN[i % 2]
        if not (known[0].issuperset(line[::2]) and known[1].issuperset(line[1::2])):
            j = next(j for j, character in enumerate(line) if character not in known[j % 2])
            raise _misplaced(scan, i, j, line[j])
        for sign in _SIGN.finditer(line):
            if i % 2 and "\t" in line[: sign.start()]:
                raise _misplaced(scan, i, sign.start(), sign[0])
            inequalities.append(relation(sign[0], (i // 2, sign.start() // 2)))
    n = _size(scan)
    lines = [line.ljust(2 * n - 1).replace("\t", " ")[: 2 * n - 1] for line in lines[: 2 * n - 1]]
    cells = "".join(line[::2] for line in lines[::2])
    _check_fillers(scan, lines, cells)
    grid = [int(cell) if cell in _VALUES else 0 for cell in cells]
    return Futoshiki(np.array(grid, np.int32).reshape(n, n), inequalities)


def _check_fillers(scan: Scanner, lines: list[str], cells: str) -> None:
    """Check that blank cells all have the same character, and places without a sign the same filler in each line.

    Otherwise a sign may be misspelt, or a line may belong to another grid.
    """
    if len(set(cells) - _VALUES) > 1:
        n = len(lines) // 2 + 1
        (usual, _), *others = ((cell, k) for k, cell in enumerate(cells) if cell not in _VALUES)
        other, k = next(each for each in others if each[0] != usual)
        why = f"{usual!r} is a blank cell, so {other!r} cannot also be one"
        raise _wrong_line(scan, 2 * (k // n), why, 2 * (k % n))
    for i, line in enumerate(lines):
        if len({*(line[1::2] if i % 2 == 0 else line)} - _SIGNS) <= 1:
            continue
        for first, signs in ((1, "<>"),) if i % 2 == 0 else ((0, "^v"), (1, "")):
            places = line[first::2]
            if len(set(places).difference(signs)) > 1:
                j = next(j for j, character in enumerate(places) if character not in signs + " ")
                why = f"{places[j]!r} means that there is no sign here, unlike in other places: is a sign misspelt?"
                raise _wrong_line(scan, i, why, 2 * j + first)


def _misplaced(scan: Scanner, i: int, j: int, character: str) -> ParseError:
    """Return the error for a character at line `i` and column `j`, both counted from 0."""
    if character in "0123456789" and i % 2:
        why = (
            "lines 2, 4, 6, ... hold the signs between two rows; is a line missing, or is there one too many?"
        )
    elif character in "0123456789":
        why = "values are in columns 1, 3, 5, ...; is the line shifted?"
    elif character in "<>":
        why = "'<' and '>' are in columns 2, 4, 6, ... of lines 1, 3, 5, ...; is the line shifted?"
    elif character in "^v" and i % 2 and not j % 2:
        why = "there is a tab in front of it, so it may belong to another column: write spaces"
    elif character in "^v":
        why = "'^' and 'v' are in columns 1, 3, 5, ... of lines 2, 4, 6, ...; is the line shifted?"
    else:
        why = "a plain grid has only digits, '<', '>', '^' and 'v', and '.' or a blank for an empty cell"
    shown = scan.text.split("\n")[i][j]
    return _wrong_line(scan, i, f"{shown!r} is not allowed here: {why}", j)


def _size(scan: Scanner) -> int:
    """Return n from the number of lines, 2n - 1, and check that the longest line agrees."""
    lines = scan.text.removesuffix("\n").split("\n")
    if len(lines) % 2 == 0 and not lines[-1].strip():
        lines.pop()
    count, width = len(lines), max(len(line.rstrip()) for line in lines)
    if count % 2 == 0:
        raise _wrong_line(
            scan, count - 1, f"a plain grid of n rows has 2n - 1 lines, but this grid has {count}"
        )
    if count < 2 * SMALLEST - 1:
        raise _wrong_line(scan, 0, f"a plain grid has at least {2 * SMALLEST - 1} lines")
    if width > count:
        i = next(i for i, line in enumerate(lines) if len(line.rstrip()) > count)
        raise _wrong_line(
            scan,
            i,
            f"a grid of {count} lines has at most {count} characters in a line; is a line missing?",
            count,
        )
    height = len(scan.text.rstrip().split("\n"))
    if max(height, *map(len, lines)) < count - 1:
        why = f"{count} lines make n = {count // 2 + 1}, but no line is that long; write '.' in empty cells"
        raise _wrong_line(scan, height, why)
    if count // 2 + 1 >= 2 * SMALLEST and max(map(len, lines)) < count // 2 + 1:
        # Several grids below each other, divided by empty lines, look like the left half of a larger grid.
        why = f"{count} lines make n = {count // 2 + 1}, but none reaches the right half of the grid; "
        raise _wrong_line(
            scan, 0, f"{why}write '.' in empty cells, and put each of several grids into its own text"
        )
    return count // 2 + 1


def _wrong_line(scan: Scanner, i: int, message: str, j: int = 0) -> ParseError:
    """Return the error `message` for line `i` and column `j`, both counted from 0, or for the end of a shorter line."""
    lines = scan.text.split("\n", i + 1)
    return scan.error(message, sum(len(line) + 1 for line in lines[:i]) + min(j, len(lines[i])))


def _format(puzzle: Futoshiki) -> str:
    check_held(puzzle, "plain", SMALLEST, LARGEST, LARGEST)
    _, _, grid = str(puzzle).replace(" ", "").partition("\n")
    return re.sub(" +\n", "\n", grid.translate(str.maketrans("0|-", ".  ")))


BOTH = Both(_parse, _format)
