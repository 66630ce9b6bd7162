"""Every character of a text counts: each is replaced, deleted and doubled, and so is each line.

A text with a fault is refused, or is read as another puzzle, or as the same. It is the same puzzle with less in it only
if docs/reference/formats.md names the new character as a blank cell, as no sign, or as the start of a comment.
"""

import itertools
import random
import re
from pathlib import Path

import pytest

from fastfuto import ExactCover, Futoshiki, Kakuro, Model, ParseError, Permutations, parse
from fastfuto.formats import CODECS, NAMES, detect
from fastfuto.formats.unwrapping import USUAL
from fastfuto.puzzles.text import one_spelling

from ..cases import some
from . import layouts
from .errors import error_of
from .samples import FURTHER, SAMPLES

CHARACTERS = (
    "→←↑↓⇐⇒≪≫«»◁▷△▽◀▶▲▼≤≥⩽⩾≠!@#$%&*+=~:;'\"/\\●□?.,-_|()[]{}<>^vVxXoOaAzZ019·•∙␣٣３२²½Ⅳ–—−"
    "\u00a0\u2003\u3000\u200b\u202e\u200f\u0301\t\f\x00\x1b\x1c\x85\ufeff\r\u2028"
)
NO_WIDTH = "\u200b\u200c\u200d\u2060\ufe0e\ufe0f"
LISTED = {
    *(
        "tatham",
        "url",
        "json",
        "asp",
        "synlogic",
        "cover",
        "cover-matrix",
        "permutations",
        "start-rel-lesser",
        "start-rel-greater",
    )
}
"""Formats with a list whose length they do not name, so a text without a part of it is right."""

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")
SECTION = PAGE[PAGE.index("## Characters") : PAGE.index("The examples of the Futoshiki formats")]


def documented_fillers():
    """Return by format the characters of the table: blank cells, no sign, and those before a comment."""
    table = {}
    for row in re.findall(r"^\| ([a-z].*?) +\|$", SECTION.replace("\\|", "\0"), re.MULTILINE)[1:]:
        names, *cells = [cell.strip().replace("\0", "|") for cell in row.split("|")]
        blanks, none, comments = (
            {*re.findall("`(.)", cell), *([" "] if cell.startswith("blank") else [])} for cell in cells
        )
        if "blank cells" in cells[1]:
            none |= blanks
        table |= dict.fromkeys(names.split(", "), (blanks, none, comments))
    return table


def documented_spellings():
    """Return the characters that count as another one."""
    block = re.search(r"```text\n(.*?)\n```", SECTION, re.DOTALL)[1]
    return {other: line[0] for line in block.splitlines() for other in line[1:].split()}


FILLERS, SPELLINGS = documented_fillers(), documented_spellings()


def test_the_documentation_has_all_formats_and_spellings():
    assert sorted(FILLERS) == sorted([*NAMES, "lists and sheets"])
    assert {chr(other): usual for other, usual in USUAL.items() if usual != " "} == SPELLINGS
    assert len(set(CHARACTERS)) == len(CHARACTERS) > 60


def parts(puzzle):
    """Return the clues and the signs of a puzzle, of which one with a fault may have lost some."""
    if isinstance(puzzle, Model):
        candidates = {(cell, *puzzle.allowed(cell)) for cell in range(puzzle.n_cells)}
        return candidates, {*map(tuple, puzzle.inequalities.tolist())}
    if isinstance(puzzle, Kakuro):
        entries = [(r, c, entry) for r, row in enumerate(puzzle.rows) for c, entry in enumerate(row)]
        totals = {(r, c, k, e[k]) for r, c, e in entries if isinstance(e, tuple) for k in (0, 1) if e[k]}
        return totals | {(r, c, e) for r, c, e in entries if isinstance(e, int) and e}, set()
    if isinstance(puzzle, Permutations):
        return set(), {("forbidden", *pair) for pair in puzzle.forbidden} | set(puzzle.order)
    if isinstance(puzzle, ExactCover):
        return {(k, str(option)) for k, option in enumerate(puzzle.options)}, set()
    clues = {(r, c, v) for r, row in enumerate(puzzle.clues.tolist()) for c, v in enumerate(row) if v}
    return clues, {*getattr(puzzle, "inequalities", ()), *getattr(puzzle, "bars", ())}


def size(puzzle):
    return getattr(puzzle, "shape", None) or len(
        puzzle.items if isinstance(puzzle, ExactCover) else puzzle.model().domains
    )


def variants(text):
    """Yield the texts with one fault, and the character that is new or "" if there is none."""
    for at, character in enumerate(text):
        for other in CHARACTERS:
            if other != character:
                yield text[:at] + other + text[at + 1 :], other
        yield text[:at] + text[at + 1 :], ""
        yield text[:at] + character + text[at:], ""
    lines = text.splitlines(keepends=True)
    for k, line in enumerate(lines):
        yield "".join(lines[:k] + lines[k + 1 :]), ""
        yield "".join([*lines[:k], line, *lines[k:]]), ""


def is_read_directly(text, name):
    """Return whether a format reads a text as it is, so that it is no list, sheet or other layout."""
    try:
        CODECS[name].parse(text)
    except ParseError:
        return False
    return True


def fault(puzzle, original, text, new, name):
    """Return why it is wrong how a text with a fault is read, or None."""
    try:
        found = parse(text, name)
    except ParseError:
        return None
    if isinstance(found, Model):
        puzzle = puzzle.model()
    if type(found) is not type(puzzle):
        return f"read as a {type(found).__name__}"
    lost = [before - after for before, after in zip(parts(puzzle), parts(found), strict=True)]
    gained = [after - before for before, after in zip(parts(puzzle), parts(found), strict=True)]
    if size(found) != size(puzzle) or any(gained) or not any(lost):
        return None
    # Without its signs a typed grid may be a matrix, too.
    names = [name] if name else [detect(text), detect(original)]
    if not name and not is_read_directly(text, names[0]):
        names.append("lists and sheets")
    blanks, none, comments = (
        set().union(*sets) for sets in zip(*(FILLERS[each] for each in names), strict=True)
    )
    if new in comments or (LISTED & {*names} and (not new or new in NO_WIDTH)):
        return None
    for is_lost, allowed in zip(lost, (blanks, none), strict=True):
        usual = one_spelling(SPELLINGS.get(new, new))
        # Nothing at all, or nothing that is seen, is like a blank.
        if is_lost and usual not in allowed and not (" " in allowed and (not new.strip() or new in NO_WIDTH)):
            return f"read in {names[0]} with less in it: {lost}"
    return None


def check(puzzle, text, name, cases):
    for faulty, new in cases:
        why = fault(puzzle, text, faulty, new, name)
        assert why is None, f"{why}; {new!r} is new in\n{faulty}"


def a_few(text, count):
    """Return some of the texts with a fault, always the same ones."""
    return random.Random(text).sample(list(variants(text)), count)


def detected(text, puzzle):
    """Return what a text is if no format is named: a Latin square is read as a Futoshiki without signs."""
    try:
        return parse(text)
    except ParseError:
        return puzzle


@pytest.mark.parametrize("name", some(NAMES, 3))
def test_a_fault_in_a_sample_is_noticed(name):
    text, puzzle = SAMPLES[name]
    check(puzzle, text, name, a_few(text, 20))
    check(detected(text, puzzle), text, None, a_few(text, 20))


@pytest.mark.parametrize(("name", "text", "puzzle"), some(FURTHER, 2), ids=range(len(FURTHER)))
def test_a_fault_in_another_text_is_noticed(name, text, puzzle):
    assert detect(text) == name
    assert parse(text) == parse(text, name) == puzzle
    check(puzzle, text, name, a_few(text, 20))
    check(puzzle, text, None, a_few(text, 20))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "text", "puzzle"), FURTHER, ids=range(len(FURTHER)))
def test_each_fault_in_another_text_is_noticed(name, text, puzzle):
    check(puzzle, text, name, variants(text))
    check(puzzle, text, None, variants(text))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_each_fault_in_a_sample_is_noticed(name):
    text, puzzle = SAMPLES[name]
    check(puzzle, text, name, variants(text))
    check(detected(text, puzzle), text, None, variants(text))


# A small picture in blank lines may be a larger plain grid.
LAYOUTS = [
    each for each in layouts.layouts(3) if each[1].inequalities and detected(each[2], None) is not None
]


@pytest.mark.parametrize("k", some(range(0, len(LAYOUTS), 8), 2))
def test_a_fault_in_a_layout_is_noticed(k):
    _, puzzle, text = LAYOUTS[k]
    check(puzzle, text, None, a_few(text, 20))


@pytest.mark.slow
@pytest.mark.parametrize("k", range(len(LAYOUTS)), ids=[name for name, _, _ in LAYOUTS])
def test_each_fault_in_a_layout_is_noticed(k):
    _, puzzle, text = LAYOUTS[k]
    assert len(LAYOUTS) > 200
    assert parse(text) == puzzle
    check(puzzle, text, None, variants(text))


# Kinds ---------------------------------------------------------------------------------------------------------

ARROWS = ("←→↑↓", "⇐⇒⇑⇓", "≪≫^v", "«»^v", "◁▷△▽", "◀▶▲▼", "≤≥^v", "⩽⩾^v")


@pytest.mark.parametrize("signs", ARROWS)
def test_arrows_and_triangles_are_signs(signs):
    for name in ("plain", "picture", "typed", "source"):
        text, puzzle = SAMPLES[name]
        usual = one_spelling(text)
        assert parse(usual.translate(str.maketrans("<>^v", signs))) == puzzle


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        (". ≠ . .\n\n. . . .\n", 1, 3, "'≠'"),
        ("12.41..." * 8, 1, 1, "a grid of 4 x 4 cells with 4 characters for each"),
        (
            "1.3......" * 80 + "1.2......",
            1,
            721,
            "",
        ),
        ("X O\nO X\n", 1, 1, ""),
        ("hello there\nhello there\n", 1, 1, "in the format cover, which is read only if it is named"),
        ("| . v |\n| v   |\n| . . |\n", 1, 3, ""),
        ("riga(1..2).\ncolonna(1..2).\nriempi(1,1,1).\nmaggiore(1,2,1,1).\nmaggiare(2,1,1,1).\n", 5, 1, ""),
        (
            "n = 2;\nvalues = array2d(1..2, 1..2, [0, 0, 0, 0]);\nlt = array2d(1..2, 1..4, [1, 1, 1, 2]);\n",
            3,
            0,
            "",
        ),
        ("4\n0 0 0 0\n0-1 0 0\n0 0 0 2\n0 0 0 0\n0\n", 3, 0, ""),
    ],
)
def test_what_was_misread_is_refused(text, line, column, message):
    for name in (None, *(["asp"] if "riga" in text else ["minizinc"] if "array" in text else [])):
        error = error_of(text, name)
        assert message in error.message
        if name or message:
            assert error.line == line
            assert column in (0, error.column)


def test_a_line_of_fillers_is_read_by_its_columns():
    for blank, filler in itertools.product("x.?*", "-.*x"):
        text = "x>x-x-x\n----\nx-x-3-x\n--v-\nx-x-x-x\n----\nx-x-x-x\n".replace("x", blank)
        lines = text.splitlines(keepends=True)
        lines[1::2] = (line.replace("-", filler) for line in lines[1::2])
        expected = Futoshiki([[0] * 4, [0, 0, 3, 0], [0] * 4, [0] * 4], [((0, 1), (0, 0)), ((2, 2), (1, 2))])
        try:
            found = parse("".join(lines))
        except ParseError:
            assert filler != "-"
        else:
            assert found == expected
