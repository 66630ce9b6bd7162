# The memory of the trace, and its steps for clauses that become shorter. See trace.pxd for the words of a trace.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport realloc

from common.board cimport packed_cell, packed_value
from learner.core cimport BECAUSE_CLAUSE, BECAUSE_GIVEN, CLAUSE_HEADER, NO_LITERAL, LearnerCore, take_bytes

cdef enum:
    FIRST_TRACE = 1 << 12   # smallest size of a trace in bytes


cdef inline bint reserve_trace(LearnerCore *c, int64_t more) noexcept nogil:
    # Make room for that many more bytes. The trace may move. Return False if memory runs out.
    cdef int64_t need = c.trace_size + more, capacity
    cdef uint8_t *to
    if need > c.trace_capacity:
        capacity = max(2 * c.trace_capacity, need, <int64_t> FIRST_TRACE)
        if not take_bytes(c, capacity - c.trace_capacity):
            return False
        to = <uint8_t *> realloc(c.trace, capacity)
        if to == NULL:
            return False
        c.trace = to
        c.trace_capacity = capacity
    return True


cdef inline uint32_t traced_variable(const LearnerCore *c, uint32_t candidate) noexcept nogil:
    # Return the variable of a candidate in the trace: its cell and its value, which is counted from 0 here.
    return packed_cell(c.place[candidate]) * c.board.n_values + packed_value(c.place[candidate])


cdef inline void trace_pair(LearnerCore *c, uint32_t first, uint32_t second) noexcept nogil:
    # Append two words, for which there must be room.
    cdef uint32_t *to = <uint32_t *> (c.trace + c.trace_size)
    to[0], to[1] = first, second
    c.trace_size += 2 * sizeof(uint32_t)


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
    if not reserve_trace(c, (4 + 2 * <int64_t> n_failed + n) * sizeof(uint32_t)):
        return False
    trace_pair(c, 1 + n_failed, n - n_failed)
    for k in range(n):
        if c.truth[literals[k]] == 0:
            (<uint32_t *> (c.trace + c.trace_size))[0] = traced_variable(c, literals[k] >> 1) << 1 | literals[k] & 1
            c.trace_size += sizeof(uint32_t)
    trace_pair(c, BECAUSE_CLAUSE | literals[n], NO_LITERAL)
    for k in range(n):
        if c.truth[literals[k]] < 0:
            trace_pair(c, BECAUSE_GIVEN, traced_variable(c, literals[k] >> 1) << 1 | (literals[k] & 1 ^ 1))
    literals[n] = c.n_steps
    c.n_steps += 1
    return True
