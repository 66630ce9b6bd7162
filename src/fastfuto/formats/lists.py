"""Grids as lists of rows, in the notation of a programming language, as NumPy prints them, or with rows as strings."""

from __future__ import annotations

import re

from ..puzzles.text import one_spelling
from .fields import MOST, Draft, Field, Rows, grid_of, uneven
from .tokens import end_of
from .unwrapping import LIST, MAKER, OBJECT, Unwrapped, are_letters, is_words

DEEPEST = 4
"""Most brackets around a value."""

_BY_ROW = (
    r",\s*(?:(?:(?:nrow|ncol)\s*=\s*)?[0-9]{1,3},\s*){0,2}byrow\s*=\s*T(?:RUE)?"
    r"(?:,\s*(?:nrow|ncol)\s*=\s*[0-9]{1,3}){0,2}"
)
"""The arguments of a matrix in R, which has its columns one below the other without ``byrow``."""
_DTYPE = r",\s*dtype\s*=\s*[\w.']+"
_ITEM = r"-[ \t]+(?=[\[({\"'])"
"""The dash of an item in YAML."""
_TOKEN = re.compile(
    rf"(?P<gap>\s+|(?://|;;|(?<=[ \t])#(?=[ \t]))[^\n<>^]*(?=\n)|/\*[^*\n<>^]*\*/"
    rf"|{_DTYPE}|{_BY_ROW}|(?<=\n){_ITEM}|(?<=[ \t]){_ITEM})"
    rf"|(?P<open>(?:new\s+|')?{MAKER}(?:\[[0-9, ]*\]\s*(?=\{{))*[\[({{]\|?)|(?P<close>\|?[\])}}])|(?P<sep>[,;])"
    r'|(?P<string>[bru]?(?:"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'))'
    r"|(?P<word>[^\s,;\[\](){}\"'|]+|\|)"
)
_BEFORE = re.compile(
    r"[\w\s.:;<>\[\],*&@$-]*(?:[=:(]|<-)\s*(?:new\s+[\w\[\], ]++)?'?|\s*(?:return|print)?\s*'?|\s*-[ \t]+"
    r"|\((?:def|set)\w*\s+\S+\s*'?|\w+\(\s*\w+\s*,\s*|[\w:]+<[\w:<>, ]*>\s+"
)
"""The text of a line before a list: a name, a type and a sign of assignment, or a definition."""
_AFTER = re.compile(
    rf"[\s\])}},;.|]*(?:dtype\s*=\s*[\w.']+|{_BY_ROW})?(?:\.reshape\([0-9, -]*\))?[\s\])}};]*"
)
_TURNED = re.compile(
    r"\b(?:transpose|rot90|flip\w*|swapaxes|rotate\w*|reverse\w*)\s*\(|\.(?:transpose|reverse|T)\b"
)
"""What puts the values of a list at other places."""
_SHAPES = re.compile(
    r"\.reshape\(\s*(?P<rows>[0-9]+)\s*,\s*(?P<columns>[0-9]+)\s*\)|\bnrow\s*=\s*(?P<nrow>[0-9]+)"
    r"|\bncol\s*=\s*(?P<ncol>[0-9]+)|\w\[(?P<c_rows>[0-9]+)(?:\]\[|,\s*)(?P<c_columns>[0-9]+)\](?=\s*[={])"
)
"""Stated numbers of rows and of columns."""
_NEXT = re.compile(rf"\s*,?\s*(?:{_ITEM})?[\[({{]")
"""The beginning of another list after a list without brackets around both."""
_CLOSED = {"[": "]", "(": ")", "{": "}"}
_NOT_IN_TITLES = re.compile(r"(?!=\s*$)[<>^=]", re.MULTILINE)
"""Signs and assignments: a line with one of them may belong to the puzzle, so it is not taken away as words.

The sign of an assignment may end the line above a list.
"""
_LONG_QUOTES = re.compile(r"(\"\"\"|''')(.*?)\1", re.DOTALL)
_STRINGS = re.compile(
    rf"\s*(?:{_ITEM})?(?:\"[^\"\n]*\"|'[^'\n]*')(?:[\s,;]+(?:{_ITEM})?(?:\"[^\"\n]*\"|'[^'\n]*'))*[\s,;]*"
)
_ESCAPED_END = re.compile(r"(?:\\r)?\\n")
_STRING = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'")


def listed(inside: Unwrapped, *, has_relations: bool = False) -> Unwrapped | None:
    """Return the rows of a list as a text, or None if there is no list. With `has_relations`, its signs are elsewhere.

    Raises
    ------
    ParseError
        If there is a list that is not a grid; the place of the error is in the text of `inside`.
    """
    text = one_spelling(inside.text)
    if OBJECT.match(text):
        return None
    if long := _LONG_QUOTES.search(text):
        return inside.part(*long.span(2)) if _is_alone(text, long.start(), long.end()) else None
    if strings := _STRINGS.fullmatch(text):
        spans = [match.span(match.lastindex or 0) for match in _STRING.finditer(text, 0, strings.end())]
        return _lines(inside, [part for span in spans for part in _unescaped(text, *span)])
    found = LIST.search(text)
    if found is None or _NOT_IN_TITLES.search(inside.title):
        return None
    start = found.start()
    line = text.rfind("\n", 0, start) + 1
    if not _BEFORE.fullmatch(text, line, start):
        return None
    rows, spans, end = _read(inside, text, start)
    for first, last in ((line, found.end()), (end, len(text))):
        if turned := _TURNED.search(text, first, last):
            why = f"expected the rows of a grid as they are, found {turned[0]!r}"
            raise inside.error(why, turned.start())
    if not _is_alone(text, line, end):
        at = end_of(_AFTER, text, end)
        why = f"the list ends here, but the text continues with {text[at : at + 9]!r}"
        if not text[at:].strip():
            at, why = start, "the text above this list is not a part of it"
        raise inside.error(why, at)
    if spans:
        return _lines(inside, spans)
    if not rows:
        raise inside.error("this list is empty", start)
    for stated in _SHAPES.finditer(text, line):
        shape = [len(rows), len(rows[0])]
        for name, number in stated.groupdict().items():
            if number and int(number) != shape[is_column := name.endswith(("columns", "ncol"))]:
                lines = "columns" if is_column else "rows"
                why = f"expected {shape[is_column]} {lines}, found {stated[0]!r}"
                raise inside.error(why, stated.start())
    draft = grid_of(rows, inside.error, has_relations=has_relations)
    if draft is None:
        raise uneven(rows, "list", inside.error)
    return draft.of(inside)


def _is_alone(text: str, start: int, end: int) -> bool:
    """Return whether there are only words before and after a part of a text."""
    rest = text[end_of(_AFTER, text, end) :]
    before = text[:start].split("\n")
    if before and _BEFORE.fullmatch(before[-1]):
        before.pop()
    after = rest.split("\n") if rest else []
    return not any(map(are_letters, (before, after))) and all(
        not line.strip() or (is_words(line) and not _NOT_IN_TITLES.search(line)) for line in [*before, *after]
    )


def _unescaped(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the parts of a string between escaped line endings."""
    parts = [start]
    for match in _ESCAPED_END.finditer(text, start, end):
        parts += match.span()
    parts.append(end)
    return [*zip(parts[::2], parts[1::2], strict=True)]


def _lines(inside: Unwrapped, spans: list[tuple[int, int]]) -> Unwrapped:
    """Return parts of a text as lines."""
    draft = Draft()
    for start, end in spans:
        for at in range(start, end):
            draft.add(inside.text[at], at)
        draft.add("\n", end)
    return draft.of(inside)


def _read(inside: Unwrapped, signs: str, start: int) -> tuple[Rows, list[tuple[int, int]], int]:
    """Read the list that begins at `start`; return its rows, or the places of its strings, and its end."""
    rows: Rows = []
    spans: list[tuple[int, int]] = []
    row: list[Field] = []
    open_at: list[int] = []
    n_before: list[int] = []
    at, end, deepest, n_strings, is_split = start, start, 0, 0, False
    is_value = False  # Whether a value or a list was just read.
    while at < len(signs):
        match = _TOKEN.match(signs, at)
        if match is None:
            raise inside.error(f"expected a list, found the character {inside.text[at]!r}", at)
        kind, token = match.lastgroup, match[0]
        if kind == "gap":
            at = match.end()
            continue
        if kind == "open":
            if len(open_at) == DEEPEST:
                raise inside.error(f"the lists are nested more than {DEEPEST} levels deep", at)
            if row:
                raise inside.error("a list cannot have both values and lists", at)
            open_at.append(match.end() - 1 - token.endswith("|"))
            n_before.append(len(rows))
            deepest = max(deepest, len(open_at))
            is_value = False
        elif kind == "close":
            if not open_at or _CLOSED[signs[open_at[-1]]] != token[-1]:
                raise inside.error(f"{token!r} has no matching opening bracket", at)
            open_at.pop()
            if row:
                rows.append(row)
                row = []
            first = n_before.pop()
            if len(rows) > first + 1 and all(len(each) == 1 for each in rows[first:]):
                # OCaml has ; between the values of a row.
                rows[first:] = [[field for each in rows[first:] for field in each]]
            is_value = True
            end = match.end()
            if not open_at and (deepest > 1 or not _NEXT.match(signs, end)):
                break
        elif kind == "sep" or (token == "|" and open_at and signs[open_at[-1] + 1] == "|"):
            if not is_value and token != "|":
                raise inside.error(f"expected a value before {token!r}", at)
            is_value = False
            if token != "," and row:  # The end of a row of Matlab, or of MiniZinc.
                is_split = True
                rows.append(row)
                row = []
        else:
            if not open_at:
                raise inside.error("this value is outside the brackets of the list", at)
            shift = 0
            if kind == "string":
                shift = 2 if token[0] in "bru" else 1
                inner = match.end() - 1
                n_strings += 1
                spans.append((at + shift, inner))
                token = signs[at + shift : inner].replace(r"\\", "\\")
                shift += len(token) - len(token.lstrip())
            row.append(Field(token.strip(), at + shift))
            most = MOST * (MOST if deepest == 1 else 1)
            if len(row) > most:
                raise inside.error(f"a list has more than {most} fields", at)
            is_value = True
        at = match.end()
    if open_at:
        raise inside.error("this bracket has no matching closing bracket", open_at[-1])
    n_fields = sum(map(len, rows))
    is_flat = len(rows) == 1 and not is_split
    if (
        is_flat
        and n_strings == n_fields
        and any(other - one > 1 for one, other in spans)
        and not _are_cells(rows[0])
    ):
        return rows, spans, end
    if is_flat and (n := round(n_fields**0.5)) ** 2 == n_fields and n > 1:
        [fields] = rows
        rows = [fields[k : k + n] for k in range(0, n_fields, n)]
    return rows, [], end


def _are_cells(row: list[Field]) -> bool:
    """Return whether the strings of a list are the cells of a grid."""
    return round(len(row) ** 0.5) ** 2 == len(row) > 1 and all(len(field.text) < 3 for field in row)
