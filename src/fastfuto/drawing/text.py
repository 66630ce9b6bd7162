"""Pictures as text: those of the README for Futoshiki, and what `parse` reads for every family."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from ..errors import PuzzleError
from ..formats import format_puzzle
from ..puzzles import ExactCover, Futoshiki, Kakuro, Permutations, Puzzle, Sudoku
from .view import View

__all__ = ["coloured", "native_text", "pencil_marks"]

_BOLD, _SOLVED, _CONFLICT, _END = "\033[1m", "\033[36m", "\033[1;31m", "\033[0m"
_TOKENS: dict[type[Puzzle[Any]], re.Pattern[str]] = {
    Kakuro: re.compile(r"\*|\([^)]*\)|-?[0-9]+"),
    Futoshiki: re.compile(r"-?[0-9]+|\."),
    Sudoku: re.compile(r"-?[0-9]+|\."),
}
_NUMBER = re.compile(r"-?[0-9]+")


def native_text(view: View) -> str:
    """Return a puzzle as text, with the values of the solution in it, each line ended by a newline."""
    text, note = _board(view)
    return text + note


def coloured(view: View) -> str:
    """Return the same text with the colours of a terminal: clues bold, contradictions red."""
    text, note = _board(view)
    if not view.clues or isinstance(view.puzzle, Permutations):
        return text + note
    pattern = _TOKENS.get(type(view.puzzle), _NUMBER)
    # A heading may hold a number, too, so that cells are counted from the end.
    tokens = list(pattern.finditer(text))[-len(view.clues) :]
    parts, end = [], 0
    for cell, token in enumerate(tokens):
        colour = ""
        if cell in view.conflicts:
            colour = _CONFLICT
        elif view.clues[cell]:
            colour = _BOLD
        elif view.solved[cell]:
            colour = _SOLVED
        parts += [text[end : token.start()], f"{colour}{token[0]}{_END}" if colour else token[0]]
        end = token.end()
    return "".join([*parts, text[end:], note])


def _board(view: View) -> tuple[str, str]:
    """Return the text of a puzzle, and what stands below its cells."""
    puzzle = view.puzzle
    if view.shown is not None:
        return puzzle.show(view.shown), ""
    if isinstance(puzzle, ExactCover):
        if view.chosen is not None:
            return puzzle.show(np.array(view.chosen, np.int32)), ""
        return (str(puzzle), "") if puzzle.n_primary else (repr(puzzle) + "\n", "")
    if isinstance(puzzle, Permutations):
        return (puzzle.show(np.array(view.solved)) if any(view.solved) else str(puzzle)), ""
    if any(view.solved):
        filled = puzzle.filled(np.array(view.values, np.int64).reshape(puzzle.shape))
        assert filled is not None
        puzzle = filled
    if isinstance(puzzle, Futoshiki):
        try:
            return format_puzzle(puzzle, "picture"), ""
        except PuzzleError:  # Its values do not have one digit each.
            return str(puzzle), ""
    if isinstance(puzzle, Sudoku):
        return _framed(puzzle)
    return str(puzzle), ""


def _framed(puzzle: Sudoku) -> tuple[str, str]:
    """Return a Sudoku with lines between its regions, and what the lines cannot say."""
    _, _, note = str(puzzle).partition("\n(only ")
    regions, rows = puzzle.regions, puzzle.clues.tolist()
    width = max(len(str(value)) for row in rows for value in row)
    n = len(rows)
    is_wall = (regions[:, 1:] != regions[:, :-1]).any(axis=0).tolist() if puzzle.has_default_boxes else []
    beside = [is_wall] * n if puzzle.has_default_boxes else (regions[:, 1:] != regions[:, :-1]).tolist()
    lines = []
    for r, row in enumerate(rows):
        words = [f"{value or '.':>{width}}" for value in row]
        if puzzle.has_default_boxes:
            joints = [" | " if wall else " " for wall in beside[r]]
        else:
            joints = [" | " if wall else "   " for wall in beside[r]]
        lines.append("".join(word + joint for word, joint in zip(words, [*joints, ""], strict=True)))
        if r + 1 < n:
            walls = (regions[r + 1] != regions[r]).tolist()
            if puzzle.has_default_boxes and any(walls):
                lines.append(re.sub(r"[^|]", "-", lines[-1]).replace("|", "+"))
            elif not puzzle.has_default_boxes:
                lines.append("   ".join(("-" if wall else " ") * width for wall in walls).rstrip())
    return "\n".join(lines) + "\n", f"(only {note}" if note else ""


def pencil_marks(view: View) -> str:
    """Return the pencil marks of all cells as a table."""
    assert view.marks is not None
    joint = "" if view.n_values <= 9 else ","
    words = [
        str(value) if value else joint.join(map(str, marks)) or "-"
        for value, marks in zip(view.values, view.marks, strict=True)
    ]
    width = max(map(len, words))
    rows = [words[k : k + view.columns] for k in range(0, len(words), view.columns)]
    return "".join("  ".join(word.ljust(width) for word in row).rstrip() + "\n" for row in rows)
