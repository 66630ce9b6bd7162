import json
from pathlib import Path

from .helpers import EXAMPLES


def test_check(run):
    Path("bad").write_text("1 7")
    names = [EXAMPLES / "complete.txt", "bad", EXAMPLES / "four.txt"]
    code, out, err = run("check", *names)
    assert (code, err) == (1, "")
    assert (
        out
        == f"""\
{names[0]}:
Complete scheme.
Valid solution.

bad:
Complete scheme.
Invalid solution.
  row 1, column 1: value 7 is out of 1 to 1

{names[2]}:
Incomplete scheme.
Valid scheme.
"""
    )
    code, out, _ = run("check", EXAMPLES / "invalid.txt")
    assert code == 1
    assert out.startswith("Incomplete scheme.\nInvalid scheme.\n  row 2, column 4")
    assert out.endswith("A solution does not exist.\n")
    assert run("check", EXAMPLES / "no_solution.txt") == (0, "Incomplete scheme.\nValid scheme.\n", "")


def test_check_json(run):
    code, out, _ = run("check", EXAMPLES / "invalid.txt", "--json")
    answer = json.loads(out)
    assert code == 1
    assert (answer["complete"], answer["valid"], answer["schema"]) == (False, False, 1)
    assert [problem["kind"] for problem in answer["problems"]] == ["range", "row"]
