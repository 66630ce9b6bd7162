"""What all commands share: options, reading, writing, complaints, progress."""

from __future__ import annotations

import argparse
import json
import math
import os
import stat
import sys
from collections.abc import Callable
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..errors import ParseError
from ..formats import MAX_TEXT, NAMES, Codec, decode, read, recognise
from ..puzzles import Grid, Kakuro, Puzzle

if TYPE_CHECKING:
    import numpy.typing as npt
    from tqdm import tqdm

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

ANSWERED, NO_SOLUTION, BAD_INPUT, LIMIT_REACHED, INTERRUPTED = 0, 1, 2, 3, 130

SCHEMA = 1
"""Version of the JSON output: it goes up when a reader of the old one could misread the new."""

EPILOG = """\
exit codes: 0 answered, 1 no solution, 2 bad input or usage, 3 limit reached (--timeout), 130 interrupted;
of several files the highest."""


class Input(NamedTuple):
    """A puzzle read, the name of its file and the format it is in."""

    name: str
    codec: Codec
    puzzle: Puzzle

    def show(self, solution: npt.NDArray[Any]) -> str:
        """Return a solution as text, in the format of the puzzle if that can be."""
        if isinstance(self.puzzle, (Grid, Kakuro)):
            return self.codec.format(self.puzzle.with_clues(solution))
        return self.puzzle.show(solution)


def add_command(
    commands: Commands, name: str, answer: Callable[[argparse.Namespace, Input, Answer], int], summary: str
) -> argparse.ArgumentParser:
    """Add a command with the options that all have; `answer` answers one file and returns the exit code."""
    parser = commands.add_parser(
        name,
        help=summary,
        description=summary,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzle file; - is standard input")
    parser.add_argument("--format", choices=NAMES, help="format of the files (default: detected)")
    add_output(parser)
    parser.set_defaults(command=name, answer=answer, run=run, json=False)
    return parser


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the option -o."""
    parser.add_argument("-o", "--output", metavar="FILE", help="write here instead of standard output")


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the option --json."""
    parser.add_argument("--json", action="store_true", help="answer with one JSON object a file")


def add_search(parser: argparse.ArgumentParser, *, order: bool) -> None:
    """Add the options of a search."""
    if order:
        parser.add_argument(
            "--order",
            choices=("any", "lexicographic"),
            default="any",
            help="order of solutions: any (the fastest), or row by row, the smallest value first",
        )
    parser.add_argument("--limit", type=whole(1), metavar="N", help="stop counting at N solutions")
    add_timeout(parser)


def add_timeout(parser: argparse.ArgumentParser) -> None:
    """Add the option --timeout."""
    parser.add_argument("--timeout", type=_timeout, metavar="S", help="stop after S seconds for each file")


def add_memory(parser: argparse.ArgumentParser) -> None:
    """Add the option --memory."""
    help = "bytes that layers may take, such as 500M or 8G (default: half of the memory there is)"
    parser.add_argument("--memory", type=_memory, metavar="SIZE", help=help)


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add the option --seed."""
    parser.add_argument(
        "--seed", type=_seed, default=0, metavar="N", help="another one, other draws (default: 0)"
    )


def _memory(text: str) -> int:
    scale = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}.get(text[-1:].upper(), 0)
    memory = int(float(text[:-1]) * scale) if scale else int(text)
    if memory < 1:
        raise argparse.ArgumentTypeError(f"at least 1 byte wanted, got {text}")
    return memory


def _seed(text: str) -> int:
    seed = int(text)
    if not 0 <= seed < 2**64:
        raise argparse.ArgumentTypeError(f"0 to 2**64 - 1 wanted, got {text}")
    return seed


def whole(least: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from `least` on."""

    def number(text: str) -> int:
        if (read := int(text)) < least:
            raise argparse.ArgumentTypeError(f"at least {least} wanted, got {read}")
        return read

    return number


def _timeout(text: str) -> float:
    timeout = float(text)
    if not (math.isfinite(timeout) and timeout > 0):
        raise argparse.ArgumentTypeError(f"a number of seconds above 0 wanted, got {text}")
    return timeout


# argparse: "invalid number value"
_timeout.__name__, _memory.__name__, _seed.__name__ = "number of seconds", "size", "seed"


def run(args: argparse.Namespace) -> int:
    """Answer each file in turn; one that fails does not keep the others from being answered."""
    if message := clash(args):
        complain(None, message)
        return BAD_INPUT
    worst = ANSWERED
    with Output(None if writes_npy(args) else args.output) as out:
        for name in args.files:
            try:
                given = _read(name, args.format)
            except (OSError, ParseError) as error:
                complain(_shown(name), error)
                worst = max(worst, BAD_INPUT)
                continue
            answer = Answer(out, args, given)
            try:
                code: int = args.answer(args, given, answer)
            except ValueError as error:  # PuzzleError, or options that are not for the family
                if isinstance(error, OSError):  # an operation that a file cannot do is both
                    raise
                complain(given.name, error)
                code = BAD_INPUT
            else:
                answer.finish()
            worst = max(worst, code)
    return worst


def writes_npy(args: argparse.Namespace) -> bool:
    """Return whether the output is to be a .npy file."""
    return args.output is not None and args.output.endswith(".npy")


def clash(args: argparse.Namespace) -> str | None:
    """Return what is wrong with the options taken together."""
    if args.output is None:
        return None
    if writes_npy(args) and args.command != "solutions":
        return "only the solutions command writes .npy files"
    if writes_npy(args) and len(args.files) > 1:
        return "a .npy file holds the solutions of one puzzle: name one file"
    for name in args.files:
        try:
            if name != "-" and os.path.samefile(name, args.output):
                return f"-o would overwrite the input file {name}"
        except OSError:
            continue
    return None


def _shown(name: str) -> str:
    return "<stdin>" if name == "-" else name


def _read(name: str, format: str | None) -> Input:
    data = sys.stdin.buffer.read(MAX_TEXT + 1) if name == "-" else read(name)
    return Input(_shown(name), *recognise(decode(data), format))


def complain(name: str | None, problem: object) -> None:
    """Say on standard error what is wrong, and with which file."""
    if isinstance(problem, OSError):
        problem = problem.strerror or problem
    elif isinstance(problem, ParseError) and not problem.source.strip():
        problem = str(problem).splitlines()[0]  # nothing to show, nothing to point at
    print("fastfuto", *([] if name is None else [name]), problem, sep=": ", file=sys.stderr)


class Output:
    """Where answers go: standard output, or a file.

    The file is opened at once, so that a name that cannot be written is told before the work; but what it
    held before is kept until there is something to put in its place.
    """

    _HELD = 1 << 16

    def __init__(self, path: str | None) -> None:
        self.begun = False
        self._path = path
        self._held: list[str] | None = None
        self._file: IO[str] = sys.stdout
        if path is not None and path != "-":
            self._is_new = not os.path.lexists(path)
            self._file = open(path, "a", encoding="utf-8", errors="backslashreplace", newline="\n")  # noqa: SIM115
            self._held = []
            self._size = 0
        elif hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="backslashreplace")

    def __enter__(self) -> Output:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is sys.stdout:
            if kind is not BrokenPipeError:
                self._file.flush()
            return
        assert self._path is not None
        with self._file:
            if self._held:
                self._replace()
        if self._held is not None and self._is_new:
            os.unlink(self._path)

    def write(self, text: str) -> None:
        """Write a text."""
        self.begun = True
        if self._held is None:
            self._file.write(text)
            return
        self._held.append(text)
        self._size += len(text)
        if self._size > self._HELD:
            self._replace()

    def flush(self) -> None:
        """Let readers of the output have what was written, unless it is still held back."""
        if self._held is None:
            self._file.flush()

    @property
    def is_terminal(self) -> bool:
        """Whether a person is reading along."""
        return self._file.isatty()

    def _replace(self) -> None:
        """Overwrite the file with what was held back, and hold back no more."""
        assert self._held is not None
        if stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
            self._file.truncate(0)
        # In one piece: an interrupt between two would lose the rest.
        held, self._held = "".join(self._held), None
        self._file.write(held)


class Answer:
    """The answer for one file, as lines for people or as one JSON object."""

    def __init__(self, out: Output, args: argparse.Namespace, given: Input) -> None:
        self.out = out
        self.as_json: bool = args.json
        self.fields: dict[str, Any] = {
            "schema": SCHEMA,
            "command": args.command,
            "file": given.name,
            "format": given.codec.name,
        }
        if len(args.files) > 1:
            self.say(f"\n{given.name}:" if out.begun else f"{given.name}:")

    def say(self, text: str) -> None:
        """Add a text for people, its last line ended if it is not."""
        if not self.as_json:
            self.out.write(text if text.endswith("\n") else text + "\n")

    def note(self, **fields: object) -> None:
        """Add fields to the JSON object."""
        self.fields.update(fields)

    def classify(self, puzzle: Puzzle, *, scheme: bool = False) -> bool:
        """Say which of the four cases holds and what is broken; return whether the puzzle has no problem.

        With `scheme` the validity of an incomplete scheme is said too. Puzzles without cells to fill have
        only problems.
        """
        problems = puzzle.problems()
        if isinstance(puzzle, (Grid, Kakuro)):
            self.say("Complete scheme." if puzzle.is_complete else "Incomplete scheme.")
            if puzzle.is_complete or scheme:
                noun = "solution" if puzzle.is_complete else "scheme"
                self.say(f"Valid {noun}." if puzzle.is_valid else f"Invalid {noun}.")
            self.note(complete=puzzle.is_complete, valid=puzzle.is_valid)
        elif scheme and not problems:
            self.say("No contradiction.")
        for problem in problems:
            self.say(f"  {problem}")
        self.note(
            problems=[{"kind": p.kind, "cells": p.cells, "message": p.message} for p in problems],
        )
        return not problems

    @staticmethod
    def is_complete(puzzle: Puzzle) -> bool:
        """Return whether there is nothing to fill in."""
        return isinstance(puzzle, (Grid, Kakuro)) and puzzle.is_complete

    def finish(self) -> None:
        """End the answer: now the JSON object is complete."""
        if self.as_json and self.fields:
            self.out.write(json.dumps(self.fields) + "\n")


class Progress:
    """Count so far, rate and elapsed time on standard error, if that is a terminal and a second has passed.

    Verbs call it with the number of solutions. When the work is interrupted the number goes with it.
    """

    def __init__(self, *, hidden: bool = False) -> None:
        self.found = 0
        self._hidden = hidden or not sys.stderr.isatty()
        self._bar: tqdm[Any] | None = None

    def __call__(self, found: int, stage: str = "") -> None:
        """Note the number of solutions found so far, and how far layers are."""
        self.found = found
        if self._hidden:
            return
        if self._bar is None:
            from tqdm import tqdm

            tqdm.monitor_interval = 0
            # A size of its own, as some terminals say that they have none.
            self._bar = tqdm(unit=" solutions", delay=1, miniters=0, leave=False, ncols=79, nrows=20)
        self._bar.set_postfix_str(stage, refresh=False)
        self._bar.update(found - self._bar.n)

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()
        if isinstance(error, KeyboardInterrupt):
            error.add_note(f"{self.found} solution{'s' * (self.found != 1)} found by then")
