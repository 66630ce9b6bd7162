"""Answers in JSON as the contents of a file: JSON, a table or an array."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import numpy as np

from .options import GRIDS


def formed(answers: list[dict[str, Any]], suffix: str) -> bytes:
    """Return the contents of a file with this suffix, or nothing if there are no answers.

    A .json file holds one object or a list, a .jsonl file an object in each line, a table a row for each answer, and a
    .npy file the grids of all answers.
    """
    if not answers:
        return b""
    if suffix == ".npy":
        return _array(
            [grid for answer in answers if (grid := answer.get(GRIDS[answer["command"]])) is not None]
        )
    if suffix in (".csv", ".tsv"):
        return _table(answers, "," if suffix == ".csv" else "\t").encode()
    if suffix == ".json":
        return f"{json.dumps(answers[0] if len(answers) == 1 else answers)}\n".encode()
    return "".join(f"{json.dumps(answer)}\n" for answer in answers).encode()


def _table(answers: list[dict[str, Any]], delimiter: str) -> str:
    """Return a header and a row for each answer, or for each of its solutions; lists and objects are JSON."""
    answers = [row for answer in answers for row in _rows(answer)]
    names = list(dict.fromkeys(name for answer in answers for name in answer))
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(names)
    for answer in answers:
        values = (answer.get(name) for name in names)
        writer.writerow(
            [
                value if isinstance(value, str) else "" if value is None else json.dumps(value)
                for value in values
            ]
        )
    return text.getvalue()


def _rows(answer: dict[str, Any]) -> list[dict[str, Any]]:
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
