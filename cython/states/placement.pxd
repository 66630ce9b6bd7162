# All ways to place one value into a state, with one position in each row and no two positions in the same column.
#
# With up to 9 rows and without symmetric forms, ways.pxd lists the ways. Otherwise they are listed depth-first. Rows
# with one position left take this position, in passes over all rows. The next branch is on the row with the fewest
# positions left. A column that no row can reach ends a branch at once.
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

from common.bits cimport FASTFUTO_WORDS, word_lowest, word_size
from states.keys cimport KEY_WORDS, MAX_ROWS, Shape, fill, key_words, read_rows
from states.merging cimport fill_passed
from states.rules cimport Barrier, Rules
from states.symmetry cimport Symmetry
from states.ways cimport Ways, begin_ways, next_ways

cdef enum:
    MAX_ROWS_IN_ORDER = 20          # 20! is less than 2**64

cdef struct Placement:
    # The depth of a branch is the number of choices between positions that led to it.
    int32_t depth                   # of the present branch; -1 if all permutations are listed
    bint is_fresh                   # whether the state was laid out, but not branched on yet
    uint64_t n_orders               # number of permutations represented by each listed permutation
    uint32_t filled[MAX_ROWS]       # (row) the state
    uint32_t open[MAX_ROWS]         # (row) positions of the value
    int32_t same_before[MAX_ROWS]   # (row) the last equal row before it, or -1
    uint32_t chosen[MAX_ROWS]       # (row) the position chosen
    int32_t row[MAX_ROWS]           # (depth) the row to branch on
    uint32_t left[MAX_ROWS]         # (depth) its untried positions
    uint32_t used[MAX_ROWS]         # (depth) columns taken
    uint32_t todo[MAX_ROWS]         # (depth) rows without a position, including the row to branch on
    uint64_t path[MAX_ROWS][KEY_WORDS]      # (depth) key of the state and the positions chosen so far
    bint by_sets                    # whether ways.pxd lists the ways, without the members above
    Ways ways


cdef inline void find_same_rows(Placement *p, const Symmetry *symmetry, int32_t n) noexcept nogil:
    # Rows of a class with the same filled and open cells take their positions in ascending order, which represents all
    # orders.
    cdef int32_t row, other, n_same
    for row in range(1, n):
        n_same = 1
        other = symmetry.before[0][row]
        while other >= 0 and not symmetry.linked >> row & 1:
            if p.filled[other] == p.filled[row] and p.open[other] == p.open[row]:
                if n_same == 1:
                    p.same_before[row] = other
                n_same += 1
            other = symmetry.before[0][other]
        p.n_orders *= n_same


cdef inline bint lay_out(
    Placement *p, const Rules *rules, const Symmetry *symmetry, int32_t side, int32_t placed,
    const uint64_t *key
) noexcept nogil:
    # Prepare a state, with `placed` values placed from that side, for its next value. `symmetry` points to the
    # symmetries of its layer and of the next layer. Return False if some row has no position.
    cdef int32_t n = rules.shape.n, k, row
    cdef uint32_t full_row = rules.shape.full_row, musts = 0, must, blank, reach = 0
    cdef uint32_t[MAX_ROWS] open
    cdef uint32_t *filled = p.filled
    cdef const uint32_t *now = rules.now[side][placed]
    cdef const uint32_t *later = rules.later[side][placed]
    cdef const Barrier *barrier = rules.barrier[side]
    cdef const uint32_t *passed = filled
    cdef uint32_t[MAX_ROWS] with_passed
    p.depth = -1
    read_rows(&rules.shape, key, placed, filled)
    for row in range(n):
        open[row] = now[row] & ~filled[row]
    if rules.merging.n_watched:
        memcpy(with_passed, filled, n * sizeof(uint32_t))
        fill_passed(rules, key[0], with_passed)
        passed = with_passed
    for k in range(rules.n_barriers):
        # The inner loop is free of branches, because branches would be unpredictable.
        for row in range(barrier.first, barrier.end):
            open[row + barrier.further] &= ~((~passed[row] & barrier.cells[row]) << barrier.left >> barrier.right)
        barrier += 1
    # Cells that no later value may fill must be filled now.
    for row in range(n):
        must = full_row & ~filled[row] & ~later[row]
        if must:
            if must & (must - 1) or must & (~open[row] | musts):
                return False
            open[row] = must
            musts |= must
    if placed >= n - rules.n_alike and rules.n_alike > 1:
        # The next of several equivalent values fills the first open cell.
        blank = full_row & ~filled[0]
        open[0] &= blank & -blank
    for row in range(n):
        if open[row] & musts and open[row] & (open[row] - 1):
            open[row] &= ~musts
        if open[row] == 0:
            return False
        reach |= open[row]
    if reach != full_row:
        return False
    p.n_orders = 1
    for row in range(n):
        p.open[row] = open[row]
        p.same_before[row] = -1
    if symmetry.is_used and n <= MAX_ROWS_IN_ORDER:
        find_same_rows(p, symmetry, n)
    p.by_sets = FASTFUTO_WORDS == 1 and not symmetry[0].is_used and not symmetry[1].is_used
    if p.by_sets:
        p.depth = 0 if begin_ways(&p.ways, &rules.shape, p.open, key[0]) else -1
        return p.depth == 0
    memcpy(p.path[0], key, key_words(&rules.shape) * sizeof(uint64_t))
    p.used[0] = 0
    p.todo[0] = full_row
    p.depth = 0
    p.is_fresh = True
    return True


cdef inline bint settle(Placement *p, const Shape *shape, int32_t depth) noexcept nogil:
    # Give rows with one position left that position until there are no such rows, then choose the row to branch on.
    # Return False if some row has no position left, or some column has no row left.
    cdef uint32_t todo = p.todo[depth], used = p.used[depth], rows, left, reach
    cdef int32_t row, size, least
    cdef bint is_settled
    while todo:
        is_settled = True
        least = MAX_ROWS + 1
        reach = used
        rows = todo
        while rows:
            row = word_lowest(rows)
            rows &= rows - 1
            left = p.open[row] & ~used
            reach |= left
            if p.same_before[row] >= 0:
                # Equal rows take their positions in ascending order.
                if todo >> p.same_before[row] & 1:
                    continue
                left &= ~(p.chosen[p.same_before[row]] | (p.chosen[p.same_before[row]] - 1))
            if left & (left - 1):
                size = word_size(left)
                if size < least:
                    least = size
                    p.row[depth] = row
                    p.left[depth] = left
            elif left:
                p.chosen[row] = left
                fill(shape, p.path[depth], row, left)
                used |= left
                todo ^= <uint32_t> 1 << row
                is_settled = False
            else:
                return False
        if reach != shape.full_row:
            return False
        if is_settled:
            break
    p.todo[depth] = todo
    p.used[depth] = used
    return True


cdef inline uint64_t *next_permutations(Placement *p, const Shape *shape, int32_t *n, int64_t *budget) noexcept nogil:
    # Advance to the next permutations. If keys have one word, the call advances to several permutations at once,
    # otherwise to one. Return the keys of the successors, which the caller may overwrite. Return NULL if the budget is
    # used up, or if all permutations are listed, in which case the depth is -1.
    cdef int32_t depth, next
    cdef uint32_t bit, rows
    cdef uint64_t *key
    if p.by_sets and p.depth >= 0 and budget[0] > 0:
        key = next_ways(&p.ways, shape, n, budget)
        if key == NULL:
            p.depth = -1
        return key
    while not p.by_sets and p.depth >= 0 and budget[0] > 0:
        if p.is_fresh:
            p.is_fresh = False
            budget[0] -= shape.n
            next = 0
        else:
            depth = p.depth
            budget[0] -= 1
            bit = p.left[depth] & -p.left[depth]
            p.left[depth] ^= bit
            rows = p.todo[depth] ^ <uint32_t> 1 << p.row[depth]
            p.chosen[p.row[depth]] = bit
            next = depth
            if p.left[depth]:
                # After the last position of a row, the search never returns to this row, so it needs no new branch.
                next = depth + 1
                memcpy(p.path[next], p.path[depth], key_words(shape) * sizeof(uint64_t))
            p.used[next] = p.used[depth] | bit
            fill(shape, p.path[next], p.row[depth], bit)
            p.todo[next] = rows
        p.depth = next
        if not settle(p, shape, next):
            p.depth = next - 1
        elif p.todo[next] == 0:
            p.depth = next - 1
            n[0] = 1
            return p.path[next]
    return NULL
