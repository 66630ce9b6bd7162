"""What long work reports while it goes on: one protocol for all verbs, and the bar that shows it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, TypeAlias

__all__ = ["Bar", "Progress", "ProgressOption", "reporter"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a call is.

    A verb passes one to the callable given as `progress`, about every 10 ms. Whatever the callable raises ends the
    verb and comes out of it.

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
    """A line on standard error that tells how far the work is, shown after the first second."""

    DELAY = 1.0

    def __init__(self) -> None:
        self._start = perf_counter()
        self._bar: Any = None

    def __call__(self, progress: Progress) -> None:
        """Show the progress."""
        if self._bar is None:
            if perf_counter() - self._start < self.DELAY:
                return
            from tqdm import tqdm  # It takes a while to import and is seldom needed.

            tqdm.monitor_interval = 0
            self._bar = tqdm(
                file=sys.stderr,
                leave=False,
                miniters=0,
                ncols=shutil.get_terminal_size().columns - 1,
                nrows=20,
                unit="",
                initial=0,
                total=progress.total,
                bar_format="{l_bar}{bar}| {n_fmt}/{total_fmt} [{elapsed}{postfix}]"
                if progress.total
                else "[{elapsed}{postfix}]",
            )
            self._bar.start_t -= self.DELAY
        noun = "solution" if progress.found == 1 else "solutions"
        known = f"{progress.found} {noun}"
        self._bar.set_postfix_str(", ".join(filter(None, (known, progress.stage))), refresh=False)
        self._bar.update(progress.done - self._bar.n if progress.total else 0)

    def close(self) -> None:
        """Clear the line."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def reporter(progress: ProgressOption) -> Callable[[Progress], object] | None:
    """Return the callable that reports are passed to; TypeError for anything else than `ProgressOption`."""
    if progress is None or progress is False:
        return None
    if progress is True:
        return Bar()
    if callable(progress):
        return progress
    raise TypeError(f"progress must be a callable or True, got {progress!r}")
