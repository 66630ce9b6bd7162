"""Random puzzles of every family, and what goes wrong in them now and then."""

import fastfuto
from fastfuto import Adjacent, ExactCover, Kakuro, LatinSquare, Permutations, Sudoku

from ..strategies import cells, kept, neighbours, perturbed_puzzle, random_puzzle, random_square


def futoshiki(rng):
    make = rng.choice([random_puzzle, perturbed_puzzle])
    puzzle = make(rng, rng.randint(1, 11), rng.random(), rng.random())
    if rng.random() < 0.1:
        clues = puzzle.clues.copy()
        clues[rng.randrange(puzzle.n), rng.randrange(puzzle.n)] = rng.choice([-7, 9, 10, 300, 2**31 - 1])
        return puzzle.with_clues(clues)
    return puzzle


def latin(rng):
    n = rng.randint(1, 11)
    return LatinSquare(kept(random_square(rng, n), rng.sample(cells(n), rng.randint(0, n * n))))


def adjacent(rng):
    n = rng.randint(1, 11)
    clues = kept(random_square(rng, n), rng.sample(cells(n), rng.randint(0, n * n)))
    pairs = neighbours(n)
    return Adjacent(clues, rng.sample(pairs, rng.randint(0, len(pairs))))


def sudoku(rng):
    n = rng.choice([4, 6, 8, 9, 10, 12, 16])
    return Sudoku(kept(random_square(rng, n), rng.sample(cells(n), rng.randint(0, n * n))))


def kakuro(rng):
    rows, columns = rng.randint(1, 8), rng.randint(2, 8)

    def entry():
        return rng.choice([None, 0, 0, rng.randint(1, 9), (rng.randint(0, 45), rng.randint(0, 45))])

    grid = [[entry() for _ in range(columns)] for _ in range(rows)]
    grid[0][0], grid[-1][-1] = (rng.randint(1, 45), 0), 0
    return Kakuro(grid)


def permutations(rng):
    n = rng.randint(1, 12)
    pairs = [(a, b) for a in range(n) for b in range(n) if a != b]
    return Permutations(
        n,
        forbidden=[(rng.randrange(n), rng.randint(1, n)) for _ in range(rng.randint(0, n))],
        order=rng.sample(pairs, min(len(pairs), rng.randint(0, n))),
    )


def cover(rng):
    primary = [f"p{k}" for k in range(rng.randint(2, 9))]
    secondary = [f"s{k}" for k in range(rng.randint(0, 3))]
    options = [
        {item: rng.choice([None, "red", "blue"]) if item in secondary else None for item in items}
        for items in (
            rng.sample(primary, rng.randint(1, len(primary)))
            + rng.sample(secondary, rng.randint(0, len(secondary)))
            for _ in range(rng.randint(1, 12))
        )
    ]
    return ExactCover(options, primary=primary, secondary=secondary)


FAMILIES = {
    "futoshiki": futoshiki,
    "latin_square": latin,
    "adjacent": adjacent,
    "sudoku": sudoku,
    "kakuro": kakuro,
    "permutations": permutations,
    "exact_cover": cover,
}
"""Generators of random puzzles by the name of their family."""

FORMATS = {"latin_square": "latin", "exact_cover": "cover"}
"""Formats that must be named: a bare matrix may be many things, and options of equal lengths may be words."""

FIVE = fastfuto.parse(
    """\
5 | . < . | . | .
    ∨
. | . | . | . | .
                ∧
. > . | . | . | .
        ∨
. | . | . | 1 | 4

. | . | . | . | .
"""
)
