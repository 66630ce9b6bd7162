"""The learner: conflict-driven search with two ways to decide, and the steps of what it traced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from ..model import Model
from .loading import build, module, problem_of, units_of
from .protocol import Request

if TYPE_CHECKING:
    from ._derivation import Steps
    from ._learner import Learner as _Learner

    Learner: TypeAlias = _Learner
else:
    Learner = Any
    Steps = Any

__all__ = ["Learner", "Steps", "open_learner", "open_steps"]


def open_learner(
    request: Request,
    *,
    by_activity: bool = False,
    log: bool = False,
    share: bool = False,
    survey: bool = False,
    trace: bool = False,
) -> Learner:
    """Return a learner over the model, which decides by the number of candidates left or by activity.

    With `log` it logs what is learned and dropped, which `Learner.take_log` returns as the steps of a proof.
    With `share` it offers short clauses to other learners, by `Learner.take_offers`. With `survey` it looks for
    solutions until each candidate of any solution has been found. With `trace` it notes from which others each clause
    follows, which `Learner.take_log` returns.
    """
    model = request.model
    assert isinstance(model, Model)
    learner: Learner = build("learner", model.n_values).Learner(units_of(model.skeleton), request.memory)
    learner.reset(problem_of(model), request.seed, by_activity, log, share, survey, trace)
    return learner


def open_steps(trace: bytes, terms: list[bytes], *, is_trimmed: bool = True) -> Steps:
    """Return the steps of a trace, as `Learner.take_log` returns it.

    `terms` has for each literal, twice the variable and one more if it is negated, what a line of a proof says of it.
    With `is_trimmed` only those steps count that the last one needs.
    """
    steps: Steps = module("_derivation").Steps(memoryview(trace).cast("I"), terms, is_trimmed)
    return steps
