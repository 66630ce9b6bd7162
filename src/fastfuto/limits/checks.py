"""Checks of the options that verbs share, with messages that name the option."""

from __future__ import annotations

import functools
import os
import sys
import warnings
from collections.abc import Callable
from math import isnan
from operator import index
from typing import Any, ParamSpec, TypeVar, cast

import numpy as np

P = ParamSpec("P")
R = TypeVar("R")

MAX_THREADS = 1024
"""Most threads of a call, more than any machine can use at once."""


def renamed(**names: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a function accept the old names of arguments, with a warning, until the next release."""

    def accepting(verb: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(verb)
        def call(*args: Any, **options: Any) -> R:
            for old in names.keys() & options.keys():
                new = names[old]
                message = f"the argument {old}= is now called {new}=, and the old name will be removed"
                warnings.warn(message, DeprecationWarning, stacklevel=2)
                options[new] = options.pop(old)
            return verb(*args, **options)

        return cast("Callable[P, R]", call)

    return accepting


def at_least(least: int, number: int, name: str) -> int:
    """Return `number` as an int, or raise an error if it is not a whole number of at least `least`."""
    if (checked := _named(number, name)) < least:
        raise ValueError(f"{name} must be at least {least}, got {number}")
    return checked


def check_seed(seed: int) -> int:
    """Return `seed` as an int, or raise an error if it is not an unsigned 64-bit number."""
    checked = seed if type(seed) is int else _named(seed, "seed")
    if not 0 <= checked < 2**64:
        raise ValueError(f"seed must be 0 to 2**64 - 1, got {seed}")
    return checked


def fresh_seed(seed: int | None) -> int:
    """Return `seed` as `check_seed` does, or a new random seed if it is None."""
    return int.from_bytes(os.urandom(8)) if seed is None else check_seed(seed)


def check_threads(threads: int, name: str = "threads") -> int:
    """Return a number of threads as an int, or raise an error, with the option's name, if it is out of range."""
    checked = threads if type(threads) is int else _named(threads, name)
    if not 1 <= checked <= MAX_THREADS:
        raise ValueError(f"{name} must be 1 to {MAX_THREADS}, got {threads}")
    if checked > 1 and sys.platform == "emscripten":
        raise ValueError(f"{name} must be 1 in a browser, which cannot start threads; got {threads}")
    return checked


def check_timeout(timeout: float) -> float:
    """Return a time limit in seconds, or raise an error if it is negative or not a number."""
    try:
        seconds = real(timeout)
    except TypeError:
        raise TypeError(f"timeout must be a number of seconds, got {timeout!r}") from None
    except OverflowError:
        raise ValueError("timeout is too large for a float; use None for no time limit") from None
    if isnan(seconds) or seconds < 0:
        raise ValueError(f"timeout must be 0 or more seconds, got {timeout}")
    return seconds


def real(number: Any) -> float:
    """Return a number as a float; raise TypeError for anything else, including True, False and texts."""
    if isinstance(number, (bool, np.bool_)) or not hasattr(number, "__float__"):
        raise TypeError(f"expected a number, got {number!r}")
    return float(number)


def whole(number: object) -> int:
    """Return a whole number as an int; raise TypeError for anything else, including True and False."""
    if isinstance(number, (bool, np.bool_)):
        raise TypeError(f"expected a whole number, got {number!r}")
    return index(number)  # type: ignore[arg-type]


def _named(number: int, name: str) -> int:
    """Return a whole number as an int, as `whole` does, but name the option in the error message."""
    if type(number) is int:
        return number
    try:
        return whole(number)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, got {number!r}") from None
