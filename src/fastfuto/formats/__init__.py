"""Reading and writing puzzles: the text formats, and telling which one a text is in."""

from __future__ import annotations

import os

from ..errors import ParseError, PuzzleError
from ..puzzles import Puzzle
from ..puzzles.text import clean, parse_error
from .codec import Codec
from .json import CODEC as JSON
from .native import COVER, KAKURO, SOURCE, SUDOKU
from .plain import CODEC as PLAIN
from .tatham import CODEC as TATHAM

__all__ = [
    "NAMES",
    "Codec",
    "decode",
    "detect",
    "dump",
    "format_puzzle",
    "load",
    "parse",
    "read",
    "recognise",
]

_CODECS = {codec.name: codec for codec in (SOURCE, TATHAM, PLAIN, SUDOKU, KAKURO, COVER, JSON)}

NAMES = tuple(_CODECS)
"""Names of all formats."""

MAX_TEXT = 1 << 24
"""No puzzle's text is longer (characters, and bytes of a file): 255 x 255 takes some four million."""


def parse(text: str, format: str | None = None) -> Puzzle:
    """Read a puzzle from text.

    Parameters
    ----------
    text : str
        At most 2**24 characters.
    format : {"source", "tatham", "plain", "sudoku", "kakuro", "cover", "json"}, optional
        Default: the one format that can read the text.

    Returns
    -------
    Puzzle
        Of the family that the format is for.

    Raises
    ------
    ParseError
        If the text is no puzzle in this format, in any format, or one in several; the message names the
        place or the formats.
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
    return recognise(text, format)[1]


def detect(text: str) -> str:
    """Return the name of the one format that can read the text.

    Raises
    ------
    ParseError
        If there is none, or more than one.

    Examples
    --------
    >>> detect("2  0 < 0  - - -  0 | 0")
    'source'
    """
    return recognise(text)[0].name


def load(path: str | os.PathLike[str], format: str | None = None) -> Puzzle:
    """Read a puzzle from a file.

    Parameters
    ----------
    path : str or path-like
        A UTF-8 file, byte-order mark or not, of at most 2**24 bytes.
    format : {"source", "tatham", "plain", "sudoku", "kakuro", "cover", "json"}, optional
        Default: the one format that can read the text.

    Returns
    -------
    Puzzle
        Of the family that the format is for.

    Raises
    ------
    ParseError
        As `parse`; also if the file is no UTF-8 text.
    ValueError
        If there is no such format.
    OSError
        If the file cannot be read.
    """
    return parse(decode(read(path)), format)


def format_puzzle(puzzle: Puzzle, format: str = "source") -> str:
    """Return a puzzle, or a solution of it, as text that `parse` reads.

    Parameters
    ----------
    puzzle : Puzzle
        For a solution, ``puzzle.with_clues(grid)``.
    format : {"source", "tatham", "plain", "sudoku", "kakuro", "cover", "json"}

    Returns
    -------
    str
        Lines that each end with a newline; a tatham id is one word without it.

    Raises
    ------
    PuzzleError
        If the format cannot hold the puzzle: json is for all families, sudoku, kakuro and cover (Knuth's) for
        those, the others for Futoshiki; tatham has n from 3 to 32 and values 0..n, plain has n from 2 to 9
        and values 0..9.
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
    codec = _codec(format)
    if not isinstance(puzzle, codec.family):
        family, other = codec.family.__name__, type(puzzle).__name__
        raise PuzzleError(f"the format {format} is for {family}, and this is a {other}")
    return codec.format(puzzle)


def dump(puzzle: Puzzle, path: str | os.PathLike[str], format: str = "source") -> None:
    """Write a puzzle to a file, in UTF-8, lines ended by a newline alone.

    Parameters
    ----------
    puzzle : Puzzle
    path : str or path-like
        A file of this name is overwritten, but not when the format cannot hold the puzzle.
    format : {"source", "tatham", "plain", "sudoku", "kakuro", "cover", "json"}

    Raises
    ------
    PuzzleError, ValueError
        As `format_puzzle`.
    OSError
        If the file cannot be written.
    """
    text = format_puzzle(puzzle, format)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text if text.endswith("\n") else text + "\n")


def recognise(text: str, format: str | None = None) -> tuple[Codec, Puzzle]:
    """Return the format of a text, or the one named, and the puzzle it holds.

    Raises
    ------
    ParseError, ValueError
        As `parse`.
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, got {type(text).__name__}")
    if len(text) > MAX_TEXT:
        raise parse_error(text, MAX_TEXT, f"no puzzle takes more than {MAX_TEXT} characters")
    if format is not None:
        codec = _codec(format)
        return codec, codec.parse(text)
    accepted, errors = [], {}
    for codec in _CODECS.values():
        try:
            accepted.append((codec, codec.parse(text)))
        except ParseError as error:
            errors[codec.name] = error
    if len(accepted) == 1:
        return accepted[0]
    text = clean(text)
    if accepted:
        names = " and ".join(codec.name for codec, _ in accepted)
        raise parse_error(text, 0, f"the text can be read in the formats {names}: name one of them")
    meant = next(
        (
            codec.name
            for codec in (JSON, TATHAM, KAKURO, COVER, SUDOKU, SOURCE, PLAIN)
            if codec.shape.match(text)
        ),
        None,
    )
    if meant is None:
        raise parse_error(text, 0, f"this is no puzzle in any of the formats {', '.join(NAMES)}")
    raise errors[meant]


def read(path: str | os.PathLike[str]) -> bytes:
    """Return what is in a file, at most one byte more than a puzzle can take.

    Raises
    ------
    OSError
        If the file cannot be read.
    """
    with open(path, "rb") as file:
        return file.read(MAX_TEXT + 1)


def decode(data: bytes) -> str:
    """Return the text of a file's bytes.

    Raises
    ------
    ParseError
        If they are too many or no UTF-8 text.
    """
    if len(data) > MAX_TEXT:
        raise ParseError(f"no puzzle takes more than {MAX_TEXT} bytes", line=1, column=1, source="")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8")
        rest = data[error.start :].decode("utf-8", "replace")
        message = f"byte 0x{data[error.start]:02x} is no UTF-8 text; is this a binary file?"
        raise parse_error(good + rest, len(good), message) from None


def _codec(name: str) -> Codec:
    try:
        return _CODECS[name]
    except KeyError:
        raise ValueError(f"no format {name!r}; there are {', '.join(NAMES)}") from None
