"""Texts that people have: each layout of the table `foreign` is read as the puzzle from which it is made."""

import json
import random

import pytest

from fastfuto import (
    ExactCover,
    Futoshiki,
    Kakuro,
    LatinSquare,
    ParseError,
    Sudoku,
    format_puzzle,
    load,
    load_many,
    parse,
    parse_many,
)
from fastfuto.cli import main
from fastfuto.formats import around
from fastfuto.formats.unwrapping import Unwrapped

from ..cases import some, thorough
from . import foreign
from .errors import check_error
from .samples import SAMPLES
from .test_every_character import FILLERS, NO_WIDTH, SPELLINGS, parts, size, variants

ALONE = list(foreign.rows_table())
MANY = list(foreign.many_table())
KINDS = sorted({kind for kind, *_ in ALONE})
SAVED = SAMPLES["tatham-save"][0]
NINE = ".........\n" * 8 + "........1\n"


def text_of(row):
    kind, name, make, write, named = row
    [puzzle] = foreign.puzzles_of(make, f"{kind} {name}", 1)
    return puzzle, write(puzzle), named


def is_same(found, puzzle):
    """Return whether these are the same puzzle; a Latin square is a Futoshiki without signs."""
    return found == puzzle or (
        {type(found), type(puzzle)} == {Futoshiki, LatinSquare} and found.model() == puzzle.model()
    )


def test_there_are_enough_layouts():
    assert len(ALONE) >= 300
    assert len(MANY) >= 100
    families = {Futoshiki, LatinSquare, Sudoku, Kakuro, ExactCover}
    assert {type(text_of(row)[0]) for row in ALONE} == families


@pytest.mark.parametrize("kind", some(KINDS, 4))
def test_a_layout_is_read(kind, tmp_path):
    for row in ALONE:
        if row[0] == kind:
            puzzle, text, named = text_of(row)
            (tmp_path / "puzzle.txt").write_text(text, encoding="utf-8", newline="")
            assert is_same(parse(text, named), puzzle), row
            assert is_same(load(tmp_path / "puzzle.txt", named), puzzle), row
            [found] = load_many(tmp_path / "puzzle.txt", named)
            assert is_same(found, puzzle), row


@pytest.mark.parametrize("kind", some(sorted({kind for kind, *_ in MANY}), 2))
def test_files_of_many_are_read(kind):
    for each, name, make, write in MANY:
        if each == kind:
            puzzles = foreign.puzzles_of(make, name, 4)
            found = list(parse_many(write(puzzles)))
            assert len(found) == 4, (name, found)
            assert all(map(is_same, found, puzzles)), name


@pytest.mark.parametrize("command", ["solve", "grade", "batch", "book", "audit", "draw"])
def test_commands_read_lists_sheets_and_columns(command, tmp_path, capsys):
    rng = random.Random(command)
    layouts = [row for row in ALONE if row[0] != "exact cover" or command in ("solve", "batch", "draw")]
    for k, (kind, _, make, write, named) in enumerate(rng.sample(layouts, 12)):
        puzzle = make(rng)
        path = tmp_path / f"{k}.txt"
        path.write_text(write(puzzle), encoding="utf-8")
        options = ["-o", str(tmp_path / f"{k}.html")] if command == "book" else []
        code = main([command, str(path), *options, *(["--format", named] if named else [])])
        assert code in (0, 1), (kind, capsys.readouterr().err)


def test_a_column_that_is_named(tmp_path, capsys):
    puzzles = foreign.puzzles_of(foreign.sudoku, "column", 3)
    path = tmp_path / "puzzles.csv"
    path.write_text("nr,mine\n" + "".join(f"{k},{foreign.run(p)}\n" for k, p in enumerate(puzzles)))
    assert list(load_many(path, column="mine")) == puzzles
    assert list(parse_many(path.read_text(), column="Mine")) == puzzles
    for command in ("solve", "grade", "batch", "audit"):
        assert main([command, "--column", "mine", str(path)]) in (0, 1)
        assert main([command, "--column", "yours", str(path)]) == 2
        assert "there is no column 'yours'; the columns are 'nr', 'mine'" in capsys.readouterr().err
    lines = "".join(json.dumps({"nr": 1, "mine": p.clues.tolist()}) + "\n" for p in puzzles)
    assert list(parse_many(lines, column="mine")) == puzzles


def test_nine_rows_of_nine_cells_are_a_sudoku_with_a_remark(tmp_path, capsys):
    [puzzle] = foreign.puzzles_of(foreign.sudoku, "remark", 1)
    path = tmp_path / "puzzle.txt"
    for text in (foreign.rows_of(puzzle), foreign.rows_of(puzzle, "0", " "), str(puzzle.clues.tolist())):
        path.write_text(text)
        assert main(["solve", str(path)]) == 0
        assert ("this is read as a Sudoku" in capsys.readouterr().err) == ("[[" not in text or "\n" in text)
    path.write_text(foreign.run(puzzle))
    assert main(["solve", str(path)]) == 0
    assert capsys.readouterr().err == ""


def lost(puzzle, text, new, named):
    """Return the parts that are lost without a reason if a text with a fault is read as the puzzle with less in it."""
    try:
        found = parse(text, named)
    except ParseError:
        return None
    if size(found) != size(puzzle) or type(found) is not type(puzzle):
        return None
    less = [before - after for before, after in zip(parts(puzzle), parts(found), strict=True)]
    more = [after - before for before, after in zip(parts(puzzle), parts(found), strict=True)]
    blanks, none, comments = FILLERS["lists and sheets"]
    if text.startswith("\ufeff"):  # A byte-order mark.
        return None
    usual = SPELLINGS.get(new, new)
    # A relation may be missing in a list; nothing, or a blank, may be a blank cell in a list or a sheet.
    if any(more) or not any(less) or not new or not new.strip() or new in {*NO_WIDTH, *comments}:
        return None
    return None if usual in (blanks if less[0] else none) else less


def check(rows, count):
    for row in rows:
        puzzle, text, named = text_of(row)
        cases = list(variants(text))
        for faulty, new in cases if count is None else random.Random(text).sample(cases, count):
            assert lost(puzzle, faulty, new, named) is None, (row[:2], new, faulty)


@pytest.mark.thorough
def test_faults_in_layouts_are_noticed():
    check(ALONE, 4)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_each_fault_in_a_layout_is_noticed(kind):
    check([row for row in ALONE if row[0] == kind][::4], None)


@pytest.mark.parametrize("count", [200, thorough(5_000)])
def test_what_is_read_survives_a_round_trip(count):
    rng = random.Random("round trip")
    for _ in range(count):
        _, text, named = text_of(rng.choice(ALONE))
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice(".0159<>^v|,;[]\t\n -x\"'A") * rng.randint(0, 1) + text[at + 1 :]
        try:
            found = parse(text, named)
        except ParseError:
            continue
        assert parse(format_puzzle(found, "json")) == found


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("[[1, 2, 3], [2, 3, §], [3, 1, 2]]", 1, 20, "expected a number or a blank cell, found '§'"),
        ("board = [[1, 2], [2, 1]", 1, 9, "this bracket has no matching closing bracket"),
        ("[[1, 2], [2, 1, 2]]", 1, 11, "this list has 2 rows, and a row of 3 fields"),
        ("[[1, 0], [., 1]]", 1, 11, "expected '0' for a blank cell, as used before, found '.'"),
        (
            "[[1, '§', 0], ['', '', ''], [0, '<', 0]]",
            1,
            7,
            "expected one of < >, or no sign between two cells",
        ),
        (",<,\n^,,\n,§,\n", 3, 2, "expected one of < >, or no sign between two cells, found '§'"),
        ("3\nA1<A4\n", 2, 1, "row 1, column 4 is outside the 3 x 3 grid"),
        ("3\nA1<A2\nA1<A2\n", 3, 1, "this sign is listed twice"),
        ("3\nA1 < A2\nr0c1 = 3\n", 3, 1, "this cell is not in the grid"),
        ("3\nA1 < A2\nA0 = 3\n", 3, 1, "this cell is not in the grid"),
        ("3\nA1 < A2 (\n", 2, 1, "expected two cells with a sign between them"),
        ("3\nA1 < A2 (A2 < A3\n", 2, 1, "expected two cells with a sign between them"),
        ("3\nA1<A2\nso it is\n A1", 3, 1, "expected two cells with a sign between them"),
        (".....\n" * 5, 1, 1, "the formats plain (3 x 3) and matrix (5 x 5)"),
        ("g = np.transpose([[1, 2], [0, 0]])\n", 1, 7, "the rows of a grid as they are, found '.transpose'"),
        ("g = np.rot90([[1, 2], [0, 0]])\n", 1, 8, "the rows of a grid as they are, found 'rot90('"),
        ("g = np.array([[1, 2], [0, 0]]).transpose()\n", 1, 31, "as they are, found '.transpose'"),
        ("g = np.array([1, 2, 0, 0]).reshape(9, 9)\n", 1, 27, "expected 2 rows, found '.reshape(9, 9)'"),
        ("int g[2][3] = {{1, 2}, {0, 0}};\n", 1, 5, "expected 2 columns, found 'g[2][3]'"),
        (
            "m <- matrix(c(1, 2, 0, 0), nrow=2, ncol=3, byrow=TRUE)\n",
            1,
            36,
            "expected 2 columns, found 'ncol=3'",
        ),
        ('n = 4\nless_than = [["A1","A2","A3","A4"]]\n', 2, 16, "not have two cells in each of its lists"),
        ("n = 4\nless_than = [(0,0),(0,1),(0,2),(0,3)]\n", 2, 15, "not have two cells in each of its lists"),
        (
            "n = 4\nless_than = [(0,0),(0,1),(1,1,2),(1)]\n",
            2,
            13,
            "the text above this list is not a part of it",
        ),
        ("n = 4\nless_than = zip([(0,0),(0,1)],[(1,0),(1,1)])\n", 2, 13, "is not a part of it"),
        ('n = 4\nless_than = {"greater": [((0,0),(0,1))]}\n', 2, 25, "cannot have both values and lists"),
        ('n = 4\nless_than = [("A1",">","A2")]\n', 2, 16, "contradicts itself about which cell is smaller"),
        ("n = 4\nnot_less_than = [((0,0),(0,1))]\n", 2, 20, "contradicts itself about which cell is smaller"),
        ('n = 4\nless = [{"less":"A1","smaller":"A2"}]\n', 2, 18, "contradicts itself about which cell"),
        ("n = 4\nsize = 5\nless = [((0,0),(0,1))]\n", 2, 8, "expected 4 as the size, found 5"),
        (
            "n = 5\nm = 2\ng = [[0,0],[0,0]]\nless = [((0,0),(0,1))]\n",
            1,
            5,
            "expected 2 as the size, found 5",
        ),
        ("n = 0\ng = [[0,0],[0,0]]\nless = [((0,0),(0,1))]\n", 1, 5, "expected 2 as the size, found 0"),
    ],
)
def test_errors_point_to_the_first_character_without_a_meaning(text, line, column, message):
    check_error(message, (line, column), text)


@pytest.mark.parametrize(
    "text",
    [
        f"thermo: {'.' * 80}1",
        f"{'.' * 80}1 # easy, killer",
        f"{'.' * 80}1\tDiagonal 12",
        f"Sudoku X\n{'.' * 80}1",
        f"{'.' * 80}1 (no equal digits a knight's move apart)",
        f"Odd and even\n{'.' * 80}1",
        "Diagonal Futoshiki: 4:0,0D,0L,0,0,1,0R,0U,0D,0,0,2,0,0L,0,0,",
        "4:0,0D,0L,0,0,1,0R,0U,0D,0,0,2,0,0L,0,0, # diagonals too",
        "board = [[1, 2, 0], [0, 3, 0], [0, 0, 0]]\nhint: r1c3 = 3\n",
        "[[1, 2, 0], [0, 3, 0], [0, 0, 0]]\nn = 4\n",
        "3\nA1 = 2\nA2 < A3\nB1 is greater than C1\n",
        "1 2 0\n0 3 0\n0 0 0\nrow 1 adds up to 6\n",
        "1 2 0\n0 3 0\n0 0 0\nA1 and C3 are different\n",
        "4:0,0D,0L,0,0,1,0R,0U,0D,0,0,2,0,0L,0,0, # A1 + B2 = 5",
        f"{'.' * 80}1 r1c1+r1c2=9",
        f"# A1+A2=9\n{NINE}",
        f"Adjacent digits must differ by at least 2\n\n{NINE}",
        f"Digits 0-8 are used\n\n{NINE}",
        f"One of the given digits is wrong\n\n{NINE}",
        f"Keine zwei Nachbarn aufeinanderfolgend\n\n{NINE}",
        "no two neighbours consecutive\n\n4:0,0D,0L,0,0,1,0R,0U,0D,0,0,2,0,0L,0,0,\n",
        "Signs are reversed\n\n4:0,0D,0L,0,0,1,0R,0U,0D,0,0,2,0,0L,0,0,\n",
        "[[0,0,3],[0,0,0],[0,0,0]]\n[['<',''],['',''],['','>']]\n",
        "0 0 3\n0 0 0\n0 0 0\n\n< .\n. .\n. >\n",
        "AxB\nBAx\nxBA\n\n[[1,2,0],[0,3,0],[0,0,0]]\n",
        "1 0 1\n0 1 0\n1 0 0\n",
        "0 1 2\n1 2 0\n2 0 1\n",
        "1\n" + "300560000\n" * 9,
        "4\nA1=22\nA1<A2\n",
        "| 1 | 4 | - |\n| - | 2 | - |\n| 4 | 3 \\ | - |\n",
        "1,2,0\n0,3,0\n0,0,0\nSum,3,5\n",
        "3.|..9|....\n..|.6.|.3..\n" + "..|...|....\n" * 7,
        '{"grid": [[0,0,3],[0,0,0],[0,0,0]], "horizontal": [["<",""],["",""],["",">"]]}',
        '{"grid": [[0,0,3],[0,0,0],[0,0,0]], "ops": [[0,0,0,1]]}',
        '{"grid": [[0,0,3],[0,0,0],[0,0,0]], "top": [1,2,3], "left": [3,2,1]}',
        json.dumps({"board": "." * 80 + "1", "diag": True}),
        json.dumps({"board": "." * 80 + "1", "variant": "X"}),
        json.dumps({"board": "." * 80 + "1", "parts": "123456789" * 9}),
    ],
)
def test_words_that_may_be_rules_are_not_taken_away(text):
    with pytest.raises(ParseError):
        parse(text)
    found = parse_many(text, errors="collect")
    assert len(list(found)) < 2
    assert found.errors


@pytest.mark.parametrize(
    "rules", [["A1 + A2 = 5"], [[0, 0, 0]], "A1 is small", {"r1c1": "r1c2"}, [["<", ""]]]
)
@pytest.mark.parametrize(
    "name", ["constraints", "inequalities", "less_than", "Relations", "cages", "row_signs"]
)
def test_a_column_that_may_have_rules_is_not_left_out(name, rules):
    grid = [[1, 2, 0], [0, 3, 0], [0, 0, 0]]
    row = json.dumps({"grid": grid, name: rules})
    for text in (row, f"{row}\n{row}\n"):
        found = parse_many(text, errors="collect")
        assert list(found) == []
        assert f"the column {name.lower()!r} may have rules" in found.errors[0].message
    with pytest.raises(ParseError, match="may have rules"):
        parse(row)
    assert list(parse_many(row, column="grid")) == [Futoshiki(grid)]
    for known in (7, "7", "", None, []):
        assert parse(json.dumps({"grid": grid, name: known})) == Futoshiki(grid)
    signed = "3\n1 | 2 < 0\n- - - - -\n0 | 3 | 0\n- - - - -\n0 | 0 | 0\n"
    assert parse(json.dumps({"puzzle": signed, name: rules})) == parse(signed)


@pytest.mark.parametrize(
    ("name", "value", "is_refused"),
    [
        *(("type", "killer", True), ("variant", "Diagonal", True), ("diagonal", True, True)),
        *(("tags", ["anti-knight"], True), ("info", {"kind": "jigsaw"}, True), ("Killer", "1", True)),
        *(
            ("diagonal", False, False),
            ("killer", 0, False),
            ("type", "easy", False),
            ("hardest", "x-wing", False),
        ),
        *(("source", "https://killer.example.org", False), ("comment", "no diagonals " * 9, False)),
    ],
)
def test_a_column_that_names_a_variant_is_not_left_out(name, value, is_refused, tmp_path):
    [puzzle] = foreign.puzzles_of(foreign.sudoku, "variant", 1)
    line = json.dumps({"puzzle": foreign.run(puzzle), name: value}) + "\n"
    (tmp_path / "puzzles.jsonl").write_text(line * 3)
    for found in (
        parse_many(line * 3, errors="collect"),
        load_many(tmp_path / "puzzles.jsonl", errors="collect"),
    ):
        assert list(found) == [] if is_refused else [puzzle] * 3
        assert len(found.errors) == 3 * is_refused


@pytest.mark.parametrize(
    "form",
    [
        "# Killer Sudoku\n{}\n",
        "#C thermo\n#D 2026\n{}\n",
        "https://www.sudokuwiki.org/killersudoku.htm?bd={}",
        '<opensudoku><name>Jigsaw</name><game data="{}"/></opensudoku>',
        "[Puzzle]\n{}\n[Type]\nDiagonal\n",
    ],
)
def test_comments_and_addresses_that_name_a_variant(form):
    [puzzle] = foreign.puzzles_of(foreign.sudoku, "variant", 1)
    grid = foreign.rows_of(puzzle) if "[Puzzle]" in form else foreign.run(puzzle, "0")
    for word in ("Killer", "killer", "thermo", "Jigsaw", "Diagonal"):
        plain = form.replace(word, "easy")
        if plain != form:
            assert parse(plain.format(grid)) == puzzle
    with pytest.raises(ParseError, match="has rules that the grid does not show"):
        parse(form.format(grid))


def test_a_list_of_minizinc_with_nine_rows_is_a_sudoku():
    [puzzle] = foreign.puzzles_of(foreign.sudoku, "minizinc", 1)
    text = foreign.PROGRAMS["MiniZinc"](puzzle).replace("board", "start")
    assert parse(text) == puzzle
    assert parse(text, "minizinc") == LatinSquare(puzzle.clues)
    with pytest.raises(ParseError, match="in the format minizinc, which is read only if it is named"):
        parse("N = 9;\n" + text)


def test_comments_in_lists_have_no_signs():
    text = "const a = [  // row by row\n[1, 2, 0],  // first\n[0, 3, 0],\n[0, 0, 0],\n];\n"
    assert parse(text) == Futoshiki([[1, 2, 0], [0, 3, 0], [0, 0, 0]])
    with pytest.raises(ParseError):
        parse(text.replace("// first", "// r1c1 < r1c2"))


@pytest.mark.parametrize("end", [", nrow = 3)", ", 3, 3)", ", nrow = 3, byrow = FALSE)"])
def test_a_matrix_by_columns_is_not_read_by_rows(end):
    text = "m <- matrix(c(1, 2, 0, 0, 3, 0, 0, 0, 0)"
    assert parse(f"{text}, nrow = 3, byrow = TRUE)") == Futoshiki([[1, 2, 0], [0, 3, 0], [0, 0, 0]])
    with pytest.raises(ParseError):
        parse(text + end)


def test_two_different_readings_of_one_text_are_refused(monkeypatch):
    text = "Grid\n[[1, 2, 0], [0, 3, 0], [0, 0, 0]]\n"
    assert parse(text) == Futoshiki([[1, 2, 0], [0, 3, 0], [0, 0, 0]])
    other = "2 2\n0 | 1\n- - -\n0 | 0\n"
    view = Unwrapped(other, [*range(len(other) + 1)], "", True)
    monkeypatch.setattr(around, "in_line", lambda inside: view)
    with pytest.raises(ParseError, match="this can be read as Futoshiki 2 x 2 and as Futoshiki 3 x 3: "):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "Puzzle\n1\n",
        "No 5\n1 1\n",
        "2x item_1\n1 1\n",
        "1 1\n2 1\n3\n",
        SAVED.replace(":1:1", ":1\n1"),
    ],
)
def test_a_number_among_words_is_no_puzzle(text):
    with pytest.raises(ParseError):
        parse(text)


def test_one_cell_in_a_fence_is_a_puzzle():
    for puzzle in (LatinSquare([[1]]), Sudoku([[1]])):
        assert parse(f"```\n{format_puzzle(puzzle, 'json')}```\n") == puzzle


def test_a_bar_below_a_cell_is_not_below_a_label():
    assert parse("1 | 2\n|   v\n2 | 1\n") == Futoshiki([[1, 2], [2, 1]], [((1, 1), (0, 1))])


EMPTY = "<tr><td></td><td></td><td></td></tr>"


@pytest.mark.parametrize(
    "field",
    [
        "<td class='gt'></td>",
        '<td class="cell sign-less"></td>',
        "<td data-value=2></td>",
        '<td rowspan="2"></td>',
        '<td aria-label="2"></td>',
        "<td><input value=2></td>",
        "<td>1<br>2</td>",
        "<td><div>1</div><div>2</div></td>",
    ],
)
def test_a_tag_that_may_have_a_value_is_not_left_out(field):
    table = "<table><tr><td>1</td>{}<td class='x'></td></tr>" + 2 * EMPTY + "</table>"
    for usual in ("class='x' rowspan=1", 'colspan="1"', 'class="border-less" data-row="1"'):
        assert parse(table.format(f"<td {usual}></td>")).clues[0].tolist() == [1, 0, 0]
    with pytest.raises(ParseError):
        parse(table.format(field))


@pytest.mark.parametrize("form", ["{}<br>{}<br>{}", "{}<br><br>\n{}<br/>\n{}", "<br>{}\n<br>{}\n<br>{}<br>"])
def test_breaks_between_rows(form):
    assert parse(form.format("1 < . .", ". . .", ". . .")).inequalities == (((0, 0), (0, 1)),)


def test_a_break_in_a_field_is_blank():
    table = "| 3 | <br> | 1 |\n|---|---|---|\n| 1 | 2 | <br> |\n| <br> | 3 | 2 |\n"
    assert parse(table).clues.tolist() == [[3, 0, 1], [1, 2, 0], [0, 3, 2]]


def test_breaks_are_line_ends():
    assert parse("1 < . . <br>. . .<br>. . .<br>\n") == Futoshiki(
        [[1, 0, 0], [0, 0, 0], [0, 0, 0]], [((0, 0), (0, 1))]
    )


def test_what_a_table_or_its_head_says_is_not_left_out():
    wiki = '{| class="wikitable"\n|-\n| 1 || || \n|-\n| § || 2 || \n|-\n| || || 3\n|}\n'
    assert parse(wiki.replace("§", 'style="x" | 1')).clues[1, 0] == 1
    row = "<tr><td>{}</td><td></td><td></td></tr>"
    assert parse(f"<table>{row.format(1)}{row.format(2)}{row.format(3)}</table>").n == 3
    assert parse("  1 2 3\nA . . .\nB . . 2\nC . . .\n").n == 3
    for text in (
        wiki.replace("§", "rowspan=2 | 1"),
        wiki.replace("§", "data-value=3 | 1"),
        f"<table>{row.format(1)}</table><table>{row.format(2)}{row.format(3)}</table>",
        "  1>2 3\nA . . .\nB . . 2\nC . . .\n",
    ):
        with pytest.raises(ParseError):
            parse(text)
