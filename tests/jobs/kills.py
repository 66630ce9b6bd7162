"""Jobs with workers that are killed at random moments: ``python -m tests.jobs.kills`` does so 300 times.

After each kill all processes of the job must have ended within three seconds. Then the job is done again, with its
journal, and its result must be that of a job that nobody has disturbed. The exit code is 1 if anything is otherwise.
Processes are found in /proc, so this needs Linux.
"""

import argparse
import contextlib
import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

import fastfuto
from fastfuto.jobs import summary

SIGNALS = ("SIGKILL", "SIGTERM", "SIGHUP")
PATIENCE = 3.0
"""Seconds in which all processes must have ended."""
MARK = "FASTFUTO_KILLED_JOB"
"""An environment variable that all processes of a job have, wherever they come from."""

COUNT = """
import multiprocessing, sys
from concurrent.futures import ProcessPoolExecutor
import fastfuto

if __name__ == "__main__":
    method, how = sys.argv[1:]
    multiprocessing.set_start_method(method)
    make = ProcessPoolExecutor if how == "class" else lambda: ProcessPoolExecutor(3)
    print(fastfuto.count(fastfuto.load("count"), executor=make, journal="journal"))
"""
DATASET = """
from concurrent.futures import ProcessPoolExecutor
from functools import partial
import fastfuto

if __name__ == "__main__":
    pool = partial(ProcessPoolExecutor, 2)
    fastfuto.save_dataset(4000, "data/set.jsonl", 5, seed=1, executor=pool, journal="journal")
"""


class Job(NamedTuple):
    """The arguments of Python, and what the result is made of: None if nobody waits for the end of the job."""

    command: list
    result: object = lambda folder, out: out


def command(*words, workers=2):
    return ["-m", "fastfuto", *words, "--workers", str(workers), "--journal", "journal"]


def solutions_in(folder, out):
    grids = np.concatenate([np.load(path) for path in (folder / "parts").glob("part-*")])
    rows = np.unique(grids.reshape(len(grids), -1), axis=0)
    return out, len(grids), hashlib.sha256(rows.tobytes()).hexdigest()


def files_in(folder, out):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (folder / "data").iterdir()}


JOBS = {
    "one hard puzzle": Job(command("batch", "hard", "--limit", "1000000000", workers=3), None),
    "count": Job(command("count", "count")),
    "solutions": Job(command("solutions", "solutions", "-o", "parts"), solutions_in),
    "batch": Job(command("batch", "puzzles")),
    "audit": Job(command("audit", "puzzles")),
    "grade": Job(command("grade", "puzzles")),
    "generate": Job(command("generate", "-k", "1000", "-n", "5", "--seed", "1")),
    "data set": Job(["-c", DATASET], files_in),
    **{
        f"{method}, {how}": Job(["-c", COUNT, method, how])
        for method in ("fork", "spawn", "forkserver")
        for how in ("class", "function")
    },
}


def prepare(folder):
    """Write what the jobs read."""
    (folder / "data").mkdir()
    blank = np.zeros((6, 6), int)
    blank[0, :3] = 1, 2, 3
    fastfuto.dump(fastfuto.LatinSquare(blank), folder / "count", "json")
    fastfuto.dump(fastfuto.LatinSquare(5), folder / "solutions", "json")
    hard = fastfuto.Futoshiki(np.zeros((10, 10), int), [((r, r), (r, r + 1)) for r in range(9)])
    fastfuto.dump(hard, folder / "hard")
    made = fastfuto.generate_many(300, 5, seed=3)
    (folder / "puzzles").write_text("\n".join(fastfuto.format_puzzle(each.puzzle, "tatham") for each in made))


def start(job, folder, mark):
    """Start a job as somebody does at a terminal."""

    def with_usual_signals():
        for name in SIGNALS[1:]:
            signal.signal(getattr(signal, name), signal.SIG_DFL)

    environment = os.environ | {MARK: mark, "SKBUILD_EDITABLE_VERBOSE": "0"}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    call = [sys.executable, *job.command]
    return subprocess.Popen(
        call, cwd=folder, env=environment, start_new_session=True, preexec_fn=with_usual_signals, **streams
    )


def processes_of(mark):
    """Return the numbers of all processes of a job; one that has ended has no environment any more."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"{MARK}={mark}".encode() in (path / "environ").read_bytes().split(b"\0"):
                found.append(int(path.name))
    return found


def have_ended(mark, seconds=10.0):
    """Wait for the processes of a job, and return whether all end in so many seconds; those that do not are killed."""
    deadline = time.monotonic() + seconds
    while left := processes_of(mark):
        if time.monotonic() > deadline:
            for pid in left:
                os.kill(pid, signal.SIGKILL)
            return False
        time.sleep(0.02)
    return True


def finished(job, folder):
    """Do a job to its end, and return its result."""
    with start(job, folder, "finished") as process:
        out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return job.result(folder, out)


class Outcome(NamedTuple):
    """What has become of a job that was killed: how long its processes lived on, and how many pieces were done."""

    seconds: float
    done: int
    is_right: bool


class Kills:
    """Kills of all jobs, and what they give if nobody disturbs them."""

    def __init__(self, folder, seed=0):
        self._rng = random.Random(seed)
        self._folder, self._template = folder, folder / "template"
        self._template.mkdir()
        prepare(self._template)
        self._known = {}

    def kill(self, name, by):
        """Kill a job by a signal at a random moment, and do it again."""
        job = JOBS[name]
        if job.result is not None and name not in self._known:
            began = time.perf_counter()
            with self._copy() as folder:
                self._known[name] = finished(job, folder), time.perf_counter() - began
        expected, seconds = self._known.get(name, (None, 2.0))
        while True:
            with self._copy() as folder:
                mark = f"{self._rng.getrandbits(64):x}"
                with start(job, folder, mark) as process:
                    time.sleep(self._rng.uniform(0.0, seconds))
                    if process.poll() is not None:
                        continue  # It was done before, and this was no kill.
                    process.send_signal(getattr(signal, by))
                    began = time.perf_counter()
                    process.wait()
                    have_ended(mark)
                    lived = time.perf_counter() - began
                done = 0
                with contextlib.suppress(
                    fastfuto.JobError
                ):  # It may have been killed before there was a journal.
                    done = summary(folder / "journal").done
                return Outcome(lived, done, job.result is None or finished(job, folder) == expected)

    @contextlib.contextmanager
    def _copy(self):
        folder = self._folder / "job"
        shutil.copytree(self._template, folder)
        yield folder
        shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.jobs.kills", description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", metavar="TEXT", help="jobs with this in their name")
    args = parser.parse_args()
    names = [name for name in JOBS if args.only in name]
    outcomes = {name: [] for name in names}
    with tempfile.TemporaryDirectory() as folder:
        kills = Kills(Path(folder), args.seed)
        for k in range(args.kills):
            name = names[k // len(SIGNALS) % len(names)]
            outcomes[name].append(kills.kill(name, SIGNALS[k % len(SIGNALS)]))
    print(f"{'job':24} kills  with pieces done  longest life, s  left  wrong")
    n_bad = 0
    for name, found in outcomes.items():
        left, wrong = sum(each.seconds > PATIENCE for each in found), sum(not each.is_right for each in found)
        n_bad += left + wrong
        begun, longest = (
            sum(each.done > 0 for each in found),
            max((each.seconds for each in found), default=0),
        )
        print(f"{name:24} {len(found):5} {begun:17} {longest:16.2f} {left:5} {wrong:6}")
    sys.exit(n_bad > 0)


if __name__ == "__main__":
    main()
