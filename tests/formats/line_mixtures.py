"""Files of many lines, of which most are written in the usual way, and two readers that must agree on them.

``python -m tests.formats.line_mixtures 100000 [seed]`` compares them on so many mutated lines, and solves the small
ones in both ways, too.
"""

import io
import random
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from fastfuto import Futoshiki, ParseError, Sudoku, format_puzzle, solve_file
from fastfuto.formats import find_many, read_chunks, read_lines

from ..strategies import random_puzzle
from .mutations import mutated

PARTS = (
    "4:0,0,0L,0L,0,0D,0,1,0,0,0,0,0,0,0,0,",
    "0,",
    "0R,",
    "12U,",
    "\t",
    "#",
    "_",
    ".",
    "(",
    "v",
    "00",
    "9" * 81,
)
"""What is put into lines."""
LINE_ENDS = (
    "\n",
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "\n \t\n",
    "\n# a remark\n",
    "\n# one\r# two\n",
    "\n\x00\n",
)
OTHERS = (
    "{}\n",
    "some words\n",
    "3a:0,0,0,0,0,0,0,0,0,\n",
    "1....4...3.....2\n",
    "3\n0 | 0 < 0\n- - -\n0 | 0 | 0\n- - v\n0 | 0 | 0\n",
    "Incomplete scheme.\n. < . | .\n∨        \n. | . | .\n         \n. | . | 3\n\n",
    "2 3\n* (3,0) (4,0)\n(0,4) 0 0\n",
    "3:\n",
    "0" * 5000 + "\n",
    "#" * 5000 + "\n",
    "5dk:0,0\n",
)
"""Lines that are not usual, and puzzles of several lines."""
STEPS = ((1, 0, 1), (2, 0, -1), (4, 1, 0), (8, -1, 0))
"""The bit of a sign, and how many rows and columns away the greater cell is."""


def usual_line(rng, most=16):
    """Return a puzzle in one line that is written in the usual way."""
    kind = rng.random()
    if kind < 0.15:
        return "".join(rng.choice("........0123456789") for _ in range(81))
    n = rng.randint(4, min(9, most)) if kind < 0.3 else rng.randint(3, most)
    puzzle = random_puzzle(rng, n, rng.choice((0.1, 0.4, 1)), rng.choice((0.0, 0.2, 1)))
    if kind < 0.3:
        return format_puzzle(puzzle, "futoshiki.org").strip()
    line = format_puzzle(puzzle, "tatham").strip()
    if rng.random() < 0.2:
        line = line.replace(":", f"d{rng.choice('tekxr')}:")
    if rng.random() < 0.2:
        score, seed = rng.choice((("", ""), ("hardest step ", "seed ")))
        line += f"\teasy\t{score}{rng.random():.1f}\t{seed}{rng.randrange(2**64)}"
    return line


def mixture(rng, lines, share=0.3, most=16):
    """Return a file of so many puzzles, about, of which a share is mutated or something else."""
    parts = []
    for _ in range(lines):
        line = usual_line(rng, most)
        if rng.random() < share:
            line = mutated(rng, line) if rng.random() < 0.7 else rng.choice(OTHERS)
            if rng.random() < 0.2:
                at = rng.randrange(len(line) + 1)
                line = line[:at] + rng.choice(PARTS) + line[at:]
        parts += line, rng.choice(LINE_ENDS if rng.random() < share else LINE_ENDS[:1])
    text = "".join(parts) if rng.random() < 0.5 else "".join(parts[:-1])
    data = bytearray(("\ufeff" * (rng.random() < 0.2) + text).encode("utf-8", "surrogatepass"))
    for _ in range(rng.randrange(3)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def as_values(found):
    """Return what a reader found as values that can be compared."""
    if isinstance(found, ParseError):
        return found.line, found.column, found.message, found.source
    return found.line, found.codec.name, found.puzzle


def in_python(data, format=None):
    """Return what the ordinary reader finds."""
    return [as_values(found) for found in find_many(read_lines(io.BytesIO(data)), format)]


def in_chunks(data, format=None):
    """Return what the quick reader finds, with puzzles made of its arrays, and how many these are."""
    values, usual = [], 0
    for chunk in read_chunks(io.BytesIO(data), format):
        listed = [None] * len(chunk.lines)
        for k, each in chunk.others.items():
            listed[k] = as_values(each)
        for n, k in enumerate(chunk.lines.sizes()):
            numbers = np.empty(k, np.int64)
            clues, signs = np.empty((2, k, n * n or 81), np.uint8)
            chunk.lines.gather(n, clues, signs if n else None, numbers)
            usual += k
            for row, number in enumerate(numbers.tolist()):
                assert listed[number] is None
                puzzle = laid_out(n, clues[row], signs[row]) if n else Sudoku(clues[row].reshape(9, 9))
                found = chunk.found(number)
                assert found.puzzle == puzzle
                listed[number] = as_values(found)
        values += listed
    return values, usual


def laid_out(n, clues, signs):
    """Return the puzzle of a row of clues and signs."""
    pairs = [
        (divmod(cell, n), (cell // n + down, cell % n + right))
        for cell, sign in enumerate(signs.tolist())
        for bit, down, right in STEPS
        if sign & bit
    ]
    return Futoshiki(clues.reshape(n, n), pairs)


def answered(data, **options):
    """Return the answers to the puzzles of a file, and how many there are of each kind."""
    target = io.BytesIO()
    summary = solve_file(io.BytesIO(data), target, **options)
    summary.seconds = 0
    return target.getvalue(), summary


def compare(data, limit):
    """Compare the two readers, and if there is a limit, the answers; return how many lines were read quickly."""
    found, usual = in_chunks(data)
    assert found == in_python(data)
    if limit:
        with tempfile.TemporaryDirectory() as folder:
            # Pieces are read by the ordinary reader, and their answers are written in Python.
            expected = answered(data, limit=limit, journal=Path(folder) / "journal")
        assert answered(data, limit=limit, threads=1) == expected
    return usual


if __name__ == "__main__":
    number, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    done = usual = 0
    start = time.perf_counter()
    while done < number:
        rng = random.Random(f"{seed} {done}")
        is_solved = rng.random() < 0.3
        data = mixture(rng, 500, share=rng.choice((0.5, 0.95)), most=7 if is_solved else 16)
        try:
            usual += compare(data, rng.choice((1, 2, 5)) if is_solved else 0)
        except BaseException:
            Path("mixture.txt").write_bytes(data)
            raise
        done += 500
    print(f"{done} lines, {usual} of them usual, {time.perf_counter() - start:.0f} s")
