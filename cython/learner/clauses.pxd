# Learned clauses: propagation, learning from conflicts and solutions, and deletion.
#
# The clause of the first unique implication point is learned, minimised, and watched at two literals (Marques-Silva and
# Sakallah, 1999; Moskewicz et al., 2001; Een and Sorensson, 2003). The lifetime of a clause depends on its use and on
# its glue, the number of levels of its literals (Audemard and Simon, 2009).
#
# If several candidates of a clause fail only because the same candidate holds, the negation of that candidate replaces
# them. With decisions by activity, such a negation also replaces a single candidate in every other run between
# restarts. Clauses then refer mostly to candidates that hold. There are few such candidates, so the clauses are much
# shorter.
from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.stdlib cimport realloc
from libc.string cimport memcpy, memset

from common.arena cimport Arena, arena_pass, arena_place
from common.bits cimport FASTFUTO_CHECKED
from learner.core cimport (
    BECAUSE_CLAUSE, BECAUSE_GIVEN, BECAUSE_OTHER, CLAUSE_HEADER, CONFLICT_CLAUSE, DATA, KIND, LearnerCore,
    Watch, Watches, bytes_left, count_arena, grown, take_bytes,
)
from learner.groups cimport imply
from learner.steps cimport trace_reduced
from learner.reasons cimport explain, explain_conflict
from learner.tuning cimport FIRST_REDUCE, KEPT_GLUE, USEFUL_GLUE

cdef enum:
    MOST_WATCHES = 0x7FFFFFFF   # largest length of the pool
    CAUSE = 4               # the cause of one literal of the clause; it is not in the clause itself
    SHARED_CAUSE = 5        # the cause of several literals of the clause


cdef inline bint begin_clauses(LearnerCore *c) noexcept nogil:
    # Set up the empty clause store and the conflict analysis. Return False if memory runs out.
    cdef Arena *a = &c.clause_memory
    while arena_pass(a, bytes_left(c)):
        arena_place(a, c.watches, 2 * <int64_t> c.n_candidates)
        arena_place(a, c.seen, c.n_candidates)
        if c.is_tracing:
            arena_place(a, c.mark, c.n_candidates)
            arena_place(a, c.marked, c.n_candidates)
    c.store_size = 0
    c.pool_size = 0
    c.longest = c.board.n_values
    c.stamp = 0
    c.n_reduced = 0
    c.next_reduce = FIRST_REDUCE
    return count_arena(c, a)


# Watched literals ---------------------------------------------------------------------------------------

cdef inline bint reserve_watches(LearnerCore *c, uint32_t literal, int32_t n) noexcept nogil:
    # Give a literal room for n watches at the end of the pool. The old room of its watches is lost until the next
    # reduction. Return False if memory runs out.
    cdef int64_t need = c.pool_size + 1 + n, capacity
    cdef Watch *pool
    if need > c.pool_capacity:
        capacity = max(2 * c.pool_capacity, need + 1024)
        if capacity > MOST_WATCHES or not take_bytes(c, (capacity - c.pool_capacity) * sizeof(Watch)):
            return False
        pool = <Watch *> realloc(c.pool, capacity * sizeof(Watch))
        if pool == NULL:
            return False
        c.pool = pool
        c.pool_capacity = capacity
    c.pool[c.pool_size].clause = n
    c.watches[literal].at = c.pool_size + 1
    c.pool_size = need
    return True


cdef inline bint watch_literal(
    LearnerCore *c, uint32_t literal, uint32_t clause, uint32_t blocker,
) noexcept nogil:
    # Watch the literal: the clause is visited when it fails. The pool may move. Return False if memory runs out.
    cdef Watches *w = &c.watches[literal]
    cdef int32_t capacity = c.pool[w.at - 1].clause if w.at else 0
    cdef uint32_t at
    if w.n == capacity:
        at = w.at
        if not reserve_watches(c, literal, 2 * capacity if capacity else 4):
            return False
        memcpy(c.pool + w.at, c.pool + at, w.n * sizeof(Watch))
    c.pool[w.at + w.n].clause = clause
    c.pool[w.at + w.n].blocker = blocker
    w.n += 1
    return True


cdef inline bint visit_clauses(LearnerCore *c, uint32_t failed) noexcept nogil:
    # Propagate a failed literal through the clauses that watch it. Return False on conflict.
    cdef Watches *w = &c.watches[failed]
    cdef Watch *at = c.pool + w.at
    cdef Watch watch
    cdef int32_t i = 0, j = 0, n = w.n, k, size
    cdef uint32_t *literals
    cdef uint32_t other
    cdef bint ok = True, moved
    # Skipping a watch whose blocker holds costs much less than reading the clause.
    c.ticks += 1 + (n >> 2)
    while i < n:
        watch = at[i]
        i += 1
        if c.truth[watch.blocker] > 0:
            at[j] = watch
            j += 1
            continue
        c.ticks += 1
        literals = c.store + watch.clause + CLAUSE_HEADER
        size = c.store[watch.clause]
        other = literals[0] ^ literals[1] ^ failed
        if c.truth[other] > 0:
            at[j].clause = watch.clause
            at[j].blocker = other
            j += 1
            continue
        moved = False
        for k in range(2, size):
            if c.truth[literals[k]] >= 0:
                literals[0] = other
                literals[1] = literals[k]
                literals[k] = failed
                if not watch_literal(c, literals[1], watch.clause, other):
                    c.no_memory = True
                at = c.pool + w.at
                moved = True
                break
        if moved:
            continue
        at[j].clause = watch.clause
        at[j].blocker = other
        j += 1
        if c.truth[other] < 0:
            c.conflict, c.conflict_at = CONFLICT_CLAUSE, watch.clause
            ok = False
            break
        literals[0] = other
        literals[1] = failed
        if not imply(c, other, BECAUSE_CLAUSE | watch.clause):
            ok = False
            break
    while i < n:
        at[j] = at[i]
        i += 1
        j += 1
    w.n = j
    return ok


# Learning -----------------------------------------------------------------------------------------------

cdef inline int32_t stamp_levels(LearnerCore *c, uint32_t *literals, int32_t n) noexcept nogil:
    # Stamp the levels of the literals, and return their number: the glue.
    cdef int32_t k, glue = 0, level
    c.stamp += 1
    for k in range(n):
        level = c.variable[literals[k] >> 1].level
        if c.level_stamp[level] != c.stamp:
            c.level_stamp[level] = c.stamp
            glue += 1
    return glue


cdef inline void note_use(LearnerCore *c, uint32_t clause) noexcept nogil:
    # Record that a clause took part in a conflict. The clause is kept for a while, and its glue may have decreased.
    cdef uint32_t glue = c.store[clause + 1] >> 2, now
    if glue > KEPT_GLUE:
        now = stamp_levels(c, c.store + clause + CLAUSE_HEADER, c.store[clause])
        if now < glue:
            glue = now
        c.store[clause + 1] = glue << 2 | (2 if glue <= USEFUL_GLUE else 1)


cdef inline uint32_t cause_of(LearnerCore *c, uint32_t literal) noexcept nogil:
    # Return the literal that can replace a failed literal in a clause. If a candidate fails only because another
    # candidate holds, this is the negation of the other candidate; otherwise, it is the literal itself.
    cdef uint32_t reason = c.variable[literal >> 1].reason
    if not literal & 1 and reason & KIND == BECAUSE_OTHER:
        return (reason & DATA) << 1 | 1
    return literal


cdef inline void see(LearnerCore *c, uint32_t candidate) noexcept nogil:
    c.seen[candidate] = 1
    c.seen_candidate[c.n_seen] = candidate
    c.n_seen += 1


cdef inline bint make_room(LearnerCore *c, int64_t n) noexcept nogil:
    # Make room for n literals in each array of the analysis. The arrays may move. Return False if memory runs out.
    cdef int64_t room
    cdef void *more
    if n <= c.room:
        return True
    room = 2 * n + 1024
    c.no_memory = True
    if not take_bytes(c, 3 * (room - c.room) * sizeof(uint32_t)):
        return False
    more = realloc(c.learned_clause, room * sizeof(uint32_t))
    if more == NULL:
        return False
    c.learned_clause = <uint32_t *> more
    more = realloc(c.seen_candidate, room * sizeof(uint32_t))
    if more == NULL:
        return False
    c.seen_candidate = <uint32_t *> more
    more = realloc(c.stack, room * sizeof(uint32_t))
    if more == NULL:
        return False
    c.stack = <uint32_t *> more
    c.room = room
    c.no_memory = False
    return True


cdef inline int32_t analyse_conflict(LearnerCore *c) noexcept nogil:
    # Set learned_clause to the minimised clause of the first unique implication point, whose literal comes first.
    # Return its glue. If memory runs out, no_memory is set.
    cdef uint32_t *literals
    cdef int32_t n, n_open = 0, at = c.n_trail, k, j, glue
    cdef uint32_t literal, candidate
    # In every other run between restarts, a cause also replaces a single literal. Proofs take fewer conflicts without
    # such replacements, but alternating is best for grids with many numbers.
    cdef bint always = c.by_activity and c.restarts & 1
    c.n_learned_literals = 1
    c.n_seen = 0
    if not make_room(c, c.longest + 1):
        return 0
    n = explain_conflict(c, c.stack)
    while True:
        # Each literal of the explanation may be seen and learned.
        if not make_room(c, c.n_seen + n + 1 + c.longest):
            return 0
        literals = c.stack
        for k in range(n):
            if FASTFUTO_CHECKED and c.truth[literals[k]] != -1:
                c.broken = "an explanation has a literal that does not fail"
            literal = cause_of(c, literals[k]) if always else literals[k]
            candidate = literal >> 1
            if not c.seen[candidate] and c.variable[candidate].level > 0:
                see(c, candidate)
                if c.variable[candidate].level == c.depth:
                    n_open += 1
                else:
                    c.learned_clause[c.n_learned_literals] = literal
                    c.n_learned_literals += 1
        if FASTFUTO_CHECKED and n_open == 0:
            c.broken = "a conflict has nothing to do with the last decision"
            return 0
        at -= 1
        while not c.seen[c.trail[at] >> 1]:
            at -= 1
        literal = c.trail[at]
        n_open -= 1
        if n_open == 0:
            break
        if c.variable[literal >> 1].reason & KIND == BECAUSE_CLAUSE:
            note_use(c, c.variable[literal >> 1].reason & DATA)
        n = explain(c, literal, c.variable[literal >> 1].reason, literals)
    c.learned_clause[0] = literal ^ 1
    if not always:
        share_causes(c)
    c.n_involved = c.n_seen
    # Minimisation removes no level completely, because each redundant literal follows from others of its level.
    glue = stamp_levels(c, c.learned_clause, c.n_learned_literals)
    j = 1
    for k in range(1, c.n_learned_literals):
        if not is_redundant(c, c.learned_clause[k]):
            c.learned_clause[j] = c.learned_clause[k]
            j += 1
    c.n_learned_literals = j
    if c.by_activity:
        involve_reasons(c)
    for k in range(c.n_seen):
        c.seen[c.seen_candidate[k]] = 0
    if FASTFUTO_CHECKED and stamp_levels(c, c.learned_clause, c.n_learned_literals) != glue:
        c.broken = "a level has lost its literals"
    return glue


cdef inline void share_causes(LearnerCore *c) noexcept nogil:
    # Replace literals of the learned clause, except the first, by a cause that several literals share. Drop literals
    # whose cause is in the clause. A literal whose cause no other literal shares stays,
    # because its cause would weaken the clause.
    cdef int32_t k, j = 1
    cdef uint32_t literal, cause
    if not make_room(c, c.n_seen + c.n_learned_literals):
        return
    for k in range(1, c.n_learned_literals):
        cause = cause_of(c, c.learned_clause[k])
        if cause != c.learned_clause[k] and c.seen[cause >> 1] != 1:
            c.seen[cause >> 1] = SHARED_CAUSE if c.seen[cause >> 1] else CAUSE
    for k in range(1, c.n_learned_literals):
        literal = c.learned_clause[k]
        cause = cause_of(c, literal)
        if cause != literal:
            if c.seen[cause >> 1] == 1:
                continue
            if c.seen[cause >> 1] == SHARED_CAUSE:
                see(c, cause >> 1)
                literal = cause
            else:
                c.seen[cause >> 1] = 0
        c.learned_clause[j] = literal
        j += 1
    c.n_learned_literals = j


cdef inline void involve_reasons(LearnerCore *c) noexcept nogil:
    # Also bump the reasons of the literals of the learned clause. Candidates seen only by the minimisation do not
    # count.
    cdef int32_t k, j, n
    cdef uint32_t literal, reason, candidate
    for k in range(c.n_involved, c.n_seen):
        c.seen[c.seen_candidate[k]] = 0
    c.n_seen = c.n_involved
    for k in range(c.n_learned_literals):
        literal = c.learned_clause[k]
        reason = c.variable[literal >> 1].reason
        if reason == BECAUSE_GIVEN:
            continue
        if not make_room(c, c.n_seen + 1 + 2 * <int64_t> c.longest):
            return
        n = explain(c, literal ^ 1, reason, c.stack)
        for j in range(n):
            candidate = cause_of(c, c.stack[j]) >> 1
            if not c.seen[candidate] and c.variable[candidate].level > 0:
                see(c, candidate)
    c.n_involved = c.n_seen


cdef inline bint is_redundant(LearnerCore *c, uint32_t literal) noexcept nogil:
    # Return whether the other literals of the clause imply the literal. The test fails at a decision, and at a level
    # without literals of the clause.
    cdef uint32_t *todo = c.stack
    cdef int32_t n = 1, first = c.n_seen, k, more
    cdef uint32_t candidate, failed
    cdef uint32_t *reasons
    if c.variable[literal >> 1].reason == BECAUSE_GIVEN:
        return False
    todo[0] = literal
    while n:
        n -= 1
        failed = todo[n]
        if not make_room(c, c.n_seen + 1 + c.longest):
            return False
        todo = c.stack
        more = explain(c, failed ^ 1, c.variable[failed >> 1].reason, todo + n)
        # Literals of the explanation that need a visit are moved to its beginning.
        reasons = todo + n
        for k in range(more):
            if c.seen[reasons[k] >> 1] == 1:
                continue
            reasons[k] = cause_of(c, reasons[k])
            candidate = reasons[k] >> 1
            if c.variable[candidate].level == 0 or c.seen[candidate] == 1:
                continue
            if (
                c.seen[candidate] == 2 or c.variable[candidate].reason == BECAUSE_GIVEN
                or c.level_stamp[c.variable[candidate].level] != c.stamp
            ):
                # The literals seen during this test are not known to be implied by the clause, and are not tried again.
                for k in range(first, c.n_seen):
                    c.seen[c.seen_candidate[k]] = 2
                return False
            see(c, candidate)
            todo[n] = reasons[k]
            n += 1
    return True


cdef inline int32_t exclude_solution(LearnerCore *c) noexcept nogil:
    # Set learned_clause to the clause that excludes the decisions, the last decision first. Return a glue with which
    # the clause is kept permanently.
    cdef int32_t k
    c.n_learned_literals = 0
    if not make_room(c, c.depth):
        return KEPT_GLUE
    for k in range(c.depth, 0, -1):
        c.learned_clause[c.n_learned_literals] = c.trail[c.level_start[k]] ^ 1
        c.n_learned_literals += 1
    return KEPT_GLUE


cdef inline int32_t find_asserting_level(LearnerCore *c) noexcept nogil:
    # Return the smallest level at which all literals of the learned clause except the first fail. Move a literal of
    # that level to the second position, where it will be watched.
    cdef int32_t k, second = 1, depth = 0
    for k in range(1, c.n_learned_literals):
        if c.variable[c.learned_clause[k] >> 1].level > depth:
            depth = c.variable[c.learned_clause[k] >> 1].level
            second = k
    if c.n_learned_literals > 1:
        c.learned_clause[second], c.learned_clause[1] = c.learned_clause[1], c.learned_clause[second]
    return depth


cdef inline bint keep_learned(LearnerCore *c, int32_t glue) noexcept nogil:
    # At the asserting level, make the first literal of the learned clause hold, and store the clause if it has other
    # literals. A resulting conflict is left in c.conflict. Return False if memory runs out.
    if c.n_learned_literals == 1:
        imply(c, c.learned_clause[0], BECAUSE_GIVEN)
        return True
    if not store_clause(c, c.learned_clause, c.n_learned_literals, glue):
        return False
    c.learned += 1
    imply(c, c.learned_clause[0], BECAUSE_CLAUSE | c.clause[c.n_clauses - 1])
    return True


cdef inline bint store_clause(LearnerCore *c, uint32_t *literals, int32_t n, int32_t glue) noexcept nogil:
    # Append a clause to the store, and watch its first two literals. Return False if memory runs out.
    cdef int64_t need = c.store_size + CLAUSE_HEADER + n + c.is_tracing, capacity
    cdef uint32_t at
    cdef void *more
    if need >= DATA:
        return False
    if need > c.store_capacity:
        capacity = max(2 * c.store_capacity, need + 1024)
        more = grown(c, c.store, c.store_capacity * sizeof(uint32_t), capacity * sizeof(uint32_t))
        if more == NULL:
            return False
        c.store = <uint32_t *> more
        c.store_capacity = capacity
    if c.n_clauses == c.clause_capacity:
        capacity = 2 * c.clause_capacity + 64
        more = grown(c, c.clause, c.clause_capacity * sizeof(uint32_t), capacity * sizeof(uint32_t))
        if more == NULL:
            return False
        c.clause = <uint32_t *> more
        c.clause_capacity = capacity
    at = c.store_size
    c.store[at] = n
    c.store[at + 1] = glue << 2 | 2
    memcpy(c.store + at + CLAUSE_HEADER, literals, n * sizeof(uint32_t))
    if c.is_tracing:
        # The literals are followed by the number of the step, which has just been traced.
        c.store[need - 1] = c.n_steps - 1
    c.store_size = need
    c.clause[c.n_clauses] = at
    c.n_clauses += 1
    c.longest = max(c.longest, n)
    return watch_literal(c, literals[0], at, literals[1]) and watch_literal(c, literals[1], at, literals[0])


# Deletion -----------------------------------------------------------------------------------------------

cdef inline bint reduce_clauses(LearnerCore *c) noexcept nogil:
    # Remove satisfied clauses and failed literals, and the worse half of the clauses that are neither kept permanently
    # nor recently used. The trail must be at a fixpoint at level 0. Return False if memory runs out.
    cdef int32_t k, j, i, n, n_unused = 0, worst_kept = 255, n_kept = 0
    cdef uint32_t at, to = 0, glue, use, step
    cdef uint32_t *words
    cdef bint holds, is_worst
    cdef int64_t[256] histogram
    cdef int64_t n_to_drop
    memset(histogram, 0, sizeof(histogram))
    for k in range(c.n_clauses):
        at = c.clause[k]
        glue, use = c.store[at + 1] >> 2, c.store[at + 1] & 3
        if glue > KEPT_GLUE and not use:
            histogram[min(<int32_t> glue, 255)] += 1
            n_unused += 1
    # Unused clauses with a glue above worst_kept are removed. Of those with glue worst_kept, the oldest n_to_drop are
    # removed.
    n_to_drop = n_unused // 2
    while worst_kept > 0 and histogram[worst_kept] <= n_to_drop:
        n_to_drop -= histogram[worst_kept]
        worst_kept -= 1
    for k in range(c.n_clauses):
        words = c.store + c.clause[k]
        n = words[0]
        glue, use = words[1] >> 2, words[1] & 3
        if glue > KEPT_GLUE and not use:
            is_worst = min(<int32_t> glue, 255) == worst_kept and n_to_drop > 0
            if is_worst or min(<int32_t> glue, 255) > worst_kept:
                n_to_drop -= is_worst
                continue
        if c.is_tracing and not trace_reduced(c, words):
            return False
        step = words[CLAUSE_HEADER + n] if c.is_tracing else 0
        holds = False
        j = CLAUSE_HEADER
        for i in range(CLAUSE_HEADER, CLAUSE_HEADER + n):
            if c.truth[words[i]] > 0:
                holds = True
                break
            if c.truth[words[i]] == 0:
                words[j] = words[i]
                j += 1
        if holds:
            continue
        # At least two literals are left, because a clause with fewer open literals holds at a fixpoint.
        if use:
            use -= 1
        words[0] = j - CLAUSE_HEADER
        words[1] = glue << 2 | use
        for i in range(j):
            c.store[to + i] = words[i]
        c.clause[n_kept] = to
        n_kept += 1
        to += j
        if c.is_tracing:
            c.store[to] = step
            to += 1
    c.n_clauses = n_kept
    c.store_size = to
    if not watch_anew(c):
        return False
    c.n_reduced += 1
    c.next_reduce = c.conflicts + <int64_t> (FIRST_REDUCE * (1 + sqrt(c.n_reduced + 1.0)))
    return True


cdef inline bint watch_anew(LearnerCore *c) noexcept nogil:
    # Rebuild the watches of the first two literals of each clause in a pool without gaps. Return False if memory runs
    # out.
    cdef int64_t literal
    cdef int32_t k, j, n
    cdef uint32_t *words
    for literal in range(2 * <int64_t> c.n_candidates):
        c.watches[literal].at = c.watches[literal].n = 0
    for k in range(c.n_clauses):
        words = c.store + c.clause[k] + CLAUSE_HEADER
        for j in range(2):
            c.watches[words[j]].n += 1
    c.pool_size = 0
    for literal in range(2 * <int64_t> c.n_candidates):
        n = c.watches[literal].n
        c.watches[literal].n = 0
        if n and not reserve_watches(c, literal, n + (n >> 1) + 2):
            return False
    for k in range(c.n_clauses):
        words = c.store + c.clause[k] + CLAUSE_HEADER
        for j in range(2):
            if not watch_literal(c, words[j], c.clause[k], words[1 - j]):
                return False
    return True
