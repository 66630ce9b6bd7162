"""Fingerprints: numbers that two puzzles share if and only if one is a symmetric form of the other."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..engines import lay_out, read_sizes
from ..model import is_outside
from ..puzzles import Futoshiki, Grid, LatinSquare, Puzzle
from ..puzzles.symmetry import FORMS, Move
from .families import BARS, INEQUALITIES, task_family

BYTES = 16
"""Bytes of a fingerprint: a collision among a million puzzles has a probability of 1e-27."""
PART = 4096
"""Number of puzzles whose forms are in memory at the same time."""

_TURNED = np.array([0, *INEQUALITIES.numbers[::-1], BARS.numbers[0]], np.uint8)
"""Each sign between two cells, seen from the other cell."""


def fingerprint(puzzle: Puzzle[Any]) -> str:
    """Return the fingerprint of a puzzle in hexadecimal."""
    return fingerprints([puzzle])[0].hex()


def fingerprints(puzzles: Sequence[Puzzle[Any]]) -> list[bytes]:
    """Return the fingerprint of each puzzle.

    A square grid has the 16 forms of `Futoshiki.canonical`. A Kakuro has two forms, because it may be transposed. A
    Latin square counts as a Futoshiki without inequalities.
    """
    listed: list[Any] = list(puzzles)
    found = [b""] * len(listed)
    sizes = read_sizes(listed, (Futoshiki, LatinSquare))
    for n in sorted({*sizes.tobytes()} - {0}):
        numbers = np.flatnonzero(sizes == n)
        digests = fingerprints_of_rows(*lay_out(listed, numbers, n))
        for k, digest in zip(numbers.tolist(), digests, strict=True):
            found[k] = digest
    groups: dict[tuple[str, int], list[int]] = {}
    for k in np.flatnonzero(sizes == 0).tolist():
        puzzle = listed[k]
        if _is_plain(puzzle):
            groups.setdefault((task_family(puzzle).kind, puzzle.n), []).append(k)
        else:
            found[k] = _digest(_least_text(puzzle).encode(), puzzle.family, 0)
    for (kind, n), numbers_of in groups.items():
        clues = np.stack([listed[k].clues for k in numbers_of]).astype(np.uint8).reshape(-1, n * n)
        between = np.stack([_between(listed[k]) for k in numbers_of])
        for k, digest in zip(numbers_of, _digests(clues, between, kind), strict=True):
            found[k] = digest
    return found


def fingerprints_of_rows(clues: npt.NDArray[np.uint8], signs: npt.NDArray[np.uint8] | None) -> list[bytes]:
    """Return the fingerprints of grids in the form of `solve_lanes`; grids without signs are 9 x 9 Sudokus."""
    k, size = clues.shape
    n = round(size**0.5)
    between = np.zeros((k, 2, n, n), np.uint8)
    if signs is not None:
        cells = np.broadcast_to(signs, clues.shape).reshape(k, n, n)
        between[:, 0, :, :-1] = (cells[:, :, :-1] & 1) + (cells[:, :, 1:] & 2)
        between[:, 1, :-1] = (cells[:, :-1] >> 2 & 1) + (cells[:, 1:] >> 2 & 2)
    return _digests(clues, between.reshape(k, -1), "latin" if signs is not None else "sudoku")


def _is_plain(puzzle: Any) -> bool:
    """Return whether a puzzle is a grid with values in range and, if it has regions, with square default boxes."""
    family = task_family(puzzle)
    if not family.kind or is_outside(puzzle.clues, puzzle.n):
        return False
    return not family.has_regions or (puzzle.has_default_boxes and int(puzzle.n**0.5) ** 2 == puzzle.n)


def _between(puzzle: Any) -> npt.NDArray[np.uint8]:
    """Return the signs to the right of all cells, then the signs below them: (2 * n * n,)."""
    n = puzzle.n
    between = np.zeros((2, n, n), np.uint8)
    signs = task_family(puzzle).signs
    for lesser, greater in getattr(puzzle, signs.name):
        number = signs.numbers[lesser > greater]
        between[(int(lesser[1] == greater[1]), *min(lesser, greater))] = number
    return between.ravel()


def _least_text(puzzle: Any) -> str:
    """Return the smallest text of a puzzle's forms."""
    family = task_family(puzzle)
    if isinstance(puzzle, Grid):
        return json.dumps(puzzle.canonical().fields())
    if family.has_runs:
        flipped = [
            [entry[::-1] if isinstance(entry, tuple) else entry for entry in line]
            for line in zip(*puzzle.rows, strict=True)
        ]
        return min(json.dumps([list(line) for line in rows]) for rows in (puzzle.rows, flipped))
    return json.dumps(puzzle.fields())


@functools.lru_cache(maxsize=8)
def _forms(n: int) -> npt.NDArray[np.intp]:
    """Return the sources of each form's values, (16, 3 * n * n).

    The sources are columns of an array with the values, the complemented values, the signs between cells, and the
    same signs seen from the other side.
    """
    size = n * n
    forms = []
    for rotation, mirror, is_complement in FORMS:
        sources = Move.of(n, rotation, mirror).sources.astype(np.intp)
        parts = [(sources + size * is_complement).ravel()]
        for ends in ((sources[:, :-1], sources[:, 1:]), (sources[:-1], sources[1:])):
            a, b = ends
            first, is_below = np.minimum(a, b), np.abs(a - b) == n
            if n == 1:
                is_below = np.zeros_like(first, bool)
            # There is no sign across an edge of the grid, nor to the right of the last cell.
            at = np.full((n, n), 3 * size - 1, np.intp)
            at[: a.shape[0], : a.shape[1]] = 2 * size + first + size * is_below
            at[: a.shape[0], : a.shape[1]] += 2 * size * ((a > b) ^ is_complement)
            parts.append(at.ravel())
        forms.append(np.concatenate(parts))
    return np.array(forms)


def _digests(clues: npt.NDArray[np.uint8], between: npt.NDArray[np.uint8], kind: str) -> list[bytes]:
    """Return the fingerprints of grids with clues (k, n * n) and the signs between cells, (k, 2 * n * n)."""
    k, size = clues.shape
    n = round(size**0.5)
    forms = _forms(n)
    replaced = np.arange(256, dtype=np.uint8)
    replaced[1 : n + 1] = replaced[n:0:-1].copy()
    digests: list[bytes] = []
    for at in range(0, k, PART):
        values, signs = clues[at : at + PART], between[at : at + PART]
        columns = np.concatenate([values, replaced[values], signs, _TURNED[signs]], axis=1)
        text = f"S{3 * size}"
        least = np.take(columns, forms[0], axis=1).view(text)
        for form in forms[1:]:
            other = np.take(columns, form, axis=1).view(text)
            least = np.where(least <= other, least, other)
        data = least.tobytes()
        width = 3 * size
        digests += [_digest(data[i : i + width], kind, n) for i in range(0, len(data), width)]
    return digests


def _digest(data: bytes, kind: str, n: int) -> bytes:
    return hashlib.blake2b(data, digest_size=BYTES, person=b"%s %d" % (kind[:11].encode(), n)).digest()
