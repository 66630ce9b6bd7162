"""Steps in words, and in a compact notation. Rows, columns and other lines are counted from 1."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..errors import PuzzleError
from .board import Cell, Line

if TYPE_CHECKING:
    from .step import Step

__all__ = ["notation", "text"]

_NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


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
_MISFIT = "the fields of this step do not belong together, so that there are no words for it"


def _told(step: Step, detail: int) -> str:
    if detail == 0:
        return f"Look at {_where(step)}."
    if detail == 1:
        return f"{_with_article(step.technique)} is here: look at {_where(step)}."
    premise = _premise(step)
    if detail == 2:
        return _sentence(f"{premise}.")
    conclusion = _conclusion(step)
    if step.technique == "braid":
        return _sentence(f"{premise}. So {conclusion}.")
    return _sentence(
        f"{premise}{_JOINT.get(step.technique, ', so ')}{conclusion}." if conclusion else f"{premise}."
    )


_JOINT = {
    "full house": ". So ",
    "ordered set": ", and in all of them ",
    "run combinations from candidates": ", and in all of them ",
    "x-chain": ", and either way ",
    "xy-chain": ", and either way ",
    "chain across inequalities": ", and either way ",
    "forcing cell": ". In each case ",
    "forcing line": ". In each case ",
}
"""What stands between a premise and its conclusion, where it is not a plain "so"."""


def _sentence(words: str) -> str:
    """Begin with a capital letter, unless the sentence begins with the name of a cell."""
    return words if re.match(r"r\d+c\d", words) else words[0].upper() + words[1:]


def _where(step: Step) -> str:
    if step.sums:
        return _cells_of(step.sums[0][0])
    if step.relations:
        return _listed(map(_cell, step.relations[0][:2]))
    if step.lines:
        return (
            " and ".join(map(_line, step.lines[:2]))
            if step.technique == "locked candidates"
            else _line(step.lines[0])
        )
    cells = step.cells or tuple(cell for cell, _ in (*step.placed, *step.removed))
    return _listed(map(_cell, cells[:2] if len(cells) > 4 else cells))


def _with_article(name: str) -> str:
    if name.endswith(("candidates", "combinations", "bounds")) and not name.startswith(("asc", "rel")):
        return f"A case of {name}"
    return f"{'An' if name[0] in 'aeiox' and name != 'one' else 'A'} {name}"


def _cell(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}" if len(cell) == 2 else f"cell {cell[0] + 1}"


def _line(line: Line) -> str:
    if line[0] == "run":
        return f"the run {_span(line[1:3], line[3:])}"
    return f"{line[0]} {line[1] + 1}"


def _span(first: Cell, last: Cell) -> str:
    return _cell(first) if first == last else f"{_cell(first)}-{_cell(last)}"


def _cells_of(cells: Sequence[Cell]) -> str:
    """Return the cells of a sum, as a run if they follow each other in a row or column."""
    if not cells:
        return "a run without cells"
    first, last = cells[0], cells[-1]
    if len(first) == 2:
        right = tuple((first[0], first[1] + k) for k in range(len(cells)))
        down = tuple((first[0] + k, first[1]) for k in range(len(cells)))
        if cells in (right, down):
            return f"the run {_span(first, last)}"
    return _listed(map(_cell, cells))


def _listed(words: Iterable[object], joint: str = "and") -> str:
    listed = list(map(str, words))
    if len(listed) == 1:
        return listed[0]
    return f"{', '.join(listed[:-1])} {joint} {listed[-1]}" if listed else ""


def _number(n: int) -> str:
    return _NUMBERS[n] if n < len(_NUMBERS) else str(n)


def _conclusion(step: Step) -> str:
    if step.technique == "mistake":
        return ""
    if step.technique == "run bounds":
        return _between(step)
    if step.technique == "run combinations" and len(step.cells) == 1:
        return f"{_cell(step.cells[0])} can only be {step.values[0]}"
    said = [f"{_cell(cell)} is {value}" for cell, value in step.placed]
    if step.technique in _BOUNDS:
        said += [_bound(step, cell, values) for cell, values in step.removed]
    else:
        # What loses the same values is named together.
        same: dict[tuple[int, ...], list[Cell]] = {}
        for cell, values in step.removed:
            same.setdefault(values, []).append(cell)
        for values, cells in same.items():
            verb = "is" if len(cells) == 1 else "are"
            said.append(f"{_listed(map(_cell, cells))} {verb} not {_listed(values, 'or')}")
    return _listed(said) if len(said) < 3 else f"{', '.join(said[:-1])}, and {said[-1]}"


_BOUNDS = (
    "inequality bound",
    "ascending chain",
    "ascending chain from candidates",
    "hill",
    "valley",
    "same-line order",
)


def _bound(step: Step, cell: Cell, values: tuple[int, ...]) -> str:
    """Return what a cell keeps, if it loses its least or its greatest values alone."""
    if step.values:
        # A longer chain names what its first cell is at least, and its last one at most.
        at = step.cells.index(cell)
        least, greatest = step.values[0] + at, step.values[1] - len(step.cells) + 1 + at
        said = [f"at least {least}"] if values[0] < least else []
        said += [f"at most {greatest}"] if values[-1] > greatest else []
        return f"{_cell(cell)} is {_listed(said)}"
    if not any(lesser == cell for lesser, _ in step.inequalities):
        return f"{_cell(cell)} is at least {values[-1] + 1}"
    if not any(greater == cell for _, greater in step.inequalities):
        return f"{_cell(cell)} is at most {values[0] - 1}"
    return f"{_cell(cell)} is not {_listed(values, 'or')}"


def _sides(step: Step) -> tuple[bool, bool]:
    """Return whether the bounds of a sum exclude small values of its cell, and great ones."""
    values = step.removed[0][1]
    return values[0] < step.values[0], values[-1] > step.values[-1]


def _between(step: Step) -> str:
    is_small, is_great = _sides(step)
    least = [f"at least {step.values[0]}"] if is_small else []
    greatest = [f"at most {step.values[-1]}"] if is_great else []
    return f"{_cell(step.removed[0][0])} is {_listed(least + greatest)}"


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


def _premise(step: Step) -> str:
    """Return what a step rests on, without a full stop."""
    name, cells, values, lines = step.technique, step.cells, step.values, step.lines
    named = _listed(map(_cell, cells))
    if name == "full house":
        return f"only {named} is empty in {_line(lines[0])}, and {step.placed[0][1]} is missing"
    if name == "naked single":
        return f"{named} has no candidate left but {values[0]}"
    if name == "hidden single":
        return f"in {_line(lines[0])} only {named} can be {values[0]}"
    if name in ("inequality bound", "ascending chain", "ascending chain from candidates"):
        return _climbing(step)
    if name in ("hill", "valley", "same-line order"):
        top = step.removed[0][0]
        is_peak = any(greater == top for _, greater in step.inequalities)
        how = "larger" if is_peak else "smaller"
        count = f"{_number(len(cells))} different numbers of {_line(lines[0])}"
        lost = step.removed[0][1]
        bound = lost[-1] + 1 if is_peak else lost[0] - 1
        end = f", the greatest of which is at least {bound - 1}"
        if not is_peak:
            end = f", the least of which is at most {bound + 1}"
        return f"{_cell(top)} is {how} than {named}, {count}{end if name == 'same-line order' else ''}"
    if name.startswith("relation"):
        verb = "is" if name == "relation" else "can only be"
        return f"{named} {verb} {_listed(values, 'or')} and {_ties(step)}"
    if name.startswith("run"):
        return _adding(step)
    if name == "locked candidates":
        return f"in {_line(lines[0])}, {values[0]} fits only in {_line(lines[1])}"
    if name.startswith("naked"):
        return f"in {_line(lines[0])} {named} can only hold {_listed(values)}"
    if name.startswith("hidden"):
        return f"in {_line(lines[0])} only {named} can hold {_listed(values)}"
    if name in ("x-wing", "swordfish", "larger fish"):
        half = len(lines) // 2
        kind = lines[0][0]
        base = _listed(line[1] + 1 for line in lines[:half])
        cover = _listed(line[1] + 1 for line in lines[half:])
        return f"in {kind}s {base}, {values[0]} fits only in {lines[half][0]}s {cover}"
    if name == "ordered set":
        return f"only some arrangements of {_line(lines[0])} keep {_signs(step.inequalities)}"
    if name == "x-chain":
        ends = f"{_cell(cells[0])} or {_cell(cells[-1])}"
        return f"{_if_not_chain(step)}. So {ends} is {values[0]}"
    if name in ("xy-chain", "chain across inequalities"):
        first, last = step.links[0][0], step.links[-1][1]
        signs = f"with {_signs(step.inequalities)}, " if step.inequalities else ""
        either = f"{_is(*first)} or {_is(*last)}" if first != last else f"{_is(*last)} all the same"
        return f"{signs}{_if_not_chain(step)}. So {either}"
    if name == "braid":
        return _case(((cells[0], values[0])), step.cases[1:])
    if name in ("forcing cell", "forcing line"):
        what = f"{named} is {_listed(values, 'or')}"
        if lines:
            what = f"in {_line(lines[0])}, {values[0]} fits only in {_listed(map(_cell, cells), 'or')}"
        return ". If ".join([what, *(_case(case.placed[0], case.cases)[3:] for case in step.cases)])
    if name == "contradiction":
        return _broken(step)
    if name == "mistake":
        if step.removed:
            return f"the {step.removed[0][1][0]} in {named} is wrong"
        return f"the marks of {named} leave out what it must be"
    return f"{named or _conclusion(step)} is assumed"


def _ties(step: Step) -> str:
    other, kind = _cell(step.relations[0][1]), step.relations[0][2]
    if kind == "relation":
        return f"is related to {other}"
    return f"{'differs' if kind == 'differ by 1' else 'does not differ'} by 1 from {other}"


def _adding(step: Step) -> str:
    cells, total = step.sums[0]
    named = _cells_of(cells)
    said = f"{named} {'has' if named.startswith('the run') or len(cells) == 1 else 'have'} total {total}"
    if step.technique == "run bounds":
        is_small, is_great = _sides(step)
        most, least = total - step.values[0], total - step.values[-1]
        how = (
            f"{least} to {most}"
            if is_small and is_great
            else f"at most {most}"
            if is_small
            else f"at least {least}"
        )
        return f"{said}, and the other cells make {how} together" if len(cells) > 1 else said
    if step.technique == "run combinations from candidates":
        return f"only some choices of different candidates give {named} the total {total}"
    if len(cells) == 1:
        return f"{named} is one cell with total {total}"
    if len(step.cells) == 1:
        return f"{said}, and only {_cell(step.cells[0])} is empty"
    digits = _listed(step.values)
    if len(step.cells) == len(cells):
        return f"{said}, which {_number(len(cells))} different numbers make only from {digits}"
    return f"{said}, and only {digits} can complete it"


def _climbing(step: Step) -> str:
    signs = _signs(step.inequalities)
    lost = dict(step.removed)
    if len(step.inequalities) == 1:
        ((lesser, greater),) = step.inequalities
        if len(lost) == 2 or not lost:
            return signs
        if lesser in lost:
            return f"{signs} and {_cell(greater)} is at most {lost[lesser][0]}"
        return f"{signs} and {_cell(lesser)} is at least {lost[greater][-1]}"
    said = f"{signs}: {_number(len(step.cells))} cells climb"
    if step.technique == "ascending chain" or not step.values:
        return said
    (least, greatest), top = step.values, len(step.cells) - 1
    is_low = any(lost[cell][0] < least + step.cells.index(cell) for cell in lost)
    is_high = any(lost[cell][-1] > greatest - top + step.cells.index(cell) for cell in lost)
    ends = [f"from at least {least}"] if is_low else []
    ends += [f"to at most {greatest}"] if is_high else []
    return f"{said} {' '.join(ends)}"


def _is(cell: Cell, value: int) -> str:
    return f"{_cell(cell)} is {value}"


def _is_not(cell: Cell, value: int) -> str:
    return f"{_cell(cell)} is not {value}"


def _if_not_chain(step: Step) -> str:
    first = step.links[0][0]
    follows = [_is(*link[1]) for link in step.links if link[2] == "strong"]
    return f"if {_is_not(*first)}, then {', then '.join(follows)}"


def _case(assumed: tuple[Cell, int], steps: Sequence[Step]) -> str:
    """Return what follows from an assumption, up to the contradiction if there is one."""
    said = []
    broken = ""
    for step in steps:
        if step.technique == "contradiction":
            broken = _broken(step, True)
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


def _broken(step: Step, is_case: bool = False) -> str:
    """Return a contradiction in words; in a case it is not there, but would be."""
    has, cannot = ("would have", "could not") if is_case else ("has", "cannot")
    if step.sums:
        return f"{_cells_of(step.sums[0][0])} {cannot} have total {step.sums[0][1]}"
    if step.cells and step.lines:
        return f"in {_line(step.lines[0])} {_listed(map(_cell, step.cells))} have too few values between them"
    if step.cells:
        return f"{_cell(step.cells[0])} {has} no value left"
    where = _listed(map(_line, step.lines))
    if step.values and len(step.lines) == 1:
        return f"{where} {has} no place left for {step.values[0]}"
    if step.values:
        return f"{where} have too few columns for {step.values[0]}"
    return f"no arrangement of {where} keeps its inequalities"


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
