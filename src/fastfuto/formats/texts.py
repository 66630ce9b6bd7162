"""The functions `parse` and `format_puzzle`."""

from __future__ import annotations

from typing import Any, get_args

from ..errors import PuzzleError
from ..model import Model, puzzle_of
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
        One of `fastfuto.formats.NAMES`, such as "source", "tatham" or "json". Default: the format that
        `fastfuto.formats.detect` returns. Formats that `detect` cannot distinguish are read only if they are named. The
        page docs/reference/formats.md lists all formats.

    Returns
    -------
    Puzzle or Model
        A puzzle of the format's family, or a Model if the text is the JSON of a model.

    Raises
    ------
    ParseError
        If the text is not a puzzle in this format. If `format` is not given, also if no format or more than one format
        can read the text. The message names the line and column, or the formats.
    ValueError
        If there is no such format.

    See Also
    --------
    fastfuto.parse_many : Read many puzzles of a text.
    fastfuto.load : Read a puzzle from a file.
    fastfuto.format_puzzle : Write a puzzle as text.
    fastfuto.parse_solution : Read the output of a SAT solver.

    Notes
    -----
    A square matrix of numbers without signs is read as a Futoshiki, unless it may be a Sudoku.

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
    """Write a puzzle, a solution or a raw model as text that `parse` reads.

    Parameters
    ----------
    puzzle : Puzzle or Model
        For a solution, pass ``puzzle.filled(solution)``. A model can only be written as json.
    format : str
        One of `fastfuto.formats.NAMES`, such as "source", "tatham" or "json".

    Returns
    -------
    str
        The text. Each line ends with a newline, but a game id in the format tatham has none.

    Raises
    ------
    PuzzleError
        If the format cannot hold the puzzle, or the text would be too long to read. The format json supports all
        families; every other format supports one or a few. The message names the part that the format cannot hold.
    ValueError
        If there is no such format.

    See Also
    --------
    fastfuto.parse : Read a puzzle from text.
    fastfuto.dump : Write a puzzle to a file.

    Examples
    --------
    >>> puzzle = parse("2  0 < 0  - - -  0 | 0")
    >>> print(format_puzzle(puzzle.with_clues([[1, 2], [2, 1]]), "plain"), end="")
    1<2
    <BLANKLINE>
    2 1
    """
    puzzle, codec = puzzle_of(puzzle), codec_of(format)
    if not isinstance(puzzle, codec.family):
        from ..puzzles.variants import Variant  # Few puzzles need it.

        if isinstance(puzzle, Variant) and not codec.has_rules:
            names = " and ".join(map(repr, puzzle.names))
            raise PuzzleError(f"the format {format} cannot hold the rules {names}; use json")
        if not isinstance(puzzle, Variant):
            families = " or ".join(each.__name__ for each in get_args(codec.family) or (codec.family,))
            raise PuzzleError(
                f"the format {format} is for {families}, not for {type(puzzle).__name__}; use json"
            )
    text = codec.format(puzzle)
    if len(text) > MAX_TEXT:
        raise PuzzleError(
            f"the text of the puzzle has {len(text)} characters, but at most {MAX_TEXT} can be read back"
        )
    return text
