"""Files and arrays: what `dump`, `load` and the writer of arrays keep, refuse and leave behind."""

import io
import itertools
import os
import sys

import numpy as np
import pytest

from fastfuto import Futoshiki, ParseError, PuzzleError, dump, load, load_many, parse
from fastfuto.formats import MAX_TEXT, NAMES, replacement
from fastfuto.formats.npy import NpyWriter

from ..calls import raising
from ..cases import some, thorough
from .errors import error_of, place_of
from .mutations import attempt, check
from .samples import PUZZLE
from .test_formats import FORMATS, SOURCE, TEXTS

# Files -------------------------------------------------------------------------------------------------


@FORMATS
def test_dump_and_load(name, tmp_path):
    path = tmp_path / "puzzle"
    dump(PUZZLE, path, name)
    assert load(path) == load(str(path), name) == PUZZLE
    assert path.read_bytes() == (TEXTS[name].rstrip("\n") + "\n").encode()


def test_dump_keeps_the_file_when_the_format_cannot_hold_the_puzzle(tmp_path):
    path = tmp_path / "puzzle"
    path.write_text("precious")
    with pytest.raises(PuzzleError):
        dump(Futoshiki([[0]]), path, "tatham")
    assert path.read_text() == "precious"


def test_load_mark_and_line_ends(tmp_path):
    path = tmp_path / "puzzle"
    path.write_bytes(b"\xef\xbb\xbf" + SOURCE.replace("\n", "\r\n").encode())
    assert load(path) == PUZZLE


@pytest.mark.parametrize("good", [b"", b"4\n0 | ", "4\r\n∧\r\n".encode()])
def test_load_binary(tmp_path, good):
    path = tmp_path / "puzzle"
    path.write_bytes(good + b"\xff\xfe\x00\x01")
    with pytest.raises(ParseError, match="byte 0xff is not UTF-8") as caught:
        load(path)
    *before, last = good.decode().split("\n")
    assert place_of(caught.value) == (len(before) + 1, len(last) + 1)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_load_utf_16(tmp_path, encoding):
    path = tmp_path / "puzzle"
    path.write_bytes(("\ufeff" + SOURCE).encode(encoding))
    with pytest.raises(ParseError, match="this looks like UTF-16, but UTF-8 is expected"):
        load(path)
    with pytest.raises(ParseError, match="this looks like UTF-16, but UTF-8 is expected"):
        next(load_many(path))


def test_load_a_file_of_lines(tmp_path):
    path = tmp_path / "lines"
    line = "3:1,0R,0,0,0,0,0,0,0,\teasy\thardest step 1.6\tseed 7\n"
    path.write_text("# fastfuto generate -n 3\n" + line)
    assert load(path) == parse("3:1,0R,0,0,0,0,0,0,0,")
    path.write_text("# fastfuto generate -n 3\n" + 2 * line)
    with pytest.raises(ParseError, match="the file has several puzzles, which load_many") as caught:
        load(path)
    assert caught.value.line == 3
    for text in ("", line + "3:1,0\n"):
        path.write_text(text)
        with pytest.raises(ParseError):
            load(path)


def test_load_what_is_no_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "missing")
    with pytest.raises((IsADirectoryError, PermissionError)):  # Windows says the latter
        load(tmp_path)


@pytest.mark.parametrize("name", [None, *some(NAMES, 2)])
@pytest.mark.parametrize(
    "text", ["9" * 100_000_000, "\n" * MAX_TEXT + "x"], ids=["100 MB of digits", "empty lines"]
)
def test_a_text_that_is_too_long_is_refused(name, text):
    assert f"more than {MAX_TEXT} characters" in error_of(text, name).message


STARTS = "", "4 ", "4:", "4:0", '{"n":', "4 0 ", "["
CHARACTERS = "9", " ", "[", "a", "|", "\n", "- "
# Every second start once in the usual suite.
LONG_TEXTS = pytest.mark.parametrize(
    ("start", "character"), some(itertools.product(STARTS, CHARACTERS), 2 * (len(CHARACTERS) + 1))
)


@LONG_TEXTS
@pytest.mark.parametrize("length", [100, thorough(8000)])
def test_a_long_text_takes_calls_in_proportion_to_its_length(start, character, length):
    def calls_for(length):
        """Count the calls of functions, those of C included, while all formats read or refuse a text."""
        text = start + character * (length // len(character)) + "x"
        calls = 0

        def note(frame, event, argument):
            nonlocal calls
            calls += event in ("call", "c_call")

        sys.setprofile(note)
        try:
            for name in (None, *NAMES):
                attempt(text, name)
        finally:
            sys.setprofile(None)
        return calls

    calls_for(length)  # The first time modules are loaded, too.
    assert calls_for(2 * length) < 2.2 * calls_for(length) + 500


@LONG_TEXTS
def test_a_long_text_is_a_puzzle_or_an_error(start, character):
    text = start + character * (100_000 // len(character)) + "x"
    for name in (None, *NAMES):
        check(text, name)


def test_load_stops_reading_early(tmp_path):
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(1 << 40)  # nothing but a name, as long as nobody reads all of it
    with pytest.raises(ParseError, match=f"at most {MAX_TEXT} bytes"):
        load(path)


# Arrays ------------------------------------------------------------------------------------------------


def grids(k, n=3):
    return (np.arange(k * n * n) % 251).astype(np.uint8).reshape(k, n, n)


def test_npy_is_readable_after_every_flush(tmp_path):
    path = tmp_path / "grids.npy"
    expected = grids(300_000)
    with NpyWriter(path, (3, 3)) as writer:
        assert np.load(path).shape == (0, 3, 3)
        done = 0
        for size in (1, 8, 1, 90, 900, 99_000, 200_000):
            writer.append(expected[done : done + size])
            done += size
            writer.flush()
            assert writer.count == done
            assert np.array_equal(np.load(path), expected[:done])
    assert np.array_equal(np.load(path, mmap_mode="r"), expected)


def test_npy_takes_single_grids_and_writes_them_in_chunks(tmp_path):
    path = tmp_path / "grids.npy"
    expected = grids(200_000)
    with NpyWriter(path, (3, 3)) as writer:
        for grid in expected:
            writer.append(grid)
        on_disk = len(np.load(path))
        assert 0 < on_disk < len(expected)
        assert np.array_equal(np.load(path), expected[:on_disk])
    assert np.array_equal(np.load(path), expected)


def test_npy_signal_while_writing_repeats_nothing(tmp_path, monkeypatch):
    path = tmp_path / "grids.npy"
    expected = grids(30)
    writer = NpyWriter(path, (3, 3))
    writer.append(expected[:10])
    writer.flush()
    writer.append(expected[10:20])
    with monkeypatch.context() as patch:
        # As if Ctrl-C came when the data are written and the header is not.
        patch.setattr(NpyWriter, "_write_header", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            writer.flush()
    assert np.array_equal(np.load(path), expected[:10])
    writer.append(expected[20:])
    writer.close()
    writer.close()
    assert np.array_equal(np.load(path), expected)


def test_npy_refuses_other_arrays(tmp_path):
    with NpyWriter(tmp_path / "grids.npy", (3, 3)) as writer:
        for wrong in (grids(2, 4), grids(2).astype(int), grids(2).reshape(2, 9), grids(2)[None]):
            with pytest.raises(ValueError, match=r"expected uint8 of shape \(k, 3, 3\)"):
                writer.append(wrong)
        assert writer.count == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_npy_refuses_a_pipe(tmp_path):
    path = tmp_path / "pipe.npy"
    os.mkfifo(path)
    for target in (path, os.devnull):
        with pytest.raises(io.UnsupportedOperation, match="regular file"):
            NpyWriter(target, (3, 3))


def test_an_interrupt_before_the_header_leaves_no_file(tmp_path, monkeypatch):
    def interrupted_create(usual, other):
        open([*usual, other][0], "xb").close()
        raise KeyboardInterrupt

    path = tmp_path / "grids.npy"
    for patched, name, function in (
        (NpyWriter, "_write_header", raising(KeyboardInterrupt)),
        (replacement, "_create", interrupted_create),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(patched, name, function, raising=False)
            with pytest.raises(KeyboardInterrupt):
                NpyWriter(path, (3, 3))
        assert not list(tmp_path.iterdir())
    with monkeypatch.context() as patch:
        patch.setattr(replacement, "open", raising(KeyboardInterrupt), raising=False)
        np.save(path, np.zeros((2, 3, 3), np.uint8))
        with pytest.raises(KeyboardInterrupt):
            NpyWriter(path, (3, 3))
    assert np.load(path).shape == (2, 3, 3)
