"""New puzzles as lines, as JSON, and on a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..drawing import draw
from ..formats import codec_of, format_puzzle
from ..generation import Generated
from ..limits import counted
from ..logic.minutes import told
from ..model import Model
from ..puzzles import Adjacent, Futoshiki, Puzzle, Sudoku
from .output import Output, head

if TYPE_CHECKING:
    from .generate import Options

LARGEST_ID = 32
"""Largest n of a game id."""
MOST_REPEATED = 300
"""Known puzzles in a row after which no other puzzle is expected."""


def distinct(made: Iterable[Generated], others: Iterator[Generated], seen: set[Any]) -> Iterator[Generated]:
    """Yield puzzles that all differ up to symmetry; the next puzzle of `others` replaces each repeated puzzle.

    Raises
    ------
    ValueError
        If many puzzles in a row are known already.
    """
    for each in made:
        puzzle, tries = each, 0
        while (form := form_of(puzzle.puzzle)) in seen:
            if (tries := tries + 1) > MOST_REPEATED:
                raise ValueError(
                    f"these options give only {counted(len(seen), 'different puzzle')}; the last {MOST_REPEATED} "
                    "attempts gave the same puzzles again, up to symmetry"
                )
            puzzle = next(others)
        seen.add(form)
        yield puzzle


def form_of(puzzle: Puzzle[Any] | Model) -> str:
    """Return a text that all symmetric forms of a puzzle share, and no other puzzle; a model has no other forms."""
    if isinstance(puzzle, Model):
        return format_puzzle(puzzle, "json")
    from ..tasks.fingerprint import fingerprint

    return fingerprint(puzzle)


def is_screen(options: Options) -> bool:
    """Return whether puzzles are drawn: on a terminal, or in the file of a picture."""
    if options.picture is not None:
        return True
    is_plain = options.json or options.quiet or options.to is not None or options.output not in (None, "-")
    return not is_plain and sys.stdout is not None and sys.stdout.isatty()


def show(options: Options, out: Output, made: Generated, number: int) -> None:
    """Show a puzzle with its level, the line that other commands read, and the options that make it again."""
    grade = made.grade
    minutes = "" if grade.minutes is None else f", {told(grade.minutes)}"
    hardest = f" ({grade.hardest})" if grade.hardest else ""
    out.write("\n" * (number > 0) + f"{made.puzzle.words}, {grade.level}{hardest}{minutes}\n")
    if options.picture is None:
        out.draw(draw(made.puzzle))
    else:
        draw(made.puzzle).save(options.picture)
    name, start = short_format(made.puzzle), options.start + number
    line = "" if name == "json" else f"{format_puzzle(made.puzzle, name).rstrip()}  "
    out.write(f"{line}seed {options.seed}{f', start {start}' if start else ''}\n")


def text_of(options: Options, made: Generated) -> str:
    """Return the lines of a puzzle."""
    grade, name = made.grade, options.to or short_format(made.puzzle)
    if options.json or options.form:
        return json.dumps(_fields(made, options.form == ".csv"), separators=(",", ":")) + "\n"
    text = format_puzzle(made.puzzle, name)
    if name == "json":
        return json.dumps(json.loads(text), separators=(",", ":")) + "\n"
    if "\n" in text.rstrip("\n"):
        return text + "\n"
    if options.quiet:
        return f"{text.rstrip()}\n"
    return f"{text.rstrip()}\t{grade.level}\thardest step {grade.score}\tseed {made.seed}\n"


def _fields(made: Generated, is_row: bool) -> dict[str, Any]:
    """Return the JSON object of a puzzle, which other commands can read; in a row of a table, the puzzle is a text."""
    grade, name = made.grade, short_format(made.puzzle)
    is_text = is_row and name != "json"
    return {
        **head("generate", None),
        "line": None,
        "family": made.puzzle.family,
        "puzzle": format_puzzle(made.puzzle, name).rstrip()
        if is_text
        else json.loads(format_puzzle(made.puzzle, "json")),
        "level": grade.level,
        "score": grade.score,
        "hardest": grade.hardest,
        "minutes": grade.minutes,
        "seed": made.seed,
        "solution": made.solution.tolist(),
    }


def has_comments(options: Options, made: Generated) -> bool:
    """Return whether the format allows a comment line with # above the puzzles."""
    if options.json or options.form or options.to is not None:
        return options.to is not None and codec_of(options.to).has_comments
    return short_format(made.puzzle) != "json"


def short_format(puzzle: Puzzle[Any] | Model) -> str:
    """Return a format that holds a puzzle in one line."""
    if isinstance(puzzle, Adjacent | Futoshiki) and 3 <= puzzle.n <= LARGEST_ID:
        return "tatham"
    if isinstance(puzzle, Sudoku) and 6 <= puzzle.n <= 9 and puzzle.has_default_boxes:
        return "json" if puzzle.inequalities else "sudoku"
    return "json"


def in_one_line(puzzle: Puzzle[Any] | Model) -> str:
    """Return a puzzle in one line."""
    name = short_format(puzzle)
    text = format_puzzle(puzzle, name)
    return json.dumps(json.loads(text), separators=(",", ":")) if name == "json" else text.rstrip()
