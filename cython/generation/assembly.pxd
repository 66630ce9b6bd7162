# Assembling begins with the empty grid. At each standstill of the rules, a clue is added to the cell with the most
# candidates.
from libc.stdint cimport int32_t, int64_t, uint64_t

from common.bits cimport mask_at_most_one, mask_highest, mask_lowest, mask_size
from common.board cimport Board
from generation.closure cimport item_size, put_in
from generation.structs cimport NUMBERS_FIRST, GenerationCore
from generation.tuning cimport MOST_SEEN
from latin.walk cimport random_below


cdef inline void shuffle(uint64_t *state, int32_t *items, int32_t n) noexcept nogil:
    cdef int32_t k, j
    for k in range(n - 1, 0, -1):
        j = random_below(state, k + 1)
        items[k], items[j] = items[j], items[k]


cdef inline void add_item(GenerationCore *g, int32_t item) noexcept nogil:
    put_in(g, item)
    if item < g.n_groups:
        g.n_numbers += item_size(g, item)
    else:
        g.n_in_pairs += 1


cdef inline bint says_something(const GenerationCore *g, int32_t pair) noexcept nogil:
    # Return whether an inequality does not follow from the candidates of its cells.
    cdef const Board *b = &g.fast.board
    cdef int32_t lesser = g.directed[2 * pair], greater = g.directed[2 * pair + 1]
    return mask_highest(b.domain[lesser]) >= mask_lowest(b.domain[greater])


cdef inline int32_t pair_for(GenerationCore *g, int32_t cell) noexcept nogil:
    # Return a random inequality of the cell that does not follow yet, or -1.
    cdef int32_t n = g.beside_start[cell + 1] - g.beside_start[cell], k, pair, found = -1, n_found = 0
    for k in range(n):
        pair = g.beside[g.beside_start[cell] + k]
        if not g.is_in[g.n_groups + pair] and says_something(g, pair):
            n_found += 1
            if n_found == 1 or random_below(&g.random_state, n_found) == 0:
                found = pair
    return found


cdef inline bint has_pair(const GenerationCore *g, int32_t cell) noexcept nogil:
    # Return whether some inequality of the cell does not follow yet.
    cdef int32_t k, pair
    for k in range(g.beside_start[cell], g.beside_start[cell + 1]):
        pair = g.beside[k]
        if not g.is_in[g.n_groups + pair] and says_something(g, pair):
            return True
    return False


cdef inline bint fits_in(const GenerationCore *g, int32_t group, int32_t most) noexcept nogil:
    # Return whether the numbers of a group may be added to the puzzle, with at most `most` numbers in total.
    return group >= 0 and not g.is_in[group] and g.n_numbers + item_size(g, group) <= most


cdef inline int32_t widest(GenerationCore *g, bint for_pair, int32_t most_numbers) noexcept nogil:
    # Return the cell with the most candidates among the cells that may get a clue, or -1. On large boards, each call
    # examines only some of the open cells, and different cells from call to call.
    cdef const Board *b = &g.fast.board
    cdef int32_t k, cell, size, best = -1, most = 1, n_seen = 0
    for k in range(g.n_cells):
        cell = g.scan[g.scan_at]
        g.scan_at = g.scan_at + 1 if g.scan_at + 1 < g.n_cells else 0
        if mask_at_most_one(b.domain[cell]):
            continue
        n_seen += 1
        if n_seen > MOST_SEEN and best >= 0:
            break
        size = mask_size(b.domain[cell])
        if size > most and (
            has_pair(g, cell) if for_pair else fits_in(g, g.group_of[cell], most_numbers)
        ):
            best, most = cell, size
            if size == b.n_values:
                break
    g.budget -= k >> 2
    return best


cdef inline bint add_next(GenerationCore *g) noexcept nogil:
    # Add a clue at a standstill. Return False if no clue is left to add.
    cdef int32_t cell = -1, turn
    cdef int64_t n_left_groups = g.n_groups, n_left_pairs = g.n_pairs
    cdef bint for_pair
    if g.wish.order == NUMBERS_FIRST:
        for_pair = True
    else:
        n_left_groups -= g.n_numbers
        n_left_pairs -= g.n_in_pairs
        for_pair = random_below(&g.random_state, max(n_left_groups, 0) + n_left_pairs + 1) < n_left_pairs
    # If the allowed clues are not enough, more clues are added in the hope that stripping removes them again.
    for turn in range(4):
        if not for_pair:
            if turn < 2 or g.wish.most_numbers:
                cell = widest(g, False, g.wish.most_numbers if turn < 2 else g.n_cells)
        elif g.has_pairs and (g.n_in_pairs < g.wish.most_pairs or (turn > 1 and g.wish.most_pairs)):
            cell = widest(g, True, 0)
            # If no inequality can be added now, none can be added later, because an inequality that follows now also
            # follows later.
            g.has_pairs = cell >= 0
        if cell >= 0:
            break
        for_pair = not for_pair
    if cell < 0:
        return False
    add_item(g, g.n_groups + pair_for(g, cell) if for_pair else g.group_of[cell])
    return True


cdef inline bint top_up(GenerationCore *g) noexcept nogil:
    # Add clues at random until the puzzle has the required number. Return False if that is impossible. If there are too
    # many inequalities, numbers are added up to the largest allowed number, which makes more inequalities redundant.
    cdef int32_t k, item, n_numbers = g.wish.least_numbers
    if g.n_in_pairs > g.wish.most_pairs and g.wish.most_numbers < g.n_cells:
        n_numbers = g.wish.most_numbers
    for k in range(g.n_items):
        g.line[k] = k
    shuffle(&g.random_state, g.line, g.n_items)
    for k in range(g.n_items):
        item = g.line[k]
        if g.is_in[item]:
            continue
        if item >= g.n_groups and g.n_in_pairs < g.wish.least_pairs:
            add_item(g, item)
        elif item < g.n_groups and g.n_numbers < n_numbers and fits_in(g, item, max(n_numbers, g.wish.most_numbers)):
            add_item(g, item)
    return g.n_numbers >= g.wish.least_numbers and g.n_in_pairs >= g.wish.least_pairs
