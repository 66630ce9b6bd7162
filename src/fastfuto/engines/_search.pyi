from typing import Self, final

import numpy as np
import numpy.typing as npt

EXHAUSTED: int
SOLUTION: int
PAUSED: int
WORDS: int

@final
class Search:
    nodes: int
    backtracks: int
    done: float
    total: int
    found: int
    bytes: int
    branches: int
    def __new__(
        cls,
        unit_starts: npt.NDArray[np.int32],
        unit_cells: npt.NDArray[np.int32],
        n_cells: int,
        n_values: int,
    ) -> Self: ...
    def reset(
        self,
        domains: npt.NDArray[np.uint64],
        inequalities: npt.NDArray[np.int32],
        lexicographic: bool = False,
        seed: int = 0,
        sum_starts: npt.NDArray[np.int32] | None = None,
        sum_cells: npt.NDArray[np.int32] | None = None,
        totals: npt.NDArray[np.int32] | None = None,
        relation_cells: npt.NDArray[np.int32] | None = None,
        table_numbers: npt.NDArray[np.int32] | None = None,
        tables: npt.NDArray[np.uint64] | None = None,
    ) -> None: ...
    def stay_cuttable(self, most_placed: int) -> None: ...
    def cut(self, out: npt.NDArray[np.uint64]) -> None: ...
    def probe(self, budget: int, logs: npt.NDArray[np.float64]) -> int: ...
    def run(self, budget: int, limit: int, out: npt.NDArray[np.uint8] | None = None) -> int: ...
