"""MiniZinc data: ``n = 4; values = array2d(...); lt = array2d(..., [r1,c1,r2,c2,...]);``.

In ``lt``, the smaller cell of each inequality comes first.

``N = 30; start = [|...|];`` is a Latin square, as in the quasigroup instances of CSPLib.
"""

from __future__ import annotations

import math
import re

from ..model import MAX_VALUES
from ..puzzles import Futoshiki, LatinSquare
from .codec import Both, check_held, check_values
from .futoshikis import Pairs, pairs_from_1
from .tokens import GREATEST, NUMBER, Reader

NAME = "minizinc"

_NAME = re.compile(r"(?:(?:int|array\s*\[[^]\n]*\]\s*of\s+int)\s*:\s*)?([A-Za-z]\w*)\s*=")
_SET = r"(?:[0-9]+\s*\.\.\s*)?(?:[0-9]+|[A-Za-z]\w*)"
_ARRAY = re.compile(rf"((?:array2d\s*\(\s*{_SET}\s*,\s*{_SET}\s*,\s*)?\[)")
_RANGE = re.compile(r"([0-9]{1,9})\s*\.\.\s*([0-9]{1,9})")
_SEPARATOR = re.compile(r"([,|])")


def _parse(text: str) -> Futoshiki | LatinSquare:
    scan = Reader(text, "%")
    numbers: dict[str, list[tuple[int, int]]] = {}
    widths: dict[str, int | None] = {}
    n = None
    while scan.found():
        name = scan.need(_NAME, "a name and '='").lower()
        at = scan.last
        if name in numbers or (name == "n" and n is not None):
            raise scan.error(f"{name} is defined twice")
        if name == "n":
            n = scan.size()
        elif name in ("values", "lt", "start"):
            numbers[name], widths[name] = _array(scan)
        else:
            raise scan.error(f"expected n, values, lt or start, found {name[:20]!r}", at)
        if not scan.skips(";") and scan.found():
            raise scan.error(f"expected ';' after {name}")
    name = "start" if "start" in numbers else "values"
    if name not in numbers:
        raise scan.error("expected values = array2d(...), but the text ends", len(scan.text.rstrip()))
    if name == "start" and len(numbers) > 1:
        raise scan.error("start cannot be combined with values or lt", len(scan.text.rstrip()))
    read = numbers[name]
    values = [value for value, _ in read]
    n = n or math.isqrt(len(values)) or 1
    if n * n != len(values) or n > MAX_VALUES:
        at = read[-1][1] if values else 0
        raise scan.error(f"expected {n} x {n} values, found {len(values)}", at)
    for name, width in widths.items():
        expected = 4 if name == "lt" else n
        if width not in (None, expected):
            at = numbers[name][0][1] if numbers[name] else 0
            raise scan.error(f"expected {expected} numbers in each row of {name}, found {width}", at)
    grid = [values[r * n : (r + 1) * n] for r in range(n)]
    if "start" in numbers:
        return LatinSquare(grid)
    pairs = Pairs(scan, n)
    places = numbers.get("lt", [])
    if len(places) % 4:
        raise scan.error(
            f"expected 4 numbers for each inequality in lt, found {len(places)} numbers in all", places[-1][1]
        )
    for k in range(0, len(places), 4):
        (a, at), (b, _), (c, _), (d, _) = places[k : k + 4]
        pairs.add((a - 1, b - 1), (c - 1, d - 1), at)
    return Futoshiki(grid, pairs.found)


def _array(scan: Reader) -> tuple[list[tuple[int, int]], int | None]:
    """Read an array; return its numbers with their places, and how many are in a row if this is stated."""
    opening = scan.need(_ARRAY, "array2d(..., [...])")
    found: list[tuple[int, int]] = []
    width, start, is_value = None, 0, False
    while not scan.skips("]"):
        if sign := scan.take(_SEPARATOR):
            if sign == "," and not is_value:
                raise scan.error("expected a number before ','", scan.last)
            if sign == "|" and len(found) > start:
                width = width or len(found) - start
                if len(found) - start != width:
                    raise scan.error(
                        f"expected {width} numbers in a row, found {len(found) - start}", scan.last
                    )
                start = len(found)
            is_value = False
        else:
            if len(found) == 8 * MAX_VALUES**2:
                raise scan.error(f"the array has more than {8 * MAX_VALUES**2} numbers")
            scan.need(NUMBER, "a number, ',' or ']'")
            scan.at = scan.last
            found.append((scan.number("a number"), scan.last))
            is_value = True
    if opening != "[":
        scan.expect(")")
    ranges = [_RANGE.search(part) for part in opening.split(",")[:2]]
    sides = [int(each[2]) - int(each[1]) + 1 if each else None for each in ranges]
    if len(sides) == 2:
        rows, columns = sides
        if rows is not None and columns is not None and len(found) != rows * columns:
            raise scan.error(
                f"the array has {len(found)} numbers, but its index sets require {rows * columns}"
            )
        if rows and len(found) % rows:
            raise scan.error(f"the array has {len(found)} numbers, but its index sets require {rows} rows")
        width = columns or (len(found) // rows if rows else width)
    return found, width


def _format(puzzle: Futoshiki | LatinSquare) -> str:
    if isinstance(puzzle, LatinSquare):
        check_values(puzzle.clues, GREATEST, f"the format {NAME} holds values")
        rows = "".join(f"\n{', '.join(map(str, row))}|" for row in puzzle.clues.tolist())
        return f"N = {puzzle.n};\nstart = [|{rows}];\n"
    check_held(puzzle, NAME)
    n, k = puzzle.n, len(puzzle.inequalities)
    values = _rows([map(str, row) for row in puzzle.clues.tolist()])
    pairs = _rows([map(str, pair) for pair in pairs_from_1(puzzle)])
    return (
        f"n = {n};\nvalues = array2d(1..{n}, 1..{n}, [{values}]);\nlt = array2d(1..{k}, 1..4, [{pairs}]);\n"
    )


def _rows(rows: list[map[str]]) -> str:
    return ",".join(f"\n  {', '.join(row)}" for row in rows)


# Nine rows of nine numbers without signs are a Sudoku, unless the format is named.
BOTH = Both(_parse, _format, lambda puzzle: isinstance(puzzle, Futoshiki) or puzzle.n != 9)
