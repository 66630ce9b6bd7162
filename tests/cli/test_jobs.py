"""fastfuto jobs, and counts in pieces on the command line."""

import json
import re

import numpy as np
import pytest

import fastfuto

from .helpers import EXAMPLES, message_of, output_of

WORKERS = ("--workers", 2)


@pytest.mark.forks
def test_a_count_with_a_journal(run, tmp_path):
    journal = tmp_path / "journal"
    for workers in (["--workers", 2], []):
        assert run("count", EXAMPLES / "empty5.txt", "--journal", journal, *workers) == (0, "161280\n", "")
    out = output_of(run("jobs", journal))
    assert re.fullmatch(
        rf"{re.escape(str(journal))}: count, (\d+) of \1 pieces are done in [\d.]+ s of one worker\n", out
    )
    err = message_of(run("count", EXAMPLES / "two_solutions.txt", "--journal", journal))
    assert "is the journal of another job: the puzzle or the options were different" in err


def test_files_that_are_no_journals(run, tmp_path):
    for path, why in (
        (EXAMPLES / "empty5.txt", "file is not a database"),
        (tmp_path / "missing", "there is no such file"),
    ):
        assert message_of(run("jobs", path)) == f"fastfuto: {path} cannot be read as a journal: {why}\n"
    err = message_of(run("count", EXAMPLES / "empty5.txt", "--journal", EXAMPLES / "empty5.txt"))
    assert "file is not a database" in err


def test_workers_and_threads_do_not_go_together(run):
    assert "omit threads" in message_of(run("count", EXAMPLES / "empty5.txt", "--workers", 2, "--threads", 2))


@pytest.mark.parametrize(
    ("number", "message"),
    [(0, "workers must be 1 to 1024, got 0"), ("x", "expected a number of workers, got 'x'")],
)
def test_a_number_of_workers_that_cannot_be(run, number, message):
    err = message_of(run("count", EXAMPLES / "empty5.txt", "--workers", number))
    assert err.endswith(f"argument --workers: {message}\n")


@pytest.mark.thorough
@pytest.mark.forks
def test_solutions_in_a_folder(run, tmp_path):
    puzzle, folder = EXAMPLES / "empty5.txt", tmp_path / "parts"
    for options in (WORKERS, ()):
        journal = tmp_path / "journal"
        out = output_of(run("solutions", puzzle, "-o", folder, "--journal", journal, *options))
        assert "Solutions: 161280\n" in out
    parts = [np.load(path) for path in folder.glob("part-*.npy")]
    assert len(np.unique(np.concatenate(parts).reshape(-1, 25), axis=0)) == 161280
    code, out, _ = run("solutions", EXAMPLES / "no_solution.txt", "-o", tmp_path / "none", "--json", *WORKERS)
    assert (code, json.loads(out)["total"], json.loads(out)["exact"]) == (1, 0, True)


@pytest.mark.forks
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "expected -o FOLDER"),
        (("-o", EXAMPLES / "empty5.txt"), "expected -o FOLDER"),
        (("-o", "x.npy"), "a folder, whose name has no suffix"),
        (("-o", "x", "--limit", 3), "--order and --limit cannot be combined"),
        ((EXAMPLES / "two_solutions.txt", "-o", "x"), "name one file"),
    ],
)
def test_solutions_that_cannot_be_in_a_folder(run, options, message):
    assert message in message_of(run("solutions", EXAMPLES / "empty5.txt", *options, *WORKERS))


@pytest.mark.forks
def test_solutions_in_a_folder_take_too_long(run, tmp_path):
    (tmp_path / "puzzle").write_text(fastfuto.format_puzzle(fastfuto.LatinSquare(8), "json"))
    code, out, err = run("solutions", "puzzle", "-o", tmp_path / "parts", "--timeout", 0.2, *WORKERS)
    assert (code, "there may be more" in out) == (3, True)
    assert "not all solutions were found within 0.2 s" in err


@pytest.mark.forks
def test_a_batch_in_pieces(run, tmp_path):
    sudoku = "000000012000035000000600070700000300000400800100000000000120000080000040050000600\n"
    (tmp_path / "puzzles").write_text(sudoku * 30 + "what?\n" + "1" * 81 + "\n")
    expected = run("batch", "puzzles")
    for options in (WORKERS, ()):
        assert run("batch", "puzzles", "--journal", "journal", *options)[:2] == expected[:2]
    assert "name one file" in message_of(run("batch", "puzzles", "puzzles", "--journal", "journal"))
    assert "leave --threads out" in message_of(run("batch", "puzzles", "--threads", 2, *WORKERS))


@pytest.mark.forks
def test_grades_in_pieces(run, tmp_path):
    cover = tmp_path / "cover"
    cover.write_text("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n")
    files = [EXAMPLES / "two_solutions.txt", cover, EXAMPLES / "empty5.txt", "missing"]
    expected = run("grade", *files)
    assert expected[1].count("\n") == 2
    for options in (WORKERS, ()):
        assert run("grade", *files, "--journal", tmp_path / "journal", *options) == expected
    assert "not graded within 1e-09 s" in message_of(run("grade", *files[:1], "--timeout", 1e-9, *WORKERS), 3)


@pytest.mark.forks
def test_a_scheduler(run):
    err = message_of(run("count", EXAMPLES / "empty5.txt", "--scheduler", "nonsense://x"))
    assert "--scheduler needs Dask" in err or "cannot connect to a Dask scheduler at nonsense://x" in err
    err = message_of(run("count", EXAMPLES / "empty5.txt", "--scheduler", "tcp://x:1", *WORKERS))
    assert "not allowed with argument" in err
