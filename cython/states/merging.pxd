# Merged states: grids with few numbers and inequalities, up to 8 rows. merging.h sorts the lines.
#
# An inequality has passed once its smaller cell is filled, and a number once it is placed. The continuations of a state
# depend only on its filled cells and on the inequalities and numbers that have not passed. Lines without any of these
# may be exchanged, so they are sorted, and equal results are one state. The result need not be canonical: several
# results also give the right count.
#
# The smaller cell of a passed inequality may be open after an exchange of lines. Keys of merged states therefore have a
# bit for each smaller cell, above the bits for filled cells: whether the inequalities of that cell have passed. These
# cells are watched. If there are fewer larger than smaller cells, the larger cells are watched, and filled first.
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from common.bits cimport FASTFUTO_WORDS
from states.rules cimport LINES, MOST_WATCHED, Merging, Rules, narrow
from states.tuning cimport MOST_MERGED

cdef extern from "states/merging.h" nogil:
    void merge_keys(const Merging *merging, uint64_t *key, int count, int n, int placed)


cdef inline int32_t list_watched(Rules *rules, int32_t side) noexcept nogil:
    # List the smaller cells of inequalities (side 0) or the larger cells (side 1), with the lines of their
    # inequalities. Return the number of cells, which may be too large by one.
    cdef Merging *m = &rules.merging
    cdef const uint8_t *inequality = rules.inequality
    cdef const uint8_t *cell
    cdef int32_t n_watched = 0, k, i
    for k in range(rules.n_inequalities):
        cell = inequality + 2 * side
        i = 0
        while i < n_watched and (m.watched[i][0] != cell[0] or m.watched[i][1] != cell[1]):
            i += 1
        if i == MOST_WATCHED:
            return MOST_MERGED + 1
        if i == n_watched:
            m.watched[i][0], m.watched[i][1] = cell[0], cell[1]
            m.lines[i][0] = m.lines[i][1] = 0
            n_watched += 1
        m.lines[i][0] |= 1 << inequality[0] | 1 << inequality[2]
        m.lines[i][1] |= 1 << inequality[1] | 1 << inequality[3]
        inequality += 4
    return n_watched


cdef inline void find_watched(Rules *rules, uint64_t *domain) noexcept nogil:
    # If states can be merged, list the watched cells and the lines of numbers. If there are fewer larger than smaller
    # cells, the values are reversed.
    cdef Merging *m = &rules.merging
    cdef int32_t n = rules.shape.n, k, v, n_smaller, n_larger, n_given = 0
    cdef uint64_t before
    if FASTFUTO_WORDS > 1 or n > LINES:
        return
    for k in range(n * n):
        n_given += domain[k] != rules.shape.full_row
    n_larger = list_watched(rules, 1)
    n_smaller = list_watched(rules, 0)
    if min(n_smaller, n_larger) + n_given > MOST_MERGED:
        return
    m.n_watched = n_smaller
    if n_larger < n_smaller:
        m.n_watched = list_watched(rules, 1)
        rules.barrier[0], rules.barrier[1] = rules.barrier[1], rules.barrier[0]
        for k in range(n * n):
            before, domain[k] = domain[k], 0
            for v in range(n):
                domain[k] |= (before >> v & 1) << n - 1 - v
    memset(m.given, 0, sizeof(m.given))
    for k in range(n * n):
        for v in range(n if domain[k] != rules.shape.full_row else 0):
            if domain[k] >> v:
                m.given[v][0] |= 1 << k // n
                m.given[v][1] |= 1 << k % n


cdef inline void watch_or_narrow(Rules *rules, uint64_t *domain, bint may_merge) noexcept nogil:
    # Prepare to merge states if possible. Otherwise narrow the candidates: cells with fewer candidates would
    # distinguish lines that merged states exchange.
    rules.merging.n_watched = 0
    if may_merge:
        find_watched(rules, domain)
    if not rules.merging.n_watched:
        narrow(rules, domain)


cdef inline void fill_passed(const Rules *rules, uint64_t key, uint32_t *filled) noexcept nogil:
    # Add the smaller cells of inequalities that have passed.
    cdef const Merging *m = &rules.merging
    cdef uint64_t passed = key >> (rules.shape.n - 1) * (rules.shape.n - 1)
    cdef int32_t k
    for k in range(m.n_watched):
        filled[m.watched[k][0]] |= <uint32_t> (passed >> k & 1) << m.watched[k][1]
