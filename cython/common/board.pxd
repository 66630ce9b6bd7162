# The candidate board: the values that each cell may still take, stored by cell and by unit.
#
# Both views are updated together, one candidate at a time, so one test finds each kind of single. A naked single is a
# cell with one value left. A hidden single is a value with one position left in a full unit. Inequalities move the
# bounds of cells, and relations drop values without support. The trail lists the dropped candidates, so every change
# can be undone. Values are 0-based in this file.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from common.arena cimport ANY_SIZE, Arena, arena_pass, arena_place
from common.bits cimport (
    FASTFUTO_WORDS, mask_and, mask_at_most_one, mask_below, mask_has, mask_highest, mask_is_empty,
    mask_lowest, mask_minus, mask_none, mask_only, mask_or, mask_pop, mask_size, mask_t, mask_with, mask_without,
    words_transpose,
)
from common.facts cimport Facts
from common.relations cimport (
    Related, Relations, fill_relations, find_related, forget_related, keeps_relations, note_related, unsupported,
)

cdef enum Outcome:
    # The outcomes of an engine's run.
    OUTCOME_EXHAUSTED   # there are no more solutions
    OUTCOME_SOLUTION    # the limit of solutions is reached
    OUTCOME_PAUSED      # the budget is used up
    OUTCOME_BROKEN      # an invariant is violated; only in CHECKED builds
    OUTCOME_NO_MEMORY

cdef enum Propagated:
    CONFLICT        # a cell has no value left, or a value has no position left in a full unit
    FIXPOINT        # nothing more follows
    OUT_OF_BUDGET   # propagation is unfinished: call propagate again

cdef enum:
    NOWHERE = -1            # no unit, in place of the index of a unit's first position mask

cdef struct Link:
    # A cell's membership in one unit.
    int32_t positions   # index of the unit's first position mask: unit * n_values
    int32_t first       # index of the unit's first cell: unit_start[unit]
    int32_t position    # of the cell in the unit
    int32_t full        # whether every value must occur in the unit

cdef struct Slot:
    # The two entries of an inequality in the lists of the board.
    int32_t greater     # index in Board.greater
    int32_t lesser      # index in Board.lesser

cdef struct Board:
    # array                 shape                   holds
    int32_t n_cells
    int32_t n_values
    int32_t n_units
    # The skeleton, fixed for the life of the board.
    int32_t *unit_start     # (n_units + 1,)        first entry of the unit in unit_cell
    int32_t *unit_cell      # (memberships,)        its cells
    uint8_t *unit_full      # (n_units,)            whether every value must occur in the unit
    int32_t *link_start     # (n_cells + 1,)        first entry of the cell in link
    Link *link              # (memberships,)
    # The inequalities, fixed until the next reset.
    int32_t *greater_start  # (n_cells + 1,)        first entry of the cell in greater
    int32_t *greater        # (n_inequalities,)             cells that must be greater than it
    int32_t *lesser_start   # (n_cells + 1,)
    int32_t *lesser         # (n_inequalities,)             cells that must be less than it
    uint8_t *ordered        # (n_cells,)            whether the cell has inequalities or relations
    uint8_t *used           # (2 * n_inequalities,) if not NULL: whether an inequality has dropped anything; entries for
                            #                       the cells in greater are followed by entries for the others
    Relations relations
    # The candidates.
    mask_t *domain          # (n_cells,)            values the cell may take
    mask_t *positions       # (n_units * n_values,) where in the unit the value may go
    int32_t n_open          # cells with more than one value
    uint32_t *trail         # (n_cells * n_values,) dropped candidates, packed
    int64_t n_trail
    # Pending propagation; empty at a fixpoint.
    uint32_t *agenda        # (n_cells + n_units * n_values + 1 or more,) concluded candidates, packed
    int32_t agenda_head
    int32_t agenda_tail
    int32_t *moved          # (n_cells,) ring       cells with a changed smallest or largest value
    uint8_t *is_moved       # (n_cells,)
    int32_t moved_head
    int32_t n_moved
    # The cell or the unit of the last conflict; the other of the two is -1.
    int32_t failed_cell
    int32_t failed_unit


# Building -----------------------------------------------------------------------------------------------

cdef inline int check_run(
    int64_t budget, int64_t limit, const uint8_t[:, ::1] out, int32_t n_cells,
) except -1:
    # Raise ValueError if an argument of a run is wrong.
    if budget < 1 or limit < 1:
        raise ValueError(f"budget and limit must be at least 1, got {budget} and {limit}")
    if out is not None and (out.shape[0] < limit or out.shape[1] != n_cells):
        raise ValueError(
            f"out must have shape ({limit} or more, {n_cells}), got ({out.shape[0]}, {out.shape[1]})"
        )
    return 0


cdef inline void place_units(Board *b, Arena *a, const Facts *f) noexcept nogil:
    # Place the arrays of units and candidates.
    cdef size_t n_cells = f.n_cells, n_units = f.n_units, n_links = f.unit_start[n_units]
    b.n_cells, b.n_values, b.n_units = f.n_cells, f.n_values, f.n_units
    arena_place(a, b.domain, n_cells)
    arena_place(a, b.positions, n_units * b.n_values)   # right after the domains: one copy takes both
    arena_place(a, b.link, n_links)
    arena_place(a, b.unit_start, n_units + 1)
    arena_place(a, b.unit_cell, n_links)
    arena_place(a, b.link_start, n_cells + 1)
    arena_place(a, b.unit_full, n_units)
    arena_place(a, b.ordered, n_cells)


cdef inline void place_agenda(Board *b, Arena *a, size_t more) noexcept nogil:
    # Place the arrays of propagation, with room for `more` further conclusions. The unused part of the trail is never
    # touched.
    cdef size_t n_cells = b.n_cells
    arena_place(a, b.trail, n_cells * b.n_values)
    arena_place(a, b.agenda, n_cells + <size_t> b.n_units * b.n_values + more)
    arena_place(a, b.moved, n_cells)
    arena_place(a, b.is_moved, n_cells)


cdef inline bint fill_units(Board *b, const Facts *f) noexcept nogil:
    # Fill in the members from unit_start to link. Return True if some unit has more cells than there are values.
    cdef int32_t u, k, cell, at, size
    cdef bint impossible = False
    memset(b.link_start, 0, (b.n_cells + 1) * sizeof(int32_t))
    for k in range(f.unit_start[b.n_units]):
        b.unit_cell[k] = f.unit_cell[k]
        b.link_start[f.unit_cell[k] + 1] += 1
    for cell in range(b.n_cells):
        b.link_start[cell + 1] += b.link_start[cell]
    for u in range(b.n_units + 1):
        b.unit_start[u] = f.unit_start[u]
    # link_start[cell] first serves as the index of the cell's next link, and is shifted back afterwards.
    for u in range(b.n_units):
        size = b.unit_start[u + 1] - b.unit_start[u]
        b.unit_full[u] = size == b.n_values
        impossible = impossible or size > b.n_values
        for k in range(size):
            cell = b.unit_cell[b.unit_start[u] + k]
            at = b.link_start[cell]
            b.link_start[cell] += 1
            b.link[at].positions = u * b.n_values
            b.link[at].first = b.unit_start[u]
            b.link[at].position = k
            b.link[at].full = b.unit_full[u]
    for cell in range(b.n_cells, 0, -1):
        b.link_start[cell] = b.link_start[cell - 1]
    b.link_start[0] = 0
    return impossible


cdef inline bint fill_inequalities(Board *b, Arena *memory, const Facts *f) noexcept nogil:
    # Fill in the fields from greater_start to ordered, and remove the relations. The old block is freed. Return False
    # if memory runs out.
    cdef Py_ssize_t k, n_inequalities = f.n_inequalities
    cdef int32_t cell, lesser, greater
    while arena_pass(memory, ANY_SIZE):
        arena_place(memory, b.greater_start, b.n_cells + 2)
        arena_place(memory, b.lesser_start, b.n_cells + 2)
        arena_place(memory, b.greater, n_inequalities)
        arena_place(memory, b.lesser, n_inequalities)
    if memory.base == NULL:
        return False
    memset(b.ordered, 0, b.n_cells)
    b.relations.n = 0
    # The entries of a cell are counted in start[cell + 2] and filled in through start[cell + 1], which leaves
    # start[cell] at the cell's first entry.
    for k in range(n_inequalities):
        lesser, greater = f.inequality[2 * k], f.inequality[2 * k + 1]
        b.greater_start[lesser + 2] += 1
        b.lesser_start[greater + 2] += 1
        b.ordered[lesser] = b.ordered[greater] = 1
    for cell in range(b.n_cells):
        b.greater_start[cell + 2] += b.greater_start[cell + 1]
        b.lesser_start[cell + 2] += b.lesser_start[cell + 1]
    for k in range(n_inequalities):
        lesser, greater = f.inequality[2 * k], f.inequality[2 * k + 1]
        b.greater[b.greater_start[lesser + 1]] = greater
        b.greater_start[lesser + 1] += 1
        b.lesser[b.lesser_start[greater + 1]] = lesser
        b.lesser_start[greater + 1] += 1
    return True


cdef inline void withdraw_inequalities(
    Board *b, const int32_t *inequalities, Py_ssize_t n_inequalities, Slot *slots,
) noexcept nogil:
    # Switch all inequalities off, and store their entries in `slots`, so each can be switched on and off later. This
    # function must be called right after the inequalities were filled in and the domains were loaded. An inequality
    # that is switched off points to the last cell of the board, which must be in no unit. That cell loses its
    # candidates, so rules skip inequalities that are switched off.
    cdef Py_ssize_t k
    cdef int32_t nobody = b.n_cells - 1
    b.domain[nobody] = mask_none()
    if b.n_open:
        b.n_open -= 1
    for k in range(n_inequalities):
        # The lists of a cell have its inequalities in the given order.
        slots[k].greater = b.greater_start[inequalities[2 * k]]
        while b.greater[slots[k].greater] == nobody:
            slots[k].greater += 1
        slots[k].lesser = b.lesser_start[inequalities[2 * k + 1]]
        while b.lesser[slots[k].lesser] == nobody:
            slots[k].lesser += 1
        b.greater[slots[k].greater] = b.lesser[slots[k].lesser] = nobody


cdef inline void put_inequality(
    Board *b, const Slot *slot, int32_t lesser, int32_t greater, bint acts,
) noexcept nogil:
    # Switch an inequality on. If it acts on bounds, its cells are queued for propagation.
    b.greater[slot.greater] = greater
    b.lesser[slot.lesser] = lesser
    if acts:
        b.ordered[lesser] = b.ordered[greater] = 1
        note_moved(b, lesser)
        note_moved(b, greater)


cdef inline void take_inequality(Board *b, const Slot *slot, int32_t lesser, int32_t greater) noexcept nogil:
    # Switch an inequality off. The caller restores the candidates.
    b.greater[slot.greater] = b.lesser[slot.lesser] = b.n_cells - 1
    b.ordered[lesser] = b.ordered[lesser] and has_inequalities(b, lesser)
    b.ordered[greater] = b.ordered[greater] and has_inequalities(b, greater)


cdef inline bint has_inequalities(const Board *b, int32_t cell) noexcept nogil:
    # Return whether some inequality of the cell is switched on.
    cdef int32_t k
    for k in range(b.greater_start[cell], b.greater_start[cell + 1]):
        if b.greater[k] != b.n_cells - 1:
            return True
    for k in range(b.lesser_start[cell], b.lesser_start[cell + 1]):
        if b.lesser[k] != b.n_cells - 1:
            return True
    return False


cdef inline bint add_relations(Board *b, Arena *memory, const Facts *f) noexcept nogil:
    # Add relations, right after the inequalities. Return False if memory runs out.
    cdef Py_ssize_t k
    if not fill_relations(&b.relations, memory, f):
        return False
    for k in range(2 * f.n_relations):
        b.ordered[f.related[k]] = 1
    return True


cdef inline void fill_domains(Board *b, mask_t *given, const Facts *f) noexcept nogil:
    # Copy the domains to `given`, the input of `load`, without the bits beyond n_values, and clear pending propagation.
    cdef mask_t all_values = mask_below(b.n_values)
    cdef int32_t cell
    memcpy(given, f.domain, b.n_cells * sizeof(mask_t))
    for cell in range(b.n_cells):
        given[cell] = mask_and(given[cell], all_values)
    memset(b.is_moved, 0, b.n_cells)
    b.n_trail = 0
    b.agenda_head = b.agenda_tail = 0
    b.moved_head = b.n_moved = 0


# Propagation --------------------------------------------------------------------------------------------

cdef inline uint32_t pack(int32_t cell, int32_t value) noexcept nogil:
    # Pack a candidate into 32 bits.
    return <uint32_t> cell << 8 | <uint32_t> value


cdef inline int32_t packed_cell(uint32_t candidate) noexcept nogil:
    return candidate >> 8


cdef inline int32_t packed_value(uint32_t candidate) noexcept nogil:
    return candidate & 255


cdef inline void conclude(Board *b, int32_t cell, int32_t value) noexcept nogil:
    # Put the candidate on the agenda.
    b.agenda[b.agenda_tail] = pack(cell, value)
    b.agenda_tail += 1


cdef inline void note_moved(Board *b, int32_t cell) noexcept nogil:
    # Queue a cell whose smallest or largest value has changed.
    cdef int32_t at
    if not b.is_moved[cell]:
        b.is_moved[cell] = 1
        at = b.moved_head + b.n_moved
        b.moved[at if at < b.n_cells else at - b.n_cells] = cell
        b.n_moved += 1


cdef inline bint drop_positions(Board *b, int32_t cell, int32_t value, int32_t done) noexcept nogil:
    # Remove the cell from the value's positions in all its units, except the unit whose position masks begin at `done`,
    # and record the candidate on the trail. Return False if a full unit has no position left. All positions are updated
    # even after a conflict, because undo restores all of them.
    cdef bint ok = True
    cdef int32_t k, last
    cdef Link link
    cdef mask_t left
    b.trail[b.n_trail] = pack(cell, value)
    b.n_trail += 1
    for k in range(b.link_start[cell], b.link_start[cell + 1]):
        link = b.link[k]
        if link.positions == done:
            continue
        left = mask_without(b.positions[link.positions + value], link.position)
        b.positions[link.positions + value] = left
        if mask_at_most_one(left) and link.full:
            if mask_is_empty(left):
                b.failed_unit = link.positions // b.n_values
                ok = False
            else:
                last = b.unit_cell[link.first + mask_lowest(left)]
                if not mask_at_most_one(b.domain[last]):
                    conclude(b, last, value)
    return ok


cdef inline bint drop(Board *b, int32_t cell, int32_t value, int32_t done) noexcept nogil:
    # Remove a value from the domain of the cell, which must still have it. Return False if the cell is left without a
    # value, or the value without a position in a full unit.
    cdef mask_t left = mask_without(b.domain[cell], value)
    cdef bint ok
    b.domain[cell] = left
    ok = drop_positions(b, cell, value, done)
    if mask_at_most_one(left):
        if mask_is_empty(left):
            b.failed_cell = cell
            return False
        b.n_open -= 1
        conclude(b, cell, mask_lowest(left))
    if b.ordered[cell] and (value < mask_lowest(left) or value > mask_highest(left)):
        note_moved(b, cell)
    return ok


cdef inline bint settle(Board *b, int32_t cell, int32_t value) noexcept nogil:
    # Give the cell the value, and drop the value from the rest of its units. Return False on conflict.
    cdef mask_t others
    cdef int32_t k
    cdef Link link
    cdef int32_t *cells
    cdef bint ok = True
    if not mask_has(b.domain[cell], value):
        b.failed_cell = cell
        return False
    others = mask_without(b.domain[cell], value)
    if not mask_is_empty(others):
        b.domain[cell] = mask_only(value)
        b.n_open -= 1
        while not mask_is_empty(others):
            ok = drop_positions(b, cell, mask_pop(&others), NOWHERE) and ok
        if not ok:
            return False
        if b.ordered[cell]:
            note_moved(b, cell)
    for k in range(b.link_start[cell], b.link_start[cell + 1]):
        link = b.link[k]
        others = mask_without(b.positions[link.positions + value], link.position)
        if not mask_is_empty(others):
            # The positions in this unit are known at once, but the other cells must still be visited, because the trail
            # lists single candidates.
            b.positions[link.positions + value] = mask_only(link.position)
            cells = b.unit_cell + link.first
            while not mask_is_empty(others):
                ok = drop(b, cells[mask_pop(&others)], value, link.positions) and ok
            if not ok:
                return False
    return True


cdef inline bint drop_all(Board *b, int32_t cell, mask_t values) noexcept nogil:
    # Drop several values from the domain of the cell, which must still have them. Return False on conflict.
    while not mask_is_empty(values):
        if not drop(b, cell, mask_pop(&values), NOWHERE):
            return False
    return True


cdef inline void note_used(Board *b, int32_t cell, mask_t too_small, mask_t small_enough) noexcept nogil:
    # Mark the inequalities of the cell that exclude a candidate.
    cdef int32_t k
    cdef uint8_t *used = b.used
    for k in range(b.greater_start[cell], b.greater_start[cell + 1]):
        if not mask_is_empty(mask_and(b.domain[b.greater[k]], too_small)):
            used[k] = True
    used += b.greater_start[b.n_cells]
    for k in range(b.lesser_start[cell], b.lesser_start[cell + 1]):
        if not mask_is_empty(mask_minus(b.domain[b.lesser[k]], small_enough)):
            used[k] = True


cdef inline bint move_bounds(Board *b, int32_t cell) noexcept nogil:
    # Drop the values that are not above the cell's smallest value from greater cells, and the values that are not below
    # its largest value from smaller cells. Return False on conflict.
    cdef mask_t too_small = mask_below(mask_lowest(b.domain[cell]) + 1)
    cdef mask_t small_enough = mask_below(mask_highest(b.domain[cell]))
    cdef int32_t k
    if b.used != NULL:
        note_used(b, cell, too_small, small_enough)
    for k in range(b.greater_start[cell], b.greater_start[cell + 1]):
        if not drop_all(b, b.greater[k], mask_and(b.domain[b.greater[k]], too_small)):
            return False
    for k in range(b.lesser_start[cell], b.lesser_start[cell + 1]):
        if not drop_all(b, b.lesser[k], mask_minus(b.domain[b.lesser[k]], small_enough)):
            return False
    return True


cdef inline bint note_changes(Board *b) noexcept nogil:
    # Queue the cells that have relations and have lost values. Return whether there is a relation to propagate.
    cdef Relations *r = &b.relations
    while r.n_seen < b.n_trail:
        note_related(r, packed_cell(b.trail[r.n_seen]))
        r.n_seen += 1
    return find_related(r)


cdef inline bint relate_next(Board *b, int64_t *work) noexcept nogil:
    # Drop the values that the next relation leaves without support. Return False on conflict.
    cdef Related *related = &b.relations.related[b.relations.at]
    cdef mask_t gone = b.domain[related.target]
    b.relations.at += 1
    gone = unsupported(&b.relations, related, b.domain[related.source], gone, work)
    return drop_all(b, related.target, gone)


cdef inline void forget_agenda(Board *b) noexcept nogil:
    # Clear pending propagation after a conflict.
    b.agenda_head = b.agenda_tail = 0
    if b.relations.n:
        forget_related(&b.relations)
    while b.n_moved:
        b.is_moved[b.moved[b.moved_head]] = 0
        b.moved_head = b.moved_head + 1 if b.moved_head + 1 < b.n_cells else 0
        b.n_moved -= 1


cdef inline Propagated propagate(Board *b, int64_t *budget) noexcept nogil:
    # Propagate to a fixpoint or a conflict, or until the budget is used up. The budget counts dropped candidates and
    # the work on relations. After a conflict the agenda is empty, and the dropped candidates stay dropped until undo.
    cdef int64_t longest_trail = b.n_trail + budget[0], work
    cdef Propagated propagated
    cdef uint32_t candidate
    cdef int32_t cell
    cdef bint ok
    b.failed_cell = b.failed_unit = -1
    while True:
        if b.agenda_head < b.agenda_tail:
            candidate = b.agenda[b.agenda_head]
            b.agenda_head += 1
            ok = settle(b, packed_cell(candidate), packed_value(candidate))
        elif b.n_moved:
            b.agenda_head = b.agenda_tail = 0
            cell = b.moved[b.moved_head]
            b.moved_head = b.moved_head + 1 if b.moved_head + 1 < b.n_cells else 0
            b.n_moved -= 1
            b.is_moved[cell] = 0
            ok = move_bounds(b, cell)
        elif b.relations.n and note_changes(b):
            b.agenda_head = b.agenda_tail = 0
            work = 0
            ok = relate_next(b, &work)
            longest_trail -= work
        else:
            b.agenda_head = b.agenda_tail = 0
            propagated = FIXPOINT
            break
        if not ok:
            forget_agenda(b)
            propagated = CONFLICT
            break
        if b.n_trail > longest_trail:
            propagated = OUT_OF_BUDGET
            break
    budget[0] = longest_trail - b.n_trail
    return propagated


cdef inline bint load(Board *b, const mask_t *given, int64_t *charge) noexcept nogil:
    # Load the given domains, and drop the values of filled cells from their peers. Return False on conflict. The caller
    # must propagate afterwards.
    #
    # The result is the same as with `settle`, which drops one candidate after another, but loading takes a fraction of
    # the time. The domains lose all values of filled cells unit by unit, and the positions are filled in afterwards.
    # The trail stays empty, because loading is never undone. The charge is the same as for single candidates.
    cdef mask_t taken
    cdef int32_t cell, u, k
    memcpy(b.domain, given, b.n_cells * sizeof(mask_t))
    for u in range(b.n_units):
        taken = mask_none()
        for k in range(b.unit_start[u], b.unit_start[u + 1]):
            cell = b.unit_cell[k]
            if mask_at_most_one(given[cell]):
                if not mask_is_empty(mask_and(taken, given[cell])):
                    return False
                taken = mask_or(taken, given[cell])
        if mask_is_empty(taken):
            continue
        for k in range(b.unit_start[u], b.unit_start[u + 1]):
            cell = b.unit_cell[k]
            if not mask_at_most_one(given[cell]):
                b.domain[cell] = mask_minus(b.domain[cell], taken)
    b.n_open = 0
    for cell in range(b.n_cells):
        if mask_is_empty(b.domain[cell]):
            return False
        charge[0] += 1 + b.n_values - mask_size(b.domain[cell])
        if not mask_at_most_one(b.domain[cell]):
            b.n_open += 1
        elif not mask_at_most_one(given[cell]):
            conclude(b, cell, mask_lowest(b.domain[cell]))
        else:
            charge[0] += b.n_values - 1
        if b.ordered[cell]:
            note_moved(b, cell)
    return fill_positions(b)


cdef inline bint fill_positions(Board *b) noexcept nogil:
    # Fill in all positions from the domains, and conclude hidden singles. Return False if a value has no position in a
    # full unit. The domains of a unit's cells are the rows of a bit matrix, and its columns are the positions.
    cdef bint ok = True
    cdef uint64_t square[64]
    cdef int32_t u, k, v, first, n, row, column, last, size = 8
    cdef const int32_t *cells
    cdef mask_t *positions
    while size < b.n_values and size < 64:
        size *= 2
    for u in range(b.n_units):
        first, n = b.unit_start[u], b.unit_start[u + 1] - b.unit_start[u]
        cells = b.unit_cell + first
        positions = b.positions + u * b.n_values
        for row in range((n + 63) >> 6):
            for column in range((b.n_values + 63) >> 6):
                for k in range(min(size, n - 64 * row)):
                    square[k] = b.domain[cells[64 * row + k]].word[column]
                for k in range(min(size, n - 64 * row), size):
                    square[k] = 0
                words_transpose(square, size)
                for v in range(min(size, b.n_values - 64 * column)):
                    positions[64 * column + v].word[row] = square[v]
        for v in range(b.n_values):
            for row in range((n + 63) >> 6, FASTFUTO_WORDS):
                positions[v].word[row] = 0
        if not b.unit_full[u]:
            continue
        for v in range(b.n_values):
            if mask_at_most_one(positions[v]):
                if mask_is_empty(positions[v]):
                    ok = False
                    continue
                last = cells[mask_lowest(positions[v])]
                if not mask_at_most_one(b.domain[last]):
                    conclude(b, last, v)
    return ok


cdef inline void undo(Board *b, int64_t n_trail) noexcept nogil:
    # Restore the candidates that were dropped since a fixpoint at which the trail had length n_trail.
    cdef uint32_t candidate
    cdef int32_t cell, value, k
    cdef mask_t *domain
    cdef mask_t *mask
    b.relations.n_seen = n_trail
    while b.n_trail > n_trail:
        b.n_trail -= 1
        candidate = b.trail[b.n_trail]
        cell, value = packed_cell(candidate), packed_value(candidate)
        domain = &b.domain[cell]
        if mask_at_most_one(domain[0]) and not mask_is_empty(domain[0]):
            b.n_open += 1
        domain[0] = mask_with(domain[0], value)
        for k in range(b.link_start[cell], b.link_start[cell + 1]):
            mask = &b.positions[b.link[k].positions + value]
            mask[0] = mask_with(mask[0], b.link[k].position)


cdef inline const char *inconsistency(Board *b) noexcept nogil:
    # Return a description of an invariant that a board at a fixpoint violates, or NULL. This slow check is for CHECKED
    # builds.
    cdef int32_t u, k, v, cell, n_open = 0
    cdef int64_t work = 0
    cdef mask_t gone
    for u in range(b.n_units):
        for v in range(b.n_values):
            for k in range(b.unit_start[u + 1] - b.unit_start[u]):
                cell = b.unit_cell[b.unit_start[u] + k]
                if mask_has(b.domain[cell], v) != mask_has(b.positions[u * b.n_values + v], k):
                    return "the domains and the positions differ"
            if b.unit_full[u] and mask_is_empty(b.positions[u * b.n_values + v]):
                return "a value has no position in a full unit"
    for cell in range(b.n_cells):
        if mask_is_empty(b.domain[cell]):
            return "a cell has no value"
        n_open += not mask_at_most_one(b.domain[cell])
        for k in range(b.greater_start[cell], b.greater_start[cell + 1]):
            if mask_lowest(b.domain[cell]) >= mask_lowest(b.domain[b.greater[k]]):
                return "the least values break an inequality"
            if mask_highest(b.domain[cell]) >= mask_highest(b.domain[b.greater[k]]):
                return "the greatest values break an inequality"
        if mask_at_most_one(b.domain[cell]):
            for k in range(b.link_start[cell], b.link_start[cell + 1]):
                if not mask_at_most_one(b.positions[b.link[k].positions + mask_lowest(b.domain[cell])]):
                    return "a settled value occurs twice in a unit"
    if n_open != b.n_open:
        return "the number of open cells is wrong"
    for k in range(b.relations.n):
        gone = b.domain[b.relations.related[k].target]
        cell = b.relations.related[k].source
        gone = unsupported(&b.relations, &b.relations.related[k], b.domain[cell], gone, &work)
        if not mask_is_empty(gone):
            return "a relation leaves a value without support"
    if b.agenda_tail or b.n_moved or (b.relations.n and note_changes(b)):
        return "the agenda is not empty"
    return NULL


cdef inline bint fits(Board *b, const mask_t *given, const uint8_t *solution) noexcept nogil:
    # Return whether a solution satisfies the domains, units, inequalities and relations. This is for CHECKED builds.
    cdef int32_t cell, u, k
    cdef mask_t seen
    for u in range(b.n_units):
        seen = mask_none()
        for k in range(b.unit_start[u], b.unit_start[u + 1]):
            if mask_has(seen, solution[b.unit_cell[k]] - 1):
                return False
            seen = mask_with(seen, solution[b.unit_cell[k]] - 1)
    for cell in range(b.n_cells):
        if not mask_has(given[cell], solution[cell] - 1):
            return False
        for k in range(b.greater_start[cell], b.greater_start[cell + 1]):
            if solution[cell] >= solution[b.greater[k]]:
                return False
    return keeps_relations(&b.relations, solution)
