"""The numbers that decide how engines work: each says where it was measured, and only a trial has others."""

import re
from pathlib import Path

import pytest

from fastfuto.engines import _search

ROOT = Path(__file__).parents[2]
TABLES = sorted((ROOT / "cython").glob("*/tuning.pxd"))


def test_this_is_not_a_trial():
    """A package that was built with numbers of its own must not be released."""
    assert not (Path(_search.__file__).parent / "trial.txt").exists()


def test_there_are_tables():
    assert {table.parent.name for table in TABLES} >= {"generation", "learner", "search", "states"}


@pytest.mark.parametrize("table", TABLES, ids=[table.parent.name for table in TABLES])
def test_every_number_says_where_it_was_measured(table):
    _, *entries = re.split(r"^    (?=[A-Z])", table.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert entries
    for entry in entries:
        notes = re.findall(r"\[(.+?)\]", entry)
        assert notes, entry
        for note in notes:
            if note != "not measured":
                page, _, section = note.partition(": ")
                text = (ROOT / "docs" / "notebook" / page).read_text(encoding="utf-8")
                assert re.search(rf"^##+ {re.escape(section)}$", text, re.MULTILINE), note
