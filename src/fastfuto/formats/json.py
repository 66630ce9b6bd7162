"""JSON of all families and of raw models: ``{"schema": 1, "family": "futoshiki", "n": ..., "clues": ..., ...}``.

`json_schema` returns the JSON Schema of all these texts, from the file schema.json in this folder.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from ..errors import PuzzleError
from ..model import Model
from ..puzzles import FAMILIES, Puzzle
from ..puzzles.fields import FieldReader, kind_of, shown
from ..puzzles.text import Scanner
from .codec import Both
from .model_fields import FAMILY, MODEL_FIELDS, fields_of, model_of

SCHEMA = 1
"""Version of the layout, which increases when a reader of the old version could misread the new version."""
LONGEST_NUMBER = 11
"""Characters of a number of 32 bits."""
LONGEST_SEED = 20
"""Characters of a seed of 64 bits."""


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of puzzles and models in the format json.

    Returns
    -------
    dict
        The schema, for example for the package ``jsonschema``. The schema describes the structure; only the reader
        checks conditions across fields, such as n rows of n numbers.

    Examples
    --------
    >>> json_schema()["title"]
    'A puzzle or a model of fastfuto'
    """
    from importlib.resources import files  # Importing this module takes longer than importing all formats.

    schema: dict[str, Any] = json.loads(files(__package__).joinpath("schema.json").read_text("utf-8"))
    return schema


def _parse(text: str) -> Puzzle[Any] | Model:
    scan = Scanner(text)
    scan.found()  # Errors of the whole text point to its beginning.
    fields = decode(scan)
    if not isinstance(fields, dict):
        raise scan.error(f"expected a JSON object, found {kind_of(fields)}")
    if "command" in fields and isinstance(fields.get("puzzle"), dict):
        fields = fields["puzzle"]  # The answer of a command.
        _check_numbers(scan, fields)
    reader = FieldReader(scan)
    name = fields.get("family", "futoshiki")
    names = (*FAMILIES, FAMILY)
    if not isinstance(name, str) or name not in names:
        reader.reject("family", f"family must be one of {', '.join(names)}, found {shown(name)}")
    keys = ("schema", "family", *(MODEL_FIELDS if name == FAMILY else FAMILIES[name].json_fields))
    others = () if name == FAMILY else FAMILIES[name].json_optional
    if "command" in fields:
        reader.reject("command", f"this answer of the command {shown(fields['command'])} has no puzzle")
    for key in fields:
        if key not in keys and key not in others:
            reader.reject(key, f"unknown key {shown(key)}; the keys are {', '.join((*keys, *others))}")
    for key in keys:
        if key not in fields:
            raise scan.error(f"the key {key!r} is missing")
    if reader.whole("schema", fields["schema"]) != SCHEMA:
        reader.reject("schema", f"schema must be {SCHEMA}, found {fields['schema']}")
    try:
        if name == FAMILY:
            return model_of(reader, fields)
        puzzle = FAMILIES[name].from_fields(reader, fields)
        has_rules = "rules" in others and any(fields.get(key, []) != [] for key in others)
        if not has_rules:
            return puzzle
        from ..puzzles.variants import Variant  # Few puzzles need it.

        return Variant.from_fields(reader, fields | {"base": puzzle})
    except PuzzleError as error:
        raise reader.error(keys[-1], str(error)) from None


def _check_numbers(scan: Scanner, fields: dict[str, Any]) -> None:
    """Raise a ParseError if the puzzle of an answer has a number that no puzzle can have."""
    waiting: list[Any] = [fields]
    while waiting:
        value = waiting.pop()
        if isinstance(value, float) or (isinstance(value, int) and len(str(value)) > LONGEST_NUMBER):
            at = max(scan.text.find(str(value)), 0)
            raise scan.error(f"expected a whole number that fits in 32 bits, found {value}", at)
        waiting += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def decode(scan: Scanner, *, has_fractions: bool = False) -> Any:
    """Return the JSON value of the text; raise a ParseError for invalid JSON, and for fractions if not allowed."""
    # The answer of a command also has other numbers, such as scores and seeds.
    is_answer = '"command"' in scan.text

    def whole(digits: str) -> int:
        if len(digits) > (LONGEST_SEED if is_answer else LONGEST_NUMBER):
            reject(digits, "a number must fit in 32 bits")
        return int(digits)

    def reject(token: str, why: str = "expected a whole number") -> NoReturn:
        found = token if len(token) <= 20 else f"a number of {len(token)} characters"
        raise scan.error(f"{why}, found {found}", scan.text.find(token))

    def real(token: str) -> float:
        return float(token) if is_answer or has_fractions else reject(token)

    def fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        seen: dict[str, Any] = {}
        for key, value in pairs:
            if key in seen:
                # The search does not find keys with escapes.
                at = max(scan.text.rfind(f'"{key}"'), 0)
                raise scan.error(f"the key {shown(key)} appears twice", at)
            seen[key] = value
        return seen

    try:
        return json.loads(
            scan.text, object_pairs_hook=fields, parse_int=whole, parse_float=real, parse_constant=reject
        )
    except json.JSONDecodeError as error:
        raise scan.error(f"this is not JSON: {error.msg}", error.pos) from None
    except RecursionError:
        raise scan.error("this is not a puzzle: the JSON is nested too deeply") from None


def _format(puzzle: Puzzle[Any] | Model) -> str:
    if isinstance(puzzle, Model):
        fields = {"schema": SCHEMA, "family": FAMILY, **fields_of(puzzle)}
    elif not isinstance(puzzle, Puzzle):
        raise PuzzleError(f"the format json is for puzzles and models, not for {type(puzzle).__name__}")
    elif puzzle.family not in FAMILIES:
        raise PuzzleError(
            f"the format json cannot hold the family {puzzle.family!r}, which is not registered"
        )
    else:
        fields = {"schema": SCHEMA, "family": puzzle.family, **puzzle.fields()}
    lines = [f'  "{key}": {_listed(value)}' for key, value in fields.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _listed(value: Any) -> str:
    """Return JSON text, with one line for each list or object in a list."""
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], (list, tuple, dict)):
        return "[\n    " + ",\n    ".join(map(json.dumps, value)) + "\n  ]"
    return json.dumps(value)


BOTH = Both(_parse, _format)
