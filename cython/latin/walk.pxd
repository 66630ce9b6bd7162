# The random walk of Jacobson and Matthews over the Latin squares of an order.
#
# A square is the set of its triples (row, column, symbol). Every pair of a row and a column, of a row and a symbol, and
# of a column and a symbol occurs in exactly one triple. An improper square has one additional triple that counts -1,
# and each of its three pairs occurs in two other triples. A move adds a triple and removes the triples that conflict
# with it, which leads to another square, proper or improper (J. Combin. Designs 4, 1996). The walk converges to the
# uniform distribution over the proper squares. The rate of convergence is unknown; squares of small orders look
# uniformly distributed after about n**3 moves.
#
# Another engine embeds a Walk, sets it up with walk_create, and finally calls walk_free.
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc

from common.bits cimport next_random

cdef struct Walk:
    # The third coordinate of the triple with two given coordinates, (order ** 2,) each. An improper square has pairs of
    # coordinates with two such triples; the arrays have one of the two.
    uint8_t *symbol_of      # by row and column
    uint8_t *column_of      # by row and symbol
    uint8_t *row_of         # by column and symbol
    int64_t n
    uint64_t random_state
    int64_t moves           # moves made so far
    int64_t visits          # proper squares visited so far


cdef inline bint walk_create(Walk *w, int64_t order) noexcept nogil:
    # Set up a walk over squares of this order. Return False if memory runs out.
    w.n = order
    w.symbol_of = <uint8_t *> malloc(3 * order * order)
    if w.symbol_of == NULL:
        return False
    w.column_of = w.symbol_of + order * order
    w.row_of = w.column_of + order * order
    return True


cdef inline void walk_free(Walk *w) noexcept nogil:
    # Free the memory of the walk. This is also safe for a walk that is all zeros.
    free(w.symbol_of)


cdef inline void walk_begin(Walk *w, uint64_t seed) noexcept nogil:
    # Begin at the cyclic square.
    cdef int64_t i, j, n = w.n
    w.random_state = seed
    w.moves = w.visits = 0
    for i in range(n):
        for j in range(n):
            w.symbol_of[i * n + j] = (i + j) % n
            w.column_of[i * n + j] = (j - i + n) % n
            w.row_of[i * n + j] = (j - i + n) % n


cdef inline int64_t random_below(uint64_t *state, int64_t n) noexcept nogil:
    # Return a random number from 0 to n - 1, for n up to 2**32.
    return ((next_random(state) >> 32) * <uint64_t> n) >> 32


cdef inline void walk_on(Walk *w, int64_t last) noexcept nogil:
    # Walk until `last` proper squares have been visited. The walk begins and ends with a proper square; the order must
    # be at least 2.
    #
    # A move adds the triple (r, c, s), which is missing or counts -1, and removes (row, c, s), (r, column, s) and (r,
    # c, symbol). It then adds (row, column, s), (row, c, symbol) and (r, column, symbol), and removes (row, column,
    # symbol). If the square did not have that triple, it counts -1 from then on. While (r, c, s) counts -1, each of its
    # pairs has two third coordinates: one in the tables, and the other in `row_too`, `column_too` or `symbol_too`. A
    # random bit selects the coordinate that the move removes.
    cdef uint8_t *symbol_of = w.symbol_of
    cdef uint8_t *column_of = w.column_of
    cdef uint8_t *row_of = w.row_of
    cdef int64_t n = w.n, r = 0, c = 0, s = 0, row, column, symbol, was
    cdef int64_t row_too = 0, column_too = 0, symbol_too = 0
    cdef uint64_t bits = 0
    cdef bint is_proper = True
    while w.visits < last:
        if is_proper:
            r = random_below(&w.random_state, n)
            c = random_below(&w.random_state, n)
            s = random_below(&w.random_state, n)
            if symbol_of[r * n + c] == s:
                continue
            row_too, column_too, symbol_too, bits = r, c, s, 0
        else:
            bits = next_random(&w.random_state)
        # Exclusive or selects one of the two coordinates and stores the other, without a branch.
        was = row_of[c * n + s]
        row = was ^ ((was ^ row_too) & -<int64_t> (bits & 1))
        row_of[c * n + s] = was ^ row_too ^ row
        was = column_of[r * n + s]
        column = was ^ ((was ^ column_too) & -<int64_t> (bits >> 1 & 1))
        column_of[r * n + s] = was ^ column_too ^ column
        was = symbol_of[r * n + c]
        symbol = was ^ ((was ^ symbol_too) & -<int64_t> (bits >> 2 & 1))
        symbol_of[r * n + c] = was ^ symbol_too ^ symbol
        row_of[column * n + s] = row
        row_of[c * n + symbol] = row
        column_of[row * n + s] = column
        column_of[r * n + symbol] = column
        symbol_of[row * n + c] = symbol
        symbol_of[r * n + column] = symbol
        w.moves += 1
        # If the square had (row, column, symbol), the new triples replace its entries in the tables. Otherwise they are
        # added to the existing triples.
        is_proper = symbol_of[row * n + column] == symbol
        if is_proper:
            row_of[column * n + symbol] = r
            column_of[row * n + symbol] = c
            symbol_of[row * n + column] = s
            w.visits += 1
        else:
            row_too, column_too, symbol_too = r, c, s
            r, c, s = row, column, symbol
