"""Finding solutions or counting states: whose turn is next while solutions are counted, by what each has left to do."""

from __future__ import annotations

import math
from typing import Literal

from ..engines import NARROW_ROWS, is_latin
from ..model import Model, Options
from . import tuning

Side = Literal["finding", "counting"]


def is_small(model: Model | Options) -> bool:
    """Return whether the model is a Latin square of so small an order that states are mostly faster than the search."""
    return is_latin(model) and model.n_values <= NARROW_ROWS


class Shares:
    """The seconds that both sides have had, and whose turn is next.

    How far each side has come tells how long it will still take. Such a guess is often wrong by a factor of two or
    three. So both sides work, and their times are in inverse proportion to the squares of what they are expected to
    take: the likelier one side is to be over first, the less the other one works. As long as no part of the search is
    over, both have equal shares. What the search has done tells little in the beginning, so up to `tuning.DOUBTFUL`
    seconds the states work no more than `tuning.DOUBTED_SHARE` times as long. On small grids the states always work
    `tuning.MOST_SHARE` times as long.

    Parameters
    ----------
    model : Model or Options
    finding : float
        Seconds that the search has had before.
    """

    def __init__(self, model: Model | Options, finding: float) -> None:
        self._is_small = is_small(model)
        self._seconds: dict[Side, float] = {"finding": finding, "counting": 0.0}
        # Values left, and the seconds that the states had worked when it came to that.
        self._n_left, self._before = 0, 0.0

    @property
    def finding(self) -> float:
        """Seconds that the engines that find solutions have had."""
        return self._seconds["finding"]

    def add(self, side: Side, seconds: float) -> None:
        """Note that a turn has taken so long."""
        self._seconds[side] += seconds

    def next(self, done: float, n_left: int, layer_done: float = 0.0) -> Side:
        """Return whose turn it is.

        Parameters
        ----------
        done : float
            The part of the search that is over, 0 to 1.
        n_left : int
            Number of values that the states have not placed yet.
        layer_done : float
            The part of the work on the first of these that is done, 0 to 1; 0 if it is not known.
        """
        counting = self._seconds["counting"]
        if n_left != self._n_left:
            self._n_left, self._before = n_left, counting
        to_find = self.expected(done) - self.finding
        # The value that is being placed takes as long as its part that is done tells, and the others as the rule says.
        growth = tuning.STATES_GROWTH
        layer = (counting - self._before) / layer_done if layer_done else counting * (growth - 1)
        to_count = (self._before + layer) * growth ** (n_left - 1) - counting
        if self._is_small:
            share = 1 / tuning.MOST_SHARE
        elif not done:
            share = 1.0
        else:
            share = (to_count / to_find) ** 2 if to_find > 0 else math.inf
            least = tuning.DOUBTED_SHARE if self.finding < tuning.DOUBTFUL else tuning.MOST_SHARE
            share = min(max(share, 1 / least), tuning.MOST_SHARE)
        return "finding" if self.finding < counting * share else "counting"

    def expected(self, done: float) -> float:
        """Return the seconds that the search is expected to take in all, of which that part is over."""
        return self.finding / done if done else math.inf
