"""``fastfuto solutions``: print all solutions."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from ..errors import LimitReached
from ..limits import Progress
from ..solving.enumerate import solution_blocks, solutions
from ..solving.result import Order
from ..solving.save import save_solutions
from .blank import BlankOptions, add_blank
from .files import answer_files
from .options import (
    PieceOptions,
    add_files,
    add_json,
    add_limit,
    add_order,
    add_quiet,
    add_timeout,
    add_to,
    add_workers,
)
from .output import Answer, Input
from .progress import Report
from .sinks import open_sink
from .streams import ANSWERED, LIMIT_REACHED, NO_SOLUTION, UsageError, complain

INTERVAL = 0.05
"""Seconds after which solutions are shown and progress is reported, even if many more solutions are available."""


@dataclass(frozen=True, kw_only=True)
class Options(BlankOptions, PieceOptions):
    """The options of the command."""

    order: Order
    limit: int | None
    timeout: float | None

    @property
    def writes_folder(self) -> bool:
        """Whether the output is a folder of .npy files."""
        return self.in_pieces


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser)
    add_blank(parser)
    add_order(parser)
    add_limit(parser)
    add_timeout(parser)
    add_workers(parser)
    add_to(parser)
    add_quiet(parser)
    add_json(parser)


def run(options: Options) -> int:
    """Print the solutions of each puzzle."""
    if options.in_pieces and (options.order != "any" or options.limit is not None):
        raise UsageError("--order and --limit cannot be combined with --workers, --scheduler or --journal")
    job = _Job()
    try:
        return answer_files(options.with_input(), job.answer)
    except KeyboardInterrupt as stop:
        # An interrupted search has a note of the number found; a finished search has written its solutions.
        if job.written and not hasattr(stop, "__notes__"):
            stop.add_note(f"{job.written} solution{'s'[: job.written != 1]} written")
        raise


class _Job:
    """Printer of solutions.

    Attributes
    ----------
    written : int
        Number of solutions printed.
    """

    def __init__(self) -> None:
        self.written = 0

    def answer(self, options: Options, given: Input, answer: Answer) -> int:
        """Print the solutions of a puzzle."""
        if options.writes_folder:
            return _folder(options, given, answer)
        is_npy = options.writes_npy
        if is_npy and given.line is not None:
            raise ValueError(
                "a .npy file can hold the solutions of only one puzzle: name one file with one puzzle"
            )
        sink = open_sink(options, given, answer)
        code, is_exact, is_refused = ANSWERED, False, False
        with Report(hidden=answer.out.is_terminal and not is_npy) as report:
            flushed = perf_counter()

            def tick(progress: Progress) -> None:
                nonlocal flushed
                report(progress)
                sink.flush()
                flushed = perf_counter()

            asked: Any = {
                "order": options.order,
                "limit": options.limit,
                "timeout": options.timeout,
                "progress": tick,
            }
            blocks: Iterable[Any] = (
                solution_blocks(given.puzzle, **asked)
                if is_npy
                else ([grid] for grid in solutions(given.puzzle, **asked))
            )
            try:
                for block in blocks:
                    sink.put(block)
                    if perf_counter() - flushed > INTERVAL:
                        tick(Progress(sink.count))
                is_exact = sink.count != options.limit
            except LimitReached:
                complain(given.title, f"not all solutions were found within {options.timeout:g} s")
                code = LIMIT_REACHED
            except ValueError:  # The format cannot hold the solutions.
                is_refused = True
                raise
            finally:
                remark = " (--limit reached)" if sink.count == options.limit else " (there may be more)"
                if not is_refused:
                    sink.end(is_exact, "" if is_exact else remark)
                report.found = sink.count
                self.written += sink.count
        return code if sink.count or not is_exact else NO_SOLUTION


def _folder(options: Options, given: Input, answer: Answer) -> int:
    """Write the solutions to a folder, in pieces."""
    assert options.output is not None
    if given.line is not None:
        raise ValueError("a folder can hold the solutions of only one puzzle: name one file with one puzzle")
    try:
        with Report(hidden=answer.out.is_terminal) as report:
            found = save_solutions(
                given.puzzle,
                options.output,
                order=options.order,
                limit=options.limit,
                timeout=options.timeout,
                executor=options.executor(),
                journal=options.journal,
                progress=report,
            )
    except LimitReached as error:
        complain(given.title, f"not all solutions were found within {options.timeout:g} s")
        answer.remark(f"Solutions: {error.found} (there may be more)")
        answer.note(total=error.found, exact=False)
        return LIMIT_REACHED
    answer.remark(f"Solutions: {found}")
    answer.note(total=found, exact=True)
    return ANSWERED if found else NO_SOLUTION
