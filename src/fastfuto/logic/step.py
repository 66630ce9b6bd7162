"""Steps: single deductions with their premises, as immutable values."""

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
"""Two cells and their relation: "differ", "differ by 1", "do not differ by 1" or "relation"."""
Sum = tuple[tuple[Cell, ...], int]
"""Cells and the total of their values."""
Link = tuple[Candidate, Candidate, str]
"""Two candidates and the kind of the link from the first to the second: "strong", "weak", "inequality" or "line"."""


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction. Cells and lines are counted from 0, values from 1.

    Attributes
    ----------
    technique : str
        A name of `fastfuto.TECHNIQUES`.
    score : float
    placed : tuple of (cell, value)
        The placed values, including a value that is the only candidate left in a cell after the step. A placed value is
        no longer a candidate of the cells that share a unit with it; these removals are not listed.
    removed : tuple of (cell, values)
        The candidates that the step excludes, by cell.
    cells, values, lines, inequalities, links
        The premise. A line is (kind, number), or (kind, row, column, row, column) with the first and the last cell of a
        run, a cage or a pair of cells. An inequality is (lesser, greater). The links of a chain are (candidate,
        candidate, kind) with the kinds "strong", "weak", "inequality" and "line". The lines of a chain are given in
        this order: for its strong links between cells, then for its weak links.
    cases : tuple of Step
        The consequences of assumptions. The cases of a braid are the steps from its assumption to the contradiction.
        The cases of a forcing cell or a forcing line are steps "assumption", each with its own cases.
    relations, sums
        Further premises: related cells (cell, cell, kind) with the kinds "differ", "differ by 1", "do not differ by 1"
        and "relation", and sums (cells, total).
    candidates : tuple of (cell, values)
        Further premises: cells with all their candidates. Under an assumption, these are the candidates before the
        assumption. For a value in a line, these are the cells that could hold the value before the step, each with this
        value.

    Examples
    --------
    >>> import fastfuto
    >>> step = fastfuto.hint(fastfuto.Futoshiki([[1, 0], [0, 0]]))
    >>> step.placed
    (((0, 1), 2),)
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
            0 names only the place to look at, 1 also names the technique, 2 gives the premise, and 3 also gives the
            conclusion.
        language : str
            The language, such as "de" for German. Names of cells depend on it: r1c2, Z1S2.

        Raises
        ------
        ValueError
            If `detail` is not 0 to 3, or the language is not supported.
        PuzzleError
            If the fields do not form a step of the technique.
        """
        return text(self, detail, language)

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        from ..drawing.pages import step_part

        return step_part(self)

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

        The conclusion is derived from the premise again, in plain Python. Every cell, line, inequality, relation and
        sum that the step names must belong to the puzzle. A step "search" is verified by another search.

        Parameters
        ----------
        puzzle : Puzzle or Model
        candidates : array of bool
            The candidates before the step, in the shape of the cells with an additional axis for the values.

        Raises
        ------
        PuzzleError
            If the candidates have the wrong shape or type, or no rules support the puzzle.
        TypeError
            If `puzzle` is not a puzzle.
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
            raise PuzzleError(
                f"candidates must be booleans of shape {shape}, got shape {grid.shape} of type {grid.dtype}"
            )
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
            If the text does not describe a step.
        """
        try:
            return cls.from_fields(json.loads(json_text))
        except (json.JSONDecodeError, RecursionError) as error:
            raise PuzzleError(f"invalid step: {error}") from None

    def fields(self) -> dict[str, Any]:
        """Return the fields of the step for JSON: a dict of strings, numbers and lists."""
        if not all(isinstance(case, Step) for case in self.cases):
            raise TypeError("cases must contain only Step objects")
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
        """Return the step with these fields, which `fields` returned.

        Raises
        ------
        PuzzleError
            If a field is missing or has the wrong type.
        """
        if not isinstance(fields, dict):
            raise PuzzleError(f"invalid step: expected a dict of fields, got {type(fields).__name__}")
        try:
            technique, score = fields["technique"], fields["score"]
            if technique not in TECHNIQUES:
                raise ValueError(f"unknown technique {technique!r}")
            if not isinstance(score, (int, float)):
                raise ValueError(f"score must be a number, got {type(score).__name__}")
            if len(fields) not in (12, 13):
                raise ValueError(f"expected 13 fields, got {len(fields)}")
            # Older versions wrote steps without candidates.
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
        except PuzzleError:
            raise
        except KeyError as error:
            raise PuzzleError(f"invalid step: the field {error} is missing") from None
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as error:
            raise PuzzleError(f"invalid step: {error}") from None


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
