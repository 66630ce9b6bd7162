"""Who writes each format, and a short text in it: what ``fastfuto formats`` lists."""

from __future__ import annotations

from ..errors import PuzzleError
from ..puzzles import Adjacent, ExactCover, Futoshiki, Kakuro, LatinSquare, Permutations, Sudoku
from .codec import Codec
from .texts import format_puzzle

WRITERS = {
    "source": "this project and its source",
    "tatham": "Simon Tatham's puzzle collection (Unequal), and its ports",
    "url": "sites that run that collection",
    "plain": "josephw, CodinGame, people",
    "picture": "this project, tomwhite, reasoning-gym",
    "futoshiki.org": "futoshiki.org",
    "janko": "janko.at",
    "futorules": "FutoRules",
    "csv": "exercises of courses",
    "relations-cells": "exercises of courses",
    "relations-lesser": "exercises of the USP, MiniZinc models",
    "relations-greater": "exercises of courses",
    "counts-first": "exercises of courses",
    "start-rel-lesser": "exercises of courses",
    "start-rel-greater": "exercises of courses",
    "clusters": "exercises of courses",
    "minizinc": "MiniZinc models",
    "asp": "answer set programs",
    "essence": "Conjure",
    "pycsp3": "PyCSP3",
    "matrix": "people, spreadsheets",
    "synlogic": "SynLogic",
    "chuk": "chuk-puzzles-gym",
    "reasoning-gym": "reasoning-gym",
    "json": "this project",
    "dimacs": "this project, for SAT solvers",
    "adjacent": "this project",
    "sudoku": "most Sudoku programs (also SDK and SDM)",
    "sadman": "SadMan Software",
    "opensudoku": "OpenSudoku",
    "sudoku-extreme": "Sudoku-Extreme",
    "kakuro": "the source of this project",
    "kakuro-pipes": "solvers with pictures in their code",
    "kakuro-csv": "solvers that read tables",
    "cross-sums": "cross_sums",
    "puzzlekit": "puzzlekit",
    "pzprjs": "puzz.link and pzprjs",
    "typed": "people: mails, chats, tables",
    "cover": "Knuth's programs (DLX, XCC)",
    "permutations": "this project",
    "qcp": "lsencode, the suites QWH and QCP",
    "latin": "this project, people",
}
"""Programs, sites and people that write each format; docs/reference/formats.md has the same table."""

_SIGNS = [((0, 0), (0, 1)), ((1, 1), (2, 1))]
_SUDOKU = ".......12....35......6...7.7.....3.....4..8..1...........12.....8.....4..5....6.."


def example_of(codec: Codec) -> str:
    """Return a short text in a format."""
    for puzzle in (
        Futoshiki([[0, 2, 0], [0, 0, 0], [0, 0, 3]], _SIGNS),
        Futoshiki([[1, 2, 0, 0, 5], *[[0] * 5] * 3, [2, 0, 0, 0, 4]]),
        LatinSquare([[1, 2, 0], [0, 3, 0], [0, 0, 0]]),
        Adjacent([[0, 0], [1, 0]], [((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((1, 0), (1, 1))]),
        Sudoku.parse(_SUDOKU),
        Kakuro([[None, (4, 0), (6, 0)], [(0, 3), 0, 0], [(0, 7), 0, 0]]),
        Permutations(3, order=[(0, 1)], forbidden=[(0, 3)]),
    ):
        try:
            return format_puzzle(puzzle, codec.name)
        except PuzzleError:
            continue
    return str(ExactCover.parse("a b | c\na c:x\nb c:x\n"))
