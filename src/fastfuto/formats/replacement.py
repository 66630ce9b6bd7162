"""Files that are replaced whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO

fcntl: Any
try:
    import fcntl
except ImportError:  # Windows has no such locks.
    fcntl = None

_OPEN_FILES = ("/dev/fd/", "/dev/std", "/proc/")
"""How the names begin under which a process finds its open files, which may be files with other names, too."""
_KEPT_NAME = 50
"""Characters of a file's name that the name of its successor begins with; a whole name might become too long."""
_AT_ONCE = 4
"""Calls that may write the same file at once and be killed, whose files later calls know by their names."""


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file that takes the place of another one when everything is written.

    It is written beside the other one under a name that ends with ``.unfinished``. If anything fails before it is
    complete, it is removed, and the old file stays as it was. If the process is killed, the old file stays, too, and
    the next call for the same file removes the unfinished one. A link leads to the file that is replaced, which keeps
    its permissions and, as far as that is allowed, its owner.

    A pipe or a device cannot be replaced: it is written directly.

    Raises
    ------
    OSError
        If the file cannot be written; it has the name of the file.
    """
    if is_stream(path):
        with open(path, "ab") as stream:
            yield stream
        return
    target = os.path.realpath(os.fsdecode(path))
    folder, name = os.path.split(target)
    stem = os.path.join(folder, f"{name[:_KEPT_NAME]}.{zlib.crc32(os.fsencode(name)):08x}")
    usual = [f"{stem}.{k}.unfinished" for k in range(_AT_ONCE)] if fcntl is not None else []
    other = f"{stem}.{os.urandom(8).hex()}.unfinished"
    try:
        is_old = os.path.exists(target)
        if is_old:
            with open(target, "rb+"):  # A file that must not be written is not replaced either.
                pass
        _remove_left(usual)
        unfinished, file = _create(usual, other)
        with file:
            try:
                if is_old:
                    _keep_permissions(target, unfinished)
                yield file
                file.flush()
                os.fsync(file.fileno())
                if fcntl is None:
                    file.close()  # Windows moves no file that is open. Elsewhere it is locked until it has its name.
                os.replace(unfinished, target)
            finally:
                _unlock(file)
    except OSError as error:
        if error.errno is None or error.filename not in (None, target, *usual, other):
            raise
        raise OSError(error.errno, error.strerror, os.fsdecode(path)) from error
    finally:
        _remove_left(usual)
        with contextlib.suppress(OSError):
            os.unlink(other)


def _create(usual: list[str], other: str) -> tuple[str, BinaryIO]:
    """Create the file that is written, and return its name and the file.

    It has the first of the usual names that is free, by which the next call finds it if the process is killed, and it
    is locked while the process lives. The other name is for systems and disks without locks, where nobody knows whether
    an unfinished file may be removed.
    """
    for name in usual:
        try:
            file = open(name, "xb")  # noqa: SIM115
        except FileExistsError:
            continue
        try:
            if _is_locked(file, name):
                return name, file
        except OSError:
            os.unlink(name)
        file.close()
    return other, open(other, "xb")


def _is_locked(file: BinaryIO, name: str) -> bool:
    """Lock a file, and return whether nobody else has locked it and it has its name still."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(file.fileno()), os.stat(name))
    except (BlockingIOError, FileNotFoundError):
        return False


def _unlock(file: BinaryIO) -> None:
    """Unlock a file, of which processes that were forked meanwhile would otherwise keep the lock."""
    if fcntl is not None:
        with contextlib.suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_UN)


def _remove_left(names: list[str]) -> None:
    """Remove the files that killed processes have left unfinished."""
    for name in names:
        # Only who has locked a file may remove it, so it has its name until it is removed here.
        with contextlib.suppress(OSError), open(name, "rb+") as file:
            if _is_locked(file, name):
                os.unlink(name)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise the OSError of `replacing` if the file cannot be written, before there is something to write.

    Nothing is replaced, and no stream is opened, because its reader would take that for all there is.
    """
    if not is_stream(path):
        with contextlib.suppress(_Tried), replacing(path):
            raise _Tried


class _Tried(Exception):
    """A file was opened only to see whether that is possible."""


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Return whether a name stands for something that is not a regular file, such as a pipe, a device or a folder.

    A name such as ``/dev/stdout`` stands for a file that is open already, and counts as a stream.
    """
    name = os.fsdecode(path)
    if os.path.abspath(name).startswith(_OPEN_FILES) or not os.path.basename(name):
        return True
    if os.path.isfile(name) or not os.path.lexists(name):
        return False
    # A link may lead to a file that does not exist yet, or nowhere, in a circle.
    return os.path.exists(name) or os.path.islink(os.path.realpath(name))


def _keep_permissions(old: str, new: str) -> None:
    """Give a new file the permissions of an old one and, as far as that is allowed, its owner."""
    status = os.stat(old)
    if hasattr(os, "chown"):
        with contextlib.suppress(OSError):
            os.chown(new, status.st_uid, status.st_gid)
    os.chmod(new, stat.S_IMODE(status.st_mode))
