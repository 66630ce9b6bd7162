from typing import Self, final

import numpy as np
import numpy.typing as npt

from ._problem import Units

PUZZLE_MADE: int
TRIES_FAILED: int
PAUSED: int
OPEN: int
ENDLESS: int
RULES: int
ORDERS: dict[str, int]

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
