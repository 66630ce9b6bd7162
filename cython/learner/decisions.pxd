# The two kinds of decisions, and the hooks that dispatch between them.
#
# By size, the learner takes the group with the fewest candidates left and makes one of these candidates hold, which is
# best for puzzles with many solutions. By activity, the learner takes the candidate that was most involved in recent
# conflicts, with its truth value in the largest assignment without a conflict (target phases: Biere et al., CaDiCaL).
# This is best for puzzles with one or a few solutions. Only the hooks at the end of this file depend on the kind.
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memset

from common.arena cimport Arena, arena_pass, arena_place
from common.bits cimport next_random
from common.board cimport Board, packed_cell, packed_value
from learner.clauses cimport make_room
from learner.core cimport NOBODY, LearnerCore, bytes_left, count_arena
from learner.groups cimport list_group
from learner.tuning cimport BLOCK, DECAY, MANY_VALUES, MOST_VALUES, SLOWEST_DECAY, SLOW_DECAY

cdef enum:
    FOUND_ROOM = 1 << 24        # more than the candidates left in all groups of a candidate together


cdef inline void raise_activity(LearnerCore *c, int32_t at) noexcept nogil:
    cdef int32_t k
    c.activity[at] += c.bump
    if c.activity[at] > 1e100:
        for k in range(c.n_activities):
            c.activity[k] *= 1e-100
        c.bump *= 1e-100


# By size ------------------------------------------------------------------------------------------------

cdef inline int32_t n_blocks(LearnerCore *c) noexcept nogil:
    return (c.n_exact + BLOCK - 1) // BLOCK


cdef inline void size_bump(LearnerCore *c) noexcept nogil:
    cdef Board *b = &c.board
    cdef int32_t k, j, cell, value
    for k in range(c.n_involved):
        cell = packed_cell(c.place[c.seen_candidate[k]])
        value = packed_value(c.place[c.seen_candidate[k]])
        raise_activity(c, cell)
        for j in range(b.link_start[cell], b.link_start[cell + 1]):
            raise_activity(c, c.first_group[j] + value)


cdef inline int32_t size_choose_group(LearnerCore *c) noexcept nogil:
    # Return the most active of the groups with the fewest candidates left, the first in a tie. The second loop visits
    # only the blocks that contain such a group.
    cdef int32_t block, g, start, end, best = 0
    cdef uint8_t less_two, least_here, least = 255
    cdef double highest = -1
    for block in range(n_blocks(c)):
        start = block * BLOCK
        end = min(start + BLOCK, c.n_exact)
        least_here = 255
        for g in range(start, end):
            # Counts of empty groups, and of groups whose last candidate holds, wrap around and lose every comparison.
            less_two = c.n_left[g] - 2
            least_here = min(least_here, less_two)
        c.block_least[block] = least_here
        least = min(least, least_here)
    for block in range(n_blocks(c)):
        if c.block_least[block] == least:
            start = block * BLOCK
            end = min(start + BLOCK, c.n_exact)
            for g in range(start, end):
                if c.n_left[g] == least + 2 and c.activity[g] > highest:
                    highest, best = c.activity[g], g
    return best


cdef inline uint32_t size_decide(LearnerCore *c) noexcept nogil:
    # Take the candidate of the chosen group whose groups together have the fewest candidates left, the first in a tie.
    # A learner that surveys prefers candidates without a solution so far.
    cdef Board *b = &c.board
    cdef int32_t g = size_choose_group(c), n, k, j, cell, value, room, least_room = 0x7FFFFFFF
    cdef uint32_t chosen = 0
    n = list_group(c, g, NOBODY, c.stack)
    for k in range(n):
        if c.truth[c.stack[k]] == 0:
            cell, value = packed_cell(c.place[c.stack[k] >> 1]), packed_value(c.place[c.stack[k] >> 1])
            room = c.n_left[cell] + (FOUND_ROOM if c.is_surveying and c.is_found[c.stack[k] >> 1] else 0)
            for j in range(b.link_start[cell], b.link_start[cell + 1]):
                room += c.n_left[c.first_group[j] + value]
            if room < least_room:
                least_room, chosen = room, c.stack[k]
    return chosen


# By activity --------------------------------------------------------------------------------------------

cdef inline void heap_up(LearnerCore *c, int32_t at) noexcept nogil:
    cdef int32_t candidate = c.heap[at], parent
    cdef double activity = c.activity[candidate]
    while at:
        parent = (at - 1) >> 1
        if c.activity[c.heap[parent]] >= activity:
            break
        c.heap[at] = c.heap[parent]
        c.heap_at[c.heap[at]] = at
        at = parent
    c.heap[at] = candidate
    c.heap_at[candidate] = at


cdef inline void heap_down(LearnerCore *c, int32_t at) noexcept nogil:
    cdef int32_t candidate = c.heap[at], child
    cdef double activity = c.activity[candidate]
    while 2 * at + 1 < c.n_heap:
        child = 2 * at + 1
        if child + 1 < c.n_heap and c.activity[c.heap[child + 1]] > c.activity[c.heap[child]]:
            child += 1
        if c.activity[c.heap[child]] <= activity:
            break
        c.heap[at] = c.heap[child]
        c.heap_at[c.heap[at]] = at
        at = child
    c.heap[at] = candidate
    c.heap_at[candidate] = at


cdef inline void heap_insert(LearnerCore *c, int32_t candidate) noexcept nogil:
    c.heap[c.n_heap] = candidate
    c.heap_at[candidate] = c.n_heap
    c.n_heap += 1
    heap_up(c, c.n_heap - 1)


cdef inline int32_t heap_pop(LearnerCore *c) noexcept nogil:
    cdef int32_t candidate = c.heap[0]
    c.n_heap -= 1
    c.heap_at[candidate] = -1
    if c.n_heap:
        c.heap[0] = c.heap[c.n_heap]
        c.heap_at[c.heap[0]] = 0
        heap_down(c, 0)
    return candidate


cdef inline void activity_begin(LearnerCore *c) noexcept nogil:
    cdef int32_t candidate
    c.n_heap = 0
    for candidate in range(c.n_candidates):
        heap_insert(c, candidate)
    memset(c.saved, 1, c.n_candidates)
    c.n_target = 0


cdef inline void activity_bump(LearnerCore *c) noexcept nogil:
    cdef int32_t k
    cdef uint32_t candidate
    for k in range(c.n_involved):
        candidate = c.seen_candidate[k]
        raise_activity(c, candidate)
        if c.heap_at[candidate] > 0:
            heap_up(c, c.heap_at[candidate])


cdef inline void keep_target(LearnerCore *c) noexcept nogil:
    # The assignment before the last decision has no conflict: keep the largest such assignment.
    cdef int32_t k, n = c.level_start[c.depth]
    if n > c.n_target:
        c.n_target = n
        for k in range(n):
            c.target[c.trail[k] >> 1] = -1 if c.trail[k] & 1 else 1


cdef inline void activity_undo(LearnerCore *c, int32_t depth) noexcept nogil:
    # Save the truth of the candidates that are about to become open, except during probing, and return them to the
    # heap.
    cdef int32_t at
    cdef uint32_t literal
    for at in range(c.n_trail - 1, c.level_start[depth + 1] - 1, -1):
        literal = c.trail[at]
        if not c.is_probing:
            c.saved[literal >> 1] = -1 if literal & 1 else 1
        if c.heap_at[literal >> 1] < 0:
            heap_insert(c, literal >> 1)


cdef inline uint32_t activity_decide(LearnerCore *c) noexcept nogil:
    # Take the most active open candidate, with its truth value in the target if it has one, and otherwise with its last
    # truth value.
    cdef int32_t candidate
    cdef int8_t phase
    while True:
        candidate = heap_pop(c)
        if c.truth[candidate << 1] == 0:
            break
    phase = c.target[candidate]
    if phase == 0:
        phase = c.saved[candidate]
    return <uint32_t> (candidate << 1 | (phase < 0))


# Hooks --------------------------------------------------------------------------------------------------

cdef inline bint decide_begin(LearnerCore *c) noexcept nogil:
    # Set up decisions after the root, and one level for each possible decision. A decision by size fills a cell; a
    # decision by activity may make only one candidate fail. Return False if memory runs out.
    cdef int64_t k, n = c.n_candidates if c.by_activity else 0
    cdef int64_t n_levels = 2 + (c.n_candidates if c.by_activity else c.n_open_cells)
    cdef Arena *a = &c.decision_memory
    c.n_activities = c.n_candidates if c.by_activity else c.n_groups
    if not make_room(c, c.board.n_values):
        return False
    while arena_pass(a, bytes_left(c)):
        arena_place(a, c.activity, c.n_activities)
        arena_place(a, c.level_stamp, n_levels)
        arena_place(a, c.level_start, n_levels)
        arena_place(a, c.heap, n)
        arena_place(a, c.heap_at, n)
        arena_place(a, c.saved, n)
        arena_place(a, c.target, n)
        arena_place(a, c.is_passed, n)
        arena_place(a, c.block_least, n_blocks(c))
        arena_place(a, c.is_found, c.n_candidates if c.is_surveying else 0)
    if not count_arena(c, a):
        return False
    c.bump = 1
    if c.random_state:
        # Initial activities below one bump break ties at random.
        for k in range(c.n_activities):
            c.activity[k] = <double> (next_random(&c.random_state) >> 40) * 1e-9
    if c.by_activity:
        activity_begin(c)
    return True


cdef inline void decide_bump(LearnerCore *c) noexcept nogil:
    # Bump the candidates that were involved in a conflict, or their groups.
    if c.by_activity:
        activity_bump(c)
    else:
        size_bump(c)


cdef inline void decide_learned(LearnerCore *c) noexcept nogil:
    # This hook is called after a clause was learned from a conflict or a solution, before levels are undone.
    if c.by_activity:
        keep_target(c)
    # All activities decay by this factor, relative to the next bump. With decisions by size, grids with many values
    # reach conflicts only when they are nearly full, after a long dive. Conflicts of earlier dives must therefore count
    # for longer.
    if c.by_activity or c.board.n_values < MANY_VALUES:
        c.bump /= DECAY / 1000.0
    else:
        c.bump /= (SLOW_DECAY if c.board.n_values < MOST_VALUES else SLOWEST_DECAY) / 1000.0


cdef inline void decide_undo(LearnerCore *c, int32_t depth) noexcept nogil:
    # This hook is called before the assignments at levels above depth are undone.
    if c.by_activity:
        activity_undo(c, depth)


cdef inline uint32_t decide(LearnerCore *c) noexcept nogil:
    # Return the literal of the next decision. At least one candidate must be open.
    return activity_decide(c) if c.by_activity else size_decide(c)
