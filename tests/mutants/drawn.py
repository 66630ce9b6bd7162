"""Changes of Python code that Cosmic Ray makes, of which a seed draws some for each room."""

import ast
import functools
import random
from collections import defaultdict
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from .planted import ROOT

SOURCES = ROOT / "src" / "fastfuto"
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


def drawn(room, k, seed):
    """Yield k changes of the files of a room, each at a place that is drawn from a file that is drawn by its length."""
    rng = random.Random(f"{room} {seed}")
    texts = {path: path.read_text(encoding="utf-8") for path in sorted((SOURCES / room).rglob("*.py"))}
    seen = set()
    while len(seen) < k:
        (path,) = rng.choices(list(texts), [len(text) for text in texts.values()])
        places = _places(texts[path])
        if not places or (place := rng.choice(sorted(places))) in seen:
            continue
        name, number = rng.choice(places[place])
        changed = mutate_code(texts[path], get_operator(name)(), number)
        if changed is not None and _behaviour(changed) not in (None, _behaviour(texts[path])):
            seen.add(place)
            before, after = _difference(texts[path], changed)
            yield Drawn(path.relative_to(ROOT).as_posix(), place[0], before, after, changed)


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
    """Return the first line that differs, before and after."""
    for before, after in zip(text.splitlines(), changed.splitlines(), strict=False):
        if before != after:
            return before.strip(), after.strip()
    return "", ""
