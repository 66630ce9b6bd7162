# Bit masks for the engines. Each function is described in common/bits.h.
from libc.stdint cimport uint8_t, uint64_t

cdef extern from "common/bits.h" nogil:
    enum: FASTFUTO_WORDS
    enum: FASTFUTO_CHECKED

    ctypedef struct mask_t:
        uint64_t word[FASTFUTO_WORDS]

    int word_lowest(uint64_t x)
    int word_highest(uint64_t x)
    int word_size(uint64_t x)
    uint64_t word_from_bytes(const uint8_t *at, uint64_t *seen)
    uint64_t word_mixed(uint64_t x)
    uint64_t word_product(uint64_t a, uint64_t b, uint64_t *high)
    void word_prefetch(const void *at)
    void words_transpose(uint64_t *words, int size)
    uint64_t next_random(uint64_t *state)
    mask_t mask_none()
    mask_t mask_below(int i)
    mask_t mask_only(int i)
    bint mask_has(mask_t m, int i)
    mask_t mask_with(mask_t m, int i)
    mask_t mask_without(mask_t m, int i)
    mask_t mask_and(mask_t a, mask_t b)
    mask_t mask_or(mask_t a, mask_t b)
    mask_t mask_minus(mask_t a, mask_t b)
    bint mask_equal(mask_t a, mask_t b)
    bint mask_is_empty(mask_t m)
    bint mask_at_most_one(mask_t m)
    int mask_size(mask_t m)
    int mask_lowest(mask_t m)
    int mask_highest(mask_t m)
    int mask_pop(mask_t *m)
