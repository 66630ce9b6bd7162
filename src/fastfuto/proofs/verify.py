"""Verify certificates in files."""

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
from ..puzzles.variants import Variant
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
    """Check whether a certificate, or each certificate in a file, proves its claim.

    Parameters
    ----------
    folder : str, path-like or Certificate
        A folder that `Certificate.save` wrote, or a file with a result of `Certificate.to_json` on each line. A
        Certificate is first saved in a temporary folder.
    puzzle : Puzzle or Model, optional
        The puzzle to which all certificates must refer. Default: any puzzle.
    executor : concurrent.futures.Executor, optional
        An executor whose workers check the pieces of a large certificate. The workers must be able to read the folder.
        Default: the pieces are checked one after the other in this process.
    timeout : float, optional
        Time limit in seconds. The call exceeds it by at most 50 ms, except while a Certificate is being saved. Default:
        none.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. An exception
        from the callable ends the call.

    Returns
    -------
    bool
        Whether each certificate proves its claim. False if a file is malformed; the result of
        ``fastfuto.proofs.check.check(folder)`` gives the reason.

    Raises
    ------
    LimitReached
        If the time is up.
    OSError
        If a file cannot be read.
    PuzzleError
        If a Certificate is passed and JSON cannot hold its puzzle.
    TypeError
        If `executor` is not an Executor.

    See Also
    --------
    fastfuto.prove : Make a certificate.
    fastfuto.Certificate : A claim with its proof.

    Notes
    -----
    The checker consists of two files in plain Python, ``check.py`` and ``encoding.py`` in the folder
    ``fastfuto/proofs``, which work without the rest of fastfuto. The checker does not search, reads the proof once, and
    keeps only the formula and the constraints that are not yet deleted in memory.

    Proofs in the format "drat" do not name the antecedents of their clauses. Checking such a proof also requires
    ``drat.py`` and takes a few milliseconds for each clause. The claim is read and compared with `puzzle` once, before
    the pieces are checked, so later changes to the files cannot affect the claim.

    References
    ----------
    - Wetzler, N., Heule, M. J. H. and Hunt, W. A. (2014). *DRAT-trim: efficient checking and trimming using
      expressive clausal proofs*. SAT. The format "drat".
    - *VeriPB*, https://gitlab.com/MIAOresearch. The format "pb".

    Examples
    --------
    >>> import fastfuto, tempfile
    >>> puzzle = fastfuto.Futoshiki([[1, 0], [0, 0]])
    >>> certificate = fastfuto.prove(puzzle)
    >>> fastfuto.verify(certificate, puzzle)
    True
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     certificate.save(folder)
    ...     fastfuto.verify(folder, puzzle), fastfuto.verify(folder, fastfuto.Futoshiki([[2, 0], [0, 0]]))
    (True, False)
    """
    check_executor(executor)
    watch = Watch(timeout, progress)
    tick = deadline(watch)
    puzzle = puzzle.model() if isinstance(puzzle, Variant) else puzzle

    def is_meant(fields: dict[str, Any]) -> bool:
        with suppress(ValueError):  # A puzzle that the reader refuses is not this puzzle.
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
    """Check a piece, possibly in a worker."""
    return check.check_piece(piece, deadline(Watch(timeout, None)))


def deadline(watch: Watch) -> Callable[[], None]:
    """Return a function that checkers call regularly, and that raises LimitReached once the time is up."""

    def tick() -> None:
        if watch.is_over(stage="checking"):
            message = f"the time limit of {watch.timeout} s passed before the certificate was checked"
            raise LimitReached(message, found=0, stats=Stats(0, 0, watch.seconds, "check"))

    return tick
