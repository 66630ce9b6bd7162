"""Journals: what they keep, and what they refuse."""

import sqlite3

import pytest

from fastfuto import JobError
from fastfuto.jobs import Answer, Job, Journal, Piece, summary


def work(common, payload):
    return Answer(common * payload)


def job(name="count", key="k", first=(3, 4)):
    return Job(name, key, 10, work, list(first), lambda payload: [payload])


def test_finished_pieces_and_what_is_left_of_them_are_kept(tmp_path):
    path = tmp_path / "journal"
    with Journal(path, job()) as journal:
        first, second = journal.open_pieces()
        journal.finish(first, Answer(2**200, work=7), first.cut([[1, 2]]), 0.5)
    with Journal(path, job(first=[9, 9, 9])) as journal:
        assert journal.results() == {(0,): 2**200}
        assert journal.open_pieces() == [Piece((0, 0), [1, 2]), second]
        journal.replace(second, second.cut([1, 3]))
        assert journal.open_pieces() == [Piece((0, 0), [1, 2]), Piece((1, 0), 1), Piece((1, 1), 3)]
    told = summary(path)
    assert (told.verb, told.done, told.total, told.seconds) == ("count", 1, 4, 0.5)


def test_places_are_ordered_as_numbers(tmp_path):
    with Journal(tmp_path / "journal", job(first=range(12))) as journal:
        assert [piece.place for piece in journal.open_pieces()] == [(k,) for k in range(12)]


@pytest.mark.parametrize(
    ("other", "message"),
    [(job(key="l"), "the puzzle or the options were different"), (job("sample"), "the verb was count, and")],
)
def test_other_jobs_are_refused(other, message, tmp_path):
    path = tmp_path / "journal"
    with Journal(path, job()):
        pass
    with pytest.raises(JobError, match=message):
        Journal(path, other)


def test_other_versions_are_refused(tmp_path):
    path = tmp_path / "journal"
    with Journal(path, job()):
        pass
    with sqlite3.connect(path) as file:
        file.execute("update job set value = '0.0' where name = 'fastfuto'")
    file.close()
    with pytest.raises(JobError, match=r"fastfuto 0\.0 has written it"):
        Journal(path, job())


def test_files_that_are_no_journals_are_refused_and_kept(tmp_path):
    path = tmp_path / "text"
    path.write_text("3\n0 0 0\n" * 500)
    before = path.read_bytes()
    for read in (lambda: Journal(path, job()), lambda: summary(path)):
        with pytest.raises(
            JobError, match=rf"{path.name} cannot be (used|read) as a journal: file is not a database"
        ):
            read()
    assert path.read_bytes() == before
    with pytest.raises(JobError, match="unable to open"):
        Journal(tmp_path / "missing" / "journal", job())
    with pytest.raises(JobError, match="unable to open"):
        summary(tmp_path / "nothing")


def test_a_locked_journal_is_named(tmp_path, monkeypatch):
    path = tmp_path / "journal"
    with Journal(path, job()):
        pass
    monkeypatch.setattr("fastfuto.jobs.journal.PATIENCE", 0.1)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("begin immediate")
    with pytest.raises(JobError, match="database is locked"):
        Journal(path, job())
    other.close()


def test_databases_of_others_are_left_as_they_are(tmp_path):
    path = tmp_path / "users.db"
    with sqlite3.connect(path) as file:
        file.execute("create table users (name text)")
    file.close()
    before = path.read_bytes()
    with pytest.raises(JobError, match="is a database, but not a journal"):
        Journal(path, job())
    assert path.read_bytes() == before
    for name in ("", ":memory:"):
        with pytest.raises(JobError, match="expected the name of a file"):
            Journal(name, job())


def test_two_calls_on_one_journal_do_not_mix_their_pieces(tmp_path):
    path = tmp_path / "run#1.journal"
    with Journal(path, job()) as one, Journal(path, job()) as other:
        first, second = one.open_pieces()
        one.replace(first, first.cut([1, 2]))
        with pytest.raises(JobError, match="another call works with"):
            other.finish(first, Answer(5), first.cut([3]), 0.1)
        one.finish(second, Answer(6), [], 0.1)
        with pytest.raises(JobError, match="another call works with"):
            other.finish(second, Answer(6), [], 0.1)
    with Journal(path, job()) as journal:
        assert [piece.payload for piece in journal.open_pieces()] == [1, 2]
        assert journal.results() == {(1,): 6}
    assert summary(path).total == 3


def test_a_full_disk_is_named_and_nothing_is_lost(tmp_path):
    path = tmp_path / "journal"
    with Journal(path, job()) as journal:
        first, second = journal.open_pieces()
        journal.finish(first, Answer(7), [], 0.1)
        [(pages,)] = journal._file.execute("pragma page_count")
        journal._file.execute(f"pragma max_page_count = {pages}")
        with pytest.raises(JobError, match=r"journal cannot be used as a journal: database or disk is full"):
            journal.finish(second, Answer("x" * 100_000), [], 0.1)
        journal.finish(second, Answer(8), [], 0.1)
    with Journal(path, job()) as journal:
        assert journal.results() == {(0,): 7, (1,): 8}


def test_data_replace_those_of_the_same_name(tmp_path):
    path = tmp_path / "journal"
    with Journal(path, job()) as journal:
        first, second = journal.open_pieces()
        journal.finish(first, Answer(1), [], 0.1, {"a": [b"1", b"2"], "b": [b"3"]})
        journal.finish(second, Answer(2), [], 0.1, {"a": [b"4"]})
        with pytest.raises(JobError, match="another call works with"):
            journal.finish(second, Answer(2), [], 0.1, {"b": []})
    with Journal(path, job()) as journal:
        assert (journal.data("a"), journal.data("b"), journal.data("c")) == ([b"4"], [b"3"], [])
