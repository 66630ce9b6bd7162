"""From the files that are named to their answers, one file after the other."""

from __future__ import annotations

import argparse
import contextlib
import io
import itertools
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from ..errors import ParseError
from ..formats import MAX_TEXT, Found, decode, find_many, read, read_lines, recognise
from .output import Answer, Input, Output, writes_folder, writes_npy
from .streams import ANSWERED, BAD_INPUT, complain

SUFFIXES = (".json", ".jsonl", ".lines", ".npy", ".tsv", ".txt")
"""What the name of an output file may end with, if it has a suffix."""


def answer_files(args: argparse.Namespace) -> int:
    """Answer each file in turn; one that fails does not keep the others from being answered."""
    if args.quiet and args.json:
        args.parser.error("--quiet has no effect with --json")
    name_input(args)
    if message := clash(args):
        complain(None, message)
        return BAD_INPUT
    worst = ANSWERED
    inputs: Iterable[tuple[str, Input | OSError | ParseError]]
    inputs = ((name, given) for name in args.files for given in _inputs(name, args.format))
    with Output(None if writes_npy(args) or writes_folder(args) else args.output) as out:
        if args.ahead is not None:
            inputs = list(inputs)
            args.ahead(args, [given for _, given in inputs if isinstance(given, Input)])
        for name, given in inputs:
            if isinstance(given, Input):
                worst = max(worst, _answer(args, given, out))
            else:
                complain(shown_name(name), given)
                worst = max(worst, BAD_INPUT)
    return worst


def _answer(args: argparse.Namespace, given: Input, out: Output) -> int:
    """Answer one puzzle; return the exit code."""
    answer = Answer(out, args, given)
    try:
        code: int = args.answer(args, given, answer)
    except ValueError as error:  # A PuzzleError, or an option that is not for the family.
        if isinstance(error, OSError):  # An operation that a file cannot do is both kinds of error.
            raise
        complain(given.title, error)
        return BAD_INPUT
    if code != BAD_INPUT:
        answer.finish()
    return code


def name_input(args: argparse.Namespace) -> None:
    """Read standard input if no file is named and nobody sits at it; otherwise say how the command is used."""
    if not args.files:
        if sys.stdin is None or sys.stdin.isatty():
            args.parser.error("expected a FILE, or a puzzle on standard input")
        args.files = ["-"]


def clash(args: argparse.Namespace) -> str | None:
    """Return why the output cannot be written along with these files and this command, or None."""
    if writes_folder(args) and (args.output is None or os.path.isfile(args.output)):
        return "solutions in pieces are written to a folder: expected -o FOLDER"
    if args.output is None:
        return None
    if (suffix := os.path.splitext(args.output)[1]) not in ("", *SUFFIXES):
        return f"-o {args.output}: there is no writer for {suffix!r}; names end with {', '.join(SUFFIXES)} or nothing"
    if writes_npy(args) and args.command != "solutions":
        return "only the solutions command writes .npy files"
    if writes_folder(args):
        if os.path.splitext(args.output)[1]:
            return f"-o {args.output}: solutions in pieces are written to a folder, whose name has no suffix"
        return "a folder holds the solutions of one puzzle: name one file" if len(args.files) > 1 else None
    if writes_npy(args) and len(args.files) > 1:
        return "a .npy file holds the solutions of one puzzle: name one file"
    return overwritten(args, args.output)


def refuses_output(args: argparse.Namespace, suffixes: Sequence[str], rule: str) -> bool:
    """Say why the output cannot be such a file, if that is so; `rule` says which suffixes it may have."""
    message = overwritten(args, args.output)
    if os.path.splitext(args.output)[1].lower() not in suffixes:
        message = f"-o {args.output}: {rule}"
    if message is not None:
        complain(None, message)
    return message is not None


def collect(args: argparse.Namespace, given: Input, answer: Answer) -> int:
    """Add a puzzle to those of which a command makes something in the end."""
    args.puzzles.append(given.puzzle)
    return ANSWERED


def overwritten(args: argparse.Namespace, output: str, option: str = "-o") -> str | None:
    """Return that the output is one of the files that are read, or None."""
    for name in args.files:
        try:
            if name != "-" and os.path.samefile(name, output):
                return f"{option} would overwrite the input file {name}"
        except OSError:
            continue
    return None


@contextlib.contextmanager
def open_file(name: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input."""
    if name == "-":
        yield _standard_input()
    else:
        with open(name, "rb") as file:
            yield file


def shown_name(name: str) -> str:
    """Return the name of a file in a message."""
    return "<stdin>" if name == "-" else name


def _inputs(name: str, format: str | None) -> Iterator[Input | OSError | ParseError]:
    """Yield the puzzle of a file, or all that it holds, and an error for each that cannot be read."""
    try:
        data = _standard_input().read(MAX_TEXT + 1) if name == "-" else read(name)
    except (OSError, ValueError) as error:
        # There is no such file, so it may be a puzzle itself.
        try:
            yield Input("<argument>", *recognise(name, format))
        except ParseError as misread:
            # What begins like a puzzle is one that was mistyped.
            if format is None and misread.column > 1:
                yield misread
            else:
                yield error if isinstance(error, OSError) else OSError(str(error))
        return
    try:
        yield Input(shown_name(name), *recognise(decode(data), format))
    except ParseError as error:
        with contextlib.ExitStack() as stack:
            if len(data) <= MAX_TEXT or name == "-":
                rest = _standard_input().read() if name == "-" else b""
                lines = read_lines(io.BytesIO(data + rest))
            else:
                lines = read_lines(stack.enter_context(open_file(name)))
            found = find_many(lines, format)
            first = list(itertools.islice(found, 2))
            if not any(isinstance(each, Found) for each in first):
                yield error
                return
            is_alone = len(first) == 1
            for each in itertools.chain(first, found):
                if isinstance(each, Found):
                    line = None if is_alone else each.line
                    yield Input(shown_name(name), each.codec, each.puzzle, line)
                else:
                    yield each


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise OSError("it is closed")
    return sys.stdin.buffer
