# Many puzzles in lanes, without Python. Each function is described in lanes/lanes.h.
from libc.stdint cimport int32_t, int64_t, uint8_t

cdef extern from "lanes/lanes.h" nogil:
    enum:
        LANES_MOST_SIDE
        LANES_HANDED_OVER
        LANES_PAUSED
        LANES_EXHAUSTED
        LANES_RIGHT
        LANES_LEFT
        LANES_BELOW
        LANES_ABOVE

    ctypedef struct lanes_job:
        const uint8_t *clues
        const uint8_t *signs
        int64_t sign_step
        uint8_t *grids
        int64_t *counts
        int64_t k

    ctypedef struct lanes_core:
        int32_t n
        int64_t nodes
        int64_t passes
        const char *broken

    lanes_core *lanes_create(int32_t n, int width, int64_t patience, int32_t blame)
    int lanes_supported(int width)
    void lanes_begin(lanes_core *core, const lanes_job *job, int64_t limit)
    int lanes_run(lanes_core *core, int64_t budget)
    void lanes_free(lanes_core *core)
