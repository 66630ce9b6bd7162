"""The JSON of SudokuPad, which may be shortened: keys without quotes, and short names."""

from __future__ import annotations

import json
import re
from typing import Any

from ..model import Model
from ..puzzles import Puzzle
from ..puzzles.fields import FieldReader, kind_of, shown
from ..puzzles.sudoku import MAX_ROWS
from ..puzzles.text import Scanner
from .links import Link, check_words, fields_of, name_of

_ZIPPED = {
    "a": "arrows",
    "o": "overlays",
    "u": "underlays",
    "l": "lines",
    "re": "regions",
    "ca": "cages",
    "ce": "cells",
    "cs": "cellSize",
    "v": "value",
    "t": "title",
}
_TOKENS = re.compile(
    r"""(?P<text>"(?:\\.|[^"\\])*")|(?<=[,{\[])(?P<key>\w+)(?=:)|(?P<gap>(?<=[,{\[])(?=[,}\]]))"""
    r"""|(?<=:)(?:(?P<colour>\#\w|[0-9a-fA-F]{6})|(?P<flag>[ft]))(?=[,}\]])"""
)
_DRAWINGS = {"lines", "arrows", "underlays", "overlays"}
_CAGES = {"cells", "value", "sum", "unique", "hidden", "type", "style"}
_NOTES = {"title", "author", "rules", "solution", "source", "info", "date", "msgcorrect", "msgincorrect"}
"""What a cage without cells may state before a colon."""


def _unzipped(text: str) -> str:
    """Restore JSON that SudokuPad has shortened, for example by leaving out the quotes of keys."""
    if '"' not in text:
        text = re.sub(r"(?<!\\)\\'", "\0", text).replace("'", '"').replace("\0", "'")

    def usual(token: re.Match[str]) -> str:
        if token["key"] is not None:
            return json.dumps(token["key"])
        if token["gap"] is not None:
            return "{}" if text[token.start() - 1 : token.start() + 1] not in ("{}", "[]") else ""
        if token["flag"] is not None:
            return "true" if token["flag"] == "t" else "false"
        return token["text"] or json.dumps(token["colour"])

    return _TOKENS.sub(usual, text)


def _renamed(scan: Scanner, value: Any) -> Any:
    """Return a value in which the keys have their usual names."""
    if isinstance(value, list):
        return [_renamed(scan, each) for each in value]
    if not isinstance(value, dict):
        return value
    named = dict[str, Any]()
    for key, each in value.items():
        name, found = str(_ZIPPED.get(key, key)), _renamed(scan, each)
        if named.setdefault(name, found) != found:
            raise scan.error(f"the key {shown(name)} has two different values")
    return named


def read_sudokupad(scan: Scanner) -> Puzzle[Any] | Model:
    """Read the JSON of SudokuPad, which may be shortened."""
    if not re.match(r'\s*\{\s*"', scan.text):
        scan = Scanner(_unzipped(scan.text))
    fields = _renamed(scan, fields_of(scan))
    reader = FieldReader(scan)
    known = {"id", "cellSize", "metadata", "settings", "cells", "regions", "cages"}
    for key, value in fields.items():
        if key not in known and value not in ([], {}):
            if key in _DRAWINGS:
                raise scan.error("drawings are not supported, because their meaning is given only in words")
            raise scan.error(f"the key {shown(key)} is not supported")
    for key in ("cells", "regions"):
        if key not in fields:
            raise scan.error(f"the key {key!r} is missing")
    rows = reader.items("cells", fields["cells"])
    if not 1 <= len(rows) <= MAX_ROWS:
        raise scan.error(f"expected 1 to {MAX_ROWS} rows of cells, found {len(rows)}")
    link = Link(reader, len(rows))
    for r, row in enumerate(rows):
        for c, cell in enumerate(reader.items(f"cells[{r}]", row, link.n)):
            path = f"cells[{r}][{c}]"
            if not isinstance(cell, dict) or cell.keys() - {"value"}:
                raise scan.error(
                    f"{path}: expected an object with no key except 'value', found {shown(cell)}"
                )
            link.clues[r, c] = _number(scan, f"{path}.value", cell.get("value", 0), link.n)
    link.regions[:] = -1
    for k, region in enumerate(reader.items("regions", fields["regions"], link.n)):
        for cell in _positions(reader, link, f"regions[{k}]", region):
            if link.regions.flat[cell] != -1:
                raise scan.error(
                    f"regions[{k}]: the cell {name_of(*divmod(cell, link.n))} is in another region too"
                )
            link.regions.flat[cell] = k
    if -1 in (found := link.regions.ravel().tolist()):
        raise scan.error(f"regions: the cell {name_of(*divmod(found.index(-1), link.n))} is in no region")
    rules = _read_cages(scan, reader, link, fields.get("cages", []))
    metadata = fields.get("metadata", {})
    if not isinstance(metadata, dict):
        raise scan.error(f"metadata: expected an object, found {kind_of(metadata)}")
    told = metadata.get("rules", [])
    rules += map(str, told if isinstance(told, list) else [told])
    check_words(reader, link, " ".join(rules), fields)
    return link.puzzle()


def _number(scan: Scanner, path: str, value: object, most: int) -> int:
    """Return a number, which may be in a string."""
    if isinstance(value, str) and re.fullmatch("[0-9]{1,9}", value):
        value = int(value)
    if type(value) is not int or not 0 <= value <= most:
        raise scan.error(f"{path}: expected a number from 0 to {most}, found {shown(value)}")
    return value


def _positions(reader: FieldReader, link: Link, path: str, value: object) -> list[int]:
    """Return the numbers of cells in a list of [row, column], counted from 0."""
    return [link.cell(path, name_of(r, c)) for r, c in reader.numbers(path, value, (None, 2))]


def _read_cages(scan: Scanner, reader: FieldReader, link: Link, value: object) -> list[str]:
    """Read cages and return the rules in words, which are in cages without cells."""
    rules = []
    for k, cage in enumerate(reader.items("cages", value)):
        path = f"cages[{k}]"
        if not isinstance(cage, dict):
            raise scan.error(f"{path}: expected an object, found {kind_of(cage)}")
        if not cage.get("cells"):
            kind, colon, text = str(cage.get("value", "")).partition(":")
            rules += [text] if kind.strip().lower() == "rules" else []
            if colon and re.fullmatch("[a-z]+", kind) and kind not in _NOTES:
                raise scan.error(f"{path}: the text {shown(cage['value'])} without cells may be a rule")
            continue
        totals = [cage[key] for key in ("sum", "value") if cage.get(key) not in (None, "")]
        if len({*map(str, totals)}) > 1:
            raise scan.error(f"{path}: the sum is {shown(totals[0])}, but the value is {shown(totals[1])}")
        total = totals[0] if totals else ""
        if not isinstance(cage.get("unique", False), bool):
            raise scan.error(f"{path}.unique: expected true or false, found {kind_of(cage['unique'])}")
        if unknown := cage.keys() - _CAGES:
            raise scan.error(f"{path}: a Model cannot hold a cage with {shown(min(unknown))}")
        if total == "" and not cage.get("unique"):
            raise scan.error(f"{path}: a cage must have a total or be unique")
        cells = _positions(reader, link, f"{path}.cells", cage["cells"])
        if cage.get("unique"):
            link.add_cage(path, cells, total)
        else:
            link.add_sum(path, cells, total)
    return rules
