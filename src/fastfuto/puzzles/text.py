"""Reading a puzzle's text token by token, with errors that name the line and the column."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

from ..errors import ParseError

_OTHER_SPELLINGS = {"∧": "^", "∨": "v", "V": "v", "Ｖ": "v"} | {
    chr(c + 0xFEE0): chr(c) for c in b"<>|-^v0123456789"
}
_BLANKS = re.compile(r"\s*")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u2028\u2029]")
"""A control character that no text may contain. Python treats some control characters as blanks."""
_WORD = re.compile(r"[^\W_]{1,20}|-[0-9]{1,20}|.", re.DOTALL)


class Scanner:
    """A text and the position of the reader in it.

    Parameters
    ----------
    text : str
        The text, which may begin with a byte-order mark and have any usual line endings.

    Attributes
    ----------
    text : str
        The text without the mark; each line ends with a single newline.
    signs : str
        `text` with one spelling for each sign and digit: ``V``, ``∧``, ``∨`` and full-width forms are replaced. `signs`
        is as long as `text`, so an index is valid in both.
    at : int
        Index of the first unread character.
    last : int
        Index of the beginning of the last token.

    Raises
    ------
    ParseError
        If the text is empty.
    """

    __slots__ = ("at", "last", "signs", "text")

    text: str
    signs: str
    at: int
    last: int

    def __init__(self, text: str) -> None:
        self.text = clean(text)
        if not self.text or self.text.isspace():
            raise self.error("the text is empty", 0)
        self.signs = one_spelling(self.text)
        self.at = self.last = 0

    def take(self, pattern: re.Pattern[str]) -> str | None:
        """Read `pattern` and return its first group; without a match, read nothing and return None."""
        match = pattern.match(self.signs, self.at)
        if match is None:
            return None
        self.at = match.end()
        self.last = match.start(1)
        return match[1]

    def need(self, pattern: re.Pattern[str], expected: str, hints: Mapping[str, str] | None = None) -> str:
        """Read `pattern` and return its first group; without a match, raise an error that names `expected`.

        `hints` maps sets of characters to a text that is added to the message if one of these characters follows.
        """
        token = self.take(pattern)
        if token is not None:
            return token
        found = self.found()
        if not found:
            raise self.error(f"expected {expected}, but the text ends")
        hint = "".join(f": {hint}" for characters, hint in (hints or {}).items() if found[0] in characters)
        raise self.error(
            f"expected {expected}, found {self.text[self.last : self.last + len(found)]!r}{hint}"
        )

    def found(self) -> str:
        """Return the next number, word or sign, or "" at the end, and set `last` to its index."""
        blanks = _BLANKS.match(self.text, self.at)
        assert blanks is not None
        word = _WORD.match(self.signs, blanks.end())
        self.last = blanks.end() if word else len(self.text.rstrip())
        return word[0] if word else ""

    def finish(self, what: str = "the puzzle ends here") -> None:
        """Check that the text ends here; `what` names the reason in the message."""
        if found := self.found():
            raise self.error(f"{what}, but the text continues with {found!r}")

    def error(self, message: str, at: int | None = None) -> ParseError:
        """Return the error `message` for the index `at`, by default the beginning of the last token."""
        return parse_error(self.text, self.last if at is None else at, message)


class _LatePattern:
    """A regular expression that is compiled when one of its methods is first used."""

    def __init__(self, *written: Any) -> None:
        self._written = written

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._written), name)
        setattr(self, name, found)
        return found


def late_pattern(pattern: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """Return a pattern that is compiled on first use, for modules whose many patterns most texts do not need."""
    return cast("re.Pattern[str]", _LatePattern(pattern, flags))


def check_text(text: object) -> None:
    """Raise a TypeError for anything but a str."""
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, got {type(text).__name__}")


def clean(text: str) -> str:
    """Return the text without a byte-order mark and with a single newline at the end of each line.

    Raises
    ------
    ParseError
        If there is a control character.
    """
    check_text(text)
    text = one_line_end(text)
    if control := _CONTROL.search(text):
        raise parse_error(text, control.start(), f"there is the control character U+{ord(control[0]):04X}")
    return text


def one_line_end(text: str) -> str:
    """Return the text without a byte-order mark and with a single newline at the end of each line."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def one_spelling(text: str) -> str:
    """Return the text with one spelling for each sign and digit; the length of the text does not change."""
    if text.isascii():
        return text.replace("V", "v")
    for other, usual in _OTHER_SPELLINGS.items():  # str.translate would take seconds for a long text.
        text = text.replace(other, usual)
    return text


def parse_error(text: str, at: int, message: str) -> ParseError:
    """Return the error `message` for index `at` of `text`, whose lines end with newlines."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    source = text[start : end if end >= 0 else len(text)]
    return ParseError(message, line=text.count("\n", 0, at) + 1, column=at - start + 1, source=source)
