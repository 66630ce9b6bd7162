"""Run the pieces of a job on an executor and recover from lost workers."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Future
from contextlib import nullcontext, suppress
from math import inf
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any, TypeAlias

from ..errors import FastfutoError, Interrupted, JobError
from ..limits import ExecutorOption, Run, Watch
from .dispatch import Dispatcher, LostPiece
from .journal import Journal
from .pieces import Answer, Job, Piece, Work, version
from .workers import Workers

Outcome: TypeAlias = tuple[Answer | Exception | None, float]
"""The outcome of a piece and its seconds; None if the worker was stopped first."""

TICK = 0.01
"""Seconds between two checks of the time."""
LOOK = 2.0
"""Seconds between two counts of the workers, each of which takes some milliseconds on a cluster."""

MORE, ENOUGH, BROKEN = "more", "enough", "broken"
"""The state of a job after a batch: more to do, enough results, or a broken executor."""


def run_job(
    job: Job,
    executor: ExecutorOption | Workers | None,
    watch: Watch,
    journal: Journal | None = None,
    is_enough: Callable[[Any], bool] = lambda result: False,
) -> tuple[dict[tuple[int, ...], Any], bool]:
    """Run the pieces of a job.

    Parameters
    ----------
    job : Job
    executor : Executor, callable or Workers, optional
        As for `Workers`. If workers are passed, they stay open for further jobs.
    watch : Watch
    journal : Journal, optional
        The journal that keeps finished pieces, including the pieces of earlier runs.
    is_enough : callable, optional
        Takes each result and returns whether the remaining pieces can be skipped.

    Returns
    -------
    (dict, bool)
        The results by place, and whether all pieces are finished: False if the time runs out first.

    Raises
    ------
    JobError
        If the workers cannot do the work, if the executor is shut down, if it breaks and no function can make
        another, or if a piece repeatedly loses its workers.
    Interrupted
        On Ctrl-C, with the results so far.
    """
    if journal is None:
        results: dict[tuple[int, ...], Any] = {}
        pieces = [Piece((k,), payload) for k, payload in enumerate(job.first)]
    else:
        results, pieces = journal.results(), journal.open_pieces()
    workers = executor if isinstance(executor, Workers) else Workers(executor)
    try:
        return results, _Running(job, workers, watch, journal, is_enough, results, pieces).is_completed()
    finally:
        if workers is not executor:
            workers.close(stops_by_itself=watch.is_late)


def run_pieces(
    job: Job,
    run: Run,
    is_enough: Callable[[Any], bool] = lambda result: False,
    workers: Workers | None = None,
) -> tuple[dict[tuple[int, ...], Any], bool]:
    """Run a job as `run_job` does, with the journal of a call, on the given workers or on the call's executor."""
    with nullcontext() if run.journal is None else Journal(run.journal, job) as kept:
        return run_job(job, run.executor if workers is None else workers, run, kept, is_enough)


class _Running:
    """A running job."""

    def __init__(
        self,
        job: Job,
        workers: Workers,
        watch: Watch,
        journal: Journal | None,
        is_enough: Callable[[Any], bool],
        results: dict[tuple[int, ...], Any],
        pieces: list[Piece],
    ) -> None:
        self._job, self._watch, self._journal, self._is_enough = job, watch, journal, is_enough
        self._workers = workers
        self._results = results
        self._before = len(results)
        self._dispatcher = Dispatcher(pieces, workers.number, job.halves)
        self._flying: dict[Future[list[Outcome]], list[Piece]] = {}
        self._arrived: SimpleQueue[Future[list[Outcome]]] = SimpleQueue()
        self._stop = Stop(inf if watch.left is None else watch.left)
        self._looked = perf_counter()

    def is_completed(self) -> bool:
        """Run the pieces and return whether the job is complete."""
        dispatcher = self._dispatcher
        try:
            if any(self._is_enough(result) for result in self._results.values()):
                return True
            while not dispatcher.is_done:
                self._send()
                states = [self._receive(future) for future in self._arrivals()]
                if ENOUGH in states:
                    return True
                if BROKEN in states or self._look() == BROKEN:
                    self._replace_executor()
                n_done, total = self._before + dispatcher.done, self._before + dispatcher.total
                if self._watch.is_over(0, n_done, total, self._stage()) and not dispatcher.is_done:
                    return False
            return True
        except LostPiece as error:
            raise JobError(
                f"piece {self._job.key_of(error.piece)} has failed repeatedly, because its worker ended "
                "each time: check that the workers start and have enough memory"
            ) from None
        except KeyboardInterrupt:
            n_done, total = self._before + dispatcher.done, self._before + dispatcher.total
            raise Interrupted(f"{n_done} of {total} pieces are done", results=self._results) from None
        finally:
            self._stop.now()
            for future in list(self._flying):
                if not future.done():
                    future.cancel()
                elif not future.cancelled():
                    with suppress(Exception):  # The job ends in any case.
                        self._receive(future)

    def _arrivals(self) -> list[Future[list[Outcome]]]:
        """Return the finished batches after at most one tick."""
        arrived = []
        with suppress(Empty):
            arrived.append(self._arrived.get(timeout=TICK))
            while True:
                arrived.append(self._arrived.get_nowait())
        # Batches of a broken executor may also arrive.
        return [future for future in arrived if future in self._flying]

    def _look(self) -> str:
        """Count the workers from time to time; return BROKEN if their pool is stuck, otherwise MORE."""
        if perf_counter() - self._looked <= LOOK:
            return MORE
        self._dispatcher.workers = self._workers.number
        self._looked = perf_counter()
        return BROKEN if self._workers.is_stuck() else MORE

    def _send(self) -> None:
        """Send as many batches as may be in flight."""
        job = self._job
        while batch := self._dispatcher.next_batch():
            loaded = [job.load(piece.payload) for piece in batch]
            try:
                future = self._workers.submit(
                    do_pieces, (version(), job.work, job.common, loaded), self._stop
                )
            except BrokenExecutor:
                self._dispatcher.came_back()
                self._lose(batch)
                self._replace_executor()
            else:
                self._flying[future] = batch
                future.add_done_callback(self._arrived.put)

    def _receive(self, future: Future[list[Outcome]]) -> str:
        """Take the outcomes of a batch; return ENOUGH, BROKEN if the executor is broken, or MORE."""
        batch = self._flying.pop(future)
        self._dispatcher.came_back()
        try:
            outcomes = future.result()
        except BrokenExecutor:
            self._lose(batch)
            return BROKEN
        except CancelledError as error:
            raise JobError(
                "pieces of the job were cancelled: another program cancelled them, or the cluster was lost"
            ) from error
        except Exception as error:
            if isinstance(error, (pickle.PicklingError, AttributeError, TypeError)):
                self._check_picklable(batch)
            if isinstance(error, (ImportError, AttributeError)):
                raise JobError(f"the workers cannot import fastfuto {version()}: {error}") from error
            # Errors in the work itself are returned as values, so this error means a lost worker. Each executor has its
            # own exception for lost workers.
            self._lose(batch)
            return MORE
        state, stopped, failed = MORE, [], None
        for piece, (answer, seconds) in zip(batch, outcomes, strict=True):
            if answer is None:
                stopped.append(piece)
                continue
            if isinstance(answer, Exception):
                failed = failed or answer
                continue
            rest = piece.cut(answer.rest)
            if self._journal is not None:
                self._journal.finish(piece, answer, rest, seconds)
            self._results[piece.place] = answer.result
            self._dispatcher.finish(piece, rest, seconds)
            if self._is_enough(answer.result):
                state = ENOUGH
        self._dispatcher.give_back(stopped)
        if failed is not None:
            raise failed
        return state

    def _check_picklable(self, batch: list[Piece]) -> None:
        """Raise JobError if a batch cannot be sent to other processes."""
        job = self._job
        try:
            pickle.dumps((job.work, job.common, [job.load(piece.payload) for piece in batch]))
        except Exception as error:
            raise JobError(f"the work cannot be pickled for the workers: {error}") from error

    def _lose(self, batch: list[Piece]) -> None:
        """Queue the pieces of a lost batch again, and split some of them."""
        for piece, smaller in self._dispatcher.lose(batch):
            if self._journal is not None:
                self._journal.replace(piece, smaller)

    def _replace_executor(self) -> None:
        """Make another executor and queue all batches in flight again."""
        self._workers.replace()
        for future, batch in list(self._flying.items()):
            if not (future.done() and not future.cancelled() and future.exception() is None):
                del self._flying[future]
                future.cancel()
                self._dispatcher.came_back()
                self._lose(batch)

    def _stage(self) -> str:
        left = self._dispatcher.seconds_left
        return self._job.stage if left is None else f"{self._job.stage}, about {left:.0f} s left"


class Stop:
    """A signal to stop that threads share; other processes receive the number of remaining seconds."""

    def __init__(self, seconds: float) -> None:
        self._deadline = perf_counter() + seconds

    def __call__(self) -> bool:
        """Return whether the time is up."""
        return perf_counter() >= self._deadline

    def __reduce__(self) -> tuple[type[Stop], tuple[float]]:
        return Stop, (max(0.0, self._deadline - perf_counter()),)

    def now(self) -> None:
        """Stop the work in this process."""
        self._deadline = -inf


def do_pieces(expected: str, work: Work, common: Any, loaded: list[Any], stop: Stop) -> list[Outcome]:
    """Work on pieces one after the other, on a worker.

    Errors in the work are returned as values, to distinguish them from lost workers. A worker that runs out of memory
    counts as lost, but fastfuto's own `MemoryLimit` does not, because it would occur on any worker.
    """
    if expected != version():
        error = JobError(f"the workers have fastfuto {version()}, not {expected}")
        return [(error, 0.0)] * len(loaded)
    outcomes: list[Outcome] = []
    for each in loaded:
        start = perf_counter()
        try:
            answer: Answer | Exception | None = None if stop() else work(common, each, stop)
        except FastfutoError as error:
            answer = error
        except MemoryError:
            raise
        except Exception as error:
            answer = error
        outcomes.append((answer, perf_counter() - start))
    return outcomes
