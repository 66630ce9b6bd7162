"""Many puzzles in one text or file, one after the other."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

from ..errors import ParseError
from ..puzzles import Puzzle
from ..puzzles.text import check_text, parse_error
from .codec import MAX_TEXT, Codec
from .codecs import codec_of
from .detection import REMARK, recognise
from .lines import TextLines, not_utf8, read_lines

__all__ = ["Found", "Puzzles", "ReadError", "find_many", "load_many", "parse_many"]

_WHOLE_LINE = re.compile(
    r"\s*(?:[0-9]+[a-z]*[:#]"  # a game id
    r"|\S*#[0-9]+[a-z]*:"  # a link to a game
    r"|\{.*\}\s*$"  # a JSON object
    r"|[0-9]+\s+\"|\(solve"  # FutoRules
    r"|\S{36,}\s*$|[0-4.]{16}\s*$)"  # the cells of a grid in one run
)
"""A line that is a puzzle by itself."""
_COLUMNS = re.compile(r"\t[a-z]*\t(?:hardest step )?[0-9.]+\t(?:seed )?[0-9]+\s*$")
"""What the command ``generate`` writes behind a puzzle: its level, score and seed; until 0.2.0 without their names."""
_HEADER = re.compile(r"\s*([0-9]{1,3})(?:\s+([0-9]{1,3}))?\s*$")
_BLACK, _SIGN = re.compile(r"[*(]"), re.compile(r"[|<>]")
_PICTURES = (
    (re.compile(r"[^\s<>](?:[ <>][^\s<>])+\s*$"), 2),
    (re.compile(r"[^\s<>](?: [ <>] [^\s<>])+\s*$"), 4),
)
"""The first row of a picture, and how far the values in it are apart."""
_SIGNS = re.compile(r"[ ^vV∧∨]*$")
_NOT_TEXT = re.compile("[\udc80-\udcff]")


class ReadError(NamedTuple):
    """What is wrong with one puzzle of many."""

    line: int
    message: str


class Found(NamedTuple):
    """A puzzle of many, the line in which it begins and the format that it is in."""

    line: int
    codec: Codec
    puzzle: Puzzle[Any]


class Puzzles(Iterator[Puzzle[Any]]):
    """The puzzles of a text or file, read one by one.

    Attributes
    ----------
    errors : list of (int, str)
        With ``errors="collect"`` the line and the message for each puzzle that could not be read so far.
    """

    def __init__(self, found: Iterator[Found | ParseError], *, is_collecting: bool) -> None:
        self.errors: list[ReadError] = []
        self._found = found
        self._is_collecting = is_collecting

    def __next__(self) -> Puzzle[Any]:
        for found in self._found:
            if isinstance(found, Found):
                return found.puzzle
            if not self._is_collecting:
                raise found
            self.errors.append(ReadError(found.line, found.message))
        raise StopIteration


def parse_many(
    text: str, format: str | None = None, *, errors: Literal["raise", "collect"] = "raise"
) -> Puzzles:
    r"""Read the puzzles of a text, one after the other.

    Parameters
    ----------
    text : str
        Of any length. A line may be a puzzle by itself: a game id, a Sudoku or futoshiki.org string, a JSON object. A
        grid with a header takes as many lines as its size says, and a picture of n rows takes 2n - 1 lines; any other
        grid ends at a blank line. TextLines that begin with ``#`` are skipped.
    format : str, optional
        As for `parse`. Default: the format of each puzzle is detected by itself.
    errors : {"raise", "collect"}
        What to do with a puzzle that cannot be read: raise its ParseError, after which reading may go on, or note it
        in the attribute ``errors`` and go on.

    Returns
    -------
    iterator of Puzzle
        It reads a puzzle when the next one is asked for.

    Raises
    ------
    ParseError
        From the iterator, if a puzzle cannot be read; its line counts from the beginning of the text.
    ValueError
        If there is no such format, or no such way to treat errors.

    Examples
    --------
    >>> [puzzle.n for puzzle in parse_many("3:3,h\n\n4:4,o")]
    [3, 4]
    >>> puzzles = parse_many("4:p\n4:q\n", errors="collect")
    >>> len(list(puzzles)), puzzles.errors[0].line
    (1, 2)
    """
    check_text(text)
    return _puzzles(io.StringIO(text, newline=None), format, errors)


def load_many(
    path: str | os.PathLike[str], format: str | None = None, *, errors: Literal["raise", "collect"] = "raise"
) -> Puzzles:
    """Read the puzzles of a file, one after the other.

    Parameters
    ----------
    path : str or path-like
        A UTF-8 file of any size, with or without a byte-order mark.
    format, errors
        As for `parse_many`.

    Returns
    -------
    iterator of Puzzle
        It keeps no more of the file in memory than a puzzle takes.

    Raises
    ------
    ParseError, ValueError
        As `parse_many` does.
    OSError
        If the file cannot be read.
    """
    return _puzzles(_lines_of(path), format, errors)


def find_many(lines: Iterable[str] | TextLines, format: str | None = None) -> Iterator[Found | ParseError]:
    """Yield the puzzles in lines of text, and for each one that cannot be read the error.

    From `TextLines` no line is taken that is not part of the puzzle, or in front of it.
    """
    for first, text in _grids(lines if isinstance(lines, TextLines) else TextLines(lines)):
        try:
            if wrong := _NOT_TEXT.search(text):
                at, shown = wrong.start(), _NOT_TEXT.sub("\ufffd", text)
                found = text[at : at + 2].encode("utf-8", "surrogateescape")
                message = not_utf8(found, first == 1 and at == 0)
                raise parse_error(shown, at, message)
            codec, puzzle = recognise(text, format)
        except ParseError as error:
            yield ParseError(
                error.message, line=error.line + first - 1, column=error.column, source=error.source
            )
        else:
            yield Found(first, codec, puzzle)


def _puzzles(lines: Iterable[str], format: str | None, errors: str) -> Puzzles:
    if errors not in ("raise", "collect"):
        raise ValueError(f"errors must be 'raise' or 'collect', got {errors!r}")
    if format is not None:
        codec_of(format)
    return Puzzles(find_many(lines, format), is_collecting=errors == "collect")


def _lines_of(path: str | os.PathLike[str]) -> Iterator[str]:
    with open(os.fspath(path), "rb") as file:
        yield from read_lines(file)


def _grids(rest: TextLines) -> Iterator[tuple[int, str]]:
    """Yield the number of the first line and the text of each puzzle."""
    while (line := rest.take()) is not None:
        if line.startswith("#"):
            continue
        if "\t" in line:
            line = _COLUMNS.sub("", line)
        if _WHOLE_LINE.match(line):
            yield rest.number, line
        elif line.strip() and not REMARK.fullmatch(line.rstrip()):
            first, rest.room = rest.number, MAX_TEXT - len(line)
            yield first, _grid(rest, line)


def _grid(rest: TextLines, line: str) -> str:
    """Return the lines of a puzzle that begins with `line`, without taking those of the next one."""
    taken = [line]
    header = _HEADER.match(line)
    # Two numbers that differ, above a line without any, are the first row of a picture.
    if header and (header[2] in (None, header[1]) or (rest.peek() or "").strip()):
        _take_rows(rest, taken, int(header[1]))
    elif line.startswith("{"):
        while taken[-1].rstrip() != "}" and _take(rest, taken):
            pass
    else:
        for picture, pitch in _PICTURES:
            if picture.match(line) and _SIGNS.match(rest.peek() or ""):
                n = (len(line.rstrip()) + pitch - 1) // pitch
                while len(taken) < 2 * n - 1 and _take(rest, taken):
                    pass
                break
        else:
            _take_block(rest, taken)
    return "".join(taken)


def _take(rest: TextLines, taken: list[str]) -> bool:
    """Take the next line; return False at the end, or if the lines are already too long for a puzzle."""
    if rest.room <= 0 or (line := rest.take()) is None:
        return False
    taken.append(line)
    return True


def _take_block(rest: TextLines, taken: list[str]) -> None:
    """Take all lines up to a blank one, or one that is a puzzle by itself."""
    while (line := rest.peek() or "").strip() and not _WHOLE_LINE.match(line) and _take(rest, taken):
        pass


def _take_rows(rest: TextLines, taken: list[str], n: int) -> None:
    """Take the lines of a grid whose header names the number of its rows, or otherwise all up to a blank line."""
    _take_blank(rest, taken)
    if _HEADER.fullmatch((rest.peek() or "").rstrip()) and n > 1:  # The header says n in a second line again.
        _take(rest, taken)
        _take_blank(rest, taken)
    line = rest.peek() or ""
    if _BLACK.search(line):
        n_lines = n
    elif n == 1 or _SIGN.search(line):
        n_lines = 2 * n - 1
    else:
        _take_block(rest, taken)
        return
    for _ in range(n_lines):
        # The header of the next grid shows that lines of this one are missing.
        if (n > 1 and _HEADER.match(rest.peek() or "")) or not _take(rest, taken):
            return
        _take_blank(rest, taken)


def _take_blank(rest: TextLines, taken: list[str]) -> None:
    """Take blank lines."""
    while (line := rest.peek()) and not line.strip() and _take(rest, taken):
        pass
