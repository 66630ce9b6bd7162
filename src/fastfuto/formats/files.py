"""Reading and writing puzzle files."""

from __future__ import annotations

import io
import itertools
import os
from typing import Any

from ..errors import ParseError, PuzzleError
from ..model import Model
from ..puzzles import Puzzle
from ..puzzles.text import parse_error
from .codec import MAX_TEXT
from .lines import not_utf8
from .many import Found, find_many
from .replacement import replacing
from .texts import format_puzzle, parse


def load(path: str | os.PathLike[str], format: str | None = None) -> Puzzle[Any] | Model:
    """Read a puzzle, or a raw model, from a file.

    Parameters
    ----------
    path : str or path-like
        A UTF-8 file of at most 2**24 bytes, with or without a byte-order mark. It may also be a file of lines with only
        one puzzle, such as the output of ``fastfuto generate``.
    format : str, optional
        As for `parse`.

    Returns
    -------
    Puzzle or Model
        As for `parse`.

    Raises
    ------
    ParseError
        As for `parse`, and if the file is not UTF-8 text.
    ValueError
        If the format is unknown.
    OSError
        If the file cannot be read.

    See Also
    --------
    fastfuto.load_many : Read many puzzles of a file.
    fastfuto.parse : Read a puzzle from text.
    fastfuto.dump : Write a puzzle to a file.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "puzzle.txt"
    ...     _ = path.write_text("2  0 < 0  - - -  0 | 0")
    ...     load(path)
    Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
    """
    text = decode(read(path))
    try:
        return parse(text, format)
    except ParseError as error:
        pieces = list(itertools.islice(find_many(io.StringIO(text), format), 2))
        found = [each for each in pieces if isinstance(each, Found)]
        if not found or len(found) < len(pieces):
            raise
        if len(found) == 1:
            return found[0].puzzle
        message = "the file has several puzzles, which load_many() reads"
        raise ParseError(message, line=found[1].line, column=1, source=error.source) from None


def dump(puzzle: Puzzle[Any] | Model, path: str | os.PathLike[str], format: str = "source") -> None:
    """Write a puzzle, or a raw model, to a UTF-8 file with Unix line endings.

    Parameters
    ----------
    puzzle : Puzzle or Model
    path : str or path-like
        The file. An existing file is replaced only after the whole text has been written.
    format : str
        As for `format_puzzle`.

    Raises
    ------
    PuzzleError, ValueError
        As for `format_puzzle`.
    OSError
        If the file cannot be written.

    See Also
    --------
    fastfuto.load : Read a puzzle from a file.
    fastfuto.format_puzzle : Write a puzzle as text.

    Examples
    --------
    >>> import fastfuto, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "puzzle.txt"
    ...     dump(fastfuto.LatinSquare(3), path, "json")
    ...     load(path)
    LatinSquare(3)
    """
    text = format_puzzle(puzzle, format)
    try:
        data = (text if text.endswith("\n") else text + "\n").encode("utf-8")
    except UnicodeEncodeError as error:
        raise PuzzleError(f"a UTF-8 file cannot hold {text[error.start]!r}; use the format json") from None
    if len(data) > MAX_TEXT:
        raise PuzzleError(
            f"the text of the puzzle has {len(data)} bytes, but at most {MAX_TEXT} can be read back"
        )
    with replacing(path) as file:
        file.write(data)


def read(path: str | os.PathLike[str]) -> bytes:
    """Return the contents of a file, up to one byte more than a puzzle can have.

    Raises
    ------
    OSError
        If the file cannot be read.
    """
    with open(os.fspath(path), "rb") as file:  # This call refuses the number of an open file.
        return file.read(MAX_TEXT + 1)


def decode(data: bytes) -> str:
    """Return the text of a file's bytes.

    Raises
    ------
    ParseError
        If there are too many bytes, or they are not UTF-8 text.
    """
    if len(data) > MAX_TEXT:
        raise ParseError(
            f"expected a puzzle of at most {MAX_TEXT} bytes, found more", line=1, column=1, source=""
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8")
        rest = data[error.start :].decode("utf-8", "replace")
        raise parse_error(
            good + rest, len(good), not_utf8(data[error.start :][:2], error.start == 0)
        ) from None
