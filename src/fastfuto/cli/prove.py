"""``fastfuto prove``: write a certificate to a folder."""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from ..errors import LimitReached, MemoryLimit, NoSolution, printable
from ..formats import NAMES
from ..limits import counted
from ..proofs import prove
from .files import answer_files
from .options import FORMAT, FileOptions, Renamed, add_files, add_json, add_memory, add_quiet, add_timeout
from .output import Answer, Input
from .progress import Report
from .streams import ANSWERED, LIMIT_REACHED, NO_SOLUTION, UsageError, complain

ProofFormat: TypeAlias = Literal["pb", "drat"]
PROOF_FORMATS = get_args(ProofFormat)


@dataclass(frozen=True, kw_only=True)
class Options(FileOptions):
    """The options of the command."""

    proof: ProofFormat
    folder: str
    claim: str | int
    binary: bool
    memory: int | None
    timeout: float | None


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_files(parser, add_format=_add_format, add_output=_add_folder)
    help = "'no solution', 'only this solution', 'a solution', or a number of solutions (default: the first true claim)"
    parser.add_argument("--claim", type=_claim, default="auto", metavar="CLAIM", help=help)
    help = "format of the proof: pb for VeriPB (the default), or drat for checkers of SAT solvers"
    parser.add_argument("--proof", choices=PROOF_FORMATS, default="pb", help=help)
    parser.add_argument(
        "--binary", action="store_true", help="write a DRAT proof in binary, which is shorter"
    )
    add_timeout(parser)
    add_memory(parser, "the engines and the proof")
    add_quiet(parser)
    add_json(parser)


def run(options: Options) -> int:
    """Write the certificate of a puzzle."""
    return answer_files(options.with_input(), _prove)


class _Format(argparse.Action):
    """Stores the format of the file; the formats of proofs, which this option named before, have their own option."""

    def __call__(
        self, parser: Any, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        """Store the format of the file or of the proof."""
        if values not in PROOF_FORMATS:
            namespace.format = values
        else:
            Renamed((), "proof", const="--proof")(parser, namespace, values, f"--format {values}")


def _add_format(parser: argparse.ArgumentParser) -> None:
    choices = (*PROOF_FORMATS, *NAMES)
    parser.add_argument(
        "--format",
        action=_Format,
        choices=choices,
        metavar="FORMAT",
        help=FORMAT,
    )


def _add_folder(parser: argparse.ArgumentParser) -> None:
    help = "folder for the files of the certificate, which is created if needed"
    parser.add_argument("-o", "--output", dest="folder", metavar="FOLDER", required=True, help=help)


def _claim(text: str) -> str | int:
    return int(text) if text.isdecimal() else text


def _prove(options: Options, given: Input, answer: Answer) -> int:
    if len(options.files) > 1 or given.line is not None:
        raise UsageError(
            "a folder can hold the certificate of only one puzzle: name one file with one puzzle"
        )
    if options.binary and options.proof == "pb":
        raise UsageError("--binary needs --proof drat")
    if options.folder == "-":
        raise UsageError("-o names a folder, as a certificate has several files: - is not possible")
    if os.path.isfile(options.folder):
        raise UsageError(f"-o names a folder, but {options.folder} is a file")
    try:
        with Report() as report:
            certificate = prove(
                given.puzzle,
                claim=options.claim,
                proof=options.proof,
                memory=options.memory,
                timeout=options.timeout,
                progress=report,
            )
    except (LimitReached, MemoryLimit) as error:
        complain(given.title, error)
        return LIMIT_REACHED
    except NoSolution as error:
        complain(given.title, error)
        return NO_SOLUTION
    certificate.save(options.folder, binary=options.binary)
    n_bytes = sum(os.path.getsize(os.path.join(options.folder, name)) for name in certificate.proof_files)
    where = printable(options.folder)
    if options.quiet:
        answer.say(certificate.words)
    answer.remark(f"Proved: {certificate.words}. The proof of {counted(n_bytes, 'byte')} is in {where}.")
    answer.note(claim=certificate.claim, folder=options.folder, proof_bytes=n_bytes)
    return ANSWERED
