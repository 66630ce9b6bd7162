"""The rule table: techniques, their scores and levels, and the two sets of rules."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from ..model import IntArray, frozen

Rules: TypeAlias = Literal["full", "tatham"]
"""The two sets of rules: all rules, or the rules of the generator "Unequal" in Simon Tatham's puzzle collection."""

Level: TypeAlias = Literal[
    "trivial", "easy", "moderate", "tricky", "hard", "extreme", "diabolical", "search", "recursive"
]
"""The levels of puzzles under either set of rules. The last level is for puzzles that Tatham's rules do not finish."""

TechniqueName: TypeAlias = Literal[
    "full house",
    "naked single",
    "hidden single",
    "inequality bound",
    "relation",
    "ascending chain",
    "ascending chain from candidates",
    "run combinations",
    "hill",
    "valley",
    "relation from candidates",
    "same-line order",
    "run bounds",
    "locked candidates",
    "run combinations from candidates",
    "generalized intersection",
    "naked pair",
    "hidden pair",
    "naked triple",
    "hidden triple",
    "naked quadruple",
    "hidden quadruple",
    "naked set",
    "short braid in a line",
    "x-wing",
    "swordfish",
    "larger fish",
    "x-chain",
    "braid in a line",
    "ordered set",
    "xy-chain",
    "chain across inequalities",
    "braid",
    "forcing cell",
    "forcing line",
]
"""The techniques that a puzzle can need, from the easiest to the hardest."""

Clues: TypeAlias = Literal["", "inequalities", "relations", "sums", "regions", "irregular regions"]
"""Clues and regions that only some families have and that some techniques need."""

PAGES = "https://github.com/fastfuto/fastfuto/blob/main/docs/explanation/techniques/"


@dataclass(frozen=True, slots=True)
class Technique:
    """One kind of deduction.

    Attributes
    ----------
    name : str
    score : float
        The difficulty. The score of a braid grows with its length.
    level : str
        The level of puzzles that need the technique; empty if no rule finds it.
    description : str
        The conclusion that the technique draws, in one sentence.
    rule : int
        The engine's number for the rule that finds the technique; -1 if no rule finds it.
    needs : str
        Clues or regions without which no puzzle needs the technique: "inequalities", "relations", "sums", "regions",
        "irregular regions", or "". Models can need every technique.
    least_n : int
        Smallest n of puzzles that need the technique. In smaller grids, the remaining cells of a line give the same
        conclusion as a set or a fish, and are easier to find.
    least_beside_hidden : int
        Smallest n of puzzles that need the technique even if all hidden sets of up to four cells are allowed.
    standin : str
        Another technique that always gives the same conclusion, unless the rules exclude it. A hidden set is replaced
        by the naked set of the line's other cells. An x-wing consists of two strong links. A candidate that a braid
        in a line refutes is in no arrangement of the line. A braid of six rounds follows a chain of a dozen cells.
    in_kakuro : bool
        Whether a Kakuro can need the technique. Combinations of a run exclude as many candidates as sets within the
        run, and the techniques for full units need runs of all nine digits, which are rare.
    page : str
        Address of the technique's page in the documentation.
    """

    name: str
    score: float
    level: Level | Literal[""]
    description: str
    rule: int
    needs: Clues
    least_n: int
    least_beside_hidden: int
    standin: str
    in_kakuro: bool

    @property
    def page(self) -> str:
        """Address of the technique's page in the documentation."""
        return f"{PAGES}{self.name.replace(' ', '-')}.md"


class _Rule(NamedTuple):
    score: float
    name: str
    description: str
    is_tathams: bool = False
    is_single: bool = False
    kind_of: str = ""
    needs: Clues = ""
    least_n: int = 1
    least_beside_hidden: int = 1
    standin: str = ""
    in_kakuro: bool = False


# fmt: off
_RULES = (
    # The rules, in the order of their numbers in the engine.
    _Rule(1.0, "full house", "The only empty cell of a line takes the value that the line lacks.", is_single=True),
    _Rule(1.2, "naked single", "A cell takes the only candidate that it has left.", True, True),
    _Rule(1.5, "hidden single", "A value that fits only one cell of a line is placed in this cell.", True, True),
    _Rule(1.6, "inequality bound",
          "A cell is below the largest candidate of each greater cell, and above the smallest of each smaller cell.",
          True, needs="inequalities"),
    _Rule(1.6, "relation", "A cell loses the candidates that do not fit the value of a related cell.", True,
          needs="relations"),
    _Rule(1.7, "run combinations", "The empty cells of a run take only numbers from combinations that have its total.",
          needs="sums", in_kakuro=True),
    _Rule(2.0, "hill", "A cell that is greater than k cells of its line is at least k + 1.",
          needs="inequalities", standin="same-line order"),
    _Rule(2.2, "relation from candidates",
          "A cell loses the candidates that do not fit any candidate of a related cell.", True, needs="relations"),
    _Rule(2.3, "same-line order",
          "The smaller (or greater) cells in a cell's line differ, and their candidates bound the cell.",
          needs="inequalities"),
    _Rule(2.4, "run bounds", "The smallest and largest candidates of the other cells of a sum limit a cell to a range.",
          needs="sums", standin="run combinations from candidates", in_kakuro=True),
    _Rule(2.6, "locked candidates",
          "A value fits one line only where it crosses another line, so the rest of the other line loses the value.",
          needs="regions"),
    _Rule(2.6, "run combinations from candidates",
          "A candidate is removed if it is in no choice of candidates that has the run's total.",
          needs="sums", in_kakuro=True),
    _Rule(3.0, "naked pair",
          "Two cells of a line have two candidates between them, so no other cell of the line takes these values.",
          True, least_n=4, least_beside_hidden=7),
    _Rule(3.4, "hidden pair", "Two values fit only two cells of a line, so these cells take no other values.", True,
          least_n=5, standin="naked set"),
    _Rule(3.6, "naked triple",
          "Three cells have three candidates between them, so no other cell of their line takes these values.", True,
          least_n=6, least_beside_hidden=8),
    _Rule(4.0, "hidden triple",
          "Three values fit only three cells of a line, so these cells take no other values.", True,
          least_n=7, standin="naked set"),
    _Rule(4.4, "naked quadruple",
          "Four cells have four candidates between them, so no other cell of their line takes these values.", True,
          least_n=8, least_beside_hidden=9),
    _Rule(4.8, "hidden quadruple",
          "Four values fit only four cells of a line, so these cells take no other values.", True,
          least_n=9, standin="naked set"),
    _Rule(5.0, "naked set",
          "Five or more cells have as many candidates between them, so no other cell of their line takes these values.",
          True, least_n=10),
    _Rule(5.2, "short braid in a line",
          "A candidate is assumed, and its line leads to a contradiction in at most two rounds.",
          needs="inequalities", standin="braid in a line"),
    _Rule(5.6, "x-wing",
          "In two rows, a value fits only in the same two columns (or in two columns, only in two rows).", True,
          least_n=4, standin="x-chain"),
    _Rule(5.8, "swordfish",
          "In three rows, a value fits only in the same three columns (or in three columns, only in three rows).",
          True, least_n=6),
    _Rule(6.0, "larger fish",
          "In k rows, four or more, a value fits only in the same k columns (or in k columns, only in k rows).", True,
          least_n=8),
    _Rule(6.0, "x-chain",
          "At least one end of a chain of strong links has the value, so no cell that sees both ends has it.",
          standin="larger fish"),
    _Rule(6.1, "braid in a line",
          "A candidate is assumed, and its line leads to a contradiction without any other line.",
          needs="inequalities", standin="ordered set"),
    _Rule(6.2, "ordered set",
          "A candidate is removed if no arrangement of its line that satisfies the inequalities contains it.",
          needs="inequalities"),
    _Rule(6.6, "xy-chain",
          "At least one end of a chain of cells with two candidates has a certain value, "
          "so no cell that sees both ends has it.", True,
          standin="braid", in_kakuro=True),
    _Rule(7.0, "braid", "A candidate is assumed, and singles and clues lead to a contradiction.",
          in_kakuro=True),
    _Rule(8.0, "forcing cell", "All candidates of a cell lead to the same conclusion.",
          in_kakuro=True),
)

_OTHERS = (
    # Variants of the rules above, with the scores of these rules, and techniques that are not rules.
    _Rule(1.6, "ascending chain",
          "In a chain of inequalities, each cell leaves room for the smaller and the greater cells.",
          kind_of="inequality bound", needs="inequalities"),
    _Rule(1.6, "ascending chain from candidates",
          "In a chain of inequalities, the candidates of the first and the last cell bound all cells.",
          kind_of="inequality bound", needs="inequalities"),
    _Rule(2.0, "valley", "A cell that is less than k cells of its line is at most n - k.",
          kind_of="hill", needs="inequalities", standin="same-line order"),
    _Rule(6.6, "chain across inequalities",
          "At least one end of an xy-chain whose links may also be inequalities is true.",
          kind_of="xy-chain", needs="inequalities", standin="braid"),
    _Rule(8.0, "forcing line", "All positions of a value in a line lead to the same conclusion.",
          kind_of="forcing cell", in_kakuro=True),
    _Rule(2.6, "generalized intersection", "A cell that sees all positions of a value in a line cannot have the value.",
          kind_of="locked candidates", needs="irregular regions"),
    (0.0, "contradiction",
          "A cell has no candidate left, a value has no position in a line, or a sum cannot have its total."),
    (0.0, "search", "If no rule applies, a search finds the value of a cell in the only solution."),
    (0.0, "mistake", "One of the player's entries is wrong."),
    (0.0, "assumption", "A candidate is assumed to be true, to see what follows."),
)
# fmt: on


class RuleSet(NamedTuple):
    """A set of rules in the engine's format.

    Attributes
    ----------
    scores : (rules,) int32
        Ten times the score of each rule; 0 for an excluded rule.
    levels : tuple of (float, str)
        The highest score of each level, ascending; the last entry is for puzzles that the rules do not finish.
    is_plain : bool
        Whether chains ignore inequalities.
    """

    scores: IntArray
    levels: tuple[tuple[float, Level], ...]
    is_plain: bool

    def level(self, score: float) -> Level:
        """Return the level of a puzzle whose hardest rule has this score."""
        return next(name for greatest, name in self.levels if score <= greatest + 1e-6)

    @property
    def open_level(self) -> Level:
        """The level of a puzzle that the rules do not finish."""
        return self.levels[-1][1]


RULES = tuple(rule.name for rule in _RULES)
"""The names of the rules, in the order of their numbers in the engine."""
SINGLES = tuple(rule.name for rule in _RULES if rule.is_single)
"""The rules that place a value, which act in every puzzle; all others exclude candidates."""
KINDS = tuple(name for score, name, *_ in _OTHERS if score)
"""The names of the variants of rules, in the order of their numbers in the engine."""


def _scores(is_plain: bool) -> IntArray:
    scores = [round(10 * rule.score) if rule.is_tathams or not is_plain else 0 for rule in _RULES]
    return frozen(np.array(scores, np.int32))


_INFINITE = 1e9

RULE_SETS: dict[str, RuleSet] = {
    "full": RuleSet(
        _scores(False),
        (
            (1.5, "trivial"),
            (1.8, "easy"),
            (2.6, "moderate"),
            (5.0, "tricky"),
            (6.2, "hard"),
            (7.1, "extreme"),
            (8.0, "diabolical"),
            (_INFINITE, "search"),
        ),
        False,
    ),
    "tatham": RuleSet(
        _scores(True),
        ((1.5, "trivial"), (1.8, "easy"), (5.0, "tricky"), (6.6, "extreme"), (_INFINITE, "recursive")),
        True,
    ),
}

TECHNIQUES: dict[str, Technique] = {
    row.name: Technique(
        row.name,
        row.score,
        RULE_SETS["full"].level(row.score) if row.score else "",
        row.description,
        RULES.index(row.kind_of or row.name) if (row.kind_of or row.name) in RULES else -1,
        row.needs,
        row.least_n,
        row.least_beside_hidden,
        row.standin,
        row.in_kakuro,
    )
    for row in sorted([*_RULES, *(_Rule(*row) for row in _OTHERS)], key=attrgetter("score"))
}
"""All techniques by name, from the easiest to the hardest."""


BRAID_LENGTHS = (4, 6, 8, 12, 16, 24, 32)
"""Lengths of a braid above which its score increases by 0.1 each."""


@functools.cache
def braid_score(length: int) -> float:
    """Return the score of a braid, which increases by 0.1 at each of seven lengths."""
    return round(TECHNIQUES["braid"].score + 0.1 * sum(length > passed for passed in BRAID_LENGTHS), 1)


def rule_set(rules: str) -> RuleSet:
    """Return a set of rules by its name, or raise a ValueError."""
    try:
        return RULE_SETS[rules]
    except (KeyError, TypeError):
        raise ValueError(f"rules must be {' or '.join(map(repr, get_args(Rules)))}, got {rules!r}") from None
