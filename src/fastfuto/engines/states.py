"""Exact counting over states, the sets of filled cells, without enumerating the solutions."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard, cast

import numpy as np
import numpy.typing as npt

from ..limits import Crew, counted
from ..model import IntArray, Model, Options, latin_skeleton, permutation_skeleton
from .loading import build, module, problem_of
from .protocol import EXHAUSTED, PAUSED, Request

if TYPE_CHECKING:
    from ._permutations import Subsets
    from ._states import States as _States

    States: TypeAlias = _States
else:
    States = Any

MAX_ROWS, NARROW_ROWS = 32, 9
"""The largest orders of the wide and of the narrow build."""
MAX_POSITIONS = 63
STRETCHES = 16
"""Number of stretches of a worker's budget. The workers share all stretches, so no worker waits long for the others."""


def is_latin(model: Model | Options) -> TypeGuard[Model]:
    """Return whether the model is a Latin square of order 3 to 32, with or without inequalities."""
    if isinstance(model, Options) or len(model.sums.totals) or len(model.relations.cells):
        return False
    skeleton = model.skeleton
    n = skeleton.n_values
    if not (3 <= n <= MAX_ROWS and skeleton.n_cells == n * n):
        return False
    latin = latin_skeleton(n)
    return skeleton is latin or skeleton == latin


def _is_permutation(model: Model | Options) -> TypeGuard[Model]:
    """Return whether the model is a permutation of up to 63 values."""
    return (
        isinstance(model, Model)
        and model.n_cells <= MAX_POSITIONS
        and not len(model.sums.totals)
        and not len(model.relations.cells)
        and model.skeleton == permutation_skeleton(model.n_cells)
    )


def chain_of(model: Model | Options) -> IntArray | None:
    """Return the cells of a model in the order of a chain, or None if the model is not a chain.

    All cells of a chain have different values, and inequalities and relations join only neighbours, or the last cell
    and the first.
    """
    if isinstance(model, Options) or len(model.sums.totals) or model.skeleton.n_values > MAX_POSITIONS:
        return None
    n = model.n_cells
    if len(model.skeleton.unit_starts) != 2 or not len(model.skeleton.unit_cells) == n <= model.n_values:
        return None
    joined: list[set[int]] = [set() for _ in range(n)]
    for a, b in (*model.inequalities.tolist(), *model.relations.cells.tolist()):
        joined[a].add(b)
        joined[b].add(a)
    if max(map(len, joined)) > 2:
        return None
    chain: list[int] = []
    # Open chains begin at their ends and can follow one another. A circle must have all cells.
    for start in sorted(range(n), key=lambda cell: len(joined[cell])):
        if chain and start not in chain and len(joined[start]) == 2:
            return None
        cell = start
        while cell not in chain:
            chain.append(cell)
            cell = next((each for each in joined[cell] if each not in chain), cell)
    return np.array(chain, np.int32)


def can_count_by_states(model: Model | Options) -> bool:
    """Return whether the states engine can count the solutions of the model."""
    return is_latin(model) or _is_permutation(model) or chain_of(model) is not None


def open_states(model: Model, memory: int, threads: int = 1) -> States:
    """Return the states engine for Latin squares of the model's order. The method `reset` loads a model."""
    states: States = build("states", model.n_values, NARROW_ROWS).States(model.n_values, memory, threads)
    return states


class StatesCounter:
    """The states engine as an `Engine`; the last layer gives the number of all solutions at once."""

    total: int
    found: int
    tables: States | Subsets

    def __init__(self, request: Request) -> None:
        model = request.model
        assert isinstance(model, Model)
        self._model = model
        is_square = is_latin(model)
        # Without relations, a permutation has far fewer states as a permutation than as a chain.
        self._chain = None if is_square or _is_permutation(model) else chain_of(model)
        self._threads = request.threads if is_square else 1
        self._crew = Crew(self._threads)
        self._begun = False
        self.total = self.found = 0
        self._states: States | None = None
        if is_square:
            self.tables = self._states = open_states(model, request.memory, self._threads)
        else:
            self.tables = module("_permutations").Subsets(model.n_values, request.memory)

    def run(self, budget: int, limit: int, out: npt.NDArray[Any] | None = None) -> int:
        """Continue counting like `Engine.run`; the number may exceed the limit."""
        if not self._begun:
            self._reset()
            self._begun = True
        if self._is_layer_finished(budget) and not self.tables.advance():
            count = self.tables.count()
            assert count is not None
            self.total = self.found = count
            return EXHAUSTED
        return PAUSED

    def _is_layer_finished(self, budget: int) -> bool:
        """Let all workers continue the layer, and return whether it is finished."""
        run: Callable[..., int] = self.tables.run
        if self._threads == 1:
            return bool(run(budget) == EXHAUSTED)
        left = self._threads * STRETCHES
        stretch = max(1, budget // STRETCHES)

        def work(worker: int) -> bool:
            nonlocal left
            # If other workers find nothing to do, a worker does not take all of their stretches, because the call
            # checks the time only between slices.
            for _ in range(2 * STRETCHES):
                if left <= 0:
                    break
                left -= 1  # Two simultaneous decrements may count as one, which only adds a stretch.
                if run(stretch, worker) == EXHAUSTED:
                    return True
            return False

        return all(self._crew.all_do(work))

    def close(self) -> None:
        """End the threads."""
        self._crew.close()

    def clear(self) -> None:
        """End the threads and free the layers. The counters of the work so far are lost."""
        self.close()
        with suppress(MemoryError):  # The memory may be too small even to begin.
            self._reset()

    def _reset(self) -> None:
        """Load the model for a new count."""
        reset: Callable[..., None] = self.tables.reset
        if self._chain is None:
            reset(problem_of(self._model))
        else:
            reset(problem_of(self._model), self._chain)
            self._n_rounds = cast("Subsets", self.tables).rounds_left + 1

    @property
    def stage(self) -> str:
        """The progress of the work, in words."""
        placed = self.tables.placed
        what = "values placed" if self._chain is None else "cells filled"
        states = counted(self.tables.layer_size, "state")
        return f"{placed} of {placed + self.n_left} {what}, {states} in the last layer"

    @property
    def layers(self) -> list[tuple[int, int]]:
        """For each end of the order of values, how many values are placed, and how many states that layer has."""
        return [] if self._states is None else self._states.layers

    @property
    def n_left(self) -> int:
        """Number of values that are not placed yet or, for a chain, of cells that are not filled yet."""
        n = self._model.n_values if self._chain is None else len(self._chain)
        return n - self.tables.placed

    @property
    def layer_done(self) -> float:
        """The completed share of the work on the next value, 0 to 1; always 0 for permutations."""
        return 0.0 if self._states is None else self._states.layer_done

    @property
    def done(self) -> float:
        """The completed share of all work, as far as it can be predicted, 0 to 1; 0 unless the model is a chain.

        The work of filling cell k + 1 is the number of unused values, summed over all sets of k used values.
        """
        if self._chain is None or not self._begun:
            return 0.0
        subsets = cast("Subsets", self.tables)
        n, m, placed = self._model.n_values, len(self._chain), subsets.placed
        works = [math.comb(n, k) * (n - k) for k in range(m)] + [0]
        done = (sum(works[:placed]) + works[placed] * subsets.layer_done) / sum(works)
        return 1 - (subsets.rounds_left + 1 - done) / self._n_rounds

    @property
    def nodes(self) -> int:
        """Number of permutations placed in a Latin square, or of values placed in a permutation."""
        return self.tables.steps

    @property
    def backtracks(self) -> int:
        """Always 0, because the engine never undoes a choice."""
        return 0

    @property
    def bytes(self) -> int:
        """The largest number of bytes of the tables so far."""
        return self.tables.peak_bytes

    @property
    def states(self) -> int:
        """Number of states in all layers so far."""
        return self.tables.states
