# Constants of counting states. Brackets name the page of docs/notebook and the section in which a constant was
# measured, alone or with others. Trials override them: see cython/README.md.

cdef enum:
    # Tables.
    PART_BITS = 7           # a large table has 2 ** 7 parts; a small table has only the first
                            # [states.md: Wide registers, and what else a step is made of]
    LARGE = 100             # states above which the next table has many parts [states.md: The choice of columns]
    MANY_ROWS = 12          # rows above which every table has many parts [not measured]
    DOUBLING = 4096         # slots up to which a part doubles; larger parts grow by half
                            # [states.md: Wide registers, and what else a step is made of]
    BATCH = 32              # states that are added to a part, or looked up, together
                            # [states.md: Wide registers, and what else a step is made of]
    WAYS = 64               # ways that are extended together [states.md: No dead ends, and states first]
    # Symmetric forms.
    WORTHWHILE = 64         # symmetries from which on forms pay [states.md: Symmetric forms]
    ROUNDS = 3              # rounds of a refinement [states.md: Wide registers, and what else a step is made of]
    MOST_MERGED = 11        # watched cells and numbers up to which states are merged [states.md: Merged states]
    # Estimates.
    FINE = 2                # bits of the fraction that distinguish sizes of states [not measured]
    # Charges for work. Trying a position costs 1.
    REFINING = 25           # one refinement of colours [states.md: Forms of many states at a time]
    PASSING = 8             # finding the slot of a successor [not measured]
    SORTING = 5             # sorting the lines of a merged state [states.md: Merged states]
    STORING = 4             # handling one more word of its key [not measured]
    MOVING = 4              # moving one slot of a part that grows [not measured]
    READING = 2             # reading one state for thinning [not measured]
