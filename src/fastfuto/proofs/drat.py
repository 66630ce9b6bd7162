"""The checker of certificates with DRAT proofs, which needs Python 3.11, check.py and encoding.py.

``python check.py FOLDER`` uses this file, in the same folder, for the files of ``fastfuto prove --proof drat``. The
checker writes clauses equivalent to the rules of the puzzle, compares them with ``formula.cnf``, and follows the proof
step by step. Each clause must follow by unit propagation from the formula and the earlier clauses, and the last clause
must be empty.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations
from pathlib import Path
from typing import Any, BinaryIO

try:
    from . import check as rules
    from . import encoding
except ImportError:  # This file is running as a script.
    import encoding  # type: ignore[import-not-found, no-redef]

    import check as rules  # type: ignore[import-not-found, no-redef]

FORMULA, PROOF = FILES = "formula.cnf", "proof.drat"
ADDED, DELETED = 97, 100
"""The letters a and d, which begin the steps of a binary proof."""
MANY = 1 << 12
"""Clauses compared between two calls of `tick`, and deleted clauses that may await removal."""


def formula(
    puzzle: encoding.Statement, excluded: Iterable[encoding.Clause] = ()
) -> Iterator[encoding.Clause]:
    """Yield the clauses of the rules of a puzzle, and clauses that exclude some solutions.

    Variable ``cell * n_values + value`` is true if the cell, counted from 0, takes the value.
    """
    n = puzzle.n_values
    takes = [{value: cell * n + value for value in domain} for cell, domain in enumerate(puzzle.domains)]
    for own in takes:  # Each cell takes one value.
        yield list(own.values())
        yield from combinations([-x for x in own.values()], 2)
    for unit in puzzle.units:  # The cells of a unit differ, so it has each value if it has as many cells.
        if len(unit) > n:
            yield ()
        for value in range(1, n + 1):
            here = [takes[cell][value] for cell in unit if value in takes[cell]]
            if len(unit) == n:
                yield here
            yield from combinations([-x for x in here], 2)
    above = [frozenset(range(v + 1, n + 1)) for v in range(1, n + 1)]
    ordered = [(lesser, greater, above) for lesser, greater in puzzle.inequalities]
    for first, second, pairs in (
        *ordered,
        *puzzle.relations,
    ):  # A value needs an allowed value in the other cell.
        for v, x in takes[first].items():
            yield [-x, *(y for w, y in takes[second].items() if w in pairs[v - 1])]
        for w, y in takes[second].items():
            yield [-y, *(x for v, x in takes[first].items() if w in pairs[v - 1])]
    for solution in excluded:
        yield [-(cell * n + value) for cell, value in enumerate(solution)]


def line_of(clause: encoding.Clause) -> str:
    """Return a clause as a line of a formula or a proof."""
    return " ".join(map(str, (*clause, 0))) + "\n"


class Checker:
    """The clauses that hold, with unit propagation.

    Truth is stored by literal: ``truth[-x]`` is the truth of the negation of x, because a negative index counts from
    the end. The first two literals of a clause are watched: the clause is visited when one of them fails. Binary
    clauses of the formula are stored as implications. Literals that follow from the clauses are never undone.
    """

    def __init__(self, n_variables: int, tick: Callable[[], object]) -> None:
        self.n_variables: int = n_variables
        self.tick: Callable[[], object] = tick
        self.is_refuted: bool = False
        size = 2 * n_variables + 1
        self.truth: list[int] = [0] * size
        self.implied: list[list[int]] = [[] for _ in range(size)]
        self.watching: list[list[list[int]]] = [[] for _ in range(size)]
        self.trail: list[int] = []
        # The clauses of the proof by their sorted literals, and the number of deleted clauses still watched.
        self.added: dict[tuple[int, ...], list[list[int]]] = defaultdict(list)
        self.n_deleted: int = 0

    def load(self, clause: encoding.Clause) -> None:
        """Add a clause of the formula; after the last clause, call `propagate`."""
        if len(clause) == 2:
            self.implied[-clause[0]].append(clause[1])
            self.implied[-clause[1]].append(clause[0])
        elif len(clause) > 2:
            self._watch(list(clause))
        elif not clause or self.truth[clause[0]] < 0:
            self.is_refuted = True
        elif not self.truth[clause[0]]:
            self._assume(clause[0])

    def follows(self, clause: list[int]) -> bool:
        """Return whether propagating the negation of the clause leads to a conflict."""
        start = len(self.trail)
        is_conflict = self.is_refuted
        for literal in clause:
            is_conflict = is_conflict or self.truth[literal] > 0
            if not self.truth[literal]:
                self._assume(-literal)
        is_conflict = is_conflict or not self.propagate(start)
        for literal in self.trail[start:]:
            self.truth[literal] = self.truth[-literal] = 0
        del self.trail[start:]
        return is_conflict

    def add(self, clause: list[int]) -> None:
        """Add an implied clause without repeated literals."""
        self.added[tuple(sorted(clause))].append(clause)
        clause.sort(key=self.truth.__getitem__, reverse=True)
        truths = [self.truth[literal] for literal in clause[:2]]
        if truths == [0, 0]:
            self._watch(clause)
        elif truths[0] <= 0:
            self._assume(clause[0])
            self.is_refuted |= truths[0] < 0 or not self.propagate(len(self.trail) - 1)

    def delete(self, clause: list[int]) -> bool:
        """Delete an added clause; return whether there was such a clause."""
        same = self.added.get(key := tuple(sorted(clause)), [])
        if not same:
            return False
        same.pop().clear()
        if not same:
            del self.added[key]
        self.n_deleted += 1
        # Deleted clauses are removed when they are visited, or here if there are many.
        if self.n_deleted > len(self.added) + MANY:
            self.watching = [[each for each in visited if each] for visited in self.watching]
            self.n_deleted = 0
        return True

    def _watch(self, clause: list[int]) -> None:
        self.watching[clause[0]].append(clause)
        self.watching[clause[1]].append(clause)

    def _assume(self, literal: int) -> None:
        self.truth[literal], self.truth[-literal] = 1, -1
        self.trail.append(literal)

    def propagate(self, at: int) -> bool:
        """Propagate the literals of the trail from this index on; return False on conflict."""
        truth, trail, implied, watching = self.truth, self.trail, self.implied, self.watching
        while at < len(trail):
            if not at & 255:
                self.tick()
            for other in implied[trail[at]]:
                if not truth[other]:
                    truth[other], truth[-other] = 1, -1
                    trail.append(other)
                elif truth[other] < 0:
                    return False
            failed = -trail[at]
            at += 1
            if not (visited := watching[failed]):
                continue
            watching[failed] = kept = list[list[int]]()
            for number, clause in enumerate(visited):
                if not clause:
                    continue
                if (other := clause[0]) == failed:
                    clause[0], clause[1] = other, failed = clause[1], failed
                if truth[other] > 0:
                    kept.append(clause)
                    continue
                for k in range(2, len(clause)):
                    if truth[clause[k]] >= 0:
                        clause[1], clause[k] = clause[k], failed
                        watching[clause[1]].append(clause)
                        break
                else:
                    kept.append(clause)
                    if truth[other]:
                        kept += visited[number + 1 :]
                        return False
                    truth[other], truth[-other] = 1, -1
                    trail.append(other)
        return True


_LINE = re.compile(rb"(d )?((?:-?[1-9][0-9]{0,9} )*)0\n")


def text_steps(file: BinaryIO, n_variables: int) -> Iterator[tuple[bool, list[int]]]:
    """Yield, for each step of a text proof, whether it adds a clause, and the literals; raise Unreadable on errors."""
    longest, number = 8 + 2 * n_variables * (len(str(n_variables)) + 2), 0
    while line := file.readline(longest):
        number += 1
        if (match := _LINE.fullmatch(line)) is None:
            raise encoding.Unreadable(
                f"{PROOF}, line {number}: expected literals followed by 0, found {line!r:.40}", number
            )
        yield match[1] is None, list(map(int, match[2].split()))


def binary_steps(file: BinaryIO, n_variables: int) -> Iterator[tuple[bool, list[int]]]:
    """Yield the steps of a binary proof; raise Unreadable on errors."""
    letter, literals, literal, shift, number = 0, list[int](), 0, 0, 1
    for byte in chain.from_iterable(iter(lambda: file.read(1 << 16), b"")):
        if not letter:
            if byte not in (ADDED, DELETED):
                raise encoding.Unreadable(
                    f"{PROOF}, step {number}: expected the byte 'a' or 'd', found byte {byte}", number
                )
            letter = byte
        elif byte or shift:
            literal |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                literals.append(-(literal >> 1) if literal & 1 else literal >> 1)
                literal = shift = 0
            if shift > 35 or len(literals) > 2 * n_variables:
                raise encoding.Unreadable(
                    f"{PROOF}, step {number}: the literal or the clause is too long", number
                )
        else:
            yield letter == ADDED, literals
            letter, literals, number = 0, [], number + 1
    if letter:
        raise encoding.Unreadable(f"{PROOF}, step {number}: the file ends before the end of the step", number)


def follow(steps: Iterator[tuple[bool, list[int]]], checker: Checker, unit: str) -> rules.Verdict:
    """Follow a proof, whose last step must be the empty clause; `unit` is the word for a step."""
    number = 0
    for number, (is_added, literals) in enumerate(steps, 1):
        checker.tick()
        where, clause = f"{PROOF}, {unit} {number}", list(dict.fromkeys(literals))
        if unknown := [x for x in clause if not 0 < abs(x) <= checker.n_variables]:
            raise encoding.Unreadable(f"{where}: the literal {unknown[0]} is not in the formula", number)
        if not is_added:
            if not checker.delete(clause):
                return rules.Verdict(
                    False, number, f"{where}: the deleted clause has not been added by an earlier step"
                )
        elif not checker.follows(clause):
            return rules.Verdict(False, number, f"{where}: the clause does not follow by unit propagation")
        elif clause:
            checker.add(clause)
        elif next(steps, None) is not None:
            return rules.Verdict(False, number + 1, f"{where}: the proof continues after the empty clause")
        else:
            return rules.Verdict(True, None, f"proof of {number} {unit}{'s' * (number != 1)}")
    return rules.Verdict(
        False, number + 1, f"{PROOF}: the proof ends after {unit} {number}, without the empty clause"
    )


def form_of(record: dict[str, Any], puzzle: encoding.Statement | encoding.Cover) -> str:
    """Return the form of a certificate's proof, "text" or "binary"; raise Unreadable for sums and exact covers."""
    if not isinstance(puzzle, encoding.Statement) or puzzle.sums:
        raise encoding.Unreadable(f"{encoding.PUZZLE}: DRAT proofs do not support sums and exact covers")
    if (form := record.get("proof")) not in ("text", "binary"):
        raise encoding.Unreadable(f"{encoding.RECORD}: the field 'proof' must be 'text' or 'binary'")
    return str(form)


def follow_files(piece: rules.Piece, tick: Callable[[], object]) -> rules.Verdict:
    """Compare the formula of a certificate with its puzzle and follow its proof."""
    assert isinstance(piece.puzzle, encoding.Statement)
    checker = Checker(len(piece.puzzle.domains) * piece.puzzle.n_values, tick)
    if why := _load(piece.folder / FORMULA, piece.puzzle, piece.excluded or (), checker):
        return rules.Verdict(False, None, f"{FORMULA}, {why}")
    with (piece.folder / PROOF).open("rb") as file:
        if piece.excluded is None:
            return rules.unneeded(file, PROOF)
        if piece.form == "text":
            return follow(text_steps(file, checker.n_variables), checker, "line")
        return follow(binary_steps(file, checker.n_variables), checker, "step")


def _load(
    path: Path, puzzle: encoding.Statement, excluded: Iterable[encoding.Clause], checker: Checker
) -> str | None:
    """Load the formula of the puzzle into a checker; return the place where the file differs, or None."""
    number, n_clauses = 1, 0
    with path.open("rb") as file:
        while (first := file.readline(1 << 16)).startswith(b"c") and first.endswith(b"\n"):
            number += 1
        for n_clauses, clause in enumerate(formula(puzzle, excluded), 1):
            checker.load(clause)
            expected = line_of(clause).encode()
            if file.read(len(expected)) != expected:
                return f"line {number + n_clauses}: the line differs from the formula of {encoding.PUZZLE}"
            if not n_clauses % MANY:
                checker.tick()
        if first != (expected := b"p cnf %d %d\n" % (checker.n_variables, n_clauses)):
            return f"line {number}: expected {expected!r}, found {first!r:.40}"
        if file.read(1):
            return f"line {number + n_clauses + 1}: the formula continues after its last clause"
    checker.is_refuted |= not checker.propagate(0)
    return None
