"""Relations of a model: what is read, refused, shared, compared and copied."""

import pickle

import numpy as np
import pytest

import fastfuto
from fastfuto import Model, PuzzleError, Skeleton
from fastfuto.model import NO_RELATIONS, Relations

TWO = Skeleton(2, 3)
LESS = [(1, 2), (1, 3), (2, 3)]
MATRIX = np.triu(np.ones((3, 3), bool), 1)


def related(*relations, skeleton=TWO):
    return Model(skeleton, relations=relations)


def test_a_matrix_says_the_same_as_pairs():
    models = [
        related((0, 1, allowed)) for allowed in (LESS, MATRIX, MATRIX.tolist(), np.array(LESS), iter(LESS))
    ]
    assert all(model == models[0] and hash(model) == hash(models[0]) for model in models)
    assert models[0].relations.cells.tolist() == [[0, 1]]
    assert models[0].relations.tables.tolist() == [[[0b110], [0b100], [0b000]]]
    assert fastfuto.all_solutions(models[0]).tolist() == [[1, 2], [1, 3], [2, 3]]
    assert related((1, 0, MATRIX.T)) != models[0]
    assert sorted(fastfuto.all_solutions(related((1, 0, MATRIX.T))).tolist()) == [[1, 2], [1, 3], [2, 3]]
    assert related() != models[0]


def test_relations_share_tables():
    skeleton = Skeleton(4, 3)
    model = Model(skeleton, relations=[(0, 1, LESS), (1, 2, MATRIX), (2, 3, MATRIX.T), (3, 0, list(LESS))])
    assert model.relations.tables.shape == (2, 3, 1)
    assert model.relations.table_numbers.tolist() == [0, 0, 1, 0]


def test_an_iterator_is_read_once():
    pairs = iter(LESS)
    model = Model(Skeleton(3, 3), relations=[(0, 1, pairs), (1, 2, pairs)])
    assert fastfuto.all_solutions(model).tolist() == [[1, 2, 3]]


def test_no_pairs_allow_nothing():
    assert fastfuto.count(related((0, 1, []))) == 0
    assert fastfuto.count(related((0, 1, np.zeros((3, 3), bool)))) == 0
    assert fastfuto.count(related((0, 1, np.ones((3, 3), bool)))) == 9


def test_wide_tables_have_four_words():
    model = Model(Skeleton(2, 200), relations=[(0, 1, [(1, 200), (65, 64)])])
    assert model.relations.tables.shape == (1, 200, 4)
    assert fastfuto.all_solutions(model, order="lexicographic").tolist() == [[1, 200], [65, 64]]


def test_arrays_are_read_only_and_copies_equal():
    model = related((0, 1, LESS), (0, 1, MATRIX.T))
    for array in model.relations:
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True
    assert pickle.loads(pickle.dumps(model)) == model
    again = Model.from_arrays(model.skeleton, model.domains, model.inequalities, relations=model.relations)
    assert again == model
    assert Model(TWO).relations is NO_RELATIONS
    assert pickle.loads(pickle.dumps(Model(TWO))) == Model(TWO)


def test_a_model_shows_its_relations():
    assert repr(related((0, 1, LESS))) == "<Model: 2 cells, 3 values, 0 inequalities, 1 relations>"
    assert "relations" not in repr(Model(TWO))


def test_arrays_that_do_not_fit_are_refused_by_the_engines():
    model = related((0, 1, LESS))
    wrong = [
        model.relations._replace(cells=np.array([[0, 2]], np.int32)),
        model.relations._replace(cells=np.array([[1, 1]], np.int32)),
        model.relations._replace(table_numbers=np.array([1], np.int32)),
        model.relations._replace(table_numbers=np.array([-1], np.int32)),
        model.relations._replace(table_numbers=np.array([0, 0], np.int32)),
        model.relations._replace(tables=np.zeros((1, 2, 1), np.uint64)),
        model.relations._replace(tables=np.zeros((1, 3, 4), np.uint64)),
        Relations(np.zeros((1, 3), np.int32), np.zeros(1, np.int32), model.relations.tables),
    ]
    for relations in wrong:
        broken = Model.from_arrays(model.skeleton, model.domains, model.inequalities, relations=relations)
        for engine in ("search", "learner"):
            with pytest.raises(ValueError, match=r"relation|tables"):
                fastfuto.solve(broken, engine=engine)


@pytest.mark.parametrize(
    ("relation", "message"),
    [
        (5, r"relation 1: expected \(cell, cell, allowed\), got 5"),
        ((0, 1), r"relation 1: expected \(cell, cell, allowed\)"),
        ((0, 1.0, LESS), r"relation 1: expected \(cell, cell, allowed\)"),
        ((0, True, LESS), r"relation 1: expected \(cell, cell, allowed\)"),
        ((0, 2, LESS), "relation 1: cell 2 is outside 0 to 1"),
        ((-1, 0, LESS), "relation 1: cell -1 is outside 0 to 1"),
        ((0, 10**30, LESS), "relation 1: cell 10{30} is outside 0 to 1"),
        ((1, 1, LESS), "relation 1 relates cell 1 to itself"),
        ((0, 1, 5), "relation 1: expected a boolean matrix or pairs of values, got 5"),
        ((0, 1, np.ones((2, 3), bool)), r"relation 1: the matrix must be 3 x 3, got shape \(2, 3\)"),
        ((0, 1, [(1, 4)]), r"relation 1: the pair \(1, 4\) has a value outside 1 to 3"),
        ((0, 1, [(0, 1)]), r"relation 1: the pair \(0, 1\) has a value outside 1 to 3"),
        ((0, 1, [(1, 10**30)]), "has a value outside 1 to 3"),
        ((0, 1, [(1, 2), 3]), "relation 1: expected a pair of values, got 3"),
        ((0, 1, [(1, 2, 3)]), "relation 1: expected a pair of values"),
        ((0, 1, [(1, 2.0)]), "relation 1: expected a pair of values"),
        ((0, 1, [(True, 2)]), "relation 1: expected a pair of values"),
        ((0, 1, np.eye(3)), "relation 1: expected a pair of values"),
        ((0, 1, "12"), "relation 1: expected a pair of values, got '1'"),
        ((0, 1, np.ma.masked_array(MATRIX)), "relation 1: masked arrays are not supported"),
    ],
)
def test_what_is_no_relation_is_refused(relation, message):
    with pytest.raises(PuzzleError, match=message.replace("10{30}", str(10**30))):
        related((0, 1, LESS), relation)
