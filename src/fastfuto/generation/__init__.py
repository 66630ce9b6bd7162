"""Making puzzles: a recipe says what is asked for, and the generator makes it from random squares.

`recipe` holds the value and what contradicts itself in it. `plan` translates it for the engine, `kakuro` makes what the
engine does not, and `maker` has both try. `stream` shares puzzles out among threads or workers, and `generate` has
the verbs.
"""

from .generate import generate, generate_many
from .made import Generated
from .recipe import Recipe

__all__ = ["Generated", "Recipe", "generate", "generate_many"]
