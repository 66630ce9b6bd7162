"""Trials: what decides in `fastfuto.solving` with other values, for as long as a block lasts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fastfuto.solving import tuning


@contextmanager
def tuned(**values: Any) -> Iterator[None]:
    """Give constants of `fastfuto.solving.tuning` other values within a ``with`` block, for all threads of the process.

    Workers that are processes of their own keep the values that they have.

    Raises
    ------
    AttributeError
        If there is no constant of that name.
    """
    before = {name: getattr(tuning, name) for name in values}
    try:
        vars(tuning).update(values)
        yield
    finally:
        vars(tuning).update(before)
