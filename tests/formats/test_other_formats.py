"""The formats of other programs: what each of them has besides the sample, and its errors."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fastfuto import ExactCover, Futoshiki, Kakuro, LatinSquare, PuzzleError, Sudoku, format_puzzle, parse
from fastfuto.formats import detect

from ..cases import some
from .errors import check_error, error_of, place_of
from .samples import FUTOSHIKI, GRID, PUZZLE, SAMPLES, SUMS

TEXT = {name: text for name, (text, _) in SAMPLES.items()}
PLACES = FUTOSHIKI["relations-lesser"]
SOLUTION = "4_2(3_1__v___^2_1_4)3_______3_4_1_2v______1(3_2_4"
"""A solution of `PUZZLE`, as futoshiki.org has it."""


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("futoshiki.org", TEXT["futoshiki.org"].strip() + SOLUTION),
        ("futoshiki.org", TEXT["futoshiki.org"].replace("._.(", "0_0(")),
        ("janko", "begin\n" + TEXT["janko"] + "solution\n4 2 3 1\n2 1 4 3\n3 4 1 2\n1 3 2 4\nend\n"),
        ("janko", "# x\n" + TEXT["janko"].replace("puzzle futoshiki", "author x: size 9").replace(" - ", "  . ")),
        ("futorules", TEXT["futorules"].replace("(solve", "").replace(")", "")),
        ("futorules", '; a game\n(solve-tatham 4\n  "0,0D,0L,0,0,1,0R,0U,0D,0,0,2,0,0L,0,0,"\n)'),
        ("csv", "#\n" + TEXT["csv"].replace(",", " ").replace("\n", "  # a row\n").replace("0 0 0 2", "0;0; 0 2;")),
        ("relations-cells", TEXT["relations-cells"].replace("-1", "0").replace("2>1", "1 < 2")),
        ("relations-lesser", "# a grid\n\n" + PLACES.replace("0 0 0 0", "-1,0,0,-1")),
        ("counts-first", TEXT["counts-first"].replace("\n", "\n\n")),
        ("start-rel-greater", TEXT["start-rel-greater"].replace(";", " ; ")),
        ("picture", TEXT["picture"].replace(".", "_").replace("|", " ")),
        ("picture", TEXT["picture"].replace(".", "·").replace("∧", "^").replace("∨", "V")),
        ("picture", "\n" + TEXT["picture"].replace("\n", "  \n") + "\n"),
        ("picture", TEXT["picture"].replace(".", "0")),
        ("url", "https://example.org/a#b/unequal.html#4dt:0,0D,0L,0,0,1,0R,0U,0D,0,0,2,0,0L,0,0\n"),
        ("clusters", TEXT["clusters"].replace("0 < 0", "0<0").replace("v 0 0 0", "∨ 0 0 0")),
        ("minizinc", "% data\n" + TEXT["minizinc"].replace("n =", "int: n ="). replace("4]", "4,]")),
        ("minizinc", "values = [|0,0,0,0|0,1,0,0|0,0,0,2|0,0,0,0|];\n" + TEXT["minizinc"].split("]);\n")[1] + "])"),
        ("asp", "% facts\n" + "".join(TEXT["asp"].splitlines(True)[:1:-1]) + "riga(1 .. 4)."),
        ("essence", TEXT["essence"].replace("language Essence 1.3", "$ parameters").replace(",", " , ")),
        ("pycsp3", TEXT["pycsp3"].replace(",", ",\n")),
    ],
)  # fmt: skip
def test_futoshiki_is_read_generously(name, text):
    assert parse(text, name) == PUZZLE


@pytest.mark.parametrize("blank", "._·0")
def test_what_reasoning_gym_prints_is_a_picture(blank):
    puzzle = Futoshiki(
        [[0, 4, 0], [0, 0, 0], [0, 1, 0]], [((0, 1), (0, 0)), ((1, 2), (2, 2)), ((1, 0), (0, 0))]
    )
    text = f"{blank} > 4   {blank}\n∨\n{blank}   {blank}   {blank}\n        ∧\n{blank}   1   {blank}"
    assert parse(text) == puzzle
    assert detect(text) == "picture"


@pytest.mark.parametrize(
    ("name", "text", "line", "column", "message"),
    [
        ("futoshiki.org", "._._", 1, 1, "expected (2n - 1)^2 characters, or twice as many with the solution, found 4"),
        ("futoshiki.org", TEXT["futoshiki.org"].replace("(", "<", 1), 1, 4, "expected '_', '(' or ')', found '<'"),
        ("futoshiki.org", TEXT["futoshiki.org"].replace("v", "(", 1), 1, 10, "expected '_', '^' or 'v', found '('"),
        ("futoshiki.org", "x" + TEXT["futoshiki.org"][1:], 1, 1, "expected a digit or '.', found 'x'"),
        ("futoshiki.org", TEXT["futoshiki.org"] + "more > 1", 2, 1, "the text continues with 'more'"),
        ("futoshiki.org", TEXT["futoshiki.org"].strip() + SOLUTION.replace("4_2", "._2"), 1, 50, "has a blank cell"),
        ("futoshiki.org", TEXT["futoshiki.org"].strip() + SOLUTION.replace("4_2", "9_2"), 1, 50,
         "does not fit the grid"),
        ("futoshiki.org", TEXT["futoshiki.org"].strip() + SOLUTION.replace("2(3", "2)3"), 1, 53,
         "does not fit the grid"),
        ("janko", TEXT["janko"].replace("size 4\n", ""), 2, 1, "expected 'size' before 'problem'"),
        ("janko", TEXT["janko"].replace("size 4", "size 400"), 2, 6, "expected 1 to 255, found 400"),
        ("janko", TEXT["janko"].replace("A", "«"), 5, 13,
         "expected 'A', 'V' or '-' in line 2 of the problem, found '«'"),
        ("janko", TEXT["janko"].replace("«", "A", 1), 4, 7, "expected '«', '»' or '-' in line 1 of the problem"),
        ("janko", TEXT["janko"].replace("- - 1", "- - x"), 6, 5, "expected a number or '-' in line 3"),
        ("janko", TEXT["janko"].replace("- - 1 ", "- 1 "), 6, 12, "expected 7 tokens in line 3"),
        ("janko", TEXT["janko"] + "solution\n1 2 3 9", 12, 7, "row of the solution 1: expected 1 to 4, found 9"),
        ("janko", "a\n" * 101, 101, 1, "expected 'problem' after at most 100 lines"),
        ("futorules", TEXT["futorules"].replace("-->>", "-->x"), 4, 5, "signs by columns: expected one of - < >"),
        ("futorules", TEXT["futorules"].replace("1....", "1..."), 2, 17,
         "the givens: expected 16 characters, found 15"),
        ("futorules", TEXT["futorules"].replace(")", ""), 4, 15, "expected ')', but the text ends"),
        ("futorules", '10 "" "" ""', 1, 1, "expected 1 to 9, found 10"),
        ("futorules", '(solve-tatham 4 "0,0,5,")', 1, 22, "out-of-range number at row 1, column 3"),
        ("csv", TEXT["csv"].replace("0,1,0,0", "0,1,0"), 3, 6, "expected 4 tokens in row 2, found 3"),
        ("csv", TEXT["csv"].replace("0,0,-1", "0,0,-1,0"), 7, 8, "3 tokens in signs beside row 2"),
        ("csv", TEXT["csv"].replace("-1,0,0,0", "-2,0,0,0"), 12, 1, "signs under row 3: expected -1 to 1, found -2"),
        ("csv", TEXT["csv"] + "0\n", 13, 1, "the text continues with '0'"),
        ("csv", TEXT["csv"].replace("2", "9" * 5000), 4, 7, "found a number of 5000 digits"),
        ("relations-cells", TEXT["relations-cells"].replace("7>3", "7>16"), 8, 3, "expected 0 to 15, found 16"),
        ("relations-cells", TEXT["relations-cells"].replace("7>3", "7>4"), 8, 1, "are not neighbours"),
        ("relations-cells", TEXT["relations-cells"].replace("7>3", "7=3"), 8, 2, "expected '<' or '>', found '='"),
        ("relations-lesser", PLACES.replace("1 4 2 4", "1 4 2 5"), 8, 7, "expected 1 to 4, found 5"),
        ("relations-lesser", PLACES.replace("1 4 2 4", "1 4 3 4"), 8, 1, "row 1, column 4 and row 3, column 4 are not"),
        ("relations-lesser", PLACES.replace("1 4 2 4", "1 3 1 2"), 8, 1, "cannot be both larger and smaller than"),
        ("relations-greater", PLACES.replace("6\n", "7\n"), 12, 8,
         "expected a relation r1 c1 r2 c2, but the text ends"),
        ("relations-greater", PLACES.replace("6\n", "5\n"), 12, 1, "the text continues with '4'"),
        ("relations-greater", PLACES.replace("6\n", "25\n"), 6, 1, "expected 0 to 24, found 25"),
        ("counts-first", "2" + TEXT["counts-first"][1:], 1, 1, "expected 1 as the number of grids, found 2"),
        ("start-rel-lesser", TEXT["start-rel-lesser"].replace("A4", "A5"), 9, 1, "row 1, column 5 is outside"),
        ("start-rel-lesser", TEXT["start-rel-lesser"].replace("A4", "44"), 9, 1, "expected a cell such as A3"),
        ("start-rel-lesser", TEXT["start-rel-lesser"].replace("REL:", ""), 8, 1, "expected 'REL:', found 'A2'"),
        ("picture", TEXT["picture"].replace("    ∨", "   ∨"), 2, 4, "in column 4, found '∨'; is the line shifted?"),
        ("picture", TEXT["picture"].replace("1 |", "1 ^"), 3, 7, "expected one of '<>| ' in column 7, found '^'"),
        ("picture", TEXT["picture"].replace("| 2", ""), 5, 10, "expected 4 values in row 3"),
        ("picture", TEXT["picture"].replace("| 2", "| 2 | 2"), 5, 14, "expected at most 13 characters"),
        ("picture", "\n".join(TEXT["picture"].splitlines()[:4]), 3, 14, "has 7 lines, but this picture has 3"),
        ("picture", "1", 1, 1, "expected 2 to 9 values in the first line of the picture, found 1"),
        ("url", "https://example.org/", 1, 1, "expected an address with '#'"),
        ("url", "https://example.org/#4:0,9", 1, 26, "out-of-range number at row 1, column 2"),
        ("url", "https://example.org/#4de#12", 1, 28, "expected ':' and the description, but the text ends"),
        ("clusters", TEXT["clusters"].replace("0 < 0", "0 v 0"), 6, 3, "expected a sign or 0 in signs beside row 1"),
        ("clusters", TEXT["clusters"] + "0", 14, 1, "the text continues with '0'"),
        ("minizinc", TEXT["minizinc"].replace("n = 4", "n = 5"), 6, 12, "expected 5 x 5 values, found 16"),
        ("minizinc", TEXT["minizinc"].replace("lt", "gt"), 7, 1, "expected n, values, lt or start, found 'gt'"),
        ("minizinc", TEXT["minizinc"].replace(", 2]", "]"), 13, 11, "has 23 numbers, but its index sets require 24"),
        ("minizinc", TEXT["minizinc"].replace("1, 2, 1, 3", "1, 2, 1, 4"), 8, 3, "are not neighbours"),
        ("minizinc", "n = 4;", 1, 7, "expected values = array2d(...), but the text ends"),
        ("minizinc", "n = 4; n = 4;", 1, 8, "n is defined twice"),
        ("asp", TEXT["asp"].replace("(2,2,1)", "(2,5,1)"), 3, 1, "row 2, column 5 is outside the 4 x 4 grid"),
        ("asp", TEXT["asp"].replace("(3,4,2)", "(2,2,2)"), 4, 1, "row 2, column 2 has two numbers"),
        ("asp", TEXT["asp"].replace("colonna(1..4)", "colonna(1..5)"), 2, 12, "expected the same n"),
        ("asp", TEXT["asp"].replace(").", ")", 1), 2, 1, "expected '.' after a fact"),
        ("asp", TEXT["asp"] + "a :- b.", 11, 1, "expected riga(1..n)"),
        ("essence", TEXT["essence"].replace("n be 4", "m be 4"), 2, 9, "expected n, hints or less_than, found 'm'"),
        ("essence", TEXT["essence"].replace("-->", "->"), 3, 33, "expected '-->', found '-'"),
        ("essence", TEXT["essence"].replace("(3,4)", "(2,2)"), 3, 40,
         "row 2, column 2 has two numbers"),
        ("essence", "letting hints be function()", 1, 28, "expected 'letting n be', but the text ends"),
        ("tatham", "0,0D,0L,0,0,1,0R,0", 1, 1, "in a game id without its size, found 8"),
        ("tatham", "0,0,1,0,0,2,0,0,3", 1, 1, "needs its size: write '3:' in front of it"),
        ("tatham-save", TEXT["tatham-save"].replace(":38:", ":37:"), 6, 13, "37 characters in the value"),
        ("tatham-save", TEXT["tatham-save"].replace("7:Unequal", "4:Keen"), 3, 12, "or 'Solo' as the value of GAME"),
        ("tatham-save", TEXT["tatham-save"].replace("GAME ", "GAMES"), 3, 1, "a key of a save file, found 'GAMES'"),
        ("tatham-save", TEXT["tatham-save"].replace("0U", "9U"), 6, 30, "out-of-range number at row 2, column 4"),
        ("tatham-save", "\n".join(TEXT["tatham-save"].splitlines()[:4]), 4, 13, "the key DESC, but the text ends"),
        ("url", "https://example.org/?s=1234", 1, 24, "expected a Sudoku of 16, 36 or 81 cells, found 4 cells"),
        ("url", "https://example.org/#4%3A0%2C9", 1, 30, "out-of-range number at row 1, column 2"),
        ("minizinc", "N=3; start=[|1,2|0,0|]; lt=[];", 1, 31, "start cannot be combined with values or lt"),
        ("minizinc", "N=2; start=[|1,2,0|0|];", 1, 21, "expected 3 numbers in a row, found 1"),
        ("minizinc", "N=2; start=[|1,2,0,0|];", 1, 14, "expected 2 numbers in each row of start, found 4"),
        ("minizinc", "N=2; start=[1,,2,0,0];", 1, 15, "expected a number before ','"),
        ("minizinc", "N=4; start=array2d(1..2,1..8,[%s0]);" % (15 * "0,"), 1, 31, "4 numbers in each row of start"),
        ("minizinc", "n=2; values=array2d(1..3,1..n,[0,0,0,0]);", 1, 40, "its index sets require 3 rows"),
        ("essence", "letting N = 1 letting start = [[0]] letting lastdx = 9", 1, 55, "lastdx cannot be combined"),
        ("essence", "letting N = 2 letting start = [[0,0],[0]]", 1, 38, "expected 2 rows of 2 numbers in start"),
        ("essence", "letting N = 2 letting start = [[0]] letting lt = []", 1, 52, "start and lt cannot be combined"),
        ("pycsp3", TEXT["pycsp3"].replace('"size": 4', '"size": 0'), 1, 2, "size must be 1 to 255, found 0"),
        ("pycsp3", TEXT["pycsp3"].replace('"size": 4, ', ""), 1, 1, "key 'size' is missing"),
        ("pycsp3", TEXT["pycsp3"].replace("true", "1", 1), 1, 97,
         "opHints[0].lessThan: expected true or false, found 1"),
        ("pycsp3", TEXT["pycsp3"].replace('"row": 2', '"row": 4'), 1, 13,
         "numHints[1]: the cell is outside the 4 x 4 grid"),
        ("pycsp3", TEXT["pycsp3"].replace("], \"opHints", ', {"row": 1, "col": 1, "number": 1}, '
         '{"row": 1, "col": 1, "number": 2}], "opHints'), 1, 13, "row 2, column 2 has two numbers"),
    ],
)  # fmt: skip
def test_futoshiki_errors(name, text, line, column, message):
    check_error(message, (line, column), text, name)


@pytest.mark.parametrize(
    ("name", "least", "most", "value"),
    some(
        [
            ("source", 1, 255, 2**31 - 1),
            ("json", 1, 255, 2**31 - 1),
            ("tatham", 3, 32, 4),
            ("plain", 2, 9, 9),
            ("futoshiki.org", 2, 9, 9),
            ("janko", 1, 255, 10**9 - 1),
            ("futorules", 1, 9, 9),
            ("csv", 2, 255, 2**31 - 1),
            ("relations-cells", 1, 255, 2**31 - 1),
            ("relations-lesser", 1, 255, 2**31 - 1),
            ("counts-first", 1, 255, 2**31 - 1),
            ("start-rel-greater", 1, 26, 2**31 - 1),
            ("picture", 2, 9, 9),
            ("url", 3, 32, 4),
            ("clusters", 1, 255, 2**31 - 1),
            ("minizinc", 1, 255, 2**31 - 1),
            ("asp", 1, 255, 255),
            ("essence", 1, 255, 255),
            ("pycsp3", 1, 255, 2**31 - 1),
            ("matrix", 1, 255, 4),
        ],
        2,
    ),
)
def test_formats_refuse_only_what_they_cannot_hold(name, least, most, value):
    for n in (least, most):
        empty = Futoshiki(np.zeros((n, n), int))
        assert parse(format_puzzle(empty, name), name) == empty
    for n in {least - 1, most + 1} - {0, 256}:
        with pytest.raises(PuzzleError, match=f"n = {n}"):
            format_puzzle(Futoshiki(np.zeros((n, n), int)), name)
    is_signed = name in ("source", "json")
    for held in (-(2**31), value) if is_signed else (value,):
        full = Futoshiki([[0] * 4, [0, 0, held, 0], *[[0] * 4] * 2])
        assert parse(format_puzzle(full, name), name) == full
    for wrong in {value + 1, *([] if is_signed else [-1])} - {2**31}:
        with pytest.raises(PuzzleError, match=f"row 2, column 3: .*{wrong}"):
            format_puzzle(Futoshiki([[0] * 4, [0, 0, wrong, 0], *[[0] * 4] * 2]), name)


# Sudoku ------------------------------------------------------------------------------------------------------

LINE = TEXT["sudoku"].strip()
ROWS = [LINE[9 * r : 9 * r + 9] for r in range(9)]


def framed(blank=".", sign="|"):
    """Return `GRID` with a frame around it and in it."""
    edge = "+-------+-------+-------+\n"
    bands = []
    for r in (0, 3, 6):
        rows = (
            " ".join([sign, *" ".join(row[c : c + 3] for c in (0, 3, 6)).replace(" ", sign), sign])
            for row in ROWS[r : r + 3]
        )
        bands.append("".join(row + "\n" for row in rows))
    return (edge + edge.join(bands) + edge).replace(".", blank)


@pytest.mark.parametrize(
    "text",
    [
        *(LINE.replace(".", blank) for blank in ".0_*-xX"),
        "\n".join(ROWS),
        "\n".join(ROWS).replace(".", "-"),
        "\n".join(ROWS).replace(".", "x"),
        *(framed(blank) for blank in ".0_*-xX"),
        framed().replace("+", "-").replace("|", " ").replace("-" * 25, "---+---+---"),
        "\n".join(f"{row[:3]}|{row[3:6]}|{row[6:]}" for row in ROWS),
        "#A a Sudoku\n#D by hand\n" + "\n".join(ROWS) + "\n# the end",
        "\n\n".join("\n".join(ROWS[r : r + 3]) for r in (0, 3, 6)),
        " ".join(ROWS).replace(" ", " \n  "),
    ],
)
def test_sudoku_is_read_generously(text):
    assert parse(text, "sudoku") == GRID
    assert parse(text) == GRID


def test_letters_stand_for_values_above_9():
    puzzle = Sudoku(
        [[(4 * r + r // 4 + c) % 16 + 1 if (r + c) % 3 else 0 for c in range(16)] for r in range(16)]
    )
    run = "".join("0123456789ABCDEFG"[value] for value in puzzle.clues.ravel())
    rows = "\n".join(run[k : k + 16] for k in range(0, 256, 16))
    for text in (run, run.lower(), run.replace("0", "."), rows, rows.replace("0", "x")):
        assert parse(text) == puzzle
        assert detect(text) == "sudoku"
    assert parse(str(puzzle)) == puzzle
    assert str(puzzle).splitlines()[4] == "------------+-------------+-------------+------------"


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("1234 1234 1234", 1, 1, "n * n characters without blanks between them, or a line for each row"),
        (LINE[:-1], 1, 1, "such as 81, in one line, found 80"),
        (LINE.replace("8", "y", 1), 1, 43, "expected a digit or one of . 0 _ * - x X, found 'y'"),
        ("\n".join(ROWS[:8]), 8, 10, "expected 9 rows of 9 cells, found 8 rows"),
        (
            "\n".join([*ROWS, ROWS[0]]),
            10,
            1,
            "expected 9 rows in a Sudoku with 9 columns, but the text continues",
        ),
        (
            "\n".join(ROWS).replace("....35...", "....35.."),
            2,
            1,
            "expected 9 cells in row 2 of the Sudoku, as in the first row, found 8",
        ),
        ("\n".join(ROWS) + "\n  that is 1 > 0", 10, 3, "expected 9 rows in a Sudoku with 9 columns"),
        ("\n\n".join(ROWS), 1, 10, "without a blank line below each of them"),
        ("12345\n" * 5, 1, 1, "no default box"),
        (f"{LINE}\n{LINE}\n", 1, 1, "each line seems to be a separate grid"),
        ("---\n+++\n", 1, 1, "only the lines of a frame"),
        ("." * 3000, 1, 1, "a line of more than 2000 characters"),
        ("1...\n" * 200, 129, 1, "more than 64 rows"),
    ],
)
def test_sudoku_errors(text, line, column, message):
    check_error(message, (line, column), text, "sudoku")


def test_sections_of_sadman_that_follow_are_left_out():
    text = TEXT["sadman"]
    assert parse("#A author\n" + text + "[State]\n" + "1" * 81 + "\n[Colours]\n") == GRID
    assert (
        error_of("[Puzzle]\n[State]\n" + LINE, "sadman").message
        == "expected a grid below '[Puzzle]', but the text ends"
    )
    error = error_of(text.replace("4..8", "4..y"), "sadman")
    assert (error.line, error.column) == (6, 7)
    small = Sudoku([[1, 0, 0, 0], *[[0] * 4] * 3])
    assert parse(format_puzzle(small, "sadman")) == small


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ('<!DOCTYPE x [<!ENTITY a "b">]>\n<game data="&a;"/>', 1, 13, "XML with a document type or entities is"),
        ('<?xml version="1.0"?>\n<opensudoku>\n</sudoku>', 3, 3, "this is not XML: mismatched tag"),
        ("<opensudoku>\n<game/></opensudoku>", 2, 1, "expected data with 81 digits, found ''"),
        (TEXT["opensudoku"].replace("<game", "<a/>\n<game").replace("/></", '/><game data="' + "0" * 81 + '"/></'),
         2, 97, "expected one game, found a second game"),
        ("<opensudoku></opensudoku>", 1, 1, 'expected <game data="..."/>, found none'),
        ("<opensudoku>\ud800", 1, 13, "this character is not allowed in XML"),
        ("<a>" * 100_000, 1, 300_001, "this is not XML: no element found"),
    ],
)  # fmt: skip
def test_opensudoku_errors(text, line, column, message):
    check_error(message, (line, column), text, "opensudoku")


def test_a_document_of_opensudoku_may_say_more():
    text = TEXT["opensudoku"].replace("<game", "<!-- two -->\n<name>A &amp; B</name>\n<game id='1'")
    assert parse('<?xml version="1.0" encoding="UTF-8"?>\r\n' + text) == GRID


# Kakuro ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("kakuro-pipes", "|x|4\\|6\\|\n|\\3|-|-|\n\n|\\7| | 0 |"),
        ("kakuro-csv", "x, 4\\, 6\\\n\\3, 0, 0\n\\7, -, -"),
        ("cross-sums", "# sums\n :   4:   6:\n :3  _    _\n :7  _    _"),
        ("puzzlekit", "3 3\n\n -  4,  6,\n,3 0 0\n,7 0 0\n"),
        ("pzprjs", "http://pzv.jp/p.html?kakuro/v:/2/2/kkkk4637\n"),
    ],
)
def test_kakuro_is_read_generously(name, text):
    assert parse(text, name) == SUMS


@pytest.mark.parametrize("name", ["kakuro-pipes", "kakuro-csv", "cross-sums", "puzzlekit"])
def test_digits_and_clues_in_the_midst_are_kept(name):
    puzzle = Kakuro(
        [[None, (4, 0), (6, 0), None], [(0, 3), 1, 2, (0, 0)], [(0, 7), 3, 4, None], [(5, 45), 0, 9, 0]]
    )
    assert parse(format_puzzle(puzzle, name), name) == puzzle


def grids():
    entry = st.one_of(
        st.none(), st.just(0), st.tuples(st.integers(0, 45), st.integers(0, 45)), st.integers(1, 9)
    )
    rows = st.integers(1, 5).flatmap(
        lambda k: st.lists(st.lists(entry, min_size=k, max_size=k), min_size=1, max_size=5)
    )
    return rows.filter(lambda rows: any(isinstance(entry, int) for row in rows for entry in row)).map(Kakuro)


@pytest.mark.parametrize("name", ["kakuro", "kakuro-pipes", "kakuro-csv", "cross-sums", "puzzlekit"])
@given(puzzle=grids())
def test_kakuro_round_trip(name, puzzle):
    try:
        text = format_puzzle(puzzle, name)
    except PuzzleError:
        assume(False)
    assert parse(text, name) == puzzle


@given(puzzle=grids())
def test_pzprjs_round_trip_with_an_edge(puzzle):
    inner = [[entry if not isinstance(entry, int) else 0 for entry in row] for row in puzzle.rows]
    top = [None, *((3, 0) if entry == 0 else None for entry in inner[0])]
    framed = Kakuro([top, *([(0, 45) if row[0] == 0 else None, *row] for row in inner)])
    assert parse(format_puzzle(framed, "pzprjs")) == framed


@pytest.mark.parametrize(
    ("name", "text", "line", "column", "message"),
    [
        ("kakuro-pipes", TEXT["kakuro-pipes"].replace("|\n", "\n", 1), 1, 1, "expected a row of cells between pipes"),
        ("kakuro-pipes", TEXT["kakuro-pipes"].replace("4\\", "4"), 1, 8, ""),
        ("kakuro-pipes", TEXT["kakuro-pipes"].replace("4\\", "4:"), 1, 8, "expected a clue such as 17\\24, 'x', '-'"),
        ("kakuro-csv", TEXT["kakuro-csv"].replace("\\3,,", "\\3,"), 2, 1, "expected 3 cells in row 2, found 2"),
        ("cross-sums", TEXT["cross-sums"].replace("6:", "1234567890:"), 1, 6, "found '1234567890:'"),
        ("puzzlekit", "3 4" + TEXT["puzzlekit"][3:], 2, 1, "expected 4 cells in row 1, found 3"),
        ("puzzlekit", "4" + TEXT["puzzlekit"][1:], 4, 7, "expected 4 rows, found 3"),
        ("puzzlekit", "2" + TEXT["puzzlekit"][1:], 4, 1, "expected 2 rows, but the text continues"),
        ("puzzlekit", "2 2\n0 0\n0 0", 1, 1, "a Kakuro needs at least one black cell"),
        ("cross-sums", ": :\n: :", 1, 1, "a grid must have at least one white cell"),
        ("pzprjs", "https://puzz.link/p?kakuro/2/2/n463", 1, 36, "expected the total left of row 2, but the text ends"),
        ("pzprjs", "https://puzz.link/p?kakuro/2/2/z463", 1, 32, "expected 2 x 2 cells, found more"),
        ("pzprjs", "https://puzz.link/p?kakuro/2/2/n4!37", 1, 34, "expected a total, found '!'"),
        ("pzprjs", "https://puzz.link/p?kakuro/2/2/n46377", 1, 37, "the text continues with '7'"),
        ("pzprjs", "https://puzz.link/p?kakuro/9999/9999/n", 1, 37, "more than"),
        ("pzprjs", "https://puzz.link/p?sudoku/9/9/", 1, 32, "expected the 9 x 9 cells of the grid"),
    ],
)  # fmt: skip
def test_kakuro_errors(name, text, line, column, message):
    if not message:
        assert parse(text, name).rows[0][1] == 4
        return
    check_error(message, (line, column), text, name)


@pytest.mark.parametrize(
    ("name", "rows", "message"),
    [
        ("kakuro-pipes", [[0, 0]], "cannot hold a grid without black cells"),
        ("kakuro-csv", [[None, 0, 12]], "row 1, column 3: .* digits from 0 to 9, not 12"),
        ("cross-sums", [[(10**9, 0)], [0]], "row 1, column 1: .* totals below"),
        ("pzprjs", [[(0, 4), 0, 0]], "at least 2 rows and 2 columns"),
        ("pzprjs", [[None, (4, 0)], [(0, 46), 0]], "row 2, column 1: .* totals up to 45, not 46"),
        ("pzprjs", [[None, (4, 0)], [(0, 4), 4]], "row 2, column 2: .* cannot hold digits"),
        (
            "pzprjs",
            [[None, (4, 5)], [(0, 4), 0]],
            "row 1, column 2: .* only black cells and totals of inner runs at the edge",
        ),
        (
            "pzprjs",
            [[0, (4, 0)], [(0, 4), 0]],
            "row 1, column 1: .* only black cells and totals of inner runs at the edge",
        ),
    ],
)
def test_kakuro_formats_refuse_what_they_cannot_hold(name, rows, message):
    with pytest.raises(PuzzleError, match=message):
        format_puzzle(Kakuro(rows), name)


def test_opensudoku_holds_grids_of_nine_rows_only():
    with pytest.raises(PuzzleError, match="n = 9, not n = 4"):
        format_puzzle(Sudoku([[0] * 4] * 4), "opensudoku")


@pytest.mark.parametrize(
    ("name", "text", "message", "place"),
    [
        ("cover-matrix", "p q\n1 0 0\n", "expected 2 numbers in row 1, found 3", (2, 1)),
        ("cover-matrix", "p p q\n1 0 0\n", "the item 'p' appears twice", (1, 1)),
        ("cover-matrix", "p q\n1 0\n1 x\n", "expected a row of 0s and 1s", (3, 1)),
        ("cover-matrix", "a 1 0\n0 1\n", "row 2 has no name, unlike the rows above it", (2, 1)),
        ("cover-matrix", "a 1 0\na 0 1\n", "the name 'a' appears twice", (2, 1)),
        ("cover-matrix", "p q\n", "expected a row of 0s and 1s, but the text ends", (1, 4)),
        ("kakuro-rows", "\\ 4\\ 6\\\n\\3 _ .\n", "the white cells are written as '.' and as '_'", (1, 1)),
        (
            "sudoku-candidates",
            "1..." * 2,
            "expected each candidate at its own position in a cell, such as '1.3', found '..'",
            (1, 3),
        ),
        (
            "sudoku-candidates",
            "12341234",
            "expected each candidate at its own position in a cell, such as '1.3', found '34'",
            (1, 3),
        ),
        ("sudoku-candidates", "." * 30, "expected n * n cells of n characters each, found 30", (1, 1)),
        (
            "sudoku-candidates",
            "12 21\n12 12\n",
            "expected candidates in ascending order, such as 135",
            (1, 4),
        ),
        ("sudoku-candidates", "12 13\n12 12\n", "expected candidates from 1 to 2, found 3", (1, 4)),
        (
            "sudoku-candidates",
            "12 12\n12 12\n12 12\n",
            "expected a square grid of at most 9 x 9 cells, found 2 cells in row 3",
            (3, 1),
        ),
        ("sudoku-candidates", "1 " * 12, "at most 9 x 9 cells, found more than 9 cells in row 1", (1, 1)),
        ("futoshiki-candidates", "1 " * 12, "at most 9 x 9 cells, found more than 9 cells in row 1", (1, 1)),
        ("sudoku-candidates", "123 12 1\n", "expected as many rows as columns, but the text ends", (1, 9)),
        ("futoshiki-candidates", "12 < 12\n   ^\n12   12\n", "'^' is not under a cell", (2, 4)),
        ("futoshiki-candidates", "12\t12\n\t^\n12\t12\n", "'^' is not under a cell", (2, 2)),
        ("futoshiki-candidates", "12 <\n12 12\n", "'<' or '>' between two cells", (1, 5)),
        ("futoshiki-candidates", "12 12\n- -\n- -\n12 12\n", "expected candidates such as 135", (3, 1)),
        (
            "futoshiki-candidates",
            "12 12\n12\n",
            "expected a square grid of at most 9 x 9 cells, found 1 cells in row 2",
            (2, 1),
        ),
        (
            "futoshiki-candidates",
            "12 12\n^ -\n",
            "expected as many rows as columns, but the text ends",
            (2, 4),
        ),
    ],
)
def test_errors_of_covers_and_candidates(name, text, message, place):
    check_error(message, place, text, name)


@pytest.mark.parametrize(
    ("puzzle", "name", "message"),
    [
        (ExactCover([["a"]], primary=["a"], secondary=["b"]), "cover-matrix", "cannot hold secondary items"),
        (ExactCover([], primary=["a"]), "cover-matrix", "without options or items"),
        (
            ExactCover([["b", "a"]], primary=["a", "b"]),
            "cover-matrix",
            "whose items are in the order of the columns",
        ),
        (ExactCover([["0", "1"]]), "cover-matrix", "items that look like a row of 0s and 1s"),
        (
            ExactCover({"10": ["a", "b"]}),
            "cover-matrix",
            "names of options that look like a row of 0s and 1s",
        ),
        (ExactCover([["a,"]]), "cover-matrix", "items and names of options that are words, not 'a,'"),
        (Futoshiki([[1, 2], [2, 1]]), "futoshiki-candidates", "cannot hold a complete grid"),
        (Futoshiki(np.zeros((10, 10), int)), "futoshiki-candidates", "n from 2 to 9, not n = 10"),
        (Sudoku([[0] * 4] * 4, box=(1, 4)), "sudoku-candidates", "the usual boxes"),
        (Sudoku(np.zeros((16, 16), int)), "url", "n = 4, 6 or 9, not n = 16"),
    ],
)
def test_covers_and_candidates_that_are_not_held(puzzle, name, message):
    with pytest.raises(PuzzleError, match=message):
        format_puzzle(puzzle, name)


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("order 2\n0 2\n-1 -1\n", "row 1: expected -1 to 1, found 2", (2, 3)),
        ("order 2\n0 1\n1 -2\n", "row 2: expected -1 to 1, found -2", (3, 3)),
        ("order 2\n0 1\n1\n", "expected 2 tokens in row 2, found 1", (3, 2)),
        ("order 2\n0 1\n1 0\n0 1\n", "the text continues with '0'", (4, 1)),
        ("order 0\n", "expected 1 to 255, found 0", (1, 7)),
        ("order 300\n0\n", "expected 1 to 255, found 300", (1, 7)),
    ],
)
def test_files_of_quasigroups_that_are_refused(text, message, place):
    check_error(message, place, text, None)


def test_files_of_quasigroups():
    text = "order 12\n" + " -1" * 11 + " 11\n" + "\n".join(" ".join(["-1"] * 12) for _ in range(11)) + "\n"
    puzzle = parse(text)
    assert puzzle.clues[0, 11] == 12
    assert puzzle.clues.sum() == 12
    assert detect(text) == "qcp"
    assert parse(format_puzzle(puzzle, "qcp")) == puzzle
    with pytest.raises(PuzzleError, match="row 1, column 1: the format qcp holds values from 0 to 2, not 3"):
        format_puzzle(LatinSquare([[3, 0], [0, 0]]), "qcp")


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "123456789" + LETTERS


def lettered(n, characters, blank):
    """Return a Sudoku whose first and last rows are filled, and its text with these characters for values."""
    first = [*range(1, n + 1)]
    rows = [first, *[[0] * n] * (n - 2), first[1:] + first[:1]]
    text = "".join("".join(characters[v - 1] if v else blank for v in row) + "\n" for row in rows)
    return Sudoku(rows), text


@pytest.mark.parametrize("blank", [".", "0", "_"])
@pytest.mark.parametrize(
    ("n", "characters"), [(16, DIGITS), (16, LETTERS), (16, LETTERS.lower()), (25, DIGITS), (25, LETTERS)]
)
def test_letters_of_a_sudoku_begin_with_one_if_there_are_no_digits(n, characters, blank):
    puzzle, text = lettered(n, characters, blank)
    assert parse(text, "sudoku") == puzzle
    assert parse(text.replace("\n", ""), "sudoku") == puzzle


@pytest.mark.parametrize(
    ("n", "characters", "blank", "message", "place"),
    [
        (16, "0123456789ABCDEF", ".", "this 0 may be a value", (1, 1)),
        (16, DIGITS.replace("4", "x"), ".", "this X may be a value", (1, 4)),
        (16, "0" + LETTERS, ".", "this 0 may be a value", (1, 1)),
        (16, DIGITS.replace("E", "ı"), ".", "expected a digit or one of", (1, 14)),
    ],
)
def test_a_blank_cell_that_may_be_a_value_is_refused(n, characters, blank, message, place):
    error = error_of(lettered(n, characters, blank)[1], "sudoku")
    assert error.message.startswith(message)
    assert place_of(error) == place


def test_letters_that_may_be_two_values_are_refused():
    text = "." * 250 + "ABCDEF"
    assert error_of(text, "sudoku").message == (
        "expected a digit in some cell: without one, A may be 1 or 10, and A is unknown"
    )
    assert parse("1" + text[1:], "sudoku").clues[-1, -6:].tolist() == [*range(10, 16)]
