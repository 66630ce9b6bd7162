"""The balance of `split`: ``python -m bench.split``.

Each of 20 random puzzles, n = 6 to 9, is split into 64 parts, and the search counts the puzzle and the parts. Some
puzzles have clues, and in some the first row ascends. They lose signs and clues in random order until the search
takes some time.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np

import fastfuto
from fastfuto import CountResult, Futoshiki, LatinSquare

from .cases.futoshiki import neighbours, ordered
from .machine import machine

RESULTS = Path(__file__).parent / "results"
PARTS = 64
LARGEST, TOTAL = 3.0, 1.15
"""Expected ratios of times: largest part to mean part, and all parts to the whole."""


class Kind(NamedTuple):
    """The initial clues of a puzzle besides all signs, some of which it loses."""

    n: int
    n_clues: int
    is_sorted: bool


KINDS = [
    Kind(n, n_clues, is_sorted)
    for n in (6, 7, 8, 9)
    for n_clues, is_sorted in ((0, False), (n // 2, False), (n, False), (0, True), (n // 2, True))
]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.split", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="of the whole puzzle (default: 5)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--output", type=Path, default=RESULTS / "split.json")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    rows = []
    print(" n clues sorted        nodes      s split s   largest in means    total in wholes")
    for kind in KINDS:
        rows.append(row := measured(kind, sized(kind, rng, args.seconds)))
        told = " ".join(
            f"{row[key]['nodes']:8.2f} {row[key]['seconds']:8.2f} s" for key in ("largest", "total")
        )
        print(
            f"{kind.n:2} {kind.n_clues:5} {'yes' if kind.is_sorted else 'no':6} {row['nodes']:12,} "
            f"{row['seconds']:6.2f} {row['split']:7.2f} {told}",
            "" if is_even(row) else "  uneven",
            flush=True,
        )
    args.output.write_text(json.dumps({"machine": machine(), "rows": rows}, indent=1) + "\n")


def is_even(row: dict[str, Any]) -> bool:
    return bool(
        row["largest"]["seconds"] <= LARGEST
        and row["total"]["seconds"] <= TOTAL
        and not row["without solutions"]
    )


def sized(kind: Kind, rng: random.Random, seconds: float) -> Futoshiki:
    """Return the first of ever looser puzzles that takes the search `seconds`."""
    for puzzle in ever_looser(kind, rng):
        try:
            searched(puzzle, seconds)
        except fastfuto.LimitReached:
            return puzzle
    return puzzle


def ever_looser(kind: Kind, rng: random.Random) -> Iterator[Futoshiki]:
    """Yield puzzles that share a solution, each with one sign fewer than the puzzle before."""
    n = kind.n
    grid = LatinSquare.random(n, seed=rng.randrange(2**32)).clues
    if kind.is_sorted:
        grid = grid[:, np.argsort(grid[0])]
    numbers = np.zeros((n, n), np.uint8)
    first = n if kind.is_sorted else 0
    for cell in rng.sample(range(first, n * n), kind.n_clues):
        numbers.flat[cell] = grid.flat[cell]
    signs = ordered(grid.tolist(), neighbours(n))
    kept = signs[: n - 1] if kind.is_sorted else []
    others = rng.sample(signs[len(kept) :], len(signs) - len(kept))
    while others:
        yield Futoshiki(numbers, [*kept, *others])
        others.pop()
    yield Futoshiki(numbers, kept)


def searched(puzzle: Any, seconds: float | None = None) -> CountResult:
    return fastfuto.count_result(puzzle, engine="search", timeout=seconds)


def measured(kind: Kind, puzzle: Futoshiki) -> dict[str, Any]:
    """Return the search's nodes and seconds on the puzzle and on its parts."""
    start = process_time()
    whole = searched(puzzle)
    seconds = process_time() - start
    start = process_time()
    parts = fastfuto.split(puzzle, PARTS)
    split = process_time() - start
    counts, times = [], []
    for part in parts:
        start = process_time()
        counts.append(searched(part))
        times.append(process_time() - start)
    if sum(each.count for each in counts) != whole.count:
        raise AssertionError(f"the parts of {puzzle!r} do not add up")
    nodes = [each.stats.nodes for each in counts]
    return {
        **kind._asdict(),
        "signs": len(puzzle.inequalities),
        "nodes": whole.stats.nodes,
        "seconds": seconds,
        "split": split,
        "without solutions": sum(not each.count for each in counts),
        "largest": {"nodes": PARTS * max(nodes) / sum(nodes), "seconds": PARTS * max(times) / sum(times)},
        "total": {"nodes": sum(nodes) / whole.stats.nodes, "seconds": sum(times) / seconds},
    }


if __name__ == "__main__":
    main()
