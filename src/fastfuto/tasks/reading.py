"""A reader of the grids in a model's text, in any layout.

The text is read once from left to right, in linear time. A *piece* is the text between two line endings or brackets,
and a *stretch* lies between two pieces with words. In a stretch, a piece with as many values as the puzzle has columns
is a row, and consecutive rows, as many as the puzzle has, are a grid.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import NamedTuple

from .plain_text import plain_text

BAD = -1
"""The value that replaces a number that no cell can hold."""
DEEPEST = 16
"""Most nested opening brackets with only blanks between them; deeper text is not read as an answer."""
PROSE = 5
"""Number of words between two grids from which the second grid is another attempt, not part of the same answer."""

_BREAK = "\n[]{}();/"
_FREE = (
    r"\s\[\]{}(),;:|/\\&$*=<>^\"'`"
    "\u00ab\u00b7\u00bb\u2018-\u201f\u2022\u2039\u203a"  # quotes and dots
    "\u3001\u3002\u300a-\u3011\u30fb\uff08\uff09\uff0c\uff1a\uff1b\uff5c"  # separators of Chinese and Japanese
    "\u2190-\u21ff\u2500-\u25ff\u2705\u2713-\u2718\u274c"  # arrows, frames, check marks
    "\u200b\u2060\ufeff"  # blanks without width
)
"""The separators, as a class of characters. A number with any other character attached is not a value: 3% is not 3."""
_BREAKS = r"[\n\[\]{}();/][\s\[\]{}();/,]*+"
_RULE = r"---[-:|+= ]*+(?!\w)"
_BLANK = r"(?<![\w.?)\]\"'])[._?]++"


def _tokens(first: str, words: str, free: str = _FREE) -> re.Pattern[str]:
    """Return the token pattern: values, blanks, words, row breaks, table rules and signs.

    A token that begins with a possible value, or with marks before a value, ends at the next separator.
    """
    mark = rf"(?:[^\w{free}]|_)"
    return re.compile(
        rf"{words}{first}[^{free}]*+|{_BREAKS}|(?<!{mark}){mark}++{first}[^{free}]*+|{_BLANK}|{_RULE}|[<>]"
    )


_DIGITS = _tokens(r"\d", r"[^\W\d_]\w*+|")
"""Tokens of texts whose values are numbers."""
_LETTERS = _tokens(r"[^\W_]", "")
"""Tokens of texts whose values may be letters."""
_KAKURO = _tokens(r"\d", r"[*#■]|[^\W\d_]\w*+|", f"{_FREE}#")
_WORDS = re.compile(r"[^\W_](?:\w*[^\W_])?")
_WHOLE = re.compile(r"([0-9]{1,3})\.0+")
"""A whole number as a float."""
_TOGETHER = re.compile(r"[0-9A-Za-z._?]+")
_DASHED = re.compile(r"[^\W_]+(?:[-–—][^\W_]+)+")

_LABEL = re.compile(
    r"(?:r|row|rows|line|zeile|reihe|wiersz|ligne|fila|is|the|first|second|third|fourth|fifth|sixth|seventh|eighth|"
    r"ninth|tenth|column|columns|col|c|[a-z])_?[0-9]*"
)
_NUMBERED = re.compile(r"r|rows?|line|zeile|reihe|wiersz|ligne|fila|col|columns?|c")
"""Words followed by the number of a row or column."""
_COLUMN = re.compile(r"(?:column|columns|col|c)_?[0-9]*")
_MARKERS = frozenset(
    ("answer", "answers", "solution", "solved", "final", "result", "finalanswer", "antwort", "lösung")
)
_REJECTIONS = frozenset(
    (
        *(
            "wrong",
            "breaks",
            "violates",
            "violate",
            "no",
            "invalid",
            "not",
            "but",
            "try",
            "trying",
            "attempt",
        ),
        *("instead", "fix", "fixing", "swap", "swapping", "wait", "fails", "incorrect", "contradiction"),
        *("retry", "again", "however", "conflict", "conflicts"),
    )
)
"""Words that announce an attempt."""


class Reading(NamedTuple):
    """The rules for reading a puzzle's grids.

    Attributes
    ----------
    rows, columns : int
    most : int
        The largest value.
    widths : tuple of int
        The numbers of values that may be joined without separators.
    is_kakuro : bool
        Whether the grid has black cells, which are read as blank cells.
    has_dots : bool
        Whether a dot may be a blank cell instead of a separator.
    """

    rows: int
    columns: int
    most: int
    widths: tuple[int, ...]
    is_kakuro: bool = False
    has_dots: bool = True


class Written(NamedTuple):
    """A grid in a text.

    Attributes
    ----------
    values : tuple of int, or None
        The values row by row, 0 for a blank cell and `BAD` for anything that is not a value of the puzzle. None for a
        near-grid, with extra or missing rows, or cells beside it.
    stretch : int
        The number of the stretch; grids of one stretch have no words between them.
    words : int
        Words between the previous grid and this grid.
    is_marked, is_final : bool
        Whether these words announce an answer, and whether they announce the final answer.
    is_retry : bool
        Whether these words announce an attempt.
    """

    values: tuple[int, ...] | None
    stretch: int
    words: int
    is_marked: bool
    is_final: bool
    is_retry: bool

    @property
    def is_apart(self) -> bool:
        """Whether the grid and the previous grid belong to different attempts."""
        return self.words >= PROSE or self.is_retry


def read_grids(text: str, reading: Reading) -> list[Written]:
    """Return the grids and near-grids of a puzzle in a text, in order."""
    reader = _Reader(reading)
    reader.read(plain_text(text, is_kakuro=reading.is_kakuro, has_digits=reading.most <= 9))
    return reader.grids


class _Reader:
    """Takes the tokens of a text one by one and collects the grids."""

    def __init__(self, reading: Reading) -> None:
        self.grids: list[Written] = []
        self._reading = reading
        self._size = reading.rows * reading.columns
        self._has_letters = 9 < reading.most <= 35
        self._known: dict[str, tuple[int, ...] | None] = {}
        self._stretch = _Stretch(reading)
        self._lengths: list[int] = []
        self._number = 0
        self._is_deep = False
        self._forget()

    def _forget(self) -> None:
        """Begin to count the words after a grid."""
        self._words = 0
        self._is_marked = self._is_final = self._is_retry = False
        self._before = ""

    def read(self, text: str) -> None:
        """Read a text."""
        pattern = _KAKURO if self._reading.is_kakuro else _LETTERS if self._has_letters else _DIGITS
        known, values_of, stretch = self._known, self._values_of, self._stretch
        values: list[int] = []
        words: list[str] = []
        at: list[int] = []
        for token in pattern.findall(text):
            first = token[0]
            if first in _BREAK:
                if words:
                    self._take(values, words, at)
                    values, words, at = [], [], []
                elif values:
                    stretch.rows.append(tuple(values))
                    values = []
                if token.count("\n") > 1:
                    stretch.gaps.add(len(stretch.rows))
                if len(token) > DEEPEST and sum(map(token.count, "[{(")) > DEEPEST:
                    self._break([])
                    self._is_deep = True
                continue
            found = known.get(token, ())
            if found == ():
                found = known[token] = values_of(token)
            if found is not None:
                values += found
            elif told := _WORDS.findall(token):
                words += told
                at += [len(values)] * len(told)
            elif first == "-":
                stretch.rules.add(len(stretch.rows) + bool(values))
            elif first in "<>":
                stretch.compared.add(len(stretch.rows))
        self._take(values, words, at)
        self._break([])
        if self._is_torn():
            self._add(None)

    def _values_of(self, token: str) -> tuple[int, ...] | None:
        """Return the values of a token, or None if it is a word or a rule."""
        reading = self._reading
        core = token.removesuffix(".") or token
        if core.isdecimal() and core.isascii():
            if len(core) == 1 or (reading.most > 9 and len(core) <= len(str(reading.most))):
                value = int(core)
                return (value if value <= reading.most else BAD,)
            return self._together(core) or self._together(token) or self._bad(token)
        if whole := _WHOLE.fullmatch(token):
            values = self._values_of(whole[1])
            return values if values and len(values) == 1 else (BAD,)
        if not token.strip("._?"):
            if token[0] == "." and not reading.has_dots:
                return ()
            return self._together(token) or ((0,) if len(token) == 1 or not token.strip("_") else None)
        if _DASHED.fullmatch(token):
            parts = [self._values_of(part) for part in re.split("[-–—]", token)]
            if all(part and BAD not in part for part in parts):
                return tuple(value for part in parts if part for value in part)
        if reading.is_kakuro and token in ("*", "#", "■", "x", "X"):
            return (0,)
        first = _WORDS.search(token)
        if first is None:
            return None
        if not first[0][0].isalpha():
            return self._together(token) or self._bad(token)
        if self._has_letters:
            return self._letters(core, first[0])
        # The letter v is a sign between two rows.
        return None if token.strip("vV") else ()

    def _bad(self, token: str) -> tuple[int, ...]:
        """Return `BAD` once or, for a run with about as many digits as there are cells, once per digit."""
        n = sum(map(token.count, "0123456789"[: self._reading.most + 1]))
        is_grid = n == sum(map(str.isdecimal, token)) and abs(n - self._size) <= self._reading.columns < n - 1
        return (BAD,) * (n if is_grid and not self._has_letters else 1)

    def _letters(self, token: str, word: str) -> tuple[int, ...] | None:
        """Return the values of a token whose first word begins with a letter."""
        if not word.isascii():
            return None
        values: tuple[int, ...] | None
        if len(word) == 1:
            value = _letter(word)
            values = (value,) if value <= self._reading.most else None
        else:
            # Lower-case letters only are more likely to be a word.
            values = self._together(word) if word.isupper() or not word.isalpha() else None
        return values if values is None or word == token else (BAD,)

    def _together(self, token: str) -> tuple[int, ...] | None:
        """Return the values of a row or a grid without separators, or None."""
        if len(token) not in self._reading.widths or not _TOGETHER.fullmatch(token):
            return None
        values = tuple(0 if c in "._?" else _letter(c) for c in token)
        return values if max(values) <= self._reading.most else (BAD,) * len(values)

    def _take(self, values: list[int], words: list[str], at: list[int]) -> None:
        """Handle a piece: its values, its words, and the number of values before each word."""
        if not words:
            self._stretch.add(tuple(values))
            return
        lowered = [word.lower() for word in words]
        is_label = all(map(_LABEL.fullmatch, lowered))
        if not values:
            if not is_label:
                self._break(lowered)
            elif _COLUMN.fullmatch(lowered[0]):
                self._stretch.begin_column()
            return
        head, tail = tuple(values[: at[0]]), tuple(values[at[-1] :])
        is_compared = len(self._stretch.rows) in self._stretch.compared
        if is_label:
            self._take_labelled(values, lowered, at)
        elif self._is_row(tail):
            self._break(lowered)
            self._note(at[-1], is_compared)
            self._take_labelled(list(tail), lowered[-1:], [0])
        else:
            rows = self._stretch.rows
            said = seen = 0
            if self._is_row(head) or (rows and len(head) == len(rows[-1])):
                self._stretch.add(head)
                seen = len(head)
            for k, (before, after) in enumerate(itertools.pairwise(at), 1):
                if after > before and (after - before) % self._size == 0:  # grids within a sentence
                    self._break(lowered[said:k])
                    self._stretch.add(tuple(values[before:after]))
                    said, seen = k, after
            self._break(lowered[said:])
            self._note(len(values) - seen, is_compared)

    def _take_labelled(self, values: list[int], labels: list[str], at: list[int]) -> None:
        """Handle a piece whose words are labels, which may be followed by the number of a row and its values."""
        columns = self._reading.columns
        self._stretch.add(tuple(values[: at[0]]))
        for label, start, end in zip(labels, at, [*at[1:], len(values)], strict=True):
            row = tuple(values[start:end])
            if len(row) == columns + 1 and _NUMBERED.fullmatch(label):
                row = row[1:]
            if _COLUMN.fullmatch(label):
                self._stretch.begin_column()
            if len(row) > 1 or columns == 1:
                self._stretch.add(row)

    def _is_row(self, values: tuple[int, ...]) -> bool:
        """Return whether these values may be a row, with or without its number, or whole grids."""
        return len(values) - self._reading.columns in (0, 1) or (
            len(values) > 0 and len(values) % self._size == 0
        )

    def _break(self, words: list[str]) -> None:
        """End a stretch with words, or at the end of the text."""
        stretch = self._stretch
        if stretch.rows:
            for values in stretch.grids(self._is_marked):
                self._add(None if self._is_deep else values)
            for k, row in enumerate(stretch.rows[stretch.rest :], stretch.rest):
                self._note(len(row), k in stretch.compared)
            self._number += 1
        stretch.clear()
        self._is_deep = self._is_deep and not words
        for word in words:
            if word in _MARKERS:
                self._is_marked = True
                if word == "finalanswer" or (word == "answer" and self._before == "final"):
                    self._is_final = True
            elif word in _REJECTIONS:
                self._is_retry = True
            self._before = word
        self._words += len(words)

    def _add(self, values: tuple[int, ...] | None) -> None:
        """Add a grid or near-grid and begin to count the words after it."""
        told = self._words, self._is_marked, self._is_final, self._is_retry
        self.grids.append(Written(values, self._number, *told))
        self._lengths.clear()
        self._forget()

    def _note(self, length: int, is_compared: bool) -> None:
        """Record the length of a row outside grids, unless it is a list of comparisons."""
        if self._words < PROSE and not (is_compared and length > self._reading.columns + 1):
            self._lengths.append(length)

    def _is_torn(self) -> bool:
        """Return whether the rows after the last grid are another grid with missing or additional cells."""
        width = self._reading.columns
        whole = [length for length in self._lengths if length >= width]
        # Pairs and other short lists occur in checks of an answer, so they count only among rows.
        n_short = min(self._lengths.count(width - 1), len(whole))
        most = max(sum(whole) + n_short * (width - 1), self._lengths.count(1))
        return len(self.grids) > 0 and most >= max(3, self._size - width)


class _Stretch:
    """Rows of values without words between them.

    Attributes
    ----------
    rows : list of tuple of int
    gaps, rules, columns, compared : set of int
        The numbers of the rows after an empty line, after a rule, labelled as columns, and with a sign between
        values.
    rest : int
        The number of the row after the last grid.
    """

    def __init__(self, reading: Reading) -> None:
        self.rows: list[tuple[int, ...]] = []
        self.gaps: set[int] = set()
        self.rules: set[int] = set()
        self.columns: set[int] = set()
        self.compared: set[int] = set()
        self.rest = 0
        self._reading = reading

    def clear(self) -> None:
        """Forget all rows."""
        for marks in (self.rows, self.gaps, self.rules, self.columns, self.compared):
            if marks:
                marks.clear()

    def begin_column(self) -> None:
        """Record that the next row is a column."""
        self.columns.add(len(self.rows))

    def add(self, values: tuple[int, ...]) -> None:
        """Add a row unless it is empty."""
        if values:
            self.rows.append(values)

    def grids(self, is_marked: bool) -> list[tuple[int, ...] | None]:
        """Return the grids, and None for each near-grid."""
        found: list[tuple[int, ...] | None] = []
        self.rest = 0
        starts = [k for k in range(len(self.rows)) if k == 0 or len(self.rows[k]) != len(self.rows[k - 1])]
        has_grid = False
        for start, end in zip(starts, [*starts[1:], len(self.rows)], strict=True):
            grids = self._alike(start, end, is_marked)
            # Rows directly above or below a grid belong to the grid, except for its size or the numbers of its columns.
            if start and start not in self.gaps:
                if has_grid and not grids:
                    found[-1:] = [None]
                elif grids and not has_grid and not self._is_head(start - 1):
                    grids[:1] = [None]
            has_grid = bool(grids)
            if has_grid:
                self.rest = end
            found += grids
        return found

    def _alike(self, start: int, end: int, is_marked: bool) -> list[tuple[int, ...] | None]:
        """Return the grids and near-grids in rows of one length."""
        height, width = self._reading.rows, self._reading.columns
        length, size = len(self.rows[start]), height * width
        if length == width:
            if end - start == height + 1 and start + 1 in self.rules and _counts_up(self.rows[start]):
                start += 1
            if self._is_labelled(end, end + height) and _counts_up(self.rows[end - 1]):
                end -= 1
            if (end - start) % height == 0:
                return self._apart(range(start, end, height))
            return [None] if end - start >= (2 if is_marked else max(2, height - 1)) else []
        if self._is_labelled(start, end):
            return [tuple(value for row in self.rows[start:end] for value in row[1:])]
        if length == size:
            return [*self.rows[start:end]]
        if length == 1 and end - start == size:
            return [tuple(row[0] for row in self.rows[start:end])]
        # A list of values may begin after a word. Pairs and other short lists occur in checks of an answer.
        if length == 1 < width:
            return [None] if end - start >= size - 1 else []
        return [None] if length > width and length * (end - start) >= size else []

    def _apart(self, starts: range) -> list[tuple[int, ...] | None]:
        """Return the grids that begin in these rows, except a grid that is repeated by its columns."""
        found: list[tuple[int, ...] | None] = []
        for start in starts:
            grid = self._joined(start, start + self._reading.rows)
            if not (start in self.columns and grid in found):
                found.append(grid)
        return found

    def _is_labelled(self, start: int, end: int) -> bool:
        """Return whether these rows are a grid with a number before each row."""
        rows, height, width = self.rows[start:end], self._reading.rows, self._reading.columns
        return (
            len(rows) == end - start == height
            and all(len(row) == width + 1 for row in rows)
            and _counts_up([row[0] for row in rows])
        )

    def _joined(self, start: int, end: int) -> tuple[int, ...]:
        """Return the values of some rows; if the rows are labelled as columns, the values are transposed."""
        lines = self.rows[start:end]
        if self.columns.issuperset(range(start, end)) and len(lines[0]) == len(lines):
            lines = list(zip(*lines, strict=True))
        return tuple(value for line in lines for value in line)

    def _is_head(self, number: int) -> bool:
        """Return whether a row above a grid may be its size, its number or the numbers of its columns."""
        row = self.rows[number]
        return len(row) <= 2 or (len(row) == self._reading.columns and _counts_up(row))


def _letter(character: str) -> int:
    """Return the value of a digit or a letter; A is 10."""
    return int(character, 36)


def _counts_up(values: Sequence[int]) -> bool:
    """Return whether these are the numbers of rows or columns."""
    return list(values) == list(range(values[0], values[0] + len(values))) and values[0] in (0, 1)
