import json
import random
import re
from pathlib import Path

import pytest

from fastfuto import Futoshiki, LatinSquare, dump, format_puzzle, load, solutions
from fastfuto.cli import main

from ..strategies import random_puzzle
from .helpers import EXAMPLES, FAMILIES, FUTOSHIKI_FORMATS, message_of, output_of


def test_solve_incomplete(run):
    expected = """\
Incomplete scheme.
4
2 | 4 | 1 | 3
v - v - - - -
1 | 3 | 2 | 4
- - - - ^ - -
3 | 1 | 4 | 2
- - - - - - -
4 | 2 | 3 > 1
This is the only solution.
"""
    assert output_of(run("solve", EXAMPLES / "four.txt")) == expected


def test_solve_complete_and_valid(run):
    out = output_of(run("solve", EXAMPLES / "complete.txt", "--total"))
    scheme = (EXAMPLES / "complete.txt").read_text()
    end = "This is the only solution.\nSolutions: 1\n"
    assert out == f"Complete scheme.\nValid solution.\n{scheme}{end}"


def test_solve_complete_and_invalid(run):
    Path("puzzle").write_text("2\n1 < 1\n- - ^\n2 | 7\n")
    expected = """\
Complete scheme.
Invalid solution.
  row 2, column 2: value 7 is outside 1 to 2
  row 1: value 1 occurs in columns 1 and 2
  row 1, column 1 must be less than row 1, column 2, but they hold 1 and 1
Solutions: 0
"""
    assert output_of(run("solve", "puzzle", "--total"), 1) == expected


def test_solve_incomplete_and_invalid(run):
    expected = """\
Incomplete scheme.
  row 2, column 4: value 7 is outside 1 to 4
  row 3: value 3 occurs in columns 1 and 2
A solution does not exist.
"""
    assert output_of(run("solve", EXAMPLES / "invalid.txt"), 1) == expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "2  0<0  v-^  0>0",
            "the inequalities form a cycle: row 1, column 1 < row 1, column 2 < row 2, column 2",
        ),
        (
            "3  0<0<0  ----^  0|0|0  -----  0|0|0",
            "row 2, column 3: the chain of inequalities from row 1, column 1 leaves no value",
        ),
    ],
)
def test_solve_valid_but_contradictory(run, text, problem):
    Path("puzzle").write_text(text)
    out = output_of(run("solve", "puzzle"), 1)
    assert re.fullmatch(rf"Incomplete scheme\.\n  {problem}.*\nA solution does not exist\.\n", out)


def test_solve_without_solution(run):
    code, out, err = run("solve", EXAMPLES / "no_solution.txt", "--total")
    assert (code, out, err) == (1, "Incomplete scheme.\nA solution does not exist.\nSolutions: 0\n", "")


def test_solve_with_others(run):
    out = output_of(run("solve", EXAMPLES / "two_solutions.txt", "--total"))
    assert out.endswith("There are other solutions.\nSolutions: 2\n")
    out = output_of(run("solve", EXAMPLES / "two_solutions.txt", "--total", "--limit", 1))
    assert out.endswith("There are other solutions.\nSolutions: 1 (--limit reached)\n")


def test_solve_first_in_order(run):
    others = 0
    for seed in range(20):
        puzzle = random_puzzle(random.Random(seed), 5, 0.1, 0.2)
        dump(puzzle, "puzzle")
        first = min(solutions(puzzle), key=lambda grid: grid.tobytes())
        assert (
            format_puzzle(puzzle.with_clues(first)) in run("solve", "puzzle", "--order", "lexicographic")[1]
        )
        others += format_puzzle(puzzle.with_clues(first)) not in run("solve", "puzzle")[1]
    assert others > 0


@pytest.mark.parametrize("name", FUTOSHIKI_FORMATS)
def test_solve_answers_in_the_format_of_the_input(run, name):
    puzzle = load(EXAMPLES / "four.txt")
    solved = puzzle.with_clues(next(solutions(puzzle)))
    dump(puzzle, "puzzle", name)
    for options in ((), ("--format", name)):
        out = output_of(run("solve", "puzzle", *options))
        text = out.removeprefix("Incomplete scheme.\n").removesuffix("This is the only solution.\n")
        assert text.strip() == format_puzzle(solved, name).strip()


def test_solve_json(run):
    code, out, _ = run("solve", EXAMPLES / "two_solutions.txt", "--json", "--total")
    answer = json.loads(out)
    stats = answer.pop("stats")
    solution = answer.pop("solution")
    assert load(EXAMPLES / "two_solutions.txt").with_clues(solution).is_valid
    assert set(stats) == {
        "nodes",
        "backtracks",
        "seconds",
        "engine",
        "restarts",
        "learned",
        "peak_bytes",
        "states",
    }
    assert answer == {
        "schema": 1,
        "command": "solve",
        "file": str(EXAMPLES / "two_solutions.txt"),
        "line": None,
        "format": "source",
        "family": "futoshiki",
        "complete": False,
        "valid": True,
        "problems": [],
        "status": "satisfiable",
        "unique": False,
        "total": 2,
        "exact": True,
    }
    assert code == 0
    code, out, _ = run("solve", EXAMPLES / "invalid.txt", EXAMPLES / "four.txt", "--json")
    first, second = map(json.loads, out.splitlines())
    assert code == 1
    assert (first["status"], first["solution"], first["unique"]) == ("unsatisfiable", None, None)
    assert first["problems"][0]["cells"] == [[1, 3]]
    assert (second["status"], second["unique"]) == ("satisfiable", True)
    assert "total" not in second


@pytest.mark.thorough
def test_timeout_of_solve(run):
    # Large, and in the band of clues and signs where puzzles are hardest.
    dump(random_puzzle(random.Random(0), 40, 0.45, 0.4), "hard")
    code, out, err = run("solve", "hard", "--timeout", 0.2)
    assert (code, out, err) == (
        3,
        "Incomplete scheme.\n",
        "fastfuto: hard: no answer was found within 0.2 s\n",
    )
    code, out, _ = run("solve", "hard", "--timeout", 0.2, "--json")
    assert (code, json.loads(out)["status"]) == (3, "unknown")


def test_solving_a_cover(tmp_path, capsys):
    path = tmp_path / "cover.txt"
    path.write_text(FAMILIES["cover.txt"][0])
    assert main(["solve", str(path)]) == 0
    assert capsys.readouterr().out == "p r x y\nq x\nThis is the only solution.\n"
    assert main(["solve", "--order", "lexicographic", str(path)]) == 2
    assert "no order" in capsys.readouterr().err
    assert main(["convert", "--to", "json", str(path)]) == 0
    assert '"family": "exact_cover"' in capsys.readouterr().out
    assert main(["convert", "--to", "sudoku", str(path)]) == 2


@pytest.mark.parametrize(("order", "number"), [("any", 1), ("lexicographic", 2)])
def test_total_builds_one_model_for_each_order(run, monkeypatch, order, number):
    built = []
    model = Futoshiki.model

    def counted(puzzle):
        built.append(puzzle)
        return model(puzzle)

    monkeypatch.setattr(Futoshiki, "model", counted)
    code, out, _ = run("solve", EXAMPLES / "two_solutions.txt", "--total", "--order", order)
    assert (code, len(built)) == (0, number)
    assert out.endswith("There are other solutions.\nSolutions: 2\n")


@pytest.mark.parametrize("name", FUTOSHIKI_FORMATS)
def test_quiet_prints_the_grid_alone(run, name):
    puzzle = load(EXAMPLES / "four.txt")
    dump(puzzle, "puzzle", name)
    solved = format_puzzle(puzzle.with_clues(next(solutions(puzzle))), name)
    assert run("solve", "puzzle", "--quiet") == (0, solved if solved.endswith("\n") else solved + "\n", "")
    assert run("solve", "puzzle", "-q", "--total")[1] == run("solve", "puzzle", "-q")[1]


def test_quiet_prints_nothing_without_a_solution(run):
    assert run("solve", EXAMPLES / "no_solution.txt", "--quiet") == (1, "", "")
    assert run("solve", EXAMPLES / "invalid.txt", "--quiet") == (1, "", "")


def test_quiet_prints_one_grid_for_each_file_without_names(run):
    one = run("solve", EXAMPLES / "four.txt", "--quiet")[1]
    assert run("solve", EXAMPLES / "four.txt", EXAMPLES / "four.txt", "--quiet")[1] == f"{one}\n{one}"


@pytest.mark.parametrize(
    ("options", "engine"),
    [
        (["--engine", "search"], "search"),
        (["--engine", "learner", "--seed", "7"], "learner"),
        (["--engine", "cover"], "cover"),
        (["--threads", "2", "--seed", "3"], None),
        (["--engine", "learner", "--threads", "2"], "learner"),
    ],
)
def test_the_engine_the_seed_and_the_threads_of_solve(run, options, engine):
    dump(LatinSquare([[1, 0, 0], [0, 1, 0], [0, 0, 0]]), "puzzle", "json")
    code, out, err = run("solve", "puzzle", "--json", *options)
    answer = json.loads(out)
    assert (code, err, answer["unique"]) == (0, "", False)
    assert LatinSquare(answer["solution"]).is_valid
    assert answer["stats"]["engine"] == engine or engine is None


def test_another_seed_gives_another_solution(run):
    def grids(*options):
        return {run("solve", EXAMPLES / "empty5.txt", "-q", "--seed", seed, *options)[1] for seed in range(9)}

    assert len(grids("--engine", "search")) > 1


def test_an_engine_that_cannot_solve_is_refused(run):
    err = message_of(run("solve", EXAMPLES / "four.txt", "--engine", "cover"))
    assert "the engine 'cover' does not support inequalities" in err
