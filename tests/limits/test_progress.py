"""Reports of progress, and the bar."""

import io
import sys

import pytest

import fastfuto
from fastfuto.limits import counted
from fastfuto.limits.progress import Bar


class Full(io.StringIO):
    def write(self, text):
        raise OSError(28, "No space left on device")


def closed():
    stream = io.StringIO()
    stream.close()
    return stream


class Bare:
    """A stream that programs with windows have, without a number and without a terminal."""

    def write(self, text):
        return len(text)


def test_one_is_singular():
    assert [counted(k, "byte") for k in (0, 1, 2)] == ["0 bytes", "1 byte", "2 bytes"]


@pytest.mark.parametrize("stream", [lambda: None, Full, closed, Bare, io.StringIO])
def test_an_answer_does_not_depend_on_standard_error(stream, monkeypatch):
    monkeypatch.setattr(Bar, "DELAY", 0.0)
    monkeypatch.setattr(Bar, "INTERVAL", 0.0)
    monkeypatch.setattr(sys, "stderr", stream())
    assert fastfuto.count(fastfuto.LatinSquare(5), engine="search", progress=True) == 161280


def test_standard_error_may_be_closed_after_the_bar_was_shown(monkeypatch):
    monkeypatch.setattr(Bar, "DELAY", 0.0)
    monkeypatch.setattr(Bar, "INTERVAL", 0.0)
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    bar = Bar()
    bar(fastfuto.Progress(found=3))
    assert "3 solutions" in stream.getvalue()
    stream.close()
    bar(fastfuto.Progress(found=4))
    bar.close()
