"""Texts as people type and copy them: what can only mean one thing is read, and the rest is refused at its place."""

import itertools
import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fastfuto import Futoshiki, ParseError, Sudoku, format_puzzle, parse
from fastfuto.formats import detect
from fastfuto.formats.futoshikis import signs_of

from ..cases import some, thorough
from ..strategies import puzzles
from .errors import check_error
from .mutations import check, mutated
from .samples import FUTOSHIKI, GRID, PUZZLE, SAMPLES

PLAIN, PICTURE, BRACKETS = FUTOSHIKI["plain"], FUTOSHIKI["picture"], SAMPLES["typed"][0]
SPACED = PICTURE.replace("|", " ").replace("∧", "^").replace("∨", "v")
FRAMED = """\
+---+---+---+---+
|   |   <   |   |
+---+-v-+---+-^-+
|   | 1 |   >   |
+---+---+---+---+
|   |   |   | 2 |
+-v-+---+---+---+
|   <   |   |   |
+---+---+---+---+
"""
TABLE = """\
|   |   |   | < |   |   |   |
|---|---|---|---|---|---|---|
|   |   | v |   |   |   | ^ |
|   |   | 1 |   |   | > |   |
|   |   |   |   |   |   |   |
|   |   |   |   |   |   | 2 |
| v |   |   |   |   |   |   |
|   | < |   |   |   |   |   |
"""
BOXED = FRAMED.replace("+---+---+---+---+", "├───┼───┼───┼───┤").replace("|", "│")
CLOSE = ". .<. .\n  v   ^\n. 1 .>.\n. . . 2\nv\n.<. . .\n"


def quoted(text, mark="> "):
    return "".join((mark + line).rstrip() + "\n" for line in text.splitlines())


CASES = {
    **{f"blank {blank}": SPACED.replace(".", blank) for blank in "?-□_·0*xX ☐~o"},
    "brackets": BRACKETS,
    "brackets with blanks": BRACKETS.replace("[ ]", "[.]"),
    "parentheses": BRACKETS.replace("[", "(").replace("]", ")"),
    "frame": FRAMED,
    "frame with lines of signs": FRAMED.replace("+---+-v-+---+-^-+", "|   | v |   | ^ |").replace(
        "+-v-+---+---+---+", "| v |   |   |   |"
    ),
    "frame of box characters": BOXED,
    "table": TABLE,
    "no lines between rows": CLOSE,
    "modifier arrows": SPACED.replace("v", "˅").replace("^", "˄"),
    "brackets as arrows": SPACED.replace("v", "⌄").replace("^", "⌃"),
    "entities": PLAIN.replace("<", "&lt;").replace(">", "&gt;"),
    "numeric entities": CLOSE.replace("<", "&#60;").replace(">", "&#x3E;"),
    "quoted": quoted(PLAIN),
    "quoted twice": quoted(quoted(PICTURE)),
    "quoted without blanks": quoted(PLAIN, ">"),
    "quoted brackets": quoted(BRACKETS),
    "title": "Futoshiki No. 12 (hard)\n\n" + PLAIN,
    "title without a blank line": "My puzzle:\n" + BRACKETS,
    "titles": "Anna asked:\nCan you solve this?\n\n" + PICTURE,
    "title above the source": "Here is my puzzle:\n" + FUTOSHIKI["source"],
    "fence": f"```text\n{PLAIN}```\n",
    "title and fence": f"Please help\n\n```\n{PLAIN}```\n",
    "escapes": PLAIN.replace("<", "\\<").replace(">", "\\>"),
    "no-break spaces": PLAIN.replace(" ", "\u00a0"),
    "characters without a width": PLAIN.replace(".", ".\u200b"),
    "angle brackets": PLAIN.replace("<", "‹").replace(">", "›"),
    "pre": f"<pre>{PLAIN}</pre>",
    "source without its size": FUTOSHIKI["source"][2:],
    "source with other blanks": FUTOSHIKI["source"].replace("0", "?"),
    "fillers": SPACED.replace("    v       ^", "-   v   -   ^")
    .replace("\n\n", "\n- - - -\n")
    .replace("\nv", "\nv - - -"),
    "shifted to the right": "".join("     " + line + "\n" for line in CLOSE.splitlines()),
    "Windows": quoted(BRACKETS).replace("\n", "\r\n"),
}


@pytest.mark.parametrize("name", CASES)
def test_texts_that_people_write(name):
    assert parse(CASES[name]) == PUZZLE
    assert parse(CASES[name], detect(CASES[name])) == PUZZLE


def test_other_families_are_unwrapped_too():
    rows = [f"{row[:3]} | {row[3:6]} | {row[6:]}" for row in SAMPLES["sadman"][0].split()[1:]]
    for text in (
        quoted("\n".join(rows)),
        "Sudoku of the day\n\n" + SAMPLES["sudoku"][0].replace(".", "?"),
        "\n".join(rows).replace("|", "│").replace(".", "□"),
    ):
        assert parse(text) == GRID
    assert parse(quoted(SAMPLES["kakuro"][0])) == SAMPLES["kakuro"][1]
    assert parse("Sudoku\n12|34\n34|12\n21|43\n43|2?\n") == Sudoku.parse("123434122143432.")


# What is refused -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("[ ]<[ ] [ ]\n[ ] [ ]\n[ ] [ ] [ ]\n", 2, 1, "row 2 has 2 cells, but a grid of 3 rows needs 3"),
        ("[ ]<[ ]\n", 1, 1, "expected a grid of at least 2 rows, found 1"),
        ("[ ]<[3]\n[ ] [ ]\n", 1, 5, "expected a value of at most 2, the number of rows, found 3"),
        ("[ ]<<[ ]\n[ ] [ ]\n", 1, 5, "there are two signs between two cells"),
        ("<[ ] [ ]\n[ ] [ ]\n", 1, 1, "'<' is before the first cell of its row"),
        ("[ ] [ ]<\n[ ] [ ]\n", 1, 1, "there is a sign after the last cell"),
        ("[ ] [ ]\n   v\n[ ] [ ]\n", 2, 4, "'v' is not under a cell of row 1, and not over one of row 2"),
        ("[ ] [ ]\n     v\n    [ ] [ ]\n", 2, 6, "'v' may belong to column 1 or 2; is the line shifted?"),
        ("[ ] [ ]\n vv\n[ ] [ ]\n", 2, 3, "there are two signs below one cell"),
        ("[ ] [ ]\n v  1\n[ ] [ ]\n", 2, 5, "'1' is not allowed in a line of signs between two rows"),
        ("? < ? ?\n. . v\n? ? ?\n\n? ? ?\n", 2, 5, "'v' may belong to column 2 or 3; is the line shifted?"),
        (" v\n[ ] [ ]\n[ ] [ ]\n", 1, 2, "there are signs above the first row"),
        ("[ ] [ ]\n[ ] [ ]\n v\n", 3, 2, "there are signs below the last row"),
        ("[ ] [ ]\n v\n     v\n[ ] [ ]\n", 3, 6, "there is a second line of signs below row 1"),
        (
            "[.]<[ ]\n[?] [.]\n",
            1,
            5,
            "expected '.' for a blank cell, as used before, found a cell with nothing in it",
        ),
        ("[.]<[.]\n[?] [x]\n", 2, 5, "expected '.' for a blank cell, as used before, found 'x'"),
        (
            "[ ]<[ ] [ ]\n\n[ ] [ ] [ ]\n[ ] [ ] [ ]\n",
            4,
            1,
            "no line between rows 2 and 3, although other rows have a line without signs between them: is one missing?",
        ),
        ("| ? | < | ? |\n| ? | 12 3 | ? |\n", 2, 6, "expected one value or a blank cell between two bars"),
        ("> 2\n> 0 | 0\n> - y -\n> 0 | 0\n", 3, 5, "expected"),
        ("2\n. &lt; . .\n. . .\n. . .\n", 1, 1, "the first line announces 2 rows, but the grid has 3"),
        ("3\n? ? < ?\n? ? ?\n? 5 ?\n", 4, 3, "expected a value of at most 3, the number of rows, found 5"),
        ("[ ] [ ]\n[ ] [ ]\n", 1, 1, "has no signs, so it is read only if the format is named"),
        ("Here is my puzzle:\n" + FUTOSHIKI["source"].replace("1", "x"), 5, 5, "found 'x'"),
        (
            "Sudoku\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 .\n",
            2,
            1,
            "formats matrix, sudoku and latin: name one of them with the option format",
        ),
        ("Kakuro\n\n1 2 0\n0 0 0\n0 0 0\n", 1, 1, "could be of any family"),
        ("Killer Sudoku\n\n" + SAMPLES["sudoku"][0], 1, 1, "has rules that the grid does not show"),
    ],
)
def test_what_can_mean_two_things_or_nothing_is_refused(text, line, column, message):
    check_error(message, (line, column), text)


@pytest.mark.parametrize(
    "text",
    [
        "adjacent 2:\n0 | 0\n-   -\n1 0\n",
        "permutations 3\n. < .\n. .\n",
        FUTOSHIKI["source"].replace("1", "x"),
        FUTOSHIKI["source"].replace("- - - - - - -\n", ""),
        PLAIN.replace("  v", " v"),
        PICTURE.replace("1", "x"),
        "hello\n> . < .\n. .\n",
    ],
)
def test_what_was_refused_stays_refused(text):
    assert check(text, None) is not None


def test_two_readings_are_told():
    # Dashes are nothing and the middle line is one between two rows, or all of them are blank cells.
    with pytest.raises(ParseError, match="line 1, column 1: the text is ambiguous"):
        parse("1<-2\n---\n2 - 1\n", "typed")
    assert check("1<-2\n---\n2 - 1\n", None) is not None


def test_a_text_of_two_formats_is_not_read_in_a_third_one():
    text = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 0\n"
    for each in (text, quoted(text), "Futoshiki\n\n" + text):
        with pytest.raises(
            ParseError, match="formats matrix, sudoku and latin: name one of them with the option format"
        ):
            parse(each)


# Any puzzle in any form ----------------------------------------------------------------------------------------


def typed(puzzle, blank, cell, pitch, is_close, wrap):
    """Write a puzzle with these blank cells, brackets and columns, with or without bare lines, and something round."""
    beside, under = signs_of(puzzle, " ")
    opened, closed = cell
    lines = []
    for r, row in enumerate(puzzle.clues.tolist()):
        line = ""
        for clue, sign in zip(row, [*beside[r], ""], strict=True):
            line += f"{opened}{clue or blank}{closed}{sign.center(pitch) if sign else ''}"
        lines.append(line)
        if r < puzzle.n - 1 and not (is_close and set(under[r]) <= {" "}):
            width = pitch + len(opened) + len(closed) + 1
            lines.append("".join(f"{' ' * len(opened)}{sign}".ljust(width) for sign in under[r]).rstrip())
    return wrap("\n".join(lines) + "\n")


WRAPS = [
    str,
    quoted,
    lambda text: quoted(quoted(text), ">"),
    lambda text: "Futoshiki, hard\n\n" + text,
    lambda text: f"```\n{text}```\n",
    lambda text: text.replace("<", "&lt;").replace(">", "&gt;"),
    lambda text: text.replace("v", "˅").replace("^", "˄"),
    lambda text: text.replace("\n", "\r\n"),
    lambda text: text.replace(" ", "\u00a0"),
]
FORMS = list(
    itertools.product(".?_□·*-", [("", ""), ("[", "]"), ("(", ")")], (1, 2, 3, 5), (False, True), WRAPS)
)


@given(puzzle=puzzles(min_n=2, max_n=6), form=st.sampled_from(FORMS))
def test_every_form_is_read_as_what_it_was(puzzle, form):
    assume(puzzle.inequalities and puzzle.clues.min() >= 0 and puzzle.clues.max() <= puzzle.n)
    text = typed(puzzle, *form)
    error = check(text, None)
    if error is None:
        assert parse(text) == puzzle
    else:  # Dashes may be nothing, and where no cell is blank wide gaps may be blank cells.
        assert form[0] == "-" or "there may be blank cells" in check(text, "typed").message


@given(puzzle=puzzles(min_n=2, max_n=7))
def test_round_trips(puzzle):
    assume(puzzle.clues.min() >= 0 and puzzle.clues.max() <= puzzle.n)
    text = format_puzzle(puzzle, "typed")
    assert parse(text, "typed") == puzzle
    if puzzle.inequalities:
        assert detect(text) == "typed"


def test_large_grids_have_values_of_two_digits():
    puzzle = Futoshiki([[(r + c) % 12 + 1 for c in range(12)] for r in range(12)], [((0, 0), (1, 0))])
    assert parse(format_puzzle(puzzle, "typed")) == puzzle
    blank = Futoshiki([[0] * 12] * 12, puzzle.inequalities)
    assert parse(format_puzzle(blank, "typed")) == blank


# Damage --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", some(CASES, 2))
def test_damaged_texts_are_puzzles_or_errors(name):
    rng = random.Random(name)
    for _ in range(15):
        check(mutated(rng, CASES[name]), None)
        check(mutated(rng, CASES[name]), "typed")


@pytest.mark.parametrize(
    "unit",
    [
        "1\n2\n",
        "> ",
        ">\n",
        "ab\n\n",
        "```\n",
        "[ ]",
        "&lt;",
        "| |\n",
        "- -\n",
        "^\n",
        ". " * 99 + "\n",
        "c {\n",
    ],
)
@pytest.mark.parametrize("size", [5_000, thorough(1_000_000)])
def test_noise_is_refused(unit, size):
    text = unit * (size // len(unit))
    check(text, None)
    check(text, "typed")


@pytest.mark.parametrize(
    "text", ["```\n```\n", "```\n```", "words\n```\n```\n", "```\n\n```\n", "> ```\n> ```\n"]
)
def test_fences_around_nothing(text):
    for format in (None, "typed", "source"):
        with pytest.raises(ParseError):
            parse(text, format)
