"""The puzzles that benchmarks run on, by family; they are the same on every machine."""
