"""Files of rows with columns: JSON lines, csv and Parquet. Here is known which column holds what."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from ..errors import ParseError

__all__ = ["Container", "Row", "container_of", "need_pyarrow"]

_PUZZLES = ("puzzle", "question", "problem", "quizzes", "puzzles", "grid")
_ANSWERS = ("answer", "solution", "solutions")
_LEVELS = ("level",)
_METADATA = "metadata"
_READ_AHEAD = 1 << 16
"""Bytes of a file by which it is told what is in it."""
_BATCH = 4096
"""Rows of a Parquet file that are in memory together."""
_LONGEST_FIELD = 1 << 24
"""Most characters of a field of a csv file."""
_MAGIC = b"PAR1"


class Row(NamedTuple):
    """A row of a file.

    Attributes
    ----------
    number : int
        The line in which it ends, or the number of the row in a file without lines; from 1 on.
    puzzle : str
    answer, level : str or None
        What the file gives as the answer, and as the level.
    """

    number: int
    puzzle: str
    answer: str | None
    level: str | None


class Container:
    """A file of rows.

    Parameters
    ----------
    file : binary file
    kind : {"jsonl", "csv", "parquet"}
    """

    def __init__(self, file: BinaryIO, kind: str) -> None:
        self._file = file
        self.kind: str = kind

    def rows(self) -> Iterator[Row | ParseError]:
        """Yield the rows, and an error for each one that has no puzzle."""
        read = {"jsonl": _json_rows, "csv": _csv_rows, "parquet": _parquet_rows}[self.kind]
        return read(self._file)


def container_of(file: BinaryIO, name: str = "") -> tuple[BinaryIO, Container | None]:
    """Return a file from its beginning on, and the container that it is, or None if it is text.

    The name tells by its suffix; what is in the file decides.
    """
    if not isinstance(file, io.BufferedReader):
        file = io.BufferedReader(_Raw(file), _READ_AHEAD)
    head = file.peek(_READ_AHEAD)
    suffix = os.path.splitext(name)[1].lower()
    if head.startswith(_MAGIC) or suffix == ".parquet":
        return file, Container(file, "parquet")
    first = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    line = first[: first.find(b"\n") if b"\n" in first else len(first)]
    if _is_row(line, suffix in (".jsonl", ".ndjson")):
        return file, Container(file, "jsonl")
    columns = [each.strip().strip('"').lower() for each in line.decode("utf-8", "replace").split(",")]
    if len(columns) > 1 and set(columns) & {*_PUZZLES}:
        return file, Container(file, "csv")
    return file, None


class _Raw(io.RawIOBase):
    """Any binary file as one that can be buffered."""

    def __init__(self, file: BinaryIO) -> None:
        if not hasattr(file, "read"):
            raise TypeError(f"expected the name of a file or a binary file, got {type(file).__name__}")
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._file.read(len(buffer))
        if not isinstance(data, bytes):
            raise TypeError(f"expected a binary file, but reading gave {type(data).__name__}")
        buffer[: len(data)] = data
        return len(data)


def _is_row(line: bytes, is_expected: bool) -> bool:
    """Return whether a line, which may be cut, is a row of JSON lines, and no puzzle as fastfuto writes it."""
    if not line.startswith(b"{"):
        return is_expected
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return is_expected or any(f'"{name}"'.encode() in line for name in _PUZZLES)
    return "family" not in fields and (is_expected or any(name in fields for name in _PUZZLES))


def _json_rows(file: BinaryIO) -> Iterator[Row | ParseError]:
    """Yield the rows of a file of JSON objects, one a line."""
    for number, line in enumerate(file, 1):
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if not line.strip():
            continue
        try:
            fields = json.loads(line.decode())
        except (ValueError, RecursionError) as error:
            message = f"this is not JSON: {error}"
            yield _error(message, number, line.decode("utf-8", "replace"), getattr(error, "colno", 1))
            continue
        if not isinstance(fields, dict):
            yield _error("expected a JSON object", number, line.decode("utf-8", "replace"))
            continue
        yield _row(fields, number)


def _csv_rows(file: BinaryIO) -> Iterator[Row | ParseError]:
    """Yield the rows of a csv file, whose first line names the columns."""
    text = io.TextIOWrapper(file, encoding="utf-8-sig", errors="replace", newline="")
    limit = csv.field_size_limit(_LONGEST_FIELD)
    try:
        reader = csv.reader(text)
        names = [name.strip().lower() for name in next(reader)]
        while True:
            try:
                fields = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                yield _error(f"this is not csv: {error}", reader.line_num, "")
                continue
            if fields:
                yield _row(dict(zip(names, fields, strict=False)), reader.line_num)
    finally:
        csv.field_size_limit(limit)
        text.detach()


def _parquet_rows(file: BinaryIO) -> Iterator[Row | ParseError]:
    """Yield the rows of a Parquet file."""
    pyarrow = need_pyarrow()
    source = file if file.seekable() else io.BytesIO(file.read())
    try:
        opened = pyarrow.parquet.ParquetFile(source)
        known = {*_PUZZLES, *_ANSWERS, *_LEVELS, _METADATA}
        names = [name for name in opened.schema_arrow.names if name in known]
        number = 0
        for batch in opened.iter_batches(batch_size=_BATCH, columns=names):
            for fields in batch.to_pylist():
                number += 1
                yield _row(fields, number)
    except pyarrow.ArrowException as error:
        raise OSError(f"this is not a Parquet file: {error}") from None


def need_pyarrow() -> Any:
    """Return the package pyarrow, or say how to install it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError("Parquet files need pyarrow: pip install 'fastfuto[parquet]'") from error
    return pyarrow


def _row(fields: dict[str, Any], number: int) -> Row | ParseError:
    """Return the row with these columns."""
    metadata, answer = fields.get(_METADATA), fields.get(_ANSWERS[0])
    if type(metadata) is dict and type(puzzle := metadata.get("puzzle")) is str and type(answer) is str:
        return Row(number, puzzle, answer or None, metadata.get("level"))  # As `Task.to_json` writes it.
    if isinstance(metadata, str) and metadata.startswith("{"):
        try:
            metadata = json.loads(metadata)
        except (ValueError, RecursionError):
            metadata = None
    inner = metadata if isinstance(metadata, dict) else {}
    # A puzzle that programs have written is easier to read than a question.
    puzzle = inner.get("puzzle")
    if not isinstance(puzzle, str):
        puzzle = next((fields[name] for name in _PUZZLES if isinstance(fields.get(name), str)), None)
    if puzzle is None:
        return _error(
            f"there is no column with a puzzle, such as {_PUZZLES[0]!r} or {_PUZZLES[1]!r}", number, ""
        )
    answer = next((fields[name] for name in _ANSWERS if fields.get(name) not in (None, "")), None)
    if answer is not None and not isinstance(answer, str):
        answer = json.dumps(answer, default=str)
    level = inner.get("level", fields.get("level"))
    return Row(number, puzzle, answer, level if isinstance(level, str) else None)


def _error(message: str, line: int, source: str, column: int = 1) -> ParseError:
    return ParseError(message, line=line, column=column, source=source.rstrip("\n")[:_READ_AHEAD])
