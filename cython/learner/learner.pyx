"""Learner: conflict-driven search with lazy explanations.

The Boolean variables are the candidates "the cell takes the value" that are open after propagation at the root, as in
a SAT encoding, but units and inequalities are no clauses: a candidate belongs to groups of which one must hold (the values of a
cell, the places of a value in a unit), a group knows how many of it are left, and a clause for what groups and inequalities did
is made only when the analysis of a conflict asks for it (lazy clause generation: Ohrimenko, Stuckey and Codish, 2009).
Learned clauses are those of the first unique implication point, minimised, with two watched literals (Marques-Silva and
Sakallah, 1999; Moskewicz et al., 2001; Een and Sorensson, 2003), kept by glue (Audemard and Simon, 2009).

A candidate that fails only because another one holds never stands in a learned clause: the other one does. So clauses
speak mostly of candidates that hold, of which there are few, and are less than half as long.

There are two ways to decide. The first takes the group with the fewest candidates left, a cell or a place, and goes
for one of them: best where there are many solutions. The second follows activity and target phases (Biere et al.,
CaDiCaL): best where there are one or a few.
"""

cimport cython
from libc.math cimport sqrt
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from common.bits cimport (
    FASTFUTO_CHECKED, FASTFUTO_WORDS, mask_and, mask_at_most_one, mask_below, mask_has, mask_highest, mask_is_empty,
    mask_lowest, mask_minus, mask_pop, mask_size, mask_t, mask_with, mask_without, next_random,
)
from common.board cimport (
    CONFLICT, FIXPOINT, OUT_OF_BUDGET, OUTCOME_BROKEN, OUTCOME_EXHAUSTED, OUTCOME_NO_MEMORY, OUTCOME_PAUSED,
    OUTCOME_SOLUTION, Board, Link, Outcome, Propagated, begin, check_domains, check_run, check_skeleton, fits,
    link_inequalities, link_units, propagate, take_over,
)

EXHAUSTED = OUTCOME_EXHAUSTED
SOLUTION = OUTCOME_SOLUTION
PAUSED = OUTCOME_PAUSED
WORDS = FASTFUTO_WORDS

cdef enum:
    # Why a literal holds: a kind, and what it needs to be explained.
    BECAUSE_GIVEN = 0           # or decided
    BECAUSE_OTHER = 1 << 29     # a candidate that holds and shares a group
    BECAUSE_LAST = 2 << 29      # of the group
    BECAUSE_LESSER = 3 << 29    # too small to be above that cell
    BECAUSE_GREATER = 4 << 29   # too great to be below that cell
    BECAUSE_CLAUSE = 5 << 29    # where the clause begins in the arena
    KIND = 7 << 29
    DATA = (1 << 29) - 1

    # What the conflict is made of.
    NO_CONFLICT = 0
    CONFLICT_CLAUSE
    CONFLICT_GROUP              # of which nothing is left
    CONFLICT_PAIR               # a candidate holds that should fail

    HEADER = 2                  # words before a clause's literals: size, and glue with use
    TIER1 = 2                   # glue up to which clauses are kept for good
    TIER2 = 6                   # and up to which they are as long as they are used

    FIRST_RESTART = 2048        # conflicts
    FIRST_REDUCE = 300
    FIRST_REPHASE = 1000

cdef double DECAY = 0.95        # of activity, with each conflict

cdef struct Watch:
    uint32_t clause
    uint32_t blocker            # if this literal holds the clause need not be looked at

cdef struct Watches:
    Watch *at
    int32_t n
    int32_t capacity

cdef struct Variable:
    # Of a candidate that holds or fails.
    int32_t level
    uint32_t reason


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
        Number of values, 1 to 64 (255 in the wide build).
    memory : int
        Bytes it may take. Loading takes about 4 a cell and value, learning then about 110 a candidate that is
        open at the root, and the clauses.

    Raises
    ------
    ValueError
        If a number or an index is out of range; nothing is trusted.
    MemoryError
        If the board cannot be allocated.
    """

    cdef Board board
    cdef void *skeleton_memory
    cdef void *inequality_memory
    cdef void *root_memory      # what the board needs for propagation at the root, until that is done
    cdef void *memory
    cdef mask_t *given          # (n_cells,) domains to load; then what is possible at the root
    # Candidates: those open at the root, cell by cell in ascending order. Literals: candidate << 1 | negated.
    cdef int32_t n_candidates
    cdef int32_t *first         # (n_cells + 1,) candidate of the cell
    cdef int32_t *cell_of       # (n_candidates,)
    cdef uint8_t *value_of      # (n_candidates,)
    # Groups: the open cells, then the open values of full units; in the rest, values of other units, none need hold.
    cdef int32_t n_groups
    cdef int32_t n_exact        # groups of which one must hold
    cdef int32_t *group_start   # (n_groups + 1,) first entry in member
    cdef uint32_t *member       # (memberships,) candidates
    cdef int32_t *groups_start  # (n_candidates + 1,) first entry in groups_of
    cdef int32_t *groups_of     # (memberships,)
    cdef uint8_t *n_left        # (n_groups,) members that do not fail,
    cdef uint32_t *left         # (n_groups,) and the exclusive or of all of them: the last one, in the end
    # The assignment.
    cdef int8_t *truth          # (2 * n_candidates,) of a literal: 1 holds, -1 fails, 0 open
    cdef Variable *variable     # (n_candidates,)
    cdef uint32_t *trail        # (n_candidates,) literals that hold
    cdef int32_t n_trail
    cdef int32_t head           # literals whose consequences in groups are drawn,
    cdef int32_t clause_head    # in clauses,
    cdef int32_t bound_head       # and along inequalities, where these come last and not with the groups
    cdef bint bounds_last
    cdef int32_t *level_start   # (most levels + 2,): candidates, or open cells unless by_activity
    cdef int32_t depth
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
    cdef uint32_t conflict_a    # and the clause, group or literal
    cdef uint32_t conflict_b    # and the reason why that literal should hold
    cdef uint8_t *seen          # (n_candidates,) 1 in the clause or implied by it, 2 known not to be
    cdef uint32_t *lesson       # (n_candidates,) literals of the clause being learned
    cdef int32_t n_lesson
    cdef uint32_t *stack        # (2 * n_candidates,) literals to look at
    cdef uint32_t *cleared      # (n_candidates,) candidates whose seen is to be cleared
    cdef int32_t n_cleared
    cdef int64_t *level_stamp   # (most levels + 2,) equal to stamp for the levels of a clause
    cdef int64_t stamp
    # Decisions.
    cdef readonly bint by_activity      #: whether it decides by activity
    cdef double *activity       # (n_candidates,), or (n_groups,) unless by_activity
    cdef int32_t n_activities
    cdef double bump            # what is added to it, more each time
    # For decisions by activity only.
    cdef int32_t *heap          # (n_candidates,) candidates, most active first
    cdef int32_t *heap_at       # (n_candidates,) where one is in it, or -1
    cdef int32_t n_heap
    cdef int8_t *saved          # (n_candidates,) the truth last had
    cdef int8_t *target         # (n_candidates,) in the largest assignment without a conflict since the last rephasing
    cdef int32_t n_target       # literals in it
    cdef int64_t next_rephase   # in conflicts
    cdef int64_t n_rephased
    # Restarts, by reluctant doubling.
    cdef int64_t next_restart   # in conflicts
    cdef int64_t luby_u
    cdef int64_t luby_v
    cdef int64_t next_reduce    # in conflicts
    cdef int64_t n_reduced
    cdef int64_t ticks          # clauses looked at
    cdef uint64_t random_state
    cdef uint8_t *row           # (n_cells,) the solution
    cdef int32_t n_loaded
    cdef int64_t most_bytes
    cdef bint impossible        # a unit has more cells than there are values
    cdef bint done
    cdef bint is_prepared       # the root is done, the candidates are numbered
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
    cdef readonly int64_t bytes         #: memory taken

    def __cinit__(
        self, const int32_t[::1] unit_starts not None, const int32_t[::1] unit_cells not None,
        Py_ssize_t n_cells, Py_ssize_t n_values, int64_t memory=2**62,
    ):
        check_skeleton(unit_starts, unit_cells, n_cells, n_values)
        self.most_bytes = memory
        self._allocate(unit_starts.shape[0] - 1, unit_cells.shape[0], n_cells, n_values)
        self.impossible = link_units(&self.board, unit_starts, unit_cells)

    def __dealloc__(self):
        self._forget()
        free(self.skeleton_memory)
        free(self.inequality_memory)

    cdef int _allocate(self, Py_ssize_t n_units, Py_ssize_t n_links, Py_ssize_t n_cells, Py_ssize_t n_values) except -1:
        cdef Board *b = &self.board
        cdef size_t n_positions = n_units * n_values
        cdef size_t size = (
            (2 * n_cells + n_positions) * sizeof(mask_t) + n_links * sizeof(Link)
            + sizeof(int32_t) * (n_units + 1 + n_links + 2 * (n_cells + 1)) + n_units + 2 * n_cells
        )
        b.n_cells, b.n_values, b.n_units = n_cells, n_values, n_units
        self.skeleton_memory = calloc(size, 1)
        if self.skeleton_memory == NULL:
            raise MemoryError(f"a board of {n_cells} cells and {n_positions} places does not fit into memory")
        self.bytes = size
        b.domain = <mask_t *> self.skeleton_memory
        b.positions = b.domain + n_cells
        self.given = b.positions + n_positions
        b.link = <Link *> (self.given + n_cells)
        b.unit_start = <int32_t *> (b.link + n_links)
        b.unit_cell = b.unit_start + n_units + 1
        b.link_start = b.unit_cell + n_links
        self.first = b.link_start + n_cells + 1
        b.unit_full = <uint8_t *> (self.first + n_cells + 1)
        b.ordered = b.unit_full + n_units
        self.row = b.ordered + n_cells
        return 0

    cdef void _forget(self) noexcept:
        # Free what depends on the puzzle.
        cdef int64_t k
        if self.watches != NULL:
            for k in range(2 * <int64_t> self.n_candidates):
                free(self.watches[k].at)
        free(self.watches)
        free(self.arena)
        free(self.clause)
        free(self.memory)
        free(self.root_memory)
        self.watches = NULL
        self.arena = self.clause = NULL
        self.memory = self.root_memory = NULL
        self.arena_capacity = self.clause_capacity = 0
        self.n_candidates = self.n_clauses = 0

    cdef inline bint _take(self, int64_t size) noexcept nogil:
        # Count memory that is about to be allocated; False if that is more than there may be.
        if size > self.most_bytes - self.bytes:
            return False
        self.bytes += size
        return True

    def reset(
        self, const uint64_t[:, ::1] domains not None, const int32_t[:, ::1] inequalities not None, uint64_t seed=0,
        bint by_activity=False,
    ):
        """Start over with other domains and inequalities on the same skeleton.

        Parameters
        ----------
        domains : (n_cells, words) uint64
            Allowed values; bit v - 1 stands for value v. Bits beyond n_values are ignored.
        inequalities : (n_inequalities, 2) int32
            Pairs of cells (lesser, greater).
        seed : int
            Another seed breaks ties in another way; 0 takes the first.
        by_activity : bool
            Whether to decide by activity instead of by the number of candidates left.

        Raises
        ------
        ValueError
            If a shape or an index is out of range.
        RuntimeError
            If the learner is running in another thread.
        MemoryError
            If the inequalities or the board cannot be allocated.
        """
        cdef Board *b = &self.board
        cdef size_t n_all = <size_t> b.n_cells * b.n_values
        cdef size_t n_concluded = b.n_cells + <size_t> b.n_units * b.n_values + 1
        cdef size_t size = sizeof(uint32_t) * (n_all + n_concluded + b.n_cells) + b.n_cells
        if self.running:
            raise RuntimeError("this learner is running in another thread")
        check_domains(domains, inequalities, b.n_cells)
        self.is_reset = False
        self._forget()
        link_inequalities(b, &self.inequality_memory, inequalities)
        self.bytes = <char *> (self.row + b.n_cells) - <char *> self.skeleton_memory
        self.bytes += sizeof(int32_t) * (2 * (b.n_cells + 2) + 2 * inequalities.shape[0])
        if self._take(size):
            self.root_memory = malloc(size)
        if self.root_memory == NULL:
            raise MemoryError(f"{b.n_cells} cells of {b.n_values} values do not fit into memory")
        b.trail = <uint32_t *> self.root_memory
        b.agenda = b.trail + n_all
        b.moved = <int32_t *> (b.agenda + n_concluded)
        b.is_moved = <uint8_t *> (b.moved + b.n_cells)
        memset(b.is_moved, 0, b.n_cells)
        begin(b, self.given, domains)
        self.n_trail = self.head = self.clause_head = self.bound_head = self.depth = 0
        self.bounds_last = False
        self.arena_size = 0
        self.conflict = NO_CONFLICT
        self.n_heap = self.n_target = 0
        self.bump = 1
        self.stamp = 0
        self.by_activity = by_activity
        self.luby_u = self.luby_v = 1
        self.next_restart = FIRST_RESTART
        self.next_reduce = FIRST_REDUCE
        self.next_rephase = FIRST_REPHASE
        self.n_rephased = self.n_reduced = self.ticks = 0
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
            If candidates or learned clauses do not fit into memory. Only a reset helps then.
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
            raise MemoryError(
                f"{self.n_candidates} candidates and {self.n_clauses} clauses do not fit into {self.most_bytes} bytes"
            )
        return outcome

    def clauses(self):
        """Return the learned clauses that are kept at present.

        Returns
        -------
        list of list of (int, int, bool)
            Of each clause its literals: cell, value from 1 on, and whether the cell takes the value or does not.
            At least one literal of each clause is true in every solution not yet found.
        """
        if self.running:
            raise RuntimeError("this learner is running in another thread")
        return [
            [
                (self.cell_of[literal >> 1], self.value_of[literal >> 1] + 1, not literal & 1)
                for literal in [self.arena[at + HEADER + k] for k in range(self.arena[at])]
            ]
            for at in [self.clause[i] for i in range(self.n_clauses)]
        ]

    # The root ------------------------------------------------------------------------------------------

    cdef bint _prepare(self, int64_t *budget) noexcept nogil:
        # Take over the given domains, propagate, and number the candidates that are left; False on conflict.
        cdef Board *b = &self.board
        cdef Propagated propagated
        cdef int64_t n_before
        if not take_over(b, self.given, &self.n_loaded, budget):
            return False
        if self.n_loaded < b.n_cells or budget[0] <= 0:
            return True
        n_before = b.n_trail
        propagated = propagate(b, n_before + budget[0])
        budget[0] -= b.n_trail - n_before + 1
        if propagated == FIXPOINT:
            self.is_prepared = True
            self.no_memory = not self._number()
        return propagated != CONFLICT

    cdef bint _number(self) noexcept nogil:
        # Number candidates and groups, and set up all that is counted by them. False if memory is out.
        cdef Board *b = &self.board
        cdef int64_t n_candidates = 0, n_links = 0, n_groups = 0, n_open, n_levels, size
        cdef int32_t cell, u, v, k, n
        for cell in range(b.n_cells):
            self.given[cell] = b.domain[cell]
            self.first[cell] = n_candidates
            n = mask_size(b.domain[cell])
            if n > 1:
                n_candidates += n
                n_links += n * (1 + b.link_start[cell + 1] - b.link_start[cell])
                n_groups += 1
            if n_candidates > DATA >> 1:
                return False
        self.first[b.n_cells] = n_candidates
        n_open = n_groups
        for u in range(b.n_units):
            for v in range(b.n_values):
                n_groups += not mask_at_most_one(b.positions[u * b.n_values + v])
        self.n_activities = n_candidates if self.by_activity else n_groups
        n_levels = 2 + (n_candidates if self.by_activity else n_open)
        size = (
            n_candidates * (sizeof(Variable) + 8 * sizeof(int32_t) + 4)
            + (n_candidates * (2 * sizeof(int32_t) + 2) if self.by_activity else 0)
            + n_levels * (sizeof(int64_t) + sizeof(int32_t))
            + n_links * 2 * sizeof(int32_t) + n_groups * (2 * sizeof(int32_t) + 1)
            + self.n_activities * sizeof(double) + 64
        )
        self.n_candidates, self.n_groups = n_candidates, n_groups
        if not self._take(size + 2 * n_candidates * sizeof(Watches)):
            return False
        self.memory = calloc(size, 1)
        self.watches = <Watches *> calloc(2 * n_candidates + 1, sizeof(Watches))
        if self.memory == NULL or self.watches == NULL:
            return False
        self.activity = <double *> self.memory
        self.level_stamp = <int64_t *> (self.activity + self.n_activities)
        self.variable = <Variable *> (self.level_stamp + n_levels)
        self.trail = <uint32_t *> (self.variable + n_candidates)
        self.lesson = self.trail + n_candidates
        self.stack = self.lesson + n_candidates
        self.cleared = self.stack + 2 * n_candidates
        self.level_start = <int32_t *> (self.cleared + n_candidates)
        self.cell_of = self.level_start + n_levels
        self.groups_start = self.cell_of + n_candidates
        self.groups_of = self.groups_start + n_candidates + 1
        self.member = <uint32_t *> (self.groups_of + n_links)
        self.group_start = <int32_t *> (self.member + n_links)
        self.left = <uint32_t *> (self.group_start + n_groups + 1)
        self.heap = <int32_t *> (self.left + n_groups)
        self.heap_at = self.heap + (n_candidates if self.by_activity else 0)
        self.truth = <int8_t *> (self.heap_at + (n_candidates if self.by_activity else 0))
        self.seen = <uint8_t *> (self.truth + 2 * n_candidates)
        self.value_of = self.seen + n_candidates
        self.n_left = self.value_of + n_candidates
        self.saved = <int8_t *> (self.n_left + n_groups)
        self.target = self.saved + n_candidates
        self._form_groups()
        if self.random_state:
            for k in range(self.n_activities):
                self.activity[k] = <double> (next_random(&self.random_state) >> 40) * 1e-9
        if self.by_activity:
            memset(self.saved, 1, n_candidates)
            for k in range(n_candidates):
                self._heap_insert(k)
        free(self.root_memory)
        self.root_memory = NULL
        return True

    cdef void _form_groups(self) noexcept nogil:
        cdef Board *b = &self.board
        cdef mask_t values
        cdef uint32_t *end = self.member
        cdef int32_t cell, u, v, k, g = 0, candidate, full
        for cell in range(b.n_cells):
            if mask_at_most_one(b.domain[cell]):
                continue
            self.group_start[g] = end - self.member
            values = b.domain[cell]
            for candidate in range(self.first[cell], self.first[cell + 1]):
                self.cell_of[candidate] = cell
                self.value_of[candidate] = mask_pop(&values)
                end[0] = candidate
                end += 1
            g += 1
        for full in range(1, -1, -1):
            for u in range(b.n_units):
                for v in range(b.n_values):
                    values = b.positions[u * b.n_values + v]
                    if b.unit_full[u] != full or mask_at_most_one(values):
                        continue
                    self.group_start[g] = end - self.member
                    while not mask_is_empty(values):
                        end[0] = self._candidate(b.unit_cell[b.unit_start[u] + mask_pop(&values)], v)
                        end += 1
                    g += 1
            if full:
                self.n_exact = g
        self.group_start[g] = end - self.member
        # And the other way round. Each start serves first to count, then as the end not yet filled.
        for g in range(self.n_groups):
            self.n_left[g] = self.group_start[g + 1] - self.group_start[g]
            for k in range(self.group_start[g], self.group_start[g + 1]):
                self.left[g] ^= self.member[k]
                self.groups_start[self.member[k]] += 1
        for candidate in range(self.n_candidates):
            self.groups_start[candidate + 1] += self.groups_start[candidate]
        for g in range(self.n_groups - 1, -1, -1):
            for k in range(self.group_start[g], self.group_start[g + 1]):
                self.groups_start[self.member[k]] -= 1
                self.groups_of[self.groups_start[self.member[k]]] = g

    # Propagation ---------------------------------------------------------------------------------------

    cdef inline uint32_t _candidate(self, int32_t cell, int32_t value) noexcept nogil:
        # The cell's first candidate of at least that value.
        return self.first[cell] + mask_size(mask_and(self.given[cell], mask_below(value)))

    cdef inline void _assign(self, uint32_t literal, uint32_t reason) noexcept nogil:
        cdef uint32_t candidate = literal >> 1
        self.truth[literal] = 1
        self.truth[literal ^ 1] = -1
        self.variable[candidate].level = self.depth
        self.variable[candidate].reason = reason
        self.trail[self.n_trail] = literal
        self.n_trail += 1

    cdef inline bint _drop(self, uint32_t candidate, uint32_t reason) noexcept nogil:
        # A candidate that does not fail yet fails; False on conflict. All groups are updated even then, because
        # undoing will do so too.
        cdef Board *b = &self.board
        cdef int32_t k, g, cell
        cdef uint8_t n
        cdef bint ok = True
        if self.truth[candidate << 1] > 0:
            self.conflict, self.conflict_a, self.conflict_b = CONFLICT_PAIR, candidate << 1 | 1, reason
            return False
        self._assign(candidate << 1 | 1, reason)
        for k in range(self.groups_start[candidate], self.groups_start[candidate + 1]):
            g = self.groups_of[k]
            n = self.n_left[g] - 1
            self.n_left[g] = n
            self.left[g] ^= candidate
            if n <= 1 and g < self.n_exact:
                if n == 0:
                    self.conflict, self.conflict_a = CONFLICT_GROUP, g
                    ok = False
                elif self.truth[self.left[g] << 1] == 0:
                    self._assign(self.left[g] << 1, BECAUSE_LAST | <uint32_t> g)
        cell = self.cell_of[candidate]
        if b.ordered[cell]:
            b.domain[cell] = mask_without(b.domain[cell], self.value_of[candidate])
        return ok

    cdef inline bint _exclude(self, uint32_t candidate) noexcept nogil:
        # Draw what follows from a candidate that holds.
        cdef uint32_t because = BECAUSE_OTHER | candidate, other
        cdef int32_t k, g, j
        for k in range(self.groups_start[candidate], self.groups_start[candidate + 1]):
            g = self.groups_of[k]
            for j in range(self.group_start[g], self.group_start[g + 1]):
                other = self.member[j]
                if self.truth[other << 1] >= 0 and other != candidate and not self._drop(other, because):
                    return False
        return True

    cdef inline bint _drop_all(self, int32_t cell, mask_t gone, uint32_t reason) noexcept nogil:
        while not mask_is_empty(gone):
            if not self._drop(self._candidate(cell, mask_pop(&gone)), reason):
                return False
        return True

    cdef inline bint _move(self, uint32_t candidate) noexcept nogil:
        # Carry the bounds of a cell along its inequalities, if a candidate that fails was one of them.
        cdef Board *b = &self.board
        cdef int32_t cell = self.cell_of[candidate], value = self.value_of[candidate], k
        cdef uint32_t because = BECAUSE_LESSER | <uint32_t> cell
        cdef mask_t too_small, small_enough
        if not b.ordered[cell] or (value > mask_lowest(b.domain[cell]) and value < mask_highest(b.domain[cell])):
            return True
        too_small = mask_below(mask_lowest(b.domain[cell]) + 1)
        small_enough = mask_below(mask_highest(b.domain[cell]))
        for k in range(b.greater_start[cell], b.greater_start[cell + 1]):
            if not self._drop_all(b.greater[k], mask_and(b.domain[b.greater[k]], too_small), because):
                return False
        because = BECAUSE_GREATER | <uint32_t> cell
        for k in range(b.lesser_start[cell], b.lesser_start[cell + 1]):
            if not self._drop_all(b.lesser[k], mask_minus(b.domain[b.lesser[k]], small_enough), because):
                return False
        return True

    cdef Propagated _propagate(self, int64_t budget) noexcept nogil:
        # Up to a fixpoint or a conflict, or until the budget is used up.
        cdef uint32_t literal
        cdef int32_t n_before = self.n_trail
        cdef int64_t ticks_before = self.ticks
        if self.conflict != NO_CONFLICT:
            return CONFLICT
        while self.n_trail - n_before + self.ticks - ticks_before < budget:
            if self.head < self.n_trail:
                literal = self.trail[self.head]
                self.head += 1
                if not literal & 1:
                    if not self._exclude(literal >> 1):
                        return CONFLICT
                elif not self.bounds_last and not self._move(literal >> 1):
                    return CONFLICT
            elif self.clause_head < self.n_trail:
                literal = self.trail[self.clause_head]
                self.clause_head += 1
                if not self._visit(literal ^ 1):
                    return CONFLICT
            elif self.bounds_last and self.bound_head < self.n_trail:
                literal = self.trail[self.bound_head]
                self.bound_head += 1
                if literal & 1 and not self._move(literal >> 1):
                    return CONFLICT
            else:
                return FIXPOINT
        return OUT_OF_BUDGET

    cdef bint _imply(self, uint32_t literal, uint32_t reason) noexcept nogil:
        # Make an open literal hold; False on conflict.
        if literal & 1:
            return self._drop(literal >> 1, reason)
        self._assign(literal, reason)
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
            if not self._take((capacity - w.capacity) * sizeof(Watch)):
                return False
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
        cdef uint32_t literal, candidate
        cdef int32_t k, g, cell
        while self.n_trail > self.level_start[depth + 1]:
            self.n_trail -= 1
            literal = self.trail[self.n_trail]
            candidate = literal >> 1
            self.truth[literal] = self.truth[literal ^ 1] = 0
            if self.by_activity:
                self.saved[candidate] = -1 if literal & 1 else 1
                if self.heap_at[candidate] < 0:
                    self._heap_insert(candidate)
            if literal & 1:
                for k in range(self.groups_start[candidate], self.groups_start[candidate + 1]):
                    g = self.groups_of[k]
                    self.n_left[g] += 1
                    self.left[g] ^= candidate
                cell = self.cell_of[candidate]
                if b.ordered[cell]:
                    b.domain[cell] = mask_with(b.domain[cell], self.value_of[candidate])
        self.head = self.clause_head = self.bound_head = self.n_trail
        self.depth = depth
        self.conflict = NO_CONFLICT

    # Explanation and learning --------------------------------------------------------------------------

    cdef int32_t _explain(self, uint32_t literal, uint32_t reason, uint32_t *to) noexcept nogil:
        # The other literals of the clause that makes the literal hold; all of them fail. Returns how many.
        cdef uint32_t kind = reason & KIND, data = reason & DATA
        cdef uint32_t *literals
        cdef int32_t n = 0, k, candidate, first = 0, end = 0
        if kind == BECAUSE_OTHER:
            to[0] = data << 1 | 1
            n = 1
        elif kind == BECAUSE_CLAUSE:
            literals = self.arena + data + HEADER
            for k in range(self.arena[data]):
                if literals[k] != literal:
                    to[n] = literals[k]
                    n += 1
        elif kind == BECAUSE_LAST:
            for k in range(self.group_start[data], self.group_start[data + 1]):
                if self.member[k] != literal >> 1:
                    to[n] = self.member[k] << 1
                    n += 1
        else:
            if kind == BECAUSE_LESSER:
                first, end = self.first[data], self._candidate(data, self.value_of[literal >> 1])
            elif kind == BECAUSE_GREATER:
                first, end = self._candidate(data, self.value_of[literal >> 1] + 1), self.first[data + 1]
            for candidate in range(first, end):
                to[n] = candidate << 1
                n += 1
        if FASTFUTO_CHECKED and not self._is_sound(literal, reason, to, n):
            self.broken = "an explanation does not follow from its constraint"
        return n

    cdef int32_t _explain_conflict(self, uint32_t *to) noexcept nogil:
        # The literals of a clause that fails.
        cdef int32_t n = 0, k
        if self.conflict == CONFLICT_CLAUSE:
            for k in range(self.arena[self.conflict_a]):
                to[k] = self.arena[self.conflict_a + HEADER + k]
            return self.arena[self.conflict_a]
        if self.conflict == CONFLICT_PAIR:
            to[0] = self.conflict_a
            return 1 + self._explain(self.conflict_a, self.conflict_b, to + 1)
        for k in range(self.group_start[self.conflict_a], self.group_start[self.conflict_a + 1]):
            to[n] = self.member[k] << 1
            n += 1
        return n

    cdef bint _is_sound(self, uint32_t literal, uint32_t reason, const uint32_t *why, int32_t n) noexcept nogil:
        # Whether an explanation follows from its own constraint, as the board has it, and what it says fails.
        cdef Board *b = &self.board
        cdef uint32_t kind = reason & KIND
        cdef int32_t cell = self.cell_of[literal >> 1], value = self.value_of[literal >> 1]
        cdef int32_t other, k, u, j, n_same_cell = 0, n_same_value = 0, n_positions
        for k in range(n):
            if self.truth[why[k]] != -1:
                return False
            n_same_cell += self.cell_of[why[k] >> 1] == cell
            n_same_value += self.value_of[why[k] >> 1] == value
        if kind == BECAUSE_GIVEN:
            return n == 0
        if kind == BECAUSE_OTHER:
            # Two candidates that exclude each other.
            other = self.cell_of[why[0] >> 1]
            if not (literal & why[0] & 1) or n_same_cell:
                return n_same_cell == 1
            for k in range(b.link_start[cell], b.link_start[cell + 1]):
                u = b.link[k].positions // b.n_values
                for j in range(b.unit_start[u], b.unit_start[u + 1]):
                    if b.unit_cell[j] == other:
                        return n_same_value == 1
            return False
        if kind == BECAUSE_LAST:
            # All other candidates of a cell, or of a value in a full unit.
            if n_same_cell == n and n == mask_size(self.given[cell]) - 1:
                return True
            for k in range(b.link_start[cell], b.link_start[cell + 1]):
                u = b.link[k].positions // b.n_values
                n_positions = 0
                for j in range(b.unit_start[u], b.unit_start[u + 1]):
                    n_positions += mask_has(self.given[b.unit_cell[j]], value)
                if b.unit_full[u] and n_same_value == n and n == n_positions - 1:
                    return True
            return False
        if kind == BECAUSE_LESSER:
            # All values of a lesser cell that would leave the value to this one.
            for k in range(b.lesser_start[cell], b.lesser_start[cell + 1]):
                if b.lesser[k] == <int32_t> (reason & DATA):
                    return n == mask_size(mask_and(self.given[b.lesser[k]], mask_below(value)))
            return False
        if kind == BECAUSE_GREATER:
            for k in range(b.greater_start[cell], b.greater_start[cell + 1]):
                if b.greater[k] == <int32_t> (reason & DATA):
                    return n == mask_size(mask_minus(self.given[b.greater[k]], mask_below(value + 1)))
            return False
        return True

    cdef inline uint32_t _cause(self, uint32_t literal) noexcept nogil:
        # The literal itself, or for a candidate that fails only because another one holds, that one.
        cdef uint32_t reason = self.variable[literal >> 1].reason
        if not literal & 1 and reason & KIND == BECAUSE_OTHER:
            return (reason & DATA) << 1 | 1
        return literal

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
                literal = self._cause(literals[k])
                candidate = literal >> 1
                if not self.seen[candidate] and self.variable[candidate].level > 0:
                    self._see(candidate)
                    self._bump(candidate)
                    if self.variable[candidate].level == self.depth:
                        n_open += 1
                    else:
                        self.lesson[self.n_lesson] = literal
                        self.n_lesson += 1
            at -= 1
            while not self.seen[self.trail[at] >> 1]:
                at -= 1
            literal = self.trail[at]
            n_open -= 1
            if n_open == 0:
                break
            if self.variable[literal >> 1].reason & KIND == BECAUSE_CLAUSE:
                self._use(self.variable[literal >> 1].reason & DATA)
            n = self._explain(literal, self.variable[literal >> 1].reason, literals)
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
        if self.variable[literal >> 1].reason == BECAUSE_GIVEN:
            return False
        todo[0] = literal
        while n:
            n -= 1
            failed = todo[n]
            more = self._explain(failed ^ 1, self.variable[failed >> 1].reason, todo + n)
            reasons = todo + n
            for k in range(more):
                reasons[k] = self._cause(reasons[k])
                candidate = reasons[k] >> 1
                if self.variable[candidate].level == 0 or self.seen[candidate] == 1:
                    continue
                if (
                    self.seen[candidate] == 2 or self.variable[candidate].reason == BECAUSE_GIVEN
                    or self.level_stamp[self.variable[candidate].level] != self.stamp
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
        # A candidate took part in a conflict: so much for it, or for its groups.
        cdef int32_t k
        if self.by_activity:
            self._bump_one(candidate)
            if self.heap_at[candidate] > 0:
                self._heap_up(self.heap_at[candidate])
        else:
            for k in range(self.groups_start[candidate], self.groups_start[candidate + 1]):
                self._bump_one(self.groups_of[k])

    cdef inline void _bump_one(self, int32_t at) noexcept nogil:
        cdef int32_t k
        self.activity[at] += self.bump
        if self.activity[at] > 1e100:
            for k in range(self.n_activities):
                self.activity[k] *= 1e-100
            self.bump *= 1e-100

    cdef inline int32_t _glue(self, uint32_t *literals, int32_t n) noexcept nogil:
        cdef int32_t k, glue = 0, level
        self.stamp += 1
        for k in range(n):
            level = self.variable[literals[k] >> 1].level
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

    cdef bint _learn(self, bint for_good) noexcept nogil:
        # Jump back to where the learned clause makes its first literal hold, and keep it; a conflict that this
        # leads to shows in self.conflict. False if memory is out.
        cdef int32_t k, second = 1, depth = 0, glue
        cdef uint32_t at, literal
        glue = 1 if for_good else self._glue(self.lesson, self.n_lesson)
        for k in range(1, self.n_lesson):
            if self.variable[self.lesson[k] >> 1].level > depth:
                depth = self.variable[self.lesson[k] >> 1].level
                second = k
        if self.by_activity:
            self._remember_target()
        self._undo(depth)
        literal = self.lesson[0]
        self.bump /= DECAY
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
        if need >= DATA:
            return False
        if need > self.arena_capacity:
            capacity = max(2 * self.arena_capacity, need + 1024)
            if not self._take((capacity - self.arena_capacity) * sizeof(uint32_t)):
                return False
            more = realloc(self.arena, capacity * sizeof(uint32_t))
            if more == NULL:
                return False
            self.arena = <uint32_t *> more
            self.arena_capacity = capacity
        if self.n_clauses == self.clause_capacity:
            capacity = 2 * self.clause_capacity + 64
            if not self._take((capacity - self.clause_capacity) * sizeof(uint32_t)):
                return False
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
        self.next_reduce = self.conflicts + <int64_t> (FIRST_REDUCE * (1 + sqrt(self.n_reduced + 1.0)))
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
        # The most active open candidate, as it was in the target or else last.
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
        # Of the groups with the fewest candidates left the most active one; in it the candidate whose groups have
        # the fewest left, the first of several.
        cdef int32_t g, k, j, room, least_room = 0x7FFFFFFF, best = 0
        cdef uint8_t less_two, least = 255
        cdef uint32_t candidate, chosen = 0
        cdef double most = -1
        for g in range(self.n_exact):
            # Groups with one left, which holds, come round to 255.
            less_two = self.n_left[g] - 2
            least = min(least, less_two)
        for g in range(self.n_exact):
            if self.n_left[g] == least + 2 and self.activity[g] > most:
                most, best = self.activity[g], g
        for k in range(self.group_start[best], self.group_start[best + 1]):
            candidate = self.member[k]
            if self.truth[candidate << 1] == 0:
                room = 0
                for j in range(self.groups_start[candidate], self.groups_start[candidate + 1]):
                    room += self.n_left[self.groups_of[j]]
                if room < least_room:
                    least_room, chosen = room, candidate
        return chosen << 1

    cdef void _remember_target(self) noexcept nogil:
        # Keep the largest assignment without a conflict since the last rephasing.
        cdef int32_t k, n = self.level_start[self.depth]
        if n > self.n_target:
            self.n_target = n
            for k in range(n):
                self.target[self.trail[k] >> 1] = -1 if self.trail[k] & 1 else 1

    cdef void _rephase(self) noexcept nogil:
        # Begin again with the target, or as at first.
        cdef int64_t k
        self.n_rephased += 1
        self.next_rephase = self.conflicts + FIRST_REPHASE * (self.n_rephased + 1)
        if self.n_rephased & 1:
            for k in range(self.n_candidates):
                self.saved[k] = self.target[k] if self.target[k] else 1
        else:
            memset(self.saved, 1, self.n_candidates)
        memset(self.target, 0, self.n_candidates)
        self.n_target = 0

    # Searching -----------------------------------------------------------------------------------------

    cdef bint _is_restart_due(self) noexcept nogil:
        # Reluctant doubling (Knuth): 1, 1, 2, 1, 1, 2, 4, 1, ... (Luby, Sinclair and Zuckerman, 1993).
        if self.conflicts < self.next_restart:
            return False
        if self.luby_u & -self.luby_u == self.luby_v:
            self.luby_u += 1
            self.luby_v = 1
        else:
            self.luby_v *= 2
        self.next_restart = self.conflicts + FIRST_RESTART * self.luby_v
        return True

    cdef Outcome _run(self, int64_t budget, int64_t limit, uint8_t *out) noexcept nogil:
        cdef int32_t k, n_before
        cdef int64_t work
        cdef uint32_t literal
        cdef Propagated propagated
        while not self.done:
            if not self.is_prepared:
                if not self._prepare(&budget):
                    self.done = True
                elif self.no_memory:
                    return OUTCOME_NO_MEMORY
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
                if not self._learn(False):
                    return OUTCOME_NO_MEMORY
                if budget <= 0:
                    return OUTCOME_PAUSED
                continue
            if self.n_trail == self.n_candidates:
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
                if not self._learn(True):
                    return OUTCOME_NO_MEMORY
                if self.found == limit:
                    return OUTCOME_SOLUTION
                continue
            if self._is_restart_due():
                self.restarts += 1
                if self.depth:
                    self._undo(0)
                if self.by_activity:
                    # Either order makes some searches several times longer. Bounds come last in every other run, and in
                    # the longest ones.
                    self.bounds_last = self.restarts % 2 == 0
                    if self.conflicts >= self.next_rephase:
                        self._rephase()
                continue
            if self.conflicts >= self.next_reduce:
                if self.depth:
                    self._undo(0)
                if not self._reduce():
                    return OUTCOME_NO_MEMORY
            literal = self._choose_active() if self.by_activity else self._choose_small()
            self.depth += 1
            self.nodes += 1
            self.level_start[self.depth] = self.n_trail
            self._imply(literal, BECAUSE_GIVEN)
            if budget <= 0:
                return OUTCOME_PAUSED
        return OUTCOME_EXHAUSTED

    cdef void _record(self, uint8_t *out) noexcept nogil:
        # Count the solution on the board, and give it out if that is wanted.
        cdef int32_t cell, candidate
        for cell in range(self.board.n_cells):
            self.row[cell] = mask_lowest(self.given[cell]) + 1
        for candidate in range(self.n_candidates):
            if self.truth[candidate << 1] > 0:
                self.row[self.cell_of[candidate]] = self.value_of[candidate] + 1
        if FASTFUTO_CHECKED and not fits(&self.board, self.given, self.row):
            self.broken = "a solution breaks a unit or an inequality"
        if out != NULL:
            memcpy(out + self.found * self.board.n_cells, self.row, self.board.n_cells)
        self.found += 1
        self.total += 1
