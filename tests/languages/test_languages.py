"""Every language is compared with English: the same keys, and the same names in braces."""

import string

import pytest

from fastfuto.languages import ENGLISH, LANGUAGES, Language, language_named
from fastfuto.languages.language import texts_of
from fastfuto.languages.phrase import Phrase
from fastfuto.logic.naming import speech_in
from fastfuto.logic.texts import PARTS
from fastfuto.puzzles import FAMILIES

OTHERS = [code for code in LANGUAGES if code != "en"]
TABLES = [field for field in Language._fields[:-1] if isinstance(getattr(ENGLISH, field), dict)]
"""All tables but that of the page, which tests/drawing/test_page.py compares with the page."""


def names_in(text):
    """Return the names in braces; that of a text with a capital letter counts as that of the text."""
    return sorted(name.lower() for _, name, _, _ in string.Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("table", TABLES)
def test_a_language_says_all_that_english_says(table, code):
    mine, english = getattr(language_named(code), table), getattr(ENGLISH, table)
    assert mine.keys() == english.keys()
    for key, entry in english.items():
        assert type(mine[key]) is type(entry)
        assert [names_in(text) for text in texts_of(mine[key])] == [
            names_in(text) for text in texts_of(entry)
        ], key
        assert all(texts_of(mine[key]))
        if isinstance(entry, Phrase):
            assert len(mine[key].premise) == len(entry.premise)
            assert len(mine[key].conclusion) == len(entry.conclusion)


@pytest.mark.parametrize("code", LANGUAGES)
def test_names_in_braces_are_parts_of_steps(code):
    language = language_named(code)
    told = [*language.phrases.values(), *language.below.values()]
    assert {name for entry in told for text in texts_of(entry) for name in names_in(text)} == PARTS.keys()


@pytest.mark.parametrize("code", LANGUAGES)
def test_words_stand_without_spaces_around_them(code):
    language = language_named(code)
    for table in set(TABLES) - {"joints", "phrases", "below"}:
        assert all(text == text.strip() for text in getattr(language, table).values())
    assert all(text.endswith(" ") for text in language.joints.values())
    assert all(entry.joint.endswith(" ") for entry in language.phrases.values())


@pytest.mark.parametrize("code", LANGUAGES)
def test_sentences_end_once(code):
    language = language_named(code)
    phrases = [*language.phrases.values(), *language.below.values()]
    assert not [text for entry in phrases for text in texts_of(entry) if text.endswith(".")]
    assert all(text.endswith(".") for text in language.rules.values())


def test_languages_have_names_of_their_own():
    assert len({language_named(code).name for code in LANGUAGES}) == len(LANGUAGES) >= 3


def test_families_have_the_names_of_families():
    assert ENGLISH.families.keys() <= FAMILIES.keys() | set(FAMILIES)


def test_a_language_that_there_is_not():
    with pytest.raises(ValueError, match=r"language must be 'en', 'de'.* or .*, got 'none'"):
        language_named("none")


@pytest.mark.parametrize(
    ("told", "mended"),
    [
        ("Also Z1S1~ist~4 oder Z2S2~ist~5, und", "Also ist Z1S1 = 4 oder Z2S2 = 5, und"),
        ("Hier Z1S1~ist~7, Z2S1~ist~3, und Z3S1~ist~8, und", "Hier ist Z1S1 = 7, Z2S1 = 3 und Z3S1 = 8, und"),
        (
            "Also Feld 1~ist~2 und Feld 2~ist~mindestens 3.",
            "Also ist Feld 1 = 2 und Feld 2 mindestens 3.",
        ),
        (
            "Also Z1S1~ist~höchstens 5, Z1S2~ist~mindestens 2 und höchstens 6, und Z1S3~ist~mindestens 3.",
            "Also ist Z1S1 höchstens 5, Z1S2 mindestens 2 und höchstens 6 und Z1S3 mindestens 3.",
        ),
        ("Es gilt: Z1S1 ist mindestens 2, und Z1S2 ist mindestens 3.",) * 2,
        (
            "Also Z1S1~ist~höchstens 2, Z1S2~ist~höchstens 3, Z1S3~ist~höchstens 4, und Z1S4~ist~höchstens 5.",
            "Also ist Z1S1 höchstens 2, Z1S2 höchstens 3, Z1S3 höchstens 4 und Z1S4 höchstens 5.",
        ),
        ("Dann kommt 5 oder 9 nicht in Frage.", "Dann kommt weder 5 noch 9 in Frage."),
        ("In Käfig von Z1S1, wegen Käfig von Z1S1", "Im Käfig von Z1S1, wegen des Käfigs von Z1S1"),
        ("die Bedingungen Z1S1 < Z1S2, falls", "die Bedingung Z1S1 < Z1S2, falls"),
        ("die Bedingungen Z1S1 < Z1S2 < Z1S3, falls", "die Bedingungen Z1S1 < Z1S2 < Z1S3, falls"),
    ],
)
def test_german_follows_its_grammar(told, mended):
    assert speech_in("de").mended(told) == mended


@pytest.mark.parametrize(
    ("told", "mended"),
    [
        ("In diagonal 1, only r2c2 can be 4", "On diagonal 1, only r2c2 can be 4"),
        ("the number 4 fits only in diagonal 2", "the number 4 fits only on diagonal 2"),
        ("r1c1 is not 2 but 3 and r1c2 is not 3.", "r1c1 is not 2 but 3, and r1c2 is not 3."),
        ("of these cells, only 4 + 7 give the run", "of these cells, only 4 + 7 gives the run"),
        ("of these cells, only 4 + 7 and 7 + 4 give the run",) * 2,
    ],
)
def test_english_follows_its_grammar(told, mended):
    assert speech_in("en").mended(told) == mended
