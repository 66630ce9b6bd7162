# The rules of a puzzle in the form that counting needs: the order in which values are placed, and the cells that each
# layer may fill. An inequality means that one cell must be filled before another cell.
from libc.math cimport lgamma
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from common.arena cimport ANY_SIZE, Arena, arena_pass, arena_place
from common.bits cimport word_lowest
from common.facts cimport Facts
from states.keys cimport MAX_ROWS, Shape

cdef extern from "states/merging.h" nogil:
    enum:
        LINES "FASTFUTO_LINES"      # the largest order
        MOST_WATCHED "FASTFUTO_MOST_WATCHED"

    ctypedef struct Merging:
        int32_t n_watched                   # 0 if states are not merged
        uint8_t[MOST_WATCHED][2] watched    # row and column of cells of inequalities
        uint8_t[MOST_WATCHED][2] lines      # the rows and the columns of their inequalities
        uint8_t[9][2] given                 # (values placed) the rows and columns of numbers that are not placed yet

cdef struct Barrier:
    # Inequalities with the same distance between their cells. If a cell of one row is open, a cell of the row that is
    # `further` rows away is closed. Sets of columns are shifted left and then right; one of the two shifts is 0.
    int32_t further
    int32_t left
    int32_t right
    int32_t first                           # the first row with such cells
    int32_t end                             # the row after the last
    uint32_t cells[MAX_ROWS]                # (row) cells that are filled before the others

cdef struct Rules:
    # All members are constant until the next reset. Side 0 places the values in order, and side 1 in reverse order.
    Shape shape
    Arena memory
    int32_t n_inequalities
    uint8_t *inequality                     # (n_inequalities, 4) row and column of the smaller, of the greater cell
    int32_t n_barriers
    Barrier *barrier[2]                     # (side, n_barriers) the same inequalities
    Merging merging
    int32_t values[MAX_ROWS]                # in the order of side 0
    int32_t n_alike                         # number of last values that no clue distinguishes, at least 1
    # A cell that no remaining value may take must have been filled. In `now` and `later`, it counts as a cell that all
    # remaining values may take, so these masks are the same for all symmetric forms of a state.
    uint32_t now[2][MAX_ROWS][MAX_ROWS]     # (side, layer, row) cells that may take the layer's value
    uint32_t later[2][MAX_ROWS][MAX_ROWS]   # (side, layer, row) cells that may take a later layer's value


cdef inline int read_rules(Rules *rules, uint64_t *domain, const Facts *f) except -1:
    # Copy the domains, without bits beyond n, and the inequalities.
    cdef int32_t n = rules.shape.n, k, i
    rules.n_inequalities = rules.n_barriers = 0
    while arena_pass(&rules.memory, ANY_SIZE):
        arena_place(&rules.memory, rules.barrier[0], f.n_inequalities)
        arena_place(&rules.memory, rules.barrier[1], f.n_inequalities)
        arena_place(&rules.memory, rules.inequality, 4 * <size_t> f.n_inequalities)
    if rules.memory.base == NULL:
        raise MemoryError("the inequalities do not fit into memory")
    rules.n_inequalities = f.n_inequalities
    for k in range(n * n):
        domain[k] = f.domain[k] & rules.shape.full_row
    for k in range(rules.n_inequalities):
        for i in range(2):
            rules.inequality[4 * k + 2 * i] = f.inequality[2 * k + i] // n
            rules.inequality[4 * k + 2 * i + 1] = f.inequality[2 * k + i] % n
    for i in range(2):
        set_barriers(rules, i)
    return 0


cdef inline void set_barriers(Rules *rules, int32_t side) noexcept nogil:
    # Combine inequalities with the same distance. Side 1 fills the greater cell before the smaller.
    cdef Barrier *barrier = rules.barrier[side]
    cdef const uint8_t *first
    cdef const uint8_t *second
    cdef int32_t k, i, row, further, shift
    rules.n_barriers = 0
    for k in range(rules.n_inequalities):
        first = rules.inequality + 4 * k + 2 * side
        second = rules.inequality + 4 * k + 2 - 2 * side
        row, further, shift = first[0], second[0] - first[0], second[1] - first[1]
        i = 0
        while i < rules.n_barriers and (
            barrier[i].further != further or barrier[i].left - barrier[i].right != shift
        ):
            i += 1
        if i == rules.n_barriers:
            memset(&barrier[i], 0, sizeof(Barrier))
            barrier[i].further, barrier[i].left, barrier[i].right = further, max(shift, 0), max(-shift, 0)
            barrier[i].first = barrier[i].end = row
            rules.n_barriers += 1
        barrier[i].first, barrier[i].end = min(barrier[i].first, row), max(barrier[i].end, row + 1)
        barrier[i].cells[row] |= <uint32_t> 1 << first[1]


cdef inline void narrow(const Rules *rules, uint64_t *domain) noexcept nogil:
    # Drop the values that clues and inequalities exclude, up to a fixpoint.
    cdef int32_t n = rules.shape.n, cell, other, k, i, lesser, greater
    cdef uint64_t mask, above, below
    cdef bint changed = True
    while changed:
        changed = False
        for cell in range(n * n):
            mask = domain[cell]
            if mask and not mask & (mask - 1):
                for i in range(n):
                    for k in range(2):
                        other = cell // n * n + i if k else i * n + cell % n
                        if other != cell and domain[other] & mask:
                            domain[other] &= ~mask
                            changed = True
        for k in range(rules.n_inequalities):
            lesser = rules.inequality[4 * k] * n + rules.inequality[4 * k + 1]
            greater = rules.inequality[4 * k + 2] * n + rules.inequality[4 * k + 3]
            # Compute the bits above the lowest bit of the smaller cell.
            above = ~(domain[lesser] ^ (domain[lesser] - 1))
            if domain[greater] & ~above:
                domain[greater] &= above
                changed = True
            # Compute the bits below the highest bit of the greater cell.
            below = domain[greater]
            for i in range(5):
                below |= below >> (1 << i)
            below >>= 1
            if domain[lesser] & ~below:
                domain[lesser] &= below
                changed = True


cdef inline int choose_order(Rules *rules, uint64_t *domain, bint may_align) except -1:
    # Choose the order in which the values are placed: ascending if there are inequalities, otherwise with as many
    # interchangeable values as possible at the end. Then renumber the columns, if that is allowed, and find the cells
    # that each layer may fill.
    cdef int32_t n = rules.shape.n, v, w, cell, i, k, j, n_same, last_same
    order = list(range(n))
    rules.n_alike = 1
    if not rules.n_inequalities:
        classes = []    # for each value, the number of values with the same cells, and the last of these values
        n_positions = []
        lines = [0] * n     # for each value, the bits of the rows and columns of its clues
        for cell in range(n * n):
            if domain[cell] and not domain[cell] & (domain[cell] - 1):
                lines[word_lowest(domain[cell])] |= 1 << cell // n | 1 << n + cell % n
        for v in range(n):
            n_same = last_same = 0
            for w in range(n):
                for cell in range(n * n):
                    if (domain[cell] >> v ^ domain[cell] >> w) & 1:
                        break
                else:
                    n_same += 1
                    last_same = w
            classes.append((n_same, last_same))
            n_positions.append(sum([domain[cell] >> v & 1 for cell in range(n * n)]))
        # The largest class comes last. The other classes are placed from the end backwards: the next class has clues in
        # the fewest further rows and columns, because lines without clues of later values may be exchanged.
        order.sort(key=classes.__getitem__)
        rules.n_alike = classes[order[n - 1]][0]
        named = 0
        for k in range(n - rules.n_alike - 1, -1, -1):
            j = min([((named | lines[order[i]]).bit_count(), -n_positions[order[i]], i) for i in range(k + 1)])[2]
            order.insert(k, order.pop(j))
            named |= lines[order[k]]
    for k in range(n):
        rules.values[k] = order[k]
    if may_align:
        align(rules, domain)
    set_masks(rules, domain)
    return 0


cdef inline void align(const Rules *rules, uint64_t *domain) noexcept nogil:
    # Renumber the columns: a clue that is the last clue of its row and of its column moves to the diagonal, where
    # symmetry.pxd can link the row with the column.
    cdef int32_t n = rules.shape.n, k, cell, row, column
    cdef int32_t[MAX_ROWS] to
    cdef uint32_t rows = rules.shape.full_row, columns = rules.shape.full_row   # without a partner
    cdef uint64_t[MAX_ROWS * MAX_ROWS] before
    for k in range(n - 1, -1, -1):
        for cell in range(n * n):
            row, column = cell // n, cell % n
            if domain[cell] == <uint64_t> 1 << rules.values[k] and rows >> row & columns >> column & 1:
                to[column] = row
                rows ^= <uint32_t> 1 << row
                columns ^= <uint32_t> 1 << column
    for column in range(n):
        if columns >> column & 1:
            to[column] = word_lowest(rows)
            rows &= rows - 1
    memcpy(before, domain, n * n * sizeof(uint64_t))
    for cell in range(n * n):
        domain[cell // n * n + to[cell % n]] = before[cell]


cdef inline void set_masks(Rules *rules, const uint64_t *domain) noexcept nogil:
    # Find the cells that each layer may fill.
    cdef int32_t n = rules.shape.n, v, cell, k, j, r, side
    cdef uint32_t bit
    memset(rules.now, 0, sizeof(rules.now))
    memset(rules.later, 0, sizeof(rules.later))
    for side in range(2):
        for k in range(n - 1, -1, -1):
            v = rules.values[n - 1 - k if side else k]
            for cell in range(n * n):
                rules.now[side][k][cell // n] |= <uint32_t> (domain[cell] >> v & 1) << cell % n
            if k < n - 1:
                for j in range(n):
                    rules.later[side][k][j] = rules.later[side][k + 1][j] | rules.now[side][k + 1][j]
        for k in range(n):
            for cell in range(n * n):
                r, bit = cell // n, <uint32_t> 1 << cell % n
                if domain[cell] and not (rules.now[side][k][r] | rules.later[side][k][r]) & bit:
                    rules.now[side][k][r] |= bit
                    rules.later[side][k][r] |= bit


cdef inline int32_t permutation_bits(int32_t n, int32_t placed) noexcept nogil:
    # Return the length in bits, rounded up, of Bregman's bound on the permutations that fit into the open cells.
    cdef int32_t degree = n - placed
    return <int32_t> (lgamma(degree + 1.0) / 0.6931471805599453 * n / degree) + 2
