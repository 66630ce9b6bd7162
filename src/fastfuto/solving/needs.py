"""The memory that counting by states would take, for puzzles whose layers do not fit into memory."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..limits import sized
from . import tuning


def full_memory(memory: int, stage: str, n: int, layers: Sequence[tuple[int, int]]) -> str:
    """Return the message that the states do not fit into memory, with the bytes needed if they can be estimated.

    The logarithm of the number of states after k of n values is roughly proportional to k * (n - k), so the last layer
    from each end of the order of values predicts the largest layer. About two layers of this size exist at once.

    Parameters
    ----------
    memory : int
        The memory limit in bytes.
    stage : str
        The progress of the count, in words.
    n : int
        The order of the Latin square.
    layers : sequence of (int, int)
        For each end of the order of values, the number of values placed and the states of that layer. There is no
        estimate if no layer is finished, or if an end has no value or no state.
    """
    needed = 0.0
    if layers and all(placed and states for placed, states in layers):
        rate = sum(math.log(states) / (placed * (n - placed)) for placed, states in layers) / len(layers)
        half = n // 2
        n_words = -(-((n - 1) ** 2) // 64) + 1 + int(half * math.lgamma(n + 1) / (64 * math.log(2)))
        needed = 2 * 8 * n_words * tuning.SLACK * math.exp(rate * half * (n - half))
    known = ""
    if needed > memory:
        known = f"counting states would take roughly {sized(needed, 1)}; "
    return (
        f"the memory limit of {sized(memory)} was reached with {stage}; {known}raise the limit, or "
        "try estimate_count()"
    )
