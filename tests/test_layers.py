"""Imports go downward only: the layers of ARCHITECTURE.md, read from the sources."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "fastfuto"
ENGINES = {"_search", "_search_wide", "_learner", "_learner_wide", "_cover", "_permutations"}
COUNTERS = {"_states", "_states_wide", "_permutations"}

# What each part of the package may import from the rest of it, besides itself.
ALLOWED = {
    "errors": {"result"},  # for a type only
    "result": set(),
    "model": {"errors"},
    "cover": {"errors", "model"},
    "puzzles": {
        "_cover",
        "_runs",
        "_squares",
        "cover",
        "errors",
        "model",
    },  # compiled helpers, imported when asked for
    "formats": {"errors", "model", "puzzles"},
    "strategy": {"cover", "model", *ENGINES},
    "counting": {"cover", "model", "strategy", *COUNTERS},
    "verbs": {"counting", "cover", "errors", "model", "puzzles", "result", "strategy"},
    "batch": {"_bands", "errors", "model", "puzzles", "strategy"},
    "reference": {"puzzles"},
    "cli": {"batch", "errors", "formats", "puzzles", "result", "verbs"},
    "__main__": {"cli"},
    "__init__": {"batch", "errors", "formats", "model", "puzzles", "result", "verbs"},
}


def part_of(path):
    return path.relative_to(SOURCES).with_suffix("").parts[0]


def imports(path):
    """Yield the module that each import of a file names, absolutely."""
    package = ["fastfuto", *path.relative_to(SOURCES).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1]
            yield from (
                ".".join([*base, *([node.module] if node.module else []), name.name]) for name in node.names
            )


FILES = sorted(SOURCES.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SOURCES).as_posix())
def test_imports_go_downward(path):
    own = part_of(path)
    reached = {name.split(".")[1] for name in imports(path) if name.startswith("fastfuto.")}
    assert reached - {own} <= ALLOWED[own]


def test_every_part_is_placed():
    assert len(FILES) > 20
    assert {part_of(path) for path in FILES} == set(ALLOWED)


def test_errors_know_results_as_types_only():
    guarded = ast.parse((SOURCES / "errors.py").read_text(encoding="utf-8"))
    outside = [node for node in guarded.body if not isinstance(node, ast.If)]
    assert not any(isinstance(node, ast.ImportFrom) and node.level for node in outside)


def test_families_do_not_import_each_other():
    families = {path.stem for path in (SOURCES / "puzzles").glob("*.py")} - {
        "__init__",
        "base",
        "grid",
        "text",
    }
    for family in families:
        names = " ".join(imports(SOURCES / "puzzles" / f"{family}.py"))
        assert not any(f"puzzles.{other}." in names for other in families - {family})


def test_the_reference_is_plain_python():
    for path in (SOURCES / "reference").glob("*.py"):
        outside = {name.split(".")[0] for name in imports(path)} - {"fastfuto"}
        assert "numpy" not in outside
        assert not ENGINES & {name.split(".")[-1] for name in imports(path)}


def test_engines_import_libc_and_each_other_only():
    cython = ROOT / "cython"
    own = {path.stem for path in cython.glob("*.pxd")}
    files = [*cython.glob("*.pyx"), *cython.glob("*.pxd")]
    assert len(files) > 2
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"^(import|from \S+ import) ", text, re.MULTILINE), path.name
        for name in re.findall(r"^(?:from (\S+) cimport|cimport (\S+)$)", text, re.MULTILINE):
            module = "".join(name)
            allowed = module in own or module.startswith("libc.") or module in {"cython", "cpython.pythread"}
            assert allowed, (path.name, module)
