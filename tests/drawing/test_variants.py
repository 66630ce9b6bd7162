"""Pictures and booklets of variants: every rule is shown by its cells, and named in words."""

import re

import numpy as np
import pytest

import fastfuto
from fastfuto import LatinSquare, Sudoku, booklet, draw, page
from fastfuto.drawing.design import Design
from fastfuto.drawing.fields import fields_of
from fastfuto.drawing.instructions import instruction_pages
from fastfuto.drawing.paper import Text
from fastfuto.drawing.scripts import source
from fastfuto.drawing.sheet import sheets_of
from fastfuto.languages import LANGUAGES, language_named
from fastfuto.limits import Watch
from fastfuto.puzzles.variants import RULES

from ..cases import some
from .test_drawing import elements, texts

CAGES = [([(0, 0), (0, 1), (1, 1)], 12), ([(4, 4), (5, 4)], 5)]


def variant(name, base=None):
    base = base or Sudoku(9)
    if name == "killer":
        return base.with_rules(cages=CAGES)
    return (
        base.with_rules(even=[(0, 1), (8, 8)], odd=[(3, 3)]) if name == "even-odd" else base.with_rules(name)
    )


EACH = pytest.mark.parametrize("name", some(RULES, 2))


@EACH
def test_every_picture_names_the_rules(name):
    puzzle = variant(name).with_rules(even=[(5, 5)])
    for picture in (draw(puzzle), draw(puzzle, fastfuto.solve(puzzle).grid)):
        names = ", ".join(puzzle.names)
        words = ", ".join(language_named("en").variants[each] for each in puzzle.names)
        assert f"Sudoku ({names}), 9 x 9, 0 numbers" in repr(picture)
        assert texts(picture, "name")[-1] == words[0].upper() + words[1:]
        for text in (picture.text, picture.screen(), picture.svg):
            assert names in text


def test_diagonals_and_windows_are_tinted():
    def tinted(puzzle, **options):
        return {tuple(each.get("class").split()[1:3]) for each in elements(draw(puzzle, **options), "tint")}

    assert len(tinted(Sudoku(9).with_rules("diagonals"))) == 17
    assert len(tinted(LatinSquare(4).with_rules("diagonals", "windows"))) == 8
    assert len(tinted(Sudoku(9).with_rules("windows"))) == 36
    assert not tinted(Sudoku(9).with_rules("anti-knight"))
    assert ("r2", "c4") in tinted(Sudoku(9).with_rules("windows"))


def test_cages_and_signs():
    picture = draw(variant("killer").with_rules(even=[(0, 1), (8, 8)], odd=[(3, 3)]))
    assert texts(picture, "name")[:2] == ["12", "5"]
    assert len(elements(picture, "weak")) == 8 + 6
    assert len(elements(picture, "parity")) == 3


def test_broken_rules_are_marked():
    puzzle = Sudoku(4).with_rules("diagonals")
    wrong = np.zeros((4, 4), int)
    wrong[0, 0] = wrong[3, 3] = 2
    assert len(elements(draw(puzzle, wrong), "conflict")) == 2


@EACH
def test_a_page_has_the_rules_as_units_relations_sums_and_marked_cells(name, tmp_path):
    puzzle = variant(name)
    [sheet] = sheets_of(puzzle, Watch(), "page")
    data, model = fields_of(sheet), puzzle.model()
    assert data["rules"] == [name]
    assert len(data["units"]) == len(model.skeleton.units) - 18
    assert len(data["sums"]) == len(puzzle.cages)
    assert len(data.get("relations", [])) == len(model.relations.cells)
    assert [data.get(each, []) for each in ("even", "odd")] == [
        [9 * r + c for r, c in cells] for cells in (puzzle.even, puzzle.odd)
    ]
    assert fastfuto.parse(data["line"]) == puzzle
    page(puzzle, tmp_path / "page.html", language="de")
    assert language_named("de").rules[name] in (tmp_path / "page.html").read_text("utf-8")


def test_the_page_knows_the_names_of_all_rules():
    [names] = re.findall(r"const RULES = \[(.*?)\n\];", source("rules.js"), re.DOTALL)
    assert re.findall(r'"([a-z-]+)"', names) == [*RULES]


@pytest.mark.thorough
@pytest.mark.parametrize("language", some(LANGUAGES, 3))
def test_booklets_name_and_explain_the_rules(language, tmp_path):
    puzzles = [variant(name) for name in RULES] + [LatinSquare(9).with_rules("diagonals", "anti-king")]
    path = tmp_path / "book.html"
    booklet(puzzles, path, language=language, instructions=True)
    tables, text = language_named(language), path.read_text("utf-8")
    for name in RULES:
        words = tables.variants[name]
        assert text.count(words[0].upper() + words[1:]) > 3
    pages = instruction_pages(
        sheets_of(puzzles, Watch(), "booklet"), Design(language=tables, instructions=True)
    )
    said = " ".join(item.text for each in pages for item in each if isinstance(item, Text))
    assert len(pages) == len(RULES) + 2
    assert all(tables.rules[name] in said for name in RULES)
