"""The verb `audit`, which checks files of puzzles."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from os import PathLike
from typing import Any, BinaryIO, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import ParseError
from ..formats import codec_of, container_of, format_puzzle, parse, replacing
from ..jobs import Answer, IsOver, Job, digest, run_pieces
from ..limits import ExecutorOption, Progress, ProgressOption, Run, cores, in_order
from ..logic.technique import rule_set
from ..puzzles import Puzzle
from ..solving.many import solve_many
from ..solving.rows import UNANSWERED
from .checking import Facts, certificate_of, check, parts_of, puzzles_in, settle, unique_puzzles

FileName: TypeAlias = str | PathLike[str]

PROVED = 16
"""Puzzles in a piece of proofs for a worker."""


@dataclass(frozen=True)
class Audit:
    """The findings of `audit` in a file of puzzles.

    Attributes
    ----------
    total : int
        Number of puzzles and unreadable texts, which is the sum of the next four numbers.
    none, one, several : int
        Number of puzzles without a solution, with exactly one, and with several.
    unreadable : int
        Number of rows or texts that are not puzzles.
    wrong_answers : int
        Number of puzzles whose answer is not a solution.
    duplicates : int
        Number of puzzles that equal an earlier puzzle or a symmetric form of an earlier puzzle.
    families : dict
        Number of puzzles of each family and size: ``{"Sudoku 9 x 9": 100}``.
    levels : dict
        Number of puzzles of each level, from the file or from grading.
    lines : dict
        For each kind of fault ("none", "several", "unreadable", "wrong_answers", "duplicates"), the numbers of its
        lines in ascending order, counted from 1. For a Parquet file, row numbers.
    same_as : dict
        A mapping from the line of each duplicate to the line of the first puzzle that it repeats.
    elsewhere : dict
        A mapping from the line of each puzzle that is also in an earlier file, up to symmetry, to a pair: the position
        of that file's audit in the argument `earlier`, and the line there.
    errors : list of ParseError
        The errors for unreadable texts. The attribute `source` of each error has at most 512 characters of the line.
    proved : int
        Number of certificates written.
    seconds : float
        Wall-clock time of the whole call.

    See Also
    --------
    fastfuto.audit : Check a file.

    Examples
    --------
    >>> import io
    >>> found = audit(io.BytesIO(b"4:0,0,0L,0L,0,0D,0,1,0,0,0,0,0,0,0,4,"))
    >>> found.total, found.families
    (1, {'Futoshiki 4 x 4': 1})
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
    elsewhere: dict[int, tuple[int, int]] = field(repr=False)
    errors: list[ParseError] = field(repr=False, compare=False)
    proved: int
    seconds: float = field(compare=False)
    _numbers: npt.NDArray[np.int64] = field(repr=False, compare=False)
    _marks: npt.NDArray[np.bytes_] = field(repr=False, compare=False)

    @property
    def is_sound(self) -> bool:
        """Whether every row is a puzzle with exactly one solution and no answer is wrong."""
        return self.one == self.total and not self.wrong_answers

    def to_json(self) -> str:
        """Return all attributes as one JSON object."""
        fields = {name: getattr(self, name) for name in _NUMBERS}
        errors = [{"line": each.line, "message": each.message} for each in self.errors]
        repeated = {"same_as": self.same_as, "elsewhere": self.elsewhere}
        more = {"lines": self.lines, **repeated, "errors": errors, "seconds": self.seconds}
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
    column: str | None = None,
    grade: bool = False,
    earlier: Sequence[Audit] = (),
    certificates: FileName | None = None,
    threads: int | None = None,
    executor: ExecutorOption | None = None,
    journal: FileName | None = None,
    progress: ProgressOption = None,
) -> Audit:
    r"""Check a file of puzzles for unreadable rows, puzzles without a unique solution, wrong answers and duplicates.

    Parameters
    ----------
    source : path-like, "-" or binary file
        A file with columns, in JSON lines, csv or Parquet, or text as `fastfuto.load_many` reads it; "-" is standard
        input. If there is a column "answer" or "solution", its answers are checked.
    format : str, optional
        The format of the puzzles, as for `fastfuto.parse`. Default: detected for each puzzle.
    column : str, optional
        The column with the puzzles. Default: the puzzle in the metadata of a task, or a column with a usual name, such
        as "puzzle", "question", "quizzes" or "board".
    grade : bool
        Whether to grade all puzzles, which takes much longer. By default, levels that the file gives are counted.
    earlier : sequence of Audit
        The audits of other files. Puzzles that are also in these files, up to symmetry, are listed in
        `Audit.elsewhere`.
    certificates : path-like, optional
        Output file for certificates. For each puzzle with exactly one solution, it has a line in the form of
        `Certificate.to_json`, which `fastfuto.verify` checks, with an additional field "line", the puzzle's line in the
        source. A certificate takes a few milliseconds for a puzzle of up to 9 x 9, and longer for Kakuro and exact
        covers. Puzzles that JSON cannot hold get no certificate.
    threads : int, optional
        Number of threads that share the puzzles. Default: as many as can run at the same time, as for
        `fastfuto.solve_many`.
    executor, journal : optional
        As for `fastfuto.solve_many`. With either option, all puzzles of the file are kept in memory. A journal excludes
        `certificates`.
    progress : callable or bool, optional
        As for `fastfuto.solve_many`.

    Returns
    -------
    Audit

    Raises
    ------
    OSError
        If the file cannot be read, or a Parquet file would take far more memory than its size.
    ImportError
        If a Parquet file needs pyarrow, which ``pip install 'fastfuto[parquet]'`` installs.
    JobError
        If the executor, its workers or the journal fails.
    TypeError, ValueError
        If the source is not a file, the format is unknown or an option is out of range.

    See Also
    --------
    fastfuto.save_dataset : Make a data set.
    fastfuto.score : Check one answer.
    fastfuto.verify : Check a certificate.

    Notes
    -----
    Unreadable rows are recorded, and all other rows are still checked. A row of more than 16,777,216 characters is
    unreadable. Only a few megabytes of rows are in memory at a time. A Parquet file is refused if a column of a row
    group takes more than 64 MiB and more than 1,000 times its compressed size. It is also refused if a row group has
    more than 65,536 rows and more rows than bytes.

    An answer is right if its `fastfuto.score` is 1. To recognise symmetric forms, the call keeps 24 bytes per puzzle.
    Two grids are symmetric forms of each other if their `Futoshiki.canonical` is the same, and two Kakuro if one is the
    transpose of the other. A million 5 x 5 puzzles take about four seconds in one thread.

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
    if certificates is not None and journal is not None:
        raise ValueError("journal and certificates cannot be combined; omit one of them")
    with (
        Run(None, progress, 1 if threads is None else threads, executor, journal) as run,
        _opened(source) as file,
        contextlib.nullcontext() if certificates is None else replacing(certificates) as proved,
    ):
        if format is not None:
            codec_of(format)
        n_threads = cores() if threads is None else run.threads
        name = os.fsdecode(source) if isinstance(source, (str, bytes, os.PathLike)) else ""
        opened, container = container_of(file, name, column, keeps_lines=False)
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
        return _summed(found, earlier, n_proved, run)


@contextlib.contextmanager
def _opened(source: FileName | BinaryIO) -> Iterator[BinaryIO]:
    """Open a file or standard input for reading; a file that is already open stays open."""
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
    """Yield the facts of a file's parts, in order."""
    done = 0

    def is_over() -> bool:
        return run.is_over(done=done)

    checks = (partial(check, part, has_grades, has_proofs) for part in parts)
    for facts in in_order(checks, threads, is_over):
        done += len(facts.numbers) + len(facts.errors)
        is_over()
        yield facts


def _in_pieces(parts: list[Any], has_grades: bool, has_proofs: bool, run: Run) -> Iterator[Facts]:
    """Yield the facts of a file's parts; an executor's workers solve and prove the puzzles."""

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
    """Return lines with certificates of uniqueness, made by an executor's workers."""
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


def _summed(found: list[Facts], earlier: Sequence[Audit], n_proved: int, run: Run) -> Audit:
    """Combine the facts of all parts."""
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
        elsewhere=_elsewhere(numbers, marks, earlier),
        errors=errors,
        proved=n_proved,
        seconds=run.seconds,
        _numbers=numbers,
        _marks=marks,
    )


def _repeated(numbers: npt.NDArray[np.int64], marks: npt.NDArray[np.bytes_]) -> dict[int, int]:
    """Map each repeated puzzle's line to the line of the first puzzle with its fingerprint."""
    firsts = _firsts(marks)
    repeated = np.flatnonzero(firsts != np.arange(len(firsts)))
    return dict(zip(numbers[repeated].tolist(), numbers[firsts[repeated]].tolist(), strict=True))


def _elsewhere(
    numbers: npt.NDArray[np.int64], marks: npt.NDArray[np.bytes_], earlier: Sequence[Audit]
) -> dict[int, tuple[int, int]]:
    """Map the line of each puzzle that is also in an earlier audit to the position of the audit and the line there."""
    others = [audit._numbers for audit in earlier]
    owners = np.repeat(np.arange(len(others)), [len(other) for other in others]).tolist()
    lines = [line for other in others for line in other.tolist()]
    firsts = _firsts(np.concatenate([*(audit._marks for audit in earlier), marks]))[len(lines) :].tolist()
    return {
        line: (owners[first], lines[first])
        for line, first in zip(numbers.tolist(), firsts, strict=True)
        if first < len(lines)
    }


def _firsts(marks: npt.NDArray[np.bytes_]) -> npt.NDArray[np.int64]:
    """Return for each fingerprint the position of the first equal fingerprint."""
    words = np.ascontiguousarray(marks).view("<u8").reshape(-1, 2)
    order = np.lexsort((np.arange(len(words)), words[:, 1], words[:, 0]))
    ranked = words[order]
    is_first = np.append(True, (ranked[1:] != ranked[:-1]).any(axis=1))[: len(ranked)]
    firsts = np.empty(len(words), np.int64)
    firsts[order] = order[np.maximum.accumulate(np.where(is_first, np.arange(len(ranked)), 0))]
    return firsts
