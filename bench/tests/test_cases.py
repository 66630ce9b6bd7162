"""The basis of the benchmarks: puzzles, and the checker of answers."""

from __future__ import annotations

import contextlib
import hashlib
import json

import numpy as np
import pytest

import fastfuto
from fastfuto import Futoshiki, LimitReached, Status, Sudoku, is_unique

from ..cases import cover, hard, kakuro, large, single, sudoku, variants
from ..cases.futoshiki import random_puzzle
from ..check import WrongAnswer, check_cover, check_grids, check_outcome
from ..statement import values
from ..tasks import FIRST, Outcome


@pytest.mark.parametrize(("n", "digest"), [(4, "77d9a68fff96b81d"), (9, "4eb039862987d054")])
def test_random_puzzles_are_the_same_everywhere(n, digest):
    puzzles = [random_puzzle(n, 0.2, 0.2, index) for index in range(5)]
    text = "\n".join(f"{puzzle.clues.tolist()} {puzzle.inequalities}" for puzzle in puzzles)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest


def test_large_puzzles_follow_their_recipes():
    assert (len(large.WIDE), len(large.CRITICAL)) == (26, 12)
    for name in large.STORED:
        n, g, s = large.recipe(name)
        puzzle = large.instance(name)
        assert (puzzle.n, np.count_nonzero(puzzle.clues)) == (n, round(g * n * n))
        assert len(puzzle.inequalities) == round(s * 2 * n * (n - 1))
    for name in large.SIGNS[::5]:
        puzzle = large.instance(name)
        assert not puzzle.clues.any()
        assert len(puzzle.inequalities) == 2 * puzzle.n * (puzzle.n - 1)
        assert fastfuto.solve(puzzle).status is Status.SATISFIABLE
    name = "n12-g00-s06"
    assert large.instance(name, 5) == large.random_puzzle(12, 0, 0.6, 5) != large.instance(name)
    with pytest.raises(ValueError, match="not the name"):
        large.recipe("n12")


def test_variants_have_no_solution():
    known = large.stored_turns()
    assert list(known) == [*large.STORED, *large.SIGNS]
    for name, turns in known.items():
        puzzle, variant = large.instance(name), variants.unsatisfiable(name)
        if turns is None:
            assert variant is None
            continue
        gone = {puzzle.inequalities[turn] for turn in turns}
        assert set(variant.inequalities) == set(puzzle.inequalities) - gone | {(b, a) for a, b in gone}
        assert fastfuto.solve(variant, timeout=0.1).status is not Status.SATISFIABLE


def test_single_puzzles_have_one_solution():
    known = json.loads((large.FOLDER / "single.json").read_text(encoding="utf-8"))
    assert list(known) == large.CRITICAL
    for name in large.CRITICAL:
        puzzle = single.single(name)
        is_kept = large.instance(name).clues != 0
        assert (puzzle.clues[is_kept] == large.instance(name).clues[is_kept]).all()
        assert np.count_nonzero(puzzle.clues) == np.count_nonzero(is_kept) + len(known[name])
        with contextlib.suppress(LimitReached):
            assert is_unique(puzzle, timeout=0.1)


def test_fresh_single_puzzles_are_found_and_stored(tmp_path, monkeypatch):
    monkeypatch.setattr(single, "FOLDER", tmp_path)
    puzzle = single.single("n9-g01-s05", 1)
    assert fastfuto.is_unique(puzzle)
    added = json.loads((tmp_path / "single-1.json").read_text(encoding="utf-8"))["n9-g01-s05"]
    assert not fastfuto.is_unique(single.with_numbers(large.instance("n9-g01-s05", 1), added[:-1]))
    monkeypatch.setattr(single, "find", None)
    assert single.single("n9-g01-s05", 1) == puzzle


def test_fresh_variants_are_found_and_stored(tmp_path, monkeypatch):
    monkeypatch.setattr(variants, "VARIANTS", tmp_path / "variants.json")
    variant = variants.unsatisfiable("n9-g01-s05", 1)
    assert fastfuto.solve(variant).status is Status.UNSATISFIABLE
    assert [path.name for path in tmp_path.iterdir()] == ["variants-1.json"]
    monkeypatch.setattr(variants, "find", None)
    assert variants.unsatisfiable("n9-g01-s05", 1) == variant


def test_hard_grids_without_a_solution_are_chosen_by_an_outsider(tmp_path, monkeypatch):
    pytest.importorskip("pysat")
    monkeypatch.setattr(hard, "FOLDER", tmp_path)
    monkeypatch.setattr(hard, "LEAST_CONFLICTS", 1)
    with monkeypatch.context() as without:
        without.setattr(fastfuto, "solve", None)
        forms = [hard.unsatisfiable(name, 3) for name in hard.names(("n9-g01-s06",), 1)]
    assert len({form.canonical() for form in forms}) == 1 < len(set(forms)) == 4
    assert fastfuto.solve(forms[0]).status is Status.UNSATISFIABLE
    attempt, turns = json.loads((tmp_path / "hard-3.json").read_text(encoding="utf-8"))["n9-g01-s06/0"]
    before = large.turned(hard.fresh("n9-g01-s06/0", 3, attempt), turns[:-1])
    assert fastfuto.solve(before).status is Status.SATISFIABLE
    monkeypatch.setattr(hard, "find", None)
    assert hard.unsatisfiable("n9-g01-s06/0/form3", 3) == forms[3]


def test_hard_grids_that_are_too_easy_are_left_out(monkeypatch):
    pytest.importorskip("pysat")
    monkeypatch.setattr(hard, "TRIES", 1)
    assert hard.find("n5-g01-s06/0", 0) is None


def test_fresh_hard_grids_differ_by_seed_and_number():
    grids = {hard.critical(f"n9-g03-s04/{number}/form0", seed) for number in range(2) for seed in (None, 1)}
    assert len(grids) == 4
    assert all(fastfuto.solve(grid).status is Status.SATISFIABLE for grid in grids)


def test_sudoku_sets_have_one_solution_each():
    for kind in sudoku.KINDS:
        grids = sudoku.batch(kind, 30)
        assert all(is_unique(Sudoku(grid)) for grid in grids), kind
        if kind == "easy":
            assert {np.count_nonzero(grid) for grid in grids} == {36}


def test_famous_sudokus_are_forms_of_four_with_one_solution():
    assert {name: 81 - text.count("0") for name, text in sudoku.FAMOUS.items()} == {
        "Inkala 2010": 23,
        "Golden Nugget": 21,
        "Easter Monster": 21,
        "Platinum Blonde": 21,
    }
    grids = sudoku.famous()
    assert len(grids) == 4 * sudoku.FORMS == len(np.unique(grids, axis=0))
    assert (fastfuto.solve_many(grids, limit=2).counts == 1).all()


def test_no_clue_of_a_minimal_sudoku_can_go():
    grids = sudoku.minimal(20)
    assert (fastfuto.solve_many(grids, limit=2).counts == 1).all()
    for grid in grids:
        clues = np.flatnonzero(grid)
        fewer = np.repeat(grid[None], len(clues), axis=0)
        fewer.reshape(-1, 81)[np.arange(len(clues)), clues] = 0
        assert (fastfuto.solve_many(fewer, limit=2).counts == 2).all()


def test_random_kakuro_has_a_solution_and_short_runs():
    grid = kakuro.random_grid(12, 12, 0.35, 0)
    assert max(len(run.cells) for run in grid.runs) <= 9
    assert fastfuto.solve(grid).status is Status.SATISFIABLE


@pytest.mark.parametrize(
    ("puzzle", "known"),
    [
        (cover.pentominoes(3, 20), 8),  # 2 up to symmetry
        (cover.langford(7), 52),  # OEIS A014552: 26, each in both directions
        (cover.queens(6), 4),  # OEIS A000170
    ],
)
def test_covers_have_the_known_numbers_of_solutions(puzzle, known):
    assert fastfuto.count(fastfuto.ExactCover(puzzle.options, secondary=puzzle.secondary)) == known
    found = fastfuto.solve(fastfuto.ExactCover(puzzle.options, secondary=puzzle.secondary)).grid
    check_cover(puzzle, found)
    with pytest.raises(WrongAnswer, match="cover"):
        check_cover(puzzle, found[:-1])


@pytest.mark.parametrize(
    ("grid", "complaint"),
    [
        ([1, 2, 2, 1], None),
        ([2, 1, 1, 2], "less"),
        ([1, 1, 2, 2], "twice in the unit"),
        ([1, 2, 1, 2], "twice in the unit"),
        ([0, 2, 2, 1], "from 1 to 2"),
        ([1, 2, 2], "shape"),
    ],
)
def test_checker_applies_the_rules(grid, complaint):
    puzzle = Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
    if complaint is None:
        check_grids(puzzle, [grid])
        with pytest.raises(WrongAnswer, match="solution occurs twice"):
            check_grids(puzzle, [grid, grid])
        with pytest.raises(WrongAnswer, match="clue"):
            check_grids(puzzle.with_clues([[2, 0], [0, 0]]), [grid])
    else:
        with pytest.raises(WrongAnswer, match=complaint):
            check_grids(puzzle, [grid])


def test_checker_adds_up_kakuro():
    puzzle = kakuro.source_grid(0)
    grid = values(puzzle, [fastfuto.solve(puzzle).grid])
    check_grids(puzzle, grid)
    with pytest.raises(WrongAnswer):
        check_grids(puzzle, grid % 9 + 1)


def test_checker_knows_whether_there_is_a_solution():
    puzzle = Futoshiki([[0, 0], [0, 0]])
    with pytest.raises(WrongAnswer, match="that has one"):
        check_outcome(puzzle, FIRST, Outcome(0, 0, 1))
    with pytest.raises(WrongAnswer, match="that has none"):
        check_outcome(puzzle, FIRST, Outcome(1, 0, 1, [[1, 2, 2, 1]]), solvable=False)
