"""Exact cover by dancing links."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..puzzles import ExactCover


class _Node:
    """An item of an option, or the head of an item's list; a member of circular lists in both directions."""

    __slots__ = ("down", "head", "left", "option", "right", "size", "up")

    left: _Node
    right: _Node
    up: _Node
    down: _Node
    head: _Node
    option: int
    size: int

    def __init__(self, option: int = -1) -> None:
        self.left = self.right = self.up = self.down = self.head = self
        self.option = option
        self.size = 0


class DancingLinks:
    """Knuth's Algorithm X with dancing links, for items without colours.

    Parameters
    ----------
    cover : ExactCover
    fewest_first : bool
        Whether to cover the item with the fewest remaining options next, instead of the first remaining item.

    Attributes
    ----------
    nodes : int
        Options tried so far.

    References
    ----------
    D. E. Knuth, "Dancing links", in Millennial Perspectives in Computer Science (2000), 187-214.

    Examples
    --------
    >>> links = DancingLinks(ExactCover([[0, 3, 6], [0, 3], [3, 4, 6], [2, 4, 5], [1, 2, 5, 6], [1, 6]]))
    >>> list(links.solutions()), links.nodes
    ([[1, 3, 5]], 4)
    """

    fewest_first: bool
    nodes: int
    root: _Node

    def __init__(self, cover: ExactCover, fewest_first: bool = True) -> None:
        self.fewest_first = fewest_first
        self.nodes = 0
        self.root = _Node()
        heads: dict[Any, _Node] = {}
        for number, item in enumerate(cover.items):
            heads[item] = head = _Node()
            if number < cover.n_primary:
                self._link(head, self.root)
        for number, option in enumerate(cover.options):
            if isinstance(option, dict):
                raise ValueError("the reference algorithm does not support colours")
            first: _Node | None = None
            for item in option:
                node = _Node(number)
                head = node.head = heads[item]
                node.up, node.down = head.up, head
                head.up.down = head.up = node
                head.size += 1
                if first is None:
                    first = node
                else:
                    self._link(node, first)

    @staticmethod
    def _link(node: _Node, first: _Node) -> None:
        """Append a node to the horizontal circular list that begins with `first`."""
        node.left, node.right = first.left, first
        first.left.right = first.left = node

    def solutions(self) -> Iterator[list[int]]:
        """Yield the solutions, each as option numbers in ascending order."""
        yield from self._search([])

    def _search(self, chosen: list[int]) -> Iterator[list[int]]:
        head = self.root.right
        if head is self.root:
            yield sorted(chosen)
            return
        if self.fewest_first:
            head = self._fewest()
        self._cover(head)
        node = head.down
        while node is not head:
            self.nodes += 1
            other = node.right
            while other is not node:
                self._cover(other.head)
                other = other.right
            yield from self._search([*chosen, node.option])
            other = node.left
            while other is not node:
                self._uncover(other.head)
                other = other.left
            node = node.down
        self._uncover(head)

    def _fewest(self) -> _Node:
        """Return the first item with the fewest options."""
        best = head = self.root.right
        while head is not self.root:
            if head.size < best.size:
                best = head
            head = head.right
        return best

    def _cover(self, head: _Node) -> None:
        head.right.left, head.left.right = head.left, head.right
        node = head.down
        while node is not head:
            other = node.right
            while other is not node:
                other.down.up, other.up.down = other.up, other.down
                other.head.size -= 1
                other = other.right
            node = node.down

    def _uncover(self, head: _Node) -> None:
        node = head.up
        while node is not head:
            other = node.left
            while other is not node:
                other.head.size += 1
                other.down.up = other.up.down = other
                other = other.left
            node = node.up
        head.right.left = head.left.right = head


def exact_cover_solutions(cover: ExactCover, fewest_first: bool = True) -> Iterator[list[int]]:
    """Yield the solutions, each as option numbers in ascending order.

    Examples
    --------
    >>> list(exact_cover_solutions(ExactCover([[0], [1], [0, 1]])))
    [[0, 1], [2]]
    """
    return DancingLinks(cover, fewest_first).solutions()
