"""What takes long to find and may be needed again: a property that is kept, and a shelf of so many bytes.

A process that is forked while another thread holds a lock waits for that lock for ever, so nothing here does that.
"""

from __future__ import annotations

import functools
import os
import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    kept = functools.cached_property
else:

    class kept(functools.cached_property):
        """A property that is found when it is first asked for. Two threads may find it at once.

        In Python 3.11, `functools.cached_property` has one lock for all objects of a class.
        """

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            """Find the value; the next time, the object itself has it."""
            if instance is None:
                return self
            value = vars(instance)[self.attrname] = self.func(instance)
            return value


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
        self._clear()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._clear)

    def _clear(self) -> None:
        """Begin with nothing, as a process does that was forked: another thread may have been about to change this."""
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
