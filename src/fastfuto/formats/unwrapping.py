"""Removal of text around a puzzle and normalization of its characters.

After the removal of quoting, entities, titles, code fences, and other characters for blank cells, signs and frames,
the usual formats can read the text.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..errors import ParseError
from ..puzzles.text import parse_error
from .tokens import index_of

LONGEST = 1 << 16
"""Most characters of a text that is unwrapped; longer texts are only read unchanged."""

USUAL = {
    ord(other): usual
    for usual, others in {
        ".": "?？□▢☐⬜◻◽▫",
        " ": "\f\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
        # Arrows and triangles point to the smaller number, as the usual signs do; neighbours are never equal.
        "<": "‹〈⟨﹤«≪⋘≤⩽≦⪇≨←⇐⟵⟸⬅◁◀◂◃◄◅⊲",
        ">": "›〉⟩﹥»≫⋙≥⩾≧⪈≩→⇒⟶⟹➡▷▶▸▹►▻⊳",
        "^": "\u02c4\u2303\ufe3f\u22c0↑⇑⬆△▲▴▵",
        "v": "\u02c5\u2304\ufe40\u22c1↓⇓⬇▽▼▾▿",
        "|": "│┃║╎╏┆┇┊┋￨",
        "-": "‐‑‒–—−",
        "+": "─━═┄┅┈┉┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╭╮╯╰╞╡╪╤╧╟╢╫╥╨",
        "[": "［【",
        "]": "］】",
    }.items()
    for other in others
}
_ENTITIES = {
    **dict.fromkeys(("lt", "#60", "#x3c"), "<"),
    **dict.fromkeys(("gt", "#62", "#x3e"), ">"),
    **dict.fromkeys(("nbsp", "#160", "#xa0"), " "),
    **dict.fromkeys(("and", "wedge", "#8743"), "^"),
    **dict.fromkeys(("or", "vee", "#8744"), "v"),
}
_ESCAPED = r"<>_*^.|\[\]?-"
_REPLACED = re.compile(
    rf"&({'|'.join(_ENTITIES)});"
    rf"|^([^\S\n]*+)\\(?=[{_ESCAPED}])|\\(?=([{_ESCAPED}]))"  # escapes in Markdown
    r"|[\u200b-\u200d\u2060\ufe0e\ufe0f]"  # characters without a width
    r"|</?(?:pre|code|tt)>|<br ?/?>",
    re.IGNORECASE | re.MULTILINE,
)
_DEEPEST = 9
"""Most quoting marks before a line."""
_FENCE = re.compile(r"\s*(?:```|~~~)\s*\w*\s*")
_WORD = re.compile(r"[^\W\d_]{2,}")
_BETWEEN_CELLS = re.compile(r"[|\\]")
"""A character of a grid, which no title has."""
_LONGEST_TITLE = 5
"""Most lines of a title."""


class Unwrapped(NamedTuple):
    """A text without its wrapping.

    Attributes
    ----------
    text : str
    places : list of int
        The original index of each index in the text and of its end.
    title : str
        The lines with words above the puzzle.
    is_changed : bool
        Whether anything except a title was removed or replaced.
    """

    text: str
    places: list[int]
    title: str
    is_changed: bool


def unwrap(text: str) -> Unwrapped:
    """Remove the wrapping around the puzzle in a text whose lines end with newlines."""
    pieces, places, at = list[str](), list[int](), 0
    # Within a line a backslash is an escape only if every character of that kind has one.
    unescaped = {sign for sign in _ESCAPED if text.count(f"\\{sign}") < text.count(sign)}
    for match in _REPLACED.finditer(text):
        if match[3] in unescaped:
            continue
        usual = _ENTITIES[match[1].lower()] if match[1] else match[2] or ""
        pieces += text[at : match.start()], usual
        places += range(at, match.start() + len(usual))
        at = match.end()
    pieces.append(text[at:])
    places += range(at, len(text) + 1)
    usual = "".join(pieces).translate(USUAL)
    is_changed = usual != text
    lines, start = list[tuple[str, int]](), 0
    for line in usual.split("\n"):
        lines.append((line, start))
        start += len(line) + 1
    for _ in range(_DEEPEST):
        if not (quote := _quote(lines)):
            break
        lines = [(line[quote:], start + min(quote, len(line))) for line, start in lines]
        is_changed = True
    lines, is_fenced = _unfenced(lines)
    lines, title = _untitled(lines)
    lines, is_fenced_below = _unfenced(lines)
    is_changed = is_changed or is_fenced or is_fenced_below
    kept = [places[start + k] for line, start in lines for k in range(len(line) + 1)]
    return Unwrapped("\n".join(line for line, _ in lines), kept, "\n".join(title), is_changed)


def _untitled(lines: list[tuple[str, int]]) -> tuple[list[tuple[str, int]], list[str]]:
    """Return the lines below a title, and the title; too many lines with words are not a title."""
    rest, title, end = lines, list[str](), lines[-1][1] + len(lines[-1][0])
    while _has_word(rest[first := _span(rest)[0]][0]):
        title.append(rest[first][0])
        if len(title) > _LONGEST_TITLE or _BETWEEN_CELLS.search(title[-1]):
            return lines, []
        # Any further blank line may be a row of blank cells.
        is_blank = len(rest) > first + 1 and not rest[first + 1][0].strip()
        rest = rest[first + 1 + is_blank :] or [("", end)]
    return rest, title


def _quote(lines: list[tuple[str, int]]) -> int:
    """Return the number of quoting characters at the beginning of each line."""
    filled = [line.rstrip() for line, _ in lines if line.strip()]
    if not filled or not all(line.startswith(">") for line in filled):
        return 0
    return 2 if all(line[1:2] in ("", " ") for line in filled) else 1


def _unfenced(lines: list[tuple[str, int]]) -> tuple[list[tuple[str, int]], bool]:
    """Return lines without code fences above and below, and whether there were any."""
    first, last = _span(lines)
    if first == last or not _FENCE.fullmatch(lines[first][0]):
        return lines, False
    return lines[first + 1 : last if _FENCE.fullmatch(lines[last][0]) else None], True


def _span(lines: list[tuple[str, int]]) -> tuple[int, int]:
    """Return the numbers of the first and the last non-blank line, or of the first line if all are blank."""
    filled = [k for k, (line, _) in enumerate(lines) if line.strip()] or [0]
    return filled[0], filled[-1]


def _has_word(line: str) -> bool:
    """Return whether a line has a word that does not consist of signs or blank cells."""
    return any(not set(word) <= set("vVxXoO") for word in _WORD.findall(line))


def original(error: ParseError, inside: Unwrapped, text: str) -> ParseError:
    """Convert an error in an unwrapped text to an error in the original text."""
    return parse_error(text, inside.places[index_of(inside.text, error.line, error.column)], error.message)
