"""Steps in a picture: their premises, conclusions and chains."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import PuzzleError
from ..logic.board import Layout, Line, logic_model, names_of, start
from ..logic.clues import Clues
from ..model import Model, single_value_masks

if TYPE_CHECKING:
    from ..logic import Step
    from ..puzzles import Puzzle
    from .view import View

KINDS = ("strong", "weak", "inequality", "line")
"""Kinds of links, which are also class names in a picture."""
_OF_ANOTHER = "this step does not belong to this puzzle"


def show_step(view: View, puzzle: Puzzle[Any] | Model, step: Step, has_marks: bool) -> None:
    """Add a step to the view of a puzzle; `has_marks` means that the view has the candidates before the step.

    Raises
    ------
    PuzzleError
        If the step refers to parts that the puzzle lacks, or removes or places a value that is not a candidate, or if
        no rules support the puzzle.
    """
    model = logic_model(puzzle)
    if not view.clues:
        raise PuzzleError(f"steps cannot be drawn for the family {view.puzzle.family!r}")
    names = names_of(puzzle, model)
    try:
        _check_names(model, names, step)
    except TypeError as error:  # A field of the step has a wrong type.
        raise PuzzleError(f"{_OF_ANOTHER}: {error}") from None
    if not has_marks:
        view.marks = _marks(view, model, names)
    _check_conclusion(view, step)
    _show(view, names, step)


def check_follows(puzzle: Puzzle[Any] | Model, step: Step, candidates: Any) -> None:
    """Raise a PuzzleError if a step, other than a mistake, does not follow from these candidates."""
    if step.technique != "mistake" and not step.verify(puzzle, candidates):
        raise PuzzleError("the step does not follow from the given candidates")


def _check_names(model: Model, names: Layout, step: Step) -> None:
    clues = Clues(model)
    pairs = {(names.cells[a], names.cells[b]) for a, b in model.inequalities.tolist()}
    related = {
        (names.cells[each.source], names.cells[each.target], each.kind)
        for cell in range(model.n_cells)
        for each in clues.related(cell)
    }
    sums = {
        (tuple(names.cells[cell] for cell in each.cells), each.total)
        for each in map(clues.sum, range(len(model.sums.totals)))
    }
    for each in (step, *step.cases, *(inner for case in step.cases for inner in case.cases)):
        marks = [*each.placed, *(mark for a, b, _ in each.links for mark in (a, b))]
        marks += [(cell, value) for cell, values in each.removed for value in values]
        cells = [
            *each.cells,
            *(cell for cell, _ in marks),
            *(cell for pair in each.inequalities for cell in pair),
            *(cell for a, b, _ in each.relations for cell in (a, b)),
            *(cell for sum_cells, _ in each.sums for cell in sum_cells),
            *(cell for cell, _ in each.candidates),
        ]
        for cell in cells:
            if cell not in names.numbers:
                raise PuzzleError(f"{_OF_ANOTHER}: there is no cell {_name(cell)}")
        left = itertools.chain(*(values for _, values in each.candidates))
        for value in (*each.values, *(value for _, value in marks), *left):
            if not 1 <= value <= model.n_values:
                raise PuzzleError(f"{_OF_ANOTHER}: expected a value from 1 to {model.n_values}, got {value}")
        for *_, kind in each.links:
            if kind not in KINDS:
                raise PuzzleError(f"{_OF_ANOTHER}: there is no kind of link {kind!r}")
        for line in each.lines:
            if line not in names.lines:
                numbers = ", ".join(str(at + 1) for at in line[1:])
                raise PuzzleError(f"{_OF_ANOTHER}: there is no {line[0]} {numbers}")
        for pair in each.inequalities:
            if pair not in pairs:
                raise PuzzleError(
                    f"{_OF_ANOTHER}: there is no inequality {_name(pair[0])} < {_name(pair[1])}"
                )
        for a, b, kind in each.relations:
            if (a, b, kind) not in related:
                raise PuzzleError(
                    f"{_OF_ANOTHER}: there is no relation {kind!r} between {_name(a)} and {_name(b)}"
                )
        for members, total in each.sums:
            if (members, total) not in sums:
                listed = ", ".join(map(_name, members))
                raise PuzzleError(f"{_OF_ANOTHER}: there is no sum {total} of the cells {listed}")


def _name(cell: tuple[int, ...]) -> str:
    """Return the place of a cell in the grid, counted from 1."""
    return str(tuple(at + 1 for at in cell))


def _marks(view: View, model: Model, names: Layout) -> list[list[int]]:
    """Return the candidates that the clues and, in an unfinished grid, a player's entries leave."""
    places = range(model.n_cells) if names.places is None else names.places
    domains, entries = model.domains, [view.solved[place] for place in places]
    if any(entries) and not all(view.values[place] for place in places):
        is_filled = np.array([1 <= value <= model.n_values for value in entries])
        singles = single_value_masks(model.n_values)[np.where(is_filled, entries, 0)]
        domains = np.where(is_filled[:, None], singles, domains)
    marks: list[list[int]] = [[] for _ in view.values]
    for place, mask in zip(places, start(domains, names), strict=True):
        marks[place] = [v + 1 for v in range(model.n_values) if mask >> v & 1]
    return marks


def _check_conclusion(view: View, step: Step) -> None:
    if step.technique == "mistake":
        return
    assert view.marks is not None
    said = [*step.placed, *((cell, value) for cell, values in step.removed for value in values)]
    for cell, value in said:
        if value not in view.marks[view.place(cell)]:
            raise PuzzleError(f"{_OF_ANOTHER}: {value} is not a candidate of cell {_name(cell)}")


def _show(view: View, names: Layout, step: Step) -> None:
    place, special, roles = view.place, view.special, view.roles
    # Lines of a fish cross each other, and the second half of them loses the candidates. A chain shows only its lines
    # with two places for a value.
    lines = step.lines
    if step.links:
        lines = lines[: sum(a[0] != b[0] for a, b, kind in step.links if kind == "strong")]
    roles.update({cell: "band" for line in lines for cell in _places(view, names, line)})
    pairs = [*step.inequalities, *((a, b) for a, b, _ in step.relations)]
    premises = [*step.cells, *itertools.chain(*pairs, *(cells for cells, _ in step.sums))]
    premises += [cell for cell, _ in step.candidates]
    roles.update({place(cell): "premise" for cell in premises})
    view.used = {(place(a), place(b)) for a, b in pairs}
    if step.technique in ("mistake", "contradiction"):
        view.conflicts.update(map(place, step.cells))
    if step.technique == "mistake":
        return
    assert view.marks is not None
    for cell in step.cells:
        for value in step.values:
            special[place(cell), value] = "used"
    for link in step.links:
        (a, v), (b, w), kind = link
        roles.setdefault(place(a), "premise")
        roles.setdefault(place(b), "premise")
        special[place(a), v] = special[place(b), w] = "used"
        view.links.append(((place(a), v), (place(b), w), kind))
    if step.technique == "braid":
        _show_cases(view, names, step.cases)
    elif step.technique.endswith("in a line") and len(step.cases) == 1:
        _show_cases(view, names, (step.cases[0], *step.cases[0].cases))
    for case in step.cases if step.technique.startswith("forcing") else ():
        cell, value = case.placed[0]
        special[place(cell), value] = "used"
        if (
            step.technique == "forcing line"
        ):  # The cases of a forcing cell are its candidates, without numbers.
            view.badges.append((place(cell), value))
    for cell, values in step.removed:
        special.update({(place(cell), value): "removed" for value in values})
    for cell, value in step.placed:
        special[place(cell), value] = "set"
        roles[place(cell)] = "placed"


def _show_cases(view: View, names: Layout, cases: tuple[Step, ...]) -> None:
    """Add numbers to the consequences of an assumption and mark the contradiction at its end."""
    place = view.place
    for case in cases:
        for cell, value in case.placed:
            number = place(cell)
            view.special.setdefault((number, value), "used")
            view.roles.setdefault(number, "premise")
            view.badges.append((number, value))
        for cell, _ in case.removed:
            view.roles.setdefault(place(cell), "premise")
            view.badges.append((place(cell), 0))
        view.used |= {(place(a), place(b)) for a, b in case.inequalities}
        view.used |= {(place(a), place(b)) for a, b, _ in case.relations}
        if case.technique == "contradiction":
            view.conflicts.update(place(cell) for cell in case.cells)
    # These lines have at most one place for a value; numbered cells in them are not marked.
    for line in itertools.chain(*(case.lines for case in cases)):
        for member in _places(view, names, line):
            view.roles.setdefault(member, "band")


def _places(view: View, names: Layout, line: Line) -> list[int]:
    """Return the places of a unit's cells in the grid."""
    return [view.place(names.cells[cell]) for cell in names.units[names.lines.index(line)]]
