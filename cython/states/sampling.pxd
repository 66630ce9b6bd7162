# Support for random samples: a state's form, and its successors with their numbers of solutions.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from common.bits cimport word_lowest
from common.numbers cimport whole
from states.keys cimport KEY_WORDS, MAX_ROWS, check_state, fill, hash_of, key_words, read_rows
from states.layers cimport Core, successor_form
from states.placement cimport Placement, lay_out, next_permutations
from states.state_table cimport Account, Table, count_of, give_back, take
from states.symmetry cimport Relabelling, Symmetry, symmetric_form


cdef inline tuple form_of(Core *core, const uint32_t[::1] rows):
    # Check a state and return its symmetric form: whether the form is transposed, the row and column of the state for
    # each row and column of the form, and the form as bytes.
    cdef int32_t n = core.rules.shape.n, k, i, row, column
    cdef Relabelling labels
    cdef uint64_t[KEY_WORDS] key
    cdef uint32_t[MAX_ROWS] form
    cdef const Symmetry *symmetry = &core.symmetry[check_state(&core.rules.shape, rows)]
    if symmetry.is_used:
        symmetric_form(symmetry, &core.rules.shape, &rows[0], &labels, key)
    else:
        labels.is_transposed = False
        for k in range(n):
            labels.row_at[k] = labels.column_at[k] = k
    for k in range(n):
        form[k] = 0
        for i in range(n):
            row, column = labels.row_at[k], labels.column_at[i]
            if labels.is_transposed:
                row, column = column, row
            form[k] |= (rows[row] >> column & 1) << i
    return (
        bool(labels.is_transposed), [labels.row_at[k] for k in range(n)],
        [labels.column_at[k] for k in range(n)], (<const char *> form)[: 4 * n],
    )


# Successors ---------------------------------------------------------------------------------------------

cdef struct Listing:
    uint8_t *columns            # (n, order) the column of each row in each permutation
    int64_t n
    int64_t capacity


cdef inline int note(
    Listing *listing, Account *account, const uint32_t *before, const uint32_t *after, int32_t n_rows
) except -1:
    # Add the permutation between two states.
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
        listing.columns[listing.n * n_rows + k] = word_lowest(after[k] & ~before[k])
    listing.n += 1
    return 0


cdef inline tuple successors(
    Core *core, const Table *table, const Table *sought, int32_t placed, const uint32_t *rows
):
    # Return the permutations that lead from a state of the table to the next layer: their columns, their numbers of
    # solutions, and groups of equal rows. `sought` is the next layer, or NULL if only the last value is left. Return
    # None if the table does not contain the state.
    cdef int32_t n = core.rules.shape.n, n_key_words = key_words(&core.rules.shape), k, n_keys = 0
    cdef int64_t budget = <int64_t> 1 << 62
    cdef uint64_t[KEY_WORDS] state
    cdef uint32_t[MAX_ROWS] after
    cdef uint64_t *key
    cdef const uint64_t *count
    cdef Placement p
    cdef Listing listing
    memset(state, 0, sizeof(state))
    for k in range(n):
        fill(&core.rules.shape, state, k, rows[k])
    if (
        count_of(table, state, hash_of(state, n_key_words), table.slot_words) == NULL
        or not lay_out(&p, &core.rules, &core.symmetry[placed], 0, placed, state)
    ):
        return None
    weights = []
    memset(&listing, 0, sizeof(listing))
    try:
        while True:
            if n_keys == 0:
                key = next_permutations(&p, &core.rules.shape, &n_keys, &budget)
                if key == NULL:
                    break
            n_keys -= 1
            read_rows(&core.rules.shape, key, placed + 1, after)
            note(&listing, &core.account, rows, after, n)
            if sought == NULL:
                weights.append(1)
            else:
                if core.symmetry[placed + 1].is_used:
                    successor_form(core, &core.symmetry[placed + 1], &p, key)
                count = count_of(sought, key, hash_of(key, n_key_words), sought.slot_words)
                weights.append(0 if count == NULL else whole(count, sought.count_words))
            key += 1
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
