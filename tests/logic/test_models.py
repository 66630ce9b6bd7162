"""Steps of models: variants of Latin squares and Sudokus with random rules and clues."""

import itertools
import random

import numpy as np
import pytest

import fastfuto
from fastfuto import Model, Skeleton
from fastfuto.languages import LANGUAGES
from fastfuto.reference.premises import is_complete
from fastfuto.reference.rounds import rounds
from fastfuto.reference.rules import Rules

from ..strategies import rounds as repeats

BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3)}
KNIGHT, KING, NEXT = ((1, 2), (2, 1), (1, -2), (2, -1)), ((1, 1), (1, -1)), ((0, 1), (1, 0))


def pairs(n, steps):
    """Return the pairs of cells of an n x n grid that are such a step apart."""
    return [
        (r * n + c, (r + down) * n + c + across)
        for r, c, (down, across) in itertools.product(range(n), range(n), steps)
        if r + down < n and 0 <= c + across < n
    ]


class Draft:
    """The parts of a model on an n x n grid, to which kinds of variants add their rules."""

    def __init__(self, n, rng, has_boxes=True):
        self.n, self.rng = n, rng
        self.cells = cells = np.arange(n * n).reshape(n, n)
        self.units = [*cells, *cells.T]
        if has_boxes:
            height, width = BOXES[n]
            corners = itertools.product(range(0, n, height), range(0, n, width))
            self.units += [cells[r : r + height, c : c + width].ravel() for r, c in corners]
        self.inequalities, self.sums, self.relations = [], [], []
        values = np.arange(n)
        self.differences = abs(values[:, None] - values)

    def relate(self, steps, allowed):
        self.relations += [(a, b, allowed) for a, b in pairs(self.n, steps)]

    def model(self, clues=None):
        skeleton = Skeleton(self.n**2, self.n, self.units)
        return Model(skeleton, clues, self.inequalities, self.sums, self.relations)

    def solution(self):
        """Return a solution: each of n random cells takes a random value that allows one."""
        given = [0] * self.n**2
        for cell in self.rng.sample(range(self.n**2), self.n):
            for given[cell] in self.rng.sample(range(1, self.n + 1), self.n):
                if (found := fastfuto.solve(self.model(given), seed=self.rng.randrange(99))).grid is not None:
                    break
        return found.grid

    def minimal(self, grid):
        """Return the model with few of the numbers of a solution, which is the only one."""
        clues = grid.tolist()
        for cell in self.rng.sample(range(self.n**2), self.n**2):
            value, clues[cell] = clues[cell], 0
            if not fastfuto.is_unique(self.model(clues)):
                clues[cell] = value
        return self.model(clues)


def diagonals(draft):
    draft.units += [draft.cells.diagonal(), draft.cells[:, ::-1].diagonal()]


def windows(draft):
    corners = itertools.product((1, 5), (1, 5))
    draft.units += [draft.cells[r : r + 3, c : c + 3].ravel() for r, c in corners]


def pandiagonal(draft):
    n = range(draft.n)
    draft.units += [[draft.cells[r, (k + side * r) % draft.n] for r in n] for k in n for side in (1, -1)]


def cages(draft, grid):
    free = set(range(draft.n**2))
    for a, b in draft.rng.sample(pairs(draft.n, NEXT), draft.n):
        if {a, b} <= free:
            free -= {a, b}
            draft.units.append([a, b])
            draft.sums.append(([a, b], int(grid[a] + grid[b])))


def dots(draft, grid):
    near = [(a, b) for a, b in pairs(draft.n, NEXT) if draft.differences[grid[a] - 1, grid[b] - 1] == 1]
    draft.relations += [(a, b, draft.differences == 1) for a, b in near]


def thermometers(draft, grid):
    for a, b in draft.rng.sample(pairs(draft.n, NEXT), draft.n):
        draft.inequalities.append((a, b) if grid[a] < grid[b] else (b, a))


BEFORE = {
    "diagonals": (6, True, diagonals),
    "windows": (9, True, windows),
    "anti-knight": (6, True, lambda draft: draft.relate(KNIGHT, draft.differences > 0)),
    "anti-king": (6, True, lambda draft: draft.relate(KING, draft.differences > 0)),
    "non-consecutive": (6, False, lambda draft: draft.relate(NEXT, draft.differences != 1)),
    "pandiagonal": (7, False, pandiagonal),
}
"""The size of a variant, whether it has boxes, and what adds its rules."""
AFTER = {"cages": cages, "dots": dots, "thermometers": thermometers}
"""What adds clues that fit a solution."""
KINDS = [*BEFORE, *AFTER, "survo"]


def survo(rng):
    """Return a grid of 3 x 4 with the numbers 1 to 12 once each, the totals of its lines, and few numbers."""
    cells, clues = np.arange(12).reshape(3, 4), [0] * 12
    solution = np.array(rng.sample(range(1, 13), 12))
    sums = [(line, int(solution[line].sum())) for line in [*cells, *cells.T]]
    for cell in rng.sample(range(12), 12):
        model = Model(Skeleton(12, 12, [range(12)]), clues, sums=sums)
        if fastfuto.is_unique(model):
            break
        clues[cell] = int(solution[cell])
    return model


def variant(kind, seed):
    """Return a random model of a kind that has one solution."""
    rng = random.Random(f"{kind} {seed}")
    if kind == "survo":
        return survo(rng)
    n, has_boxes, add = BEFORE.get(kind, (6, True, lambda draft: None))
    draft = Draft(n, rng, has_boxes)
    add(draft)
    grid = draft.solution()
    if kind in AFTER:
        AFTER[kind](draft, grid)
    return draft.minimal(grid)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", repeats(2))
def test_every_step_has_words_and_follows(kind, seed):
    model = variant(kind, seed)
    rules, explanation = Rules(model), fastfuto.explain(model)
    assert explanation.steps
    for step, state in zip(explanation.steps, explanation.states(), strict=False):
        assert step.verify(model, state)
        assert step.technique == "search" or is_complete(rules, step)
        for language, detail in itertools.product(LANGUAGES, range(4)):
            assert step.text(detail, language).endswith(".")


@pytest.mark.parametrize("kind", KINDS)
def test_a_grade_is_that_of_the_twin(kind):
    if kind != "windows":  # The twin takes minutes for larger grids.
        model = variant(kind, 0)
        grade, slow = fastfuto.grade(model), rounds(model)
        assert (grade.score, grade.hardest or None, grade.steps) == (slow.score, slow.hardest, slow.steps)


def test_a_value_that_cells_of_a_unit_see_in_different_ways_is_lost():
    """On a grid with both diagonals, the 9 of row 1 is on a diagonal or in the column of the middle."""
    draft = Draft(9, random.Random(0))
    diagonals(draft)
    domains = [
        set(range(1, 10)) - ({9} if r == 0 and c not in (0, 4, 8) else set())
        for r in range(9)
        for c in range(9)
    ]
    step = fastfuto.hint(draft.model(domains))
    assert (step.technique, step.removed) == ("generalized intersection", (((40,), (9,)),))
    assert (
        step.text()
        == "In unit 1, the number 9 fits only in cell 1, cell 5 or cell 9. Whichever it is, cell 41 is not 9."
    )


def test_fish_of_models_name_their_units():
    cells = np.arange(16).reshape(4, 4)
    domains = [{2, 3, 4} if cell in (2, 3, 6, 7) else {1, 2, 3, 4} for cell in range(16)]
    step = fastfuto.hint(Model(Skeleton(16, 4, [*cells, *cells.T]), domains))
    assert step.text() == (
        "In each of units 1 and 2, the number 1 fits only in units 5 and 6. So in units 5 and 6, 1 belongs in "
        "units 1 and 2: cell 9, cell 10, cell 13 and cell 14 are not 1."
    )


def test_easy_anti_knight_puzzles_are_not_graded_as_hard():
    """Their rule needs no more than cells that see all positions of a value."""
    levels = [fastfuto.grade(variant("anti-knight", seed)).level for seed in range(20)]
    assert set(levels) <= {"trivial", "easy", "moderate"}


def test_totals_of_more_than_nine_values_are_understood():
    """Two of ten values have the total 10, so neither is 5 or 10."""
    model = Model(Skeleton(2, 10, [range(2)]), sums=[(range(2), 10)])
    step = fastfuto.hint(model)
    assert (step.technique, step.removed) == ("run combinations", (((0,), (5, 10)), ((1,), (5, 10))))
