"""Files that take the place of others: whole or not at all."""

import errno
import multiprocessing
import os
import random
import signal
import stat
import subprocess
import sys
import threading
import time

import pytest

from fastfuto.formats import check_writable, is_stream, replacement, replacing

posix = pytest.mark.skipif(os.name != "posix", reason="permissions, links, pipes and signals of POSIX")


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced_when_it_is_whole(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with replacing(path) as file:
        file.write(b"new and longer")
        file.flush()
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new and longer"
    with replacing(str(path)):
        pass
    assert path.read_bytes() == b""
    assert names(tmp_path) == ["file"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, OSError(errno.ENOSPC, "full")])
@pytest.mark.parametrize("old", [None, b"old"])
def test_a_failure_leaves_the_old_file(error, old, tmp_path):
    path = tmp_path / "file"
    if old is not None:
        path.write_bytes(old)

    def fail():
        with replacing(path) as file:
            file.write(b"new")
            raise error

    with pytest.raises(error if isinstance(error, type) else OSError) as caught:
        fail()
    if isinstance(error, OSError):
        assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, str(path))
    assert (path.read_bytes() if path.exists() else None) == old
    assert names(tmp_path) == ([] if old is None else ["file"])


@pytest.mark.parametrize("function", ["open", "replace", "fsync", "chmod"])
def test_an_interrupt_at_any_step_leaves_one_whole_file(function, tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    for is_late in (False, True):
        original = open if function == "open" else getattr(os, function)

        def interrupted(*arguments, is_late=is_late, original=original):
            if is_late:
                done = original(*arguments)
                if function == "open":
                    done.close()
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(replacement if function == "open" else os, function, interrupted, raising=False)
            with pytest.raises(KeyboardInterrupt), replacing(path) as file:
                file.write(b"new")
        assert path.read_bytes() == (b"new" if is_late and function == "replace" else b"old")
        assert names(tmp_path) == ["file"]


@pytest.mark.parametrize("function", ["replace", "fsync"])
def test_an_error_of_the_system_has_the_name_of_the_file(function, tmp_path, monkeypatch):
    def fail(source, *target):
        name = os.fspath(source) if target else None
        raise OSError(errno.EIO, "broken", name, None, *target)

    monkeypatch.setattr(os, function, fail)
    path = tmp_path / "file"
    with pytest.raises(OSError, match="broken") as caught, replacing(path):
        pass
    assert (caught.value.errno, caught.value.filename, caught.value.filename2) == (errno.EIO, str(path), None)
    assert not names(tmp_path)


def test_errors_of_other_files_are_left_as_they_are(tmp_path):
    with pytest.raises(FileNotFoundError) as caught, replacing(tmp_path / "file"):
        (tmp_path / "other").read_bytes()
    assert caught.value.filename == str(tmp_path / "other")


def test_what_cannot_be_written_is_named(tmp_path):
    for check in (check_writable, lambda path: replacing(path).__enter__()):
        with pytest.raises(FileNotFoundError) as caught:
            check(tmp_path / "missing" / "file")
        assert caught.value.filename == str(tmp_path / "missing" / "file")
    for path in (tmp_path, f"{tmp_path}{os.sep}file{os.sep}"):
        with pytest.raises(OSError), replacing(path):
            pass
    check_writable(tmp_path / "file")
    assert not names(tmp_path)


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path):
    path = tmp_path / ("é" * 127)
    with replacing(path) as file:
        file.write(b"new")
    assert path.read_bytes() == b"new"


@posix
def test_permissions_are_kept_and_new_files_have_the_usual_ones(tmp_path):
    path = tmp_path / "file"
    old = os.umask(0o027)
    try:
        with replacing(path):
            pass
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(0o604)
        with replacing(path):
            pass
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_the_owner_is_kept(tmp_path):
    path = tmp_path / "file"
    path.touch()
    os.chown(path, 12345, 54321)
    with replacing(path):
        pass
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 54321)


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_must_not_be_written_is_not_replaced(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(PermissionError), replacing(path):
        pass
    assert path.read_bytes() == b"old"


@posix
def test_links_lead_to_the_file_that_is_replaced(tmp_path):
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "file", tmp_path / "link"
    link.symlink_to("folder/file")
    for text in (b"one", b"two"):
        with replacing(link) as file:
            file.write(text)
        assert link.is_symlink()
        assert target.read_bytes() == text
    for k in range(2):
        (tmp_path / f"circle {k}").symlink_to(f"circle {1 - k}")
    with pytest.raises(OSError) as caught, replacing(tmp_path / "circle 0"):
        pass
    assert caught.value.errno == errno.ELOOP
    assert names(tmp_path) == ["circle 0", "circle 1", "folder", "link"]


@posix
def test_pipes_and_devices_are_written_directly(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    found = []
    reader = threading.Thread(target=lambda: found.append(path.read_bytes()))
    reader.start()
    check_writable(path)  # Otherwise the reader would take this for all there is.
    with replacing(path) as file:
        file.write(b"new")
    reader.join()
    assert found == [b"new"]
    with replacing(os.devnull) as file:
        file.write(b"new")
    assert all(map(is_stream, (path, os.devnull, "/dev/stdout", "/dev/fd/1", tmp_path)))
    assert not any(map(is_stream, (tmp_path / "file", __file__)))


@posix
def test_open_files_are_gone_on_with(tmp_path):
    script = (
        "from fastfuto.formats import replacing\nwith replacing('/dev/stdout') as file: file.write(b'new')"
    )
    path = tmp_path / "file"
    path.write_bytes(b"old, ")
    with path.open("ab") as out:
        subprocess.run([sys.executable, "-c", script], stdout=out, check=True, timeout=60)
    assert path.read_bytes() == b"old, new"


WRITE = """
import os, signal, sys
from fastfuto.formats import replacing
with replacing(sys.argv[1]) as file:
    file.write(b"new")
    file.flush()
    print("begun", flush=True)
    if sys.argv[2] == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    input()
"""


def start_writing(path, ending):
    command = [sys.executable, "-c", WRITE, path, ending]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


@pytest.mark.thorough
@posix
def test_a_killed_process_leaves_the_old_file_and_the_next_call_tidies_up(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    for _ in range(2):
        with start_writing(path, "killed") as process:
            assert process.wait(60) == -signal.SIGKILL
        assert path.read_bytes() == b"old"
        assert len(names(tmp_path)) == 2
    with replacing(path) as file:
        file.write(b"newer")
    assert path.read_bytes() == b"newer"
    assert names(tmp_path) == ["file"]


@pytest.mark.thorough
@posix
@pytest.mark.parametrize("ending", ["killed after us", "finished after us"])
def test_what_another_process_is_writing_is_spared(ending, tmp_path):
    path = tmp_path / "file"
    with start_writing(path, "asked") as process:
        process.stdout.readline()
        with replacing(path) as file:
            file.write(b"ours")
        assert path.read_bytes() == b"ours"
        assert len(names(tmp_path)) == 2
        if ending == "killed after us":
            process.kill()
        else:
            process.communicate(b"\n")
    assert path.read_bytes() == (b"ours" if ending == "killed after us" else b"new")
    with replacing(path):
        pass
    assert names(tmp_path) == ["file"]


def test_two_calls_at_once_write_two_whole_files(tmp_path):
    path = tmp_path / "file"
    with replacing(path) as first:
        first.write(b"first")
        with replacing(path) as second:
            second.write(b"second")
        assert path.read_bytes() == b"second"
    assert path.read_bytes() == b"first"
    assert names(tmp_path) == ["file"]


@posix
@pytest.mark.forks
def test_a_failure_tidies_up_although_a_forked_process_lives_on(tmp_path):
    child = None

    def fail():
        nonlocal child
        with replacing(tmp_path / "file"):
            child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(60,))
            child.start()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert child.is_alive()
    child.kill()
    child.join()
    assert not names(tmp_path)


@posix
def test_where_there_are_no_locks_nobody_is_disturbed(tmp_path, monkeypatch):
    def flock(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(replacement.fcntl, "flock", flock)
    test_two_calls_at_once_write_two_whole_files(tmp_path)
    test_a_failure_leaves_the_old_file(ValueError, b"old", tmp_path)


@posix
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda name: os.symlink("other", name)])
def test_what_somebody_has_put_in_the_way_is_left_alone(make, tmp_path):
    path, other = tmp_path / "file", tmp_path / "other"
    other.write_bytes(b"theirs")
    with start_writing(path, "killed") as process:
        process.wait(60)
    [unfinished] = tmp_path.glob("*.unfinished")
    unfinished.unlink()
    make(unfinished)
    with replacing(path) as file:
        file.write(b"new")
    assert (path.read_bytes(), other.read_bytes()) == (b"new", b"theirs")


WRITE_AGAIN_AND_AGAIN = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("replacement", sys.argv[1])  # The module alone starts sooner.
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
while True:
    with module.replacing(sys.argv[2]) as file:
        for _ in range(10):
            file.write(sys.argv[3].encode() * 1000)
            file.flush()
"""


@pytest.mark.thorough
@posix
@pytest.mark.parametrize("kills", [8, pytest.param(500, marks=pytest.mark.slow)])
def test_many_processes_that_write_one_file_and_are_killed(kills, tmp_path):
    path, rng = tmp_path / "file", random.Random(kills)

    def start():
        arguments = replacement.__file__, path, rng.choice("abc")
        command = [sys.executable, "-S", "-c", WRITE_AGAIN_AND_AGAIN, *arguments]
        return subprocess.Popen(command, stderr=subprocess.PIPE)

    writers = [start() for _ in range(3)]
    for _ in range(kills):
        time.sleep(rng.uniform(0, 0.2))
        with writers.pop(0) as writer:
            writer.kill()
            assert writer.stderr.read() == b""
        writers.append(start())
        data = path.read_bytes() if path.exists() else b"a" * 10_000
        assert data in (b"a" * 10_000, b"b" * 10_000, b"c" * 10_000)
    for writer in writers:
        with writer:
            writer.kill()
    with replacing(path):
        pass
    assert names(tmp_path) == ["file"]
