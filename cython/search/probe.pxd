# Probes: random descents that estimate the number of solutions (Knuth, 1975).
#
# The weight of a descent is the product of the numbers of possibilities that its choices were taken from,
# times the number of solutions of the last cells. Its expected value is the number of solutions.
from libc.math cimport HUGE_VAL, log
from libc.stdint cimport int32_t, int64_t

from common.bits cimport mask_size
from common.board cimport CONFLICT, FIXPOINT, Board, Propagated, conclude, propagate, take_over, undo
from common.sums cimport forget_sums, propagate_sums
from search.branching cimport choose
from search.last_cells cimport begin_enumerating, enumerate_cells
from search.structs cimport DONE, LOADING, PROBING, SearchCore

cdef enum:
    # A probe ends, and counts the solutions that are left, with at most
    MAX_PROBED = 16                 # so many open cells,
    MAX_COMBINATIONS = 1 << 14      # and so many combinations of their values.


cdef inline bint can_probe(SearchCore *s) noexcept nogil:
    # Whether the core was reset with a seed, and is at the start of its search or has no solution.
    if not s.random_state:
        return False
    return s.phase == LOADING and s.loaded == 0 or s.phase == PROBING or s.phase == DONE and s.total == 0


cdef inline double search_probe(SearchCore *s) noexcept nogil:
    # The natural logarithm of the weight of one descent; minus infinity if it ended in a contradiction.
    cdef Board *b = &s.board
    cdef double log_weight = 0
    cdef int64_t unlimited = <int64_t> 1 << 62, budget = unlimited, root
    if s.phase == LOADING:
        if take_over(b, s.given, &s.loaded, &budget) and settle_all(s, &budget) == FIXPOINT:
            s.phase = PROBING
        else:
            s.phase = DONE
    if s.phase == DONE:
        return -HUGE_VAL
    root = b.n_trail
    while not is_countable(s):
        choose(s, &s.choice[0])
        log_weight += log(<double> s.n_choices)
        conclude(b, s.choice[0].cell, s.choice[0].value)
        s.nodes += 1
        if settle_all(s, &budget) == CONFLICT:
            log_weight = -HUGE_VAL
            break
    if log_weight > -HUGE_VAL:
        s.found = 0
        if b.n_open:
            begin_enumerating(s, &budget)
            enumerate_cells(s, &budget, unlimited, NULL)
        else:
            s.found = 1
        log_weight = log_weight + log(<double> s.found) if s.found else -HUGE_VAL
    undo(b, root)
    s.sums.n_seen = root
    s.total = s.found = 0
    return log_weight


cdef inline Propagated settle_all(SearchCore *s, int64_t *budget) noexcept nogil:
    # Propagate units, inequalities and sums up to a fixpoint or a conflict.
    cdef Propagated propagated = propagate(&s.board, <int64_t> 1 << 62)
    if s.sums.n and propagated == FIXPOINT:
        return propagate_sums(&s.board, &s.sums, budget)
    forget_sums(&s.sums)
    return propagated


cdef inline bint is_countable(SearchCore *s) noexcept nogil:
    # Whether so few combinations are left that their solutions can be counted one by one.
    cdef int32_t cell
    cdef double n_combinations = 1
    if s.sums.n:
        return s.board.n_open == 0
    if s.board.n_open > MAX_PROBED:
        return False
    for cell in range(s.board.n_cells):
        n_combinations *= mask_size(s.board.domain[cell])
    return n_combinations <= MAX_COMBINATIONS
