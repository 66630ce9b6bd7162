# Probes: random descents that estimate the number of solutions and the work of the search (Knuth, 1975).
#
# The weight of a descent is the product of the numbers of possibilities at its choices, times the last cells' number of
# solutions. The expected value of the weight is the number of solutions. The work after each choice, times the product
# so far, adds up to an estimate of the work of the search.
from libc.math cimport HUGE_VAL, exp, fabs, log, log1p
from libc.stdint cimport int32_t, int64_t

from common.bits cimport mask_size
from common.board cimport (
    CONFLICT, FIXPOINT, OUT_OF_BUDGET, OUTCOME_EXHAUSTED, Board, Propagated, conclude, load, propagate, undo,
)
from common.sums cimport forget_sums, propagate_sums
from search.branching cimport choose
from search.last_cells cimport begin_enumerating, enumerate_cells
from search.structs cimport DONE, LOADING, PROBING, SearchCore
from search.tuning cimport MAX_COMBINATIONS, MAX_PROBED


cdef inline bint can_probe(SearchCore *s) noexcept nogil:
    # Return whether the core was reset with a seed, and its search has not begun or has found no solution.
    if not s.random_state:
        return False
    return s.phase == LOADING or s.phase == PROBING or s.phase == DONE and s.total == 0


cdef inline bint search_probe(SearchCore *s, int64_t *budget, double *logs) noexcept nogil:
    # Continue a descent. If it has ended, return True and store the natural logarithms of its weight, which is minus
    # infinity after a contradiction, and of the work. Return False if the budget (see search_run) is used up first.
    cdef Board *b = &s.board
    cdef Propagated propagated
    cdef int64_t before = budget[0], unlimited = <int64_t> 1 << 62
    if s.phase == LOADING:
        s.phase = PROBING if load(b, s.given, &s.owed) else DONE
        s.probe_root = -1
        s.log_weight = 0
        s.log_work = -HUGE_VAL
        s.unweighted = 0
    while s.phase == PROBING:
        propagated = settle_all(s, budget)
        if propagated == OUT_OF_BUDGET:
            s.unweighted += before - budget[0]
            return False
        if s.probe_root < 0:
            # This is the first fixpoint, from which all descents start.
            if propagated == CONFLICT:
                s.phase = DONE
                break
            s.probe_root = b.n_trail
            # The work up to this point is done only once, so it is not part of any descent.
            s.unweighted = 0
            before = budget[0]
        if propagated == CONFLICT:
            weigh_work(s, &before, budget[0])
            logs[0], logs[1] = -HUGE_VAL, s.log_work
            leave_descent(s)
            return True
        if is_countable(s):
            s.found = 0
            if b.n_open:
                begin_enumerating(s, budget)
                # The last cells are so few that the descent need not pause here.
                while enumerate_cells(s, budget, unlimited, NULL) != OUTCOME_EXHAUSTED:
                    pass
            else:
                s.found = 1
            logs[0] = s.log_weight + log(<double> s.found) if s.found else -HUGE_VAL
            weigh_work(s, &before, budget[0])
            logs[1] = s.log_work
            leave_descent(s)
            return True
        budget[0] -= b.n_cells >> 1
        weigh_work(s, &before, budget[0])
        choose(s, &s.choice[0])
        s.log_weight += log(<double> s.n_choices)
        conclude(b, s.choice[0].cell, s.choice[0].value)
        s.nodes += 1
    logs[0] = logs[1] = -HUGE_VAL
    return True


cdef inline void weigh_work(SearchCore *s, int64_t *before, int64_t budget) noexcept nogil:
    # Add the work done since the budget was `before`, multiplied by the possibilities of the choices so far.
    cdef double work = s.unweighted + before[0] - budget
    cdef double log_more = s.log_weight + log(work)
    if work > 0:
        s.log_work = max(s.log_work, log_more) + log1p(exp(-fabs(s.log_work - log_more)))
    s.unweighted = 0
    before[0] = budget


cdef inline void leave_descent(SearchCore *s) noexcept nogil:
    # Return to the fixpoint from which all descents start.
    undo(&s.board, s.probe_root)
    s.sums.n_seen = s.probe_root
    s.log_weight = 0
    s.log_work = -HUGE_VAL
    s.total = s.found = 0


cdef inline Propagated settle_all(SearchCore *s, int64_t *budget) noexcept nogil:
    # Propagate to a fixpoint or a conflict, or until the budget is used up.
    cdef Propagated propagated = propagate(&s.board, budget)
    if s.sums.n and propagated == FIXPOINT:
        return propagate_sums(&s.board, &s.sums, budget)
    if propagated == CONFLICT:
        forget_sums(&s.sums)
    return propagated


cdef inline bint is_countable(SearchCore *s) noexcept nogil:
    # Return whether so few combinations are left that counting their solutions is cheap.
    cdef int32_t cell
    cdef double n_combinations = 1
    if not s.enumerates:
        return s.board.n_open == 0
    if s.board.n_open > MAX_PROBED:
        return False
    for cell in range(s.board.n_cells):
        n_combinations *= mask_size(s.board.domain[cell])
    return n_combinations <= MAX_COMBINATIONS
