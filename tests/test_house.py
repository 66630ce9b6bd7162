"""The house keeps its promise: an addition consists of what docs/recipes.md names."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fastfuto
from fastfuto.languages import language_named

from .sources import document

ROOT = Path(__file__).parents[1]
WITHOUT_EDITABLE = """
import sys
sys.meta_path[:] = [finder for finder in sys.meta_path if isinstance(finder, type)]
"""
"""An editable install adds a finder, an instance, that comes before the folders of PYTHONPATH."""

QUIET = ["-q", "-n0", *(f"-pno:{plugin}" for plugin in ("cacheprovider", "benchmark"))]

FAMILY = '''
"""Bits: n x n cells that each hold 1 or 2, and nothing else."""

import re

import numpy as np

from ..model import Model, Skeleton
from .base import Puzzle, whole_numbers
from .text import Scanner


class Bits(Puzzle):
    "Cells that hold 1 or 2."

    family = "bits"
    json_fields = ("n",)
    __slots__ = ("n",)

    def __init__(self, n):
        self.n = n

    def __array__(self, dtype=None, copy=None):
        return np.zeros(self.shape, dtype)

    def _key(self):
        return (self.n,)

    @classmethod
    def parse(cls, text):
        scan = Scanner(text)
        puzzle = cls(int(scan.need(re.compile(r"\\s*bits ([1-9][0-9]{0,2})\\b"), "bits and a number")))
        scan.finish()
        return puzzle

    def __repr__(self):
        return f"{type(self).__name__}({self.n})"

    def __str__(self):
        return f"bits {self.n}\\n"

    def fields(self):
        return {"n": self.n}

    @classmethod
    def from_fields(cls, reader, fields):
        return cls(reader.number("n", fields, 255))

    @property
    def shape(self):
        return (self.n, self.n)

    def violations(self):
        return []

    def model(self):
        return Model(Skeleton(self.n**2, 2))

    def decode(self, values):
        return values.reshape(self.shape)

    def is_solution(self, solution):
        values = whole_numbers(solution, self.shape)
        return values is not None and bool(np.isin(values, (1, 2)).all())

    def show(self, solution):
        return "".join(" ".join(map(str, row)) + "\\n" for row in np.asarray(solution).tolist())
'''

APPEARANCE = """
    FAMILIES["bits"]: Appearance(
        view=lambda view, *given: show_cells(view, np.asarray(view.puzzle), 2, *given),
        scene=lambda view: _square(view, 1, "Bits", lambda lattice: iter([frame(view, lattice)])),
        text=lambda view: (view.puzzle.show(np.reshape(view.values, view.puzzle.shape)), ""),
        parts=lambda view: Parts(),
        page=lambda puzzle, names: {},
        plural="Bits",
    ),
"""

FORMAT = '''
"""Toyrows: the name, and the digits of each row."""

import re

from ..errors import PuzzleError
from ..puzzles import LatinSquare
from .codec import Both, check_values
from .tokens import Reader

NAME = "toyrows"

_NAME = re.compile(r"(toyrows)\\b")
_ROW = re.compile(r"([0-9]{1,9})(?!\\S)")


def _parse(text):
    scan = Reader(text)
    scan.need(_NAME, "'toyrows'")
    rows = [scan.need(_ROW, "row 1")]
    n = len(rows[0])
    for r in range(1, n):
        rows.append(scan.need(_ROW, f"row {r + 1}"))
        if len(rows[-1]) != n:
            raise scan.error(f"row {r + 1} has {len(rows[-1])} digits, not {n}")
    scan.finish()
    return LatinSquare([[int(digit) for digit in row] for row in rows])


def _format(puzzle):
    if puzzle.n > 9:
        raise PuzzleError(f"the format {NAME} holds only grids with n from 1 to 9, not n = {puzzle.n}")
    check_values(puzzle.clues, 9, f"the format {NAME} holds values")
    rows = ("".join(map(str, row)) for row in puzzle.clues.tolist())
    return f"{NAME} {' '.join(rows)}\\n"


BOTH = Both(_parse, _format)
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

from .files import answer_files
from .options import FileOptions as Options
from .options import add_files, add_quiet
from .streams import ANSWERED


def add(parser):
    add_files(parser)
    add_quiet(parser)


def run(options):
    return answer_files(options.with_input(), _family)


def _family(options, given, answer):
    answer.say(given.puzzle.family)
    return ANSWERED
'''

TEST_OF_COMMAND = """
def test_family(run):
    assert run("family", "1....4...3.....2") == (0, "sudoku\\n", "")
    assert "Say which family a puzzle is of." in " ".join(run("--help")[1].split())
"""

LOUD_PAGE = "".join(f"{text}\t{text.replace('New', 'NEW')}\n" for text in language_named("de").page)
LANGUAGE = '''
"""Loud: English in capital letters."""

import re

from . import en
from .phrase import Phrase

NAME = "Loud"


def _loud(entry):
    if isinstance(entry, str):
        return re.sub(r"(\\{[^{}]*\\})|[^{}]+", lambda found: found[1] or found[0].upper(), entry)
    if isinstance(entry, dict):
        return {key: _loud(each) for key, each in entry.items()}
    if isinstance(entry, tuple):
        return tuple(map(_loud, entry))
    return Phrase(*_loud(entry.premise), joint=_loud(entry.joint), conclusion=_loud(entry.conclusion),
                  where=_loud(entry.where))


for _table in ("PHRASES", "BELOW", "WORDS", "TIES", "NUMBERS", "JOINTS", "LINES", "TECHNIQUES", "ENDINGS", "VERDICTS",
               "VIOLATIONS", "GRADES", "FAMILIES", "VARIANTS", "LEVELS", "BOOKLET", "RULES"):
    globals()[_table] = _loud(getattr(en, _table))
GRAMMAR = ()
'''
TELLING = '    "toy pair": Phrase("{cells} play together in {line}", joint=", and for that "),'

CLUE = '''
"""Products: Latin squares in which pairs of cells have products."""

from ..model import Model, latin_skeleton
from .latin import LatinSquare


class Products(LatinSquare):
    family = "products"
    __slots__ = ("products",)

    def __init__(self, grid, products):
        super().__init__(grid)
        self.products = tuple(products)

    def model(self):
        plain = super().model()
        values = range(1, self.n + 1)
        relations = [
            (a, b, [(v, w) for v in values for w in values if v * w == product]) for a, b, product in self.products
        ]
        return Model(latin_skeleton(self.n), [plain.allowed(cell) for cell in range(self.n**2)], relations=relations)
'''

ADDED = {
    "clue": (
        {"puzzles/products.py": CLUE},
        [("puzzles/families.py", "from .base import Puzzle", "from .products import Products")],
        """
from fastfuto.puzzles.products import Products
puzzle = Products([[0] * 4] * 4, [(0, 1, 12), (5, 6, 8), (3, 7, 2)])
grids = fastfuto.all_solutions(puzzle)
kept = [g for g in fastfuto.all_solutions(fastfuto.LatinSquare(4)).tolist()
        if all(g[a // 4][a % 4] * g[b // 4][b % 4] == product for a, b, product in puzzle.products)]
assert sorted(grids.tolist()) == sorted(kept) and len(kept) > 0
for engine in ("search", "learner"):
    assert fastfuto.count(puzzle, engine=engine) == len(kept)
explanation = fastfuto.explain(puzzle)
assert "relation from candidates" in {step.technique for step in explanation.steps}
for step, candidates in zip(explanation.steps, explanation.states()):
    assert step.verify(puzzle, candidates), step
""",
    ),
    "family": (
        {"puzzles/bits.py": FAMILY},
        [
            ("puzzles/families.py", "from .base import Puzzle", "from .bits import Bits"),
            ("drawing/families.py", "APPEARANCES: dict[type[Any], Appearance] = {", APPEARANCE),
            ("drawing/families.py", "import numpy as np", "from ..puzzles import FAMILIES"),
        ],
        """
from fastfuto.puzzles import FAMILIES
Bits = FAMILIES["bits"]
assert fastfuto.count(Bits(2)) == 16 and fastfuto.solve(Bits(2)).grid.tolist() == [[1, 1], [1, 1]]
text = fastfuto.format_puzzle(Bits(4), "json")
assert fastfuto.parse(text).n == Bits.parse(str(Bits(4))).n == 4
drawing = fastfuto.draw(Bits(2), [[1, 2], [2, 1]])
assert "<title>Bits, 2 x 2, 0 numbers</title>" in drawing.svg and drawing.svg.count("cell r") == 4
assert drawing.text == "1 2\\n2 1\\n" and drawing.screen(has_colours=True).count("\\033[36m") == 4
from pathlib import Path
fastfuto.page(Bits(2), "page.html")
assert '"name":"Bits 2 x 2"' in Path("page.html").read_text(encoding="utf-8")
fastfuto.booklet(Bits(2), "book.html", strips=True)
assert "1. Bits 2 x 2, several solutions" in Path("book.html").read_text(encoding="utf-8")
try:
    fastfuto.page(fastfuto.Permutations(2), "page.html")
    raise AssertionError
except fastfuto.PuzzleError as error:
    assert "Bits" in str(error)
""",
    ),
    "technique": (
        {},
        [
            ("logic/technique.py", "_OTHERS = (", '    (5.5, "toy pair", "Two cells that play together."),'),
            ("languages/en.py", "PHRASES = {", TELLING),
        ],
        """
step = fastfuto.Step("toy pair", 5.5, removed=(((0, 1), (2,)),), cells=((0, 0), (1, 1)), lines=(("row", 0),))
assert step.text(1) == "Look at row 1 for a toy pair."
assert step.text() == "r1c1 and r2c2 play together in row 1, and for that r1c2 is not 2."
assert fastfuto.Step.from_json(step.to_json()) == step and fastfuto.TECHNIQUES["toy pair"].level == "hard"
drawing = fastfuto.draw(fastfuto.Futoshiki([[0] * 3] * 3), step=step)
assert "strike" in drawing.svg and drawing.text.endswith(step.text() + "\\n")
import sys
page = sys.modules["fastfuto.drawing.page"]
told = page.phrases()["phrases"]["toy pair"]
assert page.phrases()["techniques"]["toy pair"] == "a toy pair"
assert told["premise"] == ("{cells} play together in {line}",)
""",
    ),
    "engine": (
        {"engines/toy.py": ENGINE},
        [
            (
                "engines/registry.py",
                "KINDS = (",
                '    EngineKind("toy", lambda request: __import__("fastfuto.engines.toy").engines.toy.Toy(request)),',
            )
        ],
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


SCHEMA_OF_BITS = """    "bits": {
      "properties": { "schema": true, "family": { "const": "bits" }, "n": { "$ref": "#/$defs/values" } },
      "required": ["n"],
      "additionalProperties": false
    },"""
IMPORTED = "from ..puzzles import Adjacent, ExactCover, Futoshiki, Kakuro, LatinSquare, Permutations, Sudoku"


def registered(name, family, blank, sample):
    """Return the lines of a format in the tests and in its page."""
    page = "docs/reference/formats.md"
    return [
        (
            "tests/formats/test_damage.py",
            'ALONE = {"counts-first", "clusters"}',
            f'MANY["{name}"] = "", "\\n"',
        ),
        (
            page,
            "| [latin](#latin) | Latin square | yes | yes | no | this project, people |",
            f"| [{name}](#{name}) | {family} | yes | yes | yes | nobody |",
        ),
        (page, "| latin | `0` `.` | | |", f"| {name} | {blank} | | |"),
        (page, None, f"\n## {name}\n\nIt is a toy.\n\n```text\n{sample}\n```"),
    ]


RECIPES = {
    "format": (
        {"src/fastfuto/formats/toyrows.py": FORMAT},
        [
            (
                "src/fastfuto/formats/codecs.py",
                "_FORMATS = (",
                '    Codec("toyrows", LatinSquare, "nobody", r"toyrows\\b", line="toyrows"),',
            ),
            (
                "tests/formats/samples.py",
                "SAMPLES = {",
                '    "toyrows": ("toyrows 120 030 000\\n", LatinSquare([[1, 2, 0], [0, 3, 0], [0, 0, 0]])),',
            ),
            *registered("toyrows", "Latin square", "`0`", "toyrows 120 030 000"),
        ],
    ),
    "family": (
        {"src/fastfuto/puzzles/bits.py": FAMILY},
        [
            ("src/fastfuto/puzzles/families.py", "from .base import Puzzle", "from .bits import Bits"),
            ("src/fastfuto/puzzles/families.py", '    "Adjacent",', '    "Bits",'),
            ("src/fastfuto/puzzles/__init__.py", "from .kakuro import Run", "from .bits import Bits"),
            ("src/fastfuto/puzzles/__init__.py", '    "Adjacent",', '    "Bits",'),
            ("src/fastfuto/api.py", "    Adjacent,", "    Bits,"),
            ("src/fastfuto/api.py", '    "Adjacent",', '    "Bits",'),
            (
                "docs/reference/index.md",
                "   Puzzle        The base class of all puzzles.",
                "   Bits          Cells that hold 1 or 2.",
            ),
            ("src/fastfuto/formats/schema.json", '  "oneOf": [', '    { "$ref": "#/$defs/bits" },'),
            ("src/fastfuto/formats/schema.json", '  "$defs": {', SCHEMA_OF_BITS),
            (
                "docs/reference/json.md",
                "| `latin_square` | `n`, `clues`; may also have [rules](#rules) |",
                "| `bits` | `n` |",
            ),
            ("src/fastfuto/cli/formats.py", IMPORTED, "from ..puzzles.bits import Bits"),
            ("src/fastfuto/cli/formats.py", "    for puzzle in (", "        Bits(2),"),
            (
                "tests/puzzles/test_families.py",
                "KINDS = {",
                '    "bits": Kind(st.integers(1, 3).map(fastfuto.Bits), "bits", fastfuto.Bits(2)),',
            ),
            ("src/fastfuto/formats/native.py", "import numpy as np", "from ..puzzles.bits import Bits"),
            (
                "src/fastfuto/formats/native.py",
                "PERMUTATIONS = Both(Permutations.parse, str)",
                "BITS = Both(Bits.parse, str)",
            ),
            ("src/fastfuto/formats/codecs.py", IMPORTED, "from ..puzzles.bits import Bits"),
            (
                "src/fastfuto/formats/codecs.py",
                "_FORMATS = (",
                '    Codec("bits", Bits, "nobody", r"bits\\b", "native:BITS", has_header=True),',
            ),
            ("tests/formats/samples.py", "import numpy as np", "from fastfuto import Bits"),
            ("tests/formats/samples.py", "SAMPLES = {", '    "bits": ("bits 3\\n", Bits(3)),'),
            *registered("bits", "Bits", "", "bits 3"),
            (
                "tests/formats/test_damage.py",
                "    family = CODECS[name].family",
                '    if name == "bits":\n        return family(rng.randint(1, 255))',
            ),
        ],
    ),
    "command": (
        {"src/fastfuto/cli/family.py": COMMAND, "tests/cli/test_family.py": TEST_OF_COMMAND},
        [
            (
                "src/fastfuto/cli/dispatch.py",
                "COMMANDS = {",
                '    "family": "Say which family a puzzle is of.",',
            ),
            (
                "tests/cli/uses.py",
                "USES = {",
                '    "family": Use((), ("five --format source -o x.txt -q",), ("missing",), (("", "model\\n", ""),)),',
            ),
        ],
    ),
    "language": (
        {"src/fastfuto/languages/xx.py": LANGUAGE, "src/fastfuto/languages/xx.tsv": LOUD_PAGE},
        [
            (
                "src/fastfuto/languages/language.py",
                '"""The supported languages, by their ISO 639 codes."""',
                'LanguageCode = Literal[(*get_args(LanguageCode), "xx")]',
            )
        ],
    ),
}
"""Additions with recipes in docs/recipes.md: the files and the lines below others."""


def copy_with(folder, files, lines):
    """Copy the package to a folder, with these files, and with these lines below others."""
    for part in fastfuto.__path__:  # An editable install has the compiled files apart.
        shutil.copytree(part, folder / "fastfuto", dirs_exist_ok=True)
    add_to(folder / "fastfuto", files, lines)


def add_to(folder, files, lines):
    """Add these files to a folder, and these lines below others."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    insert(folder, lines)


def insert(folder, lines):
    """Insert lines into the files of a folder, each below another one, or at the end."""
    for name, before, line in lines:
        path = folder / name
        written = path.read_text(encoding="utf-8").split("\n")
        written.insert(written.index(before) + 1 if before is not None else len(written), line)
        path.write_text("\n".join(written), encoding="utf-8")


def run(folder, program):
    """Run a program with the package of a folder."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_EDITABLE + program],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (folder, folder / "src")))},
        capture_output=True,
        text=True,
        check=False,
    )


def call(folder, module, test):
    """Call a test of a folder, with the package of this folder."""
    return run(folder, f"from tests.{module} import {test}\n{test}()")


@pytest.mark.thorough
def test_files_and_lines_add(tmp_path):
    """All additions together, each with its check."""
    copy_with(tmp_path, {}, [])
    program = f"import fastfuto\nassert fastfuto.__file__.startswith({str(tmp_path)!r})\n"
    for files, lines, check in ADDED.values():
        add_to(tmp_path / "fastfuto", files, lines)
        program += check
    done = run(tmp_path, program)
    assert done.returncode == 0, done.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("count", [1, 2])
def test_a_technique_without_a_phrase_fails_a_test(count, tmp_path):
    copy_with(tmp_path, {}, ADDED["technique"][1][:count])
    for name in ("tests", "docs"):
        (tmp_path / name).symlink_to(ROOT / name)
    done = call(tmp_path, "logic.test_texts", "test_every_technique_has_one_phrase")
    assert ("AssertionError" in done.stderr) == (count == 1), done.stderr


LISTS = "same_table or table_of_formats or has_all or enough_damages or readme_is_short or registered or schema_names"
"""Tests that compare the tables of formats and of families with others."""
TABLES = [
    f"tests/formats/test_{name}.py" for name in ("damage", "detection", "every_character", "formats", "json")
]
TABLES += ["tests/puzzles/test_families.py", "tests/cli/test_formats.py", "tests/test_documentation.py"]
PUBLIC = {"src/fastfuto/puzzles/__init__.py", "src/fastfuto/api.py", "docs/reference/index.md"}
"""The files that the recipe for a family names for a public class."""
OF_COMMAND = [
    f"tests/cli/test_{name}.py" for name in ("start", "family", "terminals", "models", "options", "names")
]
OF_LANGUAGE = ["tests/languages", "tests/logic/test_texts.py"]


def copy_of_all(folder, files, lines):
    """Copy the project, with links to benchmarks and compiled sources. Add these files, and lines below others."""
    copy_with(folder / "src", {}, [])
    for name in ("tests", "docs", "examples"):
        shutil.copytree(ROOT / name, folder / name)
    for name in ("bench", "cython"):
        (folder / name).symlink_to(ROOT / name)
    for path in ROOT.iterdir():
        if path.is_file() and path.name != ".git":
            shutil.copy(path, folder)
    add_to(folder, files, lines)


def replace(path, pattern, new):
    """Replace what stands once in a file."""
    text, count = re.subn(pattern, new, path.read_text(encoding="utf-8"))
    assert count == 1
    path.write_text(text, encoding="utf-8")


def with_addition(folder, what, name):
    """Add what a recipe adds, named `name`, to a copy of the project. The recipe names every file."""
    files, lines = RECIPES[what]
    copy_of_all(folder, files, lines)
    steps = recipe_of(what)
    if what == "family":  # Its native text is a format.
        steps += recipe_of("format").replace("formats/NAME.py", "formats/native.py")
        replace(folder / "src/fastfuto/formats/schema.json", r'\["adjacent", ', f'["adjacent", "{name}", ')
    if what in ("family", "format"):
        replace(
            folder / "README.md",
            "([0-9]+) text formats, of which ([0-9]+)",
            lambda found: f"{int(found[1]) + 1} text formats, of which {int(found[2]) + 1}",
        )
    steps = steps.replace("NAME", name).replace("CODE", name)
    folders = "src|tests" if what in ("command", "language") else "src|tests|docs"  # The toys have no pages.
    places = set(re.findall(rf"^[0-9]\. `((?:{folders})/.*?)`", steps, re.MULTILINE))
    besides = PUBLIC if what == "family" else set()
    assert all(path.removeprefix("src/fastfuto/") in steps for path in besides)
    assert places | besides == {*files, *(path for path, _, _ in lines)}


def recipe_of(what):
    """Return the text of a recipe."""
    text = document("docs/recipes.md").read_text(encoding="utf-8")
    return text.partition(f"## A {what}\n")[2].partition("\n## ")[0]


def command_of(what):
    """Return the tests that the command of a recipe runs."""
    return (
        recipe_of(what).partition("```sh\npython -m pytest ")[2].partition("```")[0].replace("\\", "").split()
    )


def passed(folder, tests):
    """Run tests of a folder and return how many have passed, if all of them have."""
    summary = run(folder, f"import pytest\npytest.main({[*QUIET, *tests]!r})").stdout
    assert not re.search(" failed| error", summary), summary[-3000:]
    return int(re.search("([0-9]+) passed", summary)[1])


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("what", "name", "tests", "least"),
    [
        ("command", "family", [*OF_COMMAND, "-k", "start or family or all_commands or every_option"], 1),
        ("language", "xx", OF_LANGUAGE, 1),
        ("format", "toyrows", [*TABLES, "-k", f"toyrows or {LISTS}"], 10),
        ("family", "bits", [*TABLES, "-k", f"bits or {LISTS}"], 40),
    ],
)
def test_a_recipe_has_every_place(what, name, tests, least, tmp_path):
    with_addition(tmp_path, what, name)
    assert passed(tmp_path, tests) >= least


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "name", "tests"),
    [
        ("command", "family", ["tests/cli"]),
        ("language", "xx", ["tests/drawing/test_booklet.py"]),
        ("format", "toyrows", None),
        ("family", "bits", None),
    ],
)
def test_the_room_passes_with_an_addition(what, name, tests, tmp_path):
    with_addition(tmp_path, what, name)
    assert passed(tmp_path, tests or command_of(what)) > 40


@pytest.mark.thorough
def test_a_new_format_is_read_and_written(tmp_path):
    with_addition(tmp_path, "format", "toyrows")
    program = """
import fastfuto
from fastfuto.cli import main
text = "toyrows 100 000 002\\n"
assert fastfuto.formats.detect(text) == "toyrows" and fastfuto.format_puzzle(fastfuto.parse(text), "toyrows") == text
assert [each.n for each in fastfuto.parse_many(text + "3:3,h\\n" + text)] == [3, 3, 3]
assert main(["formats"]) == main(["convert", "--to", "latin", text]) == 0
"""
    done = run(tmp_path, program)
    assert done.returncode == 0, done.stderr
    assert "toyrows (LatinSquare), written by nobody\n    toyrows 120 030 000\n" in done.stdout
    assert done.stdout.endswith("1 0 0\n0 0 0\n0 0 2\n")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("left_out", "module", "test"),
    [
        (0, "cli.test_start", "test_the_table_has_every_command_of_the_folder"),
        (1, "cli.test_options", "test_the_table_of_uses_has_all_commands"),
    ],
)
def test_a_line_of_a_command_that_is_left_out_fails_a_test(left_out, module, test, tmp_path):
    files, lines = RECIPES["command"]
    copy_of_all(tmp_path, files, [line for line in lines if line is not lines[left_out]])
    assert "AssertionError" in call(tmp_path, module, test).stderr
