"""The checker of certificates, which needs only Python 3.11 and the file encoding.py in the same folder.

``python check.py FOLDER`` checks the files of ``fastfuto prove``, even if fastfuto is not installed, in these steps:

- Read the puzzle and write its rules as pseudo-Boolean constraints.
- Compare these constraints with ``formula.opb``.
- Check the solutions against the rules.
- Follow the proof line by line. Each line names its antecedents and its rule, so the checker does not search.

``python check.py FILE`` checks small certificates, one per line. The exit code is 0 if all certificates are verified, 1
if one is refuted, and 2 if one cannot be read. Certificates in the format DRAT also need the file drat.py.
The page docs/how-to/proofs.md lists the conditions of a claim and the places that check them.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeAlias

try:
    from . import encoding
except ImportError:  # This file is running as a script.
    import encoding  # type: ignore[import-not-found, no-redef]

DRAT_VERSION, VERSION = 1, 2
"""Versions of certificates. A version increases if a checker of the old version could misread the new version."""
FORMULA, PROOF = "formula.opb", "proof.pbp"
LONGEST = 1 << 23
"""Most bytes of a line of a proof."""
GREATEST = 1 << 62
"""Largest coefficient and degree of a sum."""
MANY = 1 << 10
"""Lines between two calls of `tick`."""

Constraint: TypeAlias = "frozenset[int] | tuple[dict[int, int], int]"
"""A clause as its literals, or positive coefficients by literal with the degree, which the sum must reach."""
Tick: TypeAlias = Callable[[], object]
"""A function that is called every few milliseconds. An exception from it ends the check."""
IsMeant: TypeAlias = Callable[[dict[str, Any]], bool]
"""A function that takes the JSON object of a puzzle and returns whether a certificate may be about this puzzle."""
Run: TypeAlias = Callable[["list[Piece]"], "Iterable[Verdict]"]
"""A function that returns the verdict of `check_piece` on each piece."""


class Verdict(NamedTuple):
    """The verdict on a certificate: whether it proves its claim and, if not, the wrong line (if any) and the reason.

    `line` counts the lines of the proof (steps, if it is binary) or of a file of certificates.
    """

    ok: bool
    line: int | None
    reason: str


def constraints_of(row: encoding.Row) -> list[Constraint]:
    """Return the constraints of a line of a formula; for an equation, "at least" and then "at most"."""
    ways = (1, -1) if row.relation == "=" else (1,)
    return [normal([(way * a, x) for a, x in row.terms], way * row.number) for way in ways]


def normal(terms: Iterable[tuple[int, int]], degree: int) -> Constraint:
    """Return a constraint in normal form; a negative literal x is the negation of -x."""
    by_variable = defaultdict[int, int](int)
    for a, x in terms:
        by_variable[abs(x)] += a if x > 0 else -a
        degree -= 0 if x > 0 else a
    coefficients = {x if a > 0 else -x: abs(a) for x, a in by_variable.items() if a}
    return as_clause(coefficients, degree - sum(a for a in by_variable.values() if a < 0))


def as_clause(coefficients: dict[int, int], degree: int) -> Constraint:
    """Return a constraint in the form of a clause, if it is a clause."""
    if degree == 1 and all(a == 1 for a in coefficients.values()):
        return frozenset(coefficients)
    return coefficients, degree


def as_sum(constraint: Constraint) -> tuple[dict[int, int], int]:
    """Return the coefficients, as a new dict, and the degree of a constraint."""
    if isinstance(constraint, frozenset):
        return dict.fromkeys(constraint, 1), 1
    return dict(constraint[0]), constraint[1]


# The proof ---------------------------------------------------------------------------------------------


def implies(constraint: Constraint, other: Constraint) -> bool:
    """Return whether a constraint implies another after weakening and saturation.

    Weakening drops terms; saturation reduces coefficients to the degree.
    """
    terms, degree = constraint if isinstance(constraint, tuple) else (dict.fromkeys(constraint, 1), 1)
    claimed, least = other if isinstance(other, tuple) else (dict.fromkeys(other, 1), 1)
    for x, a in terms.items():
        kept = claimed.get(x, 0)
        if kept < least:
            degree -= max(a - kept, 0)
    return degree >= least


def add(first: tuple[dict[int, int], int], second: Constraint) -> tuple[dict[int, int], int]:
    """Return the sum of two constraints; the first constraint is changed in place."""
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
    """The constraints that hold, by number, and the rules that derive new constraints from them."""

    def __init__(self, variables: dict[str, int]) -> None:
        self.variables = variables
        self.held: dict[int, Constraint] = {}
        self.n_numbered: int = 0
        self.n_given: int = 0

    def hold(self, constraint: Constraint) -> None:
        """Add a constraint with the next number."""
        self.n_numbered += 1
        self.held[self.n_numbered] = constraint

    def give(self, row: encoding.Row) -> None:
        """Add a line of the formula."""
        for constraint in constraints_of(row):
            self.hold(constraint)
        self.n_given = self.n_numbered

    def look_up(self, word: str) -> Constraint:
        """Return the constraint with this number in the proof; negative numbers count back from the last."""
        if len(word) > 11 or not (word.isdecimal() or (word[:1] == "-" and word[1:].isdecimal())):
            raise ValueError(f"expected the number of a constraint, found {word!r:.40}")
        number = int(word) if word[0] != "-" else self.n_numbered + 1 - int(word[1:])
        if number not in self.held:
            raise ValueError(f"constraint {word} does not exist or has been deleted")
        return self.held[number]

    def literal(self, word: str) -> int:
        """Return the literal with this name."""
        if (variable := self.variables.get(word.removeprefix("~"))) is None:
            raise ValueError(f"{word!r:.40} is not a literal of the formula")
        return -variable if word.startswith("~") else variable

    def constraint(self, words: Sequence[str]) -> Constraint:
        """Parse a constraint."""
        if len(words) < 2 or words[-2] != ">=" or len(words) % 2:
            raise ValueError("expected pairs of a coefficient and a literal, then '>=' and a number")
        numbers = [whole(word) for word in (*words[:-2:2], words[-1])]
        return normal(zip(numbers, map(self.literal, words[1:-2:2]), strict=False), numbers[-1])

    def propagates(self, clause: frozenset[int], numbers: Iterable[str]) -> bool:
        """Return whether propagating the constraints in this order refutes the negation of the clause."""
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
        """Return a weighted sum of constraints, such as ``A 3 * B + C 2 * +``."""
        stack: list[tuple[dict[int, int], int]] = []
        for word, after in zip(words, (*words[1:], ""), strict=False):
            if after == "*":
                if not stack:
                    raise ValueError(f"expected a constraint before the factor {word!r:.40}")
                terms, degree = stack.pop()
                if (number := whole(word)) < 1 or number * max(abs(degree), *terms.values(), 1) > GREATEST:
                    raise ValueError(f"a factor must be at least 1, and its products at most {GREATEST}")
                stack.append(({x: a * number for x, a in terms.items()}, degree * number))
            elif word == "+" and len(stack) > 1:
                second = stack.pop()
                stack.append(add(stack.pop(), second))
            elif word != "*" or word == words[0]:  # The factor before "*" has already been applied.
                stack.append(as_sum(self.look_up(word)))
        if len(stack) != 1:
            raise ValueError(f"pol must leave 1 constraint on its stack, found {len(stack)}")
        terms, degree = stack[0]
        if max(abs(degree), *terms.values(), 1) > GREATEST:
            raise ValueError(f"the coefficients of the sum must be at most {GREATEST}")
        return as_clause(terms, degree)

    def follow(self, line: str, is_last: bool) -> bool:
        """Follow a line of the proof; return whether the line is the conclusion, and therefore the last line."""
        words = line.split()
        if words[-1:] != [";"]:
            raise ValueError("expected ';' at the end of the line")
        match words[:-1]:
            case _ if is_last and words[0] != "conclusion":
                raise ValueError("expected the conclusion after 'output NONE ;'")
            case ["pol", *rest]:
                self.hold(self.added(rest))
            case ["rup", *rest] if ":" in rest:
                at = rest.index(":")
                if not isinstance(clause := self.constraint(rest[:at]), frozenset):
                    raise ValueError("rup must derive a clause: each coefficient and the bound must be 1")
                if not self.propagates(clause, rest[at + 1 :]):
                    raise ValueError("the clause does not follow from the constraints after ':'")
                self.hold(clause)
            case ["ia", *rest, ":", number]:
                constraint = self.constraint(rest)
                if not implies(self.look_up(number), constraint):
                    raise ValueError(f"constraint {number} does not imply the constraint on this line")
                self.hold(constraint)
            case ["del", "id", *numbers]:
                for word in numbers:
                    if len(word) > 11 or not word.isdecimal() or int(word) <= self.n_given:
                        raise ValueError(f"expected the number of a constraint, found {word!r:.40}")
                    if self.held.pop(int(word), None) is None:
                        raise ValueError(f"constraint {word} does not exist or has been deleted")
            case ["conclusion", "UNSAT", ":", number] if is_last:
                terms, degree = as_sum(self.look_up(number))
                if sum(terms.values()) >= degree:
                    raise ValueError(f"constraint {number} is not a contradiction")
            case _:
                raise ValueError(f"expected pol, rup, ia, del id or output NONE, found {line.strip()!r:.40}")
        return is_last


def whole(word: str) -> int:
    """Return a whole number of at most 18 digits."""
    if not re.fullmatch(r"-?[0-9]{1,18}", word):
        raise ValueError(f"expected a number of at most 18 digits, found {word!r:.40}")
    return int(word)


def follow(file: BinaryIO, checker: Checker, tick: Tick) -> Verdict:
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
                raise ValueError(f"expected a complete line of at most {LONGEST} bytes")
            line = data.decode("ascii")
            if head or is_shown:
                if not (expected := head or end):
                    raise ValueError("the proof continues after 'end pseudo-Boolean proof ;'")
                if line != expected[0]:
                    raise ValueError(f"expected {expected[0].strip()}, found {line.strip()!r:.40}")
                del expected[0]
            elif line == "output NONE ;\n":
                is_last = True
            elif checker.follow(line, is_last):
                is_shown = True
    except ValueError as error:
        return Verdict(False, number, f"{PROOF}, line {number}: {error}")
    if end:
        return Verdict(False, number + 1, f"{PROOF}: it ends after line {number}, without its conclusion")
    return Verdict(True, None, f"proof of {number} line{'s' * (number != 1)}")


# Certificates ------------------------------------------------------------------------------------------


class Refuted(ValueError):
    """A certificate does not prove its claim."""


class Piece(NamedTuple):
    """A part of a certificate, with all data for its check except the formula and the proof.

    Attributes
    ----------
    folder : Path
    files, hashes : tuple of two
        Names of the formula and the proof, and their SHA-256 hashes in the record.
    form : str
        "pb", or the form of a DRAT proof: "text" or "binary".
    puzzle : Statement or Cover
    given : sequence of (int, int)
        Cells and values that the formula adds to the puzzle.
    excluded : list of solutions, or None
        Solutions that the formula excludes; None if the claim is "a solution", which needs no proof.
    """

    folder: Path
    files: tuple[str, str]
    hashes: tuple[object, ...]
    form: str
    puzzle: encoding.Statement | encoding.Cover
    given: encoding.Given
    excluded: list[encoding.Clause] | None


def check(
    path: str | PathLike[str],
    tick: Tick = lambda: None,
    is_meant: IsMeant = lambda fields: True,
    run: Run | None = None,
) -> Verdict:
    """Check the certificate in a folder, or the certificates in the lines of a file.

    Without `run`, the pieces of a folder are checked in this process. A missing file raises OSError. The record and the
    puzzle are read once, so a change to the files during the check cannot mix two claims. The check needs memory for
    the formula and for all constraints of the proof that are not deleted.
    """
    try:
        return examine(path, tick, is_meant, run)
    except encoding.Unreadable as error:
        return Verdict(False, error.line, str(error))


def examine(
    path: str | PathLike[str],
    tick: Tick = lambda: None,
    is_meant: IsMeant = lambda fields: True,
    run: Run | None = None,
) -> Verdict:
    """Check certificates as `check` does, but raise Unreadable for malformed files."""
    if not Path(path).is_dir():
        return _examine_lines(Path(path), tick, is_meant)
    try:
        claim, pieces = _pieces(Path(path), tick, is_meant)
    except Refuted as error:
        return Verdict(False, None, str(error))
    verdicts = run(pieces) if run else (check_piece(piece, tick) for piece in pieces)
    verdict = Verdict(True, None, "")
    for _, verdict in zip(pieces, verdicts, strict=True):
        tick()
        if not verdict.ok:
            return verdict
    shown = f"exactly {claim} solution{'s'[: claim != 1]}" if isinstance(claim, int) else claim
    return verdict._replace(reason=f"{shown}; {verdict.reason}")


def _examine_lines(path: Path, tick: Tick, is_meant: IsMeant) -> Verdict:
    """Check the certificates in a file, one JSON object per line; the formula is derived from the puzzle."""
    number = 0
    with path.open("rb") as file:
        while data := file.readline(encoding.MAX_TEXT + 1):
            number += 1
            tick()
            where = f"{path.name}, line {number}: "
            try:
                record = encoding.object_of(data, encoding.RECORD, encoding.MAX_TEXT)
                _version(record, (VERSION,), f"version {VERSION} is")
                puzzle, claim, solutions = _claim(record, record.get("puzzle"), tick, is_meant)
                if not isinstance(proof := record.get("proof"), str):
                    raise encoding.Unreadable("the field 'proof' must be a string")
            except encoding.Unreadable as error:
                raise encoding.Unreadable(f"{where}{_bare(error)}", number) from None
            except Refuted as error:
                return Verdict(False, number, f"{where}{_bare(error)}")
            lines = io.BytesIO(proof.encode(errors="surrogatepass"))
            if claim == encoding.SOME_SOLUTION:
                verdict = unneeded(lines, PROOF)
            else:
                checker = Checker(puzzle.variables())
                for k, row in enumerate(encoding.formula(puzzle, (), solutions)):
                    checker.give(row)
                    if not k % MANY:
                        tick()
                verdict = follow(lines, checker, tick)
            if not verdict.ok:
                return Verdict(False, number, f"{where}{_bare(verdict.reason)}")
    if not number:
        raise encoding.Unreadable(f"{path.name}: the file contains no certificate")
    return Verdict(True, None, f"{number} certificate{'s' * (number > 1)}")


def _bare(message: object) -> str:
    """Return a message without file names, because a certificate in a line has no files."""
    return re.sub(rf"^({encoding.RECORD}|{encoding.PUZZLE}): |\.pbp(?=[,:])", "", str(message))


def _version(record: dict[str, Any], known: Sequence[int], shown: str) -> int:
    """Return the version of a record; raise Unreadable if it is unknown."""
    if "version" not in record:
        raise encoding.Unreadable(f"{encoding.RECORD}: this is not a certificate")
    if type(version := record.get("version")) is not int or version not in known:
        raise encoding.Unreadable(f"{encoding.RECORD}: version {version!r:.40}, but only {shown} known")
    return version


def _claim(
    record: dict[str, Any], fields: Any, tick: Tick, is_meant: IsMeant
) -> tuple[encoding.Statement | encoding.Cover, str | int, list[encoding.Clause]]:
    """Return the puzzle, the claim and the solutions of a record after checking each solution."""
    puzzle = encoding.statement(fields)
    claim, solutions = encoding.claimed(record, puzzle)
    if not is_meant(fields):
        raise Refuted(f"{encoding.PUZZLE}: the puzzle differs from the expected puzzle")
    rows = list(puzzle.rows()) if solutions else []
    for number, solution in enumerate(solutions, 1):
        tick()
        if not encoding.is_solution(puzzle, solution, rows):
            raise Refuted(f"{encoding.RECORD}: solution {number} violates a rule of the puzzle")
    return puzzle, claim, solutions


def _pieces(path: Path, tick: Tick, is_meant: IsMeant) -> tuple[str | int, list[Piece]]:
    """Return the claim of the certificate in a folder, and the pieces that are still to be checked."""
    data = encoding.read(path / encoding.RECORD, encoding.MAX_TEXT)
    record = encoding.object_of(data, encoding.RECORD, encoding.MAX_TEXT)
    version = _version(record, (DRAT_VERSION, VERSION), f"versions {DRAT_VERSION} and {VERSION} are")
    if not isinstance(hashes := record.get("sha256"), dict):
        raise encoding.Unreadable(f"{encoding.RECORD}: 'sha256' must be an object with hashes")
    data = encoding.read(path / encoding.PUZZLE, encoding.MAX_PUZZLE)
    fields = encoding.object_of(data, encoding.PUZZLE, encoding.MAX_PUZZLE)
    puzzle, claim, solutions = _claim(record, fields, tick, is_meant)
    if hashes.get(encoding.PUZZLE) != hashlib.sha256(data).hexdigest():
        raise Refuted(f"{encoding.RECORD}: the SHA-256 of {encoding.PUZZLE} does not match")
    is_drat = version == DRAT_VERSION
    form = _drat().form_of(record, puzzle) if is_drat else "pb"
    listed: Sequence[encoding.Given] = [()] if is_drat else encoding.pieces_of(record, puzzle)
    pieces, n_solutions = list[Piece](), 0
    for number, given in enumerate(listed):
        tick()
        files = _drat().FILES if is_drat else names_of_files(number, len(listed))
        here = [grid for grid in solutions if all(grid[cell] == value for cell, value in given)]
        n_solutions += len(here)
        excluded = None if claim == encoding.SOME_SOLUTION else here
        pieces.append(Piece(path, files, tuple(map(hashes.get, files)), form, puzzle, given, excluded))
    # Pieces are disjoint. Therefore each solution is in one piece if the numbers agree.
    if n_solutions != len(solutions):
        raise Refuted(f"{encoding.RECORD}: the pieces have only {n_solutions} of {len(solutions)} solutions")
    return claim, pieces


def names_of_files(number: int, n_pieces: int) -> tuple[str, str]:
    """Return the names of the formula and the proof of a piece."""
    if n_pieces == 1:
        return FORMULA, PROOF
    return FORMULA.replace(".", f"-{number}."), PROOF.replace(".", f"-{number}.")


def _drat() -> Any:
    """Return the checker of certificates in the format DRAT."""
    if __package__:
        return importlib.import_module(".drat", __package__)
    sys.modules["check"] = sys.modules[__name__]  # This file is running as a script.
    if not Path(__file__).with_name("drat.py").exists():
        raise encoding.Unreadable("certificates in the format DRAT need drat.py in the folder of check.py")
    return importlib.import_module("drat")


def check_piece(piece: Piece, tick: Tick = lambda: None) -> Verdict:
    """Check that a piece has the formula of its puzzle and that its proof derives a contradiction."""
    verdict: Verdict = (_follow_files if piece.form == "pb" else _drat().follow_files)(piece, tick)
    for name, expected in zip(piece.files, piece.hashes, strict=True):
        if verdict.ok and digest(piece.folder / name) != expected:
            return Verdict(False, None, f"{encoding.RECORD}: the SHA-256 of {name} does not match")
    return verdict


def _follow_files(piece: Piece, tick: Tick) -> Verdict:
    """Compare the formula of a piece with its puzzle and follow its proof."""
    formula, proof = piece.files
    checker = Checker(piece.puzzle.variables())
    if why := _load(piece, checker, tick):
        return Verdict(False, None, f"{formula}, {why}")
    with (piece.folder / proof).open("rb") as file:
        verdict = unneeded(file, PROOF) if piece.excluded is None else follow(file, checker, tick)
    return verdict._replace(reason=verdict.reason.replace(PROOF, proof))


def unneeded(proof: BinaryIO, name: str) -> Verdict:
    """Check that the proof is empty, because the solutions alone prove the claim."""
    return Verdict(not proof.read(1), None, f"{name}: nothing needs to be proved")


def _load(piece: Piece, checker: Checker, tick: Tick) -> str | None:
    """Load the formula of the puzzle into a checker; return the line where the file differs, or None."""
    number, names = 1, {x: name for name, x in checker.variables.items()}
    with (piece.folder / piece.files[0]).open("rb") as file:
        while (line := file.readline(1 << 16)).startswith(b"*") and line.endswith(b"\n"):
            number += 1
        for row in encoding.formula(piece.puzzle, piece.given, piece.excluded or ()):
            expected = encoding.text_of(row, names).encode()
            if (
                line + file.read(len(expected) - len(line)) if len(line) < len(expected) else line
            ) != expected:
                return f"line {number}: the line differs from the formula of {encoding.PUZZLE}"
            checker.give(row)
            number, line = number + 1, file.readline(1 << 16)
            if not number % MANY:
                tick()
        if line:
            return f"line {number}: the formula continues after its last constraint"
    return None


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def report(path: str | PathLike[str]) -> tuple[int, str]:
    """Check certificates; return the exit code and a readable line."""
    try:
        verdict = examine(path)
    except (encoding.Unreadable, OSError) as error:
        return 2, _printable(f"unreadable: {error}")
    word, code = ("verified", 0) if verdict.ok else ("refuted", 1)
    return code, _printable(f"{word}: {verdict.reason}")


def _printable(text: str) -> str:
    """Return a text with escapes for control characters."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


if __name__ == "__main__":
    answer: tuple[int, str] = (
        report(sys.argv[1]) if len(sys.argv) == 2 else (2, "usage: python check.py FOLDER|FILE")
    )
    print(answer[1])
    sys.exit(answer[0])
