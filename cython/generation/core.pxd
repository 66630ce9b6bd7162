# The core of the generator. The core is created, reset, run and freed without the GIL and without Python objects.
#
# A try makes a square, assembles clues until the rules solve the puzzle, strips redundant clues and judges the result.
# Tries are repeated with other squares until a puzzle meets the wish. The core checks none of its arguments, and only
# one thread at a time may use it.
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from common.arena cimport ANY_SIZE, Arena, arena_free, arena_pass, arena_place
from common.bits cimport (
    FASTFUTO_WORDS, mask_at_most_one, mask_below, mask_none, mask_only, mask_t, mask_with, next_random, word_mixed,
)
from common.board cimport (
    OUTCOME_EXHAUSTED, OUTCOME_PAUSED, OUTCOME_SOLUTION, Board, Outcome, forget_agenda, load, withdraw_inequalities,
)
from common.facts cimport Facts
from generation.assembly cimport add_item, add_next, fits_in, shuffle, top_up
from generation.bands cimport fits_bands
from generation.closure cimport NO_MEMORY, RESTING, Closed, close, item_size, n_masks, save, take_out
from generation.planar cimport plane_words
from generation.planes cimport MOST_SIDE, planes_create, planes_forget, planes_room
from generation.structs cimport (
    ASSEMBLING, BEGINNING, COUNTING, FILLING, FOREVER, GAVE_UP, JUDGING, MADE, NO_ROOM, OPEN_TOP, OPENING, PROVING,
    STRIPPING, TENTH, UNSET, WALKING, GenerationCore, Stage, Wish, puzzle_facts,
)
from generation.stripping cimport begin_stripping, line_up, list_pairs, load_search, search_slice, strip
from generation.switching cimport keep_better, switch_cycle
from generation.tuning cimport (
    LOOK_EVERY, MOST_COUNTED, MOST_COUNTING, MOST_FILLING, MOST_SHAKES, MOST_SWITCHES, SHARE_SHAKEN, VISITS,
)
from latin.walk cimport walk_begin, walk_create, walk_free, walk_on
from logic.core cimport logic_create, logic_free, logic_reset, logic_run
from logic.structs cimport (
    BOUND, FIRST_FISH, FIRST_OF_ROUND, FIRST_SET, LAST_FISH, LAST_SET, LOCKED, N_RULES, OUT_OF_MEMORY, RELATED,
    RUN_BOUND, RUN_SET, SOLVED, LogicCore,
)
from search.core cimport search_create, search_free
from sudoku9.narrow cimport fill_tables


# Memory -------------------------------------------------------------------------------------------------

cdef inline bint generation_create(
    GenerationCore *g, const Facts *units, const int32_t *groups, Py_ssize_t n_groups, const int32_t *pairs,
    Py_ssize_t n_pairs, bint has_relations,
) noexcept nogil:
    # Set up a core for the units; g must be all zeros. `groups` has the group of each cell, or -1 for a cell without a
    # number, and every group has a cell. Return False if memory runs out; generation_free must still be called then.
    cdef size_t n_cells = units.n_cells, n_values = units.n_values
    cdef Facts wider = units[0]
    cdef size_t n_items = n_groups + n_pairs
    cdef Arena *a = &g.memory
    g.n_cells, g.n_groups, g.n_pairs, g.n_items = n_cells, n_groups, n_pairs, n_items
    g.has_relations = has_relations
    wider.n_cells += 1
    if not (
        logic_create(&g.fast, &wider, NULL)
        and logic_create(&g.judge, units, NULL)
        and search_create(&g.search, units, NULL)
    ):
        return False
    g.is_latin = g.judge.is_grid and units.n_units == 2 * units.n_values
    if g.is_latin and not walk_create(&g.walk, n_values):
        return False
    g.n_levels = 3
    while (<int64_t> 1 << (g.n_levels - 3)) < <int64_t> n_items:
        g.n_levels += 1
    g.has_planes = (
        g.is_latin and not has_relations and n_values <= MOST_SIDE and are_neighbours(pairs, n_pairs, n_values)
    )
    if g.has_planes:
        planes_create(&g.planes, n_values)
        planes_create(&g.flat, n_values)
    g.has_bands = g.judge.is_grid and n_pairs == 0 and fits_bands(&g.judge.board)
    if g.has_bands:
        fill_tables(&g.tables9)
    while arena_pass(a, ANY_SIZE):
        if g.has_planes:
            arena_place(a, g.planes.stack, planes_room(&g.planes))
            arena_place(a, g.flat.stack, (g.n_levels + 2) * plane_words(&g.flat))
        if g.has_bands:
            arena_place(a, g.bands, g.n_levels + 1)
        arena_place(a, g.everything, n_cells + 1)
        arena_place(a, g.domains, n_cells)
        arena_place(a, g.tables, 2 * n_values)
        arena_place(a, g.group_start, n_groups + 1)
        arena_place(a, g.group_cell, n_cells)
        arena_place(a, g.group_of, n_cells)
        arena_place(a, g.scan, n_cells)
        arena_place(a, g.beside_start, n_cells + 1)
        arena_place(a, g.beside, 2 * n_pairs)
        arena_place(a, g.pair, 2 * n_pairs)
        arena_place(a, g.directed, 2 * n_pairs)
        arena_place(a, g.slot, n_pairs)
        arena_place(a, g.table_number, n_pairs)
        arena_place(a, g.listed, max(2 * n_pairs + 2, n_cells))
        arena_place(a, g.line, n_items)
        arena_place(a, g.gone, n_items)
        arena_place(a, g.loose, n_cells)
        arena_place(a, g.best_loose, n_cells)
        arena_place(a, g.value, n_cells)
        arena_place(a, g.best_value, n_cells)
        arena_place(a, g.solution, n_cells)
        arena_place(a, g.near_value, n_cells)
        arena_place(a, g.is_in, n_items)
        arena_place(a, g.near_in, n_items)
        arena_place(a, g.used, 2 * n_pairs)
    if a.base == NULL:
        return False
    list_items(g, groups, pairs)
    return True


cdef inline bint are_neighbours(const int32_t *pairs, Py_ssize_t n_pairs, int32_t n) noexcept nogil:
    # Return whether the two cells of each pair are neighbours in a row or column.
    cdef Py_ssize_t k
    for k in range(n_pairs):
        if pairs[2 * k + 1] - pairs[2 * k] not in (-n, -1, 1, n):
            return False
    return True


cdef inline void list_items(GenerationCore *g, const int32_t *groups, const int32_t *pairs) noexcept nogil:
    # Fill in the arrays that never change.
    cdef int32_t cell, k, v, side
    memcpy(g.group_of, groups, g.n_cells * sizeof(int32_t))
    if g.n_pairs:
        memcpy(g.pair, pairs, 2 * g.n_pairs * sizeof(int32_t))
    # Starts are stored one index higher at first, serve as the index of the next entry, and are shifted back at the
    # end.
    for cell in range(g.n_cells):
        g.everything[cell] = mask_below(g.judge.board.n_values)
        if groups[cell] >= 0:
            g.group_start[groups[cell] + 1] += 1
    g.everything[g.n_cells] = mask_below(g.judge.board.n_values)
    for k in range(g.n_groups):
        g.group_start[k + 1] += g.group_start[k]
    for cell in range(g.n_cells):
        if groups[cell] >= 0:
            g.group_cell[g.group_start[groups[cell]]] = cell
            g.group_start[groups[cell]] += 1
    for k in range(g.n_groups, 0, -1):
        g.group_start[k] = g.group_start[k - 1]
    g.group_start[0] = 0
    for k in range(2 * g.n_pairs):
        g.beside_start[pairs[k] + 1] += 1
    for cell in range(g.n_cells):
        g.beside_start[cell + 1] += g.beside_start[cell]
    for k in range(g.n_pairs):
        for side in range(2):
            cell = pairs[2 * k + side]
            g.beside[g.beside_start[cell]] = k
            g.beside_start[cell] += 1
    for cell in range(g.n_cells, 0, -1):
        g.beside_start[cell] = g.beside_start[cell - 1]
    g.beside_start[0] = 0
    for v in range(g.judge.board.n_values):
        g.tables[v] = mask_none()
        if v:
            g.tables[v] = mask_only(v - 1)
        if v + 1 < g.judge.board.n_values:
            g.tables[v] = mask_with(g.tables[v], v + 1)
        for k in range(FASTFUTO_WORDS):
            g.tables[g.judge.board.n_values + v].word[k] = ~g.tables[v].word[k]


cdef inline void generation_free(GenerationCore *g) noexcept nogil:
    # Free the memory of the core. This is also safe for a core that is all zeros.
    logic_free(&g.fast)
    logic_free(&g.judge)
    search_free(&g.search)
    walk_free(&g.walk)
    arena_free(&g.memory)
    free(g.saved)


cdef inline bint generation_reset(GenerationCore *g, const Wish *wish, uint64_t seed) noexcept nogil:
    # Begin another puzzle. Return False if memory runs out.
    cdef int32_t rule, n_sets = 0, n_fish = 0
    g.stage = UNSET
    g.wish = wish[0]
    g.uses_rules = False
    for rule in range(FIRST_SET, N_RULES):
        n_sets += FIRST_SET <= rule <= LAST_SET and wish.rules[rule] > 0
        n_fish += FIRST_FISH <= rule <= LAST_FISH and wish.rules[rule] > 0
    for rule in range(FIRST_OF_ROUND, N_RULES):
        g.uses_rules = g.uses_rules or wish.rules[rule] > 0
    g.uses_sets = n_sets == LAST_SET - FIRST_SET + 1
    g.uses_fish = n_fish == LAST_FISH - FIRST_FISH + 1
    g.is_flat = g.has_planes and g.judge.board.n_values > 1 and not wish.is_proved
    for rule in range(FIRST_OF_ROUND, N_RULES):
        # Rules for relations, sums and regions never act here.
        if not wish.rules[rule] or rule in (RELATED, RUN_BOUND, LOCKED, RUN_SET):
            continue
        g.is_flat = g.is_flat and g.uses_sets and FIRST_SET <= rule <= LAST_SET
    g.is_banded = g.has_bands and not wish.is_proved and wish.rules[LOCKED] > 0
    for rule in range(FIRST_SET, N_RULES):
        g.is_banded = g.is_banded and not wish.rules[rule]
    # Level 0 has the empty grid. Only stripping needs more levels.
    if g.n_saved < (g.n_levels if wish.share > 0 else 1):
        free(g.saved)
        g.n_saved = g.n_levels if wish.share > 0 else 1
        g.saved = <mask_t *> malloc(g.n_saved * n_masks(g) * sizeof(mask_t))
        if g.saved == NULL:
            g.n_saved = 0
            return False
    g.seed = seed
    g.at_try = wish.first_try
    g.near_by = -1
    g.stage = BEGINNING
    return True


# Squares ------------------------------------------------------------------------------------------------

cdef inline void begin_try(GenerationCore *g) noexcept nogil:
    # A try depends only on the seed and its number, so threads can share the tries of one puzzle.
    cdef int32_t n = g.judge.board.n_values, cell, k
    g.random_state = g.seed ^ word_mixed(g.at_try)
    g.random_state = next_random(&g.random_state)
    g.scan_at = g.n_switches = g.n_shakes = 0
    planes_forget(&g.planes)
    for cell in range(g.n_cells):
        g.scan[cell] = cell
    shuffle(&g.random_state, g.scan, g.n_cells)
    if g.is_latin:
        # The walk needs about n moves from one square to the next.
        walk_begin(&g.walk, next_random(&g.random_state))
        g.walk_to = n * n
        g.stage = WALKING
        return
    # Random values in one unit and random tie-breaking make the first solution of the search random.
    memcpy(g.domains, g.everything, g.n_cells * sizeof(mask_t))
    for k in range(n):
        g.listed_values[k] = k
    shuffle(&g.random_state, g.listed_values, n)
    if g.judge.board.n_units:
        for k in range(g.judge.board.unit_start[1]):
            g.domains[g.judge.board.unit_cell[k]] = mask_only(g.listed_values[k])
    g.stage = FILLING if load_search(g, 0, next_random(&g.random_state) | 1, False) else NO_ROOM


cdef inline bint make_square(GenerationCore *g) noexcept nogil:
    # Continue to make a square, and return whether it is finished.
    cdef int32_t cell
    cdef Outcome outcome
    if g.stage == WALKING:
        while g.walk.visits < g.walk_to and g.walk.n > 1:
            if g.budget <= 0:
                return False
            g.budget -= VISITS * g.walk.n
            walk_on(&g.walk, min(g.walk_to, g.walk.visits + VISITS))
        memcpy(g.value, g.walk.symbol_of, g.n_cells)
        return True
    outcome = search_slice(g)
    if outcome == OUTCOME_SOLUTION:
        for cell in range(g.n_cells):
            g.value[cell] = g.solution[cell] - 1
        return True
    if outcome != OUTCOME_PAUSED or g.n_slices >= MOST_FILLING:
        miss(g, -1)
    return False


cdef inline bint lay_out(GenerationCore *g) noexcept nogil:
    # Begin with the empty board for the square. Return False if memory runs out.
    cdef Board *b = &g.fast.board
    cdef int32_t k, first, second, distance
    cdef int64_t charge = 0
    cdef Facts facts
    for k in range(g.n_pairs):
        first, second = g.pair[2 * k], g.pair[2 * k + 1]
        distance = g.value[first] - g.value[second]
        g.table_number[k] = distance != 1 and distance != -1
        g.directed[2 * k] = first if distance < 0 else second
        g.directed[2 * k + 1] = second if distance < 0 else first
    facts = puzzle_facts(g, g.everything, g.directed, 0 if g.has_relations else g.n_pairs)
    facts.n_cells += 1
    if not logic_reset(&g.fast, &facts, g.wish.rules, g.wish.longest, g.wish.is_plain, False, NULL):
        return False
    # Without given numbers, loading cannot fail. Conclusions of a grid with a single value are dropped.
    load(b, g.fast.given, &charge)
    forget_agenda(b)
    g.fast.n_related = b.n_trail
    # The board has an additional cell, which is in no unit.
    withdraw_inequalities(b, g.directed, 0 if g.has_relations else g.n_pairs, g.slot)
    memset(g.is_in, 0, g.n_items)
    g.n_numbers = g.n_in_pairs = 0
    g.is_hasty = False
    b.used = NULL
    g.has_pairs = g.n_pairs and g.wish.rules[BOUND]
    return True


# Running ------------------------------------------------------------------------------------------------

cdef inline Stage generation_run(GenerationCore *g, int64_t budget) noexcept nogil:
    # Continue until a puzzle is made, all tries have failed or the budget is used up. The budget counts dropped
    # candidates and visited cells. The stage is MADE, GAVE_UP or NO_ROOM at the end, and otherwise the next stage.
    g.budget = budget
    while g.stage < MADE and g.budget > 0:
        advance(g)
    return g.stage


cdef inline void advance(GenerationCore *g) noexcept nogil:
    # Continue the current stage to its end, or until the budget is used up.
    cdef Closed closed = RESTING
    if g.stage == BEGINNING:
        begin_try(g)
    elif g.stage == WALKING or g.stage == FILLING:
        if make_square(g):
            g.stage = OPENING if lay_out(g) else NO_ROOM
    elif g.stage == OPENING:
        closed = close(g)
        if closed == RESTING:
            save(g, 0)
            if has_signs_alone(g):
                put_all_pairs(g)
                # Few squares are determined by their inequalities. On small grids, the search tests this faster than
                # the harder rules, and also finds determined squares that the rules do not solve.
                g.is_hasty = g.wish.is_proved and g.judge.board.n_values <= MOST_COUNTED
            g.stage = ASSEMBLING
    elif g.stage == ASSEMBLING:
        closed = close(g)
        if closed == RESTING:
            assemble(g)
    elif g.stage == COUNTING:
        count_to_two(g)
    elif g.stage == STRIPPING:
        closed = strip(g)
        if closed == RESTING:
            put_back(g)
            end_stripping(g)
    elif g.stage == JUDGING:
        judge(g)
    elif g.stage == PROVING:
        prove(g)
    if closed == NO_MEMORY:
        g.stage = NO_ROOM


cdef inline void assemble(GenerationCore *g) noexcept nogil:
    # Add a clue at a standstill, or finish the assembly. If clues will be stripped afterwards, the harder rules act
    # only from time to time.
    cdef bint was_hasty = g.is_hasty
    g.is_hasty = False
    if g.fast.board.n_open == 0:
        finish_assembly(g)
    elif was_hasty and has_signs_alone(g):
        g.stage = COUNTING if begin_counting(g) else NO_ROOM
    elif add_next(g):
        g.is_hasty = g.wish.share > 0 and (g.n_numbers + g.n_in_pairs) % LOOK_EVERY != 0
    elif not was_hasty:
        # The rules are at a standstill, and no clue may be added, but the solution may be unique.
        if not g.wish.is_proved or has_signs_alone(g):
            try_neighbour(g, list_open(g))
        elif begin_counting(g):
            g.stage = COUNTING
        else:
            g.stage = NO_ROOM


cdef inline int32_t list_open(GenerationCore *g) noexcept nogil:
    # List the open cells in `loose`, and return their number.
    cdef int32_t cell, n = 0
    for cell in range(g.n_cells):
        if not mask_at_most_one(g.fast.board.domain[cell]):
            g.loose[n] = cell
            n += 1
    return n


cdef inline bint has_signs_alone(const GenerationCore *g) noexcept nogil:
    # Return whether the puzzle has only inequalities and may have all of them; all are then put in force at first.
    return g.wish.most_numbers == 0 and g.n_pairs <= g.wish.most_pairs


cdef inline void put_all_pairs(GenerationCore *g) noexcept nogil:
    cdef int32_t k
    for k in range(g.n_pairs):
        add_item(g, g.n_groups + k)


cdef inline void finish_assembly(GenerationCore *g) noexcept nogil:
    if not top_up(g):
        miss(g, -1)
    elif g.wish.share > 0:
        begin_over(g)
    else:
        g.is_minimal = False
        end_stripping(g)


cdef inline void begin_over(GenerationCore *g) noexcept nogil:
    # List the clues in force, and begin stripping with the empty grid.
    cdef int32_t k
    line_up(g)
    if not g.is_flat:
        forget_agenda(&g.fast.board)
        for k in range(g.n_line):
            take_out(g, g.line[k])
    begin_stripping(g)


cdef inline bint begin_counting(GenerationCore *g) noexcept nogil:
    memcpy(g.domains, g.fast.board.domain, g.n_cells * sizeof(mask_t))
    return load_search(g, list_pairs(g), 0, True)


cdef inline void count_to_two(GenerationCore *g) noexcept nogil:
    # Search for another solution.
    cdef Outcome outcome = search_slice(g)
    cdef int32_t cell, n_loose = 0
    if outcome == OUTCOME_EXHAUSTED:
        finish_assembly(g)
    elif outcome == OUTCOME_SOLUTION:
        for cell in range(g.n_cells):
            if g.solution[cell] != g.value[cell] + 1:
                g.loose[n_loose] = cell
                n_loose += 1
        # The first solution may be the square itself.
        if n_loose:
            try_neighbour(g, n_loose)
    elif g.n_slices >= MOST_COUNTING:
        try_neighbour(g, g.n_cells + 1)


cdef inline void try_neighbour(GenerationCore *g, int32_t n_loose) noexcept nogil:
    # Reject a square with n_loose undetermined cells, which are listed in `loose`; n_loose is n_cells + 1 if they are
    # unknown. Continue with another square, which differs little if the puzzle has only inequalities.
    if (
        g.is_latin and has_signs_alone(g) and g.n_switches < MOST_SWITCHES
        and (g.n_switches or n_loose <= g.n_cells)
    ):
        keep_better(g, n_loose)
        switch_cycle(g)
        g.stage = OPENING if lay_out(g) else NO_ROOM
    else:
        miss(g, -1)


cdef inline void put_back(GenerationCore *g) noexcept nogil:
    # Mark the items of the puzzle. If only a share of the redundant items should be removed, the items that were
    # removed last are restored.
    cdef int32_t k, n_back = g.n_gone - <int32_t> (g.wish.share * g.n_gone + 0.5)
    for k in range(g.n_line):
        if g.line[k] >= 0:
            g.is_in[g.line[k]] = 1
    for k in range(g.n_gone - n_back, g.n_gone):
        g.is_in[g.gone[k]] = 1
        if g.gone[k] < g.n_groups:
            g.n_numbers += item_size(g, g.gone[k])
        else:
            g.n_in_pairs += 1
    g.is_minimal = g.is_minimal and n_back == 0


cdef inline void end_stripping(GenerationCore *g) noexcept nogil:
    # The clues are final: begin to judge them.
    g.verdict.top = g.verdict.score = 0
    g.verdict.hardest = -1
    g.verdict.steps = g.verdict.total = g.verdict.time = 0
    g.stage = JUDGING if load_judge(g, g.wish.all_rules, 0) else NO_ROOM


cdef inline bint load_judge(GenerationCore *g, const int32_t *rules, int32_t longest) noexcept nogil:
    # Load the puzzle into the judge. Return False if memory runs out.
    cdef int32_t cell
    cdef Facts facts
    for cell in range(g.n_cells):
        g.domains[cell] = g.everything[cell]
        if g.group_of[cell] >= 0 and g.is_in[g.group_of[cell]]:
            g.domains[cell] = mask_only(g.value[cell])
    facts = puzzle_facts(g, g.domains, g.listed, list_pairs(g))
    return logic_reset(&g.judge, &facts, rules, longest, g.wish.is_plain, False, NULL)


cdef inline bint run_judge(GenerationCore *g) noexcept nogil:
    # Continue to judge the puzzle, and return whether the rules are finished.
    cdef bint is_over = logic_run(&g.judge, g.budget)
    g.budget = g.judge.budget
    if g.judge.phase == OUT_OF_MEMORY:
        g.stage = NO_ROOM
        return False
    return is_over


cdef inline void judge(GenerationCore *g) noexcept nogil:
    cdef LogicCore *s = &g.judge
    cdef int32_t rule
    if not run_judge(g):
        return
    g.verdict.score, g.verdict.hardest = s.top, s.hardest
    g.verdict.steps, g.verdict.total = s.steps, s.total
    g.verdict.top = s.top if s.phase == SOLVED else OPEN_TOP
    g.verdict.time = (s.time + TENTH // 2) // TENTH if s.phase == SOLVED else FOREVER
    if g.wish.technique < 0 or distance(g) > 0:
        settle_try(g)
        return
    for rule in range(N_RULES):
        g.other_rules[rule] = g.wish.all_rules[rule] if g.wish.all_rules[rule] <= g.wish.most_top else 0
    g.other_rules[g.wish.technique] = 0
    g.stage = PROVING if load_judge(g, g.other_rules, g.wish.longest) else NO_ROOM


cdef inline void prove(GenerationCore *g) noexcept nogil:
    # The technique is needed if the other rules do not solve the puzzle.
    if not run_judge(g):
        return
    if g.judge.phase == SOLVED:
        miss(g, 1)
    else:
        g.stage = MADE


cdef inline int64_t distance(const GenerationCore *g) noexcept nogil:
    # Return the distance of the puzzle from the wishes, 0 if the puzzle meets them. One clue too many weighs more than
    # any difference in score.
    cdef int64_t far = max(0, g.wish.least_top - g.verdict.top, g.verdict.top - g.wish.most_top)
    far += max(0, g.wish.least_time - g.verdict.time, g.verdict.time - g.wish.most_time)
    far += 2 * OPEN_TOP * <int64_t> max(0, g.n_numbers - g.wish.most_numbers)
    far += 2 * OPEN_TOP * <int64_t> max(0, g.n_in_pairs - g.wish.most_pairs)
    return far


cdef inline void settle_try(GenerationCore *g) noexcept nogil:
    # Accept the puzzle, or end the try.
    cdef int64_t far = distance(g)
    if far == 0:
        g.stage = MADE
    elif (g.verdict.top < g.wish.least_top or g.verdict.time < g.wish.least_time) and may_shake(g):
        note_miss(g, far)
        shake(g)
    else:
        miss(g, far)


cdef inline bint may_shake(const GenerationCore *g) noexcept nogil:
    # Return whether to make another puzzle of the same square after a puzzle that is too easy. If a walk makes the
    # squares, a new square takes no longer.
    return (
        not g.is_latin and g.n_pairs == 0 and g.n_numbers <= g.wish.most_numbers and g.wish.share > 0
        and g.n_shakes < MOST_SHAKES
    )


cdef inline void shake(GenerationCore *g) noexcept nogil:
    # Put some redundant numbers back, and try to remove all other numbers first. This makes another puzzle of the same
    # square, which costs much less than a new square.
    cdef int32_t group, most, n, n_out = 0
    g.n_shakes += 1
    line_up(g)
    n = g.n_line
    most = n + n // SHARE_SHAKEN + 1
    for group in range(g.n_groups):
        if not g.is_in[group]:
            g.gone[n_out] = group
            n_out += 1
    shuffle(&g.random_state, g.gone, n_out)
    while n_out and g.n_line < most:
        n_out -= 1
        group = g.gone[n_out]
        if fits_in(g, group, g.wish.most_numbers):
            g.line[g.n_line] = group
            g.n_line += 1
            g.n_numbers += item_size(g, group)
    if g.n_line > n:
        begin_stripping(g)
    else:
        miss(g, -1)


cdef inline void note_miss(GenerationCore *g, int64_t far) noexcept nogil:
    # Record a puzzle at the distance `far` from the wishes if no earlier puzzle was nearer.
    if g.near_by < 0 or far < g.near_by:
        g.near_by = far
        g.near_try = g.at_try
        g.near = g.verdict
        memcpy(g.near_value, g.value, g.n_cells)
        memcpy(g.near_in, g.is_in, g.n_items)


cdef inline void miss(GenerationCore *g, int64_t far) noexcept nogil:
    # End a try with a puzzle at the distance `far`, or -1 if it made no puzzle, and begin the next try.
    if far >= 0:
        note_miss(g, far)
    g.at_try += g.wish.stride
    g.stage = BEGINNING if g.at_try < g.wish.most_tries else GAVE_UP
