"""All solutions, one by one, in blocks, or in one array."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator
from typing import Any, Generic, NoReturn, TypeVar

import numpy as np
import numpy.typing as npt

from ..errors import LimitReached, MemoryLimit
from ..limits import ProgressOption, Run, at_least, check_memory, check_seed, counted, sized
from ..model import Options, Solvable
from . import tuning
from .parts import beyond, cells_of
from .result import Order
from .session import Session

S = TypeVar("S", bound=np.generic)


def solutions(
    puzzle: Solvable[S],
    *,
    order: Order = "any",
    limit: int | None = None,
    timeout: float | None = None,
    seed: int = 0,
    progress: ProgressOption = None,
) -> Iterator[npt.NDArray[S]]:
    """Iterate over the solutions of a puzzle and find them on demand.

    Parameters
    ----------
    puzzle : Puzzle or Model
    order : {"any", "lexicographic"}
        The order of the solutions: whichever is fastest, or row-major lexicographic.
    limit : int, optional
        Number of solutions at which to stop, at least 1. Default: all.
    timeout : float, optional
        Time limit in seconds. The time starts when the first solution is requested. Default: none.
    seed : int
        Seed that breaks ties, as for `solve`. A different seed may give a different order.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. An exception
        from the callable ends the call.

    Yields
    ------
    numpy.ndarray of uint8
        A solution in the puzzle's shape, which the caller owns. At most about 1000 solutions are found in advance.

    Raises
    ------
    LimitReached
        If the time is up, after all solutions found by then have been yielded.
    TypeError, ValueError
        As for `solve`, raised when the function is called.
    ValueError
        If two threads advance the same iterator at the same time.
    KeyboardInterrupt
        On Ctrl-C, within 100 ms.

    See Also
    --------
    fastfuto.solution_blocks : Iterate faster, in blocks.
    fastfuto.all_solutions : Return all solutions in one array.
    fastfuto.save_solutions : Write all solutions to a file.
    fastfuto.sample : Draw solutions at random.

    Examples
    --------
    >>> import fastfuto
    >>> for grid in fastfuto.solutions(fastfuto.Futoshiki([[0, 0], [0, 0]]), order="lexicographic"):
    ...     print(grid.tolist())
    [[1, 2], [2, 1]]
    [[2, 1], [1, 2]]
    """
    run, limit = Run(timeout, progress), None if limit is None else at_least(1, limit, "limit")
    session = Session(puzzle, run, order=order, seed=check_seed(seed), is_all=limit is None or limit > 2)
    blocks = _row_blocks((session,), run, limit, tuning.ITERATOR_CHUNK)
    return SolutionIterator(puzzle.decode(row.copy()) for rows in blocks for row in rows)


def solution_blocks(
    puzzle: Solvable[S],
    *,
    size: int = 65536,
    order: Order = "any",
    limit: int | None = None,
    after: npt.ArrayLike | None = None,
    timeout: float | None = None,
    seed: int = 0,
    progress: ProgressOption = None,
) -> Iterator[npt.NDArray[S]]:
    """Iterate over the solutions of a puzzle in blocks.

    Blocks are faster than iterating over single solutions and take less memory than an array of all solutions.

    Parameters
    ----------
    puzzle : Puzzle or Model
    size : int
        Largest number of solutions in a block. A block takes at most 16 MiB, unless a single solution is larger. The
        first blocks are small and arrive early.
    order, limit, timeout, seed, progress
        As for `solutions`.
    after : array_like of int, in the puzzle's shape, optional
        With ``order="lexicographic"``, the grid after which to start, such as the last solution of an earlier call.
        Solutions up to this grid are not searched again.

    Yields
    ------
    numpy.ndarray of uint8
        The next k solutions, (k, n, n) for Futoshiki, in an array that the caller owns.

    Raises
    ------
    LimitReached, TypeError, ValueError, KeyboardInterrupt
        As for `solutions`.
    ValueError
        If `after` is given without ``order="lexicographic"``, or does not contain values in the puzzle's shape.

    See Also
    --------
    fastfuto.solutions : Iterate over single solutions.
    fastfuto.all_solutions : Return all solutions in one array.
    fastfuto.save_solutions : Write all solutions to a file.

    Examples
    --------
    >>> import fastfuto
    >>> puzzle = fastfuto.Futoshiki([[0] * 4] * 4)
    >>> sum(len(block) for block in fastfuto.solution_blocks(puzzle))
    576
    >>> last = next(fastfuto.solution_blocks(puzzle, size=1, order="lexicographic"))[-1]
    >>> sum(len(block) for block in fastfuto.solution_blocks(puzzle, order="lexicographic", after=last))
    575
    """
    run, limit = Run(timeout, progress), None if limit is None else at_least(1, limit, "limit")
    seed, size = check_seed(seed), at_least(1, size, "size")
    is_all = limit is None or limit > 2
    session: Session[Any] = Session(puzzle, run, order=order, seed=seed, is_all=is_all)
    model, sessions = session.model, iter((session,))
    if after is not None:
        if order != "lexicographic" or isinstance(model, Options):
            raise ValueError('after is supported only with order="lexicographic"')
        parts = beyond(model, cells_of(puzzle, model, after))
        sessions = (Session(part, run, order=order, seed=seed, is_all=is_all) for part in parts)
    size = min(size, max(1, tuning.BLOCK_BYTES // max(1, model.n_cells * np.dtype(model.dtype).itemsize)))
    blocks = _row_blocks(sessions, run, limit, size)
    return SolutionIterator(puzzle.decode(rows) for rows in blocks)


class SolutionIterator(Iterator[npt.NDArray[S]]):
    """The iterator that `fastfuto.solutions` returns; it finds solutions on demand."""

    __slots__ = ("_generator",)

    def __init__(self, generator: Generator[npt.NDArray[S]]) -> None:
        self._generator = generator

    def __next__(self) -> npt.NDArray[S]:
        return next(self._generator)

    def close(self) -> None:
        """End the search; the iterator yields no more solutions."""
        self._generator.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "an iterator over solutions cannot be pickled; send the puzzle and call "
            "solutions() in the other process, or send the result of all_solutions()"
        )


def _row_blocks(
    sessions: Iterable[Session[Any]], run: Run, limit: int | None, size: int
) -> Iterator[npt.NDArray[Any]]:
    """Yield arrays of new solutions, (k, n_cells) with k from 1 to `size`, from one session after the other."""
    run.restart()
    found, chunk = 0, 1
    rows: npt.NDArray[Any] = np.empty(0)
    last: Session[Any] | None = None

    def room() -> npt.NDArray[Any]:
        nonlocal rows
        n_rows = chunk if limit is None else min(chunk, limit - found)
        rows = np.empty((n_rows, session.model.n_cells), session.model.dtype)
        return rows

    with run:
        for session in sessions:
            if last is not None and run.is_over(found):
                raise run.late(last.stats, found)
            last = session
            for n_new in session.blocks(room, limit, found):
                found += n_new
                chunk = min(2 * chunk, size)
                # In place: nobody else has a view of this array.
                rows.resize((n_new, rows.shape[1]), refcheck=False)
                yield rows
            if found == limit:
                break


def all_solutions(
    puzzle: Solvable[S],
    *,
    order: Order = "any",
    limit: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    seed: int = 0,
    progress: ProgressOption = None,
) -> npt.NDArray[S]:
    """Find all solutions of a puzzle and return them in one array.

    Parameters
    ----------
    puzzle : Puzzle or Model
    order : {"any", "lexicographic"}
        The order of the solutions: whichever is fastest, or row-major lexicographic.
    limit : int, optional
        Number of solutions at which to stop, at least 1. Default: all.
    timeout : float, optional
        Time limit in seconds, which the call exceeds by at most 50 ms. Default: none.
    memory : int, optional
        Bytes that the array may take. Default: half of the machine's memory.
    seed : int
        As for `solve`.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. An exception
        from the callable ends the call.

    Returns
    -------
    (k, n, n) uint8
        The k solutions, each in the puzzle's shape, in an array that the caller owns.

    Raises
    ------
    MemoryLimit
        If the solutions take more than `memory`. The message gives the number of solutions found and their size. The
        attribute `solutions` holds these solutions.
    LimitReached
        If the time is up. The attribute `solutions` holds the solutions found by then.
    TypeError, ValueError, KeyboardInterrupt
        As for `solve`.

    See Also
    --------
    fastfuto.solutions : Iterate over the solutions without keeping them.
    fastfuto.solution_blocks : Iterate over the solutions in blocks.
    fastfuto.save_solutions : Write all solutions to a file.
    fastfuto.count : Count the solutions.

    Notes
    -----
    The array takes one byte for each cell of each solution (for an exact cover, four bytes for each primary item). When
    the array is full, its size is doubled; a large array grows by a sixteenth.

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.all_solutions(fastfuto.Futoshiki([[0] * 4] * 4)).shape
    (576, 4, 4)
    """
    with Run(timeout, progress) as run:
        if limit is not None:
            limit = at_least(1, limit, "limit")
        is_all = limit is None or limit > 2
        session = Session(puzzle, run, order=order, seed=check_seed(seed), is_all=is_all)
        model, bytes_ = session.model, check_memory(memory)
        size = max(math.prod(puzzle.shape) * np.dtype(model.dtype).itemsize, 1)
        n_rows = max(1, tuning.FIRST_BYTES // size)
        if (known := session.known_number) is not None:
            # Growing the array would take several times longer than listing the permutations.
            n_rows = limit = known if limit is None else min(known, limit)
        room = max(bytes_ // size, 1)
        most = room if limit is None else min(room, limit)
        grids = _Grids(puzzle, np.empty((min(n_rows, most), model.n_cells), model.dtype), most)
        try:
            for n_new in session.blocks(grids.free_rows, limit):
                if grids.is_full:
                    break
                grids.keep(n_new)
            else:
                session.spare()
                return grids.all()
        except LimitReached as late:
            late.solutions = grids.all()
            raise
        needed = "there are more"
        if limit is not None:
            needed = f"{counted(limit, 'solution')} would take up to {sized(limit * size)}"
        raise MemoryLimit(
            f"the memory limit of {sized(bytes_)} was reached with {counted(grids.found, 'solution')} of "
            f"{sized(size)} each, and {needed}; "
            "raise the limit, or use count() or solutions(), which keep no solutions in memory",
            found=grids.found + 1,
            stats=session.stats,
            solutions=grids.all(),
        )


class _Grids(Generic[S]):
    """Solutions in one array, which grows in place as they are found.

    Engines fill rows of cells. If the rows have the layout of the puzzle's solutions, engines fill the array itself.
    Otherwise the rows are decoded block by block. Decoding them all at the end would overrun the time limit and take
    twice the memory.

    Parameters
    ----------
    puzzle : Puzzle or Model
    rows : (k, n_cells) array
        Space for the first k solutions.
    most : int
        Most solutions that the array may hold.

    Attributes
    ----------
    found : int
        Number of solutions kept.
    is_full : bool
        Whether the array has reached `most` solutions.
    """

    # Only puzzles with many solutions need these attributes.
    _decoded: npt.NDArray[S] | None = None
    _before = _width = 0

    def __init__(self, puzzle: Solvable[S], rows: npt.NDArray[Any], most: int) -> None:
        self._puzzle = puzzle
        self._rows = rows
        self._most = most
        self._in_rows = 0
        self.found = 0
        self.is_full = False

    def free_rows(self) -> npt.NDArray[Any]:
        """Return rows for the next solutions; if the array is full, return a spare row that is not kept."""
        if not self.found:
            return self._rows
        if self.is_full:
            return np.empty_like(self._rows[:1])
        if self._in_rows == len(self._rows):
            decoded = self._puzzle.decode(self._rows)
            if self._decoded is None and np.may_share_memory(decoded, self._rows):
                self._rows.resize((self._grown(self._in_rows), self._rows.shape[1]), refcheck=False)
            else:
                self._append(decoded)
        return self._rows[self._in_rows : self._in_rows + self._most - self.found]

    def keep(self, n_new: int) -> None:
        """Keep the first `n_new` free rows, which now hold solutions."""
        self._in_rows += n_new
        self.found += n_new
        self.is_full = self.found == self._most

    def all(self) -> npt.NDArray[S]:
        """Return all solutions in the puzzle's shape; no more can be kept afterwards."""
        self._rows.resize((self._in_rows, self._rows.shape[1]), refcheck=False)
        decoded = self._puzzle.decode(self._rows)
        if self._decoded is None:
            return decoded
        self._append(decoded)
        self._decoded.resize((self._before, *self._decoded.shape[1:]), refcheck=False)
        return self._decoded[..., : self._width]

    def _append(self, decoded: npt.NDArray[S]) -> None:
        """Append decoded rows to the decoded solutions and empty the rows."""
        if self._decoded is None:
            # Rows of an exact cover are as long as the longest row of their block. Rows of a grid have one length.
            shape = self._rows.shape[1:] if decoded.ndim == 2 else decoded.shape[1:]
            self._decoded = np.empty((0, *shape), decoded.dtype)
        end = self._before + self._in_rows
        if end > len(self._decoded):
            self._decoded.resize(
                (max(end, self._grown(self._before)), *self._decoded.shape[1:]), refcheck=False
            )
        width = decoded.shape[-1]
        self._decoded[self._before : end, ..., :width] = decoded
        if width < self._decoded.shape[-1]:
            self._decoded[self._before : end, width:] = -1
        self._width = max(self._width, width)
        self._before, self._in_rows = end, 0

    def _grown(self, found: int) -> int:
        """Return the next length of an array that is full with `found` solutions.

        The system moves large arrays without copying them, but NumPy clears the new part. Doubling a large array
        would therefore overrun the time limit.
        """
        size = max(math.prod(self._puzzle.shape) * self._rows.itemsize, 1)
        return min(self._most, found + max(1, min(found, tuning.GROWTH_BYTES // size), found // 16))
