"""Kakuro: the layout of a grid as units and sums in compressed rows.

A run is a maximal line of white cells, to the right or down. One pass along all rows and then one along all columns
lists the cells of the runs. A run that begins after a black cell with a total for this run is also listed as a sum. The
file layout.pxd draws random layouts, and walk.pxd makes grids of digits that the totals determine.
"""

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from common.arena cimport arena_free
from common.facts cimport Facts
from common.guard cimport enter, guard_drop, guard_t
from common.sums cimport DIGITS, SumTables, list_sets
from fastfuto.engines._problem cimport Units, units_of
from kakuro.layout cimport MOST_ORBITS, MOST_ROWS, Rows, layout_draw
from kakuro.walk cimport RunWalk, runs_begin, runs_create, runs_walk

cdef enum:
    MOST_WALKED = 1 << 12   # most cells: the search has memory for a choice in each of them

cdef SumTables sum_tables
cdef bint has_tables = False


def find_runs(
    const int32_t[:, ::1] values not None, const int32_t[:, :, ::1] totals not None,
    int32_t[::1] out not None,
):
    """List the runs of white cells, first the runs to the right, and the sums among them.

    Parameters
    ----------
    values : (rows, columns) int32
        Less than 0 for a black cell. White cells are numbered row by row.
    totals : (rows, columns, 2) int32
        For each black cell, the totals of the run below it and of the run to its right; 0 for none.
    out : (12 * rows * columns + 2,) int32
        Receives seven lists. With N = rows * columns they begin at 0: the first entry of each run in the cells of the
        runs; 2 N + 1: the cells of the runs; 4 N + 1: the first entry of each sum in the cells of the sums; 6 N + 2:
        the cells of the sums; 8 N + 2: the totals of the sums; 10 N + 2: the number of white cells before each cell; 11
        N + 2: the values of the white cells. A total without a run is a sum without cells; such sums come last.

    Returns
    -------
    cells, runs, sums, members : int
        The number of white cells, of runs, of sums, and of the cells in all sums together.

    Raises
    ------
    ValueError
        If a shape is wrong.

    Examples
    --------
    A black cell with the total 5 to its right, then two white cells:

    >>> import numpy as np
    >>> values, totals = np.array([[-1, 0, 0]], np.int32), np.zeros((1, 3, 2), np.int32)
    >>> totals[0, 0, 1] = 5
    >>> out = np.zeros(38, np.int32)
    >>> find_runs(values, totals, out)
    (2, 3, 1, 2)
    >>> out[26].item()
    5
    """
    cdef Py_ssize_t n_rows = values.shape[0], n_columns = values.shape[1], size = n_rows * n_columns
    cdef Py_ssize_t r, c, k, n_lines, length, at, direction, step
    cdef int32_t total, n_runs = 0, n_cells = 0, n_sums = 0, n_members = 0, number
    cdef bint is_in     # whether the previous cell belongs to a run
    cdef const int32_t *value
    cdef const int32_t *told
    cdef int32_t *starts
    cdef int32_t *cells
    cdef int32_t *sum_starts
    cdef int32_t *sum_cells
    cdef int32_t *sum_totals
    cdef int32_t *numbers
    cdef int32_t *whites
    if totals.shape[0] != n_rows or totals.shape[1] != n_columns or totals.shape[2] != 2:
        raise ValueError(f"totals must have shape ({n_rows}, {n_columns}, 2)")
    if size > 1 << 24 or out.shape[0] != 12 * size + 2:
        raise ValueError(f"out must have length {12 * size + 2}, got {out.shape[0]}")
    if size == 0:
        return 0, 0, 0, 0
    value, told = &values[0, 0], &totals[0, 0, 0]
    starts = &out[0]
    cells, sum_starts, sum_cells = starts + 2 * size + 1, starts + 4 * size + 1, starts + 6 * size + 2
    sum_totals = starts + 8 * size + 2
    numbers, whites = starts + 10 * size + 2, starts + 11 * size + 2
    number = 0
    for at in range(size):
        numbers[at] = number
        if value[at] >= 0:
            whites[number] = value[at]
            number += 1
    for direction in range(1, -1, -1):
        n_lines = n_rows if direction else n_columns
        length = n_columns if direction else n_rows
        for r in range(n_lines):
            is_in = False
            total = 0
            for c in range(length):
                at = r * n_columns + c if direction else c * n_columns + r
                if value[at] < 0:
                    is_in = False
                    total = told[2 * at + direction]
                else:
                    if not is_in:
                        starts[n_runs] = n_cells
                        n_runs += 1
                        is_in = True
                        if total > 0:
                            sum_starts[n_sums] = n_members
                            sum_totals[n_sums] = total
                            n_sums += 1
                    cells[n_cells] = numbers[at]
                    n_cells += 1
                    if total > 0:
                        sum_cells[n_members] = numbers[at]
                        n_members += 1
    starts[n_runs] = n_cells
    # Append the totals without a run as sums of no cells.
    for direction in range(1, -1, -1):
        step = 1 if direction else n_columns
        for at in range(size):
            if value[at] < 0 and told[2 * at + direction] > 0:
                k = at % n_columns + 1 if direction else at // n_columns + 1
                if k == (n_columns if direction else n_rows) or value[at + step] < 0:
                    sum_starts[n_sums] = n_members
                    sum_totals[n_sums] = told[2 * at + direction]
                    n_sums += 1
    sum_starts[n_sums] = n_members
    return number, n_runs, n_sums, n_members


def draw_layout(const uint32_t[:, ::1] orbits not None, int32_t n_white, uint64_t state, uint8_t[:, ::1] out not None):
    """Draw a random layout without isolated white cells in a row or column, and without runs of more than 9 cells.

    Parameters
    ----------
    orbits : (orbits, rows) uint32
        Groups of cells with one colour. Bit c of word r is the cell in row r and column c. Cells in no orbit are black.
    n_white : int
        Number of white cells at which no more cells become black.
    state : int
        The state of the random generator splitmix64.
    out : (rows, columns) uint8
        Receives 1 for a white cell and 0 for a black cell. The grid may have up to 32 x 32 cells.

    Returns
    -------
    int or None
        The state of the generator afterwards; None if no layout was found.

    Raises
    ------
    ValueError
        If a shape is wrong, or there are no cells.

    Examples
    --------
    >>> import numpy as np
    >>> white = np.zeros((2, 3), np.uint8)
    >>> draw_layout(np.array([[4, 4], [2, 2]], np.uint32), 1, 7, white) is None
    False
    >>> white
    array([[0, 1, 1],
           [0, 1, 1]], dtype=uint8)
    """
    cdef int32_t n_rows = <int32_t> orbits.shape[1], n_orbits = <int32_t> orbits.shape[0], r, c
    cdef Py_ssize_t n_columns = out.shape[1]
    cdef Rows white
    cdef const uint32_t *cells
    cdef uint32_t every = 0
    cdef bint is_found
    if not (1 <= orbits.shape[0] <= MOST_ORBITS and 1 <= orbits.shape[1] <= MOST_ROWS):
        raise ValueError(f"orbits must have shape (1 to {MOST_ORBITS}, 1 to {MOST_ROWS})")
    if out.shape[0] != n_rows or not 1 <= n_columns <= MOST_ROWS:
        raise ValueError(f"out must have shape ({n_rows}, 1 to {MOST_ROWS})")
    for r in range(n_orbits):
        for c in range(n_rows):
            every |= orbits[r, c]
    if not every or every >> (n_columns - 1) > 1:
        raise ValueError(f"orbits must have cells in the columns 0 to {n_columns - 1}, and no others")
    cells = &orbits[0, 0]
    with nogil:
        is_found = layout_draw(cells, n_orbits, n_rows, n_white, &state, white)
    if not is_found:
        return None
    for r in range(n_rows):
        for c in range(n_columns):
            out[r, c] = white[r] >> c & 1
    return state


@cython.final
cdef class RunWalker:
    """A walk to digits that the totals of their runs determine.

    Parameters
    ----------
    units : Units
        The runs over 1 to 4096 white cells and 9 values. Each cell is in two runs.

    Raises
    ------
    ValueError
        If a number is out of range. Everything is checked.
    MemoryError
        If memory runs out.

    Examples
    --------
    >>> import numpy as np
    >>> from fastfuto.engines._problem import Units
    >>> runs = np.array([0, 1, 2, 3, 0, 2, 1, 3], np.int32)
    >>> walker = RunWalker(Units(np.arange(0, 9, 2, dtype=np.int32), runs, 4, 9))
    >>> walker.begin(1)
    True
    >>> walker.walk(100)
    0
    >>> digits, totals = np.zeros(4, np.uint8), np.zeros(4, np.int32)
    >>> walker.read(digits, totals)
    >>> bool((totals[:2] == digits.reshape(2, 2).sum(axis=1)).all())
    True
    """

    cdef RunWalk core
    cdef bint is_filled
    cdef guard_t guard

    def __cinit__(self, Units units not None):
        global has_tables
        cdef const Facts *f = units_of(units)
        cdef int32_t k, n_cells = f.n_cells
        memset(&self.core, 0, sizeof(RunWalk))
        if n_cells > MOST_WALKED or f.n_values != DIGITS:
            raise ValueError(
                f"there must be 1 to {MOST_WALKED} cells and {DIGITS} values, got {n_cells} and {f.n_values}"
            )
        n_runs_of = bytearray(n_cells)
        for k in range(f.n_units):
            if not 1 <= f.unit_start[k + 1] - f.unit_start[k] <= DIGITS:
                raise ValueError(
                    f"run {k} must have 1 to {DIGITS} cells, got {f.unit_start[k + 1] - f.unit_start[k]}"
                )
        for k in range(f.unit_start[f.n_units]):
            n_runs_of[f.unit_cell[k]] = min(n_runs_of[f.unit_cell[k]] + 1, 3)
        if n_runs_of != bytes([2]) * n_cells:
            raise ValueError("each cell must be in two runs")
        if not has_tables:
            list_sets(&sum_tables)
            has_tables = True
        if not runs_create(&self.core, &sum_tables, f.unit_start, f.n_units, f.unit_cell, n_cells):
            raise MemoryError(f"a walk over {n_cells} cells does not fit into memory")

    def __dealloc__(self):
        arena_free(&self.core.memory)

    def begin(self, uint64_t seed, bint is_plain=False):
        """Fill in random digits, and return whether the grid is full.

        If `is_plain` is set, runs are filtered only by their totals and filled cells; otherwise they are filtered
        exactly.

        Raises
        ------
        RuntimeError
            If the walk is running in another thread.
        """
        enter(&self.guard, "this walk is running")
        try:
            self.is_filled = runs_begin(&self.core, seed, is_plain)
            return self.is_filled
        finally:
            guard_drop(&self.guard)

    def walk(self, int32_t steps, int32_t wide=0):
        """Change digits.

        Parameters
        ----------
        steps : int
            Number of changes after which the walk pauses. A change in a grid of 100 cells takes about 0.01 ms.
        wide : int
            Largest number of loose cells that a search finds; 0 for no search.

        Returns
        -------
        int
            The number of loose cells, which is 0 if the totals determine the digits.

        Raises
        ------
        ValueError
            If the grid is not full.
        RuntimeError
            If the walk is running in another thread.
        """
        cdef int32_t n
        enter(&self.guard, "this walk is running")
        try:
            if not self.is_filled:
                raise ValueError("there are no digits to change: begin must have returned True")
            with nogil:
                n = runs_walk(&self.core, steps, wide)
            return n
        finally:
            guard_drop(&self.guard)

    def read(self, uint8_t[::1] digits not None, int32_t[::1] totals not None):
        """Write the digits of the cells (n_cells,) and the totals of the runs (n_runs,) into arrays.

        Raises
        ------
        ValueError
            If the grid is not full, or a shape is wrong.
        RuntimeError
            If the walk is running in another thread.
        """
        cdef Py_ssize_t k
        enter(&self.guard, "this walk is running")
        try:
            if not self.is_filled:
                raise ValueError("there are no digits to read: begin must have returned True")
            if digits.shape[0] != self.core.n_cells or totals.shape[0] != self.core.n_runs:
                raise ValueError(f"digits must have shape ({self.core.n_cells},), and totals ({self.core.n_runs},)")
            for k in range(self.core.n_cells):
                digits[k] = self.core.digit[k]
            for k in range(self.core.n_runs):
                totals[k] = self.core.total[k]
        finally:
            guard_drop(&self.guard)
