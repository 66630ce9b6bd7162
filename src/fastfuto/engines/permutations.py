"""All permutations, which are listed in lexicographic order and counted by a formula."""

from __future__ import annotations

import math
from typing import Any

import numpy.typing as npt

from ..model import Model, Options, permutation_skeleton, value_masks
from .loading import module
from .protocol import EXHAUSTED, Request


def is_all_permutations(model: Model | Options) -> bool:
    """Return whether the solutions of the model are exactly the permutations of 1..n."""
    if isinstance(model, Options) or model.skeleton.n_cells != model.skeleton.n_values:
        return False
    return (
        len(model.skeleton.unit_starts) == 2
        and not len(model.inequalities)
        and not len(model.sums.totals)
        and not len(model.relations.cells)
        and model.skeleton == permutation_skeleton(model.n_values)
        and bool((model.domains == value_masks(model.n_values)[0]).all())
    )


class AllPermutations:
    """The n! permutations of 1..n, which need no search."""

    total: int
    found: int

    def __init__(self, request: Request) -> None:
        self._permuter = module("_permutations").Permuter(request.model.n_cells)
        self._number = math.factorial(request.model.n_cells)
        self.total = self.found = 0

    def run(self, budget: int, limit: int, out: npt.NDArray[Any] | None = None) -> int:
        """List the next permutations like `Engine.run`.

        Without `out`, all permutations are counted at once, even if their number exceeds the limit.
        """
        if out is None:
            self.found, self.total = self._number - self.total, self._number
            return EXHAUSTED
        outcome: int = self._permuter.run(budget, limit, out)
        self.found = self._permuter.found
        self.total += self.found
        return outcome

    @property
    def nodes(self) -> int:
        """Number of permutations listed."""
        return int(self._permuter.total)

    @property
    def backtracks(self) -> int:
        """Always 0, because nothing is ever undone."""
        return 0

    @property
    def bytes(self) -> int:
        """Bytes in use."""
        return int(self._permuter.bytes)
