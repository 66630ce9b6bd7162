"""Lines of files: both readers cut a file in the same places."""

import io
import random

import pytest

from fastfuto.formats import lines as lines_module
from fastfuto.formats import read_lines
from fastfuto.formats.lines import FileLines, TextLines

from ..strategies import rounds

PIECES = (
    b"abc",
    b"\n",
    b"\r",
    b"\r\n",
    b"\x00",
    b"\xff",
    b"\xe2\x88",
    "∧".encode(),
    b"\xef\xbb\xbf",
    b"\xef",
    b"\xbb",
    b"x" * 30,
    b"",
)


class Dribble(io.RawIOBase):
    """A file of which one reads a few bytes at a time."""

    def __init__(self, data):
        self._file = io.BytesIO(data)

    def read(self, size=-1):
        return self._file.read(min(size, 3))


def taken(lines):
    found = []
    while (line := lines.take()) is not None:
        found.append(line)
        assert lines.number == len(found)
    return found


@pytest.mark.parametrize("file", [io.BytesIO, Dribble])
@pytest.mark.parametrize("longest", [7, 1 << 24])
def test_both_readers_cut_in_the_same_places(file, longest, monkeypatch):
    monkeypatch.setattr(lines_module, "MAX_TEXT", longest)
    monkeypatch.setattr(lines_module, "_MOST_BYTES", 4 * (longest + 1))
    monkeypatch.setattr(lines_module, "_USUAL", 5)
    rng = random.Random(longest)
    for _ in rounds(1000):
        data = b"".join(rng.choice(PIECES) for _ in range(rng.randrange(12)))
        expected = list(read_lines(io.BytesIO(data)))
        assert taken(FileLines(file(data))) == expected, data
        assert taken(TextLines(expected)) == expected


def test_a_reader_goes_on_where_another_one_stopped():
    lines = FileLines(io.BytesIO(b"\xef\xbb\xbfone\r\ntwo\nthree\nfour"))
    assert lines.at == 3
    assert lines.take() == "one\n"
    assert lines.peek() == "two\n"
    assert lines.number == 1
    assert lines.data[lines.at :] == b"two\nthree\nfour"
    lines.skip_to(lines.at + 4, 2)
    assert lines.peek() == lines.take() == "three\n"
    assert (lines.number, lines.left, lines.is_end) == (3, 4, True)
    assert [lines.take(), lines.take()] == ["four", None]


def test_a_file_is_kept_in_parts():
    lines = FileLines(io.BytesIO(b"0123456789\n" * 1000))
    for k in range(1000):
        lines.mark()
        lines.fill(20)
        assert lines.left >= 11
        assert len(lines.data) < 5000
        assert lines.take() == "0123456789\n", k
    assert lines.take() is None


class Searched(bytes):
    """Bytes that count how many of them are looked through for the end of a line."""

    n_bytes = 0

    def find(self, sought, start, end=None):
        at = super().find(sought, start, end)
        Searched.n_bytes += (at + 1 if at >= 0 else len(self) if end is None else end) - start
        return at


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_no_end_of_a_line_is_looked_for_far_away(end):
    text = f"0123456789{end}" * 2000
    lines = FileLines(io.BytesIO(text.encode()))
    lines.fill(len(text))
    lines.data, Searched.n_bytes = Searched(lines.data), 0
    assert taken(lines) == ["0123456789\n"] * 2000
    assert Searched.n_bytes <= 2 * len(text)


def test_a_text_file_is_refused():
    with pytest.raises(TypeError, match="binary mode"):
        FileLines(io.StringIO("3:"))
