# Random layouts of white cells.
#
# White cells are bits, with one word per row. Cells become black in a random order, and all cells of an orbit together.
# White cells must stay connected, and none may be isolated in its row or column. The caller checks all arguments.
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from common.bits cimport next_random, word_size
from common.sums cimport DIGITS

cdef enum:
    MOST_ROWS = 32                          # most rows, and most columns
    MOST_ORBITS = MOST_ROWS * MOST_ROWS

ctypedef uint32_t[MOST_ROWS] Rows


cdef inline int32_t count_white(const uint32_t *white, int32_t n_rows) noexcept nogil:
    cdef int32_t r, n = 0
    for r in range(n_rows):
        n += word_size(white[r])
    return n


cdef inline bint has_lone_cell(const uint32_t *white, int32_t n_rows) noexcept nogil:
    # Return whether a white cell is isolated in its row or column.
    cdef int32_t r
    cdef uint32_t beside, lone = 0
    for r in range(n_rows):
        beside = (white[r - 1] if r > 0 else 0) | (white[r + 1] if r + 1 < n_rows else 0)
        lone |= white[r] & ~(white[r] << 1 | white[r] >> 1)
        lone |= white[r] & ~beside
    return lone != 0


cdef inline bint hangs_together(const uint32_t *white, int32_t n_rows) noexcept nogil:
    # Return whether the white cells are connected. There must be at least one white cell.
    cdef Rows reached
    cdef int32_t r, k
    cdef uint32_t here, before
    cdef bint has_changed = True
    memset(reached, 0, sizeof(reached))
    r = 0
    while not white[r]:
        r += 1
    reached[r] = white[r] & (0 - white[r])
    while has_changed:
        has_changed = False
        # This loop visits all rows from the top to the bottom and then back to the top.
        for k in range(2 * n_rows):
            r = k if k < n_rows else 2 * n_rows - 1 - k
            here = reached[r] | (reached[r - 1] if r > 0 else 0) | (reached[r + 1] if r + 1 < n_rows else 0)
            here &= white[r]
            before = 0
            while here != before:
                before = here
                here |= (here << 1 | here >> 1) & white[r]
            has_changed = has_changed or here != reached[r]
            reached[r] = here
    for r in range(n_rows):
        if reached[r] != white[r]:
            return False
    return True


cdef inline bint list_long_runs(const uint32_t *white, int32_t n_rows, uint32_t *cells) noexcept nogil:
    # List the cells of runs that are too long. Return whether there are any.
    cdef int32_t r, k
    cdef uint32_t first, some = 0
    memset(cells, 0, n_rows * sizeof(uint32_t))
    for r in range(n_rows):
        first = white[r]
        for k in range(DIGITS):
            first &= first >> 1
        for k in range(DIGITS + 1):
            cells[r] |= first << k
    for r in range(n_rows - DIGITS):
        first = white[r]
        for k in range(1, DIGITS + 1):
            first &= white[r + k]
        for k in range(DIGITS + 1):
            cells[r + k] |= first
    for r in range(n_rows):
        some |= cells[r]
    return some != 0


cdef inline bint layout_draw(
    const uint32_t *orbits, int32_t n_orbits, int32_t n_rows, int32_t n_white, uint64_t *state, uint32_t *white,
) noexcept nogil:
    # Draw a layout with about n_white white cells. Return False if none was found. The cells of an orbit, (n_rows,)
    # words each, have one colour. Cells in no orbit are black.
    cdef int32_t[MOST_ORBITS] order
    cdef Rows too_long, fewer
    cdef int32_t r, k, j, i, bits
    cdef uint64_t x
    cdef uint32_t some
    cdef const uint32_t *orbit
    cdef bint has_long_runs
    memset(white, 0, n_rows * sizeof(uint32_t))
    for k in range(n_orbits):
        order[k] = k
        for r in range(n_rows):
            white[r] |= orbits[k * n_rows + r]
    for k in range(n_orbits - 1, 0, -1):
        # Draw a number from 0 to k. All numbers are equally likely.
        bits = 1
        while k >> bits:
            bits += 1
        while True:
            x = next_random(state) & ((<uint64_t> 1 << bits) - 1)
            if x <= <uint64_t> k:
                break
        j = <int32_t> x
        order[k], order[j] = order[j], order[k]
    # Runs that are too long are cut first, because at the beginning there are the most ways to cut them.
    has_long_runs = list_long_runs(white, n_rows, too_long)
    for i in range(2 * n_orbits):
        orbit = orbits + order[i if i < n_orbits else i - n_orbits] * n_rows
        if has_long_runs:
            some = 0
            for r in range(n_rows):
                some |= too_long[r] & orbit[r]
            if not some:
                continue
        elif count_white(white, n_rows) <= n_white:
            break
        some = 0
        for r in range(n_rows):
            fewer[r] = white[r] & ~orbit[r]
            some |= fewer[r]
        if some and not has_lone_cell(fewer, n_rows) and hangs_together(fewer, n_rows):
            memcpy(white, fewer, n_rows * sizeof(uint32_t))
            has_long_runs = has_long_runs and list_long_runs(white, n_rows, too_long)
    return not has_long_runs
