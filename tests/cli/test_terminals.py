"""Names of files and texts in them cannot command a terminal, nor pass for messages of the program."""

import contextlib
import json
import os
import re
import sqlite3
import sys
import unicodedata
from pathlib import Path

import pytest

import fastfuto
from fastfuto import ExactCover, Futoshiki, count, dump, load, prove
from fastfuto.proofs import check

from ..cases import some
from .helpers import EXAMPLES, posix
from .uses import USES

pytestmark = posix

MARKS = "\u202e\u2066\u200b\ue000\U000e0001\ufdd0"
"""Marks of direction, and characters without a width, a use or a name."""
CONTROLS = f"\x1b[31m\x07\x9b2J\x7f{MARKS}"
"""An escape, a bell and an escape of C1 as well, which no text of a puzzle may have."""
FORGED = "fastfuto: forged"
HOSTILE = f"{CONTROLS}\u2028\n{FORGED}\r{os.fsdecode(bytes([255])) if sys.platform == 'linux' else ''}"
COLOURS = re.compile(r"\x1b\[(?:0|1|2|36|1;31)m")
UNSAFE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Write files with hostile names and hostile texts; return their names."""
    monkeypatch.chdir(tmp_path)
    kinds = (
        *("blank", "four", "none", "cover", "open", "forged", "words", "bad", "torn", "many", "rows"),
        *("missing", "journal", "folder"),
    )
    names = {kind: f"{kind}{HOSTILE}" for kind in kinds}
    dump(Futoshiki([[0] * 3] * 3, [((0, 0), (0, 1))]), names["blank"])
    dump(load(EXAMPLES / "four.txt"), names["four"])
    dump(load(EXAMPLES / "no_solution.txt"), names["none"])
    dump(ExactCover({HOSTILE: [f"p{HOSTILE}"], "B": ["q"]}), names["cover"], "json")
    dump(ExactCover({"fastfuto": ["forged"]}), names["forged"], "json")
    names["FORGED"] = FORGED
    dump(load(names["four"]), FORGED)
    dump(ExactCover({"A": ["p"]}, primary=["p", HOSTILE]), names["open"], "json")
    Path(names["words"]).write_text(f"p{MARKS} q\np{MARKS}\nq\n", encoding="utf-8")
    Path(names["bad"]).write_text(f"{FORGED}\np q\n{CONTROLS} q\n", encoding="utf-8")
    Path(names["torn"]).write_text(f"4\n0 | 0 {CONTROLS}\n", encoding="utf-8")
    Path(names["many"]).write_text(f"4:x{CONTROLS}\n1....4...3.....2\n", encoding="utf-8")
    rows = [{"puzzle": "1....4...3.....2", "level": HOSTILE}, {"puzzle": HOSTILE}, {"puzzle": 1, HOSTILE: 1}]
    Path(names["rows"]).write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    count(load(names["blank"]), journal=names["journal"])
    with contextlib.closing(sqlite3.connect(names["journal"])) as journal, journal:
        journal.execute("update job set value = ? where name = 'verb'", (CONTROLS,))
    prove(load(names["four"])).save(names["folder"])
    Path(names["folder"], "puzzle.json").write_text(json.dumps({HOSTILE: HOSTILE}), encoding="utf-8")
    return names


def is_safe(text):
    """Return whether a terminal only shows a text, in which our own colours may be."""
    rest = COLOURS.sub("", text)
    return not (
        any(unicodedata.category(each) in UNSAFE for each in rest if each not in "\n\t")
        or any(line.startswith(FORGED) for line in rest.splitlines())
    )


CALLS = [f"{name} {call}" for name, use in USES.items() for call in use.outside]


@pytest.mark.parametrize("call", [*some(CALLS, 3), "@", "--%"])
def test_a_terminal_shows_text_from_outside_and_does_not_obey_it(files, on_terminal, call):
    args = [files.get(each, each.replace("@", HOSTILE).replace("%", CONTROLS)) for each in call.split()]
    _, out, err = on_terminal(*args)
    assert out or err or "-o" in call.split()
    assert is_safe(out)
    assert is_safe(err)
    for page in Path().glob("x*.html"):
        assert not re.search(r"[\0-\x08\x0b-\x1f]", page.read_text(encoding="utf-8"))


def test_json_on_a_terminal_is_still_json(files, on_terminal):
    code, out, err = on_terminal("solve", files["cover"], "--json")
    assert (code, err, json.loads(out)["file"]) == (0, "", files["cover"])


@pytest.mark.parametrize(("name", "code"), [("folder", 2), ("rows", 2), ("missing", 2)])
def test_the_checker_shows_text_from_outside(files, name, code):
    path = Path(files[name])
    assert check.report(path)[0] == code
    assert is_safe(check.report(path)[1])


def test_text_for_other_programs_is_as_it_was(files, run):
    for command in (("convert", "--to", "cover"), ("draw",)):
        out = run(*command, Path.cwd() / files["words"])[1]
        assert fastfuto.parse(out, "cover") == load(files["words"], "cover")


def test_messages_on_a_terminal_are_divided_between_words(files, on_terminal, run):
    call = ("generate", "--family", "sudoku", "--level", "eazy")
    code, _, err = on_terminal(*call)
    assert code == 2
    assert max(map(len, err.splitlines())) <= 80
    assert " ".join(err.split()) == " ".join(run(*call)[2].split())
    assert run(*call)[2].count("\n") == 1
    # The excerpt of a puzzle with an error keeps its columns.
    _, _, err = on_terminal("solve", "[" + "[1, 2, 3, 4, 5, 6, 7, 8, 9], " * 3 + "x]")
    line, caret = err.splitlines()[-2:]
    assert line[caret.index("^")] == "x"
