# A trace: the same rules, one deduction at a time, the easiest first, each with its premises in a log.
#
# The log has rows of three numbers. A row STEP begins a step; what it concludes and what it rests on follow.
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy

from common.bits cimport (
    mask_and, mask_at_most_one, mask_below, mask_highest, mask_is_empty, mask_lowest, mask_minus, mask_only, mask_pop,
    mask_t,
)
from common.board cimport Board, fill_positions, forget_agenda, packed_cell, packed_value, settle
from logic.adding cimport add_one
from logic.core cimport find, keeps_all, note_changes, record_round, round_score
from logic.reasons cimport log_cases
from logic.relating cimport relate_one
from logic.structs cimport (
    BOUND, BRAID, CASE, CELL, CONTRADICTED, CONTRADICTION_SHOWN, FOUND, FULL_HOUSE, HIDDEN_SINGLE, HILL,
    IMPOSSIBLE, LESS, LINE, LOADING, MOST, N_RULES, NAKED_SINGLE, NOTHING_FOUND, OUT_OF_MEMORY, OUT_OF_ROOM,
    PLACED, RELATION, REMOVED, RUN, SOLVED, STANDING, STEP, STUCK, VALUE, Found, LogicCore, apply_gone, mark_gone, note,
    note_left,
)


cdef inline bint logic_trace(LogicCore *s, int64_t budget, int64_t limit) noexcept nogil:
    # As logic_run, for a core that was reset for tracing, up to `limit` steps altogether.
    cdef Board *b = &s.board
    s.budget = budget
    if s.impossible and s.n_steps == 0:
        show_full_unit(s)
    while s.phase < SOLVED and s.n_steps < limit and not s.is_log_full:
        if s.budget <= 0:
            return False
        if s.phase == LOADING:
            load_clues(s)
            forget_agenda(b)
        else:
            one_step(s)
    if s.is_log_full:
        s.phase = OUT_OF_MEMORY
    return True


cdef inline void load_clues(LogicCore *s) noexcept nogil:
    # Go on taking over the given domains, and taking the values of filled cells, and only those, from the cells that
    # see them. This is where a trace begins.
    cdef Board *b = &s.board
    cdef int64_t before
    cdef int32_t cell
    if s.load_at < 0:
        fill_board(s)
    while s.load_at < b.n_cells:
        if s.budget <= 0:
            return
        cell = s.load_at
        s.load_at += 1
        before = b.n_trail
        forget_agenda(b)
        if mask_is_empty(b.domain[cell]) or s.placed[cell] and not settle(b, cell, mask_lowest(s.given[cell])):
            show_contradiction(s)
            return
        s.budget -= b.n_trail - before
    if s.is_unloadable:
        show_contradiction(s)
        return
    s.phase = STANDING
    # Only braids and cases propagate; elsewhere the agenda is forgotten after each step.
    if s.score[BOUND]:
        memcpy(b.ordered, s.has_order, b.n_cells)


cdef inline void fill_board(LogicCore *s) noexcept nogil:
    # Copy the given domains to the board, with their positions.
    cdef Board *b = &s.board
    cdef int32_t cell
    b.failed_cell = -1
    memcpy(b.domain, s.given, b.n_cells * sizeof(mask_t))
    b.n_open = 0
    for cell in range(b.n_cells):
        b.n_open += not mask_at_most_one(b.domain[cell])
    s.is_unloadable = not fill_positions(b)
    s.load_at = 0
    s.budget -= b.n_cells


cdef inline void show_full_unit(LogicCore *s) noexcept nogil:
    # End with a step that names a unit with more cells than there are values.
    cdef Board *b = &s.board
    cdef int32_t u = 0, k
    while b.unit_start[u + 1] - b.unit_start[u] <= b.n_values:
        u += 1
    s.n_steps = 1
    note(s, STEP, CONTRADICTION_SHOWN, 0)
    note(s, LINE, u, 0)
    for k in range(b.unit_start[u], b.unit_start[u + 1]):
        note(s, CELL, b.unit_cell[k], 0)


cdef inline void show_contradiction(LogicCore *s) noexcept nogil:
    # End with a step that names a cell without a value, or a line and a value without a position in it.
    cdef Board *b = &s.board
    cdef int32_t u, v
    s.phase = CONTRADICTED
    note(s, STEP, CONTRADICTION_SHOWN, 0)
    s.n_steps += 1
    if b.failed_cell >= 0:
        note(s, CELL, b.failed_cell, 0)
        return
    for v in range(b.n_cells):
        if mask_is_empty(b.domain[v]):
            note(s, CELL, v, 0)
            return
    for u in range(b.n_units):
        if b.unit_full[u]:
            for v in range(b.n_values):
                if mask_is_empty(b.positions[u * b.n_values + v]):
                    note(s, LINE, u, 0)
                    note(s, VALUE, v, 0)
                    return


cdef inline void one_step(LogicCore *s) noexcept nogil:
    # Make the easiest deduction, and log it.
    cdef Board *b = &s.board
    cdef Found found = NOTHING_FOUND
    cdef int64_t header = s.n_log
    cdef int32_t rule
    s.budget -= b.n_cells // 4 + 1
    b.failed_cell = -1
    if place_one(s):
        return
    rule = BOUND
    begin_step(s, header, rule)
    if s.score[BOUND] and climb_one(s):
        found = FOUND
    if found == NOTHING_FOUND and s.relations.n and s.score[RELATION]:
        rule = RELATION
        begin_step(s, header, rule)
        found = FOUND if relate_one(s) else NOTHING_FOUND
    if found == NOTHING_FOUND and s.sums.n and s.score[RUN]:
        rule = RUN
        begin_step(s, header, rule)
        found = add_one(s)
    if found == NOTHING_FOUND:
        note_changes(s)
        for rule in range(HILL, N_RULES):
            if s.score[rule]:
                begin_step(s, header, rule)
                # Every rule looks at something, however little budget others have left, so that a trace gets on.
                s.budget = max(s.budget, 1)
                found = next_braid(s) if rule == BRAID else find(s, rule)
                if found != NOTHING_FOUND:
                    break
    if s.is_log_full:
        return
    if found == FOUND:
        if rule >= HILL:
            s.log[3 * header + 2] = round_score(s, rule)
            record_round(s, rule)
            s.n_steps += 1
        else:
            act(s, rule)
        log_gone(s)
        if rule >= BRAID:
            log_cases(s, header)
        if not apply_gone(s):
            show_contradiction(s)
        forget_agenda(b)
        return
    if found == IMPOSSIBLE:
        # The rule has logged a set of cells that have too few values.
        s.log[3 * header + 1] = CONTRADICTION_SHOWN
        s.log[3 * header + 2] = 0
        s.n_steps += 1
        s.phase = CONTRADICTED
        return
    s.n_log = header
    if found == OUT_OF_ROOM:
        s.phase = OUT_OF_MEMORY
    elif found == NOTHING_FOUND:
        s.phase = STUCK


cdef inline void begin_step(LogicCore *s, int64_t header, int32_t rule) noexcept nogil:
    # Begin a step in the log, in place of one that has come to nothing.
    s.n_log = header
    note(s, STEP, rule, s.score[rule])


cdef inline void act(LogicCore *s, int32_t rule) noexcept nogil:
    # Record a step of a rule that is cheaper than HILL.
    s.hardest = max(s.hardest, rule)
    s.top = max(s.top, s.score[rule])
    s.n_steps += 1


cdef inline void log_gone(LogicCore *s) noexcept nogil:
    cdef int32_t k
    cdef mask_t gone
    for k in range(s.n_gone):
        gone = s.gone[s.gone_cell[k]]
        while not mask_is_empty(gone):
            note(s, REMOVED, s.gone_cell[k], mask_pop(&gone))


# Singles --------------------------------------------------------------------------------------------------

cdef inline bint place_one(LogicCore *s) noexcept nogil:
    # Place the easiest single. True if there was one, or if the grid is full and keeps the inequalities.
    cdef Board *b = &s.board
    cdef int32_t u, k, v, cell, last, n = b.n_values
    cdef bint is_full = True
    if s.score[FULL_HOUSE]:
        for u in range(b.n_units):
            last = -1
            for k in range(b.unit_start[u], b.unit_start[u + 1]):
                if not s.placed[b.unit_cell[k]]:
                    if last >= 0:
                        break
                    last = b.unit_cell[k]
            else:
                if last >= 0 and b.unit_full[u]:
                    put(s, FULL_HOUSE, u, last, mask_lowest(b.domain[last]))
                    return True
    for cell in range(b.n_cells):
        if not s.placed[cell]:
            is_full = False
            if mask_at_most_one(b.domain[cell]):
                put(s, NAKED_SINGLE, -1, cell, mask_lowest(b.domain[cell]))
                return True
    if is_full:
        if not keeps_all(s):
            return False
        s.phase = SOLVED
        return True
    for u in range(b.n_units):
        if b.unit_full[u]:
            for v in range(n):
                if mask_at_most_one(b.positions[u * n + v]):
                    cell = b.unit_cell[b.unit_start[u] + mask_lowest(b.positions[u * n + v])]
                    if not s.placed[cell]:
                        put(s, HIDDEN_SINGLE, u, cell, v)
                        return True
    return False


cdef inline void put(LogicCore *s, int32_t rule, int32_t unit, int32_t cell, int32_t value) noexcept nogil:
    # Place a value and log that.
    note(s, STEP, rule, s.score[rule])
    if unit >= 0:
        note(s, LINE, unit, 0)
    note(s, PLACED, cell, value)
    act(s, rule)
    s.placed[cell] = 1
    if not settle(&s.board, cell, value):
        show_contradiction(s)
    forget_agenda(&s.board)


# Inequalities ---------------------------------------------------------------------------------------------

cdef inline bint climb_one(LogicCore *s) noexcept nogil:
    # Mark what one ascending chain of cells concludes, as long as each of its inequalities is needed. True if
    # there is one.
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
    # How many values lie below (above) all those that the cell may take.
    return mask_lowest(b.domain[cell]) if is_up else b.n_values - 1 - mask_highest(b.domain[cell])


cdef inline bint is_in_chain(const int32_t *chain, int32_t first, int32_t end, int32_t cell) noexcept nogil:
    # Whether a cell is in a chain already, because its inequalities go round in a circle.
    cdef int32_t k
    for k in range(first, end + 1):
        if chain[k] == cell:
            return True
    return False


cdef inline void lift(LogicCore *s, int32_t cell, int32_t other, bint is_up) noexcept nogil:
    # Mark what a chain concludes that has `cell` next to `other`, upwards or downwards.
    cdef Board *b = &s.board
    cdef const int32_t *start = b.greater_start if is_up else b.lesser_start
    cdef const int32_t *beyond = b.greater if is_up else b.lesser
    cdef const int32_t *back_start = b.lesser_start if is_up else b.greater_start
    cdef const int32_t *back = b.lesser if is_up else b.greater
    cdef int32_t[2 * MOST + 2] chain
    cdef int32_t first = MOST, end = MOST + 1, k, depth, at, least, greatest
    cdef bint is_longer = True
    chain[first], chain[end] = cell, other
    # Begin where the bound comes from.
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
    # Go on as far as it leads to anything new. The bound grows with every cell, so this comes to an end.
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
    least = mask_lowest(b.domain[chain[first]])
    greatest = mask_highest(b.domain[chain[end]])
    for k in range(first, end):
        note(s, LESS, chain[k], chain[k + 1])
    note_ends(s, chain, first, end, least, greatest)
    for k in range(first, end + 1):
        at = chain[k]
        mark_gone(s, at, mask_below(min(least + k - first, b.n_values)))
        mark_gone(s, at, mask_minus(mask_below(b.n_values), mask_below(max(greatest - (end - k) + 1, 0))))


cdef inline void note_ends(
    LogicCore *s, const int32_t *chain, int32_t first, int32_t end, int32_t least, int32_t greatest,
) noexcept nogil:
    # Note what the ends of a chain have left, where that excludes more than the length of the chain does, and what
    # the others have left that come to one value.
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
    for k in range(first, end + 1):
        domain = b.domain[chain[k]]
        if is_from_first and k == first or is_from_last and k == end or mask_at_most_one(domain):
            continue
        if k == first and greatest == end - first:
            # It is at most the least value of all, whatever it has left.
            continue
        low, high = mask_below(min(least + k - first, b.n_values)), mask_below(max(greatest - (end - k) + 1, 0))
        domain = mask_and(mask_minus(domain, low), high)
        if mask_at_most_one(domain) and not mask_is_empty(domain):
            note_left(s, chain[k])


cdef inline void note_bound(LogicCore *s, int32_t cell, mask_t beyond) noexcept nogil:
    # Note what a cell has left, and the cells that have the values beyond its bound if these stand in its lines.
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


# Braids ---------------------------------------------------------------------------------------------------

cdef inline Found next_braid(LogicCore *s) noexcept nogil:
    # The next one of the braids that were found together; they still hold after each other. If there are no more,
    # others are looked for.
    cdef int32_t cell, value
    cdef Found found
    while s.next_braid < s.n_braids and s.at < 0:
        cell, value = packed_cell(s.braid[s.next_braid]), packed_value(s.braid[s.next_braid])
        s.next_braid += 1
        if not mask_at_most_one(s.board.domain[cell]) and mark_gone(s, cell, mask_only(value)):
            note(s, CASE, cell, value)
            return FOUND
    found = find(s, BRAID)
    if found == FOUND:
        s.next_braid = 1
    return found
