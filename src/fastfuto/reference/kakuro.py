"""Solve Kakuros by generalised arc consistency and backtracking."""

from __future__ import annotations

from collections.abc import Iterator

from ..puzzles import Kakuro, Run

Cell = tuple[int, int]
Domains = dict[Cell, set[int]]


class KakuroSearch:
    """Depth-first search that keeps every run consistent and branches on the cell with the fewest candidates.

    Attributes
    ----------
    nodes : int
        Digits tried so far.

    Examples
    --------
    >>> search = KakuroSearch(Kakuro([[None, (3, 0), (4, 0)], [(0, 4), 0, 0], [(0, 3), 0, 0]]))
    >>> list(search.solutions()), search.nodes
    ([[[0, 0, 0], [0, 1, 3], [0, 2, 1]]], 0)
    """

    shape: tuple[int, int]
    runs: tuple[Run, ...]
    broken: bool
    nodes: int

    def __init__(self, puzzle: Kakuro) -> None:
        self.shape = puzzle.shape
        self.runs = puzzle.runs
        self.runs_of: dict[Cell, list[int]] = {}
        for number, run in enumerate(self.runs):
            for cell in run.cells:
                self.runs_of.setdefault(cell, []).append(number)
        self.domains: Domains = {
            (r, c): ({entry} & set(range(1, 10)) if entry else set(range(1, 10)))
            for r, row in enumerate(puzzle.rows)
            for c, entry in enumerate(row)
            if isinstance(entry, int)
        }
        self.broken = any(violation.kind == "clue" for violation in puzzle.violations())
        self.nodes = 0

    def solutions(self) -> Iterator[list[list[int]]]:
        """Yield the solutions as rows of digits, with 0 for black cells."""
        if not self.broken and self._propagate(self.domains, range(len(self.runs))):
            yield from self._search(self.domains)

    def _search(self, domains: Domains) -> Iterator[list[list[int]]]:
        cell = min(
            (cell for cell in domains if len(domains[cell]) > 1),
            key=lambda cell: (len(domains[cell]), cell),
            default=None,
        )
        if cell is None:
            grid = [[0] * self.shape[1] for _ in range(self.shape[0])]
            for (r, c), (digit,) in domains.items():
                grid[r][c] = digit
            yield grid
            return
        for digit in sorted(domains[cell]):
            self.nodes += 1
            changed = {other: set(domain) for other, domain in domains.items()}
            changed[cell] = {digit}
            if self._propagate(changed, self.runs_of[cell]):
                yield from self._search(changed)

    def _propagate(self, domains: Domains, runs: range | list[int]) -> bool:
        """Make runs consistent until nothing changes; return False if a cell has no candidate left."""
        waiting = list(runs)
        while waiting:
            run = self.runs[waiting.pop()]
            supported = self._supported([sorted(domains[cell]) for cell in run.cells], run.total)
            for cell, digits in zip(run.cells, supported, strict=True):
                if digits != domains[cell]:
                    domains[cell] = digits
                    waiting += self.runs_of[cell]
                if not digits:
                    return False
        return True

    def _supported(self, domains: list[list[int]], total: int | None) -> list[set[int]]:
        """Return the digits of each cell that occur in some choice of different digits with this total."""
        supported: list[set[int]] = [set() for _ in domains]
        chosen: list[int] = []

        def choose() -> None:
            if len(chosen) == len(domains):
                if total is None or sum(chosen) == total:
                    for digits, digit in zip(supported, chosen, strict=True):
                        digits.add(digit)
                return
            for digit in domains[len(chosen)]:
                if digit not in chosen and (total is None or sum(chosen) + digit <= total):
                    chosen.append(digit)
                    choose()
                    chosen.pop()

        choose()
        return supported


def kakuro_solutions(puzzle: Kakuro) -> Iterator[list[list[int]]]:
    """Yield the solutions, each as rows of digits, with 0 for black cells.

    Examples
    --------
    >>> list(kakuro_solutions(Kakuro([[(0, 17), 0, 0]])))
    [[[0, 8, 9]], [[0, 9, 8]]]
    """
    return KakuroSearch(puzzle).solutions()
