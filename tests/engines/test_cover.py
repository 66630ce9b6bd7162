"""Dancing links behind the door: options are linked in pieces before the search begins."""

import random

import numpy as np
import pytest

import fastfuto
from fastfuto import ExactCover, LatinSquare, Status
from fastfuto.engines import EXHAUSTED, PAUSED, Request, open_engine
from fastfuto.engines._cover import Cover
from fastfuto.model import options as model_options

from ..strategies import random_puzzle


def large_cover():
    """Return a cover of 2000 items by 250,000 options of four items each."""
    return ExactCover.from_arrays(np.arange(0, 1_000_001, 4), np.arange(1_000_000) % 2000)


@pytest.mark.parametrize("puzzle", [LatinSquare([[0] * 64] * 64), large_cover()], ids=["model", "cover"])
def test_a_run_links_a_piece_only(puzzle):
    engine = open_engine("cover", Request(puzzle.model()))
    pauses = 0
    while engine.run(1, 1) == PAUSED and not engine.nodes:
        pauses += 1
    assert pauses > 10


@pytest.mark.parametrize("piece", [1, 7, 60])
def test_pieces_of_any_size_make_the_same_cover(piece, monkeypatch):
    monkeypatch.setattr(model_options, "PIECE", piece)
    rng = random.Random(piece)
    for _ in range(30):
        square = random_puzzle(rng, 4, rng.choice((0.0, 0.2, 0.5)), 0.0)
        assert fastfuto.count(square, engine="cover") == fastfuto.count(square, engine="search")
    queens = ExactCover(
        [[("row", r), ("column", c), ("up", r + c), ("down", r - c)] for r in range(6) for c in range(6)],
        secondary=[(way, k) for way in ("up", "down") for k in range(-5, 11)],
    )
    assert fastfuto.count(queens) == 4
    coloured = ExactCover(
        [{"a": None, "x": "red"}, {"b": None, "x": "red"}, {"b": None, "x": "blue"}], secondary=["x"]
    )
    assert [row.tolist() for row in fastfuto.solutions(coloured)] == [[0, 1]]
    assert fastfuto.count(ExactCover([[], ["a"], []])) == 1
    assert fastfuto.count(ExactCover([])) == 1


def test_the_time_may_be_up_while_options_are_linked():
    square = LatinSquare([[0] * 150] * 150)
    assert fastfuto.solve(square, engine="cover", timeout=0.02).status is Status.UNKNOWN


def probes(cover, budget, k=2000):
    logs = np.full(k, np.nan)
    done = 0
    while done < k:
        done += cover.probe(budget, logs[done:])
    return logs


def test_probes_estimate_the_number_of_solutions():
    rng = random.Random(5)
    for seed in range(1, 30):
        rows = [rng.sample(range(6), rng.randint(1, 3)) for _ in range(14)]
        starts = np.cumsum([0, *map(len, rows)], dtype=np.int32)
        items = np.concatenate(rows).astype(np.int32)
        colours = np.array([rng.randint(1, 2) if item > 4 else 0 for item in items], np.int32)
        weights = []
        for budget in (10**9, 1, 7):
            cover = Cover(len(rows), len(items), 6, 5)
            cover.add(starts, items, colours)
            cover.reset(seed=seed)
            weights.append(probes(cover, budget))
            with pytest.raises(ValueError, match="reset"):
                cover.run(1, 1)
        assert np.array_equal(weights[0], weights[1])
        assert np.array_equal(weights[0], weights[2])
        cover.reset()
        assert cover.run(10**9, 10**9) == EXHAUSTED
        sample = np.exp(weights[0])
        assert abs(sample.mean() - cover.total) <= 5 * sample.std() / len(sample) ** 0.5 + 1e-9
        with pytest.raises(ValueError, match="reset"):
            cover.probe(1, np.zeros(1))
