"""`draw`: what it takes and refuses, and the files that it writes."""

import builtins
import functools
import random
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import fastfuto
from fastfuto import (
    Adjacent,
    Drawing,
    ExactCover,
    Futoshiki,
    Kakuro,
    LatinSquare,
    Permutations,
    Puzzle,
    PuzzleError,
    Style,
    Sudoku,
    draw,
    explain,
    format_puzzle,
    hint,
    solve,
)

from ..strategies import random_puzzle
from .puzzles import FAMILIES, FIVE, FORMATS

NINE = random_puzzle(random.Random(1), 9, 0.2, 0.4)
NAMESPACE = "{http://www.w3.org/2000/svg}"


root_of = functools.lru_cache(maxsize=1)(ElementTree.fromstring)


def elements(drawing, name=None):
    """Return the elements of a picture that have a class of this name."""
    root = root_of(drawing.svg)
    return [each for each in root.iter() if name is None or name in each.get("class", "").split()]


def texts(drawing, name):
    """Return the texts in groups of a class."""
    return [text.text for group in elements(drawing, name) for text in group.iter(f"{NAMESPACE}text")]


@pytest.mark.parametrize("family", FAMILIES)
def test_pictures_are_valid_xml_with_title_and_description(family):
    rng = random.Random(family)
    for _ in range(30):
        puzzle = FAMILIES[family](rng)
        root = ElementTree.fromstring(draw(puzzle, style=rng.choice(["light", "dark", "print", None])).svg)
        assert root.tag == f"{NAMESPACE}svg"
        assert root.get("role") == "img"
        assert family in root.get("class").split()
        assert root.find(f"{NAMESPACE}title").text
        assert draw(puzzle).text in root.find(f"{NAMESPACE}desc").text + "\n"
        left, top, width, height = map(float, root.get("viewBox").split())
        assert (left, top) == (0, 0)
        assert min(width, height) > 40
        assert root.get("width") is None
        for each in root.iter():
            assert each.get("class") or each.tag.removeprefix(NAMESPACE) in {"text", "title", "desc", "style"}


@pytest.mark.parametrize("count", [100, pytest.param(10_000, marks=pytest.mark.slow)])
def test_what_text_pictures_say_is_read_back(count):
    rng = random.Random(18)
    for k in range(count):
        family = list(FAMILIES)[k % len(FAMILIES)]
        puzzle = FAMILIES[family](rng)
        text = draw(puzzle).text
        again = fastfuto.parse(text, FORMATS.get(family))
        assert again == puzzle
        assert draw(again).text == text


def test_a_futoshiki_is_the_picture_of_the_readme():
    text = draw(FIVE, solve(FIVE).grid).text
    assert text == format_puzzle(FIVE.filled(solve(FIVE).grid), "picture")
    assert text.splitlines()[0] == "5 | 3 < 4 | 2 | 1"


def test_cells_signs_and_values_have_classes():
    drawing = draw(FIVE, solve(FIVE).grid)
    assert [each.get("class") for each in elements(drawing, "r1")][:2] == [
        "cell r1 c1 number",
        "cell r1 c2 solved",
    ]
    assert len(elements(drawing, "cell")) == 25
    assert len(elements(drawing, "lt")) == 2
    assert len(elements(drawing, "gt")) == 3
    assert texts(drawing, "number") == ["5", "1", "4"]
    assert len(texts(drawing, "solved")) == 22
    assert not elements(drawing, "conflict")
    assert len(elements(draw(FIVE), "empty")) == 22


def test_what_contradicts_itself_is_drawn_and_marked():
    puzzle = Futoshiki([[3, 0], [1, 1]], [((0, 0), (0, 1))])
    drawing = draw(puzzle)
    assert texts(drawing, "number") == ["3", "1", "1"]
    assert len(elements(drawing, "conflict")) == 4
    assert len(elements(drawing, "edge")) == 4
    assert "Contradictions: r1c1, r1c2, r2c1, r2c2." in drawing.svg
    wild = Futoshiki([[-(2**31), 2**31 - 1], [0, 0]])
    assert texts(draw(wild), "number") == ["-2147483648", "2147483647"]
    assert len(elements(draw(wild), "conflict")) == 2


def test_a_wrong_solution_is_drawn_and_marked():
    drawing = draw(FIVE, [[1, 2, 0, 0, 0], *[[0] * 5] * 3, [0, 2, 0, 0, 9]])
    # The clue in the first cell is another one, there are two 2 in a column, and 9 is out of range.
    assert {each.get("class")[5:10] for each in elements(drawing, "conflict")} == {
        "r1 c1",
        "r1 c2",
        "r5 c2",
        "r5 c5",
    }
    assert texts(drawing, "number")[0] == "5"
    cover = ExactCover([["a", "b"], ["b"], ["a"]])
    assert not elements(draw(cover, [1, 2]), "conflict")
    assert len(elements(draw(cover, [0, 1]), "conflict")) == 2
    row = Permutations(4, order=[(0, 3)], forbidden=[(1, 2)])
    assert not elements(draw(row, [1, 3, 2, 4]), "conflict")
    assert len(elements(draw(row, [4, 2, 2, 1]), "conflict")) == 4


def test_pencil_marks_stand_in_blank_cells():
    puzzle = Futoshiki([[1, 0], [0, 0]])
    candidates = np.ones((2, 2, 2), bool)
    candidates[1, 1] = False
    drawing = draw(puzzle, candidates=candidates)
    assert texts(drawing, "candidate") == ["1\u00a02", "1\u00a02"]
    assert [each.get("class") for each in elements(drawing, "conflict")] == ["cell r2 c2 empty conflict"]
    assert drawing.text == "1 | .\n\n. | .\n\n1   12\n12  -\n"
    large = draw(LatinSquare(10), candidates=np.ones((10, 10, 10), bool))
    assert texts(large, "candidate").count("10") == 100


def test_kakuro_has_its_usual_look():
    puzzle = Kakuro([[None, (4, 0), (6, 0)], [(0, 3), 0, 0], [(0, 7), 0, 0]])
    drawing = draw(puzzle, solve(puzzle).grid)
    assert len(elements(drawing, "black")) == 5
    assert texts(drawing, "total") == ["4", "6", "3", "7"]
    assert texts(drawing, "solved") == ["1", "2", "3", "4"]
    assert "4 totals" in repr(drawing)


def test_sudoku_has_walls_between_its_regions():
    assert len(elements(draw(Sudoku(np.zeros((9, 9), int))), "wall")) == 5  # two each way, and the frame
    jigsaw = Sudoku(
        np.zeros((4, 4), int),
        regions=[[0, 0, 0, 1], [0, 2, 1, 1], [2, 2, 3, 1], [2, 3, 3, 3]],
        inequalities=[((0, 0), (0, 1))],
    )
    assert len(elements(draw(jigsaw), "wall")) > 5
    assert len(elements(draw(jigsaw), "lt")) == 1
    # What a frame cannot say is said below it, and so the text is not read as another puzzle.
    assert draw(jigsaw).text.endswith("(only JSON holds the regions and inequalities of this puzzle)\n")
    with pytest.raises(fastfuto.ParseError):
        fastfuto.parse(draw(jigsaw).text)


def test_adjacent_has_bars():
    puzzle = Adjacent([[1, 0], [0, 0]], [((0, 0), (0, 1)), ((0, 0), (1, 0))])
    assert len(elements(draw(puzzle), "bar")) == 2


@pytest.mark.parametrize(
    ("family", "text"),
    [
        (Futoshiki, "2\n1 < 0\n- - -\n0 | 0\n"),
        (LatinSquare, "1 0\n0 0\n"),
        (Adjacent, "adjacent 2:\n1 | 0\n.   -\n0 . 0\n"),
        (Sudoku, "1000020000300004"),
        (Kakuro, "3 3\n* (4,0) (6,0)\n(0,3) 1 0\n(0,7) 0 0\n"),
        (Permutations, "permutations 2\n0 < 1\n"),
        (ExactCover, "a b\na\nb\n"),
    ],
)
def test_a_class_that_is_derived_from_a_family_looks_like_it(family, text):
    derived = type("Derived", (family,), {"__slots__": ()})
    drawings = [draw(each.parse(text)) for each in (family, derived)]
    first, second = ((each.svg, each.text, each.screen()) for each in drawings)
    assert first == second


def test_names_with_markup_are_escaped_everywhere():
    evil = '<script>alert("&")</script>\x00\ud800'
    cover = ExactCover({evil: [evil, "b"], "x": ["b"]})
    for drawing in (draw(cover), draw(cover, [0])):
        assert "<script" not in drawing.svg
        assert "<script" not in drawing.html
        assert "&lt;script" in drawing.svg
        ElementTree.fromstring(drawing.svg)
        drawing.svg.encode()
    coloured = ExactCover([{"a": None, "s": evil}], secondary=["s"])
    assert "<script" not in draw(coloured).svg


@pytest.mark.thorough
def test_large_puzzles_are_drawn():
    puzzle = Futoshiki(np.zeros((255, 255), int), [((0, 0), (0, 1))])
    drawing = draw(puzzle)
    assert len(elements(drawing, "cell")) == 255**2
    assert len(drawing.svg) < 5_000_000
    row = Permutations(255, order=[(a, b) for a in range(255) for b in range(a + 1, 255)])
    drawing = draw(row)
    assert len(elements(drawing, "order")) == 60
    assert "... and 32071 more pairs in order" in texts(drawing, "name")
    matrix = ExactCover(np.ones((10_000, 300), int))
    drawing = draw(matrix, [9_999])
    assert len(elements(drawing, "cell")) == 60 * 60
    assert "... and 9940 more options and 240 more items" in texts(drawing, "name")
    assert "9999" in texts(drawing, "number")


class Word(Puzzle):
    """A family without a picture of its own."""

    family = "word"
    shape = (2,)
    parse = from_fields = decode = is_solution = _key = None

    def __str__(self):
        return "a <word>\n"

    def violations(self):
        return []

    def model(self):
        return LatinSquare(1).model()

    def show(self, solution):
        return f"{solution.tolist()}\n"


def test_a_family_without_a_picture_is_shown_as_text():
    assert texts(draw(Word()), "candidate") == ["a\u00a0<word>"]
    assert (draw(Word()).text, draw(Word(), [1, 2]).text) == ("a <word>\n", "[1, 2]\n")
    assert repr(draw(Word())) == "<Drawing: A puzzle of the family word>"
    assert draw(Word(), [1, 2]).screen() == "[1, 2]\n"
    with pytest.raises(PuzzleError, match="candidates cannot be drawn for the family 'word'"):
        draw(Word(), candidates=[True])
    with pytest.raises(PuzzleError, match="steps cannot be drawn for the family 'word'"):
        draw(Word(), step=hint(FIVE))


def test_every_puzzle_has_a_picture_even_without_cells_or_options():
    for puzzle in (
        Futoshiki([[0]]),
        LatinSquare(1),
        Permutations(1),
        ExactCover([]),
        ExactCover([[]], secondary=["a"]),
    ):
        ElementTree.fromstring(draw(puzzle).svg)
        assert draw(puzzle).text


@pytest.mark.parametrize(
    ("puzzle", "solution", "message"),
    [
        (FIVE, [[1]], r"the solution must be whole numbers of shape \(5, 5\), got int64 of shape \(1, 1\)"),
        (FIVE, [[1], [1, 2]], "the solution must be whole numbers"),
        (FIVE, np.zeros((5, 5)), "got float64"),
        (FIVE, np.full((5, 5), 2**40), "row 1, column 1: expected a number that fits in 32 bits"),
        (Permutations(2), [[1, 2]], r"of shape \(2,\)"),
        (Permutations(2), [1, 2**40], "position 1: expected a number that fits in 32 bits"),
        (ExactCover([["a"]]), [1], "the solution has option 1, but the options are numbered 0 to 0"),
        (ExactCover([["a"]]), ["a"], "must be a list of option numbers"),
        (ExactCover([["a"]]), 3, "must be a list of option numbers"),
        (Kakuro([[(0, 3), 0, 0]]), [[0, -1, 4]], "values must be 0 to"),
    ],
)
def test_what_is_not_a_solution_is_refused(puzzle, solution, message):
    with pytest.raises(PuzzleError, match=message):
        draw(puzzle, solution)


def test_other_bad_input_is_refused():
    with pytest.raises(TypeError, match="expected a Puzzle or a Model, got list"):
        draw([[0]])
    with pytest.raises(PuzzleError, match=r"candidates must be booleans of shape \(5, 5, 5\)"):
        draw(FIVE, candidates=np.ones((5, 5, 4), bool))
    with pytest.raises(PuzzleError, match="got int64"):
        draw(FIVE, candidates=np.ones((5, 5, 5), np.int64))
    with pytest.raises(PuzzleError, match="candidates cannot be drawn for an exact cover"):
        draw(ExactCover([["a"]]), candidates=[True])
    with pytest.raises(TypeError, match="step must be a Step, got str"):
        draw(FIVE, step="naked single")
    with pytest.raises(ValueError, match="there is no style 'blue'"):
        draw(FIVE, style="blue")
    for size in (0, -1, float("nan"), float("inf"), "7", True, 10**400, 100_001):
        with pytest.raises(ValueError, match="width must be a number of pixels above 0"):
            draw(FIVE, width=size)


def test_a_size_is_that_of_the_picture():
    root = ElementTree.fromstring(draw(FIVE, width=300).svg)
    assert (root.get("width"), root.get("height")) == ("300", "300")
    assert draw(FIVE, width=np.int64(300)).svg == draw(FIVE, width=300).svg


def test_files_by_their_suffix(tmp_path):
    drawing = draw(FIVE, step=hint(FIVE))
    for suffix, content in ((".svg", drawing.svg), (".html", drawing.html), (".txt", drawing.text)):
        path = tmp_path / f"picture{suffix}"
        drawing.save(path)
        assert path.read_text(encoding="utf-8") == content
    drawing.save(str(tmp_path / "LOUD.SVG"))
    assert hint(FIVE).text().replace("<", "&lt;") in drawing.html
    assert drawing.text.endswith(hint(FIVE).text() + "\n")


def test_files_that_cannot_be_written(tmp_path):
    with pytest.raises(
        ValueError,
        match=r"the name of a picture must end with one of .svg, .html",
    ):
        draw(FIVE).save(tmp_path / "picture.gif")
    with pytest.raises(FileNotFoundError):
        draw(FIVE).save(tmp_path / "missing" / "picture.svg")
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(OSError, match="directory"):
        draw(FIVE).save(tmp_path / "folder.svg")


@pytest.mark.parametrize("error", [ImportError, OSError])
def test_a_missing_converter_says_what_to_install(tmp_path, monkeypatch, error):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "cairosvg":
            raise error("no cairo")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    for name in ("picture.png", "picture.pdf"):
        with pytest.raises(ImportError, match=r"pip install 'fastfuto\[pictures\]'") as raised:
            draw(FIVE).save(tmp_path / name)
        assert "\n" not in str(raised.value)
        assert not (tmp_path / name).exists()


@pytest.mark.thorough
def test_bitmaps_where_the_converter_is_installed(tmp_path):
    pytest.importorskip("cairosvg")
    draw(FIVE, width=200).save(tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes()[1:4] == b"PNG"
    with pytest.raises(ValueError, match="CairoSVG cannot convert this picture"):
        draw(FIVE, width=100_000).save(tmp_path / "large.png")
    assert not (tmp_path / "large.png").exists()
    draw(FIVE).save(tmp_path / "picture.pdf")
    assert (tmp_path / "picture.pdf").read_bytes()[:4] == b"%PDF"


def test_own_styles_are_used():
    assert "#c0ffee" in draw(FIVE, style=Style(paper="#c0ffee")).svg


def test_values_draw_themselves():
    assert FIVE._repr_svg_() == draw(FIVE)._repr_svg_() == draw(FIVE, width=288).svg
    assert draw(FIVE, width=90)._repr_svg_() == draw(FIVE, width=90).svg
    assert 'width="800"' in LatinSquare(100)._repr_svg_()
    assert repr(draw(FIVE)) == "<Drawing: Futoshiki with 5 inequalities, 5 x 5, 3 numbers>"
    assert isinstance(draw(FIVE), Drawing)
    assert repr(FIVE).startswith("Futoshiki([[")


def test_pictures_are_small():
    full = np.ones((9, 9, 9), bool)
    pairs = [((r, c), (r, c + 1)) for r in range(9) for c in range(8)]
    pairs += [((r, c), (r + 1, c)) for r in range(8) for c in range(9)]
    signs = Futoshiki(np.zeros((9, 9), int), pairs)
    for puzzle in (NINE, signs, Sudoku(NINE.clues)):
        assert len(draw(puzzle).svg.encode()) < 25_000
    assert len(draw(NINE, candidates=full).svg.encode()) < 25_000


def test_pictures_are_loaded_when_they_are_asked_for():
    script = (
        "import sys, fastfuto\n"
        "fastfuto.solve(fastfuto.Futoshiki([[0]]))\n"
        "assert not any(name.startswith(('fastfuto.drawing', 'fastfuto.logic')) for name in sys.modules)\n"
        "fastfuto.explain\n"
        "assert 'fastfuto.drawing' not in sys.modules\n"
        "fastfuto.draw\n"
        "assert 'fastfuto.drawing' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_an_explanation_is_not_needed_for_its_steps():
    step = explain(FIVE).steps[0]
    assert draw(FIVE, step=step).svg.count("<svg") == 1


# Conflicts ---------------------------------------------------------------------------------------------


def test_a_conflict_is_marked():
    puzzle = Futoshiki([[0, 2, 0], [1, 0, 0], [0, 0, 3]], [((0, 0), (0, 1)), ((1, 1), (1, 2))])
    drawing = draw(puzzle, conflict=fastfuto.conflicting_clues(puzzle))
    assert [each.get("class").split()[1:3] for each in elements(drawing, "conflict")] == [
        ["r1", "c2"],
        ["r2", "c1"],
    ]
    assert [each.get("class").split()[1:3] for each in elements(drawing, "premise")] == [
        ["r1", "c1"],
        ["r1", "c2"],
    ]
    assert len(elements(drawing, "used")) == 1


@pytest.mark.parametrize(
    ("puzzle", "marked"),
    [
        (Kakuro([[None, (3, 0), (4, 0)], [(0, 30), 0, 0], [(0, 3), 0, 0]]), 2),
        (Permutations(3, order=[(0, 1), (1, 2), (2, 0)]), 3),
        (ExactCover([["a"]], primary=["a", "b"]), 0),
    ],
    ids=["kakuro", "permutations", "cover"],
)
def test_conflicts_of_other_families(puzzle, marked):
    drawing = draw(puzzle, conflict=fastfuto.conflicting_clues(puzzle))
    assert len(elements(drawing, "premise")) == marked


def test_a_conflict_of_another_puzzle_is_refused():
    with pytest.raises(PuzzleError, match="clues that are not in the puzzle"):
        draw(LatinSquare(2), conflict=LatinSquare([[1, 1], [0, 0]]))
    with pytest.raises(TypeError, match="conflict must be a Puzzle"):
        draw(LatinSquare(2), conflict=[[1, 1], [0, 0]])
