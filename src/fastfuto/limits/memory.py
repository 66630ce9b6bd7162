"""The memory that a call may take."""

from __future__ import annotations

import functools
import os

from .checks import at_least

MOST_MEMORY = 2**63 - 1
"""Most bytes that engines can count, more than any machine has."""


def check_memory(memory: int | None) -> int:
    """Return the bytes that a call may take: `memory`, or half of the machine's memory if it is None."""
    return _half_of_all() if memory is None else min(at_least(1, memory, "memory"), MOST_MEMORY)


@functools.cache
def _half_of_all() -> int:
    """Return half of the machine's memory in bytes, or 2 GiB if it is unknown."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, OSError, ValueError):  # Windows does not have sysconf.
        return 2 << 30
