"""``fastfuto verify``: whether certificates show what they claim."""

from __future__ import annotations

import argparse
import json

from ..errors import LimitReached, printable
from ..limits import Watch
from ..proofs.check import Verdict, examine
from ..proofs.encoding import Unreadable
from ..proofs.verify import deadline
from .options import add_json, add_timeout
from .output import SCHEMA, Output
from .progress import Report
from .streams import ANSWERED, BAD_INPUT, LIMIT_REACHED, complain

REFUTED = 1


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.epilog = (
        "exit codes: 0 verified, 1 refuted, 2 unreadable or bad usage, 3 limit reached, 70 unexpected error, 130 "
        "interrupted."
    )
    help = "folder that the command prove has written, or file with a certificate in each line"
    parser.add_argument("folder", metavar="FOLDER|FILE", help=help)
    add_timeout(parser)
    add_json(parser)
    parser.set_defaults(run=_verify)


def _verify(args: argparse.Namespace) -> int:
    with Output(None) as out:
        try:
            with Report() as report:
                verdict = examine(args.folder, deadline(Watch(args.timeout, report)))
            code = ANSWERED if verdict.ok else REFUTED
        except LimitReached as error:
            complain(args.folder, error)
            return LIMIT_REACHED
        except Unreadable as error:
            verdict, code = Verdict(False, error.line, str(error)), BAD_INPUT
        if args.json:
            fields = {"schema": SCHEMA, "command": "verify", "folder": args.folder, **verdict._asdict()}
            text = json.dumps(fields)
        else:
            text = printable(f"{('Verified', 'Refuted', 'Unreadable')[code]}: {verdict.reason}")
        out.write(f"{text}\n")
        return code
