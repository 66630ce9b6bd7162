"""``fastfuto book``: puzzles to print, from files or from a recipe."""

from __future__ import annotations

import argparse

from ..drawing import BOOK_SUFFIXES, booklet
from ..errors import LimitReached
from .files import answer_files, collect, name_input, refuses_output
from .generate import add_recipe, generated, is_recipe, settle_seed
from .options import add_files, whole
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, complain

__all__ = ["add"]

BOOKLET = ("per_page", "answers", "paper", "title", "large_print", "strips", "timeout")
"""What is passed on to `booklet` as it is."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser, collect, add_output=_add_output)
    parser.usage = "%(prog)s [options] -o BOOK [FILE ...]"
    parser.add_argument("--title", metavar="TEXT", help="stands at the head of each page")
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
    add_recipe(parser)
    parser.set_defaults(quiet=True, run=_run, n=None, k=None)


def _add_output(parser: argparse.ArgumentParser) -> None:
    help = "file of the booklet: a .pdf, which needs the extra 'pdf', or an .html to be printed by a browser"
    parser.add_argument("-o", "--output", metavar="BOOK", required=True, help=help)


def _run(args: argparse.Namespace) -> int:
    """Read or make all puzzles, and then the booklet of them."""
    path, args.puzzles = args.output, []
    is_new = is_recipe(args)
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
        booklet(generated(args) if is_new else args.puzzles, path, **options)
    except LimitReached as error:
        complain(None, error)
        return LIMIT_REACHED
    except (ValueError, ImportError) as error:
        complain(None, error)
        return BAD_INPUT
    return code
