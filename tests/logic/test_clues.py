"""Human rules for relations and sums: Adjacent, Kakuro and models, beside brute force and the slow twin."""

import dataclasses
import itertools
import random
from pathlib import Path

import numpy as np
import pytest

import fastfuto
from fastfuto import Adjacent, Kakuro, Model, PuzzleError, Skeleton, explain, grade, hint
from fastfuto.logic.minutes import TIMES, minutes_of
from fastfuto.logic.technique import RULES, TECHNIQUES
from fastfuto.reference.rounds import rounds
from fastfuto.reference.waves import waves

from .. import strategies
from ..oracles import adjacent_brute_force, adjacent_game_ids
from ..relations import random_related
from .test_explain import plays


def agrees(puzzle, rules="full"):
    """Compare the grade with that of the slow twin; return how the twin ends."""
    found, slow = grade(puzzle, rules=rules), rounds(puzzle, tatham=rules == "tatham")
    assert (found.level in ("search", "recursive", None)) == (slow.end != "solved")
    assert (found.solutions, found.level is None) == (fastfuto.count(puzzle, limit=2), found.solutions == 0)
    if slow.end != "contradiction":
        expected = (slow.hardest, round(slow.score, 1), slow.total, slow.steps)
        assert (found.hardest, found.score, found.total, found.steps) == expected
    assert found.minutes == minutes(waves(puzzle, tatham=rules == "tatham"))
    return slow.end


def minutes(found):
    """Return the minutes of the waves that the slow twin finds, None if there are none."""
    if found is None:
        return None
    time = 0
    for name, score, n_open in found:
        finding, doing = TIMES[:, RULES.index(name)].tolist()
        time += finding + n_open * doing + finding * round(10 * (score - TECHNIQUES[name].score)) // 10
    return minutes_of(time)


def excludes_no_solution(puzzle, solutions, rules="full"):
    """Verify every step of an explanation, and that it is true of all solutions; return the explanation."""
    explanation = explain(puzzle, rules=rules)
    plays(puzzle, explanation)
    assert explanation.solved <= (len(solutions) == 1)
    assert explanation.contradiction <= (len(solutions) == 0)
    for solution in solutions:
        grid = np.array(solution)
        filled = grid > 0
        assert explanation.candidates[filled, grid[filled].astype(int) - 1].all()
    if explanation.solved:
        assert explanation.grid.tolist() == np.array(solutions[0]).tolist()
    return explanation


# Adjacent -------------------------------------------------------------------------------------------------


def random_adjacent(rng, n, share):
    """Return an Adjacent puzzle with a solution: all bars of a square, and a share of its numbers."""
    square = strategies.random_square(rng, n)
    bars = [
        ((r, c), other)
        for r, c in itertools.product(range(n), repeat=2)
        for other in ((r, c + 1), (r + 1, c))
        if max(other) < n and abs(square[r][c] - square[other[0]][other[1]]) == 1
    ]
    kept = [[value if rng.random() < share else 0 for value in row] for row in square]
    return Adjacent(kept, bars)


@pytest.mark.parametrize("rules", ["full", "tatham"])
@pytest.mark.parametrize(("game_id", "solution"), adjacent_game_ids())
def test_puzzles_of_the_generator_are_explained(game_id, solution, rules):
    puzzle = fastfuto.parse(game_id)
    explanation = explain(puzzle, rules=rules)
    plays(puzzle, explanation)
    assert explanation.grid.tolist() == [list(row) for row in solution]
    # The generator was asked for its level "tricky".
    assert rules == "full" or grade(puzzle, rules=rules).level == "tricky"


def graded():
    path = Path(__file__).parents[1] / "golden" / "adjacent_levels.tsv"
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


@pytest.mark.parametrize(("game_id", "level"), graded())
def test_levels_are_those_asked_of_the_generator(game_id, level):
    puzzle = fastfuto.parse(game_id)
    assert grade(puzzle, rules="tatham").level == level
    assert explain(puzzle).solved


def test_random_adjacents_are_explained_truly():
    rng = random.Random(11)
    techniques, ends = set(), set()
    for _ in strategies.rounds(500):
        n = rng.choice([3, 4, 4, 5, 6])
        puzzle = random_adjacent(rng, n, rng.choice([0, 0.05, 0.2]))
        solutions = adjacent_brute_force(puzzle) if n < 6 else fastfuto.all_solutions(puzzle).tolist()
        for rules in ("full", "tatham"):
            explanation = excludes_no_solution(puzzle, solutions, rules)
            techniques |= {step.technique for step in explanation.steps}
            ends.add(explanation.solved)
    assert techniques >= {"relation", "relation from candidates", "braid"}
    assert ends == {True, False}


def test_an_adjacent_without_a_solution_ends_in_a_contradiction():
    rng = random.Random(12)
    shown = 0
    for _ in range(40):
        puzzle = random_adjacent(rng, 4, 0.1)
        bars = set(puzzle.bars)
        bars ^= {rng.choice([((r, c), (r, c + 1)) for r in range(4) for c in range(3)])}
        puzzle = Adjacent(puzzle.clues, sorted(bars))
        shown += excludes_no_solution(puzzle, adjacent_brute_force(puzzle)).contradiction
    assert shown > 10


@pytest.mark.thorough
def test_the_slow_twin_agrees_on_adjacents():
    rng = random.Random(13)
    ends = set()
    for _ in range(8):
        puzzle = random_adjacent(rng, rng.choice([3, 4, 4]), rng.choice([0, 0.1]))
        ends |= {agrees(puzzle), agrees(puzzle, "tatham")}
    assert ends == {"solved", "stuck"}


def test_grades_of_adjacents_do_not_depend_on_symmetry():
    rng = random.Random(14)
    puzzles = [random_adjacent(rng, rng.choice([4, 5, 6]), 0.05) for _ in range(40)]
    puzzles += [fastfuto.parse(game_id) for game_id, _ in adjacent_game_ids()]
    for puzzle in puzzles:
        for rules in ("full", "tatham"):
            expected = grade(puzzle, rules=rules)
            for options in ({"rotation": 1}, {"mirror": True}, {"complement": True}):
                assert grade(puzzle.transformed(**options), rules=rules) == expected


def test_hints_of_an_adjacent_begin_with_mistakes():
    game_id, solution = adjacent_game_ids()[0]
    puzzle = fastfuto.parse(game_id)
    entries = np.array(solution)
    assert hint(puzzle, entries) is None
    entries[2, 2] = entries[2, 2] % 5 + 1
    assert hint(puzzle, entries).cells == ((2, 2),)
    # Without a solution that is the only one, entries are checked against the bars.
    several = Adjacent(np.zeros((3, 3), int), [((0, 0), (0, 1))])
    wrong = hint(several, [[1, 3, 0], [0, 0, 0], [0, 0, 0]])
    assert wrong.technique == "mistake"
    assert wrong.cells == ((0, 0),)


# Models with relations ------------------------------------------------------------------------------------


def test_random_models_with_relations_are_explained_truly():
    rng = random.Random(15)
    ends, kinds = set(), set()
    for _ in strategies.rounds(2000):
        related = random_related(rng)
        explanation = excludes_no_solution(related.model, related.solutions())
        ends.add((explanation.solved, explanation.contradiction))
        kinds |= {kind for step in explanation.steps for _, _, kind in step.relations}
        agrees(related.model)
    assert len(ends) == 3
    assert kinds == {"differ", "differ by 1", "do not differ by 1", "relation"}


@pytest.mark.parametrize("is_related", [False, True])
def test_two_cells_that_see_each_other_are_a_pair_without_a_full_unit(is_related):
    pairs = list(itertools.combinations(range(3), 2))
    differ = [[v != w for w in range(4)] for v in range(4)]
    skeleton = Skeleton(3, 4, [] if is_related else pairs)
    relations = [(*pair, np.array(differ)) for pair in pairs] if is_related else []
    model = Model(skeleton, [[1, 4], [1, 2], [1, 2]], relations=relations)
    [step] = excludes_no_solution(model, [(4, 1, 2), (4, 2, 1)]).steps
    assert (step.technique, step.lines, step.removed) == ("naked pair", (), (((0,), (1,)),))
    agrees(model)


def test_two_relations_of_the_same_cells_act_one_by_one():
    allowed = [{(1, 2), (2, 3), (3, 1)}, {(1, 2), (2, 1), (3, 1)}]
    model = Model(Skeleton(2, 3), [[1], [1, 2, 3]], relations=[(0, 1, pairs) for pairs in allowed])
    assert excludes_no_solution(model, [(1, 2)]).solved


# Kakuro ---------------------------------------------------------------------------------------------------


def random_kakuro(rng, rows=4, columns=5, black=0.3):
    """Return a Kakuro with one solution: totals of a random filling, and as many digits as it takes."""
    white = [[rng.random() > black for _ in range(columns)] for _ in range(rows)]
    white[0][0] = True
    filling = np.zeros((rows, columns), int)
    for r, c in zip(*np.nonzero(white), strict=True):
        run = itertools.takewhile(lambda i, c=c: white[i][c], range(r - 1, -1, -1))
        seen = {filling[i, c] for i in run} | set(filling[r].tolist())
        filling[r, c] = rng.choice([digit for digit in range(1, 10) if digit not in seen])
    entries = [[None] * (columns + 1) for _ in range(rows + 1)]
    for r, c in itertools.product(range(-1, rows), range(-1, columns)):
        if min(r, c) >= 0 and white[r][c]:
            entries[r + 1][c + 1] = 0
            continue
        down = itertools.takewhile(lambda i, c=c: white[i][c], range(r + 1, rows)) if c >= 0 else ()
        right = itertools.takewhile(lambda j, r=r: white[r][j], range(c + 1, columns)) if r >= 0 else ()
        totals = sum(int(filling[i, c]) for i in down), sum(int(filling[r, j]) for j in right)
        entries[r + 1][c + 1] = totals if any(totals) else None
    puzzle = Kakuro(entries)
    while len(found := fastfuto.all_solutions(puzzle, limit=2)) > 1:
        digits = np.array(puzzle)
        at = tuple(np.argwhere(found[0] != found[1])[0])
        digits[at] = filling[at[0] - 1, at[1] - 1]
        puzzle = puzzle.with_clues(digits)
    return puzzle


def test_kakuros_with_one_solution_are_explained_to_the_end():
    rng = random.Random(21)
    levels, techniques = [], set()
    for _ in strategies.rounds(600):
        puzzle = random_kakuro(
            rng, rng.choice([2, 3, 4, 5]), rng.choice([3, 4, 5, 6]), rng.choice([0.2, 0.3])
        )
        explanation = excludes_no_solution(puzzle, fastfuto.all_solutions(puzzle))
        found = grade(puzzle)
        assert explanation.solved == (found.level != "search")
        levels.append(found.level)
        techniques |= {step.technique for step in explanation.steps}
        # The total of a run gives its last digit away.
        assert found.score == max((step.score for step in explanation.steps), default=0.0)
    assert {"easy", "moderate"} <= set(levels)
    assert levels.count("search") < 10
    assert techniques >= {
        "naked single",
        "run combinations",
        "run bounds",
        "run combinations from candidates",
    }


def test_kakuros_with_many_solutions_or_none_are_explained_truly():
    rng = random.Random(22)
    contradictions = 0
    for _ in range(60):
        puzzle = random_kakuro(rng, 3, 4)
        rows = [list(row) for row in puzzle.rows]
        r, c = rng.choice(
            [(r, c) for r, row in enumerate(rows) for c, e in enumerate(row) if isinstance(e, tuple)]
        )
        down, right = rows[r][c]
        rows[r][c] = rng.choice(
            [(0, right), (down, 0), (down and max(down + rng.choice([-3, 1, 6]), 1), right)]
        )
        other = Kakuro(rows)
        contradictions += excludes_no_solution(other, fastfuto.all_solutions(other, limit=200)).contradiction
    assert contradictions > 5


def test_the_slow_twin_agrees_on_kakuros():
    rng = random.Random(23)
    ends = {agrees(random_kakuro(rng, rng.choice([2, 3, 4]), rng.choice([3, 4]))) for _ in range(25)}
    assert "solved" in ends


def test_grades_of_kakuros_do_not_depend_on_symmetry():
    rng = random.Random(24)
    for _ in range(30):
        puzzle = random_kakuro(rng, 4, 4)
        rows = puzzle.rows
        turned = [
            [each[::-1] if isinstance(each, tuple) else each for each in column]
            for column in zip(*rows, strict=True)
        ]
        assert grade(Kakuro(turned)) == grade(puzzle)


def test_more_digits_never_raise_the_level_of_a_kakuro():
    rng = random.Random(25)
    for _ in range(30):
        puzzle = random_kakuro(rng, 4, 5)
        solution = fastfuto.solve(puzzle).grid
        digits = np.array(puzzle)
        r, c = rng.choice(np.argwhere(solution > 0).tolist())
        digits[r, c] = solution[r, c]
        assert grade(puzzle.with_clues(digits)).score <= max(grade(puzzle).score, 1.7)


def test_hints_lead_through_a_kakuro():
    puzzle = random_kakuro(random.Random(26), 4, 5)
    solution = fastfuto.solve(puzzle).grid.astype(int)
    entries = np.array(puzzle)
    marks = np.zeros((*puzzle.shape, 9), bool)
    marks[entries == 0] = True
    for _ in range(500):
        if (step := hint(puzzle, entries, candidates=marks)) is None:
            break
        assert step.technique != "mistake"
        for cell, value in step.placed:
            entries[cell] = value
        for cell, values in step.removed:
            marks[cell][np.array(values) - 1] = False
    assert entries.tolist() == solution.tolist()
    r, c = np.argwhere(solution > 0)[0]
    entries[r, c] = solution[r, c] % 9 + 1
    assert hint(puzzle, entries).removed == (((r, c), (entries[r, c],)),)
    with pytest.raises(PuzzleError, match=r"row 2, column \d must be 0 to 9, got 11"):
        hint(puzzle, np.where(solution > 0, 11, 0))


def test_entries_of_a_kakuro_with_several_solutions_are_checked_against_totals():
    puzzle = Kakuro([[(0, 4), 0, 0], [(0, 17), 0, 0]])
    assert hint(puzzle, [[0, 1, 0], [0, 0, 0]]).technique == "run combinations"
    for row in ([0, 4, 0], [0, 1, 2], [0, 5, 0], [0, 2, 2]):
        assert hint(puzzle, [row, [0, 0, 0]]).technique in ("mistake", "contradiction")
    assert hint(puzzle, [[0, 1, 2], [0, 0, 0]]).technique == "mistake"


# Models with sums -----------------------------------------------------------------------------------------


def random_sums(rng):
    """Return a model with sums over any cells, and all its solutions."""
    n_cells, n = rng.randint(2, 5), rng.choice([3, 4, 5, 12])
    units = [rng.sample(range(n_cells), rng.randint(2, n_cells)) for _ in range(rng.randint(0, 2))]
    units = [unit for unit in units if len(unit) <= n]
    domains = [sorted(rng.sample(range(1, n + 1), min(n, 4))) for _ in range(n_cells)]
    hidden = [rng.choice(domain) for domain in domains]
    groups = [rng.choices(range(n_cells), k=rng.randint(1, 4)) for _ in range(rng.randint(1, 3))]
    sums = [(cells, sum(hidden[cell] for cell in cells) + rng.choice([0, 0, 0, 1])) for cells in groups]
    solutions = [
        grid
        for grid in itertools.product(*domains)
        if all(len({grid[cell] for cell in unit}) == len(unit) for unit in units)
        and all(sum(grid[cell] for cell in cells) == total for cells, total in sums)
    ]
    return Model(Skeleton(n_cells, n, units), domains, sums=sums), solutions


@pytest.mark.parametrize(
    ("units", "n", "sums"),
    [([[4, 2, 3]], 3, [([3, 3, 2], 7), ([4, 0], 5)]), ([[2, 1, 0]], 4, [([2, 2, 1], 6), ([0, 0, 2], 6)])],
)
def test_a_cell_that_a_sum_has_twice_may_be_left_without_a_value(units, n, sums):
    """What it has lost to another sum in the same round leaves bounds that no value keeps."""
    n_cells = 1 + max(map(max, units))
    model = Model(Skeleton(n_cells, n, units), sums=sums)
    explanation = excludes_no_solution(model, fastfuto.all_solutions(model))
    assert "braid" in {step.technique for step in explanation.steps}
    agrees(model)


def test_random_models_with_sums_are_explained_truly():
    rng = random.Random(31)
    ends = set()
    for _ in strategies.rounds(2000):
        model, solutions = random_sums(rng)
        explanation = excludes_no_solution(model, solutions)
        ends.add((explanation.solved, explanation.contradiction))
        agrees(model)
    assert len(ends) == 3


# Altered steps --------------------------------------------------------------------------------------------


def altered(rng, step, cell, value):
    """Return a step with one part of its premise or its conclusion changed at random."""
    parts = [part for part in ("cells", "values", "relations", "sums") if getattr(step, part)]
    part = rng.choice([*parts, "removed"])
    if part == "removed":
        return dataclasses.replace(step, removed=((cell, (value,)), *step.removed[1:]))
    listed = list(getattr(step, part))
    at = rng.randrange(len(listed))
    if rng.random() < 0.3:
        del listed[at]
    elif part == "cells":
        listed[at] = cell
    elif part == "values":
        listed[at] = value
    elif part == "relations":
        one, other, kind = listed[at]
        kinds = ("differ", "differ by 1", "do not differ by 1", "relation")
        listed[at] = rng.choice([(other, one, kind), (one, cell, kind), (one, other, rng.choice(kinds))])
    else:
        cells, total = listed[at]
        listed[at] = rng.choice([(cells, total + 1), (cells[:-1], total), (cells[::-1], total)])
    return dataclasses.replace(step, **{part: tuple(listed)})


def test_altered_steps_are_refused_unless_they_still_hold():
    rng = random.Random(41)
    refused = 0
    puzzles = [fastfuto.parse(game_id) for game_id, _ in adjacent_game_ids()[:4]]
    for puzzle in [*puzzles, *(random_kakuro(rng, 4, 5, 0.2) for _ in range(30))]:
        solution = fastfuto.solve(puzzle).grid
        explanation = explain(puzzle)
        cells = [tuple(cell) for cell in np.argwhere(solution > 0).tolist()]
        for step, candidates in zip(explanation.steps, explanation.states(), strict=True):
            if not step.relations and not step.sums:
                continue
            other = altered(rng, step, rng.choice(cells), rng.randint(1, candidates.shape[-1]))
            if not other.verify(puzzle, candidates):
                refused += 1
                continue
            assert all(solution[cell] not in values for cell, values in other.removed)
            assert all(candidates[cell][value - 1] for cell, values in other.removed for value in values)
            assert other.sums == step.sums
            assert {frozenset(pair[:2]) for pair in other.relations} == {
                frozenset(pair[:2]) for pair in step.relations
            }
    assert refused > 200


def test_the_rules_of_the_generator_do_not_know_sums():
    puzzle = Kakuro([[(0, 4), 0, 0]])
    for verb in (grade, explain, hint):
        with pytest.raises(PuzzleError, match="'tatham' do not support sums"):
            verb(puzzle, rules="tatham")
