import os
import signal
import subprocess
import sys

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
def start(tmp_path):
    """Start the command line as a process of its own."""
    started = []

    def call(*args, shell=None, buffered=True, **options):
        # A development install may build and say so before it starts: not here.
        environment = os.environ | {
            "SKBUILD_EDITABLE_VERBOSE": "0",
            "PYTHONUNBUFFERED": "" if buffered else "1",
        }
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
