"""Files of many puzzles, which are answered with one line per puzzle."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from os import PathLike
from typing import BinaryIO, TypeAlias

import numpy as np

from ..engines import UNLIMITED, LineAnswer
from ..formats import codec_of, replacing
from ..limits import ExecutorOption, ProgressOption, Run, at_least, cores
from .answers import Form, answer_lines
from .result import FileSummary
from .rows import UNANSWERED

FileName: TypeAlias = str | PathLike[str]


def solve_file(
    source: FileName | BinaryIO,
    target: FileName | BinaryIO | None = None,
    *,
    format: str | None = None,
    column: str | None = None,
    limit: int = 2,
    threads: int | None = None,
    timeout: float | None = None,
    progress: ProgressOption = None,
    executor: ExecutorOption | None = None,
    journal: FileName | None = None,
) -> FileSummary:
    r"""Solve the puzzles of a file and write one line with the answer to each puzzle.

    Parameters
    ----------
    source : path-like, "-" or binary file
        A file with one puzzle per line, such as game ids; with consecutive puzzles, as for `fastfuto.load_many`; or in
        csv, JSON lines or Parquet with a column of puzzles. Families and sizes may be mixed. "-" is standard input.
    target : path-like, "-" or binary file, optional
        The file for the answers, in the order of the puzzles. An existing file is replaced after all answers have been
        written. "-" is standard output. Default: the answers are only counted.
    format : str, optional
        As for `fastfuto.parse`. Default: the format of each puzzle is detected separately.
    column : str, optional
        The column with the puzzles, as for `fastfuto.load_many`.
    limit : int
        Number of solutions at which to stop for each puzzle, at least 1. The limit also determines the content of a
        line; see Notes. The default, 2, shows whether a solution is unique.
    threads : int, optional
        Number of threads that share the puzzles. Default: as many as can run at the same time, whereas functions for
        one puzzle use one thread by default.
    timeout : float, optional
        Time limit in seconds for the whole file. Puzzles that remain at this time are read and counted as unanswered.
    progress : callable or bool, optional
        As for `fastfuto.solve_many`.
    executor, journal : optional
        As for `fastfuto.solve_many`. In this case, the whole file is read into memory.

    Returns
    -------
    FileSummary
        The numbers of puzzles with no solution, with one solution and with several, and of unreadable and unanswered
        puzzles.

    Raises
    ------
    OSError
        If a file cannot be read or written.
    JobError
        If the executor, its workers or the journal fails.
    TypeError
        If a file object is not binary.
    ValueError
        If there is no such format, an option is out of range, or the target is the source.
    KeyboardInterrupt
        On Ctrl-C, within 100 ms.

    See Also
    --------
    fastfuto.solve_many : Solve puzzles or grids in memory.
    fastfuto.load_many : Read the puzzles of a file.
    fastfuto.solve : Solve one puzzle.

    Notes
    -----
    Each line of the target has the solution in the format of the puzzle, or as a JSON list if this format needs several
    lines. The line is ``none`` if there is no solution, ``unreadable`` if the text is not a puzzle, and ``unknown`` if
    the time limit passed first. With a limit of 2, the line is ``several`` if there are several solutions. With a
    higher limit, the number of solutions found follows the solution.

    Only a few chunks of the file are in memory at a time. Compiled code reads, solves and writes game ids of Futoshiki
    up to 16 x 16, grids of futoshiki.org and Sudokus of 81 characters, each in a few microseconds. Any other puzzle
    takes as long as in a loop that reads and solves one puzzle after another.

    Examples
    --------
    >>> import io
    >>> answers = io.BytesIO()
    >>> summary = solve_file(io.BytesIO(b"3:1,0R,0,0,2,0,0,0,0,\n3:0,0,0,0,0,0,0,0,0,\n3:?\n"), answers)
    >>> print(answers.getvalue().decode(), end="")
    3:1,3R,2,3,2,1,2,1,3,
    several
    unreadable
    >>> summary.one, summary.several, summary.unreadable
    (1, 1, 1)
    """
    with Run(timeout, progress, 1 if threads is None else threads, executor, journal) as run:
        limit = min(at_least(1, limit, "limit"), UNLIMITED)
        answer: LineAnswer = "solution" if limit == 1 else "unique" if limit == 2 else "count"
        if format is not None:
            codec_of(format)
        _refuse_overwriting(source, target)
        n_threads = cores() if threads is None else run.threads
        found, unreadable = np.zeros(4, np.int64), 0
        with (
            _opened(source) as read,
            _written(target) as written,
            contextlib.closing(
                answer_lines(read, format, column, Form(answer), limit, n_threads, run)
            ) as all_answers,
        ):
            for answers in all_answers:
                if written is not None:
                    written.write(answers.data)
                found += np.bincount(answers.counts.clip(max=2) - UNANSWERED, minlength=4)
                unreadable += len(answers.errors)
        unanswered, none, one, several = found.tolist()
        lines = unanswered + none + one + several + unreadable
        return FileSummary(lines, none, one, several, unanswered, unreadable, run.seconds)


def _refuse_overwriting(source: FileName | BinaryIO, target: FileName | BinaryIO | None) -> None:
    """Raise ValueError if source and target are the same file."""
    if isinstance(source, (str, os.PathLike)) and isinstance(target, (str, os.PathLike)):
        with contextlib.suppress(OSError):
            if os.path.samefile(source, target):
                raise ValueError(
                    f"the answers would overwrite the puzzles in {os.fspath(source)}; choose another target"
                )


@contextlib.contextmanager
def _opened(source: FileName | BinaryIO) -> Iterator[BinaryIO]:
    """Open a file or standard input for reading; an open file stays open."""
    if source == "-":
        yield _standard(sys.stdin, "standard input")
    elif isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            yield file
    elif hasattr(source, "read"):
        yield source
    else:
        raise TypeError(f"expected a file name or a binary file, got {type(source).__name__}")


@contextlib.contextmanager
def _written(target: FileName | BinaryIO | None) -> Iterator[BinaryIO | None]:
    """Open standard output, or a file that is replaced when writing is complete; an open file stays open."""
    if target == "-":
        output = _standard(sys.stdout, "standard output")
        yield output
        output.flush()
    elif isinstance(target, (str, os.PathLike)):
        with replacing(target) as file:
            yield file
    elif target is None or hasattr(target, "write"):
        yield target
    else:
        raise TypeError(f"expected a file name or a binary file, got {type(target).__name__}")


def _standard(stream: object, name: str) -> BinaryIO:
    """Return the binary buffer of a standard stream, or raise OSError if the stream is closed."""
    if stream is None:
        raise OSError(errno.EBADF, "the stream is closed", name)
    file: BinaryIO = stream.buffer  # type: ignore[attr-defined]
    return file
