"""Steps in words, and in a compact notation. Rows, columns and other lines are counted from 1."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from ..errors import PuzzleError
from .board import Cell, Line
from .phrases import NUMBERS, PHRASES, TIES, WORDS

if TYPE_CHECKING:
    from .step import Step

__all__ = ["notation", "text", "with_article"]


def text(step: Step, detail: int) -> str:
    """Return a step in words; see `Step.text`."""
    if detail not in (0, 1, 2, 3):
        raise ValueError(f"detail must be 0, 1, 2 or 3, got {detail!r}")
    try:
        return _told(step, detail)
    except _MISFITS:
        raise PuzzleError(_MISFIT) from None


_MISFITS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)
"""What goes wrong where a step has not what its technique rests on, or something else in its place."""
_NAME = re.compile(r"r\d+c\d")
_MISFIT = "the fields of this step do not belong together, so that there are no words for it"


def _told(step: Step, detail: int) -> str:
    phrase = PHRASES[step.technique]
    if detail < 2:
        words = WORDS["look" if detail == 0 else "here"]
        return words.format(technique=with_article(step.technique), where=_needed(step, phrase.where))
    said = _needed(step, phrase.premise)
    if detail == 3 and (conclusion := _filled(step, phrase.conclusion)):
        said += phrase.joint + conclusion
    # A sentence begins with a capital letter, unless it begins with the name of a cell.
    return f"{said if _NAME.match(said) else said[0].upper() + said[1:]}."


def _filled(step: Step, phrases: Iterable[str]) -> str:
    """Return the first of some phrases of which a step has all parts, with these in it; "" if there is none."""
    for phrase in phrases:
        parts = {name: _PARTS[name](step) for name in _names_in(phrase)}
        if all(parts.values()):
            return phrase.format_map(parts)
    return ""


def _needed(step: Step, phrases: Iterable[str]) -> str:
    if filled := _filled(step, phrases):
        return filled
    raise ValueError(f"not a step of the technique {step.technique!r}")


@functools.lru_cache(maxsize=256)
def _names_in(phrase: str) -> list[str]:
    return re.findall(r"\{([^}]+)\}", phrase)


def with_article(name: str) -> str:
    """Return the name of a technique with the article that goes with it."""
    if name.endswith(("candidates", "combinations", "bounds")) and not name.startswith(("asc", "rel")):
        return f"A case of {name}"
    return f"{'An' if name[0] in 'aeiox' else 'A'} {name}"


def _cell(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}" if len(cell) == 2 else f"cell {cell[0] + 1}"


def _cells(cells: Iterable[Cell], joint: str = "and") -> str:
    return _listed(map(_cell, cells), joint)


def _line(line: Line) -> str:
    if line[0] == "run":
        return WORDS["run"].format(span=_span(line[1:3], line[3:]))
    return f"{line[0]} {line[1] + 1}"


def _span(first: Cell, last: Cell) -> str:
    return _cell(first) if first == last else f"{_cell(first)}-{_cell(last)}"


def _listed(words: Iterable[object], joint: str = "and") -> str:
    listed = list(map(str, words))
    if len(listed) == 1:
        return listed[0]
    return f"{', '.join(listed[:-1])} {joint} {listed[-1]}" if listed else ""


def _clauses(said: list[str]) -> str:
    return _listed(said) if len(said) < 3 else f"{', '.join(said[:-1])}, and {said[-1]}"


def _number(n: int) -> str:
    words = NUMBERS.split()
    return words[n] if n < len(words) else str(n)


# Parts of phrases -----------------------------------------------------------------------------------------


def _is(cell: str, value: object) -> str:
    return WORDS["is"].format(cell=cell, value=value)


def _between(least: int | None, most: int | None) -> str:
    """Return bounds in words, either of which may be missing."""
    named = (("least", least), ("most", most))
    return _listed(WORDS[name].format(value=value) for name, value in named if value is not None)


def _changes(step: Step) -> str:
    """Return what a step places and removes; what loses the same values is named together."""
    same: dict[tuple[int, ...], list[Cell]] = {}
    for cell, values in step.removed:
        same.setdefault(values, []).append(cell)
    said = [_is(_cell(cell), value) for cell, value in step.placed]
    for values, cells in same.items():
        words = WORDS["is not" if len(cells) == 1 else "are not"]
        said.append(words.format(cell=_cells(cells), value=_listed(values, "or")))
    return _clauses(said)


def _bound(step: Step, cell: Cell, values: tuple[int, ...]) -> str:
    """Return what a cell keeps, if it loses its least or its greatest values alone."""
    if step.values:
        # A longer chain names what its first cell is at least, and its last one at most.
        at, top = (step.cells.index(cell), len(step.cells) - 1) if step.cells else (0, 0)
        least, most = step.values[0] + at, step.values[-1] - top + at
        return _is(_cell(cell), _between(*_passed(least, most, values)))
    if not any(lesser == cell for lesser, _ in step.inequalities):
        return _is(_cell(cell), _between(values[-1] + 1, None))
    if not any(greater == cell for _, greater in step.inequalities):
        return _is(_cell(cell), _between(None, values[0] - 1))
    return WORDS["is not"].format(cell=_cell(cell), value=_listed(values, "or"))


def _few(step: Step) -> str:
    """Return the cells of a step, or the first ones if there are many."""
    cells = step.cells or tuple(cell for cell, _ in (*step.placed, *step.removed))
    return _cells(cells[:2] if len(cells) > 4 else cells)


def _passed(least: int, most: int, lost: tuple[int, ...]) -> tuple[int | None, int | None]:
    """Return those of two bounds that exclude lost values."""
    return least if lost[0] < least else None, most if lost[-1] > most else None


def _bounding(step: Step) -> str:
    """Return the bound of one side of an inequality, if the other side alone loses values."""
    ((lesser, greater),) = step.inequalities
    lost = dict(step.removed)
    if len(lost) > 1 or not lost.keys() & {lesser, greater}:
        return ""
    if lesser in lost:
        return _is(_cell(greater), _between(None, lost[lesser][0]))
    return _is(_cell(lesser), _between(lost[greater][-1], None))


def _ends(step: Step) -> str:
    """Return what the first cell of a chain is at least, and the last one at most, if that excludes anything."""
    if not step.values:
        return ""
    (least, most), top, at = step.values, len(step.cells) - 1, step.cells.index
    passed = [_passed(least + at(cell), most - top + at(cell), lost) for cell, lost in step.removed]
    said = [WORDS["from"].format(value=least)] if any(low is not None for low, _ in passed) else []
    said += [WORDS["to"].format(value=most)] if any(high is not None for _, high in passed) else []
    return " ".join(said)


def _others(step: Step) -> str:
    """Return what the other cells of a sum make, where that bounds its cell."""
    ((cells, total),) = step.sums
    least, most = (
        side and total - side for side in _passed(step.values[0], step.values[-1], step.removed[0][1])
    )
    if len(cells) == 1:
        return ""
    return f"{most} to {least}" if least and most else _between(most, least)


def _adding(step: Step) -> str:
    cells, total = step.sums[0]
    has = "has" if _run(cells) or len(cells) == 1 else "have"
    return WORDS[has].format(cell=_sum(step), value=total)


def _sum(step: Step) -> str:
    """Return the cells of a sum, as a run if they follow each other in a row or column."""
    if not step.sums:
        return ""
    cells = step.sums[0][0]
    return _run(cells) or _cells(cells) or WORDS["no run"]


def _run(cells: Sequence[Cell]) -> str:
    if not cells or len(cells[0]) != 2:
        return ""
    row, column = cells[0]
    ways = [tuple((row + k * down, column + k * (1 - down)) for k in range(len(cells))) for down in (0, 1)]
    return WORDS["run"].format(span=_span(cells[0], cells[-1])) if cells in ways else ""


def _signs(pairs: Sequence[tuple[Cell, Cell]]) -> str:
    """Return inequalities as chains: r1c1 < r1c2 < r1c3."""
    chains: list[list[Cell]] = []
    for lesser, greater in pairs:
        for chain in chains:
            if chain[-1] == lesser:
                chain.append(greater)
                break
            if chain[0] == greater:
                chain.insert(0, lesser)
                break
        else:
            chains.append([lesser, greater])
    return _listed(" < ".join(map(_cell, chain)) for chain in chains)


def _chain(step: Step) -> str:
    (cell, value), *_ = step.links[0]
    follows = [_is(_cell(cell), value) for _, (cell, value), kind in step.links if kind == "strong"]
    return f"if {_cell(cell)} is not {value}, then {', then '.join(follows)}"


def _end_or_end(step: Step) -> str:
    (first, v), (last, w) = step.links[0][0], step.links[-1][1]
    other = _is(_cell(last), w)
    return f"{other} all the same" if (first, v) == (last, w) else f"{_is(_cell(first), v)} or {other}"


def _case(assumed: tuple[Cell, int], steps: Sequence[Step]) -> str:
    """Return what follows from an assumption, up to the contradiction if there is one."""
    said = []
    broken = ""
    for step in steps:
        if step.technique == "contradiction":
            broken = _needed(step, _BROKEN)
        elif step.placed:
            said.append(f"{_cell(step.placed[0][0])} would be {step.placed[0][1]}")
        else:
            cell, values = step.removed[0]
            said.append(f"{_cell(cell)} would not be {_listed(values, 'or')}")
    if broken:
        said.append(f"and {broken}" if said else broken)
    if not said:
        return f"if {_cell(assumed[0])} were {assumed[1]}, it would follow at once"
    return f"if {_cell(assumed[0])} were {assumed[1]}, {', '.join(said) if broken else _listed(said)}"


_BROKEN = [
    phrase.replace(" has ", " would have ").replace(" cannot ", " could not ")
    for phrase in PHRASES["contradiction"].premise
]
"""A contradiction that is not there, but would be."""

_PARTS: dict[str, Callable[[Step], str]] = {
    "cell": lambda step: _cells(step.cells[:1]),
    "cells": lambda step: _cells(step.cells),
    "any cell": lambda step: _cells(step.cells, "or"),
    "few": _few,
    "last": lambda step: _cells(step.cells) if len(step.cells) == 1 else "",
    "either end": lambda step: f"{_cell(step.cells[0])} or {_cell(step.cells[-1])}",
    "count": lambda step: _number(len(step.cells)),
    "target": lambda step: _cell(step.removed[0][0]),
    "placed": lambda step: str(step.placed[0][1]),
    "wrong": lambda step: str(step.removed[0][1][0]) if step.removed else "",
    "value": lambda step: _listed(step.values[:1]),
    "values": lambda step: _listed(step.values),
    "any": lambda step: _listed(step.values, "or"),
    "changes": _changes,
    "bounds": lambda step: _clauses([_bound(step, cell, values) for cell, values in step.removed]),
    # Lines.
    "line": lambda step: _listed(map(_line, step.lines[:1])),
    "lines": lambda step: _listed(map(_line, step.lines)),
    "only line": lambda step: _line(step.lines[0]) if len(step.lines) == 1 else "",
    "crossing": lambda step: _line(step.lines[1]),
    "kind": lambda step: step.lines[0][0],
    "base": lambda step: _listed(line[1] + 1 for line in step.lines[: len(step.lines) // 2]),
    "crossing kind": lambda step: step.lines[-1][0],
    "cover": lambda step: _listed(line[1] + 1 for line in step.lines[len(step.lines) // 2 :]),
    # Inequalities and relations.
    "signs": lambda step: _signs(step.inequalities),
    "bounding side": _bounding,
    "ends": _ends,
    "peak": lambda step: _cells({greater for _, greater in step.inequalities} & {step.removed[0][0]}),
    "greatest lost": lambda step: str(step.removed[0][1][-1]),
    "least lost": lambda step: str(step.removed[0][1][0]),
    "related": lambda step: _cells(cell for a, b, _ in step.relations[:1] for cell in (a, b)),
    "tie": lambda step: TIES[step.relations[0][2]].format(other=_cell(step.relations[0][1])),
    # Sums.
    "sum": _sum,
    "total": lambda step: str(step.sums[0][1]) if step.sums else "",
    "lone": lambda step: _sum(step) if len(step.sums[0][0]) == 1 else "",
    "all": lambda step: _number(len(step.cells)) if len(step.cells) == len(step.sums[0][0]) else "",
    "adding": _adding,
    "others": _others,
    # Chains and assumptions.
    "chain": _chain,
    "end or end": _end_or_end,
    "braid": lambda step: _case((step.cells[0], step.values[0]), step.cases[1:]),
    "outcomes": lambda step: "".join(f". If {_case(each.placed[0], each.cases)[3:]}" for each in step.cases),
}
"""How the parts of phrases are read from a step; "" if it does not have them."""


# Notation -------------------------------------------------------------------------------------------------


def notation(step: Step) -> str:
    """Return a step in a compact notation; see `Step.notation`."""
    try:
        return _noted(step)
    except _MISFITS:
        raise PuzzleError(_MISFIT) from None


def _noted(step: Step) -> str:
    said = [f"{_cell(cell)} = {value}" for cell, value in step.placed]
    said += [f"{_cell(cell)} != {','.join(map(str, values))}" for cell, values in step.removed]
    conclusion = ", ".join(said)
    if step.technique == "braid":
        return f"braid[{len(step.cases) - 1}]: {_path(step)} ==> {conclusion}"
    if step.links:
        marks = [step.links[0][0], *(link[1] for link in step.links)]
        pairs = zip(marks[::2], marks[1::2], strict=True)
        chain = " - ".join(
            f"{_cell(a)}{{n{v} n{w}}}" if a == b else f"n{v}{{{_cell(a)} {_cell(b)}}}"
            for (a, v), (b, w) in pairs
        )
        return f"{step.technique}[{len(marks) // 2}]: {chain} ==> {conclusion}"
    premise = list(map(_short, step.lines))
    if step.cells and not step.inequalities:
        premise.append("{" + " ".join(map(_cell, step.cells)) + "}")
    if step.values:
        premise.append("{" + " ".join(f"n{value}" for value in step.values) + "}")
    premise += [f"{_cell(lesser)}<{_cell(greater)}" for lesser, greater in step.inequalities]
    premise += _tokens(step)
    if not premise:
        return f"{step.technique}: {conclusion}"
    return f"{step.technique}: {' '.join(premise)}" + (f" ==> {conclusion}" if conclusion else "")


def _tokens(step: Step) -> list[str]:
    """Return the relations and sums of a step."""
    ties = {"differ by 1": "~", "do not differ by 1": "!~", "relation": ":"}
    pairs = [f"{_cell(a)}{ties[kind]}{_cell(b)}" for a, b, kind in step.relations]
    return pairs + [f"{'+'.join(map(_cell, cells))}={total}" for cells, total in step.sums]


def _short(line: Line) -> str:
    if line[0] == "run":
        return _span(line[1:3], line[3:])
    return (
        f"{line[0][0]}{line[1] + 1}" if line[0] in ("row", "column", "box") else _line(line).replace(" ", "")
    )


def _path(step: Step) -> str:
    parts = []
    for each in step.cases:
        if each.technique == "contradiction":
            at = _tokens(each) or list(map(_cell, each.cells))
            where = f"{_short(each.lines[0])}n{each.values[0]}" if each.lines else at[0]
            parts.append(f"{where}{{.}}")
        elif each.placed:
            cell, value = each.placed[0]
            is_hidden = each.technique == "hidden single"
            parts.append(
                f"{_short(each.lines[0])}n{value}{{{_cell(cell)}}}"
                if is_hidden
                else f"{_cell(cell)}{{n{value}}}"
            )
        else:
            cell, values = each.removed[0]
            clues = [f"{_cell(lesser)}<{_cell(greater)}" for lesser, greater in each.inequalities]
            clue = (clues + _tokens(each))[0]
            parts.append(f"{clue}{{{_cell(cell)} != {','.join(map(str, values))}}}")
    return " - ".join(parts)
