"""Settings of all tests."""

from hypothesis import settings

# How long an example takes says nothing: speed is for benchmarks.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
