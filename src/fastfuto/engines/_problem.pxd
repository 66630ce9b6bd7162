# Compiled modules cimport the classes of cython/problem/problem.pyx from here, because Cython looks for them under the
# full name of the module.
from libc.stdint cimport int32_t

from common.arena cimport Arena
from common.bits cimport FASTFUTO_WORDS
from common.facts cimport Facts, have_same_units


cdef class Units:
    cdef Facts facts        # without clues
    cdef Arena memory


cdef class Problem:
    cdef readonly Units units
    cdef Facts facts
    cdef Arena memory


cdef inline const Facts *units_of(Units units) except NULL:
    # Return the facts for which an engine is created. ValueError if its build has too few bits for the values.
    if units.facts.n_values > 64 * FASTFUTO_WORDS:
        raise ValueError(f"n_values must be 1 to {64 * FASTFUTO_WORDS}, got {units.facts.n_values}")
    return &units.facts


cdef inline const Facts *facts_of(Problem problem, Units units) except NULL:
    # Return the facts for an engine over these units. ValueError if the problem has other units, or masks of another
    # width.
    if problem.facts.n_words != FASTFUTO_WORDS:
        raise ValueError(f"masks must have {FASTFUTO_WORDS} words, got {problem.facts.n_words}")
    if problem.units is not units and not have_same_units(&problem.facts, &units.facts):
        raise ValueError("the problem has other units than the engine")
    return &problem.facts


cdef inline const Facts *plain_facts_of(
    Problem problem, int32_t n_cells, int32_t n_values, str engine,
) except NULL:
    # Return the facts of a problem of this size that has only inequalities and domains of one word. ValueError if it
    # has more, or another size.
    cdef const Facts *f = &problem.facts
    if f.n_cells != n_cells or f.n_values != n_values or f.n_words != 1:
        raise ValueError(
            f"the problem must have {n_cells} cells and {n_values} values, in masks of one word, "
            f"got {f.n_cells}, {f.n_values} and {f.n_words}"
        )
    if f.n_sums or f.n_relations:
        raise ValueError(f"{engine} takes neither sums nor relations")
    return f


cdef inline object no_room(const Facts *f):
    # Return the error for clues that cannot be allocated.
    return MemoryError(
        f"{f.n_inequalities} inequalities, {f.n_sums} sums and {f.n_relations} relations do not fit into memory"
    )
