"""Latin squares: every value once in every row and column, and nothing else."""

from __future__ import annotations

from operator import index
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..model import MAX_VALUES, Skeleton, latin_skeleton
from .grid import Grid

__all__ = ["LatinSquare"]

VISITS = 10_000
"""Proper squares to visit before looking for Ctrl-C: at most 50 ms."""


class LatinSquare(Grid):
    """A Latin square, whole or in part.

    Parameters
    ----------
    grid : int, or array_like of int, shape (n, n)
        The order of an empty square, 1 to 255; or the values, 0 where blank.

    Raises
    ------
    PuzzleError
        As for `fastfuto.Futoshiki`.

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.count(LatinSquare(6))
    812851200
    >>> print(LatinSquare([[1, 0], [0, 0]]), end="")
    1 0
    0 0
    """

    __slots__ = ()

    def __init__(self, grid: int | npt.ArrayLike) -> None:
        if isinstance(grid, (int, np.integer)):
            if isinstance(grid, bool) or not 1 <= grid <= MAX_VALUES:
                raise PuzzleError(f"n must be 1 to {MAX_VALUES}, got {grid}")
            grid = np.zeros((int(grid), int(grid)), np.int32)
        super().__init__(grid)

    @classmethod
    def random(cls, n: int, *, steps: int | None = None, seed: int = 0) -> Self:
        """Return a random square, by the walk of Jacobson and Matthews.

        The walk is a Markov chain that has the uniform distribution for its limit: squares are about equally
        likely, how nearly is not known. Exactly uniform ones are `fastfuto.sample`'s, up to order 9 or so.

        Parameters
        ----------
        n : int
            Order, 1 to 255.
        steps : int, optional
            About how many moves to make, n for each proper square that is visited. Default: n ** 3, from
            which on small squares look uniform.
        seed : int
            0 to 2**64 - 1; the same seed gives the same square everywhere.

        Raises
        ------
        PuzzleError
            If n is out of range.
        ValueError
            If `steps` or `seed` is.
        KeyboardInterrupt
            On Ctrl-C.

        Notes
        -----
        About 10 ns a move: 10 ms for n = 100. J. Combin. Designs 4 (1996), 405-437.

        Examples
        --------
        >>> LatinSquare.random(5, seed=1).is_valid
        True
        """
        # Not at the top: the puzzles themselves need nothing compiled.
        from ..engines._latin import Squares

        if isinstance(n, bool) or not 1 <= index(n) <= MAX_VALUES:
            raise PuzzleError(f"n must be 1 to {MAX_VALUES}, got {n}")
        if not 0 <= index(seed) < 2**64:
            raise ValueError(f"seed must be 0 to 2**64 - 1, got {seed}")
        if steps is not None and index(steps) < 0:
            raise ValueError(f"steps must be at least 0, got {steps}")
        squares = Squares(n, seed)
        left = -(-(n**3 if steps is None else steps) // n)
        while left:
            visits = min(left, VISITS)
            squares.run(visits)
            left -= visits
        grid = np.empty((n, n), np.uint8)
        squares.read(grid)
        return cls(grid)

    def __repr__(self) -> str:
        return f"LatinSquare({self._clues.tolist() if self._clues.any() else self.n})"

    def __str__(self) -> str:
        width = len(str(self.n))
        return "".join(" ".join(f"{v:{width}}" for v in row) + "\n" for row in self._clues.tolist())

    def __reduce__(self) -> tuple[Any, ...]:
        return LatinSquare, (np.array(self._clues),)

    def _skeleton(self) -> Skeleton:
        return latin_skeleton(self.n)
