"""Reports of progress, and the bar."""

import io
import sys

import pytest

import fastfuto
from fastfuto.limits import counted, full, lasting, rounded, sized
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


def test_sizes_have_the_unit_of_their_magnitude():
    shown = {
        1: "1 byte",
        9_999: "9999 bytes",
        10_000: "9.77 KiB",
        500 << 20: "500 MiB",
        1023 << 20: "0.999 GiB",
    }
    assert {size: sized(size) for size in shown} == shown
    assert (sized(3 << 50), sized(4.6e10, 1)) == ("3070 TiB", "40 GiB")


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


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.2, "0 s"),
        (119, "119 s"),
        (120, "2 min"),
        (7300, "2 h"),
        (4e5, "5 days"),
        (1e8, "3 years"),
        (1e20, "3.2e12 years"),
    ],
)
def test_durations(seconds, text):
    assert lasting(seconds) == text


def test_numbers_of_any_length_are_rounded():
    assert [rounded(number) for number in (0, 999_999, 1_000_000, 99_999_999)] == [
        "0",
        "999999",
        "1.0e6",
        "1.0e8",
    ]
    assert rounded(8_149 * 10**2000) == "8.1e2003"
    assert rounded(8_149 * 10**2000, 4) == "8.149e2003"
    assert full(10**60 - 1) == "9" * 60
    assert full(10**60) == "about 1.0e60"
