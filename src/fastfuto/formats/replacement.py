"""Atomic replacement of files."""

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
except ImportError:  # Windows does not have these locks.
    fcntl = None

_OPEN_FILES = ("/dev/fd/", "/dev/std", "/proc/")
"""Prefixes of names for a process's open files, which may also have other names."""
_KEPT_NAME = 50
"""Characters of a file's name in the name of the new file. The whole name might become too long."""
_AT_ONCE = 4
"""Simultaneous writers of one file whose files later calls can find if they are killed."""


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file that replaces another file after everything has been written.

    The new file is written beside the old file, under a name that ends with ``.unfinished``. If anything fails before
    the new file is complete, it is removed, and the old file is unchanged. If the process is killed, the old file is
    also unchanged, and the next call for the same file removes the unfinished file. If the name is a symbolic link, its
    target is replaced. The new file has the old permissions and, if allowed, the old owner.

    A pipe or a device cannot be replaced and is written directly.

    Raises
    ------
    OSError
        If the file cannot be written; the error has the name of the file.
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
            with open(target, "rb+"):  # A read-only file is not replaced.
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
                    file.close()  # Windows cannot move an open file. Other systems lock it until then.
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
    """Create the new file, and return its name and the file.

    The file gets the first free name of `usual`, so the next call finds it if the process is killed. The file is locked
    as long as the process lives. Without locks, unfinished files cannot be removed safely, so the file gets another
    name on systems and disks without locks.
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
    """Lock a file, and return whether no other process has locked it and it still has its name."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(file.fileno()), os.stat(name))
    except (BlockingIOError, FileNotFoundError):
        return False


def _unlock(file: BinaryIO) -> None:
    """Unlock a file, because processes that were forked in the meantime would keep the lock."""
    if fcntl is not None:
        with contextlib.suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_UN)


def _remove_left(names: list[str]) -> None:
    """Remove the unfinished files of killed processes."""
    for name in names:
        # Only the owner of the lock may remove a file, so it keeps its name until it is removed here.
        with contextlib.suppress(OSError), open(name, "rb+") as file:
            if _is_locked(file, name):
                os.unlink(name)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise the OSError of `replacing` in advance if the file cannot be written.

    Nothing is replaced. Streams are not opened, because the reader of a stream would see an early end.
    """
    if not is_stream(path):
        with contextlib.suppress(_Tried), replacing(path):
            raise _Tried


class _Tried(Exception):
    """The file is opened only as a test."""


def is_stream(path: str | os.PathLike[str]) -> bool:
    """Return whether a name denotes anything but a regular file, such as a pipe, a device or a folder.

    The name of an open file, such as ``/dev/stdout``, counts as a stream.
    """
    name = os.fsdecode(path)
    if os.path.abspath(name).startswith(_OPEN_FILES) or not os.path.basename(name):
        return True
    if os.path.isfile(name) or not os.path.lexists(name):
        return False
    # A link may lead to a missing file, or into a cycle.
    return os.path.exists(name) or os.path.islink(os.path.realpath(name))


def _keep_permissions(old: str, new: str) -> None:
    """Give a new file the permissions of the old file and, if allowed, its owner."""
    status = os.stat(old)
    if hasattr(os, "chown"):
        with contextlib.suppress(OSError):
            os.chown(new, status.st_uid, status.st_gid)
    os.chmod(new, stat.S_IMODE(status.st_mode))
