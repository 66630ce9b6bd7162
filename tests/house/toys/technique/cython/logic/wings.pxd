# W-wings: two cells with the same two candidates, at the ends of a strong link.
from libc.stdint cimport int32_t, int64_t

from common.bits cimport (
    mask_equal, mask_highest, mask_is_empty, mask_lowest, mask_pop, mask_size, mask_t, mask_without,
)
from common.board cimport Board
from logic.chains cimport meet
from logic.structs cimport (
    CELL, FOUND, LINE, NOTHING_FOUND, UNFINISHED, VALUE, Found, LogicCore, note, note_left, shares_unit,
)


cdef inline Found find_w_wings(LogicCore *s) noexcept nogil:
    # A strong link is a full unit with two positions of a value. If they see one each of two cells with the same two
    # candidates, these cells are not both the value. So one of them has the other candidate, and their common peers
    # lose it.
    cdef Board *b = &s.board
    cdef int32_t n = b.n_values, unit, value, one, other
    cdef mask_t pair
    if s.wing_trail != b.n_trail or s.wing_at < 0:
        s.wing_trail, s.wing_at = b.n_trail, 0
    while s.wing_at < <int64_t> b.n_units * n:
        if s.budget <= 0:
            return UNFINISHED
        unit, value = <int32_t> (s.wing_at // n), <int32_t> (s.wing_at % n)
        s.wing_at += 1
        pair = b.positions[unit * n + value]
        if b.unit_full[unit] and mask_size(pair) == 2:
            one = b.unit_cell[b.unit_start[unit] + mask_lowest(pair)]
            other = b.unit_cell[b.unit_start[unit] + mask_highest(pair)]
            if find_wings_of(s, unit, value, one, other) and s.is_tracing:
                return FOUND
    if s.n_gone == 0:
        return NOTHING_FOUND
    s.wing_at = -1
    return FOUND


cdef inline bint find_wings_of(LogicCore *s, int32_t unit, int32_t value, int32_t one, int32_t other) noexcept nogil:
    # Mark the conclusions of all pairs of cells at the ends of a link; in a trace, of the first pair. Return whether
    # there are any.
    cdef Board *b = &s.board
    cdef int32_t k, j, cell, partner
    cdef mask_t cells, partners
    cdef bint is_new = False
    for k in range(b.link_start[one], b.link_start[one + 1]):
        cells = b.positions[b.link[k].positions + value]
        while not mask_is_empty(cells):
            cell = b.unit_cell[b.link[k].first + mask_pop(&cells)]
            if cell == one or cell == other or mask_size(b.domain[cell]) != 2:
                continue
            for j in range(b.link_start[other], b.link_start[other + 1]):
                partners = b.positions[b.link[j].positions + value]
                while not mask_is_empty(partners):
                    partner = b.unit_cell[b.link[j].first + mask_pop(&partners)]
                    s.budget -= 1
                    if (
                        partner != one and partner != other and mask_equal(b.domain[partner], b.domain[cell])
                        and not shares_unit(b, cell, partner)
                        and meet(s, mask_lowest(mask_without(b.domain[cell], value)), cell, partner)
                    ):
                        is_new = True
                        if s.is_tracing:
                            note_wing(s, unit, value, cell, one, other, partner)
                            return True
    return is_new


cdef inline void note_wing(
    LogicCore *s, int32_t unit, int32_t value, int32_t cell, int32_t one, int32_t other, int32_t partner,
) noexcept nogil:
    note(s, LINE, unit, 0)
    note(s, VALUE, value, 0)
    note(s, CELL, cell, 0)
    note(s, CELL, one, 0)
    note(s, CELL, other, 0)
    note(s, CELL, partner, 0)
    note_left(s, cell)
    note_left(s, partner)
