# Candidates and their groups: numbering, and propagation in groups, along inequalities and through relations.
#
# Units, inequalities and relations are not clauses here. A group counts its remaining candidates, and bounds and
# supports are read from the domains of cells.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

from common.arena cimport Arena, arena_pass, arena_place
from common.bits cimport (
    mask_and, mask_at_most_one, mask_below, mask_highest, mask_is_empty, mask_lowest, mask_minus, mask_pop, mask_size,
    mask_t, mask_with, mask_without,
)
from common.board cimport Board, pack, packed_cell, packed_value
from common.relations cimport Related, unsupported
from learner.core cimport (
    BECAUSE_GREATER, BECAUSE_LAST, BECAUSE_LESSER, BECAUSE_OTHER, BECAUSE_RELATED, CONFLICT_GROUP, CONFLICT_PAIR, DATA,
    FILL_CELLS, FILL_FULL, FILL_PARTLY, NO_CONFLICT, FillStep, LearnerCore, bytes_left, count_arena,
)
from learner.tuning cimport FILLING, RELATED_SHIFT


# Numbering ----------------------------------------------------------------------------------------------

cdef inline uint32_t candidate_from(LearnerCore *c, int32_t cell, int32_t value) noexcept nogil:
    # Return the first candidate of the cell with at least that value.
    return c.first_candidate[cell] + mask_size(mask_and(c.given[cell], mask_below(value)))


cdef inline bint begin_groups(LearnerCore *c) noexcept nogil:
    # Number the candidates that the root has left open, and their groups. Return False if memory runs out.
    cdef Board *b = &c.board
    cdef int64_t n_candidates = 0, n_members = 0, n_links = b.link_start[b.n_cells]
    cdef int64_t n_groups = b.n_cells + <int64_t> b.n_units * b.n_values
    cdef int32_t cell, n, u, k, n_full = 0, n_others = 0
    cdef Arena *a = &c.group_memory
    c.n_open_cells = 0
    for cell in range(b.n_cells):
        c.given[cell] = b.domain[cell]
        c.first_candidate[cell] = n_candidates
        n = mask_size(b.domain[cell])
        if n > 1:
            n_candidates += n
            n_members += n * (b.link_start[cell + 1] - b.link_start[cell])
            c.n_open_cells += 1
        if n_candidates > DATA >> 1:
            return False
    if n_groups > DATA:
        return False
    c.first_candidate[b.n_cells] = n_candidates
    c.n_candidates, c.n_groups = n_candidates, n_groups
    while arena_pass(a, bytes_left(c)):
        arena_place(a, c.variable, n_candidates)
        arena_place(a, c.trail, n_candidates)
        arena_place(a, c.place, n_candidates)
        arena_place(a, c.member, n_members)
        arena_place(a, c.left, n_groups)
        arena_place(a, c.member_start, n_groups - b.n_cells + 1)
        arena_place(a, c.first_group, n_links)
        arena_place(a, c.unit_group, b.n_units)
        arena_place(a, c.truth, 2 * n_candidates)
        arena_place(a, c.n_left, n_groups)
    if not count_arena(c, a):
        return False
    for u in range(b.n_units):
        n_full += b.unit_full[u]
    c.n_exact = b.n_cells + n_full * b.n_values
    for u in range(b.n_units):
        if b.unit_full[u]:
            n_full -= 1
            c.unit_group[u] = c.n_exact - (n_full + 1) * b.n_values
        else:
            c.unit_group[u] = c.n_exact + n_others * b.n_values
            n_others += 1
    for k in range(n_links):
        c.first_group[k] = c.unit_group[b.link[k].positions // b.n_values]
    c.n_trail = c.head = c.clause_head = c.related_head = c.depth = 0
    c.conflict = NO_CONFLICT
    c.fill_step = FILL_CELLS
    c.fill_at = c.n_members = 0
    return True


cdef inline void fill_groups(LearnerCore *c) noexcept nogil:
    # Fill about FILLING further members into the groups, and set is_filled after the last member. The groups of cells
    # come first, then the groups of full units, then all other groups.
    cdef Board *b = &c.board
    cdef mask_t values, positions
    cdef int32_t u, v, g, candidate
    cdef int64_t n_positions = <int64_t> b.n_units * b.n_values, work = FILLING
    while work > 0:
        if c.fill_step == FILL_CELLS:
            if c.fill_at == b.n_cells:
                next_step(c)
                continue
            values = c.given[c.fill_at]
            for candidate in range(c.first_candidate[c.fill_at], c.first_candidate[c.fill_at + 1]):
                c.place[candidate] = pack(c.fill_at, mask_pop(&values))
                c.left[c.fill_at] ^= candidate
                c.n_left[c.fill_at] += 1
            work -= 1 + c.n_left[c.fill_at]
            c.fill_at += 1
        elif c.fill_at == n_positions:
            if c.fill_step == FILL_PARTLY:
                c.is_filled = True
                break
            next_step(c)
        else:
            u, v = c.fill_at // b.n_values, c.fill_at % b.n_values
            positions = b.positions[c.fill_at]
            c.fill_at += 1
            work -= 1
            if b.unit_full[u] != (c.fill_step == FILL_FULL):
                continue
            g = c.unit_group[u] + v
            if not mask_at_most_one(positions):
                while not mask_is_empty(positions):
                    candidate = candidate_from(c, b.unit_cell[b.unit_start[u] + mask_pop(&positions)], v)
                    c.member[c.n_members] = candidate
                    c.n_members += 1
                    c.left[g] ^= candidate
                    c.n_left[g] += 1
                work -= c.n_left[g]
            c.member_start[g - b.n_cells + 1] = c.n_members


cdef inline void next_step(LearnerCore *c) noexcept nogil:
    c.fill_step = <FillStep> (c.fill_step + 1)
    c.fill_at = 0


# Propagation --------------------------------------------------------------------------------------------

cdef inline void assign(LearnerCore *c, uint32_t literal, uint32_t reason) noexcept nogil:
    cdef uint32_t candidate = literal >> 1
    c.truth[literal] = 1
    c.truth[literal ^ 1] = -1
    c.variable[candidate].level = c.depth
    c.variable[candidate].reason = reason
    c.trail[c.n_trail] = literal
    c.n_trail += 1


cdef inline bint count_down(LearnerCore *c, int32_t g, uint32_t candidate) noexcept nogil:
    # Remove a failed candidate from a group. Return False on conflict.
    cdef uint8_t n = c.n_left[g] - 1
    c.n_left[g] = n
    c.left[g] ^= candidate
    if n <= 1 and g < c.n_exact:
        if n == 0:
            c.conflict, c.conflict_at = CONFLICT_GROUP, g
            return False
        if c.truth[c.left[g] << 1] == 0:
            assign(c, c.left[g] << 1, BECAUSE_LAST | <uint32_t> g)
    return True


cdef inline bint fail(LearnerCore *c, uint32_t candidate, uint32_t reason) noexcept nogil:
    # Make a candidate fail that has not failed yet, and return False on conflict. All groups of the candidate are
    # updated even after a conflict, because undo_levels restores all of them.
    cdef Board *b = &c.board
    cdef int32_t cell = packed_cell(c.place[candidate]), value = packed_value(c.place[candidate]), k
    cdef bint ok
    if c.truth[candidate << 1] > 0:
        c.conflict, c.conflict_at, c.conflict_reason = CONFLICT_PAIR, candidate << 1 | 1, reason
        return False
    assign(c, candidate << 1 | 1, reason)
    ok = count_down(c, cell, candidate)
    for k in range(b.link_start[cell], b.link_start[cell + 1]):
        ok &= count_down(c, c.first_group[k] + value, candidate)
    if b.ordered[cell]:
        b.domain[cell] = mask_without(b.domain[cell], value)
    return ok


cdef inline bint imply(LearnerCore *c, uint32_t literal, uint32_t reason) noexcept nogil:
    # Make an open literal hold. Return False on conflict.
    if literal & 1:
        return fail(c, literal >> 1, reason)
    assign(c, literal, reason)
    return True


cdef inline bint fail_others(LearnerCore *c, uint32_t candidate) noexcept nogil:
    # Make all other candidates fail in the groups of a candidate that holds, and return False on conflict. Most groups
    # have no other candidates left, and are skipped.
    cdef Board *b = &c.board
    cdef uint32_t because = BECAUSE_OTHER | candidate, other
    cdef int32_t cell = packed_cell(c.place[candidate]), value = packed_value(c.place[candidate]), k, j, g
    if c.n_left[cell] > 1:
        for other in range(c.first_candidate[cell], c.first_candidate[cell + 1]):
            if c.truth[other << 1] >= 0 and other != candidate and not fail(c, other, because):
                return False
    for k in range(b.link_start[cell], b.link_start[cell + 1]):
        g = c.first_group[k] + value
        if c.n_left[g] > 1:
            for j in range(c.member_start[g - b.n_cells], c.member_start[g - b.n_cells + 1]):
                other = c.member[j]
                if c.truth[other << 1] >= 0 and other != candidate and not fail(c, other, because):
                    return False
    return True


cdef inline bint fail_values(LearnerCore *c, int32_t cell, mask_t values, uint32_t reason) noexcept nogil:
    # Make candidates of the cell fail, which are given by their values and must not have failed. Return False on
    # conflict.
    while not mask_is_empty(values):
        if not fail(c, candidate_from(c, cell, mask_pop(&values)), reason):
            return False
    return True


cdef inline bint carry_relations(LearnerCore *c, uint32_t candidate) noexcept nogil:
    # Make the values of related cells fail whose last support was a failed candidate. Return False on conflict.
    cdef Board *b = &c.board
    cdef int32_t cell = packed_cell(c.place[candidate]), value = packed_value(c.place[candidate])
    cdef Related *related
    cdef mask_t others
    cdef int32_t k
    cdef int64_t work = 0
    for k in range(b.relations.start[cell], b.relations.start[cell + 1]):
        related = &b.relations.related[k]
        others = mask_and(b.domain[related.target], b.relations.allowed[related.row + value])
        others = unsupported(&b.relations, related, b.domain[cell], others, &work)
        if not fail_values(c, related.target, others, BECAUSE_RELATED | <uint32_t> k):
            return False
    c.ticks += work >> RELATED_SHIFT
    return True


cdef inline bint carry_bounds(LearnerCore *c, uint32_t candidate) noexcept nogil:
    # Propagate the bounds of a cell along its inequalities if a failed candidate was a bound. Return False on conflict.
    cdef Board *b = &c.board
    cdef int32_t cell = packed_cell(c.place[candidate]), value = packed_value(c.place[candidate]), k
    cdef uint32_t because = BECAUSE_LESSER | <uint32_t> cell
    cdef mask_t too_small, small_enough
    if not b.ordered[cell] or (value > mask_lowest(b.domain[cell]) and value < mask_highest(b.domain[cell])):
        return True
    too_small = mask_below(mask_lowest(b.domain[cell]) + 1)
    small_enough = mask_below(mask_highest(b.domain[cell]))
    for k in range(b.greater_start[cell], b.greater_start[cell + 1]):
        if not fail_values(c, b.greater[k], mask_and(b.domain[b.greater[k]], too_small), because):
            return False
    because = BECAUSE_GREATER | <uint32_t> cell
    for k in range(b.lesser_start[cell], b.lesser_start[cell + 1]):
        if not fail_values(c, b.lesser[k], mask_minus(b.domain[b.lesser[k]], small_enough), because):
            return False
    return True


cdef inline void count_up(LearnerCore *c, int32_t g, uint32_t candidate) noexcept nogil:
    # Return a candidate to a group.
    c.n_left[g] += 1
    c.left[g] ^= candidate


cdef inline void undo_levels(LearnerCore *c, int32_t depth) noexcept nogil:
    # Undo the assignments at levels above depth. There must be at least one such level.
    cdef Board *b = &c.board
    cdef uint32_t literal, candidate
    cdef int32_t k, cell, value
    while c.n_trail > c.level_start[depth + 1]:
        c.n_trail -= 1
        literal = c.trail[c.n_trail]
        candidate = literal >> 1
        c.truth[literal] = c.truth[literal ^ 1] = 0
        if literal & 1:
            cell, value = packed_cell(c.place[candidate]), packed_value(c.place[candidate])
            count_up(c, cell, candidate)
            for k in range(b.link_start[cell], b.link_start[cell + 1]):
                count_up(c, c.first_group[k] + value, candidate)
            if b.ordered[cell]:
                b.domain[cell] = mask_with(b.domain[cell], value)
    c.head = c.clause_head = c.related_head = c.n_trail
    c.depth = depth
    c.conflict = NO_CONFLICT


cdef inline int32_t list_group(LearnerCore *c, int32_t g, uint32_t but, uint32_t *to) noexcept nogil:
    # Write the positive literals of all candidates of a group except `but`, and return their number.
    cdef int32_t n = 0, k
    cdef uint32_t candidate
    if g < c.board.n_cells:
        for candidate in range(c.first_candidate[g], c.first_candidate[g + 1]):
            to[n] = candidate << 1
            n += candidate != but
        return n
    for k in range(c.member_start[g - c.board.n_cells], c.member_start[g - c.board.n_cells + 1]):
        to[n] = c.member[k] << 1
        n += c.member[k] != but
    return n
