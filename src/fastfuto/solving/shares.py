"""The division of time between finding solutions and counting states, by the work that each side has left."""

from __future__ import annotations

import math
from typing import Literal

from ..engines import NARROW_ROWS, is_latin
from ..model import Model, Options
from . import tuning

Side = Literal["finding", "counting"]


def is_small(model: Model | Options) -> bool:
    """Return whether the model is a Latin square small enough that states are usually faster than the search."""
    return is_latin(model) and model.n_values <= NARROW_ROWS


class Shares:
    """The seconds that each side has worked, and the choice of the side that works next.

    The progress of each side predicts its remaining time, often with an error by a factor of two or three. Therefore
    both sides work, with times in inverse proportion to the squares of their expected times. As long as no part of the
    search is done, both sides have equal shares.

    The early progress of the search is a poor predictor. For the first `tuning.DOUBTFUL` seconds, states work at most
    `tuning.DOUBTED_SHARE` times as long as the search. On small grids, the states always work `tuning.MOST_SHARE` times
    as long as the search.

    Parameters
    ----------
    model : Model or Options
    finding : float
        Seconds that the search worked before the states joined.

    Attributes
    ----------
    left : float
        Expected seconds until one side is done; infinity before `next` was called.
    """

    left: float

    def __init__(self, model: Model | Options, finding: float) -> None:
        self._is_small = is_small(model)
        self._seconds: dict[Side, float] = {"finding": finding, "counting": 0.0}
        # The number of values left, and the seconds that the states had worked when that value began.
        self._n_left, self._before = 0, 0.0
        self.left = math.inf

    @property
    def finding(self) -> float:
        """Seconds that the engines that find solutions have worked."""
        return self._seconds["finding"]

    def add(self, side: Side, seconds: float) -> None:
        """Add the seconds of a turn."""
        self._seconds[side] += seconds

    def next(self, done: float, n_left: int, layer_done: float = 0.0, counted: float = 0.0) -> Side:
        """Return the side that works next.

        Parameters
        ----------
        done : float
            The part of the search that is done, 0 to 1.
        n_left : int
            Number of values that the states have not placed yet.
        layer_done : float
            The part of the current value's work that is done, 0 to 1; 0 if it is unknown.
        counted : float
            The part of the states engine's work that is done, 0 to 1; 0 if it can only be predicted from the values.
        """
        counting = self._seconds["counting"]
        if n_left != self._n_left:
            self._n_left, self._before = n_left, counting
        to_find = self.expected(done) - self.finding
        # The time of the present value is extrapolated from its finished part; each later value multiplies the total by
        # `growth`.
        growth = tuning.STATES_GROWTH
        layer = (counting - self._before) / layer_done if layer_done else counting * (growth - 1)
        expected = counting / counted if counted else (self._before + layer) * growth ** (n_left - 1)
        to_count = expected - counting
        if self._is_small:
            share = 1 / tuning.MOST_SHARE
        elif not done:
            share = 1.0
        else:
            share = (to_count / to_find) ** 2 if to_find > 0 else math.inf
            least = tuning.DOUBTED_SHARE if self.finding < tuning.DOUBTFUL else tuning.MOST_SHARE
            share = min(max(share, 1 / least), tuning.MOST_SHARE)
        # The sides work 1 and `share` seconds in turn.
        self.left = (1 + share) * min(to_count, to_find / share if share else math.inf)
        return "finding" if self.finding < counting * share else "counting"

    def expected(self, done: float) -> float:
        """Return the expected total time of the search in seconds, if this part of it is done."""
        return self.finding / done if done else math.inf
