"""What decides how solving goes on: sizes, shares and thresholds that could be others.

Each of them says what it does and which page of docs/notebook measured it, under which heading, or that nothing was
measured. They are read where they are used, as attributes of this module, so that a trial can give them other values:
`tuned` of bench/trials.py does, in its own process. Nothing else does, and no setting of a user.

Work is what engines count: dropped candidates and cells looked at by the search, literals and clauses looked at by a
learner, positions tried by the states engine.
"""

from __future__ import annotations

from typing import Final

# Turns of the engines that find solutions ----------------------------------------------------------------

FIRST_SLICE: Final = 30_000
"""Work of the first slice where several engines take turns, about 1 ms. Measured: search.md, "Loading at once"."""
SLICE: Final = 300_000
"""Work of one slice of the search alone, 2 to 20 ms, and four times that of a learner. Not measured."""
LONGEST_SEARCH: Final = 20_000
"""Most work of a slice of the search beside learners, because what the search can do it mostly does soon.
Measured: learner.md, "Shares of short proofs"."""
LEARNER_SHARE: Final = 4
"""How many times as long a learner takes for a unit of work as the search does. Not measured."""
STRETCH: Final = 16_384
"""Work of a learner after which the time is looked at. Not measured."""
EASY: Final = 10
"""How many cells there are for each conflict of the learner by size before the learner by activity is set up.
Measured: learner.md, "Shares of short proofs"."""
ACTIVE_TURNS: Final = (20_000, 12), (1000, 3), (0, 2)
"""Slices of the learner by activity in a round, by the conflicts of that by size, of which tight puzzles have many.
Measured: learner.md, "Shares of short proofs"."""
SEARCH_ROUNDS: Final = 3
"""Of how many rounds of learners the search works in one.
Measured: learner.md, "Shares of short proofs"."""
MANY_VALUES: Final = 128
"""Number of values from which on puzzles are left to the learner by size for longer.
Measured: large.md, "Engines in turn"."""
MANY_CONFLICTS: Final = 19_200
"""Conflicts of the learner by size before the learner by activity is set up there.
Measured: large.md, "Engines in turn"."""
PATIENCE: Final = 64
"""How many of its conflicts count as one there. Measured: large.md, "Engines in turn"."""
PLENTY: Final = 64
"""Solutions found by the search from which on learners cannot help to find all of them. Not measured."""
LEARNER_MEMORY: Final = 840 << 20
"""Bytes that the learners of a call may take together, enough for an empty grid of n = 255.
Measured: large.md, "Very large grids"."""
CANDIDATE_BYTES: Final = 48
"""Bytes that a learner by size needs for a candidate, about. Measured: learner.md, "Memory"."""
MOST_WAITING: Final = 64
"""Offers that wait for one learner; it misses the oldest ones where there are more. Not measured."""

# Counting: finding solutions or placing values -----------------------------------------------------------

SMALL_SLICE: Final = 8_000
"""Work of the first slice of the search where solutions of a small grid are counted, a quarter of a millisecond.
Measured: states.md, "Whole calls against the faster engine"."""
FIRST_SECONDS: Final = 0.001
"""Seconds that the first slice of the search took, about, if it was taken before counting was asked for.
Not measured."""
COUNTED_ALONE: Final = 150_000
"""Work that the search does on larger grids, while solutions are counted, before learners join it: about 5 ms.
Measured: states.md, "Shares within a layer"."""
FIRST_STATES_SLICE: Final = 20_000
"""Work of the first slice of the states engine. Not measured."""
STATES_SLICE: Final = 1_000_000
"""Work of one slice of the states engine: about 10 ms. Not measured."""
STATES_GROWTH: Final = 1.7
"""How many times as long as all values before it the states are expected to take with one more value.
Measured: states.md, "Shares within a layer"."""
MOST_SHARE: Final = 32
"""How many times as long as the other side a side works at most. Measured: states.md, "Shares by what is left"."""
DOUBTFUL: Final = 0.05
"""Seconds of the search up to which its progress is a poor guide. Measured: states.md, "Shares within a layer"."""
DOUBTED_SHARE: Final = 2
"""How many times as long as the search the states work at most until then.
Measured: states.md, "Shares within a layer"."""
TRIAL: Final = 0.1
"""Seconds that finding solutions must have had before that is judged, because the first guesses are poor.
Not measured."""
SEARCHABLE: Final = 600.0
"""Seconds that the search may be expected to take if it is to go on alone when states run out of memory.
Not measured."""

# Estimates of what states would take ---------------------------------------------------------------------

NEEDS_KEPT: Final = 1000
"""States of a layer that are taken on, at most; fewer where they lead to too many others. Not measured."""
NEEDS_MEMORY: Final = 16 << 20
"""Bytes of the table of the states that they lead to, at most. Measured: states.md, "What a count would take"."""
NEEDS_MEMORY_SHARE: Final = 4
"""The table takes at most this part of the memory that the call may take, because copies of its rows come beside it.
Not measured."""
NEEDS_SAMPLES: Final = 200
"""States of a layer whose ways are counted. Not measured."""
NEEDS_SLICE: Final = 50_000
"""Work of a slice: up to half a millisecond. Not measured."""
NEEDS_SLICES: Final = 10_000
"""Slices after which an estimate is given up. Not measured."""
NEEDS_TICK: Final = 0.01
"""Seconds between two looks at the time. Not measured."""
SLACK: Final = 1.75
"""Words of a table for each word in use: up to half of its slots are empty, and blocks have holes between them.
Measured: states.md, "What a count would take"."""

# Estimates of the number of solutions, and samples: what a seed gives depends on these --------------------

KEPT_STATES: Final = 1000
"""Number of states that an estimate keeps of each layer, about. Measured: states.md, "Estimates"."""
LONGEST_ESTIMATE: Final = 600
"""Slices of 10 ms after which estimates by states are given up for probes. Not measured."""
PROBES_PER_ESTIMATE: Final = 992
"""Number of probes of which an estimate is the mean, about. Not measured."""
TOGETHER: Final = 4096
"""Samples of a block, which are drawn together and from a seed of their own. Not measured."""
UNWATCHED: Final = 64
"""Values of samples that are placed before the time is looked at, which takes about a millisecond. Not measured."""

# Solutions and puzzles in blocks -------------------------------------------------------------------------

ITERATOR_CHUNK: Final = 1024
"""Most solutions that an iterator finds ahead. Not measured."""
BLOCK_BYTES: Final = 16 << 20
"""Most bytes of a block of solutions. Not measured."""
FIRST_BYTES: Final = 65536
"""Size of the array of all solutions at first, in bytes. Not measured."""
GROWTH_BYTES: Final = 16 << 20
"""Bytes by which that array grows at least, once it is larger than that. Not measured."""
BATCH_CHUNK: Final = 64
"""Puzzles that a thread of `solve_many` takes at a time where they are solved one by one. Not measured."""
LANES_CHUNK: Final = 1024
"""Puzzles of a list that a thread lays out and solves together. Not measured."""

TALLY_ROWS: Final = 64
"""Solutions that are listed at a time to count in how many of them each value stands. Not measured."""
TALLY_RUNS: Final = 2000
"""Times that so many are listed, or the search has worked for a millisecond, before candidates are counted one by one.
Not measured."""

# Parts ---------------------------------------------------------------------------------------------------

SPLIT_WORK: Final = 64_000_000
"""Work of about a second, of which the search of each part gets the k-th part to end in. Where it does not end, an
estimate takes as much again. About twice as many parts are weighed as are returned.
Not measured."""
LEAST_SPLIT_WORK: Final = 200_000
"""Least share of a part, some milliseconds. Not measured."""
SPLIT_STEPS: Final = 100
"""Steps in which the search of a part is done, and its work is measured. Not measured."""
SPLIT_PROBES: Final = 4000
"""Most probes that estimate the size of a part. Not measured."""
MOST_PLACED: Final = 1 << 16
"""Placements after which enumerations have fewer cells: some milliseconds. A search can be cut between two of them.
Not measured."""

# Pieces of jobs: a journal fits only a call with the same ones -------------------------------------------

FIRST_PIECE: Final = 1_000_000
"""Work of the first piece, about 10 ms: it gives the other workers something to do. Not measured."""
PIECE_GROWTH: Final = 4
"""How many times as much work a piece may take as the one that it was cut from. Not measured."""
MOST_PIECE: Final = 50_000_000
"""Most work of a piece, about half a second, unless the job is large. Measured: search.md, "Pieces that are alike"."""
DOUBLINGS: Final = 7
"""How often `MOST_PIECE` may be doubled: up to a minute, about. Not measured."""
JOB_PROBES: Final = 16
"""Number of probes that estimate the work of a job. Not measured."""
MOST_PIECES: Final = 200_000
"""Pieces, about, that a job is expected to have before they are larger: the caller has to look at each of them.
Not measured."""
PARTS: Final = 8
"""Pieces that a piece is cut into: with fewer, the last worker is waited for; more are mostly small. Not measured."""
BRANCHES: Final = 32
"""Branches that these pieces have together, at least, unless the search has no choice left in any of them.
Measured: search.md, "Pieces that are alike"."""
PIECE_SLICE: Final = 100_000
"""Work of a slice of the search, about 1 ms, which a branch costs at least. Not measured."""
LAST_SLICE: Final = 1000
"""Work of a slice when a piece is to be cut, which is possible between two enumerations of last cells only.
Not measured."""
LAYER_ROWS: Final = 30_000
"""Rows of a slice of a layer, about: states with their counts, some of which are there several times. Not measured."""
LAYER_GENERATION: Final = 3
"""The generation of a slice that was not cut from another one, as `work_of` takes it: two thirds of a second.
Not measured."""
NINES: Final = 4096
"""Sudoku grids of 9 x 9 in a piece of `solve_many`. Not measured."""
PIECE_SECONDS: Final = 0.5
"""Seconds after which a piece of `solve_many` leaves to others what it has not solved yet. Not measured."""
PART_ROWS: Final = 4096
"""Solutions that a piece of `save_solutions` writes together. Not measured."""
