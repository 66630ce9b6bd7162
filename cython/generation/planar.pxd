# Stripping by planes: the conclusions of singles, inequalities and sets while clues are removed from a small grid.
#
# All clues hold in the square, so there are no conflicts. The array `flat.stack` holds the current candidates, the
# candidates at the last search for sets, and the saved candidates of each level.
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from common.bits cimport mask_is_empty, mask_none, mask_pop, mask_t, word_size
from generation.closure cimport NOT_YET, RESTING, Closed, may_close
from generation.planes cimport (
    MOST_SIDE, WORDS, Planes, close_planes, is_settled, one, planes_compare, settle_cell, side_of,
    used_rows, word_of,
)
from generation.structs cimport GenerationCore
from generation.tuning cimport PLANE_WORK
from logic.sets cimport close_paths, lost_to, pair_up
from logic.structs cimport BOUND, NOTHING_FOUND, Pairing

cdef enum:
    SIZES = 10              # MOST_SIDE / 2 + 2: the sizes from 0 to one above the largest set


cdef inline size_t plane_words(const Planes *p) noexcept nogil:
    return (p.n + 1) * p.n_words


cdef inline void planar_begin(GenerationCore *g) noexcept nogil:
    # Begin with the empty grid, which is at a fixpoint.
    cdef Planes *p = &g.flat
    cdef int32_t v
    memset(p.greater, 0, sizeof(p.greater))
    memset(p.less, 0, sizeof(p.less))
    for v in range(p.n):
        memcpy(p.stack + v * p.n_words, p.grid, p.n_words * sizeof(uint64_t))
    memset(p.stack + p.n * p.n_words, 0, p.n_words * sizeof(uint64_t))
    memcpy(p.stack + plane_words(p), p.stack, plane_words(p) * sizeof(uint64_t))
    p.changed = 0
    p.is_new = p.is_marking = False


cdef inline void planar_put_in(GenerationCore *g, int32_t item) noexcept nogil:
    # Switch an item on, without propagating its consequences yet.
    cdef int32_t k, cell
    if item >= g.n_groups:
        if g.wish.rules[BOUND]:
            planes_compare(&g.flat, g.directed[2 * (item - g.n_groups)], g.directed[2 * (item - g.n_groups) + 1])
        return
    for k in range(g.group_start[item], g.group_start[item + 1]):
        cell = g.group_cell[k]
        g.flat.changed |= settle_cell(&g.flat, g.flat.stack, cell, g.value[cell])


cdef inline void planar_take_out(GenerationCore *g, int32_t item) noexcept nogil:
    # Switch an item off. The caller restores the candidates.
    cdef Planes *p = &g.flat
    cdef int32_t lesser, greater
    if item >= g.n_groups:
        lesser, greater = g.directed[2 * (item - g.n_groups)], g.directed[2 * (item - g.n_groups) + 1]
        p.less[side_of(p, lesser, greater) * WORDS + word_of(p, lesser)] &= ~one(p, lesser)
        p.greater[side_of(p, greater, lesser) * WORDS + word_of(p, greater)] &= ~one(p, greater)


cdef inline void planar_save(GenerationCore *g, int32_t level) noexcept nogil:
    # Save the candidates at a standstill.
    cdef size_t n = plane_words(&g.flat)
    memcpy(g.flat.stack + (2 + level) * n, g.flat.stack, n * sizeof(uint64_t))


cdef inline void planar_restore(GenerationCore *g, int32_t level) noexcept nogil:
    # Restore the candidates of a standstill, at which nothing is left to conclude.
    cdef size_t n = plane_words(&g.flat)
    memcpy(g.flat.stack, g.flat.stack + (2 + level) * n, n * sizeof(uint64_t))
    memcpy(g.flat.stack + n, g.flat.stack + (2 + level) * n, n * sizeof(uint64_t))
    g.flat.changed = 0
    g.flat.is_new = False


cdef inline void planar_mark(GenerationCore *g) noexcept nogil:
    # Begin to mark inequalities that exclude a candidate.
    g.flat.is_marking = True
    memset(g.flat.used_greater, 0, sizeof(g.flat.used_greater))
    memset(g.flat.used_less, 0, sizeof(g.flat.used_less))


cdef inline bint planar_used(const GenerationCore *g, int32_t lesser, int32_t greater) noexcept nogil:
    # Return whether the inequality has been marked.
    cdef const Planes *p = &g.flat
    return (
        p.used_less[side_of(p, lesser, greater) * WORDS + word_of(p, lesser)] & one(p, lesser)
        or p.used_greater[side_of(p, greater, lesser) * WORDS + word_of(p, greater)] & one(p, greater)
    )


cdef inline bint planar_is_full(const GenerationCore *g) noexcept nogil:
    return is_settled(&g.flat, g.flat.stack, g.flat.n_words)


cdef inline Closed planar_close(GenerationCore *g) noexcept nogil:
    # Apply the rules until the grid is full or nothing more follows.
    cdef Planes *p = &g.flat
    while True:
        if g.budget <= 0:
            return NOT_YET
        g.budget -= PLANE_WORK * p.n
        if p.n_words == 1:
            close_planes(p, p.stack, p.changed, 1, True)
        elif p.n_words == 2:
            close_planes(p, p.stack, p.changed, 2, True)
        elif p.n_words == 3:
            close_planes(p, p.stack, p.changed, 3, True)
        else:
            close_planes(p, p.stack, p.changed, 4, True)
        p.changed = 0
        if not g.uses_sets or planar_is_full(g) or not drop_sets(g):
            return RESTING


# Sets -----------------------------------------------------------------------------------------------------

cdef inline bint drop_sets(GenerationCore *g) noexcept nogil:
    # Drop the candidates that sets exclude in lines with changes since the last call. Return whether there are any.
    cdef Planes *p = &g.flat
    cdef size_t n_all = plane_words(p)
    cdef uint64_t[WORDS] changed
    cdef uint64_t[SIZES * WORDS] at_least
    cdef uint64_t columns = 0, rows
    cdef int32_t v, w, k, line, most = p.n // 2 + 1, step = p.fold
    memset(changed, 0, sizeof(changed))
    for v in range(p.n):
        for w in range(p.n_words):
            changed[w] |= p.stack[v * p.n_words + w] ^ p.stack[n_all + v * p.n_words + w]
    memcpy(p.stack + n_all, p.stack, n_all * sizeof(uint64_t))
    # The entry at_least[k] holds the cells with at least k values.
    memset(at_least, 0, sizeof(at_least))
    for v in range(p.n):
        for w in range(p.n_words):
            for k in range(most, 1, -1):
                at_least[k * WORDS + w] |= at_least[(k - 1) * WORDS + w] & p.stack[v * p.n_words + w]
            at_least[1 * WORDS + w] |= p.stack[v * p.n_words + w]
    for w in range(p.n_words):
        columns |= changed[w]
        rows = used_rows(p, changed[w])
        for k in range(p.per_word):
            if rows >> k * p.n & 1:
                drop_sets_of(g, w * p.per_word + k, at_least)
    while step >= p.n:
        columns |= columns >> step
        step >>= 1
    for line in range(p.n):
        if columns >> line & 1:
            drop_sets_of(g, MOST_SIDE + line, at_least)
    return p.changed != 0


cdef inline void drop_sets_of(GenerationCore *g, int32_t line, const uint64_t *at_least) noexcept nogil:
    # Drop the candidates that sets exclude in one line, which is a row, or MOST_SIDE plus a column.
    cdef Planes *p = &g.flat
    cdef Pairing *a = &g.fast.pairing
    cdef int32_t n = p.n, n_words = p.n_words, v, w, k, m = 0, n_small
    cdef int32_t first = 0, end = n_words, shift
    cdef uint64_t within, place
    cdef uint64_t[MOST_SIDE] positions
    cdef int32_t[MOST_SIDE + 1] n_values_of
    cdef bint may_be = False
    if line < MOST_SIDE:
        first = line // p.per_word
        end = first + 1
        shift = line % p.per_word * n
        within = p.row
    else:
        shift = line - MOST_SIDE
        within = p.every
    for w in range(first, end):
        m += word_size(at_least[2 * WORDS + w] >> shift & within)
    if m < 4:
        return
    for k in range(2, m // 2 + 1):
        n_small = 0
        for w in range(first, end):
            n_small += word_size((at_least[2 * WORDS + w] & ~at_least[(k + 1) * WORDS + w]) >> shift & within)
        if n_small >= k:
            may_be = True
            break
    memset(n_values_of, 0, sizeof(n_values_of))
    for v in range(n):
        if line < MOST_SIDE:
            positions[v] = p.stack[v * n_words + first] >> shift & within
        else:
            # One multiplication gathers the cells of a column, moving row k to bit k of the highest bits.
            positions[v] = 0
            for w in range(n_words):
                place = (p.stack[v * n_words + w] >> shift & within) * p.gather >> p.gathered
                positions[v] |= (place & ((<uint64_t> 1 << p.per_word) - 1)) << w * p.per_word
        n_values_of[word_size(positions[v])] += 1
    if not (may_be or may_close(n_values_of, m >> 1)):
        return
    a.m = 0
    for v in range(n):
        if positions[v] & (positions[v] - 1):
            a.left[a.m] = v
            a.allowed[a.m] = mask_none()
            a.allowed[a.m].word[0] = positions[v]
            a.m += 1
    pair_up(a, n)
    if close_paths(a) == NOTHING_FOUND:
        return
    for k in range(a.m):
        drop_from(p, lost_to(a, k), a, line, a.right[k])


cdef inline void drop_from(Planes *p, mask_t values, const Pairing *a, int32_t line, int32_t at) noexcept nogil:
    # Drop the values that some nodes represent from one cell of a line.
    cdef int32_t cell = line * p.n + at if line < MOST_SIDE else at * p.n + line - MOST_SIDE, v
    while not mask_is_empty(values):
        v = a.left[mask_pop(&values)]
        p.stack[v * p.n_words + word_of(p, cell)] &= ~one(p, cell)
        p.changed |= <uint32_t> 1 << v
