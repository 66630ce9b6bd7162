# Symmetric forms: states that exchanges of rows and columns turn into each other are counted as one state.
#
# A class is a set of rows, or of columns, any two of which may be exchanged without changing the rules for the values
# that are not placed yet, if these values may be renamed. Lines are linked if only a row together with the column of
# the same number may be exchanged, as with clues on the diagonal. A state is a bipartite graph: its vertices are the
# rows and columns, and its edges the filled cells. Vertices have colours that do not depend on the numbering of rows
# and columns, and are refined by the colours of their neighbours. While two vertices of a class have the same colour,
# one of them is individualised. Sorting each class by colour gives the form. The form need not be canonical: several
# forms of one state are also correct, and only increase the number of states.
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from common.bits cimport next_random, word_lowest, word_size
from states.keys cimport KEY_WORDS, MAX_ROWS, Shape, fill, key_words
from states.rules cimport Rules
from states.tuning cimport ROUNDS, WORTHWHILE
from states.wide cimport FORMS, Form, Successors, Waiting, wide_forms, wide_refine

cdef struct Symmetry:
    # The symmetries of a layer. The first index of the arrays is 0 for rows and 1 for columns.
    bint is_used
    uint32_t linked                     # rows that are exchanged together with the column of the same number
    bint may_transpose                  # whether rows may become columns
    int32_t class_of[2][MAX_ROWS]       # the first member of the class
    int32_t before[2][MAX_ROWS]         # the member before this one, or -1
    int32_t member[2][MAX_ROWS][MAX_ROWS]   # (first member of a class, k) its k-th member
    uint32_t start[2][MAX_ROWS]         # the colour of a line by its class
    uint32_t overlap[MAX_ROWS + 1]      # a random number for each number of cells that two lines may share

cdef struct Relabelling:
    # The map from a state to its symmetric form. Row k of the form is row row_at[k] of the state, and likewise for
    # columns. In a transposed form, row k of the form is a column of the state, and a column of the form is a row of
    # the state.
    bint is_transposed
    uint8_t row_at[MAX_ROWS]
    uint8_t column_at[MAX_ROWS]

cdef struct Colours:
    uint32_t of[2][MAX_ROWS]

cdef struct Forms:
    # Successors of a state whose forms are computed together.
    int32_t n
    Successors chosen[MAX_ROWS]         # (row, successor) their cells in addition to the cells of the state
    uint64_t key[FORMS][KEY_WORDS]      # the keys of their forms
    Form form[FORMS]
    Waiting waiting


# The symmetries of the rules ----------------------------------------------------------------------------

cdef inline bint is_symmetry(
    const Rules *rules, const uint64_t *domain, const uint8_t *is_inequality, const int32_t *row,
    const int32_t *column, bint transposed, bint may_rename
) noexcept nogil:
    # Return whether the rules are invariant if cell (r, c) becomes (row[r], column[c]) or (column[c], row[r]), where
    # clues may also exchange values.
    cdef const uint8_t *inequality = rules.inequality
    cdef int32_t n = rules.shape.n, r, c, k, a, b, v, w
    cdef uint64_t from_, to, renamed
    cdef bint is_renamed = False
    cdef int32_t[MAX_ROWS] name
    for v in range(n):
        name[v] = -1
    # A cell must have the same candidates as the cell in its new place, unless both are clues whose values are
    # exchanged. If values may be exchanged, other differences are checked below.
    for r in range(n):
        for c in range(n):
            a = column[c] * n + row[r] if transposed else row[r] * n + column[c]
            from_, to = domain[r * n + c], domain[a]
            if from_ == to:
                continue
            if not may_rename:
                return False
            if not from_ or not to or from_ & (from_ - 1) or to & (to - 1):
                is_renamed = True
                continue
            v, w = word_lowest(from_), word_lowest(to)
            if name[v] not in (-1, w) or name[w] not in (-1, v):
                return False
            name[v], name[w] = w, v
            is_renamed = True
    # If values are exchanged, compare all cells.
    for r in range(n if is_renamed else 0):
        for c in range(n):
            a = column[c] * n + row[r] if transposed else row[r] * n + column[c]
            from_, renamed = domain[r * n + c], 0
            while from_:
                v = word_lowest(from_)
                from_ &= from_ - 1
                renamed |= <uint64_t> 1 << (v if name[v] < 0 else name[v])
            if renamed != domain[a]:
                return False
    for k in range(rules.n_inequalities):
        if transposed:
            a = column[inequality[1]] * n + row[inequality[0]]
            b = column[inequality[3]] * n + row[inequality[2]]
        else:
            a = row[inequality[0]] * n + column[inequality[1]]
            b = row[inequality[2]] * n + column[inequality[3]]
        if not is_inequality[a * n * n + b]:
            return False
        inequality += 4
    return True


cdef inline int find_symmetries(
    Symmetry *symmetry, const Rules *rules, const uint64_t *domain, bint may_rename
) except -1:
    # Find the symmetries of each layer, unless there are too few in the middle layer.
    cdef int32_t n = rules.shape.n, k, middle = n // 2
    cdef const uint8_t *inequality = rules.inequality
    cdef uint8_t *is_inequality = <uint8_t *> calloc(n * n * n * n, 1)
    if is_inequality == NULL:
        raise MemoryError("the symmetries cannot be looked for")
    for k in range(rules.n_inequalities):
        is_inequality[(inequality[0] * n + inequality[1]) * n * n + inequality[2] * n + inequality[3]] = 1
        inequality += 4
    for k in range(n + 1):
        symmetry[k].is_used = False
    find_classes(&symmetry[middle], rules, domain, is_inequality, middle, may_rename)
    if symmetry[middle].is_used:
        for k in range(n):
            if k != middle:
                find_classes(&symmetry[k], rules, domain, is_inequality, k, may_rename)
    free(is_inequality)
    return 0


cdef inline void find_classes(
    Symmetry *symmetry, const Rules *rules, const uint64_t *domain, const uint8_t *is_inequality, int32_t placed,
    bint may_rename
) noexcept nogil:
    # Find the classes of rows and of columns after `placed` values, and whether rows may become columns.
    cdef int32_t n = rules.shape.n, kind, side, k, i, n_before
    cdef uint32_t joined = 0, alone
    cdef double n_symmetries = 1
    cdef bint is_found
    cdef uint64_t seed = 1, left = 0
    cdef int32_t[2][MAX_ROWS] to
    cdef uint64_t[MAX_ROWS * MAX_ROWS] rest
    for k in range(placed, n):
        left |= <uint64_t> 1 << rules.values[k]
    for k in range(n * n):
        rest[k] = domain[k] & left
        if domain[k] and not rest[k]:   # The cell is filled.
            rest[k] = left
    for side in range(2):
        for k in range(n):
            to[side][k] = symmetry.class_of[side][k] = k
            symmetry.before[side][k] = -1
    # Try to exchange two rows, then two columns, and then two rows together with the columns of the same numbers, if
    # none of these shares its class with others.
    for kind in range(3):
        alone = ~joined
        for k in range(n):
            for i in range(k - 1, -1, -1):
                if kind == 2 and not alone >> k & alone >> i & 1:
                    continue
                for side in range(2):
                    if kind != 1 - side:
                        to[side][i], to[side][k] = k, i
                is_found = is_symmetry(rules, rest, is_inequality, to[0], to[1], False, may_rename)
                for side in range(2):
                    to[side][i], to[side][k] = i, k
                    if is_found and kind != 1 - side:
                        symmetry.class_of[side][k] = symmetry.class_of[side][i]
                        symmetry.before[side][k] = i
                if is_found:
                    joined |= <uint32_t> 1 << k | <uint32_t> 1 << i
                    break
    symmetry.linked = joined & alone
    for side in range(2):
        for k in range(n):
            n_before = 0
            i = k
            while i >= 0:
                n_before += 1
                i = symmetry.before[side][i]
            symmetry.member[side][symmetry.class_of[side][k]][n_before - 1] = k
            if side == 0 or not symmetry.linked >> k & 1:
                n_symmetries *= n_before
    symmetry.is_used = n_symmetries >= WORTHWHILE
    symmetry.may_transpose = is_symmetry(rules, rest, is_inequality, to[0], to[1], True, may_rename)
    for k in range(n + 1):
        symmetry.overlap[k] = <uint32_t> next_random(&seed)
    for side in range(2):
        for k in range(n):
            symmetry.start[side][k] = symmetry.overlap[n] * (symmetry.class_of[side][k] + 1)


# The form of a state ------------------------------------------------------------------------------------

cdef inline uint32_t mixed(uint32_t colour) noexcept nogil:
    # A bijective mixing function: every bit affects many bits of the result.
    colour = (colour ^ colour >> 16) * <uint32_t> 0x7FEB352D
    return colour ^ colour >> 15


cdef inline void refine(
    const uint32_t *rows, const uint32_t *columns, uint32_t *row, uint32_t *column, const Shape *shape, uint32_t linked
) noexcept nogil:
    # Refine the colours of rows and columns by the colours of their neighbours. Linked lines get the same colour at the
    # end, but contribute different colours. Without this, two rows would become equal if each of them is filled in the
    # other row's linked column.
    cdef int32_t n = shape.n, k, i
    cdef uint32_t bits
    cdef uint32_t[MAX_ROWS] before
    if shape.is_wide:
        wide_refine(rows, columns, row, column, n, ROUNDS, linked)
        return
    for i in range(ROUNDS):
        bits = linked
        while bits:
            k = word_lowest(bits)
            bits &= bits - 1
            column[k] = mixed(column[k])
        for k in range(n):
            before[k] = row[k]
            bits = rows[k]
            while bits:
                row[k] += column[word_lowest(bits)]
                bits &= bits - 1
            row[k] = mixed(row[k])
        for k in range(n):
            bits = columns[k]
            while bits:
                column[k] += before[word_lowest(bits)]
                bits &= bits - 1
            column[k] = mixed(column[k])
        bits = linked
        while bits:
            k = word_lowest(bits)
            bits &= bits - 1
            row[k] = column[k] = mixed(row[k] + 2 * column[k])  # An even sum of weights would lose bits each time.


cdef inline bint sort_classes(
    const Symmetry *symmetry, int32_t kind, const uint32_t *colour, int32_t *order, int32_t n
) noexcept nogil:
    # Sort the members of each class by colour: order[k] is the member that becomes line k. Return whether several
    # members have the same colour. The loops do not branch on colours, because colours are unpredictable.
    cdef int32_t[MAX_ROWS] rank
    cdef int32_t k, i, is_less
    cdef bint is_tied = False
    for k in range(n):
        rank[k] = 0
        i = symmetry.before[kind][k]
        while i >= 0:
            is_less = colour[k] < colour[i]
            rank[i] += is_less
            rank[k] += 1 - is_less
            is_tied |= colour[k] == colour[i]
            i = symmetry.before[kind][i]
    for k in range(n):
        order[symmetry.member[kind][symmetry.class_of[kind][k]][rank[k]]] = k
    return is_tied


cdef inline int32_t first_tie(const int32_t *before, const uint32_t *colour, int32_t *tied, int32_t n) noexcept nogil:
    # List the lines with the smallest colour that several members of a class have, and return their number.
    cdef int32_t k, i, n_tied = 0
    cdef uint32_t least = ~<uint32_t> 0
    for k in range(n):
        i = before[k]
        while i >= 0:
            if colour[i] == colour[k]:
                least = min(least, colour[k])
            i = before[i]
    for k in range(n):
        if colour[k] == least:
            tied[n_tied] = k
            n_tied += 1
    return n_tied


cdef inline int32_t symmetric_form(
    const Symmetry *symmetry, const Shape *shape, const uint32_t *rows, Relabelling *labels, uint64_t *key
) noexcept nogil:
    # Write the key of the state's form and the map from the state. Return the number of colour refinements, which take
    # nearly all the time.
    cdef int32_t n = shape.n, k, i, at, n_tied, n_refined = 1
    cdef uint32_t[2][MAX_ROWS] graph    # (row or column, line) the neighbours
    cdef uint32_t[MAX_ROWS] turned
    cdef Colours colours, tried, least_colours
    cdef int32_t[2][MAX_ROWS] order
    cdef int32_t[MAX_ROWS] tied
    cdef uint64_t[2] sums
    cdef uint32_t bits, trace, least
    memset(graph[1], 0, n * sizeof(uint32_t))
    for k in range(n):
        graph[0][k] = bits = rows[k]
        while bits:
            graph[1][word_lowest(bits)] |= <uint32_t> 1 << k
            bits &= bits - 1
    # The first colour of a line depends on its class and on the number of cells that it shares with each parallel line.
    for i in range(2):
        for k in range(n):
            colours.of[i][k] = symmetry.start[i][k]
    for i in range(2):
        for k in range(n):
            for at in range(k):
                trace = symmetry.overlap[word_size(graph[i][k] & graph[i][at])]
                colours.of[i][k] += trace
                colours.of[i][at] += trace
    refine(graph[0], graph[1], colours.of[0], colours.of[1], shape, symmetry.linked)
    labels.is_transposed = False
    if symmetry.may_transpose:
        sums[0] = sums[1] = 0
        for k in range(n):
            sums[0] += colours.of[0][k]
            sums[1] += colours.of[1][k]
        if sums[0] > sums[1]:
            labels.is_transposed = True
            for k in range(n):
                graph[0][k], graph[1][k] = graph[1][k], graph[0][k]
                colours.of[0][k], colours.of[1][k] = colours.of[1][k], colours.of[0][k]
    while True:
        for i in range(2):
            if sort_classes(symmetry, i, colours.of[i], order[i], n):
                break
        else:
            break
        n_tied = first_tie(symmetry.before[i], colours.of[i], tied, n)
        # Individualise the line that leads to the smallest colours, the first in a tie.
        least = 0
        for at in range(n_tied):
            tried = colours
            tried.of[i][tied[at]] = mixed(tried.of[i][tied[at]] + 1)
            refine(graph[0], graph[1], tried.of[0], tried.of[1], shape, symmetry.linked)
            n_refined += 1
            trace = 0
            for k in range(n):
                trace += tried.of[0][k] + 3 * tried.of[1][k]
            if at == 0 or trace < least:
                least = trace
                least_colours = tried
        colours = least_colours
    memset(turned, 0, n * sizeof(uint32_t))
    for k in range(n):
        labels.row_at[k] = order[0][k]
        labels.column_at[k] = order[1][k]
        bits = graph[1][order[1][k]]
        while bits:
            turned[word_lowest(bits)] |= <uint32_t> 1 << k
            bits &= bits - 1
    memset(key, 0, key_words(shape) * sizeof(uint64_t))
    for k in range(n):
        fill(shape, key, k, turned[order[0][k]])
    return n_refined


cdef inline int32_t symmetric_forms(
    const Symmetry *symmetry, const Shape *shape, const uint32_t *filled, Forms *forms
) noexcept nogil:
    # Write the keys of the successors' forms, for a state whose rows are `filled`. Return the number of colour
    # refinements.
    cdef int32_t n = shape.n, k, i, n_refined = 0
    cdef uint32_t[MAX_ROWS] rows
    cdef Relabelling labels
    if not shape.is_wide:
        for k in range(forms.n):
            for i in range(n):
                rows[i] = filled[i] | forms.chosen[i][k]
            n_refined += symmetric_form(symmetry, shape, rows, &labels, forms.key[k])
        return n_refined
    n_refined = wide_forms(
        filled, forms.chosen, forms.n, n, ROUNDS, symmetry.linked, symmetry.may_transpose, symmetry.overlap,
        symmetry.start[0], symmetry.before[0], symmetry.class_of[0], symmetry.member[0][0], MAX_ROWS,
        &forms.waiting, forms.form
    )
    for k in range(forms.n):
        memset(forms.key[k], 0, key_words(shape) * sizeof(uint64_t))
        for i in range(n):
            fill(shape, forms.key[k], i, forms.form[k][i])
    return n_refined
