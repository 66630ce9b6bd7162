"""The choices of candidates that the inequalities of a line, or the total of a run, allow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .board import Cell

MOST_LISTED = 6
"""Most arrangements of a line, or choices of a run, that are listed."""


MOST_SETS = 1000
"""Most sets of candidates that are listed."""


def choices(
    candidates: Sequence[tuple[Cell, tuple[int, ...]]],
    pairs: Iterable[tuple[Cell, Cell]],
    total: int | None = None,
) -> list[tuple[int, ...]]:
    """Return the choices of different candidates that satisfy inequalities and a total, at most `MOST_LISTED` + 1."""
    cells = [cell for cell, _ in candidates]
    less = [(cells.index(a), cells.index(b)) for a, b in pairs]
    found: list[tuple[int, ...]] = []

    def choose(chosen: tuple[int, ...]) -> None:
        at = len(chosen)
        if len(found) > MOST_LISTED:
            return
        if at == len(cells):
            if total is None or sum(chosen) == total:
                found.append(chosen)
            return
        for value in candidates[at][1]:
            longer = (*chosen, value)
            if value not in chosen and all(longer[a] < longer[b] for a, b in less if max(a, b) == at):
                choose(longer)

    choose(())
    return found


def sets_of(candidates: Iterable[Iterable[int]]) -> set[frozenset[int]]:
    """Return the sets of different candidates, one of each cell; none if there are more than `MOST_SETS`."""
    sets = {frozenset[int]()}
    for values in candidates:
        sets = {each | {value} for each in sets for value in values if value not in each}
        if len(sets) > MOST_SETS:
            return set()
    return sets
