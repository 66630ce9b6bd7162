# The desk of the player's module: the current puzzle, the engines' cores, and the known facts about the puzzle.
#
# A desk is created, used and freed without the GIL and without Python objects, so the same C also makes a module for
# browsers. The reader of messages checks its input, and so do the functions here whose comment mentions a message. Only
# one thread at a time may use a desk.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from common.arena cimport ANY_SIZE, Arena, arena_free, arena_pass, arena_place
from common.bits cimport mask_at_most_one, mask_lowest, mask_t
from common.board cimport OUTCOME_EXHAUSTED, OUTCOME_PAUSED, Outcome
from common.facts cimport Facts
from common.sums cimport SumTables, list_sets
from generation.core cimport generation_create, generation_free, generation_reset
from generation.structs cimport FOREVER, INEQUALITIES_FIRST, OPEN_TOP, GenerationCore, Order, Wish
from logic.core cimport logic_create, logic_free, logic_reset, logic_run
from logic.position cimport NO_MEMORY_LEFT, read_told, telling_cell, wrong_entry
from logic.structs cimport (
    BOUND, CONTRADICTED, N_RULES, OUT_OF_MEMORY, SOLVED, STUCK, UNLOADED, LogicCore, shares_unit,
)
from logic.trace cimport logic_trace, tell_searched
from logic.tuning cimport MOST_LEFT_OUT
from player.message cimport (
    MOST_CELLS, MOST_MEMBERS, MOST_WORDS, Reader, all_within, are_pairs, read_facts, reader_of, take, take_one,
)
from player.tuning cimport MOST_SEARCHING, MOST_SLICES, SLICE
from search.core cimport search_create, search_free, search_reset, search_run
from search.structs cimport SearchCore

cdef enum:
    # The results of a call without an answer.
    REFUSED = -1            # something is out of range, or there is no puzzle yet
    NO_ROOM = -2            # memory has run out
    LATE = -3               # it takes more work than allowed
    UNKNOWN = -4            # solutions that have not been counted

cdef enum Told:
    # The kind of a hint.
    NOTHING                 # the grid is full and right, or the rules are stuck and there are several solutions
    STEP                    # the first step of the log
    WRONG_ENTRY             # a wrong entry: its cell, its value
    WRONG_MARKS             # a cell whose marks lack its value

cdef enum:
    GREATEST_SCORE = 1000
    GREATEST_TIME = 1 << 24     # milliseconds for one deduction

cdef struct Desk:
    int32_t[MOST_WORDS] words   # messages and answers
    SumTables sum_tables
    bint has_tables
    # The rules.
    int32_t[N_RULES] scores
    int32_t[N_RULES] finding
    int32_t[N_RULES] doing
    bint is_plain
    bint has_rules
    # The puzzle.
    bint is_posed
    Arena memory
    int32_t *said               # (length,)         the message with the puzzle
    Facts facts
    uint64_t *domain            # (n_cells,)
    uint64_t *table             # (n_tables * n_values,)
    uint8_t *given              # (n_cells,)        0 for none
    uint8_t *solution           # (n_cells,)        the solution, if n_solutions is 1
    int32_t n_solutions         # up to 2, UNKNOWN, or LATE
    # A position.
    uint8_t *entries            # (n_cells,)        entries of a player, 0 for none
    uint8_t *filled             # (n_cells,)        whether there is an entry or a given number
    uint64_t *seen              # (n_cells,)        domains of the position
    uint8_t *found              # (2, n_cells)      solutions
    # The cores, all zeros without a puzzle.
    SearchCore search
    LogicCore logic
    LogicCore other
    GenerationCore generation
    bint is_making


# Memory and checks ----------------------------------------------------------------------------------------

cdef inline void clear_desk(Desk *d) noexcept nogil:
    # Free the cores and drop the puzzle. This is also safe for a desk that is all zeros.
    search_free(&d.search)
    logic_free(&d.logic)
    logic_free(&d.other)
    memset(&d.search, 0, sizeof(SearchCore))
    memset(&d.logic, 0, sizeof(LogicCore))
    memset(&d.other, 0, sizeof(LogicCore))
    stop_making(d)
    arena_free(&d.memory)
    d.is_posed = False


cdef inline void stop_making(Desk *d) noexcept nogil:
    generation_free(&d.generation)
    memset(&d.generation, 0, sizeof(GenerationCore))
    d.is_making = False


cdef inline bint read_rules(Desk *d, int32_t length) noexcept nogil:
    # Read the rules from a message: whether chains ignore inequalities, ten times the score of each rule, and the
    # milliseconds for finding and for carrying out its deductions. Return False if anything is out of range.
    cdef Reader r = reader_of(d.words, length)
    cdef bint is_plain = take_one(&r, 0, 1)
    cdef const int32_t *scores = take(&r, N_RULES)
    cdef const int32_t *times = take(&r, 2 * N_RULES)
    if r.is_short or r.at != r.n or not are_scores(scores) or not all_within(times, 2 * N_RULES, 0, GREATEST_TIME):
        return False
    d.is_plain = is_plain
    memcpy(d.scores, scores, sizeof(d.scores))
    memcpy(d.finding, times, sizeof(d.finding))
    memcpy(d.doing, times + N_RULES, sizeof(d.doing))
    d.has_rules = True
    return True


cdef inline bint are_scores(const int32_t *scores) noexcept nogil:
    # Return whether scores ascend, apart from excluded rules.
    cdef int32_t rule, before = 0
    for rule in range(N_RULES):
        if scores[rule] and not before <= scores[rule] <= GREATEST_SCORE:
            return False
        before = max(before, scores[rule])
    return True


cdef inline int32_t pose(Desk *d, int32_t length) noexcept nogil:
    # Read a puzzle from a message, and return 1, REFUSED or NO_ROOM. The previous puzzle is dropped in any case.
    cdef Facts f
    cdef Reader r = reader_of(d.words, length)
    cdef const int32_t *domain
    cdef const int32_t *table
    cdef int32_t k
    clear_desk(d)
    if not d.has_rules or not read_facts(&r, &f, &domain, &table):
        return REFUSED
    if not d.has_tables:
        list_sets(&d.sum_tables)
        d.has_tables = True
    while arena_pass(&d.memory, ANY_SIZE):
        arena_place(&d.memory, d.domain, f.n_cells)
        arena_place(&d.memory, d.seen, f.n_cells)
        arena_place(&d.memory, d.table, f.n_tables * f.n_values)
        arena_place(&d.memory, d.said, length)
        arena_place(&d.memory, d.given, f.n_cells)
        arena_place(&d.memory, d.solution, f.n_cells)
        arena_place(&d.memory, d.entries, f.n_cells)
        arena_place(&d.memory, d.filled, f.n_cells)
        arena_place(&d.memory, d.found, 2 * f.n_cells)
    if d.memory.base == NULL:
        return NO_ROOM
    # The message is read again from its permanent place.
    memcpy(d.said, d.words, length * sizeof(int32_t))
    r = reader_of(d.said, length)
    read_facts(&r, &d.facts, &domain, &table)
    for k in range(f.n_cells):
        d.domain[k] = domain[k]
        d.given[k] = single_of(domain[k])
    for k in range(f.n_tables * f.n_values):
        d.table[k] = table[k]
    d.facts.domain, d.facts.table = d.domain, d.table
    d.n_solutions = UNKNOWN
    if not (
        search_create(&d.search, &d.facts, &d.sum_tables)
        and logic_create(&d.logic, &d.facts, &d.sum_tables)
        and logic_create(&d.other, &d.facts, &d.sum_tables)
    ):
        clear_desk(d)
        return NO_ROOM
    take_times(d, &d.logic)
    d.is_posed = True
    return 1


cdef inline int32_t single_of(uint64_t domain) noexcept nogil:
    # Return the only value of a domain, or 0 if there are several values or none.
    cdef mask_t mask
    mask.word[0] = domain
    return mask_lowest(mask) + 1 if domain and mask_at_most_one(mask) else 0


cdef inline void take_times(const Desk *d, LogicCore *s) noexcept nogil:
    memcpy(s.finding, d.finding, sizeof(d.finding))
    memcpy(s.doing, d.doing, sizeof(d.doing))


cdef inline bint read_position(Desk *d, int32_t length) noexcept nogil:
    # Read a position from a message: entries, with 0 for blank cells, which the marks of all cells may follow. Marks of
    # filled cells do not count. Return False if anything is out of range.
    cdef Reader r = reader_of(d.words, length)
    cdef int32_t n = d.facts.n_cells, cell
    cdef const int32_t *entries = take(&r, n)
    cdef const int32_t *marks = take(&r, n) if length > n else NULL
    if r.is_short or r.at != r.n or not all_within(entries, n, 0, d.facts.n_values):
        return False
    if marks != NULL and not all_within(marks, n, 0, (1 << d.facts.n_values) - 1):
        return False
    for cell in range(n):
        d.entries[cell] = entries[cell]
        d.filled[cell] = d.entries[cell] or d.given[cell]
        d.seen[cell] = d.domain[cell]
        if d.filled[cell]:
            d.seen[cell] &= <uint64_t> 1 << (max(d.entries[cell], d.given[cell]) - 1)
        elif marks != NULL:
            d.seen[cell] &= <uint64_t> marks[cell]
    return True


cdef inline Facts seen_facts(const Desk *d) noexcept nogil:
    # Return the facts of the puzzle in this position.
    cdef Facts facts = d.facts
    facts.domain = d.seen
    return facts


# Solutions ------------------------------------------------------------------------------------------------

cdef inline int32_t count_solutions(Desk *d, const Facts *f, int32_t limit) noexcept nogil:
    # Find up to `limit` solutions, at most 2, and write them to `found`. Return their number, NO_ROOM or LATE.
    cdef int32_t k, n = 0
    cdef Outcome outcome = OUTCOME_PAUSED
    if not search_reset(&d.search, f, False, 0):
        return NO_ROOM
    for k in range(MOST_SEARCHING):
        outcome = search_run(&d.search, SLICE, limit - n, d.found + n * f.n_cells)
        n += d.search.found
        if outcome == OUTCOME_EXHAUSTED or n == limit:
            return n
    return LATE


cdef inline int32_t know_solutions(Desk *d) noexcept nogil:
    # Return the number of solutions of the puzzle, up to 2, or NO_ROOM or LATE. The solutions are counted only once.
    if d.n_solutions == UNKNOWN:
        d.n_solutions = count_solutions(d, &d.facts, 2)
        memcpy(d.solution, d.found, d.facts.n_cells)
    return d.n_solutions


# Rules ----------------------------------------------------------------------------------------------------

cdef inline int32_t grade_puzzle(Desk *d) noexcept nogil:
    # Apply the rules to their end. Return SOLVED, STUCK, CONTRADICTED, NO_ROOM, or UNLOADED if the rules are given up.
    cdef int32_t k
    if not logic_reset(&d.logic, &d.facts, d.scores, 0, d.is_plain, False, NULL):
        return NO_ROOM
    for k in range(MOST_SLICES):
        if logic_run(&d.logic, SLICE):
            return NO_ROOM if d.logic.phase == OUT_OF_MEMORY else d.logic.phase
    return UNLOADED


cdef inline int32_t trace_on(LogicCore *s, int64_t limit, int64_t patience) noexcept nogil:
    # Continue a trace, up to `limit` steps in all. Return the same values as `grade_puzzle`; UNLOADED can also mean
    # that the limit has been reached.
    cdef int32_t k
    for k in range(MOST_SLICES):
        if logic_trace(s, SLICE, limit, patience):
            if s.phase == OUT_OF_MEMORY:
                return NO_ROOM
            return s.phase if s.phase >= SOLVED else UNLOADED
    return UNLOADED


cdef inline int32_t go_on(Desk *d, LogicCore *s, LogicCore *scratch, const uint8_t *solution) noexcept nogil:
    # Add a number of the only solution after the rules are stuck. Return 1 or NO_ROOM.
    cdef int32_t cell
    read_told(s, <mask_t *> d.seen)
    cell = telling_cell(scratch, &d.facts, <mask_t *> d.seen, solution, d.scores)
    if cell == NO_MEMORY_LEFT:
        return NO_ROOM
    tell_searched(s, cell, solution[cell] - 1)
    return NO_ROOM if s.is_log_full else 1


cdef inline int32_t find_hint(Desk *d, int32_t patience) noexcept nogil:
    # Find a hint for a player in the position. Return a member of Told, with a cell and a value at the start of
    # `words`, or NO_ROOM or LATE. If finding the way to a number takes more work than `patience`, the hint is the
    # easiest step.
    cdef Facts f = seen_facts(d)
    cdef int32_t verdict, cell, n = know_solutions(d)
    cdef const uint8_t *solution = d.solution if n == 1 else NULL
    if n == NO_ROOM:
        return NO_ROOM
    cell = find_wrong(d, solution)
    d.words[0] = cell
    if cell >= 0:
        d.words[1] = d.entries[cell]
        return WRONG_ENTRY
    for cell in range(f.n_cells if solution != NULL else 0):
        if not d.seen[cell] >> (solution[cell] - 1) & 1:
            d.words[0] = cell
            return WRONG_MARKS
    if not logic_reset(&d.logic, &f, d.scores, 0, d.is_plain, True, d.filled):
        return NO_ROOM
    verdict = trace_on(&d.logic, 1, patience)
    if verdict == STUCK and d.logic.n_steps == 0 and solution != NULL:
        verdict = go_on(d, &d.logic, &d.other, solution)
    if verdict == NO_ROOM:
        return NO_ROOM
    return STEP if d.logic.n_steps else NOTHING


cdef inline int32_t find_wrong(const Desk *d, const uint8_t *solution) noexcept nogil:
    # Return the first entry that differs from the solution or, without a solution, breaks a rule. Return -1 if there is
    # no such entry.
    cdef int32_t cell
    if solution == NULL:
        return wrong_entry(&d.facts, d.entries)
    for cell in range(d.facts.n_cells):
        if d.entries[cell] and d.entries[cell] != solution[cell]:
            return cell
    return -1


cdef inline int32_t explain_puzzle(Desk *d, int32_t limit, bint is_compared) noexcept nogil:
    # Find at most `limit` steps from the beginning to the end of the puzzle, and return the same values as `trace_on`.
    # With `is_compared`, a second trace keeps all steps, and the shorter trace is used.
    cdef int32_t verdict = trace_from(d, &d.logic, <int64_t> 1 << 62 if is_compared else limit, False)
    cdef int32_t whole, n
    cdef bint is_whole = False
    cdef Facts f
    if verdict == NO_ROOM:
        return NO_ROOM
    if is_compared and verdict != UNLOADED and d.logic.n_steps:
        whole = trace_from(d, &d.other, d.logic.n_steps, True)
        if whole == NO_ROOM:
            return NO_ROOM
        is_whole = whole != UNLOADED
        if is_whole:
            verdict = whole
            swap_cores(d)
    if is_compared and limit < d.logic.n_steps:
        verdict = trace_from(d, &d.logic, limit, is_whole)
    if verdict != STUCK:
        return verdict
    read_told(&d.logic, <mask_t *> d.seen)
    f = seen_facts(d)
    n = count_solutions(d, &f, 2)
    d.words[0] = n
    if n == 0:
        tell_searched(&d.logic, -1, 0)
        return CONTRADICTED
    while n == 1 and verdict == STUCK and d.logic.n_steps < limit:
        if go_on(d, &d.logic, &d.other, d.found) == NO_ROOM:
            return NO_ROOM
        verdict = trace_on(&d.logic, limit, 0)
    return NO_ROOM if n == NO_ROOM else verdict


cdef inline int32_t trace_from(Desk *d, LogicCore *s, int64_t limit, bint is_whole) noexcept nogil:
    # Begin a trace of the puzzle.
    if not logic_reset(s, &d.facts, d.scores, 0, d.is_plain, True, NULL):
        return NO_ROOM
    if is_whole:
        s.n_left_out = MOST_LEFT_OUT
    return trace_on(s, limit, 0)


cdef inline void swap_cores(Desk *d) noexcept nogil:
    # Exchange the two cores, which is safe because they have no pointers into themselves.
    cdef LogicCore core = d.logic
    d.logic = d.other
    d.other = core


# New puzzles ----------------------------------------------------------------------------------------------

cdef inline int32_t begin_making(Desk *d, int32_t length) noexcept nogil:
    # Begin a puzzle with the units of the current puzzle, from a message, and return 1, REFUSED or NO_ROOM. The message
    # has the wishes, the pairs of cells, and the scores of the rules that show clues to be redundant. A pair may have
    # an inequality, or the puzzle states whether its values differ by 1.
    cdef Reader r = reader_of(d.words, length)
    cdef Wish wish
    cdef uint64_t seed
    cdef int32_t n_pairs, k
    cdef bint has_relations
    cdef const int32_t *pairs
    cdef const int32_t *rules
    stop_making(d)
    memset(&wish, 0, sizeof(Wish))
    # The halves of a 64-bit number are read as unsigned.
    seed = take_half(&r)
    seed |= take_half(&r) << 32
    has_relations = take_one(&r, 0, 1)
    wish.longest = take_one(&r, 0, MOST_CELLS)
    wish.is_plain = take_one(&r, 0, 1)
    wish.least_top = take_one(&r, 0, OPEN_TOP)
    wish.most_top = take_one(&r, 0, OPEN_TOP)
    wish.is_proved = take_one(&r, 0, 1)
    wish.technique = take_one(&r, -1, N_RULES - 1)
    wish.order = <Order> take_one(&r, 0, INEQUALITIES_FIRST)
    wish.most_tries = take_one(&r, 1, 1 << 24)
    n_pairs = take_one(&r, 0, MOST_MEMBERS)
    rules = take(&r, N_RULES)
    pairs = take(&r, 2 * n_pairs)
    if not d.is_posed or r.is_short or r.at != r.n or d.facts.n_units == 0:
        return REFUSED
    # Singles always act together, so a puzzle cannot need one kind of them.
    if 0 <= wish.technique < BOUND or not are_scores(rules) or not are_pairs(pairs, n_pairs, d.facts.n_cells):
        return REFUSED
    for k in range(n_pairs):
        if not shares_unit(&d.logic.board, pairs[2 * k], pairs[2 * k + 1]):
            return REFUSED
    memcpy(wish.rules, rules, sizeof(wish.rules))
    memcpy(wish.all_rules, d.scores, sizeof(wish.all_rules))
    wish.most_numbers = 1 << 30
    wish.most_pairs = 0 if has_relations or n_pairs == 0 else 1 << 30
    wish.share = 1.0
    wish.stride = 1
    wish.most_time = FOREVER
    # Each cell is a separate group, so any cell may have a number. The contents of `words` are no longer needed.
    for k in range(d.facts.n_cells):
        d.words[MOST_WORDS - MOST_CELLS + k] = k
    if not generation_create(
        &d.generation, &d.facts, d.words + MOST_WORDS - MOST_CELLS, d.facts.n_cells, pairs, n_pairs, has_relations
    ):
        stop_making(d)
        return NO_ROOM
    take_times(d, &d.generation.judge)
    if not generation_reset(&d.generation, &wish, seed):
        stop_making(d)
        return NO_ROOM
    d.is_making = True
    return 1


cdef inline uint64_t take_half(Reader *r) noexcept nogil:
    cdef const int32_t *found = take(r, 1)
    return <uint32_t> found[0] if found != NULL else 0
