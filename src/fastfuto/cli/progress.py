"""Progress of long work: a bar for people, and a message if the work is interrupted."""

from __future__ import annotations

import sys
from types import TracebackType

from ..limits import Progress
from ..limits.progress import Bar


class Report:
    """Receives reports of progress, draws a bar if standard error is a terminal, and remembers the number of solutions.

    A ``with`` block encloses the work. At the end of the block, the line of the bar is cleared for messages; if the
    block was interrupted, the exception gets a note with the number of solutions. The next block continues the same
    bar.
    """

    found: int

    def __init__(self, *, hidden: bool = False) -> None:
        self.found = 0
        self._bar = None if hidden or sys.stderr is None or not sys.stderr.isatty() else Bar()

    def __call__(self, progress: Progress) -> None:
        """Receive a progress report from a verb."""
        # Engines that take turns may have found different numbers of solutions.
        self.found = max(self.found, progress.found)
        if self._bar is not None:
            self._bar(progress)

    def __enter__(self) -> Report:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()
        if isinstance(error, KeyboardInterrupt) and self.found:
            noun = "solution" if self.found == 1 else "solutions"
            error.add_note(f"{self.found} {noun} found by then")
