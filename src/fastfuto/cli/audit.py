"""``fastfuto audit``: find all faults in files of puzzles."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import printable
from ..limits import cores
from ..tasks import Audit, audit
from .files import clash, overwritten, shown_name
from .options import (
    FileOptions,
    PieceOptions,
    add_inputs,
    add_json,
    add_output,
    add_quiet,
    add_threads,
    add_workers,
)
from .output import Output, head
from .progress import Report
from .streams import ANSWERED, BAD_INPUT, NO_SOLUTION, complain

SHOWN = 20
"""Number of lines listed for each kind of fault, unless all are requested."""
_TITLES = {
    "none": "without a solution",
    "several": "with several solutions",
    "unreadable": "unreadable",
    "wrong_answers": "with a wrong answer",
    "duplicates": "the same as an earlier puzzle, up to symmetry",
}


@dataclass(frozen=True, kw_only=True)
class Options(FileOptions, PieceOptions):
    """The options of the command."""

    grade: bool
    certificates: str | None
    all: bool
    threads: int | None


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.epilog = (
        "Files are JSON lines, csv or Parquet with a column of puzzles and perhaps a column 'answer' or 'solution', "
        "or text of any format. Exit codes: 0 if all puzzles have exactly one solution and all answers are right, 1 if "
        "not, 2 if a file or a line cannot be read. Puzzles of several files are also compared with each other."
    )
    add_inputs(parser)
    help = "grade all puzzles instead of counting the levels in the file"
    parser.add_argument("--grade", action="store_true", help=help)
    help = "write certificates of the only solutions, for verify"
    parser.add_argument("--certificates", metavar="FILE", help=help)
    help = f"list all lines with faults (default: the first {SHOWN} of each kind)"
    parser.add_argument("--all", action="store_true", help=help)
    add_threads(parser, "threads (default: one for each core)", default=None)
    add_workers(parser)
    add_output(parser)
    add_quiet(parser, "print only the faults")
    add_json(parser)


def run(options: Options) -> int:
    """Check each file."""
    options = options.with_input()
    if message := clash(options):
        complain(None, message)
        return BAD_INPUT
    if options.journal is not None and len(options.files) > 1:
        complain(None, "a journal belongs to the puzzles of one file: name one file")
        return BAD_INPUT
    if options.certificates is not None:
        message = overwritten(options, options.certificates, "--certificates")
        if os.path.realpath(options.certificates) == os.path.realpath(options.output or "-"):
            message = "the answer and the certificates need different files"
        elif len(options.files) > 1:
            message = "certificates belong to the puzzles of one file: name one file"
        elif options.journal is not None:
            message = "a journal keeps no certificates: leave --journal or --certificates out"
        if message:
            complain(None, message)
            return BAD_INPUT
    if options.in_pieces and options.threads is not None:
        complain(None, "workers share the pieces: leave --threads out")
        return BAD_INPUT
    threads = None if options.in_pieces else options.threads or cores()
    worst, audits = ANSWERED, dict[str, Audit]()
    with Output(options.output, options.form) as out:
        for name in options.files:
            try:
                with Report(hidden=out.is_terminal) as report:
                    found = audit(
                        name,
                        format=options.format,
                        column=options.column,
                        grade=options.grade,
                        earlier=[*audits.values()],
                        certificates=options.certificates,
                        threads=threads,
                        executor=options.executor(),
                        journal=options.journal,
                        progress=report,
                    )
            except (ImportError, OSError) as failure:
                target = options.certificates
                is_target = target is not None and getattr(failure, "filename", None) == target
                complain(target if is_target else shown_name(name), failure)
                worst = max(worst, BAD_INPUT)
                continue
            # A person who did not name a format sees which puzzles were read.
            has_families = out.is_terminal and options.format is None
            files = [*audits]
            if options.json:
                text = _json(options, name, found, files)
            else:
                text = "\n".join(_told(options, found, files, has_families))
            title = f"{printable(shown_name(name))}: " if len(options.files) > 1 and not options.json else ""
            if text:
                out.write(f"{title}{text}\n")
            for error in found.errors:
                complain(shown_name(name), error)
            worst = max(worst, _code(found))
            audits[shown_name(name)] = found
    return worst


def _code(found: Audit) -> int:
    """Return the exit code for a file."""
    if found.unreadable:
        return BAD_INPUT
    return ANSWERED if found.is_sound else NO_SOLUTION


def _json(options: Options, name: str, found: Audit, files: list[str]) -> str:
    """Return the findings as a JSON object, with the names of the earlier files."""
    elsewhere = {line: (files[k], other) for line, (k, other) in found.elsewhere.items()}
    fields = {"line": None, **json.loads(found.to_json()), "elsewhere": elsewhere}
    return json.dumps(head(options.command, shown_name(name)) | fields)


def _told(options: Options, found: Audit, files: list[str], has_families: bool) -> Iterator[str]:
    """Yield the findings, one per line; with --quiet, only the faults."""
    if not options.quiet:
        yield f"{found.total} {'puzzle' if found.total == 1 else 'puzzles'}"
        if has_families and found.families:
            yield _counts(found.families)
        yield f"{found.one} with exactly one solution"
    for kind, title in _TITLES.items():
        if lines := found.lines[kind]:
            yield _listed(options, title, lines, found.same_as if kind == "duplicates" else {})
    for k, file in enumerate(files):
        if same_as := {line: other for line, (owner, other) in found.elsewhere.items() if owner == k}:
            yield _listed(options, f"also in {printable(file)}, up to symmetry", sorted(same_as), same_as)
    if found.levels and not options.quiet:
        yield _counts(found.levels)
    if options.certificates is not None and not options.quiet:
        yield f"{found.proved} certificates in {printable(options.certificates)}"


def _listed(options: Options, title: str, lines: list[int], same_as: dict[int, int]) -> str:
    """Return the number of faults of one kind with their lines, and the lines that these repeat."""
    shown = lines if options.all else lines[:SHOWN]
    listed = ", ".join(f"{line} as {same_as[line]}" if line in same_as else str(line) for line in shown)
    more = "" if len(shown) == len(lines) else ", ..."
    return f"{len(lines)} {title}: line{'s' if len(lines) > 1 else ''} {listed}{more}"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {printable(name)}" for name, count in counts.items())
