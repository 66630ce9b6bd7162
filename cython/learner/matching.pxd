# A matching of the open cells of a unit with values, which shows the values that the cells can take at the same time.
#
# If all cells can have different values, an edge leads from each cell to all cells whose matched value it may also
# take. A set of cells that no edge leaves has as many values as cells, so no other cell has any of them (Hall, 1935).
# Such sets are found as strong components, because cells of one component may exchange their values (Regin, 1994). Sets
# are masks throughout, so a component costs a few steps per cell, whatever the number of edges (Gabow, 2000).
from libc.stdint cimport int32_t, uint8_t

from common.bits cimport (
    mask_and, mask_has, mask_is_empty, mask_lowest, mask_minus, mask_none, mask_only, mask_or, mask_t, mask_with,
)

cdef enum:
    MOST_CELLS = 256
    UNMATCHED = 255

cdef struct Matching:
    int32_t m                   # number of cells
    mask_t[MOST_CELLS] domain   # values of each cell
    uint8_t[MOST_CELLS] value   # the matched value of each cell, or UNMATCHED
    uint8_t[MOST_CELLS] cell    # the matched cell of each value in `matched`
    mask_t matched
    mask_t seen                 # values seen by is_augmented; after a failure, all values of the cells on its way

cdef struct Components:
    mask_t unvisited            # matched values of unvisited cells
    mask_t emitted              # values of complete components
    mask_t on_path              # values of incomplete components
    uint8_t[MOST_CELLS] stack   # cells of incomplete components, in the order of their visits
    uint8_t[MOST_CELLS] calls   # the cells on the current path
    uint8_t[MOST_CELLS] call_at # their indices in the stack
    mask_t[MOST_CELLS] part     # values of possible components, along the path
    uint8_t[MOST_CELLS] part_at # index of its first cell in the stack
    int32_t n_stack
    int32_t n_calls
    int32_t n_parts


cdef inline bint is_augmented(Matching *g, int32_t cell) noexcept nogil:
    # Match one more cell, if necessary by changing the values of matched cells.
    cdef mask_t rest = mask_minus(mask_minus(g.domain[cell], g.matched), g.seen)
    cdef int32_t value
    if not mask_is_empty(rest):
        value = mask_lowest(rest)
        g.matched = mask_with(g.matched, value)
        g.value[cell], g.cell[value] = value, cell
        return True
    while True:
        rest = mask_minus(g.domain[cell], g.seen)
        if mask_is_empty(rest):
            return False
        value = mask_lowest(rest)
        g.seen = mask_with(g.seen, value)
        if is_augmented(g, g.cell[value]):
            g.value[cell], g.cell[value] = value, cell
            return True


cdef inline int32_t match_cells(Matching *g) noexcept nogil:
    # Match each cell, starting from the current matching. Return -1, or a cell that cannot be matched. This cell and
    # the cells matched with the values in `seen` have only these values between them, one value too few.
    cdef int32_t i
    g.matched = mask_none()
    for i in range(g.m):
        if g.value[i] != UNMATCHED:
            if mask_has(g.domain[i], g.value[i]) and not mask_has(g.matched, g.value[i]):
                g.matched = mask_with(g.matched, g.value[i])
                g.cell[g.value[i]] = i
            else:
                g.value[i] = UNMATCHED
    for i in range(g.m):
        if g.value[i] == UNMATCHED:
            g.seen = mask_none()
            if not is_augmented(g, i):
                return i
    return -1


cdef inline mask_t reaching(const Matching *g, mask_t values) noexcept nogil:
    # Return these values, and the values of the cells from which one of them can be reached.
    cdef bint is_growing = True
    cdef int32_t i
    while is_growing:
        is_growing = False
        for i in range(g.m):
            if not mask_has(values, g.value[i]) and not mask_is_empty(mask_and(g.domain[i], values)):
                values = mask_with(values, g.value[i])
                is_growing = True
    return values


cdef inline void begin_components(Components *s, mask_t values) noexcept nogil:
    # Begin a visit of the cells that are matched with these values; all other cells count as visited.
    s.unvisited = values
    s.emitted = s.on_path = mask_none()
    s.n_stack = s.n_calls = s.n_parts = 0


cdef inline void visit(Components *s, const Matching *g, int32_t value) noexcept nogil:
    s.unvisited = mask_minus(s.unvisited, mask_only(value))
    s.on_path = mask_with(s.on_path, value)
    s.calls[s.n_calls] = g.cell[value]
    s.call_at[s.n_calls] = s.n_stack
    s.n_calls += 1
    s.part[s.n_parts] = mask_only(value)
    s.part_at[s.n_parts] = s.n_stack
    s.n_parts += 1
    s.stack[s.n_stack] = g.cell[value]
    s.n_stack += 1


cdef inline mask_t next_component(Components *s, const Matching *g) noexcept nogil:
    # Return the values of the next component, or no values if there is none. Its edges lead to itself and to earlier
    # components, whose values are `emitted`. The caller adds the values of this component.
    cdef mask_t rest, component
    cdef int32_t top
    while True:
        if s.n_calls == 0:
            if mask_is_empty(s.unvisited):
                return mask_none()
            visit(s, g, mask_lowest(s.unvisited))
        top = s.n_calls - 1
        rest = mask_and(g.domain[s.calls[top]], s.unvisited)
        if not mask_is_empty(rest):
            visit(s, g, mask_lowest(rest))
            continue
        # The cell's edges merge the parts of the path to which they lead back.
        rest = mask_and(g.domain[s.calls[top]], s.on_path)
        while not mask_is_empty(mask_minus(rest, s.part[s.n_parts - 1])):
            s.n_parts -= 1
            s.part[s.n_parts - 1] = mask_or(s.part[s.n_parts - 1], s.part[s.n_parts])
        s.n_calls = top
        if s.part_at[s.n_parts - 1] == s.call_at[top]:
            s.n_parts -= 1
            component = s.part[s.n_parts]
            s.n_stack = s.part_at[s.n_parts]
            s.on_path = mask_minus(s.on_path, component)
            return component
