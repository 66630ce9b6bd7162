"""Puzzles from text and as text."""

from __future__ import annotations

from typing import Any, get_args

from ..errors import PuzzleError
from ..model import Model
from ..puzzles import Puzzle
from .codec import MAX_TEXT
from .codecs import codec_of
from .detection import recognise_any


def parse(text: str, format: str | None = None) -> Puzzle[Any] | Model:
    """Read a puzzle, or a raw model, from text.

    Parameters
    ----------
    text : str
        At most 2**24 characters.
    format : str, optional
        One of `fastfuto.formats.NAMES`, such as "source", "tatham" or "json". Default: the one format that
        can read the text, which `fastfuto.formats.detect` tells. Formats that cannot be told from others are
        read only if they are named: docs/reference/formats.md has a table of all of them.

    Returns
    -------
    Puzzle or Model
        A puzzle of the family that the format is for; a Model if the text is the JSON of one.

    Raises
    ------
    ParseError
        If the text is not a puzzle in this format or, without a format, if it is a puzzle in no format or in
        several; the message names the line and the column, or the formats. A bare square matrix of numbers is
        a Futoshiki without signs, unless it may be a Sudoku.
    ValueError
        If there is no such format.

    Examples
    --------
    >>> print(parse("4:0,0,0L,0L,0,0D,0,1,0,0,0,0,0,0,0,4,"), end="")
    4
    0 | 0 < 0 < 0
    - - - - - - -
    0 | 0 | 0 | 1
    - - v - - - -
    0 | 0 | 0 | 0
    - - - - - - -
    0 | 0 | 0 | 4
    """
    return recognise_any(text, format)[1]


def format_puzzle(puzzle: Puzzle[Any] | Model, format: str = "source") -> str:
    """Return a puzzle, a solution of it, or a raw model, as text that `parse` reads.

    Parameters
    ----------
    puzzle : Puzzle or Model
        For a solution, ``puzzle.filled(solution)``. A model can be written as json only.
    format : str
        One of `fastfuto.formats.NAMES`, such as "source", "tatham" or "json".

    Returns
    -------
    str
        Lines that each end with a newline; a tatham id is one word without a newline.

    Raises
    ------
    PuzzleError
        If the format cannot hold the puzzle, or its text were too long to be read. All families can be written
        as json; every other format is for one family, and the message says what it cannot hold.
    ValueError
        If there is no such format.

    Examples
    --------
    >>> puzzle = parse("2  0 < 0  - - -  0 | 0")
    >>> print(format_puzzle(puzzle.with_clues([[1, 2], [2, 1]]), "plain"), end="")
    1<2
    <BLANKLINE>
    2 1
    """
    codec = codec_of(format)
    if not isinstance(puzzle, codec.family):
        families = " or ".join(each.__name__ for each in get_args(codec.family) or (codec.family,))
        raise PuzzleError(f"the format {format} is for {families}, and this is a {type(puzzle).__name__}")
    text = codec.format(puzzle)
    if len(text) > MAX_TEXT:
        raise PuzzleError(f"the text has {len(text)} characters, and only {MAX_TEXT} can be read")
    return text
