"""Pictures of puzzles, solutions and steps: SVG, pages and text."""

from .drawing import SUFFIXES, Drawing, draw
from .style import Style

__all__ = ["SUFFIXES", "Drawing", "Style", "draw"]
