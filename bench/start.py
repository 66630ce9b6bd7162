"""The start of ``fastfuto solve`` through a pipe and on a terminal beside the import of NumPy, interleaved.

``python -m bench.start PYTHON [RUNS]`` measures the installation of this interpreter. It should be a normal
installation, because an editable one finds its modules slowly. NumPy is imported both as users import it and with one
thread of OpenBLAS, as fastfuto imports it.
"""

import argparse
import os
import pty
import statistics
import subprocess
import time
from pathlib import Path

PUZZLE = Path(__file__).parents[1] / "examples" / "five.txt"
NUMPY = "import numpy"


def measured(command, environment, *, on_terminal=False):
    """Run a command; return its processor time and the elapsed time in seconds."""
    ours, theirs = pty.openpty() if on_terminal else os.pipe()
    began = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=theirs, env=environment)
    os.close(theirs)
    try:
        while os.read(ours, 1 << 16):
            pass
    except OSError:  # Linux reports the end of a terminal in this way.
        pass
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    os.close(ours)
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - began


def main():
    """Print the medians, and their ratios to both imports of NumPy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python")
    parser.add_argument("runs", nargs="?", type=int, default=30)
    options = parser.parse_args()
    users = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    alone = users | {"OPENBLAS_NUM_THREADS": "1"}
    solve = [options.python, "-m", "fastfuto", "solve", str(PUZZLE)]
    calls = {
        NUMPY: lambda: measured([options.python, "-c", NUMPY], users),
        f"{NUMPY}, one thread": lambda: measured([options.python, "-c", NUMPY], alone),
        "solve through a pipe": lambda: measured(solve, users),
        "solve on a terminal": lambda: measured(solve, users | {"TERM": "xterm"}, on_terminal=True),
    }
    for call in calls.values():
        call()
    times = {name: [] for name in calls}
    for _ in range(options.runs):
        for name, call in calls.items():
            times[name].append(call())
    medians = {
        name: [statistics.median(each) for each in zip(*found, strict=True)] for name, found in times.items()
    }
    for name, (processor, elapsed) in medians.items():
        ratios = [
            f"{processor / medians[numpy][0]:.2f} and {elapsed / medians[numpy][1]:.2f}"
            for numpy in (NUMPY, f"{NUMPY}, one thread")
        ]
        print(
            f"{name:26} {1000 * processor:6.1f} ms processor {1000 * elapsed:6.1f} ms elapsed  {' | '.join(ratios)}"
        )


if __name__ == "__main__":
    main()
