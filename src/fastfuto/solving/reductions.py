"""Reductions of counts and samples: independent parts, interchangeable values, clues that symmetries make equal, signs.

Each reduction replaces a model by smaller or more symmetric models. Their counts are multiplied, or added if signs were
replaced, and their random solutions are combined into a solution of the original model. The page
docs/explanation/engines/counting.md proves each reduction.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..engines import is_latin
from ..limits import counted
from ..model import Model, allowed_masks, frozen, mask_bits
from .components import Candidates, Components
from .parts import propagated
from .random import Random

if TYPE_CHECKING:
    from .squares import Solutions

MOST_VALUES = 32
"""Most values of a model that is reduced: larger models can be counted only if propagation leaves little open."""
LEAST_ORDER = 7
"""Smallest order of a square with patterns: the states engine counts smaller squares with signs at once."""


@dataclass
class Reduced:
    """Parts of a model; the product of their counts, times `factor`, divided by `divisor`, is the model's count.

    If there are cases, the product has one more factor, the sum over the cases of weight times count.

    Attributes
    ----------
    parts : list of (list of int, Model)
        The cells of each part, and its model.
    factor, divisor : int
    names : list of str
        The reductions that were used, in words.
    free : list of (int, list of int)
        The cells without any constraint, and the values of each.
    cases : list of (int, Reduced)
        The weight of each case, and the parts that it is reduced to.
    undo : list of callable
        For each reduction, in reverse order, a function that takes solutions and random numbers, and changes the
        solutions to undo the reduction. Together the functions turn uniform solutions of the parts into uniform
        solutions of the model.
    """

    parts: list[tuple[list[int], Model]]
    factor: int = 1
    divisor: int = 1
    names: list[str] = field(default_factory=list)
    free: list[tuple[int, list[int]]] = field(default_factory=list)
    cases: list[tuple[int, Reduced]] = field(default_factory=list)
    undo: list[Callable[[Solutions, Random], None]] = field(default_factory=list)


def reduced(
    model: Model, is_over: Callable[[], bool] = lambda: False, *, may_add: bool = True
) -> Reduced | None:
    """Return the parts of a model after all reductions, or None if there is nothing to reduce.

    `is_over` is called regularly and returns whether to stop looking for reductions. `may_add` allows cases.
    """
    if model.n_values > MOST_VALUES:
        return None
    if is_latin(model):
        return _peeled(model, is_over, may_add)
    candidates = mask_bits(model.domains, model.n_values)
    result = Reduced([])
    _fix_interchangeable(model, candidates, result)
    _split(model, candidates, result)
    return None if len(result.parts) == 1 and result.factor == 1 else result


class Division(NamedTuple):
    """A model that a few cells divide into two parts.

    Attributes
    ----------
    model : Model
    candidates : (cells, values) bool
    cells : list of int
        The cells between the parts.
    n_cases : int
        The number of combinations of their candidates.
    """

    model: Model
    candidates: Candidates
    cells: list[int]
    n_cases: int


def divided(model: Model, most: int) -> Division | None:
    """Return the division of a model by cells with at most this number of combinations, or None."""
    if is_latin(model) or model.n_values > MOST_VALUES:
        return None
    candidates = mask_bits(model.domains, model.n_values)
    number, cells = Components(model, candidates).separator()
    return Division(model, candidates, cells, int(number)) if number <= most else None


def cases(division: Division, is_over: Callable[[], bool] = lambda: False) -> Reduced | None:
    """Return a case for each value of the dividing cell with the fewest candidates; None if the time is up."""
    model, candidates = division.model, division.candidates
    cell = min(division.cells, key=lambda cell: candidates[cell].sum())
    result = Reduced([], names=["parts below choices"])
    for value in np.flatnonzero(candidates[cell]).tolist():
        if is_over():
            return None
        chosen = candidates.copy()
        chosen[cell] = np.arange(model.n_values) == value
        case = Reduced([])
        _split(model, chosen, case)
        result.cases.append((1, case))
    return result


# Interchangeable values -------------------------------------------------------------------------------------


def _fix_interchangeable(model: Model, candidates: Candidates, result: Reduced) -> None:
    """Fix cells of a unit to interchangeable values, in `candidates`, and multiply the count.

    If k cells of a unit can only hold m interchangeable values, they hold k different values among these. Exchanges of
    values map each choice of these values to each other choice, so all m! / (m - k)! choices have equally many
    solutions.
    """
    if len(model.inequalities) or len(model.sums.totals):
        return
    matrices = mask_bits(model.relations.tables, model.n_values)
    units = model.skeleton.units
    while True:
        best: tuple[list[int], list[int]] = [], []
        for values in _classes(candidates, matrices):
            is_only = candidates[:, values].all(axis=1) & (candidates.sum(axis=1) == len(values))
            # Any cell is a unit by itself.
            for unit in (*units, np.flatnonzero(is_only)[:1].tolist()):
                cells = [cell for cell in unit if is_only[cell]]
                if len(best[0]) < len(cells) <= len(values):
                    best = cells, values
        cells, values = best
        if not cells:
            break
        result.factor *= math.perm(len(values), len(cells))
        result.undo.append(partial(_rename, values))
        candidates[cells] = False
        candidates[cells, values[: len(cells)]] = True
    if result.factor > 1:
        result.names.append(f"interchangeable values x {result.factor:,}")


def _rename(values: list[int], solutions: Solutions, random: Random) -> None:
    """Exchange interchangeable values, counted from 0, at random."""
    names = np.arange(values[-1] + 2, dtype=solutions.dtype)
    for solution in solutions:
        drawn = values.copy()
        random.shuffle(drawn)
        names[np.add(values, 1)] = np.add(drawn, 1)
        is_named = solution < len(names)
        solution[is_named] = names[solution[is_named]]


def _classes(candidates: Candidates, matrices: Candidates) -> list[list[int]]:
    """Return sets of two or more values; any two values of a set may be exchanged."""
    classes: dict[bytes, list[list[int]]] = {}
    for value, column in enumerate(candidates.T):
        known = classes.setdefault(column.tobytes(), [])
        for members in known:
            if _is_exchange(matrices, members[0], value):
                members.append(value)
                break
        else:
            known.append([value])
    return [members for known in classes.values() for members in known if len(members) > 1]


def _is_exchange(matrices: Candidates, v: int, w: int) -> bool:
    """Return whether the exchange of two values maps tables to themselves."""
    if not len(matrices):
        return True
    order = np.arange(matrices.shape[-1])
    order[[v, w]] = w, v
    return np.array_equal(matrices, matrices[:, order][:, :, order])


# Independent parts ------------------------------------------------------------------------------------------


def _split(model: Model, candidates: Candidates, result: Reduced) -> None:
    """Find the models of the parts, which share no constraints, and the cells without constraints."""
    settled = propagated(model.with_domains(frozen(allowed_masks(candidates))))
    if settled is None:
        result.factor = 0
        return
    candidates = mask_bits(settled.domains, model.n_values)
    components = Components(model, candidates)
    result.free = components.free()
    n_free = math.prod(len(values) for _, values in result.free) * components.is_solvable
    result.factor *= n_free
    if not n_free:
        return
    result.parts = components.parts()
    if len(result.parts) == 1 and not result.free:  # Engines know the skeletons of families.
        result.parts = [(result.parts[0][0], model.with_domains(frozen(allowed_masks(candidates))))]
    if len(result.parts) > 1:
        result.names.append(f"{len(result.parts)} parts")
    if n_free > 1:
        result.names.append(f"free cells x {n_free:,}")


# Clues of Latin squares -------------------------------------------------------------------------------------


def _peeled(model: Model, is_over: Callable[[], bool], may_add: bool) -> Reduced | None:
    """Return a Latin square without the clues and signs that symmetries of the rest map to all their alternatives.

    Every solution of the other clues has exactly one of the alternatives, and each alternative has equally many
    solutions.
    """
    # Only counts and samples of Latin squares need the module.
    from .squares import AXES, VALUE, Square

    n = model.n_values
    # More signs hardly ever have symmetries, and small grids are counted before the symmetries would be found.
    if len(model.inequalities) > n:
        return None
    candidates = mask_bits(model.domains, model.n_values)
    numbers = candidates.sum(axis=1)
    if not ((numbers == 1) | (numbers == n)).all():
        return None
    given = [
        (*divmod(cell, n), int(candidates[cell].argmax())) for cell in np.flatnonzero(numbers == 1).tolist()
    ]
    if any(len({clue[:axis] + clue[axis + 1 :] for clue in given}) < len(given) for axis in AXES):
        return None  # Clues contradict each other.
    square = Square(n, set(given), {(a, b) for a, b in model.inequalities.tolist()})
    divisor = square.peel(is_over)
    n_left = len(square.clues) + len(square.signs)
    n_peeled = len(given) + len(model.inequalities) - n_left
    names = [f"{n_peeled} of {n_peeled + n_left} clues by symmetry, / {divisor:,}"] * (divisor > 1)
    if may_add and square.signs and n >= LEAST_ORDER and (patterns := square.patterns()):
        cases = []
        for clues, weight in patterns.items():
            case = Square(n, set(clues), set())
            by = case.peel(is_over)
            case.choose_layers()
            case.renumber()
            cases.append((weight, Reduced([(list(range(n * n)), case.model(model))], divisor=by)))
        names.append(f"{counted(len(cases), 'pattern')} of {counted(len(square.signs), 'sign')}")
        return Reduced([], divisor=divisor, names=names, cases=cases)
    if (axis := square.choose_layers()) != VALUE:
        names.append(f"{('rows', 'columns')[axis]} as values")
    if not square.undo:
        return None
    return Reduced(
        [(list(range(n * n)), square.model(model))], divisor=divisor, names=names, undo=square.undo
    )
