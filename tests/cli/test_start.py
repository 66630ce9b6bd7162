"""What the start of a command imports, because that is most of the time that a small puzzle takes."""

import ast
import json
import re
import subprocess
import sys

import pytest

from fastfuto.cli.dispatch import COMMANDS
from fastfuto.puzzles import FAMILIES

from ..sources import PACKAGE
from .helpers import EXAMPLES

FIVE = str(EXAMPLES / "five.txt")
ROOMS = {"cli", "engines", "errors", "formats", "limits", "model", "puzzles", "solving", "stats"}
MODULES_OF_SOLVE = 84
"""No more modules of fastfuto than this, compiled modules included, besides the families. No new format is imported."""
FORMATS_OF_SOLVE = {"native", "json", "dimacs"}
"""The format of the file, and two that also have public functions: no other format is imported."""
SHARED = {"dispatch", "files", "options", "output", "progress", "streams"}
"""Modules of the command line that the commands share."""
SLOW = {
    *("concurrent.futures", "decimal", "hashlib", "http.server", "importlib.metadata", "importlib.resources"),
    *("multiprocessing", "pathlib", "secrets", "sqlite3", "ssl", "uuid"),
}
"""Modules of the standard library that take some milliseconds, and that solving a puzzle and drawing it do without."""

SCRIPT = """
import contextlib, io, json, sys
import fastfuto
from fastfuto.cli import main
if "--with-numpy" in sys.argv:
    sys.argv.remove("--with-numpy")
    import numpy
before = set(sys.modules)
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    main(sys.argv[1:])
print(json.dumps(sorted(set(sys.modules) - before)))
"""

EXPRESSIONS = """
import re, sys
from fastfuto.cli import dispatch
compile, compiled = re.compile, []

def count(*written):
    if sys._getframe(1).f_globals["__name__"].startswith("fastfuto"):
        compiled.append(written)
    return compile(*written)

re.compile = count
dispatch.run(dispatch.parser_of(sys.argv[1:]), sys.argv[1:])
print(len(compiled))
"""
EXPRESSIONS_OF_SOLVE = 60
"""No more regular expressions than this are compiled, of some hundred that formats have."""


def imported(*args):
    """Return what a start of the command line imports beyond `import fastfuto`."""
    command = [sys.executable, "-c", SCRIPT, *args]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


def test_the_table_has_every_command_of_the_folder():
    modules = set()
    for path in (PACKAGE / "cli").glob("*.py"):
        functions = ast.parse(path.read_text(encoding="utf-8")).body
        if any(isinstance(node, ast.FunctionDef) and node.name == "add" for node in functions):
            modules.add(path.stem)
    assert len(modules) > 10
    assert set(COMMANDS) == modules


def test_solve_imports_what_it_needs():
    # What NumPy imports itself depends on its version.
    modules = imported("solve", FIVE, "--with-numpy")
    own = {name.split(".", 1)[1] for name in modules if name.startswith("fastfuto.")}
    assert {name.split(".")[0] for name in own} <= ROOMS
    assert {name[4:] for name in own if name.startswith("cli.")} == {"solve", *SHARED}
    families = {family.__module__.removeprefix("fastfuto.") for family in FAMILIES.values()}
    assert len(own - families) <= MODULES_OF_SOLVE
    files = (PACKAGE / "formats").glob("*.py")
    formats = {
        path.stem
        for path in files
        if re.search(r"^from .codec import .*Both\b", path.read_text("utf-8"), re.MULTILINE)
    }
    assert len(formats) > 20
    assert {name[8:] for name in own if name.startswith("formats.")} & formats == FORMATS_OF_SOLVE
    assert not modules & SLOW


def test_draw_imports_what_it_needs():
    modules = imported("draw", FIVE, "--with-numpy")
    assert "fastfuto.drawing.svg" in modules
    assert "fastfuto.drawing.pdf" not in modules
    assert not modules & SLOW


def test_solve_compiles_few_regular_expressions():
    command = [sys.executable, "-c", EXPRESSIONS, "solve", FIVE]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert 0 < int(done.stdout.split()[-1]) <= EXPRESSIONS_OF_SOLVE


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["paint", "x"], ["--bogus"]])
def test_what_names_no_command_imports_no_numpy(args):
    modules = imported(*args)
    assert "fastfuto.cli.dispatch" in modules
    assert "numpy" not in modules
    assert {name for name in modules if name.startswith("fastfuto.")} == {
        "fastfuto.errors",
        "fastfuto.cli.dispatch",
        "fastfuto.cli.streams",
    }
