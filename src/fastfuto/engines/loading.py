"""Compiled modules, loaded when they are first asked for."""

from __future__ import annotations

import functools
import importlib
from typing import Any

__all__ = ["build", "module"]

NARROW = 64
"""Most values of a narrow build, in which a mask is one word."""


@functools.cache
def module(name: str) -> Any:
    """Return the compiled module of that name."""
    return importlib.import_module(f".{name}", __package__)


def build(name: str, n_values: int, narrow: int = NARROW) -> Any:
    """Return the narrow or the wide build of an engine, both of which are made from one source."""
    return module(f"_{name}" if n_values <= narrow else f"_{name}_wide")
