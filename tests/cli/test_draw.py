import random
import re
import sys
from pathlib import Path

import pytest

import fastfuto
from fastfuto import draw, dump, load

from ..strategies import random_puzzle
from .helpers import EXAMPLES, FAMILIES, message_of, output_of, posix

FIVE = EXAMPLES / "five.txt"


def test_a_picture_as_text_is_what_draw_makes(run):
    assert run("draw", FIVE) == (0, draw(load(FIVE)).text, "")
    assert fastfuto.parse(output_of(run("draw", "--solution", FIVE))).is_complete


@pytest.mark.parametrize("name", FAMILIES)
def test_pictures_of_every_family(run, name):
    Path(name).write_text(FAMILIES[name][0])
    for suffix in (".svg", ".html", ".txt"):
        assert run("draw", name, "-o", f"picture{suffix}") == (0, "", "")
        drawing = draw(load(name))
        expected = {".svg": drawing.svg, ".html": drawing.html, ".txt": drawing.text}[suffix]
        assert Path(f"picture{suffix}").read_text(encoding="utf-8") == expected
    assert run("draw", name, "--solution", "-o", "solved.svg")[0] in (0, 1)


def test_style_and_size(run):
    assert run("draw", FIVE, "--style", "dark", "--width", "300", "-o", "x.svg") == (0, "", "")
    assert Path("x.svg").read_text() == draw(load(FIVE), style="dark", width=300).svg
    for size in ("0", "-1", "nan", "wide"):
        assert "--width" in message_of(run("draw", FIVE, "--width", size))
    assert run("draw", FIVE, "--style", "blue")[0] == 2


def test_what_contradicts_itself_is_drawn(run):
    code, out, err = run("draw", EXAMPLES / "invalid.txt", "--solution")
    assert code == 1
    assert "a solution does not exist" in err
    assert out == draw(load(EXAMPLES / "invalid.txt")).text


def test_what_cannot_be_written(run):
    code, out, err = run("draw", FIVE, "-o", "missing/x.svg")
    assert (code, out, err) == (2, "", "fastfuto: missing/x.svg: No such file or directory\n")
    assert "must end with .svg, .html, .txt, .png, .pdf" in message_of(run("draw", FIVE, "-o", "x.gif"))
    Path("x.txt").write_text("2\n0 < 0\n- - -\n0 | 0\n")
    err = message_of(run("draw", "x.txt", "-o", "x.txt"))
    assert err == "fastfuto: -o would overwrite the input file x.txt\n"
    err = message_of(run("draw", FIVE, EXAMPLES / "four.txt", EXAMPLES / "empty5.txt", "-o", "x.svg"))
    assert err.count("x.svg already has the picture of one puzzle; the other puzzles are not drawn") == 1
    assert Path("x.svg").read_text() == draw(load(FIVE)).svg


def test_a_missing_converter_is_named(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    err = message_of(run("draw", FIVE, "-o", "x.png"))
    assert err.count("\n") == 1
    assert "picture of one puzzle" not in run("draw", FIVE, FIVE, "-o", "x.png")[2]
    assert "pip install 'fastfuto[pictures]'" in err
    assert not Path("x.png").exists()


@posix
def test_solve_prints_pictures_on_a_terminal(on_terminal):
    puzzle = load(FIVE)
    drawing = draw(puzzle, fastfuto.solve(puzzle).grid)
    plain = on_terminal("solve", FIVE, NO_COLOR="1")[1]
    assert plain == f"Futoshiki 5 x 5\nSolved. This is the only solution.\n{drawing.screen()}"
    assert on_terminal("solve", FIVE, TERM="dumb")[1] == plain
    coloured = on_terminal("solve", FIVE)[1]
    assert coloured.endswith(drawing.screen(has_colours=True))
    assert on_terminal("solve", FIVE, TERM="dumb", FORCE_COLOR="1")[1] == coloured
    assert on_terminal("solve", FIVE, FORCE_COLOR="1", NO_COLOR="1")[1] == plain
    assert on_terminal("solve", FIVE, "--format", "source", NO_COLOR="1")[1] == plain.partition("\n")[2]
    source = puzzle.show(fastfuto.solve(puzzle).grid)
    assert source in on_terminal("solve", FIVE, "--to", "source")[1]
    assert on_terminal("solve", FIVE, "--quiet")[1] == source
    assert on_terminal("solve", FIVE, encoding="ascii", NO_COLOR="1")[1] == plain


@posix
def test_draw_has_colours_on_a_terminal(on_terminal):
    invalid = EXAMPLES / "invalid.txt"
    assert on_terminal("draw", FIVE)[1] == draw(load(FIVE)).screen(has_colours=True)
    assert on_terminal("draw", invalid, NO_COLOR="1")[1] == draw(load(invalid)).screen()
    assert "\033[1;31m7!\033[0m" in on_terminal("draw", invalid)[1]


def test_colours_can_be_forced_through_a_pipe(run, monkeypatch):
    assert run("draw", FIVE)[1] == draw(load(FIVE)).text
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert run("draw", FIVE)[1] == draw(load(FIVE)).screen(has_colours=True)


@posix
@pytest.mark.parametrize("name", FAMILIES)
def test_every_family_is_printed_on_a_terminal(name, tmp_path, on_terminal):
    path = tmp_path / name
    path.write_text(FAMILIES[name][0])
    plain = on_terminal("solve", path, NO_COLOR="1")[1]
    coloured = on_terminal("solve", path)[1]
    for code in ("\033[1;31m", "\033[1m", "\033[2m", "\033[36m", "\033[0m"):
        coloured = coloured.replace(code, "")
    assert [line.rstrip() for line in coloured.splitlines()] == plain.splitlines()


def test_the_picture_of_a_step(run):
    nine = EXAMPLES / "nine.txt"
    steps = run("explain", nine, "--steps", 7, "-q")[1].splitlines()
    out = output_of(run("draw", nine, "--step", 7))
    assert f"7. {out.splitlines()[-1]}" == steps[-1]
    assert run("draw", nine, "--step", 7, "-o", "step.svg")[:2] == (0, "")
    assert "<svg" in Path("step.svg").read_text(encoding="utf-8")
    err = message_of(run("draw", nine, "--step", 5000))
    assert re.search(r"there is no step 5000: the explanation has \d+ steps\. The grid is full\.", err)
    assert run("draw", nine, "--step", 7, "--solution")[0] == 2
    for option in (("--rules", "tatham"), ("--language", "de")):
        assert "--rules and --language have no effect without --step" in run("draw", nine, *option)[2]


def test_conflicting_clues_are_marked(run):
    Path("two").write_text("3  1 | 0 | 1  - - - - -  0 | 2 | 0  - - - - -  0 | 0 | 0")
    assert run("draw", "two", "--conflict", "-o", "two.svg")[:2] == (0, "")
    picture = Path("two.svg").read_text(encoding="utf-8")
    assert "Contradictions: r1c1, r1c3." in picture
    assert "the puzzle has a solution" in message_of(run("draw", FIVE, "--conflict"))
    assert run("draw", "two", "--conflict", "--solution")[0] == 2
    dump(random_puzzle(random.Random(3), 30, 0.45, 0.8), "hard")
    err = message_of(run("draw", "hard", "--conflict", "--timeout", "0.001"), 3)
    assert "the conflicting clues are not known yet" in err


def test_one_picture_for_each_puzzle_and_each_solution(run):
    puzzles = [load(EXAMPLES / name) for name in ("five.txt", "four.txt", "nine.txt")]
    Path("all.tsv").write_text(
        "".join(f"{fastfuto.format_puzzle(each, 'tatham').strip()}\n" for each in puzzles)
    )
    assert run("draw", "all.tsv", FIVE, "-o", "p-{}.svg") == (0, "", "")
    assert sorted(path.name for path in Path().glob("p-*")) == [f"p-{number}.svg" for number in (1, 2, 3, 4)]
    for number, puzzle in enumerate([*puzzles, puzzles[0]], 1):
        assert Path(f"p-{number}.svg").read_text() == draw(puzzle).svg
    assert run("draw", "all.tsv", "-o", "s-{:03}.txt", "--solution")[0] == 0
    assert len(list(Path().glob("s-*"))) == 6
    for number, puzzle in enumerate(puzzles, 1):
        assert Path(f"s-{number:03}.txt").read_text() == draw(puzzle).text
        solved = draw(puzzle, fastfuto.solve(puzzle).grid).text
        assert Path(f"s-{number:03}-solution.txt").read_text() == solved
    assert run("draw", "all.tsv", "-o", "k-{}.svg", "--step", "1") == (0, "", "")
    assert len(list(Path().glob("k-*"))) == 3


def test_a_puzzle_without_a_solution_has_no_picture_of_one(run):
    err = message_of(run("draw", EXAMPLES / "no_solution.txt", FIVE, "-o", "p-{}.svg", "--solution"), 1)
    assert err.count("a solution does not exist") == 1
    assert sorted(path.name for path in Path().glob("p-*")) == ["p-1.svg", "p-2-solution.svg", "p-2.svg"]


@pytest.mark.parametrize(
    "name", ["p-{x}.svg", "p-{}-{}.svg", "p-{.svg", "p-{:c}.svg", "p-{:5}.svg", "p-{0}.svg"]
)
def test_names_with_other_braces_are_refused(run, name):
    assert "expected one pair of braces for the number" in message_of(run("draw", FIVE, FIVE, "-o", name))
    assert not list(Path().glob("p-*"))


def test_no_picture_of_many_replaces_an_input(run):
    Path("p-2.txt").write_text("2\n0 < 0\n- - -\n0 | 0\n")
    err = message_of(run("draw", "p-2.txt", "p-2.txt", "p-2.txt", "-o", "p-{}.txt"))
    assert err == "fastfuto: -o would overwrite the input file p-2.txt\n"
    assert Path("p-2.txt").read_text() == "2\n0 < 0\n- - -\n0 | 0\n"
    assert sorted(path.name for path in Path().iterdir()) == ["p-1.txt", "p-2.txt"]


def test_a_missing_converter_is_named_once(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    err = message_of(run("draw", FIVE, FIVE, "-o", "p-{}.png"))
    assert err.count("pip install 'fastfuto[pictures]'") == 1
