"""Caches: a property that is computed once, and a shelf of limited size.

A process that is forked while another thread holds a lock would wait for that lock forever. Therefore the property has
no lock, and the shelf of a new process begins empty, with its own lock.
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
        """A property that is computed on first use. Two threads may compute the value at the same time.

        In Python 3.11, `functools.cached_property` has one lock for all objects of a class.
        """

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            """Compute the value and store it in the object for the next access."""
            if instance is None:
                return self
            value = vars(instance)[self.attrname] = self.func(instance)
            return value


class Sized(Protocol):
    """Any object that reports how many bytes it takes."""

    @property
    def nbytes(self) -> int:
        """The number of bytes."""
        ...


K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Sized)


class Shelf(Generic[K, V]):
    """A cache with a limit in bytes, which drops the least recently used values first. Threads may share it.

    Parameters
    ----------
    most : int
        Limit in bytes of all values together. A value above the limit is not kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._clear()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._clear)

    def _clear(self) -> None:
        """Empty the shelf, also in a forked process, where another thread may have been changing it."""
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
        """Keep a value and return the kept value, which is another value if another thread was faster."""
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
