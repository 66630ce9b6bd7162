"""Progress reports: one protocol for all verbs, and the bar that shows them."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Progress:
    """A progress report of a running call.

    A function with the argument `progress` passes reports to this callable about every 10 ms. An exception in the
    callable ends the call and propagates to the caller.

    Attributes
    ----------
    found : int
        Number of solutions found so far.
    done : int
        Number of finished parts of the work, which may be puzzles, samples or values.
    total : int or None
        Total number of parts, if it is known.
    stage : str
        The current stage of the work in a few words, or an empty string.

    See Also
    --------
    fastfuto.solve : Find a solution, with progress reports.
    fastfuto.count : Count the solutions, with progress reports.

    Examples
    --------
    >>> import fastfuto
    >>> reports = []
    >>> fastfuto.count(fastfuto.LatinSquare(8), progress=reports.append)
    108776032459082956800
    >>> isinstance(reports[0], fastfuto.Progress)
    True
    """

    found: int = 0
    done: int = 0
    total: int | None = None
    stage: str = ""


ProgressOption: TypeAlias = Callable[[Progress], object] | bool | None
"""The type of `progress`: a callable, True for a bar on standard error, or None or False for no reports."""


class Bar:
    """A line on standard error that shows the progress of work that takes longer than a second.

    The line has the elapsed time, the progress and the stage. The line is never wider than the terminal. If standard
    error is missing or fails, there is no line.
    """

    DELAY = 1.0
    """Seconds before the line is shown; shorter work shows nothing."""
    INTERVAL = 0.1
    """Seconds between two updates."""
    CLOCK = 10
    """Columns for the elapsed time."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._is_hidden = False

    def __call__(self, progress: Progress) -> None:
        """Show the progress."""
        if self._is_hidden or sys.stderr is None:
            return
        try:
            self._show(progress)
        except (OSError, ValueError):  # Standard error is full, broken or closed.
            self._is_hidden = True

    def _show(self, progress: Progress) -> None:
        columns = _columns()
        if self._bar is None:
            from tqdm import tqdm  # The import takes time, and few calls need the bar.

            tqdm.monitor_interval = 0
            # The size is explicit, because some terminals report none.
            self._bar = tqdm(
                bar_format="{elapsed} {desc}",
                leave=False,
                ncols=columns,
                nrows=20,
                delay=self.DELAY,
                mininterval=self.INTERVAL,
                miniters=0,
                file=sys.stderr,
            )
        # tqdm only cuts lines that have a bar.
        self._bar.set_description_str(_known(progress)[: columns - self.CLOCK], refresh=False)
        self._bar.update(0)

    def close(self) -> None:
        """Clear the line; a later report draws it again."""
        if self._bar is not None:
            with suppress(OSError, ValueError):
                self._bar.close()
            self._bar = None


def counted(number: int, noun: str) -> str:
    """Return a number with its noun in the singular or plural: ``1 byte``, ``2 bytes``."""
    return f"{number} {noun}{'s'[: number != 1]}"


def sized(n_bytes: float, digits: int = 3) -> str:
    """Return a number of bytes in full if it is short, and otherwise in a larger unit: ``1000 bytes``, ``95.4 MiB``."""
    if n_bytes < 10_000:
        return counted(round(n_bytes), "byte")
    size, unit = n_bytes / 1024, "KiB"
    for larger in ("MiB", "GiB", "TiB"):
        if size >= 1000:
            size, unit = size / 1024, larger
    return f"{float(f'{size:.{digits}g}'):g} {unit}"


def full(number: int, form: str = "") -> str:
    """Return a number in full unless it has more than 60 digits."""
    return format(number, form) if number < 10**60 else f"about {rounded(number)}"


def rounded(number: int, digits: int = 2) -> str:
    """Return a number of any length with some digits and an exponent, such as 8.1e2003, or a short number in full."""
    if number < 10**6:
        return str(number)
    exponent = math.floor(math.log10(number))
    mantissa = f"{10 ** (math.log10(number) - exponent):.{digits - 1}f}"
    return f"{1:.{digits - 1}f}e{exponent + 1}" if mantissa.startswith("10.") else f"{mantissa}e{exponent}"


def lasting(seconds: float) -> str:
    """Return a duration in whole seconds, minutes, hours, days or years."""
    for name, size in (("years", 31_557_600), ("days", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{rounded(round(seconds / size))} {name}"
    return f"{seconds:.0f} s"


def _known(progress: Progress) -> str:
    """Return the text of a progress report."""
    if progress.total:
        known = f"{progress.done} of {progress.total} ({progress.done / progress.total:.0%})"
    elif progress.done:
        known = f"{progress.done} done"
    else:
        known = counted(progress.found, "solution")
    return ", ".join(filter(None, (known, progress.stage)))


def _columns() -> int:
    """Return the width of the terminal of standard error, or 80 if it is unknown."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (AttributeError, OSError, ValueError):  # Standard error is not a terminal, or not even a file.
        return 80


def reporter(progress: ProgressOption) -> Callable[[Progress], object] | None:
    """Return the callable that receives the reports, or None; raise TypeError if it is not a `ProgressOption`."""
    if progress is None or progress is False:
        return None
    if progress is True:
        return Bar()
    if callable(progress):
        return progress
    raise TypeError(f"progress must be a function, True, False or None, got {progress!r}")
