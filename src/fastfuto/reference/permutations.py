"""Full permutations by backtracking."""

from __future__ import annotations

from collections.abc import Iterator

from .backtracking import Backtracking, State


class PermutationState(State[int]):
    """A sequence of different numbers of 0..n-1, which is a permutation when complete.

    Examples
    --------
    >>> search = Backtracking(PermutationState(3))
    >>> sum(1 for _ in search), search.calls
    (6, 16)
    """

    def __init__(self, n: int) -> None:
        self.n = n
        self.sequence: list[int] = []

    def is_final(self) -> bool:
        """Whether the sequence is complete."""
        return len(self.sequence) == self.n

    def is_dead(self) -> bool:
        """Return False, because every sequence can be completed."""
        return False

    def moves(self) -> list[int]:
        """Return the missing numbers in ascending order."""
        return [number for number in range(self.n) if number not in self.sequence]

    def place(self, move: int) -> None:
        """Append a number."""
        self.sequence.append(move)

    def remove(self, move: int) -> None:
        """Remove the last number."""
        self.sequence.pop()


def permutations(n: int) -> Iterator[tuple[int, ...]]:
    """Yield the permutations of 0..n-1 in lexicographic order.

    Examples
    --------
    >>> list(permutations(3))
    [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    """
    return (tuple(state.sequence) for state in Backtracking(PermutationState(n)))
