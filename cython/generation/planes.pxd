# A search for grids of n <= 16 whose units are rows and columns and whose inequalities lie between neighbours.
#
# It answers the generator's questions, of which there are hundreds a puzzle: whether another square than the present
# one keeps some clues. For each value a plane says which cells may take it, 16 bits a row and four rows a word, so
# that a few operations on words serve all cells at once. That is several times faster than the search of cells one by
# one, which knows other units and larger grids.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from common.bits cimport word_lowest
from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, OUTCOME_SOLUTION, Outcome

cdef enum:
    MOST_SIDE = 16
    WORDS = 4               # of a plane
    STRIDE = MOST_SIDE * WORDS
    SIDES = 4
    FAILED = 1 << 20        # stands for a conflict where values are expected

cdef enum:
    # Where a neighbour is.
    RIGHTWARD
    LEFTWARD
    DOWNWARD
    UPWARD

cdef struct Planes:
    # member                index           holds
    int32_t n
    int32_t n_words         # words of a plane that are used: 2 to 4
    uint64_t *stack         # (n * n + 1, value, word)  the candidates at each choice, and behind the values the
                            #                           cells whose lines have lost theirs
    uint64_t[WORDS] grid    # cells of the grid
    uint64_t[WORDS] rows    # bit 0 of each row
    # Cells that are greater than their neighbour on a side, and cells that are less.
    uint64_t[SIDES * WORDS] greater             # (side, word)
    uint64_t[SIDES * WORDS] less
    int32_t depth           # choices that hold now
    int32_t[MOST_SIDE * MOST_SIDE] chosen       # (choice,)     its cell
    int32_t[MOST_SIDE * MOST_SIDE] chosen_value
    int32_t[MOST_SIDE * MOST_SIDE] weight       # (cell,)       1 + failures that the cell took part in
    int32_t[2 * MOST_SIDE] line_weight          # (row; MOST_SIDE + column,) the same
    const uint8_t *square   # (cell,)       the square that is not looked for, from 0 on
    uint32_t changed        # values that the next node begins with
    bint is_far             # the values of the square are tried last, and not first
    int64_t nodes           # since the question was put


cdef inline uint64_t one(int32_t cell, int32_t n) noexcept nogil:
    # The bit of a cell in its word.
    return <uint64_t> 1 << (cell // n % 4 * 16 + cell % n)


cdef inline int32_t word_of(int32_t cell, int32_t n) noexcept nogil:
    return cell // n // 4


cdef inline uint64_t used_rows(uint64_t cells) noexcept nogil:
    # Bit 15 of each row that has a cell.
    return (((cells & 0x7FFF7FFF7FFF7FFFULL) + 0x7FFF7FFF7FFF7FFFULL) | cells) & 0x8000800080008000ULL


cdef inline uint64_t whole_rows(uint64_t tops) noexcept nogil:
    # All bits of the rows whose bit 15 is set.
    return (tops >> 15) * 0xFFFF


# Questions ------------------------------------------------------------------------------------------------

cdef inline void planes_create(Planes *p, int32_t n) noexcept nogil:
    # Set up a search for a size, 1 to MOST_SIDE; the caller sets `stack`, (n * n + 1) * STRIDE words.
    cdef int32_t r
    p.n, p.n_words = n, max(2, (n + 3) // 4)
    memset(p.grid, 0, sizeof(p.grid))
    memset(p.rows, 0, sizeof(p.rows))
    for r in range(n):
        p.grid[r >> 2] |= ((<uint64_t> 1 << n) - 1) << (16 * (r & 3))
        p.rows[r >> 2] |= <uint64_t> 1 << (16 * (r & 3))


cdef inline void planes_forget(Planes *p) noexcept nogil:
    # Forget what earlier questions have taught about hard cells and lines.
    memset(p.weight, 0, sizeof(p.weight))
    memset(p.line_weight, 0, sizeof(p.line_weight))


cdef inline void planes_begin(Planes *p, const uint8_t *square, bint is_far) noexcept nogil:
    # Begin a question without candidates and inequalities. What was hard in the last one is likely to be hard again.
    p.square, p.is_far = square, is_far
    cdef int32_t cell
    p.depth = 0
    p.nodes = 0
    p.changed = (<uint32_t> 1 << p.n) - 1
    for cell in range(p.n * p.n):
        p.weight[cell] = 1 + p.weight[cell] // 2
    for cell in range(2 * MOST_SIDE):
        p.line_weight[cell] = 1 + p.line_weight[cell] // 2
    memset(p.stack, 0, (p.n + 1) * WORDS * sizeof(uint64_t))
    memset(p.greater, 0, sizeof(p.greater))
    memset(p.less, 0, sizeof(p.less))


cdef inline void planes_allow(Planes *p, int32_t cell, uint64_t values) noexcept nogil:
    # Let a cell have these values.
    cdef uint64_t bit = one(cell, p.n)
    cdef int32_t word = word_of(cell, p.n)
    while values:
        p.stack[word_lowest(values) * WORDS + word] |= bit
        values &= values - 1


cdef inline void planes_compare(Planes *p, int32_t lesser, int32_t greater) noexcept nogil:
    # Add an inequality between neighbours.
    cdef int32_t n = p.n
    cdef int32_t to_greater = LEFTWARD if lesser > greater else RIGHTWARD
    if lesser - greater == n or greater - lesser == n:
        to_greater = UPWARD if lesser > greater else DOWNWARD
    # Sides come in pairs that are opposite to each other.
    p.less[to_greater * WORDS + word_of(lesser, n)] |= one(lesser, n)
    p.greater[(to_greater ^ 1) * WORDS + word_of(greater, n)] |= one(greater, n)


# Candidates -----------------------------------------------------------------------------------------------

cdef inline uint64_t supported(
    const uint64_t *needs, const uint64_t *there, int32_t w,
) noexcept nogil:
    # Cells of a word with a neighbour in `there` on each side where they need one. `there` is preceded and followed
    # by an empty word.
    cdef uint64_t cells = there[w + 1]
    return (
        (~needs[RIGHTWARD * WORDS + w] | cells >> 1)
        & (~needs[LEFTWARD * WORDS + w] | cells << 1)
        & (~needs[DOWNWARD * WORDS + w] | cells >> 16 | there[w + 2] << 48)
        & (~needs[UPWARD * WORDS + w] | cells << 16 | there[w] >> 48)
    )


cdef struct Columns:
    # Columns of a value: those that have one position or more, two or more.
    uint64_t once
    uint64_t twice


cdef inline void begin_columns(Columns *columns) noexcept nogil:
    columns.once = columns.twice = 0


cdef inline void add_rows(Columns *columns, uint64_t cells) noexcept nogil:
    # Four rows are counted at once.
    columns.twice |= columns.once & cells
    columns.once |= cells


cdef inline void add_columns(Columns *columns) noexcept nogil:
    # Put the counts of the four rows together.
    columns.twice |= columns.once >> 32 & columns.once | columns.twice >> 32
    columns.once |= columns.once >> 32
    columns.twice |= columns.once >> 16 & columns.once | columns.twice >> 16
    columns.twice &= 0xFFFF
    columns.once = (columns.once | columns.once >> 16) & 0xFFFF


cdef inline uint32_t take_singles(Planes *p, uint64_t *x, uint32_t waiting, int32_t n_words) noexcept nogil:
    # Let the singles of the waiting values act. Returns the values that have lost cells by that, or FAILED.
    cdef int32_t n = p.n, v, w
    cdef uint32_t changed = waiting, moved
    cdef uint64_t kept, lost, either
    cdef uint64_t[WORDS] whole, any, several, single
    cdef uint64_t[STRIDE] hidden
    cdef uint64_t *settled = x + n * WORDS
    cdef Columns columns
    memset(any, 0, sizeof(any))
    memset(several, 0, sizeof(several))
    for v in range(n):
        for w in range(n_words):
            several[w] |= any[w] & x[v * WORDS + w]
            any[w] |= x[v * WORDS + w]
    lost = 0
    for w in range(n_words):
        if any[w] != p.grid[w]:
            blame_cells(p, w, p.grid[w] & ~any[w])
            return FAILED
        single[w] = any[w] & ~several[w]
        any[w] = single[w] & ~settled[w]
        settled[w] = single[w]
        lost |= any[w]
    if lost:
        for v in range(n):
            lost = 0
            for w in range(n_words):
                lost |= x[v * WORDS + w] & any[w]
            changed |= <uint32_t> (lost != 0) << v
    # Naked singles take their values from the lines; then values with one position in a line take it.
    memset(any, 0, sizeof(any))
    memset(several, 0, sizeof(several))
    waiting, changed = changed, 0
    moved = waiting
    while waiting:
        v = word_lowest(waiting)
        waiting &= waiting - 1
        begin_columns(&columns)
        for w in range(n_words):
            kept = x[v * WORDS + w] & single[w]
            either = used_rows(kept)
            if kept & (kept - (either >> 15)):
                blame_rows(p, w, used_rows(kept & (kept - (either >> 15))))
                return FAILED
            add_rows(&columns, kept)
            whole[w] = whole_rows(either)
        add_columns(&columns)
        if columns.twice:
            blame_columns(p, columns.twice)
            return FAILED
        columns.once *= 0x0001000100010001ULL
        lost = 0
        for w in range(n_words):
            kept = x[v * WORDS + w] & (~(columns.once | whole[w]) | single[w])
            lost |= kept ^ x[v * WORDS + w]
            x[v * WORDS + w] = kept
        changed |= <uint32_t> (lost != 0) << v
        begin_columns(&columns)
        for w in range(n_words):
            kept = x[v * WORDS + w]
            if used_rows(kept) != p.rows[w] << 15:
                blame_rows(p, w, p.rows[w] << 15 & ~used_rows(kept))
                return FAILED
            hidden[v * WORDS + w] = kept & ~whole_rows(used_rows(kept & (kept - p.rows[w])))
            add_rows(&columns, kept)
        add_columns(&columns)
        if columns.once != (<uint64_t> 1 << n) - 1:
            blame_columns(p, ((<uint64_t> 1 << n) - 1) & ~columns.once)
            return FAILED
        columns.once = (columns.once & ~columns.twice) * 0x0001000100010001ULL
        for w in range(n_words):
            hidden[v * WORDS + w] |= x[v * WORDS + w] & columns.once
            several[w] |= any[w] & hidden[v * WORDS + w]
            any[w] |= hidden[v * WORDS + w]
    lost = 0
    for w in range(n_words):
        if several[w]:
            blame_cells(p, w, several[w])
            return FAILED
        lost |= any[w] & ~single[w]
    if lost:
        for v in range(n):
            lost = 0
            for w in range(n_words):
                kept = x[v * WORDS + w] & ~any[w]
                if moved >> v & 1:
                    kept |= hidden[v * WORDS + w]
                lost |= kept ^ x[v * WORDS + w]
                x[v * WORDS + w] = kept
            changed |= <uint32_t> (lost != 0) << v
    return changed


cdef inline uint32_t keep_order(
    Planes *p, uint64_t *x, const uint64_t *needs, int32_t v, int32_t step, int32_t n_words,
) noexcept nogil:
    # One pass over all values, from v on upwards or downwards: drop the cells whose neighbours, on the sides where they
    # are needed, have no value that was passed before. Returns the values that have lost cells.
    cdef int32_t k, w
    cdef uint32_t changed = 0
    cdef uint64_t kept, lost
    cdef uint64_t[WORDS + 2] there
    memset(there, 0, sizeof(there))
    for k in range(p.n):
        lost = 0
        for w in range(n_words):
            kept = x[v * WORDS + w] & supported(needs, there, w)
            lost |= kept ^ x[v * WORDS + w]
            x[v * WORDS + w] = kept
        for w in range(n_words):
            there[w + 1] |= x[v * WORDS + w]
        changed |= <uint32_t> (lost != 0) << v
        v += step
    return changed


cdef inline bint close_planes(Planes *p, uint64_t *x, uint32_t changed, int32_t n_words) noexcept nogil:
    # Drop what singles and inequalities exclude; False on conflict. `changed` has the values whose planes have changed
    # since the last fixpoint. `n_words` is a constant for the compiler.
    while True:
        changed |= keep_order(p, x, p.greater, 0, 1, n_words)
        changed |= keep_order(p, x, p.less, p.n - 1, -1, n_words)
        if not changed:
            return True
        while changed:
            changed = take_singles(p, x, changed, n_words)
            if changed == FAILED:
                return False


cdef inline void blame_columns(Planes *p, uint64_t columns) noexcept nogil:
    while columns:
        p.line_weight[MOST_SIDE + word_lowest(columns)] += 1
        columns &= columns - 1


cdef inline void blame_rows(Planes *p, int32_t word, uint64_t tops) noexcept nogil:
    # Add to the weight of the rows of a word whose bit 15 is set.
    while tops:
        p.line_weight[4 * word + word_lowest(tops) // 16] += 1
        tops &= tops - 1


cdef inline void blame_cells(Planes *p, int32_t word, uint64_t cells) noexcept nogil:
    # Add to the weight of cells of a word.
    cdef int32_t bit
    while cells:
        bit = word_lowest(cells)
        cells &= cells - 1
        p.weight[(4 * word + bit // 16) * p.n + bit % 16] += 1


# Search -----------------------------------------------------------------------------------------------------

cdef inline Outcome planes_run(Planes *p, int64_t budget, uint8_t *solution) noexcept nogil:
    # Go on searching for another solution than the square, which is written with values from 1 on, or until so many
    # nodes have been looked at.
    cdef int32_t stride = (p.n + 1) * WORDS
    cdef uint64_t *x
    cdef bint is_open
    while budget > 0:
        budget -= 1
        p.nodes += 1
        x = p.stack + p.depth * stride
        if p.n_words == 2:
            is_open = close_planes(p, x, p.changed, 2)
        elif p.n_words == 3:
            is_open = close_planes(p, x, p.changed, 3)
        else:
            is_open = close_planes(p, x, p.changed, 4)
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
            x[p.chosen_value[p.depth] * WORDS + word_of(p.chosen[p.depth], p.n)] &= ~one(p.chosen[p.depth], p.n)
            p.changed = <uint32_t> 1 << p.chosen_value[p.depth]
    return OUTCOME_PAUSED


cdef inline uint32_t settle_cell(Planes *p, uint64_t *x, int32_t cell, int32_t value) noexcept nogil:
    # Take all other values from a cell; return those that it had.
    cdef int32_t v, word = word_of(cell, p.n)
    cdef uint64_t bit = one(cell, p.n)
    cdef uint32_t had = 0
    for v in range(p.n):
        if v != value and x[v * WORDS + word] & bit:
            x[v * WORDS + word] &= ~bit
            had |= <uint32_t> 1 << v
    return had


cdef inline bint choose_cell(Planes *p, const uint64_t *x) noexcept nogil:
    # Choose the open cell with the fewest values for its weight, and its value. False if no cell is open.
    cdef int32_t v, w, bit, cell, other, size, best_size = 1000, best_weight = 1, best = -1, best_value = -1, n = p.n
    cdef uint64_t two, three, four, seen, open, mask
    for w in range(p.n_words):
        seen = two = three = four = 0
        for v in range(n):
            mask = x[v * WORDS + w]
            four |= three & mask
            three |= two & mask
            two |= seen & mask
            seen |= mask
        open = two
        while open:
            bit = word_lowest(open)
            open &= open - 1
            cell = (4 * w + bit // 16) * n + bit % 16
            mask = <uint64_t> 1 << bit
            size = 2 + (three & mask != 0) + 2 * (four & mask != 0)
            if size * best_weight < best_size * p.weight[cell]:
                best_size, best_weight, best = size, p.weight[cell], cell
    if best < 0:
        return False
    # A value with two positions in a line.
    for v in range(n):
        seen = two = three = 0
        for w in range(p.n_words):
            mask = x[v * WORDS + w]
            three |= two & mask
            two |= seen & mask
            seen |= mask
            mask &= mask - p.rows[w]
            open = used_rows(mask) & ~used_rows(mask & (mask - (used_rows(mask) >> 15)))
            while open:
                bit = word_lowest(open) // 16
                open &= open - 1
                if 2 * best_weight < best_size * p.line_weight[4 * w + bit]:
                    best_size, best_weight, best, best_value = 2, p.line_weight[4 * w + bit], 4 * w + bit, v
        bit = 32
        while bit >= 16:
            three |= three >> bit | two & seen >> bit | seen & two >> bit
            two |= two >> bit | seen & seen >> bit
            seen |= seen >> bit
            bit -= 16
        open = two & ~three & 0xFFFF
        while open:
            bit = word_lowest(open)
            open &= open - 1
            if 2 * best_weight < best_size * p.line_weight[MOST_SIDE + bit]:
                best_size, best_weight, best, best_value = 2, p.line_weight[MOST_SIDE + bit], MOST_SIDE + bit, v
    if best_value >= 0:
        # The one of the two positions that the square has, or the other one.
        cell = -1
        for bit in range(n):
            other = best * n + bit if best < MOST_SIDE else bit * n + best - MOST_SIDE
            if x[best_value * WORDS + word_of(other, n)] & one(other, n):
                if cell < 0 or (p.square[other] == best_value) != p.is_far:
                    cell = other
        p.chosen[p.depth], p.chosen_value[p.depth] = cell, best_value
        return True
    p.chosen[p.depth] = best
    w, mask, v = word_of(best, n), one(best, n), p.square[best]
    if p.is_far or not x[v * WORDS + w] & mask:
        v = 0
        while not x[v * WORDS + w] & mask:
            v += 1
    p.chosen_value[p.depth] = v
    return True


cdef inline bint read_planes(Planes *p, const uint64_t *x, uint8_t *solution) noexcept nogil:
    # Write down the solution; whether it is another square.
    cdef int32_t v, w, bit, cell
    cdef uint64_t cells
    cdef bint is_new = False
    for v in range(p.n):
        for w in range(p.n_words):
            cells = x[v * WORDS + w]
            while cells:
                bit = word_lowest(cells)
                cells &= cells - 1
                cell = (4 * w + bit // 16) * p.n + bit % 16
                solution[cell] = v + 1
                is_new = is_new or p.square[cell] != v
    return is_new
