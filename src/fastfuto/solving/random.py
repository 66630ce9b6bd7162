"""Random numbers that are the same on every platform."""

from __future__ import annotations

STEP = 0x9E3779B97F4A7C15


class Random:
    """The generator splitmix64 (Steele, Lea and Flood, 2014)."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def word(self) -> int:
        """Return the next 64 bits."""
        self._state = (self._state + STEP) % 2**64
        z = self._state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return a uniform random number from 0 to n - 1, for n of any size."""
        bits = (n - 1).bit_length()
        while True:
            x = 0
            for _ in range(0, bits, 64):
                x = x << 64 | self.word()
            x &= (1 << bits) - 1
            if x < n:
                return x

    def shuffle(self, items: list[int]) -> None:
        """Shuffle the items in place; all orders are equally likely."""
        for k in range(len(items) - 1, 0, -1):
            j = self.below(k + 1)
            items[k], items[j] = items[j], items[k]


def derived_seed(seed: int, number: int) -> int:
    """Return word `number`, counted from 0, of the generator with this seed."""
    return Random((seed + number * STEP) % 2**64).word()
