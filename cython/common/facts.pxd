# The facts of a puzzle in the form that all cores read: cells, values, units, domains, inequalities, sums and
# relations.
#
# The struct owns nothing. Its arrays belong to a Problem, which has checked them (problem/problem.pyx), or to an engine
# that generates puzzles. Cores copy what they need when they are created or reset, and check nothing. A new kind of
# clue needs a few members in this struct, a check in problem.pyx, and propagation on the board.
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcmp

cdef enum:
    MAX_CELLS = 1 << 24         # a cell and a value share 32 bits on the trail
    MAX_VALUES = 255
    MAX_LINKS = 1 << 30         # bounds the memberships of units, of sums, and the values of all units together
    MAX_INEQUALITIES = 1 << 28
    MAX_RELATIONS = 1 << 28     # the learner numbers both directions of a relation in 29 bits
    MAX_ROWS = 1 << 29          # bounds the rows of all tables together

cdef struct Facts:
    # array                     shape                           holds
    int32_t n_cells
    int32_t n_values
    int32_t n_words             # words of a mask of values: 1, or 4 for wide builds
    int32_t n_units
    const int32_t *unit_start   # (n_units + 1,)                first entry of the unit in unit_cell
    const int32_t *unit_cell    # (memberships,)                its cells, whose values all differ
    const uint64_t *domain      # (n_cells, n_words)            values that the cell may take
    int32_t n_inequalities
    const int32_t *inequality   # (n_inequalities, 2)           cells (lesser, greater)
    int32_t n_sums
    const int32_t *sum_start    # (n_sums + 1,)                 first entry of the sum in sum_cell
    const int32_t *sum_cell     # (members,)                    its cells
    const int32_t *total        # (n_sums,)                     the sum of their values
    int32_t n_relations
    const int32_t *related      # (n_relations, 2)              cells of the relation
    const int32_t *table_number # (n_relations,)                its table
    int32_t n_tables
    const uint64_t *table       # (n_tables, n_values, n_words) for each value of the first cell, values of the second


cdef inline bint have_same_units(const Facts *a, const Facts *b) noexcept nogil:
    if a.n_cells != b.n_cells or a.n_values != b.n_values or a.n_units != b.n_units:
        return False
    return (
        memcmp(a.unit_start, b.unit_start, (a.n_units + 1) * sizeof(int32_t)) == 0
        and memcmp(a.unit_cell, b.unit_cell, a.unit_start[a.n_units] * sizeof(int32_t)) == 0
    )
