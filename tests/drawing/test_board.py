"""Grids on a terminal: every sign is beside or below its cells, and no line is too wide."""

import random
import re

import numpy as np
import pytest

import fastfuto
from fastfuto import Adjacent, Futoshiki, Kakuro, LatinSquare, Sudoku, draw, explain, solve

from ..strategies import random_puzzle
from .puzzles import FAMILIES, FIVE

COLOURS = re.compile(r"\033\[[0-9;]*m")
GRIDS = ("futoshiki", "latin_square", "adjacent", "sudoku", "kakuro")
PLACE = re.compile(r"[0-9]+|\.")


def middles(line):
    """Return the column in which each number or point of a line ends, and its text."""
    return {match.end() - 1: match[0] for match in PLACE.finditer(line)}


def cells_of(lines):
    """Return the end of each column's name, and the lines of the numbered rows."""
    names = middles(lines[0])
    assert [int(name) for name in names.values()] == list(range(1, len(names) + 1))
    return list(names), [line for line in lines[1:] if re.match(r" *[0-9]+  ", line)]


@pytest.mark.parametrize("n", [1, 2, 5, 9, 10, 25])
@pytest.mark.parametrize("width", [80, 120])
def test_signs_are_beside_and_below_their_cells(n, width):
    puzzle = random_puzzle(random.Random(n), n, 0.3, 0.5)
    lines = draw(puzzle).screen(width).splitlines()
    assert max(map(len, lines)) <= width
    ends, rows = cells_of(lines)
    assert len(ends) == len(rows) == n
    found = set()
    for at, line in enumerate(lines[1:], 1):
        r = sum(each in rows for each in lines[1 : at + 1]) - 1
        if line in rows:
            margin = re.match(r" *[0-9]+  ", line).end()
            values = middles(" " * margin + line[margin:])
            clues = puzzle.clues[r].tolist()
            assert [values[end] for end in ends] == [str(value) if value else "." for value in clues]
            for match in re.finditer("[<>]", line[margin:]):
                c = max(k for k in range(n) if ends[k] < margin + match.start())
                pair = (r, c), (r, c + 1)
                found.add(pair if match[0] == "<" else pair[::-1])
        else:
            for match in re.finditer(r"[v^]", line):
                c = ends.index(match.start())
                pair = (r, c), (r + 1, c)
                found.add(pair if match[0] == "^" else pair[::-1])
    assert found == set(puzzle.inequalities)


@pytest.mark.parametrize("family", GRIDS)
def test_colours_change_nothing_but_colours(family):
    rng = random.Random(family)
    for _ in range(30):
        puzzle = FAMILIES[family](rng)
        plain = draw(puzzle).screen(80)
        coloured = draw(puzzle).screen(80, has_colours=True)
        assert [line.rstrip() for line in COLOURS.sub("", coloured).splitlines()] == plain.splitlines()
        assert coloured != plain
        assert plain.isascii()
        assert all(len(line) <= 80 for line in plain.splitlines()) or max(map(len, plain.split())) > 60


def test_contradictions_are_marked_without_colours():
    puzzle = Futoshiki([[3, 0, 1], [1, 1, 0], [0, 0, 0]], [((0, 0), (1, 0)), ((2, 1), (2, 2))])
    plain = draw(puzzle).screen()
    assert plain == ("   1    2    3\n1  3!   .    1\n   ^!\n2  1!   1!   .\n\n3  .    .  < .\n")
    coloured = draw(puzzle).screen(has_colours=True)
    assert "\033[1;31m3!\033[0m" in coloured
    assert "\033[1;31m^!\033[0m" in coloured
    assert "\033[1m1\033[0m" in coloured
    beside = draw(Futoshiki([[2, 1], [0, 0]], [((0, 0), (0, 1))])).screen()
    assert beside.splitlines()[1] == "1  2! <!1!"
    bars = draw(Adjacent([[1, 3, 2], [0] * 3, [0] * 3], [((0, 0), (0, 1))])).screen()
    assert " |!" in bars


def test_the_sentence_of_a_step_fits_on_the_screen():
    puzzle = LatinSquare([[0] * 4, [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    for width in (30, 80):
        lines = draw(puzzle, step=explain(puzzle)[0]).screen(width).splitlines()
        assert " ".join(line.strip() for line in lines[-2:]).endswith(explain(puzzle)[0].text())
        assert max(map(len, lines)) <= width


def test_found_numbers_have_a_colour():
    text = draw(FIVE, solve(FIVE).grid).screen(has_colours=True)
    assert "\033[1m5\033[0m   \033[36m3\033[0m < \033[36m4\033[0m" in text


def test_regions_have_borders():
    sudoku = draw(Sudoku(np.zeros((9, 9), int))).screen().splitlines()
    assert sudoku[4] == "   ------+-------+------"
    assert sudoku[1] == "1  . . . | . . . | . . ."
    regions = [[0, 0, 0, 1], [0, 2, 1, 1], [2, 2, 3, 1], [2, 3, 3, 3]]
    assert draw(Sudoku(np.zeros((4, 4), int), regions=regions)).screen() == (
        "   1   2   3   4\n"
        "1  .   .   . | .\n"
        "     +---+---+\n"
        "2  . | . | .   .\n"
        "   --+   +---+\n"
        "3  .   . | . | .\n"
        "     +---+   +--\n"
        "4  . | .   .   .\n"
    )


def test_totals_are_in_black_cells():
    puzzle = Kakuro([[None, (4, 0), (16, 0)], [(0, 13), 0, 0], [(0, 7), 3, 0]])
    assert draw(puzzle).screen() == (
        "     1     2     3\n1  #####  4\\   16\\\n2    \\13   .     .\n3    \\7    3     .\n"
    )


def test_wide_grids_are_divided_into_groups_of_columns():
    lines = draw(LatinSquare(40)).screen(80).splitlines()
    assert len(lines) == 2 * 41 + 1
    assert max(map(len, lines)) <= 80
    assert lines[0].split() + lines[42].split() == [str(c + 1) for c in range(40)]
    assert draw(LatinSquare(25)).screen(80).count("\n") == 26


def test_pencil_marks_are_in_their_cells():
    candidates = np.ones((2, 2, 2), bool)
    candidates[1, 1] = False
    text = draw(Futoshiki([[1, 0], [0, 0]]), candidates=candidates).screen()
    assert [line.split() for line in text.splitlines()] == [["1", "2"], ["1", "1", "12"], ["2", "12", "-!"]]
    block = draw(Sudoku(np.zeros((9, 9), int)), candidates=np.ones((9, 9, 9), bool)).screen().splitlines()
    assert block[1] == "   " + " | ".join(["123 123 123"] * 3)
    assert block[2].startswith("1  456 456")
    step = fastfuto.hint(FIVE)
    assert draw(FIVE, step=step).screen(200).endswith(f"\n{step.text()}\n")
