"""Grids in columns: spreadsheets, csv files, tables of Markdown and LaTeX, and rows of words or characters."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from ..puzzles.text import one_spelling
from .fields import BLANK_WORDS, MOST, SIGN, Field, Rows, grid_of, uneven
from .unwrapping import Unwrapped

_SEPARATORS = "\t|;,&"
_RULE = re.compile(r":?-{2,}:?|:-+:?|-+:")
_FRAME = re.compile(r"[-|\s]*[+=][-+=|\s]*")
"""A line between the rows of a table with bars."""
_LATEX = re.compile(
    r"\[?\\begin\{\w+\*?\}(?:\{[^{}\n]*\})?|\\end\{\w+\*?\}\]?|\\(?:hline|cline\{[^{}\n]*\}|\w+rule)|\$\$|\\(?:lt|gt|wedge|land|vee|lor)\b"
    r"|\\(?:left|right)[\\({})|.]?"
)
"""Commands of LaTeX around fields."""
_FORMULA = re.compile(r"\$([^$&\n]+)\$")
_LATEX_SIGNS = {r"\lt": "<", r"\gt": ">", r"\wedge": "^", r"\land": "^", r"\vee": "v", r"\lor": "v"}
_LATEX_END = re.compile(r"\\\\|(?<=\|)\.(?=\s*(?:\n|\Z))")
"""The end of a row in LaTeX: of a table, and of a grid of the package sudoku."""
_HTML_ROW = re.compile(r"<tr\b[^<>]*>(.*?)(?=<tr\b|</t(?:r|body|able)>|\Z)", re.DOTALL | re.IGNORECASE)
_HTML_FIELD = re.compile(r"<t[dh]\b[^<>]*>(.*?)(?=<t[dh]\b|</t[dh]>|\Z)", re.DOTALL | re.IGNORECASE)
_HTML_TAG = re.compile(
    r"</?(?:table|t[bhr]\w*|td|colgroup|col|center|div|b|i|u|em|strong|span|font|small|p)\b[^<>]*>",
    re.IGNORECASE,
)
"""A tag that cannot have a value, unlike that of a field for input or a picture."""
_HTML_HIDDEN = re.compile(
    r"<t[dh]\b[^<>]*\s(?:(?:data-|aria-)?(?:value\w*|val|num|number|digit|clue|sign|label)\s*="
    r"|(?:row|col)span\s*=(?!\s*[\"']?1\b)"
    r"|class\s*=[^<>=]*(?<![\w-])(?:gt|lt|less|smaller|lower|greater|larger|sign|inequality)(?![a-z]))",
    re.IGNORECASE,
)
"""A field whose tag may have a value or a sign."""
_WIKI_HIDDEN = re.compile(r"(?:row|col)span\s*=(?!\s*[\"']?1\b)|\bdata-|\bvalue\s*=", re.IGNORECASE)
"""Attributes that a field of a grid does not have."""
_WIKI_TABLE = re.compile(r"\s*\{\|[^\n]*\n(?:\|\+[^\n]*\n)?((?:[|!].*\n)*?)\|\}\s*")
_WIKI_LINE = re.compile(".+")
_WIKI_FIELD = re.compile(r"(?:(?<=\n)[|!]|\|\||(?<=[^\n])!!)(?:[ \w-]+=[^|\n]*\|(?!\|))?((?:(?!!!)[^|\n])*)")
_CELLS = re.compile("[0-9._*?-]+")
_PART = re.compile(r"[^\s,;/|]+")
"""A row or a cell in a line."""
_SPACED = (re.compile("[ 1-9]*"), re.compile("[ 1-9](?: [ 1-9])*"))
_QUOTES = ('"', "'", "`")
_WORD = re.compile(r"\S+")
_SMALL = re.compile("[0-9]{1,3}")
_FLOAT = re.compile(r"[0-9]{1,3}\.0")


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
    text = one_spelling(inside.text)
    if rows := _html_rows(text) or _wiki_rows(text):
        return _written(inside, _bare(rows))
    lines = lines_of(inside)
    if "\\" in inside.text:
        lines = _without_latex(lines)
    if not 1 < len(lines) <= 2 * MOST + 2:
        return None
    is_framed = not SIGN.search(inside.text)
    for separator in _SEPARATORS:
        filled = [line for line in lines if line.text.strip(" ")]
        if separator == "|" and is_framed:
            filled = [line for line in filled if not _FRAME.fullmatch(line.text)]
        if filled and all(separator in line.text for line in filled):
            kept = filled if separator in "|&" else lines
            rows = _bare(_fields(kept, separator))
            if (written := _written(inside, rows)) is None and len(rows) > 2 and all(map(_has_cells, rows)):
                raise uneven(rows, "sheet", inside.error)
            return written
    return None


def in_words(inside: Unwrapped, *, has_relations: bool = False) -> Unwrapped | None:
    """Return a grid of words, or of single characters, as a text, or None if there is none.

    With `has_relations`, its signs are elsewhere.
    """
    lines = lines_of(inside)
    if not 1 < len(lines) <= MOST:
        return None
    rows = [[Field(word[0], line.at + word.start()) for word in _WORD.finditer(line.text)] for line in lines]
    if all(len(row) == 1 and len(row[0].text) == len(lines) for row in rows):
        rows = [[Field(c, field.at + k) for k, c in enumerate(field.text)] for [field] in rows]
    words = [field.text for row in rows for field in row]
    has_points = any("." in word[1:] for word in words)
    is_decimal = all(_FLOAT.fullmatch(word) for word in words if word[0].isdigit())
    if any(len(row) != len(rows) for row in rows) or (has_points and not is_decimal):
        return None
    return _written(inside, rows, has_relations)


def in_one_line(inside: Unwrapped) -> Unwrapped | None:
    """Return the rows, or the cells, in the only line of a text as lines, or None if there are none."""
    lines = lines_of(inside)
    if len(lines) != 1:
        return None
    [line] = lines
    words = [Field(word[0], line.at + word.start()) for word in _PART.finditer(line.text)]
    separators = {part.strip() for part in _PART.split(line.text)[1:-1]}
    n = math.isqrt(len(words))
    if len(separators) > 1 or not n or not all(_CELLS.fullmatch(word.text) for word in words):
        return None
    if all(len(word.text) == len(words) for word in words):
        rows = [[Field(cell, word.at + k) for k, cell in enumerate(word.text)] for word in words]
    elif n > 3 and n * n == len(words):
        rows = [words[k : k + n] for k in range(0, n * n, n)]
    else:
        return None
    return _written(inside, rows) if any(cell.text not in "01" for row in rows for cell in row) else None


def in_pitch(inside: Unwrapped) -> Unwrapped | None:
    """Return a grid with blanks for blank cells, in lines of the same length, as a text, or None if there is none."""
    lines = lines_of(inside)
    n = len(lines)
    pitch = next((k for k in (1, 2) if all(len(line.text) == k * (n - 1) + 1 for line in lines)), 0)
    if n < 4 or not pitch or not all(map(_SPACED[pitch - 1].fullmatch, (line.text for line in lines))):
        return None
    rows = [[Field(cell.strip(), line.at + k) for k, cell in enumerate(line.text)][::pitch] for line in lines]
    return _written(inside, rows)


def _written(inside: Unwrapped, rows: Rows, has_relations: bool = False) -> Unwrapped | None:
    draft = grid_of(rows, inside.error, has_relations=has_relations)
    return None if draft is None else draft.of(inside)


def _html_rows(text: str) -> Rows:
    """Return the rows of the tables of a web page, or no rows if there is other text."""
    if _HTML_HIDDEN.search(text):
        return []
    rows: Rows = []
    end = 0
    for row in _HTML_ROW.finditer(text):
        fields: list[Field] = []
        between = text[end : row.start()]
        if _HTML_TAG.sub("", between).strip() or (rows and "</table" in between.lower()):
            return []
        end = row.end()
        for field in _HTML_FIELD.finditer(row[1]):
            value = _HTML_TAG.sub(" ", field[1]).strip()
            if len(value) > 1 and "<" in value:  # Another tag, not a sign.
                return []
            fields.append(Field(value, row.start(1) + field.start(1)))
        if _HTML_TAG.sub("", _HTML_FIELD.sub("", row[1])).strip() or not fields:
            return []
        rows.append(fields)
    # Empty fields may have pictures in a style sheet.
    is_filled = any(field.text for row in rows for field in row)
    return rows if is_filled and not _HTML_TAG.sub("", text[end:]).strip() else []


def _wiki_rows(text: str) -> Rows:
    """Return the rows of a table in the notation of MediaWiki, or no rows if there is anything else."""
    table = None if _WIKI_HIDDEN.search(text) else _WIKI_TABLE.fullmatch(text)
    rows: Rows = [[]]
    for line in _WIKI_LINE.finditer(text, *table.span(1)) if table else ():
        if line[0].startswith("|-"):
            rows.append([])
        else:
            fields = [*_WIKI_FIELD.finditer(text, *line.span())]
            if "".join(each[0] for each in fields) != line[0]:
                return []
            rows[-1] += (Field(each[1].strip(), each.start(1)) for each in fields)
    return [row for row in rows if row]


def _without_latex(lines: list[Line]) -> list[Line]:
    """Return the rows of a table in LaTeX, without the commands around them."""
    rows = list[Line]()
    for text, at in lines:
        bare = _LATEX.sub(
            lambda command: _LATEX_SIGNS.get(command[0], "").ljust(len(command[0])),
            _FORMULA.sub(r" \1 ", text),
        )
        start = 0
        for end in [*_LATEX_END.finditer(bare), None]:
            row = bare[start : end.start() if end else None]
            if row.strip():
                rows.append(Line(row, at + start))
            start = end.end() if end else start
    return rows


def _fields(lines: list[Line], separator: str) -> Rows:
    """Split lines at a separator."""
    rows: Rows = []
    for line in lines:
        text, start = line.text.rstrip(" "), line.at
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
    if has_head and rows and len(rows) > len(rows[0]) - is_count([row[0].text for row in rows[1:]]):
        head = [field.text for field in rows[0]]
        if not any(head) or is_count(head) or is_count(head[1:]):
            rows = rows[1:]
    if not rows:
        return []
    width = max(map(len, rows))
    head = [field.text for field in rows[0]]
    if len(rows) == width + 1 and _is_head(head):
        rows = rows[1:]
    elif (
        len(rows) == width
        and not head[0]
        and _is_head(head[1:])
        and is_count([row[0].text for row in rows[1:]])
    ):
        rows = [row[1:] for row in rows[1:]]
        width -= 1
    if width == len(rows) + 1 and all(len(row) == width for row in rows):
        if not any(row[-1].text for row in rows):
            return [row[:-1] for row in rows]
        if is_count([row[0].text for row in rows]):
            return [row[1:] for row in rows]
    # An empty line is a row of empty fields.
    return [row if row != [Field("", row[0].at)] else [row[0]] * width for row in rows]


def _has_cells(row: list[Field]) -> bool:
    """Return whether each field of a row may be a cell or a sign."""
    return all(SIGN.fullmatch(f.text) or f.text in BLANK_WORDS or _SMALL.fullmatch(f.text) for f in row)


def _is_head(words: list[str]) -> bool:
    """Return whether words count up, perhaps after the same name, as in ``c1,c2,c3``."""
    names = {word.rstrip("0123456789") for word in words}
    return is_count(words) or (len(names) == 1 and is_count([word.removeprefix(*names) for word in words]))


def is_count(words: list[str]) -> bool:
    """Return whether words count up from 0, 1, a or A."""
    if not words or not words[0]:
        return False
    first = words[0].lower()
    if first in ("0", "1"):
        return words == [str(k + int(first)) for k in range(len(words))]
    return [word.lower() for word in words] == [chr(97 + k) for k in range(len(words))]
