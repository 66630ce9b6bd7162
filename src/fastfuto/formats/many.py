"""Readers of many puzzles in one text."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Literal, NamedTuple

from ..errors import ParseError
from ..model import MAX_VALUES
from ..puzzles import Puzzle
from ..puzzles.text import check_text, late_pattern, parse_error
from .codec import MAX_TEXT, Codec
from .codecs import codec_of
from .columns import Container, Row, container_of
from .detection import recognise
from .lines import TextLines, not_utf8, read_lines
from .pieces import Piece, next_clusters, next_piece

_NOT_TEXT = late_pattern("[\udc80-\udcff]")
_ENOUGH = 3
"""Number of consecutive readable puzzles that confirm the beginning of a puzzle."""
_WINDOW = 40
"""Most lines after a damaged picture's first line that are searched for the next puzzle: twice the largest picture.
"""
_ROOM = 1 << 16
"""Most characters of a puzzle that is read ahead, to avoid reading a long text repeatedly."""
_LONGEST_PAIR = 2 * MAX_VALUES
"""Most lines of a piece in which two puzzles without a line between them are separated."""


class ReadError(NamedTuple):
    """The error of one puzzle among many."""

    line: int
    message: str


class Found(NamedTuple):
    """A puzzle among many, its first line and its format."""

    line: int
    codec: Codec
    puzzle: Puzzle[Any]


class Puzzles(Iterator[Puzzle[Any]]):
    """The puzzles of a text or file, read one by one.

    Attributes
    ----------
    errors : list of (int, str)
        With ``errors="collect"``, the line and the message of each unreadable puzzle so far.
    """

    def __init__(self, found: Iterator[Puzzle[Any] | ParseError], *, is_collecting: bool) -> None:
        self.errors: list[ReadError] = []
        self._found = found
        self._is_collecting = is_collecting

    def __next__(self) -> Puzzle[Any]:
        for found in self._found:
            if not isinstance(found, ParseError):
                return found
            if not self._is_collecting:
                raise found
            self.errors.append(ReadError(found.line, found.message))
        raise StopIteration


def parse_many(
    text: str,
    format: str | None = None,
    *,
    column: str | None = None,
    errors: Literal["raise", "collect"] = "raise",
) -> Puzzles:
    r"""Read the puzzles of a text one by one.

    Parameters
    ----------
    text : str
        A text of any length. A puzzle may take one line, such as a game id, a Sudoku string, a futoshiki.org string or
        a JSON object. The size in a grid's header determines its number of lines, and a picture of n rows has 2n - 1
        lines. Any other grid ends at a blank line. Lines that begin with ``#`` are skipped.
    format : str, optional
        As for `parse`. Default: detected for each puzzle.
    column : str, optional
        The column with the puzzles, if the text is csv or JSON lines. Default: a column with a usual name, such as
        "puzzle", "question", "quizzes" or "board".
    errors : {"raise", "collect"}
        Treatment of an unreadable puzzle: "raise" raises a ParseError, after which the iterator can be advanced again;
        "collect" adds the error to the attribute ``errors`` of the iterator and continues with the next puzzle.

    Returns
    -------
    iterator of Puzzle
        An iterator that reads each puzzle on demand.

    Raises
    ------
    ParseError
        Raised by the iterator for an unreadable puzzle. Its line number is counted from the beginning of the text.
    ValueError
        If the format or the value of ``errors`` is unknown.

    See Also
    --------
    fastfuto.parse : Read one puzzle.
    fastfuto.load_many : Read the puzzles of a file.
    fastfuto.solve_file : Solve the puzzles of a file.

    Examples
    --------
    >>> [puzzle.n for puzzle in parse_many("3:3,h\n\n4:4,o")]
    [3, 4]
    >>> puzzles = parse_many("4:p\n4:q\n", errors="collect")
    >>> len(list(puzzles)), puzzles.errors[0].line
    (1, 2)
    """
    check_text(text)
    check_options(format, errors)
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # These surrogates do not represent bytes of a file.
        data = text.encode("utf-8", "surrogatepass")
    _, container = container_of(io.BytesIO(data), column=column)
    found = _in_rows_or_lines(container, io.StringIO(text, newline=None), format)
    puzzles = (each if isinstance(each, ParseError) else each.puzzle for each in found)
    return Puzzles(puzzles, is_collecting=errors == "collect")


def find_in(
    file: BinaryIO, format: str | None = None, column: str | None = None
) -> Iterator[Found | ParseError]:
    """Yield the puzzles of a file, in its lines or in a column, and the error of each unreadable puzzle."""
    file, container = container_of(file, column=column)
    yield from _in_rows_or_lines(container, read_lines(file), format)


def _in_rows_or_lines(
    container: Container | None, lines: Iterable[str] | TextLines, format: str | None
) -> Iterator[Found | ParseError]:
    """Return the puzzles in the rows of a container or, without one, in the lines."""
    if container is None:
        return find_many(lines, format)
    from .rows import rows_of

    return (read_row(row, format) for row in rows_of(container))


def read_row(row: Row | ParseError, format: str | None) -> Found | ParseError:
    """Return the puzzle of a row, or its error."""
    if isinstance(row, ParseError):
        return row
    try:
        return Found(row.number, *recognise(row.puzzle, format))
    except ParseError as error:
        where = "" if error.line == 1 else f" (line {error.line} of it)"
        message = f"{error.message}{where}"
        return ParseError(message, line=row.number, column=error.column, source=error.source)


def find_many(lines: Iterable[str] | TextLines, format: str | None = None) -> Iterator[Found | ParseError]:
    """Yield the puzzles in lines of text, and the error of each unreadable puzzle.

    Only lines before or in the puzzle are taken from `TextLines`. A damaged puzzle does not make other puzzles
    unreadable: the next puzzle begins at the first line from which puzzles can be read.
    """
    return _Reader(lines if isinstance(lines, TextLines) else TextLines(lines), format).read()


class _Ahead(NamedTuple):
    """A piece, its puzzle or error, and the number of its last line."""

    piece: Piece
    found: Found | ParseError
    end: int


class _Reader:
    """The reader of many lines with possibly damaged puzzles."""

    def __init__(self, rest: TextLines, format: str | None) -> None:
        self._rest = rest
        self._format = format
        # Pieces that were read ahead, by the number of lines before them.
        self._ahead: dict[int, _Ahead] = {}
        # The number of the last line that was read or refused.
        self._end = 0
        # The last piece if it was read: words below a grid are not a damaged puzzle.
        self._last: Piece | None = None

    def read(self) -> Iterator[Found | ParseError]:
        """Yield the puzzles, and the error of each unreadable puzzle."""
        rest = self._rest
        while True:
            rest.mark()
            if (ahead := self._next()) is None:
                return
            piece, found, _ = ahead
            if piece.is_words and self._last and self._last.is_grid and rest.peek() is None:
                return
            if isinstance(found, Found) and piece.is_picture and (at := self._next_within(piece)):
                why = "another puzzle begins here: does this one lack a line?"
                found = parse_error(piece.text, sum(map(len, piece.lines[:at])), why)
            if isinstance(found, ParseError):
                if piece.has_picture:
                    self._skip_picture(piece)
                    shorter = self._found(piece._replace(lines=piece.lines[: rest.number - piece.first + 1]))
                    found = shorter if isinstance(shorter, ParseError) else found
                elif at := self._first_of_two(piece):
                    rest.give_back(len(piece.lines) - at)
                    found = self._found(piece._replace(lines=piece.lines[:at], n_above=0))
                    if isinstance(found, Found):
                        yield found
                        continue
                line = found.line + piece.first - 1
                found = ParseError(found.message, line=line, column=found.column, source=found.source)
            self._end = rest.number
            self._last = piece if isinstance(found, Found) else None
            self._ahead = {start: ahead for start, ahead in self._ahead.items() if start >= rest.number}
            yield found

    def _next(self, room: int = MAX_TEXT) -> _Ahead | None:
        """Take and read the next piece, of about `room` characters at most; return None at the end."""
        rest = self._rest
        start = rest.number
        if known := self._ahead.get(start):
            self._move(known.end - start)
            return known
        take = next_clusters if self._format == "clusters" else next_piece
        if (piece := take(rest, room)) is None:
            return None
        ahead = _Ahead(piece, self._found(piece), rest.number)
        if rest.room > 0:  # Without room left, the piece may be cut.
            self._ahead[start] = ahead
        return ahead

    def _found(self, piece: Piece) -> Found | ParseError:
        """Return the puzzle of a piece, or its error with a line counted from the beginning of the piece."""
        text = piece.text
        try:
            if wrong := _NOT_TEXT.search(text):
                at, shown = wrong.start(), _NOT_TEXT.sub("\ufffd", text)
                bad = text[at : at + 2].encode("utf-8", "surrogateescape")
                raise parse_error(shown, at, not_utf8(bad, piece.first == 1 and at == 0))
            return Found(piece.first, *recognise(text, self._format))
        except ParseError as error:
            return error

    def _score(self, most: int) -> int:
        """Return twice the number of readable puzzles in a row, up to `most`, plus 1 if the text ends after them."""
        rest, count = self._rest, 0
        start = rest.number
        while count < most and (ahead := self._next(_ROOM)) is not None:
            if isinstance(ahead.found, ParseError):
                rest.give_back(rest.number - start)
                return 2 * count
            count += 1
        while (line := rest.peek()) is not None and line.isspace():
            rest.take()
        is_end = line is None
        rest.give_back(rest.number - start)
        return 2 * count + (is_end and count > 0)

    def _is_over(self) -> bool:
        """Return whether the rest of the text is empty or consists only of words."""
        start = self._rest.number
        ahead = self._next(_ROOM)
        is_over = ahead is None or (ahead.piece.is_words and self._rest.peek() is None)
        self._rest.give_back(self._rest.number - start)
        return is_over

    def _next_within(self, piece: Piece) -> int:
        """Return the number of lines of a picture before the next puzzle, or 0 if this puzzle begins after the picture.

        If the puzzles that follow are unreadable, a line may be missing in this picture. Then either a part of this
        picture or some lines after it are refused, whichever leaves more puzzles.
        """
        rest, n_lines = self._rest, len(piece.lines)
        if self._is_over() or self._score(_ENOUGH - 1) >= 2 * _ENOUGH - 3:
            return 0
        # If blank lines separate puzzles, there must be more puzzles; otherwise a line may be missing.
        is_open = not (rest.peek() or "").isspace() or piece.first == self._end + 1
        after, _, n_skipped = self._best_start()
        for back in range(1, n_lines):
            rest.give_back(1)
            n_refused = sum(not line.isspace() for line in piece.lines[: n_lines - back])
            more = self._score(_ENOUGH + 1) // 2 - (after // 2 + 1)
            if more > 0 or (more == 0 and is_open and n_skipped >= n_refused):
                return n_lines - back
        self._move(n_lines - 1)
        return 0

    def _skip_picture(self, piece: Piece) -> None:
        """Continue at the next puzzle, which begins within or soon after an unreadable picture."""
        end = self._rest.number
        self._move(piece.first - end)
        score, start, _ = self._best_start()
        self._move((start if score else end) - self._rest.number)

    def _best_start(self) -> tuple[int, int, int]:
        """Return the best score of the lines from here, its place, and the number of non-blank lines before it."""
        rest, n_skipped = self._rest, 0
        here = rest.number
        best = 0, here, 0
        for _ in range(_WINDOW):
            if (line := rest.peek()) is None:
                break
            score = self._score(_ENOUGH) if line.strip() and not line.startswith("#") else 0
            ahead = self._ahead.get(rest.number)
            if score and ahead is not None and not ahead.piece.is_picture:
                score = 2 * _ENOUGH  # A part of a picture cannot be another puzzle.
            if score > best[0]:
                best = score, rest.number, n_skipped
            if score >= 2 * _ENOUGH:
                break
            n_skipped += not line.isspace()
            rest.take()
        if not best[0]:
            best = 0, here, n_skipped
        self._move(here - rest.number)
        return best

    def _move(self, count: int) -> None:
        """Take `count` lines, or give back lines if `count` is negative."""
        for _ in range(count):
            self._rest.take()
        self._rest.give_back(max(-count, 0))

    def _first_of_two(self, piece: Piece) -> int:
        """Return the number of lines of the first puzzle if the piece has two puzzles, otherwise 0.

        The words above a puzzle of one line may be the remains of a damaged puzzle. The blank line between two puzzles
        may be lost if both begin alike or are grids of the same size.
        """
        lines, n_above = piece.lines, piece.n_above
        if n_above == len(lines) - 1 > 0 and isinstance(
            self._found(piece._replace(lines=lines[-1:], n_above=0)), Found
        ):
            return n_above
        if len(lines) > _LONGEST_PAIR:
            return 0
        middle = len(lines) // 2
        is_same = (
            bool(k) and line == lines[0] and any(map(str.isalpha, line)) for k, line in enumerate(lines)
        )
        at = next((k for k, same in enumerate(is_same) if same), middle)
        if at < 2:  # A repeated first line is not a puzzle.
            return 0
        parts = [self._found(piece._replace(lines=each)) for each in (lines[:at], lines[at:])]
        if any(isinstance(part, ParseError) for part in parts):
            return 0
        sizes = {getattr(part.puzzle, "n", 0) for part in parts if isinstance(part, Found)}
        return at if at != middle or sizes == {middle} == {len(lines) - middle} else 0


def check_options(format: str | None, errors: str) -> None:
    """Raise ValueError if the format or the value of `errors` is unknown."""
    if errors not in ("raise", "collect"):
        raise ValueError(f"errors must be 'raise' or 'collect', got {errors!r}")
    if format is not None:
        codec_of(format)
