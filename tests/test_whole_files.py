"""Everything that writes a file leaves the old one as it was until the new one is whole."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest

import fastfuto
from fastfuto.cli import main

from .calls import raising
from .cases import some, thorough

resource = pytest.importorskip("resource", reason="limits for the size of a file are those of POSIX")

EXAMPLES = Path(__file__).parents[1] / "examples"
PUZZLES = [fastfuto.load(EXAMPLES / name) for name in ("four.txt", "nine.txt")]
FEW_BYTES = 100
"""Less than any of the files has."""

WRITERS = {
    "dump": lambda k: fastfuto.dump(PUZZLES[k], "file.txt"),
    "save_dataset": lambda k: fastfuto.save_dataset(2, "file.npz", 4 + k),
    "page": lambda k: fastfuto.page(PUZZLES[k], "file.html"),
    "booklet": lambda k: fastfuto.booklet(PUZZLES[k], "file.html"),
    "drawing": lambda k: fastfuto.draw(PUZZLES[k]).save("file.svg"),
    "certificate": lambda k: fastfuto.prove(PUZZLES[k]).save("folder"),
    "npy": lambda k: fastfuto.save_solutions(fastfuto.LatinSquare(3 + k), "file.npy"),
    **{
        f"fastfuto {command}": lambda k, command=command: main(
            [part.replace("FILE", str(EXAMPLES / ("four.txt", "nine.txt")[k])) for part in command.split()]
        )
        for command in (
            "convert FILE --to json -o file",
            "solve FILE -o file",
            "draw FILE -o file.svg",
            "play FILE -o file.html",
            "book FILE -o file.html",
            "prove FILE -o folder",
            "solutions FILE -o file.npy",
        )
    },
}


def contents(folder):
    """Return what the files of a folder have, by their names."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@contextmanager
def full_disk(n_bytes=FEW_BYTES):
    """Let no file grow above a few bytes, as if the disk were full."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_leaves_the_old_file(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write = WRITERS[name]
    write(0)
    before = contents(tmp_path)
    assert before
    if name.startswith("fastfuto"):
        with full_disk():
            assert write(1) == 2
        message = capsys.readouterr().err
    else:
        with full_disk(), pytest.raises(OSError) as caught:
            write(1)
        message = str(caught.value)
    assert re.search("(file|folder).*File too large|File too large.*(file|folder)", message)
    assert contents(tmp_path) == before
    write(1)
    assert contents(tmp_path).keys() == before.keys()
    assert contents(tmp_path) != before


@pytest.mark.thorough
@pytest.mark.forks
@pytest.mark.parametrize(
    "name", some(["dump", "save_dataset", "certificate", "npy", "fastfuto solve FILE -o file"], 4)
)
def test_a_killed_process_leaves_the_old_file(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    WRITERS[name](0)
    before = contents(tmp_path)
    # With its default action, the signal of a file that is too large kills the process as it writes.
    script = (
        "import signal, sys\nsys.path.insert(0, sys.argv[1])\n"
        "from tests.test_whole_files import WRITERS, full_disk\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
        "with full_disk(): WRITERS[sys.argv[2]](1)"
    )
    command = [sys.executable, "-B", "-c", script, str(Path(__file__).parents[1]), name]
    process = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
    assert process.returncode < 0, process.stderr
    after = contents(tmp_path)
    assert {path: data for path, data in after.items() if not path.endswith(".unfinished")} == before


def test_a_full_disk_leaves_the_list_of_parts(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write = partial(fastfuto.save_solutions, fastfuto.LatinSquare(3), "folder", executor=ThreadPoolExecutor)
    write()
    before = contents(tmp_path)
    with ExitStack() as stack:
        # The parts are looked at right before they are listed.
        monkeypatch.setattr("fastfuto.solving.save._check_part", lambda *_: stack.enter_context(full_disk()))
        with pytest.raises(OSError, match="File too large"):
            write()
    assert contents(tmp_path) == before


@pytest.mark.parametrize("old", [thorough(None), b"old"])
def test_a_recipe_that_fails_leaves_the_old_file(old, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    impossible = {"level": "extreme", "rules": "tatham"}
    for path in (Path("file.npz"), Path("file.tsv")):
        if old is not None:
            path.write_bytes(old)
    before = contents(tmp_path)
    with pytest.raises(fastfuto.RecipeNotMet):
        fastfuto.save_dataset(1, "file.npz", 3, **impossible)
    options = [f"--{name}={value}" for name, value in impossible.items()]
    assert main(["generate", "-n", "3", *options, "-o", "file.tsv"]) == 3
    assert contents(tmp_path) == before


def test_an_interrupt_leaves_the_old_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    WRITERS["save_dataset"](0)
    before = contents(tmp_path)

    for name in ("file.npz", "new.npz"):
        with pytest.raises(KeyboardInterrupt):
            fastfuto.save_dataset(50, name, 9, progress=raising(KeyboardInterrupt))
    assert contents(tmp_path) == before


def test_what_a_stream_has_written_stays_on_a_full_disk(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("old")
    command = ["solutions", str(EXAMPLES / "empty5.txt"), "--limit", "9000", "-o", "file"]
    with full_disk(100_000):
        assert main(command) == 2
    assert "file: File too large" in capsys.readouterr().err
    text = Path("file").read_text()
    assert len(text) == 100_000
    assert text.startswith("5\n1 | ")
    assert os.listdir() == ["file"]
