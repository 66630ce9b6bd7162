# The log of a run: every clause that is learned, shortened or dropped, as the steps of a proof.
#
# The steps are in binary DRAT (Wetzler, Heule and Hunt, 2014): the letter of the step, the literals, and a zero byte.
# The candidate of a cell with a value is variable cell * n_values + value, with values counted from 1. A literal is
# twice the variable, plus 1 if it is negated, written in groups of seven bits, the lowest group first. All bytes except
# the last have the upper bit set.
#
# Each clause follows by unit propagation from the clauses of the puzzle and the clauses logged before it, because every
# reason is a clause of the puzzle or a logged clause. Nothing else needs to be logged, and groups need no steps at all.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport realloc

from common.board cimport packed_cell, packed_value
from learner.core cimport BECAUSE_CLAUSE, BECAUSE_GIVEN, CLAUSE_HEADER, KIND, NO_LITERAL, LearnerCore, take_bytes

cdef enum:
    ADDED = 97              # the letters a and d of the steps
    DROPPED = 100
    FIRST_LOG = 1 << 12     # smallest size of a log in bytes
    LITERAL_BYTES = 5       # most bytes of a literal, which has up to 34 bits


cdef inline bint reserve_log(LearnerCore *c, int64_t more) noexcept nogil:
    # Make room for that many more bytes. The log may move. Return False if memory runs out.
    cdef int64_t need = c.log_size + more, capacity
    cdef uint8_t *to
    if need > c.log_capacity:
        capacity = max(2 * c.log_capacity, need, <int64_t> FIRST_LOG)
        if not take_bytes(c, capacity - c.log_capacity):
            return False
        to = <uint8_t *> realloc(c.log, capacity)
        if to == NULL:
            return False
        c.log = to
        c.log_capacity = capacity
    return True


cdef inline bint log_step(LearnerCore *c, uint8_t letter, const uint32_t *literals, int32_t n) noexcept nogil:
    # Append a step. Return False if memory runs out.
    cdef uint64_t number
    cdef uint32_t place
    cdef int32_t k
    cdef uint8_t *to
    if not reserve_log(c, 2 + LITERAL_BYTES * <int64_t> n):
        return False
    to = c.log + c.log_size
    to[0] = letter
    to += 1
    for k in range(n):
        place = c.place[literals[k] >> 1]
        number = <uint64_t> packed_cell(place) * c.board.n_values + packed_value(place) + 1
        number = number << 1 | (literals[k] & 1)
        while number >= 128:
            to[0] = number & 127 | 128
            to += 1
            number >>= 7
        to[0] = number
        to += 1
    to[0] = 0
    c.log_size = to + 1 - c.log
    return True


cdef inline bint log_settled(LearnerCore *c) noexcept nogil:
    # At level 0, log the literals that clauses have implied since the last call, because these clauses may soon be
    # dropped. Return False if memory runs out.
    cdef uint32_t literal
    while c.n_settled < c.n_trail:
        literal = c.trail[c.n_settled]
        if c.variable[literal >> 1].reason & KIND == BECAUSE_CLAUSE and not log_step(c, ADDED, &literal, 1):
            return False
        c.n_settled += 1
    return True


cdef inline bint log_reduced(LearnerCore *c, const uint32_t *words) noexcept nogil:
    # Log the next change of a clause at level 0: the clause is dropped if it holds, and otherwise loses its failed
    # literals. Return False if memory runs out.
    cdef const uint32_t *literals = words + CLAUSE_HEADER
    cdef int32_t n = words[0], n_open = 0, k
    for k in range(n):
        if c.truth[literals[k]] > 0:
            return log_step(c, DROPPED, literals, n)
        if c.truth[literals[k]] == 0:
            c.stack[n_open] = literals[k]
            n_open += 1
    return n_open == n or (log_step(c, ADDED, c.stack, n_open) and log_step(c, DROPPED, literals, n))


# The trace ----------------------------------------------------------------------------------------------
#
# The trace lists the clauses from which each clause follows by resolution, in order; see trace.pxd.

cdef inline uint32_t traced_variable(const LearnerCore *c, uint32_t candidate) noexcept nogil:
    # Return the variable of a candidate in the trace: its cell and its value, which is counted from 0 here.
    return packed_cell(c.place[candidate]) * c.board.n_values + packed_value(c.place[candidate])


cdef inline void trace_pair(LearnerCore *c, uint32_t first, uint32_t second) noexcept nogil:
    # Append two words, for which there must be room.
    cdef uint32_t *to = <uint32_t *> (c.log + c.log_size)
    to[0], to[1] = first, second
    c.log_size += 2 * sizeof(uint32_t)


cdef inline bint trace_reduced(LearnerCore *c, uint32_t *words) noexcept nogil:
    # At level 0, write the step in which a clause that does not hold loses its failed literals, and store its number as
    # the step of the clause. Return False if memory runs out.
    cdef uint32_t *literals = words + CLAUSE_HEADER
    cdef int32_t n = words[0], n_failed = 0, k
    for k in range(n):
        if c.truth[literals[k]] > 0:
            return True
        n_failed += c.truth[literals[k]] < 0
    if n_failed == 0:
        return True
    if not reserve_log(c, (4 + 2 * <int64_t> n_failed + n) * sizeof(uint32_t)):
        return False
    trace_pair(c, 1 + n_failed, n - n_failed)
    for k in range(n):
        if c.truth[literals[k]] == 0:
            (<uint32_t *> (c.log + c.log_size))[0] = traced_variable(c, literals[k] >> 1) << 1 | literals[k] & 1
            c.log_size += sizeof(uint32_t)
    trace_pair(c, BECAUSE_CLAUSE | literals[n], NO_LITERAL)
    for k in range(n):
        if c.truth[literals[k]] < 0:
            trace_pair(c, BECAUSE_GIVEN, traced_variable(c, literals[k] >> 1) << 1 | (literals[k] & 1 ^ 1))
    literals[n] = c.n_steps
    c.n_steps += 1
    return True
