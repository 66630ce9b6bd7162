# Relations: pairs of cells whose values must be an allowed pair.
from libc.stdint cimport int32_t, int64_t

from common.bits cimport (
    mask_and, mask_at_most_one, mask_has, mask_is_empty, mask_lowest, mask_minus, mask_only, mask_pop, mask_size,
    mask_t, mask_without,
)
from common.board cimport Board, drop_all, packed_cell
from common.relations cimport Related
from logic.structs cimport (
    CELL, FOUND, NOTHING_FOUND, PAIR, TABLE, UNFINISHED, VALUE, Found, LogicCore, mark_gone, note, note_all, shares_unit,
)


cdef inline bint relate_values(LogicCore *s) noexcept nogil:
    # Drop the values without a partner in cells that were reduced to one value since the last call. Return False on
    # conflict.
    cdef Board *b = &s.board
    cdef int32_t cell
    if s.n_related < 0:
        # The trail does not show the cells that had one value when the grid was loaded.
        s.n_related = b.n_trail
        for cell in range(b.n_cells):
            if mask_at_most_one(b.domain[cell]) and not relate_value(s, cell, mask_lowest(b.domain[cell])):
                return False
    while s.n_related < b.n_trail:
        cell = packed_cell(b.trail[s.n_related])
        s.n_related += 1
        # A settled cell has several candidates in a row on the trail.
        if s.n_related < b.n_trail and packed_cell(b.trail[s.n_related]) == cell:
            continue
        if mask_at_most_one(b.domain[cell]) and not relate_value(s, cell, mask_lowest(b.domain[cell])):
            return False
    return True


cdef inline bint relate_value(LogicCore *s, int32_t cell, int32_t value) noexcept nogil:
    # Drop the values that the value of a cell does not allow. Return False on conflict.
    cdef Board *b = &s.board
    cdef Related *related
    cdef int32_t k
    for k in range(s.relations.start[cell], s.relations.start[cell + 1]):
        related = &s.relations.related[k]
        if not drop_all(
            b, related.target, mask_minus(b.domain[related.target], s.relations.allowed[related.row + value])
        ):
            return False
    return True


cdef inline void note_pair(LogicCore *s, const Related *related) noexcept nogil:
    # Log a relation as a premise. One of its two tables is transposed; these tables follow the others.
    note(s, CELL, related.source, 0)
    note(s, PAIR, related.source, related.target)
    note(s, TABLE, min(related.row, related.back) // s.board.n_values, 0)


cdef inline bint relate_one(LogicCore *s) noexcept nogil:
    # Mark, for a trace, the candidates of a related cell that a single cell with one value excludes. Return whether
    # there are any.
    cdef Board *b = &s.board
    cdef Related *related
    cdef int32_t k
    s.budget -= s.relations.n // 8
    for k in range(s.relations.n):
        related = &s.relations.related[k]
        if not mask_at_most_one(b.domain[related.source]):
            continue
        if mark_gone(s, related.target, mask_minus(
            b.domain[related.target], s.relations.allowed[related.row + mask_lowest(b.domain[related.source])]
        )):
            note_pair(s, related)
            note(s, VALUE, mask_lowest(b.domain[related.source]), 0)
            return True
    return False


cdef inline Found find_related(LogicCore *s) noexcept nogil:
    # Mark candidates without a partner among the candidates of a related cell. Peers cannot have the same value, even
    # if the relation allows it.
    cdef Board *b = &s.board
    cdef Related *related
    cdef int32_t v
    cdef mask_t open, partners
    cdef bint is_seen, is_new
    while s.related_at < s.relations.n:
        if s.budget <= 0:
            return UNFINISHED
        related = &s.relations.related[s.related_at]
        s.related_at += 1
        if mask_at_most_one(b.domain[related.source]) or mask_at_most_one(b.domain[related.target]):
            continue
        is_seen = shares_unit(b, related.source, related.target)
        is_new = False
        open = b.domain[related.target]
        s.budget -= mask_size(open)
        while not mask_is_empty(open):
            v = mask_pop(&open)
            partners = mask_and(b.domain[related.source], s.relations.allowed[related.back + v])
            if is_seen:
                partners = mask_without(partners, v)
            if mask_is_empty(partners):
                is_new = mark_gone(s, related.target, mask_only(v)) or is_new
        if is_new and s.is_tracing:
            s.related_at = 0
            note_pair(s, related)
            note_all(s, VALUE, b.domain[related.source])
            return FOUND
    s.related_at = 0
    return FOUND if s.n_gone else NOTHING_FOUND


cdef inline void mark_related_in_case(LogicCore *s, int64_t since) noexcept nogil:
    # Mark the candidates without a partner in cells that were reduced to one value since the trail had length `since`.
    cdef Board *b = &s.board
    cdef Related *related
    cdef int32_t k, cell
    cdef int64_t t
    for t in range(since, b.n_trail):
        cell = packed_cell(b.trail[t])
        if mask_at_most_one(b.domain[cell]):
            for k in range(s.relations.start[cell], s.relations.start[cell + 1]):
                related = &s.relations.related[k]
                mark_gone(s, related.target, mask_minus(
                    b.domain[related.target], s.relations.allowed[related.row + mask_lowest(b.domain[cell])]
                ))


cdef inline bint keeps_pairs(const LogicCore *s) noexcept nogil:
    # Return whether a full grid satisfies the relations. It may break them if their rules are excluded.
    cdef const Board *b = &s.board
    cdef Related *related
    cdef int32_t k
    for k in range(s.relations.n):
        related = &s.relations.related[k]
        if not mask_has(
            s.relations.allowed[related.row + mask_lowest(b.domain[related.source])],
            mask_lowest(b.domain[related.target]),
        ):
            return False
    return True
