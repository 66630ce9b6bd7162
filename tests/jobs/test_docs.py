"""The page about large jobs."""

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "jobs.md"


def test_the_page_is_true():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 10
    assert not failed
