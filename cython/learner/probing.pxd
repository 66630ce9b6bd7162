# Probing: each open candidate is tried as the first decision, and what is learned where that fails holds at level 0.
#
# A candidate that held with another one, which did not fail, need not be tried: what follows from it follows from the other
# one as well. A pass over all candidates is made beside the search, in parts that take a share of its work, since short
# searches do not need it.
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memset

from learner.assumptions cimport jump_back
from learner.core cimport NOBODY, LearnerCore
from learner.tuning cimport PROBED_GROWTH, PROBED_SHARE


cdef inline void begin_probing(LearnerCore *c) noexcept nogil:
    # After a reduction, by activity, go on with a pass or begin one, if one is due and there is work left for it.
    if not c.by_activity or c.n_assumptions or c.is_surveying or c.conflicts < c.next_probing:
        return
    c.probing_work = (c.ticks + c.propagations) // PROBED_SHARE - c.probed_work
    c.is_probing = c.probing_work > 0


cdef inline void charge_probe(LearnerCore *c, int64_t work) noexcept nogil:
    # Count work on a probe, which ends the part of the pass when it has taken its share.
    c.probing_work -= work
    c.probed_work += work


cdef inline uint32_t next_probe(LearnerCore *c) noexcept nogil:
    # Return the literal of the next candidate to try, or NOBODY, at level 0, if this part of the pass is over.
    cdef int32_t at
    if c.depth:
        # The last one did not fail.
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
        # Only with more clauses does another pass find more.
        c.probe = 0
        c.next_probing = PROBED_GROWTH * c.conflicts
        memset(c.is_passed, 0, c.n_candidates)
    return NOBODY
