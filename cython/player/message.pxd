# Messages to the player's module: 32-bit numbers in one array, which are checked before they are used.
#
# Messages come from web pages, so they may contain anything. A reader takes the numbers one after another until none is
# left.
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

from common.facts cimport Facts

cdef enum:
    MOST_WORDS = 1 << 16    # numbers of a message, or of an answer
    MOST_CELLS = 1024
    MOST_VALUES = 30        # values of a cell, which are bits of one non-negative number
    MOST_UNITS = 4096
    MOST_MEMBERS = 1 << 15  # cells of all units or sums together, inequalities and relations
    MOST_TABLES = 8         # tables of relations
    MOST_TOTAL = 1 << 20

cdef struct Reader:
    const int32_t *words    # (n,)
    int32_t n
    int32_t at
    bint is_short           # whether the message was too short, or a number was out of range


cdef inline Reader reader_of(const int32_t *words, int32_t n) noexcept nogil:
    cdef Reader reader
    reader.words, reader.n, reader.at = words, n, 0
    reader.is_short = False
    return reader


cdef inline const int32_t *take(Reader *r, int32_t n) noexcept nogil:
    # Take the next n numbers. Return NULL if fewer numbers are left.
    cdef const int32_t *found = r.words + r.at
    if n < 0 or n > r.n - r.at:
        r.is_short = True
        return NULL
    r.at += n
    return found


cdef inline int32_t take_one(Reader *r, int32_t least, int32_t greatest) noexcept nogil:
    # Take the next number, if it is within these bounds.
    cdef const int32_t *found = take(r, 1)
    if found == NULL or not least <= found[0] <= greatest:
        r.is_short = True
        return least
    return found[0]


cdef inline bint all_within(const int32_t *numbers, int32_t n, int32_t least, int32_t greatest) noexcept nogil:
    cdef int32_t k
    for k in range(n):
        if not least <= numbers[k] <= greatest:
            return False
    return True


cdef inline bint are_starts(const int32_t *starts, int32_t n, int32_t end) noexcept nogil:
    # Return whether these n + 1 numbers lead from 0 to `end` without descending.
    cdef int32_t k
    for k in range(n):
        if starts[k] > starts[k + 1]:
            return False
    return starts[0] == 0 and starts[n] == end


cdef inline bint are_pairs(const int32_t *pairs, int32_t n, int32_t n_cells) noexcept nogil:
    # Return whether these are n pairs of different cells.
    cdef int32_t k
    if not all_within(pairs, 2 * n, 0, n_cells - 1):
        return False
    for k in range(n):
        if pairs[2 * k] == pairs[2 * k + 1]:
            return False
    return True


cdef inline bint repeats_none(const Facts *f) noexcept nogil:
    # Return whether no cell occurs twice in a unit.
    cdef uint64_t[MOST_CELLS >> 6] seen
    cdef int32_t u, k, cell
    for u in range(f.n_units):
        memset(seen, 0, sizeof(seen))
        for k in range(f.unit_start[u], f.unit_start[u + 1]):
            cell = f.unit_cell[k]
            if seen[cell >> 6] >> (cell & 63) & 1:
                return False
            seen[cell >> 6] |= <uint64_t> 1 << (cell & 63)
    return True


cdef inline bint read_facts(Reader *r, Facts *f, const int32_t **domain, const int32_t **table) noexcept nogil:
    # Read a puzzle. Its arrays stay in the message, but domains and tables must be widened to 64 bits. Return False if
    # anything is out of range.
    cdef int32_t n_members, n_sum_cells
    memset(f, 0, sizeof(Facts))
    f.n_words = 1
    f.n_cells = take_one(r, 1, MOST_CELLS)
    f.n_values = take_one(r, 1, MOST_VALUES)
    f.n_units = take_one(r, 0, MOST_UNITS)
    n_members = take_one(r, 0, MOST_MEMBERS)
    f.n_inequalities = take_one(r, 0, MOST_MEMBERS)
    f.n_sums = take_one(r, 0, MOST_UNITS)
    n_sum_cells = take_one(r, 0, MOST_MEMBERS)
    f.n_relations = take_one(r, 0, MOST_MEMBERS)
    f.n_tables = take_one(r, 0, MOST_TABLES)
    f.unit_start, f.unit_cell = take(r, f.n_units + 1), take(r, n_members)
    domain[0] = take(r, f.n_cells)
    f.inequality = take(r, 2 * f.n_inequalities)
    f.sum_start, f.sum_cell, f.total = take(r, f.n_sums + 1), take(r, n_sum_cells), take(r, f.n_sums)
    f.related, f.table_number = take(r, 2 * f.n_relations), take(r, f.n_relations)
    table[0] = take(r, f.n_tables * f.n_values)
    if r.is_short or r.at != r.n:
        return False
    return (
        are_starts(f.unit_start, f.n_units, n_members) and all_within(f.unit_cell, n_members, 0, f.n_cells - 1)
        and repeats_none(f)
        and all_within(domain[0], f.n_cells, 0, (1 << f.n_values) - 1)
        and are_pairs(f.inequality, f.n_inequalities, f.n_cells)
        and are_starts(f.sum_start, f.n_sums, n_sum_cells) and all_within(f.sum_cell, n_sum_cells, 0, f.n_cells - 1)
        and all_within(f.total, f.n_sums, -MOST_TOTAL, MOST_TOTAL)
        and are_pairs(f.related, f.n_relations, f.n_cells)
        and all_within(f.table_number, f.n_relations, 0, f.n_tables - 1)
        and all_within(table[0], f.n_tables * f.n_values, 0, (1 << f.n_values) - 1)
    )
