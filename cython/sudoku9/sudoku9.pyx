"""Sudoku9: many Sudoku puzzles of 9 x 9 with boxes of 3 x 3, one after the other.

A band is three rows, that is 27 cells, so that the positions of a digit in a band are one word and a whole
state is 27 words. Three tables say which positions a digit keeps in a band. In the three rows of a band it is
in three different boxes, which leaves only some of its minirows (the three cells that a row and a box share;
there are 512 sets of them). A column in which the other bands have no position for it must have it here. A
column that another band needs for it is lost here. That covers hidden singles and locked candidates at once;
the method is known from JCZSolve, by JasonLion, champagne and Zhou Yundong. Naked singles are looked for in
addition. Where nothing more follows, the search tries a cell with two candidates if there is one.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memset

from common.bits cimport word_lowest
from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, Outcome

EXHAUSTED = OUTCOME_EXHAUSTED
PAUSED = OUTCOME_PAUSED

cdef enum:
    BANDS = 3
    WORDS = 27                  # digit * 3 + band
    MAX_DEPTH = 82              # states on the stack
    ALL = (1 << 27) - 1         # the cells of a band: row * 9 + column
    EACH_ROW = 0x40201          # copies nine columns, as a factor, into all three rows

cdef uint32_t[512] minirows_kept    # (minirows with a position: row * 3 + box) cells that the digit keeps
cdef uint8_t[512] boxes_of          # (columns) the boxes that they are in
cdef uint32_t[512] columns_needed   # (columns with a position in the other bands) cells that the digit keeps
cdef uint32_t[512] columns_taken    # (columns with a position in one other band) cells that the digit loses
cdef uint32_t[27] neighbours        # (cell) the other cells of its row and box

cdef struct State:
    uint32_t[WORDS] positions   # (word) cells of the band that may take the digit
    uint32_t[WORDS] seen        # (word) its positions when it was last looked at
    uint32_t[BANDS] open        # (band) cells that are not settled
    uint32_t waiting            # the words to look at


cdef int fill_tables() except -1:
    cdef int32_t s, r, b, c, k, box, row
    cdef uint32_t cells, columns, triple
    permutations = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    for s in range(512):
        cells = 0
        for boxes in permutations:
            if all(s >> (3 * r + boxes[r]) & 1 for r in range(3)):
                for r in range(3):
                    b = boxes[r]
                    cells |= <uint32_t> 7 << (9 * r + 3 * b)
        minirows_kept[s] = cells
        boxes_of[s] = 0
        columns = columns_taken[s] = 0
        for b in range(3):
            triple = s >> 3 * b & 7
            if triple:
                boxes_of[s] |= 1 << b
            if triple == 1 or triple == 2 or triple == 4:
                columns_taken[s] |= triple << 3 * b
            triple = 7 & ~triple
            if triple == 0:
                columns |= <uint32_t> 7 << 3 * b
            elif triple == 1 or triple == 2 or triple == 4:
                columns |= triple << 3 * b
        columns_needed[s] = columns * EACH_ROW
        columns_taken[s] *= EACH_ROW
    for k in range(27):
        row, box = k // 9, k % 9 // 3
        cells = <uint32_t> 511 << 9 * row
        for r in range(3):
            cells |= <uint32_t> 7 << (9 * r + 3 * box)
        neighbours[k] = cells & ~(<uint32_t> 1 << k)
    return 0


fill_tables()


@cython.final
cdef class Sudoku9:
    """The solutions of many Sudoku puzzles.

    Parameters
    ----------
    puzzles : (k, 81) uint8
        Values row by row, 0 for a blank cell. A puzzle with a value above 9 has no solution.
    grids : (k, 81) uint8
        Receives the first solution of each puzzle; a row stays as it is if there is none.
    counts : (k,) int64
        Receives the number of solutions of each puzzle, up to `limit`.
    limit : int
        Number of solutions of a puzzle to stop at, at least 1.

    Raises
    ------
    ValueError
        If a shape or the limit is out of range.

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
    cdef int64_t at             # the puzzle at work
    cdef int32_t depth          # of the stack; -1 if the puzzle is still to be laid out
    cdef int64_t found          # solutions of the puzzle
    cdef bint running
    cdef State[MAX_DEPTH] state
    cdef readonly int64_t nodes     #: digits that were tried

    def __cinit__(
        self, const uint8_t[:, ::1] puzzles not None, uint8_t[:, ::1] grids not None,
        int64_t[::1] counts not None, int64_t limit,
    ):
        if puzzles.shape[1] != 81 or grids.shape[1] != 81:
            raise ValueError(
                f"puzzles and grids must have 81 columns, got {puzzles.shape[1]} and {grids.shape[1]}"
            )
        if grids.shape[0] != puzzles.shape[0] or counts.shape[0] != puzzles.shape[0]:
            raise ValueError(
                f"expected {puzzles.shape[0]} grids and counts, got {grids.shape[0]} and {counts.shape[0]}"
            )
        if limit < 1:
            raise ValueError(f"limit must be at least 1, got {limit}")
        self.puzzles, self.grids, self.counts, self.limit = puzzles, grids, counts, limit
        self.depth = -1

    def run(self, int64_t budget):
        """Go on solving.

        Parameters
        ----------
        budget : int
            Work to do before pausing, counted in states propagated; at least 1. A thousand takes about 1 ms.

        Returns
        -------
        int
            EXHAUSTED: all puzzles are done; PAUSED: the budget is used up.

        Raises
        ------
        ValueError
            If the budget is below 1.
        RuntimeError
            If it is running in another thread.
        """
        cdef Outcome outcome
        if budget < 1:
            raise ValueError(f"the budget must be at least 1, got {budget}")
        if self.running:
            raise RuntimeError("these puzzles are being solved in another thread")
        self.running = True
        with nogil:
            outcome = self._run(budget)
        self.running = False
        return outcome

    cdef Outcome _run(self, int64_t budget) noexcept nogil:
        cdef State *state
        while self.at < self.puzzles.shape[0]:
            if self.depth < 0:
                self.found = 0
                if self._lay_out(&self.state[0], &self.puzzles[self.at, 0]):
                    self.depth = 0
            while self.depth >= 0:
                if budget <= 0:
                    return OUTCOME_PAUSED
                budget -= 1
                state = &self.state[self.depth]
                if not propagate(state):
                    self.depth -= 1
                elif state.open[0] | state.open[1] | state.open[2]:
                    self._branch(state)
                else:
                    self._record(state)
                    self.depth = self.depth - 1 if self.found < self.limit else -1
            self.counts[self.at] = self.found
            self.at += 1
        return OUTCOME_EXHAUSTED

    cdef bint _lay_out(self, State *state, const uint8_t *values) noexcept nogil:
        # Set up the first state of a puzzle. Returns False if a value is out of range.
        cdef uint32_t[BANDS] given
        cdef uint32_t[WORDS] clues
        cdef int32_t k, band, cell
        memset(given, 0, sizeof(given))
        memset(clues, 0, sizeof(clues))
        memset(state.seen, 0, sizeof(state.seen))
        for k in range(81):
            if values[k]:
                if values[k] > 9:
                    return False
                band, cell = k // 27, k % 27
                clues[3 * (values[k] - 1) + band] |= <uint32_t> 1 << cell
                given[band] |= <uint32_t> 1 << cell
        for k in range(WORDS):
            state.positions[k] = ALL & ~given[k % 3] | clues[k]
            while clues[k]:
                state.positions[k] &= ~neighbours[word_lowest(clues[k])]
                clues[k] &= clues[k] - 1
        for band in range(BANDS):
            state.open[band] = ALL
        state.waiting = ALL
        return True

    cdef void _branch(self, State *state) noexcept nogil:
        # Try a digit in a copy of the state, and drop it in the state itself. The cell is one with two
        # candidates, or else with three, or else the first open one.
        cdef uint32_t cell = 0, once, twice, thrice, more, here
        cdef int32_t band, at = 0, d, best = 4
        cdef State *copy = state + 1
        for band in range(BANDS):
            if not state.open[band]:
                continue
            once = twice = thrice = more = 0
            for d in range(9):
                here = state.positions[3 * d + band]
                more |= thrice & here
                thrice |= twice & here
                twice |= once & here
                once |= here
            here = state.open[band] & ~thrice
            if here:
                cell, at = here & -here, band
                break
            if best > 3 and state.open[band] & ~more:
                best = 3
                here = state.open[band] & ~more
                cell, at = here & -here, band
            elif not cell:
                cell, at = state.open[band] & -state.open[band], band
        d = 0
        while not state.positions[3 * d + at] & cell:
            d += 1
        copy[0] = state[0]
        settle(copy, 3 * d + at, cell)
        state.positions[3 * d + at] &= ~cell
        state.waiting |= <uint32_t> 1 << (3 * d + at)
        self.depth += 1
        self.nodes += 1

    cdef void _record(self, const State *state) noexcept nogil:
        # Count a solution, and write the first one into its grid.
        cdef int32_t k
        cdef uint32_t here
        if self.found == 0:
            for k in range(WORDS):
                here = state.positions[k]
                while here:
                    self.grids[self.at, 27 * (k % 3) + word_lowest(here)] = k // 3 + 1
                    here &= here - 1
        self.found += 1


cdef inline uint32_t columns_of(uint32_t cells) noexcept nogil:
    return (cells | cells >> 9 | cells >> 18) & 511


cdef inline void settle(State *state, int32_t k, uint32_t cell) noexcept nogil:
    # Give a cell the digit of word k. What follows for other cells is found when the word is looked at.
    state.positions[k] &= ~neighbours[word_lowest(cell)]
    state.waiting |= <uint32_t> 1 << k


cdef inline bint propagate(State *state) noexcept nogil:
    # Look at words until nothing more follows. Returns False on a contradiction.
    cdef uint32_t positions, minirows, other, another, singles, row, once, twice, here
    cdef int32_t k, band, j, d
    cdef uint32_t waiting = state.waiting
    while True:
        while waiting:
            k = word_lowest(waiting)
            waiting &= waiting - 1
            band = k % 3
            other = columns_of(state.positions[k + 1 if band < 2 else k - 2])
            another = columns_of(state.positions[k + 2 if band < 1 else k - 1])
            positions = state.positions[k] & columns_needed[other | another]
            positions &= ~(columns_taken[other] | columns_taken[another])
            minirows = boxes_of[positions & 511] | boxes_of[positions >> 9 & 511] << 3
            minirows |= boxes_of[positions >> 18] << 6
            positions &= minirows_kept[minirows]
            if positions == 0:
                return False
            state.positions[k] = positions
            if positions != state.seen[k]:
                state.seen[k] = positions
                waiting |= (<uint32_t> 7 << (k - band)) & ~(<uint32_t> 1 << k)
                # In a row with one position for the digit the cell is settled.
                singles = 0
                row = positions & 511
                if row & (row - 1) == 0:
                    singles |= row
                row = positions >> 9 & 511
                if row & (row - 1) == 0:
                    singles |= row << 9
                row = positions >> 18
                if row & (row - 1) == 0:
                    singles |= row << 18
                singles &= state.open[band]
                if singles:
                    state.open[band] ^= singles
                    j = band
                    while j < WORDS:
                        if j != k and state.positions[j] & singles:
                            state.positions[j] &= ~singles
                            waiting |= <uint32_t> 1 << j
                        j += 3
        # Open cells with one digit left take it.
        for band in range(BANDS):
            if not state.open[band]:
                continue
            once = twice = 0
            j = band
            while j < WORDS:
                twice |= once & state.positions[j]
                once |= state.positions[j]
                j += 3
            if once != ALL:
                return False
            singles = state.open[band] & ~twice
            while singles:
                here = singles & -singles
                singles ^= here
                j = band
                while j < WORDS and not state.positions[j] & here:
                    j += 3
                if j >= WORDS:
                    return False
                state.positions[j] &= ~neighbours[word_lowest(here)]
                waiting |= <uint32_t> 1 << j
        if not waiting:
            state.waiting = 0
            return True
