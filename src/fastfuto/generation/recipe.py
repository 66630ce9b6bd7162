"""Recipes for generated puzzles, with checks for contradictions."""

from __future__ import annotations

import functools
import math
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypedDict, get_args

import numpy.typing as npt

from ..engines import ENDLESS
from ..errors import PuzzleError, nearest
from ..limits import fresh_seed, renamed
from ..logic import Level, Rules, TechniqueName
from ..logic.technique import BRAID_LENGTHS, RULES, SINGLES, TECHNIQUES, Clues, braid_score, rule_set
from ..model import Model
from ..puzzles import Grid, LatinSquare, Sudoku
from ..puzzles.variants import RULES as VARIANT_RULES
from .arguments import check_name, counts_of, pair_of, pattern_of, range_of, share_of, size_of
from .layouts import MOST_RUN, is_whole, long_runs
from .techniques import kinds_of_clues, obstacle, refusal

Family: TypeAlias = Literal["futoshiki", "latin", "sudoku", "kakuro", "adjacent", "jigsaw"]
Order: TypeAlias = Literal["numbers-first", "mixed", "inequalities-first"]
Symmetry: TypeAlias = Literal[
    "half-turn", "quarter-turn", "horizontal", "vertical", "diagonal", "antidiagonal"
]
Size: TypeAlias = int | tuple[int, int] | Grid | Model
LevelOption: TypeAlias = Level | tuple[Level, Level] | None
NumberOption: TypeAlias = int | tuple[int, int] | None
RangeOption: TypeAlias = float | tuple[float, float] | None

VARIANTS: dict[str, tuple[str, ...]] = {
    "futoshiki": ("adjacent",),
    "latin": tuple(VARIANT_RULES),
    "sudoku": ("jigsaw", "inequalities", *VARIANT_RULES),
    "kakuro": (),
}
"""The variants of each family; those that are rules of `fastfuto.Variant` are made by the search."""
NAMED_VARIANTS: dict[str, Family] = {"adjacent": "futoshiki", "jigsaw": "sudoku"}
"""Variants that people regard as separate families, and the families to which they belong."""
MOST_GRADED = 30
"""Largest n for which a level, a score, minutes or a technique can be requested."""
SQUARE = ("quarter-turn", "diagonal", "antidiagonal")
"""Symmetries of square grids only."""


class RecipeFields(TypedDict, total=False):
    """The fields of a `Recipe` except its size, for type checks of verbs that take these keywords."""

    family: Family
    level: LevelOption
    rules: Rules
    numbers: NumberOption
    inequalities: NumberOption
    remove: Order
    symmetry: Symmetry | None
    pattern: npt.ArrayLike | None
    technique: TechniqueName | None
    score: RangeOption
    minutes: RangeOption
    minimal: bool | float
    variant: str | None
    seed: int | None


@dataclass(frozen=True)
class Recipe:
    """A specification of the puzzles to generate. Its fields are the arguments of `fastfuto.generate`.

    A recipe is a value: it can be compared, hashed and pickled. The recipe of a `Generated` has the seed of the puzzle.

    Raises
    ------
    PuzzleError
        If n is out of range, or the recipe contradicts itself. The message names the fields that contradict each other.
    TypeError, ValueError
        If an argument has the wrong type, or a name is unknown.

    See Also
    --------
    fastfuto.generate : Make a puzzle.
    fastfuto.generate_many : Make many puzzles.
    fastfuto.Generated : A generated puzzle with its recipe.

    Examples
    --------
    >>> Recipe(5, level="easy").n
    5
    >>> Recipe(5, numbers=0, inequalities=0)
    Traceback (most recent call last):
        ...
    fastfuto.errors.PuzzleError: numbers=0 and inequalities=0 leave no clues
    """

    n: Size = 9
    family: Family = "futoshiki"
    level: LevelOption = None
    rules: Rules = "full"
    numbers: NumberOption = None
    inequalities: NumberOption = None
    remove: Order = "numbers-first"
    symmetry: Symmetry | None = None
    pattern: Any = None
    technique: TechniqueName | None = None
    score: RangeOption = None
    minutes: RangeOption = None
    minimal: bool | float = True
    variant: str | None = None
    seed: int | None = 0

    def __post_init__(self) -> None:
        check_name(self.family, "family", get_args(Family))
        if self.family in NAMED_VARIANTS and self.variant in (None, self.family):
            object.__setattr__(self, "variant", self.family)
            object.__setattr__(self, "family", NAMED_VARIANTS[self.family])
        check_name(self.remove, "remove", get_args(Order))
        if self.symmetry is not None:
            check_name(self.symmetry, "symmetry", get_args(Symmetry))
        if (
            not self.is_given
            and self.variant is not None
            and self.variant not in VARIANTS.get(self.family, ())
        ):
            names = VARIANTS.get(self.family, (self.family,))
            known = f"{', '.join(map(repr, names)) or None} for family={self.family!r}"
            raise ValueError(f"variant must be {known}, got {self.variant!r}{nearest(self.variant, names)}")
        if not self.is_given:
            object.__setattr__(self, "n", size_of(self.n, self.family))
        n = self.side
        normal: dict[str, Any] = {
            "seed": fresh_seed(self.seed),
            "minimal": share_of(self.minimal),
            "pattern": pattern_of(self.pattern, self.n, self.shape),
            "level": tuple(self.level) if isinstance(self.level, list) else self.level,
            "numbers": counts_of(self.numbers, "numbers", self.n_cells),
            "inequalities": counts_of(self.inequalities, "inequalities", 2 * n * (n - 1)),
            "score": range_of(self.score, "score"),
            "minutes": range_of(self.minutes, "minutes"),
        }
        for field, value in normal.items():
            object.__setattr__(self, field, value)
        if self.template is not None:
            self._check_template()
        if self.family == "kakuro":
            self._check_kakuro()
        elif not self.is_given:
            self._check_clues()
        self._check_levels()

    def with_seed(self, seed: int) -> Recipe:
        """Return this recipe with another seed. The seed is not checked."""
        return self._with(seed=seed)

    def _with(self, **fields: Any) -> Recipe:
        """Return this recipe with other fields, without any checks."""
        other = object.__new__(Recipe)
        other.__dict__.update(self.__dict__, **fields)
        return other

    @property
    def is_given(self) -> bool:
        """Whether n is a puzzle or a model, to which only numbers are added."""
        return isinstance(self.n, Grid | Model)

    @property
    def template(self) -> Grid | Model | None:
        """The puzzle without numbers whose solutions a search finds; None if the generator finds them otherwise."""
        if isinstance(self.n, Grid | Model):
            return self.n
        if self.variant not in VARIANT_RULES:
            return None
        blank = (Sudoku if self.family == "sudoku" else LatinSquare)(self.side)
        # The cells of rules with cells follow from the solution.
        return blank if VARIANT_RULES[self.variant].field else blank.with_rules(self.variant)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns; the cells of a model are one row."""
        if isinstance(self.n, int):
            return self.n, self.n
        if isinstance(self.n, Model):
            return 1, self.n.n_cells
        return self.n.shape if isinstance(self.n, Grid) else self.n

    @property
    def n_cells(self) -> int:
        """The number of cells."""
        return math.prod(self.shape)

    @property
    def side(self) -> int:
        """The larger of the numbers of rows and columns; for a model, the number of values."""
        if isinstance(self.n, int):
            return self.n
        return self.n.n_values if isinstance(self.n, Model) else max(self.shape)

    @property
    def has_inequalities(self) -> bool:
        """Whether puzzles of this family and variant may have inequalities."""
        if self.is_given:
            return False
        return self.variant != "adjacent" if self.family == "futoshiki" else self.variant == "inequalities"

    @functools.cached_property
    def clues(self) -> frozenset[Clues]:
        """The kinds of clues and regions that the puzzle may have, as ``needs`` of `fastfuto.Technique` lists them."""
        return kinds_of_clues(self)

    @property
    def is_graded(self) -> bool:
        """Whether a level, a score, minutes or a technique is requested."""
        return any(each is not None for each in (self.level, self.score, self.minutes, self.technique))

    @property
    def levels(self) -> tuple[Level, Level]:
        """The lowest and highest level that the puzzle may have."""
        names = [name for _, name in rule_set(self.rules).levels]
        least, greatest = pair_of(self.level, (names[0], names[-1]))
        return least, greatest

    @property
    def scores(self) -> tuple[float, float]:
        """The lowest and highest score of the hardest technique; the highest is infinity if the rules need not finish.

        A required technique must be needed although all other rules up to the highest score are available.
        """
        chosen = rule_set(self.rules)
        bottom, top = level_range(self.rules, *self.levels)
        low, high = pair_of(self.score, (0.0, math.inf))
        finished = chosen.levels[-2][0]
        if high < math.inf or self.minutes is not None:
            top = min(top, finished)
        if self.technique is not None:
            if self.level is None and self.score is None:
                top = self._top_of(self.technique)
            top = min(top, finished)
        return max(bottom, low), min(top, high)

    def _top_of(self, technique: str) -> float:
        """Return the highest score of a puzzle that needs a technique, if neither a level nor a score is requested."""
        score = TECHNIQUES[technique].score
        if technique != "braid":
            return score
        own = rule_set(self.rules).level(score)
        return level_range(self.rules, own, own)[1]

    @property
    def tenths(self) -> tuple[int, int]:
        """The smallest and largest estimate in tenths of a minute; 0 and `ENDLESS` if no minutes are requested."""
        if self.minutes is None:
            return 0, ENDLESS
        least, greatest = (min(10 * each, ENDLESS - 1) for each in pair_of(self.minutes, (0.0, 0.0)))
        return math.ceil(least - 1e-6), math.floor(greatest + 1e-6)

    def _check_kakuro(self) -> None:
        """Refuse options that a Kakuro cannot have, and check the pattern of its white cells."""
        if self.rules == "tatham":
            raise PuzzleError(
                "rules='tatham' cannot be combined with family='kakuro', because they do not support sums"
            )
        for name, default in (
            ("numbers", None),
            ("inequalities", None),
            ("remove", "numbers-first"),
            ("minimal", 1.0),
        ):
            if (value := getattr(self, name)) != default:
                raise PuzzleError(
                    f"{name}={value!r} is not possible with family='kakuro', whose clues are the totals of all runs"
                )
        rows, columns = self.shape
        if self.symmetry in SQUARE and rows != columns:
            raise PuzzleError(f"symmetry={self.symmetry!r} needs a square grid, got n={self.n}")
        if self.pattern is None:
            return
        white = sum(
            1 << k for k, is_white in enumerate(cell for row in self.pattern for cell in row) if is_white
        )
        if any(self.pattern[0]) or any(row[0] for row in self.pattern):
            raise PuzzleError("pattern: the first row and the first column of a Kakuro must be black")
        if not white or not is_whole(white, columns) or long_runs(white, columns):
            raise PuzzleError(
                f"pattern: the white cells of a Kakuro must be connected, in runs of 2 to {MOST_RUN} cells"
            )
        if self.symmetry is not None:
            raise PuzzleError(
                f"symmetry={self.symmetry!r} cannot be combined with pattern, which already determines the white cells"
            )

    def _check_template(self) -> None:
        """Refuse options that need the compiled generator."""
        names = ["inequalities", "variant"] * self.is_given
        names += ["symmetry", "pattern"] if isinstance(self.n, Model) else []
        for name in names:
            if (value := getattr(self, name)) is not None:
                raise PuzzleError(f"{name}={value!r} is not possible with {self.kind}")
        if self.rules == "tatham" and "sums" in self.clues:
            raise PuzzleError("rules='tatham' do not support the sums of such a puzzle")
        if self.is_given and self.family != "futoshiki":
            raise PuzzleError(
                f"family={self.family!r} is not possible with a given puzzle, which has its own family"
            )

    def _check_clues(self) -> None:
        n_cells = self.side**2 if self.pattern is None else sum(map(sum, self.pattern))
        least, greatest = pair_of(self.numbers, (0, n_cells))
        if least > n_cells:
            raise PuzzleError(f"numbers={self.numbers} is too large: the pattern has only {n_cells} cells")
        if self.inequalities is not None and not self.has_inequalities:
            what = f"family={self.family!r}" + (f", variant={self.variant!r}" if self.variant else "")
            raise PuzzleError(
                f"inequalities={self.inequalities} is not possible with {what}, which has no inequalities"
            )
        no_pairs = not self.has_inequalities or pair_of(self.inequalities, (0, 1))[1] == 0
        if self.side > 1 and self.variant == "adjacent" and min(greatest, n_cells) == 0:
            raise PuzzleError(
                f"numbers={greatest} is not possible with variant='adjacent', because two solutions would remain"
            )
        has_cells = self.variant in VARIANT_RULES and bool(VARIANT_RULES[self.variant].field)
        if self.side > 1 and no_pairs and not has_cells and min(greatest, n_cells) == 0:
            if self.inequalities is None:
                raise PuzzleError(f"numbers={greatest} leaves no clues for family={self.family!r}")
            raise PuzzleError(f"numbers={self.numbers} and inequalities={self.inequalities} leave no clues")

    def _check_levels(self) -> None:
        """Check the level, the score and the technique."""
        chosen = rule_set(self.rules)
        names = [name for _, name in chosen.levels]
        if isinstance(self.level, tuple) and len(self.level) != 2:
            raise ValueError(
                f"level must be the name of a level or a (lowest, highest) pair, got {self.level!r}"
            )
        for name in pair_of(self.level, (names[0], names[0])):
            if name not in names:
                known = ", ".join(names)
                raise ValueError(
                    f"level must be one of {known} with rules={self.rules!r}, got {name!r}{nearest(name, names)}"
                )
        least, greatest = self.levels
        if names.index(least) > names.index(greatest):
            raise PuzzleError(
                f"level={self.level!r}: the lowest level, {least!r}, is above the highest, {greatest!r}"
            )
        if not self.is_graded:
            return
        if self.tenths[0] > self.tenths[1]:
            raise PuzzleError(
                f"minutes={self.minutes!r} must contain a multiple of 0.1, because minutes are rounded to a tenth"
            )
        if self.side > MOST_GRADED:
            asked = self._wishes("level", "technique", "score", "minutes")
            raise PuzzleError(
                f"{asked[0]} is supported only up to n = {MOST_GRADED}, but n = {self.side}: removing clues from such "
                "a grid would take hours"
            )
        if self.side <= 2:
            hardest = names[self.side - 1]
            if names.index(least) > names.index(hardest):
                raise PuzzleError(
                    f"level={self.level!r} is not possible with n = {self.side}: the highest level is {hardest!r}"
                )
            if asked := self._wishes("score", "minutes", "technique"):
                raise PuzzleError(f"{asked[0]} is not possible with n = {self.side}: the grid is too small")
        if self.template is None:
            self._check_easy(names)
        if names[-1] == least:
            if asked := self._wishes("score", "minutes", "technique"):
                raise PuzzleError(
                    f"{asked[0]} is not possible with level={least!r}, because the rules do not finish such a puzzle"
                )
            if self.minimal == 0.0:
                raise PuzzleError(
                    f"level={least!r} is not possible with minimal={self.minimal}, whose clues always let the rules "
                    "finish the puzzle"
                )
        bottom, top = level_range(self.rules, least, greatest)
        if self.score is not None:
            low, high = pair_of(self.score, (0.0, 0.0))
            if low > (most := int(chosen.scores.max()) / 10):
                raise PuzzleError(
                    f"score={self.score!r} is too high: the highest score with rules={self.rules!r} is {most}"
                )
            if high < bottom or low > top:
                raise PuzzleError(
                    f"score={self.score} is not possible with level={self.level!r}, whose scores are {bottom} to {top}"
                )
        if self.technique is not None:
            self._check_technique()
            if why := refusal(self, self.technique):
                raise PuzzleError(f"technique={self.technique!r} {why}{self._nearest(self.technique)}")
        self._check_scores()

    def _wishes(self, *names: str) -> list[str]:
        """Return the arguments with these names that are given, as text for messages."""
        return [f"{name}={value!r}" for name in names if (value := getattr(self, name)) is not None]

    def _check_easy(self, names: list[Level]) -> None:
        """Check that inequalities and numbers are allowed if the level needs them."""
        if self.side == 1 or self.level is None or self.family == "kakuro":
            return
        least, greatest = self.levels
        if least == greatest == "easy" and not self.clues & {"inequalities", "relations", "sums"}:
            possible = ", ".join(name for name in names if name != "easy")
            raise PuzzleError(
                f"level={self.level!r} needs inequalities, but there are none with {self.kind}; the nearest level is "
                f"'moderate', and the levels of such puzzles are {possible}"
            )
        if greatest == "trivial" and pair_of(self.numbers, (0, 1))[1] == 0:
            raise PuzzleError(f"level={self.level!r} needs numbers, got numbers={self.numbers}")

    def _check_scores(self) -> None:
        """Check that a puzzle of this kind can need some technique of the level and score."""
        bottom, top = level_range(self.rules, *self.levels)
        low, high = pair_of(self.score, (0.0, math.inf))
        chosen = rule_set(self.rules)
        wishes = self._wishes("level", "score")
        bottom, top = max(bottom, low) - 1e-9, min(top, high) + 1e-9
        if self.side <= 2 or top == math.inf or high == 0:
            return
        possible = {
            braid_score(1 + length) if name == "braid" else chosen.scores[rule] / 10
            for rule, name in enumerate(RULES)
            if chosen.scores[rule] and not obstacle(self, name)
            for length in ((0, *BRAID_LENGTHS) if name == "braid" else (0,))
        }
        if not any(bottom <= each <= top for each in possible):
            best = min(possible, key=lambda each: max(bottom - each, each - top), default=None)
            where = self.kind if self.is_given else f"n = {self.n} and {self.kind}"
            raise PuzzleError(
                f"no technique for {where} has a score that fits {' and '.join(wishes)}"
                + ("" if best is None else f"; the nearest score is {best}")
            )

    def _nearest(self, technique: str) -> str:
        """Return the end of a message: the technique with the nearest score that such a puzzle can need, if any."""
        score = TECHNIQUES[technique].score
        for name in sorted(TECHNIQUES, key=lambda name: abs(TECHNIQUES[name].score - score)):
            other = self._with(technique=name)
            with suppress(ValueError):
                other._check_technique()
                other._check_scores()
                if not refusal(other, name):
                    return f"; the nearest that is possible is {name!r}"
        return ""

    @property
    def kind(self) -> str:
        """The arguments that determine which clues are possible, as text for messages."""
        if isinstance(self.n, Grid | Model):
            return f"the given {self.n.words}"
        kind = f"family={self.family!r}" + (f", variant={self.variant!r}" if self.variant else "")
        return kind + (f", inequalities={self.inequalities}" if self.inequalities is not None else "")

    def _check_technique(self) -> None:
        """Check that the technique is one of the rules, and not above the level and the score."""
        technique = self.technique
        chosen = rule_set(self.rules)
        if not isinstance(technique, str):
            raise TypeError(f"technique must be the name of a technique, got {technique!r}")
        if technique not in TECHNIQUES or not TECHNIQUES[technique].score:
            known = [name for name, each in TECHNIQUES.items() if each.score]
            others = nearest(technique, known) or f"; the techniques are: {', '.join(known)}"
            raise ValueError(f"there is no technique {technique!r}{others}")
        if chosen.scores[TECHNIQUES[technique].rule] == 0:
            raise PuzzleError(f"technique={technique!r} is not in rules={self.rules!r}")
        if technique in SINGLES:
            raise PuzzleError(
                f"technique={technique!r} cannot be required: singles occur in every puzzle. To get a puzzle "
                f"that needs nothing harder, use score={TECHNIQUES[technique].score} and, for Sudoku, numbers=60"
            )
        names, greatest = [name for _, name in chosen.levels], self.levels[1]
        level = chosen.level(TECHNIQUES[technique].score)
        if names.index(level) > names.index(greatest):
            raise PuzzleError(f"technique={technique!r} has the level {level!r}, above level={self.level!r}")
        if self.score is not None and pair_of(self.score, (0.0, 0.0))[1] < TECHNIQUES[technique].score:
            raise PuzzleError(
                f"technique={technique!r} has the score {TECHNIQUES[technique].score}, above score={self.score}"
            )


Recipe.__init__ = renamed(order="remove")(Recipe.__init__)  # type: ignore[method-assign]


def level_range(rules: Rules, least: Level, greatest: Level) -> tuple[float, float]:
    """Return the lowest and highest score of puzzles of these levels; infinity if the rules need not finish."""
    levels = rule_set(rules).levels
    names = [name for _, name in levels]
    first, last = names.index(least), names.index(greatest)
    bottom = levels[first - 1][0] + 0.1 if first else 0.0
    return round(bottom, 1), math.inf if last == len(levels) - 1 else levels[last][0]
