"""Without a seed, every call draws one and reports it; verbs accept what is generated."""

import numpy as np
import pytest

import fastfuto
from fastfuto import Explanation, LatinSquare, generate, generate_many

pytestmark = pytest.mark.fresh


def test_calls_without_a_seed_differ():
    made = [generate(5) for _ in range(3)]
    assert len({each.seed for each in made}) == 3
    assert next(generate_many(1, 5)) != next(generate_many(1, 5))
    assert LatinSquare.random(8) != LatinSquare.random(8)
    blank = LatinSquare(5)
    assert not np.array_equal(fastfuto.sample(blank, 2), fastfuto.sample(blank, 2))
    first, second = (fastfuto.estimate_count(LatinSquare(9), samples=2) for _ in range(2))
    assert first.seed != second.seed
    assert next(fastfuto.tasks(1, n=4)) != next(fastfuto.tasks(1, n=4))


def test_results_contain_the_seed_that_repeats_them():
    assert (made := generate(5)) == generate(5, seed=made.seed)
    [made] = generate_many(1, 5)
    assert made == generate(5, seed=made.seed)
    [task] = fastfuto.tasks(1, n=4)
    assert task.puzzle == generate(4, seed=task.seed).puzzle
    square = LatinSquare.random(8)
    assert square == LatinSquare.random(8, seed=square.seed)
    assert LatinSquare(8).seed is None
    drawn = fastfuto.sample(LatinSquare(5), 2)
    assert np.array_equal(drawn, fastfuto.sample(LatinSquare(5), 2, seed=drawn.seed))
    estimate = fastfuto.estimate_count(LatinSquare(9), samples=2)
    assert (
        estimate.estimate == fastfuto.estimate_count(LatinSquare(9), samples=2, seed=estimate.seed).estimate
    )


def test_verbs_accept_generated_puzzles():
    made = generate(5, level="easy")
    puzzle = made.puzzle
    assert np.array_equal(fastfuto.solve(made).grid, made.solution)
    assert fastfuto.count(made) == 1
    assert fastfuto.is_unique(made)
    assert fastfuto.hint(made) == fastfuto.hint(puzzle)
    assert fastfuto.grade(made) == made.grade
    assert fastfuto.explain(made).steps == fastfuto.explain(puzzle).steps
    assert fastfuto.draw(made).svg == fastfuto.draw(puzzle).svg
    assert fastfuto.format_puzzle(made, "json") == fastfuto.format_puzzle(puzzle, "json")
    assert fastfuto.redundant_clues(made) == fastfuto.redundant_clues(puzzle)
    assert fastfuto.prove(made).claim == "only this solution"


def test_an_explanation_is_a_sequence_of_steps():
    explanation = fastfuto.explain(generate(5, level="easy"))
    assert isinstance(explanation, Explanation)
    assert list(explanation) == list(explanation.steps)
    assert explanation[0] == explanation.steps[0]
    assert explanation[-2:] == explanation.steps[-2:]
    assert explanation.steps[0] in explanation
    lines = str(explanation).splitlines()
    assert len(lines) == len(explanation) + 1
    assert lines[0] == f"1. {explanation[0]}"
    assert lines[-1] == "The grid is full."
    assert explanation.text("de").endswith("Das Gitter ist voll.")


def test_results_are_printed_for_people():
    made = generate(3, level="easy", seed=1)
    result = fastfuto.solve(made)
    assert str(result) == "\n".join(" ".join(map(str, row)) for row in made.solution.tolist())
    assert str(fastfuto.solve(LatinSquare([[1, 1], [0, 0]]))) == "A solution does not exist."
    assert str(made.grade).startswith("easy, hardest step 1.6 (inequality bound), about ")
    assert str(made).splitlines()[0] == f"Futoshiki 3 x 3, {made.grade}"
    step = fastfuto.hint(made)
    assert str(step) == step.text()
    assert step._repr_html_().startswith("<p>")
    assert "<svg" in made._repr_html_()
    assert "<svg" in fastfuto.explain(made)._repr_html_()
