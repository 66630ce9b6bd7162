"""Many puzzles as arrays in one file."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..formats import check_writable, replacing
from ..limits import at_least
from ..model import IntArray
from ..puzzles import Adjacent, Sudoku
from .generate import generate_many
from .made import Generated

__all__ = ["save_dataset"]

SUFFIX = ".npz"


def save_dataset(k: int, path: str | os.PathLike[str], n: int = 9, **recipe: Any) -> None:
    """Make puzzles and write them as arrays into one ``.npz`` file.

    Parameters
    ----------
    k : int
        How many, at least 1.
    path : path-like
        The file, whose name ends with ``.npz``; that is added to a name without a suffix. A file of this name is
        replaced when all arrays are written. If anything fails before, it stays as it was.
    n, **recipe
        As for `fastfuto.generate_many`, except ``family="kakuro"``.

    Raises
    ------
    RecipeNotMet, PuzzleError, TypeError, ValueError
        As `fastfuto.generate_many` does. A ValueError is also raised for another suffix.
    OSError
        If the file cannot be written.

    Notes
    -----
    The arrays, which ``numpy.load`` gives by name:

    ============ ================ ====== ====================================================================
    name         shape            dtype  holds
    ============ ================ ====== ====================================================================
    clues        (k, n, n)        uint8  numbers of the puzzles, 0 where blank
    solutions    (k, n, n)        uint8  their solutions
    inequalities (k, n, n, 2)     int8   1 where the cell is less than its right ([..., 0]) or lower ([..., 1])
                                         neighbour, -1 where it is greater, 0 where nothing is said
    levels       (k,)             str    their levels
    scores       (k,)             float  scores of their hardest techniques
    totals       (k,)             float  sums of the scores of all steps beyond inequalities
    minutes      (k,)             float  about how many minutes a person takes; not a number if the rules do not finish
    seeds        (k,)             uint64 the seeds of their recipes
    attempts     (k,)             int64  squares that were tried for them
    ============ ================ ====== ====================================================================

    With ``variant="adjacent"``, ``inequalities`` has 1 for a bar instead. With ``variant="jigsaw"`` there is also
    ``regions``, (k, n, n) int32.

    Examples
    --------
    >>> import os, tempfile
    >>> import numpy as np
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "easy.npz")
    ...     save_dataset(3, path, 4, level="easy")
    ...     with np.load(path) as arrays:
    ...         print(arrays["clues"].shape, arrays["levels"].tolist())
    (3, 4, 4) ['easy', 'easy', 'easy']
    """
    k = at_least(1, k, "k")
    stream = generate_many(k, n, **recipe)
    if "kakuro" in (recipe.get("family"), getattr(recipe.get("recipe"), "family", None)):
        raise PuzzleError("the arrays of a data set have no place for the totals of a Kakuro")
    name = os.fspath(path)
    suffix = os.path.splitext(name)[1]
    if suffix.lower() not in ("", SUFFIX):
        raise ValueError(f"there are no data sets in {suffix!r} files; names end with {SUFFIX}")
    name = name if suffix else f"{name}{SUFFIX}"
    check_writable(name)
    made = list(stream)
    arrays: dict[str, npt.NDArray[Any]] = {
        "clues": np.array([np.asarray(each.puzzle) for each in made], np.uint8),
        "solutions": np.array([each.solution for each in made]),
        "inequalities": np.array([_signs(each) for each in made]),
        "levels": np.array([each.grade.level for each in made]),
        "scores": np.array([each.grade.score for each in made]),
        "totals": np.array([each.grade.total for each in made]),
        "minutes": np.array([each.grade.minutes for each in made], float),
        "seeds": np.array([each.seed for each in made], np.uint64),
        "attempts": np.array([each.attempts for each in made], np.int64),
    }
    if made[0].recipe.variant == "jigsaw":
        arrays["regions"] = np.array([_regions(each) for each in made])
    with replacing(name) as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]


def _regions(made: Generated) -> IntArray:
    assert isinstance(made.puzzle, Sudoku)
    return made.puzzle.regions


def _signs(made: Generated) -> npt.NDArray[np.int8]:
    """Return the signs to the right of and below each cell, (n, n, 2)."""
    n = made.recipe.side
    signs = np.zeros((n * n, 2), np.int8)
    puzzle: Any = made.puzzle
    if isinstance(puzzle, Adjacent):
        pairs = np.array([[r * n + c, row * n + column] for (r, c), (row, column) in puzzle.bars], np.int64)
    else:
        pairs = puzzle.model().inequalities.astype(np.int64)
    for lesser, greater in pairs.reshape(-1, 2).tolist():
        signs[min(lesser, greater), int(abs(greater - lesser) > 1)] = 1 if lesser < greater else -1
    return signs.reshape(n, n, 2)
