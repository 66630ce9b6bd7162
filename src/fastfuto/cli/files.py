"""Read the named files and answer them one after the other."""

from __future__ import annotations

import contextlib
import io
import itertools
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, BinaryIO, TypeAlias, TypeVar

from ..errors import ParseError, PuzzleError
from ..formats import MAX_TEXT, Found, codec_of, decode, find_in, recognise_any
from ..model import Model
from ..puzzles import Puzzle, Sudoku
from .options import PICTURES, FileOptions
from .output import Answer, Input, Output
from .streams import ANSWERED, ARGUMENT, BAD_INPUT, complain, say_aside

OptionsT = TypeVar("OptionsT", bound=FileOptions)

_ROWS = re.compile(rb"(?:(?:^|\n)[ \t\[({\"']*[0-9._](?:[ \t,;\"']*[0-9._]){8}[ \t\])},;\"']*){2}")
"""Two rows of nine cells without boxes, which may also be a Latin square."""

_MOST_UNREADABLE = 50
"""Most puzzles at the beginning of a file that may be unreadable."""

Given: TypeAlias = tuple[str, Input | OSError | ParseError]
"""The name of a file, and a puzzle in it or an error."""


class Collection:
    """Collects the puzzles of all files for a command that handles them together."""

    def __init__(self) -> None:
        self.puzzles: list[Puzzle[Any]] = []

    def answer(self, options: FileOptions, given: Input, answer: Answer) -> int:
        """Add a puzzle."""
        if isinstance(given.puzzle, Model):
            raise PuzzleError(
                f"{options.command} supports only puzzles of a family, but this puzzle is a model"
            )
        self.puzzles.append(given.puzzle)
        return ANSWERED


def answer_files(
    options: OptionsT,
    answer: Callable[[OptionsT, Input, Answer], int],
    *,
    prepare: Callable[[Iterable[Given]], Iterable[Given]] = iter,
    in_one_line: bool = False,
) -> int:
    """Answer each file in turn, even if other files fail.

    Parameters
    ----------
    options : FileOptions
    answer : callable
        Answers one puzzle and returns the exit code. The callable is a function of the command, or a method of an
        object that keeps data from one puzzle to the next.
    prepare : callable
        Takes all inputs, works on them together, and returns them.
    in_one_line : bool
        Whether an answer is one line, which begins with the name of the file if there are several files.
    """
    if message := clash(options):
        complain(None, message)
        return BAD_INPUT
    worst = ANSWERED
    inputs = (
        (name, given) for name in options.files for given in inputs_of(name, options.format, options.column)
    )
    is_apart = options.writes_npy or options.writes_folder or options.picture is not None
    with Output(None if is_apart else options.output, options.form) as out:
        for name, given in prepare(inputs):
            if isinstance(given, Input):
                form = Answer(out, options, given, in_one_line=in_one_line)
                if options.to is not None:
                    given = given._replace(codec=codec_of(options.to))
                worst = max(worst, _answer(options, given, form, answer))
            else:
                complain(shown_name(name), given)
                worst = max(worst, BAD_INPUT)
    return worst


def _answer(
    options: OptionsT, given: Input, form: Answer, answer: Callable[[OptionsT, Input, Answer], int]
) -> int:
    """Answer one puzzle and return the exit code."""
    try:
        code = answer(options, given, form)
    except OSError:  # An unsupported operation on a file is also a ValueError.
        raise
    except (ValueError, ImportError) as error:
        # A PuzzleError, an option that does not fit, or a missing extra.
        complain(given.title, error)
        return BAD_INPUT
    if code != BAD_INPUT:
        form.finish()
    return code


def clash(options: FileOptions) -> str | None:
    """Return the reason why this command cannot write the output for these files, or None."""
    path = options.output
    if options.writes_folder and (path is None or os.path.isfile(path)):
        return "solutions in pieces are written to a folder: expected -o FOLDER"
    if path is None:
        return None
    if options.suffix in PICTURES and options.picture is None:
        return f"-o {path}: {options.command} draws no picture"
    if options.writes_npy and options.command != "solutions":
        return f"-o {path}: {options.command} finds no grids that a .npy file could hold"
    if options.writes_folder:
        if os.path.splitext(path)[1]:
            return f"-o {path}: solutions in pieces are written to a folder, whose name has no suffix"
        return "a folder holds the solutions of one puzzle: name one file" if len(options.files) > 1 else None
    if options.writes_npy and len(options.files) > 1:
        return "a .npy file holds the solutions of one puzzle: name one file"
    return overwritten(options, path)


def refuses_output(options: FileOptions, path: str, suffixes: Sequence[str], rule: str) -> bool:
    """Report why the output cannot be this file, if it cannot; `rule` is the sentence on valid suffixes."""
    message = overwritten(options, path)
    if os.path.splitext(path)[1].lower() not in suffixes:
        message = f"-o {path}: {rule}"
    if message is not None:
        complain(None, message)
    return message is not None


def overwritten(options: FileOptions, output: str, option: str = "-o") -> str | None:
    """Return the error if the output is one of the input files, or None."""
    for name in options.files:
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


def inputs_of(name: str, format: str | None, column: str | None) -> Iterator[Input | OSError | ParseError]:
    """Yield each puzzle of a file, and an error for each puzzle that cannot be read."""
    with contextlib.ExitStack() as stack:
        try:
            file = stack.enter_context(open_file(name))
            data = file.read(MAX_TEXT + 1)
        except (OSError, ValueError) as error:
            yield _named_itself(name, format, error)
        else:
            yield from _inputs_in(name, file, data, format, column)


def _named_itself(name: str, format: str | None, error: Exception) -> Input | OSError | ParseError:
    """Return the puzzle that the name of a missing file is, or an error."""
    try:
        return Input(ARGUMENT, *recognise_any(name, format))
    except ParseError as misread:
        # A name that begins like a puzzle is a mistyped puzzle.
        if format is None and misread.column > 1:
            return misread
        return error if isinstance(error, OSError) else OSError(str(error))


def _inputs_in(
    name: str, file: BinaryIO, data: bytes, format: str | None, column: str | None
) -> Iterator[Input | ParseError]:
    """Yield the puzzles, and the errors of others, in a file of which `data` has been read."""
    try:
        if column is not None:
            raise ParseError(f"the column {column!r} contains no puzzle", line=1, column=1, source="")
        given = Input(shown_name(name), *recognise_any(decode(data), format))
        if (
            format is None
            and isinstance(given.puzzle, Sudoku)
            and given.codec.name == "sudoku"
            and _ROWS.search(data)
        ):
            say_aside(
                f"fastfuto: {given.title}: this is read as a Sudoku; --format latin reads it as a Latin square"
            )
        yield given
    except ParseError as error:
        if len(data) <= MAX_TEXT:
            file = io.BytesIO(data)
        elif file.seekable():
            file.seek(-len(data), io.SEEK_CUR)
        else:
            file = io.BytesIO(data + file.read())
        found = find_in(file, format, column)
        first = list(itertools.islice(found, _MOST_UNREADABLE))
        # Behind several errors, a part of a damaged grid may look like a small grid.
        if not any(isinstance(each, Found) and (k < 2 or each.codec.line) for k, each in enumerate(first)):
            yield first[0] if column is not None and isinstance(first[0], ParseError) else error
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
        raise OSError("standard input is closed")
    return sys.stdin.buffer
