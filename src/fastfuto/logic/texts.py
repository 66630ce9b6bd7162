"""Steps in words. Rows, columns and other lines are counted from 1."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..errors import PuzzleError
from .board import Cell
from .naming import MISFIT, MISFITS, cell_name, cell_names, clauses, line_name, listed, span_name
from .phrases import BELOW, NUMBERS, PHRASES, TIES, WORDS

if TYPE_CHECKING:
    from .step import Step

__all__ = ["text", "with_article"]


def text(step: Step, detail: int) -> str:
    """Return a step in words; see `Step.text`."""
    if detail not in (0, 1, 2, 3):
        raise ValueError(f"detail must be 0, 1, 2 or 3, got {detail!r}")
    try:
        return _told(step, detail)
    except MISFITS:
        raise PuzzleError(MISFIT) from None


_NAME = re.compile(r"r\d+c\d")


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
        words, parts = _read(phrase)
        said = []
        for part in parts:
            if not (found := part(step)):
                break
            said.append(found)
        else:
            return words.format(*said)
    return ""


def _needed(step: Step, phrases: Iterable[str]) -> str:
    if filled := _filled(step, phrases):
        return filled
    raise ValueError(f"not a step of the technique {step.technique!r}")


@functools.lru_cache(maxsize=256)
def _read(phrase: str) -> tuple[str, list[Callable[[Step], str]]]:
    """Return a phrase with empty braces, and how the parts that belong into them are read from a step."""
    return re.sub(r"\{[^}]+\}", "{}", phrase), [_PARTS[name] for name in re.findall(r"\{([^}]+)\}", phrase)]


def with_article(name: str) -> str:
    """Return the name of a technique with the article that goes with it."""
    if name.endswith(("candidates", "combinations", "bounds")) and not name.startswith(("asc", "rel")):
        return f"a case of {name}"
    return f"{'an' if name[0] in 'aeiox' else 'a'} {name}"


def _number(n: int) -> str:
    words = NUMBERS.split()
    return words[n] if n < len(words) else str(n)


# Parts of phrases -----------------------------------------------------------------------------------------


def _is(cell: str, value: object) -> str:
    return WORDS["is"].format(cell=cell, value=value)


def _between(least: int | None, most: int | None) -> str:
    """Return bounds in words, either of which may be missing."""
    said = [WORDS["least"].format(value=least)] if least is not None else []
    if most is not None:
        said.append(WORDS["most"].format(value=most))
    return " and ".join(said)


def _changes(step: Step) -> str:
    """Return what a step places and removes; what loses the same values is named together."""
    same: dict[tuple[int, ...], list[Cell]] = {}
    for cell, values in step.removed:
        same.setdefault(values, []).append(cell)
    said = [_is(cell_name(cell), value) for cell, value in step.placed]
    for values, cells in same.items():
        words = WORDS["is not" if len(cells) == 1 else "are not"]
        said.append(words.format(cell=cell_names(cells), value=listed(values, "or")))
    return clauses(said)


def _bound(step: Step, cell: Cell, values: tuple[int, ...]) -> str:
    """Return what a cell keeps, if it loses its least or its greatest values alone."""
    if step.values:
        # The bounds of a cell of a sum.
        return _is(cell_name(cell), _between(*_passed(step.values[0], step.values[-1], values)))
    if not any(lesser == cell for lesser, _ in step.inequalities):
        return _is(cell_name(cell), _between(values[-1] + 1, None))
    if not any(greater == cell for _, greater in step.inequalities):
        return _is(cell_name(cell), _between(None, values[0] - 1))
    return WORDS["is not"].format(cell=cell_name(cell), value=listed(values, "or"))


def _climbed(step: Step) -> str:
    """Return what the cells of a chain of inequalities keep."""
    left = dict(step.candidates)
    top = len(step.cells) - 1
    least, greatest = _span(step)
    said = []
    for cell, lost in sorted(step.removed, key=lambda mark: step.cells.index(mark[0])):
        at = step.cells.index(cell)
        if greatest is not None and least == greatest - top:
            # There are as many values as cells, so that each cell has its own one.
            said.append(_is(cell_name(cell), least + at))
            continue
        if greatest is not None:
            bounds = _passed(least + at, greatest - top + at, lost)
        else:
            # The last cell may have the greatest value of all, so that the one before it loses that one alone.
            bounds = (None, lost[0] - 1) if at < top else (least + at, None)
        kept = set(left[cell]).difference(lost) if cell in left and len(left[cell]) <= FEW else ()
        if bounds[1] == 1 or len(kept) == 1:
            said.append(_is(cell_name(cell), 1 if bounds[1] == 1 else min(kept)))
        else:
            said.append(_is(cell_name(cell), _between(*bounds)))
    return clauses(said)


def _span(step: Step) -> tuple[int, int | None]:
    """Return the least value of the first cell of a chain, and the greatest one of the last cell, if it is known."""
    left = dict(step.candidates)
    first, last = step.cells[0], step.cells[-1]
    greatest = left[last][-1] if last in left else step.values[-1] if step.values else None
    return left.get(first, (1,))[0], greatest


FEW = 4
"""Most candidates of a cell that are listed where a bound would do, too."""


def _climb(step: Step) -> str:
    """Return the inequalities of a chain, and what its cells have left that bounds the others."""
    said = []
    cells, named = step.cells, step.candidates
    least, greatest = _span(step)
    is_tight = greatest is not None and least == greatest - len(cells) + 1
    for k, (cell, values) in enumerate(named):
        if cell not in cells:
            continue
        if len(values) == 1:
            said.append(_is(cell_name(cell), values[0]))
            continue
        is_few = len(values) <= FEW
        if is_tight and cell not in (cells[0], cells[-1]):
            continue
        if not is_tight and is_few and len(set(values).difference(dict(step.removed).get(cell, ()))) == 1:
            said.append(_can_be(cell, values))
            continue
        if cell == cells[0]:
            bound = WORDS["least"].format(value=values[0])
        elif cell == cells[-1]:
            bound = WORDS["most"].format(value=values[-1])
        else:
            continue
        # Cells with one value that stand after a cell of the chain have the values beyond its bound.
        standing = itertools.takewhile(lambda each: each[0] not in cells, named[k + 1 :])
        if reasons := [_is(cell_name(other), value) for other, (value,) in standing]:
            said.append(WORDS["because"].format(said=_is(cell_name(cell), bound), reason=listed(reasons)))
        else:
            said.append(_can_be(cell, values) if is_few else _is(cell_name(cell), bound))
    signs = _signs(step.inequalities)
    if len(said) < 2:
        return clauses([signs, *said])
    return WORDS["bounded"].format(signs=signs, said=clauses(said))


def _can_be(cell: Cell, values: tuple[int, ...]) -> str:
    return WORDS["can be"].format(cell=cell_name(cell), value=listed(values, "or"))


def _chain_name(first: Cell, last: Cell) -> str:
    """Return a chain by its ends."""
    if first == last:
        return cell_name(first)
    return WORDS["chain"].format(cell=cell_name(first), other=cell_name(last))


def _few(step: Step) -> str:
    """Return the cells of a step, or the first ones if there are many."""
    cells = step.cells or tuple(cell for cell, _ in (*step.placed, *step.removed))
    return cell_names(cells[:2] if len(cells) > 4 else cells)


def _passed(least: int, most: int, lost: tuple[int, ...]) -> tuple[int | None, int | None]:
    """Return those of two bounds that exclude lost values."""
    return least if lost[0] < least else None, most if lost[-1] > most else None


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
    return _run(cells) or cell_names(cells) or WORDS["no run"]


def _run(cells: Sequence[Cell]) -> str:
    if not cells or len(cells[0]) != 2:
        return ""
    row, column = cells[0]
    ways = [tuple((row + k * down, column + k * (1 - down)) for k in range(len(cells))) for down in (0, 1)]
    return WORDS["run"].format(span=span_name(cells[0], cells[-1])) if cells in ways else ""


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
    return listed(" < ".join(map(cell_name, chain)) for chain in chains)


def _chain(step: Step) -> str:
    """Return the links of a chain as sentences, each with its reason."""
    lines = map(line_name, step.lines)
    said = []
    is_of_places = step.links[0][0][0] != step.links[0][1][0]
    places = [next(lines) for _, _, kind in step.links if kind == "strong"] if is_of_places else []
    for at in range(0, len(step.links), 2):
        (cell, value), (end, number), _ = step.links[at]
        follows = WORDS["it"].format(value=number)
        if is_of_places:
            follows = WORDS["two places"].format(cell=cell_name(end), value=number, line=places[at // 2])
        if at == 0:
            said.append(WORDS["if"].format(cell=cell_name(cell), value=value, follows=follows))
            continue
        (source, _), _, kind = step.links[at - 1]
        reason = next(lines, WORDS["no line"]) if kind == "weak" else _signs([_ordered(step, source, cell)])
        words = WORDS["weak" if is_of_places else "two left"]
        told = words.format(cell=cell_name(cell), value=value, other=value, reason=reason, follows=follows)
        if not is_of_places:
            told = words.format(cell=cell_name(cell), value=number, other=value, reason=reason)
        said.append(WORDS["then"].format(said=told))
    return _sentences(said)


def _ordered(step: Step, one: Cell, other: Cell) -> tuple[Cell, Cell]:
    return (one, other) if (one, other) in step.inequalities else (other, one)


def _sentences(said: Iterable[str]) -> str:
    """Join sentences; each begins with a capital letter, unless it begins with the name of a cell."""
    return ". ".join(each if _NAME.match(each) else each[0].upper() + each[1:] for each in said)


def _end_or_end(step: Step) -> str:
    (first, v), (last, w) = step.links[0][0], step.links[-1][1]
    other = _is(cell_name(last), w)
    return other if (first, v) == (last, w) else f"{_is(cell_name(first), v)} or {other}"


def _outcomes(step: Step) -> str:
    """Return what follows from each assumption; values of a cell from which the same follows stand together."""
    same: dict[tuple[Cell, tuple[str, ...]], list[int]] = {}
    for case in step.cases:
        cell, value = case.placed[0]
        same.setdefault((cell, tuple(_consequences(cell, value, case.cases))), []).append(value)
    told: list[str] = []
    for (cell, said), values in same.items():
        words = WORDS["suppose instead" if told else "suppose"]
        told.append(_sentences([words.format(cell=cell_name(cell), value=listed(values, "or")), *said]))
    return "".join(f". {each}" for each in told)


def _braid(step: Step) -> str:
    """Return an assumption and what follows from it, up to the contradiction."""
    cell, value = step.cells[0], step.values[0]
    words = WORDS["suppose"].format(cell=cell_name(cell), value=value)
    return _sentences([words, *_consequences(cell, value, step.cases[1:])])


def _consequences(cell: Cell, value: int, steps: Sequence[Step]) -> list[str]:
    """Return what follows from an assumption, a sentence a step."""
    if not steps:
        return [WORDS["at once"]]
    placed = {cell: value}
    gone: set[tuple[Cell, int]] = set()
    told = []
    for step in steps:
        told.append(_below(step, placed, gone))
        placed.update(step.placed)
        gone.update((each, lost) for each, values in step.removed for lost in values)
    words = [WORDS["then"]] * len(told)
    if steps[-1].technique == "contradiction":
        words[-1] = WORDS["but then"]
        if len(steps) > 1 and _takes_back(steps[-2], placed, steps[-1].cells):
            # What contradicts is the number itself, and not that its cell has nothing left.
            del told[-1], words[0]
    return [each.format(said=said) for each, said in zip(words, told, strict=True)]


def _takes_back(step: Step, placed: Mapping[Cell, int], cells: Sequence[Cell]) -> bool:
    """Return whether a step removes the number of the only cell in which the next one finds a contradiction."""
    return len(cells) == 1 and any(
        cell == cells[0] and placed.get(cell) in values for cell, values in step.removed
    )


def _shares_line(one: Cell, other: Cell) -> bool:
    return any(a == b for a, b in zip(one, other, strict=True))


def _below(step: Step, placed: Mapping[Cell, int], gone: Container[tuple[Cell, int]]) -> str:
    """Return a step below an assumption, with the bound of the cell behind an inequality if that has no number yet."""
    said = _needed(step, BELOW[step.technique])
    if step.technique != "inequality bound":
        return said
    ((lesser, greater),), ((cell, lost),) = step.inequalities, step.removed
    other = lesser if cell == greater else greater
    left = [
        value
        for value in dict(step.candidates).get(other, ())
        if (other, value) not in gone
        and not any(value == number and _shares_line(other, each) for each, number in placed.items())
    ]
    if other in placed or (cell == greater and lost[-1] == 1):
        return said
    # What is left by all that was said bounds at least as well as what is lost.
    bound = (
        _between(max(lost[-1], min(left, default=1)), None)
        if cell == greater
        else _between(None, min([lost[0], *left[-1:]]))
    )
    return WORDS["now"].format(said=said, cell=cell_name(other), value=bound)


def _limits(step: Step) -> str:
    """Return what the cells below a peak are at least, or those above a bottom at most, the same bounds together."""
    is_peak = _is_peak(step)
    same: dict[int, list[Cell]] = {}
    for cell, values in step.candidates:
        same.setdefault(values[0] if is_peak else values[-1], []).append(cell)
    said = []
    for bound, cells in sorted(same.items(), reverse=not is_peak):
        words = WORDS["is" if len(cells) == 1 else "are"]
        said.append(
            words.format(
                cell=cell_names(cells), value=_between(*((bound, None) if is_peak else (None, bound)))
            )
        )
    return clauses(said)


def _is_peak(step: Step) -> bool:
    return any(greater == step.removed[0][0] for _, greater in step.inequalities)


def _reached(step: Step) -> str:
    """Return what the greatest cell below a peak is at least, or the least one above a bottom at most."""
    if not step.candidates:
        return ""
    if _is_peak(step):
        lows = sorted(values[0] for _, values in step.candidates)
        return str(functools.reduce(lambda bound, low: max(bound + 1, low), lows, 0))
    highs = sorted((values[-1] for _, values in step.candidates), reverse=True)
    return str(functools.reduce(lambda bound, high: min(bound - 1, high), highs, highs[0] + 1))


# Choices and arrangements ---------------------------------------------------------------------------------

MOST_LISTED = 6
"""Most arrangements of a line, or choices of a run, that are listed."""
MOST_ARRANGED = 9
"""Most cells of an arrangement that is listed."""


def _choices(
    candidates: Sequence[tuple[Cell, tuple[int, ...]]],
    pairs: Iterable[tuple[Cell, Cell]],
    total: int | None = None,
) -> list[tuple[int, ...]]:
    """Return the choices of different candidates that keep inequalities and have a total, at most one too many."""
    cells = [cell for cell, _ in candidates]
    less = [(cells.index(a), cells.index(b)) for a, b in pairs]
    found: list[tuple[int, ...]] = []

    def choose(chosen: tuple[int, ...]) -> None:
        at = len(chosen)
        if len(found) > MOST_LISTED:
            return
        if at == len(cells):
            if total is None or sum(chosen) == total:
                found.append(chosen)
            return
        for value in candidates[at][1]:
            longer = (*chosen, value)
            if value not in chosen and all(longer[a] < longer[b] for a, b in less if max(a, b) == at):
                choose(longer)

    choose(())
    return found


def _told_choices(choices: list[tuple[int, ...]], joint: str, last: str) -> str:
    """Return choices in words if they are few."""
    return (
        listed([joint.join(map(str, each)) for each in choices], last)
        if 0 < len(choices) <= MOST_LISTED
        else ""
    )


def _arrangements(step: Step) -> str:
    if not 0 < len(step.candidates) <= MOST_ARRANGED:
        return ""
    return _told_choices(_choices(step.candidates, step.inequalities), " ", "and")


def _few_choices(step: Step) -> str:
    ((_, total),) = step.sums
    if len(step.candidates) < len(step.sums[0][0]):
        return ""
    return _told_choices(_choices(step.candidates, (), total), " + ", "and")


def _held(step: Step) -> str:
    return listed(sorted({value for _, values in step.candidates for value in values}))


def _excluded(step: Step) -> str:
    """Return what a step removes, as something that would be the case."""
    return listed((_is(cell_name(cell), listed(values, "or")) for cell, values in step.removed), "or")


def _options(step: Step) -> str:
    return clauses([_can_be(cell, values) for cell, values in step.candidates])


def _filled_cells(step: Step) -> str:
    """Return the total of a run and what its filled cells hold."""
    return clauses([_adding(step), *(_is(cell_name(cell), values[0]) for cell, values in step.candidates)])


def _limits_of_others(step: Step) -> str:
    """Return what the other cells of a sum are at most or at least, where that bounds its cell; "" if they are many."""
    ((target, lost),) = step.removed
    low, high = _passed(step.values[0], step.values[-1], lost)
    said = []
    for cell, values in step.candidates:
        if cell != target:
            # The greatest values of the others are what makes the cell great enough.
            bounds = (values[0] if high is not None else None, values[-1] if low is not None else None)
            said.append(_is(cell_name(cell), values[0] if len(values) == 1 else _between(*bounds)))
    return clauses(said) if len(said) <= FEW else ""


_PARTS: dict[str, Callable[[Step], str]] = {
    "cell": lambda step: cell_names(step.cells[:1]),
    "cells": lambda step: cell_names(step.cells),
    "any cell": lambda step: cell_names(step.cells, "or"),
    "few": _few,
    "last": lambda step: cell_names(step.cells) if len(step.cells) == 1 else "",
    "either end": lambda step: f"{cell_name(step.cells[0])} or {cell_name(step.cells[-1])}",
    "ends": lambda step: _chain_name(step.links[0][0][0], step.links[-1][1][0]),
    "linked": lambda step: cell_names(dict.fromkeys(link[0] for pair in step.links for link in pair[:2])),
    "long climb": lambda step: _chain_name(step.cells[0], step.cells[-1]) if len(step.cells) > 4 else "",
    "count": lambda step: _number(len(step.cells)),
    "target": lambda step: cell_name(step.removed[0][0]),
    "placed": lambda step: str(step.placed[0][1]),
    "wrong": lambda step: str(step.removed[0][1][0]) if step.removed else "",
    "value": lambda step: listed(step.values[:1]),
    "values": lambda step: listed(step.values),
    "any": lambda step: listed(step.values, "or"),
    "changes": _changes,
    "bounds": lambda step: clauses([_bound(step, cell, values) for cell, values in step.removed]),
    # Lines.
    "line": lambda step: listed(map(line_name, step.lines[:1])),
    "lines": lambda step: listed(map(line_name, step.lines)),
    "only line": lambda step: line_name(step.lines[0]) if len(step.lines) == 1 else "",
    "crossing": lambda step: line_name(step.lines[1]),
    "kind": lambda step: step.lines[0][0],
    "base": lambda step: listed(line[1] + 1 for line in step.lines[: len(step.lines) // 2]),
    "crossing kind": lambda step: step.lines[-1][0],
    "cover": lambda step: listed(line[1] + 1 for line in step.lines[len(step.lines) // 2 :]),
    # Inequalities and relations.
    "signs": lambda step: _signs(step.inequalities),
    "climb": _climb,
    "climbing": lambda step: "" if step.candidates else _number(len(step.cells)),
    "climbed": _climbed,
    "peak": lambda step: cell_names({greater for _, greater in step.inequalities} & {step.removed[0][0]}),
    "greatest lost": lambda step: str(step.removed[0][1][-1]),
    "least lost": lambda step: str(step.removed[0][1][0]),
    "related": lambda step: cell_names(cell for a, b, _ in step.relations[:1] for cell in (a, b)),
    "tie": lambda step: TIES[step.relations[0][2]].format(other=cell_name(step.relations[0][1])),
    # Sums.
    "sum": _sum,
    "total": lambda step: str(step.sums[0][1]) if step.sums else "",
    "lone": lambda step: _sum(step) if len(step.sums[0][0]) == 1 else "",
    "all": lambda step: _number(len(step.cells)) if len(step.cells) == len(step.sums[0][0]) else "",
    "adding": _adding,
    "others": _others,
    # Chains and assumptions.
    "limits": _limits,
    "reached": _reached,
    "arrangements": _arrangements,
    "held": _held,
    "few choices": _few_choices,
    "excluded": _excluded,
    "options": _options,
    "filled": _filled_cells,
    "one other": lambda step: _limits_of_others(step) if len(step.sums[0][0]) == 2 else "",
    "some others": lambda step: _limits_of_others(step) if len(step.sums[0][0]) > 2 else "",
    "left": lambda step: listed(step.candidates[0][1]) if step.candidates else "",
    "chain": _chain,
    "end or end": _end_or_end,
    "either way": lambda step: "" if step.links[0][0] == step.links[-1][1] else WORDS["either way"],
    "braid": _braid,
    "outcomes": _outcomes,
}
"""How the parts of phrases are read from a step; "" if it does not have them."""
