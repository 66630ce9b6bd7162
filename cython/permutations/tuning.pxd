# Constants of counting permutations. Brackets name the page of docs/notebook and the section in which a constant was
# measured, alone or with others. Trials override them: see cython/README.md.

cdef enum:
    LEAST_SLOTS = 16        # smallest number of slots of a table [not measured]
    STEP_COST = 32          # time of a step, in factors of a product of Ryser's formula [not measured]
    STORING = 64            # charge for adding or moving a state; trying a position costs 1 [not measured]
