# Operations in wide registers. Each function is described in states/wide.h.
from libc.stdint cimport int32_t, uint32_t, uint64_t

cdef extern from "states/wide.h" nogil:
    enum:
        FORMS "FASTFUTO_FORMS"      # states whose forms are computed together
        WIDE_ROWS "16"              # the largest order

    ctypedef uint32_t[FORMS] Successors
    ctypedef uint32_t[WIDE_ROWS] Form
    ctypedef struct Waiting:
        pass

    bint wide_supported()
    bint wide_find_sets(uint64_t[8] *sets, const uint32_t *open, int n)
    int wide_carry_on(
        const uint64_t *rest, uint32_t left, int shift, uint32_t kept, const uint64_t *key, const uint64_t *used, int n,
        uint64_t *to_key, uint64_t *to_used
    )
    void wide_refine(
        const uint32_t *rows, const uint32_t *columns, uint32_t *row, uint32_t *column, int n, int rounds,
        uint32_t linked
    )
    int wide_forms(
        const uint32_t *filled, const Successors *chosen, int n_states, int n, int rounds, uint32_t linked,
        bint may_transpose, const uint32_t *overlap, const uint32_t *start, const int32_t *before,
        const int32_t *class_of, const int32_t *member, int room, Waiting *waiting, Form *form
    )
