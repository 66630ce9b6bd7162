"""``fastfuto prove`` and ``fastfuto verify``: certificates in folders."""

from __future__ import annotations

import argparse
import json
import os

from ..errors import LimitReached, MemoryLimit, NoSolution
from ..limits import Watch
from ..proofs import prove
from ..proofs.check import PROOF, Unreadable, Verdict, examine
from ..proofs.verify import deadline
from .options import Commands, add_command, add_json, add_memory, add_timeout
from .output import (
    ANSWERED,
    BAD_INPUT,
    LIMIT_REACHED,
    NO_SOLUTION,
    SCHEMA,
    Answer,
    Input,
    complain,
    standard_output,
)
from .progress import Report

__all__ = ["add", "add_verify"]

REFUTED = 1


def add(commands: Commands) -> None:
    """Add the command prove to the parser."""
    summary = "Prove what is said of a puzzle's solutions, so that other programs can check it."
    parser = add_command(commands, "prove", _prove, summary, add_output=_add_folder)
    help = "'no solution', 'only this solution', 'a solution', or how many there are (default: the first that holds)"
    parser.add_argument("--claim", type=_claim, default="auto", metavar="CLAIM", help=help)
    parser.add_argument("--binary", action="store_true", help="write the proof in binary, which is shorter")
    add_timeout(parser)
    add_memory(parser, "the engines and the proof")
    add_json(parser)


def add_verify(commands: Commands) -> None:
    """Add the command verify to the parser."""
    summary = "Check a certificate: whether it shows what it claims."
    parser = commands.add_parser(
        "verify",
        help=summary,
        description=summary,
        epilog="exit codes: 0 verified, 1 refuted, 2 unreadable or bad usage, 3 limit reached, 130 interrupted.",
        allow_abbrev=False,
    )
    parser.add_argument("folder", metavar="FOLDER", help="folder that the command prove has written")
    add_timeout(parser)
    add_json(parser)
    parser.set_defaults(command="verify", parser=parser, run=_verify)


def _add_folder(parser: argparse.ArgumentParser) -> None:
    help = "folder for the four files of the certificate; it is made if need be"
    parser.add_argument("-o", "--output", dest="folder", metavar="FOLDER", required=True, help=help)


def _claim(text: str) -> str | int:
    return int(text) if text.isdecimal() else text


def _prove(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    if len(args.files) > 1 or given.line is not None:
        args.parser.error("a folder holds the certificate of one puzzle")
    try:
        with Report() as report:
            certificate = prove(
                given.puzzle, claim=args.claim, memory=args.memory, timeout=args.timeout, progress=report
            )
    except (LimitReached, MemoryLimit) as error:
        complain(given.title, error)
        return LIMIT_REACHED
    except NoSolution as error:
        complain(given.title, error)
        return NO_SOLUTION
    certificate.save(args.folder, binary=args.binary)
    n_bytes = os.path.getsize(os.path.join(args.folder, PROOF))
    answer.say(f"Proved: {certificate.words}, proof of {n_bytes} bytes. It is in {args.folder}.")
    answer.note(claim=certificate.claim, folder=args.folder, proof_bytes=n_bytes)
    return ANSWERED


def _verify(args: argparse.Namespace) -> int:
    out = standard_output()
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
        print(json.dumps(fields), file=out)
    else:
        print(f"{('Verified', 'Refuted', 'Unreadable')[code]}: {verdict.reason}", file=out)
    return code
