"""Compare how the player tells and shows steps with `Step.text` and `draw`: ``python compare_words.py``.

It needs Node.js. The steps are those of explanations of puzzles of all families and levels, and of positions with
entries and marks of a player, right and wrong ones, with all that follows from an assumption.
"""

import itertools
import json
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

import numpy as np

import fastfuto
from fastfuto.drawing.families import view_of
from fastfuto.drawing.fields import fields_of
from fastfuto.drawing.page import phrases
from fastfuto.drawing.sheet import sheets_of
from fastfuto.drawing.steps import show_step
from fastfuto.errors import LimitReached, PuzzleError
from fastfuto.languages import LANGUAGES, language_named
from fastfuto.limits import Watch
from fastfuto.puzzles.variants import RULES

STEPS = 8000
RARE = {"larger fish", "hidden quadruple", "naked quadruple"}
"""Techniques that these puzzles need not have."""
NOT_OF_SQUARES = {"assumption"}
"""What stands within other steps alone."""


def puzzles():
    """Yield puzzles of all families, variants and levels."""
    for family, variant in itertools.product(("sudoku", "latin"), RULES):
        with suppress(PuzzleError, LimitReached):  # The rule does not fit this grid.
            yield from made(2, 9, family=family, variant=variant, level=("moderate", "extreme"), seed=10)
    for level, count in (("easy", 5), ("moderate", 10), ("tricky", 40), ("hard", 40), ("extreme", 30)):
        for n in (6, 8, 9):
            yield from made(count, n, level=level, seed=n)
    yield from made(10, 7, level="diabolical", seed=1)
    yield from made(4, 7, level="search", seed=1)
    yield from made(20, 7, variant="adjacent", level="hard", seed=3)
    yield from made(5, 7, variant="adjacent", level="diabolical", seed=3)
    yield from made(20, 9, family="sudoku", level="hard", seed=4)
    yield from made(20, 9, family="sudoku", level="extreme", seed=4)
    yield from made(10, 9, family="sudoku", variant="jigsaw", level=("tricky", "extreme"), seed=4)
    yield from made(10, 9, family="sudoku", variant="inequalities", level=("tricky", "extreme"), seed=4)
    yield from made(15, 9, family="latin", level="extreme", seed=5)
    for level in ("easy", "moderate", "extreme"):
        yield from made(12, 9, family="kakuro", level=level, seed=6)
    yield from made(3, 16, level="tricky", seed=7)
    for puzzle in made(40, 6, level=("tricky", "extreme"), seed=8):
        first, *others = puzzle.inequalities
        yield fastfuto.Futoshiki(puzzle.clues, [first[::-1], *others])
    for puzzle in made(20, 6, family="kakuro", seed=9):
        first = [each and (each[0] and each[0] + 1, each[1]) for each in puzzle.rows[0]]
        yield fastfuto.Kakuro([first, *puzzle.rows[1:]])


def made(count, n, **recipe):
    for each in fastfuto.generate_many(count, n, **recipe):
        yield each.puzzle


def steps_of(puzzle, rng):
    """Yield steps with the candidates before them."""
    explanation = fastfuto.explain(puzzle)
    states = list(explanation.states())
    yield from zip(explanation.steps, states, strict=False)
    solution = fastfuto.solve(puzzle).grid
    if solution is None:
        return
    n = states[0].shape[-1]
    values = np.asarray(puzzle)
    for _ in range(12):
        keep = rng.random(solution.shape) < rng.choice((0.2, 0.5, 0.8, 0.95))
        entries = np.where(keep & (values == 0), solution, 0)
        if rng.random() < 0.3:
            entries[tuple(rng.integers(0, entries.shape))] = rng.integers(1, n + 1)
        marks = rng.random((*solution.shape, n)) < rng.choice((0.5, 0.8, 1.0))
        if rng.random() < 0.9:
            marks |= np.eye(n, dtype=bool)[np.maximum(solution, 1).astype(int) - 1]
        entries = np.where(solution == 0, 0, entries)
        step = fastfuto.hint(puzzle, entries, candidates=marks)
        if step is not None:
            yield step, None


def seen(puzzle, step, state):
    """Return what is to be seen of a step, as the player writes it."""
    view = view_of(puzzle, None, state)
    view.conflicts = set()
    show_step(view, puzzle, step, True)
    return {
        "roles": sorted(map(list, view.roles.items())),
        "special": sorted([cell, value, kind] for (cell, value), kind in view.special.items()),
        "used": sorted({tuple(pair) for pair in view.used}),
        "links": view.links,
        "badges": view.badges,
        "conflicts": sorted(view.conflicts),
    }


def main():
    rng = np.random.default_rng(46)
    lines, expected = [json.dumps({"phrases": [phrases(language_named(code)) for code in LANGUAGES]})], []
    counts, pictures = Counter(), 0
    for puzzle in puzzles():
        [sheet] = sheets_of([puzzle], Watch(), "page")
        lines.append(json.dumps({"puzzle": fields_of(sheet)}))
        for step, state in steps_of(puzzle, rng):
            counts[step.technique] += 1
            # Steps of which there are many by now are left out.
            if counts[step.technique] > STEPS // 10:
                continue
            lines.append(json.dumps({"step": step.fields()}))
            picture = None if state is None else seen(puzzle, step, state)
            pictures += picture is not None
            expected.append(
                ([[step.text(degree, code) for degree in range(4)] for code in LANGUAGES], picture)
            )
    script = Path(__file__).with_name("tell.mjs")
    run = subprocess.run(["node", script], input="\n".join(lines), capture_output=True, text=True)
    answers = run.stdout.splitlines()
    assert len(answers) == len(expected), (len(answers), len(expected), run.stderr[-2000:])
    for line, (texts, picture) in zip(answers, expected, strict=True):
        answer = json.loads(line)
        assert answer.pop("texts") == texts, (line, texts)
        if picture is not None:
            for name in ("roles", "special", "conflicts"):
                answer[name].sort()
            answer["used"] = sorted(set(map(tuple, answer["used"])))
            assert json.loads(json.dumps(answer)) == json.loads(json.dumps(picture)), (line, picture)
    for technique, count in counts.most_common():
        print(f"{count:6} {technique}")
    missing = set(fastfuto.TECHNIQUES) - set(counts) - RARE - NOT_OF_SQUARES
    assert not missing, missing
    assert len(expected) >= STEPS, len(expected)
    told = f"{len(expected)} steps are told as Step.text tells them, in {', '.join(LANGUAGES)}"
    print(f"{told}, and {pictures} shown as in pictures")


if __name__ == "__main__":
    sys.exit(main())
