"""The measurement of programs that solve files."""

import json
import sys

import numpy as np
import pytest

import fastfuto
from bench import programs
from bench.check import WrongAnswer
from bench.programs import PUBLISHED, agree, by_file, described, futoshikis, main, ours, sudokus
from fastfuto.engines import _sudoku9

COPY = "import shutil, sys; shutil.copy(sys.argv[1], sys.argv[3])"
"""A program that copies its answers from a file."""
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PUZZLES = [EASY, "." * 81, "11" + "." * 79]
"""Puzzles with one solution, several and none."""


def copier(path, **other):
    command = [sys.executable, "-c", COPY, str(path)]
    entry = {"name": "copier", "solves": "Sudoku", "instructions": "x86-64", "command": command}
    return {**entry, "commit": "abc", "compiler": "cc", "options": "-O3", **other}


@pytest.fixture
def files(tmp_path):
    """Return files with puzzles, with their answers, and for more answers."""
    puzzles, known, answers = (tmp_path / name for name in ("puzzles", "known", "answers"))
    puzzles.write_text("\n".join(PUZZLES) + "\n")
    fastfuto.solve_file(puzzles, known)
    return puzzles, known, answers


@pytest.fixture
def folder(tmp_path):
    """Return a folder with stand-ins for the published sets."""
    for file in PUBLISHED.values():
        (tmp_path / file).write_text(f"{EASY}\n{EASY}\n")
    return tmp_path


def test_sets_of_sudokus(folder):
    sets = dict(sudokus(folder, 5))
    assert [len(lines) for lines in sets.values()] == [2, 2, 5, 5, 5]
    for name, lines in sets.items():
        counts = fastfuto.solve_many(list(map(fastfuto.parse, lines)), limit=2).counts
        assert set(counts) == {2 if name == "several solutions" else 1}


def test_sets_of_futoshikis(monkeypatch):
    monkeypatch.setattr(programs, "SIDES", {4: 2, 6: 2})
    sets = dict(futoshikis())
    assert [len(lines) for lines in sets.values()] == [6, 8]
    for name, lines in sets.items():
        assert {f"{puzzle.n} x {puzzle.n}" for puzzle in map(fastfuto.parse, lines)} == {name}


def test_programs_agree(files):
    puzzles, known, answers = files
    agree([*ours("Sudoku"), described(copier(known))], puzzles, answers)


def test_wrong_answers_are_found_out(files):
    puzzles, known, answers = files
    lines = known.read_text().splitlines()
    known.write_text(f"{lines[0]}\nnone\n")
    programs = [*ours("Sudoku"), described(copier(known))]
    with pytest.raises(WrongAnswer, match="copier, x86-64, puzzle 1: expected several, got none"):
        agree(programs, puzzles, answers)
    known.write_text(f"{lines[0]}\nseveral\n")
    with pytest.raises(WrongAnswer, match="puzzle 2: expected none, got None"):
        agree(programs, puzzles, answers)


def test_a_check_takes_the_place_of_a_command(files):
    puzzles, known, answers = files
    agree([*ours("Sudoku"), described(copier(puzzles, check=copier(known)["command"]))], puzzles, answers)


def test_the_plain_program_agrees(tmp_path):
    puzzles = tmp_path / "puzzles"
    puzzles.write_text("3:1,0R,0,0,2,0,0,0,0,\n3:0,0,0,0,0,0,0,0,0,\n3:1,1,0,0,0,0,0,0,0,\n")
    agree(ours("Futoshiki"), puzzles, tmp_path / "answers")
    assert (tmp_path / "answers").read_text() == "3:1,3R,2,3,2,1,2,1,3,\nseveral\nnone\n"


def test_the_width_is_that_of_the_program(files, monkeypatch):
    widths = []

    def solve_file(*arguments, **options):
        grids = np.zeros((1, 81), np.uint8)
        widths.append(_sudoku9.Sudoku9(grids, grids.copy(), np.zeros(1, np.int64), 1).width)

    monkeypatch.setattr(fastfuto, "solve_file", solve_file)
    before = _sudoku9.WIDTHS
    for width in before:
        by_file(width, *files[:2])
    assert tuple(widths) == before == _sudoku9.WIDTHS


def test_a_run(files, folder, monkeypatch):
    monkeypatch.setattr(programs, "SIDES", {4: 1})
    monkeypatch.setattr(programs, "sudokus", lambda folder, size: iter([("some", PUZZLES)]))
    described, output = folder / "programs.json", folder / "results.json"
    described.write_text(json.dumps([copier(files[1])]))
    monkeypatch.setattr(
        sys, "argv", ["programs", str(described), str(folder), "--rounds", "2", "-o", str(output)]
    )
    main()
    results = json.loads(output.read_text())
    assert [each["program"] for each in results["programs"]] == ["copier", "plain C"]
    assert [one["puzzles"] for one in results["sets"]["Futoshiki"].values()] == [3]
    some = results["sets"]["Sudoku"]["some"]
    assert some["puzzles"] == 3
    assert {len(row["rounds"]) for row in some["rows"]} == {2}
    page = output.with_suffix(".md").read_text()
    assert "| instructions | program | some (3) |" in page
    assert "| copier | x86-64 | abc | cc | -O3 |" in page
