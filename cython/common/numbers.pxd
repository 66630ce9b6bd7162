# Whole numbers of many 64-bit words, the lowest word first.
from libc.stdint cimport int32_t, uint64_t

from common.bits cimport word_product


cdef inline bint add(uint64_t *to, const uint64_t *number, int32_t n) noexcept nogil:
    # Add a number of n words to another number of n words. Return whether a carry is left.
    cdef int32_t i
    cdef uint64_t carry = 0, x
    for i in range(n):
        x = number[i] + carry
        carry = x < carry
        to[i] += x
        carry += to[i] < x
    return carry


cdef inline void add_longer(uint64_t *to, const uint64_t *number, int32_t n, int32_t n_to) noexcept nogil:
    # Add a number of n words to a number of n_to >= n words.
    cdef bint carry = add(to, number, n)
    while carry and n < n_to:
        to[n] += 1
        carry = to[n] == 0
        n += 1


cdef inline void multiply(
    uint64_t *product, const uint64_t *a, int32_t n_a, const uint64_t *b, int32_t n_b
) noexcept nogil:
    # Add a * b to the product, which has room for n_a + n_b + 1 words.
    cdef int32_t i, j, k
    cdef uint64_t carry, low, high
    for i in range(n_a):
        carry = 0
        for j in range(n_b):
            low = word_product(a[i], b[j], &high) + carry
            high += low < carry
            product[i + j] += low
            carry = high + (product[i + j] < low)
        k = i + n_b
        while carry:
            product[k] += carry
            carry = product[k] < carry
            k += 1


cdef inline void multiply_by(uint64_t *product, const uint64_t *a, int32_t n, uint64_t factor) noexcept nogil:
    # Add a * factor to the product, where a has n words and the product has n + 2. The factor is usually 1.
    if factor == 1:
        add(product, a, n)
    else:
        multiply(product, a, n, &factor, 1)


cdef inline double scaled(const uint64_t *words, int32_t n) noexcept nogil:
    # Return the number divided by 2 ** (64 * (n - 1)), so numbers of equal length can be compared as doubles.
    cdef double x = 0
    cdef int32_t i
    for i in range(n):
        x = x / 18446744073709551616.0 + <double> words[i]
    return x


cdef inline object whole(const uint64_t *words, int32_t n):
    # Return the number as a Python int.
    cdef int32_t i = n - 1
    while i > 0 and words[i] == 0:
        i -= 1
    number = words[i]
    while i:
        i -= 1
        number = number << 64 | words[i]
    return number


cdef inline int set_whole(uint64_t *words, int32_t n, object number) except -1:
    # Store a Python int that fits into n words.
    cdef int32_t i
    for i in range(n):
        words[i] = <uint64_t> (number >> 64 * i & 0xFFFFFFFFFFFFFFFF)
    return 0
