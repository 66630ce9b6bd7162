# The trace of a run: every learned clause, with the clauses from which it follows by resolution.
#
# The learned clause is derived once more, beginning with the conflict clause. Then each literal that is not in the
# learned clause is resolved with the clause that implied its negation, the latest literal first. Literals of level 0
# come last, and each of them has its own step. A reader of the trace therefore needs no search, and need not know how
# the clause was minimised. The learned clause may have more literals than the resolvent. If the learner is clausal, the
# rules that implied literals are left out, because a reader finds them by unit propagation.
#
# The trace is a sequence of 32-bit words. A step has the numbers of its antecedents and its literals, the literals, and
# for each antecedent its reason (see core.pxd) and the literal that it implies, or NO_LITERAL. Variables are cell *
# n_values + value, counted from 0. A reason refers to another candidate by such a variable, to a clause by the number
# of its step, and to a Hall set by its number in the trace. BECAUSE_GIVEN with a literal refers to the step that
# implied the literal at level 0; without a literal, it refers to the solution with this number. A Hall set is written
# as HALL_SET, its unit, the numbers of its cells, values and literals, and then the cells, values and literals. Its
# clause means that one of the literals holds, or a cell outside the set has none of the values.
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcpy

from common.bits cimport FASTFUTO_CHECKED, mask_is_empty, mask_pop, mask_size, mask_t
from learner.clauses cimport make_room
from learner.core cimport (
    BECAUSE_CLAUSE, BECAUSE_GIVEN, BECAUSE_OTHER, BECAUSE_UNIT, CLAUSE_HEADER, CONFLICT_CLAUSE, CONFLICT_GROUP, CONFLICT_PAIR,
    BECAUSE_LAST, DATA, HALL_HEADER, HALL_SET, KIND, NO_LITERAL, STEP_HEADER, HallSet, LearnerCore,
)
from learner.steps cimport reserve_trace, trace_pair, traced_variable
from learner.reasons cimport explain, explain_conflict, list_hall_set
from learner.sharing cimport add_words

cdef enum:
    IN_CLAUSE = 1               # the literal stays
    TO_RESOLVE = 2              # it is still to be resolved with the clause that implied its negation
    AT_ROOT = 3                 # it is still to be resolved with the step that implied its negation at level 0


cdef inline bint trace_settled(LearnerCore *c) noexcept nogil:
    # Give each literal that holds at level 0 a step, unless it was learned. Return False if memory runs out.
    cdef int32_t end = c.level_start[1] if c.depth else c.n_trail, n, k
    cdef uint32_t literal, reason
    while c.n_settled < end:
        literal = c.trail[c.n_settled]
        reason = c.variable[literal >> 1].reason
        c.n_settled += 1
        if reason == BECAUSE_GIVEN:
            continue
        if not make_room(c, c.longest + 1):
            return False
        if not add_implying(c, reason, literal):
            return False
        n = explain(c, literal, reason, c.stack)
        for k in range(n):
            if not add_antecedent(c, BECAUSE_GIVEN, c.stack[k] ^ 1):
                return False
        if not end_step(c, &literal, 1):
            return False
    return True


cdef inline bint trace_learned(LearnerCore *c) noexcept nogil:
    # At a conflict, write the step of the learned clause, or of the empty clause at level 0. Return False if memory
    # runs out.
    cdef uint32_t reason, literal = NO_LITERAL
    cdef int32_t n
    if not trace_settled(c) or not make_room(c, c.longest + 1):
        return False
    if c.conflict == CONFLICT_CLAUSE:
        reason = BECAUSE_CLAUSE | c.conflict_at
    elif c.conflict == CONFLICT_GROUP:
        reason = BECAUSE_LAST | c.conflict_at
    elif c.conflict == CONFLICT_PAIR:
        reason, literal = c.conflict_reason, c.conflict_at
    else:
        reason = BECAUSE_UNIT | DATA
    if not add_antecedent(c, reason, literal):
        return False
    n = explain_conflict(c, c.stack)
    return resolve(c, n)


cdef inline bint trace_excluded(LearnerCore *c) noexcept nogil:
    # At a solution, write the step of the clause that excludes it. Return False if memory runs out.
    cdef int32_t k, n = 0
    if not trace_settled(c) or not make_room(c, c.n_candidates):
        return False
    for k in range(c.n_trail):
        c.stack[n] = c.trail[k] ^ 1
        n += not c.trail[k] & 1
    return add_antecedent(c, BECAUSE_GIVEN | <uint32_t> (c.total - 1), NO_LITERAL) and resolve(c, n)


cdef inline bint resolve(LearnerCore *c, int32_t n) noexcept nogil:
    # Resolve the n failed literals of the stack until only literals of the learned clause are left. Return False if
    # memory runs out.
    cdef int32_t at = c.n_trail, k, n_open = 0, n_learned = c.n_learned_literals if c.depth else 0
    cdef uint32_t literal, candidate
    c.n_marked = 0
    for k in range(n_learned):
        mark(c, c.learned_clause[k] >> 1, IN_CLAUSE)
    while True:
        for k in range(n):
            candidate = c.stack[k] >> 1
            if not c.mark[candidate]:
                mark(c, candidate, TO_RESOLVE if c.variable[candidate].level else AT_ROOT)
                n_open += c.variable[candidate].level > 0
        if n_open == 0:
            break
        at -= 1
        while c.mark[c.trail[at] >> 1] != TO_RESOLVE:
            at -= 1
        literal = c.trail[at]
        if FASTFUTO_CHECKED and c.variable[literal >> 1].reason == BECAUSE_GIVEN:
            c.broken = "a learned clause does not follow without another decision"
        n_open -= 1
        if not make_room(c, c.longest + 1) or not add_implying(c, c.variable[literal >> 1].reason, literal):
            return False
        n = explain(c, literal, c.variable[literal >> 1].reason, c.stack)
    for k in range(c.n_marked):
        candidate = c.marked[k]
        if c.mark[candidate] == AT_ROOT and not add_antecedent(
            c, BECAUSE_GIVEN, candidate << 1 | (c.truth[candidate << 1] < 0)
        ):
            return False
        c.mark[candidate] = 0
    return end_step(c, c.learned_clause, n_learned)


cdef inline void mark(LearnerCore *c, uint32_t candidate, int32_t how) noexcept nogil:
    c.mark[candidate] = how
    c.marked[c.n_marked] = candidate
    c.n_marked += 1


cdef inline bint add_implying(LearnerCore *c, uint32_t reason, uint32_t literal) noexcept nogil:
    # Add the reason that implied a literal, but no rule if the learner is clausal. Return False if memory runs out.
    return c.is_clausal and reason & KIND != <uint32_t> BECAUSE_CLAUSE or add_antecedent(c, reason, literal)


cdef inline bint add_antecedent(LearnerCore *c, uint32_t reason, uint32_t literal) noexcept nogil:
    # Add a reason, in the form of the trace, and the literal that it implies. Return False if memory runs out.
    cdef uint32_t[2] words
    cdef uint32_t kind = reason & KIND, data = reason & DATA
    cdef HallSet *hall
    if kind == BECAUSE_OTHER:
        data = traced_variable(c, data)
    elif kind == BECAUSE_CLAUSE:
        data = c.store[data + CLAUSE_HEADER + c.store[data]]
    elif kind == BECAUSE_UNIT:
        hall = &c.failed_set if literal == NO_LITERAL else &c.hall_set[data]
        if not hall.traced and not trace_hall_set(c, hall):
            return False
        data = hall.traced - 1
    words[0] = kind | data
    words[1] = literal
    if literal != NO_LITERAL:
        words[1] = traced_variable(c, literal >> 1) << 1 | literal & 1
    return add_words(c, &c.antecedents, words, 2)


cdef inline bint end_step(LearnerCore *c, const uint32_t *literals, int32_t n) noexcept nogil:
    # Write a step with the added antecedents. Return False if memory runs out.
    cdef int32_t k
    cdef uint32_t *to
    if c.n_steps > DATA or not reserve_trace(c, (STEP_HEADER + n + c.antecedents.n) * sizeof(uint32_t)):
        return False
    trace_pair(c, c.antecedents.n // 2, n)
    to = <uint32_t *> (c.trace + c.trace_size)
    for k in range(n):
        to[k] = traced_variable(c, literals[k] >> 1) << 1 | literals[k] & 1
    memcpy(to + n, c.antecedents.words, c.antecedents.n * sizeof(uint32_t))
    c.trace_size += (n + c.antecedents.n) * sizeof(uint32_t)
    c.antecedents.n = 0
    c.n_steps += 1
    return True


cdef inline bint trace_hall_set(LearnerCore *c, HallSet *hall) noexcept nogil:
    # Write a Hall set and give it a number. Return False if memory runs out.
    cdef mask_t cells = hall.cells, values = hall.values
    cdef int32_t n_cells = mask_size(cells), n_values = mask_size(values), n, k
    cdef uint32_t *to
    if not make_room(c, c.longest + 1):
        return False
    n = list_hall_set(c, hall, c.stack)
    if not reserve_trace(c, (HALL_HEADER + n_cells + n_values + n) * sizeof(uint32_t)):
        return False
    to = <uint32_t *> (c.trace + c.trace_size)
    to[0], to[1], to[2], to[3], to[4] = HALL_SET, hall.unit, n_cells, n_values, n
    to += HALL_HEADER
    while not mask_is_empty(cells):
        to[0] = c.board.unit_cell[c.board.unit_start[hall.unit] + mask_pop(&cells)]
        to += 1
    while not mask_is_empty(values):
        to[0] = mask_pop(&values)
        to += 1
    for k in range(n):
        to[k] = traced_variable(c, c.stack[k] >> 1) << 1 | c.stack[k] & 1
    c.trace_size += (HALL_HEADER + n_cells + n_values + n) * sizeof(uint32_t)
    c.n_traced_sets += 1
    hall.traced = c.n_traced_sets
    return True
