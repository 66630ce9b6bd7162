"""Steps of models: variants of Latin squares and Sudokus with random rules and clues."""

import dataclasses
import itertools
import random

import numpy as np
import pytest

import fastfuto
from fastfuto import Model, Skeleton
from fastfuto.generation.regions import random_regions
from fastfuto.languages import LANGUAGES
from fastfuto.reference.premises import is_complete
from fastfuto.reference.rounds import rounds
from fastfuto.reference.rules import Rules

from ..cases import some
from ..model.test_model import random_model
from ..strategies import rounds as repeats
from .test_clues import agrees

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
        if has_boxes == "jigsaw":
            regions = random_regions(n, rng.randrange(99)).ravel()
            self.units += [np.flatnonzero(regions == k) for k in range(n)]
        elif has_boxes:
            height, width = BOXES[n]
            corners = itertools.product(range(0, n, height), range(0, n, width))
            self.units += [cells[r : r + height, c : c + width].ravel() for r, c in corners]
        self.inequalities, self.sums, self.relations = [], [], []
        self.values = np.arange(1, n + 1)
        self.differences = abs(self.values[:, None] - self.values)

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
    """White dots between consecutive values, and black dots between a value and its double."""
    doubles = np.array([[v == 2 * w or w == 2 * v for v in draft.values] for w in draft.values])
    for a, b in pairs(draft.n, NEXT):
        dot = next((d for d in (doubles, draft.differences == 1) if d[grid[a] - 1, grid[b] - 1]), None)
        if dot is not None and draft.rng.random() < 0.7:
            draft.relations.append((a, b, dot))


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
    "jigsaw": (7, "jigsaw", lambda draft: None),
    "tenner": (10, False, lambda draft: None),
}
"""The size of a variant, whether it has boxes, which may be those of a jigsaw, and what adds its rules."""
AFTER = {"cages": cages, "dots": dots, "thermometers": thermometers}
"""What adds clues that fit a solution."""
MIXED = ("diagonals", "anti-knight", "anti-king", "jigsaw")
"""Rules to which mixed models add clues of two kinds."""
KINDS = [*BEFORE, *AFTER, "mixed", "survo"]


def survo(rng):
    """Return a grid with each of 10, 12 or 16 numbers once, the totals of its lines, and few numbers."""
    height, width = rng.choice([(2, 5), (3, 4), (4, 4)])
    n = height * width
    cells, clues = np.arange(n).reshape(height, width), [0] * n
    solution = np.array(rng.sample(range(1, n + 1), n))
    sums = [(line, int(solution[line].sum())) for line in [*cells, *cells.T]]
    for cell in rng.sample(range(n), n):
        model = Model(Skeleton(n, n, [range(n)]), clues, sums=sums)
        if fastfuto.is_unique(model):
            break
        clues[cell] = int(solution[cell])
    return model


def variant(kind, seed):
    """Return a random model of a kind that has one solution."""
    rng = random.Random(f"{kind} {seed}")
    if kind == "survo":
        return survo(rng)
    mixed = {"mixed": [rng.choice(MIXED), *rng.sample([*AFTER], 2)], "tenner": ["tenner", "cages"]}
    kinds = mixed.get(kind, [kind])
    n, has_boxes, add = BEFORE.get(kinds[0], (6, True, lambda draft: None))
    draft = Draft(n, rng, has_boxes)
    add(draft)
    grid = draft.solution()
    for each in kinds:
        AFTER.get(each, lambda draft, grid: None)(draft, grid)
    return draft.minimal(grid)


@pytest.mark.parametrize("kind", some(KINDS, 2))
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
        assert fastfuto.draw(model, step=step, candidates=state).svg


def test_grades_of_models_of_every_kind_are_those_of_the_twin():
    rng = random.Random(8)
    ends = {agrees(random_model(rng)) for _ in repeats(3000)}
    assert ends == {"contradiction", "solved", "stuck"}


@pytest.mark.parametrize("kind", some(KINDS, 2))
def test_a_grade_is_that_of_the_twin(kind):
    if kind not in ("windows", "tenner"):  # The twin takes minutes for larger grids.
        model = variant(kind, 0)
        grade, slow = fastfuto.grade(model), rounds(model)
        assert (grade.score, grade.hardest or None, grade.steps) == (slow.score, slow.hardest, slow.steps)


RATED = {
    3.6: [".1.....4.........3..5..........6......2.........."],
    7.7: [
        "...............2..7...............41...6...3.....",
        "....5..............167...4...........3...........",
        "................4.7...5.126......................",
    ],
}
"""Pandiagonal squares by their ratings in the examples of CSP-Rules V2.1 (github.com/denis-berthier)."""


def test_pandiagonal_squares_are_graded_in_the_order_of_their_ratings():
    draft = Draft(7, random.Random(0), has_boxes=False)
    pandiagonal(draft)
    grades = {
        rating: [fastfuto.grade(draft.model([int(v) for v in text.replace(".", "0")])) for text in texts]
        for rating, texts in RATED.items()
    }
    assert {grade.score for grade in grades[3.6]} == {3.6}
    assert {grade.level for grade in grades[3.6]} == {"tricky"}
    assert {grade.score for grade in grades[7.7]} == {7.0}


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


@pytest.mark.parametrize("is_related", [True, False])
def test_a_pair_without_a_line_excludes_its_values_where_both_cells_are_seen(is_related):
    """Cells that are a knight's move apart differ by a relation, or by a unit of two cells."""
    draft = Draft(9, random.Random(0), has_boxes=False)
    if is_related:
        draft.relate(KNIGHT, draft.differences > 0)
    else:
        draft.units += pairs(9, KNIGHT)
    domains = [{1, 2} if cell in (0, 11) else set(range(1, 10)) for cell in range(81)]
    model = draft.model(domains)
    step = fastfuto.hint(model)
    assert (step.technique, step.cells, step.lines) == ("naked pair", ((0,), (11,)), ())
    assert step.removed == tuple(((cell,), (1, 2)) for cell in (2, 4, 9, 18))
    assert is_complete(Rules(model), step)
    assert step.text() == (
        "Cell 1 and cell 12 see each other and can only hold 1 and 2, so they use up these numbers: "
        "cell 3, cell 5, cell 10 and cell 19 are not 1 or 2."
    )
    for wrong in ({"cells": ((0,), (20,))}, {"values": (1, 3)}, {"removed": (((3,), (1,)),)}):
        assert not is_complete(Rules(model), dataclasses.replace(step, **wrong))


def test_fish_of_models_name_their_units():
    cells = np.arange(16).reshape(4, 4)
    domains = [{2, 3, 4} if cell in (2, 3, 6, 7) else {1, 2, 3, 4} for cell in range(16)]
    step = fastfuto.hint(Model(Skeleton(16, 4, [*cells, *cells.T]), domains))
    assert step.text() == (
        "In each of units 1 and 2, the number 1 fits only in units 5 and 6. So in units 5 and 6, 1 belongs in "
        "units 1 and 2: cell 9, cell 10, cell 13 and cell 14 are not 1."
    )


@pytest.mark.thorough
def test_easy_anti_knight_puzzles_are_not_graded_as_hard():
    """Their rule needs no more than cells that see all positions of a value."""
    levels = [fastfuto.grade(variant("anti-knight", seed)).level for seed in range(20)]
    assert set(levels) <= {"trivial", "easy", "moderate"}


def test_totals_of_more_than_nine_values_are_understood():
    """Two of ten values have the total 10, so neither is 5 or 10."""
    model = Model(Skeleton(2, 10, [range(2)]), sums=[(range(2), 10)])
    step = fastfuto.hint(model)
    assert (step.technique, step.removed) == ("run combinations", (((0,), (5, 10)), ((1,), (5, 10))))
