"""Formulas as DIMACS: their models are the solutions of the puzzle, and what solvers print is read back."""

import itertools
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from fastfuto import (
    Adjacent,
    ExactCover,
    Futoshiki,
    Kakuro,
    LatinSquare,
    Model,
    NoSolution,
    ParseError,
    Permutations,
    PuzzleError,
    Skeleton,
    Sudoku,
    all_solutions,
    count,
    format_puzzle,
    generate,
    parse,
    parse_solution,
    prove,
)

from ..cases import thorough
from ..strategies import puzzles, random_puzzle
from .samples import SAMPLES

ONE = Futoshiki([[1, 0], [0, 0]])
ROTATED = np.arange(9).reshape(3, 3) % 3
SMALL = [
    ONE,
    SAMPLES["dimacs"][1],
    Futoshiki([[1]]),
    Futoshiki([[1, 1], [0, 0]]),
    Futoshiki([[5, 0], [0, 0]]),
    Futoshiki([[0] * 3] * 3, [((0, 0), (0, 1)), ((2, 2), (1, 2))]),
    LatinSquare(3),
    Adjacent([[0] * 3] * 3, [((0, 0), (0, 1)), ((1, 0), (1, 1))]),
    Adjacent([[1, 0], [0, 0]], []),
    Sudoku([[1, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 4]]),
    Sudoku([[1, 0, 0], [0, 0, 0], [0, 0, 0]], regions=ROTATED),
    Permutations(4, forbidden=[(0, 3), (2, 1)], order=[(0, 2)]),
    Model(Skeleton(3, 4, [[0, 1], [1, 2]]), domains=[0, [1, 3], 0], inequalities=[(0, 2)]),
    Model(Skeleton(2, 3), relations=[(0, 1, [(1, 1), (1, 2), (3, 3)])]),
    Model(Skeleton(4, 3, [[0, 1, 2, 3]])),
]


def formula(text):
    """Return the number of variables and the clauses of a DIMACS text."""
    head, *lines = [line for line in text.splitlines() if not line.startswith("c")]
    p, cnf, n_variables, n_clauses = head.split()
    assert (p, cnf, int(n_clauses)) == ("p", "cnf", len(lines))
    clauses = [list(map(int, line.split())) for line in lines]
    assert all(clause.pop() == 0 for clause in clauses)
    return int(n_variables), clauses


def models(n_variables, clauses, true=frozenset()):
    """Yield every assignment of all variables that makes all clauses true, by trying both signs of each."""
    while True:
        left = [
            [x for x in clause if -x not in true] for clause in clauses if not any(x in true for x in clause)
        ]
        units = {clause[0] for clause in left if len(clause) == 1}
        if [] in left or any(-x in units for x in units):
            return
        if not units:
            break
        true |= units
    free = next((x for x in range(1, n_variables + 1) if x not in true and -x not in true), None)
    if free is None:
        yield sorted(true, key=abs)
    else:
        for literal in (free, -free):
            yield from models(n_variables, left, true | {literal})


def line_of(model):
    return f"v {' '.join(map(str, model))} 0\n"


def solutions_by_formula(puzzle):
    text = format_puzzle(puzzle, "dimacs")
    assert parse(text) == puzzle
    return [parse_solution(puzzle, line_of(model)) for model in models(*formula(text))]


def check_models(puzzle):
    found = solutions_by_formula(puzzle)
    assert sorted(grid.tolist() for grid in found) == sorted(all_solutions(puzzle).tolist())


@pytest.mark.parametrize("puzzle", SMALL, ids=range(len(SMALL)))
def test_models_are_solutions(puzzle):
    check_models(puzzle)


@given(puzzle=puzzles(max_n=3))
def test_models_are_solutions_of_any_puzzle(puzzle):
    check_models(puzzle)


@pytest.mark.parametrize("puzzle", SMALL, ids=range(len(SMALL)))
def test_the_clauses_are_those_of_certificates(puzzle, tmp_path):
    certificate = prove(puzzle, proof="drat")
    certificate.save(tmp_path)
    n_variables, proved = formula((tmp_path / "formula.cnf").read_text())
    proved = proved[: len(proved) - len(certificate.solutions) * (certificate.claim != "a solution")]
    written = formula(format_puzzle(puzzle, "dimacs"))
    assert written[0] == n_variables
    assert written[1][: len(proved)] == proved
    assert all(len(clause) == 1 and clause[0] < 0 for clause in written[1][len(proved) :])


def any_family(rng, k):
    """Return a puzzle of one of ten kinds in turn, with no solution, one, or several."""
    kind, n = k % 10, rng.randint(3, 5)
    if kind < 3:
        return random_puzzle(rng, n + 1, rng.random() / 2, rng.random() / 2)
    if kind < 7:
        family, variant = (
            ("latin", None),
            ("futoshiki", "adjacent"),
            ("sudoku", "jigsaw"),
            ("sudoku", "inequalities"),
        )[kind - 3]
        made = generate(6, family=family, variant=variant, seed=k).puzzle
        clues = made.clues.copy()
        given = np.argwhere(clues)
        for r, c in given[: k // 10]:
            clues[r, c] = 0 if kind % 2 else rng.randint(1, 6)
        return made.with_clues(clues)
    if kind == 7:
        return Permutations(
            5,
            forbidden=[(rng.randrange(5), rng.randint(1, 5)) for _ in range(9)],
            order=[(0, rng.randint(1, 4))],
        )
    cells = np.arange(n * n).reshape(n, n)
    lines = Skeleton(n * n, n, [*cells, *cells.T, *([np.diag(cells)] if kind == 8 else [])])
    domains = [rng.sample(range(1, n + 1), rng.randint(2, n)) for _ in range(n * n)]
    pairs = [rng.sample(range(n * n), 2) for _ in range(3)]
    apart = np.abs(np.subtract.outer(np.arange(n), np.arange(n))) != 1
    return Model(lines, domains, [tuple(pairs[0])], relations=[(*pair, apart) for pair in pairs[1:]])


@pytest.mark.thorough
@pytest.mark.parametrize("solver_name", ["cadical153", "glucose4", "minisat22"])
def test_outside_solvers_find_as_many_solutions(solver_name):
    solvers = pytest.importorskip("pysat.solvers", reason="python-sat is in the extra bench")
    rng, counts = random.Random(45), Counter()
    for k in range(50):
        puzzle = any_family(rng, k)
        _, clauses = formula(format_puzzle(puzzle, "dimacs"))
        with solvers.Solver(solver_name, bootstrap_with=clauses) as solver:
            found = []
            while len(found) < 3 and solver.solve():
                found.append(parse_solution(puzzle, line_of(solver.get_model())))
                solver.add_clause([-x for x in solver.get_model()])
        assert len(found) == count(puzzle, limit=3)
        assert len({grid.tobytes() for grid in found}) == len(found)
        counts[len(found)] += 1
    assert min(counts[k] for k in range(4)) > 0


# What is refused -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (SAMPLES["kakuro"][1], "the format dimacs cannot hold sums, because its clauses do not encode them"),
        (Model(Skeleton(2, 3), sums=[([0, 1], 4)]), "the format dimacs cannot hold sums"),
        (ExactCover([["a"]]), "is for Futoshiki or .* or Model, not for ExactCover"),
        thorough((LatinSquare(30), "takes more than 16777216 characters")),
        (LatinSquare(255), "takes more than 16777216 characters; the folder of a certificate holds it"),
    ],
)
def test_puzzles_without_a_formula(puzzle, message):
    with pytest.raises(PuzzleError, match=message):
        format_puzzle(puzzle, "dimacs")


def test_solutions_of_puzzles_without_a_formula():
    with pytest.raises(PuzzleError, match="cannot hold sums"):
        parse_solution(Kakuro([[None, (4, 0)], [(0, 4), 0]]), "v 1 0")


TEXT = SAMPLES["dimacs"][0]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("p cnf 3 2\n1 2 0\n-3 0\n", 1, 1, "the puzzle of this formula is unknown"),
        (TEXT.replace("c }\n", ""), 1, 1, "the puzzle of this formula is unknown"),
        (TEXT.replace('c   "n": 2', "c"), 1, 1, "the puzzle of this formula is unknown"),
        (TEXT.replace('"n": 2', '"n": 3'), 7, 5, "clues: expected a list of 3"),
        (TEXT.replace("-1 -2 0", "-1 2 0"), 17, 1, "expected the clause '-1 -2 0' of the puzzle"),
        (TEXT.replace("cnf 8", "cnf 9"), 15, 1, "expected 'p cnf 8 2"),
        (TEXT.replace("p cnf", "p sat"), 15, 1, "expected the numbers of variables and clauses"),
        (TEXT + "1 0\n", TEXT.count("\n") + 1, 1, "after the last clause of the puzzle"),
        (TEXT[: TEXT.rindex("\n", 0, -1)], TEXT.count("\n") - 1, 6, "expected the clause"),
    ],
)
def test_texts_that_are_no_formula_of_a_puzzle(text, line, column, message):
    with pytest.raises(ParseError, match=message) as caught:
        parse(text, "dimacs")
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_formula_of_a_puzzle_with_sums_is_refused_at_its_place():
    text = (
        "c a\nc "
        + format_puzzle(SAMPLES["kakuro"][1], "json").rstrip().replace("\n", "\nc ")
        + "\np cnf 1 0\n"
    )
    with pytest.raises(ParseError, match="line 2, column 1: the format dimacs cannot hold sums"):
        parse(text)


# What solvers print --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "v 1 -2 -3 4 -5 6 7 -8 0",
        "1 -2 -3 4 -5 6 7 -8 0\n",
        "1 4 6 7",
        "c a solver\nc\ns SATISFIABLE\nv 1 -2 -3 4\nv -5 6 7 -8\nv 0\nc done\n",
        "SAT\n1 -2 -3 4 -5 6 7 -8 0\n",
        "\ufeffs SATISFIABLE\r\nv 1 -2 -3 4 -5 6 7 -8 0\r\n",
        "v 1 1 4 6 7 -2 0\n\ns SATISFIABLE\n",
    ],
)
def test_models_are_read(text):
    grid = parse_solution(ONE, text)
    assert grid.tolist() == [[1, 2], [2, 1]]
    assert grid.dtype == np.uint8


@pytest.mark.parametrize("text", ["s UNSATISFIABLE\n", "c x\nUNSAT\n", "UNSATISFIABLE"])
def test_a_solver_that_found_that_there_is_none(text):
    with pytest.raises(NoSolution, match="the solver reports that there is no solution"):
        parse_solution(ONE, text)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("v 1 4 6 0", 1, 10, "the model is incomplete: row 2, column 2 has no value"),
        ("s SATISFIABLE\n", 1, 14, "row 1, column 1 has no value"),
        ("v 1 4 6\nv 8 0", 2, 3, "row 2, column 1 is 2 and row 2, column 2 is 2"),
        ("v 2 3 6 7 0", 1, 3, "not a solution of the puzzle: row 1, column 1 is 2"),
        ("v 1 2 4 6 7 0", 1, 5, "row 1, column 1 has two values, 1 and 2"),
        ("v 1 -1 0", 1, 5, "variable 1 is both true and false"),
        ("v 1 9 0", 1, 5, "expected a variable from 1 to 8, found 9"),
        ("v 1 4 6 7 0\nv 1 0", 2, 3, "there are literals after the 0 that ends the model"),
        ("v 1 4 6 " + "7" * 5000, 1, 9, "a literal has at most 9 digits"),
        ("s UNKNOWN\n", 1, 1, "the solver did not find a solution: UNKNOWN"),
        ("v 1 x 4 0", 1, 1, "expected the output of a SAT solver"),
        ("c fine\n1 2\n2 1", 2, 3, "row 1, column 1 has two values"),
        ("solution: 1", 1, 1, "expected the output of a SAT solver"),
        ("", 1, 1, "the text is empty"),
    ],
)
def test_models_that_are_no_solution(text, line, column, message):
    with pytest.raises(ParseError, match=message) as caught:
        parse_solution(ONE, text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_broken_relations_are_named():
    with pytest.raises(ParseError, match="row 1, column 1 is 2 and row 1, column 2 is 1"):
        parse_solution(SAMPLES["dimacs"][1], "v 2 3 5 8 0")
    with pytest.raises(ParseError, match="cell 0 is 3 and cell 1 is 1"):
        parse_solution(Model(Skeleton(2, 3), inequalities=[(0, 1)]), "v 3 4 0")


def test_only_solutions_are_read():
    for puzzle in SMALL[:6]:
        n_cells, n = np.prod(puzzle.shape), puzzle.n
        good = {grid.tobytes() for grid in all_solutions(puzzle)}
        for values in itertools.product(range(1, n + 1), repeat=n_cells) if n < 3 else ():
            text = line_of([cell * n + value for cell, value in enumerate(values)])
            try:
                assert parse_solution(puzzle, text).tobytes() in good
            except ParseError:
                assert bytes(values) not in good


# The command line ----------------------------------------------------------------------------------------------


def test_examples_have_formulas_that_are_read(tmp_path):
    for path in (Path(__file__).parents[2] / "examples").glob("*.txt"):
        puzzle = parse(path.read_text(encoding="utf-8"))
        if puzzle.family in ("futoshiki", "sudoku") and puzzle.n <= 12:
            assert parse(format_puzzle(puzzle, "dimacs")) == puzzle
