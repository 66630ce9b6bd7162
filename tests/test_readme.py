"""What the documents say is what happens: README, docstrings, examples."""

import doctest
import importlib
import pkgutil
import re
import runpy
import typing
from pathlib import Path

import pytest

import fastfuto

from .sources import PACKAGE, document

ROOT = Path(__file__).parent.parent
COMMANDS = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
MODULES = [
    module.name
    for module in pkgutil.walk_packages(fastfuto.__path__, "fastfuto.")
    if module.name not in ("fastfuto.__main__", "fastfuto.tasks")  # The latter is replaced by its verb.
]
WITHOUT_EXAMPLES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in PACKAGE.rglob("*.py")
    if ">>>" not in path.read_text(encoding="utf-8")
}

PAGES = [
    "README.md",
    "docs/reference/errors.md",
    *(f"docs/how-to/{path.name}" for path in ROOT.glob("docs/how-to/*.md")),
]
NEEDED = {
    "tasks_in_reasoning_gym.py": "reasoning_gym",
    "train_table.py": "gymnasium",
    "with_reasoning_gym.py": "reasoning_gym",
}
"""What examples need that is not installed with the tests."""
PAGES_WITHOUT_EXAMPLES = {"browser.md", "notebooks.md", "proofs.md", "reasoning-gym.md", "which-function.md"}
TESTED_IN_THEIR_ROOMS = {"booklets.md", "drawing.md", "jobs.md", "play.md"}

pytestmark = pytest.mark.fresh


@pytest.mark.parametrize(
    "page", [page for page in PAGES if Path(page).name not in PAGES_WITHOUT_EXAMPLES | TESTED_IN_THEIR_ROOMS]
)
def test_doctests_of_the_documents(page):
    failed, tried = doctest.testfile(str(document(page)), module_relative=False, encoding="utf-8")
    assert tried > 4
    assert failed == 0


@pytest.mark.parametrize("name", [name for name in MODULES if name not in WITHOUT_EXAMPLES])
def test_docstrings(name):
    if name == "fastfuto.tasks.environments":
        pytest.importorskip("gymnasium")
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_public_names_are_documented():
    for name in fastfuto.__all__:
        thing = getattr(fastfuto, name)
        if typing.get_origin(thing) is None:  # Types of options are explained where they are taken.
            assert thing.__doc__, name
            assert "dataclass" not in thing.__doc__, name


def test_setup_commands_are_the_ones_that_are_run():
    first, second = COMMANDS[0], COMMANDS[2]
    assert "fastfuto solve examples/five.txt" in first
    ci = ROOT / ".ci" / "run"
    if ci.exists():  # it is not part of the sdist
        assert second in ci.read_text(encoding="utf-8")


@pytest.mark.parametrize("script", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_examples(script, capsys):
    if script.name in NEEDED:
        pytest.importorskip(NEEDED[script.name])
    runpy.run_path(str(script), run_name="__main__")
    assert capsys.readouterr().out


@pytest.mark.parametrize("puzzle", sorted((ROOT / "examples").glob("*.[tj]*")), ids=lambda path: path.name)
def test_example_puzzles(puzzle):
    loaded = fastfuto.load(puzzle)
    assert loaded.is_valid == (puzzle.stem != "invalid")
    expected = {"invalid": 0, "no_solution": 0, "two_solutions": 2, "empty5": 161280}.get(puzzle.stem, 1)
    assert fastfuto.count(loaded) == expected
