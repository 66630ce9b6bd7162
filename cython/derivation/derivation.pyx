"""The steps of a learner's trace that the last step needs, and their lines in a proof.

The words of a trace are described in learner/trace.pxd. A *node* is a step, or a rule that antecedents name: a reason
that is not a clause, with the literal that it implies. Rules are numbered in the order in which lines first name them.
There are a hundred times fewer rules than antecedents, so Python describes each rule, and this module does the rest.

Most steps are lines of their own. A literal that unit propagation implies, and that a single line needs, is a *member*
of that line: its antecedents are named there before the constraint that needs it.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from common.arena cimport ANY_SIZE, Arena, arena_free, arena_pass, arena_place
from common.digits cimport put_number
from common.guard cimport enter, guard_drop, guard_t
from learner.core cimport (
    BECAUSE_CLAUSE, BECAUSE_GIVEN, BECAUSE_UNIT, DATA, HALL_HEADER, HALL_SET, KIND, NO_LITERAL, STEP_HEADER,
)

cdef enum:
    NOBODY = -1                 # in place of a line: no step needs this step
    SEVERAL = -2                # in place of a line: several lines need this step
    FIRST_SLOTS = 1 << 12       # initial size of the table of rules, a power of 2
    DIGITS = 20                 # most characters of a number and the blank after it
    LITERAL_BYTES = 5           # most bytes of a literal in binary DRAT, which has up to 33 bits
    LONGEST_LINE = 32           # characters of a line in addition to its terms and numbers

cdef struct Rule:
    uint64_t name               # reason << 32 | literal
    int32_t first               # the first line that needs it
    int32_t last                # the last line that needs it


@cython.final
cdef class Steps:
    """The steps of a trace.

    Parameters
    ----------
    data : (words,) uint32
        The trace.
    terms : list of bytes
        The text of each literal in a line, empty if no line may contain it.
    is_clausal : bool
        Whether the learner was clausal. Literals that hold at the root then have no lines, because unit propagation
        finds them, and every other needed step has a line of its own.

    Attributes
    ----------
    n_steps : int
        Number of all steps.

    Raises
    ------
    ValueError
        If the data are not a trace, because they are truncated or name an unknown step or literal.
    MemoryError
        If memory runs out. The steps take 4 bytes per antecedent, and some more bytes for each step and rule.
    """

    cdef guard_t guard
    cdef const uint32_t[::1] words
    cdef bint is_clausal
    cdef readonly int32_t n_steps
    cdef int64_t n_literals         # number of possible literals
    cdef Arena memory               # the arrays up to term_at
    cdef int64_t *literals_at       # (n_steps,)            first literal of the step in the words
    cdef int32_t *n_in_clause       # (n_steps,)            number of its literals
    cdef int64_t *first_antecedent  # (n_steps + 1,)        first of its antecedents in node
    cdef int32_t *node              # (antecedents,)        its step, or n_steps plus the number of its rule
    cdef uint8_t *is_needed         # (n_steps,)
    cdef int32_t *line_of           # (n_steps,)            the step whose line contains this step
    cdef int32_t *first_member      # (n_steps,)            the first step in the line of this step, or -1
    cdef int32_t *next_member       # (n_steps,)            the next step in the same line, or -1
    cdef int32_t *last_use          # (n_steps,)            the last line that needs this step, or 0
    cdef int32_t *term_at           # (n_literals + 1,)     start of each term
    cdef int32_t n_rules
    cdef int32_t rule_capacity
    cdef Rule *rule                 # (rule_capacity,)
    cdef int32_t *slot              # (n_slots,)            rules by a hash of their names, or -1
    cdef int64_t n_slots
    cdef int64_t *number            # (n_steps + n_rules,)  number of the constraint of a node, or 0
    cdef int32_t *stamp             # (n_stamps,)           the last line that has named the constraint of this number
    cdef int64_t n_stamps
    cdef int32_t n_lines            # lines written so far
    cdef bytes blob                 # the terms, one after the other
    cdef char *line
    cdef int64_t line_capacity

    def __cinit__(self, const uint32_t[::1] data not None, list terms not None, bint is_clausal):
        cdef int64_t k, at = 0, n_antecedents
        cdef Arena *a = &self.memory
        self.words = data
        self.is_clausal = is_clausal
        self.n_literals = len(terms)
        self.blob = b"".join(terms)
        n_antecedents = self.count()
        while arena_pass(a, ANY_SIZE):
            arena_place(a, self.literals_at, self.n_steps)
            arena_place(a, self.n_in_clause, self.n_steps)
            arena_place(a, self.first_antecedent, self.n_steps + 1)
            arena_place(a, self.node, n_antecedents)
            arena_place(a, self.is_needed, self.n_steps)
            arena_place(a, self.line_of, self.n_steps)
            arena_place(a, self.first_member, self.n_steps)
            arena_place(a, self.next_member, self.n_steps)
            arena_place(a, self.last_use, self.n_steps)
            arena_place(a, self.term_at, self.n_literals + 1)
        if a.base == NULL or not self.grow_slots(FIRST_SLOTS):
            raise MemoryError("the steps of a trace do not fit into memory")
        for k in range(self.n_literals):
            self.term_at[k] = at
            at += len(terms[k])
        self.term_at[self.n_literals] = at
        self.read()
        with nogil:
            self.trim()
        if not self.number_rules():
            raise MemoryError("the rules of a trace do not fit into memory")
        self.number = <int64_t *> calloc(self.n_steps + self.n_rules + 1, sizeof(int64_t))
        if self.number == NULL:
            raise MemoryError("the numbers of a proof do not fit into memory")

    def __dealloc__(self):
        arena_free(&self.memory)
        free(self.rule)
        free(self.slot)
        free(self.number)
        free(self.stamp)
        free(self.line)

    # Reading ----------------------------------------------------------------------------------------------------------

    cdef int64_t after(self, int64_t at) except -1:
        # Return the end of the step or Hall set that begins at a word.
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
        # Store the place and the antecedents of each step. A literal implied at level 0 has its own step.
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
                    if reason & KIND == <uint32_t> BECAUSE_CLAUSE:
                        self.node[n_nodes] = reason & DATA
                        if self.node[n_nodes] >= step:
                            raise ValueError(f"word {k} of the trace names step {reason & DATA} before it is there")
                    elif reason & KIND == BECAUSE_GIVEN and literal != NO_LITERAL:
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
        # Mark the steps that the last step needs, going backwards. Find the line of each step, and the last line that
        # needs the step.
        cdef int32_t step, line
        for step in range(self.n_steps):
            self.line_of[step] = NOBODY
            self.first_member[step] = -1
        if self.n_steps:
            self.is_needed[self.n_steps - 1] = 1
        for step in range(self.n_steps - 1, -1, -1):
            if not self.is_needed[step]:
                continue
            # All steps that need this step have already been visited. Therefore, if a line is recorded here, no other
            # line needs this step.
            line = self.line_of[step]
            if self.is_clausal and self.is_settled(step):
                self.need_antecedents(step, self.last_use[step])
                continue
            if line < 0 or self.is_clausal or not self.is_propagated(step):
                line = self.line_of[step] = step
            self.next_member[step] = self.first_member[line]
            self.first_member[line] = step
            self.need_antecedents(step, line)

    cdef void need_antecedents(self, int32_t step, int32_t line) noexcept nogil:
        # Mark the antecedents of a step as needed by this line.
        cdef int64_t k
        cdef int32_t node
        for k in range(self.first_antecedent[step], self.first_antecedent[step + 1]):
            node = self.node[k]
            if node >= 0:
                self.is_needed[node] = 1
                self.last_use[node] = max(self.last_use[node], line)
                self.line_of[node] = line if self.line_of[node] in (NOBODY, line) else SEVERAL

    cdef bint is_settled(self, int32_t step) noexcept nogil:
        # Return whether a step of a clausal learner is a literal that was implied at the root. The first antecedent of
        # a learned literal is the conflict: a rule, or a clause that implies no literal.
        cdef int64_t first = self.first_antecedent[step]
        if self.n_in_clause[step] != 1:
            return False
        return first == self.first_antecedent[step + 1] or (
            self.node[first] >= 0 and self.words[self.literals_at[step] + 2] != NO_LITERAL
        )

    cdef bint is_propagated(self, int32_t step) noexcept nogil:
        # Return whether unit propagation implies the clause without assuming its negation. This holds if the clause is
        # one literal and all its antecedents, except at most one, are single literals.
        cdef int64_t k
        cdef int32_t n_others = 0
        if self.n_in_clause[step] != 1:
            return False
        for k in range(self.first_antecedent[step], self.first_antecedent[step + 1]):
            n_others += self.node[k] < 0 or self.n_in_clause[self.node[k]] != 1
        return n_others < 2

    # Rules ------------------------------------------------------------------------------------------------------------

    cdef bint grow_slots(self, int64_t n_slots) noexcept nogil:
        # Rebuild the table of rules with n_slots slots. Return False if memory runs out.
        cdef int32_t *slot = <int32_t *> malloc(n_slots * sizeof(int32_t))
        cdef int64_t k
        if slot == NULL:
            return False
        free(self.slot)
        self.slot = slot
        self.n_slots = n_slots
        memset(slot, 0xFF, n_slots * sizeof(int32_t))
        for k in range(self.n_rules):
            slot[self.slot_of(self.rule[k].name)] = k
        return True

    cdef int64_t slot_of(self, uint64_t name) noexcept nogil:
        # Return the slot of a rule, or the empty slot for it.
        cdef uint64_t k = (name * <uint64_t> 0x9E3779B97F4A7C15) >> 20 & <uint64_t> (self.n_slots - 1)
        while self.slot[k] >= 0 and self.rule[self.slot[k]].name != name:
            k = (k + 1) & <uint64_t> (self.n_slots - 1)
        return k

    cdef bint add_rule(self, uint64_t name, int32_t line) noexcept nogil:
        # Append a new rule that a line needs. Return False if memory runs out.
        cdef int32_t capacity
        cdef Rule *more
        if self.n_rules == self.rule_capacity:
            capacity = 2 * self.rule_capacity + 1024
            more = <Rule *> realloc(self.rule, capacity * sizeof(Rule))
            if more == NULL:
                return False
            self.rule = more
            self.rule_capacity = capacity
        self.rule[self.n_rules] = Rule(name, line, line)
        self.n_rules += 1
        return 2 * <int64_t> self.n_rules < self.n_slots or self.grow_slots(2 * self.n_slots)

    cdef bint number_rules(self) noexcept nogil:
        # Replace antecedents that are rules by their nodes, line by line. Return False if memory runs out.
        cdef int64_t k, at, slot
        cdef int32_t line, step, r
        cdef uint64_t name
        for line in range(self.n_steps):
            step = self.first_member[line]
            while step >= 0:
                at = self.literals_at[step] + self.n_in_clause[step]
                for k in range(self.first_antecedent[step], self.first_antecedent[step + 1]):
                    if self.node[k] < 0:
                        name = <uint64_t> self.words[at] << 32 | self.words[at + 1]
                        if self.words[at] & KIND == <uint32_t> BECAUSE_UNIT:
                            name |= <uint32_t> NO_LITERAL  # A Hall set is one rule, whichever literals it implies.
                        slot = self.slot_of(name)
                        r = self.slot[slot]
                        if r < 0:
                            r = self.n_rules
                            self.slot[slot] = r
                            if not self.add_rule(name, line):
                                return False
                        self.rule[r].last = line
                        self.node[k] = self.n_steps + r
                    at += 2
                step = self.next_member[step]
        return True

    # The Python interface ---------------------------------------------------------------------------------------------

    def lines(self):
        """Return the needed steps that have lines of their own, in order.

        Returns
        -------
        list of int
        """
        cdef int32_t step
        return [step for step in range(self.n_steps) if self.first_member[step] >= 0]

    def rules(self):
        """Return the rules.

        Returns
        -------
        list of (int, int, int, int)
            The reason of each rule, the literal that it implies unless it is a Hall set, and the first and last step
            whose lines need it.
        """
        cdef int32_t r
        return [
            (self.rule[r].name >> 32, self.rule[r].name & <uint32_t> NO_LITERAL, self.rule[r].first, self.rule[r].last)
            for r in range(self.n_rules)
        ]

    def hall_sets(self):
        """Return the Hall sets of the trace.

        Returns
        -------
        list of (int, list of int, list of int, list of int)
            The unit of each set, its cells, its values from 0 on, and its literals.
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
        """Return the last step whose line needs this step.

        Parameters
        ----------
        step : int

        Returns
        -------
        int
            0 if there is none.

        Raises
        ------
        ValueError
            If there is no such step.
        """
        self.check_step(step)
        return self.last_use[step]

    def set_rule(self, int32_t rule, int64_t number):
        """Store the number of the constraint of a rule.

        Parameters
        ----------
        rule : int
            The index of the rule in the list of rules.
        number : int
            From 1 to 2**31 - 1.

        Raises
        ------
        ValueError
            If there is no such rule, or the number is out of range.
        RuntimeError
            If another thread is asking for a line.
        MemoryError
            If memory for 4 bytes per constraint runs out.
        """
        enter(&self.guard, "this proof is being written")
        try:
            if not 0 <= rule < self.n_rules:
                raise ValueError(f"there are {self.n_rules} rules, and no rule {rule}")
            self.set_number(self.n_steps + rule, number)
        finally:
            guard_drop(&self.guard)

    def take_line(self, int32_t step, int64_t number, list before not None):
        """Return the line that derives the clause of a step, and store its number.

        Parameters
        ----------
        step : int
            A step that has its own line.
        number : int
            From 1 to 2**31 - 1.
        before : list of int
            Numbers of constraints to be named first.

        Returns
        -------
        str
            The clause, and the constraints from which it follows by unit propagation, each once, in order.

        Raises
        ------
        ValueError
            If there is no such step, if it has no line, if it needs a constraint without a number, or if a literal has
            no term.
        RuntimeError
            If another thread is asking for a line.
        MemoryError
            If the line does not fit into memory.
        """
        enter(&self.guard, "this proof is being written")
        try:
            self.check_step(step)
            if self.first_member[step] < 0:
                raise ValueError(f"step {step} has no line of its own")
            self.set_number(step, number)
            return self.line[:self.write(step, before)].decode("ascii")
        finally:
            guard_drop(&self.guard)

    def take_clause(self, int32_t step):
        """Return the clause of a step in the form of a binary DRAT proof.

        Parameters
        ----------
        step : int

        Returns
        -------
        bytes
            Each literal, with variables counted from 1, as twice the variable plus 1 if it is negated, in groups of
            seven bits, the lowest first. All bytes of a literal except the last have the upper bit set. A zero ends the
            clause.

        Raises
        ------
        ValueError
            If there is no such step.
        RuntimeError
            If another thread is asking for a line.
        MemoryError
            If the clause does not fit into memory.
        """
        cdef int64_t k
        cdef uint64_t number
        cdef char *at
        enter(&self.guard, "this proof is being written")
        try:
            self.check_step(step)
            self.reserve(1 + LITERAL_BYTES * <int64_t> self.n_in_clause[step])
            at = self.line
            for k in range(self.literals_at[step], self.literals_at[step] + self.n_in_clause[step]):
                number = <uint64_t> self.words[k] + 2
                while number >= 128:
                    at[0] = <char> (number & 127 | 128)
                    at += 1
                    number >>= 7
                at[0] = number
                at += 1
            at[0] = 0
            return self.line[:at + 1 - self.line]
        finally:
            guard_drop(&self.guard)

    cdef int check_step(self, int32_t step) except -1:
        if not 0 <= step < self.n_steps:
            raise ValueError(f"there are {self.n_steps} steps, and no step {step}")
        return 0

    cdef int set_number(self, int64_t node, int64_t number) except -1:
        # Set the number of a node, and make room for its stamp.
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

    cdef int reserve(self, int64_t need) except -1:
        # Make room for a line of that many characters.
        cdef void *more
        if need > self.line_capacity:
            more = realloc(self.line, 2 * need)
            if more == NULL:
                raise MemoryError("a line of a proof does not fit into memory")
            self.line = <char *> more
            self.line_capacity = 2 * need
        return 0

    cdef int64_t write(self, int32_t line, list before) except -1:
        # Write the line of a step, and return its length.
        cdef int64_t k, need = LONGEST_LINE + DIGITS * <int64_t> len(before)
        cdef const char *terms = self.blob
        cdef uint32_t literal
        cdef int32_t size, step = self.first_member[line]
        cdef char *at
        self.n_lines += 1
        while step >= 0:
            need += DIGITS * (self.first_antecedent[step + 1] - self.first_antecedent[step])
            step = self.next_member[step]
        for k in range(self.literals_at[line], self.literals_at[line] + self.n_in_clause[line]):
            size = self.term_at[self.words[k] + 1] - self.term_at[self.words[k]]
            if size == 0:
                raise ValueError(f"literal {self.words[k]} is not in the formula")
            need += size
        self.reserve(need)
        at = self.line
        memcpy(at, b"rup ", 4)
        at += 4
        for k in range(self.literals_at[line], self.literals_at[line] + self.n_in_clause[line]):
            literal = self.words[k]
            size = self.term_at[literal + 1] - self.term_at[literal]
            memcpy(at, terms + self.term_at[literal], size)
            at += size
        memcpy(at, b">= 1 : ", 7)
        at += 7
        for number in before:
            at = self.name(at, number)
        step = self.first_member[line]
        while step >= 0:
            # The antecedents are stored in reverse order: a trace begins at the end of the derivation.
            for k in range(self.first_antecedent[step + 1] - 1, self.first_antecedent[step] - 1, -1):
                if self.node[k] < 0 or self.line_of_node(self.node[k]) != line:
                    at = self.name(at, self.number[self.node[k]] if self.node[k] >= 0 else 0)
            step = self.next_member[step]
        memcpy(at, b";\n", 2)
        return at + 2 - self.line

    cdef int32_t line_of_node(self, int32_t node) noexcept nogil:
        # Return the line of a step, or NOBODY for a rule.
        return self.line_of[node] if node < self.n_steps else NOBODY

    cdef char *name(self, char *at, int64_t number) except NULL:
        # Write the number of a constraint unless the line has it already, and return the address after it.
        if not 0 < number < self.n_stamps:
            raise ValueError("a line needs a constraint that has no number yet")
        if self.stamp[number] != self.n_lines:
            self.stamp[number] = self.n_lines
            at = put_number(at, number)
            at[0] = c" "
            at += 1
        return at
