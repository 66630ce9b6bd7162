"""The facts of a puzzle, checked once and used by every engine.

The arrays are copied, so nobody can change them after the checks.
"""

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from common.arena cimport ANY_SIZE, Arena, arena_free, arena_pass, arena_place
from common.bits cimport word_lowest
from common.facts cimport (
    MAX_CELLS, MAX_INEQUALITIES, MAX_LINKS, MAX_RELATIONS, MAX_ROWS, MAX_VALUES, Facts,
)


@cython.final
cdef class Units:
    """The cells, values and units that all puzzles of one family and size share.

    Parameters
    ----------
    unit_starts : (n_units + 1,) int32
        First entry of each unit in `unit_cells`, and the end of the last unit.
    unit_cells : (memberships,) int32
        Cells of the units; no cell occurs twice in a unit.
    n_cells : int
        Number of cells, 1 to 2**24.
    n_values : int
        Number of values, 1 to 255.

    Raises
    ------
    ValueError
        If a number or an index is out of range.
    MemoryError
        If the units do not fit into memory.
    """

    def __cinit__(
        self, const int32_t[::1] unit_starts not None, const int32_t[::1] unit_cells not None,
        Py_ssize_t n_cells, Py_ssize_t n_values,
    ):
        cdef Facts *f = &self.facts
        check_units(f, unit_starts, unit_cells, n_cells, n_values)
        while arena_pass(&self.memory, ANY_SIZE):
            f.unit_start = kept(&self.memory, &unit_starts[0], unit_starts.shape[0])
            f.unit_cell = kept(&self.memory, &unit_cells[0] if unit_cells.shape[0] else <const int32_t *> NULL, unit_cells.shape[0])
        if self.memory.base == NULL:
            raise MemoryError(f"{f.n_units} units do not fit into memory")

    def __dealloc__(self):
        arena_free(&self.memory)


@cython.final
@cython.freelist(8)
cdef class Problem:
    """Domains, inequalities, sums and relations over units.

    Parameters
    ----------
    units : Units
    domains : (n_cells, words) uint64
        The allowed values. Bit v - 1 is value v, and bits beyond the number of values are ignored. Masks have one word
        for narrow builds of engines, which support up to 64 values, and 4 words for wide builds.
    inequalities : (n_inequalities, 2) int32
        Pairs of cells (lesser, greater).
    sums : (starts, cells, totals), optional
        (n_sums + 1,) int32, the first entry of each sum in `cells`, and the end of the last sum; (members,) int32, the
        cells of the sums; (n_sums,) int32, the total of each sum.
    relations : (cells, table_numbers, tables), optional
        (n_relations, 2) int32, pairs of cells; (n_relations,) int32, the table of each pair; (n_tables, n_values,
        words) uint64, for each value of the first cell, the values that the second cell may have beside it.

    Raises
    ------
    ValueError
        If a shape or an index is out of range. Everything is checked.
    MemoryError
        If the copies do not fit into memory.

    Examples
    --------
    >>> import numpy as np
    >>> units = Units(np.array([0, 2], np.int32), np.array([0, 1], np.int32), 2, 2)
    >>> Problem(units, np.full((2, 1), 3, np.uint64), np.array([[1, 2]], np.int32))
    Traceback (most recent call last):
        ...
    ValueError: inequality 0, (1, 2), needs two cells of 0 to 1
    """

    def __cinit__(
        self, Units units not None, const uint64_t[:, ::1] domains not None,
        const int32_t[:, ::1] inequalities not None, sums=None, relations=None,
    ):
        cdef const int32_t[::1] starts = None, cells = None, totals = None, numbers = None
        cdef const int32_t[:, ::1] pairs = None
        cdef const uint64_t[:, :, ::1] tables = None
        cdef Facts *f = &self.facts
        cdef Facts own
        self.units = units
        f[0] = units.facts
        check_domains(f, domains)
        check_inequalities(f, inequalities)
        if sums is not None:
            starts, cells, totals = sums
            check_sums(f, starts, cells, totals)
        if relations is not None:
            pairs, numbers, tables = relations
            check_relations(f, pairs, numbers, tables)
        own = f[0]
        while arena_pass(&self.memory, ANY_SIZE):
            own.domain = kept(&self.memory, f.domain, <size_t> f.n_cells * f.n_words)
            own.table = kept(&self.memory, f.table, <size_t> f.n_tables * f.n_values * f.n_words)
            own.inequality = kept(&self.memory, f.inequality, 2 * <size_t> f.n_inequalities)
            if f.n_sums:
                own.sum_start = kept(&self.memory, f.sum_start, f.n_sums + 1)
                own.sum_cell = kept(&self.memory, f.sum_cell, f.sum_start[f.n_sums])
                own.total = kept(&self.memory, f.total, f.n_sums)
            own.related = kept(&self.memory, f.related, 2 * <size_t> f.n_relations)
            own.table_number = kept(&self.memory, f.table_number, f.n_relations)
        if self.memory.base == NULL:
            raise no_room(f)
        f[0] = own

    def __dealloc__(self):
        arena_free(&self.memory)

    def lay_out(self, uint8_t[:, ::1] clues not None, uint8_t[:, ::1] signs not None):
        """Lay out the problem in the form of the batch engines `Sudoku9` and `Lanes`, if it is a puzzle of theirs.

        Parameters
        ----------
        clues : (1, n_cells) uint8
            Receives the values of the cells, 0 for a blank cell.
        signs : (1, n_cells) uint8
            Receives the inequalities in the form of `Lanes`.

        Returns
        -------
        str
            "sudoku9": the problem is a Sudoku of 9 x 9 with boxes of 3 x 3. "lanes": it is a Latin square, with or
            without inequalities between neighbours. "": it is neither, or a cell has several but not all values.

        Raises
        ------
        ValueError
            If the arrays have another shape.
        """
        cdef const Facts *f = &self.facts
        cdef bint has_boxes
        if not clues.shape[0] == signs.shape[0] == 1 or not clues.shape[1] == signs.shape[1] == f.n_cells:
            raise ValueError(f"expected arrays of 1 row and {f.n_cells} columns")
        if f.n_cells != f.n_values * f.n_values or f.n_words != 1 or f.n_sums or f.n_relations:
            return ""
        has_boxes = f.n_values == 9 and f.n_units == 27
        if has_boxes and f.n_inequalities or not has_boxes and f.n_units != 2 * f.n_values:
            return ""
        if not have_lines(f) or has_boxes and not have_boxes(f):
            return ""
        if not lay_out_domains(f, &clues[0, 0]) or not lay_out_inequalities(f, &signs[0, 0]):
            return ""
        return "sudoku9" if has_boxes else "lanes"


# Grids --------------------------------------------------------------------------------------------------

cdef bint have_lines(const Facts *f) noexcept nogil:
    # Return whether the first units are the rows and then the columns of a grid.
    cdef int32_t k, n = f.n_values
    for k in range(2 * n + 1):
        if f.unit_start[k] != k * n:
            return False
    for k in range(n * n):
        if f.unit_cell[k] != k or f.unit_cell[n * n + k] != k % n * n + k // n:
            return False
    return True


cdef bint have_boxes(const Facts *f) noexcept nogil:
    # Return whether the last of 27 units are boxes of 3 x 3.
    cdef int32_t k
    for k in range(81):
        if f.unit_cell[162 + k] != k // 27 * 27 + k // 9 % 3 * 3 + k // 3 % 3 * 9 + k % 3:
            return False
    return True


cdef bint lay_out_domains(const Facts *f, uint8_t *clues) noexcept nogil:
    # Write the values of the cells. Return False if a domain has neither one nor all values.
    cdef uint64_t domain, whole = ~<uint64_t> 0 >> (64 - f.n_values)
    cdef int32_t cell
    for cell in range(f.n_cells):
        domain = f.domain[cell] & whole
        clues[cell] = 0
        if domain != whole or f.n_values == 1:
            if domain == 0 or domain & (domain - 1):
                return False
            clues[cell] = word_lowest(domain) + 1
    return True


cdef bint lay_out_inequalities(const Facts *f, uint8_t *signs) noexcept nogil:
    # Add each inequality to the sign of its lesser cell. Return False if an inequality is not between neighbours.
    cdef int32_t k, lesser, step, n = f.n_values
    memset(signs, 0, f.n_cells)
    for k in range(f.n_inequalities):
        lesser = f.inequality[2 * k]
        step = f.inequality[2 * k + 1] - lesser
        if step == 1 and lesser % n < n - 1:
            signs[lesser] |= 1
        elif step == -1 and lesser % n:
            signs[lesser] |= 2
        elif step == n:
            signs[lesser] |= 4
        elif step == -n:
            signs[lesser] |= 8
        else:
            return False
    return True


# Copies -------------------------------------------------------------------------------------------------

ctypedef fused entry:
    int32_t
    uint64_t


cdef const entry *kept(Arena *memory, const entry *array, size_t n) noexcept:
    """Place an array, and copy it in the second pass. Return its address."""
    cdef entry *copy = NULL
    arena_place(memory, copy, n)
    if copy != NULL and n:
        memcpy(copy, array, n * sizeof(entry))
    return copy


# Checks, which raise ValueError and store the arrays ----------------------------------------------------

cdef int check_units(
    Facts *f, const int32_t[::1] unit_starts, const int32_t[::1] unit_cells, Py_ssize_t n_cells, Py_ssize_t n_values,
) except -1:
    cdef Py_ssize_t u, k, n_units = unit_starts.shape[0] - 1
    cdef int32_t *seen
    cdef int32_t repeated = -1, unknown = -1
    if not 1 <= n_cells <= MAX_CELLS:
        raise ValueError(f"n_cells must be 1 to {MAX_CELLS}, got {n_cells}")
    if not 1 <= n_values <= MAX_VALUES:
        raise ValueError(f"n_values must be 1 to {MAX_VALUES}, got {n_values}")
    if unit_cells.shape[0] > MAX_LINKS or unit_starts.shape[0] * n_values > MAX_LINKS:
        raise ValueError(f"more than {MAX_LINKS} memberships, or values in all units together")
    if n_units < 0 or unit_starts[0] != 0 or unit_starts[n_units] != unit_cells.shape[0]:
        raise ValueError("unit_starts must begin with 0 and end with the length of unit_cells")
    for u in range(n_units):
        if unit_starts[u + 1] < unit_starts[u]:
            raise ValueError(f"unit_starts must not fall, but does after unit {u}")
    seen = <int32_t *> malloc(n_cells * sizeof(int32_t))
    if seen == NULL:
        raise MemoryError(f"a check of {n_cells} cells does not fit into memory")
    memset(seen, 255, n_cells * sizeof(int32_t))
    for u in range(n_units):
        for k in range(unit_starts[u], unit_starts[u + 1]):
            if not 0 <= unit_cells[k] < n_cells:
                unknown = u
            elif seen[unit_cells[k]] == u:
                repeated = u
            else:
                seen[unit_cells[k]] = u
    free(seen)
    if unknown >= 0:
        raise ValueError(f"unit {unknown} has a cell out of 0 to {n_cells - 1}")
    if repeated >= 0:
        raise ValueError(f"unit {repeated} has a cell twice")
    f.n_cells, f.n_values, f.n_units = n_cells, n_values, n_units
    return 0


cdef int check_domains(Facts *f, const uint64_t[:, ::1] domains) except -1:
    cdef Py_ssize_t words = domains.shape[1]
    cdef int32_t least = 1 if f.n_values <= 64 else 4
    if domains.shape[0] != f.n_cells or words not in (least, 4):
        raise ValueError(
            f"domains must have shape ({f.n_cells}, {least}), got ({domains.shape[0]}, {domains.shape[1]})"
        )
    f.n_words = words
    f.domain = &domains[0, 0]
    return 0


cdef int check_inequalities(Facts *f, const int32_t[:, ::1] inequalities) except -1:
    cdef Py_ssize_t k, n = inequalities.shape[0]
    cdef int32_t lesser, greater
    if inequalities.shape[1] != 2 or n > MAX_INEQUALITIES:
        raise ValueError(
            f"inequalities must have shape (up to {MAX_INEQUALITIES}, 2), got ({n}, {inequalities.shape[1]})"
        )
    for k in range(n):
        lesser, greater = inequalities[k, 0], inequalities[k, 1]
        if not (0 <= lesser < f.n_cells and 0 <= greater < f.n_cells) or lesser == greater:
            raise ValueError(
                f"inequality {k}, ({lesser}, {greater}), needs two cells of 0 to {f.n_cells - 1}"
            )
    f.n_inequalities = n
    f.inequality = &inequalities[0, 0] if n else NULL
    return 0


cdef int check_sums(
    Facts *f, const int32_t[::1] starts, const int32_t[::1] cells, const int32_t[::1] totals,
) except -1:
    cdef Py_ssize_t k, n = totals.shape[0]
    if starts is None or cells is None or totals is None:
        raise ValueError("starts, cells and totals of sums belong together")
    if starts.shape[0] != n + 1 or starts[0] != 0 or starts[n] != cells.shape[0]:
        raise ValueError("the starts of sums must lead from 0 to the number of cells in sums, one for each total")
    if cells.shape[0] > MAX_LINKS or n > MAX_LINKS:
        raise ValueError(f"more than {MAX_LINKS} cells in sums")
    for k in range(n):
        if starts[k + 1] < starts[k]:
            raise ValueError(f"sum {k} ends before it begins")
    for k in range(cells.shape[0]):
        if not 0 <= cells[k] < f.n_cells:
            raise ValueError(f"a sum has cell {cells[k]}, out of 0 to {f.n_cells - 1}")
    f.n_sums = n
    f.sum_start = &starts[0]
    f.sum_cell = &cells[0] if cells.shape[0] else NULL
    f.total = &totals[0] if n else NULL
    return 0


cdef int check_relations(
    Facts *f, const int32_t[:, ::1] pairs, const int32_t[::1] numbers, const uint64_t[:, :, ::1] tables,
) except -1:
    cdef Py_ssize_t k, n = pairs.shape[0], n_tables = tables.shape[0]
    if pairs is None or numbers is None or tables is None:
        raise ValueError("cells, table_numbers and tables of relations belong together")
    if pairs.shape[1] != 2 or numbers.shape[0] != n or n > MAX_RELATIONS:
        raise ValueError(
            f"relations must have shape (up to {MAX_RELATIONS}, 2) and a table each, "
            f"got ({n}, {pairs.shape[1]}) and {numbers.shape[0]} tables"
        )
    if tables.shape[1] != f.n_values or tables.shape[2] != f.n_words or n_tables * f.n_values > MAX_ROWS:
        raise ValueError(
            f"tables must have shape (up to {MAX_ROWS // f.n_values}, {f.n_values}, {f.n_words}), "
            f"got ({n_tables}, {tables.shape[1]}, {tables.shape[2]})"
        )
    for k in range(n):
        if not (0 <= pairs[k, 0] < f.n_cells and 0 <= pairs[k, 1] < f.n_cells) or pairs[k, 0] == pairs[k, 1]:
            raise ValueError(
                f"relation {k}, ({pairs[k, 0]}, {pairs[k, 1]}), needs two cells of 0 to {f.n_cells - 1}"
            )
        if not 0 <= numbers[k] < n_tables:
            raise ValueError(f"relation {k} has table {numbers[k]}, out of 0 to {n_tables - 1}")
    f.n_relations = n
    if n:
        f.n_tables = n_tables
        f.related, f.table_number, f.table = &pairs[0, 0], &numbers[0], &tables[0, 0, 0]
    return 0
