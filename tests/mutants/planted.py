"""The changes that planted.toml lists, and the tests of every room."""

import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
LISTED = Path(__file__).with_name("planted.toml")
TESTS = {
    "cli": ["cli"],
    "drawing": ["drawing", "cli/test_draw.py", "cli/test_book.py", "cli/test_play.py"],
    "engines": ["engines", "test_work.py", "puzzles", "solving"],
    "formats": ["formats", "cli/test_convert.py", "puzzles"],
    "generation": ["generation", "cli/test_generate.py", "cli/test_families.py"],
    "jobs": ["jobs", "solving", "cli/test_jobs.py"],
    "languages": ["languages", "logic/test_texts.py"],
    "limits": ["limits", "solving", "cli/test_progress.py"],
    "logic": ["logic", "test_work.py", "cli/test_explain.py", "generation"],
    "model": ["model", "engines", "puzzles", "solving"],
    "proofs": ["proofs", "test_work.py", "cli/test_prove.py"],
    "puzzles": ["puzzles", "formats", "drawing", "cli"],
    "reference": ["reference", "logic", "puzzles"],
    "serving": ["serving", "cli/test_play.py"],
    "solving": ["solving", "test_work.py", "puzzles", "cli"],
    "tasks": ["tasks"],
}
"""The tests of each room of Python code, and then those of related rooms."""
COMPILED = ["test_work.py", "engines", "puzzles", "solving"]
"""The tests of each folder of compiled code. Some folders have a room of their own besides."""


class Mutant(NamedTuple):
    """A change of a file.

    `tests` are run first, and then `others`. `equivalent` says why no test can notice the change if that is so.
    """

    room: str
    name: str
    path: str
    text: str
    tests: list[str]
    others: list[str]
    equivalent: str = ""


def planted():
    """Yield the changes of planted.toml."""
    for fields in _table()["mutant"]:
        room, path = fields["room"], fields["path"]
        text = (ROOT / path).read_text(encoding="utf-8")
        if text.count(fields["before"]) != 1:
            raise ValueError(f"{fields['name']}: what is to be replaced must stand once in {path}")
        changed = text.replace(fields["before"], fields["after"])
        others = [*COMPILED, *TESTS.get(room, [])] if path.startswith("cython/") else TESTS[room]
        reason = fields.get("equivalent", "")
        yield Mutant(room, fields["name"], path, changed, fields["tests"], others, reason)


def reasons():
    """Return why changes that may be drawn are equivalent, by the path and the changed line, before and after."""
    listed = _table().get("equivalent", [])
    return {(each["path"], each["before"], each["after"]): each["reason"] for each in listed}


def _table():
    return tomllib.loads(LISTED.read_text(encoding="utf-8"))
