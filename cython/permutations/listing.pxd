# All permutations of 1..n in lexicographic order. The 24 permutations that differ only in their last four values are
# written at once.
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy

from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, OUTCOME_SOLUTION, Outcome

cdef extern from *:
    """
    /* All orders of 0 to 3. As it is constant, the compiler knows that writing rows cannot change it. */
    static const unsigned char orders_of_four[24][4] = {
        {0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1},
        {1, 0, 2, 3}, {1, 0, 3, 2}, {1, 2, 0, 3}, {1, 2, 3, 0}, {1, 3, 0, 2}, {1, 3, 2, 0},
        {2, 0, 1, 3}, {2, 0, 3, 1}, {2, 1, 0, 3}, {2, 1, 3, 0}, {2, 3, 0, 1}, {2, 3, 1, 0},
        {3, 0, 1, 2}, {3, 0, 2, 1}, {3, 1, 0, 2}, {3, 1, 2, 0}, {3, 2, 0, 1}, {3, 2, 1, 0}
    };
    """
    const uint8_t[24][4] orders_of_four

cdef struct Listing:
    int32_t n
    uint8_t[256] row            # the next permutation
    bint is_done
    int64_t total               # permutations listed so far
    int64_t found               # permutations listed in the last run


cdef inline void listing_begin(Listing *s, int32_t n) noexcept nogil:
    # Begin with the first permutation of 1 to 255 values. All members of the core s must be zero.
    cdef int32_t k
    s.n = n
    for k in range(n):
        s.row[k] = k + 1


cdef inline Outcome listing_run(Listing *s, int64_t budget, int64_t limit, uint8_t *out) noexcept nogil:
    # List further permutations until the budget is used up or the limit is reached.
    cdef int64_t stop = min(budget, limit), step
    cdef int32_t n = s.n
    cdef uint8_t *last = s.row + n - 4
    s.found = 0
    while s.found < stop and not s.is_done:
        step = 1
        if n >= 4 and stop - s.found >= 24 and last[0] < last[1] < last[2] < last[3]:
            # List all orders of the last four values at once, and advance to the last of them.
            step = 24
            if out != NULL:
                write_24(s, out, limit - s.found - 24)
            last[0], last[3] = last[3], last[0]
            last[1], last[2] = last[2], last[1]
        elif out != NULL:
            memcpy(out, s.row, n)
        if out != NULL:
            out += step * n
        s.found += step
        go_on(s)
    s.total += s.found
    if s.found == limit:
        return OUTCOME_SOLUTION
    return OUTCOME_EXHAUSTED if s.is_done else OUTCOME_PAUSED


cdef inline void write_24(const Listing *s, uint8_t *out, int64_t rows_behind) noexcept nogil:
    # Write 24 rows. After these rows, there is room for `rows_behind` further rows.
    cdef int32_t n = s.n, k, i
    cdef int32_t n_quick = 0 if n > 16 else 24 if rows_behind * n >= 16 else 20
    cdef const uint8_t *last = s.row + n - 4
    cdef uint8_t *at
    for k in range(24):
        at = out + k * n
        if k < n_quick:
            # Copying a constant length is faster. The following rows overwrite the excess.
            memcpy(at, s.row, 16)
        else:
            memcpy(at, s.row, n - 4)
        at += n - 4
        for i in range(4):
            at[i] = last[orders_of_four[k][i]]


cdef inline void go_on(Listing *s) noexcept nogil:
    # Advance to the next permutation.
    cdef uint8_t *row = s.row
    cdef int32_t i = s.n - 2, j = s.n - 1
    # Find the last value that is less than its successor; the values after it descend.
    while i >= 0 and row[i] > row[i + 1]:
        i -= 1
    if i < 0:
        s.is_done = True
        return
    while row[j] < row[i]:
        j -= 1
    row[i], row[j] = row[j], row[i]
    i += 1
    j = s.n - 1
    while i < j:
        row[i], row[j] = row[j], row[i]
        i += 1
        j -= 1
