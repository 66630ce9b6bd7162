import json

from .helpers import EXAMPLES, message_of


def test_estimate(run):
    assert run("estimate", EXAMPLES / "empty5.txt") == (0, "161280 (exactly)\n", "")
    assert run("estimate", EXAMPLES / "no_solution.txt")[:2] == (1, "0 (exactly)\n")


def test_estimate_json(run):
    code, out, _ = run("estimate", EXAMPLES / "empty5.txt", "--json")
    answer = json.loads(out)
    assert (code, answer["estimate"], answer["exact"], answer["method"]) == (0, 161280, True, "states")
    code, out, _ = run("estimate", EXAMPLES / "no_solution.txt", "--json")
    assert (code, json.loads(out)["log"]) == (1, None)


def test_time_is_up_before_there_is_an_estimate(run, endless):
    err = message_of(run("estimate", endless, "--timeout", 0.001), 3)
    assert "the time limit of 0.001 s has passed" in err


def test_samples_that_find_no_solution_do_not_say_that_there_is_none(run, tuned):
    call = ("estimate", EXAMPLES / "twelve.txt", "--samples", 2, "--seed", 1)
    assert run(*call) == (0, "1 (exactly)\n", "")
    tuned(SHORT_SEARCH=0)
    code, out, err = run(*call, "--json")
    answer = json.loads(out)
    assert (code, answer["estimate"], answer["exact"], answer["standard_error"]) == (3, 0, False, None)
    assert answer["interval"][0] == 0 < answer["interval"][1]
    assert "no sample found a solution: try count" in err
    assert run(*call)[:2] == (3, "unknown (at least 0)\n")
