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
    share: bool = False,
    survey: bool = False,
    trace: bool = False,
    clausal: bool = False,
) -> Learner:
    """Return a learner over the model, with decisions by the number of candidates left or by activity.

    With `share`, the learner offers short clauses to other learners, by `Learner.take_offers`. With `survey`, the
    learner looks for solutions until it has found all candidates of solutions. With `trace`, the learner records the
    antecedents of each clause, which `Learner.take_trace` returns. With `clausal`, unit propagation shows that these
    clauses follow from each other and from the puzzle.
    """
    model = request.model
    assert isinstance(model, Model)
    learner: Learner = build("learner", model.n_values).Learner(units_of(model.skeleton), request.memory)
    learner.reset(problem_of(model), request.seed, by_activity, share, survey, trace, clausal)
    return learner


def open_steps(trace: bytes, terms: list[bytes], *, clausal: bool = False) -> Steps:
    """Return the steps of a trace that `Learner.take_trace` has returned.

    `terms` has the text of each literal in a line of a proof. A literal is twice the variable, plus one if it is
    negated. `clausal` is the option with which the learner was opened.
    """
    steps: Steps = module("_derivation").Steps(memoryview(trace).cast("I"), terms, clausal)
    return steps
