import json

import pytest

from fastfuto import Adjacent, Futoshiki, LatinSquare, Sudoku, Variant, count, parse

from .helpers import message_of, output_of


@pytest.mark.parametrize(
    ("options", "blank"),
    [
        (["-n", 4], Futoshiki(4)),
        (["--family", "futoshiki", "-n", 3], Futoshiki(3)),
        (["--family", "latin", "--size", 4], LatinSquare(4)),
        (["--family", "adjacent", "-n", 5], Adjacent(5)),
        (["--family", "sudoku", "-n", 4], Sudoku(4)),
        (
            ["--family", "sudoku", "-n", 4, "--variant", "windows", "--variant", "anti-knight"],
            Sudoku(4).with_rules("windows", "anti-knight"),
        ),
    ],
)
def test_blank_grids_are_counted_estimated_listed_and_drawn_from(run, options, blank):
    number = str(count(blank))
    assert run("count", *options) == (0, f"{number}\n", "")
    estimated = json.loads(run("estimate", *options, "--json")[1])
    assert abs(estimated["estimate"] / int(number) - 1) <= (0.0 if estimated["exact"] else 0.2)
    code, out, _ = run("sample", *options, "--json")
    [grid] = json.loads(out)["solutions"]
    assert code == 0
    assert blank.is_solution(grid)
    names = {"futoshiki": "source", "latin_square": "latin", "sudoku": "sudoku", "adjacent": "adjacent"}
    format = "json" if isinstance(blank, Variant) else names[blank.family]
    assert parse(run("sample", *options)[1], format).is_complete
    out = output_of(run("solutions", *options, "--limit", 2, "--json"))
    assert all(map(blank.is_solution, json.loads(out)["solutions"]))
    [row, *_] = json.loads(run("candidates", *options, "--json")[1])["candidates"]
    assert row == [[1] * blank.n] * blank.n


@pytest.mark.parametrize("command", ["candidates", "count", "estimate", "sample", "solutions"])
def test_blank_grids_need_a_size_and_no_file(run, command):
    for options, message in (
        (["--family", "latin"], "--family and --variant need -n N, the size of the blank grid"),
        (
            ["-n", 4, "x.txt"],
            "--family, -n and --variant name a blank grid, so they cannot be combined with files",
        ),
        (["-n", 256], "n must be 1 to 255, got 256"),
        (["--family", "sudoku", "-n", 7], "there is no default box for n = 7"),
        (["--family", "kakuro", "-n", 4], "invalid choice: 'kakuro'"),
        (["--variant", "diagonals"], "--family and --variant need -n N, the size of the blank grid"),
        (["-n", 4, "--variant", "diagonals"], "a Sudoku or a LatinSquare, not to a Futoshiki"),
        (["--family", "sudoku", "-n", 4, "--variant", "diagonal"], "Did you mean 'diagonals'?"),
    ):
        assert message in message_of(run(command, *options))
