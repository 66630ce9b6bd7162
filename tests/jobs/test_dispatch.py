"""The rules by which pieces go out, and come back or not."""

import random

import pytest

from fastfuto.jobs.dispatch import AHEAD, MOST_LOSSES, MOST_PIECES, Dispatcher, LostPiece
from fastfuto.jobs.pieces import Piece

from ..cases import some


def halves(payload):
    return [payload] if payload < 2 else [payload // 2, payload - payload // 2]


def pieces(*payloads):
    return [Piece((k,), payload) for k, payload in enumerate(payloads)]


def test_no_more_are_in_flight_than_workers_need():
    dispatcher = Dispatcher(pieces(*[1] * 50), 3, halves)
    batches = []
    while batch := dispatcher.next_batch():
        batches.append(batch)
    assert [len(batch) for batch in batches] == [1] * AHEAD * 3
    dispatcher.came_back()
    assert dispatcher.next_batch()
    assert not dispatcher.next_batch()


def test_small_pieces_travel_together():
    dispatcher = Dispatcher(pieces(*[1] * 10_000), 2, halves)
    [first] = dispatcher.next_batch()
    dispatcher.came_back()
    dispatcher.finish(first, [], 0.001)
    assert len(dispatcher.next_batch()) == MOST_PIECES
    dispatcher.came_back()
    dispatcher.finish(first, [], 100.0)
    assert len(dispatcher.next_batch()) == 1


def test_what_is_left_of_a_piece_goes_out_too():
    dispatcher = Dispatcher(pieces(5), 1, halves)
    [piece] = dispatcher.next_batch()
    dispatcher.came_back()
    dispatcher.finish(piece, piece.cut([2, 3]), 1.0)
    assert (dispatcher.done, dispatcher.total) == (1, 3)
    assert not dispatcher.is_done
    assert [dispatcher.next_batch() for _ in range(2)] == [[Piece((0, 0), 2)], [Piece((0, 1), 3)]]


def test_a_piece_that_loses_workers_travels_alone_and_is_split():
    dispatcher = Dispatcher(pieces(2, 7), 2, halves)
    for _ in range(MOST_LOSSES):
        batch = dispatcher.next_batch()
        assert batch[0].payload == 2
        dispatcher.came_back()
        assert dispatcher.lose(batch) == []
    batch = dispatcher.next_batch()
    assert not dispatcher.next_batch()  # The other piece waits.
    dispatcher.came_back()
    assert dispatcher.lose(batch) == [(Piece((0,), 2), [Piece((0, 0), 1), Piece((0, 1), 1)])]
    assert dispatcher.total == 3


def test_a_piece_that_cannot_be_split_is_reported():
    dispatcher = Dispatcher(pieces(1), 2, halves)
    for _ in range(MOST_LOSSES + 1):
        batch = dispatcher.next_batch()
        dispatcher.came_back()
        dispatcher.lose(batch)
    batch = dispatcher.next_batch()
    dispatcher.came_back()
    with pytest.raises(LostPiece) as caught:
        dispatcher.lose(batch)
    assert caught.value.piece == Piece((0,), 1)


@pytest.mark.parametrize("seed", some(range(20), 2))
def test_everything_is_done_once_however_workers_are_lost(seed):
    """Payloads are amounts: what is done must add up to what there was."""
    rng = random.Random(seed)
    amounts = [rng.randint(1, 50) for _ in range(rng.randint(1, 60))]
    dispatcher = Dispatcher(pieces(*amounts), rng.randint(1, 5), halves)
    flying, done, places = [], 0, set()
    while not dispatcher.is_done:
        while batch := dispatcher.next_batch():
            flying.append(batch)
        batch = flying.pop(rng.randrange(len(flying)))
        dispatcher.came_back()
        # Workers are lost by the weight of what they carry.
        if rng.random() < sum(piece.payload for piece in batch) / 500:
            dispatcher.lose(batch)
            continue
        for piece in batch:
            now = min(piece.payload, 20)
            done += now
            assert piece.place not in places
            places.add(piece.place)
            rest = piece.cut([piece.payload - now] if piece.payload > now else [])
            dispatcher.finish(piece, rest, rng.random())
    assert done == sum(amounts)
    assert dispatcher.done == dispatcher.total
