"""The checker of pseudo-Boolean proofs: formulas against the rules, proofs that hold or do not, and bad files."""

import io
import itertools
import json
import random
from pathlib import Path

import pytest
from bench.cases.proofs import PB_SPOILS, random_puzzle, random_sums, spoilt_pb

from fastfuto import load, prove
from fastfuto.proofs import check, encoding

from ..cases import some
from ..strategies import rounds
from .samples import change_record, check_spoilt, is_pseudo_boolean_proof, rewrite, run_alone, statement_of

HARD = load(Path(__file__).parents[2] / "examples" / "nine.txt")


@pytest.fixture(scope="module")
def certificate():
    """A certificate with a proof of some hundred lines."""
    return prove(HARD)


@pytest.fixture
def hard(certificate, tmp_path):
    """The folder of this certificate."""
    certificate.save(tmp_path / "hard")
    return tmp_path / "hard"


# Formulas ----------------------------------------------------------------------------------------------


def value_of(row, true):
    return sum(a for a, x in row.terms if (x > 0) == (abs(x) in true))


@pytest.mark.parametrize("number", some(range(120), 12))
def test_the_formula_holds_for_solutions_alone(number):
    puzzle = random_sums(number, is_small=True)
    statement = statement_of(puzzle)
    variables = sorted(statement.variables().values())
    if len(variables) > 12:
        pytest.skip("too many assignments")
    for truth in itertools.product((False, True), repeat=len(variables)):
        true = {x for x, is_true in zip(variables, truth, strict=True) if is_true}
        values = {row: value_of(row, true) for row in map(tuple_of, statement.rows())}
        holds = all(v == row.number if row.relation == "=" else v >= row.number for row, v in values.items())
        assert holds == is_allowed(puzzle, statement, true)


def tuple_of(row):
    return row._replace(terms=tuple(row.terms))


def is_allowed(puzzle, statement, true):
    """Return whether the true variables are a solution by the puzzle's own rules."""
    if isinstance(statement, encoding.Cover):
        return puzzle.is_solution(sorted(x - 1 for x in true))
    cells = sorted((x - 1) // statement.n_values for x in true)
    if cells != list(range(len(statement.domains))):
        return False
    values = [(x - 1) % statement.n_values + 1 for x in sorted(true)]
    units = [[values[cell] for cell in unit] for unit in puzzle.model().skeleton.units]
    sums = [(sum(values[cell] for cell in cells), total) for cells, total in statement.sums]
    return (
        all(len(set(unit)) == len(unit) for unit in units)
        and all(found == total for found, total in sums)
        and all(values[a] < values[b] for a, b in puzzle.model().inequalities.tolist())
    )


# Proofs ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", some(range(140), 14))
def test_random_puzzles_are_proved(number, tmp_path):
    prove(random_puzzle(number)).save(tmp_path)
    assert check.check(tmp_path).ok


@pytest.mark.parametrize("number", some(range(60), 8))
def test_sums_and_covers_are_proved(number, tmp_path):
    prove(random_sums(number)).save(tmp_path)
    assert check.check(tmp_path).ok


@pytest.fixture(scope="module")
def proved(tmp_path_factory):
    """Certificates of small puzzles with proofs of several lines."""
    folders = []
    for puzzle in [*map(random_puzzle, (88, 494, 517, 942)), *map(random_sums, (1, 2, 3, 5, 8))]:
        folders.append(tmp_path_factory.mktemp("proved"))
        prove(puzzle, claim="auto").save(folders[-1])
    return [folder for folder in folders if len((folder / "proof.pbp").read_bytes()) > 200]


@pytest.mark.parametrize("spoil", PB_SPOILS)
def test_spoilt_proofs_are_refused(spoil, proved, tmp_path):
    names = "formula.opb", "proof.pbp"
    check_spoilt(spoil, 10, spoilt_pb, is_pseudo_boolean_proof, names, proved, tmp_path)


@pytest.mark.parametrize("seed", some(range(60), 10))
def test_rules_are_sound(seed):
    # Whatever the rules derive holds in every assignment in which what it comes from holds.
    rng = random.Random(seed)
    names = {f"x{k}": k for k in range(1, 6)}
    checker = check.Checker(names)
    for _ in range(4):
        terms = [(rng.randint(-3, 3), x) for x in rng.sample(range(1, 6), rng.randint(1, 4))]
        checker.hold(check.normal(terms, rng.randint(-2, 2)))
    n_derived = 0
    for _ in rounds(3000):
        ids = [str(rng.randint(1, checker.n_numbered)) for _ in range(3)]
        literals = rng.sample([*names, *(f"~{name}" for name in names)], rng.randint(0, 3))
        said = " ".join(f"{rng.randint(1, 2)} {name}" for name in literals)
        clause = " ".join(f"1 {name}" for name in literals)
        line = rng.choice(
            [
                f"pol {ids[0]} {rng.randint(1, 3)} * {ids[1]} + ;",
                f"ia {said} >= {rng.randint(0, 2)} : {ids[0]} ;",
                f"rup {clause} >= 1 : {' '.join(ids)} ;",
            ]
        )
        before = dict(checker.held)
        try:
            checker.follow(line, False)
        except ValueError:
            continue
        n_derived += 1
        new = checker.held[checker.n_numbered]
        for truth in itertools.product((1, -1), repeat=5):
            true = {k * sign for k, sign in zip(range(1, 6), truth, strict=True)}
            if all(holds_in(each, true) for each in before.values()):
                assert holds_in(new, true), line
    assert n_derived > 20


def holds_in(constraint, true):
    terms, degree = check.as_sum(constraint)
    return sum(a for x, a in terms.items() if x in true) >= degree


def test_what_was_deleted_does_not_help():
    checker = check.Checker({"x1": 1, "x2": 2})
    checker.hold(frozenset({1, 2}))
    checker.n_given = 1
    checker.hold(frozenset({1, -2}))
    checker.follow("rup 1 x1 >= 1 : 1 2 ;", False)
    checker.follow("del id 2 ;", False)
    for line in ("rup 1 x1 >= 1 : 1 2 ;", "del id 2 ;", "del id 1 ;"):
        with pytest.raises(
            ValueError, match=r"expected the number of a constraint|does not exist or has been deleted"
        ):
            checker.follow(line, False)


# Bad files ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"rup >= 1 : 1000000000 ;\n", "constraint 1000000000 does not exist"),
        (b"rup >= 1 : " + b"9" * 1000 + b" ;\n", "expected the number of a constraint"),
        (b"pol 1 " + b"9" * 1000 + b" * ;\n", "expected a number of at most 18 digits"),
        (
            b"pol 1 999999999999999999 * 999999999999999999 * ;\n",
            "a factor must be at least 1, and its products at most",
        ),
        (b"pol 1 0 * ;\n", "a factor must be at least 1"),
        (b"pol 1 -5 * ;\n", "a factor must be at least 1"),
        (b"pol 1 2 ;\n", "pol must leave 1 constraint on its stack"),
        (b"pol 1 * ;\n", "expected a constraint before the factor"),
        (b"pol + ;\n", "expected the number of a constraint"),
        (b"pol * ;\n", "expected the number of a constraint"),
        (b"pol ;\n", "pol must leave 1 constraint on its stack"),
        (b"ia 1 r0c0v99 >= 1 : 1 ;\n", "'r0c0v99' is not a literal of the formula"),
        (b"ia 1 r0c0v1 : 1 ;\n", "expected pairs of a coefficient and a literal"),
        (b"ia >= 1 : 1 ;\n", "constraint 1 does not imply the constraint"),
        (b"rup 2 r0c0v1 >= 2 : 1 ;\n", "rup must derive a clause"),
        (b"rup 1 r0c0v1 >= 1 ;\n", "expected pol, rup, ia"),
        (b"rup >= 1 : 1 2 3 ;\n", "the clause does not follow from the constraints"),
        (b"del id 5 ;\n", "expected the number of a constraint"),
        (b"a 1 r0c0v1 >= 1 ;\n", "expected pol, rup, ia"),
        (b"conclusion UNSAT : 1 ;\n", "expected pol, rup, ia"),
        (b"output NONE ;\nconclusion UNSAT : 1 ;\n", "constraint 1 is not a contradiction"),
        (b"output NONE ;\npol 1 2 + ;\n", "expected the conclusion"),
        (b"PNG\r\n", "expected ';' at the end of the line"),
        (b"\xff\xfe ;\n", "'ascii' codec"),
        (b"rup 1", "expected a complete line"),
    ],
)
def test_bad_lines(line, message, hard):
    head = b"".join((hard / "proof.pbp").read_bytes().splitlines(keepends=True)[:2])
    rewrite(hard, "proof.pbp", lambda _: head + line)
    verdict = check.check(hard)
    assert not verdict.ok
    assert verdict.line == 2 + line.count(b"\n") + (not line.endswith(b"\n"))
    assert message in verdict.reason


def test_constraints_do_not_support_each_other(hard):
    # A line cannot name itself, or one that comes after it.
    head = b"".join((hard / "proof.pbp").read_bytes().splitlines(keepends=True)[:2])
    n_given = int(head.split()[-2])
    for number in (n_given + 1, n_given + 2):
        rewrite(hard, "proof.pbp", lambda _, k=number: head + b"rup >= 1 : %d ;\nrup >= 1 : -1 ;\n" % k)
        assert check.check(hard)[:2] == (False, 3)


def test_truncated_and_lengthened_proofs(hard):
    lines = (hard / "proof.pbp").read_bytes().splitlines(keepends=True)
    for keep in (0, 1, 2, 3, len(lines) - 3, len(lines) - 2, len(lines) - 1):
        rewrite(hard, "proof.pbp", lambda _, k=keep: b"".join(lines[:k]))
        assert check.check(hard)[:2] == (False, keep + 1)
    rewrite(hard, "proof.pbp", lambda _: b"".join([*lines, b"\n"]))
    assert check.check(hard)[:2] == (False, len(lines) + 1)


def test_coefficients_are_bounded():
    # Each line doubles them, so without a bound they would soon fill the memory.
    checker = check.Checker({"x1": 1, "x2": 2})
    checker.hold(frozenset({1, 2}))
    for number in range(1, 63):
        checker.follow(f"pol {number} {number} + ;", False)
    with pytest.raises(ValueError, match="the coefficients of the sum must be at most"):
        checker.follow("pol 63 63 + ;", False)


def test_lines_are_bounded():
    checker = check.Checker({"x1": 1})
    file = io.BytesIO(b"pseudo-Boolean proof version 3.0\nf 0 ;\npol " + b"1 " * check.LONGEST)
    verdict = check.follow(file, checker, lambda: None)
    assert verdict[:2] == (False, 3)
    assert "expected a complete line" in verdict.reason


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"version": 3}, "only versions 1 and 2 are known"),
        ({"claim": 2}, "the claim 2 does not match 1 solution"),
        ({"claim": True}, "the claim True does not match"),
        ({"pieces": []}, "the pieces do not cover every grid exactly once"),
        ({"pieces": [[], []]}, "the pieces do not cover every grid exactly once"),
        ({"pieces": 5}, "'pieces' must be a list of lists"),
        ({"pieces": [[[0, 99]]]}, "expected a cell and one of its values"),
        (
            {"pieces": [[[0, 1]]]},
            "expected a cell and one of its values|every grid exactly once",
        ),
        ({"solutions": [[[1] * 9] * 9]}, "solution 1 violates a rule"),
        ({"sha256": {}}, "the SHA-256 of puzzle.json does not match"),
    ],
)
def test_bad_records(fields, message, hard):
    change_record(hard, **fields)
    verdict = check.check(hard)
    assert (verdict.ok, verdict.line) == (False, None)
    assert any(part in verdict.reason for part in message.split("|"))


def test_pieces_must_cover_all_values():
    domains = [[1, 2], [1, 2, 3]]
    whole = [[(0, 1), (1, v)] for v in (1, 2, 3)]
    assert encoding._is_complete([*whole, [(0, 2)]], domains)
    assert encoding._is_complete([[]], domains)
    for pieces in ([], whole, [*whole[:2], [(0, 2)]], [*whole, [(0, 2)], [(0, 2)]], [[(0, 1)], [(1, 1)]]):
        assert not encoding._is_complete(pieces, domains)


def test_pieces_may_begin_with_any_cell():
    pieces = json.loads("[[[300, 1]], [[300, 2]]]")  # Two numbers above 256 that are equal are two objects.
    assert encoding._is_complete(pieces, [[1, 2]] * 301)


def test_pieces_are_bounded(hard):
    puzzle = json.loads((hard / "puzzle.json").read_text())
    cell, value = next((k, v) for k, v in enumerate(itertools.chain(*puzzle["clues"])) if v)
    for piece in ([[cell, value]] * 1001, [[cell, value]] * 65):
        change_record(hard, pieces=[piece, piece])
        assert "a piece must fill at most 64 cells" in check.check(hard).reason


def test_a_formula_that_is_not_the_puzzle(hard):
    text = (hard / "formula.opb").read_bytes()
    for changed in (
        text.replace(b"= 1 ;", b"= 2 ;", 1),
        text + b"1 r0c0v1 >= 1 ;\n",
        text[:-10],
        b"",
        text[:300],
    ):
        rewrite(hard, "formula.opb", lambda _, data=changed: data)
        assert check.check(hard).reason.startswith("formula.opb, line")


@pytest.mark.thorough
def test_it_runs_without_the_package(hard, tmp_path):
    done = run_alone(tmp_path, hard)
    assert (done.returncode, done.stdout.split(";")[0], done.stderr) == (
        0,
        "verified: only this solution",
        "",
    )
    rewrite(hard, "proof.pbp", lambda data: data.replace(b"rup", b"pur"))
    done = run_alone(tmp_path, hard)
    assert (done.returncode, done.stdout.partition(":")[0]) == (1, "refuted")
    assert run_alone(tmp_path, tmp_path / "nowhere").returncode == 2
