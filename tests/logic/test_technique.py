"""The pages of the techniques: each technique has one, and its example is what happens."""

import doctest
from pathlib import Path
from typing import get_args

import pytest

from fastfuto import TECHNIQUES, TechniqueName

PAGES = Path(__file__).parents[2] / "docs" / "explanation" / "techniques"


@pytest.mark.parametrize("name", TECHNIQUES)
def test_every_technique_has_a_page_with_an_example(name):
    technique = TECHNIQUES[name]
    path = PAGES / technique.page.rpartition("/")[2]
    text = path.read_text(encoding="utf-8")
    assert text.lower().startswith(f"# {name}\n")
    assert not technique.level or f"Score {technique.score:.1f}, level {technique.level}." in text
    failed, tried = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert tried > 2
    assert failed == 0


def test_the_list_has_every_technique():
    text = (PAGES / "README.md").read_text(encoding="utf-8")
    for name, each in TECHNIQUES.items():
        scores = f"| {each.score:.1f} | {each.level} |" if each.level else "| | |"
        assert f"| [{name}]({name.replace(' ', '-')}.md) {scores} {each.description} |" in text
    assert {path.name for path in PAGES.iterdir()} == {
        "README.md",
        "fifty-steps.md",
        *(each.page.rpartition("/")[2] for each in TECHNIQUES.values()),
    }


def test_the_names_that_type_checkers_know():
    scored = [name for name, technique in TECHNIQUES.items() if technique.score]
    assert list(get_args(TechniqueName)) == scored
