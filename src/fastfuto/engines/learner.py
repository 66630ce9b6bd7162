"""The learner: conflict-driven search with two kinds of decisions, and the steps of its trace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from ..model import Model
from .loading import build, module, problem_of, units_of
from .protocol import Request

if TYPE_CHECKING:
    from ._derivation import Steps as Steps
    from ._learner import Learner as _Learner

    Learner: TypeAlias = _Learner
else:
    Learner = Any
    Steps = Any


def open_learner(
    request: Request,
    *,
    by_activity: bool = False,
    log: bool = False,
    share: bool = False,
    survey: bool = False,
    trace: bool = False,
) -> Learner:
    """Return a learner over the model, with decisions by the number of candidates left or by activity.

    With `log`, the learner logs learned and dropped clauses, which `Learner.take_log` returns as the steps of a proof.
    With `share`, the learner offers short clauses to other learners, by `Learner.take_offers`. With `survey`, the
    learner looks for solutions until it has found all candidates of solutions. With `trace`, the learner records the
    antecedents of each clause, which `Learner.take_log` returns.
    """
    model = request.model
    assert isinstance(model, Model)
    learner: Learner = build("learner", model.n_values).Learner(units_of(model.skeleton), request.memory)
    learner.reset(problem_of(model), request.seed, by_activity, log, share, survey, trace)
    return learner


def open_steps(trace: bytes, terms: list[bytes], *, is_trimmed: bool = True) -> Steps:
    """Return the steps of a trace that `Learner.take_log` has returned.

    `terms` has the text of each literal in a line of a proof. A literal is twice the variable, plus one if it is
    negated. With `is_trimmed`, only the steps that the last step needs are kept.
    """
    steps: Steps = module("_derivation").Steps(memoryview(trace).cast("I"), terms, is_trimmed)
    return steps
