"""Search: exhaustive and depth-first, in any order or in lexicographic order.

This module is the Python interface of the search: it checks the arguments, owns the memory, releases the GIL and raises
the exceptions. The search itself is a C struct with functions that need neither the GIL nor Python objects: see
core.pxd.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from common.bits cimport FASTFUTO_WORDS, mask_t
from common.board cimport (
    OUTCOME_BROKEN, OUTCOME_EXHAUSTED, OUTCOME_PAUSED, OUTCOME_SOLUTION, Outcome, check_run,
)
from common.facts cimport Facts
from common.guard cimport enter, guard_drop, guard_t
from common.sums cimport SumTables, list_sets
from fastfuto.engines._problem cimport Problem, Units, facts_of, no_room, units_of
from search.core cimport (
    can_cut, count_branches, cut_branches, search_create, search_free, search_reset, search_run,
)
from search.probe cimport can_probe, search_probe
from search.structs cimport DONE, PROBING, UNLOADED, SearchCore

EXHAUSTED = OUTCOME_EXHAUSTED
SOLUTION = OUTCOME_SOLUTION
PAUSED = OUTCOME_PAUSED
WORDS = FASTFUTO_WORDS

cdef enum:
    FIRST_STRETCH = 1000    # work before the first look at the number of backtracks, enough for most easy puzzles
    STRETCH = 250           # work between two looks: a few microseconds
    SMALL = 10              # largest number of values up to which most tight puzzles need few choices

cdef int64_t ANY_NUMBER = <int64_t> 1 << 62

cdef SumTables sum_tables
list_sets(&sum_tables)


@cython.final
cdef class Search:
    """Depth-first search over units.

    Parameters
    ----------
    units : Units
        The units, with up to 64 values (255 in the wide build).

    Attributes
    ----------
    nodes : int
        Number of values tried by choice since the last reset.
    backtracks : int
        Number of choices taken back since the last reset.
    done : float
        The completed part of the search since the last reset or restart, 0 to 1, if a choice among k possibilities
        divides the rest into k equal parts. It is 1 after `cut`.
    total : int
        Number of solutions found since the last reset.
    found : int
        Number of solutions found in the last run.
    bytes : int
        Bytes of memory in use, without inequalities, sums and relations.
    branches : int
        Number of branches left to search, for `cut`. The number is -1 if the search cannot be cut, because nothing is
        loaded, the last cells of a branch are being enumerated, or `probe` was called.

    Raises
    ------
    ValueError
        If there are too many values.
    MemoryError
        If the board cannot be allocated. The board takes about 4 bytes for each candidate, and 8 bytes (32 in the wide
        build) for each cell and each value of a unit.

    Examples
    --------
    >>> import numpy as np
    >>> from fastfuto.engines._problem import Problem, Units
    >>> units = Units(np.array([0, 2], np.int32), np.array([0, 1], np.int32), 2, 2)
    >>> search = Search(units)
    >>> search.reset(Problem(units, np.full((2, WORDS), 3, np.uint64), np.array([[1, 0]], np.int32)))
    >>> out = np.empty((1, 2), np.uint8)
    >>> search.run(1000, 1, out) == SOLUTION
    True
    >>> out
    array([[2, 1]], dtype=uint8)
    >>> search.run(1000, 1) == EXHAUSTED
    True
    """

    cdef SearchCore core
    cdef guard_t guard
    cdef Units units

    def __cinit__(self, Units units not None):
        self.units = units
        if not search_create(&self.core, units_of(units), &sum_tables):
            raise MemoryError(
                f"a search over {units.facts.n_cells} cells and {units.facts.n_values} values "
                f"needs {self.core.skeleton_memory.size} bytes"
            )

    def __dealloc__(self):
        search_free(&self.core)

    @property
    def nodes(self):
        return self.core.nodes

    @property
    def backtracks(self):
        return self.core.backtracks

    @property
    def done(self):
        return 1.0 if self.core.phase == DONE else self.core.done

    @property
    def total(self):
        return self.core.total

    @property
    def found(self):
        return self.core.found

    @property
    def bytes(self):
        return self.core.skeleton_memory.size

    @property
    def branches(self):
        enter(&self.guard, "this search is running")
        try:
            return self._branches()
        finally:
            guard_drop(&self.guard)

    cdef int32_t _branches(self) noexcept:
        return count_branches(&self.core) if can_cut(&self.core) else -1

    def reset(self, Problem problem not None, bint lexicographic=False, uint64_t seed=0):
        """Begin again with another problem over the same units.

        The cost is linear in the number of candidates, inequalities, members of sums, relations and entries of tables.

        Parameters
        ----------
        problem : Problem
        lexicographic : bool
            Whether solutions must come in lexicographic order of the cells.
        seed : int
            The seed that breaks ties between equally good choices; 0 takes the first choice. The seed has no effect on
            a lexicographic search.

        Raises
        ------
        ValueError
            If the problem has other units or masks of another width; the search is then unchanged.
        RuntimeError
            If the search is running in another thread.
        MemoryError
            If the clues cannot be allocated; the search must then be reset.
        """
        cdef const Facts *facts
        enter(&self.guard, "this search is running")
        try:
            facts = facts_of(problem, self.units)
            if not search_reset(&self.core, facts, lexicographic, seed):
                raise no_room(facts)
        finally:
            guard_drop(&self.guard)

    def run(self, int64_t budget, int64_t limit, uint8_t[:, ::1] out=None, int64_t most_backtracks=ANY_NUMBER):
        """Continue the search.

        Parameters
        ----------
        budget : int
            Work to do before pausing, counted in dropped candidates and visited cells; at least 1. A million takes
            about 10 ms.
        limit : int
            Number of further solutions after which to stop, at least 1.
        out : (at least limit, n_cells) uint8, optional
            Receives the solutions, beginning with its first row. Without it, the solutions are only counted.
        most_backtracks : int, optional
            Backtracks since the last reset after which to pause, give or take a few, or earlier if many choices of a
            large puzzle with inequalities have failed and most cells are still open. Default: any number.

        Returns
        -------
        int
            EXHAUSTED: there are no more solutions; SOLUTION: `limit` solutions were found; PAUSED: the budget is used
            up, or there were too many backtracks. In every case the attribute `found` is the number of solutions found in this run.

        Raises
        ------
        ValueError
            If a number or the shape of `out` is out of range, if nothing was loaded by `reset`, or if `probe` was
            called since then.
        RuntimeError
            If the search is running in another thread.
        """
        cdef Outcome outcome
        cdef uint8_t *solutions
        enter(&self.guard, "this search is running")
        try:
            if self.core.phase == UNLOADED:
                raise ValueError("nothing to search: call reset first")
            if self.core.phase == PROBING:
                raise ValueError("this search is used for estimates: call reset first")
            check_run(budget, limit, out, self.core.board.n_cells)
            solutions = &out[0, 0] if out is not None else NULL
            with nogil:
                if most_backtracks == ANY_NUMBER:
                    outcome = search_run(&self.core, budget, limit, solutions)
                else:
                    outcome = search_run_while_easy(&self.core, budget, limit, solutions, most_backtracks)
            if outcome == OUTCOME_BROKEN:
                raise AssertionError(self.core.broken.decode())
            return outcome
        finally:
            guard_drop(&self.guard)

    def stay_cuttable(self, int64_t most_placed):
        """Keep the enumerations of last cells short until the next reset, because the search cannot be cut during them.

        Parameters
        ----------
        most_placed : int
            Number of placements in one enumeration after which later enumerations have fewer cells.
        """
        self.core.last.most_placed = most_placed

    def cut(self, uint64_t[:, :, ::1] out not None):
        """Write out the branches left to search, and end the search.

        Parameters
        ----------
        out : (branches, n_cells, words) uint64
            Receives the domains of each branch. Branches are disjoint, and together with the solutions found so far
            they contain all solutions.

        Raises
        ------
        ValueError
            If `out` has another shape, or the search cannot be cut now: see `branches`.
        RuntimeError
            If the search is running in another thread.
        """
        cdef int32_t branches
        enter(&self.guard, "this search is running")
        try:
            branches = self._branches()
            if branches < 0:
                raise ValueError("the search cannot be cut now: run it a little further")
            if out.shape[0] != branches or out.shape[1] != self.core.board.n_cells or out.shape[2] != WORDS:
                raise ValueError(
                    f"out must have shape ({branches}, {self.core.board.n_cells}, {WORDS}), "
                    f"got ({out.shape[0]}, {out.shape[1]}, {out.shape[2]})"
                )
            cut_branches(&self.core, <mask_t *> &out[0, 0, 0] if branches else NULL)
        finally:
            guard_drop(&self.guard)

    def probe(self, int64_t budget, double[:, ::1] logs not None):
        """Estimate the number of solutions and the work of the search by random descents, one for each row.

        The weight of a descent is the product of the numbers of possibilities at its choices, times the number of
        solutions of the last cells. The mean of the weights is an unbiased estimate of the number of solutions (Knuth,
        1975). The work after each choice, times the product so far, adds up to an estimate of the work of a search that
        makes the same choices.

        Parameters
        ----------
        budget : int
            Work to do before pausing, as for `run`; at least 1.
        logs : (n_probes, 2) float64
            Receives the natural logarithms of the weights, which are minus infinity after a contradiction, and of the
            estimated work.

        Returns
        -------
        int
            Number of rows that were written. An unfinished descent continues in the next call.

        Raises
        ------
        ValueError
            If nothing was loaded by `reset` with a seed other than 0, if `run` was called since then, or if the
            budget or the shape of `logs` is out of range.
        RuntimeError
            If the search is running in another thread.
        """
        cdef Py_ssize_t k = 0
        enter(&self.guard, "this search is running")
        try:
            if not can_probe(&self.core):
                raise ValueError("nothing to estimate: call reset with a seed first")
            if budget < 1:
                raise ValueError(f"budget must be at least 1, got {budget}")
            if logs.shape[1] != 2:
                raise ValueError(f"logs must have shape (n_probes, 2), got ({logs.shape[0]}, {logs.shape[1]})")
            with nogil:
                while k < logs.shape[0] and search_probe(&self.core, &budget, &logs[k, 0]):
                    k += 1
            return k
        finally:
            guard_drop(&self.guard)


cdef Outcome search_run_while_easy(
    SearchCore *s, int64_t budget, int64_t limit, uint8_t *out, int64_t most_backtracks,
) noexcept nogil:
    # Run in short stretches until `most_backtracks` is reached, or until a large puzzle with inequalities proves tight:
    # if many of the first choices fail, there are few solutions, and many more choices will fail, unless most cells are
    # filled already. The core itself does not check the number of backtracks, because the check would slow down all
    # other uses.
    cdef int64_t found = 0, stretch = FIRST_STRETCH
    cdef bint may_be_tight = s.board.n_values > SMALL and s.board.greater_start[s.board.n_cells]
    cdef Outcome outcome = OUTCOME_PAUSED
    while outcome == OUTCOME_PAUSED and budget > 0 and s.backtracks < most_backtracks:
        if (
            may_be_tight and s.backtracks and s.nodes <= 3 * s.backtracks
            and 2 * s.board.n_open > s.board.n_cells
        ):
            break
        stretch = min(budget, stretch)
        budget -= stretch
        outcome = search_run(s, stretch, limit - found, out + found * s.board.n_cells if out != NULL else NULL)
        found += s.found
        stretch = STRETCH
    s.found = found
    return outcome
