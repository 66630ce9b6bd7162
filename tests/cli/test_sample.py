import json
import re
from pathlib import Path

import pytest

from fastfuto import Futoshiki, dump, load

from .helpers import EXAMPLES, FUTOSHIKI_FORMATS, message_of, output_of


def test_sample(run):
    out = output_of(run("sample", EXAMPLES / "empty5.txt", "-k", 2, "--seed", 7))
    assert out.count("5\n") >= 2
    assert run("sample", EXAMPLES / "empty5.txt", "-k", 2, "--seed", 7)[1] == out
    assert run("sample", EXAMPLES / "empty5.txt", "-k", 2, "--seed", 8)[1] != out


def test_sample_json(run):
    code, out, _ = run("sample", EXAMPLES / "empty5.txt", "-k", 3, "--json")
    grids = json.loads(out)["solutions"]
    assert (code, len(grids)) == (0, 3)
    assert all(load(EXAMPLES / "empty5.txt").is_solution(grid) for grid in grids)


def test_sample_without_solution(run):
    code, out, err = run("sample", EXAMPLES / "no_solution.txt")
    assert (code, out, err) == (1, "Incomplete scheme.\nA solution does not exist.\n", "")
    code, out, _ = run("sample", EXAMPLES / "no_solution.txt", "--json")
    assert (code, json.loads(out)["solutions"]) == (1, [])


def test_sample_beyond_the_limits(run, huge):
    err = message_of(run("sample", huge, "--memory", 1000), 3)
    assert "the memory limit of 1000 bytes was reached" in err


@pytest.mark.parametrize("name", FUTOSHIKI_FORMATS)
def test_samples_are_separated_as_solutions_are(run, name):
    dump(load(EXAMPLES / "two_solutions.txt"), "puzzle", name)
    grids = run("solutions", "puzzle", "--quiet")[1]
    drawn = run("sample", "puzzle", "-k", 20)[1]
    one, other = grids[: len(grids) // 2], grids[len(grids) // 2 :]
    assert drawn.count(one) + drawn.count(other) == 20
    assert drawn.replace(one, "").replace(other, "") == ""


@pytest.mark.parametrize(("n", "k"), [(2, 2), (2, 3), (3, 2), (4, 2)])
def test_plain_samples_are_not_read_as_one_grid(run, n, k):
    dump(Futoshiki([[0] * n] * n), "puzzle", "plain")
    Path("drawn").write_text(run("sample", "puzzle", "-k", k)[1])
    assert output_of(run("check", "drawn", "--format", "plain")).count("Valid solution.") == k


def test_a_time_limit_says_what_was_being_done(run, huge):
    err = message_of(run("sample", huge, "--timeout", "0.001"), 3)
    assert re.search(r"the time limit of 0\.001 s has passed while the (states are counted|samples)", err)
