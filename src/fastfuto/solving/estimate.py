"""Estimates of the number of solutions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from os import PathLike
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ..engines import (
    EXHAUSTED,
    PAUSED,
    SEARCH,
    UNLIMITED,
    Prober,
    Request,
    is_latin,
    lone_engine,
    open_states,
    problem_of,
)
from ..limits import ExecutorOption, ProgressOption, Run, Stats, at_least, check_memory, fresh_seed
from ..model import Model, Options, Solvable
from . import tuning
from .random import Random, derived_seed
from .result import EstimateResult
from .session import checked_model

if TYPE_CHECKING:
    from ..jobs import Answer, IsOver

S = TypeVar("S", bound=np.generic)


def estimate_count(
    puzzle: Solvable[S],
    *,
    samples: int = 32,
    seed: int | None = None,
    timeout: float | None = None,
    executor: ExecutorOption | None = None,
    journal: str | PathLike[str] | None = None,
    progress: ProgressOption = None,
) -> EstimateResult:
    """Estimate the number of solutions of a puzzle without bias.

    Parameters
    ----------
    puzzle : Puzzle or Model
    samples : int
        Number of independent estimates to average, at least 2.
    seed : int, optional
        Seed, 0 to 2**64 - 1. Default: a new seed for each call, which the attribute `seed` of the result holds.
    timeout : float, optional
        Time limit in seconds, after which the result is the mean of the samples so far. Default: none.
    executor, journal : optional
        As for `count`: the workers share the samples. The calling process makes the first sample, which decides the
        method.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. An exception
        from the callable ends the call.

    Returns
    -------
    EstimateResult
        The mean, its standard error, a confidence interval, the logarithm of the mean, and the method. For a given
        seed, the result does not depend on the number of workers, unless the time is up.

    Raises
    ------
    LimitReached
        If the time is up before the first sample is complete.
    JobError
        If the executor, its workers or the journal fails.
    TypeError, ValueError, KeyboardInterrupt
        As for `solve`. A ValueError is also raised for an exact cover with an executor or a journal.

    See Also
    --------
    fastfuto.count : Count the solutions exactly.
    fastfuto.sample : Draw solutions at random.

    Notes
    -----
    For a Latin square of order 3 to 32, with or without inequalities, a sample passes through the layers of the states
    engine and keeps about 1000 random states of each layer. Threshold sampling (Duffield, Lund and Thorup, 2007)
    preserves the expected number of ways to each state. The default number of samples gives an error of a few per cent.

    For any other puzzle, a sample is the mean of about a thousand probes, which are random descents of the search
    (Knuth, 1975). Probes are also used if the layers of a Latin square take more than a few seconds per sample, or more
    than half of the time limit.

    If most probes end in contradictions, the estimate may be far off and the interval too narrow. If no probe finds a
    solution, a short search follows. If this search does not find all solutions, their number is unknown: the estimate
    and the lower end of the interval are the number of solutions that the search has found, and the upper end is the
    number of ways to fill the cells.

    If the time is up before two samples are complete, each probe so far counts as a sample. If there is only one sample
    by layers, the standard error is NaN, and the interval is from 0 to the number of ways to fill the cells.

    References
    ----------
    - Duffield, N., Lund, C. and Thorup, M. (2007). *Priority sampling for estimation of arbitrary subset sums*.
      Journal of the ACM 54.
    - Knuth, D. E. (1975). *Estimating the efficiency of backtrack programs*. Mathematics of Computation 29.

    Examples
    --------
    >>> import fastfuto
    >>> result = fastfuto.estimate_count(fastfuto.Futoshiki([[0] * 6] * 6))
    >>> result.estimate, result.exact
    (812851200, True)
    """
    with Run(timeout, progress, executor=executor, journal=journal) as run:
        model = checked_model(puzzle)
        seed, samples = fresh_seed(seed), at_least(2, samples, "samples")
        if isinstance(model, Options) and run.is_in_pieces:
            raise ValueError("estimates of exact covers cannot be divided into pieces")
        numbers: list[Fraction] = []
        probes: list[Fraction] = []

        def is_over() -> bool:
            return run.is_over(done=len(numbers), total=samples, stage="estimates")

        method, is_exact, first = _first(model, seed, run, is_over, probes)
        if first is not None:
            numbers.append(first)
        if first is not None and not is_exact:
            if run.is_in_pieces and isinstance(model, Model):
                numbers += _from_pieces(model, seed, method, samples, run)
            while len(numbers) < samples and not is_over():
                number = _estimate(model, seed, method, len(numbers), is_over, probes)
                if number is not None:
                    numbers.append(number)
                if len(numbers) > 1:
                    probes.clear()
        if len(numbers) < 2 and len(probes) > 1:
            numbers = probes
        if not numbers:
            raise run.late(Stats(0, 0, run.seconds, method), what=" before the first estimate")
        found = 0
        if not any(numbers) and not is_exact:
            found, is_exact = _found(model, is_over)
            if is_exact:
                numbers, method = [Fraction(found)], "enumeration"
        return _result(model, numbers, is_exact, method, seed, run.seconds, found)


def _result(
    model: Model | Options,
    numbers: Sequence[Fraction],
    is_exact: bool,
    method: str,
    seed: int,
    seconds: float,
    found: int,
) -> EstimateResult:
    mean = sum(numbers, Fraction()) / len(numbers)
    error = 0.0 if is_exact else _relative_error(numbers, mean)
    if method == "probes":
        error = max(error, tuning.ROUNDING)  # This keeps NaN.
    half = Fraction(0 if math.isnan(error) else _t_quantile(len(numbers) - 1) * error) * mean
    interval = (max(0, math.floor(mean - half)), math.ceil(mean + half))
    if math.isnan(error):
        # A single sample, or samples that have all died out, give no bound on the number of solutions.
        interval = (found, _most(model))
        mean = mean or Fraction(found)
    return EstimateResult(
        estimate=round(mean),
        relative_error=error,
        interval=interval,
        log=math.log(mean.numerator) - math.log(mean.denominator) if mean else -math.inf,
        exact=is_exact,
        samples=len(numbers),
        method=method,
        seed=seed,
        seconds=seconds,
    )


def _most(model: Model | Options) -> int:
    """Return the number of ways to fill each cell with one of its candidates, or to choose an option for each item."""
    if isinstance(model, Options):
        numbers = np.bincount(model.option_items, minlength=model.n_items)[: model.n_primary]
    else:
        numbers = np.unpackbits(model.domains.view(np.uint8), axis=1).sum(axis=1)
    return math.prod(numbers.tolist())


def _found(model: Model | Options, is_over: Callable[[], bool]) -> tuple[int, bool]:
    """Return the number of solutions that a short search finds, and whether these are all."""
    engine = (lone_engine(model, "any", 0) or SEARCH).open(Request(model))
    for _ in range(tuning.SHORT_SEARCH):
        if engine.run(tuning.SLICE, UNLIMITED) == EXHAUSTED:
            return engine.total, True
        if is_over():
            break
    return engine.total, False


def _relative_error(numbers: Sequence[Fraction], mean: Fraction) -> float:
    """Return the relative standard error of the mean, or NaN if the mean is 0 or there is one number."""
    if not mean or len(numbers) < 2:
        return math.nan
    squares = sum(float(number / mean - 1) ** 2 for number in numbers)
    return math.sqrt(squares / (len(numbers) - 1) / len(numbers))


def _t_quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t distribution (Abramowitz and Stegun, 26.7.5; a table for 1 and 2)."""
    if freedom < 3:
        return (12.7062, 4.3027)[freedom - 1]
    z = 1.959964
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def _first(
    model: Model | Options, seed: int, run: Run, is_over: Callable[[], bool], probes: list[Fraction]
) -> tuple[str, bool, Fraction | None]:
    """Return the method for the model, whether its estimate is exact, and the first estimate.

    Probes replace an estimate by states if it takes too long or leaves no time for a second estimate. The estimate is
    None if the time runs out first.
    """
    slices = 0
    half = math.inf if run.timeout is None else run.timeout / 2

    def is_long() -> bool:
        nonlocal slices
        slices += 1
        return is_over() or slices > tuning.LONGEST_ESTIMATE or run.seconds > half

    if is_latin(model):
        try:
            number, is_exact = _by_states(model, Random(derived_seed(seed, 0)), is_long)
        except MemoryError:
            number, is_exact = None, False
        if number is not None or is_over():
            return "states", is_exact, number
    return "probes", False, _estimate(model, seed, "probes", 0, is_over, probes)


def _estimate(
    model: Model | Options,
    seed: int,
    method: str,
    number: int,
    is_over: Callable[[], bool],
    probes: list[Fraction],
) -> Fraction | None:
    """Return the unbiased estimate with this number, or None if the time runs out first.

    The estimate of each completed probe is added to `probes`.
    """
    random = Random(derived_seed(seed, number))
    if method == "states" and isinstance(model, Model):
        return _by_states(model, random, is_over)[0]
    return _by_probes(model, random, is_over, probes)


def _from_pieces(model: Model, seed: int, method: str, samples: int, run: Run) -> list[Fraction]:
    """Return the estimates, except the first, that the workers of an executor make within the time limit."""
    from ..jobs import Job, run_pieces
    from .pieces import model_key

    key = model_key("estimate_count", model, seed, method, samples)
    numbers = list(range(1, samples))
    job = Job("estimate_count", key, (model, seed, method), _estimate_piece, numbers, lambda number: [number])
    results, _ = run_pieces(job, run)
    return [Fraction(int(results[place][0], 16), results[place][1]) for place in sorted(results)]


def _estimate_piece(common: tuple[Model, int, str], number: int, is_over: IsOver) -> Answer | None:
    """Return the estimate with this number: its numerator as hexadecimal digits, and its denominator."""
    from ..jobs import Answer

    model, seed, method = common
    found = _estimate(model, seed, method, number, is_over, [])
    return None if found is None else Answer([hex(found.numerator), found.denominator])


def _by_states(model: Model, random: Random, is_over: Callable[[], bool]) -> tuple[Fraction | None, bool]:
    """Return an estimate by thinned layers and whether it is exact; None if the time runs out first."""
    states = open_states(model, check_memory(None))
    states.reset(problem_of(model), both_sides=False)
    is_exact = True
    while True:
        if states.run(tuning.STATES_SLICE) == PAUSED:
            if is_over():
                return None, False
        elif not states.advance():
            number = states.count()
            assert number is not None
            return Fraction(number), is_exact
        elif states.thin(tuning.KEPT_STATES, random.word()):
            is_exact = False


def _by_probes(
    model: Model | Options, random: Random, is_over: Callable[[], bool], probes: list[Fraction]
) -> Fraction | None:
    """Return the mean of probes, which are random descents of the search; None if the time runs out first."""
    prober = Prober(Request(model, seed=random.word() or 1), tuning.PROBES_PER_ESTIMATE)
    while not prober.is_done:
        prober.run(tuning.SLICE)
        if not prober.is_done and is_over():
            break
    made = [*map(_exponential, prober.logs[: prober.n_done, 0].tolist())]
    probes += map(Fraction, made)
    return Fraction(sum(made), tuning.PROBES_PER_ESTIMATE) if prober.is_done else None


def _exponential(x: float) -> int:
    """Return e**x as a whole number, even beyond the range of floats."""
    if x < 700:
        return round(math.exp(x))
    bits = int(x / math.log(2)) - 64
    return round(math.exp(x - bits * math.log(2))) << bits
