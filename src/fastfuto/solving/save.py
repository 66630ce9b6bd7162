"""Write all solutions to files, even more solutions than fit into memory."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..engines import Engine
from ..errors import JobError, PuzzleError
from ..formats import replacing
from ..formats.npy import NpyWriter
from ..limits import ExecutorOption, ProgressOption, Run
from ..model import Model, Options, Solvable
from . import tuning
from .enumerate import solution_blocks
from .result import Order
from .session import checked_model

if TYPE_CHECKING:
    from pathlib import Path

    from ..jobs import Answer, IsOver

PART = re.compile(r"part-[0-9a-f]{32}\.npy(\.[0-9a-f.]+\.unfinished)?")
"""The names of finished and unfinished parts."""
CONTENTS = "solutions.json"
"""The file that lists the parts of a folder."""


def save_solutions(
    puzzle: Solvable[np.uint8],
    path: str | PathLike[str],
    *,
    order: Order = "any",
    limit: int | None = None,
    timeout: float | None = None,
    executor: ExecutorOption | None = None,
    journal: str | PathLike[str] | None = None,
    progress: ProgressOption = None,
) -> int:
    """Write all solutions of a puzzle to a ``.npy`` file or, with an executor, to a folder of such files.

    Parameters
    ----------
    puzzle : Puzzle or Model
        A puzzle whose solutions have the same length, so not an exact cover.
    path : path-like
        A file whose name ends with ``.npy``. With an executor or a journal, a folder, which is created if it does not
        exist; all workers must be able to access it.
    order, limit : optional
        As for `solutions`. With an executor or a journal, `order` and `limit` must be left out.
    timeout, progress
        As for `count`.
    executor, journal : optional
        As for `count`.

    Returns
    -------
    int
        The number k of solutions. The file, or all files in the folder together, hold the solutions as (k, n, n) uint8.
        In a folder, the file ``solutions.json`` lists the other files with their numbers of solutions.

    Raises
    ------
    LimitReached
        If the time is up. The solutions found by then are in the file, or in the folder and the journal.
    JobError
        If the executor, its workers or the journal fails, or the folder contains the solutions of another puzzle.
    OSError
        If the file or folder cannot be written.
    TypeError, ValueError, KeyboardInterrupt
        As for `solve`.

    See Also
    --------
    fastfuto.all_solutions : Return all solutions in one array.
    fastfuto.solution_blocks : Iterate over the solutions in blocks.
    fastfuto.count : Count the solutions.

    Examples
    --------
    >>> import fastfuto, numpy, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "squares.npy"
    ...     fastfuto.save_solutions(fastfuto.LatinSquare(4), path), numpy.load(path).shape
    (576, (576, 4, 4))
    """
    if isinstance(checked_model(puzzle), Options):
        raise PuzzleError("the solutions of an exact cover have different lengths, so no array can hold them")
    with Run(timeout, progress, executor=executor, journal=journal) as run:
        if run.is_in_pieces:
            if order != "any" or limit is not None:
                raise ValueError("order and limit have no effect on work in pieces; omit both")
            return _save_pieces(puzzle, path, run)
    if not os.fspath(path).endswith(".npy"):
        raise ValueError(f"expected a file name that ends with .npy, got {os.fspath(path)!r}")
    blocks = solution_blocks(puzzle, order=order, limit=limit, timeout=timeout, progress=progress)
    with NpyWriter(path, puzzle.shape) as writer:
        for block in blocks:
            writer.append(block)
    return writer.count


def _save_pieces(puzzle: Solvable[np.uint8], path: str | PathLike[str], run: Run) -> int:
    from pathlib import Path

    from ..jobs import run_pieces
    from .pieces import effort_of, search_job

    folder = Path(path)
    place = str(folder.absolute())
    job = search_job("save_solutions", puzzle, "auto", _save_piece, run, place)
    folder.mkdir(parents=True, exist_ok=True)
    _check_folder(folder, job.key)
    job = replace(job, common=(puzzle, job.common, place, job.key))
    results, is_completed = run_pieces(job, run)
    parts = {name: numbers[0] for *numbers, name in (results[place] for place in sorted(results)) if name}
    found = sum(parts.values())
    if not is_completed:
        raise run.late(effort_of(results, run), found)
    for name, count in parts.items():
        _check_part(folder / name, count)
    for part in folder.iterdir():
        # A lost worker may have left a part whose solutions other workers have written to smaller parts since.
        if PART.fullmatch(part.name) and part.name not in parts:
            part.unlink()
    contents = {"job": job.key, "solutions": found, "parts": parts}
    with replacing(folder / CONTENTS) as file:
        file.write((json.dumps(contents, indent=1) + "\n").encode())
    return int(found)


def _check_folder(folder: Path, key: str) -> None:
    """Raise JobError if the folder has the solutions of another job, which would be lost."""
    contents = folder / CONTENTS
    if not contents.exists():
        return
    try:
        known = json.loads(contents.read_text(encoding="utf-8"))["job"]
    except (OSError, ValueError, KeyError, TypeError):
        known = None
    if known != key:
        raise JobError(
            f"{contents} lists the solutions of another puzzle, which would be lost; choose another folder"
        )


def _check_part(path: Path, count: int) -> None:
    """Raise JobError if a part is missing or does not agree with the journal."""
    try:
        found = len(np.load(path, mmap_mode="r"))
    except (OSError, ValueError) as error:
        raise JobError(
            f"{path} is in the journal but cannot be read: {error}; start a new journal"
        ) from error
    if found != count:
        raise JobError(
            f"expected {count} solutions in {path}, as in the journal, found {found}; start a new journal"
        )


def _save_piece(
    common: tuple[Solvable[np.uint8], Model, str, str], payload: Any, is_over: IsOver
) -> Answer | None:
    """Write the solutions of a piece to a new part; the result has three numbers and the name of the part."""
    from pathlib import Path

    from ..jobs import Answer, digest
    from .pieces import search_piece

    puzzle, model, folder, key = common
    path = Path(folder, f"part-{digest(key, json.dumps(payload))}.npy")
    rows: npt.NDArray[Any] = np.empty((tuning.PART_ROWS, model.n_cells), model.dtype)
    # A worker that was presumed lost may still be writing the same part.
    unfinished = path.with_name(f"{path.name}.{os.urandom(16).hex()}.unfinished")

    def run(engine: Engine, work: int) -> int:
        outcome = engine.run(work, tuning.PART_ROWS, rows)
        # The writer buffers its input, and the rows are reused.
        writer.append(np.array(puzzle.decode(rows[: engine.found])))
        return outcome

    with NpyWriter(unfinished, puzzle.shape) as writer:
        found = search_piece(model, payload, run, is_over)
    if found is None or not writer.count:
        unfinished.unlink(missing_ok=True)
    if found is None:
        return None
    numbers, rest = found
    if not writer.count:
        return Answer([*numbers, None], rest)
    unfinished.replace(path)
    return Answer([*numbers, path.name], rest)
