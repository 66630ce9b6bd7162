# One block of memory that holds all arrays of a core, one after the other.
#
# The arrays are placed in the body of a loop, `while arena_pass(a, ANY_SIZE)`, which runs twice. The first pass
# measures the block. The second pass sets the pointers to the arrays, whose entries are initially zero. If memory runs
# out, `base` is NULL after the loop. An arena with only zero members has no block.
from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <stdlib.h>

    typedef struct {
        char *base;     /* the block; NULL if there is none */
        size_t size;    /* bytes placed so far; SIZE_MAX if no block can be so large */
        int n_passes;   /* passes that have begun */
    } Arena;

    static inline void arena_free(Arena *a) {
        free(a->base);
        a->base = NULL;
    }

    /* Return whether there is another pass. The first pass frees the previous block. The new block is allocated between
     * the two passes, unless it would exceed `most` bytes. */
    static inline int arena_pass(Arena *a, size_t most) {
        switch (a->n_passes++) {
        case 0:
            arena_free(a);
            break;
        case 1:
            if (a->size <= most && a->size < SIZE_MAX) a->base = (char *)calloc(a->size + !a->size, 1);
            if (a->base) break; /* fall through */
        default:
            a->n_passes = 0;
            return 0;
        }
        a->size = 0;
        return 1;
    }

    /* Return the address of the next n entries of `size` bytes, aligned to their size; NULL in the first pass. */
    static inline void *arena_take(Arena *a, uint64_t n, size_t size) {
        const size_t alignment = size % 8 == 0 ? 8 : size & (0 - size);
        const size_t gap = (0 - a->size) & (alignment - 1);
        if (gap > SIZE_MAX - a->size || n > (SIZE_MAX - a->size - gap) / size) {
            a->size = SIZE_MAX;
            return NULL;
        }
        a->size += gap + n * size;
        return a->base ? a->base + a->size - n * size : NULL;
    }

    #define arena_place(a, array, n) ((array) = arena_take((a), (n), sizeof *(array)))
    """
    ctypedef struct Arena:
        char *base
        size_t size

    void arena_free(Arena *a) nogil
    const size_t ANY_SIZE "SIZE_MAX"
    bint arena_pass(Arena *a, size_t most) nogil
    void arena_place(Arena *a, void *array, uint64_t n) nogil   # assigns to `array`, a pointer of any type
