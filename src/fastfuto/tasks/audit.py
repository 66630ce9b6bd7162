"""The verb that looks through files of puzzles."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from os import PathLike
from typing import Any, BinaryIO, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import ParseError
from ..formats import codec_of, format_puzzle, parse, replacing
from ..jobs import Answer, IsOver, Job, digest, run_pieces
from ..limits import ExecutorOption, Progress, ProgressOption, Run, cores, in_order
from ..logic.technique import rule_set
from ..puzzles import Puzzle
from ..solving import UNANSWERED, solve_many
from .checking import Facts, certificate_of, check, parts_of, puzzles_in, settle, unique_puzzles
from .containers import container_of

FileName: TypeAlias = str | PathLike[str]

PROVED = 16
"""Puzzles of a piece that workers prove."""


@dataclass(frozen=True)
class Audit:
    """What was found in a file of puzzles.

    Attributes
    ----------
    total : int
        Number of puzzles and of texts that are not a puzzle: the sum of the following four.
    none, one, several : int
        Number of puzzles without a solution, with exactly one, and with several.
    unreadable : int
        Number of rows, or texts, that are not a puzzle.
    wrong_answers : int
        Number of puzzles with an answer that is not a solution.
    duplicates : int
        Number of puzzles that are a symmetric form of an earlier one, or the same.
    families : dict
        Number of puzzles of each family and size: ``{"Sudoku 9 x 9": 100}``.
    levels : dict
        Number of puzzles of each level, as the file tells it, or as it was graded.
    lines : dict
        For each kind of fault ("none", "several", "unreadable", "wrong_answers", "duplicates") the numbers of the
        lines, ascending, from 1 on; in a Parquet file those of the rows.
    same_as : dict
        For the line of each duplicate the line of the first such puzzle.
    errors : list of ParseError
        The errors of texts that are not a puzzle, each with the first 512 characters of the line.
    proved : int
        Number of certificates that were written.
    seconds : float
        Wall-clock time of the whole call.
    """

    total: int
    none: int
    one: int
    several: int
    unreadable: int
    wrong_answers: int
    duplicates: int
    families: dict[str, int]
    levels: dict[str, int]
    lines: dict[str, list[int]] = field(repr=False)
    same_as: dict[int, int] = field(repr=False)
    errors: list[ParseError] = field(repr=False, compare=False)
    proved: int
    seconds: float = field(compare=False)

    @property
    def is_sound(self) -> bool:
        """Whether each row is a puzzle with exactly one solution, and no answer is wrong."""
        return self.one == self.total and not self.wrong_answers

    def to_json(self) -> str:
        """Return all this as one JSON object."""
        fields = {name: getattr(self, name) for name in _NUMBERS}
        errors = [{"line": each.line, "message": each.message} for each in self.errors]
        more = {"lines": self.lines, "same_as": self.same_as, "errors": errors, "seconds": self.seconds}
        return json.dumps({"schema": 1, **fields, **more})


_NUMBERS = (
    "total",
    "none",
    "one",
    "several",
    "unreadable",
    "wrong_answers",
    "duplicates",
    "families",
    "levels",
    "proved",
)


def audit(
    source: FileName | BinaryIO,
    *,
    format: str | None = None,
    grade: bool = False,
    prove: FileName | None = None,
    threads: int | None = None,
    executor: ExecutorOption | None = None,
    journal: FileName | None = None,
    progress: ProgressOption = None,
) -> Audit:
    r"""Look through a file of puzzles, with or without answers, for everything that is wrong with it.

    Parameters
    ----------
    source : path-like, "-" or binary file
        JSON lines, csv or Parquet with columns, or text as `fastfuto.load_many` reads it; "-" is standard input. The
        puzzle is in the column "puzzle" or "question", or in the metadata, and the answer in "answer" or "solution".
    format : str, optional
        The format of the puzzles, as for `fastfuto.parse`. Default: detected for each puzzle.
    grade : bool
        Whether to grade all puzzles, which takes much longer. Default: the levels that the file tells are counted.
    prove : path-like, optional
        File to be written, with a certificate in each line for each puzzle that has exactly one solution, under
        "line" its line in the source: what `Certificate.to_json` returns, which `fastfuto.verify` checks. This takes
        some milliseconds for a puzzle of up to 9 x 9, and longer for Kakuro and exact covers. There are no
        certificates for puzzles that JSON cannot hold.
    threads : int, optional
        Number of threads. Default: as many as can run at the same time.
    executor, journal : optional
        As for `fastfuto.solve_many`. All puzzles of the file are in memory then. A journal does not go with `prove`.
    progress : callable or bool, optional
        As for `fastfuto.solve_many`.

    Returns
    -------
    Audit

    Raises
    ------
    OSError
        If the file cannot be read, or is a Parquet file whose columns take far more memory than the file does.
    ImportError
        For a Parquet file without pyarrow, which ``pip install 'fastfuto[parquet]'`` installs.
    JobError
        If the executor, its workers or the journal fail.
    TypeError, ValueError
        For something else than a file, and if there is no such format or an option is out of range.

    Notes
    -----
    What cannot be read is noted, and the rest is looked at nevertheless. A row of more than 16,777,216 characters is
    unreadable, and a few megabytes of rows are in memory together. Parquet files are refused if a row group has a
    column of more than 64 MiB and 1,000 times its compressed size, or more than 65,536 rows and one for each byte.
    An answer is right if `fastfuto.score` says
    so. Of each puzzle 24 bytes are kept, by which symmetric forms are found: those of `Futoshiki.canonical`, and of a
    Kakuro those with rows for columns. A million 5 x 5 take about four seconds in one thread.

    Examples
    --------
    >>> import io
    >>> good = b'{"puzzle": "3:1,2,0,2,0,0,0,0,0,", "answer": "123/231/312"}\n'
    >>> turned = b'{"puzzle": "3:0,0,0,0,0,2,0,2,1,", "answer": "123/231/312"}\n'
    >>> found = audit(io.BytesIO(good + turned + b"x\n"))
    >>> found.one, found.unreadable, found.wrong_answers, found.duplicates
    (2, 1, 1, 1)
    >>> found.lines["wrong_answers"], found.same_as
    ([2], {2: 1})
    """
    if prove is not None and journal is not None:
        raise ValueError("a journal keeps no certificates: leave journal or prove out")
    with (
        Run(None, progress, 1 if threads is None else threads, executor, journal) as run,
        _opened(source) as file,
        contextlib.nullcontext() if prove is None else replacing(prove) as proved,
    ):
        if format is not None:
            codec_of(format)
        n_threads = cores() if threads is None else run.threads
        name = os.fsdecode(source) if isinstance(source, (str, bytes, os.PathLike)) else ""
        opened, container = container_of(file, name)
        parts = parts_of(opened, container, format)
        has_proofs, found, n_proved = proved is not None, list[Facts](), 0
        for facts in (
            _in_pieces(list(parts), grade, has_proofs, run)
            if run.is_in_pieces
            else _in_threads(parts, grade, has_proofs, n_threads, run)
        ):
            if proved is not None:
                proved.writelines(f"{line}\n".encode() for line in facts.certificates)
                n_proved += len(facts.certificates)
                facts.certificates.clear()
            found.append(facts)
        return _summed(found, n_proved, run)


@contextlib.contextmanager
def _opened(source: FileName | BinaryIO) -> Iterator[BinaryIO]:
    """Open a file to be read, or standard input; one that is open stays open."""
    if source == "-":
        if sys.stdin is None:
            raise OSError("standard input is closed")
        yield sys.stdin.buffer
    elif isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            yield file
    else:
        yield source


def _in_threads(parts: Any, has_grades: bool, has_proofs: bool, threads: int, run: Run) -> Iterator[Facts]:
    """Yield the facts of the parts of a file, in order."""
    done = 0

    def is_over() -> bool:
        return run.is_over(done=done)

    checks = (partial(check, part, has_grades, has_proofs) for part in parts)
    for facts in in_order(checks, threads, is_over):
        done += len(facts.numbers) + len(facts.errors)
        is_over()
        yield facts


def _in_pieces(parts: list[Any], has_grades: bool, has_proofs: bool, run: Run) -> Iterator[Facts]:
    """Yield the facts of the parts of a file, whose puzzles the workers of an executor solve and prove."""

    def tell(progress: Progress) -> None:
        run.is_over(done=progress.done)

    puzzles = [puzzle for part in parts for puzzle in puzzles_in(part)]
    batch = solve_many(puzzles, limit=2, executor=run.executor, journal=run.journal, progress=tell)
    solved = iter(batch.counts.tolist())
    for part in parts:
        counts = np.full(len(part.lines), UNANSWERED, np.int64)
        for k in range(len(counts)):
            if not isinstance(part.others.get(k), ParseError):
                counts[k] = next(solved)
        facts = settle(part, counts, None, None, has_grades)
        if has_proofs:
            facts.certificates += _certificates(list(unique_puzzles(part, counts)), run)
        yield facts


def _certificates(puzzles: list[tuple[int, Puzzle[Any]]], run: Run) -> list[str]:
    """Return lines with the proofs that puzzles have one solution, which the workers of an executor make."""
    texts = [[line, format_puzzle(puzzle, "json")] for line, puzzle in puzzles]
    first = [texts[k : k + PROVED] for k in range(0, len(texts), PROVED)]
    results, _ = run_pieces(Job("audit", digest(repr(texts)), None, _prove_piece, first, _halves), run)
    return [line for place in sorted(results) for line in results[place]]


def _prove_piece(_: None, piece: list[list[Any]], is_over: IsOver) -> Answer | None:
    puzzles: list[tuple[int, Any]] = [(line, parse(text, "json")) for line, text in piece]
    lines = [certificate_of(line, puzzle, is_over) for line, puzzle in puzzles]
    return None if is_over() else Answer([line for line in lines if line])


def _halves(piece: list[list[Any]]) -> list[list[list[Any]]]:
    half = (len(piece) + 1) // 2
    return [piece[:half], piece[half:]] if half < len(piece) else [piece]


def _summed(found: list[Facts], n_proved: int, run: Run) -> Audit:
    """Return the facts of all parts as one."""
    numbers = np.concatenate([facts.numbers for facts in found]) if found else np.zeros(0, np.int64)
    counts = np.concatenate([facts.counts for facts in found]) if found else np.zeros(0, np.int64)
    marks = np.concatenate([facts.marks for facts in found]) if found else np.zeros(0, "S16")
    errors = [error for facts in found for error in facts.errors]
    families: Counter[str] = sum((facts.families for facts in found), Counter())
    levels: Counter[str] = sum((facts.levels for facts in found), Counter())
    same_as = _repeated(numbers, marks)
    lines = {
        "none": numbers[counts == 0].tolist(),
        "several": numbers[counts > 1].tolist(),
        "unreadable": sorted(error.line for error in errors),
        "wrong_answers": [number for facts in found for number in facts.wrong],
        "duplicates": sorted(same_as),
    }
    names = [name for _, name in rule_set("full").levels]
    known = {name: levels[name] for name in names if levels[name]}
    return Audit(
        total=len(numbers) + len(errors),
        none=len(lines["none"]),
        one=int((counts == 1).sum()),
        several=len(lines["several"]),
        unreadable=len(errors),
        wrong_answers=len(lines["wrong_answers"]),
        duplicates=len(same_as),
        families=dict(families.most_common()),
        levels=known | {name: count for name, count in sorted(levels.items()) if name not in known},
        lines=lines,
        same_as=same_as,
        errors=errors,
        proved=n_proved,
        seconds=run.seconds,
    )


def _repeated(numbers: npt.NDArray[np.int64], marks: npt.NDArray[np.bytes_]) -> dict[int, int]:
    """Return for each puzzle whose fingerprint an earlier one has the line of the first of these."""
    words = np.ascontiguousarray(marks).view("<u8").reshape(-1, 2)
    order = np.lexsort((np.arange(len(words)), words[:, 1], words[:, 0]))
    ranked = words[order]
    is_first = np.append(True, (ranked[1:] != ranked[:-1]).any(axis=1))[: len(ranked)]
    firsts = (
        order[np.maximum.accumulate(np.where(is_first, np.arange(len(ranked)), 0))] if len(ranked) else order
    )
    return {
        int(numbers[k]): int(numbers[first])
        for k, first in zip(order[~is_first].tolist(), firsts[~is_first].tolist(), strict=True)
    }
