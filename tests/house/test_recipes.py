"""The recipes of docs/recipes.md name every file that an addition needs, and the tests of its room pass with it."""

import re

import pytest

from ..sources import document
from .copies import copy_to, passed
from .edits import add

LISTS = "same_table or table_of_formats or has_all or enough_damages or readme_is_short or registered or schema_names"
"""Tests that compare the tables of formats and of families with others."""
TABLES = [
    f"tests/formats/test_{name}.py" for name in ("damage", "detection", "every_character", "formats", "json")
]
TABLES += ["tests/puzzles/test_families.py", "tests/cli/test_formats.py", "tests/test_documentation.py"]
PUBLIC = {"src/fastfuto/puzzles/__init__.py", "src/fastfuto/api.py", "docs/reference/index.md"}
"""The files that the recipe for a family names for a public class."""
WITHOUT_PAGES = ("command", "language")
"""Additions whose toys leave out the documentation."""
OF_COMMAND = [
    f"tests/cli/test_{name}.py" for name in ("start", "family", "terminals", "models", "options", "names")
]
OF_LANGUAGE = ["tests/languages", "tests/logic/test_texts.py"]


def with_addition(folder, what, name):
    """Add what a recipe adds, named `name`, to a copy of the project. The recipe names every file."""
    copy_to(folder)
    steps = recipe_of(what)
    if what == "family":  # Its native text is a format.
        steps += recipe_of("format").replace("formats/NAME.py", "formats/native.py")
    steps = steps.replace("NAME", name).replace("CODE", name)
    places = set(re.findall(r"^[0-9]\. `([\w./]+)`", steps, re.MULTILINE))
    if what in WITHOUT_PAGES:
        places = {path for path in places if not path.endswith(".md")}
    besides = PUBLIC if what == "family" else set()
    assert all(path.removeprefix("src/fastfuto/") in steps for path in besides)
    assert places | besides == add(folder, what)


def recipe_of(what):
    """Return the text of a recipe."""
    text = document("docs/recipes.md").read_text(encoding="utf-8")
    return text.partition(f"## A {what}\n")[2].partition("\n## ")[0]


def command_of(what):
    """Return the tests that the command of a recipe runs."""
    command = recipe_of(what).partition("```sh\npython -m pytest ")[2].partition("```")[0]
    return command.replace("\\", "").split()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("what", "name", "tests", "least"),
    [
        ("command", "family", [*OF_COMMAND, "-k", "start or family or all_commands or every_option"], 1),
        ("language", "xx", OF_LANGUAGE, 1),
        ("format", "toyrows", [*TABLES, "-k", f"toyrows or {LISTS}"], 10),
        ("family", "bits", [*TABLES, "-k", f"bits or {LISTS}"], 40),
    ],
)
def test_a_recipe_has_every_place(what, name, tests, least, tmp_path):
    with_addition(tmp_path, what, name)
    assert passed(tmp_path, tests) >= least


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "name", "tests"),
    [
        ("command", "family", ["tests/cli"]),
        ("language", "xx", ["tests/drawing/test_booklet.py"]),
        ("format", "toyrows", None),
        ("family", "bits", None),
    ],
)
def test_the_room_passes_with_an_addition(what, name, tests, tmp_path):
    with_addition(tmp_path, what, name)
    assert passed(tmp_path, tests or command_of(what)) > 40
