"""Steps in a compact notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import PuzzleError
from .board import Line
from .naming import MISFIT, MISFITS, NOTATION

if TYPE_CHECKING:
    from .step import Step


def notation(step: Step) -> str:
    """Return a step in a compact notation; see `Step.notation`."""
    try:
        return _noted(step)
    except MISFITS:
        raise PuzzleError(MISFIT) from None


def _noted(step: Step) -> str:
    said = [f"{NOTATION.cell(cell)} = {value}" for cell, value in step.placed]
    fixed = dict(step.placed)
    said += [
        f"{NOTATION.cell(cell)} != {','.join(map(str, values))}"
        for cell, values in step.removed
        if cell not in fixed
    ]
    conclusion = ", ".join(said)
    if step.technique == "braid":
        return f"braid[{len(step.cases) - 1}]: {_path(step)} ==> {conclusion}"
    if step.links:
        marks = [step.links[0][0], *(link[1] for link in step.links)]
        pairs = zip(marks[::2], marks[1::2], strict=True)
        chain = " - ".join(
            f"{NOTATION.cell(a)}{{n{v} n{w}}}" if a == b else f"n{v}{{{NOTATION.cell(a)} {NOTATION.cell(b)}}}"
            for (a, v), (b, w) in pairs
        )
        return f"{step.technique}[{len(marks) // 2}]: {chain} ==> {conclusion}"
    premise = list(map(_short, step.lines))
    if step.cells and not step.inequalities:
        premise.append("{" + " ".join(map(NOTATION.cell, step.cells)) + "}")
    if step.values:
        premise.append("{" + " ".join(f"n{value}" for value in step.values) + "}")
    premise += [f"{NOTATION.cell(lesser)}<{NOTATION.cell(greater)}" for lesser, greater in step.inequalities]
    premise += _tokens(step)
    if not premise:
        return f"{step.technique}: {conclusion}"
    return f"{step.technique}: {' '.join(premise)}" + (f" ==> {conclusion}" if conclusion else "")


def _tokens(step: Step) -> list[str]:
    """Return the relations and sums of a step."""
    ties = {"differ": "!=", "differ by 1": "~", "do not differ by 1": "!~", "relation": ":"}
    pairs = [f"{NOTATION.cell(a)}{ties[kind]}{NOTATION.cell(b)}" for a, b, kind in step.relations]
    return pairs + [f"{'+'.join(map(NOTATION.cell, cells))}={total}" for cells, total in step.sums]


def _short(line: Line) -> str:
    if len(line) > 2:
        return NOTATION.span(line[1:3], line[3:])
    return (
        f"{line[0][0]}{line[1] + 1}"
        if line[0] in ("row", "column", "box")
        else NOTATION.line(line).removeprefix("the ").replace(" ", "")
    )


def _path(step: Step) -> str:
    parts = []
    for each in step.cases:
        if each.technique == "contradiction":
            at = _tokens(each) or list(map(NOTATION.cell, each.cells))
            where = f"{_short(each.lines[0])}n{each.values[0]}" if each.lines else at[0]
            parts.append(f"{where}{{.}}")
        elif each.placed:
            cell, value = each.placed[0]
            is_hidden = each.technique == "hidden single"
            parts.append(
                f"{_short(each.lines[0])}n{value}{{{NOTATION.cell(cell)}}}"
                if is_hidden
                else f"{NOTATION.cell(cell)}{{n{value}}}"
            )
        else:
            cell, values = each.removed[0]
            clues = [
                f"{NOTATION.cell(lesser)}<{NOTATION.cell(greater)}" for lesser, greater in each.inequalities
            ]
            clue = (clues + _tokens(each))[0]
            parts.append(f"{clue}{{{NOTATION.cell(cell)} != {','.join(map(str, values))}}}")
    return " - ".join(parts)
