"""Learner: conflict-driven search with lazy explanations.

The Boolean variables are the candidates "the cell takes the value" that are open after propagation at the root, as in a
SAT encoding. Units, inequalities and relations are not encoded as clauses. They are propagated directly, and an
explaining clause is only generated when conflict analysis asks for it. Clauses are learned from conflicts, and from
solutions to exclude them.

The class in this file is only the Python interface: it checks arguments, owns the memory, releases the GIL and raises
exceptions. The engine is in the other files of this folder: core.pxd has its state and lists the files in order, and
loop.pxd has the main loop.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from common.bits cimport FASTFUTO_WORDS, mask_t
from common.board cimport (
    OUTCOME_BROKEN, OUTCOME_EXHAUSTED, OUTCOME_NO_MEMORY, OUTCOME_PAUSED, OUTCOME_SOLUTION, Outcome, check_run, pack,
    packed_cell, packed_value,
)
from common.facts cimport Facts
from common.guard cimport enter, guard_drop, guard_t
from fastfuto.engines._problem cimport Problem, Units, facts_of, units_of
from learner.assumptions cimport set_assumptions, write_found
from learner.core cimport CLAUSE_HEADER, LearnerCore, learner_create, learner_free
from learner.loop cimport learner_reset, learner_run
from learner.sharing cimport add_words, are_clauses

EXHAUSTED = OUTCOME_EXHAUSTED
SOLUTION = OUTCOME_SOLUTION
PAUSED = OUTCOME_PAUSED
WORDS = FASTFUTO_WORDS


@cython.final
cdef class Learner:
    """Conflict-driven search over units.

    Parameters
    ----------
    units : Units
        The units, with up to 64 values (255 in the wide build).
    memory : int
        Largest number of bytes to allocate. Loading takes about 4 bytes for each cell and value. Learning then takes
        about 45 bytes for each candidate that is open after the root (75 by activity), and the memory of the clauses.

    Raises
    ------
    ValueError
        If there are too many values.
    MemoryError
        If the board cannot be allocated.
    """

    cdef LearnerCore core
    cdef guard_t guard
    cdef Units units
    cdef bint is_reset

    def __cinit__(self, Units units not None, int64_t memory=2**62):
        cdef const Facts *facts = units_of(units)
        self.units = units
        if not learner_create(&self.core, facts, memory):
            raise MemoryError(
                f"a board of {facts.n_cells} cells and {facts.n_units * facts.n_values} positions "
                "does not fit into memory"
            )

    def __dealloc__(self):
        learner_free(&self.core)

    def reset(
        self, Problem problem not None, uint64_t seed=0, bint by_activity=False, bint share=False,
        bint survey=False, bint trace=False, bint clausal=False,
    ):
        """Begin again with another problem over the same units.

        Parameters
        ----------
        problem : Problem
            A problem without sums.
        seed : int
            The seed that breaks ties between equally good decisions; 0 takes the first decision.
        by_activity : bool
            Whether to decide by activity instead of by the number of candidates left.
        share : bool
            Whether to offer short clauses to other learners, by `take_offers`.
        survey : bool
            Whether to stop once all candidates that occur in some solution have been found, for `take_found`. No
            solution is found twice.
        trace : bool
            Whether to record the antecedents of each learned clause, for `take_trace`.
        clausal : bool
            Whether each learned clause must follow by unit propagation from the clauses of the puzzle and the clauses
            learned before. The learner by activity then does not filter whole units, and the trace leaves out the rules
            that implied literals.

        Raises
        ------
        ValueError
            If both `survey` and `trace` are requested, because clauses of a survey exclude solutions that were not
            found. Also if the problem has other units, masks of another width, or sums.
        RuntimeError
            If the learner is running in another thread.
        MemoryError
            If the clues or the board cannot be allocated.
        """
        cdef LearnerCore *c = &self.core
        cdef const Facts *facts
        enter(&self.guard, "this learner is running")
        try:
            if survey and trace:
                raise ValueError("a survey has no trace")
            facts = facts_of(problem, self.units)
            if facts.n_sums:
                raise ValueError("the learner does not know sums")
            self.is_reset = False
            if not learner_reset(c, facts, seed, by_activity, clausal, trace):
                raise MemoryError(
                    f"{facts.n_cells} cells of {facts.n_values} values with {facts.n_inequalities} inequalities "
                    f"and {facts.n_relations} relations do not fit into memory"
                )
            c.is_sharing = share
            c.is_surveying = survey
            self.is_reset = True
        finally:
            guard_drop(&self.guard)

    def run(self, int64_t budget, int64_t limit, uint8_t[:, ::1] out=None):
        """Continue the search.

        Parameters
        ----------
        budget : int
            Work to do before pausing, counted in visited literals and clauses; at least 1. A million takes about 100
            ms.
        limit : int
            Number of further solutions after which to stop, at least 1.
        out : (at least limit, n_cells) uint8, optional
            Receives the solutions, beginning with its first row. Without it, the solutions are only counted.

        Returns
        -------
        int
            EXHAUSTED: there are no more solutions; SOLUTION: `limit` solutions were found; PAUSED: the budget is used
            up. In every case the attribute `found` is the number of solutions found in this run.

        Raises
        ------
        ValueError
            If a number or the shape of `out` is out of range, or nothing was loaded by `reset`.
        RuntimeError
            If the learner is running in another thread.
        MemoryError
            If candidates or learned clauses do not fit into memory. The learner must then be reset.
        """
        cdef LearnerCore *c = &self.core
        cdef Outcome outcome
        cdef uint8_t *rows = NULL
        enter(&self.guard, "this learner is running")
        try:
            if not self.is_reset:
                raise ValueError("nothing to search: call reset first")
            check_run(budget, limit, out, c.board.n_cells)
            if out is not None:
                rows = &out[0, 0]
            with nogil:
                outcome = learner_run(c, budget, limit, rows)
            if outcome == OUTCOME_BROKEN:
                raise AssertionError(c.broken.decode())
            if outcome == OUTCOME_NO_MEMORY:
                self.is_reset = False
                raise MemoryError(
                    f"{c.n_candidates} candidates and {c.n_clauses} clauses do not fit into {c.byte_limit} bytes"
                )
            return outcome
        finally:
            guard_drop(&self.guard)

    def assume(self, const int32_t[:, ::1] assumptions not None):
        """Restrict the search to solutions with these values, which replace earlier assumptions.

        Learned clauses are kept. If the assumptions allow no further solution, `run` returns EXHAUSTED, and the search
        may continue under other assumptions.

        Parameters
        ----------
        assumptions : (k, 2) int32
            Cells and their values, from 1 on.

        Raises
        ------
        ValueError
            If nothing was loaded by `reset`, the learner surveys, or a cell or a value is out of range.
        RuntimeError
            If the learner is running in another thread.
        MemoryError
            If the assumptions do not fit into memory. The learner must then be reset.
        """
        cdef LearnerCore *c = &self.core
        cdef int32_t k, cell, value
        enter(&self.guard, "this learner is running")
        try:
            if not self.is_reset:
                raise ValueError("nothing to search: call reset first")
            if c.is_surveying:
                raise ValueError("a learner that surveys assumes nothing")
            if assumptions.shape[1] != 2 or assumptions.shape[0] > c.board.n_cells:
                raise ValueError(f"expected at most {c.board.n_cells} pairs of a cell and its value")
            for k in range(assumptions.shape[0]):
                cell, value = assumptions[k, 0], assumptions[k, 1]
                if not (0 <= cell < c.board.n_cells and 1 <= value <= c.board.n_values):
                    raise ValueError(f"assumption {k}: there is no cell {cell} with value {value}")
            if not set_assumptions(c, assumptions.shape[0]):
                self.is_reset = False
                raise MemoryError(f"{assumptions.shape[0]} assumptions do not fit into {c.byte_limit} bytes")
            for k in range(c.n_assumptions):
                c.assumption[k] = pack(assumptions[k, 0], assumptions[k, 1] - 1)
        finally:
            guard_drop(&self.guard)

    def failed(self):
        """Return the assumptions that fail together, after a run that has ended with EXHAUSTED.

        Returns
        -------
        list of int
            The indices of these assumptions in the argument of `assume`. The list is empty if there is no further
            solution even without assumptions.

        Raises
        ------
        RuntimeError
            If the learner is running in another thread.
        """
        cdef LearnerCore *c = &self.core
        enter(&self.guard, "this learner is running")
        try:
            return [k for k in range(c.n_assumptions) if c.in_core[k] and not c.done]
        finally:
            guard_drop(&self.guard)

    def take_found(self, uint64_t[:, ::1] out not None):
        """Write the values that occur in the solutions found by a learner that surveys.

        Parameters
        ----------
        out : (n_cells, words) uint64
            Receives the values of each cell, in the form of a problem's domains. Nothing is written if no solution was
            found.

        Raises
        ------
        ValueError
            If `out` has another shape, or the learner does not survey.
        RuntimeError
            If the learner is running in another thread.
        """
        cdef LearnerCore *c = &self.core
        enter(&self.guard, "this learner is running")
        try:
            if not self.is_reset or not c.is_surveying:
                raise ValueError("this learner does not survey: ask reset for that")
            if out.shape[0] != c.board.n_cells or out.shape[1] != FASTFUTO_WORDS:
                raise ValueError(f"out must have shape ({c.board.n_cells}, {FASTFUTO_WORDS})")
            if c.total:
                write_found(c, <mask_t *> &out[0, 0])
        finally:
            guard_drop(&self.guard)

    def take_trace(self):
        """Return the trace since the last call, and begin an empty trace.

        Returns
        -------
        bytes
            Words as described in cython/learner/trace.pxd. If the learner is exhausted, the last step is the empty
            clause, unless a cell or a unit had no candidate from the beginning. Between calls the trace counts towards
            the memory of the learner.

        Raises
        ------
        RuntimeError
            If the learner is running in another thread.
        """
        cdef LearnerCore *c = &self.core
        enter(&self.guard, "this learner is running")
        try:
            steps = c.trace[:c.trace_size]
            c.trace_size = 0
            return steps
        finally:
            guard_drop(&self.guard)

    def take_offers(self):
        """Return the short clauses that were learned since the last call, for learners of the same puzzle.

        Returns
        -------
        memoryview of unsigned int
            The argument of `receive`. It is empty unless `share` was set. A learner that has found a solution offers
            nothing more, because its clauses exclude that solution.

        Raises
        ------
        RuntimeError
            If the learner is running in another thread.
        """
        cdef LearnerCore *c = &self.core
        enter(&self.guard, "this learner is running")
        try:
            words = (<char *> c.offered.words)[:c.offered.n * sizeof(uint32_t)]
            c.offered.n = 0
            return memoryview(words).cast("I")
        finally:
            guard_drop(&self.guard)

    def receive(self, const uint32_t[::1] offers not None):
        """Add clauses from another learner of the same puzzle. They take effect at the next reduction.

        Parameters
        ----------
        offers : (words,) uint32
            One clause after the other: its size, its glue and its literals.

        Raises
        ------
        ValueError
            If the words are not clauses, the learner is still preparing, or it traces its own steps.
        RuntimeError
            If the learner is running in another thread.
        MemoryError
            If the clauses do not fit into memory. The learner must then be reset.
        """
        cdef LearnerCore *c = &self.core
        enter(&self.guard, "this learner is running")
        try:
            if not c.is_filled or c.is_tracing:
                raise ValueError("a learner that prepares or traces receives no clauses")
            if not offers.shape[0]:
                return
            if not are_clauses(&offers[0], offers.shape[0], 2 * <int64_t> c.n_candidates):
                raise ValueError("the offers are no clauses over the candidates of this learner")
            if not add_words(c, &c.received, &offers[0], offers.shape[0]):
                self.is_reset = False
                raise MemoryError(f"the clauses received do not fit into {c.byte_limit} bytes")
        finally:
            guard_drop(&self.guard)

    def clauses(self):
        """Return the learned clauses that are stored at present.

        Returns
        -------
        list of list of (int, int, bool)
            The literals of each clause: the cell, the value from 1 on, and whether the cell takes the value or does
            not. At least one literal of each clause is true in every further solution.

        Raises
        ------
        RuntimeError
            If the learner is running in another thread.
        """
        cdef LearnerCore *c = &self.core
        enter(&self.guard, "this learner is running")
        try:
            return [
                [
                    (packed_cell(c.place[literal >> 1]), packed_value(c.place[literal >> 1]) + 1, not literal & 1)
                    for literal in [c.store[at + CLAUSE_HEADER + k] for k in range(c.store[at])]
                ]
                for at in [c.clause[i] for i in range(c.n_clauses)]
            ]
        finally:
            guard_drop(&self.guard)

    @property
    def is_preparing(self):
        """Whether the learner is still setting itself up, so a run may have paused before its budget was used up."""
        return not (self.core.is_filled or self.core.done)

    @property
    def by_activity(self):
        """Whether it decides by activity."""
        return self.core.by_activity

    @property
    def nodes(self):
        """Number of decisions."""
        return self.core.nodes

    @property
    def conflicts(self):
        """Number of conflicts met."""
        return self.core.conflicts

    @property
    def restarts(self):
        """Number of restarts."""
        return self.core.restarts

    @property
    def learned(self):
        """Number of learned clauses with more than one literal."""
        return self.core.learned

    @property
    def propagations(self):
        """Number of assigned literals, decisions included."""
        return self.core.propagations

    @property
    def total(self):
        """Number of solutions since the last reset."""
        return self.core.total

    @property
    def found(self):
        """Number of solutions in the last run."""
        return self.core.found

    @property
    def bytes(self):
        """Number of bytes allocated."""
        return self.core.bytes
