# Writers of lines of text from solutions.
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy, memset, strlen

from common.digits cimport is_digit, put_number
from lines.reading cimport (
    FORMAT_FUTOSHIKI_ORG, FORMAT_SUDOKU, FORMAT_TATHAM, NINE, SIGN_ABOVE, SIGN_BELOW, SIGN_LEFT, SIGN_RIGHT, Line,
)

cdef enum Answer:           # the contents of an answer
    ANSWER_SOLUTION         # a solution
    ANSWER_UNIQUE           # the solution if it is unique
    ANSWER_COUNT            # a solution and the number of solutions found
    ANSWER_JSON             # the rest of an object with all of these, with the solution as lists

cdef enum:
    MOST_WORDS = 128        # characters of an answer around the solution
    CELL_OF_LIST = 5        # most characters of a cell in a list, with the brackets of its row
    EDGE = 9                # largest distance between the numbers of neighbouring cells


cdef inline char *put_text(char *at, const char *text) noexcept nogil:
    cdef size_t length = strlen(text)
    memcpy(at, text, length)
    return at + length


cdef inline char *put_id(char *at, const Line *line, const uint8_t *solution) noexcept nogil:
    # Write a game id with different numbers and without the letters of a difficulty.
    cdef const uint8_t *read = line.first
    cdef int32_t cell
    at = put_number(at, line.n)
    while read[0] != c":":
        read += 1
    if line.n <= 9:
        return put_digits(at, line, read, solution)
    at[0] = c":"
    at += 1
    read += 1
    for cell in range(line.n * line.n):
        if solution[cell] > 9:
            at[0] = c"1"
            at += 1
        at[0] = c"0" + solution[cell] % 10
        at += 1
        read += 1
        read += is_digit(read[0])
        while read[0] != c",":
            at[0] = read[0]
            at += 1
            read += 1
        at[0] = c","
        at += 1
        read += 1
    return at


cdef inline char *put_digits(
    char *at, const Line *line, const uint8_t *read, const uint8_t *solution
) noexcept nogil:
    # Write the description of a game id in which each cell has one digit, as a copy with other digits. The number of
    # letters of a cell follows from the signs, without branches on the text, which would be unpredictable.
    cdef uint8_t[EDGE + 81 + EDGE] signs
    cdef uint8_t[81] step
    cdef int32_t n = line.n, cell
    cdef const uint8_t *sign = signs + EDGE
    cdef char *digit = at + 1
    memset(signs, 0, sizeof(signs))
    memcpy(signs + EDGE, solution + n * n, n * n)
    # A cell at an edge never has the bit for a neighbour outside the grid, so the last cell of a row and the first cell
    # of the next row do not interfere.
    for cell in range(n * n):
        step[cell] = (
            2 + (sign[cell - 1] & SIGN_RIGHT) + (sign[cell + 1] // SIGN_LEFT & 1)
            + (sign[cell - n] // SIGN_BELOW & 1) + (sign[cell + n] // SIGN_ABOVE & 1)
        )
    memcpy(at, read, line.end - read)
    for cell in range(n * n):
        digit[0] = c"0" + solution[cell]
        digit += step[cell]
    return at + (line.end - read)


cdef inline char *put_solution(char *at, const Line *line, const uint8_t *solution) noexcept nogil:
    # Write a solution in the format of its puzzle.
    cdef int32_t r, c, side = 2 * line.n - 1
    if line.format == FORMAT_TATHAM:
        return put_id(at, line, solution)
    if line.format == FORMAT_FUTOSHIKI_ORG:
        memcpy(at, line.first, side * side)
        for r in range(line.n):
            for c in range(line.n):
                at[2 * (r * side + c)] = c"0" + solution[r * line.n + c]
        return at + side * side
    for c in range(NINE * NINE):
        at[c] = c"0" + solution[c]
    return at + NINE * NINE


cdef inline char *put_lists(char *at, int32_t n, const uint8_t *solution) noexcept nogil:
    # Write a solution as a list of rows.
    cdef int32_t r, c
    for r in range(n):
        at = put_text(at, b", " if r else b"[")
        for c in range(n):
            at = put_number(put_text(at, b", " if c else b"["), solution[r * n + c])
        at = put_text(at, b"]")
    return put_text(at, b"]")


cdef inline char *put_answer(
    char *at, const char *head, const Line *line, const uint8_t *solution, int64_t count, Answer answer
) noexcept nogil:
    # Write the line that answers a puzzle; a JSON object begins with `head`. A count below 0 is unknown.
    if answer == ANSWER_JSON:
        at = put_number(put_text(put_text(at, head), b', "line": '), line.number)
        if line.format == FORMAT_SUDOKU:
            at = put_text(at, b', "format": "sudoku", "family": "sudoku"')
        elif line.format == FORMAT_TATHAM:
            at = put_text(at, b', "format": "tatham", "family": "futoshiki"')
        else:
            at = put_text(at, b', "format": "futoshiki.org", "family": "futoshiki"')
        at = put_text(at, b', "solution": ')
        at = put_lists(at, line.n, solution) if count > 0 else put_text(at, b"null")
        at = put_text(at, b', "count": ')
        at = put_text(at, b"null") if count < 0 else put_number(at, count)
        at = put_text(at, b"}")
    elif count < 0:
        at = put_text(at, b"unknown")
    elif count == 0:
        at = put_text(at, b"none")
    elif count > 1 and answer == ANSWER_UNIQUE:
        at = put_text(at, b"several")
    else:
        at = put_solution(at, line, solution)
        if answer == ANSWER_COUNT:
            at = put_number(put_text(at, b" "), count)
    return put_text(at, b"\n")
