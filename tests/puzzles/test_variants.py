"""Variants: each rule against its definition, by all solutions of small grids."""

import itertools
import json
import pickle
import re
from pathlib import Path

import numpy as np
import pytest

import fastfuto
from fastfuto import (  # fmt: skip
    Futoshiki,
    LatinSquare,
    ParseError,
    PuzzleError,
    Sudoku,
    Variant,
    all_solutions,
    count,
    format_puzzle,
    parse,
    solve,
)
from fastfuto.formats import json_schema
from fastfuto.languages import LANGUAGES, language_named
from fastfuto.puzzles.symmetry import FORMS
from fastfuto.puzzles.variants import RULES
from fastfuto.tasks.fingerprint import fingerprint

from ..cases import some

DOCS = Path(__file__).parents[2] / "docs"
CAGES = [([(0, 0), (1, 0), (1, 1)], 8), ([(2, 2), (2, 3)], 5)]
EVEN, ODD = [(0, 1), (3, 3)], [(2, 0)]


def apart(grid, *moves):
    """Return the pairs of values whose cells are one of these moves apart."""
    n = len(grid)
    for (r, c), (down, right) in itertools.product(np.ndindex(n, n), moves):
        if 0 <= r + down < n and 0 <= c + right < n:
            yield int(grid[r, c]), int(grid[r + down, c + right])


def windows(grid):
    side = round(len(grid) ** 0.5)
    for r, c in itertools.product(range(1, len(grid) - side, side + 1), repeat=2):
        yield grid[r : r + side, c : c + side].ravel()


def groups(grid):
    rows, columns = {4: (2, 2), 6: (2, 3), 9: (3, 3)}[len(grid)]
    for r, c in np.ndindex(rows, columns):
        yield grid[r::rows, c::columns].ravel()


def differ(units):
    return all(len({*unit.tolist()}) == len(unit) for unit in units)


MOVES = {"knight": ((1, 2), (2, 1), (-1, 2), (-2, 1)), "king": ((1, 1), (1, -1))}
DEFINITIONS = {
    "diagonals": lambda g: differ([np.diag(g), np.diag(g[::-1])]),
    "windows": lambda g: differ(windows(g)),
    "disjoint-groups": lambda g: differ(groups(g)),
    "anti-knight": lambda g: all(v != w for v, w in apart(g, *MOVES["knight"])),
    "anti-king": lambda g: all(v != w for v, w in apart(g, *MOVES["king"])),
    "non-consecutive": lambda g: all(abs(v - w) != 1 for v, w in apart(g, (0, 1), (1, 0))),
    "killer": lambda g: all(
        sum(values := [int(g[cell]) for cell in cells]) == total and len({*values}) == len(values)
        for cells, total in CAGES
    ),
    "even-odd": lambda g: all(g[cell] % 2 == 0 for cell in EVEN) and all(g[cell] % 2 for cell in ODD),
}


def variant(base, name):
    """Return a grid with the rule of this name."""
    if name == "killer":
        return base.with_rules(cages=CAGES)
    return base.with_rules(even=EVEN, odd=ODD) if name == "even-odd" else base.with_rules(name)


def small_grids():
    """Return grids with at most some thousand solutions."""
    blank = np.zeros((6, 6), int)
    blank[0] = 1, 3, 5, 2, 4, 6
    blank[1] = 4, 6, 2, 5, 1, 3
    rows = np.array([[1, 4, 2, 6, 3, 5], [4, 2, 6, 3, 5, 1], *[[0] * 6] * 4])
    return [Sudoku(4), LatinSquare(4), Sudoku(blank), Sudoku(6).with_clues(rows), LatinSquare(blank)]


@pytest.mark.parametrize("name", some(DEFINITIONS, 2))
@pytest.mark.parametrize("base", small_grids(), ids=lambda base: base.words)
def test_a_rule_leaves_the_grids_that_obey_it(base, name):
    assert set(DEFINITIONS) == set(RULES)
    if (name, base.family) == ("disjoint-groups", "latin_square") or (name, base.n) == ("windows", 6):
        with pytest.raises(PuzzleError, match=f"the rule {name!r} needs {RULES[name].needs}"):
            variant(base, name)
        return
    puzzle = variant(base, name)
    grids = all_solutions(base)
    expected = [grid.tolist() for grid in grids if DEFINITIONS[name](grid)]
    assert sorted(all_solutions(puzzle).tolist()) == sorted(expected)
    assert count(puzzle) == len(expected)
    assert [grid.tolist() for grid in grids[:300] if puzzle.is_solution(grid)] == [
        grid.tolist() for grid in grids[:300] if DEFINITIONS[name](grid)
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(set(DEFINITIONS) - {"killer"}))
def test_a_rule_leaves_the_grids_of_order_9_that_obey_it(name):
    solution = solve(variant(Sudoku(9), name)).grid
    assert DEFINITIONS[name](solution)
    clues = solution.astype(int)
    clues[[0, 1, 2, 5]] = 0
    grids = all_solutions(Sudoku(clues), limit=5000)
    assert len(grids) > 10
    puzzle = variant(Sudoku(clues), name)
    expected = [grid.tolist() for grid in grids if DEFINITIONS[name](grid)]
    assert [grid.tolist() for grid in grids if puzzle.is_solution(grid)] == expected
    assert len(grids) == 5000 or sorted(all_solutions(puzzle).tolist()) == sorted(expected)


def test_every_rule_is_in_every_table():
    named = [name for name, rule in RULES.items() if not rule.field]
    assert json_schema()["$defs"]["rules"]["items"]["enum"] == named
    assert all(f'"{name}"' in Variant.__doc__ for name in named)
    page = (DOCS / "how-to" / "variants.md").read_text("utf-8")
    assert re.findall(r"^\| `([a-z-]+)` \|", page, re.MULTILINE) == [*RULES]
    for code in LANGUAGES:
        language = language_named(code)
        assert [*language.variants] == [*RULES]
        assert set(RULES) <= set(language.rules)
        assert {rule.line for rule in RULES.values()} - {""} <= set(language.lines)


def every_variant():
    """Return a variant with each rule, and two with several."""
    for name in DEFINITIONS:
        yield variant(Sudoku(9) if name in ("windows", "anti-king") else Sudoku(6), name)
    yield Sudoku(9, inequalities=[((0, 0), (0, 1))]).with_rules("diagonals", "windows", even=EVEN)
    yield LatinSquare(6).with_rules("anti-king", cages=CAGES, odd=ODD)


VARIANTS = [*every_variant()]
EACH = pytest.mark.parametrize("puzzle", VARIANTS, ids=lambda puzzle: puzzle.words)


@EACH
def test_a_variant_is_a_value(puzzle):
    for other in (pickle.loads(pickle.dumps(puzzle)), parse(format_puzzle(puzzle, "json"))):
        assert other == puzzle
        assert hash(other) == hash(puzzle)
        assert other.names == puzzle.names
    assert eval(repr(puzzle)) == puzzle
    assert puzzle not in (puzzle.base, *(other for other in VARIANTS if other is not puzzle))
    assert puzzle.model() == pickle.loads(pickle.dumps(puzzle)).model()
    assert puzzle.family == puzzle.base.family
    clues = np.zeros(puzzle.shape, int)
    clues[0, 1] = 2
    assert puzzle.with_clues(clues).base == puzzle.base.with_clues(clues)
    assert puzzle.with_clues(clues).names == puzzle.names


@EACH
def test_symmetric_forms_have_the_symmetric_solutions(puzzle):
    solution = solve(puzzle).grid
    assert puzzle.is_solution(solution)
    filled = puzzle.filled(solution)
    for form in FORMS:
        moved = puzzle.transformed(*form)
        assert moved.is_solution(filled.transformed(*form).clues)
        assert moved.canonical() == puzzle.canonical()


@EACH
def test_other_texts_name_the_rules(puzzle):
    note = f"(only JSON holds the rules of this puzzle: {', '.join(puzzle.names)})\n"
    assert str(puzzle).endswith(note)
    assert puzzle.show(solve(puzzle).grid).endswith(note)
    with pytest.raises(ParseError):
        type(puzzle.base).parse(str(puzzle))
    for text in (str(puzzle), fastfuto.draw(puzzle).text, puzzle.show(solve(puzzle).grid)):
        for format in (None, "sudoku", "latin", "matrix"):
            with pytest.raises(ParseError):
                parse(text, format)
    for format in ("sudoku", "plain", "latin", "qcp"):
        with pytest.raises(
            PuzzleError, match=f"the format {format} cannot hold the rules {puzzle.names[0]!r}"
        ):
            format_puzzle(puzzle, format)
    with pytest.raises(PuzzleError, match="not for Variant"):
        format_puzzle(puzzle, "dimacs")


@pytest.mark.parametrize(
    ("puzzle", "clues", "kind", "cells"),
    [
        (Sudoku(4).with_rules("diagonals"), {(0, 3): 1, (3, 0): 1}, "diagonals", {(0, 3), (3, 0)}),
        (LatinSquare(4).with_rules("windows"), {(1, 1): 3, (2, 2): 3}, "windows", {(1, 1), (2, 2)}),
        (Sudoku(4).with_rules("anti-knight"), {(0, 0): 2, (2, 1): 2}, "anti-knight", {(0, 0), (2, 1)}),
        (
            Sudoku(4).with_rules("non-consecutive"),
            {(0, 0): 2, (0, 1): 3},
            "non-consecutive",
            {(0, 0), (0, 1)},
        ),
        (Sudoku(4).with_rules(even=[(0, 0)]), {(0, 0): 3}, "even", {(0, 0)}),
        (Sudoku(4).with_rules(odd=[(0, 0)]), {(0, 0): 2}, "odd", {(0, 0)}),
        (
            Sudoku(4).with_rules(cages=[([(0, 0), (0, 1)], 4)]),
            {(0, 0): 4, (0, 1): 1},
            "killer",
            {(0, 0), (0, 1)},
        ),
        (
            Sudoku(4).with_rules(cages=[([(1, 1), (2, 2)], 4)]),
            {(1, 1): 2, (2, 2): 2},
            "killer",
            {(1, 1), (2, 2)},
        ),
    ],
)
def test_broken_rules_are_violations(puzzle, clues, kind, cells):
    grid = np.zeros((4, 4), int)
    for cell, value in clues.items():
        grid[cell] = value
    broken = puzzle.with_clues(grid)
    assert not broken.is_valid
    assert {(violation.kind, frozenset(violation.cells)) for violation in broken.violations()} == {
        (kind, frozenset(cells))
    }
    assert puzzle.is_valid
    assert not puzzle.violations()
    assert count(broken) == 0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Sudoku(9).with_rules("antiknight"), "no rule 'antiknight'. Did you mean 'anti-knight'?"),
        (lambda: Sudoku(9).with_rules(3), "there is no rule 3; the rules are diagonals, windows"),
        (
            lambda: Sudoku(9).with_rules("killer"),
            "the rule 'killer' is added by its cells; pass them as cages",
        ),
        (lambda: Sudoku(9).with_rules(), "a variant needs a rule"),
        (lambda: Variant(Futoshiki(4), "diagonals"), "a Sudoku or a LatinSquare, not to a Futoshiki"),
        (
            lambda: Sudoku(6).with_rules("windows"),
            "needs n to be a square number above 1, but this is a Sudoku 6 x 6",
        ),
        (lambda: LatinSquare(9).with_rules("disjoint-groups"), "needs boxes of one shape"),
        (lambda: Sudoku(4).with_rules(even=[(0, 4)]), "even: the cell (0, 4) is outside the 4 x 4 grid"),
        (lambda: Sudoku(4).with_rules(odd=[(0, 1), (0, 1)]), "odd: a cell is listed twice"),
        (lambda: Sudoku(4).with_rules(odd=[3]), "odd: expected cells (row, column), got [3]"),
        (lambda: Sudoku(4).with_rules(cages=[((0, 0), 3)]), "cage 0: expected cells (row, column)"),
        (lambda: Sudoku(4).with_rules(cages=[([], 3)]), "cage 0: expected 1 to 4 cells, got 0"),
        (lambda: Sudoku(4).with_rules(cages=[([(0, 0)], -1)]), "cage 0: the total must be 0 to"),
        (lambda: Sudoku(4).with_rules(cages=[3]), "cage 0: expected (cells, total), got 3"),
    ],
)
def test_what_is_no_variant_is_named(make, message):
    with pytest.raises(PuzzleError) as caught:
        make()
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules": ["knight"]}, "there is no rule 'knight'. Did you mean 'anti-knight'?"),
        ({"rules": "diagonals"}, "rules: expected a list, found 'diagonals'"),
        ({"rules": None}, "rules: expected a list, found null"),
        ({"even": 0}, "even: expected a list, found 0"),
        ({"cages": [[0]]}, "cages[0]: expected an object with 'cells' and 'total', found a list"),
        ({"cages": [{"cells": [[0, 0]], "total": "3"}]}, "cages[0].total: expected a 32-bit integer"),
        ({"rule": ["diagonals"]}, "unknown key 'rule'"),
    ],
)
def test_json_without_such_rules_is_refused(changes, message):
    fields = json.loads(format_puzzle(Sudoku(4), "json")) | changes
    with pytest.raises(ParseError) as caught:
        parse(json.dumps(fields))
    assert message in caught.value.message


def test_empty_lists_of_rules_are_no_variant():
    fields = json.loads(format_puzzle(Sudoku(4), "json"))
    assert parse(json.dumps(fields | {"rules": [], "cages": [], "even": [], "odd": []})) == Sudoku(4)
    with pytest.raises(ParseError, match="unknown key 'rules'"):
        parse(json.dumps(json.loads(format_puzzle(Futoshiki(4), "json")) | {"rules": []}))


def test_inequalities_belong_to_the_grid():
    signs = [((0, 0), (0, 1))]
    sudoku = Sudoku(4).with_rules("diagonals")
    assert sudoku.with_inequalities(signs) == Sudoku(4, inequalities=signs).with_rules("diagonals")
    with pytest.raises(PuzzleError, match="a Latin square cannot have inequalities"):
        LatinSquare(4).with_rules("diagonals").with_inequalities(signs)


def test_rules_are_added_to_rules():
    puzzle = (
        Sudoku(9).with_rules("windows", even=[(4, 4)]).with_rules("diagonals", cages=CAGES, even=[(0, 0)])
    )
    assert puzzle == Sudoku(9).with_rules("diagonals", "windows", cages=CAGES[::-1], even=[(0, 0), (4, 4)])
    assert puzzle.names == ("diagonals", "windows", "killer", "even-odd")
    assert puzzle.words == "Sudoku 9 x 9 (diagonals, windows, killer, even-odd)"


@EACH
def test_functions_answer_as_for_the_model(puzzle):
    solution = solve(puzzle).grid
    given = puzzle.with_clues(np.where(np.arange(solution.size).reshape(solution.shape) % 3, solution, 0))
    model = given.model()
    assert count(given) == count(model) >= 1
    assert fastfuto.true_candidates(given).reshape(solution.size, -1).tolist() == (
        fastfuto.true_candidates(model).tolist()
    )
    assert given.is_solution(fastfuto.sample(given, seed=1)[0])
    assert all(given.is_solution(grid) for grid in fastfuto.solve_many([given, given]).grids)
    assert sum(count(part) for part in fastfuto.split(given, 3)) == count(given)
    assert fastfuto.grade(given) == fastfuto.grade(model)
    certificate = fastfuto.prove(given, claim="a solution")
    assert fastfuto.verify(certificate, given)
    assert not fastfuto.verify(certificate, puzzle.base)
    wrong = given.with_clues(np.where(given.clues == 0, 0, 1))
    conflict = fastfuto.conflicting_clues(wrong)
    assert count(conflict) == 0
    assert conflict.names == puzzle.names
    assert fingerprint(given) == fingerprint(given.transformed(1, True)) != fingerprint(given.base)
