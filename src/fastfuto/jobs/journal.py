"""The journal of a large job: one SQLite file that keeps finished pieces, even if the process is killed."""

from __future__ import annotations

import functools
import json
import operator
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ..errors import JobError
from .pieces import Answer, Job, Piece, digest, version

FORMAT = "3"
"""Version of the tables below."""
PATIENCE = 2.0
"""Seconds to wait while another process writes."""

SEAL = "seal"
"""Name of the exclusive or of all row digests, which reveals lost rows."""

ERRORS = (sqlite3.Error, UnicodeError)
"""Errors from SQLite, with UnicodeError for file names and for messages that quote a damaged file."""

TABLES = """
create table if not exists job (name text primary key, value text not null);
create table if not exists pieces (
    key text primary key, place text not null, payload text not null, result text, work integer, seconds real,
    digest text not null
);
create table if not exists data (name text not null, number integer not null, bytes blob not null,
    digest text not null, primary key (name, number));
"""


class Journal:
    """The pieces of one job in a file. A piece without a result is unfinished.

    Parameters
    ----------
    path : path-like
        A new file, or the journal of an earlier run of the same job.
    job : Job

    Notes
    -----
    Results of different versions of fastfuto are never combined. Each row and the whole file have digests, which are
    checked when a journal is opened. A changed bit therefore leads to an error, not to a wrong result.

    Raises
    ------
    JobError
        If the file is not a journal, cannot be used now, is damaged, or belongs to another job or version.
    """

    def __init__(self, path: str | PathLike[str], job: Job) -> None:
        self._path = _checked(path)
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
                # In this mode, a killed process loses nothing, and only a power failure may lose the last pieces.
                self._file.execute("pragma synchronous = normal")
                with self._transaction():
                    for statement in TABLES.split(";"):
                        self._file.execute(statement)
                    found = dict(self._file.execute("select name, value from job"))
                    seal = found.pop(SEAL, None)
                    [(has_pieces,)] = self._file.execute("select exists (select 1 from pieces)")
                    is_new = not has_pieces and not found and seal is None
                    if is_new:
                        rows = [*about.items(), (SEAL, _joined([]))]
                        self._file.executemany("insert into job values (?, ?)", rows)
                        self._change_seal(
                            self._add(Piece((k,), payload) for k, payload in enumerate(job.first))
                        )
                    elif found == about:
                        _check(self._file, self._path, seal)
            if not is_new and found != about:
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
        """Return the unfinished pieces in order."""
        with self._errors():
            rows = self._file.execute("select place, payload from pieces where result is null").fetchall()
        return sorted(
            (Piece(tuple(json.loads(place)), json.loads(payload)) for place, payload in rows),
            key=lambda piece: piece.place,
        )

    def results(self) -> dict[tuple[int, ...], Any]:
        """Return the results of the finished pieces by place."""
        with self._errors():
            rows = self._file.execute("select place, result from pieces where result is not null").fetchall()
        return {tuple(json.loads(place)): json.loads(result) for place, result in rows}

    def data(self, name: str) -> list[bytes]:
        """Return the data kept under this name."""
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
        """Keep the result of a piece and its remaining pieces, and replace the data of each name.

        Either all of these changes are made or none. The payload of the piece is dropped.
        """
        with self._errors(), self._transaction():
            key = self._job.key_of(piece)
            changed = self._open_digests(key)
            row = (key, json.dumps(piece.place), "", json.dumps(answer.result), answer.work, float(seconds))
            changed.append(_row_digest(row))
            self._file.execute(
                "update pieces set payload = ?, result = ?, work = ?, seconds = ?, digest = ? where key = ?",
                (*row[2:], changed[-1], key),
            )
            changed += self._add(rest)
            for name, blocks in (data or {}).items():
                changed += self._replace_data(name, blocks)
            self._change_seal(changed)

    def keep(self, name: str, blocks: Iterable[bytes]) -> None:
        """Replace the data of this name."""
        with self._errors(), self._transaction():
            self._change_seal(self._replace_data(name, blocks))

    def replace(self, piece: Piece, smaller: list[Piece]) -> None:
        """Replace an unfinished piece by smaller pieces."""
        with self._errors(), self._transaction():
            key = self._job.key_of(piece)
            changed = self._open_digests(key)
            self._file.execute("delete from pieces where key = ?", (key,))
            self._change_seal(changed + self._add(smaller))

    def _open_digests(self, key: str) -> list[str]:
        """Return the digest of an unfinished piece.

        If another call has finished the piece, raise JobError, which rolls the transaction back.
        """
        rows = self._file.execute("select digest from pieces where key = ? and result is null", (key,))
        digests = [found for (found,) in rows]
        if len(digests) != 1:
            raise JobError(f"the journal {self._path} is in use by another call")
        return digests

    def _add(self, pieces: Iterable[Piece]) -> list[str]:
        """Add unfinished pieces and return their digests."""
        rows = [
            (self._job.key_of(piece), json.dumps(piece.place), json.dumps(piece.payload), None, None, None)
            for piece in pieces
        ]
        digests = [*map(_row_digest, rows)]
        self._file.executemany(
            "insert into pieces values (?, ?, ?, ?, ?, ?, ?)",
            ((*row, new) for row, new in zip(rows, digests, strict=True)),
        )
        return digests

    def _replace_data(self, name: str, blocks: Iterable[bytes]) -> list[str]:
        """Replace the data of a name and return the digests of the old and the new rows."""
        rows = self._file.execute("select digest from data where name = ?", (name,))
        digests = [found for (found,) in rows]
        self._file.execute("delete from data where name = ?", (name,))
        for k, block in enumerate(blocks):
            digests.append(_data_digest(name, k, block))
            self._file.execute("insert into data values (?, ?, ?, ?)", (name, k, block, digests[-1]))
        return digests

    def _change_seal(self, digests: Iterable[str]) -> None:
        """Add the digests of new rows to the seal and remove the digests of old rows."""
        [(seal,)] = self._file.execute("select value from job where name = ?", (SEAL,))
        seal = _joined([seal, *digests])
        self._file.execute("update job set value = ? where name = ?", (seal, SEAL))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._file.execute("begin immediate")
        try:
            yield
        except BaseException:
            # A full disk ends the transaction itself.
            if self._file.in_transaction:
                self._file.execute("rollback")
            raise
        self._file.execute("commit")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turn errors from SQLite into a JobError that names the file."""
        try:
            yield
        except ERRORS as error:
            raise JobError(f"{self._path} cannot be used as a journal: {error}") from error


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a journal.

    Attributes
    ----------
    verb, version : str
        The verb of the job and the version of fastfuto.
    done, total : int
        Numbers of finished pieces and of known pieces.
    seconds : float
        Sum of the seconds of all finished pieces.
    """

    verb: str
    version: str
    done: int
    total: int
    seconds: float


def summary(path: str | PathLike[str]) -> Summary:
    """Return the summary of a journal, even while a job writes to the journal.

    Raises
    ------
    JobError
        If the file is damaged or is not a journal of this format.
    """
    name = _checked(path)
    try:
        uri = f"{Path(name).absolute().as_uri()}?mode=ro"
        file = sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)
        try:
            file.execute("begin")  # All reads see the same state of the file.
            about = dict(file.execute("select name, value from job"))
            if (found := about.get("format")) != FORMAT:
                raise JobError(
                    f"{name} is a journal of another version of fastfuto: its format is {found!r}, not {FORMAT!r}"
                )
            _check(file, name, about.get(SEAL))
            total, done, seconds = file.execute(
                "select count(*), count(result), coalesce(sum(seconds), 0.0) from pieces"
            ).fetchone()
        finally:
            file.close()
    except ERRORS as error:
        why = error if os.path.exists(name) else "there is no such file"
        raise JobError(f"{name} cannot be read as a journal: {why}") from error
    return Summary(about.get("verb", "?"), about.get("fastfuto", "?"), done, total, seconds)


def _checked(path: str | PathLike[str]) -> str:
    """Return the name of a journal; raise JobError if it cannot be a regular file."""
    name = os.fsdecode(path)
    if name in ("", ":memory:") or "\0" in name:
        raise JobError(f"journal must be the name of a file, got {name!r}")
    if os.path.exists(name) and not os.path.isfile(name):
        raise JobError(f"{name} cannot be used as a journal, because it is not a regular file")
    return name


def _check(file: sqlite3.Connection, path: str, seal: object) -> None:
    """Raise JobError if a journal is damaged."""
    [(state,)] = file.execute("pragma integrity_check(1)")
    if state != "ok":
        raise _damage(path, state)
    digests = []
    rows = file.execute("select rowid, key, place, payload, result, work, seconds, digest from pieces")
    for number, *row, found in rows:
        if found != _row_digest(row):
            raise _damage(path, f"line {number} of its pieces, {row[1]!r}, has changed since it was written")
        digests.append(found)
    for name, number, data, found in file.execute("select name, number, bytes, digest from data"):
        if not isinstance(data, bytes) or found != _data_digest(name, number, data):
            raise _damage(path, f"line {number} of its data {name!r} has changed since it was written")
        digests.append(found)
    if seal != _joined(digests):
        raise _damage(path, "lines are missing")


def _damage(path: str, what: str) -> JobError:
    return JobError(f"{path} is damaged: {what}; begin with a new journal")


def _row_digest(row: Iterable[object]) -> str:
    """Return the digest of a piece's key, place, payload, result, work and seconds, which may have any types."""
    return digest(repr(tuple(row)))


def _data_digest(name: object, number: object, data: bytes) -> str:
    return digest(repr((name, number)), data)


def _joined(digests: Iterable[str]) -> str:
    """Return the exclusive or of digests."""
    return f"{functools.reduce(operator.xor, (int(each, 16) for each in digests), 0):032x}"


def _difference(found: dict[str, str], expected: dict[str, str]) -> str:
    """Return the most important difference in words."""
    if (other := found.get("format")) != FORMAT:
        return f"its format is {other!r}, not {FORMAT!r}"
    if found.get("fastfuto") != expected["fastfuto"]:
        return f"fastfuto {found.get('fastfuto')} wrote it, but this is fastfuto {expected['fastfuto']}"
    if found.get("verb") != expected["verb"]:
        return f"it belongs to {found.get('verb')}, but this is {expected['verb']}"
    return "the puzzle or the options were different"
