from typing import Self, final

import numpy as np
import numpy.typing as npt

from ._problem import Units

def find_runs(
    values: npt.NDArray[np.int32], totals: npt.NDArray[np.int32], out: npt.NDArray[np.int32]
) -> tuple[int, int, int, int]: ...
def draw_layout(
    orbits: npt.NDArray[np.uint32], n_white: int, state: int, out: npt.NDArray[np.uint8]
) -> int | None: ...

@final
class RunWalker:
    def __new__(cls, units: Units) -> Self: ...
    def begin(self, seed: int, is_plain: bool = False) -> bool: ...
    def walk(self, steps: int, wide: int = 0) -> int: ...
    def read(self, digits: npt.NDArray[np.uint8], totals: npt.NDArray[np.int32]) -> None: ...
