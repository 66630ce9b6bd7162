"""Rows of files with columns: csv, JSON lines, and lists of JSON objects."""

from __future__ import annotations

import csv
import io
import itertools
import json
import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from ..errors import ParseError
from .codec import MAX_TEXT
from .columns import PUZZLES, Container, Row, container_of
from .lines import FileLines
from .row_fields import TOO_LONG, fields_of, inner_fields, row_error, row_from
from .tokens import end_of

_BLANKS = re.compile(r"\s*")
_UNQUOTED = "a quotation mark is not closed, or text follows a closing one"


class _Lines(Iterator[str]):
    """The lines of a file; a row that is too long raises a ValueError, and its first line is skipped.

    Attributes
    ----------
    number : int
        Number of lines so far.
    first : str
        The first line of the current row.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._lines = FileLines(file)
        self._above = 0
        self._patience = 2 * MAX_TEXT
        self.number = 0
        self.first = ""

    def begin_row(self) -> None:
        """Begin a new row."""
        self._lines.mark()
        self._lines.room = MAX_TEXT
        self._above = self.number

    def keep_one(self) -> None:
        """Give back all lines of this row but the first, unless too much has been read again already."""
        self._patience -= MAX_TEXT - self._lines.room
        if self._patience >= 0:
            count = max(0, self.number - self._above - 1)
            self._lines.give_back(count)
            self.number -= count

    def __next__(self) -> str:
        if (line := self._lines.take()) is None:
            raise StopIteration
        self.number += 1
        if is_first := self.number == self._above + 1:
            self.first = line
        if self._lines.room < 0:
            while is_first and line and not line.endswith("\n"):
                line = self._lines.take() or ""
            raise ValueError(TOO_LONG)
        return line


def rows_of(container: Container) -> Iterator[Row | ParseError]:
    """Yield the rows of a file, and an error for each row without a puzzle."""
    if container.kind == "json":
        return _listed_rows(container.file, container.columns)
    if container.kind == "jsonl":
        return _json_rows(container.file, container.columns)
    if container.kind == "csv":
        return _csv_rows(container.file, container.columns, container.separator)
    from .parquet import parquet_rows

    return parquet_rows(container.file, container.columns)


def _readable(text: str) -> str:
    """Return a text with a mark in place of each byte that is not UTF-8."""
    return text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _listed_rows(file: BinaryIO, columns: Sequence[str]) -> Iterator[Row | ParseError]:
    """Yield each object of a JSON list as a row, which is numbered by its place in the list.

    A damaged object and all later objects cannot be read.
    """
    decoder = json.JSONDecoder(object_pairs_hook=fields_of)
    number = 1
    try:
        text = file.read().decode("utf-8-sig")
        at = text.index("[")
        while text[at] != "]":
            fields, at = decoder.raw_decode(text, end_of(_BLANKS, text, at + 1))
            at = end_of(_BLANKS, text, at)
            if isinstance(fields, dict):
                yield row_from(fields, number, columns)
            else:
                yield row_error("expected a JSON object", number, str(fields))
            if text[at : at + 1] not in (",", "]"):
                raise ValueError("expected a comma or the end of the list")
            number += 1
        if text[at + 1 :].strip():
            raise ValueError("the text continues below the list")
    except (ValueError, RecursionError) as error:
        yield row_error(f"this is not JSON: {getattr(error, 'msg', error)}", number, "")


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
            fields = json.loads(line, object_pairs_hook=fields_of)
        except StopIteration:
            return
        except UnicodeEncodeError:
            yield row_error("this is not UTF-8 text", lines.number, _readable(line))
        except (ValueError, RecursionError) as error:
            message = f"this is not JSON: {error}"
            yield row_error(message, lines.number, line, getattr(error, "colno", 1))
        else:
            if isinstance(fields, dict):
                yield row_from(fields, lines.number, columns)
            else:
                yield row_error("expected a JSON object", lines.number, line)


def _csv_rows(file: BinaryIO, columns: Sequence[str], separator: str) -> Iterator[Row | ParseError]:
    """Yield the rows of a csv file, whose first line names the columns.

    A quotation mark that is not closed costs only its line.
    """
    limit = csv.field_size_limit(MAX_TEXT)
    names: list[str] = []
    try:
        lines = _Lines(file)
        reader = csv.reader(lines, delimiter=separator, strict=True)
        while True:
            lines.begin_row()
            try:
                fields = next(reader)
            except StopIteration:
                return
            except (csv.Error, ValueError) as error:
                lines.keep_one()
                is_quoted = isinstance(error, csv.Error)
                # Quotation marks within a field are not doubled in every file.
                is_whole = is_quoted and lines.first.count('"') % 2 == 0
                fields = next(csv.reader([lines.first], delimiter=separator)) if is_whole else []
                if len(fields) != len(names) or not names:
                    yield row_error(f"this is not csv: {_UNQUOTED if is_quoted else error}", lines.number, "")
                    if not names:
                        return
                    continue
            if names and fields:
                if any(field.strip() for field in fields[len(names) :]):
                    message = f"{len(fields)} fields are more than the {len(names)} names of the first line"
                    yield row_error(message, lines.number, "")
                    continue
                pairs = [*zip(names, map(_readable, fields), strict=False)]
                yield row_from(fields_of(pairs), lines.number, columns)
            elif not names:
                names = [name.strip().lower() for name in fields]
    finally:
        csv.field_size_limit(limit)


def row_of(text: str) -> Row | ParseError | None:
    """Return the only row of a text with columns, or None for any other text."""
    if text.lstrip().startswith("{"):
        try:
            fields = json.loads(text, object_pairs_hook=fields_of)
        except (ValueError, RecursionError):
            return None
        if not isinstance(fields, dict) or None in fields:
            return None
        fields = inner_fields(fields, PUZZLES)
        return row_from(fields, 1, PUZZLES) if {str(key).lower() for key in fields} & {*PUZZLES} else None
    _, container = container_of(io.BytesIO(text.encode("utf-8", "surrogatepass")))
    if container is None:
        return None
    rows = list(itertools.islice(rows_of(container), 2))
    if len(rows) == 1 or (rows and isinstance(rows[0], ParseError)):
        return rows[0]
    message = (
        "this is a file of rows, which load_many() and the commands read"
        if rows
        else "there is no row below the names"
    )
    return row_error(message, 1, text.partition("\n")[0])
