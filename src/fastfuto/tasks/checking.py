"""The checks of `audit` on parts of a file, each with puzzles, answers and levels."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import numpy.typing as npt

from ..engines import Lines
from ..errors import ParseError, PuzzleError
from ..formats import Found, chunks_of, recognise
from ..formats.columns import Container, Row
from ..logic import grade
from ..proofs import prove_unique
from ..puzzles import ExactCover, Futoshiki, Puzzle, Sudoku
from ..solving.lists import solve_list, solve_singly
from ..solving.rows import UNANSWERED, solve_rows
from .fingerprint import fingerprints, fingerprints_of_rows
from .score import score

SHOWN = 512
"""Characters of a faulty line that are kept."""
_NINE = 81


class Part(NamedTuple):
    """Consecutive puzzles of a file.

    Attributes
    ----------
    lines : Lines
        The lines of all puzzles, with clues for the puzzles that compiled code has read.
    others : dict
        The puzzles that Python read, and the errors that it found, by the same numbers.
    numbers : list of int
        The line of each puzzle.
    answers, levels : list of str or None
        The answer and level of each puzzle in the file.
    format : str or None
        The format, if the caller named it.
    """

    lines: Lines
    others: dict[int, Puzzle[Any] | ParseError]
    numbers: list[int]
    answers: list[str | None]
    levels: list[str | None]
    format: str | None

    def puzzle(self, k: int) -> Puzzle[Any]:
        """Return a readable puzzle."""
        other = self.others.get(k)
        if other is None:
            _, start, end = self.lines.place(k)
            return recognise(self.lines.text[start:end].decode("ascii"), self.format)[1]
        assert isinstance(other, Puzzle)
        return other


@dataclass
class Facts:
    """The findings in a part.

    Attributes
    ----------
    numbers : (k,) int64
        The line of each puzzle.
    counts : (k,) int64
        The number of solutions of each puzzle, at most 2.
    marks : (k,) bytes of 16
        The fingerprint of each puzzle.
    wrong : list of int
        The lines with a wrong answer.
    errors : list of ParseError
        The errors of unreadable texts, each with the beginning of the line.
    families : Counter
        The number of puzzles of each family and size.
    levels : Counter
        The number of puzzles of each level.
    certificates : list of str
        Lines with certificates of uniqueness, if requested.
    """

    numbers: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    marks: npt.NDArray[np.bytes_]
    wrong: list[int] = field(default_factory=list)
    errors: list[ParseError] = field(default_factory=list)
    families: Counter[str] = field(default_factory=Counter)
    levels: Counter[str] = field(default_factory=Counter)
    certificates: list[str] = field(default_factory=list)


def parts_of(file: BinaryIO, container: Container | None, format: str | None) -> Iterator[Part]:
    """Yield the parts of a file."""
    for chunk in chunks_of(file, container, format):
        others = {k: each.puzzle if isinstance(each, Found) else each for k, each in chunk.others.items()}
        numbers = [
            chunk.others[k].line if k in chunk.others else chunk.lines.place(k)[0]
            for k in range(len(chunk.lines))
        ]
        rows: Sequence[Row | ParseError | None] = chunk.rows or [None] * len(numbers)
        answers = [row.answer if isinstance(row, Row) else None for row in rows]
        levels = [row.level if isinstance(row, Row) else None for row in rows]
        yield Part(chunk.lines, others, numbers, answers, levels, chunk.format)


def puzzles_in(part: Part) -> list[Puzzle[Any]]:
    """Return the readable puzzles of a part, in order."""
    return [part.puzzle(k) for k in range(len(part.lines)) if not isinstance(part.others.get(k), ParseError)]


def check(part: Part, has_grades: bool, has_proofs: bool, is_over: Callable[[], bool]) -> Facts:
    """Check a part."""
    lines, size = part.lines, len(part.lines)
    counts = np.full(size, UNANSWERED, np.int64)
    marks = np.zeros(size, "S16")
    wrong: list[int] = []
    for n, k in enumerate(lines.sizes()):
        if k:
            clues = np.empty((k, n * n or _NINE), np.uint8)
            signs = np.empty_like(clues) if n else None
            numbers = np.empty(k, np.int64)
            lines.gather(n, clues, signs, numbers)
            marks[numbers] = fingerprints_of_rows(clues, signs)
            grids, some = np.zeros_like(clues), np.full(k, UNANSWERED, np.int64)
            solve_rows(clues, signs, grids, some, 2, is_over)
            counts[numbers] = some
            wrong += _wrong_in_lines(part, numbers.tolist(), some.tolist(), grids)
    read = [k for k, each in part.others.items() if not isinstance(each, ParseError)]
    _solve_others(part, read, counts, is_over)
    if read:
        marks[read] = fingerprints([part.puzzle(k) for k in read])
        wrong += [k for k in read if _is_wrong(part, k)]
    facts = settle(part, counts, marks, wrong, has_grades)
    if has_proofs:
        certificates = (certificate_of(*each, is_over) for each in unique_puzzles(part, counts))
        facts.certificates += filter(None, certificates)
    return facts


def unique_puzzles(part: Part, counts: npt.NDArray[np.int64]) -> Iterator[tuple[int, Puzzle[Any]]]:
    """Yield the lines and puzzles with exactly one solution."""
    for k in np.flatnonzero(counts == 1).tolist():
        yield part.numbers[k], part.puzzle(k)


def certificate_of(line: int, puzzle: Puzzle[Any], is_over: Callable[[], bool]) -> str | None:
    """Return a puzzle's certificate of uniqueness, or None if JSON cannot hold it or the work is to stop."""
    try:
        certificate = None if is_over() else prove_unique(puzzle, is_over)
    except PuzzleError:
        return None
    return None if certificate is None else f'{{"line":{line},{certificate.to_json()[1:]}'


def settle(
    part: Part,
    counts: npt.NDArray[np.int64],
    marks: npt.NDArray[np.bytes_] | None,
    wrong: Sequence[int] | None,
    has_grades: bool,
) -> Facts:
    """Return the facts of a part from the solution counts of its puzzles."""
    errors = [
        ParseError(each.message, line=each.line, column=each.column, source=each.source[:SHOWN])
        for each in part.others.values()
        if isinstance(each, ParseError)
    ]
    is_read = np.ones(len(part.lines), bool)
    is_read[[k for k, each in part.others.items() if isinstance(each, ParseError)]] = False
    read = np.flatnonzero(is_read)
    listed = read.tolist()
    if marks is None:
        marks = np.zeros(len(part.lines), "S16")
        if listed:
            marks[read] = fingerprints([part.puzzle(k) for k in listed])
    if wrong is None:
        wrong = [k for k in listed if _is_wrong(part, k)]
    if has_grades:
        puzzles = (part.puzzle(k) for k in listed)
        # An exact cover has no cells, so people do not solve it.
        told: list[str | None] = [
            None if isinstance(each, ExactCover) else grade(each).level for each in puzzles
        ]
    else:
        told = [part.levels[k] for k in listed]
    levels = Counter(level for level in told if level is not None)
    numbers = np.array(part.numbers, np.int64)
    return Facts(
        numbers[read],
        counts[read],
        marks[read],
        sorted(part.numbers[k] for k in wrong),
        errors,
        _families_in(part),
        levels,
    )


def _families_in(part: Part) -> Counter[str]:
    """Return the number of puzzles of each family and size in a part."""
    found = Counter(each.words for each in part.others.values() if not isinstance(each, ParseError))
    for n, k in enumerate(part.lines.sizes()):
        if k:
            found[_words_of(n)] += k
    return found


@functools.cache
def _words_of(n: int) -> str:
    """Return the family and size in words of puzzles of n rows read by compiled code; 0 means a 9 x 9 Sudoku."""
    puzzle = Futoshiki(np.zeros((n, n), np.int32)) if n else Sudoku(np.zeros((9, 9), np.int32))
    return puzzle.words


def _solve_others(
    part: Part, read: list[int], counts: npt.NDArray[np.int64], is_over: Callable[[], bool]
) -> None:
    """Count the solutions of the puzzles that Python read or that compiled code left unanswered."""

    def is_enough(more: int = 0) -> bool:
        return is_over()

    if read:
        counts[read] = solve_list([part.puzzle(k) for k in read], 2, 1, is_enough, 1).counts
    left = [k for k in np.flatnonzero(counts == UNANSWERED).tolist() if k not in part.others]
    if left:
        counts[left] = solve_singly([part.puzzle(k) for k in left], 2, 1, is_enough, 1).counts


def _wrong_in_lines(
    part: Part, numbers: list[int], counts: list[int], grids: npt.NDArray[np.uint8]
) -> list[int]:
    """Return the numbers of the puzzles, all of one size, with wrong answers."""
    if not any(part.answers):
        return []
    size = grids.shape[1]
    # The digits of each solution, which allow comparing most answers at once.
    digits = (grids + ord("0")).tobytes().decode("latin-1") if size <= _NINE else ""
    wrong = []
    for at, (k, count) in enumerate(zip(numbers, counts, strict=True)):
        answer = part.answers[k]
        if answer is None or (count == 1 and _plain(answer) == digits[at * size : (at + 1) * size] != ""):
            continue
        if count == 0 or _is_wrong(part, k):
            wrong.append(k)
    return wrong


def _plain(answer: str) -> str:
    """Return an answer without blanks, line endings, commas and brackets."""
    answer = answer.replace(" ", "").replace("\n", "")
    return answer.replace(",", "").replace("[", "").replace("]", "") if "," in answer else answer


def _is_wrong(part: Part, k: int) -> bool:
    """Return whether a puzzle has an answer that is not a solution."""
    answer = part.answers[k]
    if answer is None:
        return False
    puzzle = part.puzzle(k)
    return not puzzle.fillable or score(puzzle, answer) < 1.0
