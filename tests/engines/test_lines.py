"""Lines behind the door: what is read in compiled code, what is left, and what is written."""

import json
import random

import numpy as np
import pytest

from fastfuto import Futoshiki, LatinSquare, format_puzzle, parse
from fastfuto.engines import LONGEST_LINE, lay_out, open_lines, read_sizes
from fastfuto.engines._lines import ANSWERS, FORMATS, LONGEST, SUDOKU, Lines

from ..calls import is_refused
from ..formats.line_mixtures import laid_out
from ..strategies import random_puzzle, rounds

ALL = sum(FORMATS.values())
ID = b"3:0R,0,0,0,1,0,0,0,2,"
GRID = b"._.(._.__v___^._1_.)._______._._._2v______.(._._."
EMPTY_NINE = b"." * 81
LEVELS = b"\teasy\t1.5\t12"
NAMED = b"\teasy\thardest step 1.5\tseed 12"
"""What `generate` writes behind a puzzle, without and with names."""


def reads(text, is_end=True):
    """Return how many puzzles are read of a text, and where the reader stops."""
    lines = Lines(text, 0, is_end, ALL)
    lines.read(1)
    return len(lines), lines.at


@pytest.mark.parametrize("n", range(3, 17))
def test_game_ids_of_all_sizes_are_read(n):
    rng = random.Random(n)
    puzzles = [random_puzzle(rng, n, rng.random(), rng.random()) for _ in range(5)]
    text = "".join(format_puzzle(puzzle, "tatham") + "\n" for puzzle in puzzles).encode()
    lines = Lines(text, 0, True, ALL)
    assert lines.read(1) == 6
    assert (lines.at, len(lines), lines.sizes()[n]) == (len(text), 5, 5)
    clues, signs = np.empty((2, 5, n * n), np.uint8)
    numbers = np.empty(5, np.int64)
    lines.gather(n, clues, signs, numbers)
    assert numbers.tolist() == [*range(5)]
    assert [laid_out(n, *row) for row in zip(clues, signs, strict=True)] == puzzles
    assert [parse(text[slice(*lines.place(k)[1:])].decode()) for k in range(5)] == puzzles
    for k, puzzle in enumerate(puzzles):
        assert lines.puzzle(k) == (n, puzzle._clues.tobytes(), puzzle._inequalities.tobytes())
    with pytest.raises(ValueError, match="puzzle 5 was not read here"):
        lines.puzzle(5)


def test_what_is_usual_is_read():
    usual = [
        ID,
        b"3dk:" + ID[2:],
        b"3dt:" + ID[2:],
        ID + LEVELS,
        ID + NAMED,
        ID + b"\t\t.\t1",
        GRID,
        EMPTY_NINE,
        b"1" * 81,
        b"0" * 81,
    ]
    for line in usual:
        assert parse(line.partition(b"\t")[0].decode())
        for end in (b"", b"\n", b"\r\n", b"\n\n", b"\n# words", b"\n \t\n", b"\n#"):
            assert reads(line + end) == (1, len(line + end)), line + end
    assert reads(b"# a remark\n\n" + ID)[0] == 1


UNUSUAL = (
    *(ID[:k] for k in range(1, len(ID))),
    ID + b" ",
    b" " + ID,
    ID + b",",
    b"03:" + ID[2:],
    b"3a:" + ID[2:],
    b"3d:" + ID[2:],
    b"3dn:" + ID[2:],
    b"3#" + ID[2:],
    b"2:0,0,0,0,",
    b"17:" + b"0," * 289,
    b"4:" + ID[2:],
    ID.replace(b"1", b"4"),
    ID.replace(b"1", b"01"),
    ID.replace(b"1", b"11"),
    ID.replace(b"1,", b"1UR,").replace(b"0R,0,", b"0R,0D,"),
    ID.replace(b"0R,0,", b"0R,0L,"),
    ID.replace(b"1", b"1RU"),
    ID.replace(b"1", b"1UU"),
    b"3:0U" + ID[4:],
    b"3:0L" + ID[4:],
    ID[:-1] + b"D,",
    ID[:-1] + b"R,",
    b"3:i",
    GRID[:-1],
    GRID + GRID,
    GRID.replace(b"(", b"<"),
    b"." * 80,
    b"." * 82,
    b"." * 80 + b"_",
    b"." * 80 + b"\xff",
    b"1....4...3.....2",
    ID + b"\t",
    ID + LEVELS[:-2],
    ID + LEVELS + b"\t",
    ID + b"\tEasy\t1.5\t12",
    *(ID + NAMED[:k] for k in range(1, len(NAMED) - 1)),
    ID + NAMED.replace(b"step", b"steps"),
    ID + NAMED.replace(b"seed ", b"seed"),
    ID + b"\t" + b"e" * LONGEST + b"\t1.5\t12",
    b"# # 5\n",
    b"# A1 + B2 = 5\n",
    b"# r1c1 is odd\n",
    b"#3 5#4\n",
    b"# 5\\ 7\\\n",
    b"#a" + b"#" * (LONGEST - 1),
    b"{}",
    b"\xef\xbb\xbf" + ID,
)


@pytest.mark.parametrize("line", UNUSUAL, ids=lambda line: line[:12].hex())
def test_anything_else_is_left(line):
    for end in (b"", b"\n", b"\r\n"):
        assert reads(ID + b"\n" + line + end + ID) == (1, len(ID) + 1)
    # A character that ends the text ends no line within it.
    for end in (b"\r", b"\x00", b"\x00\n", b"\n\x00"):
        assert reads(ID + end + ID)[0] <= 1


def test_a_grid_that_looks_like_a_sudoku_is_left():
    blank = ("._" * 7 + "." + "_" * 15) * 7 + "._" * 7 + "."
    assert len(blank) == 225
    assert parse(blank[:15] + "v" + blank[16:]).inequalities == (((1, 0), (0, 0)),)
    assert reads((blank[:15] + "v" + blank[16:]).encode()) == (0, 0)
    for character, at in (("^", 15), ("(", 1), (")", 1)):
        line = blank[:at] + character + blank[at + 1 :]
        assert parse(line).n == 8
        assert reads(line.encode())[0] == 1


def test_a_text_that_goes_on_is_read_up_to_its_last_part():
    text = b"".join([ID + b"\n"] * 1000)
    lines, at = reads(text, is_end=False)
    assert len(text) - LONGEST <= at <= len(text) - LONGEST + len(ID) + 1
    assert lines == at // (len(ID) + 1)
    # None of these lines is known to end with the text.
    for line in (
        b"#a" + b"#" * (LONGEST - 2),
        b" " * LONGEST,
        ID + b"\t" + b"e" * (LONGEST - len(ID) - 5) + b"\t1\t1",
    ):
        assert len(line) == LONGEST
        assert reads(line, is_end=False) == (0, 0)
        assert reads(line)[1] == LONGEST
    assert reads(b"", is_end=False) == reads(b"", is_end=True) == (0, 0)
    assert LONGEST == LONGEST_LINE


def test_only_the_format_that_is_named_is_read():
    examples = {"tatham": ID, "futoshiki.org": GRID, "sudoku": EMPTY_NINE}
    assert set(examples) == set(FORMATS)
    for name, line in examples.items():
        for other in (*examples, "json"):
            lines = open_lines(line, 0, True, other)
            lines.read(1)
            assert len(lines) == (name == other)


def solved(line, values, counts, answer):
    """Return the answers to lines that all have this solution."""
    lines = Lines(b"\n".join([line] * len(counts)), 0, True, ALL)
    lines.read(7)
    n = SUDOKU if line == EMPTY_NINE else int(len(values) ** 0.5)
    assert lines.sizes()[n] == len(counts)
    numbers = np.arange(len(counts))
    lines.scatter(numbers, np.array([values] * len(counts), np.uint8))
    return lines.write(np.array(counts, np.int64), 0, len(counts), answer, b'{"file": "x"').decode()


@pytest.mark.parametrize(
    ("line", "values"),
    [
        (ID, [1, 2, 3, 3, 1, 2, 2, 3, 1]),
        (b"3dk:" + ID[2:] + LEVELS, [1, 2, 3, 3, 1, 2, 2, 3, 1]),
        (b"12:" + b"0U,".replace(b"U", b"") * 143 + b"12L,", [k % 12 + 1 for k in range(144)]),
        (GRID, [k % 4 + 1 for k in range(16)]),
        (EMPTY_NINE, [k % 9 + 1 for k in range(81)]),
    ],
)
def test_answers_are_written_in_the_format_of_the_puzzle(line, values):
    text = line.partition(b"\t")[0].decode()
    name = "sudoku" if line == EMPTY_NINE else "futoshiki.org" if line == GRID else "tatham"
    puzzle = parse(text)
    filled = format_puzzle(puzzle.with_clues(np.reshape(values, puzzle.shape)), name).strip()
    counts = [0, 1, 2, 12345678901, -1]
    few, many = [filled] * 3, ["none", "several", "several", "unknown"]
    assert solved(line, values, counts, "solution").splitlines() == ["none", *few, "unknown"]
    assert solved(line, values, counts, "unique").splitlines() == [many[0], filled, *many[1:]]
    behind = [f"{filled} {count}" for count in counts[1:-1]]
    assert solved(line, values, counts, "count").splitlines() == ["none", *behind, "unknown"]
    grid = np.reshape(values, puzzle.shape).tolist()
    answers = [(grid if count > 0 else None, count if count >= 0 else None) for count in counts]
    fields = {"format": name, "family": puzzle.family}
    expected = [
        json.dumps({"file": "x", "line": line, **fields, "solution": solution, "count": count})
        for line, (solution, count) in enumerate(answers, 7)
    ]
    assert solved(line, values, counts, "json").splitlines() == expected
    assert set(ANSWERS) == {"solution", "unique", "count", "json"}


def test_puzzles_that_were_read_elsewhere_have_their_numbers():
    text = ID + b"\n?\n" + ID + b"\n"
    lines = Lines(text, 0, True, ALL)
    assert lines.read(1) == 2
    lines.add(len(ID) + 3)
    assert lines.read(3) == 4
    assert len(lines) == 3
    assert lines.place(2) == (3, len(ID) + 3, 2 * len(ID) + 3)
    counts = np.zeros(3, np.int64)
    assert lines.write(counts, 0, 1, "unique", b"") == lines.write(counts, 2, 3, "unique", b"") == b"none\n"
    for call in (
        lambda: lines.place(1),
        lambda: lines.place(3),
        lambda: lines.place(-1),
        lambda: lines.add(len(text) + 1),
        lambda: lines.add(3),
        lambda: lines.write(counts, 0, 2, "unique", b""),
        lambda: lines.write(counts, 2, 4, "unique", b""),
        lambda: lines.write(counts, 2, 1, "unique", b""),
        lambda: lines.write(counts[:2], 0, 1, "unique", b""),
        lambda: lines.write(counts, 0, 1, "words", b""),
        lambda: lines.scatter(np.array([1]), np.zeros((1, 9), np.uint8)),
        lambda: lines.scatter(np.array([3]), np.zeros((1, 9), np.uint8)),
        lambda: lines.scatter(np.array([0]), np.zeros((1, 16), np.uint8)),
        lambda: lines.scatter(np.array([0]), np.zeros((2, 9), np.uint8)),
    ):
        with pytest.raises(ValueError, match=r"puzzle \d|puzzle -1|expected"):
            call()


def test_wrong_arrays_are_refused():
    lines = Lines(ID, 0, True, ALL)
    lines.read(1)
    one, numbers = np.zeros((1, 9), np.uint8), np.zeros(1, np.int64)
    lines.gather(3, one, one.copy(), numbers)
    for arguments in (
        (3, one[:0], one, numbers),
        (3, one, None, numbers),
        (3, one, one[:, :8].copy(), numbers),
        (3, one, one, numbers[:0]),
        (4, one, one, numbers),
        (SUDOKU, one, None, numbers),
        (-1, one, one, numbers),
        (17, one, one, numbers),
    ):
        with pytest.raises(ValueError, match=r"expected arrays|a size is"):
            lines.gather(*arguments)
    for at in (-1, len(ID) + 1):
        with pytest.raises(ValueError, match="expected a place"):
            Lines(ID, at, True, ALL)
    with pytest.raises(TypeError):
        Lines("3:", 0, True, ALL)


def test_lines_that_are_read_elsewhere_are_refused():
    lines = Lines((ID + b"\n") * 500_000, 0, True, ALL)
    assert is_refused(lambda: lines.place(10**9), lambda: lines.read(1), ValueError)


def test_puzzles_are_laid_out():
    class Other(Futoshiki):
        pass

    rng = random.Random("laid out")
    for _ in rounds(100):
        n = rng.randint(1, 16)
        puzzles = [random_puzzle(rng, n, rng.random(), rng.random()) for _ in range(3)]
        puzzles += [LatinSquare(n), Other([[0]]), LatinSquare(17), None]
        families = (Futoshiki, LatinSquare)
        assert read_sizes(puzzles, families).tolist() == [n, n, n, n, 0, 0, 0]
        clues, signs = lay_out(puzzles, np.array([2, 0, 3]), n)
        assert [laid_out(n, *row) for row in zip(clues[:2], signs[:2], strict=True)] == [
            puzzles[2],
            puzzles[0],
        ]
        assert not clues[2].any()
        assert not signs[2].any()
    clues, _ = lay_out([Futoshiki([[3, -1], [2**31 - 1, 2]])], np.zeros(1, np.int64), 2)
    assert clues.tolist() == [[3, 3, 3, 2]]


def test_puzzles_that_cannot_be_laid_out_are_refused():
    two = LatinSquare(2)
    zero = np.zeros(1, np.int64)
    for numbers, n in ((zero + 1, 2), (zero - 1, 2), (zero, 3), (zero, 0), (zero, 17)):
        with pytest.raises(ValueError, match=r"there is no puzzle|expected 9 clues|n must be 1 to 16"):
            lay_out([two], numbers, n)
    clues = two.clues
    for pairs in ([[0, 3]], [[1, 2]], [[0, 4]], [[-1, 0]], [[2, 1]], [[0, 0]]):
        puzzle = Futoshiki.from_arrays(clues, np.array(pairs, np.int32))
        with pytest.raises(ValueError, match="inequality 0"):
            lay_out([puzzle], zero, 2)
