# Stripping of 9 x 9 Sudoku with one word per band, if the rules are singles and locked candidates.
#
# All clues hold in the square, so there are no conflicts. The array `bands` has the current state and the saved state
# of each level.
from libc.stdint cimport int32_t, uint32_t

from common.board cimport Board
from generation.closure cimport NOT_YET, RESTING, Closed
from generation.structs cimport GenerationCore
from generation.tuning cimport BAND_WORK
from sudoku9.narrow cimport ALL, BANDS, WORDS, State, bit_of, narrow_propagate


cdef inline bint fits_bands(const Board *b) noexcept nogil:
    # Return whether the units of a grid are rows, columns and boxes of 3 x 3.
    cdef int32_t u, k
    if b.n_units != 27 or b.n_values != 9:
        return False
    for u in range(18, 27):
        for k in range(9):
            if b.unit_cell[9 * u + k] != ((u - 18) // 3 * 3 + k // 3) * 9 + u % 3 * 3 + k % 3:
                return False
    return True


cdef inline void bands_begin(GenerationCore *g) noexcept nogil:
    # Begin with the empty grid, which is at a fixpoint.
    cdef State *state = g.bands
    cdef int32_t k
    for k in range(WORDS):
        state.positions[k] = state.seen[k] = ALL
        state.columns[k] = 511
    for k in range(BANDS):
        state.open[k] = ALL
    state.waiting = 0


cdef inline void bands_put_in(GenerationCore *g, int32_t item) noexcept nogil:
    # Put the numbers of a group in force, and queue the values for propagation.
    cdef int32_t j, cell, word
    for j in range(g.group_start[item], g.group_start[item + 1]):
        cell = g.group_cell[j]
        word = 3 * g.value[cell] + cell // 27
        g.bands.positions[word] &= ~g.tables9.neighbours[cell % 27 // 9 * 9 + bit_of(cell % 9)]
        g.bands.waiting |= <uint32_t> 1 << word


cdef inline bint bands_are_full(const GenerationCore *g) noexcept nogil:
    return not (g.bands.open[0] | g.bands.open[1] | g.bands.open[2])


cdef inline Closed bands_close(GenerationCore *g) noexcept nogil:
    # Apply the rules until nothing more follows.
    if g.budget <= 0:
        return NOT_YET
    g.budget -= BAND_WORK
    narrow_propagate(&g.tables9, g.bands)
    g.bands.waiting = 0
    return RESTING
