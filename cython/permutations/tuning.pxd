# The numbers that decide how permutations are counted. Brackets name a page of docs/notebook and the section in which a
# number was measured, alone or together with others. A trial overrides them: see cython/README.md.

cdef enum:
    LEAST_SLOTS = 16        # smallest number of slots of a table [not measured]
    STEP_COST = 32          # time of a step, in factors of a product of Ryser's formula [not measured]
    STORING = 64            # charge for adding or moving a state; trying a position costs 1 [not measured]
