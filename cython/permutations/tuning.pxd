# The numbers that decide how permutations are counted. Brackets name a page of docs/notebook and its section where a
# number was measured, by itself or together with others. A trial sets them from outside: see CONTRIBUTING.md.

cdef enum:
    LEAST_SLOTS = 16        # of a table [not measured]
    STEP_COST = 32          # time of a step, in factors of a product of Ryser's formula [not measured]
    STORING = 64            # what is charged for adding or moving a state, where a position tried is 1 [not measured]
