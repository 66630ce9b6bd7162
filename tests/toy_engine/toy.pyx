"""Toy: the smallest engine. It embeds the core of the search, and shows how other engines can do so."""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from common.bits cimport FASTFUTO_WORDS
from common.board cimport (
    OUTCOME_EXHAUSTED, OUTCOME_PAUSED, OUTCOME_SOLUTION, Outcome, check_domains, check_run, check_skeleton,
)
from search.core cimport SearchCore, search_create, search_free, search_reset, search_run

EXHAUSTED = OUTCOME_EXHAUSTED
SOLUTION = OUTCOME_SOLUTION
PAUSED = OUTCOME_PAUSED
WORDS = FASTFUTO_WORDS


@cython.final
cdef class Toy:
    """A search with the protocol of `Search`, without sums and for one thread at a time."""

    cdef SearchCore core

    def __cinit__(
        self, const int32_t[::1] unit_starts not None, const int32_t[::1] unit_cells not None,
        Py_ssize_t n_cells, Py_ssize_t n_values,
    ):
        cdef const int32_t *cells
        cdef bint created
        check_skeleton(unit_starts, unit_cells, n_cells, n_values)
        cells = &unit_cells[0] if unit_cells.shape[0] else NULL
        with nogil:
            created = search_create(
                &self.core, &unit_starts[0], unit_starts.shape[0] - 1, cells, n_cells, n_values
            )
        if not created:
            raise MemoryError("the toy does not fit into memory")

    def __dealloc__(self):
        search_free(&self.core)

    def __getattr__(self, name):
        counts = {
            "nodes": self.core.nodes, "backtracks": self.core.backtracks, "total": self.core.total,
            "found": self.core.found, "bytes": self.core.bytes,
        }
        if name not in counts:
            raise AttributeError(f"a toy has no attribute {name!r}")
        return counts[name]

    def reset(
        self, const uint64_t[:, ::1] domains not None, const int32_t[:, ::1] inequalities not None,
        bint lexicographic=False, uint64_t seed=0,
    ):
        """Start over with other domains and inequalities on the same skeleton."""
        cdef const int32_t *pairs
        cdef bint is_reset
        check_domains(domains, inequalities, self.core.board.n_cells)
        pairs = &inequalities[0, 0] if inequalities.shape[0] else NULL
        with nogil:
            is_reset = search_reset(
                &self.core, &domains[0, 0], pairs, inequalities.shape[0], lexicographic, seed
            )
        if not is_reset:
            raise MemoryError("the inequalities do not fit into memory")

    def run(self, int64_t budget, int64_t limit, uint8_t[:, ::1] out=None):
        """Go on searching, as `Search.run` does."""
        cdef uint8_t *solutions
        cdef Outcome outcome
        check_run(budget, limit, out, self.core.board.n_cells)
        solutions = &out[0, 0] if out is not None else NULL
        with nogil:
            outcome = search_run(&self.core, budget, limit, solutions)
        return outcome
