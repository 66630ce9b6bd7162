# The data of the logic engine: the candidates, the rules that may act, and their conclusions.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport realloc

from common.arena cimport Arena
from common.bits cimport FASTFUTO_WORDS, mask_and, mask_is_empty, mask_none, mask_or, mask_pop, mask_t
from common.board cimport Board, drop_all
from common.relations cimport Relations
from common.sums cimport Sums
from logic.tuning cimport ORDER_CELLS

cdef enum:
    # The rules, in the order of their scores. Rules of equal score act together.
    FULL_HOUSE
    NAKED_SINGLE
    HIDDEN_SINGLE
    BOUND
    RELATION
    RUN
    HILL
    RELATED
    LINE_ORDER
    RUN_BOUND
    LOCKED
    RUN_SET
    NAKED_PAIR
    HIDDEN_PAIR
    NAKED_TRIPLE
    HIDDEN_TRIPLE
    NAKED_QUADRUPLE
    HIDDEN_QUADRUPLE
    NAKED_SET
    SHORT_LINE_BRAID
    X_WING
    SWORDFISH
    LARGE_FISH
    X_CHAIN
    LINE_BRAID
    ORDERED_SET
    CHAIN
    BRAID
    FORCING
    N_RULES
    CONTRADICTION_SHOWN     # not a rule: the last step of a trace, or of a case, that ends in a contradiction
    ASSUMED                 # not a rule: the first step of a case
    SEARCHED                # not a rule: a number that a search has found

cdef enum:
    # The first and last rules of some groups.
    FIRST_OF_ROUND = HILL   # earlier rules act as soon as they can; this rule and later rules act in rounds
    FIRST_SET = NAKED_PAIR
    LAST_SET = NAKED_SET
    FIRST_FISH = X_WING
    LAST_FISH = LARGE_FISH

cdef enum Found:
    NOTHING_FOUND
    FOUND
    IMPOSSIBLE      # the rule has found a contradiction
    UNFINISHED      # the budget is used up
    OUT_OF_ROOM     # there is not enough memory

cdef enum Phase:
    UNLOADED
    LOADING         # loading the domains
    SINGLES         # only naked and hidden singles
    BOUNDING        # and inequalities
    RELATING        # and relations of cells with one value
    ADDING          # and the digits that totals leave to runs
    STANDING        # a standstill of all of these
    SOLVED
    STUCK           # no rule finds anything
    CONTRADICTED
    OUT_OF_MEMORY

cdef enum Tag:
    # The kinds of rows in the log.
    STEP            # a step begins: rule, score
    PLACED          # cell, value
    REMOVED         # cell, value
    CELL            # a premise: cell
    VALUE           # a premise: value
    LINE            # a premise: unit
    LESS            # a premise: smaller cell, greater cell
    CASE            # a premise: a case begins, in which the cell takes the value
    PAIR            # a premise: two related cells
    SUM             # a premise: the number of a sum
    LEFT            # a premise: cell, one of its candidates
    KIND            # the kind of the rule: a number of Kind
    TABLE           # a premise: the table of the related cells
    MARK            # the first candidate of a chain: cell, value
    STRONG          # a strong link leads to this candidate: cell, value
    WEAK            # the same for a link within a unit
    UNEQUAL         # the same for a link across an inequality

cdef enum Kind:
    # Variants of rules with separate names.
    ASCENDING       # BOUND for a longer chain of cells, by its length only
    FROM_CANDIDATES # the same, by the candidates of its ends
    VALLEY          # HILL downwards
    ACROSS          # CHAIN with inequalities
    FORCING_LINE    # FORCING with the positions of a value
    SEEN            # LOCKED with cells that see all positions of a value in different ways

cdef enum:
    MOST = 64 * FASTFUTO_WORDS      # nodes of one side of a pairing
    ORDER_WORDS = 1 << (ORDER_CELLS - 6)
    MOST_OVERLAPS = 0x7fffffff      # pairs of units with several common cells

cdef struct Pairing:
    # Cells of a line and their values, or rows and the columns of one value, each side numbered. In the perfect
    # matching, node i on the left is matched to number right[i].
    int32_t m                   # nodes on the left
    bint is_even                # whether every possible number on the right is matched
    int32_t[MOST] left          # (node,) its cell or row
    mask_t[MOST] allowed        # (node,) numbers on the right that it may take
    int32_t[MOST] right         # (node,) its matched number
    int32_t[MOST] node_of       # (number,) its matched node, or -1
    mask_t[MOST] reach          # (node,) nodes that alternating paths lead to, which is its closed set
    mask_t[MOST] into           # (node,) nodes that may take its number
    int32_t[MOST] n_before      # (node,) nodes from which paths lead to it
    uint8_t[MOST] is_free       # (node,) whether a path leads to an unmatched number

cdef struct Hill:
    # Cells of one line that are all less than a cell, or all greater, by inequalities inside the line.
    int32_t cell
    int32_t unit
    int64_t start           # first of these cells in hill_cell
    int32_t n
    uint8_t is_peak         # whether they are less than the cell

cdef struct Overlap:
    # Two units with several common cells.
    int32_t unit
    int32_t other
    mask_t common           # positions in `unit` of the common cells

cdef struct Sight:
    # A cell outside a full unit that sees several of its cells, but not all of these through one unit.
    int32_t unit
    int32_t cell
    mask_t seen             # positions in `unit` of the cells that it sees

cdef enum Listing:
    # How far the list of overlaps has been made.
    UNLISTED
    COUNTING
    STORING
    LISTED

cdef struct Deduction:
    # One deduction under an assumption: a single, or the candidates that a clue excludes from a cell.
    int32_t rule            # NAKED_SINGLE, HIDDEN_SINGLE, BOUND, RELATION, RUN_SET or RUN_BOUND
    int32_t cell
    int32_t value           # of a single; for BOUND, whether the cell is the greater; for RELATION, its number
    int32_t source          # its source: a cell, unit or sum
    mask_t lost             # values that the cell loses
    mask_t premise          # values that the source has lost, or each other cell of the unit
    int64_t known           # length of the trail when it was found
    int64_t start           # length of the trail when it was made
    bint is_used            # whether the conclusion depends on it

cdef struct Conflict:
    # The contradiction under an assumption: a cell, a unit with a value, or a sum; the other members are -1.
    int32_t cell
    int32_t unit
    int32_t value
    int32_t sum
    int32_t length          # the round, 0 if there is no contradiction

cdef struct Known:
    # A step that has been found since the last number, and has not been reported yet.
    int64_t row             # its rows in known_log
    int64_t end
    int64_t case_row        # its rows in known_cases
    int64_t case_end
    bint is_used            # whether the present conclusion depends on it
    bint is_best            # whether the next number depends on it

cdef struct LogicCore:
    # member                index           holds
    Board board
    Arena memory
    Arena inequality_memory
    mask_t *given           # (cell,)       the domains that were loaded
    uint8_t *has_order      # (cell,)       whether the cell has inequalities; board.ordered is zero until they act
    Phase phase
    bint impossible         # some unit has more cells than there are values
    int32_t[N_RULES] score  # (rule,)       ten times its score, 0 if the rule may not act
    int32_t[N_RULES] finding    # (rule,)   milliseconds to find the only possible deduction
    int32_t[N_RULES] doing      # (rule,)   milliseconds to carry out a deduction
    int32_t longest         # largest length of a braid, 0 for any
    bint is_plain           # chains ignore inequalities
    bint is_grid            # the first n units are rows and the next n are columns of an n x n grid
    bint is_tracing
    # Results.
    int32_t hardest         # the hardest rule that has acted, -1 for none
    int32_t top             # ten times its score
    int32_t length          # length of the longest braid
    int64_t steps           # rounds of rules from FIRST_OF_ROUND on
    int64_t total           # ten times the sum of their scores
    int64_t time            # milliseconds that a person needs
    int64_t budget          # work that is left in this run
    int32_t load_at         # in a trace, the next cell whose value is dropped from its peers, -1 at first
    bint is_unloadable      # some full unit has no position for a value in the given domains
    # The unfinished wave of singles.
    int32_t wave_end        # its end on the agenda, 0 if there is none
    int32_t wave_open       # cells that it has placed so far
    # The deductions of a round.
    mask_t *gone            # (cell,)       values to be dropped
    int32_t *gone_cell      # (n_gone,)     cells with such values
    int32_t n_gone
    mask_t *other_gone      # the same for the level above, while an assumption uses `gone`
    int32_t *other_cell
    int32_t n_other
    int32_t round_rule      # the present rule of the round, -1 before it begins
    int32_t acting          # the cheapest rule of the round that has found anything, or -1
    # Changes since each rule was last applied.
    int64_t n_seen          # length of the trail whose changes have been noted
    uint8_t *unit_changed   # (unit,)       bits: WATCH_*
    uint8_t *value_changed  # (value,)
    uint32_t *unit_sets     # (unit,)       rules from FIRST_SET on that find something, as bits
    uint32_t *value_fish    # (value,)      rules from FIRST_FISH on that find something, as bits
    # Relations and sums, which are not on the board.
    Relations relations
    Arena relation_memory
    int32_t related_at      # relations that RELATED has looked at
    int64_t n_related       # length of the trail whose cells with one value have been related, -1 at first
    Sums sums               # its queue has sums that have changed below an assumption
    Arena sum_memory
    uint8_t *sum_changed    # (sum,)        bits: WATCH_TOTAL to WATCH_CHOICE
    int64_t n_added         # length of the trail whose changes of sums have been noted
    # Structure.
    int32_t locked_at       # overlaps and sights that LOCKED has looked at
    Overlap *overlap        # ordered by the first unit, then by the second
    int32_t n_overlaps
    Listing listing         # progress of the list of overlaps, which is kept from reset to reset
    int32_t listing_at      # the next unit of the list
    Arena listing_memory
    mask_t *common          # (unit,)       positions of the cells that it shares with that unit
    int32_t *listed         # (unit,)       number of overlaps with this first unit; then the place of the next
    int32_t *touched        # (unit,)       units that share cells with that unit
    Sight *sight            # ordered by the cell
    int32_t n_sights
    int32_t sight_room
    int32_t pair_at         # cells that NAKED_PAIR has looked at, besides those of lines
    int32_t sight_at        # the next cell of the list of sights, which is kept unless relations add to it
    bint may_have_sights    # whether some cell may see the cells of a full unit in different ways
    bint sees_by_relation   # whether some relation forbids equal values of cells that share no unit
    mask_t *in_sight        # (unit,)       positions of the cells that the next cell sees; empty between cells
    mask_t *in_one          # (unit,)       the same for one unit of that cell; empty between units
    int32_t *most_in_one    # (unit,)       the largest number of such positions; 0 between cells
    int32_t *sighted        # (unit,)       units with positions in `in_sight` or `in_one`
    Arena hill_memory
    Hill *hill
    int32_t *hill_cell
    int32_t n_hills
    bint has_hills          # whether they have been listed since the last reset
    uint8_t *unit_ordered   # (unit,)       bits: ORDERED, PEAKS, VALLEYS
    # Scratch.
    Pairing pairing
    uint64_t[ORDER_WORDS] reached
    uint64_t[ORDER_WORDS] leading
    int32_t *mark           # (cell,)       stamps
    int32_t stamp
    int32_t *queue          # (cell,)
    int32_t *snap           # (3 * cell,)   cells whose bounds have moved, with their smallest and largest values
    # Links of chains at the current standstill, one for each direction.
    int32_t *chain_cell     # (link,)       for chains of one value, the unit
    int32_t *chain_from     # (link,)       the candidate (for chains of one value, the cell) that is false
    int32_t *chain_to       # (link,)       the candidate (or cell) that is then true
    int32_t *chain_before   # (link,)       the link before it in a chain, itself if it is the first, or -1
    int32_t *chain_queue    # (link,)
    int32_t *link_of        # (cell,)       the first link of the cell, or -1
    mask_t *excluding       # (cell,)       values that exclude the first candidate of a chain
    int64_t chain_at        # links tried as the first of a chain, -1 before any
    int64_t chain_trail     # length of the trail at that standstill
    # The search for braids and for common consequences of cases at the current standstill, in the same form.
    int64_t at              # cells looked at
    int64_t at_trail
    int32_t cap             # largest length of braids at present
    bint is_capped          # whether some candidate needs more rounds than the cap
    mask_t *ended           # (cell,)       values that lead to a standstill without a contradiction
    mask_t *saved           # (cell + position mask,) the candidates in both views, before the assumption
    int32_t n_saved_open
    uint32_t *braid         # (n_braids,)   candidates that lead to a contradiction within `cap` rounds
    int64_t n_braids
    int64_t next_braid      # in a trace, the next braid to be shown
    mask_t at_open          # untried values of the next cell, empty if it has not been begun
    int64_t forcing_at      # groups of cases looked at, including the present group
    int32_t forcing_unit    # the unit of the present group, or -1 if the group has the values of a cell
    int32_t forcing_value   # its value in the unit
    mask_t forcing_open     # untried cases of the present group
    int32_t forcing_cases   # cases of it without a contradiction
    int64_t forcing_trail
    int32_t *hits           # (candidate,)  cases that drop it; allocated when first needed
    int64_t *hit_in         # (candidate,)  the group of cases that `hits` belongs to
    int64_t group
    # The log of a trace.
    int32_t *log            # (log_room, 3)
    int64_t n_log           # rows
    int64_t log_room
    int32_t *case_log       # the same for deductions below assumptions; `swap_logs` exchanges the logs
    int64_t n_case_log
    int64_t case_log_room
    bint is_log_full        # memory has run out
    int64_t n_steps
    int64_t most_steps      # number of steps at which the trace stops
    # The way to the next number.
    Known *known            # (n_known,)    steps that have been found since the last number
    int64_t n_known
    int64_t known_room
    int32_t *known_log      # the logs of these steps; `swap_known` exchanges them with the logs of the trace
    int64_t n_known_log
    int64_t known_log_room
    int32_t *known_cases
    int64_t n_known_cases
    int64_t known_cases_room
    int64_t base            # length of the trail before these steps
    int64_t patience        # work after which the first of these steps is reported, 0 for no limit
    int64_t spent           # work since the last number
    int64_t n_left_out      # steps that were found and not reported
    int32_t fewest          # number of steps to the next number, 0 if none has been found
    int32_t farness         # distance of this number
    int32_t last_cell       # cell of the last step, -1 at first
    Deduction *deduction    # (n_deductions,) the consequences of an assumption, in order
    int64_t n_deductions
    int64_t deduction_room
    mask_t *needed          # (cell,)       candidates whose loss the conclusion needs; shares the memory of `ended`
    uint8_t *placed         # (cell,)       whether its value has been dropped from its peers

cdef enum:
    # Bits of unit_changed.
    WATCH_SETS = 1
    WATCH_ORDER = 2
    WATCH_LONG = 4          # set if SHORT_LINE_BRAID leaves something to the next two rules of arrangements
    WATCH_ARRANGED = 8      # set if LINE_BRAID leaves something to ORDERED_SET
    # Bits of value_changed.
    WATCH_FISH = 1
    WATCH_X_CHAIN = 2
    # All of them.
    WATCH_ALL = 3
    # Bits of sum_changed.
    WATCH_TOTAL = 1
    WATCH_LIMIT = 2
    WATCH_CHOICE = 4
    WATCH_SUM = 7


cdef inline bint mark_gone(LogicCore *s, int32_t cell, mask_t values) noexcept nogil:
    # Mark values that a cell cannot take. Return whether any of them was a candidate.
    values = mask_and(values, s.board.domain[cell])
    if mask_is_empty(values):
        return False
    if mask_is_empty(s.gone[cell]):
        s.gone_cell[s.n_gone] = cell
        s.n_gone += 1
    s.gone[cell] = mask_or(s.gone[cell], values)
    return True


cdef inline void forget_gone(LogicCore *s) noexcept nogil:
    while s.n_gone:
        s.n_gone -= 1
        s.gone[s.gone_cell[s.n_gone]] = mask_none()


cdef inline void forget_places(LogicCore *s) noexcept nogil:
    # Let paused rules start again, because the candidates have been reset or restored.
    s.chain_at = s.at = s.forcing_at = -1
    s.locked_at = s.related_at = s.pair_at = 0
    s.at_open = s.forcing_open = mask_none()
    s.n_braids = s.next_braid = 0


cdef inline bint apply_gone(LogicCore *s) noexcept nogil:
    # Drop the marked candidates. Return False on conflict.
    cdef Board *b = &s.board
    cdef int32_t k, cell
    cdef bint ok = True
    for k in range(s.n_gone):
        cell = s.gone_cell[k]
        ok = ok and drop_all(b, cell, mask_and(b.domain[cell], s.gone[cell]))
    forget_gone(s)
    return ok


cdef inline void swap_gone(LogicCore *s) noexcept nogil:
    # Set the marked candidates aside, or restore them.
    s.gone, s.other_gone = s.other_gone, s.gone
    s.gone_cell, s.other_cell = s.other_cell, s.gone_cell
    s.n_gone, s.n_other = s.n_other, s.n_gone


cdef inline void swap_logs(LogicCore *s) noexcept nogil:
    # Make `note` write to the log of cases, or to the main log again.
    s.log, s.case_log = s.case_log, s.log
    s.n_log, s.n_case_log = s.n_case_log, s.n_log
    s.log_room, s.case_log_room = s.case_log_room, s.log_room


cdef inline void swap_known(LogicCore *s) noexcept nogil:
    # Make `note` write to the logs of unreported steps, or to the logs of the trace again.
    s.log, s.known_log = s.known_log, s.log
    s.n_log, s.n_known_log = s.n_known_log, s.n_log
    s.log_room, s.known_log_room = s.known_log_room, s.log_room
    s.case_log, s.known_cases = s.known_cases, s.case_log
    s.n_case_log, s.n_known_cases = s.n_known_cases, s.n_case_log
    s.case_log_room, s.known_cases_room = s.known_cases_room, s.case_log_room


cdef inline void note(LogicCore *s, int32_t tag, int32_t x, int32_t y) noexcept nogil:
    # Add a row to the log of a trace.
    cdef int32_t *grown
    if not s.is_tracing:
        return
    if s.n_log == s.log_room:
        grown = <int32_t *> realloc(s.log, (2 * s.log_room + 256) * 3 * sizeof(int32_t))
        if grown == NULL:
            s.is_log_full = True
            return
        s.log = grown
        s.log_room = 2 * s.log_room + 256
    s.log[3 * s.n_log] = tag
    s.log[3 * s.n_log + 1] = x
    s.log[3 * s.n_log + 2] = y
    s.n_log += 1


cdef inline void note_all(LogicCore *s, int32_t tag, mask_t numbers) noexcept nogil:
    while not mask_is_empty(numbers):
        note(s, tag, mask_pop(&numbers), 0)


cdef inline void note_left(LogicCore *s, int32_t cell) noexcept nogil:
    # Log the candidates of a cell, as a premise.
    cdef mask_t open = s.board.domain[cell]
    while s.is_tracing and not mask_is_empty(open):
        note(s, LEFT, cell, mask_pop(&open))


cdef inline void note_less(LogicCore *s, int32_t cell, int32_t other) noexcept nogil:
    # Log the inequality between two cells, unless the current step already names it.
    cdef Board *b = &s.board
    cdef const int32_t *row
    cdef int32_t k, lesser = other, greater = cell
    cdef int64_t r = s.n_log - 1
    for k in range(b.greater_start[cell], b.greater_start[cell + 1]):
        if b.greater[k] == other:
            lesser, greater = cell, other
    while r >= 0 and s.log[3 * r] != STEP:
        row = s.log + 3 * r
        if row[0] == LESS and row[1] == lesser and row[2] == greater:
            return
        r -= 1
    note(s, LESS, lesser, greater)


cdef inline void note_order_of(LogicCore *s, const int32_t *cells, int32_t n) noexcept nogil:
    # Log the inequalities between some cells.
    cdef Board *b = &s.board
    cdef int32_t i, k
    s.stamp += 1
    for i in range(n):
        s.mark[cells[i]] = s.stamp
    for i in range(n):
        for k in range(b.greater_start[cells[i]], b.greater_start[cells[i] + 1]):
            if s.mark[b.greater[k]] == s.stamp:
                note(s, LESS, cells[i], b.greater[k])


cdef inline bint shares_unit(const Board *b, int32_t cell, int32_t other) noexcept nogil:
    # Return whether two cells are peers.
    cdef int32_t j, k
    for j in range(b.link_start[cell], b.link_start[cell + 1]):
        for k in range(b.link_start[other], b.link_start[other + 1]):
            if b.link[j].first == b.link[k].first:
                return True
    return False


cdef inline bint is_in_unit(const Board *b, int32_t cell, int32_t unit) noexcept nogil:
    cdef int32_t k
    for k in range(b.link_start[cell], b.link_start[cell + 1]):
        if b.link[k].positions == unit * b.n_values:
            return True
    return False
