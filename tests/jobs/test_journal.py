"""Journals: what they keep, and what they refuse."""

import os
import socket
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

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
    [(job(key="l"), "the puzzle or the options were different"), (job("sample"), "it belongs to count, but")],
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
    with pytest.raises(JobError, match=r"fastfuto 0\.0 wrote it"):
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
    with pytest.raises(JobError, match="there is no such file"):
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


def make_pipe():
    """Make a pipe; whoever opens it waits for somebody who writes."""
    os.mkfifo("pipe")
    return Path("pipe")


def make_socket():
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("socket")
    return Path("socket")


@pytest.mark.skipif(os.name != "posix", reason="pipes, sockets and devices of POSIX")
@pytest.mark.parametrize("make", [make_pipe, make_socket, Path, lambda: "/dev/zero", lambda: os.devnull])
def test_only_regular_files_are_journals(make, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = make()
    with ThreadPoolExecutor(1) as pool:
        for read in (lambda: Journal(path, job()), lambda: summary(path)):
            reading = pool.submit(read)
            try:
                error = reading.exception(timeout=20)
            finally:
                if not reading.done():
                    path.write_bytes(b"")
            assert isinstance(error, JobError)
            assert str(error) == f"{path} cannot be used as a journal, because it is not a regular file"


@pytest.mark.parametrize("name", ["", ":memory:", "a\0b", b"a\0b"])
def test_only_names_of_files_are_those_of_journals(name):
    for read in (lambda: Journal(name, job()), lambda: summary(name)):
        with pytest.raises(JobError, match="journal must be the name of a file"):
            read()


def test_a_name_that_the_system_cannot_have_is_none_of_a_journal(tmp_path):
    with pytest.raises(JobError, match="cannot be used as a journal"):
        Journal(f"{tmp_path}/\ud800", job())
    with pytest.raises(JobError, match="cannot be read as a journal"):
        summary(f"{tmp_path}/\ud800")


def test_two_calls_on_one_journal_do_not_mix_their_pieces(tmp_path):
    path = tmp_path / "run#1.journal"
    with Journal(path, job()) as one, Journal(path, job()) as other:
        first, second = one.open_pieces()
        one.replace(first, first.cut([1, 2]))
        with pytest.raises(JobError, match="is in use by another call"):
            other.finish(first, Answer(5), first.cut([3]), 0.1)
        one.finish(second, Answer(6), [], 0.1)
        with pytest.raises(JobError, match="is in use by another call"):
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
        with pytest.raises(JobError, match="is in use by another call"):
            journal.finish(second, Answer(2), [], 0.1, {"b": []})
    with Journal(path, job()) as journal:
        assert (journal.data("a"), journal.data("b"), journal.data("c")) == ([b"4"], [b"3"], [])
        journal.keep("b", [b"5", b"6"])
    with Journal(path, job()) as journal:
        assert (journal.data("a"), journal.data("b")) == ([b"4"], [b"5", b"6"])


# Journals that were changed ------------------------------------------------------------------------------


DATA = {(0,): {"side": [b"one", b"two"]}, (2,): {"side": [b"three"]}}
"""What is kept along with some pieces, by their places."""
STATES = {(0, 3), (1, 4), (1, 5), (2, 5), (4, 4), (5, 5)}
"""How many pieces are done, and how many there are, after each step of writing a small journal and finishing it."""


def write_small_journal(path, is_closed=True):
    """Write a journal in small pages, with pieces that are done, replaced and to be done; return its files."""
    with closing(sqlite3.connect(path)) as file:
        file.execute("pragma page_size = 512")
        file.execute("pragma journal_mode = wal")
    with Journal(path, job(first=(3, 4, 5))) as journal:
        first, second, third = journal.open_pieces()
        journal.finish(first, work(10, 3), first.cut([20]), 0.5, DATA[0,])
        journal.replace(second, second.cut([1, 3]))
        journal.finish(third, work(10, 5), [], 0.25, DATA[2,])
        paths = [path] if is_closed else [path, path.with_name(f"{path.name}-wal")]
        files = {each: each.read_bytes() for each in paths}
    return {path: path.read_bytes()} if is_closed else files


def finished(path):
    """Finish the pieces that a journal says are to be done; return the sum of all results, and the data."""
    with Journal(path, job(first=(3, 4, 5))) as journal:
        while pieces := journal.open_pieces():
            for piece in pieces:
                rest = piece.cut([20]) if piece.place == (0,) else []
                journal.finish(piece, work(10, piece.payload), rest, 0.1, DATA.get(piece.place))
        return sum(journal.results().values()), journal.data("side")


def told(path):
    """Return how many pieces are done, and how many there are."""
    found = summary(path)
    return found.done, found.total


def value_or_error(read, path):
    try:
        return read(path)
    except JobError as error:
        return error


def check_flips(path, step, is_closed):
    """Change the bits of a journal one at a time, all or some of them; return how often that is an error."""
    files = write_small_journal(path, is_closed)
    expected = 10 * (3 + 20 + 1 + 3 + 5), [b"three"]
    errors = 0
    for name, data in files.items():
        for bit in range(0, 8 * len(data), step):
            for other in path.parent.iterdir():
                other.unlink()
            for other, before in files.items():
                other.write_bytes(before)
            changed = bytearray(data)
            changed[bit // 8] ^= 1 << bit % 8
            name.write_bytes(changed)
            for read, right in ((finished, [expected]), (told, STATES)):
                found = value_or_error(read, path)
                if isinstance(found, JobError):
                    assert str(path) in str(found)
                    errors += 1
                else:
                    assert found in right, (name, bit)
    return errors


@pytest.fixture
def in_memory():
    """Return the name of a journal in a folder that is in memory, if there are such: nothing waits for a disk."""
    with TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        yield Path(folder) / "journal"


@pytest.mark.thorough
@pytest.mark.parametrize("step", [101, pytest.param(1, marks=pytest.mark.slow)])
def test_a_bit_that_has_changed_is_noticed(in_memory, step):
    assert check_flips(in_memory, step, is_closed=True) > 25


@pytest.mark.thorough
@pytest.mark.parametrize("step", [499, pytest.param(11, marks=pytest.mark.slow)])
def test_a_bit_that_has_changed_after_a_kill_is_noticed_or_its_piece_is_done_again(in_memory, step):
    check_flips(in_memory, step, is_closed=False)


@pytest.mark.parametrize(
    "change",
    [
        "update pieces set result = '31' where result = '30'",
        "update pieces set place = '[7]' where place = '[0]'",
        "update pieces set payload = '21' where payload = '20'",
        "update pieces set seconds = 5.0 where result is not null",
        "update pieces set result = x'3330' where result = '30'",
        "update pieces set digest = '' where result = '30'",
        "update data set bytes = x'00'",
        "update data set bytes = 'three'",
        "update data set number = 1",
        "delete from pieces where result = '30'",
        "delete from pieces where result is null",
        "delete from data",
        "delete from job where name = 'seal'",
        "update job set value = '0' where name = 'seal'",
        "delete from job",
    ],
)
def test_rows_that_were_changed_or_lost_are_noticed(change, tmp_path):
    path = tmp_path / "journal"
    write_small_journal(path)
    with closing(sqlite3.connect(path)) as file, file:
        assert file.execute(change).rowcount
    with pytest.raises(
        JobError, match=rf"{path} is (damaged: .*; begin with a new journal|the journal of another)"
    ):
        Journal(path, job(first=(3, 4, 5)))
    with pytest.raises(
        JobError, match=rf"{path} is (damaged: .*; begin with a new journal|a journal of another version)"
    ):
        summary(path)


def test_a_row_that_was_changed_is_named(tmp_path):
    path = tmp_path / "journal"
    write_small_journal(path)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("update pieces set result = '51' where result = '50'")
    with pytest.raises(
        JobError, match=r"damaged: line 3 of its pieces, '\[2\]', has changed since it was written"
    ):
        Journal(path, job(first=(3, 4, 5)))


def test_journals_without_digests_are_refused(tmp_path):
    path = tmp_path / "journal"
    with closing(sqlite3.connect(path)) as file, file:
        file.executescript(
            "create table job (name text primary key, value text not null);"
            "create table pieces (key text primary key, place text, payload text, result text, work, seconds);"
            "create table data (name text, number integer, bytes blob, primary key (name, number));"
            "insert into job values ('format', '2'), ('fastfuto', '0.2.0'), ('verb', 'count'), ('key', 'k');"
            "insert into pieces values ('a', '[0]', '', '30', 1, 0.5);"
        )
    with pytest.raises(JobError, match=r"of another job: its format is '2', not '3'"):
        Journal(path, job())
    with pytest.raises(
        JobError, match=r"is a journal of another version of fastfuto: its format is '2', not '3'"
    ):
        summary(path)
