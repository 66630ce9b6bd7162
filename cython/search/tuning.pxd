# Constants of the search. Brackets name the page of docs/notebook and the section in which a constant was measured,
# alone or with others. Trials override them: see cython/README.md.

cdef enum:
    MAX_LAST = 24           # largest number of open cells that are enumerated cell by cell, up to 64
                            # [search.md: First solutions] [search.md: Enumeration]
    MANY = 300              # solutions after which last cells are enumerated value by value if possible
                            # [search.md: Enumeration]
    # The reach is the largest number of open cells that are enumerated value by value. The search adapts it.
    FIRST_REACH = 28        # the initial reach, up to 64 [not measured]
    MANY_PLACED = 100       # placements after which an enumeration shows whether the reach is good [not measured]
    FEW_PLACED = 24         # placements per solution up to which the reach grows; above 1.5 times as many it shrinks
                            # [search.md: Enumeration]
    STEP = 4                # cells by which it grows or shrinks [not measured]
    # Restarts.
    PATIENCE = 50           # backtracks before the first restart [siblings.md: Kakuro]
    PATIENCE_SHIFT = 4      # each restart makes the next interval longer by 1 / 2 ** 4 [siblings.md: Kakuro]
    # A probe ends when few open cells with few combinations of values are left, and counts the solutions in these
    # cells.
    MAX_PROBED = 16         # largest number of these cells [not measured]
    MAX_COMBINATIONS = 1 << 14  # largest number of these combinations [not measured]
