"""Polish."""

from __future__ import annotations

__all__ = ["BOOKLET", "FAMILIES", "LEVELS", "NAME", "RULES"]

NAME = "polski"

FAMILIES = {
    "futoshiki": "Futoshiki",
    "kakuro": "Kakuro",
    "latin_square": "Kwadrat łaciński",
    "sudoku": "Sudoku",
}

LEVELS = {
    "trivial": "poziom bardzo łatwy",
    "easy": "poziom łatwy",
    "moderate": "poziom średni",
    "tricky": "poziom podchwytliwy",
    "hard": "poziom trudny",
    "extreme": "poziom bardzo trudny",
    "diabolical": "poziom diabelski",
    "search": "poziom wymagający prób",
}

BOOKLET = {
    "puzzles": "Łamigłówki",
    "page": "Strona {number}",
    "caption": "{number}. {family} {size}, {level}",
    "none": "brak rozwiązania",
    "several": "kilka rozwiązań",
    "answers": "Rozwiązania",
    "why none": "brak rozwiązania",
    "why several": "istnieje kilka rozwiązań",
    "why unknown": "liczba rozwiązań nie jest znana",
    "rules": "{family}: zasady",
    "puzzle": "Łamigłówka",
    "solution": "Jej rozwiązanie",
    "begin": "Jak zacząć",
    "cells": "w2k3 to pole w wierszu 2 i kolumnie 3.",
    "levels": "Poziomy trudności",
}

RULES = {
    "fill": "W każde puste pole wpisz liczbę: od 1 do 4 w diagramie 4 x 4, od 1 do 9 w diagramie 9 x 9.",
    "rows": "W każdym wierszu i w każdej kolumnie każda liczba występuje dokładnie raz.",
    "boxes": "Także w każdym obszarze obwiedzionym grubą linią każda liczba występuje dokładnie raz.",
    "signs": "Znaki między polami muszą się zgadzać: ostrze znaku wskazuje mniejszą z dwóch liczb.",
    "white": "W każde białe pole wpisz liczbę od 1 do 9.",
    "totals": (
        "Liczba w czarnym polu to suma. Jeśli stoi nad przekątną, dotyczy białych pól na prawo od niej, a jeśli pod "
        "przekątną – białych pól poniżej, aż do następnego czarnego pola lub do brzegu."
    ),
    "sums": "Liczby w tych polach dają razem tę sumę, a żadna z nich się nie powtarza.",
}
