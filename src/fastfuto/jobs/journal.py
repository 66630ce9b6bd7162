"""The journal of a large job: one SQLite file that remembers finished pieces, whatever happens to the process."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ..errors import JobError
from .pieces import Answer, Job, Piece, version

__all__ = ["Journal", "Summary", "summary"]

FORMAT = "2"
"""Version of the tables below."""
PATIENCE = 2.0
"""Seconds to wait for another process that writes."""

TABLES = """
create table if not exists job (name text primary key, value text not null);
create table if not exists pieces (
    key text primary key, place text not null, payload text not null, result text, work integer, seconds real
);
create table if not exists data (name text not null, number integer not null, bytes blob not null,
    primary key (name, number));
"""


class Journal:
    """The pieces of one job in a file: a piece without a result is still to be done.

    Parameters
    ----------
    path : path-like
        A new file, or the journal of an earlier run of the same job.
    job : Job

    Notes
    -----
    Results of different versions of fastfuto are not put together.

    Raises
    ------
    JobError
        If the file is not a journal or cannot be used now, or belongs to another job or version.
    """

    def __init__(self, path: str | PathLike[str], job: Job) -> None:
        self._path = fspath(path)
        if self._path in ("", ":memory:"):
            raise JobError(f"expected the name of a file for the journal, got {self._path!r}")
        self._job = job
        about = {"format": FORMAT, "fastfuto": version(), "verb": job.name, "key": job.key}
        with self._errors():
            self._file = sqlite3.connect(self._path, timeout=PATIENCE, isolation_level=None)
        try:
            with self._errors():
                tables = {name for (name,) in self._file.execute("select name from sqlite_master")}
                if tables and not {"job", "pieces"} <= tables:
                    raise JobError(f"{self._path} is a database, but not a journal")
                self._file.execute("pragma journal_mode = wal")
                # In this mode a killed process loses nothing, and only a loss of power may lose the last pieces.
                self._file.execute("pragma synchronous = normal")
                with self._transaction():
                    for statement in TABLES.split(";"):
                        self._file.execute(statement)
                    found = dict(self._file.execute("select name, value from job"))
                    if not found:
                        self._file.executemany("insert into job values (?, ?)", about.items())
                        self._add(Piece((k,), payload) for k, payload in enumerate(job.first))
            if found and found != about:
                raise JobError(f"{self._path} is the journal of another job: {_difference(found, about)}")
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def open_pieces(self) -> list[Piece]:
        """Return the pieces that are still to be done, in their order."""
        with self._errors():
            rows = self._file.execute("select place, payload from pieces where result is null").fetchall()
        return sorted(
            (Piece(tuple(json.loads(place)), json.loads(payload)) for place, payload in rows),
            key=lambda piece: piece.place,
        )

    def results(self) -> dict[tuple[int, ...], Any]:
        """Return the results of the finished pieces by their places."""
        with self._errors():
            rows = self._file.execute("select place, result from pieces where result is not null").fetchall()
        return {tuple(json.loads(place)): json.loads(result) for place, result in rows}

    def data(self, name: str) -> list[bytes]:
        """Return the data that are kept under this name."""
        with self._errors():
            rows = self._file.execute("select bytes from data where name = ? order by number", (name,))
            return [data for (data,) in rows]

    def finish(
        self,
        piece: Piece,
        answer: Answer,
        rest: list[Piece],
        seconds: float,
        data: Mapping[str, Iterable[bytes]] | None = None,
    ) -> None:
        """Keep the result of a piece, the pieces that are left of it, and data that replace those of the same name.

        All of it is kept or nothing. The payload is not needed any more.
        """
        with self._errors(), self._transaction():
            done = self._file.execute(
                "update pieces set result = ?, work = ?, seconds = ?, payload = '' where key = ? and result is null",
                (json.dumps(answer.result), answer.work, seconds, self._job.key_of(piece)),
            )
            self._check_alone(done)
            self._add(rest)
            for name, blocks in (data or {}).items():
                self._file.execute("delete from data where name = ?", (name,))
                self._file.executemany(
                    "insert into data values (?, ?, ?)", ((name, k, block) for k, block in enumerate(blocks))
                )

    def replace(self, piece: Piece, smaller: list[Piece]) -> None:
        """Put smaller pieces in the place of one that is not done."""
        with self._errors(), self._transaction():
            deleted = self._file.execute(
                "delete from pieces where key = ? and result is null", (self._job.key_of(piece),)
            )
            self._check_alone(deleted)
            self._add(smaller)

    def _check_alone(self, change: sqlite3.Cursor) -> None:
        """Raise a JobError, which takes the transaction back, if somebody else has done the piece."""
        if change.rowcount != 1:
            raise JobError(f"another call works with {self._path}")

    def _add(self, pieces: Iterable[Piece]) -> None:
        self._file.executemany(
            "insert or ignore into pieces (key, place, payload) values (?, ?, ?)",
            (
                (self._job.key_of(piece), json.dumps(piece.place), json.dumps(piece.payload))
                for piece in pieces
            ),
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._file.execute("begin immediate")
        try:
            yield
        except BaseException:
            # A full disk has ended the transaction already.
            if self._file.in_transaction:
                self._file.execute("rollback")
            raise
        self._file.execute("commit")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Name the file in what SQLite raises."""
        try:
            yield
        except sqlite3.Error as error:
            raise JobError(f"{self._path} cannot be used as a journal: {error}") from error


@dataclass(frozen=True, slots=True)
class Summary:
    """What a journal holds.

    Attributes
    ----------
    verb, version : str
        The verb of the job, and the version of fastfuto.
    done, total : int
        Pieces that are finished, and pieces known.
    seconds : float
        Seconds that the finished pieces have taken, one after the other.
    """

    verb: str
    version: str
    done: int
    total: int
    seconds: float


def summary(path: str | PathLike[str]) -> Summary:
    """Return what a journal holds, also while a job writes it.

    Raises
    ------
    JobError
        If the file is not a journal.
    """
    try:
        file = sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True, timeout=PATIENCE)
        try:
            about = dict(file.execute("select name, value from job"))
            total, done, seconds = file.execute(
                "select count(*), count(result), coalesce(sum(seconds), 0.0) from pieces"
            ).fetchone()
        finally:
            file.close()
    except sqlite3.Error as error:
        raise JobError(f"{fspath(path)} cannot be read as a journal: {error}") from error
    return Summary(about.get("verb", "?"), about.get("fastfuto", "?"), done, total, seconds)


def _difference(found: dict[str, str], expected: dict[str, str]) -> str:
    """Return in words what is different, the most telling difference first."""
    if (other := found.get("format")) != FORMAT:
        return f"its format is {other!r}, not {FORMAT!r}"
    if found.get("fastfuto") != expected["fastfuto"]:
        return f"fastfuto {found.get('fastfuto')} has written it, and this is {expected['fastfuto']}"
    if found.get("verb") != expected["verb"]:
        return f"the verb was {found.get('verb')}, and this is {expected['verb']}"
    return "the puzzle or the options were different"
