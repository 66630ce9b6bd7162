from typing import Self, final

import numpy as np
import numpy.typing as npt

SOLVED_BY_RULES: int
RULES_ARE_STUCK: int
CONTRADICTION: int
PAUSED: int
RULES: int
WORDS: int

@final
class Logic:
    hardest: int
    top: int
    length: int
    steps: int
    n_steps: int
    total: int
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
        scores: npt.NDArray[np.int32],
        longest: int = 0,
        is_plain: bool = False,
        is_tracing: bool = False,
        filled: npt.NDArray[np.uint8] | None = None,
        sum_starts: npt.NDArray[np.int32] | None = None,
        sum_cells: npt.NDArray[np.int32] | None = None,
        totals: npt.NDArray[np.int32] | None = None,
        relation_cells: npt.NDArray[np.int32] | None = None,
        table_numbers: npt.NDArray[np.int32] | None = None,
        tables: npt.NDArray[np.uint64] | None = None,
    ) -> None: ...
    def run(self, budget: int) -> int: ...
    def trace(self, budget: int, limit: int) -> int: ...
    def read_log(self) -> bytes: ...
    def read_candidates(self, out: npt.NDArray[np.uint64]) -> None: ...
