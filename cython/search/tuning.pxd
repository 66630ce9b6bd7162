# The numbers that decide how the search works. Brackets name a page of docs/notebook and its section where a number
# was measured, by itself or together with others. A trial sets them from outside: see CONTRIBUTING.md.

cdef enum:
    MAX_LAST = 24           # greatest number of open cells that are enumerated cell by cell, up to 64
                            # [search.md: First solutions] [search.md: Enumeration]
    MANY = 300              # solutions from which on last cells are enumerated value by value where possible
                            # [search.md: Enumeration]
    # The reach is the greatest number of open cells that are enumerated value by value. It adapts itself.
    FIRST_REACH = 28        # the reach at first, up to 64 [not measured]
    MANY_PLACED = 100       # placements after which an enumeration shows whether the reach is good [not measured]
    FEW_PLACED = 24         # placements for each solution up to which it grows; above 1.5 times that it shrinks
                            # [search.md: Enumeration]
    STEP = 4                # cells by which it grows or shrinks [not measured]
    # Restarts.
    PATIENCE = 50           # backtracks before the first restart [siblings.md: Kakuro]
    PATIENCE_SHIFT = 4      # 1 / 2 ** 4 more backtracks before each further restart [siblings.md: Kakuro]
    # Probes. A probe ends, and counts the solutions that are left, with few open cells and combinations of their values.
    MAX_PROBED = 16         # greatest number of these cells [not measured]
    MAX_COMBINATIONS = 1 << 14  # greatest number of these combinations [not measured]
