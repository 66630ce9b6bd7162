"""The engines that a session runs before there are turns: the search, one for batches, or one after the other."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from ..engines import (
    NARROW_ROWS,
    PAUSED,
    SEARCH,
    SINGLES,
    SOLUTION,
    SPARE_BYTES,
    Engine,
    EngineKind,
    Request,
    Search,
    Single,
    problem_of,
    take_search,
)
from ..model import Model, Skeleton
from . import tuning

NEVER = -1
"""An outcome that no engine has."""


class Opening:
    """The engines that run before turns are created, because creating turns takes longer than most small puzzles.

    The skeleton keeps an opening with its engines for the next model, so what follows from the skeleton is decided
    once.

    Parameters
    ----------
    skeleton : Skeleton

    Attributes
    ----------
    engine : Engine
        The engine that ran last.
    kind : EngineKind
        The registry's record of this engine.
    """

    __slots__ = (
        *("_batch", "_due", "_is_searching", "_model", "_n", "_order", "_search", "_seed"),
        *("_single", "_usual_batch", "engine", "kind"),
    )

    engine: Engine
    kind: EngineKind
    _model: Model
    _due: int | None

    def __init__(self, skeleton: Skeleton) -> None:
        self._search: Any = None  # A `Search`, whose type would need another check in each run.
        self._single: Single | None = None
        self._n = n = skeleton.n_values
        n_units = len(skeleton.unit_starts) - 1
        self._usual_batch = "lanes" if n_units == 2 * n else "sudoku9" if (n, n_units) == (9, 27) else ""

    def begin(self, model: Model, order: str, seed: int, with_batches: bool) -> None:
        """Prepare for a model with the same skeleton, which an engine loads when it first runs."""
        self._model, self._order, self._seed = model, order, seed
        self._batch = self._usual_batch if with_batches else ""
        self._is_searching = False
        # The outcome after which an engine for batches runs; None is the beginning.
        self._due = NEVER

    def run(
        self, last: int | None, limit: int, rows: npt.NDArray[Any] | None, is_counting: bool
    ) -> int | None:
        """Run an engine until it has found `limit` solutions or filled the rows, (k, n_cells).

        `last` is the outcome of the last run, or None before the first run. Return the outcome, or None if it is time
        for turns.
        """
        is_short = limit <= 2 and not is_counting
        if is_short and last is None and self._batch:
            if self._batch == "sudoku9" or (limit == 2 and self._n <= tuning.LANE_FIRST):
                self._due = None
            elif self._n in tuning.LANE_SIDES:
                self._due = PAUSED
        if is_short and last == self._due:
            if (single := self._single if last == SOLUTION else self._loaded_single()) is not None:
                self.engine, self.kind, self._due = single, SINGLES[single.name], SOLUTION
                return single.run(tuning.FIRST_SLICE, limit - single.total, rows)
            self._due = NEVER
        elif last == PAUSED:
            return None
        self.engine = search = self._search if self._is_searching else self.search()
        self.kind = SEARCH
        room = limit - search.total if rows is None else len(rows)
        if is_short and self._due == PAUSED:
            outcome: int = search.run(tuning.FIRST_SLICE, room, rows, tuning.LANE_BACKTRACKS)
        elif is_counting and self._n <= NARROW_ROWS:
            outcome = search.run(tuning.SMALL_SLICE, room, rows)
        else:
            outcome = search.run(tuning.FIRST_SLICE, room, rows)
        return outcome

    def search(self) -> Search:
        """Return the search, which has loaded the model."""
        search: Search | None = self._search
        if search is None:
            search = self._search = take_search(self._model, self._order, self._seed)
        elif not self._is_searching:
            search.reset(problem_of(self._model), self._order == "lexicographic", self._seed)
        self._is_searching = True
        return search

    def _loaded_single(self) -> Single | None:
        """Return the engine for batches, which has loaded the model, or None if it cannot solve the model."""
        if self._single is None:
            self._single = Single(Request(self._model))
        else:
            self._single.reset(self._model)
        return self._single if self._single.name else None

    def keep(self) -> None:
        """Keep the engines for the next model, after the last run."""
        skeleton = self._model.skeleton
        if self._search is not None and self._search.bytes > SPARE_BYTES:
            self._search = None
        del self._model  # The skeleton, which has the opening from now on, would have itself.
        skeleton.spare["opening"] = self
