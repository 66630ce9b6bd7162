# A walk over grids of digits that leads to a grid determined by the totals of its runs.
#
# At first, random digits are filled in that differ within each run. Then the digits of loose cells are changed one
# after another, and each change that increases the number of loose cells is undone. A cell is loose if filtering does
# not determine its digit. Each run is filtered exactly, or only by its total. Once few cells are open and harder rules
# may be needed, a search takes over: a cell is then loose if it differs in another solution. Digit d is bit d - 1 of a
# set. The caller checks all arguments.
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from common.arena cimport ANY_SIZE, Arena, arena_pass, arena_place
from common.bits cimport mask_t, word_lowest, word_mixed, word_size
from common.sums cimport DIGITS, GREATEST, WORDS_OF_SETS, SumTables, filter_choices
from kakuro.tuning cimport FILLINGS, KNOWN, MOST_NODES
from latin.walk cimport random_below

cdef enum:
    ALL_DIGITS = (1 << DIGITS) - 1
    AT_ONCE = 7             # cells whose digits are in the first word

cdef struct Filtered:
    # The filtered digits of a run, with nine bits for each cell. The first word has the first seven cells, and the
    # second word has the other cells and the total.
    uint64_t[2] before
    uint64_t[2] after       # the first word is 0 for a conflict

cdef struct RunWalk:
    # array                 shape                   holds
    int32_t n_cells
    int32_t n_runs
    const SumTables *tables
    Arena memory
    uint64_t random_state
    int32_t *start          # (n_runs + 1,)         first entry of the run in cell
    int32_t *cell           # (2 * n_cells,)        its cells
    int32_t *run_of         # (n_cells, 2)          the two runs of a cell
    int32_t *total          # (n_runs,)             the totals of the present digits
    int32_t *waiting        # (n_runs,) ring        runs to be filtered
    int32_t *chosen         # (n_cells,)            cells that the search has chosen
    int32_t *loose          # (n_cells,)            loose cells
    int32_t *found          # (n_cells,)            loose cells after a change
    int32_t n_loose         # -1 if they are not known yet
    int32_t waiting_head
    int32_t n_waiting
    bint is_plain           # whether runs are only filtered by their totals and filled cells
    bint is_searched        # whether a search finds the loose cells
    Filtered *known         # (KNOWN,)              cache of filtered runs, by a hash of the digits before
    uint16_t *domain        # (n_cells + 1, n_cells)    candidates at each choice of the search
    uint8_t *digit          # (n_cells,)            the present digits, from 1 on
    uint8_t *is_waiting     # (n_runs,)
    int32_t[DIGITS + 1][GREATEST + 1] n_sets        # (size, total)     sets of digits


cdef inline bint runs_create(
    RunWalk *r, const SumTables *tables, const int32_t *starts, int32_t n_runs, const int32_t *cells, int32_t n_cells,
) noexcept nogil:
    # Set up a walk; r must be all zeros. Each cell has two runs of 1 to 9 cells. Return False if memory runs out.
    cdef int32_t k, cell, run, s, total
    cdef Arena *a = &r.memory
    while arena_pass(a, ANY_SIZE):
        arena_place(a, r.known, KNOWN)
        arena_place(a, r.start, n_runs + 1)
        arena_place(a, r.cell, 2 * n_cells)
        arena_place(a, r.run_of, 2 * n_cells)
        arena_place(a, r.total, n_runs)
        arena_place(a, r.waiting, n_runs)
        arena_place(a, r.chosen, n_cells)
        arena_place(a, r.loose, n_cells)
        arena_place(a, r.found, n_cells)
        arena_place(a, r.domain, n_cells * (n_cells + 1))
        arena_place(a, r.digit, n_cells)
        arena_place(a, r.is_waiting, n_runs)
    if a.base == NULL:
        return False
    r.n_cells, r.n_runs, r.tables = n_cells, n_runs, tables
    memcpy(r.start, starts, (n_runs + 1) * sizeof(int32_t))
    memcpy(r.cell, cells, 2 * n_cells * sizeof(int32_t))
    memset(r.run_of, 255, 2 * n_cells * sizeof(int32_t))
    for run in range(n_runs):
        for k in range(starts[run], starts[run + 1]):
            cell = 2 * cells[k]
            r.run_of[cell if r.run_of[cell] < 0 else cell + 1] = run
    for s in range(1 << DIGITS):
        total = 0
        for k in range(DIGITS):
            total += k + 1 if s >> k & 1 else 0
        r.n_sets[word_size(s)][total] += 1
    return True


# Digits ---------------------------------------------------------------------------------------------------

cdef inline uint64_t taken_by(const RunWalk *r, int32_t cell) noexcept nogil:
    # Return the digits of the other cells in both runs of a cell; 0 means no digit.
    cdef uint64_t taken = 0
    cdef int32_t side, k, run
    for side in range(2):
        run = r.run_of[2 * cell + side]
        for k in range(r.start[run], r.start[run + 1]):
            if r.cell[k] != cell and r.digit[r.cell[k]]:
                taken |= <uint64_t> 1 << (r.digit[r.cell[k]] - 1)
    return taken


cdef inline int32_t random_digit(RunWalk *r, uint64_t digits) noexcept nogil:
    # Return a random digit of a set, which must not be empty.
    cdef int32_t k
    for k in range(<int32_t> random_below(&r.random_state, word_size(digits))):
        digits &= digits - 1
    return word_lowest(digits) + 1


cdef inline bint runs_begin(RunWalk *r, uint64_t seed, bint is_plain) noexcept nogil:
    # Fill in random digits. Return False if no filling was found.
    cdef int32_t k, cell
    cdef uint64_t free_digits
    r.random_state, r.is_plain = seed, is_plain
    r.n_loose = -1
    r.is_searched = False
    memset(r.known, 0, KNOWN * sizeof(Filtered))
    for k in range(FILLINGS):
        memset(r.digit, 0, r.n_cells)
        memset(r.total, 0, r.n_runs * sizeof(int32_t))
        for cell in range(r.n_cells):
            free_digits = ALL_DIGITS & ~taken_by(r, cell)
            if not free_digits:
                break
            change_digit(r, cell, random_digit(r, free_digits))
        else:
            return True
    return False


cdef inline void change_digit(RunWalk *r, int32_t cell, int32_t digit) noexcept nogil:
    cdef int32_t side
    for side in range(2):
        r.total[r.run_of[2 * cell + side]] += digit - r.digit[cell]
    r.digit[cell] = digit


cdef inline int32_t n_sets_with(const RunWalk *r, int32_t cell, int32_t digit) noexcept nogil:
    # Return how many pairs of digit sets have the totals that both runs of a cell would have.
    cdef int32_t side, run, n = 1
    for side in range(2):
        run = r.run_of[2 * cell + side]
        n *= r.n_sets[r.start[run + 1] - r.start[run]][r.total[run] + digit - r.digit[cell]]
    return n


# Filtering ------------------------------------------------------------------------------------------------

cdef inline void wait_for(RunWalk *r, int32_t run) noexcept nogil:
    cdef int32_t at
    if not r.is_waiting[run]:
        r.is_waiting[run] = 1
        at = r.waiting_head + r.n_waiting
        r.waiting[at if at < r.n_runs else at - r.n_runs] = run
        r.n_waiting += 1


cdef inline uint64_t rests(uint64_t digits, int32_t total) noexcept nogil:
    # Return the digits that complete one of the given digits to the total and differ from this digit.
    cdef uint64_t found = 0
    cdef int32_t rest
    while digits:
        rest = total - 1 - word_lowest(digits)
        if 1 <= rest <= DIGITS and 2 * rest != total:
            found |= <uint64_t> 1 << (rest - 1)
        digits &= digits - 1
    return found


cdef inline uint64_t sets_beside(const RunWalk *r, int32_t n, int32_t total, uint64_t used) noexcept nogil:
    # Return the digits in any set of n unused digits with the total.
    cdef uint64_t sets, found = 0
    cdef int32_t w, digits
    for w in range(WORDS_OF_SETS):
        sets = r.tables.adding_up[total][w]
        while sets:
            digits = 64 * w + word_lowest(sets)
            sets &= sets - 1
            if not digits & used and word_size(digits) == n:
                found |= digits
    return found


cdef inline bint filter_three(uint64_t *open, int32_t total) noexcept nogil:
    # Leave in three cells only digits that occur in a choice of different digits with the total. Return False if there
    # is no such choice.
    cdef uint64_t left = open[0], bit, second, third, rest
    cdef uint64_t[3] kept
    memset(kept, 0, sizeof(kept))
    while left:
        bit = left & (0 - left)
        left ^= bit
        rest = open[2] & ~bit
        second = open[1] & ~bit & rests(rest, total - 1 - word_lowest(bit))
        if second:
            third = rest & rests(second, total - 1 - word_lowest(bit))
            kept[0] |= bit
            kept[1] |= second
            kept[2] |= third
    memcpy(open, kept, sizeof(kept))
    return kept[0] != 0


cdef inline bint filter_digits(const RunWalk *r, uint64_t *digits, int32_t size, int32_t total) noexcept nogil:
    # Drop the digits of a run's cells that occur in no choice of different digits with the total. If is_plain is set,
    # drop only the digits that the total and the filled cells exclude. Return False on conflict.
    cdef int32_t[DIGITS] at
    cdef uint64_t[DIGITS] open
    cdef mask_t[DIGITS] gone
    cdef uint64_t used = 0, possible
    cdef int32_t k, n = 0, left = total
    for k in range(size):
        if digits[k] & (digits[k] - 1):
            at[n] = k
            n += 1
        else:
            if used & digits[k]:
                return False
            used |= digits[k]
            left -= word_lowest(digits[k]) + 1
    if n == 0:
        return left == 0
    if not 0 < left <= GREATEST:
        return False
    possible = sets_beside(r, n, left, used) if r.is_plain else r.tables.digits[n][left] & ~used
    for k in range(n):
        open[k] = digits[at[k]] & possible
        if not open[k]:
            return False
    if r.is_plain:
        pass
    elif n == 1:
        open[0] &= <uint64_t> 1 << (left - 1)
    elif n == 2:
        open[0] &= rests(open[1], left)
        open[1] &= rests(open[0], left)
    elif n == 3:
        if not filter_three(open, left):
            return False
    else:
        memset(gone, 0, n * sizeof(mask_t))
        for k in range(n):
            gone[k].word[0] = open[k]
        if not filter_choices(r.tables, gone, n, left):
            return False
        for k in range(n):
            open[k] &= ~gone[k].word[0]
    for k in range(n):
        if not open[k]:
            return False
        digits[at[k]] = open[k]
    return True


cdef inline void pack(const uint64_t *digits, int32_t size, int32_t total, uint64_t *packed) noexcept nogil:
    # Pack the digits of up to 9 cells and their total into two words.
    cdef int32_t k
    packed[0] = 0
    packed[1] = <uint64_t> total << 32
    for k in range(min(size, AT_ONCE)):
        packed[0] |= digits[k] << DIGITS * k
    for k in range(AT_ONCE, size):
        packed[1] |= digits[k] << DIGITS * (k - AT_ONCE)


cdef inline bint filter_run(RunWalk *r, uint16_t *domain, int32_t run) noexcept nogil:
    # Filter a run, and return False on conflict. Nearly all runs are the same as after an earlier change, so the cache
    # has their results.
    cdef const int32_t *cells = r.cell + r.start[run]
    cdef int32_t k, w, size = r.start[run + 1] - r.start[run], cell, side
    cdef uint64_t[DIGITS] digits
    cdef uint64_t[2] before
    cdef uint64_t changed
    cdef Filtered *known
    for k in range(size):
        digits[k] = domain[cells[k]]
    pack(digits, size, r.total[run], before)
    known = r.known + (word_mixed(before[0] ^ word_mixed(before[1])) & (KNOWN - 1))
    if known.before[0] != before[0] or known.before[1] != before[1]:
        known.before[0], known.before[1] = before[0], before[1]
        if filter_digits(r, digits, size, r.total[run]):
            pack(digits, size, r.total[run], known.after)
        else:
            known.after[0] = 0
    if not known.after[0]:
        return False
    for w in range(2):
        changed = before[w] ^ known.after[w]
        while changed:
            k = word_lowest(changed) // DIGITS
            changed &= ~(<uint64_t> ALL_DIGITS << DIGITS * k)
            cell = cells[AT_ONCE * w + k]
            domain[cell] = <uint16_t> (known.after[w] >> DIGITS * k & ALL_DIGITS)
            for side in range(2):
                # The exact filter reaches its fixpoint in one call.
                if r.is_plain or r.run_of[2 * cell + side] != run:
                    wait_for(r, r.run_of[2 * cell + side])
    return True


cdef inline bint filter_runs(RunWalk *r, uint16_t *domain) noexcept nogil:
    # Filter all queued runs, and the runs that change as a result. Return False on conflict.
    cdef int32_t run
    cdef bint is_possible = True
    while r.n_waiting:
        run = r.waiting[r.waiting_head]
        r.waiting_head = r.waiting_head + 1 if r.waiting_head + 1 < r.n_runs else 0
        r.n_waiting -= 1
        r.is_waiting[run] = 0
        is_possible = is_possible and filter_run(r, domain, run)
    return is_possible


cdef inline int32_t list_open(RunWalk *r) noexcept nogil:
    # Filter all runs of the empty grid, list the cells that stay open in `found`, and return their number.
    cdef int32_t run, cell, n = 0, across, down
    for cell in range(r.n_cells):
        across, down = r.run_of[2 * cell], r.run_of[2 * cell + 1]
        r.domain[cell] = (
            r.tables.digits[r.start[across + 1] - r.start[across]][r.total[across]]
            & r.tables.digits[r.start[down + 1] - r.start[down]][r.total[down]]
        )
    for run in range(r.n_runs):
        wait_for(r, run)
    filter_runs(r, r.domain)
    for cell in range(r.n_cells):
        if r.domain[cell] & (r.domain[cell] - 1):
            r.found[n] = cell
            n += 1
    return n


# Searching ------------------------------------------------------------------------------------------------

cdef inline int32_t list_different(RunWalk *r) noexcept nogil:
    # List in `found` the cells whose digits differ in another solution, or all open cells if the search takes too long.
    # The candidates of the first level must be filtered.
    cdef int32_t depth = 0, cell, n = 0, nodes = 0, best
    cdef uint16_t *domain = r.domain
    cdef uint64_t known, value
    cdef bint is_possible = True
    while nodes < MOST_NODES:
        nodes += 1
        domain = r.domain + depth * r.n_cells
        if is_possible:
            best = fewest(r, domain)
            if best >= 0:
                # Digits other than the current digits are tried first, to find a very different solution.
                known = <uint64_t> 1 << (r.digit[best] - 1)
                value = domain[best] & ~known
                value = value & (0 - value)
                memcpy(domain + r.n_cells, domain, r.n_cells * sizeof(uint16_t))
                domain[best] ^= value
                r.chosen[depth] = best
                depth += 1
                domain[r.n_cells + best] = value
                is_possible = filter_from(r, domain + r.n_cells, best)
                continue
            for cell in range(r.n_cells):
                if domain[cell] != 1 << (r.digit[cell] - 1):
                    r.found[n] = cell
                    n += 1
            if n:
                return n
        if depth == 0:
            return 0
        depth -= 1
        is_possible = filter_from(r, r.domain + depth * r.n_cells, r.chosen[depth])
    for cell in range(r.n_cells):
        r.found[cell] = cell
    return r.n_cells


cdef inline bint filter_from(RunWalk *r, uint16_t *domain, int32_t cell) noexcept nogil:
    # Filter the runs of a changed cell, and all other runs whose cells change as a result. Return False on conflict.
    wait_for(r, r.run_of[2 * cell])
    wait_for(r, r.run_of[2 * cell + 1])
    return filter_runs(r, domain)


cdef inline int32_t fewest(const RunWalk *r, const uint16_t *domain) noexcept nogil:
    # Return the open cell with the fewest candidates, or -1.
    cdef int32_t cell, size, best = -1, best_size = DIGITS + 1
    for cell in range(r.n_cells):
        if domain[cell] & (domain[cell] - 1):
            size = word_size(domain[cell])
            if size < best_size:
                best, best_size = cell, size
    return best


# Walking --------------------------------------------------------------------------------------------------

cdef inline int32_t list_loose(RunWalk *r) noexcept nogil:
    cdef int32_t n = list_open(r)
    return list_different(r) if r.is_searched and n else n


cdef inline void keep_found(RunWalk *r, int32_t n) noexcept nogil:
    r.loose, r.found = r.found, r.loose
    r.n_loose = n


cdef inline int32_t runs_walk(RunWalk *r, int32_t steps, int32_t wide) noexcept nogil:
    # Make up to `steps` changes until no cell is loose, and return the number of loose cells. A search finds the loose
    # cells once there are at most `wide` of them.
    cdef int32_t k, cell, old, first, second, n
    cdef uint64_t free_digits
    if r.n_loose < 0:
        keep_found(r, list_loose(r))
    for k in range(steps):
        if not r.is_searched and r.n_loose <= wide:
            r.is_searched = True
            keep_found(r, list_loose(r))
        if r.n_loose == 0:
            return 0
        cell = r.loose[random_below(&r.random_state, r.n_loose)]
        old = r.digit[cell]
        free_digits = ALL_DIGITS & ~taken_by(r, cell) & ~(<uint64_t> 1 << (old - 1))
        if not free_digits:
            continue
        # Draw two digits, and take the digit whose totals leave fewer sets of digits for the runs.
        first, second = random_digit(r, free_digits), random_digit(r, free_digits)
        if n_sets_with(r, cell, second) < n_sets_with(r, cell, first):
            first = second
        change_digit(r, cell, first)
        n = list_loose(r)
        if n <= r.n_loose:
            keep_found(r, n)
        else:
            change_digit(r, cell, old)
    return r.n_loose
