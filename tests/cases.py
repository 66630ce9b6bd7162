"""The cases of a test that the usual suite takes, and those that the thorough one adds."""

import pytest


def some(cases, step):
    """Return the cases as parameters: the first of each `step`, and the others marked for the thorough suite."""
    return [case if k % step == 0 else thorough(case) for k, case in enumerate(cases)]


def thorough(case):
    """Return a case that only the thorough suite takes."""
    values = case if type(case) is tuple else (case,)
    return pytest.param(*values, marks=pytest.mark.thorough)
