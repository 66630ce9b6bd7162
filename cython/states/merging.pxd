# Merged states: grids without numbers and with few inequalities, up to 8 rows.
#
# An inequality has passed once its smaller cell is filled. The continuations of a state depend only on its filled cells
# and on the inequalities that have not passed. Lines without such inequalities may be exchanged, so they are sorted,
# and equal results are one state. The result need not be canonical: several results also give the right count.
#
# The smaller cell of a passed inequality may be open after an exchange of lines. Keys of merged states therefore have a
# bit for each smaller cell, above the bits for filled cells: whether the inequalities of that cell have passed. These
# cells are watched. If there are fewer larger than smaller cells, the larger cells are watched, and filled first.
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from common.bits cimport FASTFUTO_WORDS
from states.rules cimport Rules, narrow
from states.tuning cimport MOST_MERGED

cdef enum:
    LINES = 8           # a square of 8 x 8 cells is a word with a byte for each row


cdef inline int32_t list_watched(Rules *rules, int32_t side, uint32_t *lines) noexcept nogil:
    # List the smaller cells of inequalities (side 0) or the larger cells (side 1), with the lines of their
    # inequalities. Return the number of cells, which may be too large by one.
    cdef const uint8_t *inequality = rules.inequality
    cdef const uint8_t *cell
    cdef int32_t n_watched = 0, k, i, place
    for k in range(rules.n_inequalities):
        cell = inequality + 2 * side
        place = LINES * cell[0] + cell[1]
        i = 0
        while i < n_watched and rules.watched[i] != place:
            i += 1
        if i == MOST_MERGED:
            return MOST_MERGED + 1
        if i == n_watched:
            rules.watched[i] = place
            lines[i] = 0
            n_watched += 1
        lines[i] |= <uint32_t> 1 << inequality[0] | <uint32_t> 1 << inequality[2]
        lines[i] |= (<uint32_t> 1 << inequality[1] | <uint32_t> 1 << inequality[3]) << LINES
        inequality += 4
    return n_watched


cdef inline void find_watched(Rules *rules, const uint64_t *domain) noexcept nogil:
    # If states can be merged, list the watched cells, and the lines of each set of these cells. If there are fewer
    # larger than smaller cells, the values are reversed.
    cdef int32_t n = rules.shape.n, k, n_smaller, n_larger
    cdef uint32_t left
    cdef uint32_t[MOST_MERGED] lines
    if FASTFUTO_WORDS > 1 or n > LINES:
        return
    for k in range(n * n):
        if domain[k] != rules.shape.full_row:
            return
    n_larger = list_watched(rules, 1, lines)
    n_smaller = list_watched(rules, 0, lines)
    if min(n_smaller, n_larger) > MOST_MERGED:
        return
    rules.n_watched = n_smaller
    if n_larger < n_smaller:
        rules.n_watched = list_watched(rules, 1, lines)
        rules.barrier[0], rules.barrier[1] = rules.barrier[1], rules.barrier[0]
    for left in range(<uint32_t> 1 << rules.n_watched):
        rules.lines[left] = 0
        for k in range(rules.n_watched):
            if left >> k & 1:
                rules.lines[left] |= lines[k]


cdef inline void watch_or_narrow(Rules *rules, uint64_t *domain, bint may_merge) noexcept nogil:
    # Prepare to merge states if possible. Otherwise narrow the candidates: cells with fewer candidates would
    # distinguish lines that merged states exchange.
    rules.n_watched = 0
    if may_merge:
        find_watched(rules, domain)
    if not rules.n_watched:
        narrow(rules, domain)


cdef inline uint64_t square_of(const Rules *rules, uint64_t key, int32_t placed) noexcept nogil:
    # Return the square of a state. Its rows and columns have `placed` cells each, so the parity of the other cells
    # determines the cells of the last column and of the last row.
    cdef int32_t n = rules.shape.n, k
    cdef uint64_t square = 0, x, is_odd = placed & 1
    cdef uint64_t full_row = rules.shape.full_row
    for k in range(n - 1):
        square |= (key >> k * (n - 1) & full_row >> 1) << LINES * k
    x = square ^ square >> 4
    x ^= x >> 2
    x ^= x >> 1
    x = (x ^ 0 - is_odd) & <uint64_t> 0x0101010101010101 & (<uint64_t> 1 << LINES * (n - 1)) - 1
    square |= x << n - 1
    x = square ^ square >> 32
    x ^= x >> 16
    x ^= x >> 8
    return square | ((x ^ 0 - is_odd) & full_row) << LINES * (n - 1)


cdef inline uint64_t transposed(uint64_t square) noexcept nogil:
    # Exchange rows and columns (Warren, "Hacker's Delight", 2002).
    cdef uint64_t x = (square ^ square >> 7) & <uint64_t> 0x00AA00AA00AA00AA
    square ^= x ^ x << 7
    x = (square ^ square >> 14) & <uint64_t> 0x0000CCCC0000CCCC
    square ^= x ^ x << 14
    x = (square ^ square >> 28) & <uint64_t> 0x00000000F0F0F0F0
    return square ^ x ^ x << 28


cdef inline bint sort_rows(uint64_t *square, uint32_t free, uint32_t columns) noexcept nogil:
    # Sort the free rows by their cells in some columns. Return whether several rows are equal there. The loops do not
    # branch on cells, because cells are unpredictable.
    cdef int32_t[LINES + 1] at
    cdef int32_t[LINES] rank
    cdef uint32_t[LINES] row, place
    cdef int32_t n = 0, k, i, is_less
    cdef bint is_tied = False
    for k in range(LINES):
        at[n] = LINES * k
        n += free >> k & 1
    for k in range(n):
        row[k] = square[0] >> at[k] & 0xFF
        place[k] = row[k] & columns
        square[0] ^= <uint64_t> row[k] << at[k]
        rank[k] = 0
        for i in range(k):
            is_less = place[k] < place[i]
            is_tied |= place[k] == place[i]
            rank[i] += is_less
            rank[k] += 1 - is_less
    for k in range(n):
        square[0] |= <uint64_t> row[k] << at[rank[k]]
    return is_tied


cdef inline uint64_t merged_key(const Rules *rules, uint64_t key, int32_t placed) noexcept nogil:
    # Return the key of the state with sorted lines, which has `placed` values.
    cdef int32_t n = rules.shape.n, n_bits = (n - 1) * (n - 1), k
    cdef uint64_t passed = key >> n_bits, square = square_of(rules, key, placed)
    cdef uint32_t full_row = rules.shape.full_row, lines, rows, columns
    cdef bint is_tied
    for k in range(rules.n_watched):
        passed |= (square >> rules.watched[k] & 1) << k
    lines = rules.lines[~passed & (<uint64_t> 1 << rules.n_watched) - 1]
    rows, columns = full_row & ~lines, full_row & ~(lines >> LINES)
    is_tied = sort_rows(&square, rows, lines >> LINES)
    square = transposed(square)
    sort_rows(&square, columns, full_row)
    square = transposed(square)
    if is_tied:
        sort_rows(&square, rows, full_row)
        square = transposed(square)
        sort_rows(&square, columns, full_row)
        square = transposed(square)
    key = passed << n_bits
    for k in range(n - 1):
        key |= (square >> LINES * k & full_row >> 1) << k * (n - 1)
    return key


cdef inline void fill_passed(const Rules *rules, uint64_t key, uint32_t *filled) noexcept nogil:
    # Add the smaller cells of inequalities that have passed.
    cdef uint64_t passed = key >> (rules.shape.n - 1) * (rules.shape.n - 1)
    cdef int32_t k
    for k in range(rules.n_watched):
        filled[rules.watched[k] // LINES] |= <uint32_t> (passed >> k & 1) << rules.watched[k] % LINES
