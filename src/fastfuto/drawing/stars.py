"""Stars for levels."""

from __future__ import annotations

import functools
import itertools
import math

from .scene import Path, Scene, Shape

STARS = {
    "trivial": 1,
    "easy": 1,
    "moderate": 2,
    "tricky": 3,
    "hard": 4,
    "extreme": 5,
    "diabolical": 5,
    "search": 5,
}
"""Number of filled stars by level."""
MOST_STARS = 5
_OUTER, _INNER = 0.46, 0.19
"""Distances of a star's points and of the corners between them from its centre."""


@functools.cache
def stars_of(count: int) -> Scene:
    """Return a row of stars, the first `count` of them filled."""
    shapes: list[Shape] = []
    for k in range(MOST_STARS):
        moves, x, y = _moves()
        at = (k + 0.5 + x, 0.5 + y)
        if k < count:
            shapes.append(Path("member", *at, moves))
        shapes.append(Path("ring", *at, moves))
    return Scene(MOST_STARS, 1, "stars", f"{count} of {MOST_STARS} stars", shapes)


@functools.cache
def _moves() -> tuple[tuple[tuple[str | float, ...], ...], float, float]:
    """Return the outline of a star and its upper point relative to its centre."""
    corners = [
        (radius * math.sin(math.pi * k / 5), -radius * math.cos(math.pi * k / 5))
        for k, radius in zip(range(10), itertools.cycle((_OUTER, _INNER)), strict=False)
    ]
    lines = [("l", bx - ax, by - ay) for (ax, ay), (bx, by) in itertools.pairwise(corners)]
    return (*lines, ("z",)), *corners[0]
