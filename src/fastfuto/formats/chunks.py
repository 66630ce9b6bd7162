"""Files of many puzzles in chunks; compiled code reads lines of the usual form."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Literal, NamedTuple

from ..engines import LONGEST_LINE, open_lines, read_line
from ..errors import ParseError
from ..puzzles import Futoshiki, Puzzle, Sudoku
from .codecs import codec_of
from .columns import Container, Row, container_of
from .detection import recognise
from .lines import FileLines
from .many import Found, Puzzles, check_options, find_many, read_row

if TYPE_CHECKING:
    from ..engines import Lines

STEP: Final = 4096
"""Growth of chunks in bytes, which gives a short file several chunks per thread."""
MOST: Final = 1 << 17
"""Approximate limit of the bytes of a chunk."""
MOST_OTHERS: Final = 64
"""Most puzzles of a chunk that Python reads, because this may take long."""
ROWS, CHARACTERS = 2048, 1 << 23
"""Most rows of a chunk of a file with columns, and the approximate limit of their characters."""
_PLACEHOLDER = "?"
"""A line that compiled code does not read, in place of a puzzle of several lines."""


class Chunk(NamedTuple):
    """Consecutive puzzles of a file.

    Attributes
    ----------
    lines : Lines
        All puzzles by number, with the clues of the puzzles that compiled code read.
    others : dict
        The puzzles that Python read, and the errors that it found, by the same numbers.
    format : str or None
        The format, if the caller named it.
    rows : list of Row or ParseError, or None
        The rows with the puzzles, if the file has columns.
    """

    lines: Lines
    others: dict[int, Found | ParseError]
    format: str | None
    rows: list[Row | ParseError] | None = None

    def puzzle(self, k: int) -> Puzzle[Any]:
        """Return a puzzle that compiled code read and that is not solved yet."""
        clues, inequalities = read_line(self.lines, k)
        return Sudoku(clues) if inequalities is None else Futoshiki.from_arrays(clues, inequalities)

    def found(self, k: int) -> Found:
        """Return a puzzle that compiled code read."""
        number, start, end = self.lines.place(k)
        return Found(number, *recognise(self.lines.text[start:end].decode("ascii"), self.format))


def read_chunks(file: BinaryIO, format: str | None = None, column: str | None = None) -> Iterator[Chunk]:
    """Yield the puzzles that `find_in` finds in a file, in chunks.

    Raises
    ------
    ValueError
        If the format is unknown.
    OSError
        If the file cannot be read.
    TypeError
        If the file is not binary.
    """
    if format is not None:
        codec_of(format)
    file, container = container_of(file, column=column)
    yield from chunks_of(file, container, format)


def chunks_of(file: BinaryIO, container: Container | None, format: str | None) -> Iterator[Chunk]:
    """Yield the puzzles of a text, or of the rows of a container, in chunks."""
    if container is None:
        yield from _chunks_of_lines(file, format)
        return
    from .rows import rows_of

    rows: list[Row | ParseError] = []
    size = 0
    for row in rows_of(container):
        rows.append(row)
        if isinstance(row, Row):
            size += len(row.puzzle) + len(row.answer or "")
        if len(rows) == ROWS or size > CHARACTERS:
            yield _chunk_of_rows(rows, format)
            rows, size = [], 0
    if rows:
        yield _chunk_of_rows(rows, format)


def _chunk_of_rows(rows: list[Row | ParseError], format: str | None) -> Chunk:
    """Return a chunk with the puzzles of some rows; each puzzle is one line of the chunk's text."""
    pieces, ends, end = list[bytes](), list[int](), 0
    number = _number(rows[0]) - 1
    for row in rows:
        line = row.puzzle if isinstance(row, Row) and _is_line(row.puzzle) else _PLACEHOLDER
        pieces.append(b"\n" * (_number(row) - number - 1) + line.encode() + b"\n")
        number = max(number, _number(row))
        end += len(pieces[-1])
        ends.append(end)
    lines = open_lines(b"".join(pieces), 0, True, format)
    others: dict[int, Found | ParseError] = {}
    number = _number(rows[0])
    while True:
        lines.read(number)
        k = len(lines)
        if k == len(rows):
            return Chunk(lines, others, format, rows)
        others[k] = read_row(rows[k], format)
        lines.add(ends[k])
        number = _number(rows[k]) + 1


def _number(row: Row | ParseError) -> int:
    """Return the number of a row."""
    return row.number if isinstance(row, Row) else row.line


def _is_line(text: str) -> bool:
    """Return whether a text is exactly one line that compiled code does not skip."""
    return text.isascii() and text.isprintable() and text.strip() != "" and not text.startswith("#")


def _chunks_of_lines(file: BinaryIO, format: str | None) -> Iterator[Chunk]:
    """Yield the puzzles that `find_many` finds in the lines of a file, in chunks."""
    text = FileLines(file)
    puzzles = find_many(text, format)
    size = 0
    while True:
        size = min(size + STEP, MOST)
        text.fill(size + LONGEST_LINE)
        if not text.left:
            return
        chunk = _read_chunk(text, puzzles, format)
        if len(chunk.lines):
            yield chunk


def _read_chunk(text: FileLines, puzzles: Iterator[Found | ParseError], format: str | None) -> Chunk:
    """Return the puzzles in the loaded part of a file."""
    data = text.data
    lines = open_lines(data, text.at, text.is_end, format)
    others: dict[int, Found | ParseError] = {}
    while len(others) < MOST_OTHERS:
        number = lines.read(text.number + 1) - 1
        text.skip_to(lines.at, number)
        if not text.left or (text.left <= LONGEST_LINE and not text.is_end):
            break
        found = next(puzzles, None)
        if found is None:
            break
        others[len(lines)] = found
        # The puzzle may have lines outside the loaded part.
        is_last = text.data is not data
        lines.add(len(data) if is_last else text.at)
        if is_last:
            break
    return Chunk(lines, others, format)


def load_many(
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    column: str | None = None,
    errors: Literal["raise", "collect"] = "raise",
) -> Puzzles:
    r"""Read the puzzles of a file one by one.

    Parameters
    ----------
    path : str or path-like
        A UTF-8 file of any size, with or without a byte-order mark, or a Parquet file.
    format, column, errors
        As for `parse_many`.

    Returns
    -------
    iterator of Puzzle
        An iterator that reads the puzzles on demand, so only a small part of the file is in memory at a time.

    Raises
    ------
    ParseError, ValueError
        As for `parse_many`.
    OSError
        If the file cannot be read.

    See Also
    --------
    fastfuto.parse_many : Read the puzzles of a text.
    fastfuto.load : Read one puzzle from a file.
    fastfuto.solve_file : Solve the puzzles of a file.

    Examples
    --------
    >>> import fastfuto, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with open(f"{folder}/puzzles.txt", "w") as file:
    ...         _ = file.write("3:3,h\n4:4,o\n")
    ...     [puzzle.n for puzzle in fastfuto.load_many(f"{folder}/puzzles.txt")]
    [3, 4]
    """
    check_options(format, errors)
    return Puzzles(_read(path, format, column), is_collecting=errors == "collect")


def _read(
    path: str | os.PathLike[str], format: str | None, column: str | None
) -> Iterator[Puzzle[Any] | ParseError]:
    with open(os.fspath(path), "rb") as file:
        for chunk in read_chunks(file, format, column):
            for k in range(len(chunk.lines)):
                other = chunk.others.get(k)
                if other is None:
                    yield chunk.puzzle(k)
                else:
                    yield other if isinstance(other, ParseError) else other.puzzle
