"""The benchmark of counts: its methods agree, and what it reports comes from what was measured."""

import json

import pytest

from fastfuto import Futoshiki

from . import counting
from .rivals import COUNT

SMALL = Futoshiki([[0] * 4] * 4, [((0, 0), (0, 1)), ((2, 2), (1, 2))])


@pytest.mark.parametrize("method", counting.METHODS)
def test_methods_count_the_same(method):
    outcome = counting.METHODS[method](SMALL, COUNT, 20)
    assert outcome.found == 144
    assert not outcome.timed_out


def test_those_near_have_about_as_many_solutions():
    found = [puzzle for _, puzzle in counting.near(5, 0.0, 0.3, 50)]
    assert len(found) == 5
    assert all(5 <= counting.fastfuto.count(puzzle) <= 500 for puzzle in found)


def test_a_run_and_its_report(tmp_path, monkeypatch):
    output = tmp_path / "counting.json"
    for only in ("empty n=6", "Tatham 4"):
        arguments = ["counting", "--only", only, "--methods", "auto", "layers", "search", "-o", str(output)]
        monkeypatch.setattr("sys.argv", [*arguments, "--limit", "0.3"])
        counting.main()
    kinds = json.loads(output.read_text())["kinds"]
    assert kinds["empty n=6"][""]["auto"]["found"] == counting.A002860[6]
    assert kinds["empty n=6"][""]["search"]["timed_out"]
    report = output.with_suffix(".md").read_text()
    assert "| empty n=6 | 0.1 s |" in report
    assert "timed out" in report
