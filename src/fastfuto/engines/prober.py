"""Random descents of the search, which estimate the number of solutions."""

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
    weights : (n_probes,) float64
        The natural logarithm of the weight of each probe that has been made; `double` replaces the array.
    """

    total = found = backtracks = 0

    weights: npt.NDArray[np.float64]

    def __init__(self, request: Request, n_probes: int) -> None:
        self._search: Any = open_engine("search", request)
        self._n_done = 0
        self.weights = np.empty(n_probes)

    def run(self, budget: int, limit: int = 1, out: npt.NDArray[Any] | None = None) -> int:
        """Go on with the probes; more of them may be left, or none."""
        self._n_done += self._search.probe(budget, self.weights[self._n_done :])
        return PAUSED

    def double(self) -> None:
        """Ask for as many probes again as there are."""
        self.weights = np.concatenate([self.weights, np.empty(len(self.weights))])

    @property
    def is_done(self) -> bool:
        """Whether all probes have been made."""
        return self._n_done == len(self.weights)

    @property
    def log_mean(self) -> float:
        """The natural logarithm of the mean weight, which estimates the number of solutions."""
        greatest = float(self.weights.max())
        if greatest == -math.inf:
            return greatest
        return greatest + math.log(np.exp(self.weights - greatest).mean())

    @property
    def nodes(self) -> int:
        """Choices made."""
        return int(self._search.nodes)

    @property
    def bytes(self) -> int:
        """Memory taken."""
        return int(self._search.bytes)
