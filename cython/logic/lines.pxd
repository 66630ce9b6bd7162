# Rules of one line and its inequalities: hills and valleys, order in a line, ordered sets; and locked candidates.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport malloc
from libc.string cimport memcpy, memset

from common.arena cimport ANY_SIZE, arena_free, arena_pass, arena_place
from common.bits cimport (
    mask_at_most_one, mask_below, mask_has, mask_highest, mask_is_empty, mask_lowest, mask_minus, mask_none,
    mask_only, mask_or, mask_pop, mask_t, mask_with, word_highest, word_lowest, word_size,
)
from common.board cimport Board
from logic.structs cimport (
    CELL, COUNTING, FOUND, HILL, IMPOSSIBLE, LINE, LINE_BRAID, LINE_ORDER, LISTED, MOST_OVERLAPS, NOTHING_FOUND,
    ORDERED_SET, OUT_OF_ROOM, SHORT_LINE_BRAID, STORING, UNFINISHED, UNLISTED, VALUE, WATCH_ARRANGED, WATCH_LONG,
    WATCH_ORDER, Found, Hill, LogicCore, Overlap, is_in_unit, mark_gone, note, note_left,
)
from logic.tuning cimport ORDER_CELLS, SHORT_ROUNDS


# Hills, valleys and order in a line -----------------------------------------------------------------------

cdef inline bint list_hills(LogicCore *s) noexcept nogil:
    # List the cells with two or more branches of smaller (or greater) cells in one line. False if there is not
    # enough memory.
    cdef Board *b = &s.board
    cdef int32_t cell, k, side, turn, n_hills = 0
    cdef int64_t n_listed = 0
    cdef Hill hill
    memset(s.unit_ordered, 0, b.n_units)
    # They are counted in the first turn and stored in the second one.
    for turn in range(2):
        if turn:
            while arena_pass(&s.hill_memory, ANY_SIZE):
                arena_place(&s.hill_memory, s.hill, n_hills)
                arena_place(&s.hill_memory, s.hill_cell, n_listed)
            if s.hill_memory.base == NULL:
                return False
            n_hills = 0
            n_listed = 0
        for cell in range(b.n_cells):
            if not s.has_order[cell]:
                continue
            for k in range(b.link_start[cell], b.link_start[cell + 1]):
                for side in range(2):
                    hill.cell, hill.is_peak, hill.start = cell, side, n_listed
                    hill.unit = b.link[k].positions // b.n_values
                    if climb(s, &hill, s.hill_cell + n_listed if turn else NULL):
                        if turn:
                            s.hill[n_hills] = hill
                        n_listed += hill.n
                        n_hills += 1
    s.n_hills = n_hills
    s.has_hills = True
    return True


cdef inline bint climb(LogicCore *s, Hill *hill, int32_t *cells) noexcept nogil:
    # Count the cells of a hill or valley, and list them in `cells` if there is such a list. False if they are a
    # single chain, which the bounds of inequalities cover.
    cdef Board *b = &s.board
    cdef const int32_t *start = b.lesser_start if hill.is_peak else b.greater_start
    cdef const int32_t *beyond = b.lesser if hill.is_peak else b.greater
    cdef int32_t head = -1, k, cell = hill.cell, n_branches, other
    cdef bint is_branched = False
    s.stamp += 1
    s.mark[cell] = s.stamp
    hill.n = 0
    while True:
        n_branches = 0
        for k in range(start[cell], start[cell + 1]):
            other = beyond[k]
            if is_in_unit(b, other, hill.unit):
                n_branches += 1
                s.unit_ordered[hill.unit] = 1
                if s.mark[other] != s.stamp:
                    s.mark[other] = s.stamp
                    s.queue[hill.n] = other
                    hill.n += 1
        is_branched = is_branched or n_branches > 1
        head += 1
        if head >= hill.n:
            break
        cell = s.queue[head]
    if is_branched and cells != NULL:
        memcpy(cells, s.queue, hill.n * sizeof(int32_t))
    return is_branched


cdef inline Found find_hills(LogicCore *s, int32_t rule) noexcept nogil:
    # HILL: the number of cells below a peak leaves only greater values for it, and so for valleys. LINE_ORDER: the
    # same with the least values of these cells; as they differ, the k-th of them is at least the k-th least one.
    cdef Board *b = &s.board
    cdef Hill *hill
    cdef int32_t h, k, bound
    cdef mask_t lost
    cdef Found found = NOTHING_FOUND
    if not s.has_hills and not list_hills(s):
        return OUT_OF_ROOM
    for h in range(s.n_hills):
        hill = &s.hill[h]
        if mask_at_most_one(b.domain[hill.cell]):
            continue
        bound = hill.n if rule == HILL else line_bound(s, hill)
        if hill.is_peak:
            lost = mask_below(min(bound, b.n_values))
        else:
            lost = mask_minus(mask_below(b.n_values), mask_below(max(b.n_values - bound, 0)))
        if mark_gone(s, hill.cell, lost):
            found = FOUND
            if s.is_tracing:
                note(s, LINE, hill.unit, 0)
                for k in range(hill.n):
                    note(s, CELL, s.hill_cell[hill.start + k], 0)
                    if rule == LINE_ORDER:
                        note_left(s, s.hill_cell[hill.start + k])
                return FOUND
    s.budget -= 4 * s.n_hills
    return found


cdef inline int32_t line_bound(LogicCore *s, const Hill *hill) noexcept nogil:
    # The number of least values (greatest ones for a valley) that the cell of the hill cannot take.
    cdef Board *b = &s.board
    cdef int32_t *least = s.queue
    cdef int32_t k, j, bound = -1
    cdef mask_t domain
    for k in range(hill.n):
        domain = b.domain[s.hill_cell[hill.start + k]]
        least[k] = mask_lowest(domain) if hill.is_peak else b.n_values - 1 - mask_highest(domain)
        j = k
        while j > 0 and least[j - 1] > least[j]:
            least[j - 1], least[j] = least[j], least[j - 1]
            j -= 1
    for k in range(hill.n):
        bound = max(least[k], bound + 1)
    return bound + 1


# Locked candidates ----------------------------------------------------------------------------------------

cdef inline Found list_overlaps(LogicCore *s) noexcept nogil:
    # Go on listing the pairs of units with several cells in common of which the first is full: FOUND when all are
    # listed. One second unit comes after the other. The pairs are counted, and then stored where the count says.
    cdef Board *b = &s.board
    if s.listing == UNLISTED:
        if s.is_grid and b.n_units == 2 * b.n_values:
            s.listing = LISTED
        elif begin_listing(s):
            s.listing = COUNTING
        else:
            return OUT_OF_ROOM
    while s.listing < LISTED:
        if s.listing_at == b.n_units:
            if s.listing == STORING:
                arena_free(&s.listing_memory)
                s.listing = LISTED
            elif begin_storing(s):
                s.listing = STORING
            else:
                arena_free(&s.listing_memory)
                s.listing = UNLISTED
                return OUT_OF_ROOM
            continue
        if s.budget <= 0:
            return UNFINISHED
        list_second(s, s.listing_at)
        s.listing_at += 1
    return FOUND


cdef inline bint begin_listing(LogicCore *s) noexcept nogil:
    # Begin with counting. False if there is not enough memory.
    cdef int32_t n = s.board.n_units
    while arena_pass(&s.listing_memory, ANY_SIZE):
        arena_place(&s.listing_memory, s.common, n)
        arena_place(&s.listing_memory, s.listed, n)
        arena_place(&s.listing_memory, s.touched, n)
    s.listing_at = 0
    return s.listing_memory.base != NULL


cdef inline bint begin_storing(LogicCore *s) noexcept nogil:
    # From counts to the place of the first overlap of each unit. False if there is not enough memory.
    cdef int32_t u
    cdef int64_t n = 0
    for u in range(s.board.n_units):
        n += s.listed[u]
        s.listed[u] = <int32_t> (n - s.listed[u])
    s.listing_at = 0
    if n > MOST_OVERLAPS:
        return False
    s.n_overlaps = <int32_t> n
    s.overlap = <Overlap *> malloc((n + 1) * sizeof(Overlap))
    return s.overlap != NULL


cdef inline void list_second(LogicCore *s, int32_t other) noexcept nogil:
    # Count or store the overlaps of which this is the second unit.
    cdef Board *b = &s.board
    cdef Overlap *overlap
    cdef int32_t k, j, u, cell, n = 0
    for k in range(b.unit_start[other], b.unit_start[other + 1]):
        cell = b.unit_cell[k]
        s.budget -= b.link_start[cell + 1] - b.link_start[cell]
        for j in range(b.link_start[cell], b.link_start[cell + 1]):
            u = b.link[j].positions // b.n_values
            if b.link[j].full and u != other:
                if mask_is_empty(s.common[u]):
                    s.touched[n] = u
                    n += 1
                s.common[u] = mask_with(s.common[u], b.link[j].position)
    for k in range(n):
        u = s.touched[k]
        if not mask_at_most_one(s.common[u]):
            if s.listing == STORING:
                overlap = &s.overlap[s.listed[u]]
                overlap.unit, overlap.other, overlap.common = u, other, s.common[u]
            s.listed[u] += 1
        s.common[u] = mask_none()


cdef inline Found find_locked(LogicCore *s) noexcept nogil:
    # All positions of a value in one unit lie in another one, which loses the value elsewhere.
    cdef Board *b = &s.board
    cdef int32_t o, v, k, cell, n = b.n_values
    cdef mask_t positions
    cdef Found found = list_overlaps(s)
    cdef bint is_new
    if found != FOUND:
        return found
    while s.locked_at < s.n_overlaps:
        if s.budget <= 0:
            return UNFINISHED
        o = s.locked_at
        s.locked_at += 1
        s.budget -= n
        for v in range(n):
            positions = b.positions[s.overlap[o].unit * n + v]
            if mask_at_most_one(positions) or not mask_is_empty(mask_minus(positions, s.overlap[o].common)):
                continue
            is_new = False
            for k in range(b.unit_start[s.overlap[o].other], b.unit_start[s.overlap[o].other + 1]):
                cell = b.unit_cell[k]
                if mask_has(b.domain[cell], v) and not is_in_unit(b, cell, s.overlap[o].unit):
                    is_new = mark_gone(s, cell, mask_only(v)) or is_new
            if is_new and s.is_tracing:
                s.locked_at = 0
                note(s, VALUE, v, 0)
                note(s, LINE, s.overlap[o].unit, 0)
                note(s, LINE, s.overlap[o].other, 0)
                while not mask_is_empty(positions):
                    k = mask_pop(&positions)
                    note(s, CELL, b.unit_cell[b.unit_start[s.overlap[o].unit] + k], 0)
                return FOUND
    s.locked_at = 0
    return FOUND if s.n_gone else NOTHING_FOUND


# Ordered sets ---------------------------------------------------------------------------------------------

cdef inline Found find_ordered_sets(LogicCore *s, int32_t rule) noexcept nogil:
    # All arrangements of a line's values that keep its inequalities: values are given out in ascending order,
    # each to a cell all of whose lesser cells have theirs. A state is the set of cells that have values. What
    # assumptions within the line refute is the part of SHORT_LINE_BRAID and LINE_BRAID, which look first.
    cdef Board *b = &s.board
    cdef int32_t u, k, m
    cdef int32_t[ORDER_CELLS] cells
    cdef uint8_t watched = WATCH_ORDER
    cdef Found found = NOTHING_FOUND
    if rule == ORDERED_SET and s.score[LINE_BRAID]:
        watched = WATCH_ARRANGED
    elif rule != SHORT_LINE_BRAID and s.score[SHORT_LINE_BRAID]:
        watched = WATCH_LONG
    if not s.has_hills and not list_hills(s):
        return OUT_OF_ROOM
    for u in range(b.n_units):
        if not s.unit_changed[u] & watched:
            continue
        if s.budget <= 0:
            return UNFINISHED
        s.unit_changed[u] &= ~watched
        if not s.unit_ordered[u] or not b.unit_full[u]:
            continue
        m = 0
        for k in range(b.unit_start[u], b.unit_start[u + 1]):
            if not mask_at_most_one(b.domain[b.unit_cell[k]]):
                if m < ORDER_CELLS:
                    cells[m] = b.unit_cell[k]
                m += 1
        if m < 2 or m > ORDER_CELLS:
            continue
        if not arrange(s, u, cells, m, rule, &found):
            note(s, LINE, u, 0)
            for k in range(m):
                note_left(s, cells[k])
            return IMPOSSIBLE
        if s.is_tracing and found == FOUND:
            # There may be more to be found in this line than a first look at it shows.
            s.unit_changed[u] |= watched
            note(s, LINE, u, 0)
            for k in range(m):
                note(s, CELL, cells[k], 0)
                note_left(s, cells[k])
            return FOUND
    return FOUND if s.n_gone else NOTHING_FOUND


cdef inline bint arrange(
    LogicCore *s, int32_t unit, const int32_t *cells, int32_t m, int32_t rule, Found *found,
) noexcept nogil:
    # Mark the candidates of the m open cells that no arrangement uses. False if there is no arrangement.
    cdef Board *b = &s.board
    cdef int32_t[ORDER_CELLS] value
    cdef uint64_t[ORDER_CELLS] may_take     # (value,) cells that may take it
    cdef uint64_t[ORDER_CELLS] needs        # (cell,) lesser cells
    cdef uint64_t[ORDER_CELLS] kept         # (cell,) values that it takes in some arrangement
    cdef uint64_t state, next_state, last = (<uint64_t> 1 << m) - 1, open
    cdef int32_t i, j, k, n_values = 0, n
    cdef mask_t values = mask_none()
    for i in range(m):
        values = mask_or(values, b.domain[cells[i]])
    while not mask_is_empty(values) and n_values <= m:
        if n_values < m:
            value[n_values] = mask_lowest(values)
        mask_pop(&values)
        n_values += 1
    if n_values != m:
        return False
    for i in range(m):
        may_take[i] = 0
        for j in range(m):
            if mask_has(b.domain[cells[j]], value[i]):
                may_take[i] |= <uint64_t> 1 << j
        needs[i] = kept[i] = 0
        for k in range(b.lesser_start[cells[i]], b.lesser_start[cells[i] + 1]):
            for j in range(m):
                if b.lesser[k] == cells[j]:
                    needs[i] |= <uint64_t> 1 << j
    memset(s.reached, 0, (last // 64 + 1) * sizeof(uint64_t))
    memset(s.leading, 0, (last // 64 + 1) * sizeof(uint64_t))
    s.reached[0] = 1
    state = 0
    while state < last:
        if s.reached[state >> 6] == 0:
            state = (state | 63) + 1
            continue
        if s.reached[state >> 6] >> (state & 63) & 1:
            n = word_size(state)
            open = may_take[n] & ~state
            s.budget -= 2
            while open:
                i = word_lowest(open)
                open &= open - 1
                if needs[i] & ~state == 0:
                    next_state = state | <uint64_t> 1 << i
                    s.reached[next_state >> 6] |= <uint64_t> 1 << (next_state & 63)
        state += 1
    if not s.reached[last >> 6] >> (last & 63) & 1:
        return False
    s.leading[last >> 6] |= <uint64_t> 1 << (last & 63)
    state = last
    while state > 0:
        state -= 1
        if s.reached[state >> 6] >> (state & 63) & 1:
            n = word_size(state)
            open = may_take[n] & ~state
            while open:
                i = word_lowest(open)
                open &= open - 1
                next_state = state | <uint64_t> 1 << i
                if needs[i] & ~state == 0 and s.leading[next_state >> 6] >> (next_state & 63) & 1:
                    s.leading[state >> 6] |= <uint64_t> 1 << (state & 63)
                    kept[i] |= <uint64_t> 1 << n
    for i in range(m):
        for j in range(m):
            if may_take[j] >> i & 1 and not kept[i] >> j & 1:
                if rule != ORDERED_SET and not refute(
                    may_take, needs, m, i, j, SHORT_ROUNDS if rule == SHORT_LINE_BRAID else m * m
                ):
                    s.unit_changed[unit] |= WATCH_LONG if rule == SHORT_LINE_BRAID else WATCH_ARRANGED
                    continue
                mark_gone(s, cells[i], mask_only(value[j]))
                found[0] = FOUND
        if s.is_tracing and found[0] == FOUND and rule != ORDERED_SET:
            # A step tells what happens to one cell.
            return True
    return True


cdef inline bint refute(
    const uint64_t *may_take, const uint64_t *needs, int32_t m, int32_t cell, int32_t value, int32_t most,
) noexcept nogil:
    # Whether singles and inequalities within a line lead to a contradiction within so many rounds if a cell takes a
    # value. The m cells and values are numbered as in `arrange`. Each round acts on what was known when it began.
    cdef uint64_t[ORDER_CELLS] left         # (cell,) values that it may have
    cdef uint64_t[ORDER_CELLS] known        # the same when the round began
    cdef uint64_t open, once, twice, every = (<uint64_t> 1 << m) - 1
    cdef int32_t i, j, k
    cdef bint is_new
    for i in range(m):
        left[i] = 0
        for j in range(m):
            left[i] |= (may_take[j] >> i & 1) << j
    left[cell] = <uint64_t> 1 << value
    for k in range(most):
        once = twice = 0
        for i in range(m):
            known[i] = left[i]
            twice |= once & left[i]
            once |= left[i]
        for i in range(m):
            open = known[i] & ~twice
            if open:
                # Its values have no other place.
                left[i] &= open & -open
            if known[i] & (known[i] - 1) == 0:
                for j in range(m):
                    if j != i:
                        left[j] &= ~known[i]
            open = needs[i]
            while open:
                j = word_lowest(open)
                open &= open - 1
                # The greater cell is above the least value of the lesser one, and the lesser one below its greatest.
                left[i] &= ~(((known[j] & -known[j]) << 1) - 1)
                left[j] &= (<uint64_t> 1 << word_highest(known[i])) - 1
        once = 0
        is_new = False
        for i in range(m):
            if left[i] == 0:
                return True
            once |= left[i]
            is_new = is_new or left[i] != known[i]
        if once != every:
            return True
        if not is_new:
            break
    return False
