# Limits of the work of the player's module. Brackets name the page of docs/notebook and the section in which a constant
# was measured. Trials override them: see cython/README.md.

cdef enum:
    SLICE = 1000000         # work of the rules and of the generator between two pauses, about 10 ms
                            # [player.md: Times]
    MOST_SLICES = 1000      # slices after which rules are given up, as in Python [not measured]
    MOST_SEARCHING = 200    # slices after which a search is given up, some seconds [player.md: Times]
