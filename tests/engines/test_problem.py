"""The compiled door to what a puzzle says: fastfuto.engines._problem."""

import copy
import pickle

import numpy as np
import pytest

from fastfuto import LatinSquare, Model, Skeleton
from fastfuto.engines import _learner, _search, _search_wide
from fastfuto.engines._problem import Problem, Units
from fastfuto.engines.loading import problem_of, units_of

from .problems import made
from .test_search import drain, ints

EMPTY = LatinSquare(4).model()
PAIR = Units(ints(0, 2), ints(0, 1), 2, 2)
DOMAINS = np.full((2, 1), 3, np.uint64)
NO_PAIRS = np.empty((0, 2), np.int32)


@pytest.mark.parametrize(
    ("starts", "members", "cells", "values", "error", "message"),
    [
        (None, ints(), 1, 1, TypeError, "unit_starts"),
        (ints(0), None, 1, 1, TypeError, "unit_cells"),
        ([0], ints(), 1, 1, TypeError, "."),
        (np.zeros(1, np.int64), ints(), 1, 1, ValueError, "dtype"),
        (np.zeros(1, ">i4"), ints(), 1, 1, ValueError, "."),
        (ints(), ints(), 1, 1, ValueError, "unit_starts must begin with 0"),
        (ints(1), ints(0), 1, 1, ValueError, "unit_starts must begin with 0"),
        (ints(-1, 1), ints(0), 1, 1, ValueError, "unit_starts must begin with 0"),
        (ints(0, 1), ints(), 1, 1, ValueError, "end with the length"),
        (ints(0, 1), ints(0, 1), 2, 2, ValueError, "end with the length"),
        (ints(0, 2, 1, 2), ints(0, 1), 2, 2, ValueError, "fall, but does after unit 1"),
        (ints(0, 2**31 - 1, 2), ints(0, 1), 2, 2, ValueError, "fall, but does after unit 1"),
        (ints(0, -(2**31), 2), ints(0, 1), 2, 2, ValueError, "fall, but does after unit 0"),
        (ints(0, 1, 2), ints(0, 2), 2, 2, ValueError, "unit 1 has a cell out of 0 to 1"),
        (ints(0, 1, 2), ints(0, -1), 2, 2, ValueError, "unit 1 has a cell out of 0 to 1"),
        (ints(0, 1), ints(2**31 - 1), 2, 2, ValueError, "unit 0 has a cell out of 0 to 1"),
        (ints(0, 1), ints(-(2**31)), 2, 2, ValueError, "unit 0 has a cell out of 0 to 1"),
        (ints(0, 1, 4), ints(0, 1, 0, 1), 2, 2, ValueError, "unit 1 has a cell twice"),
        (ints(0), ints(), 0, 1, ValueError, "n_cells must be 1 to"),
        (ints(0), ints(), -1, 1, ValueError, "n_cells must be 1 to"),
        (ints(0), ints(), 2**24 + 1, 1, ValueError, "n_cells must be 1 to"),
        (ints(0), ints(), 2**63 - 1, 1, ValueError, "n_cells must be 1 to"),
        (ints(0), ints(), 1, 0, ValueError, "n_values must be 1 to"),
        (ints(0), ints(), 1, -5, ValueError, "n_values must be 1 to"),
        (ints(0), ints(), 1, 256, ValueError, "n_values must be 1 to"),
    ],
)
def test_wrong_units(starts, members, cells, values, error, message):
    with pytest.raises(error, match=message):
        Units(starts, members, cells, values)


def test_too_many_places():
    starts = np.zeros(2**23 + 2, np.int32)  # without a cell, but each unit would have places for 128 values
    with pytest.raises(ValueError, match="memberships"):
        Units(starts, ints(), 1, 128)


@pytest.mark.parametrize(
    ("domains", "inequalities", "error", "message"),
    [
        (None, "right", TypeError, "domains"),
        ("right", None, TypeError, "inequalities"),
        (np.ones((16, 1), np.int64), "right", ValueError, "dtype"),
        (np.ones((16, 1), ">u8"), "right", ValueError, "."),
        (np.ones((15, 1), np.uint64), "right", ValueError, r"domains must have shape \(16, "),
        (np.ones((17, 4), np.uint64), "right", ValueError, r"domains must have shape \(16, "),
        (np.ones((0, 4), np.uint64), "right", ValueError, r"domains must have shape \(16, "),
        (np.ones((16, 0), np.uint64), "right", ValueError, r"domains must have shape \(16, "),
        (np.ones((16, 2), np.uint64), "right", ValueError, r"domains must have shape \(16, "),
        ("right", np.zeros((1, 2), np.int64), ValueError, "dtype"),
        ("right", np.zeros((1, 3), np.int32), ValueError, "inequalities must have shape"),
        ("right", np.zeros((0, 3), np.int32), ValueError, "inequalities must have shape"),
        ("right", np.zeros((3, 0), np.int32), ValueError, "inequalities must have shape"),
        ("right", np.array([[0, 1], [2, 16]], np.int32), ValueError, r"inequality 1, \(2, 16\)"),
        ("right", np.array([[0, 1], [-1, 2]], np.int32), ValueError, r"inequality 1, \(-1, 2\)"),
        ("right", np.array([[2**31 - 1, -(2**31)]], np.int32), ValueError, "inequality 0"),
        ("right", np.array([[0, 1], [5, 5]], np.int32), ValueError, r"inequality 1, \(5, 5\)"),
    ],
)
def test_wrong_domains_and_inequalities(domains, inequalities, error, message):
    domains = EMPTY.domains if isinstance(domains, str) else domains
    inequalities = EMPTY.inequalities if isinstance(inequalities, str) else inequalities
    with pytest.raises(error, match=message):
        Problem(units_of(EMPTY.skeleton), domains, inequalities)


@pytest.mark.parametrize(
    ("sums", "error", "message"),
    [
        ((ints(0, 1), ints(2), ints(3)), ValueError, "a sum has cell 2, out of 0 to 1"),
        ((ints(0, 1), ints(-1), ints(3)), ValueError, "a sum has cell -1"),
        ((ints(0, 2), ints(1), ints(3)), ValueError, "the starts of sums must lead"),
        ((ints(1, 1), ints(1), ints(3)), ValueError, "the starts of sums must lead"),
        ((ints(0), ints(), ints(3)), ValueError, "the starts of sums must lead"),
        ((ints(), ints(), ints()), ValueError, "the starts of sums must lead"),
        ((ints(0, 2, 1, 2), ints(0, 1), ints(3, 3, 3)), ValueError, "sum 1 ends before it begins"),
        ((ints(0, 1), ints(1)), ValueError, "unpack"),
        ((ints(0, 1), None, ints(3)), ValueError, "belong together"),
        ((None, ints(0), ints(3)), ValueError, "belong together"),
        ((ints(0), ints(), None), ValueError, "belong together"),
        (3, TypeError, "."),
    ],
)
def test_wrong_sums(sums, error, message):
    with pytest.raises(error, match=message):
        Problem(PAIR, DOMAINS, NO_PAIRS, sums)


@pytest.mark.parametrize(
    ("cells", "numbers", "tables", "error", "message"),
    [
        ([[0, 2]], [0], (1, 2, 1), ValueError, r"relation 0, \(0, 2\)"),
        ([[1, 1]], [0], (1, 2, 1), ValueError, r"relation 0, \(1, 1\)"),
        ([[-1, 1]], [0], (1, 2, 1), ValueError, r"relation 0, \(-1, 1\)"),
        ([[0, 1]], [1], (1, 2, 1), ValueError, "table 1, out of 0 to 0"),
        ([[0, 1]], [-1], (1, 2, 1), ValueError, "table -1, out of 0 to 0"),
        ([[0, 1]], [0], (0, 2, 1), ValueError, "table 0, out of 0 to -1"),
        ([[0, 1]], [0, 0], (1, 2, 1), ValueError, "a table each"),
        ([[0, 1, 1]], [0], (1, 2, 1), ValueError, "relations must have shape"),
        ([[0, 1]], [0], (1, 3, 1), ValueError, "tables must have shape"),
        ([[0, 1]], [0], (1, 2, 4), ValueError, "tables must have shape"),
        ([[0, 1]], None, (1, 2, 1), ValueError, "belong together"),
    ],
)
def test_wrong_relations(cells, numbers, tables, error, message):
    numbers = None if numbers is None else np.array(numbers, np.int32)
    relations = np.array(cells, np.int32), numbers, np.ones(tables, np.uint64)
    with pytest.raises(error, match=message):
        Problem(PAIR, DOMAINS, NO_PAIRS, None, relations)


def test_arrays_are_copied():
    inequalities, domains = np.array([[0, 1]], np.int32), DOMAINS.copy()
    problem = Problem(PAIR, domains, inequalities)
    inequalities[:] = 10**9
    domains[:] = 0
    search = _search.Search(PAIR)
    search.reset(problem)
    assert drain(search, 2) == [(1, 2)]


def test_an_empty_list_of_tables_or_sums_is_taken():
    nothing = np.empty((0, 2), np.int32), ints(), np.ones((3, 2, 1), np.uint64)
    search = _search.Search(PAIR)
    search.reset(Problem(PAIR, DOMAINS, NO_PAIRS, (ints(0), ints(), ints()), nothing))
    assert drain(search, 2) == [(1, 2), (2, 1)]


def test_units_are_compared_by_what_they_hold():
    search = _search.Search(Units(ints(0, 2), ints(0, 1), 2, 2))
    search.reset(Problem(PAIR, DOMAINS, NO_PAIRS))
    assert drain(search, 2) == [(1, 2), (2, 1)]
    for other in (
        Units(ints(0, 2), ints(1, 0), 2, 2),
        Units(ints(0, 1, 2), ints(0, 1), 2, 2),
        Units(ints(0), ints(), 2, 2),
        Units(ints(0, 2), ints(0, 1), 2, 3),
    ):
        with pytest.raises(ValueError, match="other units"):
            search.reset(Problem(other, DOMAINS, NO_PAIRS))


def test_masks_have_the_width_of_the_build():
    with pytest.raises(ValueError, match="masks must have 1 words, got 4"):
        _search.Search(units_of(EMPTY.skeleton)).reset(made(EMPTY, 4))
    with pytest.raises(ValueError, match="masks must have 4 words, got 1"):
        _search_wide.Search(units_of(EMPTY.skeleton)).reset(made(EMPTY))


def test_the_learner_does_not_know_sums():
    model = Model(Skeleton(2, 9), sums=[([0, 1], 5)])
    with pytest.raises(ValueError, match="does not know sums"):
        _learner.Learner(units_of(model.skeleton)).reset(problem_of(model))


def test_a_problem_is_made_once():
    model = LatinSquare(3).model()
    assert problem_of(model) is problem_of(model)
    assert problem_of(model).units is units_of(model.skeleton)
    assert pickle.loads(pickle.dumps(model)) == copy.deepcopy(model) == model


def test_a_problem_is_no_value():
    problem = problem_of(EMPTY)
    for each in (problem, problem.units):
        for copied in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError):
                copied(each)
    with pytest.raises(AttributeError):
        problem.units = PAIR
