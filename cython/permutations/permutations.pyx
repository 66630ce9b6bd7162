"""Permutations: all permutations in lexicographic order, and the number of permutations that obey given rules.

This module is the Python interface of two engines: it checks the arguments, owns the memory, releases the GIL and
raises the exceptions. `Permuter` lists all permutations of 1..n: see listing.pxd. `Subsets` counts the permutations
that obey domains and inequalities, and the ways to fill chains of cells: see subsets.pxd.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t

from common.bits cimport word_size
from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, OUTCOME_SOLUTION, Outcome
from common.facts cimport Facts
from common.guard cimport enter, guard_drop, guard_t
from common.numbers cimport whole
from fastfuto.engines._problem cimport Problem, plain_facts_of
from permutations.listing cimport Listing, listing_begin, listing_run
from permutations.subsets cimport (
    MOST_POSITIONS, SubsetsCore, begin_round, chain_reset, last_state, subsets_advance, subsets_free, subsets_reset,
    subsets_run,
)

EXHAUSTED = OUTCOME_EXHAUSTED
SOLUTION = OUTCOME_SOLUTION
PAUSED = OUTCOME_PAUSED
MAX_POSITIONS = MOST_POSITIONS


@cython.final
cdef class Permuter:
    """All permutations of 1..n, in lexicographic order.

    Parameters
    ----------
    n : int
        1 to 255.

    Raises
    ------
    ValueError
        If n is out of range.

    Examples
    --------
    >>> import numpy as np
    >>> out = np.zeros((3, 4), np.uint8)
    >>> Permuter(4).run(budget=100, limit=3, out=out) == SOLUTION
    True
    >>> out.tolist()
    [[1, 2, 3, 4], [1, 2, 4, 3], [1, 3, 2, 4]]
    """

    cdef Listing core
    cdef guard_t guard

    def __cinit__(self, Py_ssize_t n):
        if not 1 <= n <= 255:
            raise ValueError(f"n must be 1 to 255, got {n}")
        listing_begin(&self.core, n)

    @property
    def total(self):
        """Permutations listed so far."""
        return self.core.total

    @property
    def found(self):
        """Permutations listed in the last run."""
        return self.core.found

    @property
    def bytes(self):
        """Memory in use."""
        return sizeof(Listing)

    def run(self, int64_t budget, int64_t limit, uint8_t[:, ::1] out=None):
        """Continue to list permutations.

        Parameters
        ----------
        budget : int
            Number of permutations after which to pause, at least 1. A million takes 1 to 10 ms.
        limit : int
            Number of further permutations after which to stop, at least 1.
        out : (at least limit, n) uint8, optional
            Receives the permutations, beginning with its first row.

        Returns
        -------
        int
            EXHAUSTED: there are no more permutations; SOLUTION: `limit` permutations were listed; PAUSED: the budget is
            used up.

        Raises
        ------
        ValueError
            If a number or the shape of `out` is out of range.
        RuntimeError
            If the engine is running in another thread.
        """
        cdef Outcome outcome
        cdef uint8_t *rows = NULL
        if budget < 1 or limit < 1:
            raise ValueError(f"budget and limit must be at least 1, got {budget} and {limit}")
        if out is not None:
            if out.shape[0] < limit or out.shape[1] != self.core.n:
                raise ValueError(
                    f"out must have shape ({limit} or more, {self.core.n}), got ({out.shape[0]}, {out.shape[1]})"
                )
            rows = &out[0, 0]
        enter(&self.guard, "these permutations are being listed")
        try:
            with nogil:
                outcome = listing_run(&self.core, budget, limit, rows)
            return outcome
        finally:
            guard_drop(&self.guard)


@cython.final
cdef class Subsets:
    """The number of permutations that obey rules, counted over sets of filled positions or of used values.

    Parameters
    ----------
    n : int
        Number of values, 1 to `MAX_POSITIONS`.
    memory : int
        Largest number of bytes of the tables. A state takes 20 to 60 bytes.

    Raises
    ------
    ValueError
        If n is out of range.

    Examples
    --------
    >>> import fastfuto
    >>> from fastfuto.engines import problem_of
    >>> subsets = Subsets(4)
    >>> subsets.reset(problem_of(fastfuto.Permutations(4, order=[(0, 1)]).model()))
    >>> while subsets.run(1_000_000) != EXHAUSTED or subsets.advance():
    ...     pass
    >>> subsets.count()
    12
    """

    cdef SubsetsCore core
    cdef bint is_reset
    cdef bint is_done
    cdef guard_t guard
    cdef object sum         # of the rounds of a chain so far
    cdef object answer

    def __cinit__(self, Py_ssize_t n, int64_t memory=2**62):
        if not 1 <= n <= MOST_POSITIONS:
            raise ValueError(f"n must be 1 to {MOST_POSITIONS}, got {n}")
        self.core.n = n
        self.core.most_bytes = memory

    def __dealloc__(self):
        subsets_free(&self.core)

    @property
    def placed(self):
        """Values placed so far, or cells of a chain."""
        return self.core.placed

    @property
    def layer_done(self):
        """The part of the present layer that is done, 0 to 1."""
        return self.core.at / <double> max(self.core.source.capacity, 1)

    @property
    def rounds_left(self):
        """Values of the first cell of a closed chain that have not had their round yet."""
        return word_size(self.core.firsts)

    @property
    def bytes(self):
        """Bytes of the tables."""
        return self.core.bytes

    @property
    def peak_bytes(self):
        """The largest number of bytes of the tables so far."""
        return self.core.peak_bytes

    @property
    def states(self):
        """States in all layers so far."""
        return self.core.states

    @property
    def layer_size(self):
        """States in the present layer."""
        return self.core.layer_size

    @property
    def steps(self):
        """Values placed into states, or sets of values in Ryser's formula."""
        return self.core.steps

    def reset(self, Problem problem not None, const int32_t[::1] chain=None):
        """Start over with another permutation, or with a chain of cells.

        Parameters
        ----------
        problem : Problem
            A permutation has one cell per position, and neither sums nor relations. All cells of a chain, at most n,
            have different values, and it has no sums.
        chain : (n_cells,) int32, optional
            The cells of the problem in the order in which inequalities and relations join neighbours, or the last
            cell and the first.

        Raises
        ------
        ValueError
            If the problem has another size, sums or relations, or a rule of a chain joins other cells.
        RuntimeError
            If the engine is running in another thread.
        MemoryError
            If the first table does not fit into memory.
        """
        cdef const Facts *facts
        cdef int32_t k, count_words
        cdef int32_t[MOST_POSITIONS] place
        enter(&self.guard, "these subsets are being counted")
        try:
            if chain is None:
                facts = plain_facts_of(problem, self.core.n, self.core.n, "the count by subsets")
            else:
                facts = chain_facts_of(problem, self.core.n, chain, place)
            self.is_reset = self.is_done = False
            self.sum, self.answer = 0, None
            number = 1
            for k in range(2, self.core.n + 1):
                number *= k
            count_words = (number.bit_length() + 63) // 64
            if not (
                subsets_reset(&self.core, facts, count_words) if chain is None
                else chain_reset(&self.core, facts, place, count_words)
            ):
                raise MemoryError("the first table does not fit into memory")
            self.is_reset = True
        finally:
            guard_drop(&self.guard)

    def run(self, int64_t budget):
        """Continue placing a value, or filling a cell of a chain.

        Parameters
        ----------
        budget : int
            Work to do before pausing, at least 1. Trying a position costs 1, and adding or moving a state costs 64. A
            million takes about 5 ms.

        Returns
        -------
        int
            PAUSED: the budget is used up; EXHAUSTED: the layer is finished, so call `advance`.

        Raises
        ------
        ValueError
            If the budget is below 1, or nothing was loaded by `reset`.
        RuntimeError
            If the engine is running in another thread.
        MemoryError
            If the tables do not fit into memory. The engine must then be reset.
        """
        cdef Outcome outcome
        if budget < 1 or not self.is_reset:
            raise ValueError(
                f"the budget must be at least 1, got {budget}" if self.is_reset else "call reset first"
            )
        enter(&self.guard, "these subsets are being counted")
        try:
            if self.is_done:
                return EXHAUSTED
            with nogil:
                outcome = subsets_run(&self.core, budget)
            if self.core.no_memory:
                raise MemoryError(
                    f"{self.core.bytes} of {self.core.most_bytes} bytes are taken, and that is not enough"
                )
            return outcome
        finally:
            guard_drop(&self.guard)

    def advance(self):
        """Advance to the next value or cell, once the layer is finished.

        Returns
        -------
        bool
            Whether there is more to do: False once `count` has the answer.

        Raises
        ------
        RuntimeError
            If the layer, or the sum of Ryser's formula, is not finished, or the engine is running in another thread.
        """
        cdef SubsetsCore *s = &self.core
        enter(&self.guard, "these subsets are being counted")
        try:
            if not self.is_reset or self.is_done:
                return False
            if s.gray:
                if s.gray >> s.n == 0:
                    raise RuntimeError("the sum is not finished")
                self.answer = whole(s.sum, 2)
            else:
                if s.at < s.source.capacity:
                    raise RuntimeError("the layer is not finished")
                subsets_advance(s)
                if s.placed < s.n_steps and s.layer_size:
                    return True
                self.sum += whole(last_state(s) + 1, s.count_words) if s.layer_size else 0
                if s.firsts:
                    s.no_memory = not begin_round(s)
                    return True
                self.answer = self.sum
            self.is_done = True
            return False
        finally:
            guard_drop(&self.guard)

    def count(self):
        """Return the number of permutations, an int, or None if it is not known yet."""
        return self.answer

    @property
    def order_of_values(self):
        """Values in the order in which they are placed, and 1, because no values are alike; see `States`."""
        return list(range(1, self.core.n + 1)), 1


cdef const Facts *chain_facts_of(
    Problem problem, int32_t n_values, const int32_t[::1] chain, int32_t *place,
) except NULL:
    # Return the facts of a chain and set the place of each cell. ValueError if a rule joins other cells than neighbours.
    cdef const Facts *f = &problem.facts
    cdef int32_t k
    if f.n_values != n_values or f.n_words != 1 or f.n_sums or f.n_cells > n_values:
        raise ValueError(f"a chain has at most {n_values} cells, as it has {n_values} values, and no sums")
    if sorted(chain) != list(range(f.n_cells)):
        raise ValueError(f"a chain has each of {f.n_cells} cells once, got {list(chain)}")
    for k in range(f.n_cells):
        place[chain[k]] = k
    check_neighbours(f.inequality, f.n_inequalities, place, f.n_cells)
    check_neighbours(f.related, f.n_relations, place, f.n_cells)
    return f


cdef int check_neighbours(const int32_t *pairs, int32_t n, const int32_t *place, int32_t n_cells) except -1:
    # Check that each pair is of neighbours in a chain, or of its last cell and its first.
    cdef int32_t k
    for k in range(n):
        if abs(place[pairs[2 * k]] - place[pairs[2 * k + 1]]) not in (1, n_cells - 1):
            raise ValueError(f"cells {pairs[2 * k]} and {pairs[2 * k + 1]} are not neighbours in the chain")
    return 0
