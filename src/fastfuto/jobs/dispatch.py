"""The choice of the pieces to send next, with the same rules for real and simulated workers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from .pieces import Payload, Piece

BATCH_SECONDS = 1.0
"""Approximate seconds of a batch: shorter batches would leave workers waiting for the dispatcher."""
MOST_PIECES = 100
"""Most pieces of a batch."""
AHEAD = 2
"""Batches in flight per worker: one in progress, and one waiting."""
MOST_LOSSES = 3
"""Number of times that a piece may lose its worker before it is sent without other pieces."""


class LostPiece(Exception):
    """A piece that cannot be split has twice lost its worker while no other piece was in flight."""

    def __init__(self, piece: Piece) -> None:
        super().__init__(piece)
        self.piece = piece


class Dispatcher:
    """The waiting pieces of a job and the batches in flight.

    Parameters
    ----------
    pieces : iterable of Piece
    workers : int
        Initial number of workers.
    halves : callable
        The function `halves` of the `Job`.

    Attributes
    ----------
    workers : int
        Number of workers, which bounds the batches in flight. It may change.
    done, total : int
        Numbers of finished pieces and of known pieces.
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
        """Whether no piece is waiting or in flight."""
        return not self._waiting and not self._in_flight

    @property
    def seconds_left(self) -> float | None:
        """Expected seconds for the known pieces, from the mean of the finished pieces; None before the first."""
        if not self.done:
            return None
        return (self.total - self.done) * self._seconds / self.done / self.workers

    def next_batch(self) -> list[Piece]:
        """Return pieces to send together, or none if no more may be sent now.

        A suspect piece, which has lost several workers, is sent when nothing else is in flight.
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
        """Record that a batch is no longer in flight."""
        self._in_flight -= 1
        self._is_alone = False

    def give_back(self, pieces: list[Piece]) -> None:
        """Put back pieces whose workers were stopped before they finished them."""
        self._waiting.extendleft(reversed(pieces))

    def finish(self, piece: Piece, rest: list[Piece], seconds: float) -> None:
        """Record that a piece is finished, and queue the pieces that remain of it."""
        self.done += 1
        self.total += len(rest)
        self._seconds += seconds
        self._losses.pop(piece.place, None)
        self._waiting.extend(rest)

    def lose(self, batch: list[Piece]) -> list[tuple[Piece, list[Piece]]]:
        """Note that a batch has lost its workers, and queue its pieces again.

        Returns
        -------
        list
            Pieces that were split, each with the smaller pieces that replace it.

        Raises
        ------
        LostPiece
            If a piece that cannot be split has lost its worker for the second time while no other piece was in flight.
        """
        split = []
        for piece in reversed(batch):
            losses = self._losses.get(piece.place, 0) + 1
            # After so many losses, the piece was the only piece in flight, so it is probably the cause.
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
        """Return the number of pieces to send together: about a second of work, but not more than a fair share."""
        if not self.done:
            return 1
        mean = max(self._seconds / self.done, 1e-9)
        fair = len(self._waiting) // (AHEAD * self.workers)
        return max(1, min(int(BATCH_SECONDS / mean), fair, MOST_PIECES))
