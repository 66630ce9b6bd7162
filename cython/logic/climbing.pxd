# Ascending chains of cells, as single steps of a trace.
from libc.stdint cimport int32_t, int64_t

from common.bits cimport (
    mask_and, mask_at_most_one, mask_below, mask_highest, mask_is_empty, mask_lowest, mask_minus, mask_pop, mask_t,
)
from common.board cimport Board
from logic.structs cimport (
    ASCENDING, FROM_CANDIDATES, KIND, LEFT, LESS, MOST, STEP, VALUE, LogicCore, mark_gone, note, note_left,
)


cdef inline bint climb_one(LogicCore *s) noexcept nogil:
    # Mark the conclusions of one ascending chain that needs each of its inequalities. Return whether there is
    # such a chain.
    cdef Board *b = &s.board
    cdef int32_t cell, k, other
    for cell in range(b.n_cells):
        for k in range(b.greater_start[cell], b.greater_start[cell + 1]):
            other = b.greater[k]
            if mask_lowest(b.domain[other]) <= mask_lowest(b.domain[cell]):
                lift(s, cell, other, 1)
                return True
            if mask_highest(b.domain[cell]) >= mask_highest(b.domain[other]):
                lift(s, other, cell, 0)
                return True
    return False


cdef inline int32_t depth_of(const Board *b, int32_t cell, bint is_up) noexcept nogil:
    # Return the number of values below (above) all values that the cell may take.
    return mask_lowest(b.domain[cell]) if is_up else b.n_values - 1 - mask_highest(b.domain[cell])


cdef inline bint is_in_chain(const int32_t *chain, int32_t first, int32_t end, int32_t cell) noexcept nogil:
    # Return whether a cell is already in a chain, because its inequalities form a cycle.
    cdef int32_t k
    for k in range(first, end + 1):
        if chain[k] == cell:
            return True
    return False


cdef inline void lift(LogicCore *s, int32_t cell, int32_t other, bint is_up) noexcept nogil:
    # Mark the conclusions of a chain with `cell` next to `other`, upwards or downwards.
    cdef Board *b = &s.board
    cdef const int32_t *start = b.greater_start if is_up else b.lesser_start
    cdef const int32_t *beyond = b.greater if is_up else b.lesser
    cdef const int32_t *back_start = b.lesser_start if is_up else b.greater_start
    cdef const int32_t *back = b.lesser if is_up else b.greater
    cdef int32_t[2 * MOST + 2] chain
    cdef int32_t first = MOST, end = MOST + 1, k, depth
    cdef bint is_longer = True
    chain[first], chain[end] = cell, other
    # First extend the chain back to the cell where the bound originates.
    while is_longer and first > 0:
        is_longer = False
        for k in range(back_start[chain[first]], back_start[chain[first] + 1]):
            if (
                depth_of(b, back[k], is_up) >= depth_of(b, chain[first], is_up) and depth_of(b, back[k], is_up) > 0
                and not is_in_chain(chain, first, end, back[k])
            ):
                first -= 1
                chain[first] = back[k]
                is_longer = True
                break
    # Continue while the chain leads to new conclusions. The bound grows with every cell, so the loop ends.
    depth = depth_of(b, chain[first], is_up) + end - first
    is_longer = True
    while is_longer and end < 2 * MOST + 1 and depth < b.n_values:
        is_longer = False
        for k in range(start[chain[end]], start[chain[end] + 1]):
            if depth_of(b, beyond[k], is_up) <= depth and not is_in_chain(chain, first, end, beyond[k]):
                end += 1
                depth += 1
                chain[end] = beyond[k]
                is_longer = True
                break
    if not is_up:
        for k in range((end - first + 1) // 2):
            chain[first + k], chain[end - k] = chain[end - k], chain[first + k]
    climb(s, chain, first, end)


cdef inline void climb(LogicCore *s, const int32_t *chain, int32_t first, int32_t end) noexcept nogil:
    # Mark the conclusions of an ascending chain from the present candidates, and log their premises.
    cdef Board *b = &s.board
    cdef int32_t k, at, least = mask_lowest(b.domain[chain[first]]), greatest = mask_highest(b.domain[chain[end]])
    for k in range(first, end):
        note(s, LESS, chain[k], chain[k + 1])
    note_ends(s, chain, first, end, least, greatest)
    for k in range(first, end + 1):
        at = chain[k]
        mark_gone(s, at, mask_below(min(least + k - first, b.n_values)))
        mark_gone(s, at, mask_minus(mask_below(b.n_values), mask_below(max(greatest - (end - k) + 1, 0))))
    if end - first > 1:
        note_room(s, chain, first, end)


cdef inline void note_room(LogicCore *s, const int32_t *chain, int32_t first, int32_t end) noexcept nogil:
    # Log the kind of a longer chain. If the smallest value of its first cell and the largest value of its last cell
    # leave room for the chain, log both values. An end whose candidates are not logged is not a premise, and counts as
    # unrestricted.
    cdef int32_t k, n = s.board.n_values, least = -1, greatest = -1
    cdef const int32_t *row
    cdef int64_t r = s.n_log - 1
    cdef mask_t gone
    cdef bint is_more = False
    for k in range(first, end + 1):
        # A cell always loses as many of the first values as cells come before it, and as many of the last values as
        # follow.
        gone = mask_minus(s.gone[chain[k]], mask_below(min(k - first, n)))
        is_more |= not mask_is_empty(mask_and(gone, mask_below(max(n - (end - k), 0))))
    # Candidates are logged in ascending order.
    while is_more and r >= 0 and s.log[3 * r] != STEP:
        row = s.log + 3 * r
        if row[0] == LEFT and row[1] == chain[first]:
            least = row[2]
        elif row[0] == LEFT and row[1] == chain[end] and greatest < 0:
            greatest = row[2]
        r -= 1
    least = max(least, 0)
    if greatest < 0:
        greatest = n - 1
    note(s, KIND, FROM_CANDIDATES if is_more else ASCENDING, 0)
    if least + end - first <= greatest:
        note(s, VALUE, least, 0)
        note(s, VALUE, greatest, 0)


cdef inline void note_ends(
    LogicCore *s, const int32_t *chain, int32_t first, int32_t end, int32_t least, int32_t greatest,
) noexcept nogil:
    # Log the candidates of the ends of a chain, if they exclude more than its length does. Unless there are as many
    # values as cells, also log the candidates of other cells that are reduced to one value.
    cdef Board *b = &s.board
    cdef int32_t k
    cdef mask_t domain, low, high
    cdef bint is_from_first = False, is_from_last = False
    for k in range(first, end + 1):
        domain = b.domain[chain[k]]
        low, high = mask_below(min(least + k - first, b.n_values)), mask_below(max(greatest - (end - k) + 1, 0))
        is_from_first |= not mask_is_empty(mask_minus(mask_and(domain, low), mask_below(k - first)))
        is_from_last |= not mask_is_empty(
            mask_and(mask_minus(domain, high), mask_below(max(b.n_values - (end - k), 0)))
        )
    if is_from_first:
        note_bound(s, chain[first], mask_below(least))
    if is_from_last:
        note_bound(s, chain[end], mask_minus(mask_below(b.n_values), mask_below(greatest + 1)))
    if (least if is_from_first else 0) + end - first == (greatest if is_from_last else b.n_values - 1):
        # There are as many values as cells, so each cell has its own value, whatever its candidates are.
        return
    for k in range(first, end + 1):
        domain = b.domain[chain[k]]
        if is_from_first and k == first or is_from_last and k == end or mask_at_most_one(domain):
            continue
        low, high = mask_below(min(least + k - first, b.n_values)), mask_below(max(greatest - (end - k) + 1, 0))
        domain = mask_and(mask_minus(domain, low), high)
        if mask_at_most_one(domain) and not mask_is_empty(domain):
            note_left(s, chain[k])


cdef inline void note_bound(LogicCore *s, int32_t cell, mask_t beyond) noexcept nogil:
    # Log the candidates of a cell, and the cells of its lines that hold the values beyond its bound.
    cdef Board *b = &s.board
    cdef int32_t k, value, other
    cdef mask_t positions
    cdef bint is_single = mask_at_most_one(b.domain[cell])
    cdef int64_t n_log
    note_left(s, cell)
    n_log = s.n_log
    while not is_single and not mask_is_empty(beyond):
        value = mask_pop(&beyond)
        for k in range(b.link_start[cell], b.link_start[cell + 1]):
            positions = b.positions[b.link[k].positions + value]
            if not mask_is_empty(positions) and mask_at_most_one(positions):
                other = b.unit_cell[b.link[k].first + mask_lowest(positions)]
                if mask_at_most_one(b.domain[other]):
                    note_left(s, other)
                    break
        else:
            s.n_log = n_log
            return
