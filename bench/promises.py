"""Promises in seconds: ``python -m bench.promises timeouts``, ``interrupts``, ``texts``, ``pictures`` or ``memory``.

Every verb is called on hard puzzles of all families, with n up to 255. The lateness of a call is the time that it
continues after its time limit, or after a Ctrl-C at a random moment. After each Ctrl-C the same verb must give the
same answer as before for a small puzzle. Texts and pictures are timed in processor time. The memory of a call is the
growth of its own process.

To exclude other programs on the machine, lateness is divided by the slowdown of a busy loop, which is timed before
and after the call. The exit code is 1 if a promise of time is broken.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import random
import signal
import subprocess
import sys
import threading
import time
import timeit
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import fastfuto
from fastfuto import ExactCover, Futoshiki, Kakuro, LatinSquare, Permutations
from fastfuto.formats import MAX_TEXT, NAMES
from fastfuto.formats.unwrapping import LONGEST

from .cases import kakuro, sudoku
from .cases.futoshiki import neighbours
from .machine import machine

MEMORY = 1 << 28
LATE = {"timeouts": 0.05, "interrupts": 0.1}
"""Largest accepted lateness of a call in seconds."""

Verb = Callable[..., Any]
VERBS: dict[str, Verb] = {
    "solve": lambda p, t: fastfuto.solve(p, timeout=t).status,
    "solve, 2 threads": lambda p, t: fastfuto.solve(p, timeout=t, threads=2, seed=5).status,
    "solve, learner": lambda p, t: fastfuto.solve(p, timeout=t, engine="learner").status,
    "solve, search": lambda p, t: fastfuto.solve(p, timeout=t, engine="search").status,
    "solve, first": lambda p, t: fastfuto.solve(p, timeout=t, order="lexicographic").status,
    "is_unique": lambda p, t: fastfuto.is_unique(p, timeout=t),
    "count": lambda p, t: fastfuto.count(p, timeout=t),
    "count, 2 threads": lambda p, t: fastfuto.count(p, timeout=t, threads=2),
    "count, states": lambda p, t: fastfuto.count(p, timeout=t, engine="states"),
    "all_solutions": lambda p, t: len(fastfuto.all_solutions(p, timeout=t, memory=MEMORY)),
    "solutions": lambda p, t: sum(1 for _ in fastfuto.solutions(p, timeout=t)),
    "solution_blocks": lambda p, t: sum(map(len, fastfuto.solution_blocks(p, timeout=t))),
    "sample": lambda p, t: fastfuto.sample(p, 1000, timeout=t, memory=MEMORY, seed=1).tobytes(),
    "estimate_count": lambda p, t: fastfuto.estimate_count(p, timeout=t, samples=1000, seed=1).estimate,
    "solve_many": lambda p, t: fastfuto.solve_many([p] * 20, limit=3, timeout=t).counts.tolist(),
    "explain": lambda p, t: fastfuto.explain(p, timeout=t).solved,
    "grade": lambda p, t: fastfuto.grade(p, timeout=t).level,
    "hint": lambda p, t: str(fastfuto.hint(p, timeout=t)),
    "prove": lambda p, t: fastfuto.prove(p, timeout=t, memory=MEMORY).claim,
}
SMALL = LatinSquare(4)
"""A puzzle that every verb answers at once."""


class Late(NamedTuple):
    """The lateness of a call, in seconds of an idle machine, and the puzzle."""

    seconds: float
    what: str


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.promises", description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=[*PROMISES, "memory"])
    parser.add_argument("--calls", type=int, default=200, help="calls of each verb (default: 200)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", metavar="TEXT", help="verbs with this in their name")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        print(grown(args.child[0], int(args.child[1])))
        return
    print(machine())
    if args.what == "memory":
        report_memory()
    elif not PROMISES[args.what](args):
        sys.exit(f"promises of {args.what} are broken")


def report(name: str, calls: list[Late], most: float) -> bool:
    """Print one line of the table, and return whether no call took more than `most` seconds."""
    calls.sort()
    if not calls:
        print(f"{name:28}     0")
        return True
    median, nearly_all = calls[len(calls) // 2], calls[int(0.99 * (len(calls) - 1))]
    late = ", ".join(f"{each.what} {1000 * each.seconds:.0f}" for each in calls if each.seconds > most)
    seconds = "".join(f"{1000 * each.seconds:10.1f}" for each in (median, nearly_all, calls[-1]))
    print(f"{name:28} {len(calls):5} {seconds} {1000 * most:9.0f}     {late}", flush=True)
    return not late


def head() -> None:
    """Print the head of the table."""
    print(f"{'':28} calls     median      99 %  greatest  promised, ms     broken by")


def every_verb(args: argparse.Namespace) -> bool:
    """Report the lateness of all verbs, and return whether the promises are kept."""
    measure = out_of_time if args.what == "timeouts" else interrupted
    head()
    kept = True
    for name, verb in VERBS.items():
        if args.only in name:
            late = measure(verb, args.calls, random.Random(f"{args.seed} {name}"))
            kept &= report(name, late, LATE[args.what])
    return kept


def slowdown() -> float:
    """Return the factor by which other programs delay a busy loop of ten milliseconds."""
    start, begun = time.perf_counter(), time.thread_time()
    while (taken := time.thread_time() - begun) < 0.01:
        pass
    return (time.perf_counter() - start) / taken


# Time ------------------------------------------------------------------------------------------------------


def hard_puzzle(rng: random.Random) -> tuple[str, Any]:
    """Return a puzzle that most verbs cannot answer quickly, with a name."""
    kind = rng.choice(
        ["blank", "futoshiki", "futoshiki", "futoshiki", "sudoku", "kakuro", "permutations", "cover"]
    )
    n = rng.choice([9, 12, 16, 20, 25, 30, 33, 40, 64, 80, 100, 150, 200, 255])
    if kind == "blank":
        return f"blank {n}", LatinSquare(n)
    if kind == "futoshiki":
        share, signs = rng.choice([0, 0.05, 0.1, 0.3]), rng.choice([0.05, 0.2, 0.5, 0.8, 0.95])
        return f"futoshiki {n} {share} {signs}", random_futoshiki(rng, n, share, signs)
    if kind == "sudoku":
        n = rng.choice([16, 25, 36, 49, 64])
        return f"sudoku {n}", sudoku.random_grid(n, rng.choice([0.0, 0.3, 0.45]), rng.randrange(99))
    if kind == "kakuro":
        if rng.random() < 0.3:
            return "kakuro 9 blank", Kakuro([[0] * 9] * 9)
        return "kakuro 30", kakuro.random_grid(30, 30, 0.35, rng.randrange(99))
    if kind == "permutations":
        n = rng.choice([12, 30, 63, 100])
        forbidden = [(k, k + 1) for k in range(12)]
        return f"permutations {n}", Permutations(n, forbidden=forbidden, order=[(0, 1), (3, 5)])
    n = rng.choice([12, 16, 24])
    return f"queens {n}", queens(n)


def random_futoshiki(rng: random.Random, n: int, share: float, signs: float) -> Futoshiki:
    """Return a puzzle with these fractions of the numbers and signs of a random Latin square."""
    square = LatinSquare.random(n, seed=rng.getrandbits(64)).clues
    is_clue = np.random.default_rng(rng.getrandbits(64)).random((n, n)) < share
    pairs = neighbours(n)
    chosen = rng.sample(pairs, int(signs * len(pairs)))
    return Futoshiki(square * is_clue, [(a, b) if square[a] < square[b] else (b, a) for a, b in chosen])


def queens(n: int) -> ExactCover:
    """Return the puzzle of n queens on a board."""
    options = [[("r", r), ("c", c), ("+", r + c), ("-", r - c)] for r in range(n) for c in range(n)]
    primary = [(kind, k) for kind in "rc" for k in range(n)]
    secondary = [("+", k) for k in range(2 * n)] + [("-", k) for k in range(-n, n)]
    return ExactCover(options, primary=primary, secondary=secondary)


def moment(rng: random.Random) -> float:
    """Return a random time in seconds."""
    return rng.choice([0.005, 0.01, 0.03, 0.1, 0.2, 0.3]) * rng.uniform(0.5, 1.5)


def out_of_time(verb: Verb, calls: int, rng: random.Random) -> list[Late]:
    """Return the lateness of calls that ran out of time; calls that answered before do not count."""
    late: list[Late] = []
    verb(SMALL, None)  # The first call of a verb imports modules, which takes up to 0.1 s.
    for _ in range(6 * calls):
        if len(late) == calls:
            break
        name, puzzle = hard_puzzle(rng)
        timeout = rng.choice([0.0, moment(rng)])
        gc.collect()
        slow = slowdown()
        start = time.perf_counter()
        try:
            is_over = verb(puzzle, timeout) is fastfuto.Status.UNKNOWN
        except fastfuto.LimitReached:
            is_over = True
        except (ValueError, MemoryError):  # The engine refuses such puzzles, or memory was full before.
            is_over = False
        seconds = (time.perf_counter() - start - timeout) / max(slow, slowdown())
        if is_over or seconds > LATE["timeouts"]:
            late.append(Late(seconds, name))
    return late


def interrupted(verb: Verb, calls: int, rng: random.Random) -> list[Late]:
    """Return the lateness of calls that Ctrl-C ended."""
    # Background jobs of a shell ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    late: list[Late] = []
    expected = verb(SMALL, None)
    for _ in range(6 * calls):
        if len(late) == calls:
            break
        name, puzzle = hard_puzzle(rng)
        sent: list[float] = []

        def send(sent: list[float] = sent) -> None:
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)

        gc.collect()
        slow = slowdown()
        timer = threading.Timer(moment(rng), send)
        try:
            timer.start()
            with contextlib.suppress(ValueError, MemoryError):
                verb(puzzle, None)
            timer.cancel()
            timer.join()
            time.sleep(0.01)  # The signal may still be pending.
        except KeyboardInterrupt:
            seconds = time.perf_counter() - sent[0]
            late.append(Late(seconds / max(slow, slowdown()), name))
        if (again := verb(SMALL, None)) != expected:
            raise AssertionError(f"after Ctrl-C on {name}: {again!r} instead of {expected!r}")
    return late


# Texts and pictures -----------------------------------------------------------------------------------------

STARTS = ["", "4 ", "4:", "4:0", '{"n":', "4 0 ", "["]
UNITS = ["9", " ", "[", "a", "|", "\n", "- ", "1 ", "0\n", "#\n", "<", "xy;\n", "\x00", "∧", "\ud800"]
PARTS = [
    "[]",
    "[1,",
    "a[",
    "{\n",
    "= new [",
    "a<b>",
    "- [",
    "```\nwords",
    "<td>1",
    "\\\\ & ",
    "$a",
    ",byrow",
    "1/",
    "//\n",
]
"""Parts of lists, tables and words around them, which are searched for in texts of up to `LONGEST` characters."""


def texts(args: argparse.Namespace) -> bool:
    """Report the time of every format for long texts, and return whether the promises are kept."""
    head()
    long = [start + unit * (1_000_000 // len(unit)) + "x" for start in STARTS for unit in UNITS]
    whole = [unit * (MAX_TEXT // len(unit)) for unit in UNITS]
    too_long = ["9" * 100_000_000, "\n" * MAX_TEXT + "x"]
    wrapped = [part * ((LONGEST - 1) // len(part)) + "!" for part in PARTS] + [
        (one + other) * ((LONGEST - 1) // len(one + other)) for one in PARTS for other in PARTS
    ]
    kept = report("detection: 64 kB", [reading(text, None) for text in wrapped], 1)
    kept &= report("detection: 16 MB", [reading(text, None) for text in whole], 15)
    for name in (None, *NAMES):
        for what, of_a_kind in (("1 MB", long), ("too long", too_long)):
            kept &= report(f"{name or 'detection'}: {what}", [reading(text, name) for text in of_a_kind], 2)
    return kept


def reading(text: str, name: str | None) -> Late:
    """Return the time to read or refuse a text."""
    start = time.thread_time()
    with contextlib.suppress(fastfuto.ParseError):
        fastfuto.parse(text, name)
    return Late(time.thread_time() - start, repr(text[:12]))


def pictures(args: argparse.Namespace) -> bool:
    """Report the time of a 9 x 9 picture, and return whether the promises are kept."""
    head()
    puzzle = random_futoshiki(random.Random(args.seed), 9, 0.2, 0.2)
    kept = report("SVG", drawings(lambda: fastfuto.draw(puzzle).svg, args.calls), 1e-3)
    return report("text", drawings(lambda: fastfuto.draw(puzzle).text, args.calls), 1e-4) and kept


def drawings(draw: Callable[[], str], calls: int) -> list[Late]:
    """Return the mean times of ten drawings each, because a single drawing may wait for the garbage collector."""
    draw()
    taken = [timeit.timeit(draw, timer=time.thread_time, number=10) for _ in range(calls // 10)]
    return [Late(seconds / 10, "a 9 x 9") for seconds in taken]


PROMISES: dict[str, Callable[[argparse.Namespace], bool]] = {
    "timeouts": every_verb,
    "interrupts": every_verb,
    "texts": texts,
    "pictures": pictures,
}


# Memory ----------------------------------------------------------------------------------------------------

NEEDING: dict[str, Callable[[int], Any]] = {
    "all_solutions": lambda memory: fastfuto.all_solutions(LatinSquare(7), memory=memory),
    "all_solutions of sums": lambda memory: fastfuto.all_solutions(Kakuro([[0] * 9] * 9), memory=memory),
    "sample": lambda memory: fastfuto.sample(tight(9), 10, memory=memory),
    "sample of sums": lambda memory: fastfuto.sample(Kakuro([[0] * 9] * 9), 10, memory=memory),
    "count": lambda memory: fastfuto.count(tight(9), engine="states", memory=memory),
    "count, 2 threads": lambda memory: fastfuto.count(tight(9), engine="states", memory=memory, threads=2),
    "count of permutations": lambda memory: fastfuto.count(
        Permutations(40, order=[(k, (7 * k) % 39 + 1) for k in range(12)]), engine="states", memory=memory
    ),
    "prove": lambda memory: fastfuto.prove(tight(15), memory=memory),
}
"""Calls that need more memory than they may take."""
SIZES = (1 << 24, 1 << 26, 1 << 28, 1 << 30)


def tight(n: int) -> Futoshiki:
    """Return a puzzle with many signs."""
    return random_futoshiki(random.Random(n), n, 0.0, 0.3)


def grown(name: str, memory: int) -> str:
    """Return the growth of the process in bytes during a call, and the end of the call."""
    call = NEEDING[name]
    with contextlib.suppress(fastfuto.FastfutoError):
        call(1 << 12)  # Load everything.
    before = peak()
    try:
        call(memory)
        how = "answered"
    except MemoryError:
        how = "memory limit"
    return f"{peak() - before} {how}"


def peak() -> int:
    """Return the peak size of the process in bytes."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def report_memory() -> None:
    """Print the memory that each verb took for each limit."""
    print(f"{'call':24}", *(f"{size >> 20:>20} MiB" for size in SIZES))
    for name in NEEDING:
        cells = []
        for size in SIZES:
            command = [sys.executable, "-m", "bench.promises", "memory", "--child", name, str(size)]
            try:
                told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
                taken, _, how = told.strip().partition(" ")
                cells.append(f"{int(taken) / 2**20:.0f} MiB, {how}")
            except subprocess.TimeoutExpired:
                cells.append("no end in 120 s")
        print(f"{name:24}", *(f"{cell:>24}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
