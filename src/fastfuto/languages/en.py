"""English, with which the other languages are compared."""

from __future__ import annotations

__all__ = ["BOOKLET", "FAMILIES", "LEVELS", "NAME", "RULES"]

NAME = "English"

FAMILIES = {
    "futoshiki": "Futoshiki",
    "kakuro": "Kakuro",
    "latin_square": "Latin square",
    "sudoku": "Sudoku",
}
"""Families as captions and headings name them."""

LEVELS = {
    "trivial": "trivial",
    "easy": "easy",
    "moderate": "moderate",
    "tricky": "tricky",
    "hard": "hard",
    "extreme": "extreme",
    "diabolical": "diabolical",
    "search": "search",
}
"""Levels as captions name them."""

BOOKLET = {
    "puzzles": "Puzzles",
    "page": "Page {number}",
    "caption": "{number}. {family} {size}, {level}",
    "none": "no solution",
    "several": "several solutions",
    "answers": "Answers",
    "why none": "there is no solution",
    "why several": "there are several solutions",
    "why unknown": "it was not found out how many solutions there are",
    "rules": "{family}: the rules",
    "puzzle": "A puzzle",
    "solution": "Its solution",
    "begin": "How to begin",
    "cells": "r2c3 is the cell in row 2 and column 3.",
    "levels": "Levels",
}
"""What a booklet says. The parts of the caption are those that a caller's caption may have."""

RULES = {
    "fill": "Write a number in each empty cell: 1 to 4 in a grid of 4 x 4, 1 to 9 in a grid of 9 x 9.",
    "rows": "Each row and each column has every number exactly once.",
    "boxes": "Each area inside thick lines has every number exactly once, too.",
    "signs": "The signs between cells hold: the tip of a sign points to the smaller of the two numbers.",
    "white": "Write a number from 1 to 9 in each white cell.",
    "totals": (
        "A number in a black cell is a total. If it stands above the diagonal, it belongs to the white cells on its "
        "right, and below the diagonal to the white cells under it, up to the next black cell or the edge."
    ),
    "sums": "The numbers in these cells add up to the total, and none of them occurs twice.",
}
"""Sentences of the rules of puzzles."""
