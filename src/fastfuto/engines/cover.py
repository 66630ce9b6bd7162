"""Exact cover by dancing links, and other models encoded as exact covers."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..model import IntArray, Options, candidate_options
from .loading import module
from .protocol import PAUSED, SOLUTION, Engine, Request

__all__ = ["nonzero_rows", "open_cover"]


def open_cover(request: Request) -> Engine:
    """Return the engine for an exact cover, or for a model without inequalities and sums that is encoded as one."""
    if isinstance(request.model, Options):
        cover: Engine = _dancing_links(request.model)
        return cover
    return CandidateCover(request)


def _dancing_links(options: Options) -> Any:
    cover = module("_cover").Cover(
        options.option_starts, options.option_items, options.colours, options.n_items, options.n_primary
    )
    cover.reset()
    return cover


class CandidateCover:
    """A model encoded as an exact cover, with one option for each candidate."""

    CHUNK = 256

    found: int

    def __init__(self, request: Request) -> None:
        assert not isinstance(request.model, Options)
        options, self._cell, self._value = candidate_options(request.model)
        self._cover = _dancing_links(options)
        self._n_primary, self._n_cells = options.n_primary, request.model.n_cells
        self.found = 0

    def run(self, budget: int, limit: int, out: npt.NDArray[Any] | None = None) -> int:
        """Go on searching as `Engine.run` does; the run may pause early."""
        if out is None:
            outcome: int = self._cover.run(budget, limit)
            self.found = self._cover.found
            return outcome
        n_rows = min(limit, self.CHUNK)
        chosen = np.empty((n_rows, self._n_primary), np.int32)
        outcome = self._cover.run(budget, n_rows, chosen)
        self.found = self._cover.found
        # Each option covers one cell, so there are as many options in a solution as there are cells.
        chosen = chosen[: self.found, : self._n_cells]
        out[np.arange(self.found)[:, None], self._cell[chosen]] = self._value[chosen]
        return PAUSED if outcome == SOLUTION and self.found < limit else outcome

    @property
    def nodes(self) -> int:
        """Number of options tried."""
        return int(self._cover.nodes)

    @property
    def backtracks(self) -> int:
        """Number of dead ends: an item had no option left."""
        return int(self._cover.backtracks)

    @property
    def total(self) -> int:
        """Number of solutions so far."""
        return int(self._cover.total)

    @property
    def bytes(self) -> int:
        """Bytes taken."""
        return int(self._cover.bytes)


def nonzero_rows(matrix: npt.NDArray[np.uint8]) -> tuple[IntArray, IntArray] | None:
    """List the columns of the ones of a matrix of 0 and 1, in compressed rows.

    Parameters
    ----------
    matrix : (rows, columns) uint8, C-contiguous

    Returns
    -------
    starts : (rows + 1,) int32
        Where each row begins in `columns`.
    columns : (ones,) int32
    None
        Returned instead of both if there are other numbers than 0 and 1, or too many ones.
    """
    compress = module("_cover").compress
    starts = np.empty(len(matrix) + 1, np.int32)
    # There is room for a sparse matrix, so most matrices are read only once.
    columns = np.empty(matrix.size // 64 + 64, np.int32)
    while (n_ones := compress(matrix, starts, columns)) > len(columns):
        columns = np.empty(n_ones, np.int32)
    return None if n_ones < 0 else (starts, columns[:n_ones])
