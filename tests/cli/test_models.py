"""Commands with a model in JSON, a variant that has no family."""

import json

import pytest

import fastfuto

from .helpers import output_of
from .uses import USES


@pytest.fixture
def own(tmp_path):
    """A 4 x 4 Latin square with rules that have no name: relations, inequalities and a sum of cells apart."""
    apart = [(v, w) for v in range(1, 5) for w in range(1, 5) if v + w != 5]
    lines = fastfuto.LatinSquare([[0] * 4, [0] * 4, [0, 0, 0, 2], [0] * 4]).model()
    model = lines.with_relations([(0, 5, apart), (10, 15, apart)]).with_inequalities([(3, 6), (9, 12)])
    path = tmp_path / "own.json"
    fastfuto.dump(model.with_sums([((0, 3, 12), 8)]), path, format="json")
    return path


@pytest.mark.parametrize(
    ("call", "answer", "warning"),
    [(f"{name} {call}", *said) for name, use in USES.items() for call, *said in use.answers],
)
def test_a_model_is_answered_like_a_puzzle(run, own, call, answer, warning):
    code, out, err = run(*call.split(), own)
    assert code == 0
    assert out.startswith(answer)
    assert err.rstrip().endswith(warning)
    assert bool(err) == bool(warning)


@pytest.mark.parametrize(
    ("call", "reason"),
    [(f"{name} {call}", reason) for name, use in USES.items() for call, reason in use.refuses],
)
def test_commands_that_cannot_show_a_model_refuse_it(run, own, call, reason):
    code, out, err = run(*call.split(), own)
    assert code == 2
    assert reason in out + err


@pytest.mark.parametrize(
    "command", ["solve", "count", "check", "hint", "explain", "grade", "candidates", "solutions"]
)
def test_json_names_a_model(run, own, command):
    assert json.loads(run(command, "--json", own)[1])["family"] == "model"


def test_claims_about_a_model_are_proved(run, own, tmp_path):
    certificate = tmp_path / "certificate.json"
    assert run("prove", own, "-o", certificate)[0] == 0
    assert "only this solution" in output_of(run("verify", certificate))


def test_clues_that_contradict_each_other_are_named(run, tmp_path):
    path = tmp_path / "none.json"
    fastfuto.dump(fastfuto.LatinSquare([[0] * 3] * 3).model().with_sums([((0, 1), 2)]), path, format="json")
    assert "sum of cells [0, 1] = 2 cannot hold" in output_of(run("check", path), 1)


def test_cells_that_are_no_square_are_in_one_line(run, tmp_path):
    path = tmp_path / "row.json"
    fastfuto.dump(fastfuto.Model(fastfuto.Skeleton(3, 12, [range(3)]), [10, 11, 12]), path, format="json")
    assert run("solve", "-q", path)[1] == "10 11 12\n"
    assert run("draw", path)[:2] == (0, "10 11 12\n")


def test_a_variant_in_a_link_is_answered(run):
    """A link of f-puzzles with a 4 x 4 grid that has one diagonal."""
    link = "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcACALAGkSA5gJwgEwUQG0jgBfdcyixcgXXVJqtubIeJa7Y6ev9Z0OIPBACGmAPYA7MQBsA1IQAu2AK4wyQA"
    assert run("count", link)[1] == "48\n"
    assert "model with 16 cells and 4 values" in run("check", link)[1]
