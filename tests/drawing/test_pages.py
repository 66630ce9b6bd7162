"""What notebooks show of answers."""

import random
from xml.etree import ElementTree

import pytest

import fastfuto
from fastfuto import (
    ExactCover,
    Futoshiki,
    LatinSquare,
    Permutations,
    count_result,
    draw,
    explain,
    grade,
    solve,
)
from fastfuto.drawing import pages

from ..strategies import random_puzzle
from .puzzles import FIVE


def parsed(part):
    """Return a part of a page as a tree; it is valid XML, too."""
    return ElementTree.fromstring(part)


def words(part):
    return " ".join("".join(parsed(part).itertext()).split())


def test_an_explanation_is_a_list_to_unfold_with_a_picture_for_each_step():
    puzzle = random_puzzle(random.Random(2), 5, 0.2, 0.5)
    explanation = explain(puzzle)
    part = explanation._repr_html_()
    assert part.count("<svg") == len(explanation) > 5
    assert part.count("<details") == len(explanation) + 1
    assert part.count("<style>") == 1
    shown = words(part)
    assert all(" ".join(step.text().split()) in shown for step in explanation.steps)
    assert f"{len(explanation)} steps: " in shown
    pictures = part.split("<svg")[1:]
    for step, state, picture in zip(explanation.steps, explanation.states(), pictures, strict=True):
        alone = draw(puzzle, step=step, candidates=state).svg
        assert alone.partition("</style>")[2].strip() in picture


def test_explanations_end_as_they_do():
    assert "1 step: a solution does not exist" in words(
        explain(Futoshiki([[1, 1], [0, 0]]), steps=1)._repr_html_()
    )
    assert "the puzzle has several solutions" in words(explain(LatinSquare(3))._repr_html_())
    assert "the grid is full" in words(explain(LatinSquare([[1, 0], [0, 0]]))._repr_html_())


def test_the_pictures_of_an_explanation_are_limited(monkeypatch):
    monkeypatch.setattr(pages, "MOST_PICTURES", 2)
    explanation = explain(FIVE)
    assert explanation._repr_html_().count("<svg") == 2
    assert explanation._repr_html_().count("<li>") == len(explanation)


def test_models_have_sentences_alone():
    explanation = explain(FIVE.model())
    assert "<svg" not in explanation._repr_html_()
    assert len(explanation) > 0
    assert explanation.puzzle == FIVE.model()


def test_permutations_are_explained_with_pictures():
    explanation = explain(Permutations(3, order=[(0, 1), (1, 2)]))
    assert explanation._repr_html_().count("<svg") == len(explanation)


def test_grades():
    part = grade(FIVE)._repr_html_()
    assert grade(FIVE).level in words(part)
    assert f"its score{grade(FIVE).score:.1f}" in words(part)
    assert f"timeabout {round(grade(FIVE).minutes)} minutes" in words(part)
    assert "given up" in fastfuto.Grade("<b>", None, 0.0, 0.0, 0, False)._repr_html_()
    assert "&lt;b&gt;" in fastfuto.Grade("<b>", None, 0.0, 0.0, 0)._repr_html_()
    assert "<b>no solution</b>" in fastfuto.grade(fastfuto.Futoshiki([[2]]))._repr_html_()


def test_results():
    result = solve(FIVE)
    tree = parsed(result._repr_html_())
    assert [[int(cell.text) for cell in row] for row in tree.iter("tr")] == result.grid.tolist()
    assert "unsatisfiable" in words(solve(Futoshiki([[1, 1], [0, 0]]))._repr_html_())
    assert words(solve(Permutations(3))._repr_html_()).startswith("satisfiable")
    assert words(solve(ExactCover([]))._repr_html_()).startswith("satisfiable")


def test_counts():
    assert words(count_result(LatinSquare(3))._repr_html_()).startswith("12 solutions, ")
    assert words(count_result(LatinSquare([[1]]))._repr_html_()).startswith("1 solution, ")
    assert words(count_result(LatinSquare(4), limit=5)._repr_html_()).startswith("at least 5 solutions, ")
    # Python refuses to print whole numbers of more than 4300 digits.
    assert "about" in words(count_result(Permutations(255))._repr_html_())


@pytest.mark.parametrize(
    ("digits", "exponent", "error", "shown"),
    [
        (55, 26, 0.01, "5.5e27 ± 1 % solutions"),
        (99_999_999, 0, 0.123, "1.0e8 ± 12 % solutions"),
        (1234, 0, 0.0012, "1234 ± 0.12 % solutions"),
        (1, 5000, 0.5, "1.0e5000 ± 50 % solutions"),
        (0, 0, float("nan"), "at least 0 solutions"),
    ],
)
def test_estimates(digits, exponent, error, shown):
    estimate = digits * 10**exponent
    result = fastfuto.EstimateResult(estimate, error, (0, 2 * estimate), 1.0, False, 7, "states", 0, 0.5)
    assert words(result._repr_html_()).startswith(shown)
    assert "95 % interval" in words(result._repr_html_())


def test_exact_estimates():
    result = fastfuto.EstimateResult(2, 0.0, (2, 2), 0.7, True, 1, "states", 0, 0.5)
    assert words(result._repr_html_()) == "2 solutions, exactly"


def test_readable_reprs_stay():
    assert repr(explain(FIVE)).startswith("<Explanation: ")
    assert repr(grade(FIVE)).startswith("Grade(level=")
    assert repr(solve(FIVE)).startswith("Result(status=")
