import itertools
import os

import pytest

from fastfuto import (
    Futoshiki,
    Kakuro,
    LatinSquare,
    Sudoku,
    all_solutions,
    format_puzzle,
    load_many,
    parse,
    parse_many,
)
from fastfuto.errors import ParseError
from fastfuto.formats import MAX_TEXT

FOUR = parse("4:0,0,0L,0L,0,0D,0,1,0,0,0,0,0,0,0,0,")
KAKURO = Kakuro([[None, (4, 0), (6, 0)], [(0, 3), 0, 0], [(0, 7), 0, 0]])
LINE = "1....4...3.....2"


@pytest.mark.parametrize("format", ["source", "plain", "tatham", "json"])
@pytest.mark.parametrize("gap", ["", "\n", "\n\n \n"])
@pytest.mark.parametrize("named", [True, False])
def test_what_is_written_one_after_the_other_is_read(format, gap, named):
    puzzles = [FOUR.filled(grid) for grid in all_solutions(FOUR)] + [FOUR]
    assert len(puzzles) > 2
    texts = [format_puzzle(puzzle, format).rstrip("\n") + "\n" for puzzle in puzzles]
    assert list(parse_many(gap.join(texts), format if named else None)) == puzzles


def test_families_may_be_mixed():
    text = f"# many\n{LINE}\n{KAKURO}{FOUR}\n{LINE}\n{format_puzzle(FOUR, 'tatham')}\n{KAKURO}"
    sudoku = Sudoku.parse(LINE)
    assert list(parse_many(text)) == [sudoku, KAKURO, FOUR, sudoku, FOUR, KAKURO]


def test_remarks_of_the_command_line_are_skipped():
    text = f"Incomplete scheme.\n{FOUR}This is the only solution.\n\nIncomplete scheme.\n{KAKURO}"
    assert list(parse_many(text)) == [FOUR, KAKURO]


def test_a_header_may_stand_in_two_lines_and_lines_may_be_apart():
    text = str(FOUR).replace("4\n", "4\n4\n", 1).replace("\n", "\r\n\r\n")
    assert list(parse_many(text + text)) == [FOUR, FOUR]
    assert list(parse_many("1\n0\n1\n1\n")) == [Futoshiki([[0]]), Futoshiki([[1]])]


def test_a_grid_that_lacks_lines_does_not_take_those_of_the_next():
    lines = str(FOUR).splitlines(keepends=True)
    puzzles = parse_many("".join(lines[:-2]) + str(FOUR), errors="collect")
    assert list(puzzles) == [FOUR]
    ((line, message),) = puzzles.errors
    assert line == 6
    assert "the text ends" in message


def test_grids_without_a_header_end_at_a_blank_line():
    text = "1 2 3\n2 3 1\n3 1 2\n\n\n2 1\n1 2\n"
    squares = [LatinSquare([[1, 2, 3], [2, 3, 1], [3, 1, 2]]), LatinSquare([[2, 1], [1, 2]])]
    assert list(parse_many(text, "latin")) == squares


def test_reading_goes_on_behind_an_error():
    text = f"{LINE}\n4:x\n{LINE}\n\nsome words\nof prose\n\n{LINE}\n"
    puzzles = parse_many(text)
    assert next(puzzles).n == 4
    with pytest.raises(ParseError) as caught:
        next(puzzles)
    assert (caught.value.line, caught.value.source) == (2, "4:x")
    assert next(puzzles).n == 4
    collected = parse_many(text, errors="collect")
    assert len(list(collected)) == 3
    first, second = collected.errors
    assert first.line == 2
    assert second.line in (5, 6)
    assert collected.errors[1].message


def test_files_are_read_as_they_are_needed(tmp_path):
    path = tmp_path / "many.txt"
    path.write_text("\ufeff" + f"{LINE}\n" * 1000, encoding="utf-8")
    assert len(list(itertools.islice(load_many(path), 3))) == 3
    assert len(list(load_many(os.fspath(path), "sudoku"))) == 1000
    path.write_bytes(f"{LINE}\n".encode() + b"12\xff4\n" + f"{LINE}\n".encode())
    puzzles = load_many(path, errors="collect")
    assert len(list(puzzles)) == 2
    assert puzzles.errors == [(2, "byte 0xff is not UTF-8 text; is this a binary file?")]
    with pytest.raises(OSError):
        next(load_many(tmp_path / "missing"))


def test_what_is_asked_for_is_checked_at_once():
    with pytest.raises(ValueError, match="there is no format 'x'"):
        parse_many("", "x")
    with pytest.raises(ValueError, match="errors must be 'raise' or 'collect', got 'ignore'"):
        parse_many("", errors="ignore")
    with pytest.raises(TypeError, match="text must be a str, got bytes"):
        parse_many(b"")
    assert list(parse_many("\n" * 10**5)) == []


@pytest.mark.thorough
def test_a_line_longer_than_any_puzzle_is_one_error():
    puzzles = parse_many("x" * (MAX_TEXT + 10) + f"\n{LINE}\n", errors="collect")
    assert len(list(puzzles)) == 1
    assert "cannot take more than" in puzzles.errors[0].message


@pytest.mark.parametrize("format", ["pzprjs", None])
@pytest.mark.parametrize("rest", ["dca6\n", "dca6\n\n", "a6\n", "what is left\n"])
def test_the_rest_of_a_damaged_line_above_a_line_costs_only_itself(rest, format):
    address = "https://puzz.link/p?kakuro/4/4/dcl.m30n.06l6Ehb\n"
    puzzles = parse_many(address + rest + address, format, errors="collect")
    found = list(puzzles)
    assert found == [parse(address)] * 2
    assert [error.line for error in puzzles.errors] == [2]


@pytest.mark.parametrize("title", ["Puzzle 3\n", "2.\n\n", "Daily (easy), 3 stars\nby Ann\n\n"])
@pytest.mark.parametrize(
    "puzzle",
    [
        "https://puzz.link/p?kakuro/4/4/dcl.m30n.06l6Ehb",
        "4:3R,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1",
        "order 3\n1 -1 -1\n-1 2 -1\n-1 -1 -1",
        "adjacent 3:\n0 | 0 | 3\n-   -   .\n0 | 0 . 0\n-   .   -\n0 . 0 | 0\n",
    ],
)
def test_a_title_may_be_above_a_puzzle_that_begins_with_words(title, puzzle):
    assert parse(title + puzzle) == parse(puzzle)


@pytest.mark.parametrize("format", ["latin", "sudoku", None])
def test_a_lost_blank_line_between_small_grids_costs_nothing(format):
    grids = "1_\n_2\n", "_1\n2_\n"
    found = list(parse_many("".join(grids), format))
    assert found == [parse(grid, format) for grid in grids]


def test_dashes_between_candidates_are_no_row():
    text = "123   1     123\n^     -     -\n123   123   123\n-     -     -\n123   123   123\n"
    assert [*parse_many(text + "\n" + text)] == [parse(text)] * 2


def test_a_row_that_ends_with_a_dot_is_no_heading():
    text = "[Puzzle]\n12..\n3...\n.1..\n432.\n"
    assert [*parse_many(text + "\n" + text)] == [parse(text)] * 2


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_clusters_are_read_from_a_file_and_damage_costs_one(n):
    puzzle = Futoshiki([[0] * (n - 1) + [1], *[[0] * n] * (n - 1)], [((0, 0), (1, 0))] if n > 1 else [])
    text = format_puzzle(puzzle, "clusters")
    assert [*parse_many(f"\n# one\n{text}\n\n# two\n\n{text}\n{text}", "clusters")] == [puzzle] * 3
    lines = text.splitlines(keepends=True)
    for k in range(len(lines)):
        cut = "".join(lines[:k] + lines[k + 1 :])
        found = parse_many(f"{text}\n{cut}\n{text}\n{text}", "clusters", errors="collect")
        assert [*found].count(puzzle) >= 3 - (not lines[k].strip())
        assert found.errors or n == 1


def test_a_grid_of_tabs_has_no_columns_of_generate():
    text = "1\t2\t\t3\t4\n" + "\t\t\t\t1\n" * 4
    puzzle = parse(text)
    assert puzzle.clues.tolist()[0] == [1, 2, 0, 3, 4]
    assert list(parse_many(text)) == [puzzle]


def test_games_in_one_line_are_not_lost():
    cells = "1" + "0" * 80
    puzzles = parse_many(f'<opensudoku>\n<game data="{cells}"/><game data="{cells}"/>\n', errors="collect")
    assert list(puzzles) == []
    assert [line for line, _ in puzzles.errors] == [2]


def test_values_and_signs_below_a_grid_belong_to_it():
    text = "0 0 0\n0 0 0\n0 0 0\nA1 < A2\nB1 = 3\n"
    assert list(parse_many(2 * f"{text}\n")) == 2 * [parse(text)]
