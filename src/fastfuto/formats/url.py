"""Addresses: the id of an Unequal game follows the last ``#``, or the cells of a Sudoku follow ``?bd=`` or ``?s=``."""

from __future__ import annotations

import re

from ..errors import PuzzleError
from ..puzzles import Adjacent, Futoshiki, Sudoku
from . import solo, sudoku, tatham
from .codec import Both
from .tokens import Reader

PAGE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/unequal.html"
SUDOKU_PAGE = "https://www.sudokuwiki.org/sudoku.htm"

_ADDRESS = re.compile(r"(\S+#)")
_OTHER_GAME = re.compile(r"/(filling|keen|magnets|range|singles|towers|unruly)\.html")
_ESCAPES = re.compile("%(?:2([Cc])|3[Aa])")
_SUDOKU_ADDRESS = re.compile(r"([a-z]{2,9}://[^\s#?]*\?(?:bd|s)=)")
_CELLS = re.compile(r"([0-9.]+)(?!\S)")
_SIZES = (16, 36, 81)


def _parse(text: str) -> Futoshiki | Adjacent | Sudoku:
    scan = Reader(text)
    if scan.take(_SUDOKU_ADDRESS) is not None:
        return _parse_cells(scan)
    address = scan.need(_ADDRESS, "an address with '#' and the id of a game")
    if other := _OTHER_GAME.search(address):
        raise scan.error(f"expected a game of unequal or solo, found {other[1]}", scan.last + other.start(1))
    # Blanks after an escaped comma or colon keep the places of errors.
    game = _ESCAPES.sub(lambda escape: ",  " if escape[1] else ":  ", scan.text[scan.at :])
    return tatham.embedded(scan, game, scan.at, solo.parse_game)


def _parse_cells(scan: Reader) -> Sudoku:
    cells = scan.need(_CELLS, "only digits and dots in the cells of a Sudoku")
    at = scan.last
    scan.finish("the address ends here")
    if len(cells) not in _SIZES:
        raise scan.error(f"expected a Sudoku of 16, 36 or 81 cells, found {len(cells)} cells", at)
    return Sudoku.parse(cells)


def _format(puzzle: Futoshiki | Sudoku) -> str:
    if isinstance(puzzle, Sudoku):
        cells = sudoku.BOTH.format(puzzle).strip()
        if len(cells) not in _SIZES:
            raise PuzzleError(f"the format url holds only Sudokus with n = 4, 6 or 9, not n = {puzzle.n}")
        return f"{SUDOKU_PAGE}?bd={cells}"
    return f"{PAGE}#{tatham.BOTH.format(puzzle)}"


BOTH = Both(_parse, _format)
