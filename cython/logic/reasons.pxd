# The consequences of an assumption by singles and clues, with their reasons. A trace logs them once a rule has found
# that the assumption matters.
#
# All deductions are repeated, in rounds that act on the state at their beginning. Going back along the trail shows the
# deductions on which the conclusion depends. Only these deductions are repeated once more and logged.
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport realloc
from libc.string cimport memcpy, memmove, memset

from common.bits cimport (
    mask_and, mask_at_most_one, mask_below, mask_has, mask_highest, mask_is_empty, mask_lowest, mask_minus,
    mask_none, mask_only, mask_or, mask_pop, mask_t, mask_with, mask_without,
)
from common.board cimport NOWHERE, Board, drop, forget_agenda, note_moved, packed_cell, packed_value, undo
from common.relations cimport Related
from common.sums cimport DIGITS, forget_sums
from logic.adding cimport beyond_limits, limits_of, no_choices, note_limits, note_sums_in_case
from logic.relating cimport note_pair
from logic.structs cimport (
    ASSUMED, BOUND, BRAID, CASE, CELL, CONTRADICTION_SHOWN, FORCING, HIDDEN_SINGLE, LEFT, LESS, LINE, NAKED_SINGLE,
    PLACED, RELATION, REMOVED, RUN_BOUND, RUN_SET, STEP, SUM, VALUE, Conflict, Deduction, LogicCore, note, note_all,
    swap_logs,
)


cdef inline void log_cases(LogicCore *s, int64_t header) noexcept nogil:
    # Log the cases of a step whose rows begin at `header` in the log, and the deductions that its conclusion depends
    # on. The candidates that the step excludes are marked.
    cdef Board *b = &s.board
    cdef int32_t *row = s.log + 3 * (header + 1)
    cdef int32_t tag, at, unit, value
    cdef mask_t open
    if s.is_log_full:
        return
    # The premise is a candidate, a cell, or a value and a unit. At least one row follows the premise.
    tag, at = row[0], row[1]
    value, unit = row[2], row[4]
    swap_logs(s)
    if tag == CASE:
        header = s.n_log
        note(s, STEP, BRAID, 0)
        value = log_case(s, at, value)
        if not s.is_log_full:
            s.log[3 * header + 2] = value
    else:
        note(s, STEP, FORCING, 0)
        open = b.domain[at] if tag == CELL else b.positions[unit * b.n_values + at]
        while not mask_is_empty(open):
            value = mask_pop(&open)
            if tag == CELL:
                log_case(s, at, value)
            else:
                log_case(s, b.unit_cell[b.unit_start[unit] + value], at)
    swap_logs(s)


cdef inline int32_t log_case(LogicCore *s, int32_t cell, int32_t value) noexcept nogil:
    # Log one assumption and the deductions that lead to its contradiction or, without a contradiction, to the
    # candidates that the step excludes. Return the round of the contradiction, or 0.
    cdef Board *b = &s.board
    cdef int64_t base = b.n_trail
    cdef Conflict conflict
    memcpy(s.saved, b.domain, (b.n_cells + <size_t> b.n_units * b.n_values) * sizeof(mask_t))
    follow_case(s, cell, value, &conflict)
    find_used(s, base, &conflict)
    undo(&s.board, base)
    log_used(s, &conflict)
    undo(&s.board, base)
    return conflict.length


# Following ------------------------------------------------------------------------------------------------

cdef inline void follow_case(LogicCore *s, int32_t cell, int32_t value, Conflict *conflict) noexcept nogil:
    # Make all deductions under an assumption, up to the round of a contradiction.
    cdef Board *b = &s.board
    cdef int64_t seen = b.n_trail, k = 0, end
    conflict.cell = conflict.unit = conflict.value = conflict.sum = -1
    conflict.length = 0
    s.stamp += 1
    s.n_deductions = 0
    deduce_single(s, cell, value, -1)
    while k < s.n_deductions:
        conflict.length += 1
        seen, end = b.n_trail, s.n_deductions
        while k < end:
            make(s, &s.deduction[k])
            k += 1
        forget_agenda(b)
        if find_conflict(b, seen, conflict):
            return
        deduce_singles(s, seen)
        deduce_bounds(s, seen)
        deduce_relations(s, seen)
        if not deduce_sums(s, seen, conflict):
            conflict.length += 1
            s.n_deductions = k
            return
    conflict.length = 0


cdef inline void make(LogicCore *s, Deduction *made) noexcept nogil:
    # Drop the candidates that a deduction excludes, even if no candidates are left.
    cdef Board *b = &s.board
    cdef int32_t k, n_peers
    cdef mask_t lost = mask_and(b.domain[made.cell], made.lost)
    made.start = b.n_trail
    while not mask_is_empty(lost):
        drop(b, made.cell, mask_pop(&lost), NOWHERE)
    if made.rule <= HIDDEN_SINGLE:
        n_peers = queue_peers(s, made.cell, made.value)
        for k in range(n_peers):
            drop(b, s.queue[k], made.value, NOWHERE)


cdef inline int32_t queue_peers(LogicCore *s, int32_t cell, int32_t value) noexcept nogil:
    # Queue the peers of a cell that may take a value, in ascending order, and return their number.
    cdef Board *b = &s.board
    cdef int32_t k, j, other, n = 0
    cdef mask_t positions
    for k in range(b.link_start[cell], b.link_start[cell + 1]):
        positions = mask_without(b.positions[b.link[k].positions + value], b.link[k].position)
        while not mask_is_empty(positions):
            other = b.unit_cell[b.link[k].first + mask_pop(&positions)]
            j = n
            while j and s.queue[j - 1] > other:
                j -= 1
            if not j or s.queue[j - 1] < other:
                memmove(s.queue + j + 1, s.queue + j, (n - j) * sizeof(int32_t))
                s.queue[j] = other
                n += 1
    return n


cdef inline bint find_conflict(const Board *b, int64_t since, Conflict *conflict) noexcept nogil:
    # Find a cell without a value, or a unit without a position for a value, since the trail had length `since`.
    cdef int32_t k, cell, value
    cdef int64_t t
    for t in range(since, b.n_trail):
        cell, value = packed_cell(b.trail[t]), packed_value(b.trail[t])
        if mask_is_empty(b.domain[cell]):
            conflict.cell = cell
            return True
        for k in range(b.link_start[cell], b.link_start[cell + 1]):
            if b.link[k].full and mask_is_empty(b.positions[b.link[k].positions + value]):
                conflict.unit, conflict.value = b.link[k].positions // b.n_values, value
                return True
    return False


# Deducing -------------------------------------------------------------------------------------------------

cdef inline void deduce(
    LogicCore *s, int32_t rule, int32_t cell, mask_t lost, int32_t value, int32_t source, mask_t premise,
) noexcept nogil:
    # Queue a deduction for the next round, unless it neither excludes a candidate nor places a value.
    cdef Deduction *grown
    cdef Deduction *noted
    if rule > HIDDEN_SINGLE and mask_is_empty(mask_and(s.board.domain[cell], lost)):
        return
    if s.n_deductions == s.deduction_room:
        grown = <Deduction *> realloc(s.deduction, (2 * s.deduction_room + 64) * sizeof(Deduction))
        if grown == NULL:
            s.is_log_full = True
            return
        s.deduction = grown
        s.deduction_room = 2 * s.deduction_room + 64
    noted = &s.deduction[s.n_deductions]
    noted.rule, noted.cell, noted.lost, noted.value = rule, cell, lost, value
    noted.source, noted.premise = source, premise
    noted.known = s.board.n_trail
    noted.is_used = s.n_deductions == 0
    s.n_deductions += 1


cdef inline void deduce_single(LogicCore *s, int32_t cell, int32_t value, int32_t unit) noexcept nogil:
    # Queue the deduction that a cell takes a value: because no other value is left for the cell (unit < 0), or because
    # no other cell of the unit is left for the value.
    cdef mask_t others = mask_without(mask_below(s.board.n_values), value)
    s.mark[cell] = s.stamp
    if unit < 0:
        deduce(s, NAKED_SINGLE, cell, others, value, cell, others)
    else:
        deduce(s, HIDDEN_SINGLE, cell, others, value, unit, mask_only(value))


cdef inline void deduce_singles(LogicCore *s, int64_t since) noexcept nogil:
    # Queue the naked and hidden singles that have appeared since the trail had length `since`.
    cdef Board *b = &s.board
    cdef int32_t k, cell, value, last
    cdef int64_t t
    cdef mask_t positions
    for t in range(since, b.n_trail):
        cell, value = packed_cell(b.trail[t]), packed_value(b.trail[t])
        if mask_at_most_one(b.domain[cell]) and s.mark[cell] != s.stamp:
            deduce_single(s, cell, mask_lowest(b.domain[cell]), -1)
        for k in range(b.link_start[cell], b.link_start[cell + 1]):
            positions = b.positions[b.link[k].positions + value]
            if b.link[k].full and mask_at_most_one(positions):
                last = b.unit_cell[b.link[k].first + mask_lowest(positions)]
                if s.mark[last] != s.stamp:
                    deduce_single(s, last, value, b.link[k].positions // b.n_values)


cdef inline void deduce_bounds(LogicCore *s, int64_t since) noexcept nogil:
    # Queue the conclusions from smallest and largest values that have changed since the trail had length `since`.
    cdef Board *b = &s.board
    cdef int32_t k, j, cell
    cdef int64_t t
    cdef mask_t below, above, lost
    for t in range(since, b.n_trail):
        if b.ordered[packed_cell(b.trail[t])]:
            note_moved(b, packed_cell(b.trail[t]))
    for j in range(b.n_moved):
        cell = b.moved[(b.moved_head + j) % b.n_cells]
        below = mask_below(mask_lowest(b.domain[cell]))
        lost = mask_with(below, mask_lowest(b.domain[cell]))
        for k in range(b.greater_start[cell], b.greater_start[cell + 1]):
            deduce(s, BOUND, b.greater[k], lost, True, cell, below)
        lost = mask_minus(mask_below(b.n_values), mask_below(mask_highest(b.domain[cell])))
        above = mask_without(lost, mask_highest(b.domain[cell]))
        for k in range(b.lesser_start[cell], b.lesser_start[cell + 1]):
            deduce(s, BOUND, b.lesser[k], lost, False, cell, above)
    forget_agenda(b)


cdef inline void deduce_relations(LogicCore *s, int64_t since) noexcept nogil:
    # Queue the conclusions from cells with relations that were reduced to one value since the trail had length `since`.
    cdef Board *b = &s.board
    cdef Related *related
    cdef int32_t k, cell, value
    cdef int64_t t
    cdef mask_t lost
    for t in range(since, b.n_trail if s.relations.n else since):
        cell = packed_cell(b.trail[t])
        if not mask_at_most_one(b.domain[cell]):
            continue
        value = mask_lowest(b.domain[cell])
        for k in range(s.relations.start[cell], s.relations.start[cell + 1]):
            related = &s.relations.related[k]
            lost = mask_minus(b.domain[related.target], s.relations.allowed[related.row + value])
            deduce(s, RELATION, related.target, lost, k, cell, mask_without(mask_below(b.n_values), value))


cdef inline bint deduce_sums(LogicCore *s, int64_t since, Conflict *conflict) noexcept nogil:
    # Queue the conclusions from sums with cells that have changed since the trail had length `since`. Return False if a
    # sum cannot have its total.
    cdef Board *b = &s.board
    cdef int32_t j, k, at, first, n, cell
    cdef int64_t low, high
    cdef mask_t[DIGITS] gone
    if not s.sums.n:
        return True
    note_sums_in_case(s, since)
    for j in range(s.sums.n_waiting):
        at = s.sums.waiting[j]
        first, n = s.sums.start[at], s.sums.start[at + 1] - s.sums.start[at]
        if not (no_choices(s, at, gone) if s.sums.unit[at] >= 0 else limits_of(s, at, &low, &high)):
            conflict.sum = at
            break
        if s.sums.unit[at] >= 0:
            for k in range(n - 1, -1, -1):
                deduce(s, RUN_SET, s.sums.cell[first + k], gone[k], -1, at, mask_none())
        else:
            for k in range(n):
                cell = s.sums.cell[first + k]
                deduce(s, RUN_BOUND, cell, beyond_limits(b, cell, low, high), -1, at, mask_none())
    forget_sums(&s.sums)
    return conflict.sum < 0


# Premises of the conclusion ----------------------------------------------------------------------------------

cdef inline void find_used(LogicCore *s, int64_t base, const Conflict *conflict) noexcept nogil:
    # Find the deductions that lead to the contradiction or, without a contradiction, to the candidates that the step
    # excludes. Going back along the trail reaches each deduction before its premises.
    cdef Board *b = &s.board
    cdef Deduction *made
    cdef int32_t k
    cdef int64_t t = b.n_trail, d
    memset(s.needed, 0, b.n_cells * sizeof(mask_t))
    if conflict.sum >= 0:
        need_sum(s, conflict.sum, base, b.n_trail)
    elif conflict.cell >= 0:
        s.needed[conflict.cell] = mask_below(b.n_values)
    elif conflict.unit >= 0:
        need_positions(s, conflict.unit, mask_only(conflict.value), -1)
    else:
        for k in range(s.n_gone):
            s.needed[s.gone_cell[k]] = s.gone[s.gone_cell[k]]
    for d in range(s.n_deductions - 1, 0, -1):
        made = &s.deduction[d]
        while t > made.start:
            t -= 1
            if mask_has(s.needed[packed_cell(b.trail[t])], packed_value(b.trail[t])):
                made.is_used = True
        if not made.is_used:
            continue
        if made.rule == HIDDEN_SINGLE:
            need_positions(s, made.source, made.premise, made.cell)
        elif made.rule == RUN_SET or made.rule == RUN_BOUND:
            need_sum(s, made.source, base, made.known)
        else:
            s.needed[made.source] = mask_or(s.needed[made.source], made.premise)


cdef inline void need_positions(LogicCore *s, int32_t unit, mask_t value, int32_t last) noexcept nogil:
    # Require that all cells of a unit except `last` have lost the value; `last` may lose it in the same round.
    cdef Board *b = &s.board
    cdef int32_t k, cell
    for k in range(b.unit_start[unit], b.unit_start[unit + 1]):
        cell = b.unit_cell[k]
        if cell != last:
            s.needed[cell] = mask_or(s.needed[cell], value)


cdef inline void need_sum(LogicCore *s, int32_t at, int64_t base, int64_t known) noexcept nogil:
    # Require all candidates that the cells of a sum had lost under the assumption when the trail had length `known`.
    cdef Board *b = &s.board
    cdef int32_t k, cell
    cdef int64_t t
    s.stamp += 1
    for k in range(s.sums.start[at], s.sums.start[at + 1]):
        s.mark[s.sums.cell[k]] = s.stamp
    for t in range(base, known):
        cell = packed_cell(b.trail[t])
        if s.mark[cell] == s.stamp:
            s.needed[cell] = mask_with(s.needed[cell], packed_value(b.trail[t]))


# Logging --------------------------------------------------------------------------------------------------

cdef inline void log_used(LogicCore *s, Conflict *conflict) noexcept nogil:
    # Make and log the used deductions. The used deductions may reach a contradiction earlier than the complete rounds
    # did, because two deductions of a round may empty a cell from which other deductions of this round start.
    cdef Board *b = &s.board
    cdef Deduction *made
    cdef int64_t d, t
    cdef bint is_bare = False
    for d in range(s.n_deductions):
        made = &s.deduction[d]
        if not made.is_used:
            continue
        if made.rule <= HIDDEN_SINGLE and not mask_has(b.domain[made.cell], made.value):
            # A placement in the same round has taken the value.
            conflict.cell = made.cell if made.rule == NAKED_SINGLE else -1
            conflict.unit, conflict.value, conflict.sum = made.source, made.value, -1
            break
        log_deduction(s, made, d == 0)
        for t in range(made.start, b.n_trail if conflict.length else made.start):
            if mask_is_empty(b.domain[packed_cell(b.trail[t])]):
                conflict.cell, conflict.sum = packed_cell(b.trail[t]), -1
                is_bare = True
                break
        if is_bare:
            break
    if not conflict.length:
        return
    note(s, STEP, CONTRADICTION_SHOWN, 0)
    if conflict.sum >= 0:
        note(s, SUM, conflict.sum, 0)
        note_sum_before(s, conflict.sum)
    elif conflict.cell >= 0:
        note(s, CELL, conflict.cell, 0)
        note_left_before(s, conflict.cell)
    else:
        note(s, LINE, conflict.unit, 0)
        note(s, VALUE, conflict.value, 0)
        note_places_before(s, conflict.unit, conflict.value)


cdef inline void note_left_before(LogicCore *s, int32_t cell) noexcept nogil:
    # Log the candidates of a cell before the assumption.
    cdef mask_t open = s.saved[cell]
    while not mask_is_empty(open):
        note(s, LEFT, cell, mask_pop(&open))


cdef inline void note_places_before(LogicCore *s, int32_t unit, int32_t value) noexcept nogil:
    # Log the cells of a unit that could take the value before the assumption.
    cdef Board *b = &s.board
    cdef mask_t positions = s.saved[b.n_cells + unit * b.n_values + value]
    while not mask_is_empty(positions):
        note(s, LEFT, b.unit_cell[b.unit_start[unit] + mask_pop(&positions)], value)


cdef inline void note_sum_before(LogicCore *s, int32_t at) noexcept nogil:
    # Log the candidates of the cells of a sum before the assumption.
    cdef int32_t k
    for k in range(s.sums.start[at], s.sums.start[at + 1]):
        note_left_before(s, s.sums.cell[k])


cdef inline void log_deduction(LogicCore *s, Deduction *made, bint is_assumed) noexcept nogil:
    # Make a deduction and log it, unless it excludes no further candidates.
    cdef Board *b = &s.board
    cdef int64_t header = s.n_log, t
    if is_assumed:
        note(s, STEP, ASSUMED, 0)
    else:
        note(s, STEP, made.rule, s.score[made.rule])
    if made.rule == HIDDEN_SINGLE:
        note(s, LINE, made.source, 0)
        note_places_before(s, made.source, made.value)
    elif made.rule == BOUND:
        if made.value:
            note(s, LESS, made.source, made.cell)
        else:
            note(s, LESS, made.cell, made.source)
        note_left_before(s, made.source)
    elif made.rule == RELATION:
        note_pair(s, &s.relations.related[made.value])
        note_all(s, VALUE, mask_minus(mask_below(b.n_values), made.premise))
        note_left_before(s, made.source)
    elif made.rule == NAKED_SINGLE:
        if not is_assumed:
            note_left_before(s, made.cell)
    else:
        note(s, SUM, made.source, 0)
        note_sum_before(s, made.source)
        if made.rule == RUN_BOUND:
            note_limits(s, made.source, made.cell)
    make(s, made)
    if made.rule <= HIDDEN_SINGLE:
        note(s, PLACED, made.cell, made.value)
        return
    if b.n_trail == made.start:
        s.n_log = header
    for t in range(made.start, b.n_trail):
        note(s, REMOVED, made.cell, packed_value(b.trail[t]))
