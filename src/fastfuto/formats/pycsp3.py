"""JSON data of the PyCSP3 model: ``{"size", "numHints": [{"row", "col", "number"}], "opHints": [...]}``."""

from __future__ import annotations

import json
from typing import Any

from ..model import MAX_VALUES
from ..puzzles import Futoshiki
from ..puzzles.fields import FieldReader, kind_of, shown
from ..puzzles.futoshiki import relation
from .codec import Both, check_held
from .futoshikis import Pairs
from .json import decode
from .tokens import Reader

NAME = "pycsp3"
_KEYS = ("size", "numHints", "opHints")
_NUMBER_KEYS = ("row", "col", "number")
_SIGN_KEYS = ("row", "col", "lessThan", "horizontal")


def _parse(text: str) -> Futoshiki:
    scan = Reader(text)
    reader = FieldReader(scan)
    fields = _object(reader, "the text", decode(scan), _KEYS)
    n = reader.number("size", fields, MAX_VALUES)
    clues = [[0] * n for _ in range(n)]
    for k, item in enumerate(reader.items("numHints", fields["numHints"])):
        path = f"numHints[{k}]"
        hint = _object(reader, path, item, _NUMBER_KEYS)
        r, c, value = (reader.whole(f"{path}.{key}", hint[key]) for key in _NUMBER_KEYS)
        if not (0 <= r < n and 0 <= c < n):
            reader.reject(path, f"{path}: the cell is outside the {n} x {n} grid")
        if clues[r][c] not in (0, value):
            reader.reject(path, f"{path}: row {r + 1}, column {c + 1} has two numbers")
        clues[r][c] = value
    pairs = Pairs(scan, n)
    at = max(scan.text.find('"opHints"'), 0)
    for k, item in enumerate(reader.items("opHints", fields["opHints"])):
        path = f"opHints[{k}]"
        hint = _object(reader, path, item, _SIGN_KEYS)
        r, c = (reader.whole(f"{path}.{key}", hint[key]) for key in ("row", "col"))
        for key in ("lessThan", "horizontal"):
            if not isinstance(hint[key], bool):
                reader.reject(path, f"{path}.{key}: expected true or false, found {kind_of(hint[key])}")
        signs = "<>" if hint["horizontal"] else "^v"
        pairs.add(*relation(signs[not hint["lessThan"]], (r, c)), at)
    return Futoshiki(clues, pairs.found)


def _object(reader: FieldReader, path: str, value: Any, keys: tuple[str, ...]) -> dict[str, Any]:
    """Check that a value is an object with these keys."""
    if not isinstance(value, dict):
        reader.reject(path, f"{path}: expected an object, found {kind_of(value)}")
    for key in value:
        if key not in keys:
            reader.reject(key, f"{path}: unknown key {shown(key)}; the keys are {', '.join(keys)}")
    for key in keys:
        if key not in value:
            reader.reject(path, f"{path}: key {key!r} is missing")
    return value


def _format(puzzle: Futoshiki) -> str:
    check_held(puzzle, NAME)
    numbers = [
        {"row": r, "col": c, "number": clue}
        for r, row in enumerate(puzzle.clues.tolist())
        for c, clue in enumerate(row)
        if clue
    ]
    signs = []
    for lesser, greater in puzzle.inequalities:
        r, c = min(lesser, greater)
        signs.append(
            {"row": r, "col": c, "lessThan": lesser < greater, "horizontal": lesser[0] == greater[0]}
        )
    return json.dumps({"size": puzzle.n, "numHints": numbers, "opHints": signs}) + "\n"


BOTH = Both(_parse, _format)
