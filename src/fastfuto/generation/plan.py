"""The translation of a recipe for the engine."""

from __future__ import annotations

import functools
import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..engines import OPEN_TOP, Made
from ..errors import PuzzleError
from ..logic.technique import BRAID_LENGTHS, RULES, TECHNIQUES, braid_score, rule_set
from ..model import IntArray, Skeleton, frozen
from ..puzzles import Adjacent, Futoshiki, LatinSquare, Sudoku
from ..puzzles.adjacent import neighbours
from ..puzzles.grid import Grid
from .arguments import pair_of
from .recipe import NumberOption, Recipe
from .regions import random_regions

MOST_PROVED = 14
"""Largest n for which, without a level, a search decides which clues are needed; on larger grids, searches take too
long."""
MOST_STRIPPED = 30
"""Largest n of grids whose redundant clues are removed."""
MOST_TRIES = 20_000
SIMPLE, SIMPLEST = 22, 16
"""Ten times the highest score of rules for single clues, and of rules that are fast on large grids."""
ORDERS = ("numbers-first", "mixed", "inequalities-first")
ANY_NUMBER = 1 << 30


class Plan(NamedTuple):
    """A recipe in the engine's terms.

    Attributes
    ----------
    skeleton : Skeleton
    groups : (n_cells,) int32
        The group of each cell; the cells of a group have numbers all together or not at all. -1 for a cell without a
        number.
    pairs : (k, 2) int32
        Pairs of neighbours that may have an inequality.
    rules, all_rules : (rules,) int32
        Ten times the score of each rule: `rules` for the rules that may be needed, `all_rules` for all rules that
        grade.
    wishes : dict
        The other arguments of the engine's reset.
    regions : (n, n) int32 or None
        The regions of a jigsaw Sudoku.
    """

    skeleton: Skeleton
    groups: IntArray
    pairs: IntArray
    rules: IntArray
    all_rules: IntArray
    wishes: dict[str, Any]
    regions: IntArray | None


def plan_for(recipe: Recipe) -> Plan:
    """Translate a recipe; raise a PuzzleError if no clues can have its symmetry."""
    n = recipe.side
    regions = random_regions(n, recipe.seed or 0) if recipe.variant == "jigsaw" else None
    has_pairs = recipe.has_inequalities or recipe.variant == "adjacent"
    pairs = neighbours(n) if has_pairs else frozen(np.empty((0, 2), np.int32))
    groups = groups_of((n, n), recipe.symmetry, recipe.pattern)
    check_symmetry(recipe, groups)
    return Plan(_blank(recipe, regions).model().skeleton, groups, pairs, *_wishes(recipe), regions)


def puzzle_of(recipe: Recipe, plan: Plan, made: Made) -> Grid:
    """Return the puzzle from the engine's result."""
    n = recipe.side
    clues = frozen(made.clues.reshape(n, n).astype(np.int32))
    if recipe.variant == "adjacent":
        values = made.solution.astype(np.int32)
        differ_by_1 = np.abs(values[plan.pairs[:, 0]] - values[plan.pairs[:, 1]]) == 1
        bars = plan.pairs[differ_by_1]
        return Adjacent(clues, np.stack([bars // n, bars % n], axis=-1))
    if recipe.family == "futoshiki":
        return Futoshiki.from_arrays(clues, frozen(made.inequalities))
    if recipe.family == "latin":
        return LatinSquare(clues)
    cells = np.stack([made.inequalities // n, made.inequalities % n], axis=-1)
    return Sudoku(clues, regions=plan.regions, inequalities=cells)


def _blank(recipe: Recipe, regions: IntArray | None) -> Grid:
    clues = np.zeros(recipe.shape, np.int32)
    return Sudoku(clues, regions=regions) if recipe.family == "sudoku" else LatinSquare(clues)


def _images(cells: npt.NDArray[np.int32], symmetry: str | None) -> list[npt.NDArray[np.int32]]:
    """Return the image of each cell under each move of a symmetry."""
    if symmetry is None:
        return [cells]
    if symmetry == "quarter-turn":
        return [np.rot90(cells, turns) for turns in range(4)]
    moved = {
        "half-turn": cells[::-1, ::-1],
        "horizontal": cells[::-1],
        "vertical": cells[:, ::-1],
        "diagonal": cells.T,
        "antidiagonal": cells[::-1, ::-1].T,
    }
    return [cells, moved[symmetry]]


@functools.lru_cache(maxsize=16)
def groups_of(
    shape: tuple[int, int], symmetry: str | None, pattern: tuple[tuple[bool, ...], ...] | None
) -> IntArray:
    """Return the number of each cell's set of images, or -1 if some images may not have numbers."""
    cells = np.arange(shape[0] * shape[1], dtype=np.int32).reshape(shape)
    images = [image.ravel() for image in _images(cells, symmetry)]
    first: npt.NDArray[Any] = np.minimum.reduce(images)
    if pattern is not None:
        allowed = np.array(pattern, bool).ravel()
        first = np.where(np.logical_and.reduce([allowed[image] for image in images]), first, -1)
    kept = np.unique(first[first >= 0])
    return frozen(np.where(first < 0, -1, np.searchsorted(kept, first)).astype(np.int32))


def check_symmetry(recipe: Recipe, groups: IntArray) -> None:
    """Check that some set of groups has the requested number of cells."""
    if recipe.numbers is None:
        return
    least, greatest = pair_of(recipe.numbers, (0, 0))
    greatest = min(greatest, groups.size)
    sizes = np.bincount(groups[groups >= 0])
    reachable = 1
    for size in sizes.tolist() if recipe.symmetry is not None else []:
        reachable |= reachable << size
    if recipe.symmetry is None:
        reachable = (1 << (len(sizes) + 1)) - 1
    if not reachable >> least & ((1 << (greatest - least + 1)) - 1):
        what = f"symmetry={recipe.symmetry!r}" + ("" if recipe.pattern is None else " and this pattern")
        raise PuzzleError(f"numbers={recipe.numbers} is not possible with {what}")


def tops_of(recipe: Recipe) -> tuple[int, int]:
    """Return ten times the lowest and highest score of the hardest rule, or `OPEN_TOP`."""
    if not recipe.is_graded:
        return 0, OPEN_TOP
    least, greatest = recipe.scores
    return round(10 * least), OPEN_TOP if greatest == math.inf else math.floor(10 * greatest + 1e-6)


def _counts(wish: NumberOption) -> tuple[int, int]:
    """Return the smallest and largest number of clues of one kind."""
    least, greatest = pair_of(wish, (0, ANY_NUMBER))
    return least, min(greatest, ANY_NUMBER)


def _wishes(recipe: Recipe) -> tuple[IntArray, IntArray, dict[str, Any]]:
    """Return the rules that may be needed, the rules that grade, and the other wishes."""
    chosen = rule_set(recipe.rules)
    least_top, most_top = tops_of(recipe)
    least_time, most_time = recipe.tenths
    # A search decides which clues are needed faster than rules with assumptions do.
    is_open = most_top >= chosen.scores[RULES.index("braid")] > 0 or most_top == OPEN_TOP
    is_proved = is_open and (recipe.is_graded or recipe.side <= MOST_PROVED)
    if is_open:
        # Any set of rules is correct here. With more rules, the search runs less often, which saves time if it is slow.
        has_hard_questions = is_proved and recipe.family != "sudoku"
        rules = rule_set("tatham").scores
        most = SIMPLE if recipe.side <= MOST_STRIPPED else SIMPLEST
        rules = rules if has_hard_questions else np.where(rules <= most, rules, 0)
    else:
        rules = np.where(chosen.scores <= most_top, chosen.scores, 0)
    wishes = {
        "longest": next((each for each in BRAID_LENGTHS if round(10 * braid_score(each + 1)) > most_top), 0),
        "is_plain": chosen.is_plain,
        "least_top": least_top,
        "most_top": most_top,
        "least_time": least_time,
        "most_time": most_time,
        "is_proved": is_proved,
        "technique": -1 if recipe.technique is None else TECHNIQUES[recipe.technique].rule,
        "numbers": _counts(recipe.numbers),
        "pairs": _counts(recipe.inequalities) if recipe.has_inequalities else (0, 0),
        "order": ORDERS.index(recipe.remove),
        "share": recipe.minimal if recipe.side <= MOST_STRIPPED else 0.0,
    }
    return frozen(rules.astype(np.int32)), chosen.scores, wishes
