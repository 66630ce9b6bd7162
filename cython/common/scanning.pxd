# A str of ASCII characters, read token by token.
from libc.stdint cimport int32_t

from common.digits cimport is_digit

cdef extern from "Python.h":
    const char *PyUnicode_AsUTF8AndSize(object text, Py_ssize_t *size) except NULL

cdef enum:
    MAX_DIGITS = 9      # numbers with so many digits fit into 32 bits


cdef struct Text:
    const char *at
    const char *end


cdef inline bint open_text(object text, Text *read) except -1:
    """Begin to read a str of ASCII characters; return False for any other str."""
    cdef Py_ssize_t size
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, got {type(text).__name__}")
    if not text.isascii():
        return False
    read.at = PyUnicode_AsUTF8AndSize(text, &size)
    read.end = read.at + size
    return True


cdef inline char peek(Text *read) noexcept:
    """Skip blanks and return the next character without reading it, or 0 at the end."""
    while read.at < read.end:
        # Readers in Python refuse control characters. The form feed is a blank, but the vertical tab is not.
        if read.at[0] != c" " and (not c"\t" <= read.at[0] <= c"\r" or read.at[0] == c"\v"):
            return read.at[0]
        read.at += 1
    return 0


cdef inline char take(Text *read) noexcept:
    """Skip blanks, read a character and return it, or 0 at the end."""
    cdef char character = peek(read)
    read.at += character != 0
    return character


cdef inline bint take_number(Text *read, int32_t *number, int max_digits=MAX_DIGITS) noexcept:
    """Read a whole number, with or without a minus sign; return False if there is none or it has too many digits."""
    cdef const char *first
    cdef int32_t value = 0
    cdef bint is_negative = peek(read) == c"-"
    read.at += is_negative
    first = read.at
    while read.at < read.end and is_digit(read.at[0]):
        if read.at - first == max_digits:
            return False
        value = 10 * value + read.at[0] - c"0"
        read.at += 1
    number[0] = -value if is_negative else value
    return read.at > first


cdef inline bint is_number_next(Text *read) noexcept:
    """Return whether the next token is a number."""
    cdef char character = peek(read)
    if character == c"-":
        return read.end - read.at > 1 and is_digit(read.at[1])
    return is_digit(character)
