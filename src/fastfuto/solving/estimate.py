"""Estimates of the number of solutions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TypeVar

import numpy as np

from ..engines import PAUSED, Prober, Request, is_latin, open_states
from ..errors import LimitReached
from ..limits import ProgressOption, Stats, Watch, at_least, check_memory, fresh_seed
from ..model import Model, Options, Solvable
from .inquiry import checked_model
from .random import Random
from .result import EstimateResult
from .schedule import SLICE, STATES_SLICE

__all__ = ["estimate_count"]

S = TypeVar("S", bound=np.generic)

KEPT_STATES = 1000
"""Number of states that an estimate keeps of each layer, about."""
LONGEST_ESTIMATE = 600
"""Slices of 10 ms after which estimates by states are given up for probes."""
PROBES_PER_ESTIMATE = 992
"""Number of probes of which an estimate is the mean, about."""


def estimate_count(
    puzzle: Solvable[S],
    *,
    samples: int = 32,
    seed: int | None = 0,
    timeout: float | None = None,
    progress: ProgressOption = None,
) -> EstimateResult:
    """Estimate the number of solutions, without bias.

    Parameters
    ----------
    puzzle : Puzzle or Model
    samples : int
        Independent estimates to take the mean of, at least 2.
    seed : int, optional
        0 to 2**64 - 1. None draws a seed, which the result has as `seed`.
    timeout : float, optional
        Time limit in seconds. When it has passed, the result is the mean of the samples so far, if there are at
        least 2. Default: none.
    progress : callable or bool, optional
        Called with a `fastfuto.Progress` about every 10 ms; True shows a bar on standard error. What the
        callable raises ends the call.

    Returns
    -------
    EstimateResult
        The mean, its standard error, an interval, the logarithm and the method.

    Raises
    ------
    LimitReached
        If the time is up before there are two samples.
    TypeError, ValueError, KeyboardInterrupt
        As for `solve`. A ValueError is also raised for an exact cover.

    Notes
    -----
    A sample goes through the layers of the states engine and keeps about 1000 states of each at random, such
    that the expected number of ways stays the same (threshold sampling; Duffield, Lund and Thorup, 2007). The
    default number of samples gives an error of a few per cent. Where the model is not a Latin square of order 3
    to 32, or its layers take too long, a sample is the mean of about a thousand probes, which are random descents
    of the search (Knuth, 1975). Where most probes end in contradictions, the estimate may be far off, and the
    interval is too short.

    Examples
    --------
    >>> import fastfuto
    >>> result = fastfuto.estimate_count(fastfuto.Futoshiki([[0] * 6] * 6))
    >>> result.estimate, result.exact
    (812851200, True)
    """
    watch = Watch(timeout, progress)
    try:
        model = checked_model(puzzle)
        seed, samples = fresh_seed(seed), at_least(2, samples, "samples")
        if isinstance(model, Options):
            raise ValueError("estimates are for puzzles with cells, not for exact covers; count() is exact")
        numbers: list[Fraction] = []
        method, is_exact = "", False
        for estimate in _estimates(model, seed, check_memory(None)):
            if estimate is not None:
                if numbers and method != estimate[2]:
                    numbers = []
                number, is_exact, method = estimate
                numbers.append(number)
            if is_exact or len(numbers) == samples:
                break
            if watch.is_over(done=len(numbers), total=samples, stage="estimates"):
                if len(numbers) < 2:
                    message = f"the time limit of {watch.timeout} s has passed with {len(numbers)} estimates"
                    raise LimitReached(message, found=0, stats=Stats(0, 0, watch.seconds, method))
                break
        return _result(numbers, is_exact, method, seed, watch.seconds)
    finally:
        watch.close()


def _result(
    numbers: Sequence[Fraction], is_exact: bool, method: str, seed: int, seconds: float
) -> EstimateResult:
    mean = sum(numbers, Fraction()) / len(numbers)
    error = 0.0 if is_exact else _relative_error(numbers, mean)
    half = Fraction(0 if math.isnan(error) else _t_quantile(len(numbers) - 1) * error) * mean
    return EstimateResult(
        estimate=round(mean),
        standard_error=error,
        interval=(max(0, math.floor(mean - half)), math.ceil(mean + half)),
        log=math.log(mean.numerator) - math.log(mean.denominator) if mean else -math.inf,
        exact=is_exact,
        samples=len(numbers),
        method=method,
        seed=seed,
        seconds=seconds,
    )


def _relative_error(numbers: Sequence[Fraction], mean: Fraction) -> float:
    """Return the standard error of the mean over the mean."""
    if not mean:
        return math.nan
    squares = sum(float(number / mean - 1) ** 2 for number in numbers)
    return math.sqrt(squares / (len(numbers) - 1) / len(numbers))


def _t_quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's distribution (Abramowitz and Stegun, 26.7.5; a table for 1 and 2)."""
    if freedom < 3:
        return (12.7062, 4.3027)[freedom - 1]
    z = 1.959964
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def _estimates(model: Model, seed: int, memory: int) -> Iterator[tuple[Fraction, bool, str] | None]:
    """Yield unbiased estimates of the number of solutions, without end, as (number, whether it is exact, method).

    Between two of them None is yielded about every 10 ms, so that the caller can stop.
    """
    random = Random(seed)
    if is_latin(model):
        with suppress(MemoryError):
            yield from _by_states(model, random, memory)
    yield from _by_probes(model, random)


def _by_states(model: Model, random: Random, memory: int) -> Iterator[tuple[Fraction, bool, str] | None]:
    """Yield estimates by thinned layers, until one of them takes too long."""
    states = open_states(model, memory)
    while True:
        states.reset(model.domains, model.inequalities, both_sides=False)
        is_exact = True
        slices = 0
        while True:
            if states.run(STATES_SLICE) == PAUSED:
                slices += 1
                yield None
                if slices > LONGEST_ESTIMATE:
                    return
            elif not states.advance():
                break
            elif states.thin(KEPT_STATES, random.word()):
                is_exact = False
        number = states.count()
        assert number is not None
        yield Fraction(number), is_exact, "states"


def _by_probes(model: Model, random: Random) -> Iterator[tuple[Fraction, bool, str] | None]:
    """Yield means of probes, which are random descents of the search."""
    prober = Prober(Request(model, seed=random.word() or 1), PROBES_PER_ESTIMATE)
    while True:
        prober.restart()
        while not prober.is_done:
            prober.run(SLICE)
            yield None
        total = sum(map(_exponential, prober.weights.tolist()))
        yield Fraction(total, PROBES_PER_ESTIMATE), False, "probes"


def _exponential(x: float) -> int:
    """Return e**x as a whole number, even where a float cannot hold it."""
    if x < 700:
        return round(math.exp(x))
    bits = int(x / math.log(2)) - 64
    return round(math.exp(x - bits * math.log(2))) << bits
