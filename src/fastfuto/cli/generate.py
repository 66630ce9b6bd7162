"""``fastfuto generate``: puzzles of a given size and level, or numbers in a given puzzle."""

from __future__ import annotations

import argparse
import ast
import functools
import itertools
import os
import re
import secrets
import shlex
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, fields, replace
from time import perf_counter
from typing import Any, TypeAlias, TypeVar, get_args

from ..errors import ParseError, RecipeNotMet
from ..formats import is_stream
from ..generation import Generated, generate_many
from ..generation.recipe import Family, Order, Symmetry
from ..limits import Progress
from ..logic import Level, Rules
from .explain import add_rules
from .files import clash, inputs_of, shown_name
from .options import (
    FileOptions,
    PieceOptions,
    Renamed,
    add_json,
    add_output,
    add_quiet,
    add_seed,
    add_threads,
    add_timeout,
    add_to,
    add_workers,
    whole,
)
from .output import Output
from .progress import Report
from .puzzles import distinct, has_comments, is_screen, show, text_of
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, UsageError, complain, say_aside, say_speed

SEED_BITS = 32
"""Bits of a random seed: few enough to copy the seed by hand, and enough to make equal seeds unlikely."""
_COMMENT = re.compile(rb"# fastfuto generate .*--seed ([0-9]{1,20})\s*")
SIZE = 9
"""The size of the grid if none is given."""
BOTH = "name files, or give options of new puzzles such as -n or --level, but not both"
"""The error if files and options of new puzzles are given together."""

Size: TypeAlias = int | tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class RecipeOptions:
    """The options that ask for new puzzles, except for the seed."""

    n: Size | None = None
    k: int | None = None
    family: Family = "futoshiki"
    variant: Any = None
    level: Any = None
    rules: Rules = "full"
    numbers: Any = None
    inequalities: Any = None
    remove: Order = "numbers-first"
    symmetry: Symmetry | None = None
    technique: Any = None
    score: Any = None
    minutes: Any = None
    minimal: float = 1.0

    @property
    def count(self) -> int:
        """The number of puzzles."""
        return 1 if self.k is None else self.k

    @property
    def size(self) -> Size:
        """The size of the grids."""
        return SIZE if self.n is None else self.n


@dataclass(frozen=True, kw_only=True)
class MakingOptions:
    """The options by which all new puzzles are made."""

    seed: int | None
    threads: int
    timeout: float | None


@dataclass(frozen=True, kw_only=True)
class StreamOptions(MakingOptions, RecipeOptions):
    """The options of a stream of new puzzles."""

    @property
    def is_asked(self) -> bool:
        """Whether any option asks for new puzzles."""
        asked = (getattr(self, field.name) != field.default for field in fields(RecipeOptions))
        return any(asked) or self.seed is not None

    @property
    def recipe(self) -> dict[str, Any]:
        """The arguments that are passed to `generate_many` unchanged."""
        return passed_on(self, self)


def passed_on(recipe: RecipeOptions, making: MakingOptions) -> dict[str, Any]:
    """Return the arguments of `generate_many` except the number of puzzles and their size."""
    given = {field.name: getattr(recipe, field.name) for field in fields(RecipeOptions)[2:]}
    return given | {field.name: getattr(making, field.name) for field in fields(MakingOptions)}


StreamT = TypeVar("StreamT", bound=MakingOptions)


@dataclass(frozen=True, kw_only=True)
class Options(FileOptions, PieceOptions, StreamOptions):
    """The options of the command."""

    template: str | None = None
    start: int = 0
    resume: bool
    distinct: bool
    certificates: str | None


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = (
        "Make puzzles with exactly one solution, by default a 9 x 9 Futoshiki, each in a line with its level, score "
        "and seed. Other commands read such lines."
    )
    parser.epilog = "A range is LEAST:MOST. The same options and seed make the same puzzles."
    parser.usage = "%(prog)s [options] [FILE]"
    help = "puzzle, variant or model that gets numbers"
    parser.add_argument("template", nargs="?", metavar="FILE", help=help)
    add_recipe(parser)
    add_workers(parser)
    help = "number of the first puzzle in the stream (default: 0)"
    parser.add_argument("--start", type=whole(0), default=0, metavar="I", help=help)
    help = "continue after the last puzzle of the file"
    parser.add_argument("--resume", action="store_true", help=help)
    help = "no puzzle twice, up to symmetry, as book always does"
    parser.add_argument("--distinct", action="store_true", help=help)
    help = "write certificates of the only solutions, for verify"
    parser.add_argument("--certificates", metavar="FILE", help=help)
    help = "format, see 'fastfuto formats' (default: of one line)"
    add_to(parser, help)
    parser.add_argument("--format", action=Renamed, dest="to", const="--to", help=argparse.SUPPRESS)
    add_quiet(parser, "print only the puzzles, without level, score and seed")
    add_json(parser)
    add_output(parser)


def add_recipe(parser: argparse.ArgumentParser, action: str | type[argparse.Action] = "store") -> None:
    """Add the options for the number and kind of new puzzles; `action` stores their values."""
    add = functools.partial(parser.add_argument, action=action)
    help = "number of rows (default: 9); for Kakuro, ROWSxCOLUMNS"
    add("-n", "--size", dest="n", type=_size, metavar="N", help=help)
    add("-k", "--number", dest="k", type=whole(0), metavar="K", help="number of puzzles (default: 1)")
    help = f"{', '.join(get_args(Family))}"
    add("--family", choices=get_args(Family), default="futoshiki", metavar="NAME", help=help)
    add("--variant", metavar="NAME", help="inequalities, or a rule such as diagonals")
    help = f"{', '.join(get_args(Level))}"
    add("--level", type=_range(str.lower), metavar="LEVEL", help=help)
    add_rules(parser, action)
    add("--numbers", type=_range(int), metavar="K", help="number of given numbers; 0 for only signs")
    add("--inequalities", type=_range(int), metavar="K", help="number of inequalities; 0 for only numbers")
    help = "redundant clues to remove first: numbers-first (the default), inequalities-first, mixed"
    add("--remove", choices=get_args(Order), default="numbers-first", metavar="ORDER", help=help)
    if action == "store":
        parser.add_argument(
            "--order",
            action=Renamed,
            dest="remove",
            const="--remove",
            choices=get_args(Order),
            help=argparse.SUPPRESS,
        )
    help = f"of the cells with numbers: {', '.join(get_args(Symmetry))}"
    add("--symmetry", choices=get_args(Symmetry), metavar="NAME", help=help)
    help = "technique that is needed, see 'fastfuto techniques'"
    add("--technique", type=str.lower, metavar="NAME", help=help)
    add("--score", type=_range(float), metavar="X", help="score of the hardest technique")
    help = "estimated minutes that a person takes, such as 5:10"
    add("--minutes", type=_range(float), metavar="M", help=help)
    help = "share of redundant clues to remove (default: 1, all)"
    add("--minimal", type=float, default=1.0, metavar="SHARE", help=help)
    help = "seed of all puzzles (default: a new one, reported)"
    add_seed(parser, help, default=None)
    add_threads(parser, "threads (default: 1)")
    add_timeout(parser, "stop after S seconds (default: never)")


def _size(text: str) -> int | tuple[int, int]:
    """Read one number, or two numbers separated by x."""
    read = whole(1)
    rows, x, columns = text.partition("x")
    try:
        return (read(rows), read(columns)) if x else read(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number or ROWSxCOLUMNS, got {text}") from None


def _range(kind: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return a reader of one value, or of two values separated by a colon."""

    def read(text: str) -> Any:
        parts = text.split(":")
        if len(parts) > 2:
            raise argparse.ArgumentTypeError(f"expected a value or LEAST:MOST, got {text}")
        values = tuple(map(kind, parts))
        return values if len(values) == 2 else values[0]

    read.__name__ = "value or LEAST:MOST"
    return read


def run(options: Options) -> int:
    """Make puzzles and write each puzzle as soon as it is made."""
    if options.json and options.to not in (None, "json"):
        raise UsageError(f"--to {options.to} has no effect with --json")
    if message := clash(options):
        complain(None, message)
        return BAD_INPUT
    is_file = options.output not in (None, "-") and not is_stream(options.output)
    if options.resume and (not is_file or options.start or options.certificates is not None):
        raise UsageError(
            "--resume needs -o with a regular file, and cannot be combined with --start or --certificates"
        )
    if options.distinct and (options.resume or options.start or options.in_pieces or options.certificates):
        raise UsageError(
            "--distinct cannot be combined with --resume, --start, --certificates, --workers, --scheduler or --journal"
        )
    if options.resume and options.form:
        raise UsageError(
            f"--resume cannot continue a {options.form} file, because such a file is written as a whole"
        )
    if options.picture is not None and options.count != 1:
        raise UsageError(
            f"-o {options.picture} can hold only one puzzle; use fastfuto book to make a booklet of several puzzles"
        )
    names = [os.path.realpath(name) for name in (options.certificates or "-", options.output or "-")]
    if options.certificates is not None and names[0] == names[1]:
        raise UsageError(
            "the puzzles (-o) and the certificates (--certificates) must be written to different files"
        )
    if options.threads > 1 and options.in_pieces:
        raise UsageError("--threads cannot be combined with --workers, --scheduler or --journal")
    if options.journal is not None and options.seed is None:
        raise UsageError("--journal needs --seed, so a later call can continue with the same puzzles")
    path: str = options.output or ""
    if (name := options.template) is not None:
        if options.n is not None:
            raise UsageError("-n has no effect with a FILE")
        try:
            options = replace(options, n=_template(name))
        except (OSError, ParseError) as error:
            complain(shown_name(name), error)
            return BAD_INPUT
    try:
        if options.resume and options.seed is None:
            options = replace(options, seed=_seed_in(path))
        is_drawn, options = options.seed is None, seeded(options)
        done = _resumed(path, options) if options.resume else 0
    except ValueError as error:
        complain(path, error)
        return BAD_INPUT
    report, began = Report(), perf_counter()

    def tell(progress: Progress) -> None:
        rate = progress.done / max(perf_counter() - began, 1e-9)
        report(replace(progress, stage=f"{rate:.3g} a second"))

    try:
        puzzles = generate_many(
            max(options.count - done, 0),
            options.size,
            start=options.start + done,
            executor=options.executor(),
            journal=options.journal,
            certificates=options.certificates is not None,
            progress=tell,
            **options.recipe,
        )
    except ValueError as error:
        complain(None, in_options(error))
        return BAD_INPUT
    if options.distinct:
        others = generate_many(1 << 40, options.size, start=options.count, **options.recipe)
        puzzles = distinct(puzzles, others, set())
    if is_drawn and not (options.quiet or is_screen(options)):
        puzzles = _after_seed(options, puzzles)
    if options.resume:
        with open(path, "a", encoding="utf-8", newline="\n") as file:
            return _write(options, puzzles, file.write, report, is_begun=file.tell() > 0)
    with (
        Output(options.output if options.picture is None else None, options.form) as out,
        ExitStack() as stack,
    ):
        if options.certificates is not None:
            puzzles = _noting(puzzles, stack.enter_context(Output(options.certificates)))
        write = functools.partial(show, options, out) if is_screen(options) else out.write
        return _write(options, puzzles, write, report)


def _template(name: str) -> Any:
    """Return the only puzzle of a file, or the puzzle that a name itself is; raise an error if there is none."""
    first, *others = itertools.islice(inputs_of(name, None, None), 2)
    if isinstance(first, Exception):
        raise first
    if others:
        raise UsageError("generate takes one puzzle, but the file has several")
    return first.puzzle


def _after_seed(options: Options, puzzles: Iterator[Generated]) -> Iterator[Generated]:
    """Yield the puzzles, and report the seed as soon as there is a puzzle."""
    for number, made in enumerate(puzzles):
        if not number:
            say_seed(options)
        yield made


def _noting(puzzles: Iterator[Generated], to: Output) -> Iterator[Generated]:
    """Yield the puzzles and write their certificates."""
    for made in puzzles:
        assert made.certificate is not None
        to.write(f"{made.certificate.to_json()}\n")
        yield made


_ARGUMENT = re.compile(
    r"\b(family|variant|level|rules|numbers|inequalities|symmetry|technique|score|minutes|minimal)="
    r"('[^']*'|\([^)]*\)|[^ ,;:]+)"
)
_SUBJECT = re.compile(r"^[a-z_]+(?= must )")


def in_options(error: object) -> str:
    """Return the message of an error, with arguments spelled as options of the command line."""

    def typed(match: re.Match[str]) -> str:
        value = ast.literal_eval(match[2]) if match[2][0] in "('" else match[2].removesuffix(".0")
        return f"--{match[1]} {shlex.quote(_as_typed(match[1], value))}"

    message = _ARGUMENT.sub(typed, str(error))
    return _SUBJECT.sub(lambda match: option_of(match[0]), message)


def option_of(name: str) -> str:
    """Return the option with the name of an argument."""
    return f"-{name}" if len(name) == 1 else f"--{name.replace('_', '-')}"


def seeded(options: StreamT) -> StreamT:
    """Draw a seed if none is given."""
    return options if options.seed is not None else replace(options, seed=secrets.randbits(SEED_BITS))


def say_seed(options: MakingOptions) -> None:
    """Report a seed that was drawn, so the same puzzles can be made again."""
    seed = options.seed
    say_aside(f"fastfuto: seed {seed}; the same options with --seed {seed} make the same puzzles again")


def generated(options: StreamOptions) -> Iterator[Any]:
    """Yield the puzzles of a recipe, each made on demand."""
    with Report() as report:
        stream = generate_many(options.count, options.size, progress=report, **options.recipe)
        for made in stream:
            yield made.puzzle


def command_of(command: str, options: StreamOptions) -> str:
    """Return the command that makes the same puzzles, without the number of puzzles if the file may grow."""
    words, template = ["fastfuto", command], getattr(options, "template", None)
    defaults = {field.name: field.default for field in fields(options)}
    for name in (*(field.name for field in fields(RecipeOptions)), "start", "seed"):
        value = getattr(options, name, None)
        is_said = name in ("n", "seed") or value not in (None, defaults.get(name))
        if name == "n" and template is not None:
            words.append(template)
        elif is_said and not (name == "k" and command == "generate"):
            words += [option_of(name), _as_typed(name, value)]
    return shlex.join(words)


def _as_typed(name: str, value: Any) -> str:
    """Return the value of an option in the form in which it is typed."""
    if isinstance(value, tuple):
        return ("x" if name == "n" else ":").join(
            f"{each:g}" if isinstance(each, float) else str(each) for each in value
        )
    return str(SIZE if value is None else value)


def _write(
    options: Options,
    puzzles: Iterator[Generated],
    write: Callable[..., object],
    report: Report,
    *,
    is_begun: bool = False,
) -> int:
    """Write or show each puzzle as soon as it is made, and return the exit code."""
    began, count = perf_counter(), 0
    try:
        with report:
            for made in puzzles:
                if is_screen(options):
                    write(made, count)
                    count += 1
                    continue
                text = text_of(options, made)
                if not (is_begun or count) and options.output is not None and has_comments(options, made):
                    write(f"# {command_of(options.command, options)}\n")
                write(text)
                count += 1
    except RecipeNotMet as error:
        complain(None, in_options(error))
        return LIMIT_REACHED
    except KeyboardInterrupt as stop:
        more = f"--seed {options.seed} --start {options.start + count} makes the other puzzles"
        is_file = options.output is not None and not (options.form or options.picture)
        stop.add_note(f"{count} written; {'--resume continues' if is_file else more}")
        raise
    except (
        ValueError,
        ImportError,
    ) as error:  # The format cannot hold the puzzle, or a picture needs an extra.
        complain(None, error)
        return BAD_INPUT
    if options.output is not None and options.picture is None and not options.quiet:
        say_speed(count, perf_counter() - began)
    return ANSWERED


def _seed_in(path: str) -> int | None:
    """Return the seed in the first line of a file to be resumed, or None if the file is empty.

    Raises
    ------
    ValueError
        If the first line has no seed.
    """
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        first = file.readline(1 << 16)
    if not first.strip():
        return None
    if comment := _COMMENT.fullmatch(first):
        return int(comment[1])
    raise ValueError("the first line of the file contains no seed; give the seed with --seed")


def _resumed(path: str, options: Options) -> int:
    """Remove an unfinished last line, and return the number of puzzles in the file, one per line.

    Raises
    ------
    ValueError
        If the file does not begin with the first puzzle of these options. The file is then unchanged.
    """
    if not os.path.exists(path):
        return 0
    with open(path, "rb+") as file:
        data = file.read()
        whole_lines = data[: data.rfind(b"\n") + 1]
        lines = [line for line in whole_lines.splitlines() if line.strip() and not line.startswith(b"#")]
        if data.strip():
            [made] = generate_many(1, options.size, **options.recipe)
            first = text_of(options, made)
            if first.count("\n") > 1:
                raise ValueError(
                    "--resume needs a format with each puzzle in one line; choose such a format with --to"
                )
            if not lines or lines[0] != first.rstrip("\n").encode():
                raise ValueError(
                    "the first puzzle in the file was not generated with these options and this seed"
                )
        file.truncate(len(whole_lines))
    return len(lines)
