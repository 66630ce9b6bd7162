import json
from pathlib import Path

from .helpers import EXAMPLES, message_of, output_of

THREE = "3  0 < 0 < 0  - - - - -  0 | 0 | 0  - - - - -  0 | 0 | 0"


def test_possible_values_stand_in_a_grid(run):
    Path("three").write_text(THREE)
    assert run("candidates", "three") == (0, "1  2  3\n23 13 12\n23 13 12\n", "")


def test_solutions_are_counted_up_to_the_limit(run):
    Path("three").write_text(THREE)
    out = output_of(run("candidates", "three", "--limit", 2))
    assert out.splitlines()[:4] == ["r1c1 1:2+", "r1c2 2:2+", "r1c3 3:2+", "r2c1 2:1 3:1"]
    out = output_of(run("candidates", "three", "--limit", 2, "--json"))
    answer = json.loads(out)
    assert (answer["candidates"][0][0], answer["limit"], answer["exact"]) == ([2, 0, 0], 2, True)


def test_other_families(run):
    Path("order").write_text("permutations 10\n" + "".join(f"{k} < {k + 1}\n" for k in range(1, 9)))
    assert output_of(run("candidates", "order")).split()[:2] == ["1,2,3,4,5,6,7,8,9,10", "1,2"]
    Path("kakuro").write_text("1 3\n(0,4) 0 0\n")
    assert run("candidates", "kakuro") == (0, "/  13 13\n", "")
    assert run("candidates", "kakuro", "--limit", 5)[1] == "r1c2 1:1 3:1\nr1c3 1:1 3:1\n"
    Path("order").write_text("permutations 2\n0 < 1\n")
    assert run("candidates", "order", "--limit", 5)[1] == "0 1:1\n1 2:1\n"


def test_without_a_solution_no_value_is_possible(run):
    for limit in (1, 2):
        code, out, err = run("candidates", EXAMPLES / "no_solution.txt", "--limit", limit)
        assert (code, out, err) == (1, "A solution does not exist.\n", "")
    code, out, _ = run("candidates", EXAMPLES / "no_solution.txt", "--json")
    assert (code, json.loads(out)["candidates"]) == (1, [[[0] * 5] * 5] * 5)


def test_an_exact_cover_has_no_candidates(run):
    Path("cover").write_text("a b\na b\n")
    err = message_of(run("candidates", "cover", "--format", "cover"))
    assert "an exact cover has no true candidates" in err


def test_what_is_known_is_listed_when_the_time_is_up(run, endless):
    code, out, err = run("candidates", endless, "--timeout", 0.001)
    assert code == 3
    assert out
    assert "more values may be possible" in err
