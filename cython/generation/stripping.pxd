# Stripping: clues are removed in the order of a list, as long as the other clues suffice.
#
# A clue is removed if the later clues and the kept earlier clues solve the puzzle without it. Trying clue by clue would
# begin with the empty grid every time. Instead, a block of clues is tried as a whole: if the conclusions from all clues
# outside the block solve the puzzle, the whole block is removed. Otherwise, the halves of the block are tried in turn,
# the left half with the right half in force, and the right half with the kept part of the left half. More clues never
# lead to fewer conclusions, so the puzzle is the same, and the clues of a half share the conclusions from all other
# clues.
#
# The assembly puts most inequalities in force, but the rules use only about half of them. Before the block of all
# inequalities is halved, the rules are applied with all inequalities, and unused inequalities are removed at once.
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

from common.bits cimport mask_t, mask_without
from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, Outcome
from common.facts cimport Facts
from generation.assembly cimport shuffle
from generation.bands cimport bands_are_full, bands_begin, bands_close, bands_put_in
from generation.closure cimport NO_MEMORY, NOT_YET, RESTING, Closed, close, item_size, put_in, restore, save, take_out
from generation.planar cimport (
    planar_begin, planar_close, planar_is_full, planar_mark, planar_put_in, planar_restore, planar_save,
    planar_take_out, planar_used,
)
from generation.planes cimport planes_allow, planes_begin, planes_compare, planes_run
from generation.structs cimport (
    ASKING, ENTERING, INEQUALITIES_FIRST, LEFT, MIXED, NUMBERS_FIRST, RIGHT, STRIPPING, THINNING, Frame,
    GenerationCore, Order, puzzle_facts,
)
from generation.tuning cimport LEAST_THINNED, MOST_GIVEN_UP, MOST_SLICES, SLICE, SLICE_NODES, THINNINGS
from search.core cimport search_reset, search_run


cdef inline void line_up(GenerationCore *g) noexcept nogil:
    # List the items in force in the order of their removal. If there are too many clues of one kind, this kind comes
    # first.
    cdef int32_t item, n_first = 0, n = 0, k
    cdef Order order = g.wish.order
    if g.n_in_pairs > g.wish.most_pairs:
        order = INEQUALITIES_FIRST
    elif g.n_numbers > g.wish.most_numbers:
        order = NUMBERS_FIRST
    for item in range(g.n_items):
        if g.is_in[item]:
            g.line[n] = item
            n += 1
            n_first += item < g.n_groups
    g.n_line = n
    g.n_first = 0
    g.pairs_from, g.pairs_to = n_first, n if order != MIXED or n_first == 0 else n_first
    if order == NUMBERS_FIRST or order == INEQUALITIES_FIRST:
        shuffle(&g.random_state, g.line, n_first)
        shuffle(&g.random_state, g.line + n_first, n - n_first)
        if order == INEQUALITIES_FIRST:
            for k in range(n // 2):
                g.line[k], g.line[n - 1 - k] = g.line[n - 1 - k], g.line[k]
            g.pairs_from, g.pairs_to = 0, n - n_first
            n_first = n - n_first
        g.n_first = n_first
    else:
        shuffle(&g.random_state, g.line, n)


cdef inline void begin_stripping(GenerationCore *g) noexcept nogil:
    # At this point, no item is in force on the board, and level 0 has the saved candidates of the empty grid.
    memset(g.is_in, 0, g.n_items)
    if g.is_flat:
        planar_begin(g)
    elif g.is_banded:
        bands_begin(g)
    else:
        restore(g, 0)
    g.stage = STRIPPING
    g.n_gone = g.n_given_up = g.n_thinned = 0
    g.depth = 0
    g.frame[0].low, g.frame[0].high, g.frame[0].turn = 0, g.n_line, ENTERING
    g.is_minimal = True
    g.is_asking = False


cdef inline bint may_go(const GenerationCore *g, int32_t item) noexcept nogil:
    # Return whether the puzzle may have fewer clues of the item's kind.
    if item < g.n_groups:
        return g.n_numbers - item_size(g, item) >= g.wish.least_numbers
    return g.n_in_pairs > g.wish.least_pairs


cdef inline void let_go(GenerationCore *g, int32_t k) noexcept nogil:
    # Remove an item permanently.
    cdef int32_t item = g.line[k]
    g.gone[g.n_gone] = item
    g.n_gone += 1
    g.line[k] = -1 - item
    if item < g.n_groups:
        g.n_numbers -= item_size(g, item)
    else:
        g.n_in_pairs -= 1


cdef inline void enforce(GenerationCore *g, int32_t low, int32_t high) noexcept nogil:
    # Put the remaining items of a block in force.
    cdef int32_t k
    for k in range(low, high):
        if g.line[k] >= 0:
            if g.is_flat:
                planar_put_in(g, g.line[k])
            elif g.is_banded:
                bands_put_in(g, g.line[k])
            else:
                put_in(g, g.line[k])


cdef inline void relax(GenerationCore *g, int32_t low, int32_t high) noexcept nogil:
    cdef int32_t k
    for k in range(low, high):
        if g.line[k] >= 0:
            if g.is_flat:
                planar_take_out(g, g.line[k])
            elif not g.is_banded:  # In bands, restoring the candidates also removes the numbers.
                take_out(g, g.line[k])


cdef inline void keep(GenerationCore *g) noexcept nogil:
    # Save the conclusions at this depth.
    if g.is_flat:
        planar_save(g, g.depth)
    elif g.is_banded:
        g.bands[1 + g.depth] = g.bands[0]
    else:
        save(g, g.depth)


cdef inline void go_back(GenerationCore *g) noexcept nogil:
    if g.is_flat:
        planar_restore(g, g.depth)
    elif g.is_banded:
        g.bands[0] = g.bands[1 + g.depth]
    else:
        restore(g, g.depth)


cdef inline bint is_full(const GenerationCore *g) noexcept nogil:
    if g.is_flat:
        return planar_is_full(g)
    return bands_are_full(g) if g.is_banded else g.fast.board.n_open == 0


cdef inline Closed conclude(GenerationCore *g) noexcept nogil:
    # Apply the rules until the grid is full or nothing more follows.
    if g.is_flat:
        return planar_close(g)
    return bands_close(g) if g.is_banded else close(g)


cdef inline void mark_pairs(GenerationCore *g) noexcept nogil:
    # Begin to mark inequalities that exclude a candidate.
    if g.is_flat:
        planar_mark(g)
    else:
        memset(g.used, 0, 2 * g.n_pairs)
        g.fast.board.used = g.used


cdef inline bint is_used(const GenerationCore *g, int32_t pair) noexcept nogil:
    if g.is_flat:
        return planar_used(g, g.directed[2 * pair], g.directed[2 * pair + 1])
    return g.used[g.slot[pair].greater] or g.used[g.n_pairs + g.slot[pair].lesser]


cdef inline bint is_thick(const GenerationCore *g, const Frame *f) noexcept nogil:
    # Return whether the block contains all inequalities, and unused inequalities may be removed at once.
    return (
        f.low == g.pairs_from and f.high == g.pairs_to and f.high - f.low >= LEAST_THINNED
        and g.n_thinned < THINNINGS
    )


cdef inline Closed strip(GenerationCore *g) noexcept nogil:
    # Continue to strip; the stage becomes RESTING at the end. Removed items are negative in `line`.
    cdef Frame *f
    cdef int32_t k, middle
    cdef Closed closed
    while g.depth >= 0:
        f = &g.frame[g.depth]
        middle = (f.low + f.high) // 2
        if g.depth == 0 and 0 < g.n_first < g.n_line:
            middle = g.n_first
        if f.turn == ENTERING:
            closed = conclude(g)
            if closed != RESTING:
                return closed
            if is_full(g):
                for k in range(f.low, f.high):
                    if may_go(g, g.line[k]):
                        let_go(g, k)
                g.depth -= 1
            elif f.high - f.low == 1:
                if g.wish.is_proved and may_go(g, g.line[f.low]) and g.n_given_up < MOST_GIVEN_UP:
                    f.turn = ASKING
                    g.asked = 0
                else:
                    g.depth -= 1
            elif is_thick(g, f):
                f.turn = THINNING
                keep(g)
                mark_pairs(g)
                enforce(g, f.low, f.high)
            else:
                f.turn = LEFT
                keep(g)
                enforce(g, middle, f.high)
                g.depth += 1
                g.frame[g.depth].low, g.frame[g.depth].high, g.frame[g.depth].turn = f.low, middle, ENTERING
        elif f.turn == THINNING:
            closed = conclude(g)
            if closed != RESTING:
                return closed
            g.flat.is_marking = False
            g.fast.board.used = NULL
            g.n_thinned += 1
            relax(g, f.low, f.high)
            if is_full(g):
                f.high = g.pairs_to = thin(g, f.low, f.high)
            go_back(g)
            f.turn = ENTERING
        elif f.turn == LEFT:
            f.turn = RIGHT
            relax(g, middle, f.high)
            go_back(g)
            enforce(g, f.low, middle)
            g.depth += 1
            g.frame[g.depth].low, g.frame[g.depth].high, g.frame[g.depth].turn = middle, f.high, ENTERING
        elif f.turn == RIGHT:
            relax(g, f.low, middle)
            go_back(g)
            g.depth -= 1
        else:
            closed = ask(g, f.low)
            if closed != RESTING:
                return closed
            g.depth -= 1
    return RESTING


cdef inline int32_t thin(GenerationCore *g, int32_t low, int32_t high) noexcept nogil:
    # Remove inequalities that have excluded nothing while the rules solved the puzzle. The other inequalities move to
    # the front of the block in reverse order, so other inequalities may turn out to be unused the next time. Return the
    # new end.
    cdef int32_t k, pair, end = low
    for k in range(low, high):
        pair = g.line[k] - g.n_groups
        if not is_used(g, pair) and may_go(g, g.line[k]):
            let_go(g, k)
        else:
            g.line[end], g.line[k] = g.line[k], g.line[end]
            end += 1
    for k in range((end - low) // 2):
        g.line[low + k], g.line[end - 1 - k] = g.line[end - 1 - k], g.line[low + k]
    return end


cdef inline Closed ask(GenerationCore *g, int32_t k) noexcept nogil:
    # Let the search decide whether the single item of a block is needed. All other clues hold in the square. Therefore
    # the item is redundant if and only if none of its clues can be false.
    cdef int32_t item = g.line[k]
    cdef Outcome outcome
    while g.asked < item_size(g, item):
        if not g.is_asking:
            if not pose(g, item):
                return NO_MEMORY
            g.is_asking = True
        outcome = search_slice(g)
        if outcome == OUTCOME_PAUSED and g.n_slices < MOST_SLICES:
            if g.budget <= 0:
                return NOT_YET
            continue
        g.is_asking = False
        if outcome != OUTCOME_EXHAUSTED:
            g.n_given_up += outcome == OUTCOME_PAUSED
            g.is_minimal = g.n_given_up == 0
            return RESTING
        g.asked += 1
    let_go(g, k)
    return RESTING


cdef inline Outcome search_slice(GenerationCore *g) noexcept nogil:
    # Run the search for a slice, or up to the next solution.
    cdef Outcome outcome
    cdef int64_t before = g.planes.nodes
    g.n_slices += 1
    if g.has_planes:
        outcome = planes_run(&g.planes, SLICE_NODES, g.solution)
        g.budget -= 8 * g.planes.n * g.planes.n_words * (g.planes.nodes - before)
        return outcome
    outcome = search_run(&g.search, SLICE, 1, g.solution)
    # The search does not report its work when it ends.
    g.budget -= SLICE if outcome == OUTCOME_PAUSED else 4 * g.n_cells
    return outcome


cdef inline int32_t list_pairs(GenerationCore *g) noexcept nogil:
    # List the inequalities in force in `listed`, and return their number.
    cdef int32_t pair, n = 0
    for pair in range(g.n_pairs):
        if g.is_in[g.n_groups + pair]:
            g.listed[2 * n], g.listed[2 * n + 1] = g.directed[2 * pair], g.directed[2 * pair + 1]
            n += 1
    return n


cdef inline bint pose(GenerationCore *g, int32_t item) noexcept nogil:
    # Set up the search for solutions in which one clue of an item is false. Return False if memory runs out.
    cdef int32_t n = list_pairs(g), cell, pair
    memcpy(g.domains, g.fast.board.domain, g.n_cells * sizeof(mask_t))
    if item < g.n_groups:
        cell = g.group_cell[g.group_start[item] + g.asked]
        g.domains[cell] = mask_without(g.domains[cell], g.value[cell])
    else:
        pair = item - g.n_groups
        g.listed[2 * n], g.listed[2 * n + 1] = g.directed[2 * pair + 1], g.directed[2 * pair]
        n += 1
    return load_search(g, n, 0, False)


cdef inline bint load_search(GenerationCore *g, int32_t n_listed, uint64_t seed, bint is_far) noexcept nogil:
    # Load the search with the prepared domains and inequalities. If `is_far` is set, the search by planes first finds
    # solutions that differ much from the square; otherwise it first finds similar solutions. Return False if memory
    # runs out.
    cdef int32_t cell, k
    cdef Facts facts
    g.n_slices = 0
    if g.has_planes:
        planes_begin(&g.planes, g.value, is_far)
        for cell in range(g.n_cells):
            planes_allow(&g.planes, cell, g.domains[cell].word[0])
        for k in range(n_listed):
            planes_compare(&g.planes, g.listed[2 * k], g.listed[2 * k + 1])
        return True
    facts = puzzle_facts(g, g.domains, g.listed, n_listed)
    return search_reset(&g.search, &facts, False, seed)
