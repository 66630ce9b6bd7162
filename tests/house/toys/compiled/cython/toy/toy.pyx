"""Toy: the smallest engine. It embeds the core of the search, and shows how other engines can do so."""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t

from common.bits cimport FASTFUTO_WORDS
from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, OUTCOME_SOLUTION, Outcome, check_run
from common.facts cimport Facts
from fastfuto.engines._problem cimport Problem, Units, facts_of, units_of
from search.core cimport SearchCore, search_create, search_free, search_reset, search_run

EXHAUSTED = OUTCOME_EXHAUSTED
SOLUTION = OUTCOME_SOLUTION
PAUSED = OUTCOME_PAUSED
WORDS = FASTFUTO_WORDS


@cython.final
cdef class Toy:
    """A search with the protocol of `Search`, without sums and for one thread at a time."""

    cdef SearchCore core
    cdef Units units

    def __cinit__(self, Units units not None):
        cdef const Facts *facts = units_of(units)
        cdef bint created
        self.units = units
        with nogil:
            created = search_create(&self.core, facts, NULL)
        if not created:
            raise MemoryError("the toy does not fit into memory")

    def __dealloc__(self):
        search_free(&self.core)

    def __getattr__(self, name):
        counts = {
            "nodes": self.core.nodes, "backtracks": self.core.backtracks, "total": self.core.total,
            "found": self.core.found, "bytes": self.core.skeleton_memory.size,
        }
        if name not in counts:
            raise AttributeError(f"a toy has no attribute {name!r}")
        return counts[name]

    def reset(self, Problem problem not None, bint lexicographic=False, uint64_t seed=0):
        """Start over with another problem about the same units."""
        cdef const Facts *facts = facts_of(problem, self.units)
        cdef bint is_reset
        if facts.n_sums:
            raise ValueError("the toy does not know sums")
        with nogil:
            is_reset = search_reset(&self.core, facts, lexicographic, seed)
        if not is_reset:
            raise MemoryError("the clues do not fit into memory")

    def run(self, int64_t budget, int64_t limit, uint8_t[:, ::1] out=None):
        """Go on searching, as `Search.run` does."""
        cdef uint8_t *solutions
        cdef Outcome outcome
        check_run(budget, limit, out, self.core.board.n_cells)
        solutions = &out[0, 0] if out is not None else NULL
        with nogil:
            outcome = search_run(&self.core, budget, limit, solutions)
        return outcome
