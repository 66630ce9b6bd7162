"""JSON objects, ``{"schema": 1, "family": "futoshiki", "n": ..., "clues": ..., "inequalities": ...}``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from ..errors import ParseError, PuzzleError
from ..model import MAX_VALUES
from ..puzzles import ExactCover, Futoshiki, Kakuro, LatinSquare, Permutations, Puzzle, Sudoku
from ..puzzles.futoshiki import Inequality
from ..puzzles.text import Scanner
from .codec import Codec

__all__ = ["CODEC"]

SCHEMA = 1
"""Version of the layout: it goes up when a reader of the old one could misread the new."""


def _parse(text: str) -> Puzzle:
    scan = Scanner(text)
    if not scan.found():
        raise scan.error("the text is empty", 0)
    fields = _decode(scan)
    reader = _Reader(scan)
    if not isinstance(fields, dict):
        raise scan.error(f"an object wanted, found {_kind(fields)}")
    family = fields.get("family", "futoshiki")
    if not isinstance(family, str) or family not in _FAMILIES:
        reader.reject("family", f"family must be one of {', '.join(_FAMILIES)}, found {_shown(family)}")
    keys, build, _ = _FAMILIES[family]
    for key in fields:
        if key not in ("schema", "family", *keys):
            reader.reject(key, f"unknown key {_shown(key)}; the keys are schema, family, {', '.join(keys)}")
    for key in ("schema", "family", *keys):
        if key not in fields:
            raise scan.error(f"key {key!r} is missing")
    if reader.whole("schema", fields["schema"]) != SCHEMA:
        reader.reject("schema", f"schema must be {SCHEMA}, found {fields['schema']}")
    try:
        return build(reader, fields)
    except PuzzleError as error:
        raise reader.error(keys[-1], str(error)) from None


def _futoshiki(reader: _Reader, fields: dict[str, Any]) -> Futoshiki:
    return Futoshiki(reader.grid("clues", fields), reader.inequalities(fields))


def _sudoku(reader: _Reader, fields: dict[str, Any]) -> Sudoku:
    clues, regions = reader.grid("clues", fields), reader.grid("regions", fields)
    return Sudoku(clues, regions=regions, inequalities=reader.inequalities(fields))


def _latin(reader: _Reader, fields: dict[str, Any]) -> LatinSquare:
    return LatinSquare(reader.grid("clues", fields))


def _kakuro(reader: _Reader, fields: dict[str, Any]) -> Kakuro:
    rows: list[list[Any]] = []
    for r, row in enumerate(reader.items("rows", fields["rows"])):
        rows.append([])
        for c, entry in enumerate(reader.items(f"rows[{r}]", row)):
            path = f"rows[{r}][{c}]"
            if isinstance(entry, list):
                down, right = (reader.whole(path, total) for total in reader.items(path, entry, 2))
                rows[-1].append((down, right))
            else:
                rows[-1].append(None if entry is None else reader.whole(path, entry))
    return Kakuro(rows)


def _permutations(reader: _Reader, fields: dict[str, Any]) -> Permutations:
    lists = {
        key: [
            tuple(reader.whole(f"{key}[{k}]", x) for x in reader.items(f"{key}[{k}]", pair, 2))
            for k, pair in enumerate(reader.items(key, fields[key]))
        ]
        for key in ("forbidden", "order")
    }
    return Permutations(reader.whole("n", fields["n"]), **lists)  # type: ignore[arg-type]


def _exact_cover(reader: _Reader, fields: dict[str, Any]) -> ExactCover:
    options = fields["options"]
    named = options.values() if isinstance(options, dict) else reader.items("options", options)
    for k, option in enumerate(named):
        if not isinstance(option, dict):
            for item in reader.items(f"options[{k}]", option):
                reader.name(f"options[{k}]", item)
        else:
            for colour in option.values():
                reader.name(f"options[{k}]", "" if colour is None else colour)
    for key in ("primary", "secondary"):
        for item in reader.items(key, fields[key]):
            reader.name(key, item)
    return ExactCover(options, primary=fields["primary"], secondary=fields["secondary"])


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

    def name(self, path: str, value: object) -> None:
        """Check that a value can name an item or a colour."""
        if not isinstance(value, str) and (type(value) is not int):
            self.reject(path, f"{path}: a text or a whole number wanted, found {_kind(value)}")

    def grid(self, key: str, fields: dict[str, Any]) -> list[list[int]]:
        """Return n rows of n numbers."""
        n = self.whole("n", fields["n"])
        if not 1 <= n <= MAX_VALUES:
            self.reject("n", f"n must be 1 to {MAX_VALUES}, found {n}")
        return [
            [
                self.whole(f"{key}[{r}][{c}]", value)
                for c, value in enumerate(self.items(f"{key}[{r}]", row, n))
            ]
            for r, row in enumerate(self.items(key, fields[key], n))
        ]

    def inequalities(self, fields: dict[str, Any]) -> list[Inequality]:
        inequalities = []
        for k, pair in enumerate(self.items("inequalities", fields["inequalities"])):
            path = f"inequalities[{k}]"
            cells = [self.items(f"{path}[{i}]", cell, 2) for i, cell in enumerate(self.items(path, pair, 2))]
            (r, c), (r2, c2) = ([self.whole(f"{path}[{i}]", x) for x in cell] for i, cell in enumerate(cells))
            inequalities.append(((r, c), (r2, c2)))
        return inequalities

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


def _format(puzzle: Puzzle) -> str:
    name = next(name for name, (_, _, family) in _FAMILIES.items() if type(puzzle) is family)
    fields: dict[str, Any] = {"schema": SCHEMA, "family": name}
    for key in _FAMILIES[name][0]:
        if isinstance(puzzle, ExactCover) and key in ("primary", "secondary", "options"):
            fields[key] = _of_cover(puzzle, key)
        else:
            value = getattr(puzzle, key)
            fields[key] = value.tolist() if isinstance(value, np.ndarray) else value
    lines = [f'  "{key}": {_listed(value)}' for key, value in fields.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _of_cover(cover: ExactCover, key: str) -> Any:
    if any(not isinstance(item, (str, int)) or isinstance(item, bool) for item in cover.items):
        raise PuzzleError("json holds items that are texts or whole numbers")
    if key != "options":
        return cover.items[: cover.n_primary] if key == "primary" else cover.items[cover.n_primary :]
    if cover.names is None:
        return cover.options
    if any(not isinstance(name, str) for name in cover.names):
        raise PuzzleError("json holds names that are texts")
    return dict(zip(cover.names, cover.options, strict=True))


def _listed(value: Any) -> str:
    """Return JSON text; a list of lists has a line for each."""
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], (list, tuple)):
        return "[\n    " + ",\n    ".join(map(json.dumps, value)) + "\n  ]"
    return json.dumps(value)


_FAMILIES: dict[str, tuple[tuple[str, ...], Callable[[_Reader, dict[str, Any]], Puzzle], type[Puzzle]]] = {
    "futoshiki": (("n", "clues", "inequalities"), _futoshiki, Futoshiki),
    "sudoku": (("n", "clues", "regions", "inequalities"), _sudoku, Sudoku),
    "latin_square": (("n", "clues"), _latin, LatinSquare),
    "kakuro": (("rows",), _kakuro, Kakuro),
    "permutations": (("n", "forbidden", "order"), _permutations, Permutations),
    "exact_cover": (("primary", "secondary", "options"), _exact_cover, ExactCover),
}
"""Names of the families: what else the object has, who builds the puzzle, and its class."""

CODEC = Codec("json", Puzzle, _parse, _format, re.compile(r"\s*[\[{]"))
