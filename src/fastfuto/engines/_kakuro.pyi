import numpy as np
import numpy.typing as npt

def find_runs(
    values: npt.NDArray[np.int32], totals: npt.NDArray[np.int32], out: npt.NDArray[np.int32]
) -> tuple[int, int, int, int]: ...
