"""Tests of the benchmarks, and the main calls under pytest-benchmark: ``pytest bench``."""
