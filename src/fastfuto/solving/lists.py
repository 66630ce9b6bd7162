"""Lists of puzzles. Puzzles of one size are solved together if an engine supports this, and all others one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from ..engines import PAUSED, SOLUTION, lay_out, read_sizes
from ..limits import Run, share
from ..model import Model
from ..puzzles import Futoshiki, LatinSquare, Puzzle, Sudoku
from . import tuning
from .result import Batch
from .rows import UNANSWERED, IsEnough, Work, solve_rows
from .session import Session

_UNTIMED = Run()
"""The run of a single puzzle, without a separate time limit."""
_IN_LANES = (Futoshiki, LatinSquare)
"""The families that the lanes engine solves. Subclasses are excluded, because they may have other rules."""


def solve_list(
    puzzles: list[Any], limit: int, threads: int, is_over: IsEnough, chunk: int
) -> Batch[list[npt.NDArray[Any] | None]]:
    """Solve puzzles; a thread that solves them one by one takes `chunk` puzzles at a time.

    The answer to a puzzle does not depend on the other puzzles.
    """
    batch = unanswered(len(puzzles))
    jobs: list[Work] = []
    for n, has_boxes, numbers in _alike(puzzles):
        for at in range(0, len(numbers), tuning.LANES_CHUNK):
            part = numbers[at : at + tuning.LANES_CHUNK]
            jobs.append(_together(puzzles, part, n, has_boxes, batch, limit))
    if not jobs:
        return solve_singly(puzzles, limit, threads, is_over, chunk)
    share(jobs, threads, is_over)
    others = np.flatnonzero(batch.counts == UNANSWERED).tolist()
    if others and not is_over():
        singly = solve_singly([puzzles[k] for k in others], limit, threads, is_over, chunk)
        batch.counts[others] = singly.counts
        for k, grid in zip(others, singly.grids, strict=True):
            batch.grids[k] = grid
    return batch


def unanswered(k: int) -> Batch[list[npt.NDArray[Any] | None]]:
    """Return a batch of k unanswered puzzles."""
    return Batch([None] * k, np.full(k, UNANSWERED, np.int64))


def _alike(puzzles: list[Any]) -> Iterator[tuple[int, bool, npt.NDArray[np.int64]]]:
    """Yield the size, the presence of boxes and the indices of puzzles that are solved together."""
    sizes = read_sizes(puzzles, _IN_LANES)
    listed = {*sizes.tobytes()}
    for n in sorted(listed - {0}):
        yield n, False, np.flatnonzero(sizes == n) if len(listed) > 1 else np.arange(len(puzzles))
    if 0 in listed:
        sudokus = {each for each in dict.fromkeys(map(type, puzzles)) if issubclass(each, Sudoku)}
        nines = [k for k, puzzle in enumerate(puzzles) if type(puzzle) in sudokus and _is_nine(puzzle)]
        if nines:
            yield 9, True, np.array(nines)


def _together(
    puzzles: list[Any],
    numbers: npt.NDArray[np.int64],
    n: int,
    has_boxes: bool,
    batch: Batch[list[npt.NDArray[Any] | None]],
    limit: int,
) -> Work:
    """Return a job that solves the n x n puzzles with these indices together."""

    def solve(is_over: Callable[[], bool]) -> int:
        clues, signs = lay_out(puzzles, numbers, n)
        found = np.empty_like(clues)
        counts = np.full(len(numbers), UNANSWERED, np.int64)
        solve_rows(clues, None if has_boxes else signs, found, counts, limit, is_over)
        answered = 0
        for k, grid, count in zip(numbers.tolist(), found.reshape(-1, n, n), counts.tolist(), strict=True):
            if count != UNANSWERED:
                answered += 1
                batch.grids[k] = grid if count else None
        if answered == len(numbers):
            batch.counts[numbers] = counts
        else:
            is_answered = counts != UNANSWERED
            batch.counts[numbers[is_answered]] = counts[is_answered]
        return answered

    return solve


def _is_nine(puzzle: Sudoku) -> bool:
    """Return whether a Sudoku is 9 x 9 with square boxes and without inequalities."""
    return puzzle.n == 9 and puzzle.has_default_boxes and not puzzle.inequalities


def solve_singly(
    puzzles: list[Any], limit: int, threads: int, is_over: IsEnough, chunk: int
) -> Batch[list[npt.NDArray[Any] | None]]:
    """Solve puzzles one by one; a thread takes `chunk` puzzles at a time."""
    batch = unanswered(len(puzzles))

    def job(part: range) -> Work:
        def solve(is_over: Callable[[], bool]) -> int:
            def is_slice_over(found: int) -> bool:
                return is_over()

            for done, k in enumerate(part):
                if not _solve_one(puzzles[k], k, limit, batch.counts, batch.grids, is_slice_over):
                    return done
            return len(part)

        return solve

    numbers = range(len(puzzles))
    if len(numbers) <= chunk:
        is_over(job(numbers)(is_over))
    else:
        share([job(numbers[at : at + chunk]) for at in range(0, len(numbers), chunk)], threads, is_over)
    return batch


def _solve_one(
    puzzle: Puzzle[Any] | Model,
    k: int,
    limit: int,
    counts: npt.NDArray[np.int64],
    grids: list[npt.NDArray[Any] | None],
    is_over: Callable[[int], bool],
) -> bool:
    """Store one solution of puzzle k and the number of solutions, up to the limit; False if the time runs out."""
    session = Session(puzzle, _UNTIMED, is_all=limit > 2, is_handed_over=True)
    model = session.model
    row: npt.NDArray[Any] = np.empty((1, model.n_cells), model.dtype)
    outcome = session.run(1, row, is_over)
    if outcome == SOLUTION and limit > 1:
        outcome = session.run(limit, None, is_over)
    if outcome == PAUSED:
        return False
    counts[k] = found = min(session.total, limit)
    grids[k] = puzzle.decode(row[0]) if found else None
    session.spare()
    return True
