import os
import time
from pathlib import Path

import numpy as np
import pytest

from fastfuto import LatinSquare, Permutations, format_puzzle

EXAMPLES = Path(__file__).parents[2] / "examples"


FUTOSHIKI_FORMATS = ("source", "tatham", "plain", "json")


posix = pytest.mark.skipif(os.name != "posix", reason="signals and pipes of POSIX")


FAMILIES = {
    "adjacent.txt": ("adjacent 3:\n0 | 0 | 0\n.   -   -\n0 . 0 | 0\n-   .   -\n0 | 0 . 0\n", 2),
    "sudoku.txt": ("000000012000035000000600070700000300000400800100000000000120000080000040050000600\n", 1),
    "kakuro.txt": ("2 3\n* (3,0) (4,0)\n(0,4) 0 0\n", 0),
    "cover.txt": ("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n", 1),
    "permutations.json": (format_puzzle(Permutations(4, order=[(0, 1)]), "json"), 12),
    "latin.json": (format_puzzle(LatinSquare(4), "json"), 576),
}


def wait_for(condition):
    while not condition():
        time.sleep(0.01)


def latin(grids):
    n = grids.shape[-1]
    values = np.arange(1, n + 1, dtype=np.uint8)[:, None]
    return (np.sort(grids, axis=1) == values).all() and (np.sort(grids, axis=2) == values.T).all()


def write_model(name, values):
    """Write the output of a SAT solver for a formula: the values of all cells, as true literals."""
    n = max(values)
    literals = (cell * n + value for cell, value in enumerate(values))
    Path(name).write_text(f"s SATISFIABLE\nv {' '.join(map(str, literals))} 0\n")


def output_of(answer, code=0):
    """Return the output of a command that ends with this code and says nothing on standard error."""
    assert (answer[0], answer[2]) == (code, ""), answer
    return answer[1]


def message_of(answer, code=2):
    """Return what a command that ends with this code says on standard error; it prints nothing else."""
    assert answer[:2] == (code, ""), answer
    return answer[2]
