# The numbers that decide how much work the player's module does. Brackets name a page of docs/notebook and the section
# in which a number was measured. A trial overrides them: see cython/README.md.

cdef enum:
    SLICE = 1000000         # work of the rules and of the generator between two pauses, about 10 ms
                            # [player.md: Times]
    MOST_SLICES = 1000      # slices after which rules are given up, as in Python [not measured]
    MOST_SEARCHING = 200    # slices after which a search is given up, some seconds [player.md: Times]
