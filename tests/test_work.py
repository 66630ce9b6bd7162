"""The work of engines and verbs on fixed puzzles is what golden/work.tsv says; see work.py."""

import pytest

from .cases import thorough
from .work import AREAS, expected, measured

LONG = ("generation", "learner", "logic", "schedule", "search", "steps")
"""Areas that take most of the time."""


@pytest.mark.parametrize("area", [thorough(area) if area in LONG else area for area in AREAS])
def test_work_is_what_it_was(area):
    now, before = measured(area), expected(area)
    lines = []
    for case in {**before, **now}:
        if now.get(case) != before.get(case):
            lines += [case, f"    expected {before.get(case)}", f"    measured {now.get(case)}"]
    assert not lines, "\n".join(
        [
            f"{len(lines) // 3} of {len(now)} cases of {area} take other work than before",
            *lines[:60],
            "If that is intended: python -m tests.work",
        ]
    )
