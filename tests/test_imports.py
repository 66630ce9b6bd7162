"""The import rules, read from the sources; ``python -m tests.test_imports`` prints the graph of the rooms as DOT."""

import ast
import functools
import re
import sys
from pathlib import Path

from fastfuto.puzzles import FAMILIES

from .sources import PACKAGE

CYTHON = Path(__file__).parents[1] / "cython"

FLOORS = (
    {"stats"},
    {"errors"},
    {"languages", "limits"},
    {"model"},
    {"engines"},
    {"puzzles"},
    {"formats", "jobs", "reference"},
    {"solving"},
    {"logic"},
    {"proofs"},
    {"drawing", "generation"},
    {"serving", "tasks"},
    {"cli"},
    {"__main__"},
)
"""A room may import rooms of lower floors; rooms on one floor do not import each other."""
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
CHECKERS = {"proofs.check", "proofs.drat", "proofs.encoding"}
"""Modules that stand alone, so that they lie below all floors: the format dimacs has its encoder from them."""
REFERENCE = {"puzzles"}
"""What the slow twins may import: they are oracles, so they share nothing with what they check but the data."""
LOADED = {"engines", "errors", "formats", "limits", "model", "puzzles", "solving", "stats"}
"""Rooms that the first use of a public name loads."""

FILES = sorted(PACKAGE.rglob("*.py"))


def module_of(path):
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts)


def room_of(path):
    return module_of(path).split(".")[0]


def is_type_checking(node):
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def is_picture(node):
    """Return whether this is a method in which a value draws itself: it may go up to the pictures."""
    return isinstance(node, ast.FunctionDef) and node.name in {"_repr_svg_", "_repr_html_"}


def nodes_of(tree):
    """Yield the nodes of a module but expressions, and those that only type checkers and notebooks see."""
    left = [tree]
    while left:
        for node in ast.iter_child_nodes(left.pop()):
            if not isinstance(node, ast.expr) and not is_type_checking(node) and not is_picture(node):
                yield node
                left.append(node)


@functools.cache
def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def imports(path):
    """Return the names in the imports of a file, without the name of the package."""
    package = list(path.relative_to(PACKAGE).parent.parts)
    names = []
    for node in nodes_of(tree_of(path)):
        if isinstance(node, ast.Import):
            names += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            base += node.module.split(".") if node.module else []
            names += [".".join([*base, name.name]) for name in node.names]
    return names


def rooms_imported(path):
    named = {name for name in imports(path) if name not in CHECKERS}
    return {name.split(".")[0] for name in named} & set(FLOOR) - {room_of(path)}


def importable(path):
    """Return the rooms that a file may import."""
    room = room_of(path)
    if room in {"__init__", "api"}:
        return LOADED
    if room == "reference":
        return REFERENCE
    below = set().union(*FLOORS[: FLOOR[room]])
    # Only the check of a step may go to the slow twins.
    return below if module_of(path) == "logic.step" else below - {"reference"}


def test_imports_go_downward():
    upward = {module_of(path): rooms_imported(path) - importable(path) for path in FILES}
    assert {module: rooms for module, rooms in upward.items() if rooms} == {}


def test_values_that_draw_themselves_import_pictures_alone():
    imported = {
        node.module
        for path in FILES
        for method in filter(is_picture, ast.walk(tree_of(path)))
        for node in ast.walk(method)
        if isinstance(node, (ast.Import, ast.ImportFrom))
    }
    assert imported == {"drawing", "drawing.pages"}


def test_every_room_is_placed():
    assert len(FILES) > 40
    assert {room_of(path) for path in FILES} == {*FLOOR, "__init__", "api"}


def test_modules_import_each_other_without_circles():
    modules = {module_of(path).removesuffix(".__init__"): path for path in FILES}
    graph = {}
    for module, path in modules.items():
        named = {name if name in modules else name.rpartition(".")[0] for name in imports(path)}
        graph[module] = {other for other in named if other in modules and other != module}
        # What a package imports from its own modules is not a circle, although these name the package.
        if path.name == "__init__.py":
            graph[module] = {other for other in graph[module] if not other.startswith(f"{module}.")}
    done = set()
    while graph:
        ready = {module for module, needs in graph.items() if needs <= done}
        assert ready, f"in a circle: {graph}"
        done |= ready
        graph = {module: needs for module, needs in graph.items() if module not in ready}


def test_compiled_modules_are_loaded_by_the_door_only():
    compiled = {file.name.split(".")[0] for file in (PACKAGE / "engines").glob("*.pyi")}
    assert len(compiled) > 5
    for path in FILES:
        if room_of(path) != "engines":
            assert not any(part in compiled for name in imports(path) for part in name.split(".")), path


def test_families_do_not_import_each_other():
    families = {family.__module__.rpartition(".")[2] for family in FAMILIES.values()}
    assert len(families) > 5
    for family in families:
        named = {name.split(".")[1] for name in imports(PACKAGE / "puzzles" / f"{family}.py") if "." in name}
        assert not named & (families - {family})


def test_the_reference_is_plain_python():
    for path in (PACKAGE / "reference").glob("*.py"):
        assert not {"numpy", "engines"} & {name.split(".")[0] for name in imports(path)}


def test_the_checker_of_proofs_stands_alone():
    own = {"proofs", "__future__", *(module.rpartition(".")[2] for module in CHECKERS)}
    for module in CHECKERS:
        path = PACKAGE.joinpath(*module.split(".")).with_suffix(".py")
        assert {name.split(".")[0] for name in imports(path)} <= sys.stdlib_module_names | own
        assert {
            name for name in imports(path) if name.startswith("proofs.") and name.count(".") == 1
        } <= CHECKERS


def test_no_python_file_is_long():
    for path in FILES:
        # The checker of certificates is copied without the package, so it has few files.
        limit = 540 if path.name == "check.py" and path.parent.name == "proofs" else 500
        assert len(path.read_text(encoding="utf-8").splitlines()) <= limit, path


def test_compiled_sources_import_libc_and_each_other_only():
    files = [*CYTHON.rglob("*.pyx"), *CYTHON.rglob("*.pxd")]
    own = {".".join(path.relative_to(CYTHON).with_suffix("").parts) for path in CYTHON.rglob("*.pxd")}
    declared = (
        CYTHON.parent / "src" / "fastfuto" / "engines"
    )  # what Cython looks for under the full name of a module
    own |= {f"fastfuto.engines.{path.stem}" for path in declared.glob("*.pxd")}
    assert len(files) > 10
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 700, path
        assert not re.search(r"^(import|from \S+ import) ", text, re.MULTILINE), path
        for name in re.findall(r"^(?:from (\S+) cimport|cimport (\S+)$)", text, re.MULTILINE):
            module = "".join(name)
            allowed = module in own or module.startswith("libc.") or module in {"cython", "cpython.pythread"}
            # Reading lists and writing text is what this one is for.
            allowed = allowed or (path.parent.name == "text" and module.startswith("cpython."))
            assert allowed, (path, module)


def dot():
    """Return the graph of the rooms: an arrow for each pair of rooms of which one imports the other."""
    lines = ["digraph fastfuto {", "  rankdir=TB; node [shape=box, fontname=Helvetica];"]
    lines += [f"  {{rank=same; {'; '.join(sorted(rooms))}}}" for rooms in reversed(FLOORS)]
    arrows = {(room_of(path), other) for path in FILES for other in rooms_imported(path)}
    lines += [f"  {room} -> {other};" for room, other in sorted(arrows)]
    return "\n".join([*lines, "}"])


if __name__ == "__main__":
    print(dot())
