"""The quick readers against the slow ones in Python, which say what is wrong and where."""

import itertools
import random

import numpy as np
import pytest

import fastfuto
from fastfuto.engines import _text as compiled
from fastfuto.engines import read_clues, read_digits, read_pairs, read_source, read_tatham, write_digits
from fastfuto.formats import tatham
from fastfuto.model import Skeleton
from fastfuto.puzzles import futoshiki, grid, sudoku

from ..strategies import rounds

TEXTS = {
    "source": [
        "4\n0 | 0 < 0 | 0\n- - v - - - ^\n0 | 1 | 0 > 0\n- - - - - - -\n0 | 0 | 0 | 2\nv - - - - - -\n0 < 0 | 0 | 0\n",
        "2 2 0<0 --- 0|-12",
        "2\n2 | 0\nV - ^\n1 > 0",
        "1 1",
        "1 1 1",
        "3  00 | 1 | 2  ^-v-- 0 | 999999999 | 0 - - - - - 1|2|3\r\n",
    ],
    "tatham": [
        "4:0,0,0L,0L,0,0D,0,1,0,0,0,0,0,0,0,4,",
        "4dk:a0,a0L,0L,0,0DRU,0,1,0,0,0,0,0,0,0,4",
        " 3 : 1R , 0 , c 0U , 0 , 2L , a ",
    ],
}
READERS = {"source": (futoshiki, "read_source"), "tatham": (tatham, "read_tatham")}


def mutated(rng, text):
    """Return the text with up to three small changes."""
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(text) + 1)
        change = rng.randrange(4)
        if change == 0:
            text = text[:at] + rng.choice("0123456789 -|<>^vVURDLabdekz,:\n\t\r\x0b\x00\x1c.∧") + text[at:]
        elif change == 1:
            text = text[:at] + text[at + 1 :]
        elif change == 2:
            to = rng.randrange(len(text) + 1)
            text = text[:at] + text[min(at, to) : to] + text[at:]
        else:
            text = text[: rng.randrange(len(text) + 1)] if rng.random() < 0.2 else text
    return text


@pytest.mark.parametrize("format", TEXTS)
def test_the_quick_reader_reads_what_the_slow_one_reads(format, monkeypatch):
    rng = random.Random(7)
    texts = [mutated(rng, rng.choice(TEXTS[format])) for _ in range(4000)] + TEXTS[format]
    quick = {"source": read_source, "tatham": read_tatham}[format]
    read = [quick(text) for text in texts]
    monkeypatch.setattr(*READERS[format], lambda text: None)
    n_read = 0
    for text, arrays in zip(texts, read, strict=True):
        if arrays is not None:
            assert fastfuto.Futoshiki.from_arrays(*arrays) == fastfuto.parse(text, format), text
            n_read += 1
    assert n_read > 400


@pytest.mark.parametrize("format", TEXTS)
def test_the_quick_reader_reads_all_usual_texts(format):
    rng = random.Random(3)
    for n in (3, 4, 9, 10, 31, 32):
        square = fastfuto.LatinSquare.random(n, seed=n).clues
        pairs = [((r, c), (r, c + 1)) for r in range(n) for c in range(n - 1)]
        pairs += [((r, c), (r + 1, c)) for r in range(n - 1) for c in range(n)]
        pairs = [p if square[p[0]] < square[p[1]] else p[::-1] for p in pairs if rng.random() < 0.6]
        puzzle = fastfuto.Futoshiki(np.where(square % 3, square, 0), pairs)
        read = {"source": read_source, "tatham": read_tatham}[format](fastfuto.format_puzzle(puzzle, format))
        assert fastfuto.Futoshiki.from_arrays(*read) == puzzle


def test_the_quick_reader_reads_the_digits_that_the_slow_one_reads(monkeypatch):
    rng = random.Random(11)
    texts = ["".join(rng.choices("0123456789.", k=rng.randint(1, 10) ** 2)) for _ in range(300)]
    texts += [mutated(rng, rng.choice(texts) + rng.choice(("", "\n"))) for _ in range(2000)]
    read = [read_digits(text) for text in texts]
    monkeypatch.setattr(sudoku, "read_digits", lambda text: None)
    n_read = 0
    for text, clues in zip(texts, read, strict=True):
        if clues is not None:
            # Only some sizes have default boxes.
            assert fastfuto.Sudoku.parse(text, box=(1, len(clues))).clues.tolist() == clues.tolist(), text
            assert not clues.flags.writeable
            assert write_digits(clues) == text.strip().replace("0", ".") + "\n"
            n_read += 1
    assert n_read > 400


def test_values_without_a_digit_are_not_written():
    for value in (-1, 10, 2**31 - 1):
        assert write_digits(np.array([[1, 2], [3, value]], np.int32)) is None
    for shape in ((0, 0), (2, 3), (10, 10)):
        with pytest.raises(ValueError, match="n from 1 to 9"):
            write_digits(np.zeros(shape, np.int32))


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [[]],
        [[1, 2]],
        [[1], [2]],
        [[1, 2], [3]],
        [[1, 2], None],
        [[1, 2], [3, True]],
        [[1, 2], [3, 4.0]],
        [[1, 2], [3, 2**31]],
        [[1, 2], [3, -(2**31) - 1]],
        [[1, 2], [3, 2**80]],
        [[0] * 256] * 256,
        np.eye(2, dtype=int),
        "12",
        None,
    ],
)
def test_unusual_clues_are_left_to_the_slow_reader(rows):
    assert read_clues(rows) is None


def test_usual_clues_are_read():
    assert read_clues([[1, 2], (3, -4)]).tolist() == [[1, 2], [3, -4]]
    assert read_clues(([2**31 - 1],)).tolist() == [[2**31 - 1]]
    assert not read_clues([[0] * 255] * 255).flags.writeable


@pytest.mark.parametrize(
    "pairs",
    [
        None,
        [None],
        [((0, 0), (0, 2))],
        [((0, 2), (1, 0))],
        [((0, 0), (0, 0))],
        [((0, 0), (0, 3))],
        [((-1, 0), (0, 0))],
        [((0, 0), (0, True))],
        [((0, 0), (0, 1), (0, 2))],
        [((0, 0), (0, 1)), ((0, 1), (0, 0))],
        [((0, 0), (0, 2**40))],
        ["01"],
        {((0, 0), (0, 1))},
    ],
)
def test_unusual_pairs_are_left_to_the_slow_reader(pairs):
    assert read_pairs(pairs, 3) is None


def test_pairs_are_sorted_and_repeated_ones_dropped(monkeypatch):
    rng = random.Random(5)
    for _ in range(300):
        n = rng.randint(1, 5)
        cells = list(itertools.product(range(n), repeat=2))
        pairs = [
            (a, b)
            for a in cells
            for b in cells
            if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 and rng.random() < 0.2
        ]
        pairs = [pair for pair in pairs if pair[::-1] not in pairs[: pairs.index(pair)]]
        pairs = rng.choices(pairs, k=2 * len(pairs)) if pairs else []
        quick = read_pairs(pairs, n)
        assert not quick.flags.writeable
        expected = sorted({(a * n + b, c * n + d) for (a, b), (c, d) in pairs})
        assert quick.tolist() == [list(pair) for pair in expected]
        with monkeypatch.context() as patch:
            patch.setattr(grid, "read_pairs", lambda pairs, n: None)
            slow = fastfuto.Futoshiki(np.zeros((n, n), int), pairs)
        assert slow == fastfuto.Futoshiki(np.zeros((n, n), int), pairs)


def random_grid(rng):
    """Return a puzzle that may contradict itself in any way."""
    n = rng.randint(1, 6)
    clues = [
        [rng.choice([0, 0, 0, 0, *range(-1, n + 2)][: 4 + rng.choice([0, n + 3])]) for _ in range(n)]
        for _ in range(n)
    ]
    edges = [((r, c), (r, c + 1)) for r in range(n) for c in range(n - 1)]
    edges += [((r, c), (r + 1, c)) for r in range(n - 1) for c in range(n)]
    share = rng.random()
    pairs = [rng.choice([edge, edge[::-1]]) for edge in edges if rng.random() < share]
    if n in (4, 6) and rng.random() < 0.5:
        return fastfuto.Sudoku(clues, inequalities=pairs)
    return fastfuto.Futoshiki(clues, pairs)


def test_problems_are_found_where_the_slow_checks_list_some():
    rng = random.Random(11)
    seen = set()
    for _ in rounds(50_000):
        puzzle = random_grid(rng)
        rules = list(puzzle._broken_rules())
        found = puzzle._find_violations()
        assert found[0] == bool(rules)
        if not rules:
            assert found[1] == bool(list(puzzle._broken_chains()))
        seen.add(found)
    assert seen == {(False, False), (False, True), (True, False)}


def test_the_door_checks_what_it_is_given():
    clues, none = np.zeros(4, np.int32), np.empty((0, 2), np.int32)
    skeleton = Skeleton(4, 2, [[0, 1], [2, 3]])
    starts, cells = skeleton.unit_starts, skeleton.unit_cells
    for wrong in (
        (clues, 0, starts, cells, none),
        (clues, 256, starts, cells, none),
        (clues, 2, np.array([0, 5], np.int32), cells, none),
        (clues, 2, np.array([2, 1], np.int32), cells, none),
        (clues, 2, starts, cells + np.int32(1), none),
        (clues, 2, starts, cells, np.array([[0, 4]], np.int32)),
        (clues, 2, starts, cells, np.array([[0]], np.int32)),
    ):
        with pytest.raises(ValueError):
            compiled.find_violations(*wrong)
    for write in (compiled.write_source, compiled.write_tatham):
        for square, pairs in (
            (clues.reshape(2, 2), np.array([[0, 3]], np.int32)),
            (clues.reshape(2, 2), np.array([[0, -1]], np.int32)),
            (clues.reshape(2, 2), np.array([[0]], np.int32)),
            (clues.reshape(1, 4), none),
            (clues[:0].reshape(0, 0), none),
        ):
            with pytest.raises(ValueError):
                write(square, pairs)


def test_the_writers_hold_the_longest_numbers():
    square = np.full((3, 3), -(2**31), np.int32)
    text = compiled.write_source(square, np.array([[0, 1], [3, 0]], np.int32))
    assert fastfuto.Futoshiki.parse(text).clues.tolist() == square.tolist()
    assert compiled.write_tatham(square, np.empty((0, 2), np.int32)) == "3:" + 9 * f"{-(2**31)},"
