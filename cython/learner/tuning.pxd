# The numbers that decide how the learner works. Brackets name a page of docs/notebook and its section where a number
# was measured, by itself or together with others. A trial sets them from outside: see CONTRIBUTING.md.

cdef enum:
    # Clauses.
    KEPT_GLUE = 2           # greatest glue with which clauses are kept for good [not measured]
    USEFUL_GLUE = 6         # greatest glue with which a use keeps them for two reductions instead of one
                            # [not measured]
    FIRST_REDUCE = 300      # conflicts before the first reduction; later intervals grow with the root of their number
                            # [learner.md: By activity] [learner.md: The order of propagation]
                            # [large.md: Activity on very large grids]
    MOST_SHARED = 16        # most literals of a clause that is shared [learner.md: Shared clauses]
    # Filtering of whole units, by activity.
    FILTERED_OPEN = 75      # per cent of the cells that the root leaves open, from which on units are filtered
                            # [learner.md: Whole lines]
    FILTERED_DEPTH = 16     # most decisions up to which they are [learner.md: Whole lines]
    # Probing.
    PROBED_SHARE = 2        # probing takes half of all work, or another fraction with this denominator
                            # [learner.md: Probing]
    PROBED_GROWTH = 4       # conflicts before a new pass, by those at the end of the last one [learner.md: Probing]
    # Decisions and restarts.
    FIRST_RESTART = 2048    # conflicts that reluctant doubling multiplies
                            # [learner.md: By activity] [learner.md: Restarts, phases and vivification]
    BLOCK = 256             # groups that are looked at together [learner.md: Memory]
    # How many thousandths of an activity are left after each conflict.
    DECAY = 950             # by activity, and by size below MANY_VALUES values
                            # [learner.md: By activity] [large.md: Activity on very large grids]
    MANY_VALUES = 128       # values from which on SLOW_DECAY is used by size [large.md: Activity on very large grids]
    SLOW_DECAY = 990        # [large.md: Activity on very large grids]
    MOST_VALUES = 192       # values from which on SLOWEST_DECAY is used by size
                            # [large.md: Activity on very large grids]
    SLOWEST_DECAY = 999     # [large.md: Activity on very large grids] [large.md: n = 255]
    # What is charged for work, and how much is done at once.
    FILLING = 1 << 18       # members that are filled in before a pause, which takes about 10 ms [not measured]
    FILTERED_SHIFT = 5      # open cells squared of a unit that is filtered which are charged as one clause, as a power
                            # of 2 [not measured]
    RELATED_SHIFT = 3       # work on relations that is charged as one clause, as a power of 2 [not measured]
    SOLUTION_SHIFT = 9      # a solution is charged as one unit of work for 2 ** 9 candidates [not measured]
