"""OpenSudoku's XML: ``<game data="..."/>`` with 81 digits. Documents that declare entities are refused."""

from __future__ import annotations

import re
from xml.parsers import expat

from ..errors import PuzzleError
from ..puzzles import Sudoku
from . import sudoku
from .codec import Both
from .tokens import Reader, index_of

NAME = "opensudoku"

_DIGITS = re.compile(r"[0-9]{81}")


def _parse(text: str) -> Sudoku:
    scan = Reader(text)
    grids: list[tuple[str, int]] = []
    opened: list[str] = []
    parser = expat.ParserCreate("utf-8")

    def place() -> int:
        """Return the position of the parser as an index in the text."""
        start = index_of(scan.text, parser.ErrorLineNumber, 1)
        end = scan.text.find("\n", start)
        return min(start + parser.ErrorColumnNumber, end if end >= 0 else len(scan.text))

    def refuse(*_: object) -> None:
        raise scan.error("XML with a document type or entities is not supported", place())

    def start(name: str, attributes: dict[str, str]) -> None:
        if name == "game":
            data = attributes.get("data", "")
            if not _DIGITS.fullmatch(data):
                raise scan.error(f"expected data with 81 digits, found {data[:20]!r}", place())
            if grids:
                raise scan.error("expected one game, found a second game", place())
            grids.append((data, place()))

        opened.append(name)

    def text_within(text: str) -> None:
        if text.strip() and opened and opened[-1] in ("opensudoku", "folder", "game"):
            raise scan.error(f"expected no text between games, found {text.strip()[:20]!r}", place())

    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    parser.StartElementHandler, parser.CharacterDataHandler = start, text_within
    parser.EndElementHandler = lambda name: opened.pop()
    try:
        parser.Parse(scan.text, True)
    except expat.ExpatError as error:
        raise scan.error(f"this is not XML: {expat.ErrorString(error.code)}", place()) from None
    except UnicodeEncodeError as error:
        raise scan.error("this character is not allowed in XML", error.start) from None
    if not grids:
        raise scan.error('expected <game data="..."/>, found none', 0)
    return sudoku.parse_grid(Reader(grids[0][0]))


def _format(puzzle: Sudoku) -> str:
    text = sudoku.BOTH.format(puzzle)
    if puzzle.n != 9:
        raise PuzzleError(f"the format {NAME} holds only grids with n = 9, not n = {puzzle.n}")
    return f'<opensudoku><game data="{text.strip().replace(".", "0")}"/></opensudoku>\n'


BOTH = Both(_parse, _format)
