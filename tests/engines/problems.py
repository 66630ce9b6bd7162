"""Models as the compiled classes take them, in the masks of either build."""

import numpy as np

from fastfuto.engines import _problem
from fastfuto.engines.loading import units_of


def widened(masks, words):
    """Return masks, (..., words), with as many words as a build takes."""
    wide = np.zeros((*masks.shape[:-1], words), np.uint64)
    wide[..., : masks.shape[-1]] = masks
    return wide


def made(model, words=1, domains=None):
    """Return the model as a problem in masks of so many words; `domains` take the place of its own."""
    domains = widened(model.domains, words) if domains is None else domains
    sums = model.sums if len(model.sums.totals) else None
    relations = None
    if len(model.relations.cells):
        relations = model.relations._replace(tables=widened(model.relations.tables, words))
    return _problem.Problem(units_of(model.skeleton), domains, model.inequalities, sums, relations)
