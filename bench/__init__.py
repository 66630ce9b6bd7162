"""Benchmarks: the puzzles (`cases`), the contestants (`rivals`), the measurement (`run`) and reports (`report`)."""
