"""Random descents of an engine that estimate the number of solutions and the work."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from ..model import Options
from .cover import OptionCover, open_cover
from .protocol import Request
from .search import Search, open_search


class Prober:
    """A given number of probes, made slice by slice.

    Parameters
    ----------
    request : Request
        A request with a seed other than 0.
    n_probes : int

    Attributes
    ----------
    logs : (n_probes, 2) float64
        The natural logarithms of the weight of each completed probe and, for a Model, of the work that it estimates.
    n_done : int
        Number of completed probes.
    """

    logs: npt.NDArray[np.float64]

    def __init__(self, request: Request, n_probes: int) -> None:
        is_cover = isinstance(request.model, Options)
        self._engine: Search | OptionCover = open_cover(request) if is_cover else open_search(request)
        self.n_done: int = 0
        self.logs = np.empty((n_probes, 2))

    def run(self, budget: int) -> None:
        """Continue the probes until the budget of work is used up or all probes are completed."""
        self.n_done += self._engine.probe(budget, self.logs[self.n_done :])

    @property
    def is_done(self) -> bool:
        """Whether all probes are completed."""
        return self.n_done == len(self.logs)

    @property
    def log_work(self) -> float:
        """The natural logarithm of the mean work that the probes so far estimate: minus infinity without probes."""
        if not self.n_done:
            return -math.inf
        return float(np.logaddexp.reduce(self.logs[: self.n_done, 1])) - math.log(self.n_done)
