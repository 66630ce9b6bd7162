"""The table of what decides: each says what it does and where that was measured, and a trial gives it other values."""

import ast
import re
from itertools import pairwise
from pathlib import Path

import pytest
from bench.trials import tuned

import fastfuto
from fastfuto.solving import tuning

from ..sources import PACKAGE

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebook"
BODY = ast.parse((PACKAGE / "solving" / "tuning.py").read_text(encoding="utf-8")).body
CONSTANTS = {
    node.target.id: ast.literal_eval(after.value) if isinstance(after, ast.Expr) else ""
    for node, after in pairwise(BODY)
    if isinstance(node, ast.AnnAssign)
}


@pytest.mark.parametrize("name", CONSTANTS)
def test_each_says_what_it_does_and_where_it_was_measured(name):
    words = " ".join(CONSTANTS[name].split())
    told = re.fullmatch(r'.+\. (?:Not measured|Measured: ([a-z]+\.md), "(.+)")\.', words)
    assert told
    page, heading = told.groups()
    if page:
        assert re.search(rf"^##+ {re.escape(heading)}$", (NOTEBOOK / page).read_text(encoding="utf-8"), re.M)


def test_the_table_lists_all_of_them():
    assert {name for name in vars(tuning) if name.isupper()} == set(CONSTANTS)
    assert len(CONSTANTS) > 50


@pytest.mark.parametrize("name", CONSTANTS)
def test_each_is_read_where_it_is_used(name):
    # A name that is imported would keep its value in a trial.
    uses = [path.read_text(encoding="utf-8") for path in (PACKAGE / "solving").glob("*.py")]
    assert any(f"tuning.{name}" in text for text in uses)
    assert not any("from .tuning import" in text for text in uses)


def leave_early():
    with tuned(FIRST_SLICE=1, EASY=2):
        assert (tuning.FIRST_SLICE, tuning.EASY) == (1, 2)
        raise ZeroDivisionError


def test_a_trial_ends_with_its_block():
    before = dict(vars(tuning))
    with pytest.raises(ZeroDivisionError):
        leave_early()
    assert vars(tuning) == before


def test_a_trial_knows_the_names():
    with pytest.raises(AttributeError, match="FIRST_SLISE"), tuned(FIRST_SLISE=1):
        pass


def test_a_trial_reaches_the_engines():
    puzzle = fastfuto.LatinSquare(9)
    with tuned(FIRST_SLICE=2, LONGEST_SEARCH=1):
        assert fastfuto.solve(puzzle).stats.engine == "learner"
    assert fastfuto.solve(puzzle).stats.engine == "search"


def test_no_setting_of_a_user_decides():
    for path in PACKAGE.rglob("*.py"):
        if path.parent.name != "cli":
            assert not re.search(r"\bos\.(environ|getenv)", path.read_text(encoding="utf-8")), path
