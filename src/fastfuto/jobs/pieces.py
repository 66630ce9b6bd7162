"""What a large job is made of."""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Payload: TypeAlias = Any
"""What tells one piece of a job from another, as JSON has it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """An independent part of a job.

    Attributes
    ----------
    place : tuple of int
        Where the result stands among those of all pieces, which are put together in this order.
    payload : JSON value
    """

    place: tuple[int, ...]
    payload: Payload

    def cut(self, payloads: Iterable[Payload]) -> list[Piece]:
        """Return pieces that stand right behind this one."""
        return [Piece((*self.place, k), payload) for k, payload in enumerate(payloads)]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the work on a piece gives.

    Attributes
    ----------
    result : JSON value
        Without a journal it may be anything that can be pickled.
    rest : list of JSON values
        The payloads of what the piece has left undone, because it is larger than a piece should be.
    work : int
        The effort, in units of the engine's work.
    """

    result: Any
    rest: list[Payload] = field(default_factory=list)
    work: int = 0


IsOver: TypeAlias = Callable[[], bool]
"""Whether the work is to stop, because the time is up or the result is not needed any more."""

Work: TypeAlias = Callable[[Any, Any, IsOver], Answer | None]
"""What is done with the common part of a job and what `Job.load` gives: a function of a module, for workers to load.

It returns None if it was told to stop before the piece was finished. Then the piece is as if nobody had worked on it.
"""


@dataclass(frozen=True, slots=True)
class Job:
    """A large job: what is to be done, and with what.

    Attributes
    ----------
    name : str
        The verb, for messages.
    key : str
        What tells this job from others: a digest of the puzzle and of everything that the result depends on.
    common : picklable
        What every piece needs.
    work : callable
        See `Work`.
    first : list of JSON values
        The payloads of the pieces that there are at first.
    halves : callable
        Returns the payloads of two or more smaller pieces, or one if a payload cannot be split: a piece that its
        workers do not survive may be too large for their memory.
    load : callable, optional
        Returns what `work` takes in place of a payload, when the piece is sent out. Default: the payload.
    stage : str
        What is being done, for reports of progress.
    """

    name: str
    key: str
    common: Any
    work: Work
    first: list[Payload]
    halves: Callable[[Payload], list[Payload]]
    load: Callable[[Payload], Any] = lambda payload: payload
    stage: str = "pieces"

    def key_of(self, piece: Piece) -> str:
        """Return the key of a piece, which depends on the job, its place and its payload alone."""
        return digest(self.key, json.dumps([piece.place, piece.payload]))


def digest(*parts: str | bytes) -> str:
    """Return a digest of texts and bytes, 32 hexadecimal digits."""
    hashed = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        # With its length before it, no part can be mistaken for another one and a piece of the next.
        hashed.update(len(data).to_bytes(8, "little") + data)
    return hashed.hexdigest()[:32]


@functools.cache
def version() -> str:
    """Return the version of fastfuto, which all who work on a job must have."""
    return importlib.metadata.version(__package__.partition(".")[0])
