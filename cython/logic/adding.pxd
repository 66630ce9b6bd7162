# Sums: cells whose values add up to a total. A sum is called a run if one unit contains all its cells, so that their
# values differ, and no value is above 16.
from libc.stdint cimport int32_t, int64_t, uint64_t

from common.bits cimport (
    mask_at_most_one, mask_below, mask_highest, mask_lowest, mask_minus, mask_none, mask_t, word_lowest,
    word_size,
)
from common.board cimport Board, packed_cell
from common.sums cimport (
    DIGITS, GREATEST, MOST_DIGITS, MOST_WORDS_OF_SETS, WORDS_OF_SETS, Sums, filter_choices, filter_many,
)
from logic.structs cimport (
    CELL, FOUND, IMPOSSIBLE, NOTHING_FOUND, SUM, UNFINISHED, VALUE, WATCH_CHOICE, WATCH_LIMIT, WATCH_SUM,
    WATCH_TOTAL, Found, LogicCore, apply_gone, forget_gone, mark_gone, note, note_all, note_left,
)


cdef inline void note_sums(LogicCore *s) noexcept nogil:
    # Queue the sums of cells that have lost candidates.
    cdef Board *b = &s.board
    cdef int32_t cell, k
    while s.n_added < b.n_trail:
        cell = packed_cell(b.trail[s.n_added])
        s.n_added += 1
        for k in range(s.sums.of_start[cell], s.sums.of_start[cell + 1]):
            s.sum_changed[s.sums.of[k]] = WATCH_SUM


cdef inline void note_sum(LogicCore *s, int32_t at) noexcept nogil:
    # Log a sum and the candidates of its cells as premises.
    cdef int32_t k
    note(s, SUM, at, 0)
    for k in range(s.sums.start[at], s.sums.start[at + 1]):
        note_left(s, s.sums.cell[k])


# Totals ---------------------------------------------------------------------------------------------------

cdef inline bint left_to(LogicCore *s, int32_t at, mask_t *digits) noexcept nogil:
    # Find the digits that the total and the filled cells of a run leave for its open cells. Return False if the run
    # cannot have its total.
    cdef Board *b = &s.board
    cdef int32_t k, w, n = 0, left = s.sums.total[at]
    cdef mask_t domain
    cdef uint64_t filled = 0, sets, some = 0
    cdef int32_t digit_set
    for k in range(s.sums.start[at], s.sums.start[at + 1]):
        domain = b.domain[s.sums.cell[k]]
        if mask_at_most_one(domain):
            left -= mask_lowest(domain) + 1
            filled |= domain.word[0]
        else:
            n += 1
    digits[0] = mask_none()
    if n == 0:
        return left == 0
    if b.n_values > DIGITS:
        return left_of_many(s, filled, n, left, digits)
    if 0 <= left <= GREATEST:
        for w in range(WORDS_OF_SETS):
            sets = s.sums.tables.adding_up[left][w]
            while sets:
                digit_set = 64 * w + word_lowest(sets)
                sets &= sets - 1
                if word_size(digit_set) == n and not digit_set & filled and not digit_set >> b.n_values:
                    some |= digit_set
    digits[0].word[0] = some
    return some != 0


cdef inline bint left_of_many(LogicCore *s, uint64_t filled, int32_t n, int32_t left, mask_t *digits) noexcept nogil:
    # Find the digits that occur in some set of n digits that are not filled and add up to `left`. Return False if there
    # is no such set.
    cdef mask_t[MOST_DIGITS] gone
    cdef mask_t free = mask_below(s.board.n_values)
    cdef int32_t k
    free.word[0] &= ~filled
    s.budget -= n * MOST_WORDS_OF_SETS
    for k in range(n):
        gone[k] = free
    if not filter_many(gone, n, left):
        return False
    digits[0] = mask_minus(free, gone[0])
    return True


cdef inline bint add_totals(LogicCore *s) noexcept nogil:
    # Drop the digits that the present totals do not leave for open cells of changed runs. Return False on conflict.
    cdef Board *b = &s.board
    cdef int32_t at, k, cell
    cdef mask_t digits
    note_sums(s)
    for at in range(s.sums.n):
        if not s.sum_changed[at] & WATCH_TOTAL:
            continue
        s.sum_changed[at] &= ~WATCH_TOTAL
        if s.sums.unit[at] < 0:
            continue
        s.budget -= s.sums.start[at + 1] - s.sums.start[at] + WORDS_OF_SETS
        if not left_to(s, at, &digits):
            forget_gone(s)
            return False
        for k in range(s.sums.start[at], s.sums.start[at + 1]):
            cell = s.sums.cell[k]
            if not mask_at_most_one(b.domain[cell]):
                mark_gone(s, cell, mask_minus(b.domain[cell], digits))
    return apply_gone(s)


cdef inline Found add_one(LogicCore *s) noexcept nogil:
    # Mark the candidates that the total of one run excludes from its open cells, for a trace.
    cdef Board *b = &s.board
    cdef int32_t at, k, cell
    cdef mask_t digits
    cdef bint is_new
    note_sums(s)
    for at in range(s.sums.n):
        if s.sums.unit[at] < 0 or not s.sum_changed[at] & WATCH_TOTAL:
            continue
        s.budget -= s.sums.start[at + 1] - s.sums.start[at] + WORDS_OF_SETS
        if not left_to(s, at, &digits):
            note_sum(s, at)
            return IMPOSSIBLE
        is_new = False
        for k in range(s.sums.start[at], s.sums.start[at + 1]):
            cell = s.sums.cell[k]
            if not mask_at_most_one(b.domain[cell]):
                is_new = mark_gone(s, cell, mask_minus(b.domain[cell], digits)) or is_new
        if is_new:
            note(s, SUM, at, 0)
            for k in range(s.sums.start[at], s.sums.start[at + 1]):
                if mask_at_most_one(b.domain[s.sums.cell[k]]):
                    note_left(s, s.sums.cell[k])
                else:
                    note(s, CELL, s.sums.cell[k], 0)
            note_all(s, VALUE, digits)
            return FOUND
        s.sum_changed[at] &= ~WATCH_TOTAL
    return NOTHING_FOUND


# Limits and choices ---------------------------------------------------------------------------------------

cdef inline bint limits_of(LogicCore *s, int32_t at, int64_t *low, int64_t *high) noexcept nogil:
    # Find the differences between a total and the sums of the largest, and of the smallest, candidates of its cells.
    # Return False if the total is out of reach.
    cdef Board *b = &s.board
    cdef int32_t k
    low[0] = high[0] = s.sums.total[at]
    for k in range(s.sums.start[at], s.sums.start[at + 1]):
        low[0] -= mask_highest(b.domain[s.sums.cell[k]]) + 1
        high[0] -= mask_lowest(b.domain[s.sums.cell[k]]) + 1
    return low[0] <= 0 <= high[0]


cdef inline void note_limits(LogicCore *s, int32_t at, int32_t cell) noexcept nogil:
    # Log the smallest and the largest value that the other cells of a sum leave for a cell.
    cdef Board *b = &s.board
    cdef int64_t low, high
    limits_of(s, at, &low, &high)
    low = max(low + mask_highest(b.domain[cell]), 0)
    high = min(high + mask_lowest(b.domain[cell]), b.n_values - 1)
    note(s, VALUE, <int32_t> min(low, high), 0)
    if high != low:
        note(s, VALUE, <int32_t> max(low, high), 0)


cdef inline mask_t beyond_limits(const Board *b, int32_t cell, int64_t low, int64_t high) noexcept nogil:
    # Return the candidates of a cell that are too small or too large for a total, whatever values the other cells take.
    cdef int64_t least = low + mask_highest(b.domain[cell]), greatest = high + mask_lowest(b.domain[cell])
    cdef mask_t kept = mask_below(<int32_t> min(greatest + 1, b.n_values))
    return mask_minus(b.domain[cell], mask_minus(kept, mask_below(<int32_t> max(least, 0))))


cdef inline bint no_choices(LogicCore *s, int32_t at, mask_t *gone) noexcept nogil:
    # Find the candidates of a run's cells that occur in no choice of different digits with the total. Return False
    # if there is no such choice.
    cdef int32_t k, first = s.sums.start[at], n = s.sums.start[at + 1] - first
    for k in range(n):
        gone[k] = s.board.domain[s.sums.cell[first + k]]
    if s.board.n_values > DIGITS:
        s.budget -= n * MOST_WORDS_OF_SETS
        return filter_many(gone, n, s.sums.total[at])
    return filter_choices(s.sums.tables, gone, n, s.sums.total[at])


cdef inline Found find_limits(LogicCore *s) noexcept nogil:
    # RUN_BOUND: the smallest and largest candidates of the other cells of a sum bound a cell.
    cdef Board *b = &s.board
    cdef int32_t at, k
    cdef int64_t low, high
    if not s.sums.n:
        return NOTHING_FOUND
    for at in range(s.sums.n):
        if not s.sum_changed[at] & WATCH_LIMIT:
            continue
        if s.budget <= 0:
            return UNFINISHED
        s.budget -= 2 * (s.sums.start[at + 1] - s.sums.start[at])
        if not limits_of(s, at, &low, &high):
            note_sum(s, at)
            return IMPOSSIBLE
        for k in range(s.sums.start[at], s.sums.start[at + 1]):
            if mark_gone(s, s.sums.cell[k], beyond_limits(b, s.sums.cell[k], low, high)) and s.is_tracing:
                note_sum(s, at)
                note_limits(s, at, s.sums.cell[k])
                return FOUND
        s.sum_changed[at] &= ~WATCH_LIMIT
    return FOUND if s.n_gone else NOTHING_FOUND


cdef inline Found find_choices(LogicCore *s) noexcept nogil:
    # RUN_SET: a candidate of a run occurs in no choice of candidates with the total.
    cdef int32_t at, k
    cdef mask_t[MOST_DIGITS] gone
    cdef bint is_new
    if not s.sums.n:
        return NOTHING_FOUND
    for at in range(s.sums.n):
        if not s.sum_changed[at] & WATCH_CHOICE:
            continue
        if s.budget <= 0:
            return UNFINISHED
        s.sum_changed[at] &= ~WATCH_CHOICE
        if s.sums.unit[at] < 0:
            continue
        s.budget -= 8 * (s.sums.start[at + 1] - s.sums.start[at])
        if not no_choices(s, at, gone):
            note_sum(s, at)
            return IMPOSSIBLE
        is_new = False
        for k in range(s.sums.start[at], s.sums.start[at + 1]):
            is_new = mark_gone(s, s.sums.cell[k], gone[k - s.sums.start[at]]) or is_new
        if is_new and s.is_tracing:
            note_sum(s, at)
            return FOUND
    return FOUND if s.n_gone else NOTHING_FOUND


# Below an assumption --------------------------------------------------------------------------------------

cdef inline void note_sums_in_case(LogicCore *s, int64_t since) noexcept nogil:
    # Queue the sums that have changed under an assumption since the trail had length `since`.
    cdef Board *b = &s.board
    cdef Sums *sums = &s.sums
    cdef int32_t cell, k, at
    cdef int64_t t
    for t in range(since, b.n_trail):
        cell = packed_cell(b.trail[t])
        for k in range(sums.of_start[cell], sums.of_start[cell + 1]):
            at = sums.of[k]
            if not sums.is_waiting[at]:
                sums.is_waiting[at] = 1
                sums.waiting[sums.n_waiting] = at
                sums.n_waiting += 1


cdef inline bint mark_sums_in_case(LogicCore *s) noexcept nogil:
    # Mark the candidates that the queued sums exclude at present. Return False on conflict.
    cdef Board *b = &s.board
    cdef int32_t at, k
    cdef int64_t low, high
    cdef mask_t[MOST_DIGITS] gone
    while s.sums.n_waiting:
        s.sums.n_waiting -= 1
        at = s.sums.waiting[s.sums.n_waiting]
        s.sums.is_waiting[at] = 0
        s.budget -= 2 * (s.sums.start[at + 1] - s.sums.start[at])
        if s.sums.unit[at] >= 0:
            if not no_choices(s, at, gone):
                return False
            for k in range(s.sums.start[at], s.sums.start[at + 1]):
                mark_gone(s, s.sums.cell[k], gone[k - s.sums.start[at]])
            continue
        if not limits_of(s, at, &low, &high):
            return False
        for k in range(s.sums.start[at], s.sums.start[at + 1]):
            mark_gone(s, s.sums.cell[k], beyond_limits(b, s.sums.cell[k], low, high))
    return True


cdef inline bint keeps_sums(const LogicCore *s) noexcept nogil:
    # Return whether a full grid has all totals. It may miss them if their rules are excluded.
    cdef int32_t at, k
    cdef int64_t total
    for at in range(s.sums.n):
        total = 0
        for k in range(s.sums.start[at], s.sums.start[at + 1]):
            total += mask_lowest(s.board.domain[s.sums.cell[k]]) + 1
        if total != s.sums.total[at]:
            return False
    return True
