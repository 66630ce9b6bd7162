"""Puzzles for proofs, with one solution, several or none, of all families with proofs; and spoilt proofs."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

import fastfuto
from fastfuto import (
    Adjacent,
    ExactCover,
    Futoshiki,
    Kakuro,
    LatinSquare,
    Model,
    Permutations,
    Skeleton,
    Sudoku,
)

from .futoshiki import neighbours, random_square, thinned

KINDS = ("futoshiki", "sudoku", "jigsaw", "latin", "adjacent", "permutations", "model")


def random_puzzle(number: int) -> Any:
    """Return the puzzle of this number; the number modulo 7 selects its kind."""
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
    """Return the minimal 9 x 9 Sudoku of this number."""
    rng = random.Random(f"minimal sudoku {number}")
    return _minimal(rng, _full(rng, Sudoku(np.zeros((9, 9), int))))


def _full(rng: random.Random, empty: Any) -> Any:
    """Return an empty grid filled at random, or unchanged if it has no solution."""
    clues = np.zeros(empty.shape, np.int64)
    clues[0] = rng.sample(range(1, empty.n + 1), empty.n)
    grid = fastfuto.solve(empty.with_clues(clues), seed=rng.randrange(2**32)).grid
    return empty if grid is None else empty.with_clues(grid)


def _minimal(rng: random.Random, puzzle: Any) -> Any:
    """Return a puzzle without the clues that its uniqueness does not need."""
    clues = puzzle.clues.copy()
    for cell in rng.sample(range(clues.size), clues.size):
        value = clues.flat[cell]
        clues.flat[cell] = 0
        if not fastfuto.is_unique(puzzle.with_clues(clues)):
            clues.flat[cell] = value
    return puzzle.with_clues(clues)


def _varied(rng: random.Random, full: Any) -> Any:
    """Return a minimal puzzle of a full grid, in half of the cases with a missing or wrong clue."""
    puzzle = _minimal(rng, full)
    clues = puzzle.clues.copy()
    given = np.flatnonzero(clues)
    if len(given) and rng.random() < 0.5:
        clues.flat[rng.choice(given)] = rng.choice([0, *range(1, puzzle.n + 1)])
    return puzzle.with_clues(clues)


def _futoshiki(rng: random.Random) -> Futoshiki:
    """Return a puzzle of order 3 to 9, possibly with a reversed inequality."""
    n = rng.randint(3, 9)
    puzzle = _varied(rng, thinned(rng, random_square(rng, n, n**3), 1, rng.choice([0.1, 0.3, 0.6])))
    turned = rng.randrange(3 * n * n)
    signs = [pair[::-1] if k == turned else pair for k, pair in enumerate(puzzle.inequalities)]
    return Futoshiki(puzzle.clues, signs)


def _sudoku(rng: random.Random) -> Sudoku:
    n = rng.choice([4, 6, 9, 9])
    return _varied(rng, _full(rng, Sudoku(np.zeros((n, n), int))))


def _jigsaw(rng: random.Random) -> Sudoku:
    """Return a grid of order 4 to 8 whose regions are rows with exchanged cells, with few solutions or none."""
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
    """Return a grid of order 3 to 7 with the bars of a square, possibly with a wrong bar."""
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
    """Return a model with any units, even too large units, domains, inequalities and relations."""
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


# Sums and covers ----------------------------------------------------------------------------------------


def random_sums(number: int, *, is_small: bool = False) -> Any:
    """Return the puzzle of this number with sums or items: Kakuro, exact covers and models in turn."""
    rng = random.Random(f"sums {number}")
    return (_kakuro, _cover, _sums)[number % 3](rng, is_small)


def _kakuro(rng: random.Random, is_small: bool) -> Kakuro:
    """Return a grid filled at random, possibly with missing or wrong totals."""
    height, width = (1, 1) if is_small else (rng.randint(2, 5), rng.randint(2, 5))
    white = {(r, c) for r in range(1, height + 1) for c in range(1, width + 1) if rng.random() < 0.85} | {
        (1, 1)
    }
    digits = {cell: rng.randint(1, 9) for cell in sorted(white)}

    def total(r: int, c: int, down: int, right: int) -> int:
        found = 0
        while (r := r + down, c := c + right) in white:
            found += digits[r, c]
        return 0 if rng.random() < 0.1 else found + (found > 0 and rng.random() < 0.05)

    return Kakuro(
        [
            [0 if (r, c) in white else (total(r, c, 1, 0), total(r, c, 0, 1)) for c in range(width + 1)]
            for r in range(height + 1)
        ]
    )


def _cover(rng: random.Random, is_small: bool) -> ExactCover:
    """Return a cover with secondary items, some with colours, and perhaps options without a primary item."""
    items = [f"i{k}" for k in range(rng.randint(2, 4 if is_small else 7))]
    options = []
    for _ in range(rng.randint(2, 6 if is_small else 14)):
        least = 0 if rng.random() < 0.1 else 1
        option: dict[str, str | None] = dict.fromkeys(
            rng.sample(items, rng.randint(least, min(3, len(items))))
        )
        if rng.random() < 0.5 or not option:
            option[rng.choice("xy")] = rng.choice([None, "red", "green"])
        options.append(option)
    return ExactCover(options, primary=items, secondary=["x", "y"])


def _sums(rng: random.Random, is_small: bool) -> Model:
    """Return a model with sums, which may have a cell twice, units and inequalities."""
    n_cells, n = (
        (rng.randint(2, 3), rng.randint(1, 3)) if is_small else (rng.randint(2, 6), rng.randint(1, 5))
    )
    units = [
        rng.sample(range(n_cells), rng.randint(1, min(n_cells, n + 1))) for _ in range(rng.randint(0, 3))
    ]
    sums = [
        ([rng.randrange(n_cells) for _ in range(rng.randint(1, 4))], rng.randint(1, 10))
        for _ in range(rng.randint(1, 3))
    ]
    inequalities = [rng.sample(range(n_cells), 2) for _ in range(rng.randint(0, 2))]
    return Model(Skeleton(n_cells, n, units), inequalities=inequalities, sums=sums)


PB_SPOILS = (
    "literal",
    "coefficient",
    "hint",
    "dropped line",
    "moved line",
    "foreign line",
    "end",
    "conclusion",
    "formula",
)


def spoilt_pb(
    rng: random.Random, spoil: str, formula: list[str], proof: list[str], foreign: list[str]
) -> None:
    """Change the lines of a pseudo-Boolean formula or of its proof in place; `foreign` is another puzzle's proof."""
    lines = formula if spoil == "formula" else proof
    at = rng.randrange(2, len(lines) - (0 if spoil == "formula" else 3)) if len(lines) > 5 else len(lines) - 2
    words = lines[at].split()
    if spoil in ("literal", "formula", "coefficient"):
        named = [k for k, word in enumerate(words) if word.lstrip("~")[:1] in "rpco" and word[-1:].isdigit()]
        if not named:
            words[-2] = str(int(words[-2]) + 1) if words[-2].lstrip("-").isdigit() else "1"
        elif spoil == "coefficient":
            words[rng.choice(named) - 1] = "2"
        else:
            k = rng.choice(named)
            words[k] = words[k][1:] if words[k].startswith("~") else f"~{words[k]}"
        lines[at] = " ".join(words) + "\n"
    elif spoil == "hint":
        numbers = [k for k, word in enumerate(words) if word.isdigit()]
        k = rng.choice(numbers)
        words[k] = str(max(1, int(words[k]) + rng.choice([-2, -1, 1, 2])))
        lines[at] = " ".join(words) + "\n"
    elif spoil == "dropped line":
        del lines[at]
    elif spoil == "moved line":
        lines.insert(rng.randrange(2, len(lines)), lines.pop(at))
    elif spoil == "foreign line":
        lines[at] = rng.choice(foreign)
    elif spoil == "end":
        del lines[at:]
    else:
        lines[-2] = f"conclusion UNSAT : {rng.randint(1, 2 * len(formula) + len(proof))} ;\n"
