"""Proofs of puzzles: checks by fastfuto and by independent checkers, and spoilt proofs.

DRAT proofs: ``python -m bench.proofs random`` proves random puzzles and checks them by `fastfuto.verify`; ``outside``
also runs independent checkers; ``spoilt`` changes proofs at random and fails if a proof is accepted that the other
checkers refuse. ``sudoku`` proves minimal 9 x 9 grids; ``large`` proves the variants of the large grids without
solution; ``single`` proves that critical grids with additional numbers have one solution; ``cost`` compares the time
of the learner with and without a trace.

Pseudo-Boolean proofs: ``pb`` has proofs of puzzles of all families checked by VeriPB, ``pb-spoilt`` changes such
proofs at random, ``pb-large`` proves large grids with no or one solution and compares the times of finding and
checking; ``pb-many`` proves the number of solutions of a grid with thousands. ``forged`` changes certificates of
small puzzles of all families, and fails if a certificate is verified whose claim brute force refutes.

``--veripb`` names VeriPB; see bench/veripb.py. DRAT needs the packages dratify, python-sat and cdclkit[native], in an
interpreter that ``--outside`` names; drat-trim is used if installed. Results go to bench/results/proofs.json.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np

import fastfuto
from fastfuto.engines import PAUSED, Request, open_learner
from fastfuto.proofs import check, drat, encoding
from fastfuto.proofs.certificate import Claim
from fastfuto.proofs.rules import Formula, Root

from .against import ratio
from .cases import forged, hard
from .cases.futoshiki import random_square
from .cases.large import CRITICAL, STORED
from .cases.proofs import PB_SPOILS, SPOILS, minimal_sudoku, random_puzzle, random_sums, spoilt, spoilt_pb
from .cases.single import single
from .cases.sudoku import batch
from .cases.variants import unsatisfiable
from .machine import machine
from .veripb import VeriPB

OUTPUT = Path(__file__).parent / "results" / "proofs.json"
OUTSIDE = Path(__file__).parent / "outside.py"
Row = dict[str, Any]

COSTLY = "n15-g00-s08", "critical-n25-g04-s05", "critical-n30-g035-s10"
"""Grids whose variants without solution keep a learner busy."""
ROUNDS = 15
FRESH, FRESH_SEED = ("n25-g035-s10", "n30-g04-s09"), 20261125
"""Classes of grids without a solution that another solver has chosen, and their seed."""
SLICES, SLICE = 250, 16_384
"""Number of runs of a learner, and its work in each run."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.proofs", description="Prove, check and spoil.")
    tasks: dict[str, Callable[[argparse.Namespace], Row]] = {
        "random": prove_random,
        "outside": ask_outside,
        "spoilt": spoil_proofs,
        "sudoku": prove_sudoku,
        "large": prove_large,
        "single": prove_single,
        "cost": cost_of_a_trace,
        "pb": ask_veripb,
        "pb-spoilt": spoil_pb_proofs,
        "pb-large": prove_large_pb,
        "pb-many": prove_many,
        "forged": forge,
    }
    parser.add_argument("task", choices=tasks)
    parser.add_argument("--number", type=int, default=1000, help="of puzzles or changes (default: 1000)")
    parser.add_argument("--outside", default=sys.executable, help="interpreter that has the other checkers")
    parser.add_argument("--veripb", help="VeriPB (default: the variable VERIPB, or veripb)")
    parser.add_argument("--limit", type=float, default=600, help="seconds for a proof, and for a check of it")
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT, help="JSON file")
    options = parser.parse_args()
    row = tasks[options.task](options)
    stored = json.loads(options.output.read_text(encoding="utf-8")) if options.output.exists() else {}
    stored[options.task] = {"machine": machine(()), **row}
    options.output.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(row, indent=1))


def prove_random(options: argparse.Namespace) -> Row:
    """Prove random puzzles and check every certificate, alternately as text and in binary."""
    claims: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.number):
            certificate = fastfuto.prove(random_puzzle(number), proof="drat")
            certificate.save(folder, binary=number % 2 == 1)
            verdict = check.check(folder)
            if not verdict.ok:
                raise SystemExit(f"puzzle {number}: {verdict}")
            claims[str(certificate.claim)] += 1
            if number % 500 == 499:
                print(f"{number + 1} verified", file=sys.stderr, flush=True)
    return {"number": options.number, "claims": claims}


class Outside:
    """Independent checkers, in a process that takes one question per line."""

    def __init__(self, interpreter: str) -> None:
        self._process = subprocess.Popen(
            [interpreter, OUTSIDE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def verdicts(self, formula: Path, proof: Path, *names: str) -> dict[str, Any]:
        """Return each checker's verdict and its time in seconds."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([str(formula), str(proof), *names]) + "\n")
        self._process.stdin.flush()
        found: dict[str, Any] = json.loads(self._process.stdout.readline())
        if trim := shutil.which("drat-trim"):
            start = perf_counter()
            done = subprocess.run([trim, formula, proof], capture_output=True, text=True, check=False)
            found["drat-trim"] = ["s VERIFIED" in done.stdout, perf_counter() - start]
        return found


def ask_outside(options: argparse.Namespace) -> Row:
    """Have proofs of random puzzles also checked by independent checkers."""
    outside = Outside(options.outside)
    accepted: Counter[str] = Counter()
    asked = number = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        while asked < options.number:
            certificate = fastfuto.prove(random_puzzle(number), proof="drat")
            number += 1
            if not certificate.proof:
                continue
            asked += 1
            certificate.save(folder)
            for checker, (ok, _) in outside.verdicts(folder / drat.FORMULA, folder / drat.PROOF).items():
                accepted[checker] += ok
            if asked % 100 == 0:
                print(f"{asked} asked: {dict(accepted)}", file=sys.stderr, flush=True)
    return {"asked": asked, "accepted": accepted}


def spoil_proofs(options: argparse.Namespace) -> Row:
    """Spoil proofs and check that accepted proofs are still proofs."""
    outside = Outside(options.outside)
    rng = random.Random("spoilt proofs")
    told: Counter[str] = Counter()
    foreign = ["1 -2 0\n"]
    done = number = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        while done < options.number:
            certificate = fastfuto.prove(random_puzzle(number), proof="drat")
            number += 1
            if len(certificate.proof) < 3:
                continue
            certificate.save(folder)
            original = {name: (folder / name).read_bytes() for name in (drat.FORMULA, drat.PROOF)}
            lines = original[drat.FORMULA].decode().splitlines(keepends=True)
            comments = [line for line in lines if line.startswith("c")]
            record = json.loads((folder / encoding.RECORD).read_text())
            for _ in range(20):
                spoil = SPOILS[done % len(SPOILS)]
                done += 1
                formula = lines[len(comments) :]
                proof = original[drat.PROOF].decode().splitlines(keepends=True)
                spoilt(rng, spoil, formula, proof, foreign)
                changed = {drat.FORMULA: "".join([*comments, *formula]), drat.PROOF: "".join(proof)}
                for file, text in changed.items():
                    (folder / file).write_text(text)
                    record["sha256"][file] = hashlib.sha256(text.encode()).hexdigest()
                (folder / encoding.RECORD).write_text(json.dumps(record))
                if not check.check(folder).ok:
                    told[f"{spoil}: refused"] += 1
                    continue
                verdicts = outside.verdicts(folder / drat.FORMULA, folder / drat.PROOF, "cdclkit")
                if spoil == "formula" or not all(ok for ok, _ in verdicts.values()):
                    raise SystemExit(f"puzzle {number - 1}, {spoil}: accepted, but {verdicts}")
                told[f"{spoil}: still a proof"] += 1
            foreign = original[drat.PROOF].decode().splitlines(keepends=True)
            if done % 500 == 0:
                print(f"{done} spoilt", file=sys.stderr, flush=True)
    return {"number": done, "told": told}


def prove_sudoku(options: argparse.Namespace) -> Row:
    """Prove minimal 9 x 9 grids and the source's grid with 17 clues."""
    puzzles = [fastfuto.Sudoku(batch("17 clues", 1)[0])]
    puzzles += [minimal_sudoku(number) for number in range(options.number)]
    seconds, sizes = [], []
    fastfuto.prove(puzzles[0], proof="drat")
    with tempfile.TemporaryDirectory() as folder:
        for puzzle in puzzles:
            times = []
            for _ in range(3):
                start = perf_counter()
                certificate = fastfuto.prove(puzzle, proof="drat")
                times.append(perf_counter() - start)
            seconds.append(min(times))
            certificate.save(folder)
            sizes.append((Path(folder) / drat.PROOF).stat().st_size)
            if certificate.claim != encoding.ONE_SOLUTION or not check.check(folder).ok:
                raise SystemExit(f"{puzzle}: {certificate}")
    return {
        "number": options.number,
        "ms": [round(1e3 * f(seconds), 2) for f in (median, max)],
        "bytes": [f(sizes) for f in (median, max)],
    }


def prove_large(options: argparse.Namespace) -> Row:
    """Prove the variants of large grids without solution, and have the proofs checked by a native checker."""
    found = {name: unsatisfiable(name) for name in STORED}
    puzzles = {name: puzzle for name, puzzle in found.items() if puzzle is not None}
    return prove_each(puzzles, encoding.UNSOLVABLE, options)


def prove_single(options: argparse.Namespace) -> Row:
    """Prove that critical grids with additional numbers have one solution, with the same checks."""
    return prove_each({name: single(name) for name in CRITICAL}, encoding.ONE_SOLUTION, options)


def prove_each(puzzles: dict[str, fastfuto.Futoshiki], claim: Claim, options: argparse.Namespace) -> Row:
    """Prove a claim of large puzzles, and have the proofs checked by a native checker."""
    rows: Row = {}
    for name, puzzle in puzzles.items():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder)
            start = perf_counter()
            try:
                certificate = fastfuto.prove(puzzle, claim=claim, proof="drat", timeout=options.limit)
            except fastfuto.LimitReached:
                rows[name] = {"prove": None}
                continue
            proved = perf_counter() - start
            certificate.save(path)
            saved = perf_counter() - start - proved
            with (path / drat.PROOF).open("rb") as file:
                steps = sum(1 for _ in file)
            verdicts = Outside(options.outside).verdicts(path / drat.FORMULA, path / drat.PROOF, "cdclkit")
            rows[name] = {
                "prove": round(proved, 2),
                "save": round(saved, 2),
                "steps": steps,
                "text": (path / drat.PROOF).stat().st_size,
                "binary": len(certificate.proof),
                "formula": (path / drat.FORMULA).stat().st_size,
                **{name: [ok, round(seconds, 2)] for name, (ok, seconds) in verdicts.items()},
            }
        print(name, rows[name], file=sys.stderr, flush=True)
    return rows


def cost_of_a_trace(options: argparse.Namespace) -> Row:
    """Let the learner do the same work with and without a trace, in turn, on grids without solution."""
    rows: Row = {}
    for name in COSTLY:
        request = Request(unsatisfiable(name).model(), memory=1 << 30)
        for by_activity in (False, True):
            times: dict[bool, list[float]] = {False: [], True: []}
            for _ in range(ROUNDS):
                for trace, seconds in times.items():
                    learner = open_learner(request, by_activity=by_activity, trace=trace)
                    start = process_time()
                    for _ in range(SLICES):
                        if learner.run(SLICE, 1, None) != PAUSED:
                            break
                        if trace:
                            learner.take_trace()
                    seconds.append(process_time() - start)
            rows[f"{name}, {'by activity' if by_activity else 'by size'}"] = [
                round(value, 3) for value in ratio(times[False], times[True])
            ]
    return rows


# Pseudo-Boolean proofs ---------------------------------------------------------------------------------


def any_puzzle(number: int) -> Any:
    """Return a random puzzle: three in ten with sums or items, the others of families that learners support."""
    return random_sums(number) if number % 10 < 3 else random_puzzle(number)


def ask_veripb(options: argparse.Namespace) -> Row:
    """Have proofs of puzzles of all families checked by VeriPB."""
    veripb, asked, number = VeriPB(options.veripb), 0, 0
    kinds: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        while asked < options.number:
            puzzle = any_puzzle(number)
            certificate = fastfuto.prove(puzzle)
            number += 1
            if not certificate.proof:
                continue
            certificate.save(folder)
            verdicts = check.check(folder).ok, veripb.accepts(folder / check.FORMULA, folder / check.PROOF)[0]
            if verdicts != (True, True):
                raise SystemExit(f"puzzle {number - 1}: check.py and VeriPB say {verdicts}")
            asked += 1
            kinds[type(puzzle).__name__] += 1
    return {"format": veripb.version, "accepted": kinds}


def spoil_pb_proofs(options: argparse.Namespace) -> Row:
    """Spoil pseudo-Boolean proofs and check that VeriPB accepts every proof that check.py accepts."""
    veripb = VeriPB(options.veripb)
    rng = random.Random("spoilt pseudo-Boolean proofs")
    told: Counter[str] = Counter()
    foreign = ["rup >= 1 : 1 2 ;\n"]
    done = number = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        while done < options.number:
            certificate = fastfuto.prove(any_puzzle(number))
            number += 1
            if not certificate.proof:
                continue
            certificate.save(folder)
            original = {name: (folder / name).read_text() for name in (check.FORMULA, check.PROOF)}
            record = json.loads((folder / encoding.RECORD).read_text())
            for _ in range(40):
                spoil = PB_SPOILS[done % len(PB_SPOILS)]
                done += 1
                lines = {name: text.splitlines(keepends=True) for name, text in original.items()}
                spoilt_pb(rng, spoil, lines[check.FORMULA], lines[check.PROOF], foreign)
                for file, changed in lines.items():
                    (folder / file).write_text("".join(changed))
                    record["sha256"][file] = hashlib.sha256("".join(changed).encode()).hexdigest()
                (folder / encoding.RECORD).write_text(json.dumps(record))
                if not check.check(folder).ok:
                    told[f"{spoil}: refused"] += 1
                    continue
                accepted, _ = veripb.accepts(folder / check.FORMULA, folder / check.PROOF)
                if not accepted or (
                    spoil == "formula" and lines[check.FORMULA] != original[check.FORMULA].splitlines(True)
                ):
                    raise SystemExit(
                        f"puzzle {number - 1}, {spoil}: accepted by check.py, VeriPB says {accepted}"
                    )
                told[f"{spoil}: still a proof"] += 1
            foreign = original[check.PROOF].splitlines(keepends=True)
    return {"format": veripb.version, "number": done, "told": told}


@contextmanager
def watched_writer() -> Iterator[dict[str, float]]:
    """Record the time of writing a proof."""
    module = sys.modules["fastfuto.proofs.prove"]
    derive, told = module.derive, dict[str, float]()

    def watched(formula: Any, root: Any, model: Any, data: bytes, tick: Callable[[], None]) -> bytes:
        start = process_time()
        proof: bytes = derive(formula, root, model, data, tick)
        written = process_time()
        Root(Formula(formula.puzzle))
        told["write"] = process_time() - start
        told["extra"] = process_time() - written
        return proof

    module.derive = watched  # type: ignore[attr-defined]
    try:
        yield told
    finally:
        module.derive = derive  # type: ignore[attr-defined]


def prove_large_pb(options: argparse.Namespace) -> Row:
    """Prove large grids with no or one solution, and compare the processor times of finding and checking.

    Grids without a proof in time do not count.
    """
    veripb = VeriPB(options.veripb)
    found = {name: unsatisfiable(name) for name in STORED}
    puzzles = {f"{name}, no solution": puzzle for name, puzzle in found.items() if puzzle is not None}
    puzzles |= {f"{name}, one solution": single(name) for name in CRITICAL}
    fresh = [f"{recipe}/{number}/form0" for recipe in FRESH for number in range(hard.N_GRIDS)]
    puzzles |= {
        f"{name}, fresh": puzzle for name in fresh if (puzzle := hard.unsatisfiable(name, FRESH_SEED))
    }
    rows: Row = {"format": veripb.version}
    for name, puzzle in puzzles.items():
        if sum("veripb" in row for row in rows.values() if isinstance(row, dict)) == options.number:
            break
        with tempfile.TemporaryDirectory() as folder, watched_writer() as writer:
            path, times = Path(folder), []
            try:
                start = process_time()
                certificate = fastfuto.prove(puzzle, timeout=options.limit)
                times.append(process_time() - start - writer.pop("extra", 0.0))
                drat_start = process_time()
                clauses = fastfuto.prove(puzzle, proof="drat", timeout=options.limit)
                drat_seconds = process_time() - drat_start
            except fastfuto.LimitReached:
                rows[name] = {"prove": None}
                continue
            certificate.save(path)
            start = process_time()
            ok = check.check(path).ok
            times.append(process_time() - start)
            accepted, seconds = veripb.accepts(path / check.FORMULA, path / check.PROOF)
            rows[name] = {
                "prove": round(times[0], 2),
                "check": [ok, round(times[1], 2)],
                "veripb": [accepted, round(seconds, 2)],
                "bytes": len(certificate.proof),
                **{key: round(value, 2) for key, value in writer.items()},
                "formula": (path / check.FORMULA).stat().st_size,
                "drat": [round(drat_seconds, 2), len(clauses.proof)],
            }
        print(name, rows[name], file=sys.stderr, flush=True)
    return rows


def prove_many(options: argparse.Namespace) -> Row:
    """Prove the number of solutions of a 7 x 7, more than 5000, and check the proof in two processes."""
    rng = random.Random("many solutions")
    clues = np.array(random_square(rng, 7, 343))
    for cell in rng.sample(range(49), 49):
        value, clues.flat[cell] = clues.flat[cell], 0
        if fastfuto.count(fastfuto.LatinSquare(clues), limit=8001) > 8000:
            clues.flat[cell] = value
    puzzle = fastfuto.LatinSquare(clues)
    number = int(fastfuto.count(puzzle))
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(2) as executor:
        start = perf_counter()
        certificate = fastfuto.prove(puzzle, claim=number)
        times = [perf_counter() - start]
        certificate.save(folder)
        for workers in (None, executor):
            start = perf_counter()
            if not fastfuto.verify(folder, puzzle, executor=workers):
                raise SystemExit("the proof was refused")
            times.append(perf_counter() - start)
        veripb = VeriPB(options.veripb)
        names = [check.names_of_files(k, len(certificate.pieces)) for k in range(len(certificate.pieces))]
        outside = [veripb.accepts(Path(folder) / formula, Path(folder) / proof) for formula, proof in names]
    return {
        "solutions": number,
        "pieces": len(certificate.pieces),
        "bytes": len(certificate.proof),
        "prove, check, in two processes": [round(seconds, 2) for seconds in times],
        "veripb": [all(ok for ok, _ in outside), round(sum(seconds for _, seconds in outside), 2)],
    }


def forge(options: argparse.Namespace) -> Row:
    """Change certificates at random and check that none with a false claim is accepted."""
    told: Counter[str] = Counter()
    n_changed = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as executor:
        for each in forged.attempts(0, Path(folder)):
            if each.is_true is False if each.is_accepted else each.change == "none":
                raise SystemExit(f"accepted: {each.is_accepted}, true: {each.is_true}: {each}")
            if n_changed % 10 == 0 and fastfuto.verify(each.path, executor=executor) != each.is_accepted:
                raise SystemExit(f"check and verify differ: {each}")
            n_changed += each.change != "none"
            truth = {True: "true", False: "false", None: "unknown"}[each.is_true]
            verdict = "accepted" if each.is_accepted else "refused"
            for kind in (f"change, {each.change}", f"family, {each.family}", f"form, {each.made.form}"):
                told[f"{kind}: {truth}, {verdict}"] += 1
            if each.change != "none" and n_changed % 5000 == 0:
                print(f"{n_changed} changed", file=sys.stderr, flush=True)
            if n_changed == options.number:
                break
    return {"number": n_changed, "told": dict(sorted(told.items()))}


if __name__ == "__main__":
    main()
