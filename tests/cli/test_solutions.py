import json
import os
import re
import signal

import numpy as np
import pytest

from fastfuto import Progress, dump, format_puzzle, load, solution_blocks, solutions
from fastfuto.cli.output import Answer
from fastfuto.formats.npy import NpyWriter

from ..calls import raising
from .helpers import EXAMPLES, FUTOSHIKI_FORMATS, latin, message_of, output_of, posix, wait_for


@pytest.mark.parametrize("name", FUTOSHIKI_FORMATS)
def test_solutions(run, name):
    puzzle = load(EXAMPLES / "two_solutions.txt")
    dump(puzzle, "puzzle", name)
    out = output_of(run("solutions", "puzzle", "--order", "lexicographic"))
    texts = [
        format_puzzle(puzzle.with_clues(grid), name) for grid in solutions(puzzle, order="lexicographic")
    ]
    assert out == "\n".join([*texts, "Solutions: 2\n"])


def test_solutions_limit_and_none(run):
    out = output_of(run("solutions", EXAMPLES / "empty5.txt", "--limit", 3))
    assert out.count("5\n1 |") == 3
    assert out.endswith("\nSolutions: 3 (--limit reached)\n")
    code, out, _ = run("solutions", EXAMPLES / "no_solution.txt")
    assert (code, out) == (1, "A solution does not exist.\nSolutions: 0\n")
    assert output_of(run("solutions", EXAMPLES / "invalid.txt"), 1).startswith("  row 2, column 4: value 7")


def test_solutions_json(run):
    files = [EXAMPLES / name for name in ("two_solutions.txt", "no_solution.txt")]
    out = output_of(run("solutions", *files, "--json"), 1)
    first, second = (json.loads(text) for text in re.findall(r"^\{.*?\}$", out, re.DOTALL | re.MULTILINE))
    assert (first["schema"], first["total"], first["exact"], len(first["solutions"])) == (1, 2, True, 2)
    assert (second["total"], second["solutions"]) == (0, [])
    puzzle = load(files[0])
    assert all(puzzle.with_clues(grid).is_valid for grid in first["solutions"])
    assert json.loads(run("solutions", files[0], "--json", "--limit", 1)[1])["exact"] is False


def test_solutions_npy(run):
    code, out, _ = run("solutions", EXAMPLES / "empty5.txt", "-o", "all.npy", "--order", "lexicographic")
    assert (code, out) == (0, "Solutions: 161280\n")
    grids = np.load("all.npy")
    assert (grids.shape, grids.dtype) == ((161280, 5, 5), np.uint8)
    assert latin(grids)
    flat = [row.tobytes() for row in grids]
    assert flat == sorted(set(flat))
    code, out, _ = run("solutions", EXAMPLES / "no_solution.txt", "-o", "none.npy", "--json")
    assert (code, json.loads(out)["total"]) == (1, 0)
    assert np.load("none.npy").shape == (0, 5, 5)


@pytest.mark.thorough
def test_timeout_of_solutions(run, huge):
    # The limit only keeps a failure of this test short.
    code, out, err = run("solutions", huge, "--timeout", 0.05, "--limit", 200_000)
    assert code == 3
    total = re.search(r"\nSolutions: (\d+) \(there may be more\)\n$", out)
    assert int(total[1]) == len(re.findall(r"^8$", out, re.MULTILINE))
    assert "not all solutions were found within 0.05 s" in err
    assert run("solutions", huge, "--timeout", 0.05, "--limit", 5_000_000, "-o", "some.npy")[0] == 3
    assert latin(np.load("some.npy"))


@posix
def test_interrupted_solutions(start, huge):
    process = start("solutions", huge, bufsize=0)
    assert process.stdout.readline() == b"8\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    total = re.search(rb"\nSolutions: (\d+) \(there may be more\)\n$", out)
    assert abs(int(total[1]) - len(re.findall(rb"^8$", b"8\n" + out, re.MULTILINE))) <= 1
    assert re.fullmatch(rb"fastfuto: interrupted; \d+ solutions? found by then\n", err)


@pytest.mark.thorough
@posix
def test_interrupted_json_is_complete(start, huge, tmp_path):
    process = start("solutions", huge, "--json", "-o", "out.json")
    path = tmp_path / "out.json"
    wait_for(lambda: path.exists() and path.stat().st_size)
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert process.returncode == 130
    answer = json.loads(path.read_text())
    assert answer["exact"] is False
    assert abs(answer["total"] - len(answer["solutions"])) <= 1


@pytest.mark.thorough
@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_npy_is_readable_after_every_signal(start, huge, tmp_path, number):
    path = tmp_path / "out.npy"
    process = start("solutions", huge, "-o", path)
    wait_for(lambda: path.exists() and path.stat().st_size > 2_000_000)
    process.send_signal(number)
    _, err = process.communicate()
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    grids = np.load(path)
    assert len(grids) >= 10_000
    assert latin(grids)
    assert len({grid.tobytes() for grid in grids}) == len(grids)
    if number == signal.SIGINT:
        assert int(re.search(rb"interrupted; (\d+) solutions", err)[1]) == len(grids)


def test_npy_has_a_solution_while_the_search_for_the_next_goes_on(run, monkeypatch):
    seen = []

    def slow(puzzle, *, progress, **_):
        yield from solution_blocks(puzzle, limit=1)
        seen.append(len(np.load("out.npy")))
        progress(Progress(found=1))
        seen.append(len(np.load("out.npy")))

    monkeypatch.setattr("fastfuto.cli.solutions.solution_blocks", slow)
    assert run("solutions", EXAMPLES / "four.txt", "-o", "out.npy")[0] == 0
    assert seen == [0, 1]


@posix
def test_npy_to_a_pipe_is_refused(run):
    os.mkfifo("out.npy")
    message = "fastfuto: out.npy: a .npy file must be a regular file, not a pipe or a device\n"
    assert run("solutions", EXAMPLES / "four.txt", "-o", "out.npy") == (2, "", message)
    assert run("solutions", EXAMPLES / "four.txt", "-o", "out.npy", "--json") == (2, "", message)


@posix
def test_reader_that_has_had_enough(start, huge):
    process = start("solutions", huge, bufsize=0)
    process.stdout.readline()
    process.stdout.close()
    assert process.wait() == 0
    assert process.stderr.read() == b""


class Interrupted(NpyWriter):
    """A writer in which Ctrl-C is pressed when `after` blocks were appended, before or after the next is."""

    after = 0
    is_late = False

    def append(self, grids):
        if self.is_late:
            super().append(grids)
        if self.after == 0:
            raise KeyboardInterrupt
        self.after -= 1
        if not self.is_late:
            super().append(grids)


@pytest.mark.parametrize("is_late", [False, True])
@pytest.mark.parametrize("after", range(6))
def test_an_interrupt_reports_as_many_solutions_as_the_file_holds(run, monkeypatch, after, is_late):
    monkeypatch.setattr(Interrupted, "after", after)
    monkeypatch.setattr(Interrupted, "is_late", is_late)
    monkeypatch.setattr("fastfuto.cli.sinks.NpyWriter", Interrupted)
    code, out, err = run("solutions", EXAMPLES / "empty5.txt", "-o", "out.npy")
    number = len(np.load("out.npy"))
    assert code == 130
    assert out == f"Solutions: {number} (there may be more)\n"
    found = re.fullmatch(r"fastfuto: interrupted(?:; (\d+) solutions? found by then)?\n", err)
    assert int(found[1] or 0) == number
    assert number > 0 or after + is_late == 0


@pytest.mark.parametrize("output", [[], ["-o", "out.npy"], ["-o", "out.txt"], ["--json"]], ids=str)
def test_an_interrupt_after_the_work_says_what_was_written(run, monkeypatch, output):
    monkeypatch.setattr(Answer, "finish", raising(KeyboardInterrupt))
    code, _, err = run("solutions", EXAMPLES / "two_solutions.txt", *output)
    assert (code, err) == (130, "fastfuto: interrupted; 2 solutions written\n")


def test_npy_is_written_in_blocks(run, monkeypatch):
    sizes = []
    append = NpyWriter.append
    monkeypatch.setattr(
        NpyWriter, "append", lambda self, grids: (sizes.append(len(grids)), append(self, grids))
    )
    assert run("solutions", EXAMPLES / "empty5.txt", "-o", "out.npy")[0] == 0
    assert sum(sizes) == len(np.load("out.npy")) == 161280
    assert len(sizes) < 50


def test_quiet_prints_the_grids_alone(run):
    out = output_of(run("solutions", EXAMPLES / "two_solutions.txt", "--quiet"))
    assert run("solutions", EXAMPLES / "two_solutions.txt")[1] == out + "Solutions: 2\n"
    assert run("solutions", EXAMPLES / "no_solution.txt", "--quiet") == (1, "", "")


@pytest.mark.parametrize("command", ["solve", "count", "solutions", "sample", "check", "estimate"])
def test_json_is_one_object_in_a_line_for_each_file(run, command):
    names = [str(EXAMPLES / name) for name in ("four.txt", "two_solutions.txt", "invalid.txt")]
    lines = run(command, *names, "--json")[1].splitlines()
    assert [json.loads(line)["file"] for line in lines] == names


def test_a_format_that_cannot_hold_the_solutions_gives_no_number(run):
    err = message_of(run("solutions", EXAMPLES / "four.txt", "--to", "sudoku"))
    assert "the format sudoku is for Sudoku" in err
