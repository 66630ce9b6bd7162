# Readers of clues and signs from a line of text. A reader accepts the usual spelling of a puzzle, and returns NULL for
# any other text, whether it is wrong or only unusual.
#
# A text is followed by a NUL, which no reader accepts. Each character is checked before the next character, so readers
# need not compare with the end of the text.
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memset

from common.digits cimport is_digit, read_clue, read_sudoku

cdef enum Format:
    FORMAT_OTHER            # read elsewhere
    FORMAT_TATHAM
    FORMAT_FUTOSHIKI_ORG
    FORMAT_SUDOKU

cdef enum Sign:             # a bit of a cell for each neighbour that must be greater
    SIGN_RIGHT = 1
    SIGN_LEFT = 2
    SIGN_BELOW = 4
    SIGN_ABOVE = 8

cdef enum:
    LARGEST = 16            # largest number of values of a puzzle
    MOST_CELLS = 256
    SMALLEST_ID = 3
    SMALLEST_GRID = 4       # a smaller grid of futoshiki.org is not always a line of its own
    LARGEST_GRID = 9
    AMBIGUOUS_GRID = 8      # it has as many characters as a Sudoku of 15 x 15
    NINE = 9
    LONGEST_RUN = 290       # one more than the characters of a grid of futoshiki.org
    LONGEST_LINE = 4096     # longer lines are unusual: a game id has at most 1,800 characters

cdef struct Line:
    const uint8_t *first    # the puzzle in the text
    const uint8_t *end
    int32_t format
    int32_t n
    Py_ssize_t number       # of the line
    Py_ssize_t cells        # start of its clues in the clues of all lines; the signs of a Futoshiki follow


cdef inline const uint8_t *read_size(const uint8_t *at, int32_t *n) noexcept nogil:
    # Read the part of a game id before the description: the size, the letters of a difficulty, and a colon.
    cdef int32_t size = at[0] - c"0"
    if not 1 <= size <= 9:
        return NULL
    at += 1
    if is_digit(at[0]):
        size = 10 * size + at[0] - c"0"
        at += 1
    if at[0] == c"d":
        if at[1] != c"t" and at[1] != c"e" and at[1] != c"k" and at[1] != c"x" and at[1] != c"r":
            return NULL
        at += 2
    n[0] = size
    return at + 1 if at[0] == c":" and SMALLEST_ID <= size <= LARGEST else NULL


cdef inline const uint8_t *read_flags(
    const uint8_t *at, int32_t n, int32_t r, int32_t c, uint8_t *signs
) noexcept nogil:
    # Read the letters of the neighbours that are less than a cell, in the order in which games write them. `signs`
    # points to the signs of this cell. Two cells cannot each be less than the other.
    if at[0] == c"U":
        if r == 0 or signs[0] & SIGN_ABOVE:
            return NULL
        (signs - n)[0] |= SIGN_BELOW
        at += 1
    if at[0] == c"R":
        if c == n - 1:
            return NULL
        signs[1] |= SIGN_LEFT
        at += 1
    if at[0] == c"D":
        if r == n - 1:
            return NULL
        signs[n] |= SIGN_ABOVE
        at += 1
    if at[0] == c"L":
        if c == 0 or signs[0] & SIGN_LEFT:
            return NULL
        (signs - 1)[0] |= SIGN_RIGHT
        at += 1
    return at


cdef inline const uint8_t *read_id(const uint8_t *at, int32_t n, uint8_t *clues, uint8_t *signs) noexcept nogil:
    # Read the description of a game id, and return its end.
    cdef int32_t r, c, clue
    memset(signs, 0, n * n)
    for r in range(n):
        for c in range(n):
            if not is_digit(at[0]):
                return NULL
            clue = at[0] - c"0"
            at += 1
            # Clues have no leading zeros.
            if is_digit(at[0]):
                clue = 10 * clue + at[0] - c"0" if clue else LARGEST + 1
                at += 1
            if clue > n:
                return NULL
            clues[0] = <uint8_t> clue
            if at[0] != c",":
                at = read_flags(at, n, r, c, signs)
                if at == NULL or at[0] != c",":
                    return NULL
            at += 1
            clues += 1
            signs += 1
    return at


cdef inline int32_t run_length(const uint8_t *at) noexcept nogil:
    # Return the number of characters up to the next blank, at most LONGEST_RUN.
    cdef int32_t length = 0
    while length < LONGEST_RUN and at[length] > c" ":
        length += 1
    return length


cdef inline int32_t grid_size(int32_t length) noexcept nogil:
    # Return the size of a futoshiki.org grid with this number of characters, or 0.
    cdef int32_t n
    for n in range(SMALLEST_GRID, LARGEST_GRID + 1):
        if length == (2 * n - 1) * (2 * n - 1):
            return n
    return 0


cdef inline bint read_grid(const uint8_t *at, int32_t n, uint8_t *clues, uint8_t *signs) noexcept nogil:
    # Read a futoshiki.org grid: lines of clues with the signs between them, and lines of signs and fillers.
    cdef int32_t r, c
    cdef uint8_t sign
    cdef bint is_futoshiki = n != AMBIGUOUS_GRID
    memset(signs, 0, n * n)
    for r in range(n):
        for c in range(n):
            if not read_clue(at[0], clues):
                return False
            at += 1
            sign = at[0] if c < n - 1 else c"_"
            at += c < n - 1
            if sign == c"(":
                signs[0] |= SIGN_RIGHT
                is_futoshiki = True
            elif sign == c")":
                signs[1] |= SIGN_LEFT
                is_futoshiki = True
            elif sign != c"_":
                return False
            clues += 1
            signs += 1
        if r == n - 1:
            break
        signs -= n
        for c in range(n):
            sign = at[0]
            if sign == c"^":
                signs[0] |= SIGN_BELOW
                is_futoshiki = True
            elif sign == c"v":
                signs[n] |= SIGN_ABOVE
            elif sign != c"_":
                return False
            if c < n - 1 and at[1] != c"_":
                return False
            at += 2 if c < n - 1 else 1
            signs += 1
    return is_futoshiki


cdef inline const uint8_t *line_limit(const uint8_t *at, const uint8_t *end) noexcept nogil:
    # Return the furthest place at which a line that begins here may end.
    if end - at > LONGEST_LINE:
        return at + LONGEST_LINE
    return end


cdef inline const uint8_t *skip_word(const uint8_t *at, const char *word) noexcept nogil:
    # Return the end of the word, or `at` if the text does not continue with it.
    cdef Py_ssize_t k = 0
    while word[k] and at[k] == <uint8_t> word[k]:
        k += 1
    return at if word[k] else at + k


cdef inline const uint8_t *read_columns(const uint8_t *at, const uint8_t *limit) noexcept nogil:
    # Read the level, score and seed that `generate` writes after a puzzle, separated by tabs. The score and the seed
    # may lack their names.
    cdef const uint8_t *first
    at += 1
    while at < limit and c"a" <= at[0] <= c"z":
        at += 1
    if at[0] != c"\t":
        return NULL
    at = skip_word(at + 1, b"hardest step ")
    first = at
    while at < limit and (is_digit(at[0]) or at[0] == c"."):
        at += 1
    if at == first or at[0] != c"\t":
        return NULL
    at = skip_word(at + 1, b"seed ")
    first = at
    while at < limit and is_digit(at[0]):
        at += 1
    if at == first:
        return NULL
    return at


cdef inline const uint8_t *end_line(const uint8_t *at, const uint8_t *end) noexcept nogil:
    # Return the start of the next line, if this line ends here.
    if at[0] == c"\n":
        return at + 1
    if at[0] == c"\r" and at[1] == c"\n":
        return at + 2
    return at if at == end else NULL


cdef inline bint is_letter(uint8_t character) noexcept nogil:
    return c"a" <= (character | 32) <= c"z"


cdef inline const uint8_t *skip_line(const uint8_t *at, const uint8_t *end) noexcept nogil:
    # Skip a line that is blank or a comment, and return the start of the next line. Return NULL for any other line. A
    # line that begins with # may be a row of cells if it has digits but no letter, and a rule if it names a cell.
    cdef const uint8_t *limit = line_limit(at, end)
    cdef bint has_letter = False, has_digit = False
    if at[0] == c"#":
        while at < limit and at[0] != c"\n" and at[0] != c"\r":
            if is_digit(at[0]):
                has_digit = True
                if is_letter(at[-1]) and not is_letter(at[-2]) and not is_digit(at[-2]):
                    return NULL
            has_letter |= is_letter(at[0])
            at += 1
        if has_digit and not has_letter:
            return NULL
    else:
        while at < limit and (at[0] == c" " or at[0] == c"\t"):
            at += 1
    return end_line(at, end)


cdef inline const uint8_t *read_line(
    const uint8_t *at, const uint8_t *end, int32_t formats, Line *line, uint8_t *clues
) noexcept nogil:
    # Read the puzzle of a line, and return the start of the next line. `formats` has a bit for each format to be read.
    # `clues` has room for the clues and signs of the largest puzzle.
    cdef const uint8_t *rest
    cdef int32_t length
    line.first = at
    rest = read_size(at, &line.n)
    if rest != NULL:
        line.format = FORMAT_TATHAM
        rest = read_id(rest, line.n, clues, clues + line.n * line.n)
    else:
        length = run_length(at)
        line.n = grid_size(length)
        rest = at + length
        if line.n and (at[1] == c"_" or at[1] == c"(" or at[1] == c")"):
            line.format = FORMAT_FUTOSHIKI_ORG
            if not read_grid(at, line.n, clues, clues + line.n * line.n):
                return NULL
        elif length == NINE * NINE:
            line.format, line.n = FORMAT_SUDOKU, NINE
            if not read_sudoku(at, clues):
                return NULL
        else:
            return NULL
    if rest == NULL or not formats >> line.format & 1:
        return NULL
    line.end = rest
    if rest[0] == c"\t":
        rest = read_columns(rest, line_limit(at, end))
        if rest == NULL:
            return NULL
    return end_line(rest, end)
