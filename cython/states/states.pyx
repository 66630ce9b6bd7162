"""States: exact counting of Latin squares with inequalities, without enumerating the solutions.

The values are placed one after the other, each as a whole permutation. After k values, only the set of filled cells
matters for the other values. The values in these cells make no difference, because an inequality only means that one
cell must be filled before another. Such a set is a state. A layer is a table of the states with k values and of the
number of ways to reach each state. All permutations of one more value lead from one layer to the next. The number of
solutions is the number of ways to the full grid.

Four reductions keep the layers small. If rows and columns may be exchanged, a state represents all states that
exchanges make of it. Each layer has its own symmetries, because only the clues of later values matter. On the empty
grid these are classes of regular bipartite graphs, with which McKay and Rogoyski (1995) counted the Latin squares of
order 10. In a puzzle without inequalities, values that no clue distinguishes are placed last, and each of them fills
the first open cell: the rest is a factorial. With few inequalities and no numbers, lines of a state without open
inequalities are sorted. Otherwise values are placed from both ends, and the two sides meet in the middle.

The code consists of inline functions on structs. keys.pxd has the states and their keys, state_table.pxd the table of a
layer, rules.pxd the rules of the puzzle, symmetry.pxd symmetric forms, and merging.pxd merged states. placement.pxd,
ways.pxd and wide.h list all ways to place one value, and layers.pxd has a thread's work on one layer. Samples are in
sampling.pxd, estimates in thinning.pxd, and shares of a layer for other processes in slices.pxd.
"""

cimport cython
from cpython.pythread cimport PyThread_allocate_lock, PyThread_free_lock
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc
from libc.string cimport memset

from common.arena cimport arena_free
from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, Outcome
from common.facts cimport Facts
from common.guard cimport enter, guard_drop, guard_take
from common.numbers cimport whole
from fastfuto.engines._problem cimport Problem, plain_facts_of
from states.keys cimport KEY_WORDS, MAX_ROWS as ROWS, check_state, hash_of, set_shape
from states.layers cimport FINISH, GATHER, JOIN, PUSH, SELECT, WEIGH, Core, Worker
from states.layers cimport drop_all, free_workers, part_done, set_out, take_all, work
from states.merging cimport watch_or_narrow
from states.rules cimport choose_order, permutation_bits, read_rules
from states.sampling cimport form_of, successors
from states.slices cimport SHARES as N_SHARES, product_of, sorted_states, table_of, take_rest
from states.state_table cimport COUNT_WORDS, PARTS, Table, free_table, make_room, n_states, new_table, put
from states.symmetry cimport find_symmetries
from states.tuning cimport LARGE, MANY_ROWS
from states.wide cimport wide_supported
from states.thinning cimport Thinning, close_bins, open_bins, set_threshold, thin_on

EXHAUSTED = OUTCOME_EXHAUSTED
PAUSED = OUTCOME_PAUSED
MAX_ROWS = ROWS     # for Python
SHARES = N_SHARES
WIDTHS = tuple(width for width in (512, 64) if width == 64 or wide_supported())   # bits of registers

cdef enum:
    MAX_WORKERS = 256

cdef struct Side:
    # One end of the order of values, which ascends from side 0 and descends from side 1.
    int32_t placed      # values placed so far
    Table *table        # the present layer
    int64_t n           # number of its states


@cython.final
cdef class States:
    """Exact counts over the states of filled cells.

    Parameters
    ----------
    order : int
        Number of rows, columns and values, 3 to `MAX_ROWS`.
    memory : int
        Largest number of bytes of the tables. With up to 9 rows and counts up to 2**64, a state takes 20 to 30 bytes.
    workers : int
        Number of threads that may run at once, 1 to 256.
    width : int
        Bits of the registers to use, one of `WIDTHS`. All widths have the same results. Default: the widest registers.

    Raises
    ------
    ValueError
        If a number is out of range.
    MemoryError
        If the workers cannot be set up.

    Examples
    --------
    >>> import fastfuto
    >>> from fastfuto.engines import problem_of
    >>> states = States(4)
    >>> states.reset(problem_of(fastfuto.Futoshiki([[0] * 4] * 4, [((0, 0), (0, 1))]).model()))
    >>> while states.run(1_000_000) != EXHAUSTED or states.advance():
    ...     pass
    >>> states.count()
    288
    """

    cdef Core core
    cdef Worker *worker                 # (core.n_workers,)
    cdef Side side[2]
    cdef list ways                      # (side) number of ways to all states of its layer together
    cdef readonly bint both_sides       #: whether values are placed from both ends of their order
    cdef bint is_slice                  # whether loaded states are expanded by one value, and no further
    cdef bint keeps
    cdef Thinning thinning
    cdef bint is_thinned                # whether thinning of the present layer has begun
    cdef Table *layer[ROWS + 1]         # the stored layers of side 0, by the number of values placed
    cdef object bits                    # bits of the number of solutions, once layers are gathered
    cdef bint is_reset
    cdef bint is_done
    cdef object answer
    cdef readonly int64_t states        #: states in all layers so far
    cdef readonly int64_t layer_size    #: states in the present layer
    cdef readonly int64_t steps         #: permutations placed

    def __cinit__(self, Py_ssize_t order, int64_t memory=2**62, Py_ssize_t workers=1, int width=WIDTHS[0]):
        cdef Core *core = &self.core
        cdef int32_t k
        cdef bint ok
        if width not in WIDTHS:
            raise ValueError(f"expected a width of {', '.join(map(str, WIDTHS))} bits, got {width!r}")
        if not 1 <= workers <= MAX_WORKERS:
            raise ValueError(f"the number of workers must be 1 to {MAX_WORKERS}, got {workers}")
        set_shape(&core.rules.shape, order, width == 512)
        core.account.limit = memory
        core.n_workers = workers
        core.account.lock = PyThread_allocate_lock()
        core.part_taking = PyThread_allocate_lock()
        self.worker = <Worker *> calloc(workers, sizeof(Worker))
        ok = core.account.lock != NULL and core.part_taking != NULL and self.worker != NULL
        for k in range(PARTS if workers > 1 else 0):
            core.part_lock[k] = PyThread_allocate_lock()
            ok = ok and core.part_lock[k] != NULL
        if not ok:
            raise MemoryError("the workers cannot be set up")

    def __dealloc__(self):
        cdef Core *core = &self.core
        cdef int32_t k
        if core.account.lock != NULL:
            self._free_tables()
            PyThread_free_lock(core.account.lock)
        if core.part_taking != NULL:
            PyThread_free_lock(core.part_taking)
        for k in range(PARTS):
            if core.part_lock[k] != NULL:
                PyThread_free_lock(core.part_lock[k])
        free_workers(core, self.worker)
        arena_free(&core.rules.memory)

    # Setting up ----------------------------------------------------------------------------------------

    def reset(self, Problem problem not None, bint keeps=False, bint symmetric=True, bint both_sides=True):
        """Begin again with another Latin square.

        Parameters
        ----------
        problem : Problem
            A problem whose cells are numbered row by row, without sums and relations.
        keeps : bool
            Whether to keep all layers, for `expand`.
        symmetric : bool
            Whether to use symmetries that exchange rows or columns.
        both_sides : bool
            Whether to place values from both ends if possible; `thin` cannot be used then.

        Raises
        ------
        ValueError
            If the problem has another size.
        RuntimeError
            If a worker is running in another thread.
        MemoryError
            If the inequalities or the first tables cannot be allocated.
        """
        cdef Core *core = &self.core
        cdef const Facts *facts
        cdef uint64_t[ROWS * ROWS] domain
        cdef int32_t k, n = core.rules.shape.n
        if not take_all(&self.core, self.worker):
            raise RuntimeError("these states are being counted in another thread")
        try:
            facts = plain_facts_of(problem, n * n, n, "the states engine")
            self.is_reset = self.is_done = self.is_thinned = self.is_slice = core.meets = core.no_memory = False
            self._free_tables()
            core.account.bytes = core.account.peak_bytes = self.states = self.layer_size = self.steps = 0
            read_rules(&core.rules, domain, facts)
            watch_or_narrow(&core.rules, domain, symmetric and not keeps)
            may_rename = not (keeps or core.rules.n_inequalities)   # Samples do not rename values.
            choose_order(&core.rules, domain, may_rename)
            find_symmetries(core.symmetry, &core.rules, domain, may_rename)
            symmetric = symmetric and core.symmetry[n // 2].is_used and not core.rules.merging.n_watched
            for k in range(n + 1):
                core.symmetry[k].is_used = core.symmetry[k].is_used and symmetric
            self.keeps = keeps
            self.both_sides = both_sides and not (keeps or symmetric or core.rules.merging.n_watched or core.rules.n_alike > 1)
            memset(self.side, 0, sizeof(self.side))
            for k in range(2 if self.both_sides else 1):
                self._begin(&self.side[k])
            self.ways = [1, 1]
            self.answer = None
            self._plan()
            self.is_reset = True
        finally:
            drop_all(self.worker, self.core.n_workers)

    cdef int _begin(self, Side *side) except -1:
        # Layer 0 has one state, the empty grid.
        cdef uint64_t[KEY_WORDS + 1] first
        cdef int32_t n_key_words = self.core.rules.shape.n_key_words
        memset(first, 0, sizeof(first))
        first[n_key_words] = 1
        side.table = new_table(n_key_words, 1, 1)
        side.n = 1
        if not make_room(&self.core.account, side.table, &side.table.part[0], 1):
            raise MemoryError("the first table does not fit into memory")
        put(side.table, &side.table.part[0], first, hash_of(first, n_key_words), side.table.slot_words)
        return 0

    cdef void _free_tables(self) noexcept:
        # Free all tables. Some tables have several names.
        cdef Core *core = &self.core
        cdef int32_t k
        for k in range(core.rules.shape.n + 1):
            if self.layer[k] == self.side[0].table:
                self.side[0].table = NULL
            if self.layer[k] == core.target:
                core.target = NULL
            free_table(&core.account, self.layer[k])
            self.layer[k] = NULL
        for k in range(2):
            free_table(&core.account, self.side[k].table)
            self.side[k].table = NULL
        free_table(&core.account, core.target)
        core.source = core.target = core.sought = NULL
        close_bins(&self.thinning, &core.account)

    # Layers --------------------------------------------------------------------------------------------

    cdef int _plan(self) except -1:
        # Prepare the workers to place the next value.
        cdef Core *core = &self.core
        cdef Side *side
        cdef int32_t n_parts
        core.no_memory = True
        if not self.is_slice:
            core.side = 1 if self.both_sides and self.side[1].n < self.side[0].n else 0
        side = &self.side[core.side]
        core.placed = side.placed
        core.source = side.table
        core.target = core.sought = NULL
        core.clears_source = not self.keeps
        if self.both_sides and not self.is_slice and self.placed + 1 == core.rules.shape.n:
            core.task = JOIN
            core.sought = self.side[1 - core.side].table
        elif side.placed + 1 == core.rules.shape.n and not core.meets:
            core.task = FINISH
        else:
            # A state has at most as many ways as all states of the previous layer together. A symmetric form, or a
            # merged state, may have this number of ways for each permutation that leads to it.
            core.task = PUSH
            bits = self.ways[core.side].bit_length()
            if core.rules.merging.n_watched or core.symmetry[side.placed].is_used or core.symmetry[side.placed + 1].is_used:
                bits += permutation_bits(core.rules.shape.n, side.placed)
            # With many rows, even one state may have millions of successors. Workers share the parts.
            n_parts = PARTS if side.n > LARGE or core.rules.shape.n > MANY_ROWS or core.n_workers > 1 else 1
            core.target = new_table(core.rules.shape.n_key_words, bits, n_parts)
        self._set_out()
        return 0

    cdef int _plan_gathering(self, int32_t placed) except -1:
        # Prepare the workers to count the ways from each state with `placed` values to the full grid. The ways from the
        # next layer are known.
        cdef Core *core = &self.core
        core.no_memory = True
        core.task = GATHER
        core.placed = self.side[0].placed = placed
        core.source = self.layer[placed]
        core.sought = self.layer[placed + 1]
        core.clears_source = True
        core.target = new_table(core.rules.shape.n_key_words, self.bits, core.source.n_parts)
        self._set_out()
        return 0

    cdef int _set_out(self) except -1:
        # Let all workers begin with the source.
        if not set_out(&self.core, self.worker):
            raise MemoryError("the workers cannot be set up")
        return 0

    def run(self, int64_t budget, Py_ssize_t worker=0):
        """Continue to place a value or to thin a layer.

        Parameters
        ----------
        budget : int
            Work to do before pausing, counted in positions tried; at least 1. A million takes about 10 ms.
        worker : int
            The number of the worker. Several threads may run at once, each with another worker.

        Returns
        -------
        int
            PAUSED: the budget is used up. EXHAUSTED: this worker has nothing left to do; once all workers are
            exhausted, call `advance`.

        Raises
        ------
        ValueError
            If a number is out of range, or nothing was loaded by `reset`.
        RuntimeError
            If the worker is running in another thread.
        MemoryError
            If the tables do not fit into memory. The engine must then be reset.
        """
        cdef Core *core = &self.core
        cdef Outcome outcome
        if not self.is_reset:
            raise ValueError("nothing to count: call reset first")
        if budget < 1:
            raise ValueError(f"the budget must be at least 1, got {budget}")
        if not 0 <= worker < core.n_workers:
            raise ValueError(f"worker must be 0 to {core.n_workers - 1}, got {worker}")
        if not guard_take(&self.worker[worker].guard):
            raise RuntimeError(f"worker {worker} is running in another thread")
        try:
            self._check_memory()
            if self.is_done:
                return EXHAUSTED
            with nogil:
                if core.task != WEIGH and core.task != SELECT:
                    outcome = work(core, &self.worker[worker], budget)
                elif worker == 0:
                    outcome = thin_on(&self.thinning, core, &self.worker[0], budget)
                else:  # Several threads would not read memory any faster.
                    outcome = OUTCOME_EXHAUSTED
            self._check_memory()
            return outcome
        finally:
            guard_drop(&self.worker[worker].guard)

    cdef int _check_memory(self) except -1:
        if self.core.no_memory:
            raise MemoryError(f"{self.bytes} of {self.core.account.limit} bytes are taken, and that is not enough")
        return 0

    def advance(self):
        """Advance to the next layer, once all workers have finished this layer.

        Returns
        -------
        bool
            Whether there is more to do: False once `count` and, if all layers are kept, `expand` have their answers.

        Raises
        ------
        RuntimeError
            If a worker is still at work.
        MemoryError
            If a table cannot be allocated, or did not fit into memory.
        """
        cdef Core *core = &self.core
        cdef Side *side = &self.side[core.side]
        cdef int32_t k
        if not self.is_reset or self.is_done:
            return False
        self._check_memory()
        if not take_all(&self.core, self.worker):
            raise RuntimeError("the layer is not finished")
        try:
            if core.next_part < core.source.n_parts:
                raise RuntimeError("the layer is not finished")
            for k in range(core.n_workers):
                self.steps += self.worker[k].steps
                self.worker[k].steps = 0
                if self.worker[k].part >= 0:
                    raise RuntimeError("the layer is not finished")
            if core.task == WEIGH:
                self._begin_selection()
                return True
            if core.task == SELECT:
                self._end_selection()
                return True
            if core.target != NULL:
                self.layer_size = n_states(core.target)
                self.states += self.layer_size
            if core.task == GATHER:
                free_table(&core.account, core.source)
                self.layer[core.placed] = core.target
                core.target = NULL
                if core.placed:
                    self._plan_gathering(core.placed - 1)
                else:
                    self.is_done = True
                return not self.is_done
            total = sum(whole(self.worker[k].total, 2 * COUNT_WORDS + 2) for k in range(core.n_workers))
            if core.task == PUSH:
                if self.keeps:
                    self.layer[side.placed] = core.source
                else:
                    free_table(&core.account, core.source)
                side.table, side.n = core.target, self.layer_size
                core.target = NULL
                side.placed += 1
                self.ways[core.side] = total
                self.is_thinned = False
                self.is_done = self.is_slice
                if self.is_slice:
                    return False
                if total:
                    self._plan()
                    return True
            self.answer = total
            for k in range(2, core.rules.n_alike + 1):
                self.answer *= k
            if self.keeps and total:
                self.layer[side.placed] = core.source
                side.table = NULL
                self.bits = total.bit_length()
                self._plan_gathering(side.placed)
                return True
            self.is_done = True
            return False
        finally:
            drop_all(self.worker, self.core.n_workers)

    def thin(self, int64_t limit, uint64_t seed):
        """Keep about `limit` random states of the layer, and increase their counts to preserve the mean.

        Later counts are unbiased estimates. This is threshold sampling (Duffield, Lund and Thorup, 2007). A state with
        fewer ways than the threshold is kept with the probability ways / threshold, and then counts as threshold ways.
        The next calls of `run` and `advance` do the work. A layer is thinned at most once.

        Parameters
        ----------
        limit : int
            Number of states to keep, at least 1. A layer with at most this number of states is unchanged.
        seed : int
            0 to 2**64 - 1.

        Returns
        -------
        bool
            Whether any states will be dropped.

        Raises
        ------
        ValueError
            If the limit is below 1.
        RuntimeError
            If work on the layer has begun, there is no layer, both sides are used, all layers are kept, or states were
            loaded.
        MemoryError
            If the table of sizes does not fit into memory.
        """
        cdef Core *core = &self.core
        if limit < 1:
            raise ValueError(f"the limit must be at least 1, got {limit}")
        if self.keeps or self.both_sides or self.is_slice or not self.is_reset or self.is_done:
            raise RuntimeError("only a layer of one side that is not kept can be thinned")
        if not take_all(&self.core, self.worker):
            raise RuntimeError("work on the layer has begun, so that it cannot be thinned")
        try:
            if core.next_part:
                raise RuntimeError("work on the layer has begun, so that it cannot be thinned")
            if self.is_thinned or self.side[0].n <= limit:
                return False
            core.no_memory = True
            free_table(&core.account, core.target)
            core.target = NULL
            core.task = WEIGH
            core.clears_source = False
            self.is_thinned = True
            self.thinning.limit = limit
            self.thinning.random_state = seed
            if not open_bins(&self.thinning, &core.account):
                raise MemoryError("the layer cannot be thinned")
            self._set_out()
            return True
        finally:
            drop_all(self.worker, self.core.n_workers)

    cdef int _begin_selection(self) except -1:
        # Prepare the first worker to copy the selected states.
        cdef Core *core = &self.core
        core.no_memory = True
        core.target = new_table(core.rules.shape.n_key_words, self.ways[0].bit_length() + 1, 1)
        set_threshold(&self.thinning, core.source.count_words)
        close_bins(&self.thinning, &core.account)
        core.task = SELECT
        core.clears_source = True
        self._set_out()
        return 0

    cdef int _end_selection(self) except -1:
        # Replace the layer by the selected states.
        cdef Core *core = &self.core
        cdef Side *side = &self.side[0]
        free_table(&core.account, core.source)
        self.layer_size = n_states(core.target)
        side.table, side.n = core.target, self.layer_size
        core.target = NULL
        self.ways[0] = whole(self.worker[0].total, 2 * COUNT_WORDS + 2)
        self._plan()
        return 0

    # Slices of a layer ---------------------------------------------------------------------------------

    def load(
        self, const uint64_t[:, ::1] states not None, int32_t placed, object ways, int32_t side=0, bint meets=False
    ):
        """Load some states of a layer instead of the empty grid, to expand them by one value with `run` and `advance`.

        Parameters
        ----------
        states : (k, words of a key + words of a count) uint64
            The counts of equal states are added up.
        placed : int
            Number of values placed from that side, 0 to order - 1.
        ways : int
            Number of ways to all states of the whole layer, which bounds the counts of the next layer.
        side : int
            0, or 1 if `both_sides` are used: the end of the order from which values are placed.
        meets : bool
            Whether to replace each resulting state by its open cells, which are a state of the other side.

        Raises
        ------
        ValueError
            If a number is out of range, a row is not a state, all layers are kept, or nothing was loaded by `reset`.
        RuntimeError
            If a worker is running in another thread.
        MemoryError
            If the states do not fit into memory.
        """
        if not self.is_reset or self.keeps:
            raise ValueError("states can be loaded only after a reset, and if the layers are not kept")
        if not 0 <= placed < self.core.rules.shape.n or not 0 <= side <= self.both_sides:
            raise ValueError(f"there is no layer with {placed} values placed from side {side}")
        if not take_all(&self.core, self.worker):
            raise RuntimeError("these states are being counted in another thread")
        try:
            self.is_reset = self.is_done = self.core.no_memory = False
            self._free_tables()
            self.is_slice, self.answer = True, None
            self.core.side, self.core.meets = side, meets
            self.ways[side] = ways
            self.side[side].placed = placed
            self.side[side].table = table_of(&self.core, states, placed, ways)
            self.side[side].n = self.layer_size = n_states(self.side[side].table)
            self._plan()
            self.is_reset = True
        finally:
            drop_all(self.worker, self.core.n_workers)

    def cut(self):
        """Remove the loaded states that have not been processed, and return them in the form of `load`, as bytes.

        Raises
        ------
        ValueError
            If no states were loaded, or there are several workers.
        RuntimeError
            If the worker is running in another thread.
        """
        if not self.is_reset or not self.is_slice or self.core.n_workers > 1 or self.is_done:
            raise ValueError("only the loaded states of one worker can be cut")
        enter(&self.worker[0].guard, "worker 0 is running")
        try:
            return take_rest(&self.core, &self.worker[0])
        finally:
            guard_drop(&self.worker[0].guard)

    def reached(self):
        """Return the number of ways to the states that were reached from the loaded states, and these states.

        Returns
        -------
        ways : int
        states : bytes
            Words of 64 bits: `SHARES` + 1 numbers with the start of each share, then the states in the form of `load`.
            States with the same first row are in the same share.

        Raises
        ------
        ValueError
            If no states were loaded, or the step is not finished. After the last step, `count` has the answer instead.
        """
        if not (self.is_slice and self.is_done) or self.answer is not None:
            raise ValueError("no layer has been reached from loaded states")
        return self.ways[self.core.side], sorted_states(&self.core, self.side[self.core.side].table)

    def product(
        self, const uint64_t[:, ::1] states not None, const uint64_t[:, ::1] others not None, int32_t placed,
        object ways,
    ):
        """Return the sum of the products of the counts of states that are in both arrays, where the two sides meet.

        `states` come from a slice loaded with `meets`. The last two arguments describe the other states, as in `load`.
        """
        return product_of(&self.core, states, others, placed, ways)

    # Answers -------------------------------------------------------------------------------------------

    @property
    def placed(self):
        """Number of values placed so far, from both sides together."""
        return self.side[0].placed + self.side[1].placed

    @property
    def layers(self):
        """For each end of the order of values, the number of values placed and the states of that layer."""
        return [(self.side[k].placed, self.side[k].n) for k in range(2)]

    @property
    def layer_done(self):
        """The completed share of the layer, 0 to 1, approximately."""
        return part_done(&self.core, &self.worker[0]) if self.is_reset and not self.is_done else 1.0

    @property
    def bytes(self):
        """Bytes that the tables take."""
        return self.core.account.bytes

    @property
    def peak_bytes(self):
        """The largest number of bytes of the tables since the last reset."""
        return self.core.account.peak_bytes

    def count(self):
        """Return the exact number of solutions, an int, or None if it is not known yet."""
        return self.answer

    @property
    def order_of_values(self):
        """Values, from 1 on, in the order in which side 0 places them, and the number of last values that are alike."""
        cdef int32_t k
        return [self.core.rules.values[k] + 1 for k in range(self.core.rules.shape.n)], self.core.rules.n_alike

    def relabel(self, const uint32_t[::1] rows not None):
        """Return the symmetric form of a state, which is the form that `expand` takes.

        Parameters
        ----------
        rows : (order,) uint32
            Filled cells of each row, bit c for column c. All rows and columns have the same number of filled cells.

        Returns
        -------
        is_transposed : bool
            Whether rows became columns: then `row_at` lists columns of the state, and `column_at` rows.
        row_at, column_at : list of int
            The row of the state that became each row of the form, and the same with columns.
        form : bytes
            Filled cells of each row of the form, as in `rows`.

        Raises
        ------
        ValueError
            If the rows are not those of a state.
        """
        return form_of(&self.core, rows)

    def expand(self, int32_t layer, const uint32_t[::1] rows not None):
        """List the permutations that lead from a state to the next layer, each with its number of solutions.

        Parameters
        ----------
        layer : int
            Number of values placed, 0 to order - 1.
        rows : (order,) uint32
            Filled cells of each row of the state, bit c for column c. If symmetry is used, the state must have the form
            that `relabel` returns.

        Returns
        -------
        columns : bytes
            The column of each row for each of m permutations, m * order numbers.
        weights : list of int
            The number of solutions of each permutation.
        groups : list of list of int
            Groups of equal rows: a permutation represents all permutations that exchange the columns of these rows.

        Raises
        ------
        ValueError
            If the layers are not kept or not finished, or if the rows are not a state of the layer that leads to a
            solution.
        MemoryError
            If the permutations do not fit into memory.
        """
        if not (self.is_done and self.keeps):
            raise ValueError("no state can be expanded: the layers are not kept, or not finished")
        if not self.answer:
            raise ValueError("no state can be expanded: there is no solution")
        if check_state(&self.core.rules.shape, rows) != layer or not self.layer[layer]:
            raise ValueError(f"layer {layer} has no such state")
        expansion = successors(&self.core, self.layer[layer], self.layer[layer + 1], layer, &rows[0])
        if expansion is None:
            raise ValueError(f"there is no solution from this state of layer {layer}")
        return expansion
