"""``fastfuto verify``: check whether certificates prove their claims."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass

from ..errors import LimitReached, printable
from ..limits import Watch
from ..proofs.check import Verdict, examine
from ..proofs.encoding import Unreadable
from ..proofs.verify import deadline
from .options import add_json, add_timeout
from .output import Output, head
from .progress import Report
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, complain

REFUTED = 1


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of the command."""

    folder: str
    timeout: float | None
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
    add_json(parser)


def run(options: Options) -> int:
    """Check the certificates."""
    with Output(None) as out:
        try:
            with Report() as report:
                verdict = examine(options.folder, deadline(Watch(options.timeout, report)))
            code = ANSWERED if verdict.ok else REFUTED
        except LimitReached as error:
            complain(options.folder, error)
            return LIMIT_REACHED
        except Unreadable as error:
            verdict, code = Verdict(False, error.line, str(error)), BAD_INPUT
        if options.json:
            fields = head("verify", options.folder) | verdict._asdict()
            text = json.dumps(fields)
        else:
            text = printable(f"{('Verified', 'Refuted', 'Unreadable')[code]}: {verdict.reason}")
        out.write(f"{text}\n")
        return code
