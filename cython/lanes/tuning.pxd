# Constants of the lanes. Brackets name the page of docs/notebook and the section in which a constant was measured,
# alone or with others. Trials override them: see cython/README.md.

cdef enum:
    BLAME = 5               # what a conflict adds to the weight of the last choice; each cell with it gains 1
                            # [lanes.md: Splits]
    # Passes after which a puzzle that must be split again is passed to the general engines.
    PATIENCE_8 = 10000      # n <= 8 [lanes.md: Handing over]
    PATIENCE_10 = 30000     # n <= 10 [lanes.md: Handing over]
    PATIENCE_16 = 2000      # n <= 16 [lanes.md: Handing over]
