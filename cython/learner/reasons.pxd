# Reasons: the clause of an implied literal or of a conflict is generated only if conflict analysis needs it (lazy
# clause generation: Ohrimenko, Stuckey and Codish, 2009).
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcpy

from common.bits cimport (
    FASTFUTO_CHECKED, mask_and, mask_below, mask_has, mask_is_empty, mask_minus, mask_none, mask_or, mask_pop, mask_size, mask_t,
)
from common.board cimport Board, packed_cell, packed_value
from common.relations cimport Related
from learner.core cimport (
    BECAUSE_CLAUSE, BECAUSE_GIVEN, BECAUSE_GREATER, BECAUSE_LAST, BECAUSE_LESSER, BECAUSE_OTHER, BECAUSE_RELATED,
    BECAUSE_UNIT, CLAUSE_HEADER, CONFLICT_CLAUSE, CONFLICT_PAIR, CONFLICT_UNIT, DATA, KIND, NOBODY, HallSet, LearnerCore,
)
from learner.groups cimport candidate_from, list_group


cdef inline int32_t list_hall_set(LearnerCore *c, const HallSet *hall, uint32_t *to) noexcept nogil:
    # Write the explanation of a Hall set, which states that a cell of the set has another value, and return the number
    # of literals. If a cell outside the set already had a value, one literal excludes this value from all cells of the
    # set.
    cdef Board *b = &c.board
    cdef mask_t cells = hall.cells, lost, others = mask_none()
    cdef int32_t n = 0, cell
    while not mask_is_empty(cells):
        cell = b.unit_cell[b.unit_start[hall.unit] + mask_pop(&cells)]
        lost = mask_minus(c.given[cell], hall.values)
        others = mask_or(others, lost)
        lost = mask_minus(lost, hall.settled)
        while not mask_is_empty(lost):
            to[n] = candidate_from(c, cell, mask_pop(&lost)) << 1
            n += 1
    others = mask_and(others, hall.settled)
    while not mask_is_empty(others):
        to[n] = c.left[c.unit_group[hall.unit] + mask_pop(&others)] << 1 | 1
        n += 1
    return n


cdef inline int32_t explain(LearnerCore *c, uint32_t literal, uint32_t reason, uint32_t *to) noexcept nogil:
    # Write the other literals of the clause that implies the literal, and return their number. All of them fail.
    cdef uint32_t kind = reason & KIND, data = reason & DATA
    cdef Related *related
    cdef mask_t supports
    cdef int32_t n = 0, k, candidate, first = 0, end = 0
    if kind == BECAUSE_OTHER:
        to[0] = data << 1 | 1
        n = 1
    elif kind == BECAUSE_CLAUSE:
        # The first literal of the clause is the implied literal.
        n = c.store[data] - 1
        memcpy(to, c.store + data + CLAUSE_HEADER + 1, n * sizeof(uint32_t))
    elif kind == BECAUSE_LAST:
        n = list_group(c, data, literal >> 1, to)
    elif kind == BECAUSE_UNIT:
        n = list_hall_set(c, &c.hall_set[data], to)
    elif kind == BECAUSE_RELATED:
        # The literals are all supports of the value in the source.
        related = &c.board.relations.related[data]
        supports = c.board.relations.allowed[related.back + packed_value(c.place[literal >> 1])]
        supports = mask_and(supports, c.given[related.source])
        while not mask_is_empty(supports):
            to[n] = candidate_from(c, related.source, mask_pop(&supports)) << 1
            n += 1
    else:
        if kind == BECAUSE_LESSER:
            first, end = c.first_candidate[data], candidate_from(c, data, packed_value(c.place[literal >> 1]))
        elif kind == BECAUSE_GREATER:
            first = candidate_from(c, data, packed_value(c.place[literal >> 1]) + 1)
            end = c.first_candidate[data + 1]
        for candidate in range(first, end):
            to[n] = candidate << 1
            n += 1
    if FASTFUTO_CHECKED and not is_sound(c, literal, reason, to, n):
        c.broken = "an explanation does not follow from its constraint"
    return n


cdef inline int32_t explain_conflict(LearnerCore *c, uint32_t *to) noexcept nogil:
    # Write the literals of a clause that fails, and return their number.
    cdef int32_t k
    if c.conflict == CONFLICT_CLAUSE:
        for k in range(c.store[c.conflict_at]):
            to[k] = c.store[c.conflict_at + CLAUSE_HEADER + k]
        return c.store[c.conflict_at]
    if c.conflict == CONFLICT_PAIR:
        to[0] = c.conflict_at
        return 1 + explain(c, c.conflict_at, c.conflict_reason, to + 1)
    if c.conflict == CONFLICT_UNIT:
        k = list_hall_set(c, &c.failed_set, to)
        if FASTFUTO_CHECKED and not is_named(c, &c.failed_set, 1, to, k):
            c.broken = "the explanation of a conflict does not follow from its unit"
        return k
    return list_group(c, c.conflict_at, NOBODY, to)


cdef inline bint is_sound(
    LearnerCore *c, uint32_t literal, uint32_t reason, const uint32_t *why, int32_t n,
) noexcept nogil:
    # Return whether all literals of an explanation fail, and the constraint of the reason on the board then implies the
    # literal. This is for CHECKED builds.
    cdef Board *b = &c.board
    cdef Related *related
    cdef HallSet *hall
    cdef uint32_t kind = reason & KIND
    cdef int32_t cell = packed_cell(c.place[literal >> 1]), value = packed_value(c.place[literal >> 1])
    cdef int32_t other, k, u, j, n_same_cell = 0, n_same_value = 0, n_positions
    for k in range(n):
        if c.truth[why[k]] != -1:
            return False
        n_same_cell += packed_cell(c.place[why[k] >> 1]) == cell
        n_same_value += packed_value(c.place[why[k] >> 1]) == value
    if kind == BECAUSE_GIVEN:
        return n == 0
    if kind == BECAUSE_OTHER:
        # The two candidates exclude each other.
        other = packed_cell(c.place[why[0] >> 1])
        if not (literal & why[0] & 1) or n_same_cell:
            return n_same_cell == 1
        for k in range(b.link_start[cell], b.link_start[cell + 1]):
            u = b.link[k].positions // b.n_values
            for j in range(b.unit_start[u], b.unit_start[u + 1]):
                if b.unit_cell[j] == other:
                    return n_same_value == 1
        return False
    if kind == BECAUSE_LAST:
        # The literals are all other candidates of a cell, or of a value in a full unit.
        if n_same_cell == n and n == mask_size(c.given[cell]) - 1:
            return True
        for k in range(b.link_start[cell], b.link_start[cell + 1]):
            u = b.link[k].positions // b.n_values
            n_positions = 0
            for j in range(b.unit_start[u], b.unit_start[u + 1]):
                n_positions += mask_has(c.given[b.unit_cell[j]], value)
            if b.unit_full[u] and n_same_value == n and n == n_positions - 1:
                return True
        return False
    if kind == BECAUSE_LESSER:
        # The literals are all smaller values of a cell that must be less.
        for k in range(b.lesser_start[cell], b.lesser_start[cell + 1]):
            if b.lesser[k] == <int32_t> (reason & DATA):
                return n == mask_size(mask_and(c.given[b.lesser[k]], mask_below(value)))
        return False
    if kind == BECAUSE_GREATER:
        for k in range(b.greater_start[cell], b.greater_start[cell + 1]):
            if b.greater[k] == <int32_t> (reason & DATA):
                return n == mask_size(mask_minus(c.given[b.greater[k]], mask_below(value + 1)))
        return False
    if kind == BECAUSE_UNIT:
        hall = &c.hall_set[reason & DATA]
        return literal & 1 and mask_has(hall.values, value) and is_outside(b, hall, cell) and is_named(c, hall, 0, why, n)
    if kind == BECAUSE_RELATED:
        related = &b.relations.related[reason & DATA]
        if related.target != cell:
            return False
        n_positions = mask_size(mask_and(b.relations.allowed[related.back + value], c.given[related.source]))
        for k in range(n):
            other = c.place[why[k] >> 1]
            if packed_cell(other) != related.source:
                return False
            if not mask_has(b.relations.allowed[related.back + value], packed_value(other)):
                return False
        return n == n_positions
    return True


cdef inline bint is_outside(const Board *b, const HallSet *hall, int32_t cell) noexcept nogil:
    # Return whether the cell is in the unit of a Hall set, but not in the set. This is for CHECKED builds.
    cdef int32_t k
    for k in range(b.unit_start[hall.unit], b.unit_start[hall.unit + 1]):
        if b.unit_cell[k] == cell:
            return not mask_has(hall.cells, k - b.unit_start[hall.unit])
    return False


cdef inline bint is_named(
    LearnerCore *c, const HallSet *hall, int32_t excess, const uint32_t *why, int32_t n,
) noexcept nogil:
    # Return whether a Hall set has `excess` more cells than values, and the explanation excludes every other value of
    # its cells. A value is excluded if its candidate fails, or if a cell of the unit outside the set has the value.
    # This is for CHECKED builds.
    cdef Board *b = &c.board
    cdef mask_t cells = hall.cells, others
    cdef int32_t cell, value, k, other
    cdef bint is_said
    if mask_size(hall.cells) != mask_size(hall.values) + excess:
        return False
    while not mask_is_empty(cells):
        cell = b.unit_cell[b.unit_start[hall.unit] + mask_pop(&cells)]
        others = mask_minus(c.given[cell], hall.values)
        while not mask_is_empty(others):
            value = mask_pop(&others)
            is_said = False
            for k in range(n):
                other = packed_cell(c.place[why[k] >> 1])
                if packed_value(c.place[why[k] >> 1]) == value:
                    is_said |= is_outside(b, hall, other) if why[k] & 1 else other == cell
            if not is_said:
                return False
    return True
