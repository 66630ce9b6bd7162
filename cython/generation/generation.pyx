"""Generation: puzzles with one solution, made from random squares.

This module is the Python interface of the generator: it checks the arguments, owns the memory, releases the GIL and
raises the exceptions. The generator itself is a C struct with functions that need neither the GIL nor Python objects:
see core.pxd. It applies the rules of the logic engine, whose class Logic is a part of this module, so that the rules
are compiled once.
"""

include "logic/logic.pyx"

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from common.facts cimport MAX_CELLS
from common.guard cimport enter, guard_drop, guard_t
from fastfuto.engines._problem cimport Units, units_of
from generation.core cimport generation_create, generation_free, generation_reset, generation_run
from generation.structs cimport (
    FOREVER, GAVE_UP, INEQUALITIES_FIRST, MADE, MIXED, NO_ROOM, NUMBERS_FIRST, OPEN_TOP, UNSET, GenerationCore, Order,
    Stage, Verdict, Wish,
)
from logic.structs cimport BOUND, N_RULES, shares_unit
from logic.waves cimport set_times

PUZZLE_MADE = MADE
TRIES_FAILED = GAVE_UP
OPEN = OPEN_TOP
ENDLESS = FOREVER
ORDERS = {"numbers-first": NUMBERS_FIRST, "mixed": MIXED, "inequalities-first": INEQUALITIES_FIRST}


@cython.final
cdef class Generator:
    """A generator of puzzles over one skeleton.

    Parameters
    ----------
    unit_starts : (n_units + 1,) int32
        First entry of each unit in `unit_cells`, and the end of the last unit.
    unit_cells : (memberships,) int32
        Cells of the units; no cell occurs twice in a unit.
    n_cells : int
        Number of cells, 1 to 2**24 - 1.
    n_values : int
        Number of values, 1 to 64 (255 in the wide build).
    groups : (n_cells,) int32
        The group of each cell, counted from 0 without gaps, or -1. The cells of a group have numbers all together or
        not at all. A cell of group -1 has no number.
    pairs : (n_pairs, 2) int32
        Pairs of cells that share a unit and may have an inequality.
    has_relations : bool
        Whether the puzzle states for every pair whether its values differ by 1, and has no inequalities.
    times : (2, RULES) int32, optional
        Milliseconds that people need, as for the logic engine. Default: zeros.

    Attributes
    ----------
    at_try : int
        Number of the present try, or of the try that made the puzzle.
    near_by : int
        The distance of the nearest miss from the wishes; -1 if no puzzle has been made.
    near_try : int
        The try that made the nearest miss.
    is_minimal : bool
        Whether each clue that may be removed has been shown to be needed.

    Raises
    ------
    ValueError
        If a number or an index is out of range. Everything is checked.
    MemoryError
        If the board cannot be allocated.

    Examples
    --------
    >>> import numpy as np
    >>> from fastfuto.engines._problem import Units
    >>> pairs = np.array([[0, 1], [2, 3], [0, 2], [1, 3]], np.int32)
    >>> units = Units(np.arange(0, 9, 2, np.int32), pairs.ravel(), 4, 2)
    >>> generator = Generator(units, np.arange(4, dtype=np.int32), pairs)
    >>> scores = np.where(np.arange(RULES) < 4, 10, 0).astype(np.int32)
    >>> generator.reset(scores, scores, seed=1)
    >>> generator.run(10_000) == PUZZLE_MADE
    True
    >>> clues, solution, chosen = np.zeros(4, np.uint8), np.zeros(4, np.uint8), np.zeros((4, 2), np.int32)
    >>> generator.read(clues, solution, chosen)
    1
    """

    cdef GenerationCore core
    cdef guard_t guard

    def __cinit__(
        self, Units units not None, const int32_t[::1] groups not None, const int32_t[:, ::1] pairs not None,
        bint has_relations=False, const int32_t[:, ::1] times=None,
    ):
        cdef const int32_t *first_pair
        cdef int32_t n_cells = units.facts.n_cells
        cdef int32_t n_groups
        cdef Py_ssize_t k
        memset(&self.core, 0, sizeof(GenerationCore))
        if n_cells == MAX_CELLS:
            raise ValueError(f"a generator takes fewer than {MAX_CELLS} cells")
        n_groups = check_items(n_cells, groups, pairs)
        first_pair = &pairs[0, 0] if pairs.shape[0] else NULL
        if not generation_create(
            &self.core, units_of(units), &groups[0], n_groups, first_pair, pairs.shape[0], has_relations
        ):
            raise MemoryError(
                f"a generator for {n_cells} cells and {units.facts.n_values} values does not fit into memory"
            )
        if times is not None:
            set_times(&self.core.judge, times)
        for k in range(pairs.shape[0]):
            if not shares_unit(&self.core.judge.board, pairs[k, 0], pairs[k, 1]):
                raise ValueError(f"the cells of pair {k}, ({pairs[k, 0]}, {pairs[k, 1]}), share no unit")

    def __dealloc__(self):
        generation_free(&self.core)

    @property
    def at_try(self):
        return self.core.at_try

    @property
    def near_by(self):
        return self.core.near_by

    @property
    def near_try(self):
        return self.core.near_try

    @property
    def is_minimal(self):
        return self.core.is_minimal

    def verdict(self, bint nearest=False):
        """Return the rating of the puzzle, or of the nearest miss.

        Returns
        -------
        tuple of int
            Whether the rules solve the puzzle; the hardest rule or -1; ten times its score; the number of rounds in
            which a rule harder than inequalities acted; ten times the sum of their scores; the time in tenths of a
            minute.
        """
        cdef Verdict verdict = self.core.near if nearest else self.core.verdict
        return verdict.top != OPEN_TOP, verdict.hardest, verdict.score, verdict.steps, verdict.total, verdict.time

    def reset(
        self, const int32_t[::1] rules not None, const int32_t[::1] all_rules not None, *, int32_t longest=0,
        bint is_plain=False, int32_t least_top=0, int32_t most_top=OPEN_TOP, bint is_proved=False,
        int32_t technique=-1, numbers=(0, 1 << 30), pairs=(0, 1 << 30), int32_t order=0, double share=1.0,
        int64_t first_try=0, int64_t stride=1, int64_t most_tries=1, uint64_t seed=0,
        int64_t least_time=0, int64_t most_time=FOREVER,
    ):
        """Begin another puzzle.

        Parameters
        ----------
        rules, all_rules : (RULES,) int32
            Ten times the score of each rule that shows clues to be redundant, and of each rule that judges the puzzle;
            0 for an excluded rule.
        longest : int
            Largest length of a braid that may be needed, 0 for any.
        is_plain : bool
            Whether chains ignore inequalities.
        least_top, most_top : int
            Smallest and largest ten times the score of the hardest rule; OPEN means that the rules do not finish the
            puzzle.
        is_proved : bool
            Whether a search decides about the clues that the rules cannot do without. The rules then need not solve
            the puzzle.
        technique : int
            A rule that the puzzle needs: the other rules up to `most_top` do not solve it. -1 for none.
        numbers, pairs : (int, int)
            Smallest and largest numbers of these clues.
        order : int
            The order of removal; see ORDERS.
        share : float
            Share of the redundant clues that is removed, 0 to 1.
        first_try, stride, most_tries : int
            The tries ``range(first_try, most_tries, stride)`` are made, each with another square. A try depends only
            on its number and the seed.
        seed : int
            0 to 2**64 - 1.
        least_time, most_time : int
            Smallest and largest tenths of a minute that people need. ENDLESS means that the rules do not finish the
            puzzle.

        Raises
        ------
        ValueError
            If a number is out of range.
        RuntimeError
            If the generator is running in another thread.
        MemoryError
            If there is not enough memory.
        """
        cdef Wish wish
        cdef int32_t k
        enter(&self.guard, "this generator is running")
        try:
            for name, scores in (("rules", rules), ("all_rules", all_rules)):
                if len(scores) != N_RULES:
                    raise ValueError(f"{name} must have {N_RULES} scores, got {len(scores)}")
            for k in range(N_RULES):
                if not (0 <= rules[k] <= 1000 and 0 <= all_rules[k] <= 1000):
                    raise ValueError(f"scores must be 0 to 1000, got {rules[k]} and {all_rules[k]} for rule {k}")
                wish.rules[k], wish.all_rules[k] = rules[k], all_rules[k]
            wish.least_time, wish.most_time = least_time, most_time
            if longest < 0 or not -1 <= technique < N_RULES or not 0 <= order <= INEQUALITIES_FIRST:
                raise ValueError(f"out of range: longest {longest}, technique {technique} or order {order}")
            if 0 <= technique < BOUND:
                raise ValueError("a puzzle cannot need one kind of single, because singles always act together")
            if not 0 <= share <= 1:
                raise ValueError(f"the share must be 0 to 1, got {share}")
            if not (0 <= first_try < most_tries and stride >= 1):
                raise ValueError(f"there is no try: first_try {first_try}, most_tries {most_tries}, stride {stride}")
            wish.longest, wish.is_plain, wish.is_proved, wish.technique = longest, is_plain, is_proved, technique
            wish.least_top, wish.most_top = least_top, most_top
            wish.least_numbers, wish.most_numbers = numbers
            wish.least_pairs, wish.most_pairs = pairs
            wish.order, wish.share, wish.most_tries = <Order> order, share, most_tries
            wish.first_try, wish.stride = first_try, stride
            if self.core.has_relations and wish.most_pairs:
                raise ValueError("pairs with relations have no inequalities")
            if not generation_reset(&self.core, &wish, seed):
                raise MemoryError("there is not enough memory for stripping")
        finally:
            guard_drop(&self.guard)

    def run(self, int64_t budget):
        """Continue to make the puzzle.

        Parameters
        ----------
        budget : int
            Work to do before pausing, counted in dropped candidates and visited cells; at least 1. A million
            takes about 10 ms.

        Returns
        -------
        int
            PUZZLE_MADE, TRIES_FAILED, or PAUSED if the budget is used up.

        Raises
        ------
        ValueError
            If the budget is below 1, or there is nothing to make.
        RuntimeError
            If the generator is running in another thread.
        MemoryError
            If there is not enough memory.
        """
        cdef Stage stage
        if budget < 1:
            raise ValueError(f"the budget must be at least 1, got {budget}")
        enter(&self.guard, "this generator is running")
        try:
            if self.core.stage == UNSET:
                raise ValueError("there is nothing to make: call reset first")
            with nogil:
                stage = generation_run(&self.core, budget)
            if stage == NO_ROOM:
                raise MemoryError("there is not enough memory for a puzzle")
            return stage if stage == MADE or stage == GAVE_UP else UNSET
        finally:
            guard_drop(&self.guard)

    def read(
        self, uint8_t[::1] clues not None, uint8_t[::1] solution not None, int32_t[:, ::1] chosen not None,
        bint nearest=False,
    ):
        """Write the puzzle, or the nearest miss, into arrays.

        Parameters
        ----------
        clues, solution : (n_cells,) uint8
            Receive the numbers of the puzzle, 0 for none, and of the solution.
        chosen : (n_pairs, 2) int32
            Receives the inequalities in the order of the pairs, each with the smaller cell first.
        nearest : bool
            Whether to read the nearest miss.

        Returns
        -------
        int
            The number of inequalities.

        Raises
        ------
        ValueError
            If a shape is wrong, or there is no such puzzle.
        RuntimeError
            If the generator is running in another thread.
        """
        cdef GenerationCore *g = &self.core
        cdef const uint8_t *value = g.near_value if nearest else g.value
        cdef const uint8_t *is_in = g.near_in if nearest else g.is_in
        cdef int32_t cell, k, first, second, n = 0
        enter(&self.guard, "this generator is running")
        try:
            if clues.shape[0] != g.n_cells or solution.shape[0] != g.n_cells:
                raise ValueError(f"clues and solution must have {g.n_cells} entries")
            if chosen.shape[0] != g.n_pairs or chosen.shape[1] != 2:
                raise ValueError(f"chosen must have shape ({g.n_pairs}, 2)")
            if g.near_by < 0 if nearest else g.stage != MADE:
                raise ValueError("there is no puzzle to read")
            for cell in range(g.n_cells):
                solution[cell] = value[cell] + 1
                clues[cell] = value[cell] + 1 if g.group_of[cell] >= 0 and is_in[g.group_of[cell]] else 0
            for k in range(g.n_pairs):
                if is_in[g.n_groups + k]:
                    first, second = g.pair[2 * k], g.pair[2 * k + 1]
                    chosen[n, 0] = first if value[first] < value[second] else second
                    chosen[n, 1] = second if value[first] < value[second] else first
                    n += 1
            return n
        finally:
            guard_drop(&self.guard)


cdef int32_t check_items(
    Py_ssize_t n_cells, const int32_t[::1] groups, const int32_t[:, ::1] pairs,
) except -1:
    # Raise ValueError if an item is wrong. Return the number of groups.
    cdef Py_ssize_t k
    cdef int32_t n_groups = 0
    seen = bytearray(n_cells)
    cdef uint8_t[::1] is_seen = seen
    if groups.shape[0] != n_cells or pairs.shape[1] != 2:
        raise ValueError(f"groups must have {n_cells} entries, and pairs two columns")
    for k in range(n_cells):
        if not -1 <= groups[k] < n_cells:
            raise ValueError(f"the group of cell {k} must be -1 to {n_cells - 1}, got {groups[k]}")
        n_groups = max(n_groups, groups[k] + 1)
        if groups[k] >= 0:
            is_seen[groups[k]] = 1
    if sum(seen) != n_groups:
        raise ValueError("some group has no cell")
    for k in range(pairs.shape[0]):
        if not (0 <= pairs[k, 0] < n_cells and 0 <= pairs[k, 1] < n_cells) or pairs[k, 0] == pairs[k, 1]:
            raise ValueError(f"pair {k}, ({pairs[k, 0]}, {pairs[k, 1]}), needs two cells of 0 to {n_cells - 1}")
    return n_groups
