"""Audits of files: every planted fault is found, with its line, in every kind of file."""

import io
import json
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import fastfuto
from fastfuto import audit, tasks
from fastfuto.formats import chunks, container_of

from ..cases import some
from . import layouts

NO_SOLUTION = "3:1,0,0,1,0,0,0,0,0,"
TWO = "3:1,0,0,0,0,0,0,0,0,"


def rows_of(k=60, **recipe):
    """Return good rows: dicts with a question, an answer, and metadata."""
    return [json.loads(task.to_json()) for task in tasks(k, **recipe)]


def planted(rows, rng):
    """Return rows with faults, and the lines of each kind, counted from 1."""
    rows = [json.loads(json.dumps(row)) for row in rows]
    numbers = list(range(len(rows)))
    rng.shuffle(numbers)
    lines = {kind: [] for kind in ("none", "several", "unreadable", "wrong_answers", "duplicates")}
    for kind in lines:
        for _ in range(3):
            k = numbers.pop()
            metadata = rows[k]["metadata"]
            if kind == "none":
                metadata["puzzle"] = NO_SOLUTION[:-2] + str(len(lines[kind])) + ","
                rows[k]["answer"] = ""
            elif kind == "several":
                metadata["puzzle"] = ["3:0,0,0,0,0,0,0,0,0,", TWO, "3:0,2,0,0,0,0,0,0,0,"][len(lines[kind])]
                rows[k]["answer"] = ""
            elif kind == "unreadable":
                metadata["puzzle"] = "this is no puzzle"
            elif kind == "wrong_answers":
                other = next(
                    row["answer"]
                    for row in rows
                    if len(row["answer"]) == len(rows[k]["answer"]) and row["answer"] != rows[k]["answer"]
                )
                rows[k]["answer"] = other
            else:
                first = numbers.pop()
                puzzle = fastfuto.parse(rows[first]["metadata"]["puzzle"])
                form = puzzle.transformed(rng.randrange(4), rng.random() < 0.5, rng.random() < 0.5)
                metadata["puzzle"] = fastfuto.tasks.task.line_of(form)
                rows[k]["answer"] = str(fastfuto.solve(form).grid.tolist())
                k = max(k, first)
            lines[kind].append(k + 1)
    return rows, {kind: sorted(found) for kind, found in lines.items()}


def write(path, rows, kind):
    if kind == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    elif kind == "csv":
        import csv

        with open(path, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["source", "question", "answer", "rating"])
            for row in rows:
                writer.writerow(["made", row["metadata"]["puzzle"], row["answer"].replace("\n", " / "), 1])
    else:
        pyarrow = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet").write_table(pyarrow.Table.from_pylist(rows), path)


@pytest.mark.parametrize("kind", ["jsonl", "csv", "parquet"])
@pytest.mark.parametrize(
    ("name", "value", "is_refused"),
    [
        *(("constraints", "A1 < A2", True), ("type", "killer", True), ("Variant", "Diagonal", True)),
        *(
            ("diagonal", "true", True),
            ("type", "easy", False),
            ("rating", "3.2", False),
            ("diagonal", "0", False),
        ),
    ],
)
def test_columns_that_may_have_rules_are_not_left_out(name, value, is_refused, kind, tmp_path):
    path = tmp_path / f"set.{kind}"
    rows = [{"puzzle": f"{'.' * 80}{k}", name: value} for k in range(1, 4)]
    if kind == "csv":
        path.write_text("".join(",".join(row) + "\n" for row in [rows[0], *(row.values() for row in rows)]))
    else:
        write(path, rows, kind)
    found = audit(path)
    assert (found.total, found.unreadable) == (3, 3 * is_refused)


RECIPES = (
    {"n": 5, "level": "easy"},
    {"n": 9, "level": "easy"},
    {"n": 5, "variant": "adjacent"},
    {"n": 9, "family": "sudoku"},
    {"n": 6, "family": "latin"},
)


@pytest.mark.parametrize("kind", ["jsonl", "csv", "parquet"])
@pytest.mark.parametrize("recipe", some(RECIPES, 2), ids=range(len(RECIPES)))
def test_planted_faults_are_found_with_their_lines(recipe, kind, tmp_path):
    rows, lines = planted(rows_of(**recipe), random.Random(kind))
    path = tmp_path / f"set.{kind}"
    write(path, rows, kind)
    head = 1 if kind == "csv" else 0
    expected = {name: [line + head for line in some] for name, some in lines.items()}
    for threads in (1, 2):
        found = audit(path, threads=threads)
        assert found.lines == expected
        assert (found.total, found.one) == (60, 51)
        assert [len(some) for some in expected.values()] == [
            found.none,
            found.several,
            found.unreadable,
            found.wrong_answers,
            found.duplicates,
        ]
        assert all(first < line for line, first in found.same_as.items())
        assert [error.line for error in found.errors] == expected["unreadable"]
        assert not found.is_sound
    assert json.loads(found.to_json())["lines"] == expected
    assert (found.levels != {}) == (kind != "csv")


@pytest.mark.thorough
@pytest.mark.parametrize("recipe", layouts.RECIPES, ids=range(len(layouts.RECIPES)))
def test_data_of_all_families_is_sound(recipe, tmp_path):
    path = tmp_path / "set.jsonl"
    path.write_text("".join(task.to_json() + "\n" for task in tasks(3, **recipe)))
    found = audit(path)
    assert found.is_sound
    assert sum(found.levels.values()) == found.one == 3
    assert list(found.families.values()) == [3]


def test_text_of_any_format_is_audited(tmp_path):
    made = [fastfuto.generate(5, level="easy", seed=seed).puzzle for seed in range(4)]
    text = "".join(fastfuto.format_puzzle(puzzle, "tatham") + "\n" for puzzle in made)
    text += f"# a remark\n\n{made[2].transformed(1)}\n{TWO}\nx\n{NO_SOLUTION}\n"
    found = audit(io.BytesIO(text.encode()))
    assert found.lines == {
        "none": [20],
        "several": [18],
        "unreadable": [19],
        "wrong_answers": [],
        "duplicates": [7],
    }
    assert found.same_as == {7: 3}
    assert found.families == {"Futoshiki 5 x 5": 5, "Futoshiki 3 x 3": 2}
    assert (found.total, found.one, found.levels) == (8, 5, {})
    graded = audit(io.BytesIO(text.encode()), grade=True)
    assert graded.levels["easy"] == 5
    assert audit(io.BytesIO(b"")).total == 0
    assert audit(io.BytesIO(text.encode()), format="tatham").unreadable == 2


def test_questions_and_answers_of_other_suites(tmp_path):
    made = fastfuto.generate(4, level="easy", seed=3)
    for name in ("synlogic", "chuk", "reasoning-gym"):
        question = fastfuto.format_puzzle(made.puzzle, name)
        rows = [
            {"question": question, "answer": made.solution.tolist()},
            {
                "question": question,
                "answer": layouts.wrong_grid(made.puzzle, made.solution, random.Random(0)),
            },
        ]
        found = audit(io.BytesIO("".join(json.dumps(row) + "\n" for row in rows).encode()))
        assert (found.one, found.wrong_answers, found.duplicates) == (2, 1, 1)


def test_lines_that_cannot_be_read_are_listed_and_the_rest_goes_on():
    good = json.dumps(rows_of(1, n=4)[0])
    bad = ["{", "[1]", "3", '{"colour": "red"}', '{"puzzle": "x"}', '{"puzzle": "3:?"}', "\xff", "[" * 5000]
    data = "\n".join([good, *bad, "", good]).encode("latin-1")
    found = audit(io.BytesIO(data))
    assert found.lines["unreadable"] == [2, 3, 4, 5, 6, 7, 8, 9]
    assert (found.one, found.same_as) == (2, {11: 1})
    assert [error.line for error in found.errors] == [2, 3, 4, 5, 6, 7, 8, 9]
    assert "not JSON" in found.errors[0].message
    assert "expected a JSON object" in found.errors[1].message
    assert "there is no column with a puzzle, such as 'puzzle' or 'question'" in found.errors[3].message


LONG = "x" * (1 << 20)
BOMBS = {
    "lists of a dictionary": ({"puzzle": ["2:1,0,0,0,"] * 300, "answer": [[LONG]] * 300}, {}),
    "a dictionary": ({"puzzle": [LONG] * 300}, {}),
    "a dictionary in a column of metadata": ({"metadata": [{"puzzle": LONG}] * 300}, {}),
    "deltas": ({"puzzle": [LONG] * 300}, {"use_dictionary": False, "column_encoding": "DELTA_BYTE_ARRAY"}),
}
PEAK = """
import re, sys
import pyarrow.parquet
import fastfuto

def peak():
    return int(re.search("VmHWM:\\s*([0-9]+) kB", open("/proc/self/status").read())[1]) >> 10

before = peak()
found = fastfuto.audit(sys.argv[1], threads=1)
print(found.total, peak() - before)
"""


@pytest.mark.thorough
@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="only Linux reports the peak memory of a process"
)
@pytest.mark.parametrize("kind", BOMBS)
def test_a_small_parquet_file_takes_little_memory(kind, tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    columns, options = BOMBS[kind]
    path = tmp_path / "set.parquet"
    pytest.importorskip("pyarrow.parquet").write_table(
        pyarrow.table(columns), path, compression="zstd", **options
    )
    assert path.stat().st_size < 20_000
    told = subprocess.run(
        [sys.executable, "-c", PEAK, path], capture_output=True, text=True, check=True
    ).stdout
    total, megabytes = map(int, told.split())
    assert total == 300
    assert megabytes < 500


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (
            {"puzzle": [LONG] * 100},
            "the column 'puzzle' is too large: its [0-9]+ bytes would expand to [0-9]+",
        ),
        (
            {"puzzle": [None] * 300_000},
            "300000 rows are too many for the [0-9]+ compressed bytes of this file",
        ),
    ],
)
def test_parquet_files_that_take_far_too_much_are_refused(columns, message, tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table(columns, pyarrow.schema([("puzzle", pyarrow.string())]))
    pytest.importorskip("pyarrow.parquet").write_table(
        table, tmp_path / "set.parquet", compression="zstd", use_dictionary=False
    )
    with pytest.raises(OSError, match=message):
        audit(tmp_path / "set.parquet")


def test_the_largest_column_that_is_allowed_is_read(tmp_path, monkeypatch):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pyarrow.table({"puzzle": ["4:,,,,,,,,,,,,,,,"] * 2}), tmp_path / "set.parquet")
    column = parquet.ParquetFile(tmp_path / "set.parquet").metadata.row_group(0).column(0)
    monkeypatch.setattr("fastfuto.formats.parquet._INFLATED", 0)
    monkeypatch.setattr("fastfuto.formats.parquet._INFLATED_BYTES", column.total_uncompressed_size)
    assert audit(tmp_path / "set.parquet").total == 2
    monkeypatch.setattr("fastfuto.formats.parquet._INFLATED_BYTES", column.total_uncompressed_size - 1)
    with pytest.raises(OSError, match="is too large"):
        audit(tmp_path / "set.parquet")


@pytest.mark.thorough
def test_columns_that_repeat_are_read_in_any_layout(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = rows_of(20, n=4) * 200
    expected = audit(io.BytesIO("\n".join(map(json.dumps, rows)).encode()))
    for options in ({}, {"use_dictionary": False}, {"row_group_size": 7}, {"data_page_version": "2.0"}):
        parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "set.parquet", **options)
        assert audit(tmp_path / "set.parquet") == expected


@pytest.mark.parametrize("kind", ["jsonl", "csv", "parquet"])
def test_rows_that_are_too_long_are_skipped(kind, tmp_path, monkeypatch):
    rows = rows_of(6, n=4)
    for k in (1, 4):
        rows[k]["question"] = "?" * 5000
        rows[k]["metadata"]["puzzle"] += " " * 5000
    write(tmp_path / "set", rows, kind)
    with open(tmp_path / "set", "ab") as file:
        if kind != "parquet":
            file.write(b"x" * 50_000)
    for module in ("lines", "parquet", "rows"):
        monkeypatch.setattr(f"fastfuto.formats.{module}.MAX_TEXT", 4000)
    found = audit(tmp_path / "set")
    head = kind == "csv"
    assert found.lines["unreadable"] == [2 + head, 5 + head, *([] if kind == "parquet" else [7 + head])]
    assert found.one == 4
    assert all(len(error.source) < 1000 for error in found.errors)
    assert "a row cannot take more than" in found.errors[0].message


def test_long_rows_are_looked_at_a_few_at_a_time(monkeypatch, tmp_path):
    rows, lines = planted(rows_of(n=5, level="easy"), random.Random(1))
    path = tmp_path / "set.jsonl"
    write(path, rows, "jsonl")
    parts = []
    part = chunks._chunk_of_rows
    monkeypatch.setattr(chunks, "CHARACTERS", 200)
    monkeypatch.setattr(
        chunks, "_chunk_of_rows", lambda some, format: parts.append(len(some)) or part(some, format)
    )
    assert audit(path).lines == lines
    assert (sum(parts), max(parts)) == (60, 4)


@pytest.mark.parametrize("first", ["{", "[1]", "garbage", '{"colour": "red"}', '"x', "null", "\n\n{]"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_bad_first_line_costs_itself_alone(first, end, tmp_path):
    rows = [json.dumps(row) for row in rows_of(9, n=4)]
    data = f"{first}\n".encode() + "".join(f"{row}\n" for row in rows).encode()
    data = data.replace(b"\n", end.encode())
    line = first.count("\n") + 1
    (tmp_path / "set.jsonl").write_bytes(data)
    for source in (io.BytesIO(data), tmp_path / "set.jsonl"):
        found = audit(source)
        assert (found.one, found.lines["unreadable"]) == (9, [line])
    text = fastfuto.format_puzzle(fastfuto.generate(4).puzzle, "tatham")
    some = audit(io.BytesIO("\n".join([text] * 5 + rows[:2]).encode()))
    assert (some.total, some.unreadable) == (7, 0)


def test_puzzles_that_take_several_lines_are_read_in_their_place():
    puzzle = fastfuto.generate(4, level="easy").puzzle
    rows = [
        {"puzzle": text}
        for text in (str(puzzle), "# x", "", "\n", fastfuto.format_puzzle(puzzle, "tatham"), "4:\u00e9")
    ]
    found = audit(io.BytesIO("\n".join(map(json.dumps, rows)).encode()))
    assert found.lines["unreadable"] == [2, 3, 4, 6]
    assert found.same_as == {5: 1}


def test_long_rows_and_puzzles_in_json_are_told_apart(tmp_path):
    [row] = rows_of(1, n=4, prompt=lambda puzzle: "?" * 200_000)
    long = json.dumps(row).encode()
    assert audit(io.BytesIO(long)).levels == {"easy": 1}
    puzzle = json.dumps(json.loads(fastfuto.format_puzzle(fastfuto.parse(row["metadata"]["puzzle"]), "json")))
    for name in ("a.jsonl", "a.txt"):
        (tmp_path / name).write_text(f"{puzzle}\n{puzzle}\n")
        assert audit(tmp_path / name).same_as == {2: 1}
        (tmp_path / name).write_bytes(long + b"\n" + long)
        assert audit(tmp_path / name).same_as == {2: 1}
    (tmp_path / "a.jsonl").write_text("{broken\n" + json.dumps(row))
    assert audit(tmp_path / "a.jsonl").lines["unreadable"] == [1]


def test_an_executor_and_a_journal_give_the_same(tmp_path):
    rows, lines = planted(rows_of(n=5, level="easy"), random.Random(1))
    path = tmp_path / "set.jsonl"
    write(path, rows, "jsonl")
    with ThreadPoolExecutor(2) as pool:
        assert audit(path, executor=pool) == audit(path)
    assert audit(path, journal=tmp_path / "journal").lines == lines
    assert audit(path, journal=tmp_path / "journal").lines == lines


def test_progress_is_told():
    told = []
    text = "".join(
        f"{fastfuto.format_puzzle(fastfuto.generate(4, seed=s).puzzle, 'tatham')}\n" for s in range(50)
    )
    audit(io.BytesIO(text.encode()), progress=lambda progress: told.append(progress.done))
    assert told[-1] == 50


def test_a_hard_puzzle_is_counted_too():
    rows = [{"puzzle": fastfuto.format_puzzle(fastfuto.Futoshiki(np.zeros((16, 16), int)), "tatham")}]
    assert audit(io.BytesIO(json.dumps(rows[0]).encode())).several == 1


def test_wrong_arguments(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        audit(tmp_path / "nothing.jsonl")
    with pytest.raises(TypeError, match="expected a file name or a binary file, got int"):
        audit(3)
    with pytest.raises(TypeError, match=r"read\(\) returned str"):
        audit(io.StringIO("3:?"))
    with pytest.raises(ValueError, match="there is no format 'x'"):
        audit(io.BytesIO(b""), format="x")
    pytest.importorskip("pyarrow")
    (tmp_path / "no.parquet").write_bytes(b"x" * 100)
    with pytest.raises(OSError, match="the file cannot be read as Parquet"):
        audit(tmp_path / "no.parquet")


def test_without_pyarrow_the_error_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    (tmp_path / "no.parquet").write_bytes(b"PAR1")
    with pytest.raises(ImportError, match=r"pip install 'fastfuto\[parquet\]'"):
        audit(tmp_path / "no.parquet")
    assert container_of(io.BytesIO(b"PAR1" + bytes(8)))[1].kind == "parquet"


def test_certificates_are_written_for_puzzles_with_one_solution(tmp_path):
    made = [each.puzzle for each in fastfuto.generate_many(40, 4)]
    kakuro = next(fastfuto.generate_many(1, (5, 5), family="kakuro", level="easy")).puzzle
    lines = [fastfuto.tasks.task.line_of(puzzle) for puzzle in [*made, kakuro]]
    lines[3:3] = [TWO, NO_SOLUTION, "?"]
    source, certificates, others = (tmp_path / name for name in ("set.txt", "proofs.jsonl", "others.jsonl"))
    source.write_text("".join(f"{line}\n" for line in lines))
    found = audit(source, certificates=certificates)
    assert (found.one, found.proved) == (41, 41)
    assert json.loads(found.to_json())["proved"] == 41
    assert fastfuto.verify(certificates)
    told = [json.loads(line) for line in certificates.read_text().splitlines()]
    assert [each["line"] for each in told] == [1, 2, 3, *range(7, 45)]
    assert [fastfuto.parse(json.dumps(each["puzzle"])) for each in told] == [*made, kakuro]
    with ThreadPoolExecutor(2) as pool:
        assert audit(source, certificates=others, executor=pool) == found
    assert others.read_bytes() == certificates.read_bytes()
    assert audit(source, certificates=others, threads=2) == found
    assert others.read_bytes() == certificates.read_bytes()
    assert audit(source).proved == 0


def test_certificates_take_the_place_of_others_once_all_are_there(tmp_path):
    source, certificates = tmp_path / "set.txt", tmp_path / "proofs.jsonl"
    source.write_text("3:1,2,0,2,0,0,0,0,0,\n")
    certificates.write_text("what was there\n")
    with pytest.raises(RuntimeError, match="enough"):
        audit(
            source,
            certificates=certificates,
            progress=lambda progress: (_ for _ in ()).throw(RuntimeError("enough")),
        )
    assert certificates.read_text() == "what was there\n"
    with pytest.raises(ValueError, match="journal and certificates cannot be combined"):
        audit(source, certificates=certificates, journal=tmp_path / "journal.jsonl")
    with pytest.raises(OSError, match="nowhere"):
        audit(source, certificates=tmp_path / "nowhere" / "proofs.jsonl")
    assert audit(source, certificates=certificates).proved == 1


def test_exact_covers_have_no_grade(tmp_path):
    cover = fastfuto.format_puzzle(fastfuto.ExactCover([["a"]]), "json").replace("\n", "")
    path = tmp_path / "mixed.jsonl"
    path.write_text(f"{cover}\n4:0,0,0L,0L,0,0D,0,1,0,0,0,0,0,0,0,4,\n")
    found = audit(path, grade=True)
    assert (found.total, found.one, sum(found.levels.values())) == (2, 2, 1)
