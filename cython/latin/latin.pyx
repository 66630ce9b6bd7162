"""Latin: the random walk of Jacobson and Matthews over the Latin squares of an order.

The walk itself is a C struct with functions that need neither the GIL nor Python objects: see walk.pxd.
"""

cimport cython
from libc.stdint cimport int64_t, uint8_t, uint64_t

from common.guard cimport enter, guard_drop, guard_t
from latin.walk cimport Walk, walk_begin, walk_create, walk_free, walk_on


@cython.final
cdef class Squares:
    """A random walk over Latin squares that begins with the cyclic square.

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
        If the square, 3 bytes per cell, cannot be allocated.

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

    cdef Walk walk
    cdef guard_t guard

    def __cinit__(self, Py_ssize_t order, uint64_t seed):
        if not 1 <= order <= 255:
            raise ValueError(f"the order must be 1 to 255, got {order}")
        if not walk_create(&self.walk, order):
            raise MemoryError(f"a square of order {order} does not fit into memory")
        walk_begin(&self.walk, seed)

    def __dealloc__(self):
        walk_free(&self.walk)

    @property
    def moves(self):
        """Moves made so far."""
        return self.walk.moves

    @property
    def visits(self):
        """Proper squares visited so far."""
        return self.walk.visits

    def run(self, int64_t visits):
        """Continue the walk.

        Parameters
        ----------
        visits : int
            Number of further proper squares to visit. The walk needs about `order` moves from one to the next.

        Raises
        ------
        ValueError
            If the number is negative.
        RuntimeError
            If the walk is running in another thread.
        """
        if visits < 0:
            raise ValueError(f"visits must be at least 0, got {visits}")
        enter(&self.guard, "this walk is running")
        try:
            if self.walk.n == 1:
                return
            with nogil:
                walk_on(&self.walk, self.walk.visits + visits)
        finally:
            guard_drop(&self.guard)

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
        enter(&self.guard, "this walk is running")
        try:
            if out.shape[0] != self.walk.n or out.shape[1] != self.walk.n:
                raise ValueError(
                    f"out must have shape ({self.walk.n}, {self.walk.n}), got ({out.shape[0]}, {out.shape[1]})"
                )
            for i in range(self.walk.n):
                for j in range(self.walk.n):
                    out[i, j] = self.walk.symbol_of[i * self.walk.n + j] + 1
        finally:
            guard_drop(&self.guard)
