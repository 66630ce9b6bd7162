# The numbers that decide how puzzles are made, and so which puzzle a seed makes. Brackets name a page of
# docs/notebook and its section where a number was measured, by itself or together with others. A trial sets them from
# outside: see CONTRIBUTING.md.

cdef enum:
    # Squares.
    VISITS = 16             # proper squares of the walk that are visited at a time [not measured]
    MOST_FILLING = 80       # slices after which the search for a square is given up [not measured]
    MOST_COUNTED = 10       # greatest n of squares for which the search looks before the dearer rules do
                            # [generation.md: Grids without numbers (2026-11-22)]
    MOST_COUNTING = 2000    # slices after which it is given up to find another square with the same inequalities
                            # [not measured]
    MOST_SWITCHES = 4000    # switches of cycles after which another square is tried [not measured]
    # Assembling.
    LOOK_EVERY = 8          # clues that are added before the dearer rules act again
                            # [generation.md: Tried for 5 x 5, 7 x 7 and recursive 9 x 9 (2026-11-23)]
    MOST_SEEN = 900         # open cells that are looked at for the next clue [not measured]
    # Stripping.
    THINNINGS = 2           # times that inequalities go at once which the rules have not used
                            # [generation.md: Inequalities that are not used (2026-11-22)]
    LEAST_THINNED = 32      # fewer of them are tried one by one [not measured]
    SHARE_SHAKEN = 4        # one group comes back for so many of a puzzle that is too easy
                            # [generation.md: Moderate Sudoku (2026-11-23)]
    MOST_SHAKES = 30        # times that groups come back, after which another square is tried [not measured]
    # Questions to the search. It always works in slices of one size, so that what it gives up does not depend on the
    # caller's budget.
    SLICE = 50000           # work of a slice [not measured]
    SLICE_NODES = 200       # nodes of a slice of the search by planes [not measured]
    MOST_SLICES = 40        # after so many a clue is kept, because nobody knows whether it is needed [not measured]
    MOST_GIVEN_UP = 8       # after so many such clues all others are kept, because questions only become harder
                            # [not measured]
    WEIGHT = 4              # of a cell or a line before its first failure, so that single failures decide nothing
                            # [generation.md: Shorter proofs (2026-11-23)]
    # What is charged for work.
    BAND_WORK = 100         # a closure in words of a band [not measured]
    PLANE_WORK = 8          # a value, each time that planes are closed [not measured]
