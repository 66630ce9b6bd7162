# What random samples and estimates need: a state's successors with the solutions behind them, and layers that
# are thinned out at random.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from common.bits cimport next_random, word_lowest
from common.numbers cimport scaled, set_whole, whole
from states.keys cimport KEY_WORDS, fill, hash_of, key_words
from states.layers cimport Core, successor_form
from states.placement cimport Placement, lay_out, next_permutation
from states.state_table cimport (
    COUNT_WORDS, Account, Table, count_of, give_back, key_words_of, make_room, next_state, put, take,
)


# Successors ---------------------------------------------------------------------------------------------

cdef struct Listing:
    uint8_t *columns            # (n, order) for each permutation the column of each row
    int64_t n
    int64_t capacity


cdef inline int note(Listing *listing, Account *account, const Placement *p, int32_t n_rows) except -1:
    # Add the permutation that has just been found.
    cdef int64_t capacity = 2 * listing.capacity + 64
    cdef uint8_t *columns
    cdef int32_t k
    if listing.n == listing.capacity:
        columns = NULL
        if take(account, (capacity - listing.capacity) * n_rows):
            columns = <uint8_t *> realloc(listing.columns, capacity * n_rows)
            if columns == NULL:
                give_back(account, (capacity - listing.capacity) * n_rows)
        if columns == NULL:
            raise MemoryError(f"more than {listing.n} permutations do not fit into memory")
        listing.columns = columns
        listing.capacity = capacity
    for k in range(n_rows):
        listing.columns[listing.n * n_rows + k] = word_lowest(p.chosen[k])
    listing.n += 1
    return 0


cdef inline tuple successors(
    Core *core, const Table *table, const Table *sought, int32_t placed, const uint32_t *rows
):
    # The permutations that lead on from a state of the table: their columns, the solutions behind each, and
    # groups of rows that are the same. The next layer is sought, or NULL if the last value is to be placed.
    # None if the table does not have the state.
    cdef int32_t n = core.rules.shape.n, n_key_words = key_words(&core.rules.shape), k
    cdef int64_t budget = <int64_t> 1 << 62
    cdef uint64_t[KEY_WORDS] state
    cdef uint64_t *key
    cdef const uint64_t *count
    cdef Placement p
    cdef Listing listing
    memset(state, 0, sizeof(state))
    for k in range(n):
        fill(&core.rules.shape, state, k, rows[k])
    if (
        count_of(table, state, hash_of(state, n_key_words)) == NULL
        or not lay_out(&p, &core.rules, &core.symmetry, 0, placed, state)
    ):
        return None
    weights = []
    memset(&listing, 0, sizeof(listing))
    try:
        while True:
            key = next_permutation(&p, &core.rules.shape, &budget)
            if key == NULL:
                break
            note(&listing, &core.account, &p, n)
            if sought == NULL:
                weights.append(1)
                continue
            if core.symmetry.is_used:
                successor_form(core, &p, key)
            count = count_of(sought, key, hash_of(key, n_key_words))
            weights.append(0 if count == NULL else whole(count, sought.count_words))
        columns = (<const char *> listing.columns)[: listing.n * n] if listing.n else b""
    finally:
        give_back(&core.account, listing.capacity * n)
        free(listing.columns)
    groups = {}     # by their last rows
    for k in range(n):
        if p.same_before[k] < 0:
            groups[k] = [k]
        else:
            groups[k] = groups.pop(p.same_before[k])
            groups[k].append(k)
    return columns, weights, [group for group in groups.values() if len(group) > 1]


# Thinning -----------------------------------------------------------------------------------------------

cdef inline double uniform(uint64_t *random_state) noexcept nogil:
    # A random number from 0 to 1.
    return <double> (next_random(random_state) >> 11) / 9007199254740992.0


cdef inline object threshold_for(const Table *table, int64_t limit):
    # The number of ways at which `limit` states, as expected, are kept of a table that has more.
    cdef int32_t k
    cdef int64_t at
    cdef const uint64_t *state
    cdef double threshold
    sizes = []
    for k in range(table.n_parts):
        at = 0
        while True:
            state = next_state(table, &table.part[k], &at)
            if state == NULL:
                break
            sizes.append(scaled(state + key_words_of(table), table.count_words))
    # The largest states are kept for certain, as long as each has more than its share of what is left.
    sizes.sort(reverse=True)
    rest = sum(sizes)
    for at in range(limit):
        if sizes[at] * (limit - at) <= rest:
            break
        rest -= sizes[at]
    threshold = rest / (limit - at)
    # It is rounded up to a whole number, and the probabilities follow it: otherwise the mean would not stay.
    return (int(threshold * 2**52) << 64 * (table.count_words - 1) >> 52) + 1


cdef inline object thin_out(Account *account, Table *thinned, const Table *table, object ways, uint64_t seed):
    # Copy a table into an empty one with one part; a state with less than `ways` ways is kept with the
    # probability that its mean stays, and then has so many. Returns the number of ways to all that are kept.
    cdef uint64_t[KEY_WORDS + COUNT_WORDS] copy
    cdef int32_t k, n_key_words = key_words_of(table)
    cdef int64_t at
    cdef const uint64_t *state
    cdef double size, threshold = ways / (<object> 1 << 64 * (table.count_words - 1))
    total = 0
    for k in range(table.n_parts):
        at = 0
        while True:
            state = next_state(table, &table.part[k], &at)
            if state == NULL:
                break
            size = scaled(state + n_key_words, table.count_words)
            if size < threshold and uniform(&seed) * threshold >= size:
                continue
            count = ways if size < threshold else whole(state + n_key_words, table.count_words)
            total += count
            memcpy(copy, state, n_key_words * sizeof(uint64_t))
            set_whole(copy + n_key_words, thinned.count_words, count)
            if not make_room(account, thinned, &thinned.part[0], 1):
                raise MemoryError("the thinned layer does not fit into memory")
            put(thinned, &thinned.part[0], copy, hash_of(copy, n_key_words))
    return total
