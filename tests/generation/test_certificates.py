"""Certificates that the puzzles of a stream come with."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from fastfuto import LimitReached, RecipeNotMet, generate, generate_many, prove, verify

THREADS = partial(ThreadPoolExecutor, 2)


@pytest.mark.parametrize(
    "wishes",
    [
        {"n": 5, "level": "easy"},
        {"n": 5, "level": "tricky"},
        {"n": 5, "variant": "adjacent"},
        {"n": 4, "family": "latin"},
        {"n": 6, "family": "sudoku", "variant": "jigsaw"},
        {"n": (5, 5), "family": "kakuro", "level": "easy"},
    ],
    ids=str,
)
def test_each_puzzle_is_proved_by_whoever_makes_it(wishes, tmp_path):
    made = list(generate_many(3, certificates=True, **wishes))
    assert [each.certificate for each in made] == [prove(each.puzzle) for each in made]
    assert all(each.certificate.claim == "only this solution" for each in made)
    assert [each.certificate.solutions[0].tolist() for each in made] == [
        each.solution.tolist() for each in made
    ]
    for others in ({"threads": 2}, {"executor": THREADS}):
        again = list(generate_many(3, certificates=True, **others, **wishes))
        assert again == made
        assert [each.certificate for each in again] == [each.certificate for each in made]
    file = tmp_path / "lines.jsonl"
    file.write_text("".join(f"{each.certificate.to_json()}\n" for each in made))
    assert verify(file)


def test_a_journal_keeps_them(tmp_path):
    path = tmp_path / "journal.jsonl"
    made, again = (list(generate_many(5, 4, certificates=True, journal=path)) for _ in range(2))
    assert [each.certificate for each in again] == [each.certificate for each in made]
    assert made[0].certificate is not None


def test_there_are_none_unless_they_are_asked_for():
    assert next(generate_many(1, 4)).certificate is None
    assert generate(4).certificate is None
    assert next(generate_many(1, 4)) == next(generate_many(1, 4, certificates=True))


def test_small_puzzles_have_small_certificates():
    for n, most in ((5, 2_000), (9, 10_000)):
        for made in generate_many(5, n, level="easy", certificates=True):
            assert len(made.certificate.to_json()) < most


def test_the_time_is_kept_while_proofs_are_made(monkeypatch):
    # A proof that takes forever: nobody else looks at the time then.
    from fastfuto.generation import maker

    def endless(puzzle, is_over):
        while not is_over():
            pass

    monkeypatch.setattr(maker, "prove_unique", endless)
    with pytest.raises((RecipeNotMet, LimitReached), match=r"the time limit of 0\.1 s has passed"):
        list(generate_many(3, 4, certificates=True, timeout=0.1))
