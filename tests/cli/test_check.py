import json
import random
from pathlib import Path

import pytest

from fastfuto import Kakuro, dump
from fastfuto.cli import check

from ..strategies import random_puzzle
from .helpers import EXAMPLES, output_of


def test_check(run):
    Path("bad").write_text("1 7")
    names = [EXAMPLES / "complete.txt", "bad", EXAMPLES / "four.txt"]
    expected = f"""\
{names[0]}:
Complete scheme.
Valid solution.
Read as Futoshiki 4 x 4.
Solutions: one.

bad:
Complete scheme.
Invalid solution.
  row 1, column 1: value 7 is outside 1 to 1
Read as Futoshiki 1 x 1.
Solutions: none.

{names[2]}:
Incomplete scheme.
Valid scheme.
The values satisfy all rules.
Read as Futoshiki 4 x 4.
Solutions: one.
"""
    assert output_of(run("check", *names), 1) == expected
    out = output_of(run("check", EXAMPLES / "invalid.txt"), 1)
    assert out.startswith("Incomplete scheme.\nInvalid scheme.\n  row 2, column 4")
    assert out.endswith(
        "A solution does not exist: r2c4 = 7 cannot hold.\nRead as Futoshiki 4 x 4.\nSolutions: none.\n"
    )


def test_check_names_conflicting_clues(run):
    Path("two").write_text("3  1 < 0 | 0  v - - - -  0 | 0 | 0  - - - - -  0 | 0 | 1")
    out = output_of(run("check", "two"), 1)
    assert out == (
        "Incomplete scheme.\nValid scheme.\n"
        "  row 1, column 1: 1 is too small for the chain of inequalities from row 2, column 1\n"
        "The values break no rule, but the puzzle cannot be completed.\n"
        "A solution does not exist: r1c1 = 1 and r2c1 < r1c1 cannot hold together.\n"
        "Read as Futoshiki 3 x 3.\nSolutions: none.\n"
    )
    assert len(json.loads(output_of(run("check", EXAMPLES / "no_solution.txt", "--json"), 1))["conflict"]) > 1
    Path("cover").write_text("a b c\na b\nb c\n")
    out = output_of(run("check", "cover", "--format", "cover"), 1)
    assert out == "A solution does not exist: a and c cannot hold together.\nSolutions: none.\n"
    Path("cover").write_text("a b c\na b\nc\n")
    assert run("check", "cover", "--format", "cover") == (0, "No contradiction.\nSolutions: one.\n", "")


def test_check_names_redundant_clues(run):
    Path("spare").write_text("3  1 < 0 | 0  - - - - -  2 | 0 | 0  - - - - -  0 | 0 | 0")
    found = "Incomplete scheme.\nValid scheme.\nThe values satisfy all rules.\n"
    assert run("check", "spare", "--format", "source") == (0, f"{found}Solutions: several.\n", "")
    out = output_of(run("check", "spare", "--redundant", "--format", "source"))
    assert out == f"{found}No clue is redundant, because there are several solutions.\nSolutions: several.\n"
    Path("spare").write_text("3  1 | 2 | 0  - - - - -  2 | 0 | 0  - - - - -  0 | 0 | 0")
    expected = f"{found}No clue is redundant: if any one of them is removed, there are several solutions.\n"
    expected += "Solutions: one.\n"
    assert run("check", "spare", "--redundant", "--format", "source") == (0, expected, "")
    Path("spare").write_text("3  1 | 2 | 3  - - - - -  2 | 0 | 0  - - - - -  0 | 0 | 0")
    expected = (
        f"{found}3 clues are redundant, each on its own: r1c1 = 1, r1c2 = 2 and r1c3 = 3.\nSolutions: one.\n"
    )
    assert run("check", "spare", "--redundant", "--format", "source") == (0, expected, "")
    assert json.loads(run("check", "spare", "--redundant", "--json")[1])["redundant"] == [
        "r1c1 = 1",
        "r1c2 = 2",
        "r1c3 = 3",
    ]


def test_a_kakuro_without_a_total_is_not_a_contradiction(run):
    dump(Kakuro([[None, 0, 0]]), "blank", "kakuro")
    expected = "Incomplete scheme.\nValid scheme.\nThe values satisfy all rules.\nSolutions: several.\n"
    assert run("check", "blank", "--format", "kakuro") == (0, expected, "")
    assert json.loads(run("check", "blank", "--json")[1])["problems"] == []


def test_check_says_if_it_does_not_know(run, monkeypatch):
    monkeypatch.setattr(check, "PATIENCE", 0.001)
    dump(random_puzzle(random.Random(3), 30, 0.45, 0.8), "hard")
    expected = (
        "Neither a solution nor clues that contradict each other were found within 0.001 s.\n"
        "Solutions: unknown.\n"
    )
    out = output_of(run("check", "hard", "--format", "source"))
    assert out.endswith(f"The values satisfy all rules.\n{expected}")
    assert json.loads(run("check", "hard", "--json")[1])["exact"] is False
    assert "it reports this" in run("check", "--help")[1]


def test_check_json(run):
    code, out, _ = run("check", EXAMPLES / "invalid.txt", "--json")
    answer = json.loads(out)
    assert code == 1
    assert (answer["complete"], answer["valid"], answer["schema"]) == (False, False, 1)
    assert [problem["kind"] for problem in answer["problems"]] == ["range", "row"]
    assert (answer["solutions"], answer["exact"], answer["seconds"] > 0) == (0, True, True)


def test_quick_looks_for_no_solutions(run):
    kept = "Incomplete scheme.\nValid scheme.\nThe values satisfy all rules.\n"
    assert run("check", EXAMPLES / "no_solution.txt", "--quick", "--format", "source") == (0, kept, "")
    assert run("check", EXAMPLES / "invalid.txt", "--quick")[0] == 1
    assert "solutions" not in json.loads(run("check", EXAMPLES / "four.txt", "--quick", "--json")[1])
    assert run("check", EXAMPLES / "four.txt", "--quick", "--redundant")[0] == 2


FAULTS = {
    "3 1 | 1 | 0 - - - - - 0 | 0 | 0 - - - - - 0 | 0 | 0": (
        "Zeile 1: Die 1 steht in Z1S1 und Z1S2.",
        "wiersz 1: liczba 1",
    ),
    "3 1 | 0 | 0 - - - - - 0 | 0 | 0 - - - - - 1 | 0 | 0": (
        "Spalte 1: Die 1 steht in Z1S1 und Z3S1.",
        "kolumna 1",
    ),
    "3 4 | 0 | 0 - - - - - 0 | 0 | 0 - - - - - 0 | 0 | 0": (
        "Z1S1: 4 ist keine mögliche Zahl.",
        "w1k1: 4 nie",
    ),
    "3 2 < 1 | 0 - - - - - 0 | 0 | 0 - - - - - 0 | 0 | 0": (
        "Z1S1 muss kleiner als Z1S2 sein.",
        "Liczba w polu w1k1 musi",
    ),
    "3 3 < 0 | 0 - - - - - 0 | 0 | 0 - - - - - 0 | 0 | 0": (
        "Die Ungleichungen zwischen Z1S1",
        "Nierówności między",
    ),
    "2 3\n* (3,0) (40,0)\n(0,5) 0 0\n": ("Die Gruppe Z2S3 kann ihre Summe nicht haben.", "Grupa w2k3"),
}


@pytest.mark.parametrize("text", FAULTS)
def test_broken_rules_are_reported_in_other_languages(run, text):
    Path("bad").write_text(text)
    for language, sentence in zip(("de", "pl"), FAULTS[text], strict=True):
        assert f"  {sentence}" in output_of(run("check", "bad", "--language", language), 1)
        assert (
            json.loads(run("check", "bad", "--language", language, "--json")[1]).keys()
            == json.loads(run("check", "bad", "--json")[1]).keys()
        )


def test_verdicts_in_german(run):
    out = output_of(run("check", EXAMPLES / "no_solution.txt", "--language", "de"), 1)
    assert "Die Zahlen erfüllen alle Regeln.\nEs gibt keine Lösung: Z1S4 = 4, Z2S3 = 3" in out
    assert out.endswith("können nicht zugleich gelten.\nGelesen als Futoshiki 5 x 5.\nLösungen: keine.\n")
    assert run("check", EXAMPLES / "five.txt", "--language", "de", "-q") == (0, "Lösungen: eine.\n", "")
    out = output_of(run("check", EXAMPLES / "five.txt", "--language", "de", "--redundant"))
    assert "Angaben sind überflüssig, jede für sich: Z1S1" in out or "Keine Angabe ist überflüssig" in out
    assert run("grade", EXAMPLES / "five.txt", "--language", "de")[1] == (
        "leicht, schwierigster Schritt 1,6 (Schranke aus einer Ungleichung), etwa 2 Minuten\n"
    )
    assert run("grade", EXAMPLES / "no_solution.txt", "--language", "de")[1] == "Es gibt keine Lösung.\n"
    assert run("draw", EXAMPLES / "five.txt", "--step", 2, "--language", "de")[1].endswith(
        "In Zeile 1 kann nur Z1S5 die 1 sein, also ist Z1S5 = 1.\n"
    )
    run("draw", EXAMPLES / "five.txt", "--step", 2, "--language", "de", "-o", "x.html")
    assert '<html lang="de">' in Path("x.html").read_text()
