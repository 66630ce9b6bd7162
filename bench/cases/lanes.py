"""Batches of Futoshiki grids of one size and level, for the lanes: Tatham's puzzles and fresh ones."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
import numpy.typing as npt

import fastfuto
from fastfuto import Futoshiki

FILE = Path(__file__).parents[1] / "data" / "futoshiki_tatham.tsv"
MOST_SIDE = 16
FRESH = {
    f"{n}{letter}": (n, level)
    for n in (5, 7, 9, 10, 12)
    for letter, level in (("e", "easy"), ("k", "tricky"), ("x", "extreme"))
    if n < 10 or letter != "x"
}
"""Sizes and levels of our own puzzles, by the names of Tatham's classes."""
BITS = {(0, 1): 1, (0, -1): 2, (1, 0): 4, (-1, 0): 8}
"""The bit for a cell that is less than its neighbour, by the direction of the neighbour."""

Bytes = npt.NDArray[np.uint8]


@functools.cache
def tatham() -> dict[str, list[Futoshiki]]:
    """Return Tatham's puzzles of up to 16 x 16, by size and letter of the level."""
    classes: dict[str, list[Futoshiki]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, text, *_ = line.split("\t")
            kind = name.split("-")[1].replace("d", "")
            if int(kind[:-1]) <= MOST_SIDE:
                puzzle = fastfuto.parse(text)
                assert isinstance(puzzle, Futoshiki)
                classes.setdefault(kind, []).append(puzzle)
    return dict(sorted(classes.items(), key=lambda entry: (int(entry[0][:-1]), entry[0])))


def fresh(kind: str, size: int, seed: int) -> list[Futoshiki]:
    """Return `size` new puzzles of a class of `FRESH`."""
    n, level = FRESH[kind]
    return [made.puzzle for made in fastfuto.generate_many(size, n, level=level, seed=seed)]  # type: ignore[arg-type,misc]


def arrays(puzzle: Futoshiki) -> tuple[Bytes, Bytes]:
    """Return the clues and signs of a puzzle in the form of the lanes."""
    signs = np.zeros((puzzle.n, puzzle.n), np.uint8)
    for (r, c), (row, column) in puzzle.inequalities:
        signs[r, c] |= BITS[row - r, column - c]
    return np.asarray(puzzle.clues, np.uint8), signs


def forms(puzzle: Futoshiki) -> list[Futoshiki]:
    """Return the 16 forms of a puzzle: reflected, transposed, and with reversed values."""
    cells = np.stack(np.divmod(np.arange(puzzle.n**2), puzzle.n), -1).reshape(puzzle.n, puzzle.n, 2)
    made = []
    for k in range(16):
        moved = cells.transpose(1, 0, 2) if k & 1 else cells
        moved = moved[:: -1 if k & 2 else 1, :: -1 if k & 4 else 1]
        to = {
            (int(moved[r, c, 0]), int(moved[r, c, 1])): (r, c)
            for r in range(puzzle.n)
            for c in range(puzzle.n)
        }
        clues = np.zeros_like(puzzle.clues)
        for old, new in to.items():
            value = puzzle.clues[old]
            clues[new] = puzzle.n + 1 - value if k & 8 and value else value
        pairs = [(to[a], to[b])[:: -1 if k & 8 else 1] for a, b in puzzle.inequalities]
        made.append(Futoshiki(clues, pairs))
    return made


def batch(puzzles: list[Futoshiki], size: int) -> tuple[Bytes, Bytes]:
    """Return clues and signs (size, n * n) of all forms of some puzzles, in mixed order."""
    every = [arrays(form) for puzzle in puzzles for form in forms(puzzle)]
    order = np.random.default_rng(0).permutation(size) % len(every)
    clues, signs = (np.stack([one.ravel() for one in part]) for part in zip(*every, strict=True))
    return clues[order], signs[order]
