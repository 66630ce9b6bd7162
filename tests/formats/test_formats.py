import contextlib
import json

import numpy as np
import pytest
from hypothesis import example, given
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
from fastfuto.formats import CODECS, NAMES, detect, files, texts

from ..cases import some
from .errors import check_error, error_of, place_of
from .mutations import check
from .samples import FUTOSHIKI, PUZZLE, SAMPLES

TEXTS = {name: FUTOSHIKI[name] for name in ("source", "tatham", "plain", "json")}
SOURCE = TEXTS["source"]
FORMATS = pytest.mark.parametrize("name", TEXTS)
OTHERS = {
    name: SAMPLES[name][0] for name in ("adjacent", "sudoku", "kakuro", "cover", "permutations", "latin")
}
FILLED = ("adjacent", "sudoku", "kakuro", "latin")
ALL_FORMATS = pytest.mark.parametrize("name", NAMES)


# Every format ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", " ", "\n \r\n", "\ufeff"])
def test_empty_text(text):
    for format in (None, *NAMES):
        check_error("empty", (1, 1), text, format)


def test_bytes_are_no_text():
    for name, (text, _) in SAMPLES.items():
        with pytest.raises(TypeError, match="bytes"):
            parse(text.encode(), name)


@pytest.mark.parametrize("name", NAMES)
def test_comments_above_a_text_are_skipped_where_the_table_says_so(name):
    text, puzzle = SAMPLES[name]
    try:
        is_skipped = CODECS[name].parse(f"# note\n{text}") == puzzle
    except ParseError:
        is_skipped = False
    assert is_skipped == CODECS[name].has_comments


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


@pytest.mark.parametrize("name", [None, *some(NAMES, 2)])
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


# The other families ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OTHERS)
def test_others_are_written_in_formats_of_their_families_alone(name):
    puzzle = SAMPLES[name][1]
    assert parse(format_puzzle(puzzle, "json")) == puzzle
    for other, wrong in ((puzzle, "plain"), (PUZZLE, name)):
        with pytest.raises(PuzzleError, match="is for"):
            format_puzzle(other, wrong)


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
        ({"family": "kakuro", "rows": [[0, "x"]]}, "rows[0][1]: expected a 32-bit integer"),
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
            "options[0]: expected a string or",
        ),
        ({"family": "exact_cover", "primary": [1], "secondary": [], "options": [[2]]}, "neither primary nor"),
        (
            {"family": "exact_cover", "primary": [[]], "secondary": [], "options": []},
            "primary[0]: expected a string or",
        ),
    ],
)
def test_json_errors_of_other_families(fields, message):
    assert message in error_of(json.dumps({"schema": 1, **fields})).message


@pytest.mark.parametrize(
    ("puzzle", "name", "message"),
    [
        (Sudoku([[0] * 4] * 4, box=(1, 4)), "sudoku", "cannot hold regions other than the usual boxes"),
        (Sudoku([[0] * 4] * 4, inequalities=[((0, 0), (0, 1))]), "sudoku", "cannot hold inequalities"),
        (Sudoku([[0] * 4, [0, -1, 0, 0], *[[0] * 4] * 2]), "sudoku", "row 2, column 2: .* 0 to 9, not -1"),
        (Sudoku([[0] * 4] * 3 + [[0, 0, 0, 10]]), "sudoku", "row 4, column 4: .* 0 to 9, not 10"),
        (Kakuro([[None, 0, 12]]), "kakuro", "row 1, column 3: .* 0 to 9, not 12"),
        (ExactCover([], primary=["a", "b"]), "cover", "cannot hold covers without options"),
        (ExactCover([[1], [2]]), "cover", "items that are words .*, not 1"),
        (ExactCover([["a b"]]), "cover", "items that are words .*, not 'a b'"),
        (ExactCover([{"a": None, "b": ("x",)}], secondary=["b"]), "cover", "colours .* not \\('x',\\)"),
        (ExactCover({"first": ["a"]}), "cover", "cannot hold names of options"),
        (ExactCover([["a"]], primary=[], secondary=["a"]), "cover", "without primary items"),
        (ExactCover([["a", "b"], []]), "cover", "cannot hold options without items"),
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
    with pytest.raises(PuzzleError, match="json cannot hold the family 'own'"):
        format_puzzle(Own(2), "json")
    with pytest.raises(PuzzleError, match="json is for puzzles and models, not for list"):
        format_puzzle([[1]], "json")


def test_what_is_too_long_to_be_read_is_not_written(tmp_path, monkeypatch):
    for module in (texts, files):
        monkeypatch.setattr(module, "MAX_TEXT", 10)
    path = tmp_path / "long"
    with pytest.raises(PuzzleError, match="17 characters, but at most 10 can be read back"):
        dump(Sudoku([[0] * 4] * 4), path, "sudoku")
    with pytest.raises(PuzzleError, match="14 bytes, but at most 10 can be read back"):
        dump(ExactCover([["é", "日"]]), path, "cover")
    assert not path.exists()


def test_a_text_that_is_not_utf_8_is_not_written(tmp_path):
    path, cover = tmp_path / "cover", ExactCover([["a", "\ud800"]])
    path.write_text("precious")
    with pytest.raises(PuzzleError, match=r"cannot hold '.ud800'; use the format json"):
        dump(cover, path, "cover")
    assert path.read_text() == "precious"
    dump(cover, path, "json")
    assert load(path) == cover


def test_json_holds_only_texts_and_numbers():
    with pytest.raises(PuzzleError, match="items and colours must be strings"):
        format_puzzle(ExactCover([[2**31]]), "json")
    with pytest.raises(PuzzleError, match="items and colours must be strings"):
        format_puzzle(ExactCover([{"x": ("red",)}], secondary=["x"]), "json")
    with pytest.raises(PuzzleError, match="items of options with colours must be strings"):
        format_puzzle(ExactCover([{1: None, 2: "red"}], primary=[1], secondary=[2]), "json")
    with pytest.raises(PuzzleError, match="items and colours must be strings"):
        format_puzzle(ExactCover([[("a", 1)]]), "json")
    with pytest.raises(PuzzleError, match="names of options must be strings"):
        format_puzzle(ExactCover({1: ["a"]}), "json")


@pytest.mark.parametrize("text", [r'{"\u0061": 1, "\u0061": 2}', r'{"a\"": 1, "a\"": 2}'])
def test_a_key_written_with_escapes_that_stands_twice_is_in_column_1(text):
    assert "appears twice" in error_of(text, "json").message
    assert place_of(error_of(text, "json")) == (1, 1)


def test_what_the_command_line_prints_around_a_grid_is_left_out():
    for name, text in {**TEXTS, **{name: text for name, text in OTHERS.items() if name in FILLED}}.items():
        printed = f"Incomplete scheme.\n{text.rstrip()}\nThis is the only solution.\nSolutions: 1\n"
        assert parse(printed, name) == parse(text, name)
        assert parse(printed.replace("\n", "\r\n"), name) == parse(text, name)
