"""Finding solutions or counting states: which side comes next while solutions are counted, by the seconds of both."""

from __future__ import annotations

import math
from typing import Literal

from ..engines import NARROW_ROWS, UNLIMITED, Prober, Request, is_latin
from ..model import Model, Options

__all__ = ["Shares", "Side", "expected_seconds", "is_finders_turn", "is_small"]

Side = Literal["finding", "counting", "probing"]

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

# A search of a Latin square of order 9 or less that is not over at once nearly never takes less than half of the
# time of the states.
SMALL_SHARE = 32
"""How many times as long counting states goes on as finding solutions on a small grid."""
UNPROBED = 0.01
"""Seconds of counting states up to which there are no probes on a small grid."""
SURE = 256
"""Number of probes that must expect less of the search than states have had, for both to have equal shares there."""


def is_small(model: Model | Options) -> bool:
    """Return whether the model is a Latin square of so small an order that states are tried before the search."""
    return is_latin(model) and model.n_values <= NARROW_ROWS


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


class Shares:
    """The seconds that both sides and the probes have had, and whose turn is next.

    Parameters
    ----------
    model : Model
    finding : float
        Seconds that the search has had before.

    Attributes
    ----------
    expected : float or None
        Seconds that the search is expected to take in all, if there have been probes.
    prober : Prober or None
        Makes the probes, from the first of them on.
    """

    expected: float | None = None
    prober: Prober | None = None

    def __init__(self, model: Model, finding: float) -> None:
        self._model = model
        self._is_small = is_small(model)
        self._is_large = is_latin(model) and not self._is_small
        self._before = finding
        self._seconds: dict[Side, float] = {"finding": finding, "counting": 0.0, "probing": 0.0}

    def add(self, side: Side, seconds: float) -> None:
        """Note that a turn has taken so long."""
        self._seconds[side] += seconds

    def next(self, found: int) -> Side:
        """Return whose turn it is; the search has found so many solutions."""
        if self._is_probing(found):
            return "probing"
        finding, counting = self._seconds["finding"], self._seconds["counting"]
        if self._is_small:
            is_late = self.expected is not None and self.expected < 2 * counting and self._n_probes >= SURE
            is_next = counting > finding * (1 if is_late else SMALL_SHARE)
        else:
            is_next = is_finders_turn(self.expected, self._is_large, finding - self._before, counting)
        return "finding" if is_next else "counting"

    def expected_now(self, found: int) -> float:
        """Return the seconds that the search is expected to take, even if no probe was due so far."""
        if self.expected is None:
            self._open_prober().run(UNLIMITED)
            self._is_probing(found)
        return self.expected or 0.0

    def _open_prober(self) -> Prober:
        """Return the prober, which has not made any probe yet."""
        self.prober = Prober(Request(self._model, seed=1), PROBES)
        return self.prober

    @property
    def _n_probes(self) -> int:
        return 0 if self.prober is None else len(self.prober.logs)

    def _is_probing(self, found: int) -> bool:
        """Return whether it is the turn of the probes."""
        finding, counting = self._seconds["finding"], self._seconds["counting"]
        if self.prober is None:
            # Where probes take long, the search gets some more time before them.
            is_due = counting >= UNPROBED if self._is_small else finding >= (QUICK if self._is_large else 0.0)
            if is_due:
                self._open_prober()
            return is_due
        if not self.prober.is_done:
            return True
        expected = expected_seconds(self.prober, found, finding)
        # On small grids, where states are soon counted, few probes mostly expect too little. A search that has gone
        # on for so long is not nearly done.
        self.expected = expected if self._is_large else max(expected, 2 * finding)
        is_doubtful = not self._is_large and self.expected < max(QUICK, 2 * counting)
        if is_doubtful and finding + counting >= PROBING * self._seconds["probing"]:
            self.prober.double()
            return True
        return False
