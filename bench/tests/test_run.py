"""Runs are resumed, reports have all measurements, builds are compared; and the main calls are timed."""

from __future__ import annotations

import json
import re
import sys

import pytest

from fastfuto import Futoshiki

from .. import against, report, run, suites
from ..cases.futoshiki import random_puzzle
from ..check import WrongAnswer
from ..rivals import CONTESTANTS, Contestant
from ..statement import plain
from ..suites import Case, Promise, Section, Set, Suite
from ..tasks import COUNT, FIRST, Outcome
from ..workloads import WORKLOADS, one_pass

SMALL = [Case(f"#{k}", lambda k=k: random_puzzle(4, 0, 0.3, k)) for k in range(3)]
MACHINE = {
    "date": "today",
    "cpu": "CPU",
    "cores": 2,
    "os": "OS",
    "python": "3",
    "packages": {},
    "load": [0.0],
    "loop_ms": 30.0,
}


@pytest.fixture
def small(monkeypatch):
    """Replace the suite "counting" by a small suite with a missing rival."""
    empty = [Case("empty", lambda: Futoshiki([[0] * 4] * 4), 576)]
    sets = [Set("small", FIRST, SMALL, ("reference", "fastfuto", "nobody")), Set("empty", COUNT, empty)]
    promises = [Promise("fast", "small", "ratio", 1e9, rivals=("reference",))]
    suite = Suite("a test", "", [Section("First", "", sets, True)], promises, 5.0, 1.0, rounds=2)
    monkeypatch.setattr(suites, "load", lambda name: suite)
    monkeypatch.setitem(CONTESTANTS, "nobody", Contestant(None, "no_such_module", "no-such-package"))
    monkeypatch.setattr(run, "machine", lambda packages: {**MACHINE, "revision": "abc"})


def lines(monkeypatch, capsys, *options: object) -> int:
    """Run the suite, and return how many lines it printed."""
    monkeypatch.setattr(sys, "argv", ["run", "counting", *map(str, options)])
    run.main()
    return len(capsys.readouterr().out.splitlines())


def test_a_run_is_taken_up(small, monkeypatch, tmp_path, capsys):
    path = tmp_path / "it.json"
    assert (
        lines(monkeypatch, capsys, "-o", path, "--only", "small: .*#[01]", "--contestants", "fastfuto") == 1
    )
    assert lines(monkeypatch, capsys, "-o", path) == 2
    assert lines(monkeypatch, capsys, "-o", path) == 0
    assert lines(monkeypatch, capsys, "-o", path, "--anew", "--only", "empty") == 1
    with pytest.raises(SystemExit):
        lines(monkeypatch, capsys, "-o", path, "--limit", 3)
    with pytest.raises(SystemExit):
        lines(monkeypatch, capsys, "-o", path, "--fresh", 3)
    results = json.loads(path.read_text())
    assert results["missing"] == {"nobody": "no-such-package"}
    rows = results["sections"]["First"]
    assert rows["empty"]["count"]["empty"]["fastfuto"]["found"] == 576
    assert {case: set(row) for case, row in rows["small"]["first solution"].items()} == {
        f"#{k}": {"fastfuto", "reference"} for k in range(3)
    }
    text = path.with_suffix(".md").read_text()
    assert "Missing, because not installed: nobody (no-such-package)." in text
    assert re.search(r"\| fast \| .* x over 3 cases \| \*\*no\*\* \|", text)
    assert re.search(r"\| small \| first solution \| 3 \| reference \| 1 \|", text)


def test_wrong_answers_and_disagreement_are_found_out(small, monkeypatch, tmp_path, capsys):
    wrong = Contestant(lambda puzzle, task, limit: Outcome(1, 0, 1, [[1] * 16]))
    monkeypatch.setitem(CONTESTANTS, "reference", wrong)
    with pytest.raises(WrongAnswer, match=r"#0, reference: .* twice"):
        lines(monkeypatch, capsys, "-o", tmp_path / "it.json")
    monkeypatch.setitem(CONTESTANTS, "fastfuto", Contestant(lambda puzzle, task, limit: Outcome(575, 0, 1)))
    with pytest.raises(WrongAnswer, match="empty"):
        lines(monkeypatch, capsys, "-o", tmp_path / "it.json", "--only", "empty")


def test_who_takes_a_seed_is_asked_with_several(small, monkeypatch, tmp_path, capsys):
    asked = []

    def ours(puzzle: object, task: object, limit: float, seed: int = 9) -> Outcome:
        asked.append(seed)
        seconds = {9: 2.0, 1: 5.0, 2: 1.0}[seed]
        return Outcome(576, 0, seconds, nodes=seed, timed_out=seconds == 5)

    section = suites.load("counting").sections[0]
    sets = [section.sets[1]._replace(contestants=("fastfuto", "fastfuto (search)"), seeds=3, rounds=1)]
    suite = suites.load("counting")._replace(sections=[section._replace(sets=sets)], promises=[])
    monkeypatch.setattr(suites, "load", lambda name: suite)
    monkeypatch.setitem(CONTESTANTS, "fastfuto", Contestant(ours, takes_seed=True))
    path = tmp_path / "it.json"
    lines(monkeypatch, capsys, "-o", path)
    assert asked == [9, 1, 2]
    row = json.loads(path.read_text())["sections"]["First"]["empty"]["count"]["empty"]["fastfuto"]
    assert (row["solve"], row["nodes"], row["timed_out"]) == (2.0, 9, False)


def test_suites_name_contestants_and_measures():
    for name in suites.NAMES:
        suite = suites.load(name)
        labels = [f"{s.title}: {one.name}: {one.task.name}" for s in suite.sections for one in s.sets]
        assert len(set(labels)) == len(labels)
        for section in suite.sections:
            assert all(who in CONTESTANTS for one in section.sets for who in one.contestants)
            assert all(section.ours in one.contestants for one in section.sets if len(one.contestants) > 1)
        for promise in suite.promises:
            assert promise.measure in report.MEASURES
            assert any(re.search(promise.sets, label) for label in labels), promise.text


def row(solve: float, **known: object) -> report.Row:
    """Return an answer after `solve` seconds; 60 are a time-out."""
    return {"found": int(solve < 60), "build": 0.02, "solve": solve, "timed_out": solve == 60, **known}


def test_report_of_large_grids(tmp_path):
    plots = pytest.importorskip("bench.plots")
    ours, cp, sat = suites.load("large").sections[0].sets[0].contestants
    wide = {
        "n12-g00-s06": {ours: row(0.001, nodes=1234, engine="search"), cp: row(2), sat: row(0.1)},
        "n15-g00-s08": {ours: row(0.001), cp: row(0.04), sat: row(0.002)},
    }
    critical = {
        "critical-n20-g03-s08": {ours: row(60), cp: row(60), sat: row(6)},
        "critical-n30-g04-s07": {ours: row(3), cp: row(60), sat: row(60)},
    }
    single = {
        "critical-n20-g03-s08": {ours: row(0.002), cp: row(0.01), sat: row(0.001)},
        "critical-n30-g04-s07": {ours: row(0.03), cp: row(0.04), sat: row(0.02)},
    }
    two = {"critical-n30-g04-s07": {"fastfuto (2 threads)": row(2), "CP-SAT tuned (2 workers)": row(8)}}
    learner = "fastfuto (learner by activity)"
    huge = {"huge-n200-g045-s00": {ours: row(30, peak=3 << 30)}}
    signs = {
        "signs-n15-g00-s10": {
            ours: row(1),
            learner: row(0.5, conflicts=15_000),
            sat: row(1, conflicts=10_000),
        },
        "signs-n16-g00-s10": {ours: row(1), learner: row(60, conflicts=9), sat: row(1, conflicts=10_000)},
        "signs-n17-g00-s10": {ours: row(1), learner: row(1, conflicts=9), sat: row(0.01, conflicts=1)},
    }
    about = {"suite": "large", "seed": 7, "quick": False, "limit": 60.0, "seconds": 1, "revisions": ["abc"]}
    sections = {
        "First solution": {"wide": {"first solution": wide}, "critical": {"first solution": critical}},
        "Exactly one solution": {"single": {"is it unique": single}},
        "Two threads": {"critical": {"first solution": two}},
        "Huge grids": {"huge": {"first solution": huge}},
        "All inequalities": {"signs": {"first solution": signs}},
    }
    path = tmp_path / "large.json"
    path.write_text(json.dumps({**about, "machine": MACHINE, "missing": {}, "sections": sections}))
    report.write(path)
    text = path.with_suffix(".md").read_text()
    for line in (
        "| solve, wide: at least 100 x faster than the best rival, where anyone takes 50 ms or more "
        "| 100 x over 1 cases | yes |",
        "| solve, critical: all that a rival answers | 0 of 1, and 1 of 1 others | **no** |",
        "| solve, critical: at least 6 x faster than the best rival | 0.1 x over 1 cases | **no** |",
        "| solve, critical: nowhere slower, where anyone takes 20 ms or more | 1 of 2 slower | **no** |",
        "| exactly one: nowhere slower, where anyone takes 20 ms or more | 1 of 1 slower | **no** |",
        "| critical-n30-g04-s07 | 1 | **2 s** | 8 s | 4 |",
        "| huge: within 1 GiB | 3072 MiB | **no** |",
        "| all inequalities: at most twice the conflicts of CaDiCaL where both take 20 ms "
        "| 1.5 x over 1 cases | yes |",
        "| all inequalities: at least twice as many conflicts a second there | 3 x over 1 cases | yes |",
        "| signs-n16-g00-s10 | 1 | **1 s** | timed out | 9 | 1 s | 10,000 | 1 |",
        f"- First solution: critical: first solution: {sat} on 1 of 2: "
        "critical-n20-g03-s08 (6 s to timed out) **and on the whole**",
        f"- Exactly one solution: single: is it unique: {sat} on 2 of 2: "
        "critical-n20-g03-s08 (1 ms to 2 ms), critical-n30-g04-s07 (20 ms to 30 ms) **and on the whole**",
        "| n12-g00-s06 | 1 | **1 ms** | search | 1,234 | 2 s | 100 ms | 100 |",
    ):
        assert line in text.splitlines()
    assert report.PLOT.format("large.json") in text
    pictures = [tmp_path / name for name in ("one.svg", "same.svg")]
    for picture in pictures:
        plots.draw(path, picture)
    one, same = (picture.read_text() for picture in pictures)
    assert one == same
    assert "CaDiCaL" in one


def test_errors_are_of_the_mean_over_grids_and_not_over_their_forms():
    def answers(theirs):
        return {
            "fastfuto": {"time": 1.0, "solve": 1.0, "build": 0.0},
            "CaDiCaL": {"time": theirs, "solve": theirs, "build": 0.0},
        }

    section = suites.load("hard").sections[0]
    forms = {f"a/{grid}/form{form}": answers(4.0**grid) for grid in range(3) for form in range(4)}
    one = report.Measured(section, "a", section.sets[0].task, forms, False)
    # 4, times 4 ** (1 / sqrt(3)) either way.
    assert report.error(one, ()) == "1.8 to 8.91"
    assert report.error(one._replace(answered={"a": answers(2.0), "b": answers(3.0)}), ()) == ""


def test_large_numbers_are_told_to_the_last_digit():
    number = 5524751496156892842531225600
    assert report.middle([number]) == report.middle([1, number, 2 * number]) == f"{number:,}"
    assert report.middle([number, number + 2]) == f"{number + 1:,}"
    assert report.middle([]) == ""


def test_a_build_is_compared_with_itself(monkeypatch, tmp_path, capsys):
    path = tmp_path / "against.json"
    options = [sys.executable, sys.executable, "--only", "solve 5 x 5", "-o", str(path), "--rounds"]
    monkeypatch.setattr(sys, "argv", ["against", *options, "6"])
    with pytest.raises(SystemExit):
        against.main()
    assert "--rounds: at least 7, got 6" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["against", *options, "7"])
    against.main()
    printed = capsys.readouterr().out
    assert printed.index("the same work") < printed.index("different work or answers: 0.")
    row = json.loads(path.read_text())["workloads"]["solve 5 x 5"]
    assert row["work"]["A"]["nodes"] == row["work"]["B"]["nodes"] > 0
    ratio, low, high = row["ratio"]["seconds"]
    assert low <= ratio <= high


def test_different_work_is_told():
    a, b = {"nodes": 1000, "answers": "x"}, {"nodes": 2000, "answers": "x"}
    assert against.note([a, a], [a, a]) == "same"
    assert against.note([a, a], [b, b]) == "**differs: nodes 1,000 -> 2,000**"
    assert "from round to round" in against.note([a, a], [b, a])


@pytest.mark.parametrize(
    ("note", "load", "is_bold"),
    [("same", 1.0, True), ("same", 2.0, False), ("**differs: nodes 1 -> 2**", 2.0, True)],
)
def test_no_time_is_highlighted_if_the_work_is_equal_and_the_machine_is_busy(note, load, is_bold):
    times = {"A": [1.0] * 7, "B": [2.0] * 7}
    row = {"load": load, "seconds": times, "note": note, "work": {"A": {}, "B": {}}}
    row["ratio"] = {"seconds": [2.0, 1.9, 2.1], "cpu": [1.0, 0.9, 1.1]}
    text = against.render({"machine": MACHINE, "rounds": 7, "workloads": {"one": row}})
    assert ("**2.000**" in text) == is_bold
    assert "**1.000**" not in text


TIMED = ["solve 5 x 5", "solve 9 x 9", "is_unique 9 x 9", "count small", "all_solutions n=6", "count L(8)"]


@pytest.mark.parametrize("name", TIMED)
def test_main_calls(benchmark, name):
    data = [plain(puzzle) for puzzle in WORKLOADS[name].puzzles()]
    benchmark.pedantic(one_pass, (WORKLOADS[name].call, data), rounds=20, warmup_rounds=1)
