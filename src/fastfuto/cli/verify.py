"""``fastfuto verify``: check whether certificates prove their claims."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from typing import Any

from ..drawing import draw
from ..errors import LimitReached, printable
from ..formats import parse
from ..limits import Watch
from ..proofs.check import Verdict, examine
from ..proofs.encoding import Unreadable
from ..proofs.verify import deadline
from .options import IDLE_QUIET, add_json, add_quiet, add_timeout
from .output import Output, head
from .progress import Report
from .puzzles import in_one_line
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, UsageError, complain

REFUTED = 1


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of the command."""

    folder: str
    timeout: float | None
    quiet: bool
    json: bool


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.epilog = (
        "exit codes: 0 verified, 1 refuted, 2 unreadable or bad usage, 3 limit reached, 70 unexpected error, 130 "
        "interrupted."
    )
    help = "folder written by the command prove, or file with one certificate per line"
    parser.add_argument("folder", metavar="FOLDER|FILE", help=help)
    add_timeout(parser)
    add_quiet(parser)
    add_json(parser)


def run(options: Options) -> int:
    """Check the certificates."""
    if options.quiet and options.json:
        raise UsageError(IDLE_QUIET)
    first: list[dict[str, Any]] = []

    def note(fields: dict[str, Any]) -> bool:
        if len(first) < 2:
            first.append(fields)
        return True

    with Output(None) as out:
        try:
            with Report() as report:
                verdict = examine(options.folder, deadline(Watch(options.timeout, report)), note)
            code = ANSWERED if verdict.ok else REFUTED
        except LimitReached as error:
            complain(options.folder, error)
            return LIMIT_REACHED
        except Unreadable as error:
            verdict, code = Verdict(False, error.line, str(error)), BAD_INPUT
        puzzle = parse(json.dumps(first[0]), "json") if verdict.ok and len(first) == 1 else None
        word = ("Verified", "Refuted", "Unreadable")[code]
        if options.json:
            named = {} if puzzle is None else {"family": puzzle.family, "puzzle": first[0]}
            out.write(json.dumps(head("verify", options.folder) | verdict._asdict() | named) + "\n")
            return code
        out.write(f"{word}\n" if options.quiet else printable(f"{word}: {verdict.reason}") + "\n")
        if puzzle is not None and not options.quiet:
            out.write(f"The puzzle is {puzzle.words}:\n")
            if out.is_terminal:
                out.draw(draw(puzzle))
            else:
                out.write(f"{in_one_line(puzzle)}\n")
        return code
