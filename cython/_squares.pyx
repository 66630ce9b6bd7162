"""Squares: the random walk of Jacobson and Matthews over the Latin squares of an order.

A square is the set of its triples (row, column, symbol), in which every two coordinates stand together exactly once. In
an improper one a triple that is missing counts -1, and every two of its coordinates stand together twice. One move adds
a triple and takes what that forbids (J. Combin. Designs 4, 1996). The walk has the uniform distribution over the proper
squares for its limit; how soon it comes near is not known, only that squares of small orders look uniform after some
n**3 moves.
"""

cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc

from _bits cimport next_random

cdef enum:
    NONE = -1
    SYMBOL = 0                  # of row and column
    COLUMN = 1                  # of row and symbol
    ROW = 2                     # of column and symbol


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
        If the square cannot be allocated: 12 bytes a cell.
    """

    cdef int16_t *third[3][2]   # (order ** 2,) the third coordinate of two others, and a second one or NONE
    cdef int16_t *memory
    cdef int64_t n
    cdef uint64_t random_state
    cdef bint running
    cdef readonly int64_t moves     #: made so far
    cdef readonly int64_t visits    #: of proper squares so far

    def __cinit__(self, Py_ssize_t order, uint64_t seed):
        cdef int64_t k, i, j, n = order
        if not 1 <= order <= 255:
            raise ValueError(f"the order must be 1 to 255, got {order}")
        self.n = order
        self.random_state = seed
        self.memory = <int16_t *> malloc(6 * order * order * sizeof(int16_t))
        if self.memory == NULL:
            raise MemoryError(f"a square of order {order} does not fit into memory")
        for k in range(3):
            for i in range(2):
                self.third[k][i] = self.memory + (2 * k + i) * n * n
        for i in range(n):
            for j in range(n):
                self.third[SYMBOL][0][i * n + j] = (i + j) % n
                self.third[COLUMN][0][i * n + j] = (j - i + n) % n
                self.third[ROW][0][i * n + j] = (j - i + n) % n
                for k in range(3):
                    self.third[k][1][i * n + j] = NONE

    def __dealloc__(self):
        free(self.memory)

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
                out[i, j] = self.third[SYMBOL][0][i * self.n + j] + 1

    cdef inline int64_t _below(self, int64_t n) noexcept nogil:
        return ((next_random(&self.random_state) >> 32) * <uint64_t> n) >> 32

    cdef inline int64_t _pick(self, int32_t which, int64_t at) noexcept nogil:
        # One of those in the entry.
        if self.third[which][1][at] == NONE:
            return self.third[which][0][at]
        return self.third[which][next_random(&self.random_state) >> 63][at]

    cdef inline void _add(self, int32_t which, int64_t at, int64_t what) noexcept nogil:
        self.third[which][self.third[which][0][at] != NONE][at] = what

    cdef inline void _take(self, int32_t which, int64_t at, int64_t what) noexcept nogil:
        if self.third[which][0][at] == what:
            self.third[which][0][at] = self.third[which][1][at]
        self.third[which][1][at] = NONE

    cdef inline void _add_triple(self, int64_t r, int64_t c, int64_t s) noexcept nogil:
        self._add(SYMBOL, r * self.n + c, s)
        self._add(COLUMN, r * self.n + s, c)
        self._add(ROW, c * self.n + s, r)

    cdef inline void _take_triple(self, int64_t r, int64_t c, int64_t s) noexcept nogil:
        self._take(SYMBOL, r * self.n + c, s)
        self._take(COLUMN, r * self.n + s, c)
        self._take(ROW, c * self.n + s, r)

    cdef void _walk(self, int64_t last) noexcept nogil:
        # From a proper square to the last visit of another one.
        cdef int64_t n = self.n, r = 0, c = 0, s = 0, row, column, symbol
        cdef bint is_proper = True
        while self.visits < last:
            if is_proper:
                r, c, s = self._below(n), self._below(n), self._below(n)
                if self.third[SYMBOL][0][r * n + c] == s:
                    continue
            row = self._pick(ROW, c * n + s)
            column = self._pick(COLUMN, r * n + s)
            symbol = self._pick(SYMBOL, r * n + c)
            # A triple counts one more by being added, or by being missing no longer.
            if is_proper:
                self._add_triple(r, c, s)
            self._take_triple(row, c, s)
            self._take_triple(r, column, s)
            self._take_triple(r, c, symbol)
            self._add_triple(r, column, symbol)
            self._add_triple(row, c, symbol)
            self._add_triple(row, column, s)
            self.moves += 1
            is_proper = (
                self.third[SYMBOL][0][row * n + column] == symbol or self.third[SYMBOL][1][row * n + column] == symbol
            )
            if is_proper:
                self._take_triple(row, column, symbol)
                self.visits += 1
            else:
                r, c, s = row, column, symbol
