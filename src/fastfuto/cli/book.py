"""``fastfuto book``: puzzles to print, from files or from recipes."""

from __future__ import annotations

import argparse
import functools
import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..drawing import BOOK_SUFFIXES, booklet
from ..errors import LimitReached
from ..generation import Generated, generate_many
from ..languages import LanguageCode
from ..limits import counted
from ..puzzles import Puzzle
from .files import Collection, answer_files, refuses_output
from .generate import BOTH, MakingOptions, RecipeOptions, add_recipe, in_options, passed_on, say_seed, seeded
from .options import FileOptions, add_files, add_language, add_quiet, whole
from .progress import Report
from .puzzles import distinct, form_of
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, UsageError, complain, say_aside

MOST_OTHERS = 1 << 40
"""Most puzzles that may replace repeated ones."""
BOOKLET = (
    *(
        "per_page",
        "answers",
        "paper",
        "title",
        "caption",
        "stars",
        "instructions",
        "language",
        "font",
        "bold_font",
    ),
    *("large_print", "strips", "timeout"),
)
"""The options that are passed to `booklet` unchanged."""


@dataclass(frozen=True, kw_only=True)
class Part(RecipeOptions):
    """The options that each part of a booklet has separately."""

    heading: str | None = None
    files: tuple[str, ...] = ()

    @property
    def is_asked(self) -> bool:
        """Whether any option asks for new puzzles."""
        return replace(self, heading=None, files=()) != Part()


@dataclass(frozen=True, kw_only=True)
class Options(FileOptions, MakingOptions):
    """The options of the command; `parts` has the options typed for each part."""

    parts: tuple[dict[str, Any], ...]
    per_page: int
    answers: Any
    paper: Any
    title: str | None
    caption: str | None
    stars: bool
    instructions: bool
    language: LanguageCode
    font: str | None
    bold_font: str | None
    large_print: bool
    strips: bool


class _InPart(argparse.Action):
    """Store a value among the options of the last part."""

    def __call__(self, parser: Any, args: argparse.Namespace, values: Any, *_: object) -> None:
        args.parts = [*args.parts[:-1], {**args.parts[-1], self.dest: values}]


class _Then(argparse.Action):
    """Begin another part, with its files."""

    def __call__(self, parser: Any, args: argparse.Namespace, values: Any, *_: object) -> None:
        args.parts = [*args.parts, {"files": tuple(values)}]


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = (
        f"{parser.description} With --then, a booklet has several parts: easy.txt --then hard.txt --then -n 9 -k 10 "
        "prints two files and then ten new puzzles, numbered consecutively."
    )
    add_files(parser, add_output=_add_output)
    parser.usage = "%(prog)s [options] -o BOOK [FILE ...]"
    parser.add_argument("--title", metavar="TEXT", help="heading of each page")
    help = "caption under each puzzle, in which {number}, {family}, {size}, {level} and {id} are replaced"
    parser.add_argument("--caption", metavar="TEXT", help=help)
    parser.add_argument(
        "--stars", action="store_true", help="show the level of each puzzle by one to five stars"
    )
    help = "begin with a page for each kind of puzzle: its rules, an example, and how to begin"
    parser.add_argument("--instructions", action="store_true", help=help)
    add_language(parser)
    help = "font file (.ttf or .otf) for all text, which allows any alphabet"
    parser.add_argument("--font", metavar="FONT", help=help)
    help = "font file for titles and printed values (default: the file of --font)"
    parser.add_argument("--bold-font", metavar="FONT", help=help)
    parser.add_argument(
        "--per-page", type=whole(1), default=4, metavar="N", help="puzzles on a page, 1 to 12 (default: 4)"
    )
    help = "end (the default), foot, which is upside down at the foot of each page, or none"
    parser.add_argument(
        "--answers", choices=("end", "foot", "none"), default="end", metavar="PLACE", help=help
    )
    papers = ("A4", "A5", "Letter", "Legal")
    help = "A4 (the default), A5, Letter, Legal"
    parser.add_argument("--paper", choices=papers, default="A4", metavar="SIZE", help=help)
    parser.add_argument(
        "--large-print", action="store_true", help="digits and captions of at least 18 points"
    )
    help = "print all values in small type in each empty cell, to be crossed out"
    parser.add_argument("--strips", action="store_true", help=help)
    parser.add_argument("--heading", action=_InPart, metavar="TEXT", help="heading of each page of this part")
    help = "begin another part, of these files or of the new puzzles of the options that follow, except for --seed"
    parser.add_argument("--then", action=_Then, nargs="*", metavar="FILE", help=help)
    add_recipe(parser, _InPart)
    parser.set_defaults(parts=[{}])
    add_quiet(parser, "do not report the seed")


def _add_output(parser: argparse.ArgumentParser) -> None:
    help = "file of the booklet: .pdf, which needs the extra 'pdf', or .html, which a browser prints"
    parser.add_argument("-o", "--output", metavar="BOOK", required=True, help=help)


def run(options: Options) -> int:
    """Read or make all puzzles, and then make the booklet."""
    path, parts = options.output or "", [Part(**typed) for typed in options.parts]
    parts[0] = replace(parts[0], files=options.files)
    if parts == [replace(Part(), heading=parts[0].heading)] and options.seed is None:
        parts[0] = replace(parts[0], files=options.with_input().files)
    is_new = not all(part.files for part in parts)
    if any(part.files and part.is_asked for part in parts) or (options.seed is not None and not is_new):
        raise UsageError(BOTH)
    headings = [part.heading for part in parts if part.heading is not None]
    if headings and len(set(headings)) < len(parts):
        raise UsageError("give each part a different --heading, or give no part a heading")
    rule = f"the name of a booklet must end with {' or '.join(BOOK_SUFFIXES)}"
    options = replace(options, files=tuple(itertools.chain.from_iterable(part.files for part in parts)))
    if refuses_output(options, path, BOOK_SUFFIXES, rule):
        return BAD_INPUT
    code, read = ANSWERED, list[list[Puzzle[Any]]]()
    for part in parts:
        collected = Collection()
        if part.files:
            given = replace(options, files=part.files, output=None, quiet=True)
            code = max(code, answer_files(given, collected.answer))
            if not collected.puzzles:
                return code
        read.append(collected.puzzles)
    try:
        seen = {form_of(puzzle) for puzzles in read for puzzle in puzzles}
        if (repeated := sum(map(len, read)) - len(seen)) and not options.quiet:
            say_aside(f"fastfuto: the files repeat {counted(repeated, 'puzzle')}, up to symmetry")
        made = seeded(options)
        puzzles: Any = _parts(parts, read, seen, made)
        if headings:
            puzzles = dict(zip(headings, puzzles, strict=True))
        booklet(puzzles, path, **{name: getattr(options, name) for name in BOOKLET})
        if is_new and options.seed is None and not options.quiet:
            say_seed(made)
    except LimitReached as error:
        complain(None, error)
        return LIMIT_REACHED
    except (ValueError, ImportError) as error:
        complain(None, in_options(error))
        return BAD_INPUT
    return code


def _parts(
    parts: list[Part], read: list[list[Puzzle[Any]]], seen: set[Any], options: Options
) -> list[Iterable[Any]]:
    """Return the puzzles of each part; new puzzles are made after the booklet has checked its options."""
    report = Report()
    counts = [0 if part.files else part.count for part in parts]

    @functools.cache
    def streams() -> list[Iterator[Generated]]:
        # The options of all parts are checked before the first puzzle is made. A part continues the stream of the seed
        # where the previous part ended.
        starts = itertools.accumulate(counts, initial=0)
        return [
            generate_many(count, part.size, start=start, progress=report, **passed_on(part, options))
            for part, count, start in zip(parts, counts, starts, strict=False)
        ]

    def others(part: Part) -> Iterator[Generated]:
        # Puzzles that replace repeated ones follow the last part in the stream of the seed.
        yield from generate_many(MOST_OTHERS, part.size, start=sum(counts), **passed_on(part, options))

    def puzzles(number: int) -> Iterator[Generated]:
        with report:
            yield from distinct(streams()[number], others(parts[number]), seen)

    return [read[number] if part.files else puzzles(number) for number, part in enumerate(parts)]
