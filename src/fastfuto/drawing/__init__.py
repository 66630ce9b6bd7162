"""Pictures of puzzles, solutions and steps: SVG, pages and text."""

from .drawing import Drawing, draw
from .style import Style

__all__ = ["Drawing", "Style", "draw"]
