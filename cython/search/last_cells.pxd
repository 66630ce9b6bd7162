# The last cells: if few cells are open, the search enumerates all ways to fill them on a smaller state.
#
# A set of at most 64 open cells is one word. The state has one word for each value that is still open: the plane of the
# value, which is the set of cells that may take it. Filling a cell then takes a few and-nots, whatever the number of
# units and inequalities. The enumeration propagates less than the board, but is several times as fast if nearly every
# leaf is a solution. There are two enumerations: cell by cell and, once many solutions have been found, value by value.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from common.bits cimport (
    FASTFUTO_CHECKED, mask_at_most_one, mask_is_empty, mask_lowest, mask_pop, mask_t, word_lowest, word_size,
)
from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, OUTCOME_SOLUTION, Board, Outcome
from search.structs cimport MAX_PLACED, LastCells, Level, Placement, SearchCore, record
from search.tuning cimport FEW_PLACED, MANY_PLACED, STEP


cdef inline uint64_t all_last(LastCells *last) noexcept nogil:
    return (<uint64_t> -1) >> (64 - last.n)


cdef inline void gather_last(SearchCore *s) noexcept nogil:
    # Copy the open cells from the board, with the units and inequalities between them.
    cdef Board *b = &s.board
    cdef LastCells *last = &s.last
    cdef int32_t cell, k, i, v
    cdef uint64_t members, greater, lesser
    cdef mask_t domain
    for k in range(b.n_values):
        last.plane[k] = 0
    last.n = 0
    last.ordered = 0
    memset(last.members, 0, b.n_units * sizeof(uint64_t))
    for cell in range(b.n_cells):
        domain = b.domain[cell]
        s.solution[cell] = mask_lowest(domain) + 1
        if not mask_at_most_one(domain):
            i = last.n
            last.n += 1
            last.cell[i] = cell
            last.number[cell] = i
            for k in range(b.link_start[cell], b.link_start[cell + 1]):
                last.members[b.link[k].positions // b.n_values] |= <uint64_t> 1 << i
            while not mask_is_empty(domain):
                last.plane[mask_pop(&domain)] |= <uint64_t> 1 << i
    for i in range(last.n):
        cell = last.cell[i]
        members = greater = lesser = 0
        for k in range(b.link_start[cell], b.link_start[cell + 1]):
            members |= last.members[b.link[k].positions // b.n_values]
        for k in range(b.greater_start[cell], b.greater_start[cell + 1]):
            if not mask_at_most_one(b.domain[b.greater[k]]):
                greater |= <uint64_t> 1 << last.number[b.greater[k]]
        for k in range(b.lesser_start[cell], b.lesser_start[cell + 1]):
            if not mask_at_most_one(b.domain[b.lesser[k]]):
                lesser |= <uint64_t> 1 << last.number[b.lesser[k]]
        last.peers[i] = members & ~(<uint64_t> 1 << i)
        last.greater[i] = greater
        last.lesser[i] = lesser
        if greater or lesser:
            last.ordered |= <uint64_t> 1 << i
    # Only values that are still open have a plane.
    last.n_live = 0
    for v in range(b.n_values):
        if last.plane[v]:
            last.plane[last.n_live] = last.plane[v]
            last.live_value[last.n_live] = v
            last.n_live += 1


# Cell by cell -------------------------------------------------------------------------------------------
#
# One pass over the planes shows all naked singles, and a new level of the stack is a copy of the planes.

cdef inline void begin_enumerating(SearchCore *s, int64_t *budget) noexcept nogil:
    gather_last(s)
    s.last.n_levels = 1
    s.last.level[0].open = all_last(&s.last)
    # At a fixpoint there are no singles, so this call only finds the first cell.
    settle_singles(s, s.last.plane, &s.last.level[0], budget)


cdef inline void settle_last(SearchCore *s, uint64_t *plane, int32_t i, int32_t value) noexcept nogil:
    # Give a last cell its value, and drop the candidates that this value forbids in the other cells. The other
    # candidates of the cell may stay in the planes, because the cell is no longer open.
    cdef LastCells *last = &s.last
    cdef int32_t v
    cdef uint64_t greater = last.greater[i], lesser = last.lesser[i]
    plane[value] &= ~last.peers[i]
    if greater | lesser:
        # The loop visits all planes and applies masks, because the end of a loop that stops at the value would be
        # mispredicted every time.
        for v in range(last.n_live):
            plane[v] &= ~(greater & -<uint64_t> (v <= value) | lesser & -<uint64_t> (v >= value))
    s.solution[last.cell[i]] = last.live_value[value] + 1


cdef inline bint settle_singles(SearchCore *s, uint64_t *plane, Level *level, int64_t *budget) noexcept nogil:
    # Settle naked singles until there are none, and choose the cell to branch on. Return False if a cell has no value
    # left.
    cdef LastCells *last = &s.last
    cdef uint64_t once, twice, thrice, singles, doubles, settled, here
    cdef int32_t v, i, n_live = last.n_live
    while True:
        once = twice = thrice = 0
        for v in range(n_live):
            thrice |= twice & plane[v]
            twice |= once & plane[v]
            once |= plane[v]
        budget[0] -= 1
        if level.open & ~once:
            return False
        singles = level.open & ~twice
        if not singles:
            break
        level.open &= ~singles
        settled = 0
        for v in range(n_live):
            here = plane[v] & singles
            while here:
                i = word_lowest(here)
                settle_last(s, plane, i, v)
                settled |= <uint64_t> 1 << i
                here &= plane[v] & ~settled
        # An earlier single may have taken the only value of another cell.
        if settled != singles:
            return False
    if level.open:
        doubles = level.open & ~thrice
        if s.lexicographic or not doubles:
            level.cell = word_lowest(level.open)
        else:
            # Cells with inequalities come first, because only they are likely to fail.
            level.cell = word_lowest(doubles & last.ordered or doubles)
        level.next = 0
        while not plane[level.next] >> level.cell & 1:
            level.next += 1
    return True


cdef inline Outcome enumerate_cells(
    SearchCore *s, int64_t *budget, int64_t limit, uint8_t *out,
) noexcept nogil:
    # Continue to enumerate cell by cell. The last value of a cell needs no copy of the planes: the search does not
    # return to the level of this cell, so the next level may overwrite it.
    cdef LastCells *last = &s.last
    cdef Level *level
    cdef uint64_t *plane
    cdef uint64_t here
    cdef bint consistent
    cdef int32_t v, k, n_live = last.n_live
    while last.n_levels:
        level = &last.level[last.n_levels - 1]
        plane = last.plane + (last.n_levels - 1) * n_live
        here = <uint64_t> 1 << level.cell
        v = level.next
        k = v + 1
        while k < n_live and not plane[k] & here:
            k += 1
        level.next = k
        s.nodes += 1
        if k < n_live:
            for k in range(n_live):
                plane[n_live + k] = plane[k]
            plane += n_live
            level[1].open = level.open & ~here
            settle_last(s, plane, level.cell, v)
            level += 1
            last.n_levels += 1
        else:
            level.open &= ~here
            settle_last(s, plane, level.cell, v)
        consistent = settle_singles(s, plane, level, budget)
        if consistent and not level.open:
            record(s, out)
        if not consistent or not level.open:
            s.backtracks += 1
            last.n_levels -= 1
        if s.found == limit:
            return OUTCOME_SOLUTION
        if budget[0] <= 0:
            return OUTCOME_PAUSED
    return OUTCOME_EXHAUSTED


# Value by value -----------------------------------------------------------------------------------------
#
# Values are placed in ascending order, each once in every unit that still lacks it. The next value then depends only on
# the set of filled cells, because an inequality means that one cell must be filled before another. Nothing is
# propagated, because few branches fail in puzzles with many solutions. The last two values need no search. Cells that
# share a unit differ, so one cell of each connected component determines the other cells, and the components' numbers
# of solutions are multiplied.

cdef inline bint begin_placing(SearchCore *s) noexcept nogil:
    # Return False if no disjoint full units together contain all open cells.
    cdef Board *b = &s.board
    cdef LastCells *last = &s.last
    cdef uint64_t covered = 0, unit
    cdef int32_t u, v, k, n_placements = 0
    gather_last(s)
    last.n_in_units = 0
    for u in range(b.n_units):
        unit = last.members[u]
        if b.unit_full[u] and unit and not unit & covered:
            covered |= unit
            last.unit[last.n_in_units] = unit
            last.n_in_units += 1
    if covered != all_last(last):
        return False
    # At a fixpoint a full unit lacks as many values as it has open cells, so there are as many placements as last
    # cells.
    for v in range(last.n_live):
        last.first_placement[v] = n_placements
        for k in range(last.n_in_units):
            if last.plane[v] & last.unit[k]:
                if FASTFUTO_CHECKED and n_placements == last.n:
                    s.broken = "a full unit lacks more values than it has open cells"
                    return False
                last.placed_value[n_placements] = v
                n_placements += 1
    last.first_placement[last.n_live] = n_placements
    last.begun_nodes = s.nodes
    last.begun_total = s.total
    last.swapping = last.n_swappings = 0
    last.n_placed = -1
    begin_value(s, 0, 0)
    return True


cdef inline void judge_placing(SearchCore *s) noexcept nogil:
    # Failures grow steeply with the number of cells. Therefore the next enumeration gets a few more cells if this
    # enumeration failed rarely, and a few cells fewer if it failed often.
    cdef LastCells *last = &s.last
    cdef int64_t nodes = s.nodes - last.begun_nodes, found = s.total - last.begun_total
    if nodes > last.most_placed:
        last.reach -= STEP
    elif nodes >= MANY_PLACED:
        if nodes <= FEW_PLACED * found:
            last.reach = min(last.reach + STEP, MAX_PLACED)
        elif nodes > FEW_PLACED * 3 // 2 * found:
            last.reach -= STEP


cdef inline void begin_value(SearchCore *s, int32_t v, uint64_t filled) noexcept nogil:
    # Begin with a value: list the units that lack the value, in ascending order of the number of cells for it. Do
    # nothing if a unit has no cell for the value. The last two values are settled together.
    cdef LastCells *last = &s.last
    cdef uint64_t open_cells = all_last(last) & ~filled
    cdef uint64_t ready = last.plane[v] & open_cells, due = open_cells, waiting, cells
    cdef Placement *first = &last.placement[last.first_placement[v]]
    cdef int32_t[MAX_PLACED] sizes
    cdef int32_t i, k, at, size, n_units = 0
    if v == last.n_live - 2:
        settle_two_values(s, open_cells)
        return
    # A cell is ready only when all cells that must be less than it are filled.
    waiting = ready & last.ordered
    while waiting:
        i = word_lowest(waiting)
        waiting &= waiting - 1
        if last.lesser[i] & open_cells:
            ready &= ~(<uint64_t> 1 << i)
    # A cell that may take no later value must take this value.
    for k in range(v + 1, last.n_live):
        due &= ~last.plane[k]
    if due & ~ready:
        return
    for k in range(last.n_in_units):
        if not last.plane[v] & last.unit[k]:
            continue
        cells = ready & last.unit[k]
        if due & cells:
            # If several cells of the unit must take this value, the contradiction appears at the next value.
            cells &= due
        if not cells:
            return
        size = word_size(cells)
        at = n_units
        n_units += 1
        while at and sizes[at - 1] > size:
            sizes[at] = sizes[at - 1]
            first[at].cells = first[at - 1].cells
            at -= 1
        sizes[at] = size
        first[at].cells = cells
    first.taken = 0
    first.filled = filled
    first.options = first.cells
    last.n_placed += 1


cdef inline uint64_t peers_of(LastCells *last, uint64_t cells) noexcept nogil:
    cdef uint64_t peers = 0
    while cells:
        peers |= last.peers[word_lowest(cells)]
        cells &= cells - 1
    return peers


cdef inline void settle_two_values(SearchCore *s, uint64_t open_cells) noexcept nogil:
    # Give the open cells the last two values: colour each connected component with two colours. If both colourings are
    # consistent, the component is listed as a swap.
    cdef LastCells *last = &s.last
    cdef uint64_t here, low, high, fresh
    cdef uint64_t must_low = open_cells & ~last.plane[last.n_live - 1]
    cdef uint64_t must_high = open_cells & ~last.plane[last.n_live - 2]
    cdef uint64_t all_high = 0, rest = open_cells
    cdef int32_t i, n_swaps = 0
    cdef bint as_is, swapped
    here = open_cells & last.ordered
    while here:
        i = word_lowest(here)
        here &= here - 1
        if last.lesser[i] & open_cells:
            must_high |= <uint64_t> 1 << i
            must_low |= last.lesser[i] & open_cells
    while rest:
        low = fresh = rest & -rest
        high = 0
        while True:
            fresh = peers_of(last, fresh) & rest & ~high
            if not fresh:
                break
            high |= fresh
            fresh = peers_of(last, fresh) & rest & ~low
            if not fresh:
                break
            low |= fresh
        as_is = not (low & must_high | high & must_low | low & high)
        swapped = not (low & must_low | high & must_high | low & high)
        if not as_is and not swapped:
            return
        if as_is and swapped:
            last.swap[n_swaps] = low | high
            n_swaps += 1
        all_high |= high if as_is else low
        rest &= ~(low | high)
    while open_cells:
        i = word_lowest(open_cells)
        open_cells &= open_cells - 1
        s.solution[last.cell[i]] = last.live_value[last.n_live - 2 + (all_high >> i & 1)] + 1
    last.swapping = 0
    last.n_swappings = <int64_t> 1 << n_swaps


cdef inline void exchange(SearchCore *s, uint64_t swaps) noexcept nogil:
    # Exchange the last two values in the components of a set of swaps.
    cdef LastCells *last = &s.last
    cdef uint64_t cells
    cdef uint8_t both = (last.live_value[last.n_live - 2] + 1) ^ (last.live_value[last.n_live - 1] + 1)
    while swaps:
        cells = last.swap[word_lowest(swaps)]
        swaps &= swaps - 1
        while cells:
            s.solution[last.cell[word_lowest(cells)]] ^= both
            cells &= cells - 1


cdef inline void record_swaps(SearchCore *s, int64_t *budget, int64_t limit, uint8_t *out) noexcept nogil:
    # Visit the combinations of swaps in Gray code order, in which each combination differs from the previous
    # combination by one swap. If solutions are only counted, all combinations are counted at once.
    cdef LastCells *last = &s.last
    cdef int64_t at = last.swapping, end = last.n_swappings
    if out == NULL and not FASTFUTO_CHECKED:
        at = min(end, at + limit - s.found)
        s.found += at - last.swapping
        s.total += at - last.swapping
        if at < end:
            exchange(s, (at ^ at >> 1) ^ (last.swapping ^ last.swapping >> 1))
    else:
        while at < end and s.found < limit and budget[0] > 0:
            record(s, out)
            at += 1
            budget[0] -= 1
            if at < end:
                exchange(s, at & -at)
    last.swapping = at


cdef inline Outcome enumerate_values(
    SearchCore *s, int64_t *budget, int64_t limit, uint8_t *out,
) noexcept nogil:
    # Continue to enumerate value by value. Each complete set of placements is followed by its swaps.
    cdef LastCells *last = &s.last
    cdef Placement *p
    cdef uint64_t here, taken
    cdef int32_t i, v, k
    cdef bint missing
    while True:
        if last.swapping < last.n_swappings:
            record_swaps(s, budget, limit, out)
            if s.found == limit:
                return OUTCOME_SOLUTION
            if budget[0] <= 0:
                return OUTCOME_PAUSED
        if last.n_placed < 0:
            return OUTCOME_EXHAUSTED
        p = &last.placement[last.n_placed]
        if not p.options:
            last.n_placed -= 1
            s.backtracks += 1
            continue
        here = p.options & -p.options
        p.options &= ~here
        i = word_lowest(here)
        v = last.placed_value[last.n_placed]
        s.solution[last.cell[i]] = last.live_value[v] + 1
        s.nodes += 1
        budget[0] -= 1
        if last.n_placed + 1 < last.first_placement[v + 1]:
            taken = p.taken | last.peers[i]
            missing = False
            for k in range(last.n_placed + 1, last.first_placement[v + 1]):
                missing |= not last.placement[k].cells & ~taken
            if not missing:
                p[1].taken = taken
                p[1].filled = p.filled | here
                p[1].options = p[1].cells & ~taken
                last.n_placed += 1
        else:
            begin_value(s, v + 1, p.filled | here)
        if budget[0] <= 0:
            return OUTCOME_PAUSED
