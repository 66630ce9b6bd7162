"""Forged certificates: possibly false claims, with the best formulas and proofs that a forger can make.

A `Forgery` is a certificate as data. It is changed at random and written with matching formulas, proofs and hashes,
so only the claim itself can reveal it. `is_true` decides the claim by brute force. It works on the fields of
puzzle.json and shares no code with the checker, the encoder or the engines.
"""

from __future__ import annotations

import copy
import functools
import hashlib
import itertools
import json
import random
import re
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import fastfuto
from fastfuto.proofs import check, drat, encoding

from .proofs import KINDS, PB_SPOILS, SPOILS, random_puzzle, random_sums, spoilt, spoilt_pb

FORMS = ("line", "folder", "pieces", "text", "binary")
FAMILIES = (*KINDS, "kakuro", "exact cover", "sums")
LINES = "lines.jsonl"
Fields = dict[str, Any]
Values = tuple[int, ...]

# Brute force -------------------------------------------------------------------------------------------

MOST = 20_000
"""Most partial assignments of a small puzzle."""


def solutions_of(fields: Fields) -> frozenset[Values] | None:
    """Return all solutions of a puzzle, as values of cells or numbers of options; None if they are too many to list."""
    return _solutions_of(json.dumps(fields))


@functools.lru_cache(maxsize=64)
def _solutions_of(text: str) -> frozenset[Values] | None:
    fields = json.loads(text)
    if fields["family"] == "exact_cover":
        return _covers(fields)
    domains, rules = _rules(fields)
    found: list[Values] = [()]
    for cell, domain in enumerate(domains):
        here = [rule for rule in rules if max(rule[0], default=0) == cell]
        found = [(*values, v) for values in found for v in domain]
        found = [values for values in found if all(fits([values[c] for c in cells]) for cells, fits in here)]
        if len(found) > MOST:
            return None
    return frozenset(found)


Rule = tuple[Sequence[int], Callable[[list[int]], bool]]


def _rules(fields: Fields) -> tuple[list[Sequence[int]], list[Rule]]:
    """Return the allowed values of each cell, and cells with a test of their values."""
    family = fields["family"]
    if family == "kakuro":
        return _runs(fields["rows"])
    if family == "model":
        domains = [
            domain or range(1, fields["values"] + 1) if domain != [] else [] for domain in fields["domains"]
        ]
        units, order = fields["units"], fields["inequalities"]
        rules: list[Rule] = [
            (each["cells"], lambda v, t=each["total"]: sum(v) == t) for each in fields["sums"]
        ]
        for each in fields["relations"]:
            rules.append((each["cells"], lambda v, allowed=each["allowed"]: v[1] in allowed[v[0] - 1]))
    elif family == "permutations":
        n = fields["n"]
        units, order, rules = [range(n)], fields["order"], []
        domains = [[v for v in range(1, n + 1) if [cell, v] not in fields["forbidden"]] for cell in range(n)]
    else:
        n = fields["n"]
        cells = list(itertools.product(range(n), repeat=2))
        domains = [[v for v in range(1, n + 1) if fields["clues"][r][c] in (0, v)] for r, c in cells]
        units = [
            [k for k, cell in enumerate(cells) if cell[axis] == line] for axis in (0, 1) for line in range(n)
        ]
        if family == "sudoku":
            regions = list(itertools.chain.from_iterable(fields["regions"]))
            units += [[k for k in range(n * n) if regions[k] == region] for region in set(regions)]
        order = [[cells.index(tuple(cell)) for cell in pair] for pair in fields.get("inequalities", [])]
        rules = []
        if family == "adjacent":
            bars = [sorted(map(tuple, pair)) for pair in fields["bars"]]
            for a, b in itertools.combinations(cells, 2):
                if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1:
                    pair = cells.index(a), cells.index(b)
                    rules.append((pair, lambda v, bar=[a, b] in bars: (abs(v[0] - v[1]) == 1) == bar))
    rules += [(pair, lambda v: v[0] != v[1]) for unit in units for pair in itertools.combinations(unit, 2)]
    rules += [(pair, lambda v: v[0] < v[1]) for pair in order]
    return domains, rules


def _runs(rows: list[list[Any]]) -> tuple[list[Sequence[int]], list[Rule]]:
    """Return the digits of each white cell of a Kakuro, and its runs."""
    white = [(r, c) for r, row in enumerate(rows) for c, entry in enumerate(row) if isinstance(entry, int)]
    domains = [[v for v in range(1, 10) if rows[r][c] in (0, v)] for r, c in white]
    rules: list[Rule] = []
    for down, right in ((1, 0), (0, 1)):
        for r, c in itertools.product(range(-1, len(rows)), range(-1, len(rows[0]))):
            is_black = (r, c) not in white
            run = []
            at = r + down, c + right
            while is_black and at in white:
                run.append(white.index(at))
                at = at[0] + down, at[1] + right
            rules.append((run, lambda v: len(set(v)) == len(v)))
            if r >= 0 and c >= 0 and is_black and (total := (rows[r][c] or [0, 0])[right]):
                rules.append((run, lambda v, t=total: sum(v) == t))
    return domains, rules


def _covers(fields: Fields) -> frozenset[Values] | None:
    """Return the exact covers: sets of options that respect primary items, secondary items and colours."""
    options = fields["options"]
    options = list(options.values() if isinstance(options, dict) else options)
    colours = [option if isinstance(option, dict) else dict.fromkeys(option) for option in options]
    if 2 ** len(options) > MOST:
        return None
    found = set[Values]()
    for size in range(len(options) + 1):
        for chosen in itertools.combinations(range(len(options)), size):
            uses = {
                item: [colours[k][item] for k in chosen if item in colours[k]]
                for item in (*fields["primary"], *fields["secondary"])
            }
            if (
                all(any(item in colours[k] for item in fields["primary"]) for k in chosen)
                and all(len(uses[item]) == 1 for item in fields["primary"])
                and all(
                    len(uses[item]) < 2 or (None not in uses[item] and len(set(uses[item])) == 1)
                    for item in fields["secondary"]
                )
            ):
                found.add(chosen)
    return frozenset(found)


def is_true(fields: Fields, claim: Any, listed: Any) -> bool | None:
    """Return whether a claim with these solutions is true for a readable puzzle; None if it is too large."""
    if (true := solutions_of(fields)) is None:
        return None
    found = [values_of(fields, solution) for solution in listed]
    n_found = len(set(found))
    if not set(found) <= true or n_found < len(found):
        return False
    if claim == "a solution":
        return n_found in (1, 2)
    return n_found == len(true) and n_found == {"no solution": 0, "only this solution": 1}.get(claim, claim)


def values_of(fields: Fields, solution: Any) -> Values:
    """Return a solution as `solutions_of` does."""
    if fields["family"] == "kakuro":
        places = zip(
            itertools.chain.from_iterable(fields["rows"]),
            itertools.chain.from_iterable(solution),
            strict=True,
        )
        return tuple(value for entry, value in places if isinstance(entry, int))
    if fields["family"] == "exact_cover":
        return tuple(sorted(option for option in solution if option >= 0))
    return tuple(itertools.chain.from_iterable(solution) if isinstance(solution[0], list) else solution)


# Refutations -------------------------------------------------------------------------------------------

Step = tuple[list[int], list[int]]
"""A clause, and the numbers of the constraints from which it follows by propagation."""
Sum = tuple[dict[int, int], int, int]
"""Coefficients by literal, the degree, and the largest coefficient."""


def refutation(constraints: Sequence[check.Constraint], most: int = 100) -> list[Step] | None:
    """Return steps that lead to the empty clause, by branching on one variable after another.

    None if some assignment satisfies all constraints, or if more than `most` steps are necessary.
    """
    held, steps = [_weighed(*check.as_sum(each)) for each in constraints], list[Step]()

    def is_closed(decided: list[int], failed: set[int], used: list[int]) -> bool:
        failed, used = {*failed, *(-x for x in decided[-1:])}, [*used]
        if not _propagated(held, failed, used):
            x = _open_literal(held, failed)
            if not x or not (
                is_closed([*decided, -x], failed, used) and is_closed([*decided, x], failed, used)
            ):
                return False
            assert _propagated(held, failed, used)
        steps.append(([-x for x in decided], used))
        held.append(_weighed(dict.fromkeys(steps[-1][0], 1), 1))
        return len(steps) < most

    return steps if is_closed([], set(), []) else None


def _weighed(terms: dict[int, int], degree: int) -> Sum:
    return terms, degree, max(terms.values(), default=0)


def _propagated(held: list[Sum], failed: set[int], used: list[int]) -> bool:
    """Add failing literals and the constraints that make them fail; return whether there is a contradiction."""
    n_before = -1
    while len(failed) > n_before:
        n_before = len(failed)
        for number, (terms, degree, greatest) in enumerate(held, 1):
            spare = -degree
            for x, a in terms.items():
                if x not in failed:
                    spare += a
            if spare < 0:
                used.append(number)
                return True
            if spare < greatest and (
                new := {-x for x, a in terms.items() if a > spare and x not in failed and -x not in failed}
            ):
                failed |= new
                used.append(number)
    return False


def _open_literal(held: list[Sum], failed: set[int]) -> int:
    """Return a literal of the constraint with the fewest open literals, or 0 if all constraints hold."""
    needed = (
        [x for x in terms if x not in failed and -x not in failed]
        for terms, degree, _ in held
        if sum(a for x, a in terms.items() if -x in failed) < degree
    )
    return min(needed, key=len, default=[0])[0]


# Certificates ------------------------------------------------------------------------------------------


@dataclass
class Forgery:
    """A certificate as data; DRAT proofs are text here.

    `hidden` are solutions that the formulas exclude although the certificate does not list them.
    """

    form: str
    fields: Fields
    claim: Any
    solutions: Any
    proofs: list[bytes]
    pieces: Any = field(default_factory=lambda: [[]])
    hidden: list[Any] = field(default_factory=list)

    @property
    def is_drat(self) -> bool:
        """Whether the proof is a DRAT proof."""
        return self.form in ("text", "binary")

    def formula(self, number: int) -> list[Any]:
        """Return the rows or clauses of a piece's formula; none if such a puzzle has no formula."""
        try:
            puzzle, given = encoding.statement(self.fields), self.pieces[number]
            listed = [] if self.claim == encoding.SOME_SOLUTION else [*self.solutions, *self.hidden]
            grids = [values_of(self.fields, grid) for grid in listed]
            excluded = [grid for grid in grids if _is_in(grid, given)]
            if isinstance(puzzle, encoding.Statement) and self.is_drat:
                return list(drat.formula(puzzle, excluded))
            return list(encoding.formula(puzzle, given, excluded))
        except (ValueError, TypeError, LookupError, AssertionError):
            return []

    def text(self, number: int) -> str:
        """Return the text of a piece's formula file."""
        if not (formula := self.formula(number)):
            return ""
        puzzle = encoding.statement(self.fields)
        if not self.is_drat:
            names = self._names()
            return "".join(encoding.text_of(row, names) for row in formula)
        assert isinstance(puzzle, encoding.Statement)
        n_variables = len(puzzle.domains) * puzzle.n_values
        return f"p cnf {n_variables} {len(formula)}\n" + "".join(map(drat.line_of, formula))

    def _names(self) -> dict[int, str]:
        """Return the names of variables; excluded values of cells have no variables."""
        names = {x: name for name, x in encoding.statement(self.fields).variables().items()}
        return defaultdict(lambda: "none", names)

    def prove(self, number: int) -> bool:
        """Give a piece a proof of its formula; return False if there is none, so the old proof gets a new head."""
        if self.claim == encoding.SOME_SOLUTION:
            self.proofs[number] = b""
            return True
        formula = self.formula(number)
        if self.is_drat:
            constraints = [check.normal([(1, x) for x in clause], 1) for clause in formula]
        else:
            constraints = [each for row in formula for each in check.constraints_of(row)]
        if (steps := refutation(constraints)) is None:
            head = f"f {len(constraints)} ;".encode()
            self.proofs[number] = re.sub(rb"^f [0-9]+ ;", head, self.proofs[number], flags=re.MULTILINE)
            return False
        if self.is_drat:
            text = "".join(drat.line_of(clause) for clause, _ in steps)
        else:
            names = self._names()
            text = f"pseudo-Boolean proof version 3.0\nf {len(constraints)} ;\n"
            for clause, numbers in steps:
                literals = "".join(f"1 {names[x]} " if x > 0 else f"1 ~{names[-x]} " for x in clause)
                text += f"rup {literals}>= 1 : {' '.join(map(str, numbers))} ;\n"
            text += f"output NONE ;\nconclusion UNSAT : {len(constraints) + len(steps)} ;\n"
            text += "end pseudo-Boolean proof ;\n"
        self.proofs[number] = text.encode()
        return True

    def files(self) -> dict[str, bytes]:
        """Return the files of the certificate by name."""
        record: Fields = {"version": check.DRAT_VERSION if self.is_drat else check.VERSION}
        record |= {"claim": self.claim, "solutions": self.solutions}
        if self.form == "line":
            record |= {"puzzle": self.fields, "proof": self.proofs[0].decode()}
            return {LINES: json.dumps(record).encode() + b"\n"}
        files = {encoding.PUZZLE: json.dumps(self.fields).encode()}
        for number, proof in enumerate(self.proofs):
            names = drat.FILES if self.is_drat else check.names_of_files(number, len(self.proofs))
            files[names[0]] = self.text(number).encode()
            files[names[1]] = _in_binary(proof) if self.form == "binary" else proof
        record |= {"proof": self.form} if self.is_drat else {"pieces": self.pieces}
        record["sha256"] = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
        return {**files, encoding.RECORD: json.dumps(record).encode()}


def write(files: dict[str, bytes], folder: Path) -> Path:
    """Replace the contents of a folder by a certificate's files; return the path for a checker."""
    for path in folder.iterdir():
        path.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder / LINES if LINES in files else folder


def _in_binary(proof: bytes) -> bytes:
    """Convert a DRAT proof from text to binary; lines that are not steps become empty clauses."""
    data = bytearray()
    for line in proof.decode().splitlines():
        words = line.split()
        data += b"d" if words[:1] == ["d"] else b"a"
        for literal in map(int, words[words[:1] == ["d"] : -1]):
            code = 2 * abs(literal) + (literal < 0)
            while code >= 128:
                data.append(code % 128 + 128)
                code //= 128
            data.append(code)
        data.append(0)
    return bytes(data)


def _shaped(fields: Fields, values: Values) -> Any:
    """Return a solution in the form of a certificate."""
    left = iter(values)
    if fields["family"] == "kakuro":
        return [[next(left) if isinstance(entry, int) else 0 for entry in row] for row in fields["rows"]]
    if "clues" in fields:
        return [list(itertools.islice(left, fields["n"])) for _ in range(fields["n"])]
    return list(values)


def honest(number: int) -> Forgery:
    """Return a true certificate of a small puzzle in any form; the number modulo 10 selects the family."""
    rng, family = random.Random(f"honest {number}"), FAMILIES[number % len(FAMILIES)]
    forms = FORMS if family in KINDS else FORMS[: 2 + (family != "exact cover")]
    while True:
        puzzle, fields, n_found = small_puzzle(rng, family)
        form, word = rng.choice(forms), ("no solution", "only this solution", "a solution")[min(n_found, 2)]
        claim = rng.choice([n_found, word, "a solution" if n_found else word])
        certificate = fastfuto.prove(puzzle, claim=claim, proof="drat" if form in FORMS[3:] else "pb")
        with tempfile.TemporaryDirectory() as folder:
            certificate.save(folder)
            proof = (Path(folder) / certificate.proof_files[0]).read_bytes()
        made = Forgery(form, fields, claim, certificate.solutions.tolist(), [proof])
        if form != "pieces":
            return made
        made.pieces = _branches(rng, encoding.statement(fields).domains)
        made.proofs = [b""] * len(made.pieces)
        if all(made.prove(piece) for piece in range(len(made.pieces))):
            return made


def small_puzzle(rng: random.Random, family: str) -> tuple[Any, Fields, int]:
    """Return a puzzle of a family, its fields, and its number of solutions, at most 20."""
    while True:
        number = rng.randrange(10**6)
        if family in KINDS:
            puzzle = random_puzzle(number * len(KINDS) + KINDS.index(family))
        else:
            puzzle = random_sums(number * 3 + FAMILIES.index(family) - len(KINDS))
        if isinstance(puzzle, fastfuto.Sudoku) and rng.random() < 0.5:
            pairs = [(cell, (cell[0], cell[1] + 1)) for cell in np.ndindex(puzzle.n, puzzle.n - 1)]
            puzzle = puzzle.with_inequalities(rng.sample(pairs, rng.randint(1, 3)))
        fields = json.loads(fastfuto.format_puzzle(puzzle, "json"))
        statement = encoding.statement(fields)
        n_candidates = (
            statement.n_options if isinstance(statement, encoding.Cover) else sum(map(len, statement.domains))
        )
        if n_candidates > 64 or (found := solutions_of(fields)) is None or len(found) > 20:
            continue
        if found or rng.random() < 0.3:
            return puzzle, fields, len(found)


def _branches(rng: random.Random, domains: Sequence[list[int]]) -> list[Any]:
    """Return pieces for all values of a cell, some of them split by all values of another cell."""
    several = [cell for cell, domain in enumerate(domains) if len(domain) > 1]
    if len(several) < 2:
        return [[]]
    first, second = rng.sample(several, 2)
    pieces: list[Any] = []
    for value in domains[first]:
        below = domains[second] if rng.random() < 0.5 else []
        pieces += [[[first, value], [second, other]] for other in below] or [[[first, value]]]
    return pieces


# Changes -----------------------------------------------------------------------------------------------

CHANGES = ("pieces", "puzzle", "claim", "solutions", "hidden solution", "proof", "several")


def changes_of(made: Forgery) -> Sequence[str]:
    """Return the kinds of changes of a certificate; some certificates have no pieces."""
    return CHANGES if made.form in ("folder", "pieces") else CHANGES[1:]


def forged(rng: random.Random, made: Forgery, change: str, other: Forgery) -> Forgery:
    """Return a changed certificate, in most cases with repaired claim and proofs if possible.

    Changes of pieces and proofs do not change the truth of a claim, so most of them come with other solutions.
    `other` is a certificate of another puzzle.
    """
    new = copy.deepcopy(made)
    if change == "several":
        todo = rng.sample(changes_of(made)[:-1], 2)
    else:
        todo = ["solutions", change] if change in ("pieces", "proof") and rng.random() < 0.8 else [change]
    for each in todo:
        if each != "proof":
            _change(rng, new, each)
    if todo != ["claim"] and isinstance(new.solutions, list) and rng.random() < 0.6:
        k = len(new.solutions)
        words = ("no solution",), ("only this solution", "a solution"), ("a solution",)
        new.claim = rng.choice([k, *words[min(k, 2)]])
    if rng.random() < 0.7:
        for piece in range(len(new.proofs)):
            new.prove(piece)
    if "proof" in todo and new.proofs:
        _change_proof(rng, new, other)
    return new


def _change(rng: random.Random, new: Forgery, change: str) -> None:
    """Change a certificate's claim about its puzzle."""
    match change:
        case "puzzle":
            new.fields = changed(rng, new.fields)
        case "claim":
            words = "no solution", "only this solution", "a solution"
            new.claim = rng.choice([*words, *range(4), len(new.solutions) + 1, -1, True, None, "1"])
        case "solutions":
            _change_solutions(rng, new)
        case "pieces":
            _change_pieces(rng, new)
        case "hidden solution":  # The formula excludes a solution that the certificate does not list.
            if new.solutions:
                new.hidden.append(new.solutions.pop(rng.randrange(len(new.solutions))))
            new.claim = len(new.solutions)


def _change_proof(rng: random.Random, new: Forgery, other: Forgery) -> None:
    """Change a line of a proof, or take another puzzle's proof or none."""
    k = rng.randrange(len(new.proofs))
    lines = new.proofs[k].decode().splitlines(keepends=True)
    foreign = other.proofs[0].decode().splitlines(keepends=True) if other.is_drat == new.is_drat else []
    if len(lines) < 3 or not foreign or rng.random() < 0.1:
        lines = rng.choice([foreign, []])
    elif new.is_drat:
        spoilt(rng, rng.choice(SPOILS[:-1]), [], lines, foreign)
    else:
        spoilt_pb(rng, rng.choice(PB_SPOILS[:-1]), [], lines, foreign)
    new.proofs[k] = "".join(lines).encode()


def _change_solutions(rng: random.Random, new: Forgery) -> None:
    """Drop, double or change a solution, or take the solutions of a similar puzzle or a puzzle without clues.

    Solutions of the puzzle without clues that belong to no piece come first.
    """
    at = rng.randrange(len(new.solutions)) if new.solutions else -1
    kind = rng.randrange(5)
    if kind == 0 and new.solutions:
        del new.solutions[at]
    elif kind == 1 and new.solutions:
        new.solutions.insert(rng.randrange(len(new.solutions) + 1), copy.deepcopy(new.solutions[at]))
    elif kind == 2 and new.solutions:
        new.solutions = changed(rng, new.solutions)
    else:
        is_blank = kind == 4 and is_readable(new.fields)
        fields = _without_clues(new.fields) if is_blank else changed(rng, new.fields)
        found = sorted((is_readable(fields) and solutions_of(fields)) or ())
        with suppress(ValueError, TypeError, LookupError):  # The pieces may have changed.
            outside = [values for values in found if not any(_is_in(values, given) for given in new.pieces)]
            found = outside or found
        new.solutions = [
            _shaped(fields, values) for values in rng.sample(found, min(len(found), rng.randint(1, 3)))
        ]


def _is_in(values: Values, given: encoding.Given) -> bool:
    """Return whether a solution belongs to a piece."""
    return all(values[cell] == value for cell, value in given)


def _without_clues(fields: Fields) -> Fields:
    """Return the fields of the puzzle without its clues."""
    blank = dict(fields)
    if "clues" in fields:
        blank["clues"] = [[0] * len(row) for row in fields["clues"]]
    if "domains" in fields:
        blank["domains"] = [0] * len(fields["domains"])
    if "forbidden" in fields:
        blank["forbidden"] = []
    if "rows" in fields:
        blank["rows"] = [[0 if isinstance(entry, int) else entry for entry in row] for row in fields["rows"]]
    return blank


def _change_pieces(rng: random.Random, new: Forgery) -> None:
    """Drop, double, merge, reorder or change pieces; each keeps its proof."""
    pairs = list(zip(new.pieces, new.proofs, strict=True))
    k, kind = rng.randrange(len(pairs)), rng.randrange(7)
    if kind == 0:
        del pairs[k]
    elif kind == 1:
        pairs.insert(rng.randrange(len(pairs) + 1), copy.deepcopy(pairs[k]))
    elif kind == 2:
        rng.shuffle(pairs)
    elif kind == 3:  # Two pieces become their intersection.
        a, b = rng.sample(range(len(pairs)), 2) if len(pairs) > 1 else (k, k)
        pairs[a] = [pair for pair in pairs[a][0] if pair in pairs[b][0]], pairs[a][1]
        del pairs[b]
    elif kind == 4:
        pairs[k] = [*pairs[k][0], [rng.randrange(4), rng.randint(1, 4)]], pairs[k][1]
    elif kind == 5:
        pairs = [(changed(rng, given) if given else [[0, 1]], proof) for given, proof in pairs]
    else:
        pairs = [([[0, value]], new.proofs[0]) for value in range(1, rng.randint(2, 5))]
    new.pieces, new.proofs = [given for given, _ in pairs], [proof for _, proof in pairs]


def changed(rng: random.Random, value: Any) -> Any:
    """Return JSON with one change: another number or word, or a dropped, doubled or moved entry."""
    root = [copy.deepcopy(value)]
    places = [place for place in _places(root) if place[0] is not root]
    container, key = rng.choice(places or [(root, 0)])
    old = container[key]
    if isinstance(container, list) and rng.random() < 0.25:
        kind, other = rng.randrange(3), rng.randrange(len(container))
        if kind == 0:
            del container[key]
        elif kind == 1:
            container.insert(other, copy.deepcopy(old))
        else:
            container[key], container[other] = container[other], old
    elif isinstance(old, int) and rng.random() < 0.9:
        container[key] = rng.choice([old + 1, old - 1, rng.randint(0, 3), rng.randint(0, 9)])
    elif isinstance(old, list) and rng.random() < 0.8:
        old.reverse()
    elif isinstance(old, str):
        container[key] = rng.choice([each for c, k in _places(root) if isinstance(each := c[k], str)])
    else:
        container[key] = rng.choice([None, True, -1, 1.0, 2**31, "1", [], {}, [1, 1], 64, 65, 256])
    return root[0]


def _places(container: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each list or object within JSON with each of its indices or keys."""
    for key in range(len(container)) if isinstance(container, list) else list(container):
        yield container, key
        if isinstance(container[key], (list, dict)):
            yield from _places(container[key])


def is_readable(fields: Any) -> bool:
    """Return whether the reader of puzzles accepts these fields."""
    try:
        fastfuto.parse(json.dumps(fields), "json")
    except fastfuto.ParseError:
        return False
    return True


class Attempt(NamedTuple):
    """A changed certificate, its path, whether the checker accepts it, and whether its claim is true.

    `is_true` is None if brute force would take too long.
    """

    change: str
    family: str
    made: Forgery
    path: Path
    is_accepted: bool
    is_true: bool | None


def attempts(start: int, folder: Path, each: int = 100) -> Iterator[Attempt]:
    """Yield true certificates of small puzzles, and `each` changes of each certificate, in a folder."""
    other = honest(start)
    for number in itertools.count(start):
        rng, made = random.Random(f"forged {number}"), honest(number)
        for k in range(each + 1):
            change = rng.choice(changes_of(made)) if k else "none"
            new = forged(rng, made, change, other) if k else made
            truth: bool | None = False
            if is_readable(new.fields):
                with suppress(ValueError, TypeError, LookupError):  # Solutions may have any shape.
                    truth = is_true(new.fields, new.claim, new.solutions)
            path = write(new.files(), folder)
            family = FAMILIES[number % len(FAMILIES)]
            yield Attempt(change, family, new, path, check.check(path).ok, truth)
        other = made
