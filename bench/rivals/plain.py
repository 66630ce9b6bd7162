"""A straightforward C program for Futoshiki, plain.c, which the C compiler of the machine makes at first use."""

from __future__ import annotations

import ctypes
import functools
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import process_time

import numpy as np
import numpy.typing as npt

from fastfuto import Futoshiki

from ..cases.lanes import arrays
from ..tasks import COUNT, FIRST, UNIQUE, Outcome, Task

SOURCE = Path(__file__).with_name("plain.c")
BUILD = ("cc", "-O3", "-march=native", "-shared", "-fPIC")
MOST_SOLUTIONS = 2**62


@functools.cache
def program() -> ctypes.CDLL:
    """Return the compiled program."""
    with tempfile.TemporaryDirectory() as folder:
        target = str(Path(folder, "plain.so"))
        subprocess.run([*BUILD, str(SOURCE), "-o", target], check=True)
        return ctypes.CDLL(target)


def solve_all(
    puzzles: Sequence[Futoshiki], limit: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8], float]:
    """Return the numbers of solutions of puzzles of one size, the first solutions, and the seconds of the program."""
    n = puzzles[0].n
    clues, signs = (np.stack(part) for part in zip(*map(arrays, puzzles), strict=True))
    counts, grids = np.zeros(len(puzzles), np.int64), np.zeros_like(clues)
    address = [ctypes.c_void_p(array.ctypes.data) for array in (clues, signs, grids, counts)]
    run = program().solve_all
    start = process_time()
    run(ctypes.c_int64(len(puzzles)), n, *address[:2], ctypes.c_int64(limit), *address[2:])
    return counts, grids, process_time() - start


def plain(puzzle: Futoshiki, task: Task, limit: float) -> Outcome:
    """Solve with the program, which knows no limit of time."""
    assert task in (FIRST, UNIQUE, COUNT)
    counts, grids, seconds = solve_all([puzzle], task.limit or MOST_SOLUTIONS)
    return Outcome(int(counts[0]), 0, seconds, grids.reshape(len(grids), -1)[: counts[0]])
