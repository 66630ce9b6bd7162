# Constants of the learner. Brackets name the page of docs/notebook and the section in which a constant was measured,
# alone or with others. Trials override them: see cython/README.md.

cdef enum:
    # Clauses.
    KEPT_GLUE = 2           # largest glue with which clauses are kept for good [not measured]
    USEFUL_GLUE = 6         # largest glue with which a used clause survives two reductions instead of one
                            # [not measured]
    FIRST_REDUCE = 300      # conflicts before the first reduction; later intervals grow with the root of their number
                            # [learner.md: By activity] [learner.md: The order of propagation]
                            # [large.md: Activity on very large grids]
    MOST_SHARED = 16        # most literals of a shared clause [learner.md: Shared clauses]
    # Filtering of whole units in the learner by activity.
    FILTERED_OPEN = 75      # units are filtered if the root leaves at least this percentage of the cells open
                            # [learner.md: Whole lines]
    FILTERED_DEPTH = 16     # largest number of decisions at which they are filtered [learner.md: Whole lines]
    # Probing.
    PROBED_SHARE = 2        # probing takes at most 1 / PROBED_SHARE of all work
                            # [learner.md: Probing]
    PROBED_GROWTH = 4       # factor between the conflicts at the end of a pass and at the start of the next
                            # [learner.md: Probing]
    # Decisions and restarts.
    FIRST_RESTART = 2048    # conflicts that reluctant doubling multiplies
                            # [learner.md: By activity] [learner.md: Restarts, phases and vivification]
    BLOCK = 256             # groups that are compared together [learner.md: Memory]
    # The rest of an activity after each conflict, in thousandths.
    DECAY = 950             # by activity, and by size below MANY_VALUES values
                            # [learner.md: By activity] [large.md: Activity on very large grids]
    MANY_VALUES = 128       # fewest values for SLOW_DECAY, by size [large.md: Activity on very large grids]
    SLOW_DECAY = 990        # [large.md: Activity on very large grids]
    MOST_VALUES = 192       # fewest values for SLOWEST_DECAY, by size
                            # [large.md: Activity on very large grids]
    SLOWEST_DECAY = 999     # [large.md: Activity on very large grids] [large.md: n = 255]
    # Charges for work, and work between pauses.
    FILLING = 1 << 18       # members that are filled in before a pause, about 10 ms [not measured]
    FILTERED_SHIFT = 5      # filtering a unit of m open cells is charged as m * m / 2 ** FILTERED_SHIFT clauses
                            # [not measured]
    RELATED_SHIFT = 3       # 2 ** RELATED_SHIFT units of work on relations are charged as one clause [not measured]
    SOLUTION_SHIFT = 9      # a solution is charged as one unit of work for 2 ** 9 candidates [not measured]
