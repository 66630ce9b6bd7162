# The clues in force and the conclusions of the rules.
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy, memset

from common.bits cimport FASTFUTO_WORDS, mask_at_most_one, mask_is_empty, mask_only, mask_pop, mask_size, mask_t
from common.board cimport FIXPOINT, Board, propagate, put_inequality, settle, take_inequality
from generation.structs cimport GenerationCore
from logic.core cimport apply_gone, find, note_changes
from logic.relating cimport relate_values
from logic.sets cimport find_seen_pairs, lost_to, pair_line, pair_value
from logic.structs cimport (
    BOUND, CHAIN, FIRST_FISH, FIRST_OF_ROUND, FIRST_SET, FOUND, LAST_FISH, LAST_SET, NOTHING_FOUND, N_RULES,
    OUT_OF_ROOM, RELATION, UNFINISHED, WATCH_FISH, WATCH_ORDER, WATCH_SETS, Found, LogicCore, Pairing,
    forget_places, mark_gone,
)

cdef enum Closed:
    RESTING         # nothing more follows
    NOT_YET         # the budget is used up
    NO_MEMORY


# Clues --------------------------------------------------------------------------------------------------

cdef inline int32_t item_size(const GenerationCore *g, int32_t item) noexcept nogil:
    # Return the number of clues in the item.
    return g.group_start[item + 1] - g.group_start[item] if item < g.n_groups else 1


cdef inline void put_in(GenerationCore *g, int32_t item) noexcept nogil:
    # Switch an item on, without propagating its consequences yet.
    cdef Board *b = &g.fast.board
    cdef int32_t k, pair, lesser, greater
    cdef int64_t before = b.n_trail
    g.is_in[item] = 1
    if item < g.n_groups:
        for k in range(g.group_start[item], g.group_start[item + 1]):
            # The agenda is too short for all numbers and their consequences together.
            if not mask_at_most_one(b.domain[g.group_cell[k]]):
                settle(b, g.group_cell[k], g.value[g.group_cell[k]])
        g.budget -= b.n_trail - before
        return
    pair = item - g.n_groups
    lesser, greater = g.directed[2 * pair], g.directed[2 * pair + 1]
    put_inequality(b, &g.slot[pair], lesser, greater, g.wish.rules[BOUND] > 0)
    if g.uses_rules:
        g.fast.has_hills = False
        for k in range(b.link_start[lesser], b.link_start[lesser + 1]):
            g.fast.unit_changed[b.link[k].positions // b.n_values] |= WATCH_ORDER


cdef inline void take_out(GenerationCore *g, int32_t item) noexcept nogil:
    # Switch an item off. The caller restores the candidates.
    cdef int32_t pair = item - g.n_groups
    g.is_in[item] = 0
    if pair >= 0:
        take_inequality(&g.fast.board, &g.slot[pair], g.directed[2 * pair], g.directed[2 * pair + 1])
        g.fast.has_hills = False


# Candidates -----------------------------------------------------------------------------------------------

cdef inline size_t n_masks(const GenerationCore *g) noexcept nogil:
    # Return the number of candidate masks in both views.
    cdef const Board *b = &g.fast.board
    return b.n_cells + <size_t> b.n_units * b.n_values


cdef inline void save(GenerationCore *g, int32_t level) noexcept nogil:
    # Save the candidates at a standstill.
    memcpy(g.saved + level * n_masks(g), g.fast.board.domain, n_masks(g) * sizeof(mask_t))
    g.saved_open[level] = g.fast.board.n_open
    g.saved_trail[level] = g.fast.board.n_trail


cdef inline void restore(GenerationCore *g, int32_t level) noexcept nogil:
    # Restore the candidates of a standstill, at which nothing is left to conclude.
    cdef LogicCore *s = &g.fast
    cdef Board *b = &s.board
    memcpy(b.domain, g.saved + level * n_masks(g), n_masks(g) * sizeof(mask_t))
    b.n_open = g.saved_open[level]
    b.n_trail = s.n_seen = s.n_related = g.saved_trail[level]
    if g.uses_rules:
        memset(s.unit_changed, 0, b.n_units)
        memset(s.value_changed, 0, b.n_values)
        memset(s.unit_sets, 0, b.n_units * sizeof(s.unit_sets[0]))
        memset(s.value_fish, 0, b.n_values * sizeof(s.value_fish[0]))
        forget_places(s)


# Rules ----------------------------------------------------------------------------------------------------

cdef inline Closed close(GenerationCore *g) noexcept nogil:
    # Apply the rules until the grid is full or nothing more follows.
    cdef LogicCore *s = &g.fast
    cdef Board *b = &s.board
    cdef Found found
    cdef int64_t before
    while True:
        if g.budget <= 0:
            return NOT_YET
        g.budget -= 1
        if propagate(b, &g.budget) != FIXPOINT:
            return NOT_YET
        if g.has_relations and s.score[RELATION]:
            before = b.n_trail
            relate_values(s)
            if b.n_trail > before:
                g.budget -= b.n_trail - before
                continue
        if b.n_open == 0 or not g.uses_rules or g.is_hasty:
            return RESTING
        note_changes(s)
        s.budget = g.budget
        found = find_next(g)
        g.budget = s.budget
        if found == UNFINISHED:
            return NOT_YET
        if found == OUT_OF_ROOM:
            return NO_MEMORY
        if found == NOTHING_FOUND:
            return RESTING
        apply_gone(s)


cdef inline Found find_next(GenerationCore *g) noexcept nogil:
    # Mark the conclusions of the easiest rule that finds any. Rules of different scores act together if this is faster,
    # because the closure is the same.
    cdef LogicCore *s = &g.fast
    cdef Found found
    cdef int32_t rule
    for rule in range(FIRST_OF_ROUND, N_RULES):
        if not s.score[rule]:
            continue
        if g.uses_sets and FIRST_SET <= rule <= LAST_SET:
            found = find_all_sets(s) if rule == FIRST_SET else NOTHING_FOUND
        elif g.uses_fish and FIRST_FISH <= rule <= LAST_FISH:
            found = find_all_fish(s) if rule == FIRST_FISH else NOTHING_FOUND
        else:
            found = find(s, rule)
        if found != NOTHING_FOUND:
            if rule == CHAIN and not s.is_plain and s.board.used != NULL:
                # The chain may have used any inequality. Only the board records which inequalities exclude a candidate.
                memset(s.board.used, 1, 2 * g.n_pairs)
            return found
    return NOTHING_FOUND


cdef inline bint may_close(const int32_t *n_of, int32_t most) noexcept nogil:
    # Return whether some k <= most nodes may have only k numbers together, given that n_of[k] nodes have k numbers.
    cdef int32_t k, n = 0
    for k in range(2, most + 1):
        n += n_of[k]
        if n >= k:
            return True
    return False


cdef inline bint may_have_sets(const Board *b, int32_t unit) noexcept nogil:
    # Return whether the unit may contain a naked or a hidden set. In a full unit of m open cells, the complement of a
    # naked set is a hidden set, so one of the two sets has at most m / 2 cells. Comparing sizes costs much less than a
    # matching.
    cdef int32_t k, size, n_open = 0
    cdef int32_t[64 * FASTFUTO_WORDS + 1] n_cells_of, n_values_of
    if not b.unit_full[unit]:
        return True
    memset(n_cells_of, 0, (b.n_values + 1) * sizeof(int32_t))
    memset(n_values_of, 0, (b.n_values + 1) * sizeof(int32_t))
    for k in range(b.n_values):
        size = mask_size(b.domain[b.unit_cell[b.unit_start[unit] + k]])
        n_cells_of[size] += 1
        n_open += size > 1
        n_values_of[mask_size(b.positions[unit * b.n_values + k])] += 1
    return may_close(n_cells_of, n_open >> 1) or may_close(n_values_of, n_open >> 1)


cdef inline bint may_have_fish(const Board *b, int32_t value) noexcept nogil:
    # Return whether the rows and columns of a value may contain a fish.
    cdef int32_t k, size, n = b.n_values, n_open = 0
    cdef int32_t[64 * FASTFUTO_WORDS + 1] n_rows_of, n_columns_of
    memset(n_rows_of, 0, (n + 1) * sizeof(int32_t))
    memset(n_columns_of, 0, (n + 1) * sizeof(int32_t))
    for k in range(n):
        size = mask_size(b.positions[k * n + value])
        n_rows_of[size] += 1
        n_open += size > 1
        n_columns_of[mask_size(b.positions[(n + k) * n + value])] += 1
    return may_close(n_rows_of, n_open >> 1) or may_close(n_columns_of, n_open >> 1)


cdef inline Found find_all_sets(LogicCore *s) noexcept nogil:
    # Find naked and hidden sets of all sizes in the changed lines, and naked pairs of cells that see each other.
    cdef Pairing *p = &s.pairing
    cdef int32_t u, i
    cdef mask_t lost
    for u in range(s.board.n_units):
        if s.unit_changed[u] & WATCH_SETS:
            if s.budget <= 0:
                return UNFINISHED
            s.unit_changed[u] &= ~WATCH_SETS
            if may_have_sets(&s.board, u) and pair_line(s, u) == FOUND:
                for i in range(p.m):
                    lost = lost_to(p, i)
                    while not mask_is_empty(lost):
                        mark_gone(s, p.left[mask_pop(&lost)], mask_only(p.right[i]))
    return find_seen_pairs(s)


cdef inline Found find_all_fish(LogicCore *s) noexcept nogil:
    # Find fish of all sizes in the changed values.
    cdef Board *b = &s.board
    cdef Pairing *p = &s.pairing
    cdef int32_t v, i
    cdef mask_t lost
    if not s.is_grid:
        return NOTHING_FOUND
    for v in range(b.n_values):
        if s.value_changed[v] & WATCH_FISH:
            if s.budget <= 0:
                return UNFINISHED
            s.value_changed[v] &= ~WATCH_FISH
            if may_have_fish(b, v) and pair_value(s, v) == FOUND:
                for i in range(p.m):
                    lost = lost_to(p, i)
                    while not mask_is_empty(lost):
                        mark_gone(
                            s, b.unit_cell[p.left[mask_pop(&lost)] * b.n_values + p.right[i]], mask_only(v)
                        )
    return FOUND if s.n_gone else NOTHING_FOUND
