"""``fastfuto play``: a page on which puzzles can be played."""

from __future__ import annotations

import argparse
import sys
import webbrowser

from ..drawing.page import page_text
from ..errors import LimitReached
from ..formats import replacing
from ..generation import generate
from ..serving import serve
from .files import answer_files, collect, name_input, refuses_output
from .generate import add_recipe, command_of, generated, is_recipe, settle_seed
from .options import add_files
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, complain, say_aside

FIRST = 6
"""Rows of the puzzle that is there at first, if no file is named."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser, collect, add_output=_add_output)
    parser.add_argument("--title", metavar="TEXT", help="heading of the page (default: Puzzles)")
    add_recipe(parser)
    parser.set_defaults(quiet=True, run=_run, n=None, k=None)


def _add_output(parser: argparse.ArgumentParser) -> None:
    help = (
        "write the page to this file, which needs neither a network nor a server; without it the page is served on the "
        "loopback address until Ctrl-C and opened in the browser; FILE may be left out then"
    )
    parser.add_argument("-o", "--output", metavar="PAGE", help=help)


def _run(args: argparse.Namespace) -> int:
    """Read or make all puzzles, and then the page of them."""
    path, args.puzzles = args.output, []
    is_new = is_recipe(args)
    if path is not None:
        if not is_new:
            name_input(args)
        if refuses_output(args, (".html", ".htm"), "pages are in files whose names end with .html"):
            return BAD_INPUT
        args.output = None
    if not is_new and path is None and not args.files and (sys.stdin is None or sys.stdin.isatty()):
        code, args.puzzles = ANSWERED, [generate(FIRST, level="easy", seed=None).puzzle]
    else:
        code = ANSWERED if is_new else answer_files(args)
    if code and not args.puzzles:
        return code
    try:
        if is_new:
            settle_seed(args)
            args.puzzles = list(generated(args))
        page = page_text(args.puzzles, title=args.title, timeout=args.timeout)
        page += f"<!-- {command_of(args)} -->\n" if is_new else ""
        if path is None:
            serve(page, _open)
        else:
            _write(page, path)
    except LimitReached as error:
        complain(None, error)
        return LIMIT_REACHED
    except ValueError as error:
        complain(None, error)
        return BAD_INPUT
    return code


def _write(text: str, path: str) -> None:
    with replacing(path) as file:
        file.write(text.encode())


def _open(address: str) -> None:
    """Say where the page is, and open it in the browser."""
    say_aside(f"the page is at {address} until Ctrl-C")
    webbrowser.open(address)
