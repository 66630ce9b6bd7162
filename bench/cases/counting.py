"""Five puzzles of order 9 with few numbers and inequalities, but only about 570,000 solutions.

Random puzzles with 10 % of the numbers and 30 % of the inequalities have about 10 billion solutions; none of sixty
had fewer than 80 million. Numbers and inequalities of random puzzles were therefore exchanged for others of the same
square, one at a time, while the estimated number of solutions approached 570,000. The puzzles are in
bench/data/counting.json; ``python -m bench.cases.counting`` makes them and takes some minutes.
"""

from __future__ import annotations

import functools
import json
import math
import random
from pathlib import Path
from typing import Any

import fastfuto
from fastfuto import Futoshiki

from .futoshiki import below, draw, neighbours, ordered, random_square

FILE = Path(__file__).parents[1] / "data" / "counting.json"
N, NUMBERS, INEQUALITIES = 9, 8, 43
SOLUTIONS = 570_000
CLOSE = 0.05
"""Largest deviation between the natural logarithms of the estimate and the target."""
SAMPLES = 4

Entry = dict[str, Any]


@functools.cache
def entries() -> list[Entry]:
    """Return each puzzle's numbers, inequalities and number of solutions."""
    found: list[Entry] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def some_solutions(index: int) -> Futoshiki:
    """Return the puzzle of this index."""
    entry = entries()[index]
    return Futoshiki(entry["clues"], [(tuple(a), tuple(b)) for a, b in entry["inequalities"]])


def find(index: int) -> Entry:
    """Return a puzzle made from the random square of this index."""
    rng = random.Random(f"fastfuto counting {index}")
    square = random_square(rng, N, N**3)
    cells = [(r, c) for r in range(N) for c in range(N)]
    pairs = neighbours(N)
    # The puzzle has the first entries of each list.
    kinds: list[tuple[list[Any], int]] = [(draw(rng, cells, len(cells)), NUMBERS)]
    kinds.append((draw(rng, pairs, len(pairs)), INEQUALITIES))

    def entry() -> Entry:
        clues = [[0] * N for _ in range(N)]
        for r, c in kinds[0][0][:NUMBERS]:
            clues[r][c] = square[r][c]
        return {"clues": clues, "inequalities": ordered(square, sorted(kinds[1][0][:INEQUALITIES]))}

    def distance() -> float:
        estimate = fastfuto.estimate_count(Futoshiki(**entry()), samples=SAMPLES, seed=1)
        return abs(estimate.log - math.log(SOLUTIONS))

    best = distance()
    while best > CLOSE:
        items, n = kinds[below(rng, 2)]
        i, j = below(rng, n), n + below(rng, len(items) - n)
        items[i], items[j] = items[j], items[i]
        if (now := distance()) < best:
            best = now
        else:
            items[i], items[j] = items[j], items[i]
    made = entry()
    made["solutions"] = fastfuto.count(Futoshiki(**made), engine="search")
    return made


def main() -> None:
    made = []
    for index in range(5):
        made.append(find(index))
        print(index, made[-1]["solutions"], flush=True)
    lines = ",\n".join(map(json.dumps, made))
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
