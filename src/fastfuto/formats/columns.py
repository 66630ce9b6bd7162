"""Readers of files with columns (JSON lines, csv and Parquet), and the meaning of the columns."""

from __future__ import annotations

import csv
import io
import itertools
import json
import os
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, BinaryIO, NamedTuple

from ..errors import ParseError
from .codec import MAX_TEXT
from .in_line import span_in_line
from .lines import FileLines
from .unwrapping import SUDOKU_VARIANTS, VARIANTS

_PUZZLES = (
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
_ANSWERS = ("answer", "solution", "solutions", "solved_board", "solved")
_LEVELS = ("level",)
_RULES = re.compile(
    r"(?<![a-z])(?:arrows?|boxes|cages?|comparisons?|constraints?|diagonals?|edges|greater|gt|inequalit\w+|killer|less|lt"
    r"|regions?|relations?|rules?|signs?|sums?|thermo)(?:[_-]?than|s|metal|meters?)?(?![a-z])"
)
"""Names of columns that may hold rules of a puzzle."""
_BARE = re.compile(r"(?:[\s0-9.,;_*xX?#|/\[\](){}'\"-]|None|null|NaN|nan)+")
"""A puzzle that has only numbers and blank cells."""
_METADATA = "metadata"
_NO_RULES = frozenset((*_PUZZLES, *_ANSWERS, _METADATA, "hardest", "technique", "techniques"))
"""Columns without rules."""
_KINDS = ("category", "kind", "mode", "name", "ruleset", "tags", "title", "type", "variant", "variants")
"""Columns of a Parquet file that are decoded because they may name a variant."""
_NOTHING = frozenset(("", "0", "false", "no", "none", "null", "[]", "{}", "-"))
_LONGEST_NAME = 60
"""Most characters of a puzzle's name or kind."""
_READ_AHEAD = 1 << 16
"""Bytes of a file that are examined to detect its container."""
_FIRST = 50
"""Most lines of a file that are examined to detect its container."""
_BATCH = 4096
"""Rows of a Parquet file that are decoded together, at most."""
_TOO_LONG = f"a row cannot take more than {MAX_TEXT} characters"
_MAGIC, _SMALLEST = b"PAR1", 12
_SUDOKU_EXTREME = b"source,question,answer,rating"
"""The header of files whose lines are puzzles in the format sudoku-extreme."""
_SEPARATORS = ",;\t"
_INFLATED_BYTES, _INFLATED = 1 << 26, 1000
"""A column of a row group with more bytes and this compression ratio is refused as an attack."""
_MOST_ROWS, _MOST_ITEMS = 1 << 16, 1 << 26
"""Most rows of a row group that may take less than a byte each, and most list items in a column of a row group."""


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


class Container:
    """A file of rows.

    Parameters
    ----------
    file : binary file
    kind : {"jsonl", "csv", "parquet"}
    column : str or None
        The column with the puzzle, if the caller named it.
    separator : str
        The character between the fields of a csv file.
    """

    def __init__(self, file: BinaryIO, kind: str, column: str | None, separator: str = "") -> None:
        self._file = file
        self.kind: str = kind
        self._columns = _PUZZLES if column is None else (column.lower(),)
        self._separator = separator

    def rows(self) -> Iterator[Row | ParseError]:
        """Yield the rows, and an error for each row without a puzzle."""
        if self.kind == "jsonl":
            return _json_rows(self._file, self._columns)
        if self.kind == "csv":
            return _csv_rows(self._file, self._columns, self._separator)
        return _parquet_rows(self._file, self._columns)


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
    if not isinstance(file, io.BufferedReader):
        file = io.BufferedReader(_Raw(file), _READ_AHEAD)
    head = file.peek(_READ_AHEAD)
    suffix = os.path.splitext(name)[1].lower()
    if (head.startswith(_MAGIC) and len(head) >= _SMALLEST) or suffix == ".parquet":
        return file, Container(file, "parquet", column)
    lines = [line for line in head.removeprefix(b"\xef\xbb\xbf").splitlines() if line.strip()][:_FIRST] or [
        b""
    ]
    names = _PUZZLES if column is None else (column.lower(),)
    kinds = [_kind_of(line, names) for line in lines]
    n_rows = kinds.count("row")
    is_likely = (
        n_rows >= kinds.count("puzzle") if suffix in (".jsonl", ".ndjson") else 2 * n_rows >= len(kinds)
    )
    if kinds[0] == "row" or (kinds[0] == "text" and is_likely):
        return file, Container(file, "jsonl", column)
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
            return file, Container(file, "csv", column, separator if len(columns) > 1 else "\0")
    if column is not None:
        return file, Container(file, "csv", column, ",")
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


class _Lines(Iterator[str]):
    """The lines of a file; a row that is too long raises a ValueError and is skipped."""

    def __init__(self, file: BinaryIO) -> None:
        self._lines = FileLines(file)
        self.number = 0

    def begin_row(self) -> None:
        """Begin a new row."""
        self._lines.room = MAX_TEXT

    def __next__(self) -> str:
        if (line := self._lines.take()) is None:
            raise StopIteration
        self.number += 1
        if self._lines.room < 0:
            while line and not line.endswith("\n"):
                line = self._lines.take() or ""
            raise ValueError(_TOO_LONG)
        return line


def _readable(text: str) -> str:
    """Return a text with a mark in place of each byte that is not UTF-8."""
    return text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _json_rows(file: BinaryIO, columns: Sequence[str]) -> Iterator[Row | ParseError]:
    """Yield the rows of a file with one JSON object per line."""
    lines = _Lines(file)
    while True:
        lines.begin_row()
        line = ""
        try:
            line = next(lines)
            if not line.strip():
                continue
            line.encode()
            fields = json.loads(line)
        except StopIteration:
            return
        except UnicodeEncodeError:
            yield _error("this is not UTF-8 text", lines.number, _readable(line))
        except (ValueError, RecursionError) as error:
            message = f"this is not JSON: {error}"
            yield _error(message, lines.number, line, getattr(error, "colno", 1))
        else:
            if isinstance(fields, dict):
                yield _row(fields, lines.number, columns)
            else:
                yield _error("expected a JSON object", lines.number, line)


def _csv_rows(file: BinaryIO, columns: Sequence[str], separator: str) -> Iterator[Row | ParseError]:
    """Yield the rows of a csv file, whose first line names the columns."""
    limit = csv.field_size_limit(MAX_TEXT)
    try:
        lines = _Lines(file)
        reader = csv.reader(lines, delimiter=separator)
        names = [name.strip().lower() for name in next(reader)]
        while True:
            lines.begin_row()
            try:
                fields = next(reader)
            except StopIteration:
                return
            except (csv.Error, ValueError) as error:
                yield _error(f"this is not csv: {error}", lines.number, "")
                continue
            if fields:
                yield _row(dict(zip(names, map(_readable, fields), strict=False)), lines.number, columns)
    finally:
        csv.field_size_limit(limit)


def _parquet_rows(file: BinaryIO, columns: Sequence[str]) -> Iterator[Row | ParseError]:
    """Yield the rows of a Parquet file."""
    pyarrow = need_pyarrow()
    source = file if file.seekable() else io.BytesIO(file.read())
    try:
        opened = pyarrow.parquet.ParquetFile(source)
        known = {*columns, *_ANSWERS, *_LEVELS, _METADATA, *_KINDS}
        names = [name for name in opened.schema_arrow.names if _is_used(name.lower(), known)]
        groups = [opened.metadata.row_group(k) for k in range(opened.num_row_groups)]
        chosen = [
            [
                each
                for each in map(group.column, range(group.num_columns))
                if _is_used(_name_of(each).lower(), known)
            ]
            for group in groups
        ]
        sizes = [_batch_size(group.num_rows, some) for group, some in zip(groups, chosen, strict=True)]
        deltas = {each.path_in_schema for some in chosen for each in some if _has_deltas(each)}
        # Values that many rows share are in memory once until they are decoded.
        shared = {each.path_in_schema for some in chosen for each in some} - deltas
        opened = pyarrow.parquet.ParquetFile(source, read_dictionary=sorted(shared))
        number = 0
        for k, size in enumerate(sizes):
            for batch in opened.iter_batches(size, [k], names):
                for fields in _decoded(batch):
                    number += 1
                    yield _error(_TOO_LONG, number, "") if fields is None else _row(fields, number, columns)
    except pyarrow.ArrowException as error:
        raise OSError(f"the file cannot be read as Parquet: {error}") from None


def _is_used(name: str, known: set[str]) -> bool:
    """Return whether a column is decoded; other columns may be large."""
    return name in known or any(pattern.search(name) for pattern in (_RULES, SUDOKU_VARIANTS))


def _name_of(column: Any) -> str:
    """Return the name of a row group's column."""
    return str(column.path_in_schema).split(".")[0]


def _has_deltas(column: Any) -> bool:
    """Return whether each text is encoded as its difference from the previous text, without a dictionary."""
    return "DELTA_BYTE_ARRAY" in column.encodings


def _batch_size(n_rows: int, columns: list[Any]) -> int:
    """Return how many rows of a row group to decode together; raise an OSError if they take far too much memory."""
    packed = sum(column.total_compressed_size for column in columns)
    longest = 1
    for column in columns:
        size, least = column.total_uncompressed_size, column.total_compressed_size
        if size > max(_INFLATED_BYTES, _INFLATED * least):
            raise OSError(
                f"the column {_name_of(column)!r} is too large: its {least} bytes would expand to {size} bytes"
            )
        if column.num_values > _MOST_ITEMS:
            raise OSError(
                f"the column {_name_of(column)!r} is too large: it has {column.num_values} items in one row group"
            )
        if _has_deltas(column):
            longest = max(longest, size)
    if n_rows > max(_MOST_ROWS, packed):
        raise OSError(f"{n_rows} rows are too many for the {packed} compressed bytes of this file")
    return max(1, min(_BATCH, _INFLATED_BYTES // longest))


def _decoded(batch: Any) -> Iterator[dict[str, Any] | None]:
    """Yield the fields of each row, or None for a row that is too long, decoding a few megabytes at a time."""
    if sum(map(_bytes_of, batch.columns)) > MAX_TEXT:
        half = batch.num_rows // 2
        if not half:
            yield None
            return
        yield from _decoded(batch.slice(0, half))
        yield from _decoded(batch.slice(half))
        return
    fields = [each.dictionary_decode() if hasattr(each, "dictionary") else each for each in batch.columns]
    yield from type(batch).from_arrays(fields, batch.schema.names).to_pylist()


def _bytes_of(column: Any) -> int:
    """Return the size in bytes of a column's values after decoding from its dictionary."""
    if hasattr(column, "dictionary"):
        from pyarrow import compute

        lengths = compute.binary_length(column.dictionary).take(column.indices)
        return int(compute.sum(lengths).as_py() or 0)
    if hasattr(column, "flatten"):
        parts = column.flatten()
        return 8 * len(column) + sum(map(_bytes_of, parts if isinstance(parts, list) else [parts]))
    return int(column.nbytes)


def need_pyarrow() -> Any:
    """Return the package pyarrow; raise an ImportError that names the extra if it is missing."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError("Parquet files need pyarrow: pip install 'fastfuto[parquet]'") from error
    return pyarrow


def row_of(text: str) -> Row | ParseError | None:
    """Return the only row of a text with columns, or None for any other text."""
    if text.lstrip().startswith("{"):
        try:
            fields = json.loads(text)
        except (ValueError, RecursionError):
            return None
        return _row(fields, 1, _PUZZLES) if {key.lower() for key in fields} & {*_PUZZLES} else None
    _, container = container_of(io.BytesIO(text.encode("utf-8", "surrogatepass")))
    if container is None:
        return None
    rows = list(itertools.islice(container.rows(), 2))
    if len(rows) == 1:
        return rows[0]
    message = (
        "this is a file of rows, which load_many() and the commands read"
        if rows
        else "there is no row below the names"
    )
    return _error(message, 1, text.partition("\n")[0])


def _rules_beside(fields: dict[str, Any], puzzle: str) -> str | None:
    """Return the column that may have rules of the puzzle or name a variant, or None."""
    others = [(name, value) for name, value in fields.items() if name not in _NO_RULES]
    if not others or puzzle.lstrip().startswith("{"):
        return None
    is_bare = _BARE.fullmatch(puzzle) is not None
    variants = SUDOKU_VARIANTS if is_bare else VARIANTS
    for name, value in others:
        text = str(value).strip().lower()
        if text in _NOTHING:
            continue
        if is_bare and _RULES.search(name) and re.search("[^0-9.]", text):
            return name
        said = name if text in ("1", "true", "yes") else text
        if len(said) <= _LONGEST_NAME and "://" not in said and variants.search(said):
            return name
    return None


def _row(fields: dict[str, Any], number: int, columns: Sequence[str]) -> Row | ParseError:
    """Return the row with these fields; the puzzle is in the first of `columns` that the row has."""
    fields = {key.lower(): value for key, value in fields.items()}
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
    puzzle = inner.get("puzzle") if columns is _PUZZLES else None
    if not isinstance(puzzle, str):
        puzzle = next((fields[name] for name in columns if isinstance(fields.get(name), (str, list))), None)
    if puzzle is None:
        what = "with a puzzle, such as 'puzzle' or 'question'" if columns is _PUZZLES else repr(columns[0])
        named = (
            "name it with column (--column)"
            if columns is _PUZZLES
            else f"the columns are {', '.join(map(repr, fields))}"
        )
        return _error(f"there is no column {what}; {named}", number, "")
    if isinstance(puzzle, list):
        puzzle = json.dumps(puzzle, default=str)
    if columns is _PUZZLES and (rules := _rules_beside(fields, puzzle)):
        why = "write them below the grid, such as A1 < A2, or name the puzzle's column (--column) to leave them out"
        return _error(f"the column {rules!r} may have rules of this puzzle: {why}", number, "")
    answer = next((fields[name] for name in _ANSWERS if fields.get(name) not in (None, "")), None)
    if answer is not None and not isinstance(answer, str):
        answer = json.dumps(answer, default=str)
    level = inner.get("level", fields.get("level"))
    return Row(number, puzzle, answer, level if isinstance(level, str) else None)


def _error(message: str, line: int, source: str, column: int = 1) -> ParseError:
    return ParseError(message, line=line, column=column, source=source.rstrip("\n")[:_READ_AHEAD])
