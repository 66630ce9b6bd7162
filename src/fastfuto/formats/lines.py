"""Lines of a text or a file, one after the other."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

from .codec import MAX_TEXT

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_MOST_BYTES = 4 * (MAX_TEXT + 1)
"""Bytes that hold the longest line that is not cut."""
_USUAL = 4096
"""Bytes in which the end of a line is looked for first."""


def read_lines(file: BinaryIO) -> Iterator[str]:
    """Yield the lines of a file, cut where one is longer than any puzzle, and leave the file open."""
    # What is not UTF-8 becomes surrogates, so that the line that has it can be named.
    text = io.TextIOWrapper(file, encoding="utf-8-sig", errors="surrogateescape")
    try:
        yield from iter(lambda: text.readline(MAX_TEXT + 1), "")
    finally:
        # Who gives up early may have closed the file before.
        if not text.closed:
            text.detach()


def not_utf8(found: bytes, is_first: bool) -> str:
    """Return what is wrong with two bytes, which may be the first ones, of which one is not UTF-8 text."""
    looks_like = "is this a binary file?"
    if is_first and found in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        looks_like = "this looks like UTF-16, and UTF-8 is expected"
    return f"byte 0x{found[0]:02x} is not UTF-8 text; {looks_like}"


class _Line(NamedTuple):
    """A line, and how many bytes of a file it takes."""

    text: str
    n_bytes: int = 0


class TextLines:
    """Lines of text. The next one can be looked at before it is taken, and lines that were taken can be given back.

    Attributes
    ----------
    number : int
        Lines taken so far.
    room : int
        Characters that the puzzle which is being read may still take.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._ahead: list[_Line] = []
        self._taken: list[_Line] = []
        self.number: int = 0
        self.room: int = MAX_TEXT

    def _read(self) -> _Line | None:
        """Read a line, or return None at the end."""
        line = next(self._lines, None)
        return None if line is None else _Line(line)

    def peek(self) -> str | None:
        """Return the next line, or None at the end."""
        if not self._ahead and (line := self._read()) is not None:
            self._ahead.append(line)
        return self._ahead[-1].text if self._ahead else None

    def take(self) -> str | None:
        """Return the next line, or None at the end, and continue after it."""
        text = self.peek()
        if text is not None:
            self._taken.append(self._ahead.pop())
            self.number += 1
            self.room -= len(text)
        return text

    def mark(self) -> None:
        """Let lines be given back that are taken from here on, and no others."""
        self._taken.clear()

    def give_back(self, count: int) -> None:
        """Give the last lines back, so many, which are then taken again."""
        for _ in range(count):
            self._ahead.append(self._taken.pop())
            self.number -= 1
            self.room += len(self._ahead[-1].text)


class FileLines(TextLines):
    """The lines that `read_lines` yields, for two readers: the quick one takes bytes, and the other one lines.

    Attributes
    ----------
    data : bytes
        A part of the file, in which newlines end all lines.
    at : int
        Where the next line begins in it.
    is_end : bool
        Whether it is the last part.
    """

    number: int

    def __init__(self, file: BinaryIO) -> None:
        super().__init__(())
        self._file = file
        self._marked = 0
        self._open_end = b""
        self.data: bytes = b""
        self.at: int = 0
        self.is_end: bool = False
        self.fill(len(_BYTE_ORDER_MARK))
        if self.data.startswith(_BYTE_ORDER_MARK):
            self.at = len(_BYTE_ORDER_MARK)

    @property
    def left(self) -> int:
        """Bytes of the part that are not taken yet."""
        return len(self.data) - self.at

    def fill(self, size: int) -> None:
        """Read on, until there are so many bytes that are not taken yet, or the file ends."""
        if self.is_end or (left := self.left) >= size:
            return
        parts = [self.data[self._marked :]]
        while left < size and not self.is_end:
            more = self._file.read(size - left)
            if not isinstance(more, bytes):
                raise TypeError(f"expected a binary file, but reading gave {type(more).__name__}")
            self.is_end = not more
            parts.append(self._with_newlines(more))
            left += len(parts[-1])
        self.data, self.at, self._marked = b"".join(parts), self.at - self._marked, 0

    def _with_newlines(self, more: bytes) -> bytes:
        """Return the next bytes with a newline at each line's end; one may still follow the last carriage return."""
        more = self._open_end + more
        self._open_end = b"\r" if more.endswith(b"\r") and not self.is_end else b""
        more = more.removesuffix(self._open_end)
        return more.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in more else more

    def skip_to(self, at: int, number: int) -> None:
        """Continue at a place of the part, before which so many lines of the file were taken."""
        self.at, self.number = at, number
        self._ahead.clear()
        self.mark()

    def _read(self) -> _Line | None:
        if not (length := self._next_length()):
            return None
        line = self.data[self.at : self.at + length].decode("utf-8", "surrogateescape")
        if len(line) > MAX_TEXT + 1:
            line = line[: MAX_TEXT + 1]
            length = len(line.encode("utf-8", "surrogateescape"))
        return _Line(line, length)

    def take(self) -> str | None:
        """Return the next line, or None at the end, and continue after it."""
        text = super().take()
        if text is not None:
            self.at += self._taken[-1].n_bytes
        return text

    def mark(self) -> None:
        """Let lines be given back that are taken from here on, and no others."""
        super().mark()
        self._marked = self.at

    def give_back(self, count: int) -> None:
        """Give the last lines back, so many, which are then taken again."""
        self.at -= sum(line.n_bytes for line in self._taken[len(self._taken) - count :])
        super().give_back(count)

    def _next_length(self) -> int:
        """Return how many bytes the next line takes, or those of its beginning if it is too long."""
        size = _USUAL
        while True:
            self.fill(size)
            if (newline := self.data.find(b"\n", self.at)) >= 0:
                return newline + 1 - self.at
            if self.is_end or self.left >= _MOST_BYTES:
                return self.left
            size = 2 * self.left
