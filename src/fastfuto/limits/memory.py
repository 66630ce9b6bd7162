"""How many bytes a call may take."""

from __future__ import annotations

import os

from .checks import at_least

__all__ = ["check_memory"]


def check_memory(memory: int | None) -> int:
    """Return the bytes that a call may take: `memory`, or half of the machine's memory if it is None.

    Where the system does not tell the size of its memory, None stands for 2 GiB.
    """
    if memory is not None:
        return at_least(1, memory, "memory")
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, OSError, ValueError):  # Windows has no sysconf.
        return 2 << 30
