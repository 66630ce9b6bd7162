"""The steps of a learner's trace, as lines of a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .loading import module

if TYPE_CHECKING:
    from ._derivation import Steps
else:
    Steps = Any

__all__ = ["Steps", "open_steps"]


def open_steps(trace: bytes, terms: list[bytes], *, is_trimmed: bool = True) -> Steps:
    """Return the steps of a trace, as `Learner.take_log` returns it.

    `terms` has for each literal, twice the variable and one more if it is negated, what a line says of it. With
    `is_trimmed` only those steps count that the last one needs.
    """
    steps: Steps = module("_derivation").Steps(memoryview(trace).cast("I"), terms, is_trimmed)
    return steps
