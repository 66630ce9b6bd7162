# A 9 x 9 Sudoku in words: a state has a word for each digit and band, and the rules are singles and locked candidates.
# The generator also uses this code, which checks none of its arguments.
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memset

from common.bits cimport word_lowest

cdef enum:
    BANDS = 3
    WORDS = 27                  # digit * 3 + band
    ALL = (1 << 27) - 1         # the cells of a band: row * 9 + column % 3 * 3 + column / 3
    FIRST = 0o001001001         # the first bit of each row; multiplying by it copies nine columns to all three rows
    LAST = 0o400400400          # the last bit of each row
    BOXES = 0o007007007         # the first bit of each box in each row

cdef struct Tables:
    uint32_t[512] minirows_kept     # (minirows with a position: row * 3 + box) cells that the digit may keep
    uint32_t[27] neighbours         # (cell) the other cells of its row and box

cdef struct State:
    uint32_t[WORDS] positions   # (word) cells of the band that may take the digit
    uint32_t[WORDS] seen        # (word) its positions at the last look
    uint16_t[WORDS] columns     # (word) the columns of these
    uint32_t[BANDS] open        # (band) open cells
    uint32_t waiting            # the words to look at


cdef inline void fill_tables(Tables *tables) noexcept nogil:
    cdef int32_t s, r, k, first, turn
    cdef int32_t[3] box
    cdef uint32_t cells
    for s in range(512):
        cells = 0
        for first in range(3):
            for turn in range(1, 3):
                # Return the boxes of the three rows.
                box[0], box[1], box[2] = first, (first + turn) % 3, (first + 2 * turn) % 3
                if s >> box[0] & s >> (3 + box[1]) & s >> (6 + box[2]) & 1:
                    for r in range(3):
                        cells |= <uint32_t> 0o111 << (9 * r + box[r])
        tables.minirows_kept[s] = cells
    for k in range(27):
        cells = <uint32_t> 511 << (k - k % 9) | <uint32_t> (0o111 * FIRST) << k % 3
        tables.neighbours[k] = cells & ~(<uint32_t> 1 << k)


cdef inline int32_t bit_of(int32_t column) noexcept nogil:
    # Convert a column to its bit in a row, or a bit to its column.
    return column % 3 * 3 + column // 3


cdef inline bint narrow_lay_out(const Tables *tables, State *state, const uint8_t *values) noexcept nogil:
    # Set up the first state of a puzzle. Return False if a value is above 9, or occurs twice in a row or box.
    cdef uint32_t[BANDS] given
    cdef int32_t k, d, band, cell
    memset(given, 0, sizeof(given))
    memset(state.seen, 0, sizeof(state.seen))
    for k in range(WORDS):
        state.positions[k] = ALL
    for k in range(81):
        d = values[k]
        if d:
            if d > 9:
                return False
            band, cell = k // 27, k % 27
            cell += bit_of(cell % 9) - cell % 9
            d = 3 * (d - 1) + band
            if not state.positions[d] >> cell & 1:
                return False
            state.positions[d] &= ~tables.neighbours[cell]
            given[band] |= <uint32_t> 1 << cell
            state.seen[d] |= <uint32_t> 1 << cell
    for k in range(WORDS):
        state.positions[k] &= ~given[k % 3] | state.seen[k]
        state.seen[k] = 0
        state.columns[k] = 511
    for band in range(BANDS):
        state.open[band] = ALL
    state.waiting = ALL
    return True


cdef inline void narrow_read(const State *state, uint8_t *grid) noexcept nogil:
    # Write the grid of a solved state.
    cdef int32_t k, cell
    cdef uint32_t here
    for k in range(WORDS):
        here = state.positions[k]
        while here:
            cell = word_lowest(here)
            grid[27 * (k % 3) + cell - cell % 9 + bit_of(cell % 9)] = k // 3 + 1
            here &= here - 1


cdef inline uint32_t columns_of(uint32_t cells) noexcept nogil:
    return (cells | cells >> 9 | cells >> 18) & 511


cdef inline uint32_t rows_with(uint32_t cells) noexcept nogil:
    # Return the last bit of each row that contains any of the cells.
    return ((cells & ~LAST) + (LAST - FIRST) | cells) & LAST


cdef inline uint32_t whole_rows(uint32_t last_bits) noexcept nogil:
    return (last_bits << 1) - (last_bits >> 8)


cdef inline bint narrow_propagate(const Tables *tables, State *state) noexcept nogil:
    # Process words until nothing more follows. Return False on conflict.
    cdef uint32_t positions, minirows, other, another, singles, once, twice, here, hit
    cdef int32_t k, band, j
    cdef uint32_t waiting = state.waiting
    while True:
        while waiting:
            k = word_lowest(waiting)
            waiting &= waiting - 1
            band = k % 3
            other = state.columns[k + 1 if band < 2 else k - 2]
            another = state.columns[k + 2 if band < 1 else k - 1]
            # A column is kept if the other bands can take the other two columns of the boxes.
            here = (other << 3 | other >> 6) & (another << 6 | another >> 3)
            here |= (other << 6 | other >> 3) & (another << 3 | another >> 6)
            positions = state.positions[k] & (here & 511) * FIRST
            minirows = (positions | positions >> 3 | positions >> 6) & BOXES
            positions &= tables.minirows_kept[(minirows | minirows >> 6 | minirows >> 12) & 511]
            if positions == 0:
                return False
            state.positions[k] = positions
            if positions != state.seen[k]:
                state.seen[k] = positions
                here = columns_of(positions)
                if here != state.columns[k]:
                    state.columns[k] = here
                    waiting |= (<uint32_t> 7 << (k - band)) & ~(<uint32_t> 1 << k)
                # If a row has one position for the digit, the digit fills this cell.
                singles = LAST & ~rows_with(positions & (positions - FIRST))
                singles = positions & whole_rows(singles) & state.open[band]
                if singles:
                    state.open[band] ^= singles
                    # The loop has no branch, because the digits that lose a position are unpredictable.
                    j, hit = band, 0
                    while j < WORDS:
                        here = state.positions[j] & singles
                        state.positions[j] ^= here
                        hit |= <uint32_t> (here != 0) << j
                        j += 3
                    state.positions[k] = positions
                    waiting |= hit & ~(<uint32_t> 1 << k)
        # Open cells with one digit left take this digit.
        for band in range(BANDS):
            if not state.open[band]:
                continue
            once = twice = 0
            j = band
            while j < WORDS:
                twice |= once & state.positions[j]
                once |= state.positions[j]
                j += 3
            if once != ALL:
                return False
            singles = state.open[band] & ~twice
            while singles:
                here = singles & -singles
                singles ^= here
                j = band
                while j < WORDS and not state.positions[j] & here:
                    j += 3
                if j >= WORDS:
                    return False
                state.positions[j] &= ~tables.neighbours[word_lowest(here)]
                waiting |= <uint32_t> 1 << j
        if not waiting:
            return True
