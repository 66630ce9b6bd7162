"""The pictures of the documents are those that `draw` makes; run as a script it makes them anew."""

import doctest
import json
from pathlib import Path

import pytest

import fastfuto
from fastfuto import Adjacent, ExactCover, Permutations, Sudoku, draw, explain, solve

ROOT = Path(__file__).parents[2]
HOW_TO = ROOT / "docs" / "how-to"
PICTURES = ROOT / "docs" / "pictures"


STEPS = {"nine.txt": ("naked pair", "swordfish", "xy-chain", "braid"), "seven.json": ("hill",)}
"""Steps that are shown, by the example in which the first of their kind stands."""


def example(name):
    return fastfuto.load(ROOT / "examples" / name)


def pictures():
    """Yield the name of each picture, and its drawing."""
    five = example("five.txt")
    yield "puzzle", draw(five, width=300)
    yield "solution", draw(five, solve(five).grid, width=300)
    yield "nine-dark", draw(example("nine.txt"), style="dark", width=480)
    yield "contradiction", draw(example("invalid.txt"), width=300)
    sudoku = fastfuto.parse((ROOT / "examples" / "sudoku.lines").read_text().splitlines()[0])
    yield "sudoku", draw(sudoku, solve(sudoku).grid, width=360)
    variant = Sudoku(6).with_rules(
        "diagonals", cages=[([(0, 1), (0, 2)], 7), ([(4, 3), (5, 3), (5, 4)], 7)], even=[(2, 4)], odd=[(1, 0)]
    )
    yield "variant", draw(variant, solve(variant).grid, width=240)
    kakuro = example("kakuro.txt")
    yield "kakuro", draw(kakuro, solve(kakuro).grid, width=360)
    bars = [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((1, 1), (1, 2)), ((2, 0), (2, 1))]
    bars += [((1, 0), (2, 0)), ((0, 1), (1, 1)), ((0, 2), (1, 2)), ((1, 2), (2, 2))]
    yield "adjacent", draw(Adjacent([[1, 0, 0], [0, 0, 0], [0, 0, 0]], bars), width=240)
    row = Permutations(6, order=[(0, 1), (2, 1), (2, 5), (4, 0)], forbidden=[(3, 4)])
    yield "permutations", draw(row, width=480)
    cover = ExactCover(
        {"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6], "E": [2, 3, 6, 7], "F": [2, 7]}
    )
    names: dict[str, object] = {}
    for page_example in doctest.DocTestParser().get_examples(
        (HOW_TO / "variants.md").read_text(encoding="utf-8")
    ):
        exec(page_example.source, names)
    model = names["marks"]
    yield "model", draw(model, solve(model).grid, width=360)
    yield "exact-cover", draw(cover, solve(cover).grid, width=300)


def steps():
    """Yield the name of each picture of a step, and its drawing."""
    for name, techniques in STEPS.items():
        explanation = explain(example(name))
        shown = {}
        for step, candidates in zip(explanation.steps, explanation.states(), strict=True):
            shown.setdefault(step.technique, (step, candidates))
        for technique in techniques:
            step, candidates = shown[technique]
            yield (
                technique.replace(" ", "-"),
                draw(explanation.puzzle, step=step, candidates=candidates, width=480),
            )


@pytest.mark.parametrize(("name", "drawing"), [*pictures(), *steps()], ids=str)
def test_the_pictures_of_the_documents_are_what_draw_makes(name, drawing):
    assert (PICTURES / f"{name}.svg").read_text(encoding="utf-8") == drawing.svg


def test_what_the_page_says_is_what_happens(monkeypatch):
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(HOW_TO / "drawing.md"), module_relative=False, encoding="utf-8")
    assert tried > 8
    assert failed == 0


@pytest.mark.thorough
def test_the_notebook_works_and_has_no_outputs(monkeypatch):
    notebook = json.loads((ROOT / "examples" / "pictures.ipynb").read_text(encoding="utf-8"))
    monkeypatch.chdir(ROOT / "examples")
    names: dict[str, object] = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 10
    for cell in cells:
        exec("".join(cell["source"]), names)
        assert cell["outputs"] == []


def test_every_picture_is_shown():
    page = (HOW_TO / "drawing.md").read_text(encoding="utf-8")
    names = {path.stem for path in PICTURES.glob("*.svg")}
    shown = {technique.replace(" ", "-") for techniques in STEPS.values() for technique in techniques}
    assert names == {name for name, _ in pictures()} | shown
    assert {name for name in names if f"(../pictures/{name}.svg)" in page} == names


if __name__ == "__main__":
    for name, drawing in (*pictures(), *steps()):
        drawing.save(PICTURES / f"{name}.svg")
