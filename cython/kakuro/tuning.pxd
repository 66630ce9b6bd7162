# The numbers that decide how the walk over grids of digits works. Brackets name a page of docs/notebook and its
# section where a number was measured, by itself or together with others. A trial sets them from outside: see
# CONTRIBUTING.md.

cdef enum:
    FILLINGS = 20           # times that digits are filled in before the walk is given up [not measured]
    KNOWN = 1 << 11         # filtered runs that are remembered, a power of 2
                            # [generation.md: Kakuro in 5 ms (2026-11-23)]
    MOST_NODES = 400        # nodes of a search, after which nobody knows which cells are loose [not measured]
