# Constants of the rules. Brackets name the page of docs/notebook and the section in which a constant was measured,
# alone or with others. Trials override them: see cython/README.md.

cdef enum:
    FIRST_CAP = 4           # initial limit for the length of braids; most needed braids are no longer
                            # [logic.md: What was tried and dropped]
    ORDER_CELLS = 16        # most open cells of a line for ordered sets, 6 or more [not measured]
    SHORT_ROUNDS = 2        # most rounds of a short braid in a line [logic.md: Ordered sets]
    MOST_LEFT_OUT = 20000   # steps that are found and left out, after which every step is reported
                            # [logic.md: The way to the next number]
    EASY = 18               # ten times the largest score of the rules that test how far a number leads [not measured]
    MOST_TRIED = 100        # cells whose numbers are tested in this way [not measured]
