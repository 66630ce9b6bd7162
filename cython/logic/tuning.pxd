# The numbers that decide how the rules work. Brackets name a page of docs/notebook and its section where a number was
# measured, by itself or together with others. A trial sets them from outside: see CONTRIBUTING.md.

cdef enum:
    FIRST_CAP = 4           # length that braids may have at first; most needed ones are no longer
                            # [logic.md: What was tried and dropped]
    ORDER_CELLS = 16        # most open cells of a line whose ordered sets are looked at, 6 or more [not measured]
    SHORT_ROUNDS = 2        # most rounds of a short braid in a line [logic.md: Ordered sets]
    MOST_LEFT_OUT = 20000   # steps that are found and left out, before everything is told
                            # [logic.md: The way to the next number]
    EASY = 18               # ten times the greatest score of the rules that say how far a number leads [not measured]
    MOST_TRIED = 100        # cells of which it is seen how far their numbers lead [not measured]
