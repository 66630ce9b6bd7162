import contextlib
import io
import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

from fastfuto import Futoshiki, dump
from fastfuto.cli import main


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Run the command line here; return exit code, output and errors."""
    monkeypatch.chdir(tmp_path)

    def call(*args):
        code = main([str(arg) for arg in args])
        return code, *capsys.readouterr()

    return call


@pytest.fixture
def on_terminal(monkeypatch):
    """Run the command line on a terminal; return exit code, and the texts of standard output and standard error."""
    import pty
    import tty

    def call(*args, encoding="utf-8", **environment):
        texts, readers = ([], []), []
        with monkeypatch.context() as patch, contextlib.ExitStack() as stack:
            for name, value in ({"NO_COLOR": "", "TERM": "xterm"} | environment).items():
                patch.setenv(name, value)
            for name, told in zip(("stdout", "stderr"), texts, strict=True):
                ours, theirs = pty.openpty()
                tty.setraw(theirs)
                readers.append(threading.Thread(target=_read, args=(ours, told)))
                readers[-1].start()
                file = stack.enter_context(os.fdopen(theirs, "wb"))
                stream = io.TextIOWrapper(file, encoding, "backslashreplace", write_through=True)
                patch.setattr(sys, name, stream)
            code = main([str(arg) for arg in args])
        for reader in readers:
            reader.join()
        return code, *(b"".join(told).decode() for told in texts)

    return call


def _read(file, told):
    try:
        while data := os.read(file, 1 << 16):
            told.append(data)
    except OSError:  # Linux says so that the other side is closed.
        pass
    os.close(file)


@pytest.fixture
def start(tmp_path):
    """Start the command line as a process of its own."""
    started = []

    def call(*args, shell=None, buffered=True, **options):
        environment = os.environ | {"PYTHONUNBUFFERED": "" if buffered else "1"}
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
        command = [sys.executable, "-m", "fastfuto", *map(str, args)]
        if shell is not None:
            command = ["sh", "-c", f'exec "$@" {shell}', "sh", *command]
        if os.name == "posix":
            # Whoever starts the tests in the background may have SIGINT ignored, and children inherit that.
            streams["preexec_fn"] = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
        started.append(subprocess.Popen(command, cwd=tmp_path, env=environment, **streams))
        return started[-1]

    yield call
    for process in started:
        with process:  # It closes the pipes.
            process.kill()


@pytest.fixture
def endless(tmp_path):
    """Write a puzzle whose solutions nobody counts within seconds."""
    path = tmp_path / "endless.txt"
    dump(Futoshiki([[0] * 10] * 10, [((r, r), (r, r + 1)) for r in range(9)]), path)
    return path


@pytest.fixture
def huge(tmp_path):
    """Return the file of a puzzle with more solutions than anybody waits for."""
    path = tmp_path / "huge.txt"
    dump(Futoshiki(np.zeros((8, 8), int)), path)
    return path
