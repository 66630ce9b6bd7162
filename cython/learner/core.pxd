# The state of a learner, and the memory that it takes.
#
# The files of this folder build on each other in this order: core, steps, groups, matching, units, reasons, clauses,
# sharing, trace, decisions, assumptions, probing, loop. Their functions do not need the GIL, raise no exceptions, and
# check no arguments. Another compiled module embeds a LearnerCore and uses it like the class in learner.pyx. The module
# calls learner_create once, learner_reset for each puzzle, then learner_run any number of times, and finally
# learner_free.
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

from common.arena cimport ANY_SIZE, Arena, arena_free, arena_pass, arena_place
from common.bits cimport mask_t
from common.board cimport Board, fill_units, place_agenda, place_units
from common.facts cimport Facts
from common.relations cimport relation_bytes

cdef enum:
    # A reason explains why a literal holds. The upper three bits are one of these kinds, and the other bits are data of
    # the kind.
    BECAUSE_GIVEN = 0           # a decision, or holds at level 0: there is nothing to explain
    BECAUSE_OTHER = 1 << 29     # this candidate, which shares a group with the literal's candidate, holds
    BECAUSE_LAST = 2 << 29      # all other candidates of this group fail
    BECAUSE_LESSER = 3 << 29    # the value is too small beside this cell, which must be less
    BECAUSE_GREATER = 4 << 29   # the value is too large beside this cell, which must be greater
    BECAUSE_RELATED = 6 << 29   # the value has no support left in this relation
    BECAUSE_UNIT = 7 << 29      # the value belongs to the cells of this Hall set
    BECAUSE_CLAUSE = 5 << 29    # all other literals of the clause at this place of the store fail
    KIND = 7 << 29
    DATA = (1 << 29) - 1
    NOBODY = (1 << 29) - 1      # no candidate

    CLAUSE_HEADER = 2           # words before the literals of a clause: its size, and its glue << 2 | use
    HALL_HEADER = 5             # words of a Hall set before its cells, in the trace
    STEP_HEADER = 2             # words of a step before its literals, in the trace

cdef enum:
    # Markers of the trace; see trace.pxd. The markers do not fit into an int, so this enum has no negative constant.
    NO_LITERAL = 0xFFFFFFFF     # the antecedent makes no literal hold
    HALL_SET = 0xFFFFFFFF       # begins a Hall set, in place of the number of antecedents of a step

cdef enum Conflict:
    NO_CONFLICT
    CONFLICT_CLAUSE             # all literals of a clause fail
    CONFLICT_GROUP              # all candidates of a group fail, but one must hold
    CONFLICT_PAIR               # a candidate holds, and there is a reason for it to fail
    CONFLICT_UNIT               # some cells of a unit have fewer values left than there are cells

cdef enum FillStep:
    # The progress of fill_groups.
    FILL_CELLS
    FILL_FULL
    FILL_PARTLY

cdef struct Watch:
    uint32_t clause             # index of the clause in the store
    uint32_t blocker            # one of its literals: if it holds, the clause need not be read

cdef struct Watches:
    uint32_t at                 # first watch in the pool; the entry before it has their capacity
    int32_t n

cdef struct SharedClauses:
    uint32_t *words             # (capacity,)   one clause after the other: its size, its glue, its literals
    int64_t n
    int64_t capacity

cdef struct Variable:
    int32_t level               # level at which the candidate was assigned
    uint32_t reason             # reason of the assignment

cdef struct HallSet:
    int32_t unit
    int32_t at                  # length of the trail when it was found
    mask_t cells                # cells of the set, by position in the unit
    mask_t values               # the values that they have left
    mask_t settled              # values that other cells of the unit held then
    uint32_t traced             # 1 + its number in the trace; 0 if it has not been traced

cdef struct LearnerCore:
    # A candidate is a cell with one of its values. A candidate is open while it neither holds (the cell takes the
    # value) nor fails. The candidates that are open after propagation at the root are numbered cell by cell, by
    # ascending value. A literal is candidate << 1, or candidate << 1 | 1 for the negated candidate. There are n_levels
    # levels: level 0, a level for each possible decision, and a level that is never reached.
    #
    # array                     shape                   holds
    Board board                 # after the root its domains are only kept up to date for cells with
    #                                                   inequalities or relations
    mask_t *given               # (n_cells,)            given domains; after the root, the domains that it left
    uint8_t *solution           # (n_cells,)            the last solution, with values from 1 on
    # Candidates.
    int32_t n_candidates
    int32_t *first_candidate    # (n_cells + 1,)        first candidate of the cell
    uint32_t *place             # (n_candidates,)       its cell and value, as the board packs them
    # Groups. Cells come first, then values of full units: exactly one candidate of each of these groups holds. Values
    # of other units follow: at most one candidate of each holds. Groups that the root has settled are empty. The groups
    # of a candidate are computed from its cell and its value, because lists of the groups would take more memory than
    # everything else.
    int32_t n_groups
    int32_t n_exact             # number of groups with exactly one candidate that holds
    int32_t n_open_cells        # number of cells that the root has left open
    int32_t *first_group        # (unit memberships,)   for each link of the board, the group of the unit's value 0
    int32_t *unit_group         # (n_units,)            the same for each unit
    int32_t *member_start       # (n_groups - n_cells + 1,) first entry in member of each group that is not a cell
    uint32_t *member            # (memberships,)        candidates of these groups
    uint8_t *n_left             # (n_groups,)           number of its candidates that have not failed
    uint32_t *left              # (n_groups,)           exclusive or of these candidates: the last candidate at the end
    # The assignment.
    int8_t *truth               # (2 * n_candidates,)   1 if the literal holds, -1 if it fails, otherwise 0
    Variable *variable          # (n_candidates,)       for assigned candidates
    uint32_t *trail             # (n_candidates,)       literals that hold, in order of assignment
    int32_t n_trail
    int32_t head                # first entry of the trail that has not been propagated
    int32_t clause_head         # the same for clauses, by size only
    int32_t related_head        # the same for relations, which are propagated last
    int32_t depth               # number of present decisions, which is the present level
    int32_t *level_start        # (n_levels,)           length of the trail before the level's decision
    # Filtering of whole units; see units.pxd.
    bint is_filtering           # by activity only, and not if the learner is clausal
    int32_t *link_unit          # (unit memberships,)   the unit of each link of the board
    uint8_t *matched_value      # (unit memberships,)   by unit, the last value with which each cell was matched
    uint8_t *is_waiting         # (n_units,)            whether the unit has lost candidates since it was filtered
    int32_t *waiting            # (n_units,)            these units
    int32_t n_waiting
    int32_t unit_head           # first entry of the trail that filtering has not seen
    HallSet *hall_set           # (hall_set_capacity,)  reasons of failed candidates, in the order of the trail
    int64_t n_hall_sets
    int64_t hall_set_capacity
    HallSet failed_set          # the set of a conflict, which has one value too few
    # Clauses.
    uint32_t *store             # (store_capacity,)     one clause after the other: header and literals
    int64_t store_size
    int64_t store_capacity
    uint32_t *clause            # (clause_capacity,)    index of the clause in the store
    int32_t n_clauses
    int32_t clause_capacity
    Watches *watches            # (2 * n_candidates,)   clauses to visit when the literal fails
    Watch *pool                 # (pool_capacity,)      their watches
    int64_t pool_size
    int64_t pool_capacity
    int64_t next_reduce         # number of conflicts at the next reduction
    int64_t n_reduced           # number of reductions
    # The analysis of a conflict.
    Conflict conflict
    uint32_t conflict_at        # the clause, the group, or the literal that fails but should hold
    uint32_t conflict_reason    # reason why that literal should hold
    uint8_t *seen               # (n_candidates,)       1 if in the clause or implied by it, 2 if possibly not implied
    uint32_t *learned_clause    # (room,)               literals of the clause that is being learned
    int32_t n_learned_literals
    uint32_t *seen_candidate    # (room,)               seen candidates, in order
    int32_t n_seen
    int32_t n_involved          # the first so many of them took part in the conflict
    uint32_t *stack             # (room,)               literals to visit
    int64_t room                # capacity of each of these three arrays
    int32_t longest             # largest number of literals of a clause or an explanation
    int64_t *level_stamp        # (n_levels,)           equal to stamp if the clause has literals of the level
    int64_t stamp
    # Decisions.
    bint by_activity            # which of the two kinds of decisions is used
    double *activity            # (n_activities,)       of candidates if by_activity, otherwise of groups
    int32_t n_activities
    uint8_t *block_least        # (blocks,)             by size only: smallest n_left - 2 in a block of groups
    double bump                 # increment of activities; it grows, so older increments count for less
    # Decisions by activity.
    int32_t *heap               # (n_candidates,)       binary heap of candidates, the most active first
    int32_t *heap_at            # (n_candidates,)       index of the candidate in the heap, or -1
    int32_t n_heap
    int8_t *saved               # (n_candidates,)       the last truth of the candidate
    int8_t *target              # (n_candidates,)       its truth in the target, which is the largest assignment
    #                                                   without conflict so far, or 0
    int32_t n_target            # number of literals in the target
    # Assumptions and surveys; see assumptions.pxd.
    uint32_t *assumption        # (n_assumptions,)      candidates that must hold, as the board packs them
    uint8_t *in_core            # (n_assumptions,)      whether the assumption is one of those that fail together
    int32_t n_assumptions
    int32_t n_assumed           # the first so many assumptions are known to hold
    bint is_surveying           # whether it looks for new candidates of solutions, and not for new solutions
    uint8_t *is_found           # (n_candidates,)       if is_surveying, whether it is in a solution found
    int32_t n_surveyed          # the candidates before this one are in a solution found, or in none
    # Probing; see probing.pxd.
    bint is_probing             # whether a part of a pass is under way
    uint8_t *is_passed          # (n_candidates,)       whether this pass need not try it
    int32_t probe               # the candidates before this one have been tried
    int64_t next_probing        # number of conflicts at the start of the next pass
    int64_t probing_work        # work that is left for this part
    int64_t probed_work         # work of all parts
    # Restarts.
    int64_t next_restart        # number of conflicts at the next restart
    int64_t luby_u
    int64_t luby_v
    # The course of the search.
    uint64_t random_state
    bint impossible             # whether some unit has more cells than there are values
    bint is_loaded              # whether the given domains are loaded
    bint is_prepared            # whether the root is done and the candidates are numbered
    bint is_filled              # whether their groups are filled
    FillStep fill_step          # the step of filling
    int64_t fill_at             # the next cell, position, group or candidate
    int64_t n_members           # number of members that are filled in
    bint done
    bint no_memory
    const char *broken          # the violated invariant, or NULL; only in CHECKED builds
    int64_t ticks               # number of clauses read; skipped watches count for less
    int64_t nodes               # number of decisions
    int64_t conflicts
    int64_t restarts
    int64_t learned             # number of learned clauses with more than one literal
    int64_t propagations        # number of assigned literals, decisions included
    int64_t total               # number of solutions since the last reset
    int64_t found               # number of solutions in the last run
    # The trace; see trace.pxd.
    bint is_tracing
    bint is_clausal             # whether unit propagation shows that each learned clause follows
    uint8_t *trace              # (trace_capacity,)     words that the caller has not taken yet
    int64_t trace_size
    int64_t trace_capacity
    int32_t n_settled           # literals of the trail at level 0 that have a step
    uint32_t n_steps            # number of clauses in the trace
    uint32_t n_traced_sets      # number of Hall sets in the trace
    SharedClauses antecedents   # of the present step: a reason and a literal for each
    uint8_t *mark               # (n_candidates,)       whether a candidate is in that step, and its role
    uint32_t *marked            # (n_candidates,)       these candidates
    int32_t n_marked
    # Sharing; see sharing.pxd.
    bint is_sharing
    SharedClauses offered       # short learned clauses that the caller has not taken yet
    SharedClauses received      # clauses of other learners, until the next reduction
    # Memory.
    int64_t bytes
    int64_t byte_limit
    Arena skeleton_memory       # for the life of the learner
    Arena inequality_memory     # until the next reset
    Arena relation_memory
    Arena root_memory           # until propagation at the root is done
    Arena group_memory          # the others until the next reset
    Arena unit_memory
    Arena clause_memory
    Arena decision_memory
    Arena assumption_memory


cdef inline bint take_bytes(LearnerCore *c, int64_t size) noexcept nogil:
    # Account for memory that is about to be allocated. Return False if the limit would be exceeded.
    if size > c.byte_limit - c.bytes:
        return False
    c.bytes += size
    return True


cdef inline size_t bytes_left(const LearnerCore *c) noexcept nogil:
    # Return the number of bytes that an arena may take.
    return max(c.byte_limit - c.bytes, 0)


cdef inline bint count_arena(LearnerCore *c, const Arena *a) noexcept nogil:
    # Account for the memory of an arena. Return False if the allocation failed.
    if a.base == NULL:
        return False
    c.bytes += a.size
    return True


cdef inline void *grown(LearnerCore *c, void *memory, int64_t size, int64_t more) noexcept nogil:
    # Enlarge memory of `size` bytes to `more` bytes. Return NULL if memory runs out; the old memory is then unchanged.
    if not take_bytes(c, more - size):
        return NULL
    return realloc(memory, more)


cdef inline bint learner_create(LearnerCore *c, const Facts *f, int64_t byte_limit) noexcept nogil:
    # Set up a core for the units, which are copied. c may be uninitialized memory. Return False if memory runs out;
    # nothing needs to be freed then.
    cdef Board *b = &c.board
    cdef Arena *a = &c.skeleton_memory
    memset(c, 0, sizeof(LearnerCore))
    while arena_pass(a, ANY_SIZE):
        place_units(b, a, f)
        arena_place(a, c.given, f.n_cells)
        arena_place(a, c.first_candidate, f.n_cells + 1)
        arena_place(a, c.solution, f.n_cells)
    if a.base == NULL:
        return False
    c.byte_limit = byte_limit
    c.impossible = fill_units(b, f)
    return True


cdef inline bint allocate_root(LearnerCore *c, const Facts *f) noexcept nogil:
    # Allocate the memory of the root, and account for it and for the clues. Return False if memory runs out.
    cdef Board *b = &c.board
    c.bytes = c.skeleton_memory.size
    c.bytes += sizeof(int32_t) * (2 * (b.n_cells + 2) + 2 * <int64_t> f.n_inequalities)
    if not take_bytes(c, relation_bytes(f)):
        return False
    while arena_pass(&c.root_memory, bytes_left(c)):
        place_agenda(b, &c.root_memory, 1)
    return count_arena(c, &c.root_memory)


cdef inline void forget_puzzle(LearnerCore *c) noexcept nogil:
    # Free all memory that depends on the puzzle, except the inequalities and relations.
    free(c.hall_set)
    free(c.store)
    free(c.clause)
    free(c.pool)
    free(c.learned_clause)
    free(c.seen_candidate)
    free(c.stack)
    arena_free(&c.root_memory)
    arena_free(&c.group_memory)
    arena_free(&c.unit_memory)
    arena_free(&c.clause_memory)
    arena_free(&c.decision_memory)
    arena_free(&c.assumption_memory)
    free(c.trace)
    free(c.offered.words)
    free(c.received.words)
    free(c.antecedents.words)
    memset(&c.offered, 0, sizeof(c.offered))
    memset(&c.received, 0, sizeof(c.received))
    memset(&c.antecedents, 0, sizeof(c.antecedents))
    c.trace = NULL
    c.trace_size = c.trace_capacity = 0
    c.hall_set = NULL
    c.n_hall_sets = c.hall_set_capacity = 0
    c.store = c.clause = NULL
    c.pool = NULL
    c.learned_clause = c.seen_candidate = c.stack = NULL
    c.store_capacity = c.clause_capacity = c.pool_capacity = c.room = 0
    c.n_candidates = c.n_clauses = 0
    c.n_assumptions = c.n_assumed = c.depth = 0


cdef inline void learner_free(LearnerCore *c) noexcept nogil:
    forget_puzzle(c)
    arena_free(&c.skeleton_memory)
    arena_free(&c.inequality_memory)
    arena_free(&c.relation_memory)
