"""Every violation of a condition is refused, by each way to check a certificate."""

import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from bench.cases.forged import is_true, write

from fastfuto import verify
from fastfuto.proofs import check

from ..cases import some
from .violations import BASES, CONDITIONS, VIOLATIONS, honest

DOCUMENT = Path(__file__).parents[2] / "docs" / "how-to" / "proofs.md"
ALONE = """
import sys
sys.path.insert(0, sys.argv[1])
import check
for line in sys.stdin:
    print(check.report(line.rstrip("\\n"))[0], flush=True)
"""


@pytest.fixture(scope="module")
def codes(tmp_path_factory):
    """Ask copies of the checker, in an interpreter that has the standard library alone, for the exit codes of paths."""
    folder = tmp_path_factory.mktemp("alone")
    for name in ("check.py", "drat.py", "encoding.py"):
        shutil.copy(Path(check.__file__).with_name(name), folder)
    command = [sys.executable, "-E", "-S", "-c", ALONE, folder]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def code(path):
            process.stdin.write(f"{path}\n")
            process.stdin.flush()
            return int(process.stdout.readline())

        yield code
        process.stdin.close()


@pytest.fixture(scope="module")
def executor():
    with ThreadPoolExecutor(2) as threads:
        yield threads


def answers(path, executor, codes):
    """Return what each way to check a certificate says of it, and the exit code of the checker that runs alone."""
    return check.check(path).ok, verify(path), verify(path, executor=executor), codes(path)


@pytest.mark.parametrize(
    ("base", "form"), [(base, form) for base, (forms, *_) in BASES.items() for form in forms]
)
def test_certificates_without_a_violation(base, form, tmp_path, executor, codes):
    made = honest(base, form)
    assert is_true(made.fields, made.claim, made.solutions)
    assert answers(write(made.files(), tmp_path), executor, codes) == (True, True, True, 0)


@pytest.mark.parametrize("violation", some(VIOLATIONS, 2), ids=lambda each: f"{each.condition}-{each.name}")
def test_violations_are_refused(violation, tmp_path, executor, codes):
    for form in violation.forms:
        (tmp_path / form).mkdir()
        *oks, code = answers(write(violation.files(form), tmp_path / form), executor, codes)
        assert oks == [False, False, False], form
        assert code in (1, 2), form


def test_all_conditions_are_documented_and_planted():
    text = DOCUMENT.read_text(encoding="utf-8")
    assert [condition for condition in CONDITIONS if f"| {condition} |" not in text] == []
    assert {violation.condition for violation in VIOLATIONS} == {*CONDITIONS}
