"""German."""

from __future__ import annotations

__all__ = ["BOOKLET", "FAMILIES", "LEVELS", "NAME", "RULES"]

NAME = "Deutsch"

FAMILIES = {
    "futoshiki": "Futoshiki",
    "kakuro": "Kakuro",
    "latin_square": "Lateinisches Quadrat",
    "sudoku": "Sudoku",
}

LEVELS = {
    "trivial": "sehr leicht",
    "easy": "leicht",
    "moderate": "mittel",
    "tricky": "knifflig",
    "hard": "schwer",
    "extreme": "sehr schwer",
    "diabolical": "teuflisch",
    "search": "nur mit Probieren",
}

BOOKLET = {
    "puzzles": "Rätsel",
    "page": "Seite {number}",
    "caption": "{number}. {family} {size}, {level}",
    "none": "keine Lösung",
    "several": "mehrere Lösungen",
    "answers": "Lösungen",
    "why none": "Es gibt keine Lösung.",
    "why several": "Es gibt mehrere Lösungen.",
    "why unknown": "Die Zahl der Lösungen ist nicht bekannt.",
    "rules": "{family}: die Regeln",
    "puzzle": "Ein Rätsel",
    "solution": "Seine Lösung",
    "begin": "So geht es los",
    "cells": "Z2S3 ist das Feld in Zeile 2 und Spalte 3.",
    "levels": "Schwierigkeit",
}

RULES = {
    "fill": (
        "In jedes leere Feld kommt eine Zahl: in einem Gitter von 4 x 4 Feldern 1 bis 4, in einem von 9 x 9 Feldern "
        "1 bis 9."
    ),
    "rows": "In jeder Zeile und in jeder Spalte steht jede Zahl genau einmal.",
    "boxes": "Auch in jedem dick umrandeten Gebiet steht jede Zahl genau einmal.",
    "signs": "Die Zeichen zwischen den Feldern gelten: Die Spitze zeigt auf die kleinere der beiden Zahlen.",
    "white": "In jedes weiße Feld kommt eine Zahl von 1 bis 9.",
    "totals": (
        "Eine Zahl in einem schwarzen Feld ist eine Summe. Steht sie über der Diagonale, so gehört sie zu den weißen "
        "Feldern rechts davon, sonst zu denen darunter, jeweils bis zum nächsten schwarzen Feld oder zum Rand."
    ),
    "sums": "Die Zahlen in diesen Feldern ergeben zusammen die Summe, und keine kommt doppelt vor.",
}
