# States and their keys.
#
# A state is a set of filled cells with the same number of cells in every row and column. A state is processed as rows,
# each of which is a mask of filled columns. Tables identify a state by its key, which has one bit per cell, row by row.
# The last row and the last column are left out, because they follow from the rest.
from libc.stdint cimport int32_t, uint32_t, uint64_t

from common.bits cimport FASTFUTO_WORDS, word_mixed, word_size
from states.wide cimport WIDE_ROWS

cdef extern from *:
    """
    #define FASTFUTO_MAX_ROWS (FASTFUTO_WORDS == 1 ? 9 : 32)
    #define FASTFUTO_KEY_WORDS (FASTFUTO_WORDS == 1 ? 1 : 16)
    """
    enum:
        MAX_ROWS "FASTFUTO_MAX_ROWS"    # the largest order
        KEY_WORDS "FASTFUTO_KEY_WORDS"  # words for (MAX_ROWS - 1) ** 2 bits

cdef struct Shape:
    int32_t n                           # rows, columns and values
    int32_t n_key_words
    uint32_t full_row
    bint is_wide                        # whether registers of 512 bits are used
    uint64_t kept_rows[MAX_ROWS]        # all ones, but 0 for the last row, which is not part of keys


cdef inline int set_shape(Shape *shape, Py_ssize_t n, bint is_wide) except -1:
    cdef int32_t row
    if not 3 <= n <= MAX_ROWS:
        raise ValueError(f"the order must be 3 to {MAX_ROWS}, got {n}")
    shape.n = n
    shape.is_wide = is_wide and n <= WIDE_ROWS
    shape.n_key_words = ((n - 1) * (n - 1) + 63) // 64
    shape.full_row = <uint32_t> ((<uint64_t> 1 << n) - 1)
    for row in range(n):
        shape.kept_rows[row] = ~<uint64_t> 0 if row < n - 1 else 0
    return 0


cdef inline int32_t key_words(const Shape *shape) noexcept nogil:
    # Return the number of words of a key. In the narrow build this is the constant 1.
    return 1 if FASTFUTO_WORDS == 1 else shape.n_key_words


cdef inline void fill(const Shape *shape, uint64_t *key, int32_t row, uint32_t columns) noexcept nogil:
    # Add cells of a row to a key.
    cdef int32_t at = row * (shape.n - 1), shift = at & 63
    cdef uint64_t cells = columns & shape.full_row >> 1
    if FASTFUTO_WORDS == 1:
        key[0] |= (cells & shape.kept_rows[row]) << shift
    elif row < shape.n - 1 and cells:
        key[at >> 6] |= cells << shift
        if shift + shape.n - 1 > 64:
            key[(at >> 6) + 1] |= cells >> (64 - shift)


cdef inline void read_rows(
    const Shape *shape, const uint64_t *key, int32_t placed, uint32_t *rows
) noexcept nogil:
    # Write the rows of the state with that key. Each row has `placed` filled cells.
    cdef int32_t n = shape.n, row, at = 0, shift
    cdef uint64_t cells
    # Every column has `placed` cells, so the last row is the exclusive or of the other rows and this mask.
    cdef uint32_t last = shape.full_row if placed & 1 else 0
    for row in range(n - 1):
        shift = at & 63
        cells = key[at >> 6] >> shift
        if shift + n - 1 > 64:
            cells |= key[(at >> 6) + 1] << (64 - shift)
        rows[row] = cells & shape.full_row >> 1
        if word_size(rows[row]) < placed:
            rows[row] |= shape.full_row & ~(shape.full_row >> 1)
        last ^= rows[row]
        at += n - 1
    rows[n - 1] = last


cdef inline void complement(const Shape *shape, uint64_t *key) noexcept nogil:
    # Replace the key by the key of the open cells.
    cdef int32_t k, bits = (shape.n - 1) * (shape.n - 1)
    for k in range(key_words(shape)):
        key[k] = ~key[k]
    if bits & 63:
        key[key_words(shape) - 1] &= (<uint64_t> 1 << (bits & 63)) - 1


cdef inline uint64_t hash_of(const uint64_t *key, int32_t n_words) noexcept nogil:
    cdef uint64_t h = word_mixed(key[0] + <uint64_t> 0x9E3779B97F4A7C15)
    cdef int32_t i
    for i in range(1, n_words):
        h = word_mixed(h ^ key[i])
    return h * <uint64_t> 0x9E3779B97F4A7C15


cdef inline int32_t check_state(const Shape *shape, const uint32_t[::1] rows) except -1:
    # Check the rows of a state completely. Return the number of filled cells in each row.
    cdef int32_t n = shape.n, placed, k, row, n_in_column
    if rows.shape[0] != n:
        raise ValueError(f"rows must have length {n}, got {rows.shape[0]}")
    placed = word_size(rows[0])
    for k in range(n):
        if rows[k] & ~shape.full_row:
            raise ValueError(f"row {k} of the state has a cell beyond column {n - 1}")
        n_in_column = 0
        for row in range(n):
            n_in_column += rows[row] >> k & 1
        if word_size(rows[k]) != placed or n_in_column != placed:
            raise ValueError(
                "all rows and columns of a state have the same number of filled cells, "
                f"but row 0 has {placed}, row {k} has {word_size(rows[k])} and column {k} has {n_in_column}"
            )
    return placed
