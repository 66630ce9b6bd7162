"""The distributions of generated puzzles: the counts, the report, and the check of a stream."""

import json
import sys

import pytest

from bench import distributions
from bench.check import WrongAnswer
from bench.report import PLOT


def test_every_puzzle_is_counted():
    counts = distributions.counts_of(5, "tricky", 10, 1)
    assert counts.keys() == set(distributions.MEASURES)
    for pairs in counts.values():
        assert sum(count for _, count in pairs) == 10
        assert pairs == sorted(pairs)
    assert min(counts["tries"])[0] >= 1


def test_equal_puzzles_of_a_stream_are_found():
    distributions.check_stream(7, "easy", 20, 1)
    with pytest.raises(WrongAnswer, match=r"puzzles \d+ and \d+ of the stream are equal up to symmetry"):
        distributions.check_stream(3, "easy", 500, 1)


def test_the_report_and_the_plot_have_all_sets(tmp_path, monkeypatch):
    plots = pytest.importorskip("bench.plots")
    monkeypatch.setattr(distributions, "SETS", {4: ("easy",), 5: ("easy", "extreme")})
    path = tmp_path / "small.json"
    options = ["--size", "3", "--stream", "5", "--theirs", "2", "-o", str(path)]
    monkeypatch.setattr(sys, "argv", ["distributions", *options])
    monkeypatch.setattr(distributions, "THEIRS", {5: ("easy",)})
    distributions.main()
    results = json.loads(path.read_text())
    assert list(results["sets"]) == ["4 easy", "5 easy", "5 extreme"]
    report = path.with_suffix(".md").read_text()
    assert "| 5 x 5 | extreme |" in report
    assert "No two of 5 puzzles" in report
    assert PLOT.format("small.json") in report
    plots.draw(path, path.with_suffix(".svg"))
    assert path.with_suffix(".svg").read_text().count("5 x 5: tries") == 1
