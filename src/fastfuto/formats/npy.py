"""Growing .npy files of solutions, readable at any time."""

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
    """A .npy file of solutions, such as (k, n, n) uint8, to which solutions can be appended.

    The header is updated after the data. The file is therefore readable even if the process is killed, and then holds
    all flushed solutions. Single solutions are written in chunks of about 1 MB.

    Parameters
    ----------
    path : str or path-like
        An existing file is replaced at once by a valid file without solutions.
    shape : tuple of int
        Shape of one solution.

    Attributes
    ----------
    count : int
        Number of solutions appended.

    Raises
    ------
    io.UnsupportedOperation
        If `path` is not a regular file: a pipe or a device cannot take a header after the data.
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
        # The number of solutions in the file, and the pending solutions, which change in one step. Therefore an
        # interrupt can neither lose nor repeat a solution.
        self._state: tuple[int, list[npt.NDArray[np.uint8]]] = 0, []
        self._waiting = 0
        self._file: BinaryIO
        # The file is unreadable without a header.
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
        """Append one solution, or several, (k, ...) uint8; the array must not change before `flush`.

        Raises
        ------
        ValueError
            If the array has another shape or type.
        OSError
            If the file cannot be written.
        """
        axes = len(self._shape)
        if grids.dtype != np.uint8 or grids.ndim - axes not in (0, 1) or grids.shape[-axes:] != self._shape:
            expected = ", ".join(["k", *map(str, self._shape)])
            raise ValueError(
                f"expected uint8 of shape ({expected}), got {grids.dtype} of shape {grids.shape}"
            )
        _, pending = self._state
        pending.append(grids.reshape(-1, *self._shape))
        self._waiting += pending[-1].size
        if self._waiting >= CHUNK_BYTES:
            self.flush()

    def flush(self) -> None:
        """Write the pending solutions, then the header."""
        written, pending = self._state
        if pending:
            # The position follows from the count, so an interrupted write is overwritten, not repeated.
            self._file.seek(self._start + written * math.prod(self._shape))
            for grids in pending:
                self._file.write(grids.data if grids.flags.c_contiguous else grids.tobytes())
            self._file.flush()
            written = self.count
            self._write_header(written)
            self._waiting = 0
            self._state = written, []

    def close(self) -> None:
        """Write the pending solutions and close the file; a second call does nothing."""
        if not self._file.closed:
            try:
                self.flush()
            finally:
                self._file.close()

    def _write_header(self, count: int) -> None:
        # NumPy pads the header to the same length for any count.
        shape = (count, *self._shape)
        self._file.seek(0)
        npy.write_array_header_1_0(self._file, {"descr": "|u1", "fortran_order": False, "shape": shape})
        self._file.flush()
