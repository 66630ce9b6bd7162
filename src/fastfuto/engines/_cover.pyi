from typing import Self, final

import numpy as np
import numpy.typing as npt

EXHAUSTED: int
SOLUTION: int
PAUSED: int

def compress(
    matrix: npt.NDArray[np.uint8], starts: npt.NDArray[np.int32], items: npt.NDArray[np.int32]
) -> int: ...

@final
class Cover:
    nodes: int
    backtracks: int
    total: int
    found: int
    bytes: int
    def __new__(cls, n_options: int, n_memberships: int, n_items: int, n_primary: int) -> Self: ...
    def add(
        self,
        option_starts: npt.NDArray[np.int32],
        option_items: npt.NDArray[np.int32],
        colours: npt.NDArray[np.int32] | None = None,
    ) -> None: ...
    def reset(self, leftmost: bool = False, seed: int = 0) -> None: ...
    def probe(self, budget: int, logs: npt.NDArray[np.float64]) -> int: ...
    def run(self, budget: int, limit: int, out: npt.NDArray[np.int32] | None = None) -> int: ...
