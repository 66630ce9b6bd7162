"""solve_file: every line is answered with a line, as one by one, whoever works on it."""

import io
import json
import random
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest

from fastfuto import (
    FileSummary,
    Futoshiki,
    JobError,
    Sudoku,
    count,
    format_puzzle,
    load_many,
    parse,
    solve,
    solve_file,
)
from fastfuto.formats import chunks
from fastfuto.solving import answers, lists

from ..calls import raising
from ..cases import some
from ..formats.line_mixtures import answered, compare, mixture
from ..strategies import random_puzzle, rounds

ONE = "3:1,0R,0,0,2,0,0,0,0,"
SEVERAL = "3:0,0,0,0,0,0,0,0,0,"
NONE = "3:1,1,0,0,0,0,0,0,0,"
SOLVED = "3:1,3R,2,3,2,1,2,1,3,"
PICTURE = "2\n0 < 0\n- - -\n0 | 0\n"
HARD = format_puzzle(random_puzzle(random.Random(0), 60, 0.4, 0.4), "json").strip()
"""It takes far longer than any test."""


@pytest.mark.parametrize("limit", some([1, 2, 3, 7], 2))
@pytest.mark.parametrize("share", [0.0, 0.5])
def test_a_file_is_answered_as_by_the_ordinary_way(limit, share):
    rng = random.Random(f"{limit} {share}")
    for _ in rounds(20):
        compare(mixture(rng, 60, share=share, most=6), limit)


@pytest.mark.thorough
def test_threads_change_nothing(monkeypatch):
    monkeypatch.setattr(chunks, "STEP", 1)
    monkeypatch.setattr(chunks, "MOST", 1)
    data = mixture(random.Random("threads"), 600, share=0.02, most=7)
    alone = answered(data, threads=1)
    for threads in (2, 5, None):
        assert answered(data, threads=threads) == alone
    assert alone[1].lines == len(alone[0].splitlines()) > 400


def test_what_the_lines_say():
    data = f"{ONE}\n# words\n{SEVERAL}\n3:?\n{NONE}\n{PICTURE}".encode()
    expected = {
        1: [SOLVED, ..., "unreadable", "none", "[[1,2],[2,1]]"],
        2: [SOLVED, "several", "unreadable", "none", "[[1,2],[2,1]]"],
        3: [f"{SOLVED} 1", ..., "unreadable", "none", "[[1,2],[2,1]] 1"],
    }
    for limit, lines in expected.items():
        text, summary = answered(data, limit=limit)
        some = text.decode().splitlines()
        if limit != 2:
            solution, _, number = some[1].partition(" ")
            assert parse(SEVERAL).is_solution(parse(solution).clues)
            assert number == ("" if limit == 1 else "3")
            some[1] = ...
        assert some == lines
        several = limit > 1
        assert summary == FileSummary(5, 1, 3 - several, int(several), 0, 1, 0)


def test_puzzles_of_all_sizes_and_families():
    rng = random.Random("sizes")
    puzzles = [random_puzzle(rng, n, 0.6, 0.3) for n in range(3, 20) for _ in range(3)]
    puzzles += [Sudoku(np.zeros((9, 9), int)), Sudoku(np.zeros((4, 4), int))]
    rng.shuffle(puzzles)
    names = [
        "sudoku" if isinstance(each, Sudoku) else rng.choice(["tatham", "json", "source"]) for each in puzzles
    ]
    text = "".join(
        format_puzzle(puzzle, name).strip() + "\n" for puzzle, name in zip(puzzles, names, strict=True)
    )
    lines, summary = answered(text.encode(), limit=3)
    assert summary.lines == len(puzzles)
    for puzzle, line in zip(puzzles, lines.decode().splitlines(), strict=True):
        solution, _, number = line.rpartition(" ")
        grid = json.loads(solution) if solution.startswith("[") else parse(solution).clues
        assert puzzle.is_solution(grid)
        assert int(number) == count(puzzle, limit=3)


def test_puzzles_that_take_long_are_left_to_the_other_engines(monkeypatch):
    asked = []
    solve_singly = answers.solve_singly

    def note(puzzles, *arguments):
        asked.extend(puzzles)
        return solve_singly(puzzles, *arguments)

    monkeypatch.setattr(answers, "solve_singly", note)
    monkeypatch.setattr(lists, "solve_singly", note)
    # More solutions than lanes count.
    blank = "5:" + "0," * 25
    text, summary = answered(f"{ONE}\n{blank}\n{ONE}\n".encode(), limit=200_000)
    assert asked == [parse(blank)]
    assert text.decode().splitlines()[::2] == [f"{SOLVED} 1"] * 2
    assert text.decode().splitlines()[1].endswith(" 161280")
    assert (summary.one, summary.several) == (2, 1)


def test_files_are_named_or_open(tmp_path, monkeypatch, capfdbinary):
    source, target = tmp_path / "puzzles.txt", tmp_path / "answers.txt"
    source.write_text(f"{ONE}\n{NONE}\n")
    expected = f"{SOLVED}\nnone\n".encode()
    assert solve_file(source, target).lines == 2
    assert target.read_bytes() == expected
    assert solve_file(str(source)).none == 1
    with source.open("rb") as read, target.open("wb") as written:
        solve_file(read, written)
        assert not read.closed
        assert not written.closed
    assert target.read_bytes() == expected
    with source.open() as file:
        monkeypatch.setattr("sys.stdin", file)
        solve_file("-", "-")
    assert capfdbinary.readouterr().out == expected


def test_what_cannot_be_a_file_is_refused(tmp_path, monkeypatch):
    source = tmp_path / "puzzles.txt"
    source.write_text(ONE)
    with pytest.raises(ValueError, match="would overwrite"):
        solve_file(source, source)
    assert source.read_text() == ONE
    for wrong in ((io.StringIO(ONE), None), (5, None), (source, 5)):
        with pytest.raises(TypeError, match="binary"):
            solve_file(*wrong)
    for options in ({"format": "words"}, {"limit": 0}, {"threads": 0}, {"timeout": -1}):
        target = tmp_path / "kept.txt"
        target.write_text("kept")
        with pytest.raises(ValueError, match=r"no format|at least 1|1 to 1024|timeout"):
            solve_file(source, target, **options)
        assert target.read_text() == "kept"
    with pytest.raises(OSError, match="No such file"):
        solve_file(tmp_path / "missing", target)
    assert target.read_text() == "kept"
    monkeypatch.setattr("sys.stdin", None)
    monkeypatch.setattr("sys.stdout", None)
    for arguments in (("-",), (source, "-")):
        with pytest.raises(OSError, match="closed"):
            solve_file(*arguments)


class Broken(io.RawIOBase):
    """A file that fails after some bytes."""

    def __init__(self, data=b""):
        self._left = io.BytesIO(data)

    def read(self, size=-1):
        if data := self._left.read(size):
            return data
        raise OSError("it is broken")

    def write(self, data):
        raise OSError("it is full")


@pytest.mark.parametrize("threads", [1, 2])
def test_a_file_that_fails_ends_the_call(threads, tmp_path):
    data = f"{ONE}\n".encode() * 20_000
    target = tmp_path / "answers.txt"
    with pytest.raises(OSError, match="it is broken"):
        solve_file(Broken(data), target, threads=threads)
    assert not list(tmp_path.iterdir())
    with pytest.raises(OSError, match="it is full"):
        solve_file(io.BytesIO(data), Broken(), threads=threads)


@pytest.mark.thorough
@pytest.mark.parametrize("threads", [1, 2])
def test_a_time_limit_leaves_the_rest_unanswered(threads, monkeypatch):
    now = 0.0

    def solve_late(*arguments):
        nonlocal now
        now = 1.0
        return lists.solve_list(*arguments)

    # The time is up where the first puzzle is hard, however busy the machine is.
    monkeypatch.setattr("fastfuto.limits.watch.perf_counter", lambda: now)
    monkeypatch.setattr(answers, "solve_list", solve_late)
    lines = [ONE] * 3 + [HARD] * 2 + ["3:?", PICTURE.strip(), ""] + [ONE] * 10_000
    text, summary = answered("\n".join(lines).encode(), timeout=0.3, threads=threads)
    answers_ = text.decode().splitlines()
    assert answers_[:3] == [SOLVED] * 3
    assert answers_[3:5] == ["unknown"] * 2
    assert answers_[5] == "unreadable"
    assert len(answers_) == summary.lines == 10_007
    assert summary.unanswered == answers_.count("unknown") >= 2
    assert summary.unreadable == 1
    if threads == 1:
        assert set(answers_[7:]) == {"unknown"}


def test_progress_is_told():
    data = f"{ONE}\n".encode() * 30_000 + b"3:?\n"
    for threads in (1, 2):
        told = []
        solve_file(io.BytesIO(data), progress=told.append, threads=threads)
        done = [each.done for each in told]
        assert done == sorted(done)
        assert done[-1] == 30_001
        assert len(set(done)) > 5

    for threads in (1, 2):
        with pytest.raises(ZeroDivisionError):
            solve_file(io.BytesIO(data), progress=raising(ZeroDivisionError), threads=threads)


def test_an_executor_and_a_journal(tmp_path):
    data = mixture(random.Random("pieces"), 80, share=0.1, most=5)
    expected = answered(data)
    told = []
    options = {"executor": partial(ThreadPoolExecutor, 2), "journal": tmp_path / "journal"}
    for _ in range(2):
        assert answered(data, progress=told.append, **options) == expected
    assert told
    with pytest.raises(JobError, match="different"):
        answered(data + ONE.encode(), journal=tmp_path / "journal")
    with pytest.raises(ValueError, match="omit threads"):
        answered(data, threads=2, **options)
    text, summary = answered(f"{HARD}\n".encode(), journal=tmp_path / "other", timeout=0.2)
    assert (text, summary.unanswered) == (b"unknown\n", 1)


MEASURE = """
import io, resource, sys
from fastfuto import solve_file
class Lines(io.RawIOBase):
    left = 400_000
    def read(self, size=-1):
        k = min(size // len(LINE) + 1, self.left)
        self.left -= k
        return LINE * k
LINE = b"5:0,0,0,0,0L,0D,0R,0,0D,0,0,0,0,0,0,0R,0,0,0U,0,0R,0,0,0L,0,\\n"
solve_file(io.BytesIO(LINE * 5000), threads=2)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert solve_file(Lines(), threads=2).lines == 400_000
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.thorough
@pytest.mark.memory
@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in kilobytes there")
def test_memory_is_flat():
    out = subprocess.run([sys.executable, "-c", MEASURE], capture_output=True, text=True, check=True)
    # The lines alone take 24 MB.
    assert int(out.stdout) < 8_000


def test_the_same_puzzles_as_load_many(tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{ONE}\n{SEVERAL}\n\n{PICTURE}{ONE}\n")
    puzzles = list(load_many(path))
    assert solve_file(path).lines == len(puzzles) == 4
    assert all(isinstance(puzzle, Futoshiki) and solve(puzzle) for puzzle in puzzles)


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals to threads")
@pytest.mark.parametrize("threads", [1, 2])
def test_interrupts_are_answered(threads, tmp_path):
    data = f"{HARD}\n".encode() * 2
    timer = threading.Timer(0.05, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT))

    def told(progress):
        # While modules are imported or memory is collected, an interrupt may be lost.
        if timer.ident is None:
            timer.start()

    with pytest.raises(KeyboardInterrupt):
        solve_file(io.BytesIO(data), tmp_path / "answers", threads=threads, progress=told)
    timer.join()
    assert not list(tmp_path.iterdir())
