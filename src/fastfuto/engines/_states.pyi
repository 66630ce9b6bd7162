import builtins
from typing import Self, final

import numpy as np
import numpy.typing as npt

from ._problem import Problem

EXHAUSTED: int
PAUSED: int
MAX_ROWS: int
SHARES: int
WIDTHS: tuple[int, ...]

@final
class States:
    bytes: int
    peak_bytes: int
    states: int
    layer_size: int
    steps: int
    both_sides: bool
    def __new__(cls, order: int, memory: int = ..., workers: int = 1) -> Self: ...
    def reset(
        self,
        problem: Problem,
        keeps: bool = False,
        symmetric: bool = True,
        both_sides: bool = True,
    ) -> None: ...
    def run(self, budget: int, worker: int = 0) -> int: ...
    def advance(self) -> bool: ...
    def count(self) -> int | None: ...
    def thin(self, limit: int, seed: int) -> bool: ...
    @property
    def placed(self) -> int: ...
    @property
    def layers(self) -> list[tuple[int, int]]: ...
    @property
    def layer_done(self) -> float: ...
    @property
    def order_of_values(self) -> tuple[list[int], int]: ...
    def load(
        self,
        states: npt.NDArray[np.uint64],
        placed: int,
        ways: int,
        side: int = 0,
        meets: bool = False,
    ) -> None: ...
    def cut(self) -> builtins.bytes: ...
    def reached(self) -> tuple[int, builtins.bytes]: ...
    def product(
        self, states: npt.NDArray[np.uint64], others: npt.NDArray[np.uint64], placed: int, ways: int
    ) -> int: ...
    def relabel(self, rows: npt.NDArray[np.uint32]) -> tuple[bool, list[int], list[int], builtins.bytes]: ...
    def expand(
        self, layer: int, rows: npt.NDArray[np.uint32]
    ) -> tuple[builtins.bytes, list[int], list[list[int]]]: ...
