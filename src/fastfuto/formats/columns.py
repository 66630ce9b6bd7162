"""Detection of files with columns: JSON lines, csv and Parquet."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Collection, Sequence
from typing import Any, BinaryIO, NamedTuple

from .in_line import span_in_line

PUZZLES = (
    *(
        "puzzle",
        "question",
        "problem",
        "quizzes",
        "puzzles",
        "quiz",
        "grid",
        "board",
        "initial_board",
        "initial",
    ),
    *(
        "initial_state",
        "initial_grid",
        "unsolved",
        "sudoku",
        "futoshiki",
        "given",
        "givens",
        "cells",
        "matrix",
    ),
)
"""Usual names of the column with the puzzle."""
_READ_AHEAD = 1 << 16
"""Bytes of a file that are examined to detect its container."""
_FIRST = 50
"""Most lines of a file that are examined to detect its container."""
_MAGIC, _SMALLEST = b"PAR1", 12
_SUDOKU_EXTREME = b"source,question,answer,rating"
"""The header of files whose lines are puzzles in the format sudoku-extreme."""
_LIST = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[\s*\{")
"""The beginning of a list of JSON objects."""
_SEPARATORS = ",;\t"


class Row(NamedTuple):
    """A row of a file.

    Attributes
    ----------
    number : int
        The last line of the row, or the row number in a file without lines; counted from 1.
    puzzle : str
    answer, level : str or None
        The answer and level in the file.
    """

    number: int
    puzzle: str
    answer: str | None
    level: str | None


class Container(NamedTuple):
    """A file of rows.

    Attributes
    ----------
    file : binary file
    kind : {"json", "jsonl", "csv", "parquet"}
        "json" is a list of objects.
    columns : sequence of str
        The possible names of the column with the puzzle: the name that the caller gave, or the usual names.
    separator : str
        The character between the fields of a csv file.
    """

    file: BinaryIO
    kind: str
    columns: Sequence[str]
    separator: str = ""


def container_of(
    file: BinaryIO, name: str = "", column: str | None = None, *, keeps_lines: bool = True
) -> tuple[BinaryIO, Container | None]:
    """Return a file at its beginning, and its container, or None if it is text.

    With `keeps_lines`, a file whose lines are in the format sudoku-extreme counts as text.

    The suffix of the name counts only if the first line is undecided. In this case, a file is JSON lines if half of its
    first lines are rows, so one damaged line does not make all other lines unreadable. A column that is not a str
    raises a TypeError.
    """
    if not isinstance(column, str | None):
        raise TypeError(f"column must be a string, got {type(column).__name__}")
    names = PUZZLES if column is None else (column.lower(),)
    if not isinstance(file, io.BufferedReader):
        file = io.BufferedReader(_Raw(file), _READ_AHEAD)
    head = file.peek(_READ_AHEAD)
    suffix = os.path.splitext(name)[1].lower()
    if (head.startswith(_MAGIC) and len(head) >= _SMALLEST) or suffix == ".parquet":
        return file, Container(file, "parquet", names)
    if _LIST.match(head) and any(f'"{name}"'.encode() in head.lower() for name in names):
        return file, Container(file, "json", names)
    lines = [line for line in head.removeprefix(b"\xef\xbb\xbf").splitlines() if line.strip()][:_FIRST] or [
        b""
    ]
    kinds = [_kind_of(line, names) for line in lines]
    n_rows = kinds.count("row")
    is_likely = (
        n_rows >= kinds.count("puzzle") if suffix in (".jsonl", ".ndjson") else 2 * n_rows >= len(kinds)
    )
    if kinds[0] == "row" or (kinds[0] == "text" and is_likely):
        return file, Container(file, "jsonl", names)
    if keeps_lines and lines[0].startswith(_SUDOKU_EXTREME):
        return file, None
    first = lines[0].decode("utf-8", "replace")
    for separator in _SEPARATORS:
        columns = [each.strip().strip('"').lower() for each in first.split(separator)]
        if set(columns) & {*names} and (
            _has_one_column(lines)
            if len(columns) == 1
            else separator.encode() in b"".join(lines[1:2] or lines)
        ):
            return file, Container(file, "csv", names, separator if len(columns) > 1 else "\0")
    if column is not None:
        return file, Container(file, "csv", names, ",")
    return file, None


def _has_one_column(lines: list[bytes]) -> bool:
    """Return whether the lines below the first are puzzles, so the first line is the name of their only column."""
    below = [line.decode("utf-8", "replace") for line in lines[1:3]]
    return len(below) > 0 and all(span_in_line(f"x {line}") for line in below)


class _Raw(io.RawIOBase):
    """A binary file that can be buffered."""

    def __init__(self, file: BinaryIO) -> None:
        if not hasattr(file, "read"):
            raise TypeError(f"expected a file name or a binary file, got {type(file).__name__}")
        self._file = file
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._rest or self._file.read(len(buffer))
        if not isinstance(data, bytes):
            raise TypeError(f"expected a file in binary mode, but read() returned {type(data).__name__}")
        data, self._rest = data[: len(buffer)], data[len(buffer) :]
        buffer[: len(data)] = data
        return len(data)


def _kind_of(line: bytes, names: Collection[str]) -> str:
    """Classify a line, which may be cut: a row of JSON lines, a puzzle in fastfuto's JSON, or other text."""
    if not line.lstrip().startswith(b"{"):
        return "text"
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return "row" if any(f'"{name}"'.encode() in line for name in names) else "text"
    if "family" in fields:
        return "puzzle"
    return "row" if any(key.lower() in names for key in fields) else "text"


def need_pyarrow() -> Any:
    """Return the package pyarrow; raise an ImportError that names the extra if it is missing."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError("Parquet files need pyarrow: pip install 'fastfuto[parquet]'") from error
    return pyarrow
