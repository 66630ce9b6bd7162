# A trace applies the rules one deduction at a time, the easiest first, and logs each deduction with its premises.
#
# The log has rows of three numbers. A row STEP begins a step, and its conclusions and premises follow.
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy

from common.bits cimport mask_at_most_one, mask_is_empty, mask_lowest, mask_only, mask_t
from common.board cimport Board, fill_positions, forget_agenda, packed_cell, packed_value, settle
from logic.adding cimport add_one
from logic.climbing cimport climb_one
from logic.core cimport find, keeps_all, note_changes, round_score
from logic.reasons cimport log_cases
from logic.relating cimport relate_one
from logic.structs cimport (
    BOUND, BRAID, CASE, CELL, CONTRADICTED, CONTRADICTION_SHOWN, FIRST_OF_ROUND, FOUND, FULL_HOUSE,
    HIDDEN_SINGLE, IMPOSSIBLE, LINE, LOADING, NAKED_SINGLE, NOTHING_FOUND, N_RULES, OUT_OF_MEMORY, OUT_OF_ROOM,
    RELATION, RUN, SEARCHED, SOLVED, STANDING, STEP, UNFINISHED, Found, LogicCore, mark_gone, note, swap_known,
)
from logic.way cimport (
    farness_of, fill, know, log_gone, show_contradiction, take, tell_best, tell_end, tell_first, tell_impossible,
)


cdef inline bint logic_trace(LogicCore *s, int64_t budget, int64_t limit, int64_t patience) noexcept nogil:
    # Continue like logic_run for a core that was reset for tracing, up to `limit` steps in all. If finding the way to a
    # number takes more work than `patience`, the easiest step is reported, whether or not the number depends on it; 0
    # means no limit.
    cdef Board *b = &s.board
    s.budget, s.most_steps, s.patience = budget, limit, patience
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
    # Continue to load the given domains and to drop the values of filled cells, but no other values, from their peers.
    # This is the start of a trace.
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
    # Only braids and cases propagate; all other steps clear the agenda.
    if s.score[BOUND]:
        memcpy(b.ordered, s.has_order, b.n_cells)


cdef inline void fill_board(LogicCore *s) noexcept nogil:
    # Copy the given domains to the board, and derive the positions of the values from them.
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


cdef inline void one_step(LogicCore *s) noexcept nogil:
    # Place the easiest single, or find a step that leads to a single.
    cdef Board *b = &s.board
    cdef int64_t row = 0, case_row = 0, before = s.budget
    cdef int32_t rule = 0
    cdef Found found
    s.budget -= b.n_cells // 4 + 1
    b.failed_cell = -1
    if s.n_known == 0:
        if place_one(s):
            return
        s.base = b.n_trail
    elif s.patience and s.spent >= s.patience:
        tell_first(s)
        return
    swap_known(s)
    row, case_row = s.n_log, s.n_case_log
    found = find_step(s, &rule)
    if found == FOUND:
        if rule >= FIRST_OF_ROUND:
            s.log[3 * row + 2] = round_score(s, rule)
        log_gone(s)
        if rule >= BRAID:
            log_cases(s, row)
    elif found != IMPOSSIBLE:
        s.n_log = row
    swap_known(s)
    s.spent += before - s.budget
    if found == OUT_OF_ROOM:
        s.phase = OUT_OF_MEMORY
    if s.is_log_full or found == OUT_OF_ROOM or found == UNFINISHED:
        return
    if found == FOUND:
        if know(s, row, case_row):
            take(s)
    elif s.fewest:
        tell_best(s)
    elif found == IMPOSSIBLE:
        tell_impossible(s, row)
    else:
        tell_end(s)


cdef inline Found find_step(LogicCore *s, int32_t *rule) noexcept nogil:
    # Mark the conclusions of the easiest rule that finds anything, and log them.
    cdef int64_t header = s.n_log
    cdef Found found
    rule[0] = BOUND
    begin_step(s, header, BOUND)
    if s.score[BOUND] and climb_one(s):
        return FOUND
    rule[0] = RELATION
    begin_step(s, header, RELATION)
    if s.relations.n and s.score[RELATION] and relate_one(s):
        return FOUND
    if s.fewest:
        # A number can already be placed. The remaining rules are not easier, and would treat the cell of this number as
        # filled.
        return NOTHING_FOUND
    rule[0] = RUN
    begin_step(s, header, RUN)
    if s.sums.n and s.score[RUN]:
        found = add_one(s)
        if found != NOTHING_FOUND:
            return found
    note_changes(s)
    for rule[0] in range(FIRST_OF_ROUND, N_RULES):
        if s.score[rule[0]]:
            begin_step(s, header, rule[0])
            # Every rule does some work, even if earlier rules have used up the budget; otherwise, a trace would not
            # advance.
            s.budget = max(s.budget, 1)
            found = next_braid(s) if rule[0] == BRAID else find(s, rule[0])
            if found != NOTHING_FOUND:
                return found
    return NOTHING_FOUND


cdef inline void begin_step(LogicCore *s, int64_t header, int32_t rule) noexcept nogil:
    # Begin a step in the log, in place of a step that found nothing.
    s.n_log = header
    note(s, STEP, rule, s.score[rule])


# Singles --------------------------------------------------------------------------------------------------

cdef inline bint place_one(LogicCore *s) noexcept nogil:
    # Place the easiest single or, among equally easy singles, the single nearest to the last step. Return whether a
    # single was placed, or the grid is full and satisfies the inequalities.
    cdef Board *b = &s.board
    cdef int32_t u, k, v, cell, last, n = b.n_values, best = -1, line = -1, value = 0
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
                if last >= 0 and b.unit_full[u] and is_nearer(s, last, best):
                    best, line = last, u
        if best >= 0:
            put(s, FULL_HOUSE, line, best, mask_lowest(b.domain[best]))
            return True
    for cell in range(b.n_cells):
        if not s.placed[cell]:
            is_full = False
            if mask_at_most_one(b.domain[cell]) and is_nearer(s, cell, best):
                best = cell
    if best >= 0:
        put(s, NAKED_SINGLE, -1, best, mask_lowest(b.domain[best]))
        return True
    if is_full:
        if not keeps_all(s):
            return False
        s.phase = SOLVED
        return True
    for u in range(b.n_units):
        for v in range(n if b.unit_full[u] else 0):
            if mask_at_most_one(b.positions[u * n + v]):
                cell = b.unit_cell[b.unit_start[u] + mask_lowest(b.positions[u * n + v])]
                if not s.placed[cell] and is_nearer(s, cell, best):
                    best, line, value = cell, u, v
    if best >= 0:
        put(s, HIDDEN_SINGLE, line, best, value)
    return best >= 0


cdef inline bint is_nearer(const LogicCore *s, int32_t cell, int32_t other) noexcept nogil:
    # Return whether a cell is nearer to the last step than another cell, or there is no other cell.
    return other < 0 or farness_of(s, cell) < farness_of(s, other)


cdef inline void put(LogicCore *s, int32_t rule, int32_t unit, int32_t cell, int32_t value) noexcept nogil:
    # Place a value and log it.
    note(s, STEP, rule, s.score[rule])
    if unit >= 0:
        note(s, LINE, unit, 0)
    s.n_steps += 1
    s.hardest, s.top = max(s.hardest, rule), max(s.top, s.score[rule])
    fill(s, cell, value)


# After the rules are stuck --------------------------------------------------------------------------------

cdef inline void tell_searched(LogicCore *s, int32_t cell, int32_t value) noexcept nogil:
    # Add a step after the last step: the value of a cell in the only solution or, for cell -1, that no solution exists.
    s.n_steps += 1
    if cell < 0:
        note(s, STEP, CONTRADICTION_SHOWN, 0)
        s.phase = CONTRADICTED
        return
    note(s, STEP, SEARCHED, 0)
    s.phase = STANDING
    fill(s, cell, value)


# Braids ---------------------------------------------------------------------------------------------------

cdef inline Found next_braid(LogicCore *s) noexcept nogil:
    # Return the next of the braids that were found together; each of these braids stays valid after the others have
    # acted. If there are no more, find further braids.
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
