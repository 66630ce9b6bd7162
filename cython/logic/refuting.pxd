# The refutation of a candidate by a line, for traces: singles and inequalities among the open cells of the line lead
# from the candidate to a contradiction.
#
# The deductions are made in rounds, each of which acts on the state at its beginning. Only the deductions on which the
# contradiction depends are logged. They are made once more for this purpose, and may reach a contradiction earlier.
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

from common.bits cimport (
    mask_and, mask_at_most_one, mask_below, mask_has, mask_highest, mask_is_empty, mask_lowest, mask_minus,
    mask_none, mask_only, mask_or, mask_pop, mask_t,
)
from common.board cimport Board
from logic.reasons cimport deduce
from logic.structs cimport (
    ASSUMED, BOUND, CELL, CONTRADICTION_SHOWN, HIDDEN_SINGLE, LEFT, LESS, LINE, MOST, NAKED_SINGLE, PLACED, REMOVED,
    STEP, VALUE, Deduction, LogicCore, note, note_less, swap_logs,
)
from logic.tuning cimport ORDER_CELLS

cdef struct Refutation:
    # The open cells of a line under an assumption.
    int32_t unit
    int32_t m
    int32_t[ORDER_CELLS] cell
    mask_t[ORDER_CELLS] left                # (cell,) its candidates before the assumption
    mask_t[ORDER_CELLS] now                 # (cell,) its candidates at present
    uint64_t placed                         # cells that have a value
    int32_t[ORDER_CELLS * MOST] excluder    # (cell, value) the deduction that excludes it, or -1


cdef inline void log_refutations(
    LogicCore *s, int32_t rule, int32_t unit, const int32_t *cells, int32_t m,
) noexcept nogil:
    # Log the refutation of each marked candidate by the open cells of a line, as cases, and the inequalities that it
    # needs.
    cdef Refutation line
    cdef int32_t k
    cdef int64_t r
    cdef mask_t gone
    line.unit, line.m = unit, m
    for k in range(m):
        line.cell[k], line.left[k] = cells[k], s.board.domain[cells[k]]
    swap_logs(s)
    r = s.n_log
    note(s, STEP, rule, 0)
    for k in range(s.n_gone):
        gone = s.gone[s.gone_cell[k]]
        while not mask_is_empty(gone):
            refute_in_line(s, &line, s.gone_cell[k], mask_pop(&gone))
    swap_logs(s)
    for r in range(r, s.n_case_log):
        if s.case_log[3 * r] == LESS:
            note_less(s, s.case_log[3 * r + 1], s.case_log[3 * r + 2])


cdef inline int32_t place_of(const Refutation *line, int32_t cell) noexcept nogil:
    # Return the number of a cell in the line, or -1.
    cdef int32_t i
    for i in range(line.m):
        if line.cell[i] == cell:
            return i
    return -1


cdef inline void refute_in_line(LogicCore *s, Refutation *line, int32_t cell, int32_t value) noexcept nogil:
    # Log one assumption and the deductions that lead to its contradiction.
    cdef int32_t i, wrong
    cdef int64_t d = 0, n
    memset(line.excluder, -1, sizeof(line.excluder))
    memcpy(line.now, line.left, sizeof(line.now))
    line.placed = <uint64_t> 1 << place_of(line, cell)
    s.n_deductions = 0
    deduce(s, NAKED_SINGLE, cell, mask_only(value), value, -1, mask_none())
    while d < s.n_deductions:
        n = s.n_deductions
        while d < n:
            make_in_line(s, line, d)
            d += 1
        if is_broken(line, &i, &wrong):
            break
        deduce_in_line(s, line)
    else:
        return
    need_broken(s, line, i, wrong)
    for d in range(s.n_deductions - 1, 0, -1):
        if s.deduction[d].is_used:
            need_premise(s, line, &s.deduction[d])
    log_in_line(s, line)


cdef inline void make_in_line(LogicCore *s, Refutation *line, int64_t d) noexcept nogil:
    # Make a deduction: a single, which excludes all other values of its cell, or a bound.
    cdef const Deduction *made = &s.deduction[d]
    cdef int32_t i
    cdef mask_t lost
    for i in range(line.m):
        lost = mask_and(line.now[i], made.lost)
        if made.rule == BOUND and line.cell[i] != made.cell:
            continue
        if made.rule != BOUND and line.cell[i] == made.cell:
            lost = mask_minus(line.now[i], made.lost)
        line.now[i] = mask_minus(line.now[i], lost)
        while not mask_is_empty(lost):
            line.excluder[i * MOST + mask_pop(&lost)] = <int32_t> d


cdef inline bint is_broken(const Refutation *line, int32_t *cell, int32_t *value) noexcept nogil:
    # Find a cell without a value. If there is none, set cell[0] to -1 and find a value without a position.
    cdef int32_t i
    cdef mask_t gone = mask_none(), there = mask_none()
    for i in range(line.m):
        if mask_is_empty(line.now[i]):
            cell[0], value[0] = i, -1
            return True
        gone, there = mask_or(gone, line.left[i]), mask_or(there, line.now[i])
    gone = mask_minus(gone, there)
    cell[0], value[0] = -1, -1 if mask_is_empty(gone) else mask_lowest(gone)
    return value[0] >= 0


cdef inline void deduce_in_line(LogicCore *s, Refutation *line) noexcept nogil:
    # Queue all deductions of the next round.
    cdef Board *b = &s.board
    cdef int32_t i, j, k, value
    cdef mask_t once = mask_none(), twice = mask_none(), left, below
    for i in range(line.m):
        twice = mask_or(twice, mask_and(once, line.now[i]))
        once = mask_or(once, line.now[i])
        if mask_at_most_one(line.now[i]) and not line.placed >> i & 1:
            line.placed |= <uint64_t> 1 << i
            left = mask_minus(line.left[i], line.now[i])
            deduce(s, NAKED_SINGLE, line.cell[i], line.now[i], mask_lowest(line.now[i]), -1, left)
    for i in range(line.m):
        left = mask_minus(line.now[i], twice)
        if not mask_is_empty(left) and not line.placed >> i & 1:
            line.placed |= <uint64_t> 1 << i
            value = mask_lowest(left)
            deduce(s, HIDDEN_SINGLE, line.cell[i], mask_only(value), value, -1, mask_only(value))
    for i in range(line.m):
        for k in range(b.greater_start[line.cell[i]], b.greater_start[line.cell[i] + 1]):
            j = place_of(line, b.greater[k])
            if j < 0:
                continue
            below = mask_below(mask_lowest(line.now[i]))
            left = mask_and(line.now[j], mask_below(mask_lowest(line.now[i]) + 1))
            deduce(s, BOUND, line.cell[j], left, True, line.cell[i], mask_and(line.left[i], below))
            below = mask_below(mask_highest(line.now[j]) + 1)
            left = mask_minus(line.now[i], mask_below(mask_highest(line.now[j])))
            deduce(s, BOUND, line.cell[i], left, False, line.cell[j], mask_minus(line.left[j], below))


cdef inline void need_lost(LogicCore *s, const Refutation *line, int32_t i, mask_t values) noexcept nogil:
    # Mark the deductions by which a cell has lost values.
    cdef int32_t d
    while not mask_is_empty(values):
        d = line.excluder[i * MOST + mask_pop(&values)]
        if d >= 0:
            s.deduction[d].is_used = True


cdef inline void need_premise(LogicCore *s, const Refutation *line, const Deduction *made) noexcept nogil:
    cdef int32_t i
    if made.rule == BOUND:
        need_lost(s, line, place_of(line, made.source), made.premise)
    elif made.rule == NAKED_SINGLE:
        need_lost(s, line, place_of(line, made.cell), made.premise)
    else:
        for i in range(line.m):
            if line.cell[i] != made.cell:
                need_lost(s, line, i, mask_and(line.left[i], made.premise))


cdef inline void need_broken(LogicCore *s, const Refutation *line, int32_t cell, int32_t value) noexcept nogil:
    cdef int32_t i
    for i in range(line.m):
        if cell < 0:
            need_lost(s, line, i, mask_and(line.left[i], mask_only(value)))
        elif i == cell:
            need_lost(s, line, i, line.left[i])


cdef inline void log_in_line(LogicCore *s, Refutation *line) noexcept nogil:
    # Make and log the used deductions up to a contradiction.
    cdef Deduction *made
    cdef int32_t i, value
    cdef int64_t d
    memcpy(line.now, line.left, sizeof(line.now))
    for d in range(s.n_deductions):
        made = &s.deduction[d]
        if not made.is_used:
            continue
        i = place_of(line, made.cell)
        if mask_is_empty(mask_and(made.lost, line.now[i])):
            if made.rule == BOUND:
                continue
            # In this case, another deduction of the same round has taken the value or its place.
            break
        log_one(s, line, made, i, d == 0)
        make_in_line(s, line, d)
        if is_broken(line, &i, &value) and i >= 0:
            break
    is_broken(line, &i, &value)
    note(s, STEP, CONTRADICTION_SHOWN, 0)
    if i >= 0:
        note(s, CELL, line.cell[i], 0)
        note_of(s, line, i, line.left[i])
    else:
        note(s, LINE, line.unit, 0)
        note(s, VALUE, value, 0)
        note_places(s, line, value)


cdef inline void log_one(
    LogicCore *s, const Refutation *line, const Deduction *made, int32_t i, bint is_assumed,
) noexcept nogil:
    cdef int32_t source = i
    cdef mask_t lost = mask_and(made.lost, line.now[i])
    note(s, STEP, ASSUMED if is_assumed else made.rule, 0)
    if made.rule == BOUND:
        source = place_of(line, made.source)
        if made.value:
            note(s, LESS, made.source, made.cell)
        else:
            note(s, LESS, made.cell, made.source)
    if made.rule == HIDDEN_SINGLE:
        note(s, LINE, line.unit, 0)
        note_places(s, line, made.value)
    elif not is_assumed:
        note_of(s, line, source, line.left[source])
    if made.rule != BOUND:
        note(s, PLACED, made.cell, made.value)
        return
    while not mask_is_empty(lost):
        note(s, REMOVED, made.cell, mask_pop(&lost))


cdef inline void note_of(LogicCore *s, const Refutation *line, int32_t i, mask_t values) noexcept nogil:
    # Log candidates of a cell before the assumption.
    while not mask_is_empty(values):
        note(s, LEFT, line.cell[i], mask_pop(&values))


cdef inline void note_places(LogicCore *s, const Refutation *line, int32_t value) noexcept nogil:
    # Log the cells that could take a value before the assumption.
    cdef int32_t i
    for i in range(line.m):
        if mask_has(line.left[i], value):
            note(s, LEFT, line.cell[i], value)
