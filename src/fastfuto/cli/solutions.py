"""``fastfuto solutions``: all solutions."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from time import perf_counter
from typing import Any

from ..errors import LimitReached
from ..limits import Progress
from ..solving import save_solutions, solution_blocks, solutions
from .options import (
    add_files,
    add_json,
    add_limit,
    add_order,
    add_quiet,
    add_timeout,
    add_workers,
    executor,
)
from .output import Answer, Input, writes_folder, writes_npy
from .progress import Report
from .sinks import open_sink
from .streams import ANSWERED, LIMIT_REACHED, NO_SOLUTION, complain

INTERVAL = 0.05
"""Seconds after which solutions are shown and progress is reported, even while many solutions are at hand."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser, _solutions)
    add_order(parser)
    add_limit(parser)
    add_timeout(parser)
    add_workers(parser)
    add_quiet(parser)
    add_json(parser)


def _solutions(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    if writes_folder(args):
        return _folder(args, given, answer)
    is_npy = writes_npy(args)
    if is_npy and given.line is not None:
        raise ValueError("a .npy file holds the solutions of one puzzle")
    sink = open_sink(args, given, answer)
    code, is_exact = ANSWERED, False
    with Report(hidden=answer.out.is_terminal and not is_npy) as report:
        flushed = perf_counter()

        def tick(progress: Progress) -> None:
            nonlocal flushed
            report(progress)
            sink.flush()
            flushed = perf_counter()

        options: Any = {"order": args.order, "limit": args.limit, "timeout": args.timeout, "progress": tick}
        blocks: Iterable[Any] = (
            solution_blocks(given.puzzle, **options)
            if is_npy
            else ([grid] for grid in solutions(given.puzzle, **options))
        )
        try:
            for block in blocks:
                sink.put(block)
                if perf_counter() - flushed > INTERVAL:
                    tick(Progress(sink.count))
            is_exact = sink.count != args.limit
        except LimitReached:
            complain(given.title, f"not all solutions were found within {args.timeout:g} s")
            code = LIMIT_REACHED
        finally:
            remark = " (--limit reached)" if sink.count == args.limit else " (there may be more)"
            sink.end(is_exact, "" if is_exact else remark)
            report.found = sink.count
            args.written += sink.count
    return code if sink.count or not is_exact else NO_SOLUTION


def _folder(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    """Write the solutions to a folder, in pieces."""
    if given.line is not None:
        raise ValueError("a folder holds the solutions of one puzzle")
    try:
        with Report(hidden=answer.out.is_terminal) as report:
            found = save_solutions(
                given.puzzle,
                args.output,
                order=args.order,
                limit=args.limit,
                timeout=args.timeout,
                executor=executor(args),
                journal=args.journal,
                progress=report,
            )
    except LimitReached as error:
        complain(given.title, f"not all solutions were found within {args.timeout:g} s")
        answer.remark(f"Solutions: {error.found} (there may be more)")
        answer.note(total=error.found, exact=False)
        return LIMIT_REACHED
    answer.remark(f"Solutions: {found}")
    answer.note(total=found, exact=True)
    return ANSWERED if found else NO_SOLUTION
