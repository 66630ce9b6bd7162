"""Puzzles of variants and models: the search finds a random solution, and redundant numbers are removed."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from ..engines import EXHAUSTED, OPEN_TOP, Engine, MakingStatus, Request, open_engine, spare_search
from ..engines import refusal as engine_refusal
from ..errors import NoSolution
from ..logic import grade as graded
from ..model import IntArray, Model, Relations, Sums, frozen, mask_bits, single_value_masks
from ..solving.random import Random, derived_seed
from .arguments import pair_of
from .plan import check_symmetry, groups_of
from .recipe import Recipe
from .tries import Judge, SlicedTries, Work

MOST_TRIES = 1_000
TRY_WORK = 20_000
"""Cost of beginning a try in the budget, about 0.2 ms."""
FIRST_WORK, MOST_WORK = 200_000, 200_000_000
"""Work of an engine in its first turn, about 2 ms, and in the last turn before a search is given up."""
GROWTH = 4
"""Ratio of the work in two turns of an engine."""
SHORT_WORK = 25_000
"""Work of a short search, about 0.25 ms."""
RESTARTS = {SHORT_WORK: 64, 100_000: 32, 400_000: 16, 1_600_000: 8}
"""How often the search for a random solution begins again after how much work.

Some searches take a hundred times as long as others for the same grid.
"""
SLICE = 1_000_000
"""Work of an engine between two checks of the budget, about 10 ms."""
MARKED = 0.3
"""Fraction of the cells whose value is marked as even or odd."""
CAGE_SIZES = (2, 3, 3, 4)
"""Sizes of killer cages, which are drawn at random."""
MOST_UNITS, MOST_REST = 3, 8
"""Most units whose total gives another sum for the search, and most cells of this sum."""
NUMBER = 10
"""Distance of a number too many or too few from a recipe, in tenths of a score."""

SOLVERS = ("search", "learner")
"""The engines that take turns."""

Mask = npt.NDArray[np.bool_]
Row = npt.NDArray[np.uint8]


class SearchTries(SlicedTries):
    """Tries to make a puzzle from a blank variant, grid or model."""

    most_tries = MOST_TRIES

    def __init__(self, recipe: Recipe) -> None:
        self._judge = Judge(recipe)
        self._template: Any = recipe.template
        if isinstance(self._template, Model):
            groups = np.arange(self._template.n_cells, dtype=np.int32)
        else:
            groups = groups_of(recipe.shape, recipe.symmetry, recipe.pattern)
            check_symmetry(recipe, groups)
        self._groups = [np.flatnonzero(groups == g).astype(np.int32) for g in range(groups.max() + 1)]
        scores, most_top = self._judge.scores, self._judge.most_top
        self._rules = None if most_top == OPEN_TOP else frozen(np.where(scores <= most_top, scores, 0))
        self.begin(recipe, 0, 1)

    def _one_try(self) -> Work[None]:
        """Make one try, which depends only on the seed and the number of the try."""
        recipe = self._recipe
        assert recipe.seed is not None  # A Recipe has replaced it.
        random = Random(derived_seed(recipe.seed, self.at_try))
        yield MakingStatus.PAUSED, TRY_WORK
        model = self._template.model()
        rows = yield from _random_solution(_strengthened(model), random)
        if rows is None:
            return
        if not rows:
            raise NoSolution(f"there is no solution of a {self._template.words}, so there is no such puzzle")
        solution = rows[0]
        puzzle = _with_cells(recipe, self._template, solution, random)
        model = puzzle.model()
        is_model = isinstance(puzzle, Model)
        fixed = (
            mask_bits(model.domains, model.n_values).sum(axis=1) == 1
            if is_model
            else puzzle.clues.ravel() > 0
        )
        self._stronger = _strengthened(model)
        chosen = yield from self._chosen(model, fixed, solution, random)
        if chosen is None:
            return
        shown, is_minimal = chosen
        model = _with_numbers(model, solution, shown)
        least, greatest = pair_of(recipe.numbers, (0, solution.size))
        n_wrong = max(0, least - int(shown.sum()), int(shown.sum()) - greatest)
        judged = yield from self._judge.judge(model, NUMBER * n_wrong)
        if judged is None:
            return
        grade, far = judged
        if is_model:
            puzzle = model
        else:
            solution = solution.reshape(puzzle.shape)
            puzzle = puzzle.with_clues(np.where(shown.reshape(puzzle.shape), solution, 0))
        if solution.size == 1:  # The rules treat the only cell as filled.
            grade = graded(puzzle, rules=recipe.rules)
        self._take(puzzle, frozen(solution), grade, far, is_minimal=is_minimal)

    def _chosen(
        self, model: Model, fixed: Mask, solution: Row, random: Random
    ) -> Work[tuple[Mask, bool] | None]:
        """Return the cells with numbers, and whether each of them is needed; None if no choice is enough."""
        order = list(range(len(self._groups)))
        random.shuffle(order)

        def first(count: int) -> Mask:
            shown: Mask = fixed.copy()
            for group in order[:count]:
                shown[self._groups[group]] = True
            return shown

        # More numbers never have more solutions, so the smallest sufficient number of groups is found by bisection.
        low, high = 0, len(order)
        if not (yield from self._is_enough(model, solution, first(high))):
            return None
        while low < high:
            middle = (low + high) // 2
            if (yield from self._is_enough(model, solution, first(middle))):
                high = middle
            else:
                low = middle + 1
        least, _ = pair_of(self._recipe.numbers, (0, 0))
        while high < len(order) and first(high).sum() < least:
            high += 1
        shown, tested = first(high), round(float(self._recipe.minimal) * high)
        for group in order[:tested]:
            fewer = shown.copy()
            cells = self._groups[group]
            fewer[cells] = fixed[cells]
            if fewer.sum() >= least and (yield from self._is_still_enough(model, solution, fewer, cells)):
                shown = fewer
        return shown, tested == high

    def _is_enough(self, model: Model, solution: Row, shown: Mask) -> Work[bool]:
        """Return whether the rules of the level solve a puzzle or, if they need not, whether it has one solution."""
        model = _with_numbers(model, solution, shown)
        if self._rules is None:
            rows = yield from _solutions(model, self._stronger, 2)
            return rows is not None and len(rows) == 1
        outcome = yield from self._judge.run(model, self._rules)
        return outcome is not None and outcome.is_solved

    def _is_still_enough(self, model: Model, solution: Row, shown: Mask, cells: IntArray) -> Work[bool]:
        """Return the same for a puzzle that was sufficient before the numbers of some cells were removed."""
        if self._rules is not None:
            return (yield from self._is_enough(model, solution, shown))
        model = _with_numbers(model, solution, shown)
        bits = single_value_masks(model.n_values)
        for cell in cells:  # Another solution has another value in one of these cells.
            domains = model.domains.copy()
            domains[cell] &= ~bits[solution[cell]]
            rows = yield from _solutions(model.with_domains(domains), self._stronger, 1)
            if rows is None or rows:
                return False
        return True


def _with_numbers(model: Model, solution: Row, shown: Mask) -> Model:
    """Return a model in which the shown cells have their values."""
    bits = single_value_masks(model.n_values)[solution]
    return model.with_domains(np.where(shown[:, None], model.domains & bits, model.domains))


def _strengthened(model: Model) -> Model:
    """Return a model with the same solutions, in which a search finds contradictions earlier."""
    return Model.from_arrays(
        model.skeleton, model.domains, model.inequalities, _with_rests(model), _apart(model)
    )


def _with_rests(model: Model) -> Sums:
    """Return the sums of a model, and the totals of the cells that its cages leave in up to three neighbouring units.

    With these sums, a search for solutions of a killer takes 6 % of the time on average.
    """
    (starts, members, totals), n = model.sums, model.n_values
    full = [unit for unit in model.skeleton.units if len(unit) == n]
    if not len(totals) or not full or np.bincount(members).max() > 1:
        return model.sums
    units = np.zeros((len(full), model.n_cells), np.int32)
    units[np.arange(len(full))[:, None], full] = 1
    sizes = np.diff(starts)
    cages = np.zeros((len(sizes), model.n_cells), np.int32)
    cages[np.repeat(np.arange(len(sizes)), sizes), members] = 1
    lists = [[members], [totals], [sizes]]
    for count in range(1, min(MOST_UNITS, len(full)) + 1):
        joint = np.sum([units[k : len(full) - count + 1 + k] for k in range(count)], axis=0)
        inside = joint @ cages.T == sizes
        rest = joint - inside @ cages
        size = rest.sum(axis=1)
        is_used = (joint.max(axis=1) == 1) & (size > 0) & (size <= min(MOST_REST, count * n - 1))
        lists[0].append(np.nonzero(rest[is_used])[1])
        lists[1].append(count * n * (n + 1) // 2 - (inside @ totals)[is_used])
        lists[2].append(size[is_used])
    members, totals, sizes = (np.concatenate(each).astype(np.int32) for each in lists)
    return Sums(*map(frozen, (np.append(np.int32(0), np.cumsum(sizes, dtype=np.int32)), members, totals)))


def _apart(model: Model) -> Relations:
    """Return the relations of a model; between cells of a unit, they exclude equal values.

    This halves the time of a search for non-consecutive Sudokus.
    """
    pairs, numbers, tables = model.relations
    if not len(pairs):
        return model.relations
    units_of: list[set[int]] = [set() for _ in range(model.n_cells)]
    for number, unit in enumerate(model.skeleton.units):
        for cell in unit:
            units_of[cell].add(number)
    tables = tables.copy()
    for number in range(len(tables)):
        if all(units_of[a] & units_of[b] for a, b in pairs[numbers == number].tolist()):
            tables[number] &= ~single_value_masks(model.n_values)[1:]
    return Relations(pairs, numbers, frozen(tables))


def _random_solution(model: Model, random: Random) -> Work[list[Row] | None]:
    """Return a random solution, no rows if there is none, or None if finding one takes too much work."""
    for work, times in RESTARTS.items():
        for _ in range(times):
            rows = yield from _searched(model, 1, random.word(), SOLVERS[:1], work, work)
            if rows is not None:
                return rows
    return (yield from _searched(model, 1, random.word()))


def _solutions(model: Model, stronger: Model, limit: int) -> Work[list[Row] | None]:
    """Return up to `limit` solutions, or None if finding these or all solutions takes too much work.

    The stronger model is `_strengthened`, perhaps with other domains.
    """
    if len(model.sums.totals) or len(model.relations.cells):
        # For most questions, a short search takes less time than loading a stronger model.
        rows = yield from _searched(model, limit, 0, SOLVERS[:1], SHORT_WORK, SHORT_WORK)
        if rows is not None:
            return rows
        model = stronger.with_domains(model.domains)
    return (yield from _searched(model, limit))


def _searched(
    model: Model,
    limit: int,
    seed: int = 0,
    names: tuple[str, ...] = SOLVERS,
    turn: int = FIRST_WORK,
    most: int = MOST_WORK,
) -> Work[list[Row] | None]:
    """Return up to `limit` solutions, or None if the engines take too much work to find these or all solutions.

    The engines take turns, which become longer and have at most the work `most`.
    """
    engines: dict[str, Engine] = {}
    found: dict[str, list[Row]] = {}
    out = np.empty((limit, model.n_cells), np.uint8)
    names = tuple(name for name in names if engine_refusal(name, model) is None)
    try:
        while turn <= most:
            for name in names:
                if name not in engines:
                    engines[name], found[name] = open_engine(name, Request(model, seed=seed)), []
                engine, rows, left = engines[name], found[name], turn
                while left > 0:
                    work = min(left, SLICE)
                    status = engine.run(work, limit - len(rows), out)
                    rows.extend(out[: engine.found].copy())
                    if status == EXHAUSTED or len(rows) == limit:
                        return rows
                    yield MakingStatus.PAUSED, work
                    left -= work
            turn *= GROWTH
        return None
    finally:
        if "search" in engines:
            spare_search(engines["search"], model)


def _with_cells(recipe: Recipe, blank: Any, solution: Row, random: Random) -> Any:
    """Return a blank puzzle with the cells of its rules, if these follow from the solution."""
    if recipe.variant == "killer":
        return blank.with_rules(cages=_cages(solution.reshape(recipe.shape), random))
    if recipe.variant == "even-odd":
        cells = list(range(solution.size))
        random.shuffle(cells)
        marked = [divmod(cell, recipe.side) for cell in sorted(cells[: math.ceil(MARKED * len(cells))])]
        grid = solution.reshape(recipe.shape)
        return blank.with_rules(
            even=[cell for cell in marked if grid[cell] % 2 == 0],
            odd=[cell for cell in marked if grid[cell] % 2],
        )
    return blank


def _cages(grid: Row, random: Random) -> list[tuple[list[tuple[int, int]], int]]:
    """Return random cages that cover the grid; a cell between complete cages joins one of them if possible."""
    n = len(grid)
    cage_of: dict[tuple[int, int], int] = {}
    cages: list[list[tuple[int, int]]] = []

    def beside(cell: tuple[int, int]) -> list[tuple[int, int]]:
        r, c = cell
        near = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
        return [(r, c) for r, c in near if 0 <= r < n and 0 <= c < n]

    def fits(cell: tuple[int, int], cage: list[tuple[int, int]]) -> bool:
        return all(grid[cell] != grid[other] for other in cage)

    numbers = list(range(n * n))
    random.shuffle(numbers)
    for start in (divmod(number, n) for number in numbers):
        if start in cage_of:
            continue
        cage, size = [start], CAGE_SIZES[random.below(len(CAGE_SIZES))]
        while len(cage) < size:
            near = [cell for member in cage for cell in beside(member) if cell not in cage_of]
            free = sorted({cell for cell in near if cell not in cage and fits(cell, cage)})
            if not free:
                break
            cage.append(free[random.below(len(free))])
        joined = [
            cage_of[cell] for cell in beside(start) if cell in cage_of and fits(start, cages[cage_of[cell]])
        ]
        if len(cage) == 1 and joined:
            number = min(joined, key=lambda number: len(cages[number]))
            cages[number].append(start)
            cage_of[start] = number
        else:
            cage_of |= dict.fromkeys(cage, len(cages))
            cages.append(cage)
    return [(cage, sum(int(grid[cell]) for cell in cage)) for cage in cages]
