"""JSON objects: ``{"schema": 1, "family": "futoshiki", "n": ..., "clues": ..., "inequalities": ...}``."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from ..errors import ParseError, PuzzleError
from ..model import MAX_VALUES
from ..puzzles import Futoshiki
from ..puzzles.text import Scanner
from .codec import Codec

__all__ = ["CODEC"]

SCHEMA = 1
"""Version of the layout: it goes up when a reader of the old one could misread the new."""

_KEYS = ("schema", "family", "n", "clues", "inequalities")


def _parse(text: str) -> Futoshiki:
    scan = Scanner(text)
    if not scan.found():
        raise scan.error("the text is empty", 0)
    fields = _decode(scan)
    reader = _Reader(scan)
    if not isinstance(fields, dict):
        raise scan.error(f"an object wanted, found {_kind(fields)}")
    for key in fields:
        if key not in _KEYS:
            reader.reject(key, f"unknown key {_shown(key)}; the keys are {', '.join(_KEYS)}")
    for key in _KEYS:
        if key not in fields:
            raise scan.error(f"key {key!r} is missing")
    if reader.whole("schema", fields["schema"]) != SCHEMA:
        reader.reject("schema", f"schema must be {SCHEMA}, found {fields['schema']}")
    if fields["family"] != "futoshiki":
        reader.reject("family", f"family must be 'futoshiki', found {_shown(fields['family'])}")
    n = reader.whole("n", fields["n"])
    if not 1 <= n <= MAX_VALUES:
        reader.reject("n", f"n must be 1 to {MAX_VALUES}, found {n}")
    clues = [
        [
            reader.whole(f"clues[{r}][{c}]", value)
            for c, value in enumerate(reader.items(f"clues[{r}]", row, n))
        ]
        for r, row in enumerate(reader.items("clues", fields["clues"], n))
    ]
    inequalities = []
    for k, pair in enumerate(reader.items("inequalities", fields["inequalities"])):
        path = f"inequalities[{k}]"
        cells = [reader.items(f"{path}[{i}]", cell, 2) for i, cell in enumerate(reader.items(path, pair, 2))]
        (r, c), (r2, c2) = ([reader.whole(f"{path}[{i}]", x) for x in cell] for i, cell in enumerate(cells))
        inequalities.append(((r, c), (r2, c2)))
    try:
        return Futoshiki(clues, inequalities)
    except PuzzleError as error:
        raise reader.error("inequalities", str(error)) from None


def _decode(scan: Scanner) -> Any:
    """Return the JSON value of the text, or say where it is none."""

    def whole(digits: str) -> int:
        if len(digits) > 11:
            reject(digits, "a number must fit 32 bits")
        return int(digits)

    def reject(token: str, why: str = "a whole number wanted") -> NoReturn:
        found = token if len(token) <= 20 else f"a number of {len(token)} characters"
        raise scan.error(f"{why}, found {found}", scan.text.find(token))

    def fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        seen: dict[str, Any] = {}
        for key, value in pairs:
            if key in seen:
                raise scan.error(f"key {_shown(key)} stands twice", scan.text.rfind(json.dumps(key)))
            seen[key] = value
        return seen

    try:
        return json.loads(
            scan.text, object_pairs_hook=fields, parse_int=whole, parse_float=reject, parse_constant=reject
        )
    except json.JSONDecodeError as error:
        raise scan.error(f"this is no JSON: {error.msg}", error.pos) from None
    except RecursionError:
        raise scan.error("this is no puzzle: lists in lists without end") from None


class _Reader:
    """Checks of the parts of a JSON value, whose errors name the path and the place of its first key."""

    def __init__(self, scan: Scanner) -> None:
        self.scan = scan

    def whole(self, path: str, value: object) -> int:
        if type(value) is not int or not -(2**31) <= value < 2**31:
            self.reject(path, f"{path}: a whole number of 32 bits wanted, found {_kind(value)}")
        return value

    def items(self, path: str, value: object, length: int | None = None) -> list[Any]:
        if not isinstance(value, list):
            self.reject(path, f"{path}: a list wanted, found {_kind(value)}")
        if length is not None and len(value) != length:
            self.reject(path, f"{path}: a list of {length} wanted, found {len(value)}")
        return value

    def reject(self, path: str, message: str) -> NoReturn:
        raise self.error(path, message)

    def error(self, path: str, message: str) -> ParseError:
        key = json.dumps(path.partition("[")[0], ensure_ascii=False)
        return self.scan.error(message, max(self.scan.text.find(key), 0))


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", bool: "true or false", type(None): "null"}
    return names.get(type(value)) or _shown(value)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _format(puzzle: Futoshiki) -> str:
    rows = [json.dumps(row) for row in puzzle.clues.tolist()]
    pairs = [json.dumps(pair) for pair in puzzle.inequalities]
    lists = ["[\n    " + ",\n    ".join(lines) + "\n  ]" if lines else "[]" for lines in (rows, pairs)]
    values = [str(SCHEMA), '"futoshiki"', str(puzzle.n), *lists]
    fields = [f'  "{key}": {value}' for key, value in zip(_KEYS, values, strict=True)]
    return "{\n" + ",\n".join(fields) + "\n}\n"


CODEC = Codec("json", _parse, _format, re.compile(r"\s*[\[{]"))
