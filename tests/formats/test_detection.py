import itertools
import random
import re
import sys
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fastfuto import (
    Adjacent,
    ExactCover,
    Futoshiki,
    Kakuro,
    LatinSquare,
    ParseError,
    Permutations,
    PuzzleError,
    Sudoku,
    format_puzzle,
    parse,
)
from fastfuto.formats import CODECS, NAMES, detect, detection
from fastfuto.formats.detection import recognise_any

from ..cases import some
from ..strategies import puzzles, random_puzzle, rounds
from .errors import check_error, error_of, place_of
from .mutations import check, mutated, try_mutations
from .samples import FUTOSHIKI, GRID, PUZZLE, SAMPLES

SOURCE, TATHAM, PLAIN, JSON = (FUTOSHIKI[name] for name in ("source", "tatham", "plain", "json"))
BODY = SOURCE[2:]
DETECTED = [name for name, codec in CODECS.items() if codec.detected]
NAMED = sorted(set(NAMES) - set(DETECTED))
ALL_FORMATS = pytest.mark.parametrize("name", NAMES)
SOME_FORMATS = pytest.mark.parametrize("name", some(NAMES, 3))


# What is detected ------------------------------------------------------------------------------------------


def test_texts_of_a_certain_shape_are_read_as_by_the_whole_detection(monkeypatch):
    rng = random.Random(74)
    texts = []
    for _ in rounds(300):
        game_id = format_puzzle(random_puzzle(rng, rng.randint(3, 6), 0.3, 0.3), "tatham")
        at = rng.randrange(len(game_id))
        texts += [game_id, game_id[:at] + rng.choice(["", "0", ",", ":", "U", "R"]) + game_id[at + 1 :]]
        texts.append(
            "".join(rng.choices("0123456789.", [rng.choice([0, 1, 9]) for _ in range(10)] + [9], k=81))
        )

    def outcome(text):
        try:
            return recognise_any(text)
        except ParseError as error:
            return str(error)

    at_once = list(map(outcome, texts))
    monkeypatch.setattr(detection, "_CERTAIN", re.compile("(?!)"))
    assert at_once == list(map(outcome, texts))
    assert {codec.name for codec, _ in filter(lambda each: isinstance(each, tuple), at_once)} == {
        "tatham",
        "sudoku",
    }


def test_formats_that_must_be_named():
    assert {*SAMPLES} == {*NAMES}
    assert NAMED == [
        "asp",
        "clusters",
        "counts-first",
        "cross-sums",
        "latin",
        "puzzlekit",
        "relations-cells",
        "relations-greater",
        "relations-lesser",
        "start-rel-greater",
        "start-rel-lesser",
    ]


@ALL_FORMATS
def test_samples_are_read_and_written_exactly(name):
    text, puzzle = SAMPLES[name]
    assert parse(text, name) == puzzle
    assert format_puzzle(puzzle, name) == text
    if name in DETECTED:
        assert parse(text) == puzzle
        assert detect(text) == name


@pytest.mark.parametrize("name", sorted(set(NAMED) - {"latin"}))
def test_a_text_that_only_named_formats_read_is_told(name):
    message = error_of(SAMPLES[name][0]).message
    assert re.search(rf"\b{name}\b", message)
    assert "name one" in message or "only if it is named" in message


@ALL_FORMATS
def test_line_ends_and_byte_order_mark(name):
    text, puzzle = SAMPLES[name]
    for changed in (text.strip(), text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\ufeff" + text):
        assert parse(changed, name) == puzzle
        if name in DETECTED:
            assert detect(changed) == name


@pytest.mark.parametrize("name", FUTOSHIKI)
@given(puzzle=puzzles(max_n=12))
def test_round_trips(name, puzzle):
    try:
        text = format_puzzle(puzzle, name)
    except PuzzleError:
        assume(False)
    assert parse(text, name) == puzzle
    if name in DETECTED:
        is_sudoku = name == "plain" and puzzle.n == 9 and not puzzle.inequalities  # This size decides.
        assert detect(text) == ("sudoku" if is_sudoku else name)


@pytest.mark.parametrize("signs", [[((1, 0), (0, 0))], [((1, c), (0, c)) for c in range(8)]])
def test_signs_between_rows_are_no_values_of_a_sudoku(signs):
    puzzle = Futoshiki(np.zeros((8, 8), int), signs)
    text = format_puzzle(puzzle, "futoshiki.org")
    assert detect(text) == "futoshiki.org"
    assert parse(text) == puzzle


# Bare matrices -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 5, 7, 11, 13, 67, 100])
def test_a_matrix_that_boxes_cannot_tile_is_a_futoshiki(n):
    text = str(LatinSquare(n))
    assert detect(text) == "matrix"
    assert parse(text) == Futoshiki(np.zeros((n, n), int))


@pytest.mark.parametrize("text", ["0", "1\n", " 1 ", "Solutions: 1\n1"])
def test_a_single_number_may_be_a_count(text):
    with pytest.raises(
        ParseError, match=r"a single number is read as a puzzle, .* only if the format is named"
    ):
        parse(text)
    assert parse(text, "matrix").n == 1


@pytest.mark.parametrize("n", [4, 6, 16, 25])
@pytest.mark.parametrize("between", ["", " ", ", ", "\t"])
def test_a_grid_of_the_usual_size_of_a_sudoku_is_not_guessed(n, between):
    text = (between.join("." * n) + "\n") * n
    message = "the text can be read in the formats matrix, sudoku and latin: name one of them with the option format"
    assert error_of(text).message == message
    assert parse(text, "sudoku") == Sudoku(np.zeros((n, n), int))
    assert parse(text, "latin") == LatinSquare(n)


def test_a_filled_grid_is_a_sudoku_if_its_boxes_are_full():
    assert parse("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n") == Sudoku.parse("1234341221434321")


@pytest.mark.parametrize("between", ["", " ", ", ", "\t"])
def test_the_size_of_a_grid_without_signs_decides_its_family(between):
    rows = [between.join("." * n) + "\n" for n in range(13)]
    for n in (8, 10, 12) if not between else (5, 7, 8, 10, 12):
        assert parse(rows[n] * n) == Futoshiki(np.zeros((n, n), int))
    assert parse(rows[9] * 9) == Sudoku(np.zeros((9, 9), int))


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("12a4 1234 1234", 1, 1, "does not begin like a puzzle in any format"),
        ("1 2 3\n2 3\n", 2, 4, "expected 3 tokens in row 2, found 2"),
        ("1 2 3\n2 3 1\n", 2, 6, "expected row 3, but the text ends"),
        ("1 2\n2 1\n1 2\n", 3, 1, "the text continues with '1'"),
        ("1 2 3\n2 4 1\n3 1 2", 2, 3, "expected 0 to 3, found 4"),
        ("1 2 3\n2 3 99999999999999\n3 1 2", 2, 5, "expected 0 to 3, found 99999999999999"),
        ("1 2 3\n2 3 y\n3 1 2", 2, 5, "expected a number in row 2, found 'y'"),
        ("1 2 3\n2 3 1.0\n3 1 2", 2, 5, "expected a number in row 2, found '1.0'"),
    ],
)
def test_matrix_errors(text, line, column, message):
    check_error(message, (line, column), text, "matrix" if "1 2 3" in text else None)


def test_a_matrix_holds_no_signs():
    with pytest.raises(
        PuzzleError, match="cannot hold inequalities, but there is one between row 1, column 2 and row 1"
    ):
        format_puzzle(PUZZLE, "matrix")
    with pytest.raises(
        PuzzleError, match="row 1, column 1: the format matrix holds values from 0 to 2, not 3"
    ):
        format_puzzle(Futoshiki([[3, 0], [0, 0]]), "matrix")


# What is not a puzzle ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "hello\nworld",
        "a sentence, and another one.\nAnd more\n",
        'kakuro {\n  row "x" 17 24\n  row 16 0 0\n}\n',
        "?",
        "\ud800",
        "\n\n  not a puzzle",
    ],
)
def test_prose_is_refused_with_its_line(text):
    error = error_of(text)
    lines = text.split("\n")
    assert error.line == next(k for k, line in enumerate(lines, 1) if line.strip())
    assert error.source == lines[error.line - 1]


def test_words_below_a_puzzle_are_left_out():
    assert parse(SOURCE + "\nThat was easy.") == PUZZLE
    check_error("the text continues with 'That'", (10, 1), SOURCE + "\nThat was 5 > 3.")


@pytest.mark.parametrize("name", FUTOSHIKI)
def test_what_the_command_line_prints_is_left_out(name):
    printed = f"Incomplete scheme.\n{FUTOSHIKI[name].rstrip()}\nThis is the only solution.\nSolutions: 1\n"
    assert parse(printed, name) == parse(printed.replace("\n", "\r\n"), name) == PUZZLE
    if name in DETECTED:
        assert detect(printed) == detect("\ufeff" + printed) == name


def test_an_error_below_a_remark_keeps_its_line():
    wrong = SOURCE.replace("1", "x")
    line, column = place_of(error_of(wrong, "source"))
    assert place_of(error_of("Complete scheme.\nInvalid solution.\n" + wrong, "source")) == (line + 2, column)


def test_a_text_of_two_formats_is_told():
    text = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 0\n"
    assert parse(text, "sudoku").n == parse(text, "matrix").n == 4
    with pytest.raises(ParseError, match="matrix, sudoku and latin"):
        parse(text)


@pytest.mark.parametrize("name", ["relations-cells", "relations-lesser", "relations-greater"])
def test_a_text_that_is_another_puzzle_in_a_format_to_be_named_is_told(name):
    text = format_puzzle(Futoshiki([[1]]), name)
    assert text == "1\n1\n0\n"
    assert parse(text, "source") == Futoshiki([[0]])
    listed = "source, relations-cells, relations-lesser and relations-greater"
    assert (
        error_of(text).message
        == f"the text can be read in the formats {listed}: name one of them with the option format"
    )


def small_puzzles():
    """Return puzzles so small that their texts may look like others."""
    grids = [[[0]], [[1]], *([[a, b], [c, d]] for a, b, c, d in itertools.product(range(3), repeat=4))]
    for grid in grids:
        n = len(grid)
        yield Futoshiki(grid)
        yield Adjacent(grid)
        if n > 1:
            yield Futoshiki(grid, [((0, 0), (0, 1))])
            yield Futoshiki(grid, [((0, 1), (0, 0)), ((0, 1), (1, 1))])
    yield from map(Permutations, range(1, 4))
    yield Kakuro([[None, 0, 0]])
    yield Kakuro([[None, (1, 0)], [(0, 1), 0]])
    yield ExactCover([["a"], ["b"]])


def puzzle_or_message(text):
    try:
        return parse(text)
    except ParseError as error:
        return error.message


@SOME_FORMATS
def test_what_is_written_is_not_taken_for_another_puzzle(name):
    for puzzle in small_puzzles():
        try:
            text = format_puzzle(puzzle, name)
        except PuzzleError:
            continue
        assert parse(text, name) == puzzle
        found = puzzle_or_message(text)
        is_told = isinstance(found, str) and re.search(rf"\b{re.escape(name)}\b.*(name one|is named)", found)
        assert is_told or found == puzzle


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("permutations 3\n0 < 3\n", "permutations"),
        ("# rules\n\npermutations", "permutations"),
        (SOURCE.replace("1", "x"), "source"),
        (SOURCE.replace("- - - - - - -\n", ""), "source"),
        ("4 5\n" + BODY, "source"),
        ("-1\n" + BODY, "source"),
        ("256", "source"),
        (TATHAM + "x", "tatham"),
        ("5de#123", "tatham"),
        ("4dz:0", "tatham"),
        (PLAIN.replace("  v", " v"), "plain"),
        (JSON[:-3], "json"),
        ("{}", "json"),
        (" [1]", "json"),
        ("\ufeff" + SOURCE.replace("1", "x").replace("\n", "\r"), "source"),
        ("\ufeff" + JSON[:-3], "json"),
        (FUTOSHIKI["picture"].replace("1", "x"), "picture"),
        (FUTOSHIKI["janko"].replace("1", "x"), "janko"),
        (FUTOSHIKI["csv"].replace("-1,0,0,0", "-1,0,0"), "csv"),
        (FUTOSHIKI["futorules"].replace("1", "x"), "futorules"),
        (FUTOSHIKI["futoshiki.org"][:-3], "futoshiki.org"),
        (SAMPLES["sudoku"][0][:-2], "sudoku"),
        (SAMPLES["opensudoku"][0][:-3], "opensudoku"),
        ("a b | c\na d\n", "cover"),
    ],
)
def test_the_error_shown_is_that_of_the_format_meant(text, meant):
    assert str(error_of(text)) == str(error_of(text, meant))


# Bad input ----------------------------------------------------------------------------------------------------


@SOME_FORMATS
def test_mutations(name):
    count = len(rounds(500))
    assert try_mutations(name, SAMPLES[name][0], count) > count // 3


@pytest.mark.parametrize(
    "unit", some(["9", "\n", "1 ", "0\n", "- ", "#\n", "[", "<", "xy;\n", "\x00", "∧", "\ud800"], 2)
)
@pytest.mark.parametrize("head", ["", SOURCE, SAMPLES["sudoku"][0]])
def test_much_garbage_is_refused(head, unit):
    error = check(head + unit * (300_000 // len(unit)), None)
    assert error is not None or unit in ("\n", "#\n")


@pytest.mark.thorough
def test_garbage_takes_at_most_four_times_its_memory():
    tracemalloc = pytest.importorskip("tracemalloc")
    tracemalloc.start()
    try:
        for unit in ("9", "1 ", "0\n", "[", "∧\n"):
            text = SOURCE + unit * (1 << 21)
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            assert error_of(text).message
            assert tracemalloc.get_traced_memory()[1] - before < 3 * sys.getsizeof(text)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", ["tatham", "source", "sudoku"])
def test_detection_reads_each_text_once(name, monkeypatch):
    tried = []
    for codec in CODECS.values():
        monkeypatch.setitem(vars(codec), "parse", lambda text, codec=codec: tried.append(codec.name))
        monkeypatch.setitem(vars(codec), "is_clear", lambda puzzle: True)
    parse(SAMPLES[name][0])
    assert tried == [name]


@given(st.data())
def test_detection_finds_what_one_format_reads(data):
    name = data.draw(st.sampled_from(DETECTED))
    text = mutated(data.draw(st.randoms(use_true_random=False)), SAMPLES[name][0])
    try:
        found = detect(text)
    except ParseError:
        return
    assert parse(text, found) == parse(text)


def test_sudokus_of_all_sizes_are_told_from_matrices():
    rng = np.random.default_rng(1)
    for n in (4, 6, 8, 9, 10, 12, 16, 25):
        puzzle = Sudoku(rng.integers(0, n + 1, (n, n)))
        assert parse(format_puzzle(puzzle, "sudoku")) == puzzle
        assert detect(str(puzzle)) == "sudoku"
    assert Sudoku.parse(str(GRID)) == GRID


# The documentation ---------------------------------------------------------------------------------------------

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")


def named(family):
    """Return the name of a class, or of a union of classes."""
    return " | ".join(each.__name__ for each in get_args(family) or (family,))


def test_the_table_of_formats_is_that_of_the_registry():
    rows = re.findall(
        r"^\| \[(.+?)\]\(#(.+?)\) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \| .+ \|$", PAGE, re.MULTILINE
    )
    families = {"all": "object", "all without sums": "object"}
    assert sorted(row[0] for row in rows) == sorted(NAMES)
    for name, anchor, family, read, written, detected in rows:
        assert anchor == name.replace(".", "")
        expected = family.title().replace(" ", "").replace(",", " | ")
        assert families.get(family, expected) == named(CODECS[name].family)
        assert (read, written, detected) == ("yes", "yes", "yes" if name in DETECTED else "no")


@pytest.mark.parametrize(
    "line",
    [
        *("Adjacent 4 x 4", "Sudoku 4 x 4", "Kakuro 4 x 4", "Futoshiki 5 x 5"),
        *("Given: B1 = 3", "The value of b1 is 3.", "a1 is less than b2"),
    ],
)
def test_what_contradicts_a_grid_or_adds_to_it_is_no_remark(line):
    grid = ". > . . .\n. . . .\n2 . . .\n. . . .\n"
    assert parse(f"Futoshiki 4 x 4\n{grid}") == parse(f"{grid}Futoshiki 4 x 4\n") == parse(grid)
    for text in (f"{line}\n{grid}", f"{grid}{line}\n"):
        with pytest.raises(ParseError):
            parse(text)


@pytest.mark.parametrize(
    "line", ["4:0,0,0L,0,0,0,0,0,0,0,0,0,0,0,0,4, and B1 = 3", f"{'12345678.' * 9} B1 = 3"]
)
def test_a_value_in_the_line_of_a_puzzle_is_not_lost(line):
    with pytest.raises(ParseError):
        parse(line)


def test_a_remark_leaves_out_the_variant():
    text = format_puzzle(Sudoku(4).with_rules("diagonals"), "json")
    assert parse(f"Sudoku 4 x 4\n{text}") == parse(text)
    other = format_puzzle(LatinSquare(4).with_rules("diagonals"), "json")
    with pytest.raises(
        ParseError, match="expected Sudoku 4 x 4, as the text states, found Latin square 4 x 4"
    ):
        parse(f"Sudoku 4 x 4\n{other}")


@pytest.mark.parametrize("name", ["futoshiki", "unequal", "latin square", "puzzle", "grid"])
def test_what_people_write_above_a_grid_is_no_keyword(name):
    grid = ". > . . .\n. . . .\n2 . . .\n. . . .\n"
    for title in (name, f"{name} 4", f"{name} 17", f"{name.capitalize()} 4"):
        assert parse(f"{title}\n{grid}") == parse(grid)


@ALL_FORMATS
def test_the_documentation_has_an_example(name):
    example = re.search(rf"^## {re.escape(name)}\n\n.*?```text\n(.*?)\n```$", PAGE, re.MULTILINE | re.DOTALL)
    assert parse(example[1], name) == SAMPLES[name][1]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (
            ". > l .\n. . . .\n2 . . .\n. . . .\n",
            (1, 5),
            "'l' is neither a cell nor a sign of a grid; is it 1?",
        ),
        ("S3..7....\n" + ".........\n" * 8, (1, 1), "'S' is neither a cell nor a sign of a grid; is it 5?"),
        ("[[1, 0, 0], [0, 0], [0, 0, 2]]", (1, 14), "expected 3 fields in this row of the list"),
        ("1,,2\n,,,\n,,\n", (2, 1), "expected 3 fields in this row of the sheet, as in other rows, found 4"),
        ("puzzles/mine.txt", (1, 1), "this seems to be the name of a file, which load() reads"),
        ("hello world", (1, 1), "this does not begin like a puzzle"),
    ],
)
def test_the_nearest_reason_is_named(text, place, message):
    check_error(message, place, text)


@pytest.mark.parametrize(
    "text", ["| --- | --- |\n| --- | --- |\n", "| 1 | 2 |\n| --- | --- |\n", "|--|\n|--|\n"]
)
def test_tables_of_rules_are_refused(text):
    with pytest.raises(ParseError):
        parse(text)
