"""What the benchmark of large grids stands on: encodings, instances, variants, processes and the report."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import fastfuto
from fastfuto import Futoshiki, Status

from ..cases import random_square, thinned
from ..check import check_grids
from ..rivals import FIRST, UNIQUE
from . import report, run, variants
from .generate import CRITICAL, STORED, WIDE, instance, random_puzzle, recipe
from .rivals import SOLVERS, measure
from .variants import turned


def needs(solver: str) -> None:
    """Skip the test where a solver is missing."""
    if solver != "fastfuto":
        pytest.importorskip({"CP-SAT": "ortools", "CaDiCaL": "pysat"}[solver])


@pytest.fixture
def children(monkeypatch):
    """Let processes of their own find this package."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))


def small_puzzles() -> Iterator[Futoshiki]:
    """Yield puzzles with no solution, one and several."""
    rng = random.Random(0)
    for n in (1, 2, 3, 4, 5, 6):
        for g, s in ((0, 0), (0, 0.5), (0.1, 1), (0.4, 0), (0.3, 0.5)):
            puzzle = thinned(rng, random_square(rng, n, n**3), g, s)
            signs = range(len(puzzle.inequalities))
            yield from (puzzle, turned(puzzle, signs[:1]), turned(puzzle, signs[::2]))


@pytest.mark.parametrize("solver", report.RIVALS)
def test_rivals_find_as_many_as_fastfuto(solver):
    needs(solver)
    counts = set()
    for puzzle in small_puzzles():
        count = fastfuto.count(puzzle, limit=2)
        counts.add(count)
        assert SOLVERS[solver](puzzle, UNIQUE, 10).found == count
        outcome = SOLVERS[solver](puzzle, FIRST, 10)
        assert outcome.found == len(outcome.grids) == min(count, 1)
        if count:
            check_grids(puzzle, np.array(outcome.grids))
    assert counts == {0, 1, 2}


def test_stored_instances_are_of_their_recipe():
    assert (len(WIDE), len(CRITICAL)) == (26, 12)
    for name in STORED:
        n, g, s = recipe(name)
        puzzle = instance(name)
        assert (puzzle.n, np.count_nonzero(puzzle.clues)) == (n, round(g * n * n))
        assert len(puzzle.inequalities) == round(s * 2 * n * (n - 1))


def test_recipe():
    rng = random.Random(3)
    square = random_square(rng, 8, 128)
    puzzle = thinned(rng, square, 0.3, 0.4)
    check_grids(puzzle, np.array([square]))
    assert np.count_nonzero(puzzle.clues) == 19
    assert len(puzzle.inequalities) == 45
    assert random_puzzle(8, 0.3, 0.4, 5) == random_puzzle(8, 0.3, 0.4, 5) != random_puzzle(8, 0.3, 0.4, 6)
    assert instance("n12-g00-s06", 5) == random_puzzle(12, 0, 0.6, 5) != instance("n12-g00-s06")
    with pytest.raises(ValueError, match="no name"):
        recipe("n12")


def test_variants_are_what_they_say():
    known = variants.stored()
    assert list(known) == STORED
    for name, turns in known.items():
        puzzle, variant = instance(name), variants.unsatisfiable(name, None, known)
        if turns is None:
            assert variant is None
            continue
        gone = {puzzle.inequalities[turn] for turn in turns}
        assert set(variant.inequalities) == set(puzzle.inequalities) - gone | {(b, a) for a, b in gone}
        assert np.array_equal(variant.clues, puzzle.clues)
        assert fastfuto.solve(variant, timeout=0.1).status is not Status.SATISFIABLE


def test_variants_are_found():
    name = "n9-g01-s05"
    known: dict[str, variants.Turns | None] = {}
    variant = variants.unsatisfiable(name, 1, known)
    assert variant == turned(instance(name, 1), known[name])
    result = fastfuto.solve(variant)
    assert (result.status, result.stats.nodes > 0) == (Status.UNSATISFIABLE, True)
    assert fastfuto.solve(turned(instance(name, 1), known[name][:-1])).status is Status.SATISFIABLE
    assert variants.unsatisfiable("n8-g05-s00", 1, known) is None


@pytest.mark.parametrize("solver", SOLVERS)
def test_processes_are_measured_and_ended(solver, children):
    needs(solver)
    small = measure(solver, instance("n12-g00-s06"), FIRST, 20)
    assert (small.found, small.timed_out) == (1, False)
    assert small.peak > 1 << 20
    assert small.solve < 20
    large = measure(solver, instance("critical-n40-g05-s03"), UNIQUE, 0.01)
    assert (large.found, large.timed_out) == (0, True)


def test_failures_are_told(children):
    with pytest.raises(RuntimeError, match="failed"):
        measure("fastfuto", None, FIRST, 1)


def test_a_run_is_taken_up(children, monkeypatch, tmp_path, capsys):
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(run, "CASES", [("solve", "n12-g00-s06"), ("unsatisfiable", "critical-n20-g035-s05")])
    monkeypatch.setattr(run, "machine", lambda: MACHINE)
    path = tmp_path / "large.json"

    def lines(*options: str) -> int:
        monkeypatch.setattr(sys, "argv", ["run", "-o", str(path), "--solvers", "fastfuto", *options])
        run.main()
        return len(capsys.readouterr().out.splitlines())

    assert lines("--only", "solve") == 1
    assert lines() == 1
    assert lines() == 0
    assert lines("--anew", "--only", "unsat.*n20") == 1
    cases = json.loads(path.read_text())["cases"]
    assert [cases[case]["fastfuto"]["found"] for case in cases] == [1, 0]
    with pytest.raises(SystemExit):
        lines("--limit", "5")
    assert {file.name for file in tmp_path.iterdir()} == {"large.json", "large.md", "large.svg"}


MACHINE = {
    "date": "today",
    "cpu": "CPU",
    "cores": 2,
    "os": "OS",
    "python": "3",
    "packages": {"numpy": "2"},
    "load": [0.0],
    "revision": "abc",
}


def row(solve: float | None, **figures: object) -> report.Row:
    """Return what a solver answered in so many seconds, or that its time was up."""
    late = solve is None
    known = {"found": int(not late), "build": 0.02, "solve": solve, "timed_out": late, "revision": "abc"}
    return dict.fromkeys(("nodes", "conflicts", "engine", "peak")) | known | figures


def test_report(tmp_path):
    pytest.importorskip("matplotlib")
    results = {"machine": MACHINE, "limit": 60.0, "seed": None}
    results["cases"] = {
        "solve n12-g00-s06": {
            "fastfuto": row(0.001, nodes=9, engine="search"),
            "CP-SAT": row(2),
            "CaDiCaL": row(0.1),
        },
        "solve critical-n20-g03-s08": {
            "fastfuto": row(None),
            "CP-SAT": row(None),
            "CaDiCaL": row(6, conflicts=77),
        },
        "solve critical-n30-g04-s07": {"fastfuto": row(3), "CP-SAT": row(None), "CaDiCaL": row(None)},
        "solve huge-n200-g045-s00": {
            "fastfuto": row(30, nodes=1, conflicts=0, engine="search", peak=3 << 30)
        },
    }
    path = tmp_path / "large.json"
    path.write_text(json.dumps(results))
    report.write(path)
    text = path.with_suffix(".md").read_text()
    for line in [
        "| solve, wide: at least 100 x faster than the better rival | 100.0 x, 1 instances | yes |",
        "| solve, critical: all that a rival answers | 0 of 1 | **no** |",
        "| solve, critical: at least 3 x faster than the better rival | 0.1 x, 1 instances | **no** |",
        "| solve, critical: more than the rivals | 1 of the 1 others |  |",
        "| solve, huge-n200-g045-s00: within 60 s and 1 GiB | 30 s, 3072 MiB | **no** |",
        "- solve critical-n20-g03-s08: CaDiCaL 6 s, fastfuto timed out",
        "| n12-g00-s06 | 1 | **1 ms** | search | 9 |  | 2 s | 20 ms |  |  | 100 ms | 20 ms |  |  | 100.0 |",
    ]:
        assert line in text.splitlines()
    svg = path.with_suffix(".svg").read_text()
    report.write(path)
    assert "CaDiCaL" in svg
    assert svg == path.with_suffix(".svg").read_text()
