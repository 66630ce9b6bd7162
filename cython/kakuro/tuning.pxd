# Constants of the walk over grids of digits. Brackets name the page of docs/notebook and the section in which a
# constant was measured, alone or with others. Trials override them: see cython/README.md.

cdef enum:
    FILLINGS = 20           # attempts to fill in digits before the walk is given up [not measured]
    KNOWN = 1 << 11         # filtered runs in the cache, a power of 2
                            # [generation.md: Kakuro in 5 ms (2026-11-23)]
    MOST_NODES = 400        # nodes of a search, after which all cells count as loose [not measured]
