"""Steps in words. Rows, columns and other lines are counted from 1."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..errors import PuzzleError
from . import sums
from .assumptions import joined, settled
from .board import Cell
from .choices import choices
from .clauses import FEW, alike, between, can_be, fixed, is_, passed, told_choices, with_reason
from .naming import MISFIT, MISFITS, Speech, speech_in

if TYPE_CHECKING:
    from ..languages import LanguageCode
    from .step import Step


def text(step: Step, detail: int, language: LanguageCode) -> str:
    """Return a step in words; see `Step.text`."""
    if detail not in (0, 1, 2, 3):
        raise ValueError(f"detail must be 0, 1, 2 or 3, got {detail!r}")
    say = speech_in(language)
    try:
        return _told(say, step, detail)
    except MISFITS:
        raise PuzzleError(MISFIT) from None


def _told(say: Speech, step: Step, detail: int) -> str:
    phrase = say.language.phrases[step.technique]
    if detail < 2:
        words = say.words["look" if detail == 0 else "here"]
        technique = say.language.techniques[step.technique]
        return say.mended(words.format(technique=technique, where=_needed(say, step, phrase.where)))
    said = _needed(say, step, phrase.premise)
    if detail == 3 and (conclusion := _filled(say, step, phrase.conclusion)):
        said += phrase.joint + conclusion
    return say.mended(f"{say.sentence(said)}.")


def _filled(say: Speech, step: Step, phrases: Iterable[str]) -> str:
    """Return the first phrase for which the step has all parts, filled with these parts; "" if there is none."""
    for phrase in phrases:
        words, parts = _read(phrase)
        said = []
        for part in parts:
            if not (found := part(say, step)):
                break
            said.append(found)
        else:
            return words.format(*said)
    return ""


def _needed(say: Speech, step: Step, phrases: Iterable[str]) -> str:
    if filled := _filled(say, step, phrases):
        return filled
    raise ValueError(f"the step does not fit its technique {step.technique!r}")


@functools.lru_cache(maxsize=1024)
def _read(phrase: str) -> tuple[str, list[Callable[[Speech, Step], str]]]:
    """Return a phrase with empty braces, and the functions that read the parts for the braces from a step."""
    return re.sub(r"\{[^}]+\}", "{}", phrase), [PARTS[name] for name in re.findall(r"\{([^}]+)\}", phrase)]


# Parts of phrases -----------------------------------------------------------------------------------------


def _changes(say: Speech, step: Step) -> str:
    """Return the placed and removed values of a step; cells that lose the same values are named together."""
    placed, lost = dict(step.placed), dict(step.removed)
    same: dict[tuple[int, ...], list[Cell]] = {}
    for cell, values in step.removed:
        if cell not in placed:
            same.setdefault(values, []).append(cell)
    # A chain that leads back to its first candidate has already stated that this candidate is true.
    said = [
        fixed(say, cell, value, lost.get(cell, ()))
        for cell, value in step.placed
        if not step.links or cell != step.links[0][0][0]
    ]
    for values, cells in same.items():
        words = say.words["is not" if len(cells) == 1 else "are not"]
        said.append(words.format(cell=say.cells(cells), value=say.listed(values, "nor")))
    return say.clauses(said)


def _bound(say: Speech, step: Step, cell: Cell, values: tuple[int, ...]) -> str:
    """Return the new bound of a cell that loses only its smallest or only its largest values."""
    if value := dict(step.placed).get(cell):
        return fixed(say, cell, value, values)
    if step.values:
        # The bounds of a cell of a sum.
        return is_(say, cell, between(say, *passed(step.values[0], step.values[-1], values)))
    if not any(lesser == cell for lesser, _ in step.inequalities):
        return is_(say, cell, between(say, values[-1] + 1, None))
    if not any(greater == cell for _, greater in step.inequalities):
        return is_(say, cell, between(say, None, values[0] - 1))
    return say.words["is not"].format(cell=say.cell(cell), value=say.listed(values, "nor"))


def _reach(say: Speech, step: Step) -> str:
    """Return the bound of a cell that loses many candidates to an inequality or to a neighbour that differs by 1."""
    ((cell, lost),) = step.removed
    if len(lost) < FEW - 1 or step.placed:
        return ""
    if step.inequalities:
        is_greater, (bound,) = cell == step.inequalities[0][1], step.values
        return is_(say, cell, between(say, *((bound + 1, None) if is_greater else (None, bound - 1))))
    low, high = step.values[0] - 1, step.values[-1] + 1
    if step.relations[0][2] != "differ by 1" or any(low < value < high for value in lost):
        return ""
    least, most = passed(low, high, lost)
    return can_be(say, cell, (low, high)) if least and most else is_(say, cell, between(say, least, most))


def _climbed(say: Speech, step: Step) -> str:
    """Return the values that the cells of a chain of inequalities keep."""
    placed = dict(step.placed)
    top = len(step.cells) - 1
    least, greatest = _span(step)
    said = []
    for cell, lost in sorted(step.removed, key=lambda mark: step.cells.index(mark[0])):
        at = step.cells.index(cell)
        if greatest is not None:
            bounds = passed(least + at, greatest - top + at, lost)
        else:
            # The last cell may have the largest value of all, so the cell before it loses only this value.
            bounds = (None, lost[0] - 1) if at < top else (least + at, None)
        said.append(is_(say, cell, placed.get(cell) or between(say, *bounds)))
    return say.clauses(said)


def _span(step: Step) -> tuple[int, int | None]:
    """Return the smallest value of a chain's first cell, and the largest value of its last cell, if known."""
    left = dict(step.candidates)
    first, last = step.cells[0], step.cells[-1]
    greatest = left[last][-1] if last in left else step.values[-1] if step.values else None
    return left.get(first, (1,))[0], greatest


def _climb(say: Speech, step: Step) -> str:
    """Return the inequalities of a chain, and the candidates of its cells that bound the other cells."""
    told: list[tuple[Cell, str, str] | str] = []
    cells, named, placed = step.cells, step.candidates, dict(step.placed)
    least, greatest = _span(step)
    # If there are as many values as cells, each value belongs to one cell.
    is_tight = greatest is not None and least == greatest - len(cells) + 1
    for k, (cell, values) in enumerate(named):
        if cell not in cells:
            continue
        can = (cell, "can be", say.listed(values, "or"))
        if len(values) == 1:
            told.append((cell, "is", str(values[0])))
        elif cell in placed and not is_tight:
            told.append(can)
        elif cell in (cells[0], cells[-1]):
            bound = between(say, *((values[0], None) if cell == cells[0] else (None, values[-1])))
            # Cells with one value, listed after a cell of the chain, have the values beyond its bound.
            standing = itertools.takewhile(lambda each: each[0] not in cells, named[k + 1 :])
            if reasons := [is_(say, other, value) for other, (value,) in standing]:
                told.append(
                    say.words["because"].format(said=is_(say, cell, bound), reason=say.listed(reasons))
                )
            else:
                told.append(can if len(values) <= FEW else (cell, "is", bound))
    signs = say.signs(step.inequalities)
    said = alike(say, told)
    if len(told) < 2:
        return say.clauses([signs, *said])
    return say.words["bounded"].format(signs=signs, said=say.clauses(said))


def _few(say: Speech, step: Step) -> str:
    """Return the cells of a step, or the first cells if there are many."""
    cells = step.cells or tuple(cell for cell, _ in step.removed or step.placed)
    return say.cells(cells[:2] if len(cells) > 4 else cells)


def _chain(say: Speech, step: Step) -> str:
    """Return the links of a chain as sentences, each with its reason."""
    lines = map(say.line, step.lines)
    said = []
    is_of_places = step.links[0][0][0] != step.links[0][1][0]
    places = [next(lines) for _, _, kind in step.links if kind == "strong"] if is_of_places else []
    for at in range(0, len(step.links), 2):
        (cell, value), (end, number), _ = step.links[at]
        follows = say.words["it"].format(value=number)
        if is_of_places:
            follows = say.words["two places"].format(cell=say.cell(end), value=number, line=places[at // 2])
        if at == 0:
            said.append(say.words["if"].format(cell=say.cell(cell), value=value, follows=follows))
            continue
        (source, _), _, kind = step.links[at - 1]
        reason = (
            next(lines, say.words["no line"]) if kind == "weak" else say.signs([_ordered(step, source, cell)])
        )
        words = say.words["weak" if is_of_places else "two left"]
        told = words.format(cell=say.cell(cell), value=value, other=value, reason=reason, follows=follows)
        if not is_of_places:
            told = words.format(cell=say.cell(cell), value=number, other=value, reason=reason)
        said.append(say.follow("then", told))
    return say.sentences(said)


def _ordered(step: Step, one: Cell, other: Cell) -> tuple[Cell, Cell]:
    return (one, other) if (one, other) in step.inequalities else (other, one)


def _end_or_end(say: Speech, step: Step) -> str:
    (first, v), (last, w) = step.links[0][0], step.links[-1][1]
    if v == w:
        return say.words["is"].format(cell=say.cells(dict.fromkeys((first, last)), "or"), value=w)
    return say.listed((is_(say, first, v), is_(say, last, w)), "or")


def _outcomes(say: Speech, step: Step) -> str:
    """Return the consequences of each assumption; values of a cell with the same argument are listed together."""
    same: list[tuple[Step, list[int]]] = []
    for case in step.cases:
        value = case.placed[0][1]
        for at, (other, values) in enumerate(same):
            if _covers(case, other) or _covers(other, case):
                same[at] = (other if _covers(case, other) else case, [*values, value])
                break
        else:
            same.append((case, [value]))
    told: list[str] = []
    for case, values in same:
        cell, value = case.placed[0]
        words = say.words["suppose instead" if told else "suppose"].format(
            cell=say.cell(cell), value=say.listed(values, "or")
        )
        # Without further steps, the assumption itself leads to the conclusion.
        follows = _consequences(say, cell, value, case.cases) or [say.follow("then", _changes(say, step))]
        told.append(say.sentences([words, *follows]))
    return "".join(f". {each}" for each in told)


def _covers(case: Step, other: Step) -> bool:
    """Return whether the argument of another value of the same cell also holds in a case, which may remove more."""
    return (
        case.placed[0][0] == other.placed[0][0]
        and len(case.cases) == len(other.cases)
        and all(
            _argument(a) == _argument(b)
            and all(set(lost) <= set(dict(a.removed)[cell]) for cell, lost in b.removed)
            for a, b in zip(case.cases, other.cases, strict=True)
        )
    )


def _argument(step: Step) -> tuple[object, ...]:
    cells = [cell for cell, _ in step.removed]
    return (
        step.technique,
        cells,
        step.placed,
        step.cells,
        step.values,
        step.lines,
        step.inequalities,
        step.sums,
    )


def _braid(say: Speech, step: Step) -> str:
    """Return an assumption and its consequences, up to the contradiction."""
    cell, value = step.cells[0], step.values[0]
    words = say.words["suppose"].format(cell=say.cell(cell), value=value)
    return say.sentences([words, *_consequences(say, cell, value, step.cases[1:])])


def _consequences(say: Speech, cell: Cell, value: int, steps: Sequence[Step]) -> list[str]:
    """Return the consequences of an assumption, one sentence per step."""
    if not steps:
        return []
    steps = settled(joined(steps), (cell, value))
    placed = {cell: value}
    gone: set[tuple[Cell, int]] = set()
    told = []
    for step in steps:
        told.append(_below(say, step, placed, gone))
        placed.update(step.placed)
        gone.update((each, lost) for each, values in step.removed for lost in values)
    words = ["then"] * len(told)
    if steps[-1].technique == "contradiction":
        words[-1] = "but then"
        if len(steps) > 1 and _takes_back(steps[-2], placed, steps[-1].cells):
            # The assumed number itself is the contradiction, so the sentence on its empty cell is left out.
            del told[-1], words[0]
    return [say.follow(each, said) for each, said in zip(words, told, strict=True)]


def _takes_back(step: Step, placed: Mapping[Cell, int], cells: Sequence[Cell]) -> bool:
    """Return whether a step removes the number that was placed in the only cell of the contradiction that follows."""
    return len(cells) == 1 and any(
        cell == cells[0] and placed.get(cell) in values for cell, values in step.removed
    )


def _shares_line(one: Cell, other: Cell) -> bool:
    return any(a == b for a, b in zip(one, other, strict=True))


def _below(say: Speech, step: Step, placed: Mapping[Cell, int], gone: Container[tuple[Cell, int]]) -> str:
    """Return a step under an assumption, with the bound of the other cell of an inequality if it has no number yet."""
    phrases = say.language.below[step.technique]
    if step.sums:
        return with_reason(say, step, _needed(say, step, phrases), placed, gone)
    if not (step.inequalities and step.removed):
        return _needed(say, step, phrases)
    ((lesser, greater),), ((cell, lost),) = step.inequalities, step.removed
    other = lesser if cell == greater else greater
    left = [
        value
        for value in dict(step.candidates).get(other, ())
        if (other, value) not in gone
        and not any(value == number and _shares_line(other, each) for each, number in placed.items())
    ]
    # The candidates left after the earlier sentences give a bound at least as tight as the lost values.
    nearest = max([lost[-1], *left[:1]]) if cell == greater else min([lost[0], *left[-1:]])
    said = _needed(say, dataclasses.replace(step, values=(placed.get(other, nearest),)), phrases)
    if other in placed or (cell == greater and lost[-1] == 1):
        return said
    bound = between(say, *((nearest, None) if cell == greater else (None, nearest)))
    return say.words["now"].format(said=said, cell=say.cell(other), value=bound)


def _limits(say: Speech, step: Step) -> str:
    """Return lower bounds of the cells below a peak, or upper bounds above a bottom; equal bounds are joined."""
    is_peak = _is_peak(step)
    same: dict[int, list[Cell]] = {}
    for cell, values in step.candidates:
        same.setdefault(values[0] if is_peak else values[-1], []).append(cell)
    said = []
    for bound, cells in sorted(same.items(), reverse=not is_peak):
        words = say.words["is" if len(cells) == 1 else "are"]
        said.append(
            words.format(
                cell=say.cells(cells), value=between(say, *((bound, None) if is_peak else (None, bound)))
            )
        )
    return say.clauses(said)


def _is_peak(step: Step) -> bool:
    return any(greater == step.removed[0][0] for _, greater in step.inequalities)


def _reached(say: Speech, step: Step) -> str:
    """Return the lower bound of the largest cell below a peak, or the upper bound of the smallest above a bottom."""
    if not step.candidates:
        return ""
    if _is_peak(step):
        lows = sorted(values[0] for _, values in step.candidates)
        return str(functools.reduce(lambda bound, low: max(bound + 1, low), lows, 0))
    highs = sorted((values[-1] for _, values in step.candidates), reverse=True)
    return str(functools.reduce(lambda bound, high: min(bound - 1, high), highs, highs[0] + 1))


# Choices and arrangements ---------------------------------------------------------------------------------

MOST_ARRANGED = 9
"""Most cells of an arrangement that is listed."""


def _arrangements(say: Speech, step: Step) -> str:
    if not 0 < len(step.candidates) <= MOST_ARRANGED:
        return ""
    return told_choices(say, choices(step.candidates, step.inequalities), " ", "and")


def _held(say: Speech, step: Step) -> str:
    """Return the candidates of several cells; "" if they are the first numbers, as in a whole line."""
    held = sorted({value for _, values in step.candidates for value in values})
    return "" if held[-1:] == [len(step.cells)] else say.listed(held)


def _excluded(say: Speech, step: Step) -> str:
    """Return the removed candidates of a step, worded as a condition."""
    same: dict[tuple[int, ...], list[Cell]] = {}
    for cell, values in step.removed:
        same.setdefault(values, []).append(cell)
    return say.listed(
        (
            say.words["is"].format(cell=say.cells(cells, "or"), value=say.listed(values, "or"))
            for values, cells in same.items()
        ),
        "cases",
    )


def _left(say: Speech, step: Step, joint: str) -> str:
    """Return the candidates of the first cell; "" if they are many."""
    left = step.candidates[0][1] if step.candidates else ()
    return say.listed(left, joint) if len(left) <= FEW else ""


PARTS: dict[str, Callable[[Speech, Step], str]] = {
    "cell": lambda say, step: say.cells(step.cells[:1]),
    "cells": lambda say, step: say.cells(step.cells),
    "pair": lambda say, step: say.cells(step.cells) if len(step.cells) == 2 else "",
    "stretch": lambda say, step: say.stretch(step.cells) or say.cells(step.cells),
    "any cell": lambda say, step: say.cells(step.cells, "or"),
    "few": _few,
    "last": lambda say, step: say.cells(step.cells) if len(step.cells) == 1 else "",
    "ends": lambda say, step: say.chain(step.links[0][0][0], step.links[-1][1][0]),
    "linked": lambda say, step: say.cells(dict.fromkeys(link[0] for pair in step.links for link in pair[:2])),
    "long climb": lambda say, step: say.chain(step.cells[0], step.cells[-1]) if len(step.cells) > 4 else "",
    "either end": lambda say, step: say.cells((step.cells[0], step.cells[-1]), "or"),
    "count": lambda say, step: say.number(len(step.cells)),
    "target": lambda say, step: say.cell(step.removed[0][0]),
    "placed": lambda say, step: str(step.placed[0][1]),
    "wrong": lambda say, step: str(step.removed[0][1][0]) if step.removed else "",
    "value": lambda say, step: say.listed(step.values[:1]),
    "values": lambda say, step: say.listed(step.values),
    "any": lambda say, step: say.listed(step.values, "or"),
    "changes": _changes,
    "reach": _reach,
    "bounds": lambda say, step: say.clauses(
        [_bound(say, step, cell, values) for cell, values in step.removed]
    ),
    # Lines.
    "line": lambda say, step: say.listed(map(say.line, step.lines[:1])),
    "lines": lambda say, step: say.listed(map(say.line, step.lines)),
    "only line": lambda say, step: say.line(step.lines[0]) if len(step.lines) == 1 else "",
    "crossing": lambda say, step: say.line(step.lines[1]),
    "base": lambda say, step: say.lines(step.lines[: len(step.lines) // 2]),
    "cover": lambda say, step: say.lines(step.lines[len(step.lines) // 2 :]),
    "base kind": lambda say, step: say.kinds(step.lines),
    "cover kind": lambda say, step: say.kinds(step.lines[::-1]),
    # Inequalities and relations.
    "signs": lambda say, step: say.signs(step.inequalities),
    "climb": _climb,
    "climbing": lambda say, step: "" if step.candidates else say.number(len(step.cells)),
    "climbed": _climbed,
    "peak": lambda say, step: say.cells({greater for _, greater in step.inequalities} & {step.removed[0][0]}),
    "greatest lost": lambda say, step: str(step.removed[0][1][-1]),
    "least lost": lambda say, step: str(step.removed[0][1][0]),
    "related": lambda say, step: say.cells(cell for a, b, _ in step.relations[:1] for cell in (a, b)),
    "tie": lambda say, step: say.language.ties[step.relations[0][2]].format(
        other=say.cell(step.relations[0][1]), lost=say.listed(step.removed[0][1], "or")
    ),
    # Sums.
    "sum": sums.sum_name,
    "total": lambda say, step: str(step.sums[0][1]) if step.sums else "",
    "lone": lambda say, step: sums.sum_name(say, step) if len(step.sums[0][0]) == 1 else "",
    "all": sums.all_cells,
    "exact": lambda say, step: sums.all_cells(say, step) if len(step.cells) == len(step.values) else "",
    "kept": sums.kept,
    "impossible": sums.impossible,
    "adding": sums.adding,
    "others": sums.others,
    # Chains and assumptions.
    "limits": _limits,
    "reached": _reached,
    "arrangements": _arrangements,
    "held": _held,
    "excluded": _excluded,
    "few choices": sums.few_choices,
    "options": sums.options,
    "other options": sums.other_options,
    "filled": sums.options,
    "all but one": sums.all_but_one,
    "one other": lambda say, step: sums.limits_of_others(say, step) if len(step.sums[0][0]) == 2 else "",
    "some others": lambda say, step: sums.limits_of_others(say, step) if len(step.sums[0][0]) > 2 else "",
    "left": lambda say, step: _left(say, step, "and"),
    "choice": lambda say, step: _left(say, step, "or"),
    "chain": _chain,
    "end or end": _end_or_end,
    "either way": lambda say, step: "" if step.links[0][0] == step.links[-1][1] else say.words["either way"],
    "braid": _braid,
    "outcomes": _outcomes,
}
"""Functions that read the parts of phrases from a step. They return "" if the step does not have the part."""
