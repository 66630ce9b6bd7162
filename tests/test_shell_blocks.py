"""Every shell block of the README and of the documentation runs, one line after the other."""

import importlib.util
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fastfuto
from fastfuto.cli import main

from .cases import some
from .cli.helpers import write_model

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```(?:sh|bash|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FOLDERS = ("bench", "cython", "docs", "examples", "tests")
PAGES = [*ROOT.glob("*.md"), *sorted(page for name in FOLDERS for page in (ROOT / name).rglob("*.md"))]

pytestmark = pytest.mark.skipif(
    not (ROOT / "docs").exists(), reason="the documents are not part of the sdist"
)
ELSEWHERE = {
    *("cd", "eval", "git", "pip", "python3", ".venv/bin/fastfuto", "register-python-argcomplete"),
    *("CIBW_BUILD=", "pyodide", "pre-commit", "ruff", "sphinx-build"),
    *("LD_PRELOAD=", "drat-trim", "veripb", "node", "npm"),
}
"""The first words of lines that need a network, a build or other programs. CI runs the builds and the linters."""
NEEDED = {".parquet": "pyarrow", ".pdf": "reportlab", ".ttf": "fonts", "reasoning_gym": "reasoning_gym"}
"""The packages without which lines with a word are not run; no package has the fonts."""
MISSING = {word for word, package in NEEDED.items() if importlib.util.find_spec(package) is None}
PROGRAMS = ("-m", "cython/player/", "tests/drawing/")
"""The beginnings of programs of `python` that are tests and benchmarks, or that are tested in their own rooms."""


def lines_of(page):
    """Return the lines of all shell blocks of a page, without comments."""
    text = "\n".join(BLOCK.findall(page.read_text(encoding="utf-8"))).replace("\\\n", " ")
    return [shlex.join(words) for line in text.splitlines() if (words := shlex.split(line, comments=True))]


BLOCKS = {
    page.relative_to(ROOT).as_posix(): lines for page in PAGES if page.exists() and (lines := lines_of(page))
}


def is_elsewhere(line):
    """Return whether a line is not run here."""
    first, *rest = line.split()
    return line.removeprefix("'").startswith(tuple(ELSEWHERE)) or (
        first == "python" and rest[0].startswith(PROGRAMS)
    )


RUN = {page: lines for page, lines in BLOCKS.items() if not all(map(is_elsewhere, lines))}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Make a folder with the files that the pages assume."""
    monkeypatch.chdir(tmp_path)
    for name in ("examples", "src/fastfuto/proofs"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "puzzle.txt").write_text((tmp_path / "examples" / "four.txt").read_text())
    made = list(fastfuto.generate_many(3, 4, seed=1))
    (tmp_path / "puzzles.txt").write_text(
        "".join(fastfuto.format_puzzle(each.puzzle, "tatham") for each in made)
    )
    for suffix in {".jsonl", ".parquet"} - MISSING:
        fastfuto.save_dataset(3, f"train{suffix}", 4, seed=1)


def test_all_programs_are_known():
    others = {line for lines in BLOCKS.values() for line in lines if is_elsewhere(line)}
    first = {line.split()[0] for lines in BLOCKS.values() for line in lines if line not in others}
    assert first == {"fastfuto", "kissat", "python"}
    assert [
        name for name in ELSEWHERE if not any(line.removeprefix("'").startswith(name) for line in others)
    ] == []
    assert len(RUN) > 6


@pytest.mark.parametrize("page", some(RUN, 3))
def test_the_shell_blocks_of_a_page(page, folder, capsys):
    for line in RUN[page]:
        if is_elsewhere(line) or any(word in line for word in MISSING):
            continue
        # A hundredth of the puzzles is enough here.
        program, *words = shlex.split(re.sub(r"(-k [0-9]+)00\b", r"\1", line))
        if program == "kissat":
            write_model(words[2], fastfuto.solve(fastfuto.load(words[0])).grid.ravel().tolist())
        elif program == "python":
            subprocess.run([sys.executable, *words], check=True)
        else:
            assert main(words) == 0, line
            printed = capsys.readouterr().out
            assert printed or Path(words[words.index("-o") + 1]).stat().st_size, line
