from typing import Self, final

import numpy as np
import numpy.typing as npt

from ._problem import Problem, Units

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
    time: int
    def __new__(cls, units: Units) -> Self: ...
    def set_times(self, times: npt.NDArray[np.int32]) -> None: ...
    def reset(
        self,
        problem: Problem,
        scores: npt.NDArray[np.int32],
        longest: int = 0,
        is_plain: bool = False,
        is_tracing: bool = False,
        filled: npt.NDArray[np.uint8] | None = None,
        is_whole: bool = False,
    ) -> None: ...
    def run(self, budget: int) -> int: ...
    def trace(self, budget: int, limit: int, patience: int = 0) -> int: ...
    def go_on(self, cell: int, value: int) -> None: ...
    def read_log(self) -> bytes: ...
    def read_cases(self) -> bytes: ...
    def read_candidates(self, out: npt.NDArray[np.uint64]) -> None: ...
    def telling_cell(
        self, problem: Problem, solution: npt.NDArray[np.uint8], scores: npt.NDArray[np.int32]
    ) -> int: ...

def find_wrong_entry(problem: Problem, entries: npt.NDArray[np.uint8]) -> int: ...
