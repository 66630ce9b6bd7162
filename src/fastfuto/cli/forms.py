"""Answers in JSON as the contents of a file: JSON, a table or an array."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import numpy as np

from .options import GRIDS


def formed(lines: list[str], suffix: str) -> bytes:
    """Return the contents of a file with this suffix, made from lines with an answer in JSON each.

    A .json file holds one object or a list, a .jsonl file an object in each line, a table a row for each answer, and a
    .npy file the grids of all answers.
    """
    if suffix == ".npy":
        answers = map(json.loads, lines)
        return _array(
            [grid for answer in answers if (grid := answer.get(GRIDS[answer["command"]])) is not None]
        )
    if suffix in (".csv", ".tsv"):
        return _table(lines, "," if suffix == ".csv" else "\t").encode()
    if suffix == ".json":
        return f"{lines[0] if len(lines) == 1 else '[' + ', '.join(lines) + ']'}\n".encode()
    return "".join(f"{line}\n" for line in lines).encode()


def _table(lines: list[str], delimiter: str) -> str:
    """Return a header and a row for each answer, or for each of its solutions; lists and objects are JSON.

    Answers are read twice, because together they would take far more memory than their lines.
    """
    names = list(dict.fromkeys(name for line in lines for row in _rows(line) for name in row))
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(names)
    for line in lines:
        for row in _rows(line):
            values = (row.get(name) for name in names)
            writer.writerow(
                [
                    value if isinstance(value, str) else "" if value is None else json.dumps(value)
                    for value in values
                ]
            )
    return text.getvalue()


def _rows(line: str) -> list[dict[str, Any]]:
    answer: dict[str, Any] = json.loads(line)
    if not isinstance(solutions := answer.get("solutions"), list):
        return [answer]
    return [
        {name: value for name, value in answer.items() if name != "solutions"} | {"solution": each}
        for each in solutions
    ]


def _array(grids: list[Any]) -> bytes:
    """Return the grids as the contents of a .npy file; a single grid has no extra axis."""
    data = io.BytesIO()
    np.save(data, np.array(grids[0] if len(grids) == 1 else grids))
    return data.getvalue()
