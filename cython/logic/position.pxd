# A player's position: a wrong entry, the candidates, and the cell whose number excludes the most candidates.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from common.bits cimport (
    mask_and, mask_at_most_one, mask_below, mask_has, mask_highest, mask_is_empty, mask_lowest, mask_none,
    mask_only, mask_or, mask_size, mask_t,
)
from common.board cimport packed_cell, packed_value
from common.facts cimport Facts
from logic.core cimport logic_reset, logic_run
from logic.structs cimport N_RULES, OUT_OF_MEMORY, LogicCore
from logic.tuning cimport EASY, MOST_TRIED

cdef enum:
    NO_CELL = -1
    NO_MEMORY_LEFT = -2
    TRYING = 1000000        # budget of each run for one cell


cdef inline void read_told(const LogicCore *s, mask_t *out) noexcept nogil:
    # Write the candidates of all cells after the last step, without the conclusions of unreported steps.
    cdef int64_t t
    cdef uint32_t gone
    memcpy(out, s.board.domain, s.board.n_cells * sizeof(mask_t))
    for t in range(s.base, s.board.n_trail if s.n_known else 0):
        gone = s.board.trail[t]
        out[packed_cell(gone)] = mask_or(out[packed_cell(gone)], mask_only(packed_value(gone)))


# Entries ------------------------------------------------------------------------------------------------

cdef inline int32_t wrong_entry(const Facts *f, const uint8_t *entries) noexcept nogil:
    # Return the first cell whose entry breaks a rule; NO_CELL if there is none. `entries` holds the values of a player,
    # and 0 for blank cells. Each kind of rule is checked for all cells before the next kind.
    cdef int32_t found = first_repeated(f, entries)
    if found == NO_CELL:
        found = first_out_of_order(f, entries)
    if found == NO_CELL:
        found = first_out_of_relation(f, entries)
    if found == NO_CELL:
        found = first_out_of_sum(f, entries)
    return found


cdef inline mask_t allowed(const Facts *f, int32_t cell) noexcept nogil:
    return mask_and((<const mask_t *> f.domain)[cell], mask_below(f.n_values))


cdef inline int32_t known_value(const Facts *f, const uint8_t *entries, int32_t cell) noexcept nogil:
    # Return the entry or the given value of a cell; 0 for a blank cell.
    cdef mask_t mask = allowed(f, cell)
    if entries[cell]:
        return entries[cell]
    return mask_lowest(mask) + 1 if mask_at_most_one(mask) and not mask_is_empty(mask) else 0


cdef inline int32_t least_known(const Facts *f, const uint8_t *entries, int32_t cell) noexcept nogil:
    cdef mask_t mask = allowed(f, cell)
    if entries[cell]:
        return entries[cell]
    return 0 if mask_is_empty(mask) else mask_lowest(mask) + 1


cdef inline int32_t greatest_known(const Facts *f, const uint8_t *entries, int32_t cell) noexcept nogil:
    cdef mask_t mask = allowed(f, cell)
    if entries[cell]:
        return entries[cell]
    return f.n_values if mask_is_empty(mask) else mask_highest(mask) + 1


cdef inline int32_t first_repeated(const Facts *f, const uint8_t *entries) noexcept nogil:
    # Return the first entry that its cell may not take, or that a peer also has.
    cdef int32_t cell, u, k, value, first = f.n_cells
    cdef mask_t once, twice
    for cell in range(f.n_cells):
        if entries[cell] and not mask_has(allowed(f, cell), entries[cell] - 1):
            first = cell
            break
    for u in range(f.n_units):
        once = twice = mask_none()
        for k in range(f.unit_start[u], f.unit_start[u + 1]):
            value = known_value(f, entries, f.unit_cell[k])
            if value:
                twice = mask_or(twice, mask_and(once, mask_only(value - 1)))
                once = mask_or(once, mask_only(value - 1))
        for k in range(f.unit_start[u], 0 if mask_is_empty(twice) else f.unit_start[u + 1]):
            cell = f.unit_cell[k]
            if cell < first and entries[cell] and mask_has(twice, entries[cell] - 1):
                first = cell
    return first if first < f.n_cells else NO_CELL


cdef inline int32_t first_out_of_order(const Facts *f, const uint8_t *entries) noexcept nogil:
    # Return an entry of the first inequality that contradicts the smallest and largest values of its cells.
    cdef int32_t k, lesser, greater
    for k in range(f.n_inequalities):
        lesser, greater = f.inequality[2 * k], f.inequality[2 * k + 1]
        if not entries[lesser] and not entries[greater]:
            continue
        if least_known(f, entries, lesser) >= greatest_known(f, entries, greater):
            return lesser if entries[lesser] else greater
    return NO_CELL


cdef inline int32_t first_out_of_relation(const Facts *f, const uint8_t *entries) noexcept nogil:
    # Return the first entry that the value of a related cell does not allow.
    cdef int32_t k, side, a, b, value, other, first = f.n_cells
    cdef const mask_t *table = <const mask_t *> f.table
    for k in range(f.n_relations):
        a, b = f.related[2 * k], f.related[2 * k + 1]
        value, other = known_value(f, entries, a), known_value(f, entries, b)
        if not value or not other or mask_has(table[f.table_number[k] * f.n_values + value - 1], other - 1):
            continue
        for side in range(2):
            if entries[f.related[2 * k + side]]:
                first = min(first, f.related[2 * k + side])
    return first if first < f.n_cells else NO_CELL


cdef inline int32_t first_out_of_sum(const Facts *f, const uint8_t *entries) noexcept nogil:
    # Return the first entry of the first sum that exceeds its total or, although it is full, does not reach it.
    cdef int32_t k, i, value, first
    cdef int64_t added
    cdef bint is_full
    for k in range(f.n_sums):
        first, added, is_full = NO_CELL, 0, True
        for i in range(f.sum_start[k], f.sum_start[k + 1]):
            value = known_value(f, entries, f.sum_cell[i])
            added += value
            is_full = is_full and value
            if first == NO_CELL and entries[f.sum_cell[i]]:
                first = f.sum_cell[i]
        if first != NO_CELL and (added > f.total[k] or is_full and added < f.total[k]):
            return first
    return NO_CELL


# After the rules are stuck --------------------------------------------------------------------------------

cdef inline int32_t telling_cell(
    LogicCore *s, const Facts *f, mask_t *domain, const uint8_t *solution, const int32_t *scores,
) noexcept nogil:
    # Return the open cell from whose number in the solution singles and clues exclude the most candidates, the first
    # such cell in a tie. Return NO_CELL if no cell is open, and NO_MEMORY_LEFT if the clues do not fit into memory.
    # `domain` holds the candidates, and is changed and restored. The core must have been created for the units, and is
    # reset for each cell, with `scores` for the rules.
    cdef Facts tried = f[0]
    cdef int32_t[N_RULES] easy
    cdef int32_t rule, cell, size, n_tried, least = 2, rest = MOST_TRIED, best = NO_CELL
    cdef int64_t left, fewest = 0
    cdef mask_t before
    for rule in range(N_RULES):
        easy[rule] = scores[rule] if scores[rule] <= EASY else 0
    tried.domain = <const uint64_t *> domain
    # If there are many cells, only the cells with the most candidates are tried, because their numbers probably exclude
    # most. These are all cells with more than `least` candidates, and the first `rest` cells with exactly `least`.
    for size in range(f.n_values, 1, -1):
        n_tried = count_open(f, domain, size)
        if n_tried >= rest:
            least = size
            break
        rest -= n_tried
    else:
        rest = f.n_cells
    for cell in range(f.n_cells):
        size = mask_size(mask_and(domain[cell], mask_below(f.n_values)))
        if size < least or size == least and rest == 0:
            continue
        rest -= size == least
        before = domain[cell]
        domain[cell] = mask_only(solution[cell] - 1)
        left = n_left(s, &tried, easy)
        domain[cell] = before
        if left < 0:
            return NO_MEMORY_LEFT
        if best == NO_CELL or left < fewest:
            best, fewest = cell, left
    return best


cdef inline int32_t count_open(const Facts *f, const mask_t *domain, int32_t size) noexcept nogil:
    # Count the cells with exactly `size` candidates.
    cdef int32_t cell, n = 0
    for cell in range(f.n_cells):
        n += mask_size(mask_and(domain[cell], mask_below(f.n_values))) == size
    return n


cdef inline int64_t n_left(LogicCore *s, const Facts *f, const int32_t *scores) noexcept nogil:
    # Return the number of candidates that these rules leave, or -1 if memory runs out.
    cdef int32_t cell
    cdef int64_t n = 0
    if not logic_reset(s, f, scores, 0, False, False, NULL):
        return -1
    while not logic_run(s, TRYING):
        pass
    if s.phase == OUT_OF_MEMORY:
        return -1
    for cell in range(f.n_cells):
        n += mask_size(s.board.domain[cell])
    return n
