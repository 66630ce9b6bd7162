"""Streams of puzzles, made in threads or by an executor's workers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import astuple, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ..formats import format_puzzle, parse
from ..limits import Run, Watch, share
from ..logic import Grade
from ..model import Model, frozen
from ..proofs import Certificate
from ..solving.random import derived_seed
from .made import Generated, Missed, not_met
from .maker import Maker
from .recipe import Recipe

if TYPE_CHECKING:
    from ..jobs import Answer, IsOver

FEWEST, MOST = 2, 128
"""Puzzles made in advance for each thread, at first and at most."""
SHORT = 0.25
"""The number grows if the puzzles are made within this many seconds."""
FEW_IN_PIECES, MOST_IN_PIECES = 16, 4096
SHORT_IN_PIECES = 2.0
"""The same for an executor's workers, which may be remote. A number below FEW_IN_PIECES always grows."""
MOST_PIECES = 1024
"""Most pieces of a job; with more puzzles, a piece has several."""
PIECE_SECONDS = 0.5
"""Seconds after which a piece leaves its remaining puzzles to others."""


def stream(maker: Maker, asked: Recipe, numbers: range, run: Run) -> Iterator[Generated]:
    """Yield the puzzles with these numbers."""
    threads = run.threads
    made: dict[int, Generated | Missed] = {}
    size = 1 if threads == 1 else FEWEST * threads
    done = 0

    def job(number: int) -> Callable[[Callable[[], bool]], int]:
        def work(is_over: Callable[[], bool]) -> int:
            made[number] = maker.make(recipe_of(asked, number), is_over)
            return 1

        return work

    def is_over(more: int = 0) -> bool:
        nonlocal done
        done += more
        return run.is_over(done=done, total=len(numbers))

    try:
        while done < len(numbers):
            if is_over():
                raise not_met(Missed(is_late=True), run)
            some, began = numbers[done : done + size], run.seconds
            share([job(number) for number in some], threads, is_over)
            for number in some:
                yield _met(made.pop(number, Missed()), run)
            done = some[-1] + 1 - numbers[0]
            if threads > 1 and run.seconds - began < SHORT:
                size = min(2 * size, MOST * threads)
    finally:
        run.close()


def stream_in_pieces(asked: Recipe, numbers: range, run: Run, *, certifies: bool) -> Iterator[Generated]:
    """Yield the puzzles with these numbers, made by an executor's workers.

    Several consecutive jobs make the puzzles on demand. With a journal, there is one job.
    """
    from ..jobs import Job, Workers, digest, halved, ranges, run_pieces

    done = 0
    workers = Workers(run.executor)
    try:
        size = len(numbers) if run.journal is not None else FEWEST * workers.number
        while done < len(numbers):
            some, began = numbers[done : done + size], run.seconds
            parts = [repr(asked), repr(some), *["certificates"] * certifies]
            parts += [format_puzzle(asked.n, "json")] if isinstance(asked.n, Model) else []
            pieces = ranges(some.start, some.stop, -(-len(some) // MOST_PIECES))
            job = Job("generate_many", digest(*parts), (asked, certifies), _make_piece, pieces, halved)
            results, _ = run_pieces(job, _Part(run, done, len(numbers)), workers=workers)
            told = {number: value for result in results.values() for number, value in result}
            for number in some:
                yield _met(_read(asked, number, told[number]) if number in told else Missed(), run)
            done += len(some)
            # A job ends with its last piece, so with few pieces per worker, some workers wait.
            if run.seconds - began < SHORT_IN_PIECES or size < FEW_IN_PIECES * workers.number:
                size = min(2 * size, MOST_IN_PIECES * workers.number)
    finally:
        workers.close(stops_by_itself=run.is_late)
        run.close()


class _Part(Run):
    """The run of a job that makes a part of a stream."""

    __slots__ = ("_before", "_total", "_whole")

    def __init__(self, whole: Run, before: int, total: int) -> None:
        super().__init__(whole.left, journal=whole.journal)
        self._whole, self._before, self._total = whole, before, total

    def is_over(self, found: int = 0, done: int = 0, total: int | None = None, stage: str = "") -> bool:
        """Report the progress of the whole stream, and return whether the time is up."""
        return self._whole.is_over(found, self._before + done, self._total)


def recipe_of(asked: Recipe, number: int) -> Recipe:
    """Return the recipe of a puzzle in the stream."""
    assert asked.seed is not None  # A Recipe has replaced it.
    return asked.with_seed(derived_seed(asked.seed, number))


def _met(made: Generated | Missed, watch: Watch) -> Generated:
    """Return the puzzle, or raise a RecipeNotMet."""
    if isinstance(made, Missed):
        raise not_met(made, watch)
    return made


# Pieces ---------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=2)
def maker_of(recipe: Recipe, certifies: bool = False) -> Maker:
    """Return the maker of a recipe, cached because a worker makes many puzzles of one recipe with different seeds."""
    return Maker(recipe, certifies=certifies)


def _make_piece(common: tuple[Recipe, bool], piece: list[int], is_over: IsOver) -> Answer | None:
    """Return the numbers of puzzles and their results; puzzles that are not finished in time are left out."""
    from ..jobs import Answer, halved

    asked, certifies = common
    began, told = perf_counter(), list[Any]()
    for number in range(*piece):
        if told and perf_counter() - began > PIECE_SECONDS:
            return Answer(told, halved([number, piece[1]]))
        made = maker_of(asked, certifies).make(recipe_of(asked, number), is_over)
        if isinstance(made, Generated):
            told.append([number, _told(made)])
        elif made.is_late:
            return Answer(told, [[number, piece[1]]]) if told else None
        else:
            told.append([number, [made.attempts, made.nearest and _told(made.nearest)]])
    return Answer(told)


def _told(made: Generated) -> list[Any]:
    """Return a generated puzzle as a JSON value."""
    from ..solving.pieces import packed

    grade = list(astuple(made.grade))
    told = [format_puzzle(made.puzzle, "json"), packed(made.solution), grade, made.attempts, made.is_minimal]
    return [*told, made.certificate and made.certificate.to_json()]


def _read(asked: Recipe, number: int, value: list[Any]) -> Generated | Missed:
    """Read a result of `_make_piece`."""
    if len(value) == 2:
        attempts, nearest = value
        return Missed(attempts, nearest and _read_made(asked, number, nearest), is_late=False)
    return _read_made(asked, number, value)


def _read_made(asked: Recipe, number: int, value: list[Any]) -> Generated:
    from ..solving.pieces import unpacked

    text, solution, grade, attempts, is_minimal, line = value
    recipe = recipe_of(asked, number)
    assert recipe.seed is not None
    puzzle: Any = parse(text, "json")
    made = Generated(
        puzzle, frozen(unpacked(solution)), Grade(*grade), recipe.seed, attempts, recipe, is_minimal
    )
    return replace(made, certificate=Certificate.from_json(line)) if line else made
