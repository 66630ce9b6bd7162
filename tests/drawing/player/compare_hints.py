"""Compare the hints of the page with those of `fastfuto.hint`: ``python compare_hints.py``. It needs Node.js."""

import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np

import fastfuto
from fastfuto import Kakuro, LimitReached, PuzzleError
from fastfuto.drawing.fields import fields_of
from fastfuto.drawing.page import phrases
from fastfuto.drawing.sheet import sheets_of
from fastfuto.limits import Watch
from fastfuto.logic.board import logic_model, names_of
from fastfuto.puzzles import variants

POSITIONS = 4000


def puzzles(rng):
    """Yield puzzles of all sizes and families: with one solution, several and none."""
    for n in (2, 4, 5, 6, 7, 9, 9, 12, 16, 25):
        grid = fastfuto.LatinSquare.random(n, seed=rng.randrange(2**32)).clues
        pairs = [((r, c), (r, c + 1)) for r in range(n) for c in range(n - 1)]
        pairs += [((r, c), (r + 1, c)) for r in range(n - 1) for c in range(n)]
        pairs = [(a, b) if grid[a] < grid[b] else (b, a) for a, b in pairs]
        for share, kept in ((0.0, 1.0), (0.3, 0.5), (0.1, 0.3)):
            clues = np.where(np.random.default_rng(rng.randrange(2**32)).random((n, n)) < share, grid, 0)
            chosen = rng.sample(pairs, int(kept * len(pairs)))
            yield fastfuto.Futoshiki(clues, chosen)
            if chosen:
                yield fastfuto.Futoshiki(clues, [*chosen[1:], chosen[0][::-1]])
    for level in ("moderate", "hard", "diabolical"):
        for made in fastfuto.generate_many(3, 7, variant="adjacent", level=level, seed=rng.randrange(2**32)):
            yield made.puzzle
    recipes = ((7, "easy", 3), (7, "tricky", 8), (9, "tricky", 30), (7, "extreme", 8), (7, "diabolical", 5))
    for n, level, count in recipes:
        for made in fastfuto.generate_many(count, n, level=level, seed=rng.randrange(2**32)):
            yield made.puzzle
    for variant in (None, "jigsaw", "inequalities"):
        for made in fastfuto.generate_many(
            8, 9, family="sudoku", variant=variant, level=("moderate", "tricky")
        ):
            yield made.puzzle
    for family, n in (("sudoku", 9), ("latin", 7), ("sudoku", 6)):
        for variant in variants.RULES:
            try:
                made = fastfuto.generate(
                    n, family=family, variant=variant, seed=rng.randrange(2**32), timeout=20
                )
            except (PuzzleError, LimitReached):
                continue  # The rule does not fit this grid.
            yield made.puzzle
            yield made.puzzle.with_rules("diagonals")
    for _ in range(12):
        yield random_kakuro(rng)


def random_kakuro(rng):
    """Return a Kakuro with a hidden solution."""
    rows, columns = rng.randrange(3, 8), rng.randrange(3, 8)
    values = np.zeros((rows, columns), int)
    for r in range(1, rows):
        for c in range(1, columns):
            used = set(values[r].tolist()) | set(values[:, c].tolist())
            left = [v for v in range(1, 10) if v not in used]
            if left and rng.random() < 0.75:
                values[r, c] = rng.choice(left)
    values[1, 1] = values[1, 1] or 5
    entries = [[0 if v else None for v in row] for row in values.tolist()]
    for run in Kakuro(entries).runs:
        (r, c), down = run.cells[0], run.direction == "down"
        r, c = (r - 1, c) if down else (r, c - 1)
        total = int(sum(values[cell] for cell in run.cells))
        before = entries[r][c] or (0, 0)
        entries[r][c] = (total, before[1]) if down else (before[0], total)
    return Kakuro(entries)


def position(puzzle, model, names, solution, rng):
    """Return entries and marks of a player, flat: mostly right ones."""
    rate, slips, marking = (
        rng.choice((0.0, 0.2, 0.5, 0.8, 0.97)),
        rng.random() < 0.15,
        rng.choice((0, 0.3, 1)),
    )
    given = names.gather(np.asarray(puzzle).astype(int)).tolist()
    entries, marks = [], []
    n = model.n_values
    for cell, clue in enumerate(given):
        value = int(solution[cell]) if solution is not None else rng.randrange(1, n + 1)
        if slips and rng.random() < 0.1:
            value = rng.randrange(1, n + 1)
        entries.append(value if not clue and rng.random() < rate else 0)
        mask = rng.getrandbits(n) | rng.getrandbits(n) | (1 << value - 1 if rng.random() < 0.995 else 0)
        marks.append(mask if rng.random() < marking else 0)
    return entries, marks


def followed(puzzle, names, solution, rng):
    """Yield positions of a player who notes everything: those before sets and, of the others, some."""
    explanation = fastfuto.explain(puzzle)
    filled = {cell for cell, value in enumerate(names.gather(np.asarray(puzzle)).tolist()) if value}
    for step, state in zip(explanation.steps, explanation.states(), strict=True):
        is_set = step.technique.startswith(("naked", "hidden")) and "single" not in step.technique
        if is_set or rng.random() < 0.05:
            masks = [sum(1 << v for v in np.flatnonzero(row).tolist()) for row in names.gather(state)]
            entries = [int(solution[cell]) if cell in filled else 0 for cell in range(len(masks))]
            for _ in range(3):
                yield entries, [0 if cell in filled else mask for cell, mask in enumerate(masks)]
                # The same with some marks less, but not that of the solution.
                masks = [
                    mask & (rng.getrandbits(25) | rng.getrandbits(25) | rng.getrandbits(25))
                    | 1 << int(value) - 1
                    for mask, value in zip(masks, solution, strict=True)
                ]
        filled |= {names.numbers[cell] for cell, _ in step.placed}


def as_told(step):
    """Return a step as the page writes it."""
    fields = {**step.fields(), "texts": [step.text(degree) for degree in range(4)]}
    return json.loads(json.dumps(fields))


def main():
    rng = random.Random(20)
    listed = list(puzzles(rng))
    each = -(-POSITIONS // len(listed))
    lines, expected = [json.dumps({"phrases": phrases()})], []
    for puzzle in listed:
        [sheet] = sheets_of([puzzle], Watch(), "page")
        model = logic_model(puzzle)
        names = names_of(puzzle, model)
        lines.append(json.dumps({"puzzle": fields_of(sheet)}))
        solution = None if sheet.solution is None else names.gather(sheet.solution)
        positions = [position(puzzle, model, names, solution, rng) for _ in range(each)]
        if sheet.level:
            positions += followed(puzzle, names, solution, rng)
        for entries, marks in positions:
            lines.append(json.dumps({"entries": entries, "marks": marks}))
            grid = names.spread(np.array(entries))
            full = [[not mask or bool(mask >> v & 1) for v in range(model.n_values)] for mask in marks]
            candidates = names.spread(np.array(full)) if any(marks) else None
            expected.append(fastfuto.hint(puzzle, grid, candidates=candidates))
        if sheet.level not in ("", "search"):
            lines.append(json.dumps({"follow": True}))
            expected.append(solution.tolist())
    script = Path(__file__).with_name("answer.mjs")
    run = subprocess.run(["node", script], input="\n".join(lines), capture_output=True, text=True, check=True)
    answers = run.stdout.splitlines()
    assert len(answers) == len(expected), (len(answers), len(expected))
    counts = Counter()
    for line, each_expected in zip(answers, expected, strict=True):
        answer = json.loads(line)
        if isinstance(each_expected, list):
            # Whoever does what all hints say comes to the solution.
            assert answer == each_expected, (answer, each_expected)
            counts["solved by hints alone"] += 1
        else:
            step = each_expected and as_told(each_expected)
            assert answer == step, (answer, step)
            counts["nothing" if step is None else step["technique"]] += 1
    for technique, count in counts.most_common():
        print(f"{count:5} {technique}")
    n_positions = counts.total() - counts["solved by hints alone"]
    assert n_positions > 5000
    print(f"{n_positions} positions of {len(listed)} puzzles: the hints of the page are those of the library")


if __name__ == "__main__":
    sys.exit(main())
