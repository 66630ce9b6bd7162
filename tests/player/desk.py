"""The player's module called natively, by ctypes: messages are written and answers read as a page does it."""

import ctypes
import functools
import importlib.util
from pathlib import Path

import numpy as np
import pytest

from fastfuto.engines import Verdict
from fastfuto.generation.plan import plan_for
from fastfuto.logic import Grade
from fastfuto.logic.board import logic_model, names_of
from fastfuto.logic.decoding import Decoder
from fastfuto.logic.minutes import TIMES
from fastfuto.logic.technique import RULES, rule_set
from fastfuto.model import Model, value_masks

REFUSED, NO_ROOM, LATE = -1, -2, -3
NOTHING, STEP, WRONG_ENTRY, WRONG_MARKS = range(4)
FULL = rule_set("full")
ROOT = Path(__file__).parents[2]
I32, WORDS = ctypes.c_int32, ctypes.POINTER(ctypes.c_int32)
MOST_WORDS = 1 << 16
SIGNATURES = {
    "words": (WORDS,),
    "rules": (I32, I32),
    "pose": (I32, I32),
    "solve": (I32, I32, I32),
    "grade": (I32,),
    "hint": (I32, I32, I32),
    "explain": (I32, I32, I32),
    "log": (WORDS,),
    "cases": (WORDS,),
    "begin": (I32, I32),
    "make": (I32,),
}


@functools.cache
def function(name):
    """Return a function of the module, whose address is in a capsule; skip the test if the module is not built."""
    player = pytest.importorskip("fastfuto.engines._player", reason="_player needs -Ccmake.define.PLAYER=ON")
    capsule = player.__pyx_capi__[f"player_{name}"]
    name_of = ctypes.pythonapi.PyCapsule_GetName
    name_of.restype, name_of.argtypes = ctypes.c_char_p, [ctypes.py_object]
    address_of = ctypes.pythonapi.PyCapsule_GetPointer
    address_of.restype, address_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return ctypes.CFUNCTYPE(*SIGNATURES[name])(address_of(capsule, name_of(capsule)))


@functools.cache
def words():
    """Return the numbers in which messages and answers are."""
    return np.ctypeslib.as_array(function("words")(), (MOST_WORDS,))


def say(*parts):
    """Write a message; return its length."""
    message = np.concatenate([np.asarray(part, np.int64).ravel() for part in parts]).astype(np.int32)
    words()[: len(message)] = message
    return len(message)


def rules():
    """Let the module have the table of rules."""
    assert function("rules")(say([FULL.is_plain], FULL.scores, TIMES)) == 1


def message_of(model):
    """Return what the module is told of a model, in parts."""
    starts, cells, totals = model.sums
    related, numbers, tables = model.relations
    skeleton = model.skeleton
    domains = model.domains & value_masks(model.n_values)[0]
    counts = [
        *(skeleton.n_cells, skeleton.n_values, len(skeleton.unit_starts) - 1, len(skeleton.unit_cells)),
        *(len(model.inequalities), len(totals), len(cells), len(numbers), len(tables) if len(numbers) else 0),
    ]
    tables = (tables if len(numbers) else np.empty(0, np.uint64)) & value_masks(model.n_values)[0]
    return [
        *(counts, skeleton.unit_starts, skeleton.unit_cells, domains, model.inequalities),
        *(starts if len(starts) else [0], cells, totals, related, numbers, tables),
    ]


def pose(model):
    """Let the module look at a model."""
    rules()
    assert function("pose")(say(*message_of(model))) == 1


def solve(model, entries=None, limit=2):
    """Return the number of solutions up to a limit, and the first one."""
    pose(model)
    count = function("solve")(say(np.zeros(model.n_cells) if entries is None else entries), limit)
    return count, words()[: model.n_cells].tolist() if count > 0 else None


def grade(puzzle):
    """Return the grade of a puzzle."""
    pose(logic_model(puzzle))
    verdict = function("grade")()
    return grade_of(verdict == Verdict.SOLVED, words()[:5].tolist(), verdict != Verdict.PAUSED)


def grade_of(is_solved, numbers, is_exact=True):
    """Return a grade that the module has written."""
    rule, top, total, steps, tenths = numbers
    level = FULL.level(top / 10) if is_solved else FULL.open_level
    hardest = RULES[rule] if rule >= 0 else None
    return Grade(level, hardest, top / 10, total / 10, steps, is_exact, tenths / 10 if is_solved else None)


def logs():
    """Return the two logs."""
    found = []
    for name, n in zip(("log", "cases"), words()[2:4].tolist(), strict=True):
        rows = np.ctypeslib.as_array(function(name)(), (n, 3)).copy() if n else np.empty((0, 3), np.int32)
        found.append(rows)
    return found


def hint(puzzle, entries=None, marks=None, *, patience=20_000, is_posed=False):
    """Return what the module says to a player, as a pair: what it is, and a step or a cell and a value."""
    model = logic_model(puzzle)
    names = names_of(puzzle, model)
    if not is_posed:
        pose(model)
    entries = np.zeros(model.n_cells, np.int64) if entries is None else np.asarray(entries)
    length = say(entries, [] if marks is None else marks)
    told = function("hint")(length, patience)
    if told != STEP:
        return told, words()[:2].tolist()
    return told, next(Decoder(model, names).steps(*logs()))


def explain(puzzle, limit=1 << 30):
    """Return how the rules end, the number of solutions if a search has been asked, and the two logs."""
    model = logic_model(puzzle)
    pose(model)
    verdict = function("explain")(limit, model.n_cells <= 256)
    return verdict, int(words()[0]), *logs()


def generate(recipe, most_slices=10_000):
    """Return what the generator makes: clues, solution, inequalities, a grade; or None if it gives up."""
    plan = plan_for(recipe)
    model = recipe_model(plan)
    pose(model)
    wishes = plan.wishes
    seed = recipe.seed
    halves = np.array([seed & 0xFFFFFFFF, seed >> 32], np.uint32).view(np.int32)
    is_adjacent = recipe.variant == "adjacent"
    fields = ("longest", "is_plain", "least_top", "most_top", "is_proved", "technique", "order")
    asked = [is_adjacent, *(int(wishes[field]) for field in fields), 20_000, len(plan.pairs)]
    assert function("begin")(say(halves, asked, plan.rules, plan.pairs)) == 1
    for _ in range(most_slices):
        if code := function("make")():
            break
    if code != 1:
        return None
    n = model.n_cells
    head, rest = words()[:7].tolist(), words()[7:]
    pairs = rest[2 * n : 2 * n + 2 * head[6]].reshape(-1, 2)
    in_order = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
    return rest[:n].tolist(), rest[n : 2 * n].tolist(), in_order.tolist(), grade_of(head[5], head[:5])


def recipe_model(plan):
    """Return the blank model of a plan."""
    skeleton = plan.skeleton
    domains = np.full((skeleton.n_cells, 1), 2**skeleton.n_values - 1, np.uint64)
    return Model.from_arrays(skeleton, domains, np.empty((0, 2), np.int32))


def script(name):
    """Return a program that writes a file of the page, as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f"cython/player/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
