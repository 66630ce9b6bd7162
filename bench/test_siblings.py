"""The benchmark of the sibling puzzles: rivals agree, and counts are the known ones."""

import json
import random

import numpy as np
import pytest

from fastfuto import Sudoku, count, is_unique

from . import siblings


@pytest.mark.parametrize(
    ("options", "secondary", "known"),
    [
        (siblings.pentominoes(3, 20), [], 8),  # 2 up to symmetry
        (siblings.langford(7), [], 52),  # OEIS A014552: 26, each both ways
        (*siblings.queens(8), 92),  # OEIS A000170
    ],
)
def test_all_solvers_count_the_same(options, secondary, known):
    for name, call in siblings.all_covers(options, secondary).items():
        assert call() == known, name


def test_longer_searches_of_our_own():
    # 2339 and 1010 up to symmetry.
    for size, known in (((6, 10), 9356), ((5, 12), 4040)):
        assert count(siblings.ExactCover(siblings.pentominoes(*size))) == known


def test_first_covers_are_whole():
    rng = random.Random(1)
    grid = siblings.sudoku_sets(0.02)["17 clues"][0]
    matrix = siblings.sudoku_matrix(grid)
    assert matrix.shape == (593, 324)
    assert {call() for call in siblings.first_covers(matrix).values()} == {81}
    assert is_unique(Sudoku(siblings.shuffled(grid, rng)))


def test_sets_have_one_solution_each():
    for name, grids in siblings.sudoku_sets(0.02).items():
        assert len(grids) >= 20
        for grid in grids[:5]:
            assert siblings.nodes_of(grid) >= 0
        if name.startswith("easy"):
            assert {np.count_nonzero(grid) for grid in grids} == {36}


def test_a_run_and_its_report(tmp_path, monkeypatch):
    output = tmp_path / "siblings.json"
    for only in ("permutations", "exact"):
        monkeypatch.setattr("sys.argv", ["siblings", "--quick", "--only", only, "-o", str(output)])
        siblings.main()
    assert set(json.loads(output.read_text())["sets"]) == {"permutations", "exact cover"}
    text = output.with_suffix(".md").read_text()
    assert "| all of 6 | fastfuto |" in text


def test_those_who_disagree_are_found_out():
    with pytest.raises(AssertionError, match="two says 2"):
        siblings.compete([("it", {"one": lambda: 1, "two": lambda: 2})], 1)
