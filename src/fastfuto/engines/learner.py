"""The learner: conflict-driven search with two ways to decide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model import Model
from .loading import build
from .protocol import Request

if TYPE_CHECKING:
    from ._learner import Learner

__all__ = ["open_learner"]


def open_learner(
    request: Request, *, by_activity: bool = False, log: bool = False, share: bool = False
) -> Learner:
    """Return a learner over the model, which decides by the number of candidates left or by activity.

    With `log` it logs what is learned and dropped, which `Learner.take_log` returns as the steps of a proof.
    With `share` it offers short clauses to other learners, by `Learner.take_offers`.
    """
    model = request.model
    assert isinstance(model, Model)
    skeleton = model.skeleton
    learner: Learner = build("learner", skeleton.n_values).Learner(
        skeleton.unit_starts, skeleton.unit_cells, skeleton.n_cells, skeleton.n_values, request.memory
    )
    cells, numbers, tables = model.relations if len(model.relations.cells) else (None, None, None)
    learner.reset(
        model.domains, model.inequalities, request.seed, by_activity, cells, numbers, tables, log, share
    )
    return learner
