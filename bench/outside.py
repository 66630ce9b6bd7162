"""Independent proof checkers: each line of standard input is a JSON list of a formula, a proof and checker names.

This script does not import fastfuto. Any interpreter with dratify, cdclkit[native] and python-sat can run it:

- ``dratify``, in plain Python;
- ``cdclkit``, the native checker that dratify finds once cdclkit is imported;
- ``pysat``, which only propagates: each added clause must follow by propagation from the clauses before it. Deleted
  clauses are kept, so this accepts somewhat more proofs.

Without names, all checkers run. The answer is a line: for each checker, whether the proof holds, and the seconds.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import cdclkit  # noqa: F401  It registers the native checker.
import dratify
from pysat.formula import CNF
from pysat.solvers import Solver


def by_dratify(formula: str, proof: str, engine: str = "python") -> bool:
    parsed = dratify.parse_dimacs(Path(formula).read_text())
    try:
        return bool(dratify.check_proof(parsed, Path(proof).read_text(), engine=engine).ok)
    except ValueError:
        return False


def by_cdclkit(formula: str, proof: str) -> bool:
    return by_dratify(formula, proof, "native")


def by_pysat(formula: str, proof: str) -> bool:
    with Solver("minisat22", bootstrap_with=CNF(from_file=formula)) as solver:
        for line in Path(proof).read_text().splitlines():
            if line.startswith("d"):
                continue
            clause = list(map(int, line.split()[:-1]))
            holds, _ = solver.propagate(assumptions=[-literal for literal in clause])
            if holds:
                return False
            if not clause:
                return True
            solver.add_clause(clause)
    return False


CHECKERS: dict[str, Callable[[str, str], bool]] = {
    "dratify": by_dratify,
    "cdclkit": by_cdclkit,
    "pysat": by_pysat,
}

for line in sys.stdin:
    formula, proof, *names = json.loads(line)
    answers = {}
    for name in names or CHECKERS:
        start = perf_counter()
        answers[name] = [CHECKERS[name](formula, proof), perf_counter() - start]
    print(json.dumps(answers), flush=True)
