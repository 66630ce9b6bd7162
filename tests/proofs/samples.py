"""Certificates for tests: made once, copied where they are to be spoilt, and checked by a slow and obvious twin."""

import hashlib
import json
import random
import shutil
import subprocess
import sys
from itertools import combinations
from pathlib import Path

from fastfuto import Model, Skeleton, format_puzzle
from fastfuto.proofs import check, drat, encoding

FILES = ("formula.opb", "proof.pbp", "puzzle.json", "certificate.json")
DRAT_FILES = ("formula.cnf", "proof.drat", "puzzle.json", "certificate.json")


def pigeons(n):
    """Return a model without a solution: n cells that differ, two by two, and a value less."""
    return Model(Skeleton(n, n - 1, list(combinations(range(n), 2))))


PIGEONS = pigeons(8)
"""A proof that there is no solution has thousands of steps."""


def rewrite(folder, name, change):
    """Change the text of a file of a certificate, and its hash in certificate.json."""
    path = folder / name
    path.write_bytes(change(path.read_bytes()))
    record = json.loads((folder / "certificate.json").read_text())
    record["sha256"][name] = hashlib.sha256(path.read_bytes()).hexdigest()
    (folder / "certificate.json").write_text(json.dumps(record))


def change_record(folder, **fields):
    """Change fields of certificate.json."""
    path = folder / "certificate.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | fields))


def statement_of(puzzle):
    """Return the statement that a certificate of a puzzle is about."""
    return encoding.statement(json.loads(format_puzzle(puzzle, "json")))


def run_alone(folder, *arguments):
    """Run a copy of the file in an interpreter that has nothing but the standard library."""
    copy = Path(shutil.copy(check.__file__, folder / "copied.py"))
    shutil.copy(drat.__file__, folder)
    shutil.copy(encoding.__file__, folder)
    return subprocess.run(
        [sys.executable, "-E", "-S", str(copy), *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


def is_valid_proof(formula, proof):
    """Return whether a proof in text refutes a formula, by propagation through all clauses again and again."""
    clauses = [list(map(int, line.split()[:-1])) for line in formula[1:]]
    for line in proof:
        words = line.split()
        if words[-1:] != ["0"]:
            return False
        clause = list(map(int, words[words[0] == "d" : -1]))
        if words[0] == "d":
            same = [k for k, each in enumerate(clauses) if set(each) == set(clause)]
            if not same:
                return False
            del clauses[same[-1]]
        elif not is_conflict(clauses, {-literal for literal in clause}):
            return False
        elif not clause:
            return line is proof[-1] and line.endswith("\n")
        else:
            clauses.append(clause)
    return False


def is_conflict(clauses, true):
    """Return whether propagation through all clauses leads from literals that are true to a conflict."""
    while True:
        before = len(true)
        if any(-literal in true for literal in true):
            return True
        for clause in clauses:
            left = [literal for literal in clause if -literal not in true]
            if not left:
                return True
            if len(left) == 1:
                true.add(left[0])
        if len(true) == before:
            return False


def is_pseudo_boolean_proof(formula, proof):
    """Return whether a proof refutes a formula: the obvious twin of the checker, with sums over all terms."""
    held = {}
    for line in formula[2:]:
        *terms, relation, number, _ = line.split()
        pairs = [(int(a), x) for a, x in zip(terms[::2], terms[1::2], strict=True)]
        held[len(held) + 1] = as_one_sided(pairs, int(number))
        if relation == "=":
            held[len(held) + 1] = as_one_sided([(-a, x) for a, x in pairs], -int(number))
    n_numbered = len(held)
    if proof[:2] != ["pseudo-Boolean proof version 3.0\n", f"f {n_numbered} ;\n"]:
        return False
    for line in proof[2:-3]:
        match line.split():
            case ["pol", first, *rest, ";"]:
                total, degree = dict(held[int(first)][0]), held[int(first)][1]
                while rest:
                    if rest[1] == "*":
                        factor, rest = int(rest[0]), rest[2:]
                        total, degree = {x: factor * a for x, a in total.items()}, factor * degree
                        continue
                    times = int(rest[1]) if rest[2] == "*" else 1
                    more, at_least = held[int(rest[0])]
                    for x, a in more.items():
                        total[x] = total.get(x, 0) + times * a
                    degree += times * at_least
                    rest = rest[4:] if rest[2:3] == ["*"] else rest[2:]
                new = total, degree
            case ["ia" | "rup", *said, ";"]:
                at = said.index(":")
                terms = [(int(a), x) for a, x in zip(said[: at - 2 : 2], said[1 : at - 2 : 2], strict=True)]
                new = as_one_sided(terms, int(said[at - 1]))
                against = {x: -a for x, a in new[0].items()}, 1 - new[1]
                if not is_contradicted([against, *(held[int(k)] for k in said[at + 1 :])]):
                    return False
            case ["del", "id", *numbers, ";"]:
                for k in numbers:
                    del held[int(k)]
                continue
        n_numbered += 1
        held[n_numbered] = new
    total, degree = held[int(proof[-2].split()[-2])]
    return sum(max(a, 0) for a in total.values()) < degree


def as_one_sided(pairs, degree):
    """Return coefficients of variables, of any sign, and the least that their sum may be."""
    total = {}
    for a, x in pairs:
        name = x.removeprefix("~")
        total[name] = total.get(name, 0) + (a if x == name else -a)
        degree -= 0 if x == name else a
    return total, degree


def is_contradicted(constraints):
    """Return whether bounds propagation over constraints, again and again, leads to a contradiction."""
    truth = {}
    while True:
        before = len(truth)
        for terms, degree in constraints:
            most = sum(a * truth[x] if x in truth else max(a, 0) for x, a in terms.items())
            if most < degree:
                return True
            for x, a in terms.items():
                if x not in truth and most - abs(a) < degree:
                    truth[x] = int(a > 0)
        if len(truth) == before:
            return False


def check_spoilt(spoil, number, change, is_proof, names, proved, tmp_path):
    """Spoil so many proofs, with files of these names: only what a slow twin takes for a proof is not refused."""
    rng = random.Random(spoil)
    foreign = (proved[-1] / names[1]).read_text().splitlines(keepends=True)
    n_refused = 0
    for k in range(number):
        folder = shutil.copytree(proved[k % len(proved)], tmp_path / str(k))
        formula, proof = ((folder / name).read_text().splitlines(keepends=True) for name in names)
        formula = [line for line in formula if not line.startswith("c")]
        assert change(rng, spoil, formula, proof, foreign) is not False
        foreign = (folder / names[1]).read_text().splitlines(keepends=True)
        for name, lines in zip(names, (formula, proof), strict=True):
            rewrite(folder, name, lambda _, lines=lines: "".join(lines).encode())
        verdict = check.check(folder)
        if verdict.ok:
            assert spoil != "formula"
            assert is_proof(formula, proof)
        else:
            n_refused += 1
            assert verdict.reason.startswith(f"{names[0]}, line") or verdict.line >= 1
    assert n_refused > 2
