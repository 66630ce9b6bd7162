"""The dispatcher's logic on simulated workers."""

import pytest

from bench.simulation import Cluster, simulate, work
from fastfuto.jobs import Piece


@pytest.mark.parametrize(
    ("workers", "least"),
    [(1, 0.99), (10, 0.98), (100, 0.9)],
)
def test_workers_are_kept_busy(workers, least):
    told = simulate(2_000_000, 1000, Cluster(workers))
    assert least < told.efficiency <= 1
    assert told.batches <= told.pieces
    assert not told.losses


def test_a_simulation_can_be_repeated():
    assert simulate(500_000, 1000, Cluster(20, survival=30), 5) == simulate(
        500_000, 1000, Cluster(20, survival=30), 5
    )


@pytest.mark.parametrize("seed", range(5))
def test_lost_workers_cost_what_they_were_doing(seed):
    """Each piece takes a second, and a worker lives for a minute: everything is done, and little of it twice."""
    calm, wild = (
        simulate(1_000_000, 1000, Cluster(20, survival=survival, restart=1), seed) for survival in (1e9, 60)
    )
    assert wild.losses > 5
    # A lost worker costs a second for its batch and another second for its replacement.
    assert wild.seconds < calm.seconds + 2 * wild.losses / 20 + 5


def test_small_pieces_share_the_cost_of_the_dispatcher():
    told = simulate(1_000_000, 20, Cluster(50, dispatch=0.01))
    assert told.pieces > 10 * told.batches
    assert told.efficiency > 0.5


def test_what_a_piece_leaves_depends_on_the_piece_alone():
    piece = Piece((0, 3), [2, 10_000])
    did, rest = work(piece, 1000, 1)
    assert (did, rest) == work(piece, 1000, 1)
    assert did + sum(size for _, size in rest) == 10_000
