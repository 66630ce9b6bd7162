"""Comparison of the lanes with single calls: ``python -m bench.lanes``.

For each class of puzzles, the table has the microseconds per puzzle of a proof that it has one solution. `is_unique`
gets newly parsed puzzles, and the lanes a batch of all forms of the same puzzles, for each width of registers. Both
take turns, and the minimum of all rounds counts. A puzzle that the lanes hand over counts with the time of
`is_unique`. Installed rivals only solve some puzzles of each class.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

import fastfuto
from fastfuto import Futoshiki
from fastfuto.engines._lanes import HANDED_OVER, PAUSED, WIDTHS, Lanes

from .cases import lanes
from .machine import machine
from .rivals import CONTESTANTS, PACKAGES
from .tasks import UNIQUE

RESULTS = Path(__file__).parent / "results"
SIZE = 2000
RIVALS = ("CaDiCaL", "CP-SAT")
ASKED = 10
"""Puzzles of a class for rivals."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.lanes", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--size", type=int, default=SIZE, help=f"puzzles of a batch (default: {SIZE})")
    parser.add_argument("--only", nargs="*", help="names of classes, such as 5e")
    parser.add_argument("--fresh", type=int, metavar="SEED", help="new puzzles in place of Tatham's")
    parser.add_argument("-o", "--output", type=Path, default=RESULTS / "lanes.json")
    args = parser.parse_args()
    rivals = [name for name in RIVALS if CONTESTANTS[name].is_installed]
    kinds = lanes.FRESH if args.fresh is not None else lanes.tatham()
    rows = []
    print(
        "class  is_unique "
        + " ".join(f"{name:>8}" for name in (*WIDTHS, *rivals))
        + "    nodes passes  over  ratio"
    )
    for kind in kinds:
        if not args.only or kind in args.only:
            puzzles = lanes.tatham()[kind] if args.fresh is None else lanes.fresh(kind, 20, args.fresh)
            rows.append(row := measured(kind, puzzles, args.size, args.rounds))
            row["rivals"] = {name: rival_time(name, puzzles[:ASKED]) for name in rivals}
            told = " ".join(f"{row['lanes'][width]:8.3f}" for width in WIDTHS)
            told = " ".join([told, *(f"{row['rivals'][name]:8.0f}" for name in rivals)])
            print(
                f"{kind:5} {row['is_unique']:10.2f} {told} {row['nodes']:8.2f} {row['passes']:6.1f} "
                f"{row['handed over']:5.3f} {row['ratio']:6.1f}",
                flush=True,
            )
    args.output.write_text(json.dumps({"machine": machine(PACKAGES), "rows": rows}, indent=1) + "\n")


def measured(kind: str, puzzles: list[Futoshiki], size: int, rounds: int) -> dict[str, Any]:
    """Measure one class; the ratio is for registers of 256 bits or the widest available registers below."""
    clues, signs = lanes.batch(puzzles, size)
    single, best = float("inf"), dict.fromkeys(WIDTHS, float("inf"))
    for _ in range(rounds):
        anew = [Futoshiki(puzzle.clues, puzzle.inequalities) for puzzle in puzzles]
        start = time.process_time()
        assert all(map(fastfuto.is_unique, anew))
        single = min(single, (time.process_time() - start) / len(anew) * 1e6)
        for width in WIDTHS:
            counts = np.zeros(size, np.int64)
            engine = Lanes(clues, signs, np.zeros_like(clues), counts, 2, width)
            start = time.process_time()
            while engine.run(10**9) == PAUSED:
                pass
            best[width] = min(best[width], (time.process_time() - start) / size * 1e6)
            assert ((counts == 1) | (counts == HANDED_OVER)).all()
    over = float((counts == HANDED_OVER).mean())
    width = next(width for width in WIDTHS if width <= 256)
    return {
        "class": kind,
        "puzzles": len(puzzles),
        "is_unique": single,
        "lanes": best,
        "nodes": engine.nodes / size,
        "passes": engine.passes / size,
        "handed over": over,
        "ratio": single / (best[width] + over * single),
    }


def rival_time(name: str, puzzles: list[Futoshiki]) -> float:
    """Return a rival's mean time in microseconds to prove that a puzzle has one solution."""
    outcomes = [CONTESTANTS[name].rival(puzzle, UNIQUE, 60.0) for puzzle in puzzles]
    assert all(outcome.found == 1 for outcome in outcomes)
    return sum(outcome.solve for outcome in outcomes) / len(outcomes) * 1e6


if __name__ == "__main__":
    main()
