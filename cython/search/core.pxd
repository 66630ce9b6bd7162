# The core of the search. It is created, reset, run and freed without the GIL and without Python objects.
#
# The search is exhaustive and depth-first, on an explicit stack. The board propagates singles, bounds and any sums to a
# fixpoint. The search then branches, first with the chosen candidate, then without it, until the last cells can be
# enumerated. With sums or relations, it branches to the end.
#
# Another engine embeds a SearchCore and sets it up with search_create. The engine then calls search_reset and
# search_run any number of times, and finally search_free. The core checks none of its arguments. An engine with
# arguments from Python takes a Problem, which is checked, and calls check_run of common.board. Only one thread at a
# time may use a core.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from common.arena cimport ANY_SIZE, Arena, arena_free, arena_pass, arena_place
from common.bits cimport FASTFUTO_CHECKED, mask_and, mask_lowest, mask_only, mask_t, mask_without
from common.board cimport (
    CONFLICT, FIXPOINT, NOWHERE, OUTCOME_BROKEN, OUTCOME_EXHAUSTED, OUTCOME_PAUSED, OUTCOME_SOLUTION, Board,
    Outcome, Propagated, add_relations, drop, fill_domains, fill_inequalities, fill_units, forget_agenda,
    inconsistency, load, place_agenda, place_units, propagate, undo,
)
from common.facts cimport Facts
from common.sums cimport DIGITS, SumTables, fill_sums, forget_sums, narrow_by_sums, propagate_sums
from search.branching cimport begin_branching, blame, branch, drop_by_pairs
from search.last_cells cimport begin_enumerating, begin_placing, enumerate_cells, enumerate_values, judge_placing
from search.structs cimport (
    BRANCHING, DONE, ENUMERATING, LOADING, PLACING, PROPAGATING, RETREATING, UNLOADED, SearchCore, record,
)
from search.tuning cimport FIRST_REACH, MANY, MAX_LAST, PATIENCE, PATIENCE_SHIFT


# Memory -------------------------------------------------------------------------------------------------

cdef inline bint search_create(SearchCore *s, const Facts *f, const SumTables *tables) noexcept nogil:
    # Set up a core for the units, which are copied. s may be uninitialized memory. The tables must outlive the core,
    # and may be NULL if there are never any sums. Return False if `skeleton_memory.size` bytes cannot be allocated;
    # nothing needs to be freed then.
    cdef Board *b = &s.board
    cdef Arena *a = &s.skeleton_memory
    cdef size_t n_cells = f.n_cells, n_units = f.n_units
    memset(s, 0, sizeof(SearchCore))
    while arena_pass(a, ANY_SIZE):
        place_units(b, a, f)
        place_agenda(b, a, n_cells + 2)
        arena_place(a, s.given, n_cells)
        arena_place(a, s.last.plane, (MAX_LAST + 1) * f.n_values)
        arena_place(a, s.last.members, n_units)
        arena_place(a, s.unit_weight, n_units)
        arena_place(a, s.cell_weight, n_cells)
        arena_place(a, s.choice, n_cells + 1)
        arena_place(a, s.last.number, n_cells)
        arena_place(a, s.solution, n_cells)
    if a.base == NULL:
        return False
    s.sums.tables = tables
    s.impossible = fill_units(b, f)
    return True


cdef inline void search_free(SearchCore *s) noexcept nogil:
    # Free the memory of the core. This is also safe right after search_create has failed, and for a core that is all
    # zeros.
    arena_free(&s.skeleton_memory)
    arena_free(&s.inequality_memory)
    arena_free(&s.sum_memory)
    arena_free(&s.relation_memory)


# Resetting ----------------------------------------------------------------------------------------------

cdef inline bint search_reset(SearchCore *s, const Facts *f, bint lexicographic, uint64_t seed) noexcept nogil:
    # Begin again with another puzzle. A seed other than 0 breaks ties at random unless the order is lexicographic.
    # Return False if the clues cannot be allocated; the core is then unloaded.
    s.phase = UNLOADED
    if not (
        fill_inequalities(&s.board, &s.inequality_memory, f)
        and add_relations(&s.board, &s.relation_memory, f)
        and fill_sums(&s.sums, &s.sum_memory, &s.board, f, DIGITS)
    ):
        return False
    s.enumerates = not s.sums.n and not s.board.relations.n
    fill_domains(&s.board, s.given, f)
    narrow_by_sums(&s.sums, s.given)
    begin_branching(s, 0 if lexicographic else seed)
    s.depth = 0
    s.owed = 0
    s.part, s.done = 1, 0
    s.nodes = s.backtracks = s.total = s.found = 0
    s.lexicographic = lexicographic
    s.restart_at = <int64_t> 1 << 62
    s.last.reach = 0 if lexicographic else FIRST_REACH
    s.last.most_placed = <int64_t> 1 << 62
    if s.sums.n and not lexicographic:
        # Restarts are useful only with sums, because the learner solves the puzzles without sums that would need
        # restarts.
        s.patience = s.restart_at = PATIENCE
    s.phase = DONE if s.impossible else LOADING
    return True


# Running ------------------------------------------------------------------------------------------------

cdef inline Outcome search_run(SearchCore *s, int64_t budget, int64_t limit, uint8_t *out) noexcept nogil:
    # Continue the search until `limit` more solutions are found or the budget is used up; both are at least 1. The
    # budget counts dropped candidates and visited cells, about 100 per microsecond. `out` receives the solutions,
    # n_cells bytes each; if it is NULL, they are only counted. `found` is set to the number of solutions found in this
    # run.
    cdef Board *b = &s.board
    cdef int64_t before
    cdef Propagated propagated
    cdef Outcome outcome
    s.found = 0
    while True:
        if s.phase == PROPAGATING:
            propagated = propagate(b, &budget)
            if s.sums.n:
                if propagated == FIXPOINT:
                    propagated = propagate_sums(b, &s.sums, &budget)
                elif propagated == CONFLICT:
                    forget_sums(&s.sums)
            if propagated == CONFLICT:
                blame(s)
                s.phase = RETREATING
            elif propagated == FIXPOINT:
                if FASTFUTO_CHECKED:
                    s.broken = inconsistency(b)
                s.phase = BRANCHING
        elif s.phase == BRANCHING:
            if b.n_open == 0:
                read_solution(s)
                record(s, out)
                s.phase = RETREATING
            elif s.owed:
                before = min(s.owed, budget)
                s.owed -= before
                budget -= before
            elif s.enumerates and s.total >= MANY and b.n_open <= s.last.reach and begin_placing(s):
                s.phase = PLACING
            elif s.enumerates and b.n_open <= MAX_LAST:
                begin_enumerating(s, &budget)
                s.phase = ENUMERATING
            else:
                # The charges for visiting all cells and positions were measured.
                before = b.n_trail
                if s.backtracks:
                    # The search for pairs is not worthwhile in loose puzzles, which never fail.
                    budget -= b.n_cells
                    if not drop_by_pairs(b):
                        blame(s)
                        forget_agenda(b)
                        s.phase = RETREATING
                        continue
                if b.n_trail == before:
                    budget -= b.n_cells >> 1
                    branch(s)
                s.phase = PROPAGATING
        elif s.phase == ENUMERATING:
            outcome = enumerate_cells(s, &budget, limit, out)
            if outcome == OUTCOME_EXHAUSTED:
                s.phase = RETREATING
        elif s.phase == PLACING:
            outcome = enumerate_values(s, &budget, limit, out)
            if outcome == OUTCOME_EXHAUSTED:
                judge_placing(s)
                s.phase = RETREATING
        elif s.phase == RETREATING:
            s.done += s.part
            s.part = 0
            if s.depth == 0:
                s.phase = DONE
            elif s.backtracks >= s.restart_at and s.total == 0:
                restart(s)
            else:
                s.depth -= 1
                s.backtracks += 1
                s.part = s.choice[s.depth].rest
                undo(b, s.choice[s.depth].n_trail)
                s.sums.n_seen = b.n_trail
                b.failed_cell = b.failed_unit = -1
                if drop(b, s.choice[s.depth].cell, s.choice[s.depth].value, NOWHERE):
                    s.phase = PROPAGATING
                else:
                    blame(s)
                    forget_agenda(b)
        elif s.phase == LOADING:
            s.phase = PROPAGATING if load(b, s.given, &s.owed) else DONE
        else:
            return OUTCOME_EXHAUSTED
        if FASTFUTO_CHECKED and s.broken != NULL:
            return OUTCOME_BROKEN
        if s.found == limit:
            return OUTCOME_SOLUTION
        if budget <= 0:
            return OUTCOME_PAUSED


cdef inline bint can_cut(const SearchCore *s) noexcept nogil:
    # Return whether the choices fully describe the rest of the search, which they do not during the enumeration of last
    # cells and during probes.
    return s.phase in (LOADING, PROPAGATING, BRANCHING, RETREATING, DONE)


cdef inline int32_t count_branches(const SearchCore *s) noexcept nogil:
    # Return the number of branches left to search.
    return 0 if s.phase == DONE else s.depth + (s.phase != RETREATING)


cdef inline void cut_branches(SearchCore *s, mask_t *out) noexcept nogil:
    # Write the domains of each branch left to search, (count_branches, n_cells), and end the search. The deepest branch
    # comes first. Each branch leaves out the values that the search has tried.
    cdef Board *b = &s.board
    cdef int32_t level, cell
    cdef size_t size = b.n_cells * sizeof(mask_t)
    if s.phase == LOADING:
        memcpy(b.domain, s.given, size)
    if s.phase != RETREATING and s.phase != DONE:
        for cell in range(b.n_cells):
            out[cell] = mask_and(b.domain[cell], s.given[cell])
        if s.depth:
            # The last choice may still be on the agenda.
            out[s.choice[s.depth - 1].cell] = mask_only(s.choice[s.depth - 1].value)
        out += b.n_cells
    if s.phase != DONE:
        for level in range(s.depth - 1, -1, -1):
            undo(b, s.choice[level].n_trail)
            memcpy(out, b.domain, size)
            out[s.choice[level].cell] = mask_without(out[s.choice[level].cell], s.choice[level].value)
            out += b.n_cells
    s.depth = 0
    s.phase = DONE


cdef inline void read_solution(SearchCore *s) noexcept nogil:
    # Copy the solution from the board.
    cdef int32_t cell
    for cell in range(s.board.n_cells):
        s.solution[cell] = mask_lowest(s.board.domain[cell]) + 1


cdef inline void restart(SearchCore *s) noexcept nogil:
    # Restart at the root, but keep the weights. The search stays complete, because the number of backtracks between
    # restarts grows.
    s.depth = 0
    s.part, s.done = 1, 0
    undo(&s.board, s.choice[0].n_trail)
    s.sums.n_seen = s.board.n_trail
    s.patience += s.patience >> PATIENCE_SHIFT
    s.restart_at = s.backtracks + s.patience
    s.phase = BRANCHING
