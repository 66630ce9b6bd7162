"""The output of each command is read by the other commands, or refused by them."""

from pathlib import Path

import numpy as np
import pytest

import fastfuto

from ..cases import some
from .helpers import EXAMPLES, FAMILIES

PUZZLES = ("convert --to tatham", "convert --to plain", "convert --to json", "draw", "generate -n 5 --seed 1")
SOLUTIONS = ("solve", "solve -q", "solutions", "sample", "sample -k 2", "batch", "candidates")
OTHERS = (
    *("count", "count --limit 1", "estimate", "candidates --limit 2", "check", "check -q", "check --quick"),
    *("explain", "explain -q", "explain --notation", "hint", "grade", "grade -q", "audit", "prove -o proof"),
    *("prove -o proof -q", "techniques", "solve --json", "count --json", "audit --json", "batch --json"),
)
READERS = ("solve", "count", "grade", "check", "hint", "batch", "audit", "draw", "convert --to json")
FIVE = EXAMPLES / "five.txt"


def printed(run, call, *files):
    """Write the output of a command into a file, and return whether it printed anything."""
    name = call.split()[0]
    out = run(*call.split(), *(() if name in ("generate", "techniques") else files))[1]
    Path("printed").write_text(out)
    return bool(out)


@pytest.mark.parametrize("call", [*PUZZLES, *SOLUTIONS])
def test_what_is_a_puzzle_is_read(run, call):
    assert printed(run, call, FIVE)
    for reader in READERS:
        code, _, err = run(*reader.split(), "printed")
        assert code == 0, (reader, err)
    [read, *_] = fastfuto.load_many("printed")
    if call in SOLUTIONS:
        assert np.array_equal(read.clues, fastfuto.solve(fastfuto.load(FIVE)).grid)
    elif "generate" not in call:
        assert read == fastfuto.load(FIVE)


@pytest.mark.parametrize("call", some(OTHERS, 2))
def test_what_is_no_puzzle_is_refused(run, call):
    assert printed(run, call, FIVE)
    for reader in READERS:
        assert run(*reader.split(), "printed")[0] == 2, reader


@pytest.mark.parametrize("command", ["solve", "sample", "count"])
def test_an_answer_in_json_without_a_puzzle_says_so(run, command):
    printed(run, f"{command} --json", FIVE)
    assert f"this answer of the command '{command}' has no puzzle" in run("grade", "printed")[2]


@pytest.mark.parametrize(
    "name", some([*FAMILIES, "no_solution", "two_solutions", "empty5", "nine", "kakuro"], 2)
)
def test_counts_and_candidates_are_not_other_puzzles(run, name):
    path = Path(name)
    if name in FAMILIES:
        path.write_text(FAMILIES[name][0])
    else:
        path = EXAMPLES / f"{name}.txt"
    for call in ("count", "candidates", "estimate"):
        if not printed(run, call, path):
            continue
        for reader in ("solve", "grade", "batch"):
            code = run(reader, "printed")[0]
            if code != 2:
                # Candidates that are all fixed are the solution, which may lack the signs.
                assert call == "candidates"
                [read, *_] = fastfuto.load_many("printed")
                assert np.array_equal(read.clues, fastfuto.solve(fastfuto.load(path)).grid)
