"""Exact covers as rows of 0 and 1, with or without a line of items and names of options."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Hashable

import numpy as np

from ..errors import PuzzleError
from ..puzzles import ExactCover
from ..puzzles.fields import shown
from .codec import MAX_TEXT, Both
from .tokens import Reader

NAME = "cover-matrix"

_LINE = re.compile(r"^[^\S\n]*+(?!#)(\S.*+)", re.MULTILINE)
_ROW = re.compile(
    r"(?:([^\s,:;]+)(?:[ \t]++(?:[,:;][ \t]*+)?|[,:;][ \t]*+))??"
    r"([01](?:[ \t]*+(?:[,;][ \t]*+)?[01])*)[ \t,;]*"
)
_NO_SEPARATORS = {ord(separator): None for separator in " \t,;"}
_WORD = re.compile(r"[^\s,:;#]+")
_ITEMS = re.compile(r"[^\s,:;#]++(?:[\s,;]++[^\s,:;#]++)*+[\s,;]*+")
_BITS = re.compile("[01]+")


def _parse(text: str) -> ExactCover:
    scan = Reader(text, "#")
    items: list[str] | None = None
    names: dict[str, None] = {}
    rows: list[bytes] = []
    for match in _LINE.finditer(scan.text, scan.at):
        start, line = match.start(1), match[1].rstrip()
        row = _ROW.fullmatch(line)
        if row is None:
            if items is not None or rows:
                raise scan.error("expected a row of 0s and 1s", start)
            if not _ITEMS.fullmatch(line):
                raise scan.error("expected the names of items, with blanks or commas between them", start)
            items = _WORD.findall(line)
            if len({*items}) < len(items):
                [(twice, _)] = Counter(items).most_common(1)
                raise scan.error(f"the item {twice[:20]!r} appears twice", start)
            continue
        bits = row[2].translate(_NO_SEPARATORS).encode()
        n_items = len(rows[0] if rows else bits if items is None else items)
        if len(bits) != n_items:
            raise scan.error(f"expected {n_items} numbers in row {len(rows) + 1}, found {len(bits)}", start)
        if rows and (row[1] is None) == bool(names):
            what = "no" if row[1] is None else "a"
            raise scan.error(f"row {len(rows) + 1} has {what} name, unlike the rows above it", start)
        if row[1] is not None:
            if row[1] in names:
                raise scan.error(f"the name {row[1][:20]!r} appears twice", start)
            names[row[1]] = None
        rows.append(bits)
    if not rows:
        raise scan.error("expected a row of 0s and 1s, but the text ends", len(scan.text.rstrip()))
    matrix = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1) - ord("0")
    if items is None and not names:
        return ExactCover(matrix)
    known: list[Hashable] = [*range(matrix.shape[1])] if items is None else [*items]
    options = [[*itertools.compress(known, bits)] for bits in matrix.tolist()]
    return ExactCover(dict(zip(names, options, strict=True)) if names else options, primary=known)


def _format(cover: ExactCover) -> str:
    if cover.n_primary < len(cover.items) or any(isinstance(option, dict) for option in cover.options):
        raise PuzzleError(f"the format {NAME} cannot hold secondary items")
    if not cover.options or not cover.items:
        raise PuzzleError(f"the format {NAME} cannot hold covers without options or items")
    if len(cover.options) * len(cover.items) > MAX_TEXT // 2:
        raise PuzzleError(
            f"the format {NAME} holds only covers of at most {MAX_TEXT // 2} numbers, rows times columns"
        )
    heading: list[str] = []
    if cover.items != (*range(len(cover.items)),):
        heading = [_word(item) for item in cover.items]
        if _ROW.fullmatch(" ".join(heading)):
            raise PuzzleError(f"the format {NAME} cannot hold items that look like a row of 0s and 1s")
    names = [""] * len(cover.options)
    if cover.names is not None:
        names = [f"{_word(name)} " for name in cover.names]
        if any(_BITS.fullmatch(name.strip()) for name in names):
            raise PuzzleError(
                f"the format {NAME} cannot hold names of options that look like a row of 0s and 1s"
            )
    number = {item: k for k, item in enumerate(cover.items)}
    lines = [" ".join(heading)] if heading else []
    for name, option in zip(names, cover.options, strict=True):
        bits, columns = ["0"] * len(cover.items), [number[item] for item in option]
        if columns != sorted(columns):
            raise PuzzleError(
                f"the format {NAME} holds only options whose items are in the order of the columns; use the format json"
            )
        for column in columns:
            bits[column] = "1"
        lines.append(name + " ".join(bits))
    return "\n".join(lines) + "\n"


def _word(name: Hashable) -> str:
    if not (isinstance(name, str) and _WORD.fullmatch(name)):
        raise PuzzleError(
            f"the format {NAME} holds only items and names of options that are words, not {shown(name)}"
        )
    return name


def _is_clear(cover: ExactCover) -> bool:
    """Return whether the rows cannot be a grid of blanks and ones, or such a grid that has lost or gained a row.

    In a grid, no row has two ones; in a grid with many blank cells, a row or a column has none.
    """
    options = cover.options
    return (
        len(cover.items) > 1
        and len(options) != len(cover.items)
        and all(options)
        and max(map(len, options)) > 1
        and {*cover.items} == {item for option in options for item in option}
    )


BOTH = Both(_parse, _format, _is_clear)
