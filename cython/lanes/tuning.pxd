# The numbers that decide how the lanes work. Brackets name a page of docs/notebook and its section where a number was
# measured, by itself or together with others. A trial sets them from outside: see CONTRIBUTING.md.

cdef enum:
    BLAME = 5               # what a contradiction adds to the weight of the last choice; each cell with it gains 1
                            # [lanes.md: Splits]
    # Passes after which a puzzle is handed over to the engines for all models where it would have to be split again.
    PATIENCE_8 = 3000       # n <= 8 [lanes.md: Handing over]
    PATIENCE_10 = 5000      # n <= 10 [lanes.md: Handing over]
    PATIENCE_16 = 2000      # n <= 16 [lanes.md: Handing over]
