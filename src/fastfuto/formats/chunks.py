"""Files of many puzzles in chunks; compiled code reads lines of the usual form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from ..engines import LONGEST_LINE, open_lines
from ..errors import ParseError
from .codecs import codec_of
from .detection import recognise
from .lines import FileLines
from .many import Found, find_many

if TYPE_CHECKING:
    from ..engines import Lines

STEP: Final = 4096
"""Growth of chunks in bytes, which gives a short file several chunks per thread."""
MOST: Final = 1 << 17
"""Approximate limit of the bytes of a chunk."""
MOST_OTHERS: Final = 64
"""Most puzzles of a chunk that Python reads, because this may take long."""


class Chunk(NamedTuple):
    """Consecutive puzzles of a file.

    Attributes
    ----------
    lines : Lines
        All puzzles by number, with the clues of the puzzles that compiled code read.
    others : dict
        Puzzles and errors that Python read, by the same numbers.
    format : str or None
        The format, if the caller named it.
    """

    lines: Lines
    others: dict[int, Found | ParseError]
    format: str | None

    def found(self, k: int) -> Found:
        """Return a puzzle that compiled code read."""
        number, start, end = self.lines.place(k)
        return Found(number, *recognise(self.lines.text[start:end].decode("ascii"), self.format))


def read_chunks(file: BinaryIO, format: str | None = None) -> Iterator[Chunk]:
    """Yield the puzzles that `find_many` finds in the lines of a file, in chunks.

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
