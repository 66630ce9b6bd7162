"""Cutting a model into parts whose solutions add up."""

from __future__ import annotations

import heapq
import math

import numpy as np

from ..model import MAX_CELLS, Model, frozen, single_value_masks, whole_within

__all__ = ["split"]


def split(model: Model, k: int) -> list[Model]:
    """Split a model into k models whose solutions are disjoint and together are its own.

    Parameters
    ----------
    model : Model
    k : int
        Number of parts, at least 1.

    Returns
    -------
    list of Model
        Exactly k models on the same skeleton. The largest part is halved first, at the domain of its first
        open cell. If there are fewer than k assignments, the remaining parts are models without a solution.

    Raises
    ------
    PuzzleError
        If `k` is not 1 to 2**24.

    Examples
    --------
    >>> import fastfuto
    >>> parts = fastfuto.split(fastfuto.LatinSquare(4).model(), 3)
    >>> [fastfuto.count(part) for part in parts]
    [144, 144, 288]
    """
    k = whole_within(k, "k", 1, MAX_CELLS)
    bits = single_value_masks(model.n_values)
    domains = [model.allowed(cell) for cell in range(model.n_cells)]
    made = 0
    # The parts are a heap, ordered by (minus the number of assignments, age). Only the changed domains are kept.
    parts: list[tuple[int, int, dict[int, list[int]]]] = [(-math.prod(map(len, domains)), 0, {})]
    while len(parts) < k and parts[0][0] < -1:
        size, _, changed = heapq.heappop(parts)
        cell = next(c for c, d in enumerate(domains) if len(changed.get(c, d)) > 1)
        values = changed.get(cell, domains[cell])
        for half in (values[: len(values) // 2], values[len(values) // 2 :]):
            share = size // len(values) * len(half)
            heapq.heappush(parts, (share, made := made + 1, changed | {cell: half}))
    models = []
    for _, _, changed in sorted(parts, key=lambda part: sorted(part[2].items())):
        masks = model.domains.copy()
        for cell, values in changed.items():
            masks[cell] = np.bitwise_or.reduce(bits[values], axis=0)
        models.append(_with_domains(model, masks))
    return models + [_with_domains(model, np.zeros_like(model.domains))] * (k - len(models))


def _with_domains(model: Model, masks: np.ndarray[tuple[int, int], np.dtype[np.uint64]]) -> Model:
    return Model.from_arrays(model.skeleton, frozen(masks), model.inequalities, model.sums)
