from typing import Self, final

import numpy as np
import numpy.typing as npt

@final
class Squares:
    moves: int
    visits: int
    def __new__(cls, order: int, seed: int) -> Self: ...
    def run(self, visits: int) -> None: ...
    def read(self, out: npt.NDArray[np.uint8]) -> None: ...
