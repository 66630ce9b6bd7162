"""The commands explain, hint and grade."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from fastfuto import Futoshiki, Step, Sudoku, draw, dump, explain, grade, load

from .helpers import EXAMPLES, message_of, output_of, posix

SMALL = "2\n0 < 0\n- - -\n0 | 0\n"


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.txt"
    path.write_text(SMALL)
    return path


def test_explain_numbers_the_steps(run, small):
    out = output_of(run("explain", small))
    lines = out.splitlines()
    assert lines[0] == "1. r1c1 < r1c2, so r1c1 is 1 and r1c2 is 2."
    assert lines[1] == "2. Only r2c2 is empty in column 2, and 1 is missing. So r2c2 is 1."
    assert lines[3] == "The grid is full."
    assert run("explain", small, "--quiet")[1].splitlines() == lines[:3]
    assert run("explain", small, "--steps", 2, "-q")[1].splitlines() == lines[:2]
    assert run("explain", small, "--notation", "-q")[1].startswith(
        "1. inequality bound: r1c1<r1c2 ==> r1c1 = 1, r1c2 = 2\n"
    )


def test_explain_json(run, small):
    answer = json.loads(run("explain", small, "--json")[1])
    assert (answer["command"], answer["solved"], len(answer["steps"])) == ("explain", True, 3)
    assert Step.from_fields(answer["steps"][0]).technique == "inequality bound"
    assert "--notation has no effect with --json" in message_of(run("explain", small, "--json", "--notation"))


def test_explain_as_a_page(run, small):
    assert run("explain", small, EXAMPLES / "no_solution.txt", "-o", "steps.html") == (1, "", "")
    page = Path("steps.html").read_text(encoding="utf-8")
    assert page.count("<h2>") == 2
    assert "a solution does not exist" in page
    assert "r1c1 &lt; r1c2, so r1c1 is 1" in page
    assert page.count("<svg") > 4
    assert run("explain", small, "-o", "steps.html", "--json")[0] == 2
    assert run("explain", "missing.txt", "-o", "other.html")[0] == 2
    assert not Path("other.html").exists()


def test_explain_ends_with_a_contradiction_or_with_several_solutions(run):
    assert "A solution does not exist." in output_of(run("explain", EXAMPLES / "no_solution.txt"), 1)
    out = output_of(run("explain", EXAMPLES / "empty5.txt"))
    assert "The puzzle has several solutions: r4c1 is 4 in one and 5 in another." in out
    answer = json.loads(run("explain", EXAMPLES / "empty5.txt", "--json")[1])
    one, other = map(np.array, answer["several"])
    assert (answer["solved"], one[3, 0], other[3, 0]) == (False, 4, 5)


def test_a_hint_says_that_there_is_no_solution(run):
    out = output_of(run("hint", EXAMPLES / "no_solution.txt"), 1)
    assert out.startswith("A solution does not exist: ")
    assert out.endswith(" cannot hold together.\n")
    answer = json.loads(run("hint", EXAMPLES / "no_solution.txt", "--json")[1])
    assert (answer["step"], len(answer["conflict"]) > 1) == (None, True)


def test_hint(run, small, tmp_path):
    assert run("hint", small)[1] == "r1c1 < r1c2, so r1c1 is 1 and r1c2 is 2.\n"
    assert run("hint", small, "--detail", 0)[1] == "Look at r1c1 and r1c2.\n"
    entries = tmp_path / "entries.txt"
    dump(Futoshiki([[2, 0], [0, 0]]), entries)
    assert run("hint", small, "--entries", entries)[1] == "The 2 in r1c1 is wrong.\n"
    dump(Futoshiki([[1, 2], [2, 1]]), entries)
    assert run("hint", small, "--entries", entries)[1] == "The grid is full.\n"
    assert run("hint", EXAMPLES / "empty5.txt")[1] == "No further rule applies.\n"
    assert json.loads(run("hint", small, "--json")[1])["step"]["technique"] == "inequality bound"
    assert "missing.txt" in message_of(run("hint", small, "--entries", tmp_path / "missing.txt"))


@posix
def test_entries_are_drawn_in_the_puzzle(on_terminal, small, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    dump(Futoshiki([[1, 0], [0, 0]]), "entries")
    assert on_terminal("hint", small, "--entries", "entries", NO_COLOR="1")[1].splitlines() == [
        "Futoshiki 2 x 2",
        "   1   2",
        "1  1 < .",
        "2  .   .",
        "Only r1c2 is empty in row 1, and 2 is missing. So r1c2 is 2.",
    ]


@pytest.mark.parametrize(
    ("puzzle", "entries", "is_other"),
    [
        ("3:0R,0,0,0,0,0,0,0,0,", "3:1R,0,0,0,0,0,0,0,0,", False),
        ("3:0R,0,0,0,0,0,0,0,0,", "3:1,0,0,0,0,0,0,0,0,", False),
        ("3:0R,0,0,0,0,0,0,0,0,", "3:1,0R,0,0,0,0,0,0,0,", True),
        ("3:0R,0,0,0,0,0,0,0,0,", "4:0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,", True),
        ("2 3\n* (3,0) (4,0)\n(0,5) 0 0\n", "2 3\n* (3,0) (4,0)\n(0,5) 2 0\n", False),
        ("2 3\n* (3,0) (4,0)\n(0,5) 0 0\n", "2 3\n* (3,0) (5,0)\n(0,5) 2 0\n", True),
    ],
)
def test_entries_of_another_puzzle_are_refused(run, puzzle, entries, is_other):
    Path("puzzle").write_text(puzzle)
    Path("entries").write_text(entries)
    code, _, err = run("hint", "puzzle", "--entries", "entries")
    assert (code, "entries belong to another puzzle" in err.replace(" in entries", "")) == (
        2 * is_other,
        is_other,
    )
    assert run("hint", "puzzle", "--entries", entries.strip())[0] == 2 * is_other
    assert "fastfuto: 3:1,0,0: line 1" in message_of(run("hint", "puzzle", "--entries", "3:1,0,0"))


def test_grade(run, small):
    expected = "easy, hardest step 1.6 (inequality bound), about 1 minute\n"
    assert run("grade", small)[1] == expected
    answer = json.loads(run("grade", small, "--rules", "tatham", "--json")[1])
    assert (answer["level"], answer["rules"], answer["exact"]) == ("easy", "tatham", True)
    assert answer["minutes"] == grade(load(small)).minutes
    code, out, err = run("grade", small, EXAMPLES / "empty5.txt")
    assert code == 0
    assert "search" in out
    assert "about" not in out.splitlines()[1]
    assert err.endswith("empty5.txt: the puzzle has several solutions\n")
    assert run("grade", EXAMPLES / "no_solution.txt") == (1, "A solution does not exist.\n", "")
    code, out, _ = run("grade", EXAMPLES / "no_solution.txt", "--json")
    assert (code, json.loads(out)["level"], json.loads(out)["solutions"]) == (1, None, 0)
    out = output_of(run("grade", EXAMPLES / "kakuro.txt"))
    assert out.startswith("moderate, hardest step 2.6 (run combinations from candidates), ")
    err = message_of(run("grade", EXAMPLES / "kakuro.txt", "--rules", "tatham"))
    assert "the rules 'tatham' do not support sums" in err


def test_each_puzzle_of_a_file_has_its_grade_in_a_line(run, small):
    Path("many").write_text("1....4...3.....2\n4:x\n1234341221434321\n")
    code, out, err = run("grade", "many")
    assert code == 2
    assert "many: line 2, column 3" in err
    assert out.splitlines() == [
        "many, line 1: trivial, hardest step 1.2 (naked single), about 1 minute",
        "many, line 3: trivial, no steps, less than a minute",
    ]
    answers = [json.loads(line) for line in run("grade", "many", "--json")[1].splitlines()]
    assert [(each["line"], each["level"], each["steps"]) for each in answers] == [
        (1, "trivial", 0),
        (3, "trivial", 0),
    ]
    code, out, _ = run("grade", small, EXAMPLES / "kakuro.txt")
    first, second = out.splitlines()
    assert first.startswith(f"{small}: easy, hardest step 1.6 (inequality bound), ")
    hardest = "hardest step 2.6 (run combinations from candidates)"
    assert second.startswith(f"{EXAMPLES / 'kakuro.txt'}: moderate, {hardest}, ")


def test_explain_and_hint_know_sums_and_bars(run, tmp_path):
    out = output_of(run("explain", EXAMPLES / "kakuro.txt"))
    assert "have the total" in out
    assert "The grid is full." in out
    path = tmp_path / "adjacent.txt"
    path.write_text("adjacent 3:\n1 | 0 | 0\n. - -\n0 . 0 | 0\n- . -\n0 | 0 . 0\n")
    assert run("hint", path)[1] == "r1c1 is 1 and must differ by 1 from r1c2, so r1c2 is not 3 but 2.\n"


def test_time_limits(run, tmp_path):
    path = tmp_path / "large.json"
    dump(Sudoku([[0] * 36] * 36), path, "json")
    for command in ("grade", "explain", "hint"):
        code, _, err = run(command, path, "--timeout", 0.05)
        assert (code, "time limit of 0.05 s" in err) == (3, True)


def test_steps_and_hints_in_another_language(run, small):
    lines = run("explain", small, "--language", "de")[1].splitlines()
    assert lines[0] == "1. Z1S1 < Z1S2, also ist Z1S1 = 1 und Z1S2 = 2."
    assert lines[3] == "Das Gitter ist voll."
    assert run("hint", small, "--language", "pl", "--detail", "0")[1] == "Spójrz tutaj: w1k1 i w1k2.\n"
    assert (
        run("hint", EXAMPLES / "empty5.txt", "--language", "de")[1]
        == "Von hier aus führt keine Regel weiter.\n"
    )
    assert run("explain", small, "--language", "pl", "-o", "steps.html")[0] == 0
    page = Path("steps.html").read_text(encoding="utf-8")
    assert '<html lang="pl">' in page
    assert "<p>Liczba kroków: 3; diagram jest wypełniony.</p>" in page
    assert "Wiersz 2: puste jest tylko pole w2k1, a brakuje liczby 2. Zatem w polu w2k1 jest 2." in page
    assert "--language" in message_of(run("hint", small, "--language", "fr"))


def test_the_end_in_another_language(run):
    out = run("explain", EXAMPLES / "two_solutions.txt", "--language", "de")[1]
    assert "Das Rätsel hat mehrere Lösungen: In einer steht in Z" in out


@posix
def test_a_terminal_folds_singles_and_breaks_long_steps(run, on_terminal):
    nine = EXAMPLES / "nine.txt"
    found = explain(load(nine))
    out = on_terminal("explain", nine, NO_COLOR="1")[1]
    assert max(map(len, out.splitlines())) <= 80
    numbers = [
        int(line.split()[0].rstrip(".")) for line in out.splitlines() if re.match(r"[0-9]+(\.| to) ", line)
    ]
    folded = re.findall(
        r"^([0-9]+) to ([0-9]+) are singles: ((?:r[0-9]c[0-9] = [0-9],?\s+)+r[0-9]c[0-9] = [0-9])\.$",
        out,
        re.MULTILINE,
    )
    counts = [places.count("=") for *_, places in folded]
    assert sum(counts) > 10
    assert [int(last) - int(first) + 1 for first, last, _ in folded] == counts
    assert min(counts) >= 3
    assert len(numbers) + sum(counts) - len(counts) == len(found)
    assert "\n    But then row 5 has no place left for 3.\n" in out
    assert out.endswith(f"The grid is full.\n{draw(load(nine), found.grid).screen()}")
    every = on_terminal("explain", nine, "--all", NO_COLOR="1")[1]
    assert " ".join(every.split()).count("So r") >= " ".join(out.split()).count("So r")
    assert len(re.findall(r"^[0-9]+\. ", every, re.MULTILINE)) == len(found)
    assert re.search(
        "^[0-9]+ bis [0-9]+ sind Einer: ", on_terminal("explain", nine, "--language", "de")[1], re.MULTILINE
    )
    assert run("explain", nine, "--all")[1] == run("explain", nine)[1]
