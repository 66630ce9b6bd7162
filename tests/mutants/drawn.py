"""Changes that a seed draws: those of Python code are made by Cosmic Ray, and those of compiled code by `compiled`."""

import ast
import functools
import random
from collections import defaultdict
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from .compiled import changed_line, lines_of_code
from .planted import ROOT

SOURCES = ROOT / "src" / "fastfuto"
COMPILED = ROOT / "cython"
SUFFIXES = (".py", ".pyx", ".pxd")
OPERATORS = ("Replace", "Add", "Number", "Zero")
"""How the names of the operators begin that are used. Others change decorators and variables, or nothing at all."""
LEFT_OUT = ("ReplaceBinaryOperator_BitOr", "ReplaceUnaryOperator_Delete")


class Drawn(NamedTuple):
    """A change of one place of a file; `before` and `after` are the line that is changed."""

    path: str
    line: int
    before: str
    after: str
    text: str


def drawn(rooms, seed):
    """Yield changes of the files of rooms without end, each at a place of a file that is drawn by its length.

    The rooms of Python code are folders of src/fastfuto, and those of compiled code are folders of cython.
    """
    rng = random.Random(seed)
    folders = [folder / room for folder in (SOURCES, COMPILED) for room in rooms if (folder / room).is_dir()]
    paths = sorted(path for folder in folders for path in folder.rglob("*.p*") if path.suffix in SUFFIXES)
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    seen = set()
    while True:
        (path,) = rng.choices(paths, [len(text) for text in texts.values()])
        change = _python_change if path.suffix == ".py" else _compiled_change
        text = change(rng, texts[path])
        if text is not None and (path, text) not in seen:
            seen.add((path, text))
            yield Drawn(path.relative_to(ROOT).as_posix(), *_difference(texts[path], text), text)


def _python_change(rng, text):
    """Return code with a change of behaviour, or None if the place that is drawn has none."""
    if not (places := _places(text)):
        return None
    name, number = rng.choice(places[rng.choice(sorted(places))])
    changed = mutate_code(text, get_operator(name)(), number)
    return changed if changed is not None and _behaviour(changed) not in (None, _behaviour(text)) else None


def _compiled_change(rng, text):
    """Return code with another line, or None if nothing can be changed in the line that is drawn."""
    lines = text.split("\n")
    number = rng.choice(lines_of_code(text))
    line = changed_line(rng, lines[number], "".join(lines[number + 1 : number + 2]))
    return None if line is None else "\n".join([*lines[:number], line, *lines[number + 1 :]])


@functools.cache
def _places(text):
    """Return the operators that may change code, by the places that they change, each with the number of its change."""
    places, tree = defaultdict(list), get_ast(text)
    nodes = list(ast_nodes(tree))
    for name in _operators():
        starts = [start for node in nodes for start, _ in get_operator(name)().mutation_positions(node)]
        for number, start in enumerate(starts):
            places[start].append((name, number))
    return places


@functools.cache
def _operators():
    """Return the names of the operators that are used."""
    names = [name for name in sorted(operator_names()) if name.removeprefix("core/").startswith(OPERATORS)]
    return [name for name in names if not name.removeprefix("core/").startswith(LEFT_OUT)]


def _behaviour(text):
    """Return what code does, without what only says how it is typed or measured.

    Annotations and what is imported for them change nothing. Numbers that are given names in a module say mostly how
    much work a slice is, which is measured, not tested. Some changes are no code at all: these do None.
    """

    class Stripper(ast.NodeTransformer):
        def visit_FunctionDef(self, node):
            self.generic_visit(node)
            node.returns = None
            return node

        def visit_arg(self, node):
            node.annotation = None
            return node

        def visit_AnnAssign(self, node):
            return ast.Assign([node.target], node.value) if node.value else None

        def visit_If(self, node):
            self.generic_visit(node)
            return None if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING" else node

    try:
        tree = Stripper().visit(ast.parse(text))
    except SyntaxError:
        return None
    tree.body = [node for node in tree.body if not isinstance(node, ast.Assign)]
    return ast.dump(tree)


def _difference(text, changed):
    """Return the number of the first line that differs, and this line before and after."""
    for number, (before, after) in enumerate(zip(text.split("\n"), changed.split("\n"), strict=False), 1):
        if before != after:
            return number, before.strip(), after.strip()
    return 0, "", ""
