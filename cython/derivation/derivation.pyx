"""The steps of a learner's trace: which of them the last one needs, and their lines in a proof.

The words of a trace are described in learner/trace.pxd. A *node* is a step, or a rule that antecedents name: a reason that
is not a clause, with the literal that it makes hold. Rules are numbered in the order in which needed steps name them first,
and there are a hundred times fewer of them than antecedents, so Python says what each rule is, and the rest is done here.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from common.digits cimport put_number
from common.guard cimport enter, guard_drop, guard_t

cdef enum:
    CLAUSE_KIND = 5             # of a reason, in its upper three bits; see learner/core.pxd
    GIVEN_KIND = 0
    KIND_SHIFT = 29
    DATA = (1 << 29) - 1
    NO_LITERAL = 0xFFFFFFFF
    HALL_SET = 0xFFFFFFFF       # begins a Hall set, where a step has the number of its antecedents
    HALL_HEADER = 5
    STEP_HEADER = 2
    FIRST_SLOTS = 1 << 12       # of the table of rules, a power of 2
    DIGITS = 20                 # most characters of a number, with the blank behind it
    LONGEST_LINE = 32           # characters of a line besides its terms and numbers


@cython.final
cdef class Steps:
    """The steps of a trace.

    Parameters
    ----------
    data : (words,) uint32
        The trace.
    terms : list of bytes
        For each literal what a line says of it, empty if no line may.
    is_trimmed : bool
        Whether only steps count that the last one needs.

    Attributes
    ----------
    n_steps : int
        Number of all steps.

    Raises
    ------
    ValueError
        If this is not a trace: it ends early, or names a step or a literal that there is not.
    MemoryError
        If there is no memory for 4 bytes an antecedent, and some more for each step and rule.
    """

    cdef guard_t guard
    cdef const uint32_t[::1] words
    cdef readonly int32_t n_steps
    cdef int64_t n_literals         # how many there may be
    cdef int64_t *literals_at       # (n_steps,)            where the literals of the step begin in the words
    cdef int32_t *n_in_clause       # (n_steps,)            how many these are
    cdef int64_t *first_antecedent  # (n_steps + 1,)        where its antecedents begin in node
    cdef int32_t *node              # (antecedents,)        its step, or n_steps and the number of its rule
    cdef uint8_t *is_needed         # (n_steps,)
    cdef int32_t *last_use          # (n_steps,)            the last step that needs this one, or 0
    cdef int32_t n_rules
    cdef int32_t rule_capacity
    cdef uint64_t *rule             # (rule_capacity,)      reason << 32 | literal
    cdef int32_t *rule_first        # (rule_capacity,)      the first step that needs it
    cdef int32_t *rule_last         # (rule_capacity,)      the last one
    cdef int32_t *slot              # (n_slots,)            rules by a hash of them, or -1
    cdef int64_t n_slots
    cdef int64_t *number            # (n_steps + n_rules,)  number of the constraint of a node, or 0
    cdef int32_t *stamp             # (n_stamps,)           which line has named the constraint of this number last
    cdef int64_t n_stamps
    cdef int32_t n_lines            # that were asked for
    cdef bytes blob                 # the terms, one behind the other
    cdef int32_t *term_at           # (n_literals + 1,)     where each begins
    cdef char *line
    cdef int64_t line_capacity

    def __cinit__(self, const uint32_t[::1] data not None, list terms not None, bint is_trimmed):
        cdef int64_t k, at = 0, n_antecedents
        self.words = data
        self.n_literals = len(terms)
        self.blob = b"".join(terms)
        n_antecedents = self.count()
        self.literals_at = <int64_t *> malloc(max(self.n_steps, 1) * sizeof(int64_t))
        self.n_in_clause = <int32_t *> malloc(max(self.n_steps, 1) * sizeof(int32_t))
        self.first_antecedent = <int64_t *> malloc((self.n_steps + 1) * sizeof(int64_t))
        self.node = <int32_t *> malloc(max(n_antecedents, 1) * sizeof(int32_t))
        self.is_needed = <uint8_t *> malloc(max(self.n_steps, 1))
        self.last_use = <int32_t *> calloc(max(self.n_steps, 1), sizeof(int32_t))
        self.term_at = <int32_t *> malloc((self.n_literals + 1) * sizeof(int32_t))
        if not (
            self.literals_at and self.n_in_clause and self.first_antecedent and self.node and self.is_needed
            and self.last_use and self.term_at and self.grow_slots(FIRST_SLOTS)
        ):
            raise MemoryError("the steps of a trace do not fit into memory")
        for k in range(self.n_literals):
            self.term_at[k] = at
            at += len(terms[k])
        self.term_at[self.n_literals] = at
        self.read()
        memset(self.is_needed, not is_trimmed, self.n_steps)
        with nogil:
            self.trim()
        if not self.number_rules():
            raise MemoryError("the rules of a trace do not fit into memory")
        self.number = <int64_t *> calloc(self.n_steps + self.n_rules + 1, sizeof(int64_t))
        if self.number == NULL:
            raise MemoryError("the numbers of a proof do not fit into memory")

    def __dealloc__(self):
        free(self.literals_at)
        free(self.n_in_clause)
        free(self.first_antecedent)
        free(self.node)
        free(self.is_needed)
        free(self.last_use)
        free(self.rule)
        free(self.rule_first)
        free(self.rule_last)
        free(self.slot)
        free(self.number)
        free(self.stamp)
        free(self.term_at)
        free(self.line)

    # Reading -----------------------------------------------------------------------------------------------------------

    cdef int64_t after(self, int64_t at) except -1:
        # Return where what begins at a word ends.
        cdef int64_t n = len(self.words), end
        if self.words[at] == HALL_SET:
            end = at + HALL_HEADER
            if end <= n:
                end += <int64_t> self.words[at + 2] + self.words[at + 3] + self.words[at + 4]
        else:
            end = at + STEP_HEADER
            if end <= n:
                end += <int64_t> self.words[at + 1] + 2 * <int64_t> self.words[at]
        if end > n:
            raise ValueError(f"the trace ends within what begins at word {at}")
        return end

    cdef int64_t count(self) except -1:
        # Count the steps, and return the number of their antecedents.
        cdef int64_t at = 0, n_antecedents = 0, n_steps = 0
        while at < len(self.words):
            if self.words[at] != HALL_SET:
                n_steps += 1
                n_antecedents += self.words[at]
            at = self.after(at)
        if n_steps > DATA:
            raise ValueError("a trace has less than 2**29 steps")
        self.n_steps = n_steps
        return n_antecedents

    cdef int read(self) except -1:
        # Note where steps are, and which steps they name. A single literal that holds at level 0 has a step of its own.
        cdef int64_t at = 0, k, n_nodes = 0
        cdef int32_t step = 0
        cdef uint32_t reason, literal
        cdef int32_t *single = <int32_t *> malloc(max(self.n_literals, 1) * sizeof(int32_t))
        if single == NULL:
            raise MemoryError("the literals of a trace do not fit into memory")
        try:
            for k in range(self.n_literals):
                single[k] = -1
            while at < len(self.words):
                if self.words[at] == HALL_SET:
                    at = self.after(at)
                    continue
                self.first_antecedent[step] = n_nodes
                self.literals_at[step] = at + STEP_HEADER
                self.n_in_clause[step] = self.words[at + 1]
                for k in range(at + STEP_HEADER, at + STEP_HEADER + self.words[at + 1]):
                    if self.words[k] >= self.n_literals:
                        raise ValueError(f"word {k} of the trace is not a literal: {self.words[k]}")
                for k in range(at + STEP_HEADER + self.words[at + 1], self.after(at), 2):
                    reason, literal = self.words[k], self.words[k + 1]
                    if literal >= self.n_literals and literal != NO_LITERAL:
                        raise ValueError(f"word {k + 1} of the trace is not a literal: {literal}")
                    self.node[n_nodes] = -1
                    if reason >> KIND_SHIFT == CLAUSE_KIND:
                        self.node[n_nodes] = reason & DATA
                        if self.node[n_nodes] >= step:
                            raise ValueError(f"word {k} of the trace names step {reason & DATA} before it is there")
                    elif reason >> KIND_SHIFT == GIVEN_KIND and literal != NO_LITERAL:
                        self.node[n_nodes] = single[literal]
                        if single[literal] < 0:
                            raise ValueError(f"word {k + 1} of the trace names literal {literal} before it holds")
                    n_nodes += 1
                if self.words[at + 1] == 1:
                    single[self.words[at + STEP_HEADER]] = step
                at = self.after(at)
                step += 1
            self.first_antecedent[step] = n_nodes
        finally:
            free(single)
        return 0

    cdef void trim(self) noexcept nogil:
        # Mark what the last step needs, going backwards, and note the last step that needs each.
        cdef int64_t k
        cdef int32_t step
        if self.n_steps:
            self.is_needed[self.n_steps - 1] = 1
        for step in range(self.n_steps - 1, -1, -1):
            if self.is_needed[step]:
                for k in range(self.first_antecedent[step], self.first_antecedent[step + 1]):
                    if self.node[k] >= 0:
                        self.is_needed[self.node[k]] = 1
                        if not self.last_use[self.node[k]]:
                            self.last_use[self.node[k]] = step

    # Rules -------------------------------------------------------------------------------------------------------------

    cdef bint grow_slots(self, int64_t n_slots) noexcept nogil:
        # Make a table of so many slots, with the rules that there are; False if memory is out.
        cdef int32_t *slot = <int32_t *> malloc(n_slots * sizeof(int32_t))
        cdef int64_t k
        if slot == NULL:
            return False
        free(self.slot)
        self.slot = slot
        self.n_slots = n_slots
        memset(slot, 0xFF, n_slots * sizeof(int32_t))
        for k in range(self.n_rules):
            slot[self.slot_of(self.rule[k])] = k
        return True

    cdef int64_t slot_of(self, uint64_t rule) noexcept nogil:
        # The slot of a rule, or the empty one where it belongs.
        cdef uint64_t k = (rule * <uint64_t> 0x9E3779B97F4A7C15) >> 20 & <uint64_t> (self.n_slots - 1)
        while self.slot[k] >= 0 and self.rule[self.slot[k]] != rule:
            k = (k + 1) & <uint64_t> (self.n_slots - 1)
        return k

    cdef bint add_rule(self, uint64_t rule) noexcept nogil:
        # Append a rule that is not there; False if memory is out.
        cdef int32_t capacity
        cdef void *more
        if self.n_rules == self.rule_capacity:
            capacity = 2 * self.rule_capacity + 1024
            more = realloc(self.rule, capacity * sizeof(uint64_t))
            if more == NULL:
                return False
            self.rule = <uint64_t *> more
            more = realloc(self.rule_first, capacity * sizeof(int32_t))
            if more == NULL:
                return False
            self.rule_first = <int32_t *> more
            more = realloc(self.rule_last, capacity * sizeof(int32_t))
            if more == NULL:
                return False
            self.rule_last = <int32_t *> more
            self.rule_capacity = capacity
        self.rule[self.n_rules] = rule
        self.n_rules += 1
        return 2 * <int64_t> self.n_rules < self.n_slots or self.grow_slots(2 * self.n_slots)

    cdef bint number_rules(self) noexcept nogil:
        # Give the antecedents that are rules their nodes, in needed steps; False if memory is out.
        cdef int64_t k, at, slot
        cdef int32_t step, r
        cdef uint64_t rule
        for step in range(self.n_steps):
            if not self.is_needed[step]:
                continue
            at = self.literals_at[step] + self.n_in_clause[step]
            for k in range(self.first_antecedent[step], self.first_antecedent[step + 1]):
                if self.node[k] < 0:
                    rule = <uint64_t> self.words[at] << 32 | self.words[at + 1]
                    slot = self.slot_of(rule)
                    r = self.slot[slot]
                    if r < 0:
                        r = self.n_rules
                        self.slot[slot] = r
                        if not self.add_rule(rule):
                            return False
                        self.rule_first[r] = step
                    self.rule_last[r] = step
                    self.node[k] = self.n_steps + r
                at += 2
        return True

    # What Python asks ---------------------------------------------------------------------------------------------------

    def needed(self):
        """Return the steps that are needed, in their order.

        Returns
        -------
        list of int
        """
        cdef int32_t step
        return [step for step in range(self.n_steps) if self.is_needed[step]]

    def rules(self):
        """Return the rules.

        Returns
        -------
        list of (int, int, int, int)
            The reason of each, the literal that it makes hold, and the first and the last step that need it.
        """
        cdef int32_t r
        return [
            (self.rule[r] >> 32, self.rule[r] & NO_LITERAL, self.rule_first[r], self.rule_last[r])
            for r in range(self.n_rules)
        ]

    def hall_sets(self):
        """Return the Hall sets of the trace.

        Returns
        -------
        list of (int, list of int, list of int, list of int)
            The unit of each, its cells, its values from 0 on, and its literals.
        """
        cdef int64_t at = 0, start, size
        cdef int32_t part
        found = []
        while at < len(self.words):
            if self.words[at] == HALL_SET:
                parts = []
                start = at + HALL_HEADER
                for part in range(3):
                    size = self.words[at + 2 + part]
                    parts.append([self.words[start + k] for k in range(size)])
                    start += size
                found.append((self.words[at + 1], *parts))
            at = self.after(at)
        return found

    def last_need(self, int32_t step):
        """Return the last step that needs this one.

        Parameters
        ----------
        step : int

        Returns
        -------
        int
            0 if none does.

        Raises
        ------
        ValueError
            If there is no such step.
        """
        self.check_step(step)
        return self.last_use[step]

    def set_rule(self, int32_t rule, int64_t number):
        """Note the number of the constraint that a rule is.

        Parameters
        ----------
        rule : int
            Its place in the list of rules.
        number : int
            From 1 to 2**31 - 1.

        Raises
        ------
        ValueError
            If there is no such rule, or the number is out of range.
        RuntimeError
            If another thread asks for a line at the same time.
        MemoryError
            If there is no memory for 4 bytes a constraint.
        """
        enter(&self.guard, "this proof is being written")
        try:
            if not 0 <= rule < self.n_rules:
                raise ValueError(f"there are {self.n_rules} rules, and no rule {rule}")
            self.set_number(self.n_steps + rule, number)
        finally:
            guard_drop(&self.guard)

    def take_line(self, int32_t step, int64_t number):
        """Return the line that derives the clause of a step, and note its number.

        Parameters
        ----------
        step : int
        number : int
            From 1 to 2**31 - 1.

        Returns
        -------
        str
            The clause, and the constraints from which it follows by unit propagation, each once, in this order.

        Raises
        ------
        ValueError
            If there is no such step, if it needs something that has no number yet, or if a literal has no term.
        RuntimeError
            If another thread asks for a line at the same time.
        MemoryError
            If the line does not fit into memory.
        """
        enter(&self.guard, "this proof is being written")
        try:
            self.check_step(step)
            self.set_number(step, number)
            return self.line[:self.write(step)].decode("ascii")
        finally:
            guard_drop(&self.guard)

    cdef int check_step(self, int32_t step) except -1:
        if not 0 <= step < self.n_steps:
            raise ValueError(f"there are {self.n_steps} steps, and no step {step}")
        return 0

    cdef int set_number(self, int64_t node, int64_t number) except -1:
        # Note the number of a node, and make room for a stamp of it.
        cdef int64_t n_stamps
        cdef void *more
        if not 1 <= number < 1 << 31:
            raise ValueError(f"the number of a constraint is 1 to 2**31 - 1, got {number}")
        if number >= self.n_stamps:
            n_stamps = 2 * number + 1024
            more = realloc(self.stamp, n_stamps * sizeof(int32_t))
            if more == NULL:
                raise MemoryError("the numbers of a proof do not fit into memory")
            self.stamp = <int32_t *> more
            memset(self.stamp + self.n_stamps, 0, (n_stamps - self.n_stamps) * sizeof(int32_t))
            self.n_stamps = n_stamps
        self.number[node] = number
        return 0

    cdef int64_t write(self, int32_t step) except -1:
        # Write the line of a step, and return its length.
        cdef int64_t k, need = LONGEST_LINE, number
        cdef int64_t start = self.first_antecedent[step], end = self.first_antecedent[step + 1]
        cdef const char *terms = self.blob
        cdef uint32_t literal
        cdef int32_t size
        cdef char *at
        cdef void *more
        self.n_lines += 1
        need += DIGITS * (end - start)
        for k in range(self.literals_at[step], self.literals_at[step] + self.n_in_clause[step]):
            size = self.term_at[self.words[k] + 1] - self.term_at[self.words[k]]
            if size == 0:
                raise ValueError(f"literal {self.words[k]} is not in the formula")
            need += size
        if need > self.line_capacity:
            more = realloc(self.line, 2 * need)
            if more == NULL:
                raise MemoryError("a line of a proof does not fit into memory")
            self.line = <char *> more
            self.line_capacity = 2 * need
        at = self.line
        memcpy(at, b"rup ", 4)
        at += 4
        for k in range(self.literals_at[step], self.literals_at[step] + self.n_in_clause[step]):
            literal = self.words[k]
            size = self.term_at[literal + 1] - self.term_at[literal]
            memcpy(at, terms + self.term_at[literal], size)
            at += size
        memcpy(at, b">= 1 : ", 7)
        at += 7
        # The trace begins at the end of the derivation.
        for k in range(end - 1, start - 1, -1):
            if self.node[k] < 0 or self.number[self.node[k]] == 0:
                raise ValueError(f"step {step} needs a constraint that has no number yet")
            number = self.number[self.node[k]]
            if self.stamp[number] != self.n_lines:
                self.stamp[number] = self.n_lines
                at = put_number(at, number)
                at[0] = c" "
                at += 1
        memcpy(at, b";\n", 2)
        return at + 2 - self.line
