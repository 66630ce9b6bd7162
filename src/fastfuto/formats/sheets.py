"""Grids in columns: spreadsheets, csv files, tables of Markdown and LaTeX, and rows of words or characters."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..puzzles.text import one_spelling, parse_error
from .fields import MOST, Field, Rows, grid_of
from .unwrapping import Unwrapped

_SEPARATORS = "\t|;,&"
_RULE = re.compile(r":?-{2,}:?|:-+:?|-+:")
_LATEX = re.compile(r"\s*(?:\\(?:begin|end|hline|cline|toprule|midrule|bottomrule)\b[^&]*)?")
"""A line of LaTeX without fields."""
_QUOTES = ('"', "'", "`")
_WORD = re.compile(r"\S+")


class Line(NamedTuple):
    """A line, its place, and its text with a uniform spelling."""

    text: str
    at: int


def lines_of(inside: Unwrapped) -> list[Line]:
    """Return the lines of a text without empty lines at both ends."""
    lines, at = list[Line](), 0
    for text in one_spelling(inside.text).split("\n"):
        lines.append(Line(text, at))
        at += len(text) + 1
    while lines and not lines[-1].text.strip(" \r"):
        lines.pop()
    while lines and not lines[0].text.strip(" \r"):
        lines.pop(0)
    return lines


def in_columns(inside: Unwrapped) -> Unwrapped | None:
    """Return the grid in the columns of a sheet or table as a text, or None if there is none."""
    lines = lines_of(inside)
    if not 1 < len(lines) <= MOST + 2:
        return None
    for separator in _SEPARATORS:
        filled = [
            line
            for line in lines
            if not (_LATEX.fullmatch(line.text) if separator == "&" else not line.text.strip(" "))
        ]
        if filled and all(separator in line.text for line in filled):
            kept = filled if separator in "|&" else lines
            return _written(inside, _bare(_fields(kept, separator)))
    return None


def in_words(inside: Unwrapped) -> Unwrapped | None:
    """Return a grid of words, or of single characters, as a text, or None if there is none."""
    lines = lines_of(inside)
    if not 1 < len(lines) <= MOST:
        return None
    rows = [[Field(word[0], line.at + word.start()) for word in _WORD.finditer(line.text)] for line in lines]
    if all(len(row) == 1 and len(row[0].text) == len(lines) for row in rows):
        rows = [[Field(c, field.at + k) for k, c in enumerate(field.text)] for [field] in rows]
    is_square = all(len(row) == len(rows) for row in rows)
    return (
        _written(inside, rows)
        if is_square and not any("." in f.text[1:] for row in rows for f in row)
        else None
    )


def _written(inside: Unwrapped, rows: Rows) -> Unwrapped | None:
    draft = grid_of(rows, lambda message, at: parse_error(inside.text, at, message))
    return None if draft is None else draft.of(inside)


def _fields(lines: list[Line], separator: str) -> Rows:
    """Split lines at a separator."""
    rows: Rows = []
    for line in lines:
        text, start = line.text.rstrip(" "), line.at
        if separator == "&":
            text = text.removesuffix("\\\\").rstrip()
        row = list[Field]()
        for part in text.split(separator):
            field = part.strip()
            at = start + len(part) - len(part.lstrip()) if field else start
            if len(field) > 1 and field[0] == field[-1] and field[0] in _QUOTES:
                field, at = field[1:-1].strip(), at + 1
            row.append(Field(field, at))
            start += len(part) + 1
        rows.append(row)
    return rows


def _bare(rows: Rows) -> Rows:
    """Return rows without outer bars, rules, empty columns, and the names of rows and columns."""
    if all(len(row) > 2 and not row[0].text and not row[-1].text for row in rows) and len(rows[0]) != len(
        rows
    ):
        rows = [row[1:-1] for row in rows]
    is_rule = [all(_RULE.fullmatch(field.text) for field in row) for row in rows]
    has_head = len(is_rule) > 1 and is_rule[1]
    rows = [row for row, rule in zip(rows, is_rule, strict=True) if not rule]
    if has_head and len(rows) > len(rows[0]) - is_count([row[0].text for row in rows[1:]]):
        head = [field.text for field in rows[0]]
        if not any(head) or is_count(head) or is_count(head[1:]):
            rows = rows[1:]
    width = max(map(len, rows))
    if width == len(rows) + 1 and all(len(row) == width for row in rows):
        if not any(row[-1].text for row in rows):
            return [row[:-1] for row in rows]
        if is_count([row[0].text for row in rows]):
            return [row[1:] for row in rows]
    # An empty line is a row of empty fields.
    return [row if row != [Field("", row[0].at)] else [row[0]] * width for row in rows]


def is_count(words: list[str]) -> bool:
    """Return whether words count up from 0, 1, a or A."""
    if not words or not words[0]:
        return False
    first = words[0].lower()
    if first in ("0", "1"):
        return words == [str(k + int(first)) for k in range(len(words))]
    return [word.lower() for word in words] == [chr(97 + k) for k in range(len(words))]
