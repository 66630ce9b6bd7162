"""Logic: the rules of human solvers, applied round by round.

This module is the Python interface of the logic engine: it checks the arguments, owns the memory, releases the GIL and
raises the exceptions. The engine itself is a C struct with functions that need neither the GIL nor Python objects: see
core.pxd.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from common.bits cimport FASTFUTO_WORDS, mask_t
from common.facts cimport Facts
from common.guard cimport enter, guard_drop, guard_t
from common.sums cimport SumTables, list_sets
from fastfuto.engines._problem cimport Problem, Units, facts_of, no_room, units_of
from logic.core cimport logic_create, logic_free, logic_reset, logic_run
from logic.position cimport NO_MEMORY_LEFT, read_told, telling_cell, wrong_entry
from logic.trace cimport logic_trace, tell_searched
from logic.structs cimport CONTRADICTED, N_RULES, OUT_OF_MEMORY, SOLVED, STUCK, UNLOADED, LogicCore
from logic.tuning cimport MOST_LEFT_OUT
from logic.waves cimport set_times

SOLVED_BY_RULES = SOLVED
RULES_ARE_STUCK = STUCK
CONTRADICTION = CONTRADICTED
PAUSED = UNLOADED
RULES = N_RULES
WORDS = FASTFUTO_WORDS

cdef SumTables sum_tables
list_sets(&sum_tables)


@cython.final
cdef class Logic:
    """The human rules over units.

    Parameters
    ----------
    units : Units
        The units, with up to 64 values (255 in the wide build).

    Attributes
    ----------
    hardest : int
        The hardest rule that has acted, -1 for none.
    top : int
        Ten times its score.
    length : int
        Length of the longest braid, 0 for none.
    steps : int
        Number of rounds in which a rule harder than inequalities acted.
    total : int
        Ten times the sum of the scores of these rounds.
    time : int
        Milliseconds that a person needs for the deductions of `run`.
    n_steps : int
        Number of steps of a trace.

    Raises
    ------
    ValueError
        If there are too many values.
    MemoryError
        If the board cannot be allocated.

    Examples
    --------
    >>> import numpy as np
    >>> from fastfuto.engines._problem import Problem, Units
    >>> units = Units(np.array([0, 2], np.int32), np.array([0, 1], np.int32), 2, 2)
    >>> problem = Problem(units, np.full((2, WORDS), 3, np.uint64), np.array([[1, 0]], np.int32))
    >>> logic = Logic(units)
    >>> logic.reset(problem, np.full(RULES, 10, np.int32))
    >>> logic.run(1000) == SOLVED_BY_RULES
    True
    """

    cdef LogicCore core
    cdef guard_t guard
    cdef Units units

    def __cinit__(self, Units units not None):
        self.units = units
        if not logic_create(&self.core, units_of(units), &sum_tables):
            raise MemoryError(
                f"rules over {units.facts.n_cells} cells and {units.facts.n_values} values do not fit into memory"
            )

    def __dealloc__(self):
        logic_free(&self.core)

    @property
    def hardest(self):
        return self.core.hardest

    @property
    def top(self):
        return self.core.top

    @property
    def length(self):
        return self.core.length

    @property
    def steps(self):
        return self.core.steps

    @property
    def n_steps(self):
        return self.core.n_steps

    @property
    def total(self):
        return self.core.total

    @property
    def time(self):
        return self.core.time

    def set_times(self, const int32_t[:, ::1] times not None):
        """Set the time that people need, for all later problems. Initially, it is zero.

        Parameters
        ----------
        times : (2, RULES) int32
            Milliseconds for finding the only possible deduction of each rule, and for carrying it out.

        Raises
        ------
        ValueError
            If the shape or a time is out of range; nothing changes then.
        RuntimeError
            If the rules are running in another thread.
        """
        enter(&self.guard, "these rules are running")
        try:
            set_times(&self.core, times)
        finally:
            guard_drop(&self.guard)

    def reset(
        self, Problem problem not None, const int32_t[::1] scores not None, int32_t longest=0, bint is_plain=False,
        bint is_tracing=False, const uint8_t[::1] filled=None, bint is_whole=False,
    ):
        """Begin again with another problem over the same units, and other rules.

        Parameters
        ----------
        problem : Problem
        scores : (RULES,) int32
            Ten times the score of each rule, in ascending order; 0 for an excluded rule.
        longest : int
            Largest length of a braid, 0 for any.
        is_plain : bool
            Whether chains ignore inequalities.
        is_tracing : bool
            Whether to prepare for `trace` instead of `run`.
        filled : (n_cells,) uint8, optional
            Whether a cell with one value is filled at the start of a trace, so no step fills it. Default: all such
            cells.
        is_whole : bool
            Whether a trace reports every step that is found, and not only the steps that a number depends on.

        Raises
        ------
        ValueError
            If the problem has other units or masks of another width, or if a shape or a score is out of range; nothing
            changes then.
        RuntimeError
            If the rules are running in another thread.
        MemoryError
            If the clues cannot be allocated; the engine needs another reset then.
        """
        cdef const Facts *facts
        cdef Py_ssize_t k
        cdef int32_t before = 0
        enter(&self.guard, "these rules are running")
        try:
            facts = facts_of(problem, self.units)
            if scores.shape[0] != N_RULES:
                raise ValueError(f"expected {N_RULES} scores, got {scores.shape[0]}")
            for k in range(N_RULES):
                if scores[k] and not before <= scores[k] <= 1000:
                    raise ValueError(f"scores must ascend from 0 to 1000, got {scores[k]} for rule {k}")
                before = max(before, scores[k])
            if longest < 0:
                raise ValueError(f"longest must be at least 0, got {longest}")
            if filled is not None and filled.shape[0] != facts.n_cells:
                raise ValueError(f"filled must have {facts.n_cells} entries, got {filled.shape[0]}")
            if not logic_reset(
                &self.core, facts, &scores[0], longest, is_plain, is_tracing, &filled[0] if filled is not None else NULL
            ):
                raise no_room(facts)
            if is_whole:
                self.core.n_left_out = MOST_LEFT_OUT
        finally:
            guard_drop(&self.guard)

    def run(self, int64_t budget):
        """Continue to apply rules.

        Parameters
        ----------
        budget : int
            Work to do before pausing, counted in dropped candidates and visited cells; at least 1. A million
            takes about 10 ms.

        Returns
        -------
        int
            SOLVED_BY_RULES, RULES_ARE_STUCK, CONTRADICTION, or PAUSED if the budget is used up.

        Raises
        ------
        ValueError
            If the budget is below 1, or nothing was loaded by `reset`.
        RuntimeError
            If the rules are running in another thread.
        MemoryError
            If there is not enough memory for a rule.
        """
        cdef bint is_over
        if budget < 1:
            raise ValueError(f"the budget must be at least 1, got {budget}")
        enter(&self.guard, "these rules are running")
        try:
            if self.core.phase == UNLOADED or self.core.is_tracing:
                raise ValueError("there is nothing to apply rules to: call reset first")
            with nogil:
                is_over = logic_run(&self.core, budget)
            if self.core.phase == OUT_OF_MEMORY:
                raise MemoryError("there is not enough memory for a rule")
            return self.core.phase if is_over else UNLOADED
        finally:
            guard_drop(&self.guard)

    def trace(self, int64_t budget, int64_t limit, int64_t patience=0):
        """Continue with one deduction at a time, after a reset for tracing.

        Parameters
        ----------
        budget : int
            As for `run`.
        limit : int
            Number of steps after which to stop, counted from the reset.
        patience : int
            Work after which the easiest step is reported even if no number depends on it yet, 0 for no limit.

        Returns
        -------
        int
            As for `run`, but PAUSED also if the limit is reached before the end.

        Raises
        ------
        ValueError, RuntimeError, MemoryError
            As for `run`, and ValueError also if the reset was not for tracing.
        """
        cdef bint is_over
        if budget < 1 or limit < 1:
            raise ValueError(f"budget and limit must be at least 1, got {budget} and {limit}")
        enter(&self.guard, "these rules are running")
        try:
            if self.core.phase == UNLOADED or not self.core.is_tracing:
                raise ValueError("there is nothing to trace: call reset with is_tracing first")
            with nogil:
                is_over = logic_trace(&self.core, budget, limit, patience)
            if self.core.phase == OUT_OF_MEMORY:
                raise MemoryError("there is not enough memory for a rule or for the log")
            return self.core.phase if is_over and self.core.phase >= SOLVED else UNLOADED
        finally:
            guard_drop(&self.guard)

    def go_on(self, int32_t cell, int32_t value):
        """Add a step after the last step of the rules.

        Parameters
        ----------
        cell : int
            A cell whose number the caller knows, or -1 if the caller knows that there is no solution.
        value : int
            The number of this cell, counted from 0, which must be one of its candidates.

        Raises
        ------
        ValueError
            If the rules of the trace are not stuck, or the cell or the value is unknown.
        RuntimeError
            If the rules are running in another thread.
        MemoryError
            If there is not enough memory for the log.
        """
        enter(&self.guard, "these rules are running")
        try:
            if self.core.phase != STUCK or not self.core.is_tracing:
                raise ValueError("there is no end of the rules to go on from")
            if not -1 <= cell < self.core.board.n_cells or not 0 <= value < self.core.board.n_values:
                raise ValueError(f"there is no cell {cell} with a value {value}")
            tell_searched(&self.core, cell, value)
            if self.core.is_log_full:
                raise MemoryError("there is not enough memory for the log")
        finally:
            guard_drop(&self.guard)

    def read_log(self):
        """Return the log of the trace as bytes: rows of three int32.

        Rows are (what, x, y): STEP with a rule and ten times its score; REMOVED and PLACED with a cell and a value. A
        step that leaves one value to a cell also places it. The other rows are premises. They are CELL, VALUE, LINE (a
        unit), LESS (two cells), CASE (a cell and a value), PAIR (two related cells), TABLE (that of the relation), SUM
        (its number) and LEFT (a cell and one of its candidates).
        A chain has rows MARK (its first candidate: a cell and a value), STRONG, WEAK and UNEQUAL (the candidate that a
        link of this kind leads to). KIND has the number of a variant of the rule, in the order of `KINDS` in
        technique.py. All numbers count from 0.
        """
        enter(&self.guard, "these rules are running")
        try:
            return (<const char *> self.core.log)[:12 * self.core.n_log] if self.core.n_log else b""
        finally:
            guard_drop(&self.guard)

    def read_cases(self):
        """Return the log of the assumptions of the trace, as bytes: rows like those of `read_log`.

        A braid, also in a line, or a step with cases that agree has a row STEP with its rule. Each of its assumptions
        has a row STEP with a number after the rules, followed by the deductions that the conclusion depends on: rows
        STEP with the rule, conclusions and premises. LEFT refers to the candidates before the assumption. The last
        deduction may be a contradiction: a row STEP with the number after the last rule, followed by its premises. A
        braid has the round of its contradiction in its own row.
        """
        enter(&self.guard, "these rules are running")
        try:
            return (<const char *> self.core.case_log)[:12 * self.core.n_case_log] if self.core.n_case_log else b""
        finally:
            guard_drop(&self.guard)

    def read_candidates(self, uint64_t[:, ::1] out not None):
        """Write the candidates of all cells after the last step, (n_cells, words), as in the domains of a problem."""
        if out.shape[0] != self.core.board.n_cells or out.shape[1] != FASTFUTO_WORDS:
            raise ValueError(f"out must have shape ({self.core.board.n_cells}, {FASTFUTO_WORDS})")
        enter(&self.guard, "these rules are running")
        try:
            read_told(&self.core, <mask_t *> &out[0, 0])
        finally:
            guard_drop(&self.guard)

    def telling_cell(
        self, Problem problem not None, const uint8_t[::1] solution not None, const int32_t[::1] scores not None,
    ):
        """Return the open cell from whose number singles and clues exclude most, the first in a tie; -1 for no cell.

        Parameters
        ----------
        problem : Problem
            The problem, whose domains are the candidates. The rules are reset for each cell, so a trace needs another
            reset.
        solution : (n_cells,) uint8
            Values counted from 1, which must be candidates of the cells.
        scores : (RULES,) int32
            Ten times the score of each rule.

        Raises
        ------
        ValueError
            If the problem has other units, or a shape or value is out of range.
        RuntimeError
            If the rules are running in another thread.
        MemoryError
            If the clues cannot be allocated.
        """
        cdef const Facts *facts
        cdef mask_t *domain
        cdef int32_t cell
        enter(&self.guard, "these rules are running")
        try:
            facts = facts_of(problem, self.units)
            check_values(facts, solution, 1)
            if scores.shape[0] != N_RULES:
                raise ValueError(f"expected {N_RULES} scores, got {scores.shape[0]}")
            domain = <mask_t *> malloc(facts.n_cells * sizeof(mask_t))
            if domain == NULL:
                raise no_room(facts)
            memcpy(domain, facts.domain, facts.n_cells * sizeof(mask_t))
            with nogil:
                cell = telling_cell(&self.core, facts, domain, &solution[0], &scores[0])
            free(domain)
            if cell == NO_MEMORY_LEFT:
                raise no_room(facts)
            return cell
        finally:
            guard_drop(&self.guard)


def find_wrong_entry(Problem problem not None, const uint8_t[::1] entries not None):
    """Return the first cell whose entry breaks a rule of a problem; -1 if there is none.

    Parameters
    ----------
    problem : Problem
    entries : (n_cells,) uint8
        The entries of a player, 0 for none.

    Raises
    ------
    ValueError
        If the problem has masks of another width, or a shape or value is out of range.
    """
    cdef const Facts *facts = facts_of(problem, problem.units)
    check_values(facts, entries, 0)
    return wrong_entry(facts, &entries[0])


cdef int check_values(const Facts *facts, const uint8_t[::1] values, int32_t least) except -1:
    # Raise ValueError unless each cell has a value of at least `least`.
    cdef Py_ssize_t cell
    if values.shape[0] != facts.n_cells:
        raise ValueError(f"expected {facts.n_cells} values, got {values.shape[0]}")
    for cell in range(values.shape[0]):
        if not least <= values[cell] <= facts.n_values:
            raise ValueError(f"values must be {least} to {facts.n_values}, got {values[cell]} for cell {cell}")
    return 0
