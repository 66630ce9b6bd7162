"""Lanes: many Futoshiki puzzles and Latin squares of n <= 16, each in a lane of wide registers.

The plane of a value holds the cells that may take it. A lane is a puzzle's share of the registers, so one instruction
works on the same plane of several puzzles. The passes are free of branches. The action at a fixpoint is chosen
separately for each lane. The code is in layout.h.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t

from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED
from common.guard cimport enter, guard_drop, guard_t
from lanes.core cimport (
    LANES_ABOVE, LANES_BELOW, LANES_EXHAUSTED, LANES_HANDED_OVER, LANES_LEFT, LANES_MOST_SIDE, LANES_RIGHT, lanes_begin,
    lanes_core, lanes_create, lanes_free, lanes_job, lanes_run, lanes_supported,
)
from lanes.tuning cimport BLAME, PATIENCE_8, PATIENCE_10, PATIENCE_16

EXHAUSTED = OUTCOME_EXHAUSTED
PAUSED = OUTCOME_PAUSED
HANDED_OVER = LANES_HANDED_OVER
"""The count of a puzzle that takes too long."""
MOST_SIDE = LANES_MOST_SIDE
WIDTHS = tuple(width for width in (512, 256, 128, 64) if lanes_supported(width))
"""Widths of the registers that can be used in bits, the widest first; 64 are single words."""


cdef int64_t patience(int32_t n) noexcept nogil:
    return PATIENCE_8 if n <= 8 else PATIENCE_10 if n <= 10 else PATIENCE_16


@cython.final
cdef class Lanes:
    """The solutions of many Futoshiki puzzles of one size.

    Parameters
    ----------
    clues : (k, n * n) uint8
        Values row by row, 0 for a blank cell; n is 1 to 16. A puzzle with a value above n has no solution.
    signs : (k, n * n) or (1, n * n) uint8
        The inequalities of each puzzle, or of all puzzles. The sign of a cell is a sum: 1 if it is less than its right
        neighbour, 2 if less than the left, 4 if less than the lower, and 8 if less than the upper.
    grids : (k, n * n) uint8
        Receives the first solution of each puzzle; a row stays unchanged if none is found.
    counts : (k,) int64
        Receives the number of solutions of each puzzle, up to `limit`. HANDED_OVER means that counting would take more
        than a fixed amount of work, which depends only on the puzzle. Its row of `grids` may then have a solution.
    limit : int
        Number of solutions at which a puzzle is finished, at least 1.
    width : int, optional
        Bits of the registers to use, one of `WIDTHS`. All widths have the same results. Default: the narrowest with a
        lane for each puzzle, or otherwise the widest.

    Raises
    ------
    ValueError
        If a shape, a sign or the limit is out of range, or the processor has no registers of that width.
    MemoryError
        If memory for the lanes runs out.

    Examples
    --------
    >>> import numpy as np
    >>> clues, signs = np.zeros((2, 9), np.uint8), np.zeros((1, 9), np.uint8)
    >>> clues[1, :2] = 1, 2
    >>> signs[0, 1] = 1
    >>> grids, counts = np.zeros_like(clues), np.zeros(2, np.int64)
    >>> Lanes(clues, signs, grids, counts, 10).run(1000) == EXHAUSTED
    True
    >>> counts.tolist(), grids[1].tolist()
    ([6, 2], [1, 2, 3, 2, 3, 1, 3, 1, 2])
    """

    cdef lanes_core *core
    cdef lanes_job job
    cdef const uint8_t[:, ::1] signs
    cdef object arrays              # the other arrays that the core uses
    cdef guard_t guard
    cdef readonly int32_t width     #: bits of the registers that are used

    def __cinit__(
        self, const uint8_t[:, ::1] clues not None, const uint8_t[:, ::1] signs not None,
        uint8_t[:, ::1] grids not None, int64_t[::1] counts not None, int64_t limit, width=None,
    ):
        cdef int32_t n = 1
        while n < LANES_MOST_SIDE and n * n < clues.shape[1]:
            n += 1
        if clues.shape[1] != n * n:
            raise ValueError(f"clues must have n * n columns, n from 1 to {LANES_MOST_SIDE}, got {clues.shape[1]}")
        if signs.shape[1] != n * n or grids.shape[1] != n * n:
            raise ValueError(
                f"signs and grids must have {n * n} columns, as clues, got {signs.shape[1]} and {grids.shape[1]}"
            )
        if grids.shape[0] != clues.shape[0] or counts.shape[0] != clues.shape[0]:
            raise ValueError(f"expected {clues.shape[0]} grids and counts, got {grids.shape[0]} and {counts.shape[0]}")
        if signs.shape[0] != clues.shape[0] and signs.shape[0] != 1:
            raise ValueError(f"expected signs of {clues.shape[0]} puzzles or of all, got {signs.shape[0]}")
        if width is None:
            width = width_for(n, clues.shape[0])
        elif width not in WIDTHS:
            raise ValueError(f"expected a width of {', '.join(map(str, WIDTHS))} bits, got {width!r}")
        self.width = width
        self.core = lanes_create(n, self.width, patience(n), BLAME)
        if self.core == NULL:
            raise MemoryError(f"the lanes of {n} x {n} do not fit into memory")
        self.signs = signs
        self.arrays = clues, grids, counts
        self.job.k = clues.shape[0]
        if self.job.k:
            self.job.clues, self.job.signs, self.job.grids = &clues[0, 0], &signs[0, 0], &grids[0, 0]
            self.job.counts = &counts[0]
        self.job.sign_step = n * n if signs.shape[0] > 1 else 0
        self.begin(limit)

    def __dealloc__(self):
        lanes_free(self.core)

    @property
    def nodes(self):
        """Candidates that were tried."""
        return self.core.nodes

    @property
    def passes(self):
        """Passes over puzzles."""
        return self.core.passes

    def begin(self, int64_t limit):
        """Begin with what the arrays contain now. Unfinished puzzles are dropped.

        Parameters
        ----------
        limit : int
            Number of solutions at which a puzzle is finished, at least 1.

        Raises
        ------
        ValueError
            If a sign or the limit is out of range.
        RuntimeError
            If the engine is running in another thread.
        """
        if limit < 1:
            raise ValueError(f"limit must be at least 1, got {limit}")
        enter(&self.guard, "these puzzles are being solved")
        try:
            check_signs(self.signs, self.core.n)
            lanes_begin(self.core, &self.job, limit)
        finally:
            guard_drop(&self.guard)

    def run(self, int64_t budget):
        """Continue solving.

        Parameters
        ----------
        budget : int
            Work to do before pausing, counted in passes over puzzles; at least 1. A thousand takes at most 1 ms.

        Returns
        -------
        int
            EXHAUSTED: all puzzles are done; PAUSED: the budget is used up.

        Raises
        ------
        ValueError
            If the budget is below 1.
        RuntimeError
            If the engine is running in another thread.
        """
        cdef int outcome
        if budget < 1:
            raise ValueError(f"the budget must be at least 1, got {budget}")
        enter(&self.guard, "these puzzles are being solved")
        try:
            with nogil:
                outcome = lanes_run(self.core, budget)
            if self.core.broken != NULL:
                raise AssertionError(self.core.broken.decode())
            return OUTCOME_EXHAUSTED if outcome == LANES_EXHAUSTED else OUTCOME_PAUSED
        finally:
            guard_drop(&self.guard)


cdef int32_t width_for(int32_t n, Py_ssize_t k):
    # Return the width of the narrowest registers that have a lane for each puzzle, because passes are faster in narrow
    # registers. If no registers have enough lanes, return the largest width.
    cdef int32_t width, word_bits = 32 if n <= 4 or n == 9 else 64
    for width in reversed(WIDTHS):
        if k <= (1 if width == 64 else width // word_bits):
            return width
    return WIDTHS[0]


cdef int check_signs(const uint8_t[:, ::1] signs, int32_t n) except -1:
    # Raise ValueError if a sign refers to a cell outside the grid, or has unknown bits.
    cdef uint8_t[LANES_MOST_SIDE * LANES_MOST_SIDE] outside
    cdef int32_t r, c
    cdef Py_ssize_t k, cell, wrong
    for r in range(n):
        for c in range(n):
            outside[r * n + c] = 0xF0
            if c == n - 1:
                outside[r * n + c] |= 1 << LANES_RIGHT
            if c == 0:
                outside[r * n + c] |= 1 << LANES_LEFT
            if r == n - 1:
                outside[r * n + c] |= 1 << LANES_BELOW
            if r == 0:
                outside[r * n + c] |= 1 << LANES_ABOVE
    with nogil:
        wrong = find_wrong(signs, outside)
    if wrong >= 0:
        k, cell = divmod(wrong, n * n)
        raise ValueError(
            f"cell {divmod(cell, n)} of the signs {k} is less than one outside the grid, or has other bits than "
            f"1, 2, 4 and 8: {signs[k, cell]}"
        )
    return 0


cdef Py_ssize_t find_wrong(const uint8_t[:, ::1] signs, const uint8_t *outside) noexcept nogil:
    # Return the index, over all puzzles, of the first sign with a bit that is not allowed in its cell; -1 if there is
    # none.
    cdef Py_ssize_t k, cell
    for k in range(signs.shape[0]):
        for cell in range(signs.shape[1]):
            if signs[k, cell] & outside[cell]:
                return k * signs.shape[1] + cell
    return -1


