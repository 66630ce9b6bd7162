"""Words of messages."""

from __future__ import annotations

__all__ = ["counted"]


def counted(number: int, noun: str) -> str:
    """Return a number and what it counts: ``1 byte``, ``2 bytes``."""
    return f"{number} {noun}{'s'[: number != 1]}"
