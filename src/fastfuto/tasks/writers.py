"""Writers of data sets, which take rows one by one: JSON lines, csv and Parquet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO, TypeAlias

from ..formats import need_pyarrow

Fields: TypeAlias = dict[str, Any]
"""The columns of a row: "question", "answer" and "metadata"."""
Writer: TypeAlias = Callable[[BinaryIO, Iterable[Fields]], None]

GROUP = 8192
"""Number of rows in a row group of a Parquet file, which are in memory at the same time."""


def _write_json(file: BinaryIO, rows: Iterable[Fields]) -> None:
    for row in rows:
        file.write(json.dumps(row).encode() + b"\n")


def _write_csv(file: BinaryIO, rows: Iterable[Fields]) -> None:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    try:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["source", "question", "answer", "rating"])
        for row in rows:
            metadata = row["metadata"]
            writer.writerow(["fastfuto", metadata["puzzle"], _in_one_line(row["answer"]), metadata["score"]])
    finally:
        text.detach()


def _in_one_line(answer: str) -> str:
    """Return an answer in one line, without separators if all values have one character."""
    rows = [line.split(" ") for line in answer.split("\n")]
    is_short = all(len(value) == 1 and value != "*" for row in rows for value in row)
    return "".join("".join(row) for row in rows) if is_short else " / ".join(" ".join(row) for row in rows)


def _write_parquet(file: BinaryIO, rows: Iterable[Fields]) -> None:
    pyarrow = need_pyarrow()
    text, number = pyarrow.string(), pyarrow.float64()
    metadata = {
        "family": text,
        "n": pyarrow.int64(),
        "level": text,
        "score": number,
        "hardest": text,
        "minutes": number,
        **dict.fromkeys(("seed", "recipe", "fingerprint", "puzzle"), text),
        "steps": pyarrow.list_(text),
    }
    schema = pyarrow.schema({"question": text, "answer": text, "metadata": pyarrow.struct(metadata)})
    group: list[Fields] = []
    with pyarrow.parquet.ParquetWriter(file, schema) as writer:

        def flush() -> None:
            writer.write_table(pyarrow.Table.from_pylist(group, schema=schema), row_group_size=GROUP)
            group.clear()

        for row in rows:
            group.append(row)
            if len(group) == GROUP:
                flush()
        if group:
            flush()


WRITERS: dict[str, Writer] = {".jsonl": _write_json, ".csv": _write_csv, ".parquet": _write_parquet}
"""The writers, by the suffix of the file."""
