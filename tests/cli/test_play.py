import os
import re
import signal
import urllib.request
from pathlib import Path

import pytest

from fastfuto import format_puzzle, generate_many, load, page
from fastfuto.cli import play
from fastfuto.serving import server

from .helpers import EXAMPLES, FAMILIES, message_of, posix

FIVE = EXAMPLES / "five.txt"


def test_the_page_of_a_file_is_what_page_writes(run):
    assert run("play", FIVE, "-o", "played.html", "--title", "A <b>") == (0, "", "")
    page(load(FIVE), "expected.html", title="A <b>")
    assert Path("played.html").read_bytes() == Path("expected.html").read_bytes()


def test_all_puzzles_of_all_files(run):
    puzzle = load(FIVE)
    Path("two.txt").write_text(f"{format_puzzle(puzzle, 'tatham')}\n" * 2)
    assert run("play", "two.txt", FIVE, "-o", "played.html")[0] == 0
    assert Path("played.html").read_text(encoding="utf-8").count('"given"') == 3


def test_new_puzzles(run):
    options = ("-n", 5, "--level", "easy", "-k", 3)
    err = message_of(run("play", *options, "-o", "one.html", "--title", "Mine"), 0)
    seed = re.search(r"--seed ([0-9]+) make the same puzzles again", err)[1]
    made = Path("one.html").read_text(encoding="utf-8")
    assert made.endswith(f"<!-- fastfuto play -n 5 -k 3 --level easy --seed {seed} -->\n")
    puzzles = [each.puzzle for each in generate_many(3, 5, level="easy", seed=int(seed))]
    page(puzzles, "expected.html", title="Mine")
    assert made.startswith(Path("expected.html").read_text(encoding="utf-8"))
    assert run("play", *options, "-o", "two.html")[0] == 0
    assert Path("two.html").read_text(encoding="utf-8") != made
    err = message_of(run("play", FIVE, *options, "-o", "x.html"))
    assert "name files, or give options of new puzzles such as -n or --level, but not both" in err
    assert run("play", "-n", 4, "--level", "simple", "-o", "x.html")[0] == 2
    assert run("play", "--level", "diabolical", "-k", 9, "--timeout", 1e-9, "-o", "x.html")[0] == 3
    assert not Path("x.html").exists()


@pytest.mark.parametrize("name", FAMILIES)
def test_families(run, name):
    Path(name).write_text(FAMILIES[name][0])
    code, _, err = run("play", name, "-o", "x.html")
    if name.startswith(("sudoku", "kakuro", "latin", "adjacent")):
        assert (code, err) == (0, "")
    else:
        assert code == 2
        assert "a page can show Futoshiki, Latin squares, Adjacent, Sudoku, variants and Kakuro" in err
        assert not Path("x.html").exists()


def test_what_cannot_be_written(run):
    assert run("play", FIVE, "-o", "x.txt")[0] == 2
    code, _, err = run("play", FIVE, "-o", "missing/x.html")
    assert (code, err) == (2, "fastfuto: missing/x.html: No such file or directory\n")
    assert "nothing.txt" in message_of(run("play", "nothing.txt", "-o", "x.html"))
    Path("wrong.txt").write_text("no puzzle")
    assert run("play", "wrong.txt", FIVE, "-o", "x.html")[0] == 2
    assert Path("x.html").exists()
    assert "the page is not written" in message_of(run("play", FIVE, "-o", "y.html", "--timeout", "1e-9"), 3)


@pytest.fixture
def visited(monkeypatch):
    """Return what is seen by a browser that leaves the page at once."""

    def visit(address):
        """Look at the page as a browser in the terminal does, which comes back only when it is left."""
        try:
            seen["address"] = address
            seen["page"] = urllib.request.urlopen(address).read().decode()
        finally:
            seen["server"].shutdown()

    class Seen(server.Server):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            seen["server"] = self

    seen = {}
    monkeypatch.setattr(play.webbrowser, "open", visit)
    monkeypatch.setattr(server, "Server", Seen)
    return seen


def test_the_page_that_is_served_is_that_of_a_file(run, visited):
    err = message_of(run("play", FIVE, "--title", "A <b>"), 0)
    assert f"the page is at {visited['address']} until Ctrl-C" in err
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", visited["address"])
    assert run("play", FIVE, "--title", "A <b>", "-o", "page.html")[0] == 0
    assert visited["page"] == Path("page.html").read_text(encoding="utf-8")
    options = ("-n", 4, "--level", "easy", "--seed", 7)
    assert run("play", *options)[0] == run("play", *options, "-o", "new.html")[0] == 0
    assert visited["page"] == Path("new.html").read_text(encoding="utf-8")


@pytest.mark.fresh
def test_without_a_file_there_is_a_new_puzzle_at_once(run, visited, monkeypatch):
    monkeypatch.setattr(play.sys.stdin, "isatty", lambda: True)
    assert run("play")[0] == 0
    assert visited["page"].count('"given"') == 1
    assert '"name":"Futoshiki 6 x 6","level":"easy"' in visited["page"]
    first = visited["page"]
    assert run("play")[0] == 0
    assert re.findall('"id":"[0-9a-f]+"', first) != re.findall('"id":"[0-9a-f]+"', visited["page"])
    assert run("play", "-o", "x.html")[0] == 2


def test_an_empty_input_is_no_input(run, visited, monkeypatch):
    with open(os.devnull, encoding="utf-8") as nothing:
        monkeypatch.setattr(play.sys, "stdin", nothing)
        assert run("play")[0] == 0
    assert visited["page"].count('"given"') == 1


@pytest.mark.thorough
@posix
def test_ctrl_c_ends_the_server(start, monkeypatch):
    monkeypatch.setenv("BROWSER", "true")
    process = start("play", FIVE)
    line = process.stderr.readline()
    assert b"http://127.0.0.1:" in line
    # Another one at the same time takes another port.
    second = start("play", FIVE)
    assert second.stderr.readline() != line
    for each in (process, second):
        each.send_signal(signal.SIGINT)
        assert each.wait() == 0
        assert each.stderr.read() == b""
