"""The generator of puzzles, which tries random squares until a puzzle meets the recipe.

`recipe` has the class `Recipe` and its checks. `plan` translates a recipe for the engine, `kakuro` makes Kakuro without
the engine, and `maker` runs the engine or `kakuro`. `stream` distributes puzzles among threads or workers, and
`generate` contains the public functions.
"""

from .generate import generate, generate_many
from .made import Generated
from .recipe import Recipe

__all__ = ["Generated", "Recipe", "generate", "generate_many"]
