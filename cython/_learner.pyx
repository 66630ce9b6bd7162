"""Learner: conflict-driven search with lazy explanations.

The Boolean variables are the candidates "the cell takes the value", as in a SAT encoding, but units and arcs are not
clauses: the masks of the board propagate them, and a clause for what they did is made only when the analysis of a
conflict asks for it (lazy clause generation: Ohrimenko, Stuckey and Codish, 2009). Learned clauses are those of the
first unique implication point, minimised, with two watched literals (Marques-Silva and Sakallah, 1999; Moskewicz et
al., 2001; Een and Sorensson, 2003), kept by glue (Audemard and Simon, 2009). Two modes take turns: a focused one with
fast restarts that decides on the cell with the fewest values, and a stable one with slow restarts that decides by
activity and target phases (Biere et al., CaDiCaL).
"""

cimport cython
from libc.math cimport sqrt
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

from _bits cimport (
    FASTFUTO_CHECKED, FASTFUTO_WORDS, mask_and, mask_at_most_one, mask_below, mask_has, mask_highest, mask_is_empty,
    mask_lowest, mask_minus, mask_pop, mask_size, mask_t, mask_with, mask_without, next_random, word_lowest,
)
from _board cimport (
    CONFLICT, FIXPOINT, OUT_OF_BUDGET, OUTCOME_BROKEN, OUTCOME_EXHAUSTED, OUTCOME_NO_MEMORY, OUTCOME_PAUSED,
    OUTCOME_SOLUTION, Board, Link, Outcome, Propagated, allow_all, check_givens, check_run, check_skeleton, fits,
    link_arcs, link_units,
)

EXHAUSTED = OUTCOME_EXHAUSTED
SOLUTION = OUTCOME_SOLUTION
PAUSED = OUTCOME_PAUSED
WORDS = FASTFUTO_WORDS

cdef enum:
    # Why a literal holds: a kind, and what it needs to be explained.
    BECAUSE_GIVEN = 0           # or decided
    BECAUSE_OTHER = 1 << 29     # a candidate that holds and shares the cell or a unit
    BECAUSE_LAST_VALUE = 2 << 29    # of the cell
    BECAUSE_LAST_PLACE = 3 << 29    # in a unit
    BECAUSE_LESSER = 4 << 29    # too small to be above that cell
    BECAUSE_GREATER = 5 << 29   # too great to be below that cell
    BECAUSE_CLAUSE = 6 << 29    # where the clause begins in the arena
    KIND = 7 << 29
    DATA = (1 << 29) - 1
    NO_CLAUSE = DATA

    # What the conflict is made of.
    NO_CONFLICT = 0
    CONFLICT_CLAUSE
    CONFLICT_CELL               # a cell without a value
    CONFLICT_PLACE              # a value without a place in a unit
    CONFLICT_PAIR               # a candidate holds that should fail

    HEADER = 2                  # words before a clause's literals: size, and glue with use
    TIER1 = 2                   # glue up to which clauses are kept for good
    TIER2 = 6                   # and up to which they are as long as they are used

cdef double DECAY = 0.95        # of activity, with each conflict

cdef struct Watch:
    uint32_t clause
    uint32_t blocker            # if this literal holds the clause need not be looked at

cdef struct Watches:
    Watch *at
    int32_t n
    int32_t capacity


@cython.final
cdef class Learner:
    """Conflict-driven search over one skeleton.

    Parameters
    ----------
    unit_starts : (units + 1,) int32
        Where each unit begins in `unit_cells`, and its end.
    unit_cells : (memberships,) int32
        Cells of the units; no cell twice in a unit.
    n_cells : int
        Number of cells, 1 to 2**24.
    n_values : int
        Number of values, 1 to 64 (255 in the wide build). Cells by values, these rounded up to a power of
        two, must be less than 2**28.

    Raises
    ------
    ValueError
        If a number or an index is out of range; nothing is trusted.
    MemoryError
        If the board cannot be allocated: about 100 bytes a candidate, of which only what is used is touched.
    """

    cdef Board board
    cdef void *skeleton_memory
    cdef void *arc_memory
    cdef void *memory
    cdef mask_t *given          # (n_cells,) domains to load; then what is possible at level 0
    # Literals: candidate << 1 | negated; candidates: cell << shift | value.
    cdef int32_t shift
    cdef int32_t n_candidates
    cdef int8_t *truth          # (2 * n_candidates,) of a literal: 1 holds, -1 fails, 0 open
    cdef int32_t *level         # (n_candidates,)
    cdef uint32_t *reason       # (n_candidates,)
    cdef uint32_t *trail        # (n_candidates,) literals that hold
    cdef int32_t n_trail
    cdef int32_t head           # literals whose consequences in cells, units and arcs are drawn
    cdef int32_t clause_head    # and in clauses
    cdef int32_t *level_start   # (n_candidates + 2,)
    cdef int32_t depth
    cdef int32_t n_fixed        # cells with a candidate that holds
    # Clauses.
    cdef uint32_t *arena        # (arena_size,) one after the other: size, glue << 2 | use, literals
    cdef int64_t arena_size
    cdef int64_t arena_capacity
    cdef uint32_t *clause       # (n_clauses,) where they begin
    cdef int32_t n_clauses
    cdef int32_t clause_capacity
    cdef Watches *watches       # (2 * n_candidates,)
    # Conflict analysis.
    cdef int32_t conflict       # its kind,
    cdef uint32_t conflict_a    # and the clause, cell, place or literal
    cdef uint32_t conflict_b    # and the reason why that literal should hold
    cdef uint8_t *seen          # (n_candidates,) 1 in the clause or implied by it, 2 known not to be
    cdef uint32_t *lesson       # literals of the clause being learned
    cdef int32_t n_lesson
    cdef uint32_t *stack        # literals to look at
    cdef uint32_t *cleared      # candidates whose seen is to be cleared
    cdef int32_t n_cleared
    cdef int64_t *level_stamp   # (n_candidates + 2,) equal to stamp for the levels of a clause
    cdef int64_t stamp
    # Decisions.
    cdef double *activity       # (n_candidates,) for the stable mode
    cdef double bump            # what is added to it, more each time
    cdef int32_t *heap          # (n_candidates,) candidates, most active first
    cdef int32_t *heap_at       # (n_candidates,) where one is in it, or -1
    cdef int32_t n_heap
    cdef int8_t *saved          # (n_candidates,) the truth last had
    cdef int8_t *target         # (n_candidates,) in the largest assignment without a conflict of late
    cdef int8_t *best           # (n_candidates,) and since the last rephasing
    cdef uint8_t *row           # (n_cells,) the solution
    cdef int32_t n_target       # literals in them
    cdef int32_t n_best
    cdef uint64_t *by_size      # (n_values + 1, n_cell_words) sets of cells by their number of values
    cdef int32_t *n_by_size     # (n_values + 1,) how many these are
    cdef int32_t n_cell_words
    cdef double *cell_activity  # (n_cells,) for the focused mode
    cdef double cell_bump
    # Restarts and modes.
    cdef bint stable
    cdef double fast_glue       # mean glue of the last clauses
    cdef double slow_glue       # and of all
    cdef int64_t next_restart   # in conflicts
    cdef int64_t next_mode      # in conflicts at first, then in ticks and propagations
    cdef int64_t mode_ticks     # what the first mode took of these
    cdef int64_t next_reduce    # in conflicts
    cdef int64_t next_rephase   # in conflicts
    cdef int64_t luby_u         # reluctant doubling
    cdef int64_t luby_v
    cdef int64_t n_rephased
    cdef int64_t n_reduced
    cdef int64_t n_modes
    cdef int64_t ticks          # clauses looked at
    cdef uint64_t random_state
    cdef bint impossible
    cdef bint done
    cdef int32_t n_loaded
    cdef bint is_prepared
    cdef bint running
    cdef bint is_reset
    cdef bint no_memory
    cdef const char *broken
    cdef readonly int64_t nodes         #: decisions
    cdef readonly int64_t conflicts     #: contradictions met
    cdef readonly int64_t restarts      #: times it began anew with what it had learned
    cdef readonly int64_t learned       #: clauses learned
    cdef readonly int64_t propagations  #: literals that followed, decisions included
    cdef readonly int64_t total         #: solutions since the last reset
    cdef readonly int64_t found         #: solutions in the last run

    def __cinit__(
        self, const int32_t[::1] unit_starts not None, const int32_t[::1] unit_cells not None,
        Py_ssize_t n_cells, Py_ssize_t n_values,
    ):
        check_skeleton(unit_starts, unit_cells, n_cells, n_values)
        self._allocate(unit_starts.shape[0] - 1, unit_cells.shape[0], n_cells, n_values)
        self.impossible = link_units(&self.board, unit_starts, unit_cells)

    def __dealloc__(self):
        cdef int64_t k
        if self.watches != NULL:
            for k in range(2 * <int64_t> self.n_candidates):
                free(self.watches[k].at)
        free(self.watches)
        free(self.arena)
        free(self.clause)
        free(self.memory)
        free(self.skeleton_memory)
        free(self.arc_memory)

    cdef int _allocate(self, Py_ssize_t n_units, Py_ssize_t n_links, Py_ssize_t n_cells, Py_ssize_t n_values) except -1:
        cdef Board *b = &self.board
        cdef size_t n_places = n_units * n_values
        cdef size_t n_candidates, size
        cdef char *at
        b.n_cells, b.n_values, b.n_units = n_cells, n_values, n_units
        self.shift = 0
        while 1 << self.shift < n_values:
            self.shift += 1
        n_candidates = <size_t> n_cells << self.shift
        if n_candidates >= 1 << 28:
            raise ValueError(f"{n_cells} cells of {n_values} values are too many to learn about")
        self.n_candidates = n_candidates
        self.n_cell_words = (n_cells + 63) >> 6
        size = ((2 * n_cells + n_places) * sizeof(mask_t) + n_links * sizeof(Link)
                + sizeof(int32_t) * (n_units + 1 + n_links + n_cells + 1) + n_units + n_cells + 64)
        self.skeleton_memory = calloc(size, 1)
        size = (
            n_candidates * (8 + 8 + 4 * 12 + 7) + 9 * (n_cells + 16)
            + (n_values + 1) * (8 * self.n_cell_words + 4) + 1024
        )
        self.memory = calloc(size, 1)
        self.watches = <Watches *> calloc(2 * n_candidates, sizeof(Watches))
        if self.skeleton_memory == NULL or self.memory == NULL or self.watches == NULL:
            raise MemoryError(f"a learner over {n_candidates} candidates does not fit into memory")
        b.domain = <mask_t *> self.skeleton_memory
        b.place = b.domain + n_cells
        self.given = b.place + n_places
        b.link = <Link *> (self.given + n_cells)
        b.unit_start = <int32_t *> (b.link + n_links)
        b.unit_cell = b.unit_start + n_units + 1
        b.link_start = b.unit_cell + n_links
        b.unit_full = <uint8_t *> (b.link_start + n_cells + 1)
        b.ordered = b.unit_full + n_units
        at = <char *> self.memory
        self.activity = <double *> at
        self.level_stamp = <int64_t *> (self.activity + n_candidates)
        self.cell_activity = <double *> (self.level_stamp + n_candidates + 2)
        self.by_size = <uint64_t *> (self.cell_activity + n_cells + 2)
        self.n_by_size = <int32_t *> (self.by_size + (n_values + 1) * self.n_cell_words)
        self.level = self.n_by_size + n_values + 1
        self.reason = <uint32_t *> (self.level + n_candidates)
        self.trail = self.reason + n_candidates
        self.lesson = self.trail + n_candidates
        self.stack = self.lesson + n_candidates
        self.cleared = self.stack + 4 * n_candidates
        self.heap = <int32_t *> (self.cleared + n_candidates)
        self.heap_at = self.heap + n_candidates
        self.level_start = self.heap_at + n_candidates
        self.truth = <int8_t *> (self.level_start + n_candidates + 2)
        self.seen = <uint8_t *> (self.truth + 2 * n_candidates)
        self.saved = <int8_t *> (self.seen + n_candidates)
        self.target = self.saved + n_candidates
        self.best = self.target + n_candidates
        self.row = <uint8_t *> (self.best + n_candidates)
        return 0

    def reset(
        self, const uint64_t[:, ::1] domains not None, const int32_t[:, ::1] arcs not None, uint64_t seed=0,
    ):
        """Start over with other domains and arcs on the same skeleton.

        Parameters
        ----------
        domains : (n_cells, words) uint64
            Allowed values; bit v - 1 stands for value v. Bits beyond n_values are ignored.
        arcs : (n_arcs, 2) int32
            Pairs of cells (lesser, greater).
        seed : int
            Another seed breaks ties between cells in another way; 0 takes the first.

        Raises
        ------
        ValueError
            If a shape or an index is out of range.
        RuntimeError
            If the learner is running in another thread.
        MemoryError
            If the arcs cannot be allocated.
        """
        cdef Board *b = &self.board
        cdef int32_t cell
        cdef int64_t k
        if self.running:
            raise RuntimeError("this learner is running in another thread")
        check_givens(domains, arcs, b.n_cells)
        self.is_reset = False
        link_arcs(b, &self.arc_memory, arcs)
        allow_all(b, self.given, domains)
        memset(self.truth, 0, 2 * self.n_candidates)
        memset(self.seen, 0, self.n_candidates)
        memset(self.target, 0, self.n_candidates)
        memset(self.best, 0, self.n_candidates)
        memset(self.by_size, 0, (b.n_values + 1) * self.n_cell_words * sizeof(uint64_t))
        memset(self.n_by_size, 0, (b.n_values + 1) * sizeof(int32_t))
        for cell in range(b.n_cells):
            self._count_cell(cell, 1)
            self.cell_activity[cell] = 0
        for k in range(self.n_candidates):
            self.saved[k] = 1
            self.activity[k] = 0
            self.heap_at[k] = -1
        for k in range(2 * <int64_t> self.n_candidates):
            self.watches[k].n = 0
        self.n_trail = self.head = self.clause_head = self.depth = self.n_fixed = 0
        self.level_start[0] = 0
        self.arena_size = self.n_clauses = 0
        self.conflict = NO_CONFLICT
        self.n_heap = 0
        self.bump = self.cell_bump = 1
        self.stamp = 0
        memset(self.level_stamp, 0, (self.n_candidates + 2) * sizeof(int64_t))
        self.n_target = self.n_best = 0
        self.stable = False
        self.fast_glue = self.slow_glue = 0
        self.next_restart = 2
        self.next_mode = 1000
        self.mode_ticks = 0
        self.next_reduce = 300
        self.next_rephase = 1000
        self.luby_u = self.luby_v = 1
        self.n_rephased = self.n_reduced = self.n_modes = self.ticks = 0
        self.random_state = seed
        self.done = self.impossible
        self.n_loaded = 0
        self.is_prepared = self.no_memory = False
        self.broken = NULL
        self.nodes = self.conflicts = self.restarts = self.learned = self.propagations = 0
        self.total = self.found = 0
        self.is_reset = True

    def run(self, int64_t budget, int64_t limit, uint8_t[:, ::1] out=None):
        """Go on searching.

        Parameters
        ----------
        budget : int
            Work to do before pausing, counted in literals and clauses looked at; at least 1. A million is
            about 100 ms.
        limit : int
            Number of further solutions to stop at, at least 1.
        out : (at least limit, n_cells) uint8, optional
            Receives the solutions, from its first row on; without it they are only counted.

        Returns
        -------
        int
            EXHAUSTED: there are no more solutions; SOLUTION: `limit` of them were found; PAUSED: the budget
            is used up. In every case the attribute `found` has the number found in this run.

        Raises
        ------
        ValueError
            If a number or the shape of `out` is out of range, or nothing was loaded by `reset`.
        RuntimeError
            If the learner is running in another thread.
        MemoryError
            If the learned clauses do not fit into memory. Only a reset helps then.
        """
        cdef Outcome outcome
        cdef uint8_t *rows = NULL
        if self.running:
            raise RuntimeError("this learner is running in another thread")
        if not self.is_reset:
            raise ValueError("nothing to search: call reset first")
        check_run(budget, limit, out, self.board.n_cells)
        if out is not None:
            rows = &out[0, 0]
        self.running = True
        self.found = 0
        with nogil:
            outcome = self._run(budget, limit, rows)
        self.running = False
        if outcome == OUTCOME_BROKEN:
            raise AssertionError(self.broken.decode())
        if outcome == OUTCOME_NO_MEMORY:
            self.is_reset = False
            raise MemoryError("the learned clauses do not fit into memory")
        return outcome

    # Propagation ---------------------------------------------------------------------------------------

    cdef inline uint32_t _positive(self, int32_t cell, int32_t value) noexcept nogil:
        return <uint32_t> ((cell << self.shift | value) << 1)

    cdef inline int32_t _cell(self, uint32_t literal) noexcept nogil:
        return literal >> 1 >> self.shift

    cdef inline int32_t _value(self, uint32_t literal) noexcept nogil:
        return (literal >> 1) & ((1 << self.shift) - 1)

    cdef inline void _count_cell(self, int32_t cell, int32_t sign) noexcept nogil:
        cdef int32_t size = mask_size(self.board.domain[cell])
        self.by_size[size * self.n_cell_words + (cell >> 6)] ^= <uint64_t> 1 << (cell & 63)
        self.n_by_size[size] += sign

    cdef inline void _assign(self, uint32_t literal, uint32_t reason) noexcept nogil:
        cdef uint32_t candidate = literal >> 1
        self.truth[literal] = 1
        self.truth[literal ^ 1] = -1
        self.level[candidate] = self.depth
        self.reason[candidate] = reason
        self.trail[self.n_trail] = literal
        self.n_trail += 1

    cdef inline void _hold(self, int32_t cell, int32_t value, uint32_t reason) noexcept nogil:
        # The candidate holds. What that excludes is drawn later.
        self._assign(self._positive(cell, value), reason)
        self.n_fixed += 1

    cdef inline bint _drop(self, int32_t cell, int32_t value, uint32_t reason) noexcept nogil:
        # The candidate fails; False on conflict.
        cdef Board *b = &self.board
        cdef uint32_t literal = self._positive(cell, value) | 1
        cdef mask_t left
        cdef int32_t k, other
        cdef Link link
        cdef bint ok = True
        if self.truth[literal] == -1:
            # It holds: remember the clause that says otherwise.
            self.conflict, self.conflict_a, self.conflict_b = CONFLICT_PAIR, literal, reason
            return False
        self._assign(literal, reason)
        self._count_cell(cell, -1)
        left = mask_without(b.domain[cell], value)
        b.domain[cell] = left
        self._count_cell(cell, 1)
        if mask_at_most_one(left):
            if mask_is_empty(left):
                self.conflict, self.conflict_a = CONFLICT_CELL, cell
                ok = False
            elif self.truth[self._positive(cell, mask_lowest(left))] == 0:
                self._hold(cell, mask_lowest(left), BECAUSE_LAST_VALUE)
        for k in range(b.link_start[cell], b.link_start[cell + 1]):
            link = b.link[k]
            left = mask_without(b.place[link.places + value], link.position)
            b.place[link.places + value] = left
            if link.full and mask_at_most_one(left):
                if mask_is_empty(left):
                    self.conflict, self.conflict_a = CONFLICT_PLACE, link.places + value
                    ok = False
                else:
                    other = b.unit_cell[link.first + mask_lowest(left)]
                    if self.truth[self._positive(other, value)] == 0:
                        self._hold(other, value, BECAUSE_LAST_PLACE | <uint32_t> (link.places // b.n_values))
        return ok

    cdef inline bint _exclude(self, int32_t cell, int32_t value) noexcept nogil:
        # Draw what follows from a candidate that holds.
        cdef Board *b = &self.board
        cdef uint32_t because = BECAUSE_OTHER | <uint32_t> (cell << self.shift | value)
        cdef mask_t others = mask_without(b.domain[cell], value)
        cdef int32_t k
        cdef Link link
        while not mask_is_empty(others):
            if not self._drop(cell, mask_pop(&others), because):
                return False
        for k in range(b.link_start[cell], b.link_start[cell + 1]):
            link = b.link[k]
            others = mask_without(b.place[link.places + value], link.position)
            while not mask_is_empty(others):
                if not self._drop(b.unit_cell[link.first + mask_pop(&others)], value, because):
                    return False
        return True

    cdef inline bint _move(self, int32_t cell) noexcept nogil:
        # Carry the bounds of the cell along its arcs.
        cdef Board *b = &self.board
        cdef mask_t too_small = mask_below(mask_lowest(b.domain[cell]) + 1)
        cdef mask_t small_enough = mask_below(mask_highest(b.domain[cell]))
        cdef mask_t gone
        cdef int32_t k
        for k in range(b.greater_start[cell], b.greater_start[cell + 1]):
            gone = mask_and(b.domain[b.greater[k]], too_small)
            while not mask_is_empty(gone):
                if not self._drop(b.greater[k], mask_pop(&gone), BECAUSE_LESSER | <uint32_t> cell):
                    return False
        for k in range(b.lesser_start[cell], b.lesser_start[cell + 1]):
            gone = mask_minus(b.domain[b.lesser[k]], small_enough)
            while not mask_is_empty(gone):
                if not self._drop(b.lesser[k], mask_pop(&gone), BECAUSE_GREATER | <uint32_t> cell):
                    return False
        return True

    cdef Propagated _propagate(self, int64_t budget) noexcept nogil:
        # Up to a fixpoint or a conflict, or until the budget is used up.
        cdef Board *b = &self.board
        cdef uint32_t literal
        cdef int32_t cell, value, n_before = self.n_trail
        cdef int64_t ticks_before = self.ticks
        if self.conflict != NO_CONFLICT:
            return CONFLICT
        while self.n_trail - n_before + self.ticks - ticks_before < budget:
            if self.head < self.n_trail:
                literal = self.trail[self.head]
                self.head += 1
                cell, value = self._cell(literal), self._value(literal)
                if not literal & 1:
                    if not self._exclude(cell, value):
                        return CONFLICT
                elif b.ordered[cell]:
                    if value < mask_lowest(b.domain[cell]) or value > mask_highest(b.domain[cell]):
                        if not self._move(cell):
                            return CONFLICT
            elif self.clause_head < self.n_trail:
                literal = self.trail[self.clause_head]
                self.clause_head += 1
                if not self._visit(literal ^ 1):
                    return CONFLICT
            else:
                return FIXPOINT
        return OUT_OF_BUDGET

    cdef bint _imply(self, uint32_t literal, uint32_t reason) noexcept nogil:
        # Make an open literal hold; False on conflict.
        cdef int32_t cell = self._cell(literal), value = self._value(literal)
        if literal & 1:
            return self._drop(cell, value, reason)
        self._hold(cell, value, reason)
        return True

    cdef bint _visit(self, uint32_t failed) noexcept nogil:
        # Look at the clauses that watch a literal that fails now.
        cdef Watches *w = &self.watches[failed]
        cdef Watch *at = w.at
        cdef Watch watch
        cdef int32_t i = 0, j = 0, n = w.n, k, size
        cdef uint32_t *literals
        cdef uint32_t other
        cdef bint ok = True, moved
        self.ticks += 1 + (n >> 2)
        while i < n:
            watch = at[i]
            i += 1
            if self.truth[watch.blocker] > 0:
                at[j] = watch
                j += 1
                continue
            self.ticks += 1
            literals = self.arena + watch.clause + HEADER
            size = self.arena[watch.clause]
            other = literals[0] ^ literals[1] ^ failed
            if self.truth[other] > 0:
                at[j].clause = watch.clause
                at[j].blocker = other
                j += 1
                continue
            moved = False
            for k in range(2, size):
                if self.truth[literals[k]] >= 0:
                    literals[0] = other
                    literals[1] = literals[k]
                    literals[k] = failed
                    if not self._watch(literals[1], watch.clause, other):
                        self.no_memory = True
                    moved = True
                    break
            if moved:
                continue
            at[j].clause = watch.clause
            at[j].blocker = other
            j += 1
            if self.truth[other] < 0:
                self.conflict, self.conflict_a = CONFLICT_CLAUSE, watch.clause
                ok = False
                break
            literals[0] = other
            literals[1] = failed
            if not self._imply(other, BECAUSE_CLAUSE | watch.clause):
                ok = False
                break
        while i < n:
            at[j] = at[i]
            i += 1
            j += 1
        w.n = j
        return ok

    cdef inline bint _watch(self, uint32_t literal, uint32_t clause, uint32_t blocker) noexcept nogil:
        cdef Watches *w = &self.watches[literal]
        cdef int32_t capacity
        cdef Watch *at
        if w.n == w.capacity:
            capacity = 2 * w.capacity if w.capacity else 4
            at = <Watch *> realloc(w.at, capacity * sizeof(Watch))
            if at == NULL:
                return False
            w.at = at
            w.capacity = capacity
        w.at[w.n].clause = clause
        w.at[w.n].blocker = blocker
        w.n += 1
        return True

    cdef void _undo(self, int32_t depth) noexcept nogil:
        cdef Board *b = &self.board
        cdef uint32_t literal
        cdef int32_t cell, value, k, candidate
        cdef mask_t *place
        while self.n_trail > self.level_start[depth + 1]:
            self.n_trail -= 1
            literal = self.trail[self.n_trail]
            candidate = literal >> 1
            self.truth[literal] = self.truth[literal ^ 1] = 0
            self.saved[candidate] = -1 if literal & 1 else 1
            if self.heap_at[candidate] < 0:
                self._heap_insert(candidate)
            if literal & 1:
                cell, value = self._cell(literal), self._value(literal)
                self._count_cell(cell, -1)
                b.domain[cell] = mask_with(b.domain[cell], value)
                self._count_cell(cell, 1)
                for k in range(b.link_start[cell], b.link_start[cell + 1]):
                    place = &b.place[b.link[k].places + value]
                    place[0] = mask_with(place[0], b.link[k].position)
            else:
                self.n_fixed -= 1
        self.head = self.clause_head = self.n_trail
        self.depth = depth
        self.conflict = NO_CONFLICT

    # Explanation and learning --------------------------------------------------------------------------

    cdef int32_t _explain(self, uint32_t literal, uint32_t reason, uint32_t *to) noexcept nogil:
        # The other literals of the clause that makes the literal hold; all of them fail. Returns how many.
        cdef Board *b = &self.board
        cdef int32_t cell = self._cell(literal), value = self._value(literal)
        cdef int32_t n = 0, k, u, other
        cdef uint32_t kind = reason & KIND, data = reason & DATA
        cdef uint32_t *literals
        cdef mask_t values
        if kind == BECAUSE_OTHER:
            to[0] = data << 1 | 1
            return 1
        if kind == BECAUSE_CLAUSE:
            literals = self.arena + data + HEADER
            for k in range(self.arena[data]):
                if literals[k] != literal:
                    to[n] = literals[k]
                    n += 1
            return n
        if kind == BECAUSE_LAST_PLACE:
            for k in range(b.unit_start[data], b.unit_start[data + 1]):
                other = b.unit_cell[k]
                if other != cell and mask_has(self.given[other], value):
                    to[n] = self._positive(other, value)
                    n += 1
            return n
        if kind == BECAUSE_LAST_VALUE:
            values = mask_without(self.given[cell], value)
            other = cell
        elif kind == BECAUSE_LESSER:
            values = mask_and(self.given[data], mask_below(value))
            other = data
        elif kind == BECAUSE_GREATER:
            values = mask_minus(self.given[data], mask_below(value + 1))
            other = data
        else:
            return 0
        while not mask_is_empty(values):
            to[n] = self._positive(other, mask_pop(&values))
            n += 1
        return n

    cdef int32_t _explain_conflict(self, uint32_t *to) noexcept nogil:
        # The literals of a clause that fails.
        cdef Board *b = &self.board
        cdef int32_t n = 0, k, u, v, cell
        cdef mask_t values
        if self.conflict == CONFLICT_CLAUSE:
            for k in range(self.arena[self.conflict_a]):
                to[k] = self.arena[self.conflict_a + HEADER + k]
            return self.arena[self.conflict_a]
        if self.conflict == CONFLICT_PAIR:
            to[0] = self.conflict_a
            return 1 + self._explain(self.conflict_a, self.conflict_b, to + 1)
        if self.conflict == CONFLICT_CELL:
            values = self.given[self.conflict_a]
            while not mask_is_empty(values):
                to[n] = self._positive(self.conflict_a, mask_pop(&values))
                n += 1
            return n
        u, v = self.conflict_a // b.n_values, self.conflict_a % b.n_values
        for k in range(b.unit_start[u], b.unit_start[u + 1]):
            cell = b.unit_cell[k]
            if mask_has(self.given[cell], v):
                to[n] = self._positive(cell, v)
                n += 1
        return n

    cdef inline void _see(self, uint32_t candidate) noexcept nogil:
        self.seen[candidate] = 1
        self.cleared[self.n_cleared] = candidate
        self.n_cleared += 1

    cdef void _analyse(self) noexcept nogil:
        # Learn the clause of the first unique implication point.
        cdef uint32_t *literals = self.stack
        cdef int32_t n = self._explain_conflict(literals), n_open = 0, at = self.n_trail, k, j
        cdef uint32_t literal, candidate
        self.n_lesson = 1
        self.n_cleared = 0
        while True:
            for k in range(n):
                if FASTFUTO_CHECKED and self.truth[literals[k]] != -1:
                    self.broken = "an explanation has a literal that does not fail"
                candidate = literals[k] >> 1
                if not self.seen[candidate] and self.level[candidate] > 0:
                    self._see(candidate)
                    self._bump(candidate)
                    if self.level[candidate] == self.depth:
                        n_open += 1
                    else:
                        self.lesson[self.n_lesson] = literals[k]
                        self.n_lesson += 1
            at -= 1
            while not self.seen[self.trail[at] >> 1]:
                at -= 1
            literal = self.trail[at]
            n_open -= 1
            if n_open == 0:
                break
            if self.reason[literal >> 1] & KIND == BECAUSE_CLAUSE:
                self._use(self.reason[literal >> 1] & DATA)
            n = self._explain(literal, self.reason[literal >> 1], literals)
        self.lesson[0] = literal ^ 1
        self._glue(self.lesson, self.n_lesson)    # stamps the levels
        j = 1
        for k in range(1, self.n_lesson):
            if not self._is_redundant(self.lesson[k]):
                self.lesson[j] = self.lesson[k]
                j += 1
        self.n_lesson = j
        for k in range(self.n_cleared):
            self.seen[self.cleared[k]] = 0

    cdef bint _is_redundant(self, uint32_t literal) noexcept nogil:
        # Whether the rest of the clause implies it. Seen: 1 in the clause or implied by it, 2 not.
        cdef uint32_t *todo = self.stack
        cdef int32_t n = 1, first = self.n_cleared, k, more
        cdef uint32_t candidate, failed
        cdef uint32_t *reasons
        if self.reason[literal >> 1] == BECAUSE_GIVEN:
            return False
        todo[0] = literal
        while n:
            n -= 1
            failed = todo[n]
            more = self._explain(failed ^ 1, self.reason[failed >> 1], todo + n)
            reasons = todo + n
            for k in range(more):
                candidate = reasons[k] >> 1
                if self.level[candidate] == 0 or self.seen[candidate] == 1:
                    continue
                if (
                    self.seen[candidate] == 2 or self.reason[candidate] == BECAUSE_GIVEN
                    or self.level_stamp[self.level[candidate]] != self.stamp
                ):
                    # Do not ask again.
                    for k in range(first, self.n_cleared):
                        self.seen[self.cleared[k]] = 2
                    return False
                self._see(candidate)
                todo[n] = reasons[k]
                n += 1
        return True

    cdef inline void _bump(self, uint32_t candidate) noexcept nogil:
        cdef int32_t k, cell = candidate >> self.shift
        if self.stable:
            self.activity[candidate] += self.bump
            if self.activity[candidate] > 1e100:
                for k in range(self.n_candidates):
                    self.activity[k] *= 1e-100
                self.bump *= 1e-100
            if self.heap_at[candidate] >= 0:
                self._heap_up(self.heap_at[candidate])
        else:
            self.cell_activity[cell] += self.cell_bump
            if self.cell_activity[cell] > 1e100:
                for k in range(self.board.n_cells):
                    self.cell_activity[k] *= 1e-100
                self.cell_bump *= 1e-100

    cdef inline int32_t _glue(self, uint32_t *literals, int32_t n) noexcept nogil:
        cdef int32_t k, glue = 0, level
        self.stamp += 1
        for k in range(n):
            level = self.level[literals[k] >> 1]
            if self.level_stamp[level] != self.stamp:
                self.level_stamp[level] = self.stamp
                glue += 1
        return glue

    cdef inline void _use(self, uint32_t clause) noexcept nogil:
        # A learned clause took part in a conflict: it is worth keeping, and its glue may have become better.
        cdef uint32_t glue = self.arena[clause + 1] >> 2, now
        if glue > TIER1:
            now = self._glue(self.arena + clause + HEADER, self.arena[clause])
            if now < glue:
                glue = now
            self.arena[clause + 1] = glue << 2 | (2 if glue <= TIER2 else 1)

    cdef bint _learn(self) noexcept nogil:
        # Jump back to where the learned clause makes its first literal hold, and keep it; a conflict that this
        # leads to shows in self.conflict. False if memory is out.
        cdef int32_t k, second = 1, depth = 0, glue
        cdef uint32_t at, literal
        glue = self._glue(self.lesson, self.n_lesson)
        for k in range(1, self.n_lesson):
            if self.level[self.lesson[k] >> 1] > depth:
                depth = self.level[self.lesson[k] >> 1]
                second = k
        self.fast_glue += (glue - self.fast_glue) * 0.03
        self.slow_glue += (glue - self.slow_glue) * (1e-5 if self.conflicts > 100000 else 1.0 / (self.conflicts + 1))
        self._remember_phases()
        self._undo(depth)
        literal = self.lesson[0]
        if self.stable:
            self.bump /= DECAY
        else:
            self.cell_bump /= DECAY
        if self.n_lesson == 1:
            self._imply(literal, BECAUSE_GIVEN)
            return True
        self.lesson[second], self.lesson[1] = self.lesson[1], self.lesson[second]
        if not self._keep(self.lesson, self.n_lesson, glue):
            return False
        at = self.clause[self.n_clauses - 1]
        self.learned += 1
        self._imply(literal, BECAUSE_CLAUSE | at)
        return True

    cdef bint _keep(self, uint32_t *literals, int32_t n, int32_t glue) noexcept nogil:
        cdef int64_t need = self.arena_size + HEADER + n, capacity
        cdef uint32_t at
        cdef void *more
        if need >= NO_CLAUSE:
            return False
        if need > self.arena_capacity:
            capacity = max(2 * self.arena_capacity, need + 1024)
            more = realloc(self.arena, capacity * sizeof(uint32_t))
            if more == NULL:
                return False
            self.arena = <uint32_t *> more
            self.arena_capacity = capacity
        if self.n_clauses == self.clause_capacity:
            capacity = 2 * self.clause_capacity + 64
            more = realloc(self.clause, capacity * sizeof(uint32_t))
            if more == NULL:
                return False
            self.clause = <uint32_t *> more
            self.clause_capacity = capacity
        at = self.arena_size
        self.arena[at] = n
        self.arena[at + 1] = glue << 2 | 2
        memcpy(self.arena + at + HEADER, literals, n * sizeof(uint32_t))
        self.arena_size = need
        self.clause[self.n_clauses] = at
        self.n_clauses += 1
        return self._watch(literals[0], at, literals[1]) and self._watch(literals[1], at, literals[0])

    cdef bint _reduce(self) noexcept nogil:
        # At level 0: drop clauses that hold, literals that fail, and the worse half of what is not kept for good.
        cdef int32_t k, j, i, n, n_candidates = 0, limit, n_kept = 0
        cdef uint32_t at, to = 0, glue, use
        cdef uint32_t *c
        cdef bint holds
        cdef int64_t literal
        cdef int64_t[256] histogram
        cdef int64_t half, sum
        self.n_reduced += 1
        memset(histogram, 0, sizeof(histogram))
        for k in range(self.n_clauses):
            at = self.clause[k]
            glue, use = self.arena[at + 1] >> 2, self.arena[at + 1] & 3
            if glue > TIER1 and not use:
                histogram[min(<int32_t> glue, 255)] += 1
                n_candidates += 1
        half, sum, limit = n_candidates // 2, 0, 255
        # clauses above the limit go
        while limit > 0 and sum + histogram[limit] <= half:
            sum += histogram[limit]
            limit -= 1
        half -= sum     # so many of those at the limit go too, oldest first
        for k in range(self.n_clauses):
            at = self.clause[k]
            n = self.arena[at]
            c = self.arena + at
            glue, use = c[1] >> 2, c[1] & 3
            if glue > TIER1 and not use:
                if min(<int32_t> glue, 255) > limit:
                    continue
                if min(<int32_t> glue, 255) == limit and half > 0:
                    half -= 1
                    continue
            holds = False
            j = HEADER
            for i in range(HEADER, HEADER + n):
                if self.truth[c[i]] > 0:
                    holds = True
                    break
                if self.truth[c[i]] == 0:
                    c[j] = c[i]
                    j += 1
            if holds:
                continue
            # At a fixpoint at least two literals are open.
            n = j - HEADER
            c[0] = n
            if use:
                use -= 1
            c[1] = glue << 2 | use
            for i in range(n + HEADER):
                self.arena[to + i] = c[i]
            self.clause[n_kept] = to
            n_kept += 1
            to += n + HEADER
        self.n_clauses = n_kept
        self.arena_size = to
        for literal in range(2 * <int64_t> self.n_candidates):
            self.watches[literal].n = 0
        for k in range(n_kept):
            at = self.clause[k]
            c = self.arena + at + HEADER
            if not (self._watch(c[0], at, c[1]) and self._watch(c[1], at, c[0])):
                return False
        self.next_reduce = self.conflicts + <int64_t> (300 * sqrt(self.n_reduced + 1.0)) + 300
        return True

    # Decisions -----------------------------------------------------------------------------------------

    cdef inline void _heap_up(self, int32_t at) noexcept nogil:
        cdef int32_t candidate = self.heap[at], parent
        cdef double activity = self.activity[candidate]
        while at:
            parent = (at - 1) >> 1
            if self.activity[self.heap[parent]] >= activity:
                break
            self.heap[at] = self.heap[parent]
            self.heap_at[self.heap[at]] = at
            at = parent
        self.heap[at] = candidate
        self.heap_at[candidate] = at

    cdef inline void _heap_down(self, int32_t at) noexcept nogil:
        cdef int32_t candidate = self.heap[at], child
        cdef double activity = self.activity[candidate]
        while 2 * at + 1 < self.n_heap:
            child = 2 * at + 1
            if child + 1 < self.n_heap and self.activity[self.heap[child + 1]] > self.activity[self.heap[child]]:
                child += 1
            if self.activity[self.heap[child]] <= activity:
                break
            self.heap[at] = self.heap[child]
            self.heap_at[self.heap[at]] = at
            at = child
        self.heap[at] = candidate
        self.heap_at[candidate] = at

    cdef inline void _heap_insert(self, int32_t candidate) noexcept nogil:
        self.heap[self.n_heap] = candidate
        self.heap_at[candidate] = self.n_heap
        self.n_heap += 1
        self._heap_up(self.n_heap - 1)

    cdef inline int32_t _heap_pop(self) noexcept nogil:
        cdef int32_t candidate = self.heap[0]
        self.n_heap -= 1
        self.heap_at[candidate] = -1
        if self.n_heap:
            self.heap[0] = self.heap[self.n_heap]
            self.heap_at[self.heap[0]] = 0
            self._heap_down(0)
        return candidate

    cdef uint32_t _choose_active(self) noexcept nogil:
        cdef int32_t candidate
        cdef int8_t phase
        while True:
            candidate = self._heap_pop()
            if self.truth[candidate << 1] == 0:
                break
        phase = self.target[candidate]
        if phase == 0:
            phase = self.saved[candidate]
        return <uint32_t> (candidate << 1 | (phase < 0))

    cdef uint32_t _choose_small(self) noexcept nogil:
        # The open cell with the fewest values, the most active of several; its value that last held, or the first.
        cdef Board *b = &self.board
        cdef int32_t size = 1, w, cell, best = -1, value
        cdef uint64_t cells
        cdef mask_t values
        cdef double activity = -1
        while True:
            size += 1
            if not self.n_by_size[size]:
                continue
            for w in range(self.n_cell_words):
                cells = self.by_size[size * self.n_cell_words + w]
                while cells:
                    cell = 64 * w + word_lowest(cells)
                    cells &= cells - 1
                    if self.cell_activity[cell] > activity:
                        activity, best = self.cell_activity[cell], cell
            break
        values = b.domain[best]
        value = mask_lowest(values)
        while not mask_is_empty(values):
            size = mask_pop(&values)
            if self.saved[best << self.shift | size] > 0:
                value = size
                break
        return self._positive(best, value)

    cdef void _remember_phases(self) noexcept nogil:
        # Target: the largest trail without a conflict since the last rephasing; best: likewise, for longer.
        cdef int32_t k, n
        if not self.stable:
            return
        n = self.level_start[self.depth]
        if n > self.n_target:
            self.n_target = n
            for k in range(n):
                self.target[self.trail[k] >> 1] = -1 if self.trail[k] & 1 else 1
        if n > self.n_best:
            self.n_best = n
            for k in range(n):
                self.best[self.trail[k] >> 1] = -1 if self.trail[k] & 1 else 1

    cdef void _rephase(self) noexcept nogil:
        cdef int64_t k
        self.n_rephased += 1
        self.next_rephase = self.conflicts + 1000 * (self.n_rephased + 1)
        if self.n_rephased & 1:
            memcpy(self.saved, self.best, self.n_candidates)
            for k in range(self.n_candidates):
                if self.saved[k] == 0:
                    self.saved[k] = 1
        else:
            memset(self.saved, 1, self.n_candidates)
        memset(self.target, 0, self.n_candidates)
        self.n_target = self.n_best = 0

    # Searching -----------------------------------------------------------------------------------------

    cdef bint _load(self, int64_t *budget) noexcept nogil:
        # Take over the given domains, cell by cell; False on conflict.
        cdef Board *b = &self.board
        cdef mask_t gone
        cdef int32_t cell, value
        while self.n_loaded < b.n_cells and budget[0] > 0:
            cell = self.n_loaded
            self.n_loaded += 1
            if mask_is_empty(self.given[cell]):
                return False
            gone = mask_minus(b.domain[cell], self.given[cell])
            budget[0] -= 1 + mask_size(gone)
            while not mask_is_empty(gone):
                value = mask_pop(&gone)
                if not self._drop(cell, value, BECAUSE_GIVEN):
                    return False
            if b.n_values == 1:
                self._hold(cell, 0, BECAUSE_GIVEN)
            if b.ordered[cell] and not self._move(cell):
                return False
        return True

    cdef void _prepare(self) noexcept nogil:
        # At the first fixpoint: from now on what failed so far is not asked for any more.
        cdef Board *b = &self.board
        cdef int32_t cell, candidate
        cdef mask_t values
        self.is_prepared = True
        for cell in range(b.n_cells):
            self.given[cell] = values = b.domain[cell]
            if self.random_state:
                self.cell_activity[cell] = <double> (next_random(&self.random_state) >> 40) * 1e-9
            while not mask_is_empty(values) and not mask_at_most_one(b.domain[cell]):
                candidate = cell << self.shift | mask_pop(&values)
                if self.heap_at[candidate] < 0:
                    self._heap_insert(candidate)

    cdef void _switch_modes(self) noexcept nogil:
        cdef int64_t phase
        self.n_modes += 1
        if self.n_modes == 1:
            self.mode_ticks = self.ticks + self.propagations
        self.stable = not self.stable
        phase = (self.n_modes + 1) // 2
        self.next_mode = self.ticks + self.propagations + self.mode_ticks * phase * phase
        self.n_target = 0
        self.luby_u = self.luby_v = 1
        self.next_restart = self.conflicts + (1024 if self.stable else 2)

    cdef bint _is_restart_due(self) noexcept nogil:
        if self.conflicts < self.next_restart:
            return False
        if self.stable:
            # Reluctant doubling (Knuth).
            if self.luby_u & -self.luby_u == self.luby_v:
                self.luby_u += 1
                self.luby_v = 1
            else:
                self.luby_v *= 2
            self.next_restart = self.conflicts + 1024 * self.luby_v
            return True
        self.next_restart = self.conflicts + 2
        return self.fast_glue > 1.1 * self.slow_glue

    cdef Outcome _run(self, int64_t budget, int64_t limit, uint8_t *out) noexcept nogil:
        cdef Board *b = &self.board
        cdef int32_t k, n_before
        cdef int64_t work
        cdef uint32_t literal
        cdef Propagated propagated
        while not self.done:
            if self.n_loaded < b.n_cells:
                if not self._load(&budget):
                    self.done = True
                elif budget <= 0:
                    return OUTCOME_PAUSED
                continue
            work = self.ticks + self.propagations
            n_before = self.n_trail
            propagated = self._propagate(budget)
            self.propagations += self.n_trail - n_before
            budget -= self.ticks + self.propagations - work + 1
            if self.no_memory:
                return OUTCOME_NO_MEMORY
            if propagated == OUT_OF_BUDGET:
                return OUTCOME_PAUSED
            if propagated == CONFLICT:
                if self.depth == 0:
                    self.done = True
                    break
                self.conflicts += 1
                self._analyse()
                budget -= self.n_lesson
                if FASTFUTO_CHECKED and self.broken != NULL:
                    return OUTCOME_BROKEN
                if not self._learn():
                    return OUTCOME_NO_MEMORY
                if budget <= 0:
                    return OUTCOME_PAUSED
                continue
            if not self.is_prepared:
                self._prepare()
            if self.n_fixed == b.n_cells:
                self._record(out)
                if FASTFUTO_CHECKED and self.broken != NULL:
                    return OUTCOME_BROKEN
                if self.depth == 0:
                    self.done = True
                    return OUTCOME_SOLUTION if self.found == limit else OUTCOME_EXHAUSTED
                # The decisions lead to this solution: not all of them again.
                self.n_lesson = 0
                for k in range(self.depth, 0, -1):
                    self.lesson[self.n_lesson] = self.trail[self.level_start[k]] ^ 1
                    self.n_lesson += 1
                if not self._learn():
                    return OUTCOME_NO_MEMORY
                if self.found == limit:
                    return OUTCOME_SOLUTION
                continue
            if (self.ticks + self.propagations if self.n_modes else self.conflicts) >= self.next_mode:
                self._switch_modes()
            if self._is_restart_due():
                self.restarts += 1
                if self.depth:
                    self._undo(0)
                if self.stable and self.conflicts >= self.next_rephase:
                    self._rephase()
                continue
            if self.conflicts >= self.next_reduce:
                if self.depth:
                    self._undo(0)
                if not self._reduce():
                    return OUTCOME_NO_MEMORY
            literal = self._choose_active() if self.stable else self._choose_small()
            self.depth += 1
            self.nodes += 1
            self.level_start[self.depth] = self.n_trail
            self._imply(literal, BECAUSE_GIVEN)
            if budget <= 0:
                return OUTCOME_PAUSED
        return OUTCOME_EXHAUSTED

    cdef void _record(self, uint8_t *out) noexcept nogil:
        # Count the solution on the board, and give it out if that is wanted.
        cdef int32_t cell
        for cell in range(self.board.n_cells):
            self.row[cell] = mask_lowest(self.board.domain[cell]) + 1
        if FASTFUTO_CHECKED and not fits(&self.board, self.given, self.row):
            self.broken = "a solution breaks a unit or an arc"
        if out != NULL:
            memcpy(out + self.found * self.board.n_cells, self.row, self.board.n_cells)
        self.found += 1
        self.total += 1
