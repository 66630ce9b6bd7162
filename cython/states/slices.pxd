# Slices: states of a layer in which another process places one more value.
#
# The states are transferred as rows of words: the key, then the count, the lowest word first. The states of a layer are
# sorted into shares by the cells of their first row. The predecessors of a state have few different first rows, so
# slices made of whole shares lead to few common states.
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy, memset

from common.bits cimport word_size
from common.numbers cimport add_longer, multiply, whole
from states.keys cimport Shape, hash_of, key_words
from states.layers cimport Core, Worker
from states.rules cimport Rules
from states.state_table cimport (
    COUNT_WORDS, PARTS, Part, Table, count_of, free_table, make_room, n_states, new_table, next_state, part_of,
    put,
)
from states.tuning cimport PART_BITS

cdef enum:
    SHARES = PARTS


cdef inline bint is_state(const Rules *rules, const uint64_t *key, int32_t placed) noexcept nogil:
    # Return whether a key has the right number of filled cells. A state has placed * n cells. Its key lacks the cells
    # of the last row and of the last column, which share one cell. Merged states have more bits.
    cdef const Shape *shape = &rules.shape
    cdef int32_t k, last = key_words(shape) - 1, n_filled = 0, bits = (shape.n - 1) * (shape.n - 1) & 63
    cdef uint64_t passed = key[last] >> bits if bits else 0
    for k in range(last + 1):
        n_filled += word_size(key[k])
    n_filled -= placed * (shape.n - 2) + word_size(passed)
    return (n_filled == 0 or n_filled == 1) and key[last] != ~<uint64_t> 0 and not passed >> rules.merging.n_watched


cdef inline int32_t share_of(const Shape *shape, const uint64_t *key) noexcept nogil:
    cdef uint64_t cells = key[0] & shape.full_row >> 1
    return hash_of(&cells, 1) >> (64 - PART_BITS)


cdef inline int fill_table(
    Core *core, Table *table, const uint64_t *states, int64_t n, int32_t placed, uint64_t *total
) noexcept nogil:
    # Add states to a table, and their counts to the total. Return 1 on success, 0 if memory runs out, and -1 if a row
    # is not a state.
    cdef int32_t n_key_words = key_words(&core.rules.shape)
    cdef const uint64_t *state
    cdef Part *part
    cdef uint64_t h
    cdef int64_t k
    for k in range(n):
        state = states + k * table.slot_words
        if not is_state(&core.rules, state, placed):
            return -1
        h = hash_of(state, n_key_words)
        part = &table.part[part_of(table, h)]
        if not make_room(&core.account, table, part, 1):
            return 0
        put(table, part, state, h, table.slot_words)
        add_longer(total, state + n_key_words, table.count_words, COUNT_WORDS + 1)
    return 1


cdef inline int32_t count_words_of(const Core *core, const uint64_t[:, ::1] states) except -1:
    cdef Py_ssize_t n_words = states.shape[1] - core.rules.shape.n_key_words
    if not 1 <= n_words <= COUNT_WORDS:
        raise ValueError(
            f"a row of a state has {core.rules.shape.n_key_words + 1} words or some more, got {states.shape[1]}"
        )
    return n_words


cdef inline Table *table_of(
    Core *core, const uint64_t[:, ::1] states, int32_t placed, object ways
) except NULL:
    # Check states and return a table of them, with the counts of equal states added up. Raise ValueError if their
    # counts add up to more than `ways`.
    cdef Table *table
    cdef uint64_t[COUNT_WORDS + 1] total
    cdef int64_t n = states.shape[0]
    cdef const uint64_t *first = &states[0, 0] if n else NULL
    cdef int filled
    if not isinstance(ways, int):
        raise TypeError(f"the number of ways must be an int, got {ways!r}")
    table = new_table(core.rules.shape.n_key_words, 64 * count_words_of(core, states), PARTS)
    memset(total, 0, sizeof(total))
    with nogil:
        filled = fill_table(core, table, first, n, placed, total)
    if filled < 1 or whole(total, COUNT_WORDS + 1) > ways:
        free_table(&core.account, table)
        if filled == 0:
            raise MemoryError("the states do not fit into memory")
        raise ValueError(f"the rows are not states with {placed} values placed and up to {ways} ways")
    return table


cdef inline void sort_states(const Core *core, const Table *table, uint64_t *starts, uint64_t *to) noexcept nogil:
    # Write the start of each share, (SHARES + 1,), and then the states share by share.
    cdef uint64_t[SHARES] at
    cdef const uint64_t *state
    cdef int32_t part, share
    cdef int64_t slot
    memset(starts, 0, (SHARES + 1) * sizeof(uint64_t))
    for part in range(table.n_parts):
        slot = 0
        while True:
            state = next_state(table, &table.part[part], &slot)
            if state == NULL:
                break
            starts[share_of(&core.rules.shape, state) + 1] += 1
    for share in range(SHARES):
        starts[share + 1] += starts[share]
        at[share] = starts[share]
    for part in range(table.n_parts):
        slot = 0
        while True:
            state = next_state(table, &table.part[part], &slot)
            if state == NULL:
                break
            share = share_of(&core.rules.shape, state)
            memcpy(to + at[share] * table.slot_words, state, table.slot_words * sizeof(uint64_t))
            at[share] += 1


cdef inline bytes sorted_states(const Core *core, const Table *table):
    cdef int64_t n = n_states(table)
    cdef bytes packed = bytes((SHARES + 1 + n * table.slot_words) * <int64_t> sizeof(uint64_t))
    cdef uint64_t *words = <uint64_t *> <char *> packed
    with nogil:
        sort_states(core, table, words, words + SHARES + 1)
    return packed


cdef inline bytes take_rest(Core *core, Worker *w):
    # Remove the unprocessed states of the source from the only worker, and return them.
    cdef const Table *source = core.source
    cdef int32_t first = w.part if w.part >= 0 else core.next_part, part
    cdef int64_t n = 0, slot
    cdef const uint64_t *state
    cdef uint64_t *to
    cdef bytes packed
    for part in range(first, source.n_parts):
        n += source.part[part].n
    # A few states of this part may already have been processed.
    packed = bytes(n * source.slot_words * <int64_t> sizeof(uint64_t))
    to = <uint64_t *> <char *> packed
    n = 0
    for part in range(first, source.n_parts):
        slot = w.slot if part == w.part else 0
        while True:
            state = next_state(source, &source.part[part], &slot)
            if state == NULL:
                break
            memcpy(to + n * source.slot_words, state, source.slot_words * sizeof(uint64_t))
            n += 1
    if w.part >= 0:
        w.slot = source.part[w.part].capacity
    core.next_part = source.n_parts
    return packed[: n * source.slot_words * <int64_t> sizeof(uint64_t)]


cdef inline object product_of(
    Core *core, const uint64_t[:, ::1] states, const uint64_t[:, ::1] others, int32_t placed, object ways
):
    # Sum up the products of the two counts of each state that is in both arrays, and return the sum.
    cdef uint64_t[2 * COUNT_WORDS + 2] total
    cdef int32_t n_key_words = core.rules.shape.n_key_words, count_words = count_words_of(core, states)
    cdef Table *table = table_of(core, others, placed, ways)
    cdef int64_t n = states.shape[0], k
    cdef const uint64_t *state = &states[0, 0] if n else NULL
    cdef const uint64_t *count
    memset(total, 0, sizeof(total))
    with nogil:
        for k in range(n):
            count = count_of(table, state, hash_of(state, n_key_words), table.slot_words)
            if count != NULL:
                multiply(total, state + n_key_words, count_words, count, table.count_words)
            state += n_key_words + count_words
    free_table(&core.account, table)
    return whole(total, 2 * COUNT_WORDS + 2)
