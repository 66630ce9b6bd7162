"""Save files of "Unequal" and "Solo" in Simon Tatham's puzzle collection. Only the puzzle is read, not the moves.

A line is ``KEY     :length:value``.
"""

from __future__ import annotations

import re

from ..puzzles import Adjacent, Futoshiki, Sudoku
from . import solo, tatham
from .codec import Both
from .tokens import Reader

PROGRAM = "Simon Tatham's Portable Puzzle Collection"

_KEY = re.compile("([A-Zv]+) *:")
_KEYS = {
    *(
        "SAVEFILE",
        "VERSION",
        "GAME",
        "PARAMS",
        "CPARAMS",
        "SEED",
        "DESC",
        "PRIVDESC",
        "AUXINFO",
        "UI",
        "TIME",
    ),
    *("NSTATES", "STATEPOS", "MOVE", "SOLVE", "RESTART"),
}
_LENGTH = re.compile("([0-9]{1,9}):")
_REPEATED = ("MOVE", "SOLVE", "RESTART")
_FIXED = {"SAVEFILE": (PROGRAM,), "VERSION": ("1",), "GAME": ("Unequal", "Solo")}


def _parse(text: str) -> Futoshiki | Adjacent | Sudoku:
    scan = Reader(text)
    values: dict[str, tuple[str, int]] = {}
    while scan.found():
        key = scan.need(_KEY, "a key of a save file, such as PARAMS, and ':'").upper()
        if key not in _KEYS:
            raise scan.error(f"expected a key of a save file, found {key[:20]!r}")
        if key in values and key not in _REPEATED:
            raise scan.error(f"the key {key} appears twice")
        length = int(scan.need(_LENGTH, "the length of the value and ':'"))
        start, end = scan.at, scan.at + length
        if end > len(scan.text) or scan.text[end : end + 1] not in ("", "\n"):
            raise scan.error(
                f"expected {length} characters in the value of {key}, as stated before it", start
            )
        value = scan.text[start:end]
        if value not in (known := _FIXED.get(key, (value,))):
            expected = " or ".join(map(repr, known))
            raise scan.error(f"expected {expected} as the value of {key}, found {value[:20]!r}", start)
        values[key] = value, start
        scan.at = end
    for key in (*_FIXED, "PARAMS", "DESC"):
        if key not in values:
            raise scan.error(f"expected the key {key}, but the text ends", len(scan.text.rstrip()))
    # PARAMS has the settings of the next game if they were changed, and CPARAMS those of this game.
    params, _ = values.get("CPARAMS", values["PARAMS"])
    cells, at = values["DESC"]
    puzzle = tatham.embedded(scan, f"{params}:{cells}", at - len(params) - 1, solo.parse_game)
    game, at = values["GAME"]
    if isinstance(puzzle, Sudoku) != (game == "Solo"):
        raise scan.error(f"expected a game of {game}, found {puzzle.words}", at)
    return puzzle


def _format(puzzle: Futoshiki | Adjacent | Sudoku) -> str:
    game, written = ("Solo", solo) if isinstance(puzzle, Sudoku) else ("Unequal", tatham)
    params, _, cells = written.BOTH.format(puzzle).partition(":")
    fields = {
        "SAVEFILE": PROGRAM,
        "VERSION": "1",
        "GAME": game,
        "PARAMS": params,
        "CPARAMS": params,
        "DESC": cells,
    }
    fields |= {"NSTATES": "1", "STATEPOS": "1"}
    return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in fields.items())


BOTH = Both(_parse, _format)
