import contextlib
import io
import json
import os
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from fastfuto import (
    ExactCover,
    Futoshiki,
    Kakuro,
    LatinSquare,
    ParseError,
    Permutations,
    PuzzleError,
    Sudoku,
    dump,
    format_puzzle,
    load,
    parse,
)
from fastfuto.formats import CODECS, MAX_TEXT, NAMES, detect, files, replacement, texts
from fastfuto.formats.npy import NpyWriter

from ..strategies import puzzles
from .mutations import attempt, check
from .samples import FUTOSHIKI, PUZZLE, SAMPLES

TEXTS = {name: FUTOSHIKI[name] for name in ("source", "tatham", "plain", "json")}
SOURCE, TATHAM, PLAIN, JSON = TEXTS.values()
BODY = SOURCE[2:]
FORMATS = pytest.mark.parametrize("name", TEXTS)
OTHERS = {
    name: SAMPLES[name][0] for name in ("adjacent", "sudoku", "kakuro", "cover", "permutations", "latin")
}
FILLED = ("adjacent", "sudoku", "kakuro", "latin")
ALL_FORMATS = pytest.mark.parametrize("name", NAMES)


def error_of(text, format=None):
    with pytest.raises(ParseError) as caught:
        parse(text, format)
    return caught.value


def place_of(error):
    return error.line, error.column


# Every format ------------------------------------------------------------------------------------------


@FORMATS
def test_read_and_written_exactly(name):
    assert parse(TEXTS[name], name) == PUZZLE
    assert format_puzzle(PUZZLE, name) == TEXTS[name]
    assert detect(TEXTS[name]) == name


@FORMATS
@given(puzzle=puzzles(max_n=12))
def test_round_trip(name, puzzle):
    try:
        text = format_puzzle(puzzle, name)
    except PuzzleError:
        assume(False)
    assert parse(text, name) == puzzle
    assert detect(text) == name


@FORMATS
def test_refuses_only_what_it_cannot_hold(name):
    least, most, values = {
        "source": (1, 255, (-(2**31), 2**31 - 1)),
        "json": (1, 255, (-(2**31), 2**31 - 1)),
        "tatham": (3, 32, (0, 5)),
        "plain": (2, 9, (0, 9)),
    }[name]
    for n in (least, most):
        empty = Futoshiki(np.zeros((n, n), int))
        assert parse(format_puzzle(empty, name), name) == empty
    for n in {least - 1, most + 1} - {0, 256}:
        with pytest.raises(PuzzleError, match=f"n = {n}"):
            format_puzzle(Futoshiki(np.zeros((n, n), int)), name)
    for value in values:
        puzzle = Futoshiki([[0] * 5, [0, 0, value, 0, 0], *[[0] * 5] * 3])
        assert parse(format_puzzle(puzzle, name), name) == puzzle
    for value in {values[0] - 1, values[1] + 1} - {-(2**31) - 1, 2**31}:
        with pytest.raises(PuzzleError, match=rf"row 2, column 3: .*{value}"):
            format_puzzle(Futoshiki([[0] * 5, [0, 0, value, 0, 0], *[[0] * 5] * 3]), name)


@FORMATS
@pytest.mark.parametrize("change", [str.strip, lambda t: t.replace("\n", "\r\n"), lambda t: "\ufeff" + t])
def test_line_ends_and_byte_order_mark(name, change):
    assert parse(change(TEXTS[name]), name) == parse(change(TEXTS[name])) == PUZZLE


@ALL_FORMATS
@pytest.mark.parametrize("text", ["", " ", "\n \r\n", "\ufeff"])
def test_empty_text(name, text):
    for format in (None, name):
        error = error_of(text, format)
        assert "empty" in error.message
        assert place_of(error) == (1, 1)


@ALL_FORMATS
def test_bytes_are_no_text(name):
    with pytest.raises(TypeError, match="bytes"):
        parse(SAMPLES[name][0].encode(), name)


def test_unknown_format():
    for call in (lambda: parse(SOURCE, "pencil"), lambda: format_puzzle(PUZZLE, "pencil")):
        with pytest.raises(ValueError, match=f"'pencil'.*{', '.join(NAMES)}"):
            call()


LETTERS = '0123456789 \n\t-+|<>^vVUDLRad:#,.[]{}"eE∧＜１\x00\ufeff'


@st.composite
def spoilt(draw):
    """Draw a puzzle's text, changed in a few places."""
    name = draw(st.sampled_from(NAMES))
    empty = [format_puzzle(Futoshiki(np.zeros((3, 3), int)), name)] if name in TEXTS else []
    text = draw(st.sampled_from([*empty, SAMPLES[name][0]]))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 3)))
        text = text[:start] + draw(st.text(LETTERS, max_size=3)) + text[end:]
    return text


@ALL_FORMATS
@given(text=st.one_of(spoilt(), st.text(LETTERS), st.text()))
@example(text="[" * 100_000)
@example(text='{"n": ' * 100_000)
@example(text="9" * 10_000)
@example(text='{"schema": ' + "9" * 10_000)
@example(text="4:" + "9" * 10_000)
@example(text="4 " + "-" * 10_000)
@example(text="1 " + "0" * 10_000)
@example(text="٣")
@example(text="1 ٣")
@example(text="3:٣")
@example(text="\ud800")
@example(text="\ufeff\ufeff")
@example(text='"\\ud800"')
def test_any_text_is_a_puzzle_or_an_error(name, text):
    check(text, name)
    check(text, None)


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
        ("4 5\n" + BODY, 1, 3, "must be a square, but the header says 4 and 5"),
        ("4\n5\n" + BODY, 2, 1, "must be a square, but the header says 4 and 5"),
        ("4\n", 1, 2, "expected the value of row 1, column 1, but the text ends"),
        ("1 1 1 1", 1, 7, "the puzzle ends with row 1, but the text goes on with '1'"),
        (SOURCE + "\n  4231", 10, 3, "the puzzle ends with row 4, but the text goes on with '4231'"),
        (SOURCE[:-7], 8, 8, "expected the value of row 4, column 3, but the text ends"),
        # Values
        (SOURCE.replace("1", "x"), 4, 5, "expected the value of row 2, column 2, found 'x'"),
        (SOURCE.replace("1", "."), 4, 5, "found '.': a blank cell is written 0"),
        (SOURCE.replace("1", "- 1"), 4, 5, "expected the value of row 2, column 2, found '-'"),
        (SOURCE.replace("1", "+1"), 4, 5, "expected the value of row 2, column 2, found '+'"),
        (SOURCE.replace("1", "2147483648"), 4, 5, "must fit 32 bits, found 2147483648"),
        (SOURCE.replace("1", "-2147483649"), 4, 5, "must fit 32 bits, found -2147483649"),
        (SOURCE.replace("1", "9" * 5000), 4, 5, "must fit 32 bits, found a number of 5000 digits"),
        (SOURCE.replace("1 |", "1.5 |"), 4, 6, "between columns 2 and 3 of row 2, found '.'"),
        # Signs between values
        (SOURCE.replace("<", "=", 1), 2, 7, "expected '|', '<' or '>' between columns 2 and 3"),
        (SOURCE.replace("<", "≤", 1), 2, 7, "found '≤'"),
        (SOURCE.replace("1 |", "1"), 4, 7, "between columns 2 and 3 of row 2, found '0'"),
        (SOURCE.replace("1 |", "1 | |"), 4, 9, "of row 2, column 3, found '|': is one missing?"),
        (SOURCE.replace(" > 0", ""), 5, 1, "found '-': the row has 3 values, not 4"),
        (SOURCE.replace(" > 0", " > 0 | 0"), 4, 15, "found '|': row 2 has more than 4 values"),
        # Lines of signs
        (SOURCE.replace("- - - - - - -\n", ""), 5, 1, "found '0': is the line of signs missing?"),
        (SOURCE.replace("- - v - - - ^", "- - - v - - - ^"), 3, 7, "found 'v': signs stand in every other"),
        (SOURCE.replace("- - v - - - ^", "- v - - - ^"), 3, 3, "signs stand in every other column; is"),
        (SOURCE.replace("- - - - - - -", "- - - - - -"), 6, 1, "found '0': the line has 6 signs, not 7"),
        (SOURCE.replace("- - - - - - -", "- - - - -"), 6, 1, "found '0': the line has 5 signs, not 7"),
        (SOURCE.replace("- - - - - - -", "- - - - - - - -"), 5, 15, "the line of signs above has more"),
        (SOURCE.replace("v - -", "< - -", 1), 3, 5, "found '<': between rows the signs are '^' and 'v'"),
        (SOURCE.replace("v - -", "v | -", 1), 3, 7, "expected '-' between columns 2 and 3 in the line"),
    ],
)  # fmt: skip
def test_source_errors(text, line, column, message):
    error = error_of(text, "source")
    assert message in error.message
    assert place_of(error) == (line, column)


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
        ("4:", 3, "not enough data: 0 of 16 cells"),
        ("4:0,0,", 7, "not enough data: 2 of 16 cells"),
        ("4:o", 4, "not enough data: 15 of 16 cells"),
        ("4:q", 3, "too much data"),
        ("4:0,p", 5, "too much data"),
        ("4:p0", 4, "too much data: the grid has 16 cells"),
        (TATHAM + "0,", 41, "too much data: the grid has 16 cells"),
        (TATHAM + ",", 41, "too much data: the grid has 16 cells"),
        ("4:5,", 3, "out-of-range number at row 1, column 1: expected 0 to 4, found 5"),
        ("4:0," + "9" * 5000, 5, "out-of-range number at row 1, column 2"),
        ("4:0 0", 5, "missing separator: expected ',' after row 1, column 1"),
        ("4:0X0", 4, "missing separator: expected ',' after row 1, column 1"),
        ("4:0,-1", 5, "expected the number of row 1, column 2, found '-1'"),
        ("4:0,X", 5, "expected the number of row 1, column 2, found 'X'"),
        ("4:,", 3, "expected the number of row 1, column 1, found ','"),
        ("4:0U", 4, "flags go off grid: 'U' at row 1, column 1"),
        ("4:0,0RL,0,0R", 12, "flags go off grid: 'R' at row 1, column 4"),
        ("4:l0,0,0,0D", 11, "flags go off grid: 'D' at row 4, column 4"),
        ("4:c0,0L", 7, "flags go off grid: 'L' at row 2, column 1"),
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
        ("2:0,0,0,0,", 1, "must be 3 to 32, found 2"),
        ("33:0", 1, "must be 3 to 32, found 33"),
        ("9" * 5000 + ":0", 1, "must be 3 to 32"),
        ("4a:0", 5, "not enough data: 1 of 16 cells"),
        ("4adk:0U", 7, "flags go off grid: 'U' at row 1, column 1"),
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
    error = error_of(text, "tatham")
    assert message in error.message
    assert place_of(error) == (1, column)


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
    assert parse("\n".join("....."[: 5 - i] for i in range(5)), "plain").n == 3
    assert parse(".\n\n.", "plain").n == 2
    assert parse(".    \n\n1\n\n", "plain").n == 2
    assert parse("     \n\n1\n\n\n", "plain") == Futoshiki([[0, 0, 0], [1, 0, 0], [0, 0, 0]])


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        (
            PLAIN.replace("  v   ^", " v   ^"),
            2,
            2,
            "'v' cannot stand here: '^' and 'v' stand in columns 1, 3, 5",
        ),
        (PLAIN.replace("  v   ^", "   v   ^"), 2, 4, "is the line shifted?"),
        (
            PLAIN.replace(". .<. .", " . .<. ."),
            1,
            5,
            "'<' cannot stand here: '<' and '>' stand in columns 2, 4, 6",
        ),
        (
            PLAIN.replace(". 1 .>.", " . 1 .>."),
            3,
            4,
            "'1' cannot stand here: values stand in columns 1, 3, 5",
        ),
        (PLAIN.replace("\n\n", "\n"), 4, 7, "'2' cannot stand here: lines 2, 4, 6, ... hold the signs"),
        (PLAIN.replace("v\n", "<\n"), 6, 1, "'<' cannot stand here"),
        (PLAIN.replace("<", "^"), 1, 4, "'^' cannot stand here"),
        (PLAIN.replace("1", "x"), 3, 3, "'x' cannot stand here: a plain grid has only digits"),
        (PLAIN.replace("1 ", "12"), 3, 4, "'2' cannot stand here: values stand in columns"),
        (PLAIN + ". . . .\n", 8, 1, "2n - 1 lines, and this one has 8"),
        (". . . .\n\n. . . .\n\n. . . .\n", 1, 6, "a grid of 5 lines has at most 5 characters"),
        (".\n\n.\n\n\n", 4, 1, "write '.' in empty cells"),
        ("1 2\n\n2 1\n\n2 1\n\n1 2\n\n", 1, 1, "7 lines make n = 4, but none reaches the right half"),
        ("1", 1, 1, "at least 3 lines"),
        (". " * 10 + "\n\n.", 1, 18, "at most 17 characters"),
        (".\n" * 19, 18, 1, "at most 17 lines"),
        ("hello\nworld", 1, 1, "'h' cannot stand here"),
    ],
)
def test_plain_errors(text, line, column, message):
    error = error_of(text, "plain")
    assert message in error.message
    assert place_of(error) == (line, column)


# JSON --------------------------------------------------------------------------------------------------


def changed(**fields):
    return json.dumps(json.loads(JSON) | fields)


def without(key):
    return json.dumps({name: value for name, value in json.loads(JSON).items() if name != key})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "expected an object, found a list"),
        ("4", "expected an object, found 4"),
        *((without(key), f"key '{key}' is missing") for key in json.loads(JSON)),
        (changed(solution=[]), "unknown key 'solution'; the keys are schema, family, n, clues, inequalities"),
        (JSON.replace('"n": 4', '"n": 4, "n": 4'), "key 'n' stands twice"),
        (changed(schema=2), "schema must be 1, found 2"),
        (changed(schema="1"), "schema: expected a whole number of 32 bits, found '1'"),
        (changed(family="chess"), "family must be one of adjacent, exact_cover, futoshiki, "),
        (changed(family=None), "family must be one of adjacent, exact_cover, futoshiki, "),
        (changed(n=0), "n must be 1 to 255, found 0"),
        (changed(n=256), "n must be 1 to 255, found 256"),
        (changed(n=True), "n: expected a whole number of 32 bits, found true or false"),
        (changed(n=3), "clues: expected a list of 3, found a list of 4"),
        (changed(clues="0000"), "clues: expected a list, found '0000'"),
        (changed(clues=[[0] * 4] * 3 + [[0] * 5]), "clues[3]: expected a list of 4, found a list of 5"),
        (changed(clues=[[0] * 4] * 3 + [7]), "clues[3]: expected a list, found 7"),
        (changed(clues=[[0] * 4] * 3 + [[0, 0, None, 0]]), "clues[3][2]: expected a whole number of 32 bits"),
        (changed(clues=[[0] * 4] * 3 + [[0, 0, 2**31, 0]]), "clues[3][2]: expected a whole number of 32"),
        (changed(clues=[[0] * 4] * 3 + [[0, 0, 10**50, 0]]), "a number must fit 32 bits"),
        (changed(clues=[[0] * 4] * 3 + [[0, 0, 1.0, 0]]), "expected a whole number, found 1.0"),
        (changed(clues=[[0] * 4] * 3 + [[0, 0, 1e300, 0]]), "expected a whole number, found 1e+300"),
        (changed(n=float("nan")), "expected a whole number, found NaN"),
        (changed(n=float("-inf")), "expected a whole number, found -Infinity"),
        (changed(inequalities={}), "inequalities: expected a list, found an object"),
        (changed(inequalities=[[[0, 0], [0, 1]], [[0, 0]]]), "inequalities[1]: expected a list of 2, found"),
        (changed(inequalities=[[[0, 0], 1]]), "inequalities[0][1]: expected a list, found 1"),
        (changed(inequalities=[[[0, 0], [0, True]]]), "inequalities[0][1][1]: expected a whole number"),
        (changed(inequalities=[[[0, 0], [1, 1]]]), "the cells are not neighbours"),
        (changed(inequalities=[[[0, 0], [0, 0]]]), "the cells are not neighbours"),
        (changed(inequalities=[[[0, 3], [0, 4]]]), "a cell lies off the 4 x 4 grid"),
        (changed(inequalities=[[[0, -1], [0, 0]]]), "a cell lies off the 4 x 4 grid"),
        (changed(inequalities=[[[0, 0], [0, 1]], [[0, 1], [0, 0]]]), "the opposite inequality is given, too"),
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


# Files -------------------------------------------------------------------------------------------------


@FORMATS
def test_dump_and_load(name, tmp_path):
    path = tmp_path / "puzzle"
    dump(PUZZLE, path, name)
    assert load(path) == load(str(path), name) == PUZZLE
    assert path.read_bytes() == (TEXTS[name].rstrip("\n") + "\n").encode()


def test_dump_keeps_the_file_when_the_format_cannot_hold_the_puzzle(tmp_path):
    path = tmp_path / "puzzle"
    path.write_text("precious")
    with pytest.raises(PuzzleError):
        dump(Futoshiki([[0]]), path, "tatham")
    assert path.read_text() == "precious"


def test_load_mark_and_line_ends(tmp_path):
    path = tmp_path / "puzzle"
    path.write_bytes(b"\xef\xbb\xbf" + SOURCE.replace("\n", "\r\n").encode())
    assert load(path) == PUZZLE


@pytest.mark.parametrize("good", [b"", b"4\n0 | ", "4\r\n∧\r\n".encode()])
def test_load_binary(tmp_path, good):
    path = tmp_path / "puzzle"
    path.write_bytes(good + b"\xff\xfe\x00\x01")
    with pytest.raises(ParseError, match="byte 0xff is not UTF-8") as caught:
        load(path)
    *before, last = good.decode().split("\n")
    assert place_of(caught.value) == (len(before) + 1, len(last) + 1)


def test_load_what_is_no_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "missing")
    with pytest.raises((IsADirectoryError, PermissionError)):  # Windows says the latter
        load(tmp_path)


@pytest.mark.parametrize("name", [None, *NAMES])
@pytest.mark.parametrize(
    "text", ["9" * 100_000_000, "\n" * MAX_TEXT + "x"], ids=["100 MB of digits", "empty lines"]
)
def test_a_text_that_is_too_long_is_refused(name, text):
    assert f"more than {MAX_TEXT} characters" in error_of(text, name).message


@pytest.mark.parametrize("start", ["", "4 ", "4:", "4:0", '{"n":', "4 0 ", "["])
@pytest.mark.parametrize("character", ["9", " ", "[", "a", "|", "\n", "- "])
def test_a_long_text_takes_calls_in_proportion_to_its_length(start, character):
    def calls_for(length):
        """Count the calls of functions, those of C included, while all formats read or refuse a text."""
        text = start + character * (length // len(character)) + "x"
        calls = 0

        def note(frame, event, argument):
            nonlocal calls
            calls += event in ("call", "c_call")

        sys.setprofile(note)
        try:
            for name in (None, *NAMES):
                attempt(text, name)
        finally:
            sys.setprofile(None)
        return calls

    calls_for(8000)  # The first time modules are loaded, too.
    assert calls_for(16_000) < 2.2 * calls_for(8000) + 500


@pytest.mark.parametrize("start", ["", "4 ", "4:", "4:0", '{"n":', "4 0 ", "["])
@pytest.mark.parametrize("character", ["9", " ", "[", "a", "|", "\n", "- "])
def test_a_long_text_is_a_puzzle_or_an_error(start, character):
    text = start + character * (100_000 // len(character)) + "x"
    for name in (None, *NAMES):
        check(text, name)


def test_load_stops_reading_early(tmp_path):
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(1 << 40)  # nothing but a name, as long as nobody reads all of it
    with pytest.raises(ParseError, match=f"more than {MAX_TEXT} bytes"):
        load(path)


# Arrays ------------------------------------------------------------------------------------------------


def grids(k, n=3):
    return (np.arange(k * n * n) % 251).astype(np.uint8).reshape(k, n, n)


def test_npy_is_readable_after_every_flush(tmp_path):
    path = tmp_path / "grids.npy"
    expected = grids(300_000)
    with NpyWriter(path, (3, 3)) as writer:
        assert np.load(path).shape == (0, 3, 3)
        done = 0
        for size in (1, 8, 1, 90, 900, 99_000, 200_000):
            writer.append(expected[done : done + size])
            done += size
            writer.flush()
            assert writer.count == done
            assert np.array_equal(np.load(path), expected[:done])
    assert np.array_equal(np.load(path, mmap_mode="r"), expected)


def test_npy_takes_single_grids_and_writes_them_in_chunks(tmp_path):
    path = tmp_path / "grids.npy"
    expected = grids(200_000)
    with NpyWriter(path, (3, 3)) as writer:
        for grid in expected:
            writer.append(grid)
        on_disk = len(np.load(path))
        assert 0 < on_disk < len(expected)
        assert np.array_equal(np.load(path), expected[:on_disk])
    assert np.array_equal(np.load(path), expected)


def test_npy_signal_while_writing_repeats_nothing(tmp_path, monkeypatch):
    path = tmp_path / "grids.npy"
    expected = grids(30)
    writer = NpyWriter(path, (3, 3))
    writer.append(expected[:10])
    writer.flush()
    writer.append(expected[10:20])
    with monkeypatch.context() as patch:
        # As if Ctrl-C came when the data are written and the header is not.
        patch.setattr(NpyWriter, "_write_header", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            writer.flush()
    assert np.array_equal(np.load(path), expected[:10])
    writer.append(expected[20:])
    writer.close()
    writer.close()
    assert np.array_equal(np.load(path), expected)


def test_npy_refuses_other_arrays(tmp_path):
    with NpyWriter(tmp_path / "grids.npy", (3, 3)) as writer:
        for wrong in (grids(2, 4), grids(2).astype(int), grids(2).reshape(2, 9), grids(2)[None]):
            with pytest.raises(ValueError, match=r"expected \(k, 3, 3\) uint8"):
                writer.append(wrong)
        assert writer.count == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_npy_refuses_a_pipe(tmp_path):
    path = tmp_path / "pipe.npy"
    os.mkfifo(path)
    for target in (path, os.devnull):
        with pytest.raises(io.UnsupportedOperation, match="regular file"):
            NpyWriter(target, (3, 3))


def test_an_interrupt_before_the_header_leaves_no_file(tmp_path, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    def interrupted_open(*arguments):
        open(*arguments).close()
        raise KeyboardInterrupt

    path = tmp_path / "grids.npy"
    for patched, name, function in (
        (NpyWriter, "_write_header", interrupt),
        (replacement, "open", interrupted_open),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(patched, name, function, raising=False)
            with pytest.raises(KeyboardInterrupt):
                NpyWriter(path, (3, 3))
        assert not list(tmp_path.iterdir())
    with monkeypatch.context() as patch:
        patch.setattr(replacement, "open", interrupt, raising=False)
        np.save(path, np.zeros((2, 3, 3), np.uint8))
        with pytest.raises(KeyboardInterrupt):
            NpyWriter(path, (3, 3))
    assert np.load(path).shape == (2, 3, 3)


# The other families ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OTHERS)
def test_others_are_read_and_written_exactly(name):
    puzzle = parse(OTHERS[name], name)
    assert format_puzzle(puzzle, name) == OTHERS[name]
    if CODECS[name].detected:
        assert detect(OTHERS[name]) == name
    assert parse(format_puzzle(puzzle, "json")) == puzzle
    with pytest.raises(PuzzleError, match="is for"):
        format_puzzle(puzzle, "plain")
    with pytest.raises(PuzzleError, match="is for"):
        format_puzzle(PUZZLE, name)


@pytest.mark.parametrize(
    "puzzle",
    [
        LatinSquare([[1, 0], [0, 0]]),
        Sudoku([[0] * 4] * 4, regions=[[0, 0, 0, 1], [0, 1, 1, 1], [2, 2, 2, 3], [2, 3, 3, 3]]),
        Sudoku([[0] * 6] * 6, inequalities=[((0, 0), (0, 1))]),
        Kakuro([[None, (3, 0), (0, 0)], [(0, 4), 0, 5]]),
        Permutations(3, forbidden=[(0, 1)], order=[(1, 2)]),
        Permutations(2),
        ExactCover([["a", "b"], ["a"], ["b"]]),
        ExactCover({"one": [1, 2], "two": [1], "three": [2]}, secondary=[3]),
        ExactCover([{"a": None, "x": "red"}, {"b": None, "x": 2}], primary=["a", "b"], secondary=["x"]),
    ],
    ids=repr,
)
def test_json_of_all_families(puzzle):
    text = format_puzzle(puzzle, "json")
    assert parse(text) == puzzle
    assert detect(text) == "json"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"family": "kakuro", "rows": [[0, [1]]]}, "rows[0][1]: expected a list of 2"),
        ({"family": "kakuro", "rows": [[0, "x"]]}, "rows[0][1]: expected a whole number"),
        ({"family": "kakuro", "rows": [[0], [0, 0]]}, "row 2 has 2 cells"),
        (
            {"family": "sudoku", "n": 4, "clues": [], "regions": [], "inequalities": []},
            "expected a list of 4",
        ),
        (
            {"family": "permutations", "n": 3, "forbidden": [[0]], "order": []},
            "forbidden[0]: expected a list of 2",
        ),
        ({"family": "permutations", "n": 3, "forbidden": [[0, 9]], "order": []}, "forbidden 0"),
        (
            {"family": "exact_cover", "primary": [1], "secondary": [], "options": [[[]]]},
            "options[0]: expected a text or",
        ),
        ({"family": "exact_cover", "primary": [1], "secondary": [], "options": [[2]]}, "neither primary nor"),
        (
            {"family": "exact_cover", "primary": [[]], "secondary": [], "options": []},
            "primary[0]: expected a text or",
        ),
    ],
)
def test_json_errors_of_other_families(fields, message):
    assert message in error_of(json.dumps({"schema": 1, **fields})).message


@pytest.mark.parametrize(
    ("puzzle", "name", "message"),
    [
        (Sudoku([[0] * 4] * 4, box=(1, 4)), "sudoku", "no regions except the usual boxes"),
        (Sudoku([[0] * 4] * 4, inequalities=[((0, 0), (0, 1))]), "sudoku", "no inequalities"),
        (Sudoku([[0] * 4, [0, -1, 0, 0], *[[0] * 4] * 2]), "sudoku", "row 2, column 2: .* 0 to 9, not -1"),
        (Sudoku([[0] * 4] * 3 + [[0, 0, 0, 10]]), "sudoku", "row 4, column 4: .* 0 to 9, not 10"),
        (Kakuro([[None, 0, 12]]), "kakuro", "row 1, column 3: .* 0 to 9, not 12"),
        (ExactCover([], primary=["a", "b"]), "cover", "no covers without options"),
        (ExactCover([[1], [2]]), "cover", "items that are words .*, not 1"),
        (ExactCover([["a b"]]), "cover", "items that are words .*, not 'a b'"),
        (ExactCover([{"a": None, "b": ("x",)}], secondary=["b"]), "cover", "colours .* not \\('x',\\)"),
        (ExactCover({"first": ["a"]}), "cover", "no names of options"),
        (ExactCover([["a"]], primary=[], secondary=["a"]), "cover", "without primary items"),
        (ExactCover([["a", "b"], []]), "cover", "no option without items"),
    ],
)
def test_a_format_refuses_what_it_cannot_hold(puzzle, name, message):
    with pytest.raises(PuzzleError, match=message):
        format_puzzle(puzzle, name)


@pytest.mark.parametrize(
    ("puzzle", "name"),
    [
        (Sudoku([[1, 0], [0, 0]]), "sudoku"),
        (Kakuro([[0, 3]]), "kakuro"),
        (ExactCover([["a"]]), "cover"),
        (ExactCover([["1", "2"], ["2"]]), "cover"),
    ],
)
def test_what_could_be_nearly_anything_is_read_by_name(puzzle, name):
    text = format_puzzle(puzzle, name)
    assert parse(text, name) == puzzle
    with contextlib.suppress(ParseError):
        assert type(parse(text)) is not type(puzzle)


def test_a_puzzle_of_a_subclass_is_written_as_its_family(tmp_path):
    class Square(LatinSquare):
        pass

    class Own(LatinSquare):
        family = "own"

    puzzle = Square([[1, 0], [0, 0]])
    for name in ("json", "latin"):
        dump(puzzle, tmp_path / name, name)
        assert load(tmp_path / name, name) == puzzle
    with pytest.raises(PuzzleError, match="no puzzles of the family 'own'"):
        format_puzzle(Own(2), "json")
    with pytest.raises(PuzzleError, match="json is for puzzles and models, and this is a list"):
        format_puzzle([[1]], "json")


def test_what_is_too_long_to_be_read_is_not_written(tmp_path, monkeypatch):
    for module in (texts, files):
        monkeypatch.setattr(module, "MAX_TEXT", 10)
    path = tmp_path / "long"
    with pytest.raises(PuzzleError, match="17 characters, and only 10 can be read"):
        dump(Sudoku([[0] * 4] * 4), path, "sudoku")
    with pytest.raises(PuzzleError, match="14 bytes, and only 10 can be read"):
        dump(ExactCover([["é", "日"]]), path, "cover")
    assert not path.exists()


def test_a_text_that_is_not_utf_8_is_not_written(tmp_path):
    path, cover = tmp_path / "cover", ExactCover([["a", "\ud800"]])
    path.write_text("precious")
    with pytest.raises(PuzzleError, match=r"cannot hold '.ud800'; json holds it"):
        dump(cover, path, "cover")
    assert path.read_text() == "precious"
    dump(cover, path, "json")
    assert load(path) == cover


def test_json_holds_only_texts_and_numbers():
    with pytest.raises(PuzzleError, match="items and colours that are texts"):
        format_puzzle(ExactCover([[2**31]]), "json")
    with pytest.raises(PuzzleError, match="items and colours that are texts"):
        format_puzzle(ExactCover([{"x": ("red",)}], secondary=["x"]), "json")
    with pytest.raises(PuzzleError, match="items of options with colours that are texts"):
        format_puzzle(ExactCover([{1: None, 2: "red"}], primary=[1], secondary=[2]), "json")
    with pytest.raises(PuzzleError, match="items and colours that are texts"):
        format_puzzle(ExactCover([[("a", 1)]]), "json")
    with pytest.raises(PuzzleError, match="names of options that are texts"):
        format_puzzle(ExactCover({1: ["a"]}), "json")


@pytest.mark.parametrize("text", [r'{"\u0061": 1, "\u0061": 2}', r'{"a\"": 1, "a\"": 2}'])
def test_a_key_written_with_escapes_that_stands_twice_is_in_column_1(text):
    assert "stands twice" in error_of(text, "json").message
    assert place_of(error_of(text, "json")) == (1, 1)


def test_what_the_command_line_prints_around_a_grid_is_left_out():
    for name, text in {**TEXTS, **{name: text for name, text in OTHERS.items() if name in FILLED}}.items():
        printed = f"Incomplete scheme.\n{text.rstrip()}\nThis is the only solution.\nSolutions: 1\n"
        assert parse(printed, name) == parse(text, name)
        assert parse(printed.replace("\n", "\r\n"), name) == parse(text, name)


def test_an_error_below_a_remark_keeps_its_line():
    wrong = SOURCE.replace("1", "x")
    line, column = place_of(error_of(wrong, "source"))
    assert place_of(error_of("Complete scheme.\nInvalid solution.\n" + wrong, "source")) == (line + 2, column)
