"""The next step for a player."""

from __future__ import annotations

import functools
import itertools
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..engines import read_clues, spare_logic
from ..errors import LimitReached, PuzzleError
from ..limits import Stats, Watch
from ..model import Model, Solvable, is_misread, single_value_masks, value_masks
from ..solving import Status
from ..solving.inquiry import Inquiry
from .board import Cell, Layout, check_puzzle, check_sums, logic_model, names_of
from .clues import clues_of
from .decoding import Decoder
from .explain import trace
from .step import Step
from .technique import Rules

__all__ = ["hint"]

S = TypeVar("S", bound=np.generic)

PATIENCE = 1.0
"""Seconds for which a solution is looked for if the caller sets no limit."""


def hint(
    puzzle: Solvable[S],
    entries: npt.ArrayLike | None = None,
    *,
    candidates: npt.ArrayLike | None = None,
    rules: Rules = "full",
    timeout: float | None = None,
) -> Step | None:
    """Return the next step for a player who has filled in some cells.

    Parameters
    ----------
    puzzle : Puzzle or Model
        Not an exact cover. The rules "tatham" do not know sums.
    entries : array_like of int, the shape of a solution, optional
        What the player has filled in, 0 where blank. Clues may be among it; what stands at black cells does not matter.
    candidates : array_like of bool, the shape of a solution and one entry for each value, optional
        The player's pencil marks. Marks of filled cells, and marks of values that a filled cell sees, do not count.
        Default: every value that is not in sight.
    rules : {"full", "tatham"}
        As for `fastfuto.explain`.
    timeout : float, optional
        Time limit in seconds, for the solution (default: 1) and then for the step (default: none). If there is no
        time for the solution, entries are checked against the rules of the puzzle alone.

    Returns
    -------
    Step or None
        Where an entry contradicts the only solution, or else the rules, a step with technique "mistake" that removes
        it; where the marks leave out what a cell must be, a step "mistake" that names the cell. Otherwise the easiest
        step from here. None if the grid is full and right, or no rule applies.

    Raises
    ------
    LimitReached
        If the time is up before a step is found.
    PuzzleError
        For entries or candidates of another shape or type, for an entry out of range, and if there are no rules for
        such a puzzle.
    TypeError, ValueError
        For something else than a puzzle, or an option out of range.

    Notes
    -----
    The solution is kept, so that the next hint for the same puzzle takes about 0.1 ms.

    Examples
    --------
    >>> import fastfuto
    >>> puzzle = fastfuto.Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
    >>> print(fastfuto.hint(puzzle, [[1, 0], [0, 0]]).text())
    Only r1c2 is empty in row 1, and 2 is missing. So r1c2 is 2.
    >>> fastfuto.hint(puzzle, [[0, 1], [0, 0]])
    Step(technique='mistake', score=0.0, placed=(), removed=(((0, 1), (1,)),), cells=((0, 1),), values=(1,), \
lines=(), inequalities=(), links=(), cases=(), relations=(), sums=())
    """
    watch = Watch(timeout)
    patience = Watch(PATIENCE if timeout is None else timeout)
    kept = _known(puzzle)
    model, names = kept.model, kept.names
    check_sums(model, rules)
    filled = _entries(entries, model, names)
    marks = _marks(candidates, model, names)
    solution = kept.solution(puzzle, patience)
    wrong = _wrong_entry(kept, filled, solution)
    if wrong is not None:
        cell = names.cells[wrong]
        value = int(filled[wrong])
        return Step("mistake", 0.0, removed=((cell, (value,)),), cells=(cell,), values=(value,))
    # Where both are there, they are the same: any other entry is a wrong one.
    values = np.maximum(filled, kept.given)
    domains = model.domains & value_masks(model.n_values)[values]
    if marks is not None:
        domains = np.where((values == 0)[:, None], domains & marks, domains)
        if solution is not None:
            lost = ~_has(domains, solution)
            if lost.any():
                return Step("mistake", 0.0, cells=(names.cells[int(lost.argmax())],))
    is_filled = (values != 0).view(np.uint8)
    seen = model.with_domains(domains)
    logic, _, is_late = trace(seen, rules, 1, watch.is_over, is_filled)
    if is_late:
        message = f"the time limit of {timeout} s has passed; no step found so far"
        raise LimitReached(message, found=0, stats=Stats(0, 0, watch.seconds, "logic"))
    log = logic.log()
    spare_logic(logic, seen)
    return next(Decoder(seen, names, is_filled, kept.clues).steps(log), None)


def _entries(entries: npt.ArrayLike | None, model: Model, names: Layout) -> npt.NDArray[np.int64]:
    if entries is None:
        return np.zeros(model.n_cells, np.int64)
    read = read_clues(entries) if isinstance(entries, (list, tuple)) else None
    try:
        grid = np.asarray(entries) if read is None else read
    except ValueError:
        grid = np.empty(0)
    if (
        grid.shape != names.shape
        or grid.dtype.kind not in "iu"
        or (read is None and type(entries) is not np.ndarray and is_misread(entries))
    ):
        raise PuzzleError(
            f"entries must be whole numbers of shape {names.shape}, got shape {grid.shape} of type {grid.dtype}"
        )
    flat = names.gather(grid.astype(np.int64))
    if flat.min() < 0 or flat.max() > model.n_values:
        at = int(((flat < 0) | (flat > model.n_values)).argmax())
        raise PuzzleError(
            f"entries: {_name(names.cells[at])} must hold 0 to {model.n_values}, got {flat[at]}"
        )
    return flat


def _name(cell: Cell) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}" if len(cell) == 2 else f"cell {cell[0] + 1}"


def _marks(candidates: npt.ArrayLike | None, model: Model, names: Layout) -> npt.NDArray[np.uint64] | None:
    """Return pencil marks as masks, (n_cells, words)."""
    if candidates is None:
        return None
    try:
        grid = np.asarray(candidates)
    except ValueError:
        grid = np.empty(0)
    expected = (*names.shape, model.n_values)
    if grid.shape != expected or grid.dtype != bool:
        raise PuzzleError(f"candidates must be booleans of shape {expected}, got {grid.dtype} {grid.shape}")
    words = model.domains.shape[1]
    bits = np.zeros((model.n_cells, 64 * words), np.uint8)
    bits[:, : model.n_values] = names.gather(grid)
    return np.packbits(bits, axis=1, bitorder="little").view("<u8").astype(np.uint64)


def _given(model: Model) -> npt.NDArray[np.int64]:
    """Return the value of each cell that has one only, 0 elsewhere."""
    singles = single_value_masks(model.n_values)
    if model.domains.shape[1] == 1:
        words = model.domains[:, 0]
        is_single = (words != 0) & (words & (words - np.uint64(1)) == 0)
        return np.where(is_single, np.searchsorted(singles[1:, 0], words) + 1, 0)
    allowed = [model.allowed(cell) for cell in range(model.n_cells)]
    return np.array([values[0] if len(values) == 1 else 0 for values in allowed], np.int64)


def _has(domains: npt.NDArray[np.uint64], values: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return whether each domain has a value."""
    words = domains[np.arange(len(values)), (values - 1) // 64]
    found: npt.NDArray[np.bool_] = (words >> ((values - 1) % 64).astype(np.uint64)) & np.uint64(1) != 0
    return found


def _wrong_entry(
    kept: _Kept, filled: npt.NDArray[np.int64], solution: npt.NDArray[np.int64] | None
) -> int | None:
    """Return the first cell whose entry contradicts the solution or, without one, the rules."""
    if solution is not None:
        wrong = (filled != 0) & (filled != solution)
        return int(wrong.argmax()) if wrong.any() else None
    model, names = kept.model, kept.names
    known = np.where(filled != 0, filled, kept.given).tolist()
    for cell in np.flatnonzero(filled).tolist():
        if filled[cell] not in model.allowed(cell) or any(
            known[peer] == known[cell] for peer in names.peers[cell]
        ):
            return int(cell)
    for lesser, greater in model.inequalities.tolist():
        least = known[lesser] or min(model.allowed(lesser), default=0)
        most = known[greater] or max(model.allowed(greater), default=model.n_values)
        if least >= most and (filled[lesser] or filled[greater]):
            return int(lesser if filled[lesser] else greater)
    for relation in itertools.chain.from_iterable(kept.clues.related):
        a, b = relation.source, relation.target
        if known[a] and known[b] and filled[a] and not relation.partners[known[a] - 1] >> (known[b] - 1) & 1:
            return a
    for each in kept.clues.sums:
        values = [known[cell] for cell in each.cells]
        entered = [cell for cell in each.cells if filled[cell]]
        if entered and (sum(values) > each.total or (all(values) and sum(values) < each.total)):
            return entered[0]
    return None


class _Kept:
    """What hints need of a puzzle, so that it is found only once."""

    def __init__(self, puzzle: Any) -> None:
        self.model = logic_model(puzzle)
        self.names = names_of(puzzle, self.model)
        self.clues = clues_of(self.model, self.names.units)
        self.given = _given(self.model)
        self._is_solved = False
        self._solution: npt.NDArray[np.int64] | None = None

    def solution(self, puzzle: Any, patience: Watch) -> npt.NDArray[np.int64] | None:
        """Return the only solution, flat; None if there are others, none, or no time."""
        if not self._is_solved:
            try:
                self._solution = self._solve(puzzle, patience)
            except LimitReached:
                return None
            self._is_solved = True
        return self._solution

    def _solve(self, puzzle: Any, patience: Watch) -> npt.NDArray[np.int64] | None:
        inquiry: Inquiry[Any] = Inquiry(puzzle, patience)
        result = inquiry.solve()
        if result.status is Status.UNKNOWN:
            raise LimitReached("there was no time to solve the puzzle", found=0, stats=result.stats)
        if result.grid is None or not inquiry.is_unique():
            return None
        return self.names.gather(result.grid.astype(np.int64))


def _known(puzzle: Any) -> _Kept:
    check_puzzle(puzzle)
    return _kept(puzzle)


@functools.lru_cache(maxsize=256)
def _kept(puzzle: Any) -> _Kept:
    return _Kept(puzzle)
