"""Benchmarks: what is measured (`cases`), by whom (`rivals`), how (`run`) and how it is told (`report`)."""
