# A Sudoku in wide registers. Each function is described in sudoku9/wide.h.
from libc.stdint cimport uint8_t, uint16_t

cdef extern from "sudoku9/wide.h" nogil:
    enum:
        SUDOKU_CONTRADICTION
        SUDOKU_SOLVED
        SUDOKU_SPLIT

    ctypedef struct wide_t:
        uint16_t[32] row[3]

    void wide_fill_tables()
    int wide_supported()
    bint wide_lay_out(wide_t *state, const uint8_t *values)
    bint wide_lay_out_128(wide_t *state, const uint8_t *values)
    int wide_look_512(wide_t *state, wide_t *copy)
    int wide_look_256(wide_t *state, wide_t *copy)
    int wide_look_128(wide_t *state, wide_t *copy)
    void wide_read(const wide_t *state, uint8_t *grid)
