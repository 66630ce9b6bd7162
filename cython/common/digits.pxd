# Numbers and digits as text.
from libc.stdint cimport int32_t, int64_t, uint8_t


cdef inline bint is_digit(uint8_t character) noexcept nogil:
    return c"0" <= character <= c"9"


cdef inline bint read_clue(uint8_t character, uint8_t *clue) noexcept nogil:
    # Read a digit, or a dot for a blank cell.
    if character == c".":
        clue[0] = 0
        return True
    clue[0] = character - c"0"
    return is_digit(character)


cdef inline bint read_sudoku(const uint8_t *at, uint8_t *clues) noexcept nogil:
    # Read the 81 characters of a 9 x 9 Sudoku.
    cdef int32_t cell
    for cell in range(81):
        if not read_clue(at[cell], clues + cell):
            return False
    return True


cdef inline char *put_number(char *at, int64_t number) noexcept nogil:
    # Write a number and return the end of its text, at most 20 characters further. INT64_MIN is not supported.
    cdef char[20] digits
    cdef int count = 0
    if number < 0:
        at[0] = c"-"
        at += 1
        number = -number
    while True:
        digits[count] = <char> (c"0" + number % 10)
        count += 1
        number //= 10
        if not number:
            break
    while count:
        count -= 1
        at[0] = digits[count]
        at += 1
    return at
