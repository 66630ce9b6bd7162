"""JSON objects of all families, ``{"schema": 1, "family": "futoshiki", "n": ..., "clues": ..., ...}``."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from ..errors import PuzzleError
from ..puzzles import FAMILIES, Puzzle
from ..puzzles.fields import FieldReader, kind_of, shown
from ..puzzles.text import Scanner
from .codec import Codec

__all__ = ["CODEC"]

SCHEMA = 1
"""Version of the layout: it goes up when a reader of the old one could misread the new."""


def _parse(text: str) -> Puzzle[Any]:
    scan = Scanner(text)
    if not scan.found():
        raise scan.error("the text is empty", 0)
    fields = _decode(scan)
    if not isinstance(fields, dict):
        raise scan.error(f"expected an object, found {kind_of(fields)}")
    reader = FieldReader(scan)
    name = fields.get("family", "futoshiki")
    if not isinstance(name, str) or name not in FAMILIES:
        reader.reject("family", f"family must be one of {', '.join(FAMILIES)}, found {shown(name)}")
    family = FAMILIES[name]
    keys = ("schema", "family", *family.json_fields)
    for key in fields:
        if key not in keys:
            reader.reject(key, f"unknown key {shown(key)}; the keys are {', '.join(keys)}")
    for key in keys:
        if key not in fields:
            raise scan.error(f"key {key!r} is missing")
    if reader.whole("schema", fields["schema"]) != SCHEMA:
        reader.reject("schema", f"schema must be {SCHEMA}, found {fields['schema']}")
    try:
        return family.from_fields(reader, fields)
    except PuzzleError as error:
        raise reader.error(keys[-1], str(error)) from None


def _decode(scan: Scanner) -> Any:
    """Return the JSON value of the text, or say where it is not one."""

    def whole(digits: str) -> int:
        if len(digits) > 11:
            reject(digits, "a number must fit 32 bits")
        return int(digits)

    def reject(token: str, why: str = "expected a whole number") -> NoReturn:
        found = token if len(token) <= 20 else f"a number of {len(token)} characters"
        raise scan.error(f"{why}, found {found}", scan.text.find(token))

    def fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        seen: dict[str, Any] = {}
        for key, value in pairs:
            if key in seen:
                # A key that is written with escapes is not found.
                at = max(scan.text.rfind(f'"{key}"'), 0)
                raise scan.error(f"key {shown(key)} stands twice", at)
            seen[key] = value
        return seen

    try:
        return json.loads(
            scan.text, object_pairs_hook=fields, parse_int=whole, parse_float=reject, parse_constant=reject
        )
    except json.JSONDecodeError as error:
        raise scan.error(f"this is not JSON: {error.msg}", error.pos) from None
    except RecursionError:
        raise scan.error("this is not a puzzle: its lists are nested too deeply") from None


def _format(puzzle: Puzzle[Any]) -> str:
    fields = {"schema": SCHEMA, "family": puzzle.family, **puzzle.fields()}
    lines = [f'  "{key}": {_listed(value)}' for key, value in fields.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _listed(value: Any) -> str:
    """Return JSON text; a list of lists has a line for each of them."""
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], (list, tuple)):
        return "[\n    " + ",\n    ".join(map(json.dumps, value)) + "\n  ]"
    return json.dumps(value)


CODEC = Codec("json", Puzzle, _parse, _format, re.compile(r"\s*[\[{]"))
