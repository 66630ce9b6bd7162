import builtins
from typing import Self, final

import numpy as np
import numpy.typing as npt

from ._problem import Problem, Units

EXHAUSTED: int
SOLUTION: int
PAUSED: int
WORDS: int

@final
class Learner:
    nodes: int
    conflicts: int
    restarts: int
    learned: int
    propagations: int
    total: int
    found: int
    bytes: int
    is_preparing: bool
    by_activity: bool
    def __new__(cls, units: Units, memory: int = ...) -> Self: ...
    def reset(
        self,
        problem: Problem,
        seed: int = 0,
        by_activity: bool = False,
        share: bool = False,
        survey: bool = False,
        trace: bool = False,
        clausal: bool = False,
    ) -> None: ...
    def run(self, budget: int, limit: int, out: npt.NDArray[np.uint8] | None = None) -> int: ...
    def assume(self, assumptions: npt.NDArray[np.int32]) -> None: ...
    def failed(self) -> list[int]: ...
    def take_found(self, out: npt.NDArray[np.uint64]) -> None: ...
    def take_trace(self) -> builtins.bytes: ...
    def take_offers(self) -> memoryview: ...
    def receive(self, offers: memoryview | npt.NDArray[np.uint32]) -> None: ...
    def clauses(self) -> list[list[tuple[int, int, bool]]]: ...
