# A search for grids of n <= 16 whose units are rows and columns and whose inequalities are between neighbours.
#
# For each puzzle, the generator asks the search hundreds of times whether any square other than the current square
# satisfies some clues. The plane of a value is the set of cells that may take it, so a few operations on words apply to
# all cells at once. The search by planes is several times as fast as the general search, which supports other units and
# larger grids. The same planes strip clues if singles, inequalities and sets suffice: see planar.pxd.
#
# A row of a plane has n bits, and a word contains as many whole rows as fit: the whole plane up to n = 8, seven rows
# for n = 9, and four rows for n = 16.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from common.bits cimport word_highest, word_lowest
from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, OUTCOME_SOLUTION, Outcome
from generation.tuning cimport WEIGHT

cdef enum:
    MOST_SIDE = 16
    WORDS = 4               # the largest number of words of a plane
    SIDES = 4
    FAILED = 1 << 20        # a conflict, in place of a set of values

cdef enum:
    # The side of a neighbour.
    RIGHTWARD
    LEFTWARD
    DOWNWARD
    UPWARD

cdef struct Planes:
    # member                index           holds
    int32_t n
    int32_t n_words         # words of a plane, 1 to 4
    int32_t per_word        # rows of a word
    int32_t n_bits          # used bits of a word: n * per_word
    int32_t fold            # shift that puts the upper rows of a word on the lower rows
    uint64_t low            # the bits of each row of a word but its highest bit
    uint64_t high           # the highest bit of each row
    uint64_t row            # all bits of the lowest row
    uint64_t every          # the lowest bit of each row
    uint64_t gather         # multiplying a column by it and shifting by `gathered` makes row k bit k
    int32_t gathered
    uint64_t *stack         # (n * n + 1, n + 1, n_words)   the candidates of each value at each choice, followed by
                            #                           the cells whose value has been dropped from their lines
    uint64_t[WORDS] grid    # cells of the grid
    uint64_t[WORDS] rows    # bit 0 of each row
    # Cells that are greater than their neighbour on a side, and cells that are less.
    uint64_t[SIDES * WORDS] greater             # (side, word)
    uint64_t[SIDES * WORDS] less
    bint is_new             # there are more inequalities than at the last fixpoint
    bint is_marking         # whether inequalities that exclude a candidate are marked here, in the same order
    uint64_t[SIDES * WORDS] used_greater
    uint64_t[SIDES * WORDS] used_less
    int32_t depth           # number of current choices
    int32_t[MOST_SIDE * MOST_SIDE] chosen       # (choice,)     its cell
    int32_t[MOST_SIDE * MOST_SIDE] chosen_value
    int32_t[MOST_SIDE * MOST_SIDE] weight       # (cell,)       WEIGHT + failures that the cell took part in
    int32_t[2 * MOST_SIDE] line_weight          # (row; MOST_SIDE + column,) the same
    const uint8_t *square   # (cell,)       the square that does not count as a solution, from 0 on
    uint32_t changed        # changed values at the start of the next node
    bint is_far             # the values of the square are tried last, not first
    int64_t nodes           # nodes of the present question


cdef inline uint64_t one(const Planes *p, int32_t cell) noexcept nogil:
    # Return the bit of a cell in its word.
    return <uint64_t> 1 << (cell % p.n_bits)


cdef inline int32_t word_of(const Planes *p, int32_t cell) noexcept nogil:
    return cell // p.n_bits


cdef inline int32_t side_of(const Planes *p, int32_t cell, int32_t neighbour) noexcept nogil:
    if neighbour - cell == p.n:
        return DOWNWARD
    if cell - neighbour == p.n:
        return UPWARD
    return RIGHTWARD if neighbour > cell else LEFTWARD


cdef inline uint64_t used_rows(const Planes *p, uint64_t cells) noexcept nogil:
    # Return the lowest bit of each row that contains one of the cells.
    return ((((cells & p.low) + p.low) | cells) & p.high) >> (p.n - 1)


# Questions ------------------------------------------------------------------------------------------------

cdef inline void planes_create(Planes *p, int32_t n) noexcept nogil:
    # Set up a search for a size, 1 to MOST_SIDE. The caller must set `stack` to memory of planes_room(p) words.
    cdef int32_t r
    p.n, p.per_word = n, min(n, 64 // n)
    p.n_words = (n + p.per_word - 1) // p.per_word
    p.n_bits = n * p.per_word
    p.row = (<uint64_t> 1 << n) - 1
    p.every = 0
    p.fold = n
    while 2 * p.fold < p.n_bits:
        p.fold *= 2
    memset(p.grid, 0, sizeof(p.grid))
    memset(p.rows, 0, sizeof(p.rows))
    for r in range(p.per_word):
        p.every |= <uint64_t> 1 << n * r
    for r in range(n):
        p.grid[r // p.per_word] |= p.row << (r % p.per_word * n)
        p.rows[r // p.per_word] |= <uint64_t> 1 << (r % p.per_word * n)
    p.high = p.every << (n - 1)
    p.low = p.every * (p.row >> 1)
    p.gathered = (n - 1) * (p.per_word - 1)
    p.gather = 0
    for r in range(p.per_word):
        p.gather |= <uint64_t> 1 << (n - 1) * r


cdef inline size_t planes_room(const Planes *p) noexcept nogil:
    return (p.n * p.n + 1) * (p.n + 1) * p.n_words


cdef inline void planes_forget(Planes *p) noexcept nogil:
    # Reset the weights that earlier questions have given to hard cells and lines.
    memset(p.weight, 0, sizeof(p.weight))
    memset(p.line_weight, 0, sizeof(p.line_weight))


cdef inline void planes_begin(Planes *p, const uint8_t *square, bint is_far) noexcept nogil:
    # Begin a question without candidates and inequalities. Half of each learned weight is kept, because hard cells
    # often stay hard.
    p.square, p.is_far = square, is_far
    cdef int32_t cell
    p.depth = 0
    p.nodes = 0
    p.changed = (<uint32_t> 1 << p.n) - 1
    for cell in range(p.n * p.n):
        p.weight[cell] = WEIGHT + p.weight[cell] // 2
    for cell in range(2 * MOST_SIDE):
        p.line_weight[cell] = WEIGHT + p.line_weight[cell] // 2
    memset(p.stack, 0, (p.n + 1) * p.n_words * sizeof(uint64_t))
    memset(p.greater, 0, sizeof(p.greater))
    memset(p.less, 0, sizeof(p.less))


cdef inline void planes_allow(Planes *p, int32_t cell, uint64_t values) noexcept nogil:
    # Add these values to the candidates of a cell.
    cdef uint64_t bit = one(p, cell)
    cdef int32_t word = word_of(p, cell)
    while values:
        p.stack[word_lowest(values) * p.n_words + word] |= bit
        values &= values - 1


cdef inline void planes_compare(Planes *p, int32_t lesser, int32_t greater) noexcept nogil:
    # Add an inequality between neighbours.
    p.less[side_of(p, lesser, greater) * WORDS + word_of(p, lesser)] |= one(p, lesser)
    p.greater[side_of(p, greater, lesser) * WORDS + word_of(p, greater)] |= one(p, greater)
    p.is_new = True


# Candidates -----------------------------------------------------------------------------------------------

cdef inline uint64_t neighbours(
    const Planes *p, const uint64_t *there, int32_t side, int32_t w, int32_t n_words,
) noexcept nogil:
    # Return the cells of a word with a neighbour in `there` on that side. An empty word must precede and follow
    # `there`.
    cdef uint64_t cells = there[w + 1]
    if side == RIGHTWARD:
        return cells >> 1
    if side == LEFTWARD:
        return cells << 1
    if side == DOWNWARD:
        return cells >> p.n | (there[w + 2] << (p.n_bits - p.n) if n_words > 1 else 0)
    return cells << p.n | (there[w] >> (p.n_bits - p.n) if n_words > 1 else 0)


cdef inline uint64_t supported(
    const Planes *p, const uint64_t *needs, const uint64_t *there, int32_t w, int32_t n_words,
) noexcept nogil:
    # Return the cells of a word with a neighbour in `there` on each side on which they need a neighbour.
    return (
        (~needs[RIGHTWARD * WORDS + w] | neighbours(p, there, RIGHTWARD, w, n_words))
        & (~needs[LEFTWARD * WORDS + w] | neighbours(p, there, LEFTWARD, w, n_words))
        & (~needs[DOWNWARD * WORDS + w] | neighbours(p, there, DOWNWARD, w, n_words))
        & (~needs[UPWARD * WORDS + w] | neighbours(p, there, UPWARD, w, n_words))
    )


cdef inline void mark_used(
    const Planes *p, const uint64_t *needs, uint64_t *used, const uint64_t *there, uint64_t lost, int32_t w,
    int32_t n_words,
) noexcept nogil:
    # Mark, for each of the lost cells, a side on which the cell lacks a neighbour that it needs. Sides that already
    # have marks are preferred.
    cdef int32_t side
    cdef uint64_t gone
    for side in range(SIDES):
        lost &= ~(used[side * WORDS + w] & ~neighbours(p, there, side, w, n_words))
    for side in range(SIDES):
        gone = lost & needs[side * WORDS + w] & ~neighbours(p, there, side, w, n_words)
        used[side * WORDS + w] |= gone
        lost &= ~gone


cdef struct Columns:
    # Find the columns of a value with at least one position, and with at least two.
    uint64_t once
    uint64_t twice


cdef inline void begin_columns(Columns *columns) noexcept nogil:
    columns.once = columns.twice = 0


cdef inline void add_rows(Columns *columns, uint64_t cells) noexcept nogil:
    # Count all rows of a word at once.
    columns.twice |= columns.once & cells
    columns.once |= cells


cdef inline void add_columns(const Planes *p, Columns *columns) noexcept nogil:
    # Combine the counts of the rows.
    cdef int32_t step = p.fold
    while step >= p.n:
        columns.twice |= columns.once >> step & columns.once | columns.twice >> step
        columns.once |= columns.once >> step
        step >>= 1
    columns.twice &= p.row
    columns.once &= p.row


cdef inline uint64_t columns_of(const Planes *p, const uint64_t *cells, int32_t n_words) noexcept nogil:
    # Return all cells of the columns that contain one of the cells.
    cdef uint64_t columns = 0
    cdef int32_t w, step = p.fold
    for w in range(n_words):
        columns |= cells[w]
    while step >= p.n:
        columns |= columns >> step
        step >>= 1
    return (columns & p.row) * p.every


cdef inline uint32_t take_naked(
    Planes *p, uint64_t *x, uint32_t changed, int32_t n_words, bint is_true,
) noexcept nogil:
    # Apply naked singles until there are no more: other cells of its lines lose the value of a cell with one value
    # left. Return the values that have changed, including `changed`, or FAILED.
    cdef int32_t n = p.n, v, w
    cdef uint64_t kept, lost, either, columns
    cdef uint64_t[WORDS] any, several, fresh, mine
    cdef uint64_t *settled = x + n * n_words
    cdef Columns twofold
    while True:
        memset(any, 0, sizeof(any))
        memset(several, 0, sizeof(several))
        for v in range(n):
            for w in range(n_words):
                several[w] |= any[w] & x[v * n_words + w]
                any[w] |= x[v * n_words + w]
        lost = 0
        for w in range(n_words):
            if not is_true and any[w] != p.grid[w]:
                blame_cells(p, w, p.grid[w] & ~any[w])
                return FAILED
            fresh[w] = any[w] & ~several[w] & ~settled[w]
            settled[w] |= fresh[w]
            lost |= fresh[w]
        if not lost:
            return changed
        if is_true and is_settled(p, x, n_words):
            return 0
        for v in range(n):
            lost = 0
            for w in range(n_words):
                mine[w] = x[v * n_words + w] & fresh[w]
                lost |= mine[w]
            if not lost:
                continue
            columns = columns_of(p, mine, n_words)
            if not is_true:
                begin_columns(&twofold)
                for w in range(n_words):
                    either = used_rows(p, mine[w])
                    if mine[w] & (mine[w] - either):
                        blame_rows(p, w, used_rows(p, mine[w] & (mine[w] - either)))
                        return FAILED
                    add_rows(&twofold, mine[w])
                add_columns(p, &twofold)
                if twofold.twice:
                    blame_columns(p, twofold.twice)
                    return FAILED
            lost = 0
            for w in range(n_words):
                kept = x[v * n_words + w] & (~(columns | used_rows(p, mine[w]) * p.row) | mine[w])
                lost |= kept ^ x[v * n_words + w]
                x[v * n_words + w] = kept
            changed |= <uint32_t> (lost != 0) << v


cdef inline uint32_t take_singles(
    Planes *p, uint64_t *x, uint32_t *moved, int32_t n_words, bint is_true,
) noexcept nogil:
    # Propagate the singles of the values in `moved`, first naked singles, then hidden singles. Values changed by naked
    # singles are added to `moved`. Return the values that have lost cells to hidden singles, or FAILED.
    cdef int32_t n = p.n, v, w
    cdef uint32_t changed = 0, waiting
    cdef uint64_t kept, lost
    cdef uint64_t[WORDS] any, several
    cdef uint64_t[MOST_SIDE * WORDS] hidden
    cdef uint64_t *settled = x + n * n_words
    cdef Columns columns
    waiting = take_naked(p, x, moved[0], n_words, is_true)
    if waiting == FAILED:
        return FAILED
    moved[0] = waiting
    memset(any, 0, sizeof(any))
    memset(several, 0, sizeof(several))
    while waiting:
        v = word_lowest(waiting)
        waiting &= waiting - 1
        begin_columns(&columns)
        for w in range(n_words):
            kept = x[v * n_words + w]
            if not is_true and used_rows(p, kept) != p.rows[w]:
                blame_rows(p, w, p.rows[w] & ~used_rows(p, kept))
                return FAILED
            hidden[v * n_words + w] = kept & ~(used_rows(p, kept & (kept - p.rows[w])) * p.row)
            add_rows(&columns, kept)
        add_columns(p, &columns)
        if not is_true and columns.once != p.row:
            blame_columns(p, p.row & ~columns.once)
            return FAILED
        columns.once = (columns.once & ~columns.twice) * p.every
        for w in range(n_words):
            hidden[v * n_words + w] |= x[v * n_words + w] & columns.once
            several[w] |= any[w] & hidden[v * n_words + w]
            any[w] |= hidden[v * n_words + w]
    lost = 0
    for w in range(n_words):
        if not is_true and several[w]:
            blame_cells(p, w, several[w])
            return FAILED
        lost |= any[w] & ~settled[w]
    if lost:
        for v in range(n):
            lost = 0
            for w in range(n_words):
                kept = x[v * n_words + w] & ~any[w]
                if moved[0] >> v & 1:
                    kept |= hidden[v * n_words + w]
                lost |= kept ^ x[v * n_words + w]
                x[v * n_words + w] = kept
            changed |= <uint32_t> (lost != 0) << v
    return changed


cdef inline uint32_t keep_order(
    Planes *p, uint64_t *x, const uint64_t *needs, uint64_t *used, int32_t v, int32_t last, int32_t n_words,
) noexcept nogil:
    # Make one pass over all values, upwards or downwards, and drop each cell with a needed neighbour that has none of
    # the values that the pass has visited. Value v is the first value that has changed since the last such pass. Return
    # the values that have lost cells.
    cdef int32_t k, w, step = 1 if last else -1
    cdef uint32_t changed = 0
    cdef uint64_t kept, lost
    cdef uint64_t[WORDS + 2] there
    memset(there, 0, sizeof(there))
    k = p.n - 1 - last
    while True:
        for w in range(n_words):
            there[w + 1] |= x[k * n_words + w]
        if k == v:
            break
        k += step
    while v != last:
        v += step
        lost = 0
        for w in range(n_words):
            kept = x[v * n_words + w] & supported(p, needs, there, w, n_words)
            if p.is_marking and kept != x[v * n_words + w]:
                mark_used(p, needs, used, there, kept ^ x[v * n_words + w], w, n_words)
            lost |= kept ^ x[v * n_words + w]
            x[v * n_words + w] = kept
        for w in range(n_words):
            there[w + 1] |= x[v * n_words + w]
        changed |= <uint32_t> (lost != 0) << v
    return changed


cdef inline bint close_planes(
    Planes *p, uint64_t *x, uint32_t changed, int32_t n_words, bint is_true,
) noexcept nogil:
    # Drop the candidates that singles and inequalities exclude. Return False on conflict. `changed` holds the values
    # whose planes have changed since the last fixpoint. The last two arguments are compile-time constants; `is_true` is
    # set if conflicts are impossible.
    cdef uint32_t upwards = changed, downwards, moved
    if p.is_new:
        upwards = <uint32_t> p.row
        p.is_new = False
        start_order(p, x, n_words, &changed)
    downwards = upwards
    while True:
        if upwards:
            moved = keep_order(p, x, p.greater, p.used_greater, word_lowest(upwards), p.n - 1, n_words)
            changed |= moved
            downwards |= moved
            upwards = 0
        if downwards:
            moved = keep_order(p, x, p.less, p.used_less, word_highest(downwards), 0, n_words)
            changed |= moved
            upwards |= moved
            downwards = 0
        if not changed:
            return True
        while changed:
            moved = take_singles(p, x, &changed, n_words, is_true)
            if moved == FAILED:
                return False
            upwards |= changed
            changed = moved
        if is_true and is_settled(p, x, n_words):
            return True
        downwards = upwards


cdef inline void start_order(Planes *p, uint64_t *x, int32_t n_words, uint32_t *changed) noexcept nogil:
    # Drop the smallest value from cells that must be greater than a neighbour, and the largest value from cells that
    # must be less.
    cdef int32_t w, side
    cdef uint64_t lost
    for w in range(n_words):
        for side in range(SIDES):
            lost = x[w] & p.greater[side * WORDS + w]
            x[w] ^= lost
            changed[0] |= lost != 0
            if p.is_marking:
                p.used_greater[side * WORDS + w] |= lost
            lost = x[(p.n - 1) * n_words + w] & p.less[side * WORDS + w]
            x[(p.n - 1) * n_words + w] ^= lost
            changed[0] |= <uint32_t> (lost != 0) << (p.n - 1)
            if p.is_marking:
                p.used_less[side * WORDS + w] |= lost


cdef inline bint is_settled(const Planes *p, const uint64_t *x, int32_t n_words) noexcept nogil:
    # Return whether each cell has one value left.
    cdef uint64_t open = 0
    cdef int32_t w
    for w in range(n_words):
        open |= x[p.n * n_words + w] ^ p.grid[w]
    return open == 0


cdef inline void blame_columns(Planes *p, uint64_t columns) noexcept nogil:
    while columns:
        p.line_weight[MOST_SIDE + word_lowest(columns)] += 1
        columns &= columns - 1


cdef inline void blame_rows(Planes *p, int32_t word, uint64_t rows) noexcept nogil:
    # Increase the weights of the rows of a word whose lowest bit is set.
    while rows:
        p.line_weight[p.per_word * word + word_lowest(rows) // p.n] += 1
        rows &= rows - 1


cdef inline void blame_cells(Planes *p, int32_t word, uint64_t cells) noexcept nogil:
    # Increase the weights of cells of a word.
    while cells:
        p.weight[word * p.n_bits + word_lowest(cells)] += 1
        cells &= cells - 1


# Search -----------------------------------------------------------------------------------------------------

cdef inline Outcome planes_run(Planes *p, int64_t budget, uint8_t *solution) noexcept nogil:
    # Continue the search for a solution other than the square, for at most `budget` nodes. The solution is written with
    # values counted from 1.
    cdef int32_t stride = (p.n + 1) * p.n_words
    cdef uint64_t *x
    cdef bint is_open
    while budget > 0:
        budget -= 1
        p.nodes += 1
        x = p.stack + p.depth * stride
        if p.n_words == 1:
            is_open = close_planes(p, x, p.changed, 1, False)
        elif p.n_words == 2:
            is_open = close_planes(p, x, p.changed, 2, False)
        elif p.n_words == 3:
            is_open = close_planes(p, x, p.changed, 3, False)
        else:
            is_open = close_planes(p, x, p.changed, 4, False)
        if is_open and not choose_cell(p, x):
            if read_planes(p, x, solution):
                return OUTCOME_SOLUTION
            is_open = False
        if is_open:
            memcpy(x + stride, x, stride * sizeof(uint64_t))
            p.changed = settle_cell(p, x + stride, p.chosen[p.depth], p.chosen_value[p.depth])
            p.depth += 1
        elif p.depth == 0:
            return OUTCOME_EXHAUSTED
        else:
            p.depth -= 1
            x = p.stack + p.depth * stride
            x[p.chosen_value[p.depth] * p.n_words + word_of(p, p.chosen[p.depth])] &= ~one(p, p.chosen[p.depth])
            p.changed = <uint32_t> 1 << p.chosen_value[p.depth]
    return OUTCOME_PAUSED


cdef inline uint32_t settle_cell(Planes *p, uint64_t *x, int32_t cell, int32_t value) noexcept nogil:
    # Drop all other values from a cell, and return the dropped values.
    cdef int32_t v, word = word_of(p, cell)
    cdef uint64_t bit = one(p, cell)
    cdef uint32_t had = 0
    for v in range(p.n):
        if v != value and x[v * p.n_words + word] & bit:
            x[v * p.n_words + word] &= ~bit
            had |= <uint32_t> 1 << v
    return had


cdef inline bint choose_cell(Planes *p, const uint64_t *x) noexcept nogil:
    # Choose the open cell with the smallest ratio of values to weight, and its value. Return False if no cell is open.
    cdef int32_t v, w, bit, cell, other, size, best_size = 1000, best_weight = 1, best = -1, best_value = -1, n = p.n
    cdef uint64_t two, three, four, seen, open, mask
    for w in range(p.n_words):
        seen = two = three = four = 0
        for v in range(n):
            mask = x[v * p.n_words + w]
            four |= three & mask
            three |= two & mask
            two |= seen & mask
            seen |= mask
        open = two
        while open:
            bit = word_lowest(open)
            open &= open - 1
            cell = w * p.n_bits + bit
            mask = <uint64_t> 1 << bit
            size = 2 + (three & mask != 0) + 2 * (four & mask != 0)
            if size * best_weight < best_size * p.weight[cell]:
                best_size, best_weight, best = size, p.weight[cell], cell
    if best < 0:
        return False
    # A value with two positions in a line counts as half of a cell with two values, which makes proofs shorter.
    for v in range(n):
        seen = two = three = 0
        for w in range(p.n_words):
            mask = x[v * p.n_words + w]
            three |= two & mask
            two |= seen & mask
            seen |= mask
            mask &= mask - p.rows[w]
            open = used_rows(p, mask)
            open &= ~used_rows(p, mask & (mask - open))
            while open:
                bit = word_lowest(open) // n
                open &= open - 1
                bit += p.per_word * w
                if best_weight < best_size * p.line_weight[bit]:
                    best_size, best_weight, best, best_value = 1, p.line_weight[bit], bit, v
        bit = p.fold
        while bit >= n:
            three |= three >> bit | two & seen >> bit | seen & two >> bit
            two |= two >> bit | seen & seen >> bit
            seen |= seen >> bit
            bit >>= 1
        open = two & ~three & p.row
        while open:
            bit = word_lowest(open)
            open &= open - 1
            if best_weight < best_size * p.line_weight[MOST_SIDE + bit]:
                best_size, best_weight, best, best_value = 1, p.line_weight[MOST_SIDE + bit], MOST_SIDE + bit, v
    if best_value >= 0:
        # Take the position of the value in the square, or the other position if `is_far` is set.
        cell = -1
        for bit in range(n):
            other = best * n + bit if best < MOST_SIDE else bit * n + best - MOST_SIDE
            if x[best_value * p.n_words + word_of(p, other)] & one(p, other):
                if cell < 0 or (p.square[other] == best_value) != p.is_far:
                    cell = other
        p.chosen[p.depth], p.chosen_value[p.depth] = cell, best_value
        return True
    p.chosen[p.depth] = best
    w, mask, v = word_of(p, best), one(p, best), p.square[best]
    if p.is_far or not x[v * p.n_words + w] & mask:
        v = 0
        while not x[v * p.n_words + w] & mask:
            v += 1
    p.chosen_value[p.depth] = v
    return True


cdef inline bint read_planes(Planes *p, const uint64_t *x, uint8_t *solution) noexcept nogil:
    # Write the solution. Return whether the solution is a square other than the current square.
    cdef int32_t v, w, bit, cell
    cdef uint64_t cells
    cdef bint is_new = False
    for v in range(p.n):
        for w in range(p.n_words):
            cells = x[v * p.n_words + w]
            while cells:
                bit = word_lowest(cells)
                cells &= cells - 1
                cell = w * p.n_bits + bit
                solution[cell] = v + 1
                is_new = is_new or p.square[cell] != v
    return is_new
