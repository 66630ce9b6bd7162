"""The shared reader of formats that consist of numbers, words and rows."""

from __future__ import annotations

import functools
import itertools
import re
import sys
from collections.abc import Callable
from typing import TypeVar

from ..errors import PuzzleError
from ..model import MAX_VALUES
from ..puzzles.text import Scanner

T = TypeVar("T")

_NEWLINE = re.compile("\n")
_BLANKS = re.compile(r"[^\S\n]*+")
_TOKEN = re.compile(r"[^\s,;]{1,20}|.")
"""The shown part of an invalid token."""
NUMBER = re.compile(r"(-?[0-9]++)")
GREATEST = 2**31 - 1
"""The largest value of a cell."""


class Reader(Scanner):
    """A scanner that skips blanks and comments, and reads numbers and rows.

    Parameters
    ----------
    text : str
    comment : str
        The character that begins a comment, which ends with its line; empty if the format has no comments.

    Raises
    ------
    ParseError
        If the text is empty, or has only comments.
    """

    __slots__ = ("_comment", "_gap")

    at: int

    def __init__(self, text: str, comment: str = "") -> None:
        super().__init__(text)
        note = f"{re.escape(comment)}[^\n]*" if comment else r"(?!)"
        self._comment = comment
        self._gap = re.compile(rf"(?:\s++|{note})*+")
        if not self.found():
            raise self.error("expected a puzzle, found only comments", 0)

    def take(self, pattern: re.Pattern[str]) -> str | None:
        """Skip blanks and comments, and read `pattern` if it matches there."""
        self._skip()
        return super().take(pattern)

    def skips(self, literal: str) -> bool:
        """Read a literal text if it is next, and return whether it was."""
        return self.take(_literal(literal)) is not None

    def expect(self, literal: str, expected: str = "") -> None:
        """Read a literal text, or raise an error that names it, or names `expected`."""
        self.need(_literal(literal), expected or f"'{literal}'")

    def found(self) -> str:
        """Return the next token after blanks and comments."""
        self._skip()
        return super().found()

    def _skip(self) -> None:
        self.at = end_of(self._gap, self.signs, self.at)

    def number(self, what: str, least: int = 0, most: int = GREATEST) -> int:
        """Read a whole number in these limits."""
        return self._checked(self.need(NUMBER, what), self.last, what, least, most)

    def size(self) -> int:
        """Read the size of a grid."""
        return self.number("the size n of the grid", 1, MAX_VALUES)

    def line(self) -> tuple[int, int]:
        """Skip to the next non-blank line, and return its start (after blanks) and end."""
        self._skip()
        end = self.signs.find("\n", self.at)
        return self.at, end if end >= 0 else len(self.signs)

    def row(self, what: str, count: int | None, token: re.Pattern[str], expected: str) -> list[re.Match[str]]:
        """Read a line of tokens, with blanks, ``,`` or ``;`` between them.

        Without a `count`, any number of tokens up to the largest number of values is allowed.
        """
        if not self.found():
            raise self.error(f"expected {what}, but the text ends")
        at, end = self.line()
        row: list[re.Match[str]] = []
        while at < end and self.signs[at] != self._comment:
            match = token.match(self.signs, at, end)
            if match is None:
                found = _TOKEN.match(self.text, at, end)
                assert found is not None
                raise self.error(f"expected {expected} in {what}, found {found[0]!r}", at)
            if len(row) == (count or MAX_VALUES):
                raise self.error(f"expected at most {len(row)} tokens in {what}, found more", at)
            row.append(match)
            at = end_of(_BLANKS, self.signs, match.end(), end)
            if self.signs[at : at + 1] in (",", ";"):
                at = end_of(_BLANKS, self.signs, at + 1, end)
            elif at == match.end() and self.signs[at : at + 1] == "-":
                raise self.error(f"expected a blank or ',' before this number in {what}", at)
        if count is not None and len(row) < count:
            raise self.error(f"expected {count} tokens in {what}, found {len(row)}", at)
        self.at = at
        return row

    def numbers(
        self,
        what: str,
        count: int | None,
        least: int = 0,
        most: int = GREATEST,
        token: re.Pattern[str] = NUMBER,
    ) -> list[int]:
        """Read a row of whole numbers in these limits; any other token means 0."""
        return [
            self._checked(match[0], match.start(), what, least, most) if match[0][-1].isdigit() else 0
            for match in self.row(what, count, token, "a number")
        ]

    def made(self, make: Callable[[], T], at: int) -> T:
        """Return the puzzle that a function makes; raise its PuzzleError as an error for the index `at`."""
        try:
            return make()
        except PuzzleError as error:
            raise self.error(str(error), at) from None

    def matrix(
        self, what: str, n_rows: int, n_columns: int, least: int = 0, most: int = GREATEST
    ) -> list[list[int]]:
        """Read rows of whole numbers; `what` names them."""
        return [self.numbers(f"{what} {r + 1}", n_columns, least, most) for r in range(n_rows)]

    def _checked(self, token: str, at: int, what: str, least: int, most: int) -> int:
        digits = token.lstrip("-").lstrip("0")
        if len(digits) <= 10:  # Converting longer numbers would be slow or refused.
            number = int(digits or 0) * (-1 if token[0] == "-" else 1)
            if least <= number <= most:
                return number
        shown = token if len(token) <= 20 else f"a number of {len(digits)} digits"
        raise self.error(f"{what}: expected {least} to {most}, found {shown}", at)


@functools.cache
def _literal(text: str) -> re.Pattern[str]:
    return re.compile(f"({re.escape(text)})")


def end_of(pattern: re.Pattern[str], text: str, at: int, end: int = sys.maxsize) -> int:
    """Return the end of the match at an index, for a pattern that matches everywhere."""
    found = pattern.match(text, at, end)
    assert found is not None
    return found.end()


def index_of(text: str, line: int, column: int) -> int:
    """Return the index of a line and column, both counted from 1, in a text whose lines end with newlines."""
    if line == 1:
        return column - 1
    end = next(itertools.islice(_NEWLINE.finditer(text), line - 2, None))
    return end.end() + column - 1
