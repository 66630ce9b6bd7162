"""Latin squares: grids with every value once in each row and column, without inequalities."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy.typing as npt

from ..engines import random_square
from ..errors import PuzzleError
from ..limits import at_least, fresh_seed
from ..model import MAX_VALUES, Skeleton, latin_skeleton, whole_within
from .base import RULE_FIELDS, Cell, cell_name
from .fields import FieldReader
from .grid import Grid, Inequalities
from .text import clean, parse_error

if TYPE_CHECKING:
    from .variants import Variant

_LINE = re.compile(r"[^\n]+")
_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"-?[0-9]{1,10}")


class LatinSquare(Grid):
    """A Latin square, complete or partial.

    Parameters
    ----------
    grid : int, or array_like of int, shape (n, n) or (n * n,)
        The order of an empty square, 1 to 255, or the values of a partial square, given as for `fastfuto.Futoshiki`.

    Raises
    ------
    PuzzleError
        As for `fastfuto.Futoshiki`.

    See Also
    --------
    fastfuto.Futoshiki : Latin squares with inequalities.
    fastfuto.count : Count the completions of a partial square.
    fastfuto.sample : Draw uniform completions.

    Examples
    --------
    >>> import fastfuto
    >>> fastfuto.count(LatinSquare(6))
    812851200
    >>> print(LatinSquare([[1, 0], [0, 0]]), end="")
    1 0
    0 0
    """

    __slots__ = ("_seed",)

    family: ClassVar[str] = "latin_square"
    json_fields: ClassVar[tuple[str, ...]] = ("n", "clues")
    json_optional: ClassVar[tuple[str, ...]] = RULE_FIELDS
    _seed: int

    def __init__(self, grid: int | npt.ArrayLike | Sequence[Any]) -> None:
        super().__init__(grid)

    @classmethod
    def parse(cls, text: str) -> Self:
        r"""Read n rows of n numbers separated by white space; 0 or ``.`` is a blank cell.

        Parameters
        ----------
        text : str
            One line for each row. Empty lines are skipped. Numbers outside 1..n are kept if they fit 32 bits.

        Raises
        ------
        ParseError
            If rows differ in length, the numbers of rows and columns differ, or a word is not a number.

        Examples
        --------
        >>> LatinSquare.parse("1 .\n0 2\n")
        LatinSquare([[1, 0], [0, 2]])
        """
        text = clean(text)
        rows: list[list[int]] = []
        n = 0
        for line in _LINE.finditer(text):
            words = list(itertools.islice(_WORD.finditer(text, *line.span()), (n or MAX_VALUES) + 1))
            if not words:
                continue
            if n and len(rows) == n:
                raise parse_error(
                    text, words[0].start(), f"the square ends with row {n}, but the text continues"
                )
            if len(words) > (n or MAX_VALUES):
                message = f"row {len(rows) + 1} has more than {n or MAX_VALUES} numbers"
                raise parse_error(text, words[-1].start(), message)
            n = n or len(words)
            if len(words) < n:
                raise parse_error(
                    text, words[-1].end(), f"row {len(rows) + 1} has {len(words)} numbers, not {n}"
                )
            rows.append([_read(text, word, (len(rows), c)) for c, word in enumerate(words)])
        if not rows:
            raise parse_error(text, 0, "the text is empty")
        if len(rows) < n:
            message = f"expected row {len(rows) + 1} of {n}, but the text ends"
            raise parse_error(text, len(text.rstrip()), message)
        return cls(rows)

    @classmethod
    def from_fields(cls, reader: FieldReader, fields: dict[str, Any]) -> Self:
        """Build a square from the fields ``n`` and ``clues`` of a JSON object."""
        return cls(reader.square("clues", fields))

    @classmethod
    def random(cls, n: int, *, steps: int | None = None, seed: int | None = None) -> Self:
        """Return a random Latin square, drawn by the random walk of Jacobson and Matthews.

        The walk is a Markov chain that converges to the uniform distribution. After enough moves, all squares are about
        equally likely, but no bound on the error after a given number of moves is known. `fastfuto.sample` draws
        exactly uniform squares, up to about order 9.

        Parameters
        ----------
        n : int
            Order, 1 to 255.
        steps : int, optional
            Approximate number of moves, of which about n lie between two proper squares. Default: n ** 3, after which
            small squares look uniformly distributed.
        seed : int, optional
            Seed, 0 to 2**64 - 1. A seed gives the same square on every machine. Default: a new seed for each call,
            which the attribute `seed` of the square holds.

        Raises
        ------
        PuzzleError
            If n is out of range.
        TypeError, ValueError
            If `steps` or `seed` is not a whole number or is out of range.
        KeyboardInterrupt
            On Ctrl-C.

        See Also
        --------
        fastfuto.sample : Draw exactly uniform solutions of any puzzle.

        Notes
        -----
        A move takes about 10 ns, so a square with n = 100 takes 10 ms.

        References
        ----------
        M. T. Jacobson and P. Matthews, "Generating uniformly distributed random Latin squares", Journal of
        Combinatorial Designs 4 (1996), 405-437.

        Examples
        --------
        >>> square = LatinSquare.random(5)
        >>> square.is_valid, square == LatinSquare.random(5, seed=square.seed)
        (True, True)
        """
        n = whole_within(n, "n", 1, MAX_VALUES)
        steps, seed = n**3 if steps is None else at_least(0, steps, "steps"), fresh_seed(seed)
        square = cls(random_square(n, -(-steps // n), seed))
        square._seed = seed
        return square

    @property
    def seed(self) -> int | None:
        """The seed with which `random` drew this square; None for other squares, also for copies."""
        return getattr(self, "_seed", None)

    def with_inequalities(self, inequalities: Inequalities) -> Self:
        """Return the square itself if there are no inequalities, because a Latin square has none.

        Raises
        ------
        PuzzleError
            If there are inequalities; use `fastfuto.Futoshiki` for a square with inequalities.
        """
        square = super().with_inequalities(inequalities)
        if len(square._inequalities):
            raise PuzzleError("a Latin square cannot have inequalities; use a Futoshiki")
        return square

    def with_rules(
        self,
        *rules: str,
        cages: Iterable[tuple[Iterable[Cell], int]] = (),
        even: Iterable[Cell] = (),
        odd: Iterable[Cell] = (),
    ) -> Variant:
        """Return a variant: the same square with further rules, which are the parameters of `fastfuto.Variant`.

        Raises
        ------
        PuzzleError
            As for `fastfuto.Variant`.

        Examples
        --------
        >>> import fastfuto
        >>> fastfuto.count(LatinSquare(5)), fastfuto.count(LatinSquare(5).with_rules("diagonals"))
        (161280, 960)
        """
        from .variants import Variant  # Few puzzles need it.

        return Variant(self, *rules, cages=cages, even=even, odd=odd)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._clues.tolist() if self._clues.any() else self.n})"

    def __str__(self) -> str:
        width = len(str(self.n))
        return "".join(" ".join(f"{v:{width}}" for v in row) + "\n" for row in self._clues.tolist())

    def _skeleton(self) -> Skeleton:
        return latin_skeleton(self.n)


def _read(text: str, word: re.Match[str], cell: Cell) -> int:
    """Return the value of a cell; raise an error for a word that is not a value."""
    value = 0 if word[0] == "." else int(word[0]) if _NUMBER.fullmatch(word[0]) else None
    if value is None or not -(2**31) <= value < 2**31:
        message = f"expected a number of 32 bits or '.' for {cell_name(cell)}, found {word[0][:20]!r}"
        raise parse_error(text, word.start(), message)
    return value
