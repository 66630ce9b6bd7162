"""Search: exhaustive, depth-first, on an explicit stack.

The board propagates singles and bounds to a fixpoint; the search then branches on the cell or place with the
fewest possibilities for the failures it took part in (dom/wdeg: Boussemart, Hemery, Lecoutre and Sais, 2004):
first the candidate, then the board without it. The last open cells are enumerated with less propagation on a
smaller state, which is several times faster where nearly every leaf is a solution; and value by value, faster
still, where solutions have proved to be many.

With sums the board goes on to a fixpoint of these, too, and branching goes on to the end. Until there is a first
solution the search then begins anew from time to time, and keeps its weights: of open Kakuro grids with 600 white
cells it solves all in less than a second instead of hardly any.
"""

cimport cython
from libc.math cimport HUGE_VAL, log
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from common.bits cimport (
    FASTFUTO_CHECKED, FASTFUTO_WORDS, mask_and, mask_at_most_one, mask_below, mask_equal, mask_has, mask_is_empty,
    mask_lowest, mask_minus, mask_none, mask_pop, mask_size, mask_t, mask_with, mask_without, next_random,
    word_lowest, word_size,
)
from common.board cimport (
    CONFLICT, FIXPOINT, NOWHERE, OUTCOME_BROKEN, OUTCOME_EXHAUSTED, OUTCOME_PAUSED, OUTCOME_SOLUTION, Board, Link,
    Outcome, Propagated, begin, check_domains, check_run, check_skeleton, conclude, drop, drop_all, fits,
    forget_agenda, inconsistency, link_inequalities, link_units, propagate, take_over, undo,
)
from common.sums cimport (
    Sums, SumTables, add_up, check_sums, forget_sums, link_sums, list_sets, narrow_by_sums, propagate_sums,
)

EXHAUSTED = OUTCOME_EXHAUSTED
SOLUTION = OUTCOME_SOLUTION
PAUSED = OUTCOME_PAUSED
WORDS = FASTFUTO_WORDS

cdef SumTables sum_tables
list_sets(&sum_tables)

cdef enum Phase:
    LOADING         # the given domains are being taken over, cell by cell
    PROPAGATING
    BRANCHING       # at a fixpoint: a solution, the last cells, or a choice
    ENUMERATING     # walking through the last cells, cell by cell
    PLACING         # walking through the last cells, value by value
    RETREATING      # take the last choice back
    DIVING          # at the first fixpoint, from where dives start
    DONE

cdef enum:
    MAX_LAST = 24           # open cells that are enumerated cell by cell
    LAST_OF_DIVE = 16       # open cells whose solutions are counted at the end of a dive
    MAX_PLACED = 64         # open cells that are enumerated value by value; they are the bits of a word
    MANY = 300              # solutions, from which on that is tried,
    FIRST_REACH = 28        # with so many open cells at first
    MANY_PLACED = 100       # placements that tell how it went:
    FEW_PLACED = 24         # for a solution, well; half as much again, badly
    STEP = 4                # more or fewer cells to do it for, then
    PATIENCE = 50          # backtracks before the first restart,
    PATIENCE_SHIFT = 4      # and a sixteenth more before each other one

cdef struct Frame:
    int64_t n_trail         # length of the trail before the choice
    int32_t cell
    int32_t value

cdef struct Level:
    # One choice in the enumeration of the last cells.
    uint64_t open       # cells (by number among the last) without a value
    int32_t cell        # the one to try values in
    int32_t next        # the value to try next, one that it may take

cdef struct Placement:
    # One choice in the enumeration value by value: the cell of one row that takes the value.
    uint64_t places     # where it could be when the value's turn came
    uint64_t options    # where it still is to be tried
    uint64_t taken      # the peers of the cells that took the value already
    uint64_t filled     # cells that have a value


@cython.final
cdef class Search:
    """Depth-first search over one skeleton.

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

    Raises
    ------
    ValueError
        If a number or an index is out of range; nothing is trusted.
    MemoryError
        If the board cannot be allocated: about 4 bytes a candidate and 8 (wide: 32) a cell and place.
    """

    cdef Board board
    cdef Sums sums
    cdef void *skeleton_memory
    cdef void *inequality_memory
    cdef void *sum_memory
    cdef mask_t *given          # (n_cells,) domains to load
    cdef Frame *frame           # (n_cells + 1,) the choices that hold now
    cdef int64_t *cell_weight  # (n_cells,)
    cdef int64_t *unit_weight  # (n_units,)
    # Enumeration of the last cells, see there.
    cdef uint64_t *plane        # (MAX_LAST + 1, n_live)
    cdef uint64_t *members      # (n_units,) the last cells in a unit
    cdef int32_t *number        # (n_cells,) a last cell's number among them
    cdef uint8_t *row           # (n_cells,) the solution
    cdef uint64_t[MAX_PLACED] peers     # last cells that share a unit with one
    cdef uint64_t[MAX_PLACED] greater   # last cells that must be greater than one
    cdef uint64_t[MAX_PLACED] lesser
    cdef int32_t[MAX_PLACED] last_cell
    cdef int32_t[256] live_value
    cdef Level[MAX_LAST + 1] level
    cdef uint64_t bound                 # last cells with inequalities among them
    cdef int32_t n_last
    cdef int32_t n_live
    cdef int32_t n_levels
    # Enumeration value by value.
    cdef Placement[MAX_PLACED] placement
    cdef int32_t[MAX_PLACED] placed_value   # of a placement
    cdef int32_t[257] first_placement       # of a value
    cdef uint64_t[MAX_PLACED] last_row      # last cells of disjoint full units that cover all of them
    cdef int32_t n_last_rows
    cdef int32_t n_placed               # the placement to go on with; -1: all are done
    cdef uint64_t[MAX_PLACED] swap      # components of the last two values that may swap theirs
    cdef int64_t swapping               # position in the Gray code of the swaps,
    cdef int64_t n_swappings            # of so many; done when they are equal
    cdef int32_t reach                  # open cells it is used for at present
    cdef int64_t begun_nodes            # nodes and total when it was begun
    cdef int64_t begun_total
    cdef Phase phase
    cdef int32_t depth
    cdef int32_t loaded
    cdef bint impossible        # a unit has more cells than there are values
    cdef bint lexicographic
    cdef int64_t restart_at     # number of backtracks
    cdef int64_t patience       # backtracks till the next restart
    cdef int32_t n_choices      # possibilities that the last choice was from
    cdef uint64_t random_state
    cdef bint running
    cdef bint is_reset
    cdef const char *broken
    cdef readonly int64_t nodes         #: values tried by choice
    cdef readonly int64_t backtracks    #: choices taken back
    cdef readonly int64_t total         #: solutions since the last reset
    cdef readonly int64_t found         #: solutions in the last run
    cdef readonly int64_t bytes         #: memory taken

    def __cinit__(
        self, const int32_t[::1] unit_starts not None, const int32_t[::1] unit_cells not None,
        Py_ssize_t n_cells, Py_ssize_t n_values,
    ):
        check_skeleton(unit_starts, unit_cells, n_cells, n_values)
        self._allocate(unit_starts.shape[0] - 1, unit_cells.shape[0], n_cells, n_values)
        self.impossible = link_units(&self.board, unit_starts, unit_cells)

    def __dealloc__(self):
        free(self.skeleton_memory)
        free(self.inequality_memory)
        free(self.sum_memory)

    def reset(
        self, const uint64_t[:, ::1] domains not None, const int32_t[:, ::1] inequalities not None,
        bint lexicographic=False, uint64_t seed=0, const int32_t[::1] sum_starts=None,
        const int32_t[::1] sum_cells=None, const int32_t[::1] totals=None,
    ):
        """Start over with other domains, inequalities and sums on the same skeleton.

        Parameters
        ----------
        domains : (n_cells, words) uint64
            Allowed values; bit v - 1 stands for value v. Bits beyond n_values are ignored.
        inequalities : (n_inequalities, 2) int32
            Pairs of cells (lesser, greater).
        lexicographic : bool
            Whether solutions must come in lexicographic order of the cells.
        seed : int
            Breaks ties between equally good choices; 0 takes the first. Without effect on a lexicographic
            search.
        sum_starts : (sums + 1,) int32, optional
            Where the cells of each sum begin in `sum_cells`, and their end.
        sum_cells : (members,) int32
        totals : (sums,) int32
            What the values of each sum's cells add up to.

        Raises
        ------
        ValueError
            If a shape or an index is out of range.
        RuntimeError
            If the search is running in another thread.
        MemoryError
            If the inequalities or the sums cannot be allocated.
        """
        cdef Board *b = &self.board
        if self.running:
            raise RuntimeError("this search is running in another thread")
        check_domains(domains, inequalities, b.n_cells)
        if sum_starts is not None:
            if sum_cells is None or totals is None:
                raise ValueError("sum_starts, sum_cells and totals belong together")
            check_sums(sum_starts, sum_cells, totals, b.n_cells)
        self.is_reset = False
        link_inequalities(b, &self.inequality_memory, inequalities)
        self.sums.n = 0
        if sum_starts is not None:
            link_sums(&self.sums, &self.sum_memory, b, sum_starts, sum_cells, totals)
            self.sums.tables = &sum_tables
        begin(b, self.given, domains)
        narrow_by_sums(&self.sums, self.given)
        self._clear(lexicographic, seed)
        self.is_reset = True

    def run(self, int64_t budget, int64_t limit, uint8_t[:, ::1] out=None):
        """Go on searching.

        Parameters
        ----------
        budget : int
            Work to do before pausing, counted in dropped candidates and cells looked at; at least 1. A
            million is about 10 ms.
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
            If a number or the shape of `out` is out of range, nothing was loaded by `reset`, or `dive` was
            called since then.
        RuntimeError
            If the search is running in another thread.
        """
        cdef Outcome outcome
        cdef uint8_t *rows = NULL
        if self.running:
            raise RuntimeError("this search is running in another thread")
        if not self.is_reset:
            raise ValueError("nothing to search: call reset first")
        if self.phase == DIVING:
            raise ValueError("this search is used for estimates: call reset first")
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
        return outcome

    def dive(self, double[::1] log_weights not None):
        """Estimate the number of solutions: go down at random, once for each entry.

        Each time the weight, the product of the numbers of possibilities chosen from and of the number of
        solutions found in the last cells, has the number of solutions for its mean (Knuth, 1975).

        Parameters
        ----------
        log_weights : (samples,) float64
            Receives the natural logarithms of the weights; minus infinity where a contradiction was met.

        Raises
        ------
        ValueError
            If nothing was loaded by `reset`, with a seed other than 0, or `run` has begun since then.
        RuntimeError
            If the search is running in another thread.
        """
        cdef Py_ssize_t k
        cdef bint is_begun
        if self.running:
            raise RuntimeError("this search is running in another thread")
        is_begun = self.phase == LOADING and self.loaded or self.phase == DONE and self.total
        if not self.is_reset or not self.random_state or is_begun or PROPAGATING <= self.phase <= RETREATING:
            raise ValueError("nothing to estimate: call reset with a seed first")
        self.running = True
        with nogil:
            for k in range(log_weights.shape[0]):
                log_weights[k] = self._dive()
        self.running = False

    # Building ------------------------------------------------------------------------------------------

    cdef int _allocate(self, Py_ssize_t n_units, Py_ssize_t n_links, Py_ssize_t n_cells, Py_ssize_t n_values) except -1:
        cdef Board *b = &self.board
        cdef size_t n_positions = n_units * n_values
        cdef size_t n_agenda = 2 * n_cells + n_positions + 2
        cdef size_t n_candidates = n_cells * n_values
        b.n_cells, b.n_values, b.n_units = n_cells, n_values, n_units
        # One block, widest members first, so that everything is aligned; the trail last, because only the
        # part that is used is ever touched.
        cdef size_t size = (
            (2 * n_cells + n_positions) * sizeof(mask_t)
            + ((MAX_LAST + 1) * n_values + 2 * n_units + n_cells) * sizeof(uint64_t)
            + (n_cells + 1) * sizeof(Frame)
            + n_links * sizeof(Link)
            + sizeof(int32_t) * (n_units + 1 + n_links + 3 * n_cells + 1 + n_agenda + n_candidates)
            + n_units + 3 * n_cells + 64
        )
        cdef char *at = <char *> malloc(size)
        if at == NULL:
            raise MemoryError(f"a search over {n_cells} cells and {n_values} values needs {size} bytes")
        self.skeleton_memory = at
        self.bytes = size
        b.domain = <mask_t *> at
        b.positions = b.domain + n_cells
        self.given = b.positions + n_positions
        self.plane = <uint64_t *> (self.given + n_cells)
        self.members = self.plane + (MAX_LAST + 1) * n_values
        self.unit_weight = <int64_t *> (self.members + n_units)
        self.cell_weight = self.unit_weight + n_units
        self.frame = <Frame *> (self.cell_weight + n_cells)
        b.link = <Link *> (self.frame + n_cells + 1)
        b.unit_start = <int32_t *> (b.link + n_links)
        b.unit_cell = b.unit_start + n_units + 1
        b.link_start = b.unit_cell + n_links
        b.moved = b.link_start + n_cells + 1
        self.number = b.moved + n_cells
        b.agenda = <uint32_t *> (self.number + n_cells)
        b.unit_full = <uint8_t *> (b.agenda + n_agenda)
        b.is_moved = b.unit_full + n_units
        b.ordered = b.is_moved + n_cells
        self.row = b.ordered + n_cells
        at = <char *> (self.row + n_cells)
        b.trail = <uint32_t *> (at + (-<size_t> at) % sizeof(uint32_t))
        return 0

    cdef void _clear(self, bint lexicographic, uint64_t seed) noexcept:
        cdef Board *b = &self.board
        cdef int32_t cell, u
        self.phase = DONE if self.impossible else LOADING
        self.depth = self.loaded = 0
        self.nodes = self.backtracks = self.total = self.found = 0
        self.lexicographic = lexicographic
        self.patience = PATIENCE
        # Where there are no sums the learner takes what restarts are good for.
        self.restart_at = PATIENCE if self.sums.n and not lexicographic else <int64_t> 1 << 62
        self.random_state = 0 if lexicographic else seed
        self.reach = 0 if lexicographic else FIRST_REACH
        for cell in range(b.n_cells):
            self.cell_weight[cell] = 1
        for u in range(b.n_units):
            self.unit_weight[u] = 1

    cdef inline uint32_t _tie(self, uint32_t n) noexcept nogil:
        # A number below n: a random one with a seed, else 0.
        return <uint32_t> (next_random(&self.random_state) >> 32) % n if self.random_state else 0

    # Searching -----------------------------------------------------------------------------------------

    cdef Outcome _run(self, int64_t budget, int64_t limit, uint8_t *out) noexcept nogil:
        cdef Board *b = &self.board
        cdef int64_t before
        cdef Propagated propagated
        cdef Outcome outcome
        while True:
            if self.phase == PROPAGATING:
                before = b.n_trail
                propagated = propagate(b, before + budget)
                budget -= b.n_trail - before
                if self.sums.n:
                    if propagated == FIXPOINT:
                        propagated = propagate_sums(b, &self.sums, &budget)
                    elif propagated == CONFLICT:
                        forget_sums(&self.sums)
                if propagated == CONFLICT:
                    self._blame()
                    self.phase = RETREATING
                elif propagated == FIXPOINT:
                    if FASTFUTO_CHECKED:
                        self.broken = inconsistency(b)
                    self.phase = BRANCHING
            elif self.phase == BRANCHING:
                if b.n_open == 0:
                    self._read()
                    self._record(out)
                    self.phase = RETREATING
                elif self.sums.n == 0 and self.total >= MANY and b.n_open <= self.reach and self._begin_placing():
                    self.phase = PLACING
                elif self.sums.n == 0 and b.n_open <= MAX_LAST:
                    self._begin_enumerating(&budget)
                    self.phase = ENUMERATING
                else:
                    # What is charged for looking at all cells and places is by measurement.
                    before = b.n_trail
                    if self.backtracks:
                        budget -= b.n_cells
                        if not self._drop_by_pairs():
                            self._blame()
                            forget_agenda(b)
                            self.phase = RETREATING
                            continue
                    if b.n_trail == before:
                        budget -= b.n_cells >> 1
                        self._branch()
                    self.phase = PROPAGATING
            elif self.phase == ENUMERATING:
                outcome = self._enumerate(&budget, limit, out)
                if outcome == OUTCOME_EXHAUSTED:
                    self.phase = RETREATING
            elif self.phase == PLACING:
                outcome = self._place(&budget, limit, out)
                if outcome == OUTCOME_EXHAUSTED:
                    self._judge_placing()
                    self.phase = RETREATING
            elif self.phase == RETREATING:
                if self.depth == 0:
                    self.phase = DONE
                elif self.backtracks >= self.restart_at and self.total == 0:
                    self._restart()
                else:
                    self.depth -= 1
                    self.backtracks += 1
                    undo(b, self.frame[self.depth].n_trail)
                    self.sums.n_seen = b.n_trail
                    b.failed_cell = b.failed_unit = -1
                    if drop(b, self.frame[self.depth].cell, self.frame[self.depth].value, NOWHERE):
                        self.phase = PROPAGATING
                    else:
                        self._blame()
                        forget_agenda(b)
            elif self.phase == LOADING:
                if not take_over(b, self.given, &self.loaded, &budget):
                    self.phase = DONE
                elif self.loaded == b.n_cells:
                    self.phase = PROPAGATING
            else:
                return OUTCOME_EXHAUSTED
            if FASTFUTO_CHECKED and self.broken != NULL:
                return OUTCOME_BROKEN
            if self.found == limit:
                return OUTCOME_SOLUTION
            if budget <= 0:
                return OUTCOME_PAUSED

    cdef void _restart(self) noexcept nogil:
        # Begin anew with what was learned of where things fail; later and later, so that the search stays complete.
        self.depth = 0
        undo(&self.board, self.frame[0].n_trail)
        self.sums.n_seen = self.board.n_trail
        self.patience += self.patience >> PATIENCE_SHIFT
        self.restart_at = self.backtracks + self.patience
        self.phase = BRANCHING

    cdef void _blame(self) noexcept nogil:
        cdef Board *b = &self.board
        cdef int32_t k
        if b.failed_unit >= 0:
            self.unit_weight[b.failed_unit] += 1
            if not b.unit_full[b.failed_unit]:
                # No choice is made between places there.
                for k in range(b.unit_start[b.failed_unit], b.unit_start[b.failed_unit + 1]):
                    self.cell_weight[b.unit_cell[k]] += 1
        elif b.failed_cell >= 0:
            self.cell_weight[b.failed_cell] += 1

    cdef void _branch(self) noexcept nogil:
        # Choose a candidate, remember the choice and put it on the agenda.
        cdef Board *b = &self.board
        cdef Frame *frame = &self.frame[self.depth]
        frame.n_trail = b.n_trail
        if self.lexicographic:
            # Cells before the last choice are settled: it was the first open one.
            frame.cell = self.frame[self.depth - 1].cell if self.depth else 0
            while mask_at_most_one(b.domain[frame.cell]):
                frame.cell += 1
            frame.value = mask_lowest(b.domain[frame.cell])
        else:
            self._choose(frame)
        conclude(b, frame.cell, frame.value)
        self.depth += 1
        self.nodes += 1

    cdef void _choose(self, Frame *frame) noexcept nogil:
        # The cell or place with the least possibilities / weight; the first of several.
        cdef Board *b = &self.board
        cdef int32_t cell, u, k, at, size, best_size = 1 << 16
        cdef int64_t best_weight = 1
        cdef int32_t best_cell = -1, best_place = -1
        cdef mask_t rest
        if self.backtracks == 0:
            # All weights are equal as yet, and nothing beats two possibilities.
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
                            best_size, best_place = size, at
        else:
            for cell in range(b.n_cells):
                size = mask_size(b.domain[cell])
                if size > 1 and size * best_weight < best_size * self.cell_weight[cell]:
                    best_size, best_weight, best_cell = size, self.cell_weight[cell], cell
            for u in range(b.n_units):
                if b.unit_full[u]:
                    for at in range(u * b.n_values, (u + 1) * b.n_values):
                        size = mask_size(b.positions[at])
                        if size > 1 and size * best_weight < best_size * self.unit_weight[u]:
                            best_size, best_weight, best_place = size, self.unit_weight[u], at
        if best_place >= 0:
            u, frame.value = best_place // b.n_values, best_place % b.n_values
            rest = b.positions[best_place]
        else:
            frame.cell = best_cell
            rest = b.domain[best_cell]
        self.n_choices = best_size
        for k in range(self._tie(best_size)):
            mask_pop(&rest)
        if best_place >= 0:
            frame.cell = b.unit_cell[b.unit_start[u] + mask_lowest(rest)]
        else:
            frame.value = mask_lowest(rest)

    cdef bint _drop_by_pairs(self) noexcept nogil:
        # Two cells of a unit with the same two values keep these from the rest of the unit (naked pair); two
        # values of a full unit with the same two places keep other values from these (hidden pair). False if
        # that leaves nothing somewhere.
        cdef Board *b = &self.board
        cdef int32_t u, k, v, i, j, n_pairs, size
        cdef int32_t *cells
        cdef mask_t *places
        cdef mask_t pair
        cdef int32_t[255] twos
        b.failed_cell = b.failed_unit = -1
        for u in range(b.n_units):
            cells = b.unit_cell + b.unit_start[u]
            size = b.unit_start[u + 1] - b.unit_start[u]
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
            places = b.positions + u * b.n_values
            n_pairs = 0
            for v in range(b.n_values):
                if mask_size(places[v]) == 2:
                    twos[n_pairs] = v
                    n_pairs += 1
            for i in range(n_pairs - 1):
                pair = places[twos[i]]
                for j in range(i + 1, n_pairs):
                    if mask_equal(pair, places[twos[j]]):
                        while not mask_is_empty(pair):
                            k = cells[mask_pop(&pair)]
                            if not drop_all(
                                b, k, mask_without(mask_without(b.domain[k], twos[i]), twos[j])
                            ):
                                return False
                        break
        return True

    cdef void _read(self) noexcept nogil:
        # Take the solution off the board.
        cdef int32_t cell
        for cell in range(self.board.n_cells):
            self.row[cell] = mask_lowest(self.board.domain[cell]) + 1

    cdef inline void _record(self, uint8_t *out) noexcept nogil:
        # Count the solution in row, and give it out if that is wanted.
        if FASTFUTO_CHECKED and not (
            fits(&self.board, self.given, self.row) and add_up(&self.sums, self.row)
        ):
            self.broken = "a solution breaks a unit, an inequality or a sum"
        if out != NULL:
            memcpy(out + self.found * self.board.n_cells, self.row, self.board.n_cells)
        self.found += 1
        self.total += 1

    cdef inline bint _is_dive_over(self) noexcept nogil:
        # Whether the solutions left are few enough to count them one by one.
        cdef int32_t cell
        cdef double most = 1
        if self.sums.n:
            return self.board.n_open == 0
        if self.board.n_open <= LAST_OF_DIVE:
            for cell in range(self.board.n_cells):
                most *= mask_size(self.board.domain[cell])
        return self.board.n_open <= LAST_OF_DIVE and most <= 1 << 14

    cdef Propagated _settle(self, int64_t *budget) noexcept nogil:
        # Follow everything up to a fixpoint or a conflict, of the sums, too.
        cdef Propagated propagated = propagate(&self.board, <int64_t> 1 << 62)
        if self.sums.n and propagated == FIXPOINT:
            return propagate_sums(&self.board, &self.sums, budget)
        forget_sums(&self.sums)
        return propagated

    cdef double _dive(self) noexcept nogil:
        # The logarithm of the weight of one way down.
        cdef Board *b = &self.board
        cdef double log_weight = 0
        cdef int64_t no_bound = <int64_t> 1 << 62, budget = no_bound, root
        if self.phase == LOADING:
            if take_over(b, self.given, &self.loaded, &budget) and self._settle(&budget) == FIXPOINT:
                self.phase = DIVING
            else:
                self.phase = DONE
        if self.phase == DONE:
            return -HUGE_VAL
        root = b.n_trail
        while not self._is_dive_over():
            self._choose(&self.frame[0])
            log_weight += log(<double> self.n_choices)
            conclude(b, self.frame[0].cell, self.frame[0].value)
            self.nodes += 1
            if self._settle(&budget) == CONFLICT:
                log_weight = -HUGE_VAL
                break
        if log_weight > -HUGE_VAL:
            self.found = 0
            if b.n_open:
                self._begin_enumerating(&budget)
                self._enumerate(&budget, no_bound, NULL)
            else:
                self.found = 1
            log_weight = log_weight + log(<double> self.found) if self.found else -HUGE_VAL
        undo(b, root)
        self.sums.n_seen = root
        self.total = self.found = 0
        return log_weight

    # The last cells ------------------------------------------------------------------------------------
    #
    # At most 64 cells are open, so a set of them is a word. The state is one word a value, its plane: the
    # cells that may take it. Settling a cell is then a few and-nots whatever the units and inequalities, all naked
    # singles fall out of one pass over the planes, and a level of the stack is a copy of the planes.

    cdef void _gather_last(self) noexcept nogil:
        # Take the open cells off the board, and what binds them to each other.
        cdef Board *b = &self.board
        cdef int32_t cell, k, i, v
        cdef uint64_t members, greater, lesser
        cdef mask_t domain
        for k in range(b.n_values):
            self.plane[k] = 0
        self.n_last = 0
        self.bound = 0
        memset(self.members, 0, b.n_units * sizeof(uint64_t))
        for cell in range(b.n_cells):
            domain = b.domain[cell]
            self.row[cell] = mask_lowest(domain) + 1
            if not mask_at_most_one(domain):
                i = self.n_last
                self.n_last += 1
                self.last_cell[i] = cell
                self.number[cell] = i
                for k in range(b.link_start[cell], b.link_start[cell + 1]):
                    self.members[b.link[k].positions // b.n_values] |= <uint64_t> 1 << i
                while not mask_is_empty(domain):
                    self.plane[mask_pop(&domain)] |= <uint64_t> 1 << i
        for i in range(self.n_last):
            cell = self.last_cell[i]
            members = greater = lesser = 0
            for k in range(b.link_start[cell], b.link_start[cell + 1]):
                members |= self.members[b.link[k].positions // b.n_values]
            for k in range(b.greater_start[cell], b.greater_start[cell + 1]):
                if not mask_at_most_one(b.domain[b.greater[k]]):
                    greater |= <uint64_t> 1 << self.number[b.greater[k]]
            for k in range(b.lesser_start[cell], b.lesser_start[cell + 1]):
                if not mask_at_most_one(b.domain[b.lesser[k]]):
                    lesser |= <uint64_t> 1 << self.number[b.lesser[k]]
            self.peers[i] = members & ~(<uint64_t> 1 << i)
            self.greater[i] = greater
            self.lesser[i] = lesser
            if greater or lesser:
                self.bound |= <uint64_t> 1 << i
        # Only the values that are still open somewhere keep a plane.
        self.n_live = 0
        for v in range(b.n_values):
            if self.plane[v]:
                self.plane[self.n_live] = self.plane[v]
                self.live_value[self.n_live] = v
                self.n_live += 1

    cdef void _begin_enumerating(self, int64_t *budget) noexcept nogil:
        self._gather_last()
        self.n_levels = 1
        self.level[0].open = (<uint64_t> -1) >> (64 - self.n_last)
        # At a fixpoint there are no singles: this only names the cell to begin with.
        self._settle_singles(self.plane, &self.level[0], budget)

    cdef inline void _settle_last(self, uint64_t *plane, int32_t i, int32_t value) noexcept nogil:
        # Give a last cell its value, and take from the others what that forbids. Its own other candidates
        # may stay in the planes: it is no longer open.
        cdef int32_t v
        cdef uint64_t greater = self.greater[i], lesser = self.lesser[i]
        plane[value] &= ~self.peers[i]
        if greater | lesser:
            # Over all planes, masked: a loop that ends at the value would be mispredicted every time.
            for v in range(self.n_live):
                plane[v] &= ~(greater & -<uint64_t> (v <= value) | lesser & -<uint64_t> (v >= value))
        self.row[self.last_cell[i]] = self.live_value[value] + 1

    cdef inline bint _settle_singles(self, uint64_t *plane, Level *level, int64_t *budget) noexcept nogil:
        # Settle naked singles as long as there are any, and name the cell to branch on; False if some cell
        # has no value left.
        cdef uint64_t once, twice, thrice, singles, doubles, settled, here
        cdef int32_t v, i, n_live = self.n_live
        while True:
            once = twice = thrice = 0
            for v in range(n_live):
                thrice |= twice & plane[v]
                twice |= once & plane[v]
                once |= plane[v]
            budget[0] -= 1
            if level.open & ~once:
                return False
            singles = level.open & ~twice
            if not singles:
                break
            level.open &= ~singles
            settled = 0
            for v in range(n_live):
                here = plane[v] & singles
                while here:
                    i = word_lowest(here)
                    self._settle_last(plane, i, v)
                    settled |= <uint64_t> 1 << i
                    here &= plane[v] & ~settled
            # A single may have taken another one's only value.
            if settled != singles:
                return False
        if level.open:
            doubles = level.open & ~thrice
            if self.lexicographic or not doubles:
                level.cell = word_lowest(level.open)
            else:
                # Cells with inequalities first: they are the ones that may fail.
                level.cell = word_lowest(doubles & self.bound or doubles)
            level.next = 0
            while not plane[level.next] >> level.cell & 1:
                level.next += 1
        return True

    cdef Outcome _enumerate(self, int64_t *budget, int64_t limit, uint8_t *out) noexcept nogil:
        # Walk through all values of the last cells. A cell's last value needs no copy of the planes: its
        # level is not come back to, and serves what follows.
        cdef Level *level
        cdef uint64_t *plane
        cdef uint64_t here
        cdef bint consistent
        cdef int32_t v, k, n_live = self.n_live
        while self.n_levels:
            level = &self.level[self.n_levels - 1]
            plane = self.plane + (self.n_levels - 1) * n_live
            here = <uint64_t> 1 << level.cell
            v = level.next
            k = v + 1
            while k < n_live and not plane[k] & here:
                k += 1
            level.next = k
            self.nodes += 1
            if k < n_live:
                for k in range(n_live):
                    plane[n_live + k] = plane[k]
                plane += n_live
                level[1].open = level.open & ~here
                self._settle_last(plane, level.cell, v)
                level += 1
                self.n_levels += 1
            else:
                level.open &= ~here
                self._settle_last(plane, level.cell, v)
            consistent = self._settle_singles(plane, level, budget)
            if consistent and not level.open:
                self._record(out)
            if not consistent or not level.open:
                self.backtracks += 1
                self.n_levels -= 1
            if self.found == limit:
                return OUTCOME_SOLUTION
            if budget[0] <= 0:
                return OUTCOME_PAUSED
        return OUTCOME_EXHAUSTED

    # The last cells, value by value ----------------------------------------------------------------------
    #
    # Values in ascending order, each once in every row that still lacks it: which cells are filled is then all
    # that the next value needs to know, for an inequality is a cell that must be filled before another. Nothing is
    # propagated; where solutions are many, little fails. For the last two values nothing is searched at all:
    # cells that share a unit differ, so in each of their components one cell decides, and what is free to swap
    # multiplies.

    cdef bint _begin_placing(self) noexcept nogil:
        # False if no disjoint full units cover the open cells.
        cdef Board *b = &self.board
        cdef uint64_t covered = 0, row
        cdef int32_t u, v, k, n_placements = 0
        self._gather_last()
        self.n_last_rows = 0
        for u in range(b.n_units):
            row = self.members[u]
            if b.unit_full[u] and row and not row & covered:
                covered |= row
                self.last_row[self.n_last_rows] = row
                self.n_last_rows += 1
        if covered != (<uint64_t> -1) >> (64 - self.n_last):
            return False
        # At a fixpoint a row lacks as many values as it has open cells, so there are n_last placements.
        for v in range(self.n_live):
            self.first_placement[v] = n_placements
            for k in range(self.n_last_rows):
                if self.plane[v] & self.last_row[k]:
                    if FASTFUTO_CHECKED and n_placements == self.n_last:
                        self.broken = "a row lacks more values than it has open cells"
                        return False
                    self.placed_value[n_placements] = v
                    n_placements += 1
        self.first_placement[self.n_live] = n_placements
        self.begun_nodes = self.nodes
        self.begun_total = self.total
        self.swapping = self.n_swappings = 0
        self.n_placed = -1
        self._turn(0, 0)
        return True

    cdef void _judge_placing(self) noexcept nogil:
        # What fails grows by leaps with the cells: do it for a few more after it went well, for a few less
        # after it did not.
        cdef int64_t nodes = self.nodes - self.begun_nodes, found = self.total - self.begun_total
        if nodes >= MANY_PLACED:
            if nodes <= FEW_PLACED * found:
                self.reach = min(self.reach + STEP, MAX_PLACED)
            elif nodes > FEW_PLACED * 3 // 2 * found:
                self.reach -= STEP

    cdef inline void _turn(self, int32_t v, uint64_t filled) noexcept nogil:
        # It is the value's turn: list its rows, those with the fewest places first; or finish.
        cdef uint64_t open_cells = (<uint64_t> -1) >> (64 - self.n_last) & ~filled
        cdef uint64_t ready = self.plane[v] & open_cells, due = open_cells, waiting, places
        cdef Placement *first = &self.placement[self.first_placement[v]]
        cdef int32_t[MAX_PLACED] sizes
        cdef int32_t i, k, at, size, n_rows = 0
        if v == self.n_live - 2:
            self._settle_two(open_cells)
            return
        waiting = ready & self.bound
        while waiting:
            i = word_lowest(waiting)
            waiting &= waiting - 1
            if self.lesser[i] & open_cells:
                ready &= ~(<uint64_t> 1 << i)
        for k in range(v + 1, self.n_live):
            due &= ~self.plane[k]
        if due & ~ready:
            return
        for k in range(self.n_last_rows):
            if not self.plane[v] & self.last_row[k]:
                continue
            places = ready & self.last_row[k]
            if due & places:
                # Its last chance; that another cell of the row may be due as well shows in the next turn.
                places &= due
            if not places:
                return
            size = word_size(places)
            at = n_rows
            n_rows += 1
            while at and sizes[at - 1] > size:
                sizes[at] = sizes[at - 1]
                first[at].places = first[at - 1].places
                at -= 1
            sizes[at] = size
            first[at].places = places
        first.taken = 0
        first.filled = filled
        first.options = first.places
        self.n_placed += 1

    cdef inline uint64_t _peers_of(self, uint64_t cells) noexcept nogil:
        cdef uint64_t peers = 0
        while cells:
            peers |= self.peers[word_lowest(cells)]
            cells &= cells - 1
        return peers

    cdef inline void _settle_two(self, uint64_t open_cells) noexcept nogil:
        # Give the open cells the last two values: colour each component with two colours, one of two ways.
        cdef uint64_t here, low, high, fresh
        cdef uint64_t must_low = open_cells & ~self.plane[self.n_live - 1]
        cdef uint64_t must_high = open_cells & ~self.plane[self.n_live - 2]
        cdef uint64_t all_high = 0, rest = open_cells
        cdef int32_t i, n_swaps = 0
        cdef bint as_is, swapped
        here = open_cells & self.bound
        while here:
            i = word_lowest(here)
            here &= here - 1
            if self.lesser[i] & open_cells:
                must_high |= <uint64_t> 1 << i
                must_low |= self.lesser[i] & open_cells
        while rest:
            low = fresh = rest & -rest
            high = 0
            while True:
                fresh = self._peers_of(fresh) & rest & ~high
                if not fresh:
                    break
                high |= fresh
                fresh = self._peers_of(fresh) & rest & ~low
                if not fresh:
                    break
                low |= fresh
            as_is = not (low & must_high | high & must_low | low & high)
            swapped = not (low & must_low | high & must_high | low & high)
            if not as_is and not swapped:
                return
            if as_is and swapped:
                self.swap[n_swaps] = low | high
                n_swaps += 1
            all_high |= high if as_is else low
            rest &= ~(low | high)
        while open_cells:
            i = word_lowest(open_cells)
            open_cells &= open_cells - 1
            self.row[self.last_cell[i]] = self.live_value[self.n_live - 2 + (all_high >> i & 1)] + 1
        self.swapping = 0
        self.n_swappings = <int64_t> 1 << n_swaps

    cdef inline void _swap(self, uint64_t gray) noexcept nogil:
        # Swap the last two values in the components of a set.
        cdef uint64_t cells
        cdef uint8_t both = (self.live_value[self.n_live - 2] + 1) ^ (self.live_value[self.n_live - 1] + 1)
        while gray:
            cells = self.swap[word_lowest(gray)]
            gray &= gray - 1
            while cells:
                self.row[self.last_cell[word_lowest(cells)]] ^= both
                cells &= cells - 1

    cdef inline void _record_swaps(self, int64_t *budget, int64_t limit, uint8_t *out) noexcept nogil:
        # Go through the ways to swap, each one swap from the one before.
        cdef int64_t at = self.swapping, last = self.n_swappings
        if out == NULL and not FASTFUTO_CHECKED:
            at = min(last, at + limit - self.found)
            self.found += at - self.swapping
            self.total += at - self.swapping
            if at < last:
                self._swap((at ^ at >> 1) ^ (self.swapping ^ self.swapping >> 1))
        else:
            while at < last and self.found < limit and budget[0] > 0:
                self._record(out)
                at += 1
                budget[0] -= 1
                if at < last:
                    self._swap(at & -at)
        self.swapping = at

    cdef Outcome _place(self, int64_t *budget, int64_t limit, uint8_t *out) noexcept nogil:
        # Walk through the placements, and for each way to make all of them through the swaps.
        cdef Placement *p
        cdef uint64_t here, taken
        cdef int32_t i, v, k
        cdef bint missing
        while True:
            if self.swapping < self.n_swappings:
                self._record_swaps(budget, limit, out)
                if self.found == limit:
                    return OUTCOME_SOLUTION
                if budget[0] <= 0:
                    return OUTCOME_PAUSED
            if self.n_placed < 0:
                return OUTCOME_EXHAUSTED
            p = &self.placement[self.n_placed]
            if not p.options:
                self.n_placed -= 1
                self.backtracks += 1
                continue
            here = p.options & -p.options
            p.options &= ~here
            i = word_lowest(here)
            v = self.placed_value[self.n_placed]
            self.row[self.last_cell[i]] = self.live_value[v] + 1
            self.nodes += 1
            budget[0] -= 1
            if self.n_placed + 1 < self.first_placement[v + 1]:
                taken = p.taken | self.peers[i]
                missing = False
                for k in range(self.n_placed + 1, self.first_placement[v + 1]):
                    missing |= not self.placement[k].places & ~taken
                if not missing:
                    p[1].taken = taken
                    p[1].filled = p.filled | here
                    p[1].options = p[1].places & ~taken
                    self.n_placed += 1
            else:
                self._turn(v + 1, p.filled | here)
            if budget[0] <= 0:
                return OUTCOME_PAUSED
