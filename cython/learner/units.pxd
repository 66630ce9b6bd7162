# All-different filtering of whole units when nothing else follows. A candidate fails if the other open cells of its
# unit could not all have different values beside it (Regin, 1994). The reason is a Hall set: cells with as many values
# left as cells. The clause of a reason is generated only if conflict analysis needs it.
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memset

from common.arena cimport Arena, arena_pass, arena_place
from common.bits cimport (
    mask_and, mask_at_most_one, mask_is_empty, mask_minus, mask_none, mask_or, mask_pop, mask_t, mask_with,
)
from common.board cimport Board, packed_cell
from learner.core cimport BECAUSE_UNIT, CONFLICT_UNIT, DATA, HallSet, LearnerCore, bytes_left, count_arena, grown
from learner.groups cimport fail_values
from learner.matching cimport (
    MOST_CELLS, UNMATCHED, Components, Matching, begin_components, match_cells, next_component, reaching,
)
from learner.tuning cimport FILTERED_DEPTH, FILTERED_OPEN, FILTERED_SHIFT

cdef enum:
    MOST_TICKS = 1 << 14        # work before filtering returns to check the budget, about 2 ms


cdef inline bint begin_units(LearnerCore *c) noexcept nogil:
    # Set up filtering if it is worthwhile, which is the case for grids with few numbers. Return False if memory runs
    # out.
    cdef Board *b = &c.board
    cdef Arena *a = &c.unit_memory
    cdef int64_t n_links = b.link_start[b.n_cells]
    cdef int32_t k
    c.is_filtering = c.is_filtering and 100 * <int64_t> c.n_open_cells >= FILTERED_OPEN * <int64_t> b.n_cells
    if not c.is_filtering:
        return True
    while arena_pass(a, bytes_left(c)):
        arena_place(a, c.link_unit, n_links)
        arena_place(a, c.matched_value, n_links)
        arena_place(a, c.is_waiting, b.n_units)
        arena_place(a, c.waiting, b.n_units)
    if not count_arena(c, a):
        return False
    for k in range(n_links):
        c.link_unit[k] = b.link[k].positions // b.n_values
    memset(c.matched_value, UNMATCHED, n_links)
    # The first filtering visits all units.
    for k in range(b.n_units):
        c.waiting[k] = k
        c.is_waiting[k] = 1
    c.n_waiting = b.n_units
    c.unit_head = 0
    # From this point on, the domains of all cells are kept up to date.
    memset(b.ordered, 1, b.n_cells)
    c.longest = max(c.longest, b.n_values * b.n_values)
    return True


cdef inline bint is_filter_due(const LearnerCore *c) noexcept nogil:
    return c.is_filtering and c.depth <= FILTERED_DEPTH and (c.n_waiting > 0 or c.unit_head < c.n_trail)


cdef inline void note_failed(LearnerCore *c) noexcept nogil:
    # Queue the units whose candidates have failed since the last time.
    cdef Board *b = &c.board
    cdef int32_t k, cell
    while c.unit_head < c.n_trail:
        if c.trail[c.unit_head] & 1:
            cell = packed_cell(c.place[c.trail[c.unit_head] >> 1])
            for k in range(b.link_start[cell], b.link_start[cell + 1]):
                if not c.is_waiting[c.link_unit[k]]:
                    c.is_waiting[c.link_unit[k]] = 1
                    c.waiting[c.n_waiting] = c.link_unit[k]
                    c.n_waiting += 1
        c.unit_head += 1


cdef inline void undo_units(LearnerCore *c) noexcept nogil:
    # This function is called after levels were undone. The remaining levels were filtered before the first undone
    # level, if at all.
    while c.n_hall_sets and c.hall_set[c.n_hall_sets - 1].at >= c.n_trail:
        c.n_hall_sets -= 1
    while c.n_waiting:
        c.n_waiting -= 1
        c.is_waiting[c.waiting[c.n_waiting]] = 0
    c.unit_head = c.n_trail


cdef inline bint filter_units(LearnerCore *c) noexcept nogil:
    # Filter queued units until a candidate holds, no unit is left, or a limit of work is reached. Return False on
    # conflict, or if memory runs out. A candidate that holds must be propagated through its groups before a unit is
    # filtered.
    cdef int32_t u, at = c.n_trail
    cdef int64_t end = c.ticks + MOST_TICKS
    note_failed(c)
    while c.n_waiting and c.ticks < end:
        while at < c.n_trail:
            if not c.trail[at] & 1:
                return True
            at += 1
        c.n_waiting -= 1
        u = c.waiting[c.n_waiting]
        c.is_waiting[u] = 0
        if not filter_unit(c, u):
            return False
    return True


cdef inline bint filter_unit(LearnerCore *c, int32_t u) noexcept nogil:
    # In a unit, make all candidates fail that leave the other open cells too few different values. Return False on
    # conflict, or if memory runs out.
    cdef Board *b = &c.board
    cdef Matching g
    cdef Components s
    cdef mask_t domain, values = mask_none(), settled = mask_none(), component, spare, loose
    cdef int32_t[MOST_CELLS] position
    cdef int32_t first = b.unit_start[u], k, i, failed
    g.m = 0
    for k in range(b.unit_start[u + 1] - first):
        domain = b.domain[b.unit_cell[first + k]]
        if mask_at_most_one(domain):
            settled = mask_or(settled, domain)
        else:
            values = mask_or(values, domain)
            g.domain[g.m] = domain
            g.value[g.m] = c.matched_value[first + k]
            position[g.m] = k
            g.m += 1
    # With fewer open cells, singles have found all conclusions.
    if g.m < (4 if b.unit_full[u] else 3):
        return True
    c.ticks += 1 + (g.m * g.m >> FILTERED_SHIFT)
    failed = match_cells(&g)
    if failed >= 0:
        c.conflict = CONFLICT_UNIT
        note_hall_set(&c.failed_set, u, &g, g.seen, position, settled)
        c.failed_set.cells = mask_with(c.failed_set.cells, position[failed])
        return False
    for i in range(g.m):
        c.matched_value[first + position[i]] = g.value[i]
    # Cells that can be rematched to an unmatched value are in no Hall set.
    spare = mask_minus(values, g.matched)
    loose = mask_none() if mask_is_empty(spare) else mask_and(reaching(&g, spare), g.matched)
    begin_components(&s, mask_minus(g.matched, loose))
    while True:
        component = next_component(&s, &g)
        if mask_is_empty(component):
            # The loose cells come last.
            component, loose = loose, mask_none()
            if mask_is_empty(component):
                return True
        if not mask_is_empty(s.emitted) and not drop_emitted(c, u, &g, s.emitted, component, spare, position, settled):
            return False
        s.emitted = mask_or(s.emitted, component)


cdef inline bint drop_emitted(
    LearnerCore *c, int32_t u, const Matching *g, mask_t emitted, mask_t component, mask_t spare,
    const int32_t *position, mask_t settled,
) noexcept nogil:
    # In a component, make all candidates fail whose values belong to earlier components. The reason for each candidate
    # is the largest Hall set without its cell. Return False on conflict, or if memory runs out.
    cdef Board *b = &c.board
    cdef mask_t lost, values
    cdef HallSet *hall
    cdef int32_t i
    while not mask_is_empty(component):
        i = g.cell[mask_pop(&component)]
        lost = mask_and(g.domain[i], emitted)
        if mask_is_empty(lost):
            continue
        hall = next_hall_set(c)
        if hall == NULL:
            c.no_memory = True
            return False
        values = mask_minus(g.matched, reaching(g, mask_with(spare, g.value[i])))
        note_hall_set(hall, u, g, values, position, settled)
        hall.at = c.n_trail
        if not fail_values(
            c, b.unit_cell[b.unit_start[u] + position[i]], lost, BECAUSE_UNIT | <uint32_t> (c.n_hall_sets - 1)
        ):
            return False
    return True


cdef inline HallSet *next_hall_set(LearnerCore *c) noexcept nogil:
    # Return room for one more Hall set, or NULL if memory runs out.
    cdef int64_t capacity
    cdef void *more
    if c.n_hall_sets == c.hall_set_capacity:
        capacity = 2 * c.hall_set_capacity + 1024
        more = NULL
        if capacity <= DATA:
            more = grown(c, c.hall_set, c.hall_set_capacity * sizeof(HallSet), capacity * sizeof(HallSet))
        if more == NULL:
            return NULL
        c.hall_set = <HallSet *> more
        c.hall_set_capacity = capacity
    c.n_hall_sets += 1
    return &c.hall_set[c.n_hall_sets - 1]


cdef inline void note_hall_set(
    HallSet *hall, int32_t u, const Matching *g, mask_t values, const int32_t *position, mask_t settled,
) noexcept nogil:
    # Fill in the cells that are matched with these values.
    hall.unit, hall.values, hall.settled, hall.traced = u, values, settled, 0
    hall.cells = mask_none()
    while not mask_is_empty(values):
        hall.cells = mask_with(hall.cells, position[g.cell[mask_pop(&values)]])
