import json
import re

from .helpers import EXAMPLES, message_of


def test_count_limit(run):
    code, out, err = run("count", EXAMPLES / "empty5.txt", "--limit", 1000)
    assert (code, out) == (0, "1000\n")
    assert "stopped at --limit 1000" in err
    assert run("count", EXAMPLES / "two_solutions.txt", "--limit", 3) == (0, "2\n", "")


def test_count_json(run):
    answer = json.loads(run("count", EXAMPLES / "empty5.txt", "--json", "--limit", 1000)[1])
    assert (answer["schema"], answer["count"], answer["exact"]) == (1, 1000, False)
    answer = json.loads(run("count", EXAMPLES / "empty5.txt", "--json")[1])
    assert (answer["count"], answer["exact"]) == (161280, True)


def test_timeouts(run, endless):
    err = message_of(run("count", endless, "--timeout", 0.05), 3)
    assert re.fullmatch(
        rf"fastfuto: {endless}: not all solutions were counted within 0\.05 s; at least \d+ found\n", err
    )
    code, out, err = run("count", endless, "--timeout", 0.05, "--json")
    assert json.loads(out)["count"] > 0
    assert json.loads(out)["exact"] is False
    code, out, err = run("solve", endless, "--timeout", 0.05, "--total")
    assert code == 3
    assert out.endswith("There are other solutions.\n")
    assert "not all solutions were counted within 0.05 s" in err
    code, out, err = run("solve", endless, "--timeout", 0.05, "--total", "--json")
    assert json.loads(out)["total"] > 1
    assert json.loads(out)["exact"] is False


def test_the_engine_is_chosen(run):
    for engine, method in (("search", "enumeration"), ("states", "states")):
        code, out, _ = run("count", EXAMPLES / "empty5.txt", "--engine", engine, "--json")
        answer = json.loads(out)
        assert (code, answer["count"], answer["method"]) == (0, 161280, method)
    assert run("count", EXAMPLES / "empty5.txt", "--engine", "states", "--workers", 2)[:2] == (0, "161280\n")
