"""The large puzzles: 38 stored ones, and by the same recipe as many fresh sets as there are seeds.

``python -m bench.large.generate 30 --clues 0.4 --signs 0.7 --seed 5`` prints one in the source format.
"""

from __future__ import annotations

import argparse
import random
import re
from pathlib import Path

import fastfuto
from fastfuto import Futoshiki

from ..cases import random_square, thinned

INSTANCES = Path(__file__).parent / "instances"


def recipe(name: str) -> tuple[int, float, float]:
    """Return order, share of the clues and share of the signs that the name of an instance tells."""
    match = re.fullmatch(r"(?:\w+-)?n(\d+)-g(\d+)-s(\d+)", name)
    if match is None:
        raise ValueError(f"no name of an instance: {name!r}")
    n, g, s = match.groups()
    return int(n), int(g) / 10 ** (len(g) - 1), int(s) / 10 ** (len(s) - 1)


STORED = sorted((path.stem for path in INSTANCES.glob("*.txt")), key=recipe)
CRITICAL = [name for name in STORED if name.startswith("critical-")]  # with one or a few solutions
WIDE = [name for name in STORED if name not in CRITICAL]  # with many
HUGE = [f"huge-n{n}-{shares}" for n in (100, 200) for shares in ("g002-s001", "g045-s00")]


def instance(name: str, seed: int | None = None) -> Futoshiki:
    """Return the stored puzzle of this name, or the one that its recipe and the seed make."""
    if seed is None and name in STORED:
        return fastfuto.load(INSTANCES / f"{name}.txt")
    return random_puzzle(*recipe(name), seed or 0)


def random_puzzle(n: int, g: float, s: float, seed: int) -> Futoshiki:
    """Return the puzzle that these four numbers name, from a square some 2 n^3 steps off the cyclic one."""
    rng = random.Random(f"fastfuto large {n} {g:g} {s:g} {seed}")
    return thinned(rng, random_square(rng, n, 2 * n * n), g, s)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.large.generate", description="Make a puzzle.")
    parser.add_argument("n", type=int, help="side of the grid")
    parser.add_argument("--clues", type=float, default=0.0, help="share of the cells that keep their value")
    parser.add_argument("--signs", type=float, default=0.0, help="share of the pairs that get their sign")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print(random_puzzle(options.n, options.clues, options.signs, options.seed), end="")


if __name__ == "__main__":
    main()
