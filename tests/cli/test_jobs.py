"""fastfuto jobs, and counts in pieces on the command line."""

import re

from .helpers import EXAMPLES


def test_a_count_with_a_journal(run, tmp_path):
    journal = tmp_path / "journal"
    for workers in (["--workers", 2], []):
        code, out, err = run("count", EXAMPLES / "empty5.txt", "--journal", journal, *workers)
        assert (code, out, err) == (0, "161280\n", "")
    code, out, err = run("jobs", journal)
    assert (code, err) == (0, "")
    assert re.fullmatch(
        rf"{re.escape(str(journal))}: count, (\d+) of \1 pieces are done in [\d.]+ s of one worker\n", out
    )
    code, out, err = run("count", EXAMPLES / "two_solutions.txt", "--journal", journal)
    assert (code, out) == (2, "")
    assert "is the journal of another job: the puzzle or the options were different" in err


def test_files_that_are_no_journals(run, tmp_path):
    for path in (EXAMPLES / "empty5.txt", tmp_path / "missing"):
        code, out, err = run("jobs", path)
        assert (code, out) == (2, "")
        assert f"{path} cannot be read as a journal" in err
    code, out, err = run("count", EXAMPLES / "empty5.txt", "--journal", EXAMPLES / "empty5.txt")
    assert (code, out) == (2, "")
    assert "file is not a database" in err


def test_workers_and_threads_do_not_go_together(run):
    code, _, err = run("count", EXAMPLES / "empty5.txt", "--workers", 2, "--threads", 2)
    assert code == 2
    assert "leave threads at 1" in err
