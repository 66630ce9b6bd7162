"""The techniques that a kind of puzzle can need, and the rules that can replace a technique."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..logic.technique import TECHNIQUES, rule_set

if TYPE_CHECKING:
    from .recipe import Recipe

_HAS: dict[str, Callable[[Recipe], bool]] = {
    "": lambda recipe: True,
    "inequalities": lambda recipe: recipe.may_compare,
    "bars": lambda recipe: recipe.variant == "adjacent",
    "sums": lambda recipe: recipe.family == "kakuro",
    "regions": lambda recipe: recipe.family == "sudoku",
    "irregular regions": lambda recipe: recipe.variant == "jigsaw",
}
"""A function that returns whether puzzles of a recipe can have a requirement of techniques."""


def refusal(recipe: Recipe, technique: str) -> str | None:
    """Return the reason why no puzzle of a recipe needs a technique."""
    return obstacle(recipe, technique) or _standin(recipe, technique)


def obstacle(recipe: Recipe, technique: str) -> str | None:
    """Return the reason why no puzzle of this kind needs a technique."""
    facts = TECHNIQUES[technique]
    if recipe.family == "kakuro":
        return None if facts.in_kakuro else "is never needed in a Kakuro"
    if not _HAS[facts.needs](recipe):
        return f"needs {facts.needs}, but there are none with {recipe.kind}"
    if recipe.side < facts.least_n:
        return f"needs n = {facts.least_n} or more, but n = {recipe.n}: an easier technique suffices in smaller grids"
    return None


def _standin(recipe: Recipe, technique: str) -> str | None:
    """Return the reason why no puzzle needs a technique in addition to all rules up to the highest score."""
    facts, most = TECHNIQUES[technique], recipe.scores[1]
    other = TECHNIQUES.get(facts.standin)
    if technique == "x-chain" and recipe.family == "sudoku":
        other = None  # Fish find all conclusions on one value that follow from rows and columns; regions allow more.
    if other is not None and 0 < rule_set(recipe.rules).scores[other.rule] / 10 <= most + 1e-9:
        way = f"; score={facts.score} leaves harder rules out" if other.score > facts.score else ""
        return (
            f"is not needed with rules up to the score {most}: {other.name!r} gives the same conclusion{way}"
        )
    if most >= TECHNIQUES["hidden quadruple"].score and recipe.side < (least := facts.least_beside_hidden):
        return f"needs n = {least} or more, but n = {recipe.n}: a hidden set suffices in smaller grids"
    return None
