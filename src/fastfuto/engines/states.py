"""Exact counting over states, the sets of filled cells, without enumerating the solutions."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

import numpy.typing as npt

from ..limits import Crew, counted
from ..model import Model, Options, latin_skeleton, permutation_skeleton
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
"""Stretches of a worker's budget. Several workers share all stretches, so none waits long for the others."""


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


def can_count_by_states(model: Model | Options) -> bool:
    """Return whether the states engine can count the solutions of the model."""
    return is_latin(model) or _is_permutation(model)


def open_states(model: Model, memory: int, threads: int = 1) -> States:
    """Return the states engine for Latin squares of the model's order. Its `reset` loads a model."""
    states: States = build("states", model.n_values, NARROW_ROWS).States(model.n_values, memory, threads)
    return states


class StatesCounter:
    """The states engine with the protocol `Engine`: all solutions are found at once, with the last layer."""

    total: int
    found: int
    tables: States | Subsets

    def __init__(self, request: Request) -> None:
        model = request.model
        assert isinstance(model, Model)
        self._model = model
        self._threads = request.threads if is_latin(model) else 1
        self._crew = Crew(self._threads)
        self._begun = False
        self.total = self.found = 0
        self._states: States | None = None
        if is_latin(model):
            self.tables = self._states = open_states(model, request.memory, self._threads)
        else:
            self.tables = module("_permutations").Subsets(model.n_cells, request.memory)

    def run(self, budget: int, limit: int, out: npt.NDArray[Any] | None = None) -> int:
        """Continue counting like `Engine.run`; the number may exceed the limit."""
        if not self._begun:
            self.tables.reset(problem_of(self._model))
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
            # If the others find nothing to do, a worker does not take all of their stretches, because the call checks
            # the time only between slices.
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
        """End the threads and free the layers. Afterwards the effort is unknown."""
        self.close()
        with suppress(MemoryError):  # There may be too little memory even to begin.
            self.tables.reset(problem_of(self._model))

    @property
    def stage(self) -> str:
        """The progress of the work, in words."""
        placed, n = self.tables.placed, self._model.n_values
        return f"{placed} of {n} values placed, {counted(self.tables.layer_size, 'state')} in the last layer"

    @property
    def n_left(self) -> int:
        """Number of values that are not placed yet."""
        return self._model.n_values - self.tables.placed

    @property
    def layer_done(self) -> float:
        """The completed share of the work on the next value, 0 to 1; always 0 for permutations."""
        return 0.0 if self._states is None else self._states.layer_done

    @property
    def nodes(self) -> int:
        """Number of permutations placed in a Latin square, or of values placed in a permutation."""
        return self.tables.steps

    @property
    def backtracks(self) -> int:
        """Always 0, because nothing is ever undone."""
        return 0

    @property
    def bytes(self) -> int:
        """The largest number of bytes of the tables so far."""
        return self.tables.peak_bytes

    @property
    def states(self) -> int:
        """Number of states in all layers so far."""
        return self.tables.states
