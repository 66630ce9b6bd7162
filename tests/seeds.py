"""Seeds in tests: a function that draws a fresh seed gets 0, so a failure can be repeated."""

import importlib

import pytest

DRAWING = ("generation.generate", "puzzles.latin", "solving.estimate", "solving.sample")
"""The modules with functions that draw a seed if none is given."""


@pytest.fixture(autouse=True)
def repeatable(request, monkeypatch):
    """Replace fresh seeds by 0, except in tests with the mark `fresh`."""
    if request.node.get_closest_marker("fresh") is None:
        for name in DRAWING:
            module = importlib.import_module(f"fastfuto.{name}")
            given = module.fresh_seed
            monkeypatch.setattr(
                module, "fresh_seed", lambda seed, given=given: given(0 if seed is None else seed)
            )
