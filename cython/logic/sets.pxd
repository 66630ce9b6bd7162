# Naked and hidden sets of lines, and fish, which are the same for the rows and columns of one value. A naked pair also
# excludes its values from the cells outside its line that see both of its cells.
#
# Either a perfect matching exists, or there is a contradiction. Alternating paths lead from a cell to the cells that
# are matched to its candidates. If k cells can be reached from a cell, they have k values together and form the
# smallest naked set with that cell. All cells outside this set lose the value that is matched to the cell. Likewise,
# the cells from which a cell can be reached form the smallest hidden set with that cell. These closed sets give the
# sets of all sizes, because every naked set is a union of closed sets (Hall, 1935; Régin, 1994).
from libc.stdint cimport int32_t, uint32_t

from common.bits cimport (
    mask_at_most_one, mask_below, mask_equal, mask_has, mask_is_empty, mask_lowest, mask_minus, mask_none, mask_only,
    mask_or, mask_pop, mask_size, mask_t, mask_with,
)
from common.board cimport Board
from common.relations cimport forbids_equal
from logic.structs cimport (
    CELL, FOUND, HIDDEN_PAIR, HIDDEN_QUADRUPLE, HIDDEN_TRIPLE, IMPOSSIBLE, LARGE_FISH, LINE, N_RULES,
    NAKED_PAIR, NAKED_QUADRUPLE, NAKED_SET, NAKED_TRIPLE, NOTHING_FOUND, SWORDFISH, UNFINISHED, VALUE,
    WATCH_FISH, WATCH_SETS, X_WING, Found, LogicCore, Pairing, mark_gone, note, note_all,
    note_left,
)


cdef inline bint augment(Pairing *p, int32_t start) noexcept nogil:
    # Match node `start` to a number, moving other nodes if necessary. On failure, reach[start] is a set of nodes with
    # too few numbers.
    cdef mask_t seen = mask_none(), open, nodes = mask_only(start)
    cdef int32_t[256] from_node
    cdef int32_t[256] queue
    cdef int32_t head = 0, tail = 1, node, number, was
    queue[0] = start
    while head < tail:
        node = queue[head]
        head += 1
        open = mask_minus(p.allowed[node], seen)
        while not mask_is_empty(open):
            number = mask_pop(&open)
            seen = mask_with(seen, number)
            from_node[number] = node
            if p.node_of[number] < 0:
                while True:
                    node = from_node[number]
                    was = p.right[node]
                    p.right[node] = number
                    p.node_of[number] = node
                    if node == start:
                        return True
                    number = was
            queue[tail] = p.node_of[number]
            nodes = mask_with(nodes, queue[tail])
            tail += 1
    p.reach[start] = nodes
    return False


cdef inline int32_t pair_up(Pairing *p, int32_t n_right) noexcept nogil:
    # Match all nodes. Return -1, or a node that cannot be matched.
    cdef int32_t i
    cdef mask_t taken = mask_none(), open
    for i in range(n_right):
        p.node_of[i] = -1
    for i in range(p.m):
        p.right[i] = -1
        open = mask_minus(p.allowed[i], taken)
        if not mask_is_empty(open):
            p.right[i] = mask_pop(&open)
            p.node_of[p.right[i]] = i
            taken = mask_with(taken, p.right[i])
    for i in range(p.m):
        if p.right[i] < 0 and not augment(p, i):
            return i
    return -1


cdef inline void link_nodes(Pairing *p) noexcept nogil:
    # Fill in into and is_free, and the paths of length one in reach.
    cdef int32_t i, j
    cdef mask_t open
    for i in range(p.m):
        p.into[i] = mask_none()
    for i in range(p.m):
        p.reach[i] = mask_only(i)
        p.is_free[i] = 0
        open = p.allowed[i]
        while not mask_is_empty(open):
            j = p.node_of[mask_pop(&open)]
            if j < 0:
                p.is_free[i] = 1
            else:
                p.reach[i] = mask_with(p.reach[i], j)
                p.into[j] = mask_with(p.into[j], i)


cdef inline mask_t all_reached(const mask_t *step, int32_t node) noexcept nogil:
    # Return the nodes that can be reached from a node in any number of steps.
    cdef mask_t seen = mask_only(node), open = seen, beyond
    while not mask_is_empty(open):
        beyond = mask_minus(step[mask_pop(&open)], seen)
        seen = mask_or(seen, beyond)
        open = mask_or(open, beyond)
    return seen


cdef inline bint is_in_groups(const Pairing *p) noexcept nogil:
    # Return whether every path leads back to its start, so every candidate belongs to a matching. This is the usual
    # case, and the test is faster than closing all paths.
    cdef mask_t left = mask_below(p.m), group
    while not mask_is_empty(left):
        group = all_reached(p.reach, mask_lowest(left))
        if not mask_equal(group, all_reached(p.into, mask_lowest(left))):
            return False
        left = mask_minus(left, group)
    return True


cdef inline mask_t lost_to(const Pairing *p, int32_t node) noexcept nogil:
    # Return the nodes that lose the number of a node, because they are outside the node's closed set but may take the
    # number.
    return mask_none() if p.is_free[node] else mask_minus(p.into[node], p.reach[node])


cdef inline Found close_paths(Pairing *p) noexcept nogil:
    # Fill in reach, into, n_before and is_free, unless every candidate belongs to a matching.
    cdef int32_t i, k
    cdef mask_t nodes
    link_nodes(p)
    if is_in_groups(p):
        return NOTHING_FOUND
    for k in range(p.m):
        p.n_before[k] = 0
        for i in range(p.m):
            if mask_has(p.reach[i], k):
                p.reach[i] = mask_or(p.reach[i], p.reach[k])
                p.is_free[i] |= p.is_free[k]
    for i in range(p.m):
        nodes = p.reach[i]
        while not mask_is_empty(nodes):
            p.n_before[mask_pop(&nodes)] += 1
    for i in range(p.m):
        if not mask_is_empty(lost_to(p, i)):
            return FOUND
    return NOTHING_FOUND


cdef inline int32_t naked_rule(int32_t size) noexcept nogil:
    if size == 2:
        return NAKED_PAIR
    if size == 3:
        return NAKED_TRIPLE
    return NAKED_QUADRUPLE if size == 4 else NAKED_SET


cdef inline int32_t hidden_rule(int32_t size) noexcept nogil:
    # Larger hidden sets have no rule, because naked sets reach the same conclusions and are easier; N_RULES takes the
    # place of their rule.
    if size == 2:
        return HIDDEN_PAIR
    if size == 3:
        return HIDDEN_TRIPLE
    return HIDDEN_QUADRUPLE if size == 4 else N_RULES


cdef inline int32_t fish_rule(int32_t size) noexcept nogil:
    return X_WING if size <= 2 else SWORDFISH if size == 3 else LARGE_FISH


cdef inline mask_t numbers_of(const Pairing *p, mask_t nodes) noexcept nogil:
    cdef mask_t numbers = mask_none()
    while not mask_is_empty(nodes):
        numbers = mask_with(numbers, p.right[mask_pop(&nodes)])
    return numbers


cdef inline mask_t nodes_before(const Pairing *p, int32_t node) noexcept nogil:
    cdef mask_t before = mask_none()
    cdef int32_t i
    for i in range(p.m):
        if mask_has(p.reach[i], node):
            before = mask_with(before, i)
    return before


# Lines --------------------------------------------------------------------------------------------------

cdef inline Found pair_line(LogicCore *s, int32_t unit) noexcept nogil:
    # Match the open cells of a line with their values. Return IMPOSSIBLE if there is no matching, and NOTHING_FOUND if
    # every candidate belongs to a matching.
    cdef Board *b = &s.board
    cdef Pairing *p = &s.pairing
    cdef int32_t k, i, failed
    cdef mask_t all_nodes = mask_none()
    p.m = 0
    for k in range(b.unit_start[unit], b.unit_start[unit + 1]):
        if not mask_at_most_one(b.domain[b.unit_cell[k]]):
            p.left[p.m] = b.unit_cell[k]
            p.allowed[p.m] = b.domain[b.unit_cell[k]]
            all_nodes = mask_with(all_nodes, p.m)
            p.m += 1
    p.is_even = b.unit_full[unit]
    s.budget -= 4 + p.m * p.m // 2
    failed = pair_up(p, b.n_values)
    if failed >= 0:
        note(s, LINE, unit, 0)
        while not mask_is_empty(p.reach[failed]):
            i = mask_pop(&p.reach[failed])
            note(s, CELL, p.left[i], 0)
            note_left(s, p.left[i])
        return IMPOSSIBLE
    return close_paths(p)


cdef inline Found find_sets(LogicCore *s, int32_t rule) noexcept nogil:
    cdef Board *b = &s.board
    cdef Pairing *p = &s.pairing
    cdef int32_t u, i, x
    cdef mask_t lost, rest
    cdef Found seen, found = NOTHING_FOUND
    for u in range(b.n_units):
        if s.unit_changed[u] & WATCH_SETS:
            if s.budget <= 0:
                return UNFINISHED
            s.unit_changed[u] &= ~WATCH_SETS
            s.unit_sets[u] = 0
            found = pair_line(s, u)
            if found == IMPOSSIBLE:
                return IMPOSSIBLE
            if found == FOUND:
                for i in range(p.m):
                    lost = lost_to(p, i)
                    if not mask_is_empty(lost):
                        s.unit_sets[u] |= <uint32_t> 1 << naked_rule(mask_size(p.reach[i]))
                    while p.is_even and not mask_is_empty(lost):
                        s.unit_sets[u] |= <uint32_t> 1 << hidden_rule(p.n_before[mask_pop(&lost)])
    found = NOTHING_FOUND
    for u in range(b.n_units):
        if not s.unit_sets[u] >> rule & 1:
            continue
        found = FOUND
        pair_line(s, u)
        for i in range(p.m):
            lost = lost_to(p, i)
            if mask_is_empty(lost):
                continue
            if naked_rule(mask_size(p.reach[i])) == rule:
                mark_naked_set(s, u, i)
                if s.is_tracing:
                    return FOUND
                continue
            rest = lost
            while p.is_even and not mask_is_empty(rest):
                x = mask_pop(&rest)
                if hidden_rule(p.n_before[x]) == rule:
                    mark_hidden_set(s, u, x)
                    if s.is_tracing:
                        return FOUND
    if rule == NAKED_PAIR:
        seen = find_seen_pairs(s)
        return found if seen == NOTHING_FOUND else seen
    return found


cdef inline void mark_naked_set(LogicCore *s, int32_t unit, int32_t node) noexcept nogil:
    # Mark all candidates that the closed set of the node excludes from the other cells of the line, and log the set.
    # The marks include the conclusions of smaller sets within the closed set, even if the rules for these sets are
    # excluded.
    cdef Pairing *p = &s.pairing
    cdef mask_t numbers = numbers_of(p, p.reach[node])
    cdef int32_t x
    note(s, LINE, unit, 0)
    note_all(s, VALUE, numbers)
    for x in range(p.m):
        if mask_has(p.reach[node], x):
            note(s, CELL, p.left[x], 0)
        else:
            mark_gone(s, p.left[x], numbers)


cdef inline void mark_hidden_set(LogicCore *s, int32_t unit, int32_t node) noexcept nogil:
    # Mark all other candidates of the cells of a hidden set, and log these cells.
    cdef Pairing *p = &s.pairing
    cdef mask_t cells = nodes_before(p, node)
    cdef mask_t numbers = numbers_of(p, cells)
    cdef int32_t x
    note(s, LINE, unit, 0)
    note_all(s, VALUE, numbers)
    while not mask_is_empty(cells):
        x = mask_pop(&cells)
        note(s, CELL, p.left[x], 0)
        mark_gone(s, p.left[x], mask_minus(p.allowed[x], numbers))


# Pairs --------------------------------------------------------------------------------------------------

cdef inline Found find_seen_pairs(LogicCore *s) noexcept nogil:
    # Mark the values of two cells that see each other in the cells that see both. Without sights, all of these cells
    # lie in one unit, in which `find_sets` finds the pair.
    cdef Board *b = &s.board
    cdef int32_t cell, other, k, n
    while s.may_have_sights and s.pair_at < b.n_cells:
        if s.budget <= 0:
            return UNFINISHED
        cell = s.pair_at
        s.pair_at += 1
        if mask_size(b.domain[cell]) != 2:
            continue
        n = queue_seen(s, cell, s.queue)
        s.budget -= n
        for k in range(n):
            other = s.queue[k]
            if other > cell and mask_equal(b.domain[cell], b.domain[other]):
                if mark_seen_pair(s, cell, other, n) and s.is_tracing:
                    s.pair_at = 0
                    return FOUND
    s.pair_at = 0
    return FOUND if s.n_gone else NOTHING_FOUND


cdef inline int32_t queue_seen(LogicCore *s, int32_t cell, int32_t *queue) noexcept nogil:
    # Queue the cells that a cell sees, each once, and stamp them. Return their number.
    cdef Board *b = &s.board
    cdef int32_t j, k, u, n = 0
    s.stamp += 1
    s.mark[cell] = s.stamp
    for j in range(b.link_start[cell], b.link_start[cell + 1]):
        u = b.link[j].positions // b.n_values
        for k in range(b.unit_start[u], b.unit_start[u + 1]):
            n = queue_once(s, b.unit_cell[k], queue, n)
    if s.sees_by_relation:
        for k in range(s.relations.start[cell], s.relations.start[cell + 1]):
            if forbids_equal(&s.relations, &s.relations.related[k], b.n_values):
                n = queue_once(s, s.relations.related[k].target, queue, n)
    return n


cdef inline int32_t queue_once(LogicCore *s, int32_t cell, int32_t *queue, int32_t n) noexcept nogil:
    if s.mark[cell] == s.stamp:
        return n
    s.mark[cell] = s.stamp
    queue[n] = cell
    return n + 1


cdef inline bint mark_seen_pair(LogicCore *s, int32_t cell, int32_t other, int32_t n) noexcept nogil:
    # Mark the values of a pair in the first n queued cells, which the first cell sees, if the second sees them as well.
    # Return whether any of the values was a candidate.
    cdef mask_t values = s.board.domain[cell]
    cdef int32_t k
    cdef bint is_new = False
    s.budget -= queue_seen(s, other, s.snap)
    for k in range(n):
        if s.queue[k] != other and s.mark[s.queue[k]] == s.stamp:
            is_new = mark_gone(s, s.queue[k], values) or is_new
    if is_new:
        note_all(s, VALUE, values)
        note(s, CELL, cell, 0)
        note(s, CELL, other, 0)
    return is_new


# Fish ---------------------------------------------------------------------------------------------------

cdef inline Found pair_value(LogicCore *s, int32_t value) noexcept nogil:
    # Match the rows in which the value is open with the columns, like pair_line.
    cdef Board *b = &s.board
    cdef Pairing *p = &s.pairing
    cdef int32_t n = b.n_values, r, i, failed
    cdef mask_t columns
    p.m = 0
    for r in range(n):
        columns = b.positions[r * n + value]
        if not mask_at_most_one(columns):
            p.left[p.m] = r
            p.allowed[p.m] = columns
            p.m += 1
    p.is_even = True
    s.budget -= 4 + p.m * p.m // 2
    failed = pair_up(p, n)
    if failed >= 0:
        note(s, VALUE, value, 0)
        while not mask_is_empty(p.reach[failed]):
            note(s, LINE, p.left[mask_pop(&p.reach[failed])], 0)
        return IMPOSSIBLE
    return close_paths(p)


cdef inline Found find_fish(LogicCore *s, int32_t rule) noexcept nogil:
    cdef Board *b = &s.board
    cdef Pairing *p = &s.pairing
    cdef int32_t n = b.n_values, v, i, x
    cdef mask_t lost
    cdef Found found
    if not s.is_grid:
        return NOTHING_FOUND
    for v in range(n):
        if s.value_changed[v] & WATCH_FISH:
            if s.budget <= 0:
                return UNFINISHED
            s.value_changed[v] &= ~WATCH_FISH
            s.value_fish[v] = 0
            found = pair_value(s, v)
            if found == IMPOSSIBLE:
                return IMPOSSIBLE
            if found == FOUND:
                for i in range(p.m):
                    lost = lost_to(p, i)
                    while not mask_is_empty(lost):
                        x = mask_pop(&lost)
                        s.value_fish[v] |= <uint32_t> 1 << fish_rule(min(mask_size(p.reach[i]), p.n_before[x]))
    found = NOTHING_FOUND
    for v in range(n):
        if not s.value_fish[v] >> rule & 1:
            continue
        found = FOUND
        pair_value(s, v)
        for i in range(p.m):
            lost = lost_to(p, i)
            while not mask_is_empty(lost):
                x = mask_pop(&lost)
                if fish_rule(min(mask_size(p.reach[i]), p.n_before[x])) == rule:
                    mark_fish(s, v, i, x)
                    if s.is_tracing:
                        return FOUND
    return found


cdef inline void mark_fish(LogicCore *s, int32_t value, int32_t node, int32_t x) noexcept nogil:
    # Mark the candidates that a fish excludes: the other cells of the cover lose the value. The base has rows and the
    # cover columns, or the reverse. Log first the base, then the cover.
    cdef Board *b = &s.board
    cdef Pairing *p = &s.pairing
    cdef int32_t n = b.n_values, i, c
    cdef bint is_by_rows = mask_size(p.reach[node]) <= p.n_before[x]
    cdef mask_t inside = p.reach[node] if is_by_rows else nodes_before(p, x)
    cdef mask_t columns = numbers_of(p, inside), open
    note(s, VALUE, value, 0)
    for i in range(p.m):
        if is_by_rows and mask_has(inside, i):
            note(s, LINE, p.left[i], 0)
    open = columns
    while not mask_is_empty(open):
        note(s, LINE, n + mask_pop(&open), 0)
    for i in range(p.m):
        if not is_by_rows and mask_has(inside, i):
            note(s, LINE, p.left[i], 0)
        open = p.allowed[i]
        while not mask_is_empty(open):
            c = mask_pop(&open)
            if mask_has(inside, i) != is_by_rows and mask_has(columns, c) == is_by_rows:
                mark_gone(s, b.unit_cell[p.left[i] * n + c], mask_only(value))
            elif mask_has(inside, i) and mask_has(columns, c):
                note(s, CELL, b.unit_cell[p.left[i] * n + c], 0)
