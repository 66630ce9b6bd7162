# The main loop: propagate, learn from a conflict or a solution, sometimes restart, and decide.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from common.arena cimport arena_free
from common.bits cimport FASTFUTO_CHECKED, mask_lowest
from common.board cimport (
    CONFLICT, FIXPOINT, OUT_OF_BUDGET, OUTCOME_BROKEN, OUTCOME_EXHAUSTED, OUTCOME_NO_MEMORY, OUTCOME_PAUSED,
    OUTCOME_SOLUTION, Board, Outcome, Propagated, add_relations, fill_domains, fill_inequalities, fits, load,
    packed_cell, packed_value, propagate,
)
from common.facts cimport Facts
from learner.assumptions cimport choose, is_refuted, jump_back, note_solution
from learner.clauses cimport (
    analyse_conflict, begin_clauses, exclude_solution, find_asserting_level, keep_learned, reduce_clauses,
    visit_clauses,
)
from learner.core cimport BECAUSE_GIVEN, NOBODY, NO_CONFLICT, LearnerCore, allocate_root, forget_puzzle
from learner.decisions cimport decide_begin, decide_bump, decide_learned
from learner.groups cimport (
    begin_groups, carry_bounds, carry_relations, fail_others, fill_groups, imply,
)
from learner.probing cimport begin_probing, charge_probe, next_probe
from learner.sharing cimport offer_learned, take_in
from learner.trace cimport trace_excluded, trace_learned, trace_settled
from learner.tuning cimport FIRST_RESTART, SOLUTION_SHIFT
from learner.units cimport begin_units, filter_units, is_filter_due


cdef inline bint learner_reset(
    LearnerCore *c, const Facts *f, uint64_t seed, bint by_activity, bint is_clausal, bint is_tracing,
) noexcept nogil:
    # Begin again with another puzzle, whose sums are ignored. Return False if memory runs out.
    cdef Board *b = &c.board
    forget_puzzle(c)
    if not (
        allocate_root(c, f)
        and fill_inequalities(b, &c.inequality_memory, f)
        and add_relations(b, &c.relation_memory, f)
    ):
        return False
    fill_domains(b, c.given, f)
    c.by_activity = by_activity
    c.is_filtering = by_activity and not is_clausal
    c.is_clausal = is_clausal
    c.is_tracing = is_tracing
    c.n_steps = c.n_traced_sets = 0
    c.random_state = seed
    c.is_probing = False
    c.probe = 0
    c.next_probing = c.probed_work = 0
    c.luby_u = c.luby_v = 1
    c.next_restart = FIRST_RESTART
    c.done = c.impossible
    c.is_loaded = c.is_prepared = c.is_filled = c.no_memory = c.is_sharing = c.is_surveying = False
    c.n_settled = c.n_surveyed = 0
    c.broken = NULL
    c.ticks = c.nodes = c.conflicts = c.restarts = c.learned = c.propagations = c.total = c.found = 0
    return True


cdef inline bint prepare(LearnerCore *c, int64_t *budget) noexcept nogil:
    # Load the given domains, propagate at the root, and allocate all memory that depends on the candidates. Return
    # False on conflict.
    cdef Board *b = &c.board
    cdef Propagated propagated
    cdef int64_t charge = 0
    if not c.is_loaded:
        c.is_loaded = True
        if not load(b, c.given, &charge):
            return False
    propagated = propagate(b, budget)
    budget[0] -= 1
    if propagated == FIXPOINT:
        c.is_prepared = True
        # All memory is allocated before the groups are filled.
        c.no_memory = not (begin_groups(c) and begin_clauses(c) and begin_units(c) and decide_begin(c))
    return propagated != CONFLICT


cdef inline Propagated propagate_trail(LearnerCore *c, int64_t budget) noexcept nogil:
    # Propagate to a fixpoint or a conflict, or until the budget is used up.
    cdef uint32_t literal
    cdef int32_t n_before = c.n_trail
    cdef int64_t ticks_before = c.ticks
    if c.conflict != NO_CONFLICT:
        return CONFLICT
    while c.n_trail - n_before + c.ticks - ticks_before < budget:
        if c.head < c.n_trail:
            # With decisions by activity, each literal is propagated completely before the next literal. Bounds come
            # last, because their explanations are long. With decisions by size, clauses are propagated only when
            # nothing else follows.
            literal = c.trail[c.head]
            c.head += 1
            if not literal & 1 and not fail_others(c, literal >> 1):
                return CONFLICT
            if c.by_activity and not visit_clauses(c, literal ^ 1):
                return CONFLICT
            if literal & 1 and not carry_bounds(c, literal >> 1):
                return CONFLICT
        elif not c.by_activity and c.clause_head < c.n_trail:
            literal = c.trail[c.clause_head]
            c.clause_head += 1
            if not visit_clauses(c, literal ^ 1):
                return CONFLICT
        elif c.board.relations.n and c.related_head < c.n_trail:
            literal = c.trail[c.related_head]
            c.related_head += 1
            if literal & 1 and not carry_relations(c, literal >> 1):
                return CONFLICT
        elif is_filter_due(c):
            if not filter_units(c):
                return CONFLICT
        else:
            return FIXPOINT
    return OUT_OF_BUDGET


cdef inline bint learn(LearnerCore *c, int32_t glue) noexcept nogil:
    # Jump back to the asserting level of the learned clause, and keep the clause. Return False if memory runs out.
    if c.is_sharing and not offer_learned(c, glue):
        return False
    decide_learned(c)
    jump_back(c, find_asserting_level(c))
    return keep_learned(c, glue)


cdef inline bint is_restart_due(LearnerCore *c) noexcept nogil:
    # Reluctant doubling (Knuth): 1, 1, 2, 1, 1, 2, 4, 1, ... (Luby, Sinclair and Zuckerman, 1993).
    if c.conflicts < c.next_restart:
        return False
    if c.luby_u & -c.luby_u == c.luby_v:
        c.luby_u += 1
        c.luby_v = 1
    else:
        c.luby_v *= 2
    c.next_restart = c.conflicts + FIRST_RESTART * c.luby_v
    return True


cdef inline void record_solution(LearnerCore *c, uint8_t *out) noexcept nogil:
    # Count the current solution, and write it to the next row of out unless out is NULL.
    cdef int32_t cell, candidate
    for cell in range(c.board.n_cells):
        c.solution[cell] = mask_lowest(c.given[cell]) + 1
    for candidate in range(c.n_candidates):
        if c.truth[candidate << 1] > 0:
            c.solution[packed_cell(c.place[candidate])] = packed_value(c.place[candidate]) + 1
    if FASTFUTO_CHECKED and not fits(&c.board, c.given, c.solution):
        c.broken = "a solution breaks a unit, an inequality or a relation"
    if out != NULL:
        memcpy(out + c.found * c.board.n_cells, c.solution, c.board.n_cells)
    c.found += 1
    c.total += 1


cdef inline Outcome learner_run(LearnerCore *c, int64_t budget, int64_t limit, uint8_t *out) noexcept nogil:
    # Continue the search until the budget is used up or `limit` more solutions are found. The solutions are written to
    # the rows of out unless out is NULL.
    cdef int32_t n_before, glue
    cdef int64_t work
    cdef uint32_t literal
    cdef Propagated propagated
    c.found = 0
    while not c.done:
        if not c.is_prepared:
            if not prepare(c, &budget):
                c.done = True
            elif c.no_memory:
                return OUTCOME_NO_MEMORY
            elif budget <= 0:
                return OUTCOME_PAUSED
            continue
        if not c.is_filled:
            # Filling is not charged to the budget, but it pauses, because filling in many candidates takes seconds.
            fill_groups(c)
            if not c.is_filled:
                return OUTCOME_PAUSED
            arena_free(&c.root_memory)
        work = c.ticks + c.propagations
        n_before = c.n_trail
        propagated = propagate_trail(c, budget)
        c.propagations += c.n_trail - n_before
        work = c.ticks + c.propagations - work
        if c.is_probing:
            charge_probe(c, work)
        budget -= work + 1
        if c.no_memory:
            return OUTCOME_NO_MEMORY
        if propagated == OUT_OF_BUDGET:
            return OUTCOME_PAUSED
        if propagated == CONFLICT:
            if c.depth == 0:
                c.done = True
                if c.is_tracing and not trace_learned(c):
                    return OUTCOME_NO_MEMORY
                break
            c.conflicts += 1
            glue = analyse_conflict(c)
            if c.no_memory or c.is_tracing and not trace_learned(c):
                return OUTCOME_NO_MEMORY
            if FASTFUTO_CHECKED and c.broken != NULL:
                return OUTCOME_BROKEN
            decide_bump(c)
            budget -= c.n_learned_literals
            if not learn(c, glue):
                return OUTCOME_NO_MEMORY
            if budget <= 0:
                return OUTCOME_PAUSED
        elif c.n_assumed < c.n_assumptions and is_refuted(c):
            return OUTCOME_NO_MEMORY if c.no_memory else OUTCOME_EXHAUSTED
        elif c.n_trail == c.n_candidates:
            record_solution(c, out)
            budget -= c.n_candidates >> SOLUTION_SHIFT
            if FASTFUTO_CHECKED and c.broken != NULL:
                return OUTCOME_BROKEN
            if c.depth == 0:
                c.done = True
                if c.is_tracing and not trace_excluded(c):
                    return OUTCOME_NO_MEMORY
                return OUTCOME_SOLUTION if c.found == limit else OUTCOME_EXHAUSTED
            if c.is_surveying:
                note_solution(c)
            else:
                glue = exclude_solution(c)
                if c.no_memory or c.is_tracing and not trace_excluded(c) or not learn(c, glue):
                    return OUTCOME_NO_MEMORY
            if c.found == limit:
                return OUTCOME_SOLUTION
        elif is_restart_due(c):
            c.restarts += 1
            if c.depth:
                jump_back(c, 0)
        else:
            if c.conflicts >= c.next_reduce:
                if c.depth:
                    jump_back(c, 0)
                if c.is_tracing and not trace_settled(c) or not reduce_clauses(c):
                    return OUTCOME_NO_MEMORY
                begin_probing(c)
                if c.received.n and not take_in(c):
                    return OUTCOME_NO_MEMORY
                # Propagate these clauses, and examine the first assumption again, which may now be settled.
                continue
            literal = next_probe(c) if c.is_probing else NOBODY
            if literal == NOBODY:
                literal = choose(c)
            if literal == NOBODY:
                c.done = True
                break
            c.depth += 1
            c.nodes += 1
            c.level_start[c.depth] = c.n_trail
            imply(c, literal, BECAUSE_GIVEN)
            if budget <= 0:
                return OUTCOME_PAUSED
    return OUTCOME_EXHAUSTED
