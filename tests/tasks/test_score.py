"""Whether a text has the solution: right answers in all layouts, and what is no answer."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fastfuto
from fastfuto import Futoshiki, PuzzleError, score, tasks

from ..cases import some, thorough
from . import layouts

PUZZLES = layouts.make_puzzles()
FOUR = Futoshiki(
    [[1, 0, 3, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2]], [((0, 1), (0, 2)), ((1, 0), (1, 1))]
)
RIGHT = [[1, 2, 3, 4], [2, 4, 1, 3], [4, 3, 2, 1], [3, 1, 4, 2]]
PAIR = Futoshiki([[0, 0], [0, 0]], [((0, 0), (0, 1))])
TEXT = "1 2\n2 1"
NINE = layouts.make_puzzles()[3]


def many(start, stop):
    """Judge texts by their numbers, and return those that are judged wrongly."""
    found = []
    for number in range(start, stop):
        rng = layouts.rng_of(number)
        puzzle, grid = rng.choice(PUZZLES)
        if number % 2:
            kind = rng.choice([*layouts.layouts_for(puzzle)])
            text = layouts.right_text(puzzle, grid, kind, rng)
        else:
            kind, text = layouts.wrong_text(puzzle, grid, rng)
        if score(puzzle, text) != number % 2:
            found.append((number, kind))
    return found


@pytest.mark.parametrize(("puzzle", "grid"), PUZZLES, ids=range(len(PUZZLES)))
def test_right_answers_are_seen_in_every_layout(puzzle, grid):
    shown = layouts.layouts_for(puzzle)
    assert len(shown) >= 30
    for name, tell in shown.items():
        assert score(puzzle, tell(puzzle, grid)) == 1.0, name
        assert score(puzzle, f"My final answer is this grid:\n{tell(puzzle, grid)}\nI am sure.") == 1.0, name


@pytest.mark.parametrize("count", [200, thorough(2000)])
def test_texts_with_reasoning_attempts_and_tricks(count):
    assert many(0, count) == []


@pytest.mark.slow
def test_a_hundred_thousand_texts():
    assert many(2000, 102_000) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 2",
        "1 2\n2 0",
        "1 2\n2 _",
        "2 1\n1 2",
        "1 2\n1 2",
        "1 2\n2 1\n1 2",
        "1 2\n2 1\n\n1 2\n2 1",
        "1 2 2 1 1",
        "1 2 1\n2 1 2",
        "1 2\n2 1\n3",
        "[[1, 2], [2, 1], [1]]",
        "[[1, 2], [2, 1]], [[2, 1], [1, 2]]",
        "[[2, 1], [1, 2]], [[1, 2], [2, 1]]",
        "1 2\n2 1\n\nor\n\n2 1\n1 2",
        "It is 2112 or\n1 2\n2 1",
        "Option 1:\n2 1\n1 2\nOption 2:\n1 2\n2 1",
        "Answer: [[2, 1], [1, 2]]\nAnswer: [[1, 2], [2, 1]]",
        "1 2\n2 1\nThis is wrong, so I have to say the answer is:\n2 1\n1 2",
        "<answer>2 1\n1 2</answer> This was my first thought. <answer>1 2\n2 1</answer>",
        "\\boxed{2 1\\\\1 2} and after some more thoughts about it \\boxed{1 2\\\\2 1}",
        "<think>1 2\n2 1</think> I do not know.",
        "1.5 2\n2 1",
        "12 21 12",
        "11 22",
        "[" * 50 + "1, 2], [2, 1" + "]" * 50,
        "Answer:\n1 2\n",
        "\ud800 1 2",
    ],
)
def test_what_is_no_answer(text):
    assert score(PAIR, text) == 0.0


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        "2\n1 2\n2 1",
        "The puzzle is\n0 < 0\n0 0\n\nand so\n1 < 2\n2 1",
        "1 2\n2 1\nTo compare, the puzzle was:\n0 0\n0 0",
        "Attempt 1:\n2 1\n1 2\nAttempt 2:\n1 2\n2 1",
        "First I had\n2 1\n1 2\nwhich breaks r1c1 < r1c2. So:\n1 2\n2 1",
        "The grid is\n1 2\n2 1\nFinal answer:\n1 2\n2 1",
        "I tried some.\n2 1\n1 2\n**Final answer:** 1 2 / 2 1",
        "<think>2 1\n1 2</think>1 2\n2 1",
        "Column 1: 1 2\nColumn 2: 2 1",
        "Row 1: 1 2 (row 1)\nRow 2: 2 1",
        "1,2\n2,1\n\n```\n",
        "１ ２\n２ １",
        "[[1.0, 2.0], [2.0, 1.0]]",
        "v\n1 2\n^ v\n2 1",
        "A: 1 2\nB: 2 1",
        "It is 1221, I think.",
    ],
)
def test_what_is_an_answer(text):
    assert score(PAIR, text) == 1.0


WRITTEN = {
    "read": (
        *(
            "{}.",
            "{}.0",
            "{}.00",
            "**{}**",
            "*{}*",
            '"{}"',
            "'{}'",
            "`{}`",
            "“{}”",
            "«{}»",
            "${}$",
            "{}:",
            "={}",
        ),
        *("{}✓", "→{}", "^{}", "\u200b{}", "\\mathbf{}", "<td>{}</td>", "&nbsp;{}", "{} %", "- {}"),
    ),
    "not read": (
        *(
            "-{}",
            "−{}",
            "–{}",
            "—{}",
            "－{}",
            "--{}",
            "+{}",
            "±{}",
            "~{}",
            "≈{}",
            "≠{}",
            "!={}",
            "<={}",
            ">={}",
        ),
        *("{}-", "{}+", "{}%", "{}％", "{}‰", "{}!", "!{}", "{}!!", "#{}", "{}#", "№{}", "€{}", "@{}", "{}@"),
        *(
            "{}°",
            "{}º",
            "{}′",
            "{}³",
            "{}①",
            "{}\u0301",
            "{}\ufe0f\u20e3",
            "{}٣",
            "{}…",
            "{}...",
            "{}?",
            "{}_",
        ),
        *("{}e0", "{}E0", "{}e+0", "{}x", "0x{}", "0b{}", "{}rd", "{}th", "{}cm", "{}a", "{}n", "{}v", "{}U"),
        *(
            "{}.5",
            "0.{}",
            "00{}",
            "{}+0",
            "{}×1",
            "~~{}~~",
            "_{}_",
            "?{}",
            ".{}",
            "&minus;{}",
            "\\#{}",
            "\\-{}",
        ),
        *(
            "{},5",
            "1/{}",
            "{}^2",
            "{}<sup>2</sup>",
            "{}{}",
            "{} {}",
            "",
            "-",
            "*",
            "□",
            "A",
            "x",
            "three",
            "None",
        ),
        *("³", "③", "½", "Ⅲ", "٣", "𝟑", "三", "nan", "null", "0", "_", "?", "."),
    ),
}
ROWS = (
    "blanks",
    "commas",
    "bars",
    "brackets around rows",
    "Markdown",
    "HTML",
    "labelled rows",
    "numbered rows",
)


@pytest.mark.parametrize(
    ("kind", "form"), some([(kind, form) for kind in WRITTEN for form in WRITTEN[kind]], 2)
)
def test_what_a_value_is(kind, form):
    for puzzle, grid in (PUZZLES[3], PUZZLES[4], PUZZLES[7], (FOUR, RIGHT)):
        told = [[str(value) for value in row] for row in grid]
        told[1][2] = form.replace("{}", told[1][2])
        for name in ROWS:
            text = layouts.LAYOUTS[name](puzzle, told)
            assert score(puzzle, text) == (kind == "read"), text


def test_zeros_in_front_are_read_where_values_have_two_digits():
    for puzzle, grid in (NINE, PUZZLES[4]):
        told = layouts.lines([[f"{value:02}" for value in row] for row in grid])
        assert score(puzzle, told) == (puzzle.n > 9)


def test_letters_with_something_attached_are_no_values():
    puzzle, grid = PUZZLES[4]
    told = layouts.letters(grid)
    r, c = divmod(int(np.argmax(grid)), puzzle.n)
    for form, read in (("{}", 1), ("**{}**", 1), ("{}.", 1), ("{}!", 0), ("-{}", 0), ("#{}", 0), ("{}%", 0)):
        rows = [row.copy() for row in told]
        rows[r][c] = form.replace("{}", told[r][c])
        assert score(puzzle, layouts.lines(rows)) == read, form


def test_signs_of_game_ids_are_only_in_game_ids():
    told = "4:1,2L,3,4D,2R,4,1,3U,4,3,2,1,3,1,4,2U"
    assert score(FOUR, told) == score(FOUR, f"{told},") == score(FOUR, f"I say {told}\nDone") == 1.0
    assert score(FOUR, told.removeprefix("4:")) == 0.0


def test_the_number_of_a_row_is_no_value_of_it():
    told = [
        f"Row {r}: {layouts.lines([[value for value in row if value != r]])}"
        for r, row in enumerate(RIGHT, 1)
    ]
    assert score(FOUR, "\n".join(told)) == 0.0


@pytest.mark.parametrize("between", [" or\n", thorough("\n\nor else:\n"), thorough("\n\n")])
@pytest.mark.parametrize(("puzzle", "grid"), some(PUZZLES, 2), ids=range(len(PUZZLES)))
def test_a_torn_grid_spoils_the_one_before_it(puzzle, grid, between):
    rng = layouts.rng_of(0)
    shown = layouts.layouts_for(puzzle)
    for name in [name for name in shown if name not in layouts.NOT_TORN]:
        for what, other in layouts.torn(layouts.wrong_grid(puzzle, grid, rng), rng).items():
            text = f"{layouts.lines(grid)}{between}{shown[name](puzzle, other)}"
            assert score(puzzle, text) == 0.0, (what, name)


def test_columns_are_read_as_columns():
    columns = [f"Column {c + 1}: {' '.join(str(row[c]) for row in RIGHT)}" for c in range(4)]
    assert score(FOUR, "\n".join(columns)) == 1.0
    assert score(FOUR, "\n".join(columns).replace("Column", "Row")) == 0.0


@pytest.mark.parametrize(
    "check",
    [
        "Check:\n- Row 1: 1, 2, 3, 4 ✓\n- Row 2: 2, 4, 1, 3 ✓\n- Row 3: 4 3 2 1\n- Row 4: 3 1 4 2\n"
        "- Column 1: 1, 2, 4, 3\n- Column 2: 2 4 3 1\n- Column 3: 3 1 2 4\n- Column 4: 4 3 1 2",
        "Check of the columns:\n"
        + "\n".join(f"Column {c + 1}: {{{', '.join(str(r[c]) for r in RIGHT)}}}" for c in range(4)),
        "Signs:\n" + "- (1,2) < (1,3): 2 < 3\n- (2,1) < (2,2): 2 < 4\n" * 9,
        "Signs: " + ", ".join(["2 < 3", "2 < 4"] * 3),
        "2<3, 2<4, 2<3, 2<4, 2<3, 2<4, 2<3",
        "2 < 3 and 2 < 4 and 2 < 3",
        "I checked that row 1 has 1, 2, 3, 4 and that all others are right, too.",
    ],
    ids=range(7),
)
def test_an_answer_may_be_checked_behind_it(check):
    assert score(FOUR, f"The solution:\n{layouts.lines(RIGHT)}\n\n{check}") == 1.0


def test_rows_with_labels_may_be_in_one_line():
    told = ", ".join(f"row {r}: {layouts.lines([row])}" for r, row in enumerate(RIGHT, 1))
    assert score(FOUR, f"The solution has {told}.") == 0.0
    assert score(FOUR, told) == score(FOUR, f"Solution:\n{told}") == 1.0


def test_a_table_may_have_the_numbers_of_its_columns():
    head = "| 1 | 2 | 3 | 4 |\n"
    body = layouts.lines(RIGHT, " | ", "| ", " |")
    assert score(FOUR, f"{head}|---|---|---|---|\n{body}") == 1.0
    assert score(FOUR, head + body) == 0.0


def test_any_solution_is_right():
    puzzle = Futoshiki([[0] * 2] * 2)
    assert score(puzzle, TEXT) == score(puzzle, "2 1\n1 2") == 1.0
    assert score(puzzle, "1 2\n1 2", partial=True) == 0.0


def test_values_above_nine_may_be_letters():
    made = fastfuto.generate(12, level="easy")
    text = layouts.lines(layouts.letters(made.solution.tolist()))
    assert score(made.puzzle, f"Option A:\n{text}") == score(made.puzzle, text.lower()) == 1.0
    assert score(made.puzzle, text.replace("C", "D")) == 0.0


def test_black_cells_of_a_kakuro_may_hold_anything_blank():
    puzzle, grid = PUZZLES[-2]
    for black in "*#x0■":
        assert score(puzzle, layouts.lines([[v or black for v in row] for row in grid])) == 1.0
    assert score(puzzle, str(puzzle.filled(np.array(grid)))) == 1.0


def test_partial_scores_are_shares_of_the_blank_cells():
    wrong = [row.copy() for row in RIGHT]
    wrong[1][1:3] = wrong[1][2:0:-1]
    puzzle = FOUR.with_clues([[1, 2, 3, 4], [0, 0, 0, 3], [4, 3, 0, 0], [0, 0, 0, 0]])
    assert fastfuto.is_unique(puzzle)
    assert score(puzzle, str(wrong), partial=True) == 7 / 9
    assert score(puzzle, str(wrong)) == 0.0
    assert score(puzzle, str(RIGHT), partial=True) == 1.0
    assert score(puzzle, str([[2, 1, 3, 4], *RIGHT[1:]]), partial=True) == 0.0


def test_a_task_is_judged_by_its_puzzle():
    [task] = tasks(1, n=4)
    assert score(task, task.answer) == 1.0
    assert score(task, task.question) == score(task, None) == 0.0


@given(st.text() | st.text(alphabet="0123456789 \n[](){},;|<>^v-_.?\\&/*#:abr"))
def test_no_text_raises(text):
    for puzzle, _ in PUZZLES:
        assert score(puzzle, text) == 0.0
    assert score(PAIR, text) in (0.0, 1.0)


@pytest.mark.parametrize(
    "text",
    some(
        [
            *(
                "[" * 50_000,
                "1[" * 25_000,
                "1\n" * 25_000,
                "(1 " * 16_000,
                "<div " * 10_000,
                "\\begin{a}{" * 5_000,
            ),
            *("1" * 50_000, "._?" * 16_000, "a " * 25_000, "9R," * 16_000, "---|" * 12_000, "v \n" * 16_000),
        ],
        2,
    ),
    ids=range(12),
)
def test_long_texts_without_sense_are_read_to_their_end(text):
    for puzzle, grid in (NINE, PUZZLES[-1]):
        assert score(puzzle, text) == 0.0
        assert score(puzzle, f"{text}\nSo this is what I take for the final answer:\n{grid}") == 1.0


def test_wrong_arguments():
    with pytest.raises(TypeError, match="expected a Task or a Puzzle, got str"):
        score("4:p", "1")
    with pytest.raises(TypeError, match="text must be a str or None, got bytes"):
        score(PAIR, b"1 2")
    with pytest.raises(
        PuzzleError, match="family 'permutations' cannot be scored, because it has no grid to fill"
    ):
        score(fastfuto.Permutations(3), "1 2 3")
    with pytest.raises(PuzzleError, match="has no grid to fill"):
        score(fastfuto.ExactCover([["a"]]), "1")
