"""Certificates that are changed at random: none is verified whose claim brute force refutes.

``python -m bench.proofs forged --number 100000`` changes so many.
"""

import json
import random
from itertools import islice

import pytest
from bench.cases.forged import (
    CHANGES,
    FAMILIES,
    FORMS,
    attempts,
    changed,
    is_readable,
    small_puzzle,
    solutions_of,
    values_of,
)

from fastfuto import all_solutions, parse
from fastfuto.proofs import encoding

START, CHANGED = 2210, 6
"""The first of twenty puzzles, among them some of whose changes a checker without the conditions would accept."""


@pytest.mark.thorough
def test_false_claims_are_refused(tmp_path):
    seen = set()
    for each in islice(attempts(START, tmp_path, CHANGED), 20 * (1 + CHANGED)):
        assert not each.is_accepted or each.is_true is not False, each
        assert each.is_accepted or each.change != "none", each
        seen |= {(each.change, each.is_true, each.is_accepted), each.family, each.made.form}
    assert seen >= {*FAMILIES, *FORMS}
    assert seen >= {(change, False, False) for change in CHANGES}
    assert len(seen & {(change, True, True) for change in CHANGES}) > 4


@pytest.mark.parametrize("family", FAMILIES)
def test_the_checker_reads_what_the_reader_of_puzzles_reads(family):
    rng = random.Random(family)
    n_read = 0
    for _ in range(2):
        _, fields, _ = small_puzzle(rng, family)
        for _ in range(20):
            new = changed(rng, fields)
            try:
                encoding.statement(new)
            except encoding.Unreadable:
                continue
            assert is_readable(new)
            n_read += 1
            if (found := solutions_of(new)) is not None and len(found) < 300:
                grids = all_solutions(parse(json.dumps(new), "json")).tolist()
                assert {values_of(new, grid) for grid in grids} == found
    assert n_read > 3
