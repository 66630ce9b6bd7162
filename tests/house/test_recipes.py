"""The recipes of docs/recipes.md name every file that an addition needs, and the tests of its room pass with it."""

import re

import pytest

from ..sources import document
from .copies import copy_with, passed
from .edits import paths_of

LISTS = "same_table or table_of_formats or has_all or enough_damages or readme_is_short or registered or schema_names"
"""Tests that compare the tables of formats and of families with others."""
TABLES = [
    f"tests/formats/test_{name}.py" for name in ("damage", "detection", "every_character", "formats", "json")
]
TABLES += ["tests/puzzles/test_families.py", "tests/cli/test_formats.py", "tests/test_documentation.py"]
NAMES = {"command": "family", "language": "xx", "format": "toyrows", "family": "bits", "technique": "wings"}
"""The recipes that name every file, and what their toys are called there."""
WITHOUT_PAGES = ("command", "language", "technique")
"""Additions whose toys leave out the documentation."""
BESIDES = {
    "family": {"src/fastfuto/puzzles/__init__.py", "src/fastfuto/api.py", "docs/reference/index.md"},
    "technique": {"src/fastfuto/reference/wings.py"},
}
"""Files that the text of a step names: those of a public class, and one for functions of two steps."""
OF_COMMAND = [
    f"tests/cli/test_{name}.py" for name in ("start", "family", "terminals", "models", "options", "names")
]
OF_LANGUAGE = ["tests/languages", "tests/logic/test_texts.py"]


@pytest.mark.parametrize(("what", "name"), NAMES.items())
def test_a_recipe_names_every_file(what, name):
    steps = recipe_of(what)
    if what == "family":  # Its native text is a format.
        steps += recipe_of("format").replace("formats/NAME.py", "formats/native.py")
    codes = ("en", "de", "pl") if what == "technique" else (name,)
    places = set()
    for path in re.findall(r"^[0-9]+\. `([\w./]+)`", steps, re.MULTILINE):
        places |= {path.replace("NAME", name).replace("CODE", code) for code in codes}
    if what in WITHOUT_PAGES:
        places = {path for path in places if not path.endswith((".md", "/"))}
    assert places | BESIDES.get(what, set()) == paths_of(what)


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
    ("what", "tests", "least"),
    [
        ("command", [*OF_COMMAND, "-k", "start or family or all_commands or every_option"], 1),
        ("language", OF_LANGUAGE, 1),
        ("format", [*TABLES, "-k", f"toyrows or {LISTS}"], 10),
        ("family", [*TABLES, "-k", f"bits or {LISTS}"], 40),
    ],
)
def test_the_tables_have_an_addition(what, tests, least, tmp_path):
    copy_with(tmp_path, what)
    assert passed(tmp_path, tests) >= least


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "tests"),
    [
        ("command", ["tests/cli"]),
        ("language", ["tests/drawing/test_booklet.py"]),
        ("format", None),
        ("family", None),
    ],
)
def test_the_room_passes_with_an_addition(what, tests, tmp_path):
    copy_with(tmp_path, what)
    assert passed(tmp_path, tests or command_of(what)) > 40
