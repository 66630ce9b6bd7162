"""Lines: many puzzles from lines of text as flat arrays, and their answers as lines of text.

This module reads a line with the usual spelling: a game id of a Futoshiki up to 16 x 16, a grid of futoshiki.org, or
the 81 characters of a Sudoku. The caller reads any other line, and reports errors in it. Tests compare the two readers.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy

from common.guard cimport enter, guard_drop, guard_t
from lines.reading cimport (
    FORMAT_FUTOSHIKI_ORG, FORMAT_OTHER, FORMAT_SUDOKU, FORMAT_TATHAM, LARGEST, LONGEST_LINE, MOST_CELLS, NINE,
    SIGN_ABOVE, SIGN_BELOW, SIGN_LEFT, SIGN_RIGHT, Line, read_line, skip_line,
)
from lines.writing cimport (
    ANSWER_COUNT, ANSWER_JSON, ANSWER_SOLUTION, ANSWER_UNIQUE, CELL_OF_LIST, MOST_WORDS, Answer, put_answer,
)

cdef extern from "Python.h":
    enum:
        PyBUF_SIMPLE
    int PyObject_GetBuffer(object exporter, Py_buffer *view, int flags) except -1
    void PyBuffer_Release(Py_buffer *view)

LONGEST = LONGEST_LINE
"""Most bytes of a line that this module reads."""
SUDOKU = 0
"""The size that means 9 x 9 Sudoku; the size of a Futoshiki is n."""
FORMATS = {"tatham": 1 << FORMAT_TATHAM, "futoshiki.org": 1 << FORMAT_FUTOSHIKI_ORG, "sudoku": 1 << FORMAT_SUDOKU}
"""The supported formats, each with its bit."""
ANSWERS = {
    "solution": ANSWER_SOLUTION, "unique": ANSWER_UNIQUE, "count": ANSWER_COUNT, "json": ANSWER_JSON,
}
"""The kinds of answers."""


@cython.final
cdef class Lines:
    """The puzzles of a text of many lines.

    Parameters
    ----------
    text : bytes
    at : int
        Start of the first line.
    is_end : bool
        Whether this is the end of the input, so the last line is complete.
    formats : int
        The bits of the `FORMATS` to read.

    Raises
    ------
    ValueError
        If `at` is outside the text.

    Examples
    --------
    >>> lines = Lines(b"# one line\\n3:0,0,0,0,1,0,0,0,0,\\n?\\n", 0, True, 15)
    >>> lines.read(1), lines.at, len(lines)
    (3, 32, 1)
    >>> lines.sizes()[:4]
    (0, 0, 0, 1)
    """

    cdef readonly bytes text
    cdef readonly Py_ssize_t at     #: end of the text that has been read
    cdef const uint8_t *first
    cdef const uint8_t *end
    cdef bint is_end
    cdef int32_t formats
    cdef Line *lines
    cdef Py_ssize_t count
    cdef Py_ssize_t room            # capacity of `lines`
    cdef uint8_t *cells             # clues and signs, later solutions, one puzzle after the other
    cdef Py_ssize_t n_cells
    cdef Py_ssize_t[LARGEST + 1] n_puzzles      # (size,)
    cdef guard_t guard

    def __cinit__(self, bytes text not None, Py_ssize_t at, bint is_end, int32_t formats):
        if not 0 <= at <= len(text):
            raise ValueError(f"expected a place from 0 to {len(text)}, got {at}")
        self.text, self.at, self.is_end, self.formats = text, at, is_end, formats
        self.first = <const uint8_t *> <const char *> text
        self.end = self.first + len(text)
        # A puzzle has at most as many clues and signs as characters, and the last line may not be a puzzle after all.
        self.cells = <uint8_t *> malloc(len(text) - at + 2 * MOST_CELLS)
        if self.cells == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.lines)
        free(self.cells)

    def __len__(self):
        return self.count

    def read(self, Py_ssize_t number):
        """Read lines up to a line with an unusual spelling, or that may continue beyond the text.

        Parameters
        ----------
        number : int
            The number of the next line.

        Returns
        -------
        int
            The number of the next line, which begins at the attribute `at`.

        Raises
        ------
        RuntimeError
            If another thread is reading.
        """
        enter(&self.guard, "these lines are being read")
        try:
            with nogil:
                number = self._read(number)
            if number < 0:
                raise MemoryError
            return number
        finally:
            guard_drop(&self.guard)

    cdef Py_ssize_t _read(self, Py_ssize_t number) noexcept nogil:
        cdef const uint8_t *at = self.first + self.at
        cdef const uint8_t *next
        cdef Line *line
        # If more text may follow, a line that is read here must not reach the end of the text.
        while at < self.end and (self.is_end or self.end - at > LONGEST_LINE):
            next = skip_line(at, self.end)
            if next == NULL:
                if not self._has_room():
                    return -1
                line = &self.lines[self.count]
                next = read_line(at, self.end, self.formats, line, self.cells + self.n_cells)
                if next == NULL:
                    break
                self._keep(line, number)
            number += 1
            at = next
        self.at = at - self.first
        return number

    cdef bint _has_room(self) noexcept nogil:
        # Make room for one more line, and return whether there is room.
        cdef Line *lines
        cdef Py_ssize_t room = 2 * self.room + 64
        if self.count < self.room:
            return True
        lines = <Line *> realloc(self.lines, room * sizeof(Line))
        if lines != NULL:
            self.lines, self.room = lines, room
        return lines != NULL

    cdef void _keep(self, Line *line, Py_ssize_t number) noexcept nogil:
        # Store a line that was read.
        cdef bint is_sudoku = line.format == FORMAT_SUDOKU
        line.number, line.cells = number, self.n_cells
        self.n_cells += line.n * line.n * (1 if is_sudoku else 2)
        self.n_puzzles[0 if is_sudoku else line.n] += 1
        self.count += 1

    def add(self, Py_ssize_t at):
        """Add a puzzle that the caller has read and will answer, and continue after it.

        Raises
        ------
        ValueError
            If `at` is outside the text, or before the end of the text that has been read.
        """
        if not self.at <= at <= self.end - self.first:
            raise ValueError(f"expected a place from {self.at} to {self.end - self.first}, got {at}")
        enter(&self.guard, "these lines are being read")
        try:
            if not self._has_room():
                raise MemoryError
            self.lines[self.count].format = FORMAT_OTHER
            self.count += 1
            self.at = at
        finally:
            guard_drop(&self.guard)

    def sizes(self):
        """Return the number of puzzles of each size: 9 x 9 Sudoku at 0, n x n Futoshiki at n."""
        return tuple([self.n_puzzles[n] for n in range(LARGEST + 1)])

    def place(self, Py_ssize_t k):
        """Return the line number, and the start and end of the text, of a puzzle that was read here.

        Raises
        ------
        ValueError
            If there is no such puzzle.
        """
        enter(&self.guard, "these lines are being read")
        try:
            self._check(k)
            return self.lines[k].number, self.lines[k].first - self.first, self.lines[k].end - self.first
        finally:
            guard_drop(&self.guard)

    def puzzle(self, Py_ssize_t k):
        """Return a puzzle that was read here, before `scatter` replaces its clues.

        Returns
        -------
        tuple
            The size n, or `SUDOKU`; the clues, n * n int32, as bytes; the sorted inequalities, pairs of int32 (lesser,
            greater), as bytes.

        Raises
        ------
        ValueError
            If there is no such puzzle.
        """
        cdef int32_t[MOST_CELLS] clues
        cdef int32_t[8 * MOST_CELLS] pairs
        cdef int32_t cell, n, size, n_pairs = 0
        cdef uint8_t sign
        cdef const uint8_t *cells
        cdef bint is_sudoku
        enter(&self.guard, "these lines are being read")
        try:
            self._check(k)
            n, cells = self.lines[k].n, self.cells + self.lines[k].cells
            is_sudoku = self.lines[k].format == FORMAT_SUDOKU
            size = n * n
            for cell in range(size):
                clues[cell] = cells[cell]
                sign = 0 if is_sudoku else cells[size + cell]
                # In ascending order of the greater cell.
                if sign & SIGN_ABOVE:
                    n_pairs = put_pair(pairs, n_pairs, cell, cell - n)
                if sign & SIGN_LEFT:
                    n_pairs = put_pair(pairs, n_pairs, cell, cell - 1)
                if sign & SIGN_RIGHT:
                    n_pairs = put_pair(pairs, n_pairs, cell, cell + 1)
                if sign & SIGN_BELOW:
                    n_pairs = put_pair(pairs, n_pairs, cell, cell + n)
            return (
                SUDOKU if is_sudoku else n, (<char *> clues)[:size * sizeof(int32_t)],
                (<char *> pairs)[:2 * n_pairs * sizeof(int32_t)],
            )
        finally:
            guard_drop(&self.guard)

    cdef int _check(self, Py_ssize_t k) except -1:
        # Raise ValueError if this reader has not read puzzle k.
        if not 0 <= k < self.count or self.lines[k].format == FORMAT_OTHER:
            raise ValueError(f"puzzle {k} was not read here")
        return 0

    def gather(
        self, int32_t n, uint8_t[:, ::1] clues not None, uint8_t[:, ::1] signs, int64_t[::1] numbers not None
    ):
        """Copy the puzzles of a size.

        Parameters
        ----------
        n : int
            Size of the Futoshikis, or `SUDOKU`.
        clues : (k, cells) uint8
            Receives the clues, 0 for a blank cell.
        signs : (k, cells) uint8, or None for Sudokus
            Receives the neighbours that must be greater than each cell, as a sum of 1 for right, 2 for left, 4 for
            below and 8 for above.
        numbers : (k,) int64
            Receives the numbers of the puzzles.

        Raises
        ------
        ValueError
            If there are more or fewer puzzles, or a shape is wrong.
        """
        cdef Py_ssize_t k, row = 0, size = n * n if n else NINE * NINE, rows
        cdef const uint8_t *cells
        if not 0 <= n <= LARGEST:
            raise ValueError(f"a size is 0 to {LARGEST}, got {n}")
        rows = self.n_puzzles[n]
        if (
            clues.shape[0] != rows or clues.shape[1] != size or numbers.shape[0] != rows
            or (n > 0 and (signs is None or signs.shape[0] != rows or signs.shape[1] != size))
        ):
            raise ValueError(f"expected arrays of {rows} rows and {size} columns")
        enter(&self.guard, "these lines are being read")
        try:
            with nogil:
                for k in range(self.count):
                    if not self._has_size(k, n):
                        continue
                    cells = self.cells + self.lines[k].cells
                    memcpy(&clues[row, 0], cells, size)
                    if n:
                        memcpy(&signs[row, 0], cells + size, size)
                    numbers[row] = k
                    row += 1
        finally:
            guard_drop(&self.guard)

    cdef inline bint _has_size(self, Py_ssize_t k, int32_t n) noexcept nogil:
        cdef int32_t format = self.lines[k].format
        if format == FORMAT_SUDOKU:
            return n == 0
        return format != FORMAT_OTHER and self.lines[k].n == n

    def scatter(self, const int64_t[::1] numbers not None, const uint8_t[:, ::1] grids not None):
        """Replace the clues by solutions.

        Parameters
        ----------
        numbers : (k,) int64
            The numbers of the puzzles, as returned by `gather`.
        grids : (k, cells) uint8

        Raises
        ------
        ValueError
            If a puzzle was not read here, or has another size.
        """
        cdef Py_ssize_t row, k, size = grids.shape[1]
        if grids.shape[0] != numbers.shape[0]:
            raise ValueError(f"expected {numbers.shape[0]} grids, got {grids.shape[0]}")
        enter(&self.guard, "these lines are being read")
        try:
            for row in range(numbers.shape[0]):
                k = numbers[row]
                self._check(k)
                if self.lines[k].n * self.lines[k].n != size:
                    raise ValueError(f"puzzle {k} has another size")
                memcpy(self.cells + self.lines[k].cells, &grids[row, 0], size)
        finally:
            guard_drop(&self.guard)

    def write(
        self, const int64_t[::1] counts not None, Py_ssize_t start, Py_ssize_t stop, str answer not None,
        bytes head not None,
    ):
        """Return the lines of the answers to puzzles that were read here.

        Parameters
        ----------
        counts : (k,) int64
            The number of solutions found of each puzzle; below 0 if unknown. If there are any, `scatter` must have
            stored a solution.
        start, stop : int
            The range of puzzles, without `stop`.
        answer : str
            A key of `ANSWERS`.
        head : bytes
            The beginning of each JSON object, without null characters.

        Returns
        -------
        bytes

        Raises
        ------
        ValueError
            If a number is out of range, there is no such answer, or a puzzle was not read here.
        """
        cdef Py_ssize_t k, room = 0
        cdef Answer kind
        cdef const char *text = head
        cdef char *first
        cdef char *at
        if not 0 <= start <= stop <= self.count == counts.shape[0]:
            raise ValueError(f"expected {self.count} counts and some of these puzzles, got {start} to {stop}")
        if answer not in ANSWERS:
            raise ValueError(f"expected one of {', '.join(ANSWERS)}, got {answer!r}")
        kind = ANSWERS[answer]
        enter(&self.guard, "these lines are being read")
        try:
            for k in range(start, stop):
                self._check(k)
                # A clue may have one digit where the solution has two.
                room += self.lines[k].end - self.lines[k].first + MOST_WORDS + len(head)
                room += CELL_OF_LIST * self.lines[k].n * self.lines[k].n
            first = <char *> malloc(room + 1)
            if first == NULL:
                raise MemoryError
            with nogil:
                at = first
                for k in range(start, stop):
                    at = put_answer(at, text, &self.lines[k], self.cells + self.lines[k].cells, counts[k], kind)
            try:
                return first[:at - first]
            finally:
                free(first)
        finally:
            guard_drop(&self.guard)


cdef inline int32_t put_pair(int32_t *pairs, int32_t k, int32_t lesser, int32_t greater) noexcept:
    # Store pair k, and return the number of pairs.
    pairs[2 * k], pairs[2 * k + 1] = lesser, greater
    return k + 1


# Puzzles -------------------------------------------------------------------------------------------------------------

def read_sizes(list puzzles not None, tuple families not None, uint8_t[::1] sizes not None):
    """Store the sizes of the puzzles that belong to one of the families and are not too large; 0 for all others.

    Parameters
    ----------
    puzzles : list
    families : tuple of type
        The families, whose puzzles have `_clues`, (n, n) int32, and `_inequalities`, (k, 2) int32. Subclasses are
        excluded.
    sizes : (k,) uint8
        Receives n, or 0.
    """
    cdef Py_ssize_t k, n
    cdef object puzzle, family
    if sizes.shape[0] != len(puzzles):
        raise ValueError(f"expected {len(puzzles)} sizes, got {sizes.shape[0]}")
    for k in range(sizes.shape[0]):
        puzzle = puzzles[k]
        sizes[k] = 0
        for family in families:
            if type(puzzle) is family:
                n = len(puzzle._clues)
                sizes[k] = n if n <= LARGEST else 0
                break


def lay_out(
    list puzzles not None, const int64_t[::1] numbers not None, int32_t n, uint8_t[:, ::1] clues not None,
    uint8_t[:, ::1] signs not None,
):
    """Lay out puzzles of one size in the form of `Lines.gather`.

    Parameters
    ----------
    puzzles : list
        As for `read_sizes`.
    numbers : (k,) int64
        The numbers of the puzzles to lay out.
    n : int
        Their size.
    clues, signs : (k, n * n) uint8
        Receive the clues, with some value above n for a clue out of range, and the signs.

    Raises
    ------
    ValueError
        If a number, a shape or an inequality is wrong.
    """
    cdef Py_ssize_t row, k, size = n * n
    cdef object puzzle
    if not 1 <= n <= LARGEST:
        raise ValueError(f"n must be 1 to {LARGEST}, got {n}")
    if not (clues.shape[0] == signs.shape[0] == numbers.shape[0] and clues.shape[1] == signs.shape[1] == size):
        raise ValueError(f"expected arrays of {numbers.shape[0]} rows and {size} columns")
    for row in range(numbers.shape[0]):
        k = numbers[row]
        if not 0 <= k < len(puzzles):
            raise ValueError(f"there is no puzzle {k}")
        puzzle = puzzles[k]
        lay_out_clues(puzzle._clues, &clues[row, 0], size, n)
        lay_out_signs(puzzle._inequalities, &signs[row, 0], size, n)


cdef int lay_out_clues(object array, uint8_t *clues, Py_ssize_t size, int32_t n) except -1:
    cdef Py_buffer view
    cdef const int32_t *values
    cdef Py_ssize_t cell
    PyObject_GetBuffer(array, &view, PyBUF_SIMPLE)
    try:
        if view.len != size * <Py_ssize_t> sizeof(int32_t):
            raise ValueError(f"expected {size} clues")
        values = <const int32_t *> view.buf
        for cell in range(size):
            clues[cell] = <uint8_t> values[cell] if 0 <= values[cell] <= n else n + 1
    finally:
        PyBuffer_Release(&view)
    return 0


cdef int lay_out_signs(object array, uint8_t *signs, Py_ssize_t size, int32_t n) except -1:
    cdef Py_buffer view
    cdef const int32_t *pair
    cdef Py_ssize_t k
    cdef int32_t lesser, step
    cdef bint is_known
    for k in range(size):
        signs[k] = 0
    PyObject_GetBuffer(array, &view, PyBUF_SIMPLE)
    try:
        pair = <const int32_t *> view.buf
        for k in range(view.len // <Py_ssize_t> (2 * sizeof(int32_t))):
            lesser, step = pair[0], pair[1] - pair[0]
            is_known = 0 <= lesser < size and 0 <= pair[1] < size
            if is_known and step == 1 and lesser % n < n - 1:
                signs[lesser] |= SIGN_RIGHT
            elif is_known and step == -1 and lesser % n:
                signs[lesser] |= SIGN_LEFT
            elif is_known and step == n:
                signs[lesser] |= SIGN_BELOW
            elif is_known and step == -n:
                signs[lesser] |= SIGN_ABOVE
            else:
                raise ValueError(f"inequality {k} is not between neighbouring cells")
            pair += 2
    finally:
        PyBuffer_Release(&view)
    return 0
