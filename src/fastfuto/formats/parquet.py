"""Parquet files: their rows, decoded a few megabytes at a time, and refused if they would take far too much memory."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

from ..errors import ParseError
from .codec import MAX_TEXT
from .columns import Row, need_pyarrow
from .row_fields import TOO_LONG, is_used, row_error, row_from

_BATCH = 4096
"""Rows of a Parquet file that are decoded together, at most."""
_INFLATED_BYTES, _INFLATED = 1 << 26, 1000
"""A column of a row group with more bytes and this compression ratio is refused as an attack."""
_MOST_ROWS, _MOST_ITEMS = 1 << 16, 1 << 26
"""Most rows of a row group that may take less than a byte each, and most list items in a column of a row group."""


def parquet_rows(file: BinaryIO, columns: Sequence[str]) -> Iterator[Row | ParseError]:
    """Yield the rows of a Parquet file."""
    pyarrow = need_pyarrow()
    source = file if file.seekable() else io.BytesIO(file.read())
    try:
        opened = pyarrow.parquet.ParquetFile(source)
        names = [name for name in opened.schema_arrow.names if is_used(name.lower(), columns)]
        groups = [opened.metadata.row_group(k) for k in range(opened.num_row_groups)]
        chosen = [
            [
                each
                for each in map(group.column, range(group.num_columns))
                if is_used(_name_of(each).lower(), columns)
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
                    yield (
                        row_error(TOO_LONG, number, "")
                        if fields is None
                        else row_from(fields, number, columns)
                    )
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
