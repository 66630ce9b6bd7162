"""The techniques that a kind of puzzle can need, and the rules that can replace a technique."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..logic.technique import TECHNIQUES, Clues, rule_set
from ..model import Model
from .arguments import pair_of

if TYPE_CHECKING:
    from .recipe import Recipe


def kinds_of_clues(recipe: Recipe) -> frozenset[Clues]:
    """Return the kinds of clues and regions that puzzles of a recipe may have, as in `Technique.needs`."""
    template = recipe.template
    if template is None:
        may_compare = recipe.has_inequalities and pair_of(recipe.inequalities, (0, 1))[1] > 0
        has_relations, has_sums = recipe.variant == "adjacent", recipe.family == "kakuro"
        has_regions, is_irregular = recipe.family == "sudoku", recipe.variant == "jigsaw"
    else:
        model, has_cages = template.model(), recipe.variant == "killer"
        may_compare, has_relations = len(model.inequalities) > 0, len(model.relations.cells) > 0
        has_sums = has_cages or len(model.sums.totals) > 0
        has_regions = has_cages or isinstance(template, Model) or len(model.skeleton.units) > 2 * recipe.side
        is_irregular = has_regions
    has: dict[Clues, bool] = {
        "": True,
        "inequalities": may_compare,
        "relations": has_relations,
        "sums": has_sums,
        "regions": has_regions,
        "irregular regions": is_irregular,
    }
    return frozenset(name for name, each in has.items() if each)


def refusal(recipe: Recipe, technique: str) -> str | None:
    """Return the reason why no puzzle of a recipe needs a technique."""
    return obstacle(recipe, technique) or _standin(recipe, technique)


def obstacle(recipe: Recipe, technique: str) -> str | None:
    """Return the reason why no puzzle of this kind needs a technique."""
    facts = TECHNIQUES[technique]
    if recipe.family == "kakuro":
        return None if facts.in_kakuro else "is never needed in a Kakuro"
    if facts.needs not in recipe.clues:
        return f"needs {facts.needs}, but there are none with {recipe.kind}"
    if recipe.template is None and recipe.side < facts.least_n:  # Units of other rules may lack values.
        return f"needs n = {facts.least_n} or more, but n = {recipe.n}: an easier technique suffices in smaller grids"
    return None


def _standin(recipe: Recipe, technique: str) -> str | None:
    """Return the reason why no puzzle needs a technique in addition to all rules up to the highest score."""
    facts, most = TECHNIQUES[technique], recipe.scores[1]
    other = TECHNIQUES.get(facts.standin)
    if technique == "x-chain" and "regions" in recipe.clues:
        other = None  # Fish find all conclusions on one value that follow from rows and columns; regions allow more.
    if other is not None and 0 < rule_set(recipe.rules).scores[other.rule] / 10 <= most + 1e-9:
        way = f"; score={facts.score} leaves harder rules out" if other.score > facts.score else ""
        return (
            f"is not needed with rules up to the score {most}: {other.name!r} gives the same conclusion{way}"
        )
    is_full = recipe.template is None  # No unit lacks a value.
    if (
        is_full
        and most >= TECHNIQUES["hidden quadruple"].score
        and recipe.side < (least := facts.least_beside_hidden)
    ):
        return f"needs n = {least} or more, but n = {recipe.n}: a hidden set suffices in smaller grids"
    return None
