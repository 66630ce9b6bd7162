"""Detection of a text's format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import compress
from typing import Any

from ..errors import ParseError
from ..model import Model
from ..puzzles import ExactCover, Futoshiki, LatinSquare, Puzzle, Sudoku
from ..puzzles.text import check_text, clean, late_pattern, one_line_end, one_spelling, parse_error
from .codec import MAX_TEXT, MOST_HEAD, SEVERAL, Codec, Reading
from .codecs import CODECS, codec_of
from .columns import Row
from .in_line import ON_CELLS
from .unwrapping import LONGEST, OBJECT, SUDOKU_VARIANTS, VARIANTS, Unwrapped, below_title, original, unwrap

_REMARK = (
    r"(?:(?:Complete|Incomplete) scheme\.|(?:Valid|Invalid) (?:scheme|solution)\.|This is the only solution\."
    r"|(?:Adjacent|Futoshiki|Kakuro|Sudoku) [0-9]+ x [0-9]+"
    r"|There are other solutions\.|Solutions: [0-9]+(?: \([^()\n]*\))?|  there is neither a total nor a digit)[ \t]*"
)
REMARK = late_pattern(_REMARK)
"""A line that the command line prints, or printed in an earlier version, above or below a grid."""

_SAID = late_pattern(r"[A-Z][a-z]+ [0-9]+ x [0-9]+")
"""The family and the size of a puzzle in such a line."""
_ABOVE = late_pattern(rf"(?:{_REMARK}(?:\r?\n|\Z))++")
_BELOW = late_pattern(rf"{_REMARK}(?:\r?\n)?")

_TYPED, _JSON = CODECS["typed"], CODECS["json"]
_GENERAL = frozenset(("matrix", "latin", "sudoku", "source", "plain", "csv", "cover", "typed"))
"""Formats whose texts begin like many other texts."""
_WORDED = frozenset(("url", "opensudoku", "janko", "sadman"))
"""Formats that have other texts beside a puzzle than comments."""
_COUNTS = {"0", "1"}
"""Numbers of solutions that could be a puzzle with one cell."""
_EMPTY = "the text is empty"
_UNLIKE = "this does not begin like a puzzle in any format that is detected"
_READABLE = (SEVERAL, "this is in the format ")
"""The beginnings of errors that name readable formats. After such an error, nothing else is tried."""
_WITH_WORDS = "with the words around it, this puzzle"
"""The beginning of the error of a puzzle with words that may be rules, after which nothing else is tried either."""
_SIGN = late_pattern("[<>^v]")
_OTHER_GAME = late_pattern(
    "adjacent|binairo|binary|calcudoku|hidato|hitori|kakuro|kenken|mathdoku|neighbo|skyscraper|sudoku|suguru|takuzu"
)
"""Words in titles of grids that are not Futoshikis."""

_FILE_NAME = late_pattern(
    r"[^\s<>|:]{1,200}\.(?:txt|json|jsonl|csv|tsv|parquet|sdk|sdm|xml|dat|param|cnf|npy|md)"
)
_GRID = late_pattern(r"[\s0-9<>^v|._*?xX+=\[\]()-]")
"""A character of a grid."""
_MOST_OTHERS = 20
"""Of this many characters of a text, one may not belong to a grid, and is reported as the reason."""
_MISREAD = {
    each: f"; is it {digit}?"
    for digit, letters in {"0": "OoQ", "1": "lIi", "2": "Zz", "5": "Ss", "8": "B"}.items()
    for each in letters
}
_CERTAIN = re.compile(r"(?P<tatham>[0-9]{1,3}:[0-9ULDR,]+)|(?P<sudoku>[0-9.]{81})")
"""Common texts whose shape belongs to one format. They are read at once, because detection would take longer."""
_OPENING = late_pattern(r"\ufeff?(?:\s++|#[^\r\n]*[\r\n])*+")


def detect(text: str) -> str:
    """Return the name of the only format that can read the text.

    Raises
    ------
    ParseError
        If no format can read the text, or several formats can.

    Examples
    --------
    >>> detect("2  0 < 0  - - -  0 | 0")
    'source'
    """
    return recognise_any(text)[0].name


def recognise(text: str, format: str | None = None) -> tuple[Codec, Puzzle[Any]]:
    """Return the named or detected format of a text, and its puzzle.

    Raises
    ------
    ParseError
        As for `recognise_any`, and if the text holds a raw model.
    ValueError
        If there is no format of that name.
    """
    codec, puzzle = recognise_any(text, format)
    if isinstance(puzzle, Model):
        raise parse_error(
            clean(text),
            0,
            "this is a model, which is read only alone: with parse() or load(), or in a file of its own",
        )
    return codec, puzzle


def recognise_any(text: str, format: str | None = None) -> Reading:
    """Return the named or detected format of a text, and its puzzle or raw model.

    Raises
    ------
    ParseError
        If the text is not a puzzle in the named format or, without a named format, no format or several formats can
        read it.
    ValueError
        If there is no format of that name.
    """
    check_text(text)
    if len(text) > MAX_TEXT:
        raise parse_error(text, MAX_TEXT, f"a puzzle cannot take more than {MAX_TEXT} characters")
    codec = None if format is None else codec_of(format)
    if codec is None and (certain := _CERTAIN.fullmatch(text)):
        likely = CODECS[str(certain.lastgroup)]
        with suppress(ParseError):
            if likely.is_clear(puzzle := likely.parse(text)):
                return likely, puzzle
    above = _ABOVE.match(text, text[:1] == "\ufeff")
    start, end = above.end() if above else 0, len(text)
    while (line := text.rfind("\n", start, end - 1) + 1) > start and _BELOW.fullmatch(text, line, end):
        end = line
    # Each format cleans its text itself, and a second byte-order mark is an error.
    inside = text[start:end]
    if codec is None and inside.strip() in _COUNTS:
        why = "a single number is read as a puzzle, in the format clusters or matrix, only if the format is named"
        raise parse_error(clean(text), 0, why)
    try:
        found = _read_unwrapped(inside, codec)
        said = _SAID.search(text[:start] + text[end:])
        if said and isinstance(found[1], Puzzle) and said[0] != _plain_words(found[1]):
            raise parse_error(
                clean(inside), 0, f"expected {said[0]}, as the text states, found {found[1].words}"
            )
        return found
    except ParseError as error:
        if not start:
            raise
        if not inside.strip():
            raise parse_error(clean(text), 0, "there is nothing but a remark") from None
        line = error.line + text.count("\n", 0, start)
        raise ParseError(error.message, line=line, column=error.column, source=error.source) from None


def _read_unwrapped(text: str, codec: Codec | None) -> Reading:
    """Read a text. If this fails, read the text without its wrapping, which takes longer."""
    try:
        if codec is not None:
            return codec, codec.parse(text)
        found = _detect(text)
        has_words = found[0].name in _WORDED or (found[0].has_comments and "#" in text)
        # The game id of an address has no words.
        words = text.partition("#")[0] if found[0].name == "url" else text
        return _checked(found, "", words) if has_words else found
    except ParseError as error:
        text = clean(text)
        if len(text) > LONGEST or codec is _TYPED or error.message.startswith((_READABLE[0], _WITH_WORDS)):
            raise
        inside = unwrap(text)
        is_unclear = error.message.startswith(_READABLE[1])
        if _is_begun(text, inside.title, codec) or (codec is None and _is_program(text) and not is_unclear):
            raise
        refusal = error
    from .rows import row_of
    from .typed import is_typed

    is_meant = _is_meant(text, codec)
    if inside.text != text:
        try:
            found = _detect(inside.text) if codec is None else (codec, codec.parse(inside.text))
        except ParseError as error:
            if error.message not in (_EMPTY, _UNLIKE) and not is_meant:
                refusal = original(error, inside, text)
            if error.message.startswith(_READABLE[0]):
                raise refusal from None
        else:
            is_lone = codec is None and inside.title != "" and _is_one_cell(found)
            if is_lone or _is_cover_cut(found[0], inside.text, text):
                raise refusal
            return _checked(found, inside.title, text)
    if (
        codec is None
        and is_typed(inside)
        and (puzzle := _read(_TYPED, text)) is not None
        and _TYPED.is_clear(puzzle)
    ):
        return _checked((_TYPED, puzzle), inside.title, text)
    # The names of columns above a row look like a title.
    row = (row_of(f"{inside.title}\n{inside.text}") if inside.title else None) or row_of(inside.text)
    if isinstance(row, Row):
        return recognise_any(row.puzzle, None if codec is None else codec.name)
    if isinstance(row, ParseError) and codec is None:
        raise row
    view = _read_views(inside, text, codec)
    if isinstance(view, tuple):
        if codec is None and (_may_be_cover(text, view[1]) or _is_one_cell(view)):
            raise refusal
        return _checked(view, inside.title, text)
    if refusal.message.startswith(_READABLE):
        raise refusal
    if view is not None and not is_meant:
        refusal = view
    if codec is None:
        try:
            puzzle = _TYPED.parse(text)
        except ParseError as error:
            if is_typed(inside) and _SIGN.search(inside.text):
                refusal = error
        else:
            if _TYPED.is_clear(puzzle):
                return _checked((_TYPED, puzzle), inside.title, text)
            if is_typed(inside):
                why = "this is in the format typed, but it has no signs, so it is read only if the format is named"
                refusal = parse_error(text, 0, why)
    raise refusal


def _is_program(text: str) -> bool:
    """Return whether a text begins like a program for a solver, in which a list is only one part."""
    return any(CODECS[name].shape.match(_head(text)) for name in ("asp", "essence", "minizinc"))


def _is_cover_cut(codec: Codec, inside: str, text: str) -> bool:
    """Return whether lines with words were taken for titles in an exact cover, whose own lines have words."""
    worded = [sum(any(map(str.isalpha, line)) for line in each.split("\n")) for each in (inside, text)]
    return codec.name in ("cover", "cover-matrix") and worded[0] < worded[1]


def _is_one_cell(found: Reading) -> bool:
    """Return whether a puzzle has one cell and is not in JSON, so any number beside words would be such a puzzle."""
    codec, puzzle = found
    return codec is not _JSON and getattr(puzzle, "shape", None) == (1, 1)


def _may_be_cover(text: str, puzzle: Puzzle[Any] | Model) -> bool:
    """Return whether a text has rows of only 0 and 1 that are no square, or have 1 twice in a row or column."""
    if not CODECS["cover-matrix"].shape.match(_head(text)) or re.search("[2-9]", text):
        return False
    return text.count("0") + text.count("1") != getattr(puzzle, "n", 0) ** 2 or not puzzle.is_valid


def _is_meant(text: str, codec: Codec | None) -> bool:
    """Return whether a text is meant for a specific format: the named format, or one whose beginning it has."""
    if codec is not None:
        return codec.name not in _GENERAL
    head = _head(text)
    return any(
        each.shape.match(head)
        for each in CODECS.values()
        if each.name not in _GENERAL and each.detected and (each.name != "json" or OBJECT.match(head))
    )


def _read_views(inside: Unwrapped, text: str, codec: Codec | None) -> Reading | ParseError | None:
    """Read a text after removing words around the puzzle, or after rewriting a list, a table or rows of words.

    Returns the format and the puzzle, the error of a list or table, or None if the text has no such form.
    """
    from .around import in_line, without_bars, without_labels, without_size
    from .lists import listed
    from .named_cells import by_name
    from .related import beside
    from .sheets import in_columns, in_one_line, in_pitch, in_words

    refusal = None
    views = [inside, *below_title(text)]
    for take in (in_line, beside, by_name, listed, without_size, without_bars, without_labels):
        for view in [*views]:
            try:
                more = take(view)
            except ParseError as error:
                refusal = refusal or original(error, view, text)
            else:
                views += [more] if more else []
    found: list[Reading] = []
    seen = {inside.text}
    for view in views:
        for layout in (None, in_columns, in_words, in_one_line, in_pitch):
            try:
                shown = view if layout is None else layout(view)
            except ParseError as error:
                if layout is in_columns:
                    refusal = refusal or original(error, view, text)
                continue
            if shown is None or shown.text in seen:
                continue
            seen.add(shown.text)
            try:
                found.append(_detect(shown.text) if codec is None else (codec, codec.parse(shown.text)))
            except ParseError as error:
                if error.message.startswith(_READABLE[0]):
                    refusal = original(error, shown, text)
    if not found:
        return refusal
    others = [puzzle for _, puzzle in found[1:] if not _is_same(puzzle, found[0][1])]
    if others:
        first, other = found[0][1], others[0]
        why = "the text beside the cells may or may not belong to them"
        return parse_error(text, 0, f"this can be read as {_words(first)} and as {_words(other)}: {why}")
    return found[0]


def _plain_words(puzzle: Puzzle[Any]) -> str:
    """Return the family and the size of a puzzle without its regions and variants."""
    return puzzle.words.replace("Jigsaw", "Sudoku").partition(" (")[0]


def _words(puzzle: Puzzle[Any] | Model) -> str:
    """Return the family and the size of a puzzle in words."""
    return puzzle.words if isinstance(puzzle, Puzzle) else "a model"


def _is_begun(text: str, title: str, codec: Codec | None) -> bool:
    """Return whether a supposed title is part of the puzzle, because its first word begins texts of only one format."""
    head = _head(text)
    lines = [line for line in title.split("\n") if any(map(str.isalpha, line)) and not line.startswith("#")]
    if not lines or not head.startswith(lines[0].lstrip()):
        return False
    asked = [codec] if codec is not None else [each for each in CODECS.values() if not each.is_like_titles]
    return any(each.shape.match(head) for each in asked)


def _checked(found: Reading, title: str, text: str) -> Reading:
    """Return the puzzle in a text, unless words around it may add rules."""
    codec, puzzle = found
    # JSON has words for the rules that it holds.
    said = (title if codec is _JSON else text).lower()
    is_bare = isinstance(puzzle, Futoshiki) and (
        "sudoku" in said if puzzle.inequalities else _OTHER_GAME.search(said)
    )
    comments = (line for line in text.split("\n") if line.startswith("#"))
    variants = SUDOKU_VARIANTS if isinstance(puzzle, Sudoku) else VARIANTS
    has_rules = variants.search(said) or any(map(ON_CELLS.search, comments))
    if is_bare or (isinstance(puzzle, Sudoku | Futoshiki | LatinSquare) and has_rules):
        why = "could be of any family" if is_bare else "has rules that the grid does not show"
        if title:
            message = f"the puzzle below this title {why}; leave the title out, or name the format"
        else:
            message = f"{_WITH_WORDS} {why}; leave the words out, or name the format"
        raise parse_error(text, 0, message)
    return found


def _detect(text: str) -> Reading:
    """Let the formats with matching shapes read a text; return the only format that can."""
    head = _head(text)
    accepted: list[Reading] = []
    unclear: list[str] = []
    meant: tuple[Codec, ParseError] | None = None
    named: list[Codec] = []
    for codec in _alike(head):
        if not codec.detected:
            named.append(codec)
            continue
        try:
            puzzle = codec.parse(text)
        except ParseError as error:
            meant = meant or (codec, error)
        else:
            if codec.is_clear(puzzle):
                accepted.append((codec, puzzle))
            else:
                unclear.append(codec.name)
    others = [(codec, other) for codec in named if (other := _read(codec, text)) is not None]
    if any(codec.name in ("sudoku", "matrix", "plain") for codec, _ in accepted):
        from .bare import by_size

        if (usual := by_size(text, accepted)) is not None:
            return usual
    if len(accepted) == 1:
        [(found, puzzle)] = accepted
        if all(_is_same(other, puzzle) for _, other in others):
            return found, puzzle
    names = [codec.name for codec, _ in accepted] or unclear
    raise _refusal(clean(text), names + [codec.name for codec, _ in others], named, meant)


def _alike(head: str) -> Iterator[Codec]:
    """Yield the possible formats of a text with this beginning."""
    shapes, codecs, groups = _shapes()
    found = shapes.match(head)
    assert found is not None
    return compress(codecs, found.group(*groups))


@cache
def _shapes() -> tuple[re.Pattern[str], list[Codec], list[int]]:
    """Return an expression of the shapes of all formats, the formats, and the number of each format's group.

    A single expression takes less time than one for each format. If the shape of a format matches, its group captures a
    character of the text. The expression is compiled at the first detection.
    """
    codecs = [codec for codec in CODECS.values() if codec is not _TYPED]
    parts = (rf"(?:(?={codec.begins})(?=(?P<format{k}>[\s\S]))|)" for k, codec in enumerate(codecs))
    shapes = re.compile("".join(parts))
    return shapes, codecs, [shapes.groupindex[f"format{k}"] for k in range(len(codecs))]


def _head(text: str) -> str:
    """Return the beginning of a text, without blanks and comments, to be matched with the shapes of formats."""
    opening = _OPENING.match(text)
    assert opening is not None
    head = one_line_end(text[opening.end() : opening.end() + MOST_HEAD])
    return one_spelling(head) if not head.isascii() or "V" in head else head


def _is_same(one: Puzzle[Any] | Model, other: Puzzle[Any] | Model) -> bool:
    """Return whether two readings are the same puzzle; a Latin square is a Futoshiki without signs."""
    return one == other if type(one) is type(other) else one.model() == other.model()


def _read(codec: Codec, text: str) -> Puzzle[Any] | Model | None:
    """Return a format's reading of the text, or None if it cannot read it."""
    try:
        return codec.parse(text)
    except ParseError:
        return None


def _refusal(
    text: str, names: list[str], named: list[Codec], meant: tuple[Codec, ParseError] | None
) -> ParseError:
    """Return the error for a clean text that is not recognised but that the formats `names` can read.

    If no format can read the text, `meant` is the first format with a matching shape and its error, and `named` has the
    formats with a matching shape that must be named.
    """
    at = len(text) - len(text.lstrip())
    if at == len(text):
        return parse_error(text, 0, _EMPTY)
    if len(names) > 1:
        listed = f"{', '.join(names[:-1])} and {names[-1]}"
        return parse_error(text, at, f"{_READABLE[0]}{listed}: name one of them with the option format")
    if names:
        return parse_error(text, at, f"{_READABLE[1]}{names[0]}, which is read only if it is named")
    if meant is None or meant[0].family is ExactCover:
        if _FILE_NAME.fullmatch(text.strip()):
            return parse_error(text, at, "this seems to be the name of a file, which load() reads")
        others = [k for k, character in enumerate(text) if not _GRID.match(character)]
        if others and text.count("\n") > 1 and len(others) <= max(1, len(text) // _MOST_OTHERS):
            hint = _MISREAD.get(text[others[0]], "")
            return parse_error(
                text, others[0], f"{text[others[0]]!r} is neither a cell nor a sign of a grid{hint}"
            )
    if meant is not None:
        return meant[1]
    if named:
        listed = " or ".join(codec.name for codec in named)
        return parse_error(text, at, f"this may be in the format {listed}, which is read only if it is named")
    return parse_error(text, at, _UNLIKE)
