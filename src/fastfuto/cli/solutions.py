"""``fastfuto count`` and ``fastfuto solutions``: how many there are, and all of them."""

from __future__ import annotations

import argparse
import dataclasses
import json
import time
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..solving import verbs
from ..errors import LimitReached, MemoryLimit, PuzzleError
from ..formats.npy import NpyWriter
from ..puzzles import ExactCover
from .common import (
    ANSWERED,
    LIMIT_REACHED,
    NO_SOLUTION,
    Answer,
    Commands,
    Input,
    Progress,
    add_command,
    add_json,
    add_memory,
    add_search,
    complain,
    writes_npy,
)


def add_commands(commands: Commands) -> None:
    """Add the commands to the parser."""
    parser = add_command(commands, "count", _count, "Count the solutions of a puzzle.")
    add_search(parser, order=False)
    add_memory(parser)
    add_json(parser)
    summary = "Print all solutions of a puzzle, their number last; to a NumPy array with -o NAME.npy."
    parser = add_command(commands, "solutions", _solutions, summary)
    add_search(parser, order=True)
    add_json(parser)


def _count(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    try:
        with Progress() as progress:
            result = verbs.count_result(
                given.puzzle, limit=args.limit, timeout=args.timeout, memory=args.memory, progress=progress
            )
    except (LimitReached, MemoryLimit) as error:
        why = error if isinstance(error, MemoryLimit) else f"not all counted within {args.timeout:g} s"
        complain(given.name, f"{why}; at least {error.found} found")
        answer.note(count=error.found, exact=False, method=None, stats=dataclasses.asdict(error.stats))
        return LIMIT_REACHED
    answer.say(str(result.count))
    answer.note(**dataclasses.asdict(result))
    if not result.exact:
        complain(given.name, f"stopped at --limit {args.limit}; there may be more")
    return ANSWERED if result.count else NO_SOLUTION


def _solutions(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    sink: _Sink = _sink(args, given, answer)
    code, exact = ANSWERED, False
    with Progress(hidden=answer.out.is_terminal and not writes_npy(args)) as progress:
        shown = time.monotonic()

        def tick(_: int = 0) -> None:
            nonlocal shown
            progress(progress.found)
            sink.flush()
            shown = time.monotonic()

        try:
            for grid in verbs.solutions(
                given.puzzle, order=args.order, limit=args.limit, timeout=args.timeout, progress=tick
            ):
                progress.found += 1
                sink.put(grid)
                if time.monotonic() - shown > 0.05:
                    tick()
            exact = progress.found != args.limit
        except LimitReached:
            complain(given.name, f"not all found within {args.timeout:g} s")
            code = LIMIT_REACHED
        finally:
            limited = "(--limit reached)" if progress.found == args.limit else "(there may be more)"
            sink.end(progress.found, exact, "" if exact else f" {limited}")
    return code if progress.found or not exact else NO_SOLUTION


class _Sink(Protocol):
    """Where solutions go, one by one, their number last."""

    def put(self, grid: npt.NDArray[np.uint8]) -> None: ...

    def flush(self) -> None: ...

    def end(self, total: int, exact: bool, remark: str) -> None: ...


class _Text:
    """Solutions in the format of the puzzle."""

    def __init__(self, given: Input, answer: Answer) -> None:
        self._given = given
        self._answer = answer
        self.flush = answer.out.flush

    def put(self, grid: npt.NDArray[np.uint8]) -> None:
        self._answer.out.write(self._given.show(grid) + "\n")

    def end(self, total: int, exact: bool, remark: str) -> None:
        if exact and not total:
            for problem in self._given.puzzle.problems():
                self._answer.say(f"  {problem}")
            self._answer.say("A solution does not exist.")
        self._answer.say(f"Solutions: {total}{remark}")


class _Json:
    """Solutions as a list in the JSON object, one a line, complete even if there is no time for more."""

    def __init__(self, answer: Answer) -> None:
        self._out = answer.out
        self.flush = answer.out.flush
        self._before = "\n"
        self._out.write(json.dumps(answer.fields)[:-1] + ', "solutions": [')
        answer.fields.clear()

    def put(self, grid: npt.NDArray[np.uint8]) -> None:
        self._out.write(self._before + json.dumps(grid.tolist()))
        self._before = ",\n"

    def end(self, total: int, exact: bool, remark: str) -> None:
        self._out.write("\n], " + json.dumps({"total": total, "exact": exact})[1:] + "\n")


class _Npy:
    """Solutions in a .npy file, their number on standard output."""

    def __init__(self, args: argparse.Namespace, given: Input, answer: Answer) -> None:
        if isinstance(given.puzzle, ExactCover):
            raise PuzzleError("solutions of an exact cover differ in length: no .npy file holds them")
        self._writer = NpyWriter(args.output, given.puzzle.shape)
        self._answer = answer
        self.put = self._writer.append
        self.flush = self._writer.flush

    def end(self, total: int, exact: bool, remark: str) -> None:
        self._writer.close()
        self._answer.say(f"Solutions: {total}{remark}")
        self._answer.note(total=total, exact=exact)


def _sink(args: argparse.Namespace, given: Input, answer: Answer) -> _Sink:
    if writes_npy(args):
        return _Npy(args, given, answer)
    return _Json(answer) if args.json else _Text(given, answer)
