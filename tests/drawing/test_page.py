"""The page without a browser: its data, its escaping and its size; what it does is tried in .ci/full."""

import doctest
import html
import importlib
import json
import re
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

import fastfuto
from fastfuto import Futoshiki, Kakuro, LimitReached, PuzzleError, Sudoku
from fastfuto.drawing.page import MODULES, page_text
from fastfuto.languages import ENGLISH, LANGUAGES, language_named
from fastfuto.logic import minutes
from fastfuto.model import Model, Relations

from ..sources import document

EXAMPLES = Path(__file__).parents[2] / "examples"
FIVE = fastfuto.load(EXAMPLES / "five.txt")
PLAYER = resources.files("fastfuto.drawing") / "player"
MARKUP = "</title><script>alert(1)</script> & \" ' {{script}} \u2028 <!--"


class Parts(HTMLParser):
    """The scripts, texts and attributes of a page."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.scripts, self.texts, self.attributes = [], {}, {}, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.open.append((tag, dict(attributes).get("id")))
        self.attributes.extend(attributes)

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        tag, name = self.open[-1] if self.open else ("", None)
        kept = self.scripts if tag == "script" else self.texts
        key = name or tag
        kept[key] = kept.get(key, "") + data


def data_of(text):
    return json.loads(Parts(text).scripts["puzzles"])


def values(text):
    return [int(character, 36) for character in text]


@pytest.fixture(scope="module")
def ten():
    """Return ten puzzles of 9 x 9."""
    levels = ("easy", "tricky", "tricky", "tricky", "extreme")
    made = [fastfuto.generate(9, level=level, seed=k).puzzle for k, level in enumerate(levels)]
    return made + [fastfuto.generate(9, family="sudoku", seed=k).puzzle for k in range(5)]


def test_the_data_are_the_puzzle():
    [data] = data_of(page_text(FIVE))
    assert values(data["given"]) == FIVE.clues.ravel().tolist()
    assert [[(a // 5, a % 5), (b // 5, b % 5)] for a, b in data["less"]] == list(map(list, FIVE.inequalities))
    assert values(data["solution"]) == fastfuto.solve(FIVE).grid.ravel().tolist()
    assert (data["rows"], data["columns"], data["n"], data["level"]) == (5, 5, 5, fastfuto.grade(FIVE).level)
    assert re.fullmatch("[0-9a-f]{8}", data["id"])
    assert data["time"] == minutes.told(fastfuto.grade(FIVE).minutes)
    assert data["square"]
    assert data["units"] == data["sums"] == []


def test_data_of_other_families():
    sudoku = fastfuto.generate(9, family="sudoku").puzzle
    kakuro = fastfuto.load(EXAMPLES / "kakuro.txt")
    first, second, large = data_of(page_text([sudoku, kakuro, fastfuto.generate(25, level="easy").puzzle]))
    assert [unit[:2] for unit in first["units"]] == [["box", k] for k in range(1, 10)]
    assert first["regions"] == sudoku.regions.ravel().tolist()
    white = [
        k for k, entry in enumerate(entry for row in kakuro.rows for entry in row) if isinstance(entry, int)
    ]
    assert second["places"] == white
    assert len(second["given"]) == len(white)
    assert sum(each["total"] for each in second["sums"]) == sum(run.total for run in kakuro.runs)
    assert [place for place, *_ in second["totals"]] == [
        8 * r + c
        for r, row in enumerate(kakuro.rows)
        for c, entry in enumerate(row)
        if isinstance(entry, tuple)
    ]
    assert max(values(large["solution"])) == 25


class Double(fastfuto.LatinSquare):
    """A Latin square in which the second cell has twice the value of the first one."""

    __slots__ = ()

    def model(self):
        table = [[2 * v == w for w in range(1, self.n + 1)] for v in range(1, self.n + 1)]
        made = super().model()
        masks = (np.array(table) @ (1 << np.arange(self.n))).astype(np.uint64)
        relations = Relations(np.array([[0, 1]], np.int32), np.zeros(1, np.int32), masks[None, :, None])
        return Model.from_arrays(made.skeleton, made.domains, made.inequalities, relations=relations)


class Even(fastfuto.LatinSquare):
    """A Latin square whose first cell is even."""

    __slots__ = ()

    def model(self):
        made = super().model()
        domains = made.domains.copy()
        domains[0] &= 0b1010
        return made.with_domains(domains)


def test_rules_reach_the_page_or_the_puzzle_is_refused(tmp_path):
    [data] = data_of(page_text(Double(4)))
    assert (data["relations"], data["tables"]) == ([[0, 1, 0]], [[2, 8, 0, 0]])
    adjacent = fastfuto.generate(4, variant="adjacent", seed=1).puzzle
    [data] = data_of(page_text(adjacent))
    assert len(data["relations"]) == 24
    assert [pair[:2] for pair in data["relations"] if pair[2] == 0] == sorted(
        data["bars"], key=lambda pair: (pair[1] - pair[0] == 4, pair)
    )
    assert data["tables"] == [[2, 5, 10, 4], [13, 10, 5, 11]]
    with pytest.raises(PuzzleError, match="cannot show which values are allowed"):
        fastfuto.page(Even(4), tmp_path / "page.html")
    assert not (tmp_path / "page.html").exists()


def test_each_puzzle_has_a_line_that_can_be_read_again():
    made = [
        *(
            fastfuto.generate(9, family=family, level="trivial").puzzle
            for family in ("futoshiki", "latin", "sudoku")
        ),
        fastfuto.generate(6, family="sudoku", variant="jigsaw").puzzle,
        fastfuto.generate(5, family="kakuro").puzzle,
        fastfuto.Futoshiki([[0, 2], [0, 0]]),
    ]
    lines = [data["line"] for data in data_of(page_text(made))]
    assert [fastfuto.parse(line) for line in lines] == made
    assert not any("\n" in line or "\t" in line for line in lines)


def test_the_id_is_that_of_equal_puzzles():
    other = Futoshiki(FIVE.clues.tolist(), list(FIVE.inequalities))
    changed = FIVE.with_clues(np.zeros((5, 5), int))
    first, second, third = data_of(page_text([FIVE, other, changed]))
    assert first["id"] == second["id"] != third["id"]


@pytest.mark.thorough
def test_puzzles_that_the_rules_do_not_finish_have_no_time():
    assert data_of(page_text(fastfuto.generate(6, level="search", seed=3).puzzle))[0]["time"] == ""


def test_puzzles_without_exactly_one_solution():
    two, none = (fastfuto.load(EXAMPLES / f"{name}.txt") for name in ("two_solutions", "no_solution"))
    broken = Futoshiki([[1, 1], [0, 0]])
    for data, expected in zip(
        data_of(page_text([two, none, broken])), ("several", "none", "none"), strict=True
    ):
        assert (data["solutions"], data["solution"], data["level"]) == (expected, None, "")


def test_what_a_title_holds_is_text():
    text = page_text(FIVE, title=MARKUP)
    parts = Parts(text)
    assert parts.texts["h1"] == parts.texts["title"] == MARKUP
    assert "alert" not in "".join(parts.scripts.values())
    assert len(re.findall("<script", text)) == 6


def test_data_in_scripts_cannot_end_them():
    text = page_text(FIVE)
    written = Parts(text).scripts["puzzles"]
    assert not set("<>&\u2028\u2029") & set(written)
    from fastfuto.drawing.page import _joined

    assert data_of(_joined("x", [{"name": MARKUP}], ENGLISH)) == [{"name": MARKUP}]


def test_the_page_asks_for_nothing():
    text = page_text(FIVE)
    parts = Parts(text)
    assert not {"src", "href", "srcset", "style"} & {name for name, _ in parts.attributes}
    assert not [value for name, value in parts.attributes if name.startswith("on")]
    assert set(re.findall(r"https?://[^\s\"']+", text)) == {"http://www.w3.org/2000/svg"}
    [policy] = [value for _, value in parts.attributes if value and value.startswith("default-src")]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    assert "connect-src" not in policy
    assert not re.search(
        r"\b(fetch|XMLHttpRequest|import|eval|innerHTML|document\.write)\b\(?", parts.scripts["script"]
    )


@pytest.mark.thorough
def test_ten_puzzles_have_less_than_400_kilobytes(ten, tmp_path):
    fastfuto.page(ten, tmp_path / "page.html")
    assert (tmp_path / "page.html").stat().st_size < 400_000


@pytest.mark.thorough
def test_ten_diabolical_puzzles_have_less_than_400_kilobytes(tmp_path):
    hard = [made.puzzle for made in fastfuto.generate_many(10, 9, level="diabolical")]
    fastfuto.page(hard, tmp_path / "page.html")
    assert (tmp_path / "page.html").stat().st_size < 400_000


def page_texts():
    """Return the texts of the page: those of the template, and those that its scripts translate."""
    body = (PLAYER / "page.html").read_text(encoding="utf-8").partition("<body>")[2]
    found = re.findall(r'(?:>|aria-label="|placeholder=")([^<>{}"\n]*[A-Za-z][^<>{}"\n]*)[<"]', body)
    for module in MODULES:
        script = (PLAYER / f"{module}.js").read_text(encoding="utf-8")
        calls = re.findall(r"\b(?:tr|say|sure|copy)\(([^;{}]*)", script)
        found += [text for call in calls for text in re.findall(r'"([^"]*[A-Za-z][^"]*)"', call)]
    return {html.unescape(text.strip()) for text in found if not re.fullmatch(r"[a-z-]+", text.strip())}


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_the_page_has_a_text_in_each_language(code):
    own = language_named(code).page
    assert not page_texts() - own.keys()
    sources = "".join(
        path.read_text(encoding="utf-8")
        for path in Path(str(PLAYER)).rglob("*.[jh]*")
        if path.suffix != ".json"
    )
    estimates = [f"about {{count}} {unit}" for unit in ("minute", "minutes", "hour", "hours")]
    known = html.unescape(sources) + " ".join(estimates)
    assert [text for text in own if text not in known] == []
    for text, said in own.items():
        assert said.strip() == said != ""
        assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", said)), text
    page = page_text(FIVE, language=code)
    assert f'<html lang="{code}"' in page
    assert f">{own['New game']}<" in page
    assert ">New game<" not in page


def test_the_page_tells_steps_with_the_phrases_of_the_texts():
    stored = json.loads(Parts(page_text(FIVE)).scripts["phrases"])
    assert stored["phrases"].keys() == stored["techniques"].keys() == fastfuto.TECHNIQUES.keys()
    for table in ("below", "techniques", "words", "ties", "joints", "lines"):
        assert stored[table] == json.loads(json.dumps(getattr(ENGLISH, table)))
    for technique, phrase in stored["phrases"].items():
        assert phrase == json.loads(json.dumps(vars(ENGLISH.phrases[technique])))
    assert " ".join(stored["numbers"]) == ENGLISH.numbers
    script = (PLAYER / "words.js").read_text(encoding="utf-8")
    known = set(re.findall(r'^  "?(\w[a-z ]*)"?[:(]', script[script.index("const PARTS") :], re.MULTILINE))
    used = set(re.findall(r"\{([a-z ]+)\}", json.dumps([stored["phrases"], stored["below"]])))
    assert used == known
    words = re.split(r"\{.*?\}", json.dumps(stored))
    assert not [
        each for each in words if len(each.strip()) > 7 and each.strip() in re.sub("//.*", "", script)
    ]


@pytest.mark.parametrize("module", MODULES)
def test_modules_import_earlier_ones(module):
    earlier = MODULES[: MODULES.index(module)]
    source = (PLAYER / f"{module}.js").read_text(encoding="utf-8")
    named = re.findall(r'^import \{[^}]*\} from "\./(\w+)\.js";$', source, re.MULTILINE)
    assert len(named) == len(re.findall("^import", source, re.MULTILINE))
    assert set(named) <= set(earlier)
    # Names of two modules would clash in the page, where they are one script.
    own = set(re.findall(r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)", source, re.MULTILINE))
    for other in earlier:
        text = (PLAYER / f"{other}.js").read_text(encoding="utf-8")
        assert not own & set(
            re.findall(r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)", text, re.MULTILINE)
        )


def test_try_it_has_what_its_modules_import(monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "docs/_extensions")
    trying = importlib.import_module("trying")
    sources = [(PLAYER / f"{module}.js").read_text(encoding="utf-8") for module in trying.MODULES]
    sources.append((trying.HERE / "trying.js").read_text(encoding="utf-8"))
    named = re.findall(r'^import \{[^}]*\} from ".*/(\w+)\.js";$', "\n".join(sources), re.MULTILINE)
    assert set(named) <= set(trying.MODULES)


def test_what_a_module_exports_is_imported():
    sources = [(PLAYER / f"{module}.js").read_text(encoding="utf-8") for module in MODULES]
    imported = {
        name
        for text in sources
        for names in re.findall(r"import \{([^}]*)\}", text)
        for name in names.split()
    }
    imported = {name.strip(",") for name in imported}
    exported = [
        name for text in sources for name in re.findall(r"^export (?:const|function|class) (\w+)", text, re.M)
    ]
    # These are parts that the tests and the page "Try it" look at.
    assert set(exported) - imported == {"asPicture", "exampleOf", "readState"}


def test_the_script_is_the_modules():
    script = Parts(page_text(FIVE)).scripts["script"]
    assert not re.search("^(import|export) ", script, re.MULTILINE)
    assert script.count("new Page(") == 1
    assert {path.name for path in PLAYER.iterdir() if path.name.endswith(".js")} == {
        f"{m}.js" for m in MODULES
    }


def test_what_cannot_be_played(tmp_path):
    path = tmp_path / "page.html"
    for puzzles, message in (
        ([], "a page needs at least one puzzle"),
        ([FIVE, Futoshiki(np.zeros((26, 26), int))], "puzzle 2: a page can show grids of up to 25 x 25"),
        ([Kakuro([[None] * 26, [(0, 3), *[0] * 25]])], "up to 25 x 25"),
        (
            [fastfuto.Permutations(3)],
            "Latin squares, Adjacent, Sudoku, variants and Kakuro, not permutations",
        ),
        (
            [Sudoku([[0] * 4] * 4), Futoshiki([[7, 0], [0, 0]])],
            "puzzle 2, row 1, column 1: expected a value from 1 to 2, got 7",
        ),
    ):
        with pytest.raises(PuzzleError, match=message):
            fastfuto.page(puzzles, path)
    for wrong in (["text"], [None]):
        with pytest.raises(TypeError, match="puzzle 1: expected a Puzzle"):
            fastfuto.page(wrong, path)
    with pytest.raises(TypeError, match="title"):
        fastfuto.page(FIVE, path, title=3)
    with pytest.raises(LimitReached, match="not written"):
        fastfuto.page(FIVE, path, timeout=0)
    assert not path.exists()
    with pytest.raises(OSError, match="missing"):
        fastfuto.page(FIVE, tmp_path / "missing" / "page.html")


def test_progress_of_a_page(tmp_path):
    seen = []
    fastfuto.page([FIVE, FIVE], tmp_path / "page.html", progress=seen.append)
    assert [(each.done, each.total, each.stage) for each in seen] == [(k, 2, "puzzles") for k in range(2)]


def test_the_document_is_true():
    path = document("docs/how-to/play.md")
    assert doctest.testfile(str(path), module_relative=False, encoding="utf-8") == (0, 5)


def test_no_file_of_the_page_has_marks_of_a_merge():
    files = [each for each in PLAYER.iterdir() if each.name.endswith((".js", ".css", ".html"))]
    assert len(files) > 20
    for each in files:
        assert not re.search("^(<{7}|>{7}) ", each.read_text(encoding="utf-8"), re.MULTILINE), each.name
