# What can be done in wide registers. The code is in states/wide.h, which says what each function does.
from libc.stdint cimport uint32_t, uint64_t

cdef extern from "states/wide.h" nogil:
    bint wide_supported()
    bint wide_find_sets(uint64_t[8] *sets, const uint32_t *open, int n)
    int wide_carry_on(
        const uint64_t *rest, uint32_t left, int shift, uint32_t kept, const uint64_t *key, const uint64_t *used, int n,
        uint64_t *to_key, uint64_t *to_used
    )
    void wide_refine(
        const uint32_t *rows, const uint32_t *columns, uint32_t *row, uint32_t *column, int n, int rounds
    )
