"""Whether steps name all that they rest on: ``python -m tests.premises`` derives the steps of many puzzles again.

What follows is derived from the premises that a step names and the rules of the puzzle alone: units differ and, where
they are full, have every value; inequalities, relations and sums hold. Nothing here sees the candidates of a position,
but those that the step names. Whether these are there is what `Step.verify` says.
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
from fastfuto.reference.rules import Rules
from fastfuto.reference.techniques import arrangements, choices


class Premises:
    """What a step names, and what has been deduced before it below the same assumption.

    Parameters
    ----------
    rules : Rules
    step : Step
    gone : set of (cell, value)
        What the assumption and the steps after it have excluded.
    """

    def __init__(self, rules, step, gone=frozenset()):
        self.rules, self.step, self.gone = rules, step, gone
        self.named = {cell: set(values) for cell, values in step.candidates}
        self.values = range(1, rules.n + 1)
        self.said = {(cell, value) for cell, values in step.removed for value in values}

    def left(self, cell):
        """Return the values that a cell may have, by what is named."""
        named = self.named.get(cell, set(self.values))
        return {value for value in named if (cell, value) not in self.gone}

    def all_but(self, cell, kept):
        """Return the candidates of a cell that are not kept."""
        return {(cell, value) for value in self.values if value not in kept}

    def line(self, number=0):
        """Return the cells of a line of the step."""
        return set(self.rules.lines[self.step.lines[number]])

    def places(self, value):
        """Return the named places of a value in the first line, which must need every value."""
        assert self.rules.is_full(self.step.lines[0])
        cells = {cell for cell, values in self.step.candidates if value in values}
        assert cells <= self.line()
        return {cell for cell in cells if (cell, value) not in self.gone}


def follows(rules, step, gone=None):
    """Return whether the conclusion of a step follows from what it names."""
    try:
        if step.technique in CASES:
            return CASES[step.technique](rules, step)
        premises = Premises(rules, step, gone or set())
        if step.technique == "contradiction":
            return _is_broken(premises, gone is not None)
        lost = DERIVED[step.technique](premises, gone is not None)
        placed = {mark for cell, value in step.placed for mark in premises.all_but(cell, {value})}
        return bool(step.placed or step.removed) and placed | premises.said <= lost
    except (AssertionError, LookupError, ValueError, TypeError):
        return False


# Singles --------------------------------------------------------------------------------------------------


def _full_house(premises, _):
    ((cell, value),) = premises.step.placed
    assert premises.rules.is_full(premises.step.lines[0])
    assert cell in premises.line()
    return premises.all_but(cell, {value})


def _naked_single(premises, is_case):
    (cell,) = premises.step.cells
    return premises.all_but(cell, premises.left(cell) if is_case else set(premises.step.values))


def _hidden_single(premises, is_case):
    (cell,), (value,) = premises.step.cells, premises.step.values
    assert premises.rules.is_full(premises.step.lines[0])
    assert cell in premises.line()
    assert not is_case or premises.places(value) == {cell}
    return premises.all_but(cell, {value})


# Inequalities ---------------------------------------------------------------------------------------------


def climbing(n, pairs, left):
    """Return the candidates that inequalities exclude from cells of which some values are left."""
    least = {cell: min(left(cell)) for pair in pairs for cell in pair}
    greatest = {cell: max(left(cell)) for pair in pairs for cell in pair}
    for _ in range(len(pairs) + 1):
        for a, b in pairs:
            least[b] = max(least[b], least[a] + 1)
            greatest[a] = min(greatest[a], greatest[b] - 1)
    return {(c, v) for c in least for v in range(1, n + 1) if not least[c] <= v <= greatest[c]}


def _bound(premises, _):
    assert premises.rules.less.issuperset(premises.step.inequalities)
    return climbing(premises.rules.n, premises.step.inequalities, premises.left)


def _hill(premises, _):
    step, n = premises.step, premises.rules.n
    ((top, _),) = step.removed
    assert premises.rules.less.issuperset(step.inequalities)
    assert {top, *step.cells} <= premises.line()
    up = {(a, b) for a, b in step.inequalities}
    for _ in step.cells:
        up |= {(a, d) for a, b in up for c, d in up if b == c}
    if all((cell, top) in up for cell in step.cells):
        bound = 0
        for least in sorted(min(premises.left(cell)) for cell in step.cells):
            bound = max(bound + 1, least)
        return {(top, value) for value in range(1, bound + 1)}
    assert all((top, cell) in up for cell in step.cells)
    bound = n + 1
    for greatest in sorted((max(premises.left(cell)) for cell in step.cells), reverse=True):
        bound = min(bound - 1, greatest)
    return {(top, value) for value in range(bound, n + 1)}


def _ordered_set(premises, _):
    step = premises.step
    cells, less = list(step.cells), set(step.inequalities)
    grid = {cell: premises.left(cell) for cell in cells}
    assert set(cells) <= premises.line()
    assert premises.rules.less.issuperset(less)
    # The open cells have as many values as they are, so each arrangement uses all of them.
    assert len(set().union(*grid.values())) == len(cells)
    used = arrangements(cells, grid, less)
    assert used
    return {(cell, value) for cell in cells for value in premises.values} - used


# Relations and sums ---------------------------------------------------------------------------------------


def _relation(premises, is_case):
    (relation,) = premises.step.relations
    one, other, _ = relation
    held = premises.left(one) if is_case else set(premises.step.values)
    sees = other in premises.rules.peers[one]
    kept = set(premises.values)
    for pairs in premises.rules.related[relation]:
        kept &= {w for v, w in pairs if v in held and not (sees and v == w)}
    return premises.all_but(other, kept)


def _sum(premises, *_):
    (sum_of,) = premises.step.sums
    assert sum_of in premises.rules.sums
    return lost_in_sum(premises, *sum_of)


def lost_in_sum(premises, cells, total):
    """Return the candidates that a total excludes by what is named: all if it cannot be had."""
    grid = {cell: premises.left(cell) for cell in cells}
    everything = set(itertools.product(cells, premises.values))
    if premises.rules.is_run(cells):
        return everything - choices(grid, cells, total)
    least, greatest = sum(min(grid[c]) for c in cells), sum(max(grid[c]) for c in cells)
    if not least <= total <= greatest:
        return everything
    return {
        (cell, value)
        for cell, value in everything
        if not total - greatest + max(grid[cell]) <= value <= total - least + min(grid[cell])
    }


def _run(premises, _):
    (cells, _), *others = premises.step.sums
    # The cells that are empty have any values; the others have the one that is named.
    assert not others
    filled = {cell for cell, values in premises.named.items() if len(values) == 1}
    assert filled == {*cells} - {*premises.step.cells}
    return _sum(premises)


# Sets and fish --------------------------------------------------------------------------------------------


def _locked(premises, _):
    step = premises.step
    assert premises.rules.is_full(step.lines[0])
    # A value that fits the first line only where it meets the second one.
    assert set(step.cells) <= premises.line() & premises.line(1)
    return {(cell, step.values[0]) for cell in premises.line(1) - premises.line()}


def _set(premises, _):
    step, line = premises.step, premises.line()
    assert len(step.cells) == len(step.values)
    assert set(step.cells) <= line
    if step.technique.startswith("naked"):
        return set(itertools.product(line - set(step.cells), step.values))
    assert premises.rules.is_full(step.lines[0])
    return {mark for cell in step.cells for mark in premises.all_but(cell, step.values)}


def _fish(premises, _):
    step, rules = premises.step, premises.rules
    half = len(step.lines) // 2
    base, cover = step.lines[:half], step.lines[half:]
    assert all(map(rules.is_full, base))
    assert {kind for kind, _ in step.lines} == {"row", "column"}
    inside = {cell for line in base for cell in rules.lines[line]}
    return {(cell, step.values[0]) for line in cover for cell in rules.lines[line] if cell not in inside}


# Chains ---------------------------------------------------------------------------------------------------


def excludes(rules, less, one, other):
    """Return whether two candidates cannot both be true."""
    (a, x), (b, y) = one, other
    return (
        (x == y and b in rules.peers[a])
        or (a == b and x != y)
        or ((a, b) in less and y <= x)
        or ((b, a) in less and y >= x)
    )


def _chain(premises, _):
    step, rules, less = premises.step, premises.rules, set(premises.step.inequalities)
    lines = iter(step.lines)
    assert rules.less.issuperset(less)
    assert all(a[1] == b[0] for a, b in itertools.pairwise(step.links))
    assert len(step.links) % 2 == 1
    for k, ((a, v), (b, w), kind) in enumerate(step.links):
        if kind == "strong" and a != b:
            line = next(lines)
            # The value has no other place in this line.
            assert v == w
            assert rules.is_full(line)
            assert {a, b} <= set(rules.lines[line])
        elif kind == "strong":
            assert premises.left(a) == {v, w}
        else:
            assert k % 2 == 1
            assert excludes(rules, less if kind == "inequality" else (), (a, v), (b, w))
    first, last = step.links[0][0], step.links[-1][1]
    everything = itertools.product(rules.peers, premises.values)
    return {m for m in everything if excludes(rules, less, first, m) and excludes(rules, less, last, m)}


# Assumptions ----------------------------------------------------------------------------------------------


def _play(rules, mark, steps):
    """Return what an assumption excludes, and whether that ends in a contradiction; each step must follow."""
    gone = set()

    def put(cell, value):
        gone.update((cell, other) for other in range(1, rules.n + 1) if other != value)
        gone.update((peer, value) for peer in rules.peers[cell])

    put(*mark)
    for at, step in enumerate(steps):
        assert follows(rules, step, gone), step
        if step.technique == "contradiction":
            assert at == len(steps) - 1
            return gone, True
        for cell, value in step.placed:
            put(cell, value)
        gone |= {(cell, value) for cell, values in step.removed for value in values}
    return gone, False


def _braid(rules, step):
    ((cell, values),) = step.removed
    assumption, *steps = step.cases
    ((mark),) = assumption.placed
    return values == (mark[1],) and cell == mark[0] and _play(rules, mark, steps)[1]


def _line_braid(rules, step):
    (line,) = step.lines
    said = {(cell, value) for cell, values in step.removed for value in values}
    refuted = set()
    for case in step.cases:
        (mark,) = case.placed
        inside = {cell for each in case.cases for cell in each.cells} | {mark[0]}
        assert inside <= set(rules.lines[line])
        assert _play(rules, mark, case.cases)[1]
        refuted.add(mark)
    return said == refuted


def _forcing(rules, step):
    marks = [mark for case in step.cases for mark in case.placed]
    if step.technique == "forcing cell":
        (cell,) = step.cells
        assert marks == [(cell, value) for value in step.values]
    else:
        (value,), (line,) = step.values, step.lines
        assert marks == [(cell, value) for cell in step.cells]
        assert rules.is_full(line)
        assert set(step.cells) <= set(rules.lines[line])
    said = {(cell, value) for cell, values in step.removed for value in values}
    for mark, case in zip(marks, step.cases, strict=True):
        gone, is_broken = _play(rules, mark, case.cases)
        assert is_broken or said <= gone
    return bool(said)


def _is_broken(premises, is_case):
    """Return whether nothing is left for a cell, for a value in a line, for cells of a line, or for a total."""
    step = premises.step
    if step.sums:
        ((cells, total),) = step.sums
        return len(lost_in_sum(premises, cells, total)) == len({*cells}) * premises.rules.n
    if step.cells and step.lines:
        assert set(step.cells) <= premises.line()
        return len(set().union(*map(premises.left, step.cells))) < len(step.cells)
    if step.cells:
        (cell,) = step.cells
        return not is_case or not premises.left(cell)
    if len(step.lines) == 1 and step.values:
        return premises.rules.is_full(step.lines[0]) and not (is_case and premises.places(step.values[0]))
    if step.values:
        return not is_case and all(map(premises.rules.is_full, step.lines))
    return not is_case and not arrangements(list(premises.named), premises.named, {*premises.rules.less})


DERIVED = {
    "full house": _full_house,
    "naked single": _naked_single,
    "hidden single": _hidden_single,
    **dict.fromkeys(("inequality bound", "ascending chain", "ascending chain from candidates"), _bound),
    **dict.fromkeys(("hill", "valley", "same-line order"), _hill),
    **dict.fromkeys(("relation", "relation from candidates"), _relation),
    "run combinations": _run,
    **dict.fromkeys(("run bounds", "run combinations from candidates"), _sum),
    "locked candidates": _locked,
    **dict.fromkeys(("naked pair", "naked triple", "naked quadruple", "naked set"), _set),
    **dict.fromkeys(("hidden pair", "hidden triple", "hidden quadruple"), _set),
    **dict.fromkeys(("x-wing", "swordfish", "larger fish"), _fish),
    **dict.fromkeys(("x-chain", "xy-chain", "chain across inequalities"), _chain),
    "ordered set": _ordered_set,
}
CASES = {
    "braid": _braid,
    **dict.fromkeys(("short braid in a line", "braid in a line"), _line_braid),
    **dict.fromkeys(("forcing cell", "forcing line"), _forcing),
}


# Sentences of bounds --------------------------------------------------------------------------------------

_CELL = r"(?:r\d+c\d+|cell \d+)"
_SIDE = r"at (?:least|most) \d+"
_SAID = rf"{_SIDE} and {_SIDE}|{_SIDE}|(?:not )?\d+(?:(?:, | or )\d+)*(?! <)"
_BOUNDS = re.compile(rf"({_CELL}) (?:is|can only be) ({_SAID})")


def cells_of(text):
    """Return the inequalities that a sentence names, as pairs of names."""
    pairs = set()
    for chain in re.findall(rf"{_CELL}(?: < {_CELL})+", text):
        pairs |= set(itertools.pairwise(chain.split(" < ")))
    return pairs


def bounds_in(text, n):
    """Return the values that the bounds of a sentence leave to each cell that it names."""
    left = {}
    for cell, said in _BOUNDS.findall(text):
        kept = set(range(1, n + 1))
        if said.startswith("not "):
            kept -= set(map(int, re.findall(r"\d+", said)))
        elif "at " in said:
            for side, bound in re.findall(r"at (least|most) (\d+)", said):
                kept &= set(range(int(bound), n + 1) if side == "least" else range(1, int(bound) + 1))
        else:
            kept = set(map(int, re.findall(r"\d+", said)))
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
        if not (is_found(puzzle, step) if is_searched(step) else follows(own, step)):
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
