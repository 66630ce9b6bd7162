"""The memory that a call may take: fastfuto.limits.memory."""

import os

import pytest

from fastfuto.limits import memory


@pytest.fixture(autouse=True)
def _forget_what_the_machine_has():
    memory._half_of_all.cache_clear()
    yield
    memory._half_of_all.cache_clear()


def test_half_of_the_machine_s_memory_is_the_default(monkeypatch):
    told = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 1001}
    monkeypatch.setattr(os, "sysconf", told.__getitem__)
    assert memory.check_memory(None) == 4096 * 1001 // 2


def test_two_gibibytes_are_the_default_where_the_system_does_not_tell(monkeypatch):
    monkeypatch.delattr(os, "sysconf")
    assert memory.check_memory(None) == 2 * 1024**3
