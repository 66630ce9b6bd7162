"""Trials with other values of the constants of `fastfuto.solving`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fastfuto.solving import tuning


@contextmanager
def tuned(**values: Any) -> Iterator[None]:
    """Change constants of `fastfuto.solving.tuning` within a ``with`` block, for all threads of the process.

    Workers in other processes keep their values.

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
