# The number of permutations that obey rules, counted over sets of filled positions.
#
# The values 1, 2, ... are placed one after the other. After k values only the set of filled positions matters, and a
# table has the number of ways to each set. Positions that no rule distinguishes are filled in order, the first open
# position representing all of them, so n! takes n states. With inequalities only downward-closed sets occur, so linear
# extensions are counted over the ideals of the order. Without inequalities the number is a permanent of zeros and ones.
# If the tables become too large for it, Ryser's formula takes over (Combinatorial Mathematics, 1963). This is a signed
# sum over all sets of values, in Gray code. Each term is a product over the positions: the number of values in the set
# that the position may take.
#
# This table differs from the table of the states of Latin squares. It is one hash table that grows within the budget,
# and its empty slots are 0, so memory need not be touched before it is used. The other table has many parts, each of
# which grows at once and can be locked by a thread.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from common.bits cimport word_lowest, word_mixed, word_product, word_size
from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, Outcome
from common.facts cimport Facts
from common.numbers cimport multiply_by
from permutations.tuning cimport LEAST_SLOTS, STEP_COST, STORING

cdef enum:
    MOST_POSITIONS = 63         # a set of all 64 positions would be stored as 0, which marks an empty slot
    COUNT_WORDS = 5             # enough for 63!
    MAX_FOR_RYSER = 34          # 34! is less than 2**128

cdef struct Table:
    # A set is stored as its complement, which is never 0. Empty slots are 0, so untouched memory is an empty table.
    uint64_t *slots             # (capacity, 1 + count_words) complement of a set, then its count
    int64_t n                   # states
    int64_t capacity

cdef struct SubsetsCore:
    int32_t n
    int32_t count_words         # enough for n!
    int64_t most_bytes
    uint64_t[MOST_POSITIONS] now        # (value) positions that may take it
    uint64_t[MOST_POSITIONS] later      # (value) positions that may take it or a greater value
    uint64_t[MOST_POSITIONS] lesser     # (position) positions whose values must be less
    uint64_t[MOST_POSITIONS] alike      # (position) the positions that no rule distinguishes from it, and itself
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
    int32_t placed              # values placed so far
    int64_t bytes               # of the tables
    int64_t peak_bytes          # largest number of bytes so far
    int64_t states              # in all layers so far
    int64_t layer_size          # states in the present layer
    int64_t steps               # values placed into states, or sets of values in Ryser's formula


# Setting up ---------------------------------------------------------------------------------------------

cdef inline bint subsets_reset(SubsetsCore *s, const Facts *f, int32_t count_words) noexcept nogil:
    # Start over with other rules. False if the first table does not fit into memory.
    cdef int32_t p, q, v, k, n = s.n
    cdef uint64_t[MOST_POSITIONS] greater       # (position) positions whose values must be greater
    cdef uint64_t all_values = <uint64_t> -1 >> (64 - n)
    cdef uint64_t[1 + COUNT_WORDS] first
    subsets_free(s)
    memset(s.lesser, 0, sizeof(s.lesser))
    memset(greater, 0, sizeof(greater))
    for k in range(f.n_inequalities):
        s.lesser[f.inequality[2 * k + 1]] |= <uint64_t> 1 << f.inequality[2 * k]
        greater[f.inequality[2 * k]] |= <uint64_t> 1 << f.inequality[2 * k + 1]
    for v in range(n - 1, -1, -1):
        s.now[v] = 0
        for p in range(n):
            s.now[v] |= (f.domain[p] >> v & 1) << p
        s.later[v] = s.now[v] | (s.later[v + 1] if v + 1 < n else 0)
    for p in range(n):
        s.alike[p] = 0
        for q in range(n):
            if (
                (f.domain[p] ^ f.domain[q]) & all_values == 0
                and s.lesser[p] == s.lesser[q] and greater[p] == greater[q]
            ):
                s.alike[p] |= <uint64_t> 1 << q
    s.count_words = count_words
    s.bytes = s.peak_bytes = s.states = s.layer_size = s.steps = 0
    s.placed = 0
    s.at = s.gray = 0
    s.no_memory = False
    s.patience = <int64_t> 1 << 62
    if f.n_inequalities == 0 and n <= MAX_FOR_RYSER:
        s.patience = (<int64_t> n << n) // STEP_COST
    memset(first, 0, sizeof(first))
    first[0] = ~<uint64_t> 0        # the empty set
    first[1] = 1
    if not allocate(s, &s.source, LEAST_SLOTS):
        return False
    add(s, &s.source, first, 1)
    return True


cdef inline void subsets_free(SubsetsCore *s) noexcept nogil:
    # Free all tables. This is also safe for a core of zeros.
    empty(s, &s.source)
    empty(s, &s.target)
    empty(s, &s.outgrown)


# Running ------------------------------------------------------------------------------------------------

cdef inline Outcome subsets_run(SubsetsCore *s, int64_t budget) noexcept nogil:
    # Continue placing a value, or with Ryser's formula, until the layer or the sum is finished or the budget is used
    # up. If memory runs out, `no_memory` is set.
    cdef Outcome outcome = OUTCOME_EXHAUSTED
    if s.no_memory:
        return outcome
    if s.gray == 0:
        outcome = place_value(s, budget)
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
    # Return the only state of the last layer, whose count is the answer; NULL if there is none.
    cdef int64_t i
    for i in range(s.source.capacity):
        if s.source.slots[i * (1 + s.count_words)]:
            return s.source.slots + i * (1 + s.count_words)
    return NULL


cdef inline Outcome place_value(SubsetsCore *s, int64_t budget) noexcept nogil:
    # Place the value in all states of the source, as far as the budget reaches.
    cdef int32_t words = 1 + s.count_words, p, v = s.placed
    cdef uint64_t state, ready, due
    cdef uint64_t all_positions = <uint64_t> -1 >> (64 - s.n)
    cdef uint64_t[1 + COUNT_WORDS] next
    cdef uint64_t *slot
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
        slot = s.source.slots + s.at * words
        if slot[0]:
            state = ~slot[0]
            ready = s.now[v] & ~state
            # Positions that no later value may fill must take this one.
            due = all_positions & ~state & ~(s.later[v + 1] if v + 1 < s.n else 0)
            if due:
                ready = ready & due if due & (due - 1) == 0 else 0
            while ready:
                p = word_lowest(ready)
                ready &= ~s.alike[p]
                budget -= 1
                if s.lesser[p] & ~state:
                    continue
                # The first open position represents all open positions that are alike.
                memcpy(next, slot, words * sizeof(uint64_t))
                next[0] = ~(state | <uint64_t> 1 << p)
                add(s, &s.target, next, word_size(s.alike[p] & ~state))
                budget -= STORING
                s.steps += 1
        budget -= 1
        s.at += 1
    return OUTCOME_EXHAUSTED


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
        # The value joins or leaves the set; 255 is -1 modulo 256.
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
    s.bytes -= table.capacity * (1 + s.count_words) * <int64_t> sizeof(uint64_t)
    free(table.slots)
    memset(table, 0, sizeof(Table))


cdef inline bint allocate(SubsetsCore *s, Table *table, int64_t capacity) noexcept nogil:
    # Allocate an empty table. Return False if memory runs out.
    cdef int64_t size = capacity * (1 + s.count_words) * <int64_t> sizeof(uint64_t)
    if capacity >= <int64_t> 1 << 32 or s.bytes + size > s.most_bytes:
        return False
    table.slots = <uint64_t *> calloc(1, size)
    if table.slots == NULL:
        return False
    table.n, table.capacity = 0, capacity
    s.bytes += size
    s.peak_bytes = max(s.peak_bytes, s.bytes)
    return True


cdef inline uint64_t *find(SubsetsCore *s, Table *table, uint64_t key) noexcept nogil:
    # Return the slot of the state, or the empty slot for it. A state's hash must not be near the sum of its parts'
    # hashes: states are added in the order of their predecessors' hashes, and would form clusters.
    cdef uint64_t h = word_mixed(key) * <uint64_t> 0x9E3779B97F4A7C15
    cdef int64_t at = (h >> 32) * <uint64_t> table.capacity >> 32
    cdef uint64_t *slot = table.slots + at * (1 + s.count_words)
    while slot[0] and slot[0] != key:
        at += 1
        slot += 1 + s.count_words
        if at == table.capacity:
            at = 0
            slot = table.slots
    return slot


cdef inline void add(SubsetsCore *s, Table *table, const uint64_t *state, uint64_t factor) noexcept nogil:
    # Add a state with its count times the factor to a table that has room for it.
    cdef uint64_t *slot = find(s, table, state[0])
    if slot[0] == 0:
        slot[0] = state[0]
        table.n += 1
    multiply_by(slot + 1, state + 1, s.count_words, factor)     # no count exceeds n!, so there is no carry


cdef inline bint begin_growth(SubsetsCore *s) noexcept nogil:
    # Double the slots of the target; its states are moved later. Return False if memory runs out.
    cdef Table bigger
    if not allocate(s, &bigger, max(2 * s.target.capacity, LEAST_SLOTS)):
        return False
    s.outgrown, s.target = s.target, bigger
    s.moved = 0
    return True


cdef inline void move(SubsetsCore *s, int64_t *budget) noexcept nogil:
    # Continue moving states to the new target.
    cdef int32_t words = 1 + s.count_words
    cdef uint64_t *slot
    while budget[0] > 0 and s.moved < s.outgrown.capacity:
        slot = s.outgrown.slots + s.moved * words
        if slot[0]:
            memcpy(find(s, &s.target, slot[0]), slot, words * sizeof(uint64_t))
            s.target.n += 1
            budget[0] -= STORING
        budget[0] -= 1
        s.moved += 1
    if s.moved == s.outgrown.capacity:
        empty(s, &s.outgrown)
