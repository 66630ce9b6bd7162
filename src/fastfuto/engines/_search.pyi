from typing import Self, final

import numpy as np
import numpy.typing as npt

from ._problem import Problem, Units

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
    def __new__(cls, units: Units) -> Self: ...
    def reset(
        self,
        problem: Problem,
        lexicographic: bool = False,
        seed: int = 0,
    ) -> None: ...
    def stay_cuttable(self, most_placed: int) -> None: ...
    def cut(self, out: npt.NDArray[np.uint64]) -> None: ...
    def probe(self, budget: int, logs: npt.NDArray[np.float64]) -> int: ...
    def run(
        self,
        budget: int,
        limit: int,
        out: npt.NDArray[np.uint8] | None = None,
        most_backtracks: int = 2**62,
    ) -> int: ...
