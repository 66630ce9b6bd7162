"""The checker of certificates: one file that needs nothing but Python 3.11 and trusts nothing but itself.

``python check.py FOLDER`` checks what ``fastfuto prove`` wrote, also where fastfuto is not installed. It reads the
puzzle, writes the rules that it stands for as pseudo-Boolean constraints, compares these with ``formula.opb``, checks
the solutions against the rules, and follows the proof line by line: each line says from which constraints the new one
follows and how, so nothing is searched. The exit code is 0 if the certificate holds, 1 if it does not, and 2 if it
cannot be read. Certificates in the format DRAT need the file drat.py as well.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeAlias

__all__ = ["Verdict", "check", "report"]

VERSION = 2
"""Version of certificates. It goes up when a checker of the old one could misread the new one; DRAT has version 1."""
FORMULA, PROOF, PUZZLE, RECORD = "formula.opb", "proof.pbp", "puzzle.json", "certificate.json"
UNSOLVABLE, ONE_SOLUTION, SOME_SOLUTION = "no solution", "only this solution", "a solution"
MAX_VALUES, MAX_CELLS, MAX_TEXT = 255, 1 << 24, 1 << 26
MAX_TOTAL = 2**31 - 1
LONGEST = 1 << 23
"""Most bytes of a line of a proof."""
GREATEST = 1 << 62
"""Multiplication does not go beyond this."""
MANY = 1 << 10
"""Lines between two calls of `tick`."""

Clause: TypeAlias = Sequence[int]
Pairs: TypeAlias = Sequence[frozenset[int]]
"""For each value of a cell, from 1 on, the values that another cell may have beside it."""
Constraint: TypeAlias = "frozenset[int] | tuple[dict[int, int], int]"
"""A clause as its literals, or coefficients above 0 by literal and the degree: the sum is at least that."""
Given: TypeAlias = Sequence[tuple[int, int]]
"""Cells and their values, which a piece of a certificate adds to the puzzle."""


class Unreadable(ValueError):
    """A file of the certificate is not what it should be; `line` is the line of the proof, if it is the proof."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class Verdict(NamedTuple):
    """Whether a certificate shows what it claims, the wrong line (or step) of the proof if there is one, and why."""

    ok: bool
    line: int | None
    reason: str


class Row(NamedTuple):
    """A line of the formula: coefficients and literals, ``>=`` or ``=``, and a number; `key` tells the rule."""

    key: tuple[Any, ...]
    terms: Sequence[tuple[int, int]]
    relation: str
    number: int


# Puzzles -----------------------------------------------------------------------------------------------


class Statement(NamedTuple):
    """A puzzle as cells with domains, units of cells that differ, inequalities, related pairs of cells, and sums.

    Variable ``cell * n_values + value`` says that the cell, counted from 0, takes the value. Its name is that of the
    cell, ``v`` and the value. In solutions, `hole` stands for what is not a cell.
    """

    n_values: int
    domains: list[list[int]]
    units: list[Sequence[int]]
    inequalities: list[tuple[int, int]]
    relations: Sequence[tuple[int, int, Pairs]]
    sums: list[tuple[Sequence[int], int]]
    names: Sequence[str]
    hole: int | None = None

    def variables(self) -> dict[str, int]:
        """Return the variables by name."""
        n, named = self.n_values, zip(self.names, enumerate(self.domains), strict=True)
        return {f"{name}v{v}": cell * n + v for name, (cell, domain) in named for v in domain}

    def rows(self) -> Iterator[Row]:
        """Yield what the rules say."""
        n = self.n_values
        takes = [{value: cell * n + value for value in domain} for cell, domain in enumerate(self.domains)]
        for cell, own in enumerate(takes):  # Each cell takes one value.
            yield Row(("cell", cell), [(1, x) for x in own.values()], "=", 1)
        for u, unit in enumerate(
            self.units
        ):  # Cells of a unit differ; it has each value if it has as many cells.
            for value in range(1, n + 1):
                here = [takes[cell][value] for cell in unit if value in takes[cell]]
                if len(unit) == n:
                    yield Row(("unit", u, value), [(1, x) for x in here], "=", 1)
                elif here:
                    yield Row(("unit", u, value), [(-1, x) for x in here], ">=", -1)
        for lesser, greater in self.inequalities:
            terms = [(v, x) for v, x in takes[greater].items()] + [(-v, x) for v, x in takes[lesser].items()]
            yield Row(("less", lesser, greater), terms, ">=", 1)
        for first, second, pairs in self.relations:  # A value needs one beside it with which it may stand.
            for v, x in takes[first].items():
                beside = [y for w, y in takes[second].items() if w in pairs[v - 1]]
                yield Row(("support",), [(1, -x), *((1, y) for y in beside)], ">=", 1)
            for w, y in takes[second].items():
                beside = [x for v, x in takes[first].items() if w in pairs[v - 1]]
                yield Row(("support",), [(1, -y), *((1, x) for x in beside)], ">=", 1)
        for k, (members, total) in enumerate(self.sums):
            terms = [(v * m, x) for cell, m in Counter(members).items() for v, x in takes[cell].items()]
            yield Row(("sum", k), terms, "=", total)

    def variables_of(self, solution: Clause) -> list[int]:
        """Return the variables that a solution makes true."""
        return [cell * self.n_values + value for cell, value in enumerate(solution)]


class Cover(NamedTuple):
    """An exact cover: for each item the options that have it, with their colours.

    Variable ``option + 1``, whose name is ``o`` and the option, counted from 0, says that the option is chosen.
    """

    n_options: int
    n_primary: int
    items: list[list[tuple[int, object]]]

    domains: Sequence[list[int]] = ()
    hole: int = -1

    def variables(self) -> dict[str, int]:
        """Return the variables by name."""
        return {f"o{option}": option + 1 for option in range(self.n_options)}

    def rows(self) -> Iterator[Row]:
        """Yield what the rules say."""
        useful = {option for item in self.items[: self.n_primary] for option, _ in item}
        for option in range(self.n_options):
            if option not in useful:  # An option without a primary item is not chosen.
                yield Row(("idle", option), [(1, -option - 1)], ">=", 1)
        for number, item in enumerate(self.items):
            terms = [(1, option + 1) for option, _ in item]
            if number < self.n_primary:
                yield Row(("item", number), terms, "=", 1)
            elif all(colour is None for _, colour in item):
                if terms:
                    yield Row(("item", number), [(-1, x) for _, x in terms], ">=", -1)
            else:  # Options that give the item a colour exclude those that do not give it the same one.
                for option, colour in item:
                    others = [b + 1 for b, c in item if b != option and (c != colour or colour is None)]
                    if others:
                        terms = [(len(others), -option - 1), *((1, -x) for x in others)]
                        yield Row(("colour", number, option), terms, ">=", len(others))

    def variables_of(self, solution: Clause) -> list[int]:
        """Return the variables that a solution makes true."""
        return [option + 1 for option in solution]


def is_solution(puzzle: Statement | Cover, solution: Clause, rows: Sequence[Row] = ()) -> bool:
    """Return whether a solution keeps to all rules, which may be given as the rows that they are."""
    true = set(puzzle.variables_of(solution))
    for row in rows or puzzle.rows():
        total = sum(a for a, x in row.terms if (x in true if x > 0 else -x not in true))
        if total < row.number or (row.relation == "=" and total > row.number):
            return False
    return True


KEYS = {
    "futoshiki": {"n", "clues", "inequalities"},
    "latin_square": {"n", "clues"},
    "adjacent": {"n", "clues", "bars"},
    "sudoku": {"n", "clues", "regions", "inequalities"},
    "kakuro": {"rows"},
    "permutations": {"n", "forbidden", "order"},
    "exact_cover": {"primary", "secondary", "options"},
    "model": {"cells", "values", "units", "domains", "inequalities", "sums", "relations"},
}
"""The fields of each kind of puzzle."""


def statement(fields: dict[str, Any]) -> Statement | Cover:
    """Return what the object of ``puzzle.json`` says; raise Unreadable for anything but a puzzle of the schema."""
    family = str(fields.get("family"))
    if family not in KEYS or set(fields) != {"schema", "family"} | KEYS[family]:
        raise Unreadable(f"{PUZZLE}: no proofs are known for the family {family!r:.40} with such fields")
    _numbers(fields["schema"], "schema", (1, 1))
    if family == "exact_cover":
        return _cover(fields)
    readers = {"model": _model, "permutations": _permutations, "kakuro": _kakuro}
    puzzle = readers.get(family, _square)(fields)
    pairs = (*puzzle.inequalities, *(relation[:2] for relation in puzzle.relations))
    if any(len(set(unit)) < len(unit) for unit in (*puzzle.units, *pairs)):
        raise Unreadable(f"{PUZZLE}: a unit has a cell twice, or a cell is compared with itself")
    return puzzle


def _square(fields: dict[str, Any]) -> Statement:
    n = _numbers(fields["n"], "n", (1, MAX_VALUES))
    clues = chain.from_iterable(_numbers(fields["clues"], "clues", (-(2**31), 2**31 - 1), n, n))
    domains = [[clue] if 0 < clue <= n else [] if clue else list(range(1, n + 1)) for clue in clues]
    units: list[Sequence[int]] = [range(r * n, r * n + n) for r in range(n)]
    units += [range(c, n * n, n) for c in range(n)]
    if "regions" in fields:
        regions = defaultdict[int, list[int]](list)
        rows = _numbers(fields["regions"], "regions", (-(2**31), 2**31 - 1), n, n)
        for cell, region in enumerate(chain.from_iterable(rows)):
            regions[region].append(cell)
        units += regions.values()
        if any(len(unit) != n for unit in units):
            raise Unreadable(f"{PUZZLE}: regions must have {n} cells each")
    name = "bars" if "bars" in fields else "inequalities"
    listed = _numbers(fields.get(name, []), name, (0, n - 1), None, 2, 2)
    pairs = [(a * n + b, c * n + d) for (a, b), (c, d) in listed]
    names = [f"r{r}c{c}" for r in range(n) for c in range(n)]
    if name == "inequalities":
        return Statement(n, domains, units, pairs, [], [], names)
    beside = [frozenset({v - 1, v + 1}) for v in range(1, n + 1)]
    apart = [frozenset(range(1, n + 1)) - values for values in beside]
    neighbours = [(a, a + 1) for a in range(n * n) if (a + 1) % n] + [(a, a + n) for a in range(n * n - n)]
    if not (bars := set(map(frozenset[int], pairs))) <= set(map(frozenset[int], neighbours)):
        raise Unreadable(f"{PUZZLE}: a bar is not between neighbours")
    related: list[tuple[int, int, Pairs]] = [
        (a, b, beside if {a, b} in bars else apart) for a, b in neighbours
    ]
    return Statement(n, domains, units, [], related, [], names)


def _kakuro(fields: dict[str, Any]) -> Statement:
    rows = fields["rows"]
    if not isinstance(rows, list) or not all(isinstance(row, list) and row for row in rows):
        raise Unreadable(f"{PUZZLE}: rows must be lists")
    white: dict[tuple[int, int], int] = {}
    totals: dict[tuple[int, int], Sequence[int]] = {}
    domains = []
    for r, row in enumerate(rows):
        for c, entry in enumerate(row):
            if isinstance(entry, int):
                value = _numbers(entry, "rows", (0, MAX_TOTAL))
                white[r, c] = len(white)
                domains.append([value] if 0 < value < 10 else [] if value else list(range(1, 10)))
            else:
                totals[r, c] = [0, 0] if entry is None else _numbers(entry, "rows", (0, MAX_TOTAL), 2)
    if len(set(map(len, rows))) != 1 or len(white) * 9 > MAX_CELLS:
        raise Unreadable(f"{PUZZLE}: rows must have the same length, and at most {MAX_CELLS} candidates")
    units, sums = list[Sequence[int]](), list[tuple[Sequence[int], int]]()
    begins = {
        **totals,
        **{(r, -1): [0, 0] for r in range(len(rows))},
        **{(-1, c): [0, 0] for c in range(len(rows[0]))},
    }
    for (r, c), (down, right) in begins.items():
        for step, total in (((0, 1), right), ((1, 0), down)):
            run, at = list[int](), (r + step[0], c + step[1])
            while at in white:
                run.append(white[at])
                at = at[0] + step[0], at[1] + step[1]
            if run:
                units.append(run)
            if total:
                sums.append((run, total))
    return Statement(9, domains, units, [], [], sums, [f"r{r}c{c}" for r, c in white], 0)


def _permutations(fields: dict[str, Any]) -> Statement:
    n = _numbers(fields["n"], "n", (1, MAX_VALUES))
    forbidden = set(map(tuple, _numbers(fields["forbidden"], "forbidden", (0, n), None, 2)))
    domains = [[v for v in range(1, n + 1) if (cell, v) not in forbidden] for cell in range(n)]
    order = list(map(tuple, _numbers(fields["order"], "order", (0, n - 1), None, 2)))
    return Statement(n, domains, [range(n)], order, [], [], [f"p{cell}" for cell in range(n)])


def _model(fields: dict[str, Any]) -> Statement:
    n_cells = _numbers(fields["cells"], "cells", (1, MAX_CELLS))
    n = _numbers(fields["values"], "values", (1, MAX_VALUES))
    cells = 0, n_cells - 1
    if n_cells * n > MAX_CELLS:
        raise Unreadable(f"{PUZZLE}: {n_cells} cells with {n} values are too many")
    if not all(isinstance(fields[name], list) for name in ("domains", "relations", "sums")):
        raise Unreadable(f"{PUZZLE}: domains, sums and relations must be lists")
    everything = list(range(1, n + 1))
    given = [everything if type(each) is int and not each else each for each in fields["domains"]]
    domains = _numbers(given, "domains", (1, n), n_cells, None)
    units = _numbers(fields["units"], "units", cells, None, None)
    order = list(map(tuple, _numbers(fields["inequalities"], "inequalities", cells, None, 2)))
    relations, sums = list[tuple[int, int, Pairs]](), []
    for each in fields["relations"]:
        if not isinstance(each, dict) or set(each) != {"cells", "allowed"}:
            raise Unreadable(f"{PUZZLE}: a relation must have cells and allowed")
        allowed = _numbers(each["allowed"], "relations", (1, n), n, None)
        first, second = _numbers(each["cells"], "relations", cells, 2)
        relations.append((first, second, list(map(frozenset, allowed))))
    for each in fields["sums"]:
        if not isinstance(each, dict) or set(each) != {"cells", "total"}:
            raise Unreadable(f"{PUZZLE}: a sum must have cells and a total")
        sums.append(
            (_numbers(each["cells"], "sums", cells, None), _numbers(each["total"], "sums", (0, MAX_TOTAL)))
        )
    names = [f"c{cell}" for cell in range(n_cells)]
    return Statement(n, [sorted(set(domain)) for domain in domains], units, order, relations, sums, names)


def _cover(fields: dict[str, Any]) -> Cover:
    primary, secondary, options = fields["primary"], fields["secondary"], fields["options"]
    if isinstance(options, dict):
        options = list(options.values())
    if not all(isinstance(each, list) for each in (primary, secondary, options)):
        raise Unreadable(f"{PUZZLE}: expected lists of items and of options")
    if not all(type(item) in (str, int) for item in (*primary, *secondary)):
        raise Unreadable(f"{PUZZLE}: items must be texts or numbers")
    items: dict[Any, list[tuple[int, object]]] = {item: [] for item in (*primary, *secondary)}
    if len(items) < len(primary) + len(secondary):
        raise Unreadable(f"{PUZZLE}: an item stands twice")
    for number, option in enumerate(options):
        if not isinstance(option, (dict, list)):
            raise Unreadable(f"{PUZZLE}: expected lists of items and of options")
        pairs = option.items() if isinstance(option, dict) else [(item, None) for item in option]
        for item, colour in pairs:
            if (
                type(item) not in (str, int)
                or item not in items
                or type(colour) not in (str, int, type(None))
            ):
                raise Unreadable(f"{PUZZLE}: option {number} has an unknown item, or a colour that is none")
            if items[item] and items[item][-1][0] == number:
                raise Unreadable(f"{PUZZLE}: option {number} has an item twice")
            items[item].append((number, colour))
    if any(colour is not None for item in primary for _, colour in items[item]):
        raise Unreadable(f"{PUZZLE}: a primary item has a colour")
    return Cover(len(options), len(primary), list(items.values()))


def _numbers(value: Any, name: str, span: tuple[int, int], *lengths: int | None) -> Any:
    """Return a whole number within a span, or lists of them with these lengths, the outermost one first."""
    if lengths:
        if not isinstance(value, list) or len(value) != (len(value) if lengths[0] is None else lengths[0]):
            raise Unreadable(f"{PUZZLE}: {name}: expected a list of {lengths[0] or 'lists or numbers'}")
        return [_numbers(each, name, span, *lengths[1:]) for each in value]
    if type(value) is not int or not span[0] <= value <= span[1]:
        raise Unreadable(f"{PUZZLE}: {name}: expected whole numbers from {span[0]} to {span[1]}")
    return value


# The formula -------------------------------------------------------------------------------------------


def formula(puzzle: Statement | Cover, given: Given = (), excluded: Iterable[Clause] = ()) -> Iterator[Row]:
    """Yield the lines of a formula: the rules, values that are given beside them, and solutions that are excluded."""
    yield from puzzle.rows()
    for cell, value in given:
        assert isinstance(puzzle, Statement)
        yield Row(("given", cell, value), [(1, cell * puzzle.n_values + value)], ">=", 1)
    for number, solution in enumerate(excluded):
        yield Row(("excluded", number), [(1, -x) for x in puzzle.variables_of(solution)], ">=", 1)


def text_of(row: Row, names: dict[int, str]) -> str:
    """Return a line of a formula as text."""
    terms = (f"{a} {names[x]} " if x > 0 else f"{a} ~{names[-x]} " for a, x in row.terms)
    return f"{''.join(terms)}{row.relation} {row.number} ;\n"


def constraints_of(row: Row) -> list[Constraint]:
    """Return the constraints that a line of a formula is: at least, and then at most, if it is an equation."""
    ways = (1, -1) if row.relation == "=" else (1,)
    return [normal([(way * a, x) for a, x in row.terms], way * row.number) for way in ways]


def normal(terms: Iterable[tuple[int, int]], degree: int) -> Constraint:
    """Return a constraint in its normal form, in which a literal x below 0 is the negation of -x."""
    by_variable = defaultdict[int, int](int)
    for a, x in terms:
        by_variable[abs(x)] += a if x > 0 else -a
        degree -= 0 if x > 0 else a
    coefficients = {x if a > 0 else -x: abs(a) for x, a in by_variable.items() if a}
    return as_clause(coefficients, degree - sum(a for a in by_variable.values() if a < 0))


def as_clause(coefficients: dict[int, int], degree: int) -> Constraint:
    """Return a constraint as a clause if it is one."""
    if degree == 1 and all(a == 1 for a in coefficients.values()):
        return frozenset(coefficients)
    return coefficients, degree


def as_sum(constraint: Constraint) -> tuple[dict[int, int], int]:
    """Return the coefficients, which may be changed, and the degree of a constraint."""
    if isinstance(constraint, frozenset):
        return dict.fromkeys(constraint, 1), 1
    return dict(constraint[0]), constraint[1]


# The proof ---------------------------------------------------------------------------------------------


def implies(constraint: Constraint, other: Constraint) -> bool:
    """Return whether a constraint says another one once terms are dropped and coefficients above the degree are cut."""
    terms, degree = constraint if isinstance(constraint, tuple) else (dict.fromkeys(constraint, 1), 1)
    wanted, least = other if isinstance(other, tuple) else (dict.fromkeys(other, 1), 1)
    for x, a in terms.items():
        kept = wanted.get(x, 0)
        if kept < least:
            degree -= max(a - kept, 0)
    return degree >= least


def add(first: tuple[dict[int, int], int], second: Constraint) -> tuple[dict[int, int], int]:
    """Return the sum of two constraints, the first of which is changed."""
    terms, degree = first
    more, least = (dict.fromkeys(second, 1), 1) if isinstance(second, frozenset) else second
    degree += least
    for x, a in more.items():
        against = terms.pop(-x, 0)
        if against > a:
            terms[-x] = against - a
        elif against < a:
            terms[x] = terms.get(x, 0) + a - against
        degree -= min(against, a)
    return terms, degree


class Checker:
    """Constraints that hold, by number, and the rules by which new ones follow from them."""

    def __init__(self, variables: dict[str, int]) -> None:
        self.variables = variables
        self.held: dict[int, Constraint] = {}
        self.n_numbered = 0
        self.n_given = 0

    def hold(self, constraint: Constraint) -> None:
        """Take a constraint, and give it the next number."""
        self.n_numbered += 1
        self.held[self.n_numbered] = constraint

    def look_up(self, word: str) -> Constraint:
        """Return the constraint of a number as the proof writes it; negative ones count from the last one."""
        if len(word) > 11 or not (word.isdecimal() or (word[:1] == "-" and word[1:].isdecimal())):
            raise ValueError(f"expected the number of a constraint, found {word!r:.40}")
        number = int(word) if word[0] != "-" else self.n_numbered + 1 - int(word[1:])
        if number not in self.held:
            raise ValueError(f"no constraint has the number {word}")
        return self.held[number]

    def literal(self, word: str) -> int:
        """Return the literal of a name."""
        if (variable := self.variables.get(word.removeprefix("~"))) is None:
            raise ValueError(f"{word!r:.40} is not a literal of the formula")
        return -variable if word.startswith("~") else variable

    def constraint(self, words: Sequence[str]) -> Constraint:
        """Return the constraint that the words say."""
        if len(words) < 2 or words[-2] != ">=" or len(words) % 2:
            raise ValueError("expected coefficients and literals, >= and a number")
        numbers = [whole(word) for word in (*words[:-2:2], words[-1])]
        return normal(zip(numbers, map(self.literal, words[1:-2:2]), strict=False), numbers[-1])

    def propagates(self, clause: frozenset[int], numbers: Iterable[str]) -> bool:
        """Return whether constraints lead to a contradiction, in this order, if all literals of the clause fail."""
        failed = set(clause)
        for word in numbers:
            constraint = self.look_up(word)
            if isinstance(constraint, frozenset):
                if not (left := constraint - failed):
                    return True
                if len(left) == 1:
                    failed.update(-x for x in left)
            else:
                terms, degree = constraint
                spare = sum(a for x, a in terms.items() if x not in failed) - degree
                if spare < 0:
                    return True
                failed.update([-x for x, a in terms.items() if a > spare and x not in failed])
        return False

    def added(self, words: Sequence[str]) -> Constraint:
        """Return the sum of constraints, some of them times a number: ``A 3 * B + C 2 * +``, say."""
        stack: list[tuple[dict[int, int], int]] = []
        for word, after in zip(words, (*words[1:], ""), strict=False):
            if after == "*" and stack:
                terms, degree = stack.pop()
                if (number := whole(word)) < 1 or number * max(abs(degree), *terms.values(), 1) > GREATEST:
                    raise ValueError("a factor must be above 0, and the coefficients not too large")
                stack.append(({x: a * number for x, a in terms.items()}, degree * number))
            elif word == "+" and len(stack) > 1:
                second = stack.pop()
                stack.append(add(stack.pop(), second))
            elif word != "*" or word == words[0]:  # The number before it has multiplied.
                stack.append(as_sum(self.look_up(word)))
        if len(stack) != 1:
            raise ValueError("expected one constraint in the end")
        return as_clause(*stack[0])

    def follow(self, line: str, is_last: bool) -> bool:
        """Follow a line of the proof; return whether it was the conclusion, which is the last one."""
        words = line.split()
        if words[-1:] != [";"]:
            raise ValueError("expected ; at the end")
        match words[:-1]:
            case _ if is_last and words[0] != "conclusion":
                raise ValueError("expected the conclusion")
            case ["pol", *rest]:
                self.hold(self.added(rest))
            case ["rup", *rest] if ":" in rest:
                at = rest.index(":")
                if not isinstance(clause := self.constraint(rest[:at]), frozenset):
                    raise ValueError("rup is known for clauses only")
                if not self.propagates(clause, rest[at + 1 :]):
                    raise ValueError("this does not follow from the constraints that are named")
                self.hold(clause)
            case ["ia", *rest, ":", number]:
                wanted = self.constraint(rest)
                if not implies(self.look_up(number), wanted):
                    raise ValueError(f"constraint {number} does not say this")
                self.hold(wanted)
            case ["del", "id", *numbers]:
                for word in numbers:
                    if len(word) > 11 or not word.isdecimal() or int(word) <= self.n_given:
                        raise ValueError(f"{word!r:.40} is not the number of a constraint of the proof")
                    if self.held.pop(int(word), None) is None:
                        raise ValueError(f"no constraint has the number {word}")
            case ["conclusion", "UNSAT", ":", number] if is_last:
                terms, degree = as_sum(self.look_up(number))
                if sum(terms.values()) >= degree:
                    raise ValueError(f"constraint {number} is not a contradiction")
            case _:
                raise ValueError("expected pol, rup, ia, del id, or output NONE and the conclusion")
        return is_last


def whole(word: str) -> int:
    """Return a whole number of at most 18 digits."""
    if not re.fullmatch(r"-?[0-9]{1,18}", word):
        raise ValueError(f"expected a number of at most 18 digits, found {word!r:.40}")
    return int(word)


def follow(file: BinaryIO, checker: Checker, tick: Callable[[], object]) -> Verdict:
    """Follow a proof, whose conclusion must be that the formula has no solution."""
    head = ["pseudo-Boolean proof version 3.0\n", f"f {checker.n_given} ;\n"]
    end = ["end pseudo-Boolean proof ;\n"]
    number, is_last, is_shown = 0, False, False
    try:
        while data := file.readline(LONGEST):
            number += 1
            if not number % MANY:
                tick()
            if not data.endswith(b"\n"):
                raise ValueError("the file ends within the line, or the line is too long")
            line = data.decode("ascii")
            if head or is_shown:
                if not (expected := head or end):
                    raise ValueError("the proof goes on behind its end")
                if line != expected[0]:
                    raise ValueError(f"expected {expected[0].strip()}, found {line.strip():.40}")
                del expected[0]
            elif line == "output NONE ;\n":
                is_last = True
            elif checker.follow(line, is_last):
                is_shown = True
    except ValueError as error:
        return Verdict(False, number, f"{PROOF}, line {number}: {error}")
    if end:
        return Verdict(False, number + 1, f"{PROOF}: it ends without its conclusion, behind line {number}")
    return Verdict(True, None, f"proof of {number} lines")


# Certificates ------------------------------------------------------------------------------------------


def check(
    folder: str | PathLike[str], tick: Callable[[], object] = lambda: None, piece: int | None = None
) -> Verdict:
    """Check the certificate in a folder: formulas, proofs, puzzle.json and certificate.json.

    What `tick` raises, which is called every few milliseconds, ends the check. A missing file raises an OSError. With
    `piece`, only this proof of several is followed, counted from 0. Each proof is read once; memory is taken for the
    formula and for the constraints of the proof that are not deleted.
    """
    try:
        return examine(folder, tick, piece)
    except Unreadable as error:
        return Verdict(False, error.line, str(error))


def examine(
    folder: str | PathLike[str], tick: Callable[[], object] = lambda: None, piece: int | None = None
) -> Verdict:
    """Check the certificate in a folder as `check` does, but raise Unreadable for what cannot be read."""
    path = Path(folder)
    record = read_object(path / RECORD)
    if record.get("version") == 1:
        verdict: Verdict = _drat().examine(folder, tick)
        return verdict
    if (version := record.get("version")) != VERSION:
        raise Unreadable(
            f"{RECORD}: this is version {version!r:.40}, and only versions 1 and {VERSION} are known"
        )
    puzzle = statement(read_object(path / PUZZLE))
    claim, solutions = claimed(record, puzzle)
    pieces = _pieces(record, puzzle)
    verdict = Verdict(True, None, "")
    for number, given in enumerate(pieces):
        if verdict.ok and piece in (None, number):
            here = [grid for grid in solutions if all(grid[cell] == value for cell, value in given)]
            part = Piece(puzzle, given, here, claim == SOME_SOLUTION, names_of_files(number, len(pieces)))
            verdict = _check_piece(path, part, record["sha256"], tick)
    shown = f"exactly {claim} solutions" if isinstance(claim, int) else claim
    return verdict._replace(reason=f"{shown}; {verdict.reason}") if verdict.ok else verdict


def _drat() -> Any:
    """Return the checker of certificates in the format DRAT."""
    try:
        from . import drat
    except ImportError:  # It runs as a script.
        sys.modules["check"] = sys.modules[__name__]
        path = Path(__file__).with_name("drat.py")
        if not path.exists():
            raise Unreadable("certificates in the format DRAT need drat.py beside check.py") from None
        spec = importlib.util.spec_from_file_location("drat", path)
        assert spec is not None
        assert spec.loader is not None
        spec.loader.exec_module(drat := importlib.util.module_from_spec(spec))
    return drat


def names_of_files(number: int, n_pieces: int) -> tuple[str, str]:
    """Return the names of the formula and of the proof of a piece."""
    if n_pieces == 1:
        return FORMULA, PROOF
    return FORMULA.replace(".", f"-{number}."), PROOF.replace(".", f"-{number}.")


class Piece(NamedTuple):
    """A part of a certificate: what is given beside the puzzle, the solutions with that, and the files."""

    puzzle: Statement | Cover
    given: Given
    solutions: list[Clause]
    is_solved: bool
    files: tuple[str, str]


def _check_piece(path: Path, piece: Piece, hashes: dict[str, Any], tick: Callable[[], object]) -> Verdict:
    """Check the solutions, compare the formula with the puzzle, and follow the proof that it has no others."""
    rows = list(piece.puzzle.rows()) if piece.solutions else []
    for number, solution in enumerate(piece.solutions, 1):
        tick()
        if not is_solution(piece.puzzle, solution, rows):
            return Verdict(False, None, f"{RECORD}: solution {number} breaks a rule")
    checker = Checker(piece.puzzle.variables())
    if why := _load(path, piece, checker, tick):
        return Verdict(False, None, f"{piece.files[0]}, {why}")
    with (path / piece.files[1]).open("rb") as file:
        if piece.is_solved:  # The solution itself is the proof.
            verdict = Verdict(not file.read(1), None, f"{PROOF}: nothing needs to be proved")
        else:
            verdict = follow(file, checker, tick)
    for name in (*piece.files, PUZZLE):
        if verdict.ok and hashes.get(name) != digest(path / name):
            return Verdict(False, None, f"{RECORD}: {name} is not the file of this certificate")
    return verdict._replace(reason=verdict.reason.replace(PROOF, piece.files[1]))


def claimed(record: Any, puzzle: Statement | Cover) -> tuple[str | int, list[Clause]]:
    """Return the claim and the solutions of a certificate."""
    claim, grids, hashes = map(record.get, ("claim", "solutions", "sha256"))
    if not isinstance(grids, list) or not isinstance(hashes, dict):
        raise Unreadable(f"{RECORD}: expected solutions and sha256")
    numbers = {UNSOLVABLE: (0,), ONE_SOLUTION: (1,), SOME_SOLUTION: (1, 2), len(grids): (len(grids),)}
    if (
        not isinstance(claim, (str, int))
        or isinstance(claim, bool)
        or len(grids) not in numbers.get(claim, ())
    ):
        raise Unreadable(f"{RECORD}: {len(grids)} solutions do not go with the claim {claim!r:.40}")
    greatest = puzzle.n_values if isinstance(puzzle, Statement) else puzzle.n_options - 1
    solutions: list[Clause] = []
    for grid in grids:
        rows = [row if isinstance(row, list) else [row] for row in grid] if isinstance(grid, list) else []
        values = tuple(chain.from_iterable(rows))
        values = tuple(value for value in values if type(value) is not int or value != puzzle.hole)
        least = int(isinstance(puzzle, Statement))
        is_whole = all(type(value) is int and least <= value <= greatest for value in values)
        if not is_whole or len(values) != (len(puzzle.domains) or len(values)):
            raise Unreadable(f"{RECORD}: a solution does not have the values that it should have")
        solutions.append(values)
    if len(set(map(frozenset[int], map(puzzle.variables_of, solutions)))) < len(solutions):
        raise Unreadable(f"{RECORD}: a solution stands there twice")
    return claim, solutions


def _pieces(record: dict[str, Any], puzzle: Statement | Cover) -> list[Given]:
    """Return what the pieces of a certificate add to the puzzle; one of them holds for each grid."""
    pieces = record.get("pieces")
    if not isinstance(pieces, list) or not all(isinstance(given, list) for given in pieces):
        raise Unreadable(f"{RECORD}: expected a list of pieces")
    for given in pieces:
        for pair in given:
            is_pair = isinstance(pair, list) and len(pair) == 2 and all(type(x) is int for x in pair)
            if (
                not is_pair
                or not 0 <= pair[0] < len(puzzle.domains)
                or pair[1] not in puzzle.domains[pair[0]]
            ):
                raise Unreadable(f"{RECORD}: a piece must give cells and values that they may have")
    if not _is_complete(pieces, puzzle.domains):
        raise Unreadable(f"{RECORD}: the pieces do not have all values of a cell")
    return pieces


def _is_complete(pieces: list[Given], domains: Sequence[list[int]]) -> bool:
    """Return whether each grid belongs to just one piece: they branch over all values of one cell after another."""
    if len(pieces) <= 1 or not all(pieces):
        return pieces == [[]]
    cell = pieces[0][0][0]
    parts = defaultdict[int, list[Given]](list)
    for given in pieces:
        parts[given[0][1]].append(given[1:])
    is_branch = all(given[0][0] == cell for given in pieces) and sorted(parts) == sorted(domains[cell])
    return is_branch and all(_is_complete(part, domains) for part in parts.values())


def _load(path: Path, piece: Piece, checker: Checker, tick: Callable[[], object]) -> str | None:
    """Give the formula of the puzzle to a checker; return where the file differs from it, or None."""
    number, names = 1, {x: name for name, x in checker.variables.items()}
    excluded = () if piece.is_solved else piece.solutions
    with (path / piece.files[0]).open("rb") as file:
        while (line := file.readline(1 << 16)).startswith(b"*"):
            number += 1
        for row in formula(piece.puzzle, piece.given, excluded):
            expected = text_of(row, names).encode()
            if (
                line + file.read(len(expected) - len(line)) if len(line) < len(expected) else line
            ) != expected:
                return f"line {number}: this is not the formula of {PUZZLE}"
            for constraint in constraints_of(row):
                checker.hold(constraint)
            number, line = number + 1, file.readline(1 << 16)
            if not number % MANY:
                tick()
        if line:
            return f"line {number}: the formula goes on behind its last constraint"
    checker.n_given = checker.n_numbered
    return None


def read_object(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file."""
    with path.open("rb") as file:
        data = file.read(MAX_TEXT + 1)
    try:
        found = json.loads(data.decode()) if len(data) <= MAX_TEXT else None
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{path.name}: this is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise Unreadable(f"{path.name}: expected an object of at most {MAX_TEXT} bytes")
    return found


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def report(folder: str | PathLike[str]) -> tuple[int, str]:
    """Check the certificate in a folder; return the exit code and a line for people."""
    try:
        verdict = examine(folder)
    except (Unreadable, OSError) as error:
        return 2, f"unreadable: {error}"
    return (0, f"verified: {verdict.reason}") if verdict.ok else (1, f"refuted: {verdict.reason}")


if __name__ == "__main__":
    answer: tuple[int, str] = (
        report(sys.argv[1]) if len(sys.argv) == 2 else (2, "usage: python check.py FOLDER")
    )
    print(answer[1])
    sys.exit(answer[0])
