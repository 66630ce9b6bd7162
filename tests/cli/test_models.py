"""Commands with a model in JSON, a variant that has no family."""

import json

import pytest

import fastfuto


@pytest.fixture
def diagonals(tmp_path):
    """A 4 x 4 Sudoku whose diagonals also have each value once, with three clues."""
    clues = [[1, 2, 0, 0], [0, 0, 0, 0], [4, 0, 0, 0], [0, 0, 0, 0]]
    model = fastfuto.Sudoku(clues).model().with_units([range(0, 16, 5), range(3, 13, 3)])
    assert fastfuto.is_unique(model)
    path = tmp_path / "diagonals.json"
    fastfuto.dump(model, path, format="json")
    return path


SOLUTION = "1 2 3 4\n3 4 1 2\n4 3 2 1\n2 1 4 3\n"


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["solve", "-q"], SOLUTION),
        (["sample", "-q"], SOLUTION),
        (["solutions", "-q"], SOLUTION),
        (["count"], "1\n"),
        (["estimate"], "about 1 "),
        (["check"], "No contradiction.\nRead as model with 16 cells and 4 values.\nSolutions: one.\n"),
        (["hint", "--detail", 0], "Look at cell 5.\n"),
        (["explain"], "1. "),
        (["grade"], "trivial"),
        (["candidates"], "1 2 3 4 3 4 1 2 "),
        (["draw"], "1 2 . .\n. . . .\n4 . . .\n"),
        (["draw", "--solution"], SOLUTION),
        (["draw", "--step", 1], ""),
        (["convert", "--to", "json"], "{\n"),
    ],
)
def test_a_model_is_answered_like_a_puzzle(run, diagonals, arguments, answer):
    code, out, err = run(*arguments, diagonals)
    assert code == 0
    assert out.startswith(answer)
    # A picture of text would be a grid without its rule.
    assert err.endswith(
        "a picture as text does not show the rules of a model\n" if arguments[0] == "draw" else ""
    )
    assert bool(err) == (arguments[0] == "draw")


@pytest.mark.parametrize(
    "command", ["solve", "count", "check", "hint", "explain", "grade", "candidates", "solutions"]
)
def test_json_names_a_model(run, diagonals, command):
    assert json.loads(run(command, "--json", diagonals)[1])["family"] == "model"


def test_claims_about_a_model_are_proved(run, diagonals, tmp_path):
    certificate = tmp_path / "certificate.json"
    assert run("prove", diagonals, "-o", certificate)[0] == 0
    code, out, _ = run("verify", certificate)
    assert code == 0
    assert "only this solution" in out


def test_clues_that_contradict_each_other_are_named(run, tmp_path):
    path = tmp_path / "none.json"
    fastfuto.dump(fastfuto.LatinSquare([[0] * 3] * 3).model().with_sums([((0, 1), 2)]), path, format="json")
    code, out, _ = run("check", path)
    assert code == 1
    assert "sum of cells [0, 1] = 2 cannot hold" in out


def test_cells_that_are_no_square_are_in_one_line(run, tmp_path):
    path = tmp_path / "row.json"
    fastfuto.dump(fastfuto.Model(fastfuto.Skeleton(3, 12, [range(3)]), [10, 11, 12]), path, format="json")
    assert run("solve", "-q", path)[1] == "10 11 12\n"
    assert run("draw", path)[:2] == (0, "10 11 12\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["book", "-o", "book.pdf"], "book supports only puzzles of a family, but this puzzle is a model"),
        (["batch"], "this is a model, which is read only alone"),
        (["audit"], "this is a model, which is read only alone"),
        (
            ["draw", "--conflict"],
            "--conflict supports only puzzles of a family, but this puzzle is a model",
        ),
        (["convert", "--to", "plain"], "the format plain is for Futoshiki, but this is a Model"),
    ],
)
def test_commands_that_cannot_show_a_model_refuse_it(run, diagonals, arguments, message):
    code, _, err = run(*arguments, diagonals)
    assert code == 2
    assert message in err


def test_a_variant_in_a_link_is_answered(run):
    """A link of f-puzzles with a 4 x 4 grid that has one diagonal."""
    link = "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcACALAGkSA5gJwgEwUQG0jgBfdcyixcgXXVJqtubIeJa7Y6ev9Z0OIPBACGmAPYA7MQBsA1IQAu2AK4wyQA"
    assert run("count", link)[1] == "48\n"
    assert "model with 16 cells and 4 values" in run("check", link)[1]
