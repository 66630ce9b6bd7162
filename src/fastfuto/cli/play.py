"""``fastfuto play``: play puzzles on a page in the browser."""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
import webbrowser
from dataclasses import dataclass, replace

from ..drawing.page import page_text
from ..errors import LimitReached
from ..formats import replacing
from ..generation import generate
from ..languages import LanguageCode
from ..serving import serve
from .files import Collection, answer_files, refuses_output
from .generate import BOTH, StreamOptions, add_recipe, command_of, generated, in_options, say_seed, seeded
from .options import FileOptions, add_files, add_language, add_quiet
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, UsageError, complain, say_aside

FIRST = 6
"""Rows of the first puzzle if no file is named."""


@dataclass(frozen=True, kw_only=True)
class Options(FileOptions, StreamOptions):
    """The options of the command."""

    title: str | None
    language: LanguageCode


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser, add_output=_add_output)
    parser.add_argument("--title", metavar="TEXT", help="heading of the page (default: Puzzles)")
    add_language(parser)
    add_recipe(parser)
    add_quiet(parser, "do not report the seed")


def run(options: Options) -> int:
    """Read or make all puzzles, and then make the page."""
    is_new, path = options.is_asked, options.output
    if is_new and options.files:
        raise UsageError(BOTH)
    is_alone = path is None and not options.files and _has_no_input()
    if not is_new and not is_alone:
        options = options.with_input()
    if path is not None:
        if refuses_output(options, path, (".html", ".htm"), "the name of a page must end with .html"):
            return BAD_INPUT
        options = replace(options, output=None)
    collected = Collection()
    puzzles, code = collected.puzzles, ANSWERED
    if options.files:
        code = answer_files(replace(options, quiet=True), collected.answer)
        if code and not puzzles:
            return code
    elif not is_new:
        puzzles.append(generate(FIRST, level="easy", seed=None).puzzle)  # type: ignore[arg-type]
    comment = ""
    try:
        if is_new:
            is_drawn = options.seed is None and not options.quiet and options.count > 0
            options = seeded(options)
            puzzles += generated(options)
            if is_drawn:
                say_seed(options)
            comment = f"<!-- {command_of(options.command, options)} -->\n"
        page = (
            page_text(puzzles, title=options.title, language=options.language, timeout=options.timeout)
            + comment
        )
        if path is None:
            with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C ends the page as intended.
                serve(page, _open)
        else:
            _write(page, path)
    except LimitReached as error:
        complain(None, error)
        return LIMIT_REACHED
    except ValueError as error:
        complain(None, in_options(error))
        return BAD_INPUT
    return code


def _add_output(parser: argparse.ArgumentParser) -> None:
    help = (
        "write the page to this file, which needs neither a network nor a server; without -o, the page is served on "
        "the loopback address until Ctrl-C and opened in the browser, and FILE may be left out"
    )
    parser.add_argument("-o", "--output", metavar="PAGE", help=help)


def _has_no_input() -> bool:
    """Return whether standard input has no puzzles, because it is a terminal, closed or empty."""
    if sys.stdin is None or sys.stdin.isatty():
        return True
    return isinstance(sys.stdin.buffer, io.BufferedReader) and not sys.stdin.buffer.peek(1)


def _write(text: str, path: str) -> None:
    with replacing(path) as file:
        file.write(text.encode())


def _open(address: str) -> None:
    """Report the address of the page, and open the page in the browser."""
    say_aside(f"the page is at {address} until Ctrl-C")
    webbrowser.open(address)
