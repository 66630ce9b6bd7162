"""``fastfuto book``: puzzles to print, from files or from recipes."""

from __future__ import annotations

import argparse
import functools
import itertools
from collections.abc import Iterator
from typing import Any

from ..drawing import BOOK_SUFFIXES, booklet
from ..errors import LimitReached
from ..generation import Generated, generate_many
from .files import answer_files, collect, name_input, refuses_output
from .generate import OPTIONS, RECIPE, SIZE, add_recipe, is_recipe, settle_seed
from .options import add_files, add_language, whole
from .progress import Report
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, complain

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
"""What is passed on to `booklet` as it is."""
PART = ("heading", *(name for name in RECIPE if name != "seed"))
"""The options that each part of a booklet has of its own."""


class _Then(argparse.Action):
    """Begin another part: the options of the one before are put aside."""

    def __call__(self, parser: argparse.ArgumentParser, args: argparse.Namespace, *_: object) -> None:
        args.parts = [*args.parts, _part(args)]
        for name in PART:
            setattr(args, name, parser.get_default(name))


def _part(args: argparse.Namespace) -> dict[str, Any]:
    """Return the options of the part that was named last."""
    return {name: getattr(args, name) for name in PART}


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = (
        f"{parser.description} With --then, a booklet has several parts: -n 5 -k 10 --level easy --then -n 9 -k 10 "
        "--level hard makes ten easy 5 x 5 and then ten hard 9 x 9, which are numbered through."
    )
    add_files(parser, collect, add_output=_add_output)
    parser.usage = "%(prog)s [options] -o BOOK [FILE ...]"
    parser.add_argument("--title", metavar="TEXT", help="stands at the head of each page")
    help = (
        "stands under each puzzle; {number}, {family}, {size}, {level} and {id} stand for what they say of it"
    )
    parser.add_argument("--caption", metavar="TEXT", help=help)
    parser.add_argument("--stars", action="store_true", help="one to five stars for the level of each puzzle")
    help = "begin with a page for each kind of puzzle: its rules, an example, and how to begin"
    parser.add_argument("--instructions", action="store_true", help=help)
    add_language(parser)
    help = "file of a font (.ttf or .otf) for all text, so that any alphabet can be printed"
    parser.add_argument("--font", metavar="FONT", help=help)
    help = "file of the font of titles and printed values (default: that of --font)"
    parser.add_argument("--bold-font", metavar="FONT", help=help)
    parser.add_argument(
        "--per-page", type=whole(1), default=4, metavar="N", help="puzzles on a page, 1 to 12 (default: 4)"
    )
    help = "on pages at the end (the default), upside down at the foot of each page, or nowhere"
    parser.add_argument("--answers", choices=("end", "foot", "none"), default="end", help=help)
    parser.add_argument("--paper", choices=("A4", "A5", "Letter", "Legal"), default="A4", help="default: A4")
    parser.add_argument(
        "--large-print", action="store_true", help="digits and captions of at least 18 points"
    )
    help = "small print of all values in each empty cell, to be struck out"
    parser.add_argument("--strips", action="store_true", help=help)
    parser.add_argument("--heading", metavar="TEXT", help="stands at the head of each page of this part")
    help = (
        "begin another part: the options of new puzzles behind it are those of that part, except for --seed"
    )
    parser.add_argument("--then", action=_Then, nargs=0, help=help)
    add_recipe(parser)
    parser.set_defaults(quiet=True, run=_run, n=None, k=None, parts=[])


def _add_output(parser: argparse.ArgumentParser) -> None:
    help = "file of the booklet: a .pdf, which needs the extra 'pdf', or an .html to be printed by a browser"
    parser.add_argument("-o", "--output", metavar="BOOK", required=True, help=help)


def _run(args: argparse.Namespace) -> int:
    """Read or make all puzzles, and then the booklet of them."""
    path, args.puzzles = args.output, []
    is_new = is_recipe(args)
    headings = [part["heading"] for part in (*args.parts, _part(args)) if part["heading"] is not None]
    if headings and (not is_new or len(set(headings)) <= len(args.parts)):
        args.parser.error(
            "headings are for parts with new puzzles: give each of them one of its own, or none"
        )
    if not is_new:
        name_input(args)
    rule = f"booklets are in files whose names end with {' or '.join(BOOK_SUFFIXES)}"
    if refuses_output(args, BOOK_SUFFIXES, rule):
        return BAD_INPUT
    args.output = None
    code = ANSWERED if is_new else answer_files(args)
    if code and not args.puzzles:
        return code
    if is_new:
        settle_seed(args)
    options = {name: getattr(args, name) for name in BOOKLET}
    try:
        booklet(_generated(args) if is_new else args.puzzles, path, **options)
    except LimitReached as error:
        complain(None, error)
        return LIMIT_REACHED
    except (ValueError, ImportError) as error:
        complain(None, error)
        return BAD_INPUT
    return code


def _generated(args: argparse.Namespace) -> Any:
    """Return the parts; their puzzles are made when the booklet has looked at its options."""
    parts, report = [*args.parts, _part(args)], Report()

    @functools.cache
    def streams() -> list[Iterator[Generated]]:
        # The options of all parts are looked at before the first puzzle is made.
        counts = [1 if part["k"] is None else part["k"] for part in parts]
        starts = itertools.accumulate(counts, initial=0)
        return [_stream(args, report, *each) for each in zip(parts, counts, starts, strict=False)]

    def made(number: int) -> Iterator[Generated]:
        with report:
            yield from streams()[number]

    if parts[0]["heading"] is None:
        return [made(number) for number in range(len(parts))]
    return {part["heading"]: made(number) for number, part in enumerate(parts)}


def _stream(
    args: argparse.Namespace, report: Report, part: dict[str, Any], k: int, start: int
) -> Iterator[Generated]:
    """Return the puzzles of a part, which go on in the stream of the seed where the part before has ended."""
    recipe = {name: part.get(name, getattr(args, name)) for name in OPTIONS}
    return generate_many(k, SIZE if part["n"] is None else part["n"], start=start, progress=report, **recipe)
