"""Estimates of the memory that counting by states would take, for puzzles whose layers do not fit into memory.

Some states of each layer are drawn, with probabilities proportional to the ways to them, and advanced to the next
layer. If w of the W ways to a layer lead to a state, the mean of W / w over the sample estimates the number of states.
Each w is exact: the ways are counted within the cells of the state, which usually takes less than a millisecond.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..engines import PAUSED, open_states, problem_of
from ..limits import counted
from ..model import Model
from . import tuning

Words: TypeAlias = npt.NDArray[np.uint64]

SHARES = 128
"""Number of shares of a layer: `SHARES` of the engine."""


@dataclass(frozen=True)
class Needs:
    """The memory that counting by states would take.

    Attributes
    ----------
    bytes : float
        Bytes of the layers that are in memory at the same time.
    states : float
        Number of states of the largest layer.
    is_least : bool
        Whether the estimate was given up before the layers met, so both numbers are lower bounds.
    """

    bytes: float
    states: float
    is_least: bool

    def __str__(self) -> str:
        about = "at least" if self.is_least else "about"
        states = _told(self.states)
        return f"{about} {_told(self.bytes)} bytes, with {states} state{'s'[: states != '1']} in the largest layer"


def _told(number: float) -> str:
    """Return a number as text with two significant digits."""
    rounded = float(f"{number:.2g}")
    return f"{rounded:,.0f}" if rounded < 1e15 else f"{rounded:g}"


class _GivenUp(Exception):
    """The estimate was given up because it took too long."""


class _NoRoom(Exception):
    """A table does not fit into the memory of the estimate."""


@dataclass
class _Layer:
    """A layer reached from one end of the order of values.

    Attributes
    ----------
    rows : (k, words of a key + words of a count) uint64
        The states of the layer, or a sample of them.
    ways : int
        The sum of the counts of these states.
    placed : int
        Number of values placed.
    log_each : float
        Logarithm of the number of ways that each counted way represents: 0 if all states are present.
    size, bytes : float
        Number of states of the layer, and bytes of its table.
    """

    rows: Words
    ways: int = 1
    placed: int = 0
    log_each: float = 0.0
    size: float = 1.0
    bytes: float = 0.0


def states_needs(model: Model, memory: int, is_over: Callable[[], bool]) -> Needs | None:
    """Estimate the memory that counting by states would take, or return None if it is unknown.

    Parameters
    ----------
    model : Model
        A Latin square.
    memory : int
        Bytes that are not enough. The estimate takes about half of them, or about 50 MB.
    is_over : callable
        A function that returns whether the time is up.
    """
    needs = _Sampling(model, memory, is_over).needs()
    if needs is None or needs.bytes >= memory:
        return needs
    # The memory was not enough, so a smaller lower bound gives no information on the bytes.
    return None if needs.is_least else Needs(memory, needs.states, True)


def full_memory(memory: int, stage: str, needs: Needs | None, what: str = "counting states") -> str:
    """Return the message that the states do not fit into memory, with the memory that they need, if it is known."""
    known = "" if needs is None else f"{what} would take {needs}; "
    return (
        f"the memory limit of {counted(memory, 'byte')} is full with {stage}; {known}raise the limit, or "
        "try estimate_count()"
    )


class _Sampling:
    """Samples of the layers from both ends, up to the layer in which they meet."""

    def __init__(self, model: Model, memory: int, is_over: Callable[[], bool]) -> None:
        self._model, self._is_over = model, is_over
        self._states = open_states(
            model, max(1, min(tuning.NEEDS_MEMORY, memory // tuning.NEEDS_MEMORY_SHARE))
        )
        self._n_slices = 0
        self._looked = perf_counter()
        self._n_key_words = -(-((model.n_values - 1) ** 2) // 64)
        self._empty = np.array([[0] * self._n_key_words + [1]], np.uint64)

    def needs(self) -> Needs | None:
        """Return the largest numbers of states and bytes, or None if values are placed from only one end."""
        layers = [_Layer(self._empty), _Layer(self._empty)]
        n_bytes = n_states = 0.0
        try:
            self._reset()
            if not self._states.both_sides:
                return None
            for _ in range(self._model.n_values - 1):
                side = 1 if layers[1].size < layers[0].size else 0
                before = layers[side]
                layer = layers[side] = self._next(before, side)
                if not layer.size:
                    break
                # The previous layer is freed part by part while this layer grows.
                greater, lesser = max(before.bytes, layer.bytes), min(before.bytes, layer.bytes)
                n_bytes = max(n_bytes, layers[1 - side].bytes + greater + lesser / 2)
                n_states = max(n_states, layer.size)
        except (_GivenUp, _NoRoom):
            return Needs(n_bytes, n_states, True)
        return Needs(n_bytes, n_states, False)

    def _next(self, before: _Layer, side: int) -> _Layer:
        """Return the next layer. Only a sample of a large layer is advanced."""
        kept = min(tuning.NEEDS_KEPT, len(before.rows))
        while True:
            rows, ways, log_each = self._sample(before, kept)
            self._reset()
            try:
                ways, rows = self._step(rows, before.placed, ways, side)
                break
            except _NoRoom:
                kept //= 8
                if not kept:
                    raise
        layer = _Layer(rows, ways, before.placed + 1, log_each, float(len(rows)))
        if len(rows) and log_each:
            layer.size = self._size(layer, rows[_drawn(self._weights(rows), tuning.NEEDS_SAMPLES)], side)
        n_words = self._n_key_words + 1 + int((math.log2(before.ways) + before.log_each / math.log(2)) / 64)
        layer.bytes = layer.size * 8 * n_words * tuning.SLACK
        return layer

    def _sample(self, layer: _Layer, kept: int) -> tuple[Words, int, float]:
        """Return rows, ways and log_each for a sample of `kept` states of the layer."""
        rows = layer.rows
        if len(rows) == kept:
            return rows, layer.ways, layer.log_each
        chosen, counts = np.unique(_drawn(self._weights(rows), kept), return_counts=True)
        sample = np.concatenate(
            [rows[chosen, : self._n_key_words], counts[:, None].astype(np.uint64)], axis=1
        )
        return sample, kept, layer.log_each + math.log(layer.ways) - math.log(kept)

    def _weights(self, rows: Words) -> npt.NDArray[np.float64]:
        """Return the counts of states, divided by a power of two that keeps them finite."""
        counts = rows[:, self._n_key_words :]
        counts = counts[:, : int(np.flatnonzero(counts.any(axis=0))[-1]) + 1]
        return counts @ 2.0 ** (64 * np.arange(1 - counts.shape[1], 1))

    def _size(self, layer: _Layer, states: Words, side: int) -> float:
        """Estimate the number of states of a layer from states that were drawn by their ways."""
        log_ways = math.log(layer.ways) + layer.log_each
        logs = log_ways - np.array([self._log_ways_to(state, layer.placed, side) for state in states])
        return math.exp(min(float(np.logaddexp.reduce(logs)) - math.log(len(logs)), 700.0))

    def _log_ways_to(self, state: Words, placed: int, side: int) -> float:
        """Return the logarithm of the number of ways to a state."""
        self._reset(_cells(state, self._model.n_values, placed))
        ways, rows = 1, self._empty
        for k in range(placed):
            ways, rows = self._step(rows, k, ways, side)
        return math.log(ways)

    def _reset(self, within: npt.NDArray[np.uint32] | None = None) -> None:
        with _room():
            self._states.reset(problem_of(self._model), within=within)

    def _step(self, rows: Words, placed: int, ways: int, side: int) -> tuple[int, Words]:
        """Return the number of ways to the resulting states, and these states."""
        with _room():
            self._states.load(rows, placed, ways, side)
        outcome = PAUSED
        while outcome == PAUSED:
            self._look()
            with _room():
                outcome = self._states.run(tuning.NEEDS_SLICE)
        with _room():
            self._states.advance()
            ways, packed = self._states.reached()
        self._look()
        words = np.frombuffer(packed, np.uint64)
        n_rows = int(words[SHARES])
        return ways, words[SHARES + 1 :].reshape(n_rows, -1) if n_rows else self._empty[:0]

    def _look(self) -> None:
        """Give up the estimate if it has taken too long."""
        self._n_slices += 1
        now = perf_counter()
        if now - self._looked >= tuning.NEEDS_TICK:
            self._looked = now
            if self._is_over():
                raise _GivenUp
        if self._n_slices > tuning.NEEDS_SLICES:
            raise _GivenUp


@contextmanager
def _room() -> Iterator[None]:
    """Distinguish a lack of memory in the engine from errors that `is_over` raises."""
    try:
        yield
    except MemoryError:
        raise _NoRoom from None


def _drawn(weights: npt.NDArray[np.float64], k: int) -> npt.NDArray[np.intp]:
    """Return k indices, each with a frequency proportional to its weight (systematic sampling)."""
    sums = np.cumsum(weights)
    indices: npt.NDArray[np.intp] = np.searchsorted(sums, (np.arange(k) + 0.5) * (sums[-1] / k))
    return indices


def _cells(state: Words, n: int, placed: int) -> npt.NDArray[np.uint32]:
    """Return the filled cells of each row of a state, whose key lacks the last row and the last column."""
    bits = np.unpackbits(state.astype("<u8").view(np.uint8), count=(n - 1) ** 2, bitorder="little")
    grid = np.zeros((n, n), np.int64)
    grid[:-1, :-1] = bits.reshape(n - 1, n - 1)
    grid[:-1, -1] = placed - grid[:-1].sum(1)
    grid[-1] = placed - grid[:-1].sum(0)
    rows: npt.NDArray[np.uint32] = (grid << np.arange(n)).sum(1).astype(np.uint32)
    return rows
