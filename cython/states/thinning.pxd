# Thinning drops states of a layer at random, but preserves the expected number of ways.
#
# Thinning makes two passes over the layer, which may be interrupted after any state. The first pass counts the states
# by size, which determines the threshold. The second pass selects the states to keep.
from libc.math cimport ldexp
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from common.bits cimport next_random
from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, Outcome
from common.numbers cimport add_longer, scaled, set_whole
from states.keys cimport KEY_WORDS, hash_of
from states.layers cimport WEIGH, Core, Worker, take_state
from states.state_table cimport (
    COUNT_WORDS, Account, Table, give_back, key_words_of, make_room, put, take,
)
from states.tuning cimport FINE, READING

cdef enum:
    BINS = 1 << 11 + FINE       # for each exponent of a double and each combination of the first bits of its fraction

cdef struct Bin:
    int64_t n                   # states of about that size
    double sum                  # the sum of their sizes
    double rest                 # the sum of the sizes of these states and of all smaller states

cdef struct Thinning:
    # The size of a state is the number of ways to it, scaled to fit into a double.
    Bin *bin                    # (BINS,) the states by size; NULL outside the first pass
    int64_t limit               # states to keep
    uint64_t random_state
    double threshold            # smaller states are kept with the probability size / threshold
    uint64_t ways[COUNT_WORDS]  # the count of a smaller state that is kept: the ways at the threshold


cdef inline bint open_bins(Thinning *t, Account *account) noexcept nogil:
    # Return False if memory runs out.
    if not take(account, BINS * sizeof(Bin)):
        return False
    t.bin = <Bin *> calloc(BINS, sizeof(Bin))
    if t.bin == NULL:
        give_back(account, BINS * sizeof(Bin))
    return t.bin != NULL


cdef inline void close_bins(Thinning *t, Account *account) noexcept nogil:
    if t.bin != NULL:
        give_back(account, BINS * sizeof(Bin))
    free(t.bin)
    t.bin = NULL


cdef inline void weigh(Thinning *t, double size) noexcept nogil:
    # Count a state by its size. Sizes are not negative, so their bits, read as whole numbers, are in the same order as
    # the sizes.
    cdef uint64_t bits
    memcpy(&bits, &size, sizeof(bits))
    t.bin[bits >> 52 - FINE].n += 1
    t.bin[bits >> 52 - FINE].sum += size


cdef inline int set_threshold(Thinning *t, int32_t count_words) except -1:
    # Find the threshold at which about `limit` states of the layer are kept. The layer must have more states.
    cdef double rest = 0
    cdef int64_t left = t.limit
    cdef int32_t k
    # Small sizes are added first, because subtracting large sizes from the total would lose the small sizes to
    # rounding.
    for k in range(BINS):
        rest += t.bin[k].sum
        t.bin[k].rest = rest
    # The largest states are always kept, as long as each of them exceeds its share of the remaining total.
    for k in range(BINS - 1, -1, -1):
        rest = t.bin[k].rest
        if t.bin[k].n >= left or t.bin[k].n and t.bin[k].sum / t.bin[k].n * left <= rest:
            break
        left -= t.bin[k].n
    # The threshold is rounded up to a whole number, and the probabilities use this number; otherwise, the mean would
    # change.
    ways = (int(ldexp(rest / left, 52)) << 64 * (count_words - 1) >> 52) + 1
    set_whole(t.ways, COUNT_WORDS, ways)
    t.threshold = ways / (<object> 1 << 64 * (count_words - 1))
    return 0


cdef inline bint select(Thinning *t, Core *core, uint64_t *total, const uint64_t *state) noexcept nogil:
    # Copy a state to the target, or drop it. Return False if memory runs out.
    cdef Table *to = core.target
    cdef uint64_t[KEY_WORDS + COUNT_WORDS] copy
    cdef int32_t n_key_words = key_words_of(to), count_words = core.source.count_words
    cdef double size = scaled(state + n_key_words, count_words)
    memcpy(copy, state, n_key_words * sizeof(uint64_t))
    if size < t.threshold:
        if <double> (next_random(&t.random_state) >> 11) / 9007199254740992.0 * t.threshold >= size:
            return True
        memcpy(copy + n_key_words, t.ways, to.count_words * sizeof(uint64_t))
    else:
        memset(copy + n_key_words, 0, to.count_words * sizeof(uint64_t))
        memcpy(copy + n_key_words, state + n_key_words, min(to.count_words, count_words) * sizeof(uint64_t))
    add_longer(total, copy + n_key_words, to.count_words, 2 * COUNT_WORDS + 2)
    if not make_room(&core.account, to, &to.part[0], 1):
        return False
    put(to, &to.part[0], copy, hash_of(copy, n_key_words), to.slot_words)
    return True


cdef inline Outcome thin_on(Thinning *t, Core *core, Worker *w, int64_t budget) noexcept nogil:
    # Continue a pass over the source until the budget is used up.
    cdef const uint64_t *state
    while budget > 0:
        budget -= READING
        state = take_state(core, w)
        if state == NULL:
            return OUTCOME_EXHAUSTED
        if core.task == WEIGH:
            weigh(t, scaled(state + key_words_of(core.source), core.source.count_words))
        elif not select(t, core, w.total, state):
            core.no_memory = True
            return OUTCOME_EXHAUSTED
    return OUTCOME_PAUSED
