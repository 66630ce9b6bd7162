"""Solve the puzzles of a file and write one line with the answer to each puzzle."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from functools import partial
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import numpy.typing as npt

from ..engines import LineAnswer, Lines
from ..errors import LimitReached, ParseError, PuzzleError
from ..formats import Chunk, Codec, Found, find_in, format_puzzle, read_chunks
from ..limits import Progress, Run, in_order
from .lists import solve_list, solve_singly, unanswered
from .many import solve_many
from .result import Batch
from .rows import UNANSWERED, solve_rows

_CELLS = 81
"""Cells of a 9 x 9 Sudoku."""


class Answers(NamedTuple):
    """The answers to consecutive puzzles.

    Attributes
    ----------
    data : bytes
        A line for each puzzle and for each error.
    counts : (k,) int64
        Number of solutions found for each readable puzzle.
    errors : list of ParseError
        The error of each unreadable text.
    """

    data: bytes
    counts: npt.NDArray[np.int64]
    errors: list[ParseError]


class Form(NamedTuple):
    """The form of answers.

    Attributes
    ----------
    kind : LineAnswer
        The contents of an answer.
    to : Codec, optional
        Another format for the solutions than that of their puzzles.
    head : str
        The first fields of each JSON object, with the opening bracket.
    """

    kind: LineAnswer
    to: Codec | None = None
    head: str = ""


def answer_lines(
    file: BinaryIO,
    format: str | None,
    column: str | None,
    form: Form,
    limit: int,
    threads: int,
    run: Run,
) -> Generator[Answers, None, None]:
    """Yield the answers to the puzzles of a file, in order.

    After the time limit, the remaining puzzles are read but not answered.
    """
    if run.is_in_pieces:
        yield _answer_in_pieces(file, format, column, form, limit, run)
        return
    done = 0

    def is_over() -> bool:
        return run.is_over(done=done)

    jobs = (partial(_answer_chunk, chunk, form, limit) for chunk in read_chunks(file, format, column))
    for answers in in_order(jobs, threads, is_over):
        done += len(answers.counts) + len(answers.errors)
        is_over()
        yield answers


def _answer_in_pieces(
    file: BinaryIO, format: str | None, column: str | None, form: Form, limit: int, run: Run
) -> Answers:
    """Solve all puzzles of a file on the workers of an executor."""
    found = list(find_in(file, format, column))

    def tell(progress: Progress) -> None:
        run.is_over(done=progress.done)

    try:
        batch = solve_many(
            [each.puzzle for each in found if isinstance(each, Found)],
            limit=limit,
            timeout=run.left,
            executor=run.executor,
            journal=run.journal,
            progress=tell,
        )
    except LimitReached as error:
        batch = error.solutions
    solved = zip(batch.grids, batch.counts.tolist(), strict=True)
    lines = [
        _refusal(each, form) if isinstance(each, ParseError) else _line(each, *next(solved), form)
        for each in found
    ]
    errors = [each for each in found if isinstance(each, ParseError)]
    return Answers("".join(lines).encode(errors="backslashreplace"), batch.counts, errors)


def _answer_chunk(chunk: Chunk, form: Form, limit: int, is_over: Callable[[], bool]) -> Answers:
    """Solve the puzzles of a chunk and write their answers."""
    lines, others = chunk.lines, chunk.others
    texts: dict[int, str] = {}
    found: dict[int, Found] = {}
    if form.to is None:
        counts = _solve_lines(lines, limit, is_over)
    else:  # Compiled code writes no other formats.
        counts = np.full(len(lines), UNANSWERED, np.int64)
        found = {k: chunk.found(k) for k in range(len(lines)) if k not in others}
    errors: list[ParseError] = []
    for k, each in others.items():
        if isinstance(each, Found):
            found[k] = each
        else:
            errors.append(each)
            texts[k] = _refusal(each, form)

    def is_enough(more: int = 0) -> bool:
        return is_over()

    def note(found: dict[int, Found], batch: Batch[list[npt.NDArray[Any] | None]]) -> None:
        counts[[*found]] = batch.counts
        for (k, each), grid, count in zip(found.items(), batch.grids, batch.counts.tolist(), strict=True):
            texts[k] = _line(each, grid, count, form)

    if found:
        batch = unanswered(len(found))
        if not is_over():
            batch = solve_list([each.puzzle for each in found.values()], limit, 1, is_enough, 1)
        note(found, batch)
    left = np.flatnonzero(counts == UNANSWERED).tolist()
    hard = (
        {k: chunk.found(k) for k in left if k not in others and k not in found}
        if left and not is_over()
        else {}
    )
    if hard:
        note(hard, solve_singly([each.puzzle for each in hard.values()], limit, 1, is_enough, 1))
    pieces: list[bytes] = []
    write = partial(lines.write, answer=form.kind, head=form.head.encode())
    start = 0
    for k in sorted(texts):
        pieces += write(counts, start, k), texts[k].encode(errors="backslashreplace")
        start = k + 1
    pieces.append(write(counts, start, len(lines)))
    unreadable = [k for k, each in others.items() if isinstance(each, ParseError)]
    return Answers(b"".join(pieces), np.delete(counts, unreadable) if unreadable else counts, errors)


def _solve_lines(lines: Lines, limit: int, is_over: Callable[[], bool]) -> npt.NDArray[np.int64]:
    """Solve the puzzles read by compiled code, if they can be solved together, and return their counts."""
    counts = np.full(len(lines), UNANSWERED, np.int64)
    for n, k in enumerate(lines.sizes()):
        if k and not is_over():
            clues = np.empty((k, n * n or _CELLS), np.uint8)
            signs = np.empty_like(clues) if n else None
            numbers = np.empty(k, np.int64)
            lines.gather(n, clues, signs, numbers)
            grids, some = np.empty_like(clues), np.full(k, UNANSWERED, np.int64)
            solve_rows(clues, signs, grids, some, limit, is_over)
            lines.scatter(numbers, grids)
            counts[numbers] = some
    return counts


def _refusal(error: ParseError, form: Form) -> str:
    """Return the line for a puzzle that could not be read."""
    if form.kind == "json":
        return _object(form, {"line": error.line, "error": error.message})
    return "unreadable\n"


def _line(found: Found, solution: npt.NDArray[Any] | None, count: int, form: Form) -> str:
    """Return the line that answers a puzzle read by Python."""
    if form.kind == "json":
        fields = {
            "line": found.line,
            "format": found.codec.name,
            "family": found.puzzle.family,
            "solution": None if solution is None else solution.tolist(),
            "count": None if count == UNANSWERED else count,
        }
        return _object(form, fields)
    if solution is None:
        return "unknown\n" if count == UNANSWERED else "none\n"
    if form.kind == "unique" and count > 1:
        return "several\n"
    return f"{_one_line(found, solution, form.to)}{f' {count}' if form.kind == 'count' else ''}\n"


def _object(form: Form, fields: dict[str, Any]) -> str:
    """Return a line with a JSON object that begins with the first fields of the form."""
    return f"{form.head}, {json.dumps(fields)[1:]}\n"


def _one_line(found: Found, solution: npt.NDArray[np.integer[Any]], to: Codec | None) -> str:
    """Return a solution in its format if that takes one line, otherwise as a JSON list."""
    filled = found.puzzle.filled(solution)
    if filled is not None:
        try:
            text = format_puzzle(filled, (to or found.codec).name).rstrip("\n")
        except PuzzleError:
            pass
        else:
            if "\n" not in text:
                return text
    return json.dumps(solution.tolist(), separators=(",", ":"))
