"""How a call runs: its time limit, progress reports, threads and workers."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeAlias

from .checks import check_threads
from .progress import ProgressOption
from .watch import Watch

if TYPE_CHECKING:
    # Importing this module at run time would take 20 % of fastfuto's import time.
    from concurrent.futures import Executor

    ExecutorOption: TypeAlias = Executor | Callable[[], Executor]
else:
    ExecutorOption = Any


class Run(Watch):
    """The watch over a call whose work may be shared by threads or divided into pieces for the workers of an executor.

    Parameters
    ----------
    timeout, progress
        As for `Watch`.
    threads : int
        Number of threads.
    executor : Executor or callable, optional
        An executor, or a function that makes executors and is called again if an executor breaks.
    journal : path-like, optional
        The file that keeps finished pieces. Without an executor, one thread works on all pieces.

    Raises
    ------
    ValueError
        If an option is out of range, or threads are requested together with an executor or a journal.
    TypeError
        If an option has the wrong type.
    """

    __slots__ = ("executor", "journal", "threads")

    threads: int
    executor: ExecutorOption | None
    journal: str | PathLike[str] | None

    def __init__(
        self,
        timeout: float | None = None,
        progress: ProgressOption = None,
        threads: int = 1,
        executor: ExecutorOption | None = None,
        journal: str | PathLike[str] | None = None,
    ) -> None:
        Watch.__init__(self, timeout, progress)
        self.threads = check_threads(threads)
        self.executor = executor
        self.journal = journal
        if executor is None:
            if journal is None:
                return
        elif not callable(executor) and not hasattr(executor, "submit"):
            raise TypeError(
                f"executor must be an Executor or a function that returns an Executor, got {executor!r}"
            )
        if self.threads > 1:
            raise ValueError("threads cannot be combined with work in pieces; omit threads")

    @property
    def is_in_pieces(self) -> bool:
        """Whether the work is done in pieces."""
        return self.executor is not None or self.journal is not None
