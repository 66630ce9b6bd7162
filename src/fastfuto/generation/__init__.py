"""The generator of puzzles, which meets a recipe by tries at random squares.

`recipe` has the class `Recipe` and its checks. `plan` translates a recipe for the engine, `kakuro` makes Kakuro,
which the engine does not, and `maker` runs either. `stream` distributes puzzles among threads or workers, and
`generate` has the verbs.
"""

from .generate import generate, generate_many
from .made import Generated
from .recipe import Recipe

__all__ = ["Generated", "Recipe", "generate", "generate_many"]
