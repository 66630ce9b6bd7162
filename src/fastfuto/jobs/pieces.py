"""The parts of a large job."""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Payload: TypeAlias = Any
"""A JSON value that identifies a piece within its job."""


@dataclass(frozen=True, slots=True)
class Piece:
    """An independent part of a job.

    Attributes
    ----------
    place : tuple of int
        Sort key of the result: all results are combined in the order of their places.
    payload : JSON value
    """

    place: tuple[int, ...]
    payload: Payload

    def cut(self, payloads: Iterable[Payload]) -> list[Piece]:
        """Return pieces with these payloads, placed directly after this piece."""
        return [Piece((*self.place, k), payload) for k, payload in enumerate(payloads)]


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of the work on a piece.

    Attributes
    ----------
    result : JSON value
        The result; without a journal, it may be any picklable object.
    rest : list of JSON values
        The payloads of the remaining work, if the piece was too large.
    work : int
        The effort in units of the engine's work.
    """

    result: Any
    rest: list[Payload] = field(default_factory=list)
    work: int = 0


IsOver: TypeAlias = Callable[[], bool]
"""A function that returns whether to stop, because the time is up or the result is no longer needed."""

Work: TypeAlias = Callable[[Any, Any, IsOver], Answer | None]
"""The function that works on a piece, defined in a module so that workers can load it.

The function takes the common part of a job, the result of `Job.load`, and an `IsOver`. It returns None if it was
stopped before the piece was finished; the piece then counts as untouched.
"""


@dataclass(frozen=True, slots=True)
class Job:
    """A large job: its function, its data and its first pieces.

    Attributes
    ----------
    name : str
        The verb, for messages.
    key : str
        The identity of the job: a digest of the puzzle and of all options that affect the result.
    common : picklable
        The data that every piece needs.
    work : callable
        The function that works on a piece; see `Work`.
    first : list of JSON values
        The payloads of the first pieces.
    halves : callable
        Returns the payloads of two or more smaller pieces, or a single payload that cannot be split. This function
        divides pieces that kill their workers, because such pieces may be too large for the memory.
    load : callable, optional
        Turns a payload into the argument of `work` when the piece is sent. Default: the payload itself.
    stage : str
        The stage in progress reports.
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
        """Return the key of a piece, which depends only on the job, the place and the payload."""
        return digest(self.key, json.dumps([piece.place, piece.payload]))


def ranges(start: int, stop: int, size: int) -> list[list[int]]:
    """Return parts of this size as pairs [first, stop], where `stop` follows the last number."""
    return [[at, min(at + size, stop)] for at in range(start, stop, size)]


def halved(part: list[int]) -> list[list[int]]:
    """Return the two halves of a part, or the part itself if it has one number."""
    start, stop = part
    return ranges(start, stop, (stop - start + 1) // 2)


def digest(*parts: str | bytes) -> str:
    """Return a digest of texts and bytes as 32 hexadecimal digits."""
    hashed = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        # The length of each part makes its boundaries unambiguous.
        hashed.update(len(data).to_bytes(8, "little") + data)
    return hashed.hexdigest()[:32]


@functools.cache
def version() -> str:
    """Return the version of fastfuto, which must be the same for all workers of a job."""
    return importlib.metadata.version(__package__.partition(".")[0])
