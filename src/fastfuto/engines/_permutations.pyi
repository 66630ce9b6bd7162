from typing import Self, final

import numpy as np
import numpy.typing as npt

from ._problem import Problem

EXHAUSTED: int
SOLUTION: int
PAUSED: int
MAX_POSITIONS: int

@final
class Permuter:
    total: int
    found: int
    bytes: int
    def __new__(cls, n: int) -> Self: ...
    def run(self, budget: int, limit: int, out: npt.NDArray[np.uint8] | None = None) -> int: ...

@final
class Subsets:
    placed: int
    layer_done: float
    rounds_left: int
    bytes: int
    peak_bytes: int
    states: int
    layer_size: int
    steps: int
    def __new__(cls, n: int, memory: int = ...) -> Self: ...
    def reset(self, problem: Problem, chain: npt.NDArray[np.int32] | None = None) -> None: ...
    def run(self, budget: int) -> int: ...
    def advance(self) -> bool: ...
    def count(self) -> int | None: ...
    @property
    def order_of_values(self) -> tuple[list[int], int]: ...
