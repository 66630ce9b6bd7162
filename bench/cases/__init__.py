"""The puzzles of the benchmarks, by family; they are the same on every machine."""
