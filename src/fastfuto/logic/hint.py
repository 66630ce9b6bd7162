"""Find the next step for a player."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..engines import Verdict, read_clues, spare_logic, telling_cell, wrong_entry
from ..errors import LimitReached, PuzzleError
from ..limits import Run, Stats, Watch
from ..model import Model, Solvable, allowed_masks, array_of, is_misread, puzzle_of, value_masks
from ..solving.result import Status
from ..solving.session import Session
from .board import Cell, Layout, check_puzzle, check_sums, filled_cells, logic_model, names_of
from .clues import Clues
from .decoding import Decoder
from .explain import trace
from .shelf import Shelf
from .step import Step
from .technique import Rules, rule_set

S = TypeVar("S", bound=np.generic)

MOST_AHEAD = 20_000
"""Work spent on finding the way to the next number; after that, the easiest step becomes the hint."""
PATIENCE = 1.0
"""Time limit in seconds for finding a solution, unless the caller sets a limit."""


def hint(
    puzzle: Solvable[S],
    entries: npt.ArrayLike | None = None,
    *,
    candidates: npt.ArrayLike | None = None,
    rules: Rules = "full",
    timeout: float | None = None,
) -> Step | None:
    """Return the next step for a player who has filled some cells.

    Parameters
    ----------
    puzzle : Puzzle or Model
        A puzzle or model with cells, so not an exact cover. The rules "tatham" do not support sums.
    entries : array_like of int, the shape of a solution, optional
        The player's values, with 0 for blank cells. They may include clues. Values of black cells are ignored.
    candidates : array_like of bool, the shape of a solution and one entry for each value, optional
        The player's pencil marks. Marks in filled cells are ignored, and so are marks of a value that another cell of
        the same row, column, region or run already has. Default: every value that is not ruled out in this way.
    rules : {"full", "tatham"}
        As for `fastfuto.explain`.
    timeout : float, optional
        Time limit in seconds, which applies first to finding the solution (default: 1) and then to finding the step
        (default: none). If the solution is not found in time, entries are checked only against the rules of the puzzle.

    Returns
    -------
    Step or None
        If an entry contradicts the only solution or the rules, a step with the technique "mistake" removes it. If the
        marks exclude the correct value of a cell, a step "mistake" names the cell. Otherwise, the result is the first
        step on the easiest way to the next number, as in `fastfuto.explain`, or, if finding that way takes more than
        half a millisecond, the easiest step that is possible now. If no rule applies, a step "search" enters one number
        from the only solution. None if the grid is full and correct, or if no rule applies and there are several
        solutions.

    Raises
    ------
    LimitReached
        If the time is up before a step is found.
    PuzzleError
        If entries or candidates have the wrong shape or type, an entry is out of range, or no rules support the puzzle.
    TypeError, ValueError
        If `puzzle` is not a puzzle, or an option is out of range.

    See Also
    --------
    fastfuto.explain : Find all steps to the solution.
    fastfuto.judge : Judge a move of a player.
    fastfuto.draw : Draw a step.

    Notes
    -----
    The solution of a puzzle is cached, so the next hint for the same puzzle takes about 0.1 ms. The cache takes up to
    64 MiB and drops the least recently used puzzles first.

    Examples
    --------
    >>> import fastfuto
    >>> puzzle = fastfuto.Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
    >>> print(fastfuto.hint(puzzle, [[1, 0], [0, 0]]).text())
    Only r1c2 is empty in row 1, and 2 is missing. So r1c2 is 2.
    >>> fastfuto.hint(puzzle, [[0, 1], [0, 0]])
    Step(technique='mistake', score=0.0, placed=(), removed=(((0, 1), (1,)),), cells=((0, 1),), values=(1,), \
lines=(), inequalities=(), links=(), cases=(), relations=(), sums=(), candidates=())
    """
    puzzle, watch = puzzle_of(puzzle), Watch(timeout)
    patience = Run(PATIENCE if timeout is None else timeout)
    kept = _known(puzzle)
    model, names = kept.model, kept.names
    check_sums(model, rules)
    filled = _entries(entries, model, names)
    marks = _marks(candidates, model, names)
    solution = kept.solution(puzzle, patience)
    wrong = _wrong_entry(model, filled, solution)
    if wrong is not None:
        cell = names.cells[wrong]
        value = int(filled[wrong])
        return Step("mistake", 0.0, removed=((cell, (value,)),), cells=(cell,), values=(value,))
    # An entry that differs from the given value of its cell was reported as a mistake above.
    values = np.maximum(filled, kept.given)
    domains = model.domains & value_masks(model.n_values)[values]
    if marks is not None:
        domains = np.where((values == 0)[:, None], domains & marks, domains)
        if solution is not None:
            lost = ~_has(domains, solution)
            if lost.any():
                return Step("mistake", 0.0, cells=(names.cells[int(lost.argmax())],))
    if kept.is_large and watch.is_late:
        raise _late(watch)
    is_filled = (values != 0).view(np.uint8)
    seen = model.with_domains(domains)
    logic, verdict, is_late = trace(seen, rules, 1, watch.is_over, is_filled, MOST_AHEAD)
    if is_late or not kept.is_named(watch):
        raise _late(watch)
    if verdict == Verdict.STUCK and not logic.n_steps and solution is not None:
        left = seen.with_domains(logic.masks())
        at = telling_cell(left, solution.astype(np.uint8), rule_set("full").scores)
        logic.go_on(at, int(solution[at]))
    log, cases = logic.log(), logic.cases()
    spare_logic(logic, seen)
    return next(Decoder(seen, names, kept.clues).steps(log, cases), None)


def _late(watch: Watch) -> LimitReached:
    return watch.late(Stats(0, 0, watch.seconds, "logic"), what="; no step found so far")


def _entries(entries: npt.ArrayLike | None, model: Model, names: Layout) -> npt.NDArray[np.int64]:
    if entries is None:
        return np.zeros(model.n_cells, np.int64)
    read = read_clues(entries) if isinstance(entries, (list, tuple)) else None
    grid = array_of(entries) if read is None else read
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
        raise PuzzleError(f"entries: {_name(names.cells[at])} must be 0 to {model.n_values}, got {flat[at]}")
    return flat


def _name(cell: Cell) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}" if len(cell) == 2 else f"cell {cell[0] + 1}"


def _marks(candidates: npt.ArrayLike | None, model: Model, names: Layout) -> npt.NDArray[np.uint64] | None:
    """Return pencil marks as masks, (n_cells, words)."""
    if candidates is None:
        return None
    grid = array_of(candidates)
    expected = (*names.shape, model.n_values)
    if grid.shape != expected or grid.dtype != bool:
        raise PuzzleError(
            f"candidates must be booleans of shape {expected}, got shape {grid.shape} of type {grid.dtype}"
        )
    return allowed_masks(names.gather(grid))


def _bounds(model: Model) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the smallest and largest value of each cell; a cell without values has 0 and n_values."""
    halves = (model.domains & value_masks(model.n_values)[0]).astype("<u8", copy=False).view("<u4")
    is_there = halves != 0
    cells, first = np.arange(len(halves)), is_there.argmax(axis=1)
    last = halves.shape[1] - 1 - is_there[:, ::-1].argmax(axis=1)
    low, high = halves[cells, first].astype(np.int64), halves[cells, last].astype(np.int64)
    # The exponent of a 32-bit number is exact: it is the number of its highest bit, counted from 1.
    least, greatest = 32 * first + np.frexp(low & -low)[1], 32 * last + np.frexp(high)[1]
    return least, np.where(high != 0, greatest, model.n_values)


def values_given(model: Model) -> npt.NDArray[np.int64]:
    """Return the value of each cell with a single candidate, and 0 for all other cells."""
    least, greatest = _bounds(model)
    return np.where(least == greatest, least, 0)


def _has(domains: npt.NDArray[np.uint64], values: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return whether each domain contains the value of its cell."""
    words = domains[np.arange(len(values)), (values - 1) // 64]
    found: npt.NDArray[np.bool_] = (words >> ((values - 1) % 64).astype(np.uint64)) & np.uint64(1) != 0
    return found


def _wrong_entry(
    model: Model, filled: npt.NDArray[np.int64], solution: npt.NDArray[np.int64] | None
) -> int | None:
    """Return the first cell whose entry contradicts the solution or, without one, the rules."""
    is_filled = filled != 0
    if not is_filled.any():
        return None
    if solution is None:
        return wrong_entry(model, filled.astype(np.uint8))
    wrong = is_filled & (filled != solution)
    return int(wrong.argmax()) if wrong.any() else None


MOST_BYTES = 1 << 26
"""Most bytes of the data of puzzles that are kept between hints."""
MOST_AT_ONCE = 1 << 16
"""Most candidates of a grid for which the time is not checked between the parts of the work."""
BYTES_OF_CELL, BYTES_OF_PAIR = 400, 60
"""Most bytes that are kept for a puzzle beside its model: for each cell, and for each inequality, relation, or cell of
a sum."""


class _Kept:
    """The data of a puzzle that all its hints need."""

    def __init__(self, puzzle: Any) -> None:
        self.model = logic_model(puzzle)
        self.names = names_of(puzzle, self.model)
        self.clues = Clues(self.model)
        filled = filled_cells(puzzle, self.model)
        self.given = values_given(self.model) if filled is None else filled.astype(np.int64)
        self.is_large = self.model.n_cells * self.model.n_values > MOST_AT_ONCE
        self._is_solved = False
        self._solution: npt.NDArray[np.int64] | None = None

    @property
    def nbytes(self) -> int:
        """The approximate size in bytes, including the puzzle."""
        model = self.model
        n_pairs = len(model.inequalities) + len(model.relations.cells) + len(model.sums.cells)
        arrays = sum(a.nbytes for a in (model.domains, *model.sums, *model.relations))
        return arrays + BYTES_OF_CELL * model.n_cells + BYTES_OF_PAIR * n_pairs

    def is_named(self, watch: Watch) -> bool:
        """Compute the names of a large grid, one kind after the other; return False if the time runs out first."""
        for name in ("cells", "units", "units_of", "lines") if self.is_large else ():
            getattr(self.names, name)
            if watch.is_late:
                return False
        return True

    def solution(self, puzzle: Any, patience: Run) -> npt.NDArray[np.int64] | None:
        """Return the only solution, flat; None if there are several solutions or none, or if the time runs out."""
        if not self._is_solved:
            try:
                self._solution = only_solution(puzzle, self.names, patience)
            except LimitReached:
                return None
            self._is_solved = True
        return self._solution


def only_solution(puzzle: Any, names: Layout, patience: Run) -> npt.NDArray[np.int64] | None:
    """Return the solution, flat, if there is only one; raise LimitReached if the time runs out first."""
    session: Session[Any] = Session(puzzle, patience)
    result = session.solve()
    if result.status is Status.UNKNOWN:
        raise LimitReached(
            "the time limit was reached before the puzzle was solved", found=0, stats=result.stats
        )
    grid = result.grid if result.grid is not None and session.is_unique() else None
    session.spare()
    return None if grid is None else names.gather(grid.astype(np.int64))


_puzzles: Shelf[Any, _Kept] = Shelf(MOST_BYTES)


def _known(puzzle: Any) -> _Kept:
    check_puzzle(puzzle)
    return _puzzles.get(puzzle) or _puzzles.put(puzzle, _Kept(puzzle))
