# Branching: choosing the candidate to try next, and learning from failures.
#
# The search branches on the cell or position with the smallest ratio of possibilities to failures (dom/wdeg:
# Boussemart, Hemery, Lecoutre and Sais, 2004). After the first backtrack, it also looks for pairs before it branches.
# Before that, a search that may enumerate all open cells value by value places the smallest value first, in the order
# of this enumeration. If another value were chosen, both branches would enumerate the smaller values. If ties are
# broken at random, the smallest value has no precedence, because it would make the solutions less varied.
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from common.bits cimport (
    mask_and, mask_at_most_one, mask_equal, mask_is_empty, mask_lowest, mask_none, mask_or, mask_pop, mask_size,
    mask_t, mask_without, next_random,
)
from common.board cimport Board, conclude, drop_all
from search.structs cimport MAX_PLACED, Choice, SearchCore


cdef inline void begin_branching(SearchCore *s, uint64_t seed) noexcept nogil:
    # Give all cells and units equal weights. A seed other than 0 makes ties random.
    cdef int32_t cell, u
    s.random_state = seed
    for cell in range(s.board.n_cells):
        s.cell_weight[cell] = 1
    for u in range(s.board.n_units):
        s.unit_weight[u] = 1


cdef inline void blame(SearchCore *s) noexcept nogil:
    # Increase the weight of the cell or the unit of the last conflict.
    cdef Board *b = &s.board
    cdef int32_t k
    if b.failed_unit >= 0:
        s.unit_weight[b.failed_unit] += 1
        if not b.unit_full[b.failed_unit]:
            # The search never branches on positions in such a unit, so the weights of the cells must be increased.
            for k in range(b.unit_start[b.failed_unit], b.unit_start[b.failed_unit + 1]):
                s.cell_weight[b.unit_cell[k]] += 1
    elif b.failed_cell >= 0:
        s.cell_weight[b.failed_cell] += 1


cdef inline void branch(SearchCore *s) noexcept nogil:
    # Choose a candidate, store the choice and put the candidate on the agenda.
    cdef Board *b = &s.board
    cdef Choice *choice = &s.choice[s.depth]
    choice.n_trail = b.n_trail
    if s.lexicographic:
        # The last choice was for the first open cell, so all cells before it are filled.
        choice.cell = s.choice[s.depth - 1].cell if s.depth else 0
        while mask_at_most_one(b.domain[choice.cell]):
            choice.cell += 1
        choice.value = mask_lowest(b.domain[choice.cell])
        s.n_choices = mask_size(b.domain[choice.cell])
    elif (
        s.backtracks or not s.enumerates or s.random_state or b.n_open > MAX_PLACED
        or not choose_least_value(s, choice)
    ):
        choose(s, choice)
    conclude(b, choice.cell, choice.value)
    choice.rest = s.part - s.part / s.n_choices
    s.part -= choice.rest
    s.depth += 1
    s.nodes += 1


cdef inline uint32_t tie(SearchCore *s, uint32_t n) noexcept nogil:
    # Return a random number below n if there is a seed, otherwise 0.
    return <uint32_t> (next_random(&s.random_state) >> 32) % n if s.random_state else 0


cdef inline bint choose_least_value(SearchCore *s, Choice *choice) noexcept nogil:
    # Choose the smallest open value, the full unit with the fewest positions for it, and its first position there.
    # Return False if the value is open in no full unit.
    cdef Board *b = &s.board
    cdef int32_t cell, u, at, size, best_size = 1 << 16, best_unit = -1
    cdef mask_t open_values = mask_none()
    for cell in range(b.n_cells):
        if not mask_at_most_one(b.domain[cell]):
            open_values = mask_or(open_values, b.domain[cell])
    choice.value = mask_lowest(open_values)
    for u in range(b.n_units):
        if b.unit_full[u]:
            size = mask_size(b.positions[u * b.n_values + choice.value])
            if size < best_size and size > 1:
                best_size, best_unit = size, u
    if best_unit < 0:
        return False
    at = mask_lowest(b.positions[best_unit * b.n_values + choice.value])
    choice.cell = b.unit_cell[b.unit_start[best_unit] + at]
    s.n_choices = best_size
    return True


cdef inline void choose(SearchCore *s, Choice *choice) noexcept nogil:
    # Choose a candidate of the cell or position with the smallest ratio of possibilities to weight, the first in a tie.
    cdef Board *b = &s.board
    cdef int32_t cell, u, at, size, best_size = 1 << 16
    cdef int64_t best_weight = 1
    cdef int32_t best_cell = -1, best_position = -1
    cdef uint32_t k
    cdef mask_t rest
    if s.backtracks == 0:
        # All weights are still equal, so no choice is better than two possibilities.
        for cell in range(b.n_cells):
            size = mask_size(b.domain[cell])
            if size < best_size and size > 1:
                best_size, best_cell = size, cell
                if size == 2:
                    break
        for u in range(b.n_units if best_size > 2 else 0):
            if b.unit_full[u]:
                for at in range(u * b.n_values, (u + 1) * b.n_values):
                    size = mask_size(b.positions[at])
                    if size < best_size and size > 1:
                        best_size, best_position = size, at
    else:
        for cell in range(b.n_cells):
            size = mask_size(b.domain[cell])
            if size > 1 and size * best_weight < best_size * s.cell_weight[cell]:
                best_size, best_weight, best_cell = size, s.cell_weight[cell], cell
        for u in range(b.n_units):
            if b.unit_full[u]:
                for at in range(u * b.n_values, (u + 1) * b.n_values):
                    size = mask_size(b.positions[at])
                    if size > 1 and size * best_weight < best_size * s.unit_weight[u]:
                        best_size, best_weight, best_position = size, s.unit_weight[u], at
    if best_position >= 0:
        u, choice.value = best_position // b.n_values, best_position % b.n_values
        rest = b.positions[best_position]
    else:
        choice.cell = best_cell
        rest = b.domain[best_cell]
    s.n_choices = best_size
    for k in range(tie(s, best_size)):
        mask_pop(&rest)
    if best_position >= 0:
        choice.cell = b.unit_cell[b.unit_start[u] + mask_lowest(rest)]
    else:
        choice.value = mask_lowest(rest)


cdef inline bint drop_by_pairs(Board *b) noexcept nogil:
    # Drop the values of two cells with the same two values from the rest of their unit (naked pair). Drop all other
    # values from two positions that two values of a full unit share (hidden pair). Return False if a cell, or a value
    # of a full unit, is left without possibilities.
    cdef int32_t u, k, v, i, j, n_pairs, size
    cdef int32_t *cells
    cdef mask_t *positions
    cdef mask_t pair
    cdef int32_t[255] twos      # cells with two values; then values with two positions
    b.failed_cell = b.failed_unit = -1
    for u in range(b.n_units):
        cells = b.unit_cell + b.unit_start[u]
        size = b.unit_start[u + 1] - b.unit_start[u]
        if size == 2:
            continue    # Nothing is left beside a pair, and a variant may have hundreds of such units.
        n_pairs = 0
        for k in range(size):
            if mask_size(b.domain[cells[k]]) == 2:
                twos[n_pairs] = k
                n_pairs += 1
        for i in range(n_pairs - 1):
            pair = b.domain[cells[twos[i]]]
            for j in range(i + 1, n_pairs):
                if mask_equal(pair, b.domain[cells[twos[j]]]):
                    for k in range(size):
                        if k != twos[i] and k != twos[j]:
                            if not drop_all(b, cells[k], mask_and(b.domain[cells[k]], pair)):
                                return False
                    break
        if not b.unit_full[u]:
            continue
        positions = b.positions + u * b.n_values
        n_pairs = 0
        for v in range(b.n_values):
            if mask_size(positions[v]) == 2:
                twos[n_pairs] = v
                n_pairs += 1
        for i in range(n_pairs - 1):
            pair = positions[twos[i]]
            for j in range(i + 1, n_pairs):
                if mask_equal(pair, positions[twos[j]]):
                    while not mask_is_empty(pair):
                        k = cells[mask_pop(&pair)]
                        if not drop_all(b, k, mask_without(mask_without(b.domain[k], twos[i]), twos[j])):
                            return False
                    break
    return True
