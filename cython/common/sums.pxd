# Sums: groups of cells whose values add up to a total.
#
# If the values of a group differ and are at most 9, the filter is exact. The sets of digits that the first cells of a
# group can take form a set of sets, which is a mask of 512 bits. The forward pass adds the digits of the next cell to
# all these sets by shifts. The backward pass keeps only the sets that lead to the total. Most groups have at most six
# digits left, for which 64 bits suffice. The logic engine filters up to 16 values in the same way, with larger masks,
# which would slow down the search too much. For other groups, the smallest and largest values are compared with the
# total.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from common.arena cimport ANY_SIZE, Arena, arena_free, arena_pass, arena_place
from common.bits cimport (
    mask_at_most_one, mask_below, mask_highest, mask_lowest, mask_minus, mask_t, mask_without, word_lowest,
    word_size,
)
from common.board cimport (
    CONFLICT, FIXPOINT, NOWHERE, OUT_OF_BUDGET, Board, Propagated, drop_all, forget_agenda, packed_cell,
    propagate,
)
from common.facts cimport Facts

cdef enum:
    DIGITS = 9
    WORDS_OF_SETS = 8       # words of 2 ** 9 bits; bit s is the set of digits v + 1 with bit v in s
    GREATEST = 45           # the largest total of different digits
    FEW = 6                 # the largest number of digits whose sets fit into the bits of one word
    FILTERING = 8           # work that is charged for one cell of a filtered group
    MOST_DIGITS = 16        # the most values that the logic engine filters by sets
    MOST_WORDS_OF_SETS = 1 << (MOST_DIGITS - 6)

cdef struct SumTables:
    # array                                             index               holds
    uint64_t[GREATEST + 1][WORDS_OF_SETS] adding_up     # (total,)          sets with that total
    uint64_t[GREATEST + 1][1 << DIGITS] few_adding_up   # (total, digits)   the same among these digits, at most FEW
    uint16_t[DIGITS + 1][GREATEST + 1] digits           # (size, total)     digits in any set of that size and total

cdef struct Sums:
    # array                 shape               holds
    int32_t n               # number of groups
    int32_t *start          # (n + 1,)          first entry of the group in cell
    int32_t *cell           # (memberships,)    the cells of the group
    int32_t *total          # (n,)              the total of the group
    int32_t *unit           # (n,)              a unit with all its cells, if the filter is exact; else -1
    int32_t *of_start       # (n_cells + 1,)    first entry of the cell in of
    int32_t *of             # (memberships,)    the groups of the cell
    int32_t *waiting        # (n,) stack        groups to be filtered, because a cell has changed
    uint8_t *is_waiting     # (n,)
    int32_t n_waiting
    int64_t n_seen          # length of the trail whose changes have been noted
    const SumTables *tables


cdef inline void list_sets(SumTables *tables) noexcept nogil:
    # Fill the tables that all sums share.
    cdef int32_t s, v, total, size, digits, rank, part
    memset(tables, 0, sizeof(SumTables))
    for s in range(1 << DIGITS):
        total = 0
        for v in range(DIGITS):
            total += v + 1 if s >> v & 1 else 0
        size = word_size(s)
        tables.adding_up[total][s >> 6] |= <uint64_t> 1 << (s & 63)
        tables.digits[size][total] |= <uint16_t> s
    for digits in range(1 << DIGITS):
        size = word_size(digits)
        if size > FEW:
            continue
        for part in range(1 << size):
            total = rank = 0
            for v in range(DIGITS):
                if digits >> v & 1:
                    total += v + 1 if part >> rank & 1 else 0
                    rank += 1
            tables.few_adding_up[total][digits] |= <uint64_t> 1 << part


cdef inline bint fill_sums(Sums *s, Arena *memory, Board *b, const Facts *f, int32_t most_values) noexcept nogil:
    # Copy the sums, and queue all groups. Groups in a unit are filtered exactly if there are at most `most_values`
    # values. The old block is freed. Return False if memory runs out.
    cdef int32_t n = f.n_sums, k, i, at
    cdef size_t n_links
    arena_free(memory)
    s.n = s.n_waiting = 0
    if n < 1:
        return True
    n_links = f.sum_start[n]
    while arena_pass(memory, ANY_SIZE):
        arena_place(memory, s.start, n + 1)
        arena_place(memory, s.cell, n_links)
        arena_place(memory, s.total, n)
        arena_place(memory, s.unit, n)
        arena_place(memory, s.of_start, b.n_cells + 2)
        arena_place(memory, s.of, n_links)
        arena_place(memory, s.waiting, n)
        arena_place(memory, s.is_waiting, n)
    if memory.base == NULL:
        return False
    s.n = n
    memcpy(s.start, f.sum_start, (n + 1) * sizeof(int32_t))
    for k in range(n):
        s.total[k] = f.total[k]
        s.waiting[k] = n - 1 - k
        for at in range(s.start[k], s.start[k + 1]):
            s.cell[at] = f.sum_cell[at]
            # The entries of a cell are counted in of_start[cell + 2] and filled in through of_start[cell + 1], which
            # leaves of_start[cell] at the cell's first entry.
            s.of_start[s.cell[at] + 2] += 1
    memset(s.is_waiting, 1, n)
    for i in range(b.n_cells):
        s.of_start[i + 2] += s.of_start[i + 1]
    for k in range(n):
        for at in range(s.start[k], s.start[k + 1]):
            i = s.cell[at] + 1
            s.of[s.of_start[i]] = k
            s.of_start[i] += 1
        s.unit[k] = NOWHERE if b.n_values > most_values else common_unit(
            b, s.cell + s.start[k], s.start[k + 1] - s.start[k]
        )
    s.n_waiting = n
    s.n_seen = 0
    return True


cdef inline int32_t common_unit(Board *b, const int32_t *cells, int32_t n) noexcept nogil:
    # Return a unit that contains all the cells, or -1 if there is no such unit or a cell occurs twice.
    cdef int32_t k, i, j, unit
    cdef bint found
    if n < 1 or n > b.n_values:
        return -1
    for i in range(1, n):
        for j in range(i):
            if cells[i] == cells[j]:
                return -1
    for k in range(b.link_start[cells[0]], b.link_start[cells[0] + 1]):
        unit = b.link[k].positions // b.n_values
        for i in range(1, n):
            found = False
            for j in range(b.link_start[cells[i]], b.link_start[cells[i] + 1]):
                found = found or b.link[j].positions // b.n_values == unit
            if not found:
                break
        else:
            return unit
    return -1


cdef inline bint add_up(Sums *s, const uint8_t *solution) noexcept nogil:
    # Return whether the groups of a solution have their totals. This is for CHECKED builds.
    cdef int32_t k, at
    cdef int64_t total
    for k in range(s.n):
        total = 0
        for at in range(s.start[k], s.start[k + 1]):
            total += solution[s.cell[at]]
        if total != s.total[k]:
            return False
    return True


cdef inline void forget_sums(Sums *s) noexcept nogil:
    # Empty the queue at a conflict, because the dropped candidates will be restored.
    while s.n_waiting:
        s.n_waiting -= 1
        s.is_waiting[s.waiting[s.n_waiting]] = 0


cdef inline Propagated propagate_sums(Board *b, Sums *s, int64_t *budget) noexcept nogil:
    # Propagate from a fixpoint of units and inequalities to a fixpoint that includes the sums.
    cdef int32_t k, cell, at
    cdef int64_t before
    cdef bint ok
    cdef Propagated propagated
    while True:
        while s.n_seen < b.n_trail:
            cell = packed_cell(b.trail[s.n_seen])
            s.n_seen += 1
            for k in range(s.of_start[cell], s.of_start[cell + 1]):
                at = s.of[k]
                if not s.is_waiting[at]:
                    s.is_waiting[at] = 1
                    s.waiting[s.n_waiting] = at
                    s.n_waiting += 1
        if not s.n_waiting:
            return FIXPOINT
        if budget[0] <= 0:
            return OUT_OF_BUDGET
        s.n_waiting -= 1
        at = s.waiting[s.n_waiting]
        s.is_waiting[at] = 0
        budget[0] -= FILTERING * (1 + s.start[at + 1] - s.start[at])
        before = b.n_trail
        b.failed_cell = b.failed_unit = -1
        if s.unit[at] >= 0:
            ok = filter_sets(b, s, at)
        else:
            ok = filter_bounds(b, s, at)
        if not ok:
            if s.unit[at] >= 0:
                b.failed_unit = s.unit[at]
            elif b.failed_cell < 0 and s.start[at] < s.start[at + 1]:
                b.failed_cell = s.cell[s.start[at]]
            forget_agenda(b)
            forget_sums(s)
            return CONFLICT
        if b.n_trail > before:
            budget[0] -= b.n_trail - before
            propagated = propagate(b, budget)
            if propagated == CONFLICT:
                forget_sums(s)
            if propagated != FIXPOINT:
                return propagated


cdef inline void add_digit(const uint64_t *sets, int32_t n_words, int32_t v, uint64_t *to) noexcept nogil:
    # Add to `to` the union of {v} with each set that does not contain digit v.
    cdef int32_t w, step
    if v < 6:
        for w in range(n_words):
            to[w] |= (sets[w] & ~holding(v)) << (1 << v)
    else:
        step = 1 << (v - 6)
        for w in range(n_words):
            if not w & step:
                to[w | step] |= sets[w]


cdef inline uint64_t holding(int32_t v) noexcept nogil:
    # Return the bits of a word that represent sets with digit v, which is below 6.
    if v == 0:
        return 0xAAAAAAAAAAAAAAAA
    if v == 1:
        return 0xCCCCCCCCCCCCCCCC
    if v == 2:
        return 0xF0F0F0F0F0F0F0F0
    if v == 3:
        return 0xFF00FF00FF00FF00
    if v == 4:
        return 0xFFFF0000FFFF0000
    return 0xFFFFFFFF00000000


cdef inline bint take_digit(
    const uint64_t *sets, int32_t n_words, int32_t v, const uint64_t *before, uint64_t *to,
) noexcept nogil:
    # Remove digit v from each set that contains it, and add the results that are also in `before` to `to`. Return
    # whether any results were added.
    cdef int32_t w, step
    cdef uint64_t here, some = 0
    if v < 6:
        for w in range(n_words):
            here = (sets[w] & holding(v)) >> (1 << v) & before[w]
            some |= here
            to[w] |= here
    else:
        step = 1 << (v - 6)
        for w in range(n_words):
            if not w & step:
                here = sets[w | step] & before[w]
                some |= here
                to[w] |= here
    return some != 0


cdef inline bint filter_sets(Board *b, Sums *s, int32_t at) noexcept nogil:
    # Drop every value that occurs in no choice of different digits with the total. This filter is exact. Return False
    # if there is no such choice.
    cdef int32_t[DIGITS] cells
    cdef mask_t[DIGITS] gone
    cdef int32_t k, n = 0, left = s.total[at]
    cdef mask_t domain
    for k in range(s.start[at], s.start[at + 1]):
        domain = b.domain[s.cell[k]]
        if mask_at_most_one(domain):
            left -= mask_lowest(domain) + 1
        else:
            cells[n] = s.cell[k]
            gone[n] = domain
            n += 1
    if not filter_choices(s.tables, gone, n, left):
        return False
    for k in range(n):
        if not drop_all(b, cells[k], gone[k]):
            return False
    return True


cdef inline bint filter_choices(const SumTables *tables, mask_t *gone, int32_t n, int32_t total) noexcept nogil:
    # Find the values of n cells that occur in no choice of different digits with the total. `gone` initially holds the
    # domains of the cells, and in the end the values found. Return False if there is no such choice.
    cdef uint64_t[DIGITS + 1][WORDS_OF_SETS] reach
    cdef uint64_t[WORDS_OF_SETS] sets, fewer
    cdef int32_t k, v
    cdef uint64_t digits, some = 0, all_digits = 0
    if n == 0 or total < 0 or total > GREATEST:
        return n == 0 and total == 0
    for k in range(n):
        all_digits |= gone[k].word[0]
    if word_size(all_digits) <= FEW:
        return filter_few(gone, n, <int32_t> all_digits, tables.few_adding_up[total][all_digits])
    memset(reach[0], 0, sizeof(reach[0]))
    reach[0][0] = 1
    for k in range(n):
        memset(reach[k + 1], 0, sizeof(reach[0]))
        digits = gone[k].word[0]
        while digits:
            v = word_lowest(digits)
            digits &= digits - 1
            add_digit(reach[k], WORDS_OF_SETS, v, reach[k + 1])
    for k in range(WORDS_OF_SETS):
        sets[k] = reach[n][k] & tables.adding_up[total][k]
        some |= sets[k]
    if not some:
        return False
    for k in range(n - 1, -1, -1):
        memset(fewer, 0, sizeof(fewer))
        digits = gone[k].word[0]
        while digits:
            v = word_lowest(digits)
            digits &= digits - 1
            if take_digit(sets, WORDS_OF_SETS, v, reach[k], fewer):
                gone[k] = mask_without(gone[k], v)
        memcpy(sets, fewer, sizeof(sets))
    return True


cdef inline bint filter_few(mask_t *gone, int32_t n, int32_t all_digits, uint64_t sets) noexcept nogil:
    # Find the same values as filter_choices if there are up to six digits. `sets` holds the sets with the total. `gone`
    # initially holds the domains, and in the end the values to be dropped.
    cdef uint64_t[DIGITS + 1] reach
    cdef uint64_t digits, fewer, here
    cdef int32_t k, v, rank
    reach[0] = 1
    for k in range(n):
        reach[k + 1] = 0
        digits = gone[k].word[0]
        while digits:
            v = word_lowest(digits)
            digits &= digits - 1
            rank = word_size(all_digits & ((1 << v) - 1))
            reach[k + 1] |= (reach[k] & ~holding(rank)) << (1 << rank)
    sets &= reach[n]
    if not sets:
        return False
    for k in range(n - 1, -1, -1):
        fewer = 0
        digits = gone[k].word[0]
        while digits:
            v = word_lowest(digits)
            digits &= digits - 1
            rank = word_size(all_digits & ((1 << v) - 1))
            here = (sets & holding(rank)) >> (1 << rank) & reach[k]
            fewer |= here
            if here:
                gone[k] = mask_without(gone[k], v)
        sets = fewer
    return True


cdef inline bint filter_many(mask_t *gone, int32_t n, int32_t total) noexcept nogil:
    # Find the same values as filter_choices if there are up to MOST_DIGITS values. The digits are numbered by rank.
    cdef uint64_t[MOST_DIGITS + 1][MOST_WORDS_OF_SETS] reach
    cdef uint64_t[MOST_WORDS_OF_SETS] sets, fewer
    cdef int32_t k, w, rank, n_words
    cdef uint64_t digits, left, all_digits = 0, some = 0
    cdef size_t n_bytes
    for k in range(n):
        all_digits |= gone[k].word[0]
    n_words = 1 << max(word_size(all_digits) - 6, 0)
    n_bytes = n_words * sizeof(uint64_t)
    memset(reach[0], 0, n_bytes)
    reach[0][0] = 1
    for k in range(n):
        memset(reach[k + 1], 0, n_bytes)
        digits = gone[k].word[0]
        while digits:
            rank = word_size(all_digits & ((digits & -digits) - 1))
            digits &= digits - 1
            add_digit(reach[k], n_words, rank, reach[k + 1])
    for w in range(n_words):
        sets[w] = 0
        left = reach[n][w]
        while left:
            if total_of(all_digits, 64 * w + word_lowest(left)) == total:
                sets[w] |= left & -left
            left &= left - 1
        some |= sets[w]
    if not some:
        return False
    for k in range(n - 1, -1, -1):
        memset(fewer, 0, n_bytes)
        digits = gone[k].word[0]
        while digits:
            rank = word_size(all_digits & ((digits & -digits) - 1))
            if take_digit(sets, n_words, rank, reach[k], fewer):
                gone[k] = mask_without(gone[k], word_lowest(digits))
            digits &= digits - 1
        memcpy(sets, fewer, n_bytes)
    return True


cdef inline int32_t total_of(uint64_t digits, uint64_t ranks) noexcept nogil:
    # Return the total of the digits with these ranks.
    cdef int32_t total = 0
    while ranks:
        if ranks & 1:
            total += word_lowest(digits) + 1
        digits &= digits - 1
        ranks >>= 1
    return total


cdef inline void narrow_by_sums(Sums *s, mask_t *given) noexcept nogil:
    # Drop the digits that are in no set of the right size and total from the given domains. The first filtering would
    # find hardly any other values to drop.
    cdef int32_t k, at, size
    cdef uint64_t digits
    for k in range(s.n):
        size = s.start[k + 1] - s.start[k]
        if s.unit[k] >= 0:
            digits = s.tables.digits[size][s.total[k]] if 0 <= s.total[k] <= GREATEST else 0
            for at in range(s.start[k], s.start[k + 1]):
                given[s.cell[at]].word[0] &= digits


cdef inline bint filter_bounds(Board *b, Sums *s, int32_t at) noexcept nogil:
    # Drop the values that are too small or too large for the total, whatever values the other cells of the group take.
    # Return False on conflict.
    cdef int64_t least = 0, greatest = 0, total = s.total[at], low, high
    cdef int32_t k, cell
    cdef mask_t domain, kept
    for k in range(s.start[at], s.start[at + 1]):
        least += mask_lowest(b.domain[s.cell[k]]) + 1
        greatest += mask_highest(b.domain[s.cell[k]]) + 1
    if least > total or greatest < total:
        return False
    for k in range(s.start[at], s.start[at + 1]):
        cell = s.cell[k]
        domain = b.domain[cell]
        # Values count from 1 here, so the mask of the values below v has v - 1 bits.
        low = total - greatest + mask_highest(domain) + 1
        high = total - least + mask_lowest(domain) + 1
        kept = mask_minus(mask_below(<int> min(high, b.n_values)), mask_below(<int> max(low - 1, 0)))
        if not drop_all(b, cell, mask_minus(domain, kept)):
            return False
    return True
