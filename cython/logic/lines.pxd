# Rules for one line and its inequalities: hills and valleys, order in a line, ordered sets.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from common.arena cimport ANY_SIZE, arena_pass, arena_place
from common.bits cimport (
    mask_at_most_one, mask_below, mask_has, mask_highest, mask_is_empty, mask_lowest, mask_minus, mask_none,
    mask_only, mask_or, mask_pop, mask_t, word_highest, word_lowest, word_size,
)
from common.board cimport Board
from logic.structs cimport (
    CELL, FOUND, HILL, IMPOSSIBLE, KIND, LINE, LINE_BRAID, LINE_ORDER, NOTHING_FOUND, ORDERED_SET, OUT_OF_ROOM,
    SHORT_LINE_BRAID, UNFINISHED, VALLEY, WATCH_ARRANGED, WATCH_LONG, WATCH_ORDER, Found, Hill, LogicCore, is_in_unit,
    mark_gone, note, note_left, note_order_of,
)
from logic.tuning cimport ORDER_CELLS, SHORT_ROUNDS

cdef extern from *:
    """
    /* Among the 64 sets of six cells, the sets without cell i and the sets of k cells. */
    static const uint64_t SETS_WITHOUT[6] = {
        0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff, 0x0000ffff0000ffff,
        0x00000000ffffffff,
    };
    static const uint64_t SETS_OF[7] = {
        0x0000000000000001, 0x0000000100010116, 0x0001011601161668, 0x0116166816686880, 0x1668688068808000,
        0x6880800080000000, 0x8000000000000000,
    };
    """
    const uint64_t *SETS_WITHOUT
    const uint64_t *SETS_OF

cdef enum:
    # Bits of unit_ordered.
    ORDERED = 1     # inequalities lie inside the unit
    PEAKS = 2       # and a cell has several smaller cells there
    VALLEYS = 4     # or several greater cells

cdef struct Order:
    # The m open cells of a line and their values, each side numbered.
    int32_t m
    uint64_t[ORDER_CELLS] may_take      # (value,) cells that may take it
    uint64_t[ORDER_CELLS] takes         # (cell,) values that it may take
    uint64_t[ORDER_CELLS] needs         # (cell,) smaller cells
    uint64_t[ORDER_CELLS] ready         # (cell,) sets without it but with its smaller cells, among the first six cells


# Hills, valleys and order in a line -----------------------------------------------------------------------

cdef inline bint list_hills(LogicCore *s) noexcept nogil:
    # List the cells with two or more branches of smaller (or greater) cells in one line. Return False if memory runs
    # out.
    cdef Board *b = &s.board
    cdef int32_t cell, k, side, turn, n_hills = 0
    cdef int64_t n_listed = 0
    cdef Hill hill
    note_order(s)
    # The first pass counts the cells, and the second pass stores them.
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
                hill.unit = b.link[k].positions // b.n_values
                for side in range(2):
                    if not s.unit_ordered[hill.unit] & (PEAKS if side else VALLEYS):
                        continue
                    hill.cell, hill.is_peak, hill.start = cell, side, n_listed
                    if climb(s, &hill, s.hill_cell + n_listed if turn else NULL):
                        if turn:
                            s.hill[n_hills] = hill
                        n_listed += hill.n
                        n_hills += 1
    s.n_hills = n_hills
    s.has_hills = True
    return True


cdef inline void note_order(LogicCore *s) noexcept nogil:
    # Mark the units with inequalities, and the units in which a cell has several smaller or several greater cells.
    cdef Board *b = &s.board
    cdef int32_t cell, k, unit, n_lesser, n_greater
    memset(s.unit_ordered, 0, b.n_units)
    for cell in range(b.n_cells):
        if not s.has_order[cell]:
            continue
        for k in range(b.link_start[cell], b.link_start[cell + 1]):
            unit = b.link[k].positions // b.n_values
            n_lesser = n_in_unit(b, b.lesser + b.lesser_start[cell], b.lesser + b.lesser_start[cell + 1], unit)
            n_greater = n_in_unit(b, b.greater + b.greater_start[cell], b.greater + b.greater_start[cell + 1], unit)
            if n_lesser + n_greater:
                s.unit_ordered[unit] |= ORDERED
            if n_lesser > 1:
                s.unit_ordered[unit] |= PEAKS
            if n_greater > 1:
                s.unit_ordered[unit] |= VALLEYS


cdef inline int32_t n_in_unit(const Board *b, const int32_t *cell, const int32_t *end, int32_t unit) noexcept nogil:
    # Count the cells of a list that lie in a unit.
    cdef int32_t n = 0
    while cell < end:
        n += is_in_unit(b, cell[0], unit)
        cell += 1
    return n


cdef inline bint climb(LogicCore *s, Hill *hill, int32_t *cells) noexcept nogil:
    # Count the cells of a hill or valley, and list them in `cells` unless `cells` is NULL. Return False if the cells
    # form a single chain, because the bounds of inequalities cover this case.
    cdef Board *b = &s.board
    cdef const int32_t *start = b.lesser_start if hill.is_peak else b.greater_start
    cdef const int32_t *beyond = b.lesser if hill.is_peak else b.greater
    cdef int32_t head = -1, k, cell = hill.cell, n_branches, other
    cdef bint is_branched = False
    if start[cell] == start[cell + 1]:
        return False
    s.stamp += 1
    s.mark[cell] = s.stamp
    hill.n = 0
    while True:
        n_branches = 0
        for k in range(start[cell], start[cell + 1]):
            other = beyond[k]
            if is_in_unit(b, other, hill.unit):
                n_branches += 1
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
    # HILL: the number of cells below a peak bounds the peak, and likewise for valleys. LINE_ORDER: the smallest values
    # of these cells also count. Because the cells differ, the k-th cell is at least the k-th smallest of these values.
    cdef Board *b = &s.board
    cdef Hill *hill
    cdef int32_t h, bound
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
                note_hill(s, hill, rule)
                return FOUND
    s.budget -= 4 * s.n_hills
    return found


cdef inline void note_hill(LogicCore *s, const Hill *hill, int32_t rule) noexcept nogil:
    # Log the cells of a hill or valley and their inequalities, in ascending order.
    cdef int32_t k, j, cell
    note(s, LINE, hill.unit, 0)
    if rule == HILL and not hill.is_peak:
        note(s, KIND, VALLEY, 0)
    for k in range(hill.n + 1):
        cell = s.hill_cell[hill.start + k] if k < hill.n else hill.cell
        if rule == LINE_ORDER and k < hill.n:
            note_left(s, cell)
        j = k
        while j > 0 and s.queue[j - 1] > cell:
            s.queue[j] = s.queue[j - 1]
            j -= 1
        s.queue[j] = cell
    for k in range(hill.n + 1):
        if s.queue[k] != hill.cell:
            note(s, CELL, s.queue[k], 0)
    note_order_of(s, s.queue, hill.n + 1)


cdef inline int32_t line_bound(LogicCore *s, const Hill *hill) noexcept nogil:
    # Return the number of smallest values (largest values for a valley) that the cell of the hill cannot take.
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


# Ordered sets ---------------------------------------------------------------------------------------------

cdef inline Found find_ordered_sets(LogicCore *s, int32_t rule) noexcept nogil:
    # Find all arrangements of a line's values that satisfy its inequalities. Values are assigned in ascending order,
    # each to a cell whose smaller cells all have values. A state is the set of filled cells. SHORT_LINE_BRAID and
    # LINE_BRAID come first; they find the candidates that assumptions within the line refute.
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
            # This line may have more conclusions than the first search finds.
            s.unit_changed[u] |= watched
            note(s, LINE, u, 0)
            for k in range(m):
                note(s, CELL, cells[k], 0)
                note_left(s, cells[k])
            if rule == ORDERED_SET:
                note_order_of(s, cells, m)
            return FOUND
    return FOUND if s.n_gone else NOTHING_FOUND


cdef inline bint arrange(
    LogicCore *s, int32_t unit, const int32_t *cells, int32_t m, int32_t rule, Found *found,
) noexcept nogil:
    # Mark the candidates of the m open cells that occur in no arrangement. Return False if there is no arrangement.
    cdef Board *b = &s.board
    cdef Order order
    cdef int32_t[ORDER_CELLS] value
    cdef uint64_t[ORDER_CELLS] kept         # (cell,) its values in all arrangements
    cdef uint64_t lost
    cdef int32_t i, j, n_values = 0
    cdef mask_t values = mask_none()
    for i in range(m):
        values = mask_or(values, b.domain[cells[i]])
        kept[i] = 0
    while not mask_is_empty(values) and n_values <= m:
        if n_values < m:
            value[n_values] = mask_lowest(values)
        mask_pop(&values)
        n_values += 1
    if n_values != m:
        return False
    fill_order(b, &order, cells, value, m)
    if not give_out(s, &order):
        return False
    keep_used(s, &order, kept)
    for i in range(m):
        lost = order.takes[i] & ~kept[i]
        while lost:
            j = word_lowest(lost)
            lost &= lost - 1
            if rule != ORDERED_SET and not refute(&order, i, j, SHORT_ROUNDS if rule == SHORT_LINE_BRAID else m * m):
                s.unit_changed[unit] |= WATCH_LONG if rule == SHORT_LINE_BRAID else WATCH_ARRANGED
                continue
            mark_gone(s, cells[i], mask_only(value[j]))
            found[0] = FOUND
        if s.is_tracing and found[0] == FOUND and rule != ORDERED_SET:
            # Each step changes only one cell.
            return True
    return True


cdef inline void fill_order(
    const Board *b, Order *order, const int32_t *cells, const int32_t *value, int32_t m,
) noexcept nogil:
    # Number the m open cells of a line and their values.
    cdef int32_t i, j, k
    order.m = m
    for i in range(m):
        order.may_take[i] = order.takes[i] = order.needs[i] = 0
        order.ready[i] = SETS_WITHOUT[i] if i < 6 else ~<uint64_t> 0
    for i in range(m):
        for j in range(m):
            if mask_has(b.domain[cells[i]], value[j]):
                order.takes[i] |= <uint64_t> 1 << j
                order.may_take[j] |= <uint64_t> 1 << i
        for k in range(b.lesser_start[cells[i]], b.lesser_start[cells[i] + 1]):
            for j in range(m):
                if b.lesser[k] == cells[j]:
                    order.needs[i] |= <uint64_t> 1 << j
                    if j < 6:
                        order.ready[i] &= ~SETS_WITHOUT[j]


cdef inline bint give_out(LogicCore *s, const Order *order) noexcept nogil:
    # Find the sets of cells that the smallest values can fill, one value after the other. Return False if the values
    # cannot fill the set of all cells. A word has the 64 sets that agree in all cells after the sixth.
    cdef int32_t n, w, i, n_ones, n_words = ((1 << order.m) + 63) >> 6
    cdef uint64_t sets, open, last = (<uint64_t> 1 << order.m) - 1
    memset(s.reached, 0, n_words * sizeof(uint64_t))
    s.reached[0] = 1
    for n in range(order.m):
        for w in range(n_words):
            n_ones = n - word_size(w)
            if not 0 <= n_ones <= 6:
                continue
            sets = s.reached[w] & SETS_OF[n_ones]
            if sets == 0:
                continue
            s.budget -= 2 * word_size(sets)
            open = order.may_take[n] & ~(<uint64_t> w << 6)
            while open:
                i = word_lowest(open)
                open &= open - 1
                if order.needs[i] >> 6 & ~<uint64_t> w:
                    continue
                if i < 6:
                    s.reached[w] |= (sets & order.ready[i]) << (1 << i)
                else:
                    s.reached[w | 1 << (i - 6)] |= sets & order.ready[i]
    return s.reached[last >> 6] >> (last & 63) & 1


cdef inline void keep_used(LogicCore *s, const Order *order, uint64_t *kept) noexcept nogil:
    # Go back from the set of all cells, and collect the values that lead to it.
    cdef int32_t n, w, i, n_ones, n_words = ((1 << order.m) + 63) >> 6
    cdef uint64_t sets, open, used, leading, last = (<uint64_t> 1 << order.m) - 1
    memset(s.leading, 0, n_words * sizeof(uint64_t))
    s.leading[last >> 6] = <uint64_t> 1 << (last & 63)
    for n in range(order.m - 1, -1, -1):
        for w in range(n_words):
            n_ones = n - word_size(w)
            if not 0 <= n_ones <= 6:
                continue
            sets = s.reached[w] & SETS_OF[n_ones]
            if sets == 0:
                continue
            leading = 0
            open = order.may_take[n] & ~(<uint64_t> w << 6)
            while open:
                i = word_lowest(open)
                open &= open - 1
                if order.needs[i] >> 6 & ~<uint64_t> w:
                    continue
                used = s.leading[w] >> (1 << i) if i < 6 else s.leading[w | 1 << (i - 6)]
                used &= sets & order.ready[i]
                leading |= used
                kept[i] |= <uint64_t> (used != 0) << n
            s.leading[w] |= leading


cdef inline bint refute(const Order *order, int32_t cell, int32_t value, int32_t most) noexcept nogil:
    # Return whether singles and inequalities within a line refute the cell's value within `most` rounds. Each round
    # acts on the state at its beginning.
    cdef uint64_t[ORDER_CELLS] left         # (cell,) values that it may have
    cdef uint64_t[ORDER_CELLS] known        # the same at the beginning of the round
    cdef uint64_t open, once, twice, every = (<uint64_t> 1 << order.m) - 1
    cdef int32_t i, j, k, m = order.m
    cdef bint is_new
    memcpy(left, order.takes, m * sizeof(uint64_t))
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
                # No other cell can take these values.
                left[i] &= open & -open
            if known[i] & (known[i] - 1) == 0:
                for j in range(m):
                    if j != i:
                        left[j] &= ~known[i]
            open = order.needs[i]
            while open:
                j = word_lowest(open)
                open &= open - 1
                # The greater cell is above the smallest value of the smaller cell, and the smaller cell is below the
                # largest value of the greater cell.
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
