from typing import Self, final

import numpy as np
import numpy.typing as npt

EXHAUSTED: int
PAUSED: int
WIDTHS: tuple[int, ...]

@final
class Sudoku9:
    width: int
    nodes: int
    def __new__(
        cls,
        puzzles: npt.NDArray[np.uint8],
        grids: npt.NDArray[np.uint8],
        counts: npt.NDArray[np.int64],
        limit: int,
        width: int | None = None,
    ) -> Self: ...
    def begin(self, limit: int) -> None: ...
    def run(self, budget: int) -> int: ...
    def solve_line(self, text: str, budget: int) -> str | None: ...
