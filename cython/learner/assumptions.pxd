# Questions under assumptions, and surveys of all candidates that occur in solutions.
#
# Assumptions are candidates that must hold. The first decisions, at the lowest levels, are the assumptions. Clauses
# learned under assumptions depend only on the puzzle, and serve later questions (Een and Sorensson, 2003). If an
# assumption fails, following the reasons backwards finds the assumptions that cause the failure.
#
# A learner that surveys looks for solutions until it has found all candidates that occur in solutions. Its first
# decision is always a candidate that no solution has had so far. With decisions by size, the learner prefers such
# candidates in all other decisions as well. A candidate that fails at level 0 is in no solution.
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memset

from common.arena cimport Arena, arena_free, arena_pass, arena_place
from common.bits cimport mask_at_most_one, mask_has, mask_t, mask_with
from common.board cimport packed_cell, packed_value
from learner.clauses cimport make_room, see
from learner.core cimport BECAUSE_GIVEN, NOBODY, LearnerCore, bytes_left, count_arena
from learner.decisions cimport decide, decide_undo
from learner.groups cimport candidate_from, undo_levels
from learner.reasons cimport explain
from learner.units cimport undo_units


cdef inline void jump_back(LearnerCore *c, int32_t depth) noexcept nogil:
    decide_undo(c, depth)
    undo_levels(c, depth)
    if c.is_filtering:
        undo_units(c)
    c.n_assumed = 0


# Assumptions --------------------------------------------------------------------------------------------

cdef inline bint set_assumptions(LearnerCore *c, int32_t n) noexcept nogil:
    # Make room for n assumptions, which replace earlier assumptions. Return False if memory runs out.
    cdef Arena *a = &c.assumption_memory
    if c.depth:
        jump_back(c, 0)
    c.is_probing = False
    c.bytes -= a.size if a.base != NULL else 0
    arena_free(a)
    c.n_assumptions = c.n_assumed = 0
    while arena_pass(a, bytes_left(c)):
        arena_place(a, c.assumption, n)
        arena_place(a, c.in_core, n)
    if not count_arena(c, a):
        return False
    c.n_assumptions = n
    return True


cdef inline uint32_t assumed_candidate(LearnerCore *c, uint32_t place) noexcept nogil:
    # Return the candidate of an assumption, or NOBODY if the root has decided it.
    cdef int32_t cell = packed_cell(place), value = packed_value(place)
    if mask_at_most_one(c.given[cell]) or not mask_has(c.given[cell], value):
        return NOBODY
    return candidate_from(c, cell, value)


cdef inline bint find_core(LearnerCore *c, int32_t failed) noexcept nogil:
    # Record a failed assumption and the assumptions that cause its failure. Return False if memory runs out.
    cdef uint32_t candidate = assumed_candidate(c, c.assumption[failed]), literal
    cdef int32_t at, k, n
    memset(c.in_core, 0, c.n_assumptions)
    c.in_core[failed] = 1
    if candidate == NOBODY or c.variable[candidate].level == 0:
        return True
    c.n_seen = 0
    if not make_room(c, 1):
        return False
    see(c, candidate)
    # At this point, all decisions are assumptions.
    for at in range(c.n_trail - 1, c.level_start[1] - 1, -1):
        literal = c.trail[at]
        if not c.seen[literal >> 1] or c.variable[literal >> 1].reason == BECAUSE_GIVEN:
            continue
        if not make_room(c, c.n_seen + 1 + 2 * <int64_t> c.longest):
            return False
        n = explain(c, literal, c.variable[literal >> 1].reason, c.stack)
        for k in range(n):
            candidate = c.stack[k] >> 1
            if not c.seen[candidate] and c.variable[candidate].level > 0:
                see(c, candidate)
    for k in range(c.n_assumptions):
        candidate = assumed_candidate(c, c.assumption[k])
        if candidate != NOBODY and c.seen[candidate] and c.variable[candidate].reason == BECAUSE_GIVEN:
            c.in_core[k] = 1
    for k in range(c.n_seen):
        c.seen[c.seen_candidate[k]] = 0
    return True


cdef inline bint is_refuted(LearnerCore *c) noexcept nogil:
    # At a fixpoint, skip the next assumptions that hold, and return whether the first remaining assumption fails. If it
    # fails, in_core has the assumptions that cause the failure, or no_memory is set.
    cdef uint32_t candidate, place
    cdef bint fails
    while c.n_assumed < c.n_assumptions:
        place = c.assumption[c.n_assumed]
        candidate = assumed_candidate(c, place)
        if candidate == NOBODY:
            fails = not mask_has(c.given[packed_cell(place)], packed_value(place))
        elif c.truth[candidate << 1] == 0:
            return False
        else:
            fails = c.truth[candidate << 1] < 0
        if fails:
            c.no_memory = not find_core(c, c.n_assumed)
            return True
        c.n_assumed += 1
    return False


# Surveys ------------------------------------------------------------------------------------------------

cdef inline void note_solution(LearnerCore *c) noexcept nogil:
    # Mark the candidates of the current solution, and return to level 0 for the next choice.
    cdef int32_t candidate
    for candidate in range(c.n_candidates):
        c.is_found[candidate] |= c.truth[candidate << 1] > 0
    jump_back(c, 0)


cdef inline uint32_t next_unfound(LearnerCore *c) noexcept nogil:
    # At level 0, return the literal of an open candidate without a solution so far, or NOBODY.
    while c.n_surveyed < c.n_candidates:
        if not c.is_found[c.n_surveyed] and c.truth[c.n_surveyed << 1] == 0:
            return c.n_surveyed << 1
        c.n_surveyed += 1
    return NOBODY


cdef inline void write_found(LearnerCore *c, mask_t *out) noexcept nogil:
    # Write the values of each cell in the solutions found. There must be at least one solution.
    cdef int32_t cell, candidate
    for cell in range(c.board.n_cells):
        if mask_at_most_one(c.given[cell]):
            out[cell] = c.given[cell]
    for candidate in range(c.n_candidates):
        if c.is_found[candidate] or c.truth[candidate << 1] > 0 and c.variable[candidate].level == 0:
            cell = packed_cell(c.place[candidate])
            out[cell] = mask_with(out[cell], packed_value(c.place[candidate]))


cdef inline uint32_t choose(LearnerCore *c) noexcept nogil:
    # Return the literal of the next decision, or NOBODY if all candidates are found. At least one candidate must be
    # open, and the assumptions must not be refuted.
    if c.n_assumed < c.n_assumptions:
        return assumed_candidate(c, c.assumption[c.n_assumed]) << 1
    if c.is_surveying and c.depth == 0:
        return next_unfound(c)
    return decide(c)
