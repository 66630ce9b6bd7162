"""The fields of a row: which of them is the puzzle, and which may have rules that the puzzle does not state."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from ..errors import ParseError
from ..puzzles.fields import shown
from .codec import MAX_TEXT
from .columns import PUZZLES, Row
from .related import with_relations
from .unwrapping import SUDOKU_VARIANTS, VARIANTS

TOO_LONG: Final = f"a row cannot take more than {MAX_TEXT} characters"

_ANSWERS = ("answer", "solution", "solutions", "solved_board", "solved")
_RULES = re.compile(
    r"(?<![a-z])(?:areas?|arrows?|blocks?|boxes|cages?|comparisons?|constraints?|diagonals?|dots|edges|greater|gt"
    r"|inequalit\w+|killer|kropki|layout|less|lt|regions?|relations?|rules?|signs?|sums?|thermo)(?:[_-]?than|s|metal|meters?)?(?![a-z])"
)
"""Names of columns that may hold rules of a puzzle."""
_BARE = re.compile(r"(?:[\s0-9.,;_*xX?#|/\[\](){}'\"-]|None|null|NaN|nan|[A-Za-z][\w.:]*!?(?=[\[(]))+")
"""A puzzle that has only numbers, blank cells, and perhaps the types of lists."""
_PAIR = r"[\[(]\s*[0-9]+\s*,\s*[0-9]+\s*[\])]"
_NAMED = r"(?:\w+['\"]?\s*:\s*)?"
_RELATION = re.compile(
    r"(?:[A-Za-z][0-9]+|\bR[0-9]+C[0-9]+|[0-9]\s*[\])])['\"]?\s*,?\s*['\"]?[<>]"
    rf"|[\[({{]\s*['\"]?{_NAMED}{_PAIR}\s*,\s*['\"]?{_NAMED}{_PAIR}\s*[\])}}]",
    re.IGNORECASE,
)
"""Two cells, or a cell and a sign: a relation in a column of any name."""
_ONLY_SIGNS = re.compile(r"(?=[^<>^]*[<>^])[\s<>^v.,;|_\[\](){}'\"-]+")
"""Signs without cells."""
_WORDS = re.compile(r"[\s\[\](){},'\"]*(?:[^\W\d][^\W\d_ -]{2,}[\s\[\](){},'\":]*)*")
"""A list of words."""
_SIZES = re.compile(
    "size|shape|dim|count|number|rating|score|difficult|level|seed|time|date|source|hash|version|^id|_id$"
)
"""Names of columns whose lists of numbers are no rules."""
_LONG_RUN = re.compile("[0-9a-z.]{16,}")
_CELL = re.compile("[0-9]+|[._]|None|null")
_USUAL_KINDS = (
    "classic",
    "standard",
    "normal",
    "regular",
    "vanilla",
    "basic",
    "default",
    "sudoku",
    "futoshiki",
    "latin square",
)
_METADATA = "metadata"
_NO_RULES = frozenset((*PUZZLES, *_ANSWERS, _METADATA, "hardest", "technique", "techniques"))
"""Columns without rules."""
_KINDS = ("category", "kind", "mode", "name", "ruleset", "tags", "title", "type", "variant", "variants")
"""Columns that may name a variant."""
_PROSE = ("comment", "description", "instructions", "note", "notes", "rules")
"""Columns with long texts that may describe a variant."""
_NOTHING = frozenset(("", "0", "false", "no", "none", "null", "[]", "{}", "-"))
_LONGEST_NAME = 60
"""Most characters of a puzzle's name or kind."""
_SHOWN = 1 << 16
"""Most characters of a row that an error quotes."""


def fields_of(pairs: Sequence[tuple[str, Any]]) -> dict[str | None, Any]:
    """Return fields, and with the name None the names and values of which a later field has another value."""
    fields: dict[str | None, Any] = dict(pairs)
    if len(fields) < len(pairs):
        fields[None] = [(name, value) for name, value in pairs if value != fields[name]]
    return fields


def is_used(name: str, columns: Collection[str]) -> bool:
    """Return whether a column of a Parquet file may be of use; others may be large, and are not decoded."""
    return name in (*columns, *_ANSWERS, "level", _METADATA, *_KINDS, *_PROSE) or any(
        pattern.search(name) for pattern in (_RULES, SUDOKU_VARIANTS)
    )


def _rules_beside(fields: Iterable[tuple[str, Any]], puzzle: str) -> str | None:
    """Return the column that may have rules of the puzzle or name a variant, or None."""
    others = [(name, value) for name, value in fields if name not in _NO_RULES]
    if not others or puzzle.lstrip().startswith("{"):
        return None
    is_bare = _BARE.fullmatch(puzzle) is not None
    variants = SUDOKU_VARIANTS if is_bare else VARIANTS
    for name, value in others:
        text = str(value).strip().lower()
        if text in _NOTHING:
            continue
        if is_bare and (
            (_RULES.search(name) and re.search("[^0-9.]", text))
            or _RELATION.search(text)
            or _ONLY_SIGNS.fullmatch(text)
            or (_is_list(name, text) and not _agrees(puzzle, text))
        ):
            return name
        said = name if text in ("1", "true", "yes") else text
        is_named = name in ("variant", "variants") and text not in _USUAL_KINDS
        if is_named or (len(said) <= _LONGEST_NAME and "://" not in said and variants.search(said)):
            return name
        if name in _PROSE and VARIANTS.search(text):
            return name
    return None


def _is_list(name: str, text: str) -> bool:
    """Return whether a field is a list with anything but words, or a run of many cells."""
    is_list = text[0] in "[({" and not _WORDS.fullmatch(text)
    return (is_list and not _SIZES.search(name)) or _LONG_RUN.fullmatch(text) is not None


def _agrees(puzzle: str, text: str) -> bool:
    """Return whether a text is a filled grid with the values of the puzzle, such as its solution."""
    cells, values = (_CELL.findall(each) for each in (puzzle, text))
    if len(values) == 1:
        cells, values = list("".join(cells)), list(values[0])
    elif any(len(cell) > 2 for cell in cells):
        cells = list("".join(cells))
    n, counts = math.isqrt(len(values)), Counter(values)
    return len(cells) == len(values) and all(
        counts[value] == n and value.isdigit() and cell in (value, "0", ".", "_", "None", "null")
        for cell, value in zip(cells, values, strict=True)
    )


def inner_fields(fields: dict[Any, Any], columns: Sequence[str]) -> dict[Any, Any]:
    """Return the fields of a puzzle in the only object within others, as the answers of services have it."""
    while columns is PUZZLES and not {str(key).lower() for key in fields} & {*columns, _METADATA, "family"}:
        if isinstance(fields.get("value"), list):
            return {"grid" if key == "value" else key: value for key, value in fields.items()}
        values = [each[0] if isinstance(each, list) and len(each) == 1 else each for each in fields.values()]
        inner = [value for value in values if isinstance(value, dict)]
        if len(inner) != 1 or any(isinstance(value, list) for value in values):
            break
        fields = {key: value for key, value in fields.items() if isinstance(value, str)} | inner[0]
    return fields


def row_from(given: dict[Any, Any], number: int, columns: Sequence[str]) -> Row | ParseError:
    """Return the row with these fields; the puzzle is in the first of `columns` that the row has."""
    inside = inner_fields(given, columns)
    fields: dict[Any, Any] = fields_of(
        [(key.lower(), value) for key, value in inside.items() if key is not None]
    )
    repeated = [(name.lower(), value) for name, value in (*inside.get(None, ()), *fields.pop(None, ()))]
    for name, _ in repeated:
        if name in (*columns, *_ANSWERS, _METADATA):
            return row_error(f"{shown(name)} has several values", number, "")
    metadata, answer = fields.get(_METADATA), fields.get(_ANSWERS[0])
    if type(metadata) is dict and type(puzzle := metadata.get("puzzle")) is str and type(answer) is str:
        return Row(number, puzzle, answer or None, metadata.get("level"))  # A task from `Task.to_json`.
    if isinstance(metadata, str) and metadata.startswith("{"):
        try:
            metadata = json.loads(metadata)
        except (ValueError, RecursionError):
            metadata = None
    inner = metadata if isinstance(metadata, dict) else {}
    # A puzzle in a format is easier to read than a question.
    puzzle = inner.get("puzzle") if columns is PUZZLES else None
    if not isinstance(puzzle, str):
        puzzle = next((fields[name] for name in columns if _may_be_puzzle(fields.get(name))), None)
    if puzzle is None:
        what = "with a puzzle, such as 'puzzle' or 'question'" if columns is PUZZLES else repr(columns[0])
        named = (
            "name it with column (--column)"
            if columns is PUZZLES
            else f"the columns are {', '.join(map(repr, fields))}"
        )
        return row_error(f"there is no column {what}; {named}", number, "")
    if not isinstance(puzzle, str):
        puzzle = json.dumps(puzzle, default=str)
    rules = _rules_beside((*fields.items(), *repeated), puzzle) if columns is PUZZLES else None
    if rules is not None:
        read = None if repeated or "sudoku" in str(fields).lower() else with_relations(puzzle, fields)
        if read is None or _rules_beside(read[1].items(), puzzle) is not None:
            why = "write them below the grid, such as A1 < A2, or name the puzzle's column (--column) to leave them out"
            return row_error(f"the column {rules!r} may have rules of this puzzle: {why}", number, "")
        puzzle = read[0]
    answer = next((fields[name] for name in _ANSWERS if fields.get(name) not in (None, "")), None)
    if answer is not None and not isinstance(answer, str):
        answer = json.dumps(answer, default=str)
    level = inner.get("level", fields.get("level"))
    return Row(number, puzzle, answer, level if isinstance(level, str) else None)


def _may_be_puzzle(value: Any) -> bool:
    """Return whether a field is a text, a list, or an object in the format json."""
    return isinstance(value, (str, list)) or (isinstance(value, dict) and "family" in value)


def row_error(message: str, line: int, source: str, column: int = 1) -> ParseError:
    """Return the error of a row with this source."""
    return ParseError(message, line=line, column=column, source=source.rstrip("\n")[:_SHOWN])
