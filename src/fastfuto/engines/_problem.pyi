from typing import Self, TypeAlias, final

import numpy as np
import numpy.typing as npt

_Ints: TypeAlias = npt.NDArray[np.int32]
_Masks: TypeAlias = npt.NDArray[np.uint64]

@final
class Units:
    def __new__(cls, unit_starts: _Ints, unit_cells: _Ints, n_cells: int, n_values: int) -> Self: ...

@final
class Problem:
    units: Units
    def __new__(
        cls,
        units: Units,
        domains: _Masks,
        inequalities: _Ints,
        sums: tuple[_Ints, _Ints, _Ints] | None = None,
        relations: tuple[_Ints, _Ints, _Masks] | None = None,
    ) -> Self: ...
    def lay_out(self, clues: npt.NDArray[np.uint8], signs: npt.NDArray[np.uint8]) -> str: ...
