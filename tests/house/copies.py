"""Copies of the project with toys, and programs and tests that run there."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import fastfuto

from .edits import add

ROOT = Path(__file__).parents[2]
WITHOUT_EDITABLE = """
import sys
sys.meta_path[:] = [finder for finder in sys.meta_path if isinstance(finder, type)]
"""
"""An editable install adds a finder, an instance, that comes before the folders of PYTHONPATH."""
QUIET = ["-q", "-n0", *(f"-pno:{plugin}" for plugin in ("cacheprovider", "benchmark"))]


def copy_to(folder):
    """Copy the project to a folder, with links to `bench` and `cython`."""
    for part in fastfuto.__path__:  # An editable install keeps the compiled files in another folder.
        shutil.copytree(part, folder / "src" / "fastfuto", dirs_exist_ok=True)
    for name in ("tests", "docs", "examples"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("bench", "cython"):
        (folder / name).symlink_to(ROOT / name)
    for path in ROOT.iterdir():
        if path.is_file() and path.name != ".git":
            shutil.copy(path, folder)


def copy_with(folder, toy, edits=None):
    """Copy the project to a folder, and add a toy there, with all its changes or only some of them."""
    copy_to(folder)
    add(folder, toy, edits)


def run(folder, program):
    """Run a program with the package of a folder."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_EDITABLE + program],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (folder, folder / "src")))},
        capture_output=True,
        text=True,
        check=False,
    )


def call(folder, module, test):
    """Run one test function of a copy."""
    return run(folder, f"from tests.{module} import {test}\n{test}()")


def passed(folder, tests):
    """Run tests of a copy, check that none fails, and return their number."""
    done = run(folder, f"import pytest\npytest.main({[*QUIET, *tests]!r})")
    found = re.search("([0-9]+) passed", done.stdout)
    assert found, (done.stdout + done.stderr)[-3000:]
    assert not re.search(" failed| error", done.stdout), done.stdout[-3000:]
    return int(found[1])
