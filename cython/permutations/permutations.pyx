"""Permutations: all of them in lexicographic order, and the number of those that obey given rules.

`Permuter` lists all permutations of 1..n. Every 24 of them that differ in the last four values only are
written at once.

`Subsets` counts the permutations that obey domains and inequalities. It places the values 1, 2, ... one after
the other; after k of them only the set of filled positions matters, and a table holds the number of ways to
each set. Positions that no rule tells apart are filled in order, the first open one standing for all of them,
so that n! takes n states. With inequalities only the sets that are closed downwards occur, so that linear
extensions are counted over the ideals of the order. Without inequalities the number is a permanent of zeros
and ones. Where the tables become too large for it, Ryser's formula takes over (Combinatorial Mathematics,
1963): a signed sum over all sets of values, in Gray code, of the product over the positions of the number of
values in the set that the position may take.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from common.bits cimport word_lowest, word_mixed, word_size
from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, OUTCOME_SOLUTION, Outcome, check_domains
from common.guard cimport enter, guard_drop, guard_t

EXHAUSTED = OUTCOME_EXHAUSTED
SOLUTION = OUTCOME_SOLUTION
PAUSED = OUTCOME_PAUSED

cpdef enum:
    MAX_POSITIONS = 63          # a set that is all ones would be stored as 0, which marks an empty slot

cdef enum:
    COUNT_WORDS = 5             # enough for 63!
    MAX_FOR_RYSER = 34          # 34! is less than 2**128
    LEAST_SLOTS = 16            # of a table
    STEP_COST = 32              # time of a step, in factors of a product
    STORING = 64                # and of adding or moving a state where the table is larger than the caches

cdef uint8_t[24][4] orders_of_four      # all orders of 0 to 3, lexicographic


cdef int list_orders() except -1:
    cdef int32_t k, i
    orders = sorted(
        (a, b, c, 6 - a - b - c) for a in range(4) for b in range(4) for c in range(4) if len({a, b, c}) == 3
    )
    for k in range(24):
        for i in range(4):
            orders_of_four[k][i] = orders[k][i]
    return 0


list_orders()


@cython.final
cdef class Permuter:
    """All permutations of 1..n, in lexicographic order.

    Parameters
    ----------
    n : int
        1 to 255.

    Raises
    ------
    ValueError
        If n is out of range.

    Examples
    --------
    >>> import numpy as np
    >>> out = np.zeros((3, 4), np.uint8)
    >>> Permuter(4).run(budget=100, limit=3, out=out) == SOLUTION
    True
    >>> out.tolist()
    [[1, 2, 3, 4], [1, 2, 4, 3], [1, 3, 2, 4]]
    """

    cdef int32_t n
    cdef uint8_t[256] row           # the next permutation
    cdef bint is_done
    cdef guard_t guard
    cdef readonly int64_t nodes     #: permutations listed; there is nothing to search for
    cdef readonly int64_t backtracks    #: always 0
    cdef readonly int64_t total     #: permutations listed so far
    cdef readonly int64_t found     #: permutations listed in the last run
    cdef readonly int64_t bytes     #: memory taken

    def __cinit__(self, Py_ssize_t n):
        cdef int32_t k
        if not 1 <= n <= 255:
            raise ValueError(f"n must be 1 to 255, got {n}")
        self.n = n
        for k in range(self.n):
            self.row[k] = k + 1
        self.bytes = 256

    def run(self, int64_t budget, int64_t limit, uint8_t[:, ::1] out=None):
        """Go on listing permutations.

        Parameters
        ----------
        budget : int
            Number of permutations after which to pause, at least 1. A million takes 1 to 10 ms.
        limit : int
            Number of further permutations to stop at, at least 1.
        out : (at least limit, n) uint8, optional
            Receives the permutations, from its first row on.

        Returns
        -------
        int
            EXHAUSTED: there are no more permutations; SOLUTION: `limit` of them were listed; PAUSED: the
            budget is used up.

        Raises
        ------
        ValueError
            If a number or the shape of `out` is out of range.
        RuntimeError
            If it is running in another thread.
        """
        cdef Outcome outcome
        cdef uint8_t *rows = NULL
        if budget < 1 or limit < 1:
            raise ValueError(f"budget and limit must be at least 1, got {budget} and {limit}")
        if out is not None:
            if out.shape[0] < limit or out.shape[1] != self.n:
                raise ValueError(
                    f"out must have shape ({limit} or more, {self.n}), got ({out.shape[0]}, {out.shape[1]})"
                )
            rows = &out[0, 0]
        enter(&self.guard, "these permutations are being listed")
        try:
            with nogil:
                outcome = self._run(budget, limit, rows)
            return outcome
        finally:
            guard_drop(&self.guard)

    cdef Outcome _run(self, int64_t budget, int64_t limit, uint8_t *out) noexcept nogil:
        cdef int64_t stop = min(budget, limit), step
        cdef int32_t n = self.n
        cdef uint8_t *last = self.row + n - 4
        self.found = 0
        while self.found < stop and not self.is_done:
            step = 1
            if n >= 4 and stop - self.found >= 24 and last[0] < last[1] < last[2] < last[3]:
                # List all orders of the last four values at once, and go to the last of them.
                step = 24
                if out != NULL:
                    self._write_24(out)
                last[0], last[3] = last[3], last[0]
                last[1], last[2] = last[2], last[1]
            elif out != NULL:
                memcpy(out, self.row, n)
            if out != NULL:
                out += step * n
            self.found += step
            self._step()
        self.total += self.found
        self.nodes = self.total
        if self.found == limit:
            return OUTCOME_SOLUTION
        return OUTCOME_EXHAUSTED if self.is_done else OUTCOME_PAUSED

    cdef void _write_24(self, uint8_t *out) noexcept nogil:
        cdef int32_t n = self.n, k, i
        cdef const uint8_t *last = self.row + n - 4
        cdef uint8_t *at
        for k in range(24):
            at = out + k * n
            if n <= 16 and k < 20:
                # A constant length is faster. What is written too far is overwritten by the rows that follow.
                memcpy(at, self.row, 16)
            else:
                memcpy(at, self.row, n - 4)
            at += n - 4
            for i in range(4):
                at[i] = last[orders_of_four[k][i]]

    cdef void _step(self) noexcept nogil:
        # Go on to the next permutation.
        cdef uint8_t *row = self.row
        cdef int32_t i = self.n - 2, j = self.n - 1
        # Find the last value that is less than its successor; the values behind it descend.
        while i >= 0 and row[i] > row[i + 1]:
            i -= 1
        if i < 0:
            self.is_done = True
            return
        while row[j] < row[i]:
            j -= 1
        row[i], row[j] = row[j], row[i]
        i += 1
        j = self.n - 1
        while i < j:
            row[i], row[j] = row[j], row[i]
            i += 1
            j -= 1


cdef struct Table:
    # A set is stored as its complement, which is never 0. So empty slots are 0, and memory that was not touched
    # is an empty table.
    uint64_t *slots             # (capacity, 1 + count_words) complement of a set, then its count
    int64_t n                   # states
    int64_t capacity


@cython.final
cdef class Subsets:
    """The number of permutations that obey rules, counted over sets of filled positions.

    Parameters
    ----------
    n : int
        Number of positions and values, 1 to `MAX_POSITIONS`.
    memory : int
        Bytes that the tables may take. A state takes 20 to 60 bytes.

    Raises
    ------
    ValueError
        If n is out of range.

    Examples
    --------
    >>> import numpy as np
    >>> subsets = Subsets(4)
    >>> subsets.reset(np.full((4, 1), 0b1111, np.uint64), np.array([[0, 1]], np.int32))
    >>> while subsets.run(1_000_000) != EXHAUSTED or subsets.advance():
    ...     pass
    >>> subsets.count()
    12
    """

    cdef int32_t n
    cdef int32_t count_words
    cdef int64_t most_bytes
    cdef uint64_t[MAX_POSITIONS] now        # (value) positions that may take it
    cdef uint64_t[MAX_POSITIONS] later      # (value) positions that may take it or a greater value
    cdef uint64_t[MAX_POSITIONS] lesser     # (position) positions whose values must be less
    cdef uint64_t[MAX_POSITIONS] alike      # (position) it and those that no rule tells apart from it
    cdef Table source               # the layer that is worked on
    cdef Table target               # the layer that is filled
    cdef Table outgrown             # what the target was before it grew, as long as states are moved out of it
    cdef int64_t moved              # slots of it that are done
    cdef int64_t at                 # the next slot of the source
    # Ryser's formula.
    cdef int64_t patience           # number of steps after which it takes over
    cdef int64_t gray               # number of the next set of values, in Gray code; 0 before that
    cdef uint8_t[MAX_POSITIONS] options     # (position) number of values in the set that it may take
    cdef uint64_t[2] sum
    cdef bint is_reset
    cdef bint is_done
    cdef bint no_memory
    cdef guard_t guard
    cdef object answer
    cdef readonly int32_t placed        #: values placed so far
    cdef readonly int64_t bytes         #: taken by tables
    cdef readonly int64_t peak_bytes    #: the most there have been
    cdef readonly int64_t states        #: in all layers so far
    cdef readonly int64_t layer_size    #: states in the layer reached last
    cdef readonly int64_t steps         #: values placed into states, or sets of values in Ryser's formula

    def __cinit__(self, Py_ssize_t n, int64_t memory=2**62):
        if not 1 <= n <= MAX_POSITIONS:
            raise ValueError(f"n must be 1 to {MAX_POSITIONS}, got {n}")
        self.n = n
        self.most_bytes = memory

    def __dealloc__(self):
        free(self.source.slots)
        free(self.target.slots)
        free(self.outgrown.slots)

    def reset(self, const uint64_t[:, ::1] domains not None, const int32_t[:, ::1] inequalities not None):
        """Start over with other rules.

        Parameters
        ----------
        domains : (n, 1) uint64
            Values that each position may take; bit v - 1 stands for value v. Bits beyond n are ignored.
        inequalities : (n_inequalities, 2) int32
            Pairs of positions (lesser, greater).

        Raises
        ------
        ValueError
            If a shape or an index is out of range.
        RuntimeError
            If it is running in another thread.
        MemoryError
            If the first table does not fit into memory.
        """
        cdef int32_t p, q, v, n = self.n
        cdef Py_ssize_t k
        cdef uint64_t[MAX_POSITIONS] greater     # (position) positions whose values must be greater
        cdef uint64_t all_values = <uint64_t> -1 >> (64 - n)
        cdef uint64_t[1 + COUNT_WORDS] first
        enter(&self.guard, "these subsets are being counted")
        try:
            check_domains(domains, inequalities, n, 1)
            self.is_reset = self.is_done = self.no_memory = False
            memset(self.lesser, 0, sizeof(self.lesser))
            memset(greater, 0, sizeof(greater))
            for k in range(inequalities.shape[0]):
                self.lesser[inequalities[k, 1]] |= <uint64_t> 1 << inequalities[k, 0]
                greater[inequalities[k, 0]] |= <uint64_t> 1 << inequalities[k, 1]
            for v in range(n - 1, -1, -1):
                self.now[v] = 0
                for p in range(n):
                    self.now[v] |= (domains[p, 0] >> v & 1) << p
                self.later[v] = self.now[v] | (self.later[v + 1] if v + 1 < n else 0)
            for p in range(n):
                self.alike[p] = 0
                for q in range(n):
                    if (
                        (domains[p, 0] ^ domains[q, 0]) & all_values == 0
                        and self.lesser[p] == self.lesser[q] and greater[p] == greater[q]
                    ):
                        self.alike[p] |= <uint64_t> 1 << q
            bits = 1
            for k in range(2, n + 1):
                bits *= k
            self.count_words = (bits.bit_length() + 63) // 64
            self._empty(&self.source)
            self._empty(&self.target)
            self._empty(&self.outgrown)
            self.bytes = self.peak_bytes = self.states = self.layer_size = self.steps = 0
            self.placed = 0
            self.at = self.gray = 0
            self.answer = None
            self.patience = <int64_t> 1 << 62
            if inequalities.shape[0] == 0 and n <= MAX_FOR_RYSER:
                self.patience = (<int64_t> n << n) // STEP_COST
            memset(first, 0, sizeof(first))
            first[0] = ~<uint64_t> 0        # the empty set
            first[1] = 1
            if not self._allocate(&self.source, LEAST_SLOTS):
                raise MemoryError("the first table does not fit into memory")
            self._add(&self.source, first, 1)
            self.is_reset = True
        finally:
            guard_drop(&self.guard)

    def run(self, int64_t budget):
        """Go on placing a value.

        Parameters
        ----------
        budget : int
            Work to do before pausing, at least 1. A position tried is 1, and a state added or moved is 64. A
            million takes about 5 ms.

        Returns
        -------
        int
            PAUSED: the budget is used up; EXHAUSTED: the layer is finished, go on with `advance`.

        Raises
        ------
        ValueError
            If the budget is below 1, or nothing was loaded by `reset`.
        RuntimeError
            If it is running in another thread.
        MemoryError
            If the tables do not fit into memory. Only a reset helps then.
        """
        cdef Outcome outcome
        if budget < 1 or not self.is_reset:
            raise ValueError(
                f"the budget must be at least 1, got {budget}" if self.is_reset else "call reset first"
            )
        enter(&self.guard, "these subsets are being counted")
        try:
            if self.is_done:
                return EXHAUSTED
            if not self.no_memory:
                with nogil:
                    if self.gray == 0:
                        outcome = self._run(budget)
                    if (
                        self.gray == 0 and self.patience < <int64_t> 1 << 62
                        and (self.no_memory or self.steps > self.patience)
                    ):
                        self._begin_ryser()
                    if self.gray:
                        outcome = self._ryser(budget)
            if self.no_memory:
                raise MemoryError(f"{self.bytes} of {self.most_bytes} bytes are taken, and that is not enough")
            return outcome
        finally:
            guard_drop(&self.guard)

    def advance(self):
        """Go on to the next value, once the layer is finished.

        Returns
        -------
        bool
            Whether there is more to do: False once `count` can answer.

        Raises
        ------
        RuntimeError
            If the layer, or the sum of Ryser's formula, is not finished, or it is running in another thread.
        """
        cdef int32_t k
        cdef int64_t i
        enter(&self.guard, "these subsets are being counted")
        try:
            if not self.is_reset or self.is_done:
                return False
            if self.gray:
                if self.gray >> self.n == 0:
                    raise RuntimeError("the sum is not finished")
                self.answer = <object> self.sum[1] << 64 | self.sum[0]
                self.is_done = True
                return False
            if self.at < self.source.capacity:
                raise RuntimeError("the layer is not finished")
            self._empty(&self.source)
            self.source = self.target
            memset(&self.target, 0, sizeof(Table))
            self.at = 0
            self.placed += 1
            self.layer_size = self.source.n
            self.states += self.layer_size
            if self.placed < self.n and self.layer_size:
                return True
            self.answer = 0
            for i in range(self.source.capacity):
                if self.source.slots[i * (1 + self.count_words)]:
                    for k in range(self.count_words, 0, -1):
                        self.answer = self.answer << 64 | self.source.slots[i * (1 + self.count_words) + k]
            self.is_done = True
            return False
        finally:
            guard_drop(&self.guard)

    def count(self):
        """Return the number of permutations, an int, or None as long as it is not known."""
        return self.answer

    @property
    def order_of_values(self):
        """Values in the order in which they are placed, and 1, as for `States`: no values are alike."""
        return list(range(1, self.n + 1)), 1

    cdef Outcome _run(self, int64_t budget) noexcept nogil:
        # Place the value in all states of the source, as far as the budget reaches.
        cdef int32_t words = 1 + self.count_words, p, v = self.placed
        cdef uint64_t state, ready, due
        cdef uint64_t all_positions = <uint64_t> -1 >> (64 - self.n)
        cdef uint64_t[1 + COUNT_WORDS] next
        cdef uint64_t *slot
        while self.at < self.source.capacity:
            if self.outgrown.slots != NULL:
                self._move(&budget)
            if budget <= 0:
                return OUTCOME_PAUSED
            # There is room for all states that may follow from one.
            if (self.target.n + self.n) * 4 > self.target.capacity * 3:
                if not self._begin_growth():
                    self.no_memory = True
                    return OUTCOME_EXHAUSTED
                continue
            slot = self.source.slots + self.at * words
            if slot[0]:
                state = ~slot[0]
                ready = self.now[v] & ~state
                # Positions that no later value may fill must take this one.
                due = all_positions & ~state & ~(self.later[v + 1] if v + 1 < self.n else 0)
                if due:
                    ready = ready & due if due & (due - 1) == 0 else 0
                while ready:
                    p = word_lowest(ready)
                    ready &= ~self.alike[p]
                    budget -= 1
                    if self.lesser[p] & ~state:
                        continue
                    # Of positions that are alike the first open one stands for all open ones.
                    memcpy(next, slot, words * sizeof(uint64_t))
                    next[0] = ~(state | <uint64_t> 1 << p)
                    self._add(&self.target, next, word_size(self.alike[p] & ~state))
                    budget -= STORING
                    self.steps += 1
            budget -= 1
            self.at += 1
        return OUTCOME_EXHAUSTED

    cdef void _begin_ryser(self) noexcept nogil:
        # Begin with the empty set of values; the tables are not needed any more.
        self.no_memory = False
        self._empty(&self.source)
        self._empty(&self.target)
        self._empty(&self.outgrown)
        memset(self.options, 0, sizeof(self.options))
        self.sum[0] = self.sum[1] = 0
        self.gray = 1

    cdef Outcome _ryser(self, int64_t budget) noexcept nogil:
        # Go through the sets of values. All arithmetic is modulo 2**128, and the result is less than that.
        cdef int32_t n = self.n, p, v
        cdef uint64_t changed, low, high, carry
        cdef uint8_t more
        cdef int64_t stop = <int64_t> 1 << n
        while self.gray < stop:
            if budget <= 0:
                return OUTCOME_PAUSED
            budget -= n
            self.steps += 1
            v = word_lowest(self.gray)
            changed = self.now[v]
            # The value joins the set or leaves it; 255 is -1 modulo 256.
            more = 1 if (self.gray ^ self.gray >> 1) >> v & 1 else 255
            low, high = 1, 0
            for p in range(n):
                self.options[p] += more * (changed >> p & 1)
            for p in range(n):
                if high == 0 and low >> 58 == 0:
                    low *= self.options[p]
                else:
                    carry = <uint64_t> <uint32_t> low * self.options[p] >> 32
                    carry += (low >> 32) * self.options[p]
                    high = high * self.options[p] + (carry >> 32)
                    low *= self.options[p]
                if low == 0 and high == 0:
                    break
            # A product counts positively if the size of its set differs from n by an even number.
            if (word_size(self.gray ^ self.gray >> 1) ^ n) & 1:
                carry = self.sum[0] < low
                self.sum[0] -= low
                self.sum[1] -= high + carry
            else:
                self.sum[0] += low
                self.sum[1] += high + (self.sum[0] < low)
            self.gray += 1
        return OUTCOME_EXHAUSTED

    cdef void _empty(self, Table *table) noexcept nogil:
        # Give the memory of a table back.
        self.bytes -= table.capacity * (1 + self.count_words) * <int64_t> sizeof(uint64_t)
        free(table.slots)
        memset(table, 0, sizeof(Table))

    cdef bint _allocate(self, Table *table, int64_t capacity) noexcept nogil:
        # Make an empty table. Returns False if memory is out.
        cdef int64_t size = capacity * (1 + self.count_words) * <int64_t> sizeof(uint64_t)
        if capacity >= <int64_t> 1 << 32 or self.bytes + size > self.most_bytes:
            return False
        table.slots = <uint64_t *> calloc(1, size)
        if table.slots == NULL:
            return False
        table.n, table.capacity = 0, capacity
        self.bytes += size
        self.peak_bytes = max(self.peak_bytes, self.bytes)
        return True

    cdef void _add(self, Table *table, const uint64_t *state, uint64_t factor) noexcept nogil:
        # Add a state with its count times the factor to a table that has room for it.
        cdef int32_t words = 1 + self.count_words, k
        cdef uint64_t *slot = self._find(table, state[0])
        cdef uint64_t carry = 0, low, high, here
        if slot[0] == 0:
            slot[0] = state[0]
            table.n += 1
        for k in range(1, words):
            # Add state * factor to the slot, in halves of words.
            low = <uint64_t> <uint32_t> state[k] * factor + carry
            high = (state[k] >> 32) * factor + (low >> 32)
            low = <uint64_t> <uint32_t> low | high << 32
            carry = high >> 32
            here = slot[k] + low
            carry += here < low
            slot[k] = here

    cdef inline uint64_t *_find(self, Table *table, uint64_t key) noexcept nogil:
        # The slot that holds the state, or else the empty one where it belongs.
        # A state's hash must not be near the sum of its parts' hashes: states are added in the order of the hashes of
        # those they follow from, and would crowd together.
        cdef uint64_t h = word_mixed(key) * <uint64_t> 0x9E3779B97F4A7C15
        cdef int64_t at = (h >> 32) * <uint64_t> table.capacity >> 32
        cdef uint64_t *slot = table.slots + at * (1 + self.count_words)
        while slot[0] and slot[0] != key:
            at += 1
            slot += 1 + self.count_words
            if at == table.capacity:
                at = 0
                slot = table.slots
        return slot

    cdef bint _begin_growth(self) noexcept nogil:
        # Give the target twice as many slots; the states follow by and by. Returns False if memory is out.
        cdef Table bigger
        if not self._allocate(&bigger, max(2 * self.target.capacity, LEAST_SLOTS)):
            return False
        self.outgrown, self.target = self.target, bigger
        self.moved = 0
        return True

    cdef void _move(self, int64_t *budget) noexcept nogil:
        # Go on moving states into the target that has grown.
        cdef int32_t words = 1 + self.count_words
        cdef uint64_t *slot
        while budget[0] > 0 and self.moved < self.outgrown.capacity:
            slot = self.outgrown.slots + self.moved * words
            if slot[0]:
                memcpy(self._find(&self.target, slot[0]), slot, words * sizeof(uint64_t))
                self.target.n += 1
                budget[0] -= STORING
            budget[0] -= 1
            self.moved += 1
        if self.moved == self.outgrown.capacity:
            self._empty(&self.outgrown)
