"""Where solutions go, one by one: a text, a JSON object or a .npy file."""

from __future__ import annotations

import argparse
import json
from typing import Any, Protocol

import numpy.typing as npt

from ..errors import PuzzleError
from ..formats.npy import NpyWriter
from ..puzzles import ExactCover
from .output import Answer, Input, writes_npy

__all__ = ["Sink", "open_sink"]


class Sink(Protocol):
    """Takes solutions one by one, and their number last."""

    def put(self, grid: npt.NDArray[Any]) -> None:
        """Take a solution."""

    def flush(self) -> None:
        """Let readers have the solutions that came so far."""

    def end(self, total: int, is_exact: bool, remark: str) -> None:
        """Take the number of solutions, whether these are all, and what to say if not."""


def open_sink(args: argparse.Namespace, given: Input, answer: Answer) -> Sink:
    """Return the sink that the options ask for."""
    if writes_npy(args):
        return _Npy(args, given, answer)
    return _Json(answer) if args.json else _Text(given, answer)


class _Text:
    """Solutions in the format of the puzzle."""

    def __init__(self, given: Input, answer: Answer) -> None:
        self._given = given
        self._answer = answer
        self.flush = answer.out.flush

    def put(self, grid: npt.NDArray[Any]) -> None:
        self._answer.out.write(self._given.show(grid) + "\n")

    def end(self, total: int, is_exact: bool, remark: str) -> None:
        if is_exact and not total:
            for problem in self._given.puzzle.problems():
                self._answer.say(f"  {problem}")
            self._answer.say("A solution does not exist.")
        self._answer.say(f"Solutions: {total}{remark}")


class _Json:
    """Solutions as a list in the JSON object, one a line; the object is complete even after an interrupt."""

    def __init__(self, answer: Answer) -> None:
        self._out = answer.out
        self.flush = answer.out.flush
        self._before = "\n"
        self._out.write(json.dumps(answer.fields)[:-1] + ', "solutions": [')
        answer.fields.clear()

    def put(self, grid: npt.NDArray[Any]) -> None:
        self._out.write(self._before + json.dumps(grid.tolist()))
        self._before = ",\n"

    def end(self, total: int, is_exact: bool, remark: str) -> None:
        self._out.write("\n], " + json.dumps({"total": total, "exact": is_exact})[1:] + "\n")


class _Npy:
    """Solutions in a .npy file, and their number on standard output."""

    def __init__(self, args: argparse.Namespace, given: Input, answer: Answer) -> None:
        if isinstance(given.puzzle, ExactCover):
            raise PuzzleError("the solutions of an exact cover differ in length, so no .npy file holds them")
        self._writer = NpyWriter(args.output, given.puzzle.shape)
        self._answer = answer
        self.put = self._writer.append
        self.flush = self._writer.flush

    def end(self, total: int, is_exact: bool, remark: str) -> None:
        self._writer.close()
        self._answer.say(f"Solutions: {total}{remark}")
        self._answer.note(total=total, exact=is_exact)
