import json

import numpy as np
import pytest

from fastfuto import solve_many
from fastfuto.cli import main
from fastfuto.formats import MAX_TEXT

from .helpers import FAMILIES


def test_a_long_batch(tmp_path, capsys):
    path = tmp_path / "many.txt"
    # More than a single puzzle may take; most of it remarks.
    path.write_text("................\n" * 3 + "#" * MAX_TEXT)
    assert main(["batch", str(path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_batch(tmp_path, capsys):
    grid, _ = FAMILIES["sudoku.txt"]
    path = tmp_path / "grids.txt"
    path.write_text(f"{grid}# a remark\n{'.' * 81}\n11{'.' * 79}\n")
    assert main(["batch", str(path)]) == 1
    out, err = capsys.readouterr()
    first, second, third = out.splitlines()
    assert first == "673894512912735486845612973798261354526473891134589267469128735287356149351947628"
    assert sorted(second) == sorted("123456789" * 9)
    assert third == "none"
    assert "3 grids in" in err
    assert "a second" in err
    assert main(["batch", "--unique", "--threads", "2", str(path), str(path)]) == 1
    assert capsys.readouterr().out.splitlines() == [first, "several", "none"] * 2
    assert main(["solve", str(path)]) == 2
    path.write_text(grid * 2)
    assert main(["solve", str(path)]) == 2
    assert "`fastfuto batch` reads them" in capsys.readouterr().err
    path.write_text(f"{grid}{'.' * 81}\n11{'.' * 79}\n")
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("12\n")
    assert main(["batch", str(wrong), str(path), "-o", str(tmp_path / "out.txt")]) == 2
    assert "81 characters" in capsys.readouterr().err
    before = path.read_bytes()
    assert main(["batch", str(path), "-o", str(path)]) == 2
    assert "would overwrite" in capsys.readouterr().err
    assert path.read_bytes() == before
    assert main(["batch", str(path), "-o", str(tmp_path / "out.npy")]) == 2
    wrong.write_bytes(b"\xff" * 81)
    assert main(["batch", str(wrong)]) == 2
    assert "line 1, column 1" in capsys.readouterr().err
    assert (tmp_path / "out.txt").read_text().splitlines() == [first, second, third]


GRIDS = {"1....4...3.....2": 3, "1" * 16: 0, "." * 16: 288}


@pytest.fixture
def grids(tmp_path):
    path = tmp_path / "grids.txt"
    path.write_text("".join(f"{grid}\n" for grid in GRIDS))
    return path


def known(limit):
    """Return the solution of each grid, or None, and how many there are up to the limit."""
    puzzles = np.array([[int(digit) for digit in grid.replace(".", "0")] for grid in GRIDS]).reshape(-1, 4, 4)
    batch = solve_many(puzzles, limit=limit)
    texts = ["".join(map(str, grid.ravel())) for grid in batch.grids]
    return [
        (text if count else None, count) for text, count in zip(texts, batch.counts.tolist(), strict=True)
    ]


@pytest.mark.parametrize("options", [[], ["--unique"], ["--limit", "7"]])
def test_json_is_an_object_for_each_grid(run, grids, options):
    code, out, _ = run("batch", grids, "--json", *options)
    expected = known({0: 1, 1: 2, 2: 7}[len(options)])
    assert code == 1
    assert [json.loads(line) for line in out.splitlines()] == [
        {"solution": solution, "count": count} for solution, count in expected
    ]


def test_a_limit_writes_how_many_were_found(run, grids):
    assert run("batch", grids, "--limit", "1000")[1].splitlines() == [
        "none" if solution is None else f"{solution} {count}" for solution, count in known(1000)
    ]


def test_a_time_limit_of_a_batch_leaves_the_others_unknown(run, tmp_path):
    path = tmp_path / "grids.txt"
    path.write_text(f"{'.' * 81}\n" * 2)
    options = ["--limit", 10**15, "--timeout", "0.1", "--threads", "1"]
    code, out, err = run("batch", path, *options)
    assert (code, out) == (3, "unknown\nunknown\n")
    assert "grids.txt: not all grids were solved within 0.1 s" in err
    code, out, _ = run("batch", path, *options, "--json")
    assert (code, [json.loads(line)["count"] for line in out.splitlines()]) == (3, [None, None])


def test_a_batch_is_unique_or_counted_but_not_both(run, grids):
    code, out, err = run("batch", grids, "--unique", "--limit", "3")
    assert (code, out) == (2, "")
    assert "not allowed with argument" in err


def test_a_batch_reads_standard_input(run, grids, monkeypatch):
    with grids.open() as file:
        monkeypatch.setattr("sys.stdin", file)
        assert run("batch")[:2] == run("batch", grids)[:2]
