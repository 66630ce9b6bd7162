"""Links with a whole puzzle: each rule against all 288 Sudokus of 4 x 4, and what a link may not be."""

import json
import random
import tracemalloc

import numpy as np
import pytest

from fastfuto import LatinSquare, Model, ParseError, PuzzleError, Sudoku, all_solutions, format_puzzle, parse
from fastfuto.formats import detect
from fastfuto.formats.f_puzzles import LONGEST_LINK, LONGEST_TEXT
from fastfuto.formats.lz_string import compress, decompress

from .errors import error_of

OWN = "https://www.f-puzzles.com/?load="
PAD = "https://sudokupad.app/scl"
GRIDS = all_solutions(Sudoku([[0] * 4] * 4)).reshape(-1, 4, 4).astype(int)
BOXES = [[[r + i, c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
NEIGHBOURS = [((r, c), (r + i, c + j)) for r in range(4) for c in range(4) for i, j in ((0, 1), (1, 0))
              if r + i < 4 and c + j < 4]  # fmt: skip


def link(*, givens=(), **fields):
    """Return a link of f-puzzles with a grid of 4 x 4; the keys may have + and - as `plus` and `minus`."""
    grid = [[{} for _ in range(4)] for _ in range(4)]
    for (r, c), value in dict(givens).items():
        grid[r][c] = {"value": value, "given": True}
    fields = {key.replace("_plus", "+").replace("_minus", "-"): value for key, value in fields.items()}
    return OWN + compress(json.dumps({"size": 4, "grid": grid, **fields}))


def pad(*, cells=None, **fields):
    """Return a link of SudokuPad with a grid of 4 x 4."""
    cells = cells or [[{}] * 4 for _ in range(4)]
    return PAD + compress(json.dumps({"cells": cells, "regions": BOXES, **fields}))


def steps(grid, moves):
    """Return the pairs of values whose cells are one of these moves apart."""
    at = [(r, c, r + down, c + right) for r in range(4) for c in range(4) for down, right in moves]
    return [(grid[a][b], grid[c][d]) for a, b, c, d in at if 0 <= c < 4 and 0 <= d < 4]


def marked(is_related):
    """Return the numbers of the neighbours that are related in the first grid, and dots between them."""
    numbers = [k for k, (a, b) in enumerate(NEIGHBOURS) if is_related(GRIDS[0][a], GRIDS[0][b])]
    cells = [[f"R{r + 1}C{c + 1}" for r, c in NEIGHBOURS[k]] for k in numbers]
    return {*numbers}, [{"cells": pair} for pair in cells]


def is_double(v, w):
    return v == 2 * w or w == 2 * v


DOUBLES, RATIOS = marked(is_double)
FIVES, TOTALS = marked(lambda v, w: v + w == 5)

RULES = {
    "boxes": ({}, lambda g: True),
    "givens": ({"givens": {(0, 0): 3, (2, 1): 1}}, lambda g: g[0][0] == 3 and g[2][1] == 1),
    "diagonal-": ({"diagonal_minus": True}, lambda g: len({g[k][k] for k in range(4)}) == 4),
    "diagonal+": ({"diagonal_plus": True}, lambda g: len({g[3 - k][k] for k in range(4)}) == 4),
    "antiknight": (
        {"antiknight": True},
        lambda g: all(v != w for v, w in steps(g, [(1, 2), (2, 1), (-1, 2), (-2, 1)])),
    ),
    "antiking": ({"antiking": True}, lambda g: all(v != w for v, w in steps(g, [(1, 1), (1, -1)]))),
    "nonconsecutive": (
        {"nonconsecutive": True},
        lambda g: all(abs(v - w) != 1 for v, w in steps(g, [(0, 1), (1, 0)])),
    ),
    "disjoint groups": (
        {"disjointgroups": True},
        lambda g: all(len({g[r + i][c + j] for r in (0, 2) for c in (0, 2)}) == 4 for i in (0, 1) for j in (0, 1)),
    ),
    "extra region": (
        {"extraregion": [{"cells": ["R2C2", "R2C3", "R3C2", "R3C3"]}]},
        lambda g: len({*g[1:3, 1:3].ravel()}) == 4,
    ),
    "thermometers": (
        {"thermometer": [{"lines": [["R1C1", "R2C2", "R3C2"]]}, {"lines": [["R4C4", "R4C3"]]}]},
        lambda g: g[0][0] < g[1][1] < g[2][1] and g[3][3] < g[3][2],
    ),
    "killer cages": (
        {"killercage": [{"cells": ["R1C2", "R1C3"], "value": "5"}, {"cells": ["R2C2", "R3C3"]}]},
        lambda g: g[0][1] + g[0][2] == 5 and g[1][1] != g[2][2],
    ),
    "little killer": (
        {"littlekillersum": [
            {"cell": "R0C0", "cells": ["R1C1", "R2C2", "R3C3", "R4C4"], "direction": "DR", "value": "6"}]},
        lambda g: np.trace(g) == 6,
    ),
    "parity": ({"odd": [{"cell": "R1C1"}], "even": [{"cell": "R4C4"}]}, lambda g: g[0][0] % 2 and not g[3][3] % 2),
    "difference": (
        {"difference": [{"cells": ["R1C1", "R1C2"], "value": "2"}, {"cells": ["R2C1", "R3C1"]}]},
        lambda g: abs(g[0][0] - g[0][1]) == 2 and abs(g[1][0] - g[2][0]) == 1,
    ),
    "ratio": (
        {"ratio": [{"cells": ["R1C1", "R1C2"]}, {"cells": ["R2C1", "R3C1"], "value": "3"}]},
        lambda g: {g[0][0], g[0][1]} in ({1, 2}, {2, 4}) and {g[1][0], g[2][0]} == {1, 3},
    ),
    "negative ratio": (
        {"ratio": RATIOS, "negative": ["ratio"]},
        lambda g: all(is_double(g[a], g[b]) == (k in DOUBLES) for k, (a, b) in enumerate(NEIGHBOURS)),
    ),
    "xv": (
        {"xv": [{**total, "value": "V"} for total in TOTALS], "negative": ["xv"]},
        lambda g: all((g[a] + g[b] == 5) == (k in FIVES) for k, (a, b) in enumerate(NEIGHBOURS)),
    ),
    "palindrome": (
        {"palindrome": [{"lines": [["R1C1", "R1C2", "R2C3", "R3C4", "R3C3"]]}]},
        lambda g: g[0][0] == g[2][2] and g[0][1] == g[2][3],
    ),
    "clone": (
        {"clone": [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R3C3", "R3C4"]}]},
        lambda g: g[0][0] == g[2][2] and g[0][1] == g[2][3],
    ),
    "extremes": (
        {"minimum": [{"cell": "R2C2"}], "maximum": [{"cell": "R4C4"}]},
        lambda g: g[1][1] < min(g[0][1], g[1][0], g[1][2], g[2][1]) and g[3][3] > max(g[2][3], g[3][2]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RULES)
def test_a_rule_leaves_the_grids_that_obey_it(name):
    fields, obeys = RULES[name]
    text = link(**fields)
    assert detect(text) == "f-puzzles"
    found = all_solutions(parse(text)).reshape(-1, 4, 4)
    expected = [grid.tolist() for grid in GRIDS if obeys(grid)]
    assert sorted(found.tolist()) == sorted(expected)
    assert expected or name in ("nonconsecutive", "antiking")


def test_what_a_sudoku_holds_is_a_sudoku():
    regions = [[0, 0, 0, 1], [0, 1, 1, 1], [2, 2, 2, 3], [2, 3, 3, 3]]
    for puzzle in (
        Sudoku([[1, 0, 0, 0], *[[0] * 4] * 3]),
        Sudoku([[0] * 4] * 4, regions=regions),
        Sudoku([[0] * 9] * 9, inequalities=[((0, 0), (0, 1)), ((8, 8), (7, 8))]),
        Sudoku(np.zeros((16, 16), int)),
    ):
        text = format_puzzle(puzzle, "f-puzzles")
        assert parse(text) == puzzle
        data = text.removeprefix("https://f-puzzles.com/?load=").strip()
        for site in ("https://sudokupad.app/fpuzzles", "https://sudokupad.app/?puzzleid=fpuz"):
            assert parse(site + data.replace("+", "%2B").replace("=", "%3D")) == puzzle


WINDOW = [{"cells": ["R3C3", "R2C2", "R2C3", "R3C2"]}]


@pytest.mark.parametrize(
    ("fields", "rules", "options"),
    [
        ({"antiknight": True, "nonconsecutive": True}, ["anti-knight", "non-consecutive"], {}),
        ({"antiking": True, "disjointgroups": True}, ["anti-king", "disjoint-groups"], {}),
        ({"diagonal_plus": True, "diagonal_minus": True}, ["diagonals"], {}),
        ({"extraregion": WINDOW}, ["windows"], {}),
        ({"killercage": [{"cells": ["R1C1", "R2C1"], "value": "5"}]}, [], {"cages": [([(0, 0), (1, 0)], 5)]}),
        ({"odd": [{"cell": "R1C2"}], "even": [{"cell": "R2C2"}]}, [], {"odd": [(0, 1)], "even": [(1, 1)]}),
    ],
)
def test_rules_with_names_are_a_variant(fields, rules, options):
    expected = Sudoku(4).with_rules(*rules, **options)
    assert parse(link(**fields)) == expected
    assert parse(format_puzzle(expected, "f-puzzles")) == expected
    # A rule without a name makes a model of the same solutions.
    model = parse(link(**fields, clone=[{"cells": ["R1C1"], "cloneCells": ["R1C1"]}], thermometer=[
        {"lines": [["R1C1", "R2C2"]]}]))  # fmt: skip
    assert isinstance(model, Model)
    assert model == expected.model().with_inequalities([(0, 5)])


def test_one_diagonal_has_no_name():
    same = [{"cells": ["R1C1", "R2C2", "R3C3", "R4C4"]}]
    assert isinstance(parse(link(diagonal_minus=True, extraregion=same)), Model)
    assert isinstance(parse(link(diagonal_plus=True)), Model)
    assert isinstance(parse(link(antiknight=True, diagonal_plus=True)), Model)


def test_a_link_holds_the_rules_of_a_sudoku_only():
    with pytest.raises(
        PuzzleError, match="the format f-puzzles is for Sudoku, but this is a Latin square 4 x 4"
    ):
        format_puzzle(LatinSquare(4).with_rules("diagonals"), "f-puzzles")


def test_links_of_sudokupad():
    cages = [
        {"cells": [[0, 2], [0, 3]], "value": 5, "unique": True},
        {"cells": [], "value": "rules: Normal sudoku rules apply. Digits in a cage add up to its total."},
    ]
    cells = [[{"value": "1"}, {}, {}, {}], *[[{}] * 4] * 3]
    usual = parse(pad(cells=cells, cages=cages, lines=[]))
    assert [g.tolist() for g in GRIDS if g[0][0] == 1 and g[0][2] + g[0][3] == 5] == (
        all_solutions(usual).reshape(-1, 4, 4).tolist()
    )
    short = (
        "{ce:[[{v:1},,,],[,,,],[,,,],[,,,]],re:"
        + json.dumps(BOXES, separators=(",", ":"))
        + ",ca:[{cells:[[0,2],[0,3]],"
        "v:5,unique:t},{v:'rules: Don\\'t repeat digits in a cage.'}],cs:50,metadata:{t:'A, b'}}"
    ).replace("cells:", "ce:")
    assert parse(PAD + compress(short)) == usual
    assert isinstance(parse(pad()), Sudoku)
    cages[0] |= {"sum": None}
    assert parse(pad(cells=cells, cages=[*cages, {"value": "A title"}, {"value": "author: A"}])) == usual


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (link(arrow=[{"cells": ["R1C1"], "lines": [["R1C1", "R1C2"]]}]), "a Model cannot hold 'arrow'"),
        (link(line=[{"lines": [["R1C1"]], "width": 0.5}]), "a Model cannot hold 'line'"),
        (link(negative=["difference"]), "a Model cannot hold the negative of 'difference'"),
        (link(nonconsecutive=True, difference=[{"cells": ["R1C1", "R1C2"]}]), "both 'nonconsecutive' and 'difference'"),
        (link(odd=[{"cell": "R1C5"}]), "odd[0].cell: expected a cell from R1C1 to R4C4, found 'R1C5'"),
        (link(odd=[{"cells": ["R1C1"]}]), "odd[0]: expected an object with 'cell', found"),
        (link(killercage=[{"cells": ["R1C1"], "value": "3+"}]), "expected cells and a total, found '3+'"),
        (link(killercage=[{"cells": ["R1C1"] * 2}]), "expected at most 4 different cells, found 2"),
        (link(xv=[{"cells": ["R1C1", "R1C2"], "value": "I"}]), "expected X or V, found 'I'"),
        (link(antiknight=1), "antiknight: expected true or false, found 1"),
        (link(givens={(1, 2): 5}), "grid[1][2].value: expected 1 to 4, found 5"),
        (link(givens={(1, 2): 0}), "grid[1][2].value: expected 1 to 4, found 0"),
        (link(ruleset="Normal sudoku rules apply. Cells a knight's move apart differ."), "the rules speak of 'knight'"),
        (link(ruleset="All rows are even."), "rules only in words, which are not read: 'All rows are even.'"),
        (OWN + compress('{"size":4}'), "key 'grid' is missing"),
        (OWN + compress('{"size":5,"grid":[[{},{},{},{},{}]]}'), "grid: expected a list of 5, found a list of 1"),
        (OWN + compress("[1, 2"), "this is not JSON"),
        (OWN + "NoIg", "this is not a compressed puzzle"),
        ("https://f-puzzles.com/?id=abcd", "this link contains only the name of a puzzle"),
        ("https://sudokupad.app/abcd1234", "this link contains only the name of a puzzle"),
        ("https://sudokupad.app/scfAbCd", "links that begin with scf cannot be read"),
        (pad(lines=[{"thickness": 1.5}]), "drawings are not supported"),
        (pad(cages=[{"cells": [[0, 0]], "value": "odd"}]), "cages[0]: expected cells and a total, found 'odd'"),
        (pad(cages=[{"cells": [[0, 0]]}]), "a cage must have a total or be unique"),
        (pad(metadata={"rules": ["Anti-king."]}), "the rules speak of 'king'"),
        (pad(metadata={"rules": ["German whispers."]}), "the rules speak of 'whisper'"),
        (link(ruleset="Normal sudoku rules apply, except that digits may repeat in boxes."), "rules only in words"),
        (link(ruleset="Normal sudoku rules apply but from 0 to 3"), "rules only in words"),
        (link(littlekillersum=[{"cell": "R0C5", "direction": "UL", "cells": ["R1C1", "R2C2"], "value": "5"}]),
         "littlekillersum[0]: the cells are not those in the direction of the arrow"),
        (link(littlekillersum=[{"cell": "R0C0", "direction": "D", "cells": ["R1C1"], "value": "5"}]),
         "expected a cell and one of UL, UR, DL, DR, found"),
        (pad(regions=[[*BOXES[0], [0, 2]], *BOXES[1:]]), "regions[1]: the cell R1C3 is in another region too"),
        (pad(regions=[*BOXES[:3], [[2, 2], [2, 3], [3, 2]]]), "regions: the cell R4C4 is in no region"),
        (pad(cages=[{"cells": [[0, 0], [0, 1]], "sum": 3, "value": "7", "unique": True}]),
         "cages[0]: the sum is 3, but the value is '7'"),
        (pad(cages=[{"cells": [[0, 0], [0, 1]], "sum": 4, "unique": "false"}]),
         "cages[0].unique: expected true or false, found 'false'"),
        (pad(cages=[{"cells": [], "value": "antiknight: yes"}]), "the text 'antiknight: yes' without cells"),
        (pad(cages=[{"value": "Rules: No knight's move."}]), "the rules speak of 'knight'"),
        (pad(ce=[[{"v": 1}, {}, {}, {}], *[[{}] * 4] * 3]), "the key 'cells' has two different values"),
        (pad(cells=[[{"v": 1, "value": 2}, {}, {}, {}], *[[{}] * 4] * 3]), "'value' has two different values"),
    ],
)  # fmt: skip
def test_what_a_model_cannot_hold_is_named(text, message):
    error = error_of(text)
    assert message in error.message
    assert error.line == 1


def test_rules_in_words_are_no_more_than_the_link_has():
    for fields in (
        {"ruleset": "Normal sudoku rules apply."},
        {"ruleset": "Normal 4x4 sudoku rules apply: place the digits 1-4 in each row, column and box."},
        {"antiking": True, "ruleset": "No king's move."},
    ):
        parse(link(**fields))


@pytest.mark.thorough
def test_a_bomb_is_refused_in_little_memory():
    """Phrases grow with each code, so a short link could have a text of gigabytes."""
    bomb = OWN + compress("a" * 4 * LONGEST_TEXT)
    assert len(bomb) < 10_000
    tracemalloc.start()
    with pytest.raises(ParseError, match=f"the decompressed text has more than {LONGEST_TEXT} characters"):
        parse(bomb)
    assert tracemalloc.get_traced_memory()[1] < 32 * LONGEST_TEXT
    tracemalloc.stop()
    with pytest.raises(ParseError, match=f"the link is too long: expected at most {LONGEST_LINK}"):
        parse(OWN + "A" * (LONGEST_LINK + 1))


def test_compression():
    """The texts of lz-string itself are committed, so that other programs read what is written here."""
    known = {
        "aaaaaaa": "IY3I",
        "日本": "qemhpzI=",
        '{"size":9,"grid":[[{},{},{}]]}': "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSiBdCooA",
    }
    rng = random.Random(0)
    for text, compressed in known.items():
        assert decompress(compressed, 100) == text
        assert compress(text) == compressed
    for _ in range(300):
        text = "".join(rng.choice('ab{}:,"é日😀') for _ in range(rng.randrange(200)))
        assert decompress(compress(text), 1000) == text
    for wrong in ("", "A", "IY3!", "IY3IIY3I", "IY3", "////"):
        with pytest.raises(ValueError, match=r"text (?:has|ends|contains|continues)"):
            decompress(wrong, 1000)
