"""DIMACS formulas for SAT solvers: the clauses of a puzzle, below comments with the puzzle as JSON.

Variable ``CELL * N + VALUE`` means that the cell, counted from 0, takes the value, 1 to N. A clause excludes each
value that a cell may not have, so a formula has as many models as the puzzle has solutions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..errors import NoSolution, ParseError, PuzzleError
from ..model import Model, Solvable
from ..puzzles import (
    Adjacent,
    Futoshiki,
    Kakuro,
    LatinSquare,
    Permutations,
    Puzzle,
    Sudoku,
    cell_name,
)
from ..puzzles.text import Scanner, late_pattern
from .codec import MAX_TEXT, Both
from .json import BOTH as JSON
from .tokens import end_of

if TYPE_CHECKING:
    from ..proofs.encoding import Clause, Statement

S = TypeVar("S", bound=np.generic)

NAME = "dimacs"

_FAMILIES = (Futoshiki, LatinSquare, Adjacent, Sudoku, Permutations, Model)
_TOO_LONG = (
    f"the formula of the puzzle takes more than {MAX_TEXT} characters; the folder of a certificate holds it"
)
_SHORTEST = len("-1 -2 0\n")
"""Fewest characters of a clause with two or more literals."""

_COMMENTS = late_pattern(r"(?:c(?: [^\n]*)?\n)*+")
_HELD = late_pattern(r"(?:c [^\n]*\n)*+")
_PROBLEM = late_pattern(r"p cnf [0-9]+ [0-9]+\n")
_OUTPUT = late_pattern(
    r"(?:(c)(?:\s|\Z)|(?:s\s+)?([A-Z]+)\s*\Z|(?:v(?=\s|\Z))?((?:\s*+-?[0-9]++(?!\S))*+)\s*\Z)"
)
"""A line of a solver: a comment, a word, or literals."""
_WORD = late_pattern(r"\S+")


def _parse(text: str) -> Puzzle[Any] | Model:
    scan = Scanner(text)
    scan.found()
    start = scan.last
    text = f"{scan.text.rstrip()}\n"
    below = end_of(_COMMENTS, text, start)
    first = text.find("c {\n", start, below)
    end = text.find("\nc }\n", first, below) + len("\nc }\n")
    if first < 0 or end < first or not _HELD.fullmatch(text, first, end):
        why = "the comments that fastfuto writes at its beginning are missing"
        raise scan.error(f"the puzzle of this formula is unknown: {why}", start)
    try:
        puzzle = JSON.parse(text[first + 2 : end].replace("\nc ", "\n"))
        statement = _statement(puzzle)
        lines = _lines(statement)
    except ParseError as error:
        line = error.line + text.count("\n", 0, first)
        raise ParseError(
            error.message, line=line, column=error.column + 2, source=f"c {error.source}"
        ) from None
    except PuzzleError as error:
        raise scan.error(str(error), first) from None
    _check_formula(scan, text, below, statement, lines)
    return puzzle


def _check_formula(scan: Scanner, text: str, at: int, statement: Statement, lines: Iterable[str]) -> None:
    """Check that a text continues with these clauses, which are generated only up to the end of the text."""
    problem = _PROBLEM.match(text, at)
    if problem is None:
        raise scan.error("expected the numbers of variables and clauses, such as 'p cnf 64 300'", at)
    at = problem.end()
    for line in lines:
        if not text.startswith(line, at):
            raise scan.error(f"expected the clause {line.rstrip()!r:.80} of the puzzle in the comments", at)
        at += len(line)
    if at < len(text):
        raise scan.error(
            "expected the end of the text after the last clause of the puzzle in the comments", at
        )
    if problem[0] != (expected := _problem(statement, text.count("\n", problem.end()))):
        raise scan.error(f"expected {expected.rstrip()!r}", problem.start())


def _format(puzzle: Puzzle[Any] | Model) -> str:
    statement = _statement(puzzle)
    lines, size = [], 0
    for line in _lines(statement):
        lines.append(line)
        size += len(line)
        if size > MAX_TEXT:
            raise PuzzleError(_TOO_LONG)
    n = statement.n_values
    map_of_variables = (
        f"c Variable CELL * {n} + VALUE: the cell, counted from 0, takes the value, 1 to {n}.\n"
    )
    if len(puzzle.shape) == 2:
        map_of_variables += (
            f"c The cell in ROW and COLUMN, both counted from 0, is ROW * {puzzle.shape[1]} + COLUMN.\n"
        )
    held = re.sub("^", "c ", JSON.format(puzzle).rstrip("\n"), flags=re.MULTILINE)
    return f"{map_of_variables}{held}\n{_problem(statement, len(lines))}{''.join(lines)}"


def _statement(puzzle: Solvable[Any]) -> Statement:
    """Return the statement of a puzzle in the form of the proof checker."""
    from ..proofs import encoding  # This module is the only encoder, and imports no other module.

    if isinstance(puzzle, Kakuro) or (isinstance(puzzle, Model) and len(puzzle.sums.totals)):
        raise PuzzleError(f"the format {NAME} cannot hold sums, because its clauses do not encode them")
    if not isinstance(puzzle, _FAMILIES):
        families = " or ".join(each.__name__ for each in _FAMILIES)
        raise PuzzleError(f"the format {NAME} is for {families}, not for {type(puzzle).__name__}")
    try:
        statement = encoding.statement(json.loads(JSON.format(puzzle)))
        assert isinstance(statement, encoding.Statement)
        return statement
    except encoding.Unreadable as error:
        raise PuzzleError(str(error).removeprefix(f"{encoding.PUZZLE}: ")) from None


def _lines(statement: Statement) -> Iterator[str]:
    """Yield the clauses of a formula as lines."""
    from ..proofs import drat

    sizes = map(len, statement.domains)
    if sum(size * (size - 1) // 2 for size in sizes) * _SHORTEST > MAX_TEXT:
        raise PuzzleError(_TOO_LONG)
    return map(drat.line_of, chain(drat.formula(statement), _excluded(statement)))


def _excluded(statement: Statement) -> Iterator[Clause]:
    """Yield a clause for each value that a cell may not have and that the rules do not mention."""
    n = statement.n_values
    for cell, domain in enumerate(statement.domains):
        for value in sorted(set(range(1, n + 1)).difference(domain)):
            yield [-(cell * n + value)]


def _problem(statement: Statement, n_clauses: int) -> str:
    return f"p cnf {len(statement.domains) * statement.n_values} {n_clauses}\n"


def parse_solution(puzzle: Solvable[S], text: str) -> npt.NDArray[S]:
    r"""Read a puzzle's solution from the output of a SAT solver for its formula.

    Parameters
    ----------
    puzzle : Puzzle or Model
        The puzzle whose formula, its text in the format dimacs, was the solver's input.
    text : str
        The output of the solver, or only its model: lines such as ``v -1 2 -3 0``, with or without the ``v``.

    Returns
    -------
    numpy.ndarray
        The solution in the puzzle's own shape, like ``grid`` in the result of `fastfuto.solve`. The solution has been
        checked against all rules of the puzzle.

    Raises
    ------
    NoSolution
        If the solver reports that there is no solution.
    ParseError
        If the text is not a solver's output with a model, or the model is not a solution of the puzzle. The message
        gives the line and the column and, for a wrong model, names the cells.
    PuzzleError
        If the format dimacs does not support the puzzle.

    See Also
    --------
    fastfuto.format_puzzle : Write the formula of a puzzle, with ``format="dimacs"``.
    fastfuto.solve : Find a solution with the engines of fastfuto.

    Examples
    --------
    >>> import fastfuto
    >>> puzzle = fastfuto.Futoshiki([[1, 0], [0, 0]])
    >>> parse_solution(puzzle, "s SATISFIABLE\nv 1 -2 -3 4 -5 6 7 -8 0")
    array([[1, 2],
           [2, 1]], dtype=uint8)
    """
    scan = Scanner(text)
    statement = _statement(puzzle)
    n = statement.n_values
    values, places = [0] * len(statement.domains), [0] * len(statement.domains)
    truth: dict[int, bool] = {}
    for literal, at in _literals(scan):
        variable = abs(literal)
        if variable > len(values) * n:
            raise scan.error(f"expected a variable from 1 to {len(values) * n}, found {variable}", at)
        if truth.setdefault(variable, literal > 0) != (literal > 0):
            raise scan.error(f"variable {variable} is both true and false", at)
        cell, value = (variable - 1) // n, (variable - 1) % n + 1
        if literal > 0:
            if values[cell] not in (0, value):
                raise scan.error(f"{_name(puzzle, cell)} has two values, {values[cell]} and {value}", at)
            values[cell], places[cell] = value, at
    if 0 in values:
        why = f"{_name(puzzle, values.index(0))} has no value"
        raise scan.error(f"the model is incomplete: {why}", len(scan.text.rstrip()))
    for cells in _broken(statement, values):
        named = " and ".join(f"{_name(puzzle, cell)} is {values[cell]}" for cell in cells)
        raise scan.error(
            f"this is not a solution of the puzzle: {named}", max(places[cell] for cell in cells)
        )
    return puzzle.decode(np.array(values, np.uint8))


def _literals(scan: Scanner) -> Iterator[tuple[int, int]]:
    """Yield the literals of the first model in a solver's output, up to its 0, with their places."""
    start, is_over = 0, False
    for line in scan.text.split("\n"):
        match = _OUTPUT.match(line)
        if match is None:
            raise scan.error(
                "expected the output of a SAT solver, in which every line begins with c, s or v", start
            )
        if match[2] in ("UNSATISFIABLE", "UNSAT"):
            raise NoSolution("the solver reports that there is no solution")
        if match[2] not in (None, "SATISFIABLE", "SAT"):
            raise scan.error(f"the solver did not find a solution: {match[2]:.40}", start)
        for word in _WORD.finditer(line, match.start(3), match.end(3)) if match[3] else ():
            at = start + word.start()
            if is_over:
                raise scan.error("there are literals after the 0 that ends the model", at)
            if len(word[0]) > 10:
                raise scan.error("a literal has at most 9 digits", at)
            if literal := int(word[0]):
                yield literal, at
            else:
                is_over = True
        start += len(line) + 1


def _broken(statement: Statement, values: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the cells of each rule that the values break."""
    for cell, domain in enumerate(statement.domains):
        if values[cell] not in domain:
            yield (cell,)
    for unit in statement.units:
        first: dict[int, int] = {}
        yield from (
            (first[values[cell]], cell) for cell in unit if first.setdefault(values[cell], cell) != cell
        )
    yield from (pair for pair in statement.inequalities if values[pair[0]] >= values[pair[1]])
    for one, other, pairs in statement.relations:
        if values[other] not in pairs[values[one] - 1]:
            yield one, other


def _name(puzzle: Solvable[Any], cell: int) -> str:
    """Return the name of a cell in a message."""
    shape = puzzle.shape
    return cell_name(divmod(cell, shape[1])) if len(shape) == 2 else f"cell {cell}"


BOTH = Both(_parse, _format)
