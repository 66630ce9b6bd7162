# The memory of a search: the structs, and the function that reports a solution.
#
# SearchCore is the whole state of a search between two runs. The other files of this folder are functions on it:
# core.pxd (creating, resetting, running, freeing), branching.pxd, last_cells.pxd and probe.pxd. A core contains no
# Python object, so any engine can embed it and use it without the GIL.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from common.arena cimport Arena
from common.bits cimport FASTFUTO_CHECKED, mask_t
from common.board cimport Board, fits
from common.sums cimport Sums, add_up
from search.tuning cimport MAX_LAST

cdef enum:
    MAX_PLACED = 64     # largest number of open cells that are enumerated value by value: a set of them is one word

cdef enum Phase:
    UNLOADED        # there is nothing to search: the last reset failed, or there was none
    LOADING         # the given domains are to be loaded
    PROPAGATING
    BRANCHING       # at a fixpoint, which is a solution, leaves only the last cells, or needs a choice
    ENUMERATING     # walking through the last cells, cell by cell
    PLACING         # walking through the last cells, value by value
    RETREATING      # the last choice is to be taken back
    PROBING         # making random descents from the first fixpoint, or propagating to it
    DONE

cdef struct Choice:
    int64_t n_trail         # length of the trail before the choice
    int32_t cell
    int32_t value
    double rest             # the part of the search that the chosen candidate leaves out

cdef struct Level:
    # One choice when the last cells are enumerated cell by cell.
    uint64_t open           # open cells, by their numbers among the last cells
    int32_t cell            # the cell whose values are being tried
    int32_t next            # the next value to try; the cell may take it

cdef struct Placement:
    # One choice when the last cells are enumerated value by value: the cell that takes the value in one unit.
    uint64_t cells          # cells that could take the value at first
    uint64_t options        # the remaining cells to try
    uint64_t taken          # peers of the cells that have already taken the value
    uint64_t filled         # filled cells

cdef struct LastCells:
    # The last open cells, numbered from 0. See last_cells.pxd.
    # array                 shape               holds
    uint64_t *plane         # (MAX_LAST + 1, n_live)    for each level and value, the cells that may take it
    uint64_t *members       # (n_units,)        the last cells in a unit
    int32_t *number         # (n_cells,)        a last cell's number
    uint64_t[MAX_PLACED] peers      # last cells that share a unit with the cell
    uint64_t[MAX_PLACED] greater    # last cells that must be greater than the cell
    uint64_t[MAX_PLACED] lesser     # last cells that must be less than the cell
    int32_t[MAX_PLACED] cell        # the cell on the board
    int32_t[256] live_value         # the values that are still open somewhere, in ascending order
    uint64_t ordered                # last cells with an inequality between them and another last cell
    int32_t n                       # number of last cells
    int32_t n_live                  # number of values that are still open somewhere
    # For enumerating cell by cell.
    Level[MAX_LAST + 1] level
    int32_t n_levels                # number of levels in use; 0 at the end of the enumeration
    # For enumerating value by value.
    Placement[MAX_PLACED] placement
    int32_t[MAX_PLACED] placed_value    # the value of a placement
    int32_t[257] first_placement    # the first placement of a value
    uint64_t[MAX_PLACED] unit       # disjoint full units that together contain all last cells
    int32_t n_in_units              # number of these units
    int32_t n_placed                # the next placement; -1 at the end of the enumeration
    uint64_t[MAX_PLACED] swap       # sets of cells that may exchange the last two values
    int64_t swapping                # number of combinations of swaps that have been recorded
    int64_t n_swappings             # number of all combinations
    int64_t most_placed             # placements of an enumeration above which fewer cells are enumerated
    int32_t reach                   # largest number of open cells that are enumerated at present
    int64_t begun_nodes             # the core's nodes at the beginning of this enumeration
    int64_t begun_total             # the core's total at the beginning

cdef struct SearchCore:
    Board board
    Sums sums
    Arena skeleton_memory
    Arena inequality_memory
    Arena sum_memory
    Arena relation_memory
    # array                 shape               holds
    mask_t *given           # (n_cells,)        the domains to load
    Choice *choice          # (n_cells + 1,)    the current choices
    int64_t *cell_weight    # (n_cells,)        1 + number of failures of the cell
    int64_t *unit_weight    # (n_units,)        1 + number of failures of the unit
    uint8_t *solution       # (n_cells,)        the next solution to record, values from 1 on
    LastCells last
    Phase phase
    int32_t depth           # number of current choices
    bint impossible         # whether a unit has more cells than there are values
    bint lexicographic
    bint enumerates         # whether the last cells are enumerated: there are neither sums nor relations
    int64_t owed            # the charge for loading, paid before the first choice
    int64_t restart_at      # number of backtracks at which the search restarts
    int64_t patience        # number of backtracks between two restarts
    int32_t n_choices       # number of possibilities of the last choice
    int64_t probe_root      # length of the trail where descents start; -1 before the first fixpoint
    double log_weight       # natural logarithm of the weight of the descent so far
    double log_work         # natural logarithm of its estimate of the work
    int64_t unweighted      # work of the descent that log_work does not contain yet
    uint64_t random_state   # 0 if ties are not broken at random
    const char *broken      # the violated invariant, in CHECKED builds; otherwise NULL
    double part             # the estimated share of the current branch in the whole search
    double done             # the completed share of the whole search
    int64_t nodes           # values tried by choice
    int64_t backtracks      # choices taken back
    int64_t total           # solutions since the last reset
    int64_t found           # solutions in the last run


cdef inline void record(SearchCore *s, uint8_t *out) noexcept nogil:
    # Count the solution, and copy it to its row of `out` unless `out` is NULL.
    if FASTFUTO_CHECKED and not (fits(&s.board, s.given, s.solution) and add_up(&s.sums, s.solution)):
        s.broken = "a solution breaks a unit, an inequality, a relation or a sum"
    if out != NULL:
        memcpy(out + s.found * s.board.n_cells, s.solution, s.board.n_cells)
    s.found += 1
    s.total += 1
