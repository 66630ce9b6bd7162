"""``fastfuto techniques``: list the techniques of human solvers by level."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import get_args

from ..generation.recipe import Family, Recipe
from ..generation.techniques import obstacle
from ..logic import TECHNIQUES, Level
from .options import add_quiet
from .output import Output
from .streams import ANSWERED


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of the command."""

    family: str | None
    quiet: bool


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    help = f"only techniques that this family can need: {', '.join(get_args(Family))}"
    parser.add_argument("--family", choices=get_args(Family), metavar="NAME", help=help)
    add_quiet(parser, "print only the names of the techniques")


def run(options: Options) -> int:
    """Write a paragraph for each level, with the score of each technique and the families that can need it."""
    recipes = {name: Recipe(16, family=name) for name in get_args(Family)}
    with Output(None) as out:
        for level in get_args(Level):
            lines = []
            for name, facts in TECHNIQUES.items():
                families = [each for each, recipe in recipes.items() if obstacle(recipe, name) is None]
                if facts.level != level or options.family not in (None, *families):
                    continue
                if options.quiet:
                    out.write(f"{name}\n")
                else:
                    lines.append(
                        f"  {facts.score:>4}  {name:<34}" + ("" if options.family else _shown(families))
                    )
            if lines:
                out.write("\n".join([level, *map(str.rstrip, lines), ""]))
    return ANSWERED


def _shown(families: list[str]) -> str:
    """Return the names of families, or the name of the only other family if that is shorter."""
    others = [each for each in get_args(Family) if each not in families]
    if len(others) > 1:
        return ", ".join(families)
    return f"all but {others[0]}" if others else "all families"
