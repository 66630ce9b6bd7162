"""Generation of puzzles by size and level, beside "Unequal" of Simon Tatham's puzzle collection."""

from __future__ import annotations

from typing import Any

from ..cases.generation import Making
from ..tasks import GENERATE
from . import Case, Promise, Section, Set, Suite

BOTH = ("fastfuto", "sgt-unequal")


def making(
    n: int, level: str | None, k: int, cases: int = 3, contestants: tuple[str, ...] = BOTH, **wishes: Any
) -> Set:
    """Return a set of cases with k puzzles each."""
    name = f"{n} x {n}, {level or 'any level'}" + "".join(f", {key} {value}" for key, value in wishes.items())
    kinds = tuple(sorted(wishes.items()))

    def case(seed: int) -> Case:
        return Case(f"seed {seed}", lambda: Making(n, level, k, seed, kinds))

    return Set(name, GENERATE, [case(seed) for seed in range(cases)], contestants)


def alone(n: int, level: str | None, k: int, **wishes: Any) -> Set:
    """Return a set for fastfuto without rivals."""
    return making(n, level, k, contestants=("fastfuto",), **wishes)


def under(millis: float, name: str) -> Promise:
    return Promise(f"{name}: at most {millis:g} ms", f": {name}: generate$", "median", millis * 1e-3)


def times(ratio: float, name: str) -> Promise:
    return Promise(f"{name}: at least {ratio:g} x sgt-unequal", f": {name}: generate$", "ratio", ratio)


SUITE = Suite(
    title="making puzzles",
    text="Levels are those of `rules='tatham'`. The time is that of one puzzle, misses included, in the mean over\n"
    "those of a call. Every puzzle is checked to have one solution, and ours to have their level. The generator\n"
    "`sgt-unequal --generate` (Debian, sgt-puzzles) lowers a level that it does not reach; that is not counted\n"
    "against it.",
    limit=600.0,
    quick_limit=20.0,
    sections=[
        Section(
            "Beside sgt-unequal",
            "Both strip to the last redundant clue.",
            [
                *(making(n, level, 20) for n in (5, 7) for level in ("easy", "tricky", "extreme")),
                *(making(n, "recursive", 5, cases=1) for n in (5, 7)),
                *(making(9, level, 20) for level in ("easy", "tricky", "extreme")),
                making(9, "recursive", 5, cases=1),
                making(14, "easy", 5, cases=1),
                making(14, "tricky", 2, cases=1),
            ],
        ),
        Section(
            "Larger grids and other kinds",
            "",
            [
                alone(9, "recursive", 20),
                alone(14, "tricky", 10),
                alone(25, "easy", 5),
                alone(30, "easy", 3),
                alone(9, None, 20, numbers=0),
                alone(12, None, 3, numbers=0),
                alone(9, "easy", 50, variant="adjacent"),
                alone(9, None, 50, family="sudoku"),
                alone(9, "moderate", 50, family="sudoku", rules="full", symmetry="half-turn"),
                alone(12, None, 20, family="kakuro", rules="full"),
            ],
        ),
    ],
    promises=[
        under(0.5, "9 x 9, easy"),
        under(2, "9 x 9, tricky"),
        under(5, "9 x 9, extreme"),
        under(30, "9 x 9, recursive"),
        under(0.5, "5 x 5, tricky"),
        under(0.5, "7 x 7, tricky"),
        under(5, "14 x 14, easy"),
        under(60, "14 x 14, tricky"),
        under(80, "25 x 25, easy"),
        under(200, "30 x 30, easy"),
        under(10, "9 x 9, any level, numbers 0"),
        under(1000, "12 x 12, any level, numbers 0"),
        under(1, "9 x 9, any level, family sudoku"),
        under(2, "9 x 9, moderate, family sudoku, rules full, symmetry half-turn"),
        under(5, "12 x 12, any level, family kakuro, rules full"),
        times(15, "9 x 9, easy"),
        times(20, "9 x 9, tricky"),
        times(20, "9 x 9, extreme"),
        times(500, "9 x 9, recursive"),
        times(100, "14 x 14, tricky"),
    ],
)
