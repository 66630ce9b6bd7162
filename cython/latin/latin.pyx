"""Latin: the random walk of Jacobson and Matthews over the Latin squares of an order.

A square is the set of its triples (row, column, symbol): every pair of a row and a column, of a row and a
symbol, and of a column and a symbol occurs in exactly one of them. An improper square has in addition one
triple that counts -1, and each of its three pairs occurs in two other triples. A move adds a triple and
removes the triples that conflict with it, which leads to another square, proper or improper (J. Combin.
Designs 4, 1996). The walk converges to the uniform distribution over the proper squares. How soon it comes
near is not known; squares of small orders look uniform after about n**3 moves.
"""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc

from common.bits cimport next_random


@cython.final
cdef class Squares:
    """A random walk over Latin squares, which begins with the cyclic square.

    Parameters
    ----------
    order : int
        Number of rows, columns and symbols, 1 to 255.
    seed : int
        0 to 2**64 - 1.

    Raises
    ------
    ValueError
        If the order is out of range.
    MemoryError
        If the square cannot be allocated: 3 bytes a cell.

    Examples
    --------
    >>> import numpy as np
    >>> squares = Squares(4, seed=1)
    >>> squares.run(100)
    >>> out = np.zeros((4, 4), np.uint8)
    >>> squares.read(out)
    >>> sorted(out[0].tolist())
    [1, 2, 3, 4]
    """

    # The third coordinate of the triple with two others, (order ** 2,) each; where there are two such
    # triples, in an improper square, one of them.
    cdef uint8_t *symbol_of     # by row and column
    cdef uint8_t *column_of     # by row and symbol
    cdef uint8_t *row_of        # by column and symbol
    cdef int64_t n
    cdef uint64_t random_state
    cdef bint running
    cdef readonly int64_t moves     #: moves made so far
    cdef readonly int64_t visits    #: proper squares visited so far

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
        """Walk on.

        Parameters
        ----------
        visits : int
            Number of further proper squares to visit. From one to the next it takes about `order` moves.

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
        """Write the square into an array.

        Parameters
        ----------
        out : (order, order) uint8
            Receives the symbols, from 1 on.

        Raises
        ------
        ValueError
            If the shape is wrong.
        RuntimeError
            If the walk is running in another thread.
        """
        cdef int64_t i, j
        if self.running:
            raise RuntimeError("this walk is running in another thread")
        if out.shape[0] != self.n or out.shape[1] != self.n:
            raise ValueError(
                f"out must have shape ({self.n}, {self.n}), got ({out.shape[0]}, {out.shape[1]})"
            )
        for i in range(self.n):
            for j in range(self.n):
                out[i, j] = self.symbol_of[i * self.n + j] + 1

    cdef inline int64_t _below(self, int64_t n) noexcept nogil:
        # A random number from 0 to n - 1.
        return ((next_random(&self.random_state) >> 32) * <uint64_t> n) >> 32

    cdef void _walk(self, int64_t last) noexcept nogil:
        # Walk until `last` proper squares have been visited. The walk begins and ends with a proper square.
        #
        # A move adds the triple (r, c, s), which the square does not have or which counts -1, and removes
        # (row, c, s), (r, column, s) and (r, c, symbol). It then adds (row, column, s), (row, c, symbol) and
        # (r, column, symbol), and removes (row, column, symbol), which counts -1 from then on if the square
        # did not have it. While (r, c, s) counts -1, each of its pairs has two third coordinates, one in the
        # tables and the other one in `row_too`, `column_too` or `symbol_too`; a random bit says which of the
        # two the move removes.
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
            # Exclusive or selects one of the two and leaves the other one, without a branch.
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
            # If the square had (row, column, symbol), the new triples take its entries in the tables;
            # otherwise they stand beside the triples that are there.
            is_proper = symbol_of[row * n + column] == symbol
            if is_proper:
                row_of[column * n + symbol] = r
                column_of[row * n + symbol] = c
                symbol_of[row * n + column] = s
                self.visits += 1
            else:
                row_too, column_too, symbol_too = r, c, s
                r, c, s = row, column, symbol
