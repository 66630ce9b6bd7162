# Locked candidates: all positions of a value in a full unit see cells outside it, which lose the value.
#
# Usually the positions lie in a second unit. For this case, the pairs of units with several common cells, the overlaps,
# are listed. A cell may also see the positions in different ways: through several units, or through relations that
# forbid equal values. Such cells are listed as sights. Neither list exists for the rows and columns of a square alone.
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport malloc, realloc

from common.arena cimport ANY_SIZE, arena_free, arena_pass, arena_place
from common.bits cimport (
    mask_at_most_one, mask_has, mask_is_empty, mask_minus, mask_none, mask_only, mask_or, mask_pop, mask_size,
    mask_t, mask_with,
)
from common.board cimport Board
from common.relations cimport Related, forbids_equal
from logic.structs cimport (
    CELL, COUNTING, FOUND, KIND, LINE, LISTED, MOST_OVERLAPS, NOTHING_FOUND, OUT_OF_ROOM, SEEN, STORING, UNFINISHED,
    UNLISTED, VALUE, Found, LogicCore, Overlap, Sight, is_in_unit, mark_gone, note,
)


# Overlaps -------------------------------------------------------------------------------------------------

cdef inline Found list_overlaps(LogicCore *s) noexcept nogil:
    # Continue to list the pairs of units with several common cells, the first of which is full. Return FOUND when the
    # list is complete. The second units are processed one by one. The pairs are first counted, and then stored at
    # places that follow from the counts. The list is kept for later puzzles. The work of listing does not count as work
    # on the way to a number, because a hint would otherwise depend on earlier hints.
    cdef Board *b = &s.board
    cdef int64_t before
    if s.listing == UNLISTED:
        if s.is_grid and b.n_units == 2 * b.n_values:
            s.listing = LISTED
        elif begin_listing(s):
            s.listing = COUNTING
        else:
            return OUT_OF_ROOM
    while s.listing < LISTED:
        if s.listing_at == b.n_units:
            if s.listing == STORING:
                arena_free(&s.listing_memory)
                s.listing = LISTED
            elif begin_storing(s):
                s.listing = STORING
            else:
                arena_free(&s.listing_memory)
                s.listing = UNLISTED
                return OUT_OF_ROOM
            continue
        if s.budget <= 0:
            return UNFINISHED
        before = s.budget
        list_second(s, s.listing_at)
        s.spent -= before - s.budget
        s.listing_at += 1
    return FOUND


cdef inline bint begin_listing(LogicCore *s) noexcept nogil:
    # Begin to count. Return False if memory runs out.
    cdef int32_t n = s.board.n_units
    while arena_pass(&s.listing_memory, ANY_SIZE):
        arena_place(&s.listing_memory, s.common, n)
        arena_place(&s.listing_memory, s.listed, n)
        arena_place(&s.listing_memory, s.touched, n)
    s.listing_at = 0
    return s.listing_memory.base != NULL


cdef inline bint begin_storing(LogicCore *s) noexcept nogil:
    # Turn the counts into the places of the first overlap of each unit. Return False if memory runs out.
    cdef int32_t u
    cdef int64_t n = 0
    for u in range(s.board.n_units):
        n += s.listed[u]
        s.listed[u] = <int32_t> (n - s.listed[u])
    s.listing_at = 0
    if n > MOST_OVERLAPS:
        return False
    s.n_overlaps = <int32_t> n
    s.overlap = <Overlap *> malloc((n + 1) * sizeof(Overlap))
    return s.overlap != NULL


cdef inline void list_second(LogicCore *s, int32_t other) noexcept nogil:
    # Count the overlaps with this second unit, or store them.
    cdef Board *b = &s.board
    cdef Overlap *overlap
    cdef int32_t k, j, u, cell, n = 0
    for k in range(b.unit_start[other], b.unit_start[other + 1]):
        cell = b.unit_cell[k]
        s.budget -= b.link_start[cell + 1] - b.link_start[cell]
        for j in range(b.link_start[cell], b.link_start[cell + 1]):
            u = b.link[j].positions // b.n_values
            if b.link[j].full and u != other:
                if mask_is_empty(s.common[u]):
                    s.touched[n] = u
                    n += 1
                s.common[u] = mask_with(s.common[u], b.link[j].position)
    for k in range(n):
        u = s.touched[k]
        if not mask_at_most_one(s.common[u]):
            if s.listing == STORING:
                overlap = &s.overlap[s.listed[u]]
                overlap.unit, overlap.other, overlap.common = u, other, s.common[u]
            s.listed[u] += 1
        s.common[u] = mask_none()


# Sights ---------------------------------------------------------------------------------------------------

cdef inline Found list_sights(LogicCore *s) noexcept nogil:
    # Continue to list the sights. Return FOUND when the list is complete. The work is counted like the work of listing
    # overlaps.
    cdef Board *b = &s.board
    cdef int64_t before
    if s.sight_at == 0 and not s.may_have_sights:
        s.sight_at = b.n_cells
    while s.sight_at < b.n_cells:
        if s.budget <= 0:
            return UNFINISHED
        before = s.budget
        if not list_sights_of(s, s.sight_at):
            return OUT_OF_ROOM
        s.spent -= before - s.budget
        s.sight_at += 1
    return FOUND


cdef inline bint may_have_sights(const LogicCore *s) noexcept nogil:
    # Return False if the units of a grid, besides rows and columns, are rectangles without common cells, and relations
    # let no cells see each other. A cell then sees the cells of any line or box through one unit only. The first two
    # units of each cell of a grid are its row and column.
    cdef const Board *b = &s.board
    cdef mask_t rows, columns
    cdef int32_t u, k, cell
    if s.sees_by_relation or not s.is_grid:
        return True
    for u in range(2 * b.n_values, b.n_units):
        rows = columns = mask_none()
        for k in range(b.unit_start[u], b.unit_start[u + 1]):
            cell = b.unit_cell[k]
            if b.link_start[cell + 1] - b.link_start[cell] > 3:
                return True
            rows = mask_with(rows, b.link[b.link_start[cell] + 1].position)
            columns = mask_with(columns, b.link[b.link_start[cell]].position)
        if mask_size(rows) * mask_size(columns) != b.unit_start[u + 1] - b.unit_start[u]:
            return True
    return False


cdef inline bint list_sights_of(LogicCore *s, int32_t cell) noexcept nogil:
    # List the sights of a cell. Return False if memory runs out.
    cdef Board *b = &s.board
    cdef Related *related
    cdef mask_t seen
    cdef int32_t j, k, u, most, n = 0
    cdef bint has_room = True
    for j in range(b.link_start[cell], b.link_start[cell + 1]):
        u = b.link[j].positions // b.n_values
        for k in range(b.unit_start[u], b.unit_start[u + 1]):
            if b.unit_cell[k] != cell:
                n = see(s, b.unit_cell[k], n)
        take_over(s, n, True)
    if s.sees_by_relation:
        for k in range(s.relations.start[cell], s.relations.start[cell + 1]):
            related = &s.relations.related[k]
            if forbids_equal(&s.relations, related, b.n_values):
                n = see(s, related.target, n)
        take_over(s, n, False)
    for k in range(n):
        u = s.sighted[k]
        seen, most = s.in_sight[u], s.most_in_one[u]
        s.in_sight[u], s.most_in_one[u] = mask_none(), 0
        if mask_size(seen) > max(most, 1) and not is_in_unit(b, cell, u):
            has_room = has_room and add_sight(s, u, cell, seen)
    return has_room


cdef inline int32_t see(LogicCore *s, int32_t cell, int32_t n) noexcept nogil:
    # Add a cell that is seen to its full units, the first n of which are listed. Return the new number of listed units.
    cdef Board *b = &s.board
    cdef int32_t j, u
    s.budget -= b.link_start[cell + 1] - b.link_start[cell]
    for j in range(b.link_start[cell], b.link_start[cell + 1]):
        if b.link[j].full:
            u = b.link[j].positions // b.n_values
            if mask_is_empty(s.in_sight[u]) and mask_is_empty(s.in_one[u]):
                s.sighted[n] = u
                n += 1
            s.in_one[u] = mask_with(s.in_one[u], b.link[j].position)
    return n


cdef inline void take_over(LogicCore *s, int32_t n, bint is_unit) noexcept nogil:
    # Add the positions that are seen through one unit, or through relations, to all positions that are seen, and empty
    # `in_one` again.
    cdef int32_t k, u
    for k in range(n):
        u = s.sighted[k]
        if is_unit:
            s.most_in_one[u] = max(s.most_in_one[u], <int32_t> mask_size(s.in_one[u]))
        s.in_sight[u] = mask_or(s.in_sight[u], s.in_one[u])
        s.in_one[u] = mask_none()


cdef inline bint add_sight(LogicCore *s, int32_t unit, int32_t cell, mask_t seen) noexcept nogil:
    cdef Sight *grown
    if s.n_sights == s.sight_room:
        if s.sight_room > MOST_OVERLAPS // 4:
            return False
        grown = <Sight *> realloc(s.sight, (2 * <size_t> s.sight_room + 64) * sizeof(Sight))
        if grown == NULL:
            return False
        s.sight = grown
        s.sight_room = 2 * s.sight_room + 64
    s.sight[s.n_sights].unit, s.sight[s.n_sights].cell, s.sight[s.n_sights].seen = unit, cell, seen
    s.n_sights += 1
    return True


# The rule -------------------------------------------------------------------------------------------------

cdef inline Found find_locked(LogicCore *s) noexcept nogil:
    # Mark the candidates that overlaps and sights exclude.
    cdef Found found = list_overlaps(s)
    if found == FOUND:
        found = list_sights(s)
    if found != FOUND:
        return found
    while s.locked_at < s.n_overlaps + s.n_sights:
        if s.budget <= 0:
            return UNFINISHED
        s.locked_at += 1
        if s.locked_at <= s.n_overlaps:
            found = lock_in_unit(s, &s.overlap[s.locked_at - 1])
        else:
            found = lock_in_sight(s, &s.sight[s.locked_at - 1 - s.n_overlaps])
        if found == FOUND and s.is_tracing:
            s.locked_at = 0
            return FOUND
    s.locked_at = 0
    return FOUND if s.n_gone else NOTHING_FOUND


cdef inline bint is_locked(const LogicCore *s, int32_t unit, int32_t value, mask_t seen) noexcept nogil:
    # Return whether a value has several positions in a unit, all of which are seen.
    cdef mask_t positions = s.board.positions[unit * s.board.n_values + value]
    return not mask_at_most_one(positions) and mask_is_empty(mask_minus(positions, seen))


cdef inline Found lock_in_unit(LogicCore *s, const Overlap *overlap) noexcept nogil:
    # Mark the values whose positions lie in a second unit. A trace stops after one value.
    cdef Board *b = &s.board
    cdef int32_t v, k, cell
    cdef bint is_new
    s.budget -= b.n_values
    for v in range(b.n_values):
        if not is_locked(s, overlap.unit, v, overlap.common):
            continue
        is_new = False
        for k in range(b.unit_start[overlap.other], b.unit_start[overlap.other + 1]):
            cell = b.unit_cell[k]
            if mask_has(b.domain[cell], v) and not is_in_unit(b, cell, overlap.unit):
                is_new = mark_gone(s, cell, mask_only(v)) or is_new
        if is_new and s.is_tracing:
            note(s, VALUE, v, 0)
            note(s, LINE, overlap.unit, 0)
            note(s, LINE, overlap.other, 0)
            note_positions(s, overlap.unit, v)
            return FOUND
    return NOTHING_FOUND


cdef inline Found lock_in_sight(LogicCore *s, const Sight *sight) noexcept nogil:
    # Mark the values whose positions a cell sees. A trace stops after one value, which other cells may lose as well.
    cdef Board *b = &s.board
    cdef mask_t open = b.domain[sight.cell]
    cdef int32_t v, k
    s.budget -= mask_size(open)
    while not mask_is_empty(open):
        v = mask_pop(&open)
        if not is_locked(s, sight.unit, v, sight.seen) or not mark_gone(s, sight.cell, mask_only(v)):
            continue
        if s.is_tracing:
            for k in range(s.n_sights):
                if s.sight[k].unit == sight.unit and is_locked(s, sight.unit, v, s.sight[k].seen):
                    mark_gone(s, s.sight[k].cell, mask_only(v))
            note(s, KIND, SEEN, 0)
            note(s, VALUE, v, 0)
            note(s, LINE, sight.unit, 0)
            note_positions(s, sight.unit, v)
            return FOUND
    return NOTHING_FOUND


cdef inline void note_positions(LogicCore *s, int32_t unit, int32_t value) noexcept nogil:
    cdef mask_t positions = s.board.positions[unit * s.board.n_values + value]
    while not mask_is_empty(positions):
        note(s, CELL, s.board.unit_cell[s.board.unit_start[unit] + mask_pop(&positions)], 0)
