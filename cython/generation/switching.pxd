# A local search for squares that their inequalities determine.
#
# Few squares of n = 9 or more are determined by all their inequalities. Cycle switches lead from a square to similar
# squares: two rows (columns, values) are exchanged in the columns (rows, cells) of one cycle of their permutations. A
# switch begins in an undetermined cell, and is undone if it increases the number of such cells.
from libc.stdint cimport int32_t
from libc.string cimport memcpy

from generation.structs cimport GenerationCore
from latin.walk cimport random_below


cdef inline void keep_better(GenerationCore *g, int32_t n_loose) noexcept nogil:
    # Keep the current square if it has at most as many undetermined cells as the best square; otherwise return to the
    # best square. The undetermined cells of the current square are the n_loose cells in `loose`.
    if g.n_switches == 0 or n_loose <= g.n_best_loose:
        memcpy(g.best_value, g.value, g.n_cells)
        memcpy(g.best_loose, g.loose, n_loose * sizeof(int32_t))
        g.n_best_loose = n_loose
    else:
        memcpy(g.value, g.best_value, g.n_cells)


cdef inline void switch_cycle(GenerationCore *g) noexcept nogil:
    # Make a random cycle switch of a square of n >= 2 that changes an undetermined cell.
    cdef int32_t n = g.judge.board.n_values, other, kind = random_below(&g.random_state, 3)
    cdef int32_t cell = g.best_loose[random_below(&g.random_state, g.n_best_loose)]
    cdef int32_t row = cell // n, column = cell % n
    other = random_below(&g.random_state, n - 1)
    g.n_switches += 1
    if kind == 0:
        switch_lines(g, row * n, (other + (other >= row)) * n, 1, column)
    elif kind == 1:
        switch_lines(g, column, other + (other >= column), n, row)
    else:
        switch_values(g, cell, other + (other >= g.value[cell]))


cdef inline void switch_lines(GenerationCore *g, int32_t one, int32_t two, int32_t step, int32_t at) noexcept nogil:
    # Exchange the cells one + at * step and two + at * step, and continue until no line has a value twice.
    cdef int32_t n = g.judge.board.n_values, k
    cdef int32_t first = g.value[one + at * step], taken
    while True:
        taken = g.value[two + at * step]
        g.value[two + at * step] = g.value[one + at * step]
        g.value[one + at * step] = taken
        if taken == first:
            return
        for k in range(n):
            if k != at and g.value[one + k * step] == taken:
                at = k
                break


cdef inline void switch_values(GenerationCore *g, int32_t cell, int32_t other) noexcept nogil:
    # Give the cell the other value, and exchange the two values along columns and rows until no line has a value twice.
    cdef int32_t n = g.judge.board.n_values, value = g.value[cell], first = cell, k
    while True:
        g.value[cell] = other
        for k in range(n):
            if k != cell // n and g.value[k * n + cell % n] == other:
                cell = k * n + cell % n
                break
        g.value[cell] = value
        for k in range(n):
            if k != cell % n and g.value[cell // n * n + k] == value:
                cell = cell // n * n + k
                break
        else:
            return
