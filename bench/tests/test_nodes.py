"""The work of two builds: equal work, other ties, and a change that costs nodes."""

import pytest

from bench import effort, nodes
from bench.effort import ENGINES


def numbers(monkeypatch, engine, shift=0):
    """Return the first counter of an engine, with other seeds."""
    request = effort.Request
    monkeypatch.setattr(effort, "Request", lambda model, seed: request(model, seed=seed + shift))
    return next(iter(effort.effort(engine).values()))


@pytest.mark.parametrize("name", ["search", "learner by size"])
def test_ties_are_told_apart_from_nothing_and_from_nodes(name, monkeypatch):
    puzzles = [*ENGINES[name].puzzles()]
    engine = ENGINES[name]._replace(puzzles=lambda: puzzles)
    a = numbers(monkeypatch, engine)
    assert len(a) == effort.PUZZLES
    assert nodes.compare(a, numbers(monkeypatch, engine)).verdict == "the same work"
    b = numbers(monkeypatch, engine, shift=100)
    assert nodes.compare(a, b).verdict == "other work, no significant difference"
    dearer = [[round(1.05 * number) for number in each] for each in b]
    assert nodes.compare(a, dearer).verdict == "**significant**"


def test_every_engine_counts(monkeypatch):
    monkeypatch.setattr(effort, "PUZZLES", 4)
    for name, engine in ENGINES.items():
        few = engine._replace(puzzles=lambda engine=engine: [*engine.puzzles()][:4])
        for counter, each in effort.effort(few).items():
            assert [len(seeds) for seeds in each] == [engine.seeds] * 4, (name, counter)
            assert sum(map(sum, each)) > 0, (name, counter)


def test_the_table():
    a, b = [[10, 20], [30, 40]], [[10, 20], [31, 40]]
    text = nodes.render({"search": {"nodes": a}}, {"search": {"nodes": b}})
    assert "| search | nodes | 100 | 101 | 1.008 +- 0.008 | other work, no significant difference |" in text
