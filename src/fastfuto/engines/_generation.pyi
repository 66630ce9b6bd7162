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
PUZZLE_MADE: int
TRIES_FAILED: int
OPEN: int
ENDLESS: int
ORDERS: dict[str, int]

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

@final
class Generator:
    at_try: int
    is_minimal: bool
    near_by: int
    near_try: int
    def __new__(
        cls,
        units: Units,
        groups: npt.NDArray[np.int32],
        pairs: npt.NDArray[np.int32],
        has_relations: bool = False,
        times: npt.NDArray[np.int32] | None = None,
    ) -> Self: ...
    def verdict(self, nearest: bool = False) -> tuple[bool, int, int, int, int, int]: ...
    def reset(
        self,
        rules: npt.NDArray[np.int32],
        all_rules: npt.NDArray[np.int32],
        *,
        longest: int = 0,
        is_plain: bool = False,
        least_top: int = 0,
        most_top: int = ...,
        is_proved: bool = False,
        technique: int = -1,
        numbers: tuple[int, int] = ...,
        pairs: tuple[int, int] = ...,
        order: int = 0,
        share: float = 1.0,
        first_try: int = 0,
        stride: int = 1,
        most_tries: int = 1,
        seed: int = 0,
        least_time: int = 0,
        most_time: int = ...,
    ) -> None: ...
    def run(self, budget: int) -> int: ...
    def read(
        self,
        clues: npt.NDArray[np.uint8],
        solution: npt.NDArray[np.uint8],
        chosen: npt.NDArray[np.int32],
        nearest: bool = False,
    ) -> int: ...
