# The numbers that decide how the lanes work. Brackets name a page of docs/notebook and its section where a number was
# measured, by itself or together with others. A trial sets them from outside: see CONTRIBUTING.md.

cdef enum:
    # Passes after which a puzzle is handed over to the engines for all models where it would have to be split again.
    PATIENCE_8 = 60000       # n <= 8 [not measured]
    PATIENCE_10 = 60000       # n <= 10 [not measured]
    PATIENCE_16 = 60000       # n <= 16 [not measured]
