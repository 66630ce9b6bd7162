from typing import final

import numpy as np
import numpy.typing as npt

EXHAUSTED: int
PAUSED: int

@final
class Layers:
    bytes: int
    peak_bytes: int
    states: int
    width: int
    steps: int
    def __new__(cls, order: int, memory: int = ..., workers: int = ...) -> Layers: ...
