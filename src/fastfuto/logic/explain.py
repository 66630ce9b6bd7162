"""Explain a puzzle by the steps of a human solver."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..engines import UNLIMITED, Logic, Verdict, spare_logic, take_logic, telling_cell
from ..languages import LanguageCode
from ..limits import ProgressOption, Stats, Watch, at_least, counted, renamed
from ..model import Model, Solvable, mask_bits, puzzle_of
from .board import Layout, filled_cells, logic_model, names_of, start
from .decoding import Decoder, play
from .ending import first_solutions
from .grade import MOST_WORK, slice_of
from .naming import speech_in
from .shelf import kept
from .step import Step
from .technique import Rules, rule_set

S = TypeVar("S", bound=np.generic)

MOST_COMPARED = 256
"""Most cells of a grid whose explanation is compared with an explanation that keeps every step."""


class Explanation(Sequence[Step]):
    """The steps that lead from a puzzle to its solution, to a contradiction, or to a position with several solutions.

    An explanation is a sequence of steps, so ``for step in explanation`` iterates over them.

    Attributes
    ----------
    puzzle : Puzzle or Model
        The explained puzzle.
    solved : bool
        Whether the steps fill the grid.
    contradiction : bool
        Whether the steps prove that there is no solution. In this case, the last step is the contradiction.
    several : tuple of arrays
        Two solutions, if the steps end because no rule applies and the puzzle has several solutions; otherwise empty.
    exact : bool
        False if the rules, or the search that follows them, used up their budget of work.
    rules : str
        The set of rules.

    Examples
    --------
    >>> import fastfuto
    >>> puzzle = fastfuto.Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
    >>> explanation = fastfuto.explain(puzzle)
    >>> for step in explanation.steps:
    ...     print(step.text())
    r1c1 < r1c2, so r1c1 is 1 and r1c2 is 2.
    Only r2c2 is empty in column 2, and 1 is missing. So r2c2 is 1.
    Only r2c1 is empty in row 2, and 2 is missing. So r2c1 is 2.
    >>> explanation.grid
    array([[1, 2],
           [2, 1]], dtype=uint8)
    """

    def __init__(
        self,
        puzzle: Solvable[Any],
        model: Model,
        rules: Rules,
        logic: Logic,
        verdict: int,
        several: tuple[npt.NDArray[Any], ...],
        exact: bool,
    ) -> None:
        self.puzzle: Solvable[Any] = puzzle
        self._model, self._filled = model, filled_cells(puzzle, model)
        self._log, self._cases, self._masks = logic.log(), logic.cases(), logic.masks()
        self._n_steps = logic.n_steps
        self._steps: tuple[Step, ...] | None = None
        self.rules: Rules = rules
        self.solved: bool = verdict == Verdict.SOLVED
        self.contradiction: bool = verdict == Verdict.CONTRADICTION
        self.several: tuple[npt.NDArray[Any], ...] = several
        self.exact: bool = exact

    def __len__(self) -> int:
        return self._n_steps

    def __getitem__(self, index: Any) -> Any:
        return self.steps[index]

    def __eq__(self, other: object) -> bool:
        """Return whether both are explanations of the same puzzle with the same rules, steps and ending."""
        if not isinstance(other, Explanation):
            return NotImplemented
        return (self.puzzle, self.rules, self.steps, self.ending) == (
            *(other.puzzle, other.rules, other.steps, other.ending),
        )

    def __hash__(self) -> int:
        return hash(self.steps)

    def __str__(self) -> str:
        return self.text()

    def text(self, language: LanguageCode = "en") -> str:
        """Return the numbered steps, one per line, followed by the reason why they end.

        Examples
        --------
        >>> import fastfuto
        >>> print(fastfuto.explain(fastfuto.LatinSquare([[1, 0], [0, 0]])))
        1. Only r1c2 is empty in row 1, and 2 is missing. So r1c2 is 2.
        2. Only r2c2 is empty in column 2, and 1 is missing. So r2c2 is 1.
        3. Only r2c1 is empty in row 2, and 2 is missing. So r2c1 is 2.
        The grid is full.
        """
        lines = [f"{number}. {step.text(language=language)}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([*lines, self.ending_in(language)])

    def __repr__(self) -> str:
        ends = (
            (self.solved, "solved"),
            (self.contradiction, "a contradiction"),
            (bool(self.several), "several solutions"),
            (not self.exact, "not solved within the limit of work"),
        )
        end = next((words for is_so, words in ends if is_so), "not solved")
        return f"<Explanation: {counted(self._n_steps, 'step')}, {end}>"

    def _repr_html_(self) -> str:
        from ..drawing.pages import explanation_part

        return explanation_part(self)

    @kept
    def _names(self) -> Layout:
        return names_of(self.puzzle, self._model)

    @kept
    def _end(self) -> npt.NDArray[np.bool_]:
        """The candidates after the last step, (n_cells, n_values)."""
        return mask_bits(self._masks, self._model.n_values)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps as Python objects, which are created on first use."""
        if self._steps is None:
            self._steps = tuple(Decoder(self._model, self._names).steps(self._log, self._cases))
        return self._steps

    @property
    def ending(self) -> str:
        """The reason why the explanation ends after its last step, as a sentence."""
        return self.ending_in("en")

    def ending_in(self, language: LanguageCode) -> str:
        """Return the reason why the explanation ends after its last step, as a sentence in the given language.

        Raises
        ------
        ValueError
            If there is no such language.
        """
        say = speech_in(language)
        endings = say.language.endings
        if self.solved:
            return endings["solved"]
        if self.contradiction:
            return endings["contradiction"]
        if not self.several:
            return endings["stuck" if self.exact else "limit"]
        one, other = map(self._names.gather, self.several)
        at = int((one != other).argmax())
        return endings["several"].format(cell=say.cell(self._names.cells[at]), value=one[at], other=other[at])

    @property
    def candidates(self) -> npt.NDArray[np.bool_]:
        """The candidates after the last step: booleans in the shape of the cells, with an axis added for the values.

        Black cells have no candidates.
        """
        return self._names.spread(self._end).copy()

    @property
    def grid(self) -> npt.NDArray[np.uint8]:
        """The values after the last step; 0 for cells with no candidate or more than one."""
        single = self._end.sum(axis=1) == 1
        return self._names.spread(np.where(single, self._end.argmax(axis=1) + 1, 0).astype(np.uint8))

    def states(self) -> Iterator[npt.NDArray[np.bool_]]:
        """Yield the candidates before each step, as an array like `candidates`."""
        masks = start(self._model.domains, self._names, self._filled)
        for step in self.steps:
            yield self._names.spread(_unpacked(masks, self._model.n_values))
            play(step, self._names, masks)

    def to_json(self) -> str:
        """Return the explanation as one JSON object."""
        fields = {
            "schema": 1,
            "rules": self.rules,
            "solved": self.solved,
            "contradiction": self.contradiction,
            "several": [solution.tolist() for solution in self.several],
            "exact": self.exact,
            "steps": [step.fields() for step in self.steps],
        }
        return json.dumps(fields)


@renamed(limit="steps")
def explain(
    puzzle: Solvable[S],
    *,
    rules: Rules = "full",
    steps: int | None = None,
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> Explanation:
    """Solve a puzzle step by step, as a person does.

    Parameters
    ----------
    puzzle : Puzzle or Model
        A puzzle or model with cells, so not an exact cover. The rules "tatham" do not support sums.
    rules : {"full", "tatham"}
        All rules, or the rules of the generator "Unequal" in Simon Tatham's puzzle collection.
    steps : int, optional
        Maximum number of steps, at least 1. Default: no limit.
    timeout : float, optional
        Time limit in seconds. Default: none.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error.

    Returns
    -------
    Explanation
        The easiest steps to each next number, without steps on which no number depends. They end with the solution,
        with a contradiction, or at a position where no rule applies because the puzzle has several solutions; `several`
        then holds two of the solutions. If no rule applies although the puzzle has only one solution, a step "search"
        gives a number from which the rules can continue. The explanation ends earlier if it reaches a limit of steps or
        work.

    Raises
    ------
    LimitReached
        If the time is up. The attribute `solutions` is the Explanation so far.
    PuzzleError
        If no rules support the puzzle.
    TypeError, ValueError
        If `puzzle` is not a puzzle, or an option is out of range.

    See Also
    --------
    fastfuto.hint : Find the next step for a player.
    fastfuto.grade : Grade the difficulty of a puzzle.
    fastfuto.solve : Find a solution without steps.
    fastfuto.draw : Draw a step.

    Notes
    -----
    In each position, the easiest steps are searched for first, until a number is found. The explanation contains this
    number and the steps on which it depends, in the order in which they were found. Therefore no step is harder than
    the next number requires, and the hardest step has the score of the puzzle's grade, unless a search is needed.

    If there are several singles, the easiest single comes first. If inequalities or relations lead to several numbers,
    the number that needs the fewest steps comes first; a tie is broken in favour of the number nearest to the last
    step. Harder steps are not compared in this way: the explanation takes the first number to which they lead. A step
    that gives a bound lists every candidate that the bound excludes; other steps list only candidates that were still
    present when the step was found. If the rules end without a solution, the explanation keeps all steps.

    For about one puzzle in 200, an explanation that keeps every step is shorter and is returned instead. This
    comparison is made for grids of up to 256 cells. After 20,000 omitted steps, which only large grids reach, every
    further step is kept.

    The steps of a 9 x 9 Futoshiki are found in 0.1 to 100 ms. Their Python objects are created on first use, which
    takes some microseconds for each step and for each deduction of a braid.

    References
    ----------
    - Berthier, D. (2007). *The Hidden Logic of Sudoku*. Introduces whips and braids.
    - Régin, J.-C. (1994). *A filtering algorithm for constraints of difference in CSPs*. AAAI. The method for sets and
      fish.

    Examples
    --------
    >>> import fastfuto
    >>> explanation = fastfuto.explain(fastfuto.LatinSquare([[1, 0], [0, 0]]))
    >>> explanation.solved, len(explanation)
    (True, 3)
    """
    puzzle, watch = puzzle_of(puzzle), Watch(timeout, progress)
    several: tuple[npt.NDArray[Any], ...] = ()
    try:
        most = UNLIMITED if steps is None else min(at_least(1, steps, "steps"), UNLIMITED)
        model = logic_model(puzzle, rules)
        logic, verdict, is_late = _shortest(model, rules, most, watch.is_over, filled_cells(puzzle, model))
        # The rules also pause at the limit of steps, which leaves the explanation exact.
        is_exact = verdict != Verdict.PAUSED or logic.n_steps >= most
        if verdict == Verdict.STUCK:
            found = first_solutions(model.with_domains(logic.masks()), watch.is_over)
            if found is None:
                is_exact, is_late = False, watch.is_late
            elif len(found) > 1:
                several = tuple(map(puzzle.decode, found))
            else:
                verdict, is_late = _go_on(logic, model, found, most, watch.is_over)
                is_exact = verdict != Verdict.PAUSED or logic.n_steps >= most
        explanation = Explanation(puzzle, model, rules, logic, verdict, several, is_exact)
        if is_late:
            stats = Stats(0, 0, watch.seconds, "logic")
            what = f"; {counted(len(explanation), 'step')} found so far"
            raise watch.late(stats, len(explanation), what=what, solutions=explanation)
        return explanation
    finally:
        watch.close()


def trace(
    model: Model,
    rules: Rules,
    limit: int,
    is_over: Callable[[], bool],
    filled: npt.NDArray[np.uint8] | None = None,
    patience: int = 0,
    is_whole: bool = False,
) -> tuple[Logic, int, bool]:
    """Find at most `limit` steps from the domains of a model.

    If finding the way to the next number takes more work than `patience`, the easiest step is taken instead; 0 means no
    such limit. A whole trace omits no steps.

    Returns the engine, its verdict, and whether the time ran out first.
    """
    chosen = rule_set(rules)
    logic = take_logic(
        model, chosen.scores, is_plain=chosen.is_plain, is_tracing=True, filled=filled, is_whole=is_whole
    )
    return logic, *_traced(logic, model, limit, is_over, patience)


def _shortest(
    model: Model, rules: Rules, limit: int, is_over: Callable[[], bool], filled: npt.NDArray[np.uint8] | None
) -> tuple[Logic, int, bool]:
    """Find at most `limit` steps, without the unneeded steps or with all steps, whichever explanation is shorter.

    The return values are those of `trace`. For a small grid, a limit does not change the steps up to the limit.
    """
    if model.n_cells > MOST_COMPARED:
        return trace(model, rules, limit, is_over, filled)
    logic, verdict, is_late = trace(model, rules, UNLIMITED, is_over, filled)
    is_whole = False
    if verdict != Verdict.PAUSED and logic.n_steps:
        whole, its_verdict, _ = trace(model, rules, logic.n_steps, is_over, filled, is_whole=True)
        is_whole = its_verdict != Verdict.PAUSED
        if is_whole:
            logic, verdict, whole = whole, its_verdict, logic
        spare_logic(whole, model)
    if limit < logic.n_steps:
        return trace(model, rules, limit, is_over, filled, is_whole=is_whole)
    return logic, verdict, is_late


def _go_on(
    logic: Logic, model: Model, found: list[npt.NDArray[Any]], limit: int, is_over: Callable[[], bool]
) -> tuple[int, bool]:
    """Continue a trace when no rule applies, with numbers of the only solution or with a contradiction.

    Returns the verdict, and whether the time ran out first.
    """
    if not found:
        logic.go_on(-1, 0)
        return Verdict.CONTRADICTION, False
    verdict, is_late = int(Verdict.STUCK), False
    while verdict == Verdict.STUCK and logic.n_steps < limit and not is_late:
        cell = telling_cell(model.with_domains(logic.masks()), found[0], rule_set("full").scores)
        logic.go_on(cell, int(found[0][cell]))
        verdict, is_late = _traced(logic, model, limit, is_over)
    return verdict, is_late


def _traced(
    logic: Logic, model: Model, limit: int, is_over: Callable[[], bool], patience: int = 0
) -> tuple[int, bool]:
    """Find steps; return the verdict, and whether the time ran out first."""
    work, budget = 0, slice_of(model)
    while (verdict := logic.trace(budget, limit, patience)) == Verdict.PAUSED and logic.n_steps < limit:
        work += budget
        if work >= MOST_WORK:
            break
        if is_over():
            return verdict, True
    return verdict, False


def _unpacked(masks: list[int], n_values: int) -> npt.NDArray[np.bool_]:
    size = -(-n_values // 8)
    packed = np.frombuffer(b"".join(mask.to_bytes(size, "little") for mask in masks), np.uint8)
    bits = np.unpackbits(packed.reshape(len(masks), size), axis=1, bitorder="little")
    return bits[:, :n_values].astype(np.bool_)
