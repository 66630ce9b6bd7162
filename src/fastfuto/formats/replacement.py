"""Files that are replaced whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from typing import BinaryIO

__all__ = ["check_writable", "is_stream", "replacing"]

_OPEN_FILES = ("/dev/fd/", "/dev/std", "/proc/")
"""How the names begin under which a process finds its open files, which may be files with other names, too."""
_KEPT_NAME = 50
"""Characters of a file's name that the name of its successor begins with; a whole name might become too long."""


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file that takes the place of another one when everything is written.

    It is written beside the other one under a name that ends with ``.unfinished``. If anything fails before it is
    complete, it is removed, and the old file stays as it was; it also stays if the process is killed. A link leads to
    the file that is replaced, which keeps its permissions and, as far as that is allowed, its owner.

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
    unfinished = os.path.join(folder, f"{name[:_KEPT_NAME]}.{os.urandom(16).hex()}.unfinished")
    try:
        is_old = os.path.exists(target)
        if is_old:
            with open(target, "rb+"):  # A file that must not be written is not replaced either.
                pass
        with open(unfinished, "xb") as file:
            if is_old:
                _keep_permissions(target, unfinished)
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, target)
    except OSError as error:
        if error.errno is None or error.filename not in (None, target, unfinished):
            raise
        raise OSError(error.errno, error.strerror, os.fsdecode(path)) from error
    finally:
        with contextlib.suppress(OSError):
            os.unlink(unfinished)


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
