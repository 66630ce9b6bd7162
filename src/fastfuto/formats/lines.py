"""Readers of the lines of a text or a file."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

from .codec import MAX_TEXT

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_MOST_BYTES = 4 * (MAX_TEXT + 1)
"""Bytes of the longest line that is not cut."""
_USUAL = 4096
"""Bytes of the first search for the end of a line."""


def read_lines(file: BinaryIO) -> Iterator[str]:
    """Yield the lines of a file, which stays open; lines longer than any puzzle are cut."""
    # Invalid UTF-8 is decoded to surrogates, so an error can name the line. The codec utf-8-sig would take the mark
    # away by itself, but also a file that holds only a part of it.
    text = io.TextIOWrapper(file, encoding="utf-8", errors="surrogateescape")
    try:
        start = text.read(1).removeprefix(_BYTE_ORDER_MARK.decode())
        first = start if start == "\n" else start + text.readline(MAX_TEXT + 1 - len(start))
        if first:
            yield first
        yield from iter(lambda: text.readline(MAX_TEXT + 1), "")
    finally:
        # A caller that stops early may have closed the file.
        if not text.closed:
            text.detach()


def not_utf8(found: bytes, is_first: bool) -> str:
    """Return the message for two bytes that are not UTF-8, possibly at the beginning of the file."""
    looks_like = "is this a binary file?"
    if is_first and found in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        looks_like = "this looks like UTF-16, but UTF-8 is expected"
    return f"byte 0x{found[0]:02x} is not UTF-8 text; {looks_like}"


class _Line(NamedTuple):
    """A line and its length in bytes of the file."""

    text: str
    n_bytes: int = 0


class TextLines:
    """Lines of text with a view of the next line; lines can be taken and given back.

    Attributes
    ----------
    number : int
        Number of lines taken so far.
    room : int
        Characters that the current puzzle may still take.
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
        """Take and return the next line, or None at the end."""
        text = self.peek()
        if text is not None:
            self._taken.append(self._ahead.pop())
            self.number += 1
            self.room -= len(text)
        return text

    def mark(self) -> None:
        """Mark this position: no lines before it can be given back."""
        self._taken.clear()

    def give_back(self, count: int) -> None:
        """Put back the last `count` lines, which are then taken again."""
        for _ in range(count):
            self._ahead.append(self._taken.pop())
            self.number -= 1
            self.room += len(self._ahead[-1].text)


class FileLines(TextLines):
    """The lines of `read_lines`, shared by a fast reader, which takes bytes, and a slow reader, which takes lines.

    Attributes
    ----------
    data : bytes
        A part of the file, in which each line ends with a newline.
    at : int
        The index of the next line in `data`.
    is_end : bool
        Whether this is the last part.
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
        """Number of bytes in the part that are not yet taken."""
        return len(self.data) - self.at

    def fill(self, size: int) -> None:
        """Read until at least `size` bytes are left to take, or the file ends."""
        if self.is_end or (left := self.left) >= size:
            return
        parts = [self.data[self._marked :]]
        while left < size and not self.is_end:
            more = self._file.read(size - left)
            if not isinstance(more, bytes):
                raise TypeError(f"expected a file in binary mode, but read() returned {type(more).__name__}")
            self.is_end = not more
            parts.append(self._with_newlines(more))
            left += len(parts[-1])
        self.data, self.at, self._marked = b"".join(parts), self.at - self._marked, 0

    def _with_newlines(self, more: bytes) -> bytes:
        """Return the next bytes with normalized line endings, except for a final carriage return.

        Such a carriage return is kept for the next call, because a newline may follow it.
        """
        more = self._open_end + more
        self._open_end = b"\r" if more.endswith(b"\r") and not self.is_end else b""
        more = more.removesuffix(self._open_end)
        return more.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in more else more

    def skip_to(self, at: int, number: int) -> None:
        """Continue at index `at` of the part, after `number` lines of the file."""
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
        """Take and return the next line, or None at the end."""
        text = super().take()
        if text is not None:
            self.at += self._taken[-1].n_bytes
        return text

    def mark(self) -> None:
        """Mark this position: no lines before it can be given back."""
        super().mark()
        self._marked = self.at

    def give_back(self, count: int) -> None:
        """Put back the last `count` lines, which are then taken again."""
        self.at -= sum(line.n_bytes for line in self._taken[len(self._taken) - count :])
        super().give_back(count)

    def _next_length(self) -> int:
        """Return the length of the next line in bytes, or of its beginning if it is too long."""
        size = _USUAL
        while True:
            self.fill(size)
            if (newline := self.data.find(b"\n", self.at)) >= 0:
                return newline + 1 - self.at
            if self.is_end or self.left >= _MOST_BYTES:
                return self.left
            size = 2 * self.left
