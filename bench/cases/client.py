"""Tasks of reasoning-gym, made with its own solver or with fastfuto, as in examples/."""

from __future__ import annotations

import functools
import importlib.util
import runpy
from pathlib import Path
from typing import Any, NamedTuple

import fastfuto

from ..check import WrongAnswer

EXAMPLE = Path(__file__).parents[2] / "examples" / "with_reasoning_gym.py"


class Client(NamedTuple):
    """One task: the kind of dataset, the side of the grid, the number of the task, and the way to build puzzles."""

    kind: str  # "Futoshiki", "Sudoku" or "MiniSudoku"
    n: int
    index: int
    with_clues: bool = False

    def dataset(self, *, is_ours: bool) -> Any:
        """Return a new generator that makes the task."""
        example = _example()
        ours = f"Fast{self.kind}{'WithClues' if self.with_clues else ''}"
        size: dict[str, Any] = {"seed": 0, "size": self.index + 1}
        if self.kind == "Futoshiki":
            size |= {"min_board_size": self.n, "max_board_size": self.n}
        return example[ours if is_ours else f"{self.kind}Dataset"](example[f"{self.kind}Config"](**size))

    def check(self, task: Any) -> None:
        """Raise WrongAnswer unless the task's solution is the only solution of its puzzle."""
        told = task["metadata"]
        if self.kind == "Futoshiki":
            signs = {((a, b), (c, d)): sign for a, b, c, d, sign in told["constraints"]}
            puzzle: Any = fastfuto.Futoshiki(told["puzzle"], signs)
        else:
            puzzle = fastfuto.Sudoku(told["puzzle"])
        if fastfuto.all_solutions(puzzle, limit=2).tolist() != [told["solution"]]:
            raise WrongAnswer("a task with no solution, another one or several")


def client(kind: str, n: int, index: int, with_clues: bool) -> Client | None:
    """Return a task to be made, or None if reasoning-gym is not installed."""
    is_installed = importlib.util.find_spec("reasoning_gym") is not None
    return Client(kind, n, index, with_clues) if is_installed else None


@functools.cache
def _example() -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLE))
