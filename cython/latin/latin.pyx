"""Squares: the random walk of Jacobson and Matthews over the Latin squares of an order.

A square is the set of its triples (row, column, symbol), in which every two coordinates stand together exactly once. In
an improper one a triple that is missing counts -1, and every two of its coordinates stand together twice. One move adds
a triple and takes what that forbids (J. Combin. Designs 4, 1996). The walk has the uniform distribution over the proper
squares for its limit; how soon it comes near is not known, only that squares of small orders look uniform after some
n**3 moves.
"""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc

from common.bits cimport next_random


@cython.final
cdef class Squares:
    """A Latin square on its walk.

    Parameters
    ----------
    order : int
        Number of rows, columns and symbols, 1 to 255. The walk begins with the cyclic square.
    seed : int

    Raises
    ------
    ValueError
        If the order is out of range.
    MemoryError
        If the square cannot be allocated: 3 bytes a cell.
    """

    # The third coordinate of two others, (order ** 2,) each; of an improper square one of the two.
    cdef uint8_t *symbol_of     # row and column
    cdef uint8_t *column_of     # row and symbol
    cdef uint8_t *row_of        # column and symbol
    cdef int64_t n
    cdef uint64_t random_state
    cdef bint running
    cdef readonly int64_t moves     #: made so far
    cdef readonly int64_t visits    #: of proper squares so far

    def __cinit__(self, Py_ssize_t order, uint64_t seed):
        cdef int64_t i, j, n = order
        if not 1 <= order <= 255:
            raise ValueError(f"the order must be 1 to 255, got {order}")
        self.n = order
        self.random_state = seed
        self.symbol_of = <uint8_t *> malloc(3 * order * order)
        if self.symbol_of == NULL:
            raise MemoryError(f"a square of order {order} does not fit into memory")
        self.column_of = self.symbol_of + n * n
        self.row_of = self.column_of + n * n
        for i in range(n):
            for j in range(n):
                self.symbol_of[i * n + j] = (i + j) % n
                self.column_of[i * n + j] = (j - i + n) % n
                self.row_of[i * n + j] = (j - i + n) % n

    def __dealloc__(self):
        free(self.symbol_of)

    def run(self, int64_t visits):
        """Walk on until so many more proper squares have been visited, each in about `order` moves.

        Raises
        ------
        ValueError
            If the number is negative.
        RuntimeError
            If the walk is running in another thread.
        """
        if visits < 0:
            raise ValueError(f"visits must be at least 0, got {visits}")
        if self.running:
            raise RuntimeError("this walk is running in another thread")
        if self.n == 1:
            return
        self.running = True
        with nogil:
            self._walk(self.visits + visits)
        self.running = False

    def read(self, uint8_t[:, ::1] out not None):
        """Write the square into `out`, (order, order) uint8, symbols from 1 on.

        Raises
        ------
        ValueError
            If the shape is another one.
        RuntimeError
            If the walk is running in another thread.
        """
        cdef int64_t i, j
        if self.running:
            raise RuntimeError("this walk is running in another thread")
        if out.shape[0] != self.n or out.shape[1] != self.n:
            raise ValueError(f"out must have shape ({self.n}, {self.n}), got ({out.shape[0]}, {out.shape[1]})")
        for i in range(self.n):
            for j in range(self.n):
                out[i, j] = self.symbol_of[i * self.n + j] + 1

    cdef inline int64_t _below(self, int64_t n) noexcept nogil:
        return ((next_random(&self.random_state) >> 32) * <uint64_t> n) >> 32

    cdef void _walk(self, int64_t last) noexcept nogil:
        # From a proper square to the last visit of another one.
        #
        # A move adds (r, c, s), which is missing or counts -1, and takes (row, c, s), (r, column, s) and (r, c, symbol);
        # it adds (row, column, s), (row, c, symbol) and (r, column, symbol), and takes (row, column, symbol), which is
        # there, or counts -1 from now on. While (r, c, s) counts -1 its pairs have two thirds each: one in the tables,
        # the others in `row_too`, `column_too` and `symbol_too`, and the move takes one of the two by a bit.
        cdef uint8_t *symbol_of = self.symbol_of
        cdef uint8_t *column_of = self.column_of
        cdef uint8_t *row_of = self.row_of
        cdef int64_t n = self.n, r = 0, c = 0, s = 0, row, column, symbol, was
        cdef int64_t row_too = 0, column_too = 0, symbol_too = 0
        cdef uint64_t bits = 0
        cdef bint is_proper = True
        while self.visits < last:
            if is_proper:
                r, c, s = self._below(n), self._below(n), self._below(n)
                if symbol_of[r * n + c] == s:
                    continue
                row_too, column_too, symbol_too, bits = r, c, s, 0
            else:
                bits = next_random(&self.random_state)
            # Exclusive or takes one of two and leaves the other, without a branch.
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
            self.moves += 1
            # What (row, column, symbol) leaves behind, or where it counts -1 another one beside what is there.
            is_proper = symbol_of[row * n + column] == symbol
            if is_proper:
                row_of[column * n + symbol] = r
                column_of[row * n + symbol] = c
                symbol_of[row * n + column] = s
                self.visits += 1
            else:
                row_too, column_too, symbol_too = r, c, s
                r, c, s = row, column, symbol
