"""Pictures of puzzles, solutions and steps: SVG, pages and text."""

from .drawing import MAX_SIZE, SUFFIXES, Drawing, draw
from .style import Style

__all__ = ["MAX_SIZE", "SUFFIXES", "Drawing", "Style", "draw"]
