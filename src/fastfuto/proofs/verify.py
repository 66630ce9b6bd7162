"""Whether certificates in files show what they claim."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..errors import LimitReached, PuzzleError
from ..formats import load, parse
from ..limits import ProgressOption, Stats, Watch
from . import check, encoding

__all__ = ["deadline", "verify"]


def verify(
    folder: str | os.PathLike[str],
    puzzle: Any = None,
    *,
    executor: Executor | None = None,
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> bool:
    """Return whether the certificate in a folder, or those in a file, show what they claim.

    Parameters
    ----------
    folder : str or path-like
        Folder with the files that `Certificate.save` has written, or file with a `Certificate.to_json` in each line.
    puzzle : Puzzle or Model, optional
        The puzzle that all certificates must speak of. Default: any.
    executor : concurrent.futures.Executor, optional
        Checks the pieces of a certificate of thousands of solutions. Default: one after the other, here.
    timeout : float, optional
        Time limit in seconds, kept within 50 ms. Default: none.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. What the callable
        raises ends the call.

    Returns
    -------
    bool
        False also for files that are not what they should be; ``fastfuto.proofs.check.check(folder)`` says why.

    Raises
    ------
    LimitReached
        If the time is up.
    OSError
        If a file cannot be read.

    Notes
    -----
    The checker is two files in plain Python, ``check.py`` and ``encoding.py`` of the folder ``fastfuto/proofs``,
    which can be copied and used without fastfuto. It searches nothing, reads the proof once, and takes memory for
    the formula and for the constraints that are not deleted. Proofs in the format "drat" do not name what their
    clauses follow from: for these it needs drat.py as well, and some milliseconds for each clause.

    Examples
    --------
    >>> import fastfuto, tempfile
    >>> puzzle = fastfuto.Futoshiki([[1, 0], [0, 0]])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     fastfuto.prove(puzzle).save(folder)
    ...     verify(folder, puzzle), verify(folder, fastfuto.Futoshiki([[2, 0], [0, 0]]))
    (True, False)
    """
    watch, path = Watch(timeout, progress), Path(folder)
    try:
        if not all(_verdicts(path, executor, watch)):
            return False
        with suppress(PuzzleError):  # It may be no puzzle of a family: then it is not this one.
            return puzzle is None or all(each == puzzle for each in _puzzles(path))
        return False
    finally:
        watch.close()


def _verdicts(path: Path, executor: Executor | None, watch: Watch) -> Iterator[bool]:
    """Yield whether each piece holds, or whether all of them do."""
    pieces = None
    if path.is_dir():
        with suppress(encoding.Unreadable):
            pieces = encoding.read_object(path / encoding.RECORD).get("pieces")
    if executor is None or not isinstance(pieces, list) or len(pieces) < 2:
        yield check.check(path, deadline(watch)).ok
        return
    tasks = [executor.submit(_is_piece, path, piece, watch.timeout) for piece in range(len(pieces))]
    for task in tasks:
        yield task.result()
        deadline(watch)()


def _is_piece(path: Path, piece: int, timeout: float | None) -> bool:
    """Return whether a piece holds."""
    return check.check(path, deadline(Watch(timeout, None)), piece).ok


def _puzzles(path: Path) -> Iterator[Any]:
    """Yield the puzzles of which certificates speak."""
    if path.is_dir():
        yield load(path / encoding.PUZZLE, "json")
        return
    with path.open("rb") as file:
        for line in file:
            yield parse(json.dumps(json.loads(line)["puzzle"]), "json")


def deadline(watch: Watch) -> Callable[[], None]:
    """Return what a checker calls now and then; it raises LimitReached when the time is up."""

    def tick() -> None:
        if watch.is_over(stage="checking"):
            message = f"the time limit of {watch.timeout} s has passed before the certificate was checked"
            raise LimitReached(message, found=0, stats=Stats(0, 0, watch.seconds, "check"))

    return tick
