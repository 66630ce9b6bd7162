"""Finding the grids in a text that a model has written, however it has laid them out.

The text is read once from left to right, in time that is linear in its length. A *piece* is what stands between two
line ends or brackets, and a *stretch* is what stands between two pieces with words. In a stretch, pieces with as many
values as a row of the puzzle has are rows, and as many rows as the puzzle has are a grid.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import NamedTuple

from ..puzzles.text import one_spelling

__all__ = ["BAD", "Reading", "Written", "read_grids"]

BAD = -1
"""Stands for a number that no cell can hold."""
DEEPEST = 16
"""Brackets that open without anything but blanks between them, behind which nobody looks for an answer."""
PROSE = 5
"""Words between two grids by which the second one is another attempt, and no part of the same answer."""

_BREAK = "\n[]{}();/"
_CHUNK = r"[0-9][0-9._?]*+|(?<![\w.?)\]\"'])[._?]++"
_BREAKS = r"[\n\[\]{}();/][\s\[\]{}();/,]*+"
_DIGITS = re.compile(rf"{_CHUNK}|[^\W\d_]\w*+|{_BREAKS}|---[-:|+= ]*+")
"""Tokens where values have one digit: values, words, breaks between rows, and rules below the head of a table."""
_LETTERS = re.compile(rf"[^\W_]++|(?<![\w.?)\]\"'])[._?]++|{_BREAKS}|---[-:|+= ]*+")
"""The same where letters may be values."""
_KAKURO = re.compile(rf"{_CHUNK}|[*#■]|[^\W\d_]\w*+|{_BREAKS}|---[-:|+= ]*+")
_TOTALS = re.compile(r"\([ ]{0,9}[0-9]{0,3}[ ]{0,9}[,\\][ ]{0,9}[0-9]{0,3}[ ]{0,9}\)")
"""The totals of a black cell."""

_ROW_END = re.compile(r"</?(?:tr|br|p|div|li|ul|ol|table|thead|tbody|pre)\b[^<>\n]{0,200}>", re.IGNORECASE)
_TAG = re.compile(r"</?(?:td|th|span|code|strong|em|sub|sup)\b[^<>\n]{0,200}>", re.IGNORECASE)
_ANSWER_TAG = re.compile(r"<answer\b[^<>\n]{0,200}>", re.IGNORECASE)
_LATEX_END = re.compile(r"\\\\(?:\[[^\]\n]{0,20}\])?|\\n(?![a-zA-Z])|\\cr\b")
_LATEX_FRAME = re.compile(
    r"\\(?:begin|end)\{[A-Za-z*]{1,20}\}(?:\[[a-z]?\])?(?:\{[^{}\n]{0,200}\})?|\\c?line\{[^}\n]{0,20}\}"
)
_LATEX_WORD = re.compile(r"\\(?:[a-zA-Z]{1,30}|.)")
_FLAGS = re.compile(r"(?<=[0-9])[UDLR]{1,4}(?=,)")
"""The signs of a game id."""
_ID_SIZE = re.compile(r"(?<![\w.])[0-9]{1,3}[a-z]?:(?=[0-9]{1,3}[,UDLR])")

_TIGHT = re.compile(r"^[0-9][0-9<>]++$", re.MULTILINE)
"""A row of digits and signs without blanks."""

_LABEL = re.compile(
    r"(?:r|row|rows|line|zeile|reihe|wiersz|ligne|fila|is|the|first|second|third|fourth|fifth|sixth|seventh|eighth|"
    r"ninth|tenth|column|columns|col|c|[a-z])_?[0-9]*"
)
_NUMBERED = re.compile(r"r|rows?|line|zeile|reihe|wiersz|ligne|fila|col|columns?|c")
"""What has the number of a row or a column behind it."""
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
"""Words that tell of an attempt."""


class Reading(NamedTuple):
    """How the grids of a puzzle are read.

    Attributes
    ----------
    rows, columns : int
    most : int
        The greatest value.
    widths : tuple of int
        How many values may stand together without anything between them.
    is_kakuro : bool
        Whether there are black cells, which are read as blank ones.
    has_dots : bool
        Whether a dot may be a blank cell, and not what stands between two cells.
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
        Row by row, 0 for a blank cell and `BAD` for what is no value of the puzzle. It is None if this is like a grid,
        but is none: there are rows too many or too few, or cells beside it.
    stretch : int
        Grids with the same number have no word between them.
    words : int
        Words between the grid before and this one.
    is_marked, is_final : bool
        Whether they call it an answer, and whether they call it the last one.
    is_retry : bool
        Whether they tell of an attempt.
    """

    values: tuple[int, ...] | None
    stretch: int
    words: int
    is_marked: bool
    is_final: bool
    is_retry: bool

    @property
    def is_apart(self) -> bool:
        """Whether it is another attempt than the grid before."""
        return self.words >= PROSE or self.is_retry


def read_grids(text: str, reading: Reading) -> list[Written]:
    """Return what is like a grid of a puzzle in a text, in order."""
    reader = _Reader(reading)
    reader.read(_plain(text, reading))
    return reader.grids


def _plain(text: str, reading: Reading) -> str:
    """Return the text behind the last thought, without what TeX, HTML and game ids have around values."""
    # Each replacement is skipped where it has nothing to do, because most texts are plain.
    if (thought := text.rfind("</think>")) >= 0:
        text = text[thought + len("</think>") :]
    if not text.isascii():
        text = one_spelling(text)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "&" in text:
        text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ")
    if "</" in text or "<br" in text:
        text = _ANSWER_TAG.sub("\nfinalanswer\n", text).replace("</answer>", "\n\n")
        text = _TAG.sub(" ", _ROW_END.sub("\n", text))
    if reading.is_kakuro:
        text = _TOTALS.sub(" * ", text.replace("**", " "))
    elif reading.most <= 9 and ("<" in text or ">" in text):
        text = _TIGHT.sub(_without_signs, text)
    if "\\" in text:
        text = _LATEX_END.sub("\n", text.replace("\\boxed", " finalanswer "))
        text = _LATEX_WORD.sub(" ", _LATEX_FRAME.sub("\n", text))
    if "," in text:
        text = _FLAGS.sub("", _ID_SIZE.sub("\n", text))
    return text


def _without_signs(line: re.Match[str]) -> str:
    return line[0].replace("<", "").replace(">", "")


class _Reader:
    """Takes the tokens of a text one by one, and keeps the grids."""

    def __init__(self, reading: Reading) -> None:
        self.grids: list[Written] = []
        self._reading = reading
        self._size = reading.rows * reading.columns
        self._has_letters = 9 < reading.most <= 35
        self._known: dict[str, tuple[int, ...] | None] = {}
        self._stretch = _Stretch(reading)
        self._number = 0
        self._is_deep = False
        self._forget()

    def _forget(self) -> None:
        """Begin to count the words behind a grid."""
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
            elif first == "-":
                stretch.rules.add(len(stretch.rows) + bool(values))
            elif first not in "._?":
                words.append(token)
                at.append(len(values))
        self._take(values, words, at)
        self._break([])

    def _values_of(self, token: str) -> tuple[int, ...] | None:
        """Return the values of a token, or None if it is a word or a rule."""
        reading = self._reading
        core = token.strip("_").rstrip(".?") or token
        if core.isdecimal() and core.isascii():
            if len(core) == 1 or (reading.most > 9 and len(core) <= len(str(reading.most))):
                value = int(core)
                return (value if value <= reading.most else BAD,)
            return self._together(core) or (BAD,)
        if core[0].isdecimal() and core.replace(".", "", 1).isdecimal() and "." in core:
            whole, _, rest = core.partition(".")
            if not rest.strip("0") and len(whole) <= 3:
                return self._values_of(whole)
        if token[0] in "._?":
            if token[0] == "." and not reading.has_dots:
                return ()
            return self._together(token) or ((0,) if len(token) == 1 or not token.strip("_") else None)
        if self._has_letters and token.isascii() and token.isalnum():
            if len(token) == 1:
                value = _letter(token)
                return (value,) if value <= reading.most else None
            # A word of small letters alone is more likely a word.
            is_number = token.isupper() or not token.isalpha()
            return self._together(token) if is_number else None
        if reading.is_kakuro and token in ("*", "#", "■", "x", "X"):
            return (0,)
        if token[0].isdecimal():
            return self._together(token) or (BAD,)
        # The letter v is the sign between two rows.
        return None if token.strip("vV") else ()

    def _together(self, token: str) -> tuple[int, ...] | None:
        """Return the values of a row or a grid that is written without anything between them, or None."""
        if len(token) not in self._reading.widths or not token.isascii():
            return None
        values = tuple(0 if c in "._?" else _letter(c) for c in token)
        return values if max(values) <= self._reading.most else (BAD,) * len(values)

    def _take(self, values: list[int], words: list[str], at: list[int]) -> None:
        """Take a piece: its values, its words, and how many values stand before each word."""
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
        if is_label:
            self._take_labelled(values, lowered, at)
        elif self._is_row(tail):
            self._break(lowered)
            self._take_labelled(list(tail), lowered[-1:], [0])
        else:
            rows = self._stretch.rows
            if self._is_row(head) or (rows and len(head) == len(rows[-1])):
                self._stretch.add(head)
            said = 0
            for k, (before, after) in enumerate(itertools.pairwise(at), 1):
                if after > before and (after - before) % self._size == 0:  # Whole grids within a sentence.
                    self._break(lowered[said:k])
                    self._stretch.add(tuple(values[before:after]))
                    said = k
            self._break(lowered[said:])

    def _take_labelled(self, values: list[int], labels: list[str], at: list[int]) -> None:
        """Take a piece whose words are labels, each of which may have the number of a row behind it, and the row."""
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
        """Return whether so many values may be a row, with its number or without it, or whole grids."""
        return len(values) - self._reading.columns in (0, 1) or (
            len(values) > 0 and len(values) % self._size == 0
        )

    def _break(self, words: list[str]) -> None:
        """End a stretch with words, or at the end of the text."""
        stretch = self._stretch
        if stretch.rows:
            for values in stretch.grids(self._is_marked):
                told = self._words, self._is_marked, self._is_final, self._is_retry
                self.grids.append(Written(None if self._is_deep else values, self._number, *told))
                self._forget()
            self._number += 1
        if stretch.rows or stretch.gaps or stretch.rules or stretch.columns:
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


class _Stretch:
    """Rows of values without words between them.

    Attributes
    ----------
    rows : list of tuple of int
    gaps, rules, columns : set of int
        The numbers of rows with an empty line before them, of those with a rule before them, and of those whose label
        says that they are columns.
    """

    def __init__(self, reading: Reading) -> None:
        self.rows: list[tuple[int, ...]] = []
        self.gaps: set[int] = set()
        self.rules: set[int] = set()
        self.columns: set[int] = set()
        self._reading = reading

    def clear(self) -> None:
        """Forget all rows."""
        for marks in (self.rows, self.gaps, self.rules, self.columns):
            marks.clear()

    def begin_column(self) -> None:
        """Note that the next row is a column."""
        self.columns.add(len(self.rows))

    def add(self, values: tuple[int, ...]) -> None:
        """Add a row, if there are values in it."""
        if values:
            self.rows.append(values)

    def grids(self, is_marked: bool) -> list[tuple[int, ...] | None]:
        """Return the grids, and None for each place that is like a grid and is none."""
        found: list[tuple[int, ...] | None] = []
        starts = [k for k in range(len(self.rows)) if k == 0 or len(self.rows[k]) != len(self.rows[k - 1])]
        has_grid = False
        for start, end in zip(starts, [*starts[1:], len(self.rows)], strict=True):
            grids = self._alike(start, end, is_marked)
            # What stands right above or below a grid belongs to it, but for its size or the numbers of its columns.
            if start and start not in self.gaps:
                if has_grid and not grids:
                    found[-1:] = [None]
                elif grids and not has_grid and not self._is_head(start - 1):
                    grids[:1] = [None]
            has_grid = bool(grids)
            found += grids
        return found

    def _alike(self, start: int, end: int, is_marked: bool) -> list[tuple[int, ...] | None]:
        """Return what is like a grid in rows of one length."""
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
        # A list of values may have begun behind a word. Pairs and the like are what an answer is checked by.
        if length == 1 < width:
            return [None] if end - start >= size - 1 else []
        return [None] if length > width and length * (end - start) >= size else []

    def _apart(self, starts: range) -> list[tuple[int, ...] | None]:
        """Return the grids that begin in these rows, but for one that is told again by its columns."""
        found: list[tuple[int, ...] | None] = []
        for start in starts:
            grid = self._joined(start, start + self._reading.rows)
            if not (start in self.columns and grid in found):
                found.append(grid)
        return found

    def _is_labelled(self, start: int, end: int) -> bool:
        """Return whether these rows are a grid with the number of each row in front of it."""
        rows, height, width = self.rows[start:end], self._reading.rows, self._reading.columns
        return (
            len(rows) == end - start == height
            and all(len(row) == width + 1 for row in rows)
            and _counts_up([row[0] for row in rows])
        )

    def _joined(self, start: int, end: int) -> tuple[int, ...]:
        """Return the values of rows, or of columns that are labelled as such."""
        lines = self.rows[start:end]
        if self.columns.issuperset(range(start, end)) and len(lines[0]) == len(lines):
            lines = list(zip(*lines, strict=True))
        return tuple(value for line in lines for value in line)

    def _is_head(self, number: int) -> bool:
        """Return whether a row above a grid may be its size, its number or the numbers of its columns."""
        row = self.rows[number]
        return len(row) <= 2 or (len(row) == self._reading.columns and _counts_up(row))


def _letter(character: str) -> int:
    """Return the value of a digit or a letter, of which A is 10."""
    return int(character, 36)


def _counts_up(values: Sequence[int]) -> bool:
    """Return whether these are the numbers of rows or columns."""
    return list(values) == list(range(values[0], values[0] + len(values))) and values[0] in (0, 1)
