"""Fast input and output: puzzles on square grids from lists and text as flat arrays, and back to text.

A reader accepts the usual spelling and returns None for any other input, whether it is wrong or only unusual. A slower
reader in Python then reads the input, or reports the error and its place. Tests compare the two readers.

An *edge* is the border between two neighbouring cells. Edge ``2 * cell`` is between a cell and its right neighbour, and
edge ``2 * cell + 1`` between a cell and its lower neighbour. Readers first store the signs on the edges, which sorts
the inequalities and drops repetitions on the way.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.dict cimport PyDict_CheckExact, PyDict_Items
from cpython.list cimport PyList_AsTuple, PyList_CheckExact
from cpython.long cimport PyLong_AsLongLongAndOverflow, PyLong_CheckExact
from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc
from cpython.tuple cimport PyTuple_CheckExact
from cpython.unicode cimport PyUnicode_CheckExact, PyUnicode_DecodeASCII
from libc.stdint cimport INT32_MAX, INT32_MIN, int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from common.digits cimport put_number, read_clue
from common.scanning cimport Text, is_number_next, open_text, peek, take, take_number
from text.contradictions cimport breaks_chain, breaks_unit

cdef enum:
    MAX_ROWS = 255
    WORD = 64           # values per word of a mask
    MANY_WORDS = 4      # words of a mask above n = 64
    SMALLEST_ID = 3
    LARGEST_ID = 32
    MOST_DIGITS = 81    # cells of a square with one digit for each

cdef enum:              # the sign on an edge
    LESS = 1            # the left or upper cell is the smaller
    GREATER = 2


# Lists ---------------------------------------------------------------------------------------------------------------

cdef inline tuple as_tuple(object items):
    """Return a list or tuple as a tuple, which no other thread can change, or None for any other object."""
    if PyTuple_CheckExact(items):
        return <tuple> items
    if PyList_CheckExact(items):
        return <tuple> PyList_AsTuple(items)
    return None


cdef inline bint read_int(object item, int32_t *number):
    """Read an int that fits into 32 bits; return False for any other object, including True and False."""
    cdef int overflow = 0
    cdef long long value
    if not PyLong_CheckExact(item):
        return False
    value = PyLong_AsLongLongAndOverflow(item, &overflow)
    number[0] = <int32_t> value
    return not overflow and INT32_MIN <= value <= INT32_MAX


def read_clues(rows):
    """Return clues from a square of nested lists or tuples as the bytes of n * n int32, row by row, or None.

    Examples
    --------
    >>> read_clues([[1, 0], [0, 2]]).hex(" ", 4)
    '01000000 00000000 00000000 02000000'
    >>> read_clues([[1, 0], [0, 2.0]])
    """
    cdef Py_ssize_t n, r, c
    cdef int32_t *clues
    cdef tuple row, square = as_tuple(rows)
    if square is None:
        return None
    n = len(square)
    if not 1 <= n <= MAX_ROWS:
        return None
    read = PyBytes_FromStringAndSize(NULL, n * n * <Py_ssize_t> sizeof(int32_t))
    clues = <int32_t *> PyBytes_AS_STRING(read)
    for r in range(n):
        row = as_tuple(square[r])
        if row is None or len(row) != n:
            return None
        for c in range(n):
            if not read_int(row[c], clues + r * n + c):
                return None
    return read


cdef inline int32_t read_cell(object item, int32_t n):
    """Return the number of a cell (row, column), or -1 for anything else."""
    cdef int32_t r, c
    cdef tuple cell = as_tuple(item)
    if cell is None or len(cell) != 2 or not (read_int(cell[0], &r) and read_int(cell[1], &c)):
        return -1
    return r * n + c if 0 <= r < n and 0 <= c < n else -1


cdef inline bint note_pair(uint8_t *edges, int32_t n, int32_t lesser, int32_t greater) noexcept:
    """Store an inequality on its edge; return False if the two cells are not neighbours."""
    cdef int32_t first = min(lesser, greater), step = max(lesser, greater) - first
    # The last cell of a row and the first cell of the next row have consecutive numbers, but are not neighbours.
    if step == 1 and first % n != n - 1:
        edges[2 * first] |= LESS if lesser < greater else GREATER
    elif step == n:
        edges[2 * first + 1] |= LESS if lesser < greater else GREATER
    else:
        return False
    return True


cdef list_pairs(const uint8_t *edges, int32_t n):
    """Return the inequalities on the edges, sorted, as bytes of int32; None if an edge has both signs."""
    cdef int32_t edge, cell, r, c
    cdef Py_ssize_t count = 0
    cdef int32_t *at
    for edge in range(2 * n * n):
        if edges[edge] == (LESS | GREATER):
            return None
        count += edges[edge] != 0
    listed = PyBytes_FromStringAndSize(NULL, 2 * count * <Py_ssize_t> sizeof(int32_t))
    at = <int32_t *> PyBytes_AS_STRING(listed)
    for r in range(n):
        for c in range(n):
            cell = r * n + c
            if r and edges[2 * (cell - n) + 1] == GREATER:
                at[0], at[1] = cell, cell - n
                at += 2
            if c and edges[2 * (cell - 1)] == GREATER:
                at[0], at[1] = cell, cell - 1
                at += 2
            if edges[2 * cell] == LESS:
                at[0], at[1] = cell, cell + 1
                at += 2
            if edges[2 * cell + 1] == LESS:
                at[0], at[1] = cell, cell + n
                at += 2
    return listed


cdef bint note_pairs(tuple pairs, int32_t n, uint8_t *edges):
    cdef Py_ssize_t k
    cdef int32_t lesser, greater
    cdef tuple pair
    for k in range(len(pairs)):
        pair = as_tuple(pairs[k])
        if pair is None or len(pair) != 2:
            return False
        lesser, greater = read_cell(pair[0], n), read_cell(pair[1], n)
        if lesser < 0 or greater < 0 or not note_pair(edges, n, lesser, greater):
            return False
    return True


cdef bint note_signs(list signs, int32_t n, uint8_t *edges):
    """Store the inequalities of pairs of cells with the sign between them; return False for anything else."""
    cdef Py_ssize_t k
    cdef int32_t first, second
    cdef object sign
    cdef tuple pair
    for k in range(len(signs)):
        pair, sign = as_tuple((<tuple> signs[k])[0]), (<tuple> signs[k])[1]
        if pair is None or len(pair) != 2 or not PyUnicode_CheckExact(sign):
            return False
        first, second = read_cell(pair[0], n), read_cell(pair[1], n)
        if <str> sign == ">":
            first, second = second, first
        elif <str> sign != "<":
            return False
        if first < 0 or second < 0 or not note_pair(edges, n, first, second):
            return False
    return True


def read_pairs(pairs, int32_t n):
    """Return pairs of neighbouring cells, ((row, column), (row, column)), sorted and without repetitions.

    Parameters
    ----------
    pairs : list, tuple or dict
        Each pair, and each cell, is a tuple or a list. A dict has the sign between the cells of each pair, "<" or ">".
    n : int
        Side of the grid, 1 to 255.

    Returns
    -------
    bytes or None
        Two int32 for each pair: the numbers of its cells. None also if a pair occurs in both directions.

    Examples
    --------
    >>> read_pairs([((0, 1), (0, 0)), ((0, 0), (1, 0))], 2).hex(" ", 4)
    '00000000 02000000 01000000 00000000'
    """
    cdef uint8_t *edges
    cdef bint is_read
    cdef tuple listed = as_tuple(pairs)
    if (listed is None and not PyDict_CheckExact(pairs)) or not 1 <= n <= MAX_ROWS:
        return None
    edges = <uint8_t *> PyMem_Calloc(2 * n * n, 1)
    if edges == NULL:
        raise MemoryError
    try:
        is_read = note_signs(PyDict_Items(pairs), n, edges) if listed is None else note_pairs(listed, n, edges)
        return list_pairs(edges, n) if is_read else None
    finally:
        PyMem_Free(edges)


def read_masks(const int32_t[:, ::1] clues not None):
    """Return the domains that the clues of a square leave, as masks of 1 word up to n = 64, otherwise of 4 words.

    Parameters
    ----------
    clues : (n, n) int32
        Bit v - 1 is value v. A blank cell may take all values, and a cell with a clue outside 1..n may take none.

    Returns
    -------
    bytes
        The masks as uint64, cell by cell.

    Raises
    ------
    ValueError
        If n is not 1 to 255.

    Examples
    --------
    >>> import numpy as np
    >>> np.frombuffer(read_masks(np.array([[0, 1], [2, 3]], np.int32)), np.uint64)
    array([3, 1, 2, 0], dtype=uint64)
    """
    cdef Py_ssize_t n = clues.shape[0], cell
    cdef int32_t word, words = 1 if n <= WORD else MANY_WORDS
    cdef const int32_t *clue
    cdef uint64_t *mask
    cdef uint64_t[MANY_WORDS] blank
    if not 1 <= n <= MAX_ROWS or clues.shape[1] != n:
        raise ValueError(f"clues must be a square (n, n), n from 1 to {MAX_ROWS}")
    for word in range(words):
        blank[word] = 0 if n <= word * WORD else ~<uint64_t> 0 >> max(0, (word + 1) * WORD - n)
    masks = PyBytes_FromStringAndSize(NULL, n * n * words * <Py_ssize_t> sizeof(uint64_t))
    mask = <uint64_t *> PyBytes_AS_STRING(masks)
    clue = &clues[0, 0]
    for cell in range(n * n):
        if clue[cell] == 0:
            memcpy(mask, blank, words * sizeof(uint64_t))
        else:
            memset(mask, 0, words * sizeof(uint64_t))
            if 1 <= clue[cell] <= n:
                mask[(clue[cell] - 1) // WORD] = <uint64_t> 1 << (clue[cell] - 1) % WORD
        mask += words
    return masks


# Text ----------------------------------------------------------------------------------------------------------------

cdef inline bint note_sign(char sign, char none, char less, char greater, uint8_t *edge) noexcept:
    """Store a sign on its edge; return False for any other character."""
    if sign == less:
        edge[0] = LESS
    elif sign == greater or (greater == c"v" and sign == c"V"):
        edge[0] = GREATER
    elif sign != none:
        return False
    return True


def read_digits(text):
    """Return a square of up to 9 x 9 cells in one line: a digit for each cell, or a dot for a blank cell.

    Returns
    -------
    (int, bytes) or None
        n, and the cells as int32, row by row. None for any other str.

    Examples
    --------
    >>> n, cells = read_digits("1..2")
    >>> n, cells.hex(" ", 4)
    (2, '01000000 00000000 00000000 02000000')
    """
    cdef Text read
    cdef Py_ssize_t size, n = 1, k
    cdef int32_t *cell
    cdef uint8_t clue
    if not open_text(text, &read):
        return None
    size = read.end - read.at
    size -= size > 0 and read.end[-1] == c"\n"
    while n * n < size:
        n += 1
    if n * n != size or size > MOST_DIGITS:
        return None
    cells = PyBytes_FromStringAndSize(NULL, size * <Py_ssize_t> sizeof(int32_t))
    cell = <int32_t *> PyBytes_AS_STRING(cells)
    for k in range(size):
        if not read_clue(read.at[k], &clue):
            return None
        cell[k] = clue
    return n, cells


cdef int32_t read_size(Text *read) noexcept:
    """Read the header of the source format and return n, or 0."""
    cdef int32_t n, again
    cdef const char *after
    if not take_number(read, &n, 3) or not 1 <= n <= MAX_ROWS:
        return 0
    if not is_number_next(read):
        return 0
    # The header may contain n twice, which is the case if a third number follows.
    after = read.at
    if not take_number(read, &again):
        return 0
    if not is_number_next(read):
        read.at = after
    elif again != n:
        return 0
    return n


cdef bint read_rows(Text *read, int32_t n, int32_t *clues, uint8_t *edges) noexcept:
    """Read the lines of values and of signs of the source format, up to the end of the text."""
    cdef int32_t r, c, cell
    for r in range(n):
        for c in range(n if r else 0):
            cell = (r - 1) * n + c
            if c and take(read) != c"-":
                return False
            if not note_sign(take(read), c"-", c"^", c"v", edges + 2 * cell + 1):
                return False
        for c in range(n):
            cell = r * n + c
            if c and not note_sign(take(read), c"|", c"<", c">", edges + 2 * (cell - 1)):
                return False
            if not take_number(read, clues + cell):
                return False
    return peek(read) == 0 and read.at == read.end


cdef bint read_cells(Text *read, int32_t n, int32_t *clues, uint8_t *edges) noexcept:
    """Read the description of a game id, up to the end of the text. The clues must be 0 at the beginning."""
    cdef int32_t cell = 0, size = n * n
    cdef char next
    while next := peek(read):
        if c"a" <= next <= c"z":
            read.at += 1
            cell += next - c"a" + 1
            if cell > size:
                return False
            continue
        # A sign before a number does not belong to a cell, and a digit after a zero may be a misspelt flag.
        if next == c"-" or (next == c"0" and c"0" <= read.at[1] <= c"9"):
            return False
        if cell == size or not take_number(read, clues + cell, 2) or clues[cell] > n:
            return False
        while True:
            # A NUL follows the text. A blank within a cell is refused elsewhere.
            next = read.at[0]
            if next == c"U" and cell >= n:
                edges[2 * (cell - n) + 1] |= LESS
            elif next == c"R" and cell % n != n - 1:
                edges[2 * cell] |= GREATER
            elif next == c"D" and cell < size - n:
                edges[2 * cell + 1] |= GREATER
            elif next == c"L" and cell % n:
                edges[2 * (cell - 1)] |= LESS
            else:
                break
            read.at += 1
        cell += 1
        if next == c",":
            read.at += 1
        elif peek(read) or cell < size:
            return False
    return cell == size and read.at == read.end


cdef int32_t read_params(Text *read) noexcept:
    """Read the part of a game id before the description, and return n, or 0."""
    cdef int32_t n
    cdef char level
    if not take_number(read, &n, 3) or not SMALLEST_ID <= n <= LARGEST_ID:
        return 0
    if peek(read) == c"d":
        level = read.at[1] if read.end - read.at > 1 else 0
        if level != c"t" and level != c"e" and level != c"k" and level != c"x" and level != c"r":
            return 0
        read.at += 2
    return n if take(read) == c":" else 0


ctypedef int32_t (*HeadReader)(Text *) noexcept
ctypedef bint (*BodyReader)(Text *, int32_t, int32_t *, uint8_t *) noexcept


cdef read_grid(object text, HeadReader read_head, BodyReader read_body):
    """Return (n, clues, inequalities) of a text in a format, or None."""
    cdef Text read
    cdef int32_t n
    cdef uint8_t *edges
    if not open_text(text, &read):
        return None
    n = read_head(&read)
    if not n:
        return None
    edges = <uint8_t *> PyMem_Calloc(2 * n * n, 1)
    if edges == NULL:
        raise MemoryError
    try:
        clues = PyBytes_FromStringAndSize(NULL, n * n * <Py_ssize_t> sizeof(int32_t))
        memset(PyBytes_AS_STRING(clues), 0, n * n * sizeof(int32_t))
        if not read_body(&read, n, <int32_t *> PyBytes_AS_STRING(clues), edges):
            return None
        pairs = list_pairs(edges, n)
        return None if pairs is None else (n, clues, pairs)
    finally:
        PyMem_Free(edges)


def read_source(text):
    """Read a Futoshiki in the source format.

    Returns
    -------
    tuple or None
        n; the clues, n * n int32; and the inequalities, sorted, two int32 each. The last two are bytes.

    Examples
    --------
    >>> read_source("1 1")
    (1, b'\\x01\\x00\\x00\\x00', b'')
    """
    return read_grid(text, read_size, read_rows)


def read_tatham(text):
    """Read a Futoshiki from a game id of Tatham's collection; returns what `read_source` returns."""
    return read_grid(text, read_params, read_cells)


cdef inline char *put(char *at, char character) noexcept:
    """Write a character and return the address after it."""
    at[0] = character
    return at + 1


cdef inline char sign(uint8_t edge, char none, char less, char greater) noexcept:
    """Return the character for an edge."""
    return less if edge == LESS else greater if edge == GREATER else none


cdef char *put_rows(char *at, const int32_t *clues, const uint8_t *edges, int32_t n) noexcept:
    """Write a grid in the source format and return the end of its text."""
    cdef int32_t r, c, cell
    at = put(put_number(at, n), c"\n")
    for r in range(n):
        for c in range(n):
            cell = r * n + c
            at = put_number(at, clues[cell])
            if c < n - 1:
                at = put(put(put(at, c" "), sign(edges[2 * cell], c"|", c"<", c">")), c" ")
        at = put(at, c"\n")
        for c in range(n if r < n - 1 else 0):
            at = put(at, sign(edges[2 * (r * n + c) + 1], c"-", c"^", c"v"))
            at = put(put(put(at, c" "), c"-"), c" ") if c < n - 1 else put(at, c"\n")
    return at


cdef char *put_cells(char *at, const int32_t *clues, const uint8_t *edges, int32_t n) noexcept:
    """Write a grid as a game id and return the end of its text."""
    cdef int32_t cell
    at = put(put_number(at, n), c":")
    for cell in range(n * n):
        at = put_number(at, clues[cell])
        if cell >= n and edges[2 * (cell - n) + 1] == LESS:
            at = put(at, c"U")
        if edges[2 * cell] == GREATER:
            at = put(at, c"R")
        if edges[2 * cell + 1] == GREATER:
            at = put(at, c"D")
        if cell and edges[2 * (cell - 1)] == LESS:
            at = put(at, c"L")
        at = put(at, c",")
    return at


ctypedef char *(*Writer)(char *, const int32_t *, const uint8_t *, int32_t) noexcept


cdef write_grid(const int32_t[:, ::1] clues, const int32_t[:, ::1] inequalities, Writer writer):
    """Return the text of a grid."""
    cdef int32_t n, size, lesser, greater
    cdef Py_ssize_t k
    cdef uint8_t *edges = NULL
    cdef char *first = NULL
    if clues.shape[0] != clues.shape[1] or not 1 <= clues.shape[0] <= MAX_ROWS:
        raise ValueError(f"clues must be (n, n) with n from 1 to {MAX_ROWS}")
    if inequalities.shape[1] != 2:
        raise ValueError("inequalities must be (k, 2)")
    n = <int32_t> clues.shape[0]
    size = n * n
    try:
        edges = <uint8_t *> PyMem_Calloc(2 * size, 1)
        # A cell takes a number of at most 11 characters, and up to seven characters around it.
        first = <char *> PyMem_Malloc(18 * size + 8)
        if edges == NULL or first == NULL:
            raise MemoryError
        for k in range(inequalities.shape[0]):
            lesser, greater = inequalities[k, 0], inequalities[k, 1]
            if not (0 <= lesser < size and 0 <= greater < size and note_pair(edges, n, lesser, greater)):
                raise ValueError(f"inequality {k} is not between neighbouring cells")
        return PyUnicode_DecodeASCII(first, writer(first, &clues[0, 0], edges, n) - first, NULL)
    finally:
        PyMem_Free(edges)
        PyMem_Free(first)


def write_source(const int32_t[:, ::1] clues not None, const int32_t[:, ::1] inequalities not None):
    """Return a Futoshiki in the source format.

    Parameters
    ----------
    clues : (n, n) int32
        n from 1 to 255.
    inequalities : (k, 2) int32
        Pairs of neighbouring cells (lesser, greater).

    Raises
    ------
    ValueError
        If a shape is wrong, or two cells are not neighbours.

    Examples
    --------
    >>> import numpy as np
    >>> print(write_source(np.array([[1, 0], [0, 0]], np.int32), np.array([[2, 0]], np.int32)), end="")
    2
    1 | 0
    v - -
    0 | 0
    """
    return write_grid(clues, inequalities, put_rows)


def write_digits(const int32_t[:, ::1] clues not None):
    """Return a square with values from 0 to 9 as one line of characters, with a dot for 0; None for other values.

    Parameters
    ----------
    clues : (n, n) int32
        n from 1 to 9.

    Raises
    ------
    ValueError
        If the shape is wrong.

    Examples
    --------
    >>> import numpy as np
    >>> write_digits(np.array([[1, 0], [0, 2]], np.int32))
    '1..2\\n'
    """
    cdef Py_ssize_t size = clues.shape[0] * clues.shape[1], k
    cdef const int32_t *clue
    cdef char[MOST_DIGITS + 1] line
    if clues.shape[0] != clues.shape[1] or not 1 <= size <= MOST_DIGITS:
        raise ValueError("clues must be (n, n) with n from 1 to 9")
    clue = &clues[0, 0]
    for k in range(size):
        if not 0 <= clue[k] <= 9:
            return None
        line[k] = <char> (c"0" + clue[k]) if clue[k] else c"."
    line[size] = c"\n"
    return PyUnicode_DecodeASCII(line, size + 1, NULL)


def write_tatham(const int32_t[:, ::1] clues not None, const int32_t[:, ::1] inequalities not None):
    """Return a Futoshiki as a game id of Tatham's collection; takes what `write_source` takes.

    The collection itself reads only n from 3 to 32 and values from 0 to n.
    """
    return write_grid(clues, inequalities, put_cells)


# Checks --------------------------------------------------------------------------------------------------------------

def find_violations(
    const int32_t[::1] clues not None, int32_t n_values, const int32_t[::1] unit_starts not None,
    const int32_t[::1] unit_cells not None, const int32_t[:, ::1] inequalities not None,
):
    """Return whether clues contradict the units or each other, and whether they contradict chains of inequalities.

    Parameters
    ----------
    clues : (cells,) int32
        0 for a blank cell.
    n_values : int
        The largest value, 1 to 255.
    unit_starts, unit_cells : int32
        The units in compressed rows.
    inequalities : (k, 2) int32
        Cells (lesser, greater).

    Returns
    -------
    rules : bool
        Whether a clue is out of range or occurs twice in a unit, or two clues contradict an inequality.
    chains : bool
        Whether inequalities form a circle, or a chain of them leaves no value for its last cell. This is not tested if
        `rules` is true.

    Raises
    ------
    ValueError
        If a cell or unit is out of range.

    Examples
    --------
    Three cells of a row that must ascend, with two values:

    >>> import numpy as np
    >>> starts, cells = np.array([0, 3], np.int32), np.arange(3, dtype=np.int32)
    >>> find_violations(np.zeros(3, np.int32), 2, starts, cells, np.array([[0, 1], [1, 2]], np.int32))
    (False, True)
    """
    cdef Py_ssize_t n_cells = clues.shape[0], n_pairs = inequalities.shape[0], k, unit
    cdef int32_t lesser, greater
    cdef int32_t *room
    cdef const int32_t *cells
    cdef bint chains = False
    if n_cells == 0:
        return False, False
    if not 1 <= n_values <= MAX_ROWS or n_cells > 1 << 24 or n_pairs > 1 << 28:
        raise ValueError("the model is too large")
    if unit_starts.shape[0] < 1 or inequalities.shape[1] != 2:
        raise ValueError("unit_starts must have a length of at least 1, and inequalities must be (k, 2)")
    for k in range(unit_starts.shape[0] - 1):
        if not 0 <= unit_starts[k] <= unit_starts[k + 1] <= unit_cells.shape[0]:
            raise ValueError(f"unit {k} is out of range")
    for k in range(unit_starts[0], unit_starts[unit_starts.shape[0] - 1]):
        if not 0 <= unit_cells[k] < n_cells:
            raise ValueError(f"cell {unit_cells[k]} of a unit is out of range")
    for k in range(n_pairs):
        if not (0 <= inequalities[k, 0] < n_cells and 0 <= inequalities[k, 1] < n_cells):
            raise ValueError(f"inequality {k} has a cell out of range")
    for k in range(n_cells):
        if not 0 <= clues[k] <= n_values:
            return True, False
    for k in range(n_pairs):
        lesser, greater = clues[inequalities[k, 0]], clues[inequalities[k, 1]]
        if lesser and greater and lesser >= greater:
            return True, False
    room = <int32_t *> PyMem_Calloc(4 * n_cells + n_pairs + n_values + 1, sizeof(int32_t))
    if room == NULL:
        raise MemoryError
    try:
        cells = &unit_cells[0] if unit_cells.shape[0] else NULL
        for unit in range(unit_starts.shape[0] - 1):
            if breaks_unit(
                &clues[0], cells + unit_starts[unit], unit_starts[unit + 1] - unit_starts[unit], room,
                <int32_t> unit + 1,
            ):
                return True, False
        if n_pairs:
            chains = breaks_chain(
                &clues[0], <int32_t> n_cells, n_values, &inequalities[0, 0], n_pairs, room
            )
        return False, chains
    finally:
        PyMem_Free(room)
