from typing import Any, Self, final

import numpy as np
import numpy.typing as npt

LONGEST: int
SUDOKU: int
FORMATS: dict[str, int]
ANSWERS: dict[str, int]

@final
class Lines:
    text: bytes
    at: int
    def __new__(cls, text: bytes, at: int, is_end: bool, formats: int) -> Self: ...
    def __len__(self) -> int: ...
    def read(self, number: int) -> int: ...
    def add(self, at: int) -> None: ...
    def sizes(self) -> tuple[int, ...]: ...
    def place(self, k: int) -> tuple[int, int, int]: ...
    def puzzle(self, k: int) -> tuple[int, bytes, bytes]: ...
    def gather(
        self,
        n: int,
        clues: npt.NDArray[np.uint8],
        signs: npt.NDArray[np.uint8] | None,
        numbers: npt.NDArray[np.int64],
    ) -> None: ...
    def scatter(self, numbers: npt.NDArray[np.int64], grids: npt.NDArray[np.uint8]) -> None: ...
    def write(
        self, counts: npt.NDArray[np.int64], start: int, stop: int, answer: str, head: bytes
    ) -> bytes: ...

def read_sizes(puzzles: list[Any], families: tuple[type, ...], sizes: npt.NDArray[np.uint8]) -> None: ...
def lay_out(
    puzzles: list[Any],
    numbers: npt.NDArray[np.int64],
    n: int,
    clues: npt.NDArray[np.uint8],
    signs: npt.NDArray[np.uint8],
) -> None: ...
