# Relations: pairs of cells whose values must be an allowed pair.
#
# A table has a mask for each value of the first cell: the values that the second cell may then have. Many relations
# share a table. Each relation is stored in both directions, so each table is also stored transposed. Values are 0-based
# in this file.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from common.arena cimport ANY_SIZE, Arena, arena_free, arena_pass, arena_place
from common.bits cimport (
    FASTFUTO_WORDS, mask_and, mask_below, mask_has, mask_is_empty, mask_minus, mask_pop, mask_size, mask_t,
    mask_with, mask_without, word_lowest,
)
from common.facts cimport Facts

cdef struct Related:
    # One direction of a relation: it drops values of the target without support in the source.
    int32_t source
    int32_t target
    int32_t row     # the row for value 0 of the source; rows are values of the target
    int32_t back    # the row for value 0 of the target; rows are values of the source

cdef struct Relations:
    # array             shape           holds
    int32_t n           # number of relations, each direction counted
    Related *related    # (n,)          ordered by source
    int32_t *start      # (n_cells + 1,)        first entry of the source in related
    mask_t *allowed     # (rows,)       values allowed beside the value of the row
    # Pending propagation; empty at a fixpoint.
    int32_t *waiting    # (n_cells,) stack      cells with relations that have lost a value
    uint8_t *is_waiting # (n_cells,)
    int32_t n_waiting
    int32_t at          # the next relation; equal to end when all relations of a cell are done
    int32_t end
    int64_t n_seen      # length of the trail whose changes have been noted


cdef inline void place_relations(Relations *r, Arena *a, const Facts *f) noexcept nogil:
    arena_place(a, r.allowed, 2 * <size_t> f.n_tables * f.n_values)
    arena_place(a, r.related, 2 * <size_t> f.n_relations)
    arena_place(a, r.start, f.n_cells + 2)
    arena_place(a, r.waiting, f.n_cells)
    arena_place(a, r.is_waiting, f.n_cells)


cdef inline size_t relation_bytes(const Facts *f) noexcept nogil:
    # Return the number of bytes that relations take.
    cdef Relations r
    cdef Arena a
    memset(&a, 0, sizeof(a))
    if f.n_relations:
        place_relations(&r, &a, f)
    return a.size


cdef inline bint fill_relations(Relations *r, Arena *memory, const Facts *f) noexcept nogil:
    # Copy the relations, and queue all of them. The old block is freed. Return False if memory runs out.
    cdef int32_t n_cells = f.n_cells, n_values = f.n_values
    cdef mask_t all_values = mask_below(n_values), row
    cdef int32_t *place
    cdef int32_t cell, v, at, side
    cdef Py_ssize_t k, n_rows = <Py_ssize_t> f.n_tables * n_values
    arena_free(memory)
    r.n = r.n_waiting = r.at = r.end = 0
    if f.n_relations == 0:
        return True
    while arena_pass(memory, ANY_SIZE):
        place_relations(r, memory, f)
    if memory.base == NULL:
        return False
    r.n = 2 * f.n_relations
    # The transposed tables follow the tables.
    memcpy(r.allowed, f.table, n_rows * sizeof(mask_t))
    for k in range(n_rows):
        r.allowed[k] = row = mask_and(r.allowed[k], all_values)
        while not mask_is_empty(row):
            v = mask_pop(&row)
            at = <int32_t> (n_rows + k - k % n_values + v)
            r.allowed[at] = mask_with(r.allowed[at], <int32_t> (k % n_values))
    # The entries of a cell are counted in start[cell + 2] and filled in through start[cell + 1], which leaves
    # start[cell] at the cell's first entry.
    for k in range(r.n):
        r.start[f.related[k] + 2] += 1
    for cell in range(n_cells):
        r.start[cell + 2] += r.start[cell + 1]
    for k in range(r.n):
        side = k & 1
        place = &r.start[f.related[k] + 1]
        r.related[place[0]].source = f.related[k]
        r.related[place[0]].target = f.related[k ^ 1]
        at = f.table_number[k >> 1] * n_values
        r.related[place[0]].row = at + side * <int32_t> n_rows
        r.related[place[0]].back = at + (1 - side) * <int32_t> n_rows
        place[0] += 1
    r.n_seen = 0
    for cell in range(n_cells):
        note_related(r, cell)
    return True


cdef inline bint forbids_equal(const Relations *r, const Related *related, int32_t n_values) noexcept nogil:
    # Return whether two related cells cannot have the same value.
    cdef int32_t v
    for v in range(n_values):
        if mask_has(r.allowed[related.row + v], v):
            return False
    return True


cdef inline void note_related(Relations *r, int32_t cell) noexcept nogil:
    # Queue the relations of the cell.
    if not r.is_waiting[cell] and r.start[cell] < r.start[cell + 1]:
        r.is_waiting[cell] = 1
        r.waiting[r.n_waiting] = cell
        r.n_waiting += 1


cdef inline bint find_related(Relations *r) noexcept nogil:
    # Advance to the next queued relation. Return False if there is none.
    cdef int32_t cell
    while r.at == r.end:
        if not r.n_waiting:
            return False
        r.n_waiting -= 1
        cell = r.waiting[r.n_waiting]
        r.is_waiting[cell] = 0
        r.at, r.end = r.start[cell], r.start[cell + 1]
    return True


cdef inline void forget_related(Relations *r) noexcept nogil:
    # Empty the queue at a conflict, because the dropped candidates will be restored.
    r.at = r.end = 0
    while r.n_waiting:
        r.n_waiting -= 1
        r.is_waiting[r.waiting[r.n_waiting]] = 0


cdef inline mask_t unsupported(
    Relations *r, const Related *related, mask_t values, mask_t others, int64_t *work,
) noexcept nogil:
    # Return the target's values among `others` that have no support among the source's `values`. A unit of work is
    # about the cost of dropping a candidate.
    cdef mask_t rest
    cdef uint64_t bits
    cdef int32_t v, w, n_rows = 0
    if mask_size(others) < mask_size(values):
        rest = others
        while not mask_is_empty(rest):
            v = mask_pop(&rest)
            n_rows += 1
            if not mask_is_empty(mask_and(r.allowed[related.back + v], values)):
                others = mask_without(others, v)
    else:
        for w in range(FASTFUTO_WORDS):
            bits = values.word[w]
            while bits and not mask_is_empty(others):
                others = mask_minus(others, r.allowed[related.row + 64 * w + word_lowest(bits)])
                bits &= bits - 1
                n_rows += 1
    work[0] += 1 + (n_rows * FASTFUTO_WORDS >> 2)
    return others


cdef inline bint keeps_relations(Relations *r, const uint8_t *solution) noexcept nogil:
    # Return whether a solution, with values counted from 1, satisfies the relations. This is for CHECKED builds.
    cdef int32_t k
    for k in range(r.n):
        if not mask_has(
            r.allowed[r.related[k].row + solution[r.related[k].source] - 1],
            solution[r.related[k].target] - 1,
        ):
            return False
    return True
