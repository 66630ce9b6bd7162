"""What long work reports while it goes on: one protocol for all verbs, and the bar that shows it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import TypeAlias

__all__ = ["Bar", "Progress", "ProgressOption", "reporter"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a call is.

    A verb passes one to the callable given as `progress`, about every 10 ms. Whatever the callable raises
    ends the verb and comes out of it.

    Attributes
    ----------
    found : int
        Solutions found so far.
    done : int
        Parts of the work that are finished, such as puzzles, samples or values.
    total : int or None
        Parts that there are, if that is known.
    stage : str
        What is being done at present, in a few words; may be empty.
    """

    found: int = 0
    done: int = 0
    total: int | None = None
    stage: str = ""


ProgressOption: TypeAlias = Callable[[Progress], object] | bool | None
"""What verbs take as `progress`: a callable, True for a bar on standard error, or nothing."""


class Bar:
    """A line on standard error that shows how far the work is, from the first second on.

    It has the elapsed time, what is known of the work and its stage, and is never wider than the terminal.
    """

    DELAY = 1.0
    """Seconds before the line is shown, so that short work shows nothing."""
    INTERVAL = 0.1
    """Seconds between two drawings."""
    LENGTH = 20
    """Characters of the bar itself, which is drawn if the number of parts is known."""

    def __init__(self) -> None:
        self._start = perf_counter()
        self._next = self._start + self.DELAY
        self._shown = 0

    def __call__(self, progress: Progress) -> None:
        """Show the progress."""
        now = perf_counter()
        if now < self._next:
            return
        self._next = now + self.INTERVAL
        # A full line would make some terminals go on to the next one.
        room = _columns() - 1
        line = f"{_clock(now - self._start)} {self._known(progress)}"[:room]
        # Blanks cover what a longer line left behind.
        sys.stderr.write("\r" + line.ljust(min(self._shown, room)))
        sys.stderr.flush()
        self._shown = len(line)

    def close(self) -> None:
        """Clear the line; a later report draws it again."""
        if self._shown:
            sys.stderr.write("\r" + " " * self._shown + "\r")
            sys.stderr.flush()
            self._shown = 0

    def _known(self, progress: Progress) -> str:
        """Return what is known of the work, in words and, if the number of parts is known, as a bar."""
        if progress.total:
            filled = "#" * (self.LENGTH * progress.done // progress.total)
            known = f"|{filled.ljust(self.LENGTH)}| {progress.done} of {progress.total}"
        else:
            known = f"{progress.found} {'solution' if progress.found == 1 else 'solutions'}"
        return ", ".join(filter(None, (known, progress.stage)))


def _clock(seconds: float) -> str:
    """Return a duration as ``minutes:seconds``, with hours before if there are any."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


def _columns() -> int:
    """Return the width of the terminal behind standard error, or 80 if it is not known."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):  # It is not a terminal, or it is not a file at all.
        return 80


def reporter(progress: ProgressOption) -> Callable[[Progress], object] | None:
    """Return the callable that reports are passed to; TypeError for anything else than `ProgressOption`."""
    if progress is None or progress is False:
        return None
    if progress is True:
        return Bar()
    if callable(progress):
        return progress
    raise TypeError(f"progress must be a callable or True, got {progress!r}")
