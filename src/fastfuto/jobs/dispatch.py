"""Which pieces go to the workers next: the same rules for real workers and for simulated ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from .pieces import Payload, Piece

BATCH_SECONDS = 1.0
"""Seconds that the pieces of a batch take together, about: what takes less would wait for the dispatcher."""
MOST_PIECES = 100
"""Most pieces of a batch."""
AHEAD = 2
"""Batches in flight for each worker: one that it works on, and one that waits for it."""
MOST_LOSSES = 3
"""Times that workers may be lost with a piece on the way before it travels alone."""


class LostPiece(Exception):
    """A piece that cannot be split has lost its worker, alone, for the second time."""

    def __init__(self, piece: Piece) -> None:
        super().__init__(piece)
        self.piece = piece


class Dispatcher:
    """The pieces of a job that wait, and those that are on the way.

    Parameters
    ----------
    pieces : iterable of Piece
    workers : int
        Number of workers at first.
    halves : callable
        As in `Job`.

    Attributes
    ----------
    workers : int
        Number of workers, which bounds the batches in flight. It may change.
    done, total : int
        Pieces that are finished, and pieces known.
    """

    def __init__(
        self, pieces: Iterable[Piece], workers: int, halves: Callable[[Payload], list[Payload]]
    ) -> None:
        self._waiting = deque(pieces)
        self.workers = workers
        self._halves = halves
        self._losses: dict[tuple[int, ...], int] = {}
        self._in_flight: int = 0
        self._is_alone = False
        self._seconds = 0.0
        self.done: int = 0
        self.total: int = len(self._waiting)

    @property
    def is_done(self) -> bool:
        """Whether no piece waits or is on the way."""
        return not self._waiting and not self._in_flight

    @property
    def seconds_left(self) -> float | None:
        """Seconds that the pieces known now will take, by the mean of the finished ones; None before the first."""
        if not self.done:
            return None
        return (self.total - self.done) * self._seconds / self.done / self.workers

    def next_batch(self) -> list[Piece]:
        """Return pieces to be sent out together; none if no more may be sent now.

        A piece under suspicion, with which workers were lost, travels when nothing else is on the way.
        """
        if not self._waiting or self._is_alone or self._in_flight >= AHEAD * self.workers:
            return []
        if self._losses.get(self._waiting[0].place, 0) >= MOST_LOSSES:
            if self._in_flight:
                return []
            self._is_alone = True
            size = 1
        else:
            size = self._batch_size()
        batch = [self._waiting.popleft()]
        while (
            len(batch) < size and self._waiting and self._losses.get(self._waiting[0].place, 0) < MOST_LOSSES
        ):
            batch.append(self._waiting.popleft())
        self._in_flight += 1
        return batch

    def came_back(self) -> None:
        """Note that a batch is not on the way any more."""
        self._in_flight -= 1
        self._is_alone = False

    def give_back(self, pieces: list[Piece]) -> None:
        """Note that pieces have come back as they went out, because the workers were told to stop."""
        self._waiting.extendleft(reversed(pieces))

    def finish(self, piece: Piece, rest: list[Piece], seconds: float) -> None:
        """Note that a piece is finished, but for the pieces that are left of it."""
        self.done += 1
        self.total += len(rest)
        self._seconds += seconds
        self._losses.pop(piece.place, None)
        self._waiting.extend(rest)

    def lose(self, batch: list[Piece]) -> list[tuple[Piece, list[Piece]]]:
        """Note that the workers of a batch were lost, and let its pieces go out again.

        Returns
        -------
        list
            Pieces that are given up, each with the smaller ones in its place.

        Raises
        ------
        LostPiece
            If a piece has done so alone, again, and cannot be split.
        """
        split = []
        for piece in reversed(batch):
            losses = self._losses.get(piece.place, 0) + 1
            # After so many losses it was alone, so it is the cause, unless workers are lost for reasons of their own.
            smaller = piece.cut(self._halves(piece.payload)) if losses > MOST_LOSSES else []
            if len(smaller) > 1:
                self._losses.pop(piece.place)
                self.total += len(smaller) - 1
                self._waiting.extendleft(reversed(smaller))
                split.append((piece, smaller))
            elif losses > MOST_LOSSES + 1:
                raise LostPiece(piece)
            else:
                self._losses[piece.place] = losses
                self._waiting.appendleft(piece)
        return split

    def _batch_size(self) -> int:
        """Return how many pieces go out together: enough for a second, but no more than leaves some for all workers."""
        if not self.done:
            return 1
        mean = max(self._seconds / self.done, 1e-9)
        fair = len(self._waiting) // (AHEAD * self.workers)
        return max(1, min(int(BATCH_SECONDS / mean), fair, MOST_PIECES))
