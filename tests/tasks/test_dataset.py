"""Data sets of rows: what is in them, that they can be made again, and what is beside them."""

import csv
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import fastfuto
from fastfuto import JobError, PuzzleError, RecipeNotMet, Task, audit, save_dataset, score, tasks
from fastfuto.jobs import Journal
from fastfuto.tasks import dataset, writers

from ..cases import some
from . import layouts

KINDS = (".jsonl", ".csv", ".parquet")


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr(dataset, "PART", 100)


@pytest.fixture
def need():
    """Skip the test of a kind of files whose package is not installed."""

    def skip(suffix):
        if suffix == ".parquet":
            pytest.importorskip("pyarrow")

    return skip


@pytest.mark.parametrize("suffix", some(KINDS, 2))
@pytest.mark.parametrize(
    "recipe", layouts.RECIPES[:4] + layouts.RECIPES[5:10] + layouts.RECIPES[12:], ids=range(11)
)
def test_sets_of_all_families_are_sound(recipe, suffix, tmp_path, need):
    need(suffix)
    path = tmp_path / f"set{suffix}"
    save_dataset(4, path, **recipe)
    found = audit(path)
    assert (found.one, found.duplicates, found.is_sound) == (4, 0, True)
    assert audit(path).levels == ({} if suffix == ".csv" else found.levels)


def test_rows_are_tasks(tmp_path, need):
    save_dataset(5, tmp_path / "set.jsonl", 5, level="easy", prompt="sentences", steps=True, seed=4)
    rows = (tmp_path / "set.jsonl").read_text().splitlines()
    made = list(tasks(5, n=5, level="easy", prompt="sentences", steps=True, seed=4))
    assert [Task.from_json(row) for row in rows] == made
    with open(tmp_path / "set.csv", "w"):
        pass
    save_dataset(5, tmp_path / "set.csv", 5, level="easy", seed=4)
    with open(tmp_path / "set.csv", newline="") as file:
        [head, *rows] = csv.reader(file)
    assert head == ["source", "question", "answer", "rating"]
    for row, task in zip(rows, made, strict=True):
        assert (row[1], row[3]) == (task.metadata["puzzle"], str(task.metadata["score"]))
        assert score(task, row[2]) == 1.0
    need(".parquet")
    import pyarrow.parquet

    save_dataset(5, tmp_path / "set.parquet", 5, level="easy", prompt="sentences", steps=True, seed=4)
    read = pyarrow.parquet.read_table(tmp_path / "set.parquet").to_pylist()
    assert [Task.from_json(json.dumps(row)) for row in read] == made


def test_a_sudoku_is_a_line_of_sudoku_extreme(tmp_path):
    save_dataset(2, tmp_path / "set.csv", 9, family="sudoku")
    for line in (tmp_path / "set.csv").read_text().splitlines()[1:]:
        puzzle = fastfuto.parse(line, "sudoku-extreme")
        assert puzzle.is_solution(fastfuto.parse(line.split(",")[2], "sudoku").clues)


def test_groups_of_a_parquet_file(tmp_path, monkeypatch):
    pyarrow = pytest.importorskip("pyarrow")
    monkeypatch.setattr(writers, "GROUP", 4)
    save_dataset(10, tmp_path / "set.parquet", 4)
    file = __import__("pyarrow.parquet").parquet.ParquetFile(tmp_path / "set.parquet")
    assert pyarrow
    assert [file.metadata.row_group(k).num_rows for k in range(file.num_row_groups)] == [4, 4, 2]


@pytest.mark.thorough
def test_no_puzzle_is_there_twice(tmp_path):
    path = tmp_path / "small.jsonl"
    save_dataset(20, path, 3)
    assert (
        len({task["metadata"]["fingerprint"] for task in map(json.loads, path.read_text().splitlines())})
        == 20
    )
    repeated = [task.metadata["fingerprint"] for task in tasks(20, n=3)]
    assert len(set(repeated)) < 20
    with pytest.raises(
        PuzzleError, match=r"only \d+ of \d+ generated puzzles are different, but 9 are requested"
    ):
        save_dataset(9, tmp_path / "tiny.jsonl", 2)
    assert not (tmp_path / "tiny.jsonl").exists()


def test_puzzles_of_another_set_are_left_out(tmp_path):
    first, second, third = (tmp_path / f"{name}.jsonl" for name in ("first", "second", "third"))
    save_dataset(8, first, 3, seed=1)
    (tmp_path / "ids.txt").write_text(
        "".join(f"{task.metadata['puzzle']}\n" for task in tasks(6, n=3, seed=9))
    )
    save_dataset(8, second, 3, seed=2, exclude=first)
    save_dataset(6, third, 3, seed=3, exclude=[first, second, tmp_path / "ids.txt"])
    rows = [path.read_text() for path in (first, second, third)]
    (tmp_path / "all.jsonl").write_text("".join(rows))
    assert audit(tmp_path / "all.jsonl").duplicates == 0
    save_dataset(8, second, 3, seed=2)
    (tmp_path / "all.jsonl").write_text(rows[0] + second.read_text())
    assert audit(tmp_path / "all.jsonl").duplicates > 0
    assert (
        "No puzzle of first.jsonl, second.jsonl, ids.txt is in this data set"
        in (tmp_path / "third.jsonl.README.md").read_text()
    )


@pytest.mark.parametrize(
    "row",
    [
        '{"prompt": "PUZZLE"}',
        '{"messages": [{"role": "user", "content": "PUZZLE"}]}',
        '[{"puzzle": "PUZZLE"}]',
        '{"question": "Fill the grid of PUZZLE."}',
        "P\0U\0Z\0Z\0L\0E\0",
        "PUZZLE and more",
    ],
)
def test_a_set_is_not_made_if_it_is_unknown_what_must_not_be_in_it(row, tmp_path):
    [task] = tasks(1, n=4)
    good = json.dumps({"puzzle": task.metadata["puzzle"]})
    other, path = tmp_path / "other.jsonl", tmp_path / "set.jsonl"
    other.write_text(f"{good}\n{row.replace('PUZZLE', task.metadata['puzzle'])}\n{good}\n")
    with pytest.raises(PuzzleError, match=r"exclude: line 2 of .*other.jsonl' cannot be read: "):
        save_dataset(3, path, 4, exclude=other)
    assert not path.exists()
    other.write_text(f"{good}\n")
    save_dataset(3, path, 4, exclude=other)


@pytest.mark.thorough
@pytest.mark.parametrize("suffix", some(KINDS, 3))
def test_threads_executors_and_journals_write_the_same_bytes(suffix, tmp_path, need, small_parts):
    need(suffix)
    written = []
    for number, options in enumerate(
        ({}, {"threads": 2}, {"journal": tmp_path / "journal"}, {"executor": ThreadPoolExecutor(2)})
    ):
        path = tmp_path / str(number) / f"set{suffix}"
        path.parent.mkdir()
        save_dataset(220, path, 4, level="easy", seed=7, **options)
        written.append(path.read_bytes())
        assert sorted(os.listdir(path.parent)) == sorted(["README.md", path.name])
    assert len(set(written)) == 1


@pytest.mark.thorough
@pytest.mark.forks
def test_processes_write_the_same_bytes(tmp_path, small_parts):
    save_dataset(220, tmp_path / "one.jsonl", 4)
    with ProcessPoolExecutor(2) as pool:
        save_dataset(220, tmp_path / "two.jsonl", 4, executor=pool)
        with pytest.raises(TypeError, match="prompt must be a function defined in a module"):
            save_dataset(220, tmp_path / "no.jsonl", 4, executor=pool, prompt=lambda puzzle: "?")
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


KILLED = """
import os, sys
import fastfuto
from fastfuto.tasks import dataset

dataset.PART = 100

def kill(progress):
    if progress.done >= 3:
        os._exit(9)

fastfuto.save_dataset(600, sys.argv[1], 4, journal=sys.argv[2], progress=kill)
"""


@pytest.mark.thorough
@pytest.mark.parametrize("suffix", KINDS)
def test_a_call_that_was_killed_goes_on(suffix, tmp_path, need, small_parts):
    need(suffix)
    path, journal = tmp_path / f"set{suffix}", tmp_path / "journal"
    path.write_bytes(b"old")
    done = subprocess.run([sys.executable, "-c", KILLED, path, journal], check=False)
    assert done.returncode == 9
    assert path.read_bytes() == b"old"
    parts = sorted(os.listdir(f"{path}.parts"))
    assert 0 < len(parts) < 6
    ages = [os.stat(f"{path}.parts/{part}").st_mtime_ns for part in parts]
    told = []

    def note(progress):
        if not told:
            told.append([os.stat(f"{path}.parts/{part}").st_mtime_ns for part in parts])

    save_dataset(600, path, 4, journal=journal, progress=note)
    assert told == [ages]
    save_dataset(600, tmp_path / f"whole{suffix}", 4)
    assert path.read_bytes() == (tmp_path / f"whole{suffix}").read_bytes()
    assert not os.path.exists(f"{path}.parts")


@pytest.mark.thorough
def test_a_part_that_was_changed_is_an_error(tmp_path, small_parts):
    path, journal = tmp_path / "set.jsonl", tmp_path / "journal"
    subprocess.run([sys.executable, "-c", KILLED, path, journal], check=False)
    part = f"{path}.parts/{min(os.listdir(f'{path}.parts'))}"
    for text, message in (
        ("", "expected 100 rows in .*, as in the journal, found 0"),
        ("x\n" * 100, "cannot be read"),
    ):
        with open(part, "w") as file:
            file.write(text)
        with pytest.raises(JobError, match=message):
            save_dataset(600, path, 4, journal=journal)
    os.unlink(part)
    with pytest.raises(JobError, match="start a new journal"):
        save_dataset(600, path, 4, journal=journal)
    with pytest.raises(JobError, match="is the journal of another job"):
        save_dataset(600, path, 5, journal=journal)


class Killed(BaseException):
    """Ends a call at a certain step, after which nothing else is done for it."""


def kill(*_, **__):
    raise Killed


FILES = ["README.md", "journal", "set.jsonl"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("place", "name"),
    some(
        [
            (dataset, "replacing"),
            (dataset, "write_card"),
            (dataset, "_digest_of"),
            (Journal, "keep"),
            (shutil, "rmtree"),
            (None, ""),
        ],
        3,
    ),
)
def test_a_call_goes_on_wherever_it_was_killed_and_then_it_is_finished(
    place, name, tmp_path, monkeypatch, small_parts
):
    options = {"n": 4, "journal": tmp_path / "journal", "seed": 5}
    if place is not None:
        with monkeypatch.context() as patch:
            patch.setattr(place, name, kill)
            with pytest.raises(Killed):
                save_dataset(220, tmp_path / "set.jsonl", **options)
    save_dataset(220, tmp_path / "set.jsonl", **options)
    assert sorted(os.listdir(tmp_path)) == FILES
    assert "| easy |" in (tmp_path / "README.md").read_text()
    before = {name: os.stat(tmp_path / name).st_mtime_ns for name in FILES[::2]}
    made = []
    save_dataset(220, tmp_path / "set.jsonl", progress=made.append, **options)
    assert not made
    assert before == {name: os.stat(tmp_path / name).st_mtime_ns for name in FILES[::2]}
    assert sorted(os.listdir(tmp_path)) == FILES
    save_dataset(220, tmp_path / "whole.jsonl", 4, seed=5)
    assert (tmp_path / "set.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


@pytest.mark.parametrize("change", [lambda path: path.unlink(), lambda path: path.write_text("more")])
def test_a_file_that_was_changed_after_the_job_is_named(change, tmp_path):
    path = tmp_path / "set.jsonl"
    save_dataset(20, path, 4, journal=tmp_path / "journal")
    change(path)
    with pytest.raises(JobError, match=r"set.jsonl has changed since it was finished"):
        save_dataset(20, path, 4, journal=tmp_path / "journal")
    assert not os.path.exists(f"{path}.parts")


def test_a_journal_knows_what_was_left_out(tmp_path):
    save_dataset(5, tmp_path / "other.jsonl", 3, seed=1)
    save_dataset(5, tmp_path / "set.jsonl", 3, journal=tmp_path / "journal")
    with pytest.raises(JobError, match="is the journal of another job"):
        save_dataset(
            5, tmp_path / "set.jsonl", 3, journal=tmp_path / "journal", exclude=tmp_path / "other.jsonl"
        )


def fail(progress):
    raise ZeroDivisionError


@pytest.mark.parametrize("options", [{"executor": fail}, {"executor": ThreadPoolExecutor, "progress": fail}])
@pytest.mark.parametrize("is_journalled", [False, True])
def test_a_call_that_fails_leaves_no_empty_folder(options, is_journalled, tmp_path):
    if is_journalled:
        options = options | {"journal": tmp_path / "journal"}
    with pytest.raises((TypeError, ZeroDivisionError)):
        save_dataset(600, tmp_path / "set.jsonl", 9, **options)
    with pytest.raises(JobError, match="cannot be used as a journal"):
        save_dataset(600, tmp_path / "set.jsonl", 9, journal=__file__)
    assert sorted(os.listdir(tmp_path)) == ["journal"] * is_journalled


def test_parts_are_cut_where_they_take_long(tmp_path, monkeypatch):
    monkeypatch.setattr(dataset, "PART_SECONDS", 0.0)
    save_dataset(20, tmp_path / "one.jsonl", 4, journal=tmp_path / "journal")
    save_dataset(20, tmp_path / "two.jsonl", 4)
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


def test_the_card_says_what_is_in_the_set(tmp_path, monkeypatch):
    save_dataset(12, tmp_path / "set.jsonl", 4, level=("trivial", "easy"), start=5, seed=3)
    card = (tmp_path / "README.md").read_text()
    levels = audit(tmp_path / "set.jsonl").levels
    assert all(f"| {level} | {count} |" in card for level, count in levels.items())
    [call] = [line for line in card.splitlines() if line.startswith("fastfuto.save_dataset")]
    monkeypatch.chdir(tmp_path)
    before = (tmp_path / "set.jsonl").read_bytes()
    os.unlink("set.jsonl")
    exec(call, {"fastfuto": fastfuto})
    assert (tmp_path / "set.jsonl").read_bytes() == before
    assert "fastfuto audit set.jsonl" in card


def test_a_recipe_and_a_fresh_seed(tmp_path, monkeypatch):
    recipe = fastfuto.Recipe(4, level="easy", seed=11)
    save_dataset(5, tmp_path / "one.jsonl", recipe=recipe)
    save_dataset(5, tmp_path / "two.jsonl", 4, level="easy", seed=11)
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    monkeypatch.chdir(tmp_path)
    save_dataset(8, "fresh.jsonl", 3, seed=None)
    fresh = (tmp_path / "fresh.jsonl").read_bytes()
    card = (tmp_path / "fresh.jsonl.README.md").read_text()
    exec(next(line for line in card.splitlines() if line.startswith("fastfuto.save")), {"fastfuto": fastfuto})
    assert (tmp_path / "fresh.jsonl").read_bytes() == fresh
    for wrong in ({"recipe": recipe, "level": "easy"}, {"recipe": recipe, "n": 5}, {"recipe": "easy"}):
        with pytest.raises(TypeError, match="recipe"):
            save_dataset(5, tmp_path / "one.jsonl", **wrong)


def test_the_card_spares_other_files(tmp_path):
    (tmp_path / "README.md").write_text("# Mine\n")
    save_dataset(2, tmp_path / "set.jsonl", 4)
    assert (tmp_path / "README.md").read_text() == "# Mine\n"
    assert (tmp_path / "set.jsonl.README.md").read_text().startswith("<!-- The card of set.jsonl")


@pytest.mark.thorough
def test_nothing_is_replaced_unless_everything_is_written(tmp_path):
    path = tmp_path / "set.jsonl"
    path.write_text("old")

    def interrupt(progress):
        if progress.done > 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        save_dataset(1000, path, 9, progress=interrupt)
    with pytest.raises(RecipeNotMet):
        save_dataset(10**6, path, 9, timeout=0.1)
    with pytest.raises(RecipeNotMet):
        save_dataset(10**6, path, 9, timeout=0.1, journal=tmp_path / "journal")
    assert path.read_text() == "old"
    assert sorted(os.listdir(tmp_path)) == ["journal", "set.jsonl"]


def test_wrong_arguments(tmp_path):
    with pytest.raises(
        ValueError, match=r"the suffix of a data set must be one of .npz, .jsonl, .csv, .parquet, got '.xls'"
    ):
        save_dataset(1, tmp_path / "set.xls", 4)
    with pytest.raises(ValueError, match=r"\.npz files do not support exclude"):
        save_dataset(1, tmp_path / "set.npz", 4, exclude="other.jsonl")
    with pytest.raises(OSError, match="No such file"):
        save_dataset(1, tmp_path / "set.jsonl", 4, exclude=tmp_path / "none.jsonl")
    with pytest.raises(OSError, match="No such file"):
        save_dataset(1, tmp_path / "none" / "set.jsonl", 4)
    with pytest.raises(ValueError, match="prompt must be"):
        save_dataset(1, tmp_path / "set.jsonl", 4, prompt="letters")
    with pytest.raises(ValueError, match="level must be"):
        save_dataset(1, tmp_path / "set.jsonl", 4, level="letters")
    with pytest.raises(ValueError, match="k must be at least 1"):
        save_dataset(0, tmp_path / "set.jsonl")


def test_without_pyarrow_the_error_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pip install 'fastfuto\[parquet\]'"):
        save_dataset(1, tmp_path / "set.parquet", 4)


@pytest.mark.slow
def test_other_readers_read_the_same(tmp_path):
    """`datasets`, pandas and pyarrow read what was written; they come with `.ci/full`."""
    datasets, pandas = pytest.importorskip("datasets"), pytest.importorskip("pandas")
    parquet = pytest.importorskip("pyarrow.parquet")
    for steps in (False, True):
        made = [task.fields() for task in tasks(40, n=5, steps=steps)]
        for suffix in (".jsonl", ".parquet"):
            save_dataset(40, path := tmp_path / f"set{suffix}", 5, steps=steps)
            kind = "json" if suffix == ".jsonl" else "parquet"
            found = datasets.load_dataset(
                kind, data_files=str(path), cache_dir=str(tmp_path / f"cache{steps}")
            )
            rows = [dict(row) for row in found["train"]]
            frame = pandas.read_json(path, lines=True) if kind == "json" else pandas.read_parquet(path)
            others = [rows, frame.to_dict("records")]
            if kind == "parquet":
                others.append(parquet.read_table(path).to_pylist())
            for other in others:
                for row, task in zip(other, made, strict=True):
                    assert (row["question"], row["answer"]) == (task["question"], task["answer"])
                    told = {name: value for name, value in row["metadata"].items() if value is not None}
                    told = {name: list(v) if name == "steps" else v for name, v in told.items()}
                    assert told == {
                        name: value for name, value in task["metadata"].items() if value is not None
                    }
        save_dataset(40, tmp_path / "set.csv", 5)
        frame = pandas.read_csv(tmp_path / "set.csv", dtype=str)
        assert frame["question"].tolist() == [task["metadata"]["puzzle"] for task in made]


@pytest.mark.parametrize(
    ("piece", "parts"), [([0, 8], [[0, 4], [4, 8]]), ([3, 8], [[3, 6], [6, 8]]), ([4, 5], [[4, 5]])]
)
def test_a_piece_is_shared_out_in_halves_unless_it_is_one_part(piece, parts):
    assert dataset._halves(piece) == parts
