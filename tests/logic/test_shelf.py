"""What is kept, and processes that are forked while another thread is about to keep something."""

import multiprocessing
import sys
import threading

import pytest

from fastfuto.logic.shelf import Shelf, kept

from .test_hint import Box

pytestmark = [
    pytest.mark.forks,
    pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="systems that fork"),
    pytest.mark.filterwarnings("default:.*multi-threaded.*:DeprecationWarning"),
]


class Slow:
    begun, go_on = threading.Event(), threading.Event()

    def __init__(self, is_slow):
        self.calls, self._is_slow = 0, is_slow

    @kept
    def value(self):
        """Some value."""
        self.calls += 1
        if self._is_slow:
            self.begun.set()
            self.go_on.wait(60)
        return [self.calls]


def test_a_property_is_found_once():
    found = Slow(False)
    assert found.value is found.value
    assert (found.value, found.calls) == ([1], 1)
    assert Slow.value.__doc__ == "Some value."


def ends_with(work, condition):
    """Fork a process that does some work and ends well if a condition holds; return whether it does so."""
    process = multiprocessing.get_context("fork").Process(target=lambda: sys.exit(not condition(work())))
    process.start()
    process.join(20)
    is_hanging = process.is_alive()
    process.kill()
    process.join()
    return not is_hanging and process.exitcode == 0


def test_a_forked_process_does_not_wait_for_a_property_of_its_parent():
    thread = threading.Thread(target=lambda: Slow(True).value)
    thread.start()
    Slow.begun.wait(60)
    assert ends_with(lambda: Slow(False).value, [1].__eq__)
    Slow.go_on.set()
    thread.join()


def test_a_forked_process_begins_with_an_empty_shelf_that_is_not_locked():
    shelf = Shelf(10)
    shelf.put("key", Box(4))
    with shelf._lock:
        assert ends_with(lambda: (shelf.get("key"), shelf.nbytes), (None, 0).__eq__)
    assert shelf.get("key").nbytes == 4
