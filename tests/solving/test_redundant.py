"""Redundant clues: without each of them there is one solution, and without each other clue there are several."""

import random

import numpy as np
import pytest

from fastfuto import (
    Adjacent,
    ExactCover,
    Futoshiki,
    Kakuro,
    LatinSquare,
    LimitReached,
    Model,
    Permutations,
    PuzzleError,
    Sudoku,
    generate,
    parse,
    redundant_clues,
    solutions,
)
from fastfuto.puzzles import clues_of, keeping
from fastfuto.reference import all_solutions

from ..calls import raising
from ..cases import some
from ..model.test_model import brute_force, random_model
from ..oracles import tatham
from ..strategies import random_puzzle, rounds


def n_solutions(puzzle):
    if isinstance(puzzle, Model):
        return len(brute_force(puzzle))
    if isinstance(puzzle, Futoshiki):
        return len(all_solutions(puzzle))
    return sum(1 for _ in solutions(puzzle))


def check(puzzle):
    """Check the redundant clues of a puzzle with one solution, and return their names."""
    clues = clues_of(puzzle)
    expected = [
        clue.name
        for k, clue in enumerate(clues)
        if n_solutions(keeping(puzzle, np.arange(len(clues)) != k)) == 1
    ]
    found = redundant_clues(puzzle)
    assert type(found) is type(puzzle)
    assert [clue.name for clue in clues_of(found)] == expected
    return expected


def small(rng):
    """Return small puzzles of all families, many of which have one solution."""
    n = rng.choice([2, 3, 4])
    square = (np.add.outer(np.arange(n), rng.sample(range(n), n)) % n) + 1
    boxes = np.array([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
    some, few = (np.array([[rng.random() < 0.5 for _ in range(k)] for _ in range(k)]) for k in (n, 4))
    neighbours = [((r, c), (r, c + 1)) for r in range(n) for c in range(n - 1)]
    neighbours += [(a[::-1], b[::-1]) for a, b in neighbours]
    return [
        random_puzzle(rng, n, 0.3, 0.6),
        LatinSquare(np.where(some, square, 0)),
        Sudoku(np.where(few, boxes, 0), inequalities=[((0, 0), (0, 1)), ((0, 1), (1, 1))]),
        Adjacent(np.where(some, square, 0), [each for each in neighbours if beside(square, each)]),
        Kakuro(
            [
                [None, (rng.choice([3, 4]), 0), (rng.randint(3, 9), 0)],
                [(0, rng.randint(3, 9)), rng.choice([0, 1]), 0],
                [(0, rng.choice([3, 4])), 0, rng.choice([0, 2])],
            ]
        ),
        Permutations(
            n,
            forbidden=[(rng.randrange(n), rng.randint(1, n)) for _ in range(n)],
            order=[tuple(rng.sample(range(n), 2)) for _ in range(n - 1)],
        ),
        ExactCover(
            [rng.sample("abcde", rng.choice([1, 2, 3])) for _ in range(4)],
            primary=list("abc"),
            secondary=list("de"),
        ),
    ]


def beside(square, pair):
    return abs(int(square[pair[0]]) - int(square[pair[1]])) == 1


@pytest.mark.parametrize("seed", some(range(5), 5))
def test_all_families_beside_leaving_out_each_clue(seed):
    rng = random.Random(seed)
    families, n_redundant, n_needed = set(), 0, 0
    for _ in range(40):
        for puzzle in small(rng):
            number = n_solutions(puzzle)
            if number == 1:
                names = check(puzzle)
                families.add(type(puzzle))
                n_redundant += len(names)
                n_needed += len(clues_of(puzzle)) - len(names)
            else:
                why = "several solutions" if number else "no solution"
                with pytest.raises(PuzzleError, match=f"but it has {why}"):
                    redundant_clues(puzzle)
    assert len(families) == 7
    assert min(n_redundant, n_needed) > 50


@pytest.mark.parametrize("seed", range(3))
def test_models(seed):
    rng = random.Random(seed)
    n_checked = 0
    for _ in rounds(2000):
        model = random_model(rng)
        if n_solutions(model) == 1:
            check(model)
            n_checked += 1
    assert n_checked > 5


def test_minimal_puzzles_have_none():
    for seed in range(5):
        puzzle = generate(6, level="recursive", rules="tatham", seed=seed).puzzle
        assert clues_of(redundant_clues(puzzle)) == []


@pytest.mark.thorough
def test_puzzles_of_the_generator():
    small = [parse(each.id) for each in tatham() if each.id.startswith(("4:", "5:"))]
    assert len(small) > 5
    found = [check(puzzle) for puzzle in small[::2]]
    assert any(found)


def test_wrong_arguments_and_limits():
    with pytest.raises(TypeError, match="expected a Puzzle or a Model, got list"):
        redundant_clues([[1]])
    with pytest.raises(ValueError, match="timeout"):
        redundant_clues(LatinSquare([[1]]), timeout=-1)
    puzzle = generate(6, level="easy").puzzle
    with pytest.raises(LimitReached, match="the redundant clues are not all known yet") as caught:
        redundant_clues(generate(25, level="easy").puzzle, timeout=0.1)
    assert isinstance(caught.value.solutions, Futoshiki)
    with pytest.raises(LimitReached):  # Each question is easy, but there are 6400.
        redundant_clues(LatinSquare(LatinSquare.random(80, seed=1).clues), timeout=0.05)

    with pytest.raises(KeyboardInterrupt):
        redundant_clues(generate(25, level="easy").puzzle, progress=raising(KeyboardInterrupt))
    assert redundant_clues(puzzle, timeout=60) == redundant_clues(puzzle)
