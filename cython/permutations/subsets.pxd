# The number of permutations that obey rules, counted over sets of filled positions or of used values.
#
# The values 1, 2, ... are placed one after the other. After k values, only the set of filled positions matters, and a
# table holds the number of ways to each set. Positions that no rule distinguishes are filled in order, and the first
# open position represents all of them, so counting n! permutations takes n states. With inequalities, only
# downward-closed sets occur, so linear extensions are counted over the ideals of the order. Without inequalities, the
# number is a permanent of zeros and ones. If the tables for a permanent become too large, Ryser's formula
# (Combinatorial Mathematics, 1963) takes over. The formula is a signed sum over all sets of values, in Gray code. Each
# term is a product over the positions, whose factors are the numbers of values in the set that the position may take.
#
# Chains exchange the roles of positions and values. All cells of a chain differ, and in some order of the cells, only
# neighbours have rules in common. The cells are filled in this order, so the state is the set of used values and the
# last value, on which the rule to the next cell depends. For each set, the table holds the number of ways for each
# possible last value. In the comments below, an *item* is a position or, in a chain, a value, and each *step* places an
# item. If the last cell has a rule with the first cell, the first cell is fixed to each of its values in turn, and each
# of these *rounds* counts a chain.
#
# The table for permutations is a single hash table that grows within the budget, and its empty slots are 0, so memory
# need not be touched before it is used. The table for states of Latin squares, in contrast, has many parts, each of
# which grows in one step and can be locked by a thread.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from common.bits cimport word_lowest, word_mixed, word_prefetch, word_product, word_size
from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, Outcome
from common.facts cimport Facts
from common.numbers cimport add, multiply_by
from permutations.tuning cimport LEAST_SLOTS, STEP_COST, STORING

cdef enum:
    MOST_POSITIONS = 63         # a set of all 64 positions would be stored as 0, which marks an empty slot
    COUNT_WORDS = 5             # enough for 63!
    MAX_FOR_RYSER = 34          # 34! is less than 2**128

cdef struct Table:
    # A set is stored as its complement, which is never 0. Empty slots are 0, so untouched memory is an empty table.
    uint64_t *slots             # (capacity, words) complement of a set, then its count, or one for each last item
    int32_t words
    int64_t n                   # states
    int64_t capacity

cdef struct SubsetsCore:
    int32_t n                   # items
    int32_t n_steps             # n, or the number of cells of a chain
    int32_t count_words         # enough for n!
    int64_t most_bytes
    uint64_t[MOST_POSITIONS] now        # (step) items that it may place
    uint64_t[MOST_POSITIONS + 1] later  # (step) items that it or a later step may place
    uint64_t[MOST_POSITIONS] lesser     # (position) positions whose values must be less
    uint64_t[MOST_POSITIONS] alike      # (item) the items that no rule distinguishes from it, and itself
    # Chains.
    bint[MOST_POSITIONS + 1] is_linked  # (step) whether a rule joins its cell to the cell before, the last for step 0
    uint64_t[MOST_POSITIONS][MOST_POSITIONS] before     # (step, value) values that the cell before may have
    uint64_t firsts                     # values of the first cell for the next rounds
    uint64_t lasts                      # values of the last cell, beside any value of the first one
    Table source                # the layer whose states are processed
    Table target                # the layer to be filled
    Table outgrown              # the target before it grew, until all its states are moved
    int64_t moved               # slots of it that are done
    int64_t at                  # the next slot of the source
    # Ryser's formula.
    int64_t patience            # number of steps after which it takes over
    int64_t gray                # number of the next set of values in Gray code; 0 before the formula
    uint8_t[MOST_POSITIONS] options     # (position) number of values in the set that it may take
    uint64_t[2] sum
    bint no_memory
    int32_t placed              # items placed so far
    int64_t bytes               # of the tables
    int64_t peak_bytes          # largest number of bytes so far
    int64_t states              # in all layers so far
    int64_t layer_size          # states in the present layer
    int64_t steps               # items placed into states, or sets of values in Ryser's formula


# Setting up ---------------------------------------------------------------------------------------------

cdef inline bint subsets_reset(SubsetsCore *s, const Facts *f, int32_t count_words) noexcept nogil:
    # Start over with other rules for positions. Return False if the first table does not fit into memory.
    cdef int32_t p, q, v, k, n = s.n
    cdef uint64_t[MOST_POSITIONS] greater       # (position) positions whose values must be greater
    cdef uint64_t all_values = <uint64_t> -1 >> (64 - n)
    prepare(s, n, count_words)
    memset(greater, 0, sizeof(greater))
    for k in range(f.n_inequalities):
        s.lesser[f.inequality[2 * k + 1]] |= <uint64_t> 1 << f.inequality[2 * k]
        greater[f.inequality[2 * k]] |= <uint64_t> 1 << f.inequality[2 * k + 1]
    for v in range(n - 1, -1, -1):
        s.now[v] = 0
        for p in range(n):
            s.now[v] |= (f.domain[p] >> v & 1) << p
    for p in range(n):
        s.alike[p] = 0
        for q in range(n):
            if (
                (f.domain[p] ^ f.domain[q]) & all_values == 0
                and s.lesser[p] == s.lesser[q] and greater[p] == greater[q]
            ):
                s.alike[p] |= <uint64_t> 1 << q
    if f.n_inequalities == 0 and n <= MAX_FOR_RYSER:
        s.patience = (<int64_t> n << n) // STEP_COST
    return begin_round(s)


cdef inline bint chain_reset(
    SubsetsCore *s, const Facts *f, const int32_t *place, int32_t count_words,
) noexcept nogil:
    # Start over with a chain: each cell has a place in it, and rules join the cells of consecutive places, or the first
    # and the last cell. Return False if the first table does not fit into memory.
    cdef int32_t k, v, n = s.n
    cdef const uint64_t *table
    prepare(s, f.n_cells, count_words)
    for k in range(f.n_cells):
        s.now[place[k]] = f.domain[k] & <uint64_t> -1 >> (64 - n)
    for v in range(n):
        s.alike[v] = <uint64_t> 1 << v
    memset(s.before, 255, sizeof(s.before))
    for k in range(f.n_inequalities):
        for v in range(n):
            allow(s, place[f.inequality[2 * k]], place[f.inequality[2 * k + 1]], v, ~<uint64_t> 0 << v << 1)
    for k in range(f.n_relations):
        table = f.table + <Py_ssize_t> f.table_number[k] * n
        for v in range(n):
            allow(s, place[f.related[2 * k]], place[f.related[2 * k + 1]], v, table[v])
    if s.is_linked[0]:
        s.firsts, s.lasts = s.now[0], s.now[s.n_steps - 1]
    return begin_round(s)


cdef inline void prepare(SubsetsCore *s, int32_t n_steps, int32_t count_words) noexcept nogil:
    # Forget earlier rules and results.
    subsets_free(s)
    s.n_steps, s.count_words = n_steps, count_words
    memset(s.lesser, 0, sizeof(s.lesser))
    memset(s.is_linked, 0, sizeof(s.is_linked))
    s.firsts = 0
    s.bytes = s.peak_bytes = s.states = s.layer_size = s.steps = 0
    s.gray = 0
    s.no_memory = False
    s.patience = <int64_t> 1 << 62


cdef inline void allow(SubsetsCore *s, int32_t place, int32_t other, int32_t v, uint64_t allowed) noexcept nogil:
    # If the cell at the first place has value v, allow only the values `allowed` at the other place.
    cdef int32_t w
    cdef bint is_before = other == place + 1 or (other == 0 and place == s.n_steps - 1 and place > 1)
    s.is_linked[other if is_before else place] = True
    if not is_before:
        s.before[place][v] &= allowed
        return
    for w in range(s.n):
        s.before[other][w] &= ~((~allowed >> w & 1) << v)


cdef inline bint begin_round(SubsetsCore *s) noexcept nogil:
    # Begin with the empty set. Return False if its table does not fit into memory.
    cdef int32_t k
    if s.firsts:
        s.now[0] = s.firsts & -s.firsts
        s.now[s.n_steps - 1] = s.lasts & s.before[0][word_lowest(s.firsts)]
        s.firsts &= s.firsts - 1
    s.later[s.n_steps] = 0
    for k in range(s.n_steps - 1, -1, -1):
        s.later[k] = s.now[k] | s.later[k + 1]
    s.placed = 0
    s.at = 0
    empty(s, &s.source)
    if not allocate(s, &s.source, LEAST_SLOTS, 1 + s.count_words):
        return False
    slot_of(&s.source, ~<uint64_t> 0)[1] = 1
    return True


cdef inline void subsets_free(SubsetsCore *s) noexcept nogil:
    # Free all tables. This is also safe for a core that is all zeros.
    empty(s, &s.source)
    empty(s, &s.target)
    empty(s, &s.outgrown)


# Running ------------------------------------------------------------------------------------------------

cdef inline Outcome subsets_run(SubsetsCore *s, int64_t budget) noexcept nogil:
    # Continue to place a value, or to sum up Ryser's formula, until the layer or the sum is finished or the budget is
    # used up. If memory runs out, `no_memory` is set.
    cdef Outcome outcome = OUTCOME_EXHAUSTED
    if s.no_memory:
        return outcome
    if s.gray == 0:
        outcome = place_item(s, budget)
        if s.patience < <int64_t> 1 << 62 and (s.no_memory or s.steps > s.patience):
            # Begin with the empty set of values; the tables are no longer needed.
            subsets_free(s)
            s.no_memory = False
            memset(s.options, 0, sizeof(s.options))
            s.sum[0] = s.sum[1] = 0
            s.gray = 1
    return add_up_products(s, budget) if s.gray else outcome


cdef inline void subsets_advance(SubsetsCore *s) noexcept nogil:
    # Advance to the next value, once a layer is finished.
    empty(s, &s.source)
    s.source = s.target
    memset(&s.target, 0, sizeof(Table))
    s.at = 0
    s.placed += 1
    s.layer_size = s.source.n
    s.states += s.layer_size


cdef inline const uint64_t *last_state(const SubsetsCore *s) noexcept nogil:
    # Return the only state of the last layer, whose count is the answer. Return NULL if there is none.
    cdef int64_t i
    for i in range(s.source.capacity):
        if s.source.slots[i * s.source.words]:
            return s.source.slots + i * s.source.words
    return NULL


cdef inline Outcome place_item(SubsetsCore *s, int64_t budget) noexcept nogil:
    # Place an item in all states of the source, as far as the budget reaches.
    cdef int32_t p, k = s.placed
    cdef uint64_t state, ready, rest, due
    cdef uint64_t all_items = <uint64_t> -1 >> (64 - s.n)
    cdef uint64_t[COUNT_WORDS] sum
    cdef const uint64_t *ways
    cdef const uint64_t *slot
    cdef uint64_t *next
    while s.at < s.source.capacity:
        if s.outgrown.slots != NULL:
            move(s, &budget)
        if budget <= 0:
            return OUTCOME_PAUSED
        # There must be room for all successors of a state.
        if (s.target.n + s.n) * 4 > s.target.capacity * 3:
            if not begin_growth(s):
                s.no_memory = True
                return OUTCOME_EXHAUSTED
            continue
        slot = s.source.slots + s.at * s.source.words
        if slot[0]:
            state = ~slot[0]
            ready = s.now[k] & ~state
            # If all items are to be placed, items that no later step may place must be placed now.
            due = all_items & ~state & ~s.later[k + 1] if s.n_steps == s.n else 0
            if due:
                ready = ready & due if due & (due - 1) == 0 else 0
            # The slots of all successors are fetched from memory while other successors are processed. (GCC drops
            # functions that only do this.)
            rest = ready
            while rest:
                p = word_lowest(rest)
                next = first_slot(&s.target, next_key(s, state, p))
                word_prefetch(next)
                word_prefetch(next + 1 + place_of(s, state, p))
                rest &= ~s.alike[p]
            while ready:
                p = word_lowest(ready)
                ready &= ~s.alike[p]
                budget -= 1
                if s.lesser[p] & ~state:
                    continue
                ways = slot + 1
                if k and s.is_linked[k]:
                    budget -= add_up_ways(s, slot, state & s.before[k][p], sum)
                    ways = sum
                    if is_zero(sum, s.count_words):
                        continue
                next = slot_of(&s.target, next_key(s, state, p)) + 1 + place_of(s, state, p)
                # The first open position represents all open positions that are alike. No count exceeds n!.
                multiply_by(next, ways, s.count_words, word_size(s.alike[p] & ~state))
                budget -= STORING
                s.steps += 1
        budget -= 1
        s.at += 1
    return OUTCOME_EXHAUSTED


cdef inline uint64_t next_key(const SubsetsCore *s, uint64_t state, int32_t p) noexcept nogil:
    # Return the key of the state with another item. After the last step, sets are not distinguished.
    return ~(state | <uint64_t> 1 << p) if s.later[s.placed + 1] else ~<uint64_t> 0


cdef inline int32_t place_of(const SubsetsCore *s, uint64_t state, int32_t p) noexcept nogil:
    # Return the place of the count for this last item in the state with another item: the number of smaller items in
    # the set.
    return s.count_words * word_size(state & (<uint64_t> 1 << p) - 1) if s.is_linked[s.placed + 1] else 0


cdef inline int64_t add_up_ways(
    SubsetsCore *s, const uint64_t *slot, uint64_t lasts, uint64_t *sum
) noexcept nogil:
    # Set `sum` to the number of ways to a set whose last item is in `lasts`. Return the number of such items.
    cdef uint64_t state = ~slot[0], low = 0, high = 0
    cdef int32_t words = s.count_words
    cdef const uint64_t *at
    cdef int64_t n = 0
    memset(sum, 0, COUNT_WORDS * sizeof(uint64_t))
    while lasts:
        at = slot + 1 + words * word_size(state & (lasts & -lasts) - 1)
        # Nearly all counts have one or two words.
        low += at[0]
        if words == 2:
            high += at[1] + (low < at[0])
        elif words > 2:
            add(sum, at, words)
        lasts &= lasts - 1
        n += 1
    if words <= 2:
        sum[0], sum[1] = low, high
    return n


cdef inline bint is_zero(const uint64_t *number, int32_t n) noexcept nogil:
    cdef int32_t i
    for i in range(n):
        if number[i]:
            return False
    return True


cdef inline Outcome add_up_products(SubsetsCore *s, int64_t budget) noexcept nogil:
    # Process the sets of values. All arithmetic is modulo 2**128, and the result is smaller.
    cdef int32_t n = s.n, p, v
    cdef uint64_t changed, low, high, carry
    cdef uint8_t more
    cdef int64_t stop = <int64_t> 1 << n
    while s.gray < stop:
        if budget <= 0:
            return OUTCOME_PAUSED
        budget -= n
        s.steps += 1
        v = word_lowest(s.gray)
        changed = s.now[v]
        # The value is added to the set or removed from it; 255 is -1 modulo 256.
        more = 1 if (s.gray ^ s.gray >> 1) >> v & 1 else 255
        low, high = 1, 0
        for p in range(n):
            s.options[p] += more * (changed >> p & 1)
        for p in range(n):
            if high == 0 and low >> 58 == 0:
                low *= s.options[p]
            else:
                low = word_product(low, s.options[p], &carry)
                high = high * s.options[p] + carry
            if low == 0 and high == 0:
                break
        # A product counts positively if the size of its set differs from n by an even number.
        if (word_size(s.gray ^ s.gray >> 1) ^ n) & 1:
            carry = s.sum[0] < low
            s.sum[0] -= low
            s.sum[1] -= high + carry
        else:
            s.sum[0] += low
            s.sum[1] += high + (s.sum[0] < low)
        s.gray += 1
    return OUTCOME_EXHAUSTED


# Tables -------------------------------------------------------------------------------------------------

cdef inline void empty(SubsetsCore *s, Table *table) noexcept nogil:
    # Free the memory of a table.
    s.bytes -= table.capacity * table.words * <int64_t> sizeof(uint64_t)
    free(table.slots)
    memset(table, 0, sizeof(Table))


cdef inline bint allocate(SubsetsCore *s, Table *table, int64_t capacity, int32_t words) noexcept nogil:
    # Allocate an empty table. Return False if memory runs out.
    cdef int64_t size = capacity * words * <int64_t> sizeof(uint64_t)
    if capacity >= <int64_t> 1 << 32 or s.bytes + size > s.most_bytes:
        return False
    table.slots = <uint64_t *> calloc(1, size)
    if table.slots == NULL:
        return False
    table.n, table.capacity, table.words = 0, capacity, words
    s.bytes += size
    s.peak_bytes = max(s.peak_bytes, s.bytes)
    return True


cdef inline uint64_t *first_slot(const Table *table, uint64_t key) noexcept nogil:
    # Return the slot at which the search for a state begins. A state's hash must not be near the sum of its parts'
    # hashes: states are added in the order of their predecessors' hashes, and would form clusters.
    cdef uint64_t h = word_mixed(key) * <uint64_t> 0x9E3779B97F4A7C15
    return table.slots + ((h >> 32) * <uint64_t> table.capacity >> 32) * table.words


cdef inline uint64_t *slot_of(Table *table, uint64_t key) noexcept nogil:
    # Return the slot of the state, which is begun if it is not there yet; the table must have room.
    cdef uint64_t *slot = first_slot(table, key)
    while slot[0] != key:
        if slot[0] == 0:
            slot[0] = key
            table.n += 1
            break
        slot += table.words
        if slot == table.slots + table.capacity * table.words:
            slot = table.slots
    return slot


cdef inline bint begin_growth(SubsetsCore *s) noexcept nogil:
    # Double the slots of the target; its states are moved later. Return False if memory runs out.
    cdef Table bigger
    cdef int32_t n_counts = s.placed + 1 if s.is_linked[s.placed + 1] else 1
    if not allocate(s, &bigger, max(2 * s.target.capacity, LEAST_SLOTS), 1 + n_counts * s.count_words):
        return False
    s.outgrown, s.target = s.target, bigger
    s.moved = 0
    return True


cdef inline void move(SubsetsCore *s, int64_t *budget) noexcept nogil:
    # Continue moving states to the new target.
    cdef int32_t words = s.outgrown.words
    cdef uint64_t *slot
    while budget[0] > 0 and s.moved < s.outgrown.capacity:
        slot = s.outgrown.slots + s.moved * words
        if slot[0]:
            memcpy(slot_of(&s.target, slot[0]), slot, words * sizeof(uint64_t))
            budget[0] -= STORING
        budget[0] -= 1
        s.moved += 1
    if s.moved == s.outgrown.capacity:
        empty(s, &s.outgrown)
