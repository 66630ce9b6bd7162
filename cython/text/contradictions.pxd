# Contradictions between clues and inequalities, on flat arrays.
from libc.stdint cimport int32_t


cdef inline bint breaks_unit(
    const int32_t *clues, const int32_t *cells, Py_ssize_t length, int32_t *seen, int32_t mark
) noexcept:
    # Return whether a value repeats in a unit. `mark` is the number of this unit, and `seen` has for each value the
    # number of the last unit that contained it.
    cdef Py_ssize_t k
    cdef int32_t value
    for k in range(length):
        value = clues[cells[k]]
        if value:
            if seen[value] == mark:
                return True
            seen[value] = mark
    return False


cdef inline bint breaks_chain(
    const int32_t *clues, int32_t n_cells, int32_t n_values, const int32_t *pairs, Py_ssize_t n_pairs, int32_t *room,
) noexcept:
    # Return whether the inequalities form a cycle, or leave some cell without a value above the values of its smaller
    # cells. Each cell is processed after all smaller cells (Kahn, 1962). `room` has four numbers for each cell and one
    # number for each pair.
    cdef int32_t *below = room                      # number of unprocessed smaller cells
    cdef int32_t *least = below + n_cells           # smallest value that the processed cells leave
    cdef int32_t *first = least + n_cells           # first pair with this cell as the smaller, or -1
    cdef int32_t *queue = first + n_cells
    cdef int32_t *following = queue + n_cells       # next pair with the same smaller cell, or -1
    cdef int32_t cell, k, value, n_queued = 0, done = 0
    for cell in range(n_cells):
        below[cell], least[cell], first[cell] = 0, 1, -1
    for k in range(n_pairs):
        following[k] = first[pairs[2 * k]]
        first[pairs[2 * k]] = k
        below[pairs[2 * k + 1]] += 1
    for cell in range(n_cells):
        if not below[cell]:
            queue[n_queued] = cell
            n_queued += 1
    while done < n_queued:
        cell = queue[done]
        done += 1
        value = clues[cell] if clues[cell] else least[cell]
        if least[cell] > (clues[cell] if clues[cell] else n_values):
            return True
        k = first[cell]
        while k >= 0:
            cell = pairs[2 * k + 1]
            least[cell] = max(least[cell], value + 1)
            below[cell] -= 1
            if not below[cell]:
                queue[n_queued] = cell
                n_queued += 1
            k = following[k]
    return done < n_cells
