"""The options of the commands, and the readers of their values."""

from __future__ import annotations

import argparse
import functools
import math
import os
import re
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from ..errors import JobError
from ..formats import NAMES
from ..limits import check_threads
from .streams import UsageError, say_aside

if TYPE_CHECKING:
    from concurrent.futures import Executor

TABLES, PICTURES = (".json", ".jsonl", ".csv", ".tsv"), (".svg", ".pdf", ".html")
"""Suffixes that choose the form of an output file, unless --to does. A file with any other name is written in the form
of standard output."""
DRAWING = frozenset({"candidates", "check", "generate", "hint", "sample", "solve"})
"""Commands whose picture can be written to a file."""
IDLE_QUIET = "--quiet has no effect with --json"
GRIDS = {"candidates": "candidates", "sample": "solutions", "solve": "solution"}
"""The field of the answer that a .npy file holds."""


@dataclass(frozen=True, kw_only=True)
class FileOptions:
    """The options of commands that read files."""

    command: str
    files: tuple[str, ...] = ()
    format: str | None = None
    column: str | None = None
    output: str | None = None
    to: str | None = None
    json: bool = False
    quiet: bool = False

    @property
    def suffix(self) -> str:
        """The suffix that chooses the form of the output, or an empty text."""
        chosen = (
            "" if self.output is None or self.to is not None else os.path.splitext(self.output)[1].lower()
        )
        return chosen if chosen in (*TABLES, *PICTURES, ".npy") else ""

    @property
    def form(self) -> str:
        """The suffix of a file that is made from the answers in JSON, or an empty text."""
        if self.suffix == ".npy":
            return self.suffix if self.command in GRIDS else ""
        # The JSON object of all solutions and the lines of a batch grow, and the lines of new puzzles are separated by
        # tabs in any file.
        grown = {"solutions": (".json", ".jsonl"), "batch": (".jsonl",), "generate": (".tsv",)}
        return self.suffix if self.suffix in TABLES and self.suffix not in grown.get(self.command, ()) else ""

    @property
    def picture(self) -> str | None:
        """The file of a picture."""
        return self.output if self.suffix in PICTURES and self.command in DRAWING else None

    @property
    def writes_npy(self) -> bool:
        """Whether solutions are written to a .npy file as they are found."""
        return self.suffix == ".npy" and self.command not in GRIDS

    @property
    def writes_folder(self) -> bool:
        """Whether the output is a folder of .npy files."""
        return False

    def with_input(self) -> Self:
        """Name standard input if no file is named and it is not a terminal; otherwise raise a UsageError."""
        if self.quiet and self.json:
            raise UsageError(IDLE_QUIET)
        if self.json and self.to is not None:
            raise UsageError("--to has no effect with --json")
        if self.form or self.suffix in TABLES[:2]:
            self = replace(self, json=True)
        if self.files:
            return self
        if sys.stdin is None or sys.stdin.isatty():
            raise UsageError("there is no input: name a FILE, or send a puzzle to standard input")
        return replace(self, files=("-",))


@dataclass(frozen=True, kw_only=True)
class PieceOptions:
    """The options of `add_workers`."""

    workers: int | None
    scheduler: str | None
    journal: str | None

    @property
    def in_pieces(self) -> bool:
        """Whether the work is done in pieces."""
        return (self.workers, self.scheduler, self.journal) != (None, None, None)

    def executor(self) -> Callable[[], Executor] | None:
        """Return a function that makes the requested executor."""
        if self.scheduler is not None:
            return functools.partial(_dask_executor, self.scheduler)
        if self.workers is None:
            return None
        from concurrent.futures import ProcessPoolExecutor

        return functools.partial(ProcessPoolExecutor, self.workers, initializer=_ignore_interrupts)


def add_output(parser: argparse.ArgumentParser) -> None:
    """Add the option -o."""
    suffixes = (*TABLES, ".npy", *PICTURES)
    help = f"write to this file; {', '.join(suffixes[:-1])} and {suffixes[-1]} choose its form"
    parser.add_argument("-o", "--output", metavar="FILE", help=help)


FORMAT = "format of the files, see 'fastfuto formats' (default: detected for each puzzle)"


def add_format(parser: argparse.ArgumentParser) -> None:
    """Add the option --format."""
    parser.add_argument("--format", choices=NAMES, metavar="FORMAT", help=FORMAT)


class Renamed(argparse.Action):
    """The old name of an option, which works for one more release; `const` is the new name."""

    def __call__(
        self, parser: Any, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        """Store the value, and report the new name."""
        say_aside(f"fastfuto: {option} is now {self.const}; the old name works for one more release")
        setattr(namespace, self.dest, values)


TO = "format to write, see 'fastfuto formats'; also id, a game id (default: the format that was read)"


def add_to(parser: argparse.ArgumentParser, help: str = TO) -> None:
    """Add the option --to."""
    parser.add_argument("--to", type=_written, choices=NAMES, metavar="FORMAT", help=help)


def _written(name: str) -> str:
    return "tatham" if name.lower() == "id" else name


def add_column(parser: argparse.ArgumentParser) -> None:
    """Add the option --column."""
    help = "column with the puzzles in csv, JSON lines or Parquet"
    parser.add_argument("--column", metavar="NAME", help=help)


def add_files(
    parser: argparse.ArgumentParser,
    *,
    add_format: Callable[[argparse.ArgumentParser], None] = add_format,
    add_output: Callable[[argparse.ArgumentParser], None] = add_output,
) -> None:
    """Add the options of all commands that answer files."""
    add_inputs(parser, "puzzle file, or a puzzle in one line, such as a game id", add_format)
    add_output(parser)


def add_inputs(
    parser: argparse.ArgumentParser,
    what: str = "file of puzzles",
    add_format: Callable[[argparse.ArgumentParser], None] = add_format,
) -> None:
    """Add the files and the options for reading them; `what` describes a file in the help."""
    parser.usage = "%(prog)s [options] [FILE ...]"
    help = f"{what}; - is standard input, which is also read when no FILE is named and it is not a terminal"
    parser.add_argument("files", nargs="*", metavar="FILE", help=help)
    add_format(parser)
    add_column(parser)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the option --json."""
    parser.add_argument("--json", action="store_true", help="answer with one JSON object per line")


def add_quiet(parser: argparse.ArgumentParser, help: str = "print only the bare answer") -> None:
    """Add the option --quiet."""
    parser.add_argument("-q", "--quiet", action="store_true", help=help)


def add_order(parser: argparse.ArgumentParser) -> None:
    """Add the option --order."""
    help = (
        "order of the solutions: any, the fastest order (the default), or lexicographic, which goes row "
        "by row with the smallest value first"
    )
    parser.add_argument("--order", choices=("any", "lexicographic"), default="any", help=help)


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add the option --language."""
    from ..languages import LANGUAGES

    help = f"language of the text: {', '.join(LANGUAGES)} (default: en)"
    parser.add_argument("--language", choices=LANGUAGES, default="en", metavar="CODE", help=help)


def add_limit(parser: argparse.ArgumentParser) -> None:
    """Add the option --limit."""
    parser.add_argument("--limit", type=whole(1), metavar="N", help="stop at N solutions (default: no limit)")


def add_timeout(
    parser: argparse.ArgumentParser, help: str = "stop after S seconds for each file (default: never)"
) -> None:
    """Add the option --timeout."""
    parser.add_argument("--timeout", type=_timeout, metavar="S", help=help)


def add_memory(parser: argparse.ArgumentParser, what: str = "the states") -> None:
    """Add the option --memory."""
    help = f"bytes that {what} may take, such as 500M or 8G (default: half of the machine's memory)"
    parser.add_argument("--memory", type=_memory, metavar="SIZE", help=help)


def add_threads(parser: argparse.ArgumentParser, help: str, default: int | None = 1) -> None:
    """Add the option --threads."""
    parser.add_argument("--threads", type=_number_of("threads"), default=default, metavar="N", help=help)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the options --workers, --scheduler and --journal."""
    workers = parser.add_mutually_exclusive_group()
    workers.add_argument(
        "--workers",
        type=_number_of("workers"),
        metavar="N",
        help="divide the work among N processes",
    )
    workers.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="divide the work for this Dask cluster",
    )
    parser.add_argument(
        "--journal", metavar="JOURNAL", help="file of finished pieces; a later call continues it"
    )


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the parent process, which ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _dask_executor(address: str) -> Executor:
    """Return the workers of a Dask cluster."""
    try:
        from distributed import Client
    except ImportError as error:
        raise JobError(f"--scheduler needs Dask: pip install 'fastfuto[dask]' ({error})") from None
    try:
        made: Executor = Client(address, set_as_default=False).get_executor()
    except (OSError, ValueError) as error:
        raise JobError(f"cannot connect to a Dask scheduler at {address}: {error}") from error
    return made


def add_seed(
    parser: argparse.ArgumentParser,
    help: str = "seed of the random draws; another seed gives other draws (default: 0)",
    default: int | None = 0,
) -> None:
    """Add the option --seed."""
    parser.add_argument("--seed", type=_seed, default=default, metavar="N", help=help)


def whole(least: int) -> Callable[[str], int]:
    """Return a reader of whole numbers that are at least `least`."""

    def number(text: str) -> int:
        if (read := _integer(text)) < least:
            raise argparse.ArgumentTypeError(f"expected a whole number of at least {least}, got {read}")
        return read

    number.__name__ = "whole number"
    return number


def _integer(text: str) -> int:
    """Return a number in the digits 0 to 9; `int` would also read ``1_0`` and digits of other scripts."""
    if not re.fullmatch("[+-]?[0-9]+", text):
        raise ValueError
    return int(text)


def _memory(text: str) -> int:
    scale = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}.get(text[-1:].upper(), 0)
    number = float(text[:-1]) if scale else _integer(text)
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError(f"expected a finite size, got {text}")
    memory = int(number * max(scale, 1))
    if memory < 1:
        raise argparse.ArgumentTypeError(f"expected at least 1 byte, got {text}")
    return memory


def _seed(text: str) -> int:
    seed = _integer(text)
    if not 0 <= seed < 2**64:
        raise argparse.ArgumentTypeError(f"expected a seed from 0 to 2**64 - 1, got {text}")
    return seed


def _number_of(name: str) -> Callable[[str], int]:
    """Return a reader of a number of threads or workers."""

    def read(text: str) -> int:
        number = _integer(text)
        try:
            return check_threads(number, name)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    read.__name__ = f"number of {name}"
    return read


def _timeout(text: str) -> float:
    timeout = float(text)
    if not (math.isfinite(timeout) and timeout > 0):
        raise argparse.ArgumentTypeError(f"expected a finite number of seconds above 0, got {text}")
    return timeout


# Messages have these names: "expected a seed, got x".
_timeout.__name__, _memory.__name__, _seed.__name__ = "number of seconds", "size such as 4G", "seed"
