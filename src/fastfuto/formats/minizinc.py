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
    n = None
    while scan.found():
        name = scan.need(_NAME, "a name and '='").lower()
        at = scan.last
        if name in numbers or (name == "n" and n is not None):
            raise scan.error(f"{name} is defined twice")
        if name == "n":
            n = scan.size()
        elif name in ("values", "lt", "start"):
            numbers[name] = _array(scan)
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
    grid = [values[r * n : (r + 1) * n] for r in range(n)]
    if name == "start":
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


def _array(scan: Reader) -> list[tuple[int, int]]:
    """Read an array; return its numbers with their places."""
    opening = scan.need(_ARRAY, "array2d(..., [...])")
    found: list[tuple[int, int]] = []
    while not scan.skips("]"):
        if scan.take(_SEPARATOR) is None:
            if len(found) == 8 * MAX_VALUES**2:
                raise scan.error(f"the array has more than {8 * MAX_VALUES**2} numbers")
            scan.need(NUMBER, "a number, ',' or ']'")
            scan.at = scan.last
            found.append((scan.number("a number"), scan.last))
    if opening != "[":
        scan.expect(")")
    ranges = _RANGE.findall(opening)
    size = math.prod(int(last) - int(first) + 1 for first, last in ranges)
    if len(ranges) == 2 and len(found) != size:
        raise scan.error(f"the array has {len(found)} numbers, but its index sets require {size}")
    return found


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
