"""Conversion of grids in rows of fields, such as lists, sheets and tables, to texts that the formats read.

A field keeps its place, so an error in the written text is reported at its place in the original text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ..errors import ParseError
from ..model import MAX_VALUES
from .unwrapping import NO_VALUE, Unwrapped

BLANK_WORDS = frozenset(("", ".", "0", "0.", "0.0", "_", "-", "x", "X", "?", "*", "#", "·", *NO_VALUE))
"""The fields of blank cells; a grid has only one of them."""
NO_SIGN = frozenset(("", ".", "0", "_", "-", "|", "+", "·", "x", "None", "null", "nil"))
"""The fields between cells without a sign; a grid has only one of them."""
MOST = 2 * MAX_VALUES - 1
"""Most fields of a row, and most rows."""
_BESIDE, _UNDER = {"<": "<", ">": ">"}, {"^": "^", "v": "v"}
_NUMBERS_BESIDE, _NUMBERS_UNDER = {"1": "<", "-1": ">"}, {"1": "^", "-1": "v"}
_NUMBER = re.compile(r"[0-9]{1,9}(?:\.0*)?")
_TOTALS = re.compile(r"[0-9]{1,9}\\[0-9]{0,9}|\\[0-9]{1,9}")
_BLACK = frozenset(("\\", "x", "X", "#"))
"""The fields of black cells of a Kakuro. If it has no other black cell or no other blank cell, it may have None."""
_BITS = frozenset("01")
_UNKNOWN = frozenset(("None", "null", "nil"))
SIGN = re.compile("[<>^v]")


class Field(NamedTuple):
    """The text of a field without blanks around it, and its place."""

    text: str
    at: int


Rows = list[list[Field]]
Refuse = Callable[[str, int], ParseError]
"""Makes the error for a message and a place."""


class Draft:
    """A text that is written piece by piece, with the place from which each character comes."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._places: list[int] = []

    def add(self, text: str, at: int) -> None:
        """Append a text whose errors are reported at the place `at`."""
        self._pieces.append(text)
        self._places += [at] * len(text)

    def of(self, inside: Unwrapped) -> Unwrapped:
        """Return the written text, with places in the text around it."""
        places = [inside.places[at] for at in self._places]
        return Unwrapped("".join(self._pieces), [*places, inside.places[-1]], inside.title, True)


def grid_of(rows: Rows, refuse: Refuse, *, has_relations: bool = False) -> Draft | None:
    """Write a grid in a form that the formats read, or return None if the rows have no common shape.

    A grid of n x n fields has no signs; with `has_relations`, they are elsewhere. A grid of (2n - 1) x (2n - 1) fields
    has a sign, or none, between two cells; a row of signs may have n fields. A grid with totals is a Kakuro, and a
    matrix of 0 and 1 that is not square is an exact cover.
    """
    if any(_TOTALS.fullmatch(field.text) for row in rows for field in row):
        return _with_totals(rows, refuse)
    n_rows, width = len(rows), max(map(len, rows), default=0)
    if not 1 < max(n_rows, width) <= MOST:
        return None
    has_signs = any(SIGN.fullmatch(field.text) for row in rows for field in row)
    if not has_signs:
        if any(len(row) != n_rows for row in rows):
            return _of_bits(rows)
        if n_rows % 2 and any(f.text == "-1" for r, row in enumerate(rows) for f in row[1 - r % 2 :: 2]):
            return with_signs(rows, refuse, _NUMBERS_BESIDE, _NUMBERS_UNDER)
        if not has_relations:
            _check_size(rows, refuse)
        return _without_signs(rows, refuse)
    if n_rows % 2 == 0 or any(len(row) != n_rows for row in rows[::2]):
        return None
    return with_signs(rows, refuse)


def uneven(rows: Rows, what: str, refuse: Refuse) -> ParseError:
    """Return the error of rows that do not form a grid, at the first row with an unusual number of fields."""
    lengths = [*map(len, rows)]
    usual = max(sorted({*lengths}, key=lambda length: -abs(length - len(rows))), key=lengths.count)
    odd = next((row for row in rows if len(row) != usual), None)
    if odd is None or len(rows) < 3:
        row = next((row for row in rows if len(row) != len(rows)), rows[0])
        at = row[0].at if row else rows[0][0].at
        return refuse(f"this {what} has {len(rows)} rows, and a row of {len(row)} fields", at)
    at = odd[0].at if odd else rows[rows.index(odd) - 1][-1].at
    return refuse(
        f"expected {usual} fields in this row of the {what}, as in other rows, found {len(odd)}", at
    )


def _with_totals(rows: Rows, refuse: Refuse) -> Draft:
    """Write the rows of a Kakuro."""
    texts = {field.text for row in rows for field in row}
    is_black_none, is_white_none = not texts & _BLACK, not texts & (BLANK_WORDS - _BLACK - _UNKNOWN)
    if texts & _UNKNOWN and is_black_none == is_white_none:
        at = next(field.at for row in rows for field in row if field.text in _UNKNOWN)
        raise refuse(
            "this may be a black cell or a blank one; write x for black cells and 0 for blank ones", at
        )
    black = _Kind("a black cell", _BLACK | (_UNKNOWN if is_black_none else set()), refuse)
    white = _Kind("a blank cell", BLANK_WORDS - _BLACK - (_UNKNOWN if is_black_none else set()), refuse)
    draft = Draft()
    for row in rows:
        if len(row) != len(rows[0]):
            raise refuse(f"expected {len(rows[0])} cells in this row, found {len(row)}", row[-1].at)
        for c, field in enumerate(row):
            end = "\n" if c == len(row) - 1 else " "
            if black.has(field):
                written = "x"
            elif white.has(field):
                written = "_"
            else:
                written = field.text
            draft.add(written + end, field.at)
    return draft


def _of_bits(rows: Rows) -> Draft | None:
    """Write the rows of a matrix of 0 and 1, perhaps with names above and before them, or return None."""
    width = len(rows[-1])
    first = 0 if {field.text for field in rows[0][1:]} <= _BITS else 1
    body = rows[first:]
    start = 0 if {row[0].text for row in body} <= _BITS else 1
    if len(body) < 2 or any(len(row) != width for row in body) or len(rows[0]) not in (width, width - start):
        return None
    if any(field.text not in _BITS for row in body for field in row[start:]):
        return None
    draft = Draft()
    if first:
        body = [rows[0][start if len(rows[0]) == width else 0 :], *body]
    for row in body:
        for c, field in enumerate(row):
            if not field.text or any(each.isspace() for each in field.text):
                return None
            draft.add(field.text + ("\n" if c == len(row) - 1 else " "), field.at)
    return draft


def _check_size(rows: Rows, refuse: Refuse) -> None:
    """Refuse a grid whose every other row and column may have the fields for signs."""
    n = len(rows)
    odd = [f for r, row in enumerate(rows) for c, f in enumerate(row) if r % 2 or c % 2]
    if (
        n > 3
        and n % 2
        and all(f.text in NO_SIGN for f in odd)
        and any(f.text not in BLANK_WORDS for row in rows for f in row)
        and all(_value(f, 0) <= n // 2 + 1 for row in rows for f in row)
    ):
        raise refuse(
            f"the text is ambiguous: it may have {n} x {n} cells, or {n // 2 + 1} x {n // 2 + 1} and fields for signs",
            rows[0][0].at,
        )


def _without_signs(rows: Rows, refuse: Refuse) -> Draft:
    """Write the rows of a grid without signs."""
    draft, n = Draft(), len(rows)
    blanks = _Kind("a blank cell", BLANK_WORDS, refuse)
    letters = [
        f.text
        for row in rows
        for f in row
        if len(f.text) == 1 and f.text.isalpha() and f.text not in BLANK_WORDS
    ]
    first = 0
    if letters and not any(f.text.isdigit() and f.text != "0" for row in rows for f in row):
        first = ord("A" if letters[0].isupper() else "a") - 1
    for row in rows:
        for c, field in enumerate(row):
            if first and len(field.text) == 1 and 1 <= (value := ord(field.text) - first) <= n:
                written = str(value)
            elif blanks.has(field):
                written = "."
            elif first:
                raise refuse(f"expected one of the first {n} letters, found {field.text!r}", field.at)
            else:
                written = str(_checked(field, n, refuse))
            draft.add(written + ("\n" if c == n - 1 else " "), field.at)
    return draft


def with_signs(
    rows: Rows, refuse: Refuse, beside: dict[str, str] = _BESIDE, below: dict[str, str] = _UNDER
) -> Draft:
    """Write rows of cells with signs between them, and the rows of signs between these rows."""
    cells, under = rows[::2], rows[1::2]
    n = len(cells)
    blanks = _Kind("a blank cell", BLANK_WORDS, refuse)
    none = _Kind("no sign", NO_SIGN, refuse)
    between = _Kind("no sign", NO_SIGN, refuse)
    draft = Draft()
    draft.add(f"{n}\n", cells[0][0].at)
    for r, row in enumerate(cells):
        for c, field in enumerate(row):
            if c % 2 == 0:
                draft.add("0" if blanks.has(field) else str(_checked(field, n, refuse)), field.at)
            else:
                draft.add(f" {_sign(field, beside, '|', none, refuse)} ", field.at)
        draft.add("\n", row[-1].at)
        if r == n - 1:
            break
        signs = under[r]
        if len(signs) not in (n, 2 * n - 1):
            raise refuse(
                f"expected {n} or {2 * n - 1} fields in this row of signs, found {len(signs)}", signs[-1].at
            )
        written = ["-"] * (2 * n - 1)
        step = 2 if len(signs) == n else 1
        for k, field in enumerate(signs):
            if k * step % 2:
                _sign(field, {}, "-", between, refuse)
            else:
                written[k * step] = _sign(field, below, "-", none, refuse)
        for k, sign in enumerate(written):
            draft.add(f"{sign} ", signs[k // step].at)
        draft.add("\n", signs[-1].at)
    return draft


class _Kind:
    """The spelling of blank cells, or of missing signs, in a text.

    The first such field determines the spelling. Another spelling may be a misspelt value or sign, and is refused.
    """

    def __init__(self, what: str, words: Iterable[str], refuse: Refuse) -> None:
        self._what = what
        self._words = words
        self._refuse = refuse
        self._usual: str | None = None

    def has(self, field: Field) -> bool:
        """Return whether a field is of this kind."""
        if field.text not in self._words:
            return False
        if self._usual is None:
            self._usual = field.text
        if field.text != self._usual:
            usual, other = (repr(each) if each else "an empty field" for each in (self._usual, field.text))
            raise self._refuse(f"expected {usual} for {self._what}, as used before, found {other}", field.at)
        return True


def _sign(field: Field, known: dict[str, str], empty: str, none: _Kind, refuse: Refuse) -> str:
    if sign := known.get(field.text):
        return sign
    if none.has(field):
        return empty
    expected = f"one of {' '.join(known)}, or no sign" if known else "no sign"
    raise refuse(f"expected {expected} between two cells, found {field.text!r}", field.at)


def _value(field: Field, other: int = -1) -> int:
    """Return the value of a field, or `other` if the field has no value."""
    return int(field.text.partition(".")[0]) if _NUMBER.fullmatch(field.text) else other


def _checked(field: Field, n: int, refuse: Refuse) -> int:
    """Return the value of a cell, from 1 to n."""
    if (value := _value(field)) < 0:
        raise refuse(f"expected a number or a blank cell, found {field.text!r}", field.at)
    if not 1 <= value <= n:
        raise refuse(f"expected a number from 1 to {n}, found {field.text}", field.at)
    return value
