# Constants of the generator, which determine the puzzle of each seed. Brackets name the page of docs/notebook and the
# section in which a constant was measured, alone or with others. Trials override them: see cython/README.md.

cdef enum:
    # Squares.
    VISITS = 16             # proper squares that the walk visits at a time [not measured]
    MOST_FILLING = 80       # slices after which the search for a square is given up [not measured]
    MOST_COUNTED = 10       # largest n for which the search comes before the harder rules
                            # [generation.md: Grids without numbers (2026-11-22)]
    MOST_COUNTING = 2000    # slices after which counting is given up and another square is tried
                            # [not measured]
    MOST_SWITCHES = 4000    # cycle switches after which another square is tried [not measured]
    # Assembling.
    LOOK_EVERY = 8          # clues that are added before the harder rules act again
                            # [generation.md: Tried for 5 x 5, 7 x 7 and recursive 9 x 9 (2026-11-23)]
    MOST_SEEN = 900         # open cells that are compared for the next clue [not measured]
    # Stripping.
    THINNINGS = 2           # times that unused inequalities are removed at once
                            # [generation.md: Inequalities that are not used (2026-11-22)]
    LEAST_THINNED = 32      # fewer inequalities are tried one by one [not measured]
    SHARE_SHAKEN = 4        # a shake adds one group for this many groups of the puzzle
                            # [generation.md: Moderate Sudoku (2026-11-23)]
    MOST_SHAKES = 30        # shakes after which another square is tried [not measured]
    # Questions to the search. Its slices have a fixed size, so the caller's budget does not determine which questions
    # are given up.
    SLICE = 50000           # work of a slice [not measured]
    SLICE_NODES = 200       # nodes of a slice of the search by planes [not measured]
    MOST_SLICES = 40        # slices after which a clue is kept without an answer [not measured]
    MOST_GIVEN_UP = 8       # unanswered questions after which all other clues are kept, because later questions are
                            # harder [not measured]
    WEIGHT = 4              # initial weight of a cell or a line, which keeps single failures from deciding
                            # [generation.md: Shorter proofs (2026-11-23)]
    # Charges for work.
    BAND_WORK = 100         # a closure in words of a band [not measured]
    PLANE_WORK = 8          # a value in each closure of planes [not measured]
