"""Steps: single deductions, with their premises, as values."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..languages import LanguageCode
from .board import Cell, Line, logic_model, names_of
from .notation import notation
from .technique import TECHNIQUES
from .texts import text

if TYPE_CHECKING:
    from ..model import Solvable

Candidate = tuple[Cell, int]
"""A cell and a value."""
Relation = tuple[Cell, Cell, str]
"""Two cells and what they have to do with each other: "differ by 1", "do not differ by 1" or "relation"."""
Sum = tuple[tuple[Cell, ...], int]
"""Cells and the total of their values."""
Link = tuple[Candidate, Candidate, str]
"""Two candidates, and how the one leads to the other: "strong", "weak", "inequality" or "line"."""


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction. All cells and lines count from 0, values from 1.

    Attributes
    ----------
    technique : str
        A name of `fastfuto.TECHNIQUES`.
    score : float
    placed : tuple of (cell, value)
        What goes where. A placed value is no candidate any more of the cells that see it; that is not listed.
    removed : tuple of (cell, values)
        Candidates that are excluded.
    cells, values, lines, inequalities, links
        The premise: cells, values, lines as (kind, number), or ("run", row, column, row, column) by the first and the
        last cell, inequalities (lesser, greater) and, for chains, links
        (candidate, candidate, kind) with the kinds "strong", "weak", "inequality" and "line". The lines of a chain are
        those of its strong links between cells, and then those of its weak links.
    cases : tuple of Step
        The consequences of assumptions. The cases of a braid are the steps from the assumption to the contradiction.
        The cases of a forcing cell or line are steps "assumption", each with its own steps.
    relations, sums
        More of the premise: related cells (cell, cell, kind) with the kinds "differ by 1", "do not differ by 1" and
        "relation", and sums (cells, total).
    candidates : tuple of (cell, values)
        More of the premise: all values that a cell has left. Below an assumption, what it had left before that; for a
        value in a line, the cells that it fitted before, each with the value.

    Examples
    --------
    >>> import fastfuto
    >>> step = fastfuto.hint(fastfuto.Futoshiki([[1, 0], [0, 0]]))
    >>> step.technique, step.placed
    ('full house', (((0, 1), 2),))
    >>> print(step.text(3))
    Only r1c2 is empty in row 1, and 2 is missing. So r1c2 is 2.
    >>> step == Step.from_json(step.to_json())
    True
    """

    technique: str
    score: float
    placed: tuple[Candidate, ...] = ()
    removed: tuple[tuple[Cell, tuple[int, ...]], ...] = ()
    cells: tuple[Cell, ...] = ()
    values: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()
    inequalities: tuple[tuple[Cell, Cell], ...] = ()
    links: tuple[Link, ...] = ()
    cases: tuple[Step, ...] = ()
    relations: tuple[Relation, ...] = ()
    sums: tuple[Sum, ...] = ()
    candidates: tuple[tuple[Cell, tuple[int, ...]], ...] = ()

    def text(self, detail: int = 3, language: LanguageCode = "en") -> str:
        """Return the step in words, with rows and columns counted from 1.

        Parameters
        ----------
        detail : int
            0 says where to look, 1 which technique, 2 what it rests on, and 3 everything.
        language : {"en", "de", "pl"}
            English, German or Polish, in which cells have other names, too: r1c2, Z1S2, w1k2.

        Raises
        ------
        ValueError
            If `detail` is not 0 to 3, and for another language.
        PuzzleError
            If the fields do not belong together, so that this is not a step of its technique.
        """
        return text(self, detail, language)

    def notation(self) -> str:
        """Return the step in a compact notation, with rows and columns counted from 1.

        Raises
        ------
        PuzzleError
            As for `text`.
        """
        return notation(self)

    def verify(self, puzzle: Solvable[Any], candidates: npt.NDArray[np.bool_]) -> bool:
        """Return whether the step follows from the puzzle's rules and these candidates.

        The conclusion is derived again from the premise, in plain Python, and every cell, line, inequality,
        relation and sum that the step names must be the puzzle's. A result of a search is searched for again.

        Parameters
        ----------
        puzzle : Puzzle or Model
        candidates : array of bool
            The candidates before the step: the cells' shape and one entry for each value.

        Raises
        ------
        PuzzleError
            If the candidates have another shape, or there are no rules for such a puzzle.
        TypeError
            For something else than a puzzle.
        """
        from ..reference.logic import follows
        from .ending import is_found, is_searched

        model = logic_model(puzzle)
        shape = (*puzzle.shape, model.n_values)
        try:
            grid = np.asarray(candidates)
        except ValueError:
            grid = np.empty(0, bool)
        if grid.shape != shape or grid.dtype != bool:
            raise PuzzleError(f"candidates must be booleans of shape {shape}, got {grid.dtype} {grid.shape}")
        if is_searched(self):
            return is_found(self, model, names_of(puzzle, model), grid)
        return follows(puzzle, grid.tolist(), self)

    def to_json(self) -> str:
        """Return the step as JSON text, which `from_json` reads."""
        return json.dumps(self.fields())

    @classmethod
    def from_json(cls, json_text: str) -> Self:
        """Return the step that `to_json` wrote.

        Raises
        ------
        PuzzleError
            If the text is not such a step.
        """
        try:
            return cls.from_fields(json.loads(json_text))
        except (json.JSONDecodeError, RecursionError) as error:
            raise PuzzleError(f"this is not a step: {error}") from None

    def fields(self) -> dict[str, Any]:
        """Return the step as JSON has it: a dict of strings, numbers and lists."""
        if not all(isinstance(case, Step) for case in self.cases):
            raise TypeError("cases must be steps")
        return {
            "technique": self.technique,
            "score": self.score,
            "placed": self.placed,
            "removed": self.removed,
            "cells": self.cells,
            "values": self.values,
            "lines": self.lines,
            "inequalities": self.inequalities,
            "links": self.links,
            "cases": [case.fields() for case in self.cases],
            "relations": self.relations,
            "sums": self.sums,
            "candidates": self.candidates,
        }

    @classmethod
    def from_fields(cls, fields: Any) -> Self:
        """Return the step that `fields` gave.

        Raises
        ------
        PuzzleError
            If a field is missing or of another type.
        """
        if not isinstance(fields, dict):
            raise PuzzleError(f"this is not a step: expected a dict of fields, got {type(fields).__name__}")
        try:
            technique, score = fields["technique"], fields["score"]
            if (
                technique not in TECHNIQUES
                or not isinstance(score, (int, float))
                or len(fields) not in (12, 13)
            ):
                raise ValueError(f"unknown technique or fields: {technique!r}")
            # Steps that were written before there were candidates in them have none.
            candidates = fields["candidates"] if len(fields) == 13 else ()
            return cls(
                technique,
                float(score),
                tuple((_cell(cell), _whole(value)) for cell, value in fields["placed"]),
                tuple((_cell(cell), tuple(map(_whole, values))) for cell, values in fields["removed"]),
                tuple(map(_cell, fields["cells"])),
                tuple(map(_whole, fields["values"])),
                tuple(map(_line, fields["lines"])),
                tuple((_cell(lesser), _cell(greater)) for lesser, greater in fields["inequalities"]),
                tuple(
                    ((_cell(a), _whole(v)), (_cell(b), _whole(w)), str(kind))
                    for (a, v), (b, w), kind in fields["links"]
                ),
                tuple(map(cls.from_fields, fields["cases"])),
                tuple((_cell(a), _cell(b), str(kind)) for a, b, kind in fields["relations"]),
                tuple((tuple(map(_cell, cells)), _whole(total)) for cells, total in fields["sums"]),
                tuple((_cell(cell), tuple(map(_whole, values))) for cell, values in candidates),
            )
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
            raise PuzzleError(f"this is not a step: {error}") from None


def _cell(numbers: Any) -> Cell:
    return tuple(map(_whole, numbers))


def _line(fields: Any) -> Line:
    kind, *numbers = fields
    if len(numbers) == 1:
        return str(kind), _whole(numbers[0])
    first_row, first_column, last_row, last_column = map(_whole, numbers)
    return str(kind), first_row, first_column, last_row, last_column


def _whole(number: Any) -> int:
    if type(number) is not int:
        raise ValueError(f"expected a whole number, got {number!r}")
    return number
