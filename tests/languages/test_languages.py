"""Every language is compared with English: the same keys, and the same names in braces."""

import string

import pytest

from fastfuto.languages import ENGLISH, LANGUAGES, Language, language_named
from fastfuto.puzzles import FAMILIES

OTHERS = [code for code in LANGUAGES if code != "en"]
TABLES = [field for field in Language._fields if isinstance(getattr(ENGLISH, field), dict)]


def names_in(text):
    return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("table", TABLES)
def test_a_language_says_all_that_english_says(table, code):
    mine, english = getattr(language_named(code), table), getattr(ENGLISH, table)
    assert mine.keys() == english.keys()
    for key, text in english.items():
        assert mine[key].strip() == mine[key] != ""
        assert names_in(mine[key]) == names_in(text), key


def test_languages_have_names_of_their_own():
    assert len({language_named(code).name for code in LANGUAGES}) == len(LANGUAGES) >= 3


def test_families_have_the_names_of_families():
    assert ENGLISH.families.keys() <= FAMILIES.keys() | set(FAMILIES)


def test_a_language_that_there_is_not():
    with pytest.raises(ValueError, match="language must be 'en', 'de' or 'pl', got 'xx'"):
        language_named("xx")
