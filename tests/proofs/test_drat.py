"""The checker: the formula against the rules, proofs that hold and proofs that do not, and bad files."""

import io
import itertools
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from bench.cases.proofs import KINDS, SPOILS, random_puzzle, spoilt

from fastfuto import Futoshiki, Model, Skeleton, count, format_puzzle, load, prove
from fastfuto.proofs import check, drat, encoding

from ..cases import some
from .samples import DRAT_FILES as FILES
from .samples import (
    PIGEONS,
    change_record,
    check_spoilt,
    is_conflict,
    is_valid_proof,
    rewrite,
    run_alone,
    statement_of,
)

SMALL = Futoshiki([[0] * 3] * 3, [((0, 0), (0, 1)), ((1, 1), (1, 0))])
HARD = load(Path(__file__).parents[2] / "examples" / "nine.txt")


@pytest.fixture
def hard(tmp_path):
    """A certificate with a proof of some steps."""
    prove(HARD, proof="drat").save(tmp_path / "hard")
    return tmp_path / "hard"


# The formula -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", some(range(10 * len(KINDS)), 3))
def test_the_statement_says_what_the_model_says(number):
    puzzle = random_puzzle(number)
    model, statement = puzzle.model(), statement_of(puzzle)
    assert statement.n_values == model.n_values
    assert statement.domains == [model.allowed(cell) for cell in range(model.n_cells)]
    assert sorted(map(sorted, statement.units)) == sorted(map(sorted, model.skeleton.units))
    pairs = list(itertools.product(range(1, model.n_values + 1), repeat=2))
    assert sorted(statement.inequalities) == sorted(map(tuple, model.inequalities.tolist()))
    expected = []
    cells, numbers, tables = model.relations
    for (a, b), number in zip(cells.tolist(), numbers.tolist(), strict=True):
        expected.append((a, b, [(v, w) for v, w in pairs if int(tables[number, v - 1, 0]) >> (w - 1) & 1]))
    found = [(a, b, [(v, w) for v, w in pairs if w in rows[v - 1]]) for a, b, rows in statement.relations]
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize("seed", range(4))
def test_the_formula_holds_for_solutions_alone(seed):
    rng = random.Random(seed)
    n_solutions = 0
    for _ in range(20):
        cells, n = rng.randint(1, 3), rng.randint(2, 3)
        units = [rng.sample(range(cells), rng.randint(1, cells)) for _ in range(2)]
        domains = [rng.sample(range(1, n + 1), rng.randint(1, n)) for _ in range(cells)]
        pairs = [rng.sample(range(cells), 2) for _ in range(2 if cells > 1 else 0)]
        allowed = [(v, w) for v in range(1, n + 1) for w in range(1, n + 1) if rng.random() < 0.7]
        model = Model(
            Skeleton(cells, n, units), domains, pairs[:1], relations=[(*pair, allowed) for pair in pairs[1:]]
        )
        statement = statement_of(model)
        clauses = [set(clause) for clause in drat.formula(statement)]
        named = sorted(c * n + v for c, domain in enumerate(domains) for v in domain)
        for truth in itertools.product((1, -1), repeat=len(named)):
            literals = {x * sign for x, sign in zip(named, truth, strict=True)}
            values = [(x - 1) % n + 1 for x in named if x in literals]
            holds = all(clause & literals for clause in clauses)
            cells_taken = [(x - 1) // n for x in named if x in literals]
            is_one_each = cells_taken == list(range(cells))
            assert holds == (is_one_each and encoding.is_solution(statement, values))
            n_solutions += holds
    assert n_solutions > 5


def test_a_solution_breaks_no_rule_and_every_other_grid_does():
    statement = statement_of(SMALL)
    rows = list(itertools.permutations(range(1, 4)))
    found = 0
    for grid in itertools.product(rows, repeat=3):
        found += encoding.is_solution(statement, tuple(itertools.chain(*grid)))
    assert found == count(SMALL) > 1


# Proofs ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", some(range(100), 5))
def test_random_puzzles_are_proved(number, tmp_path):
    certificate = prove(random_puzzle(number), proof="drat")
    certificate.save(tmp_path, binary=number % 2 == 0)
    assert check.check(tmp_path).ok


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["text", "binary"])
def test_long_proofs_with_deletions(way, tmp_path, monkeypatch):
    monkeypatch.setattr(drat, "MANY", 10)
    prove(PIGEONS, proof="drat").save(tmp_path, binary=way == "binary")
    deleted = 0
    with (tmp_path / "proof.drat").open("rb") as file:
        read = drat.text_steps if way == "text" else drat.binary_steps
        steps = [is_added for is_added, _ in read(file, 56)]
        deleted = steps.count(False)
    assert deleted > 100
    assert check.check(tmp_path) == (
        True,
        None,
        f"no solution; proof of {len(steps)} {'line' if way == 'text' else 'step'}s",
    )


def test_what_was_deleted_does_not_help():
    checker = drat.Checker(3, lambda: None)
    for clause in ([1, 2], [1, -2, 3], [-1, 2, 3], [-1, -2, 3]):
        checker.load(clause)
    assert checker.propagate(0)
    assert not checker.follows([3])
    assert checker.follows([1, 3])
    checker.add([1, 3])
    assert checker.follows([3])
    assert checker.delete([3, 1])
    assert not checker.delete([3, 1])
    assert not checker.follows([3])
    assert not checker.is_refuted


@pytest.mark.parametrize("seed", some(range(20), 2))
def test_what_follows_is_what_a_slow_twin_says(seed):
    # Single literals make others hold for good, and clauses may name these, or a literal and its negation.
    rng = random.Random(seed)
    literals = [*range(1, 8), *range(-7, 0)]
    clauses = [rng.sample(literals, rng.choice((1, 2, 3, 3, 3))) for _ in range(10)]
    checker = drat.Checker(7, lambda: None)
    for clause in clauses:
        checker.load(clause)
    checker.is_refuted |= not checker.propagate(0)
    for _ in range(60):
        clause = rng.sample(literals, rng.randint(1, 3))
        follows = is_conflict(clauses, {-literal for literal in clause})
        assert checker.follows(clause) == follows
        if follows:
            checker.add(list(clause))
            clauses.append(clause)


@pytest.fixture(scope="module")
def proved(tmp_path_factory):
    """Certificates of small puzzles with proofs of several steps."""
    folders = []
    for number in (88, 417, 494, 517, 942, 970, 984, 1005):
        folders.append(tmp_path_factory.mktemp("proved"))
        prove(random_puzzle(number), proof="drat").save(folders[-1])
    return folders


@pytest.mark.parametrize("spoil", SPOILS)
def test_spoilt_proofs_are_refused(spoil, proved, tmp_path):
    check_spoilt(spoil, 10, spoilt, is_valid_proof, ("formula.cnf", "proof.drat"), proved, tmp_path)


def test_the_wrong_line_is_named(hard):
    lines = (hard / "proof.drat").read_bytes().splitlines(keepends=True)
    assert len(lines) > 10
    rewrite(hard, "proof.drat", lambda _: b"".join([*lines[:7], b"1 2 0\n", *lines[7:]]))
    assert check.check(hard)[:2] == (False, 8)
    rewrite(hard, "proof.drat", lambda _: b"".join(lines[:-1]))
    assert check.check(hard) == (
        False,
        len(lines),
        f"proof.drat: the proof ends after line {len(lines) - 1}, without the empty clause",
    )
    rewrite(hard, "proof.drat", lambda _: b"".join([*lines, b"0\n"]))
    assert check.check(hard)[:2] == (False, len(lines) + 1)
    rewrite(hard, "proof.drat", lambda _: b"d 1 2 0\n" + b"".join(lines))
    assert check.check(hard)[:2] == (False, 1)


@pytest.mark.parametrize("keep", [0, 1, 2, 3, 50, -1, -2])
def test_truncated_proofs(keep, tmp_path):
    prove(HARD, proof="drat").save(tmp_path, binary=True)
    rewrite(tmp_path, "proof.drat", lambda data: data[:keep])
    verdict = check.check(tmp_path)
    assert not verdict.ok
    assert verdict.line is not None


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00\x01", "line 1: expected literals followed by 0, found b'\\x89PNG"),
        (b"1 2\n", "line 1: expected literals followed by 0"),
        (b"x 1 0\n", "line 1: expected literals followed by 0"),
        (b"1 -0 0\n", "line 1: expected literals followed by 0"),
        (b"1_0 0\n", "line 1: expected literals followed by 0"),
        (b"730 0\n", "line 1: the literal 730 is not in the formula"),
        (b"9" * 10_000_000, "line 1: expected literals followed by 0"),
    ],
)
def test_rubbish_in_text(data, message, hard):
    rewrite(hard, "proof.drat", lambda _: data)
    verdict = check.check(hard)
    assert (verdict.ok, verdict.line) == (False, 1)
    assert message in verdict.reason


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x89PNG", "step 1: expected the byte 'a' or 'd', found byte 137"),
        (b"a\xff\xff\xff\xff\xff\xff\xff\xff", "step 1: the literal or the clause is too long"),
        (b"a" + b"\x03" * 2000, "step 1: the literal or the clause is too long"),
        (b"a\xff\xff\x01\x00", "is not in the formula"),
        (b"a\x01\x00", "is not in the formula"),
        (b"a\x02", "step 1: the file ends before the end of the step"),
        (b"d\x00", "step 1: the deleted clause has not been added by an earlier step"),
    ],
)
def test_rubbish_in_binary(data, message, tmp_path):
    prove(HARD, proof="drat").save(tmp_path, binary=True)
    rewrite(tmp_path, "proof.drat", lambda _: data)
    verdict = check.check(tmp_path)
    assert (verdict.ok, verdict.line) == (False, 1)
    assert message in verdict.reason


def test_proofs_are_streamed():
    # A proof of many steps that add and delete the same clause takes no memory for them.
    step = io.BytesIO(b"1 2 0\nd 1 2 0\n" * 20_000)
    checker = drat.Checker(2, lambda: None)
    checker.load([1, 2])
    verdict = drat.follow(drat.text_steps(step, 2), checker, "line")
    assert verdict.line == 40_001
    assert len(checker.added) == 0
    assert sum(map(len, checker.watching)) <= 2 * drat.MANY + 4


# Certificates ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"version": 3}, "version 3, but only versions 1 and 2 are known"),
        ({"claim": "no solution"}, "the claim 'no solution' does not match 1 solution"),
        ({"claim": 2}, "the claim 2 does not match 1 solution"),
        ({"claim": True}, "the claim True does not match"),
        ({"claim": [1]}, "the claim [1] does not match"),
        ({"claim": "nothing"}, "the claim 'nothing' does not match"),
        ({"solutions": 5}, "'solutions' must be a list"),
        ({"solutions": [5]}, "a solution has the wrong shape or values"),
        ({"solutions": [[[1] * 9] * 8]}, "a solution has the wrong shape or values"),
        ({"solutions": [[[1] * 9] * 9]}, "solution 1 violates a rule"),
        ({"solutions": [[["1"] * 9] * 9]}, "a solution has the wrong shape or values"),
        ({"proof": "html"}, "the field 'proof' must be 'text' or 'binary'"),
        ({"sha256": []}, "'sha256' must be an object"),
        ({"sha256": {}}, "the SHA-256 of puzzle.json does not match"),
    ],
)
def test_bad_records(fields, message, hard):
    change_record(hard, **fields)
    verdict = check.check(hard)
    assert (verdict.ok, verdict.line) == (False, None)
    assert message in verdict.reason


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("formula.cnf", lambda data: b"c another comment\n" + data),
        ("proof.drat", lambda data: data[: data.index(b"\n") + 1] + data),
        ("puzzle.json", lambda data: data + b"\n"),
    ],
)
def test_every_file_must_be_that_of_the_certificate(name, change, hard):
    # The file says what it said before, in other bytes.
    before = (hard / name).read_bytes()
    (hard / name).write_bytes(change(before))
    assert check.check(hard) == (
        False,
        None,
        f"certificate.json: the SHA-256 of {name} does not match",
    )
    (hard / name).write_bytes(before)
    rewrite(hard, name, change)
    assert check.check(hard).ok


def test_a_solution_may_not_stand_twice(tmp_path):
    certificate = prove(SMALL, proof="drat")
    certificate.save(tmp_path)
    assert check.check(tmp_path).ok
    change_record(tmp_path, solutions=[certificate.solutions[0].tolist()] * 2)
    assert "a solution is listed twice" in check.check(tmp_path).reason


def test_a_solution_needs_no_proof(tmp_path):
    prove(SMALL, proof="drat").save(tmp_path)
    rewrite(tmp_path, "proof.drat", lambda _: b"0\n")
    assert check.check(tmp_path) == (False, None, "proof.drat: nothing needs to be proved")


def test_a_puzzle_that_is_not_the_formula(hard):
    other = Futoshiki(HARD.clues, HARD.inequalities[1:])
    rewrite(hard, "puzzle.json", lambda _: format_puzzle(other, "json").encode())
    reason = check.check(hard).reason
    assert reason.startswith("formula.cnf, line ")
    assert reason.endswith(": the line differs from the formula of puzzle.json")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.replace(b"p cnf 729", b"p cnf 730"), "line 4: expected b'p cnf 729"),
        (lambda data: data + b"1 0\n", "the formula continues after its last clause"),
        (lambda data: data[:-1], "the line differs from the formula"),
        (lambda data: b"", "the line differs from the formula"),
    ],
)
def test_formulas_that_differ(change, message, hard):
    rewrite(hard, "formula.cnf", change)
    verdict = check.check(hard)
    assert not verdict.ok
    assert message in verdict.reason


FIELDS = json.loads(format_puzzle(Futoshiki([[0, 0], [0, 1]], [((0, 0), (0, 1))]), "json"))
KAKURO = {"schema": 1, "family": "kakuro", "rows": [[0]]}
COVER = {"schema": 1, "family": "exact_cover", "primary": ["a", "b"], "secondary": [], "options": []}
MODEL = json.loads(format_puzzle(Model(Skeleton(2, 2, [[0, 1]]), relations=[(0, 1, [(1, 2)])]), "json"))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"family": "hashi"}, "there are no proofs for the family 'hashi'"),
        ({**KAKURO, "rows": 5}, "'rows' must be a list of lists"),
        ({**KAKURO, "rows": [[0, 0], [0]]}, "rows must have the same length"),
        ({**KAKURO, "rows": [[0, [1]]]}, "rows: expected a list of length 2"),
        ({**KAKURO, "rows": [[0, [1, 2**40]]]}, "rows: expected whole numbers"),
        ({**COVER, "options": [["c"]]}, "option 0 has the unknown item"),
        ({**COVER, "options": [["a", "a"]]}, "option 0 has item 'a' twice"),
        ({**COVER, "options": [5]}, "option 0 must be a list or an object"),
        ({**COVER, "options": [{"a": "red"}]}, "item 'a' is primary and cannot have a colour"),
        ({**COVER, "secondary": ["a"]}, "item 'a' occurs twice"),
        ({**COVER, "primary": [[1]]}, "items must be strings or whole numbers"),
        ({**FIELDS, "sums": []}, "family 'futoshiki' must have exactly the fields 'clues', 'family'"),
        ({**FIELDS, "schema": 2}, "schema: expected whole numbers from 1 to 1"),
        ({**FIELDS, "n": 3}, "clues: expected a list of length 3"),
        ({**FIELDS, "n": True}, "n: expected whole numbers"),
        ({**FIELDS, "clues": [[0, 0], [0, 1.0]]}, "clues: expected whole numbers"),
        ({**FIELDS, "inequalities": [[[0, 0], [0, 2]]]}, "inequalities: expected whole numbers from 0 to 1"),
        (
            {**FIELDS, "inequalities": [[[0, 0], [0, 0]]]},
            "inequalities: the cells [[0, 0], [0, 0]] are not neighbours",
        ),
        (
            {"schema": 1, "family": "adjacent", "n": 2, "clues": [[0, 0]] * 2, "bars": [[[0, 0], [1, 1]]]},
            "bars: the cells [[0, 0], [1, 1]] are not neighbours",
        ),
        (
            {**FIELDS, "family": "sudoku", "regions": [[0, 0], [1, 1]], "n": 65},
            "n: expected whole numbers from 1 to 64",
        ),
        (
            {**FIELDS, "family": "sudoku", "regions": [[0, 0], [0, 1]]},
            "each region must have 2 cells",
        ),
        (
            {**MODEL, "sums": [{"cells": [0]}]},
            "each sum must be an object with 'cells' and 'total'",
        ),
        ({**MODEL, "domains": [0, False]}, "domains: expected a list"),
        ({**MODEL, "domains": [0, [3]]}, "domains: expected whole numbers from 1 to 2"),
        ({**MODEL, "domains": 5}, "'domains', 'sums' and 'relations' must be lists"),
        ({**MODEL, "units": [[0, 0]]}, "a unit has a cell twice"),
        ({**MODEL, "relations": [5]}, "each relation must be an object with"),
        (
            {**MODEL, "relations": [{"cells": [0, 1], "allowed": [[1]]}]},
            "relations: expected a list of length 2",
        ),
    ],
)
def test_bad_puzzles(fields, message):
    with pytest.raises(encoding.Unreadable) as error:
        encoding.statement(fields)
    assert message in str(error.value)


@pytest.mark.parametrize("text", ["", "5", "{", "\xff", "[" * 100_000])
@pytest.mark.parametrize("name", ["puzzle.json", "certificate.json"])
def test_files_that_are_not_json(name, text, hard):
    (hard / name).write_bytes(text.encode("latin-1"))
    verdict = check.check(hard)
    assert not verdict.ok
    assert verdict.reason.startswith(f"{name}: ")


def test_large_puzzles_are_refused(hard, monkeypatch):
    monkeypatch.setattr(encoding, "MAX_PUZZLE", 100)
    assert check.check(hard).reason == "puzzle.json: expected a JSON object of at most 100 bytes"


@pytest.mark.parametrize("name", FILES)
def test_missing_files(name, hard):
    (hard / name).unlink()
    with pytest.raises(FileNotFoundError):
        check.check(hard)


# Alone -------------------------------------------------------------------------------------------------


def test_it_runs_without_the_package(hard, tmp_path):
    alone = subprocess.run(
        [sys.executable, "-I", "-S", "-c", "import fastfuto"], capture_output=True, check=False
    )
    assert alone.returncode == 1
    done = run_alone(tmp_path, hard)
    assert (done.returncode, done.stdout.split(";")[0], done.stderr) == (
        0,
        "verified: only this solution",
        "",
    )
    rewrite(hard, "proof.drat", lambda data: b"1 0\n" + data)
    done = run_alone(tmp_path, hard)
    expected = "refuted: proof.drat, line 1: the clause does not follow by unit propagation\n"
    assert (done.returncode, done.stdout) == (1, expected)
    change_record(hard, version=7)
    done = run_alone(tmp_path, hard)
    assert (done.returncode, done.stdout.partition(":")[0]) == (2, "unreadable")
    assert run_alone(tmp_path, tmp_path / "nowhere").returncode == 2
    assert run_alone(tmp_path).returncode == 2
