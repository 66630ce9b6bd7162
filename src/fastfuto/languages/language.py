"""The parts of a language, and the lookup of a language by its code."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from importlib import import_module
from typing import Literal, NamedTuple, TypeAlias, get_args

from .phrase import Phrase

LanguageCode: TypeAlias = Literal["en", "de", "pl"]
"""The supported languages, by their ISO 639 codes."""
LANGUAGES: tuple[LanguageCode, ...] = get_args(LanguageCode)


class Language(NamedTuple):
    """The tables of a language; comments in `en.py` describe each table.

    Attributes
    ----------
    code : str
    name : str
        The name of the language in that language.
    phrases : dict of Phrase
        The phrases of each technique.
    below : dict of tuple of str
        The phrases of steps under an assumption.
    words, ties, joints, lines, techniques, endings, verdicts, violations, grades : dict of str
    families, variants, levels, booklet, rules : dict of str
    numbers : str
    grammar : tuple of (str, str)
    page : dict of str
        The texts of the page by their English texts; empty for English.
    """

    code: LanguageCode
    name: str
    phrases: Mapping[str, Phrase]
    below: Mapping[str, tuple[str, ...]]
    words: Mapping[str, str]
    ties: Mapping[str, str]
    numbers: str
    grammar: tuple[tuple[str, str], ...]
    joints: Mapping[str, str]
    lines: Mapping[str, str]
    techniques: Mapping[str, str]
    endings: Mapping[str, str]
    verdicts: Mapping[str, str]
    violations: Mapping[str, str]
    grades: Mapping[str, str]
    families: Mapping[str, str]
    variants: Mapping[str, str]
    levels: Mapping[str, str]
    booklet: Mapping[str, str]
    rules: Mapping[str, str]
    page: Mapping[str, str]

    def decimal(self, number: float, form: str = ".1f") -> str:
        """Return a number with the decimal point of the language."""
        return format(number, form).replace(".", self.grades["point"])

    def characters(self) -> str:
        """Return all characters that occur in the language's texts and that a font must therefore contain."""
        tables = (table for table in self[:-1] if isinstance(table, Mapping))
        said = (text for table in tables for entry in table.values() for text in texts_of(entry))
        return "".join(sorted({character for text in said for character in _NAMES.sub("", text)}))


_NAMES = re.compile(r"\{[^}]*\}")


def texts_of(entry: str | tuple[str, ...] | Phrase) -> list[str]:
    """Return all texts of an entry in a table of a `Language`."""
    if isinstance(entry, Phrase):
        return [*entry.premise, entry.joint, *entry.conclusion, *entry.where]
    return [entry] if isinstance(entry, str) else [*entry]


@functools.cache
def _loaded(code: LanguageCode) -> Language:
    """Return a language, whose file has a table for each field of `Language`."""
    module = import_module(f".{code}", __package__)
    tables = (getattr(module, field.upper()) for field in Language._fields[1:-1])
    return Language._make([code, *tables, _page_texts(code)])


def _page_texts(code: LanguageCode) -> dict[str, str]:
    """Return the texts of the page by their English texts."""
    if code == "en":
        return {}
    from importlib.resources import files  # This import takes longer than all of English.

    table = files(__package__).joinpath(f"{code}.tsv").read_text(encoding="utf-8")
    return dict(line.split("\t") for line in table.splitlines())


def language_named(code: LanguageCode) -> Language:
    """Return the language with this ISO 639 code.

    Raises
    ------
    ValueError
        If there is no such language.
    """
    if code not in LANGUAGES:
        *others, last = map(repr, LANGUAGES)
        raise ValueError(f"language must be {', '.join(others)} or {last}, got {code!r}")
    return _loaded(code)


ENGLISH = language_named("en")
