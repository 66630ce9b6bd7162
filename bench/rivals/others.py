"""Solvers of one kind of puzzle: exact covers, batches of Sudoku grids, and permutations."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from fastfuto import Permutations

from ..cases.cover import Cover
from ..tasks import FIRST, Outcome, Task, late

# Exact cover: `build` makes what the package takes, and `solve` includes all that the package does with it --


def exact_cover(puzzle: Cover, task: Task, limit: float) -> Outcome:
    """Solve with exact-cover, which takes a Boolean matrix."""
    import exact_cover as package

    start = perf_counter()
    matrix = puzzle.matrix(slack=True).astype(bool)
    build = perf_counter() - start
    if task == FIRST:
        return first(build, lambda: package.get_exact_cover(matrix))
    return number(build, lambda: package.get_solution_count(matrix))


def xcover(puzzle: Cover, task: Task, limit: float) -> Outcome:
    """Solve with xcover, which takes a matrix or options."""
    import xcover as package

    if isinstance(puzzle.options, np.ndarray):
        start = perf_counter()
        matrix = puzzle.options.astype(bool)
        return first(perf_counter() - start, lambda: next(package.covers_bool(matrix)))
    primary, secondary = puzzle.primary(), list(puzzle.secondary)
    covers = package.covers(puzzle.options, primary=primary, secondary=secondary)
    return number(0, lambda: sum(1 for _ in covers))


def dlx_cython(puzzle: Cover, task: Task, limit: float) -> Outcome:
    """Find a cover with dlx-cython, which takes a matrix."""
    from dlxsolver import DLXSolver

    return first(0, lambda: DLXSolver(puzzle.options).solve_one())


def miniexact(puzzle: Cover, task: Task, limit: float) -> Outcome:
    """Count the covers one by one with miniexact."""
    import miniexact as package

    start = perf_counter()
    problem = package.miniexacts_c()
    numbers = {item: problem.primary(item) for item in puzzle.primary()}
    numbers |= {item: problem.secondary(item) for item in puzzle.secondary}
    for option in puzzle.options:
        problem.add(package.vectori([numbers[item] for item in option]))
    build = perf_counter() - start
    satisfiable = 10
    answers = itertools.takewhile(lambda answer: answer == satisfiable, iter(problem.solve, None))
    return number(build, lambda: sum(1 for _ in answers))


def pyxcc(puzzle: Cover, task: Task, limit: float) -> Outcome:
    """Count the covers with pyxcc."""
    import pyxcc as package

    start = perf_counter()
    secondary = set(puzzle.secondary)
    options = [
        package.Option(
            str(k),
            [item for item in option if item not in secondary],
            [(item, "") for item in option if item in secondary],
        )
        for k, option in enumerate(puzzle.options)
    ]
    problem = package.Problem(puzzle.primary(), list(puzzle.secondary), options)
    return number(perf_counter() - start, lambda: int(package.solve(problem, True).count()))


def first(build: float, call: Callable[[], Iterable[int]]) -> Outcome:
    start = perf_counter()
    chosen = call()
    return Outcome(1, build, perf_counter() - start, [list(chosen)])


def number(build: float, call: Callable[[], int]) -> Outcome:
    start = perf_counter()
    found = call()
    return Outcome(found, build, perf_counter() - start)


# Batches of Sudoku ----------------------------------------------------------------------------------------


def rustoku(puzzle: npt.NDArray[np.uint8], task: Task, limit: float) -> Outcome:
    """Solve grid by grid with rustoku, which takes and returns text."""
    import rustoku as package

    texts = ["".join(map(str, grid.ravel().tolist())) for grid in puzzle]
    if task != FIRST:
        return number(0, lambda: sum(package.count_solutions(text, 2) for text in texts))
    start = perf_counter()
    solved = [package.solve(text) for text in texts]
    return batch(perf_counter() - start, [list(map(int, text)) for text in solved if text])


def lib_sudoku(puzzle: npt.NDArray[np.uint8], task: Task, limit: float) -> Outcome:
    """Solve grid by grid with lib-sudoku, which takes and returns bytes."""
    import lib_sudoku as package

    flat = [bytearray(grid.tobytes()) for grid in puzzle]
    solved = []
    start = perf_counter()
    for grid in flat:
        solved.append(package.solve(grid))
        if perf_counter() - start > limit:
            return late(limit)
    return batch(perf_counter() - start, [list(grid) for grid in solved])


def batch(seconds: float, grids: Sequence[Any]) -> Outcome:
    return Outcome(len(grids), 0, seconds, grids)


# Permutations ---------------------------------------------------------------------------------------------


def itertools_fromiter(puzzle: Permutations, task: Task, limit: float) -> Outcome:
    """Put the permutations of itertools into an array, number by number."""
    start = perf_counter()
    numbers = itertools.chain.from_iterable(permutations(puzzle.n))
    rows = np.fromiter(numbers, np.uint8, math.factorial(puzzle.n) * puzzle.n).reshape(-1, puzzle.n)
    return batch(perf_counter() - start, rows)


def itertools_bytes(puzzle: Permutations, task: Task, limit: float) -> Outcome:
    """Put the permutations of itertools into an array by way of bytes."""
    start = perf_counter()
    text = b"".join(map(bytes, permutations(puzzle.n)))
    rows = np.frombuffer(text, np.uint8).reshape(-1, puzzle.n)
    return batch(perf_counter() - start, rows)


def permutations(n: int) -> Iterator[tuple[int, ...]]:
    return itertools.permutations(range(1, n + 1))
