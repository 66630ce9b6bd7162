"""The engines for batches, `Sudoku9` and `Lanes`, applied to one puzzle."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .lanes import HANDED_OVER
from .loading import module, problem_of
from .protocol import EXHAUSTED, PAUSED, SOLUTION, Request


class Single:
    """A batch engine, `Sudoku9` or `Lanes`, that solves one n x n puzzle and implements the protocol `Engine`.

    Each run starts from the beginning and finds all earlier solutions again, so this class suits requests for one or
    two solutions. A run returns PAUSED if it uses up its budget or its puzzle is handed over.

    Attributes
    ----------
    name : str
        "sudoku9" or "lanes", or "" if neither engine can solve the puzzle.
    """

    name: str = ""
    total: int
    found: int
    nodes: int
    backtracks: int = 0
    """Always 0, because these engines do not count what they take back."""

    def __init__(self, request: Request) -> None:
        arrays: npt.NDArray[np.uint8] = np.empty((3, 1, request.model.n_cells), np.uint8)
        self._clues: npt.NDArray[np.uint8] = arrays[0]
        self._signs: npt.NDArray[np.uint8] = arrays[1]
        self._grids: npt.NDArray[np.uint8] = arrays[2]
        self._counts: npt.NDArray[np.int64] = np.empty(1, np.int64)
        self._engine: Any = None
        self.reset(request.model)

    def reset(self, model: Any) -> None:
        """Load another model with the same skeleton."""
        self.total = self.found = self.nodes = 0
        self.name = problem_of(model).lay_out(self._clues, self._signs)

    @property
    def bytes(self) -> int:
        """Bytes of the arrays, without the working memory of a run."""
        return 3 * self._clues.nbytes + self._counts.nbytes

    def run(self, budget: int, limit: int, out: npt.NDArray[Any] | None = None) -> int:
        """Run like `Engine.run`, but write the first solution of the puzzle to every row of `out`."""
        self.found = 0
        engine, most = self._engine, self.total + limit
        if engine is not None:
            engine.begin(most)
        elif self.name == "sudoku9":
            engine = module("_sudoku9").Sudoku9(self._clues, self._grids, self._counts, most)
        else:
            engine = module("_lanes").Lanes(self._clues, self._signs, self._grids, self._counts, most)
        self._engine = engine
        outcome: int = engine.run(budget)
        self.nodes = engine.nodes
        count = int(self._counts[0])
        if outcome != EXHAUSTED or count == HANDED_OVER:
            return PAUSED
        self.found, self.total = count - self.total, count
        if out is not None and self.found:
            out[:] = self._grids
        return SOLUTION if self.found == limit else EXHAUSTED
