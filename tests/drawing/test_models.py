"""Pictures of models: each thing that a model says has its sign, and what has none is counted."""

import itertools
import random

import numpy as np
import pytest

import fastfuto
from fastfuto import Futoshiki, Model, PuzzleError, Skeleton, draw, hint, solve

from .test_drawing import elements, texts

N = 4
CELLS = np.arange(N * N).reshape(N, N)
LINES = [*CELLS, *CELLS.T]
BOXES = CELLS.reshape(2, 2, 2, 2).swapaxes(1, 2).reshape(N, N)
LATIN = Skeleton(N * N, N, LINES)
EVERY = [(v, w) for v in range(1, N + 1) for w in range(1, N + 1)]


def count(model, name, **options):
    return len(elements(draw(model, **options), name))


def test_cells_values_and_marks():
    model = Model(LATIN, [1, [2, 3], *[0] * 14])
    assert count(model, "cell") == 16
    assert texts(draw(model), "number") == ["1"]
    assert texts(draw(model), "candidate") == ["2"] or any(
        "3" in text for text in texts(draw(model), "candidate")
    )
    grid = solve(model).grid
    assert len(texts(draw(model, grid), "solved")) == 15
    assert draw(model, grid).text == draw(model, grid.reshape(N, N)).text
    assert draw(model).text.split() == ["1"] + ["."] * 15
    wrong = grid.copy()
    wrong[1] = 4
    assert count(Model(LATIN, [1, [2, 3], *[0] * 14]), "conflict", solution=wrong) > 0


def test_regions_have_walls_and_other_units_are_lines():
    assert count(Model(LATIN), "wall") == 1
    assert count(Model(Skeleton(16, N, [*LINES, *BOXES])), "wall") == 1 + 4 * 8
    assert count(Model(LATIN), "order") == 0
    assert count(Model(Skeleton(16, N, [*LINES, np.diag(CELLS)])), "order") == 1


def test_sums_are_cages():
    cage = Model(LATIN, sums=[([0, 1, 4], 7)])
    assert count(cage, "weak") == 8
    assert texts(draw(cage), "name") == ["7"]
    apart = Model(LATIN, sums=[([0, 5, 10], 9), ([0, 1], 3), ([1, 2], 4)])
    assert sorted(texts(draw(apart), "name")) == ["3", "4", "9"]
    assert count(apart, "weak") == 6
    assert count(apart, "order") == 2


def test_inequalities_are_signs_or_arrows():
    model = Model(LATIN, inequalities=[(0, 1), (5, 1), (2, 7), (0, 15)])
    assert count(model, "sign") == 2
    assert count(model, "head") == 2
    assert (count(model, "lt"), count(model, "gt")) == (1, 1)


@pytest.mark.parametrize(
    ("holds", "name"),
    [
        (lambda v, w: v + w == 5, "+5"),
        (lambda v, w: v * w == 4, "×4"),
        (lambda v, w: abs(v - w) == 2, "−2"),
        (lambda v, w: v == w, "÷1"),
        (lambda v, w: abs(v - w) >= 2, "≥2"),
    ],
)
def test_relations_have_labels(holds, name):
    allowed = [pair for pair in EVERY if holds(*pair)]
    assert texts(draw(Model(LATIN, relations=[(0, 1, allowed)])), "name") == [name]
    assert "not shown" not in repr(draw(Model(LATIN, relations=[(0, 1, allowed)])))
    assert count(Model(LATIN, relations=[(0, 2, allowed)]), "order") == 1


def test_relations_of_kropki_are_dots():
    white = [(v, w) for v, w in EVERY if abs(v - w) == 1]
    black = [(v, w) for v, w in EVERY if v == 2 * w or w == 2 * v]
    assert (
        count(Model(LATIN, relations=[(0, 1, white)]), "ring"),
        count(Model(LATIN, relations=[(0, 1, white)]), "member"),
    ) == (1, 0)
    assert (
        count(Model(LATIN, relations=[(0, 1, black)]), "ring"),
        count(Model(LATIN, relations=[(0, 1, black)]), "member"),
    ) == (0, 1)


def test_what_has_no_sign_is_counted():
    odd = [(v, w) for v, w in EVERY if (v, w) != (2, 3)]
    model = Model(LATIN, relations=[(0, 1, odd), (2, 3, EVERY), (4, 5, [])])
    assert repr(draw(model)) == "<Drawing: A model with 4 x 4 cells and 4 values; 3 relations not shown>"


def test_rectangles_and_steps():
    row = Model(Skeleton(6, 6, [range(6)]), [0] * 5 + [6], inequalities=itertools.pairwise(range(5)))
    drawing = draw(row)
    assert drawing.text == draw(row, shape=(1, 6)).text
    assert len(elements(drawing, "sign")) == 4
    assert len(draw(row, shape=(2, 3)).text.splitlines()) == 2
    assert elements(draw(row, step=hint(row), shape=(2, 3)), "premise") or elements(
        draw(row, step=hint(row), shape=(2, 3)), "placed"
    )
    for shape in ((2, 2), (0, 6), (-1, -6), 6, "ab", (1, 2, 3), (2.5, None)):
        with pytest.raises(PuzzleError):
            draw(row, shape=shape)
    with pytest.raises(TypeError, match="shape can be given only for a Model"):
        draw(Futoshiki([[0] * 3] * 3), shape=(3, 3))
    with pytest.raises(PuzzleError, match="a conflict can be drawn only in a Puzzle"):
        draw(row, shape=(1, 6), conflict=Futoshiki([[0]]))
    with pytest.raises(PuzzleError):
        draw(row, [1, 2], shape=(1, 6))


def chosen(rng, size, least):
    return rng.sample(range(size), min(size, rng.randint(least, 5)))


def test_any_model_is_drawn():
    rng = random.Random(6)
    for _ in range(150):
        rows, columns, n = rng.randint(1, 5), rng.randint(1, 5), rng.randint(1, 9)
        size = rows * columns
        units = [
            cells for cells in (chosen(rng, size, 1) for _ in range(rng.randint(0, 4))) if len(cells) <= n
        ]
        pairs = [rng.sample(range(size), 2) for _ in range(rng.randint(0, 4)) if size > 1]
        table = [pair for pair in itertools.product(range(1, n + 1), repeat=2) if rng.random() < 0.5]
        model = Model(
            Skeleton(size, n, units),
            [rng.sample(range(1, n + 1), rng.randint(0, n)) for _ in range(size)],
            pairs,
            [(chosen(rng, size, 0), rng.randint(0, 30)) for _ in range(rng.randint(0, 4))],
            [(*pair, table) for pair in pairs],
        )
        drawing = draw(model, shape=(rows, columns))
        assert len(elements(drawing, "cell")) == size
        assert drawing.html.startswith("<!")
        assert fastfuto.draw(model, shape=(rows, columns), style="print").text == drawing.text
