"""The card of a data set: its contents, and how to make and audit it again."""

from __future__ import annotations

import os
from collections import Counter
from importlib.metadata import version

from ..formats import replacing
from ..generation import Recipe
from ..logic.technique import rule_set
from .make import told_of

_NAME = "README.md"


def write_card(
    path: str, k: int, levels: Counter[str], recipe: Recipe, start: int, excluded: list[str]
) -> None:
    """Write the card of a data set beside its file."""
    folder, name = os.path.split(path)
    mark = f"<!-- The card of {name}, which fastfuto has written. -->"
    arguments = told_of(recipe) | ({"start": start} if start else {})
    lines = [
        mark,
        f"# {name}",
        "",
        f"{k} puzzles with exactly one solution each, made by fastfuto {version('fastfuto')}. No two are the same up "
        "to symmetry: turned, mirrored, or with each value v replaced by n + 1 - v.",
        "",
        "| level | puzzles |",
        "|---|---|",
        *(
            f"| {level} | {levels[level]} |"
            for level in (each for _, each in rule_set(recipe.rules).levels)
            if levels[level]
        ),
        "",
        "The same version makes the same puzzles again:",
        "",
        "```python",
        f"fastfuto.save_dataset({k}, {name!r}, **{arguments!r})",
        "```",
        "",
        "This command looks for puzzles without exactly one solution, for wrong answers and for duplicates:",
        "",
        "```sh",
        f"fastfuto audit {name}",
        "```",
    ]
    if excluded:
        names = ", ".join(os.path.basename(each) for each in excluded)
        lines += ["", f"No puzzle of {names} is in this data set, up to symmetry."]
    with replacing(_place(folder, name, mark)) as file:
        file.write(("\n".join(lines) + "\n").encode())


def _place(folder: str, name: str, mark: str) -> str:
    """Return the name of the card: README.md, unless another text has that name."""
    path = os.path.join(folder, _NAME)
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            is_own = file.readline().rstrip("\n") == mark
    except OSError:
        return path
    return path if is_own else os.path.join(folder, f"{name}.{_NAME}")
