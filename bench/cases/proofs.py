"""Puzzles to be proved, with one solution, several or none, of all families that have proofs; and spoilt proofs."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

import fastfuto
from fastfuto import Adjacent, Futoshiki, LatinSquare, Model, Permutations, Skeleton, Sudoku

from .futoshiki import neighbours, random_square, thinned

KINDS = ("futoshiki", "sudoku", "jigsaw", "latin", "adjacent", "permutations", "model")


def random_puzzle(number: int) -> Any:
    """Return the puzzle of this number; its kind is that of the number modulo 7."""
    rng = random.Random(f"proofs {number}")
    kind = KINDS[number % len(KINDS)]
    return {
        "futoshiki": _futoshiki,
        "sudoku": _sudoku,
        "jigsaw": _jigsaw,
        "latin": _latin,
        "adjacent": _adjacent,
        "permutations": _permutations,
        "model": _model,
    }[kind](rng)


def minimal_sudoku(number: int) -> Sudoku:
    """Return the 9 x 9 with one solution of this number from which no clue can be taken."""
    rng = random.Random(f"minimal sudoku {number}")
    return _minimal(rng, _full(rng, Sudoku(np.zeros((9, 9), int))))


def _full(rng: random.Random, empty: Any) -> Any:
    """Return an empty grid filled at random, or as it is if it has no solution."""
    clues = np.zeros(empty.shape, np.int64)
    clues[0] = rng.sample(range(1, empty.n + 1), empty.n)
    grid = fastfuto.solve(empty.with_clues(clues), seed=rng.randrange(2**32)).grid
    return empty if grid is None else empty.with_clues(grid)


def _minimal(rng: random.Random, puzzle: Any) -> Any:
    """Return a puzzle without clues that are not needed for its only solution."""
    clues = puzzle.clues.copy()
    for cell in rng.sample(range(clues.size), clues.size):
        value = clues.flat[cell]
        clues.flat[cell] = 0
        if not fastfuto.is_unique(puzzle.with_clues(clues)):
            clues.flat[cell] = value
    return puzzle.with_clues(clues)


def _varied(rng: random.Random, full: Any) -> Any:
    """Return a minimal puzzle of a full grid, in half of the cases with a clue less or a wrong one."""
    puzzle = _minimal(rng, full)
    clues = puzzle.clues.copy()
    given = np.flatnonzero(clues)
    if len(given) and rng.random() < 0.5:
        clues.flat[rng.choice(given)] = rng.choice([0, *range(1, puzzle.n + 1)])
    return puzzle.with_clues(clues)


def _futoshiki(rng: random.Random) -> Futoshiki:
    """Return a puzzle of order 3 to 9, in which an inequality may be turned."""
    n = rng.randint(3, 9)
    puzzle = _varied(rng, thinned(rng, random_square(rng, n, n**3), 1, rng.choice([0.1, 0.3, 0.6])))
    turned = rng.randrange(3 * n * n)
    signs = [pair[::-1] if k == turned else pair for k, pair in enumerate(puzzle.inequalities)]
    return Futoshiki(puzzle.clues, signs)


def _sudoku(rng: random.Random) -> Sudoku:
    n = rng.choice([4, 6, 9, 9])
    return _varied(rng, _full(rng, Sudoku(np.zeros((n, n), int))))


def _jigsaw(rng: random.Random) -> Sudoku:
    """Return a grid of order 4 to 8 whose regions are rows that have exchanged cells, so that few fit or none."""
    n = rng.randint(4, 8)
    regions = np.repeat(np.arange(n), n).reshape(n, n)
    for _ in range(rng.randint(1, 2 * n)):
        r, c, d = rng.randrange(n - 1), rng.randrange(n), rng.randrange(n)
        regions[r, c], regions[r + 1, d] = regions[r + 1, d], regions[r, c]
    return _varied(rng, _full(rng, Sudoku(np.zeros((n, n), int), regions=regions)))


def _latin(rng: random.Random) -> LatinSquare:
    n = rng.randint(3, 9)
    return _varied(rng, LatinSquare(random_square(rng, n, n**3)))


def _adjacent(rng: random.Random) -> Adjacent:
    """Return a grid of order 3 to 7 with the bars of a square, one of which may be wrong."""
    n = rng.randint(3, 7)
    square = random_square(rng, n, n**3)
    pairs = neighbours(n)
    bars = {((a, b), (c, d)) for (a, b), (c, d) in pairs if abs(square[a][b] - square[c][d]) == 1}
    puzzle = _varied(rng, Adjacent(square, sorted(bars)))
    return Adjacent(puzzle.clues, sorted(bars ^ {rng.choice(pairs)} if rng.random() < 0.4 else bars))


def _permutations(rng: random.Random) -> Permutations:
    n = rng.randint(2, 8)
    forbidden = {(rng.randrange(n), rng.randint(1, n)) for _ in range(rng.randint(0, n * n))}
    order = [tuple(rng.sample(range(n), 2)) for _ in range(rng.randint(0, n))]
    return Permutations(n, forbidden=sorted(forbidden), order=order)


def _model(rng: random.Random) -> Model:
    """Return a model with any units, also too large ones, domains, inequalities and relations."""
    n_cells, n = rng.randint(2, 10), rng.randint(1, 5)
    units = [rng.sample(range(n_cells), rng.randint(1, min(n_cells, n))) for _ in range(rng.randint(0, 5))]
    if rng.random() < 0.05:
        units.append(list(range(n_cells)))
    domains = [rng.sample(range(1, n + 1), rng.randint((n + 1) // 2, n)) for _ in range(n_cells)]
    inequalities = [rng.sample(range(n_cells), 2) for _ in range(rng.randint(0, 3))]
    relations = []
    for _ in range(rng.randint(0, 8)):
        share = rng.choice([0.3, 0.6, 0.9])
        allowed = [[rng.random() < share for _ in range(n)] for _ in range(n)]
        relations.append((*rng.sample(range(n_cells), 2), allowed))
    return Model(Skeleton(n_cells, n, units), domains, inequalities, relations=relations)


# Spoilt proofs ------------------------------------------------------------------------------------------

SPOILS = ("literal", "dropped line", "moved line", "foreign line", "end", "formula")


def spoilt(rng: random.Random, spoil: str, formula: list[str], proof: list[str], foreign: list[str]) -> bool:
    """Change the lines of a formula or of a proof in place; return whether anything could be changed.

    `formula` has no comments, and `foreign` is the proof of another puzzle.
    """
    if spoil == "formula":
        at = rng.randrange(1, len(formula))
        numbers = formula[at].split()
        numbers[0] = str(-int(numbers[0])) if len(numbers) > 1 else "1"
        formula[at] = " ".join(numbers if len(numbers) > 1 else ["1", "0"]) + "\n"
        return True
    if spoil == "literal":
        lines = [k for k, line in enumerate(proof) if len(line.split()) > 1]
        if not lines:
            return False
        at = rng.choice(lines)
        words = proof[at].split()
        k = rng.randrange(words[0] == "d", len(words) - 1)
        words[k] = str(-int(words[k]))
        proof[at] = " ".join(words) + "\n"
    elif spoil == "dropped line":
        del proof[rng.randrange(len(proof))]
    elif spoil == "moved line":
        if len(proof) < 2:
            return False
        a, b = rng.sample(range(len(proof)), 2)
        proof.insert(b, proof.pop(a))
    elif spoil == "foreign line":
        proof.insert(rng.randrange(len(proof)), rng.choice(foreign))
    else:
        text = "".join(proof)
        proof[:] = text[: rng.randrange(len(text))].splitlines(keepends=True)
    return True
