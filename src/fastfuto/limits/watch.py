"""The watch over one call: its deadline and its progress reports."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import perf_counter
from types import TracebackType
from typing import Any, Self

from ..errors import LimitReached
from ..stats import Stats
from .checks import check_timeout
from .progress import Bar, Progress, ProgressOption, counted, reporter


class Watch:
    """The deadline and the progress of one call, checked between two slices of work.

    Parameters
    ----------
    timeout : float, optional
        Time limit in seconds from now. Default: none.
    progress : callable or bool, optional
        The option `progress` of all verbs.

    Attributes
    ----------
    timeout : float or None
    report : callable or None
        Takes the progress reports.
    start, deadline : float
        Times of `time.perf_counter`.

    Raises
    ------
    TypeError
        If `progress` cannot be called.
    ValueError
        If `timeout` is negative or not a number.
    """

    __slots__ = ("deadline", "report", "start", "timeout")

    timeout: float | None
    report: Callable[[Progress], object] | None
    start: float
    deadline: float

    def __init__(self, timeout: float | None = None, progress: ProgressOption = None) -> None:
        self.timeout = timeout
        self.report = None if progress is None else reporter(progress)
        self.start = perf_counter()
        self.deadline = inf
        if timeout is not None:
            self.deadline = self.start + check_timeout(timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.report is not None:
            self.close()

    def close(self) -> None:
        """Remove the bar, if there is one."""
        if isinstance(self.report, Bar):
            self.report.close()

    @property
    def is_reporting(self) -> bool:
        """Whether progress is reported."""
        return self.report is not None

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return perf_counter() - self.start

    @property
    def left(self) -> float | None:
        """Seconds left, or None if there is no limit."""
        return None if self.timeout is None else max(self.deadline - perf_counter(), 0.0)

    @property
    def is_late(self) -> bool:
        """Whether the time is up."""
        return perf_counter() >= self.deadline

    def restart(self) -> None:
        """Restart the clock."""
        self.start = perf_counter()
        if self.timeout is not None:
            self.deadline = self.start + self.timeout

    def is_over(self, found: int = 0, done: int = 0, total: int | None = None, stage: str = "") -> bool:
        """Report progress and return whether the time is up."""
        if self.report is not None:
            self.report(Progress(found, done, total, stage))
        return perf_counter() >= self.deadline

    def counter(self, total: int) -> Callable[..., bool]:
        """Return a function that counts and reports newly finished parts and returns whether the time is up."""
        done = 0

        def is_over(more: int = 0) -> bool:
            nonlocal done
            done += more
            return self.is_over(done=done, total=total)

        return is_over

    def late(
        self, stats: Stats, found: int = 0, *, what: str | None = None, solutions: Any = None
    ) -> LimitReached:
        """Return the error for an expired time limit, with the work or the solutions that are finished."""
        if what is None:
            what = f"; {counted(found, 'solution')} found so far"
        message = f"the time limit of {self.timeout} s has passed{what}"
        return LimitReached(message, found=found, stats=stats, solutions=solutions)
