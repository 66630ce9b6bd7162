"""Checks of the options that verbs share."""

from __future__ import annotations

from operator import index

__all__ = ["at_least", "check_seed", "check_threads"]


def at_least(least: int, number: int, name: str) -> int:
    """Return `number` as an int, or raise a ValueError if it is below `least`."""
    if (checked := index(number)) < least:
        raise ValueError(f"{name} must be at least {least}, got {number}")
    return checked


def check_seed(seed: int) -> int:
    """Return `seed` as an int, or raise a ValueError if it is not 0 to 2**64 - 1."""
    if not 0 <= (checked := index(seed)) < 2**64:
        raise ValueError(f"seed must be 0 to 2**64 - 1, got {seed}")
    return checked


def check_threads(threads: int) -> int:
    """Return the number of threads as an int, or raise a ValueError if it is below 1."""
    return at_least(1, threads, "threads")
