"""Whether steps name all that they rest on: ``python -m tests.premises`` derives the steps of many puzzles again.

`Step.verify` derives a step from the candidates of a position. `fastfuto.reference.premises` does so from those alone
that the step names, and here the bounds of a sentence are derived from the sentence.
"""

import argparse
import itertools
import random
import re
import sys
from collections import Counter

import fastfuto
from fastfuto import Model
from fastfuto.logic.ending import is_searched
from fastfuto.reference.premises import is_complete
from fastfuto.reference.rules import Rules

# Sentences of bounds --------------------------------------------------------------------------------------

_CELL = r"(?:r\d+c\d+|cell \d+)"
_SIDE = r"at (?:least|most) \d+"
_SAID = rf"{_SIDE} and {_SIDE}|{_SIDE}|(?:not )?\d+(?:(?:, | or )\d+)*(?! <)"
_BOUNDS = re.compile(rf"(?<!< )({_CELL}(?: and {_CELL})?) (?:is|can only be) ({_SAID})")


def climbing(n, pairs, left):
    """Return the candidates that inequalities exclude from cells of which some values are left."""
    least = {cell: min(left(cell)) for pair in pairs for cell in pair}
    greatest = {cell: max(left(cell)) for pair in pairs for cell in pair}
    for _ in range(len(pairs) + 1):
        for a, b in pairs:
            least[b] = max(least[b], least[a] + 1)
            greatest[a] = min(greatest[a], greatest[b] - 1)
    return {(c, v) for c in least for v in range(1, n + 1) if not least[c] <= v <= greatest[c]}


def cells_of(text):
    """Return the inequalities that a sentence names, as pairs of names."""
    pairs = set()
    for chain in re.findall(rf"{_CELL}(?: < {_CELL})+", text):
        pairs |= set(itertools.pairwise(chain.split(" < ")))
    return pairs


def bounds_in(text, n):
    """Return the values that the bounds of a sentence leave to each cell that it names."""
    left = {}
    for cells, said in _BOUNDS.findall(text):
        kept = set(range(1, n + 1))
        if said.startswith("not "):
            kept -= set(map(int, re.findall(r"\d+", said)))
        elif "at " in said:
            for side, bound in re.findall(r"at (least|most) (\d+)", said):
                kept &= set(range(int(bound), n + 1) if side == "least" else range(1, int(bound) + 1))
        else:
            kept = set(map(int, re.findall(r"\d+", said)))
        for cell in re.findall(_CELL, cells):
            left[cell] = left.get(cell, set(range(1, n + 1))) & kept
    return left


def sentence_follows(text, n):
    """Return whether the bounds that a sentence concludes follow from the inequalities and bounds before them."""
    premise, _, conclusion = text.lower().removesuffix(".").rpartition(", so ")
    known, concluded = bounds_in(premise, n), bounds_in(conclusion, n)
    everything = set(range(1, n + 1))
    lost = climbing(n, sorted(cells_of(premise)), lambda cell: known.get(cell, everything))
    said = {(cell, value) for cell, kept in concluded.items() for value in known.get(cell, everything) - kept}
    return bool(said) and said <= lost


# Puzzles --------------------------------------------------------------------------------------------------


def model(rng, n):
    """Return a square with some numbers, sums and relations, as a model."""
    grid = fastfuto.LatinSquare.random(n, seed=rng.randrange(2**32)).clues
    flat = grid.ravel().tolist()
    groups = [rng.sample(range(n * n), rng.randint(2, 4)) for _ in range(n)]
    for _ in range(2 * n):
        start, step = rng.choice([(n * rng.randrange(n), 1), (rng.randrange(n), n)])
        groups.append([start + step * at for at in sorted(rng.sample(range(n), rng.randint(2, 4)))])
    sums = [(cells, sum(flat[cell] for cell in cells)) for cells in groups]
    relations = []
    for _ in range(2 * n):
        a, b = rng.sample(range(n * n), 2)
        gap = abs(flat[a] - flat[b])
        pairs = [(v, w) for v in range(1, n + 1) for w in range(1, n + 1) if abs(v - w) == gap]
        relations.append((a, b, pairs))
    pairs = [rng.sample(range(n * n), 2) for _ in range(n)]
    less = [(a, b) if flat[a] < flat[b] else (b, a) for a, b in pairs if flat[a] != flat[b]]
    domains = [value if rng.random() < 0.25 else 0 for value in flat]
    return Model(fastfuto.LatinSquare(n).model().skeleton, domains, less, sums, relations)


def permutations(rng, n):
    """Return permutations with forbidden values and an order that some permutation keeps to."""
    row = rng.sample(range(1, n + 1), n)
    order = [(a, b) for a in range(n) for b in range(n) if row[a] < row[b]]
    forbidden = [(k, v) for k in range(n) for v in range(1, n + 1) if v != row[k] and rng.random() < 0.4]
    return fastfuto.Permutations(n, order=rng.sample(order, n // 2), forbidden=forbidden)


def puzzles(count, seed):
    """Yield puzzles of all families and sizes from 4 to 12, of all levels."""
    rng = random.Random(seed)
    levels = ("easy", "moderate", "tricky", "hard", "extreme", "diabolical")
    recipes = [
        *({"n": n} for n in range(4, 13)),
        *({"n": n, "level": level} for n in range(5, 10) for level in levels),
        *({"n": n, "variant": "adjacent"} for n in range(4, 11)),
        *({"n": n, "family": "latin"} for n in range(4, 10)),
        *({"n": n, "family": "sudoku"} for n in (4, 6, 8, 9, 10, 12)),
        *({"n": 9, "family": "sudoku", "level": level} for level in ("tricky", "hard", "extreme")),
        *({"n": 9, "family": "sudoku", "variant": variant} for variant in ("jigsaw", "inequalities")),
        *({"n": 6, "family": "sudoku", "variant": variant} for variant in ("jigsaw", "inequalities")),
        *({"n": n, "family": "kakuro"} for n in range(5, 11)),
        *({"n": 8, "family": "kakuro", "level": level} for level in ("tricky", "extreme")),
    ]
    made = 0
    for at in itertools.count():
        if made == count:
            return
        if at % 7 == 0:
            n = rng.randint(4, 12)
            yield model(rng, min(n, 9)) if at % 2 else permutations(rng, n)
            made += 1
            continue
        recipe = dict(recipes[at % len(recipes)])
        n = recipe.pop("n")
        try:
            puzzle = fastfuto.generate(n, seed=rng.randrange(2**32), timeout=2, **recipe).puzzle
        except (fastfuto.LimitReached, fastfuto.PuzzleError):
            continue
        yield puzzle
        made += 1


def is_found(puzzle, step):
    """Return whether a search by the rules alone, without the candidates of a position, finds what a step says."""
    if step.technique == "contradiction":
        return fastfuto.solve(puzzle).grid is None
    ((cell, value),) = step.placed
    return fastfuto.is_unique(puzzle) and fastfuto.solve(puzzle).grid[cell] == value


BOUNDS = ("inequality bound", "ascending chain", "ascending chain from candidates")


def check(puzzle, rules):
    """Yield each step, and in what it fails: its truth, what it names, its sentence."""
    own = Rules(puzzle)
    explanation = fastfuto.explain(puzzle, rules=rules)
    for step, state in zip(explanation.steps, explanation.states(), strict=True):
        failures = []
        if not step.verify(puzzle, state):
            failures.append("it is not true")
        if not (is_found(puzzle, step) if is_searched(step) else is_complete(own, step)):
            failures.append("it does not follow from what it names")
        if step.technique in BOUNDS and not sentence_follows(step.text(), own.n):
            failures.append("it does not follow from its sentence")
        yield step, failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int, nargs="?", default=300)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    n_steps, failed = Counter(), Counter()
    for puzzle in puzzles(arguments.count, arguments.seed):
        has_sums = len((puzzle if isinstance(puzzle, Model) else puzzle.model()).sums.totals)
        for rules in ("full",) if has_sums else ("full", "tatham"):
            for step, failures in check(puzzle, rules):
                n_steps[step.technique] += 1
                failed[step.technique] += bool(failures)
                if failures and failed[step.technique] == 1:
                    print(step.technique, *failures, step.text(), step, sep="\n    ")
    for technique, count in n_steps.most_common():
        print(f"{failed[technique]:7} of {count:7} fail: {technique}")
    return failed.total()


if __name__ == "__main__":
    sys.exit(bool(main()))
