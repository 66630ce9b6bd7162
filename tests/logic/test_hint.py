"""Hints: mistakes first, then the easiest step from where the player stands."""

import random
import sys
import tracemalloc

import numpy as np
import pytest

import fastfuto
from fastfuto import Futoshiki, LatinSquare, Model, PuzzleError, Skeleton, hint
from fastfuto.logic.board import names_of, start
from fastfuto.logic.shelf import Shelf

from ..oracles import tatham
from ..relations import random_related
from ..strategies import random_puzzle
from .test_clues import random_adjacent, random_sums

PUZZLE = fastfuto.parse(next(each.id for each in tatham() if each.grade == "k"))
SOLUTION = fastfuto.solve(PUZZLE).grid.astype(int)


def test_hints_lead_from_the_clues_to_the_solution():
    entries = np.zeros(PUZZLE.shape, int)
    marks = np.ones((*PUZZLE.shape, PUZZLE.n), bool)
    steps = 0
    while (step := hint(PUZZLE, entries, candidates=marks)) is not None:
        assert step.technique not in ("mistake", "contradiction")
        for cell, value in step.placed:
            entries[cell] = value
        for cell, values in step.removed:
            for value in values:
                marks[(*cell, value - 1)] = False
        steps += 1
    assert steps > PUZZLE.n
    assert (np.where(entries, entries, PUZZLE.clues) == SOLUTION).all()


def test_the_first_hint_is_the_first_step():
    for each in tatham():
        puzzle = fastfuto.parse(each.id)
        if puzzle.n <= 9:
            assert hint(puzzle) == fastfuto.explain(puzzle, steps=1).steps[0]


def test_a_wrong_entry_is_a_mistake():
    rng = random.Random(2)
    for _ in range(20):
        entries = np.where(np.random.default_rng(rng.randrange(99)).random(PUZZLE.shape) < 0.5, SOLUTION, 0)
        r, c = rng.randrange(PUZZLE.n), rng.randrange(PUZZLE.n)
        entries[r, c] = SOLUTION[r, c] % PUZZLE.n + 1
        step = hint(PUZZLE, entries)
        assert (step.technique, step.removed) == ("mistake", (((r, c), (int(entries[r, c]),)),))
        assert step.text() == f"The {entries[r, c]} in r{r + 1}c{c + 1} is wrong."


def test_an_entry_that_contradicts_a_clue_is_a_mistake():
    puzzle = Futoshiki([[1, 0], [0, 0]])
    assert hint(puzzle, [[2, 0], [0, 0]]).technique == "mistake"
    assert hint(puzzle, [[1, 0], [0, 0]]).technique == "full house"


def test_an_entry_that_leaves_the_other_side_no_value_is_a_mistake():
    """There are many solutions, and none of them has the entry."""
    puzzle = Futoshiki([[0] * 4] * 4, [((0, 0), (0, 1))])
    for entries, cell in (({(0, 0): 4}, (0, 0)), ({(0, 1): 1}, (0, 1)), ({(0, 0): 3, (0, 1): 2}, (0, 0))):
        grid = np.zeros((4, 4), int)
        for at, value in entries.items():
            grid[at] = value
        step = hint(puzzle, grid)
        assert (step.technique, step.cells) == ("mistake", (cell,))
    step = hint(puzzle, [[3, 4, 0, 0], *[[0] * 4] * 3])
    assert step is None or step.technique != "mistake"


def test_marks_that_leave_out_the_solution_are_a_mistake():
    marks = np.ones((*PUZZLE.shape, PUZZLE.n), bool)
    r, c = np.argwhere(PUZZLE.clues == 0)[3]
    marks[r, c, SOLUTION[r, c] - 1] = False
    step = hint(PUZZLE, candidates=marks)
    assert (step.technique, step.cells, step.removed) == ("mistake", ((r, c),), ())
    assert "exclude" in step.text()


def test_a_full_grid_needs_no_hint():
    assert hint(PUZZLE, SOLUTION) is None
    assert hint(Futoshiki([[1, 2], [2, 1]])) is None


def test_several_solutions_allow_what_all_of_them_allow():
    puzzle = Futoshiki([[0] * 3] * 3, [((0, 0), (0, 1))])
    solutions = fastfuto.all_solutions(puzzle)
    entries = np.zeros((3, 3), int)
    step = hint(puzzle, entries)
    for cell, values in step.removed:
        assert not np.isin(solutions[:, cell[0], cell[1]], values).any()
    assert hint(puzzle, [[1, 1, 0], [0] * 3, [0] * 3]).removed == (((0, 0), (1,)),)
    assert hint(puzzle, [[3, 2, 0], [0] * 3, [0] * 3]).technique == "mistake"
    assert hint(LatinSquare([[0, 0], [0, 0]])) is None


def test_without_a_solution_the_contradiction_is_the_hint():
    assert hint(Futoshiki([[1, 1], [0, 0]])).technique == "contradiction"


def test_without_time_the_rules_are_asked():
    puzzle = fastfuto.Sudoku([[0] * 36] * 36)
    entries = np.zeros((36, 36), int)
    entries[0, :2] = 5
    assert hint(puzzle, entries, timeout=0).technique == "mistake"
    with pytest.raises(fastfuto.LimitReached, match="no step found"):
        hint(puzzle, timeout=0.05)


def test_a_model_has_hints():
    model = Model(Skeleton(3, 3, [range(3)]), inequalities=[(0, 1), (1, 2)])
    assert hint(model).cells == ((0,), (1,), (2,))
    assert (
        hint(model, [1, 2, 0]).text() == "Only cell 3 is empty in unit 1, and 3 is missing. So cell 3 is 3."
    )


@pytest.mark.parametrize(
    ("entries", "match"),
    [
        ([[0]], "of shape"),
        ([[0, 0], [0]], "of shape"),
        ([[0, 0], [0, 3]], "row 2, column 2 must be 0 to 2, got 3"),
        ([[0, -1], [0, 0]], "row 1, column 2"),
        ([[0, 0.5], [0, 0]], "whole numbers"),
        ([[True, False], [False, False]], "whole numbers"),
    ],
)
def test_entries_that_cannot_be_are_refused(entries, match):
    with pytest.raises(PuzzleError, match=match):
        hint(Futoshiki([[0, 0], [0, 0]]), entries)


def test_candidates_that_cannot_be_are_refused():
    puzzle = Futoshiki([[0, 0], [0, 0]])
    for candidates in (np.ones((2, 2), bool), np.ones((2, 2, 2), int), [[[True]], []]):
        with pytest.raises(PuzzleError, match="candidates must be booleans"):
            hint(puzzle, candidates=candidates)
    with pytest.raises(ValueError, match="timeout"):
        hint(puzzle, timeout=-1)


# Without the solution -------------------------------------------------------------------------------------


def plain_mistake(model, filled):
    """Return the first cell whose entry contradicts the rules, one cell and one clue after the other."""
    units = model.skeleton.units
    allowed = [model.allowed(cell) for cell in range(model.n_cells)]
    known = [value or (a[0] if len(a) == 1 else 0) for value, a in zip(filled, allowed, strict=True)]
    for cell, value in enumerate(filled):
        seen = {other for unit in units if cell in unit for other in unit} - {cell}
        if value and (value not in allowed[cell] or any(known[other] == value for other in seen)):
            return cell
    for a, b in model.inequalities.tolist():
        least = known[a] or min(allowed[a], default=0)
        greatest = known[b] or max(allowed[b], default=model.n_values)
        if least >= greatest and (filled[a] or filled[b]):
            return a if filled[a] else b
    broken = [
        end
        for (a, b), k in zip(model.relations.cells.tolist(), model.relations.table_numbers, strict=True)
        if known[a] and known[b] and not int(model.relations.tables[k][known[a] - 1][0]) >> (known[b] - 1) & 1
        for end in (a, b)
        if filled[end]
    ]
    if broken:
        return min(broken)
    starts, cells, totals = (array.tolist() for array in model.sums)
    for k, total in enumerate(totals):
        members = cells[starts[k] : starts[k + 1]]
        values = [known[cell] for cell in members]
        entered = [cell for cell in members if filled[cell]]
        if entered and (sum(values) > total or (all(values) and sum(values) < total)):
            return entered[0]
    return None


def models(rng):
    """Yield models of every kind."""
    for _ in range(60):
        yield random_puzzle(rng, rng.randint(2, 5), rng.choice([0, 0.2]), 0.5).model()
        yield random_adjacent(rng, rng.randint(2, 5), 0.3).model()
        yield random_related(rng).model
        yield random_sums(rng)[0]


def test_without_a_solution_the_first_entry_against_the_rules_is_the_mistake():
    rng = random.Random(9)
    found = []
    for model in models(rng):
        share = rng.choice([0.1, 0.3, 0.6])
        filled = [rng.randint(1, model.n_values) if rng.random() < share else 0 for _ in range(model.n_cells)]
        expected = plain_mistake(model, filled)
        # Two more cells, which have the same value, see to it that there is no solution.
        n = model.n_cells
        skeleton = Skeleton(n + 2, model.n_values, [*model.skeleton.units, [n, n + 1]])
        domains = np.concatenate([model.domains, np.ones((2, 1), np.uint64)])
        broken = Model.from_arrays(skeleton, domains, model.inequalities, model.sums, model.relations)
        step = hint(broken, [*filled, 0, 0])
        assert (step.cells[0][0] if step.technique == "mistake" else None) == expected
        found.append(expected is None)
    assert 20 < sum(found) < len(found) - 20


def test_no_cell_is_asked_by_itself_what_it_allows(monkeypatch):
    """A grid with all signs has twice as many of them as cells."""
    asked = []
    allowed = Model.allowed
    monkeypatch.setattr(Model, "allowed", lambda model, cell: asked.append(cell) or allowed(model, cell))
    for n in (10, 20):
        square = (np.add.outer(np.arange(n), np.arange(n)) % n) + 1
        cells = [(r, c) for r in range(n) for c in range(n)]
        pairs = [(a, b) for a in cells for b in ((a[0], a[1] + 1), (a[0] + 1, a[1])) if max(b) < n]
        signs = [(a, b) if square[a] < square[b] else (b, a) for a, b in pairs]
        # The second number is wrong, so that there is no solution; the entries are not.
        puzzle = Futoshiki([[1, 1, *[0] * (n - 2)], *[[0] * n] * (n - 1)], signs)
        entries = np.where(np.eye(n, dtype=bool), square, 0)
        entries[:2] = 0
        assert hint(puzzle, entries).technique != "mistake"
        assert len(asked) == 0


def test_a_trace_begins_without_what_filled_cells_exclude():
    """The values of filled cells are taken from all cells that see them, filled or not."""
    rng = random.Random(3)
    for _ in range(60):
        puzzle = random_puzzle(rng, rng.randint(1, 6), 0.7, 0.2)
        model = puzzle.model()
        names = names_of(puzzle, model)
        filled = np.array([rng.random() < 0.7 for _ in range(model.n_cells)], np.uint8)
        expected = list(map(int, model.domains[:, 0]))
        for cell, mask in enumerate(map(int, model.domains[:, 0])):
            if mask.bit_count() == 1 and filled[cell]:
                for peer in {other for unit in names.units_of[cell] for other in names.units[unit]} - {cell}:
                    expected[peer] &= ~mask
        assert start(model.domains, names, filled) == expected


# Memory ---------------------------------------------------------------------------------------------------


class Box:
    """Anything of a size."""

    def __init__(self, nbytes):
        self.nbytes = nbytes


def test_a_shelf_keeps_what_was_asked_for_last():
    shelf = Shelf(10)
    boxes = [shelf.put(k, Box(4)) for k in range(2)]
    assert shelf.get(0) is boxes[0]
    shelf.put(2, Box(4))
    assert (len(shelf), shelf.nbytes) == (2, 8)
    assert [shelf.get(k) is not None for k in range(3)] == [True, False, True]
    assert shelf.put(0, Box(4)) is boxes[0]
    shelf.put(3, Box(11))
    assert shelf.get(3) is None
    assert len(shelf) == 2


def test_the_largest_grid_is_kept():
    n = 255
    cells = [(r, c) for r in range(n) for c in range(n)]
    signs = [(a, b) for a in cells for b in ((a[0], a[1] + 1), (a[0] + 1, a[1])) if max(b) < n]
    module = sys.modules["fastfuto.logic.hint"]
    kept = module._Kept(Futoshiki(np.zeros((n, n), int), signs))
    shelf = Shelf(module.MOST_BYTES)
    assert shelf.put("the largest", kept) is shelf.get("the largest")


def test_what_hints_keep_is_bounded():
    """A hundred grids of 60 x 60 take more than that."""
    n = 60
    square = (np.add.outer(np.arange(n), np.arange(n)) % n) + 1
    signs = [((r, c), (r, c + 1)) for r in range(n) for c in range(n - 1) if square[r, c] < square[r, c + 1]]
    tracemalloc.start()
    try:
        for k in range(100):
            clues = square.copy()
            clues[k // n, k % n] = 0
            assert hint(Futoshiki(clues, signs)).placed
        grown, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert grown < 1 << 26


@pytest.mark.parametrize("family", [Futoshiki, LatinSquare, fastfuto.Sudoku])
def test_a_blank_1_x_1_has_a_hint(family):
    step = hint(family([[0]]))
    assert step == fastfuto.explain(family([[0]])).steps[0]
    assert step.text() == "Only r1c1 is empty in row 1, and 1 is missing. So r1c1 is 1."
    assert hint(family([[0]]), [[1]]) is None
    assert hint(family([[1]])) is None
    assert hint(family([[0]]), rules="tatham").technique == "naked single"
