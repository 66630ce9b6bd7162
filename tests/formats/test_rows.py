"""Rows of csv and JSON: damage costs the row that it is in."""

import json

import pytest

from fastfuto import Sudoku, dump, load_many, parse_many

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
UNQUOTED = "this is not csv: a quotation mark is not closed, or text follows a closing one"
ROW = json.dumps({"puzzle": LINE})


def read(text):
    """Return the number of puzzles, all of which are right, and the errors."""
    puzzles = parse_many(text, errors="collect")
    found = list(puzzles)
    assert set(found) <= {Sudoku.parse(LINE)}
    return len(found), [(line, message) for line, message in puzzles.errors]


def table(*notes, head="id,puzzle,note"):
    return "".join(f"{line}\n" for line in [head, *(f"{k},{LINE},{note}" for k, note in enumerate(notes))])


@pytest.mark.parametrize(
    ("text", "count", "lines"),
    [
        (table('"hard', "x", "x", "x"), 3, [2]),
        (table("x", '"hard', "x", '"hard', "x"), 3, [3, 5]),
        (table("x", "x", '"'), 2, [4]),
        (table("x", '"two\nlines"', "x"), 3, []),
        (table('"two\nlines" and more', "x"), 1, [2, 3]),
        (f'id,puzzle\n1,"{LINE}\n2,{LINE}\n3,{LINE}\n', 2, [2]),
        (table('the "big" one', r'"a \"b\" c"', '"x" '), 3, []),
        (table("x", "x", head='id,"puzzle,note'), 0, [1]),
        ("\n\n" + table("x"), 1, []),
    ],
)
def test_a_quotation_mark_that_is_not_closed_costs_its_line(text, count, lines):
    found, errors = read(text)
    assert found == count
    assert [line for line, _ in errors] == lines
    assert errors[:1] == [(line, UNQUOTED) for line in lines[:1]]


def test_a_row_that_is_too_long_costs_its_first_line(monkeypatch):
    monkeypatch.setattr("fastfuto.formats.rows.MAX_TEXT", 300)
    found, errors = read(table("x", '"' + "long\n" * 100, "x"))
    assert found == 2
    assert errors[0] == (3, "this is not csv: a row cannot take more than 16777216 characters")


@pytest.mark.parametrize(
    ("text", "count", "errors"),
    [
        (f"puzzle,puzzle\n{LINE},x\n{LINE},{LINE}\n", 1, [(2, "'puzzle' has several values")]),
        (f"puzzle,Solution,solution\n{LINE},x,y\n", 0, [(2, "'solution' has several values")]),
        (f"puzzle,note,note\n{LINE},x,y\n", 1, []),
        (f'{{"puzzle": "x", "puzzle": "{LINE}"}}\n{ROW}\n', 1, [(1, "'puzzle' has several values")]),
        (
            f'{{"puzzle": "x", "puzzle": "{LINE}", "a": 1, "a": 2}}\n{ROW}\n',
            1,
            [(1, "'puzzle' has several values")],
        ),
        (f'{{"puzzle": "x", "Puzzle": "{LINE}"}}\n{ROW}\n', 1, [(1, "'puzzle' has several values")]),
        (f'[{ROW}, {{"puzzle": "x", "puzzle": "{LINE}"}}, {ROW}]', 2, [(2, "'puzzle' has several values")]),
        (f'{{"id": 1, "id": 2, "puzzle": "{LINE}"}}\n{ROW}\n', 2, []),
        (f'{{"puzzle": {{"id": 3}}, "question": "{LINE}"}}\n{ROW}\n', 2, []),
    ],
)
def test_a_puzzle_that_is_there_twice_is_refused(text, count, errors):
    assert read(text) == (count, errors)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (f"puzzle,\n{LINE},A1 < A2\n", ""),
        (f"puzzle,rules,rules\n{LINE},A1 < A2,\n", "rules"),
        (f"puzzle,foo,foo\n{LINE},killer,no\n", "foo"),
        (f'{{"puzzle": "{LINE}", "rules": "killer", "rules": ""}}\n', "rules"),
        (f'{{"Rules": "killer", "puzzle": "{LINE}", "rules": ""}}\n', "rules"),
        (f'{{"variant": "killer", "data": {{"puzzle": "{LINE}"}}}}\n', "variant"),
        (
            f'{{"puzzle": "{LINE}", "description": "Normal rules. {"x " * 40} The diagonals count, too."}}',
            "description",
        ),
    ],
)
def test_what_may_be_a_rule_is_refused_wherever_it_is(text, name):
    [(_, message)] = read(text)[1]
    assert message.startswith(f"the column {name!r} may have rules of this puzzle")


def test_a_long_description_is_read_in_parquet_too(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    row = {"puzzle": LINE, "description": f"Normal rules. {'x ' * 40} The diagonals count, too."}
    parquet.write_table(pyarrow.Table.from_pylist([row]), tmp_path / "set.parquet")
    puzzles = load_many(tmp_path / "set.parquet", errors="collect")
    assert list(puzzles) == []
    assert puzzles.errors[0].message.startswith("the column 'description' may have rules of this puzzle")


def test_a_row_with_more_fields_than_names_costs_that_row():
    found = read(f"puzzle,rating\n{LINE},5,A1 < A2\n{LINE},5\n{LINE},5,\n")
    assert found == (2, [(2, "3 fields are more than the 2 names of the first line")])


@pytest.mark.parametrize(
    ("text", "count", "number"),
    [
        (f'[{ROW},\n{ROW},\n{{"puz', 2, 3),
        (f"[{ROW},{ROW},]", 2, 3),
        (f"[{ROW} {ROW}]", 1, 1),
        (f"[{ROW},\n {ROW}\n] x", 2, 3),
        (f"[{ROW}", 1, 1),
        (f"[{ROW}]\n", 1, 0),
    ],
)
def test_a_list_is_read_up_to_its_damage(text, count, number):
    found, errors = read(text)
    assert found == count
    assert [line for line, _ in errors] == [number] * (number > 0)
    assert all(message.startswith("this is not JSON: ") for _, message in errors)


def test_rows_may_hold_puzzles_in_json(tmp_path):
    dump(Sudoku.parse(LINE), tmp_path / "own.json", "json")
    row = json.dumps({"puzzle": json.loads((tmp_path / "own.json").read_text())})
    for text in (f"{row}\n{row}\n", f"[{row},{row}]"):
        assert read(text) == (2, [])
