from pathlib import Path

import pytest

from fastfuto import booklet, format_puzzle, generate_many, load
from fastfuto.cli import generate

from .helpers import EXAMPLES

FIVE = EXAMPLES / "five.txt"


def test_the_booklet_of_a_file_is_what_booklet_writes(run):
    puzzle = load(FIVE)
    Path("two.txt").write_text(f"{format_puzzle(puzzle, 'tatham')}\n" * 2)
    options = ("--per-page", "2", "--answers", "foot", "--paper", "Letter", "--title", "A <b>", "--strips")
    assert run("book", "two.txt", FIVE, "-o", "book.html", *options) == (0, "", "")
    booklet(
        [puzzle] * 3, "expected.html", per_page=2, answers="foot", paper="Letter", title="A <b>", strips=True
    )
    assert Path("book.html").read_bytes() == Path("expected.html").read_bytes()


def test_the_booklet_of_a_recipe(run):
    assert run("book", "--level", "tricky", "-n", "5", "-k", "3", "--seed", "4", "-o", "book.html") == (
        0,
        "",
        "",
    )
    booklet([made.puzzle for made in generate_many(3, 5, level="tricky", seed=4)], "expected.html")
    assert Path("book.html").read_bytes() == Path("expected.html").read_bytes()
    assert run("book", "--family", "sudoku", "-o", "book.html")[0] == 0
    assert "1. Sudoku 9 x 9" in Path("book.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((FIVE,), "-o"),
        ((FIVE, "-o", "book.txt"), "names end with .pdf or .html"),
        ((FIVE, "-k", "3", "-o", "book.html"), "but not both"),
        ((FIVE, "--family", "sudoku", "-o", "book.html"), "but not both"),
        ((FIVE, "-o", "book.html", "--per-page", "13"), "per_page must be 1 to 12"),
        ((FIVE, "-o", "book.html", "--paper", "B5"), "--paper"),
        ((FIVE, "-o", "missing/book.html"), "No such file"),
        (("missing.txt", "-o", "book.html"), "missing.txt"),
        (("-n", "26", "-o", "book.html"), "up to 25 x 25"),
        (("-k", "0", "-o", "book.html"), "there are no puzzles for the booklet"),
        (("-n", "9", "--level", "silly", "-o", "book.html"), "silly"),
        ((FIVE, "-o", "book.html", "--large-print", "--per-page", "12"), "large print needs"),
    ],
)
def test_what_is_refused(run, arguments, message):
    code, out, err = run("book", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert not Path("book.html").exists()


@pytest.mark.parametrize(
    "arguments", [("--per-page", "13", "-o", "book.html"), ("--title", "数", "-o", "book.pdf")]
)
def test_options_are_looked_at_before_puzzles_are_made(run, monkeypatch, arguments):
    def late(*_, **__):
        raise AssertionError("made too soon")

    monkeypatch.setattr(generate, "generate_many", late)
    assert run("book", "-k", "1000", *arguments)[0] == 2


def test_a_recipe_that_is_not_met(run):
    code, _, err = run(
        "book", "-n", "9", "--level", "diabolical", "-k", "9", "--timeout", "1e-9", "-o", "book.html"
    )
    assert code == 3
    assert err
    assert not Path("book.html").exists()


def test_a_booklet_that_is_late(run):
    code, _, err = run("book", FIVE, "-o", "book.html", "--timeout", "1e-9")
    assert code == 3
    assert "the booklet is not written" in err
    assert not Path("book.html").exists()
