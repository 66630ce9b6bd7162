"""Commands for all families on terminals of 80 and 120 columns, with and without colours, and through a pipe.

``python -m tests.cli.test_transcript 80`` prints the transcript of a terminal of this width.
"""

import contextlib
import fcntl
import io
import json
import os
import re
import struct
import sys
import tempfile
import termios
import threading
from pathlib import Path

import pytest

import fastfuto
from fastfuto.cli import main

from ..cases import some
from .helpers import EXAMPLES, posix

pytestmark = posix

COLOUR = re.compile(r"\033\[(?:0|1|2|36|1;31)m")
TIME = re.compile(r" \((?:less than )?[0-9.]+ s\)")
HEADER = re.compile(r" +1(?: +[0-9]+)*")

NEW = {
    "latin25": lambda: fastfuto.LatinSquare(25),
    "futoshiki16": lambda: fastfuto.generate(16, level="easy", seed=1).puzzle,
    "futoshiki25": lambda: fastfuto.generate(25, level="easy", seed=1).puzzle,
    "sudoku9": lambda: fastfuto.generate(9, family="sudoku", seed=1).puzzle,
    "sudoku16": lambda: fastfuto.Sudoku(16),
    "sudoku25": lambda: fastfuto.Sudoku(25),
    "jigsaw8": lambda: fastfuto.generate(8, family="jigsaw", seed=1).puzzle,
    "kakuro8": lambda: fastfuto.generate(8, family="kakuro", seed=1).puzzle,
    "kakuro16": lambda: fastfuto.generate(16, family="kakuro", level="moderate", seed=1).puzzle,
    "adjacent6": lambda: fastfuto.generate(6, family="adjacent", seed=1).puzzle,
    "killer9": lambda: fastfuto.generate(9, family="sudoku", variant="killer", seed=1).puzzle,
    "diagonals6": lambda: fastfuto.LatinSquare(6).with_rules("diagonals"),
    "permutations": lambda: fastfuto.Permutations(6, order=[(0, 1)], forbidden=[(2, 3)]),
    "climb": lambda: fastfuto.Permutations(4, order=[(0, 1), (1, 2), (2, 3)]),
    "cover": lambda: fastfuto.ExactCover([["c", "e"], ["a", "d", "g"], ["a", "d", "f"], ["b", "g"]]),
    "model": lambda: fastfuto.Sudoku(4).model(),
}
WITHOUT_GRIDS = {"permutations", "climb", "cover", "model"}
"""Files of puzzles and models that are drawn without numbers of rows and columns."""

COMMANDS = [
    *(
        f"solve {name}.txt"
        for name in ("four", "five", "nine", "twelve", "invalid", "no_solution", "complete")
    ),
    *(
        f"solve {name}"
        for name in ("kakuro8", "adjacent6", "jigsaw8", "sudoku9", "futoshiki16", "futoshiki25")
    ),
    *(f"draw {name}" for name in ("latin25", "sudoku16", "sudoku25", "kakuro16", "jigsaw8")),
    *(
        "check five.txt",
        "check invalid.txt",
        "check two_solutions.txt",
        "check no_solution.txt",
        "check kakuro8",
    ),
    *("hint nine.txt", "hint sudoku9", "hint kakuro8", "hint empty5.txt"),
    *("explain four.txt", "explain five.txt --all", "explain sudoku9", "explain two_solutions.txt"),
    *("draw killer9", "hint killer9", "check diagonals6", "explain climb", "explain model"),
    *("solve cover", "check cover", "solve model", "draw model", "grade model", "estimate model"),
    *("grade five.txt", "candidates two_solutions.txt", "candidates empty5.txt", "candidates sudoku9"),
    *("sample empty5.txt -k 2", "solutions two_solutions.txt", "solve permutations", "count empty5.txt"),
    *(
        "generate -n 6 --level tricky --seed 1",
        "generate --family sudoku --seed 1",
        "generate --family kakuro --seed 1",
    ),
]
DRAWN = ("draw", "solve", "check", "hint", "explain", "candidates", "sample", "solutions", "generate")


def write_files(path):
    """Write the puzzles that are not among the examples."""
    for name, make in NEW.items():
        fastfuto.dump(make(), path / name, "json")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Make a folder with the puzzles that are not among the examples."""
    path = tmp_path_factory.mktemp("transcript")
    write_files(path)
    return path


def arguments(command, folder):
    """Return the arguments of a command with the paths of its files."""
    name, *words = command.split()
    places = [EXAMPLES / word if word.endswith(".txt") else folder / word for word in words]
    return [
        name,
        *(str(p) if p.exists() and not w.isdigit() else w for w, p in zip(words, places, strict=True)),
    ]


def on_screen(args, columns, environment):
    """Run a command on a terminal of a width; return the exit code and the text."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    told = []
    reader = threading.Thread(target=read, args=(ours, told))
    reader.start()
    with pytest.MonkeyPatch.context() as patch, contextlib.ExitStack() as stack:
        for name in ("NO_COLOR", "FORCE_COLOR"):
            patch.delenv(name, raising=False)
        for name, value in ({"TERM": "xterm"} | environment).items():
            patch.setenv(name, value)
        file = stack.enter_context(os.fdopen(theirs, "wb"))
        patch.setattr(sys, "stdout", io.TextIOWrapper(file, "utf-8", write_through=True))
        code = main(args)
    reader.join()
    return code, b"".join(told).decode().replace("\r\n", "\n")


def read(file, told):
    """Read a terminal until it is closed."""
    with contextlib.suppress(OSError):  # Linux reports the end in this way.
        while data := os.read(file, 1 << 16):
            told.append(data)
    os.close(file)


def test_there_are_at_least_forty_commands():
    assert len(COMMANDS) == len(set(COMMANDS)) >= 40


@pytest.mark.parametrize("command", some(COMMANDS, 3))
def test_a_command_on_terminals(command, folder, capsys):
    args = arguments(command, folder)
    code = main(args)
    pipe = capsys.readouterr().out
    assert "\033" not in pipe
    for columns in (80, 120):
        plain_code, plain = on_screen(args, columns, {"NO_COLOR": "1"})
        colour_code, coloured = on_screen(args, columns, {})
        assert code == plain_code == colour_code
        # Times differ.
        shown = [TIME.sub("", line.rstrip()) for line in COLOUR.sub("", coloured).splitlines()]
        assert shown == [TIME.sub("", line) for line in plain.splitlines()]
        assert "\033" not in plain
        assert "ncomplete scheme" not in plain
        lines = plain.splitlines()
        if not command.startswith("generate"):
            assert max(map(len, lines)) <= columns
        if args[0] in DRAWN and not WITHOUT_GRIDS & set(command.split()):
            assert "\033[2m" in coloured
            check_grids(lines)
        if command == "count empty5.txt":
            assert (pipe, lines[-1]) == ("161280\n", "161,280")


def is_header(line):
    """Return whether a line has the numbers of all columns."""
    names = line.split() if HEADER.fullmatch(line) else []
    return len(names) > 1 and names == [str(k) for k in range(1, len(names) + 1)]


def check_grids(lines):
    """Check that every grid has a header with all columns in order, and all rows."""
    headers = [k for k, line in enumerate(lines) if is_header(line)]
    assert headers
    for k in headers:
        margin = len(lines[k]) - len(lines[k].lstrip())
        below = lines[k + 1 :]
        rows = list(range(1, 1 + max(int(m[1]) for line in below if (m := re.match(r" *([0-9]+)  ", line)))))
        found = []
        for line in below:
            if is_header(line) or (line and not re.match(r" *[0-9]* {2}|[ 0-9]{1,3}$", line[:margin])):
                break
            if (match := re.match(r" *([0-9]+)  ", line)) and int(match[1]) == len(found) + 1:
                found.append(int(match[1]))
        assert found == rows[: len(found)]
        assert len(found) >= 2


def test_json_is_the_same_on_a_terminal(folder, capsys):
    for command in ("check five.txt --json", "grade five.txt --json", "hint five.txt --json"):
        args = arguments(command, folder)
        main(args)
        pipe = json.loads(capsys.readouterr().out)
        screen = json.loads(on_screen(args, 80, {})[1])
        assert pipe.keys() == screen.keys()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        write_files(Path(name))
        for command in COMMANDS:
            code, text = on_screen(arguments(command, Path(name)), int(sys.argv[1]), {})
            print(f"$ fastfuto {command}\n{text}{f'[exit code {code}]' if code else ''}")
