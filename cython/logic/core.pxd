# The core of the logic engine. It is created, reset, run and freed without the GIL and without Python objects.
#
# The board propagates singles and inequalities. At each standstill, the rules are tried in the order of their scores.
# The easiest rule that finds anything makes all its deductions in that state at once, so the result does not depend on
# the order of the cells. Then the board propagates again.
#
# Another engine embeds a LogicCore and sets it up with logic_create. The engine then calls logic_reset and logic_run
# any number of times, and finally logic_free. The core checks none of its arguments.
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from common.arena cimport ANY_SIZE, Arena, arena_free, arena_pass, arena_place
from common.bits cimport mask_at_most_one, mask_has, mask_is_empty, mask_lowest, mask_t, mask_without
from common.board cimport (
    CONFLICT, FIXPOINT, OUT_OF_BUDGET, Board, Propagated, fill_domains, fill_inequalities, fill_units,
    forget_agenda, load, note_moved, packed_cell, packed_value, place_agenda, place_units,
)
from common.facts cimport Facts
from common.relations cimport Related, fill_relations, forbids_equal
from common.sums cimport MOST_DIGITS, SumTables, fill_sums, forget_sums
from logic.adding cimport add_totals, find_choices, find_limits, keeps_sums, note_sums
from logic.chains cimport find_braids, find_chains, find_forcing, find_x_chains
from logic.lines cimport find_hills, find_ordered_sets
from logic.locked cimport find_locked, may_have_sights
from logic.relating cimport find_related, keeps_pairs, relate_values
from logic.sets cimport find_fish, find_sets
from logic.structs cimport (
    ADDING, BOUND, BOUNDING, BRAID, CHAIN, CONTRADICTED, FIRST_FISH, FIRST_OF_ROUND, FIRST_SET, FOUND,
    FULL_HOUSE, HIDDEN_SINGLE, HILL, IMPOSSIBLE, LAST_FISH, LAST_SET, LINE_BRAID, LINE_ORDER, LOADING, LOCKED,
    NAKED_SINGLE, NOTHING_FOUND, N_RULES, ORDERED_SET, OUT_OF_MEMORY, OUT_OF_ROOM, RELATED, RELATING, RELATION,
    RUN, RUN_BOUND, RUN_SET, SHORT_LINE_BRAID, SINGLES, SOLVED, STANDING, STUCK, UNFINISHED, UNLOADED,
    WATCH_ALL, WATCH_SUM, X_CHAIN, Found, LogicCore, apply_gone, forget_gone, forget_places, shares_unit,
)
from logic.waves cimport propagate_waves, take_time


# Memory -------------------------------------------------------------------------------------------------

cdef inline bint logic_create(LogicCore *s, const Facts *f, const SumTables *tables) noexcept nogil:
    # Set up a core for the units, which are copied. s may be uninitialized memory. The tables must outlive the core,
    # and may be NULL if there are never any sums. Return False if memory runs out; logic_free must still be called
    # then.
    cdef Board *b = &s.board
    cdef Arena *a = &s.memory
    cdef size_t n_cells = f.n_cells, n_values = f.n_values, n_units = f.n_units
    cdef size_t n_chain = 2 * max(n_cells, n_units)
    memset(s, 0, sizeof(LogicCore))
    while arena_pass(a, ANY_SIZE):
        place_units(b, a, f)
        place_agenda(b, a, 2)
        arena_place(a, s.saved, n_cells + n_units * n_values)
        arena_place(a, s.given, n_cells)
        arena_place(a, s.gone, n_cells)
        arena_place(a, s.other_gone, n_cells)
        arena_place(a, s.ended, n_cells)
        arena_place(a, s.excluding, n_cells)
        arena_place(a, s.gone_cell, n_cells)
        arena_place(a, s.other_cell, n_cells)
        arena_place(a, s.in_sight, n_units)
        arena_place(a, s.in_one, n_units)
        arena_place(a, s.most_in_one, n_units)
        arena_place(a, s.sighted, n_units)
        arena_place(a, s.mark, n_cells)
        arena_place(a, s.queue, n_cells)
        arena_place(a, s.link_of, n_cells)
        arena_place(a, s.snap, 3 * n_cells)
        arena_place(a, s.chain_cell, n_chain)
        arena_place(a, s.chain_from, n_chain)
        arena_place(a, s.chain_to, n_chain)
        arena_place(a, s.chain_before, n_chain)
        arena_place(a, s.chain_queue, n_chain)
        arena_place(a, s.unit_sets, n_units)
        arena_place(a, s.value_fish, n_values)
        arena_place(a, s.braid, n_cells * n_values)
        arena_place(a, s.unit_changed, n_units)
        arena_place(a, s.unit_ordered, n_units)
        arena_place(a, s.has_order, n_cells)
        arena_place(a, s.placed, n_cells)
        arena_place(a, s.value_changed, n_values)
    if a.base == NULL:
        return False
    s.needed = s.ended
    s.sums.tables = tables
    s.impossible = fill_units(b, f)
    s.is_grid = find_grid(b)
    return True


cdef inline bint find_grid(const Board *b) noexcept nogil:
    # Return whether the first n units are the rows and the next n units are the columns of an n x n grid.
    cdef int32_t n = b.n_values, r, c
    if b.n_units < 2 * n or b.unit_start[2 * n] != 2 * n * n:
        return False
    for r in range(2 * n):
        if not b.unit_full[r]:
            return False
    for r in range(n):
        for c in range(n):
            if b.unit_cell[r * n + c] != b.unit_cell[(n + c) * n + r]:
                return False
    return True


cdef inline void logic_free(LogicCore *s) noexcept nogil:
    # Free the memory of the core. This is also safe for a core that is all zeros.
    arena_free(&s.memory)
    arena_free(&s.inequality_memory)
    arena_free(&s.relation_memory)
    arena_free(&s.sum_memory)
    arena_free(&s.listing_memory)
    arena_free(&s.hill_memory)
    free(s.sum_changed)
    free(s.overlap)
    free(s.sight)
    free(s.hit_in)
    free(s.log)
    free(s.case_log)
    free(s.known)
    free(s.known_log)
    free(s.known_cases)
    free(s.deduction)


# Resetting ----------------------------------------------------------------------------------------------

cdef inline bint logic_reset(
    LogicCore *s, const Facts *f, const int32_t *scores, int32_t longest, bint is_plain, bint is_tracing,
    const uint8_t *filled,
) noexcept nogil:
    # Begin again with another puzzle and other rules. `scores` has ten times the score of each rule, and 0 for an
    # excluded rule. `filled` marks the cells with one value that are filled at the start of a trace; NULL means all of
    # them. Return False if the clues cannot be allocated; the core is then unloaded.
    cdef Board *b = &s.board
    cdef int32_t cell
    s.phase = UNLOADED
    if not (
        fill_inequalities(b, &s.inequality_memory, f)
        and fill_relations(&s.relations, &s.relation_memory, f)
        and fill_sums(&s.sums, &s.sum_memory, b, f, MOST_DIGITS)
        and watch_sums(s)
    ):
        return False
    note_sight_by_relations(s)
    fill_domains(b, s.given, f)
    # Inequalities act only after a standstill of singles.
    memcpy(s.has_order, b.ordered, b.n_cells)
    memset(b.ordered, 0, b.n_cells)
    memcpy(s.score, scores, N_RULES * sizeof(int32_t))
    s.longest, s.is_plain, s.is_tracing = longest, is_plain, is_tracing
    s.hardest = -1
    s.top = s.length = 0
    s.steps = s.total = s.time = 0
    s.wave_end = s.wave_open = 0
    s.n_related = -1
    s.n_added = 0
    s.has_hills = s.is_log_full = False
    s.round_rule = s.load_at = -1
    forget_places(s)
    s.n_known = s.n_known_log = s.n_known_cases = s.n_left_out = s.spent = s.fewest = 0
    s.last_cell = -1
    s.n_log = s.n_case_log = s.n_seen = s.n_steps = 0
    memset(s.unit_changed, WATCH_ALL, b.n_units)
    memset(s.value_changed, WATCH_ALL, b.n_values)
    for cell in range(b.n_cells):
        s.placed[cell] = mask_at_most_one(s.given[cell])
        if filled != NULL:
            s.placed[cell] = s.placed[cell] and filled[cell]
    forget_gone(s)
    s.phase = CONTRADICTED if s.impossible else LOADING
    return True


cdef inline void note_sight_by_relations(LogicCore *s) noexcept nogil:
    # Note whether relations let cells see each other and whether there may be sights, and forget a list of sights that
    # depends on relations.
    cdef Related *related
    cdef int32_t k
    cdef bint had = s.sees_by_relation
    s.sees_by_relation = False
    for k in range(s.relations.n):
        related = &s.relations.related[k]
        if forbids_equal(&s.relations, related, s.board.n_values) and not shares_unit(
            &s.board, related.source, related.target
        ):
            s.sees_by_relation = True
            break
    if had or s.sees_by_relation:
        s.n_sights = s.sight_at = 0
    s.may_have_sights = may_have_sights(s)


cdef inline bint watch_sums(LogicCore *s) noexcept nogil:
    # Mark all sums as changed, and empty the queue of sums. Return False if memory runs out.
    free(s.sum_changed)
    s.sum_changed = NULL
    if s.sums.n:
        s.sum_changed = <uint8_t *> malloc(s.sums.n)
        if s.sum_changed == NULL:
            return False
        memset(s.sum_changed, WATCH_SUM, s.sums.n)
        forget_sums(&s.sums)
    return True


# Running ------------------------------------------------------------------------------------------------

cdef inline bint logic_run(LogicCore *s, int64_t budget) noexcept nogil:
    # Continue until the rules are finished or the budget is used up. Return whether the rules are finished, with the
    # phase SOLVED, STUCK, CONTRADICTED or OUT_OF_MEMORY. The budget counts dropped candidates and visited cells.
    cdef Board *b = &s.board
    cdef Propagated propagated
    cdef int64_t before, charge
    s.budget = budget
    while s.phase < SOLVED:
        if s.budget <= 0:
            return False
        if s.phase == LOADING:
            charge = 0
            if load(b, s.given, &charge):
                s.phase = SINGLES
            else:
                s.hardest = HIDDEN_SINGLE
                s.phase = CONTRADICTED
            s.budget -= charge
            continue
        if s.phase == STANDING:
            stand(s)
            continue
        before = b.n_trail
        propagated = propagate_easy(s)
        s.budget -= 1
        if s.phase > SINGLES and (b.n_trail > before or propagated == CONFLICT):
            s.hardest = max(s.hardest, RUN if s.phase == ADDING else RELATION if s.phase == RELATING else BOUND)
        if propagated == CONFLICT:
            if s.hardest < 0:
                s.hardest = HIDDEN_SINGLE
            s.phase = CONTRADICTED
        elif propagated == FIXPOINT:
            if s.phase == SINGLES and s.score[BOUND]:
                begin_bounds(s)
            elif s.phase < RELATING and s.relations.n and s.score[RELATION]:
                s.phase = RELATING
            elif s.phase < ADDING and s.sums.n and s.score[RUN]:
                s.phase = ADDING
            else:
                s.phase = STANDING
    if s.hardest >= 0:
        s.top = max(s.top, s.score[s.hardest])
    return True


cdef inline Propagated propagate_easy(LogicCore *s) noexcept nogil:
    # Propagate singles and the other rules that act in the current phase.
    cdef Board *b = &s.board
    cdef Propagated propagated
    cdef int64_t before
    while True:
        propagated = propagate_waves(s)
        if propagated != FIXPOINT or s.phase < RELATING:
            return propagated
        before = b.n_trail
        if (
            s.relations.n and s.score[RELATION] and not relate_values(s)
            or s.phase == ADDING and b.n_trail == before and not add_totals(s)
        ):
            forget_agenda(b)
            return CONFLICT
        if b.n_trail == before:
            return FIXPOINT
        take_time(s, RUN if s.phase == ADDING else RELATION, b.n_trail - before)
        if s.budget <= 0:
            return OUT_OF_BUDGET


cdef inline void begin_bounds(LogicCore *s) noexcept nogil:
    # From this point on, inequalities also act.
    cdef Board *b = &s.board
    cdef int32_t cell
    memcpy(b.ordered, s.has_order, b.n_cells)
    for cell in range(b.n_cells):
        if b.ordered[cell]:
            note_moved(b, cell)
    s.phase = BOUNDING


cdef inline void stand(LogicCore *s) noexcept nogil:
    # Make one round at a standstill of singles and inequalities. The round may continue in the next run.
    cdef Board *b = &s.board
    cdef Found found
    if b.n_open == 0:
        s.phase = SOLVED if keeps_all(s) else CONTRADICTED
    else:
        note_changes(s)
        found = one_round(s)
        if found == UNFINISHED:
            return
        if found == OUT_OF_ROOM:
            s.phase = OUT_OF_MEMORY
        elif found == NOTHING_FOUND:
            s.phase = STUCK
        elif found == IMPOSSIBLE:
            s.phase = CONTRADICTED
        else:
            s.phase = BOUNDING if apply_gone(s) else CONTRADICTED
    if s.phase >= SOLVED and s.hardest < 0:
        # The hardest rule is a kind of single, or there is no rule.
        s.hardest = hardest_single(s)


cdef inline bint keeps_all(const LogicCore *s) noexcept nogil:
    # Return whether a full grid satisfies the clues whose rules may be excluded.
    return keeps_order(&s.board) and keeps_pairs(s) and keeps_sums(s)


cdef inline bint keeps_order(const Board *b) noexcept nogil:
    # Return whether a full grid satisfies the inequalities.
    cdef int32_t cell, k
    for cell in range(b.n_cells):
        for k in range(b.greater_start[cell], b.greater_start[cell + 1]):
            if mask_lowest(b.domain[cell]) >= mask_lowest(b.domain[b.greater[k]]):
                return False
    return True


cdef inline void note_changes(LogicCore *s) noexcept nogil:
    # Mark the units and values that have lost candidates since the last standstill.
    cdef Board *b = &s.board
    cdef int32_t cell, k
    while s.n_seen < b.n_trail:
        cell = packed_cell(b.trail[s.n_seen])
        s.value_changed[packed_value(b.trail[s.n_seen])] = WATCH_ALL
        s.n_seen += 1
        for k in range(b.link_start[cell], b.link_start[cell + 1]):
            s.unit_changed[b.link[k].positions // b.n_values] = WATCH_ALL
    if s.sums.n:
        note_sums(s)


cdef inline Found one_round(LogicCore *s) noexcept nogil:
    # Mark the conclusions of the easiest rule that finds anything in the current state. An unfinished round continues
    # with its current rule.
    cdef Found found
    if s.round_rule < 0:
        s.round_rule = FIRST_OF_ROUND
        s.acting = -1
    while s.round_rule < N_RULES:
        if s.score[s.round_rule]:
            # Rules of equal score act together.
            if s.acting >= 0 and s.score[s.round_rule] > s.score[s.acting]:
                break
            found = find(s, s.round_rule)
            if found == UNFINISHED or found == OUT_OF_ROOM:
                return found
            if found != NOTHING_FOUND and s.acting < 0:
                s.acting = s.round_rule
            if found == IMPOSSIBLE:
                record_round(s, s.acting)
                return IMPOSSIBLE
        s.round_rule += 1
    s.round_rule = -1
    if s.acting < 0:
        return NOTHING_FOUND
    record_round(s, s.acting)
    return FOUND


cdef inline Found find(LogicCore *s, int32_t rule) noexcept nogil:
    # Mark the conclusions of one rule.
    if rule == HILL or rule == LINE_ORDER:
        return find_hills(s, rule)
    if rule == RELATED:
        return find_related(s)
    if rule == RUN_BOUND:
        return find_limits(s)
    if rule == LOCKED:
        return find_locked(s)
    if rule == RUN_SET:
        return find_choices(s)
    if FIRST_SET <= rule <= LAST_SET:
        return find_sets(s, rule)
    if FIRST_FISH <= rule <= LAST_FISH:
        return find_fish(s, rule)
    if rule == X_CHAIN:
        return find_x_chains(s)
    if rule == SHORT_LINE_BRAID or rule == LINE_BRAID or rule == ORDERED_SET:
        return find_ordered_sets(s, rule)
    if rule == CHAIN:
        return find_chains(s)
    if rule == BRAID:
        return find_braids(s)
    return find_forcing(s)


cdef inline int32_t round_score(const LogicCore *s, int32_t rule) noexcept nogil:
    # Return ten times the score of the current conclusions of a rule. The score of a braid grows with its length.
    cdef int32_t length = s.cap, score = s.score[rule]
    if rule == BRAID:
        score += (length > 4) + (length > 6) + (length > 8) + (length > 12) + (length > 16) + (length > 24)
        score += length > 32
    return score


cdef inline void record_round(LogicCore *s, int32_t rule) noexcept nogil:
    cdef int32_t score = round_score(s, rule)
    s.steps += 1
    s.total += score
    s.hardest = max(s.hardest, rule)
    s.top = max(s.top, score)
    take_time(s, rule, s.n_gone)
    # The time of a braid grows with its score: by 10 % for each tenth of a point.
    s.time += s.finding[rule] * (score - s.score[rule]) // 10
    if rule == BRAID:
        s.length = max(s.length, s.cap)


# Singles --------------------------------------------------------------------------------------------------

cdef inline int32_t hardest_single(LogicCore *s) noexcept nogil:
    # Return the hardest kind of single that is needed if easier kinds act first, or -1 if none is needed. Given values
    # do not count as singles. This is only for grids in which nothing else acts: hidden singles have placed all values
    # that full houses and naked singles do not place. `gone` and `queue` serve as scratch.
    cdef Board *b = &s.board
    cdef int32_t cell, u, head, tail = 0, hardest = -1
    cdef bint is_new = s.score[FULL_HOUSE] > 0
    memcpy(s.gone, s.given, b.n_cells * sizeof(mask_t))
    memset(s.placed, 0, b.n_cells)
    for cell in range(b.n_cells):
        if mask_at_most_one(s.given[cell]) and not mask_is_empty(s.given[cell]):
            place_single(s, cell, &tail)
    while is_new:
        is_new = False
        for u in range(b.n_units):
            if b.unit_full[u] and fill_house(s, u, &tail):
                is_new = True
                hardest = FULL_HOUSE
    # Every open cell with one value left is in the queue.
    head = 0
    while head < tail:
        cell = s.queue[head]
        head += 1
        if not s.placed[cell] and not mask_is_empty(s.gone[cell]):
            place_single(s, cell, &tail)
            hardest = NAKED_SINGLE
    for cell in range(b.n_cells):
        if mask_at_most_one(b.domain[cell]) and not s.placed[cell]:
            hardest = HIDDEN_SINGLE
    memset(s.gone, 0, b.n_cells * sizeof(mask_t))
    return hardest


cdef inline void place_single(LogicCore *s, int32_t cell, int32_t *tail) noexcept nogil:
    # Drop the single value of a cell from its peers, and queue peers that now have one value left. Each cell is queued
    # at most once.
    cdef Board *b = &s.board
    cdef int32_t k, j, u, other, value = mask_lowest(s.gone[cell])
    s.placed[cell] = 1
    for k in range(b.link_start[cell], b.link_start[cell + 1]):
        u = b.link[k].positions // b.n_values
        for j in range(b.unit_start[u], b.unit_start[u + 1]):
            other = b.unit_cell[j]
            if other != cell and mask_has(s.gone[other], value):
                s.gone[other] = mask_without(s.gone[other], value)
                if mask_at_most_one(s.gone[other]) and not mask_is_empty(s.gone[other]) and not s.placed[other]:
                    s.queue[tail[0]] = other
                    tail[0] += 1


cdef inline bint fill_house(LogicCore *s, int32_t unit, int32_t *tail) noexcept nogil:
    # Place the last value of a unit with one open cell, if there is one.
    cdef Board *b = &s.board
    cdef int32_t k, cell, last = -1
    for k in range(b.unit_start[unit], b.unit_start[unit + 1]):
        cell = b.unit_cell[k]
        if not s.placed[cell]:
            if last >= 0:
                return False
            last = cell
    if last < 0 or not mask_at_most_one(s.gone[last]) or mask_is_empty(s.gone[last]):
        return False
    place_single(s, last, tail)
    return True
