"""Programs that solve whole files of puzzles: ``python -m bench.programs PROGRAMS FOLDER``.

Each program reads a file, proves for each puzzle that it has one solution, and writes the answers. All programs take
turns in random order. The tables have the median processor time of a puzzle; starting the program does not count,
because the time for a file with one puzzle is subtracted. All programs must give the same answers.

The project neither contains nor builds its rivals. PROGRAMS is a JSON list of the programs that were built elsewhere::

    {"name": "tdoku", "solves": "Sudoku", "instructions": "AVX2", "command": ["./tdoku"],
     "commit": "af426180dc53", "compiler": "clang 19.1.7", "options": "-O3 -march=x86-64-v3"}

A command gets the names of two files, for the puzzles and for the answers. The answers have the form of
`fastfuto.solve_file`. If a program writes another form, ``check`` is a second command that writes this form; it is not
measured. FOLDER contains the two `PUBLISHED` sets, which are in the folder data of the public repository
shines77/gzSudoku. All other puzzles are made with a fixed seed.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np

import fastfuto
from fastfuto import Futoshiki
from fastfuto.engines import _sudoku9

from .calls import classes
from .cases import sudoku
from .check import WrongAnswer
from .machine import machine
from .report import table
from .rivals import plain

RESULTS = Path(__file__).parent / "results"
PUBLISHED = {"17 clues": "puzzles_17_clue_49151", "hardest": "puzzles5_forum_hardest_1905_11+"}
INSTRUCTIONS = {512: "AVX-512", 256: "AVX2", 128: "SSE4", 32: "x86-64"}
"""Instruction sets by the registers that the engine for Sudoku uses with them."""
SIDES = {4: 1000, 5: 1000, 6: 1000, 7: 250, 8: 100, 9: 25}
"""Number of Futoshikis of each level by size. The slowest rival takes 2 s for a puzzle of 9 x 9 on average."""
SEED = 1

Turn = Callable[[Path, Path], float]
"""A function that solves a file of puzzles, writes the answers, and returns the seconds of processor time."""


class Program(NamedTuple):
    """A program for one instruction set. Its check writes the answers as `solve_file` does."""

    name: str
    instructions: str
    turn: Turn
    check: Turn
    built: dict[str, str]
    """Revision of the sources, compiler and options."""


def described(entry: dict[str, Any]) -> Program:
    """Return a program that PROGRAMS describes."""
    if entry["instructions"] not in INSTRUCTIONS.values():
        raise ValueError(
            f"instructions must be one of {[*INSTRUCTIONS.values()]}, got {entry['instructions']!r}"
        )
    turn = partial(outside, entry["command"])
    check = partial(outside, entry.get("check", entry["command"]))
    built = {key: entry[key] for key in ("commit", "compiler", "options")}
    return Program(entry["name"], entry["instructions"], turn, check, built)


def outside(command: Sequence[str], puzzles: Path, answers: Path) -> float:
    """Run a command on two files, and return its seconds of processor time."""
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*command, puzzles, answers], stdout=subprocess.DEVNULL, check=True)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime


def by_file(width: int, puzzles: Path, answers: Path) -> float:
    """Call `solve_file` in one thread; Sudokus use registers of this width."""
    with patch.object(_sudoku9, "WIDTHS", (width,)):
        start = process_time()
        fastfuto.solve_file(puzzles, answers, threads=1)
        return process_time() - start


def by_plain_c(puzzles: Path, answers: Path) -> float:
    """Call the plain C program; reading and writing do not count."""
    every: list[Futoshiki] = list(fastfuto.load_many(puzzles))  # type: ignore[arg-type]
    counts, grids, seconds = plain.solve_all(every, 2)
    with answers.open("w") as file:
        for puzzle, count, grid in zip(every, counts, grids, strict=True):
            solved = fastfuto.format_puzzle(puzzle.with_clues(grid), "tatham") if count == 1 else ""
            print(solved or ("several" if count else "none"), file=file)
    return seconds


def sudokus(folder: Path, size: int) -> Iterator[tuple[str, list[str]]]:
    """Yield the published sets, and sets of that size, with dots for blank cells."""
    for name, file in PUBLISHED.items():
        yield name, (folder / file).read_text().split()
    minimal = sudoku.minimal(size, SEED).reshape(size, 81)
    rng = random.Random(SEED)
    several = minimal.copy()
    several[np.arange(size), [rng.choice(np.flatnonzero(grid)) for grid in minimal]] = 0
    easy = sudoku.batch("easy", size).reshape(size, 81)
    for name, grids in {"minimal": minimal, "easy": easy, "several solutions": several}.items():
        yield name, ["".join(map(str, grid.tolist())).replace("0", ".") for grid in grids]


def futoshikis() -> Iterator[tuple[str, list[str]]]:
    """Yield a set for each size, with puzzles of all levels of `calls.SIDES` as game ids."""
    for n, size in SIDES.items():
        puzzles = [puzzle for _, some in classes(SEED, size, [f"{n} x {n}"]) for puzzle in some]
        random.Random(SEED).shuffle(puzzles)
        yield f"{n} x {n}", [fastfuto.format_puzzle(puzzle, "tatham") for puzzle in puzzles]


def ours(kind: str) -> list[Program]:
    """Return fastfuto with each width of registers for Sudoku, or fastfuto and the plain C program for Futoshiki."""
    programs = []
    for width in _sudoku9.WIDTHS:
        turn = partial(by_file, width)
        programs.append(Program("fastfuto", INSTRUCTIONS[width], turn, turn, {}))
    if kind == "Sudoku":
        return programs
    compiler, *options = plain.BUILD
    built = {"commit": "", "compiler": compiler, "options": " ".join(options)}
    return [programs[0], Program("plain C", programs[0].instructions, by_plain_c, by_plain_c, built)]


def agree(programs: list[Program], puzzles: Path, answers: Path) -> None:
    """Raise WrongAnswer unless all programs give the same answers as the first one."""
    expected: list[str] = []
    for program in programs:
        answers.unlink(missing_ok=True)
        program.check(puzzles, answers)
        found = answers.read_text().splitlines()
        expected = expected or found
        for k, (one, other) in enumerate(zip_longest(expected, found)):
            if one != other:
                raise WrongAnswer(
                    f"{program.name}, {program.instructions}, puzzle {k}: expected {one}, got {other}"
                )


def measured(programs: list[Program], lines: list[str], rounds: int) -> list[list[float]]:
    """Return for each program the microseconds of a puzzle in each round."""
    times: list[list[float]] = [[] for _ in programs]
    rng = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        puzzles, first, answers = (Path(folder, name) for name in ("puzzles.txt", "first.txt", "answers.txt"))
        puzzles.write_text("\n".join(lines) + "\n")
        first.write_text(lines[0] + "\n")
        agree(programs, puzzles, answers)
        for _ in range(rounds):
            for k in rng.sample(range(len(programs)), len(programs)):
                seconds = programs[k].turn(puzzles, answers) - programs[k].turn(first, answers)
                times[k].append(seconds / (len(lines) - 1) * 1e6)
    return times


def shown(us: float) -> str:
    """Return microseconds with three digits."""
    return f"{us:.3g}" if us < 999.5 else f"{us:,.0f}"


def report(results: dict[str, Any]) -> str:
    """Return the results as a page."""
    machine = results["machine"]
    parts = [
        f"""# Programs that solve whole files

Measured {machine["date"]} at revision {machine["revision"]} on {machine["cpu"]}, {machine["cores"]} cores,
{machine["os"]}, Python {machine["python"]}; load {machine["load"][0]} at the start. Made by `python -m bench.programs`,
whose documentation describes the method. Figures are microseconds of processor time per puzzle, in one thread: medians
of {results["rounds"]} rounds or, if a set was ended early, of as many as programs.json lists. All programs gave the
same answers. The fastest program of each instruction set is bold. Reading and writing do not count for the plain C
program, which gets arrays.
"""
    ]
    for kind, sets in results["sets"].items():
        lines: dict[tuple[str, str], dict[str, str]] = {}
        for name, one in sets.items():
            for row in one["rows"]:
                key = row["instructions"], row["program"]
                line = lines.setdefault(key, {"instructions": key[0], "program": key[1]})
                fastest = min(other["us"] for other in one["rows"] if other["instructions"] == key[0])
                mark = "**" if row["us"] == fastest else ""
                line[f"{name} ({one['puzzles']:,})"] = f"{mark}{shown(row['us'])}{mark}"
        order = list(INSTRUCTIONS.values())
        parts += [
            f"## {kind}\n",
            table([lines[key] for key in sorted(lines, key=lambda key: order.index(key[0]))]),
            "",
        ]
    return "\n".join([*parts, "## How the programs were built\n", table(results["programs"]), ""])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.programs", description=__doc__.splitlines()[0])
    parser.add_argument("programs", type=Path, help="JSON file that describes the programs")
    parser.add_argument("folder", type=Path, help="folder with the published sets")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sudokus", type=int, default=20_000, help="puzzles of each set that is made")
    parser.add_argument("-o", "--output", type=Path, default=RESULTS / "programs.json")
    args = parser.parse_args()
    entries = json.loads(args.programs.read_text())
    results: dict[str, Any] = {"machine": machine(), "rounds": args.rounds, "programs": [], "sets": {}}
    for kind, sets in {"Sudoku": sudokus(args.folder, args.sudokus), "Futoshiki": futoshikis()}.items():
        programs = ours(kind) + [described(entry) for entry in entries if entry["solves"] == kind]
        results["programs"] += [
            {"program": each.name, "instructions": each.instructions, **each.built}
            for each in programs
            if each.built
        ]
        results["sets"][kind] = {}
        for name, lines in sets:
            rows = [
                {
                    "program": each.name,
                    "instructions": each.instructions,
                    "us": median(times),
                    "rounds": times,
                }
                for each, times in zip(programs, measured(programs, lines, args.rounds), strict=True)
            ]
            for row in rows:
                print(f"{name:18} {row['program']:20} {row['instructions']:8} {row['us']:12.2f}", flush=True)
            results["sets"][kind][name] = {"puzzles": len(lines), "rows": rows}
            args.output.write_text(json.dumps(results, indent=1) + "\n")
            args.output.with_suffix(".md").write_text(report(results))


if __name__ == "__main__":
    main()
