"""The formats of Futoshiki one by one: what each takes, and where its errors are."""

import json
from pathlib import Path

import numpy as np
import pytest

from fastfuto import Futoshiki, ParseError, format_puzzle, parse

from .errors import check_error, error_of, place_of
from .samples import PUZZLE
from .test_formats import TEXTS

SOURCE, TATHAM, PLAIN, JSON = TEXTS.values()
BODY = SOURCE[2:]

# Source ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "4 4\n" + BODY,
        "4\n4\n" + BODY,
        "4 " + BODY,
        "\n\n 4\n" + BODY,
        SOURCE.replace("\n", "\n\n"),
        SOURCE.replace("\n", "\r"),
        SOURCE.replace(" ", ""),
        "4 " + BODY.replace(" ", "").replace("\n", ""),
        "4 4 " + BODY.replace(" ", "").replace("\n", ""),
        SOURCE.replace(" ", "\n"),
        SOURCE.replace(" ", "\t \u3000"),
        SOURCE.replace("v", "V"),
        SOURCE.replace("v", "∨").replace("^", "∧"),
        SOURCE.replace("v", "ｖ").replace("^", "＾").replace("<", "＜").replace(">", "＞"),
        SOURCE.replace("|", "｜").replace("-", "－").replace("1", "１"),
        SOURCE.replace("0", "000"),
        SOURCE.replace("1", "00000000000000000001"),
    ],
)
def test_source_is_read_generously(text):
    assert parse(text, "source") == PUZZLE


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 1", 1),
        ("1 0", 0),
        ("1\n1\n", 1),
        ("1 1 0", 0),
        ("1\n1\n1", 1),
        ("1 1 1", 1),
        ("1 -5", -5),
        ("1 1 -5", -5),
    ],
)
def test_source_of_one_cell_is_told_by_its_tokens(text, value):
    assert parse(text, "source") == Futoshiki([[value]])


def test_source_keeps_values_out_of_range():
    puzzle = parse("2\n-1|2147483647\n---\n-2147483648|300", "source")
    assert puzzle.clues.tolist() == [[-1, 2**31 - 1], [-(2**31), 300]]
    assert not puzzle.is_valid


def test_source_takes_a_minus_for_what_is_wanted_there():
    glued = parse("2 -1|-2----3|-4", "source")
    assert glued.clues.tolist() == [[-1, -2], [-3, -4]]


def test_values_of_several_digits():
    n = 12
    square = [[(r + c) % n + 1 for c in range(n)] for r in range(n)]
    puzzle = Futoshiki(square, [((r, 0), (r, 1)) for r in range(n - 1)])
    for name in ("source", "tatham", "json"):
        assert parse(format_puzzle(puzzle, name)) == puzzle


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("0\n", 1, 1, "the size n must be 1 to 255, found 0"),
        ("256\n", 1, 1, "the size n must be 1 to 255, found 256"),
        ("-4\n" + BODY, 1, 1, "the size n must be 1 to 255, found -4"),
        ("9" * 5000, 1, 1, "the size n must be 1 to 255"),
        ("x", 1, 1, "expected the size n of the grid, found 'x'"),
        ("  n = 4", 1, 3, "expected the size n of the grid, found 'n'"),
        (BODY, 1, 1, "the size n is missing"),
        ("4 5\n" + BODY, 1, 3, "must be square, but the header has the sizes 4 and 5"),
        ("4\n5\n" + BODY, 2, 1, "must be square, but the header has the sizes 4 and 5"),
        ("4\n", 1, 2, "expected the value of row 1, column 1, but the text ends"),
        ("1 1 1 1", 1, 7, "the puzzle ends with row 1, but the text continues with '1'"),
        (SOURCE + "\n  4231", 10, 3, "the puzzle ends with row 4, but the text continues with '4231'"),
        (SOURCE[:-7], 8, 8, "expected the value of row 4, column 3, but the text ends"),
        # Values
        (SOURCE.replace("1", "x"), 4, 5, "expected the value of row 2, column 2, found 'x'"),
        (SOURCE.replace("1", "."), 4, 5, "found '.': a blank cell is written 0"),
        (SOURCE.replace("1", "- 1"), 4, 5, "expected the value of row 2, column 2, found '-'"),
        (SOURCE.replace("1", "+1"), 4, 5, "expected the value of row 2, column 2, found '+'"),
        (SOURCE.replace("1", "2147483648"), 4, 5, "must fit in 32 bits, found 2147483648"),
        (SOURCE.replace("1", "-2147483649"), 4, 5, "must fit in 32 bits, found -2147483649"),
        (SOURCE.replace("1", "9" * 5000), 4, 5, "must fit in 32 bits, found a number of 5000 digits"),
        (SOURCE.replace("1 |", "1.5 |"), 4, 6, "between columns 2 and 3 of row 2, found '.'"),
        # Signs between values
        (SOURCE.replace("<", "=", 1), 2, 7, "expected '|', '<' or '>' between columns 2 and 3"),
        (SOURCE.replace("<", "≠", 1), 2, 7, "found '≠'"),
        (SOURCE.replace("<", "\x1c", 1), 2, 7, "there is the control character U+001C"),
        (SOURCE.replace("1 |", "1"), 4, 7, "between columns 2 and 3 of row 2, found '0'"),
        (SOURCE.replace("1 |", "1 | |"), 4, 9, "of row 2, column 3, found '|': is one missing?"),
        (SOURCE.replace(" > 0", ""), 5, 1, "found '-': the row has 3 values, not 4"),
        (SOURCE.replace(" > 0", " > 0 | 0"), 4, 15, "found '|': row 2 has more than 4 values"),
        # Lines of signs
        (SOURCE.replace("- - - - - - -\n", ""), 5, 1, "found '0': is the line of signs missing?"),
        (SOURCE.replace("- - v - - - ^", "- - - v - - - ^"), 3, 7, "found 'v': signs belong in every other"),
        (SOURCE.replace("- - v - - - ^", "- v - - - ^"), 3, 3, "signs belong in every other column; is"),
        (SOURCE.replace("- - - - - - -", "- - - - - -"), 6, 1, "found '0': the line has 6 signs, not 7"),
        (SOURCE.replace("- - - - - - -", "- - - - -"), 6, 1, "found '0': the line has 5 signs, not 7"),
        (SOURCE.replace("- - - - - - -", "- - - - - - - -"), 5, 15, "the line of signs above has more"),
        (SOURCE.replace("v - -", "< - -", 1), 3, 5, "found '<': between rows the signs are '^' and 'v'"),
        (SOURCE.replace("v - -", "v | -", 1), 3, 7, "expected '-' between columns 2 and 3 in the line"),
    ],
)  # fmt: skip
def test_source_errors(text, line, column, message):
    check_error(message, (line, column), text, "source")


def test_errors_show_what_was_written():
    error = error_of(SOURCE.replace("1", "Ｖ"), "source")
    assert "'Ｖ'" in error.message
    assert error.excerpt() == "0 | Ｖ | 0 > 0\n    ^"


# Tatham ------------------------------------------------------------------------------------------------


def tatham_puzzles():
    for line in (Path(__file__).parents[1] / "golden" / "tatham.tsv").read_text().splitlines():
        if not line.startswith("#"):
            _, id, _, solution = line.split("\t")
            yield id, [int(value) for value in solution.split(",")]


@pytest.mark.parametrize(("id", "solution"), list(tatham_puzzles()))
def test_tatham_ids_of_the_original_program(id, solution):
    puzzle = parse(id)
    assert format_puzzle(puzzle, "tatham") == id
    solved = puzzle.with_clues(np.reshape(solution, puzzle.shape))
    assert solved.is_complete
    assert solved.is_valid
    assert ((puzzle.clues == 0) | (puzzle.clues == solved.clues)).all()


@pytest.mark.parametrize(
    "text",
    [
        TATHAM[:-1],
        TATHAM + "\n",
        "  " + TATHAM,
        *(TATHAM.replace(":", f"d{grade}:") for grade in "tekxr"),
        "4:a0D,0L,b1,0R,0U,0D,b2,0,0L,0,0",
        "4:0,0D,0L,0,0,1,0R,0U,0D,0,0,2,a0L,b",
        TATHAM.replace(",0,0,2", ",\n0,0,2"),
        TATHAM.replace("0L", "0LL"),
    ],
)
def test_tatham_is_read_generously(text):
    assert parse(text, "tatham") == PUZZLE


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("4", 2, "expected ':' and the description, but the text ends"),
        ("4:", 3, "not enough data: expected 16 cells, found 0"),
        ("4:0,0,", 7, "not enough data: expected 16 cells, found 2"),
        ("4:o", 4, "not enough data: expected 16 cells, found 15"),
        ("4:q", 3, "too much data"),
        ("4:0,p", 5, "too much data"),
        ("4:p0", 4, "too much data: expected 16 cells, found more"),
        (TATHAM + "0,", 41, "too much data: expected 16 cells, found more"),
        (TATHAM + ",", 41, "too much data: expected 16 cells, found more"),
        ("4:5,", 3, "out-of-range number at row 1, column 1: expected 0 to 4, found 5"),
        ("4:0," + "9" * 5000, 5, "out-of-range number at row 1, column 2"),
        ("4:0 0", 5, "missing separator: expected ',' after row 1, column 1"),
        ("4:0X0", 4, "missing separator: expected ',' after row 1, column 1"),
        ("4:0,-1", 5, "expected the number of row 1, column 2, found '-1'"),
        ("4:0,X", 5, "expected the number of row 1, column 2, found 'X'"),
        ("4:,", 3, "expected the number of row 1, column 1, found ','"),
        ("4:0U", 4, "the flag 'U' of row 1, column 1 points outside the grid"),
        ("4:0,0RL,0,0R", 12, "the flag 'R' of row 1, column 4 points outside the grid"),
        ("4:l0,0,0,0D", 11, "the flag 'D' of row 4, column 4 points outside the grid"),
        ("4:c0,0L", 7, "the flag 'L' of row 2, column 1 points outside the grid"),
        (
            "4:0R,0L",
            7,
            "flags contradict each other: row 1, column 1 is already greater than row 1, column 2",
        ),
        (
            "4:0D,c0U",
            8,
            "flags contradict each other: row 1, column 1 is already greater than row 2, column 1",
        ),
        ("2:0,0,0,0,", 1, "must be from 3 to 32, found 2"),
        ("33:0", 1, "must be from 3 to 32, found 33"),
        ("9" * 5000 + ":0", 1, "must be from 3 to 32"),
        ("4a:0", 5, "not enough data: expected 16 cells, found 1"),
        ("4adk:0U", 7, "the flag 'U' of row 1, column 1 points outside the grid"),
        (
            "4adk:0,0,0R,0,l",
            11,
            "flags contradict each other: row 1, column 3 has a bar towards row 1, column 4",
        ),
        ("5de#123", 4, "seed of a random game"),
        ("5#123", 2, "seed of a random game"),
        ("4dz:0", 2, "expected ':' and the description, found 'dz'"),
        ("x4:0", 1, "expected the size n of the grid, found 'x4'"),
    ],
)
def test_tatham_errors(text, column, message):
    check_error(message, (1, column), text, "tatham")


# Plain -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.replace(".", "0"),
        PLAIN.replace(".", "_"),
        PLAIN.replace("v", "V"),
        PLAIN.replace("v", "∨").replace("^", "∧"),
        PLAIN + "\n",
        PLAIN.replace(" ", "·"),
        SOURCE.removeprefix("4\n").replace(" ", ""),
        "   <\n  v   ^\n  1  >\n\n      2\nv\n <\n",
        "   <     \n  v   ^ \n  1  >   \n \n      2\nv   \n <       \n",
    ],
)
def test_plain_is_read_generously(text):
    assert parse(text, "plain") == PUZZLE


def test_plain_size_is_that_of_the_lines():
    assert parse(". . .\n\n. . .\n\n. . .", "plain").n == 3
    assert parse("1\n\n1 2", "plain").n == 2
    assert parse("2    \n\n1\n\n", "plain").n == 2
    with pytest.raises(
        ParseError, match=r"line 3, column 2: '\.' is a blank cell, so ' ' cannot also be one"
    ):
        parse(". .\n\n.", "plain")
    assert parse("     \n\n1\n\n\n", "plain") == Futoshiki([[0, 0, 0], [1, 0, 0], [0, 0, 0]])


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        (
            PLAIN.replace("  v   ^", " v   ^"),
            2,
            2,
            "'v' is not allowed here: '^' and 'v' are in columns 1, 3, 5",
        ),
        (PLAIN.replace("  v   ^", "   v   ^"), 2, 4, "is the line shifted?"),
        (
            PLAIN.replace(". .<. .", " . .<. ."),
            1,
            5,
            "'<' is not allowed here: '<' and '>' are in columns 2, 4, 6",
        ),
        (
            PLAIN.replace(". 1 .>.", " . 1 .>."),
            3,
            4,
            "'1' is not allowed here: values are in columns 1, 3, 5",
        ),
        (PLAIN.replace("\n\n", "\n"), 4, 7, "'2' is not allowed here: lines 2, 4, 6, ... hold the signs"),
        (PLAIN.replace("v\n", "<\n"), 6, 1, "'<' is not allowed here"),
        (PLAIN.replace("<", "^"), 1, 4, "'^' is not allowed here"),
        (PLAIN.replace("1", "x"), 3, 3, "'x' is not allowed here: a plain grid has only digits"),
        (PLAIN.replace("1 ", "12"), 3, 4, "'2' is not allowed here: values are in columns"),
        (PLAIN + ". . . .\n", 8, 1, "2n - 1 lines, but this grid has 8"),
        (". . . .\n\n. . . .\n\n. . . .\n", 1, 6, "a grid of 5 lines has at most 5 characters"),
        (".\n\n.\n\n\n", 4, 1, "write '.' in empty cells"),
        ("1 2\n\n2 1\n\n2 1\n\n1 2\n\n", 1, 1, "7 lines make n = 4, but none reaches the right half"),
        ("1", 1, 1, "at least 3 lines"),
        (". " * 10 + "\n\n.", 1, 18, "at most 17 characters"),
        (".\n" * 19, 18, 1, "at most 17 lines"),
        ("hello\nworld", 1, 1, "'h' is not allowed here"),
    ],
)
def test_plain_errors(text, line, column, message):
    check_error(message, (line, column), text, "plain")


# JSON --------------------------------------------------------------------------------------------------


def changed(**fields):
    return json.dumps(json.loads(JSON) | fields)


def without(key):
    return json.dumps({name: value for name, value in json.loads(JSON).items() if name != key})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "expected a JSON object, found a list"),
        ("4", "expected a JSON object, found 4"),
        *((without(key), f"key '{key}' is missing") for key in json.loads(JSON)),
        (changed(solution=[]), "unknown key 'solution'; the keys are schema, family, n, clues, inequalities"),
        (JSON.replace('"n": 4', '"n": 4, "n": 4'), "key 'n' appears twice"),
        (changed(schema=2), "schema must be 1, found 2"),
        (changed(schema="1"), "schema: expected a 32-bit integer, found '1'"),
        (changed(family="chess"), "family must be one of adjacent, "),
        (changed(family=None), "family must be one of adjacent, "),
        (changed(n=0), "n must be 1 to 255, found 0"),
        (changed(n=256), "n must be 1 to 255, found 256"),
        (changed(n=True), "n: expected a 32-bit integer, found true or false"),
        (changed(n=3), "clues: expected a list of 3, found a list of 4"),
        (changed(clues="0000"), "clues: expected a list, found '0000'"),
        (changed(clues=[[0] * 4] * 3 + [[0] * 5]), "clues[3]: expected a list of 4, found a list of 5"),
        (changed(clues=[[0] * 4] * 3 + [7]), "clues[3]: expected a list, found 7"),
        (changed(clues=[[0] * 4] * 3 + [[0, 0, None, 0]]), "clues[3][2]: expected a 32-bit integer"),
        (changed(clues=[[0] * 4] * 3 + [[0, 0, 2**31, 0]]), "clues[3][2]: expected a 32-bit integer"),
        (changed(clues=[[0] * 4] * 3 + [[0, 0, 10**50, 0]]), "a number must fit in 32 bits"),
        (changed(clues=[[0] * 4] * 3 + [[0, 0, 1.0, 0]]), "expected a whole number, found 1.0"),
        (changed(clues=[[0] * 4] * 3 + [[0, 0, 1e300, 0]]), "expected a whole number, found 1e+300"),
        (changed(n=float("nan")), "expected a whole number, found NaN"),
        (changed(n=float("-inf")), "expected a whole number, found -Infinity"),
        (changed(inequalities={}), "inequalities: expected a list, found an object"),
        (changed(inequalities=[[[0, 0], [0, 1]], [[0, 0]]]), "inequalities[1]: expected a list of 2, found"),
        (changed(inequalities=[[[0, 0], 1]]), "inequalities[0][1]: expected a list, found 1"),
        (changed(inequalities=[[[0, 0], [0, True]]]), "inequalities[0][1][1]: expected a 32-bit integer"),
        (changed(inequalities=[[[0, 0], [1, 1]]]), "the cells are not neighbours"),
        (changed(inequalities=[[[0, 0], [0, 0]]]), "the cells are not neighbours"),
        (changed(inequalities=[[[0, 3], [0, 4]]]), "a cell is outside the 4 x 4 grid"),
        (changed(inequalities=[[[0, -1], [0, 0]]]), "a cell is outside the 4 x 4 grid"),
        (changed(inequalities=[[[0, 0], [0, 1]], [[0, 1], [0, 0]]]), "the opposite inequality is also given"),
    ],
)  # fmt: skip
def test_json_errors(text, message):
    assert message in error_of(text, "json").message
    assert message in error_of(text).message or text == "4"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        (JSON.replace("4,\n", "4\n"), 5, 3),
        (JSON[:30], 3, 13),
        ('{"é": 1,\n "é": 2}', 2, 2),
        (JSON + "x", 20, 1),
        (JSON.replace('"n": 4', '"n": 4.5'), 4, 8),
        (JSON.replace("[0, 0, 0, 2]", "[0, 0, 0]"), 5, 3),
        (JSON.replace("[[3, 0], [3, 1]]", "[[3, 0], [2, 1]]"), 11, 3),
    ],
)
def test_json_errors_name_a_place(text, line, column):
    assert place_of(error_of(text, "json")) == (line, column)
