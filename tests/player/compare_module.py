"""Compare the player's module: ``python -m tests.player.compare_module [native | node] [PUZZLES] [SEED]``.

The module is called natively by ctypes, or as WebAssembly under Node.js. New puzzles of all families, sizes and levels
are the same, and so are their grades, solutions, explanations, and hints in random positions. Kakuros and Sudokus with
inequalities, which the module does not make, are graded, solved and explained, too.
"""

import itertools
import json
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np

import fastfuto
from fastfuto import Kakuro
from fastfuto.drawing.fields import fields_of
from fastfuto.drawing.sheet import sheets_of
from fastfuto.engines import Verdict
from fastfuto.errors import LimitReached, PuzzleError
from fastfuto.generation.recipe import Recipe
from fastfuto.limits import Watch
from fastfuto.logic import hint
from fastfuto.logic.board import logic_model, names_of

from ..drawing.player.compare_hints import random_kakuro
from . import desk

PATIENCE = 0.5
"""Seconds that a puzzle of a rare kind may take, after which no other one of its kind is made."""
KINDS = {
    "futoshiki": {"family": "futoshiki"},
    "latin": {"family": "latin"},
    "sudoku": {"family": "sudoku"},
    "signs": {"family": "sudoku", "variant": "inequalities"},
    "adjacent": {"variant": "adjacent"},
}
LEVELS = (None, "trivial", "easy", "moderate", "tricky", "hard", "extreme", "diabolical", "search")
SIZES = (2, 3, 4, 5, 5, 6, 6, 7, 8, 9, 9, 9, 10, 12)
MOST_STEPS = 400
"""Steps that are compared of an explanation."""


def recipes(rng):
    """Yield recipes of what the module makes, for ever, and the name of the family."""
    while True:
        name = rng.choice(list(KINDS))
        seed = rng.choice((rng.getrandbits(64), rng.getrandbits(16)))
        try:
            yield name, Recipe(rng.choice(SIZES), level=rng.choice(LEVELS), seed=seed, **KINDS[name])
        except PuzzleError:
            continue


def others(rng):
    """Yield puzzles that the module does not make, for ever, and some with several solutions or none."""
    while True:
        yield random_kakuro(rng)
        n, seed = rng.choice((4, 6, 9)), rng.getrandbits(32)
        yield fastfuto.generate(n, family="sudoku", variant="inequalities", seed=seed).puzzle
        made = fastfuto.generate(rng.choice((4, 5, 6)), level=None, seed=rng.getrandbits(32)).puzzle
        clues = np.array(made)
        clues[rng.randrange(len(clues)), rng.randrange(len(clues))] = rng.randrange(len(clues) + 1)
        yield fastfuto.Futoshiki(clues, made.inequalities[rng.randrange(2) :])
        square = fastfuto.generate(rng.choice((4, 5, 7)), family="latin", seed=rng.getrandbits(32)).puzzle
        clues = np.array(square)
        clues[rng.randrange(len(clues)), rng.randrange(len(clues))] = rng.randrange(len(clues) + 1)
        yield fastfuto.LatinSquare(clues)


def made_puzzles(rng, count):
    """Yield so many puzzles, each with the family and the recipe by which it was made, or None."""
    of_recipes, of_others = recipes(rng), others(rng)
    rare = set()
    while count > 0:
        if rng.random() < 0.1:
            yield None, None, next(of_others)
        else:
            name, recipe = next(of_recipes)
            kind = name, recipe.side, recipe.level
            if kind in rare:
                continue
            try:
                made = fastfuto.generate(recipe=recipe, timeout=PATIENCE)
            except (LimitReached, PuzzleError):
                rare.add(kind)
                continue
            yield name, recipe, made
        count -= 1


def position(model, solution, rng):
    """Return entries and marks of a player, mostly right ones."""
    n, rate = model.n_values, rng.choice((0.0, 0.2, 0.5, 0.8, 0.97))
    slips, marking = rng.random() < 0.15, rng.choice((0, 0, 0.3, 1))
    given = [int(mask).bit_length() if int(mask).bit_count() == 1 else 0 for mask in model.domains[:, 0]]
    entries, marks = [], []
    for cell, clue in enumerate(given):
        value = int(solution[cell]) if solution is not None else rng.randrange(1, n + 1)
        if slips and rng.random() < 0.1:
            value = rng.randrange(1, n + 1)
        entries.append(value if (not clue or rng.random() < 0.1) and rng.random() < rate else 0)
        mask = rng.getrandbits(n) | rng.getrandbits(n) | (1 << value - 1 if rng.random() < 0.999 else 0)
        marks.append(mask if mask and rng.random() < marking else 2**n - 1)
    return entries, marks if marking else None


def expected_hint(puzzle, names, entries, marks, n):
    """Return what `hint` says."""
    full = None
    if marks is not None:
        full = names.spread(np.array([[bool(mask >> v & 1) for v in range(n)] for mask in marks]))
    return hint(puzzle, names.spread(np.array(entries)), candidates=full)


def cases(rng, count):
    """Yield what is asked about puzzles, with what the verbs say: (act, puzzle, data, answer)."""
    for name, recipe, made in made_puzzles(rng, count):
        puzzle = made if recipe is None else made.puzzle
        model = logic_model(puzzle)
        names = names_of(puzzle, model)
        if recipe is not None:
            yield "generate", puzzle, (name, recipe), made
        yield "grade", puzzle, None, fastfuto.grade(puzzle)
        found = fastfuto.all_solutions(puzzle, limit=2)
        solution = names.gather(found[0]) if len(found) == 1 else None
        yield "solve", puzzle, None, (len(found), found)
        for k in range(3):
            entries, marks = position(model, solution, rng) if k else ([0] * model.n_cells, None)
            yield (
                "hint",
                puzzle,
                (entries, marks),
                expected_hint(puzzle, names, entries, marks, model.n_values),
            )
        yield "explain", puzzle, None, fastfuto.explain(puzzle)


# Natively ---------------------------------------------------------------------------------------------------


def compare_native(act, puzzle, data, expected):
    """Ask the module by ctypes, and compare."""
    if act == "generate":
        _, recipe = data
        clues, solution, less, grade = desk.generate(recipe)
        assert clues == np.asarray(expected.puzzle).ravel().tolist()
        assert solution == expected.solution.ravel().tolist()
        assert grade == expected.grade
        assert not recipe.has_inequalities or less == puzzle.model().inequalities.tolist()
    elif act == "grade":
        # The module counts solutions with another request.
        level = expected.level or LEVELS[-1]
        assert desk.grade(puzzle) == replace(expected, level=level, solutions=1)
    elif act == "solve":
        count, solution = desk.solve(logic_model(puzzle))
        number, found = expected
        assert count == number
        names = names_of(puzzle, logic_model(puzzle))
        assert count == 0 or any(solution == names.gather(grid).tolist() for grid in found) or count == 2
    elif act == "hint":
        told, step = desk.hint(puzzle, *data)
        if told == desk.STEP:
            assert step == expected, (step, expected)
        elif told == desk.NOTHING:
            assert expected is None, expected
        else:
            names = names_of(puzzle, logic_model(puzzle))
            assert expected.technique == "mistake"
            assert expected.cells == (names.cells[step[0]],)
            assert expected.values == ((step[1],) if told == desk.WRONG_ENTRY else ())
    else:
        compare_explanation(puzzle, expected)


def compare_explanation(puzzle, expected):
    """Compare an explanation; return whether both sides have counted the solutions, if they were asked for.

    The search of the module works alone and up to a limit of its own. Where one side has not finished, its steps end
    where the rules do, and the other's begin with the same ones.
    """
    verdict, number, log, cases = desk.explain(puzzle)
    is_open = verdict == Verdict.STUCK and number == desk.LATE
    if is_open or not (expected.solved or expected.contradiction or expected.several or expected.exact):
        n, k = min(len(log), len(expected._log)), min(len(cases), len(expected._cases))
        assert np.array_equal(log[:n], expected._log[:n]), puzzle
        assert np.array_equal(cases[:k], expected._cases[:k]), puzzle
        return False
    assert np.array_equal(log, expected._log), puzzle
    assert np.array_equal(cases, expected._cases), puzzle
    assert (number == 2) == bool(expected.several)
    return True


# Under Node.js ----------------------------------------------------------------------------------------------


def page_fields(puzzle):
    """Return a puzzle as the page stores it."""
    return fields_of(sheets_of([puzzle], Watch(), "page")[0])


def request_of(act, puzzle, data):
    """Return a request of the page."""
    if act == "generate":
        name, recipe = data
        return {"do": act, "family": name, "n": recipe.side, "level": recipe.level, "seed": str(recipe.seed)}
    request = {"do": act, "puzzle": page_fields(puzzle)}
    if act == "hint":
        entries, marks = data
        request |= {"entries": entries, "candidates": marks}
    return request | ({"limit": MOST_STEPS} if act == "explain" else {})


def compare_answer(act, puzzle, data, expected, answer):
    """Compare what the module has answered under Node.js."""
    names = names_of(puzzle, logic_model(puzzle))
    if act == "generate":
        fields = page_fields(puzzle)
        assert all(answer["puzzle"][key] == value for key, value in fields.items()), (
            answer["puzzle"],
            fields,
        )
        assert answer["solution"] == expected.solution.ravel().tolist()
        assert answer["seed"] == str(data[1].seed)
        assert answer["grade"] == graded(expected.grade)
        assert puzzle.n < 4 or fastfuto.parse(answer["puzzle"]["line"]) == puzzle
    elif act == "grade":
        assert {key: answer[key] for key in ("level", "score", "minutes")} == graded(expected)
    elif act == "solve":
        number, found = expected
        assert answer["count"] == number
        solution = names.spread(np.array(answer["solution"], np.uint8)) if number else None
        assert number == 0 or (solution == found[0]).all() or number == 2
    elif act == "hint":
        assert answer["step"] == as_json(expected), (answer["step"], as_json(expected))
    else:
        steps = expected.steps
        if len(steps) > MOST_STEPS:
            steps = fastfuto.explain(puzzle, steps=MOST_STEPS).steps
        assert answer["steps"] == [as_json(step) for step in steps]
        assert answer["solved"] == (expected.solved and len(expected) <= MOST_STEPS)


def graded(grade):
    return {"level": grade.level or LEVELS[-1], "score": grade.score, "minutes": grade.minutes}


def as_json(step):
    return None if step is None else json.loads(step.to_json())


def compare_under_node(listed):
    """Ask the module under Node.js, and compare; return the milliseconds of each kind of request."""
    lines = [json.dumps(request_of(act, puzzle, data)) for act, puzzle, data, _ in listed]
    script = Path(__file__).with_name("ask.mjs")
    run = subprocess.run(["node", script], input="\n".join(lines), capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(listed), (len(answers), len(listed))
    times = {}
    for case, answer in zip(listed, answers, strict=True):
        assert "error" not in answer, (case, answer)
        compare_answer(*case, answer)
        times.setdefault(case[0], []).append(answer["took"])
    return times


def main(way="native", count="1000", seed="1"):
    """Compare, and say what was compared."""
    rng, counts, techniques, times = random.Random(int(seed)), Counter(), Counter(), {}
    begin = time.process_time()
    asked = cases(rng, int(count))
    for part in iter(lambda: list(itertools.islice(asked, 700)), []):
        if way == "native":
            for case in part:
                compare_native(*case)
        else:
            for act, each in compare_under_node(part).items():
                times.setdefault(act, []).extend(each)
        for act, puzzle, _, expected in part:
            counts[act] += 1
            counts[f"{act}: Kakuro"] += isinstance(puzzle, Kakuro)
            if act == "hint":
                techniques["nothing" if expected is None else expected.technique] += 1
            if act == "explain" and way == "node":
                techniques.update(step.technique for step in expected.steps)
    for name, number in [*sorted(counts.items()), *techniques.most_common()]:
        print(f"{number:8} {name}")
    for act, each in times.items():
        each.sort()
        print(f"{act}: median {statistics.median(each):.2f} ms, 99 % {each[len(each) * 99 // 100]:.1f}")
    print(f"all the same; {time.process_time() - begin:.0f} s of processor time")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
