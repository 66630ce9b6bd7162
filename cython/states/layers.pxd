# The work on one layer, in which the workers process all successors of its states.
from cpython.pythread cimport PyThread_acquire_lock, PyThread_release_lock, PyThread_type_lock, WAIT_LOCK
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from common.bits cimport word_prefetch
from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, Outcome
from common.guard cimport guard_drop, guard_t, guard_take
from common.numbers cimport add_longer, multiply, multiply_by
from states.keys cimport KEY_WORDS, MAX_ROWS, Shape, complement, hash_of, key_words
from states.merging cimport merge_keys
from states.placement cimport Placement, lay_out, next_permutations
from states.rules cimport Rules
from states.state_table cimport (
    COUNT_WORDS, PARTS, Account, Part, Table, clear_part, count_of, first_slot, key_words_of, make_room,
    next_state, part_of, put,
)
from states.symmetry cimport Forms, Relabelling, Symmetry, symmetric_form, symmetric_forms
from states.tuning cimport BATCH, MOVING, PASSING, REFINING, SORTING, STORING, WAYS
from states.wide cimport FORMS, WIDE_ROWS


cdef enum:
    MERGING = 4 * WAYS      # successors of a state whose lines are sorted together, a multiple of 16

cdef enum Task:
    # Tasks on the successors of a state.
    PUSH            # they are added to the next layer, with the ways to the state
    FINISH          # they are the full grid
    JOIN            # they are looked up in the layer of the other side
    GATHER          # they are looked up in the next layer, for the ways from there to the full grid
    # Tasks on the states themselves; see thinning.pxd.
    WEIGH           # they are counted by size
    SELECT          # some of them are dropped

cdef struct Core:
    # The state that the workers share. The workers modify only the account, the target, next_part and no_memory.
    Rules rules
    Symmetry symmetry[MAX_ROWS + 1]         # (values placed)
    Account account
    int32_t n_workers
    PyThread_type_lock part_lock[PARTS]     # for the parts of the target, if there are several workers
    # The task.
    Task task
    int32_t side                    # the side that places the value
    int32_t placed                  # values placed from that side so far
    Table *source                   # the layer whose states are processed
    Table *target                   # the layer to be filled; NULL for FINISH and JOIN
    Table *sought                   # the layer to look up successors in; NULL if they are the full grid
    bint meets                      # whether the next layer stores open cells instead of filled cells
    bint clears_source              # whether parts of the source are freed as soon as they are done
    int32_t next_part               # the next part of the source to be taken by a worker
    PyThread_type_lock part_taking  # the lock for next_part
    bint no_memory                  # whether the task has run out of memory

cdef struct Worker:
    # The data of one thread.
    guard_t guard                   # held by the thread that runs it
    int32_t part                    # the part of the source that it reads, or -1
    int64_t slot                    # the next slot of that part
    Placement placement             # of the value in the present state
    uint64_t key[KEY_WORDS]         # of the present state
    uint64_t count[COUNT_WORDS + 2]         # ways to that state times n_orders, with room for the product
    uint64_t n_emitted              # successors of the state so far
    Forms *forms                    # successors whose forms are not computed yet; NULL without symmetric forms
    uint64_t unsorted[MERGING]      # successors whose lines are not sorted yet, if states are merged
    int32_t n_unsorted
    uint64_t sum[COUNT_WORDS + 1]   # sum of their counts, if they are looked up
    uint64_t total[2 * COUNT_WORDS + 2]     # ways to all successors of all states
    int64_t steps                   # permutations placed
    int64_t moved                   # slots moved by growing parts, not yet charged
    uint64_t *buffer[PARTS]         # (BATCH, slot_words) states to be added to that part of the target
    int32_t n_buffered[PARTS]
    uint64_t sought[BATCH][KEY_WORDS]       # successors to be looked up
    uint64_t weight[BATCH * COUNT_WORDS]    # (successor, count_words of the source) ways to its predecessor
    int32_t n_sought


cdef inline bint take_all(const Core *core, Worker *workers) noexcept:
    # Take the guards of all workers, or no guard if one of the workers is running.
    cdef int32_t k
    for k in range(core.n_workers):
        if not guard_take(&workers[k].guard):
            drop_all(workers, k)
            return False
    return True


cdef inline void drop_all(Worker *workers, int32_t n) noexcept:
    # Drop the guards of the first n workers.
    cdef int32_t k
    for k in range(n):
        guard_drop(&workers[k].guard)


cdef inline void free_workers(const Core *core, Worker *workers) noexcept:
    # Free the workers, which may be NULL, and their data.
    cdef int32_t k
    for k in range(core.n_workers if workers != NULL else 0):
        free(workers[k].buffer[0])
        free(workers[k].forms)
    free(workers)


cdef inline double part_done(const Core *core, const Worker *first) noexcept:
    # Estimate the completed share of the source, 0 to 1, from the first worker and the parts taken so far.
    cdef double done = core.next_part
    if first.part >= 0:
        done += <double> first.slot / core.source.part[first.part].capacity - 1
    return done / core.source.n_parts


cdef inline bint has_forms(const Core *core) noexcept nogil:
    # Return whether successors are replaced by their symmetric forms.
    return core.symmetry[core.placed + 1].is_used


cdef inline bint set_out(Core *core, Worker *workers) noexcept:
    # Allocate the memory of the task, and let all workers begin with the source. Return False if memory runs out.
    cdef int32_t k, i
    cdef int64_t n_words
    cdef Worker *w
    core.next_part = 0
    for k in range(core.n_workers):
        w = &workers[k]
        w.part = w.placement.depth = -1
        w.n_sought = w.n_unsorted = 0
        memset(w.total, 0, sizeof(w.total))
        memset(w.n_buffered, 0, sizeof(w.n_buffered))
        free(w.buffer[0])
        w.buffer[0] = NULL
        if has_forms(core):
            if w.forms == NULL:
                w.forms = <Forms *> malloc(sizeof(Forms))
            if w.forms == NULL:
                return False
            w.forms.n = 0
        if core.target != NULL:
            n_words = BATCH * core.target.slot_words
            w.buffer[0] = <uint64_t *> malloc(PARTS * n_words * sizeof(uint64_t))
            if w.buffer[0] == NULL:
                return False
            for i in range(1, PARTS):
                w.buffer[i] = w.buffer[0] + i * n_words
    core.no_memory = False
    return True


# Passing states on --------------------------------------------------------------------------------------

cdef inline void put_all(
    const Table *table, Part *part, const uint64_t *states, int32_t n, int32_t slot_words
) noexcept nogil:
    # Add states to a part that has room for them. All slots are prefetched before the first slot is needed, because
    # memory is slow.
    cdef int32_t k
    cdef uint64_t[BATCH] h
    for k in range(n):
        h[k] = hash_of(states + k * slot_words, key_words_of(table))
        word_prefetch(first_slot(part, h[k], slot_words))
    for k in range(n):
        put(table, part, states + k * slot_words, h[k], slot_words)


cdef inline bint flush(Core *core, Worker *w, int32_t at) noexcept nogil:
    # Add the buffered states to a part of the target. Return False if memory runs out.
    cdef Table *target = core.target
    cdef Part *part = &target.part[at]
    cdef int64_t capacity
    cdef bint ok
    if core.n_workers > 1:
        PyThread_acquire_lock(core.part_lock[at], WAIT_LOCK)
    capacity = part.capacity
    ok = make_room(&core.account, target, part, w.n_buffered[at])
    if ok:
        w.moved += part.capacity - capacity
        if key_words_of(target) == 1 and target.slot_words == 2:
            put_all(target, part, w.buffer[at], w.n_buffered[at], 2)
        else:
            put_all(target, part, w.buffer[at], w.n_buffered[at], target.slot_words)
        w.n_buffered[at] = 0
    if core.n_workers > 1:
        PyThread_release_lock(core.part_lock[at])
    return ok


cdef inline bint flush_all(Core *core, Worker *w) noexcept nogil:
    cdef int32_t k
    for k in range(PARTS):
        if w.n_buffered[k] and not flush(core, w, k):
            return False
    return True


cdef inline bint pass_on(Core *core, Worker *w, const uint64_t *key) noexcept nogil:
    # Put a state, with the worker's count, into the buffer for its part of the target. Return False if memory runs out.
    cdef Table *target = core.target
    cdef int32_t n_key_words = key_words(&core.rules.shape), part = part_of(target, hash_of(key, n_key_words))
    cdef uint64_t *to = w.buffer[part] + w.n_buffered[part] * target.slot_words
    memcpy(to, key, n_key_words * sizeof(uint64_t))
    memcpy(to + n_key_words, w.count, target.count_words * sizeof(uint64_t))
    w.n_buffered[part] += 1
    return w.n_buffered[part] < BATCH or flush(core, w, part)


cdef inline void look_up_all(Core *core, Worker *w, int32_t slot_words, int32_t count_words) noexcept nogil:
    # Look up the queued states. Slots of the table have slot_words words, and counts of the source have count_words.
    cdef const Table *table = core.sought
    cdef int32_t k, n_words = slot_words - key_words_of(table)
    cdef uint64_t[BATCH] h
    cdef const Part *part
    cdef const uint64_t *count
    for k in range(w.n_sought):
        h[k] = hash_of(w.sought[k], key_words_of(table))
        part = &table.part[part_of(table, h[k])]
        if part.capacity:
            word_prefetch(first_slot(part, h[k], slot_words))
    for k in range(w.n_sought):
        count = count_of(table, w.sought[k], h[k], slot_words)
        if count == NULL:
            continue
        if core.task == JOIN:
            multiply(w.total, w.weight + k * count_words, count_words, count, n_words)
        else:
            add_longer(w.sum, count, n_words, COUNT_WORDS + 1)
    w.n_sought = 0


cdef inline void look_up(Core *core, Worker *w) noexcept nogil:
    # Add up the counts of the queued states; for JOIN each is multiplied by the ways to its predecessor.
    if key_words_of(core.sought) == 1 and core.sought.slot_words == 2 and core.source.count_words == 1:
        look_up_all(core, w, 2, 1)
    else:
        look_up_all(core, w, core.sought.slot_words, core.source.count_words)


cdef inline void seek(Core *core, Worker *w, const uint64_t *key) noexcept nogil:
    # Queue a state to be looked up.
    cdef int32_t count_words = core.source.count_words
    memcpy(w.sought[w.n_sought], key, key_words(&core.rules.shape) * sizeof(uint64_t))
    memcpy(w.weight + w.n_sought * count_words, w.count, count_words * sizeof(uint64_t))
    w.n_sought += 1
    if w.n_sought == BATCH:
        look_up(core, w)


# States and their successors ----------------------------------------------------------------------------

cdef inline bint open_state(Core *core, Worker *w, const uint64_t *state) noexcept nogil:
    # Begin with a state, which is a key followed by a count. Return False if the state has no successor.
    cdef int32_t n_key_words = key_words(&core.rules.shape), n_words = core.source.count_words + 1
    if not lay_out(&w.placement, &core.rules, &core.symmetry[core.placed], core.side, core.placed, state):
        return False
    memcpy(w.key, state, n_key_words * sizeof(uint64_t))
    if core.target != NULL:
        n_words = max(n_words, core.target.count_words)
    memset(w.count, 0, n_words * sizeof(uint64_t))
    multiply_by(w.count, state + n_key_words, core.source.count_words, w.placement.n_orders)
    w.n_emitted = 0
    if core.task == GATHER:
        memset(w.sum, 0, sizeof(w.sum))
    return True


cdef inline const uint64_t *take_state(Core *core, Worker *w) noexcept nogil:
    # Return the next state of the source, or NULL if none is left. The state stays in place until the next call.
    cdef const uint64_t *state
    while True:
        if w.part < 0:
            PyThread_acquire_lock(core.part_taking, WAIT_LOCK)
            if core.next_part < core.source.n_parts:
                w.part = core.next_part
                core.next_part += 1
            PyThread_release_lock(core.part_taking)
            if w.part < 0:
                return NULL
            w.slot = 0
        state = next_state(core.source, &core.source.part[w.part], &w.slot)
        if state != NULL:
            return state
        if core.clears_source:
            clear_part(&core.account, core.source, &core.source.part[w.part])
        w.part = -1


cdef inline bint open_next(Core *core, Worker *w) noexcept nogil:
    # Begin with the next state of the source that has successors. Return False if no such state is left.
    cdef const uint64_t *state
    while True:
        state = take_state(core, w)
        if state == NULL:
            return False
        if open_state(core, w, state):
            return True


cdef inline int32_t successor_form(
    const Core *core, const Symmetry *symmetry, const Placement *p, uint64_t *key
) noexcept nogil:
    # Replace a successor's key by the key of its symmetric form. Return the number of colour refinements.
    cdef uint32_t[MAX_ROWS] rows
    cdef Relabelling labels
    cdef int32_t k
    for k in range(core.rules.shape.n):
        rows[k] = p.filled[k] | p.chosen[k]
    return symmetric_form(symmetry, &core.rules.shape, rows, &labels, key)


cdef inline bint hand_over(Core *core, Worker *w, uint64_t *key) noexcept nogil:
    # Process a successor according to the task. Return False if memory runs out.
    if core.task == JOIN or core.meets:
        complement(&core.rules.shape, key)
    if core.task == PUSH:
        return pass_on(core, w, key)
    seek(core, w, key)
    return True


cdef inline bint find_forms(Core *core, Worker *w, int64_t *budget) noexcept nogil:
    # Compute the forms of the waiting successors. Return False if memory runs out.
    cdef Forms *forms = w.forms
    cdef int32_t k
    cdef const Symmetry *symmetry = &core.symmetry[core.placed + 1]
    budget[0] -= REFINING * symmetric_forms(symmetry, &core.rules.shape, w.placement.filled, forms)
    for k in range(forms.n):
        if not hand_over(core, w, forms.key[k]):
            return False
    forms.n = 0
    return True


cdef inline bint sort_all(Core *core, Worker *w, int64_t *budget) noexcept nogil:
    # Sort the lines of the waiting successors. Return False if memory runs out.
    cdef int32_t k
    budget[0] -= SORTING * w.n_unsorted
    merge_keys(&core.rules.merging, w.unsorted, w.n_unsorted, core.rules.shape.n, core.placed + 1)
    for k in range(w.n_unsorted):
        if not hand_over(core, w, w.unsorted + k):
            return False
    w.n_unsorted = 0
    return True


cdef inline bint emit(Core *core, Worker *w, uint64_t *keys, int32_t n, int64_t *budget) noexcept nogil:
    # Handle new successors: several at once if keys have one word, otherwise one at a time. Return False if memory runs
    # out.
    cdef const Shape *shape = &core.rules.shape
    cdef int32_t k
    w.steps += n
    w.n_emitted += n
    budget[0] -= n * (PASSING + STORING * (key_words(shape) - 1))
    if core.task == FINISH or core.task == GATHER and core.sought == NULL:
        return True
    if has_forms(core):
        for k in range(shape.n):
            w.forms.chosen[k][w.forms.n] = w.placement.chosen[k]
        w.forms.n += 1
        # On larger grids, a single form may take a millisecond, so deadlines cannot wait for a batch.
        return w.forms.n < FORMS and shape.n <= WIDE_ROWS or find_forms(core, w, budget)
    if core.rules.merging.n_watched:
        memcpy(w.unsorted + w.n_unsorted, keys, n * sizeof(uint64_t))
        w.n_unsorted += n
        return w.n_unsorted <= MERGING - WAYS or sort_all(core, w, budget)
    for k in range(n):
        if not hand_over(core, w, keys + k):
            return False
    return True


cdef inline bint close_state(Core *core, Worker *w, int64_t *budget) noexcept nogil:
    # Finish a state whose successors have all been found. Return False if memory runs out.
    cdef int32_t k, count_words = core.source.count_words
    if has_forms(core) and w.forms.n and not find_forms(core, w, budget):
        return False
    if w.n_unsorted and not sort_all(core, w, budget):
        return False
    if core.task == PUSH or core.task == FINISH:
        multiply(w.total, w.count, count_words + 1, &w.n_emitted, 1)
        return True
    if core.task == JOIN:
        return True
    if core.sought != NULL:
        look_up(core, w)
    else:
        w.sum[0] = w.n_emitted
    # The ways from the state to the full grid replace the ways to the state. If there are no such ways, the state is
    # dropped.
    memset(w.count, 0, core.target.count_words * sizeof(uint64_t))
    multiply_by(w.count, w.sum, core.target.count_words, w.placement.n_orders)
    for k in range(core.target.count_words):
        if w.count[k]:
            return pass_on(core, w, w.key)
    return True


cdef inline Outcome work(Core *core, Worker *w, int64_t budget) noexcept nogil:
    # Process the states of the source and their successors until the budget is used up.
    cdef Placement *p = &w.placement
    cdef uint64_t *keys
    cdef int32_t n
    while budget > 0:
        if p.depth < 0 and not open_next(core, w):
            if w.n_sought:
                look_up(core, w)
            if not flush_all(core, w):
                core.no_memory = True
            return OUTCOME_EXHAUSTED
        # If memory runs out, a buffer is full and must not be written to again.
        while True:
            keys = next_permutations(p, &core.rules.shape, &n, &budget)
            if keys == NULL:
                break
            if not emit(core, w, keys, n, &budget):
                core.no_memory = True
                return OUTCOME_EXHAUSTED
            budget -= MOVING * w.moved
            w.moved = 0
        if p.depth < 0 and not close_state(core, w, &budget):
            core.no_memory = True
            return OUTCOME_EXHAUSTED
    return OUTCOME_PAUSED
