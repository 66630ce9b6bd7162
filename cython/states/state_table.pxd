# The table of a layer: its states, each with the number of ways to it.
#
# The table is a hash table with open addressing, divided into parts. The top bits of the hash choose the part, and its
# lower half chooses the slot. A part grows when four fifths of its slots are taken. Parts grow one at a time, so a
# growing table needs little additional memory. A thread locks at most one part.
from cpython.pythread cimport PyThread_acquire_lock, PyThread_release_lock, PyThread_type_lock, WAIT_LOCK
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from common.bits cimport FASTFUTO_WORDS
from common.numbers cimport add
from states.keys cimport hash_of
from states.tuning cimport DOUBLING, PART_BITS

cdef enum:
    COUNT_WORDS = 48            # enough for the number of Latin squares of order 32, with room for products
    PARTS = 1 << PART_BITS

cdef struct Account:
    # The memory of all tables of an engine.
    PyThread_type_lock lock
    int64_t limit
    int64_t bytes
    int64_t peak_bytes

cdef struct Part:
    # The last word of the key is all ones in an empty slot. Only the full grid has such a key, and no table contains
    # the full grid.
    uint64_t *slots             # (capacity, slot_words) key, then count
    int64_t n                   # states
    int64_t capacity

cdef struct Table:
    Part part[PARTS]
    int32_t n_parts             # parts in use: 1 or PARTS
    int32_t n_key_words
    int32_t count_words
    int32_t slot_words          # key and count


# Memory -------------------------------------------------------------------------------------------------

cdef inline bint take(Account *account, int64_t size) noexcept nogil:
    # Account for a block of memory, and for a sixteenth of its size as fragmentation. Return False, without any change,
    # if the limit does not allow the block.
    cdef bint ok
    size += size // 16
    PyThread_acquire_lock(account.lock, WAIT_LOCK)
    ok = account.bytes + size <= account.limit
    if ok:
        account.bytes += size
        account.peak_bytes = max(account.peak_bytes, account.bytes)
    PyThread_release_lock(account.lock)
    return ok


cdef inline void give_back(Account *account, int64_t size) noexcept nogil:
    # Account for a freed block of that size.
    PyThread_acquire_lock(account.lock, WAIT_LOCK)
    account.bytes -= size + size // 16
    PyThread_release_lock(account.lock)


cdef inline int32_t key_words_of(const Table *table) noexcept nogil:
    # Return the number of words of a key. In the narrow build this is the constant 1.
    return 1 if FASTFUTO_WORDS == 1 else table.n_key_words


cdef inline Table *new_table(int32_t n_key_words, object bits, int32_t n_parts) except NULL:
    # Return an empty table for counts of `bits` bits.
    cdef Table *table
    if bits > 64 * COUNT_WORDS:
        raise MemoryError(f"counts of {bits} bits are too long")
    table = <Table *> calloc(1, sizeof(Table))
    if table == NULL:
        raise MemoryError("a table cannot be set up")
    table.n_key_words = n_key_words
    table.count_words = max(1, (bits + 63) // 64)
    table.slot_words = n_key_words + table.count_words
    table.n_parts = n_parts
    return table


cdef inline void clear_part(Account *account, const Table *table, Part *part) noexcept nogil:
    # Free the memory of a part.
    give_back(account, part.capacity * table.slot_words * <int64_t> sizeof(uint64_t))
    free(part.slots)
    part.slots = NULL
    part.n = part.capacity = 0


cdef inline void free_table(Account *account, Table *table) noexcept nogil:
    # Free a table, which may be NULL.
    cdef int32_t k
    if table != NULL:
        for k in range(PARTS):
            clear_part(account, table, &table.part[k])
    free(table)


# Looking up and adding ----------------------------------------------------------------------------------

cdef inline bint is_empty(const Table *table, const uint64_t *slot) noexcept nogil:
    return slot[key_words_of(table) - 1] == ~<uint64_t> 0


cdef inline int32_t part_of(const Table *table, uint64_t h) noexcept nogil:
    # Return the part of a state with that hash.
    return h >> (64 - PART_BITS) & (table.n_parts - 1)


# The inner functions take the number of words of a slot. If this number is a constant, the functions need no loop over
# words.

cdef inline uint64_t *first_slot(const Part *part, uint64_t h, int32_t slot_words) noexcept nogil:
    # Return the first slot of the probe sequence for that hash.
    return part.slots + (<uint64_t> <uint32_t> h * <uint64_t> part.capacity >> 32) * slot_words


cdef inline bint has_key(const Table *table, const uint64_t *slot, const uint64_t *key) noexcept nogil:
    cdef int32_t i
    for i in range(key_words_of(table)):
        if slot[i] != key[i]:
            return False
    return True


cdef inline uint64_t *find(
    const Table *table, const Part *part, const uint64_t *key, uint64_t h, int32_t slot_words
) noexcept nogil:
    # Return the slot of the state, or the empty slot for it.
    cdef uint64_t *slot = first_slot(part, h, slot_words)
    cdef uint64_t *end = part.slots + part.capacity * slot_words
    while not is_empty(table, slot) and not has_key(table, slot, key):
        slot += slot_words
        if slot == end:
            slot = part.slots
    return slot


cdef inline const uint64_t *count_of(
    const Table *table, const uint64_t *key, uint64_t h, int32_t slot_words
) noexcept nogil:
    # Return the count of a state, or NULL if the table does not have it.
    cdef const Part *part = &table.part[part_of(table, h)]
    cdef uint64_t *slot
    if not part.capacity:
        return NULL
    slot = find(table, part, key, h, slot_words)
    return NULL if is_empty(table, slot) else slot + key_words_of(table)


cdef inline void put(
    const Table *table, Part *part, const uint64_t *state, uint64_t h, int32_t slot_words
) noexcept nogil:
    # Add a state, which is a key followed by a count, to a part that has room for it.
    cdef uint64_t *slot = find(table, part, state, h, slot_words)
    cdef int32_t i
    if is_empty(table, slot):
        for i in range(slot_words):
            slot[i] = state[i]
        part.n += 1
    else:
        add(slot + key_words_of(table), state + key_words_of(table), slot_words - key_words_of(table))


cdef inline const uint64_t *next_state(const Table *table, const Part *part, int64_t *at) noexcept nogil:
    # Return the first state from slot `at` on, and set `at` to the slot that follows. Return NULL if no state follows.
    cdef const uint64_t *slot
    while at[0] < part.capacity:
        slot = part.slots + at[0] * table.slot_words
        at[0] += 1
        if not is_empty(table, slot):
            return slot
    return NULL


cdef inline bint make_room(Account *account, const Table *table, Part *part, int64_t more) noexcept nogil:
    # Make room for `more` further states. Return False if memory runs out.
    cdef int32_t words = table.slot_words
    cdef int64_t capacity = part.capacity, size = words * <int64_t> sizeof(uint64_t), i
    cdef uint64_t *slot
    cdef Part bigger
    if (part.n + more) * 5 <= capacity * 4:
        return True
    # Large parts grow by half, which saves memory. Small parts double, which moves their states less often.
    capacity = max(2 * capacity if capacity < DOUBLING else capacity + capacity // 2, (part.n + more) * 5 // 4 + 8)
    if capacity >= <int64_t> 1 << 32 or not take(account, capacity * size):
        return False
    bigger.slots, bigger.capacity, bigger.n = <uint64_t *> malloc(capacity * size), capacity, 0
    if bigger.slots == NULL:
        give_back(account, capacity * size)
        return False
    for i in range(capacity):
        bigger.slots[i * words + key_words_of(table) - 1] = ~<uint64_t> 0
    for i in range(part.capacity):
        slot = part.slots + i * words
        if not is_empty(table, slot):
            put(table, &bigger, slot, hash_of(slot, key_words_of(table)), words)
    clear_part(account, table, part)
    part.slots, part.capacity, part.n = bigger.slots, bigger.capacity, bigger.n
    return True


cdef inline int64_t n_states(const Table *table) noexcept nogil:
    cdef int64_t n = 0
    cdef int32_t k
    for k in range(table.n_parts):
        n += table.part[k].n
    return n
