"""Texts of the suites that train and test models: whole questions, and what is wrong with texts like them."""

import pytest

from fastfuto import Futoshiki, Sudoku, parse
from fastfuto.formats import detect

from .errors import error_of, place_of
from .samples import GRID, PUZZLE, SAMPLES

SYNLOGIC = """\
This is a 4x4 Futoshiki puzzle. Game rules:
1. Fill in the n x n grid with numbers.

Current puzzle:
X X X X
X 1 X X
X X X 2
X X X X

Inequality constraints:
(1,3) > (1,2)
(1,4) < (2,4)
(2,2) < (1,2)
(2,3) > (2,4)
(4,1) < (3,1)
(4,1) < (4,2)

Please provide each element in order from left to right.
"""
GYM = (
    SAMPLES["reasoning-gym"][0]
    + """
Ensure your answer follows the same format as the puzzle above, just replace blanks (_) with the correct value.
Remember, in Futoshiki each row and column must contain each number from 1 to 4 exactly once."""
)
CELLS = SAMPLES["sudoku"][0].strip()


@pytest.mark.parametrize(
    ("text", "name", "puzzle"),
    [
        (SYNLOGIC, "synlogic", PUZZLE),
        (SYNLOGIC.split("puzzle:\n")[1].split("\nPlease")[0], "synlogic", PUZZLE),
        ("[[4 3 1 2,1 2 4 3,2 1 3 4,3 4 2 1]]", "synlogic", None),
        (
            "[[X 2,2 _]] (1,1)<(1,2), (2,1)>(2,2)",
            "synlogic",
            Futoshiki([[0, 2], [2, 0]], [((0, 0), (0, 1)), ((1, 1), (1, 0))]),
        ),
        (GYM, "reasoning-gym", PUZZLE),
        (GYM.replace("\n", "\r\n"), "reasoning-gym", PUZZLE),
        ("source,question,answer,rating\nkaggle," + CELLS + "," + "1" * 81 + ",7\n", "sudoku-extreme", GRID),
        (SAMPLES["chuk"][0].replace(" |\n", "  |\n"), "chuk", PUZZLE),
    ],
    ids=range(8),
)
def test_whole_texts_are_read(text, name, puzzle):
    assert detect(text) == name
    if puzzle is not None:
        assert parse(text) == parse(text, name) == puzzle


@pytest.mark.parametrize(
    ("name", "text", "message", "place"),
    [
        ("synlogic", "[[1 2,2]]", "row 2 has 1 values, but a grid of 2 rows needs 2", (1, 8)),
        ("synlogic", "[[1]]", "at least 2 rows", (1, 4)),
        ("synlogic", "[[1 2,2 x1]]", "expected a number or 'X' in row 2", (1, 9)),
        ("synlogic", "[[1 2,2 1]]\n(1,1)<(2,2)", "are not neighbours", (2, 1)),
        ("synlogic", "[[1 2,2 1]]\n(1,1)<(1,3)", "outside the 2 x 2 grid", (2, 1)),
        (
            "synlogic",
            "[[1 2,2 1]]\n(1,1)<(1,2)\n(1,1)>(1,2)",
            "cannot be both larger and smaller than",
            (3, 1),
        ),
        ("synlogic", "[[1 2,2 1]]\nand so on: 2 < 3", "expected a pair of cells such as", (2, 1)),
        ("synlogic", "X X\nX", "row 2 has 1 values, but a grid of 2 rows needs 2", None),
        ("synlogic", "X X", "expected row 2, but the text ends", None),
        (
            "synlogic",
            SYNLOGIC.replace("4x4", "5x5"),
            "expected 5 rows, as the question states, found 4",
            (1, 11),
        ),
        ("synlogic", SYNLOGIC.replace("4x4", "4x5"), "", None),
        (
            "synlogic",
            f"{SYNLOGIC} (2,1)<(2,2)",
            "expected signs only below the grid, found '(2,1)<(2,2)'",
            None,
        ),
        (
            "synlogic",
            SYNLOGIC.replace("rules:", "rules: (2,1)<(2,2)"),
            "expected signs only below the grid",
            None,
        ),
        (
            "synlogic",
            "This is a 4x4 Futoshiki puzzle.",
            "expected 'Current puzzle:' in the question",
            (1, 32),
        ),
        ("synlogic", "[[" + "1 " * 300, "a grid has at most 255 rows and columns", None),
        ("chuk", "| 1   2 |\n1 | .   .  |", "expected 4 lines for a grid of 2 columns, found 2", None),
        ("chuk", "| 1   3 |", "expected the numbers of 2 to 9 columns", (1, 1)),
        ("chuk", "  | 1   2 |\n1 | .   . |\n  |       |\n3 | .   . |", "expected row 2", (4, 1)),
        (
            "chuk",
            "  | 1   2 |\n1 | .   . |\n  | <     |\n2 | .   . |",
            "expected one of '^v ', found '<'",
            (3, 5),
        ),
        ("reasoning-gym", GYM.replace("4x4", "5x5"), "", None),
        (
            "reasoning-gym",
            SAMPLES["reasoning-gym"][0].replace("4x4", "5x5"),
            "expected 5 rows, as the question states, found 4",
            (3, 1),
        ),
        ("reasoning-gym", GYM.replace("4x4", "4x5"), "expected 'Solve the following 4x4 Futoshiki", (1, 1)),
        ("reasoning-gym", GYM.replace("Ensure", "Be sure"), "the puzzle ends here", None),
        ("reasoning-gym", GYM.replace("_   1", "_   x"), "", (5, 5)),
        ("sudoku-extreme", "a," + CELLS[1:] + ",,", "expected a question of 81 digits or dots", (1, 3)),
        ("sudoku-extreme", "a," + CELLS + ",1,", "expected an answer of 81 digits or nothing", (1, 85)),
    ],
    ids=range(26),
)
def test_what_is_wrong_is_told_with_its_place(name, text, message, place):
    error = error_of(text, name)
    assert message in error.message
    assert place in (None, place_of(error))


def test_a_line_of_sudoku_extreme_is_a_sudoku():
    assert isinstance(parse(SAMPLES["sudoku-extreme"][0]), Sudoku)


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("sadman", "[Puzzle]\n", "[Puzzle]\n[Puzzle]\n", "found a second '[Puzzle]'"),
        ("janko", "size 4", "size 3\nsize 4", "the key 'size' appears twice"),
        ("janko", "size 4", "size 4\nareas 1 1 1 2", "expected a Futoshiki, which has no areas"),
        ("tatham-save", ":7:Unequal", ":4:Solo", "expected a game of Solo, found Futoshiki 4 x 4"),
        (
            "opensudoku",
            "</opensudoku>",
            "R1C1 = 5</opensudoku>",
            "expected no text between games, found 'R1C1 = 5'",
        ),
        ("cover-matrix", "p q r", "p:q r", "expected the names of items, with blanks or commas between them"),
        ("cover-matrix", "one 1 1 0", "one 1,,1 0", "expected a row of 0s and 1s"),
        ("cover-matrix", "one 1 1 0", "1,,1 1 0", "expected a row of 0s and 1s"),
        ("solo", "c1a2d3e", "c1a2d3_e", "expected '_' only between two numbers"),
        ("solo", "c1a2d3e", "c_1a2d3e", "expected '_' only between two numbers"),
        ("url", "unequal.html", "keen.html", "expected a game of unequal or solo, found keen"),
    ],
)
def test_what_only_part_of_a_reader_would_read_is_refused(name, old, new, message):
    text = SAMPLES[name][0]
    assert message in error_of(text.replace(old, new, 1), name).message


@pytest.mark.parametrize("cells", ["1 2\n3s", "12 3s"])
def test_an_address_has_no_blanks(cells):
    assert "without blanks" in error_of(f"https://puzz.link/p?sudoku/4/4/{cells}", "pzprjs").message
    parse("https://puzz.link/p?sudoku/4/4/123s", "pzprjs")
