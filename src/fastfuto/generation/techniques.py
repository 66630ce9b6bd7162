"""Which techniques a puzzle of a kind can need, and which of them dearer rules do without."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..logic.technique import RULES, TECHNIQUES, rule_set

if TYPE_CHECKING:
    from .recipe import Recipe

COMPARING = (
    *("inequality bound", "ascending chain", "ascending chain from candidates"),
    *("hill", "valley", "same-line order", "chain across inequalities"),
    *("short braid in a line", "braid in a line", "ordered set"),
)
"""Techniques that need inequalities."""
LEAST_SIZES = {
    "naked pair": 4,
    "naked triple": 6,
    "naked quadruple": 8,
    "naked set": 10,
    "hidden pair": 5,
    "hidden triple": 7,
    "hidden quadruple": 9,
    "x-wing": 4,
    "swordfish": 6,
    "larger fish": 8,
}
"""Least n for which a technique is needed. What a set concludes, the rest of its line concludes, too, and so for fish;
below these sizes the rest is so small that it is cheaper."""
STANDINS = {
    "hill": "same-line order",
    "valley": "same-line order",
    "hidden pair": "naked set",
    "hidden triple": "naked set",
    "hidden quadruple": "naked set",
    "x-wing": "x-chain",
    "short braid in a line": "braid in a line",
    "braid in a line": "ordered set",
    "xy-chain": "braid",
    "chain across inequalities": "braid",
}
"""Techniques that are not needed beside a dearer one. What a hidden set concludes, the naked set of the other cells of
its line does, too; an x-wing is two strong links; no arrangement of a line has what the line refutes; and a braid of
six rounds leads along a chain of a dozen cells."""
LEAST_BESIDE_HIDDEN = {"naked pair": 7, "naked triple": 8, "naked quadruple": 9}
"""Least n for which naked sets are needed beside all hidden ones, the largest of which have four cells."""
ADDING = (
    *("run combinations", "run bounds", "run combinations from candidates"),
    *("xy-chain", "braid", "forcing cell", "forcing line"),
)
"""Techniques that a Kakuro needs. What sets conclude inside a run, its combinations conclude, too, and hardly any run
has all digits, which other techniques need."""


def obstacle(recipe: Recipe, technique: str) -> str | None:
    """Return why no puzzle of this kind needs a technique."""
    if recipe.family == "kakuro":
        return None if technique in ADDING else "is never needed in a Kakuro"
    if technique in COMPARING and not recipe.may_compare:
        return f"needs inequalities, but there are none with {recipe.kind}"
    if technique.startswith("relation") and recipe.variant != "adjacent":
        return f"needs bars, but there are none with {recipe.kind}"
    if technique.startswith("run "):
        return f"needs sums, but there are none with {recipe.kind}"
    if technique == "locked candidates" and recipe.family != "sudoku":
        return f"needs regions, but there are none with {recipe.kind}"
    if recipe.side < (least := LEAST_SIZES.get(technique, 1)):
        return f"needs n = {least} or more, but n = {recipe.n}: below it a cheaper one does the same"
    return None


def standin(recipe: Recipe, technique: str) -> str | None:
    """Return why no puzzle needs a technique among all rules up to the greatest score."""
    most = recipe.scores[1]
    other = STANDINS.get(technique)
    if recipe.family == "kakuro" and technique == "run bounds":
        other = "run combinations from candidates"
    elif technique == "x-chain" and recipe.family != "sudoku":
        other = "larger fish"  # Fish conclude all that rows and columns say of one value.
    if other and 0 < rule_set(recipe.rules).scores[rule_of(other)] / 10 <= most + 1e-9:
        own = TECHNIQUES[technique].score
        way = f"; score={own} leaves dearer rules out" if TECHNIQUES[other].score > own else ""
        return f"is not needed with rules up to the score {most}: {other!r} concludes as much{way}"
    if most >= TECHNIQUES["hidden quadruple"].score and recipe.side < LEAST_BESIDE_HIDDEN.get(technique, 1):
        least = LEAST_BESIDE_HIDDEN[technique]
        return f"needs n = {least} or more, but n = {recipe.n}: below it a hidden set concludes as much"
    return None


def rule_of(technique: str) -> int:
    """Return the engine's number of the rule that a technique belongs to."""
    kin = {"valley": "hill", "chain across inequalities": "xy-chain", "forcing line": "forcing cell"}
    if technique.startswith("ascending chain"):
        return RULES.index("inequality bound")
    return RULES.index(kin.get(technique, technique))
