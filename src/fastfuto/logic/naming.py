"""Names of cells and lines in the sentences of a language, and the joining of words. All counts begin with 1."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from ..languages import ENGLISH, Language, LanguageCode, language_named
from .board import Cell, Line

MISFITS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)
"""The errors that occur if a step lacks a premise of its technique, or has another premise in its place."""
MISFIT = "the fields of the step do not match its technique, so the step cannot be described"


class _CellNames(dict[Cell, str]):
    """The names of cells, each made on first use."""

    def __init__(self, lines: Mapping[str, str]) -> None:
        self._lines = lines

    def __missing__(self, cell: Cell) -> str:
        if len(cell) == 2:
            name = self._lines["cell"].format(row=cell[0] + 1, column=cell[1] + 1)
        else:
            name = self._lines["position"].format(number=cell[0] + 1)
        self[cell] = name
        return name


class Speech:
    """A language, prepared for building sentences.

    Attributes
    ----------
    language : Language
    words, joints : dict of str
        The words and joints of the language.
    cell : callable
        Takes a cell and returns its name: r1c2, or its number if it is not in a grid.
    line : callable
        Takes a line and returns its name.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self.words: Mapping[str, str] = language.words
        self.joints: Mapping[str, str] = language.joints
        self.cell: Callable[[Cell], str] = _CellNames(language.lines).__getitem__
        self.line: Callable[[Line], str] = functools.lru_cache(maxsize=1024)(self._line)
        self._numbers = language.numbers.split()
        self._grammar = [(re.compile(pattern), replacement) for pattern, replacement in language.grammar]
        self._long = (", ", language.joints["and"], language.joints["because"])
        name = re.escape(language.lines["cell"]).replace(r"\{row\}", r"\d+").replace(r"\{column\}", r"\d")
        self._begins_with_cell = re.compile(name).match

    def cells(self, cells: Iterable[Cell], joint: str = "and") -> str:
        """Return the names of cells."""
        return self.listed(map(self.cell, cells), joint)

    def _line(self, line: Line) -> str:
        if line[0] == "run":
            return self.words["run"].format(span=self.span(line[1:3], line[3:]))
        name = self.language.lines[line[0]]
        if len(line) > 2:
            return name.format(cell=self.cell(line[1:3]), cells=self.cells([line[1:3], line[3:]]))
        return name.format(number=line[1] + 1)

    def lines(self, lines: Sequence[Line]) -> str:
        """Return the name of lines of one kind."""
        numbers = self.listed(line[1] + 1 for line in lines)
        return self.language.lines[f"{lines[0][0]}s"].format(number=numbers)

    def kinds(self, lines: Sequence[Line]) -> str:
        """Return the collective name of lines of one kind; "" if units of a model have no other name."""
        return self.language.lines.get(f"all {lines[0][0]}s", "")

    def chain(self, first: Cell, last: Cell) -> str:
        """Return the name of a chain with these ends."""
        if first == last:
            return self.cell(first)
        return self.words["chain"].format(cell=self.cell(first), other=self.cell(last))

    def span(self, first: Cell, last: Cell) -> str:
        """Return the names of the first and the last cell of a run."""
        return self.cell(first) if first == last else f"{self.cell(first)}-{self.cell(last)}"

    def stretch(self, cells: Sequence[Cell]) -> str:
        """Return the span of consecutive cells in a row or column; "" if the cells are not consecutive."""
        if not cells or len(cells[0]) != 2:
            return ""
        row, column = cells[0]
        ways = [
            tuple((row + k * down, column + k * (1 - down)) for k in range(len(cells))) for down in (0, 1)
        ]
        return self.span(cells[0], cells[-1]) if cells in ways else ""

    def signs(self, pairs: Sequence[tuple[Cell, Cell]]) -> str:
        """Return inequalities as chains: r1c1 < r1c2 < r1c3."""
        chains: list[list[Cell]] = []
        for lesser, greater in pairs:
            for chain in chains:
                if chain[-1] == lesser:
                    chain.append(greater)
                    break
                if chain[0] == greater:
                    chain.insert(0, lesser)
                    break
            else:
                chains.append([lesser, greater])
        return self.listed(" < ".join(map(self.cell, chain)) for chain in chains)

    def number(self, n: int) -> str:
        """Return a number, in words if it is small."""
        return self._numbers[n] if n < len(self._numbers) else str(n)

    def listed(self, words: Iterable[object], joint: str = "and") -> str:
        """Return the words as one text, with commas and, before the last word, the conjunction that `joint` names."""
        said = [*map(str, words)]
        if len(said) == 1:
            return said[0]
        return f"{', '.join(said[:-1])}{self.joints[joint]}{said[-1]}" if said else ""

    def clauses(self, said: list[str]) -> str:
        """Return clauses as one sentence."""
        is_short = len(said) < 3 and not any(word in each for each in said for word in self._long)
        return self.listed(said, "short clauses" if is_short else "clauses")

    def follow(self, word: str, said: str) -> str:
        """Return a clause that begins with a word such as "then"."""
        return self.words[word].format(said=said, Said=self.sentence(said))

    def sentence(self, said: str) -> str:
        """Return the sentence with a capital letter at the start, unless it begins with the name of a cell."""
        return said if self._begins_with_cell(said) else said[0].upper() + said[1:]

    def mended(self, text: str) -> str:
        """Return finished sentences with the changes that the grammar of the language asks for."""
        for pattern, replacement in self._grammar:
            text = pattern.sub(replacement, text)
        return text

    def sentences(self, said: Iterable[str]) -> str:
        """Join sentences."""
        return ". ".join(map(self.sentence, said))


@functools.cache
def speech_in(code: LanguageCode) -> Speech:
    """Return the language with this code; raise ValueError if there is none."""
    return Speech(language_named(code))


NOTATION = Speech(ENGLISH)
"""The names of the compact notation, which is the same in all languages."""
