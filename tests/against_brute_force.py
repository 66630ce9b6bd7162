"""Random small puzzles of all families against brute force, through every verb and every engine.

The suite tries a few of them. ``python -m tests.against_brute_force 100000 [seed]`` tries so many.
"""

from __future__ import annotations

import collections
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import fastfuto
from fastfuto import Futoshiki, Kakuro, LatinSquare, Model, Sudoku, reference
from fastfuto.engines import ENGINES, refusal

from . import oracles
from .model import test_model
from .puzzles import test_adjacent, test_exact_cover, test_kakuro, test_permutations, test_sudoku
from .relations import random_related
from .strategies import cells, kept, neighbours, perturbed_puzzle, random_puzzle, random_square, signed

ONE_THREAD = partial(ThreadPoolExecutor, 1)


def futoshiki(rng):
    make = rng.choice([random_puzzle, random_puzzle, perturbed_puzzle])
    puzzle = make(rng, rng.randint(1, 4), rng.choice([0, 0.1, 0.3]), rng.choice([0, 0.2, 0.5, 0.9]))
    return puzzle, oracles.brute_force(puzzle)


def latin_square(rng):
    n = rng.randint(1, 4)
    puzzle = LatinSquare(kept(random_square(rng, n), rng.sample(cells(n), rng.randint(0, n * n))))
    return puzzle, oracles.brute_force(Futoshiki(puzzle.clues))


def adjacent(rng):
    puzzle = test_adjacent.random_adjacent(rng, rng.randint(1, 4))
    return puzzle, oracles.adjacent_brute_force(puzzle)


def sudoku(rng):
    square = random_square(rng, 4)
    pairs = rng.sample(neighbours(4), rng.choice([0, 0, 3, 8]))
    boxes = [[0, 0, 1, 1]] * 2 + [[2, 2, 3, 3]] * 2
    jigsaw = [[0, 0, 0, 1], [2, 0, 1, 1], [2, 2, 3, 1], [2, 3, 3, 3]]
    puzzle = Sudoku(
        kept(square, rng.sample(cells(4), rng.randint(2, 9))),
        inequalities=[signed(square, pair) for pair in pairs],
        regions=rng.choice([boxes, boxes, jigsaw]),
    )
    return puzzle, [grid.tolist() for grid in test_sudoku.brute_force(puzzle)]


def kakuro(rng):
    while True:
        puzzle = test_kakuro.random_kakuro(
            rng, rows=rng.randint(2, 3), columns=rng.randint(2, 4), black=0.4, told=1.0
        )
        # Runs without a total have too many solutions for brute force.
        if all(run.total is not None for run in puzzle.runs) and puzzle.runs:
            found = []
            for grid in reference.kakuro_solutions(puzzle):
                found.append(grid)
                if len(found) > 500:
                    break
            else:
                return puzzle, found


def permutations(rng):
    puzzle = test_permutations.random_rules(rng, rng.randint(1, 5))
    return puzzle, test_permutations.brute_force(puzzle)


def exact_cover(rng):
    puzzle = test_exact_cover.random_cover(rng, colours=rng.random() < 0.5)
    return puzzle, test_exact_cover.brute_force(puzzle)


def model(rng):
    puzzle = test_model.random_model(rng)
    return puzzle, test_model.brute_force(puzzle)


def related(rng):
    made = random_related(rng)
    return made.model, made.solutions()


FAMILIES = (
    futoshiki,
    futoshiki,
    latin_square,
    adjacent,
    sudoku,
    kakuro,
    permutations,
    exact_cover,
    model,
    related,
)


def as_tuples(grid):
    return tuple(map(as_tuples, grid)) if isinstance(grid, (list, tuple)) else grid


def check(rng):
    """Check all verbs on one puzzle, and return its family and number of solutions."""
    family = rng.choice(FAMILIES)
    puzzle, solutions = family(rng)
    known = sorted(map(as_tuples, solutions))
    number = len(known)
    is_cover = family is exact_cover

    def rows(grids):
        """Return solutions as sorted tuples; those of an exact cover end where the options end."""
        return sorted(as_tuples([k for k in grid.tolist() if not is_cover or k >= 0]) for grid in grids)

    assert fastfuto.count(puzzle) == number
    assert fastfuto.is_unique(puzzle) == (number == 1)
    assert rows(fastfuto.all_solutions(puzzle, seed=rng.randrange(5))) == known
    limit = rng.randint(1, 5)
    assert fastfuto.count(puzzle, limit=limit) == min(number, limit)
    some = rows(fastfuto.solutions(puzzle, limit=limit))
    assert len(set(some)) == len(some) == min(number, limit)
    assert {*some} <= {*known}
    if not is_cover:
        blocks = fastfuto.solution_blocks(puzzle, order="lexicographic", size=rng.choice([1, 2, 100]))
        assert [as_tuples(grid) for block in blocks for grid in block.tolist()] == known
        parts = fastfuto.split(puzzle, rng.randint(1, 6))
        assert sum(map(fastfuto.count, parts)) == number
        assert rng.random() > 0.1 or fastfuto.count(puzzle, executor=ONE_THREAD) == number
    for name in ENGINES:
        if refusal(name, puzzle.model(), to_list=False) is None:
            assert fastfuto.count(puzzle, engine=name) == number, name
        if refusal(name, puzzle.model()) is None:
            result = fastfuto.solve(puzzle, engine=name, seed=rng.randrange(3))
            assert bool(result) == bool(number), name
            assert not number or {*rows([result.grid])} <= {*known}, name
    if number:
        assert {*rows(fastfuto.sample(puzzle, 3, seed=rng.randrange(99)))} <= {*known}
    if not isinstance(puzzle, Model):
        batch = fastfuto.solve_many([puzzle], limit=limit, threads=1)
        assert batch.counts.tolist() == [min(number, limit)]
        assert not (number and puzzle.violations())
        if not is_cover:
            grid = rng.choice(known) if number else None
            assert grid is None or puzzle.is_solution(grid)
    if not is_cover and not isinstance(puzzle, Kakuro) and rng.random() < 0.2:
        expected = ("no solution", "only this solution", "a solution")[min(number, 2)]
        assert fastfuto.prove(puzzle).claim == expected
    if not is_cover and rng.random() < 0.2:
        explanation = fastfuto.explain(puzzle)
        assert number == 1 or not explanation.solved
        assert not explanation.solved or rows([explanation.grid]) == known
    return family.__name__, number


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    seen = collections.Counter()
    start = time.perf_counter()
    for k in range(count):
        try:
            family, number = check(random.Random(f"{seed} {k}"))
        except BaseException:
            print(f"puzzle {k} of seed {seed}", flush=True)
            raise
        seen[family, ("none", "one", "several")[min(number, 2)]] += 1
    for (family, kind), times in sorted(seen.items()):
        print(f"{family:14} {kind:8} {times:7}")
    print(f"{count} puzzles in {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
