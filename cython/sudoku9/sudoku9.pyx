"""Sudoku9: many 9 x 9 Sudoku puzzles with boxes of 3 x 3, one after the other.

A band is three rows, which have 27 cells. The positions of a digit in a band are therefore one word, and a whole state
is 27 words. In the three rows of a band, a digit is in three different boxes; in three boxes below each other, it is in
three different columns. Positions that are in no such choice are dropped. This covers both hidden singles and locked
candidates; the method is known from JCZSolve, by JasonLion, champagne and Zhou Yundong. Naked singles are found
separately. At a fixpoint the search branches on a cell with two candidates if there is one, and prefers the digit with
two positions in the most rows.

The portable code in narrow.pxd processes one word after the other. On processors with wide registers, the code in
wide.h and look.h processes the whole state at once. Both apply the same rules up to the fixpoint and branch in the same
order, so they search the same tree and find the same first solution.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uintptr_t

from common.bits cimport word_lowest, word_size
from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, OUTCOME_SOLUTION, Outcome
from common.digits cimport read_sudoku
from common.guard cimport enter, guard_drop, guard_t
from common.scanning cimport Text, open_text
from sudoku9.narrow cimport (
    BANDS, State, Tables, fill_tables, narrow_lay_out, narrow_propagate, narrow_read, rows_with,
)
from sudoku9.wide cimport (
    SUDOKU_CONTRADICTION, SUDOKU_SOLVED, SUDOKU_SPLIT, wide_fill_tables, wide_lay_out, wide_lay_out_128, wide_look_128,
    wide_look_256, wide_look_512, wide_read, wide_supported, wide_t,
)

EXHAUSTED = OUTCOME_EXHAUSTED
PAUSED = OUTCOME_PAUSED

cdef enum:
    MAX_DEPTH = 82              # states on the stack
    ALIGNMENT = 64              # size of a wide register in bytes

cdef Tables tables

cdef union Level:
    State narrow
    wide_t wide
    uint8_t[4 * ALIGNMENT] size     # a multiple of the alignment


fill_tables(&tables)
wide_fill_tables()
WIDTHS = tuple(width for width in (512, 256, 128, 32) if width <= max(32, wide_supported()))
"""Widths of the registers that can be used in bits, the widest first; 32 are the words of the portable code."""


@cython.final
cdef class Sudoku9:
    """The solutions of many Sudoku puzzles.

    Parameters
    ----------
    puzzles : (k, 81) uint8
        Values row by row, 0 for a blank cell. A puzzle with a value above 9 has no solution.
    grids : (k, 81) uint8
        Receives the first solution of each puzzle; a row stays unchanged if there is none.
    counts : (k,) int64
        Receives the number of solutions of each puzzle, up to `limit`.
    limit : int
        Number of solutions at which a puzzle is finished, at least 1.
    width : int, optional
        Bits of the registers to use, one of `WIDTHS`; by default the widest. All widths have the same results.

    Raises
    ------
    ValueError
        If a shape or the limit is out of range, or the processor has no registers of that width.

    Examples
    --------
    >>> import numpy as np
    >>> puzzles, counts = np.zeros((1, 81), np.uint8), np.zeros(1, np.int64)
    >>> grids = np.zeros_like(puzzles)
    >>> Sudoku9(puzzles, grids, counts, 5).run(1000) == EXHAUSTED
    True
    >>> counts.tolist()
    [5]
    """

    cdef const uint8_t[:, ::1] puzzles
    cdef uint8_t[:, ::1] grids
    cdef int64_t[::1] counts
    cdef int64_t limit
    cdef int64_t at             # the present puzzle
    cdef int32_t depth          # of the stack; -1 if the puzzle has not been laid out
    cdef int64_t found          # solutions of the puzzle so far
    cdef guard_t guard
    cdef Level *stack           # the first state, aligned
    cdef Level[MAX_DEPTH + 1] memory
    cdef readonly int32_t width     #: bits of the registers that are used
    cdef readonly int64_t nodes     #: digits that were tried

    def __cinit__(
        self, const uint8_t[:, ::1] puzzles not None, uint8_t[:, ::1] grids not None,
        int64_t[::1] counts not None, int64_t limit, width=None,
    ):
        if puzzles.shape[1] != 81 or grids.shape[1] != 81:
            raise ValueError(
                f"puzzles and grids must have 81 columns, got {puzzles.shape[1]} and {grids.shape[1]}"
            )
        if grids.shape[0] != puzzles.shape[0] or counts.shape[0] != puzzles.shape[0]:
            raise ValueError(
                f"expected {puzzles.shape[0]} grids and counts, got {grids.shape[0]} and {counts.shape[0]}"
            )
        if width is None:
            width = WIDTHS[0]
        elif width not in WIDTHS:
            raise ValueError(f"expected a width of {', '.join(map(str, WIDTHS))} bits, got {width!r}")
        self.puzzles, self.grids, self.counts = puzzles, grids, counts
        self.width = width
        self.stack = <Level *> (<uintptr_t> &self.memory[1] & ~<uintptr_t> (ALIGNMENT - 1))
        self.begin(limit)

    def begin(self, int64_t limit):
        """Begin with what the arrays contain now. Unfinished puzzles are dropped.

        Parameters
        ----------
        limit : int
            Number of solutions at which a puzzle is finished, at least 1.

        Raises
        ------
        ValueError
            If the limit is below 1.
        RuntimeError
            If the engine is running in another thread.
        """
        if limit < 1:
            raise ValueError(f"limit must be at least 1, got {limit}")
        enter(&self.guard, "these puzzles are being solved")
        self.limit = limit
        self.at = self.nodes = 0
        self.depth = -1
        guard_drop(&self.guard)

    def run(self, int64_t budget):
        """Continue solving.

        Parameters
        ----------
        budget : int
            Work to do before pausing, counted in propagated states; at least 1. A thousand takes at most 1 ms.

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
        cdef Outcome outcome
        if budget < 1:
            raise ValueError(f"the budget must be at least 1, got {budget}")
        enter(&self.guard, "these puzzles are being solved")
        try:
            with nogil:
                outcome = self._run(budget)
            return outcome
        finally:
            guard_drop(&self.guard)

    def solve_line(self, text, int64_t budget):
        """Solve a puzzle from a line instead of the puzzles of the arrays. A paused `run` begins its puzzle again.

        Parameters
        ----------
        text : str
            81 digits, with 0 or a dot for a blank cell.
        budget : int
            Most work, as for `run`.

        Returns
        -------
        str or None
            The solution as a line of digits; "" if there is none. None for any other text, or if the budget is used up.

        Raises
        ------
        RuntimeError
            If the engine is running in another thread.

        Examples
        --------
        >>> import numpy as np
        >>> blank = np.zeros((0, 81), np.uint8)
        >>> Sudoku9(blank, blank, np.zeros(0, np.int64), 1).solve_line("12" + 79 * ".", 1000)[:2]
        '12'
        """
        cdef Text read
        cdef uint8_t[81 + 1] cells
        cdef int32_t k
        cdef Outcome outcome
        if not open_text(text, &read) or read.end - read.at != 81 or not read_sudoku(<uint8_t *> read.at, cells):
            return None
        enter(&self.guard, "these puzzles are being solved")
        try:
            with nogil:
                self.depth = 0 if self._lay_out(cells) else -1
                outcome = self._search(&budget)
                if outcome == OUTCOME_SOLUTION:
                    self._read(&self.stack[self.depth], cells)
                self.depth = -1
        finally:
            guard_drop(&self.guard)
        if outcome != OUTCOME_SOLUTION:
            return "" if outcome == OUTCOME_EXHAUSTED else None
        for k in range(81):
            cells[k] += c"0"
        cells[81] = c"\n"
        return (<char *> cells)[:82].decode("ascii")

    cdef Outcome _run(self, int64_t budget) noexcept nogil:
        cdef Outcome outcome
        while self.at < self.puzzles.shape[0]:
            if self.depth < 0:
                self.found = 0
                if self._lay_out(&self.puzzles[self.at, 0]):
                    self.depth = 0
            while self.depth >= 0:
                outcome = self._search(&budget)
                if outcome == OUTCOME_PAUSED:
                    return OUTCOME_PAUSED
                if outcome == OUTCOME_SOLUTION:
                    if self.found == 0:
                        self._read(&self.stack[self.depth], &self.grids[self.at, 0])
                    self.found += 1
                    self.depth = self.depth - 1 if self.found < self.limit else -1
            self.counts[self.at] = self.found
            self.at += 1
        return OUTCOME_EXHAUSTED

    cdef inline Outcome _search(self, int64_t *budget) noexcept nogil:
        # Continue with the state at the top of the stack, until it is a solution or the stack is empty.
        cdef Level *level
        cdef int look
        while self.depth >= 0:
            if budget[0] <= 0:
                return OUTCOME_PAUSED
            budget[0] -= 1
            level = &self.stack[self.depth]
            if self.width == 512:
                look = wide_look_512(&level.wide, &level[1].wide)
            elif self.width == 256:
                look = wide_look_256(&level.wide, &level[1].wide)
            elif self.width == 128:
                look = wide_look_128(&level.wide, &level[1].wide)
            else:
                look = narrow_look(&level.narrow, &level[1].narrow)
            if look == SUDOKU_SOLVED:
                return OUTCOME_SOLUTION
            if look == SUDOKU_CONTRADICTION:
                self.depth -= 1
            else:
                self.depth += 1
                self.nodes += 1
        return OUTCOME_EXHAUSTED

    cdef inline bint _lay_out(self, const uint8_t *values) noexcept nogil:
        if self.width > 128:
            return wide_lay_out(&self.stack.wide, values)
        if self.width == 128:
            return wide_lay_out_128(&self.stack.wide, values)
        return narrow_lay_out(&tables, &self.stack.narrow, values)

    cdef inline void _read(self, const Level *level, uint8_t *grid) noexcept nogil:
        if self.width > 32:
            wide_read(&level.wide, grid)
        else:
            narrow_read(&level.narrow, grid)


cdef inline int32_t rows_with_two(uint32_t cells) noexcept nogil:
    # Return the number of rows with exactly two of the cells.
    cdef uint32_t second = cells & (cells - (rows_with(cells) >> 8))
    cdef uint32_t rows = rows_with(second)
    return word_size(rows & ~rows_with(second & (second - (rows >> 8))))


cdef int narrow_look(State *state, State *copy) noexcept nogil:
    # Propagate and, if the state is still open, branch by trying a digit in a copy of the state.
    if not narrow_propagate(&tables, state):
        return SUDOKU_CONTRADICTION
    if not (state.open[0] | state.open[1] | state.open[2]):
        return SUDOKU_SOLVED
    split(state, copy)
    return SUDOKU_SPLIT


cdef inline void split(State *state, State *copy) noexcept nogil:
    # Try a digit in a copy of the state, and drop it from the state itself. The chosen cell has the fewest candidates,
    # which are counted up to four. The digit is the candidate with two positions in the most rows.
    cdef uint32_t[BANDS][3] cells       # the open cells with two and with three candidates, and all open cells
    cdef uint32_t once, twice, thrice, more, here
    cdef uint32_t cell
    cdef int32_t band, k, d, rows, fewest = 2, most = -1, chosen = 0
    for band in range(BANDS):
        once = twice = thrice = more = 0
        for d in range(9):
            here = state.positions[3 * d + band]
            more |= thrice & here
            thrice |= twice & here
            twice |= once & here
            once |= here
        cells[band][2] = state.open[band]
        cells[band][1] = thrice & ~more
        cells[band][0] = twice & ~thrice
        if cells[band][0]:
            fewest = 0
        elif cells[band][1] and fewest:
            fewest = 1
    for d in range(9):
        k = 3 * d
        band = 0
        while band < BANDS and not state.positions[k + band] & cells[band][fewest]:
            band += 1
        if band < BANDS:
            rows = rows_with_two(state.positions[k]) + rows_with_two(state.positions[k + 1])
            rows += rows_with_two(state.positions[k + 2])
            if rows > most:
                most, chosen = rows, k + band
    cell = state.positions[chosen] & cells[chosen % 3][fewest]
    cell &= -cell
    copy[0] = state[0]
    copy.positions[chosen] &= ~tables.neighbours[word_lowest(cell)]
    copy.waiting = <uint32_t> 1 << chosen
    state.positions[chosen] &= ~cell
    state.waiting = <uint32_t> 1 << chosen
