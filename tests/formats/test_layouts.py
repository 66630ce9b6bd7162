"""More than two hundred texts in the manners in which people lay puzzles out."""

import re

import pytest

from fastfuto import Futoshiki, ParseError, parse
from fastfuto.formats import CODECS, detect
from fastfuto.formats.detection import _detect, recognise_any

from .layouts import layouts, table
from .samples import SAMPLES

LAYOUTS = list(layouts())
SEEN = [each for each in LAYOUTS if not each[0].startswith(("table in", "table with  "))]
"""Without tables in which a row of blank cells looks like a line without signs."""


def test_there_are_enough_of_them():
    assert len(LAYOUTS) > 200
    assert len({text for _, _, text in LAYOUTS}) == len(LAYOUTS)
    assert len({puzzle for _, puzzle, _ in LAYOUTS}) == len(LAYOUTS)


def test_layouts_are_read():
    for name, puzzle, text in LAYOUTS:
        assert parse(text) == puzzle, name
        assert parse(text, detect(text)) == puzzle, name


def test_what_stands_below_stays_below_where_there_are_tabs():
    expected = Futoshiki([[0] * 3] * 3, [((0, 2), (1, 2))])
    for text in (
        ".\t.\t.\n\t\t^\n.\t.\t.\n\n.\t.\t.\n",
        "?\t?\t?\n\t\t^\n?\t?\t?\n\n?\t?\t?\n",
        "\t. . .\n\t    ^\n\t. . .\n\n\t. . .\n",
        ". . .\n    ^\n. . .\n\t\n. . .\t\n",
    ):
        assert parse(text) == expected
    with pytest.raises(
        ParseError, match="line 2, column 3: '\\^' is not allowed here: there is a tab in front of it"
    ):
        parse(". . .\n\t\t^\n. . .\n\n. . .\n", "plain")
    with pytest.raises(ParseError, match="'\\^' is not under a cell"):
        parse(". . .\n\t\t^\n. . .\n\n. . .\n", "typed")


def test_a_row_of_dashes_in_a_table_is_not_its_rule():
    made = Futoshiki([[0, 0, 0], [0, 3, 0], [0, 0, 0]], [((1, 0), (2, 0))])
    assert parse(table(made, "-")) == parse(table(made, "?")) == made


@pytest.mark.thorough
def test_layouts_without_one_of_their_rows_are_refused():
    for _, _, text in SEEN:
        rows = text.splitlines(keepends=True)
        for k, row in enumerate(rows):
            if re.search("[1-9]", row) and not re.search("[^\\W\\d_vV]", row):
                with pytest.raises(ParseError):
                    parse("".join(rows[:k] + rows[k + 1 :]))


def test_samples_are_read_as_they_were():
    """The slow way stands behind all others: a text that a format has read is still read in it, and as the same."""
    for name, (text, puzzle) in SAMPLES.items():
        codec = CODECS[name]
        assert codec.parse(text) == puzzle
        try:
            alone = _detect(text)
        except ParseError:
            continue
        assert recognise_any(text) == alone
