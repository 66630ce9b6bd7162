# Chains of one value, chains of cells with two candidates, braids, and cases with common consequences.
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.stdlib cimport calloc
from libc.string cimport memcpy, memset

from common.bits cimport (
    mask_and, mask_at_most_one, mask_below, mask_has, mask_highest, mask_is_empty, mask_lowest, mask_minus,
    mask_none, mask_only, mask_or, mask_pop, mask_size, mask_t, mask_with, mask_without,
)
from common.board cimport (
    CONFLICT, Board, conclude, drop_all, forget_agenda, pack, packed_cell, packed_value, propagate, settle,
    undo,
)
from common.sums cimport forget_sums
from logic.adding cimport mark_sums_in_case, note_sums_in_case
from logic.relating cimport mark_related_in_case
from logic.structs cimport (
    ACROSS, CASE, CELL, FORCING_LINE, FOUND, KIND, LINE, MARK, NOTHING_FOUND, OUT_OF_ROOM, RELATION, RUN, STRONG,
    UNEQUAL, UNFINISHED, VALUE, WATCH_X_CHAIN, WEAK, Found, LogicCore, apply_gone, forget_gone, is_in_unit, mark_gone,
    note, note_left, note_less, shares_unit, swap_gone,
)
from logic.tuning cimport FIRST_CAP

cdef enum:
    UNBOUNDED = 1 << 30     # longer than any braid


# Chains of one value --------------------------------------------------------------------------------------

cdef inline Found find_x_chains(LogicCore *s) noexcept nogil:
    # A strong link is a unit with two positions for the value, at least one of which has the value. In a chain of
    # strong links, each link begins in a peer of the cell at the end of the previous link. At least one of the two ends
    # of the chain has the value, so cells that are peers of both ends lose it.
    cdef Board *b = &s.board
    cdef int32_t v, u, i, j, n = b.n_values, n_links, head, tail, start, end
    cdef mask_t pair
    for v in range(n):
        if not s.value_changed[v] & WATCH_X_CHAIN:
            continue
        if s.budget <= 0:
            return UNFINISHED
        s.value_changed[v] &= ~WATCH_X_CHAIN
        # Links are directed: link 2 k leads from one position of a unit to the other, and link 2 k + 1 leads back.
        n_links = 0
        for u in range(b.n_units):
            pair = b.positions[u * n + v]
            if b.unit_full[u] and mask_size(pair) == 2:
                i = b.unit_cell[b.unit_start[u] + mask_pop(&pair)]
                j = b.unit_cell[b.unit_start[u] + mask_lowest(pair)]
                s.chain_from[n_links], s.chain_to[n_links] = i, j
                s.chain_from[n_links + 1], s.chain_to[n_links + 1] = j, i
                s.chain_cell[n_links] = s.chain_cell[n_links + 1] = u
                n_links += 2
        for start in range(n_links):
            for i in range(n_links):
                s.chain_before[i] = -1
            s.chain_before[start] = start
            s.chain_queue[0] = start
            head, tail = 0, 1
            while head < tail:
                end = s.chain_queue[head]
                head += 1
                s.budget -= n_links
                if meet(s, v, s.chain_from[start], s.chain_to[end]) and s.is_tracing:
                    s.value_changed[v] |= WATCH_X_CHAIN
                    note_x_chain(s, v, order_links(s, start, end))
                    return FOUND
                for i in range(n_links):
                    # A chain that returned to the beginning of its first link could begin with the later link.
                    if (
                        s.chain_before[i] < 0 and s.chain_from[i] not in (s.chain_to[end], s.chain_from[start])
                        and shares_unit(b, s.chain_from[i], s.chain_to[end])
                    ):
                        s.chain_before[i] = end
                        s.chain_queue[tail] = i
                        tail += 1
    return FOUND if s.n_gone else NOTHING_FOUND


cdef inline int32_t order_links(LogicCore *s, int32_t start, int32_t end) noexcept nogil:
    # Put the links of a chain into the queue, and return their number.
    cdef int32_t n = 1, k
    s.chain_queue[0] = end
    while end != start:
        end = s.chain_before[end]
        s.chain_queue[n] = end
        n += 1
    for k in range(n // 2):
        s.chain_queue[k], s.chain_queue[n - 1 - k] = s.chain_queue[n - 1 - k], s.chain_queue[k]
    return n


cdef inline void note_x_chain(LogicCore *s, int32_t value, int32_t n) noexcept nogil:
    # Log the queue as a chain of one value, with the units of its strong links before those of its weak links.
    cdef int32_t k, link
    note(s, VALUE, value, 0)
    for k in range(n):
        note(s, LINE, s.chain_cell[s.chain_queue[k]], 0)
    for k in range(n - 1):
        note(s, LINE, common_unit(&s.board, s.chain_to[s.chain_queue[k]], s.chain_from[s.chain_queue[k + 1]]), 0)
    for k in range(n):
        link = s.chain_queue[k]
        note(s, WEAK if k else MARK, s.chain_from[link], value)
        note(s, STRONG, s.chain_to[link], value)


cdef inline int32_t common_unit(const Board *b, int32_t cell, int32_t other) noexcept nogil:
    # Return the first unit that has both cells, or -1.
    cdef int32_t k
    for k in range(b.link_start[cell], b.link_start[cell + 1]):
        if is_in_unit(b, other, b.link[k].positions // b.n_values):
            return b.link[k].positions // b.n_values
    return -1


cdef inline bint meet(LogicCore *s, int32_t value, int32_t one, int32_t other) noexcept nogil:
    # Mark the value in the cells that are peers of both ends of a chain. Return whether any of these cells could take
    # the value.
    cdef Board *b = &s.board
    cdef int32_t k, cell
    cdef mask_t positions
    cdef bint is_new = False
    for k in range(b.link_start[one], b.link_start[one + 1]):
        positions = b.positions[b.link[k].positions + value]
        while not mask_is_empty(positions):
            cell = b.unit_cell[b.link[k].first + mask_pop(&positions)]
            if cell != one and cell != other and shares_unit(b, cell, other):
                is_new = mark_gone(s, cell, mask_only(value)) or is_new
    return is_new


# Chains of cells with two candidates ----------------------------------------------------------------------

cdef inline Found find_chains(LogicCore *s) noexcept nogil:
    # A link is a cell with two candidates: if the cell does not take the first, it takes the second. Each further link
    # of a chain begins with a candidate that the end of the previous link excludes. The first or the last candidate of
    # the chain is true, so candidates that both of them exclude are lost.
    cdef Board *b = &s.board
    cdef int32_t cell, i, n_links = 0, head, tail, start, end
    cdef mask_t pair
    for cell in range(b.n_cells):
        pair = b.domain[cell]
        s.link_of[cell] = -1
        if mask_size(pair) == 2:
            s.link_of[cell] = n_links
            s.chain_cell[n_links] = s.chain_cell[n_links + 1] = cell
            s.chain_from[n_links] = s.chain_to[n_links + 1] = mask_lowest(pair)
            s.chain_to[n_links] = s.chain_from[n_links + 1] = mask_highest(pair)
            n_links += 2
    if s.chain_trail != b.n_trail or s.chain_at < 0:
        s.chain_trail, s.chain_at = b.n_trail, 0
    while s.chain_at < n_links:
        if s.budget <= 0:
            return UNFINISHED
        start = s.chain_at
        s.chain_at += 1
        for i in range(n_links):
            s.chain_before[i] = -1
        mark_excluding(s, start)
        s.chain_before[start] = start
        s.chain_queue[0] = start
        head, tail = 0, 1
        while head < tail:
            end = s.chain_queue[head]
            head += 1
            if follow_link(s, end, &tail) and s.is_tracing:
                note_chain(s, order_links(s, start, end))
                if end == start ^ 1 and is_in_full_unit(b, s.chain_cell[start]):
                    # The chain ends at its first candidate. This candidate is true, which the round finds as a hidden
                    # single.
                    mark_gone(s, s.chain_cell[start], mask_only(s.chain_to[start]))
                return FOUND
        s.budget -= n_links + 8 * tail
    s.chain_at = -1
    return FOUND if s.n_gone else NOTHING_FOUND


cdef inline bint is_in_full_unit(const Board *b, int32_t cell) noexcept nogil:
    cdef int32_t k
    for k in range(b.link_start[cell], b.link_start[cell + 1]):
        if b.link[k].full:
            return True
    return False


cdef inline void note_chain(LogicCore *s, int32_t n) noexcept nogil:
    # Log the queue as a chain of cells with two candidates, with the inequalities that the chain and its conclusions
    # need.
    cdef Board *b = &s.board
    cdef int64_t n_log
    cdef int32_t k, j, link, cell, other = -1, value = -1, unit
    for k in range(n - 1, -1, -1):
        note_left(s, s.chain_cell[s.chain_queue[k]])
    for k in range(n):
        link = s.chain_queue[k]
        cell = s.chain_cell[link]
        if k == 0:
            note(s, MARK, cell, s.chain_from[link])
        else:
            unit = common_unit(b, other, cell) if s.chain_from[link] == value else -1
            note(s, WEAK if unit >= 0 else UNEQUAL, cell, s.chain_from[link])
            if unit >= 0:
                note(s, LINE, unit, 0)
        note(s, STRONG, cell, s.chain_to[link])
        other, value = cell, s.chain_to[link]
    n_log = s.n_log
    for k in range(1, n):
        cell, other = s.chain_cell[s.chain_queue[k - 1]], s.chain_cell[s.chain_queue[k]]
        if s.chain_to[s.chain_queue[k - 1]] != s.chain_from[s.chain_queue[k]] or not shares_unit(b, cell, other):
            note_less(s, cell, other)
    for k in range(s.n_gone):
        for j in range(2):
            link = s.chain_queue[n - 1 if j else 0]
            cell, value = s.chain_cell[link], s.chain_to[link] if j else s.chain_from[link]
            if (
                not mask_is_empty(mask_without(s.gone[s.gone_cell[k]], value))
                or not shares_unit(b, cell, s.gone_cell[k])
            ):
                note_less(s, cell, s.gone_cell[k])
    if s.n_log > n_log:
        note(s, KIND, ACROSS, 0)


cdef inline void mark_excluding(LogicCore *s, int32_t start) noexcept nogil:
    # Store the candidates that exclude the first candidate of a link in s.excluding[cell], and set s.mark[cell] to the
    # stamp.
    cdef Board *b = &s.board
    cdef int32_t cell = s.chain_cell[start], value = s.chain_from[start], k, other
    cdef mask_t positions
    s.stamp += 1
    for k in range(b.link_start[cell], b.link_start[cell + 1]):
        positions = b.positions[b.link[k].positions + value]
        while not mask_is_empty(positions):
            other = b.unit_cell[b.link[k].first + mask_pop(&positions)]
            if other != cell:
                s.mark[other] = s.stamp
                s.excluding[other] = mask_only(value)
    if s.is_plain:
        return
    for k in range(b.greater_start[cell], b.greater_start[cell + 1]):
        add_excluding(s, b.greater[k], mask_below(value + 1))
    for k in range(b.lesser_start[cell], b.lesser_start[cell + 1]):
        add_excluding(s, b.lesser[k], mask_minus(mask_below(b.n_values), mask_below(value)))


cdef inline void add_excluding(LogicCore *s, int32_t cell, mask_t values) noexcept nogil:
    if s.mark[cell] == s.stamp:
        values = mask_or(values, s.excluding[cell])
    s.mark[cell] = s.stamp
    s.excluding[cell] = values


cdef inline bint follow_link(LogicCore *s, int32_t end, int32_t *tail) noexcept nogil:
    # Mark the candidates that both the last and the first candidate of a chain exclude, and queue the links that can
    # come next. Return whether any candidate was marked.
    cdef Board *b = &s.board
    cdef int32_t cell = s.chain_cell[end], value = s.chain_to[end], k, other
    cdef mask_t positions
    cdef bint is_new = False
    for k in range(b.link_start[cell], b.link_start[cell + 1]):
        positions = b.positions[b.link[k].positions + value]
        while not mask_is_empty(positions):
            other = b.unit_cell[b.link[k].first + mask_pop(&positions)]
            if other != cell:
                is_new = exclude(s, end, other, mask_only(value), tail) or is_new
    if s.is_plain:
        return is_new
    for k in range(b.greater_start[cell], b.greater_start[cell + 1]):
        is_new = exclude(s, end, b.greater[k], mask_below(value + 1), tail) or is_new
    for k in range(b.lesser_start[cell], b.lesser_start[cell + 1]):
        positions = mask_minus(mask_below(b.n_values), mask_below(value))
        is_new = exclude(s, end, b.lesser[k], positions, tail) or is_new
    return is_new


cdef inline bint exclude(LogicCore *s, int32_t end, int32_t cell, mask_t values, int32_t *tail) noexcept nogil:
    # The last candidate of a chain excludes these values from the cell.
    cdef int32_t i = s.link_of[cell], side
    if i >= 0:
        for side in range(2):
            if s.chain_before[i + side] < 0 and mask_has(values, s.chain_from[i + side]):
                s.chain_before[i + side] = end
                s.chain_queue[tail[0]] = i + side
                tail[0] += 1
    return s.mark[cell] == s.stamp and mark_gone(s, cell, mask_and(values, s.excluding[cell]))


# Braids ---------------------------------------------------------------------------------------------------

cdef inline int32_t assume(LogicCore *s, int32_t cell, int32_t value, int32_t cap) noexcept nogil:
    # Assume a candidate and propagate singles, bounds, relations and sums for at most `cap` rounds. The caller undoes
    # the assumption. Each round acts on the state at its beginning. Return the round of the contradiction, 0 if
    # propagation ends without a contradiction, and -1 if there are too few rounds.
    cdef Board *b = &s.board
    cdef int64_t seen = b.n_trail
    cdef int32_t length
    swap_gone(s)
    conclude(b, cell, value)
    for length in range(1, cap + 1):
        if not mark_in_case(s, &seen):
            break
        if b.agenda_head == b.agenda_tail and not b.n_moved and not s.n_gone:
            length = 0
            break
        if not follow_round(s):
            break
    else:
        length = -1
        if b.agenda_head == b.agenda_tail and not b.n_moved and mark_in_case(s, &seen) and not s.n_gone:
            length = 0
    end_case(s)
    return length


cdef inline void end_case(LogicCore *s) noexcept nogil:
    # Clear pending propagation under an assumption.
    forget_agenda(&s.board)
    forget_sums(&s.sums)
    forget_gone(s)
    swap_gone(s)


cdef inline bint mark_in_case(LogicCore *s, int64_t *seen) noexcept nogil:
    # Mark the consequences of relations and sums whose cells have changed since the trail had length seen[0]. Return
    # False on conflict.
    cdef bint ok = True
    if s.sums.n and s.score[RUN]:
        note_sums_in_case(s, seen[0])
        ok = mark_sums_in_case(s)
    if s.relations.n and s.score[RELATION]:
        mark_related_in_case(s, seen[0])
    seen[0] = s.board.n_trail
    return ok


cdef inline bint follow_round(LogicCore *s) noexcept nogil:
    # Propagate one round under an assumption. Return False on conflict.
    cdef Board *b = &s.board
    cdef int32_t n_moved = b.n_moved, k, j, at, tail = b.agenda_tail
    cdef int32_t *moved = s.snap
    cdef uint32_t candidate
    cdef mask_t too_small, small_enough
    for k in range(n_moved):
        at = b.moved[b.moved_head]
        b.moved_head = b.moved_head + 1 if b.moved_head + 1 < b.n_cells else 0
        b.is_moved[at] = 0
        moved[3 * k] = at
        moved[3 * k + 1] = mask_lowest(b.domain[at])
        moved[3 * k + 2] = mask_highest(b.domain[at])
    b.n_moved = 0
    while b.agenda_head < tail:
        candidate = b.agenda[b.agenda_head]
        b.agenda_head += 1
        if not settle(b, packed_cell(candidate), packed_value(candidate)):
            return False
    for k in range(n_moved):
        at = moved[3 * k]
        too_small = mask_below(moved[3 * k + 1] + 1)
        small_enough = mask_below(moved[3 * k + 2])
        for j in range(b.greater_start[at], b.greater_start[at + 1]):
            if not drop_all(b, b.greater[j], mask_and(b.domain[b.greater[j]], too_small)):
                return False
        for j in range(b.lesser_start[at], b.lesser_start[at + 1]):
            if not drop_all(b, b.lesser[j], mask_minus(b.domain[b.lesser[j]], small_enough)):
                return False
    return apply_gone(s)


cdef inline void take_back(LogicCore *s, int64_t base) noexcept nogil:
    # Undo an assumption by the trail or by a copy of all candidates, whichever is cheaper.
    cdef Board *b = &s.board
    cdef int64_t n_masks = b.n_cells + <int64_t> b.n_units * b.n_values
    if (b.n_trail - base) * 16 < n_masks:
        undo(b, base)
        return
    memcpy(b.domain, s.saved, n_masks * sizeof(mask_t))
    b.n_open = s.n_saved_open
    b.n_trail = base


cdef inline Found find_braids(LogicCore *s) noexcept nogil:
    # Find the candidates whose assumption leads to a contradiction in the fewest rounds. All candidates are tried with
    # a cap on the length, which falls to the length of any braid found, and rises if none is found. The budget is
    # checked after each candidate.
    cdef Board *b = &s.board
    cdef int64_t base = b.n_trail, k
    cdef int32_t cell, value, length, most = s.longest if s.longest else UNBOUNDED
    if s.at_trail != base or s.at < 0:
        # This is a new standstill, so the search for braids begins again.
        s.at_trail, s.at, s.n_braids, s.is_capped = base, 0, 0, False
        s.at_open = mask_none()
        s.cap = min(FIRST_CAP, most)
        memset(s.ended, 0, b.n_cells * sizeof(mask_t))
        memcpy(s.saved, b.domain, (b.n_cells + <size_t> b.n_units * b.n_values) * sizeof(mask_t))
        s.n_saved_open = b.n_open
    while True:
        while s.at < b.n_cells:
            cell = s.at
            if mask_is_empty(s.at_open) and not mask_at_most_one(b.domain[cell]):
                s.at_open = mask_minus(b.domain[cell], s.ended[cell])
            while not mask_is_empty(s.at_open):
                if s.budget <= 0:
                    return UNFINISHED
                value = mask_pop(&s.at_open)
                length = assume(s, cell, value, s.cap)
                s.budget -= 1 + b.n_trail - base
                take_back(s, base)
                if length == 0:
                    s.ended[cell] = mask_with(s.ended[cell], value)
                elif length < 0:
                    s.is_capped = True
                else:
                    if length < s.cap or s.n_braids == 0:
                        s.cap = length
                        s.n_braids = 0
                    s.braid[s.n_braids] = pack(cell, value)
                    s.n_braids += 1
            s.at += 1
            if s.budget <= 0:
                return UNFINISHED
        if s.n_braids or not s.is_capped or s.cap >= most:
            break
        s.at, s.is_capped = 0, False
        s.cap = min(2 * s.cap, most)
    s.at = -1
    if s.n_braids == 0:
        return NOTHING_FOUND
    if s.is_tracing:
        note(s, CASE, packed_cell(s.braid[0]), packed_value(s.braid[0]))
        return FOUND if mark_gone(s, packed_cell(s.braid[0]), mask_only(packed_value(s.braid[0]))) else NOTHING_FOUND
    for k in range(s.n_braids):
        mark_gone(s, packed_cell(s.braid[k]), mask_only(packed_value(s.braid[k])))
    return FOUND


# Cases that agree -----------------------------------------------------------------------------------------

cdef inline Found find_forcing(LogicCore *s) noexcept nogil:
    # Find the consequences, by singles and bounds, that all candidates of a cell, or all positions of a value in a full
    # unit, have in common.
    cdef Board *b = &s.board
    cdef int64_t base = b.n_trail, t, which
    cdef int64_t n_candidates = <int64_t> b.n_cells * b.n_values
    if s.hit_in == NULL:
        s.hit_in = <int64_t *> calloc(n_candidates, sizeof(int32_t) + sizeof(int64_t))
        if s.hit_in == NULL:
            return OUT_OF_ROOM
        s.hits = <int32_t *> (s.hit_in + n_candidates)
    if s.forcing_trail != base or s.forcing_at < 0:
        s.forcing_trail, s.forcing_at, s.forcing_open = base, 0, mask_none()
    while True:
        if s.budget <= 0:
            return UNFINISHED
        if mask_is_empty(s.forcing_open) and not begin_group(s):
            break
        conclude_case(s)
        if follow_all(s):
            s.forcing_cases += 1
            for t in range(base, b.n_trail):
                which = <int64_t> packed_cell(b.trail[t]) * b.n_values + packed_value(b.trail[t])
                if s.hit_in[which] != s.group:
                    s.hit_in[which], s.hits[which] = s.group, 0
                s.hits[which] += 1
        s.budget -= 1 + b.n_trail - base
        undo(b, base)
        if not mask_is_empty(s.forcing_open):
            continue
        if s.forcing_cases and collect_hits(s, s.forcing_cases) and s.is_tracing:
            if s.forcing_unit < 0:
                note(s, CELL, s.forcing_at - 1, 0)
            else:
                note(s, VALUE, s.forcing_value, 0)
                note(s, LINE, s.forcing_unit, 0)
                note(s, KIND, FORCING_LINE, 0)
            break
        s.budget -= b.n_cells
    s.forcing_at = -1
    return FOUND if s.n_gone else NOTHING_FOUND


cdef inline bint begin_group(LogicCore *s) noexcept nogil:
    # Advance to the next group of at least two cases. Return False if there is no further group.
    cdef Board *b = &s.board
    cdef int64_t n_groups = b.n_cells + <int64_t> b.n_units * b.n_values
    while s.forcing_at < n_groups:
        s.forcing_unit, s.forcing_value = -1, 0
        if s.forcing_at < b.n_cells:
            s.forcing_open = b.domain[s.forcing_at]
        else:
            s.forcing_unit = <int32_t> ((s.forcing_at - b.n_cells) // b.n_values)
            s.forcing_value = <int32_t> ((s.forcing_at - b.n_cells) % b.n_values)
            s.forcing_open = mask_none()
            if b.unit_full[s.forcing_unit]:
                s.forcing_open = b.positions[s.forcing_unit * b.n_values + s.forcing_value]
        s.forcing_at += 1
        if not mask_at_most_one(s.forcing_open):
            s.forcing_cases = 0
            s.group += 1
            return True
    s.forcing_open = mask_none()
    return False


cdef inline void conclude_case(LogicCore *s) noexcept nogil:
    # Put the next case of the group on the agenda.
    cdef Board *b = &s.board
    cdef int32_t at = mask_pop(&s.forcing_open)
    if s.forcing_unit < 0:
        conclude(b, <int32_t> (s.forcing_at - 1), at)
    else:
        conclude(b, b.unit_cell[b.unit_start[s.forcing_unit] + at], s.forcing_value)


cdef inline bint follow_all(LogicCore *s) noexcept nogil:
    # Propagate a case to the end, and return False on conflict. The caller undoes the case.
    cdef Board *b = &s.board
    cdef int64_t seen = b.n_trail, endless = <int64_t> 1 << 62
    cdef bint ok = True
    swap_gone(s)
    while ok:
        ok = propagate(b, &endless) != CONFLICT and mark_in_case(s, &seen)
        if not s.n_gone:
            break
        ok = ok and apply_gone(s)
    end_case(s)
    return ok


cdef inline bint collect_hits(LogicCore *s, int32_t n_cases) noexcept nogil:
    # Mark the candidates that all cases drop. Return whether there are any.
    cdef Board *b = &s.board
    cdef int64_t which
    cdef int32_t cell
    cdef mask_t open
    cdef bint is_new = False
    for cell in range(b.n_cells):
        open = b.domain[cell]
        while not mask_is_empty(open):
            which = <int64_t> cell * b.n_values + mask_lowest(open)
            if s.hit_in[which] == s.group and s.hits[which] == n_cases:
                is_new = mark_gone(s, cell, mask_only(mask_lowest(open))) or is_new
            mask_pop(&open)
    return is_new
