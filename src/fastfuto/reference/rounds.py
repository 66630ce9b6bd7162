"""The grade of a puzzle by exhaustive search: subsets for sets and fish, all paths for chains.

Rules act in rounds, as `fastfuto.grade` describes. Grading a 6 x 6 takes seconds.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from .logic import BELOW, SCORES, is_broken, rounds_to_contradiction
from .rules import Cell, Grid, Mark, Rules
from .techniques import arrangements, bounds, left_to, lost_in_sum, partners

Rule: TypeAlias = Callable[[Rules, Grid], set[Mark]]


class Rounds(NamedTuple):
    """The result of `fastfuto.grade`, with "solved", "stuck" or "contradiction" in place of the level."""

    end: str
    hardest: str | None
    score: float
    total: float
    steps: int


def rounds(puzzle: Any, *, tatham: bool = False) -> Rounds:
    """Apply the rules of a set to a puzzle in rounds.

    Examples
    --------
    >>> from fastfuto import Futoshiki
    >>> rounds(Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))]))
    Rounds(end='solved', hardest='inequality bound', score=1.6, total=0.0, steps=0)
    """
    rules = Rules(puzzle)
    grid = first_grid(puzzle, rules)
    known = {cell for cell, values in grid.items() if len(values) == 1}
    hardest: str | None = None
    score = total = 0.0
    steps = 0
    cheap = ["naked single", "hidden single", "inequality bound", "relation", "run combinations"]
    for cell in known:
        for peer in rules.peers[cell]:
            grid[peer] = grid[peer] - grid[cell]
    while not is_broken(rules, grid):
        name = next(
            filter(None, _settle(rules, grid, known, cheap if tatham else ["full house", *cheap])), None
        )
        if name is None:
            if len(known) == len(grid):
                break
            found = cheapest_rule(rules, grid, tatham)
            if found is None:
                break
            name, cost, removed = found
            for cell, value in removed:
                grid[cell] = grid[cell] - {value}
            steps += 1
            total += cost
        else:
            cost = SCORES[name]
        if hardest is None or ORDER.index(name) > ORDER.index(hardest):
            hardest = name
        score = max(score, cost)
    end = "contradiction" if is_broken(rules, grid) else "solved" if len(known) == len(grid) else "stuck"
    if end == "solved" and not keeps_clues(rules, grid):
        end = "contradiction"
    return Rounds(end, hardest, score, round(total, 1), steps)


def keeps_clues(rules: Rules, grid: Grid) -> bool:
    """Return whether a full grid satisfies the clues that may not have acted."""
    return (
        all(min(grid[a]) < min(grid[b]) for a, b in rules.less)
        and all(grid[pair[1]] <= partners(rules, grid, pair) for pair in rules.related)
        and all(sum(min(grid[cell]) for cell in cells) == total for cells, total in rules.sums)
    )


def first_grid(puzzle: Any, rules: Rules) -> Grid:
    """Return the allowed values of each cell."""
    model = puzzle.model()
    return {cell: set(model.allowed(number)) for number, cell in enumerate(rules.peers)}


def _settle(rules: Rules, grid: Grid, known: set[Cell], names: list[str]) -> Iterator[str | None]:
    """Yield the names of the easy techniques in order, or None for a technique without effect."""
    values = range(1, rules.n + 1)
    for name in names:
        marks = set[Mark]()
        if name == "full house":
            for line, cells in rules.lines.items():
                empty = [cell for cell in cells if cell not in known]
                if rules.is_full(line) and len(empty) == 1:
                    marks |= {(empty[0], value) for value in grid[empty[0]]}
        elif name == "naked single":
            marks = {
                (cell, min(options))
                for cell, options in grid.items()
                if len(options) == 1 and cell not in known
            }
        elif name == "hidden single":
            for line, cells in rules.lines.items():
                for value in values:
                    at = [cell for cell in cells if value in grid[cell]]
                    if rules.is_full(line) and len(at) == 1 and at[0] not in known:
                        marks.add((at[0], value))
        else:
            lost = lost_to(name, rules, grid)
            for cell, value in lost:
                grid[cell] = grid[cell] - {value}
            yield name if lost else None
            continue
        for cell, value in marks:
            grid[cell] = grid[cell] & {value}
            known.add(cell)
        for cell, value in marks:
            for peer in rules.peers[cell]:
                grid[peer] = grid[peer] - {value}
        yield name if marks else None


def lost_to(name: str, rules: Rules, grid: Grid) -> set[Mark]:
    """Return the candidates that one of the easy techniques for clues removes."""
    lost = set[Mark]()
    if name == "inequality bound":
        for a, b in rules.less:
            lost |= {(b, value) for value in grid[b] if value <= min(grid[a])}
            lost |= {(a, value) for value in grid[a] if value >= max(grid[b])}
    elif name == "relation":
        for pair in rules.related:
            if len(grid[pair[0]]) == 1:
                lost |= {(pair[1], value) for value in grid[pair[1]] - partners(rules, grid, pair)}
    elif name == "run combinations":
        for cells, total in rules.sums:
            if rules.is_run(cells):
                empty = [cell for cell in cells if len(grid[cell]) > 1]
                digits = left_to(rules, grid, cells, total)
                lost |= {(cell, value) for cell in empty for value in grid[cell] - digits}
    else:
        for cells, total in rules.sums:
            lost |= lost_in_sum(rules, grid, cells, total)
    return lost


def _related(rules: Rules, grid: Grid) -> set[Mark]:
    return {(pair[1], v) for pair in rules.related for v in grid[pair[1]] - partners(rules, grid, pair)}


def _run_bounds(rules: Rules, grid: Grid) -> set[Mark]:
    lost = set[Mark]()
    for cells, total in rules.sums:
        for cell in cells:
            least, greatest = bounds(rules, grid, cells, total, cell)
            lost |= {(cell, value) for value in grid[cell] if not least <= value <= greatest}
    return lost


def _choices(rules: Rules, grid: Grid) -> set[Mark]:
    runs = [each for each in rules.sums if rules.is_run(each[0])]
    return set[Mark]().union(*(lost_in_sum(rules, grid, *each) for each in runs))


def cheapest_rule(rules: Rules, grid: Grid, tatham: bool) -> tuple[str, float, set[Mark]] | None:
    """Return the easiest rule that finds anything, its score and all its findings."""
    table = TATHAM if tatham else FULL
    for _, group in itertools.groupby(table, key=lambda entry: SCORES[entry[0]]):
        found = [(name, rule(rules, grid)) for name, rule in group]
        if removed := set().union(*(marks for _, marks in found)):
            name = next(name for name, marks in found if marks)
            return name, SCORES[name], removed
    if tatham:
        return None
    lengths = {
        (cell, value): rounds_to_contradiction(rules, grid, (cell, value))
        for cell, values in grid.items()
        for value in values
        if len(values) > 1
    }
    if any(lengths.values()):
        shortest = min(filter(None, lengths.values()))
        score = 7 + sum(shortest > passed for passed in (4, 6, 8, 12, 16, 24, 32)) / 10
        return "braid", score, {mark for mark, length in lengths.items() if length == shortest}
    removed = _forcing(rules, grid)
    return ("forcing cell", 8.0, removed) if removed else None


def _below(rules: Rules, cell: Cell, line: tuple[Cell, ...], is_peak: bool) -> set[Cell]:
    reached = {cell}
    for _ in line:
        for a, b in rules.less:
            if a in line and b in line and (b if is_peak else a) in reached:
                reached.add(a if is_peak else b)
    return reached - {cell}


def _hills(is_counting: bool) -> Rule:
    def rule(rules: Rules, grid: Grid) -> set[Mark]:
        lost = set[Mark]()
        for line in rules.lines.values():
            for cell, is_peak in itertools.product(line, (True, False)):
                bound = 0
                below = _below(rules, cell, line, is_peak)
                for least in sorted(min(grid[c]) if is_peak else rules.n + 1 - max(grid[c]) for c in below):
                    bound = bound + 1 if is_counting else max(bound + 1, least)
                lost |= {(cell, v) for v in grid[cell] if (v if is_peak else rules.n + 1 - v) <= bound}
        return lost

    return rule


def _locked(rules: Rules, grid: Grid) -> set[Mark]:
    lost = set[Mark]()
    for name, line in rules.lines.items():
        for value in range(1, rules.n + 1):
            at = {cell for cell in line if value in grid[cell]}
            if rules.is_full(name) and len(at) > 1:
                losers = set.intersection(*(rules.seen[cell] for cell in at)).difference(line)
                lost |= {(cell, value) for cell in losers if value in grid[cell]}
    return lost


def _sets(is_naked: bool, least: int, most: int) -> Rule:
    def rule(rules: Rules, grid: Grid) -> set[Mark]:
        lost = set[Mark]()
        for name, line in rules.lines.items():
            cells = [cell for cell in line if len(grid[cell]) > 1]
            values = sorted({value for cell in cells for value in grid[cell]})
            for k in range(least, min(most, len(cells) - 1) + 1):
                if is_naked:
                    for chosen in itertools.combinations(cells, k):
                        taken = set().union(*(grid[cell] for cell in chosen))
                        if len(taken) == k:
                            lost |= {(c, v) for c in cells if c not in chosen for v in grid[c] & taken}
                elif rules.is_full(name):
                    for kept in itertools.combinations(values, k):
                        at = [cell for cell in cells if grid[cell].intersection(kept)]
                        if len(at) == k:
                            lost |= {(c, v) for c in at for v in grid[c].difference(kept)}
        return lost

    return rule


def _pairs(rules: Rules, grid: Grid) -> set[Mark]:
    lost = set[Mark]()
    for one, seen in rules.seen.items():
        for other in seen:
            if len(grid[one]) == 2 and grid[one] == grid[other]:
                losers = (seen & rules.seen[other]) - {one, other}
                lost |= {(cell, value) for cell in losers for value in grid[cell] & grid[one]}
    return lost


def _places(rules: Rules) -> dict[Cell, tuple[int, int]]:
    """Return the row and column of each cell if the first n lines are rows, and the next n lines are their columns."""
    n, lines = rules.n, list(rules.lines.values())
    places = {cell: (r, c) for r, row in enumerate(lines[:n]) for c, cell in enumerate(row)}
    columns = {cell: (r, c) for c, column in enumerate(lines[n : 2 * n]) for r, cell in enumerate(column)}
    return places if places == columns and len(places) == n * n else {}


def _fish(least: int, most: int) -> Rule:
    def rule(rules: Rules, grid: Grid) -> set[Mark]:
        lost = set[Mark]()
        place = _places(rules)
        for value, (base, cover) in itertools.product(
            range(1, rules.n + 1) if place else (), ((0, 1), (1, 0))
        ):
            at = [cell for cell, values in grid.items() if value in values]
            lines = sorted({place[cell][base] for cell in at})
            lines = [line for line in lines if sum(place[cell][base] == line for cell in at) > 1]
            for k in range(least, min(most, len(lines) - 1) + 1):
                for chosen in itertools.combinations(lines, k):
                    across = {place[cell][cover] for cell in at if place[cell][base] in chosen}
                    if len(across) == k:
                        left = [cell for cell in at if place[cell][base] not in chosen]
                        lost |= {(cell, value) for cell in left if place[cell][cover] in across}
        return lost

    return rule


def _reach(start: Mark, follow: Callable[[Mark], Iterator[Mark]]) -> set[Mark]:
    """Return all candidates that are true if `start` is false, by links that `follow` yields."""
    reached = set(follow(start))
    queue = list(reached)
    while queue:
        for mark in follow_true(queue.pop(), follow):
            if mark not in reached:
                reached.add(mark)
                queue.append(mark)
    return reached


def follow_true(mark: Mark, follow: Any) -> Iterator[Mark]:
    """Yield the candidates that are true if `mark` is true, by one weak and one strong link."""
    for excluded in follow.excluded(mark):
        yield from follow(excluded)


class _Links:
    """Links of one kind between candidates."""

    def __init__(self, rules: Rules, grid: Grid, kind: str) -> None:
        self._rules, self._grid, self._kind = rules, grid, kind

    def excluded(self, mark: Mark) -> set[Mark]:
        """Return the candidates that exclude this candidate."""
        (cell, value), grid = mark, self._grid
        found = {(peer, value) for peer in self._rules.peers[cell] if value in grid[peer]}
        if self._kind == "inequalities":
            found |= {(b, v) for a, b in self._rules.less if a == cell for v in grid[b] if v <= value}
            found |= {(a, v) for a, b in self._rules.less if b == cell for v in grid[a] if v >= value}
        return found

    def __call__(self, mark: Mark) -> Iterator[Mark]:
        """Yield the candidates that are true if this candidate is false."""
        cell, value = mark
        if self._kind == "value":
            for name, line in self._rules.lines.items():
                at = [other for other in line if value in self._grid[other]]
                if self._rules.is_full(name) and len(at) == 2 and cell in at:
                    at.remove(cell)
                    yield at[0], value
        elif len(self._grid[cell]) == 2:
            yield cell, min(self._grid[cell] - {value})


def _chains(kind: str) -> Rule:
    def rule(rules: Rules, grid: Grid) -> set[Mark]:
        links = _Links(rules, grid, kind)
        lost = set[Mark]()
        for start in ((cell, value) for cell, values in grid.items() for value in values if len(values) > 1):
            ends = _reach(start, links)
            lost |= {mark for end in ends for mark in links.excluded(end) & links.excluded(start)}
        return lost

    return rule


def _ordered_sets(most_rounds: int | None) -> Rule:
    """Return the rule that drops a candidate that no arrangement of its line contains, if `_is_refuted` agrees."""

    def rule(rules: Rules, grid: Grid) -> set[Mark]:
        lost = set[Mark]()
        for name, line in rules.lines.items():
            cells = [cell for cell in line if len(grid[cell]) > 1]
            inside = {(a, b) for a, b in rules.less if a in line and b in line}
            if rules.is_full(name) and inside and 2 <= len(cells) <= 16:
                less = {(a, b) for a, b in inside if a in cells and b in cells}
                marks = {(cell, value) for cell in cells for value in grid[cell]}
                lost |= {
                    mark
                    for mark in marks - arrangements(cells, grid, less)
                    if most_rounds is None or _is_refuted(cells, grid, less, mark, most_rounds)
                }
        return lost

    return rule


def _is_refuted(
    cells: list[Cell], grid: Grid, less: set[tuple[Cell, Cell]], mark: Mark, most_rounds: int
) -> bool:
    """Return whether singles and inequalities of a line refute a candidate within `most_rounds` rounds."""
    every = set().union(*(grid[cell] for cell in cells))
    case = {cell: set(grid[cell]) for cell in cells} | {mark[0]: {mark[1]}}
    for _ in range(most_rounds):
        known = {cell: set(values) for cell, values in case.items()}
        for cell, values in known.items():
            others = set().union(*(known[other] for other in cells if other != cell))
            case[cell] &= {min(values - others)} if values - others else values
            if len(values) == 1:
                for other in cells:
                    case[other] -= values if other != cell else set()
        for a, b in less:
            case[b] -= set(range(1, min(known[a]) + 1))
            case[a] = {value for value in case[a] if value < max(known[b])}
        if not all(case.values()) or set().union(*case.values()) != every:
            return True
    return False


def _forcing(rules: Rules, grid: Grid) -> set[Mark]:
    cases = [[(cell, value) for value in values] for cell, values in grid.items() if len(values) > 1]
    for name, line in rules.lines.items():
        for value in range(1, rules.n + 1):
            at = [(cell, value) for cell in line if value in grid[cell]]
            if rules.is_full(name) and len(at) > 1:
                cases.append(at)
    lost = set[Mark]()
    for marks in cases:
        gone = [_lost_below(rules, grid, mark) for mark in marks]
        lost |= set.intersection(*gone)
    return lost


def _lost_below(rules: Rules, grid: Grid, mark: Mark) -> set[Mark]:
    case = dict(grid)
    case[mark[0]] = {mark[1]}
    known = {cell for cell, values in grid.items() if len(values) == 1}
    while any(_settle(rules, case, known, [*BELOW])):
        pass
    return {(cell, value) for cell, values in grid.items() for value in values - case[cell]}


FULL: tuple[tuple[str, Rule], ...] = (
    ("hill", _hills(True)),
    ("relation from candidates", _related),
    ("same-line order", _hills(False)),
    ("run bounds", _run_bounds),
    ("locked candidates", _locked),
    ("run combinations from candidates", _choices),
    ("naked pair", _pairs),
    ("hidden pair", _sets(False, 2, 2)),
    ("naked triple", _sets(True, 3, 3)),
    ("hidden triple", _sets(False, 3, 3)),
    ("naked quadruple", _sets(True, 4, 4)),
    ("hidden quadruple", _sets(False, 4, 4)),
    ("naked set", _sets(True, 5, 99)),
    ("short braid in a line", _ordered_sets(2)),
    ("x-wing", _fish(2, 2)),
    ("swordfish", _fish(3, 3)),
    ("larger fish", _fish(4, 99)),
    ("x-chain", _chains("value")),
    ("braid in a line", _ordered_sets(99)),
    ("ordered set", _ordered_sets(None)),
    ("xy-chain", _chains("inequalities")),
)
TATHAM = tuple(
    (name, _chains("plain") if name == "xy-chain" else rule)
    for name, rule in FULL
    if name not in ("hill", "same-line order", "locked candidates", "x-chain")
    and not name.endswith(("in a line", "ordered set"))
)
ORDER = (
    *("full house", "naked single", "hidden single", "inequality bound", "relation", "run combinations"),
    *(name for name, _ in FULL),
    *("braid", "forcing cell"),
)
