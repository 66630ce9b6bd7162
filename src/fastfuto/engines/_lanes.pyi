from typing import Self, final

import numpy as np
import numpy.typing as npt

EXHAUSTED: int
PAUSED: int
HANDED_OVER: int
MOST_SIDE: int
WIDTHS: tuple[int, ...]

@final
class Lanes:
    width: int
    @property
    def nodes(self) -> int: ...
    @property
    def passes(self) -> int: ...
    def __new__(
        cls,
        clues: npt.NDArray[np.uint8],
        signs: npt.NDArray[np.uint8],
        grids: npt.NDArray[np.uint8],
        counts: npt.NDArray[np.int64],
        limit: int,
        width: int | None = None,
    ) -> Self: ...
    def begin(self, limit: int) -> None: ...
    def run(self, budget: int) -> int: ...
