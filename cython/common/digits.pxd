# Numbers as text.
from libc.stdint cimport int64_t


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
