"""Kakuro, and sums in models."""

import itertools
import json
import pickle
import random
from pathlib import Path

import numpy as np
import pytest
from bench.cases.kakuro import random_grid

import fastfuto
from fastfuto import Kakuro, LimitReached, Model, ParseError, PuzzleError, Skeleton, Status
from fastfuto.engines import _problem, _search, _search_wide
from fastfuto.engines.loading import units_of
from fastfuto.reference import KakuroSearch, kakuro_solutions

from ..cases import thorough
from ..engines.problems import made

SOURCE = json.loads(
    (Path(__file__).parents[2] / "bench" / "data" / "kakuro_source.json").read_text(encoding="utf-8")
)["tests"]


def random_kakuro(rng, *, rows=4, columns=5, black=0.3, told=0.9, twisted=0.2):
    """Return a small grid, mostly with totals of some filling, some of them off."""
    white = [[rng.random() > black for _ in range(columns)] for _ in range(rows)]
    digits = [[rng.randint(1, 9) for _ in range(columns)] for _ in range(rows)]
    entries = [[0 if white[r][c] else None for c in range(columns)] for r in range(rows)]
    for r in range(rows):
        for c in range(columns):
            if white[r][c]:
                if rng.random() < 0.1:
                    entries[r][c] = digits[r][c]
                continue
            totals = []
            for dr, dc in ((1, 0), (0, 1)):
                total, i, j = 0, r + dr, c + dc
                while i < rows and j < columns and white[i][j]:
                    total += digits[i][j]
                    i, j = i + dr, j + dc
                if rng.random() < twisted:
                    total += rng.randint(-3, 3)
                totals.append(max(total, 0) if rng.random() < told else 0)
            entries[r][c] = tuple(totals) if any(totals) else None
    if not any(map(any, white)):
        entries[0][0] = 0
    return Kakuro(entries)


def is_solution(puzzle, grid):
    """Trust nothing."""
    for r, row in enumerate(puzzle.rows):
        for c, entry in enumerate(row):
            if not isinstance(entry, int):
                assert grid[r][c] == 0
            elif not (1 <= grid[r][c] <= 9 and entry in (0, grid[r][c])):
                return False
    return all(
        len({int(grid[cell]) for cell in run.cells}) == len(run.cells)
        and run.total in (None, sum(int(grid[cell]) for cell in run.cells))
        for run in puzzle.runs
    )


@pytest.mark.parametrize("count", [15, thorough(400)])
def test_random_grids_against_the_twin(count):
    rng = random.Random(1)
    some = 0
    for _ in range(count):
        puzzle = random_kakuro(rng, rows=rng.randint(1, 4), columns=rng.randint(1, 5))
        twin = list(itertools.islice(kakuro_solutions(puzzle), 200))
        found = [grid.tolist() for grid in fastfuto.solutions(puzzle, limit=200)]
        if len(twin) < 200:
            assert sorted(found) == sorted(twin)
            assert fastfuto.count(puzzle) == len(twin)
            ordered = [g.tolist() for g in fastfuto.solutions(puzzle, order="lexicographic")]
            assert ordered == sorted(twin)
        assert len(found) == len(twin)
        assert all(is_solution(puzzle, np.array(grid)) for grid in found)
        if puzzle.violations():
            assert not found
        some += bool(found)
    assert count // 5 < some < count - count // 20


@pytest.mark.parametrize("test", SOURCE, ids=lambda test: test["id"])
def test_the_source(test):
    rows = [[tuple(entry) if isinstance(entry, list) else entry for entry in row] for row in test["rows"]]
    puzzle = Kakuro(rows)
    assert Kakuro.parse(test["text"]) == puzzle
    assert (
        Kakuro.parse(
            "".join(test["text"].split("\n", 1)[1].split()).join([test["text"].split("\n")[0] + "\n", ""])
        )
        == puzzle
    )
    assert (len(puzzle.runs), sum(entry == 0 for row in rows for entry in row)) == (
        test["n_runs"],
        test["n_white"],
    )
    result = fastfuto.solve(puzzle)
    known = [[digit or 0 for digit in row] for row in test["solution"]]
    assert result.grid.tolist() == known
    assert fastfuto.is_unique(puzzle)
    assert fastfuto.count(puzzle) == 1
    assert puzzle.violations() == []
    solved = puzzle.with_clues(result.grid)
    assert solved.is_complete
    assert solved.is_valid
    assert Kakuro.parse(str(solved)) == solved
    assert fastfuto.count(solved) == 1


def test_the_twin_needs_no_search_on_the_source():
    search = KakuroSearch(Kakuro.parse(SOURCE[0]["text"]))
    assert sum(1 for _ in search.solutions()) == 1
    assert search.nodes == 0


def test_runs_without_totals_and_of_one_cell():
    assert fastfuto.count(Kakuro([[0]])) == 9
    assert fastfuto.count(Kakuro([[(0, 4), 0]])) == 1
    assert fastfuto.count(Kakuro([[0, 0]])) == 72
    assert (
        fastfuto.count(Kakuro([[0, 0], [0, 0]])) == 9 * 8 * 8 * 8 - 9 * 8 * 7
    )  # opposite ones may be the same
    assert fastfuto.count(Kakuro([[0] * 9])) == 362880


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        ([[(0, 3), 0, 0], [None, 0, (0, 5)]], "clue"),
        ([[(0, 4), None], [0, 0]], "clue"),
        ([[(7, 0), 0]], "clue"),
        thorough(([[0] * 10], "length")),
        ([[(0, 2), 0, 0]], "total"),
        ([[(0, 18), 0, 0]], "total"),
        ([[(0, 10), 0]], "total"),
        ([[(0, 10), 4, 5]], "total"),
        ([[(0, 10), 5, 5]], "repeat"),
        ([[(0, 10), 12, 0]], "range"),
        ([[(0, 2**31 - 1), 0, 0]], "total"),
    ],
)
def test_contradictions(rows, kind):
    puzzle = Kakuro(rows)
    assert kind in {violation.kind for violation in puzzle.violations()}
    assert not puzzle.is_valid
    assert fastfuto.solve(puzzle).status is Status.UNSATISFIABLE
    assert list(kakuro_solutions(puzzle)) == []


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[0, 0], [0]], "row 2 has 1 cells, but the first row has 2"),
        ([], "at least one white cell"),
        ([[None, (1, 2)]], "at least one white cell"),
        ([[0, -1]], "row 1, column 2: values and totals must be 0 to 2147483647, got -1"),
        ([[0, (1, -1)]], r"row 1, column 2: values and totals must be 0 to 2147483647, got \(1, -1\)"),
        ([[0, (1, 2, 3)]], "row 1, column 2: expected None, a digit or totals"),
        ([[0, "x"]], "row 1, column 2"),
        ([[0, 1.5]], "row 1, column 2"),
        ([[0, True]], "row 1, column 2"),
        ([[0, (1, None)]], "row 1, column 2"),
        ([[0, 2**31]], "row 1, column 2: values and totals must be 0 to 2147483647, got 2147483648"),
        (5, "list of lists of cells"),
        ([5], "list of lists of cells"),
    ],
)
def test_what_is_no_grid(rows, message):
    with pytest.raises(PuzzleError, match=message):
        Kakuro(rows)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "empty"),
        ("x", 1, 1, "number of rows"),
        ("0 3 *", 1, 1, "must be 1 to"),
        ("2 2\n* (3,0)\n(0,3) x\n", 3, 7, "row 2, column 2"),
        ("2 2\n* (3,0)\n(0,3)\n", 3, 6, "row 2, column 2, but the text ends"),
        ("1 2 * 0 0", 1, 9, "continues with '0'"),
        ("99999 99999 *", 1, 14, "expected 99999 x 99999 cells, but the text is too short"),
        ("1 2 * *", 1, 1, "at least one white cell"),
        ("1 2 * (1,", 1, 7, "row 1, column 2"),
    ],
)
def test_texts_that_are_no_grid(text, line, column, message):
    with pytest.raises(ParseError, match=message) as caught:
        Kakuro.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_values():
    assert Kakuro([[0, (0, 0)]]) == Kakuro([[0, None]]) != Kakuro([[0, 0]])
    with pytest.raises(PuzzleError, match="values must be 0 to"):
        Kakuro([[0, 0]]).with_clues([[1, 2**32 + 5]])
    with pytest.raises(PuzzleError, match=r"shape \(1, 2\)"):
        Kakuro([[0, 0]]).with_clues([[1]])
    with pytest.raises(PuzzleError, match="values must be 0 to"):
        Kakuro([[0, 0]]).with_clues([[1, -1]])


def test_all_verbs():
    puzzle = Kakuro([[None, (10, 0), (12, 0)], [(0, 11), 0, 0], [(0, 11), 0, 0]])
    grids = fastfuto.all_solutions(puzzle)
    assert grids.shape == (fastfuto.count(puzzle), 3, 3)
    assert {grid.tobytes() for grid in fastfuto.sample(puzzle, 200, seed=1)} == {g.tobytes() for g in grids}
    assert all(is_solution(puzzle, grid) for grid in grids)
    estimate = fastfuto.estimate_count(puzzle)
    assert estimate.interval[0] <= len(grids) <= estimate.interval[1]
    assert fastfuto.solve(puzzle, threads=2).grid is not None
    with pytest.raises(ValueError, match="does not support sums"):
        fastfuto.solve(puzzle, engine="learner")
    with pytest.raises(ValueError, match="does not support sums"):
        fastfuto.solve(puzzle, engine="cover")
    with pytest.raises(ValueError, match="states"):
        fastfuto.count(puzzle, engine="states")
    with pytest.raises(LimitReached):
        fastfuto.count(Kakuro([[0] * 9] * 9), timeout=0.02)
    parts = fastfuto.split(puzzle.model(), 3)
    assert sum(map(fastfuto.count, parts)) == len(grids)


def brute_force(model, sums):
    """Count solutions by going through all assignments."""
    units = model.skeleton.units
    return sum(
        all(len({row[cell] for cell in unit}) == len(unit) for unit in units)
        and all(row[a] < row[b] for a, b in model.inequalities.tolist())
        and all(sum(row[cell] for cell in cells) == total for cells, total in sums)
        for row in itertools.product(*(model.allowed(cell) for cell in range(model.n_cells)))
    )


@pytest.mark.parametrize("build", [_search, _search_wide], ids=["narrow", "wide"])
def test_sums_in_models(build):
    rng = random.Random(3)
    some = 0
    for _ in range(600):
        cells, values = rng.randint(1, 5), rng.randint(1, 5)
        units = [rng.sample(range(cells), rng.randint(1, cells)) for _ in range(rng.randint(0, 2))]
        domains = [
            rng.choice((0, rng.sample(range(1, values + 1), rng.randint(1, values)))) for _ in range(cells)
        ]
        inequalities = [rng.sample(range(cells), 2) for _ in range(rng.randint(0, 1))] if cells > 1 else []
        sums = []
        for _ in range(rng.randint(1, 3)):
            chosen = rng.choice(units) if units and rng.random() < 0.5 else range(cells)
            group = rng.choices(chosen, k=rng.randint(0, 4)) if rng.random() < 0.3 else list(chosen)
            sums.append((group, rng.randint(0, 3 * len(group))))
        model = Model(Skeleton(cells, values, units), domains, inequalities, sums)
        known = brute_force(model, sums)
        assert fastfuto.count(model) == known
        search = build.Search(units_of(model.skeleton))
        for budget in (10**9, rng.randint(1, 50)):
            search.reset(made(model, build.WORDS), rng.random() < 0.5)
            while search.run(budget, 10**9) != build.EXHAUSTED:
                pass
            assert search.total == known
        some += bool(known)
    assert 100 < some < 550


def test_many_values_in_a_sum():
    # 3 cells of 200 values: 1 + 2 + 3 and its orders, and nothing else.
    model = Model(Skeleton(3, 200, [range(3)]), sums=[(range(3), 6)])
    assert fastfuto.count(model) == 6
    assert fastfuto.count(Model(Skeleton(2, 255), sums=[(range(2), 510)])) == 1
    assert fastfuto.count(Model(Skeleton(2, 255), sums=[(range(2), 511)])) == 0


def test_model_values():
    model = Model(Skeleton(3, 9, [range(3)]), sums=[(range(3), 8)])
    assert pickle.loads(pickle.dumps(model)) == model
    assert model != Model(Skeleton(3, 9, [range(3)]), sums=[(range(3), 9)])
    assert "1 sums" in repr(model)
    for sums in ([5], [(range(4), 1)], [(range(3), -1)], [(range(3), 1.5)], [([-1], 1)], [("x", 1)]):
        with pytest.raises(PuzzleError, match="sum 0"):
            Model(Skeleton(3, 9), sums=sums)


def test_a_search_over_sums_can_be_reset():
    skeleton = Skeleton(2, 9, [range(2)])
    search = _search.Search(units_of(skeleton))
    for total, number in ((-5, 0), (17, 2), (None, 72)):
        sums = None if total is None else [np.array(each, np.int32) for each in ([0, 2], [0, 1], [total])]
        plain = Model(skeleton)
        search.reset(_problem.Problem(units_of(skeleton), plain.domains, plain.inequalities, sums))
        assert search.run(10**6, 1000) == _search.EXHAUSTED
        assert search.total == number


@pytest.mark.thorough
def test_generated_grids_take_search():
    """A hundred grids of random fillings that propagation does not solve, and larger ones."""
    searched = 0
    for seed in range(130):
        puzzle = random_grid(12, 12, 0.25, seed)
        assert puzzle.violations() == []
        result = fastfuto.solve(puzzle)
        assert is_solution(puzzle, result.grid)
        searched += result.stats.nodes > 10
    assert searched >= 100
    for seed in range(3):
        puzzle = random_grid(30, 30, 0.35, seed)
        assert is_solution(puzzle, fastfuto.solve(puzzle, timeout=60).grid)


def test_a_kakuro_as_an_array_is_its_digits():
    assert np.asarray(Kakuro([[None, (3, 0), 0], [(0, 4), 1, 0]])).tolist() == [[0, 0, 0], [0, 1, 0]]


@pytest.mark.parametrize("entry", [True, np.True_, "_", (True, 0), np.array([True, False])], ids=repr)
def test_an_entry_that_is_not_a_number_is_refused(entry):
    with pytest.raises(PuzzleError, match="row 1, column 1: expected None, a digit or totals"):
        Kakuro([[entry, 0]])


def test_a_masked_kakuro_is_refused():
    with pytest.raises(PuzzleError, match="row 1, column 1"):
        Kakuro(np.ma.masked_array([[0, 0]], [[1, 0]]))


@pytest.mark.parametrize("rows", [[[0, 0]], [[None, 0], [0, None]]])
def test_a_kakuro_without_a_total_or_a_digit_has_solutions_and_no_violations(rows):
    puzzle = Kakuro(rows)
    assert puzzle.violations() == []
    assert puzzle.is_valid
    assert fastfuto.solve(puzzle)


def test_blanks_may_be_within_totals():
    text = "2 3\n* (3,\u20030) (4 ,0)\n(0,4) 0 0\n"
    assert Kakuro.parse(text) == Kakuro.parse("2 3\n* (3,0) (4,0)\n(0,4) 0 0\n")
    with pytest.raises(ParseError, match=r"line 2, column 6: there is the control character U\+001C"):
        Kakuro.parse(text.replace("\u2003", "\x1c"))
