"""Random descents of the search, which estimate the number of solutions and the work."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from .protocol import Request
from .search import Search, open_search

__all__ = ["Prober"]


class Prober:
    """Makes a number of probes, slice by slice.

    Parameters
    ----------
    request : Request
        With a seed other than 0.
    n_probes : int

    Attributes
    ----------
    logs : (n_probes, 2) float64
        Of each probe that has been made, the natural logarithms of its weight and of the work that it estimates.
    n_done : int
        Number of probes that have been made.
    """

    logs: npt.NDArray[np.float64]

    def __init__(self, request: Request, n_probes: int) -> None:
        self._search: Search = open_search(request)
        self.n_done: int = 0
        self.logs = np.empty((n_probes, 2))

    def run(self, budget: int) -> None:
        """Go on with the probes until the budget of work is used up or all of them have been made."""
        self.n_done += self._search.probe(budget, self.logs[self.n_done :])

    @property
    def is_done(self) -> bool:
        """Whether all probes have been made."""
        return self.n_done == len(self.logs)

    @property
    def log_work(self) -> float:
        """The natural logarithm of the mean work that the probes so far estimate: minus infinity if there are none."""
        if not self.n_done:
            return -math.inf
        return float(np.logaddexp.reduce(self.logs[: self.n_done, 1])) - math.log(self.n_done)
