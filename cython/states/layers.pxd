# The work on one layer: what the workers do with all successors of its states.
from cpython.pythread cimport PyThread_acquire_lock, PyThread_release_lock, PyThread_type_lock, WAIT_LOCK
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from common.bits cimport word_prefetch
from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, Outcome
from common.guard cimport guard_drop, guard_t, guard_take
from common.numbers cimport add_longer, multiply, multiply_by
from states.keys cimport KEY_WORDS, MAX_ROWS, Shape, complement, hash_of, key_words
from states.placement cimport Placement, lay_out, next_permutations
from states.rules cimport Rules
from states.state_table cimport (
    COUNT_WORDS, PARTS, Account, Part, Table, clear_part, count_of, first_slot, key_words_of, make_room,
    next_state, part_of, put,
)
from states.symmetry cimport Forms, Relabelling, Symmetry, symmetric_form, symmetric_forms
from states.tuning cimport BATCH, MOVING, PASSING, REFINING, STORING
from states.wide cimport FORMS, WIDE_ROWS


cdef enum Task:
    # What is done with the successors of a state.
    PUSH            # they go to the next layer, with the ways to the state
    FINISH          # they are the full grid
    JOIN            # they are looked up in the layer from the other side
    GATHER          # they are looked up in the next layer, for the ways from there to the full grid
    # What is done with the states themselves; thinning.pxd does it.
    WEIGH           # they are counted by their size
    SELECT          # some of them are left out

cdef struct Core:
    # What the workers share. They only read it, but for the account, the target, next_part and no_memory.
    Rules rules
    Symmetry symmetry
    Account account
    int32_t n_workers
    PyThread_type_lock part_lock[PARTS]     # for the parts of the target, where there are several workers
    # The task.
    Task task
    int32_t side                    # from which the value is placed
    int32_t placed                  # values placed from there so far
    Table *source                   # the layer that is worked on
    Table *target                   # the layer that is filled; NULL for FINISH and JOIN
    Table *sought                   # the layer to look up successors in; NULL where they are the full grid
    bint meets                      # whether open cells, and not filled ones, go to the next layer
    bint clears_source              # whether parts of the source are given back as soon as they are done
    int32_t next_part               # of the source, to be taken by the next worker that needs one
    PyThread_type_lock part_taking  # the lock for next_part
    bint no_memory                  # whether the task cannot go on because memory is out

cdef struct Worker:
    # What one thread has at hand.
    guard_t guard                   # held by the thread that runs it
    int32_t part                    # of the source that it reads, or -1
    int64_t slot                    # of that part, to be read next
    Placement placement             # of the value in the state at work
    uint64_t key[KEY_WORDS]         # of that state
    uint64_t count[COUNT_WORDS + 2]         # ways to that state times n_orders, with room for the product
    uint64_t n_emitted              # its successors so far
    Forms *forms                    # those whose forms are still to be found; NULL if there are no symmetric forms
    uint64_t sum[COUNT_WORDS + 1]   # of their counts, where they are looked up
    uint64_t total[2 * COUNT_WORDS + 2]     # ways to all successors of all states
    int64_t steps                   # permutations placed
    int64_t moved                   # slots of parts that grew, which are still to be charged
    uint64_t *buffer[PARTS]         # (BATCH, slot_words) states to be added to that part of the target
    int32_t n_buffered[PARTS]
    uint64_t sought[BATCH][KEY_WORDS]       # successors to be looked up
    uint64_t weight[BATCH * COUNT_WORDS]    # (successor, count_words of the source) ways to the state before it
    int32_t n_sought


cdef inline bint take_all(const Core *core, Worker *workers) noexcept:
    # Take the guards of all workers, or none if one of them is running.
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
    # Free the workers, which may be NULL, and what they have at hand.
    cdef int32_t k
    for k in range(core.n_workers if workers != NULL else 0):
        free(workers[k].buffer[0])
        free(workers[k].forms)
    free(workers)


cdef inline double part_done(const Core *core, const Worker *first) noexcept:
    # The part of the source that has been worked on, 0 to 1, as far as the first worker and the parts that are taken tell.
    cdef double done = core.next_part
    if first.part >= 0:
        done += <double> first.slot / core.source.part[first.part].capacity - 1
    return done / core.source.n_parts


cdef inline bint set_out(Core *core, Worker *workers) noexcept:
    # Let all workers begin with the source, once all memory that they need for the task is there. Return whether it is.
    cdef int32_t k, i
    cdef int64_t n_words
    cdef Worker *w
    core.next_part = 0
    for k in range(core.n_workers):
        w = &workers[k]
        w.part = w.placement.depth = -1
        w.n_sought = 0
        memset(w.total, 0, sizeof(w.total))
        memset(w.n_buffered, 0, sizeof(w.n_buffered))
        free(w.buffer[0])
        w.buffer[0] = NULL
        if core.symmetry.is_used:
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
    # Add states to a part that has room for them. Memory is slow: all slots are asked for before the first one is
    # needed.
    cdef int32_t k
    cdef uint64_t[BATCH] h
    for k in range(n):
        h[k] = hash_of(states + k * slot_words, key_words_of(table))
        word_prefetch(first_slot(part, h[k], slot_words))
    for k in range(n):
        put(table, part, states + k * slot_words, h[k], slot_words)


cdef inline bint flush(Core *core, Worker *w, int32_t at) noexcept nogil:
    # Add the buffered states to a part of the target. Returns False if memory is out.
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
    # Put a state, with the worker's count, into the buffer for its part of the target. Returns False if
    # memory is out.
    cdef Table *target = core.target
    cdef int32_t n_key_words = key_words(&core.rules.shape), part = part_of(target, hash_of(key, n_key_words))
    cdef uint64_t *to = w.buffer[part] + w.n_buffered[part] * target.slot_words
    memcpy(to, key, n_key_words * sizeof(uint64_t))
    memcpy(to + n_key_words, w.count, target.count_words * sizeof(uint64_t))
    w.n_buffered[part] += 1
    return w.n_buffered[part] < BATCH or flush(core, w, part)


cdef inline void look_up_all(Core *core, Worker *w, int32_t slot_words, int32_t count_words) noexcept nogil:
    # Look up the states that are sought, where slots of the table, and counts of the source, have so many words.
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
    # Add up the counts of the states that are sought, for JOIN each times the ways to the state before it.
    if key_words_of(core.sought) == 1 and core.sought.slot_words == 2 and core.source.count_words == 1:
        look_up_all(core, w, 2, 1)
    else:
        look_up_all(core, w, core.sought.slot_words, core.source.count_words)


cdef inline void seek(Core *core, Worker *w, const uint64_t *key) noexcept nogil:
    # Put a state into the batch of those to be looked up.
    cdef int32_t count_words = core.source.count_words
    memcpy(w.sought[w.n_sought], key, key_words(&core.rules.shape) * sizeof(uint64_t))
    memcpy(w.weight + w.n_sought * count_words, w.count, count_words * sizeof(uint64_t))
    w.n_sought += 1
    if w.n_sought == BATCH:
        look_up(core, w)


# From state to state ------------------------------------------------------------------------------------

cdef inline bint open_state(Core *core, Worker *w, const uint64_t *state) noexcept nogil:
    # Begin with a state, its key followed by its count. Returns False if it has no successor.
    cdef int32_t n_key_words = key_words(&core.rules.shape), n_words = core.source.count_words + 1
    if not lay_out(&w.placement, &core.rules, &core.symmetry, core.side, core.placed, state):
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
    # The next state of the source, which stays where it is until the next one is taken; NULL if none is left.
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
    # Begin with the next state of the source that has successors. Returns False if there is none left.
    cdef const uint64_t *state
    while True:
        state = take_state(core, w)
        if state == NULL:
            return False
        if open_state(core, w, state):
            return True


cdef inline int32_t successor_form(Core *core, const Placement *p, uint64_t *key) noexcept nogil:
    # Replace a successor's key by that of its symmetric form. Returns how often colours were refined.
    cdef uint32_t[MAX_ROWS] rows
    cdef Relabelling labels
    cdef int32_t k
    for k in range(core.rules.shape.n):
        rows[k] = p.filled[k] | p.chosen[k]
    return symmetric_form(&core.symmetry, &core.rules.shape, rows, &labels, key)


cdef inline bint hand_over(Core *core, Worker *w, uint64_t *key) noexcept nogil:
    # Do with a successor what the task says. Returns False if memory is out.
    if core.task == JOIN or core.meets:
        complement(&core.rules.shape, key)
    if core.task == PUSH:
        return pass_on(core, w, key)
    seek(core, w, key)
    return True


cdef inline bint find_forms(Core *core, Worker *w, int64_t *budget) noexcept nogil:
    # Find the forms of the successors that are waiting for it. Returns False if memory is out.
    cdef Forms *forms = w.forms
    cdef int32_t k
    budget[0] -= REFINING * symmetric_forms(&core.symmetry, &core.rules.shape, w.placement.filled, forms)
    for k in range(forms.n):
        if not hand_over(core, w, forms.key[k]):
            return False
    forms.n = 0
    return True


cdef inline bint emit(Core *core, Worker *w, uint64_t *keys, int32_t n, int64_t *budget) noexcept nogil:
    # Handle the successors that have just been found, one or more of one word. Returns False if memory is out.
    cdef const Shape *shape = &core.rules.shape
    cdef int32_t k
    w.steps += n
    w.n_emitted += n
    budget[0] -= n * (PASSING + STORING * (key_words(shape) - 1))
    if core.task == FINISH or core.task == GATHER and core.sought == NULL:
        return True
    if core.symmetry.is_used:
        for k in range(shape.n):
            w.forms.chosen[k][w.forms.n] = w.placement.chosen[k]
        w.forms.n += 1
        # On larger grids one form may take a millisecond, so the time limit does not wait for many of them.
        return w.forms.n < FORMS and shape.n <= WIDE_ROWS or find_forms(core, w, budget)
    for k in range(n):
        if not hand_over(core, w, keys + k):
            return False
    return True


cdef inline bint close_state(Core *core, Worker *w, int64_t *budget) noexcept nogil:
    # Finish a state whose successors have all been found. Returns False if memory is out.
    cdef int32_t k, count_words = core.source.count_words
    if core.symmetry.is_used and w.forms.n and not find_forms(core, w, budget):
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
    # The ways from the state to the full grid replace those to the state; without any it is left out.
    memset(w.count, 0, core.target.count_words * sizeof(uint64_t))
    multiply_by(w.count, w.sum, core.target.count_words, w.placement.n_orders)
    for k in range(core.target.count_words):
        if w.count[k]:
            return pass_on(core, w, w.key)
    return True


cdef inline Outcome work(Core *core, Worker *w, int64_t budget) noexcept nogil:
    # Go through the states of the source and their successors until the budget is used up.
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
        # Once memory is out a buffer is full, and nothing more may be put into it.
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
