"""What each toy adds to the project.

Its new files are in `toys/`, in a folder named after the toy, at their places in the project. The lines that it adds to
other files are listed here.
"""

import re
import shutil
from pathlib import Path

TOYS = Path(__file__).with_name("toys")
COMPILED = ("compiled", "technique")
"""Toys of compiled code, which are added by `nox -s house`."""


def below(path, anchor, line):
    """Return the change that adds a line below the first line that equals the anchor."""
    return path, rf"^{re.escape(anchor)}$", lambda found: f"{found[0]}\n{line}"


def at_end(path, text):
    """Return the change that adds a text at the end of a file."""
    return path, r"\Z", lambda _: text


def changes_of_format(name, family, blank, sample):
    """Return the changes for a format in its tests, its page and the README."""
    page = "docs/reference/formats.md"
    latin = "| [latin](#latin) | Latin square | yes | yes | no | this project, people |"
    return [
        below(
            "tests/formats/test_damage.py",
            'ALONE = {"counts-first", "clusters"}',
            f'MANY["{name}"] = "", "\\n"',
        ),
        below(page, latin, f"| [{name}](#{name}) | {family} | yes | yes | yes | nobody |"),
        below(page, "| latin | `0` `.` | | |", f"| {name} | {blank} | | |"),
        at_end(page, f"\n## {name}\n\nIt is a toy.\n\n```text\n{sample}\n```\n"),
        (
            "README.md",
            "([0-9]+) text formats, of which ([0-9]+)",
            lambda found: f"{int(found[1]) + 1} text formats, of which {int(found[2]) + 1}",
        ),
    ]


FAMILIES = "from ..puzzles import Adjacent, ExactCover, Futoshiki, Kakuro, LatinSquare, Permutations, Sudoku"
SCHEMA = """    "bits": {
      "properties": { "schema": true, "family": { "const": "bits" }, "n": { "$ref": "#/$defs/values" } },
      "required": ["n"],
      "additionalProperties": false
    },"""
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

WING = """    _Rule(6.8, "w-wing",
          "Two cells with the same two candidates are not both the first, so no cell that sees both is the other.",
          standin="braid"),"""
WORDS_OF_WING = {
    "en": """    "w-wing": Phrase(
        "{options}. Each of them sees one of the two places for {value} in {line}, so they are not both {value}",
        "{either end} is not {value}, because each of them sees one of the two places for {value} in {line}",
        joint=". So ",
    ),""",
    "de": """    "w-wing": _phrase(
        "{options}. Jedes sieht einen der zwei Plätze für die {value} in {line}, also sind nicht beide {value}",
        "{either end} ist nicht {value}, denn jedes sieht einen der zwei Plätze für die {value} in {line}",
        joint=_THEREFORE,
    ),""",
    "pl": """    "w-wing": _phrase(
        "{options}. Każde z nich widzi jedno z dwóch miejsc dla liczby {value} ({line}), więc nie w obu jest {value}",
        "w polu {either end} nie ma {value}, bo każde z nich widzi jedno z dwóch miejsc dla liczby {value} ({line})",
        joint=_THEREFORE,
    ),""",
}

EDITS = {
    "format": [
        below(
            "src/fastfuto/formats/codecs.py",
            "_FORMATS = (",
            '    Codec("toyrows", LatinSquare, "nobody", r"toyrows\\b", line="toyrows"),',
        ),
        below(
            "tests/formats/samples.py",
            "SAMPLES = {",
            '    "toyrows": ("toyrows 120 030 000\\n", LatinSquare([[1, 2, 0], [0, 3, 0], [0, 0, 0]])),',
        ),
        *changes_of_format("toyrows", "Latin square", "`0`", "toyrows 120 030 000"),
    ],
    "family": [
        below("src/fastfuto/puzzles/families.py", "from .base import Puzzle", "from .bits import Bits"),
        below("src/fastfuto/puzzles/families.py", '    "Adjacent",', '    "Bits",'),
        below("src/fastfuto/puzzles/__init__.py", "from .kakuro import Run", "from .bits import Bits"),
        below("src/fastfuto/puzzles/__init__.py", '    "Adjacent",', '    "Bits",'),
        below("src/fastfuto/api.py", "    Adjacent,", "    Bits,"),
        below("src/fastfuto/api.py", '    "Adjacent",', '    "Bits",'),
        below(
            "docs/reference/index.md",
            "   Puzzle        The base class of all puzzles.",
            "   Bits          Cells that hold 1 or 2.",
        ),
        ("src/fastfuto/formats/schema.json", r'\["adjacent", ', lambda found: f'{found[0]}"bits", '),
        below("src/fastfuto/formats/schema.json", '  "oneOf": [', '    { "$ref": "#/$defs/bits" },'),
        below("src/fastfuto/formats/schema.json", '  "$defs": {', SCHEMA),
        below(
            "docs/reference/json.md",
            "| `latin_square` | `n`, `clues`; may also have [rules](#rules) |",
            "| `bits` | `n` |",
        ),
        below("src/fastfuto/cli/formats.py", FAMILIES, "from ..puzzles import Bits"),
        below("src/fastfuto/cli/formats.py", "    for puzzle in (", "        Bits(2),"),
        below(
            "tests/puzzles/test_families.py",
            "KINDS = {",
            '    "bits": Kind(st.integers(1, 3).map(fastfuto.Bits), "bits", fastfuto.Bits(2)),',
        ),
        below("src/fastfuto/formats/native.py", "import numpy as np", "from ..puzzles import Bits"),
        below(
            "src/fastfuto/formats/native.py",
            "PERMUTATIONS = Both(Permutations.parse, str)",
            "BITS = Both(Bits.parse, str)",
        ),
        below("src/fastfuto/formats/codecs.py", FAMILIES, "from ..puzzles import Bits"),
        below(
            "src/fastfuto/formats/codecs.py",
            "_FORMATS = (",
            '    Codec("bits", Bits, "nobody", r"bits\\b", "native:BITS", has_header=True),',
        ),
        below("tests/formats/samples.py", "import numpy as np", "from fastfuto import Bits"),
        below("tests/formats/samples.py", "SAMPLES = {", '    "bits": ("bits 3\\n", Bits(3)),'),
        *changes_of_format("bits", "Bits", "", "bits 3"),
        below(
            "tests/formats/test_damage.py",
            "    family = CODECS[name].family",
            '    if name == "bits":\n        return family(rng.randint(1, 255))',
        ),
    ],
    "appearance": [  # The drawing of the toy family, whose program checks it.
        below(
            "src/fastfuto/drawing/families.py",
            "APPEARANCES: dict[type[Any], Appearance] = {",
            APPEARANCE,
        ),
        below("src/fastfuto/drawing/families.py", "import numpy as np", "from ..puzzles import FAMILIES"),
    ],
    "clue": [
        below(
            "src/fastfuto/puzzles/families.py", "from .base import Puzzle", "from .products import Products"
        )
    ],
    "words": [
        below(
            "src/fastfuto/logic/technique.py",
            "_OTHERS = (",
            '    (5.5, "toy pair", "Two cells that play together."),',
        ),
        below(
            "src/fastfuto/languages/en.py",
            "PHRASES = {",
            '    "toy pair": Phrase("{cells} play together in {line}", joint=", and for that "),',
        ),
    ],
    "command": [
        below(
            "src/fastfuto/cli/dispatch.py",
            "COMMANDS = {",
            '    "family": "Say which family a puzzle is of.",',
        ),
        below(
            "tests/cli/uses.py",
            "USES = {",
            '    "family": Use((), ("five --format source -o x.txt -q",), ("missing",), (("", "model\\n", ""),)),',
        ),
    ],
    "language": [
        below(
            "src/fastfuto/languages/language.py",
            '"""The supported languages, by their ISO 639 codes."""',
            'LanguageCode = Literal[(*get_args(LanguageCode), "xx")]',
        )
    ],
    "engine": [
        below(
            "src/fastfuto/engines/registry.py", "from .learner import open_learner", "from .toy import Toy"
        ),
        below("src/fastfuto/engines/registry.py", "KINDS = (", '    EngineKind("toy", Toy),'),
    ],
    "technique": [
        below("cython/logic/structs.pxd", "    CHAIN", "    W_WING"),
        below(
            "cython/logic/structs.pxd",
            "    int64_t chain_trail     # length of the trail at that standstill",
            "    int64_t wing_at\n    int64_t wing_trail",
        ),
        below("cython/logic/structs.pxd", "    s.chain_at = s.at = s.forcing_at = -1", "    s.wing_at = -1"),
        below(
            "cython/logic/core.pxd",
            "from logic.waves cimport propagate_waves, take_time",
            "from logic.structs cimport W_WING\nfrom logic.wings cimport find_w_wings",
        ),
        below(
            "cython/logic/core.pxd",
            "        return find_chains(s)",
            "    if rule == W_WING:\n        return find_w_wings(s)",
        ),
        below(
            "cython/logic/way.pxd",
            "from logic.refuting cimport log_refutations",
            "from logic.structs cimport W_WING",
        ),
        below(
            "cython/logic/way.pxd",
            "        need_left(s, rows, n)",
            "        if rule == W_WING:\n            need_lines(s, rows, n, 1)",
        ),
        below("src/fastfuto/logic/technique.py", '    "chain across inequalities",', '    "w-wing",'),
        below("src/fastfuto/logic/technique.py", '          standin="braid", in_kakuro=True),', WING),
        below(
            "src/fastfuto/reference/techniques.py",
            "from .rules import Cell, Grid, Mark, Rules",
            "from .wings import derive_wing",
        ),
        below(
            "src/fastfuto/reference/techniques.py",
            '    "chain across inequalities": (6.6, _xy_chain),',
            '    "w-wing": (6.8, derive_wing),',
        ),
        below(
            "src/fastfuto/reference/rounds.py",
            "from .techniques import arrangements, bounds, left_to, lost_in_sum, partners",
            "from .wings import find_wings",
        ),
        below(
            "src/fastfuto/reference/rounds.py",
            '    ("xy-chain", _chains("inequalities")),',
            '    ("w-wing", find_wings),',
        ),
        (
            "src/fastfuto/reference/rounds.py",
            r'"locked candidates", "x-chain"\)',
            lambda found: found[0][:-1] + ', "w-wing")',
        ),
        below("src/fastfuto/reference/premises.py", '    "forcing line",', '    "w-wing",'),
        *(
            below(f"src/fastfuto/languages/{code}.py", '    "chain across inequalities": _CHAIN,', phrase)
            for code, phrase in WORDS_OF_WING.items()
        ),
        below(
            "src/fastfuto/languages/de.py",
            '    "chain across inequalities": "Kette mit Ungleichungen",',
            '    "w-wing": "W-Wing",',
        ),
        below(
            "src/fastfuto/languages/pl.py",
            '    "chain across inequalities": "łańcuch przez nierówności",',
            '    "w-wing": "W-Wing",',
        ),
        below(
            "tests/generation/test_generate.py",
            '    "chain across inequalities": {"n": 6, "score": 6.6},',
            '    "w-wing": {"n": 6, "score": 6.8},',
        ),
    ],
    "compiled": [
        ("src/fastfuto/engines/registry.py", r'"permutations"\]', lambda _: '"permutations", "toy"]'),
        at_end("cython/CMakeLists.txt", "add_engine(toy)\n"),
        below(
            "src/fastfuto/engines/registry.py",
            "from .learner import open_learner",
            "from .loading import compiled",
        ),
        (
            "src/fastfuto/engines/registry.py",
            r"^KINDS = \([\s\S]*?^\)",
            lambda found: found[0][:-1] + '    EngineKind("toy", compiled("toy", "Toy"), can_order=True),\n)',
        ),
    ],
}
"""The changes of each toy: a file, a pattern, and a function that replaces its first match."""


def paths_of(toy):
    """Return the paths of the files that a toy adds or changes."""
    files = TOYS / toy
    paths = {path.relative_to(files).as_posix() for path in files.rglob("*") if path.is_file()}
    paths |= {path for path, *_ in EDITS[toy]}
    return paths | ({"src/fastfuto/languages/xx.tsv"} if toy == "language" else set())


def add(folder, toy, edits=None):
    """Add a toy to a copy of the project, with all its changes or only some of them."""
    if toy in COMPILED and (folder / "cython").is_symlink():
        raise ValueError(f"{toy} would change the sources of this project; use nox -s house")
    if (TOYS / toy).exists():
        shutil.copytree(TOYS / toy, folder, dirs_exist_ok=True)
    if toy == "language":
        _translate_loudly(folder / "src" / "fastfuto" / "languages")
    for name, pattern, new in EDITS[toy] if edits is None else edits:
        path = folder / name
        text, count = re.subn(pattern, new, path.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE)
        assert count, f"{name} has no {pattern}"
        path.write_text(text, encoding="utf-8")


def _translate_loudly(languages):
    """Write the texts of the page with one word in capital letters."""
    lines = (languages / "de.tsv").read_text(encoding="utf-8").splitlines()
    texts = [line.partition("\t")[0] for line in lines]
    loud = "".join(f"{text}\t{text.replace('New', 'NEW')}\n" for text in texts)
    (languages / "xx.tsv").write_text(loud, encoding="utf-8")
