"""Layers: exact counting of Latin squares with inequalities, without walking through them.

The values are placed one after the other, each as a whole permutation. After k of them all that matters to the rest is
the set of filled cells: which value is where is forgotten, except that a cell may be filled only after its lesser
neighbours. So a layer is a table from sets of filled cells to numbers of ways, and the next layer is what all
permutations make of it. The solutions are the ways to the full grid.

Three things make the tables smaller. From both ends: where there are inequalities the values are also placed downwards from the
greatest, and the two tables meet in the middle. Values that no clue and no inequality tells apart are placed last, and only
so that each fills the first open cell: the rest is a factorial. Rows and columns that nothing tells apart: a set of
cells stands for all that become it when they are exchanged (McKay and Rogoyski, 1995, counted the Latin squares of
order 10 by classes of regular bipartite graphs, which is what is left on the empty grid).
"""

cimport cython
from cpython.pythread cimport (
    PyThread_acquire_lock, PyThread_allocate_lock, PyThread_free_lock, PyThread_release_lock, PyThread_type_lock,
    WAIT_LOCK,
)
from libc.math cimport lgamma
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from common.bits cimport FASTFUTO_WORDS, next_random, word_lowest, word_prefetch, word_size
from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, Outcome, check_domains

EXHAUSTED = OUTCOME_EXHAUSTED
PAUSED = OUTCOME_PAUSED
MOST_ROWS = MOST

cdef extern from *:
    """
    #define FASTFUTO_MOST (FASTFUTO_WORDS == 1 ? 9 : 32)
    #define FASTFUTO_KEY (FASTFUTO_WORDS == 1 ? 1 : 16)
    """
    enum:
        MOST "FASTFUTO_MOST"    # the largest order
        KEY "FASTFUTO_KEY"      # words of (MOST - 1) ** 2 bits

cdef enum:
    COUNT = 48                  # words of the largest number of Latin squares of that order, and room
    PARTS = 128                 # of a table, by hash
    PART_BITS = 7
    REFINING = 40               # places tried in the time that a refinement of colours takes
    BATCH = 32                  # states that are put into a part together

    # What becomes of a state's successors.
    PUSH = 0                    # they go to the next layer
    FINISH                      # they are the full grid
    JOIN                        # they are looked up in the layer from the other end
    GATHER                      # they are looked up in the next layer, for the number of ways to the full grid
    COLLECT                     # they are listed

cdef struct Part:
    uint64_t *slots             # (capacity, words): key, then count
    int64_t n
    int64_t capacity

cdef struct Table:
    # States of one layer. A slot is empty if the last word of its key is all ones, as of no state but the full grid.
    Part part[PARTS]
    int32_t parts               # in use, 1 or PARTS
    int32_t count_words

cdef struct Side:
    # One end: the values are placed from there on.
    uint32_t now[MOST][MOST]    # (layer, row) cells that may take the layer's value
    uint32_t later[MOST][MOST]  # (layer, row) cells that may take one of a later layer
    int32_t placed              # values
    Table *table                # states after them
    int64_t n                   # how many

cdef struct Worker:
    int32_t part                # of the source that it reads
    int64_t slot
    int32_t depth               # choices between places; -1: no state at work,
    bint is_open                # or just laid out
    uint64_t count[COUNT + 2]   # ways to the state, with the symmetric ones, and room for a product
    uint64_t many               # permutations for which one of them stands
    uint32_t filled[MOST]       # rows of the state,
    uint32_t open[MOST]         # and where they may take the value
    int32_t same_before[MOST]   # a row that equals this one, or -1
    uint32_t chosen[MOST]       # place of each row
    int32_t row[MOST]           # (depth) the row that is at its turn,
    uint32_t left[MOST]         # the places it has still to try,
    uint32_t used[MOST]         # the columns taken
    uint32_t todo[MOST]         # and the rows left, this one among them
    uint64_t key[KEY]           # of the state
    uint64_t path[MOST][KEY]    # (depth) of the state with the places chosen by then
    uint64_t sum[COUNT + 1]     # over the successors of the state
    uint64_t emitted            # successors of the state
    uint64_t total[2 * COUNT + 2]   # ways to all successors
    uint64_t *buffer[PARTS]     # (BATCH, words) states that go there
    int32_t n_buffered[PARTS]
    uint64_t sought[BATCH][KEY]
    int32_t n_sought
    int64_t steps
    int32_t refinements         # for the symmetric form of the last successor
    bint is_busy

cdef struct Relabelling:
    # What a state's symmetric form is made by: row and column of the state that come to each place.
    bint is_transposed
    uint8_t row_at[MOST]
    uint8_t column_at[MOST]


cdef inline uint64_t mixed(uint64_t x) noexcept nogil:
    x = (x ^ x >> 32) * <uint64_t> 0xD6E8FEB86659FD93
    return x ^ x >> 29


cdef inline bint add(uint64_t *to, const uint64_t *what, int32_t n) noexcept nogil:
    # Add a number of n words; whether there is a carry.
    cdef int32_t i
    cdef uint64_t carry = 0, x
    for i in range(n):
        x = what[i] + carry
        carry = x < carry
        to[i] += x
        carry += to[i] < x
    return carry


cdef inline void add_longer(uint64_t *to, const uint64_t *what, int32_t n, int32_t n_to) noexcept nogil:
    cdef bint carry = add(to, what, n)
    while carry and n < n_to:
        to[n] += 1
        carry = to[n] == 0
        n += 1


cdef void multiply(uint64_t *product, const uint64_t *a, int32_t n_a, const uint64_t *b, int32_t n_b) noexcept nogil:
    # product += a * b; it has room for n_a + n_b words and one more.
    cdef int32_t i, j, k
    cdef uint64_t x, y, carry, low
    for i in range(2 * n_a):
        x = <uint32_t> (a[i >> 1] >> (i & 1) * 32)
        carry = 0
        k = i
        for j in range(2 * n_b):
            y = <uint32_t> (b[j >> 1] >> (j & 1) * 32)
            low = <uint32_t> (product[k >> 1] >> (k & 1) * 32) + x * y + carry
            set_half(product, k, low)
            carry = low >> 32
            k += 1
        while carry:
            low = <uint32_t> (product[k >> 1] >> (k & 1) * 32) + carry
            set_half(product, k, low)
            carry = low >> 32
            k += 1


cdef inline void set_half(uint64_t *words, int32_t k, uint64_t x) noexcept nogil:
    cdef int32_t shift = (k & 1) * 32
    words[k >> 1] = words[k >> 1] & (<uint64_t> ~<uint32_t> 0 << 32 - shift) | <uint64_t> <uint32_t> x << shift


cdef inline void multiply_by(uint64_t *product, const uint64_t *a, int32_t n, uint64_t factor) noexcept nogil:
    # product += a * factor, for a number of n words.
    if factor == 1:
        add(product, a, n)
    else:
        multiply(product, a, n, &factor, 1)


cdef inline int32_t part_of(uint64_t h, const Table *table) noexcept nogil:
    # The part of a table where a state of that hash belongs.
    return h >> (64 - PART_BITS) & (table.parts - 1)


cdef inline bint is_nothing(uint64_t word) noexcept nogil:
    return word == ~<uint64_t> 0


cdef inline double scaled(const uint64_t *words, int32_t n) noexcept nogil:
    # A number of n words over the value of a one in the highest of them.
    cdef double x = 0
    cdef int32_t i
    for i in range(n):
        x = x / 18446744073709551616.0 + <double> words[i]
    return x


cdef inline double uniform(uint64_t *state) noexcept nogil:
    return <double> (next_random(state) >> 11) / 9007199254740992.0


cdef object whole(const uint64_t *words, int32_t n):
    # A number of n words.
    cdef int32_t i = n - 1
    while i > 0 and words[i] == 0:
        i -= 1
    number = words[i]
    while i:
        i -= 1
        number = number << 64 | words[i]
    return number


@cython.final
cdef class States:
    """Exact counts over the states of filled cells.

    Parameters
    ----------
    order : int
        Number of rows, columns and values, 3 to 32.
    memory : int
        Bytes the tables may take. A state takes 16 to 30 with up to 9 rows and counts up to 2**64.
    workers : int
        Threads that may run at once.

    Raises
    ------
    ValueError
        If a number is out of range.
    MemoryError
        If the workers cannot be set up.
    """

    cdef int32_t n
    cdef int32_t words_in_key
    cdef uint32_t full                  # a full row
    cdef uint64_t kept_rows[MOST]       # all ones, but none for the last row
    cdef int32_t n_workers
    cdef Worker *worker
    cdef Side side[2]
    cdef int32_t n_inequalities
    cdef uint8_t *inequality                   # (n_inequalities, 4) row and column of the lesser cell and of the greater one
    cdef int32_t values[MOST]           # in the order in which side 0 places them
    cdef int32_t n_alike                # the last ones that nothing tells apart, so many
    cdef bint keeps                     # all layers
    cdef bint both_sides
    cdef int32_t gathered               # the layer at which ways to the full grid are numbered
    cdef object bits                    # of the number of solutions
    # Symmetry: rows and columns of a class may be exchanged.
    cdef bint is_symmetric
    cdef bint may_transpose
    cdef int32_t member_of[2][MOST]     # of rows and of columns: the class, named by its first member,
    cdef int32_t before[2][MOST]        # and the member before, or -1
    cdef uint64_t overlap[MOST + 1]     # random numbers
    cdef object group                   # how many ways to exchange rows and columns
    # What is being done.
    cdef int32_t task
    cdef int32_t at                     # the side that moves
    cdef Table *source
    cdef Table *target
    cdef Table *sought
    cdef int32_t next_part
    cdef int32_t n_busy
    cdef uint8_t *listed                # (n_listed, n) places of the successors, by row
    cdef int64_t n_listed
    cdef int64_t most_listed
    cdef PyThread_type_lock lock        # of next_part and bytes
    cdef PyThread_type_lock part_lock[PARTS]
    cdef Table *layer[MOST + 1]         # of side 0, if it keeps all
    cdef int64_t most_bytes
    cdef bint no_memory
    cdef bint is_reset
    cdef bint is_done
    cdef list ways                      # to the states of each side's layer
    cdef object answer
    cdef readonly int64_t bytes         #: taken by tables
    cdef readonly int64_t peak_bytes    #: the most there have been
    cdef readonly int64_t states        #: in all layers so far
    cdef readonly int64_t width         #: states in the layer reached last
    cdef readonly int64_t steps         #: permutations placed

    def __cinit__(self, Py_ssize_t order, int64_t memory=2**62, Py_ssize_t workers=1):
        cdef int32_t k
        if not 3 <= order <= MOST:
            raise ValueError(f"the order must be 3 to {MOST_ROWS}, got {order}")
        if not 1 <= workers <= 256:
            raise ValueError(f"the number of workers must be 1 to 256, got {workers}")
        self.n = order
        self.full = <uint32_t> ((<uint64_t> 1 << order) - 1)
        for k in range(order):
            self.kept_rows[k] = ~<uint64_t> 0 if k < order - 1 else 0
        self.words_in_key = ((order - 1) * (order - 1) + 63) // 64
        self.most_bytes = memory
        self.n_workers = workers
        self.lock = PyThread_allocate_lock()
        self.worker = <Worker *> calloc(workers, sizeof(Worker))
        if self.lock == NULL or self.worker == NULL:
            raise MemoryError("the workers cannot be set up")
        for k in range(PARTS if workers > 1 else 0):
            self.part_lock[k] = PyThread_allocate_lock()
            if self.part_lock[k] == NULL:
                raise MemoryError("the workers cannot be set up")

    def __dealloc__(self):
        cdef int32_t k
        self._forget()
        free(self.inequality)
        if self.worker != NULL:
            for k in range(self.n_workers):
                free(self.worker[k].buffer[0])
        free(self.worker)
        for k in range(PARTS):
            if self.part_lock[k] != NULL:
                PyThread_free_lock(self.part_lock[k])
        if self.lock != NULL:
            PyThread_free_lock(self.lock)

    # Setting up ----------------------------------------------------------------------------------------

    def reset(
        self, const uint64_t[:, ::1] domains not None, const int32_t[:, ::1] inequalities not None, bint keeps=False,
        bint symmetric=True, bint both_sides=True,
    ):
        """Start over with other domains and inequalities.

        Parameters
        ----------
        domains : (order ** 2, 1) uint64
            Allowed values, row by row; bit v - 1 stands for value v. Bits beyond the order are ignored.
        inequalities : (n_inequalities, 2) int32
            Pairs of cells (lesser, greater).
        keeps : bool
            Whether to keep all layers, for `expand`.
        symmetric : bool
            Whether to use that rows and columns may be exchanged, where they may.
        both_sides : bool
            Whether to work from both ends, where that is possible; not for `thin`.

        Raises
        ------
        ValueError
            If a shape or an index is out of range.
        RuntimeError
            If it is running in another thread.
        MemoryError
            If the inequalities or the first tables cannot be allocated.
        """
        cdef int32_t k, i, n_cells = self.n * self.n
        cdef uint64_t *domain
        if self.n_busy:
            raise RuntimeError("these layers are running in another thread")
        check_domains(domains, inequalities, n_cells, 1)
        self.is_reset = False
        self._forget()
        self.bytes = self.peak_bytes = self.states = self.width = self.steps = 0
        self.no_memory = self.is_done = False
        self.keeps = keeps
        self.n_inequalities = inequalities.shape[0]
        free(self.inequality)
        self.inequality = <uint8_t *> malloc(4 * <size_t> self.n_inequalities + 1)
        domain = <uint64_t *> malloc(n_cells * sizeof(uint64_t))
        if self.inequality == NULL or domain == NULL:
            free(domain)
            raise MemoryError("the inequalities cannot be set up")
        try:
            for k in range(n_cells):
                domain[k] = domains[k, 0] & self.full
            for k in range(self.n_inequalities):
                for i in range(2):
                    self.inequality[4 * k + 2 * i] = inequalities[k, i] // self.n
                    self.inequality[4 * k + 2 * i + 1] = inequalities[k, i] % self.n
            self._narrow(domain)
            self._find_symmetries(domain)
            self._choose_order(domain)
        finally:
            free(domain)
        # Symmetric forms cost more than they save where few rows and columns may be exchanged.
        self.is_symmetric = symmetric and self.group >= 64
        self.both_sides = both_sides and not keeps and not self.is_symmetric and self.n_alike == 1
        for k in range(2 if self.both_sides else 1):
            self._begin(k)
        self.ways = [1, 1]
        self.answer = None
        self._plan()
        self.is_reset = True

    cdef void _narrow(self, uint64_t *domain) noexcept nogil:
        # Take off what clues and inequalities leave impossible, until nothing changes.
        cdef int32_t n = self.n, cell, other, k, i, lesser, greater
        cdef uint64_t mask, above, below
        cdef bint changed = True
        while changed:
            changed = False
            for cell in range(n * n):
                mask = domain[cell]
                if mask and not mask & (mask - 1):
                    for i in range(n):
                        for k in range(2):
                            other = cell // n * n + i if k else i * n + cell % n
                            if other != cell and domain[other] & mask:
                                domain[other] &= ~mask
                                changed = True
            for k in range(self.n_inequalities):
                lesser = self.inequality[4 * k] * n + self.inequality[4 * k + 1]
                greater = self.inequality[4 * k + 2] * n + self.inequality[4 * k + 3]
                # Bits above the lowest one of the lesser cell; below the highest one of the greater.
                above = ~(domain[lesser] ^ (domain[lesser] - 1))
                if domain[greater] & ~above:
                    domain[greater] &= above
                    changed = True
                below = domain[greater]
                for i in range(5):
                    below |= below >> (1 << i)
                below >>= 1
                if domain[lesser] & ~below:
                    domain[lesser] &= below
                    changed = True

    cdef int _find_symmetries(self, const uint64_t *domain) except -1:
        # Classes of rows and of columns of which any two can be exchanged, and whether rows with columns can be.
        cdef int32_t n = self.n, k, i, j
        cdef uint64_t seed
        cdef int32_t[2 * MOST] to
        cdef uint8_t *is_inequality = <uint8_t *> calloc(n * n * n * n, 1)
        if is_inequality == NULL:
            raise MemoryError("the symmetries cannot be looked for")
        for k in range(self.n_inequalities):
            is_inequality[
                (self.inequality[4 * k] * n + self.inequality[4 * k + 1]) * n * n + self.inequality[4 * k + 2] * n + self.inequality[4 * k + 3]
            ] = 1
        self.group = 1
        for k in range(2 * n):
            to[k] = k % n
        for j in range(2):
            for k in range(n):
                self.member_of[j][k] = k
                self.before[j][k] = -1
                for i in range(k - 1, -1, -1):
                    to[j * n + i], to[j * n + k] = k, i
                    if self._is_symmetry(domain, is_inequality, to, to + n, False):
                        self.member_of[j][k] = self.member_of[j][i]
                        self.before[j][k] = i
                    to[j * n + i], to[j * n + k] = i, k
                    if self.before[j][k] >= 0:
                        break
                self.group *= sum([self.member_of[j][i] == self.member_of[j][k] for i in range(k + 1)])
        self.may_transpose = self._is_symmetry(domain, is_inequality, to, to + n, True)
        free(is_inequality)
        seed = 1
        for k in range(n + 1):
            self.overlap[k] = next_random(&seed)
        return 0

    cdef bint _is_symmetry(
        self, const uint64_t *domain, const uint8_t *is_inequality, const int32_t *row, const int32_t *column, bint transposed
    ) noexcept nogil:
        cdef int32_t n = self.n, r, c, k, a, b
        for r in range(n):
            for c in range(n):
                a = column[c] * n + row[r] if transposed else row[r] * n + column[c]
                if domain[r * n + c] != domain[a]:
                    return False
        for k in range(self.n_inequalities):
            if transposed:
                a = column[self.inequality[4 * k + 1]] * n + row[self.inequality[4 * k]]
                b = column[self.inequality[4 * k + 3]] * n + row[self.inequality[4 * k + 2]]
            else:
                a = row[self.inequality[4 * k]] * n + column[self.inequality[4 * k + 1]]
                b = row[self.inequality[4 * k + 2]] * n + column[self.inequality[4 * k + 3]]
            if not is_inequality[a * n * n + b]:
                return False
        return True

    cdef int _choose_order(self, const uint64_t *domain) except -1:
        # In which order to place the values: as inequalities want it, or else those last that most are alike.
        cdef int32_t n = self.n, v, w, cell, k, j
        cdef uint64_t[MOST] cells       # a fingerprint of where the value may be
        cdef int32_t[MOST] alike
        cdef int32_t[MOST] room
        order = list(range(n))
        self.n_alike = 1
        if not self.n_inequalities:
            for v in range(n):
                alike[v] = room[v] = 0
                for w in range(n):
                    for cell in range(n * n):
                        if (domain[cell] >> v ^ domain[cell] >> w) & 1:
                            break
                    else:
                        alike[v] += 1
                        cells[v] = w
                for cell in range(n * n):
                    room[v] += domain[cell] >> v & 1
            order.sort(key=lambda v: (alike[v], cells[v], room[v]))
            # The largest class is last; before it those that have the fewest places.
            self.n_alike = alike[order[n - 1]]
            order[: n - self.n_alike] = sorted(order[: n - self.n_alike], key=lambda v: room[v])
        for k in range(n):
            self.values[k] = order[k]
        for v in range(2):
            memset(&self.side[v], 0, sizeof(Side))
            for k in range(n - 1, -1, -1):
                w = self.values[n - 1 - k if v else k]
                for cell in range(n * n):
                    self.side[v].now[k][cell // n] |= <uint32_t> (domain[cell] >> w & 1) << cell % n
                if k < n - 1:
                    for j in range(n):
                        self.side[v].later[k][j] = self.side[v].later[k + 1][j] | self.side[v].now[k + 1][j]
        return 0

    cdef int _begin(self, int32_t at) except -1:
        # The empty grid, the one state of layer 0.
        cdef uint64_t[KEY + 1] first
        cdef Table *table = self._new_table(1, 1)
        memset(first, 0, sizeof(first))
        first[key_words(self)] = 1
        self.side[at].table = table
        self.side[at].placed = 0
        self.side[at].n = 1
        if not self._make_room(&table.part[0], 1, key_words(self) + 1):
            raise MemoryError("the first table does not fit into memory")
        self._put(&table.part[0], first, self._hash(first), 1)
        return 0

    # Tables --------------------------------------------------------------------------------------------

    cdef Table *_new_table(self, object bits, int32_t parts) except NULL:
        # A table for counts of so many bits.
        cdef Table *table
        if bits > 64 * COUNT:
            raise MemoryError(f"counts of {bits} bits are too long")
        table = <Table *> calloc(1, sizeof(Table))
        if table == NULL:
            raise MemoryError("a table cannot be set up")
        table.count_words = max(1, (bits + 63) // 64)
        table.parts = parts
        return table

    cdef void _free_table(self, Table *table) noexcept:
        cdef int32_t k
        if table != NULL:
            for k in range(PARTS):
                self._empty(&table.part[k], key_words(self) + table.count_words)
        free(table)

    cdef bint _take(self, int64_t size) noexcept nogil:
        # Count memory that is taken, or given back, and a sixteenth for the holes between the blocks; False if that
        # is more than there may be.
        cdef bint ok
        size += size // 16
        PyThread_acquire_lock(self.lock, WAIT_LOCK)
        ok = self.bytes + size <= self.most_bytes
        if ok:
            self.bytes += size
            self.peak_bytes = max(self.peak_bytes, self.bytes)
        PyThread_release_lock(self.lock)
        return ok

    cdef void _empty(self, Part *part, int32_t words) noexcept nogil:
        # Give the memory of a part back.
        self._take(-part.capacity * words * <int64_t> sizeof(uint64_t))
        free(part.slots)
        part.slots = NULL
        part.n = part.capacity = 0

    cdef void _forget(self) noexcept:
        # Free all tables; some are known by several names.
        cdef int32_t k
        for k in range(self.n + 1):
            if self.layer[k] == self.side[0].table:
                self.side[0].table = NULL
            if self.layer[k] == self.target:
                self.target = NULL
            self._free_table(self.layer[k])
            self.layer[k] = NULL
        for k in range(2):
            self._free_table(self.side[k].table)
            self.side[k].table = NULL
        self._free_table(self.target)
        free(self.listed)
        self.listed = NULL
        self.source = self.target = self.sought = NULL

    cdef bint _make_room(self, Part *part, int64_t more, int32_t words) noexcept nogil:
        # Room for so many more states, with a fifth of the slots left empty; False if memory is out.
        cdef int64_t capacity = part.capacity, i, size = words * <int64_t> sizeof(uint64_t)
        cdef int32_t last = key_words(self) - 1
        cdef uint64_t *slot
        cdef Part bigger
        if (part.n + more) * 5 <= capacity * 4:
            return True
        capacity = max(capacity + capacity // 2, (part.n + more) * 5 // 4 + 8)
        if capacity >= <int64_t> 1 << 32 or not self._take(capacity * size):
            return False
        bigger.slots, bigger.capacity, bigger.n = <uint64_t *> malloc(capacity * size), capacity, 0
        if bigger.slots == NULL:
            self._take(-capacity * size)
            return False
        for i in range(capacity):
            bigger.slots[i * words + last] = ~<uint64_t> 0
        for i in range(part.capacity):
            slot = part.slots + i * words
            if not is_nothing(slot[last]):
                self._put(&bigger, slot, self._hash(slot), words - key_words(self))
        self._empty(part, words)
        part.slots, part.capacity, part.n = bigger.slots, bigger.capacity, bigger.n
        return True

    cdef inline uint64_t _hash(self, const uint64_t *key) noexcept nogil:
        # The top bits choose the part, the lower half the slot.
        cdef uint64_t h = mixed(key[0] + <uint64_t> 0x9E3779B97F4A7C15)
        cdef int32_t i
        for i in range(1, key_words(self)):
            h = mixed(h ^ key[i])
        return h * <uint64_t> 0x9E3779B97F4A7C15

    cdef inline bint _equals(self, const uint64_t *a, const uint64_t *b) noexcept nogil:
        cdef int32_t i
        for i in range(key_words(self)):
            if a[i] != b[i]:
                return False
        return True

    cdef inline uint64_t *_first_slot(self, const Part *part, uint64_t h, int32_t words) noexcept nogil:
        return part.slots + (<uint64_t> <uint32_t> h * <uint64_t> part.capacity >> 32) * words

    cdef inline uint64_t *_find(self, const Part *part, const uint64_t *key, uint64_t h, int32_t words) noexcept nogil:
        # The slot where the state is, or would be.
        cdef uint64_t *slot = self._first_slot(part, h, words)
        cdef uint64_t *end = part.slots + part.capacity * words
        while not is_nothing(slot[key_words(self) - 1]) and not self._equals(slot, key):
            slot += words
            if slot == end:
                slot = part.slots
        return slot

    cdef inline const uint64_t *_count_of(self, const Table *table, const uint64_t *key, uint64_t h) noexcept nogil:
        # The count of a state, or NULL.
        cdef const Part *part = &table.part[part_of(h, table)]
        cdef const uint64_t *slot
        if not part.capacity:
            return NULL
        slot = self._find(part, key, h, key_words(self) + table.count_words)
        return NULL if is_nothing(slot[key_words(self) - 1]) else slot + key_words(self)

    cdef inline void _put(self, Part *part, const uint64_t *state, uint64_t h, int32_t count_words) noexcept nogil:
        # Add a state, key and count, to a part that has room for it.
        cdef int32_t words = key_words(self) + count_words, i
        cdef uint64_t *slot = self._find(part, state, h, words)
        if is_nothing(slot[key_words(self) - 1]):
            for i in range(words):
                slot[i] = state[i]
            part.n += 1
        else:
            add(slot + key_words(self), state + key_words(self), count_words)

    # The course of things ------------------------------------------------------------------------------

    cdef int _plan(self) except -1:
        # Say what the workers have to do next.
        cdef Side *side = &self.side[0]
        self.at = 0
        if self.both_sides and self.side[1].n < side.n:
            self.at = 1
            side = &self.side[1]
        self.source = side.table
        self.target = self.sought = NULL
        if self.both_sides and self.side[0].placed + self.side[1].placed + 1 == self.n:
            self.task = JOIN
            self.sought = self.side[1 - self.at].table
        elif side.placed + 1 == self.n:
            self.task = FINISH
        else:
            # No state has more ways to it than there are to all states of the layer before; a symmetric form has,
            # at most, one for each permutation that leads to it.
            self.task = PUSH
            bits = self.ways[self.at].bit_length()
            if self.is_symmetric:
                bits += self._permutation_bits(side.placed)
            self.target = self._new_table(bits, PARTS if side.n > 1000 else 1)
        self._set_out()
        return 0

    cdef int32_t _permutation_bits(self, int32_t placed) noexcept:
        # Bits of the number of permutations that fit into the open cells (Bregman's bound), rounded up.
        cdef int32_t degree = self.n - placed
        return <int32_t> (lgamma(degree + 1.0) / 0.6931471805599453 * self.n / degree) + 2

    cdef int _set_out(self) except -1:
        # Let the workers begin with the source.
        cdef int32_t k, i, words
        cdef Worker *w
        self.next_part = 0
        for k in range(self.n_workers):
            w = &self.worker[k]
            w.part = w.depth = -1
            w.is_open = False
            w.n_sought = 0
            memset(w.total, 0, sizeof(w.total))
            memset(w.n_buffered, 0, sizeof(w.n_buffered))
            free(w.buffer[0])
            w.buffer[0] = NULL
            if self.target != NULL:
                words = key_words(self) + self.target.count_words
                w.buffer[0] = <uint64_t *> malloc(PARTS * BATCH * words * sizeof(uint64_t))
                if w.buffer[0] == NULL:
                    raise MemoryError("the workers cannot be set up")
                for i in range(1, PARTS):
                    w.buffer[i] = w.buffer[0] + i * BATCH * words
        return 0

    def run(self, int64_t budget, Py_ssize_t worker=0):
        """Go on placing a value.

        Parameters
        ----------
        budget : int
            Work to do before pausing, counted in places tried; at least 1. A million is about 10 ms.
        worker : int
            Several threads may run at once, each as another worker.

        Returns
        -------
        int
            PAUSED: the budget is used up; EXHAUSTED: nothing is left for this worker. Once all are there, go
            on with `advance`.

        Raises
        ------
        ValueError
            If a number is out of range, or nothing was loaded by `reset`.
        MemoryError
            If the tables do not fit into memory. Only a reset helps then.
        """
        cdef Outcome outcome
        if not self.is_reset:
            raise ValueError("nothing to count: call reset first")
        if budget < 1:
            raise ValueError(f"the budget must be at least 1, got {budget}")
        if not 0 <= worker < self.n_workers:
            raise ValueError(f"worker must be 0 to {self.n_workers - 1}, got {worker}")
        if self.worker[worker].is_busy:
            raise RuntimeError(f"worker {worker} is running in another thread")
        if self.no_memory:
            self._complain()
        if self.is_done:
            return EXHAUSTED
        self.n_busy += 1
        self.worker[worker].is_busy = True
        with nogil:
            outcome = self._work(&self.worker[worker], budget)
        self.worker[worker].is_busy = False
        self.n_busy -= 1
        if self.no_memory:
            self._complain()
        return outcome

    def _complain(self):
        raise MemoryError(f"{self.bytes} of {self.most_bytes} bytes are taken, and that is not enough")

    def advance(self):
        """Go on to the next layer, once all workers are there.

        Returns
        -------
        bool
            Whether there is more to do: False once `count` and, if all layers are kept, `expand` can answer.

        Raises
        ------
        RuntimeError
            If a worker is still at work.
        MemoryError
            If a table cannot be allocated.
        """
        cdef int32_t k
        cdef Side *side = &self.side[self.at]
        if not self.is_reset or self.is_done:
            return False
        if self.no_memory:
            self._complain()
        if self.n_busy or self.next_part < self.source.parts:
            raise RuntimeError("the layer is not finished")
        for k in range(self.n_workers):
            self.steps += self.worker[k].steps
            self.worker[k].steps = 0
            if self.worker[k].part >= 0:
                raise RuntimeError("the layer is not finished")
        total = sum(whole(self.worker[k].total, 2 * COUNT + 2) for k in range(self.n_workers))
        if self.target != NULL:
            self.width = 0
            for k in range(PARTS):
                self.width += self.target.part[k].n
            self.states += self.width
        if self.task == PUSH:
            if self.keeps:
                self.layer[side.placed] = self.source
            else:
                self._free_table(self.source)
            side.table, side.n = self.target, self.width
            self.target = NULL
            side.placed += 1
            self.ways[self.at] = total
            if total:
                self._plan()
                return True
        elif self.task == GATHER:
            self._free_table(self.source)
            self.layer[self.gathered] = self.target
            self.target = NULL
            self.gathered -= 1
            if self.gathered >= 0:
                self._gather()
                return True
        if self.task != GATHER:
            self.answer = total
            for k in range(2, self.n_alike + 1):
                self.answer *= k
            if self.keeps and total:
                self.layer[side.placed] = self.source
                side.table = NULL
                self.bits = total.bit_length()
                self.task = GATHER
                self.gathered = side.placed
                self._gather()
                return True
        self.is_done = True
        return False

    cdef int _gather(self) except -1:
        # Number the ways to the full grid from the states of a layer, those of the next one being known.
        self.source = self.layer[self.gathered]
        self.sought = self.layer[self.gathered + 1]
        self.side[0].placed = self.gathered
        self.target = self._new_table(self.bits, self.source.parts)
        self._set_out()
        return 0

    def thin(self, int64_t most, uint64_t seed):
        """Leave about so many states of the layer, at random, with greater counts: the mean stays.

        What is then counted is an unbiased estimate (threshold sampling: a state with fewer ways than the
        threshold is kept with the probability ways / threshold, and has threshold ways then; Duffield, Lund and
        Thorup, 2007).

        Parameters
        ----------
        most : int
            States; if there are no more than that nothing happens.
        seed : int

        Returns
        -------
        bool
            Whether anything was left out.

        Raises
        ------
        RuntimeError
            If the layer is being worked at, or both sides or all layers are in use.
        """
        cdef Table *table = self.side[0].table
        cdef Table *thinned
        cdef uint64_t[COUNT + KEY] state
        cdef int32_t k, words
        cdef int64_t i, n = 0
        cdef uint64_t random_state = seed, h
        cdef Part *part
        cdef uint64_t *slot
        cdef double threshold, size
        if self.keeps or self.both_sides or self.n_busy or self.next_part or self.is_done or not self.is_reset:
            raise RuntimeError("these layers cannot be thinned now")
        if self.side[0].n <= most:
            return False
        words = key_words(self) + table.count_words
        sizes = []
        for k in range(table.parts):
            part = &table.part[k]
            for i in range(part.capacity):
                slot = part.slots + i * words
                if not is_nothing(slot[key_words(self) - 1]):
                    sizes.append(scaled(slot + key_words(self), table.count_words))
        # The threshold at which the expected number of states is `most`, where those above it are kept for sure.
        sizes.sort(reverse=True)
        rest = sum(sizes)
        for i in range(most):
            if sizes[i] * (most - i) <= rest:
                break
            rest -= sizes[i]
        threshold = rest / (most - i)
        # A whole number, or the mean would not stay.
        exact = (int(threshold * 2**52) << 64 * (table.count_words - 1) >> 52) + 1
        threshold = exact / 2.0**(64 * (table.count_words - 1))
        thinned = self._new_table(self.ways[0].bit_length() + 1, 1)
        total = 0
        n = 0
        for k in range(table.parts):
            part = &table.part[k]
            for i in range(part.capacity):
                slot = part.slots + i * words
                if is_nothing(slot[key_words(self) - 1]):
                    continue
                size = scaled(slot + key_words(self), table.count_words)
                if size < threshold and uniform(&random_state) * threshold >= size:
                    continue
                count = exact if size < threshold else whole(slot + key_words(self), table.count_words)
                total += count
                memset(state, 0, sizeof(state))
                memcpy(state, slot, key_words(self) * sizeof(uint64_t))
                for h in range(<uint64_t> thinned.count_words):
                    state[key_words(self) + h] = <uint64_t> (count >> 64 * h & 0xFFFFFFFFFFFFFFFF)
                if not self._make_room(&thinned.part[0], 1, key_words(self) + thinned.count_words):
                    self._free_table(thinned)
                    raise MemoryError("the thinned layer does not fit into memory")
                self._put(&thinned.part[0], state, self._hash(state), thinned.count_words)
                n += 1
        self._free_table(table)
        self._free_table(self.target)
        self.side[0].table, self.side[0].n = thinned, n
        self.ways[0] = total
        self.target = NULL
        self._plan()
        return True

    @property
    def placed(self):
        """Number of values placed so far, from both ends."""
        return self.side[0].placed + self.side[1].placed

    def count(self):
        """Return the exact number of solutions, an int, or None as long as it is not known."""
        return self.answer

    # The work ------------------------------------------------------------------------------------------

    cdef Outcome _work(self, Worker *w, int64_t budget) noexcept nogil:
        # Depth first through the permutations of one state after the other, the row with the fewest places first.
        cdef int32_t depth, next
        cdef uint32_t bit, rows
        cdef bint ok = True
        while budget > 0:
            if w.depth < 0:
                if not w.is_open and not self._open_next(w):
                    if not self._flush_all(w):
                        self.no_memory = True
                    return OUTCOME_EXHAUSTED
                w.is_open = False
                budget -= self.n
                next = 0
            else:
                depth = w.depth
                budget -= 1
                bit = w.left[depth] & -w.left[depth]
                w.left[depth] ^= bit
                rows = w.todo[depth] ^ <uint32_t> 1 << w.row[depth]
                w.chosen[w.row[depth]] = bit
                next = depth
                if w.left[depth]:
                    next = depth + 1
                    memcpy(w.path[next], w.path[depth], key_words(self) * sizeof(uint64_t))
                w.used[next] = w.used[depth] | bit
                self._fill(w.path[next], w.row[depth], bit)
                w.todo[next] = rows
            w.depth = next
            if not self._settle(w, next):
                w.depth = next - 1
            elif w.todo[next] == 0:
                ok = self._emit(w, w.path[next])
                budget -= REFINING * w.refinements
                w.refinements = 0
                w.depth = next - 1
            if not ok or w.depth < 0 and not self._close(w):
                # Nothing may be put into a buffer that is full.
                self.no_memory = True
                return OUTCOME_EXHAUSTED
        return OUTCOME_PAUSED

    cdef inline bint _settle(self, Worker *w, int32_t depth) noexcept nogil:
        # Rows with one place left take it, as long as there are any; then the row with the fewest is at its turn.
        # False if a row has none, or a column no row.
        cdef uint32_t todo = w.todo[depth], used = w.used[depth], rows, left, reach
        cdef int32_t row, size, least
        cdef bint is_settled
        while todo:
            is_settled = True
            least = MOST + 1
            reach = used
            rows = todo
            while rows:
                row = word_lowest(rows)
                rows &= rows - 1
                left = w.open[row] & ~used
                reach |= left
                if w.same_before[row] >= 0:
                    # Of rows that are the same each has its place after the one before.
                    if todo >> w.same_before[row] & 1:
                        continue
                    left &= ~(w.chosen[w.same_before[row]] | (w.chosen[w.same_before[row]] - 1))
                if left & (left - 1):
                    size = word_size(left)
                    if size < least:
                        least = size
                        w.row[depth] = row
                        w.left[depth] = left
                elif left:
                    w.chosen[row] = left
                    self._fill(w.path[depth], row, left)
                    used |= left
                    todo ^= <uint32_t> 1 << row
                    is_settled = False
                else:
                    return False
            if reach != self.full:
                return False
            if is_settled:
                break
        w.todo[depth] = todo
        w.used[depth] = used
        return True

    cdef inline void _fill(self, uint64_t *key, int32_t row, uint32_t bits) noexcept nogil:
        # Add cells of a row to the key: all but the last row and column, which follow from the rest.
        cdef int32_t at = row * (self.n - 1), shift = at & 63
        cdef uint64_t cells = bits & self.full >> 1
        if FASTFUTO_WORDS == 1:
            key[0] |= (cells & self.kept_rows[row]) << shift
        elif row < self.n - 1 and cells:
            key[at >> 6] |= cells << shift
            if shift + self.n - 1 > 64:
                key[(at >> 6) + 1] |= cells >> (64 - shift)

    cdef inline void _read(self, const uint64_t *key, int32_t placed, uint32_t *rows) noexcept nogil:
        # The rows of a state.
        cdef int32_t n = self.n, row, at = 0, shift
        cdef uint64_t cells
        cdef uint32_t odd = self.full if placed & 1 else 0
        for row in range(n - 1):
            shift = at & 63
            cells = key[at >> 6] >> shift
            if shift + n - 1 > 64:
                cells |= key[(at >> 6) + 1] << (64 - shift)
            rows[row] = cells & self.full >> 1
            if word_size(rows[row]) < placed:
                rows[row] |= self.full & ~(self.full >> 1)
            odd ^= rows[row]
            at += n - 1
        rows[n - 1] = odd

    cdef bint _open_next(self, Worker *w) noexcept nogil:
        # Take the next state of the source that has successors; False if there is none left.
        cdef int32_t words = key_words(self) + self.source.count_words
        cdef Part *part
        cdef uint64_t *slot
        while True:
            if w.part < 0:
                PyThread_acquire_lock(self.lock, WAIT_LOCK)
                if self.next_part < self.source.parts:
                    w.part = self.next_part
                    self.next_part += 1
                PyThread_release_lock(self.lock)
                w.slot = 0
                if w.part < 0:
                    return False
            part = &self.source.part[w.part]
            while w.slot < part.capacity:
                slot = part.slots + w.slot * words
                w.slot += 1
                if not is_nothing(slot[key_words(self) - 1]) and self._open(w, slot):
                    return True
            if not self.keeps or self.task == GATHER:
                self._empty(part, words)
            w.part = -1

    cdef bint _open(self, Worker *w, const uint64_t *state) noexcept nogil:
        # Lay out a state for the choice of a permutation; False if there is none.
        cdef Side *side = &self.side[self.at]
        cdef int32_t n = self.n, k, row
        cdef uint32_t musts = 0, must, blank
        cdef uint32_t[MOST] open
        cdef uint32_t *filled = w.filled
        cdef uint32_t *now = side.now[side.placed]
        cdef uint32_t *later = side.later[side.placed]
        cdef uint8_t *inequality = self.inequality
        cdef uint8_t lesser = 2 * self.at, greater = 2 - 2 * self.at
        self._read(state, side.placed, filled)
        for row in range(n):
            open[row] = now[row] & ~filled[row]
        for k in range(self.n_inequalities):
            # Without a branch: nobody could foretell it.
            open[inequality[greater]] &= ~((~filled[inequality[lesser]] >> inequality[lesser + 1] & 1) << inequality[greater + 1])
            inequality += 4
        # Cells for which it is now or never.
        for row in range(n):
            must = self.full & ~filled[row] & ~later[row]
            if must:
                if must & (must - 1) or must & (~open[row] | musts):
                    return False
                open[row] = must
                musts |= must
        if side.placed >= n - self.n_alike and self.n_alike > 1:
            # Of values that are alike the next one fills the first open cell.
            blank = self.full & ~filled[0]
            open[0] &= blank & -blank
        for row in range(n):
            if open[row] & musts and open[row] & (open[row] - 1):
                open[row] &= ~musts
            if open[row] == 0:
                return False
        w.many = 1
        for row in range(n):
            w.open[row] = open[row]
            w.same_before[row] = -1
        if self.is_symmetric and n <= 20:   # 20! is less than 2**64
            self._find_same(w)
        memcpy(w.key, state, key_words(self) * sizeof(uint64_t))
        memcpy(w.path[0], state, key_words(self) * sizeof(uint64_t))
        k = self.source.count_words + 1
        if self.target != NULL:
            k = max(k, self.target.count_words)
        memset(w.count, 0, k * sizeof(uint64_t))
        multiply_by(w.count, state + key_words(self), self.source.count_words, w.many)
        w.emitted = 0
        if self.task == JOIN or self.task == GATHER:
            memset(w.sum, 0, sizeof(w.sum))
        w.used[0] = 0
        w.todo[0] = self.full
        w.is_open = True
        return True

    cdef void _find_same(self, Worker *w) noexcept nogil:
        # Rows of a class that are the same have each its place after the one before, which stands for all orders.
        cdef int32_t row, other, n_same
        for row in range(1, self.n):
            n_same = 1
            other = self.before[0][row]
            while other >= 0:
                if w.filled[other] == w.filled[row] and w.open[other] == w.open[row]:
                    if n_same == 1:
                        w.same_before[row] = other
                    n_same += 1
                other = self.before[0][other]
            w.many *= n_same

    cdef inline bint _emit(self, Worker *w, uint64_t *key) noexcept nogil:
        # A successor is found, with that key. False if memory is out.
        cdef int32_t k
        cdef uint64_t *to
        cdef uint32_t[MOST] rows
        cdef Relabelling labels
        w.steps += 1
        w.emitted += 1
        if self.task == COLLECT:
            return self._list(w)
        if self.task == FINISH or self.task == GATHER and self.sought == NULL:
            # It is the full grid.
            return True
        if self.is_symmetric:
            for k in range(self.n):
                rows[k] = w.filled[k] | w.chosen[k]
            w.refinements = self._relabel(rows, &labels, key)
        if self.task != PUSH:
            to = w.sought[w.n_sought]
            memcpy(to, key, key_words(self) * sizeof(uint64_t))
            if self.task == JOIN:
                self._complement(to)
            w.n_sought += 1
            if w.n_sought == BATCH:
                self._look_up(w)
            return True
        return self._pass_on(w, key)

    cdef inline bint _pass_on(self, Worker *w, const uint64_t *key) noexcept nogil:
        # Put a state, with the worker's count, where its part of the target waits for it. False if memory is out.
        cdef int32_t part = part_of(self._hash(key), self.target)
        cdef uint64_t *to = w.buffer[part] + w.n_buffered[part] * (key_words(self) + self.target.count_words)
        memcpy(to, key, key_words(self) * sizeof(uint64_t))
        memcpy(to + key_words(self), w.count, self.target.count_words * sizeof(uint64_t))
        w.n_buffered[part] += 1
        return w.n_buffered[part] < BATCH or self._flush(w, part)

    cdef void _complement(self, uint64_t *key) noexcept nogil:
        cdef int32_t k, bits = (self.n - 1) * (self.n - 1)
        for k in range(key_words(self)):
            key[k] = ~key[k]
        if bits & 63:
            key[key_words(self) - 1] &= (<uint64_t> 1 << (bits & 63)) - 1

    cdef void _look_up(self, Worker *w) noexcept nogil:
        # Add up the counts of the states that are sought.
        cdef int32_t k
        cdef uint64_t[BATCH] h
        cdef const Part *part
        cdef const uint64_t *count
        for k in range(w.n_sought):
            h[k] = self._hash(w.sought[k])
            part = &self.sought.part[part_of(h[k], self.sought)]
            if part.capacity:
                word_prefetch(self._first_slot(part, h[k], key_words(self) + self.sought.count_words))
        for k in range(w.n_sought):
            count = self._count_of(self.sought, w.sought[k], h[k])
            if count != NULL:
                add_longer(w.sum, count, self.sought.count_words, COUNT + 1)
        w.n_sought = 0

    cdef bint _close(self, Worker *w) noexcept nogil:
        # All successors of the state are found. False if memory is out.
        cdef int32_t k, count_words = self.source.count_words
        if self.task == PUSH or self.task == FINISH:
            multiply(w.total, w.count, count_words + 1, &w.emitted, 1)
            return True
        if self.task == COLLECT:
            return True
        if self.sought != NULL:
            self._look_up(w)
        else:
            w.sum[0] = w.emitted
        if self.task == JOIN:
            multiply(w.total, w.count, count_words, w.sum, self.sought.count_words + 1)
            return True
        # The ways from the state on replace those to it.
        memset(w.count, 0, self.target.count_words * sizeof(uint64_t))
        multiply_by(w.count, w.sum, self.target.count_words, w.many)
        for k in range(self.target.count_words):
            if w.count[k]:
                return self._pass_on(w, w.key)
        return True

    cdef bint _flush(self, Worker *w, int32_t at) noexcept nogil:
        # Put what is buffered into a part of the target. False if memory is out.
        cdef int32_t k, words = key_words(self) + self.target.count_words
        cdef Part *part = &self.target.part[at]
        cdef uint64_t[BATCH] h
        cdef bint ok
        if self.n_workers > 1:
            PyThread_acquire_lock(self.part_lock[at], WAIT_LOCK)
        ok = self._make_room(part, w.n_buffered[at], words)
        if ok:
            for k in range(w.n_buffered[at]):
                h[k] = self._hash(w.buffer[at] + k * words)
                word_prefetch(self._first_slot(part, h[k], words))
            for k in range(w.n_buffered[at]):
                self._put(part, w.buffer[at] + k * words, h[k], self.target.count_words)
            w.n_buffered[at] = 0
        if self.n_workers > 1:
            PyThread_release_lock(self.part_lock[at])
        return ok

    cdef bint _flush_all(self, Worker *w) noexcept nogil:
        cdef int32_t k
        for k in range(PARTS):
            if w.n_buffered[k] and not self._flush(w, k):
                return False
        return True

    # Symmetry ------------------------------------------------------------------------------------------

    cdef int32_t _relabel(self, const uint32_t *rows, Relabelling *labels, uint64_t *key) noexcept nogil:
        # Exchange rows and columns, within their classes, such that nearly all states that can become each other
        # become the same; give the key. The vertices of the graph rows-columns get colours that do not depend on
        # their labels, refined by those of their neighbours; as long as two are the same, one of them is set apart,
        # that of which the least colours come (where that does not tell them apart either, the first). Returns how
        # often colours were refined.
        cdef int32_t n = self.n, k, i, at, n_tied, n_refined = 1
        cdef uint32_t[2][MOST] graph
        cdef uint32_t[MOST] turned
        cdef uint64_t[2][MOST] colour, tried, least_colour
        cdef int32_t[2][MOST] order
        cdef int32_t[MOST] tied
        cdef uint64_t[2] sums
        cdef uint64_t trace, least
        cdef uint32_t bits
        cdef bint is_transposed = False
        memset(graph[1], 0, n * sizeof(uint32_t))
        for k in range(n):
            graph[0][k] = bits = rows[k]
            while bits:
                graph[1][word_lowest(bits)] |= <uint32_t> 1 << k
                bits &= bits - 1
        for k in range(n):
            colour[0][k] = self.overlap[n] * (self.member_of[0][k] + 1)
            colour[1][k] = self.overlap[n] * (self.member_of[1][k] + 1)
        for i in range(2):
            for k in range(n):
                for at in range(k):
                    trace = self.overlap[word_size(graph[i][k] & graph[i][at])]
                    colour[i][k] += trace
                    colour[i][at] += trace
        self._refine(graph[0], graph[1], colour[0], colour[1], 3)
        if self.may_transpose:
            sums[0] = sums[1] = 0
            for k in range(n):
                sums[0] += colour[0][k]
                sums[1] += colour[1][k]
            if sums[0] > sums[1]:
                is_transposed = True
                for k in range(n):
                    graph[0][k], graph[1][k] = graph[1][k], graph[0][k]
                    colour[0][k], colour[1][k] = colour[1][k], colour[0][k]
        self._sort(self.before[0], colour[0], order[0])
        self._sort(self.before[1], colour[1], order[1])
        while True:
            for i in range(2):
                n_tied = self._first_tie(self.before[i], colour[i], order[i], tied)
                if n_tied:
                    break
            else:
                break
            least = 0
            for at in range(n_tied):
                memcpy(tried, colour, sizeof(colour))
                tried[i][tied[at]] = mixed(tried[i][tied[at]] + 1)
                self._refine(graph[0], graph[1], tried[0], tried[1], 3)
                n_refined += 1
                trace = 0
                for k in range(n):
                    trace += mixed(tried[0][k]) + 3 * mixed(tried[1][k])
                if at == 0 or trace < least:
                    least = trace
                    memcpy(least_colour, tried, sizeof(colour))
            memcpy(colour, least_colour, sizeof(colour))
            self._sort(self.before[0], colour[0], order[0])
            self._sort(self.before[1], colour[1], order[1])
        labels.is_transposed = is_transposed
        memset(turned, 0, n * sizeof(uint32_t))
        for k in range(n):
            labels.row_at[k] = order[0][k]
            labels.column_at[k] = order[1][k]
        # Now the cells of the last row and column are left out.
        memset(key, 0, key_words(self) * sizeof(uint64_t))
        for k in range(n):
            bits = graph[1][order[1][k]]
            while bits:
                turned[word_lowest(bits)] |= <uint32_t> 1 << k
                bits &= bits - 1
        for k in range(n):
            self._fill(key, k, turned[order[0][k]])
        return n_refined

    cdef inline void _refine(
        self, const uint32_t *rows, const uint32_t *columns, uint64_t *row, uint64_t *column, int32_t rounds
    ) noexcept nogil:
        # Let the colours of rows and columns depend on those of their neighbours.
        cdef int32_t k, i
        cdef uint32_t bits
        cdef uint64_t[MOST] before
        for i in range(rounds):
            for k in range(self.n):
                before[k] = row[k]
                bits = rows[k]
                while bits:
                    row[k] += column[word_lowest(bits)]
                    bits &= bits - 1
                row[k] = mixed(row[k])
            for k in range(self.n):
                bits = columns[k]
                while bits:
                    column[k] += before[word_lowest(bits)]
                    bits &= bits - 1
                column[k] = mixed(column[k])

    cdef inline void _sort(self, const int32_t *before, const uint64_t *colour, int32_t *order) noexcept nogil:
        # The places of each class go to its members by colour: order[place] is who comes there.
        cdef int32_t k, i
        for k in range(self.n):
            i = k
            while before[i] >= 0 and colour[order[before[i]]] > colour[k]:
                order[i] = order[before[i]]
                i = before[i]
            order[i] = k

    cdef inline int32_t _first_tie(
        self, const int32_t *before, const uint64_t *colour, const int32_t *order, int32_t *tied
    ) noexcept nogil:
        # The first members of a class that have the same colour, and how many they are.
        cdef int32_t k, n = 0, last = -1
        for k in range(self.n):
            if before[k] >= 0 and colour[order[before[k]]] == colour[order[k]] and (n == 0 or before[k] == last):
                if n == 0:
                    tied[0] = order[before[k]]
                    n = 1
                tied[n] = order[k]
                n += 1
                last = k
        return n

    # Drawing -------------------------------------------------------------------------------------------

    cdef bint _list(self, Worker *w) noexcept nogil:
        # Note a successor; False if memory is out.
        cdef int32_t k
        cdef int64_t most
        cdef uint8_t *more
        if self.n_listed == self.most_listed:
            most = 2 * self.most_listed + 64
            if not self._take((most - self.most_listed) * self.n):
                return False
            more = <uint8_t *> realloc(self.listed, most * self.n)
            if more == NULL:
                return False
            self.listed = more
            self.most_listed = most
        for k in range(self.n):
            self.listed[self.n_listed * self.n + k] = word_lowest(w.chosen[k])
        self.n_listed += 1
        return True

    def relabel(self, const uint32_t[::1] rows not None):
        """Return the symmetric form of a state, under which `expand` knows it.

        Parameters
        ----------
        rows : (order,) uint32
            Filled cells of each row, bit c for column c.

        Returns
        -------
        is_transposed : bool
            Whether rows and columns changed their parts: then what follows are columns of the state that
            became rows, and rows that became columns.
        row_at, column_at : list of int
            Which row and which column of the state comes to each place.
        form : bytes
            Filled cells of each row of the form, as in `rows`.

        Raises
        ------
        ValueError
            If the number of rows is not the order.
        """
        cdef Relabelling labels
        cdef uint64_t[KEY] key
        cdef uint32_t[MOST] form
        cdef int32_t k, i, row, column
        if rows.shape[0] != self.n:
            raise ValueError(f"{self.n} rows wanted, got {rows.shape[0]}")
        if self.is_symmetric:
            self._relabel(&rows[0], &labels, key)
        else:
            labels.is_transposed = False
            for k in range(self.n):
                labels.row_at[k] = labels.column_at[k] = k
        for k in range(self.n):
            form[k] = 0
            for i in range(self.n):
                row, column = labels.row_at[k], labels.column_at[i]
                if labels.is_transposed:
                    row, column = column, row
                form[k] |= (rows[row] >> column & 1) << i
        return (
            bool(labels.is_transposed), [labels.row_at[k] for k in range(self.n)],
            [labels.column_at[k] for k in range(self.n)], (<const char *> form)[: 4 * self.n],
        )

    @property
    def order_of_values(self):
        """Values, from 1 on, in the order in which they are placed, and how many of the last ones are alike."""
        cdef int32_t k
        return [self.values[k] + 1 for k in range(self.n)], self.n_alike

    def expand(self, int32_t layer, const uint32_t[::1] rows not None):
        """List the permutations that lead on from a state, each with the number of solutions behind it.

        Parameters
        ----------
        layer : int
            Number of values placed.
        rows : (order,) uint32
            The state: filled cells of each row, bit c for column c. Only states as `relabel` gives them are
            known where symmetry is used.

        Returns
        -------
        columns : bytes
            For each of m permutations the column of each row, m * order numbers.
        weights : list of int
            Solutions that it leads to.
        groups : list of list of int
            Rows that are the same: a permutation stands for all that exchange the columns of those rows.

        Raises
        ------
        ValueError
            If the layers are not kept, or not finished, or the state is not one of the layer.
        MemoryError
            If the permutations do not fit into memory.
        """
        cdef Worker *w = &self.worker[0]
        cdef uint64_t[KEY + 1] state
        cdef uint64_t[KEY] key
        cdef uint32_t[MOST] after
        cdef Relabelling labels
        cdef const uint64_t *count
        cdef int32_t k
        cdef int64_t i
        if self.n_busy:
            raise RuntimeError("these layers are running in another thread")
        if not (self.is_done and self.keeps) or not 0 <= layer < self.n or rows.shape[0] != self.n:
            raise ValueError(f"there is no state of {rows.shape[0]} rows with {layer} values placed")
        memset(state, 0, sizeof(state))
        for k in range(self.n):
            self._fill(state, k, rows[k] & self.full)
        state[key_words(self)] = 1
        self.side[0].placed = layer
        self.source, self.target, self.task = self.layer[layer], NULL, COLLECT
        self.sought = self.layer[layer + 1]
        self.most_listed = self.n_listed = 0
        if self._count_of(self.source, state, self._hash(state)) == NULL:
            raise ValueError(f"there is no such state with {layer} values placed")
        self.no_memory = False
        if self._open(w, state):
            w.part, self.next_part = -1, PARTS
            self.n_busy += 1
            with nogil:
                while not self.no_memory and self._work(w, 1 << 20) == OUTCOME_PAUSED:
                    pass
            self.n_busy -= 1
        columns = (<const char *> self.listed)[: self.n_listed * self.n] if self.n_listed else b""
        weights = []
        for i in range(self.n_listed):
            if self.sought == NULL:
                weights.append(1)
                continue
            memset(key, 0, sizeof(key))
            for k in range(self.n):
                after[k] = rows[k] | <uint32_t> 1 << self.listed[i * self.n + k]
                self._fill(key, k, after[k])
            if self.is_symmetric:
                self._relabel(after, &labels, key)
            count = self._count_of(self.sought, key, self._hash(key))
            weights.append(0 if count == NULL else whole(count, self.sought.count_words))
        self._take(-self.most_listed * self.n)
        free(self.listed)
        self.listed = NULL
        if self.no_memory:
            self._complain()
        groups = {}
        for k in range(self.n):
            if w.same_before[k] < 0:
                groups[k] = [k]
            else:
                groups[k] = groups.pop(w.same_before[k])
                groups[k].append(k)
        return columns, weights, [group for group in groups.values() if len(group) > 1]


cdef inline int32_t key_words(States self) noexcept nogil:
    # Words of a key: in the narrow build it is known that there is one.
    return 1 if FASTFUTO_WORDS == 1 else self.words_in_key
