"""A general template for backtracking: the interface of states, which are final, dead or have moves, and the search."""

from __future__ import annotations

import abc
from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

Move = TypeVar("Move")
_NONE_LEFT = object()


class State(abc.ABC, Generic[Move]):
    """A partial solution that is changed in place. A problem implements the methods of this class for the search."""

    @abc.abstractmethod
    def is_final(self) -> bool:
        """Whether the state is a solution."""

    @abc.abstractmethod
    def is_dead(self) -> bool:
        """Whether it is known that no moves lead from here to a solution."""

    @abc.abstractmethod
    def moves(self) -> Iterable[Move]:
        """Return the possible next moves in the order in which to try them."""

    @abc.abstractmethod
    def place(self, move: Move) -> None:
        """Make a move."""

    @abc.abstractmethod
    def remove(self, move: Move) -> None:
        """Take back the last move."""


StateT = TypeVar("StateT", bound=State[Any])


class Backtracking(Generic[StateT]):
    """An iterator over the final states reachable from a state, depth-first, in the order of moves.

    One recursive step is::

        def step():
            if state.is_final():
                yield state
            elif not state.is_dead():
                for move in state.moves():
                    state.place(move)
                    yield from step()
                    state.remove(move)

    The calls of `step` are kept in a list instead of the interpreter's stack, so the depth is unlimited.

    Parameters
    ----------
    state : State
        The initial state. The search changes this object and yields it in place, so read it before requesting the next
        solution. After an exhausted search, the object is again in the initial state.

    Attributes
    ----------
    state : State
    calls : int
        Calls of `step` so far, including calls on final and dead states.

    Examples
    --------
    Words of length 2 without a letter twice in a row:

    >>> class Word(State[str]):
    ...     def __init__(self):
    ...         self.letters = []
    ...     def is_final(self):
    ...         return len(self.letters) == 2
    ...     def is_dead(self):
    ...         return False
    ...     def moves(self):
    ...         return [letter for letter in "abc" if letter not in self.letters[-1:]]
    ...     def place(self, letter):
    ...         self.letters.append(letter)
    ...     def remove(self, letter):
    ...         self.letters.pop()
    >>> search = Backtracking(Word())
    >>> ["".join(word.letters) for word in search]
    ['ab', 'ac', 'ba', 'bc', 'ca', 'cb']
    >>> search.calls
    10
    """

    def __init__(self, state: StateT) -> None:
        self.state = state
        self.calls: int = 0

    def __iter__(self) -> Iterator[StateT]:
        state = self.state
        path: list[Any] = []  # The moves made so far.
        untried: list[Iterator[Any]] = []  # The untried moves of each open call.
        while True:
            self.calls += 1
            if state.is_final():
                yield state
                untried.append(iter(()))
            else:
                untried.append(iter(() if state.is_dead() else state.moves()))
            while (move := next(untried[-1], _NONE_LEFT)) is _NONE_LEFT:
                untried.pop()
                if not path:
                    return
                state.remove(path.pop())
            state.place(move)
            path.append(move)
