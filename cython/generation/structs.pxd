# The data of the generator: a square, its possible clues, and the clues in force.
#
# Clues are combined into items. An item is an inequality between two cells, or a group of cells that have numbers all
# together or not at all. Items are numbered, beginning with the groups. All clues hold in the square, so there are no
# conflicts.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from common.arena cimport Arena
from common.bits cimport FASTFUTO_WORDS, mask_t
from common.board cimport Slot
from common.facts cimport Facts
from generation.planes cimport Planes
from latin.walk cimport Walk
from logic.structs cimport N_RULES, LogicCore
from search.structs cimport SearchCore
from sudoku9.narrow cimport State, Tables

cdef enum Stage:
    UNSET           # nothing to make: there was no reset
    BEGINNING       # a try begins
    WALKING         # the square is made by a random walk
    FILLING         # the square is found by a search
    OPENING         # the empty grid is brought to a standstill
    ASSEMBLING      # clues are added
    COUNTING        # the search decides whether the clues suffice
    STRIPPING       # clues are removed
    JUDGING         # the rules rate the puzzle
    PROVING         # the rules are applied without the technique that the puzzle must need
    MADE
    GAVE_UP         # all allowed tries have failed
    NO_ROOM         # there is not enough memory

cdef enum Order:
    NUMBERS_FIRST
    MIXED
    INEQUALITIES_FIRST

cdef enum:
    MOST_FRAMES = 64
    OPEN_TOP = 10000        # the score of a puzzle that the rules do not finish
    FOREVER = 1 << 30       # the time of such a puzzle
    TENTH = 6000            # milliseconds

cdef enum Turn:
    # The next action for a block of items.
    ENTERING        # everything outside the block is in force
    THINNING        # the block is also being put in force, to see which inequalities the rules use
    LEFT            # the right half is being put in force
    RIGHT           # the kept part of the left half is being put in force
    ASKING          # the search decides whether the single item of the block is needed

cdef struct Frame:
    # A block of items [low, high) in the order of their removal.
    int32_t low
    int32_t high
    Turn turn

cdef struct Wish:
    # The requirements for the puzzle.
    int32_t[N_RULES] rules          # ten times the score of each rule that shows clues to be redundant, 0 for none
    int32_t[N_RULES] all_rules      # the same for all rules that judge the puzzle
    int32_t longest                 # largest length of a braid that may be needed, 0 for any
    bint is_plain                   # whether chains ignore inequalities
    int32_t least_top               # smallest and largest ten times the score of the hardest rule, or OPEN_TOP
    int32_t most_top
    int64_t least_time              # smallest and largest tenths of a minute that people need, or FOREVER
    int64_t most_time
    bint is_proved                  # whether the search and not the rules decide which clues are needed
    int32_t technique               # a rule without which the puzzle cannot be solved, or -1
    int32_t least_numbers
    int32_t most_numbers
    int32_t least_pairs             # inequalities
    int32_t most_pairs
    Order order
    double share                    # the share of redundant clues that is removed
    int64_t first_try
    int64_t stride                  # from one try to the next
    int64_t most_tries              # end of the tries, exclusive

cdef struct Verdict:
    int32_t top             # ten times the score of the hardest rule, or OPEN_TOP
    int32_t score           # the same, but of the rules that acted, even if they do not finish the puzzle
    int32_t hardest         # the rule, -1 for none
    int64_t steps           # rounds in which a rule harder than inequalities acted
    int64_t total           # ten times the sum of their scores
    int64_t time            # tenths of a minute that people need, or FOREVER

cdef struct GenerationCore:
    # member                index           holds
    LogicCore fast          # the board on which clues come and go; it has one cell more than the puzzle
    LogicCore judge         # the rules round by round
    SearchCore search
    Planes planes           # replaces the search if has_planes is set
    Planes flat             # replaces `fast` in stripping if is_flat is set
    Walk walk
    bint is_latin           # whether the square is made by the walk
    bint has_planes         # rows and columns of n <= 16, and at most inequalities between neighbours
    bint is_flat            # only singles, inequalities and sets decide which clues are needed
    State *bands            # replaces `fast` in stripping if is_banded is set
    Tables tables9          # the tables of `bands`
    bint has_bands          # a 9 x 9 Sudoku with boxes and numbers only
    bint is_banded          # only singles and locked candidates decide which clues are needed
    int32_t n_cells
    int32_t n_groups
    int32_t n_pairs
    int32_t n_items
    Wish wish
    bint uses_sets          # whether sets of all sizes are allowed, so they act at once
    bint uses_fish
    bint uses_rules         # whether any rule harder than inequalities is allowed
    int32_t[N_RULES] other_rules
    uint64_t random_state
    int64_t walk_to         # number of squares visited when the walk ends
    int32_t[256] listed_values
    Stage stage
    int64_t budget
    uint64_t seed
    int64_t at_try          # number of the present try
    Arena memory
    # The items.
    mask_t *everything      # (n_cells + 1,)    all values, for each cell
    int32_t *group_start    # (n_groups + 1,)
    int32_t *group_cell     # (members,)
    int32_t *group_of       # (n_cells,)        the group of a cell, -1 if it may not have a number
    int32_t *pair           # (n_pairs, 2)      neighbours that may have an inequality
    int32_t *directed       # (n_pairs, 2)      the same, the smaller cell first
    int32_t *beside_start   # (n_cells + 1,)
    int32_t *beside         # (2 * n_pairs,)    pairs that a cell belongs to
    Slot *slot              # (n_pairs,)        entries of the inequality on the board
    uint8_t *value          # (n_cells,)        the square, from 0 on
    uint8_t *solution       # (n_cells,)        scratch for the search, from 1 on
    uint8_t *is_in          # (n_items,)        whether the item is in force
    int32_t *line           # (n_items,)        items in the order of their removal
    int32_t n_line
    int32_t n_first         # number of items in `line` before the other kind, 0 if the kinds are mixed
    int32_t pairs_from      # first inequality in `line`, if the inequalities form a block
    int32_t pairs_to
    int32_t n_thinned       # number of thinnings
    uint8_t *used           # (2, n_pairs)      the board's `used`, if marks are kept
    int32_t *gone           # (n_items,)        removed items in order of removal
    int32_t n_gone
    int32_t n_shakes        # since the square was made
    int32_t *scan           # (n_cells,)        cells in a random order
    int32_t scan_at         # the next of them to be looked at
    bint is_hasty           # whether only singles and inequalities act at present
    bint has_pairs          # whether there may still be inequalities that do not follow
    int32_t n_numbers       # numbers in force
    int32_t n_in_pairs      # inequalities in force
    # Squares that their inequalities determine.
    int32_t n_switches      # since the try began
    uint8_t *best_value     # (n_cells,)        the square with the fewest loose cells so far
    int32_t *loose          # (n_cells,)        undetermined cells of the present square
    int32_t *best_loose     # (n_cells,)        undetermined cells of the best square
    int32_t n_best_loose
    # Stripping.
    Frame[MOST_FRAMES] frame
    int32_t depth
    mask_t *saved           # (MOST_FRAMES levels of) candidates in both views
    int32_t n_levels
    int32_t n_saved         # levels with memory
    int32_t[MOST_FRAMES] saved_open
    int64_t[MOST_FRAMES] saved_trail
    int32_t asked           # member of the group that the present question is about
    int32_t n_slices        # slices of the search for the present question
    int32_t n_given_up      # questions that were not answered in time
    bint is_asking
    bint is_minimal         # whether each clue has been shown to be needed
    mask_t *domains         # (n_cells,)        for the search and the judge
    int32_t *listed         # (n_pairs + 1, 2)  inequalities for them; also (n_cells,) scratch
    # The ratings of the puzzle and of the nearest miss.
    Verdict verdict
    Verdict near
    int64_t near_by         # how far the nearest miss is from the wish, -1 if there is none
    int64_t near_try        # the try that made it
    uint8_t *near_value     # (n_cells,)
    uint8_t *near_in        # (n_items,)
    # Relations, for puzzles that state whether neighbours differ by 1.
    bint has_relations
    int32_t *table_number   # (n_pairs,)
    mask_t *tables          # (2, n_values)     neighbours that differ by 1; neighbours that do not


cdef inline Facts puzzle_facts(
    GenerationCore *g, const mask_t *domains, const int32_t *inequalities, int32_t n_inequalities,
) noexcept nogil:
    # Return the facts of a puzzle with these domains and inequalities. Relations state which neighbours differ by 1.
    cdef Facts facts
    memset(&facts, 0, sizeof(facts))
    facts.n_cells, facts.n_values, facts.n_words = g.n_cells, g.judge.board.n_values, FASTFUTO_WORDS
    facts.domain = <const uint64_t *> domains
    facts.n_inequalities, facts.inequality = n_inequalities, inequalities
    if g.has_relations:
        facts.n_relations, facts.n_tables = g.n_pairs, 2
        facts.related, facts.table_number, facts.table = g.pair, g.table_number, <const uint64_t *> g.tables
    return facts
