"""Exact cover by dancing links, and other models encoded as exact covers."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..model import CandidateOptions, IntArray, Model, Options
from .loading import module
from .protocol import PAUSED, SOLUTION, Request


def open_cover(request: Request) -> OptionCover:
    """Return the engine for an exact cover, or for a model of units only, encoded as an exact cover."""
    model = request.model
    return OptionCover(model, request.seed) if isinstance(model, Options) else CandidateCover(model)


class OptionCover:
    """Dancing links that are built in pieces, one piece per run, before the search begins."""

    def __init__(self, options: Options | CandidateOptions, seed: int = 0) -> None:
        self._cover = module("_cover").Cover(
            options.n_options, options.n_memberships, options.n_items, options.n_primary
        )
        self._cover.reset(seed=seed)
        self._pieces = options.pieces()
        self._options_left = options.n_options

    def run(self, budget: int, limit: int, out: npt.NDArray[Any] | None = None) -> int:
        """Continue to build the links or to search, like `Engine.run`."""
        return int(self._cover.run(budget, limit, out)) if self._is_built() else PAUSED

    def probe(self, budget: int, logs: npt.NDArray[np.float64]) -> int:
        """Continue building the links, or making probes; `Search.probe` has the details.

        Only the first column of `logs`, (n_probes, 2), is written.
        """
        return int(self._cover.probe(budget, logs[:, 0])) if self._is_built() else 0

    def _is_built(self) -> bool:
        """Add a piece of the options, and return whether no options are left."""
        if self._options_left:
            starts, items, colours = next(self._pieces)
            self._cover.add(starts, items, colours)
            self._options_left -= len(starts) - 1
        return not self._options_left

    @property
    def nodes(self) -> int:
        """Number of options tried."""
        return int(self._cover.nodes)

    @property
    def backtracks(self) -> int:
        """Number of dead ends, in which an item had no option left."""
        return int(self._cover.backtracks)

    @property
    def total(self) -> int:
        """Number of solutions so far."""
        return int(self._cover.total)

    @property
    def bytes(self) -> int:
        """Bytes in use."""
        return int(self._cover.bytes)

    @property
    def found(self) -> int:
        """Number of solutions found in the last run."""
        return int(self._cover.found)


class CandidateCover(OptionCover):
    """A model encoded as an exact cover, with one option for each candidate."""

    CHUNK = 256

    def __init__(self, model: Model) -> None:
        options = CandidateOptions(model)
        super().__init__(options)
        self._candidates, self._n_primary = options.candidates, options.n_primary
        self._n_cells, self._n_values = model.n_cells, model.n_values

    def run(self, budget: int, limit: int, out: npt.NDArray[Any] | None = None) -> int:
        """Continue like `Engine.run`; the run may pause early."""
        if out is None:
            return super().run(budget, limit)
        n_rows = min(limit, self.CHUNK)
        chosen = np.empty((n_rows, self._n_primary), np.int32)
        outcome = super().run(budget, n_rows, chosen)
        # Each option covers one cell, so a solution has as many options as cells.
        cell, value = divmod(self._candidates[chosen[: self.found, : self._n_cells]], self._n_values)
        out[np.arange(self.found)[:, None], cell] = value + 1
        return PAUSED if outcome == SOLUTION and self.found < limit else outcome


def nonzero_rows(matrix: npt.NDArray[np.uint8]) -> tuple[IntArray, IntArray] | None:
    """List the columns of the nonzero entries of a 0-1 matrix, in compressed rows.

    Parameters
    ----------
    matrix : (rows, columns) uint8, C-contiguous

    Returns
    -------
    starts : (rows + 1,) int32
        First entry of each row in `columns`.
    columns : (ones,) int32
    None
        Returned in place of the arrays if the matrix has numbers other than 0 and 1, or too many entries of 1.
    """
    compress = module("_cover").compress
    starts = np.empty(len(matrix) + 1, np.int32)
    # The arrays have room for a sparse matrix, so most matrices are read only once.
    columns = np.empty(matrix.size // 64 + 64, np.int32)
    while (n_ones := compress(matrix, starts, columns)) > len(columns):
        columns = np.empty(n_ones, np.int32)
    return None if n_ones < 0 else (starts, columns[:n_ones])
