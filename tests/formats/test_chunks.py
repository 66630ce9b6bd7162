"""Files in chunks: the quick reader and the ordinary one find the same puzzles and the same errors."""

import io
import pickle
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fastfuto import ParseError, format_puzzle, load_many, parse_many
from fastfuto.formats import chunks, read_chunks
from fastfuto.formats.many import Found

from ..strategies import random_puzzle, rounds
from .line_mixtures import LINE_ENDS, OTHERS, in_chunks, in_python, mixture, usual_line


def test_both_readers_find_the_same():
    rng = random.Random("chunks")
    for _ in rounds(50):
        data = mixture(rng, 100, share=rng.choice((0.0, 0.1, 0.6)))
        found, usual = in_chunks(data)
        assert found == in_python(data)
        assert len(found) > 10
        assert usual > 0


def test_a_file_has_the_puzzles_of_its_text(tmp_path):
    rng = random.Random("loading")
    path = tmp_path / "puzzles"
    for _ in rounds(30):
        path.write_bytes(mixture(rng, 60, share=rng.choice((0.0, 0.3))))
        loaded = load_many(path, errors="collect")
        parsed = parse_many(path.read_bytes().decode("utf-8-sig", "surrogateescape"), errors="collect")
        puzzles = list(loaded)
        assert puzzles == list(parsed)
        assert loaded.errors == parsed.errors
        assert pickle.loads(pickle.dumps(puzzles)) == puzzles
        assert not any(puzzle.clues.flags.writeable for puzzle in puzzles if hasattr(puzzle, "clues"))


@given(
    st.integers(), st.lists(st.sampled_from((*OTHERS, *LINE_ENDS, None)), max_size=8), st.binary(max_size=5)
)
@example(seed=0, parts=[], data=b"\xef\xbb")
def test_any_lines(seed, parts, data):
    rng = random.Random(seed)
    text = "".join(usual_line(rng) + "\n" if part is None else part for part in parts).encode() + data
    assert in_chunks(text)[0] == in_python(text)


@pytest.mark.thorough
def test_both_readers_find_the_same_in_a_format_that_is_named():
    rng = random.Random("named")
    data = mixture(rng, 60, share=0.2)
    for name in ("tatham", "futoshiki.org", "sudoku", "latin", "json"):
        found, usual = in_chunks(data, name)
        assert found == in_python(data, name)
        assert (usual > 0) == (name in ("tatham", "futoshiki.org", "sudoku"))
    with pytest.raises(ValueError, match="there is no format"):
        next(read_chunks(io.BytesIO(data), "words"))


@pytest.mark.thorough
def test_puzzles_may_begin_in_one_chunk_and_end_in_another(monkeypatch):
    monkeypatch.setattr(chunks, "STEP", 1)
    monkeypatch.setattr(chunks, "MOST", 1)
    monkeypatch.setattr(chunks, "MOST_OTHERS", 3)
    rng = random.Random("borders")
    pictures = [str(random_puzzle(rng, rng.randint(2, 9), 0.3, 0.3)) for _ in range(60)]
    lines = [usual_line(rng) + "\n" for _ in range(200)]
    parts = [rng.choice(pictures + lines) for _ in range(300)]
    data = ("".join(parts) + "\n" * 20_000 + "".join(parts)).encode()
    found, usual = in_chunks(data)
    assert found == in_python(data)
    assert len(found) == 600
    assert usual > 300
    assert sum(1 for _ in read_chunks(io.BytesIO(data))) > 20


@pytest.mark.thorough
def test_chunks_are_small_and_grow():
    line = format_puzzle(random_puzzle(random.Random(1), 9, 0.3, 0.3), "tatham")
    file = io.BytesIO(f"{line}\n".encode() * 20_000)
    sizes = [len(chunk.lines) * (len(line) + 1) for chunk in read_chunks(file)]
    assert sizes[0] < 2 * chunks.STEP
    assert len(sizes) > 30
    assert max(sizes) < chunks.MOST + 2 * chunks.STEP
    words = io.BytesIO(b"3:\n" * 1000)
    assert {len(chunk.others) for chunk in read_chunks(words)} == {
        chunks.MOST_OTHERS,
        1000 % chunks.MOST_OTHERS,
    }
    assert list(read_chunks(io.BytesIO(b"\n# nothing\n"))) == []


@pytest.mark.thorough
@pytest.mark.parametrize("end", [b"\r\n", b"\r"])
def test_the_quick_reader_reads_lines_with_any_end(end):
    rng = random.Random("ends")
    data = "".join(f"{usual_line(rng)}\n" for _ in range(800)).encode()
    found, usual = in_chunks(data.replace(b"\n", end))
    assert (found, usual) == in_chunks(data)
    assert usual > 760


def test_a_chunk_knows_its_puzzles():
    (chunk,) = read_chunks(
        io.BytesIO(b"# first\n3:0,0,0,0,1,0,0,0,0,\n3:\n3dk:0,0,0,0,1,0,0,0,0,\teasy\t1\t2\n")
    )
    assert isinstance(chunk.others[1], ParseError)
    assert isinstance(chunk.found(0), Found)
    assert (chunk.found(2).line, chunk.found(2).codec.name) == (4, "tatham")
    assert chunk.found(0).puzzle == chunk.found(2).puzzle
