"""Rows of files with columns: their readers, and the meaning of the columns."""

from __future__ import annotations

import csv
import io
import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

from ..errors import ParseError
from ..puzzles.fields import shown
from .codec import MAX_TEXT
from .columns import PUZZLES, Container, Row, container_of, need_pyarrow
from .lines import FileLines
from .related import with_relations
from .unwrapping import SUDOKU_VARIANTS, VARIANTS

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
_BLANKS = re.compile(r"\s*")
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
_USED = (*_ANSWERS, "level", _METADATA, *_KINDS)
"""Columns of a Parquet file that are decoded, beside that of the puzzle and those with names of rules."""
_NOTHING = frozenset(("", "0", "false", "no", "none", "null", "[]", "{}", "-"))
_LONGEST_NAME = 60
"""Most characters of a puzzle's name or kind."""
_SHOWN = 1 << 16
"""Most characters of a row that an error quotes."""
_BATCH = 4096
"""Rows of a Parquet file that are decoded together, at most."""
_UNQUOTED = "a quotation mark is not closed, or text follows a closing one"
_TOO_LONG = f"a row cannot take more than {MAX_TEXT} characters"
_INFLATED_BYTES, _INFLATED = 1 << 26, 1000
"""A column of a row group with more bytes and this compression ratio is refused as an attack."""
_MOST_ROWS, _MOST_ITEMS = 1 << 16, 1 << 26
"""Most rows of a row group that may take less than a byte each, and most list items in a column of a row group."""


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
            raise ValueError(_TOO_LONG)
        return line


def rows_of(container: Container) -> Iterator[Row | ParseError]:
    """Yield the rows of a file, and an error for each row without a puzzle."""
    if container.kind == "json":
        return _listed_rows(container.file, container.columns)
    if container.kind == "jsonl":
        return _json_rows(container.file, container.columns)
    if container.kind == "csv":
        return _csv_rows(container.file, container.columns, container.separator)
    return _parquet_rows(container.file, container.columns)


def _readable(text: str) -> str:
    """Return a text with a mark in place of each byte that is not UTF-8."""
    return text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _listed_rows(file: BinaryIO, columns: Sequence[str]) -> Iterator[Row | ParseError]:
    """Yield each object of a JSON list as a row, which is numbered by its place in the list.

    A damaged object and all later objects cannot be read.
    """
    decoder = json.JSONDecoder(object_pairs_hook=_fields)
    number = 1
    try:
        text = file.read().decode("utf-8-sig")
        at = text.index("[")
        while text[at] != "]":
            fields, at = decoder.raw_decode(text, _after_blanks(text, at + 1))
            at = _after_blanks(text, at)
            if isinstance(fields, dict):
                yield _row(fields, number, columns)
            else:
                yield _error("expected a JSON object", number, str(fields))
            if text[at : at + 1] not in (",", "]"):
                raise ValueError("expected a comma or the end of the list")
            number += 1
        if text[at + 1 :].strip():
            raise ValueError("the text continues below the list")
    except (ValueError, RecursionError) as error:
        yield _error(f"this is not JSON: {getattr(error, 'msg', error)}", number, "")


def _after_blanks(text: str, at: int) -> int:
    """Return the index of the next character that is not blank."""
    blanks = _BLANKS.match(text, at)
    assert blanks is not None
    return blanks.end()


def _fields(pairs: Sequence[tuple[str, Any]]) -> dict[str | None, Any]:
    """Return fields, and with the name None the names that have several values."""
    fields: dict[str | None, Any] = dict(pairs)
    if len(fields) < len(pairs):
        fields[None] = sorted({name for name, value in pairs if value != fields[name]})
    return fields


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
            fields = json.loads(line, object_pairs_hook=_fields)
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
                    yield _error(f"this is not csv: {_UNQUOTED if is_quoted else error}", lines.number, "")
                    if not names:
                        return
                    continue
            if names and fields:
                pairs = [*zip(names, map(_readable, fields), strict=False)]
                yield _row(_fields(pairs), lines.number, columns)
            elif not names:
                names = [name.strip().lower() for name in fields]
    finally:
        csv.field_size_limit(limit)


def _parquet_rows(file: BinaryIO, columns: Sequence[str]) -> Iterator[Row | ParseError]:
    """Yield the rows of a Parquet file."""
    pyarrow = need_pyarrow()
    source = file if file.seekable() else io.BytesIO(file.read())
    try:
        opened = pyarrow.parquet.ParquetFile(source)
        known = {*columns, *_USED}
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
                    yield (_error(_TOO_LONG, number, "") if fields is None else _row(fields, number, columns))
    except pyarrow.ArrowException as error:
        raise OSError(f"the file cannot be read as Parquet: {error}") from None


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


def _is_used(name: str, known: set[str]) -> bool:
    """Return whether a column is decoded; other columns may be large."""
    return name in known or any(pattern.search(name) for pattern in (_RULES, SUDOKU_VARIANTS))


def row_of(text: str) -> Row | ParseError | None:
    """Return the only row of a text with columns, or None for any other text."""
    if text.lstrip().startswith("{"):
        try:
            fields = json.loads(text, object_pairs_hook=_fields)
        except (ValueError, RecursionError):
            return None
        if not isinstance(fields, dict) or None in fields:
            return None
        fields = _inner(fields, PUZZLES)
        return _row(fields, 1, PUZZLES) if {str(key).lower() for key in fields} & {*PUZZLES} else None
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


def _inner(fields: dict[Any, Any], columns: Sequence[str]) -> dict[Any, Any]:
    """Return the fields of a puzzle in the only object within others, as the answers of services have it."""
    while columns is PUZZLES and not {str(key).lower() for key in fields} & {*columns, _METADATA, "family"}:
        if isinstance(fields.get("value"), list):
            return {"grid" if key == "value" else key: value for key, value in fields.items()}
        values = [each[0] if isinstance(each, list) and len(each) == 1 else each for each in fields.values()]
        inner = [value for value in values if isinstance(value, dict)]
        if len(inner) != 1 or any(isinstance(value, list) for value in values):
            break
        [fields] = inner
    return fields


def _row(given: dict[Any, Any], number: int, columns: Sequence[str]) -> Row | ParseError:
    """Return the row with these fields; the puzzle is in the first of `columns` that the row has."""
    inside = _inner(given, columns)
    fields: dict[Any, Any] = _fields(
        [(key.lower(), value) for key, value in inside.items() if key is not None]
    )
    for twice in (*inside.get(None, ()), *fields.pop(None, ())):
        if twice.lower() in (*columns, *_ANSWERS, _METADATA):
            return _error(f"{shown(twice)} has several values", number, "")
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
        return _error(f"there is no column {what}; {named}", number, "")
    if not isinstance(puzzle, str):
        puzzle = json.dumps(puzzle, default=str)
    if columns is PUZZLES and (rules := _rules_beside(fields, puzzle)):
        read = None if "sudoku" in str(fields).lower() else with_relations(puzzle, fields)
        if read is None or _rules_beside(read[1], puzzle):
            why = "write them below the grid, such as A1 < A2, or name the puzzle's column (--column) to leave them out"
            return _error(f"the column {rules!r} may have rules of this puzzle: {why}", number, "")
        puzzle = read[0]
    answer = next((fields[name] for name in _ANSWERS if fields.get(name) not in (None, "")), None)
    if answer is not None and not isinstance(answer, str):
        answer = json.dumps(answer, default=str)
    level = inner.get("level", fields.get("level"))
    return Row(number, puzzle, answer, level if isinstance(level, str) else None)


def _may_be_puzzle(value: Any) -> bool:
    """Return whether a field is a text, a list, or an object in the format json."""
    return isinstance(value, (str, list)) or (isinstance(value, dict) and "family" in value)


def _error(message: str, line: int, source: str, column: int = 1) -> ParseError:
    """Return the error of a row with this source."""
    return ParseError(message, line=line, column=column, source=source.rstrip("\n")[:_SHOWN])
