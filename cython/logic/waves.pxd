# Singles and inequalities in waves, and the time that a person needs for the conclusions.
#
# A wave has all deductions that are possible at the same time: all singles or, if there are none, all conclusions from
# moved bounds. Therefore no wave depends on the order of the cells. The more deductions are possible, the faster a
# person finds one of them; see logic/minutes.py.
from libc.stdint cimport int32_t, int64_t, uint32_t

from common.bits cimport (
    mask_and, mask_below, mask_highest, mask_is_empty, mask_lowest, mask_minus, mask_t,
)
from common.board cimport (
    CONFLICT, FIXPOINT, OUT_OF_BUDGET, Board, Propagated, drop_all, forget_agenda, packed_cell, packed_value, settle,
)
from logic.structs cimport BOUND, HIDDEN_SINGLE, N_RULES, LogicCore

cdef enum:
    MOST_TIME = 100_000_000     # milliseconds for one deduction


cdef inline int set_times(LogicCore *s, const int32_t[:, ::1] times) except -1:
    # Check and store the times of rules, (2, N_RULES). This needs the GIL.
    cdef int32_t rule
    if times.shape[0] != 2 or times.shape[1] != N_RULES:
        raise ValueError(f"times must have shape (2, {N_RULES}), got ({times.shape[0]}, {times.shape[1]})")
    for rule in range(N_RULES):
        if not (0 <= times[0, rule] <= MOST_TIME and 0 <= times[1, rule] <= MOST_TIME):
            raise ValueError(
                f"times must be 0 to {MOST_TIME}, got {times[0, rule]} and {times[1, rule]} for rule {rule}"
            )
    for rule in range(N_RULES):
        s.finding[rule], s.doing[rule] = times[0, rule], times[1, rule]
    return 0


cdef inline void take_time(LogicCore *s, int32_t rule, int64_t n_open) noexcept nogil:
    # Count the time of n_open deductions of one rule that are possible at the same time. Each of these deductions takes
    # 1 / n_open of the time for finding a lone deduction, and the full time for carrying it out.
    if n_open:
        s.time += s.finding[rule] + n_open * s.doing[rule]


cdef inline Propagated propagate_waves(LogicCore *s) noexcept nogil:
    # Propagate in waves to the same result as `propagate` of the board, which has no relations here.
    cdef Board *b = &s.board
    cdef int64_t longest_trail = b.n_trail + s.budget
    cdef Propagated propagated = FIXPOINT
    cdef bint ok = True
    while b.agenda_head < b.agenda_tail or b.n_moved:
        ok = place_wave(s, longest_trail) if b.agenda_head < b.agenda_tail else bound_wave(s)
        if not ok:
            propagated = CONFLICT
            break
        if b.n_trail > longest_trail:
            propagated = OUT_OF_BUDGET
            break
    if propagated != OUT_OF_BUDGET:
        forget_agenda(b)
        s.wave_end = s.wave_open = 0
    s.budget = longest_trail - b.n_trail
    return propagated


cdef inline bint place_wave(LogicCore *s, int64_t longest_trail) noexcept nogil:
    # Place the singles of the wave. If the trail gets too long, the other singles follow in the next run. Return False
    # on conflict.
    cdef Board *b = &s.board
    cdef int32_t cell
    cdef uint32_t candidate
    if s.wave_end == 0:
        s.wave_end = b.agenda_tail
    while b.agenda_head < s.wave_end:
        candidate = b.agenda[b.agenda_head]
        b.agenda_head += 1
        cell = packed_cell(candidate)
        # The agenda may list a cell several times in one wave.
        s.wave_open += not s.placed[cell]
        s.placed[cell] = 1
        if not settle(b, cell, packed_value(candidate)):
            return False
        if b.n_trail > longest_trail:
            return True
    take_time(s, HIDDEN_SINGLE, s.wave_open)
    s.wave_end = s.wave_open = 0
    if b.agenda_head == b.agenda_tail:
        b.agenda_head = b.agenda_tail = 0
    return True


cdef inline bint bound_wave(LogicCore *s) noexcept nogil:
    # Drop the candidates that the moved bounds currently exclude. Return False on conflict.
    cdef Board *b = &s.board
    cdef int32_t *moved = s.snap
    cdef int32_t k, j, at, n_moved = b.n_moved, n_lost = 0
    for k in range(n_moved):
        at = b.moved[b.moved_head]
        b.moved_head = b.moved_head + 1 if b.moved_head + 1 < b.n_cells else 0
        b.is_moved[at] = 0
        moved[3 * k] = at
        moved[3 * k + 1] = mask_lowest(b.domain[at])
        moved[3 * k + 2] = mask_highest(b.domain[at])
    b.n_moved = 0
    s.stamp += 1
    for k in range(n_moved):
        at = moved[3 * k]
        for j in range(b.greater_start[at], b.greater_start[at + 1]):
            if not lose(s, b.greater[j], mask_and(b.domain[b.greater[j]], mask_below(moved[3 * k + 1] + 1)), &n_lost):
                return False
        for j in range(b.lesser_start[at], b.lesser_start[at + 1]):
            if not lose(s, b.lesser[j], mask_minus(b.domain[b.lesser[j]], mask_below(moved[3 * k + 2])), &n_lost):
                return False
    take_time(s, BOUND, n_lost)
    return True


cdef inline bint lose(LogicCore *s, int32_t cell, mask_t lost, int32_t *n_lost) noexcept nogil:
    # Drop values of a cell, and count the cell once per wave. Return False on conflict.
    if mask_is_empty(lost):
        return True
    n_lost[0] += s.mark[cell] != s.stamp
    s.mark[cell] = s.stamp
    return drop_all(&s.board, cell, lost)
