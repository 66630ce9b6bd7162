# Clauses that learners of the same puzzle share.
#
# Short learned clauses are kept for the caller, which passes them to other learners. The other learners add the clauses
# at their next reduction. All learners of a puzzle have the same numbers of candidates, because propagation at the root
# leaves the same candidates open. A learner that has found a solution offers nothing more: its clauses exclude this
# solution, which other learners may still have to find.
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memcpy

from learner.clauses cimport store_clause
from learner.core cimport BECAUSE_GIVEN, LearnerCore, SharedClauses, grown
from learner.groups cimport imply
from learner.tuning cimport MOST_SHARED

cdef enum:
    SHARED_HEADER = 2       # words before the literals of a shared clause: its size, and its glue


cdef inline bint add_words(LearnerCore *c, SharedClauses *to, const uint32_t *words, int64_t n) noexcept nogil:
    # Append words. Return False if memory runs out.
    cdef int64_t capacity
    cdef void *more
    if to.n + n > to.capacity:
        capacity = 2 * (to.n + n)
        more = grown(c, to.words, to.capacity * sizeof(uint32_t), capacity * sizeof(uint32_t))
        if more == NULL:
            return False
        to.words = <uint32_t *> more
        to.capacity = capacity
    memcpy(to.words + to.n, words, n * sizeof(uint32_t))
    to.n += n
    return True


cdef inline bint are_clauses(const uint32_t *words, int64_t n_words, int64_t n_literals) noexcept nogil:
    # Return whether the words are shared clauses with literals below n_literals.
    cdef int64_t at = 0, end
    while at < n_words:
        if n_words - at < SHARED_HEADER or not 1 <= words[at] <= MOST_SHARED:
            return False
        end = at + SHARED_HEADER + words[at]
        if end > n_words:
            return False
        for at in range(at + SHARED_HEADER, end):
            if words[at] >= n_literals:
                return False
        at = end
    return True


cdef inline bint offer_learned(LearnerCore *c, int32_t glue) noexcept nogil:
    # Offer the learned clause if it is short. Return False if memory runs out.
    cdef uint32_t[SHARED_HEADER] header
    if c.total or c.n_learned_literals > MOST_SHARED:
        return True
    header[0], header[1] = c.n_learned_literals, glue
    return (
        add_words(c, &c.offered, header, SHARED_HEADER)
        and add_words(c, &c.offered, c.learned_clause, c.n_learned_literals)
    )


cdef inline bint take_in(LearnerCore *c) noexcept nogil:
    # At a fixpoint at level 0, add the received clauses without their failed literals. If a clause fails, the search is
    # done. Return False if memory runs out.
    cdef int64_t at = 0
    cdef int32_t n, n_open, k
    cdef uint32_t *literals
    cdef bint holds
    while at < c.received.n and not c.done:
        n = c.received.words[at]
        literals = c.received.words + at + SHARED_HEADER
        n_open = 0
        holds = False
        for k in range(n):
            holds = holds or c.truth[literals[k]] > 0
            if c.truth[literals[k]] == 0:
                literals[n_open] = literals[k]
                n_open += 1
        if not holds:
            if n_open < 2:
                c.done = n_open == 0 or not imply(c, literals[0], BECAUSE_GIVEN)
            elif not store_clause(c, literals, n_open, c.received.words[at + 1]):
                return False
        at += SHARED_HEADER + n
    c.received.n = 0
    return True
