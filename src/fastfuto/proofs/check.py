"""The checker of certificates: one file that needs nothing but Python 3.11 and trusts nothing but itself.

``python check.py FOLDER`` checks what ``fastfuto prove`` wrote, also where fastfuto is not installed. It reads the
puzzle, writes the formula that says the same as its rules, compares that with ``formula.cnf``, checks the solutions
against the rules, and follows the proof step by step: each clause must follow by unit propagation from the formula and
the clauses before it, and the last one must be empty. The exit code is 0 if the certificate holds, 1 if it does not,
and 2 if it cannot be read.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeAlias

__all__ = ["Verdict", "check", "report"]

VERSION = 1
"""Version of certificates. It goes up when a checker of the old one could misread the new one."""
FORMULA, PROOF, PUZZLE, RECORD = "formula.cnf", "proof.drat", "puzzle.json", "certificate.json"
UNSOLVABLE, ONE_SOLUTION, SOME_SOLUTION = "no solution", "only this solution", "a solution"
ADDED, DELETED = 97, 100
"""The letters a and d, with which the steps of a binary proof begin."""
MAX_VALUES, MAX_CELLS, MAX_TEXT = 255, 1 << 24, 1 << 24
MANY = 1 << 12
"""Clauses that are compared between two calls of `tick`, and deleted clauses that may wait to be forgotten."""

Clause: TypeAlias = Sequence[int]
Pairs: TypeAlias = Sequence[frozenset[int]]
"""For each value of a cell, from 1 on, the values that another cell may have beside it."""


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


class Statement(NamedTuple):
    """A puzzle as cells with domains, units of cells that differ, and related pairs of cells."""

    n_values: int
    domains: list[list[int]]
    units: list[Sequence[int]]
    relations: list[tuple[int, int, Pairs]]


def formula(puzzle: Statement, excluded: Iterable[Clause] = ()) -> Iterator[Clause]:
    """Yield the clauses that say the same as the rules of a puzzle, and that exclude some solutions.

    Variable ``cell * n_values + value`` says that the cell, counted from 0, takes the value.
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
    for first, second, pairs in puzzle.relations:  # A value needs one beside it with which it may stand.
        for v, x in takes[first].items():
            yield [-x, *(y for w, y in takes[second].items() if w in pairs[v - 1])]
        for w, y in takes[second].items():
            yield [-y, *(x for v, x in takes[first].items() if w in pairs[v - 1])]
    for solution in excluded:
        yield [-(cell * n + value) for cell, value in enumerate(solution)]


def line_of(clause: Clause) -> str:
    """Return a clause as a line of a formula or of a proof."""
    return " ".join(map(str, (*clause, 0))) + "\n"


KEYS = {
    "futoshiki": {"n", "clues", "inequalities"},
    "latin_square": {"n", "clues"},
    "adjacent": {"n", "clues", "bars"},
    "sudoku": {"n", "clues", "regions", "inequalities"},
    "permutations": {"n", "forbidden", "order"},
    "model": {"cells", "values", "units", "domains", "inequalities", "sums", "relations"},
}
"""The fields of each kind of puzzle."""


def statement(fields: dict[str, Any]) -> Statement:
    """Return what the object of ``puzzle.json`` says; raise Unreadable for anything but a puzzle of the schema."""
    family = str(fields.get("family"))
    if family not in KEYS or set(fields) != {"schema", "family"} | KEYS[family]:
        raise Unreadable(f"{PUZZLE}: no proofs are known for the family {family!r:.40} with such fields")
    _numbers(fields["schema"], "schema", (1, 1))
    puzzle = {"model": _model, "permutations": _permutations}.get(family, _square)(fields)
    if any(len(set(unit)) < len(unit) for unit in (*puzzle.units, *(pair[:2] for pair in puzzle.relations))):
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
    if name == "inequalities":
        return Statement(n, domains, units, _ordered(n, pairs))
    beside = [frozenset({v - 1, v + 1}) for v in range(1, n + 1)]
    apart = [frozenset(range(1, n + 1)) - values for values in beside]
    neighbours = [(a, a + 1) for a in range(n * n) if (a + 1) % n] + [(a, a + n) for a in range(n * n - n)]
    if not (bars := set(map(frozenset[int], pairs))) <= set(map(frozenset[int], neighbours)):
        raise Unreadable(f"{PUZZLE}: a bar is not between neighbours")
    return Statement(n, domains, units, [(a, b, beside if {a, b} in bars else apart) for a, b in neighbours])


def _permutations(fields: dict[str, Any]) -> Statement:
    n = _numbers(fields["n"], "n", (1, MAX_VALUES))
    forbidden = set(map(tuple, _numbers(fields["forbidden"], "forbidden", (0, n), None, 2)))
    domains = [[v for v in range(1, n + 1) if (cell, v) not in forbidden] for cell in range(n)]
    order = _numbers(fields["order"], "order", (0, n - 1), None, 2)
    return Statement(n, domains, [range(n)], _ordered(n, order))


def _model(fields: dict[str, Any]) -> Statement:
    n_cells = _numbers(fields["cells"], "cells", (1, MAX_CELLS))
    n = _numbers(fields["values"], "values", (1, MAX_VALUES))
    cells = 0, n_cells - 1
    if n_cells * n > MAX_CELLS:
        raise Unreadable(f"{PUZZLE}: {n_cells} cells with {n} values are too many")
    if fields["sums"] != []:
        raise Unreadable(f"{PUZZLE}: there are no proofs for puzzles with sums")
    if not isinstance(fields["domains"], list) or not isinstance(fields["relations"], list):
        raise Unreadable(f"{PUZZLE}: domains and relations must be lists")
    everything = list(range(1, n + 1))
    given = [everything if type(each) is int and not each else each for each in fields["domains"]]
    domains = _numbers(given, "domains", (1, n), n_cells, None)
    units = _numbers(fields["units"], "units", cells, None, None)
    relations = _ordered(n, _numbers(fields["inequalities"], "inequalities", cells, None, 2))
    for each in fields["relations"]:
        if not isinstance(each, dict) or set(each) != {"cells", "allowed"}:
            raise Unreadable(f"{PUZZLE}: a relation must have cells and allowed")
        allowed = _numbers(each["allowed"], "relations", (1, n), n, None)
        first, second = _numbers(each["cells"], "relations", cells, 2)
        relations.append((first, second, list(map(frozenset, allowed))))
    return Statement(n, [sorted(set(domain)) for domain in domains], units, relations)


def _ordered(n: int, pairs: Iterable[Clause]) -> list[tuple[int, int, Pairs]]:
    """Return the relations of inequalities (lesser, greater)."""
    above = [frozenset(range(v + 1, n + 1)) for v in range(1, n + 1)]
    return [(lesser, greater, above) for lesser, greater in pairs]


def _numbers(value: Any, name: str, span: tuple[int, int], *lengths: int | None) -> Any:
    """Return a whole number within a span, or lists of them with these lengths, the outermost one first."""
    if lengths:
        if not isinstance(value, list) or len(value) != (len(value) if lengths[0] is None else lengths[0]):
            raise Unreadable(f"{PUZZLE}: {name}: expected a list of {lengths[0] or 'lists or numbers'}")
        return [_numbers(each, name, span, *lengths[1:]) for each in value]
    if type(value) is not int or not span[0] <= value <= span[1]:
        raise Unreadable(f"{PUZZLE}: {name}: expected whole numbers from {span[0]} to {span[1]}")
    return value


def is_solution(puzzle: Statement, values: Clause) -> bool:
    """Return whether values of the cells keep to the rules of a puzzle."""
    return (
        all(value in domain for value, domain in zip(values, puzzle.domains, strict=True))
        and all(len({values[cell] for cell in unit}) == len(unit) for unit in puzzle.units)
        and all(values[second] in pairs[values[first] - 1] for first, second, pairs in puzzle.relations)
    )


class Checker:
    """Clauses that hold, and what follows from them by unit propagation.

    Truth is kept by literal: ``truth[-x]`` is the truth of the negation of x, because a negative index counts from the
    end. The first two literals of a clause are watched: it is visited when one of them fails. Clauses of the formula
    with two literals are kept as what each negation implies. What follows from clauses alone is never taken back.
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
        # The clauses of the proof by their sorted literals, and how many were deleted and not forgotten.
        self.added: dict[tuple[int, ...], list[list[int]]] = defaultdict(list)
        self.n_deleted: int = 0

    def load(self, clause: Clause) -> None:
        """Take a clause of the formula; when all are taken, `propagate` must follow."""
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
        """Return whether propagation leads to a conflict if all literals of the clause fail."""
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
        """Add a clause that follows, without repeated literals."""
        self.added[tuple(sorted(clause))].append(clause)
        clause.sort(key=self.truth.__getitem__, reverse=True)
        truths = [self.truth[literal] for literal in clause[:2]]
        if truths == [0, 0]:
            self._watch(clause)
        elif truths[0] <= 0:
            self._assume(clause[0])
            self.is_refuted |= truths[0] < 0 or not self.propagate(len(self.trail) - 1)

    def delete(self, clause: list[int]) -> bool:
        """Delete a clause that was added; return whether there was one."""
        same = self.added.get(key := tuple(sorted(clause)), [])
        if not same:
            return False
        same.pop().clear()
        if not same:
            del self.added[key]
        self.n_deleted += 1
        # Deleted clauses are forgotten when they are visited, or here when there are many.
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
        """Draw what follows from the literals of the trail, from one of them on; False on conflict."""
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
    """Yield whether a step of a proof in text adds a clause, and the literals; raise Unreadable for anything else."""
    longest, number = 8 + 2 * n_variables * (len(str(n_variables)) + 2), 0
    while line := file.readline(longest):
        number += 1
        if (match := _LINE.fullmatch(line)) is None:
            raise Unreadable(f"{PROOF}, line {number}: expected literals and 0, found {line!r:.40}", number)
        yield match[1] is None, list(map(int, match[2].split()))


def binary_steps(file: BinaryIO, n_variables: int) -> Iterator[tuple[bool, list[int]]]:
    """Yield the steps of a binary proof; raise Unreadable for anything else."""
    letter, literals, literal, shift, number = 0, list[int](), 0, 0, 1
    for byte in chain.from_iterable(iter(lambda: file.read(1 << 16), b"")):
        if not letter:
            if byte not in (ADDED, DELETED):
                raise Unreadable(f"{PROOF}, step {number}: expected a or d, found byte {byte}", number)
            letter = byte
        elif byte or shift:
            literal |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                literals.append(-(literal >> 1) if literal & 1 else literal >> 1)
                literal = shift = 0
            if shift > 35 or len(literals) > 2 * n_variables:
                raise Unreadable(f"{PROOF}, step {number}: a literal or the clause is too long", number)
        else:
            yield letter == ADDED, literals
            letter, literals, number = 0, [], number + 1
    if letter:
        raise Unreadable(f"{PROOF}, step {number}: the file ends within it", number)


def follow(steps: Iterator[tuple[bool, list[int]]], checker: Checker, unit: str) -> Verdict:
    """Follow a proof, whose last step must be the empty clause; `unit` is what a step is called."""
    number = 0
    for number, (is_added, literals) in enumerate(steps, 1):
        checker.tick()
        where, clause = f"{PROOF}, {unit} {number}", list(dict.fromkeys(literals))
        if any(not 0 < abs(literal) <= checker.n_variables for literal in clause):
            raise Unreadable(f"{where}: a literal is not one of the formula's", number)
        if not is_added:
            if not checker.delete(clause):
                return Verdict(False, number, f"{where}: no step before has added the clause that it deletes")
        elif not checker.follows(clause):
            return Verdict(False, number, f"{where}: the clause does not follow by unit propagation")
        elif clause:
            checker.add(clause)
        elif next(steps, None) is not None:
            return Verdict(False, number + 1, f"{where}: the proof goes on behind the empty clause")
        else:
            return Verdict(True, None, f"proof of {number} {unit}s")
    return Verdict(False, number + 1, f"{PROOF}: it ends without the empty clause, behind {unit} {number}")


def check(folder: str | PathLike[str], tick: Callable[[], object] = lambda: None) -> Verdict:
    """Check the certificate in a folder: formula.cnf, proof.drat, puzzle.json and certificate.json.

    What `tick` raises, which is called every few milliseconds, ends the check. A missing file raises an OSError.
    The proof is read once; memory is taken for the formula and for the clauses of the proof that are not deleted.
    """
    try:
        return examine(folder, tick)
    except Unreadable as error:
        return Verdict(False, error.line, str(error))


def examine(folder: str | PathLike[str], tick: Callable[[], object] = lambda: None) -> Verdict:
    """Check the certificate in a folder as `check` does, but raise Unreadable for what cannot be read."""
    path = Path(folder)
    record = read_object(path / RECORD)
    if (version := record.get("version")) != VERSION:
        raise Unreadable(f"{RECORD}: this is version {version!r:.40}, and only version {VERSION} is known")
    puzzle = statement(read_object(path / PUZZLE))
    claim, solutions = _claimed(record, puzzle)
    if len(set(map(tuple, solutions))) < len(solutions):
        return Verdict(False, None, f"{RECORD}: a solution stands there twice")
    for number, solution in enumerate(solutions, 1):
        tick()
        if not is_solution(puzzle, solution):
            return Verdict(False, None, f"{RECORD}: solution {number} breaks a rule")
    checker = Checker(len(puzzle.domains) * puzzle.n_values, tick)
    if why := _load(path / FORMULA, puzzle, () if claim == SOME_SOLUTION else solutions, checker):
        return Verdict(False, None, f"{FORMULA}, {why}")
    with (path / PROOF).open("rb") as file:
        if claim == SOME_SOLUTION:  # The solution itself is the proof.
            verdict = Verdict(not file.read(1), None, f"{PROOF}: nothing needs to be proved")
        elif record.get("proof") == "text":
            verdict = follow(text_steps(file, checker.n_variables), checker, "line")
        else:
            verdict = follow(binary_steps(file, checker.n_variables), checker, "step")
    for name in (FORMULA, PROOF, PUZZLE):
        if verdict.ok and record["sha256"].get(name) != digest(path / name):
            return Verdict(False, None, f"{RECORD}: {name} is not the file of this certificate")
    shown = f"exactly {claim} solutions" if isinstance(claim, int) else claim
    return verdict._replace(reason=f"{shown}; {verdict.reason}") if verdict.ok else verdict


def _claimed(record: Any, puzzle: Statement) -> tuple[str | int, list[tuple[int, ...]]]:
    """Return the claim and the solutions of a certificate."""
    claim, grids, hashes, form = map(record.get, ("claim", "solutions", "sha256", "proof"))
    if not isinstance(grids, list) or not isinstance(hashes, dict) or form not in ("text", "binary"):
        raise Unreadable(f"{RECORD}: expected solutions, sha256, and the proof to be text or binary")
    numbers = {UNSOLVABLE: (0,), ONE_SOLUTION: (1,), SOME_SOLUTION: (1, 2), len(grids): (len(grids),)}
    if isinstance(claim, (bool, float, list, dict)) or len(grids) not in numbers.get(claim, ()):
        raise Unreadable(f"{RECORD}: {len(grids)} solutions do not go with the claim {claim!r:.40}")
    solutions = []
    for grid in grids:
        rows = [row if isinstance(row, list) else [row] for row in grid] if isinstance(grid, list) else []
        values = tuple(chain.from_iterable(rows))
        is_whole = all(type(value) is int and 0 < value <= puzzle.n_values for value in values)
        if not is_whole or len(values) != len(puzzle.domains):
            raise Unreadable(f"{RECORD}: a solution is not {len(puzzle.domains)} values")
        solutions.append(values)
    return claim, solutions


def _load(path: Path, puzzle: Statement, excluded: Iterable[Clause], checker: Checker) -> str | None:
    """Give the formula of the puzzle to a checker; return where the file differs from it, or None."""
    number, n_clauses = 1, 0
    with path.open("rb") as file:
        while (first := file.readline(1 << 16)).startswith(b"c"):
            number += 1
        for n_clauses, clause in enumerate(formula(puzzle, excluded), 1):
            checker.load(clause)
            expected = line_of(clause).encode()
            if file.read(len(expected)) != expected:
                return f"line {number + n_clauses}: this is not the formula of {PUZZLE}"
            if not n_clauses % MANY:
                checker.tick()
        if first != (expected := b"p cnf %d %d\n" % (checker.n_variables, n_clauses)):
            return f"line {number}: expected {expected!r}, found {first!r:.40}"
        if file.read(1):
            return f"line {number + n_clauses + 1}: the formula goes on behind its last clause"
    checker.is_refuted |= not checker.propagate(0)
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
