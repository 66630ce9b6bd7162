"""Texts that the page reads without Python: each is the same puzzle for the package, or it is refused."""

import itertools
import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

import fastfuto
from fastfuto.drawing.fields import fields_of
from fastfuto.drawing.sheet import sheets_of
from fastfuto.errors import ParseError, PuzzleError
from fastfuto.limits import Watch
from fastfuto.puzzles import variants

from ..formats.samples import SAMPLES
from ..formats.test_every_character import CHARACTERS

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
FORMATS = ("source", "plain", "picture")
OTHERS = "The command fastfuto play FILE reads other formats."


def read(texts):
    """Return what the page answers to texts."""
    lines = "\n".join(json.dumps({"do": "read", "text": text}) for text in texts)
    script = Path(__file__).with_name("ask.mjs")
    run = subprocess.run(["node", script], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def printed(puzzle, blank, between, rows_apart):
    """Return a grid as people type it; `between` stands where there is no sign, and is as wide as one."""
    n, signs = puzzle.n, {}
    for (r, c), (s, d) in puzzle.inequalities:
        key, is_less = (min((r, c), (s, d)), r == s), (r, c) < (s, d)
        signs[key] = ("<" if is_less else ">") if r == s else ("^" if is_less else "v")
    wide, lines = len(str(n)), []
    for r, row in enumerate(puzzle.clues.tolist()):
        cells = [str(value or blank).rjust(wide, "0" if value else blank) for value in row]
        gaps = [between.replace("?", signs.get(((r, c), True), " ")) for c in range(n - 1)]
        lines.append("".join(part for pair in zip(cells, [*gaps, ""], strict=True) for part in pair))
        under = "".join(signs.get(((r, c), False), " ").ljust(wide + len(between)) for c in range(n)).rstrip()
        if r < n - 1 and (under or rows_apart):
            lines.append(under)
    return "\n".join(lines) + "\n"


def of_variants():
    """Yield a puzzle of each rule, of all rules together, and its JSON."""
    cages = {"cages": [([(0, 1), (0, 0)], 5), ([(1, 2), (1, 1), (2, 1)], 10), ([(0, 1), (0, 0), (1, 0)], 7)]}
    signs = {"even": [(3, 3), (0, 2)], "odd": [(2, 0)]}
    jigsaw = fastfuto.generate(6, family="jigsaw", seed=1).puzzle
    named = [name for name, rule in variants.RULES.items() if not rule.field]
    for base in (
        fastfuto.Sudoku(9),
        fastfuto.Sudoku(4),
        fastfuto.LatinSquare(9),
        fastfuto.LatinSquare(5),
        jigsaw,
    ):
        for rules, more in [
            *(((name,), {}) for name in named),
            ((), cages),
            ((), signs),
            (named, cages | signs),
        ]:
            boxes = variants._boxes(base.model().skeleton)
            fitting = [name for name in rules if variants.RULES[name].fits(base.n, boxes)]
            if fitting or more:
                puzzle = base.with_rules(*fitting, **more)
                yield puzzle, fastfuto.format_puzzle(puzzle, "json")


def of_all_families(rng):
    """Yield puzzles of each family of the page and, of each, the text in the formats that the page reads."""
    kinds = [("futoshiki", None, 5), ("futoshiki", "adjacent", 5), ("latin", None, 5), ("kakuro", None, 6)]
    kinds += [("sudoku", variant, n) for variant in (None, "jigsaw", "inequalities") for n in (4, 6, 9)]
    for family, variant, n in kinds:
        options = {"family": family, "variant": variant, "level": None, "seed": rng.getrandbits(32)}
        puzzle = fastfuto.generate(n, **options).puzzle
        for name in ("json", "tatham", "url", "futoshiki.org", "sudoku", "kakuro", "pzprjs"):
            try:
                yield puzzle, fastfuto.format_puzzle(puzzle, name)
            except PuzzleError:
                continue


def puzzles(rng, count):
    for _ in range(count):
        yield fastfuto.generate(rng.randrange(3, 10), level=None, seed=rng.getrandbits(32)).puzzle


def changed(rng, text):
    """Return a text with some characters or lines lost, doubled or replaced."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(text))
        kind = rng.randrange(4)
        if kind == 0:
            text = text[:at] + text[at + 1 :]
        elif kind == 1:
            text = (
                text[:at]
                + rng.choice("<>^v|-. 0123456789_\n\tx" + CHARACTERS)
                + text[at + rng.randrange(2) :]
            )
        else:
            lines = text.splitlines(keepends=True)
            k = rng.randrange(len(lines))
            lines[k : k + 1] = [] if kind == 2 else [lines[k], lines[k]]
            text = "".join(lines)
        if not text:
            return "."
    return text


@pytest.mark.thorough
def test_formats_of_the_package_are_read():
    listed = [puzzle for puzzle in puzzles(random.Random(46), 20) if puzzle.inequalities]
    texts = [(puzzle, name, fastfuto.format_puzzle(puzzle, name)) for puzzle in listed for name in FORMATS]
    # A grid whose blank cells are only spaces is one for the package alone.
    texts = [(puzzle, text) for puzzle, name, text in texts if "." in text or name == "source"]
    assert len(texts) > 45
    for (puzzle, _), answer in zip(texts, read([text for _, text in texts]), strict=True):
        assert fastfuto.parse(answer["puzzle"]["line"]) == puzzle


def test_grids_that_people_type_are_read():
    manners = [*itertools.product("._", ["?", " ? "], [True, False])]
    listed = [puzzle for puzzle in puzzles(random.Random(47), 8 * len(manners)) if puzzle.inequalities]
    texts = [
        printed(puzzle, *manner) for puzzle, manner in zip(listed, itertools.cycle(manners), strict=False)
    ]
    for puzzle, text, answer in zip(listed, texts, read(texts), strict=True):
        assert "error" not in answer, (text, answer)
        assert fastfuto.parse(answer["puzzle"]["line"]) == puzzle == fastfuto.parse(text), text


@pytest.mark.thorough
def test_links_strings_kakuros_and_json_of_all_families_are_read_as_the_page_stores_them():
    listed = [each for seed in range(2) for each in of_all_families(random.Random(seed))]
    listed += of_variants()
    assert len(listed) > 70
    for (puzzle, text), answer in zip(listed, read([text for _, text in listed]), strict=True):
        assert "error" not in answer, (text, answer)
        [sheet] = sheets_of(puzzle, Watch(), "page")
        assert answer["puzzle"] == json.loads(json.dumps(fields_of(sheet))), text


@pytest.mark.thorough
def test_other_characters_and_fences_are_read():
    listed = [puzzle for puzzle in puzzles(random.Random(50), 2) if puzzle.inequalities]
    signs = ("<>^v", "‹›^v", "≤≥△▽", "«»▲▼", "←→↑↓")
    cases = [
        (
            puzzle,
            fence.format(printed(puzzle, ".", " ? ", True).translate(str.maketrans("<>^v.", four + blank))),
        )
        for puzzle, four, blank, fence in itertools.product(
            listed, signs, "._?□·", ("{}", "```text\n{}```\n", "~~~\n{}\n~~~")
        )
    ]
    for (puzzle, text), answer in zip(cases, read([text for _, text in cases]), strict=True):
        assert "error" not in answer, (text, answer)
        assert fastfuto.parse(answer["puzzle"]["line"]) == puzzle == fastfuto.parse(text), text


def test_for_other_formats_the_message_names_the_command():
    are_read = set()
    for (name, (text, puzzle)), answer in zip(
        SAMPLES.items(), read([text for text, _ in SAMPLES.values()]), strict=True
    ):
        if "puzzle" in answer:
            are_read.add(name)
            assert fastfuto.parse(answer["puzzle"]["line"]) == puzzle, text
        else:
            assert answer["error"].endswith(OTHERS), answer
    assert {"tatham", "url", "futoshiki.org", "json", "sudoku", "kakuro", "pzprjs", "source"} <= are_read
    assert "asp" not in are_read


@pytest.mark.thorough
@pytest.mark.parametrize("count", [6, 150])
def test_what_is_read_is_the_same_puzzle_for_the_package(count):
    rng, texts = random.Random(48), []
    for _ in range(count // 25 + 1):
        for _, text in of_all_families(rng):
            texts += [text, *(changed(rng, text) for _ in range(4))]
    for puzzle in puzzles(rng, count):
        whole = [fastfuto.format_puzzle(puzzle, name) for name in FORMATS]
        whole += [
            printed(puzzle, rng.choice("._"), between, rng.random() < 0.5)
            for between in ("?", " ? ", "|", " ")
        ]
        texts += [*whole, *(changed(rng, text) for text in whole)]
    answers = read(texts)
    n_read = 0
    for text, answer in zip(texts, answers, strict=True):
        if "error" in answer:
            assert answer["error"][0].isupper() or answer["error"][0].isdigit()
            assert answer["error"].endswith("."), answer
            continue
        n_read += 1
        try:
            expected = fastfuto.parse(text)
        except ParseError as error:
            raise AssertionError(f"the package refuses this:\n{text}\n{error}") from None
        found = fastfuto.parse(answer["puzzle"]["line"])
        assert found == expected or found.model() == expected.model(), text
    assert 3 * count < n_read < len(texts) - 3 * count
