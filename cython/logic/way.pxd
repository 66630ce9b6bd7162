# The way to the next number: of the steps since the last number, a trace reports only those on which the next number
# depends.
#
# All other steps are undone, so the next steps are found in the position that a reader sees. Steps are first logged in
# known_log. Reported steps are written to the log of the trace, with the premises of the current position.
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport abs, realloc
from libc.string cimport memset

from common.bits cimport (
    mask_and, mask_at_most_one, mask_below, mask_has, mask_highest, mask_is_empty, mask_lowest, mask_minus,
    mask_none, mask_only, mask_or, mask_pop, mask_size, mask_t, mask_with, mask_without,
)
from common.board cimport Board, forget_agenda, packed_cell, packed_value, settle, undo
from logic.climbing cimport climb
from logic.core cimport note_changes
from logic.lines cimport Order, refute
from logic.refuting cimport log_refutations
from logic.structs cimport (
    BOUND, BRAID, CELL, CONTRADICTED, CONTRADICTION_SHOWN, FIRST_FISH, FIRST_SET, FORCING, LAST_SET, LEFT, LESS,
    LINE, LINE_BRAID, LOCKED, MOST, PAIR, PLACED, REMOVED, SHORT_LINE_BRAID, STEP, STUCK, VALUE, X_CHAIN, Known,
    LogicCore, apply_gone, forget_places, mark_gone, note, shares_unit, swap_logs,
)
from logic.tuning cimport MOST_LEFT_OUT, ORDER_CELLS, SHORT_ROUNDS


# Known steps ----------------------------------------------------------------------------------------------

cdef inline bint know(LogicCore *s, int64_t row, int64_t case_row) noexcept nogil:
    # Store the rows of the log from `row` on as a step. Return False if memory runs out.
    cdef Known *grown
    if s.n_known == s.known_room:
        grown = <Known *> realloc(s.known, (2 * s.known_room + 64) * sizeof(Known))
        if grown == NULL:
            s.is_log_full = True
            return False
        s.known = grown
        s.known_room = 2 * s.known_room + 64
    s.known[s.n_known].row, s.known[s.n_known].end = row, s.n_known_log
    s.known[s.n_known].case_row, s.known[s.n_known].case_end = case_row, s.n_known_cases
    s.known[s.n_known].is_best = False
    s.n_known += 1
    return True


cdef inline int32_t rule_of(const LogicCore *s, const Known *step) noexcept nogil:
    return s.known_log[3 * step.row + 1]


cdef inline int32_t farness_of(const LogicCore *s, int32_t cell) noexcept nogil:
    # Return the distance of a cell from the last step.
    cdef int32_t n = s.board.n_values
    if s.last_cell < 0:
        return 0
    if s.is_grid:
        return abs(cell // n - s.last_cell // n) + abs(cell % n - s.last_cell % n)
    return not shares_unit(&s.board, cell, s.last_cell)


# Premises of a number -------------------------------------------------------------------------------------

cdef inline void find_numbers(LogicCore *s, int64_t since) noexcept nogil:
    # Find the numbers that can be placed now, but not when the trail had length `since`. Keep the number that depends
    # on the fewest steps; of several, the number nearest to the last step.
    cdef Board *b = &s.board
    cdef int32_t k, cell, value, last
    cdef int64_t t
    cdef mask_t positions
    for t in range(since, b.n_trail):
        cell, value = packed_cell(b.trail[t]), packed_value(b.trail[t])
        if mask_at_most_one(b.domain[cell]) and not s.placed[cell]:
            memset(s.needed, 0, b.n_cells * sizeof(mask_t))
            need_all(s, cell)
            compare(s, cell)
        for k in range(b.link_start[cell], b.link_start[cell + 1]):
            positions = b.positions[b.link[k].positions + value]
            if b.link[k].full and mask_at_most_one(positions):
                last = b.unit_cell[b.link[k].first + mask_lowest(positions)]
                if not s.placed[last]:
                    memset(s.needed, 0, b.n_cells * sizeof(mask_t))
                    need_line(s, b.link[k].positions // b.n_values, value)
                    compare(s, last)


cdef inline void compare(LogicCore *s, int32_t cell) noexcept nogil:
    # Keep the number of the cell as the next number if it depends on fewer steps than the number kept so far, or if it
    # depends on equally many steps and is nearer to the last step.
    cdef int32_t k, n_used = find_used(s), farness = farness_of(s, cell)
    if s.fewest and (n_used > s.fewest or n_used == s.fewest and farness >= s.farness):
        return
    s.fewest, s.farness = n_used, farness
    for k in range(s.n_known):
        s.known[k].is_best = s.known[k].is_used


cdef inline int32_t find_used(LogicCore *s) noexcept nogil:
    # Find the steps on which the loss of the needed candidates depends, and return their number. A candidate belongs to
    # the last used step that excludes it or, without such a step, to the step that has removed it.
    cdef Known *step
    cdef int64_t k, r
    cdef int32_t n_used = 0
    s.budget -= s.n_known + s.board.n_cells // 16
    for k in range(s.n_known - 1, -1, -1):
        step = &s.known[k]
        step.is_used = False
        for r in range(step.row, step.end):
            if s.known_log[3 * r] == REMOVED and mask_has(s.needed[s.known_log[3 * r + 1]], s.known_log[3 * r + 2]):
                step.is_used = True
        if step.is_used:
            n_used += 1
            supply(s, step)
            need(s, step)
    return n_used


cdef inline void supply(LogicCore *s, const Known *step) noexcept nogil:
    # Candidates that this step excludes need no other step.
    cdef const int32_t *row
    cdef int32_t[2 * MOST + 2] chain
    cdef int32_t k, n, least, greatest
    cdef mask_t kept
    cdef int64_t r
    if rule_of(s, step) != BOUND:
        for r in range(step.row, step.end):
            row = s.known_log + 3 * r
            if row[0] == REMOVED:
                s.needed[row[1]] = mask_without(s.needed[row[1]], row[2])
        return
    n = read_chain(s, step, chain, &least, &greatest)
    for k in range(n):
        kept = mask_below(max(greatest - (n - 1 - k) + 1, 0))
        kept = mask_minus(kept, mask_below(min(least + k, s.board.n_values)))
        s.needed[chain[k]] = mask_and(s.needed[chain[k]], kept)


cdef inline int32_t read_chain(
    const LogicCore *s, const Known *step, int32_t *chain, int32_t *least, int32_t *greatest,
) noexcept nogil:
    # Read the cells of an ascending chain, the smallest value left in the first cell and the largest value left in the
    # last. Return the number of cells.
    cdef const int32_t *row
    cdef int32_t n = 1
    cdef int64_t r
    cdef mask_t first = mask_none(), last = mask_none()
    chain[0] = s.known_log[3 * step.row + 4]
    for r in range(step.row + 1, step.end):
        row = s.known_log + 3 * r
        if row[0] == LESS:
            chain[n] = row[2]
            n += 1
        elif row[0] == LEFT and row[1] == chain[0]:
            first = mask_with(first, row[2])
        elif row[0] == LEFT and row[1] == chain[n - 1]:
            last = mask_with(last, row[2])
    least[0] = 0 if mask_is_empty(first) else mask_lowest(first)
    greatest[0] = s.board.n_values - 1 if mask_is_empty(last) else mask_highest(last)
    return n


cdef inline void need(LogicCore *s, const Known *step) noexcept nogil:
    # Require the losses in the premise of a step. Only losses before the step count. If all candidates of a cell are
    # named, all other values must be lost; a value of a line needs the whole line.
    cdef const int32_t *rows = s.known_log + 3 * step.row
    cdef int64_t n = step.end - step.row
    cdef int32_t rule = rows[1], least, greatest, n_chain
    cdef int32_t[2 * MOST + 2] chain
    if rule == BOUND:
        n_chain = read_chain(s, step, chain, &least, &greatest)
        s.needed[chain[0]] = mask_or(s.needed[chain[0]], mask_below(least))
        s.needed[chain[n_chain - 1]] = mask_or(
            s.needed[chain[n_chain - 1]], mask_minus(mask_below(s.board.n_values), mask_below(greatest + 1))
        )
    elif rule == BRAID or rule == FORCING:
        need_cases(s, step)
    elif rule == SHORT_LINE_BRAID or rule == LINE_BRAID:
        need_in_line(s, step)
    elif FIRST_SET <= rule <= LAST_SET or FIRST_FISH <= rule <= X_CHAIN or rule == LOCKED:
        need_set(s, rule, rows, n)
    else:
        need_left(s, rows, n)


cdef inline void need_all(LogicCore *s, int32_t cell) noexcept nogil:
    s.needed[cell] = mask_below(s.board.n_values)


cdef inline void need_line(LogicCore *s, int32_t unit, int32_t value) noexcept nogil:
    # Require the losses of a value in the cells of a line.
    cdef Board *b = &s.board
    cdef int32_t k
    for k in range(b.unit_start[unit], b.unit_start[unit + 1]):
        s.needed[b.unit_cell[k]] = mask_with(s.needed[b.unit_cell[k]], value)


cdef inline void need_left(LogicCore *s, const int32_t *rows, int64_t n) noexcept nogil:
    # Require the losses of cells whose candidates are all named.
    cdef int64_t r
    for r in range(1, n):
        if rows[3 * r] == LEFT or rows[3 * r] == PAIR:
            need_all(s, rows[3 * r + 1])


cdef inline void need_lines(LogicCore *s, const int32_t *rows, int64_t n, int32_t most) noexcept nogil:
    # Require the losses of the named values in the cells of the first `most` named lines.
    cdef int64_t r, j
    for r in range(1, n):
        if rows[3 * r] == LINE and most:
            most -= 1
            for j in range(1, n):
                if rows[3 * j] == VALUE:
                    need_line(s, rows[3 * r + 1], rows[3 * j + 1])


cdef inline void need_set(LogicCore *s, int32_t rule, const int32_t *rows, int64_t n) noexcept nogil:
    # Require the premises of a set, a fish, a chain of one value or locked candidates.
    cdef int32_t n_lines = 0
    cdef int64_t r
    cdef mask_t values = mask_none()
    for r in range(1, n):
        n_lines += rows[3 * r] == LINE
        if rows[3 * r] == VALUE:
            values = mask_with(values, rows[3 * r + 1])
    if rule == LOCKED:
        need_lines(s, rows, n, 1)
    elif rule >= FIRST_FISH:
        need_lines(s, rows, n, (n_lines + 1) // 2 if rule == X_CHAIN else n_lines // 2)
    elif (rule - FIRST_SET) % 2:
        need_lines(s, rows, n, 1)
    else:
        for r in range(1, n):
            if rows[3 * r] == CELL:
                s.needed[rows[3 * r + 1]] = mask_or(
                    s.needed[rows[3 * r + 1]], mask_minus(mask_below(s.board.n_values), values)
                )


cdef inline void need_in_line(LogicCore *s, const Known *step) noexcept nogil:
    # Require the losses of the cells of a line that the line needs to refute the candidates that a step excludes. Cells
    # and values are numbered as in `arrange`.
    cdef Board *b = &s.board
    cdef const int32_t *row
    cdef const Known *earlier
    cdef Order order
    cdef int32_t[ORDER_CELLS] cells
    cdef mask_t[ORDER_CELLS] left
    cdef mask_t values = mask_none()
    cdef int32_t m = 0, i, j, k
    cdef int64_t r
    for r in range(step.row + 1, step.end):
        row = s.known_log + 3 * r
        if row[0] == CELL:
            cells[m] = row[1]
            left[m] = mask_none()
            m += 1
        elif row[0] == LEFT:
            left[m - 1] = mask_with(left[m - 1], row[2])
            values = mask_with(values, row[2])
    order.m = m
    for i in range(m):
        order.takes[i] = order.needs[i] = 0
        for j in range(m):
            order.takes[i] |= <uint64_t> mask_has(left[i], nth_value(values, j)) << j
        for k in range(b.lesser_start[cells[i]], b.lesser_start[cells[i] + 1]):
            for j in range(m):
                if b.lesser[k] == cells[j]:
                    order.needs[i] |= <uint64_t> 1 << j
    earlier = s.known
    while earlier != step:
        for r in range(earlier.row, earlier.end):
            row = s.known_log + 3 * r
            if row[0] != REMOVED or not mask_has(values, row[2]):
                continue
            for i in range(m):
                if cells[i] == row[1]:
                    # From here on, j is the number of the value.
                    j = mask_size(mask_and(values, mask_below(row[2])))
                    order.takes[i] |= <uint64_t> 1 << j
                    if not are_refuted(s, step, cells, values, &order):
                        order.takes[i] &= ~(<uint64_t> 1 << j)
                        s.needed[row[1]] = mask_with(s.needed[row[1]], row[2])
        earlier += 1


cdef inline int32_t nth_value(mask_t values, int32_t n) noexcept nogil:
    while n:
        mask_pop(&values)
        n -= 1
    return mask_lowest(values)


cdef inline bint are_refuted(
    LogicCore *s, const Known *step, const int32_t *cells, mask_t values, const Order *order,
) noexcept nogil:
    # Return whether the line with these candidates refutes all candidates that a step excludes.
    cdef const int32_t *row
    cdef int32_t i, most = SHORT_ROUNDS if rule_of(s, step) == SHORT_LINE_BRAID else order.m * order.m
    cdef int64_t r
    for r in range(step.row, step.end):
        row = s.known_log + 3 * r
        for i in range(order.m if row[0] == REMOVED else 0):
            if cells[i] == row[1] and not refute(
                order, i, mask_size(mask_and(values, mask_below(row[2]))), most
            ):
                return False
    s.budget -= order.m
    return True


cdef inline void need_cases(LogicCore *s, const Known *step) noexcept nogil:
    # Require the premises of a step's cases, and the absence of other cases.
    cdef const int32_t *row = s.known_log + 3 * (step.row + 1)
    cdef const int32_t *rows
    cdef int64_t begin = step.case_row, end
    if row[0] == CELL:
        need_all(s, row[1])
    elif row[0] == VALUE:
        need_line(s, row[4], row[1])
    while begin < step.case_end:
        rows = s.known_cases + 3 * begin
        end = begin + 1
        while end < step.case_end and s.known_cases[3 * end] != STEP:
            end += 1
        if end - begin > 1 and rows[3] == LINE:
            # The value is in the last row of a hidden single, and in the second row of a contradiction.
            need_line(s, rows[4], rows[7] if rows[1] == CONTRADICTION_SHOWN else rows[3 * (end - begin) - 1])
        else:
            need_left(s, rows, end - begin)
        begin = end


# Reporting ------------------------------------------------------------------------------------------------

cdef inline void take(LogicCore *s) noexcept nogil:
    # Make the last known step, or report it at once if no more steps may be left out. If the step leads to a
    # contradiction, report the premises of the contradiction. If a number can be placed, continue while equally easy
    # steps are found, because the number may then depend on fewer steps.
    cdef Board *b = &s.board
    cdef int64_t since = b.n_trail
    cdef int32_t cell, unit, value
    cdef bint ok
    if s.n_left_out >= MOST_LEFT_OUT:
        tell(s, &s.known[0])
        forget_known(s)
        return
    ok = apply_gone(s)
    forget_agenda(b)
    if ok:
        find_numbers(s, since)
    if not ok and s.fewest:
        tell_best(s)
    elif not ok:
        find_broken(s, &cell, &unit, &value)
        memset(s.needed, 0, b.n_cells * sizeof(mask_t))
        if cell >= 0:
            need_all(s, cell)
        else:
            need_line(s, unit, value)
        tell_needed(s)


cdef inline void tell_impossible(LogicCore *s, int64_t row) noexcept nogil:
    # Report a contradiction that a rule has found, and its premises. Its rows follow the rows of the known steps.
    cdef const int32_t *rows = s.known_log + 3 * row
    cdef int64_t n = s.n_known_log - row, r
    memset(s.needed, 0, s.board.n_cells * sizeof(mask_t))
    need_left(s, rows, n)
    need_lines(s, rows, n, s.board.n_units)
    if tell_needed(s) or s.n_steps >= s.most_steps or s.phase == CONTRADICTED:
        return
    note(s, STEP, CONTRADICTION_SHOWN, 0)
    for r in range(1, n):
        note(s, rows[3 * r], rows[3 * r + 1], rows[3 * r + 2])
    s.n_steps += 1
    s.phase = CONTRADICTED


cdef inline void tell_end(LogicCore *s) noexcept nogil:
    # Report all losses since the last number, because no rule finds anything more.
    cdef int64_t t
    cdef uint32_t candidate
    memset(s.needed, 0, s.board.n_cells * sizeof(mask_t))
    for t in range(s.base, s.board.n_trail):
        candidate = s.board.trail[t]
        s.needed[packed_cell(candidate)] = mask_with(s.needed[packed_cell(candidate)], packed_value(candidate))
    if not tell_needed(s) and s.n_steps < s.most_steps:
        s.phase = STUCK


cdef inline bint tell_needed(LogicCore *s) noexcept nogil:
    # Report the steps on which the loss of the needed candidates depends, as in `tell_best`.
    cdef int64_t k
    find_used(s)
    for k in range(s.n_known):
        s.known[k].is_best = s.known[k].is_used
    return tell_best(s)


cdef inline void tell_first(LogicCore *s) noexcept nogil:
    # Report the number that has been found or, without a number, the first step.
    if not s.fewest:
        s.known[0].is_best = True
    tell_best(s)


cdef inline bint tell_best(LogicCore *s) noexcept nogil:
    # Take back all steps since the last number, then make and report the steps on which the next number depends, up to
    # the first step that fills a cell. Return whether a step fills a cell.
    cdef int64_t k
    cdef bint is_filled = False
    go_back(s)
    for k in range(s.n_known):
        if is_filled or not s.known[k].is_best:
            s.n_left_out += 1
        elif s.n_steps < s.most_steps and s.phase != CONTRADICTED:
            is_filled = tell(s, &s.known[k])
    forget_known(s)
    return is_filled


cdef inline void forget_known(LogicCore *s) noexcept nogil:
    s.n_known = s.n_known_log = s.n_known_cases = 0
    s.spent = s.fewest = 0


cdef inline void go_back(LogicCore *s) noexcept nogil:
    # Undo all steps since the last number, and mark their changes, because the rules must examine them again.
    s.n_seen, s.n_added = min(s.n_seen, s.base), min(s.n_added, s.base)
    note_changes(s)
    s.budget -= s.board.n_trail - s.base
    undo(&s.board, s.base)
    s.board.failed_cell = -1
    s.n_seen, s.n_added = s.base, s.base
    forget_places(s)


cdef inline bint tell(LogicCore *s, const Known *step) noexcept nogil:
    # Make a step in the current position, and log it with the premises of this position. Return whether the step fills
    # a cell.
    cdef const int32_t *row
    cdef int32_t[2 * MOST + 2] chain
    cdef int32_t rule = rule_of(s, step), least, greatest, n = 0
    cdef int64_t r
    cdef bint is_in_line = rule == SHORT_LINE_BRAID or rule == LINE_BRAID
    note(s, STEP, rule, s.known_log[3 * step.row + 2])
    if rule == BOUND:
        n = read_chain(s, step, chain, &least, &greatest)
        climb(s, chain, 0, n - 1)
    else:
        for r in range(step.row + 1, step.end):
            row = s.known_log + 3 * r
            if row[0] == REMOVED:
                mark_gone(s, row[1], mask_only(row[2]))
            elif not is_in_line or row[0] == LINE:
                note(s, row[0], row[1], row[2])
            elif row[0] == CELL:
                chain[n] = row[1]
                n += 1
    if is_in_line:
        # The line is the first premise.
        log_refutations(s, rule, s.known_log[3 * step.row + 4], chain, n)
    swap_logs(s)
    for r in range(step.case_row, step.case_end):
        row = s.known_cases + 3 * r
        note(s, row[0], row[1], row[2])
    swap_logs(s)
    s.n_steps += 1
    s.hardest, s.top = max(s.hardest, rule), max(s.top, s.known_log[3 * step.row + 2])
    s.last_cell = s.gone_cell[0]
    log_gone(s)
    n = s.n_gone
    if apply_gone(s):
        n = fill_fixed(s, n)
    else:
        n = 0
        show_contradiction(s)
    forget_agenda(&s.board)
    return n > 0


cdef inline int32_t fill_fixed(LogicCore *s, int32_t n) noexcept nogil:
    # Fill each cell that a step has left one value, and return their number. The step has removed candidates of the
    # first n cells of `gone_cell`.
    cdef mask_t *domain = s.board.domain
    cdef int32_t k, n_fixed = 0
    # Filling these cells may reduce other cells of the list to one value, which the step does not explain.
    for k in range(n):
        if mask_at_most_one(domain[s.gone_cell[k]]):
            s.gone_cell[n_fixed] = s.gone_cell[k]
            n_fixed += 1
    for k in range(n_fixed):
        if s.phase != CONTRADICTED:
            fill(s, s.gone_cell[k], mask_lowest(domain[s.gone_cell[k]]))
    return n_fixed


cdef inline void fill(LogicCore *s, int32_t cell, int32_t value) noexcept nogil:
    # Place a value and log it.
    note(s, PLACED, cell, value)
    s.placed[cell] = 1
    s.last_cell = cell
    if not settle(&s.board, cell, value):
        show_contradiction(s)
    forget_agenda(&s.board)


cdef inline void log_gone(LogicCore *s) noexcept nogil:
    cdef int32_t k
    cdef mask_t gone
    for k in range(s.n_gone):
        gone = s.gone[s.gone_cell[k]]
        while not mask_is_empty(gone):
            note(s, REMOVED, s.gone_cell[k], mask_pop(&gone))


# Contradictions -------------------------------------------------------------------------------------------

cdef inline void find_broken(const LogicCore *s, int32_t *cell, int32_t *unit, int32_t *value) noexcept nogil:
    # Find a cell without a value. If there is none, set cell[0] to -1 and find a value without a position in its line.
    cdef const Board *b = &s.board
    cdef int32_t u, v
    cell[0], unit[0], value[0] = b.failed_cell, -1, -1
    if cell[0] >= 0:
        return
    for v in range(b.n_cells):
        if mask_is_empty(b.domain[v]):
            cell[0] = v
            return
    for u in range(b.n_units):
        for v in range(b.n_values if b.unit_full[u] else 0):
            if mask_is_empty(b.positions[u * b.n_values + v]):
                unit[0], value[0] = u, v
                return


cdef inline void show_contradiction(LogicCore *s) noexcept nogil:
    # End with a step that names a cell without a value, or a line and a value without a position in it.
    cdef int32_t cell, unit, value
    find_broken(s, &cell, &unit, &value)
    s.phase = CONTRADICTED
    note(s, STEP, CONTRADICTION_SHOWN, 0)
    s.n_steps += 1
    if cell >= 0:
        note(s, CELL, cell, 0)
    else:
        note(s, LINE, unit, 0)
        note(s, VALUE, value, 0)
