"""Destinations of solutions, block by block: a text, a JSON object or a .npy file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..formats.npy import NpyWriter
from ..puzzles import ExactCover
from .options import FileOptions
from .output import Answer, Input


class Sink(Protocol):
    """Receives solutions in blocks, and reports their number at the end.

    Attributes
    ----------
    count : int
        Number of solutions received so far.
    """

    @property
    def count(self) -> int: ...  # noqa: D102

    def put(self, block: Sequence[npt.NDArray[Any]]) -> None:
        """Write a block of solutions."""

    def flush(self) -> None:
        """Pass the solutions so far to the readers of the output."""

    def end(self, is_exact: bool, remark: str) -> None:
        """Write the end of the output and the number of solutions, with a remark if there may be more solutions."""


def open_sink(options: FileOptions, given: Input, answer: Answer) -> Sink:
    """Return the sink for the options."""
    if options.writes_npy:
        return _Npy(options, given, answer)
    return _Json(answer) if options.json else _Text(given, answer)


class _Text:
    """Solutions in the format of the puzzle."""

    def __init__(self, given: Input, answer: Answer) -> None:
        self.count = 0
        self._given = given
        self._answer = answer
        self.flush = answer.out.flush

    def put(self, block: Sequence[npt.NDArray[Any]]) -> None:
        for grid in block:
            if self._answer.is_screen:
                self._answer.say_solution(self._given, grid)
            else:
                self._answer.out.write(self._given.show(grid) + "\n")
            self.count += 1

    def end(self, is_exact: bool, remark: str) -> None:
        if is_exact and not self.count:
            for violation in self._given.puzzle.violations():
                self._answer.remark(f"  {violation}")
            self._answer.remark("A solution does not exist.")
        self._answer.remark(f"Solutions: {self._answer.number(self.count)}{remark}")


class _Json:
    """Solutions as a list in the JSON object; the object is complete even after an interrupt."""

    def __init__(self, answer: Answer) -> None:
        self.count = 0
        self._out = answer.out
        self.flush = answer.out.flush
        self._out.write(json.dumps(answer.fields)[:-1] + ', "solutions": [')
        answer.fields.clear()

    def put(self, block: Sequence[npt.NDArray[Any]]) -> None:
        for grid in block:
            self._out.write((", " if self.count else "") + json.dumps(grid.tolist()))
            self.count += 1

    def end(self, is_exact: bool, remark: str) -> None:
        self._out.write("], " + json.dumps({"total": self.count, "exact": is_exact})[1:] + "\n")


class _Npy:
    """Solutions in a .npy file, and their number on standard output."""

    def __init__(self, options: FileOptions, given: Input, answer: Answer) -> None:
        if isinstance(given.puzzle, ExactCover):
            raise PuzzleError(
                "solutions of an exact cover cannot be written to a .npy file, because they differ in length"
            )
        assert options.output is not None
        self._writer = NpyWriter(options.output, given.puzzle.shape)
        self._answer = answer
        self.flush = self._writer.flush

    @property
    def count(self) -> int:
        return self._writer.count

    def put(self, block: Sequence[npt.NDArray[Any]]) -> None:
        self._writer.append(np.asarray(block))

    def end(self, is_exact: bool, remark: str) -> None:
        self._writer.close()
        self._answer.remark(f"Solutions: {self.count}{remark}")
        self._answer.note(total=self.count, exact=is_exact)
