"""Certificates for tests: made once, copied where they are to be spoilt, and checked by a slow and obvious twin."""

import hashlib
import json
from itertools import combinations

from fastfuto import Model, Skeleton

FILES = ("formula.cnf", "proof.drat", "puzzle.json", "certificate.json")

PIGEONS = Model(Skeleton(8, 7, list(combinations(range(8), 2))))
"""Eight cells that all differ, two by two, and seven values: no solution, and a proof of thousands of steps."""


def rewrite(folder, name, change):
    """Change the text of a file of a certificate, and its hash in certificate.json."""
    path = folder / name
    path.write_bytes(change(path.read_bytes()))
    record = json.loads((folder / "certificate.json").read_text())
    record["sha256"][name] = hashlib.sha256(path.read_bytes()).hexdigest()
    (folder / "certificate.json").write_text(json.dumps(record))


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
