"""Settings of all tests."""

import signal

from hypothesis import settings

# Whoever starts the tests in the background may have Ctrl-C ignored, and then tests of it would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says nothing: speed is for benchmarks.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
