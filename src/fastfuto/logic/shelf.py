"""A shelf for what takes long to find and may be needed again, as long as it does not take too many bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, Protocol, TypeVar

__all__ = ["Shelf"]


class Sized(Protocol):
    """Anything that says how many bytes it takes."""

    @property
    def nbytes(self) -> int:
        """The number of bytes."""
        ...


K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Sized)


class Shelf(Generic[K, V]):
    """Values by their keys, up to a number of bytes; what has not been asked for longest goes first.

    Threads may share it.

    Parameters
    ----------
    most : int
        Bytes of all values together. A value that has more by itself is not kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = threading.Lock()
        self.nbytes: int = 0

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """Return the value of a key, or None."""
        with self._lock:
            found = self._values.get(key)
            if found is None:
                return None
            self._values.move_to_end(key)
            return found[0]

    def put(self, key: K, value: V) -> V:
        """Keep a value, and return the one that is kept: another thread may have been faster."""
        size = value.nbytes
        with self._lock:
            if key in self._values:
                return self._values[key][0]
            if size <= self._most:
                self._values[key] = value, size
                self.nbytes += size
            while self.nbytes > self._most:
                _, (_, gone) = self._values.popitem(last=False)
                self.nbytes -= gone
            return value
