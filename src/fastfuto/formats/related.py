"""Relations of a Futoshiki in lists beside the list of its numbers, as in ``less_than = [((0, 0), (0, 1))]``."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from ..errors import ParseError
from ..puzzles.text import one_spelling, parse_error
from .fields import Draft
from .lists import listed
from .tokens import end_of
from .unwrapping import RELATION_WORDS, Unwrapped

_LISTS = re.compile(RELATION_WORDS, re.IGNORECASE)
"""Names of lists of relations."""
_LESS, _GREATER, _NOT = (
    re.compile(f"(?<![a-z])(?:{words})", re.IGNORECASE)
    for words in (
        "less|small|low|lt|min",
        "great|larg|big|high|gt|max",
        r"(?:not?|non)[\W_]*(?:less|small|low|lt|min|great|larg|big|high|gt|max)",
    )
)
"""Names of the smaller and of the greater cell, and of lists in which such a cell is first; and their opposites."""
_TOKEN = re.compile(
    r"(?P<gap>[\s,;\[\](){}\"']+)|(?P<cell>[Rr][0-9]{1,3}[Cc][0-9]{1,3}(?!\w)|[A-Za-z][0-9]{1,2}(?!\w))"
    r"|(?P<number>(?:0|[1-9][0-9]{0,2})(?!\w))|(?P<sign>[<>])|(?P<name>[A-Za-z]\w*)[\"']?\s*[:=]"
)
_ORDERS = (("csc", 0, 2, 1), ("ccs", 0, 1, 2), ("scc", 1, 2, 0), ("cc", 0, 1, None))
"""The order of the cells and the sign of a relation: first cell, second cell, sign."""
_STATEMENT = re.compile(
    r"(?:(?:const|let|var|int|auto)\s+)?(?P<name>[A-Za-z_]\w*)[^=\n]{0,40}?\s*(?:=|:(?![^\n=]*=))\s*"
    r"(?:(?P<number>[0-9]{1,3})(?![\w.])|(?P<maker>[\w.:!<>\s]{0,20}?)(?P<open>[\[({]))"
)
_MAKER = re.compile(
    r"(?:new\s+)?(?:\w+[.:]+)*(?:as)?(?:array|list|tuple|(?:hash|frozen)?set|vec|vector|seq|tensor|from|of|c"
    r"|(?:list|set|array)of|freeze)?!?(?:<.*>)?\s*",
    re.IGNORECASE,
)
"""What makes a list of its arguments and leaves their order as it is."""
_BETWEEN = re.compile(r"(?:[\s;,]|#[^\n]*|//[^\n]*)*")
"""Blanks, separators and comments."""
_BRACKET = re.compile(r"[\[({]|[\])}]")


class _Token(NamedTuple):
    """A cell, a sign or a name in a list of relations."""

    kind: str
    text: str
    at: int
    depth: int
    """The fewest brackets around a place between the cell or sign before it and this one."""

    @property
    def numbers(self) -> list[int]:
        """The numbers of a cell that is a pair of numbers."""
        return [*map(int, self.text.split(","))] if "," in self.text else []

    def named(self, base: int) -> str:
        """Return the name of a cell; pairs of numbers count from `base`."""
        if not self.numbers:
            return self.text
        row, column = self.numbers
        return f"r{row + 1 - base}c{column + 1 - base}"


def with_relations(puzzle: str, fields: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """Return a grid and its relations as a text, and the other fields, or None if one of them is not understood."""
    lists = {name: json.dumps(value) for name, value in fields.items() if _LISTS.search(name) and value}
    text = f"{puzzle}\n"
    try:
        grid = listed(Unwrapped(text, [*range(len(text) + 1)], "", False), has_relations=True)
        rows = grid.text if grid else text
        facts = _facts([(name, part, 0) for name, part in lists.items()], len(rows.splitlines()), text)
    except ParseError:
        return None
    if not facts:
        return None
    others = {name: value for name, value in fields.items() if name not in lists}
    return rows + "".join(f"{fact}\n" for fact, _ in facts), others


def beside(inside: Unwrapped) -> Unwrapped | None:
    """Return the grid and the relations in the lists of a program as a text, or None if there are none.

    Raises
    ------
    ParseError
        If it is unclear which cells are smaller.
    """
    text = one_spelling(inside.text)
    at, end = end_of(_BETWEEN, text, 0), len(text)
    grids = list[tuple[int, int]]()
    relations = list[tuple[str, int, int]]()
    sizes = dict[int, int]()
    while at < end:
        found = _STATEMENT.match(text, at)
        if found is None or (stop := _end(text, found)) is None:
            return None
        if found["open"] is None:
            sizes.setdefault(int(found["number"]), found.start("number"))
        elif _LISTS.search(found["name"]):
            if found["open"] == "(" and not _MAKER.fullmatch(found["maker"]):
                return None
            relations.append((found["name"], found.start("open"), stop))
        else:
            grids.append((at, stop))
        at = end_of(_BETWEEN, text, stop)
    if not relations or len(grids) > 1 or not (grids or sizes):
        return None
    draft = Draft()
    n = next(iter(sizes), 0)
    if grids:
        (start, stop) = grids[0]
        part = Unwrapped(inside.text[start:stop], [*range(start, stop + 1)], "", True)
        if (grid := listed(part, has_relations=True)) is None:
            return None
        n = len(grid.text.splitlines())
        for character, place in zip(grid.text, grid.places, strict=False):
            draft.add(character, place)
    else:
        draft.add(f"{n}\n", 0)
    for size, place in sizes.items():
        if size != n:
            raise inside.error(f"expected {n} as the size, found {size}", place)
    facts = _facts([(name, text[start:stop], start) for name, start, stop in relations], n, inside.text)
    for fact, place in facts or ():
        draft.add(f"{fact}\n", place)
    return None if facts is None else draft.of(inside)


def _end(text: str, found: re.Match[str]) -> int | None:
    """Return where the number or the list of a statement ends."""
    if found["open"] is None:
        return found.end()
    depth = 0
    for bracket in _BRACKET.finditer(text, found.start("open")):
        depth += 1 if bracket[0] in "[({" else -1
        if depth == 0:
            return bracket.end()
    return None


def _facts(lists: list[tuple[str, str, int]], n: int, text: str) -> list[tuple[str, int]] | None:
    """Return the relations in lists, such as ``r1c1 < r1c2``, and their places.

    `lists` has the name, the text and the place of each list in the whole text.
    """
    found = [(name, _tokens(part, at), at) for name, part, at in lists]
    numbers = [int(number) for _, tokens, _ in found for token in tokens or () for number in token.numbers]
    base = 0 if 0 in numbers else 1
    facts = list[tuple[str, int]]()
    for name, tokens, at in found:
        order = tokens and _order([token for token in tokens if token.kind != "name"])
        if not order or not tokens:
            return None
        if base and numbers and max(numbers) < n:
            why = f"the cells of {name!r} may count from 0 or from 1; write A1 < A2 instead"
            raise parse_error(text, at, why)
        size, one, other, sign = order
        names = [token.text for token in tokens if token.kind == "name"]
        cells = [token for token in tokens if token.kind != "name"]
        if len(names) != len(cells) and any(map(_told, names)):
            return None
        for k in range(0, len(cells), size):
            group, rest = cells[k : k + size], cells[k + size :]
            if sign is None and rest and rest[0].depth >= min(cell.depth for cell in group[1:]):
                why = f"the list {name!r} does not have two cells in each of its lists; write A1 < A2 instead"
                raise parse_error(text, group[0].at, why)
            told = set[bool]()
            if len(names) == len(cells):
                told = _told(names[k + one]) | {not is_less for is_less in _told(names[k + other])}
            told = told or _told(name)
            if sign is not None:
                told.add(group[sign].text == "<")
            if len(told) != 1:
                how = "contradicts itself about" if told else "does not say"
                why = f"the list {name!r} {how} which cell is smaller; write A1 < A2 instead"
                raise parse_error(text, group[0].at, why)
            [is_less] = told
            relation = f"{group[one].named(base)} {'<' if is_less else '>'} {group[other].named(base)}"
            facts.append((relation, group[0].at))
    return facts


def _told(name: str) -> set[bool]:
    """Return {True} for a name of the smaller cell, {False} for the greater cell, both for "not", otherwise nothing."""
    if _NOT.search(name):
        return {True, False}
    told = {is_less for names, is_less in ((_LESS, True), (_GREATER, False)) if names.search(name)}
    return told if len(told) == 1 else set()


def _order(tokens: list[_Token]) -> tuple[int, int, int, int | None] | None:
    """Return how many tokens a relation has, and the places of the first cell, the second cell and the sign."""
    kinds = "".join(token.kind[0] for token in tokens)
    for order, one, other, sign in _ORDERS:
        if kinds == order * (len(kinds) // len(order)):
            return len(order), one, other, sign
    return None


def _tokens(text: str, start: int) -> list[_Token] | None:
    """Return the cells, signs and names in a list, or None if there is anything else; two numbers are a cell."""
    tokens = list[_Token]()
    at, number, depth, lowest = 0, None, 0, 0
    while at < len(text):
        if (match := _TOKEN.match(text, at)) is None:
            return None
        kind = match.lastgroup or ""
        at = match.end()
        if kind == "gap":
            for bracket in _BRACKET.findall(match[0]):
                if number is not None:
                    return None
                depth += 1 if bracket in "[({" else -1
                lowest = min(lowest, depth)
            continue
        if kind != "number":
            if number is not None:
                return None
            tokens.append(_Token(kind, match[kind], start + match.start(), lowest))
        elif number is None:
            number = match
            continue
        else:
            tokens.append(_Token("cell", f"{number[0]},{match[0]}", start + number.start(), lowest))
            number = None
        if kind != "name":
            lowest = depth
    return None if number is not None else tokens
