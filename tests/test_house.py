"""The house keeps its promise: an engine, a family, a format and a command are each added by one file and one line."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fastfuto

PACKAGE = Path(fastfuto.__path__[0])

FAMILY = '''
"""Bits: n cells that each hold 1 or 2, and nothing else."""

import re

import numpy as np

from ..errors import ParseError
from ..model import Model, Skeleton
from .base import Puzzle


class Bits(Puzzle):
    family = "bits"
    json_fields = ("n",)
    __slots__ = ("n",)

    def __init__(self, n):
        self.n = n

    def _key(self):
        return (self.n,)

    @classmethod
    def parse(cls, text):
        if not re.fullmatch(r"bits [0-9]+\\n?", text):
            raise ParseError("expected bits and a number", line=1, column=1, source=text.partition("\\n")[0])
        return cls(int(text.split()[1]))

    def __str__(self):
        return f"bits {self.n}\\n"

    def fields(self):
        return {"n": self.n}

    @classmethod
    def from_fields(cls, reader, fields):
        return cls(reader.whole("n", fields["n"]))

    @property
    def shape(self):
        return (self.n,)

    def problems(self):
        return []

    def model(self):
        return Model(Skeleton(self.n, 2))

    def decode(self, values):
        return values

    def is_solution(self, solution):
        return bool(np.isin(solution, (1, 2)).all())

    def show(self, solution):
        return " ".join(map(str, solution)) + "\\n"
'''

FORMAT = '''
"""The text of Bits, or here of any Futoshiki: its size alone."""

import re

from ..errors import ParseError
from ..puzzles import Futoshiki
from .codec import Codec


def parse(text):
    if not re.fullmatch("empty [1-9]", text):
        raise ParseError("expected empty and a digit", line=1, column=1, source=text.partition("\\n")[0])
    return Futoshiki([[0] * int(text[-1])] * int(text[-1]))


CODEC = Codec("empty", Futoshiki, parse, lambda puzzle: f"empty {puzzle.n}", re.compile("empty"))
'''

ENGINE = '''
"""An engine that tries everything."""

import itertools

from .protocol import EXHAUSTED, SOLUTION


class Toy:
    bytes = 0

    def __init__(self, request):
        self._model = request.model
        self._tried = itertools.product(*map(self._model.allowed, range(self._model.n_cells)))
        self.nodes = self.backtracks = self.total = self.found = 0

    def run(self, budget, limit, out=None):
        self.found = 0
        for values in self._tried:
            self.nodes += 1
            units = all(len({values[cell] for cell in unit}) == len(unit) for unit in self._model.skeleton.units)
            if units and all(values[a] < values[b] for a, b in self._model.inequalities.tolist()):
                if out is not None:
                    out[self.found] = values
                self.found += 1
                self.total += 1
                if self.found == limit:
                    return SOLUTION
        return EXHAUSTED
'''

COMMAND = '''
"""``fastfuto family``: which family a puzzle is of."""

from .options import add_files
from .streams import ANSWERED


def add(parser):
    add_files(parser, lambda args, given, answer: answer.say(given.puzzle.family) or ANSWERED)
'''

ADDED = {
    "family": (
        ("puzzles/bits.py", FAMILY),
        ("puzzles/families.py", "from .base import Puzzle", "from .bits import Bits"),
        """
from fastfuto.puzzles import FAMILIES
Bits = FAMILIES["bits"]
assert fastfuto.count(Bits(5)) == 32 and fastfuto.solve(Bits(3)).grid.tolist() == [1, 1, 1]
text = fastfuto.format_puzzle(Bits(4), "json")
assert fastfuto.parse(text).n == Bits.parse(str(Bits(4))).n == 4
""",
    ),
    "format": (
        ("formats/empty.py", FORMAT),
        ("formats/codecs.py", '    "json",', '    "empty",'),
        """
assert fastfuto.parse("empty 3") == fastfuto.parse("empty 3", "empty") == fastfuto.Futoshiki([[0] * 3] * 3)
assert fastfuto.format_puzzle(fastfuto.parse("empty 4"), "empty") == "empty 4"
from fastfuto.cli import main
import pathlib
pathlib.Path("one.txt").write_text("empty 3")
assert main(["count", "one.txt"]) == main(["count", "--format", "empty", "one.txt"]) == 0
""",
    ),
    "command": (
        ("cli/family.py", COMMAND),
        ("cli/dispatch.py", "COMMANDS = {", '    "family": "Say which family a puzzle is of.",'),
        """
import contextlib, io
from fastfuto.cli import main
for args, said in (["family", "1....4...3.....2"], "sudoku\\n"), (["--help"], "Say which family a puzzle is of."):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert main(args) == 0
    assert said in out.getvalue()
""",
    ),
    "engine": (
        ("engines/toy.py", ENGINE),
        (
            "engines/registry.py",
            "ENGINES: dict[str, EngineKind] = {",
            '    "toy": EngineKind(lambda request: __import__("fastfuto.engines.toy").engines.toy.Toy(request)),',
        ),
        """
puzzle = fastfuto.Futoshiki([[0] * 3] * 3, [((0, 0), (0, 1))])
result = fastfuto.solve(puzzle, engine="toy")
assert puzzle.is_solution(result.grid) and result.stats.engine == "toy" and result.stats.nodes > 1
assert fastfuto.count(puzzle, engine="toy") == fastfuto.count(puzzle)
try:
    fastfuto.solve(puzzle, engine="toy", order="lexicographic")
    raise AssertionError
except ValueError as error:
    assert "toy" in str(error)
""",
    ),
}


@pytest.mark.parametrize("what", ADDED)
def test_one_file_and_one_line_add(what, tmp_path):
    (name, text), (registry, before, line), check = ADDED[what]
    shutil.copytree(PACKAGE, tmp_path / "fastfuto", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "fastfuto" / name).write_text(text, encoding="utf-8")
    path = tmp_path / "fastfuto" / registry
    lines = path.read_text(encoding="utf-8").split("\n")
    lines.insert(lines.index(before) + 1, line)
    path.write_text("\n".join(lines), encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import fastfuto\nassert fastfuto.__file__.startswith({str(tmp_path)!r})\n{check}",
        ],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
