"""Finding solutions or counting states: which side comes next while solutions are counted, by the seconds of both."""

from __future__ import annotations

import math

from ..engines import Prober

__all__ = ["PROBES", "PROBING", "QUICK", "expected_seconds", "is_finders_turn"]

PROBES = 16
"""Number of probes that estimate the number of solutions, to choose between finding them and counting states."""
PROBING = 16
"""How many times as long as all probes other work has taken before a doubtful estimate gets as many probes again."""
LEAST_RATE = 3e5
"""Solutions a second that the search is supposed to find at least."""
SHARE = 4
"""How many times as long finding solutions goes on as counting states, where it is expected to be quick."""
STATES_SHARE = 8
"""How many times as long counting states goes on as finding solutions, as long as it is likelier to be fast."""
LATE_SHARE = 2
"""How many times as long finding solutions goes on as counting states, once states have had half of the time that
the search is expected to take."""
QUICK = 0.005
"""Seconds that the search may be expected to take if it is to be preferred to states."""
QUICK_WIDE = 0.5
"""Seconds that the search may take on a large grid, which has many states, if it is to be preferred to states."""


def expected_seconds(prober: Prober, found: int, seconds: float) -> float:
    """Return the seconds that the search is likely to take, by the probes so far and its own rate."""
    log_rate = math.log(max(found / seconds, LEAST_RATE))
    return math.exp(min(prober.log_solutions - log_rate, 100.0))


def is_finders_turn(expected: float | None, is_large: bool, finding: float, counting: float) -> bool:
    """Return whether the engines that find solutions come next, by the seconds that both sides have had.

    The seconds that the search is expected to take are None if they are not known.
    """
    if expected is None:
        return True
    if expected < (QUICK_WIDE if is_large else QUICK):
        return counting * SHARE >= finding
    if counting < expected / 2:
        return counting > finding * (SHARE if is_large else STATES_SHARE)
    return counting * LATE_SHARE >= finding  # The states have had their chance.
