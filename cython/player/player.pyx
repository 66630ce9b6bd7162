"""The player's module: new puzzles, solutions, grades and steps, for programs without Python.

The functions here call the engines' cores, so they give the same answers as the package's verbs. The same C is compiled
twice: into a module of the package, which tests compare with the verbs, and into a module for browsers, from which the
linker drops everything that belongs to Python (module.py in this folder).

Messages and answers are 32-bit numbers in one array, whose address `player_words` returns. The caller writes a message
there, calls a function with its length, and reads the answer there. Functions return REFUSED if anything in the message
is out of range, NO_ROOM if memory runs out, and LATE if the work exceeds its limit. Only one thread at a time may call
them. docs/explanation/engines/player.md describes the messages.
"""

from libc.stdint cimport int32_t, int64_t

from generation.core cimport generation_run
from generation.structs cimport GAVE_UP, MADE, OPEN_TOP, Stage
from generation.structs cimport NO_ROOM as NO_ROOM_TO_MAKE
from player.desk cimport (
    LATE, NO_ROOM, REFUSED, Desk, begin_making, count_solutions, explain_puzzle, find_hint, grade_puzzle, pose,
    read_position, read_rules, seen_facts,
)
from player.message cimport MOST_WORDS
from player.tuning cimport SLICE

cdef Desk desk


cdef public api int32_t *player_words() noexcept nogil:
    # Return the address of messages and answers.
    return desk.words


cdef public api int32_t player_rules(int32_t length) noexcept nogil:
    # Read the table of rules, which must be the first call. Return 1 or REFUSED.
    return 1 if 0 <= length <= MOST_WORDS and read_rules(&desk, length) else REFUSED


cdef public api int32_t player_pose(int32_t length) noexcept nogil:
    # Read the puzzle to which all other calls refer. Return 1, REFUSED or NO_ROOM.
    return pose(&desk, length) if 0 <= length <= MOST_WORDS else REFUSED


cdef public api int32_t player_solve(int32_t length, int32_t limit) noexcept nogil:
    # Count the solutions of a position up to a limit of 1 or 2. The answer has the value of each cell in the first
    # solution.
    cdef int32_t n, cell
    if not takes_position(length) or not 1 <= limit <= 2:
        return REFUSED
    facts = seen_facts(&desk)
    n = count_solutions(&desk, &facts, limit)
    for cell in range(desk.facts.n_cells if n > 0 else 0):
        desk.words[cell] = desk.found[cell]
    return n


cdef public api int32_t player_grade() noexcept nogil:
    # Grade the puzzle, and return the final phase of the rules. The answer has the hardest rule or -1, ten times its
    # score, ten times the sum of the scores of all rounds, the number of rounds, and the time in tenths of minutes.
    cdef int32_t verdict = grade_puzzle(&desk) if desk.is_posed else REFUSED
    if verdict >= 0:
        answer_grade(desk.logic.hardest, desk.logic.top, desk.logic.total, desk.logic.steps, tenths_of(desk.logic.time))
    return verdict


cdef public api int32_t player_hint(int32_t length, int32_t patience) noexcept nogil:
    # Find a hint for a player in a position; see Told. The answer has a cell and a value, or rows of the two logs.
    cdef int32_t told = find_hint(&desk, patience) if takes_position(length) and patience >= 0 else REFUSED
    if told > 0:
        answer_logs(2)
    return told


cdef public api int32_t player_explain(int32_t limit, int32_t is_compared) noexcept nogil:
    # Find at most `limit` steps from the beginning to the end, and return the final phase of the rules. If the rules
    # are stuck, the answer begins with the number of solutions that a search has found, otherwise with 0. Rows of the
    # two logs follow.
    cdef int32_t verdict
    if not desk.is_posed or limit < 1:
        return REFUSED
    desk.words[0] = 0
    verdict = explain_puzzle(&desk, limit, is_compared)
    if verdict >= 0:
        answer_logs(2)
    return verdict


cdef public api int32_t *player_log() noexcept nogil:
    # Return the log of the last steps.
    return desk.logic.log


cdef public api int32_t *player_cases() noexcept nogil:
    # Return the log of the consequences of assumptions in the last steps.
    return desk.logic.case_log


cdef public api int32_t player_begin(int32_t length) noexcept nogil:
    # Begin a new puzzle with the units of the current puzzle. Return 1, REFUSED or NO_ROOM.
    return begin_making(&desk, length) if 0 <= length <= MOST_WORDS else REFUSED


cdef public api int32_t player_make() noexcept nogil:
    # Continue to make the new puzzle for about 10 ms. Return 1 if it is finished, 0 if not yet, LATE if all tries have
    # failed, NO_ROOM or REFUSED. The answer has the grade in the form of `player_grade`, whether the rules solve the
    # puzzle, and the number of inequalities. The clues and values of all cells follow, then the inequalities in the
    # order of their pairs, with the smaller cell first.
    cdef Stage stage
    if not desk.is_making:
        return REFUSED
    stage = generation_run(&desk.generation, SLICE)
    if stage == MADE:
        answer_made()
        return 1
    return LATE if stage == GAVE_UP else NO_ROOM if stage == NO_ROOM_TO_MAKE else 0


# Parts of the above ---------------------------------------------------------------------------------------

cdef bint takes_position(int32_t length) noexcept nogil:
    return desk.is_posed and 0 <= length <= MOST_WORDS and read_position(&desk, length)


cdef int32_t tenths_of(int64_t time) noexcept nogil:
    # Convert milliseconds to tenths of minutes.
    return <int32_t> min((time + 3000) // 6000, <int64_t> 1 << 30)


cdef void answer_grade(int32_t rule, int32_t top, int64_t total, int64_t steps, int64_t tenths) noexcept nogil:
    cdef int64_t most = 1 << 30
    desk.words[0], desk.words[1] = rule, top
    desk.words[2], desk.words[3] = <int32_t> min(total, most), <int32_t> min(steps, most)
    desk.words[4] = <int32_t> min(tenths, most)


cdef void answer_logs(int32_t at) noexcept nogil:
    desk.words[at] = desk.logic.n_log
    desk.words[at + 1] = desk.logic.n_case_log


cdef void answer_made() noexcept nogil:
    cdef int32_t cell, k, first, second, at, n = desk.generation.n_cells
    g = &desk.generation
    answer_grade(g.verdict.hardest, g.verdict.score, g.verdict.total, g.verdict.steps, g.verdict.time)
    desk.words[5] = g.verdict.top != OPEN_TOP
    for cell in range(n):
        desk.words[7 + cell] = g.value[cell] + 1 if g.is_in[g.group_of[cell]] else 0
        desk.words[7 + n + cell] = g.value[cell] + 1
    at = 7 + 2 * n
    for k in range(g.n_pairs):
        if g.is_in[g.n_groups + k]:
            first, second = g.pair[2 * k], g.pair[2 * k + 1]
            desk.words[at] = first if g.value[first] < g.value[second] else second
            desk.words[at + 1] = second if g.value[first] < g.value[second] else first
            at += 2
    desk.words[6] = (at - 7 - 2 * n) // 2
