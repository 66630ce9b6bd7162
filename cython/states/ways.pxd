# All ways to place one value into a state of up to 9 rows without exchanges of rows. The search has no dead ends.
#
# Beginning with the last row, the search finds the sets of columns after which the rest of the value can still be
# placed. A set is a number below 2**9, and all sets of a row form a bitmap of 8 words, so processing a row takes a few
# shifts. Then the rows, from the first to the last, get their positions. Many ways are extended together, so the
# innermost loop is long and free of branches, which would be unpredictable. Depth-first order limits the number of
# ways. If the processor has registers of 512 bits, wide.h does the inner loops.
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from common.bits cimport word_lowest, word_size
from states.keys cimport Shape
from states.tuning cimport WAYS
from states.wide cimport wide_carry_on, wide_find_sets

cdef extern from *:
    """
    /* The wide build has more rows and never lists ways like this. */
    #define FASTFUTO_WAY_ROWS (FASTFUTO_WORDS == 1 ? 9 : 1)
    static const uint64_t SETS_WITHOUT[6] = {
        0x5555555555555555u, 0x3333333333333333u, 0x0F0F0F0F0F0F0F0Fu,
        0x00FF00FF00FF00FFu, 0x0000FFFF0000FFFFu, 0x00000000FFFFFFFFu
    };
    """
    enum:
        WAY_ROWS "FASTFUTO_WAY_ROWS"
    const uint64_t SETS_WITHOUT[6]      # the sets of one word without a column

cdef enum:
    SET_WORDS = 8       # for the 2**9 sets of columns
    WAYS_MORE = 8       # unused ways after the others that wide.h may write or read

cdef struct Ways:
    const uint32_t *open                # (row) positions of the value
    int32_t first[WAY_ROWS]             # (row) the next way to be extended into that row
    int32_t last[WAY_ROWS]              # (row) the end of its ways
    uint64_t sets[WAY_ROWS + 1][SET_WORDS]  # (row) sets of columns of the rows before it that lead to an end
    # A way consists of the positions in the rows before a row.
    uint64_t key[WAY_ROWS][WAYS + WAYS_MORE]    # (row, way) key of the state and these cells
    uint64_t used[WAY_ROWS][WAYS + WAYS_MORE]   # their columns


cdef inline bint find_sets(Ways *ways, const Shape *shape, int32_t n_words) noexcept nogil:
    # Find the sets of each row. Return False if the value cannot be placed.
    cdef int32_t row, w, step
    cdef uint32_t left, bit
    cdef uint64_t without
    cdef uint64_t *to
    cdef const uint64_t *rest
    for w in range(n_words):
        ways.sets[shape.n][w] = 0
    ways.sets[shape.n][n_words - 1] = <uint64_t> 1 << (shape.full_row & 63)
    for row in range(shape.n - 1, -1, -1):
        to = ways.sets[row]
        rest = ways.sets[row + 1]
        for w in range(n_words):
            to[w] = 0
        left = ways.open[row]
        while left:
            bit = left & -left
            left ^= bit
            if bit < 64:
                without = SETS_WITHOUT[word_lowest(bit)]
                for w in range(n_words):
                    to[w] |= rest[w] >> bit & without
            else:
                step = bit >> 6
                for w in range(n_words):
                    if not w & step:
                        to[w] |= rest[w | step]
    return ways.sets[0][0] & 1


cdef inline bint begin_ways(Ways *ways, const Shape *shape, const uint32_t *open, uint64_t key) noexcept nogil:
    # Begin with the state of that key. Return False if the value cannot be placed.
    cdef int32_t row
    cdef bint is_possible
    ways.open = open
    for row in range(shape.n):
        ways.first[row] = ways.last[row] = 0
    ways.key[0][0] = key
    ways.used[0][0] = 0
    ways.last[0] = 1
    # A constant number of words lets the compiler remove the loop.
    if shape.is_wide:
        is_possible = wide_find_sets(ways.sets, open, shape.n)
    elif shape.n <= 6:
        is_possible = find_sets(ways, shape, 1)
    elif shape.n == 7:
        is_possible = find_sets(ways, shape, 2)
    elif shape.n == 8:
        is_possible = find_sets(ways, shape, 4)
    else:
        is_possible = find_sets(ways, shape, 8)
    return is_possible


cdef inline void carry_on(Ways *ways, const Shape *shape, int32_t row, int64_t *budget) noexcept nogil:
    # Extend the next ways by each position of that row that leads to an end.
    cdef uint32_t left = ways.open[row], bit
    cdef int32_t size = word_size(left), k, n_ways = 0
    cdef int32_t first = ways.first[row], last = min(ways.last[row], first + WAYS // size)
    cdef uint64_t cell, used
    cdef const uint64_t *rest = ways.sets[row + 1]
    cdef const uint64_t *from_key = ways.key[row]
    cdef const uint64_t *from_used = ways.used[row]
    cdef uint64_t *to_key = ways.key[row + 1]
    cdef uint64_t *to_used = ways.used[row + 1]
    ways.first[row] = last
    budget[0] -= size * (last - first)
    if shape.is_wide:
        n_ways = wide_carry_on(
            rest, left, row * (shape.n - 1), shape.full_row >> 1, from_key + first, from_used + first, last - first,
            to_key, to_used
        )
    else:
        while left:
            bit = left & -left
            left ^= bit
            cell = <uint64_t> (bit & shape.full_row >> 1) << row * (shape.n - 1)
            for k in range(first, last):
                # If a way already has the column, `used` has too few columns to be one of the sets in `rest`. All ways
                # are written, but dead ends are overwritten.
                used = from_used[k] | bit
                to_used[n_ways] = used
                to_key[n_ways] = from_key[k] | cell
                n_ways += rest[used >> 6] >> (used & 63) & 1
    ways.first[row + 1] = 0
    ways.last[row + 1] = n_ways


cdef inline uint64_t *next_ways(Ways *ways, const Shape *shape, int32_t *n_ways, int64_t *budget) noexcept nogil:
    # Return the keys of the next successors, which may be overwritten, or NULL if all are listed. The position in the
    # last row follows from the positions in the other rows.
    cdef int32_t row = shape.n - 1
    while ways.first[row] == ways.last[row]:
        row -= 1
        if row < 0:
            return NULL
    while row < shape.n - 1:
        carry_on(ways, shape, row, budget)
        row += 1
    n_ways[0] = ways.last[row]
    ways.first[row] = n_ways[0]
    return ways.key[row]
