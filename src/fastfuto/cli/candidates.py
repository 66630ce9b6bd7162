"""``fastfuto candidates``: which values are possible in each cell, and in how many solutions."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..drawing import draw
from ..errors import LimitReached
from ..puzzles import Kakuro
from ..solving.candidates import true_candidates
from .blank import BlankOptions, add_blank
from .files import answer_files
from .options import add_files, add_json, add_quiet, add_threads, add_timeout, whole
from .output import Answer, Input
from .progress import Report
from .streams import ANSWERED, LIMIT_REACHED, NO_SOLUTION, complain


@dataclass(frozen=True, kw_only=True)
class Options(BlankOptions):
    """The options of the command."""

    limit: int
    timeout: float | None
    threads: int


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser)
    add_blank(parser)
    help = (
        "count the solutions with each value up to N, in a line for each cell; a + means N or more (default: 1, which "
        "only lists the possible values)"
    )
    parser.add_argument("--limit", type=whole(1), default=1, metavar="N", help=help)
    add_timeout(parser)
    add_threads(parser, "threads that race for the answers to hard questions (default: 1)")
    add_quiet(parser)
    add_json(parser)


def run(options: Options) -> int:
    """List the possible values of each puzzle."""
    return answer_files(options.with_input(), _candidates)


def _candidates(options: Options, given: Input, answer: Answer) -> int:
    code = ANSWERED
    try:
        with Report() as report:
            counts = true_candidates(
                given.puzzle,
                limit=options.limit,
                timeout=options.timeout,
                threads=options.threads,
                progress=report,
            )
    except LimitReached as error:
        complain(given.title, f"{error}; more values may be possible than those listed")
        counts, code = error.solutions, LIMIT_REACHED
    answer.note(candidates=counts.tolist(), limit=options.limit, exact=code == ANSWERED)
    if code == ANSWERED and not counts.any():
        answer.remark("A solution does not exist.")
        return NO_SOLUTION
    if answer.is_screen and options.limit == 1 and given.puzzle.fillable:
        answer.draw(draw(given.puzzle, candidates=counts > 0))
        return code
    # Black cells of a Kakuro differ from blank cells, so the lines are not read as another puzzle.
    empty = "/" if isinstance(given.puzzle, Kakuro) else "."
    lines = _grid(counts, empty) if options.limit == 1 else _cells(counts, options.limit)
    answer.say("\n".join(lines))
    return code


def _grid(counts: npt.NDArray[np.int64], empty: str) -> Iterator[str]:
    """Yield a line for each row, with the possible values of each cell, or `empty` if there are none."""
    between = "" if counts.shape[-1] <= 9 else ","
    rows: Any = counts.reshape(-1, *counts.shape[-2:])
    words = [
        [between.join(str(value + 1) for value in np.flatnonzero(cell)) or empty for cell in row]
        for row in rows
    ]
    width = max(len(word) for row in words for word in row)
    for row in words:
        yield " ".join(word.ljust(width) for word in row).rstrip()


def _cells(counts: npt.NDArray[np.int64], limit: int) -> Iterator[str]:
    """Yield a line for each cell with possible values, with the number of solutions for each value."""
    for cell in np.ndindex(counts.shape[:-1]):
        numbers = counts[cell].tolist()
        words = [f"{v}:{k}{'+' if k == limit else ''}" for v, k in enumerate(numbers, 1) if k]
        if words:
            name = f"r{cell[0] + 1}c{cell[1] + 1}" if len(cell) == 2 else f"{cell[0]}"
            yield f"{name} {' '.join(words)}"
