from pathlib import Path

import pytest

from fastfuto import booklet, dump, format_puzzle, generate_many, load
from fastfuto.cli import book, generate

from ..calls import raising
from .helpers import EXAMPLES, message_of

FIVE = EXAMPLES / "five.txt"


def test_the_booklet_of_a_file_is_what_booklet_writes(run):
    puzzle = load(FIVE)
    Path("two.txt").write_text(f"{format_puzzle(puzzle, 'tatham')}\n" * 2)
    options = ("--per-page", "2", "--answers", "foot", "--paper", "Letter", "--title", "A <b>", "--strips")
    repeated = "fastfuto: the files repeat 2 puzzles, up to symmetry\n"
    assert run("book", "two.txt", FIVE, "-o", "book.html", *options) == (0, "", repeated)
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
        ((FIVE, "-o", "book.txt"), "must end with .pdf or .html"),
        ((FIVE, "-k", "3", "-o", "book.html"), "but not both"),
        ((FIVE, "--family", "sudoku", "-o", "book.html"), "but not both"),
        ((FIVE, "-o", "book.html", "--per-page", "13"), "--per-page must be 1 to 12"),
        ((FIVE, "-o", "book.html", "--paper", "B5"), "--paper"),
        ((FIVE, "-o", "missing/book.html"), "No such file"),
        (("missing.txt", "-o", "book.html"), "missing.txt"),
        (("-n", "26", "-o", "book.html"), "up to 25 x 25"),
        (("-k", "0", "-o", "book.html"), "a booklet needs at least one puzzle"),
        (("-n", "9", "--level", "silly", "-o", "book.html"), "silly"),
        ((FIVE, "-o", "book.html", "--large-print", "--per-page", "12"), "large print needs"),
    ],
)
def test_what_is_refused(run, arguments, message):
    assert message in message_of(run("book", *arguments))
    assert not Path("book.html").exists()


@pytest.mark.parametrize(
    "arguments", [("--per-page", "13", "-o", "book.html"), ("--title", "数", "-o", "book.pdf")]
)
def test_options_are_looked_at_before_puzzles_are_made(run, monkeypatch, arguments):
    monkeypatch.setattr(generate, "generate_many", raising(AssertionError("made too soon")))
    assert run("book", "-k", "1000", *arguments)[0] == 2


def test_a_recipe_that_is_not_met(run):
    err = message_of(
        run("book", "-n", "9", "--level", "diabolical", "-k", "9", "--timeout", "1e-9", "-o", "book.html"), 3
    )
    assert err
    assert not Path("book.html").exists()


def test_a_booklet_that_is_late(run):
    err = message_of(run("book", FIVE, "-o", "book.html", "--timeout", "1e-9"), 3)
    assert "the booklet is not written" in err
    assert not Path("book.html").exists()


def test_parts_of_a_booklet(run):
    first = ("-n", "4", "-k", "3", "--level", "easy", "--heading", "Warm-up")
    second = ("-n", "5", "-k", "2", "--family", "latin", "--heading", "Squares")
    common = (
        "--seed",
        "4",
        "--stars",
        "--instructions",
        "--language",
        "de",
        "--caption",
        "{number}: {level}",
    )
    assert run("book", *common, *first, "--then", *second, "-o", "book.html") == (0, "", "")
    parts = {
        "Warm-up": generate_many(3, 4, level="easy", seed=4),
        "Squares": generate_many(2, 5, family="latin", seed=4, start=3),
    }
    booklet(parts, "expected.html", stars=True, instructions=True, language="de", caption="{number}: {level}")
    assert Path("book.html").read_bytes() == Path("expected.html").read_bytes()


def test_parts_of_one_recipe_have_other_puzzles(run):
    assert (
        run("book", "-n", "5", "-k", "2", "--then", "-n", "5", "-k", "2", "--seed", "0", "-o", "book.html")[0]
        == 0
    )
    booklet([generate_many(2, 5), generate_many(2, 5, start=2)], "expected.html")
    assert Path("book.html").read_bytes() == Path("expected.html").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("-n", "5", "--heading", "A", "--then", "-n", "4"),
            "give each part a different --heading, or give no part a heading",
        ),
        (
            ("-n", "5", "--heading", "A", "--then", "--heading", "A"),
            "give each part a different --heading, or give no part a heading",
        ),
        ((FIVE, "-n", "5", "--then", FIVE), "but not both"),
        ((FIVE, "--then", FIVE, "-k", "2"), "but not both"),
        ((FIVE, "--then", FIVE, "--seed", "2"), "but not both"),
        ((FIVE, "--then", "missing.txt"), "missing.txt"),
        (("-n", "5", "--language", "fr"), "--language"),
        (("-n", "5", "--caption", "{seed}"), "names in braces are number, family, size, level and id"),
        (("-n", "5", "--font", "missing.ttf"), "missing.ttf: No such file"),
    ],
)
def test_parts_and_words_that_are_refused(run, arguments, message):
    assert message in message_of(run("book", *arguments, "-o", "book.html"))
    assert not Path("book.html").exists()


def test_all_parts_are_looked_at_before_puzzles_are_made(run, monkeypatch):
    def made_too_soon(*_, level, **__):
        if level == "silly":
            raise ValueError("there is no such level")
        return iter(lambda: pytest.fail("made too soon"), None)

    monkeypatch.setattr(book, "generate_many", made_too_soon)
    err = message_of(run("book", "-n", "5", "--then", "--level", "silly", "-o", "book.html"))
    assert "there is no such level" in err


def test_a_booklet_has_no_puzzle_twice(run, monkeypatch):
    printed = []
    monkeypatch.setattr(
        book, "booklet", lambda puzzles, *_, **__: printed.extend(each for part in puzzles for each in part)
    )
    part = ("-n", "3", "-k", "10", "--level", "trivial")
    assert run("book", *part, "--then", *part, "--seed", "1", "-o", "book.html")[0] == 0
    assert len({made.puzzle.canonical() for made in printed}) == len(printed) == 20
    err = message_of(run("book", "-n", "2", "-k", "5", "--seed", "1", "-o", "book.html"))
    assert "these options give only 1 different puzzle; the last" in err
    assert "seed" not in run("book", "-n", "2", "-k", "5", "-o", "book.html")[2]


def test_parts_from_files(run):
    four = EXAMPLES / "four.txt"
    dump(load(four).transformed(1), "turned.txt")
    new = ("--then", "-n", "4", "-k", "2", "--level", "easy", "--seed", "4")
    err = message_of(run("book", FIVE, four, "--then", "turned.txt", *new, "-o", "book.html"), 0)
    assert err == "fastfuto: the files repeat 1 puzzle, up to symmetry\n"
    made = generate_many(2, 4, level="easy", seed=4)
    booklet([[load(FIVE), load(four)], [load("turned.txt")], made], "expected.html")
    assert Path("book.html").read_bytes() == Path("expected.html").read_bytes()
    headings = ("--heading", "One"), ("--heading", "Two")
    assert run("book", FIVE, *headings[0], "--then", four, *headings[1], "-o", "book.html") == (0, "", "")
    booklet({"One": [load(FIVE)], "Two": [load(four)]}, "expected.html")
    assert Path("book.html").read_bytes() == Path("expected.html").read_bytes()


def test_new_puzzles_differ_from_those_of_files(run, monkeypatch):
    [made] = generate_many(1, 4, level="easy", seed=4)
    dump(made.puzzle.transformed(1), "turned.txt")
    printed = []
    monkeypatch.setattr(book, "booklet", lambda puzzles, *_, **__: printed.extend(map(list, puzzles)))
    assert (
        run("book", "turned.txt", "--then", "-n", "4", "--level", "easy", "--seed", "4", "-o", "book.html")[0]
        == 0
    )
    assert [len(part) for part in printed] == [1, 1]
    assert printed[1][0].puzzle.canonical() != made.puzzle.canonical()
