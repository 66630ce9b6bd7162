"""Removal of markup around the values of an answer: TeX, HTML, game ids, and the thoughts of a model."""

from __future__ import annotations

import html
import re

from ..puzzles.text import one_spelling

_TOTALS = re.compile(r"\([ ]{0,9}[0-9]{0,3}[ ]{0,9}[,\\][ ]{0,9}[0-9]{0,3}[ ]{0,9}\)")
"""The totals of a black cell."""

_ROW_END = re.compile(r"</?(?:tr|br|p|div|li|ul|ol|table|thead|tbody|pre)\b[^<>\n]{0,200}>", re.IGNORECASE)
_TAG = re.compile(r"</?(?:td|th|span|code|strong|em|sub|sup)\b[^<>\n]{0,200}>", re.IGNORECASE)
_ANSWER_TAG = re.compile(r"<answer\b[^<>\n]{0,200}>", re.IGNORECASE)
_LATEX_END = re.compile(r"\\\\(?:\[[^\]\n]{0,20}\])?|\\n(?![a-zA-Z])|\\cr\b")
_LATEX_FRAME = re.compile(
    r"\\(?:begin|end)\{[A-Za-z*]{1,20}\}(?:\[[a-z]?\])?(?:\{[^{}\n]{0,200}\})?|\\c?line\{[^}\n]{0,20}\}"
)
_LATEX_WORD = re.compile(r"\\(?:[a-zA-Z]{1,30}|([#%+.?_~-])|.)")
_GAME_ID = re.compile(r"(?<![\w.])[0-9]{1,3}[a-z]?:((?:[0-9]{1,3}[UDLR]{0,4}(?:,|(?!\S)))+)")
_FLAGS = re.compile(r"[UDLR]+")
"""The signs of a game id."""
_BOUND = re.compile(r"[!<>]=")
_LABELLED = re.compile(
    r"\b(r|rows?|line|zeile|reihe|wiersz|ligne|fila|col|columns?|c)[ \t]([0-9]{1,3})(?=\*{0,3}:)",
    re.IGNORECASE,
)
"""The number of a row or column before a colon."""

_TIGHT = re.compile(r"^[0-9][0-9<>]++$", re.MULTILINE)
"""A row of digits and signs without blanks."""


def plain_text(text: str, *, is_kakuro: bool, has_digits: bool) -> str:
    """Return the text after the last thought, without TeX, HTML and game id markup around values.

    With `is_kakuro`, totals become black cells. With `has_digits`, each value has one digit, so signs between values
    without blanks can be removed.
    """
    # Most texts are plain, so each replacement is skipped unless its marker occurs.
    if (thought := text.rfind("</think>")) >= 0:
        text = text[thought + len("</think>") :]
    if not text.isascii():
        text = one_spelling(text)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "&" in text:
        text = html.unescape(text)
    if "</" in text or "<br" in text:
        text = _ANSWER_TAG.sub("\nfinalanswer\n", text).replace("</answer>", "\n\n")
        text = _TAG.sub(" ", _ROW_END.sub("\n", text))
    if is_kakuro:
        text = _TOTALS.sub(" * ", text.replace("**", " "))
    elif has_digits and ("<" in text or ">" in text):
        text = _TIGHT.sub(_without_signs, text)
    if "\\" in text:
        text = _LATEX_END.sub("\n", text.replace("\\boxed", " finalanswer "))
        text = _LATEX_WORD.sub(lambda word: word[1] or " ", _LATEX_FRAME.sub("\n", text))
    if ":" in text:
        text = _LABELLED.sub(r"\1\2", _GAME_ID.sub(lambda found: "\n" + _FLAGS.sub("", found[1]), text))
    if "=" in text:
        text = _BOUND.sub("≠", text)
    return text


def _without_signs(line: re.Match[str]) -> str:
    return line[0].replace("<", "").replace(">", "")
