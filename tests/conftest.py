"""Settings of all tests."""

import gc
import signal
import threading

import pytest
from hypothesis import settings

from fastfuto.solving import tuning

from .seeds import repeatable  # noqa: F401

# Whoever starts the tests in the background may have Ctrl-C ignored, and then tests of it would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says nothing: speed is for benchmarks. With `--hypothesis-profile=thorough` there are twenty
# times as many examples, and loops over random puzzles that use `strategies.rounds` have twenty times as many rounds.
settings.register_profile("thorough", deadline=None, max_examples=100)
settings.register_profile("quick", deadline=None, max_examples=5)
settings.load_profile("quick")


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Keep the tests from the collector of garbage, which would look through all of them again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.fixture
def start_threads(monkeypatch):
    """Let the system start so many threads, and no more."""
    start = threading.Thread.start

    def only(number):
        def start_one(thread):
            nonlocal number
            if not number:
                raise RuntimeError("can't start new thread")
            number -= 1
            start(thread)

        monkeypatch.setattr(threading.Thread, "start", start_one)

    return only


@pytest.fixture
def tuned(monkeypatch):
    """Give constants of `fastfuto.solving.tuning` other values."""

    def call(**constants):
        for name, value in constants.items():
            monkeypatch.setattr(tuning, name, value)

    return call
