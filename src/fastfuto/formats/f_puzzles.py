"""Links of f-puzzles and SudokuPad: a Sudoku and its rules as compressed JSON in the address.

A puzzle is read as a Sudoku, as a variant of it if its rules have names, and otherwise as a Model. A rule that a Model
cannot hold is refused, and so are drawings, because only the text of the rules states their meaning.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from ..errors import ParseError, PuzzleError
from ..model import Model
from ..puzzles import Puzzle, Sudoku
from ..puzzles.fields import FieldReader, kind_of, shown
from ..puzzles.sudoku import MAX_ROWS
from ..puzzles.text import Scanner
from ..puzzles.variants import RULES, Variant
from .codec import Both, check_values
from .links import CELL, Link, check_words, fields_of, name_of
from .lz_string import compress, decompress
from .sudokupad import read_sudokupad
from .tokens import Reader

NAME = "f-puzzles"
PAGE = "https://f-puzzles.com/?load="

LONGEST_LINK, LONGEST_TEXT = 1 << 17, 1 << 20
"""Most characters of a link, and of its text."""

_SITE = re.compile(
    r"([a-z]{2,9}://(?:\w+\.)?(?:f-puzzles\.com|sudokupad\.app|sudokupad\.svencodes\.com|crackingthecryptic\.com)/)"
)
_PLACE = re.compile(r"((?:sudoku/?)?(?:\?(?:load|puzzleid)=)?)")
_KIND = re.compile(r"(fpuzzles|fpuz|scl|ctc|scf)")
_DATA = re.compile(r"([A-Za-z0-9+/=%]+)(?!\S)")
_ESCAPES = {"%2B": "+", "%2F": "/", "%3D": "="}

_SILENT = {
    "title",
    "author",
    "ruleset",
    "solution",
    "successMessage",
    "disabledlogic",
    "truecandidatesoptions",
}
"""Fields that do not change the solutions."""
_SILENT_OF_CELLS = {"c", "highlight", "cornerPencilMarks", "centerPencilMarks"}


def _parse(text: str) -> Puzzle[Any] | Model:
    scan = Reader(text)
    site = scan.need(_SITE, "a link of f-puzzles or SudokuPad")
    scan.take(_PLACE)
    is_own = "f-puzzles" in site
    kind = "fpuz" if is_own and "?load=" in scan.text[: scan.at] else scan.take(_KIND)
    if (is_own and kind != "fpuz") or kind is None:
        raise scan.error(
            "this link contains only the name of a puzzle; use the long link, which contains the puzzle itself",
            0,
        )
    if kind == "scf":
        raise scan.error(
            "links that begin with scf cannot be read; use the f-puzzles link of the puzzle", scan.last
        )
    scan.need(_DATA, "the compressed puzzle")
    start = scan.last
    data = scan.text[start : scan.at]
    scan.finish("the link ends here")
    if len(data) > LONGEST_LINK:
        raise scan.error(
            f"the link is too long: expected at most {LONGEST_LINK} characters, found {len(data)}", start
        )
    data = re.sub("%[23][BFD]", lambda escape: _ESCAPES.get(escape[0], "%"), data)
    try:
        inner = Scanner(decompress(data, LONGEST_TEXT))
    except (ValueError, ParseError) as error:
        raise scan.error(f"this is not a compressed puzzle: {error}".split("\n")[0], start) from None
    try:
        return _read_own(inner) if kind in ("fpuz", "fpuzzles") else read_sudokupad(inner)
    except ParseError as error:
        raise scan.error(f"in the compressed puzzle, {error.message}", start) from None
    except PuzzleError as error:
        raise scan.error(f"in the compressed puzzle, {error}", start) from None


def _read_own(scan: Scanner) -> Puzzle[Any] | Model:
    """Read the JSON of f-puzzles."""
    fields = fields_of(scan)
    reader = FieldReader(scan)
    for key in ("size", "grid"):
        if key not in fields:
            raise scan.error(f"the key {key!r} is missing")
    link = Link(reader, reader.number("size", fields, MAX_ROWS))
    _read_grid(reader, link, fields["grid"])
    for key, value in fields.items():
        if (
            key not in _SILENT
            and key not in ("size", "grid", "negative")
            and value not in ([], False, None, "")
        ):
            if key not in _RULES:
                reader.reject(key, f"a Model cannot hold {shown(key)}")
            _RULES[key](reader, link, key, value)
    if fields.get("nonconsecutive") and fields.get("difference"):
        reader.reject("nonconsecutive", "a Model cannot hold both 'nonconsecutive' and 'difference'")
    for key in reader.items("negative", fields.get("negative", [])):
        _read_negative(reader, link, fields, key)
    check_words(reader, link, str(fields.get("ruleset", "")), fields)
    return link.puzzle()


def _read_grid(reader: FieldReader, link: Link, grid: object) -> None:
    n = link.n
    try:
        boxes: Any = Sudoku(np.zeros((n, n), int)).regions.tolist()
    except PuzzleError:
        boxes = None
    for r, row in enumerate(reader.items("grid", grid, n)):
        for c, cell in enumerate(reader.items(f"grid[{r}]", row, n)):
            path = f"grid[{r}][{c}]"
            if not isinstance(cell, dict):
                reader.reject(path, f"{path}: expected an object, found {kind_of(cell)}")
            if unknown := cell.keys() - _SILENT_OF_CELLS - {"value", "given", "region"}:
                reader.reject(path, f"{path}: a Model cannot hold {shown(min(unknown))}")
            if cell.get("given", False) not in (True, False):
                reader.reject(path, f"{path}.given: expected true or false, found {kind_of(cell['given'])}")
            value = reader.whole(f"{path}.value", cell.get("value", 0))
            if not (cell.get("given") is True) <= value <= n:
                reader.reject(path, f"{path}.value: expected 1 to {n}, found {value}")
            # Other values were entered by somebody who solved the puzzle.
            link.clues[r, c] = value if cell.get("given") else 0
            if "region" not in cell and boxes is None:
                reader.reject(path, f"{path}: a grid with n = {n} has no boxes, so its cells need a region")
            region = cell["region"] if "region" in cell else boxes[r][c]
            link.regions[r, c] = reader.whole(f"{path}.region", region)


def _entries(
    reader: FieldReader, path: str, value: object, *keys: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the objects of a list, with the path of each."""
    for k, entry in enumerate(reader.items(path, value)):
        if not isinstance(entry, dict) or keys[0] not in entry or entry.keys() - {*keys}:
            names = " and ".join(map(repr, keys))
            reader.reject(path, f"{path}[{k}]: expected an object with {names}, found {shown(entry)}")
        yield f"{path}[{k}]", entry


def _is_set(reader: FieldReader, key: str, value: object) -> None:
    if value is not True:
        reader.reject(key, f"{key}: expected true or false, found {kind_of(value)}")


def _diagonal(reader: FieldReader, link: Link, key: str, value: object) -> None:
    _is_set(reader, key, value)
    n = link.n
    link.add_unit(key, [r * n + (n - 1 - r if key == "diagonal+" else r) for r in range(n)])


NAMED = {
    "antiknight": "anti-knight",
    "antiking": "anti-king",
    "nonconsecutive": "non-consecutive",
    "disjointgroups": "disjoint-groups",
}
"""The names of rules that a link only switches on, by their fields."""


def _named(reader: FieldReader, link: Link, key: str, value: object) -> None:
    _is_set(reader, key, value)
    link.rules.add(NAMED[key])


def _region(reader: FieldReader, link: Link, key: str, value: object) -> None:
    for path, entry in _entries(reader, key, value, "cells"):
        link.add_unit(path, link.cells(f"{path}.cells", entry["cells"]))


def _parity(reader: FieldReader, link: Link, key: str, value: object) -> None:
    cells = link.odd if key == "odd" else link.even
    cells |= {
        link.cell(f"{path}.cell", entry["cell"]) for path, entry in _entries(reader, key, value, "cell")
    }


def _extreme(reader: FieldReader, link: Link, key: str, value: object) -> None:
    entries = _entries(reader, key, value, "cell")
    cells = {link.cell(f"{path}.cell", entry["cell"]) for path, entry in entries}
    for pair in link.pairs((0, 1), (1, 0)):
        for one, other in (pair, pair[::-1]):
            if one in cells and other not in cells:
                link.add_line([one, other] if key == "minimum" else [other, one])


def _lines(reader: FieldReader, link: Link, key: str, value: object) -> None:
    for path, entry in _entries(reader, key, value, "lines"):
        for k, line in enumerate(reader.items(f"{path}.lines", entry["lines"])):
            cells = link.cells(f"{path}.lines[{k}]", line)
            if key == "thermometer":
                link.add_line(cells)
            else:
                half = len(cells) // 2
                link.add_relation(zip(cells[:half], cells[: -half - 1 : -1], strict=True), _is_equal)


def _is_equal(v: int, w: int) -> bool:
    return v == w


def _clone(reader: FieldReader, link: Link, key: str, value: object) -> None:
    for path, entry in _entries(reader, key, value, "cells", "cloneCells"):
        cells = link.cells(f"{path}.cells", entry["cells"])
        clones = link.cells(f"{path}.cloneCells", entry.get("cloneCells"), len(cells))
        link.add_relation(((a, b) for a, b in zip(cells, clones, strict=True) if a != b), _is_equal)


def _cage(reader: FieldReader, link: Link, key: str, value: object) -> None:
    for path, entry in _entries(reader, key, value, "cells", "value"):
        link.add_cage(path, link.cells(f"{path}.cells", entry["cells"]), entry.get("value"))


_WAYS = {"UL": (-1, -1), "UR": (-1, 1), "DL": (1, -1), "DR": (1, 1)}
"""The step (rows down, columns right) of each direction of an arrow."""


def _little_killer(reader: FieldReader, link: Link, key: str, value: object) -> None:
    for path, entry in _entries(reader, key, value, "cells", "value", "cell", "direction"):
        cells = link.cells(f"{path}.cells", entry["cells"])
        if "cell" in entry and "direction" in entry:
            start = CELL.fullmatch(str(entry["cell"]))
            if start is None or entry["direction"] not in _WAYS:
                reader.reject(
                    path, f"{path}: expected a cell and one of {', '.join(_WAYS)}, found {shown(entry)}"
                )
            down, right = _WAYS[entry["direction"]]
            at = [(int(start[1]) + k * down, int(start[2]) + k * right) for k in range(1, link.n + 1)]
            seen = [(r - 1) * link.n + c - 1 for r, c in at if 1 <= r <= link.n and 1 <= c <= link.n]
            if sorted(seen) != sorted(cells):
                reader.reject(path, f"{path}: the cells are not those in the direction of the arrow")
        link.add_sum(path, cells, entry.get("value"))


def _dots(reader: FieldReader, link: Link, key: str, value: object) -> None:
    for path, entry in _entries(reader, key, value, "cells", "value"):
        pair = link.cells(f"{path}.cells", entry["cells"], 2)
        link.add_relation([(pair[0], pair[1])], _dot(reader, path, key, entry.get("value")))


def _dot(reader: FieldReader, path: str, key: str, value: object) -> Callable[[int, int], bool]:
    """Return the condition of a difference, a ratio, or X or V. The value may be a number in a string."""
    usual = {"difference": "1", "ratio": "2", "xv": ""}[key]
    text = str(usual if value in (None, "") else value)
    if key == "xv" and text.upper() in ("X", "V"):
        total = 10 if text.upper() == "X" else 5
        return lambda v, w: v + w == total
    if key == "xv" or not re.fullmatch("[0-9]{1,3}", text):
        reader.reject(
            path, f"{path}.value: expected {'X or V' if key == 'xv' else 'a number'}, found {shown(value)}"
        )
    number = int(text)
    if key == "difference":
        return lambda v, w: abs(v - w) == number
    return lambda v, w: v == number * w or w == number * v


def _read_negative(reader: FieldReader, link: Link, fields: dict[str, Any], key: object) -> None:
    """Read the rule that neighbours without a dot do not have the relation that a dot denotes."""
    if key not in ("ratio", "xv"):
        reader.reject("negative", f"a Model cannot hold the negative of {shown(key)}")
    entries = [*_entries(reader, key, fields.get(key, []), "cells", "value")]
    values = {entry.get("value") for _, entry in entries} or {None} if key == "ratio" else {"X", "V"}
    marked = {frozenset(link.cells(f"{path}.cells", entry["cells"], 2)) for path, entry in entries}
    wrong = [_dot(reader, "negative", key, value) for value in values]
    link.add_relation(
        (pair for pair in link.pairs((0, 1), (1, 0)) if frozenset(pair) not in marked),
        lambda v, w: not any(is_related(v, w) for is_related in wrong),
    )


_RULES: dict[str, Callable[[FieldReader, Link, str, object], None]] = {
    **dict.fromkeys(("diagonal+", "diagonal-"), _diagonal),
    **dict.fromkeys(NAMED, _named),
    "extraregion": _region,
    **dict.fromkeys(("odd", "even"), _parity),
    **dict.fromkeys(("minimum", "maximum"), _extreme),
    **dict.fromkeys(("thermometer", "palindrome"), _lines),
    "clone": _clone,
    "killercage": _cage,
    "littlekillersum": _little_killer,
    **dict.fromkeys(("difference", "ratio", "xv"), _dots),
}
"""The readers of rules that a Model can hold, by field."""


def _format(puzzle: Sudoku | Variant) -> str:
    rules = {}
    if isinstance(puzzle, Variant):
        if not isinstance(puzzle.base, Sudoku):
            raise PuzzleError(f"the format {NAME} is for Sudoku, but this is a {puzzle.words}")
        rules, puzzle = _rules_of(puzzle), puzzle.base
    check_values(puzzle.clues, puzzle.n, f"the format {NAME} holds values")
    clues, regions = puzzle.clues.tolist(), puzzle.regions.tolist()
    grid: list[list[dict[str, Any]]] = [
        [{"value": clue, "given": True} if clue else {} for clue in row] for row in clues
    ]
    if not puzzle.has_default_boxes:
        for row, numbers in zip(grid, regions, strict=True):
            for cell, number in zip(row, numbers, strict=True):
                cell["region"] = number
    fields: dict[str, Any] = {"size": puzzle.n, "grid": grid}
    if puzzle.inequalities:
        lines = [[_names(pair)] for pair in puzzle.inequalities]
        fields["thermometer"] = [{"lines": line} for line in lines]
    fields |= rules
    link = PAGE + compress(json.dumps(fields, separators=(",", ":")))
    if len(link) - len(PAGE) > LONGEST_LINK:
        raise PuzzleError(
            f"the link of this puzzle would be too long: the format {NAME} allows at most {LONGEST_LINK} characters"
        )
    return link + "\n"


def _rules_of(puzzle: Variant) -> dict[str, Any]:
    """Return the fields of a variant's rules."""
    fields: dict[str, Any] = {key: True for key, name in NAMED.items() if name in puzzle.rules}
    if "diagonals" in puzzle.rules:
        fields |= {"diagonal+": True, "diagonal-": True}
    if "windows" in puzzle.rules:
        windows = (
            map(divmod, unit, itertools.repeat(puzzle.n)) for unit in RULES["windows"].units(puzzle.n, ())
        )
        fields["extraregion"] = [{"cells": _names(window)} for window in windows]
    cages = [{"cells": _names(cells), "value": str(total)} for cells, total in puzzle.cages]
    parities = {name: [{"cell": cell} for cell in _names(getattr(puzzle, name))] for name in ("even", "odd")}
    return fields | {name: entries for name, entries in [("killercage", cages), *parities.items()] if entries}


def _names(cells: Iterable[tuple[int, int]]) -> list[str]:
    return [name_of(r, c) for r, c in cells]


BOTH = Both(_parse, _format)
