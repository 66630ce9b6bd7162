"""What long work reports while it goes on: one protocol for all verbs, and the bar that shows the reports."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a call has come.

    A verb passes such an object to the callable given as `progress`, about every 10 ms. Whatever the callable
    raises ends the verb and comes out of it.

    Attributes
    ----------
    found : int
        Solutions found so far.
    done : int
        Number of parts of the work that are finished, such as puzzles, samples or values.
    total : int or None
        Number of all parts, if it is known.
    stage : str
        What is being done at present, in a few words. It may be empty.
    """

    found: int = 0
    done: int = 0
    total: int | None = None
    stage: str = ""


ProgressOption: TypeAlias = Callable[[Progress], object] | bool | None
"""What verbs take as `progress`: a callable, True for a bar on standard error, or nothing."""


class Bar:
    """A line on standard error that shows how far the work has come, once it has taken a second.

    The line has the elapsed time, what is known of the work, and its stage. It is never wider than the terminal. If
    standard error is missing, or fails, there is no line.
    """

    DELAY = 1.0
    """Seconds before the line is shown, so that short work shows nothing."""
    INTERVAL = 0.1
    """Seconds between two drawings."""
    CLOCK = 10
    """Columns that the elapsed time may take."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._is_hidden = False

    def __call__(self, progress: Progress) -> None:
        """Show the progress."""
        if self._is_hidden or sys.stderr is None:
            return
        try:
            self._show(progress)
        except (OSError, ValueError):  # It is full, nobody reads it, or it was closed meanwhile.
            self._is_hidden = True

    def _show(self, progress: Progress) -> None:
        columns = _columns()
        if self._bar is None:
            from tqdm import tqdm  # It is seldom needed and takes a while to import.

            tqdm.monitor_interval = 0
            # The size is given, because some terminals say that they have none.
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
    """Return a number and what it counts: ``1 byte``, ``2 bytes``."""
    return f"{number} {noun}{'s'[: number != 1]}"


def _known(progress: Progress) -> str:
    """Return what is known of the work."""
    if progress.total:
        known = f"{progress.done} of {progress.total} ({progress.done / progress.total:.0%})"
    elif progress.done:
        known = f"{progress.done} done"
    else:
        known = counted(progress.found, "solution")
    return ", ".join(filter(None, (known, progress.stage)))


def _columns() -> int:
    """Return the width of the terminal behind standard error, or 80 if it is not known."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (AttributeError, OSError, ValueError):  # It is not a terminal, or it is not a file at all.
        return 80


def reporter(progress: ProgressOption) -> Callable[[Progress], object] | None:
    """Return the callable that gets the reports, or None; raise TypeError for what is not a `ProgressOption`."""
    if progress is None or progress is False:
        return None
    if progress is True:
        return Bar()
    if callable(progress):
        return progress
    raise TypeError(f"progress must be a callable or True, got {progress!r}")
