"""The imitated recipes of other generators: their answers are squares, and some have no solution."""

import random

import fastfuto
from bench import recipes


def test_recipes_make_what_they_say(tmp_path):
    for name, make in recipes.recipes().items():
        made = [make(random.Random(k)) for k in range(200)]
        path = tmp_path / "made.jsonl"
        recipes.write(path, iter(made))
        found = fastfuto.audit(path)
        assert found.total == 200
        assert not found.unreadable
        for question, answer in made[:20]:
            puzzle = fastfuto.parse(question)
            n = puzzle.n
            assert fastfuto.LatinSquare(answer).is_valid
            if name.startswith("chuk"):
                assert puzzle.is_solution(answer)
                assert found.none == found.wrong_answers == 0
            else:
                assert str(len(puzzle.inequalities)) in name
                assert f"{n} x {n}" in name
                assert found.none > 10
    assert "100.0 %" in recipes.told("x", fastfuto.audit(path)) or found.several
