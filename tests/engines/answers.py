"""The answers of the batch engines and the search: ``python -m tests.engines.answers PUZZLES ANSWERS``.

Both files are npz archives. PUZZLES has an array (k, 2, cells) of clues and signs for each name: "sudoku", or anything
else for Futoshikis. ANSWERS gets the answers and the work. `compare_arm` runs this program on two machines.
"""

from __future__ import annotations

import platform
import sys

import numpy as np

import fastfuto
from fastfuto import Sudoku
from fastfuto.engines import _lanes, _sudoku9

from .lane_puzzles import puzzle_of

LIMIT = 20
"""Number of solutions at which a puzzle is finished."""


def batch(name, clues, signs, width):
    """Return the first solutions, the numbers of solutions and the work of a batch engine."""
    grids, counts = np.zeros_like(clues), np.full(len(clues), -7, np.int64)
    if name == "sudoku":
        engine = _sudoku9.Sudoku9(clues, grids, counts, LIMIT, width)
        assert engine.run(2**60) == _sudoku9.EXHAUSTED
        return grids, counts, np.array([engine.nodes])
    engine = _lanes.Lanes(clues, signs, grids, counts, LIMIT, width)
    assert engine.run(2**60) == _lanes.EXHAUSTED
    return grids, counts, np.array([engine.nodes, engine.passes])


def search(name, clues, signs):
    """Return the solution that the search finds, the number of solutions, and the nodes and backtracks."""
    puzzle = Sudoku(clues.reshape(9, 9)) if name == "sudoku" else puzzle_of(clues, signs)
    solved = fastfuto.solve(puzzle, engine="search")
    grid = np.zeros_like(clues) if solved.grid is None else solved.grid.ravel().astype(np.uint8)
    work = solved.stats.nodes, solved.stats.backtracks
    return grid, fastfuto.count(puzzle, limit=LIMIT, engine="search"), work


def main(puzzles, answers):
    """Check that all widths agree with each other and with the search, and write the answers."""
    found = {"machine": platform.machine(), "widths": [*_sudoku9.WIDTHS, *_lanes.WIDTHS]}
    for name, cells in np.load(puzzles).items():
        clues, signs = (np.ascontiguousarray(cells[:, k]) for k in range(2))
        widths = (_sudoku9 if name == "sudoku" else _lanes).WIDTHS
        grids, counts, work = batch(name, clues, signs, widths[0])
        for width in widths[1:]:
            for one, other in zip((grids, counts, work), batch(name, clues, signs, width), strict=True):
                assert (one == other).all(), (name, width)
        # Clues that are out of range, and puzzles on which the lanes give up, are not for the search.
        [asked] = np.nonzero((clues.max(axis=1) <= round(clues.shape[1] ** 0.5)) & (counts >= 0))
        first, numbers, effort = zip(*(search(name, clues[k], signs[k]) for k in asked), strict=True)
        assert (counts[asked] == numbers).all(), name
        found |= {f"{name} grids": grids, f"{name} counts": counts, f"{name} work": work}
        found |= {f"{name} search grids": np.array(first), f"{name} search work": np.array(effort)}
        kinds = [int((counts[asked] == 0).sum()), int((counts == 1).sum()), int((counts > 1).sum())]
        print(
            f"{name}: {len(clues)} puzzles in {' and '.join(map(str, widths))} bits, {len(asked)} by the search;"
            f" none, one, several solutions: {kinds}; work {work.tolist()}",
            flush=True,
        )
    np.savez(answers, **found)


if __name__ == "__main__":
    main(*sys.argv[1:])
