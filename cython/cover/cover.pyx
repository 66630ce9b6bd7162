"""Cover: exact cover with colours by dancing links on flat arrays.

Every item has a list of the options that contain it. Covering an item removes it from the list of items, and all its
options from the lists of their other items. Uncovering restores everything in reverse order, which is possible because
a removed node still has its links. The search covers the item with the fewest options and tries each of them. This is
Knuth's algorithm X, and with colours for secondary items algorithm C (The Art of Computer Programming 4B, 7.2.2.1). A
branch ends as soon as some item has no option left. Probes descend in the same way, with a random option at each level.
"""

cimport cython
from libc.math cimport HUGE_VAL, log
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from common.arena cimport ANY_SIZE, Arena, arena_free, arena_pass, arena_place
from common.bits cimport next_random, word_from_bytes, word_lowest
from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, OUTCOME_SOLUTION, Outcome
from common.guard cimport enter, guard_drop, guard_t

EXHAUSTED = OUTCOME_EXHAUSTED
SOLUTION = OUTCOME_SOLUTION
PAUSED = OUTCOME_PAUSED

cdef enum Phase:
    ENTERING        # choose an item for this level
    TRYING          # try an option of the item of this level
    RETREATING      # undo the option of the level above
    DONE
    PROBING         # descend at random

cdef struct Node:
    # One item of one option, or the head of an item's list. Spacers between options make it possible to traverse the
    # items of an option cyclically in both directions. The item of a spacer is minus the number of the previous option,
    # counted from 1. A spacer's link `up` is the first node of the previous option, and its link `down` is the last
    # node of the next option.
    int32_t up
    int32_t down
    int32_t item
    int32_t colour              # 0: none; -1: the item has this colour already, so nothing needs to be hidden


def compress(
    const uint8_t[:, ::1] matrix not None, int32_t[::1] starts not None, int32_t[::1] items not None,
):
    """List the ones of a matrix of zeros and ones, row by row.

    Parameters
    ----------
    matrix : (options, items) uint8
    starts : (options + 1,) int32
        Receives the first entry of each row in `items`, and the end of the last row.
    items : (room,) int32
        Receives the columns of the ones, as far as there is room.

    Returns
    -------
    int
        The number of ones; -1 if the matrix has other numbers, or more than 2**30 ones.

    Raises
    ------
    ValueError
        If a shape is wrong.

    Examples
    --------
    >>> import numpy as np
    >>> starts, items = np.zeros(3, np.int32), np.zeros(8, np.int32)
    >>> compress(np.array([[1, 0, 1], [0, 1, 0]], np.uint8), starts, items)
    3
    >>> starts.tolist(), items[:3].tolist()
    ([0, 2, 3], [0, 2, 1])
    """
    cdef Py_ssize_t n_rows = matrix.shape[0], n_columns = matrix.shape[1], r, c
    cdef int64_t n = 0, room = items.shape[0]
    cdef uint64_t ones, seen = 0
    cdef uint8_t[64] last
    cdef const uint8_t *row
    if starts.shape[0] != n_rows + 1:
        raise ValueError(f"starts must have length {n_rows + 1}, got {starts.shape[0]}")
    starts[0] = 0
    for r in range(n_rows):
        row = &matrix[r, 0] if n_columns else NULL
        for c in range(0, n_columns, 64):
            if c + 64 <= n_columns:
                ones = word_from_bytes(row + c, &seen)
            else:
                memset(last, 0, 64)
                memcpy(last, row + c, n_columns - c)
                ones = word_from_bytes(last, &seen)
            while ones:
                if n < room:
                    items[n] = <int32_t> (c + word_lowest(ones))
                n += 1
                ones &= ones - 1
        if seen & ~<uint64_t> 0x0101010101010101 or n > 1 << 30:
            return -1
        starts[r + 1] = <int32_t> n
    return n


@cython.final
cdef class Cover:
    """Exact cover over a set of options, which are added before the search.

    Parameters
    ----------
    n_options, n_memberships : int
        Number of options, and number of items in all of them together.
    n_items : int
        Number of items.
    n_primary : int
        Number of primary items, which come first and must be covered exactly once. The other items are secondary: they
        may be covered at most once, or by several options that give them the same colour.

    Raises
    ------
    ValueError
        If a number is out of range.
    MemoryError
        If the lists, 16 bytes per membership, cannot be allocated.

    Examples
    --------
    Three items, and the options {0, 2}, {1} and {0, 1}:

    >>> import numpy as np
    >>> cover = Cover(3, 5, 3, 3)
    >>> cover.add(np.array([0, 2, 3, 5], np.int32), np.array([0, 2, 1, 0, 1], np.int32))
    >>> out = np.zeros((5, 3), np.int32)
    >>> cover.run(budget=1000, limit=5, out=out) == EXHAUSTED
    True
    >>> out[: cover.found].tolist()
    [[0, 1, -1]]
    """

    cdef Arena memory
    cdef Node *node
    cdef int32_t *left          # (n_items + 2,) the previous uncovered item; 0 is the head
    cdef int32_t *right         # (n_items + 2,) the next uncovered item
    cdef int32_t *size          # (n_items + 1,) number of options left for each item
    cdef int32_t *choice        # (n_primary + 1,) the node chosen at each level
    cdef int32_t n_items
    cdef int32_t n_primary
    cdef int64_t n_options      # options added so far
    cdef int64_t options_left   # options still to be added; -1 if one of them was refused
    cdef int64_t room           # memberships that may still be added
    cdef int32_t spacer         # the last node added
    cdef int32_t level
    cdef int32_t n_dead         # uncovered primary items without an option
    cdef Phase phase
    cdef bint leftmost
    cdef uint64_t random_state  # of the probes
    cdef double log_weight      # of the probe so far
    cdef guard_t guard
    cdef readonly int64_t nodes     #: options tried
    cdef readonly int64_t backtracks    #: dead ends
    cdef int64_t work               # nodes removed from lists, and a charge for all other steps
    cdef readonly int64_t total     #: solutions since the last reset
    cdef readonly int64_t found     #: solutions in the last run
    cdef readonly int64_t bytes     #: memory in use

    def __cinit__(self, int64_t n_options, int64_t n_memberships, int64_t n_items, int64_t n_primary):
        cdef int64_t n_nodes, largest = <int64_t> 1 << 30
        if not (0 <= n_options < largest and 0 <= n_memberships < largest):
            raise ValueError(f"{n_options} options with {n_memberships} memberships are out of range")
        if not 0 <= n_primary <= n_items < largest:
            raise ValueError(f"{n_primary} primary items of {n_items} items are out of range")
        n_nodes = n_items + 2 + n_memberships + n_options
        if n_nodes >= 2 * largest:
            raise ValueError(f"{n_memberships} memberships and {n_options} options are too many")
        self.n_items, self.n_primary = n_items, n_primary
        self.options_left, self.room = n_options, n_memberships
        while arena_pass(&self.memory, ANY_SIZE):
            arena_place(&self.memory, self.node, n_nodes)
            arena_place(&self.memory, self.left, n_items + 2)
            arena_place(&self.memory, self.right, n_items + 2)
            arena_place(&self.memory, self.size, n_items + 1)
            arena_place(&self.memory, self.choice, n_primary + 1)
        if self.memory.base == NULL:
            raise MemoryError(f"{n_nodes} nodes do not fit into memory")
        self.bytes = self.memory.size
        self.n_dead = n_primary
        self.phase = ENTERING
        self._link_heads()

    def __dealloc__(self):
        arena_free(&self.memory)

    cdef void _link_heads(self) noexcept nogil:
        # Make empty lists for all items, and two circles: primary items with the head 0, and secondary items with the
        # head n_items + 1. The first spacer follows the heads.
        cdef Node *node = self.node
        cdef int32_t item
        for item in range(self.n_items + 1):
            self.left[item] = item - 1
            self.right[item] = item + 1
            node[item].up = node[item].down = item
            node[item].item = item
        self.left[0], self.right[self.n_primary] = self.n_primary, 0
        self.left[self.n_items + 1], self.right[self.n_items + 1] = self.n_items, self.n_primary + 1
        if self.n_items > self.n_primary:
            self.left[self.n_primary + 1] = self.n_items + 1
        else:
            self.left[self.n_items + 1] = self.right[self.n_items + 1] = self.n_items + 1
        self.spacer = self.n_items + 1
        node[self.spacer].item = 0
        node[self.spacer].up = node[self.spacer].down = self.spacer

    def add(
        self, const int32_t[::1] option_starts not None, const int32_t[::1] option_items not None,
        const int32_t[::1] colours=None,
    ):
        """Add the next options. All options must be added before the first run.

        Parameters
        ----------
        option_starts : (k + 1,) int32
            First entry of each of k options in `option_items`, and the end of the last option.
        option_items : (memberships,) int32
            Items of the options, counted from 0. An option must not contain an item twice.
        colours : (memberships,) int32, optional
            The colour that the option gives to each item, 0 for none. Only secondary items have colours.

        Raises
        ------
        ValueError
            If there are more options or memberships than announced, if an index or a colour is out of range, or if an
            option contains an item twice. After that, nothing can be added or searched.
        RuntimeError
            If the search is running in another thread.
        """
        cdef Py_ssize_t n = option_starts.shape[0] - 1, k
        enter(&self.guard, "this search is running")
        try:
            if n < 0 or option_starts[0] < 0 or option_starts[n] > option_items.shape[0]:
                raise ValueError(f"option_starts must be 0 to {option_items.shape[0]}")
            for k in range(n):
                if option_starts[k + 1] < option_starts[k]:
                    raise ValueError(f"option {self.n_options + k} ends before it begins")
            if colours is not None and colours.shape[0] != option_items.shape[0]:
                raise ValueError(f"expected {option_items.shape[0]} colours, got {colours.shape[0]}")
            if n > self.options_left or option_starts[n] - option_starts[0] > self.room:
                raise ValueError(f"at most {self.options_left} more options with {self.room} memberships are expected")
            try:
                for k in range(n):
                    self._link(option_starts[k], option_starts[k + 1], option_items, colours)
            except ValueError:
                self.options_left = -1
                raise
            self.options_left -= n
            self.room -= option_starts[n] - option_starts[0]
        finally:
            guard_drop(&self.guard)

    cdef int _link(
        self, int32_t start, int32_t end, const int32_t[::1] items, const int32_t[::1] colours
    ) except -1:
        # Append an option, which has the items from start to end, to the lists of its items.
        cdef Node *node = self.node
        cdef int32_t item, colour = 0, at = self.spacer, k
        for k in range(start, end):
            at += 1
            if colours is not None:
                colour = colours[k]
            if not 0 <= items[k] < self.n_items:
                raise ValueError(f"option {self.n_options} names item {items[k]} of {self.n_items}")
            if colour < 0 or colour and items[k] < self.n_primary:
                raise ValueError(f"option {self.n_options} gives item {items[k]} the colour {colour}")
            item = items[k] + 1
            if node[item].up > self.spacer:
                raise ValueError(f"option {self.n_options} names item {items[k]} twice")
            node[at].item = item
            node[at].colour = colour
            node[at].up = node[item].up
            node[at].down = item
            node[node[item].up].down = at
            node[item].up = at
            self.n_dead -= self.size[item] == 0 and item <= self.n_primary
            self.size[item] += 1
        self.n_options += 1
        node[self.spacer].down = at
        at += 1
        node[at].item = -self.n_options
        node[at].up = self.spacer + 1
        node[at].down = at
        self.spacer = at
        return 0

    def reset(self, bint leftmost=False, uint64_t seed=0):
        """Start over.

        Parameters
        ----------
        leftmost : bool
            Whether to cover the first uncovered item instead of the item with the fewest options. This switch is for
            experiments with the choice of items.
        seed : int
            The seed of the probes.

        Raises
        ------
        RuntimeError
            If the search is running in another thread.
        """
        enter(&self.guard, "this search is running")
        try:
            # Undo all choices.
            if self.phase == TRYING:
                self._uncover(self.node[self.choice[self.level]].item)
            self._leave()
            self.phase = ENTERING
            self.leftmost = leftmost
            self.random_state = seed
            self.log_weight = 0
            self.nodes = self.backtracks = self.total = self.found = self.work = 0
        finally:
            guard_drop(&self.guard)

    def run(self, int64_t budget, int64_t limit, int32_t[:, ::1] out=None):
        """Continue the search.

        Parameters
        ----------
        budget : int
            Work to do before pausing, counted in nodes removed from lists; at least 1. A million takes about 5 ms.
        limit : int
            Number of further solutions after which to stop, at least 1.
        out : (at least limit, n_primary) int32, optional
            Receives the solutions from its first row on: the options in the order in which they were chosen, then -1.

        Returns
        -------
        int
            EXHAUSTED: there are no more solutions; SOLUTION: `limit` solutions were found; PAUSED: the budget is used
            up. In every case the attribute `found` is the number of solutions found in this run.

        Raises
        ------
        ValueError
            If a number or the shape of `out` is out of range, or options are missing.
        RuntimeError
            If the search is running in another thread.
        """
        cdef Outcome outcome
        cdef int32_t *rows = NULL
        enter(&self.guard, "this search is running")
        try:
            if self.options_left:
                raise ValueError("not all options were added")
            if self.phase == PROBING:
                raise ValueError("this search is used for estimates: call reset first")
            if budget < 1 or limit < 1:
                raise ValueError(f"budget and limit must be at least 1, got {budget} and {limit}")
            if out is not None:
                if out.shape[0] < limit or out.shape[1] != self.n_primary:
                    raise ValueError(
                        f"out must have shape ({limit} or more, {self.n_primary}), "
                        f"got ({out.shape[0]}, {out.shape[1]})"
                    )
                if self.n_primary:
                    rows = &out[0, 0]
            self.found = 0
            with nogil:
                outcome = self._run(budget, limit, rows)
            return outcome
        finally:
            guard_drop(&self.guard)

    def probe(self, int64_t budget, double[:] logs not None):
        """Estimate the number of solutions by random descents, one for each entry of `logs`.

        The weight of a descent is the product of the numbers of options at its levels. The mean of the weights is an
        unbiased estimate of the number of solutions (Knuth, 1975).

        Parameters
        ----------
        budget : int
            Work to do before pausing, as for `run`; at least 1.
        logs : (n_probes,) float64
            Receives the natural logarithms of the weights, which are minus infinity after a dead end.

        Returns
        -------
        int
            Number of entries that were written. An unfinished descent continues in the next call.

        Raises
        ------
        ValueError
            If the budget is below 1, options are missing, or `run` was called since the last reset.
        RuntimeError
            If the search is running in another thread.
        """
        cdef Py_ssize_t n
        enter(&self.guard, "this search is running")
        try:
            if self.options_left:
                raise ValueError("not all options were added")
            if budget < 1:
                raise ValueError(f"budget must be at least 1, got {budget}")
            if self.phase != PROBING and (self.phase != ENTERING or self.level or self.total):
                raise ValueError("nothing to estimate: call reset first")
            self.phase = PROBING
            with nogil:
                n = self._probe(budget, logs)
            return n
        finally:
            guard_drop(&self.guard)

    cdef Py_ssize_t _probe(self, int64_t budget, double[:] logs) noexcept nogil:
        cdef int64_t stop = self.work + budget
        cdef Py_ssize_t k = 0
        while k < logs.shape[0] and self.work < stop:
            self.work += 1
            if self.right[0] and not self.n_dead and self._descend():
                continue
            logs[k] = -HUGE_VAL if self.right[0] else self.log_weight
            k += 1
            self._leave()
            self.log_weight = 0
        return k

    cdef inline bint _descend(self) noexcept nogil:
        # Choose a random option of the next item. Return False if the option is a dead end.
        cdef int32_t item = self._choose(), at = item, end, k
        cdef uint64_t n = self.size[item]
        for k in range(<int32_t> ((next_random(&self.random_state) >> 32) * n >> 32) + 1):
            at = self.node[at].down
        self.work += k >> 2
        self.log_weight += log(<double> n)
        self._cover(item)
        end = self._commit_others(at)
        if end != at:
            self._restore(at, end)
            self._uncover(item)
            return False
        self.choice[self.level] = at
        self.level += 1
        return True

    cdef inline void _leave(self) noexcept nogil:
        # Undo the options of all levels.
        while self.level:
            self.level -= 1
            self._restore(self.choice[self.level], self.choice[self.level])
            self._uncover(self.node[self.choice[self.level]].item)

    cdef Outcome _run(self, int64_t budget, int64_t limit, int32_t *out) noexcept nogil:
        cdef Node *node = self.node
        cdef int64_t stop = self.work + budget
        cdef int32_t item, at, end
        while True:
            if self.phase == ENTERING:
                if self.right[0] == 0:
                    self._record(out)
                    self.phase = RETREATING
                    if self.found == limit:
                        return OUTCOME_SOLUTION
                elif self.n_dead and not self.leftmost:
                    self.backtracks += 1
                    self.phase = RETREATING
                else:
                    item = self._choose()
                    if self.size[item] == 0:
                        self.backtracks += 1
                        self.phase = RETREATING
                    else:
                        self._cover(item)
                        self.choice[self.level] = node[item].down
                        self.phase = TRYING
            elif self.phase == TRYING:
                at = self.choice[self.level]
                if at <= self.n_items:
                    self._uncover(at)
                    self.phase = RETREATING
                else:
                    self.nodes += 1
                    end = self._commit_others(at)
                    if end == at:
                        self.level += 1
                        self.phase = ENTERING
                    else:
                        self.backtracks += 1
                        self._restore(at, end)
                        self.choice[self.level] = node[at].down
            elif self.phase == RETREATING:
                if self.level == 0:
                    self.phase = DONE
                else:
                    self.level -= 1
                    at = self.choice[self.level]
                    self._restore(at, at)
                    self.choice[self.level] = node[at].down
                    self.phase = TRYING
            else:
                return OUTCOME_EXHAUSTED
            self.work += 1
            if self.work >= stop:
                return OUTCOME_PAUSED

    cdef inline void _record(self, int32_t *out) noexcept nogil:
        # Count the solution, and write it to its row of out unless that is NULL.
        cdef int32_t k, at
        if out != NULL:
            out += self.found * self.n_primary
            for k in range(self.n_primary):
                out[k] = -1
                if k < self.level:
                    at = self.choice[k]
                    while self.node[at].item > 0:
                        at += 1
                    out[k] = -self.node[at].item - 1
        self.found += 1
        self.total += 1

    cdef inline int32_t _choose(self) noexcept nogil:
        # Return the first of the items with the fewest options. Unless leftmost is set, every item has an option.
        cdef int32_t item = self.right[0], best = item, least = self.size[item]
        cdef int64_t seen = 0
        if self.leftmost:
            return item
        while item and least > 1:
            if self.size[item] < least:
                best, least = item, self.size[item]
            item = self.right[item]
            seen += 1
        self.work += seen >> 2
        return best

    cdef inline int32_t _commit_others(self, int32_t at) noexcept nogil:
        # Cover the other items of the option. Return the node before which a dead end stopped the covering, or `at` if
        # there was no dead end.
        cdef Node *node = self.node
        cdef int32_t other = at + 1
        while other != at:
            if node[other].item <= 0:
                other = node[other].up
                continue
            if self.n_dead and not self.leftmost and self.n_dead > self._dead_ahead(at, other):
                return other
            if node[other].colour == 0:
                self._cover(node[other].item)
            elif node[other].colour > 0:
                self._purify(other)
            other += 1
        return at

    cdef inline int32_t _dead_ahead(self, int32_t at, int32_t other) noexcept nogil:
        # Return the number of items without options that the option itself will cover, beginning with the node `other`.
        cdef Node *node = self.node
        cdef int32_t n = 0
        while other != at:
            if node[other].item <= 0:
                other = node[other].up
                continue
            n += self.size[node[other].item] == 0 and node[other].item <= self.n_primary
            other += 1
        return n

    cdef inline void _restore(self, int32_t at, int32_t end) noexcept nogil:
        # Uncover the other items of the option, from the last that was covered to the first.
        cdef Node *node = self.node
        cdef int32_t other = end - 1
        while other != at:
            if node[other].item <= 0:
                other = node[other].down
                continue
            if node[other].colour == 0:
                self._uncover(node[other].item)
            elif node[other].colour > 0:
                self._unpurify(other)
            other -= 1

    cdef inline void _hide(self, int32_t at) noexcept nogil:
        # Remove the other nodes of an option from their lists.
        cdef Node *node = self.node
        cdef Node *other = node + at + 1
        cdef int32_t *size = self.size
        cdef int32_t item, dead = 0, n = 0
        while other != node + at:
            item = other.item
            if item <= 0:
                other = node + other.up
                continue
            if other.colour >= 0:
                node[other.up].down = other.down
                node[other.down].up = other.up
                size[item] -= 1
                if size[item] == 0:
                    dead += item <= self.n_primary
                n += 1
            other += 1
        self.n_dead += dead
        self.work += n

    cdef inline void _unhide(self, int32_t at) noexcept nogil:
        cdef Node *node = self.node
        cdef Node *other = node + at - 1
        cdef int32_t *size = self.size
        cdef int32_t item, alive = 0
        while other != node + at:
            item = other.item
            if item <= 0:
                other = node + other.down
                continue
            if other.colour >= 0:
                node[other.up].down = other - node
                node[other.down].up = other - node
                if size[item] == 0:
                    alive += item <= self.n_primary
                size[item] += 1
            other -= 1
        self.n_dead -= alive

    cdef inline void _cover(self, int32_t item) noexcept nogil:
        cdef int32_t at = self.node[item].down
        while at != item:
            self._hide(at)
            at = self.node[at].down
        self.right[self.left[item]] = self.right[item]
        self.left[self.right[item]] = self.left[item]
        if self.size[item] == 0 and item <= self.n_primary:
            self.n_dead -= 1

    cdef inline void _uncover(self, int32_t item) noexcept nogil:
        cdef int32_t at
        if self.size[item] == 0 and item <= self.n_primary:
            self.n_dead += 1
        self.right[self.left[item]] = item
        self.left[self.right[item]] = item
        at = self.node[item].up
        while at != item:
            self._unhide(at)
            at = self.node[at].up

    cdef inline void _purify(self, int32_t at) noexcept nogil:
        # Hide the options that give the item, which now has a colour, another colour.
        cdef Node *node = self.node
        cdef int32_t colour = node[at].colour, item = node[at].item, other = node[item].down
        while other != item:
            if node[other].colour == colour:
                node[other].colour = -1
            else:
                self._hide(other)
            other = node[other].down

    cdef inline void _unpurify(self, int32_t at) noexcept nogil:
        cdef Node *node = self.node
        cdef int32_t colour = node[at].colour, item = node[at].item, other = node[item].up
        while other != item:
            if node[other].colour < 0:
                node[other].colour = colour
            else:
                self._unhide(other)
            other = node[other].up
