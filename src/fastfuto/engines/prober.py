"""Random descents of the search, which estimate the number of solutions and the work."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from .protocol import PAUSED, Request
from .registry import open_engine

__all__ = ["Prober"]


class Prober:
    """Makes a number of probes, run like an engine that finds no solution.

    Parameters
    ----------
    request : Request
        With a seed other than 0.
    n_probes : int

    Attributes
    ----------
    logs : (n_probes, 2) float64
        Of each probe that has been made, the natural logarithms of its weight and of the work that it estimates;
        `double` replaces the array.
    """

    total = found = backtracks = 0

    logs: npt.NDArray[np.float64]

    def __init__(self, request: Request, n_probes: int) -> None:
        self._search: Any = open_engine("search", request)
        self._n_done = 0
        self.logs = np.empty((n_probes, 2))

    def run(self, budget: int, limit: int = 1, out: npt.NDArray[Any] | None = None) -> int:
        """Go on with the probes; more of them may be left, or none."""
        self._n_done += self._search.probe(budget, self.logs[self._n_done :])
        return PAUSED

    def double(self) -> None:
        """Ask for as many probes again as there are."""
        self.logs = np.concatenate([self.logs, np.empty_like(self.logs)])

    @property
    def is_done(self) -> bool:
        """Whether all probes have been made."""
        return self._n_done == len(self.logs)

    @property
    def log_solutions(self) -> float:
        """The natural logarithm of the number of solutions that the probes so far estimate."""
        return self._log_mean(0)

    @property
    def log_work(self) -> float:
        """The natural logarithm of the work of a search that the probes so far estimate."""
        return self._log_mean(1)

    def _log_mean(self, column: int) -> float:
        """Return the logarithm of the mean of the probes so far, which is minus infinity if there are none."""
        if not self._n_done:
            return -math.inf
        return float(np.logaddexp.reduce(self.logs[: self._n_done, column])) - math.log(self._n_done)

    @property
    def nodes(self) -> int:
        """Choices made."""
        return int(self._search.nodes)

    @property
    def bytes(self) -> int:
        """Memory taken."""
        return int(self._search.bytes)
