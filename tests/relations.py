"""Models with relations for tests: a seeded generator and the slow and obvious answers."""

from __future__ import annotations

import itertools
import random
from typing import NamedTuple

from fastfuto import Model, Skeleton

Allowed = set[tuple[int, int]]


class Related(NamedTuple):
    """A model in plain lists, with the model that is built from it."""

    n_values: int
    units: list[list[int]]
    domains: list[list[int]]
    inequalities: list[tuple[int, int]]
    relations: list[tuple[int, int, Allowed]]

    @property
    def model(self) -> Model:
        """The model, with its tables as pairs and as matrices in turn."""
        given = [
            (a, b, allowed if k % 2 else self.matrix(allowed))
            for k, (a, b, allowed) in enumerate(self.relations)
        ]
        skeleton = Skeleton(len(self.domains), self.n_values, self.units)
        return Model(skeleton, self.domains, self.inequalities, relations=given)

    def matrix(self, allowed: Allowed) -> list[list[bool]]:
        """Return allowed pairs as a boolean matrix."""
        values = range(1, self.n_values + 1)
        return [[(v, w) in allowed for w in values] for v in values]

    def solutions(self) -> list[tuple[int, ...]]:
        """Return all solutions in lexicographic order, by trying cell after cell."""
        found: list[tuple[int, ...]] = [()]
        for cell, domain in enumerate(self.domains):
            found = [
                solution
                for start in found
                for value in sorted(domain)
                if self.fits(solution := (*start, value), cell)
            ]
        return found

    def fits(self, solution: tuple[int, ...], cell: int) -> bool:
        """Say whether the value of the last cell goes with those before it."""
        for unit in self.units:
            if cell in unit and any(solution[k] == solution[cell] for k in unit if k < cell):
                return False
        for a, b in self.inequalities:
            if max(a, b) == cell and not solution[a] < solution[b]:
                return False
        return all(
            max(a, b) != cell or (solution[a], solution[b]) in allowed for a, b, allowed in self.relations
        )


def random_allowed(rng: random.Random, n: int) -> Allowed:
    """Return allowed pairs of one of several kinds."""
    pairs = [(v, w) for v in range(1, n + 1) for w in range(1, n + 1)]
    kind = rng.randrange(6)
    if kind == 0:
        share = rng.choice([0.2, 0.5, 0.8, 0.95])
        return {pair for pair in pairs if rng.random() < share}
    k = rng.randint(0, 3)
    if kind == 1:
        return {(v, w) for v, w in pairs if abs(v - w) == k}
    if kind == 2:
        return {(v, w) for v, w in pairs if abs(v - w) != k}
    if kind == 3:
        return {(v, w) for v, w in pairs if v <= w + k}
    if kind == 4:
        return {(v, w) for v, w in pairs if (v + w) % 3 != k % 3}
    shift = rng.sample(range(1, n + 1), n)
    return {(v, shift[v - 1]) for v in range(1, n + 1)} | {(v, w) for v, w in pairs if rng.random() < 0.2}


def random_related(rng: random.Random, n_cells: int | None = None, n_values: int | None = None) -> Related:
    """Return a small model with random units, domains, inequalities and relations."""
    cells = rng.randint(2, 8) if n_cells is None else n_cells
    n = rng.choice([1, 2, 3, 4, 5, 6]) if n_values is None else n_values
    units = [rng.sample(range(cells), rng.randint(1, min(cells, n))) for _ in range(rng.randint(0, 3))]
    values = range(1, n + 1)
    most = min(n, 4 if cells > 6 else 5)
    domains = [sorted(rng.sample(values, rng.randint(1 + most // 2, most))) for _ in range(cells)]
    if cells <= n <= 6 and rng.random() < 0.7:
        domains = [list(values) for _ in range(cells)]
    pairs = list(itertools.permutations(range(cells), 2))
    shared = [random_allowed(rng, n) for _ in range(rng.randint(1, 3))]
    relations = [(*rng.choice(pairs), rng.choice(shared)) for _ in range(rng.randint(1, 2 * cells))]
    inequalities = rng.sample(pairs, rng.choice([0, 0, 1, 2]) if len(pairs) >= 2 else 0)
    return Related(n, units, domains, inequalities, relations)


def spread(rng: random.Random, related: Related, n_values: int) -> Related:
    """Return the same model over more values: each value stands at another, random one in the same order."""
    at = dict(enumerate(sorted(rng.sample(range(1, n_values + 1), related.n_values)), 1))
    return Related(
        n_values,
        related.units,
        [[at[v] for v in domain] for domain in related.domains],
        related.inequalities,
        [(a, b, {(at[v], at[w]) for v, w in allowed}) for a, b, allowed in related.relations],
    )
