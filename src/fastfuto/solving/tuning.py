"""Tuning constants of solving: sizes, shares and thresholds.

Each comment describes a constant and names the page and heading of docs/notebook that measured it, if it was measured.
The constants are read at each use, as attributes of this module, so a trial can change them: `tuned` of bench/trials.py
does so in its own process. Nothing else changes the constants, and users cannot set them.

Engines count work: the search counts dropped candidates and visited cells, a learner counts visited literals and
clauses, and the states engine counts tried positions.
"""

from __future__ import annotations

from typing import Final

# Turns of the engines that find solutions ----------------------------------------------------------------

FIRST_SLICE: Final = 30_000
"""Work of the first slice if several engines take turns, about 1 ms. Measured: search.md, "Loading at once"."""
LANE_BACKTRACKS: Final = 16
"""Backtracks of the first slice of the search after which a lane tries the puzzle.
Measured: lanes.md, "One puzzle"."""
LANE_FIRST: Final = 8
"""Largest number of rows for which a lane begins if two solutions are requested.
Measured: lanes.md, "A lane first"."""
LANE_SIDES: Final = frozenset({7, 8, *range(11, 17)})
"""Numbers of rows for which a lane follows the search. Measured: lanes.md, "One puzzle"."""
SLICE: Final = 300_000
"""Work of one slice of the search when it works alone, 2 to 20 ms; four times a learner's slice. Not measured."""
LONGEST_SEARCH: Final = 20_000
"""Most work of a slice of the search beside learners; the search usually succeeds early or not at all.
Measured: learner.md, "Shares of short proofs"."""
LEARNER_SHARE: Final = 4
"""Time of a learner for a unit of work, relative to the search. Not measured."""
STRETCH: Final = 16_384
"""Work of a learner between two checks of the time. Not measured."""
EASY: Final = 10
"""Cells per conflict of the learner by size at which the learner by activity is set up.
Measured: learner.md, "Shares of short proofs"."""
ACTIVE_TURNS: Final = (20_000, 12), (1000, 3), (0, 2)
"""Slices of the learner by activity in a round, by the conflicts of the learner by size; tight puzzles have many.
Measured: learner.md, "Shares of short proofs"."""
SEARCH_ROUNDS: Final = 3
"""The search takes part in one of this many rounds of learners.
Measured: learner.md, "Shares of short proofs"."""
MANY_VALUES: Final = 128
"""Number of values from which the learner by size works longer before the learner by activity joins.
Measured: large.md, "Engines in turn"."""
MANY_CONFLICTS: Final = 19_200
"""Conflicts of the learner by size before the learner by activity is set up, from `MANY_VALUES` values.
Measured: large.md, "Engines in turn"."""
PATIENCE: Final = 64
"""Number of conflicts of the learner by size that count as one conflict, from `MANY_VALUES` values.
Measured: large.md, "Engines in turn"."""
PLENTY: Final = 64
"""Solutions found by the search after which learners cannot help to find all solutions. Not measured."""
LEARNER_MEMORY: Final = 840 << 20
"""Bytes that the learners of a call may take together, enough for an empty grid of n = 255.
Measured: large.md, "Very large grids"."""
CANDIDATE_BYTES: Final = 48
"""Approximate bytes per candidate of a learner by size. Measured: learner.md, "Memory"."""
MOST_WAITING: Final = 64
"""Most offers that wait for one learner; older offers are dropped. Not measured."""

# Counting: finding solutions or placing values -----------------------------------------------------------

SMALL_SLICE: Final = 8_000
"""Work of the first slice of the search when counting a small grid, 0.25 ms.
Measured: states.md, "Whole calls compared with the faster engine"."""
FIRST_SECONDS: Final = 0.001
"""Approximate seconds of the first slice of the search, if it ran before counting began. Not measured."""
COUNTED_ALONE: Final = 150_000
"""Work of the search on larger grids before learners join a count: about 5 ms.
Measured: states.md, "Shares within a layer"."""
BEGINNING: Final = 0.002
"""Seconds of a count before its reductions are looked for, which takes some tenths of a millisecond.
Measured: states.md, "Squares with few symmetries"."""
REDUCED_LIMIT: Final = 1_000_000
"""Smallest limit of a count with reductions; the search usually finds fewer solutions within a second. Not measured."""
BEFORE_CASES: Final = 0.02
"""Seconds of a count before cells are looked for that divide the model into parts. Not measured."""
MOST_CASES: Final = 10_000
"""Most combinations of values of these cells. Not measured."""
CASE_SECONDS: Final = 0.002
"""Expected seconds to count a case, a combination of values of these cells. Not measured."""
DOUBT: Final = 4
"""How many times as long as its cases a count must seem to need, at first, to be divided at once. Not measured."""
FIRST_STATES_SLICE: Final = 20_000
"""Work of the first slice of the states engine. Not measured."""
STATES_SLICE: Final = 1_000_000
"""Work of one slice of the states engine: about 10 ms. Not measured."""
STATES_GROWTH: Final = 1.7
"""Expected time of the states for one more value, relative to all values before it.
Measured: states.md, "Shares within a layer"."""
MOST_SHARE: Final = 32
"""Most time of one side, relative to the other side. Measured: states.md, "Shares by the remaining time"."""
DOUBTFUL: Final = 0.05
"""Seconds of the search up to which its progress is a poor predictor. Measured: states.md, "Shares within a layer"."""
DOUBTED_SHARE: Final = 2
"""Most time of the states during these seconds, relative to the search.
Measured: states.md, "Shares within a layer"."""
TRIAL: Final = 0.1
"""Seconds spent on finding solutions before their expected time is used, because early estimates are poor.
Not measured."""
SEARCHABLE: Final = 600.0
"""Most expected seconds of a search that continues alone when states run out of memory. Not measured."""

LONG_COUNT: Final = 1.0
"""Seconds of a count after which progress reports have its expected memory and time. Not measured."""

# Estimates of the memory for states ----------------------------------------------------------------------

SLACK: Final = 1.75
"""Words of a table per word in use: up to half of its slots are empty, and there are gaps between blocks.
Measured: states.md, "Predicted cost of a count"."""

# Estimates of the number of solutions, and samples: the results for a seed depend on these -----------------

KEPT_STATES: Final = 1000
"""Approximate number of states of each layer that an estimate keeps. Measured: states.md, "Estimates"."""
LONGEST_ESTIMATE: Final = 600
"""Slices of 10 ms after which estimates by states are given up for probes. Not measured."""
PROBES_PER_ESTIMATE: Final = 992
"""Number of probes averaged by an estimate. Not measured."""
ROUNDING: Final = 1e-9
"""Relative error of a probe, whose weight is the sum of up to some thousand logarithms. Not measured."""
SHORT_SEARCH: Final = 100
"""Slices of the search if no probe has found a solution, about a second. Not measured."""
TOGETHER: Final = 4096
"""Samples of a block, which are drawn together from one seed. Not measured."""
UNWATCHED: Final = 64
"""Values placed in samples between two checks of the time, about a millisecond. Not measured."""

# Solutions and puzzles in blocks -------------------------------------------------------------------------

ITERATOR_CHUNK: Final = 1024
"""Most solutions that an iterator finds ahead. Not measured."""
BLOCK_BYTES: Final = 16 << 20
"""Most bytes of a block of solutions. Not measured."""
FIRST_BYTES: Final = 65536
"""Size of the array of all solutions at first, in bytes. Not measured."""
GROWTH_BYTES: Final = 16 << 20
"""Least growth in bytes of that array, once it is larger than this. Not measured."""
BATCH_CHUNK: Final = 64
"""Puzzles that a thread of `solve_many` takes at a time when it solves them one by one. Not measured."""
LANES_CHUNK: Final = 1024
"""Puzzles of a list that a thread lays out and solves together. Not measured."""

TALLY_ROWS: Final = 64
"""Solutions listed at a time by `true_candidates`. Not measured."""
TALLY_RUNS: Final = 2000
"""Most runs of the search by `true_candidates`, each up to `TALLY_ROWS` solutions or a millisecond, before it counts
candidates one by one. Not measured."""

QUESTION_GROWTH: Final = 4
"""Turns of engines for each open question of `true_candidates`, relative to the round before. Not measured."""

# Parts ---------------------------------------------------------------------------------------------------

SPLIT_WORK: Final = 64_000_000
"""Work of about a second, which the searches of k parts share equally. A search that does not end is followed by an
estimate with the same work. About twice as many parts are measured as are returned. Not measured."""
LEAST_SPLIT_WORK: Final = 200_000
"""Least work for each part, some milliseconds. Not measured."""
SPLIT_STEPS: Final = 100
"""Number of steps in which the search of a part runs, which is the precision of its work. Not measured."""
SPLIT_PROBES: Final = 4000
"""Most probes that estimate the size of a part. Not measured."""
MOST_PLACED: Final = 1 << 16
"""Placements after which an enumeration of last cells takes fewer cells: some milliseconds. A search can be cut
between two enumerations. Not measured."""

# Pieces of jobs: a journal fits only calls with the same values ------------------------------------------

FIRST_PIECE: Final = 1_000_000
"""Work of the first piece, about 10 ms; it creates pieces for the other workers. Not measured."""
PIECE_GROWTH: Final = 4
"""Work of a piece relative to the piece from which it was cut. Not measured."""
MOST_PIECE: Final = 50_000_000
"""Most work of a piece, about half a second, unless the job is large. Measured: search.md, "Pieces of similar size"."""
DOUBLINGS: Final = 7
"""Most doublings of `MOST_PIECE`: up to about a minute. Not measured."""
JOB_PROBES: Final = 16
"""Number of probes that estimate the work of a job. Not measured."""
MOST_PIECES: Final = 200_000
"""Approximate number of expected pieces above which pieces become larger, because the caller handles each piece.
Not measured."""
PARTS: Final = 8
"""Pieces into which a piece is cut. With fewer pieces, other workers wait for the last worker; with more, most pieces
are small. Not measured."""
BRANCHES: Final = 32
"""Least number of branches in all these pieces together, unless the search has no choices left.
Measured: search.md, "Pieces of similar size"."""
PIECE_SLICE: Final = 100_000
"""Work of a slice of the search, about 1 ms, the least cost of a branch. Not measured."""
LAST_SLICE: Final = 1000
"""Work of a slice when a piece is to be cut, which is possible only between two enumerations of last cells.
Not measured."""
LAYER_ROWS: Final = 30_000
"""Approximate number of rows in a slice of a layer: states with their counts, some of them repeated. Not measured."""
LAYER_GENERATION: Final = 3
"""The generation, for `work_of`, of a slice that was not cut from another slice: two thirds of a second.
Not measured."""
NINES: Final = 4096
"""9 x 9 Sudoku grids in a piece of `solve_many`. Not measured."""
PIECE_SECONDS: Final = 0.5
"""Seconds after which a piece of `solve_many` leaves its unsolved puzzles to other pieces. Not measured."""
PART_ROWS: Final = 4096
"""Solutions that a piece of `save_solutions` writes together. Not measured."""
FEW_SOLUTIONS: Final = 10_000
"""Solutions that `sample` lists before it estimates how many there are. Not measured."""
DRAWN_AT_ONCE: Final = 1000
"""Solutions of a list that are drawn between two checks of the time, about 10 ms. Not measured."""
SAMPLED_CASES: Final = 1000
"""Most combinations of the values of cells that divide a model, if `sample` counts these cases. Not measured."""
ESTIMATE_SECONDS: Final = 1.0
"""Seconds after which `sample` lists all solutions without an estimate of their number. Not measured."""
FAR_TOO_MANY: Final = 100_000
"""`sample` does not list solutions that by an estimate take this many times the memory limit. Not measured."""
