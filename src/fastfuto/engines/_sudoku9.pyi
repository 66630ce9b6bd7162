from typing import Self, final

import numpy as np
import numpy.typing as npt

EXHAUSTED: int
PAUSED: int
HAS_WIDE: bool

@final
class Sudoku9:
    is_wide: bool
    nodes: int
    def __new__(
        cls,
        puzzles: npt.NDArray[np.uint8],
        grids: npt.NDArray[np.uint8],
        counts: npt.NDArray[np.int64],
        limit: int,
        portable: bool = False,
    ) -> Self: ...
    def run(self, budget: int) -> int: ...
