"""The example for reasoning-gym, where that package is installed: all tasks have one solution."""

import runpy
from pathlib import Path

import pytest

import fastfuto

pytest.importorskip("reasoning_gym")
EXAMPLE = runpy.run_path(str(Path(__file__).parent.parent / "examples" / "with_reasoning_gym.py"))
FutoshikiConfig, SudokuConfig, MiniSudokuConfig = (
    EXAMPLE[name] for name in ("FutoshikiConfig", "SudokuConfig", "MiniSudokuConfig")
)


@pytest.mark.parametrize("n", [4, 5, 6, 7, 9])
def test_futoshiki_tasks_have_one_solution_and_get_full_marks(n):
    config = FutoshikiConfig(min_board_size=n, max_board_size=n, seed=n, size=4)
    plain, with_clues = EXAMPLE["FastFutoshiki"](config), EXAMPLE["FastFutoshikiWithClues"](config)
    for task, same in zip(plain, with_clues, strict=True):
        assert task == same
        told = task["metadata"]
        signs = {((a, b), (c, d)): sign for a, b, c, d, sign in told["constraints"]}
        puzzle = fastfuto.Futoshiki(told["puzzle"], signs)
        assert fastfuto.all_solutions(puzzle).tolist() == [told["solution"]]
        assert plain.score_answer(task["answer"], task) == 1


@pytest.mark.parametrize(("kind", "config"), [("Sudoku", SudokuConfig), ("MiniSudoku", MiniSudokuConfig)])
def test_sudoku_tasks_have_one_solution_and_small_ones_are_the_same_as_before(kind, config):
    config = config(seed=3, size=4)
    datasets = [EXAMPLE[name](config) for name in (f"{kind}Dataset", f"Fast{kind}", f"Fast{kind}WithClues")]
    for theirs, plain, with_clues in zip(*datasets, strict=True):
        assert plain == with_clues
        assert kind == "Sudoku" or plain == theirs
        assert fastfuto.all_solutions(fastfuto.Sudoku(plain["metadata"]["puzzle"])).tolist() == [
            plain["metadata"]["solution"]
        ]


@pytest.mark.parametrize("name", ["FastFutoshiki", "FastFutoshikiWithClues"])
def test_the_solver_answers_any_question(name):
    dataset = EXAMPLE[name](FutoshikiConfig())
    empty, signs = [[0] * 3 for _ in range(3)], {((0, 0), (0, 1)): "<"}
    assert dataset._solve([[1, 1], [0, 0]], {}) is None
    assert dataset.count_solutions([[1, 1], [0, 0]], {}) == 0
    assert dataset.count_solutions(empty, {}) == 2
    assert dataset.count_solutions(empty, {}, limit=100) == 12
    assert dataset.count_solutions(empty, signs, limit=100) == 6
    assert fastfuto.LatinSquare(dataset._solve(empty, signs)).is_valid
