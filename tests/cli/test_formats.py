"""The command formats: what is listed is what the registry has, and its examples are read."""

import re
from pathlib import Path

import pytest

from fastfuto import format_puzzle, parse
from fastfuto.cli.formats import LONGEST, example_of
from fastfuto.formats import CODECS, NAMES

from .helpers import message_of, output_of

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "formats.md").read_text(encoding="utf-8")


def test_all_formats_are_listed_with_an_example(run):
    out = output_of(run("formats"))
    assert re.findall(r"^(\S+) \(", out, re.MULTILINE) == list(NAMES)
    for name in NAMES:
        assert f"written by {CODECS[name].writers}" in out
        assert ("; read only if it is named" in run("formats", name)[1]) != CODECS[name].detected


@pytest.mark.parametrize("name", NAMES)
def test_examples_are_short_and_read(name, run):
    example = example_of(CODECS[name])
    puzzle = parse(example, name)
    assert format_puzzle(puzzle, name) == example
    _, out, _ = run("formats", name)
    lines = [line.removeprefix("    ") for line in out.splitlines()[1:]]
    assert len(lines) <= LONGEST + 1
    if lines[-1] != "...":
        assert parse("\n".join(lines) + "\n", name) == puzzle


def test_the_page_has_the_same_table():
    rows = re.findall(r"^\| \[(.+?)\]\(#.+?\) \|.* \| (.+) \|$", PAGE, re.MULTILINE)
    assert dict(rows) == {name: codec.writers for name, codec in CODECS.items()}


def test_some_formats(run):
    out = output_of(run("formats", "typed", "qcp"))
    assert [line.split()[0] for line in out.splitlines() if "written by" in line] == ["typed", "qcp"]
    assert "there is no format 'pencil'; the formats are " in message_of(run("formats", "pencil"))
