"""Models: the flat description of puzzles for engines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import PuzzleError
from ..limits import whole
from .arrays import (
    IntArray,
    Packed,
    UintArray,
    frozen,
    packed,
    single_value_masks,
    unpacked,
    value_masks,
)
from .checks import array_of, is_misread, refuse_masked, whole_within
from .relations import NO_RELATIONS, Allowed, Relations, read_relations
from .skeleton import Skeleton


class Sums(NamedTuple):
    """Sums in compressed rows: the values of ``cells[starts[k]:starts[k + 1]]`` add up to ``totals[k]``.

    Attributes
    ----------
    starts : (sums + 1,) int32, read-only
    cells : (members,) int32, read-only
    totals : (sums,) int32, read-only
    """

    starts: IntArray
    cells: IntArray
    totals: IntArray


NO_INEQUALITIES = frozen(np.empty((0, 2), np.int32))
NO_SUMS = Sums(frozen(np.zeros(1, np.int32)), frozen(np.empty(0, np.int32)), frozen(np.empty(0, np.int32)))


class Model:
    """The flat description of a puzzle: cells, values, units, inequalities, sums and relations.

    Engines solve models, and functions such as `fastfuto.solve` accept a model in place of a puzzle. Build a model
    directly to solve a variant of a puzzle.

    Parameters
    ----------
    skeleton : Skeleton
        Cells, values and units. Models with the same cells, values and units should share a skeleton.
    domains : array_like of int or sequence of iterables of int, optional
        The allowed values of each cell. Each entry is a collection of values, a single value, or 0 for any value.
        Values outside 1..n_values are ignored, and a cell with only such values makes the model unsatisfiable. Default:
        any value in every cell.
    inequalities : iterable of (int, int), optional
        Pairs of cells (lesser, greater).
    sums : iterable of (cells, int), optional
        Cells and the total of their values. A sum does not imply that the values of its cells differ; add a unit if
        they must. If one unit contains all cells of a sum and there are at most 9 values (16 for `grade` and
        `explain`), propagation removes every value that cannot be part of the total. Otherwise, propagation only
        compares the smallest and largest values with the total.
    relations : iterable of (int, int, allowed), optional
        Two cells and their allowed pairs of values, either as an iterable of pairs (v, w) or as a boolean matrix
        (n_values, n_values). Entry ``[v - 1, w - 1]`` of the matrix is true if the first cell may have v while the
        second cell has w. Relations with the same allowed pairs should share one object, which is then read only once.

    Attributes
    ----------
    skeleton : Skeleton
    domains : (cells, words) uint64, read-only
        Bit ``(v - 1) % 64`` of word ``(v - 1) // 64`` is set if the cell may take value v. A cell has one word for up
        to 64 values, and 4 words for more values.
    inequalities : (inequalities, 2) int32, read-only
        Cells (lesser, greater), in the given order.
    sums : Sums
    relations : Relations
    compiled : object or None
        The form for compiled engines, cached by `fastfuto.engines`.

    Raises
    ------
    PuzzleError
        - If the number of domains is wrong, or a domain contains anything but whole numbers.
        - If an inequality or a sum has an unknown cell, or an inequality is between a cell and itself.
        - If a total is below 0 or above 2**31 - 1.
        - If a relation does not consist of two different cells and allowed pairs of values.

    See Also
    --------
    fastfuto.Skeleton : Define cells, values and units.
    fastfuto.ExactCover : Define a puzzle by options that cover items.
    fastfuto.solve : Find a solution.

    Examples
    --------
    A diagonal Latin square of order 4 with 3 in its first cell:

    >>> import fastfuto
    >>> rows = [range(4 * r, 4 * r + 4) for r in range(4)]
    >>> columns = [range(c, 16, 4) for c in range(4)]
    >>> skeleton = Skeleton(16, 4, [*rows, *columns, range(0, 16, 5), range(3, 13, 3)])
    >>> fastfuto.count(Model(skeleton, [3] + 15 * [0]))
    12

    Three different digits that add up to 8:

    >>> fastfuto.count(Model(Skeleton(3, 9, [range(3)]), sums=[(range(3), 8)]))
    12

    Two digits, the second of which is twice the first:

    >>> double = [(1, 2), (2, 4), (3, 6), (4, 8)]
    >>> fastfuto.all_solutions(Model(Skeleton(2, 9), relations=[(0, 1, double)])).tolist()
    [[1, 2], [2, 4], [3, 6], [4, 8]]
    """

    __slots__ = ("compiled", "domains", "inequalities", "relations", "skeleton", "sums")

    skeleton: Skeleton
    domains: UintArray
    inequalities: IntArray
    sums: Sums
    relations: Relations
    compiled: Any

    def __init__(
        self,
        skeleton: Skeleton,
        domains: Sequence[int | Iterable[int]] | npt.NDArray[np.integer[Any]] | None = None,
        inequalities: Iterable[tuple[int, int]] | npt.NDArray[np.integer[Any]] = (),
        sums: Iterable[tuple[Iterable[int], int]] = (),
        relations: Iterable[tuple[int, int, Allowed]] = (),
    ) -> None:
        if not isinstance(skeleton, Skeleton):
            raise PuzzleError(f"skeleton must be a Skeleton, got {type(skeleton).__name__}")
        self.skeleton = skeleton
        self.domains = frozen(_domain_masks(domains, skeleton))
        self.inequalities = frozen(_inequality_array(inequalities, skeleton.n_cells))
        self.sums = _sums(sums, skeleton.n_cells)
        self.relations = read_relations(relations, skeleton.n_cells, skeleton.n_values)
        self.compiled = None

    @classmethod
    def from_arrays(
        cls,
        skeleton: Skeleton,
        domains: UintArray,
        inequalities: IntArray,
        sums: Sums = NO_SUMS,
        relations: Relations = NO_RELATIONS,
    ) -> Model:
        """Build a Model from arrays in the engines' layout, without copying them.

        Parameters
        ----------
        skeleton : Skeleton
        domains : (cells, words) uint64, C-contiguous
        inequalities : (inequalities, 2) int32, C-contiguous
        sums : Sums, optional
        relations : Relations, optional

        Notes
        -----
        The arrays are not checked here; engines check their shapes and ranges.
        """
        self = object.__new__(cls)
        self.skeleton = skeleton
        self.domains = domains
        self.inequalities = inequalities
        self.sums = sums
        self.relations = relations
        self.compiled = None
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Model):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        sums = f", {len(self.sums.totals)} sums" if len(self.sums.totals) else ""
        relations = f", {len(self.relations.cells)} relations" if len(self.relations.cells) else ""
        return (
            f"<Model: {self.n_cells} cells, {self.n_values} values, {len(self.inequalities)} inequalities"
            f"{sums}{relations}>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        arrays: tuple[npt.NDArray[Any], ...] = (self.domains, self.inequalities, *self.sums, *self.relations)
        return _rebuild_model, (self.skeleton, *map(packed, arrays))

    @property
    def n_cells(self) -> int:
        """Number of cells."""
        return self.skeleton.n_cells

    @property
    def n_values(self) -> int:
        """Number of values."""
        return self.skeleton.n_values

    dtype: ClassVar[type[np.uint8]] = np.uint8
    """Dtype of a solution, whose values count from 1."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of a solution: (n_cells,)."""
        return (self.skeleton.n_cells,)

    family: ClassVar[str] = "model"
    """The name of models in JSON, in place of the family of a puzzle."""

    fillable: ClassVar[bool] = False
    """Models have no grid to write a solution into, so `filled` returns None."""

    is_valid: ClassVar[bool] = True
    """Models do not look for contradictions; `violations` is empty."""

    @property
    def is_complete(self) -> bool:
        """Whether each cell has exactly one value."""
        bits = np.unpackbits(self.domains.view(np.uint8), axis=1)
        return bool((bits.sum(axis=1) == 1).all())

    @property
    def words(self) -> str:
        """Number of cells and values in words."""
        return f"model with {self.n_cells} cells and {self.n_values} values"

    def violations(self) -> list[Any]:
        """Return an empty list: contradictions within a model have no names."""
        return []

    def filled(self, solution: npt.ArrayLike) -> None:
        """Return None, because a model has no grid to write a solution into."""
        return

    def show(self, solution: npt.NDArray[Any]) -> str:
        """Return a solution as text: rows of equal length if the number of cells is a square, otherwise one line."""
        side = math.isqrt(self.n_cells)
        rows = np.reshape(solution, (side, side) if side * side == self.n_cells else (1, -1))
        width = len(str(self.n_values))
        return "".join(" ".join(f"{value:{width}}" for value in row) + "\n" for row in rows.tolist())

    def model(self) -> Model:
        """Return the model itself, so a model can be used in place of a puzzle."""
        return self

    def decode(self, values: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
        """Return `values`, (..., n_cells) uint8, unchanged."""
        return values

    def allowed(self, cell: int) -> list[int]:
        """Return the values that `cell` may take, in ascending order.

        Raises
        ------
        PuzzleError
            If there is no such cell.
        """
        cell = whole_within(cell, "cell", 0, self.n_cells - 1)
        bits = int.from_bytes(self.domains[cell].astype("<u8").tobytes(), "little")
        return [v for v in range(1, self.n_values + 1) if bits >> (v - 1) & 1]

    def with_domains(self, domains: UintArray) -> Model:
        """Return a copy of the model with these domains, (n_cells, words) uint64.

        Raises
        ------
        PuzzleError
            If ``domains`` is not an array of this shape and dtype.
        """
        if (
            not isinstance(domains, np.ndarray)
            or domains.dtype != np.uint64
            or domains.shape != self.domains.shape
        ):
            raise PuzzleError(
                f"domains must be a uint64 array of shape {self.domains.shape}, like the domains of the model"
            )
        return Model.from_arrays(self.skeleton, frozen(domains), self.inequalities, self.sums, self.relations)

    def with_units(self, units: Iterable[Sequence[int] | IntArray]) -> Model:
        """Return the model with further units: sets of cells whose values must differ.

        Raises
        ------
        PuzzleError
            As for `Skeleton`. The units count from 0 in its message, without those of the model.

        Examples
        --------
        The Sudokus of order 4 whose diagonals also have each value once:

        >>> from fastfuto import Sudoku, count
        >>> sudoku = Sudoku([[0] * 4] * 4).model()
        >>> count(sudoku), count(sudoku.with_units([range(0, 16, 5), range(3, 13, 3)]))
        (288, 48)
        """
        more = Skeleton(self.n_cells, self.n_values, units)
        starts = np.append(self.skeleton.unit_starts, more.unit_starts[1:] + self.skeleton.unit_starts[-1])
        cells = np.append(self.skeleton.unit_cells, more.unit_cells)
        skeleton = Skeleton.from_arrays(self.n_cells, self.n_values, frozen(starts), frozen(cells))
        return Model.from_arrays(skeleton, self.domains, self.inequalities, self.sums, self.relations)

    def with_inequalities(self, inequalities: Iterable[tuple[int, int]]) -> Model:
        """Return the model with further inequalities, pairs of cells (lesser, greater).

        Raises
        ------
        PuzzleError
            As for `Model`.

        Examples
        --------
        >>> from fastfuto import LatinSquare, count
        >>> square = LatinSquare([[0] * 3] * 3).model()
        >>> count(square), count(square.with_inequalities([(0, 1), (1, 2)]))
        (12, 2)
        """
        more = _inequality_array(inequalities, self.n_cells)
        pairs = frozen(np.concatenate([self.inequalities, more]))
        return Model.from_arrays(self.skeleton, self.domains, pairs, self.sums, self.relations)

    def with_sums(self, sums: Iterable[tuple[Iterable[int], int]]) -> Model:
        """Return the model with further sums, each of which consists of cells and their total.

        Raises
        ------
        PuzzleError
            As for `Model`.

        Examples
        --------
        >>> from fastfuto import LatinSquare, count
        >>> square = LatinSquare([[0] * 3] * 3).model()
        >>> count(square.with_sums([((0, 4, 8), 6), ((2, 4, 6), 6)]))
        4
        """
        old, more = self.sums, _sums(sums, self.n_cells)
        joined = Sums(
            frozen(np.append(old.starts, more.starts[1:] + old.starts[-1])),
            frozen(np.append(old.cells, more.cells)),
            frozen(np.append(old.totals, more.totals)),
        )
        return Model.from_arrays(self.skeleton, self.domains, self.inequalities, joined, self.relations)

    def with_relations(self, relations: Iterable[tuple[int, int, Allowed]]) -> Model:
        """Return the model with further relations: two cells and their allowed pairs of values.

        Raises
        ------
        PuzzleError
            As for `Model`.

        Examples
        --------
        Latin squares whose first two values differ by 2:

        >>> from fastfuto import LatinSquare, count
        >>> square = LatinSquare([[0] * 3] * 3).model()
        >>> count(square.with_relations([(0, 1, [(1, 3), (3, 1)])]))
        4
        """
        old, more = self.relations, read_relations(relations, self.n_cells, self.n_values)
        if len(old.cells) and len(more.cells):
            more = Relations(
                frozen(np.concatenate([old.cells, more.cells])),
                frozen(np.append(old.table_numbers, more.table_numbers + np.int32(len(old.tables)))),
                frozen(np.concatenate([old.tables, more.tables])),
            )
        joined = more if len(more.cells) else old
        return Model.from_arrays(self.skeleton, self.domains, self.inequalities, self.sums, joined)

    def _key(self) -> tuple[object, ...]:
        return (
            self.skeleton,
            self.domains.tobytes(),
            self.inequalities.tobytes(),
            *(a.tobytes() for a in self.sums),
            *(a.tobytes() for a in self.relations),
        )


def _rebuild_model(skeleton: Skeleton, *arrays: Packed) -> Model:
    domains, inequalities, starts, cells, totals, *relations = map(unpacked, arrays)
    return Model.from_arrays(
        skeleton, domains, inequalities, Sums(starts, cells, totals), Relations(*relations)
    )


def _domain_masks(
    domains: Sequence[int | Iterable[int]] | npt.NDArray[np.integer[Any]] | None, skeleton: Skeleton
) -> UintArray:
    refuse_masked(domains, "domains")
    table = value_masks(skeleton.n_values)
    if domains is None:
        return np.repeat(table[:1], skeleton.n_cells, axis=0)
    if len(domains) != skeleton.n_cells:
        raise PuzzleError(f"expected {skeleton.n_cells} domains, one for each cell, got {len(domains)}")
    bits = single_value_masks(skeleton.n_values)
    masks = np.zeros((skeleton.n_cells, table.shape[1]), np.uint64)
    for cell, domain in enumerate(domains):
        try:
            if np.iterable(domain):
                values = [v for v in map(whole, domain) if 0 < v <= skeleton.n_values]
                masks[cell] = np.bitwise_or.reduce(bits[values], axis=0) if values else 0
            else:
                value = whole(domain)
                masks[cell] = table[value if 0 <= value <= skeleton.n_values else -1]
        except (TypeError, ValueError):
            raise PuzzleError(f"domain of cell {cell}: expected whole numbers, got {domain!r}") from None
    return masks


def _inequality_array(
    inequalities: Iterable[tuple[int, int]] | npt.NDArray[np.integer[Any]], cells: int
) -> IntArray:
    refuse_masked(inequalities, "inequalities")
    listed = inequalities if isinstance(inequalities, np.ndarray) else list(inequalities)
    if not len(listed):
        return np.empty((0, 2), np.int32)
    pairs = array_of(listed)
    if pairs.shape[1:] != (2,) or pairs.dtype.kind not in "iu" or is_misread(listed):
        for at, pair in enumerate(listed):
            one = np.asarray(pair)
            if one.shape != (2,) or one.dtype.kind not in "iu" or is_misread(pair):
                raise PuzzleError(
                    f"inequality {at}: expected a pair of cells (lesser, greater), got {pair!r}"
                )
        raise PuzzleError("inequalities must be pairs of cells (lesser, greater)")
    wrong = (pairs < 0).any(axis=1) | (pairs >= cells).any(axis=1)
    if wrong.any():
        at = int(np.argmax(wrong))
        raise PuzzleError(f"inequality {at}, {tuple(pairs[at].tolist())}: a cell is outside 0 to {cells - 1}")
    if (pairs[:, 0] == pairs[:, 1]).any():
        at = int(np.argmax(pairs[:, 0] == pairs[:, 1]))
        raise PuzzleError(f"inequality {at} compares cell {pairs[at, 0]} with itself")
    return pairs.astype(np.int32)


def _sums(sums: Iterable[tuple[Iterable[int], int]], cells: int) -> Sums:
    starts, members, totals = [0], list[int](), list[int]()
    for number, each in enumerate(sums):
        try:
            group, total = each
            group = [whole(cell) for cell in group]
        except (TypeError, ValueError):
            raise PuzzleError(f"sum {number}: expected (cells, total), got {each!r}") from None
        if unknown := [cell for cell in group if not 0 <= cell < cells]:
            raise PuzzleError(f"sum {number}: cell {unknown[0]} is outside 0 to {cells - 1}")
        members += group
        starts.append(len(members))
        totals.append(whole_within(total, f"total of sum {number}", 0, 2**31 - 1))
    return Sums(*(frozen(np.array(numbers, np.int32)) for numbers in (starts, members, totals)))
