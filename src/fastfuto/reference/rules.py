"""The rules of a puzzle: its named cells and lines, inequalities, relations and sums."""

from __future__ import annotations

import itertools
import math
from typing import Any, TypeAlias

Cell: TypeAlias = tuple[int, ...]
Mark: TypeAlias = tuple[Cell, int]
Grid: TypeAlias = dict[Cell, set[int]]
"""The candidates of each cell."""


class Rules:
    """The rules of a puzzle: its cells and lines by name, inequalities, relations and sums.

    Attributes
    ----------
    n : int
        Number of values.
    lines : dict
        The cells of each line, by the kind and number of the line.
    less : set of (Cell, Cell)
    related : dict
        The tables of allowed pairs of values for (Cell, Cell, kind), in both directions.
    sums : set of (tuple of Cell, int)
        Cells and the total of their values.
    peers : dict
        The peers of each cell.
    seen : dict
        The cells that cannot have the value of a cell: its peers, and cells whose relations forbid equal values.
    """

    def __init__(self, puzzle: Any) -> None:
        model = puzzle.model()
        self.n: int = model.n_values
        # Only a Kakuro has black cells, which have no value.
        white = {cell for run in getattr(puzzle, "runs", ()) for cell in run.cells}
        names: list[Cell] = sorted(white) or list(itertools.product(*map(range, puzzle.shape)))
        self.lines: dict[tuple[Any, ...], tuple[Cell, ...]] = {}
        blocks = 0
        extra = getattr(puzzle, "lines", ())  # The names of the last units of a variant.
        units = model.skeleton.units
        for u, unit in enumerate(units, len(extra) - len(units)):
            cells = tuple(names[cell] for cell in unit)
            if u >= 0:
                self.lines[extra[u]] = cells
                continue
            if len(names) < math.prod(puzzle.shape):
                self.lines["run", *cells[0], *cells[-1]] = cells
                continue
            kind, number = self._name(cells, puzzle.shape)
            if number < 0:
                number = blocks
                blocks += 1
            self.lines[kind, number] = cells
        if sum(len(cells) for line, cells in self.lines.items() if line[0] == "box") < len(names):
            # In a jigsaw, a region that happens to be a box is a region.
            self.lines = {
                ("region" if kind == "box" else kind, *rest): cells
                for (kind, *rest), cells in self.lines.items()
            }
        self.less: set[tuple[Cell, Cell]] = {(names[a], names[b]) for a, b in model.inequalities.tolist()}
        self.related: dict[tuple[Cell, Cell, str], list[set[tuple[int, int]]]] = {}
        tables = [self._pairs(rows) for rows in model.relations.tables.tolist()]
        for (a, b), k in zip(
            model.relations.cells.tolist(), model.relations.table_numbers.tolist(), strict=True
        ):
            for one, other, pairs in ((a, b, tables[k]), (b, a, {(w, v) for v, w in tables[k]})):
                self.related.setdefault((names[one], names[other], self._kind(pairs)), []).append(pairs)
        starts, members = model.sums.starts.tolist(), [names[cell] for cell in model.sums.cells.tolist()]
        self.sums: set[tuple[tuple[Cell, ...], int]] = {
            (tuple(members[starts[k] : starts[k + 1]]), total)
            for k, total in enumerate(model.sums.totals.tolist())
        }
        self.peers: dict[Cell, set[Cell]] = {
            name: {cell for line in self.lines.values() if name in line for cell in line} - {name}
            for name in names
        }

        self.seen: dict[Cell, set[Cell]] = {name: set(peers) for name, peers in self.peers.items()}
        for (one, other, _), pairs in self.related.items():
            if any(all(v != w for v, w in table) for table in pairs):
                self.seen[one].add(other)

    def _pairs(self, rows: list[list[int]]) -> set[tuple[int, int]]:
        values = range(1, self.n + 1)
        return {(v, w) for v in values for w in values if rows[v - 1][(w - 1) // 64] >> (w - 1) % 64 & 1}

    def _kind(self, pairs: set[tuple[int, int]]) -> str:
        every = set(itertools.product(range(1, self.n + 1), repeat=2))
        beside = {(v, w) for v, w in every if abs(v - w) == 1}
        if pairs == beside:
            return "differ by 1"
        if pairs == {(v, w) for v, w in every if v != w}:
            return "differ"
        return "do not differ by 1" if pairs == every - beside else "relation"

    def is_run(self, cells: tuple[Cell, ...]) -> bool:
        """Return whether the values of these cells differ and are at most 16."""
        differ = any(set(cells) <= set(line) for line in self.lines.values())
        return differ and 0 < len(cells) == len(set(cells)) and self.n <= 16

    @staticmethod
    def _name(cells: tuple[Cell, ...], shape: tuple[int, ...]) -> tuple[str, int]:
        if len(shape) == 2:
            rows, columns = sorted({r for r, _ in cells}), sorted({c for _, c in cells})
            if len(rows) == 1 and len(columns) == shape[1]:
                return "row", rows[0]
            if len(columns) == 1 and len(rows) == shape[0]:
                return "column", columns[0]
            is_solid = all(line == list(range(line[0], line[-1] + 1)) for line in (rows, columns) if line)
            return ("box" if is_solid and len(rows) * len(columns) == len(cells) else "region"), -1
        return "unit", -1

    def is_full(self, line: tuple[Any, ...]) -> bool:
        """Return whether a line needs every value."""
        return len(self.lines[line]) == self.n
