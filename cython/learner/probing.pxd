# Probing: each open candidate is tried as the first decision, and clauses learned from its failure hold at level 0.
#
# If a tried candidate did not fail, the candidates that held as a consequence need not be tried: everything that
# follows from them also follows from the tried candidate. A pass over all candidates is spread over the search, in
# parts that take a share of the work, because short searches need no probing.
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memset

from learner.assumptions cimport jump_back
from learner.core cimport NOBODY, LearnerCore
from learner.tuning cimport PROBED_GROWTH, PROBED_SHARE


cdef inline void begin_probing(LearnerCore *c) noexcept nogil:
    # Continue or begin a pass after a reduction, by activity, if a pass is due and has work left.
    if not c.by_activity or c.n_assumptions or c.is_surveying or c.conflicts < c.next_probing:
        return
    c.probing_work = (c.ticks + c.propagations) // PROBED_SHARE - c.probed_work
    c.is_probing = c.probing_work > 0


cdef inline void charge_probe(LearnerCore *c, int64_t work) noexcept nogil:
    # Charge work to probing. A part of a pass ends when its share is used up.
    c.probing_work -= work
    c.probed_work += work


cdef inline uint32_t next_probe(LearnerCore *c) noexcept nogil:
    # Return the literal of the next candidate to try, or NOBODY, at level 0, if this part of the pass is over.
    cdef int32_t at
    if c.depth:
        # At this point, the last candidate has not failed.
        for at in range(c.level_start[1], c.n_trail):
            if not c.trail[at] & 1:
                c.is_passed[c.trail[at] >> 1] = 1
        jump_back(c, 0)
    while c.probe < c.n_candidates and (c.truth[c.probe << 1] or c.is_passed[c.probe]):
        c.probe += 1
    if c.probe < c.n_candidates and c.probing_work > 0:
        return c.probe << 1
    c.is_probing = False
    if c.probe == c.n_candidates:
        # Another pass would find more only with more clauses.
        c.probe = 0
        c.next_probing = PROBED_GROWTH * c.conflicts
        memset(c.is_passed, 0, c.n_candidates)
    return NOBODY
