"""Whether certificates in files show what they claim."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, suppress
from tempfile import TemporaryDirectory
from typing import Any

from ..errors import LimitReached
from ..formats import parse
from ..limits import ProgressOption, Stats, Watch
from . import check
from .certificate import Certificate, check_executor


def verify(
    folder: str | os.PathLike[str] | Certificate,
    puzzle: Any = None,
    *,
    executor: Executor | None = None,
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> bool:
    """Return whether a certificate, or each certificate in a file, shows what it claims.

    Parameters
    ----------
    folder : str, path-like or Certificate
        Folder with the files that `Certificate.save` has written, or file with a `Certificate.to_json` in each line.
        A certificate, such as `fastfuto.prove` returns, is saved in a temporary folder first.
    puzzle : Puzzle or Model, optional
        The puzzle that all certificates must be about. Default: any.
    executor : concurrent.futures.Executor, optional
        Checks the pieces of a certificate of thousands of solutions. Its workers must see the folder. Default: one
        piece after the other, here.
    timeout : float, optional
        Time limit in seconds, kept within 50 ms once a certificate is saved. Default: none.
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
    PuzzleError
        If JSON cannot hold the puzzle of a Certificate.
    TypeError
        If `executor` is no Executor.

    Notes
    -----
    The checker is two files in plain Python, ``check.py`` and ``encoding.py`` of the folder ``fastfuto/proofs``,
    which can be copied and used without fastfuto. It searches nothing, reads the proof once, and takes memory for
    the formula and for the constraints that are not deleted. Proofs in the format "drat" do not name what their
    clauses follow from: for these it needs drat.py as well, and some milliseconds for each clause. The claim is read
    and compared with `puzzle` once, before the pieces are checked, so files that change meanwhile cannot change it.

    Examples
    --------
    >>> import fastfuto, tempfile
    >>> puzzle = fastfuto.Futoshiki([[1, 0], [0, 0]])
    >>> certificate = fastfuto.prove(puzzle)
    >>> verify(certificate, puzzle)
    True
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     certificate.save(folder)
    ...     verify(folder, puzzle), verify(folder, fastfuto.Futoshiki([[2, 0], [0, 0]]))
    (True, False)
    """
    check_executor(executor)
    watch = Watch(timeout, progress)
    tick = deadline(watch)

    def is_meant(fields: dict[str, Any]) -> bool:
        with suppress(ValueError):  # The reader may refuse it: then it is not this puzzle.
            return puzzle is None or bool(parse(json.dumps(fields), "json") == puzzle)
        return False

    def run(pieces: list[check.Piece]) -> Iterator[check.Verdict]:
        if executor is None or len(pieces) == 1:
            yield from (check.check_piece(piece, tick) for piece in pieces)
            return
        tasks = [executor.submit(_verdict, piece, watch.timeout) for piece in pieces]
        try:
            for task in tasks:
                yield task.result()
        finally:
            for task in tasks:
                task.cancel()

    try:
        with ExitStack() as stack:
            if isinstance(folder, Certificate):
                path = stack.enter_context(TemporaryDirectory())
                folder.save(path)
                folder = path
            return check.check(folder, tick, is_meant, run).ok
    finally:
        watch.close()


def _verdict(piece: check.Piece, timeout: float | None) -> check.Verdict:
    """Check a piece, in a worker perhaps."""
    return check.check_piece(piece, deadline(Watch(timeout, None)))


def deadline(watch: Watch) -> Callable[[], None]:
    """Return what a checker calls now and then; it raises LimitReached when the time is up."""

    def tick() -> None:
        if watch.is_over(stage="checking"):
            message = f"the time limit of {watch.timeout} s has passed before the certificate was checked"
            raise LimitReached(message, found=0, stats=Stats(0, 0, watch.seconds, "check"))

    return tick
