"""Solutions in a .npy file that can be read at any time while it grows."""

from __future__ import annotations

import io
import math
import os
from types import TracebackType
from typing import BinaryIO

import numpy as np
import numpy.lib.format as npy
import numpy.typing as npt

from .replacement import is_stream, replacing

CHUNK_BYTES = 1 << 20


class NpyWriter:
    """A .npy file of solutions, such as (k, n, n) uint8, to which more are appended.

    The header is updated after the data that it counts. So the file can be read whenever the process stops,
    even if it is killed, and then holds all solutions that were flushed. Single solutions are gathered into
    chunks of about 1 MB before they are written.

    Parameters
    ----------
    path : str or path-like
        A file of this name is replaced at once by one that can be read and holds no solutions yet.
    shape : tuple of int
        Shape of one solution.

    Attributes
    ----------
    count : int
        Number of solutions appended.

    Raises
    ------
    io.UnsupportedOperation
        If `path` is not a regular file: in a pipe or a device a header cannot be written after the data.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "solutions.npy")
    >>> with NpyWriter(path, (2, 2)) as writer:
    ...     writer.append(np.array([[[1, 2], [2, 1]]], np.uint8))
    >>> np.load(path).shape
    (1, 2, 2)
    """

    def __init__(self, path: str | os.PathLike[str], shape: tuple[int, ...]) -> None:
        if os.path.exists(path) and is_stream(path):
            raise io.UnsupportedOperation("a .npy file must be a regular file, not a pipe or a device")
        self._shape = shape
        # How many solutions are in the file, and those that are to follow. Both change in one step, so that an
        # interrupt between them can neither lose nor repeat any.
        self._state: tuple[int, list[npt.NDArray[np.uint8]]] = 0, []
        self._waiting = 0
        self._file: BinaryIO
        # Without a header the file could not be read.
        with replacing(path) as self._file:
            self._write_header(0)
            self._start = self._file.tell()
        self._file = open(path, "rb+")  # noqa: SIM115

    @property
    def count(self) -> int:
        """Number of solutions appended."""
        written, pending = self._state
        return written + sum(map(len, pending))

    def __enter__(self) -> NpyWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def append(self, grids: npt.NDArray[np.uint8]) -> None:
        """Add one solution, or several, (k, ...) uint8; the array must not change before `flush`.

        Raises
        ------
        ValueError
            For any other shape or type.
        OSError
            If the file cannot be written.
        """
        axes = len(self._shape)
        if grids.dtype != np.uint8 or grids.ndim - axes not in (0, 1) or grids.shape[-axes:] != self._shape:
            expected = ", ".join(["k", *map(str, self._shape)])
            raise ValueError(f"expected ({expected}) uint8, got {grids.shape} {grids.dtype}")
        _, pending = self._state
        pending.append(grids.reshape(-1, *self._shape))
        self._waiting += pending[-1].size
        if self._waiting >= CHUNK_BYTES:
            self.flush()

    def flush(self) -> None:
        """Write the solutions that were gathered, then the header that counts them."""
        written, pending = self._state
        if pending:
            # The position follows from the count, so that what a signal interrupted is overwritten, not
            # repeated.
            self._file.seek(self._start + written * math.prod(self._shape))
            for grids in pending:
                self._file.write(grids.data if grids.flags.c_contiguous else grids.tobytes())
            self._file.flush()
            written = self.count
            self._write_header(written)
            self._waiting = 0
            self._state = written, []

    def close(self) -> None:
        """Write the solutions that were gathered and close the file; a second call does nothing."""
        if not self._file.closed:
            try:
                self.flush()
            finally:
                self._file.close()

    def _write_header(self, count: int) -> None:
        # NumPy pads the header, so that its length is the same for any count.
        shape = (count, *self._shape)
        self._file.seek(0)
        npy.write_array_header_1_0(self._file, {"descr": "|u1", "fortran_order": False, "shape": shape})
        self._file.flush()
